// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* multisets.c - sums as linear forms, extremes as sets.
 *
 * Bottom-up, with two normal forms:
 *   - what add, sub, neg, a product with a constant, and xor with the sign bit make is a linear
 *     form: leaves in the order of their numbers, each with a factor, and a constant, modulo 2^w (w
 *     up to 64); xor with what has nothing but a highest bit is a sum, and that bit above the
 *     others of the same value is that value: so fields that are added side by side, their highest
 *     bits apart, are sums of fields;
 *   - a product is leaves with exponents; zeros at the bottom of a factor are those of the product;
 *   - least, greatest, and, or, xor are sets of leaves (for xor of those that occur an odd number
 *     of times); a value and its complement leave nothing of an and, and of an or everything. The
 *     choice of the smaller of two values is their least, however it is written; a signed extreme
 *     is the unsigned one of both with the sign bit added; the complement of an extreme is the
 *     other extreme of the complements.
 * The high part of an extreme is the extreme of the high parts, and the extreme of values below one
 * constant is below it; parts of one choice, sum or product side by side are all of it.
 *
 * A choice made by a mask of all ones or all zeros (compare, and, and-not, or) is written as a
 * choice first; a quotient or shift by what is a constant in one case is a choice of two, of which
 * the other is then the specification's.
 *
 * Every step is an equality for all inputs. Called by verify.c. */
#include "multisets.h"

#include <string.h>

enum { LEAVES_MAX = 1024, DEPTH_MAX = 64, CHOICES_MAX = 100000 };

typedef enum group_kind {
    GROUP_NONE,
    GROUP_SUM,
    GROUP_LEAST,
    GROUP_GREATEST,
    GROUP_AND,
    GROUP_OR,
    GROUP_XOR,
    GROUP_PRODUCT
} group_kind;

typedef struct group {
    group_kind kind;
    unsigned count;
    term *leaf;       /* ascending */
    uint64_t *factor; /* of a sum; of a product the exponent */
    uint64_t constant;
} group;

typedef struct multisets {
    term_ctx *c;
    arena mem;
    group *of; /* by term; count of them */
    size_t count;
    unsigned depth, choices; /* moved out of choices, and out of anything */
} multisets;

static term restate_extract(multisets *m, unsigned high, unsigned low, term a);
static term restate_ite(multisets *m, term cond, term a, term b);
static term restate_bitwise(multisets *m, term_op op, term a, term b);
static term restate_not(multisets *m, term a);
static term restate_concat(multisets *m, term high, term low);
static term low_part(multisets *m, term t, unsigned bits);

/* ---- groups of terms ---- */

static const group *group_of(const multisets *m, term t)
{
    static const group none = {GROUP_NONE, 0, NULL, NULL, 0};
    return t < m->count ? &m->of[t] : &none;
}

/* That t is what g says, unless it is older than a leaf: then it was simplified to less, and might
 * be a leaf itself. So whoever goes from terms to leaves comes to an end. */
static void remember(multisets *m, term t, const group *g)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->leaf[i] >= t) return;
    if (t >= m->count) {
        size_t count = 2 * (size_t)t + 64;
        m->of = mem_grow(m->of, count, sizeof *m->of);
        memset(m->of + m->count, 0, (count - m->count) * sizeof *m->of);
        m->count = count;
    }
    if (m->of[t].kind == GROUP_NONE) m->of[t] = *g;
}

static bool has_factors(group_kind kind) { return kind == GROUP_SUM || kind == GROUP_PRODUCT; }

static group new_group(multisets *m, group_kind kind, unsigned room)
{
    return (group){kind, 0, arena_new(&m->mem, room + 1, term),
                   has_factors(kind) ? arena_new(&m->mem, room + 1, uint64_t) : NULL, 0};
}

static group merge(multisets *m, const group *a, uint64_t x, const group *b, uint64_t y);

/* Is t a bit above zeros? Then *bit. */
static bool is_top_bit(const term_ctx *c, term t, term *bit)
{
    if (term_get_op(c, t) != TERM_CONCAT || !term_is_zero(c, term_arg(c, t, 1))) return false;
    *bit = term_arg(c, t, 0);
    return term_width(c, *bit) == 1;
}

static group single(multisets *m, group_kind kind, term t)
{
    group g = new_group(m, kind, 1);
    g.leaf[0] = t;
    if (has_factors(kind)) g.factor[0] = 1;
    g.count = 1;
    return g;
}

/* A sum of bits above zeros, where nothing is carried to: the sum of each of them above zeros. */
static group sum_of_top_bits(multisets *m, const group *bits, unsigned width)
{
    group g = new_group(m, GROUP_SUM, 0);
    for (unsigned i = 0; i < bits->count; i++) {
        group one = single(
            m, GROUP_SUM,
            term_mk_binary(m->c, TERM_CONCAT, bits->leaf[i], term_mk_u64(m->c, 0, width - 1)));
        g = merge(m, &g, 1, &one, bits->factor[i]);
    }
    g.constant = bits->constant << (width - 1);
    return g;
}

