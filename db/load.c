// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* load.c - reads a winners text.
 *
 * A strict parser of lines, each function under the form of its line; docs/database.md has the
 * whole. It reads everything, collecting diagnostics; winners.c stores what was read. An operation
 * or instruction without a line of its own has the spec's meaning, so that a block can be written
 * by hand. */
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "spec/base/safe.h"

enum { TEXT_VERSION = 1, ERRORS_MAX = 20 };

/* ---- places, lines, words ---- */

static place place_at(const loader *u, const char *at)
{
    return (place){u->file, u->text, u->lineno, (int)(at - u->line) + 1};
}

bool text_has_too_many_errors(const loader *u)
{
    return u->dg->count - u->errors_before >= ERRORS_MAX;
}

static bool read_line(loader *u)
{
    if (u->next == u->text_end || text_has_too_many_errors(u)) return false;
    u->line = u->at = u->next;
    u->end = memchr(u->line, '\n', (size_t)(u->text_end - u->line));
    u->next = u->end ? u->end + 1 : u->text_end;
    if (!u->end) u->end = u->text_end;
    u->lineno++;
    return true;
}

static void unread_line(loader *u)
{
    u->next = u->line;
    u->lineno--;
}

static bool starts_with(const loader *u, const char *prefix)
{
    size_t n = strlen(prefix);
    return (size_t)(u->end - u->at) >= n && !memcmp(u->at, prefix, n);
}

/* The next word; one space before it is skipped unless it is the first of the line. NULL with a diagnostic when
 * there is none. */
static const char *take_word(loader *u, const char *what)
{
    const char *start = u->at > u->line && u->at[-1] != ' ' && u->at < u->end && *u->at == ' ' ? u->at + 1 : u->at;
    const char *stop = start;
    while (stop < u->end && *stop != ' ') stop++;
    if (stop == start) {
        diag_error(u->dg, place_at(u, u->at), "expected %s", what);
        return NULL;
    }
    u->at = stop;
    return arena_strndup(&u->mem, start, (size_t)(stop - start));
}

/* Where the word just taken begins. */
static const char *word_start(const loader *u, const char *word)
{
    return u->at - strlen(word);
}

static bool end_of_line(loader *u)
{
    if (u->at == u->end) return true;
    diag_error(u->dg, place_at(u, u->at), "unexpected text at the end of the line");
    return false;
}

static bool parse_u64(const char *s, uint64_t max, uint64_t *out)
{
    uint64_t x = 0;
    if (!*s || (*s == '0' && s[1])) return false;
    for (; *s; s++) {
        if (*s < '0' || *s > '9') return false;
        if (__builtin_mul_overflow(x, 10, &x) || __builtin_add_overflow(x, (uint64_t)(*s - '0'), &x)) return false;
    }
    *out = x;
    return x <= max;
}

static bool convert_u(loader *u, const char *word, const char *at, unsigned *out)
{
    uint64_t x;
    if (!parse_u64(word, INT32_MAX, &x)) {
        diag_error(u->dg, place_at(u, at), "expected a whole number, found `%s`", word);
        return false;
    }
    *out = (unsigned)x;
    return true;
}

static bool convert_f(loader *u, const char *word, const char *at, double *out)
{
    char *stop;
    double x = strtod(word, &stop);
    if (strspn(word, "0123456789.e+-") != strlen(word) || *stop || !isfinite(x) || x < 0 || *word == '+') {
        diag_error(u->dg, place_at(u, at), "expected a number, found `%s`", word);
        return false;
    }
    *out = x;
    return true;
}

static bool take_unsigned(loader *u, const char *what, unsigned *out)
{
    const char *w = take_word(u, what);
    return w && convert_u(u, w, word_start(u, w), out);
}

