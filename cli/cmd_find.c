// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_find.c - `lanesmith find WORDS`: the operation that somebody has in mind, with its cost and
 * the call in C.
 *
 * Three texts are searched: the phrases of (words ...) in the specification, names of operations
 * and what they mean. query.c reads the words. The order of the answers:
 *
 *     1. the words are a phrase, or a name
 *     2. they say a conversion: "i4 to i8"
 *     3. texts that have all words
 *     4. without those of a width ("4-bit", "i4", "nibbles") they are a name
 *     5. texts that have all of these; without "bit", too
 *     6. texts that have some of these, which is told
 *
 * within each by SQLite's rank (db/phrases.h). Where the words have a phrase of (lacking ...) and
 * are none themselves, no operation computes it: there is no answer but what to do instead. A word
 * that no text has is replaced by the nearest one of the phrases. An answer is an operation at a
 * width: that of the phrase, or of the words, or 8. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "cli/app/app.h"
#include "cli/app/cells.h"
#include "cli/app/json.h"
#include "cli/app/options.h"
#include "cli/app/story.h"
#include "cli/query.h"
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

enum { HITS_MAX = 400, USUAL_WIDTH = 8 };

typedef struct answer {
    const op *op;
    unsigned width; /* 0: none was meant */
} answer;

typedef struct finder {
    app *a;
    const find_options *o;
    cell_filter filter;
    phrases *index;
    const char **known; /* all words of phrases, and names */
    unsigned nknown;
    query q;
    answer hit[HITS_MAX];
    unsigned nhits;
    bool partly; /* no text has all of the words */
} finder;

/* ---- the index ---- */

/* Numbers below nwords are phrases of the specification, those from there on its operations. */
static ls_status fill_index(finder *f)
{
    const spec *s = f->a->spec;
    arena *mem = &f->a->mem;
    ls_status rc = phrases_new(&f->index);
    for (unsigned i = 0; i < s->nwords && rc == LS_OK; i++)
        rc = phrases_add(f->index, i, query_meaning(s, s->words[i].text, mem),
                         s->words[i].op->name, query_meaning(s, s->words[i].op->doc, mem));
    for (unsigned i = 0; i < s->nops && rc == LS_OK; i++)
        rc = phrases_add(f->index, s->nwords + i, "", s->ops[i].name,
                         query_meaning(s, s->ops[i].doc, mem));
    if (rc != LS_OK)
        fputs("lanesmith find: error: SQLite cannot search texts; one with FTS5 is needed\n",
              stderr);
    return rc;
}

/* ---- slips ---- */

/* Whether `near` may be what was meant by a word that no text has. A short word is near to too
 * many, and a slip of the keyboard does not change the length by more than one. */
static bool is_slip(const char *word, const char *near)
{
    size_t n = strlen(word), m = strlen(near);
    return n >= 4 && n <= m + 1 && m <= n + 1;
}

static void add_known(finder *f, const char *phrase)
{
    char *copy = arena_strdup(&f->a->mem, phrase);
    for (char *w = strtok(copy, " -"); w; w = strtok(NULL, " -")) f->known[f->nknown++] = w;
}

static void list_known(finder *f)
{
    const spec *s = f->a->spec;
    size_t most = s->nops + s->nsynonyms;
    for (unsigned i = 0; i < s->nwords; i++) most += strlen(s->words[i].text);
    for (unsigned i = 0; i < s->nlacks; i++) most += strlen(s->lacks[i].text);
    f->known = arena_new(&f->a->mem, most, const char *);
    for (unsigned i = 0; i < s->nwords; i++) add_known(f, s->words[i].text);
    for (unsigned i = 0; i < s->nops; i++) f->known[f->nknown++] = s->ops[i].name;
    for (unsigned i = 0; i < s->nlacks; i++) add_known(f, s->lacks[i].text);
    for (unsigned i = 0; i < s->nsynonyms; i++) f->known[f->nknown++] = s->synonyms[i].word;
}

