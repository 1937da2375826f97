// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_find.c - `lanesmith find WORDS`: the operation that somebody has in mind, with its cost and
 * the call in C.
 *
 * Three texts are searched: the phrases of (words ...) in the specification, names of operations
 * and what they mean. The order of the answers:
 *
 *     1. the words are a phrase, or a name
 *     2. texts that have all words
 *     3. without those of a width ("4-bit", "i4", "nibbles") and small words they are a name
 *     4. texts that have all of these
 *     5. texts that have some of these
 *
 * within each by SQLite's rank (db/phrases.h). A word that no text has is replaced by the nearest
 * one of the phrases. An answer is an operation at a width: that of the phrase, or of the words,
 * or 8. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "cli/app/app.h"
#include "cli/app/cells.h"
#include "cli/app/json.h"
#include "cli/app/options.h"
#include "cli/app/story.h"
#include "db/phrases.h"
#include "spec/op.h"

#define FIND_OPTIONS(X)                                                                            \
    OPTIONS_DB(X)                                                                                  \
    X(NAMES, classes, 0, "class", "NAME,...", "only these register classes")                       \
    OPTIONS_TARGETS(X)                                                                             \
    X(NUMBER, limit, 'n', "limit", "1..100", "how many answers; default: 5")                       \
    OPTIONS_JSON(X)
typedef struct find_options { FIND_OPTIONS(OPTION_MEMBER) } find_options;
#define ROW(...) OPTION_ROW(find_options, __VA_ARGS__)
static const option_row rows[] = {FIND_OPTIONS(ROW)};
static const command_text text = {
    "find", "WORD...",
    "Finds operations by what people call them, and prints the best answers: what it computes,\n"
    "its instructions on each target, and the call in C.",
    "lanesmith find unpack nibbles\n"
    "lanesmith find popcount of 2-bit fields --target x86-64-v3\n"
    "lanesmith find movemask --json\n",
    rows, sizeof rows / sizeof *rows};

enum { WORDS_MAX = 32, HITS_MAX = 400, USUAL_WIDTH = 8 };

typedef struct answer {
    const op *op;
    unsigned width; /* 0: none was meant */
} answer;

typedef struct finder {
    app *a;
    const find_options *o;
    cell_filter filter;
    phrases *index;
    char *whole;                 /* the words with one blank between them */
    const char *word[WORDS_MAX]; /* in lower case */
    unsigned nwords, width, bits; /* 0: no width, or no register, is among them */
    answer hit[HITS_MAX];
    unsigned nhits;
} finder;

/* ---- words ---- */

/* "nibbles" is 4; 0 for a word that says no width. */
static unsigned named_width(const char *word)
{
    static const struct {
        const char *name;
        unsigned bits;
    } names[] = {{"crumb", 2}, {"nibble", 4}, {"nybble", 4}, {"byte", 8}};
    size_t n = strlen(word);
    if (n && word[n - 1] == 's') n--;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == n && !strncmp(names[i].name, word, n)) return names[i].bits;
    return 0;
}

/* "4-bit", "4bit", "i4", "u4", "int4", "uint4", "4": how many bits; 0 for another word. */
static unsigned numbered_width(const char *word)
{
    static const char *const before[] = {"uint", "int", "i", "u", "s", ""};
    for (unsigned i = 0; i < sizeof before / sizeof *before; i++) {
        size_t n = strlen(before[i]);
        if (strncmp(word, before[i], n) || !isdigit((unsigned char)word[n])) continue;
        char *end;
        unsigned long bits = strtoul(word + n, &end, 10);
        bool tail = !*end || !strcmp(end, "-bit") || !strcmp(end, "bit") || !strcmp(end, "-bits");
        return tail && bits <= TERM_WIDTH_MAX ? (unsigned)bits : 0;
    }
    return 0;
}

static bool is_small_word(const char *word)
{
    static const char *const small[] = {
        "a", "an", "the", "of", "for", "in", "on", "with", "per", "each", "my", "to", "how",
        "bit", "bits", "into", "two", "do", "i", "vector"};
    for (unsigned i = 0; i < sizeof small / sizeof *small; i++)
        if (!strcmp(word, small[i])) return true;
    return false;
}

/* Whether the word says a width of fields, or the bits of a register class; both are kept. */
static bool takes_width(finder *f, const char *word)
{
    unsigned bits = named_width(word);
    if (!bits) bits = numbered_width(word);
    if (!bits) return false;
    const spec *s = f->a->spec;
    for (unsigned i = 0; i < s->nclasses; i++)
        if (s->classes[i].vector && s->classes[i].bits == bits) return f->bits = bits, true;
    f->width = bits;
    return true;
}

