// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* parts.c - instructions by what they compute (parts.h): the term of each one of the right classes
 * is compared with a term of what is wanted, on samples with lanes that are equal, all ones, or
 * next to each other. A wrong finding makes a wrong proposal, which is not proved. */
#include "parts.h"

#include <string.h>

#include "spec/base/random.h"
#include "spec/instr.h"
#include "spec/term/bv.h"

/* ---- what is wanted, as terms ---- */

typedef enum wanted_kind {
    WANT_LANES, /* detail: the operator */
    WANT_GENERAL,
    WANT_NOT,
    WANT_ADD_TWICE,
    WANT_SHIFT_DOWN, /* detail: the amount */
    WANT_SHIFT_UP,   /* the same, in each lane */
    WANT_LANES_DOWN, /* the other way */
    WANT_JOINED,     /* each lane of a moved up by detail, the top bits of b's below */
    WANT_MASK,       /* detail: the compare; lanes of ones or zeros */
    WANT_BITS,       /* the same, a bit a lane */
    WANT_TOPS,       /* the top bits of lanes */
    WANT_SAME,       /* the low bits in another register, zeros above */
    WANT_SPREAD,     /* bits to lanes */
    WANT_LOW,        /* the low lane somewhere, anything above */
    WANT_REPEAT,     /* the low lane everywhere */
    WANT_SIGNS,      /* of lanes, as lanes of ones or zeros */
    WANT_HALVES,     /* the upper half of each lane twice */
    WANT_UP,         /* lanes moved up by detail, those of b's top end below */
    WANT_UP_ZEROS,   /* and zeros below */
    WANT_PAIRS,      /* the even lanes of both, in turn */
    WANT_PREFIX,     /* parities so far of lanes 2i + detail in lanes 2i; anything in the others */
    WANT_PLACES,     /* bits at the constant's ones, in their order, from the low end up */
    WANT_GATHERED    /* the other way round */
} wanted_kind;

typedef struct wanted {
    wanted_kind kind;
    int detail;
    const regclass *from, *to;
    unsigned lane;
    uint64_t constant; /* the second operand of some kinds, repeated */
} wanted;

typedef struct found_part {
    wanted w;
    const instr *in; /* NULL: there is none */
    int64_t imm;
    bool swapped;
} found_part;

static term lane_of(const parts *x, term t, unsigned i)
{
    return term_mk_extract(x->terms, (i + 1) * x->lane - 1, i * x->lane, t);
}

static term bit(const parts *x, term holds)
{
    return term_mk_ite(x->terms, holds, term_mk_u64(x->terms, 1, 1), term_mk_u64(x->terms, 0, 1));
}

static term resized(const parts *x, term t, unsigned bits)
{
    unsigned have = term_width(x->terms, t);
    if (have >= bits) return have == bits ? t : term_mk_extract(x->terms, bits - 1, 0, t);
    return term_mk_extend(x->terms, TERM_ZERO_EXTEND, bits - have, t);
}

static term compare_lane(const parts *x, compare how, term a, term b)
{
    static const term_op of[] = {TERM_BVULT, TERM_BVSLT, TERM_EQ};
    return bit(x, term_mk_binary(x->terms, of[how], a, b));
}

/* Bit i: whether an odd number of the bits 0 to i of t are ones. */
static term prefix_of(const parts *x, term t)
{
    unsigned bits = term_width(x->terms, t);
    for (unsigned by = 1; by < bits; by *= 2) {
        term up = term_mk_binary(x->terms, TERM_BVSHL, t, term_mk_u64(x->terms, by, bits));
        t = term_mk_binary(x->terms, TERM_BVXOR, t, up);
    }
    return t;
}

/* A bit of t for every one of the constant. */
static term placed(const parts *x, term t, uint64_t ones)
{
    term part[64];
    unsigned n = 0;
    for (unsigned i = 0; i < 64; i++) {
        bool one = ones >> i & 1;
        part[i] = one ? term_mk_extract(x->terms, n, n, t) : term_mk_u64(x->terms, 0, 1);
        n += one;
    }
    return term_mk_concat_n(x->terms, part, 64);
}

static term gathered(const parts *x, term t, uint64_t ones)
{
    term part[64];
    unsigned n = 0;
    for (unsigned i = 0; i < 64; i++)
        if (ones >> i & 1) part[n++] = term_mk_extract(x->terms, i, i, t);
    return resized(x, term_mk_concat_n(x->terms, part, n), 64);
}

