// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transpose.c - several registers whose fields change places with each other: text to streams of
 * bits and back, matrices.
 *
 * Programs say a transposition in stages, each a few shuffles of two vectors (packs, merges). What
 * all of them do together is often a permutation of *digits*: number the bits of 2^f registers, so
 * many binary digits for the place in a register and f for the register; each digit of a result's
 * number is a digit of its source's (Fraser 1976, "index-digit permutations"; Nassimi and Sahni
 * 1981). Such a movement depends on neither the stages nor their order, so it is made anew:
 * digits.c finds the cheapest way. Its program is run on labels before it is emitted: each bit of
 * each result must be the one that the shuffles give it, so what the search believes is checked
 * without it. (VINCI, section 8.2: a permutation of many registers by few of two.) Called by
 * pass.c, before anything else. */
#include "transpose.h"

#include <stdlib.h>
#include <string.h>

#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/base/fields.h"
#include "lowerings/pass/base/shim.h"
#include "lowerings/pass/graph/flow.h"
#include "lowerings/pass/lower/digits_code.h"
#include "lowerings/pass/lower/memory.h"
#include "lowerings/pass/lower/moves.h"
#include "lowerings/pass/lower/steps_code.h"

enum {
    DEPTH = 24,      /* of movements of movements that are followed */
    PARTS_MAX = 64,  /* registers of one vector */
    FEWEST = 1,      /* digits of registers' numbers */
    NARROWEST = 128, /* register */
    WORTH = 2        /* with shuffles of fewer registers than this there is nothing to do */
};

/* A register's worth of a value that is no movement, or none that is followed. */
typedef struct source {
    LLVMValueRef value;
    unsigned part;
    unsigned number; /* among its group's, which is that of all results that have it */
    struct group *group;
} source;

/* Results of the same 2^f sources. */
typedef struct group {
    unsigned sources[DIGITS_REGISTERS], nsources;
    struct result *results;
    digits_goal goal;
    unsigned held; /* the digits of sources' places that are digits of results' numbers */
    const digits_way *way;
    bool bad;
    LLVMValueRef made[DIGITS_REGISTERS];  /* the results, by their numbers */
    /* those that make parts of one value are done together: a list from their leader on */
    struct group *leader, *joined, *next;
    uintptr_t after;                      /* a leader's: the place of the last of the sources */
    /* one's that is done: the instruction before which that is */
    LLVMValueRef before;
} group;

/* A register's worth of a movement that others than movements use: bit i is bit from[i] % bits of
 * source from[i] / bits. */
typedef struct result {
    LLVMValueRef value;
    unsigned part;
    uint32_t *from;
    unsigned code;   /* the digits of sources' places that its bits have in common, as a number */
    unsigned number; /* of the register that is it in the end */
    struct group *group;
    struct result *next, *next_of_group;
} result;

typedef struct finder {
    arena *arena;
    const target_view *view;
    LLVMBasicBlockRef block;
    unsigned bits;       /* of a register */
    stack order;         /* the block's instructions */
    map place;           /* their places, from 1 on */
    map known;           /* by value: the number of its first source, plus one */
    layouts layouts;
    map ways;            /* by goal */
    digits_run *run;     /* for whoever needs one */
    map met;             /* movements that have been followed */
    stack inner;         /* the same */
    source *sources;
    unsigned nsources, cap;
    result *results, *last;
    group *groups, *last_group;
    /* of what is followed now, something is undefined, constant, or no registers */
    bool failed;
} finder;

/* ---- movements ---- */

static bool is_numbers(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
           LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind;
}

static unsigned field_bits(LLVMTypeRef type)
{
    return LLVMGetIntTypeWidth(LLVMGetElementType(type));
}

static unsigned all_bits(LLVMTypeRef type)
{
    return field_bits(type) * LLVMGetVectorSize(type);
}

/* A freeze is none: all of its users have to see one and the same value, and not all may be
 * replaced. */
static bool is_movement(LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v) || !is_numbers(LLVMTypeOf(v))) return false;
    if (LLVMIsABitCastInst(v)) return is_numbers(LLVMTypeOf(LLVMGetOperand(v, 0)));
    return LLVMIsAShuffleVectorInst(v) != NULL;
}