/* As linear form of one leaf, or of those bits that a highest bit is the sum of; a constant above
 * other bits counts by itself. */
static group as_sum(multisets *m, term t)
{
    term bit, low;
    unsigned width = term_width(m->c, t);
    group g = new_group(m, GROUP_SUM, 0);
    if (term_is_const(m->c, t)) {
        g.constant = term_limbs(m->c, t)[0];
        return g;
    }
    if (is_top_bit(m->c, t, &bit) && group_of(m, bit)->kind == GROUP_SUM)
        return sum_of_top_bits(m, group_of(m, bit), width);
    if (term_get_op(m->c, t) != TERM_CONCAT || !term_is_const(m->c, term_arg(m->c, t, 0)))
        return single(m, GROUP_SUM, t);
    low = term_arg(m->c, t, 1);
    unsigned above = width - term_width(m->c, low);
    g = single(m, GROUP_SUM, term_mk_binary(m->c, TERM_CONCAT, term_mk_u64(m->c, 0, above), low));
    g.constant = term_limbs(m->c, term_arg(m->c, t, 0))[0] << (width - above);
    return g;
}

static bool is_extreme(group_kind kind) { return kind == GROUP_LEAST || kind == GROUP_GREATEST; }

/* Is t something of several bits below a constant? */
static bool is_below_constant(const term_ctx *c, term t)
{
    return term_get_op(c, t) == TERM_CONCAT && term_is_const(c, term_arg(c, t, 0)) &&
           term_width(c, term_arg(c, t, 1)) > 1;
}

/* Of an extreme below a constant: each of its leaves below the constant. */
static group leaves_below_constant(multisets *m, const group *extreme, term constant)
{
    group g = new_group(m, extreme->kind, 0);
    for (unsigned i = 0; i < extreme->count; i++) {
        group one = single(m, extreme->kind,
                           term_mk_binary(m->c, TERM_CONCAT, constant, extreme->leaf[i]));
        g = merge(m, &g, 0, &one, 0);
    }
    return g;
}

/* t as a group of that kind, if only of one. */
static group as_group(multisets *m, group_kind kind, term t)
{
    if (group_of(m, t)->kind == kind) return *group_of(m, t);
    if (is_extreme(kind) && is_below_constant(m->c, t) &&
        group_of(m, term_arg(m->c, t, 1))->kind == kind)
        return leaves_below_constant(m, group_of(m, term_arg(m->c, t, 1)), term_arg(m->c, t, 0));
    return kind == GROUP_SUM ? as_sum(m, t) : single(m, kind, t);
}

/* Leaves of both in order, a sum's with factors x and y, a product's with their exponents; of an
 * xor those that only one of them has. */
static group merge(multisets *m, const group *a, uint64_t x, const group *b, uint64_t y)
{
    group g = new_group(m, a->kind, a->count + b->count);
    bool factors = has_factors(a->kind);
    for (unsigned i = 0, k = 0; i < a->count || k < b->count;) {
        bool from_a = i < a->count && (k == b->count || a->leaf[i] <= b->leaf[k]);
        bool from_b = k < b->count && (i == a->count || b->leaf[k] <= a->leaf[i]);
        i += from_a;
        k += from_b;
        if (a->kind == GROUP_XOR && from_a && from_b) continue;
        uint64_t factor = (factors && from_a ? a->factor[i - 1] * x : 0) +
                          (factors && from_b ? b->factor[k - 1] * y : 0);
        g.leaf[g.count] = from_a ? a->leaf[i - 1] : b->leaf[k - 1];
        if (factors) g.factor[g.count] = factor;
        g.count++;
    }
    g.constant = a->constant * x + b->constant * y;
    return g;
}

/* ---- sums ---- */

static uint64_t width_mask(unsigned width)
{
    return width < 64 ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0;
}

static uint64_t sign_bit(unsigned width) { return (uint64_t)1 << (width - 1); }

/* The leaf above which the highest bit of that number belongs, with which it is one value, *whole;
 * the number of leaves if there is none. */
static unsigned find_below(multisets *m, const group *g, term bit, term *whole)
{
    unsigned i = 0;
    for (; i < g->count; i++) {
        term t = g->leaf[i];
        bool extended = term_get_op(m->c, t) == TERM_CONCAT &&
                        term_is_zero(m->c, term_arg(m->c, t, 0)) &&
                        term_width(m->c, term_arg(m->c, t, 0)) == 1;
        if (!extended || !(g->factor[i] & 1)) continue;
        *whole = restate_concat(m, bit, term_arg(m->c, t, 1));
        if (term_get_op(m->c, *whole) != TERM_CONCAT) break;
    }
    return i;
}

/* A highest bit and what is below it become one value, as often as the latter is there, since only
 * odd or even matters of the bit. */
