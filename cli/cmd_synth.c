// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_synth.c - `lanesmith synth`: searches the cells that have not been searched, and keeps what is found.
 *
 * synth/ reports through a sink; this file is the sink. Workers report at the same time, so what belongs to a cell is
 * gathered until the cell is done and then goes into the database in one transaction. A cell carries the key of the
 * engines, the effort and the semantics that it was searched with; with the same key it is not searched again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cli/app/app.h"
#include "cli/app/bounds.h"
#include "cli/app/cells.h"
#include "cli/app/json.h"
#include "derive.h"
#include "lowerings/emit/lowering.h"
#include "shard.h"
#include "share.h"
#include "spec/base/clock.h"
#include "spec/base/stop.h"
#include "synth/run/full.h"
#include "synth/run/inherit.h"
#include "synth/run/movement.h"
#include "synth/run/single.h"
#include "synth/run/synth.h"

#define SYNTH_OPTIONS(X)                                                                                               \
    OPTIONS_DB(X)                                                                                                      \
    OPTIONS_CELLS(X)                                                                                                   \
    X(CHOICE, effort, 0, "effort", "quick|normal|long", "how far to search; default: normal")                          \
    X(FLAG, again, 0, "again", NULL, "search cells that have been searched already, too")                              \
    X(TEXT, shard, 0, "shard", "K/N", "only part K of N, for runs on N machines") \
    X(NUMBER, megabytes, 0, "memory", "256..1048576", "address space of a worker in MiB; default: 8192")               \
    OPTIONS_JOBS(X)                                                                                                    \
    OPTIONS_JSON(X)
typedef struct synth_values { SYNTH_OPTIONS(OPTION_MEMBER) } synth_values;
#define ROW(...) OPTION_ROW(synth_values, __VA_ARGS__)
static const option_row rows[] = {SYNTH_OPTIONS(ROW)};
static const command_text text = {
    "synth", "",
    "Searches lowerings for cells: an operation on fields of some width in a register class of a target.\n"
    "Every proposal is tested, proved (the program and the LLVM IR emitted for it), and measured as LLVM\n"
    "compiles it. Finished cells are kept whatever happens; a later run goes on from there.",
    "lanesmith synth\n"
    "lanesmith synth --op add,sub --width 2 --target x86-64-v4\n"
    "lanesmith synth --effort long --op mul --again\n"
    "lanesmith synth --shard 3/16 --db shard3.db\n",
    rows, sizeof rows / sizeof *rows};

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

typedef struct gatherer {
    app *a;
    share *share; /* with other runs */
    synth_effort effort;
    search_key *key_of; /* of the search that reports; NULL: that of programs of other cells ... */
    struct inherit_mark { /* ... whose keys depend on what is known of these */
        cell cell;
        char key[INHERIT_KEY_TEXT];
    } *marks;
    unsigned nmarks;
    bool again;
    const char *note;   /* beside its progress */
    pending *first;
    progress progress;
    unsigned done, empty, *lowerings; /* proved, in all searches of the run */
} gatherer;

static char *copy_text(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(mem_alloc(n, 1), s, n);
}

static void gather(gatherer *g, const pending *x, const char *body, const char *engine, const char *extra)
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
    bool good = prog_parse(&p, g->a->spec, l->cell.op, l->cell.cls, l->text, (place){0}, &quiet);
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
    db_proof out = {.answer = proof_answer_names[p->answer], .solver = p->solver, .chunk = p->chunk, .seconds = p->seconds,
                    .reason = ""};
    memcpy(out.obligation, p->obligation, sizeof out.obligation);
    return out;
}

static ls_status store(gatherer *g, const pending *p)
{
    if (p->is_bound) {
        db_bound b = {.cell = p->cell, .insns = p->insns, .grammar = p->text, .candidates = p->candidates, .engine = p->engine};
        return db_put_bound(g->a->db, &b);
    }
    db_lowering l = {.cell = p->cell, .text = p->text, .cost = p->cost, .engine = p->engine, .parent = p->extra,
                     .program = stored_proof(&p->program), .ir = stored_proof(&p->ir)};
    memcpy(l.ir_text, p->ir_text, sizeof l.ir_text);
    return db_put_lowering(g->a->db, &l);
}