/* Lane i of a, which is moved up, or of b, whose top lanes come in below. */
static term moved_lane(const parts *x, const wanted *w, term a, term b, unsigned i)
{
    unsigned by = (unsigned)w->detail;
    return i < by ? lane_of(x, b, w->from->bits / x->lane - by + i) : lane_of(x, a, i - by);
}

/* Lane i of what is wanted of a and b. */
static term wanted_lane(const parts *x, const wanted *w, term a, term b, unsigned i)
{
    term_ctx *c = x->terms;
    switch (w->kind) {
    case WANT_LANES:
        return term_mk_binary(c, (term_op)w->detail, lane_of(x, a, i), lane_of(x, b, i));
    case WANT_BITS: return compare_lane(x, (compare)w->detail, lane_of(x, a, i), lane_of(x, b, i));
    case WANT_MASK:
        return term_mk_extend(
            c, TERM_SIGN_EXTEND, x->lane - 1,
            compare_lane(x, (compare)w->detail, lane_of(x, a, i), lane_of(x, b, i)));
    case WANT_TOPS: return term_mk_extract(c, (i + 1) * x->lane - 1, (i + 1) * x->lane - 1, a);
    case WANT_SPREAD:
        return term_mk_extend(c, TERM_SIGN_EXTEND, x->lane - 1, term_mk_extract(c, i, i, a));
    case WANT_SHIFT_UP:
        return term_mk_binary(c, TERM_BVSHL, lane_of(x, a, i),
                              term_mk_u64(c, (uint64_t)w->detail, x->lane));
    case WANT_LANES_DOWN:
        return term_mk_binary(c, TERM_BVLSHR, lane_of(x, a, i),
                              term_mk_u64(c, (uint64_t)w->detail, x->lane));
    case WANT_JOINED: {
        term up = term_mk_extract(c, (i + 1) * x->lane - 1 - (unsigned)w->detail, i * x->lane, a),
             both[2] = {term_mk_extract(c, (i + 1) * x->lane - 1,
                                        (i + 1) * x->lane - (unsigned)w->detail, b), up};
        return term_mk_concat_n(c, both, 2);
    }
    case WANT_SIGNS:
        return term_mk_extend(c, TERM_SIGN_EXTEND, x->lane - 1,
                              term_mk_extract(c, (i + 1) * x->lane - 1, (i + 1) * x->lane - 1, a));
    case WANT_HALVES: {
        term half = term_mk_extract(c, (i + 1) * x->lane - 1, i * x->lane + x->lane / 2, a),
             both[2] = {half, half};
        return term_mk_concat_n(c, both, 2);
    }
    case WANT_UP: return moved_lane(x, w, a, b, i);
    case WANT_UP_ZEROS: return moved_lane(x, w, a, term_mk_u64(c, 0, w->from->bits), i);
    case WANT_PAIRS: return lane_of(x, i % 2 ? b : a, i - i % 2);
    case WANT_PREFIX: return prefix_of(x, lane_of(x, a, i - i % 2 + (unsigned)w->detail));
    default: return term_mk_extract(c, x->lane - 1, 0, a); /* WANT_REPEAT */
    }
}

static term wanted_term(const parts *x, const wanted *w, term a, term b)
{
    term_ctx *c = x->terms;
    term part[512];
    unsigned lanes = (w->to->vector ? w->to : w->from)->bits / x->lane;
    switch (w->kind) {
    case WANT_GENERAL: return term_mk_binary(c, (term_op)w->detail, a, b);
    case WANT_NOT: return term_mk_unary(c, TERM_BVNOT, a);
    case WANT_ADD_TWICE:
        return term_mk_binary(c, TERM_BVADD, a, term_mk_binary(c, TERM_BVADD, b, b));
    case WANT_SHIFT_DOWN:
        return term_mk_binary(c, TERM_BVLSHR, a,
                              term_mk_u64(c, (uint64_t)w->detail, w->from->bits));
    case WANT_SAME: return resized(x, a, w->to->bits);
    case WANT_LOW: return resized(x, a, x->lane);
    case WANT_PLACES: return placed(x, a, w->constant);
    case WANT_GATHERED: return gathered(x, a, w->constant);
    default: break;
    }
    for (unsigned i = 0; i < lanes; i++) part[i] = wanted_lane(x, w, a, b, i);
    return resized(x, term_mk_concat_n(c, part, lanes), w->to->bits);
}