static bool join_top_bit(multisets *m, group *g)
{
    term bit, whole = TERM_NONE;
    for (unsigned i = 0; i < g->count; i++) {
        if (!(g->factor[i] & 1) || !is_top_bit(m->c, g->leaf[i], &bit)) continue;
        unsigned k = find_below(m, g, bit, &whole);
        if (k == g->count) continue;
        group one = as_group(m, GROUP_SUM, whole);
        uint64_t factor = g->factor[k];
        g->factor[i] = g->factor[k] = 0;
        *g = merge(m, g, 1, &one, factor);
        return true;
    }
    return false;
}

/* The linear form as a term. */
static term make_sum(multisets *m, group *g, unsigned width)
{
    unsigned kept = 0;
    term sum = TERM_NONE, bit;
    while (join_top_bit(m, g)) {}
    for (unsigned i = 0; i < g->count; i++) {
        uint64_t factor = g->factor[i] &
                          (is_top_bit(m->c, g->leaf[i], &bit) ? 1 : width_mask(width));
        if (!factor) continue;
        g->leaf[kept] = g->leaf[i];
        g->factor[kept++] = factor;
        term part = factor == 1 ? g->leaf[i]
                                : term_mk_binary(m->c, TERM_BVMUL, g->leaf[i],
                                                 term_mk_u64(m->c, factor, width));
        sum = sum == TERM_NONE ? part : term_mk_binary(m->c, TERM_BVADD, sum, part);
    }
    g->count = kept;
    g->constant &= width_mask(width);
    if (sum == TERM_NONE) return term_mk_u64(m->c, g->constant, width);
    if (g->constant)
        sum = term_mk_binary(m->c, TERM_BVADD, sum, term_mk_u64(m->c, g->constant, width));
    if (kept > 1 || g->constant || g->factor[0] != 1) remember(m, sum, g);
    return sum;
}

/* x * a + y * b; TERM_NONE where that would have too many leaves. */
static term add_scaled(multisets *m, term a, uint64_t x, term b, uint64_t y)
{
    group p = as_group(m, GROUP_SUM, a), q = as_group(m, GROUP_SUM, b);
    if (p.count + q.count > LEAVES_MAX) return TERM_NONE;
    group g = merge(m, &p, x, &q, y);
    return make_sum(m, &g, term_width(m->c, a));
}

static term add_constant(multisets *m, term a, uint64_t constant)
{
    return add_scaled(m, a, 1, term_mk_u64(m->c, constant, term_width(m->c, a)), 1);
}

static bool has_top_only(const term_ctx *c, term t)
{
    term bit;
    unsigned width = term_width(c, t);
    return is_top_bit(c, t, &bit) ||
           (width <= 64 && term_is_const(c, t) && term_limbs(c, t)[0] == sign_bit(width));
}

/* A sum, in its normal form, or TERM_NONE. */
static term restate_sum(multisets *m, term_op op, term a, term b)
{
    unsigned width = term_width(m->c, a);
    if (!width || width > 64) return TERM_NONE;
    switch (op) {
    case TERM_BVADD: return add_scaled(m, a, 1, b, 1);
    case TERM_BVSUB: return add_scaled(m, a, 1, b, ~(uint64_t)0);
    case TERM_BVMUL:
        if (term_is_const(m->c, a)) return add_scaled(m, b, term_limbs(m->c, a)[0], b, 0);
        if (term_is_const(m->c, b)) return add_scaled(m, a, term_limbs(m->c, b)[0], a, 0);
        return TERM_NONE;
    case TERM_BVXOR:
        return width == 1 || has_top_only(m->c, a) || has_top_only(m->c, b)
                   ? add_scaled(m, a, 1, b, 1)
                   : TERM_NONE;
    default: return TERM_NONE;
    }
}

/* ---- products ---- */

/* TERM_NONE where there are too many factors. */
static term make_product(multisets *m, const group *g)
{
    uint64_t total = 0;
    for (unsigned i = 0; i < g->count; i++) total += g->factor[i];
    if (total > LEAVES_MAX) return TERM_NONE;
    term all = TERM_NONE;
    for (unsigned i = 0; i < g->count; i++)
        for (uint64_t k = 0; k < g->factor[i]; k++)
            all = all == TERM_NONE ? g->leaf[i] : term_mk_binary(m->c, TERM_BVMUL, all, g->leaf[i]);
    remember(m, all, g);
    return all;
}

/* Zeros at the bottom of t: a multiple of 2^that. */
static unsigned trailing_zeros(const term_ctx *c, term t)
{
    while (term_get_op(c, t) == TERM_CONCAT) t = term_arg(c, t, 1);
    if (!term_is_const(c, t)) return 0;
    unsigned n = 0, width = term_width(c, t);
    while (n < width && !(term_limbs(c, t)[n / 64] >> n % 64 & 1)) n++;
    return n;
}