static void take_words(finder *f, char **operands, int n)
{
    strbuf all = {0};
    for (int i = 0; i < n; i++) strbuf_printf(&all, "%s%s", i ? " " : "", operands[i]);
    f->whole = arena_strdup(&f->a->mem, strbuf_text(&all));
    strbuf_free(&all);
    for (char *s = f->whole; *s; s++) *s = (char)tolower((unsigned char)*s);
    char *copy = arena_strdup(&f->a->mem, f->whole);
    for (char *w = strtok(copy, " \t\n,;"); w && f->nwords < WORDS_MAX; w = strtok(NULL, " \t\n,;"))
        f->word[f->nwords++] = w;
}

/* ---- the index ---- */

/* Numbers below nwords are phrases of the specification, those from there on its operations. */
static ls_status fill_index(finder *f)
{
    const spec *s = f->a->spec;
    ls_status rc = phrases_new(&f->index);
    for (unsigned i = 0; i < s->nwords && rc == LS_OK; i++)
        rc = phrases_add(f->index, i, s->words[i].text, s->words[i].op->name, s->words[i].op->doc);
    for (unsigned i = 0; i < s->nops && rc == LS_OK; i++)
        rc = phrases_add(f->index, s->nwords + i, "", s->ops[i].name, s->ops[i].doc);
    if (rc != LS_OK)
        fputs("lanesmith find: error: SQLite cannot search texts; one with FTS5 is needed\n",
              stderr);
    return rc;
}

/* Whether `near` may be what was meant by a word that no text has. A short word is near to too
 * many, and a slip of the keyboard does not change the length by more than one. */
static bool is_slip(const char *word, const char *near)
{
    size_t n = strlen(word), m = strlen(near);
    return n >= 4 && n <= m + 1 && m <= n + 1;
}

/* A word that no text has gives way to the nearest word of a phrase. */
static void mend_words(finder *f)
{
    const spec *s = f->a->spec;
    const char **known = arena_new(&f->a->mem, 16 * (size_t)s->nwords + s->nops, const char *);
    unsigned n = 0;
    for (unsigned i = 0; i < s->nwords; i++) {
        char *copy = arena_strdup(&f->a->mem, s->words[i].text);
        for (char *w = strtok(copy, " -"), k = 0; w && k < 16; w = strtok(NULL, " -"), k++)
            known[n++] = w;
    }
    for (unsigned i = 0; i < s->nops; i++) known[n++] = s->ops[i].name;
    for (unsigned i = 0; i < f->nwords; i++) {
        if (is_small_word(f->word[i]) || named_width(f->word[i]) || numbered_width(f->word[i]))
            continue;
        if (phrases_know(f->index, f->word[i])) continue;
        const char *near = nearest_name(f->word[i], known, n);
        if (!near || !is_slip(f->word[i], near)) continue;
        fprintf(stderr, "lanesmith find: note: nothing is called `%s`; the nearest word is `%s`\n",
                f->word[i], near);
        f->word[i] = near;
    }
}

/* ---- answers ---- */

static void add_answer(finder *f, const op *o, unsigned width)
{
    for (unsigned i = 0; i < f->nhits; i++)
        if (f->hit[i].op == o && (f->hit[i].width == width || !width)) return;
    if (f->nhits < HITS_MAX) f->hit[f->nhits++] = (answer){o, width};
}

static void add_exact(finder *f)
{
    const spec *s = f->a->spec;
    for (unsigned i = 0; i < s->nops; i++)
        if (!strcasecmp(s->ops[i].name, f->whole)) add_answer(f, &s->ops[i], 0);
    for (unsigned i = 0; i < s->nwords; i++)
        if (!strcasecmp(s->words[i].text, f->whole))
            add_answer(f, s->words[i].op, s->words[i].width);
}

static void add_found(finder *f, const char *const *words, unsigned count, bool all)
{
    unsigned number[HITS_MAX];
    const spec *s = f->a->spec;
    unsigned n = phrases_find(f->index, words, count, all, number, HITS_MAX);
    for (unsigned i = 0; i < n; i++) {
        if (number[i] >= s->nwords) add_answer(f, &s->ops[number[i] - s->nwords], 0);
        else add_answer(f, s->words[number[i]].op, s->words[number[i]].width);
    }
}

