// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_tables.c - three-input tables among the last two instructions.
 *
 * A table acts on every bit alike, so it cannot tell apart what its sources do not. Where two bits
 * are to differ and agree in all values, no table of values gives what is wanted, nor do two; one
 * look settles that for all of them, and most states end there. Only what is left is tried one by
 * one.
 *
 * For r = table(p, a, b) with a candidate p the table is read off the images: eight classes of (p,
 * a, b), each of which has to be one or zero. For p = table(u) under r = table(p, a, b) both are
 * solved together: p is one value on each of the 8 classes of u, and on each of the 4 classes of
 * (a, b) the result is p, not p, or constant. That is 64 tests of images for 65536 pairs of tables.
 * p = table(u) under other instructions: those are inverted first, and the table is read off
 * what p has to be.
 *
 * Called by exhaust_find.c, exhaust_last.c and exhaust_walk.c. */
#include "exhaust_inside.h"

/* ---- what the values tell apart ---- */

/* Whether bits of on and off agree in all of the oldest n values; *clash: such bits, of both. */
static bool clashes(const walk *w, unsigned n, xi on, xi off, xi *clash)
{
    if (is_zero(on) || is_zero(off)) return false;
    if (n == 0) {
        *clash = on | off;
        return true;
    }
    xi v = w->val[n - 1];
    return clashes(w, n - 1, on & v, off & v, clash) || clashes(w, n - 1, on & ~v, off & ~v, clash);
}

static inline unsigned bit_of(const xi *v, unsigned i)
{
    return (unsigned)(((const uint64_t *)v)[i / 64] >> i % 64) & 1;
}

static unsigned lowest_bit(xi v)
{
    unsigned i = 0;
    while (!v[i]) i++;
    return 64 * i + (unsigned)__builtin_ctzll(v[i]);
}

/* The same, of what is asked now: what clashed in another state mostly does here. */
static bool clashes_again(const walk *w, question *a)
{
    for (unsigned v = w->first; a->clashes && v < w->nval; v++)
        if (bit_of(&w->val[v], a->apart[0]) != bit_of(&w->val[v], a->apart[1])) a->clashes = false;
    return a->clashes;
}

static bool is_no_table(walk *w, xi want, xi care)
{
    xi clash = want ^ want, on = want & care, off = care & ~want;
    if (w->asking && clashes_again(w, w->asking)) return true;
    if (!clashes(w, w->nval, on, off, &clash)) return false;
    if (!w->asking) return true;
    w->asking->clashes = true;
    w->asking->apart[0] = (uint16_t)lowest_bit(clash & on);
    w->asking->apart[1] = (uint16_t)lowest_bit(clash & off);
    return true;
}

/* ---- counting what is settled ---- */

static unsigned choose2(unsigned n) { return n * (n - 1) / 2; }
static unsigned choose3(unsigned n) { return n < 3 ? 0 : n * (n - 1) * (n - 2) / 6; }

/* Sources of a table are different values, which do what fewer do as well; of fewer than three
 * values they are any in order. */
static bool are_apart(const walk *w) { return w->nval >= 3; }

/* Sets of three values that have `some` given ones. */
static unsigned triples(const walk *w, unsigned some)
{
    unsigned n = w->nval;
    if (!are_apart(w)) return some ? 1 : n + 2 * (n - 1);
    return some == 0 ? choose3(n) : some == 1 ? choose2(n - 1) : some == 2 ? n - 2 : some == 3;
}

/* Pairs of values, equal or not, that have `some` given ones. */
static unsigned pairs(const walk *w, unsigned some)
{
    return some == 0 ? w->nval * (w->nval + 1) / 2 : some == 1 ? w->nval : some == 2;
}

/* Sets of three and pairs that have the `some` given ones between them, up to two of them only in
 * the pair. */
static uint64_t triples_with_pairs(const walk *w, unsigned some)
{
    /* of some, so many are among three */
    static const unsigned ways[6][4] = {{1},          {1, 1},       {1, 2, 1},
                                        {0, 3, 3, 1}, {0, 0, 6, 4}, {0, 0, 0, 10}};
    uint64_t count = 0;
    unsigned rest = w->nval - some;
    if (some > 5) return 0;
    if (!are_apart(w)) return (uint64_t)triples(w, 0) * pairs(w, 0);
    for (unsigned k = 0; k <= some && k <= 3; k++) {
        unsigned others = k == 0 ? choose3(rest) : k == 1 ? choose2(rest) : k == 2 ? rest : 1;
        count += (uint64_t)ways[some][k] * others * pairs(w, some - k);
    }
    return count;
}

