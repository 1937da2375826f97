// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_walk.c - bottom-up enumeration of straight-line programs on IMAGES images a value.
 *
 * A state is a list of values (inputs, constants, chosen instructions) and a list of candidates:
 * every instruction that can be formed over the values, each computed once, when its last operand
 * appeared. Choosing candidate i allows only later candidates afterwards, so each set of
 * instructions is met in one order only. A candidate whose image equals a value or an earlier
 * candidate is dropped: instructions are functions of registers, and the image is whole registers,
 * so any program with the one behaves on the image as the program with the other.
 *
 * Every value must be used: with r instructions to go at most 1 + r * (sources - 1) values may be
 * unused.
 *
 * The last two instructions are not enumerated: the last one, r = m(p, q), is inverted. For
 * each m and value q the goal for r becomes a goal for p: exact for xor, add, sub, partial for and,
 * or and shifts, or a contradiction. An exact goal is one look-up among the candidates; so all p
 * with all their operands are excluded at once. Three-input tables are read off the image, a table
 * for p under a table for r too, where the values tell apart what has to differ. Other instructions
 * say in part what p has to be (inverse.h); where that is too little they are computed for all p in
 * one call of their kernel. */
#include "exhaust_inside.h"

static void push(walk *w, unsigned i)
{
    w->sorts[w->nval] = w->g->member[w->form[i].member].gives;
    w->made[w->nval] = w->form[i];
    w->grown_from[w->nval] = w->ncand;
    w->offers_from[w->nval] = w->noffers;
    w->val[w->nval++] = w->cand[i];
}

static void visit(walk *w, unsigned depth, unsigned low);

static inline bool has_at_most(uint32_t set, unsigned count)
{
    for (; set && count; count--) set &= set - 1;
    return set == 0;
}

/* Chooses candidate i and goes on below it. */
static void choose(walk *w, unsigned i, unsigned depth)
{
    unsigned left = w->level - depth, ncand = w->ncand, nundo = w->nundo, noffers = w->noffers;
    uint32_t unused = w->unused;
    w->unused = (unused & ~used_by(w, w->form[i])) | 1u << (w->nval - w->first);
    if (has_at_most(w->unused, 1 + (left - 1) * (w->sources_max - 1))) {
        push(w, i);
        w->about[w->nval - 1].made = false;
        if (left > 3 && !w->setup.visiting) note_value(w, w->nval - 1);
        if (w->setup.visit && !(w->unused & (w->unused - 1)))
            w->setup.visit(w->setup.context, w, ((image *)&w->val[w->nval - 1])[0], depth + 1);
        if (left > 3 || (left == 3 && !in_haste(w))) expand(w, w->nval - 1, left > 3);
        visit(w, depth + 1, i + 1);
        w->nval--;
    }
    forget(w, nundo);
    w->ncand = ncand;
    w->noffers = noffers;
    w->unused = unused;
    if (w->max_work && w->n.work > w->max_work) leave(w, EXHAUST_WORK);
    if (++w->ticks % 256 == 0 && w->setup.late && w->setup.late(w->setup.context))
        leave(w, EXHAUST_TIME);
}

/* Whether branches are made of the first two instructions: the first alone leave one with most of
 * the work. */
static bool split(const walk *w)
{
    return w->level >= 4 && !w->setup.visiting;
}

/* Below depth chosen instructions, candidates from low on. */
static void visit(walk *w, unsigned depth, unsigned low)
{
    unsigned left = w->level - depth, end = w->ncand;
    if (left == 2 && !w->setup.visiting) last_two(w, low);
    if (left == 2 && (!w->setup.visiting || w->setup.counting)) return;
    if (left == 1) return;
    unsigned stride = depth == 1 && split(w) ? STRIDE : 1,
             start = stride > 1 ? low + w->phase : low;
    for (unsigned i = start; i < end && w->end == EXHAUST_COMPLETE; i += stride)
        choose(w, i, depth);
}

/* ---- without pruning ---- */

