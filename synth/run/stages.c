// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stages.c - the stages of a search.
 *
 * The table below is the whole search. Each stage takes the cells that it can do something for,
 * leaves out those that it has searched before, and reports to the caller's sink. A stage sees what
 * earlier ones have found, in all cells. */
#include "stages.h"

#include <string.h>

#include "blocks.h"
#include "carried.h"
#include "first.h"
#include "polish.h"
#include "permutations.h"
#include "single_run.h"
#include "spec/op.h"
#include "spec/prog.h"
#include "synth/permute/transpose.h"
#include "synth/wide/wide.h"
#include "transposed.h"

/* A pass over a stage: the cells that take part, and what is known. */
struct stage_work {
    const spec *s;
    const stage_host *host;
    const stage *stage;
    const synth_options *o;
    const cell *chosen; /* of the run */
    unsigned nchosen;
    const stage_program *program; /* of all cells */
    unsigned nprograms;
    const synth_bound *bound; /* the same */
    unsigned nbounds;
    stage_cell *taking; /* part */
    cell *cells;        /* these */
    unsigned count;
    arena mem;
};

/* ---- which cells ---- */

/* Most engines know of one result, in a register of the class that all operands are in. */
static const char *leaves_out_carries(const stage_cell *c)
{
    if (c->cell.cls->of) return ""; /* other stages are for them */
    return op_is_plain(c->cell.op) ? NULL : "operands or results are in other registers as well";
}

static const char *leaves_out_none(const spec *s, const stage_cell *c, synth_effort effort)
{
    (void)s, (void)c, (void)effort;
    return NULL;
}

static const char *leaves_out_of_search(const spec *s, const stage_cell *c, synth_effort effort)
{
    (void)s, (void)effort;
    return c->cell.cls->of ? leaves_out_carries(c) : NULL;
}

static const char *leaves_out_of_blocks(const spec *s, const stage_cell *c, synth_effort effort)
{
    (void)s, (void)effort;
    return blocks_are_for(&c->cell) ? NULL : "";
}

static const char *leaves_out_of_transposed(const spec *s, const stage_cell *c,
                                            synth_effort effort)
{
    (void)s, (void)effort;
    if (transpose_is_for(&c->cell)) return NULL;
    return c->cell.cls->of && !blocks_are_for(&c->cell) ? "no engine is for it in blocks" : "";
}

static const char *leaves_out_of_carried(const spec *s, const stage_cell *c, synth_effort effort)
{
    (void)s, (void)effort;
    if (c->cell.cls->of) return leaves_out_carries(c);
    if (leaves_out_carries(c)) return "the search was by this engine";
    return wide_is_for(&c->cell) ? NULL : "it is no whole register, or carries nothing";
}

static const char *leaves_out_of_first(const spec *s, const stage_cell *c, synth_effort effort)
{
    (void)s, (void)effort;
    return c->winner ? "it has a program" : leaves_out_carries(c);
}

static bool is_one_instruction(const spec *s, const stage_program *x)
{
    prog p;
    diags quiet = {0};
    if (strchr(x->text, '\n') != strrchr(x->text, '\n')) return false; /* two lines, or more */
    bool good = prog_parse_cell(&p, s, &x->cell, x->text, (place){0}, &quiet);
    diag_free(&quiet);
    return good && prog_length(&p) == 1 && !prog_has_form(&p);
}

static const char *leaves_out_of_polish(const spec *s, const stage_cell *c, synth_effort effort)
{
    (void)effort;
    if (leaves_out_carries(c)) return leaves_out_carries(c);
    if (!polish_is_for(&c->cell))
        return "not searched: fields do not fill 64 bits, or are vectors' and depend on each other";
    return c->winner && is_one_instruction(s, c->winner) ? "it has one instruction" : NULL;
}

/* With less than long effort longer winners are not held against programs of one instruction: a
 * bound of two says little of them. */
enum { SINGLE_LENGTH_MAX = 2 };

static const char *leaves_out_of_single(const spec *s, const stage_cell *c, synth_effort effort)
{
    (void)s;
    if (!c->winner || leaves_out_carries(c)) return leaves_out_carries(c);
    bool wanted = c->winner->insns >= 2 &&
                  (c->winner->insns <= SINGLE_LENGTH_MAX || effort == SYNTH_LONG);
    return wanted ? NULL : "its program is not one of two instructions";
}

static const char *leaves_out_of_permutations(const spec *s, const stage_cell *c,
                                              synth_effort effort)
{
    (void)s, (void)effort;
    bool wanted = !c->winner || (c->winner->length >= 2 && !c->winner->optimal);
    return wanted ? leaves_out_carries(c) : "its program is one instruction, or optimal";
}

