// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* qm.c - from truth tables to words (Lin 2014, section 4.2.1; Quine 1952, McCluskey 1956).
 *
 * 1. A truth table for every result bit, with don't-cares where the precondition fails (cover.c).
 * 2. Quine-McCluskey: a least cover by prime implicants (cover.c), factored by common literals. For
 *    up to 4 variables a table of least formulas over and, or, xor, and-not is at hand as well,
 *    which finds the exclusive ors that a sum of products hides.
 * 3. Words: for the result bit at position j, bit k of an input is the input shifted by j - k.
 *    Shifts move outward as far as both sides agree, equal words are computed once, and the bits
 *    are joined under masks.
 * 4. When every result bit is the same function (comparisons), it is computed at one position,
 *    masked and spread. */
#include "qm.h"

#include "cover.h"

enum { FIELD_MAX = 6, FORMULA_VARS = 4, FORMULAS = 65536, FORMULA_COST_MAX = 7, NODES_MAX = 256 };

/* ---- expressions ---- */

typedef enum expr_op {
    EXPR_FALSE,
    EXPR_TRUE,
    EXPR_VAR,
    EXPR_NOT,
    EXPR_AND,
    EXPR_OR,
    EXPR_XOR,
    EXPR_ANDN
} expr_op;

typedef struct expr {
    expr_op op;
    unsigned a, b; /* VAR: a is the variable; else node numbers; ANDN: a and not b */
} expr;

typedef struct expr_pool {
    expr node[NODES_MAX];
    unsigned count;
} expr_pool;

static unsigned mk(expr_pool *p, expr_op kind, unsigned a, unsigned b)
{
    for (unsigned i = 0; i < p->count; i++)
        if (p->node[i].op == kind && p->node[i].a == a && p->node[i].b == b) return i;
    require(p->count < NODES_MAX, "expressions of six variables fit the pool");
    p->node[p->count] = (expr){kind, a, b};
    return p->count++;
}

static unsigned mk_and(expr_pool *p, unsigned a, unsigned b)
{
    if (p->node[a].op == EXPR_TRUE) return b;
    if (p->node[b].op == EXPR_TRUE) return a;
    if (p->node[b].op == EXPR_NOT) return mk(p, EXPR_ANDN, a, p->node[b].a);
    if (p->node[a].op == EXPR_NOT) return mk(p, EXPR_ANDN, b, p->node[a].a);
    return mk(p, EXPR_AND, a, b);
}

static unsigned mk_or(expr_pool *p, unsigned a, unsigned b)
{
    if (p->node[a].op == EXPR_FALSE) return b;
    if (p->node[b].op == EXPR_FALSE) return a;
    return mk(p, EXPR_OR, a, b);
}

/* ---- sums of products ---- */

/* A sum of cubes as an expression, the most frequent literal factored out first. */
static unsigned factor(expr_pool *p, const cube *c, unsigned count)
{
    unsigned best = 0, best_count = 1;
    if (count == 0) return mk(p, EXPR_FALSE, 0, 0);
    for (unsigned lit = 0; lit < 2 * COVER_VARS_MAX; lit++) {
        unsigned n = 0;
        for (unsigned i = 0; i < count; i++)
            n += (c[i].mask >> lit / 2 & 1) && (c[i].value >> lit / 2 & 1) == lit % 2;
        if (n > best_count) best = lit, best_count = n;
    }
    if (best_count < 2) {
        unsigned sum = mk(p, EXPR_FALSE, 0, 0);
        for (unsigned i = 0; i < count; i++) {
            unsigned product = mk(p, EXPR_TRUE, 0, 0);
            for (int sign = 1; sign >= 0; sign--)
                for (unsigned v = 0; v < COVER_VARS_MAX; v++) {
                    unsigned x = mk(p, EXPR_VAR, v, 0);
                    if (!(c[i].mask >> v & 1) || (int)(c[i].value >> v & 1) != sign) continue;
                    product = mk_and(p, product, sign ? x : mk(p, EXPR_NOT, x, 0));
                }
            sum = mk_or(p, sum, product);
        }
        return sum;
    }
    cube with[COVER_ROWS_MAX], without[COVER_ROWS_MAX];
    unsigned nwith = 0, nwithout = 0, var = best / 2;
    for (unsigned i = 0; i < count; i++) {
        bool has = (c[i].mask >> var & 1) && (c[i].value >> var & 1) == best % 2;
        if (has) with[nwith++] = (cube){c[i].mask & ~(1u << var), c[i].value & ~(1u << var)};
        else without[nwithout++] = c[i];
    }
    unsigned x = mk(p, EXPR_VAR, var, 0);
    unsigned quotient = factor(p, with, nwith);
    unsigned product = mk_and(p, quotient, best % 2 ? x : mk(p, EXPR_NOT, x, 0));
    return mk_or(p, product, factor(p, without, nwithout));
}

