// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* shuffles.c - `lanesmith bench shuffles`: movements of fields beside their goals, and random
 * constant shuffles beside stock LLVM.
 *
 * The first table has figures that the project has set itself for packs, merges and widenings
 * (bench/movements.tsv): each is searched on the spot, proved, compiled and counted. Sums of two
 * results share what they can. The others are random_shuffles.c's: what a compiler makes of a
 * shuffle that nobody has seen. At fields of 8 bits LLVM's own code is kept when ours is not
 * shorter; "worse" counts where it is longer. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "bench/base/benches.h"
#include "bench/base/tsv.h"
#include "cli/app/cells.h"
#include "lowerings/emit/lowering.h"
#include "lowerings/measure/codegen.h"
#include "random_shuffles.h"
#include "spec/base/clock.h"
#include "synth/permute/shuffle.h"
#include "verify/verify.h"

enum { GOAL_WORK = 300, GOAL_STEPS = 26, LIST_MAX = 8 };

#define SHUFFLES_OPTIONS(X)                                                                        \
    OPTIONS_SPEC(X)                                                                                \
    X(NUMBER, count, 0, "count", "1..100000", "random shuffles of each kind; default: 1000")       \
    X(NAMES, widths, 0, "width", "N,...",                                                          \
      "random shuffles of fields of so many bits; default: 1,2,4,8")                               \
    X(NAMES, bits, 0, "bits", "N,...",                                                             \
      "of vectors of so many bits: 64, 128, 256, 512; default: 128")                               \
    OPTIONS_TARGETS(X)                                                                             \
    X(TEXT, plugin, 0, "plugin", "FILE", "the pass; default: lib/LanesmithPass.so of this build")  \
    X(FLAG, random, 0, "random", NULL, "leave out the table of goals")                             \
    OPTIONS_JOBS(X)                                                                                \
    OPTIONS_JSON(X)
typedef struct shuffles_options { SHUFFLES_OPTIONS(OPTION_MEMBER) } shuffles_options;
#define ROW(...) OPTION_ROW(shuffles_options, __VA_ARGS__)
static const option_row rows[] = {SHUFFLES_OPTIONS(ROW)};
static const command_text text = {
    "bench shuffles",
    "",
    "Searches, proves and counts packs, merges and widenings of fields beside the figures that the "
    "project has set\n"
    "itself; then has the plugin lower random constant shuffles (fixed seed), proves that each "
    "does what it did, and\n"
    "compares the counts with those of stock LLVM 19.\n"
    "Exit status 1 when anything is refuted or not decided.",
    "lanesmith bench shuffles\n"
    "lanesmith bench shuffles --random --count 100 --width 1,4 --target x86-64-v2\n"
    "lanesmith bench shuffles --json\n",
    rows,
    sizeof rows / sizeof *rows};

static const column goal_columns[] = {{"operation", COLUMN_TEXT}, {"width", COLUMN_NUMBER},
                                      {"class", COLUMN_TEXT},     {"target", COLUMN_TEXT},
                                      {"goal", COLUMN_NUMBER},    {"steps", COLUMN_NUMBER},
                                      {"ours", COLUMN_NUMBER},    {"met", COLUMN_TEXT},
                                      {"proof", COLUMN_TEXT},     {"seconds", COLUMN_NUMBER}};

typedef struct report {
    app *a;
    verifier *v;
    table goals, random, means;
    bool wrong;
} report;

/* ---- goals ---- */

/* A row of bench/movements.tsv. */
typedef struct goal {
    const char *op, *with; /* with: counted together with this one, or NULL */
    unsigned w;
    const char *cls, *target;
    int goal;
} goal_row;

enum { GOAL_OP, GOAL_WITH, GOAL_WIDTH, GOAL_CLASS, GOAL_TARGET, GOAL_LIMIT, GOAL_FIELDS };

/* Counts the program as LLVM compiles it. */
static ls_status count_prog(report *r, const cell *c, const prog *p, int *insns)
{
    strbuf ir = {0};
    codegen_count count = {0};
    emit_ir_module(c, p, "lowering", &ir);
    ls_status rc = codegen_measure(ir.s, "lowering", c->target, &count, NULL, &r->a->dg);
    *insns = (int)count.insns;
    strbuf_free(&ir);
    return rc;
}