static term restate_product(multisets *m, term a, term b)
{
    unsigned width = term_width(m->c, a), zeros = trailing_zeros(m->c, a);
    if (!zeros && trailing_zeros(m->c, b)) return restate_product(m, b, a);
    if (zeros && zeros < width) {
        term x = restate_extract(m, width - 1, zeros, a),
             y = restate_extract(m, width - 1 - zeros, 0, b);
        return term_mk_binary(
            m->c, TERM_CONCAT, restate_product(m, x, y),
            term_mk_extend(m->c, TERM_ZERO_EXTEND, zeros - 1, term_mk_u64(m->c, 0, 1)));
    }
    term t = restate_sum(m, TERM_BVMUL, a, b);
    if (t != TERM_NONE) return t;
    group p = as_group(m, GROUP_PRODUCT, a), q = as_group(m, GROUP_PRODUCT, b);
    if (p.count + q.count <= LEAVES_MAX) {
        group g = merge(m, &p, 1, &q, 1);
        t = make_product(m, &g);
    }
    return t == TERM_NONE ? term_mk_binary(m->c, TERM_BVMUL, a, b) : t;
}

/* ---- sets ---- */

static term make_set(multisets *m, const group *g, unsigned width)
{
    /* of an xor */
    if (!g->count)
        return term_mk_extend(m->c, TERM_ZERO_EXTEND, width - 1, term_mk_u64(m->c, 0, 1));
    term all = g->leaf[0];
    for (unsigned i = 1; i < g->count; i++) {
        term x = g->leaf[i];
        switch (g->kind) {
        case GROUP_AND: all = term_mk_binary(m->c, TERM_BVAND, all, x); break;
        case GROUP_OR: all = term_mk_binary(m->c, TERM_BVOR, all, x); break;
        case GROUP_XOR: all = term_mk_binary(m->c, TERM_BVXOR, all, x); break;
        case GROUP_LEAST:
            all = term_mk_ite(m->c, term_mk_binary(m->c, TERM_BVULT, all, x), all, x);
            break;
        default: all = term_mk_ite(m->c, term_mk_binary(m->c, TERM_BVULT, all, x), x, all); break;
        }
    }
    if (g->count > 1) remember(m, all, g);
    return all;
}

/* What t is the complement of by its form; else TERM_NONE. */
static term complemented(multisets *m, term t)
{
    if (term_get_op(m->c, t) == TERM_BVNOT) return term_arg(m->c, t, 0);
    bool flipped = term_width(m->c, t) == 1 && group_of(m, t)->kind == GROUP_SUM &&
                   group_of(m, t)->constant;
    return flipped ? add_constant(m, t, 1) : TERM_NONE;
}

static bool is_subset(const group *a, const group *b)
{
    unsigned i = 0;
    for (unsigned k = 0; i < a->count && k < b->count; k++) i += a->leaf[i] == b->leaf[k];
    return i == a->count;
}

/* Is a leaf, or are some leaves together, what another is the complement of? */
static bool has_complements(multisets *m, const group *g)
{
    for (unsigned i = 0; i < g->count; i++) {
        term t = complemented(m, g->leaf[i]);
        if (t == TERM_NONE) continue;
        group other = as_group(m, g->kind, t);
        if (is_subset(&other, g)) return true;
    }
    return false;
}

/* TERM_NONE where there are too many leaves. */
static term unite(multisets *m, group_kind kind, term a, term b)
{
    group p = as_group(m, kind, a), q = as_group(m, kind, b);
    unsigned width = term_width(m->c, a);
    if (p.count + q.count > LEAVES_MAX) return TERM_NONE;
    group g = merge(m, &p, 0, &q, 0);
    if (kind == GROUP_AND && has_complements(m, &g)) return term_mk_u64(m->c, 0, width);
    if (kind == GROUP_OR && has_complements(m, &g)) return term_mk_ones(m->c, width);
    return make_set(m, &g, width);
}

static term unsigned_extreme(multisets *m, bool least, term a, term b)
{
    if (term_width(m->c, a) == 1) return restate_bitwise(m, least ? TERM_BVAND : TERM_BVOR, a, b);
    if (is_below_constant(m->c, a) && is_below_constant(m->c, b) &&
        term_arg(m->c, a, 0) == term_arg(m->c, b, 0)) {
        term low = unsigned_extreme(m, least, term_arg(m->c, a, 1), term_arg(m->c, b, 1));
        return low == TERM_NONE ? TERM_NONE
                                : term_mk_binary(m->c, TERM_CONCAT, term_arg(m->c, a, 0), low);
    }
    return unite(m, least ? GROUP_LEAST : GROUP_GREATEST, a, b);
}

static term signed_extreme(multisets *m, bool least, term a, term b)
{
    unsigned width = term_width(m->c, a);
    if (width > 64) return TERM_NONE;
    term x = add_constant(m, a, sign_bit(width)), y = add_constant(m, b, sign_bit(width));
    term extreme = x == TERM_NONE || y == TERM_NONE ? TERM_NONE : unsigned_extreme(m, least, x, y);
    return extreme == TERM_NONE ? TERM_NONE : add_constant(m, extreme, sign_bit(width));
}