static unsigned minimise(expr_pool *p, const truth_table *t)
{
    cube picked[COVER_ROWS_MAX];
    return factor(p, picked, cover_least(t, picked));
}

/* ---- least formulas of four variables ---- */

typedef struct formula {
    uint8_t cost, op;
    uint16_t a, b;
} formula;
static formula *formulas; /* indexed by truth table; cost 255: none found */
static const uint16_t formula_var[FORMULA_VARS] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};

typedef struct formula_levels {
    uint16_t *list;
    unsigned start[FORMULA_COST_MAX + 2], count;
} formula_levels;

static void offer(formula_levels *l, unsigned f, unsigned cost, expr_op kind, unsigned a,
                  unsigned b)
{
    if (formulas[f].cost != 255) return;
    formulas[f] = (formula){(uint8_t)cost, (uint8_t)kind, (uint16_t)a, (uint16_t)b};
    l->list[l->count++] = (uint16_t)f;
}

static void combine_levels(formula_levels *l, unsigned cost, unsigned i, unsigned j)
{
    for (unsigned x = l->start[i]; x < l->start[i + 1]; x++)
        for (unsigned y = l->start[j]; y < l->start[j + 1]; y++) {
            unsigned a = l->list[x], b = l->list[y];
            offer(l, a & b, cost, EXPR_AND, a, b);
            offer(l, a | b, cost, EXPR_OR, a, b);
            offer(l, a ^ b, cost, EXPR_XOR, a, b);
            offer(l, a & ~b & 0xffff, cost, EXPR_ANDN, a, b);
            offer(l, b & ~a & 0xffff, cost, EXPR_ANDN, b, a);
        }
}

static void build_formulas(void)
{
    formula_levels l = {.list = mem_alloc(FORMULAS, sizeof *l.list)};
    formulas = mem_alloc(FORMULAS, sizeof *formulas);
    for (unsigned f = 0; f < FORMULAS; f++) formulas[f].cost = 255;
    for (unsigned v = 0; v < FORMULA_VARS; v++) offer(&l, formula_var[v], 0, EXPR_VAR, v, 0);
    offer(&l, 0, 0, EXPR_FALSE, 0, 0);
    offer(&l, 0xffff, 0, EXPR_TRUE, 0, 0);
    l.start[1] = l.count;
    for (unsigned cost = 1; cost <= FORMULA_COST_MAX && l.count < FORMULAS; cost++) {
        for (unsigned i = 0; i <= (cost - 1) / 2; i++) combine_levels(&l, cost, cost - 1 - i, i);
        for (unsigned x = l.start[cost - 1]; x < l.start[cost]; x++)
            offer(&l, ~l.list[x] & 0xffff, cost, EXPR_NOT, l.list[x], 0);
        l.start[cost + 1] = l.count;
    }
    mem_free(l.list);
}

static unsigned formula_expr(expr_pool *p, unsigned f)
{
    const formula *x = &formulas[f];
    expr_op kind = (expr_op)x->op;
    if (kind == EXPR_FALSE || kind == EXPR_TRUE) return mk(p, kind, 0, 0);
    if (kind == EXPR_VAR) return mk(p, kind, x->a, 0);
    unsigned a = formula_expr(p, x->a);
    return kind == EXPR_NOT ? mk(p, kind, a, 0) : mk(p, kind, a, formula_expr(p, x->b));
}

