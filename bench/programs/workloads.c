// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* workloads.c - `lanesmith bench workloads`: real programs on packed fields, without the pass, with
 * it, and by hand.
 *
 * Each workload (workload.c) is built (workload_build.c) and run (workload_run.c) for every target
 * of bench/workloads.tsv, or those asked for, that this processor can execute. That results differ,
 * or that a proof refutes what the pass made, is status 1; that a goal on times is missed is not:
 * times are not the same twice. */
#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/benches.h"
#include "bench/base/table.h"
#include "programs.h"
#include "targets.h"
#include "workload.h"

/* ---- options ---- */

#define WORKLOADS_OPTIONS(X)                                                                       \
    OPTIONS_SPEC(X)                                                                                \
    OPTIONS_TARGETS(X)                                                                             \
    X(NAMES, workloads, 0, "workload", "NAME,...", "only these workloads")                         \
    X(NUMBER, units, 'n', "units", "1..65536",                                                     \
      "units of data that each function works on; default: 256")                                   \
    X(NUMBER, rounds, 0, "rounds", "0..999",                                                       \
      "rounds of measuring, of which the median is taken; 0: only compare; default: 21")           \
    X(NUMBER, compiles, 0, "compiles", "1..99",                                                    \
      "how often the IR is compiled, for the median; default: 3")                                  \
    X(NUMBER, seed, 0, "seed", "0..999999", "of the data; default: 1")                             \
    X(NUMBER, prove, 0, "prove", "0..3600",                                                        \
      "seconds for the proof of a function; 0: none is tried, the default")                        \
    X(TEXT, programs, 0, "programs", "DIR",                                                        \
      "the IR; default: examples/workloads beside the specification")                              \
    X(TEXT, hand, 0, "hand", "DIR",                                                                \
      "the C files; default: bench/workloads beside the specification")                            \
    X(TEXT, plugin, 0, "plugin", "FILE", "the pass; default: lib/LanesmithPass.so of this build")  \
    X(TEXT, out, 'o', "out", "DIR", "where objects go; default: workloads in this build")          \
    OPTIONS_JSON(X)
typedef struct workloads_options {
    WORKLOADS_OPTIONS(OPTION_MEMBER)
} workloads_options;
#define ROW(...) OPTION_ROW(workloads_options, __VA_ARGS__)
static const option_row rows[] = {WORKLOADS_OPTIONS(ROW)};
static const command_text text = {
    "bench workloads",
    "",
    "Compiles examples/workloads/ with stock LLVM 19 at -O2, and again with the pass, and "
    "bench/workloads/, the same by a\n"
    "competent author in C on our headers, with clang -O3; runs all three on the same data, "
    "compares what they compute, and\n"
    "prints run times, compile times and proofs. Targets that this processor cannot execute are "
    "skipped and named.\n"
    "Exit status 1 when results differ or a function is refuted; times do not change it.",
    "lanesmith bench workloads\n"
    "lanesmith bench workloads --target x86-64-v3 --workload dna,counters --prove 30\n"
    "lanesmith bench workloads --units 5 --rounds 0 --compiles 1 --json\n",
    rows,
    sizeof rows / sizeof *rows};

static const column function_columns[] = {
    {"workload", COLUMN_TEXT},   {"function", COLUMN_TEXT},    {"target", COLUMN_TEXT},
    {"stock ns", COLUMN_NUMBER}, {"pass ns", COLUMN_NUMBER},   {"times", COLUMN_NUMBER},
    {"hand ns", COLUMN_NUMBER},  {"hand/pass", COLUMN_NUMBER}, {"proof", COLUMN_TEXT}};
static const column workload_columns[] = {{"workload", COLUMN_TEXT},
                                          {"target", COLUMN_TEXT},
                                          {"stock ns", COLUMN_NUMBER},
                                          {"pass ns", COLUMN_NUMBER},
                                          {"times", COLUMN_NUMBER},
                                          {"hand ns", COLUMN_NUMBER},
                                          {"hand/pass", COLUMN_NUMBER},
                                          {"stock compiles ms", COLUMN_NUMBER},
                                          {"pass compiles ms", COLUMN_NUMBER},
                                          {"proved", COLUMN_TEXT}};

/* ---- what is run ---- */

enum { HAND_LEVEL_WANTED = 3 };

typedef struct totals { /* of a workload's functions */
    double slowest;     /* the least gain of one function */
    unsigned proved, refuted, count;
} totals;

typedef struct bench {
    app *a;
    const workloads_options *o;
    workload_tools tools;
    target_goals targets;
    workload_pair *pair;
    workload_result *result;
    unsigned npairs;
    unsigned units, rounds, seed;
    bool wrong; /* results differ, or a proof says no */
    table functions, workloads, goals;
} bench;

static void list_pairs(bench *b)
{
    unsigned most = b->targets.count * programs_count(workload_names) + 1;
    b->pair = arena_new(&b->a->mem, most, workload_pair);
    b->result = arena_new(&b->a->mem, most, workload_result);
    for (unsigned t = 0; t < b->targets.count; t++)
        for (unsigned i = 0; workload_names[i]; i++)
            if (programs_are_named(&b->o->workloads, workload_names[i]))
                b->pair[b->npairs++] = (workload_pair){.workload = workload_names[i],
                                                       .target = b->targets.goal[t].target};
}