/* By BVULT or BVSLT. */
static term extreme(multisets *m, term_op op, bool least, term a, term b)
{
    return op == TERM_BVULT ? unsigned_extreme(m, least, a, b) : signed_extreme(m, least, a, b);
}

/* The highest bits of t, as many as `like` has. */
static term high_part_like(multisets *m, term t, term like)
{
    unsigned width = term_width(m->c, t), kept = term_width(m->c, like);
    return kept < width ? restate_extract(m, width - 1, width - kept, t) : t;
}

/* cond ? a : b as an extreme of a and b, which are compared or the high parts of what is compared;
 * TERM_NONE when it is none. */
static term restate_extreme(multisets *m, term cond, term a, term b)
{
    term_op op = term_get_op(m->c, cond);
    if (op != TERM_BVULT && op != TERM_BVSLT) return TERM_NONE;
    term x = high_part_like(m, term_arg(m->c, cond, 0), a),
         y = high_part_like(m, term_arg(m->c, cond, 1), a);
    bool least = x == a && y == b, greatest = x == b && y == a;
    if (!least && !greatest) return TERM_NONE;
    return extreme(m, op, least, a, b);
}

/* ---- choices ---- */

static bool is_zero_or_ones(const term_ctx *c, term t)
{
    if (!term_is_const(c, t)) return false;
    unsigned width = term_width(c, t);
    uint64_t first = term_limbs(c, t)[0] & 1 ? ~(uint64_t)0 : 0;
    for (unsigned i = 0; i * 64 < width; i++)
        if (term_limbs(c, t)[i] != (first & width_mask(width - i * 64))) return false;
    return true;
}

/* A choice that is no extreme. */
static bool is_choice(const multisets *m, term t)
{
    return term_get_op(m->c, t) == TERM_ITE && term_width(m->c, t) &&
           group_of(m, t)->kind == GROUP_NONE;
}

/* A choice between all ones, or all zeros, and something. */
static bool is_masked(const multisets *m, term t)
{
    return is_choice(m, t) && (is_zero_or_ones(m->c, term_arg(m->c, t, 1)) ||
                               is_zero_or_ones(m->c, term_arg(m->c, t, 2)));
}

/* op of a masked value and another, or of two choices by one condition, as a choice; else
 * TERM_NONE. */
static term restate_masked(multisets *m, term_op op, term a, term b)
{
    const term_ctx *c = m->c;
    bool both = is_choice(m, a) && is_choice(m, b) && term_arg(c, a, 0) == term_arg(c, b, 0);
    if (m->depth == DEPTH_MAX || m->choices == CHOICES_MAX ||
        (!both && !is_masked(m, a) && !is_masked(m, b)))
        return TERM_NONE;
    m->depth++;
    m->choices++;
    bool first = both || is_masked(m, a), second = both || !first;
    term cond = term_arg(c, first ? a : b, 0);
    term x = restate_bitwise(m, op, first ? term_arg(c, a, 1) : a, second ? term_arg(c, b, 1) : b);
    term y = restate_bitwise(m, op, first ? term_arg(c, a, 2) : a, second ? term_arg(c, b, 2) : b);
    m->depth--;
    return restate_ite(m, cond, x, y);
}

/* The bits of t, at most 64, that are zero by its shape: constants between parts. */
static uint64_t zero_bits(const term_ctx *c, term t)
{
    uint64_t zeros = 0;
    for (unsigned low = 0, high = term_width(c, t); high; high = low) {
        term part = term_get_op(c, t) == TERM_CONCAT ? term_arg(c, t, 0) : t;
        low = high - term_width(c, part);
        if (term_is_const(c, part))
            zeros |= (~term_limbs(c, part)[0] & width_mask(high - low)) << low;
        if (low) t = term_arg(c, t, 1);
    }
    return zeros;
}

/* Where `mine` has ones the bits of a, elsewhere those of b, as parts side by side. TERM_NONE where
 * they would be many. */
static term side_by_side(multisets *m, uint64_t mine, term a, term b)
{
    enum { PARTS = 8 };
    unsigned width = term_width(m->c, a), parts = 0;
    term part[PARTS];
    for (unsigned low = 0, high; low < width; low = high + 1) {
        for (high = low; high + 1 < width && (mine >> high & 1) == (mine >> (high + 1) & 1);
             high++) {
        }
        if (parts == PARTS) return TERM_NONE;
        part[parts++] = restate_extract(m, high, low, mine >> low & 1 ? a : b);
    }
    return term_mk_concat_n(m->c, part, parts);
}

/* Parts of a between zeros or ones, by a constant mask; or a and b of which one is zero wherever
 * the other is not. Else TERM_NONE. */
