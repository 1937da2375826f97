// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* term.c - the term store and its constructors.
 *
 * Nodes live in one array; an argument always has a smaller index than its user, so "for all terms below t, in order" is
 * a topological order. A hash table over (operator, width, arguments) makes equal terms identical.
 *
 * Local simplification keeps routing explicit, which is what the chunk argument (lift.c) and the kernels rely on:
 *   - constants fold, units and zeros vanish, x op x and double negations collapse;
 *   - shifts by constants and zero extensions become concat and extract;
 *   - concat is right-nested with non-concat heads; neighbouring constants and neighbouring extracts of one term merge;
 *   - what has fewer bits than a constant is below it;
 *   - extract moves inside concat, bitwise operators, ite, sign extension, and (from bit 0) add, sub, mul, neg.
 * Nothing is reordered: the printed form depends only on how the term was written. */
#include "term.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bv.h"

typedef struct node {
    uint8_t op;
    uint16_t width;
    uint32_t arg[3];  /* terms; EXTRACT: arg[1] high, arg[2] low; extension: arg[1] extra bits */
    const void *data; /* CONST: limbs; VAR: name */
} node;

struct term_ctx {
    arena mem;
    node *nodes;
    uint32_t count, cap;
    uint32_t *table; /* open addressing, 0 = free */
    uint32_t table_size;
    struct extract_memo *memo; /* direct-mapped; keeps extracts of shared terms linear */
    struct walk *walk;
};

/* A walk over the nodes below a term, whose cost is their number, not that of the context. */
struct walk {
    uint32_t *seen; /* by node: the last walk that was there */
    term *map;      /* by node: of the walk at hand */
    term *list;     /* the nodes of the walk at hand */
    uint32_t now, cap, count, list_cap;
};

enum { EXTRACT_MEMO = 1 << 14 };
struct extract_memo {
    term from, result;
    uint16_t high, low;
};

static const struct { const char *name; uint8_t args, ints; } op_info[TERM_OP_COUNT] = {
#define X(e, name, args, ints) {name, args, ints},
    TERM_OPS(X)
#undef X
};

term_ctx *term_ctx_new(void)
{
    term_ctx *c = mem_alloc(1, sizeof *c);
    c->cap = 1024;
    c->nodes = mem_alloc(c->cap, sizeof *c->nodes);
    c->walk = mem_alloc(1, sizeof *c->walk);
    c->count = 1; /* 0 is TERM_NONE */
    c->table_size = 4096;
    c->table = mem_alloc(c->table_size, sizeof *c->table);
    c->memo = mem_alloc(EXTRACT_MEMO, sizeof *c->memo);
    return c;
}

void term_ctx_free(term_ctx *c)
{
    if (!c) return;
    arena_free(&c->mem);
    mem_free(c->nodes);
    mem_free(c->table);
    mem_free(c->memo);
    mem_free(c->walk->seen);
    mem_free(c->walk->map);
    mem_free(c->walk->list);
    mem_free(c->walk);
    mem_free(c);
}

size_t term_count(const term_ctx *c)
{
    return c->count - 1;
}

/* ---- hash-consing ---- */

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

/* A product's low bits know nothing of its factors' high ones, in which constants may differ. */
static uint64_t finish(uint64_t h)
{
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}

static uint64_t node_hash(const node *n)
{
    uint64_t h = mix((uint64_t)n->op << 16 | n->width, n->arg[0]);
    h = mix(mix(h, n->arg[1]), n->arg[2]);
    if (n->op == TERM_CONST)
        for (unsigned i = 0; i < bv_limbs(n->width); i++) h = mix(h, ((const uint64_t *)n->data)[i]);
    if (n->op == TERM_VAR)
        for (const char *s = n->data; *s; s++) h = mix(h, (unsigned char)*s);
    return finish(h);
}

static bool node_equal(const node *a, const node *b)
{
    if (a->op != b->op || a->width != b->width || memcmp(a->arg, b->arg, sizeof a->arg)) return false;
    if (a->op == TERM_CONST) return bv_equal(a->data, b->data, a->width);
    return a->op != TERM_VAR || !strcmp(a->data, b->data);
}

static void table_grow(term_ctx *c)
{
    mem_free(c->table);
    c->table_size *= 2;
    c->table = mem_alloc(c->table_size, sizeof *c->table);
    for (uint32_t t = 1; t < c->count; t++) {
        uint64_t i = node_hash(&c->nodes[t]) & (c->table_size - 1);
        while (c->table[i]) i = (i + 1) & (c->table_size - 1);
        c->table[i] = t;
    }
}

static const void *own_data(term_ctx *c, const node *n)
{
    if (n->op == TERM_VAR) return arena_strdup(&c->mem, n->data);
    if (n->op != TERM_CONST) return NULL;
    uint64_t *limbs = arena_new(&c->mem, bv_limbs(n->width), uint64_t);
    memcpy(limbs, n->data, bv_limbs(n->width) * sizeof *limbs);
    return limbs;
}

static term intern(term_ctx *c, node n)
{
    uint64_t i = node_hash(&n) & (c->table_size - 1);
    for (; c->table[i]; i = (i + 1) & (c->table_size - 1))
        if (node_equal(&c->nodes[c->table[i]], &n)) return c->table[i];
    if (c->count == c->cap) c->nodes = mem_grow(c->nodes, c->cap *= 2, sizeof *c->nodes);
    n.data = own_data(c, &n);
    c->nodes[c->count] = n;
    c->table[i] = c->count++;
    if (c->count * 2 > c->table_size) table_grow(c);
    return c->count - 1;
}

