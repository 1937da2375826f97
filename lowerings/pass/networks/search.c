// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* search.c - finds the cheapest layouts of a network's values, stage by stage, by beam search.
 *
 * All registers are laid out alike: an element's lane is linear in the digits of its address, by
 * exclusive or. To compute a stage, the elements of a thread have to be in the same lane of several
 * registers: then the slots' digits are directions from register to register, and no lane's. A move
 * takes pairs of registers and exchanges one direction of registers with one of lanes, at one
 * instruction a register; or it permutes the lanes of each. What goes into the lanes, and when, is
 * what the search chooses, as in paging: what is not wanted for long (Belady 1966).
 *
 * Where the first element of a register stands is free within some directions when it is made, at
 * no cost. That is chosen as late as possible: `loose` are those directions, `all` is what
 * registers and these span, `fixed` what registers must span.
 *
 * It believes what it does of processors; whoever makes code of a plan looks whether elements are
 * where they should. Called by networks.c. */
#include "search.h"

#include <stdlib.h>

#include "spec/base/map.h"

enum { WIDTH = 160, DEPTH = 2, LAST_DEPTH = 6, AHEAD = 12, IN_WORD = 2, IN_16 = 4 };

typedef struct state {
    digits lane[SEARCH_LANES];
    space all, loose, fixed;
    unsigned cost, guess; /* so far; with what is to come at least */
    unsigned in_the_way;  /* stages to come that it is not ready for, the sooner the more */
    unsigned stage;
    uint64_t key;  /* of all that matters to what comes */
    unsigned away; /* directions of memory's lanes that its lanes lack */
    bool moved;    /* it was made by a move, from what `held` says of the registers before */
    space held;
    const struct state *from;
} state;

typedef struct states {
    state **item;
    unsigned count, cap;
} states;

typedef struct search {
    const search_problem *problem;
    arena *arena;
    unsigned stage;
    digits ahead[SEARCH_STAGES][AHEAD]; /* what registers are to span later; in these addresses */
    unsigned nahead[SEARCH_STAGES];
    space home[SEARCH_STAGES]; /* the directions that memory has in lanes, in these addresses */
    states next;
    map known;
} search;

static const search_stage *stage_of(const search *s) { return &s->problem->stage[s->stage]; }

static unsigned digits_read(const search_stage *g) { return g->threads + g->slots; }

static digits unit(unsigned k) { return (digits)(1U << k); }

static unsigned register_digits(const search *s)
{
    return digits_read(stage_of(s)) - s->problem->lanes;
}

/* ---- states ---- */

static void map_space(space *s, const digits *image)
{
    space to = {0};
    for (unsigned i = 0; i < s->count; i++) space_add(&to, space_map(image, s->basis[i]));
    *s = to;
}

static void map_state(state *t, const digits *image, unsigned lanes)
{
    for (unsigned i = 0; i < lanes; i++) t->lane[i] = space_map(image, t->lane[i]);
    map_space(&t->all, image);
    map_space(&t->loose, image);
    map_space(&t->fixed, image);
}

/* To the addresses of what a stage gives. */
static void pass_stage(state *t, const search_stage *g, unsigned lanes)
{
    digits image[SPACE_DIGITS] = {0};
    for (unsigned k = 0; k < g->threads; k++) image[k] = unit(k);
    map_state(t, image, lanes);
    for (unsigned k = 0; k < g->outs; k++) {
        space_add(&t->all, unit(g->threads + k));
        space_add(&t->fixed, unit(g->threads + k));
    }
}

/* Registers are to span v: false where they cannot. */
static bool fix(state *t, digits v)
{
    space fixed = t->fixed;
    if (space_has(&fixed, v)) return true;
    if (!space_has(&t->all, v) || !space_add(&fixed, v) || !space_is_apart(&fixed, &t->loose))
        return false;
    t->fixed = fixed;
    return true;
}

/* What registers span is chosen, as later stages want it. */
static space complete(const search *s, const state *t)
{
    state whole = *t;
    for (unsigned i = 0; i < s->nahead[s->stage]; i++) fix(&whole, s->ahead[s->stage][i]);
    for (unsigned i = 0; i < whole.all.count; i++) fix(&whole, whole.all.basis[i]);
    return whole.fixed;
}