static term restate_parts(multisets *m, term_op op, term a, term b)
{
    const term_ctx *c = m->c;
    unsigned width = term_width(c, a);
    if (width < 2 || width > 64) return TERM_NONE;
    if (op == TERM_BVAND) {
        if (term_is_const(c, a)) return side_by_side(m, ~zero_bits(c, a), b, a);
        return term_is_const(c, b) ? side_by_side(m, ~zero_bits(c, b), a, b) : TERM_NONE;
    }
    if (op == TERM_BVOR && term_is_const(c, a)) return side_by_side(m, zero_bits(c, a), b, a);
    if (op == TERM_BVOR && term_is_const(c, b)) return side_by_side(m, zero_bits(c, b), a, b);
    uint64_t of_a = zero_bits(c, a), of_b = zero_bits(c, b);
    return of_a && (of_a | of_b) == width_mask(width) ? side_by_side(m, ~of_a, a, b) : TERM_NONE;
}

static bool is_all_but_sign(const term_ctx *c, term t)
{
    unsigned width = term_width(c, t);
    return term_is_const(c, t) && width > 1 && width <= 64 &&
           term_limbs(c, t)[0] == (sign_bit(width) ^ width_mask(width));
}

static term restate_bitwise(multisets *m, term_op op, term a, term b)
{
    if (op == TERM_BVXOR && is_all_but_sign(m->c, b))
        return add_constant(m, restate_not(m, a), sign_bit(term_width(m->c, a)));
    if (op == TERM_BVXOR && is_all_but_sign(m->c, a)) return restate_bitwise(m, op, b, a);
    term t = restate_sum(m, op, a, b);
    if (t == TERM_NONE) t = restate_parts(m, op, a, b);
    if (t == TERM_NONE) t = restate_masked(m, op, a, b);
    if (t == TERM_NONE && op == TERM_BVAND) t = unite(m, GROUP_AND, a, b);
    if (t == TERM_NONE && op == TERM_BVOR) t = unite(m, GROUP_OR, a, b);
    if (t == TERM_NONE && op == TERM_BVXOR) t = unite(m, GROUP_XOR, a, b);
    return t == TERM_NONE ? term_mk_binary(m->c, op, a, b) : t;
}

/* Of the complements of an extreme's leaves the other extreme. */
static term other_extreme(multisets *m, const group *g)
{
    term out = restate_not(m, g->leaf[0]);
    for (unsigned i = 1; i < g->count && out != TERM_NONE; i++)
        out = unsigned_extreme(m, g->kind == GROUP_GREATEST, out, restate_not(m, g->leaf[i]));
    return out;
}

/* A complement goes down to the leaves of extremes, and past the sign bit that is added to one
 * value. */
static term restate_not(multisets *m, term a)
{
    unsigned width = term_width(m->c, a);
    const group g = *group_of(m, a);
    if (width == 1) return add_constant(m, a, 1);
    term other = is_extreme(g.kind) ? other_extreme(m, &g) : TERM_NONE;
    if (other != TERM_NONE) return other;
    if (g.kind == GROUP_SUM && g.count == 1 && g.factor[0] == 1 && g.constant == sign_bit(width))
        return add_constant(m, restate_not(m, g.leaf[0]), sign_bit(width));
    if (!is_masked(m, a)) return term_mk_unary(m->c, TERM_BVNOT, a);
    return restate_ite(m, term_arg(m->c, a, 0), restate_not(m, term_arg(m->c, a, 1)),
                       restate_not(m, term_arg(m->c, a, 2)));
}

static term restate_ite(multisets *m, term cond, term a, term b)
{
    if (term_get_op(m->c, cond) == TERM_NOT) return restate_ite(m, term_arg(m->c, cond, 0), b, a);
    term t = term_width(m->c, a) ? restate_extreme(m, cond, a, b) : TERM_NONE;
    return t == TERM_NONE ? term_mk_ite(m->c, cond, a, b) : t;
}

/* ---- high parts ---- */

/* The high part of the least of several values is the least of their high parts, whatever lies
 * below. */
static term high_part_of_extreme(multisets *m, const group *g, unsigned high, unsigned low)
{
    term out = restate_extract(m, high, low, g->leaf[0]);
    for (unsigned i = 1; i < g->count && out != TERM_NONE; i++)
        out = unsigned_extreme(m, g->kind == GROUP_LEAST, out,
                               restate_extract(m, high, low, g->leaf[i]));
    return out;
}

/* Bits high..low of what has one bit in all of its bits, minus that bit below zeros; else
 * TERM_NONE. */
static term part_of_spread_bit(multisets *m, const group *g, unsigned width, unsigned high,
                               unsigned low)
{
    if (g->count != 1 || g->constant || g->factor[0] != width_mask(width) ||
        term_get_op(m->c, g->leaf[0]) != TERM_CONCAT)
        return TERM_NONE;
    term bit = term_arg(m->c, g->leaf[0], 1);
    if (term_width(m->c, bit) != 1 || !term_is_zero(m->c, term_arg(m->c, g->leaf[0], 0)))
        return TERM_NONE;
    if (high == low) return bit;
    term below = term_mk_binary(m->c, TERM_CONCAT, term_mk_u64(m->c, 0, high - low), bit);
    return add_scaled(m, below, ~(uint64_t)0, below, 0);
}

