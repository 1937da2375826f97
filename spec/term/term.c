// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* term.c - the term store and its constructors.
 *
 * Nodes live in one array; an argument always has a smaller index than its user, so "for all terms
 * below t, in order" is a topological order. A hash table over (operator, width, arguments) makes
 * equal terms identical.
 *
 * Local simplification keeps routing explicit, which is what the chunk argument (lift.c) and the
 * kernels rely on:
 *   - constants fold, units and zeros vanish, x op x and double negations collapse;
 *   - shifts by constants and zero extensions become concat and extract;
 *   - concat is right-nested with non-concat heads; neighbouring constants and neighbouring
 * extracts of one term merge;
 *   - what has fewer bits than a constant is below it;
 *   - extract moves inside concat, bitwise operators, ite, sign extension, and (from bit 0) add,
 * sub, mul, neg. Nothing is reordered: the printed form depends only on how the term was written.
 */
#include "term.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bv.h"
#include "node.h"

enum { EXTRACT_MEMO = 1 << 14 };
struct extract_memo {
    term from, result;
    uint16_t high, low;
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
        for (unsigned i = 0; i < bv_limbs(n->width); i++)
            h = mix(h, ((const uint64_t *)n->data)[i]);
    if (n->op == TERM_VAR)
        for (const char *s = n->data; *s; s++) h = mix(h, (unsigned char)*s);
    return finish(h);
}

static bool node_equal(const node *a, const node *b)
{
    if (a->op != b->op || a->width != b->width || memcmp(a->arg, b->arg, sizeof a->arg))
        return false;
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

term_op term_get_op(const term_ctx *c, term t) { return node_get(c, t)->op; }
unsigned term_width(const term_ctx *c, term t) { return node_get(c, t)->width; }
unsigned term_nargs(const term_ctx *c, term t) { return node_info[node_get(c, t)->op].args; }

term term_arg(const term_ctx *c, term t, unsigned i)
{
    require(i < term_nargs(c, t), "the argument exists");
    return c->nodes[t].arg[i];
}

unsigned term_int(const term_ctx *c, term t, unsigned i)
{
    require(i < node_info[node_get(c, t)->op].ints, "the index exists");
    return c->nodes[t].arg[1 + i];
}

const uint64_t *term_limbs(const term_ctx *c, term t)
{
    require(node_get(c, t)->op == TERM_CONST, "the term is a constant");
    return c->nodes[t].data;
}

const char *term_name(const term_ctx *c, term t)
{
    require(node_get(c, t)->op == TERM_VAR, "the term is a variable");
    return c->nodes[t].data;
}

const char *term_op_name(term_op op) { return node_info[op].name; }
bool term_is_const(const term_ctx *c, term t) { return node_get(c, t)->op == TERM_CONST; }

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

static bool is_literal(const term_ctx *c, term t)
{
    term_op op = node_get(c, t)->op;
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
    unsigned widths[3] = {0}, count = node_info[n->op].args;
    uint64_t out[TERM_LIMBS_MAX] = {0};
    for (unsigned i = 0; i < count; i++) {
        if (!is_literal(c, n->arg[i])) return TERM_NONE;
        a[i] = literal_limbs(c, n->arg[i]);
        widths[i] = c->nodes[n->arg[i]].width;
    }
    node_eval(n, a, widths, out);
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
        if (is_ones(c, x))
            return op == TERM_BVAND ? y : op == TERM_BVOR ? x : term_mk_unary(c, TERM_BVNOT, y);
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
    if (op == TERM_BVSHL)
        return term_mk_binary(c, TERM_CONCAT, term_mk_extract(c, w - 1 - by, 0, a), zeros);
    return term_mk_binary(c, TERM_CONCAT, zeros, term_mk_extract(c, w - 1, by, a));
}

/* How many of the highest bits are seen to be zeros. */
static unsigned zeros_above(const term_ctx *c, term t)
{
    unsigned zeros = 0;
    for (;;) {
        const node *n = node_get(c, t);
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

/* Nothing is below zero, and nothing above all ones; what has fewer bits than a constant is below
 * it. */
static term simplify_order(term_ctx *c, term_op op, term a, term b)
{
    if (op == TERM_BVULT && term_is_const(c, b) && zeros_above(c, a) > zeros_above(c, b))
        return term_mk_bool(c, true);
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
    const node *h = node_get(c, high), *l = node_get(c, low);
    if (h->op == TERM_CONST && l->op == TERM_CONST) {
        node n = {.op = TERM_CONCAT, .width = (uint16_t)(h->width + l->width), .arg = {high, low}};
        return fold(c, &n);
    }
    if (h->op == TERM_EXTRACT && l->op == TERM_EXTRACT && h->arg[0] == l->arg[0] &&
        h->arg[2] == l->arg[1] + 1)
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
    require(op == TERM_NOT ? w == 0 : (op == TERM_BVNOT || op == TERM_BVNEG) && w > 0,
            "operator and sort agree");
    node n = {.op = (uint8_t)op, .width = (uint16_t)w, .arg = {a}};
    term folded = fold(c, &n);
    if (folded) return folded;
    if (term_get_op(c, a) == op) return c->nodes[a].arg[0];
    return intern(c, n);
}

static void check_binary_sorts(const term_ctx *c, term_op op, term a, term b)
{
    unsigned wa = term_width(c, a), wb = term_width(c, b);
    require(node_info[op].args == 2, "the operator has two arguments");
    if (op == TERM_AND || op == TERM_OR) require(!wa && !wb, "both sides are Bool");
    else if (op == TERM_CONCAT) require(wa && wb, "both sides are bit-vectors");
    else require(wa == wb && (wa || op == TERM_EQ), "both sides have one width");
}

static term simplify_binary(term_ctx *c, term_op op, term a, term b)
{
    if (op == TERM_AND || op == TERM_OR) return simplify_bool(c, op, a, b);
    if (is_bitwise(op)) return simplify_bitwise(c, op, a, b);
    if (op == TERM_BVADD || op == TERM_BVSUB || op == TERM_BVMUL)
        return simplify_arith(c, op, a, b);
    if (op == TERM_BVSHL || op == TERM_BVLSHR || op == TERM_BVASHR)
        return simplify_shift(c, op, a, b);
    if (is_predicate(op) && a == b)
        return term_mk_bool(c, op == TERM_EQ || op == TERM_BVULE || op == TERM_BVSLE);
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
    node n = *node_get(c, t);
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
    return low == 0 &&
           (op == TERM_BVADD || op == TERM_BVSUB || op == TERM_BVMUL || op == TERM_BVNEG);
}

term term_mk_extract(term_ctx *c, unsigned high, unsigned low, term a)
{
    node n = *node_get(c, a);
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
    if (term_get_op(c, a) == TERM_CONCAT &&
        term_is_zero(c, c->nodes[a].arg[1])) /* what is above zeros is extended */
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