/* ---- access ---- */

static const node *get(const term_ctx *c, term t)
{
    require(t && t < c->count, "the term belongs to the context");
    return &c->nodes[t];
}

term_op term_get_op(const term_ctx *c, term t) { return get(c, t)->op; }
unsigned term_width(const term_ctx *c, term t) { return get(c, t)->width; }
unsigned term_nargs(const term_ctx *c, term t) { return op_info[get(c, t)->op].args; }

term term_arg(const term_ctx *c, term t, unsigned i)
{
    require(i < term_nargs(c, t), "the argument exists");
    return c->nodes[t].arg[i];
}

unsigned term_int(const term_ctx *c, term t, unsigned i)
{
    require(i < op_info[get(c, t)->op].ints, "the index exists");
    return c->nodes[t].arg[1 + i];
}

const uint64_t *term_limbs(const term_ctx *c, term t)
{
    require(get(c, t)->op == TERM_CONST, "the term is a constant");
    return c->nodes[t].data;
}

const char *term_name(const term_ctx *c, term t)
{
    require(get(c, t)->op == TERM_VAR, "the term is a variable");
    return c->nodes[t].data;
}

const char *term_op_name(term_op op) { return op_info[op].name; }
bool term_is_const(const term_ctx *c, term t) { return get(c, t)->op == TERM_CONST; }

bool term_is_zero(const term_ctx *c, term t)
{
    return term_is_const(c, t) && bv_is_zero(c->nodes[t].data, c->nodes[t].width);
}

static bool is_ones(const term_ctx *c, term t)
{
    return term_is_const(c, t) && bv_is_ones(c->nodes[t].data, c->nodes[t].width);
}

static bool is_one(const term_ctx *c, term t)
{
    if (!term_is_const(c, t)) return false;
    const uint64_t *v = c->nodes[t].data;
    for (unsigned i = 1; i < bv_limbs(c->nodes[t].width); i++)
        if (v[i]) return false;
    return v[0] == 1;
}

/* ---- leaves ---- */

term term_mk_var(term_ctx *c, const char *name, unsigned width)
{
    require(width <= TERM_WIDTH_MAX, "the width is at most TERM_WIDTH_MAX");
    return intern(c, (node){.op = TERM_VAR, .width = (uint16_t)width, .data = name});
}

term term_mk_const(term_ctx *c, const uint64_t *limbs, unsigned width)
{
    uint64_t v[TERM_LIMBS_MAX];
    require(width > 0 && width <= TERM_WIDTH_MAX, "the width is from 1 to TERM_WIDTH_MAX");
    memcpy(v, limbs, bv_limbs(width) * sizeof *v);
    bv_trim(v, width);
    return intern(c, (node){.op = TERM_CONST, .width = (uint16_t)width, .data = v});
}

term term_mk_u64(term_ctx *c, uint64_t value, unsigned width)
{
    uint64_t v[TERM_LIMBS_MAX] = {value};
    return term_mk_const(c, v, width);
}

term term_mk_ones(term_ctx *c, unsigned width)
{
    uint64_t v[TERM_LIMBS_MAX];
    memset(v, 0xff, sizeof v);
    return term_mk_const(c, v, width);
}

term term_mk_bool(term_ctx *c, bool value)
{
    return intern(c, (node){.op = value ? TERM_TRUE : TERM_FALSE});
}

static term mk_node(term_ctx *c, term_op op, unsigned width, term a, term b, term d)
{
    return intern(c, (node){.op = (uint8_t)op, .width = (uint16_t)width, .arg = {a, b, d}});
}

/* ---- evaluation of one operator, shared by folding and term_eval ---- */