static void find_answers(finder *f)
{
    const char *core[WORDS_MAX];
    unsigned n = 0;
    for (unsigned i = 0; i < f->nwords; i++)
        if (!takes_width(f, f->word[i]) && !is_small_word(f->word[i])) core[n++] = f->word[i];
    add_exact(f);
    add_found(f, f->word, f->nwords, true);
    for (unsigned i = 0; i < f->a->spec->nops && n == 1; i++)
        if (!strcmp(f->a->spec->ops[i].name, core[0])) add_answer(f, &f->a->spec->ops[i], 0);
    add_found(f, core, n, true);
    add_found(f, n ? core : f->word, n ? n : f->nwords, false);
}

/* ---- cells ---- */

static const db_lowering *find_winner(finder *f, const cell *c)
{
    db_rows found;
    if (db_list_cell(f->a->db, f->a->spec, c, &f->a->mem, &found) != LS_OK) return NULL;
    for (unsigned i = 0; i < found.nlowerings; i++)
        if (found.lowerings[i].winner) return &found.lowerings[i];
    return NULL;
}

static bool wants_class(const finder *f, const regclass *cls)
{
    for (unsigned i = 0; i < f->filter.nclasses; i++)
        if (f->filter.cls[i] == cls) return true;
    return !f->filter.nclasses && (!f->bits || f->bits == cls->bits);
}

/* Winners of an operation at a width in a class, one a target; NULL where there is none. */
static unsigned take_winners(finder *f, const op *o, unsigned w, const regclass *cls,
                             const db_lowering **winner)
{
    const spec *s = f->a->spec;
    unsigned n = 0;
    for (unsigned t = 0; t < s->ntargets; t++) {
        cell c = {o, w, cls, &s->targets[t]};
        winner[t] = NULL;
        if (!cell_filter_admits_target(&f->filter, c.target) || !target_has_class(c.target, cls))
            continue;
        if (w > cls->bits || !op_exists(o, w, cls->bits / w)) continue;
        winner[t] = find_winner(f, &c);
        n += winner[t] != NULL;
    }
    return n;
}

/* The narrowest vector class that has winners, else the narrowest class. */
static const regclass *choose_class(finder *f, const op *o, unsigned w, const db_lowering **winner)
{
    const spec *s = f->a->spec;
    for (int vector = 1; vector >= 0; vector--)
        for (unsigned i = 0; i < s->nclasses; i++) {
            const regclass *cls = &s->classes[i];
            if (cls->vector == vector && wants_class(f, cls) && take_winners(f, o, w, cls, winner))
                return cls;
        }
    return NULL;
}

/* The width of the answer, or of the words, or the usual one, or the least that has winners. */
static const regclass *choose_cell(finder *f, const answer *h, unsigned *w,
                                   const db_lowering **winner)
{
    const unsigned tried[] = {
        h->width ? h->width : f->width, USUAL_WIDTH, 16, 32, 64, 4, 2, 1, 128};
    const regclass *cls = NULL;
    for (unsigned i = 0; i < sizeof tried / sizeof *tried && !cls; i++)
        if ((*w = tried[i]) != 0) cls = choose_class(f, h->op, *w, winner);
    return cls;
}

/* ---- printing ---- */

/* With the C types of the first target that has a winner. */
static void print_call(const spec *s, const op *o, unsigned w, const regclass *cls,
                       const db_lowering *const *winner, strbuf *out)
{
    cell c = {o, w, cls, NULL};
    unsigned t = 0;
    while (t < s->ntargets && !winner[t]) t++;
    if (t < s->ntargets)
        strbuf_printf(out, "%s r = ", isa_spelling(s->targets[t].set, cls->index)->c_type);
    strbuf_puts(out, "lanesmith_");
    lowering_print_cell(&c, out);
    for (unsigned i = 0; i < o->arity; i++) strbuf_printf(out, "%s%s", i ? ", " : "(", o->param[i]);
    if (o->second.name) strbuf_printf(out, ", &%s", o->second.name);
    strbuf_puts(out, ");");
}

static void print_costs(const spec *s, const db_lowering *const *winner)
{
    const char *separator = "";
    for (unsigned t = 0; t < s->ntargets; t++) {
        if (!winner[t]) continue;
        printf("%s%u on %s%s", separator, winner[t]->cost.insns, s->targets[t].name,
               !is_shippable(winner[t]) ? " (only claimed)" : "");
        separator = ", ";
    }
    puts("");
}

