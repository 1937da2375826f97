// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* thesis.c - counts the instructions of a formula made by the method of Lin 2014 for fields of 2
 * bits (section 4.2.1).
 *
 * The method: a truth table for each bit of the result; Quine-McCluskey; then words, where the bit
 * in place stands for itself and the other bit of the field is brought there by a shift, which
 * moves outward where both operands have it; then IFH1(mask, high, low): and, and-not, or. Where
 * both bits are one function (compares) the high one is computed and shifted to the low one; so the
 * author's LLVM does it (github.com/Logicalmars/llvm-parabix, lib/Target/X86/
 * ParabixGeneratedFuncs.h). The thesis prints the formula of add; that file has sub, mul, eq, slt,
 * sgt, ult and ugt too.
 *
 * The figure is the least over all least covers, factorings, orders and places of a shift, lest it
 * be too high in our favour. Beside the author's formulas, counted by the same rules: add, sub 7
 * and 7, eq 8 and 8; slt, sgt, ult, ugt 10 and 11 (a0 and b0' factor better than a1' b1; ult, ugt
 * have one product twice); mul 15 and 17 (multiplied out is cheaper). What the author does nowhere
 * there is not done here either: no complement of a whole function, no De Morgan (his mul has a' +
 * b' as two complements and an or), no exclusive or of products. */
#include "thesis.h"

#include "spec/op.h"
#include "synth/logic/cover.h"

enum { LOW, HIGH, WIDTH };
enum { NODES_MAX = 1 << 17, SLOTS = 1 << 18, WORDS_MAX = 1 << 16, PARTS_MAX = 16 };

/* ---- nodes: inputs, constants, and instructions, each once ---- */

typedef enum node_kind {
    NODE_INPUT, /* number a: free */
    NODE_MASK,  /* ones at position a of every field: free */
    NODE_CONST, /* all bits a: free */
    NODE_SHIFT, /* a by b - SHIFT_BIAS places to the left */
    NODE_NOT,
    NODE_AND,
    NODE_ANDN, /* a and not b */
    NODE_OR,
    NODE_XOR
} node_kind;
enum { SHIFT_BIAS = WIDTH };

typedef struct node {
    node_kind kind;
    unsigned a, b;
    unsigned seen; /* by the count of this number */
} node;

typedef struct word {
    unsigned value; /* node */
    int shift;      /* still to be applied, to the left */
} word;

typedef struct words {
    word *at;
    unsigned count, cap;
} words;

typedef struct maker {
    node *node;
    unsigned count, *slot; /* hash table: node number and one, or zero */
    unsigned counts;       /* how often count_nodes was called */
    unsigned position;     /* of the result bit */
    bool too_many;         /* nodes or words: the count would not be the least */
} maker;

static unsigned find_slot(const maker *m, node_kind kind, unsigned a, unsigned b)
{
    unsigned h = ((unsigned)kind * 0x9e3779b1u ^ a * 0x85ebca6bu ^ b * 0xc2b2ae35u) >> 3 &
                 (SLOTS - 1);
    for (;; h = (h + 1) & (SLOTS - 1)) {
        const node *v = &m->node[m->slot[h] - 1];
        if (!m->slot[h] || (v->kind == kind && v->a == a && v->b == b)) return h;
    }
}

static unsigned mk(maker *m, node_kind kind, unsigned a, unsigned b)
{
    unsigned h = find_slot(m, kind, a, b);
    if (m->slot[h]) return m->slot[h] - 1;
    if (m->count == NODES_MAX) {
        m->too_many = true;
        return 0;
    }
    m->node[m->count] = (node){kind, a, b, 0};
    m->slot[h] = ++m->count;
    return m->count - 1;
}

static bool is_const(const maker *m, unsigned x, unsigned bit)
{
    return m->node[x].kind == NODE_CONST && m->node[x].a == bit;
}

static unsigned mk_sorted(maker *m, node_kind kind, unsigned a, unsigned b)
{
    return a < b ? mk(m, kind, a, b) : mk(m, kind, b, a);
}

static unsigned mk_and(maker *m, unsigned a, unsigned b)
{
    if (is_const(m, a, 0) || is_const(m, b, 1) || a == b) return a;
    if (is_const(m, b, 0) || is_const(m, a, 1)) return b;
    if (m->node[b].kind == NODE_NOT) return mk(m, NODE_ANDN, a, m->node[b].a);
    if (m->node[a].kind == NODE_NOT) return mk(m, NODE_ANDN, b, m->node[a].a);
    return mk_sorted(m, NODE_AND, a, b);
}

static unsigned mk_or(maker *m, unsigned a, unsigned b)
{
    if (is_const(m, a, 0) || a == b) return b;
    if (is_const(m, b, 0)) return a;
    return mk_sorted(m, NODE_OR, a, b);
}

static unsigned mk_shift(maker *m, unsigned a, int left)
{
    if (left == 0 || m->node[a].kind == NODE_CONST) return a;
    return mk(m, NODE_SHIFT, a, (unsigned)(left + SHIFT_BIAS));
}

static unsigned mk_value(maker *m, node_kind kind, unsigned a, unsigned b)
{
    if (kind == NODE_AND) return mk_and(m, a, b);
    return kind == NODE_OR ? mk_or(m, a, b) : mk_sorted(m, kind, a, b);
}

/* Instructions of a value that the current count has not met. */
static unsigned count_more(maker *m, unsigned x)
{
    node *v = &m->node[x];
    if (v->kind < NODE_SHIFT || v->seen == m->counts) return 0;
    v->seen = m->counts;
    unsigned n = 1 + count_more(m, v->a);
    return v->kind == NODE_SHIFT || v->kind == NODE_NOT ? n : n + count_more(m, v->b);
}

static unsigned count_nodes(maker *m, unsigned x)
{
    m->counts++;
    return count_more(m, x);
}

/* ---- words: all that a formula can become ---- */

static void put_word(maker *m, words *out, unsigned value, int shift)
{
    if (out->count == WORDS_MAX) {
        m->too_many = true;
        return;
    }
    if (out->count == out->cap) {
        out->cap = out->cap ? 2 * out->cap : 16;
        out->at = mem_grow(out->at, out->cap, sizeof *out->at);
    }
    out->at[out->count++] = (word){value, shift};
}

static unsigned settle(maker *m, word w)
{
    return mk_shift(m, w.value, w.shift);
}

/* Where both are complements either may be the one that the and takes along. */
static void combine_values(maker *m, node_kind kind, unsigned a, unsigned b, int shift, words *out)
{
    put_word(m, out, mk_value(m, kind, a, b), shift);
    if (kind == NODE_AND && m->node[a].kind == NODE_NOT && m->node[b].kind == NODE_NOT)
        put_word(m, out, mk_value(m, kind, b, a), shift);
}

static void combine(maker *m, node_kind kind, const words *l, const words *r, words *out)
{
    for (unsigned i = 0; i < l->count; i++)
        for (unsigned k = 0; k < r->count && !m->too_many; k++) {
            word a = l->at[i], b = r->at[k];
            if (a.shift == b.shift && a.shift)
                combine_values(m, kind, a.value, b.value, a.shift, out);
            combine_values(m, kind, settle(m, a), settle(m, b), 0, out);
        }
}

static void complement(maker *m, const words *of, words *out)
{
    for (unsigned i = 0; i < of->count; i++) {
        put_word(m, out, mk(m, NODE_NOT, of->at[i].value, 0), of->at[i].shift);
        if (of->at[i].shift) put_word(m, out, mk(m, NODE_NOT, settle(m, of->at[i]), 0), 0);
    }
}

static void put_variable(maker *m, unsigned v, words *out)
{
    put_word(m, out, mk(m, NODE_INPUT, v / WIDTH, 0), (int)m->position - (int)(v % WIDTH));
}

static void put_literal(maker *m, unsigned v, bool positive, words *out)
{
    words x = {0};
    put_variable(m, v, &x);
    if (positive) put_word(m, out, x.at[0].value, x.at[0].shift);
    else complement(m, &x, out);
    mem_free(x.at);
}

/* ---- from a cover to words ---- */

static void put_sum(maker *m, const cube *c, unsigned count, words *out);

static void put_pair(maker *m, node_kind kind, const cube *l, unsigned nl, const cube *r,
                     unsigned nr, words *out)
{
    words left = {0}, right = {0};
    put_sum(m, l, nl, &left);
    put_sum(m, r, nr, &right);
    combine(m, kind, &left, &right, out);
    mem_free(left.at);
    mem_free(right.at);
}

/* The different parts of the products over the variables in mask; zero when one of them has none,
 * or there are too many. */
static unsigned project(const cube *c, unsigned count, unsigned mask, cube out[PARTS_MAX])
{
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) {
        cube part = {c[i].mask & mask, c[i].value & mask};
        unsigned k = 0;
        while (k < n && (out[k].mask != part.mask || out[k].value != part.value)) k++;
        if (!part.mask || k == PARTS_MAX) return 0;
        if (k == n) out[n++] = part;
    }
    return n;
}

