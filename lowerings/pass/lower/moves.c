// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* moves.c - plans constant shuffles of small fields at compile time.
 *
 * A shuffle says of each bit of the result which bit of the sources it is, or that any will do.
 * Every way below writes a program that should do that; the program is checked bit by bit on labels
 * (steps.h), so that a way may be tried where it does not fit, and the cheapest program that passes
 * is taken. The ways, for all bits that keep a distance:
 *   groups     bytes brought to their places, shifted within, masked, or'ed: one round for each
 *              distance in a byte
 *   splitting  every field of a byte alone in a register, bytes of these brought to their places,
 *              shifted, or'ed
 *   testing    for each bit of a byte: the byte that has it brought there, tested under a mask
 *   gathering  every second, fourth ... field: gathered in lanes by doubling, then bytes picked
 *   spreading  fields of two runs in turn: each spread in lanes by doubling, or'ed
 *   sliding    whole registers shifted by a distance of bits, as 64-bit lanes
 *   arbitrary  what takes any shuffle (arbitrary.c)
 *   sums       the same by products of words, added in pairs (sums.c)
 *   digits     matrices turned: binary digits of the bits' places exchanged two by two (Steele
 *              1972), those of bytes at once
 *   integers   in one general register: masked and shifted for each distance; or gathered and
 *              scattered by one instruction
 * The number of ways and of their steps is bounded, so is the time. Whole bytes are moved by LLVM's
 * own shuffles, which it does well. Called by classify.c (plans) and lower_nodes.c (code). */
#include "moves.h"

#include "casts.h"
#include "lowerings/pass/base/convert.h"
#include "lowerings/permute/ways/arbitrary.h"
#include "lowerings/permute/ways/sums.h"
#include "steps_code.h"

#include <string.h>

enum { MAX_GROUPS = 24, IN_BYTE = 3, FAR = 6 };

/* ---- groups ---- */

typedef struct group {
    int turn; /* how far a bit goes up in its byte */
    int16_t from[MAX_OUT];
    uint8_t mask[MAX_OUT];
} group;

typedef struct groups {
    unsigned count;
    group group[MAX_GROUPS];
} groups;

static group *group_for(groups *g, int turn, unsigned byte, int16_t source)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->group[i].turn == turn &&
            (g->group[i].from[byte] == ANY_BYTE || g->group[i].from[byte] == source))
            return &g->group[i];
    if (g->count == MAX_GROUPS) return NULL;
    group *fresh = &g->group[g->count++];
    memset(fresh, 0, sizeof *fresh);
    fresh->turn = turn;
    for (unsigned i = 0; i < MAX_OUT; i++) fresh->from[i] = ANY_BYTE;
    return fresh;
}

static bool make_groups(groups *g, const problem *p)
{
    g->count = 0;
    for (unsigned i = 0; i < p->out_bytes * 8; i++) {
        if (p->from[i] == NONE) continue;
        group *to = group_for(g, (int)(i % 8) - p->from[i] % 8, i / 8, (int16_t)(p->from[i] / 8));
        if (!to) return false;
        to->from[i / 8] = (int16_t)(p->from[i] / 8);
        to->mask[i / 8] |= (uint8_t)(1 << (i % 8));
    }
    return g->count > 0;
}

static bool agree(const group *x, const group *y, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        if (x->from[i] >= 0 && y->from[i] >= 0 && x->from[i] != y->from[i]) return false;
    return true;
}

/* Groups whose bytes come from the same places use one shuffle. */
static void share_bytes(groups *g, unsigned bytes)
{
    for (unsigned i = 0; i < g->count; i++)
        for (unsigned k = 0; k < i; k++) {
            group *x = &g->group[i], *y = &g->group[k];
            if (!agree(x, y, bytes)) continue;
            for (unsigned j = 0; j < bytes; j++)
                if (y->from[j] == ANY_BYTE) y->from[j] = x->from[j];
            for (unsigned j = 0; j < bytes; j++) x->from[j] = y->from[j];
        }
    for (unsigned i = g->count; i-- > 0;) /* what was added later goes to those that share it */
        for (unsigned k = 0; k < i; k++)
            if (agree(&g->group[i], &g->group[k], bytes))
                for (unsigned j = 0; j < bytes; j++)
                    if (g->group[i].from[j] == ANY_BYTE) g->group[i].from[j] = g->group[k].from[j];
}

