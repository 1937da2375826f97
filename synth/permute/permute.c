// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute.c - the backward search over goals of labels.
 *
 * Every way to make a goal is a `way`: one or two goals before it, the steps that lead from them,
 * and how promising they look: the number of different distances that bits travel, since one step
 * moves bits of one distance or halves their number. Ways are tried in that order. A table
 * remembers each goal's cheapest program and the number of steps for which it has none, so goals
 * that come up again cost nothing and equal parts become one node. */
#include "permute.h"

#include <stdlib.h>
#include <string.h>

#include "permute_choice.h"
#include "permute_goal.h"
#include "permute_index.h"
#include "permute_one_step.h"
#include "permute_way.h"
#include "spec/term/bv.h"

enum {
    MEMO_BITS = 16,
    WAYS_MAX = 24,
    SPLITS_MAX = 40,
    ALL_WAYS = WAYS_MAX + SPLITS_MAX + 1,
    EXCHANGES_MAX = 4,
    DISCREPANCY_MAX = 4096
};

/* All ways to make a goal, the best first: expanded again with more discrepancy, a goal has the
 * same. Each takes up to 150 KB, so a search of many goals keeps those of its first ones only. */
typedef struct expansion {
    unsigned count;
    way *order[ALL_WAYS], room[ALL_WAYS];
} expansion;
enum { EXPANSIONS_KEPT = 2000 };

typedef struct permute_memo {
    expansion *ways;  /* NULL: not kept */
    uint64_t key[2];
    int node;         /* -1: none yet */
    int16_t cost;     /* of node */
    /* nothing better of so many steps was found with so much discrepancy; -1: not tried */
    int16_t limit, discrepancy;
    bool used, open;  /* open: it is being expanded, so it is before itself */
} memo;

permute *permute_new(const permute_machine *m, unsigned ninputs)
{
    permute *p = mem_alloc(1, sizeof *p);
    require(m->bits && !(m->bits & (m->bits - 1)), "a register has a power of two of bits");
    *p = (permute){.m = m,
                   .ninputs = ninputs,
                   .nnodes = ninputs,
                   .log_bits = (unsigned)__builtin_ctz(m->bits)};
    p->node = mem_alloc(PERMUTE_NODES_MAX, sizeof *p->node);
    for (unsigned i = 0; i < ninputs; i++)
        p->node[i] = (permute_node){.is_input = true, .src = {-1, -1, -1}};
    return p;
}

static void forget_goals(permute *p)
{
    for (size_t i = 0; p->memo && i < (size_t)1 << MEMO_BITS; i++) free(p->memo[i].ways);
    mem_free(p->memo);
    p->memo = NULL;
    p->memos = p->kept = 0;
}

void permute_free(permute *p)
{
    if (!p) return;
    index_close(p);
    forget_goals(p);
    mem_free(p->node);
    mem_free(p);
}

/* ---- the table ---- */

static void hash_goal(const permute *p, const labels *g, uint64_t key[2])
{
    uint64_t a = 0x9e3779b97f4a7c15u, b = 0xbf58476d1ce4e5b9u;
    const char *at = (const char *)g->at;
    for (unsigned i = 0; i < p->m->bits * sizeof(label); i += 8) {
        uint64_t v;
        memcpy(&v, at + i, 8);
        a = (a ^ v) * 0x94d049bb133111ebu;
        a ^= a >> 29;
        b = (b + v) * 0xd6e8feb86659fd93u;
        b ^= b >> 32;
    }
    key[0] = a;
    key[1] = b;
}

/* The goal's place in the table; NULL when it is full. */
static memo *memo_of(permute *p, const labels *g)
{
    uint64_t key[2];
    hash_goal(p, g, key);
    for (size_t i = key[0] & ((1u << MEMO_BITS) - 1);; i = (i + 1) & ((1u << MEMO_BITS) - 1)) {
        memo *e = &p->memo[i];
        if (e->used && e->key[0] == key[0] && e->key[1] == key[1]) return e;
        if (e->used) continue;
        if (p->memos > (3u << MEMO_BITS) / 4) return NULL;
        p->memos++;
        *e = (memo){.key = {key[0], key[1]},
                    .node = -1,
                    .limit = -1,
                    .discrepancy = -1,
                    .used = true};
        return e;
    }
}