static bool has_constant(const wanted *w)
{
    return w->kind == WANT_PREFIX || w->kind == WANT_PLACES || w->kind == WANT_GATHERED;
}

static bool has_two(const wanted *w)
{
    return w->kind == WANT_LANES || w->kind == WANT_GENERAL || w->kind == WANT_ADD_TWICE ||
           w->kind == WANT_MASK || w->kind == WANT_BITS || w->kind == WANT_UP ||
           w->kind == WANT_PAIRS || w->kind == WANT_JOINED || has_constant(w);
}

/* ---- which instruction does it ---- */

enum { TRIES = 24, LIMBS = 16 };

static uint64_t draw_lane(uint64_t *state, unsigned lane, uint64_t other)
{
    uint64_t top = 1ULL << (lane - 1), all = top | (top - 1);
    const uint64_t value[8] = {
        0, all, 1, top, top - 1, other & all, ~other & all, random_next(state) & all};
    uint64_t which = random_next(state) % 12;
    return value[which < 8 ? which : 7];
}

static void draw_inputs(uint64_t *state, unsigned lane, uint64_t in[2][LIMBS])
{
    for (unsigned low = 0; low < 64 * LIMBS; low += lane) {
        uint64_t a = draw_lane(state, lane, 0), b = draw_lane(state, lane, a);
        bv_insert(in[0], &a, lane, low);
        bv_insert(in[1], &b, lane, low);
    }
}

static bool agree(const parts *x, term a, term b, const term *var, unsigned nvars)
{
    uint64_t state = 7;
    if (a == b) return true;
    for (unsigned i = 0; i < TRIES; i++) {
        uint64_t in[2][LIMBS] = {{0}}, p[TERM_LIMBS_MAX] = {0}, q[TERM_LIMBS_MAX] = {0};
        const uint64_t *values[2] = {in[0], in[1]};
        draw_inputs(&state, x->lane, in);
        for (unsigned k = 0; k < nvars; k++) bv_trim(in[k], term_width(x->terms, var[k]));
        term_eval(x->terms, a, var, values, nvars, p);
        term_eval(x->terms, b, var, values, nvars, q);
        if (memcmp(p, q, bv_limbs(term_width(x->terms, a)) * sizeof *p)) return false;
    }
    return true;
}

/* The part of a result that is looked at. */
static term looked_at(const parts *x, const wanted *w, term t)
{
    term part[512];
    unsigned n = 0;
    if (w->kind == WANT_LOW) return resized(x, t, x->lane);
    if (w->kind != WANT_PREFIX) return t;
    for (unsigned i = 0; i < w->to->bits / x->lane; i += 2) part[n++] = lane_of(x, t, i);
    return term_mk_concat_n(x->terms, part, n);
}

static term second_of(const parts *x, const wanted *w)
{
    uint64_t limb[LIMBS];
    for (unsigned i = 0; i < LIMBS; i++) limb[i] = w->constant;
    return has_constant(w) ? term_mk_const(x->terms, limb, w->from->bits)
                           : term_mk_var(x->terms, "b", w->from->bits);
}

static bool computes(const parts *x, const instr *in, int64_t imm, const wanted *w, bool swapped)
{
    const term side[2] = {term_mk_var(x->terms, "a", w->from->bits), second_of(x, w)},
               given[2] = {side[swapped], side[!swapped]};
    term got = looked_at(x, w, instr_apply(in, x->terms, given, imm)),
         want = looked_at(x, w, wanted_term(x, w, side[0], side[1]));
    return agree(x, got, want, side, has_two(w) && !has_constant(w) ? 2 : 1);
}

static bool has_classes(const instr *in, const wanted *w)
{
    unsigned n = has_two(w) ? 2 : 1;
    bool fit = in->nsrc == n && in->result == w->to;
    for (unsigned i = 0; fit && i < n; i++) fit = in->src[i] == w->from;
    return fit;
}

/* Movements say by an immediate what they do. That of a product chooses halves, so it has few
 * values; instructions with many are long to look through. */
