// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* digits.c - finds the cheapest way from one arrangement of digits to another (digits.h), by A*
 * (Hart, Nilsson and Raphael 1968).
 *
 * Bytes move, within registers and between pairs of them. The digits within bytes are exchanged one
 * by one with digits of registers' numbers, by shifts; or all three with digits of bytes' places,
 * by a product with a matrix of bits, before which the digits are where it takes them from, and the
 * bytes in its direction.
 *
 * The order of the digits of registers' numbers does not matter, since registers can be named at
 * will. So an arrangement is the digits of bytes' places, in their order, and which of the digits
 * within bytes were exchanged. Costs are instructions for all registers, with the constants that
 * are loaded for them. Called by the pass (pass/transpose/groups.c), and by the engine `digits`
 * (synth/permute/transpose.c). */
#include "digits.h"

#include <string.h>

#include "spec/base/map.h"

enum { COST_MAX = 1024, QUAD = 3, LANE = 4, NONE = DIGITS_NONE, FREE_MAX = 3 };

/* Which digits within bytes are those of the goal, a bit each; or what goes before a product. */
enum { BEFORE, TURNED = 1 << DIGITS_IN_BYTE };

/* An arrangement of the digits of bytes' places in a phase. */
typedef struct node {
    uint8_t bytes[DIGITS_BYTES];
    uint8_t phase, done;
    unsigned cost;
    const struct node *from;
    struct node *next; /* in its bucket */
} node;

typedef struct search {
    arena *arena;
    const digits_goal *goal;
    /* what the processor can do in such registers: the capabilities of these names */
    bool in_16, in_all, of_two, multiplies;
    unsigned registers, exchange; /* how many; what the exchange of a digit costs */
    unsigned constant;        /* what one costs: an instruction that has it alone reads it itself */
    unsigned nbytes;          /* digits of bytes' places */
    unsigned nwanted;         /* of these, the lowest ones, of which the goal says what they are */
    unsigned behind;          /* the phase in which all digits within bytes are those of the goal */
    bool by_matrix;           /* all three change, with digits that can be those of bytes */
    /* bytes are chosen of memory, which is read by the same instruction if that is not one of those
     * within 16 bytes */
    bool reads;
    map known;
    node *bucket[COST_MAX];
} search;

/* ---- the digits within bytes ---- */

static bool is_in_byte(unsigned digit) { return digit < DIGITS_IN_BYTE; }

/* What a digit within bytes is in a phase. */
static uint8_t digit_in_byte(const search *s, unsigned phase, unsigned j)
{
    return phase != TURNED && phase >> j & 1 ? s->goal->goal[j] : (uint8_t)j;
}

/* Is the digit one of bytes' places or registers' numbers in the phase? */
static bool is_outside(const search *s, unsigned phase, unsigned digit)
{
    for (unsigned j = 0; j < DIGITS_IN_BYTE; j++)
        if (digit_in_byte(s, phase, j) == digit) return false;
    return digit < s->goal->places + s->goal->f;
}

static void find_changes(search *s)
{
    s->by_matrix = s->multiplies;
    for (unsigned j = 0; j < DIGITS_IN_BYTE; j++) {
        s->behind |= (unsigned)(s->goal->goal[j] != j) << j;
        s->by_matrix &= !is_in_byte(s->goal->goal[j]);
    }
}

/* ---- nodes ---- */

static bool is_among(uint8_t digit, const uint8_t *bytes, unsigned count)
{
    return memchr(bytes, digit, count) != NULL;
}

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

/* How many moves bring the goal's digits to bytes' places, at least; of those that are within bytes
 * yet, if `later` says so. Each move brings one in, to places within 16 bytes or to those above.
 * One of each kind change sides by one move, and any number where bytes are chosen anywhere. */
static unsigned count_moves(const search *s, const uint8_t *bytes, bool later)
{
    unsigned missing = 0, astray[2] = {0, 0};
    for (unsigned k = 0; k < s->nwanted; k++) {
        uint8_t wanted = s->goal->goal[DIGITS_IN_BYTE + k];
        const uint8_t *at = memchr(bytes, wanted, s->nbytes);
        bool above = k > QUAD;
        if (!at) missing += later || !is_in_byte(wanted);
        else astray[above] += (at - bytes > QUAD) != above;
    }
    return missing + (s->in_all || s->of_two ? 0 : larger(astray[0], astray[1]));
}