/* args[i] has widths[i] bits (0: Bool, in limb 0). out has width bits. */
static void eval_op(const node *n, const uint64_t *const *a, const unsigned *widths, uint64_t *out)
{
    unsigned w = n->width, aw = widths[0];
    switch ((term_op)n->op) {
    case TERM_CONST: memcpy(out, n->data, bv_limbs(w) * sizeof *out); return;
    case TERM_TRUE: out[0] = 1; return;
    case TERM_FALSE: out[0] = 0; return;
    case TERM_NOT: out[0] = !a[0][0]; return;
    case TERM_AND: out[0] = a[0][0] & a[1][0]; return;
    case TERM_OR: out[0] = a[0][0] | a[1][0]; return;
    case TERM_EQ: out[0] = bv_equal(a[0], a[1], aw ? aw : 1); return;
    case TERM_ITE: memcpy(out, a[0][0] ? a[1] : a[2], bv_limbs(w ? w : 1) * sizeof *out); return;
    case TERM_BVNOT:
        for (unsigned i = 0; i < bv_limbs(w); i++) out[i] = ~a[0][i];
        bv_trim(out, w);
        return;
    case TERM_BVNEG: bv_neg(out, a[0], w); return;
    case TERM_BVAND: for (unsigned i = 0; i < bv_limbs(w); i++) out[i] = a[0][i] & a[1][i]; return;
    case TERM_BVOR: for (unsigned i = 0; i < bv_limbs(w); i++) out[i] = a[0][i] | a[1][i]; return;
    case TERM_BVXOR: for (unsigned i = 0; i < bv_limbs(w); i++) out[i] = a[0][i] ^ a[1][i]; return;
    case TERM_BVADD: bv_add(out, a[0], a[1], w); return;
    case TERM_BVSUB: bv_sub(out, a[0], a[1], w); return;
    case TERM_BVMUL: bv_mul(out, a[0], a[1], w); return;
    case TERM_BVUDIV: bv_udivrem(out, NULL, a[0], a[1], w); return;
    case TERM_BVUREM: bv_udivrem(NULL, out, a[0], a[1], w); return;
    case TERM_BVSDIV: bv_sdivrem(out, NULL, a[0], a[1], w); return;
    case TERM_BVSREM: bv_sdivrem(NULL, out, a[0], a[1], w); return;
    case TERM_BVSHL: bv_shl(out, a[0], bv_amount(a[1], w), w); return;
    case TERM_BVLSHR: bv_lshr(out, a[0], bv_amount(a[1], w), w); return;
    case TERM_BVASHR: bv_ashr(out, a[0], bv_amount(a[1], w), w); return;
    case TERM_BVULT: out[0] = bv_ult(a[0], a[1], aw); return;
    case TERM_BVULE: out[0] = !bv_ult(a[1], a[0], aw); return;
    case TERM_BVSLT: out[0] = bv_slt(a[0], a[1], aw); return;
    case TERM_BVSLE: out[0] = !bv_slt(a[1], a[0], aw); return;
    case TERM_CONCAT:
        memset(out, 0, bv_limbs(w) * sizeof *out);
        bv_insert(out, a[1], widths[1], 0);
        bv_insert(out, a[0], aw, widths[1]);
        return;
    case TERM_EXTRACT: bv_extract(out, a[0], n->arg[1], n->arg[2]); return;
    case TERM_ZERO_EXTEND:
    case TERM_SIGN_EXTEND:
        memset(out, 0, bv_limbs(w) * sizeof *out);
        bv_insert(out, a[0], aw, 0);
        for (unsigned i = aw; n->op == TERM_SIGN_EXTEND && bv_bit(a[0], aw - 1) && i < w; i++) bv_set_bit(out, i, true);
        return;
    case TERM_VAR:
    case TERM_OP_COUNT: break;
    }
    require(false, "the operator can be evaluated");
}

static uint64_t low_bits(unsigned w) { return w < 64 ? ((uint64_t)1 << w) - 1 : ~(uint64_t)0; }

/* What eval_op does, where all is in one limb; false: not done. */
static bool eval_narrow(const node *n, const uint64_t *const *a, const unsigned *widths, uint64_t *out)
{
    unsigned w = n->width, aw = widths[0];
    if (w > 64 || widths[1] > 64 || widths[2] > 64) return false;
    if (n->op == TERM_EXTRACT) {
        unsigned limb = n->arg[2] / 64, at = n->arg[2] % 64;
        uint64_t v = a[0][limb] >> at;
        if (at && at + w > 64) v |= a[0][limb + 1] << (64 - at);
        out[0] = v & low_bits(w);
        return true;
    }
    if (aw > 64) return false;
    uint64_t x = a[0] ? a[0][0] : 0, y = a[1] ? a[1][0] : 0;
    switch ((term_op)n->op) {
    case TERM_EQ: out[0] = x == y; return true;
    case TERM_ITE: out[0] = x ? y : a[2][0]; return true;
    case TERM_BVNOT: out[0] = ~x & low_bits(w); return true;
    case TERM_BVNEG: out[0] = -x & low_bits(w); return true;
    case TERM_BVAND: out[0] = x & y; return true;
    case TERM_BVOR: out[0] = x | y; return true;
    case TERM_BVXOR: out[0] = x ^ y; return true;
    case TERM_BVADD: out[0] = (x + y) & low_bits(w); return true;
    case TERM_BVSUB: out[0] = (x - y) & low_bits(w); return true;
    case TERM_BVMUL: out[0] = (x * y) & low_bits(w); return true;
    case TERM_BVULT: out[0] = x < y; return true;
    case TERM_BVULE: out[0] = x <= y; return true;
    case TERM_CONCAT: out[0] = x << widths[1] | y; return true;
    case TERM_ZERO_EXTEND: out[0] = x; return true;
    default: return false;
    }
}

static bool is_literal(const term_ctx *c, term t)
{
    term_op op = get(c, t)->op;
    return op == TERM_CONST || op == TERM_TRUE || op == TERM_FALSE;
}

static const uint64_t *literal_limbs(const term_ctx *c, term t)
{
    static const uint64_t zero[1] = {0}, one[1] = {1};
    term_op op = c->nodes[t].op;
    return op == TERM_CONST ? c->nodes[t].data : op == TERM_TRUE ? one : zero;
}

/* The node with literal arguments as a literal; TERM_NONE when an argument is none. */
static term fold(term_ctx *c, const node *n)
{
    const uint64_t *a[3] = {0};
    unsigned widths[3] = {0}, count = op_info[n->op].args;
    uint64_t out[TERM_LIMBS_MAX] = {0};
    for (unsigned i = 0; i < count; i++) {
        if (!is_literal(c, n->arg[i])) return TERM_NONE;
        a[i] = literal_limbs(c, n->arg[i]);
        widths[i] = c->nodes[n->arg[i]].width;
    }
    eval_op(n, a, widths, out);
    return n->width ? term_mk_const(c, out, n->width) : term_mk_bool(c, out[0]);
}

