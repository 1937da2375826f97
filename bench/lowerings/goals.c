// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* goals.c - what the project has promised itself, beside what is measured: goal, wanted, measured,
 * met or not.
 *
 * The goals are data, bench/goals.tsv. A goal on cells is met when every cell that it names and
 * that was asked for has a proved winner within the limit, or below the baseline wherever that has
 * a figure; a cell without a winner is a miss, never an exemption. Goals that nothing be lost, and
 * goals on a mean, are about the winners that there are; that they all are there is a goal of its
 * own. A goal on a whole run compares one figure of run.c. `lanesmith bench goals` shows all of
 * them and ends with status 1 when one is missed, unless a stored bound stands against every cell
 * that misses it, or the mean of what bounds allow misses it ("no: bound"): no search in those
 * grammars can change it, and a status that cannot change says nothing. */
#include "goals.h"

#include <math.h>
#include <string.h>

#include "bench/base/benches.h"
#include "bench/base/tsv.h"
#include "cli/app/cells.h"
#include "reach.h"

enum {
    GOAL,
    GOAL_MEASURE,
    GOAL_OPS,
    GOAL_WIDTHS,
    GOAL_CLASSES,
    GOAL_TARGETS,
    GOAL_LIMIT,
    GOAL_FIELDS
};
enum { NAMED_MISSES = 4 };

static const column goal_columns[] = {{"goal", COLUMN_TEXT},     {"wanted", COLUMN_TEXT},
                                      {"measured", COLUMN_TEXT}, {"cells", COLUMN_NUMBER},
                                      {"met", COLUMN_TEXT},      {"missed by", COLUMN_TEXT}};

void goals_table(table *out)
{
    TABLE_INIT(out, "goals", "Goals", goal_columns);
}

static int index_of(const char *word, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(word, names[i])) return i;
    return -1;
}

/* ---- one goal on cells ---- */

typedef enum judgement {
    JUDGE_AT_MOST,   /* "insns": instructions, with a limit */
    JUDGE_BELOW,     /* "llvm": fewer than this source */
    JUDGE_NOT_ABOVE, /* "llvm_or_level": not more than this source, where we have a winner */
    /* "llvm_mean": so many times fewer than this source, geometric mean where both need some */
    JUDGE_MEAN,
    JUDGE_PROVED     /* "proved": there is a winner */
} judgement;

typedef struct measure {
    judgement kind;
    int source; /* of JUDGE_BELOW, _NOT_ABOVE, _MEAN */
    int limit;  /* of JUDGE_AT_MOST, _MEAN */
} measure;

typedef struct outcome {
    unsigned cells, missed;
    unsigned bounded; /* missed, and the winner is proved optimal */
    int bound;        /* the least bound of these */
    int worst;        /* instructions */
    double least;     /* least ratio of baseline to ours */
    double logs;      /* sum of the logarithms of these ratios */
    /* and of what they were, were every winner as short as its bound over all instructions */
    double logs_at_bounds;
    unsigned unbounded;    /* cells without one */
    strbuf names;     /* the first cells that missed */
} outcome;

static bool names_cell(const tsv_row *r, const cell *c)
{
    char width[16];
    snprintf(width, sizeof width, "%u", c->w);
    return tsv_lists(r->field[GOAL_OPS], c->op->name) && tsv_lists(r->field[GOAL_WIDTHS], width) &&
           tsv_lists(r->field[GOAL_CLASSES], c->cls->name) &&
           tsv_lists(r->field[GOAL_TARGETS], c->target->name);
}

/* Its instructions as emitted are as many as the bound: fewer are impossible in the bound's
 * grammar. */
static bool is_optimal(const figure *f)
{
    return f->ours != FIGURE_NONE && f->ours == f->bound && !strcmp(f->status, "optimal");
}

static void note_miss(outcome *x, const figure *f)
{
    if (is_optimal(f) && (!x->bounded++ || f->bound < x->bound)) x->bound = f->bound;
    if (x->missed++ < NAMED_MISSES) {
        if (x->missed > 1) strbuf_puts(&x->names, ", ");
        cell_print(&f->cell, &x->names);
        if (f->ours != FIGURE_NONE) strbuf_printf(&x->names, ": %d", f->ours);
    }
}

/* What the winner is compared with; FIGURE_NONE when there is nothing. */
static int other_side(const measure *m, const figure *f)
{
    if (m->kind == JUDGE_AT_MOST) return m->limit;
    return m->kind == JUDGE_PROVED ? FIGURE_NONE : f->other[m->source];
}

/* Whether the goal says something of the cell. Stock LLVM is measured only where there is a winner:
 * that one is missing must not look like a cell that stock LLVM has no figure for. */