/* Every member over every tuple of values that are not all constants, as often as it occurs. */
static void plain(walk *w, unsigned left)
{
    if (left == 0) {
        for (unsigned t = 0; t < w->ngoals; t++)
            if (is_zero((w->val[w->nval - 1] ^ w->goal[t].target) & w->goal[t].care)) {
                chain x;
                export_chain(w, &x);
                w->setup.found(w->setup.context, &x, t, w->n.work);
            }
        w->n.last++;
        return;
    }
    unsigned n = w->nval;
    for (unsigned k = 0; k < w->g->count; k++) {
        const grammar_member *m = &w->g->member[k];
        unsigned tables = m->any_table ? 256 : 1;
        for (unsigned a = 0; a < n; a++)
            for (unsigned b = 0; b < (m->nsrc > 1 ? n : 1); b++)
                for (unsigned c = 0; c < (m->nsrc > 2 ? n : 1); c++)
                    for (unsigned table = 0; table < tables; table++) {
                        if (is_constant(w, a) && (m->nsrc < 2 || is_constant(w, b)) &&
                            (m->nsrc < 3 || is_constant(w, c)))
                            continue;
                        w->made[n] = (step){
                            (uint16_t)k, (uint8_t)table, {(uint8_t)a, (uint8_t)b, (uint8_t)c}};
                        if (m->any_table)
                            w->val[n] = table3(table, w->val[a], w->val[b], w->val[c]);
                        else compute(m, &w->val[a], &w->val[b], &w->val[c], &w->val[n], 1);
                        w->nval = n + 1;
                        plain(w, left - 1);
                        w->nval = n;
                    }
    }
}

/* ---- opening ---- */

static void add_variant(walk *w, unsigned k, bool swapped)
{
    unsigned t = w->g->member[k].table;
    if (swapped) t = (t & 9) | (t & 2) << 1 | (t & 4) >> 1;
    /* of p<<1|q: rows q = 1 are 1 and 3, rows q = 0 are 0 and 2 */
    /* bit 0: p = 0; bit 1: p = 1 */
    unsigned q1 = (t >> 1 & 1) | (t >> 3 & 1) << 1, q0 = (t & 1) | (t >> 2 & 1) << 1;
    variant f = {.member = (uint16_t)k,
                 .swapped = swapped,
                 .use1 = q1 == 1 || q1 == 2,
                 .use0 = q0 == 1 || q0 == 2,
                 .flip1 = q1 == 1,
                 .flip0 = q0 == 1};
    f.forbid = (uint8_t)((q1 == 0   ? FORCED_ON1
                          : q1 == 3 ? FORCED_OFF1
                                    : 0) |
                         (q0 == 0   ? FORCED_ON0
                          : q0 == 3 ? FORCED_OFF0
                                    : 0));
    if (w->nvariants < sizeof w->variants / sizeof *w->variants) w->variants[w->nvariants++] = f;
    else w->other2[w->nother2++] = (uint16_t)k;
}

static void sort_member(walk *w, unsigned k)
{
    const grammar_member *m = &w->g->member[k];
    if (m->any_table) w->any = (int)k;
    else if (m->nsrc == 1) w->one[w->nones++] = (uint16_t)k;
    else if (m->nsrc == 3) w->other3[w->nother3++] = (uint16_t)k;
    else if (m->is_table) {
        add_variant(w, k, false);
        if (!m->commutative || w->many_sorts) add_variant(w, k, true);
    } else if (m->shape == SHAPE_ADD || m->shape == SHAPE_SUB || m->shape == SHAPE_LEA)
        w->group[w->ngroup++] = (uint16_t)k;
    else if (m->shape == SHAPE_PICK || m->shape == SHAPE_FILL)
        w->choice[w->nchoice++] = (uint16_t)k;
    else w->other2[w->nother2++] = (uint16_t)k;
    if (m->nsrc == 2) w->binary_orders += m->commutative ? 1 : 2;
    if (m->nsrc == 3) w->sources_max = 3;
}

static void set_values(walk *w)
{
    for (unsigned i = 0; i < w->ninputs; i++) {
        memcpy(&w->val[w->nval], w->setup.input[i], sizeof(xi));
        w->sorts[w->nval++] = w->g->input_sorts[i];
    }
    for (unsigned i = 0; i < w->g->nconsts; i++) {
        for (unsigned k = 0; k < 2 * IMAGES; k++) w->val[w->nval][k] = w->g->konst[i];
        w->sorts[w->nval++] = w->g->konst_sorts[i];
    }
    w->first = w->nval;
    for (unsigned i = 0; i < w->first; i++) remember(w, w->val[i], w->sorts[i], VALUE_MARK + i);
    for (unsigned i = 0; i < w->first; i++) expand(w, i, true);
}

/* Whether some value may not be used somewhere. */
static bool has_many_sorts(const grammar *g, unsigned ninputs)
{
    bool many = false;
    for (unsigned i = 0; i < g->count; i++) {
        many = many || g->member[i].gives != 1;
        for (unsigned k = 0; k < g->member[i].nsrc; k++) many = many || g->member[i].takes[k];
    }
    for (unsigned i = 0; i < ninputs; i++) many = many || g->input_sorts[i] != 1;
    for (unsigned i = 0; i < g->nconsts; i++) many = many || g->konst_sorts[i] != 1;
    return many;
}

