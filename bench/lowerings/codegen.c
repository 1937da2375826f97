// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* codegen.c - `lanesmith bench codegen`: counted instructions of every winner, beside stock LLVM
 * and published figures.
 *
 * Tables: the cells; geometric means of how many times fewer instructions ours are, by width and
 * target; the cells that are lost to anybody; those without a proved winner, and why; those without
 * a figure of stock LLVM, and why; and the project's goals on these cells. A cell is won when ours
 * is below every known figure, lost when it is above any, else level. Ratios are taken of counts
 * plus nothing: cells where either side needs no instruction at all have no ratio and are counted
 * apart. Figures of others go into the database as baselines. */
#include <math.h>
#include <string.h>

#include "bench/base/benches.h"
#include "cli/app/cells.h"
#include "figures.h"
#include "gaps.h"
#include "goals.h"

#define CODEGEN_OPTIONS(X)                                                                         \
    OPTIONS_DB(X)                                                                                  \
    OPTIONS_CELLS(X)                                                                               \
    X(FLAG, fresh, 0, "fresh", NULL,                                                               \
      "compile stock LLVM's forms again, though the database has their figures")                   \
    X(FLAG, summary, 0, "summary", NULL, "leave out the table of all cells")                       \
    OPTIONS_JOBS(X)                                                                                \
    OPTIONS_JSON(X)
typedef struct codegen_options { CODEGEN_OPTIONS(OPTION_MEMBER) } codegen_options;
#define ROW(...) OPTION_ROW(codegen_options, __VA_ARGS__)
static const option_row rows[] = {CODEGEN_OPTIONS(ROW)};
static const command_text text = {"bench codegen",
                                  "",
                                  "Counts the instructions of every winner as LLVM 19 compiles it, "
                                  "and of stock LLVM 19 on the same operation\n"
                                  "on <n x iw> with registers bitcast in and out; beside them what "
                                  "Parabix's builder, the 2014 thesis's formulas\n"
                                  "and the best known by hand need (bench/baselines.tsv; for the "
                                  "thesis also what its method comes to, where that\n"
                                  "is less or the file has none). Returns, register moves, loads "
                                  "and stores of arguments and results, and\n"
                                  "materialised constants do not count, for anybody. The first run "
                                  "compiles for a minute or two; its figures are\n"
                                  "kept in the database as baselines. Cells without a proved "
                                  "winner are listed, with the reason.\n"
                                  "Exit status 1 also when a winner compiles to another number of "
                                  "instructions than the database has.",
                                  "lanesmith bench codegen --summary\n"
                                  "lanesmith bench codegen --op add,sub --width 2 --target x86-64\n"
                                  "lanesmith bench codegen --json --fresh\n",
                                  rows,
                                  sizeof rows / sizeof *rows};

typedef enum verdict { VERDICT_NONE, VERDICT_WON, VERDICT_LEVEL, VERDICT_LOST } verdict;
static const char *const verdict_names[] = {"", "won", "level", "lost"};

static const column cell_columns[] = {
    {"operation", COLUMN_TEXT}, {"width", COLUMN_NUMBER},    {"class", COLUMN_TEXT},
    {"target", COLUMN_TEXT},    {"ours", COLUMN_NUMBER},     {"llvm", COLUMN_NUMBER},
    {"parabix", COLUMN_NUMBER}, {"thesis", COLUMN_NUMBER},   {"hand", COLUMN_NUMBER},
    {"times", COLUMN_NUMBER},   {"ours_all", COLUMN_NUMBER}, {"llvm_all", COLUMN_NUMBER},
    {"verdict", COLUMN_TEXT},   {"status", COLUMN_TEXT}};
static const column mean_columns[] = {{"width", COLUMN_NUMBER}, {"target", COLUMN_TEXT},
                                      {"beside", COLUMN_TEXT},  {"cells", COLUMN_NUMBER},
                                      {"mean", COLUMN_NUMBER},  {"won", COLUMN_NUMBER},
                                      {"level", COLUMN_NUMBER}, {"lost", COLUMN_NUMBER}};
static const column lost_columns[] = {{"operation", COLUMN_TEXT}, {"width", COLUMN_NUMBER},
                                      {"class", COLUMN_TEXT},     {"target", COLUMN_TEXT},
                                      {"ours", COLUMN_NUMBER},    {"lost to", COLUMN_TEXT},
                                      {"theirs", COLUMN_NUMBER},  {"how", COLUMN_TEXT}};