/* ---- simplification ---- */

static bool is_predicate(term_op op)
{
    return op == TERM_EQ || (op >= TERM_BVULT && op <= TERM_BVSLE);
}

static bool is_bitwise(term_op op)
{
    return op == TERM_BVAND || op == TERM_BVOR || op == TERM_BVXOR;
}

static term simplify_bitwise(term_ctx *c, term_op op, term a, term b)
{
    unsigned w = term_width(c, a);
    for (int swap = 0; swap < 2; swap++) {
        term x = swap ? b : a, y = swap ? a : b;
        if (term_is_zero(c, x)) return op == TERM_BVAND ? x : y;
        if (is_ones(c, x)) return op == TERM_BVAND ? y : op == TERM_BVOR ? x : term_mk_unary(c, TERM_BVNOT, y);
    }
    if (a == b) return op == TERM_BVXOR ? term_mk_u64(c, 0, w) : a;
    return TERM_NONE;
}

static term simplify_arith(term_ctx *c, term_op op, term a, term b)
{
    unsigned w = term_width(c, a);
    if (op == TERM_BVADD) return term_is_zero(c, a) ? b : term_is_zero(c, b) ? a : TERM_NONE;
    if (op == TERM_BVSUB && term_is_zero(c, b)) return a;
    if (op == TERM_BVSUB && term_is_zero(c, a)) return term_mk_unary(c, TERM_BVNEG, b);
    if (op == TERM_BVSUB && a == b) return term_mk_u64(c, 0, w);
    if (op == TERM_BVMUL && (term_is_zero(c, a) || is_one(c, b))) return a;
    if (op == TERM_BVMUL && (term_is_zero(c, b) || is_one(c, a))) return b;
    return TERM_NONE;
}

/* A shift by a constant is routing. */
static term simplify_shift(term_ctx *c, term_op op, term a, term b)
{
    unsigned w = term_width(c, a);
    if (!term_is_const(c, b)) return TERM_NONE;
    unsigned by = bv_amount(c->nodes[b].data, w);
    if (by == 0) return a;
    if (op == TERM_BVASHR) {
        if (by >= w) by = w - 1;
        return by ? term_mk_extend(c, TERM_SIGN_EXTEND, by, term_mk_extract(c, w - 1, by, a)) : a;
    }
    term zeros = term_mk_u64(c, 0, by);
    if (by >= w) return zeros;
    if (op == TERM_BVSHL) return term_mk_binary(c, TERM_CONCAT, term_mk_extract(c, w - 1 - by, 0, a), zeros);
    return term_mk_binary(c, TERM_CONCAT, zeros, term_mk_extract(c, w - 1, by, a));
}

/* How many of the highest bits are seen to be zeros. */
static unsigned zeros_above(const term_ctx *c, term t)
{
    unsigned zeros = 0;
    for (;;) {
        const node *n = get(c, t);
        switch (n->op) {
        case TERM_CONST:
            while (zeros < n->width && !bv_bit(n->data, n->width - 1 - zeros)) zeros++;
            return zeros;
        case TERM_BVAND:
            if (!term_is_const(c, n->arg[0]) && !term_is_const(c, n->arg[1])) return zeros;
            t = n->arg[term_is_const(c, n->arg[0]) ? 0 : 1];
            break;
        case TERM_CONCAT:
            if (!term_is_zero(c, n->arg[0])) return zeros + zeros_above(c, n->arg[0]);
            zeros += term_width(c, n->arg[0]);
            t = n->arg[1];
            break;
        case TERM_ZERO_EXTEND:
            zeros += n->width - term_width(c, n->arg[0]);
            t = n->arg[0];
            break;
        default: return zeros;
        }
    }
}

/* Nothing is below zero, and nothing above all ones; what has fewer bits than a constant is below it. */
static term simplify_order(term_ctx *c, term_op op, term a, term b)
{
    if (op == TERM_BVULT && term_is_const(c, b) && zeros_above(c, a) > zeros_above(c, b)) return term_mk_bool(c, true);
    if (op == TERM_BVULT && (term_is_zero(c, b) || is_ones(c, a))) return term_mk_bool(c, false);
    if (op == TERM_BVULE && (term_is_zero(c, a) || is_ones(c, b))) return term_mk_bool(c, true);
    return TERM_NONE;
}

static term simplify_bool(term_ctx *c, term_op op, term a, term b)
{
    term_op zero = op == TERM_AND ? TERM_FALSE : TERM_TRUE;
    term_op oa = term_get_op(c, a), ob = term_get_op(c, b);
    if (oa == zero) return a;
    if (ob == zero) return b;
    if (oa == TERM_TRUE || oa == TERM_FALSE) return b;
    if (ob == TERM_TRUE || ob == TERM_FALSE) return a;
    return a == b ? a : TERM_NONE;
}

/* high:low are two terms that may be one: neighbouring constants or neighbouring extracts. */
static term merge_neighbours(term_ctx *c, term high, term low)
{
    const node *h = get(c, high), *l = get(c, low);
    if (h->op == TERM_CONST && l->op == TERM_CONST) {
        node n = {.op = TERM_CONCAT, .width = (uint16_t)(h->width + l->width), .arg = {high, low}};
        return fold(c, &n);
    }
    if (h->op == TERM_EXTRACT && l->op == TERM_EXTRACT && h->arg[0] == l->arg[0] && h->arg[2] == l->arg[1] + 1)
        return term_mk_extract(c, h->arg[1], l->arg[2], h->arg[0]);
    return TERM_NONE;
}