/* The least formula that agrees on the rows that matter; ~0 when there is none. */
static unsigned least_formula(const truth_table *t)
{
    unsigned best = ~0u;
    if (!formulas) build_formulas();
    for (unsigned f = 0; f < FORMULAS; f++) {
        uint64_t rows = t->rows == 64 ? ~0ULL : (1ULL << t->rows) - 1;
        if ((f ^ t->on) & t->care & rows) continue;
        if (formulas[f].cost != 255 && (best == ~0u || formulas[f].cost < formulas[best].cost))
            best = f;
    }
    return best;
}

/* ---- words ---- */

typedef struct word {
    unsigned value; /* of the program */
    int shift;      /* still to be applied: bit j of the word is bit j - shift of the value */
} word;

typedef struct builder {
    const grammar *g;
    const problem *p;
    expr_pool *pool;
    prog q;
    bool failed;
} builder;

/* Reuses an equal instruction. */
static unsigned emit(builder *b, const grammar_member *m, unsigned x, unsigned y)
{
    unsigned src[3] = {x, y, y};
    if (!m) {
        b->failed = true;
        return 0;
    }
    for (unsigned i = 0; i < b->q.ninsns; i++) {
        const prog_insn *k = &b->q.insn[i];
        if (k->in == m->in && k->imm == (m->in->has_imm ? m->imm : 0) && k->src[0] == x &&
            (m->nsrc < 2 || k->src[1] == y))
            return prog_first_insn(&b->q) + i;
    }
    if (b->q.ninsns == PROG_INSNS_MAX) {
        b->failed = true;
        return 0;
    }
    return prog_add(&b->q, m->in, src, m->imm);
}

static unsigned const_value(builder *b, uint64_t pattern)
{
    for (unsigned i = 0; i < b->g->nconsts; i++)
        if (b->g->konst[i] == pattern) return b->q.ninputs + i;
    b->failed = true;
    return 0;
}

/* The pattern with the given bits of every field set. */
static uint64_t field_mask(const builder *b, unsigned bits)
{
    uint64_t v = bits;
    for (unsigned period = b->p->w; period < 64; period *= 2) v |= v << period;
    return v;
}

static unsigned emit_not(builder *b, unsigned x)
{
    const grammar_member *m = grammar_find_not(b->g);
    bool swapped;
    if (m) return emit(b, m, x, x);
    return emit(b, grammar_find_table2(b->g, 6, &swapped), x, const_value(b, ~0ULL));
}

static unsigned emit_table2(builder *b, uint8_t table, unsigned x, unsigned y)
{
    bool swapped = false;
    const grammar_member *m = grammar_find_table2(b->g, table, &swapped);
    if (m) return swapped ? emit(b, m, y, x) : emit(b, m, x, y);
    if (table == 4) return emit_table2(b, 8, x, emit_not(b, y)); /* no and-not here */
    b->failed = true;
    return 0;
}

static unsigned settle(builder *b, word w)
{
    if (w.shift == 0) return w.value;
    return emit(b, grammar_find_shift(b->g, w.shift), w.value, w.value);
}

static word words(builder *b, unsigned e, unsigned position)
{
    static const uint8_t table[] = {
        [EXPR_AND] = 8, [EXPR_OR] = 14, [EXPR_XOR] = 6, [EXPR_ANDN] = 4};
    expr x = b->pool->node[e];
    if (x.op == EXPR_FALSE) return (word){const_value(b, 0), 0};
    if (x.op == EXPR_TRUE) return (word){const_value(b, ~0ULL), 0};
    if (x.op == EXPR_VAR) return (word){x.a / b->p->w, (int)position - (int)(x.a % b->p->w)};
    word l = words(b, x.a, position);
    if (x.op == EXPR_NOT) return (word){emit_not(b, l.value), l.shift};
    word r = words(b, x.b, position);
    if (l.shift != r.shift) l = (word){settle(b, l), 0}, r = (word){settle(b, r), 0};
    return (word){emit_table2(b, table[x.op], l.value, r.value), l.shift};
}