static unsigned lane_of(const steps *s, unsigned bytes)
{
    return s->scalar ? bytes * 8 : 16;
}

static unsigned by_groups(steps *s, unsigned in, const problem *p)
{
    groups *g = arena_new(s->arena, 1, groups);
    unsigned sum = 0;
    if (!make_groups(g, p) || p->out_bytes % 2) {
        s->broken = true;
        return 0;
    }
    share_bytes(g, p->out_bytes);
    for (unsigned i = 0; i < g->count; i++) {
        unsigned value = steps_bytes(s, in, in, g->group[i].from, p->out_bytes);
        value = steps_shift(s, value, lane_of(s, p->out_bytes), g->group[i].turn);
        if (g->count > 1) value = steps_and(s, value, g->group[i].mask);
        sum = or_all(s, sum, i, value);
    }
    return sum;
}

/* ---- splitting ---- */

/* The bytes of `part`, which holds field `place` of every byte alone, that become field `to` of
 * result bytes. */
static bool bytes_of_field(const problem *p, unsigned place, unsigned to, int16_t *from)
{
    bool any = false;
    for (unsigned i = 0; i < p->out_bytes; i++) {
        int source = p->from[i * 8 + to * p->w];
        from[i] = BYTE_ZERO;
        if (source == NONE || (unsigned)source % 8 / p->w != place) continue;
        from[i] = (int16_t)(source / 8);
        any = true;
    }
    return any;
}

static unsigned by_splitting(steps *s, unsigned in, const problem *p)
{
    unsigned sum = 0, per_byte = 8 % p->w ? 0 : 8 / p->w;
    bool any = false;
    if (!per_byte || p->w == 1 || p->in_bytes % 2 || p->out_bytes % 2) s->broken = true;
    for (unsigned to = 0; to < per_byte && !s->broken; to++) {
        unsigned field = 0;
        bool some = false;
        for (unsigned place = 0; place < per_byte && !s->broken; place++) {
            int16_t from[MAX_OUT];
            if (!bytes_of_field(p, place, to, from)) continue;
            unsigned part = steps_shift(s, in, 16, -(int)(place * p->w));
            part = steps_and_splat(s, part, (1U << p->w) - 1, 1);
            field = or_all(s, field, some, steps_bytes(s, part, part, from, p->out_bytes));
            some = true;
        }
        if (!some) continue;
        sum = or_all(s, sum, any, steps_shift(s, field, 16, (int)(to * p->w)));
        any = true;
    }
    return sum;
}

/* ---- testing ---- */

static unsigned by_testing(steps *s, unsigned in, const problem *p)
{
    unsigned sum = 0;
    bool any = false;
    for (unsigned bit = 0; bit < 8 && !s->broken; bit++) {
        int16_t from[MAX_OUT];
        uint8_t mask[MAX_OUT];
        bool some = false;
        for (unsigned i = 0; i < p->out_bytes; i++) {
            int source = p->from[i * 8 + bit];
            from[i] = (int16_t)(source == NONE ? ANY_BYTE : source / 8);
            mask[i] = (uint8_t)(source == NONE ? 1 : 1 << (source % 8));
            some |= source != NONE;
        }
        if (!some) continue;
        unsigned value = steps_test(s, steps_bytes(s, in, in, from, p->out_bytes), mask);
        sum = or_all(s, sum, any, steps_and_splat(s, value, 1U << bit, 1));
        any = true;
    }
    return sum;
}

/* ---- gathering and spreading ---- */

static int field_from(const problem *p, unsigned field)
{
    int bit = p->from[field * p->w];
    return bit == NONE ? NONE : bit / (int)p->w;
}

static unsigned fields_of_result(const problem *p)
{
    return p->out_bytes * 8 / p->w;
}

/* Field i of the result is field stride * i + start of the source; finds start. */
static bool has_stride(const problem *p, int stride, int *start)
{
    bool any = false;
    for (unsigned i = 0; i < fields_of_result(p); i++) {
        int from = field_from(p, i);
        if (from == NONE) continue;
        if (any && from != stride * (int)i + *start) return false;
        *start = from - stride * (int)i;
        any = true;
    }
    return any && *start >= 0;
}