/* ---- exchanges between two registers ---- */

/* The goals before the bits k places up in the first register and the bits below them in the second
 * change places. */
static bool exchange_back(const permute *p, unsigned k, const labels g[2], labels out[2])
{
    require(2 * k <= p->m->bits, "bits change places inside the register");
    goal_clear(p, &out[0]);
    goal_clear(p, &out[1]);
    for (unsigned i = 0; i < p->m->bits; i++) {
        if (i & k) continue;
        if (!goal_demand(&out[0], i, g[0].at[i]) || !goal_demand(&out[0], i + k, g[1].at[i]))
            return false;
        if (!goal_demand(&out[1], i, g[0].at[i + k]) ||
            !goal_demand(&out[1], i + k, g[1].at[i + k]))
            return false;
    }
    return true;
}

/* Steele's exchange: t = ((x >> k) ^ y) & low; x ^= t << k; y ^= t. */
static bool exchange(permute *p, unsigned k, int pair[2])
{
    const mover *down = way_find_shift(p, (int)k), *up = way_find_shift(p, -(int)k);
    uint64_t low[PERMUTE_LIMBS] = {0};
    for (unsigned i = 0; i < p->m->bits; i++)
        if (!(i & k)) bv_set_bit(low, i, true);
    if (!down || !up || p->m->xor_ < 0 || p->m->and_ < 0) return false;
    int mask = permute_add_const(p, low),
        t = permute_add(p, p->m->xor_, 0, permute_add_mover(p, down, pair[0], -1, NULL), pair[1],
                        -1);
    t = permute_add(p, p->m->and_, 0, t, mask, -1);
    pair[0] = permute_add(p, p->m->xor_, 0, pair[0], permute_add_mover(p, up, t, -1, NULL), -1);
    pair[1] = permute_add(p, p->m->xor_, 0, pair[1], t, -1);
    return pair[0] >= 0 && pair[1] >= 0;
}

/* A goal that is an input, or one step from it: what few distances suggest. -1: neither. */
static int solve_near(permute *p, const labels *g)
{
    int d[DISTANCES_MAX], n = goal_match_input(p, g);
    one_step s;
    if (n >= 0 || goal_collect_distances(p, g, d) > 8) return n;
    return one_step_find(p, g, &s) ? one_step_add(p, &s) : -1;
}

/* Both goals by at most `steps` exchanges of different widths from two inputs. */
static bool solve_exchanges(permute *p, const labels g[2], unsigned steps, unsigned used,
                            int pair[2])
{
    labels before[2];
    for (unsigned i = 0; i < 2; i++) pair[i] = solve_near(p, &g[i]);
    if (pair[0] >= 0 && pair[1] >= 0) return true;
    for (unsigned k = p->m->bits < 64 ? p->m->bits / 2 : 32; steps && k; k /= 2)
        if (!(used & k) && exchange_back(p, k, g, before) &&
            solve_exchanges(p, before, steps - 1, used | k, pair) && exchange(p, k, pair))
            return true;
    return false;
}

/* ---- the search ---- */

static int solve(permute *p, const labels *g, int limit, int discrepancy, int *cost);

static int finish_swap(permute *p, const way *w, int n)
{
    const permute_machine *m = p->m;
    int low = permute_add_const(p, w->konst), down = permute_add_mover(p, w->m, n, -1, NULL);
    if (m->table3 >= 0)
        return permute_add(p, m->table3, 0xe4, down, permute_add_mover(p, w->by, n, -1, NULL), low);
    int up = permute_add_mover(p, w->by, permute_add(p, m->and_, 0, n, low, -1), -1, NULL);
    return permute_add(p, m->or_, 0, permute_add(p, m->and_, 0, down, low, -1), up, -1);
}

/* t = ((x >> by) ^ x) & low; x ^ t ^ (t << by). */
static int finish_delta(permute *p, const way *w, int n)
{
    const permute_machine *m = p->m;
    int t = permute_add(p, m->xor_, 0, permute_add_mover(p, w->m, n, -1, NULL), n, -1);
    t = permute_add(p, m->and_, 0, t, permute_add_const(p, w->konst), -1);
    int x = permute_add(p, m->xor_, 0, n, t, -1);
    return permute_add(p, m->xor_, 0, x, permute_add_mover(p, w->by, t, -1, NULL), -1);
}