/* Can the stage be computed so? Fixes what it needs. */
static bool is_ready(const search *s, state *t)
{
    const search_stage *g = stage_of(s);
    bool last = s->stage + 1 == s->problem->count;
    if (last && s->problem->ends_in_move && !t->moved) return false;
    for (unsigned i = 0; i < s->problem->lanes; i++) {
        if (last ? t->lane[i] != unit(i) : !g->symmetric && t->lane[i] >> g->threads) return false;
    }
    for (unsigned k = last ? s->problem->lanes : g->threads; k < digits_read(g); k++)
        if (!fix(t, unit(k))) return false;
    return true;
}

/* ---- sets of states ---- */

static void add_state(states *list, state *t)
{
    if (list->count == list->cap) {
        list->cap = list->cap ? 2 * list->cap : 256;
        list->item = mem_grow(list->item, list->cap, sizeof *list->item);
    }
    list->item[list->count++] = t;
}

static uint64_t mix_in(uint64_t h, uint64_t v)
{
    return (h ^ v) * UINT64_C(0x9e3779b97f4a7c15) ^ (h >> 29);
}

static uint64_t hash_space(uint64_t h, const space *s)
{
    for (unsigned i = 0; i < s->count; i++) h = mix_in(h, s->basis[i]);
    return mix_in(h, s->count + 1000);
}

static uint64_t key_of(const state *t)
{
    uint64_t h = mix_in(t->stage, 1);
    for (unsigned i = 0; i < SEARCH_LANES; i++) h = mix_in(h, t->lane[i]);
    h = hash_space(hash_space(hash_space(h, &t->all), &t->loose), &t->fixed);
    return h | 1;
}

/* How many moves it takes at least: lanes that are to be others in the end, or slots in lanes. */
static unsigned missing_lanes(const search *s, const state *t)
{
    const search_stage *g = stage_of(s);
    bool last = s->stage + 1 == s->problem->count;
    space wanted = {0}, both = {0};
    unsigned wrong = 0, inside = 0, lanes = s->problem->lanes;
    for (unsigned i = 0; i < lanes; i++) {
        space_add(&both, t->lane[i]);
        wrong |= t->lane[i] != unit(i);
    }
    for (unsigned k = 0; k < g->slots; k++) inside += space_has(&both, unit(g->threads + k));
    if (!last) return inside;
    for (unsigned i = 0; i < lanes; i++) space_add(&wanted, unit(i));
    space_add_all(&both, &wanted);
    return both.count > lanes ? both.count - lanes : wrong;
}

/* As in Belady's rule for pages: of what goes into lanes that is best which comes up last. */
static unsigned stages_in_the_way(const search *s, const state *t)
{
    state later = *t;
    unsigned sum = 0;
    for (unsigned k = 0; k < s->nahead[s->stage]; k++)
        if (!fix(&later, s->ahead[s->stage][k])) sum += 2 * AHEAD - k;
    return sum;
}

static unsigned directions_away(const search *s, const state *t)
{
    space both = {0};
    for (unsigned i = 0; i < s->problem->lanes; i++) space_add(&both, t->lane[i]);
    space_add_all(&both, &s->home[s->stage]);
    return both.count - s->problem->lanes;
}

static void rate(const search *s, state *t)
{
    t->in_the_way = stages_in_the_way(s, t);
    t->away = directions_away(s, t);
}

/* A state that is as good as one that is known, and not cheaper, goes. */
static void offer(search *s, const state *t)
{
    uint64_t key = key_of(t);
    const state *old = map_get(&s->known, (void *)(uintptr_t)key);
    if (old && old->cost <= t->cost) return;
    state *fresh = arena_new(s->arena, 1, state);
    *fresh = *t;
    fresh->key = key;
    rate(s, fresh);
    fresh->guess = t->cost + (missing_lanes(s, t) << register_digits(s));
    map_put(&s->known, (void *)(uintptr_t)key, fresh);
    add_state(&s->next, fresh);
}

static int by_guess(const void *a, const void *b)
{
    const state *x = *(state *const *)a, *y = *(state *const *)b;
    if (x->guess != y->guess) return x->guess < y->guess ? -1 : 1;
    if (x->in_the_way != y->in_the_way) return x->in_the_way < y->in_the_way ? -1 : 1;
    if (x->away != y->away) return x->away < y->away ? -1 : 1;
    return x->key < y->key ? -1 : x->key > y->key;
}