static unsigned cubes_mask(const cube *c, unsigned count)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < count; i++) mask |= c[i].mask;
    return mask;
}

/* As products X Y of two sums over different variables, in every way. As the products differ, being
 * as many as there are pairs means being all of them. */
static bool put_factored(maker *m, const cube *c, unsigned count, words *out)
{
    unsigned all = cubes_mask(c, count);
    cube x[PARTS_MAX], y[PARTS_MAX];
    bool any = false;
    for (unsigned part = (all - 1) & all; part; part = (part - 1) & all) {
        if (!(part & all & (~all + 1))) continue; /* the lowest variable belongs to X */
        unsigned nx = project(c, count, part, x), ny = project(c, count, all & ~part, y);
        if (!nx || !ny || nx * ny != count) continue;
        put_pair(m, NODE_AND, x, nx, y, ny, out);
        any = true;
    }
    return any;
}

/* x y' + x' y, or x y + x' y'. */
static bool put_exclusive_or(maker *m, const cube *c, unsigned count, words *out)
{
    if (count != 2 || c[0].mask != c[1].mask || __builtin_popcount(c[0].mask) != 2 ||
        (c[0].value ^ c[1].value) != c[0].mask)
        return false;
    words x = {0}, y = {0}, sum = {0};
    put_variable(m, (unsigned)__builtin_ctz(c[0].mask), &x);
    put_variable(m, 31 - (unsigned)__builtin_clz(c[0].mask), &y);
    combine(m, NODE_XOR, &x, &y, &sum);
    if (__builtin_popcount(c[0].value) == 1)
        for (unsigned i = 0; i < sum.count; i++) put_word(m, out, sum.at[i].value, sum.at[i].shift);
    else
        complement(m, &sum, out);
    mem_free(x.at);
    mem_free(y.at);
    mem_free(sum.at);
    return true;
}