static unsigned gather(steps *s, unsigned in, const problem *p, bool masked)
{
    int start = 0, r = 8, w = (int)p->w;
    while (r > 1 && !has_stride(p, r, &start)) r /= 2;
    if (r == 1 || 8 % w || p->in_bytes % (unsigned)r || start >= r) s->broken = true;
    if (s->broken) return 0;
    unsigned value = steps_shift(s, in, (unsigned)(8 * r), -(start * w));
    value = casts_gather(s, value, (unsigned)r, p->w, masked);
    int16_t from[MAX_OUT];
    for (unsigned i = 0; i < p->out_bytes; i++)
        from[i] = i * (unsigned)r < p->in_bytes ? (int16_t)(i * (unsigned)r) : ANY_BYTE;
    return steps_bytes(s, value, value, from, p->out_bytes);
}

static unsigned by_gathering(steps *s, unsigned in, const problem *p)
{
    return gather(s, in, p, true);
}

static unsigned by_gathering_unmasked(steps *s, unsigned in, const problem *p)
{
    return gather(s, in, p, false);
}

/* The fields of the result at even (or odd) places, a run of the source that begins at a byte,
 * spread. */
static unsigned spread_run(steps *s, unsigned in, const problem *p, unsigned odd, bool masked)
{
    int first = NONE;
    for (unsigned i = odd; i < fields_of_result(p) && first == NONE; i += 2)
        if (field_from(p, i) != NONE) first = field_from(p, i) - (int)(i / 2);
    if (first < 0 || first * (int)p->w % 8) s->broken = true;
    if (s->broken) return 0;
    int16_t from[MAX_OUT];
    for (unsigned i = 0; i < p->out_bytes; i++) {
        unsigned byte = (unsigned)first * p->w / 8 + i / 2;
        from[i] = i % 2 || byte >= p->in_bytes ? BYTE_ZERO : (int16_t)byte;
    }
    return casts_spread(s, steps_bytes(s, in, in, from, p->out_bytes), 2, p->w, masked);
}

static unsigned by_spreading(steps *s, unsigned in, const problem *p)
{
    if (8 % p->w || p->out_bytes % 2) s->broken = true;
    if (s->broken) return 0;
    unsigned even = spread_run(s, in, p, 0, true), odd = spread_run(s, in, p, 1, true);
    return s->broken ? 0 : steps_or(s, even, steps_shift(s, odd, 16, (int)p->w));
}

/* ---- sliding ---- */

/* The bytes of the source from byte `first` on. */
static unsigned slid(steps *s, unsigned in, const problem *p, int first)
{
    int16_t from[MAX_OUT];
    for (unsigned i = 0; i < p->out_bytes; i++) {
        int byte = (int)i + first;
        from[i] = byte >= 0 && byte < (int)p->in_bytes ? (int16_t)byte : BYTE_ZERO;
    }
    return steps_bytes(s, in, in, from, p->out_bytes);
}

/* All bits at one distance, result bit i from bit i + distance: the rest of a byte from the next.
 */
static unsigned by_sliding(steps *s, unsigned in, const problem *p)
{
    int distance = 0;
    bool any = false;
    for (unsigned i = 0; i < p->out_bytes * 8 && !s->broken; i++) {
        if (p->from[i] == NONE) continue;
        if (any && p->from[i] - (int)i != distance) s->broken = true;
        distance = p->from[i] - (int)i;
        any = true;
    }
    if (!any || p->out_bytes % 8) s->broken = true;
    if (s->broken) return 0;
    int first = (distance + 8 * MAX_IN) / 8 - MAX_IN, rest = distance - 8 * first;
    unsigned low = slid(s, in, p, first);
    if (rest == 0) return low;
    return steps_or(s, steps_shift(s, low, 64, -rest),
                    steps_shift(s, slid(s, in, p, first + 8), 64, 64 - rest));
}

/* ---- digits ---- */