static void keep_best(states *list)
{
    if (list->count) qsort(list->item, list->count, sizeof *list->item, by_guess);
    if (list->count > WIDTH) list->count = WIDTH;
}

/* ---- moves ---- */

/* How lanes are after a move: what went out of them, what is loose, and the price of a register. */
typedef struct move {
    const state *of;
    digits in; /* a direction of registers; 0: registers by themselves */
    digits lane[SEARCH_LANES];
    digits out;
    space loose;
    unsigned price;
} move;

/* Does a slot lie in different lanes? Of elements below a word it takes several moves to get it
 * out. */
static bool is_open(const search *s, const move *m)
{
    const search_stage *g = stage_of(s);
    space lanes = {0};
    bool good = true;
    for (unsigned i = 0; i < s->problem->lanes; i++) {
        good &= g->symmetric || !(m->lane[i] >> g->threads);
        space_add(&lanes, m->lane[i]);
    }
    for (unsigned k = 0; k < g->slots; k++) good &= !space_has(&lanes, unit(g->threads + k));
    return lanes.count == s->problem->lanes &&
           (good || s->stage + 1 == s->problem->count || s->problem->element < IN_WORD);
}

static void try_move(search *s, const move *m)
{
    state before = *m->of, t = {.stage = s->stage, .moved = true, .from = m->of};
    if (!is_open(s, m) || (m->in && !fix(&before, m->in))) return;
    t.held = complete(s, &before);
    t.all = space_is_within(&before.loose, &m->loose) ? before.all : t.held;
    if (m->in) space_add(&t.all, m->out);
    space_add_all(&t.all, &m->loose);
    t.loose = m->loose;
    memcpy(t.lane, m->lane, sizeof t.lane);
    t.cost = before.cost + (m->price << register_digits(s));
    offer(s, &t);
}

static move move_of(const state *t, unsigned price)
{
    move m = {.of = t, .price = price};
    memcpy(m.lane, t->lane, sizeof m.lane);
    return m;
}

static unsigned lanes_in_16(const search *s)
{
    unsigned in_16 = IN_16 - s->problem->element;
    return in_16 < s->problem->lanes ? in_16 : s->problem->lanes;
}

/* The lanes' digits that are those of words of four bytes in 16, or of elements that are longer. */
static unsigned first_of_words(const search *s)
{
    return s->problem->element < IN_WORD ? IN_WORD - s->problem->element : 0;
}

/* Elements of two registers in turn, from the lower and from the upper halves of 16 bytes. */
static void interleave(search *s, const state *t, digits in)
{
    unsigned in_16 = lanes_in_16(s);
    for (unsigned at = 0; at < in_16; at++) {
        move m = move_of(t, 1);
        m.in = in;
        m.out = t->lane[in_16 - 1];
        for (unsigned k = in_16 - 1; k > at; k--) m.lane[k] = t->lane[k - 1];
        m.lane[at] = in;
        space_add(&m.loose, in);
        try_move(s, &m);
    }
}

/* Two words of each 16 bytes of one register, and two of the other; or two of its four times 16
 * bytes. */
static void take_words(search *s, const state *t, digits in, unsigned low, digits keep, digits out)
{
    for (unsigned with = 0; with < 2; with++) {
        move m = move_of(t, 1);
        m.in = in;
        m.out = out;
        m.lane[low] = keep;
        m.lane[low + 1] = in ^ (with ? out : 0);
        space_add(&m.loose, keep);
        space_add(&m.loose, m.lane[low + 1]);
        try_move(s, &m);
    }
}

static void take_pairs(search *s, const state *t, digits in, unsigned low)
{
    digits a = t->lane[low], b = t->lane[low + 1];
    take_words(s, t, in, low, a, b);
    take_words(s, t, in, low, b, a);
    take_words(s, t, in, low, a ^ b, a);
}