/* The digits that have to go out before they are exchanged. */
static unsigned count_held(const search *s, unsigned phase, const uint8_t *bytes)
{
    unsigned count = 0;
    for (unsigned j = 0; j < DIGITS_IN_BYTE; j++)
        count += (s->behind & ~phase) >> j & 1 && is_among(s->goal->goal[j], bytes, s->nbytes);
    return count;
}

/* No way from here costs less: each move between registers takes two instructions for a pair, and
 * one digit comes in. */
static unsigned least_from(const search *s, unsigned phase, const uint8_t *bytes)
{
    unsigned move = s->registers, moves = count_moves(s, bytes, true);
    unsigned product = s->by_matrix ? move + count_moves(s, bytes, false) * move : COST_MAX;
    if (phase == TURNED) return product;
    unsigned left = (unsigned)__builtin_popcount(s->behind & ~phase);
    unsigned exchanges = left * s->exchange + larger(moves, count_held(s, phase, bytes)) * move;
    return phase == BEFORE && product < exchanges ? product : exchanges;
}

static void reach(search *s, const node *from, unsigned phase, const uint8_t *bytes, unsigned cost)
{
    uintptr_t key = phase + 1;
    for (unsigned k = 0; k < s->nbytes; k++) key = key << 4 | bytes[k];
    node *n = map_get(&s->known, (void *)key);
    unsigned all = cost + least_from(s, phase, bytes);
    if (all >= COST_MAX || (n && n->cost <= cost)) return;
    node *fresh = arena_new(s->arena, 1, node);
    *fresh = (node){.phase = (uint8_t)phase, .cost = cost, .from = from, .next = s->bucket[all]};
    memcpy(fresh->bytes, bytes, s->nbytes);
    if (n) n->done = true; /* by a better one */
    map_put(&s->known, (void *)key, fresh);
    s->bucket[all] = fresh;
}

static unsigned top_of(const search *s) { return s->nbytes - 1; }

/* A digit of numbers comes in at `at`, those up to `last` go up by one, and that goes out. */
static void insert(search *s, const node *n, unsigned at, unsigned last, uint8_t digit,
                   unsigned cost)
{
    uint8_t bytes[DIGITS_BYTES];
    memcpy(bytes, n->bytes, sizeof bytes);
    for (unsigned k = last; k > at; k--) bytes[k] = n->bytes[k - 1];
    bytes[at] = digit;
    reach(s, n, n->phase, bytes, n->cost + cost);
}

/* The other way: `first` goes out, those up to `at` go down by one. */
static void take(search *s, const node *n, unsigned first, unsigned at, uint8_t digit,
                 unsigned cost)
{
    uint8_t bytes[DIGITS_BYTES];
    memcpy(bytes, n->bytes, sizeof bytes);
    for (unsigned k = first; k < at; k++) bytes[k] = n->bytes[k + 1];
    bytes[at] = digit;
    reach(s, n, n->phase, bytes, n->cost + cost);
}

static void swap(search *s, const node *n, unsigned i, unsigned j, unsigned cost)
{
    uint8_t bytes[DIGITS_BYTES];
    memcpy(bytes, n->bytes, sizeof bytes);
    bytes[i] = n->bytes[j];
    bytes[j] = n->bytes[i];
    reach(s, n, n->phase, bytes, n->cost + cost);
}

/* All orders of the digits of a byte in 16, by one shuffle of bytes with a constant. */
static void order_bytes(search *s, const node *n)
{
    for (unsigned i = 0; i < 256; i++) {
        unsigned at[QUAD + 1] = {i % 4, i / 4 % 4, i / 16 % 4, i / 64};
        uint8_t bytes[DIGITS_BYTES];
        memcpy(bytes, n->bytes, sizeof bytes);
        if ((1U << at[0] | 1U << at[1] | 1U << at[2] | 1U << at[3]) != 15) continue;
        for (unsigned k = 0; k <= QUAD; k++) bytes[k] = n->bytes[at[k]];
        reach(s, n, n->phase, bytes, n->cost + s->registers + s->constant);
    }
}