/* As sums of two groups, in every way; the first product belongs to the first group. */
static void put_groups(maker *m, const cube *c, unsigned count, words *out)
{
    for (unsigned group = 1; group < (1u << count) - 1; group += 2) {
        cube l[PARTS_MAX], r[PARTS_MAX];
        unsigned nl = 0, nr = 0;
        for (unsigned i = 0; i < count; i++) {
            if (group >> i & 1) l[nl++] = c[i];
            else r[nr++] = c[i];
        }
        put_pair(m, NODE_OR, l, nl, r, nr, out);
    }
}

/* Every word that the sum of the products can become, at the maker's position. An exclusive or and
 * a common factor are always taken: x y' + x' y (eq), a1 b1' (a0 + b0') (ugt), (a0' + b0) (a1' +
 * b1) (ule). */
static void put_sum(maker *m, const cube *c, unsigned count, words *out)
{
    if (count > PARTS_MAX) m->too_many = true;
    if (m->too_many) return;
    if (count == 0 || !c[0].mask)
        put_word(m, out, mk(m, NODE_CONST, count != 0, 0), 0);
    else if (count == 1 && !(c[0].mask & (c[0].mask - 1)))
        put_literal(m, (unsigned)__builtin_ctz(c[0].mask), c[0].value, out);
    else if (!put_exclusive_or(m, c, count, out) && !put_factored(m, c, count, out))
        put_groups(m, c, count, out);
}

/* ---- from a truth table to words ---- */

typedef struct cover_use {
    maker *m;
    words *out;
} cover_use;