/* A half of one register, or of each of its 16 bytes, and one of the other. */
static void take_halves(search *s, const state *t, digits in, unsigned at)
{
    for (unsigned with = 0; with < 2; with++) {
        move m = move_of(t, 1);
        m.in = in;
        m.out = t->lane[at];
        m.lane[at] = in ^ (with ? m.out : 0);
        space_add(&m.loose, m.lane[at]);
        try_move(s, &m);
    }
}

static void exchange(search *s, const state *t, digits in)
{
    unsigned low = first_of_words(s), in_16 = lanes_in_16(s);
    interleave(s, t, in);
    if (in_16 == low + 2) take_pairs(s, t, in, low);
    else if (in_16 > low) take_halves(s, t, in, in_16 - 1);
    if (in_16 + 1 == s->problem->lanes) take_halves(s, t, in, in_16);
    if (in_16 + 2 == s->problem->lanes) take_pairs(s, t, in, in_16);
}

/* Digits first to end - 1 of lanes in another order, or one of them taken to another. */
static void permute(search *s, const state *t, unsigned first, unsigned end, unsigned price)
{
    for (unsigned i = first; i < end; i++)
        for (unsigned k = first; k < end; k++) {
            if (i == k) continue;
            move m = move_of(t, price), n = m;
            m.lane[i] ^= t->lane[k];
            for (unsigned j = first; j < end; j++) space_add(&m.loose, t->lane[j]);
            try_move(s, &m);
            n.loose = m.loose;
            n.lane[i] = t->lane[k];
            n.lane[k] = t->lane[i];
            if (i < k) try_move(s, &n);
        }
}

static void turn(search *s, const state *t, unsigned first, unsigned end, unsigned price)
{
    move m = move_of(t, price);
    for (unsigned j = first; j < end; j++) {
        m.lane[j] = t->lane[j + 1 < end ? j + 1 : first];
        space_add(&m.loose, t->lane[j]);
    }
    try_move(s, &m);
    for (unsigned j = first; j < end; j++) m.lane[j] = t->lane[j > first ? j - 1 : end - 1];
    try_move(s, &m);
}

/* What it takes to bring lanes into the order of memory, if the right ones are there; 0: they are
 * not, or that cannot be done. */
static unsigned price_of_order(const search *s, const state *t)
{
    const search_problem *p = s->problem;
    unsigned low = first_of_words(s), in_16 = lanes_in_16(s);
    bool in_word = false, above = false;
    for (unsigned i = 0; i < p->lanes; i++) {
        if (t->lane[i] >> p->lanes) return 0;
        bool moved = t->lane[i] != unit(i);
        in_word |= moved && i < low;
        above |= moved && i >= in_16;
        /* a digit of words that counts those within them, or one above 16 bytes */
        in_word |= (t->lane[i] & (unit(low) - 1)) && i >= low;
        above |= t->lane[i] >> in_16 && i < in_16;
    }
    if (in_word) return above ? 0 : p->any_in_16;
    return above ? p->words : p->words_in_16;
}

static void order_lanes(search *s, const state *t)
{
    unsigned price = price_of_order(s, t);
    move m = move_of(t, price);
    for (unsigned i = 0; i < s->problem->lanes; i++) {
        space_add(&m.loose, t->lane[i]);
        m.lane[i] = unit(i);
    }
    if (price) try_move(s, &m);
}

static void permute_registers(search *s, const state *t)
{
    const search_problem *p = s->problem;
    unsigned low = first_of_words(s), in_16 = lanes_in_16(s);
    if (in_16 > low + 1) permute(s, t, low, in_16, p->words_in_16);
    if (p->shorts_in_8 && low == 1 && in_16 == 3) permute(s, t, 0, 2, p->shorts_in_8);
    if (low && p->any_in_16) {
        permute(s, t, 0, in_16, p->any_in_16);
        if (in_16 > 2) turn(s, t, 0, in_16, p->any_in_16);
    }
    if (in_16 < p->lanes) {
        permute(s, t, low, p->lanes, p->words);
        if (p->lanes - low > 2) turn(s, t, low, p->lanes, p->words);
    }
}