/* " name=value": the value, and where it stands. */
static const char *take_field(loader *u, const char *name, const char **at)
{
    size_t n = strlen(name);
    if (u->at < u->end && *u->at == ' ') u->at++;
    if (!starts_with(u, name) || u->at[n] != '=') {
        diag_error(u->dg, place_at(u, u->at), "expected %s=", name);
        return NULL;
    }
    u->at += n + 1;
    *at = u->at;
    if (u->at < u->end && *u->at != ' ') return take_word(u, name);
    diag_error(u->dg, place_at(u, u->at), "expected a value after %s=", name);
    return NULL;
}

static const char *take_hash(loader *u)
{
    const char *w = take_word(u, "a hash");
    if (!w || db_is_hash(w, strlen(w))) return w;
    diag_error(u->dg, place_at(u, word_start(u, w)), "expected a hash of 32 hexadecimal digits, found `%s`", w);
    return NULL;
}

static const op *take_op(loader *u)
{
    const char *w = take_word(u, "an operation");
    const op *o = w ? spec_find_op(u->s, w) : NULL;
    if (w && !o) diag_error(u->dg, place_at(u, word_start(u, w)), "unknown operation `%s`", w);
    return o;
}

static const regclass *take_class(loader *u)
{
    const char *w = take_word(u, "a register class");
    const regclass *c = w ? spec_find_class(u->s, w) : NULL;
    if (w && !c) diag_error(u->dg, place_at(u, word_start(u, w)), "unknown register class `%s`", w);
    return c;
}

/* The lines that follow and are indented by so many spaces (or empty), without the indentation. */
static char *take_lines(loader *u, size_t indent)
{
    strbuf b = {0};
    while (read_line(u)) {
        size_t n = (size_t)(u->end - u->line);
        if (n && (n <= indent || strspn(u->line, " ") < indent)) {
            unread_line(u);
            break;
        }
        if (n) strbuf_putn(&b, u->line + indent, n - indent);
        strbuf_puts(&b, "\n");
    }
    char *text = arena_strdup(&u->mem, strbuf_text(&b));
    strbuf_free(&b);
    return text;
}

/* Names of engines and keys are printed into C and LLVM IR: no quotes, no backslashes. */
static bool check_word(loader *u, const char *word, const char *at)
{
    if (db_is_word(word)) return true;
    diag_error(u->dg, place_at(u, at), "a name has neither quotes nor backslashes");
    return false;
}

/* ---- the lines of a cell ---- */

/* "  engine WORD" */
static bool read_engine(loader *u, block *k)
{
    k->l.engine = take_word(u, "the name of an engine");
    return k->l.engine && check_word(u, k->l.engine, word_start(u, k->l.engine)) && end_of_line(u);
}