/* ---- what the stages are given ---- */

/* Of cells with carries the search is that of the one engine which knows them. */
static void search_key_of(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT])
{
    (op_is_plain(c->op) ? synth_search_key : carried_search_key)(s, c, effort, out);
}

static ls_status run_search(stage_work *w, const synth_sink *sink, diags *d)
{
    cell *plain = arena_new(&w->mem, w->count + 1, cell),
         *carried = arena_new(&w->mem, w->count + 1, cell);
    unsigned nplain = 0, ncarried = 0;
    for (unsigned i = 0; i < w->count; i++) {
        if (op_is_plain(w->cells[i].op)) plain[nplain++] = w->cells[i];
        else carried[ncarried++] = w->cells[i];
    }
    ls_status rc = synth_run(w->s, plain, nplain, w->o, sink, d);
    return rc == LS_OK ? carried_run(w->s, carried, ncarried, w->o, sink, d) : rc;
}

static ls_status run_carried(stage_work *w, const synth_sink *sink, diags *d)
{
    return carried_run(w->s, w->cells, w->count, w->o, sink, d);
}

static ls_status run_first(stage_work *w, const synth_sink *sink, diags *d)
{
    return first_run(w->s, w->cells, w->count, w->o, sink, d);
}

static void tell_bounds(const stage_work *w, const cell *c, polish_known *out)
{
    unsigned first = cell_first(w->bound, sizeof *w->bound, w->nbounds, c), n = first;
    while (n < w->nbounds && !cell_compare(&w->bound[n].cell, c)) n++;
    out->bounds = w->bound + first;
    out->nbounds = n - first;
}

static ls_status run_polish(stage_work *w, const synth_sink *sink, diags *d)
{
    ls_status rc = w->host->bounds(w->host->context, &w->bound, &w->nbounds);
    if (rc != LS_OK) return rc;
    polish_known *known = arena_new(&w->mem, w->count + 1, polish_known);
    for (unsigned i = 0; i < w->count; i++) {
        const stage_cell *c = &w->taking[i];
        known[i].program = c->plain ? c->plain->text : NULL;
        known[i].length = c->winner ? c->winner->length : 0;
        tell_bounds(w, &c->cell, &known[i]);
    }
    return polish_run(w->s, w->cells, known, w->count, w->o, sink, d);
}

static bool is_chosen(const stage_work *w, const cell *c)
{
    unsigned i = cell_first(w->chosen, sizeof *w->chosen, w->nchosen, c);
    return i < w->nchosen && !cell_compare(&w->chosen[i], c);
}

/* Programs of all cells, and the chosen cells that have none. */
static unsigned list_known(const stage_work *w, inherit_known *out)
{
    unsigned n = 0, k = 0;
    for (unsigned i = 0; i < w->nprograms; i++) {
        const stage_program *x = &w->program[i];
        for (; k < w->count && cell_compare(&w->cells[k], &x->cell) < 0; k++)
            if (!w->taking[k].winner)
                out[n++] = (inherit_known){.cell = w->cells[k], .insns = ~0u, .asked = true};
        out[n++] = (inherit_known){x->cell, x->text, x->engine, x->insns, is_chosen(w, &x->cell)};
    }
    for (; k < w->count; k++)
        if (!w->taking[k].winner)
            out[n++] = (inherit_known){.cell = w->cells[k], .insns = ~0u, .asked = true};
    return n;
}

static ls_status run_inherit(stage_work *w, const synth_sink *sink, diags *d)
{
    inherit_known *known = arena_new(&w->mem, w->nprograms + w->count + 1, inherit_known);
    return inherit_run(w->s, known, list_known(w, known), w->host->was_inherited, w->host->context,
                       w->o, sink, d);
}

static void tell_programs(stage_work *w, const stage_cell *c, blocks_known *out)
{
    cell one = blocks_register_cell(&c->cell);
    unsigned first = cell_first(w->program, sizeof *w->program, w->nprograms, &one), n = first;
    while (n < w->nprograms && !cell_compare(&w->program[n].cell, &one)) n++;
    const char **text = arena_new(&w->mem, n - first + 1, const char *);
    for (unsigned i = first; i < n; i++) text[i - first] = w->program[i].text;
    *out = (blocks_known){c->winner ? c->winner->length : 0, text, n - first};
}

static ls_status run_blocks(stage_work *w, const synth_sink *sink, diags *d)
{
    blocks_known *known = arena_new(&w->mem, w->count + 1, blocks_known);
    for (unsigned i = 0; i < w->count; i++) tell_programs(w, &w->taking[i], &known[i]);
    return blocks_run(w->s, w->cells, known, w->count, w->host->was_inherited, w->host->context,
                      w->o, sink, d);
}