static void use_cover(void *context, const cube *c, unsigned count)
{
    cover_use *u = context;
    put_sum(u->m, c, count, u->out);
}

static bool is_linear_in(const truth_table *t, unsigned v)
{
    for (unsigned r = 0; r < t->rows; r++)
        if (!(r >> v & 1) && (t->on >> r & 1) == (t->on >> (r | 1u << v) & 1)) return false;
    return true;
}

/* The variables in which it is linear; none when some rows do not matter. */
static unsigned linear_variables(const truth_table *t)
{
    unsigned mask = 0;
    uint64_t rows = t->rows == COVER_ROWS_MAX ? ~0ULL : (1ULL << t->rows) - 1;
    for (unsigned v = 0; v < t->nvars && t->care == rows; v++)
        if (is_linear_in(t, v)) mask |= 1u << v;
    return mask;
}

/* The function with those variables zero. */
static truth_table table_without(const truth_table *t, unsigned variables)
{
    truth_table rest = *t;
    rest.on = 0;
    for (unsigned r = 0; r < t->rows; r++) rest.on |= (t->on >> (r & ~variables) & 1) << r;
    return rest;
}

/* Exclusive ors of variables and, for the bit above them, the rest of the function, grouped in
 * every way: (a0 ^ b0) ^ a1 b1 (add). */
static void put_linear(maker *m, unsigned items, const truth_table *rest, words *out)
{
    unsigned lowest = items & (~items + 1);
    if (items == lowest) {
        if (items == 1u << rest->nvars) cover_visit_least(rest, use_cover, &(cover_use){m, out});
        else put_variable(m, (unsigned)__builtin_ctz(items), out);
        return;
    }
    for (unsigned part = (items - 1) & items; part; part = (part - 1) & items) {
        if (!(part & lowest)) continue;
        words l = {0}, r = {0};
        put_linear(m, part, rest, &l);
        put_linear(m, items & ~part, rest, &r);
        combine(m, NODE_XOR, &l, &r, out);
        mem_free(l.at);
        mem_free(r.at);
    }
}

/* Every word that the function can become at the position. */
static words words_of(maker *m, const truth_table *t, unsigned position)
{
    words out = {0};
    unsigned linear = linear_variables(t);
    truth_table rest = table_without(t, linear);
    m->position = position;
    put_linear(m, linear | (rest.on || !linear ? 1u << t->nvars : 0), &rest, &out);
    return out;
}

/* ---- both bits of the result ---- */

typedef struct least {
    maker *m;
    thesis_formula best;
    unsigned value; /* its node */
    bool any;
} least;

static void offer(least *l, unsigned value, bool joined)
{
    unsigned insns = count_nodes(l->m, value);
    if (l->any && insns >= l->best.insns) return;
    l->best = (thesis_formula){insns, joined};
    l->value = value;
    l->any = true;
}

/* IFH1. */
static void offer_joined(least *l, unsigned high, unsigned low)
{
    maker *m = l->m;
    unsigned h = mk_and(m, mk(m, NODE_MASK, HIGH, 0), high),
             k = mk_and(m, mk(m, NODE_MASK, LOW, 0), low);
    if (high == low) offer(l, high, false);
    else offer(l, mk_or(m, h, k), true);
}

/* One function for both bits: computed at one position and shifted to the other. */
static void offer_spread(least *l, const truth_table *t)
{
    for (unsigned position = LOW; position < WIDTH; position++) {
        words w = words_of(l->m, t, position);
        for (unsigned i = 0; i < w.count; i++) {
            unsigned here = settle(l->m, w.at[i]),
                     there = mk_shift(l->m, here, position == HIGH ? -1 : 1);
            offer_joined(l, position == HIGH ? here : there, position == HIGH ? there : here);
        }
        mem_free(w.at);
    }
}

static void offer_pairs(least *l, const truth_table *t)
{
    words high = words_of(l->m, &t[HIGH], HIGH), low = words_of(l->m, &t[LOW], LOW);
    for (unsigned i = 0; i < high.count; i++)
        for (unsigned k = 0; k < low.count && !l->m->too_many; k++)
            offer_joined(l, settle(l->m, high.at[i]), settle(l->m, low.at[k]));
    mem_free(high.at);
    mem_free(low.at);
}

