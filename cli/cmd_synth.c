// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_synth.c - `lanesmith synth`: searches the cells that have not been searched, and keeps what
 * is found.
 *
 * synth/run/stages.c runs the stages of a search. It asks this file what is known, and reports what
 * it finds to a sink, which is here. Workers report at the same time, so what belongs to a cell is
 * gathered until the cell is done and then goes into the database in one transaction. A cell
 * carries the key of the engines, the effort and the semantics that it was searched with; with the
 * same key it is not searched again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cli/app/app.h"
#include "cli/app/cells.h"
#include "cli/app/json.h"
#include "derive.h"
#include "lowerings/emit/lowering.h"
#include "shard.h"
#include "share.h"
#include "spec/base/clock.h"
#include "spec/base/stop.h"
#include "synth/run/stages.h"

#define SYNTH_OPTIONS(X)                                                                           \
    OPTIONS_DB(X)                                                                                  \
    OPTIONS_CELLS(X)                                                                               \
    X(CHOICE, effort, 0, "effort", "quick|normal|long", "how far to search; default: normal")      \
    X(FLAG, again, 0, "again", NULL, "search cells that have been searched already, too")          \
    X(TEXT, shard, 0, "shard", "K/N", "only part K of N, for runs on N machines")                  \
    X(NUMBER, megabytes, 0, "memory", "256..1048576",                                              \
      "address space of a worker in MiB; default: 8192")                                           \
    OPTIONS_JOBS(X)                                                                                \
    OPTIONS_JSON(X)
typedef struct synth_values { SYNTH_OPTIONS(OPTION_MEMBER) } synth_values;
#define ROW(...) OPTION_ROW(synth_values, __VA_ARGS__)
static const option_row rows[] = {SYNTH_OPTIONS(ROW)};
static const command_text text = {
    "synth",
    "",
    "Searches lowerings for cells: an operation on fields of some width in a register class of a "
    "target.\n"
    "Every proposal is tested, proved (the program and the LLVM IR emitted for it), and measured "
    "as LLVM\n"
    "compiles it. Finished cells are kept whatever happens; a later run goes on from there.",
    "lanesmith synth\n"
    "lanesmith synth --op add,sub --width 2 --target x86-64-v4\n"
    "lanesmith synth --effort long --op mul --again\n"
    "lanesmith synth --shard 3/16 --db shard3.db\n",
    rows,
    sizeof rows / sizeof *rows};

/* What has been reported of cells that are not done. */
typedef struct pending {
    bool is_bound;
    cell cell;
    char *text, *engine, *extra;
    cost cost;
    proof program, ir;
    char ir_text[HASH_TEXT];
    unsigned insns;
    uint64_t candidates;
    struct pending *next;
} pending;

/* What a stage says of a cell that has no program. */
typedef struct remark {
    cell cell;
    const stage *stage;
    const char *text;
    bool searched; /* the cell took part */
} remark;

typedef struct gatherer {
    app *a;
    share *share; /* with other runs */
    synth_effort effort;
    const stage *stage;
    struct inherit_mark { /* of the stage whose keys depend on what is known */
        cell cell;
        char key[INHERIT_KEY_TEXT];
    } *marks;
    unsigned nmarks, room;
    pending *first;
    progress progress;
    unsigned pass;                   /* over the stage */
    unsigned done;                   /* cells, in this stage */
    unsigned open, searched;         /* cells of the first stage: in the beginning; done */
    unsigned nlowerings;             /* proved, in all stages */
    bool again;
    remark *remark;                  /* as they came */
    unsigned nremarks, remark_room;
    unsigned empty;                  /* cells that took part and have no program in the end */
} gatherer;

static char *copy_text(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(mem_alloc(n, 1), s, n);
}

static void gather(gatherer *g, const pending *x, const char *body, const char *engine,
                   const char *extra)
{
    pending *p = mem_alloc(1, sizeof *p), **last = &g->first;
    *p = *x;
    p->text = copy_text(body);
    p->engine = copy_text(engine);
    p->extra = copy_text(extra);
    while (*last) last = &(*last)->next;
    *last = p;
}