static unsigned count_values(uint32_t set) { return (unsigned)__builtin_popcount(set); }

/* ---- r = table(p, a, b), p a candidate ---- */

/* A candidate that may be p: where the values do not tell bits apart that have to differ, it does,
 * or its complement. */
struct hit {
    unsigned goal, p;
};

static void add_hit(walk *w, unsigned n, unsigned t, unsigned p)
{
    if (n == w->cap_hits)
        w->hits = mem_grow(w->hits, w->cap_hits = w->cap_hits ? 2 * w->cap_hits : 256,
                           sizeof *w->hits);
    w->hits[n] = (struct hit){t, p};
}

/* clash: for each goal bits that the values do not tell apart, or none. */
static unsigned find_hits(walk *w, const two *x, const xi *clash)
{
    unsigned n = 0;
    const list p = all_for_p(w, x);
    for (unsigned t = 0; t < w->ngoals; t++) {
        xi want = w->goal[t].target, apart = clash[t];
        w->n.work += p.count / 4 + 1;
        for (unsigned i = 0; i < p.count; i++) {
            xi d = (p.v[i] ^ want) & apart;
            if (is_zero(d) || equal(d, apart)) add_hit(w, n++, t, numbered(&p, i));
        }
    }
    return n;
}

_Static_assert(
    VALUES_MAX - 3 < 64,
    "the last two instructions are no values: the others, by number, are a set in 64 bits");

/* Bits i and j of an image are to differ in r and agree in p: values that tell them apart, as a set
 * of numbers. */
static uint64_t telling_apart(const walk *w, unsigned i, unsigned j)
{
    uint64_t set = 0;
    for (unsigned v = 0; v < w->nval; v++)
        set |= (uint64_t)(bit_of(&w->val[v], i) ^ bit_of(&w->val[v], j)) << v;
    return set;
}

/* What pairs (a, b) have to meet, as sets of values: that have to be used, or tell bits apart. */
typedef struct wants {
    uint64_t set[16];
    unsigned count;
} wants;

static void want_of(wants *to, uint64_t set)
{
    if (to->count < sizeof to->set / sizeof *to->set) to->set[to->count++] = set;
}

/* Values that may stand beside a. */
static uint64_t beside(const wants *all, unsigned a)
{
    uint64_t good = ~0ULL << a;
    for (unsigned i = 0; i < all->count; i++)
        if (!(all->set[i] >> a & 1)) good &= all->set[i];
    return good;
}

/* Bits that are to differ, do not in p, and have the same a and b. */
static bool find_clash(xi on, xi off, xi same, unsigned *i, unsigned *j)
{
    on &= same;
    off &= same;
    if (is_zero(on) || is_zero(off)) return false;
    *i = lowest_bit(on);
    *j = lowest_bit(off);
    return true;
}

/* The table of r over a hit and a pair (a, b). What a pair does not tell apart, others often do not
 * either: so bits that clashed are remembered, and pairs of which neither value tells them apart
 * are not tried. */
static void table_over_hit(walk *w, const struct hit *h)
{
    const aim *g = &w->goal[h->goal];
    xi p = w->cand[h->p], all = ~(p ^ p), on[2] = {g->on & ~p, g->on & p},
       off[2] = {g->off & ~p, g->off & p};
    uint32_t needed = w->unused & ~used_by(w, w->form[h->p]);
    uint64_t values = ~0ULL >> (64 - w->nval), good;
    wants sets = {.count = 0};
    unsigned i, j;
    for (; needed; needed &= needed - 1)
        want_of(&sets, 1ULL << (w->first + (unsigned)__builtin_ctz(needed)));
    for (unsigned e = 0; e < 2; e++)
        if (find_clash(on[e], off[e], all, &i, &j)) want_of(&sets, telling_apart(w, i, j));
    for (unsigned a = 0; a < w->nval; a++)
        for (good = beside(&sets, a) & values; good; good &= good - 1) {
            unsigned b = (unsigned)__builtin_ctzll(good), ones = 0;
            bool clash = false;
            for (unsigned c = 0; !clash && c < 8; c++) { /* the table's row c: p, a, b */
                xi same = (c & 2 ? w->val[a] : ~w->val[a]) & (c & 1 ? w->val[b] : ~w->val[b]);
                clash = find_clash(on[c >> 2], off[c >> 2], same, &i, &j);
                ones |= (unsigned)!is_zero(on[c >> 2] & same) << c;
            }
            if (!clash) {
                report_two(
                    w, h->goal, h->p,
                    (step){(uint16_t)w->any, (uint8_t)ones, {PLACE_P, (uint8_t)a, (uint8_t)b}});
                continue;
            }
            want_of(&sets, telling_apart(w, i, j));
            if (sets.set[sets.count - 1] >> a & 1) continue;
            good &= sets.set[sets.count - 1] | 1ULL << b;
        }
}

