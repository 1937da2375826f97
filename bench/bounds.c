/* bounds.c - `lanesmith bench bounds`: computes the stored lower bounds again, from nothing.
 *
 * A bound is stored for a cell with the text of its grammar. Cells of one operation, width and register class that share a grammar
 * share the bound, and those of wider registers have it from the narrowest; so what is computed is one search for each operation,
 * width, searched class and grammar. The grammar is made from the spec as it is now and must print the stored text, else the bound
 * is of another time and is not counted. The search knows nothing of the stored number but where to stop. Large grammars come first: what they
 * exclude, those with some of their instructions need not exclude again; nor what was excluded of the operation with its operands exchanged. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../cli/cells.h"
#include "../cli/options.h"
#include "../synth/exhaust.h"
#include "../synth/floor.h"
#include "../synth/movement.h"
#include "../synth/single.h"
#include "bench.h"

#define BOUNDS_OPTIONS(X)                                                                                              \
    OPTIONS_DB(X)                                                                                                      \
    OPTIONS_CELLS(X)                                                                                                   \
    X(CHOICE, tier, 0, "tier", "core|ordered|varied|middle|full", "only bounds of this tier of grammars")                             \
    X(NUMBER, limit, 0, "below", "1..32", "only bounds up to this number")              \
    X(NUMBER, jobs, 'j', "jobs", "1..64", "threads of a search; default: one a processor")                             \
    OPTIONS_JSON(X)
typedef struct bounds_options { BOUNDS_OPTIONS(OPTION_MEMBER) } bounds_options;
#define ROW(...) OPTION_ROW(bounds_options, __VA_ARGS__)
static const option_row rows[] = {BOUNDS_OPTIONS(ROW)};
static const command_text text = {
    "bench bounds", "",
    "Computes the lower bounds of the database again and compares them: for each operation, width, searched register\n"
    "class and grammar one exhaustive search up to the stored length, from where a larger grammar ended, or that of the operation\n"
    "with its operands exchanged (slt, sgt). \"left out\" are the instructions, each immediate for itself, that the tier has\n"
    "and no search takes. Bounds that need no search on values (\"none\", \"single\", \"labels\") are computed their way.\n"
    "The core tier of fields of 1 and 2 bits takes minutes, the others, and those of wider fields, most of an hour each on two cores.\n"
    "Exit status 1 when a search finds a program where the database says that there is none.",
    "lanesmith bench bounds --tier core\n"
    "lanesmith bench bounds --op add,eq --width 2 --class x128\n"
    "lanesmith bench bounds --below 5 --json\n",
    rows, sizeof rows / sizeof *rows};

static const column columns[] = {{"operation", COLUMN_TEXT},    {"width", COLUMN_NUMBER},  {"class", COLUMN_TEXT},
                                 {"target", COLUMN_TEXT},       {"members", COLUMN_NUMBER}, {"left out", COLUMN_NUMBER},
                                 {"grammar", COLUMN_TEXT},      {"stored", COLUMN_NUMBER}, {"computed", COLUMN_NUMBER},
                                 {"candidates", COLUMN_NUMBER}, {"seconds", COLUMN_NUMBER}};
static const column total_columns[] = {{"bounds", COLUMN_NUMBER},    {"the same", COLUMN_NUMBER}, {"of another grammar", COLUMN_NUMBER},
                                       {"candidates", COLUMN_NUMBER}, {"seconds", COLUMN_NUMBER}};
static const unsigned column_widths[] = {12, 5, 5, 14, 7, 8, 15, 6, 8, 17, 7};
_Static_assert(sizeof column_widths / sizeof *column_widths == sizeof columns / sizeof *columns, "a width for each column");
static const char *const tier_names[GRAMMAR_TIERS] = {"core", "ordered", "varied", "middle", "full"};

typedef enum method {
    BY_SEARCH, /* of a grammar */
    BY_FLOOR,  /* floor.h */
    BY_SINGLE, /* single.h */
    BY_LABELS, /* movement.h */
    BY_NOTHING /* no grammar of today prints the stored text */
} method;

/* One search. */
typedef struct item {
    const db_bound *stored;
    method how;
    const grammar *g; /* BY_SEARCH; else NULL */
    const char (*action)[HASH_TEXT], (*below)[HASH_TEXT]; /* below: on the lowest chunk of whole registers; or NULL */
    unsigned computed;
    const op *other; /* that with the operands exchanged, or NULL */
} item;

typedef struct bounds {
    app *a;
    const bounds_options *o;
    kernel_set *kernels;
    single *singles; /* opened when one is computed */
    movement *movements; /* the same */
    grammar *grammars;
    char (**actions)[HASH_TEXT], (**below)[HASH_TEXT]; /* of each */
    unsigned ngrammars;
    item *items;
    unsigned nitems, same, foreign;
    uint64_t candidates;
    double seconds;
    table t, totals;
} bounds;