/* ---- bytes anywhere ---- */

/* The digit that a phase wants at a byte's digit of places; NONE: any. */
static uint8_t wanted_at(const search *s, unsigned phase, unsigned k)
{
    if (phase == TURNED && k < DIGITS_IN_BYTE) return s->goal->goal[k];
    return k < s->nwanted ? s->goal->goal[DIGITS_IN_BYTE + k] : NONE;
}

static bool crosses_lanes(const search *s, const uint8_t *from, const uint8_t *to)
{
    return s->nbytes > LANE && memcmp(from + LANE, to + LANE, s->nbytes - LANE) != 0;
}

static void reach_orders(search *s, const node *n, unsigned phase, uint8_t *bytes,
                         const uint8_t *rest, unsigned nrest, unsigned cost)
{
    uint8_t *at = memchr(bytes, NONE, s->nbytes);
    if (!at) {
        bool reads = s->reads && crosses_lanes(s, n->bytes, bytes);
        reach(s, n, phase, bytes, n->cost + (reads ? s->constant : cost));
        return;
    }
    for (unsigned i = 0; i < nrest; i++) {
        uint8_t others[DIGITS_BYTES];
        memcpy(others, rest, nrest);
        others[i] = rest[nrest - 1];
        *at = rest[i];
        reach_orders(s, n, phase, bytes, others, nrest - 1, cost);
        *at = NONE;
    }
}

/* Digits go where the phase wants them; those that it does not want to the places left, in every
 * order. Nothing where too many are left, or a product does not find its own. */
static void settle(search *s, const node *n, unsigned phase, const uint8_t *digits, unsigned cost)
{
    uint8_t bytes[DIGITS_BYTES], rest[DIGITS_BYTES];
    unsigned nrest = 0;
    for (unsigned k = 0; k < s->nbytes; k++) {
        uint8_t wanted = wanted_at(s, phase, k);
        bytes[k] = is_among(wanted, digits, s->nbytes) && (k == 0 || !is_among(wanted, bytes, k))
                       ? wanted
                       : NONE;
        if (phase == TURNED && k < DIGITS_IN_BYTE && bytes[k] == NONE) return;
    }
    for (unsigned k = 0; k < s->nbytes; k++)
        if (!is_among(digits[k], bytes, s->nbytes)) rest[nrest++] = digits[k];
    if (nrest <= FREE_MAX) reach_orders(s, n, phase, bytes, rest, nrest, cost);
}

/* One register's bytes anywhere, for what follows. */
static void choose_anywhere(search *s, const node *n, unsigned phase)
{
    s->reads = s->goal->loaded && !n->from;
    settle(s, n, phase, n->bytes, s->registers + s->constant);
    s->reads = false;
}

/* Two registers' bytes anywhere, by two instructions, of which one spoils a source: a copy. */
static void choose_of_two(search *s, const node *n, unsigned phase, uint8_t digit)
{
    uint8_t digits[DIGITS_BYTES];
    for (unsigned k = 0; k < s->nbytes; k++) {
        memcpy(digits, n->bytes, s->nbytes);
        digits[k] = digit;
        settle(s, n, phase, digits, 3 * s->registers / 2 + 2);
    }
}

/* The digits that go into bytes to where a product takes them from, within 16 bytes. */
static void turn_in_16(search *s, const node *n)
{
    uint8_t bytes[DIGITS_BYTES];
    memcpy(bytes, n->bytes, sizeof bytes);
    memcpy(bytes, s->goal->goal, DIGITS_IN_BYTE);
    for (unsigned j = 0; j < DIGITS_IN_BYTE; j++)
        if (!is_among(bytes[j], n->bytes, QUAD + 1)) return;
    for (unsigned k = 0; k <= QUAD; k++)
        if (!is_among(n->bytes[k], bytes, DIGITS_IN_BYTE)) bytes[QUAD] = n->bytes[k];
    reach(s, n, TURNED, bytes, n->cost + s->registers + s->constant);
}

/* ---- moves ---- */