/* Lanes of every second register are moved along, such that registers span what they should. */
static void straighten(search *s, const state *t, digits wanted)
{
    state fresh = {.stage = s->stage, .moved = true, .from = t, .held = complete(s, t)};
    space lanes = {0}, sum = fresh.held;
    digits along = 0;
    for (unsigned i = 0; i < s->problem->lanes; i++) space_add(&lanes, t->lane[i]);
    if (space_has(&lanes, wanted)) return;
    for (unsigned l = 1; l < 1U << lanes.count && !along; l++) {
        digits v = 0;
        for (unsigned i = 0; i < lanes.count; i++)
            if (l >> i & 1) v ^= lanes.basis[i];
        if (space_has(&sum, wanted ^ v)) along = v;
    }
    if (!along) return;
    digits rest = wanted ^ along, top = unit(15U - (unsigned)(__builtin_clz(rest) - 16));
    for (unsigned i = 0; i < sum.count; i++) {
        digits v = sum.basis[i];
        space_add(&fresh.all, v & top ? v ^ along : v);
    }
    fresh.fixed = fresh.all;
    memcpy(fresh.lane, t->lane, sizeof fresh.lane);
    fresh.cost = t->cost + (s->problem->words_in_16 << register_digits(s)) / 2;
    offer(s, &fresh);
}

static void make_moves(search *s, const state *t)
{
    const search_stage *g = stage_of(s);
    unsigned n = digits_read(g);
    for (unsigned in = 1; in < 1U << n; in++)
        if (space_has(&t->all, (digits)in) && !space_has(&t->loose, (digits)in))
            exchange(s, t, (digits)in);
    permute_registers(s, t);
    if (s->stage + 1 == s->problem->count) {
        order_lanes(s, t);
        for (unsigned k = s->problem->lanes; k < n; k++) straighten(s, t, unit(k));
    } else {
        for (unsigned k = g->threads; k < n; k++) straighten(s, t, unit(k));
    }
}

/* ---- stages ---- */

/* What a later stage wants of registers, said in earlier addresses; 0: it is so anyway. */
static digits pulled_back(const search *s, digits v, unsigned from, unsigned to)
{
    for (unsigned k = from; k > to && v; k--) {
        const search_stage *g = &s->problem->stage[k];
        digits inverse[SPACE_DIGITS];
        if (!space_invert(g->image, digits_read(g), inverse)) return 0;
        v = space_map(inverse, v) & (digits)(unit(s->problem->stage[k - 1].threads) - 1);
    }
    return v;
}

static void look_ahead(search *s)
{
    for (unsigned k = 0; k < s->problem->count; k++)
        for (unsigned j = k + 1; j < s->problem->count; j++) {
            const search_stage *g = &s->problem->stage[j];
            for (unsigned i = 0; i < g->slots && s->nahead[k] < AHEAD; i++) {
                digits v = pulled_back(s, unit(g->threads + i), j, k);
                if (v) s->ahead[k][s->nahead[k]++] = v;
            }
        }
    for (unsigned k = 0; k < s->problem->count; k++)
        for (unsigned i = 0; i < s->problem->lanes; i++)
            space_add(&s->home[k], pulled_back(s, unit(i), s->problem->count - 1, k));
}

/* Those that can be computed are passed through; the others are moved. */
static void take_ready(search *s, states *now, states *done, unsigned moves)
{
    states open = {0};
    for (unsigned i = 0; i < now->count; i++) {
        state *t = now->item[i];
        state ready = *t;
        if (is_ready(s, &ready)) {
            state *fresh = arena_new(s->arena, 1, state);
            *fresh = ready;
            add_state(done, fresh);
        } else if (moves) {
            add_state(&open, t);
        }
    }
    mem_free(now->item);
    *now = open;
}

static bool is_beaten(const states *done, const states *now)
{
    unsigned least = UINT32_MAX;
    for (unsigned i = 0; i < done->count; i++)
        if (done->item[i]->cost < least) least = done->item[i]->cost;
    for (unsigned i = 0; i < now->count; i++)
        if (now->item[i]->guess < least) return false;
    return true;
}

static void do_stage(search *s, states *now)
{
    states done = {0};
    bool last = s->stage + 1 == s->problem->count;
    bool small = s->problem->element < IN_WORD;
    unsigned depth = last || small ? LAST_DEPTH : DEPTH;
    for (unsigned d = 0; d <= depth; d++) {
        take_ready(s, now, &done, depth - d);
        if (!now->count || (d > 1 && is_beaten(&done, now)) || (d == depth)) break;
        keep_best(now);
        s->next = (states){0};
        for (unsigned i = 0; i < now->count; i++) make_moves(s, now->item[i]);
        mem_free(now->item);
        *now = s->next;
        keep_best(now);
    }
    mem_free(now->item);
    *now = done;
    map_free(&s->known);
    s->known = (map){0};
}