static void drop(pending *p)
{
    mem_free(p->text);
    mem_free(p->engine);
    mem_free(p->extra);
    mem_free(p);
}

/* Of the IR that was proved, under the name that it ships with. */
static void hash_emitted(const gatherer *g, const synth_lowering *l, char out[HASH_TEXT])
{
    diags quiet = {0};
    prog p;
    bool good = prog_parse_cell(&p, g->a->spec, &l->cell, l->text, (place){0}, &quiet);
    diag_free(&quiet);
    require(good, "what synth reports is a program of its cell");
    lowering_hash_ir(&l->cell, &p, out);
}

static ls_status on_lowering(void *context, const synth_lowering *l)
{
    pending x = {.cell = l->cell, .cost = l->cost, .program = l->program, .ir = l->ir};
    hash_emitted(context, l, x.ir_text);
    gather(context, &x, l->text, l->engine, l->parent);
    return LS_OK;
}

static ls_status on_bound(void *context, const synth_bound *b)
{
    pending x = {.is_bound = true, .cell = b->cell, .insns = b->insns, .candidates = b->candidates};
    gather(context, &x, b->grammar, b->engine, "");
    return LS_OK;
}

static db_proof stored_proof(const proof *p)
{
    db_proof out = {.answer = proof_answer_names[p->answer],
                    .solver = p->solver,
                    .chunk = p->chunk,
                    .seconds = p->seconds,
                    .reason = ""};
    memcpy(out.obligation, p->obligation, sizeof out.obligation);
    return out;
}

static ls_status store(gatherer *g, const pending *p)
{
    if (p->is_bound) {
        db_bound b = {.cell = p->cell,
                      .insns = p->insns,
                      .grammar = p->text,
                      .candidates = p->candidates,
                      .engine = p->engine};
        return db_put_bound(g->a->db, &b);
    }
    db_lowering l = {.cell = p->cell,
                     .text = p->text,
                     .cost = p->cost,
                     .engine = p->engine,
                     .parent = p->extra,
                     .program = stored_proof(&p->program),
                     .ir = stored_proof(&p->ir)};
    memcpy(l.ir_text, p->ir_text, sizeof l.ir_text);
    return db_put_lowering(g->a->db, &l);
}

static bool has_pending(const gatherer *g, const cell *c)
{
    for (const pending *p = g->first; p; p = p->next)
        if (!p->is_bound && !cell_compare(&p->cell, c)) return true;
    return false;
}

/* Stores what has been reported of the cell, and forgets it. */
static ls_status store_pending(gatherer *g, const cell *c)
{
    ls_status rc = LS_OK;
    for (pending **p = &g->first; rc == LS_OK && *p;) {
        pending *x = *p;
        if (cell_compare(&x->cell, c)) {
            p = &x->next;
            continue;
        }
        g->nlowerings += !x->is_bound;
        rc = store(g, x);
        *p = x->next;
        drop(x);
    }
    return rc;
}

static void drop_all(gatherer *g)
{
    while (g->first) {
        pending *next = g->first->next;
        drop(g->first);
        g->first = next;
    }
}

static int compare_marks(const void *a, const void *b)
{
    return cell_compare(&((const struct inherit_mark *)a)->cell,
                        &((const struct inherit_mark *)b)->cell);
}

static ls_status mark(const gatherer *g, const cell *c)
{
    char key[HASH_TEXT];
    if (g->stage->key_of) {
        g->stage->key_of(g->a->spec, c, g->effort, key);
        return db_mark_searched(g->a->db, c, key);
    }
    struct inherit_mark wanted = {.cell = *c}, *found = bsearch(&wanted, g->marks, g->nmarks,
                                                                sizeof *found, compare_marks);
    if (!found) return LS_OK;
    char prefix[INHERIT_KEY_TEXT];
    snprintf(prefix, sizeof prefix, "%.*s", (int)strcspn(found->key, "-") + 1, found->key);
    return db_mark_latest(g->a->db, c, prefix, found->key);
}

