// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* run.c - `lanesmith bench run`: what a whole run costs, from nothing to what ships.
 *
 * Everything happens in a temporary directory that vanishes, by this very program as a child
 * process: synthesis (which proves all it stores), emission, proof of every stored lowering again
 * from its text, and all three once more with nothing changed. Memory is that of all processes of a
 * run together. Beside it stands how long LLVM takes to compile the winners, and to compile the
 * same operations without us. What is cheap is run several times; the median is shown. Long runs
 * are run once. */
#define _GNU_SOURCE
#include "run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/benches.h"
#include "bench/base/table.h"
#include "figures.h"
#include "spec/base/process.h"

#define RUN_OPTIONS(X)                                                                             \
    OPTIONS_SPEC(X)                                                                                \
    OPTIONS_CELLS(X)                                                                               \
    X(NUMBER, runs, 0, "runs", "1..99",                                                            \
      "cheap figures are the median of so many runs; default: 3")                                  \
    OPTIONS_JOBS(X)                                                                                \
    OPTIONS_JSON(X)
typedef struct run_values { RUN_OPTIONS(OPTION_MEMBER) } run_values;
#define ROW(...) OPTION_ROW(run_values, __VA_ARGS__)
static const option_row rows[] = {RUN_OPTIONS(ROW)};
static const command_text text = {
    "bench run",
    "",
    "Times a whole run in a temporary directory: synthesis from nothing with every lowering "
    "proved, emission,\n"
    "proof of every lowering again, and all of it a second time with nothing changed. Memory is "
    "the sum over\n"
    "all processes of a run. The database of the project is not touched.",
    "lanesmith bench run\n"
    "lanesmith bench run --op add --width 2 --runs 5\n"
    "lanesmith bench run --jobs 2 --json\n",
    rows,
    sizeof rows / sizeof *rows};

enum { RUNS_MAX = 99 };

#define X(e, name, what, unit) name,
const char *const run_figure_names[RUN_FIGURE_COUNT] = {RUN_FIGURES(X)};
#undef X

typedef struct run_state {
    const run_options *o;
    app a;
    const char *dir, *self, *db_path, *jobs;
    run_figures *out;
} run_state;

/* ---- the temporary directory ---- */

static ls_status make_directory(run_state *b)
{
    ls_status rc = app_make_temporary_dir(&b->a, &b->dir);
    if (rc == LS_OK) b->db_path = app_path(&b->a, b->dir, "lanesmith.db");
    return rc;
}

static void remove_directory(const run_state *b)
{
    if (b->dir) app_remove_temporary(b->dir);
}

/* ---- one command of ours ---- */

static void add_names(process *p, const char *option, const option_words *names)
{
    for (unsigned i = 0; names && i < names->count; i++)
        process_add_pair(p, option, names->word[i]);
}

static process command_of(run_state *b, const char *name)
{
    process p = {0};
    process_add_pair(&p, b->self, name);
    process_add_pair(&p, "--spec", b->a.spec_dir);
    process_add_pair(&p, "--db", b->db_path);
    return p;
}

static void add_work(run_state *b, process *p)
{
    if (b->jobs) process_add_pair(p, "--jobs", b->jobs);
    add_names(p, "--op", b->o->ops);
    add_names(p, "--width", b->o->widths);
    add_names(p, "--class", b->o->classes);
    add_names(p, "--target", b->o->targets);
}

static void tell(const process *p)
{
    strbuf line = {0};
    char *said;
    size_t size;
    if (p->err && file_read(p->err, &said, &size) == LS_OK) {
        fputs(said, stderr);
        mem_free(said);
    }
    process_print(p, &line);
    fprintf(stderr, "lanesmith bench run: `%s` ended with status %d\n", strbuf_text(&line),
            p->status);
    strbuf_free(&line);
}

/* What the command says goes to our stderr while it runs (long ones show their progress), or when
 * it fails. Status 1 (a cell without a lowering, a lowering that is not proved) is told, and
 * measured all the same. */
static ls_status measure(run_state *b, process *p, bool is_long)
{
    if (!is_long) p->err = app_path(&b->a, b->dir, "err.txt");
    process_measure(p);
    if (p->status) tell(p);
    return p->status <= LS_NO ? LS_OK : LS_ENV;
}

static ls_status synth(run_state *b, process *p, bool is_long)
{
    *p = command_of(b, "synth");
    add_work(b, p);
    return measure(b, p, is_long);
}

static ls_status verify(run_state *b, process *p, bool again)
{
    *p = command_of(b, "verify");
    add_work(b, p);
    if (again) process_add_pair(p, "--all-lowerings", "--again");
    return measure(b, p, again);
}

static ls_status emit(run_state *b, process *p)
{
    *p = command_of(b, "emit");
    process_add_pair(p, "--out", app_path(&b->a, b->dir, "out"));
    return measure(b, p, false);
}

/* ---- the figures ---- */

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, unsigned n)
{
    qsort(values, n, sizeof *values, compare_doubles);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* The median of *seconds over the runs of one; one may store more than the time. */
typedef ls_status timed_fn(run_state *b, double *seconds);
static ls_status repeat(run_state *b, timed_fn *one, run_figure which)
{
    double seconds[RUNS_MAX];
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < b->o->runs && rc == LS_OK; i++) rc = one(b, &seconds[i]);
    if (rc == LS_OK) b->out->value[which] = median(seconds, b->o->runs);
    return rc;
}

