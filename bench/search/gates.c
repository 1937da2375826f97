// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gates.c - `lanesmith bench gates`: least numbers of two-input gates of operations on 2-bit
 * numbers, beside ABC's.
 *
 * Each operation is a Boolean function with several outputs; the engine `gates` finds a least chain
 * and proves that none is shorter. ABC (Debian package berkeley-abc) solves the same functions by
 * SAT with its command `exact`, one process each, in the same run. Outputs that need no gate, and
 * those that are another output or its complement, are left out for both, since ABC counts them in
 * another way. A run of ABC that reaches the limit counts as the limit. Without ABC only our side
 * is shown. A number that differs from the published one, or from ABC's, makes the exit status 1.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/benches.h"
#include "bench/base/table.h"
#include "cli/app/options.h"
#include "gates_ops.h"
#include "spec/base/clock.h"
#include "spec/base/process.h"
#include "spec/base/stop.h"

#define GATES_OPTIONS(X)                                                                           \
    OPTIONS_SPEC(X)                                                                                \
    X(NAMES, ops, 0, "op", "NAME,...", "only these operations")                                    \
    X(NAMES, tables, 0, "tables", "0xTABLE,...",                                                   \
      "instead of the operations one function with these truth tables as outputs")                 \
    X(NUMBER, inputs, 0, "inputs", "1..6", "inputs of the truth tables; default: 4")               \
    X(NUMBER, max_gates, 0, "max-gates", "0..12", "search no further; default: 9")                 \
    X(FLAG, chains, 0, "chains", NULL, "print the gates")                                          \
    X(FLAG, no_abc, 0, "no-abc", NULL, "leave out ABC")                                            \
    X(NUMBER, abc_limit, 0, "abc-limit", "1..86400",                                               \
      "seconds that ABC may take for one function; default: 60")                                   \
    X(NUMBER, jobs, 'j', "jobs", "1..64",                                                          \
      "threads of ours, ABC has one; default: one a processor")                                    \
    OPTIONS_JSON(X)
typedef struct gates_bench_options { GATES_OPTIONS(OPTION_MEMBER) } gates_bench_options;
#define ROW(...) OPTION_ROW(gates_bench_options, __VA_ARGS__)
static const option_row rows[] = {GATES_OPTIONS(ROW)};
static const command_text text = {"bench gates",
                                  "",
                                  "Finds the least number of two-input gates (any of the ten "
                                  "kinds, complements of inputs and outputs are free) of\n"
                                  "operations on 2-bit numbers, and proves that no fewer will do; "
                                  "beside it the published number and what `exact` of\n"
                                  "ABC finds, both timed. With --tables the function is yours: bit "
                                  "r of a truth table is the output where input i is\n"
                                  "bit i of r; input 0 is called a.\n"
                                  "Exit status 1 when a number differs from the published one or "
                                  "from ABC's, or was not found within --max-gates.",
                                  "lanesmith bench gates\n"
                                  "lanesmith bench gates --op add,ult --chains --no-abc\n"
                                  "lanesmith bench gates --tables 0x8ee8,0x6996 --inputs 4\n",
                                  rows,
                                  sizeof rows / sizeof *rows};

static const column op_columns[] = {
    {"operation", COLUMN_TEXT}, {"inputs", COLUMN_NUMBER},     {"outputs", COLUMN_NUMBER},
    {"gates", COLUMN_NUMBER},   {"proved", COLUMN_TEXT},       {"published", COLUMN_NUMBER},
    {"same", COLUMN_TEXT},      {"candidates", COLUMN_NUMBER}, {"seconds", COLUMN_NUMBER},
    {"abc", COLUMN_NUMBER},     {"abc_seconds", COLUMN_NUMBER}};
static const column total_columns[] = {{"seconds", COLUMN_NUMBER},
                                       {"threads", COLUMN_NUMBER},
                                       {"abc_seconds", COLUMN_NUMBER},
                                       {"abc_at_limit", COLUMN_NUMBER},
                                       {"times", COLUMN_NUMBER}};