static int finish_way(permute *p, const way *w, const int n[2])
{
    const permute_machine *m = p->m;
    int k;
    switch (w->kind) {
    case WAY_MOVE: return permute_add_mover(p, w->m, n[0], n[1], w->m->konst);
    case WAY_CHOOSE:
    case WAY_MATRIX:
    case WAY_TABLE:
    case WAY_PICK: return permute_add_mover(p, w->m, n[0], n[1], w->konst);
    case WAY_MASK: return permute_add(p, m->and_, 0, n[0], permute_add_const(p, w->konst), -1);
    case WAY_OR: return permute_add(p, m->or_, 0, n[0], n[1], -1);
    case WAY_BLEND:
        return permute_add(p, m->table3, 0xe4, n[0], n[1], permute_add_const(p, w->konst));
    case WAY_AND_OR:
        return permute_add(p, m->table3, 0xec, n[0], n[1], permute_add_const(p, w->konst));
    case WAY_SELF:
        return permute_add(p, m->or_, 0, n[0], permute_add_mover(p, w->m, n[0], -1, w->m->konst),
                           -1);
    case WAY_FORK:
        k = permute_add_mover(p, w->by, n[0], -1, w->by->konst);
        return permute_add_mover(p, w->m, w->second ? n[0] : k, w->second ? k : n[0], w->m->konst);
    case WAY_SWAP: return finish_swap(p, w, n[0]);
    case WAY_DELTA: return finish_delta(p, w, n[0]);
    case WAY_SIGN:
        k = permute_add_const(p, w->konst);
        return permute_add(p, m->sub[w->lane], 0, permute_add(p, m->xor_, 0, n[0], k, -1), k, -1);
    }
    return -1;
}

/* Both goals of a way by exchanges, when that is within limit. */
static int try_exchanges(permute *p, const way *w, int limit, int *cost)
{
    int pair[2];
    if (w->kind != WAY_MOVE || w->ngoals != 2) return -1;
    for (unsigned steps = 1; steps <= EXCHANGES_MAX && (int)(6 * steps) + 1 <= limit; steps++)
        if (solve_exchanges(p, w->goal, steps, 0, pair)) {
            int n = finish_way(p, w, pair);
            *cost = n >= 0 ? (int)permute_count(p, n) : limit + 1;
            return n;
        }
    return -1;
}

static int try_way(permute *p, const way *w, int limit, int discrepancy, int *cost)
{
    int n[2] = {-1, -1}, c[2] = {0, 0}, rest = limit - w->cost;
    int both = try_exchanges(p, w, limit, cost);
    if (both >= 0 && *cost <= limit) return both;
    for (unsigned i = 0; i < w->ngoals; i++) {
        if (rest < 0) return -1;
        n[i] = solve(p, &w->goal[i], rest, discrepancy, &c[i]);
        if (n[i] < 0) return -1;
        rest -= i && n[i] == n[0] ? 0 : c[i];
    }
    if (rest < 0) return -1;
    *cost = limit - rest;
    return finish_way(p, w, n);
}

static int by_far(const void *a, const void *b)
{
    const way *x = *(way *const *)a, *y = *(way *const *)b;
    if (x->far != y->far) return x->far < y->far ? -1 : 1;
    return (x > y) - (x < y); /* of one list; splits come after moves */
}

static bool by_source(const permute *p, const way *w)
{
    int a = goal_only_source(p, &w->goal[0]), b = goal_only_source(p, &w->goal[1]);
    return w->kind != WAY_MOVE && a >= 0 && b >= 0 && a != b;
}

/* A mask at the end is always worth a try: what other ways would each need a mask for needs one. */
static void promote_mask(way **order, unsigned n)
{
    unsigned at = 0;
    while (at < n && order[at]->kind != WAY_MASK) at++;
    for (; at < n && at > 1; at--) {
        way *w = order[at];
        order[at] = order[at - 1];
        order[at - 1] = w;
    }
}

/* All ways in order, now that it is known which goals are one step from an input. Returns how many.
 */
