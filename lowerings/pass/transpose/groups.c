// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* groups.c - results of the same sources, whether they are a permutation of digits, and the way to
 * make them; transpose.c asks when all results of a block are known.
 *
 * The digits are those of one of the results. Others of the same sources that have other digits, or
 * none, are a group of their own. */
#include "inside.h"
#include "lowerings/pass/lower/memory.h"

#include <stdlib.h>
#include <string.h>

static group *new_group(finder *x, const unsigned *sources, unsigned nsources)
{
    group *g = arena_new(x->arena, 1, group);
    void *key = (void *)(uintptr_t)(sources[0] + 1);
    *g = (group){.leader = g, .nsources = nsources, .next_alike = map_get(&x->alike, key)};
    memcpy(g->sources, sources, nsources * sizeof *sources);
    map_put(&x->alike, key, g);
    if (x->last_group) x->last_group->next = g;
    else x->groups = g;
    return x->last_group = g;
}

static int by_number(const void *a, const void *b)
{
    const unsigned *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* The registers that a result's bits are of, in the order of their numbers; how many, at most
 * DIGITS_REGISTERS. */
static unsigned list_sources(const finder *x, const result *r, unsigned *sources)
{
    unsigned count = 0;
    for (unsigned i = 0; i < x->bits; i++) {
        unsigned source = r->from[i] / x->bits, k = 0;
        while (k < count && sources[k] != source) k++;
        if (k == DIGITS_REGISTERS) break;
        if (k == count) sources[count++] = source;
    }
    qsort(sources, count, sizeof *sources, by_number);
    return count;
}

/* The group of all results that have the same sources. */
static void find_group(finder *x, result *r)
{
    unsigned sources[DIGITS_REGISTERS], count = list_sources(x, r, sources);
    group *g = map_get(&x->alike, (void *)(uintptr_t)(sources[0] + 1));
    while (g && (g->nsources != count || memcmp(g->sources, sources, count * sizeof *sources)))
        g = g->next_alike;
    if (!g) g = new_group(x, sources, count);
    r->group = g;
    r->next_of_group = g->results;
    g->results = r;
}

/* Its index among the group's sources; nsources where it is none. */
static unsigned index_of(const group *g, unsigned source)
{
    unsigned k = 0;
    while (k < g->nsources && g->sources[k] != source) k++;
    return k;
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
            g->bad |= !changed || (changed & (changed - 1)) || !(changed & g->held);
            g->goal.flips |= changed & here; /* which are one digit */
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
    return place ^ g->goal.flips;
}

static void number_sources(finder *x, group *g)
{
    uint64_t numbers = 0;
    for (unsigned i = 0; i < x->bits; i++) {
        unsigned number = number_at(g, i);
        g->number[index_of(g, g->results->from[i] / x->bits)] = number;
        numbers |= UINT64_C(1) << number;
    }
    g->bad |= numbers != (UINT64_C(1) << g->nsources) - 1;
}

static bool has_digits(const finder *x, const group *g, result *r)
{
    r->code = r->from[0] % x->bits & g->held;
    for (unsigned i = 0; i < x->bits; i++) {
        unsigned place = r->from[i] % x->bits, k = index_of(g, r->from[i] / x->bits);
        if (g->number[k] != number_at(g, i) || place != (place_at(g, i) | r->code)) return false;
    }
    return true;
}

/* Results but the first that have not the group's digits go to another, which is looked at later.
 */
static void part_with_others(finder *x, group *g)
{
    result *r = g->results->next_of_group, **end = &g->results->next_of_group;
    group *others = NULL;
    for (result *next; r; r = next) {
        next = r->next_of_group;
        if (!g->bad && has_digits(x, g, r)) {
            *end = r;
            end = &r->next_of_group;
            continue;
        }
        if (!others) others = new_group(x, g->sources, g->nsources);
        r->group = others;
        r->next_of_group = others->results;
        others->results = r;
    }
    *end = NULL;
}

/* ---- the way ---- */

/* The bits of a code that are those of some digits, as a number. */
static bool pick_digits(unsigned code, unsigned held, const uint8_t *digit, unsigned count,
                        unsigned *number)
{
    *number = 0;
    for (unsigned k = 0; k < count; k++) {
        if (!(held >> digit[k] & 1)) return false;
        *number |= (code >> digit[k] & 1) << k;
    }
    return true;
}

/* Is each bit of each result where the program has it? Finds the registers that the results are. */
static bool check_way(finder *x, group *g)
{
    digits_run *run = x->run;
    *run = (digits_run){.goal = &g->goal, .view = x->view};
    digits_run_way(run, g->way);
    for (result *r = g->results; r; r = r->next_of_group) {
        if (!pick_digits(r->code, g->held, run->now.number, digits_numbers(&g->goal), &r->number) ||
            !pick_digits(r->code, g->held, run->now.place + g->goal.places, g->goal.joined,
                         &r->lane))
            return false;
        for (unsigned i = 0; i < x->bits; i++) {
            unsigned number = g->number[index_of(g, r->from[i] / x->bits)];
            if (run->label[r->number][r->lane * x->bits + i] !=
                (number << DIGITS_PLACES | r->from[i] % x->bits))
                return false;
        }
    }
    return true;
}

/* As a number: what the goal is, and for which target. */
static uintptr_t key_of(const finder *x, const digits_goal *goal)
{
    targets *all = x->view->all;
    uintptr_t key = (uintptr_t)(x->view->use - all->uses + 1);
    key = key << 4 | goal->places;
    key = key << 6 | goal->joined << 4 | 2 * goal->f | goal->loaded;
    for (unsigned j = 0; j < goal->places; j++) key = key << 4 | goal->goal[j];
    return key << DIGITS_PLACES | goal->flips;
}

/* Goals repeat, and each is searched once. */
static const digits_way *find_way(finder *x, const digits_goal *goal)
{
    static const digits_way none;
    targets *all = x->view->all;
    void *key = (void *)key_of(x, goal);
    const digits_way *way = map_get(&all->ways, key);
    if (!way) {
        machine m = *target_machine(x->view);
        way = digits_find(&all->arena, &m, goal);
        map_put(&all->ways, key, (void *)(uintptr_t)(way ? way : &none));
    }
    return way == &none ? NULL : way;
}

static bool has_registers(const finder *x, const group *g)
{
    for (unsigned i = 0; i < g->nsources; i++)
        if (!transpose_is_register(x, source_of(x, g->sources[i]).value)) return false;
    return true;
}

static bool is_loaded(const finder *x, const group *g)
{
    for (unsigned i = 0; i < g->nsources; i++)
        if (!memory_is_plain_load(source_of(x, g->sources[i]).value)) return false;
    return true;
}

/* Results that are not stored have to be cut out of wider registers. */
static unsigned cost_to_cut(const group *g)
{
    unsigned cost = 0;
    for (const result *r = g->results; r; r = r->next_of_group)
        for (LLVMUseRef use = LLVMGetFirstUse(r->value); use; use = LLVMGetNextUse(use))
            if (!LLVMIsAStoreInst(LLVMGetUser(use))) {
                cost++;
                break;
            }
    return cost;
}

/* In registers of their own, or in wider ones, each of several. */
static void choose_way(finder *x, group *g)
{
    digits_goal goal = g->goal;
    unsigned widest = target_register_bits(x->view), least = 0, cut = cost_to_cut(g),
             join = goal.loaded ? 0 : g->nsources;
    for (; goal.joined < goal.f && x->bits << goal.joined <= widest; goal.joined++) {
        const digits_way *way = digits_places(&goal) <= DIGITS_PLACES ? find_way(x, &goal) : NULL;
        unsigned cost = way ? way->cost + (goal.joined ? cut + join : 0) : 0;
        if (!way || (g->way && cost >= least)) continue;
        least = cost;
        g->way = way;
        g->goal.joined = goal.joined;
    }
    g->cost = least;
}

static void plan_group(finder *x, group *g)
{
    g->bad |= g->nsources < 2 || (g->nsources & (g->nsources - 1)) || !has_registers(x, g);
    if (g->bad) return;
    read_digits(x, g);
    if (!g->bad) number_sources(x, g);
    g->bad = g->bad || !has_digits(x, g, g->results);
    part_with_others(x, g);
    if (g->bad) return;
    g->goal.loaded = is_loaded(x, g);
    choose_way(x, g);
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
    x->groups = x->last_group = NULL;
    map_free(&x->alike);
    x->alike = (map){0};
    for (result *r = x->results; r; r = r->next) find_group(x, r);
    for (group *g = x->groups; g; g = g->next) {
        plan_group(x, g);
        any |= !g->bad;
    }
    for (result *r = x->results; r && r->next; r = r->next)
        if (r->value == r->next->value) join(r->group, r->next->group);
    return any;
}