/* ---- which searches ---- */

static bool is_of_chunks(const db_bound *x) { return strstr(x->grammar, "; on chunks of ") != NULL; }
static bool is_floor(const db_bound *x) { return !strcmp(x->grammar, FLOOR_GRAMMAR); }

static bool is_single(const bounds *b, const db_bound *x)
{
    strbuf s = {0};
    bool likely = strstr(x->grammar, SINGLE_CONSTANTS) != NULL;
    if (likely) single_grammar(b->a->spec, &x->cell, &s);
    bool same = likely && !strcmp(s.s, x->grammar);
    strbuf_free(&s);
    return same;
}

static bool is_movement(bounds *b, const db_bound *x)
{
    strbuf s = {0};
    if (!strstr(x->grammar, MOVEMENT_CONSTANTS)) return false;
    if (!b->movements) b->movements = movement_open(b->a->spec);
    movement_grammar(b->movements, &x->cell, &s);
    bool same = !strcmp(s.s, x->grammar);
    strbuf_free(&s);
    return same;
}

/* Classes that fit an image are searched; of wider ones what is about chunks. */
static bool is_computed(const db_bound *x)
{
    return x->cell.cls->bits <= IMAGE_BITS || is_of_chunks(x) || is_floor(x) || strstr(x->grammar, SINGLE_CONSTANTS) || strstr(x->grammar, MOVEMENT_CONSTANTS);
}

/* Of vector classes that have one grammar of chunks the narrowest is searched. */
static bool is_listed(const bounds *b, const db_bound *x)
{
    for (unsigned i = b->nitems; i-- > 0;) {
        const db_bound *y = b->items[i].stored;
        if (x->cell.op != y->cell.op || x->cell.w != y->cell.w) return false; /* they are sorted */
        bool same = x->cell.cls == y->cell.cls || (is_of_chunks(x) && x->cell.cls->vector && y->cell.cls->vector);
        if (same && !strcmp(x->grammar, y->grammar)) return true;
    }
    return false;
}

static bool prints(const grammar *g, const char *wanted)
{
    strbuf s = {0};
    grammar_print(g, &s);
    bool same = !strncmp(strbuf_text(&s), wanted, s.len) && (!wanted[s.len] || wanted[s.len] == '\n');
    strbuf_free(&s);
    return same;
}

/* The grammar of the cell that prints the text; made when it is new. */
static grammar *grammar_for(bounds *b, const db_bound *x)
{
    const cell *c = &x->cell;
    for (unsigned i = 0; i < b->ngrammars; i++)
        if (b->grammars[i].cls == c->cls && b->grammars[i].w == c->w && prints(&b->grammars[i], x->grammar)) return &b->grammars[i];
    for (grammar_tier tier = 0; tier < GRAMMAR_TIERS; tier++) {
        grammar probe;
        grammar_init(&probe, b->a->spec, c->cls, c->target, c->w, tier, NULL);
        bool found = prints(&probe, x->grammar);
        grammar_free(&probe);
        if (!found) continue;
        grammar *g = &b->grammars[b->ngrammars];
        grammar_init(g, b->a->spec, c->cls, c->target, c->w, tier, b->kernels);
        b->actions[b->ngrammars] = mem_alloc(g->count + 1, sizeof **b->actions);
        grammar_actions(g, b->actions[b->ngrammars]);
        b->below[b->ngrammars] = mem_alloc(g->count + 1, sizeof **b->below);
        if (!grammar_chunk_actions(g, b->below[b->ngrammars])) {
            mem_free(b->below[b->ngrammars]);
            b->below[b->ngrammars] = NULL;
        }
        b->ngrammars++;
        return g;
    }
    return NULL;
}

static int by_size(const void *pa, const void *pb)
{
    const item *a = pa, *b = pb;
    const cell *x = &a->stored->cell, *y = &b->stored->cell;
    unsigned n = a->g ? a->g->count : 0, m = b->g ? b->g->count : 0;
    if (x->op != y->op) return x->op->index < y->op->index ? -1 : 1;
    if (x->w != y->w) return x->w < y->w ? -1 : 1;
    if (n != m) return n > m ? -1 : 1;
    int order = cell_compare(x, y);
    return order ? order : strcmp(a->stored->grammar, b->stored->grammar);
}