static bool is_search(const gatherer *g) { return g->stage == &synth_stages[0]; }

/* One transaction: lowerings, bounds, the mark. */
static ls_status commit_cell(gatherer *g, const cell *c)
{
    ls_status rc = db_begin_cell(g->a->db, c);
    /* Forms of earlier searches go: this one has compiled them, too, and keeps what is good. */
    if (rc == LS_OK && is_search(g) && has_pending(g, c)) rc = db_forget_forms(g->a->db, c);
    if (rc == LS_OK) rc = store_pending(g, c);
    if (rc == LS_OK) rc = mark(g, c);
    g->share->kept_is_old = true;
    if (rc == LS_OK) rc = share_leave(g->share, c);
    if (rc == LS_OK) return db_commit_cell(g->a->db);
    db_rollback_cell(g->a->db);
    return rc;
}

static ls_status on_cell_done(void *context, const cell *c, unsigned lowerings)
{
    gatherer *g = context;
    char note[64];
    (void)lowerings;
    ls_status rc = commit_cell(g, c);
    g->searched += is_search(g);
    snprintf(note, sizeof note, "%s, %u lowerings proved", g->stage->name, g->nlowerings);
    progress_update(&g->progress, ++g->done, note);
    return rc;
}

static void add_remark(gatherer *g, const cell *c, const char *words, bool searched)
{
    if (g->nremarks == g->remark_room)
        g->remark = mem_grow(g->remark, g->remark_room = 2 * g->remark_room + 64,
                             sizeof *g->remark);
    g->remark[g->nremarks++] = (remark){*c, g->stage, arena_strdup(&g->a->mem, words), searched};
}

static void on_note(void *context, const cell *c, const char *why)
{
    add_remark(context, c, why, true);
}

static void on_left_out(void *context, const cell *c, const char *why)
{
    add_remark(context, c, why, false);
}

static ls_status on_claim(void *context, const cell *cells, unsigned count)
{
    gatherer *g = context;
    return share_claim(g->share, cells, count);
}

static synth_effort effort_of(const char *word)
{
    unsigned i = 0;
    while (i < SYNTH_EFFORT_COUNT - 1 && strcmp(synth_effort_names[i], word)) i++;
    return (synth_effort)i;
}

/* ---- what was searched before ---- */

static int compare_db_marks(const void *a, const void *b)
{
    const db_mark *x = a, *y = b;
    int order = cell_compare(&x->cell, &y->cell);
    return order ? order : strcmp(x->key, y->key);
}

/* The marks that there are before a pass: to ask the database for each of them takes ten times as
 * long. What other runs have marked since is noticed when a job claims its cells. */
static ls_status read_marks(share *sh)
{
    ls_status rc = db_list_searched(sh->a->db, NULL, &sh->a->mem, &sh->marks, &sh->nmarks);
    unsigned n = 0;
    for (unsigned i = 0; rc == LS_OK && i < sh->nmarks; i++)
        if (sh->marks[i].state != TRUTH_CLAIMED) sh->marks[n++] = sh->marks[i];
    sh->nmarks = rc == LS_OK ? n : 0;
    return rc;
}

static bool has_mark(const share *sh, const cell *c, const char *key)
{
    db_mark wanted = {.cell = *c, .key = key};
    return sh->nmarks && bsearch(&wanted, sh->marks, sh->nmarks, sizeof wanted, compare_db_marks);
}

/* DB_KEPT of all targets; the first of a cell is its winner. */
static ls_status read_kept(share *sh)
{
    if (sh->kept && !sh->kept_is_old) return LS_OK;
    sh->kept_is_old = false;
    return db_list_lowerings(sh->a->db, sh->a->spec, NULL, DB_KEPT, &sh->a->mem, &sh->kept,
                             &sh->nkept);
}

/* ---- cells without a program ---- */

static int compare_remarks(const void *a, const void *b)
{
    const remark *x = a, *y = b;
    int order = cell_compare(&x->cell, &y->cell);
    if (!order) order = (x->stage > y->stage) - (x->stage < y->stage);
    return order ? order : strcmp(x->text, y->text);
}