/* Digit j of a bit's place is digit goal[j] of its source's. */
static bool read_digits(const problem *p, unsigned places, uint8_t *goal)
{
    for (unsigned j = 0; j < places; j++) {
        int from = p->from[1 << j];
        if (from <= 0 || from & (from - 1) || from >= 1 << places) return false;
        goal[j] = (uint8_t)__builtin_ctz((unsigned)from);
    }
    return true; /* so far: labels tell the rest */
}

/* Digits i and j > i of places exchanged, in lanes of 2^j bits and more. */
static unsigned exchange_digits(steps *s, unsigned value, unsigned lane, unsigned i, unsigned j)
{
    uint8_t stays[MAX_OUT] = {0}, goes_up[MAX_OUT] = {0};
    int distance = (1 << j) - (1 << i);
    for (unsigned bit = 0; bit < s->step[value].bytes * 8; bit++) {
        unsigned low = bit >> i & 1, high = bit >> j & 1;
        if (low == high) stays[bit / 8] |= (uint8_t)(1U << bit % 8);
        else if (low) goes_up[bit / 8] |= (uint8_t)(1U << bit % 8);
    }
    unsigned up = steps_shift(s, steps_and(s, value, goes_up), lane, distance);
    unsigned down = steps_and(s, steps_shift(s, value, lane, -distance), goes_up);
    return steps_or(s, steps_and(s, value, stays), steps_or(s, up, down));
}

/* Bytes moved so that digit j of their places, from 3 on, is what was digit from[j]. */
static unsigned order_bytes(steps *s, unsigned value, unsigned places, const uint8_t *from)
{
    int16_t source[MAX_OUT];
    for (unsigned i = 0; i < s->step[value].bytes; i++) {
        unsigned byte = 0;
        for (unsigned j = IN_BYTE; j < places; j++)
            byte |= (i >> (j - IN_BYTE) & 1) << (from[j] - IN_BYTE);
        source[i] = (int16_t)byte;
    }
    return steps_bytes(s, value, value, source, s->step[value].bytes);
}

/* Brings a digit of the 64-bit lane's number, which shifts do not reach, to where they do, if it is
 * wanted within bytes. */
static unsigned reach_digits(steps *s, unsigned value, unsigned places, const uint8_t *goal,
                             uint8_t *now)
{
    uint8_t from[] = {0, 1, 2, 3, 4, 5, 6};
    bool far = false, wanted[IN_BYTE] = {false};
    for (unsigned j = 0; j < IN_BYTE; j++) {
        far |= goal[j] == FAR;
        if (goal[j] >= IN_BYTE && goal[j] < FAR) wanted[goal[j] - IN_BYTE] = true;
    }
    if (!far || places <= FAR) return value;
    unsigned spare = wanted[0] ? wanted[1] ? 5 : 4 : 3;
    from[spare] = FAR, from[FAR] = (uint8_t)spare;
    now[spare] = FAR, now[FAR] = (uint8_t)spare;
    return order_bytes(s, value, places, from);
}

static unsigned by_digits(steps *s, unsigned in, const problem *p)
{
    uint8_t goal[FAR + 1], now[] = {0, 1, 2, 3, 4, 5, 6}, from[FAR + 1];
    unsigned bits = p->out_bytes * 8, places = (unsigned)__builtin_ctz(bits), value = in;
    if (p->in_bytes != p->out_bytes || bits & (bits - 1) || places > FAR + 1 || places <= IN_BYTE ||
        !read_digits(p, places, goal))
        s->broken = true;
    if (s->broken) return 0;
    if (!s->scalar) value = reach_digits(s, value, places, goal, now);
    for (unsigned j = 0; j < (s->scalar ? places : IN_BYTE) && !s->broken; j++) {
        unsigned k = j;
        while (k < places && now[k] != goal[j]) k++;
        if (k == places) s->broken = true; /* no permutation */
        if (s->broken || k == j) continue;
        value = exchange_digits(s, value, s->scalar ? bits : 64, j, k);
        now[k] = now[j];
        now[j] = goal[j];
    }
    if (s->broken || memcmp(now, goal, places) == 0) return value;
    for (unsigned j = IN_BYTE; j < places; j++) {
        uint8_t *at = memchr(now, goal[j], places);
        if (!at || at - now < IN_BYTE) s->broken = true;
        from[j] = (uint8_t)(at ? at - now : 0);
    }
    return s->broken ? 0 : order_bytes(s, value, places, from);
}

