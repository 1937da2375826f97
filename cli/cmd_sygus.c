// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_sygus.c - `lanesmith sygus FILE`: shortest solutions of SyGuS-IF 2 bit-vector problems.
 *
 * The answer has the form that the standard asks for: the definitions in parentheses, `infeasible`
 * or `fail`. Lines before it that start with ";" say how many operations there are and what is
 * proved. docs/sygus.md says what is supported.
 *
 * It knows neither database nor specification: everything is in the file. */
#include <inttypes.h>
#include <stdio.h>

#include "cli.h"
#include "cli/app/app.h"
#include "cli/app/json.h"
#include "cli/app/options.h"
#include "spec/base/clock.h"
#include "synth/sygus/sygus_solve.h"
#include "verify/claim/smt.h"

#define SYGUS_OPTIONS(X) \
    X(NUMBER, max_cost, 0, "max-cost", "0..20", "operations of a solution at most; default: 12") \
    X(NUMBER, timeout, 0, "timeout", "1..1000000", \
      "seconds until the search ends; default: no limit") \
    X(NUMBER, threads, 0, "threads", "1..64", "threads of the search; default: one a processor") \
    X(NUMBER, memory, 0, "memory", "16..1000000", \
      "MiB of the search, all threads together; default: 8192") \
    X(NUMBER, solver_timeout, 0, "solver-timeout", "1..1000000", \
      "seconds of a proof; default: 60") \
    X(FLAG, stats, 0, "stats", NULL, "say on standard error what it took") \
    OPTIONS_JSON(X)
typedef struct sygus_values { SYGUS_OPTIONS(OPTION_MEMBER) } sygus_values;
#define ROW(...) OPTION_ROW(sygus_values, __VA_ARGS__)
static const option_row rows[] = {SYGUS_OPTIONS(ROW)};
static const command_text text = {
    "sygus",
    "FILE",
    "Reads a SyGuS-IF 2 problem about bit-vectors and prints a solution with the fewest "
    "operations, proved by\n"
    "Z3, with what is known about shorter ones. A value that is used twice counts once. Status 1 "
    "when there is\n"
    "none up to --max-cost, when time or memory is used up, and when the constraints contradict "
    "themselves.",
    "lanesmith sygus bench/sygus/hd/hd-01-d0.sl\n"
    "lanesmith sygus bench/sygus/hd/hd-20-d0.sl --timeout 300\n"
    "lanesmith sygus bench/sygus/hd/hd-05-d5.sl --max-cost 4 --stats\n",
    rows,
    sizeof rows / sizeof *rows};

/* ---- text ---- */

static void print_cost(const sygus_answer *a)
{
    printf("; %s: %u operation%s", a->name, a->cost, plural(a->cost));
    if (a->tree != a->cost)
        printf(" (%" PRIu64 " in the text, which repeats shared values)", a->tree);
    if (a->shortest) printf(", proved shortest\n");
    else if (a->excluded) printf(", at least %u proved necessary\n", a->excluded);
    else printf(", whether fewer do is not known\n");
    if (a->examples) printf("; agrees with all %u example%s\n", a->examples, plural(a->examples));
    else printf("; proved for all inputs by %s\n", smt_version());
}

/* What is proved, without a solution. */
static void print_excluded(const sygus_answer *a)
{
    if (a->excluded) printf("none up to cost %u\n", a->excluded - 1);
    else printf("no cost is excluded\n");
}

/* What stopped the proof that there is nothing shorter, and the option that would take it further.
 */
static void print_gap(const sygus_answer *a)
{
    printf("; %s: programs of %u operation%s are not excluded: ", a->name, a->excluded,
           plural(a->excluded));
    switch (a->gap) {
    case SYGUS_GAP_MEANING:
        printf("z3 did not decide in time what the constraints ask (--solver-timeout)\n");
        break;
    case SYGUS_GAP_CONSTANTS:
        printf("operations on constants alone were left out, as parameters and constants are more "
               "than 8\n");
        break;
    case SYGUS_GAP_ROOM:
        printf("they have room for more constants than are chosen at a time\n");
        break;
    case SYGUS_GAP_PROGRAMS:
        printf("z3 neither proved nor refuted some of them in time (--solver-timeout)\n");
        break;
    case SYGUS_GAP_SOLVER: printf("z3 gave no answer in time (--solver-timeout)\n"); break;
    case SYGUS_GAP_TESTS:
        printf("the %u tests that the search runs on are too few to tell them apart\n",
               a->tests_held);
        break;
    case SYGUS_GAP_NONE: break;
    }
}

/* Definitions of functions that are solved, where others are not and the answer has none. */
static void print_solved(const sygus_answer *a, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (a[i].end == SYGUS_SOLVED) printf("; %s\n", a[i].solution);
}

static void print_comment(const sygus_answer *a, const sygus_options *o)
{
    switch (a->end) {
    case SYGUS_SOLVED: print_cost(a); break;
    case SYGUS_INFEASIBLE: printf("; %s: no solution exists: %s\n", a->name, a->why); break;
    case SYGUS_TIME:
        printf("; %s: time-out after %u s: ", a->name, o->clock.seconds), print_excluded(a);
        break;
    case SYGUS_MEMORY:
        printf("; %s: the %u MiB of memory are used up: ", a->name, o->megabytes),
            print_excluded(a);
        break;
    case SYGUS_NONE:
        printf("; %s: ", a->name);
        if (a->excluded <= o->max_cost)
            printf("none found up to cost %u, but proved only: ", o->max_cost);
        print_excluded(a);
        break;
    }
    if (a->unknown)
        printf("; %s: %u program%s neither proved nor refuted in time\n", a->name, a->unknown,
               plural(a->unknown));
    if (a->undecided)
        printf("; %s: with any constants, the solver gave no answer about %u cost%s in time\n",
               a->name, a->undecided, plural(a->undecided));
    if (a->gap != SYGUS_GAP_NONE) print_gap(a);
    if (a->default_grammar)
        printf("; %s: the default grammar: all operators, the parameters, the constants 0 and 1\n",
               a->name);
}