/* The remarks of the cell that the first one is of. */
static unsigned count_remarks(const gatherer *g, unsigned first)
{
    unsigned n = first;
    while (n < g->nremarks && !cell_compare(&g->remark[n].cell, &g->remark[first].cell)) n++;
    return n - first;
}

static bool has_program(const share *sh, const cell *c)
{
    unsigned i = cell_first(sh->kept, sizeof *sh->kept, sh->nkept, c);
    return i < sh->nkept && !cell_compare(&sh->kept[i].cell, c);
}

/* Whether some stage has searched the cell, and none has found anything. */
static bool is_empty(const gatherer *g, const remark *r, unsigned n)
{
    bool searched = false;
    for (unsigned i = 0; i < n; i++) searched |= r[i].searched;
    return searched && !has_program(g->share, &r->cell);
}

/* Keeps what is said of cells that have no program in the end. */
static ls_status keep_remarks(gatherer *g)
{
    unsigned kept = 0;
    ls_status rc = g->nremarks ? read_kept(g->share) : LS_OK;
    if (rc != LS_OK) return rc;
    if (g->nremarks) qsort(g->remark, g->nremarks, sizeof *g->remark, compare_remarks);
    for (unsigned i = 0, n; i < g->nremarks; i += n) {
        n = count_remarks(g, i);
        if (!is_empty(g, &g->remark[i], n)) continue;
        memmove(&g->remark[kept], &g->remark[i], n * sizeof *g->remark);
        kept += n;
        g->empty++;
    }
    g->nremarks = kept;
    return LS_OK;
}

/* Which stages there were, where each ended, and what was missing. */
static void print_remarks(const gatherer *g)
{
    for (unsigned i = 0; i < g->nremarks; i++) {
        const remark *r = &g->remark[i];
        strbuf name = {0};
        cell_print(&r->cell, &name);
        if (!i || cell_compare(&r[-1].cell, &r->cell))
            fprintf(stderr, "lanesmith synth: no program for %s\n", name.s);
        fprintf(stderr, "    %s: %s\n", r->stage->name, r->text);
        strbuf_free(&name);
    }
}

static json_t *remarks_json(const gatherer *g)
{
    json_t *all = json_array(), *stages = NULL;
    for (unsigned i = 0; i < g->nremarks; i++) {
        const remark *r = &g->remark[i];
        json_t *one = json_object();
        if (!i || cell_compare(&r[-1].cell, &r->cell)) {
            json_t *of_cell = json_cell(&r->cell);
            stages = json_array();
            json_put(of_cell, "stages", stages);
            json_array_append_new(all, of_cell);
        }
        json_put_text(one, "stage", r->stage->name);
        json_put_text(one, "ended", r->text);
        json_array_append_new(stages, one);
    }
    return all;
}

/* ---- the summary ---- */

static void print_json(const gatherer *g, unsigned skipped, unsigned others, double seconds)
{
    json_t *all = json_object();
    json_put_flag(all, "interrupted", stop_signal());
    json_put_count(all, "cells", g->searched);
    json_put_count(all, "searched_before", skipped);
    json_put_count(all, "searched_by_others", others);
    json_put_count(all, "lowerings", g->nlowerings);
    json_put_count(all, "without_lowering", g->empty);
    json_put(all, "without", remarks_json(g));
    json_put_decimal(all, "seconds", seconds, 3);
    json_print(all, stdout);
}

static void print_text(const gatherer *g, unsigned skipped, unsigned others, double seconds)
{
    char by_others[48] = "";
    if (others) snprintf(by_others, sizeof by_others, ", %u by other runs", others);
    printf("%s%u cells searched, %u searched before%s; %u lowerings proved; %u cells without "
           "one; %.1f s\n",
           stop_signal() ? "interrupted: " : "", g->searched, skipped, by_others, g->nlowerings,
           g->empty, seconds);
}

