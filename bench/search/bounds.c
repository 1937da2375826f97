// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* bounds.c - `lanesmith bench bounds`: computes the stored lower bounds again (rebound.c), search
 * by search, and prints what each took. */
#include <inttypes.h>
#include <string.h>

#include "bench/base/benches.h"
#include "bench/base/table.h"
#include "cli/app/cells.h"
#include "cli/app/options.h"
#include "cli/check/rebound.h"

#define BOUNDS_OPTIONS(X)                                                                          \
    OPTIONS_DB(X)                                                                                  \
    OPTIONS_CELLS(X)                                                                               \
    X(CHOICE, tier, 0, "tier", "core|ordered|varied|middle|full",                                  \
      "only bounds of this tier of grammars")                                                      \
    X(NUMBER, limit, 0, "below", "1..32", "only bounds up to this number")                         \
    X(NUMBER, jobs, 'j', "jobs", "1..64", "threads of a search; default: one a processor")         \
    OPTIONS_JSON(X)
typedef struct bounds_options { BOUNDS_OPTIONS(OPTION_MEMBER) } bounds_options;
#define ROW(...) OPTION_ROW(bounds_options, __VA_ARGS__)
static const option_row rows[] = {BOUNDS_OPTIONS(ROW)};
static const command_text text = {
    "bench bounds",
    "",
    "Computes the lower bounds of the database again and compares them: for each operation, width, "
    "searched register\n"
    "class and grammar one exhaustive search up to the stored length, from where a larger grammar "
    "ended, or that of the operation\n"
    "with its operands exchanged (slt, sgt). \"left out\" are the instructions, each immediate for "
    "itself, that the tier has\n"
    "and no search takes. Bounds that need no search on values (\"none\", \"single\", \"labels\") "
    "are computed their way.\n"
    "The core tier of fields of 1 and 2 bits takes minutes, the others, and those of wider fields, "
    "most of an hour each on two cores.\n"
    "Exit status 1 when a search finds a program where the database says that there is none.",
    "lanesmith bench bounds --tier core\n"
    "lanesmith bench bounds --op add,eq --width 2 --class x128\n"
    "lanesmith bench bounds --below 5 --json\n",
    rows,
    sizeof rows / sizeof *rows};

static const column columns[] = {
    {"operation", COLUMN_TEXT},    {"width", COLUMN_NUMBER},   {"class", COLUMN_TEXT},
    {"target", COLUMN_TEXT},       {"members", COLUMN_NUMBER}, {"left out", COLUMN_NUMBER},
    {"grammar", COLUMN_TEXT},      {"stored", COLUMN_NUMBER},  {"computed", COLUMN_NUMBER},
    {"candidates", COLUMN_NUMBER}, {"seconds", COLUMN_NUMBER}};
static const column total_columns[] = {{"bounds", COLUMN_NUMBER},
                                       {"the same", COLUMN_NUMBER},
                                       {"of another grammar", COLUMN_NUMBER},
                                       {"candidates", COLUMN_NUMBER},
                                       {"seconds", COLUMN_NUMBER}};
static const unsigned column_widths[] = {12, 5, 5, 14, 7, 8, 15, 6, 8, 17, 7};
_Static_assert(sizeof column_widths / sizeof *column_widths == sizeof columns / sizeof *columns,
               "a width for each column");

typedef struct bounds {
    app *a;
    const bounds_options *o;
    rebound *r;
    unsigned chosen, same, foreign;
    uint64_t candidates;
    double seconds;
    table t, totals;
} bounds;

/* ---- which bounds ---- */

/* The bounds that the options admit. */
static ls_status choose_bounds(bounds *b, db_bound **list, unsigned *count)
{
    cell_filter filter;
    cell *cells;
    unsigned all, n = 0;
    ls_status rc = cell_filter_make(&filter, text.name, b->a->spec, &b->o->ops, &b->o->widths,
                                    &b->o->classes, &b->o->targets);
    if (rc == LS_OK) rc = cells_need(text.name, b->a->spec, &filter);
    if (rc != LS_OK) return rc;
    unsigned ncells = cells_select(b->a->spec, &filter, bench_widths, &b->a->mem, &cells);
    rc = db_list_bounds(b->a->db, b->a->spec, true, &b->a->mem, list, &all);
    for (unsigned i = 0; rc == LS_OK && i < all; i++) {
        const db_bound *x = &(*list)[i];
        if (!x->insns || (b->o->limit && x->insns > b->o->limit) ||
            !cells_have(cells, ncells, &x->cell))
            continue;
        (*list)[n++] = *x;
    }
    *count = n;
    return app_report(b->a, rc);
}