static unsigned order_ways(const permute *p, ways lists[3], way **order)
{
    unsigned n = 0;
    for (unsigned k = 0; k < 3; k++) {
        ways *all = &lists[k];
        for (unsigned i = 0; i < all->count; i++) {
            way *w = &all->at[i];
            w->far = w->cost;
            bool one[2] = {false, false};
            for (unsigned j = 0; j < w->ngoals; j++) one[j] = one_step_makes(p, &w->goal[j]);
            for (unsigned j = 0; j < w->ngoals; j++)
                w->far += one[j] ? 1
                          : w->ngoals == 2 && one[1 - j] && by_source(p, w) &&
                                  two_steps_make(p, &w->goal[j])
                              ? 2
                              : goal_distance(p, &w->goal[j]);
            order[n++] = w;
        }
    }
    qsort(order, n, sizeof *order, by_far);
    promote_mask(order, n);
    return n;
}

static expansion *new_expansion(const permute *p, const labels *g)
{
    expansion *x = malloc(sizeof *x); /* not cleared: little of it is used */
    if (!x) abort();
    ways lists[3] = {{.max = WAYS_MAX, .at = x->room},
                     {.max = SPLITS_MAX, .at = x->room + WAYS_MAX},
                     {.max = 1, .at = x->room + WAYS_MAX + SPLITS_MAX}};
    way_collect(p, g, &lists[0], &lists[1]);
    choice_offer_mask(p, g, &lists[2]);
    x->count = order_ways(p, lists, x->order);
    return x;
}

/* The ways in order, the best first; number i takes i off the discrepancy of the rest. */
static int expand(permute *p, memo *e, const labels *g, int limit, int discrepancy, int *cost)
{
    expansion *x = e->ways ? e->ways : new_expansion(p, g);
    int best = -1, c;
    if (!e->ways && p->kept < EXPANSIONS_KEPT) {
        p->kept++;
        e->ways = x;
    }
    p->work--;
    if ((int)x->count > discrepancy + 1) p->cut = true;
    for (unsigned i = 0; i < x->count && (int)i <= discrepancy && limit >= 1; i++) {
        int node = try_way(p, x->order[i], limit, discrepancy - (int)i, &c);
        if (node < 0) continue;
        best = node;
        *cost = c;
        limit = c - 1;
    }
    if (e->ways != x) free(x);
    return best;
}

/* A program of at most limit steps, or -1. discrepancy: how far it may leave the best ways, summed
 * over its steps (limited discrepancy search: Harvey and Ginsberg 1995). */
static int solve(permute *p, const labels *g, int limit, int discrepancy, int *cost)
{
    static const uint64_t zero[PERMUTE_LIMBS];
    memo *e = memo_of(p, g);
    if (!e || e->open) return -1;
    if (e->node < 0 && e->limit < 0) {
        e->node = goal_match_input(p, g);
        if (e->node < 0 && goal_is_blank(p, g)) e->node = permute_add_const(p, zero);
    }
    bool done = e->node >= 0 && e->cost == 0;
    if (!done && limit > 0 && p->work &&
        (e->discrepancy < discrepancy || (e->limit < limit && e->node < 0))) {
        int most = e->node >= 0 && e->cost <= limit ? e->cost - 1 : limit, c = 0;
        e->open = true;
        int n = expand(p, e, g, most, discrepancy, &c);
        e->open = false;
        e->limit = (int16_t)limit;
        e->discrepancy = (int16_t)discrepancy;
        if (n >= 0) {
            e->node = n;
            e->cost = (int16_t)c;
        }
    }
    *cost = e->cost;
    return e->node >= 0 && e->cost <= limit ? e->node : -1;
}

int permute_search(permute *p, const labels *goal, unsigned max_steps, unsigned work)
{
    int cost, best = -1, limit = (int)max_steps;
    require(permute_is_goal(p->m, p->ninputs, goal), "labels are of the inputs");
    forget_goals(p);
    p->memo = mem_alloc((size_t)1 << MEMO_BITS, sizeof *p->memo);
    p->work = work;
    index_open(p);
    p->cut = true;
    for (int discrepancy = 0; discrepancy <= DISCREPANCY_MAX && p->cut && p->work && limit >= 0;
         discrepancy = discrepancy * 3 / 2 + 1) {
        p->cut = false;
        int n = solve(p, goal, limit, discrepancy, &cost);
        if (n < 0) continue;
        if (best < 0 || permute_count(p, n) < permute_count(p, best)) best = n;
        limit = (int)permute_count(p, best) - 1;
    }
    return best;
}