static void print_summary(const gatherer *g, unsigned skipped, unsigned left, double seconds,
                          bool json)
{
    unsigned others = stop_signal() ? 0 : left; /* which other runs have searched meanwhile */
    (json ? print_json : print_text)(g, skipped, others, seconds);
}

/* ---- what stages ask ---- */

static ls_status on_begin(void *context, const stage *x, unsigned pass)
{
    gatherer *g = context;
    bool first = x == &synth_stages[0];
    if (x != g->stage) g->done = 0;
    g->stage = x;
    g->pass = pass;
    g->nmarks = 0;
    share_begin(g->share, x->key_of);
    return pass || first ? read_marks(g->share) : LS_OK;
}

static void on_count(void *context, unsigned cells)
{
    gatherer *g = context;
    if (is_search(g) && !g->pass) g->open = cells;
    progress_begin(&g->progress, "synth", g->done + cells);
}

static ls_status on_end(void *context, bool *more)
{
    gatherer *g = context;
    ls_status rc = share_wait(g->share, more);
    progress_end(&g->progress);
    drop_all(g);
    return rc;
}

static ls_status on_programs(void *context, const stage_program **out, unsigned *count)
{
    gatherer *g = context;
    share *sh = g->share;
    ls_status rc = read_kept(sh);
    if (rc != LS_OK) return rc;
    stage_program *list = arena_new(&g->a->mem, sh->nkept + 1, stage_program);
    for (unsigned i = 0; i < sh->nkept; i++) {
        const db_lowering *l = &sh->kept[i];
        list[i] = (stage_program){.cell = l->cell, .text = l->text, .engine = l->engine,
                                  .length = l->length, .insns = l->cost.insns,
                                  .optimal = !strcmp(l->status, "optimal")};
    }
    *out = list;
    *count = sh->nkept;
    return LS_OK;
}

static ls_status on_bounds(void *context, const synth_bound **out, unsigned *count)
{
    app *a = ((gatherer *)context)->a;
    db_bound *all;
    ls_status rc = db_list_bounds(a->db, a->spec, false, &a->mem, &all, count);
    if (rc != LS_OK) return rc;
    synth_bound *list = arena_new(&a->mem, *count + 1, synth_bound);
    for (unsigned i = 0; i < *count; i++)
        list[i] = (synth_bound){.cell = all[i].cell, .insns = all[i].insns,
                                .grammar = all[i].grammar, .engine = all[i].engine,
                                .candidates = all[i].candidates};
    *out = list;
    return LS_OK;
}

static bool on_is_marked(void *context, const cell *c, const char *key)
{
    const gatherer *g = context;
    return has_mark(g->share, c, key);
}

/* An inherit_was; cells come in their order. */
static bool on_was_inherited(void *context, const cell *c, const char *key)
{
    gatherer *g = context;
    if (!g->again && has_mark(g->share, c, key)) return true;
    if (g->nmarks == g->room) {
        struct inherit_mark *more = arena_new(&g->a->mem, g->room = 2 * g->room + 64,
                                              struct inherit_mark);
        if (g->nmarks) memcpy(more, g->marks, g->nmarks * sizeof *more);
        g->marks = more;
    }
    struct inherit_mark *x = &g->marks[g->nmarks++];
    x->cell = *c;
    strcpy(x->key, key);
    return false;
}

/* ---- the run ---- */

/* The cells to search. */
typedef struct selection {
    cell *whole, *cells; /* all that were chosen; of these the shard's, or all */
    unsigned nwhole, count;
    shard part;
} selection;

/* LS_INPUT after a message when there are none. */
static ls_status select_cells(app *a, const cell_filter *f, selection *x)
{
    x->nwhole = cells_select(a->spec, f, NULL, &a->mem, &x->whole);
    x->cells = x->whole;
    x->count = x->nwhole;
    if (!x->nwhole && a->spec->nops)
        return (ls_status)usage_error("synth", "the default table has no such cell; name widths "
                                               "with --width");
    if (!x->part.of) return LS_OK;
    x->count = shard_take(&x->part, a->spec, x->whole, x->nwhole, &a->mem, &x->cells);
    fprintf(stderr, "shard %u of %u: %u of %u cells\n", x->part.which, x->part.of, x->count,
            x->nwhole);
    return LS_OK;
}

