// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* search.c - `lanesmith bench search`: how fast the engine `exhaust` excludes and finds.
 *
 * The first part is Warren's example for exhaustive search (his program Aha!): the sum of fields of
 * 2 bits in a word of 32 bits from not, add, subtract, and, or, exclusive or, shifts by one and
 * five constants. No program of 4 instructions exists, one of 5 does; and an operation that needs
 * more, the saturating sum, excludes every program of 6.
 *
 * The second part is the rate of the search on the core grammar of the first target. A candidate is
 * an instruction with its operands, judged on one 128-bit image. On inner levels each is computed
 * and looked up among the images seen. Of the last two instructions the first is what the second
 * would need, so one look-up judges every instruction that could come first: each pair of them that
 * it excludes and in which all values are used counts once. Times are of one thread unless the row
 * says otherwise, medians of runs. */
#include <inttypes.h>
#include <stdlib.h>

#include "bench/base/benches.h"
#include "bench/base/table.h"
#include "cli/app/options.h"
#include "spec/base/clock.h"
#include "synth/exhaust/exhaust.h"

enum { WORD = 32, FIELD = 2, RUNS = 5 };

#define SEARCH_OPTIONS(X)                                                                          \
    OPTIONS_SPEC(X)                                                                                \
    X(FLAG, quick, 0, "quick", NULL,                                                               \
      "leave out the programs of 6 instructions, which take a minute")                             \
    X(NUMBER, jobs, 'j', "jobs", "1..64",                                                          \
      "threads of the rows that use several; default: one a processor")                            \
    OPTIONS_JSON(X)
typedef struct search_options { SEARCH_OPTIONS(OPTION_MEMBER) } search_options;
#define ROW(...) OPTION_ROW(search_options, __VA_ARGS__)
static const option_row rows[] = {SEARCH_OPTIONS(ROW)};
static const command_text text = {"bench search",
                                  "",
                                  "Measures how fast programs are found and excluded: Warren's "
                                  "example (Aha!), and candidates judged a second.\n"
                                  "Exit status 1 when a search does not give what is known: no "
                                  "program of 4 instructions for the sum, one of 5.",
                                  "lanesmith bench search\n"
                                  "lanesmith bench search --quick --json\n",
                                  rows,
                                  sizeof rows / sizeof *rows};

static const column columns[] = {
    {"search", COLUMN_TEXT},    {"result", COLUMN_TEXT},       {"threads", COLUMN_NUMBER},
    {"seconds", COLUMN_NUMBER}, {"candidates", COLUMN_NUMBER}, {"millions a second", COLUMN_NUMBER},
    {"target", COLUMN_TEXT},    {"met", COLUMN_TEXT}};

/* ---- the word grammar ---- */

static const uint64_t constants[] = {0, 1, 0xffffffff, 0x55555555, 0xaaaaaaaa};

static void add_operators(grammar *g, kernel_set *kernels)
{
    static const struct { const char *name; term_op op;
    } binary[] = {{"add", TERM_BVADD},
                  {"sub", TERM_BVSUB},
                  {"and", TERM_BVAND},
                  {"or", TERM_BVOR},
                  {"xor", TERM_BVXOR}};
    term v[2] = {term_mk_var(g->terms, "x", WORD), term_mk_var(g->terms, "y", WORD)},
         one = term_mk_u64(g->terms, 1, WORD);
    grammar_add(g, "not", term_mk_unary(g->terms, TERM_BVNOT, v[0]), v, 1, kernels);
    for (unsigned i = 0; i < sizeof binary / sizeof *binary; i++)
        grammar_add(g, binary[i].name, term_mk_binary(g->terms, binary[i].op, v[0], v[1]), v, 2,
                    kernels);
    grammar_add(g, "shl1", term_mk_binary(g->terms, TERM_BVSHL, v[0], one), v, 1, kernels);
    grammar_add(g, "shr1", term_mk_binary(g->terms, TERM_BVLSHR, v[0], one), v, 1, kernels);
    for (unsigned i = 0; i < sizeof constants / sizeof *constants; i++)
        grammar_add_const(g, constants[i]);
}

/* One field of the sum, or of the sum that stops at the greatest number. */
static term field_sum(term_ctx *c, term a, term b, bool saturating)
{
    term wide = term_mk_binary(c, TERM_BVADD, term_mk_extend(c, TERM_ZERO_EXTEND, 1, a),
                               term_mk_extend(c, TERM_ZERO_EXTEND, 1, b));
    term sum = term_mk_extract(c, FIELD - 1, 0, wide),
         carry = term_mk_extract(c, FIELD, FIELD, wide);
    if (!saturating) return sum;
    return term_mk_ite(c, term_mk_binary(c, TERM_EQ, carry, term_mk_ones(c, 1)),
                       term_mk_ones(c, FIELD), sum);
}

static void word_problem(problem *p, bool saturating)
{
    term_ctx *c = term_ctx_new();
    term v[2] = {term_mk_var(c, "x", WORD), term_mk_var(c, "y", WORD)}, field[WORD / FIELD];
    unsigned widths[2] = {WORD, WORD};
    for (unsigned i = 0; i < WORD / FIELD; i++) {
        unsigned low = i * FIELD, high = low + FIELD - 1;
        field[i] = field_sum(c, term_mk_extract(c, high, low, v[0]),
                             term_mk_extract(c, high, low, v[1]), saturating);
    }
    problem_init_terms(p, c, v, 2, widths, term_mk_concat_n(c, field, WORD / FIELD),
                       term_mk_ones(c, WORD), WORD, NULL, 0, 1);
    term_ctx_free(c);
}