static bool are_alike(const truth_table *t)
{
    return t[HIGH].care == t[LOW].care && !((t[HIGH].on ^ t[LOW].on) & t[HIGH].care);
}

/* The node on words whose 16 fields are all pairs of fields of 2 bits. */
static uint32_t run(const maker *m, unsigned x)
{
    const node *v = &m->node[x];
    switch (v->kind) {
    case NODE_INPUT: return v->a == 0 ? 0xe4e4e4e4u : 0xffaa5500u;
    case NODE_MASK: return 0x55555555u << v->a;
    case NODE_CONST: return v->a ? ~0u : 0;
    case NODE_SHIFT:
        return v->b > SHIFT_BIAS ? run(m, v->a) << (v->b - SHIFT_BIAS)
                                 : run(m, v->a) >> (SHIFT_BIAS - v->b);
    case NODE_NOT: return ~run(m, v->a);
    case NODE_AND: return run(m, v->a) & run(m, v->b);
    case NODE_ANDN: return run(m, v->a) & ~run(m, v->b);
    case NODE_OR: return run(m, v->a) | run(m, v->b);
    case NODE_XOR: return run(m, v->a) ^ run(m, v->b);
    }
    return 0;
}

static bool is_right(const least *l, const truth_table *t)
{
    uint32_t result = run(l->m, l->value);
    for (unsigned bit = 0; bit < 32; bit++) {
        const truth_table *of = &t[bit % WIDTH];
        unsigned row = bit / WIDTH % of->rows;
        if ((of->care >> row & 1) && (of->on >> row & 1) != (result >> bit & 1)) return false;
    }
    return true;
}

/* Whether both of two fields hold what the table of one field says of their operands: what looks at
 * its neighbours, as a sum of all fields does, is beyond the method. */
static bool is_by_fields(const op *o, const truth_table *t)
{
    enum { FIELDS = 2, BITS = FIELDS * WIDTH };
    term_ctx *c = term_ctx_new();
    diags quiet = {0};
    term args[2], result, care;
    uint64_t in[2], r[1] = {0}, k[1] = {0};
    const uint64_t *v[2] = {&in[0], &in[1]};
    for (unsigned i = 0; i < o->arity; i++) args[i] = term_mk_var(c, o->param[i], BITS);
    bool good = op_elaborate(o, WIDTH, FIELDS, c, args, &result, &care, &quiet);
    for (unsigned row = 0; good && row < 1u << BITS * o->arity; row++) {
        for (unsigned i = 0; i < o->arity; i++) in[i] = row >> i * BITS & ((1u << BITS) - 1);
        term_eval(c, result, args, v, o->arity, r);
        term_eval(c, care, args, v, o->arity, k);
        for (unsigned j = 0; good && j < BITS; j++) {
            unsigned f = j / WIDTH, own = 0;
            for (unsigned i = 0; i < o->arity; i++)
                own |= (unsigned)(in[i] >> f * WIDTH & ((1u << WIDTH) - 1)) << i * WIDTH;
            const truth_table *b = &t[j % WIDTH];
            bool cared = k[0] >> j & 1;
            good = cared == (b->care >> own & 1) &&
                   (!cared || (r[0] >> j & 1) == (b->on >> own & 1));
        }
    }
    diag_free(&quiet);
    term_ctx_free(c);
    return good;
}

bool thesis_count(const op *o, thesis_formula *out)
{
    truth_table t[WIDTH];
    if (!op_has_fields_only(o) || o->arity < 1 || o->arity > 2 || !op_exists(o, WIDTH, 2) ||
        !truth_read(o, WIDTH, t) || !is_by_fields(o, t))
        return false;
    maker m = {.node = mem_alloc(NODES_MAX, sizeof *m.node),
               .slot = mem_alloc(SLOTS, sizeof *m.slot)};
    least l = {.m = &m};
    if (are_alike(t)) offer_spread(&l, t);
    else offer_pairs(&l, t);
    bool good = l.any && !m.too_many;
    require(!good || is_right(&l, t), "a formula computes its operation");
    mem_free(m.node);
    mem_free(m.slot);
    *out = l.best;
    return good;
}