static bool is_small_shuffle(LLVMValueRef v)
{
    return LLVMIsAShuffleVectorInst(v) && fields_small(LLVMTypeOf(v));
}

/* Is it a movement that is followed? */
static bool is_inner(const finder *x, LLVMValueRef v)
{
    return is_movement(v) && LLVMGetInstructionParent(v) == x->block;
}

/* Do others use it? */
static bool is_wanted(const finder *x, LLVMValueRef movement)
{
    for (LLVMUseRef use = LLVMGetFirstUse(movement); use; use = LLVMGetNextUse(use))
        if (!is_inner(x, LLVMGetUser(use))) return true;
    return false;
}

static bool is_call(LLVMValueRef v)
{
    LLVMValueRef callee = LLVMIsACallInst(v) || LLVMIsAInvokeInst(v) ? LLVMGetCalledValue(v) : NULL;
    return callee && !(LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee));
}

/* Does LLVM hold the fields one by one where the value comes from? Then to move them costs nothing.
 */
static bool comes_apart(LLVMValueRef value)
{
    return !LLVMIsAInstruction(value) || is_call(value) || LLVMIsAExtractValueInst(value) ||
           LLVMIsAInsertElementInst(value);
}

/* Does it take them one by one where the value goes? */
static bool goes_apart(LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_call(user) || LLVMIsAReturnInst(user) || LLVMIsAInsertValueInst(user) ||
            LLVMIsAExtractElementInst(user))
            return true;
    }
    return false;
}

/* ---- what is where ---- */

static uintptr_t first_source(finder *x, LLVMValueRef value)
{
    uintptr_t known = (uintptr_t)map_get(&x->known, value);
    unsigned parts = all_bits(LLVMTypeOf(value)) / x->bits;
    if (known) return known - 1;
    if (x->nsources + parts > x->cap) {
        source *more = arena_new(x->arena, x->cap = 2 * (x->nsources + parts), source);
        if (x->nsources) memcpy(more, x->sources, x->nsources * sizeof *more);
        x->sources = more;
    }
    for (unsigned k = 0; k < parts; k++)
        x->sources[x->nsources + k] = (source){.value = value, .part = k};
    map_put(&x->known, value, (void *)(uintptr_t)(x->nsources + 1));
    x->nsources += parts;
    return x->nsources - parts;
}

static bool is_register(const finder *x, LLVMValueRef value)
{
    return !LLVMIsConstant(value) && all_bits(LLVMTypeOf(value)) % x->bits == 0 &&
           all_bits(LLVMTypeOf(value)) / x->bits <= PARTS_MAX;
}

/* Where `count` bits of a value from `bit` on come from. */
static void follow(finder *x, LLVMValueRef value, unsigned bit, unsigned count, unsigned depth,
                   uint32_t *from)
{
    x->failed |= depth == DEPTH ||
                 (!is_inner(x, value) && (comes_apart(value) || !is_register(x, value)));
    if (x->failed) return;
    if (!is_inner(x, value)) {
        for (unsigned i = 0; i < count; i++)
            from[i] = (uint32_t)(first_source(x, value) * x->bits + bit + i);
        return;
    }
    if (!map_get(&x->met, value)) stack_push(&x->inner, value);
    map_put(&x->met, value, value);
    if (!LLVMIsAShuffleVectorInst(value)) {
        follow(x, LLVMGetOperand(value, 0), bit, count, depth + 1, from);
        return;
    }
    unsigned w = field_bits(LLVMTypeOf(value)),
             n = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(value, 0)));
    for (unsigned done = 0, some; done < count && !x->failed; done += some, bit += some) {
        some = w - bit % w < count - done ? w - bit % w : count - done;
        int field = LLVMGetMaskValue(value, bit / w);
        x->failed |= field < 0;
        if (field >= 0)
            follow(x, LLVMGetOperand(value, (unsigned)field / n), (unsigned)field % n * w + bit % w,
                   some, depth + 1, from + done);
    }
}