static ls_status run_transposed(stage_work *w, const synth_sink *sink, diags *d)
{
    return transposed_run(w->s, w->cells, w->count, w->o, sink, d);
}

static ls_status run_single(stage_work *w, const synth_sink *sink, diags *d)
{
    return single_run(w->s, w->cells, w->count, w->o, sink, d);
}

static ls_status run_permutations(stage_work *w, const synth_sink *sink, diags *d)
{
    unsigned *length = arena_new(&w->mem, w->count + 1, unsigned);
    for (unsigned i = 0; i < w->count; i++)
        length[i] = w->taking[i].winner ? w->taking[i].winner->length : ~0u;
    return permutations_run(w->s, w->cells, length, w->count, w->o, sink, d);
}

/* ---- the table ---- */

const stage synth_stages[] = {
    {"search", leaves_out_of_search, search_key_of, run_search},
    {"carries", leaves_out_of_carried, carried_search_key, run_carried},
    {"blocks", leaves_out_of_blocks, NULL, run_blocks},
    {"transpositions", leaves_out_of_transposed, transposed_search_key, run_transposed},
    {"first programs", leaves_out_of_first, first_search_key, run_first},
    {"over all instructions", leaves_out_of_polish, polish_search_key, run_polish},
    {"inheritance", leaves_out_none, NULL, run_inherit},
    {"one instruction", leaves_out_of_single, single_search_key, run_single},
    {"permutations", leaves_out_of_permutations, permutations_search_key, run_permutations},
};
const unsigned synth_nstages = sizeof synth_stages / sizeof *synth_stages;

/* ---- the run ---- */

/* With this effort or a higher one. */
static bool was_searched(const stage_work *w, const cell *c)
{
    char key[HASH_TEXT];
    for (synth_effort e = w->o->effort; w->stage->key_of && e < SYNTH_EFFORT_COUNT; e++) {
        w->stage->key_of(w->s, c, e, key);
        if (w->host->is_marked(w->host->context, c, key)) return true;
    }
    return false;
}

/* Programs stand in order of cells: *at is the first that is not of an earlier cell. */
static stage_cell look_up(const stage_work *w, const cell *c, unsigned *at)
{
    stage_cell out = {.cell = *c};
    while (*at < w->nprograms && cell_compare(&w->program[*at].cell, c) < 0) ++*at;
    for (unsigned i = *at; i < w->nprograms && !cell_compare(&w->program[i].cell, c); i++) {
        const stage_program *x = &w->program[i];
        if (!out.winner) out.winner = x;
        if (!out.plain && !strstr(x->text, " = llvm.")) out.plain = x;
    }
    return out;
}

static void choose_cells(stage_work *w)
{
    w->taking = arena_new(&w->mem, w->nchosen + 1, stage_cell);
    w->cells = arena_new(&w->mem, w->nchosen + 1, cell);
    for (unsigned i = 0, at = 0; i < w->nchosen; i++) {
        stage_cell c = look_up(w, &w->chosen[i], &at);
        const char *why = w->stage->leaves_out(w->s, &c, w->o->effort);
        if (why && *why && !c.winner) w->host->left_out(w->host->context, &c.cell, why);
        if (why) continue;
        if (!w->host->again && was_searched(w, &c.cell)) continue;
        w->taking[w->count] = c;
        w->cells[w->count++] = c.cell;
    }
}

static ls_status run_stage(stage_work *w, diags *d)
{
    const stage_host *h = w->host;
    ls_status rc = h->programs(h->context, &w->program, &w->nprograms);
    if (rc != LS_OK) return rc;
    choose_cells(w);
    h->count(h->context, w->count);
    return w->stage->run(w, &h->sink, d);
}

ls_status stages_run(const stage_host *h, const spec *s, const cell *cells, unsigned count,
                     const synth_options *o, diags *d)
{
    ls_status rc = LS_OK;
    for (unsigned i = 0; rc == LS_OK && i < synth_nstages; i++) {
        bool more = true;
        for (unsigned pass = 0; rc == LS_OK && more; pass++) {
            stage_work w = {.s = s,
                            .host = h,
                            .stage = &synth_stages[i],
                            .o = o,
                            .chosen = cells,
                            .nchosen = count};
            rc = h->begin(h->context, w.stage, pass);
            if (rc == LS_OK) rc = run_stage(&w, d);
            if (rc == LS_OK) rc = h->end(h->context, &more);
            arena_free(&w.mem);
        }
    }
    return rc;
}
