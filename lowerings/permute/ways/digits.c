// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* digits.c - finds the cheapest way from one arrangement of digits to another (digits.h) by
 * Dijkstra's algorithm.
 *
 * Bytes move in two phases, before and after the digits within bytes change: these have to be those
 * of registers' numbers at that time, to be exchanged one by one by shifts, or of bytes' places,
 * for a product by a matrix of bits. The order of the digits of registers' numbers does not matter,
 * since registers can be named at will: a phase has at most 9! / 4! arrangements. Costs are
 * instructions for a pair of registers. Called by transpose.c. */
#include "digits.h"

#include <string.h>

#include "spec/base/map.h"

enum { COST_MAX = 80, PHASES = 2, QUAD = 3, LANE = 4, NONE = 0xff };

/* An arrangement of the digits of bytes' places in one of the phases. */
typedef struct node {
    uint8_t bytes[DIGITS_BYTES];
    uint8_t phase, done;
    unsigned cost;
    bool by_matrix; /* from the phase before */
    const struct node *from;
    struct node *next; /* in its bucket */
} node;

typedef struct search {
    arena *arena;
    const digits_goal *goal;
    bool chooses, multiplies; /* CHOOSES_IN_16, MULTIPLIES_BITS */
    unsigned exchange;              /* what one costs */
    unsigned nbytes;                /* digits of bytes' places */
    /* exchanges within bytes: digit of the place, and what comes there */
    uint8_t pair[DIGITS_IN_BYTE][2];
    unsigned npairs;
    /* is the digit one of bytes' places or registers' numbers in the phase? */
    bool in[PHASES][DIGITS_ALL];
    map known;
    node *bucket[COST_MAX];
} search;

/* ---- the digits within bytes ---- */

static bool is_in_byte(unsigned digit)
{
    return digit < DIGITS_IN_BYTE;
}

/* Orders the exchanges so that each takes its digit from the registers' numbers. False where the
 * digits of a byte change places among themselves only, which needs a digit more. */
static bool order_exchanges(search *s)
{
    uint8_t now[DIGITS_IN_BYTE] = {0, 1, 2};
    bool more = true;
    while (more) {
        more = false;
        for (unsigned j = 0; j < DIGITS_IN_BYTE; j++) {
            uint8_t wanted = s->goal->goal[j];
            bool held = wanted == now[0] || wanted == now[1] || wanted == now[2];
            if (held) continue;
            s->pair[s->npairs][0] = (uint8_t)j;
            s->pair[s->npairs++][1] = wanted;
            now[j] = wanted;
            more = true;
        }
    }
    return memcmp(now, s->goal->goal, sizeof now) == 0;
}

static void split_digits(search *s)
{
    for (unsigned d = DIGITS_IN_BYTE; d < s->goal->places + s->goal->f; d++)
        s->in[0][d] = s->in[1][d] = true;
    for (unsigned j = 0; j < DIGITS_IN_BYTE; j++) s->in[1][j] = true;
    for (unsigned j = 0; j < DIGITS_IN_BYTE; j++) s->in[1][s->goal->goal[j]] = false;
}

/* ---- nodes ---- */

static bool is_among(uint8_t digit, const uint8_t *bytes, unsigned count)
{
    return memchr(bytes, digit, count) != NULL;
}

static void reach(search *s, const node *from, unsigned phase, const uint8_t *bytes, unsigned cost,
                  bool by_matrix)
{
    uintptr_t key = phase + 1;
    for (unsigned k = 0; k < s->nbytes; k++) key = key << 4 | bytes[k];
    node *n = map_get(&s->known, (void *)key);
    if (cost >= COST_MAX || (n && n->cost <= cost)) return;
    node *fresh = arena_new(s->arena, 1, node);
    *fresh = (node){.phase = (uint8_t)phase,
                    .cost = cost,
                    .by_matrix = by_matrix,
                    .from = from,
                    .next = s->bucket[cost]};
    memcpy(fresh->bytes, bytes, s->nbytes);
    if (n) n->done = true; /* by a better one */
    map_put(&s->known, (void *)key, fresh);
    s->bucket[cost] = fresh;
}