/* ---- integers ---- */

static void mask_at_distance(const problem *p, int distance, uint8_t *mask)
{
    memset(mask, 0, p->in_bytes);
    for (unsigned i = 0; i < p->out_bytes * 8; i++)
        if (p->from[i] != NONE && (int)i - p->from[i] == distance)
            mask[p->from[i] / 8] |= (uint8_t)(1 << (p->from[i] % 8));
}

static unsigned in_integers(steps *s, unsigned in, const problem *p)
{
    unsigned sum = 0, bits = p->in_bytes * 8;
    bool any = false;
    for (int distance = -(int)bits + 1; distance < (int)bits; distance++) {
        uint8_t mask[MAX_IN], none[MAX_IN] = {0};
        mask_at_distance(p, distance, mask);
        if (memcmp(mask, none, p->in_bytes) == 0) continue;
        unsigned value = steps_shift(s, steps_and(s, in, mask), bits, distance);
        sum = or_all(s, sum, any, value);
        any = true;
    }
    return sum;
}

/* The bits that the mask has, in the low bits: a shift where they are a run. */
static unsigned gathered(steps *s, unsigned in, const problem *p, const uint8_t *mask)
{
    unsigned bits = p->in_bytes * 8, first = 0, last = bits - 1;
    while (first < bits && !(mask[first / 8] >> (first % 8) & 1)) first++;
    while (last > first && !(mask[last / 8] >> (last % 8) & 1)) last--;
    for (unsigned i = first; i < last; i++)
        if (!(mask[i / 8] >> (i % 8) & 1)) return steps_pext(s, in, mask);
    return first == bits ? in : steps_shift(s, in, bits, -(int)first);
}

/* The bits of one source in their order. */
static unsigned scatter(steps *s, unsigned in, const problem *p, int low, int high)
{
    uint8_t source[MAX_IN] = {0}, result[MAX_OUT] = {0};
    int last = -1;
    for (unsigned i = 0; i < p->out_bytes * 8; i++) {
        int from = p->from[i];
        if (from == NONE || from < low || from >= high) continue;
        if (from <= last) s->broken = true;
        last = from;
        source[from / 8] |= (uint8_t)(1 << (from % 8));
        result[i / 8] |= (uint8_t)(1 << (i % 8));
    }
    return s->broken ? 0 : steps_pdep(s, gathered(s, in, p, source), result);
}

static unsigned by_bmi2(steps *s, unsigned in, const problem *p)
{
    int first = (int)p->first_bytes * 8, all = (int)p->in_bytes * 8;
    unsigned low = scatter(s, in, p, 0, first);
    return first == all ? low : steps_or(s, low, scatter(s, in, p, first, all));
}

/* ---- the plan ---- */

static const struct {
    way *way;
    bool scalar;
    /* tried where the ways before it take more instructions: it is a search of a millisecond */
    unsigned above;
} ways[] = {
    {by_sliding, false, 0},   {by_groups, false, 0},
    {by_gathering, false, 0}, {by_gathering_unmasked, false, 0},
    {by_spreading, false, 0}, {by_splitting, false, 0},
    {by_testing, false, 0},   {by_digits, false, 0},
    {by_words, false, 0},     {by_tests, false, 0},
    {by_windows, false, 0},   {by_matrices, false, 0},
    {by_digits, true, 0},     {in_integers, true, 0},
    {by_bmi2, true, 0},       {by_sums, false, 12},
};

/* Where field i of the layout begins among the bits of all registers. */
static unsigned place_of_field(const layout *l, unsigned i)
{
    unsigned k = 0;
    while (i * l->w >= l->pieces[k].offset + l->pieces[k].used) k++;
    return convert_place(l, k) + i * l->w - l->pieces[k].offset;
}

/* Which field of which source; NONE where the result is undefined or the source is. */
static int source_field(LLVMValueRef shuffle, const layout *in, unsigned i, unsigned *operand)
{
    int from = LLVMGetMaskValue(shuffle, i);
    if (from < 0) return NONE;
    *operand = (unsigned)from >= in->n;
    return LLVMIsUndef(LLVMGetOperand(shuffle, *operand)) ? NONE : from - (int)(*operand * in->n);
}