static const column chain_columns[] = {{"operation", COLUMN_TEXT}, {"chain", COLUMN_TEXT}};

typedef struct report {
    app a;
    const gates_bench_options *o;
    gates_options search;
    table ops, totals, chains;
    double seconds, abc_seconds;
    unsigned abc_runs, abc_at_limit;
    bool no_abc; /* not wanted, or not there */
    bool differs;
} report;

/* ---- ABC ---- */

typedef enum abc_end { ABC_NONE, ABC_FOUND, ABC_AT_LIMIT, ABC_FAILED } abc_end;
typedef struct abc_answer {
    abc_end end;
    int gates;
    double seconds;
} abc_answer;

/* The number behind "nd =" in what print_stats says, or GATES_NO_FIGURE. */
static int read_gates(const char *path)
{
    char *said;
    size_t size;
    int gates = GATES_NO_FIGURE;
    if (file_read(path, &said, &size) != LS_OK) return GATES_NO_FIGURE;
    const char *at = strstr(said, "nd =");
    if (at) gates = atoi(at + strlen("nd ="));
    mem_free(said);
    return gates;
}

/* "exact -C 0 TABLE...; print_stats": -C 0 takes away the limit on conflicts, at which it would
 * give up. */
static const char *abc_script(app *a, unsigned n, const uint64_t *needed, unsigned count)
{
    strbuf script = {0};
    strbuf_puts(&script, "exact -C 0");
    for (unsigned k = 0; k < count; k++) {
        strbuf_puts(&script, " ");
        gates_table_print(n, needed[k], &script);
    }
    strbuf_puts(&script, "; print_stats");
    const char *kept = arena_strdup(&a->mem, strbuf_text(&script));
    strbuf_free(&script);
    return kept;
}

static abc_answer run_abc(report *r, const char *out, const char *script)
{
    process p = {.out = out, .limit = r->o->abc_limit};
    process_add_pair(&p, "berkeley-abc", "-q");
    process_add(&p, script);
    process_run_all(&p, 1, 1);
    if (p.status == PROCESS_NOT_STARTED) return (abc_answer){.end = ABC_NONE};
    if (p.status == PROCESS_LATE)
        return (abc_answer){ABC_AT_LIMIT, GATES_NO_FIGURE, r->o->abc_limit};
    int gates = p.status ? GATES_NO_FIGURE : read_gates(out);
    return (abc_answer){gates < 0 ? ABC_FAILED : ABC_FOUND, gates, p.seconds};
}

static void note_answer(report *r, const char *name, const abc_answer *x)
{
    if (x->end == ABC_NONE) {
        fputs("lanesmith bench gates: `berkeley-abc` cannot be started, so only our side is shown; "
              "it comes with the Debian\n"
              "package berkeley-abc (scripts/setup --bench)\n",
              stderr);
        r->no_abc = true;
        return;
    }
    if (x->end == ABC_FAILED)
        fprintf(stderr, "lanesmith bench gates: `berkeley-abc` found no gates for `%s`\n", name);
    if (x->end == ABC_AT_LIMIT)
        fprintf(stderr,
                "lanesmith bench gates: `berkeley-abc` reached the limit of %u s on `%s`; it "
                "counts as that\n",
                r->o->abc_limit, name);
    r->abc_runs++;
    r->abc_at_limit += x->end == ABC_AT_LIMIT;
    r->abc_seconds += x->seconds;
}