static ls_status collect(bounds *b)
{
    cell_filter filter;
    cell *cells;
    db_bound *stored;
    unsigned count;
    ls_status rc = cell_filter_make(&filter, text.name, b->a->spec, &b->o->ops, &b->o->widths, &b->o->classes, &b->o->targets);
    if (rc != LS_OK) return rc;
    unsigned ncells = cells_select(b->a->spec, &filter, bench_widths, &b->a->mem, &cells);
    rc = db_list_bounds(b->a->db, b->a->spec, &b->a->mem, &stored, &count);
    if (rc != LS_OK) return rc;
    b->items = mem_alloc(count + 1, sizeof *b->items);
    b->grammars = mem_alloc(count + 1, sizeof *b->grammars);
    b->actions = mem_alloc(count + 1, sizeof *b->actions);
    b->below = mem_alloc(count + 1, sizeof *b->below);
    for (unsigned i = 0; i < count; i++) {
        const db_bound *x = &stored[i];
        if (!is_computed(x) || x->insns == 0 || (b->o->limit && x->insns > b->o->limit)) continue;
        if (!cells_have(cells, ncells, &x->cell) || is_listed(b, x)) continue;
        method how = is_floor(x) ? BY_FLOOR : is_single(b, x) ? BY_SINGLE : is_movement(b, x) ? BY_LABELS : BY_SEARCH;
        const grammar *g = how == BY_SEARCH ? grammar_for(b, x) : NULL;
        if (b->o->tier && (!g || strcmp(tier_names[g->tier], b->o->tier))) continue;
        if (how == BY_SEARCH && !g) how = BY_NOTHING;
        item *y = &b->items[b->nitems++];
        *y = (item){.stored = x, .how = how, .g = g};
        if (!g) continue;
        y->action = (const char (*)[HASH_TEXT])b->actions[g - b->grammars];
        y->below = (const char (*)[HASH_TEXT])b->below[g - b->grammars];
    }
    qsort(b->items, b->nitems, sizeof *b->items, by_size);
    for (unsigned i = 0; i < b->nitems; i++) {
        const op *o = b->items[i].stored->cell.op;
        b->items[i].other = i && b->items[i - 1].stored->cell.op == o ? b->items[i - 1].other : spec_find_exchanged(b->a->spec, o);
    }
    return LS_OK;
}

/* ---- searching ---- */

static void put(bounds *b, const item *x, const exhaust_result *r, double seconds)
{
    static const char *const names[] = {[BY_FLOOR] = "none", [BY_SINGLE] = "single", [BY_LABELS] = "labels", [BY_NOTHING] = "of another time"};
    const cell *c = &x->stored->cell;
    table_put(&b->t, "%s", c->op->name);
    table_put_count(&b->t, (int)c->w);
    table_put(&b->t, "%s", c->cls->name);
    table_put(&b->t, "%s", c->target->name);
    table_put_count(&b->t, x->g ? (int)x->g->count : -1);
    table_put_count(&b->t, x->g ? (int)x->g->skipped : -1);
    table_put(&b->t, "%s", x->g ? tier_names[x->g->tier] : names[x->how]);
    table_put_count(&b->t, (int)x->stored->insns);
    table_put_count(&b->t, x->how == BY_NOTHING ? -1 : (int)r->bound);
    table_put(&b->t, "%" PRIu64, r->judged);
    table_put_value(&b->t, seconds, 2);
}

/* What larger grammars have excluded, also of the operation with its operands exchanged. */
static unsigned known(const bounds *b, const item *x)
{
    unsigned most = 0;
    const cell *c = &x->stored->cell;
    bool exchanged = x->other && op_is_exchanged(c->op, x->other, c->w, cell_fields(c));
    for (const item *y = x; y-- > b->items;) {
        const cell *d = &y->stored->cell;
        if (d->w != c->w || !(d->op == c->op || (exchanged && d->op == x->other))) continue;
        if (!y->g || y->computed <= most || y->g->cls->vector != x->g->cls->vector || y->g->nconsts != x->g->nconsts) continue;
        bool covers = y->g->bits == x->g->bits ? grammar_covers(y->action, y->g->count, x->action, x->g->count)
                                               : x->below && is_of_chunks(y->stored) && grammar_covers(y->action, y->g->count, x->below, x->g->count);
        if (covers) most = y->computed;
    }
    return most;
}

/* The class whose registers the images hold: for grammars of chunks the narrowest vector. */
static const regclass *searched_class(const cell *c)
{
    const regclass *const *k = c->target->classes;
    if (c->cls->bits <= IMAGE_BITS) return c->cls;
    while (!(*k)->vector) k++;
    return *k;
}