static term mk_concat(term_ctx *c, term a, term b)
{
    unsigned w = term_width(c, a) + term_width(c, b);
    require(w <= TERM_WIDTH_MAX, "the width is at most TERM_WIDTH_MAX");
    if (term_get_op(c, a) == TERM_CONCAT) {
        term head = c->nodes[a].arg[0], tail = mk_concat(c, c->nodes[a].arg[1], b);
        return mk_concat(c, head, tail);
    }
    term neighbour = term_get_op(c, b) == TERM_CONCAT ? c->nodes[b].arg[0] : b;
    term merged = merge_neighbours(c, a, neighbour);
    if (!merged) return mk_node(c, TERM_CONCAT, w, a, b, 0);
    return neighbour == b ? merged : mk_concat(c, merged, c->nodes[b].arg[1]);
}

term term_mk_unary(term_ctx *c, term_op op, term a)
{
    unsigned w = term_width(c, a);
    require(op == TERM_NOT ? w == 0 : (op == TERM_BVNOT || op == TERM_BVNEG) && w > 0, "operator and sort agree");
    node n = {.op = (uint8_t)op, .width = (uint16_t)w, .arg = {a}};
    term folded = fold(c, &n);
    if (folded) return folded;
    if (term_get_op(c, a) == op) return c->nodes[a].arg[0];
    return intern(c, n);
}

static void check_binary_sorts(const term_ctx *c, term_op op, term a, term b)
{
    unsigned wa = term_width(c, a), wb = term_width(c, b);
    require(op_info[op].args == 2, "the operator has two arguments");
    if (op == TERM_AND || op == TERM_OR) require(!wa && !wb, "both sides are Bool");
    else if (op == TERM_CONCAT) require(wa && wb, "both sides are bit-vectors");
    else require(wa == wb && (wa || op == TERM_EQ), "both sides have one width");
}

static term simplify_binary(term_ctx *c, term_op op, term a, term b)
{
    if (op == TERM_AND || op == TERM_OR) return simplify_bool(c, op, a, b);
    if (is_bitwise(op)) return simplify_bitwise(c, op, a, b);
    if (op == TERM_BVADD || op == TERM_BVSUB || op == TERM_BVMUL) return simplify_arith(c, op, a, b);
    if (op == TERM_BVSHL || op == TERM_BVLSHR || op == TERM_BVASHR) return simplify_shift(c, op, a, b);
    if (is_predicate(op) && a == b) return term_mk_bool(c, op == TERM_EQ || op == TERM_BVULE || op == TERM_BVSLE);
    return simplify_order(c, op, a, b);
}

term term_mk_binary(term_ctx *c, term_op op, term a, term b)
{
    check_binary_sorts(c, op, a, b);
    if (op == TERM_CONCAT) return mk_concat(c, a, b);
    unsigned w = is_predicate(op) ? 0 : term_width(c, a);
    node n = {.op = (uint8_t)op, .width = (uint16_t)w, .arg = {a, b}};
    term t = fold(c, &n);
    if (!t) t = simplify_binary(c, op, a, b);
    return t ? t : intern(c, n);
}

term term_mk_tree(term_ctx *c, term_op op, term *part, unsigned count)
{
    require(count > 0, "a tree has a leaf");
    for (; count > 1; count = (count + 1) / 2) {
        for (unsigned i = 0; i < count / 2; i++)
            part[i] = term_mk_binary(c, op, part[2 * i], part[2 * i + 1]);
        if (count % 2) part[count / 2] = part[count - 1];
    }
    return part[0];
}

term term_mk_ite(term_ctx *c, term cond, term a, term b)
{
    require(term_width(c, cond) == 0, "the condition is Bool");
    require(term_width(c, a) == term_width(c, b), "both branches have one sort");
    if (term_get_op(c, cond) == TERM_TRUE) return a;
    if (term_get_op(c, cond) == TERM_FALSE) return b;
    if (a == b) return a;
    return mk_node(c, TERM_ITE, term_width(c, a), cond, a, b);
}

/* ---- extract and extend ---- */

static term extract_of_concat(term_ctx *c, unsigned high, unsigned low, term t)
{
    term a = c->nodes[t].arg[0], b = c->nodes[t].arg[1];
    unsigned split = term_width(c, b);
    if (low >= split) return term_mk_extract(c, high - split, low - split, a);
    if (high < split) return term_mk_extract(c, high, low, b);
    term top = term_mk_extract(c, high - split, 0, a);
    return mk_concat(c, top, term_mk_extract(c, split - 1, low, b));
}

static term extract_of_sign_extend(term_ctx *c, unsigned high, unsigned low, term t)
{
    term a = c->nodes[t].arg[0];
    unsigned w = term_width(c, a);
    if (high < w) return term_mk_extract(c, high, low, a);
    unsigned from = low < w ? low : w - 1;
    unsigned extra = (high - low + 1) - (w - from);
    return term_mk_extend(c, TERM_SIGN_EXTEND, extra, term_mk_extract(c, w - 1, from, a));
}

