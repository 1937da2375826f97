// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tasks.c - carries a plan out on the places of elements, which it follows one by one.
 *
 * So what the search believes is checked: each register that a layout asks for is of one or two
 * others, each operation finds the elements of its threads in the same lanes, and the results are
 * where memory has them. Called by network_make.c. */
#include "tasks.h"

enum { REGISTERS_MAX = 1 << 8 };

/* Where an element is: in one of the registers that count now. */
typedef struct spot {
    unsigned reg, lane;
} spot;

typedef struct follower {
    const network *n;
    tasks *t;
    unsigned digits;             /* of a lane's number */
    unsigned k;                  /* stage */
    unsigned count;              /* registers that count now */
    unsigned now[REGISTERS_MAX]; /* their numbers among all */
    unsigned first;              /* task of this layout */
    spot *spot, *next;           /* by the addresses of what the last stage gave */
    element *outside;            /* those of the sinks, by their addresses in the last stage */
} follower;

static const search_stage *stage_of(const follower *x) { return &x->n->problem.stage[x->k]; }

static unsigned digits_read(const follower *x) { return stage_of(x)->threads + stage_of(x)->slots; }

static element element_read(const follower *x, unsigned address)
{
    unsigned threads = stage_of(x)->threads;
    if (x->k == x->n->nstages) return x->outside[address];
    return x->n->stages[x->k].slots[address & ((1U << threads) - 1)][address >> threads];
}

/* Where the element is that the stage reads at the address. */
static spot *spot_of(const follower *x, unsigned address)
{
    element e = element_read(x, address);
    return &x->spot[x->n->vectors[element_vector(e)].address[element_lane(e)]];
}

static unsigned fresh_register(follower *x, const task *of)
{
    x->t->maker[x->t->nregisters] = (unsigned)(of - x->t->task) + 1;
    return x->t->nregisters++;
}

static task *new_task(follower *x, unsigned nin, unsigned nout)
{
    arena *p = x->n->arena;
    task *made = &x->t->task[x->t->count++];
    *made = (task){
        .nin = nin, .in = arena_new(p, nin, unsigned), .out = arena_new(p, nout, unsigned)};
    return made;
}

/* ---- shuffles ---- */

static digits combined(const digits *basis, unsigned count, unsigned which)
{
    digits v = 0;
    for (unsigned i = 0; i < count; i++)
        if (which >> i & 1) v ^= basis[i];
    return v;
}

typedef struct sources {
    unsigned count, reg[2], mask[TASK_LANES];
} sources;

/* The registers that elements lie in; false where they are more than two. */
static bool find_sources(const follower *x, const spot *at, sources *s)
{
    s->count = 0;
    for (unsigned l = 0; l < x->t->lanes; l++) {
        unsigned k = 0;
        while (k < s->count && s->reg[k] != at[l].reg) k++;
        if (k == 2) return false;
        if (k == s->count) s->reg[s->count++] = at[l].reg;
        s->mask[l] = k * x->t->lanes + at[l].lane;
    }
    return true;
}

static bool is_same(const follower *x, const sources *s)
{
    for (unsigned l = 0; l < x->t->lanes; l++)
        if (s->mask[l] != l) return false;
    return true;
}

/* The task of the layout that has those sources; it may have them the other way round. */
static task *task_of(follower *x, sources *s)
{
    enum { OUT_MAX = 8 };
    unsigned a = x->now[s->reg[0]], b = s->count > 1 ? x->now[s->reg[1]] : a, lanes = x->t->lanes;
    for (unsigned i = x->first; i < x->t->count; i++) {
        task *t = &x->t->task[i];
        bool turned = t->nin == 2 && t->in[0] == b && t->in[1] == a;
        if (t->nin != s->count || t->nout == OUT_MAX) continue;
        if (!turned && (t->in[0] != a || t->in[t->nin - 1] != b)) continue;
        for (unsigned l = 0; l < lanes && turned; l++) s->mask[l] ^= lanes;
        return t;
    }
    task *made = new_task(x, s->count, OUT_MAX);
    made->mask = arena_alloc(x->n->arena, OUT_MAX, sizeof *made->mask);
    made->in[0] = a;
    if (s->count > 1) made->in[1] = b;
    return made;
}

static bool make_register(follower *x, const spot *at, unsigned *reg)
{
    sources s = {0};
    if (!find_sources(x, at, &s)) return false;
    if (is_same(x, &s)) {
        *reg = x->now[s.reg[0]];
        return true;
    }
    task *t = task_of(x, &s);
    memcpy(t->mask[t->nout], s.mask, sizeof s.mask);
    *reg = t->out[t->nout++] = fresh_register(x, t);
    return true;
}

static bool lay_out(follower *x, const search_layout *l)
{
    unsigned count = 1U << l->registers.count, lanes = x->t->lanes, made[REGISTERS_MAX];
    if (l->registers.count + x->digits != digits_read(x) || count > REGISTERS_MAX) return false;
    spot **moved = arena_new(x->n->arena, count * lanes, spot *), at[TASK_LANES];
    x->first = x->t->count;
    for (unsigned r = 0; r < count; r++) {
        digits base = combined(l->registers.basis, l->registers.count, r);
        for (unsigned i = 0; i < lanes; i++) {
            moved[r * lanes + i] = spot_of(x, base ^ combined(l->lane, x->digits, i));
            at[i] = *moved[r * lanes + i];
        }
        if (!make_register(x, at, &made[r])) return false;
    }
    for (unsigned i = 0; i < count * lanes; i++) *moved[i] = (spot){i / lanes, i % lanes};
    memcpy(x->now, made, count * sizeof *made);
    x->count = count;
    return true;
}