static bool has_lowering(const gatherer *g, const cell *c)
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
        *g->lowerings += !x->is_bound;
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
    if (g->key_of) {
        g->key_of(g->a->spec, c, g->effort, key);
        return db_mark_searched(g->a->db, c, key);
    }
    struct inherit_mark wanted = {.cell = *c}, *found = bsearch(&wanted, g->marks, g->nmarks,
                                                                sizeof *found, compare_marks);
    return found ? db_mark_latest(g->a->db, c, INHERIT_KEY, found->key) : LS_OK;
}

/* One transaction: lowerings, bounds, the mark. */
static ls_status commit_cell(gatherer *g, const cell *c)
{
    ls_status rc = db_begin_cell(g->a->db, c);
    /* Forms of earlier searches go: this one has compiled them, too, and keeps what is good. */
    if (rc == LS_OK && g->key_of == synth_search_key && has_lowering(g, c)) rc = db_forget_forms(g->a->db, c);
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
    char note[48];
    if (!lowerings) {
        strbuf name = {0};
        cell_print(c, &name);
        fprintf(stderr, "lanesmith synth: no lowering was proved for %s\n", name.s);
        strbuf_free(&name);
        g->empty++;
    }
    ls_status rc = commit_cell(g, c);
    snprintf(note, sizeof note, "%u lowerings proved", *g->lowerings);
    progress_update(&g->progress, ++g->done, note);
    return rc;
}

static ls_status on_stage_done(void *context, const cell *c, unsigned lowerings)
{
    gatherer *g = context;
    (void)lowerings;
    progress_update(&g->progress, ++g->done, g->note);
    return commit_cell(g, c);
}

static ls_status on_claim(void *context, const cell *cells, unsigned count)
{
    gatherer *g = context;
    return share_claim(g->share, cells, count);
}

/* A search that starts from winners: what has been found before it remains when it finds nothing. */
static synth_sink begin_stage(gatherer *g, unsigned cells)
{
    progress_begin(&g->progress, "synth", cells);
    return (synth_sink){g, on_lowering, on_bound, on_stage_done, on_claim};
}