/* Of halves of both LLVM may make a truncation of both joined: the last choice of its price. */
static void move_between(search *s, const node *n, uint8_t digit)
{
    unsigned top = top_of(s), all = s->registers;
    for (unsigned k = 0; k <= QUAD; k++) insert(s, n, k, QUAD, digit, all); /* interleaved */
    take(s, n, QUAD - 1, QUAD, digit, all + 1);                             /* halves of both */
    take(s, n, 0, QUAD, digit, 3 * s->registers + s->constant); /* masked or shifted, packed */
    if (top >= LANE) insert(s, n, top, top, digit, all);    /* halves of registers */
    if (top > LANE) take(s, n, LANE, top, digit, all);      /* every other lane of both */
    if (s->of_two && n->phase == s->behind) choose_of_two(s, n, s->behind, digit);
    if (s->of_two && s->by_matrix && n->phase == BEFORE) choose_of_two(s, n, TURNED, digit);
}

static void move_bytes(search *s, const node *n)
{
    unsigned top = top_of(s), all = s->registers;
    for (unsigned d = 0; d < DIGITS_ALL; d++)
        if (is_outside(s, n->phase, d) && !is_among((uint8_t)d, n->bytes, s->nbytes))
            move_between(s, n, (uint8_t)d);
    swap(s, n, QUAD - 1, QUAD, all);              /* doublewords */
    swap(s, n, QUAD - 2, QUAD - 1, 2 * all);      /* words, of both halves */
    if (top >= LANE) swap(s, n, QUAD, LANE, all); /* quadwords */
    if (top > LANE) swap(s, n, LANE, top, all);   /* lanes */
    if (s->in_16) order_bytes(s, n);
    if (s->in_all && n->phase == s->behind) choose_anywhere(s, n, s->behind);
}

/* Every arrangement in which the digits of places in bytes stand for digits of bytes' places, and
 * these for those. */
static void multiply(search *s, const node *n)
{
    static const uint8_t order[][DIGITS_IN_BYTE] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    uint8_t bytes[DIGITS_BYTES];
    memcpy(bytes, n->bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        memcpy(bytes, order[i], sizeof order[i]);
        reach(s, n, s->behind, bytes, n->cost + s->registers + s->constant);
    }
}

static bool can_exchange(const search *s, const node *n, unsigned j)
{
    uint8_t digit = s->goal->goal[j];
    return (s->behind & ~n->phase) >> j & 1 && is_outside(s, n->phase, digit) &&
           !is_among(digit, n->bytes, s->nbytes);
}

/* A digit within bytes and one of numbers: the first that can be. There is nothing better to wait
 * for: what comes out is as good among numbers as what went in. */
static bool exchange(search *s, const node *n)
{
    for (unsigned j = 0; j < DIGITS_IN_BYTE; j++) {
        if (!can_exchange(s, n, j)) continue;
        reach(s, n, n->phase | 1U << j, n->bytes, n->cost + s->exchange);
        return true;
    }
    return false;
}

static void turn_bytes(search *s, const node *n)
{
    if (s->in_16) turn_in_16(s, n);
    if (s->in_all) choose_anywhere(s, n, TURNED);
}

static void go_on(search *s, const node *n)
{
    bool may_multiply = s->by_matrix && n->phase == BEFORE;
    if (n->phase == TURNED) {
        multiply(s, n);
    } else if (!exchange(s, n) || may_multiply) {
        move_bytes(s, n);
        if (may_multiply) turn_bytes(s, n);
    }
}

/* ---- the way ---- */

static bool is_goal(const search *s, const node *n)
{
    return n->phase == s->behind &&
           memcmp(n->bytes, s->goal->goal + DIGITS_IN_BYTE, s->nwanted) == 0;
}

/* Digits of numbers are at the top of places where registers are joined: all choices of them. */
static void start_with(search *s, uint8_t *start, unsigned count)
{
    if (count == s->nbytes) {
        reach(s, NULL, BEFORE, start, 0);
        return;
    }
    for (unsigned k = 0; k < s->goal->f; k++) {
        start[count] = (uint8_t)(s->goal->places + k);
        if (!is_among(start[count], start, count)) start_with(s, start, count + 1);
    }
}

