// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transpose_groups.c - results of the same sources, whether they are a permutation of digits, and
 * the way to make them; transpose.c asks when all results of a block are known. */
#include "transpose_inside.h"

static group *new_group(finder *x)
{
    group *g = arena_new(x->arena, 1, group);
    g->leader = g;
    if (x->last_group) x->last_group->next = g;
    else x->groups = g;
    return x->last_group = g;
}

/* The group of all results that have one of the sources; bad where these are not the same for all.
 */
static void find_group(finder *x, result *r)
{
    group *g = x->sources[r->from[0] / x->bits].group;
    bool fresh = !g;
    if (fresh) g = new_group(x);
    r->group = g;
    r->next_of_group = g->results;
    g->results = r;
    for (unsigned i = 0; i < x->bits; i++) {
        source *s = &x->sources[r->from[i] / x->bits];
        if (s->group == g) continue;
        g->bad |= !fresh || s->group || g->nsources == DIGITS_REGISTERS;
        if (s->group) s->group->bad = true;
        if (g->bad) continue;
        s->group = g;
        g->sources[g->nsources++] = r->from[i] / x->bits;
    }
}

/* The digits of one result's places tell which digits there are; that they are so in all bits of
 * all results is looked at later. */
static void read_digits(finder *x, group *g)
{
    const uint32_t *from = g->results->from;
    unsigned places = (unsigned)__builtin_ctz(x->bits), numbers = 0;
    g->goal = (digits_goal){.places = places, .f = (unsigned)__builtin_ctz(g->nsources)};
    g->held = x->bits - 1;
    for (unsigned j = 0; j < places && !g->bad; j++) {
        uint32_t here = from[0], there = from[1U << j], changed = (here ^ there) % x->bits;
        if (here / x->bits != there / x->bits) {
            g->goal.goal[j] = (uint8_t)(places + numbers++);
            g->bad |= changed != 0;
        } else {
            g->bad |= !changed || (changed & (changed - 1)) || !(changed & g->held) ||
                      (changed & here);
            if (!g->bad) g->goal.goal[j] = (uint8_t)__builtin_ctz(changed);
            g->held &= ~changed;
        }
    }
    g->bad |= numbers != g->goal.f;
}

/* The number, among the group's sources, of the one that place i of a result is from. */
static unsigned number_at(const group *g, unsigned i)
{
    unsigned number = 0;
    for (unsigned j = 0; j < g->goal.places; j++)
        if (g->goal.goal[j] >= g->goal.places)
            number |= (i >> j & 1) << (g->goal.goal[j] - g->goal.places);
    return number;
}

static unsigned place_at(const group *g, unsigned i)
{
    unsigned place = 0;
    for (unsigned j = 0; j < g->goal.places; j++)
        if (g->goal.goal[j] < g->goal.places) place |= (i >> j & 1) << g->goal.goal[j];
    return place;
}

static void number_sources(finder *x, group *g)
{
    unsigned numbers = 0;
    for (unsigned i = 0; i < x->bits; i++) {
        unsigned number = number_at(g, i);
        x->sources[g->results->from[i] / x->bits].number = number;
        numbers |= 1U << number;
    }
    g->bad |= numbers != (1U << g->nsources) - 1;
}

static void check_digits(finder *x, group *g)
{
    for (result *r = g->results; r; r = r->next_of_group) {
        r->code = r->from[0] % x->bits & g->held;
        for (unsigned i = 0; i < x->bits; i++) {
            unsigned place = r->from[i] % x->bits, number = x->sources[r->from[i] / x->bits].number;
            g->bad |= number != number_at(g, i) || place != (place_at(g, i) | r->code);
        }
    }
}

/* ---- the way ---- */

/* Is each bit of each result where the program has it? Finds the registers that the results are. */
static bool check_way(finder *x, group *g)
{
    digits_run *run = x->run;
    *run = (digits_run){.goal = &g->goal, .view = x->view};
    digits_run_way(run, g->way);
    for (result *r = g->results; r; r = r->next_of_group) {
        r->number = 0;
        for (unsigned k = 0; k < g->goal.f; k++) {
            if (!(g->held >> run->now.number[k] & 1)) return false;
            r->number |= (r->code >> run->now.number[k] & 1) << k;
        }
        for (unsigned i = 0; i < x->bits; i++) {
            source *s = &x->sources[r->from[i] / x->bits];
            if (run->label[r->number][i] != (s->number << 8 | r->from[i] % x->bits)) return false;
        }
    }
    return true;
}

/* Goals repeat, and each is searched once. */
static const digits_way *find_way(finder *x, const digits_goal *goal)
{
    static const digits_way none;
    uintptr_t key = goal->f;
    for (unsigned j = 0; j < goal->places; j++) key = key << 4 | goal->goal[j];
    const digits_way *way = map_get(&x->ways, (void *)key);
    if (!way) {
        machine m = *target_machine(x->view);
        way = digits_find(x->arena, &m, goal);
        map_put(&x->ways, (void *)key, (void *)(uintptr_t)(way ? way : &none));
    }
    return way == &none ? NULL : way;
}

static void plan_group(finder *x, group *g)
{
    g->bad |= g->nsources < 1U << FEWEST || (g->nsources & (g->nsources - 1));
    if (!g->bad) read_digits(x, g);
    if (!g->bad) number_sources(x, g);
    if (!g->bad) check_digits(x, g);
    if (g->bad) return;
    g->way = find_way(x, &g->goal);
    g->bad = !g->way || !check_way(x, g);
}

static void join(group *g, group *h)
{
    g = leader_of(g), h = leader_of(h);
    if (g == h) return;
    group *end = h;
    while (end->joined) end = end->joined;
    h->leader = g;
    end->joined = g->joined;
    g->joined = h;
}

bool transpose_find_groups(finder *x)
{
    bool any = false;
    for (result *r = x->results; r; r = r->next) find_group(x, r);
    for (result *r = x->results; r && r->next; r = r->next)
        if (r->value == r->next->value) join(r->group, r->next->group);
    for (group *g = x->groups; g; g = g->next) {
        plan_group(x, g);
        any |= !g->bad;
    }
    return any;
}