static const column stale_columns[] = {{"operation", COLUMN_TEXT}, {"width", COLUMN_NUMBER},
                                       {"class", COLUMN_TEXT},     {"target", COLUMN_TEXT},
                                       {"stored", COLUMN_NUMBER},  {"compiled", COLUMN_NUMBER}};

typedef struct report {
    table cells, means, lost, missing, unmeasured, stale, goals;
    goals_result result;
} report;

/* ---- verdicts ---- */

static verdict verdict_against(const figure *f, int source)
{
    if (f->ours == FIGURE_NONE || f->other[source] == FIGURE_NONE) return VERDICT_NONE;
    if (f->ours == f->other[source]) return VERDICT_LEVEL;
    return f->ours < f->other[source] ? VERDICT_WON : VERDICT_LOST;
}

static verdict verdict_on(const figure *f)
{
    verdict worst = VERDICT_NONE;
    for (int s = 0; s < FIGURE_SOURCE_COUNT; s++)
        if (verdict_against(f, s) > worst) worst = verdict_against(f, s);
    return worst;
}

/* Times fewer instructions than the source; negative when there is none. */
static double ratio(const figure *f, int source)
{
    return f->ours > 0 && f->other[source] > 0 ? (double)f->other[source] / f->ours : -1;
}

/* ---- tables ---- */

static void put_cell(table *t, const cell *c)
{
    table_put(t, "%s", c->op->name);
    table_put_count(t, (int)c->w);
    table_put(t, "%s", c->cls->name);
    table_put(t, "%s", c->target->name);
}

static void put_figure(table *t, const figure *f)
{
    put_cell(t, &f->cell);
    table_put_count(t, f->ours);
    for (int s = 0; s < FIGURE_SOURCE_COUNT; s++) table_put_count(t, f->other[s]);
    table_put_value(t, ratio(f, FIGURE_LLVM), 1);
    table_put_count(t, f->ours_all);
    table_put_count(t, f->llvm_all);
    table_put(t, "%s", verdict_names[verdict_on(f)]);
    table_put(t, "%s", f->status);
}

static void put_losses(table *t, const figure *f)
{
    for (int s = 0; s < FIGURE_SOURCE_COUNT; s++) {
        if (verdict_against(f, s) != VERDICT_LOST) continue;
        put_cell(t, &f->cell);
        table_put_count(t, f->ours);
        table_put(t, "%s", figure_source_titles[s]);
        table_put_count(t, f->other[s]);
        table_put(t, "%s", f->how[s]);
    }
}

typedef struct mean {
    unsigned cells, of[VERDICT_LOST + 1];
    double logs;
} mean;

/* t NULL: of all targets. */
static mean mean_of(const figures *f, unsigned w, const target *t, int source)
{
    mean m = {0};
    for (unsigned i = 0; i < f->count; i++) {
        const figure *r = &f->row[i];
        if (r->cell.w != w || (t && r->cell.target != t)) continue;
        m.of[verdict_against(r, source)]++;
        if (ratio(r, source) <= 0) continue;
        m.cells++;
        m.logs += log(ratio(r, source));
    }
    return m;
}

static void put_mean(table *t, const figures *f, unsigned w, const target *at, int source)
{
    mean m = mean_of(f, w, at, source);
    if (!m.of[VERDICT_WON] && !m.of[VERDICT_LEVEL] && !m.of[VERDICT_LOST]) return;
    table_put_count(t, (int)w);
    table_put(t, "%s", at ? at->name : "all");
    table_put(t, "%s", figure_source_titles[source]);
    table_put_count(t, (int)m.cells);
    table_put_value(t, m.cells ? exp(m.logs / m.cells) : -1, 2);
    for (int v = VERDICT_WON; v <= VERDICT_LOST; v++) table_put_count(t, (int)m.of[v]);
}

static bool has_width(const figures *f, unsigned w)
{
    for (unsigned i = 0; i < f->count; i++)
        if (f->row[i].cell.w == w) return true;
    return false;
}