/* ---- building and running ---- */

static ls_status build_one(void *context, unsigned i)
{
    bench *b = context;
    return workload_build(b->a, &b->tools, &b->pair[i]);
}

static void run_one(void *context, unsigned i, void *result)
{
    const bench *b = context;
    workload_run(&b->pair[i], b->units, b->rounds, b->seed, result);
}

static ls_status run_all(bench *b)
{
    const programs p = {.context = b,
                        .count = b->npairs,
                        .built = "workloads compiled",
                        .build = build_one,
                        .run = run_one,
                        .results = b->result,
                        .result_size = sizeof *b->result,
                        .trouble = offsetof(workload_result, trouble),
                        .trouble_size = sizeof b->result->trouble};
    ls_status rc = programs_run(&p);
    for (unsigned i = 0; i < b->npairs && rc == LS_OK; i++) {
        if (!*b->result[i].trouble) continue;
        fprintf(stderr, "lanesmith %s: %s for %s: %s\n", text.name, b->pair[i].workload,
                b->pair[i].target->name, b->result[i].trouble);
        b->wrong = true;
    }
    return rc;
}

/* ---- tables ---- */

static const char *const answer_words[] = {[ANSWER_NOT_TRIED] = "",
                                           [ANSWER_PROVED] = "proved",
                                           [ANSWER_UNKNOWN] = "unknown",
                                           [ANSWER_REFUTED] = "REFUTED"};

/* Nothing is known of what was not measured. */
static double known(const bench *b, double value) { return b->rounds ? value : -1; }

static void put_function(bench *b, const workload_pair *p, const workload_function *f,
                         const workload_time *t, workload_answer answer)
{
    double n = b->units;
    table_put(&b->functions, "%s", p->workload);
    table_put(&b->functions, "%s", f->name);
    table_put(&b->functions, "%s", p->target->name);
    table_put_value(&b->functions, known(b, t->nanoseconds[WAY_STOCK] / n), 2);
    table_put_value(&b->functions, known(b, t->nanoseconds[WAY_PASS] / n), 2);
    table_put_value(&b->functions, known(b, t->gain), 2);
    table_put_value(&b->functions, known(b, t->nanoseconds[WAY_HAND] / n), 2);
    table_put_value(&b->functions, known(b, t->hand), 2);
    table_put(&b->functions, "%s", answer_words[answer]);
}

static totals total_of(const bench *b, unsigned pair)
{
    totals s = {.slowest = HUGE_VAL};
    const workload_result *r = &b->result[pair];
    workload_functions(b->pair[pair].workload, &s.count);
    for (unsigned i = 0; i < s.count; i++) {
        s.slowest = fmin(s.slowest, r->time[i].gain);
        s.proved += b->pair[pair].proof[i] == ANSWER_PROVED;
        s.refuted += b->pair[pair].proof[i] == ANSWER_REFUTED;
    }
    return s;
}

static void put_workload(bench *b, const workload_pair *p, const workload_time *x, const totals *s)
{
    table *t = &b->workloads;
    double n = b->units;
    table_put(t, "%s", p->workload);
    table_put(t, "%s", p->target->name);
    table_put_value(t, known(b, x->nanoseconds[WAY_STOCK] / n), 1);
    table_put_value(t, known(b, x->nanoseconds[WAY_PASS] / n), 1);
    table_put_value(t, known(b, x->gain), 2);
    table_put_value(t, known(b, x->nanoseconds[WAY_HAND] / n), 1);
    table_put_value(t, known(b, x->hand), 2);
    table_put_value(t, 1e3 * p->compiling[WAY_STOCK], 0);
    table_put_value(t, 1e3 * p->compiling[WAY_PASS], 0);
    if (b->tools.seconds) table_put(t, "%u of %u", s->proved, s->count);
    else table_put(t, "%s", "");
}

typedef struct outcome { /* of a target */
    double logs, least, least_function;
    unsigned count, level, compiled_faster;
} outcome;

static outcome judge(const bench *b, const target *t)
{
    outcome x = {.least = HUGE_VAL, .least_function = HUGE_VAL};
    for (unsigned i = 0; i < b->npairs; i++) {
        const workload_pair *p = &b->pair[i];
        if (p->target != t || *b->result[i].trouble) continue;
        totals s = total_of(b, i);
        const workload_time *all = &b->result[i].total;
        x.count++;
        x.logs += log(all->gain);
        x.least = fmin(x.least, all->gain);
        x.least_function = fmin(x.least_function, s.slowest);
        x.level += all->hand >= programs_level;
        x.compiled_faster += p->compiling[WAY_PASS] <= p->compiling[WAY_STOCK];
    }
    return x;
}