static walk *walk_open(const walk_setup *s)
{
    walk *w = mem_alloc(1, sizeof *w);
    w->g = s->g;
    w->setup = *s;
    w->ninputs = s->ninputs;
    w->any = -1;
    w->sources_max = 2;
    w->cap = 1024;
    w->nslots = SLOTS_FIRST;
    w->cand = mem_alloc(w->cap, sizeof *w->cand);
    w->form = mem_alloc(w->cap, sizeof *w->form);
    w->offer = mem_alloc(2 * w->cap, sizeof *w->offer);
    w->offered = mem_alloc(2 * w->cap, sizeof *w->offered);
    w->offers_before = mem_alloc(w->cap, sizeof *w->offers_before);
    if (IMAGES > 1)
        w->first_image = mem_alloc(w->cap, sizeof *w->first_image),
        w->first_offer = mem_alloc(2 * w->cap, sizeof *w->first_offer);
    size_parts(w);
    w->slots = mem_alloc(w->nslots, sizeof *w->slots);
    w->undo = mem_alloc(w->nslots, sizeof *w->undo);
    w->max_bytes = s->o->max_bytes;
    w->bytes = sizeof *w + w->cap * CANDIDATE_BYTES +
               w->nslots * (sizeof *w->slots + sizeof *w->undo);
    w->many_sorts = has_many_sorts(w->g, w->ninputs);
    for (unsigned i = 0; i < w->g->count; i++) sort_member(w, i);
    if (w->any >= 0) number_lanes(w);
    set_values(w);
    w->nbase = w->ncand;
    return w;
}

static void walk_close(walk *w)
{
    mem_free(w->cand);
    mem_free(w->form);
    mem_free(w->first_image);
    for (unsigned k = 0; k < PARTS; k++) mem_free(w->part[k]), mem_free(w->offer_part[k]);
    for (unsigned v = 0; v < VALUES_MAX; v++) mem_free(w->about[v].list);
    mem_free(w->alone.list);
    mem_free(w->twice.list);
    mem_free(w->offer);
    mem_free(w->first_offer);
    mem_free(w->offered);
    mem_free(w->offers_before);
    mem_free(w->hits);
    mem_free(w->weak);
    mem_free(w->slots);
    mem_free(w->undo);
    mem_free(w);
}

static void walk_begin(walk *w, unsigned level, const goal *const *goals, unsigned ngoals)
{
    w->level = level;
    w->ngoals = ngoals;
    w->unused = 0;
    w->to_compute = w->nother2 || w->nother3;
    for (unsigned i = 0; i < w->nones; i++) {
        const grammar_member *m = &w->g->member[w->one[i]];
        w->to_compute = w->to_compute || (!m->is_table && m->shape == SHAPE_OTHER);
    }
    for (unsigned t = 0; t < ngoals; t++) {
        xi want, care;
        memcpy(&want, goals[t]->target, sizeof want);
        memcpy(&care, goals[t]->care, sizeof care);
        w->goal[t] = aim_at(want, care);
        w->to_compute = w->to_compute || !w->goal[t].whole;
        for (unsigned i = 0; i < w->nchoice; i++) {
            const grammar_member *m = &w->g->member[w->choice[i]];
            w->to_compute = w->to_compute ||
                            (m->shape == SHAPE_FILL ? can_end(w, t, m) : !m->commutative) ||
                            w->many_sorts;
        }
    }
    if (w->any >= 0) choose_lanes(w);
    if (level < 2 || w->setup.o->no_pruning) return;
    for (unsigned v = 0; v < w->first; v++) note_value(w, v);
    note_alone(w);
}

/* Levels up to 2 have no first instruction to choose: one branch. */
static unsigned walk_branches(const walk *w)
{
    return w->level <= 2 || w->setup.o->no_pruning ? 1 : split(w) ? w->nbase * STRIDE : w->nbase;
}

static exhaust_end walk_run(walk *w, unsigned branch, uint64_t max_work, walk_counts *counts)
{
    w->n = (walk_counts){0};
    w->max_work = max_work;
    if (w->end != EXHAUST_MEMORY) w->end = EXHAUST_COMPLETE;
    if (w->level == 0) level_zero(w);
    else if (w->setup.o->no_pruning) plain(w, w->level);
    else if (w->level == 1) last_one(w);
    else if (w->level == 2) visit(w, 0, 0);
    else {
        w->phase = branch % STRIDE;
        choose(w, split(w) ? branch / STRIDE : branch, 0);
    }
    *counts = w->n;
    return w->end;
}

static uint64_t walk_visit_all(walk *w, unsigned level, uint64_t max_work)
{
    w->n = (walk_counts){0};
    w->level = level + 1;
    w->unused = 0;
    w->max_work = max_work;
    w->end = EXHAUST_COMPLETE;
    visit(w, 0, 0);
    return w->n.inner;
}

const walker WALKER = {IMAGES,        walk_open, walk_close,     walk_begin,
                       walk_branches, walk_run,  walk_visit_all, export_chain};