/* ABC's part of the row. Functions without gates, or of one input, are nothing that it takes. */
static ls_status ask_abc(report *r, const gates_problem *p, abc_answer *x)
{
    uint64_t needed[GATES_OUTPUTS_MAX];
    unsigned count = gates_needed(p->n, p->output, p->noutputs, needed);
    const char *out;
    *x = (abc_answer){.end = ABC_NONE, .gates = GATES_NO_FIGURE, .seconds = -1};
    if (r->no_abc || !count || p->n < 2) return LS_OK;
    ls_status rc = app_make_temporary(&r->a, &out);
    if (rc != LS_OK) return rc;
    *x = run_abc(r, out, abc_script(&r->a, p->n, needed, count));
    app_remove_temporary(out);
    note_answer(r, p->name, x);
    if (x->end == ABC_NONE)
        *x = (abc_answer){.end = ABC_NONE, .gates = GATES_NO_FIGURE, .seconds = -1};
    return LS_OK;
}

/* ---- tables ---- */

static void put_proved(table *t, const gates_result *x)
{
    if (x->found) table_put(t, "%s", x->chain.ngates == x->bound ? "yes" : "no");
    else table_put(t, "at least %u", x->bound);
}

static void put_row(report *r, const gates_problem *p, const gates_result *x, double seconds,
                    const abc_answer *abc)
{
    uint64_t needed[GATES_OUTPUTS_MAX];
    int gates = x->found ? (int)x->chain.ngates : GATES_NO_FIGURE;
    bool same = gates == p->published;
    table_put(&r->ops, "%s", p->name);
    table_put_count(&r->ops, (int)p->n);
    table_put_count(&r->ops, (int)gates_needed(p->n, p->output, p->noutputs, needed));
    table_put_count(&r->ops, gates);
    put_proved(&r->ops, x);
    table_put_count(&r->ops, p->published);
    table_put(&r->ops, "%s", p->published < 0 ? "" : same ? "yes" : "no");
    table_put(&r->ops, "%" PRIu64, x->judged);
    table_put_value(&r->ops, seconds, 2);
    table_put_count(&r->ops, abc->gates);
    table_put_value(&r->ops, abc->seconds, 2);
    r->differs = r->differs || !x->found || (p->published >= 0 && !same) ||
                 (abc->gates >= 0 && abc->gates != gates);
}

static void put_chain(report *r, const gates_problem *p, const gates_result *x)
{
    strbuf chain = {0};
    if (!x->found || !r->o->chains) return;
    gates_print(&x->chain, &chain);
    table_put(&r->chains, "%s", p->name);
    table_put(&r->chains, "%s", strbuf_text(&chain));
    strbuf_free(&chain);
}

static void put_totals(report *r)
{
    bool both = r->abc_runs && r->seconds > 0;
    table_put_value(&r->totals, r->seconds, 2);
    table_put_count(&r->totals, (int)r->search.threads);
    table_put_value(&r->totals, r->abc_runs ? r->abc_seconds : -1, 2);
    table_put_count(&r->totals, r->abc_runs ? (int)r->abc_at_limit : -1);
    table_put_value(&r->totals, both ? r->abc_seconds / r->seconds : -1, 1);
}

/* ---- the command ---- */

static ls_status measure(report *r, const gates_problem *p)
{
    gates_result x;
    abc_answer abc;
    double start = clock_seconds();
    gates_least(p->n, p->output, p->noutputs, &r->search, &x);
    double seconds = clock_seconds() - start;
    x.found = x.found && gates_check(&x.chain, p->output);
    r->seconds += seconds;
    ls_status rc = ask_abc(r, p, &abc);
    if (rc != LS_OK) return rc;
    put_row(r, p, &x, seconds, &abc);
    put_chain(r, p, &x);
    return LS_OK;
}

static bool names(const option_words *words, const char *name)
{
    for (unsigned i = 0; i < words->count; i++)
        if (!strcmp(words->word[i], name)) return true;
    return false;
}

static ls_status measure_operations(report *r)
{
    ls_status rc = app_open_spec(&r->a, text.name, r->o->spec_dir);
    for (unsigned i = 0; rc == LS_OK && gates_op_name(i); i++) {
        gates_problem p;
        if (r->o->ops.count && !names(&r->o->ops, gates_op_name(i))) continue;
        rc = stop_check();
        if (rc == LS_OK) rc = app_report(&r->a, gates_op_problem(i, r->a.spec, &p, &r->a.dg));
        if (rc == LS_OK) rc = measure(r, &p);
    }
    return rc;
}