/* ---- measuring ---- */

typedef struct measure {
    const grammar *g;
    const problem *p;
    exhaust_options o;
    exhaust_result r;
    double seconds;
} measure;

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void run(measure *m, unsigned runs)
{
    double seconds[RUNS];
    for (unsigned i = 0; i < runs; i++) {
        double start = clock_seconds();
        exhaust_search(m->g, m->p, &m->o, NULL, NULL, &m->r);
        seconds[i] = clock_seconds() - start;
    }
    qsort(seconds, runs, sizeof *seconds, by_value);
    m->seconds = seconds[runs / 2];
}

typedef struct report {
    table t;
    bool wrong;
} report;

static void put(report *r, const char *what, bool right, const char *result, unsigned threads,
                double seconds, uint64_t candidates, const char *goal, bool met)
{
    table_put(&r->t, "%s", what);
    table_put(&r->t, "%s", right ? result : "not what is known");
    table_put_count(&r->t, (int)threads);
    table_put_value(&r->t, seconds, 3);
    table_put(&r->t, "%" PRIu64, candidates);
    table_put_value(&r->t, (double)candidates / seconds / 1e6, 0);
    table_put(&r->t, "%s", goal);
    table_put(&r->t, "%s", met ? "yes" : "no");
    r->wrong = r->wrong || !right;
}

static void put_words(report *r, const grammar *g, const search_options *o)
{
    static problem sum, saturating;
    word_problem(&sum, false);
    word_problem(&saturating, true);
    measure four = {g, &sum, {.max_level = 4, .max_solutions = 1}, {0}, 0},
            five = {g, &sum, {.max_level = 5, .max_solutions = 1}, {0}, 0};
    run(&four, RUNS);
    put(r, "sum of 2-bit fields, 4 instructions", four.r.bound == 5, "none exists", 1, four.seconds,
        four.r.judged, "0.1 s", four.seconds <= 0.1);
    run(&five, RUNS);
    put(r, "sum of 2-bit fields, 5 instructions", five.r.bound == 5 && five.r.solutions, "found", 1,
        five.seconds, five.r.judged, "2 s", five.seconds <= 2);
    if (o->quick) return;
    unsigned threads = o->jobs ? o->jobs : app_processors();
    measure six = {
        g, &saturating, {.max_level = 6, .max_solutions = 1, .threads = threads}, {0}, 0};
    run(&six, 1);
    put(r, "saturating sum, 6 instructions", six.r.bound == 7, "none exists", threads, six.seconds,
        six.r.judged, "900 s", six.seconds <= 900);
}

static void put_rates(report *r, const grammar *g, const problem *p)
{
    enum { INNER = 4, LEVEL = 5 };
    measure last = {g, p, {.max_level = LEVEL, .max_solutions = 1}, {0}, 0};
    double start = clock_seconds();
    uint64_t computed = exhaust_visit_all(g, p, INNER, 0, NULL, NULL);
    double seconds = clock_seconds() - start;
    put(r, "inner levels, vectors", computed > 0, "deduplicated", 1, seconds, computed, "50 M/s",
        (double)computed / seconds >= 50e6);
    run(&last, RUNS);
    put(r, "last two instructions, vectors", last.r.bound == LEVEL + 1, "none exists", 1,
        last.seconds, last.r.last, "1000 M/s", (double)last.r.last / last.seconds >= 1e9);
}

static ls_status measure_all(app *a, const search_options *o, report *r)
{
    grammar *words = mem_alloc(1, sizeof *words), *lanes = mem_alloc(1, sizeof *lanes);
    problem *p = mem_alloc(1, sizeof *p);
    kernel_set *kernels = kernel_set_new();
    const regclass *cls = spec_find_class(a->spec, "x128");
    const target *t = a->spec->ntargets ? &a->spec->targets[0] : NULL;
    const op *eq = spec_find_op(a->spec, "eq");
    grammar_open(words, WORD);
    add_operators(words, kernels);
    ls_status rc = cls && t && eq ? LS_OK : LS_INPUT;
    if (rc == LS_OK) grammar_init(lanes, a->spec, cls, t, FIELD, GRAMMAR_CORE, kernels);
    if (rc == LS_OK) rc = problem_init(p, eq, FIELD, cls, 1, &a->dg);
    if (rc == LS_OK) rc = kernel_compile(kernels, &a->dg);
    if (rc == LS_OK) {
        grammar_link(words, kernels);
        grammar_link(lanes, kernels);
        put_words(r, words, o);
        put_rates(r, lanes, p);
    }
    grammar_free(words);
    grammar_free(lanes);
    kernel_set_free(kernels);
    mem_free(words);
    mem_free(lanes);
    mem_free(p);
    return app_report(a, rc);
}

int bench_search(int argc, char **argv)
{
    search_options o = {0};
    int stop = options_parse_alone(&text, argc, argv, &o, NULL);
    app a;
    report r = {0};
    if (stop != OPTIONS_GO_ON) return stop;
    TABLE_INIT(&r.t, "search", "Exhaustive search", columns);
    ls_status rc = app_open_spec(&a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = measure_all(&a, &o, &r);
    if (rc == LS_OK) tables_print((const table *const[]){&r.t}, 1, o.json, stdout);
    table_free(&r.t);
    app_close(&a);
    return rc == LS_OK && r.wrong ? LS_NO : (int)rc;
}