static bool is_judged(const measure *m, const figure *f)
{
    bool missing = f->ours == FIGURE_NONE, known = other_side(m, f) != FIGURE_NONE;
    switch (m->kind) {
    case JUDGE_AT_MOST:
    case JUDGE_PROVED: return true;
    case JUDGE_BELOW: return known || (missing && m->source == FIGURE_LLVM);
    case JUDGE_NOT_ABOVE: return known && !missing;
    case JUDGE_MEAN: return f->ours > 0 && other_side(m, f) > 0;
    }
    return false;
}

static bool is_missed(const measure *m, const figure *f)
{
    if (m->kind == JUDGE_MEAN) return false; /* no single cell misses it */
    if (f->ours == FIGURE_NONE) return true;
    if (m->kind == JUDGE_PROVED) return false;
    return m->kind == JUDGE_BELOW ? f->ours >= other_side(m, f) : f->ours > other_side(m, f);
}

static void judge_cell(outcome *x, const measure *m, const figure *f, reach *all)
{
    int other = other_side(m, f);
    if (!is_judged(m, f)) return;
    x->cells++;
    if (f->ours > x->worst) x->worst = f->ours;
    if (f->ours > 0 && other > 0) {
        double ratio = (double)other / f->ours;
        int bound = m->kind == JUDGE_MEAN ? (int)reach_of(all, &f->cell) : 0;
        x->logs += log(ratio);
        /* LLVM may have made it shorter */
        if (bound > 0)
            x->logs_at_bounds += log((double)other / (bound < f->ours ? bound : f->ours));
        else x->unbounded++;
        if (x->least < 0 || ratio < x->least) x->least = ratio;
    }
    if (is_missed(m, f)) note_miss(x, f);
}

static double mean_of(const outcome *x)
{
    return exp(x->logs / x->cells);
}

/* No mean can be higher in the grammars that were searched. */
static double mean_at_bounds(const outcome *x)
{
    return x->unbounded ? INFINITY : exp(x->logs_at_bounds / x->cells);
}

static void put_wanted(table *out, const measure *m)
{
    const char *who = m->kind == JUDGE_AT_MOST || m->kind == JUDGE_PROVED
                          ? ""
                          : figure_source_titles[m->source];
    switch (m->kind) {
    case JUDGE_AT_MOST: table_put(out, "at most %d", m->limit); break;
    case JUDGE_BELOW: table_put(out, "below %s", who); break;
    case JUDGE_NOT_ABOVE: table_put(out, "not above %s", who); break;
    case JUDGE_MEAN: table_put(out, "mean %d times below %s", m->limit, who); break;
    case JUDGE_PROVED: table_put(out, "proved"); break;
    }
}

static void put_measured(table *out, const outcome *x, const measure *m)
{
    if (m->kind == JUDGE_MEAN)
        table_put(out, "%.2f times", mean_of(x));
    else if (m->kind == JUDGE_PROVED)
        table_put(out, "%u", x->cells - x->missed);
    else if (m->kind == JUDGE_AT_MOST && x->worst != FIGURE_NONE)
        table_put(out, "at most %d", x->worst);
    else if (m->kind != JUDGE_AT_MOST && x->least > 0)
        table_put(out, "%.2f times or more", x->least);
    else
        table_put(out, "%s", "");
}

static bool is_met(const outcome *x, const measure *m)
{
    return m->kind == JUDGE_MEAN ? mean_of(x) >= m->limit : !x->missed;
}

/* Only a limit can be proved too low, or a mean too high; that somebody else's figure is too low to
 * be beaten is no excuse. */
static bool is_out_of_reach(const outcome *x, const measure *m)
{
    if (m->kind == JUDGE_MEAN) return mean_at_bounds(x) < m->limit;
    return m->kind == JUDGE_AT_MOST && x->missed && x->bounded == x->missed;
}

static const char *met_word(const outcome *x, const measure *m)
{
    if (is_met(x, m)) return "yes";
    return is_out_of_reach(x, m) ? "no: bound" : "no";
}

static void put_outcome(table *out, const tsv_row *r, const outcome *x, const measure *m)
{
    table_put(out, "%s", r->field[GOAL]);
    put_wanted(out, m);
    put_measured(out, x, m);
    table_put_count(out, (int)x->cells);
    table_put(out, "%s", met_word(x, m));
    if (x->missed > NAMED_MISSES)
        table_put(out, "%s and %u more", strbuf_text(&x->names), x->missed - NAMED_MISSES);
    else
        table_put(out, "%s", strbuf_text(&x->names));
}