/* A word that no text has gives way to the nearest word of a phrase; where none is near, to "". */
static const char *mend_word(void *context, const char *word)
{
    finder *f = context;
    if (phrases_know(f->index, word)) return word;
    const char *near = nearest_name(word, f->known, f->nknown);
    for (unsigned i = 0; i < f->nknown; i++)
        if (!strcmp(f->known[i], word)) return word;
    if (!near || !is_slip(word, near)) {
        fprintf(stderr, "lanesmith find: note: nothing is called `%s`\n", word);
        return "";
    }
    fprintf(stderr, "lanesmith find: note: nothing is called `%s`; the nearest word is `%s`\n",
            word, near);
    return near;
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
        if (!strcasecmp(s->ops[i].name, f->q.whole)) add_answer(f, &s->ops[i], 0);
    for (unsigned i = 0; i < s->nwords; i++)
        if (!strcasecmp(s->words[i].text, f->q.whole))
            add_answer(f, s->words[i].op, s->words[i].width);
}

static void add_found(finder *f, const char *const *words, unsigned count, bool all)
{
    unsigned number[HITS_MAX];
    const spec *s = f->a->spec;
    unsigned n = phrases_find(f->index, words, count, all, number, HITS_MAX);
    for (unsigned i = 0; i < n && all; i++) /* phrases that have no word more */
        if (number[i] < s->nwords && query_has(&f->q, s, s->words[number[i]].text, &f->a->mem))
            add_answer(f, s->words[number[i]].op, s->words[number[i]].width);
    for (unsigned i = 0; i < n; i++) {
        if (number[i] >= s->nwords) add_answer(f, &s->ops[number[i] - s->nwords], 0);
        else add_answer(f, s->words[number[i]].op, s->words[number[i]].width);
    }
}

/* The operations that make fields of q.to bits of those of q.from bits. Those that demand a word of
 * the query come first, those that demand another one last. */
static void add_conversions(finder *f)
{
    const spec *s = f->a->spec;
    const query *q = &f->q;
    for (unsigned rank = 0; rank < 3; rank++)
        for (unsigned i = 0; i < s->nconversions && q->from; i++) {
            const spec_conversion *c = &s->conversions[i];
            unsigned of = !c->demands ? 1 : query_has(q, s, c->demands, &f->a->mem) ? 0 : 2;
            if (of == rank && q->from * c->to == q->to * c->from)
                add_answer(f, c->op, q->from > q->to ? q->from : q->to);
        }
}

/* "sign extend 4-bit" is of fields that become 8 bits wide. */
static void widen_answers(finder *f)
{
    const spec *s = f->a->spec;
    for (unsigned i = 0; i < f->nhits; i++)
        for (unsigned k = 0; k < s->nconversions && !f->hit[i].width; k++) {
            const spec_conversion *c = &s->conversions[k];
            if (c->op == f->hit[i].op && c->to > c->from)
                f->hit[i].width = f->q.width * c->to / c->from;
        }
}

static void add_named(finder *f, const char *name)
{
    const op *o = spec_find_op(f->a->spec, name);
    if (o) add_answer(f, o, 0);
}

static void find_answers(finder *f)
{
    const query *q = &f->q;
    add_conversions(f);
    add_found(f, q->word, q->nwords, true);
    if (q->nleast == 1) add_named(f, q->least[0]);
    add_found(f, q->core, q->ncore, true);
    add_found(f, q->least, q->nleast, true);
    f->partly = !f->nhits;
    add_found(f, q->least, q->nleast, false);
    widen_answers(f);
}

/* What no operation computes, where the words say so; else NULL. */
static const spec_lack *find_lack(finder *f)
{
    const spec *s = f->a->spec;
    for (unsigned i = 0; i < s->nlacks && !f->nhits; i++)
        if (query_has(&f->q, s, s->lacks[i].text, &f->a->mem)) return &s->lacks[i];
    return NULL;
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
    return !f->filter.nclasses && (!f->q.bits || f->q.bits == cls->bits);
}

/* Winners of an operation at a width in a class, one a target; NULL where there is none. Of targets
 * `by_name` only where they are named. */