static const node *find(search *s)
{
    uint8_t start[DIGITS_BYTES];
    for (unsigned k = 0; k < s->nwanted; k++) start[k] = (uint8_t)(DIGITS_IN_BYTE + k);
    start_with(s, start, s->nwanted);
    for (unsigned all = 0; all < COST_MAX; all++)
        while (s->bucket[all]) {
            node *n = s->bucket[all];
            s->bucket[all] = n->next;
            if (n->done) continue;
            n->done = true;
            if (is_goal(s, n)) return n;
            go_on(s, n);
        }
    return NULL;
}

/* The first node's: the digits of numbers that are not among places, in their order. */
static arrangement start_of(const search *s, const node *n)
{
    arrangement a = {.place = {0, 1, 2}};
    unsigned count = 0;
    while (n->from) n = n->from;
    memcpy(a.place + DIGITS_IN_BYTE, n->bytes, s->nbytes);
    for (unsigned k = 0; k < s->goal->f; k++) {
        uint8_t digit = (uint8_t)(s->goal->places + k);
        if (!is_among(digit, n->bytes, s->nbytes)) a.number[count++] = digit;
    }
    return a;
}

static unsigned number_of(const arrangement *a, uint8_t digit)
{
    unsigned i = 0;
    while (a->number[i] != digit) i++;
    return i;
}

static void add_step(digits_way *w, digits_kind kind, const arrangement *now)
{
    w->step[w->count++] = (digits_step){kind, *now};
}

static void add_exchange(const search *s, digits_way *w, arrangement *now, unsigned j)
{
    uint8_t *number = &now->number[number_of(now, s->goal->goal[j])];
    *number = now->place[j];
    now->place[j] = s->goal->goal[j];
    add_step(w, DIGITS_EXCHANGE, now);
}

static void add_move(const search *s, digits_way *w, arrangement *now, digits_kind kind,
                     const uint8_t *bytes)
{
    uint8_t *old = now->place + DIGITS_IN_BYTE, in = NONE, out = NONE;
    for (unsigned k = 0; k < s->nbytes; k++) {
        if (!is_among(bytes[k], old, s->nbytes)) in = bytes[k];
        if (!is_among(old[k], bytes, s->nbytes)) out = old[k];
    }
    if (in != NONE) now->number[number_of(now, in)] = out;
    memcpy(old, bytes, s->nbytes);
    add_step(w, kind, now);
}

static void add_matrix(const search *s, digits_way *w, arrangement *now, const uint8_t *bytes)
{
    memcpy(now->place, s->goal->goal, DIGITS_IN_BYTE);
    memcpy(now->place + DIGITS_IN_BYTE, bytes, s->nbytes);
    add_step(w, DIGITS_MATRIX, now);
}

static void add_way(const search *s, digits_way *w, arrangement *now, const node *n)
{
    if (!n->from) return;
    add_way(s, w, now, n->from);
    if (n->phase == n->from->phase) add_move(s, w, now, DIGITS_MOVE, n->bytes);
    else if (n->phase == TURNED) add_move(s, w, now, DIGITS_TURN, n->bytes);
    else if (n->from->phase == TURNED) add_matrix(s, w, now, n->bytes);
    else add_exchange(s, w, now, (unsigned)__builtin_ctz(n->phase & ~n->from->phase));
}

/* A digit is complemented for nothing while it is one of registers' numbers, which are but names,
 * and where bytes are chosen for a product, by which those of places in bytes are. What is left
 * after the way: digits of bytes' places. */
static unsigned flips_left(const digits_goal *goal, const digits_way *w)
{
    unsigned left = goal->flips;
    for (unsigned i = 0; i < w->count; i++) {
        for (unsigned k = 0; k < digits_numbers(goal); k++)
            left &= ~(1U << w->step[i].to.number[k]);
        if (w->step[i].kind == DIGITS_MATRIX) left = 0;
    }
    return left;
}

/* False where bits would change places within bytes that stay. */
static bool add_flips(const search *s, digits_way *w, const arrangement *now)
{
    unsigned left = flips_left(s->goal, w);
    for (unsigned j = 0; j < DIGITS_IN_BYTE; j++)
        if (left >> now->place[j] & 1) return false;
    if (!left) return true;
    w->cost += s->registers + s->constant;
    add_step(w, DIGITS_FLIP, now);
    return true;
}