static void state_problem(problem *p, LLVMValueRef shuffle, const layout *in, const layout *out,
                          bool *second)
{
    unsigned bytes = convert_bytes(in), operand = 0;
    memset(p->from, NONE, sizeof p->from);
    *second = false;
    for (unsigned i = 0; i < out->n; i++) {
        int field = source_field(shuffle, in, i, &operand);
        if (field == NONE) continue;
        *second |= operand == 1;
        for (unsigned k = 0; k < in->w; k++)
            p->from[place_of_field(out, i) + k] =
                (int)(operand * bytes * 8 + place_of_field(in, (unsigned)field) + k);
    }
    p->w = in->w;
    p->first_bytes = bytes;
    p->in_bytes = *second ? 2 * bytes : bytes;
    p->out_bytes = convert_bytes(out);
    for (unsigned i = 0; i < MAX_OUT * 8; i++)
        p->wanted[i] = p->from[i] == NONE ? LABEL_FREE : label_of_bit((unsigned)p->from[i]);
}

static bool is_integer_size(unsigned bytes)
{
    return bytes == 4 || bytes == 8;
}

/* What LLVM makes of a shuffle of n fields, from memory and there: of those that do not become
 * others it takes no notice. */
static unsigned cost_of_fields(const target_view *v, unsigned w, unsigned n, bool second)
{
    const stock *s = target_machine(v)->stock;
    int cost = stock_fields(s, second ? STOCK_SHUFFLE_TWO : STOCK_SHUFFLE, w, n) +
               (second ? 2 : 1) * stock_fields(s, STOCK_GET, w, n) +
               stock_fields(s, STOCK_PUT, w, n);
    return cost < 0 ? 0 : (unsigned)cost;
}

/* Where bits have registers of their own they are shuffled whole, as many as the longer
 * vector has. */
static unsigned cost_of_llvm(const target_view *v, const layout *in, const layout *out, bool second)
{
    bool whole = in->w == 1 && target_can(v, COMPARES_TO_BITS, 64);
    return cost_of_fields(v, in->w, whole && in->n > out->n ? in->n : out->n, second);
}

/* Makes the program of a way in s, which is for ways of its kind. False when it does not do what
 * the problem wants. */
static bool try_way(steps *s, const problem *p, size_t number, unsigned *result)
{
    if (ways[number].scalar && (p->in_bytes != p->out_bytes || !is_integer_size(p->in_bytes)))
        return false;
    steps_begin_again(s);
    *result = ways[number].way(s, steps_input(s, p->in_bytes), p);
    return steps_gives(s, *result, p->wanted, p->out_bytes * 8);
}

/* The table's operation that does it, between registers of one size that the fields fill. */
static named_move find_named(const target_view *v, const problem *p, LLVMValueRef shuffle,
                             const layout *in, const layout *out, bool second)
{
    int from[MAX_OUT * 8];
    unsigned bits = in->pieces[0].bits;
    if (in->npieces != 1 || out->npieces != 1 || in->pieces[0].used != bits ||
        out->pieces[0].bits != bits || out->pieces[0].used != bits)
        return (named_move){NULL, false};
    bool zeros = second && LLVMIsNull(LLVMGetOperand(shuffle, 1));
    for (unsigned i = 0; i < bits; i++)
        from[i] = p->from[i] == NONE                 ? NAMED_ANY
                  : zeros && p->from[i] >= (int)bits ? NAMED_ZERO
                                                     : p->from[i];
    return named_find(v, from, in->w, bits, second && !zeros);
}

/* Programs are made twice, to plan and to emit: what they need is much, and a function may have
 * very many shuffles. */