static void put_means(table *t, const spec *s, const figures *f)
{
    for (unsigned w = 1; w <= TERM_WIDTH_MAX; w++)
        for (unsigned k = 0; k <= s->ntargets && has_width(f, w); k++)
            for (int source = 0; source < FIGURE_SOURCE_COUNT; source++)
                put_mean(t, f, w, k < s->ntargets ? &s->targets[k] : NULL, source);
}

static void report_init(report *r)
{
    TABLE_INIT(&r->cells, "cells",
               "Counted instructions; all: with moves, constants, loads and stores, everything but "
               "the return",
               cell_columns);
    TABLE_INIT(
        &r->means, "means",
        "Times fewer instructions than others, geometric mean over the cells where both need some",
        mean_columns);
    TABLE_INIT(&r->lost, "lost", "Lost cells", lost_columns);
    gaps_table(&r->missing, "missing", "Cells without a proved lowering");
    gaps_table(&r->unmeasured, "unmeasured", "Cells without a figure of stock LLVM");
    TABLE_INIT(&r->stale, "stale",
               "Winners that LLVM compiles to other numbers of instructions than the database has; "
               "`lanesmith synth --again` "
               "for these cells mends that",
               stale_columns);
    goals_table(&r->goals);
    r->result = (goals_result){0};
}

static void report_free(report *r)
{
    table_free(&r->cells);
    table_free(&r->means);
    table_free(&r->lost);
    table_free(&r->missing);
    table_free(&r->unmeasured);
    table_free(&r->stale);
    table_free(&r->goals);
    goals_result_free(&r->result);
}

static void report_print(const report *r, const codegen_options *o)
{
    const table *all[] = {&r->cells,      &r->means, &r->lost, &r->missing,
                          &r->unmeasured, &r->stale, &r->goals};
    unsigned skip = o->summary ? 1 : 0;
    tables_print(all + skip, sizeof all / sizeof *all - skip, o->json, stdout);
    if (o->json) return;
    goals_print_notes(&r->result, stdout);
    if (!table_rows(&r->lost)) puts("\nNo cell is lost.");
}

/* ---- the command ---- */

static const char *why_missing(const figure *f)
{
    return f->missing;
}

static const char *why_unmeasured(const figure *f)
{
    return f->unmeasured;
}

static void put_stale(table *t, const figure *f)
{
    if (f->missing || f->stored == f->ours) return;
    put_cell(t, &f->cell);
    table_put_count(t, f->stored);
    table_put_count(t, f->ours);
}

static void fill(report *r, const app *a, const figures *f)
{
    for (unsigned i = 0; i < f->count; i++)
        if (!f->row[i].missing) put_figure(&r->cells, &f->row[i]);
    for (unsigned i = 0; i < f->count; i++) put_losses(&r->lost, &f->row[i]);
    for (unsigned i = 0; i < f->count; i++) put_stale(&r->stale, &f->row[i]);
    gaps_put(&r->missing, f, why_missing);
    gaps_put(&r->unmeasured, f, why_unmeasured);
    put_means(&r->means, a->spec, f);
}

static ls_status compare(app *a, codegen_options *o)
{
    cell_filter filter;
    cell *cells;
    figures f;
    report r;
    ls_status rc = cell_filter_make(&filter, text.name, a->spec, &o->ops, &o->widths, &o->classes,
                                    &o->targets);
    if (rc == LS_OK) rc = cells_need(text.name, a->spec, &filter);
    if (rc != LS_OK) return rc;
    unsigned count = cells_select(a->spec, &filter, NULL, &a->mem, &cells);
    figures_options fo = {.jobs = o->jobs, .fresh = o->fresh};
    if ((rc = figures_gather(a, cells, count, &fo, &f)) != LS_OK) return rc;
    report_init(&r);
    fill(&r, a, &f);
    rc = goals_check_cells(a, &f, &r.goals, &r.result);
    if (rc == LS_OK) report_print(&r, o);
    if (rc == LS_OK && table_rows(&r.stale)) rc = LS_NO;
    report_free(&r);
    return rc;
}

int bench_codegen(int argc, char **argv)
{
    codegen_options o = {0};
    int stop = options_parse_alone(&text, argc, argv, &o, "cells are chosen by --op and the like");
    app a;
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = app_open_spec(&a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = app_open_db(&a, o.db_path, APP_DB_READ);
    if (rc == LS_OK) rc = compare(&a, &o);
    app_close(&a);
    return (int)rc;
}