/* How many pairs leave no more to be used than p can. */
static unsigned open_pairs(const walk *w, const two *x)
{
    unsigned n = 0;
    if (x->n <= w->sources_max) return pairs(w, 0);
    for (unsigned a = 0; a < w->nval; a++)
        for (unsigned b = a; b < w->nval; b++) n += left_over(x, a, b) <= w->sources_max;
    return n;
}

/* Where those for p begin of which value v is the newest source. */
static unsigned begin_over(const walk *w, const two *x, unsigned v)
{
    unsigned at = x->solved ? w->offers_from[v] : w->grown_from[v],
             low = x->solved ? x->low_offer : x->low;
    return at > low ? at - low : 0;
}

/* Pairs of values that are left for r, for all p together. Of a p the newest source is known by its
 * place: others are looked at where they may be values that have to be used. */
static uint64_t all_pairs(const walk *w, const two *x)
{
    const list p = all_for_p(w, x);
    unsigned n = count_values(w->unused), newest = w->nval - 1;
    if (!n) return (uint64_t)p.count * pairs(w, 0);
    unsigned at = begin_over(w, x, x->must[0]);
    uint64_t count = (uint64_t)at * pairs(w, n);
    for (unsigned v = x->must[0]; v <= newest; v++) {
        unsigned end = v < newest ? begin_over(w, x, v + 1) : p.count;
        if (v == x->must[0]) count += (uint64_t)(end - at) * pairs(w, n - 1);
        else if (x->has_pairs && v == newest)
            count += (uint64_t)w->npairs * pairs(w, 0) +
                     (uint64_t)(end - at - w->npairs) * pairs(w, 1);
        else
            for (unsigned i = at; i < end; i++)
                count += pairs(w, count_values(w->unused & ~used_by(w, w->form[numbered(&p, i)])));
        at = end;
    }
    return count;
}

static void tables_over_candidates(walk *w, const two *x, const xi *clash)
{
    unsigned nhits = find_hits(w, x, clash);
    w->n.last += 256ull * w->ngoals * all_pairs(w, x);
    w->n.work += (uint64_t)nhits * open_pairs(w, x);
    for (unsigned i = 0; i < nhits; i++) table_over_hit(w, &w->hits[i]);
}

/* ---- p = table(u) ---- */

/* Both p = table(u) and r = table(p, a, b): p has to be one value on each of the 8 classes of u; on
 * each of the 4 classes of (a, b) the result is p, not p or constant. Bit e of on[c] (off[c]):
 * class c of (a, b) and class e of u meet in a one (zero). */
static bool choose_two_tables(const uint8_t on[4], const uint8_t off[4], unsigned *p, unsigned *r)
{
    /* where r is not p; constant classes agree with both */
    for (unsigned flips = 0; flips < 16; flips++) {
        unsigned one = 0, zero = 0;
        for (unsigned c = 0; c < 4; c++) {
            if (!on[c] || !off[c]) continue;
            one |= flips >> c & 1 ? off[c] : on[c];
            zero |= flips >> c & 1 ? on[c] : off[c];
        }
        if (one & zero) continue;
        *p = one;
        *r = 0;
        for (unsigned c = 0; c < 4; c++) {
            if (!on[c]) continue;
            if (!off[c]) *r |= 1u << c | 1u << (4 + c);
            else *r |= flips >> c & 1 ? 1u << c : 1u << (4 + c);
        }
        return true;
    }
    return false;
}

static bool meet(const xi *class8, const aim *part, uint8_t *on, uint8_t *off)
{
    *on = *off = 0;
    for (unsigned e = 0; e < 8; e++) {
        bool one = !is_zero(class8[e] & part->on), zero = !is_zero(class8[e] & part->off);
        if (one && zero) return false;
        *on |= (uint8_t)(one << e);
        *off |= (uint8_t)(zero << e);
    }
    return true;
}