/* "  cost insns=5 uops=5 ...": every member, in order */
static bool read_cost(loader *u, block *k)
{
    const char *w, *at;
#define X(member, how)                                                                                                 \
    if (!(w = take_field(u, #member, &at)) || !convert_##how(u, w, at, &k->l.cost.member)) return false;
    COST_FIELDS(X)
#undef X
    return end_of_line(u);
}

static const char *take_answer(loader *u)
{
    const char *w = take_word(u, "proved, refuted or unknown");
    if (!w || !strcmp(w, "proved") || !strcmp(w, "refuted") || !strcmp(w, "unknown")) return w;
    diag_error(u->dg, place_at(u, word_start(u, w)), "expected proved, refuted or unknown, found `%s`", w);
    return NULL;
}

/* "solver=" and the rest of the line, which may contain spaces */
static const char *take_solver(loader *u)
{
    const char *at;
    if (!take_field(u, "solver", &at)) return NULL;
    u->at = u->end;
    if (u->end[-1] != ' ') return arena_strndup(&u->mem, at, (size_t)(u->end - at));
    diag_error(u->dg, place_at(u, u->end - 1), "unexpected space at the end of the line");
    return NULL;
}

static db_proof *take_subject(loader *u, block *k)
{
    const char *w = take_word(u, "program or ir");
    if (!w) return NULL;
    db_proof *p = !strcmp(w, "program") ? &k->l.program : !strcmp(w, "ir") ? &k->l.ir : NULL;
    if (!p)
        diag_error(u->dg, place_at(u, word_start(u, w)), "expected program or ir, found `%s`", w);
    else if (p->obligation[0]) {
        diag_error(u->dg, place_at(u, word_start(u, w)), "a second proof of the same %s", w);
        return NULL;
    }
    return p;
}

/* "  proof program|ir ANSWER chunk=N obligation=HASH solver=NAME VERSION" */
static bool read_proof(loader *u, block *k)
{
    const char *w, *at;
    db_proof *p = take_subject(u, k);
    if (!p || !(p->answer = take_answer(u))) return false;
    if (!(w = take_field(u, "chunk", &at)) || !convert_u(u, w, at, &p->chunk)) return false;
    if (!(w = take_field(u, "obligation", &at))) return false;
    if (!db_is_hash(w, strlen(w))) {
        diag_error(u->dg, place_at(u, at), "expected a hash of 32 hexadecimal digits, found `%s`", w);
        return false;
    }
    if (!(p->solver = take_solver(u))) return false;
    snprintf(p->obligation, sizeof p->obligation, "%s", w);
    p->state = TRUTH_CLAIMED;
    p->reason = "";
    return true;
}

/* The program's instructions are all on the target. */
static bool check_fit(loader *u, const prog *p, int first_line)
{
    for (unsigned i = 0; i < p->ninsns; i++) {
        const instr *in = p->insn[i].in;
        if (target_has_instr(u->target, in)) continue;
        place where = {u->file, u->text, first_line + (int)i, 5};
        diag_error(u->dg, where, "`%s` is not an instruction of %s", in->name, u->target->name);
        return false;
    }
    return true;
}

/* "  program", then lines of four spaces and an instruction */
static bool read_program(loader *u, block *k)
{
    if (!end_of_line(u)) return false;
    int first_line = u->lineno + 1;
    k->l.text = take_lines(u, 4);
    if (!*k->l.text) {
        diag_error(u->dg, place_at(u, u->line + 2), "expected the program, each line after four spaces");
        return false;
    }
    place where = {u->file, u->text, first_line, 5};
    prog p;
    return prog_parse(&p, u->s, k->cell.op, k->cell.cls, k->l.text, where, u->dg) &&
           check_fit(u, &p, first_line);
}

/* "  parent", then lines of four spaces and text */
static bool read_parent(loader *u, block *k)
{
    return end_of_line(u) && (k->l.parent = take_lines(u, 4));
}

static const char *find_grammar(const loader *u, const char *hash)
{
    for (const grammar *g = u->grammars; g; g = g->next)
        if (!strcmp(g->hash, hash)) return g->text;
    return NULL;
}

static bool add_bound(loader *u, block *k, db_bound b, const char *at)
{
    for (unsigned i = 0; i < k->nbounds; i++)
        if (!strcmp(k->bounds[i].grammar, b.grammar)) {
            diag_error(u->dg, place_at(u, at), "a second bound for the same grammar");
            return false;
        }
    db_bound *grown = arena_new(&u->mem, k->nbounds + 1, db_bound);
    if (k->nbounds) memcpy(grown, k->bounds, k->nbounds * sizeof *grown);
    grown[k->nbounds++] = b;
    k->bounds = grown;
    return true;
}

/* "  bound N candidates=N engine=WORD grammar=HASH" */
static bool read_bound(loader *u, block *k)
{
    db_bound b = {.cell = k->cell, .state = TRUTH_CLAIMED};
    const char *w, *at;
    if (!take_unsigned(u, "a number of instructions", &b.insns)) return false;
    if (!(w = take_field(u, "candidates", &at))) return false;
    if (!parse_u64(w, INT64_MAX, &b.candidates)) {
        diag_error(u->dg, place_at(u, at), "expected a whole number, found `%s`", w);
        return false;
    }
    if (!(b.engine = take_field(u, "engine", &at)) || !check_word(u, b.engine, at)) return false;
    if (!(w = take_field(u, "grammar", &at))) return false;
    if (!(b.grammar = find_grammar(u, w))) {
        diag_error(u->dg, place_at(u, at), "no grammar `%s` above in this file", w);
        return false;
    }
    return end_of_line(u) && add_bound(u, k, b, at);
}

/* "  searched KEY" */
static bool read_searched(loader *u, block *k)
{
    const char *w = take_word(u, "a key");
    if (!w || !check_word(u, w, word_start(u, w))) return false;
    for (unsigned i = 0; i < k->nmarks; i++)
        if (!strcmp(k->marks[i].key, w)) {
            diag_error(u->dg, place_at(u, word_start(u, w)), "the same key twice");
            return false;
        }
    db_mark *grown = arena_new(&u->mem, k->nmarks + 1, db_mark);
    if (k->nmarks) memcpy(grown, k->marks, k->nmarks * sizeof *grown);
    grown[k->nmarks++] = (db_mark){k->cell, w, TRUTH_CLAIMED};
    k->marks = grown;
    return end_of_line(u);
}

/* The keys of a cell. needed: a block that has one key of this kind, or a proof or parent, has all of them. */
static const struct key {
    const char *name;
    bool (*read)(loader *u, block *k);
    bool many, needed, of_lowering;
} keys[] = {
    {"engine", read_engine, false, true, true},     {"cost", read_cost, false, true, true},
    {"proof", read_proof, true, false, true},       {"program", read_program, false, true, true},
    {"parent", read_parent, false, false, true},    {"bound", read_bound, true, false, false},
    {"searched", read_searched, true, false, false},
};
enum { KEYS = sizeof keys / sizeof *keys };

static const struct key *find_key(const char *name)
{
    for (int i = 0; i < KEYS; i++)
        if (!strcmp(keys[i].name, name)) return &keys[i];
    return NULL;
}

/* "  KEY ..." */
static void read_key(loader *u, block *k)
{
    if (!starts_with(u, "  ") || u->end - u->at < 3 || u->at[2] == ' ') {
        diag_error(u->dg, place_at(u, u->at), "expected two spaces and a key, or `end`");
        return;
    }
    u->at += 2;
    const char *w = take_word(u, "a key"), *at = word_start(u, w);
    const struct key *key = find_key(w);
    if (!key) {
        diag_error(u->dg, place_at(u, at),
                   "unknown key `%s`; expected engine, cost, proof, program, parent, bound or searched", w);
        return;
    }
    unsigned bit = 1u << (key - keys);
    if ((k->seen & bit) && !key->many) diag_error(u->dg, place_at(u, at), "`%s` is given twice", w);
    k->seen |= bit;
    key->read(u, k);
}

/* ---- blocks ---- */

static bool at_text(const loader *u, const char *line)
{
    return (size_t)(u->end - u->line) == strlen(line) && starts_with(u, line);
}

/* Reads the lines of a block up to `end`; k NULL: passes over them. */
static void read_block(loader *u, block *k)
{
    place opened = place_at(u, u->line);
    while (read_line(u)) {
        if (at_text(u, "end")) return;
        if (u->line < u->end && *u->line != ' ') {
            unread_line(u);
            break;
        }
        if (k) read_key(u, k);
    }
    if (!text_has_too_many_errors(u))
        diag_error(u->dg, opened, "the block that begins here is not closed by `end`");
}

/* A block holds a whole lowering or none. */
static void check_complete(loader *u, const block *k, place opened)
{
    unsigned of_lowering = 0;
    for (int i = 0; i < KEYS; i++) of_lowering |= keys[i].of_lowering ? k->seen & 1u << i : 0;
    for (int i = 0; i < KEYS; i++)
        if (of_lowering && keys[i].needed && !(k->seen & 1u << i))
            diag_error(u->dg, opened, "the cell has no line `%s`", keys[i].name);
}

/* Whether there is a block of the cell. As a dump has them cells ascend, and then a look at the greatest is enough. */
static bool is_given(loader *u, const cell *c, bool beside)
{
    const cell **greatest = &u->greatest[beside];
    if (!*greatest || cell_compare(c, *greatest) > 0) {
        cell *copy = arena_new(&u->mem, 1, cell);
        *copy = *c;
        *greatest = copy;
        return false;
    }
    for (const block *k = u->first; k; k = k->next)
        if (k->beside == beside && !cell_compare(&k->cell, c)) return true;
    return false;
}

static bool check_cell(loader *u, const cell *c, bool beside, const char *at)
{
    strbuf name = {0};
    cell_print(c, &name);
    bool good = false;
    if (!target_has_class(c->target, c->cls))
        diag_error(u->dg, place_at(u, at), "%s has no register class %s", c->target->name, c->cls->name);
    else if (!c->w || !cell_exists(c))
        diag_error(u->dg, place_at(u, at), "there is no cell %s", name.s);
    else
        good = true;
    if (good && is_given(u, c, beside)) {
        diag_error(u->dg, place_at(u, at), "the cell %s is given twice", name.s);
        good = false;
    }
    strbuf_free(&name);
    return good;
}

/* "cell OPERATION WIDTH CLASS"; beside: with that word */
static bool read_cell_line(loader *u, bool beside, cell *c)
{
    c->target = u->target;
    const char *at = u->at + 1;
    if (!(c->op = take_op(u)) || !take_unsigned(u, "a field width", &c->w) || !(c->cls = take_class(u))) return false;
    return end_of_line(u) && check_cell(u, c, beside, at);
}

static bool read_lines_of(loader *u, bool beside)
{
    place opened = place_at(u, u->line);
    block *k = arena_new(&u->mem, 1, block);
    k->beside = beside;
    bool good = read_cell_line(u, beside, &k->cell);
    read_block(u, good ? k : NULL);
    if (!good) return false;
    k->l.cell = k->cell;
    k->l.cost_state = TRUTH_CLAIMED;
    check_complete(u, k, opened);
    *u->last = k;
    u->last = &k->next;
    return true;
}

static bool read_cell(loader *u) { return read_lines_of(u, false); }
static bool read_beside(loader *u) { return read_lines_of(u, true); }

/* "grammar HASH", then lines of two spaces and text, then "end" */
static bool read_grammar(loader *u)
{
    place opened = place_at(u, u->line), hash_place = place_at(u, u->at + 1);
    const char *hash = take_hash(u);
    char real[HASH_TEXT];
    if (!hash || !end_of_line(u)) {
        read_block(u, NULL);
        return false;
    }
    grammar *g = arena_new(&u->mem, 1, grammar);
    g->hash = hash;
    g->text = db_trim_text(&u->mem, take_lines(u, 2));
    if (!read_line(u) || !at_text(u, "end")) {
        if (u->line < u->end) unread_line(u);
        diag_error(u->dg, opened, "the block that begins here is not closed by `end`");
        return false;
    }
    hash_text(g->text, real);
    if (strcmp(hash, real)) diag_error(u->dg, hash_place, "the text of the grammar has the hash %s", real);
    if (find_grammar(u, hash)) diag_error(u->dg, hash_place, "the grammar is given twice");
    g->next = u->grammars;
    u->grammars = g;
    return true;
}

/* ---- lines of the file ---- */

/* "version 1" */
static bool read_version(loader *u)
{
    unsigned version;
    const char *at = u->at + 1;
    if (!take_unsigned(u, "a version", &version) || !end_of_line(u)) return false;
    u->version_seen = true;
    if (version == TEXT_VERSION) return true;
    diag_error(u->dg, place_at(u, at), "version %u of the winners text is not known; expected %d", version, TEXT_VERSION);
    return false;
}

/* "target NAME" */
static bool read_target(loader *u)
{
    const char *w = take_word(u, "a target");
    if (!w) return false;
    u->target = spec_find_target(u->s, w);
    if (!u->target) diag_error(u->dg, place_at(u, word_start(u, w)), "unknown target `%s`", w);
    return u->target && end_of_line(u);
}

/* The spec's own hash stays the spec's own text, so that the two can be told apart by their
 * addresses. */
static bool note_meaning(loader *u, const char **meaning, bool *seen, const char *hash)
{
    if (*seen) diag_error(u->dg, place_at(u, u->line), "its meaning is given twice");
    *seen = true;
    if (strcmp(*meaning, hash)) {
        *meaning = hash;
        u->foreign = true;
    }
    return end_of_line(u);
}

/* "operation NAME HASH" */
static bool read_operation(loader *u)
{
    const op *o = take_op(u);
    const char *hash = o ? take_hash(u) : NULL;
    return hash && note_meaning(u, &u->meanings.op[o->index], &u->op_seen[o->index], hash);
}

/* "instruction NAME CLASS HASH" */
static bool read_instruction(loader *u)
{
    const char *name = take_word(u, "an instruction"), *at = name ? word_start(u, name) : NULL;
    const regclass *c = name ? take_class(u) : NULL;
    if (!c) return false;
    const instr *in = spec_find_instr(u->s, name, c);
    if (!in) {
        diag_error(u->dg, place_at(u, at), "unknown instruction `%s` of class %s", name, c->name);
        return false;
    }
    const char *hash = take_hash(u);
    return hash && note_meaning(u, &u->meanings.instr[in->index], &u->instr_seen[in->index], hash);
}

/* The words that lines at the left margin begin with, after version and target. */
static const struct heading {
    const char *name;
    bool (*read)(loader *u);
} headings[] = {
    {"operation", read_operation},
    {"instruction", read_instruction},
    {"grammar", read_grammar},
    {"cell", read_cell},
    {"beside", read_beside},
};

static void read_heading(loader *u)
{
    const char *w = take_word(u, "a word");
    for (size_t i = 0; w && i < sizeof headings / sizeof *headings; i++)
        if (!strcmp(headings[i].name, w)) {
            headings[i].read(u);
            return;
        }
    diag_error(u->dg, place_at(u, u->line), "unexpected `%s`; expected operation, instruction, grammar, cell or beside", w);
}

/* The first two lines that are not comments: without them the rest makes no sense, so that reading ends. */
static bool read_preamble_line(loader *u)
{
    const char *wanted = u->version_seen ? "target" : "version", *w = take_word(u, wanted);
    if (w && !strcmp(w, wanted)) return u->version_seen ? read_target(u) : read_version(u);
    if (w) diag_error(u->dg, place_at(u, u->line), "expected `%s` before anything else", wanted);
    return false;
}

/* A line outside of blocks. False when there is no sense in going on. */
static bool read_line_of_file(loader *u)
{
    if (u->line == u->end || *u->line == '#') return true;
    if (*u->line == ' ') {
        diag_error(u->dg, place_at(u, u->line), "an indented line outside of any block");
        return true;
    }
    if (!u->target) return read_preamble_line(u);
    read_heading(u);
    return true;
}

/* The text is lines of printable characters. */
static bool check_characters(loader *u)
{
    const char *bad = text_find_unsafe(u->text, (size_t)(u->text_end - u->text), false),
               *start = u->text;
    int line = 1;
    if (!bad) return true;
    for (const char *s = u->text; s < bad; s++)
        if (*s == '\n') {
            line++;
            start = s + 1;
        }
    place where = {u->file, u->text, line, (int)(bad - start) + 1};
    if (!*bad) where.text = NULL; /* the source line cannot be shown beyond it */
    diag_error(u->dg, where, "%s", text_name_unsafe(bad, u->text_end));
    return false;
}

void text_read(loader *u)
{
    if (!check_characters(u)) return;
    bool go_on = true;
    while (go_on && read_line(u)) go_on = read_line_of_file(u);
    if (text_has_too_many_errors(u))
        diag_error(u->dg, place_at(u, u->line), "too many errors; the rest was not read");
    if (!go_on || text_has_too_many_errors(u)) return;
    place end = {u->file, NULL, u->lineno ? u->lineno : 1, 1};
    if (!u->target)
        diag_error(u->dg, end, "expected `%s`, found the end of the file", u->version_seen ? "target" : "version");
    else if (u->text_end[-1] != '\n')
        diag_error(u->dg, place_at(u, u->end), "the last line has no newline: the file is cut off");
}