static void end_stage(gatherer *g)
{
    progress_end(&g->progress);
    drop_all(g);
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

/* With this effort or a higher one. */
static bool is_searched(const share *sh, const cell *c, synth_effort effort, search_key *key_of)
{
    char key[HASH_TEXT];
    for (synth_effort e = effort; e < SYNTH_EFFORT_COUNT; e++) {
        key_of(sh->a->spec, c, e, key);
        if (has_mark(sh, c, key)) return true;
    }
    return false;
}

/* The cells that are still to be searched; *count and the result are in the app's memory. */
static cell *open_cells(const share *sh, const cell *all, unsigned total, synth_effort effort,
                        bool again, unsigned *count)
{
    cell *open = arena_new(&sh->a->mem, total + 1, cell);
    *count = 0;
    for (unsigned i = 0; i < total; i++) {
        if (again || !is_searched(sh, &all[i], effort, synth_search_key)) open[(*count)++] = all[i];
    }
    return open;
}

static void print_json(const gatherer *g, unsigned skipped, unsigned others, double seconds)
{
    json_t *all = json_object();
    json_put_flag(all, "interrupted", stop_signal());
    json_put_count(all, "cells", g->done);
    json_put_count(all, "searched_before", skipped);
    json_put_count(all, "searched_by_others", others);
    json_put_count(all, "lowerings", *g->lowerings);
    json_put_count(all, "without_lowering", g->empty);
    json_put_decimal(all, "seconds", seconds, 3);
    json_print(all, stdout);
}

static void print_text(const gatherer *g, unsigned skipped, unsigned others, double seconds)
{
    char by_others[48] = "";
    if (others) snprintf(by_others, sizeof by_others, ", %u by other runs", others);
    printf("%s%u cells searched, %u searched before%s; %u lowerings proved; %u cells without "
           "one; %.1f s\n",
           stop_signal() ? "interrupted: " : "", g->done, skipped, by_others, *g->lowerings,
           g->empty, seconds);
}

static void print_summary(const gatherer *g, unsigned skipped, unsigned left, double seconds,
                          bool json)
{
    unsigned others = stop_signal() ? 0 : left; /* which other runs have searched meanwhile */
    (json ? print_json : print_text)(g, skipped, others, seconds);
}

/* ---- the widest grammar ---- */

static bool is_one_instruction(const app *a, const db_lowering *l)
{
    prog p;
    diags quiet = {0};
    if (strchr(l->text, '\n') != strrchr(l->text, '\n')) return false; /* two lines, or more */
    bool good = prog_parse(&p, a->spec, l->cell.op, l->cell.cls, l->text, (place){0}, &quiet);
    diag_free(&quiet);
    return good && prog_length(&p) == 1 && !prog_has_form(&p);
}

/* Every cell gets its own of all bounds. */
static void attach_bounds(app *a, const db_bound *list, unsigned count, const cell *cells, full_known *known, unsigned n)
{
    synth_bound *copy = arena_new(&a->mem, count + 1, synth_bound);
    for (unsigned k = 0; k < n; k++) {
        known[k].bounds = copy;
        for (unsigned i = bounds_find(list, count, &cells[k]); i < count && !cell_compare(&cells[k], &list[i].cell); i++, known[k].nbounds++)
            *copy++ = (synth_bound){.cell = cells[k], .insns = list[i].insns, .grammar = list[i].grammar, .engine = list[i].engine, .candidates = list[i].candidates};
    }
}

/* Parts of the programs of chosen cells, and how short no program can be, over all instructions. */
static ls_status search_full(share *sh, const synth_options *o, const cell *chosen, unsigned total,
                             bool again, unsigned *lowerings)
{
    app *a = sh->a;
    gatherer g = {.a = a,
                  .share = sh,
                  .lowerings = lowerings,
                  .effort = o->effort,
                  .note = "over all instructions",
                  .key_of = full_search_key};
    unsigned n = 0;
    db_bound *bounds;
    unsigned nbounds;
    ls_status rc = read_kept(sh);
    const db_lowering *list = sh->kept;
    unsigned count = sh->nkept;
    if (rc == LS_OK) rc = db_list_bounds(a->db, a->spec, false, &a->mem, &bounds, &nbounds);
    if (rc != LS_OK) return rc;
    cell *cells = arena_new(&a->mem, count + 1, cell);
    full_known *known = arena_new(&a->mem, count + 1, full_known);
    for (unsigned i = 0; i < count; i++) {
        const db_lowering *l = &list[i];
        bool form = strstr(l->text, " = llvm.") != NULL, second = n && !cell_compare(&cells[n - 1], &l->cell);
        if (second && !form) known[n - 1].program = l->text;
        if (second || !full_is_for(&l->cell) || is_one_instruction(a, l) || !cells_have(chosen, total, &l->cell)) continue;
        if (!again && is_searched(sh, &l->cell, o->effort, g.key_of)) continue;
        known[n] = (full_known){.program = form ? NULL : l->text, .length = l->length};
        cells[n++] = l->cell;
    }
    attach_bounds(a, bounds, nbounds, cells, known, n);
    synth_sink sink = begin_stage(&g, n);
    rc = full_run(a->spec, cells, known, n, o, &sink, &a->dg);
    end_stage(&g);
    return rc;
}

/* A later stage that begins with winners. */
typedef struct winner_stage {
    search_key *key_of;
    const char *note;
    bool (*wants)(const db_lowering *winner, synth_effort effort);
} winner_stage;

/* The chosen cells whose winners the stage wants, with the lengths of these; in the app's memory.
 */
static ls_status list_wanted(share *sh, const winner_stage *x, const cell *chosen, unsigned total,
                             bool again, cell **cells, unsigned **length, unsigned *n)
{
    ls_status rc = read_kept(sh);
    *n = 0;
    if (rc != LS_OK) return rc;
    *cells = arena_new(&sh->a->mem, sh->nkept + 1, cell);
    *length = arena_new(&sh->a->mem, sh->nkept + 1, unsigned);
    for (unsigned i = 0; i < sh->nkept; i++) {
        const db_lowering *l = &sh->kept[i];
        bool winner = !i || cell_compare(&sh->kept[i - 1].cell, &l->cell);
        if (!winner || !x->wants(l, sh->effort) || !cells_have(chosen, total, &l->cell)) continue;
        if (!again && is_searched(sh, &l->cell, sh->effort, x->key_of)) continue;
        (*length)[*n] = l->length;
        (*cells)[(*n)++] = l->cell;
    }
    return LS_OK;
}

static gatherer gather_for(share *sh, const winner_stage *x, unsigned *lowerings)
{
    return (gatherer){.a = sh->a, .share = sh, .lowerings = lowerings, .effort = sh->effort,
                      .note = x->note, .key_of = x->key_of};
}

/* With less than long effort longer winners are not held against programs of one instruction: a
 * bound of two says little of them. */
enum { SINGLE_LENGTH_MAX = 2 };

static bool may_be_single(const db_lowering *l, synth_effort effort)
{
    return l->cost.insns >= 2 && (l->cost.insns <= SINGLE_LENGTH_MAX || effort == SYNTH_LONG);
}

/* Programs of one instruction, where none is known. */
static ls_status search_single(share *sh, const synth_options *o, const cell *chosen,
                               unsigned total, bool again, unsigned *lowerings)
{
    static const winner_stage stage = {single_search_key, "one instruction", may_be_single};
    gatherer g = gather_for(sh, &stage, lowerings);
    cell *cells;
    unsigned *length, n;
    ls_status rc = list_wanted(sh, &stage, chosen, total, again, &cells, &length, &n);
    if (rc != LS_OK) return rc;
    synth_sink sink = begin_stage(&g, n);
    rc = single_run(sh->a->spec, cells, n, o, &sink, &sh->a->dg);
    end_stage(&g);
    return rc;
}

static bool may_be_moves(const db_lowering *l, synth_effort effort)
{
    (void)effort;
    return l->length >= 2 && strcmp(l->status, "optimal");
}

/* Programs of a few moves, where a longer one is the best that is known. */
static ls_status search_movements(share *sh, const synth_options *o, const cell *chosen,
                                  unsigned total, bool again, unsigned *lowerings)
{
    static const winner_stage stage = {movement_search_key, "movements", may_be_moves};
    gatherer g = gather_for(sh, &stage, lowerings);
    cell *cells;
    unsigned *length, n;
    ls_status rc = list_wanted(sh, &stage, chosen, total, again, &cells, &length, &n);
    if (rc != LS_OK) return rc;
    synth_sink sink = begin_stage(&g, n);
    rc = movement_run(sh->a->spec, cells, length, n, o, &sink, &sh->a->dg);
    end_stage(&g);
    return rc;
}

static ls_status on_inherited(void *context, const cell *c, unsigned lowerings)
{
    (void)lowerings;
    return commit_cell(context, c);
}

/* An inherit_was; cells come in their order. */
static bool was_inherited(void *context, const cell *c, const char *key)
{
    gatherer *g = context;
    if (!g->again && has_mark(g->share, c, key)) return true;
    struct inherit_mark *x = &g->marks[g->nmarks++];
    x->cell = *c;
    strcpy(x->key, key);
    return false;
}

/* Chosen cells get what is known of other targets and shorter. */
static ls_status inherit(share *sh, const synth_options *o, const cell *chosen, unsigned total,
                         bool again, unsigned *lowerings)
{
    app *a = sh->a;
    gatherer g = {.a = a, .share = sh, .lowerings = lowerings, .effort = o->effort, .again = again};
    ls_status rc = read_kept(sh);
    if (rc != LS_OK) return rc;
    const db_lowering *list = sh->kept;
    unsigned count = sh->nkept;
    inherit_known *known = arena_new(&a->mem, count + 1, inherit_known);
    for (unsigned i = 0; i < count; i++)
        known[i] = (inherit_known){list[i].cell, list[i].text, list[i].engine, list[i].cost.insns, cells_have(chosen, total, &list[i].cell)};
    g.marks = arena_new(&a->mem, count + 1, struct inherit_mark);
    synth_sink sink = {&g, on_lowering, on_bound, on_inherited, on_claim};
    rc = inherit_run(a->spec, known, count, was_inherited, &g, o, &sink, &a->dg);
    drop_all(&g);
    return rc;
}

/* The stages after the search itself, with the keys of what they mark. */
typedef ls_status stage(share *sh, const synth_options *o, const cell *chosen, unsigned total,
                        bool again, unsigned *lowerings);
static const struct later {
    stage *run;
    search_key *key_of;
} later[] = {{search_full, full_search_key},
             {inherit, NULL},
             {search_single, single_search_key},
             {search_movements, movement_search_key}};

static ls_status run_later(share *sh, const synth_options *o, const cell *all, unsigned total,
                           bool again, unsigned *lowerings)
{
    ls_status rc = LS_OK;
    for (unsigned i = 0; rc == LS_OK && i < sizeof later / sizeof *later; i++) {
        bool more = true;
        while (rc == LS_OK && more) {
            share_begin(sh, later[i].key_of);
            rc = later[i].run(sh, o, all, total, again, lowerings);
            if (rc == LS_OK) rc = share_wait(sh, &more);
            if (rc == LS_OK && more) rc = read_marks(sh);
        }
    }
    return rc;
}

/* The search itself. *count: the cells that were open in the beginning. */
static ls_status run_first(gatherer *g, const synth_options *o, const cell *all, unsigned total,
                           bool again, unsigned *count)
{
    synth_sink sink = {g, on_lowering, on_bound, on_cell_done, on_claim};
    ls_status rc = LS_OK;
    bool more = true;
    for (unsigned pass = 0; rc == LS_OK && more; pass++) {
        unsigned n;
        if ((rc = read_marks(g->share)) != LS_OK) break;
        cell *open = open_cells(g->share, all, total, g->effort, again, &n);
        if (!pass) *count = n;
        share_begin(g->share, g->key_of);
        progress_begin(&g->progress, "synth", g->done + n);
        rc = synth_run(g->a->spec, open, n, o, &sink, &g->a->dg);
        if (rc == LS_OK) rc = share_wait(g->share, &more);
        progress_end(&g->progress);
    }
    return rc;
}

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
    const cell *all = x->cells;
    unsigned total = x->count;
    unsigned count = total, lowerings = 0;
    app *a = sh->a;
    gatherer g = {.a = a,
                  .share = sh,
                  .lowerings = &lowerings,
                  .effort = sh->effort,
                  .key_of = synth_search_key};
    double start = clock_seconds();
    strbuf checkpoints = {0};
    strbuf_printf(&checkpoints, "%s.searches", a->db_path);
    synth_options o = {.effort = g.effort, .jobs = v->jobs, .megabytes = v->megabytes,
                       .cost_dir = app_path(a, a->spec_dir, "cost"),
                       .whole = x->part.of ? x->whole : NULL, .nwhole = x->nwhole,
                       .checkpoints = g.effort == SYNTH_LONG ? checkpoints.s : NULL};
    ls_status rc = run_first(&g, &o, all, total, v->again, &count);
    if (rc == LS_OK) rc = run_later(sh, &o, all, total, v->again, &lowerings);
    if (rc == LS_OK) rc = derive_bounds(a, all, total);
    strbuf_free(&checkpoints);
    drop_all(&g);
    app_report(a, rc);
    if (rc == LS_OK || rc == LS_STOPPED)
        print_summary(&g, total - count, count - g.done, clock_seconds() - start, v->json);
    return rc == LS_OK && g.empty ? LS_NO : rc;
}