/* A digit of numbers comes in at `at`, those up to `last` go up by one, and that goes out. */
static void insert(search *s, const node *n, unsigned at, unsigned last, uint8_t digit,
                   unsigned cost)
{
    uint8_t bytes[DIGITS_BYTES];
    memcpy(bytes, n->bytes, sizeof bytes);
    for (unsigned k = last; k > at; k--) bytes[k] = n->bytes[k - 1];
    bytes[at] = digit;
    reach(s, n, n->phase, bytes, n->cost + cost, false);
}

/* The other way: `first` goes out, those up to `at` go down by one. */
static void take(search *s, const node *n, unsigned first, unsigned at, uint8_t digit,
                 unsigned cost)
{
    uint8_t bytes[DIGITS_BYTES];
    memcpy(bytes, n->bytes, sizeof bytes);
    for (unsigned k = first; k < at; k++) bytes[k] = n->bytes[k + 1];
    bytes[at] = digit;
    reach(s, n, n->phase, bytes, n->cost + cost, false);
}

static void swap(search *s, const node *n, unsigned i, unsigned j, unsigned cost)
{
    uint8_t bytes[DIGITS_BYTES];
    memcpy(bytes, n->bytes, sizeof bytes);
    bytes[i] = n->bytes[j];
    bytes[j] = n->bytes[i];
    reach(s, n, n->phase, bytes, n->cost + cost, false);
}

/* All orders of the digits of a byte in 16, by one shuffle of bytes. */
static void order_bytes(search *s, const node *n)
{
    for (unsigned i = 0; i < 256; i++) {
        unsigned at[QUAD + 1] = {i % 4, i / 4 % 4, i / 16 % 4, i / 64};
        uint8_t bytes[DIGITS_BYTES];
        memcpy(bytes, n->bytes, sizeof bytes);
        if ((1U << at[0] | 1U << at[1] | 1U << at[2] | 1U << at[3]) != 15) continue;
        for (unsigned k = 0; k <= QUAD; k++) bytes[k] = n->bytes[at[k]];
        reach(s, n, n->phase, bytes, n->cost + 2, false);
    }
}

static void move_bytes(search *s, const node *n)
{
    for (unsigned d = 0; d < DIGITS_ALL; d++) {
        uint8_t digit = (uint8_t)d;
        if (!s->in[n->phase][d] || is_among(digit, n->bytes, s->nbytes)) continue;
        for (unsigned k = 0; k <= QUAD; k++) insert(s, n, k, QUAD, digit, 2); /* interleaved */
        take(s, n, QUAD - 1, QUAD, digit, 2);                                 /* halves of both */
        /* masked or shifted, packed */
        take(s, n, 0, QUAD, digit, 6);
        /* halves of registers */
        if (s->nbytes > LANE) insert(s, n, LANE, LANE, digit, 2);
    }
    swap(s, n, QUAD - 1, QUAD, 2); /* doublewords */
    swap(s, n, QUAD - 2, QUAD - 1, 4); /* words, of both halves */
    if (s->nbytes > LANE) swap(s, n, QUAD, LANE, 2); /* quadwords */
    if (s->chooses) order_bytes(s, n);
}

/* Every arrangement in which the digits of places in bytes stand for digits of bytes' places, and
 * these for those. */
static void multiply(search *s, const node *n)
{
    static const uint8_t order[][DIGITS_IN_BYTE] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    uint8_t bytes[DIGITS_BYTES];
    memcpy(bytes, n->bytes, sizeof bytes);
    for (unsigned j = 0; j < DIGITS_IN_BYTE; j++)
        if (is_in_byte(s->goal->goal[j]) || !is_among(s->goal->goal[j], n->bytes, QUAD + 1)) return;
    for (unsigned k = 0; k <= QUAD; k++)
        if (s->in[1][n->bytes[k]]) bytes[QUAD] = n->bytes[k];
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        memcpy(bytes, order[i], sizeof order[i]);
        reach(s, n, 1, bytes, n->cost + 4, true); /* bytes are chosen, then multiplied */
    }
}