static unsigned steps_to(const node *n)
{
    unsigned count = 1; /* for complements */
    for (; n->from; n = n->from) count++;
    return count;
}

static void start_search(search *s, const machine *m)
{
    s->nbytes = digits_places(s->goal) - DIGITS_IN_BYTE;
    s->nwanted = s->goal->places - DIGITS_IN_BYTE;
    unsigned bytes = 1U << s->nbytes;
    s->registers = 1U << digits_numbers(s->goal);
    s->constant = s->registers > 2;
    s->in_16 = machine_can(m, CHOOSES_IN_16, bytes);
    s->in_all = machine_can(m, CHOOSES_IN_ALL, bytes);
    s->of_two = machine_can(m, CHOOSES_OF_TWO, bytes);
    s->multiplies = machine_can(m, MULTIPLIES_BITS, bytes);
    s->exchange = (machine_can(m, SELECTS_BITS, bytes) ? 2 : 3) * s->registers + s->constant;
}

static const digits_way *way_to(const search *s, arena *p, const node *last)
{
    if (!last || steps_to(last) > DIGITS_STEPS) return NULL;
    digits_way *w = arena_new(p, 1, digits_way);
    w->cost = last->cost;
    arrangement now = w->start = start_of(s, last);
    add_way(s, w, &now, last);
    return add_flips(s, w, &now) ? w : NULL;
}

const digits_way *digits_find(arena *p, const machine *m, const digits_goal *goal)
{
    arena memory = {0};
    search *s = arena_new(&memory, 1, search);
    *s = (search){.arena = &memory, .goal = goal};
    start_search(s, m);
    find_changes(s);
    const digits_way *w = way_to(s, p, find(s));
    map_free(&s->known);
    arena_free(&memory);
    return w;
}

/* ---- what a step does ---- */

/* The value of a digit at byte i of the register of a pair in which the digit that went to the
 * number is `half`. */
static unsigned digit_at(const digits_goal *goal, const arrangement *a, uint8_t digit, unsigned i,
                         unsigned half)
{
    const uint8_t *bytes = a->place + DIGITS_IN_BYTE,
                  *at = memchr(bytes, digit, digits_places(goal) - DIGITS_IN_BYTE);
    return at ? i >> (at - bytes) & 1 : half;
}

unsigned digits_changed(const digits_goal *goal, const arrangement *now, const arrangement *to)
{
    unsigned k = 0;
    while (k < digits_numbers(goal) && now->number[k] == to->number[k]) k++;
    return k;
}

void digits_find_bytes(const digits_goal *goal, const arrangement *now, const arrangement *to,
                       unsigned half, unsigned turn, uint8_t from[DIGITS_BYTES_MAX])
{
    unsigned count = digits_places(goal) - DIGITS_IN_BYTE, bytes = digits_bytes(goal),
             changed = digits_changed(goal, now, to);
    uint8_t in = changed < digits_numbers(goal) ? now->number[changed] : NONE;
    for (unsigned i = 0; i < bytes; i++) {
        unsigned byte = 0;
        for (unsigned k = 0; k < count; k++)
            byte |= digit_at(goal, to, now->place[DIGITS_IN_BYTE + k], i, half) << k;
        if (in != NONE) byte += digit_at(goal, to, in, i, half) * bytes;
        from[i ^ turn] = (uint8_t)byte;
    }
}

unsigned digits_exchanged(const arrangement *now, const arrangement *to)
{
    unsigned j = 0;
    while (now->place[j] == to->place[j]) j++;
    return j;
}

void digits_find_matrix(const digits_goal *goal, const arrangement *now, const arrangement *to,
                        unsigned flips, uint8_t bit[8])
{
    for (unsigned i = 0; i < 8; i++) {
        unsigned number = 0;
        for (unsigned j = 0; j < DIGITS_IN_BYTE; j++) {
            uint8_t digit = now->place[j];
            number |= (digit_at(goal, to, digit, i, 0) ^ (flips >> digit & 1)) << j;
        }
        bit[i] = (uint8_t)number;
    }
}