static void add_outcome(goals_result *g, const tsv_row *r, const outcome *x, const measure *m)
{
    if (is_out_of_reach(x, m) && m->kind == JUDGE_MEAN)
        strbuf_printf(&g->out_of_reach,
                      "  %s: wanted %d times; with every winner as short as its stored bound it "
                      "would be %.2f\n",
                      r->field[GOAL], m->limit, mean_at_bounds(x));
    else if (is_out_of_reach(x, m))
        strbuf_printf(&g->out_of_reach,
                      "  %s: wanted at most %d; the stored bound of %u cells is %d or more\n",
                      r->field[GOAL], m->limit, x->missed, x->bound);
    else
        g->missed = g->missed || !is_met(x, m);
}

static void check_on_cells(const tsv_row *r, const figures *f, reach *all, const measure *m,
                           table *out, goals_result *g)
{
    outcome x = {.worst = FIGURE_NONE, .least = -1};
    for (unsigned i = 0; i < f->count; i++)
        if (names_cell(r, &f->row[i].cell)) judge_cell(&x, m, &f->row[i], all);
    if (x.cells) {
        put_outcome(out, r, &x, m);
        add_outcome(g, r, &x, m);
    }
    strbuf_free(&x.names);
}

/* "llvm", "llvm_or_level", "llvm_mean" and the like; false when it is none of them. */
static bool read_source(const char *word, measure *m)
{
    static const char *const ending[] = {
        [JUDGE_BELOW] = "", [JUDGE_NOT_ABOVE] = "_or_level", [JUDGE_MEAN] = "_mean"};
    for (int s = 0; s < FIGURE_SOURCE_COUNT; s++) {
        size_t n = strlen(figure_source_names[s]);
        if (strncmp(word, figure_source_names[s], n)) continue;
        for (int k = JUDGE_BELOW; k <= JUDGE_MEAN; k++) {
            if (strcmp(word + n, ending[k])) continue;
            *m = (measure){.kind = (judgement)k, .source = s};
            return true;
        }
    }
    return false;
}

static bool read_measure(const tsv_row *r, measure *m, diags *d)
{
    const char *word = r->field[GOAL_MEASURE];
    *m = (measure){.kind = JUDGE_AT_MOST};
    if (!strcmp(word, "proved")) m->kind = JUDGE_PROVED;
    else if (strcmp(word, "insns") && !read_source(word, m)) {
        diag_error(d, r->where, "unknown measure '%s'", word);
        return false;
    }
    if (m->kind == JUDGE_AT_MOST || m->kind == JUDGE_MEAN) m->limit = tsv_number(r, GOAL_LIMIT, d);
    return m->limit >= 0;
}

/* ---- all goals ---- */

static bool check_names(app *a, const tsv_row *r)
{
    return tsv_check_names(r, GOAL_OPS, a->spec, tsv_is_op, "operation", &a->dg) &&
           tsv_check_names(r, GOAL_CLASSES, a->spec, tsv_is_class, "register class", &a->dg) &&
           tsv_check_names(r, GOAL_TARGETS, a->spec, tsv_is_target, "target", &a->dg);
}

/* Calls row for every goal; its diagnostics make the result LS_INPUT. */
typedef void goal_fn(app *a, const tsv_row *r, const void *measured, table *out, goals_result *g);
static ls_status for_goals(app *a, goal_fn *row, const void *measured, table *out, goals_result *g)
{
    tsv t;
    unsigned before = a->dg.count;
    ls_status rc = tsv_read(&t, bench_source_path(a, "bench/goals.tsv"), GOAL_FIELDS, &a->dg);
    for (unsigned i = 0; i < t.count && rc == LS_OK; i++) row(a, &t.row[i], measured, out, g);
    if (rc == LS_OK && a->dg.count != before) rc = LS_INPUT;
    rc = app_report(a, rc);
    tsv_free(&t);
    return rc;
}

typedef struct cells_measured {
    const figures *f;
    reach *all;
} cells_measured;

static void cells_row(app *a, const tsv_row *r, const void *measured, table *out, goals_result *g)
{
    measure m;
    const cells_measured *x = measured;
    if (index_of(r->field[GOAL_MEASURE], run_figure_names, RUN_FIGURE_COUNT) >= 0) return;
    if (read_measure(r, &m, &a->dg) && check_names(a, r))
        check_on_cells(r, x->f, x->all, &m, out, g);
}

static void run_row(app *a, const tsv_row *r, const void *measured, table *out, goals_result *g)
{
    const run_figures *f = measured;
    int which = index_of(r->field[GOAL_MEASURE], run_figure_names, RUN_FIGURE_COUNT);
    int limit = which < 0 ? -1 : tsv_number(r, GOAL_LIMIT, &a->dg);
    if (limit < 0) return;
    bool good = f->value[which] >= 0 && f->value[which] <= limit;
    table_put(out, "%s", r->field[GOAL]);
    table_put(out, "at most %d", limit);
    table_put_value(out, f->value[which], 1);
    table_put_count(out, FIGURE_NONE);
    table_put(out, "%s", good ? "yes" : "no");
    table_put(out, "%s", "");
    g->missed = g->missed || !good;
}