/* Bits high..low of a sum, low above zero. Leaves that are highest bits and a constant without low
 * bits carry nothing: of the rest and of them apart, if there is a rest of another kind. TERM_NONE
 * for other sums. */
static term part_of_sum(multisets *m, const group *g, unsigned width, unsigned high, unsigned low)
{
    group rest = new_group(m, GROUP_SUM, g->count), tops = new_group(m, GROUP_SUM, g->count);
    term bit;
    for (unsigned i = 0; i < g->count; i++) {
        group *to = is_top_bit(m->c, g->leaf[i], &bit) ? &tops : &rest;
        to->leaf[to->count] = to == &tops ? bit : g->leaf[i];
        to->factor[to->count++] = g->factor[i];
    }
    bool carries = g->constant & width_mask(low), alone = rest.count == 1 && rest.factor[0] == 1;
    if (!tops.count && (carries || !alone)) return TERM_NONE;
    if (carries) rest.constant = g->constant;
    term out = rest.count ? make_sum(m, &rest, width) : term_mk_u64(m->c, rest.constant, width);
    out = alone && !carries ? restate_extract(m, high, low, out)
                            : term_mk_extract(m->c, high, low, out);
    if (!carries) out = add_constant(m, out, g->constant >> low);
    for (unsigned i = 0; high + 1 == width && i < tops.count && out != TERM_NONE; i++) {
        term top = high == low ? tops.leaf[i]
                               : term_mk_binary(m->c, TERM_CONCAT, tops.leaf[i],
                                                term_mk_u64(m->c, 0, high - low));
        out = add_scaled(m, out, 1, top, tops.factor[i]);
    }
    return out;
}

static term restate_extract(multisets *m, unsigned high, unsigned low, term a)
{
    if (term_get_op(m->c, a) == TERM_CONCAT) {
        term upper = term_arg(m->c, a, 0), lower = term_arg(m->c, a, 1);
        unsigned cut = term_width(m->c, lower);
        if (high < cut) return restate_extract(m, high, low, lower);
        if (low >= cut) return restate_extract(m, high - cut, low - cut, upper);
    }
    const group g = *group_of(m, a);
    unsigned width = term_width(m->c, a);
    term t = TERM_NONE;
    if (low && high == width - 1 && is_extreme(g.kind)) t = high_part_of_extreme(m, &g, high, low);
    if (g.kind == GROUP_SUM) t = part_of_spread_bit(m, &g, width, high, low);
    if (t == TERM_NONE && low && g.kind == GROUP_SUM) t = part_of_sum(m, &g, width, high, low);
    if (t == TERM_NONE && !low && high < width - 1) t = low_part(m, a, high + 1);
    return t == TERM_NONE ? term_mk_extract(m->c, high, low, a) : t;
}

/* ---- parts side by side ---- */

/* Is t cond ? *yes : *no? The high part of an extreme is one by the comparison of the whole. */
static bool is_choice_by(multisets *m, term t, term cond, term *yes, term *no)
{
    if (is_choice(m, t) && term_arg(m->c, t, 0) == cond) {
        *yes = term_arg(m->c, t, 1);
        *no = term_arg(m->c, t, 2);
        return true;
    }
    term_op op = term_get_op(m->c, cond);
    if ((op != TERM_BVULT && op != TERM_BVSLT) ||
        term_width(m->c, t) >= term_width(m->c, term_arg(m->c, cond, 0)))
        return false;
    term x = high_part_like(m, term_arg(m->c, cond, 0), t),
         y = high_part_like(m, term_arg(m->c, cond, 1), t);
    bool least = extreme(m, op, true, x, y) == t;
    *yes = least ? x : y;
    *no = least ? y : x;
    return least || extreme(m, op, false, x, y) == t;
}

/* The low bits of a sum or product in normal form, as they are where they stand alone; TERM_NONE of
 * other terms. */
static term low_part(multisets *m, term t, unsigned bits)
{
    const group g = *group_of(m, t);
    if (!has_factors(g.kind)) return TERM_NONE;
    group low = new_group(m, g.kind, 0);
    if (g.kind == GROUP_SUM) low.constant = g.constant;
    for (unsigned i = 0; i < g.count; i++) {
        group part = as_group(m, g.kind, restate_extract(m, bits - 1, 0, g.leaf[i]));
        if (low.count + part.count > LEAVES_MAX) return TERM_NONE;
        low = merge(m, &low, 1, &part, g.factor[i]);
    }
    return g.kind == GROUP_SUM ? make_sum(m, &low, bits) : make_product(m, &low);
}

/* high:low as one term, where high is a part of it: the upper one of a sum or product, or of a
 * choice. TERM_NONE of strangers. */