static void print_stats(const sygus_answer *a)
{
    fprintf(stderr, "%s: %u search%s, %" PRIu64 " candidates, ", a->name, a->searches,
            a->searches == 1 ? "" : "es", a->judged);
    fprintf(stderr, "%u question%s to the solver, %u counterexample%s, %.2f s\n", a->queries,
            plural(a->queries), a->tests, plural(a->tests), a->seconds);
}

static const sygus_answer *find_end(const sygus_answer *a, unsigned count, sygus_end end)
{
    for (unsigned i = 0; i < count; i++)
        if (a[i].end == end) return &a[i];
    return NULL;
}

static bool all_solved(const sygus_answer *a, unsigned count)
{
    bool all = true;
    for (unsigned i = 0; i < count; i++) all &= a[i].end == SYGUS_SOLVED;
    return all;
}

static void print_text(const sygus_answer *a, unsigned count, const sygus_options *o)
{
    for (unsigned i = 0; i < count; i++) print_comment(&a[i], o);
    if (find_end(a, count, SYGUS_INFEASIBLE)) puts("infeasible");
    else if (!all_solved(a, count)) print_solved(a, count), puts("fail");
    else {
        puts("(");
        for (unsigned i = 0; i < count; i++) puts(a[i].solution);
        puts(")");
    }
}

/* ---- JSON ---- */

static json_t *json_of(const sygus_answer *a)
{
    static const char *const ends[] = {"solved", "infeasible", "none", "time-out", "memory"};
    static const char *const gaps[] = {NULL,       "meaning", "constants", "room",
                                       "programs", "solver",  "tests"};
    bool solved = a->end == SYGUS_SOLVED;
    json_t *row = json_object();
    json_put_text(row, "function", a->name);
    json_put_text(row, "end", ends[a->end]);
    json_put_text(row, "solution", solved ? a->solution : NULL);
    json_put_text(row, "why", a->why);
    json_put(row, "operations", solved ? json_integer(a->cost) : json_null());
    json_put(row, "tree", solved ? json_integer((json_int_t)a->tree) : json_null());
    json_put_flag(row, "shortest", solved && a->shortest);
    json_put_text(row, "gap", gaps[a->gap]);
    json_put_count(row, "at_least", a->excluded);
    json_put_count(row, "unknown", a->unknown);
    json_put_count(row, "undecided", a->undecided);
    json_put_count(row, "examples", a->examples);
    json_put_flag(row, "default_grammar", a->default_grammar);
    json_put_count(row, "searches", a->searches);
    json_put_count(row, "candidates", a->judged);
    json_put_count(row, "queries", a->queries);
    json_put_count(row, "counterexamples", a->tests);
    json_put_decimal(row, "seconds", a->seconds, 3);
    return row;
}

static void print_json(const sygus_answer *a, unsigned count)
{
    json_list list = {.out = stdout};
    for (unsigned i = 0; i < count; i++) json_list_put(&list, json_of(&a[i]));
    json_list_end(&list, NULL);
}

/* ---- the command ---- */

static ls_status solve(const sygus_values *v, const sygus_options *o, const sygus *s, arena *mem,
                       diags *d)
{
    sygus_answer *a;
    ls_status rc = sygus_solve(s, o, mem, &a, d);
    if (rc != LS_OK) return rc;
    if (v->json) print_json(a, s->nfuns);
    else print_text(a, s->nfuns, o);
    for (unsigned i = 0; v->stats && i < s->nfuns; i++) print_stats(&a[i]);
    return all_solved(a, s->nfuns) ? LS_OK : LS_NO;
}

/* The time was over before the file was read. */
static ls_status print_late(const sygus_values *v)
{
    if (v->json) print_json(NULL, 0);
    else printf("; time-out after %u s, before the file was read\nfail\n", v->timeout);
    return LS_NO;
}

static ls_status solve_text(const char *path, const char *content, size_t size,
                            const sygus_values *v, const sygus_options *o, diags *d)
{
    arena mem = {0};
    sygus *s = sygus_read(path, content, size, &o->clock, &mem, d);
    ls_status rc = s ? solve(v, o, s, &mem, d) : d->count ? LS_INPUT : print_late(v);
    arena_free(&mem);
    return rc;
}

static ls_status run(const char *path, const sygus_values *v, const sygus_options *o)
{
    char *content;
    size_t size;
    diags d = {0};
    ls_status rc = file_read(path, &content, &size);
    rc = rc == LS_OK ? solve_text(path, content, size, v, o, &d) : diag_cannot_read(&d, path);
    diag_print(&d, stderr);
    diag_free(&d);
    mem_free(content);
    return rc;
}

int cmd_sygus(int argc, char **argv)
{
    char **operands;
    int n;
    double start = clock_seconds();
    sygus_values v = {.max_cost = 12, .memory = 8192, .solver_timeout = 60};
    int stop = options_parse(&text, argc, argv, &v, &operands, &n);
    if (stop == OPTIONS_GO_ON && n != 1)
        stop = usage_error("sygus", "expected one FILE, found %d operands", n);
    if (stop != OPTIONS_GO_ON) return stop;
    sygus_options o = {.max_cost = v.max_cost,
                       .clock = {start, v.timeout},
                       .threads = v.threads ? v.threads : app_processors(),
                       .megabytes = v.memory,
                       .solver_seconds = v.solver_timeout};
    return (int)run(operands[0], &v, &o);
}