static void put_goals_of(bench *b, const target_goal *g)
{
    const target *t = g->target;
    arena *mem = &b->a->mem;
    outcome x = judge(b, t);
    if (!x.count) return;
    if (b->rounds) {
        double mean = exp(x.logs / x.count);
        programs_put_goal(&b->goals, t, "times faster, geometric mean",
                          g->gain ? arena_printf(mem, "%d", g->gain) : "",
                          arena_printf(mem, "%.1f", mean), mean >= g->gain);
        programs_put_goal(&b->goals, t, "slower workloads", "0",
                          arena_printf(mem, "the least gain is %.2f", x.least),
                          x.least >= programs_level);
        programs_put_goal(&b->goals, t, "slower functions", "",
                          arena_printf(mem, "the least gain is %.2f", x.least_function),
                          x.least_function >= programs_level);
        programs_put_goal(&b->goals, t, "level with the hand or better",
                          arena_printf(mem, "%d of 5", HAND_LEVEL_WANTED),
                          arena_printf(mem, "%u of %u", x.level, x.count),
                          x.level >= HAND_LEVEL_WANTED);
    }
    programs_put_goal(&b->goals, t, "compile time not above stock", "all",
                      arena_printf(mem, "%u of %u", x.compiled_faster, x.count),
                      x.compiled_faster == x.count);
}

static void put_all(bench *b)
{
    for (unsigned i = 0; i < b->npairs; i++) {
        unsigned count;
        const workload_pair *p = &b->pair[i];
        const workload_function *f = workload_functions(p->workload, &count);
        if (*b->result[i].trouble) continue;
        for (unsigned k = 0; k < count; k++)
            put_function(b, p, &f[k], &b->result[i].time[k], p->proof[k]);
        totals s = total_of(b, i);
        put_workload(b, p, &b->result[i].total, &s);
    }
    for (unsigned i = 0; i < b->targets.count; i++) put_goals_of(b, &b->targets.goal[i]);
}

/* That a function is refuted counts even where its results cannot be compared. */
static void look_for_refuted(bench *b)
{
    for (unsigned i = 0; i < b->npairs; i++) {
        totals s = total_of(b, i);
        if (!s.refuted) continue;
        fprintf(
            stderr,
            "lanesmith %s: what the pass made of %s for %s is refuted; see %s/%s/%s.proof.txt\n",
            text.name, b->pair[i].workload, b->pair[i].target->name, b->tools.out,
            b->pair[i].target->name, b->pair[i].workload);
        b->wrong = true;
    }
}

static ls_status print_all(bench *b)
{
    TABLE_INIT(&b->functions, "functions",
               "Functions: nanoseconds a unit with stock LLVM, with the pass, by hand; the "
               "quotients of single rounds; the proof",
               function_columns);
    TABLE_INIT(&b->workloads, "workloads",
               "Workloads: all functions together; milliseconds of processor time to compile them "
               "with opt and llc",
               workload_columns);
    TABLE_INIT(&b->goals, "goals", "Goals; quotients from 0.95 on are level", goal_columns);
    put_all(b);
    look_for_refuted(b);
    tables_print((const table *const[]){&b->functions, &b->workloads, &b->goals}, 3, b->o->json,
                 stdout);
    if (b->targets.skipped && !b->o->json)
        printf("\n%u target%s skipped: not for this processor\n", b->targets.skipped,
               plural(b->targets.skipped));
    table_free(&b->functions);
    table_free(&b->workloads);
    table_free(&b->goals);
    return b->wrong ? LS_NO : LS_OK;
}

/* ---- the command ---- */

static void set_options(bench *b, const workloads_options *o)
{
    app *a = b->a;
    b->units = o->units;
    b->rounds = o->rounds;
    b->seed = o->seed;
    b->tools = (workload_tools){
        .sources = o->programs ? o->programs : bench_source_path(a, "examples/workloads"),
        .hand = o->hand ? o->hand : bench_source_path(a, "bench/workloads"),
        .plugin = o->plugin ? o->plugin : app_prefix_path(a, "lib/LanesmithPass.so"),
        .include = app_prefix_path(a, "include"),
        .out = o->out ? o->out : bench_out_path(a, "workloads"),
        .compiles = o->compiles,
        .seconds = o->prove};
}

static ls_status run_workloads(app *a, const workloads_options *o)
{
    bench b = {.a = a, .o = o};
    ls_status rc = programs_check_names(text.name, "workload", &o->workloads, workload_names);
    set_options(&b, o);
    if (rc == LS_OK)
        rc = targets_choose(a, text.name, "bench/workloads.tsv", &o->targets, &b.targets);
    if (rc == LS_OK) list_pairs(&b);
    if (rc == LS_OK) rc = run_all(&b);
    return rc == LS_OK ? print_all(&b) : rc;
}

int bench_workloads(int argc, char **argv)
{
    workloads_options o = {.units = 256, .rounds = 21, .compiles = 3, .seed = 1};
    char **operands;
    int noperands, stop = options_parse(&text, argc, argv, &o, &operands, &noperands);
    app a;
    if (stop != OPTIONS_GO_ON) return stop;
    if (noperands)
        return usage_error(text.name, "unexpected operand `%s`; a workload is named by --workload",
                           operands[0]);
    ls_status rc = app_open_spec(&a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = run_workloads(&a, &o);
    app_close(&a);
    return (int)rc;
}