static ls_status compute_search(bounds *b, const item *x, exhaust_result *r)
{
    static problem p;
    const cell *c = &x->stored->cell;
    ls_status rc = problem_init(&p, c->op, c->w, searched_class(c), PROBLEM_SEED, &b->a->dg);
    if (rc != LS_OK) return app_report(b->a, rc);
    exhaust_options o = {.min_level = known(b, x), .max_level = x->stored->insns - 1, .tables_inside = true, .max_solutions = 1,
                         .images = problem_images(&p), .threads = b->o->jobs ? b->o->jobs : app_processors()};
    r->bound = o.min_level;
    if (o.min_level <= o.max_level) exhaust_search(x->g, &p, &o, NULL, NULL, r);
    if (r->bound > x->stored->insns) r->bound = x->stored->insns; /* a larger grammar's was asked further */
    return LS_OK;
}

static ls_status compute_single(bounds *b, const item *x, exhaust_result *r)
{
    unsigned n = 0;
    if (!b->singles) {
        cell *cells = arena_new(&b->a->mem, b->nitems, cell);
        for (unsigned i = 0; i < b->nitems; i++)
            if (b->items[i].how == BY_SINGLE) cells[n++] = b->items[i].stored->cell;
        b->singles = single_open(b->a->spec, cells, n);
    }
    return single_bound(b->singles, &x->stored->cell, &r->bound, &r->judged);
}

static ls_status compute(bounds *b, item *x)
{
    exhaust_result r = {0};
    double start = app_seconds();
    ls_status rc = LS_OK;
    switch (x->how) {
    case BY_SEARCH: rc = compute_search(b, x, &r); break;
    case BY_FLOOR: r.bound = floor_bound(&x->stored->cell, &r.judged); break;
    case BY_SINGLE: rc = compute_single(b, x, &r); break;
    case BY_LABELS: r.bound = movement_bound(b->movements, &x->stored->cell, x->stored->insns, &r.judged); break;
    case BY_NOTHING: break;
    }
    double seconds = app_seconds() - start;
    x->computed = r.bound;
    put(b, x, &r, seconds);
    b->same += x->how != BY_NOTHING && r.bound == x->stored->insns;
    b->foreign += x->how == BY_NOTHING;
    b->candidates += r.judged;
    b->seconds += seconds;
    return rc;
}

static ls_status compute_all(bounds *b)
{
    ls_status rc = kernel_compile(b->kernels, &b->a->dg);
    if (rc != LS_OK) return app_report(b->a, rc);
    for (unsigned i = 0; i < b->ngrammars; i++) grammar_link(&b->grammars[i], b->kernels);
    if (!b->o->json && b->nitems) table_follow(&b->t, column_widths, stdout);
    for (unsigned i = 0; rc == LS_OK && i < b->nitems; i++) rc = compute(b, &b->items[i]);
    table_put_count(&b->totals, (int)b->nitems);
    table_put_count(&b->totals, (int)b->same);
    table_put_count(&b->totals, (int)b->foreign);
    table_put(&b->totals, "%" PRIu64, b->candidates);
    table_put_value(&b->totals, b->seconds, 1);
    return rc;
}

static void bounds_close(bounds *b)
{
    for (unsigned i = 0; i < b->ngrammars; i++) {
        grammar_free(&b->grammars[i]);
        mem_free(b->actions[i]);
        mem_free(b->below[i]);
    }
    mem_free(b->actions);
    mem_free(b->below);
    mem_free(b->grammars);
    mem_free(b->items);
    kernel_set_free(b->kernels);
    if (b->singles) single_close(b->singles);
    if (b->movements) movement_close(b->movements);
    table_free(&b->t);
    table_free(&b->totals);
}

int bench_bounds(int argc, char **argv)
{
    bounds_options o = {0};
    char **operands;
    int noperands, stop = options_parse(&text, argc, argv, &o, &operands, &noperands);
    app a;
    bounds b = {.a = &a, .o = &o};
    if (stop != OPTIONS_GO_ON) return stop;
    if (noperands) return usage_error(text.name, "unexpected operand `%s`", operands[0]);
    TABLE_INIT(&b.t, "bounds", "Lower bounds, stored and computed again", columns);
    TABLE_INIT(&b.totals, "totals", "Together", total_columns);
    b.kernels = kernel_set_new();
    ls_status rc = app_open_spec(&a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = app_open_db(&a, o.db_path, APP_DB_READ);
    if (rc == LS_OK) rc = collect(&b);
    if (rc == LS_OK) rc = compute_all(&b);
    if (rc == LS_OK) tables_print((const table *const[]){&b.t, &b.totals}, 2, o.json, stdout);
    bool differs = b.same + b.foreign != b.nitems;
    bounds_close(&b);
    app_close(&a);
    return rc == LS_OK && differs ? LS_NO : (int)rc;
}