/* ---- operations ---- */

/* The registers of the slots of a register's threads; false where a thread's elements are not in
 * one lane. address: those of the register's lanes. */
static bool find_slots(const follower *x, const unsigned *address, unsigned *slots)
{
    const search_stage *g = stage_of(x);
    for (unsigned s = 0; s < 1U << g->slots; s++)
        for (unsigned l = 0; l < x->t->lanes; l++) {
            spot at = *spot_of(x, address[l] ^ s << g->threads);
            if (at.lane != l || (l && at.reg != slots[s])) return false;
            slots[s] = at.reg;
        }
    return true;
}

typedef struct registers {
    unsigned address[REGISTERS_MAX][TASK_LANES]; /* of what the stage reads */
    bool used[REGISTERS_MAX];
    unsigned made[REGISTERS_MAX], count; /* what it gives */
} registers;

static bool compute_register(follower *x, registers *all, unsigned r)
{
    const stage *g = &x->n->stages[x->k];
    const search_stage *h = stage_of(x);
    unsigned *slots = arena_new(x->n->arena, g->nslots, unsigned);
    if (!find_slots(x, all->address[r], slots)) return false;
    task *t = new_task(x, g->nslots, g->nouts);
    t->stage = g;
    for (unsigned l = 0; l < x->t->lanes; l++) {
        unsigned a = all->address[r][l];
        if (!h->symmetric && a >> h->threads) return false;
        t->threads[l] = a & ((1U << h->threads) - 1);
    }
    for (unsigned s = 0; s < g->nslots; s++) {
        all->used[slots[s]] = true;
        t->in[s] = x->now[slots[s]];
    }
    for (unsigned o = 0; o < g->nouts; o++, all->count++) {
        if (all->count == REGISTERS_MAX) return false;
        all->made[all->count] = t->out[t->nout++] = fresh_register(x, t);
        for (unsigned l = 0; l < x->t->lanes; l++)
            x->next[o << h->threads | t->threads[l]] = (spot){all->count, l};
    }
    return true;
}

static bool compute_stage(follower *x)
{
    registers *all = arena_new(x->n->arena, 1, registers);
    for (unsigned a = 0; a < 1U << digits_read(x); a++)
        all->address[spot_of(x, a)->reg][spot_of(x, a)->lane] = a;
    for (unsigned r = 0; r < x->count; r++) {
        bool first = stage_of(x)->symmetric || !(all->address[r][0] >> stage_of(x)->threads);
        if (all->used[r] || !first) continue;
        if (!compute_register(x, all, r)) return false;
    }
    memcpy(x->now, all->made, sizeof all->made);
    x->count = all->count;
    spot *spots = x->spot;
    x->spot = x->next;
    x->next = spots;
    return true;
}

/* ---- all of it ---- */

/* Are all elements where the last stage wants them? */
static bool find_results(follower *x)
{
    unsigned count = 1U << digits_read(x), lanes = x->t->lanes;
    x->t->result = arena_new(x->n->arena, count / lanes, unsigned);
    for (unsigned a = 0; a < count; a++) {
        spot at = *spot_of(x, a), first = *spot_of(x, a - a % lanes);
        if (at.lane != a % lanes || at.reg != first.reg) return false;
        x->t->result[a / lanes] = x->now[at.reg];
    }
    return true;
}

static bool begin(follower *x, const search_plan *plan)
{
    arena *p = x->n->arena;
    unsigned all = 1U << digits_read(x), at = 0, most = REGISTERS_MAX * (plan->count + 1);
    for (unsigned k = 0; k < x->n->problem.count; k++)
        most += 1U << (x->n->problem.stage[k].threads + x->n->problem.stage[k].outs);
    x->t->leaves = x->t->nregisters = x->count = all / x->t->lanes;
    if (x->count > REGISTERS_MAX) return false;
    x->t->task = arena_new(p, most, task);
    x->t->maker = arena_new(p, most, unsigned);
    x->spot = arena_new(p, 1U << SPACE_DIGITS, spot);
    x->next = arena_new(p, 1U << SPACE_DIGITS, spot);
    x->outside = arena_new(p, 1U << SPACE_DIGITS, element);
    for (unsigned a = 0; a < all; a++) x->spot[a] = (spot){a / x->t->lanes, a % x->t->lanes};
    for (unsigned r = 0; r < x->count; r++) x->now[r] = r;
    for (unsigned s = 0; s < x->n->nsinks; s++)
        for (unsigned i = 0; i < x->n->sinks[s].lanes; i++)
            x->outside[at++] = x->n->sinks[s].from[i];
    return true;
}

bool tasks_find(const network *n, const search_plan *plan, tasks *t)
{
    follower *x = arena_new(n->arena, 1, follower);
    unsigned done = 0;
    *t = (tasks){.lanes = 1U << n->problem.lanes};
    *x = (follower){.n = n, .t = t, .digits = n->problem.lanes};
    if (!begin(x, plan)) return false;
    for (; x->k <= n->nstages; x->k++) {
        for (; done < plan->count && plan->layout[done].stage == x->k; done++)
            if (!lay_out(x, &plan->layout[done])) return false;
        if (x->k < n->nstages && !compute_stage(x)) return false;
    }
    x->k = n->nstages;
    return find_results(x);
}