static bool may_have_immediate(const wanted *w, const instr *in)
{
    enum { FEW = 64 };
    if (w->kind == WANT_PREFIX) return in->imm_high - in->imm_low < FEW;
    return w->kind == WANT_REPEAT || w->kind == WANT_SIGNS || w->kind == WANT_HALVES ||
           w->kind == WANT_UP || w->kind == WANT_UP_ZEROS;
}

/* Whether the immediate can only be the amount. */
static bool says_amount(const wanted *w, const instr *in)
{
    return w->kind == WANT_SHIFT_DOWN || w->kind == WANT_LANES_DOWN || w->kind == WANT_JOINED ||
           (w->kind == WANT_SHIFT_UP && in->has_imm);
}

static bool try_instr(const parts *x, const instr *in, found_part *f)
{
    int64_t low = in->has_imm ? in->imm_low : 0, high = in->has_imm ? in->imm_high : 0;
    if (says_amount(&f->w, in)) {
        if (!in->has_imm || f->w.detail < low || f->w.detail > high) return false;
        low = high = f->w.detail;
    } else if (in->has_imm && !may_have_immediate(&f->w, in)) return false;
    for (int64_t imm = low; imm <= high; imm++)
        for (unsigned swapped = 0; swapped < (has_two(&f->w) ? 2u : 1u); swapped++)
            if (computes(x, in, imm, &f->w, swapped)) {
                f->in = in;
                f->imm = imm;
                f->swapped = swapped;
                return true;
            }
    return false;
}

static bool same_wish(const wanted *a, const wanted *b)
{
    return a->kind == b->kind && a->detail == b->detail && a->from == b->from && a->to == b->to &&
           a->lane == b->lane && a->constant == b->constant;
}

static const found_part *find_wanted(parts *x, const wanted *w)
{
    enum { STEP = 32 };
    found_part f = {.w = *w};
    for (unsigned i = 0; i < x->nfound; i++)
        if (same_wish(&x->found[i].w, &f.w)) return &x->found[i];
    for (unsigned i = 0; i < x->s->ninstrs && !f.in; i++) {
        const instr *in = &x->s->instrs[i];
        if (target_has_instr(x->c->target, in) && has_classes(in, &f.w)) try_instr(x, in, &f);
    }
    if (x->nfound % STEP == 0) x->found = mem_grow(x->found, x->nfound + STEP, sizeof *x->found);
    x->found[x->nfound] = f;
    return &x->found[x->nfound++];
}

static const found_part *find(parts *x, wanted_kind kind, int detail, const regclass *from,
                              const regclass *to)
{
    wanted w = {.kind = kind, .detail = detail, .from = from, .to = to, .lane = x->lane};
    return find_wanted(x, &w);
}

void parts_free(parts *x)
{
    mem_free(x->found);
    x->found = NULL;
    x->nfound = 0;
}

/* ---- programs ---- */

static bool is_full(const parts *x) { return x->p->ninsns == PROG_INSNS_MAX; }

static unsigned put_found(parts *x, const found_part *f, unsigned a, unsigned b)
{
    if (a == PARTS_NONE || b == PARTS_NONE || is_full(x)) return PARTS_NONE;
    const unsigned src[2] = {f->swapped ? b : a, f->swapped ? a : b};
    return f->in ? prog_add(x->p, f->in, src, f->imm) : PARTS_NONE;
}

static unsigned put(parts *x, wanted_kind kind, int detail, const regclass *from,
                    const regclass *to, unsigned a, unsigned b)
{
    return put_found(x, find(x, kind, detail, from, to), a, b);
}

/* The same with a constant as second operand. */
static unsigned put_with(parts *x, wanted_kind kind, int detail, const regclass *cls, unsigned a,
                         const parts_constant *k)
{
    wanted w = {kind, detail, cls, cls, x->lane, k->value};
    return put_found(x, find_wanted(x, &w), a, k->number);
}

unsigned parts_lanes(parts *x, term_op how, unsigned a, unsigned b)
{
    return put(x, WANT_LANES, how, x->c->cls, x->c->cls, a, b);
}

unsigned parts_not(parts *x, unsigned a, unsigned ones)
{
    unsigned v = put(x, WANT_NOT, 0, x->c->cls, x->c->cls, a, 0);
    return v != PARTS_NONE ? v : parts_lanes(x, TERM_BVXOR, a, ones);
}