static void classes_of(const walk *w, const uint8_t *u, xi *class8)
{
    for (unsigned e = 0; e < 8; e++)
        class8[e] = (e & 4 ? w->val[u[0]] : ~w->val[u[0]]) &
                    (e & 2 ? w->val[u[1]] : ~w->val[u[1]]) & (e & 1 ? w->val[u[2]] : ~w->val[u[2]]);
}

static bool covers(const two *x, const unsigned *v, unsigned n)
{
    for (unsigned i = 0; i < x->n; i++) {
        bool used = false;
        for (unsigned k = 0; k < n; k++) used = used || v[k] == x->must[i];
        if (!used) return false;
    }
    return true;
}

/* Calls visit for the sets of three values that leave at most `left` of those that have to be used.
 */
typedef void triple_fn(walk *w, const two *x, const uint8_t *u, void *context);
static void for_triples(walk *w, const two *x, unsigned left, triple_fn *visit, void *context)
{
    unsigned apart = are_apart(w);
    for (unsigned a = 0; a < w->nval; a++)
        for (unsigned b = a + apart; b < w->nval; b++)
            for (unsigned c = b + apart; c < w->nval; c++) {
                uint8_t u[3] = {(uint8_t)a, (uint8_t)b, (uint8_t)c};
                unsigned n = 0;
                for (unsigned i = 0; i < x->n; i++)
                    n += x->must[i] != a && x->must[i] != b && x->must[i] != c;
                if (n <= left) visit(w, x, u, context);
            }
}

/* r = table(p, a, b) for every a, b that use the rest. */
static void two_tables(walk *w, const two *x, const uint8_t *u, void *context)
{
    const unsigned t = *(const unsigned *)context;
    const aim *g = &w->goal[t];
    xi class8[8];
    unsigned five[5] = {u[0], u[1], u[2]}, p, r;
    classes_of(w, u, class8);
    for (unsigned a = 0; a < w->nval; a++)
        for (unsigned b = a; b < w->nval; b++) {
            uint8_t on[4], off[4];
            bool good = true;
            five[3] = a;
            five[4] = b;
            if (!covers(x, five, 5)) continue;
            w->n.work += 2;
            for (unsigned c = 0; good && c < 4; c++) {
                xi class4 = (c & 2 ? w->val[a] : ~w->val[a]) & (c & 1 ? w->val[b] : ~w->val[b]);
                aim part = {.on = g->on & class4, .off = g->off & class4};
                good = meet(class8, &part, &on[c], &off[c]);
            }
            if (!good || !choose_two_tables(on, off, &p, &r)) continue;
            step s[2] = {
                {(uint16_t)w->any, (uint8_t)p, {u[0], u[1], u[2]}},
                {(uint16_t)w->any, (uint8_t)r, {(uint8_t)w->nval, (uint8_t)a, (uint8_t)b}}};
            report(w, t, s, 2);
        }
}

/* What p has to be, under r. */
typedef struct wanted {
    unsigned t;
    aim p;
    step r;
} wanted;

/* Whether what r asks of p is not all that it needs: where a minimum does not show p, p has to be
 * on one side all the same. */
static bool is_partly_known(const grammar_member *m)
{
    return !m->is_table && m->shape != SHAPE_SHL && m->shape != SHAPE_LSHR &&
           m->shape != SHAPE_ROTL;
}

/* The table of u that is as wanted; where more is needed, rows that are not asked for are tried. */
static void table_under(walk *w, const two *x, const uint8_t *u, void *context)
{
    const wanted *q = context;
    xi class8[8];
    uint8_t on, off;
    unsigned four[4] = {u[0], u[1], u[2], q->r.src[0] == PLACE_P ? q->r.src[1] : q->r.src[0]};
    if (!covers(x, four, 4)) return;
    w->n.work++;
    classes_of(w, u, class8);
    if (!meet(class8, &q->p, &on, &off)) return;
    unsigned open = is_partly_known(&w->g->member[q->r.member]) ? (unsigned)(uint8_t) ~(on | off)
                                                                : 0,
             more = 0;
    do {
        step s[2] = {{(uint16_t)w->any, (uint8_t)(on | more), {u[0], u[1], u[2]}}, q->r};
        for (unsigned k = 0; k < 3; k++)
            if (q->r.src[k] == PLACE_P) s[1].src[k] = (uint8_t)w->nval;
        report(w, q->t, s, 2);
        more = (more - open) & open;
    } while (more);
}