static bool is_chosen(const bounds *b, const rebound_item *x)
{
    return !b->o->tier || (x->g && !strcmp(rebound_tier_names[x->g->tier], b->o->tier));
}

/* ---- the table ---- */

static void put(bounds *b, const rebound_item *x)
{
    static const char *const names[] = {[REBOUND_TRIVIAL] = "none",
                                        [REBOUND_SINGLE] = "single",
                                        [REBOUND_LABELS] = "labels",
                                        [REBOUND_FOREIGN] = "of another time"};
    const cell *c = &x->stored->cell;
    table_put(&b->t, "%s", c->op->name);
    table_put_count(&b->t, (int)c->w);
    table_put(&b->t, "%s", c->cls->name);
    table_put(&b->t, "%s", c->target->name);
    table_put_count(&b->t, x->g ? (int)x->g->count : -1);
    table_put_count(&b->t, x->g ? (int)x->g->skipped : -1);
    table_put(&b->t, "%s", x->g ? rebound_tier_names[x->g->tier] : names[x->how]);
    table_put_count(&b->t, (int)x->stored->insns);
    table_put_count(&b->t, x->how == REBOUND_FOREIGN ? -1 : (int)x->bound);
    table_put(&b->t, "%" PRIu64, x->candidates);
    table_put_value(&b->t, x->seconds, 2);
}

static ls_status compute(bounds *b, unsigned item, const rebound_item *x)
{
    ls_status rc = rebound_compute(b->r, item, 0);
    put(b, x);
    b->chosen++;
    b->same += x->how != REBOUND_FOREIGN && x->bound == x->stored->insns;
    b->foreign += x->how == REBOUND_FOREIGN;
    b->candidates += x->candidates;
    b->seconds += x->seconds;
    return rc;
}

static ls_status compute_all(bounds *b)
{
    rebound_item *items;
    unsigned n = rebound_items(b->r, &items);
    ls_status rc = rebound_prepare(b->r);
    if (rc == LS_OK && !b->o->json && n) table_follow(&b->t, column_widths, stdout);
    for (unsigned i = 0; rc == LS_OK && i < n; i++)
        if (is_chosen(b, &items[i])) rc = compute(b, i, &items[i]);
    table_put_count(&b->totals, (int)b->chosen);
    table_put_count(&b->totals, (int)b->same);
    table_put_count(&b->totals, (int)b->foreign);
    table_put(&b->totals, "%" PRIu64, b->candidates);
    table_put_value(&b->totals, b->seconds, 1);
    return rc;
}

int bench_bounds(int argc, char **argv)
{
    bounds_options o = {0};
    db_bound *list;
    unsigned count;
    int stop = options_parse_alone(&text, argc, argv, &o, NULL);
    app a;
    bounds b = {.a = &a, .o = &o};
    if (stop != OPTIONS_GO_ON) return stop;
    TABLE_INIT(&b.t, "bounds", "Lower bounds, stored and computed again", columns);
    TABLE_INIT(&b.totals, "totals", "Together", total_columns);
    ls_status rc = app_open_spec(&a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = app_open_db(&a, o.db_path, APP_DB_READ);
    if (rc == LS_OK) rc = choose_bounds(&b, &list, &count);
    if (rc == LS_OK) rc = rebound_open(&b.r, &a, list, count, o.jobs);
    if (rc == LS_OK) rc = compute_all(&b);
    if (rc == LS_OK) tables_print((const table *const[]){&b.t, &b.totals}, 2, o.json, stdout);
    bool differs = b.same + b.foreign != b.chosen;
    rebound_close(b.r);
    table_free(&b.t);
    table_free(&b.totals);
    app_close(&a);
    return rc == LS_OK && differs ? LS_NO : (int)rc;
}