unsigned parts_general(parts *x, term_op how, unsigned a, unsigned b)
{
    return put(x, WANT_GENERAL, how, x->general, x->general, a, b);
}

unsigned parts_add_twice(parts *x, unsigned a, unsigned b)
{
    unsigned v = put(x, WANT_ADD_TWICE, 0, x->general, x->general, a, b);
    if (v != PARTS_NONE) return v;
    return parts_general(x, TERM_BVADD, a, parts_general(x, TERM_BVADD, b, b));
}

unsigned parts_shift_down(parts *x, unsigned a, unsigned amount)
{
    return put(x, WANT_SHIFT_DOWN, (int)amount, x->general, x->general, a, 0);
}

unsigned parts_sign(parts *x, unsigned a)
{
    unsigned lane = x->lane;
    x->lane = x->general->bits;
    unsigned sign = put(x, WANT_SIGNS, 0, x->general, x->general, a, 0);
    x->lane = lane;
    return sign;
}

/* From one register to another that holds bits. */
static unsigned move_bits(parts *x, const regclass *from, const regclass *to, unsigned a)
{
    return from == to ? a : put(x, WANT_SAME, 0, from, to, a, 0);
}

/* Registers that hold bits, the general ones first. */
static const regclass *bits_class(const parts *x, unsigned i)
{
    const regclass *k = i ? &x->s->classes[i - 1] : x->general;
    return !k->vector && (!i || k != x->general) ? k : NULL;
}

unsigned parts_compare(parts *x, compare how, unsigned a, unsigned b)
{
    const regclass *v = x->c->cls;
    for (unsigned i = 0; i <= x->s->nclasses; i++) {
        const regclass *k = bits_class(x, i);
        if (!k || !find(x, WANT_BITS, how, v, k)->in) continue;
        unsigned bits = move_bits(x, k, x->general, put(x, WANT_BITS, how, v, k, a, b));
        if (bits != PARTS_NONE) return bits;
    }
    unsigned mask = put(x, WANT_MASK, how, v, v, a, b);
    for (unsigned i = 0; i <= x->s->nclasses && mask != PARTS_NONE; i++) {
        const regclass *k = bits_class(x, i);
        if (!k || !find(x, WANT_TOPS, 0, v, k)->in) continue;
        return move_bits(x, k, x->general, put(x, WANT_TOPS, 0, v, k, mask, 0));
    }
    return PARTS_NONE;
}

/* The low lane of a general register in all lanes, by way of a vector register. */
unsigned parts_repeat(parts *x, unsigned a)
{
    for (unsigned i = 0; i < x->s->nclasses; i++) {
        const regclass *v = &x->s->classes[i];
        if (!v->vector || v->bits > x->c->cls->bits || !target_has_class(x->c->target, v)) continue;
        if (!find(x, WANT_LOW, 0, x->general, v)->in || !find(x, WANT_REPEAT, 0, v, x->c->cls)->in)
            continue;
        return put(x, WANT_REPEAT, 0, v, x->c->cls, put(x, WANT_LOW, 0, x->general, v, a, 0), 0);
    }
    return PARTS_NONE;
}

unsigned parts_spread(parts *x, unsigned a, unsigned each)
{
    return parts_spread_apart(x, a, each, 1);
}

/* Mask registers have the bits side by side. */
static unsigned spread_side_by_side(parts *x, unsigned a)
{
    const regclass *v = x->c->cls;
    for (unsigned i = 0; i <= x->s->nclasses; i++) {
        const regclass *k = bits_class(x, i);
        if (!k || !find(x, WANT_SPREAD, 0, k, v)->in) continue;
        unsigned bits = move_bits(x, x->general, k, a);
        if (bits != PARTS_NONE) return put(x, WANT_SPREAD, 0, k, v, bits, 0);
    }
    return PARTS_NONE;
}

unsigned parts_spread_apart(parts *x, unsigned a, unsigned each, unsigned room)
{
    const regclass *v = x->c->cls;
    unsigned lanes = room == 1 ? spread_side_by_side(x, a) : PARTS_NONE;
    if (lanes != PARTS_NONE) return lanes;
    unsigned own = parts_lanes(x, TERM_BVAND, parts_repeat(x, a), each);
    return put(x, WANT_MASK, COMPARE_EQUAL, v, v, own, each);
}