bool moves_plan(const target_view *v, LLVMValueRef shuffle, const layout *in, const layout *out,
                move_plan *move)
{
    arena memory = {0};
    unsigned best = 0, result;
    bool found = false;
    if (2 * convert_bytes(in) > MAX_IN || convert_bytes(out) > MAX_OUT) return false;
    problem *p = arena_new(&memory, 1, problem);
    machine m = *target_machine(v);
    steps *programs[2] = {steps_new(&memory, m, false), steps_new(&memory, m, true)};
    state_problem(p, shuffle, in, out, &move->second);
    move->shuffle = shuffle;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        steps *s = programs[ways[i].scalar];
        if ((found && best <= ways[i].above) || !try_way(s, p, i, &result) ||
            (found && best <= s->cost))
            continue;
        found = true;
        best = s->cost;
        move->way = (unsigned)i;
    }
    move->named = find_named(v, p, shuffle, in, out, move->second);
    arena_free(&memory);
    if (move->named.entry && found && best < move->named.entry->insns) move->named.entry = NULL;
    if (move->named.entry) best = move->named.entry->insns; /* which shares more with its like */
    unsigned theirs = cost_of_llvm(v, in, out, move->second);
    found |= move->named.entry != NULL;
    move->cheaper = found && best < theirs;
    move->cost = move->cheaper ? best : theirs;
    return found;
}

unsigned moves_cost(const target_view *v, layouts *l, LLVMValueRef shuffle)
{
    const layout *in = layout_of(l, LLVMTypeOf(LLVMGetOperand(shuffle, 0))),
                 *out = layout_of(l, LLVMTypeOf(shuffle));
    unsigned w, n;
    fields_of_type(LLVMTypeOf(shuffle), &w, &n);
    move_plan move = {.cost = cost_of_fields(v, w, n, false)};
    if (in && out) moves_plan(v, shuffle, in, out, &move);
    return move.cost;
}

static LLVMValueRef apply_named(const site *x, const move_plan *m, const LLVMValueRef *a,
                                const LLVMValueRef *b)
{
    const recipe *r = target_recipe(x->targets, x->view, m->named.entry);
    LLVMValueRef first = a[0], second = m->second ? b[0] : a[0];
    return recipe_apply(r, x->b,
                        m->named.swapped ? (LLVMValueRef[]){second, first, first}
                                         : (LLVMValueRef[]){first, second, first});
}

/* Two sources of at most 32 bits in one integer. */
static LLVMValueRef joined_integer(const site *x, const layout *in, const LLVMValueRef *a,
                                   const LLVMValueRef *b)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(a[0])));
    LLVMValueRef high = LLVMBuildZExt(x->b, b[0], i64, "");
    high = LLVMBuildShl(x->b, high, LLVMConstInt(i64, in->pieces[0].bits, 0), "");
    return LLVMBuildOr(x->b, LLVMBuildZExt(x->b, a[0], i64, ""), high, "");
}

static LLVMValueRef joined_bytes(const site *x, const layout *in, const LLVMValueRef *a,
                                 const LLVMValueRef *b)
{
    LLVMValueRef index[MAX_IN], first = convert_to_bytes(x->b, in, a);
    if (!b) return first;
    unsigned bytes = 2 * convert_bytes(in);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(first)));
    for (unsigned i = 0; i < bytes; i++) index[i] = LLVMConstInt(i32, i, 0);
    return LLVMBuildShuffleVector(x->b, first, convert_to_bytes(x->b, in, b),
                                  LLVMConstVector(index, bytes), "");
}

void moves_apply(const site *x, const move_plan *m, const layout *in, const LLVMValueRef *a,
                 const LLVMValueRef *b, const layout *out, LLVMValueRef *carriers)
{
    if (m->named.entry) {
        carriers[0] = apply_named(x, m, a, b);
        return;
    }
    arena memory = {0};
    unsigned result = 0;
    bool second;
    problem *p = arena_new(&memory, 1, problem);
    state_problem(p, m->shuffle, in, out, &second);
    steps *s = steps_new(&memory, *target_machine(x->view), ways[m->way].scalar);
    try_way(s, p, m->way, &result); /* as when it was planned */
    if (s->scalar) {
        LLVMValueRef value = steps_emit(s, result, x->view, x->b,
                                        second ? joined_integer(x, in, a, b) : a[0]);
        LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(value));
        carriers[0] = LLVMBuildZExtOrBitCast(x->b, value, fields_carrier(c, out->pieces[0].bits),
                                             "");
    } else {
        LLVMValueRef bytes = joined_bytes(x, in, a, second ? b : NULL);
        convert_from_bytes(x->b, out, steps_emit(s, result, x->view, x->b, bytes), carriers);
    }
    arena_free(&memory);
}