static ls_status time_emit(run_state *b, double *seconds)
{
    process p;
    ls_status rc = emit(b, &p);
    *seconds = p.seconds;
    b->out->value[RUN_EMIT_MIB] = fmax(b->out->value[RUN_EMIT_MIB], p.mib);
    return rc;
}

static ls_status time_again(run_state *b, double *seconds)
{
    process s, v, e = {0};
    ls_status rc = synth(b, &s, false);
    if (rc == LS_OK) rc = verify(b, &v, false);
    if (rc == LS_OK) rc = emit(b, &e);
    *seconds = rc == LS_OK ? s.seconds + v.seconds + e.seconds : -1;
    return rc;
}

static ls_status time_compiling(run_state *b, bool ours, double *seconds)
{
    db_lowering *list;
    unsigned count;
    ls_status rc = db_list_lowerings(b->a.db, b->a.spec, NULL, DB_WINNERS, &b->a.mem, &list,
                                     &count);
    cell *cells = arena_new(&b->a.mem, count + 1, cell);
    for (unsigned i = 0; i < count; i++) cells[i] = list[i].cell;
    return rc == LS_OK ? figures_time_compiling(&b->a, cells, count, ours, seconds)
                       : app_report(&b->a, rc);
}

static ls_status time_winners(run_state *b, double *seconds)
{
    return time_compiling(b, true, seconds);
}

static ls_status time_stock(run_state *b, double *seconds)
{
    return time_compiling(b, false, seconds);
}

static void put(run_state *b, run_figure seconds, run_figure mib, const process *p)
{
    b->out->value[seconds] = p->seconds;
    b->out->value[mib] = p->mib;
}

static ls_status measure_all(run_state *b)
{
    process p;
    double *value = b->out->value;
    ls_status rc = synth(b, &p, true);
    put(b, RUN_SYNTH_SECONDS, RUN_SYNTH_MIB, &p);
    if (rc == LS_OK) rc = repeat(b, time_emit, RUN_EMIT_SECONDS);
    value[RUN_WHOLE_SECONDS] = value[RUN_SYNTH_SECONDS] + value[RUN_EMIT_SECONDS];
    value[RUN_WHOLE_MIB] = fmax(value[RUN_SYNTH_MIB], value[RUN_EMIT_MIB]);
    if (rc == LS_OK) rc = verify(b, &p, true);
    if (rc == LS_OK) put(b, RUN_PROVE_SECONDS, RUN_PROVE_MIB, &p);
    if (rc == LS_OK) rc = repeat(b, time_again, RUN_AGAIN_SECONDS);
    if (rc == LS_OK) rc = app_open_db(&b->a, b->db_path, APP_DB_READ);
    if (rc == LS_OK) rc = repeat(b, time_winners, RUN_WINNERS_COMPILE_SECONDS);
    if (rc == LS_OK) rc = time_stock(b, &value[RUN_STOCK_COMPILE_SECONDS]);
    return rc;
}

ls_status run_measure(const run_options *o, run_figures *out)
{
    run_state b = {.o = o, .out = out};
    for (int i = 0; i < RUN_FIGURE_COUNT; i++) out->value[i] = -1;
    ls_status rc = app_open_spec(&b.a, text.name, o->spec_dir);
    if (rc == LS_OK && !(b.self = app_program(&b.a)))
        rc = app_file_error(&b.a, "cannot find this program in", "/proc/self/exe");
    if (rc == LS_OK) rc = make_directory(&b);
    if (rc == LS_OK) {
        if (o->jobs) b.jobs = arena_printf(&b.a.mem, "%u", o->jobs);
        rc = measure_all(&b);
    }
    remove_directory(&b);
    app_close(&b.a);
    return rc;
}

/* ---- the command ---- */

static const column run_columns[] = {{"figure", COLUMN_TEXT},
                                     {"value", COLUMN_NUMBER},
                                     {"unit", COLUMN_TEXT},
                                     {"what", COLUMN_TEXT}};
static const struct { const char *what, *unit; } figure_texts[] = {
#define X(e, name, what, unit) {what, unit},
    RUN_FIGURES(X)
#undef X
};

static void put_figures(table *t, const run_figures *f)
{
    for (int i = 0; i < RUN_FIGURE_COUNT; i++) {
        if (f->value[i] < 0) continue;
        table_put(t, "%s", run_figure_names[i]);
        table_put(t, !strcmp(figure_texts[i].unit, "s") ? "%.2f" : "%.0f", f->value[i]);
        table_put(t, "%s", figure_texts[i].unit);
        table_put(t, "%s", figure_texts[i].what);
    }
}

int bench_run(int argc, char **argv)
{
    run_values v = {.runs = 3};
    char **operands;
    int noperands, stop = options_parse(&text, argc, argv, &v, &operands, &noperands);
    run_figures f;
    table t;
    if (stop != OPTIONS_GO_ON) return stop;
    if (noperands) return usage_error(text.name, "unexpected operand `%s`", operands[0]);
    run_options o = {v.spec_dir, &v.ops, &v.widths, &v.classes, &v.targets, v.jobs, v.runs};
    ls_status rc = run_measure(&o, &f);
    TABLE_INIT(&t, "run", "A whole run", run_columns);
    put_figures(&t, &f);
    if (rc == LS_OK) tables_print((const table *const[]){&t}, 1, v.json, stdout);
    table_free(&t);
    return (int)rc;
}