static ls_status prove_prog(report *r, const cell *c, const prog *p, proof_answer *answer)
{
    proof x;
    ls_status rc = verify_prog(r->v, c, p, &x, &r->a->dg);
    if (rc != LS_OK) return rc;
    *answer = x.answer;
    r->wrong = r->wrong || x.answer != PROOF_PROVED;
    return LS_OK;
}

/* What came of a goal. */
typedef struct goal_result {
    int node[2]; /* of the operation, and of the one that is counted with it; -1: none */
    int steps, insns; /* of both together, where there are two */
    proof_answer answer;
    double seconds;
} goal_result;

/* Searches operation number k of the goal, proves what is found and counts it. */
static ls_status try_goal(report *r, const cell *c, permute *p, double start, int k,
                          goal_result *out)
{
    labels goal;
    prog q;
    if (!shuffle_goal(c->op, c->w, c->cls, &goal, &r->a->dg)) return LS_OK;
    out->node[k] = permute_search(p, &goal, GOAL_STEPS, GOAL_WORK);
    out->seconds = clock_seconds() - start;
    if (out->node[k] < 0 || !shuffle_prog(p, out->node[k], r->a->spec, c->op, c->cls, &q))
        return LS_OK;
    ls_status rc = prove_prog(r, c, &q, &out->answer);
    return rc == LS_OK ? count_prog(r, c, &q, &out->insns) : rc;
}

static ls_status try_goals(report *r, const goal_row *g, const mover_book *b, goal_result *out)
{
    spec *s = r->a->spec;
    const char *names[2] = {g->op, g->with};
    arena mem = {0};
    cell c = {
        .w = g->w, .cls = spec_find_class(s, g->cls), .target = spec_find_target(s, g->target)};
    permute_machine m = mover_machine(b, c.cls, c.target, &mem);
    permute *p = permute_new(&m, spec_find_op(s, g->op)->arity);
    double start = clock_seconds();
    ls_status rc = LS_OK;
    for (int k = 0; rc == LS_OK && k < 2 && names[k]; k++) {
        c.op = spec_find_op(s, names[k]);
        rc = try_goal(r, &c, p, start, k, out);
    }
    if (out->node[0] >= 0) out->steps = (int)permute_count(p, out->node[0]);
    if (g->with && out->node[0] >= 0 && out->node[1] >= 0) {
        int both = (int)permute_count_both(p, out->node[0], out->node[1]);
        if (both) out->steps = both;
        out->insns = both;
    }
    permute_free(p);
    arena_free(&mem);
    return rc;
}

static ls_status put_goal(report *r, const goal_row *g, const mover_book *b)
{
    goal_result x = {.node = {-1, -1}, .steps = -1, .answer = PROOF_UNKNOWN};
    ls_status rc = try_goals(r, g, b, &x);
    bool found = x.node[0] >= 0;
    const char *answer = x.answer == PROOF_PROVED    ? "proved"
                         : x.answer == PROOF_REFUTED ? "refuted"
                                                     : "unknown";
    table_put(&r->goals, "%s%s%s", g->op, g->with ? " and " : "", g->with ? g->with : "");
    table_put_count(&r->goals, (int)g->w);
    table_put(&r->goals, "%s", g->cls);
    table_put(&r->goals, "%s", g->target);
    table_put_count(&r->goals, g->goal);
    table_put_count(&r->goals, x.steps);
    table_put_count(&r->goals, found ? x.insns : -1);
    table_put(&r->goals, "%s", found && x.insns <= g->goal ? "yes" : "no");
    table_put(&r->goals, "%s", found ? answer : "");
    table_put_value(&r->goals, x.seconds, 2);
    return rc;
}

static bool read_goal(const spec *s, const tsv_row *row, goal_row *g, diags *d)
{
    bool alone = !strcmp(row->field[GOAL_WITH], "-");
    if (!tsv_check_names(row, GOAL_OP, s, tsv_is_op, "operation", d)) return false;
    if (!alone && !tsv_check_names(row, GOAL_WITH, s, tsv_is_op, "operation", d)) return false;
    if (!tsv_check_names(row, GOAL_CLASS, s, tsv_is_class, "register class", d)) return false;
    if (!tsv_check_names(row, GOAL_TARGET, s, tsv_is_target, "target", d)) return false;
    int w = tsv_number(row, GOAL_WIDTH, d), limit = tsv_number(row, GOAL_LIMIT, d);
    *g = (goal_row){row->field[GOAL_OP], alone ? NULL : row->field[GOAL_WITH], (unsigned)w,
                    row->field[GOAL_CLASS], row->field[GOAL_TARGET], limit};
    return w > 0 && limit >= 0;
}