static term joined(multisets *m, term high, term low)
{
    term yes, no;
    if (is_choice(m, low) && is_choice_by(m, high, term_arg(m->c, low, 0), &yes, &no)) {
        yes = term_mk_binary(m->c, TERM_CONCAT, yes, term_arg(m->c, low, 1));
        no = term_mk_binary(m->c, TERM_CONCAT, no, term_arg(m->c, low, 2));
        return restate_ite(m, term_arg(m->c, low, 0), yes, no);
    }
    if (term_get_op(m->c, high) != TERM_EXTRACT || term_int(m->c, high, 1) != term_width(m->c, low))
        return TERM_NONE;
    term whole = term_arg(m->c, high, 0);
    if (low_part(m, whole, term_width(m->c, low)) != low) return TERM_NONE;
    unsigned width = term_int(m->c, high, 0) + 1;
    return width == term_width(m->c, whole) ? whole : low_part(m, whole, width);
}

/* What moved by bytes is put together again. */
static term restate_concat(multisets *m, term high, term low)
{
    bool more = term_get_op(m->c, low) == TERM_CONCAT;
    term both = joined(m, high, more ? term_arg(m->c, low, 0) : low);
    if (both == TERM_NONE) return term_mk_binary(m->c, TERM_CONCAT, high, low);
    return more ? restate_concat(m, both, term_arg(m->c, low, 1)) : both;
}

/* ---- the walk ---- */

static term restate_unary(multisets *m, term t, term a)
{
    term_op op = term_get_op(m->c, t);
    switch (op) {
    case TERM_EXTRACT: return restate_extract(m, term_int(m->c, t, 0), term_int(m->c, t, 1), a);
    case TERM_ZERO_EXTEND:
    case TERM_SIGN_EXTEND: return term_mk_extend(m->c, op, term_int(m->c, t, 0), a);
    case TERM_BVNOT: return restate_not(m, a);
    case TERM_BVNEG: {
        term sum = restate_sum(m, TERM_BVSUB, term_mk_u64(m->c, 0, term_width(m->c, a)), a);
        return sum == TERM_NONE ? term_mk_unary(m->c, op, a) : sum;
    }
    default: return term_mk_unary(m->c, op, a);
    }
}

static bool is_division_or_shift(term_op op)
{
    switch (op) {
    case TERM_BVUDIV: case TERM_BVUREM: case TERM_BVSDIV: case TERM_BVSREM: return true;
    case TERM_BVSHL: case TERM_BVLSHR: case TERM_BVASHR: return true;
    default: return false;
    }
}

/* Whether t divides or shifts by a choice of which one value is a constant. */
static bool is_by_choice(const term_ctx *c, term t)
{
    if (!is_division_or_shift(term_get_op(c, t))) return false;
    term by = term_arg(c, t, 1);
    return term_get_op(c, by) == TERM_ITE &&
           (term_is_const(c, term_arg(c, by, 1)) || term_is_const(c, term_arg(c, by, 2)));
}

static term restate_by_choice(multisets *m, term_op op, term a, term by)
{
    term t = term_mk_binary(m->c, op, a, by);
    if (!is_by_choice(m->c, t)) return t;
    return restate_ite(m, term_arg(m->c, by, 0), term_mk_binary(m->c, op, a, term_arg(m->c, by, 1)),
                       term_mk_binary(m->c, op, a, term_arg(m->c, by, 2)));
}

static term restate_binary(multisets *m, term_op op, term a, term b)
{
    term t;
    if (is_division_or_shift(op)) return restate_by_choice(m, op, a, b);
    switch (op) {
    case TERM_BVMUL: return restate_product(m, a, b);
    case TERM_BVADD: case TERM_BVSUB:
        t = restate_sum(m, op, a, b);
        return t == TERM_NONE ? term_mk_binary(m->c, op, a, b) : t;
    case TERM_BVAND: case TERM_BVOR: case TERM_BVXOR: return restate_bitwise(m, op, a, b);
    case TERM_CONCAT: return restate_concat(m, a, b);
    case TERM_BVULE: return term_mk_unary(m->c, TERM_NOT, term_mk_binary(m->c, TERM_BVULT, b, a));
    case TERM_BVSLE: return term_mk_unary(m->c, TERM_NOT, term_mk_binary(m->c, TERM_BVSLT, b, a));
    default: return term_mk_binary(m->c, op, a, b);
    }
}

static term restate(void *user, term t, const term arg[TERM_ARGS_MAX])
{
    multisets *m = user;
    switch (term_nargs(m->c, t)) {
    case 0: return t;
    case 1: return restate_unary(m, t, arg[0]);
    case 2: return restate_binary(m, term_get_op(m->c, t), arg[0], arg[1]);
    default: return restate_ite(m, arg[0], arg[1], arg[2]);
    }
}

bool multisets_helps(const term_ctx *c, term t)
{
    bool *needed = term_mark_needed(c, t), found = false;
    for (term k = 1; k <= t && !found; k++) found = needed[k] && is_by_choice(c, k);
    mem_free(needed);
    return found;
}

term multisets_restate(term_ctx *c, term t)
{
    multisets m = {.c = c};
    term out = term_map(c, t, restate, &m);
    mem_free(m.of);
    arena_free(&m.mem);
    return out;
}