ls_status goals_check_cells(app *a, const figures *f, table *out, goals_result *g)
{
    cells_measured x = {f, NULL};
    ls_status rc = reach_open(&x.all, a);
    if (rc == LS_OK) rc = for_goals(a, cells_row, &x, out, g);
    reach_close(x.all);
    return rc;
}

ls_status goals_check_run(app *a, const run_figures *f, table *out, goals_result *g)
{
    return for_goals(a, run_row, f, out, g);
}

void goals_result_free(goals_result *g)
{
    strbuf_free(&g->out_of_reach);
}

void goals_print_notes(const goals_result *g, FILE *out)
{
    if (!g->out_of_reach.len) return;
    fprintf(out,
            "\nno: bound. These goals are missed, and cannot be met in the grammars that were "
            "searched: every cell that\n"
            "misses one has a winner proved optimal, or bounds are too high for a mean. By "
            "themselves they do not make the exit status 1.\n%s",
            strbuf_text(&g->out_of_reach));
}

/* ---- the command ---- */

#define GOALS_OPTIONS(X)                                                                           \
    OPTIONS_DB(X)                                                                                  \
    OPTIONS_CELLS(X)                                                                               \
    X(FLAG, no_run, 0, "no-run", NULL, "leave out the goals on a whole run, which take minutes")   \
    OPTIONS_JOBS(X)                                                                                \
    OPTIONS_JSON(X)
typedef struct goals_options { GOALS_OPTIONS(OPTION_MEMBER) } goals_options;
#define ROW(...) OPTION_ROW(goals_options, __VA_ARGS__)
static const option_row rows[] = {GOALS_OPTIONS(ROW)};
static const command_text text = {
    "bench goals",
    "",
    "Measures the figures that the project has set itself (bench/goals.tsv) and says which are "
    "met:\n"
    "instructions of the winners in the database, and a whole run from nothing in a temporary "
    "one.\n"
    "Exit status 1 when a goal is missed, unless every cell that misses it has a winner proved "
    "optimal, or a mean would\n"
    "miss it with every winner as short as its bound in the full tier or over single instructions: "
    "no search in the\n"
    "same grammars can meet such a goal; it is shown as `no: bound` and listed below the table.",
    "lanesmith bench goals --no-run\n"
    "lanesmith bench goals --no-run --op add,sub --width 2\n"
    "lanesmith bench goals --json\n",
    rows,
    sizeof rows / sizeof *rows};

static ls_status measure_goals(app *a, const goals_options *o, table *out, goals_result *g)
{
    cell_filter filter;
    cell *cells;
    figures f;
    run_figures r;
    run_options ro = {a->spec_dir, &o->ops, &o->widths, &o->classes, &o->targets, o->jobs, 3};
    figures_options fo = {.jobs = o->jobs};
    ls_status rc = cell_filter_make(&filter, text.name, a->spec, &o->ops, &o->widths, &o->classes,
                                    &o->targets);
    if (rc == LS_OK) rc = cells_need(text.name, a->spec, &filter);
    if (rc != LS_OK) return rc;
    unsigned count = cells_select(a->spec, &filter, NULL, &a->mem, &cells);
    rc = figures_gather(a, cells, count, &fo, &f);
    if (rc == LS_OK) rc = goals_check_cells(a, &f, out, g);
    if (rc == LS_OK && !o->no_run) rc = run_measure(&ro, &r);
    if (rc == LS_OK && !o->no_run) rc = goals_check_run(a, &r, out, g);
    return rc;
}

int bench_goals(int argc, char **argv)
{
    goals_options o = {0};
    int stop = options_parse_alone(&text, argc, argv, &o, NULL);
    app a;
    table t;
    goals_result g = {0};
    if (stop != OPTIONS_GO_ON) return stop;
    goals_table(&t);
    ls_status rc = app_open_spec(&a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = app_open_db(&a, o.db_path, APP_DB_READ);
    if (rc == LS_OK) rc = measure_goals(&a, &o, &t, &g);
    if (rc == LS_OK) tables_print((const table *const[]){&t}, 1, o.json, stdout);
    if (rc == LS_OK && !o.json) goals_print_notes(&g, stdout);
    table_free(&t);
    goals_result_free(&g);
    app_close(&a);
    return rc == LS_OK && g.missed ? LS_NO : (int)rc;
}