/* The classes that rows name, each once. */
static unsigned list_classes(const spec *s, const tsv *t, const regclass **out)
{
    unsigned n = 0;
    for (unsigned k = 0; k < s->nclasses; k++)
        for (unsigned i = 0; i < t->count; i++) {
            if (strcmp(s->classes[k].name, t->row[i].field[GOAL_CLASS])) continue;
            out[n++] = &s->classes[k];
            break;
        }
    return n;
}

static ls_status put_goals(report *r)
{
    app *a = r->a;
    tsv t = {0};
    ls_status rc = tsv_read(&t, bench_source_path(a, "bench/movements.tsv"), GOAL_FIELDS, &a->dg);
    if (rc != LS_OK) return rc;
    const regclass **cls = arena_new(&a->mem, a->spec->nclasses + 1, const regclass *);
    mover_book *b = mover_book_new(a->spec, cls, list_classes(a->spec, &t, cls));
    for (unsigned i = 0; rc == LS_OK && i < t.count; i++) {
        goal_row g;
        rc = read_goal(a->spec, &t.row[i], &g, &a->dg) ? put_goal(r, &g, b) : LS_INPUT;
    }
    mover_book_free(b);
    tsv_free(&t);
    return rc;
}

/* ---- the command ---- */

/* Powers of two from `least` to `most`, as they are asked for, or else the usual ones; ended by 0.
 */
static ls_status choose(const option_words *words, const char *what, const char *expected,
                        unsigned least, unsigned most, unsigned *list)
{
    unsigned n = 0;
    for (unsigned i = 0; i < words->count; i++) {
        char *end;
        unsigned long value = strtoul(words->word[i], &end, 10);
        if (*end || value < least || value > most || (value & (value - 1)) || n == LIST_MAX)
            return (ls_status)usage_error(text.name, "%s `%s`; %s expected", what, words->word[i],
                                          expected);
        list[n++] = (unsigned)value;
    }
    if (n) list[n] = 0;
    return LS_OK;
}

static ls_status measure(report *r, const shuffles_options *o, const unsigned *widths,
                         const unsigned *bits)
{
    app *a = r->a;
    cell_filter targets;
    ls_status rc = cell_filter_make(&targets, text.name, a->spec, NULL, NULL, NULL, &o->targets);
    const char *plugin = o->plugin ? o->plugin : app_prefix_path(a, "lib/LanesmithPass.so");
    random_shuffles random = {.plugin = plugin, .targets = &targets, .widths = widths,
                              .bits = bits, .count = o->count,
                              .jobs = o->jobs ? o->jobs : app_processors()};
    if (rc != LS_OK) return rc;
    rc = verifier_new(&r->v, verify_default_limits, NULL, NULL);
    if (rc == LS_OK && !o->random) rc = put_goals(r);
    verifier_free(r->v);
    rc = app_report(a, rc);
    if (rc == LS_OK) rc = random_shuffles_run(a, &random, &r->random, &r->means);
    r->wrong |= random.wrong;
    return rc;
}

int bench_shuffles(int argc, char **argv)
{
    shuffles_options o = {.count = 1000};
    unsigned widths[LIST_MAX + 1] = {1, 2, 4, 8}, bits[LIST_MAX + 1] = {128};
    int stop = options_parse_alone(&text, argc, argv, &o, NULL);
    app a;
    if (stop != OPTIONS_GO_ON) return stop;
    if (choose(&o.widths, "field width", "1, 2, 4, 8, 16, 32 or 64", 1, 64, widths) != LS_OK)
        return LS_INPUT;
    if (choose(&o.bits, "vectors of", "64, 128, 256 or 512 bits", 64, 512, bits) != LS_OK)
        return LS_INPUT;
    report r = {.a = &a};
    TABLE_INIT(&r.goals, "goals", "Movements beside their goals", goal_columns);
    random_shuffles_init(&r.random, &r.means);
    ls_status rc = app_open_spec(&a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = measure(&r, &o, widths, bits);
    if (rc == LS_OK)
        tables_print((const table *const[]){&r.goals, &r.random, &r.means}, 3, o.json, stdout);
    table_free(&r.goals);
    table_free(&r.random);
    table_free(&r.means);
    app_close(&a);
    return rc == LS_OK && r.wrong ? LS_NO : (int)rc;
}