/* All registers of a value, or none. */
static void add_results(finder *x, LLVMValueRef value)
{
    result **end = x->last ? &x->last->next : &x->results, *last = x->last;
    unsigned parts = all_bits(LLVMTypeOf(value)) / x->bits;
    x->failed = false;
    for (unsigned k = 0; k < parts && !x->failed; k++) {
        result *r = arena_new(x->arena, 1, result);
        *r = (result){.value = value, .part = k, .from = arena_new(x->arena, x->bits, uint32_t)};
        follow(x, value, k * x->bits, x->bits, 0, r->from);
        if (x->last) x->last->next = r;
        else x->results = r;
        x->last = r;
    }
    if (!x->failed) return;
    *end = NULL;
    x->last = last;
}

/* ---- groups ---- */

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

/* ---- the way, and whether it pays ---- */

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

/* ---- what it replaces ---- */

static group *leader_of(group *g)
{
    while (g->leader != g) g = g->leader = g->leader->leader;
    return g;
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

typedef struct placed {
    LLVMValueRef movement;
    uintptr_t place;
} placed;

/* What is replaced together: the groups of a leader's list. */
typedef struct whole {
    finder *x;
    group *leader;
    map results, met, dead; /* movements */
    stack inner;            /* those that results are made of */
    unsigned ours, theirs;  /* instructions */
    uintptr_t last;         /* the place of the last of its sources */
} whole;

static uintptr_t place_of(const finder *x, LLVMValueRef v)
{
    return (uintptr_t)map_get(&x->place, v);
}

static void collect(whole *h, LLVMValueRef value, unsigned depth)
{
    if (depth == DEPTH || !is_inner(h->x, value) || map_get(&h->met, value)) return;
    map_put(&h->met, value, value);
    stack_push(&h->inner, value);
    unsigned operands = LLVMIsAShuffleVectorInst(value) ? 2 : 1;
    for (unsigned i = 0; i < operands; i++) collect(h, LLVMGetOperand(value, i), depth + 1);
}

/* Parts of wider registers cost an instruction each, but those that are read from memory. */
static bool collect_group(whole *h, const group *g)
{
    bool splits = h->x->bits < target_register_bits(h->x->view);
    if (g->bad) return false;
    h->ours += g->way->cost;
    for (unsigned i = 0; i < g->nsources; i++) {
        const source *s = &h->x->sources[g->sources[i]];
        uintptr_t place = place_of(h->x, s->value);
        if (place > h->last) h->last = place;
        h->ours += splits && s->part && !memory_is_plain_load(s->value);
    }
    for (result *r = g->results; r; r = r->next_of_group) {
        h->ours += splits && r->part;
        map_put(&h->results, r->value, r->value);
        collect(h, r->value, 0);
    }
    return true;
}

static int by_place_downwards(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    return x->place < y->place ? 1 : x->place > y->place ? -1 : 0;
}

/* Movements with their users before them. */
static placed *in_order(const finder *x, const stack *movements)
{
    placed *list = arena_new(x->arena, movements->count, placed);
    for (size_t i = 0; i < movements->count; i++)
        list[i] = (placed){movements->items[i], place_of(x, movements->items[i])};
    qsort(list, movements->count, sizeof *list, by_place_downwards);
    return list;
}

static unsigned cost_of_movement(finder *x, LLVMValueRef movement)
{
    if (!LLVMIsAShuffleVectorInst(movement)) return 0;
    if (is_small_shuffle(movement)) return moves_cost(x->view, &x->layouts, movement);
    unsigned registers = (all_bits(LLVMTypeOf(movement)) + x->bits - 1) / x->bits;
    return target_can(x->view, CHOOSES_IN_16, 16) ? registers : 2 * registers;
}

/* Can the user have the result where that is made then, or will it be no more? */
static bool can_use(const whole *h, LLVMValueRef user)
{
    if (map_get(&h->dead, user) || LLVMGetInstructionParent(user) != h->x->block ||
        LLVMIsAPHINode(user))
        return true;
    return place_of(h->x, user) > h->last;
}

/* Counts what goes; false where a result would come too late. */
static bool count_dead(whole *h)
{
    const placed *list = in_order(h->x, &h->inner);
    for (size_t i = 0; i < h->inner.count; i++) {
        LLVMValueRef movement = list[i].movement;
        bool replaced = map_get(&h->results, movement), dead = true;
        for (LLVMUseRef use = LLVMGetFirstUse(movement); use; use = LLVMGetNextUse(use)) {
            if (replaced && !can_use(h, LLVMGetUser(use))) return false;
            dead &= map_get(&h->dead, LLVMGetUser(use)) != NULL;
        }
        if (!dead && !replaced) continue;
        map_put(&h->dead, movement, movement);
        h->theirs += cost_of_movement(h->x, movement);
    }
    return true;
}

static bool pays(finder *x, group *leader)
{
    whole h = {.x = x, .leader = leader};
    bool good = true;
    for (group *g = leader; g && good; g = g->joined) good = collect_group(&h, g);
    /* what the estimates are good for */
    good = good && count_dead(&h) && 3 * h.ours < 2 * h.theirs;
    if (good) leader->after = h.last;
    map_free(&h.results);
    map_free(&h.met);
    map_free(&h.dead);
    stack_free(&h.inner);
    return good;
}

/* ---- replacing ---- */

/* Registers of what is read from memory are read, where that is. */
static void load_parts(finder *x, LLVMBuilderRef b, LLVMValueRef load, unsigned count,
                       LLVMValueRef *part)
{
    piece *pieces = arena_new(x->arena, count, piece);
    for (unsigned k = 0; k < count; k++) pieces[k] = (piece){x->bits, x->bits, k * x->bits};
    LLVMTypeRef type = LLVMTypeOf(load);
    layout l = {field_bits(type), LLVMGetVectorSize(type), count * x->bits, count, pieces};
    memory_load(b, &l, load, part);
}

/* The registers of a value that has `count` of them, defined, as bytes. What comes from a number is
 * that number. */
static void take_parts(finder *x, LLVMBuilderRef b, LLVMValueRef value, unsigned count,
                       LLVMValueRef *part)
{
    LLVMTypeRef bytes = convert_vector(value, 8, x->bits / 8),
                all = convert_vector(value, 8, count * x->bits / 8);
    if (memory_is_plain_load(value)) {
        load_parts(x, b, value, count, part);
        for (unsigned k = 0; k < count; k++) part[k] = LLVMBuildBitCast(b, part[k], bytes, "");
        return;
    }
    if (LLVMIsABitCastInst(value)) value = LLVMGetOperand(value, 0);
    value = LLVMBuildBitCast(b, shim_not_poison(value) ? value : LLVMBuildFreeze(b, value, ""), all,
                             "");
    for (unsigned k = 0; k < count; k++)
        part[k] = convert_part(b, value, k * x->bits / 8, x->bits / 8);
}

/* A source, before the instruction; `known` has the registers of values that were taken. */
static LLVMValueRef take(finder *x, LLVMBuilderRef b, LLVMValueRef before, map *known,
                         const source *s)
{
    LLVMValueRef *part = map_get(known, s->value);
    if (part) return part[s->part];
    unsigned count = all_bits(LLVMTypeOf(s->value)) / x->bits;
    part = arena_new(x->arena, count, LLVMValueRef);
    map_put(known, s->value, part);
    if (memory_is_plain_load(s->value)) LLVMPositionBuilderBefore(b, s->value);
    take_parts(x, b, s->value, count, part);
    LLVMPositionBuilderBefore(b, before);
    return part[s->part];
}

static void make_group(finder *x, LLVMBuilderRef b, LLVMValueRef before, map *known, group *g)
{
    digits_run *run = x->run;
    *run = (digits_run){.goal = &g->goal, .view = x->view, .b = b};
    for (unsigned i = 0; i < g->nsources; i++) {
        const source *s = &x->sources[g->sources[i]];
        run->value[s->number] = take(x, b, before, known, s);
    }
    digits_run_way(run, g->way);
    memcpy(g->made, run->value, sizeof g->made);
}

static void make_groups(finder *x, LLVMBuilderRef b, group *leader)
{
    map known = {0};
    uintptr_t next = leader->after; /* places count from 1 */
    while (flow_stays_first(x->order.items[next])) next++;
    leader->before = x->order.items[next];
    LLVMPositionBuilderBefore(b, leader->before);
    for (group *g = leader; g; g = g->joined) make_group(x, b, leader->before, &known, g);
    map_free(&known);
}

/* The value of which r is the first register. */
static LLVMValueRef joined_value(LLVMBuilderRef b, const result *r)
{
    LLVMValueRef part[PARTS_MAX], value = r->value;
    unsigned count = 0;
    for (; r && r->value == value; r = r->next) part[count++] = r->group->made[r->number];
    return LLVMBuildBitCast(b, convert_joined(b, part, count), LLVMTypeOf(value), "");
}

static void give_results(LLVMBuilderRef b, const result *r)
{
    for (const result *before = NULL; r; before = r, r = r->next) {
        LLVMValueRef at = leader_of(r->group)->before;
        if ((before && before->value == r->value) || !at) continue;
        LLVMPositionBuilderBefore(b, at);
        LLVMReplaceAllUsesWith(r->value, joined_value(b, r));
    }
}

static unsigned erase_unused(finder *x)
{
    const placed *list = in_order(x, &x->inner);
    unsigned shuffles = 0;
    for (size_t i = 0; i < x->inner.count; i++) {
        if (LLVMGetFirstUse(list[i].movement)) continue;
        shuffles += LLVMIsAShuffleVectorInst(list[i].movement) != NULL;
        LLVMInstructionEraseFromParent(list[i].movement);
    }
    for (unsigned i = 0; i < x->nsources; i++) /* which may have been read anew */
        if (!x->sources[i].part && memory_is_plain_load(x->sources[i].value) &&
            !LLVMGetFirstUse(x->sources[i].value))
            LLVMInstructionEraseFromParent(x->sources[i].value);
    return shuffles;
}

/* ---- one block ---- */

static bool find_groups(finder *x)
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

static unsigned replace(finder *x, LLVMBuilderRef b)
{
    bool any = false;
    for (group *g = x->groups; g; g = g->next) {
        if (leader_of(g) != g || !pays(x, g)) continue;
        make_groups(x, b, g);
        any = true;
    }
    if (!any) return 0;
    give_results(b, x->results);
    return erase_unused(x);
}

/* The shuffles of the block that were replaced, with registers of so many bits. */
static unsigned transpose_block(finder *x, LLVMBuilderRef b)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(x->block); i; i = LLVMGetNextInstruction(i)) {
        stack_push(&x->order, i);
        map_put(&x->place, i, (void *)(uintptr_t)x->order.count);
    }
    for (size_t k = 0; k < x->order.count; k++) {
        LLVMValueRef i = x->order.items[k];
        if (is_movement(i) && is_register(x, i) && is_wanted(x, i) && !goes_apart(i))
            add_results(x, i);
    }
    unsigned replaced = find_groups(x) ? replace(x, b) : 0;
    stack_free(&x->order);
    stack_free(&x->inner);
    map_free(&x->place);
    map_free(&x->known);
    map_free(&x->met);
    map_free(&x->ways);
    layouts_free(&x->layouts);
    arena_free(x->arena);
    return replaced;
}

static bool has_enough(LLVMBasicBlockRef block, unsigned bits)
{
    unsigned count = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && count < WORTH;
         i = LLVMGetNextInstruction(i))
        if (is_small_shuffle(i)) count += all_bits(LLVMTypeOf(i)) / bits;
    return count >= WORTH;
}

bool transpose_function(const target_view *v, LLVMValueRef function, lanesmith_stats *stats)
{
    unsigned replaced = 0,
             widest = target_register_bits(v) < DIGITS_BITS ? target_register_bits(v) : DIGITS_BITS;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        for (unsigned bits = widest; bits >= NARROWEST; bits /= 2) {
            if (!has_enough(block, bits)) continue;
            arena memory = {0};
            finder x = {.arena = &memory,
                        .view = v,
                        .block = block,
                        .bits = bits,
                        .layouts = {.arena = &memory, .view = v},
                        .run = arena_new(&memory, 1, digits_run)};
            replaced += transpose_block(&x, b);
        }
    LLVMDisposeBuilder(b);
    stats->transposed += replaced;
    return replaced;
}