static term extract_inside(term_ctx *c, unsigned high, unsigned low, term t)
{
    node n = *get(c, t);
    if (n.op == TERM_BVNOT || n.op == TERM_BVNEG)
        return term_mk_unary(c, n.op, term_mk_extract(c, high, low, n.arg[0]));
    term first = term_mk_extract(c, high, low, n.op == TERM_ITE ? n.arg[1] : n.arg[0]);
    term second = term_mk_extract(c, high, low, n.op == TERM_ITE ? n.arg[2] : n.arg[1]);
    if (n.op == TERM_ITE) return term_mk_ite(c, n.arg[0], first, second);
    return term_mk_binary(c, n.op, first, second);
}

static term extract_inside_once(term_ctx *c, unsigned high, unsigned low, term t)
{
    uint64_t slot = mix(mix(t, high), low) & (EXTRACT_MEMO - 1);
    const struct extract_memo *m = &c->memo[slot];
    if (m->from == t && m->high == high && m->low == low) return m->result;
    term result = extract_inside(c, high, low, t);
    c->memo[slot] = (struct extract_memo){t, result, (uint16_t)high, (uint16_t)low};
    return result;
}

static bool extract_moves_inside(term_op op, unsigned low)
{
    if (is_bitwise(op) || op == TERM_BVNOT || op == TERM_ITE) return true;
    return low == 0 && (op == TERM_BVADD || op == TERM_BVSUB || op == TERM_BVMUL || op == TERM_BVNEG);
}

term term_mk_extract(term_ctx *c, unsigned high, unsigned low, term a)
{
    node n = *get(c, a);
    require(high >= low && high < n.width, "the bits exist");
    if (low == 0 && high + 1 == n.width) return a;
    if (n.op == TERM_EXTRACT) return term_mk_extract(c, high + n.arg[2], low + n.arg[2], n.arg[0]);
    if (n.op == TERM_CONCAT) return extract_of_concat(c, high, low, a);
    if (n.op == TERM_SIGN_EXTEND) return extract_of_sign_extend(c, high, low, a);
    if (extract_moves_inside(n.op, low)) return extract_inside_once(c, high, low, a);
    node e = {.op = TERM_EXTRACT, .width = (uint16_t)(high - low + 1), .arg = {a, high, low}};
    term folded = fold(c, &e);
    return folded ? folded : intern(c, e);
}

term term_mk_extend(term_ctx *c, term_op op, unsigned extra, term a)
{
    unsigned w = term_width(c, a);
    require(w > 0 && w + extra <= TERM_WIDTH_MAX, "the width is from 1 to TERM_WIDTH_MAX");
    if (extra == 0) return a;
    if (op == TERM_ZERO_EXTEND) return mk_concat(c, term_mk_u64(c, 0, extra), a);
    require(op == TERM_SIGN_EXTEND, "the operator is an extension");
    node n = {.op = TERM_SIGN_EXTEND, .width = (uint16_t)(w + extra), .arg = {a, extra}};
    term folded = fold(c, &n);
    if (folded) return folded;
    if (term_get_op(c, a) == TERM_SIGN_EXTEND)
        return term_mk_extend(c, op, extra + c->nodes[a].arg[1], c->nodes[a].arg[0]);
    if (term_get_op(c, a) == TERM_CONCAT && term_is_zero(c, c->nodes[a].arg[1])) /* what is above zeros is extended */
        return mk_concat(c, term_mk_extend(c, op, extra, c->nodes[a].arg[0]), c->nodes[a].arg[1]);
    return intern(c, n);
}

term term_mk_concat_n(term_ctx *c, const term *parts, unsigned count)
{
    require(count > 0, "there is something to concatenate");
    term t = parts[0];
    for (unsigned i = 1; i < count; i++) t = mk_concat(c, parts[i], t);
    return t;
}

term term_mk_masked(term_ctx *c, term x, term mask, unsigned most)
{
    unsigned width = term_width(c, x), parts = 0;
    term part[TERM_WIDTH_MAX];
    for (unsigned low = 0, high; low < width; low = high) {
        bool one = bv_bit(term_limbs(c, mask), low);
        for (high = low + 1; high < width && bv_bit(term_limbs(c, mask), high) == one;) high++;
        if (parts == most) return TERM_NONE;
        part[parts++] = one ? term_mk_extract(c, high - 1, low, x) : term_mk_u64(c, 0, high - low);
    }
    return term_mk_concat_n(c, part, parts);
}

/* ---- walks ---- */

/* A new walk: no node is seen. */
static struct walk *begin_walk(const term_ctx *c)
{
    struct walk *w = c->walk;
    if (w->cap < c->count) {
        uint32_t cap = c->cap;
        w->seen = mem_grow(w->seen, cap, sizeof *w->seen);
        w->map = mem_grow(w->map, cap, sizeof *w->map);
        memset(w->seen + w->cap, 0, (cap - w->cap) * sizeof *w->seen);
        w->cap = cap;
    }
    w->now++;
    w->count = 0;
    return w;
}

/* Whether t was seen; it is now, and in the list. */
static bool see(struct walk *w, term t)
{
    if (w->seen[t] == w->now) return true;
    if (w->count == w->list_cap) {
        w->list_cap = w->list_cap ? 2 * w->list_cap : 256;
        w->list = mem_grow(w->list, w->list_cap, sizeof *w->list);
    }
    w->seen[t] = w->now;
    w->list[w->count++] = t;
    return false;
}

static int by_number(const void *a, const void *b)
{
    term x = *(const term *)a, y = *(const term *)b;
    return x < y ? -1 : x > y;
}