static void start(builder *b)
{
    prog_init(&b->q, b->p->op, b->p->cls);
    for (unsigned i = 0; i < b->g->nconsts; i++) prog_add_repeated(&b->q, b->g->konst[i], 64);
    b->failed = false;
}

static void finish(builder *b, unsigned result, qm_found_fn *found, void *context)
{
    if (b->failed) return;
    b->q.result = result;
    prog_tidy(&b->q);
    found(context, &b->q);
}

/* Result bits joined under masks. */
static void propose_joined(builder *b, const unsigned *bit, qm_found_fn *found, void *context)
{
    unsigned value[FIELD_MAX], joined = 0;
    bool any = false;
    start(b);
    for (unsigned j = 0; j < b->p->w; j++) value[j] = settle(b, words(b, bit[j], j));
    for (unsigned j = 0; j < b->p->w; j++) {
        unsigned positions = 0;
        bool first = true;
        for (unsigned k = 0; k < b->p->w; k++) {
            if (value[k] != value[j]) continue;
            first = first && k >= j;
            positions |= 1u << k;
        }
        if (!first || b->pool->node[bit[j]].op == EXPR_FALSE) continue;
        unsigned part = value[j];
        if (positions != (1u << b->p->w) - 1)
            part = emit_table2(b, 8, part, const_value(b, field_mask(b, positions)));
        joined = any ? emit_table2(b, 14, joined, part) : part;
        any = true;
    }
    finish(b, any ? joined : const_value(b, 0), found, context);
}

/* One function for all bits: at position j, masked, spread over the field by doubling. */
static void propose_spread(builder *b, unsigned e, unsigned j, qm_found_fn *found, void *context)
{
    unsigned have = 1u << j, all = (1u << b->p->w) - 1;
    start(b);
    unsigned v = settle(b, words(b, e, j));
    v = emit_table2(b, 8, v, const_value(b, field_mask(b, have)));
    for (int by = 1; have != all && !b->failed; by *= 2) {
        int delta = j == 0 ? by : -by;
        unsigned moved = emit(b, grammar_find_shift(b->g, delta), v, v);
        v = emit_table2(b, 14, v, moved);
        have |= (delta > 0 ? have << by : have >> by) & all;
        if (by >= (int)b->p->w) break;
    }
    if (have == all) finish(b, v, found, context);
}

/* ---- all together ---- */

static void propose(builder *b, const truth_table *t, const unsigned *bit, qm_found_fn *found,
                    void *context)
{
    bool alike = true;
    propose_joined(b, bit, found, context);
    for (unsigned j = 1; j < b->p->w; j++)
        alike = alike && t[j].care == t[0].care && !((t[j].on ^ t[0].on) & t[0].care);
    for (unsigned j = 0; alike && b->p->w > 1 && j < b->p->w; j += b->p->w - 1)
        propose_spread(b, bit[0], j, found, context);
}

void qm_propose(const grammar *g, const problem *p, qm_found_fn *found, void *context)
{
    truth_table t[FIELD_MAX];
    unsigned bit[FIELD_MAX];
    expr_pool pool = {.count = 0};
    builder b = {.g = g, .p = p, .pool = &pool};
    if (!p->fieldwise || p->w * p->ninputs > COVER_VARS_MAX || !truth_read(p->op, p->w, t)) return;
    for (unsigned j = 0; j < p->w; j++) bit[j] = minimise(&pool, &t[j]);
    propose(&b, t, bit, found, context);
    if (p->w * p->ninputs > FORMULA_VARS) return;
    for (unsigned j = 0; j < p->w; j++) {
        unsigned f = least_formula(&t[j]);
        if (f == ~0u) return;
        bit[j] = formula_expr(&pool, f);
    }
    propose(&b, t, bit, found, context);
}