/* From what a stage gives to what the next one reads. */
static void go_on(search *s, states *now)
{
    states next = {0};
    const search_stage *g = stage_of(s);
    for (unsigned i = 0; i < now->count; i++) {
        state t = *now->item[i];
        if (s->stage > 0) pass_stage(&t, &s->problem->stage[s->stage - 1], s->problem->lanes);
        map_state(&t, g->image, s->problem->lanes);
        t.stage = s->stage;
        t.moved = false;
        t.from = now->item[i];
        t.guess = t.cost;
        t.key = key_of(&t);
        const state *old = map_get(&s->known, (void *)(uintptr_t)t.key);
        if (old && old->cost <= t.cost) continue;
        state *fresh = arena_new(s->arena, 1, state);
        *fresh = t;
        rate(s, fresh);
        map_put(&s->known, (void *)(uintptr_t)t.key, fresh);
        add_state(&next, fresh);
    }
    mem_free(now->item);
    *now = next;
    keep_best(now);
}

static state *first_state(search *s)
{
    const search_stage *g = &s->problem->stage[0];
    state *t = arena_new(s->arena, 1, state);
    for (unsigned k = 0; k < digits_read(g); k++) {
        if (k < s->problem->lanes) t->lane[k] = unit(k);
        else space_add(&t->all, unit(k));
    }
    t->fixed = t->all;
    return t;
}

/* ---- the plan ---- */

/* What registers spanned at the end of a layout, in the addresses of the stage where it was made.
 */
static space registers_at(const search *s, const space *end, unsigned from, unsigned to)
{
    space made = {0};
    for (unsigned k = to; k < s->problem->count && k < from; k++) {
        const search_stage *g = &s->problem->stage[k];
        for (unsigned i = 0; i < g->slots && k == to; i++) space_add(&made, unit(g->threads + i));
    }
    for (unsigned i = 0; i < end->count; i++)
        space_add(&made, pulled_back(s, end->basis[i], from, to));
    if (from == to) return made;
    /* slots of the stages between are directions of registers, too */
    for (unsigned k = to + 1; k < from; k++) {
        const search_stage *g = &s->problem->stage[k];
        for (unsigned i = 0; i < g->slots; i++)
            space_add(&made, pulled_back(s, unit(g->threads + i), k, to));
    }
    return made;
}

static void write_plan(const search *s, const state *end, search_plan *plan)
{
    space held = complete(s, end);
    unsigned at = end->stage;
    plan->cost = end->cost;
    plan->count = 0;
    for (const state *t = end; t; t = t->from) {
        if (!t->moved || plan->count == SEARCH_MOVES) continue;
        search_layout *l = &plan->layout[plan->count++];
        l->stage = t->stage;
        memcpy(l->lane, t->lane, sizeof l->lane);
        l->registers = registers_at(s, &held, at, t->stage);
        held = t->held;
        at = t->stage;
    }
    for (unsigned i = 0; i < plan->count / 2; i++) {
        search_layout l = plan->layout[i];
        plan->layout[i] = plan->layout[plan->count - 1 - i];
        plan->layout[plan->count - 1 - i] = l;
    }
}

bool search_find(const search_problem *problem, search_plan *plan)
{
    arena memory = {0};
    search s = {.problem = problem, .arena = &memory};
    states now = {0};
    look_ahead(&s);
    add_state(&now, first_state(&s));
    for (; s.stage < problem->count && now.count; s.stage++) {
        go_on(&s, &now);
        do_stage(&s, &now);
    }
    s.stage = problem->count - 1;
    for (unsigned i = 0; i < now.count; i++) now.item[i]->guess = now.item[i]->cost;
    keep_best(&now);
    bool found = now.count > 0;
    if (found) write_plan(&s, now.item[0], plan);
    mem_free(now.item);
    map_free(&s.known);
    arena_free(&memory);
    return found;
}