static unsigned take_winners(finder *f, const op *o, unsigned w, const regclass *cls,
                             const db_lowering **winner)
{
    const spec *s = f->a->spec;
    unsigned n = 0;
    for (unsigned t = 0; t < s->ntargets; t++) {
        cell c = {o, w, cls, &s->targets[t]};
        winner[t] = NULL;
        if (!cell_filter_takes_target(&f->filter, c.target) || !target_has_class(c.target, cls))
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

/* The width that the words say. A register's bits are that, too, where an operation works on each
 * field for itself, and no other is said. */
static unsigned meant_width(const finder *f, const op *o)
{
    if (f->q.width || !f->q.bits) return f->q.width;
    return op_exists(o, f->q.bits, 1) && op_is_fieldwise(o, f->q.bits, 2) ? f->q.bits : 0;
}

/* The width of the answer, or of the words, or the usual one, or the least that has winners. */
static const regclass *choose_cell(finder *f, const answer *h, unsigned *w,
                                   const db_lowering **winner)
{
    const unsigned tried[] = {
        h->width ? h->width : meant_width(f, h->op), USUAL_WIDTH, 16, 32, 64, 4, 2, 1, 128};
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

/* An operation that the database has no sequence of. */
static void print_without(const op *o, unsigned number)
{
    printf("%s%u. %s   no sequence is in the database\n   %s\n"
           "   more          lanesmith synth --op %s\n",
           number > 1 ? "\n" : "", number, o->name, o->doc, o->name);
}

/* Whether the answer is printed; *w: at which width, 0: at none. */
static bool print_answer(finder *f, unsigned i, unsigned number, const unsigned *width, unsigned *w,
                         json_list *list)
{
    const answer *h = &f->hit[i];
    const db_lowering **winner = arena_new(&f->a->mem, f->a->spec->ntargets, const db_lowering *);
    const regclass *cls = choose_cell(f, h, w, winner);
    bool chosen = f->filter.nclasses || f->filter.ntargets;
    if (!cls) *w = 0;
    if ((!cls && chosen) || is_printed(f, i, width)) return false;
    if (cls && f->o->json) json_list_put(list, json_of(f, h, *w, cls, winner));
    else if (cls) print_text(f, h, number, *w, cls, winner);
    else if (!f->o->json) print_without(h->op, number);
    return cls || !f->o->json;
}

static ls_status print_answers(finder *f)
{
    json_list list = {.out = stdout};
    unsigned printed = 0, width[HITS_MAX];
    if (f->partly && f->nhits)
        fprintf(stderr, "lanesmith find: note: nothing is called `%s`; these have some of it\n",
                f->q.whole);
    for (unsigned i = 0; i < f->nhits && printed < f->o->limit; i++)
        printed += print_answer(f, i, printed + 1, width, &width[i], &list);
    if (f->o->json) json_list_end(&list, NULL);
    if (printed) return LS_OK;
    fprintf(stderr,
            "lanesmith find: nothing is called `%s`; `lanesmith show --ops` lists all operations\n",
            f->q.whole);
    return LS_NO;
}

/* "shift right by 3": the operation of that amount comes first, where there is one of the width. */
static void prefer_amount(finder *f)
{
    const spec *s = f->a->spec;
    if (!f->q.amount || !f->nhits || f->nhits == HITS_MAX) return;
    const db_lowering **winner = arena_new(&f->a->mem, s->ntargets, const db_lowering *);
    const op *o = spec_find_op(
        s, arena_printf(&f->a->mem, "%s_%u", f->hit[0].op->name, f->q.amount));
    unsigned width = f->q.width ? f->q.width : USUAL_WIDTH;
    if (!o || !choose_class(f, o, width, winner)) return;
    memmove(&f->hit[1], &f->hit[0], f->nhits++ * sizeof *f->hit);
    f->hit[0] = (answer){o, width};
}

static ls_status print_lack(const finder *f, const spec_lack *lack)
{
    json_list list = {.out = stdout};
    fprintf(stderr, "lanesmith find: no operation is `%s`; %s\n", lack->text, lack->instead);
    if (f->o->json) json_list_end(&list, NULL);
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
        list_known(&f);
        query_read(&f.q, a->spec, operands, n, mend_word, &f, &a->mem);
        add_exact(&f);
        const spec_lack *lack = find_lack(&f);
        if (!lack) find_answers(&f);
        prefer_amount(&f);
        rc = lack ? print_lack(&f, lack) : print_answers(&f);
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