/* Looks for a table of values that agrees with want where care is one. */
void find_table(walk *w, const two *x, unsigned t, xi want, xi care, step r)
{
    unsigned q = r.src[0] == PLACE_P ? r.src[1] : r.src[0], must = left_over(x, q, q);
    if (must > 3) return;
    w->n.last += 256ull * triples(w, must);
    w->n.work++;
    if (is_no_table(w, want, care)) return;
    wanted y = {t, aim_at(want, care), r};
    for_triples(w, x, q == PLACE_P ? 0 : 1, table_under, &y);
}

/* ---- what is computed over p = table(u) ----
 *
 * A kernel does the same in every lane, so one lane of the first image is enough to begin with, and
 * the lanes of a register can hold that lane of as many tables. Few are right there. */

/* Requires: lane is a power of two from 8 to 128. */
static inline unsigned lane_kind(unsigned lane) { return (unsigned)__builtin_ctz(lane) - 3; }

/* The lane of an image, in all lanes. */
static image lane_everywhere(image v, unsigned lane, unsigned at)
{
    if (lane == 128) return v;
    uint64_t one = v[at * lane / 64] >> at * lane % 64;
    for (unsigned by = lane; by < 64; by *= 2) one = (one & ~0ULL >> (64 - by)) | one << by;
    return (image){one, one};
}

/* All 256 tables of u in one lane, side by side: as many as a register has lanes in each. Table
 * numbers count up lane by lane, so their low bits are the same in all registers, and the high bits
 * in all lanes of one. */
static void tables_side_by_side(const walk *w, const uint8_t *u, unsigned lane, image *out)
{
    unsigned kind = lane_kind(lane), low = LANE_KINDS - 1 - kind;
    image v[3];
    for (unsigned i = 0; i < 3; i++)
        v[i] = lane_everywhere(first_image_of(w->val[u[i]]), lane, w->telling[kind]);
    out[0] = (image){0, 0};
    for (unsigned e = 0; e < 8; e++) {
        image row = (e & 4 ? v[0] : ~v[0]) & (e & 2 ? v[1] : ~v[1]) & (e & 1 ? v[2] : ~v[2]);
        if (e < low) out[0] |= row & w->odd_lanes[kind][e];
        for (unsigned i = 0, n = e < low ? 0 : 1u << (e - low); i < n; i++)
            out[n + i] = out[i] | row;
    }
}

/* All ones in the lanes that are zero. */
static inline image zero_lanes(image v, unsigned lane)
{
    typedef uint8_t x8 __attribute__((vector_size(16)));
    typedef uint16_t x16 __attribute__((vector_size(16)));
    typedef uint32_t x32 __attribute__((vector_size(16)));
    if (lane == 8) return (image)((x8)v == 0);
    if (lane == 16) return (image)((x16)v == 0);
    if (lane == 32) return (image)((x32)v == 0);
    image zero = (image)(v == 0);
    return lane == 64 ? zero : zero & (image){zero[1], zero[0]};
}

/* Numbers of lanes that are all ones; the others are zero. Of each word a bit of every lane is
 * kept, another in each, and the lanes added up. */
static inline uint32_t lane_numbers(image full, unsigned lane)
{
    static const uint64_t one[] = {0x8040201008040201u, 0x0008000400020001u, 0x0000000200000001u, 1,
                                   1};
    static const uint64_t sum[] = {0x0101010101010101u, 0x0001000100010001u, 0x0000000100000001u, 1,
                                   1};
    unsigned kind = lane_kind(lane), to = lane < 64 ? 64 - lane : 0, count = 64 / lane;
    uint64_t low = (full[0] & one[kind]) * sum[kind] >> to,
             high = (full[1] & one[kind]) * sum[kind] >> to;
    return (uint32_t)(lane == 128 ? low : low | high << count);
}

/* Whether some lane of MANY images is right. */
static inline bool some_lane_of(const image *v, image want, image care, unsigned lane)
{
    image any = {0, 0};
    for (unsigned i = 0; i < MANY; i++) any |= zero_lanes((v[i] ^ want) & care, lane);
    return !image_is_zero(any);
}

static bool some_lane_right(const image *v, image want, image care, unsigned lane)
{
    switch (lane) {
    case 8: return some_lane_of(v, want, care, 8);
    case 16: return some_lane_of(v, want, care, 16);
    case 32: return some_lane_of(v, want, care, 32);
    case 64: return some_lane_of(v, want, care, 64);
    default: return some_lane_of(v, want, care, 128);
    }
}

