// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* version1.c - reads a winners text of version 1: one file a target, one block a cell.
 *
 * `lanesmith db dump` wrote it until version 2 came; older revisions of git have such texts, and
 * users may write a block by hand. A strict parser of lines, each function under the form of its
 * line; docs/database.md has the whole. It reads everything, collecting diagnostics; winners.c
 * stores what was read. An operation or instruction without a line of its own has the spec's
 * meaning. */
#include <string.h>

#include "lines.h"

/* ---- the lines of a cell ---- */

/* "  engine WORD" */
static bool read_engine(loader *u, block *k)
{
    k->l.engine = line_take_word(u, "the name of an engine");
    return k->l.engine && line_check_word(u, k->l.engine, line_word_start(u, k->l.engine)) &&
           line_at_end(u);
}

/* "  cost insns=5 uops=5 ...": every member, in order */
static bool read_cost(loader *u, block *k)
{
    const char *w, *at;
#define X(member, how)                                                                             \
    if (!(w = line_take_field(u, #member, &at)) ||                                                 \
        !line_convert_##how(u, w, at, &k->l.cost.member))                                          \
        return false;
    COST_FIELDS(X)
#undef X
    return line_at_end(u);
}

static const char *take_answer(loader *u)
{
    const char *w = line_take_word(u, "proved, refuted or unknown");
    if (!w || !strcmp(w, "proved") || !strcmp(w, "refuted") || !strcmp(w, "unknown")) return w;
    diag_error(u->dg, line_place(u, line_word_start(u, w)),
               "expected proved, refuted or unknown, found `%s`", w);
    return NULL;
}

/* "solver=" and the rest of the line, which may contain spaces */
static const char *take_solver(loader *u)
{
    const char *at;
    if (!line_take_field(u, "solver", &at)) return NULL;
    u->at = u->end;
    if (u->end[-1] != ' ') return arena_strndup(&u->mem, at, (size_t)(u->end - at));
    diag_error(u->dg, line_place(u, u->end - 1), "unexpected space at the end of the line");
    return NULL;
}

static db_proof *take_subject(loader *u, block *k)
{
    const char *w = line_take_word(u, "program or ir");
    if (!w) return NULL;
    db_proof *p = !strcmp(w, "program") ? &k->l.program : !strcmp(w, "ir") ? &k->l.ir : NULL;
    if (!p)
        diag_error(u->dg, line_place(u, line_word_start(u, w)),
                   "expected program or ir, found `%s`", w);
    else if (p->obligation[0]) {
        diag_error(u->dg, line_place(u, line_word_start(u, w)), "a second proof of the same %s", w);
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
    if (!(w = line_take_field(u, "chunk", &at)) || !line_convert_u(u, w, at, &p->chunk))
        return false;
    if (!(w = line_take_field(u, "obligation", &at))) return false;
    if (!db_is_hash(w, strlen(w))) {
        diag_error(u->dg, line_place(u, at), "expected a hash of 32 hexadecimal digits, found `%s`",
                   w);
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
    if (!line_at_end(u)) return false;
    int first_line = u->lineno + 1;
    k->l.text = line_take_lines(u, 4);
    if (!*k->l.text) {
        diag_error(u->dg, line_place(u, u->line + 2),
                   "expected the program, each line after four spaces");
        return false;
    }
    place where = {u->file, u->text, first_line, 5};
    prog p;
    return prog_parse_cell(&p, u->s, &k->cell, k->l.text, where, u->dg) &&
           check_fit(u, &p, first_line);
}

/* "  parent", then lines of four spaces and text */
static bool read_parent(loader *u, block *k)
{
    return line_at_end(u) && (k->l.parent = line_take_lines(u, 4));
}

static bool add_bound(loader *u, block *k, db_bound b, const char *at)
{
    for (unsigned i = 0; i < k->nbounds; i++)
        if (!strcmp(k->bounds[i].grammar, b.grammar)) {
            diag_error(u->dg, line_place(u, at), "a second bound for the same grammar");
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
    if (!line_take_unsigned(u, "a number of instructions", &b.insns)) return false;
    if (!(w = line_take_field(u, "candidates", &at))) return false;
    if (!line_parse_u64(w, INT64_MAX, &b.candidates)) {
        diag_error(u->dg, line_place(u, at), "expected a whole number, found `%s`", w);
        return false;
    }
    if (!(b.engine = line_take_field(u, "engine", &at)) || !line_check_word(u, b.engine, at))
        return false;
    if (!(w = line_take_field(u, "grammar", &at))) return false;
    if (!(b.grammar = text_find_grammar(u->grammars, w))) {
        diag_error(u->dg, line_place(u, at), "no grammar `%s` above in this file", w);
        return false;
    }
    return line_at_end(u) && add_bound(u, k, b, at);
}

/* "  searched KEY" */
static bool read_searched(loader *u, block *k)
{
    const char *w = line_take_word(u, "a key");
    if (!w || !line_check_word(u, w, line_word_start(u, w))) return false;
    for (unsigned i = 0; i < k->nmarks; i++)
        if (!strcmp(k->marks[i].key, w)) {
            diag_error(u->dg, line_place(u, line_word_start(u, w)), "the same key twice");
            return false;
        }
    db_mark *grown = arena_new(&u->mem, k->nmarks + 1, db_mark);
    if (k->nmarks) memcpy(grown, k->marks, k->nmarks * sizeof *grown);
    grown[k->nmarks++] = (db_mark){k->cell, w, TRUTH_CLAIMED};
    k->marks = grown;
    return line_at_end(u);
}

/* The keys of a cell. needed: a block that has one key of this kind, or a proof or parent, has all
 * of them. */
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
    if (!line_starts_with(u, "  ") || u->end - u->at < 3 || u->at[2] == ' ') {
        diag_error(u->dg, line_place(u, u->at), "expected two spaces and a key, or `end`");
        return;
    }
    u->at += 2;
    const char *w = line_take_word(u, "a key"), *at = line_word_start(u, w);
    const struct key *key = find_key(w);
    if (!key) {
        diag_error(
            u->dg, line_place(u, at),
            "unknown key `%s`; expected engine, cost, proof, program, parent, bound or searched",
            w);
        return;
    }
    unsigned bit = 1u << (key - keys);
    if ((k->seen & bit) && !key->many)
        diag_error(u->dg, line_place(u, at), "`%s` is given twice", w);
    k->seen |= bit;
    key->read(u, k);
}

/* ---- blocks ---- */

/* Reads the lines of a block up to `end`; k NULL: passes over them. */
static void read_block(loader *u, block *k)
{
    place opened = line_place(u, u->line);
    while (line_read(u)) {
        if (line_is(u, "end")) return;
        if (u->line < u->end && *u->line != ' ') {
            line_unread(u);
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

/* Whether there is a block of the cell. As a dump has them cells ascend, and then a look at the
 * greatest is enough. */
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
        diag_error(u->dg, line_place(u, at), "%s has no register class %s", c->target->name,
                   c->cls->name);
    else if (!c->w || !cell_exists(c))
        diag_error(u->dg, line_place(u, at), "there is no cell %s", name.s);
    else
        good = true;
    if (good && is_given(u, c, beside)) {
        diag_error(u->dg, line_place(u, at), "the cell %s is given twice", name.s);
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
    if (!(c->op = line_take_op(u)) || !line_take_unsigned(u, "a field width", &c->w) ||
        !(c->cls = line_take_class(u)))
        return false;
    return line_at_end(u) && check_cell(u, c, beside, at);
}

static bool read_lines_of(loader *u, bool beside)
{
    place opened = line_place(u, u->line);
    block *k = arena_new(&u->mem, 1, block);
    k->beside = beside;
    k->file = u->file;
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

/* ---- lines of the file ---- */

/* "target NAME" */
static bool read_target(loader *u)
{
    const char *w = line_take_word(u, "a target");
    if (!w) return false;
    u->target = spec_find_target(u->s, w);
    if (!u->target)
        diag_error(u->dg, line_place(u, line_word_start(u, w)), "unknown target `%s`", w);
    return u->target && line_at_end(u);
}

/* "operation NAME HASH" */
static bool read_operation(loader *u)
{
    const op *o = line_take_op(u);
    const char *hash = o ? line_take_hash(u) : NULL;
    return hash && text_note_meaning(u, &u->meanings.op[o->index], &u->op_seen[o->index], hash,
                                     line_place(u, line_word_start(u, hash)));
}

/* The words that lines at the left margin begin with, after version and target. */
static const struct heading {
    const char *name;
    bool (*read)(loader *u);
} headings[] = {
    {"operation", read_operation},
    {"instruction", text_read_instruction},
    {"grammar", text_read_grammar},
    {"cell", read_cell},
    {"beside", read_beside},
};

static void read_heading(loader *u)
{
    const char *w = line_take_word(u, "a word");
    for (size_t i = 0; w && i < sizeof headings / sizeof *headings; i++)
        if (!strcmp(headings[i].name, w)) {
            headings[i].read(u);
            return;
        }
    diag_error(u->dg, line_place(u, u->line),
               "unexpected `%s`; expected operation, instruction, grammar, cell or beside", w);
}

/* Without a target the rest makes no sense, so that reading ends. */
static bool read_target_line(loader *u)
{
    const char *w = line_take_word(u, "target");
    if (w && !strcmp(w, "target")) return read_target(u);
    if (w) diag_error(u->dg, line_place(u, u->line), "expected `target` before anything else");
    return false;
}

bool version1_read_line(loader *u)
{
    if (!u->target) return read_target_line(u);
    read_heading(u);
    return true;
}