/* Lists t and what is below it, arguments first. */
static struct walk *list_needed(const term_ctx *c, term t)
{
    struct walk *w = begin_walk(c);
    see(w, t);
    for (uint32_t i = 0; i < w->count; i++)
        for (unsigned k = 0; k < op_info[c->nodes[w->list[i]].op].args; k++) see(w, c->nodes[w->list[i]].arg[k]);
    qsort(w->list, w->count, sizeof *w->list, by_number);
    return w;
}

bool *term_mark_needed(const term_ctx *c, term t)
{
    bool *needed = mem_alloc((size_t)t + 1, sizeof *needed);
    needed[t] = true;
    for (term i = t; i > 0; i--)
        for (unsigned k = 0; needed[i] && k < op_info[c->nodes[i].op].args; k++) needed[c->nodes[i].arg[k]] = true;
    return needed;
}

static term rebuild_leaf(term_ctx *to, const term_ctx *from, term t)
{
    if (to == from) return t;
    switch (term_get_op(from, t)) {
    case TERM_CONST: return term_mk_const(to, term_limbs(from, t), term_width(from, t));
    case TERM_VAR: return term_mk_var(to, term_name(from, t), term_width(from, t));
    default: return term_mk_bool(to, term_get_op(from, t) == TERM_TRUE);
    }
}

term term_rebuild(term_ctx *to, const term_ctx *from, term t, const term *arg)
{
    node n = from->nodes[t];
    switch (n.op) {
    case TERM_CONST: case TERM_VAR: case TERM_TRUE: case TERM_FALSE: return rebuild_leaf(to, from, t);
    case TERM_NOT: case TERM_BVNOT: case TERM_BVNEG: return term_mk_unary(to, n.op, arg[0]);
    case TERM_ITE: return term_mk_ite(to, arg[0], arg[1], arg[2]);
    case TERM_EXTRACT: return term_mk_extract(to, n.arg[1], n.arg[2], arg[0]);
    case TERM_ZERO_EXTEND: case TERM_SIGN_EXTEND: return term_mk_extend(to, n.op, n.arg[1], arg[0]);
    default: return term_mk_binary(to, n.op, arg[0], arg[1]);
    }
}

term term_map(term_ctx *c, term t, term_step *step, void *user)
{
    bool *needed = term_mark_needed(c, t);
    term *map = mem_alloc((size_t)t + 1, sizeof *map);
    for (term i = 1; i <= t; i++) {
        term arg[TERM_ARGS_MAX] = {TERM_NONE};
        for (unsigned k = 0; needed[i] && k < term_nargs(c, i); k++) arg[k] = map[term_arg(c, i, k)];
        if (needed[i]) map[i] = step(user, i, arg);
    }
    term result = map[t];
    mem_free(needed);
    mem_free(map);
    return result;
}

term term_substitute(term_ctx *c, term t, const term *vars, const term *by, unsigned count)
{
    struct walk *w = list_needed(c, t);
    for (uint32_t i = 0; i < w->count; i++) w->map[w->list[i]] = TERM_NONE;
    for (unsigned i = 0; i < count; i++) {
        require(term_width(c, vars[i]) == term_width(c, by[i]), "a variable and its replacement have one width");
        if (vars[i] <= t) w->map[vars[i]] = by[i]; /* of those that do not occur nobody asks */
    }
    for (uint32_t i = 0; i < w->count; i++) {
        term arg[TERM_ARGS_MAX] = {TERM_NONE}, n = w->list[i];
        if (w->map[n]) continue;
        for (unsigned k = 0; k < term_nargs(c, n); k++) arg[k] = w->map[term_arg(c, n, k)];
        w->map[n] = term_rebuild(c, c, n, arg); /* starts no walk */
    }
    return w->map[t];
}

/* Variables below t, in the order in which they are met from the left. */
static unsigned walk_vars(const term_ctx *c, struct walk *w, term t, term *vars, unsigned count, unsigned max)
{
    if (see(w, t)) return count;
    if (c->nodes[t].op == TERM_VAR) {
        if (count < max) vars[count] = t;
        count++;
    }
    for (unsigned k = 0; k < term_nargs(c, t); k++) count = walk_vars(c, w, c->nodes[t].arg[k], vars, count, max);
    return count;
}

unsigned term_collect_vars(const term_ctx *c, term t, term *vars, unsigned max)
{
    return walk_vars(c, begin_walk(c), t, vars, 0, max);
}

static void eval_node(const term_ctx *c, term t, uint64_t **value)
{
    const uint64_t *a[3] = {0};
    unsigned widths[3] = {0};
    for (unsigned k = 0; k < op_info[c->nodes[t].op].args; k++) {
        a[k] = value[c->nodes[t].arg[k]];
        widths[k] = c->nodes[c->nodes[t].arg[k]].width;
    }
    if (!eval_narrow(&c->nodes[t], a, widths, value[t])) eval_op(&c->nodes[t], a, widths, value[t]);
}

struct term_evaluator {
    const term_ctx *c;
    term t;
    unsigned count, nsteps;
    term *var;  /* TERM_NONE for one that does not occur */
    term *step; /* what has to be computed each time, arguments first */
    uint64_t **value;
    arena mem;
};

static unsigned limbs_of(const term_ctx *c, term t)
{
    return bv_limbs(c->nodes[t].width ? c->nodes[t].width : 1);
}