/* r over every table of u, for goal t or all. */
static void computed_tables(walk *w, const uint8_t *u, const struct weak *r, unsigned lane,
                            const image *tables)
{
    const grammar_member *m = &w->g->member[r->r.member];
    unsigned kind = lane_kind(lane), count = 2 * lane, per = 128 / lane;
    image other[3][256], out[256];
    const image *src[3];
    for (unsigned k = 0; k < 3; k++) {
        src[k] = r->r.src[k] == PLACE_P ? tables : other[k];
        if (k >= m->nsrc || r->r.src[k] == PLACE_P) continue;
        image v = lane_everywhere(first_image_of(w->val[r->r.src[k]]), lane, w->telling[kind]);
        for (unsigned i = 0; i < count; i++) other[k][i] = v;
    }
    m->run(src[0], src[1], src[2], out, count);
    for (unsigned t = r->t == ALL_GOALS ? 0 : r->t; t < (r->t == ALL_GOALS ? w->ngoals : r->t + 1);
         t++) {
        image want = lane_everywhere(first_image_of(w->goal[t].target), lane, w->telling[kind]);
        image care = lane_everywhere(first_image_of(w->goal[t].care), lane, w->telling[kind]);
        for (unsigned i = 0; i < count; i++) { /* MANY divides count */
            if (i % MANY == 0 && !some_lane_right(out + i, want, care, lane)) {
                i += MANY - 1;
                continue;
            }
            for (uint32_t good = lane_numbers(zero_lanes((out[i] ^ want) & care, lane), lane); good;
                 good &= good - 1) {
                unsigned table = i * per + (unsigned)__builtin_ctz(good);
                if (table != 0 && table != 255)
                    report_over(w, t, (step){(uint16_t)w->any, (uint8_t)table, {u[0], u[1], u[2]}},
                                r->r);
            }
        }
    }
    w->n.work += count / 4;
}

/* What had to be computed for every candidate is computed for every table. */
static void computed_over_tables(walk *w, const two *x, const uint8_t *u, void *context)
{
    image tables[LANE_KINDS][256];
    bool made[LANE_KINDS] = {false};
    (void)context;
    for (unsigned i = 0; i < w->nweak; i++) {
        step r = w->weak[i].r;
        unsigned six[6] = {u[0], u[1], u[2], r.src[0], r.src[1], r.src[2]},
                 lane = w->g->member[r.member].lane;
        if (!covers(x, six, 6)) continue;
        if (lane == 0 || lane > 128) lane = 128;
        unsigned kind = lane_kind(lane);
        if (!made[kind]) tables_side_by_side(w, u, lane, tables[kind]);
        made[kind] = true;
        computed_tables(w, u, &w->weak[i], lane, tables[kind]);
    }
}

/* Lanes whose numbers have bit e. */
void number_lanes(walk *w)
{
    for (unsigned kind = 0; kind < LANE_KINDS; kind++)
        for (unsigned bit = 0, lane = 8u << kind; bit < 128; bit++)
            for (unsigned e = 0; e < LANE_KINDS - 1; e++)
                w->odd_lanes[kind][e][bit / 64] |= (uint64_t)(bit / lane >> e & 1) << bit % 64;
}

/* Of each kind that of which most is asked. */
void choose_lanes(walk *w)
{
    for (unsigned kind = 0; kind < LANE_KINDS; kind++)
        for (unsigned at = 0, most = 0, lane = 8u << kind; at < 128 / lane; at++) {
            unsigned asked = 0;
            for (unsigned t = 0; t < w->ngoals; t++) {
                image care = lane_everywhere(first_image_of(w->goal[t].care), lane, at);
                asked += (unsigned)(__builtin_popcountll(care[0]) + __builtin_popcountll(care[1]));
            }
            if (at == 0 || asked > most) most = asked, w->telling[kind] = at;
        }
}

void last_two_tables(walk *w, const two *x)
{
    xi clash[GOALS_MAX];
    for (unsigned t = 0; t < w->ngoals; t++) {
        clash[t] = w->goal[t].care ^ w->goal[t].care;
        clashes(w, w->nval, w->goal[t].on, w->goal[t].off, &clash[t]);
    }
    tables_over_candidates(w, x, clash);
    if (!x->solved) return;
    for (unsigned t = 0; t < w->ngoals; t++) {
        w->n.last += 65536 * triples_with_pairs(w, x->n);
        w->n.work++;
        if (is_zero(clash[t])) for_triples(w, x, 2, two_tables, &t);
    }
    if (w->nweak) for_triples(w, x, 2, computed_over_tables, NULL);
}