static void print_text(const finder *f, const answer *h, unsigned number, unsigned w,
                       const regclass *cls, const db_lowering *const *winner)
{
    const spec *s = f->a->spec;
    strbuf call = {0}, family = {0};
    printf("%s%u. %s %u %s   %u field%s of %u bit%s\n   %s\n", number > 1 ? "\n" : "", number,
           h->op->name, w, cls->name, cls->bits / w, plural(cls->bits / w), w, plural(w),
           h->op->doc);
    printf("   instructions  ");
    print_costs(s, winner);
    print_call(f->a->spec, h->op, w, cls, winner, &call);
    cell c = {h->op, w, cls, NULL};
    lowering_print_family(&c, &family);
    printf("   C             %s   /* %s<lanesmith.h>, or <lanesmith/TARGET/%s.h> */\n", call.s,
           w & (w - 1) ? "LANESMITH_ODD_WIDTHS and " : "", family.s);
    for (unsigned t = 0; t < s->ntargets; t++)
        if (winner[t]) {
            printf("   more          lanesmith show %s %u %s %s\n", h->op->name, w, cls->name,
                   s->targets[t].name);
            break;
        }
    strbuf_free(&call);
    strbuf_free(&family);
}

static json_t *json_of(const finder *f, const answer *h, unsigned w, const regclass *cls,
                       const db_lowering *const *winner)
{
    const spec *s = f->a->spec;
    json_t *row = json_object(), *insns = json_object();
    strbuf call = {0};
    print_call(f->a->spec, h->op, w, cls, winner, &call);
    json_put_text(row, "op", h->op->name);
    json_put_count(row, "width", w);
    json_put_text(row, "class", cls->name);
    json_put_text(row, "meaning", h->op->doc);
    json_put_text(row, "c", strbuf_text(&call));
    for (unsigned t = 0; t < s->ntargets; t++)
        if (winner[t]) json_put_count(insns, s->targets[t].name, winner[t]->cost.insns);
    json_put(row, "insns", insns);
    strbuf_free(&call);
    return row;
}

/* Whether an answer before the one of this number was printed with this operation and width. */
static bool is_printed(const finder *f, unsigned number, const unsigned *width)
{
    for (unsigned i = 0; i < number; i++)
        if (f->hit[i].op == f->hit[number].op && width[i] == width[number]) return true;
    return false;
}

static ls_status print_answers(finder *f)
{
    const spec *s = f->a->spec;
    const db_lowering **winner = arena_new(&f->a->mem, s->ntargets, const db_lowering *);
    json_list list = {.out = stdout};
    unsigned printed = 0, w, width[HITS_MAX];
    for (unsigned i = 0; i < f->nhits && printed < f->o->limit; i++) {
        const regclass *cls = choose_cell(f, &f->hit[i], &w, winner);
        width[i] = cls ? w : 0;
        if (!cls || is_printed(f, i, width)) continue;
        printed++;
        if (f->o->json) json_list_put(&list, json_of(f, &f->hit[i], w, cls, winner));
        else print_text(f, &f->hit[i], printed, w, cls, winner);
    }
    if (f->o->json) json_list_end(&list, NULL);
    if (printed) return LS_OK;
    fprintf(stderr,
            "lanesmith find: nothing is called `%s`; `lanesmith show --ops` lists all operations\n",
            f->whole);
    return LS_NO;
}

static ls_status find(app *a, const find_options *o, char **operands, int n)
{
    finder f = {.a = a, .o = o};
    ls_status rc = cell_filter_make(&f.filter, "find", a->spec, NULL, NULL, &o->classes,
                                    &o->targets);
    if (rc == LS_OK) rc = app_open_db(a, o->db_path, APP_DB_LOOK);
    if (rc == LS_OK) rc = fill_index(&f);
    if (rc == LS_OK) {
        take_words(&f, operands, n);
        mend_words(&f);
        find_answers(&f);
        rc = print_answers(&f);
    }
    phrases_free(f.index);
    return rc;
}

static bool is_blank(char **operands, int n)
{
    for (int i = 0; i < n; i++)
        if (operands[i][strspn(operands[i], " \t\n,;")]) return false;
    return true;
}

int cmd_find(int argc, char **argv)
{
    app a;
    char **operands;
    int n;
    find_options o = {.limit = 5};
    int stop = options_parse(&text, argc, argv, &o, &operands, &n);
    if (stop == OPTIONS_GO_ON && is_blank(operands, n))
        stop = usage_error("find", "expected words, as in `lanesmith find unpack nibbles`");
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = app_open_spec(&a, "find", o.spec_dir);
    if (rc == LS_OK) rc = find(&a, &o, operands, n);
    app_close(&a);
    return (int)rc;
}