unsigned parts_tops(parts *x, unsigned a, unsigned zero)
{
    unsigned bits = put(x, WANT_TOPS, 0, x->c->cls, x->general, a, 0);
    return bits != PARTS_NONE ? bits : parts_compare(x, COMPARE_LESS_SIGNED, a, zero);
}

/* Of halves of lanes first, where there is nothing for lanes. */
static unsigned signs_of_halves(parts *x, unsigned a)
{
    const regclass *v = x->c->cls;
    x->lane /= 2;
    unsigned signs = put(x, WANT_SIGNS, 0, v, v, a, 0);
    x->lane *= 2;
    return put(x, WANT_HALVES, 0, v, v, signs, 0);
}

unsigned parts_signs(parts *x, unsigned a, unsigned zero)
{
    const regclass *v = x->c->cls;
    unsigned signs = put(x, WANT_SIGNS, 0, v, v, a, 0);
    if (signs == PARTS_NONE) signs = put(x, WANT_MASK, COMPARE_LESS_SIGNED, v, v, a, zero);
    return signs != PARTS_NONE ? signs : signs_of_halves(x, a);
}

unsigned parts_up(parts *x, unsigned a, unsigned by, unsigned zero)
{
    const regclass *v = x->c->cls;
    unsigned two = put(x, WANT_UP, (int)by, v, v, a, zero);
    return two != PARTS_NONE ? two : put(x, WANT_UP_ZEROS, (int)by, v, v, a, 0);
}

unsigned parts_shift_up(parts *x, const regclass *cls, unsigned a, unsigned amount)
{
    unsigned lane = x->lane;
    if (!cls->vector) x->lane = cls->bits;
    unsigned up = put(x, WANT_SHIFT_UP, (int)amount, cls, cls, a, 0);
    x->lane = lane;
    return up;
}

unsigned parts_up_from(parts *x, unsigned a, unsigned from)
{
    const regclass *v = x->c->cls;
    return put(x, WANT_UP, 1, v, v, a, from);
}

unsigned parts_lows(parts *x, unsigned a, unsigned b)
{
    const regclass *v = x->c->cls;
    return put(x, WANT_PAIRS, 0, v, v, a, b);
}

unsigned parts_low(parts *x, unsigned a)
{
    return put(x, WANT_SAME, 0, x->general, x->c->cls, a, 0);
}

unsigned parts_lanes_down(parts *x, unsigned a, unsigned amount)
{
    return put(x, WANT_LANES_DOWN, (int)amount, x->c->cls, x->c->cls, a, 0);
}

unsigned parts_joined(parts *x, unsigned a, unsigned b, unsigned amount)
{
    const regclass *v = x->c->cls;
    unsigned joined = put(x, WANT_JOINED, (int)amount, v, v, a, b);
    if (joined != PARTS_NONE) return joined;
    return parts_lanes(x, TERM_BVOR, parts_shift_up(x, v, a, amount),
                       parts_lanes_down(x, b, x->lane - amount));
}

unsigned parts_prefixes(parts *x, unsigned a, const parts_constant *ones)
{
    const regclass *v = x->c->cls;
    unsigned even = put_with(x, WANT_PREFIX, 0, v, a, ones),
             odd = put_with(x, WANT_PREFIX, 1, v, a, ones);
    return put(x, WANT_PAIRS, 0, v, v, even, odd);
}

unsigned parts_general_prefix(parts *x, unsigned a, const parts_constant *ones)
{
    for (unsigned i = 0; i < x->s->nclasses; i++) {
        const regclass *v = &x->s->classes[i];
        wanted w = {WANT_PREFIX, 0, v, v, x->lane, ones->value};
        if (!v->vector || !target_has_class(x->c->target, v)) continue;
        if (!find(x, WANT_LOW, 0, x->general, v)->in || !find_wanted(x, &w)->in) continue;
        unsigned low = put(x, WANT_LOW, 0, x->general, v, a, 0);
        return put(x, WANT_SAME, 0, v, x->general, put_with(x, WANT_PREFIX, 0, v, low, ones), 0);
    }
    return PARTS_NONE;
}

unsigned parts_place(parts *x, unsigned a, const parts_constant *places)
{
    return put_with(x, WANT_PLACES, 0, x->general, a, places);
}

unsigned parts_gather(parts *x, unsigned a, const parts_constant *places)
{
    return put_with(x, WANT_GATHERED, 0, x->general, a, places);
}