term_evaluator *term_evaluator_new(const term_ctx *c, term t, const term *vars, unsigned count)
{
    term_evaluator *e = mem_alloc(1, sizeof *e);
    bool *needed = term_mark_needed(c, t);
    *e = (term_evaluator){.c = c, .t = t, .count = count};
    e->value = mem_alloc((size_t)t + 1, sizeof *e->value);
    e->var = mem_alloc((size_t)count + 1, sizeof *e->var);
    e->step = mem_alloc((size_t)t + 1, sizeof *e->step);
    for (term i = 1; i <= t; i++)
        if (needed[i]) e->value[i] = arena_new(&e->mem, limbs_of(c, i), uint64_t);
    for (unsigned k = 0; k < count; k++) {
        if (vars[k] > t || !needed[vars[k]]) continue;
        e->var[k] = vars[k];
        needed[vars[k]] = false; /* is given */
    }
    for (term i = 1; i <= t; i++) {
        if (!needed[i]) continue;
        if (term_is_const(c, i)) eval_node(c, i, e->value);
        else e->step[e->nsteps++] = i;
    }
    mem_free(needed);
    return e;
}

void term_evaluator_run(term_evaluator *e, const uint64_t *const *values, uint64_t *out)
{
    for (unsigned k = 0; k < e->count; k++) {
        if (!e->var[k]) continue;
        unsigned w = term_width(e->c, e->var[k]);
        memcpy(e->value[e->var[k]], values[k], limbs_of(e->c, e->var[k]) * sizeof *out);
        if (w) bv_trim(e->value[e->var[k]], w);
    }
    for (unsigned i = 0; i < e->nsteps; i++) eval_node(e->c, e->step[i], e->value);
    memcpy(out, e->value[e->t], limbs_of(e->c, e->t) * sizeof *out);
}

void term_evaluator_free(term_evaluator *e)
{
    if (!e) return;
    arena_free(&e->mem);
    mem_free(e->value);
    mem_free(e->var);
    mem_free(e->step);
    mem_free(e);
}

void term_eval(const term_ctx *c, term t, const term *vars, const uint64_t *const *values, unsigned count,
               uint64_t *out)
{
    term_evaluator *e = term_evaluator_new(c, t, vars, count);
    term_evaluator_run(e, values, out);
    term_evaluator_free(e);
}

/* ---- printing ---- */

typedef struct printer {
    const term_ctx *c;
    strbuf *out;
    uint32_t *uses;  /* references from within the printed term */
    uint32_t *label; /* number of the let binding, from 1 */
    uint32_t labels, open;
} printer;

static void count_uses(printer *p, term t)
{
    if (p->uses[t]++) return;
    for (unsigned k = 0; k < term_nargs(p->c, t); k++) count_uses(p, p->c->nodes[t].arg[k]);
}

static void print_const(printer *p, const node *n)
{
    const uint64_t *v = n->data;
    if (n->width % 4 == 0) {
        strbuf_puts(p->out, "#x");
        for (unsigned i = n->width / 4; i-- > 0;) strbuf_printf(p->out, "%x", (unsigned)(v[i / 16] >> i % 16 * 4) & 15);
    } else {
        strbuf_puts(p->out, "#b");
        for (unsigned i = n->width; i-- > 0;) strbuf_puts(p->out, bv_bit(v, i) ? "1" : "0");
    }
}

static void print_ref(printer *p, term t);

static void print_body(printer *p, term t)
{
    const node *n = &p->c->nodes[t];
    unsigned args = op_info[n->op].args, ints = op_info[n->op].ints;
    if (n->op == TERM_CONST) { print_const(p, n); return; }
    if (n->op == TERM_VAR) { strbuf_puts(p->out, n->data); return; }
    if (args == 0) { strbuf_puts(p->out, op_info[n->op].name); return; }
    strbuf_puts(p->out, ints ? "((_ " : "(");
    strbuf_puts(p->out, op_info[n->op].name);
    for (unsigned k = 0; k < ints; k++) strbuf_printf(p->out, " %u", n->arg[1 + k]);
    if (ints) strbuf_puts(p->out, ")");
    for (unsigned k = 0; k < args; k++) {
        strbuf_puts(p->out, " ");
        print_ref(p, n->arg[k]);
    }
    strbuf_puts(p->out, ")");
}

static void print_ref(printer *p, term t)
{
    if (p->label[t]) strbuf_printf(p->out, "?%u", p->label[t]);
    else print_body(p, t);
}

/* Binds every shared compound subterm below t, innermost first. */
static void bind_shared(printer *p, term t)
{
    unsigned args = term_nargs(p->c, t);
    if (!args || p->label[t] || !p->uses[t]) return;
    for (unsigned k = 0; k < args; k++) bind_shared(p, p->c->nodes[t].arg[k]);
    if (p->uses[t] < 2) return;
    strbuf_printf(p->out, "(let ((?%u ", p->labels + 1);
    print_body(p, t);
    strbuf_puts(p->out, "))\n");
    p->label[t] = ++p->labels;
    p->open++;
}

void term_print(const term_ctx *c, term t, strbuf *out)
{
    printer p = {.c = c, .out = out};
    p.uses = mem_alloc(t + 1, sizeof *p.uses);
    p.label = mem_alloc(t + 1, sizeof *p.label);
    count_uses(&p, t);
    bind_shared(&p, t);
    print_ref(&p, t);
    for (uint32_t i = 0; i < p.open; i++) strbuf_puts(out, ")");
    mem_free(p.uses);
    mem_free(p.label);
}