static ls_status search(share *sh, const synth_values *v, const selection *x)
{
    app *a = sh->a;
    gatherer g = {.a = a, .share = sh, .effort = sh->effort, .again = v->again};
    stage_host host = {&g, v->again, on_begin, on_count, on_end, on_programs, on_bounds,
                       on_is_marked, on_left_out, on_was_inherited,
                       {&g, on_lowering, on_bound, on_cell_done, on_claim, on_note}};
    double start = clock_seconds();
    strbuf checkpoints = {0};
    strbuf_printf(&checkpoints, "%s.searches", a->db_path);
    synth_options o = {.effort = g.effort, .jobs = v->jobs, .megabytes = v->megabytes,
                       .spec_dir = a->spec_dir,
                       .whole = x->part.of ? x->whole : NULL, .nwhole = x->nwhole,
                       .checkpoints = g.effort == SYNTH_LONG ? checkpoints.s : NULL};
    ls_status rc = stages_run(&host, a->spec, x->cells, x->count, &o, &a->dg);
    if (rc == LS_OK) rc = keep_remarks(&g);
    if (rc == LS_OK) print_remarks(&g);
    if (rc == LS_OK) rc = derive_bounds(a, x->cells, x->count);
    strbuf_free(&checkpoints);
    drop_all(&g);
    app_report(a, rc);
    if (rc == LS_OK || rc == LS_STOPPED)
        print_summary(&g, x->count - g.open, g.open - g.searched, clock_seconds() - start, v->json);
    mem_free(g.remark);
    return rc == LS_OK && g.empty ? LS_NO : rc;
}

/* Whether the figures of all targets that are wanted are there, before anything is searched. */
static ls_status need_costs(app *a, const selection *x)
{
    cost_model **models;
    ls_status rc = cost_models_of_cells(&models, a->spec, x->whole, x->nwhole,
                                        a->spec_dir, &a->dg);
    cost_models_free(models, a->spec);
    return app_report(a, rc);
}

/* For the journal. */
static const char *describe(app *a, const synth_values *v)
{
    return v->shard ? arena_printf(&a->mem, "%s, shard %s", v->effort, v->shard) : v->effort;
}

static ls_status run_search(app *a, const synth_values *v, const selection *x)
{
    share sh;
    ls_status rc = share_open(&sh, a, effort_of(v->effort), v->again);
    if (rc == LS_OK) rc = search(&sh, v, x);
    if (rc != LS_ENV) share_close(&sh);
    return rc;
}

int cmd_synth(int argc, char **argv)
{
    synth_values v = {.effort = "normal", .megabytes = 8192};
    char **operands;
    int noperands, stop = options_parse(&text, argc, argv, &v, &operands, &noperands);
    app a;
    cell_filter filter;
    selection x = {0};
    if (stop != OPTIONS_GO_ON) return stop;
    if (noperands)
        return usage_error(
            "synth",
            "unexpected operand `%s`; cells are chosen by --op, --width, --class, --target",
            operands[0]);
    if (shard_parse(&x.part, "synth", v.shard) != LS_OK) return LS_INPUT;
    ls_status rc = app_open_spec(&a, "synth", v.spec_dir);
    if (rc == LS_OK)
        rc = cell_filter_make(&filter, "synth", a.spec, &v.ops, &v.widths, &v.classes, &v.targets);
    if (rc == LS_OK) rc = cells_need("synth", a.spec, &filter);
    if (rc == LS_OK) rc = select_cells(&a, &filter, &x);
    if (rc == LS_OK) rc = need_costs(&a, &x);
    if (rc == LS_OK) rc = app_open_db(&a, v.db_path, APP_DB_MAKE);
    if (rc == LS_OK) rc = app_begin_run(&a, describe(&a, &v));
    if (rc == LS_OK) rc = run_search(&a, &v, &x);
    app_close(&a);
    return (int)rc;
}
