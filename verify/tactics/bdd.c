// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* bdd.c - binary decision diagrams: nodes in one array, found again by a hash table, and one
 * operation, if-then-else.
 *
 * Node 0 is the constant false. Of every other node the low edge is not complemented, the children
 * differ and ask later variables only, and no two nodes are alike: so a function has one number.
 * Results of if-then-else are remembered in a table that forgets.
 *
 * Called by diagrams.c. */
#include "bdd.h"

enum { NODES_FIRST = 1 << 12, RESULTS = 1 << 18, LAST = UINT16_MAX };

typedef struct node {
    bdd low, high;
    uint16_t var; /* LAST: the constant */
} node;

typedef struct result {
    bdd f, g, h, out;
} result;

struct bdd_store {
    node *nodes;
    size_t count, cap, most; /* cap: a power of two */
    uint32_t *table;         /* of numbers of nodes, 2 * cap places; 0: free */
    result *results;
    uint64_t steps;
    bool exhausted;
};

bdd_store *bdd_store_new(size_t nodes, uint64_t steps)
{
    require(nodes > 0 && nodes <= (size_t)1 << 30, "an edge is 32 bits");
    bdd_store *s = mem_alloc(1, sizeof *s);
    s->cap = NODES_FIRST;
    s->most = nodes;
    s->steps = steps;
    s->nodes = mem_alloc(s->cap, sizeof *s->nodes);
    s->table = mem_alloc(2 * s->cap, sizeof *s->table);
    s->results = mem_alloc(RESULTS, sizeof *s->results);
    s->nodes[0].var = LAST;
    s->count = 1;
    return s;
}

void bdd_store_free(bdd_store *s)
{
    if (!s) return;
    mem_free(s->nodes);
    mem_free(s->table);
    mem_free(s->results);
    mem_free(s);
}

bool bdd_exhausted(const bdd_store *s) { return s->exhausted; }
size_t bdd_count(const bdd_store *s) { return s->count; }

/* ---- nodes ---- */

static uint64_t mix(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t x = (a * 0x9e3779b97f4a7c15u ^ b) * 0xbf58476d1ce4e5b9u ^ c;
    return (x ^ x >> 29) * 0x94d049bb133111ebu >> 20;
}

static size_t home(const bdd_store *s, const node *n)
{
    return mix(n->low, n->high, n->var) & (2 * s->cap - 1);
}

/* The place of a node that is alike, or a free one. */
static size_t find(const bdd_store *s, const node *n)
{
    size_t at = home(s, n);
    for (; s->table[at]; at = (at + 1) & (2 * s->cap - 1)) {
        const node *k = &s->nodes[s->table[at]];
        if (k->low == n->low && k->high == n->high && k->var == n->var) break;
    }
    return at;
}

static void grow(bdd_store *s)
{
    s->cap *= 2;
    s->nodes = mem_grow(s->nodes, s->cap, sizeof *s->nodes);
    mem_free(s->table);
    s->table = mem_alloc(2 * s->cap, sizeof *s->table);
    for (uint32_t i = 1; i < s->count; i++) s->table[find(s, &s->nodes[i])] = i;
}

static bdd make(bdd_store *s, unsigned var, bdd low, bdd high)
{
    if (low == high) return low;
    bdd complemented = low & 1;
    node n = {low ^ complemented, high ^ complemented, (uint16_t)var};
    size_t at = find(s, &n);
    if (s->table[at]) return s->table[at] << 1 | complemented;
    if (s->count == s->most) {
        s->exhausted = true;
        return BDD_FALSE;
    }
    if (s->count == s->cap) {
        grow(s);
        at = find(s, &n);
    }
    s->table[at] = (uint32_t)s->count;
    s->nodes[s->count] = n;
    return (bdd)(s->count++ << 1) | complemented;
}

bdd bdd_var(bdd_store *s, unsigned number)
{
    require(number < LAST, "a variable's number fits its node");
    return make(s, number, BDD_FALSE, BDD_TRUE);
}

/* ---- if-then-else ---- */

static unsigned var_of(const bdd_store *s, bdd f) { return s->nodes[f >> 1].var; }

/* f where that variable, which is not behind f's own, is that value. */
static bdd cofactor(const bdd_store *s, bdd f, unsigned var, bool value)
{
    const node *n = &s->nodes[f >> 1];
    return n->var != var ? f : (value ? n->high : n->low) ^ (f & 1);
}

/* Of the ways to write the same, one; true when that is *g already. */
static bool simplify(bdd *f, bdd *g, bdd *h)
{
    if (*f < 2) *g = *f == BDD_TRUE ? *g : *h;
    if (*f < 2) return true;
    if (*g == *f) *g = BDD_TRUE;
    if (*g == bdd_not(*f)) *g = BDD_FALSE;
    if (*h == *f) *h = BDD_FALSE;
    if (*h == bdd_not(*f)) *h = BDD_TRUE;
    if (*g == *h) return true;
    if (*g == BDD_TRUE && *h == BDD_FALSE) *g = *f;
    else if (*g == BDD_FALSE && *h == BDD_TRUE) *g = bdd_not(*f);
    else return false;
    return true;
}

static void swap(bdd *f, bdd *g)
{
    bdd t = *f;
    *f = *g;
    *g = t;
}

/* Arguments of and, or, xor in the order of their numbers. */
static void order(bdd *f, bdd *g, bdd *h)
{
    if (*h == BDD_FALSE && *g < *f) swap(f, g);
    else if (*g == BDD_TRUE && *h < *f) swap(f, h);
    else if (*g == bdd_not(*h) && *g < *f) {
        swap(f, g);
        *h = bdd_not(*g);
    }
}

bdd bdd_ite(bdd_store *s, bdd f, bdd g, bdd h)
{
    if (s->exhausted || simplify(&f, &g, &h)) return g;
    order(&f, &g, &h);
    if (f & 1) {
        f = bdd_not(f);
        swap(&g, &h);
    }
    bdd complemented = g & 1;
    g ^= complemented;
    h ^= complemented;
    result *known = &s->results[mix(f, g, h) % RESULTS];
    if (known->f == f && known->g == g && known->h == h) return known->out ^ complemented;
    if (!s->steps || !--s->steps) s->exhausted = true;
    unsigned var = var_of(s, f);
    if (var_of(s, g) < var) var = var_of(s, g);
    if (var_of(s, h) < var) var = var_of(s, h);
    bdd low = bdd_ite(s, cofactor(s, f, var, false), cofactor(s, g, var, false),
                      cofactor(s, h, var, false));
    bdd high = bdd_ite(s, cofactor(s, f, var, true), cofactor(s, g, var, true),
                       cofactor(s, h, var, true));
    bdd out = s->exhausted ? BDD_FALSE : make(s, var, low, high);
    if (!s->exhausted) *known = (result){f, g, h, out};
    return out ^ complemented;
}

/* ---- values ---- */

bool bdd_eval(const bdd_store *s, bdd f, const bool *value)
{
    while (f > 1) f = cofactor(s, f, var_of(s, f), value[var_of(s, f)]);
    return f == BDD_TRUE;
}

void bdd_satisfy(const bdd_store *s, bdd f, bool *value)
{
    require(f != BDD_FALSE, "the function is true somewhere");
    while (f != BDD_TRUE) {
        unsigned var = var_of(s, f);
        value[var] = cofactor(s, f, var, true) != BDD_FALSE;
        f = cofactor(s, f, var, value[var]);
    }
}