static void change_phase(search *s, const node *n)
{
    bool free = true; /* none of the digits that are exchanged is one of bytes' places */
    for (unsigned i = 0; i < s->npairs; i++)
        free &= is_in_byte(s->pair[i][1]) || !is_among(s->pair[i][1], n->bytes, s->nbytes);
    if (free) reach(s, n, 1, n->bytes, n->cost + s->npairs * s->exchange, false);
    if (s->multiplies) multiply(s, n);
}

/* ---- the way ---- */

static const node *find(search *s)
{
    uint8_t start[DIGITS_BYTES];
    for (unsigned k = 0; k < s->nbytes; k++) start[k] = (uint8_t)(DIGITS_IN_BYTE + k);
    reach(s, NULL, 0, start, 0, false);
    for (unsigned cost = 0; cost < COST_MAX; cost++)
        while (s->bucket[cost]) {
            node *n = s->bucket[cost];
            s->bucket[cost] = n->next;
            if (n->done) continue;
            n->done = true;
            if (n->phase == 1 && memcmp(n->bytes, s->goal->goal + DIGITS_IN_BYTE, s->nbytes) == 0)
                return n;
            move_bytes(s, n);
            if (n->phase == 0) change_phase(s, n);
        }
    return NULL;
}

arrangement digits_start(const digits_goal *goal)
{
    arrangement a;
    for (unsigned k = 0; k < DIGITS_PLACES; k++) a.place[k] = (uint8_t)k;
    for (unsigned k = 0; k < DIGITS_MOST; k++) a.number[k] = (uint8_t)(goal->places + k);
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

static void add_exchanges(const search *s, digits_way *w, arrangement *now)
{
    for (unsigned i = 0; i < s->npairs; i++) {
        uint8_t *place = &now->place[s->pair[i][0]],
                *number = &now->number[number_of(now, s->pair[i][1])], held = *place;
        *place = *number;
        *number = held;
        add_step(w, DIGITS_EXCHANGE, now);
    }
}

static void add_move(const search *s, digits_way *w, arrangement *now, const uint8_t *bytes)
{
    uint8_t *old = now->place + DIGITS_IN_BYTE, in = NONE, out = NONE;
    for (unsigned k = 0; k < s->nbytes; k++) {
        if (!is_among(bytes[k], old, s->nbytes)) in = bytes[k];
        if (!is_among(old[k], bytes, s->nbytes)) out = old[k];
    }
    if (in != NONE) now->number[number_of(now, in)] = out;
    memcpy(old, bytes, s->nbytes);
    add_step(w, DIGITS_MOVE, now);
}

static void add_way(const search *s, digits_way *w, arrangement *now, const node *n)
{
    if (!n->from) return;
    add_way(s, w, now, n->from);
    if (n->by_matrix) {
        memcpy(now->place, s->goal->goal, DIGITS_IN_BYTE);
        memcpy(now->place + DIGITS_IN_BYTE, n->bytes, s->nbytes);
        add_step(w, DIGITS_MATRIX, now);
    } else if (n->phase != n->from->phase) {
        add_exchanges(s, w, now);
    } else {
        add_move(s, w, now, n->bytes);
    }
}

static unsigned steps_to(const search *s, const node *n)
{
    unsigned count = s->npairs;
    for (; n->from; n = n->from) count++;
    return count;
}

const digits_way *digits_find(arena *p, const machine *m, const digits_goal *goal)
{
    search *s = arena_new(p, 1, search);
    *s = (search){.arena = p, .goal = goal, .nbytes = goal->places - DIGITS_IN_BYTE};
    unsigned bytes = 1U << (goal->places - DIGITS_IN_BYTE);
    s->chooses = machine_can(m, CHOOSES_IN_16, bytes);
    s->multiplies = machine_can(m, MULTIPLIES_BITS, bytes);
    s->exchange = machine_can(m, SELECTS_BITS, bytes) ? 4 : 6;
    if (!order_exchanges(s)) return NULL;
    split_digits(s);
    const node *last = find(s);
    map_free(&s->known);
    if (!last || steps_to(s, last) > DIGITS_STEPS) return NULL;
    digits_way *w = arena_new(p, 1, digits_way);
    w->cost = last->cost << (goal->f - 1);
    arrangement now = digits_start(goal);
    add_way(s, w, &now, last);
    return w;
}