/* Whether the figures of all targets that are wanted are there, before anything is searched. */
static ls_status need_costs(app *a, const selection *x)
{
    cost_model **models;
    ls_status rc = cost_models_of_cells(&models, a->spec, x->whole, x->nwhole,
                                        app_path(a, a->spec_dir, "cost"), &a->dg);
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
    if (noperands) return usage_error("synth", "unexpected operand `%s`; cells are chosen by --op, --width, --class, --target", operands[0]);
    if (shard_parse(&x.part, "synth", v.shard) != LS_OK) return LS_INPUT;
    ls_status rc = app_open_spec(&a, "synth", v.spec_dir);
    if (rc == LS_OK) rc = cell_filter_make(&filter, "synth", a.spec, &v.ops, &v.widths, &v.classes, &v.targets);
    if (rc == LS_OK) rc = cells_need("synth", a.spec, &filter);
    if (rc == LS_OK) rc = select_cells(&a, &filter, &x);
    if (rc == LS_OK) rc = need_costs(&a, &x);
    if (rc == LS_OK) rc = app_open_db(&a, v.db_path, APP_DB_MAKE);
    if (rc == LS_OK) rc = app_begin_run(&a, describe(&a, &v));
    if (rc == LS_OK) rc = run_search(&a, &v, &x);
    app_close(&a);
    return (int)rc;
}