static ls_status no_table(const char *word, unsigned n)
{
    return (ls_status)usage_error(
        text.name,
        "`%s` is not a truth table of %u input%s; expected 0x and %u bits in hexadecimal", word, n,
        plural(n), 1u << n);
}

static ls_status measure_tables(report *r)
{
    const option_words *t = &r->o->tables;
    gates_problem p = {
        .name = "given", .n = r->o->inputs, .noutputs = t->count, .published = GATES_NO_FIGURE};
    if (t->count > GATES_OUTPUTS_MAX)
        return (ls_status)usage_error(text.name, "%u truth tables; at most %d", t->count,
                                      GATES_OUTPUTS_MAX);
    for (unsigned i = 0; i < t->count; i++)
        if (!gates_table_parse(t->word[i], p.n, &p.output[i])) return no_table(t->word[i], p.n);
    return measure(r, &p);
}

/* LS_OK or, after a message, LS_INPUT. */
static ls_status check_names(const option_words *words)
{
    const char *known[32];
    unsigned count = 0;
    while (gates_op_name(count)) known[count] = gates_op_name(count), count++;
    for (unsigned i = 0; i < words->count; i++) {
        bool found = false;
        for (unsigned k = 0; k < count; k++) found = found || !strcmp(known[k], words->word[i]);
        const char *near = found ? NULL : nearest_name(words->word[i], known, count);
        if (near)
            return (ls_status)usage_error(text.name, "unknown operation `%s`; the nearest is `%s`",
                                          words->word[i], near);
        if (!found)
            return (ls_status)usage_error(text.name, "unknown operation `%s`", words->word[i]);
    }
    return LS_OK;
}

static void report_print(report *r)
{
    const table *all[] = {&r->ops, &r->totals, &r->chains};
    put_totals(r);
    tables_print(all, sizeof all / sizeof *all, r->o->json, stdout);
    if (r->differs)
        fputs("lanesmith bench gates: a number differs from the published one or ABC's, or was not "
              "found\n",
              stderr);
}

static ls_status run_bench(const gates_bench_options *o)
{
    report r = {.a = {.command = text.name}, .o = o, .no_abc = o->no_abc};
    r.search = (gates_options){.max_gates = o->max_gates,
                               .threads = o->jobs ? o->jobs : app_processors()};
    TABLE_INIT(&r.ops, "operations", "Least numbers of two-input gates; candidates: gates computed",
               op_columns);
    TABLE_INIT(&r.totals, "totals", "Together; times: how many times faster than ABC",
               total_columns);
    TABLE_INIT(&r.chains, "chains", "Least chains: gates, then outputs from the lowest bit",
               chain_columns);
    ls_status rc = o->tables.count ? measure_tables(&r) : measure_operations(&r);
    if (rc == LS_OK) report_print(&r);
    table_free(&r.ops);
    table_free(&r.totals);
    table_free(&r.chains);
    app_close(&r.a);
    return rc == LS_OK && r.differs ? LS_NO : rc;
}

int bench_gates(int argc, char **argv)
{
    gates_bench_options o = {.inputs = 4, .max_gates = 9, .abc_limit = 60};
    char **operands;
    int noperands, stop = options_parse(&text, argc, argv, &o, &operands, &noperands);
    if (stop != OPTIONS_GO_ON) return stop;
    if (noperands)
        return usage_error(text.name, "unexpected operand `%s`; functions are given by --tables",
                           operands[0]);
    if (o.tables.count && o.ops.count)
        return usage_error(text.name, "--tables and --op exclude each other");
    ls_status rc = check_names(&o.ops);
    return rc == LS_OK ? (int)run_bench(&o) : (int)rc;
}
