// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stages.c - the stages of a network, and its addresses.
 *
 * Take the operations element by element. Those that read each other without a shuffle between are
 * a thread; so are those that read the same element, as a sum and a difference do. A level is a
 * stage if all its threads do the same. It reads all that the stage before it gives, and where that
 * comes from is an affine map of addresses: what else there may be is not known here. Called by
 * network.c. */
#include <stdlib.h>

#include "network.h"

enum { SLOTS_MAX = 32, NODES_MAX = 128 };

/* An operation's element, and the thread that it belongs to. */
typedef struct member {
    element e;
    unsigned level, thread;
} member;

typedef struct builder {
    network *n;
    member *member;
    unsigned count, *first; /* of each vector's elements, among all */
    unsigned *parent;       /* of elements of threads */
    unsigned *reader;       /* of elements: one of another thread that reads it, plus one */
    bool *read;             /* elements that are read by other threads or outside */
    element *frontier;      /* by addresses: what the last stage gave */
    unsigned nfrontier;
} builder;

static vector *vector_of(const builder *b, element e) { return &b->n->vectors[element_vector(e)]; }

static unsigned index_of(const builder *b, element e)
{
    return b->first[element_vector(e)] + element_lane(e);
}

static unsigned thread_of(const builder *b, unsigned i)
{
    while (b->parent[i] != i) i = b->parent[i] = b->parent[b->parent[i]];
    return i;
}

static element operand_of(const builder *b, element e, unsigned k)
{
    return network_element(b->n, LLVMGetOperand(vector_of(b, e)->value, k), element_lane(e));
}

/* Is it an element of an operation of the same level, read as it is? */
static bool is_same_thread(const builder *b, element reader, element e)
{
    return e < ELEMENT_NONE && vector_of(b, e)->operation &&
           vector_of(b, e)->level == vector_of(b, reader)->level;
}

static void list_members(builder *b)
{
    network *n = b->n;
    unsigned all = 0;
    b->first = arena_new(n->arena, n->nvectors + 1, unsigned);
    for (unsigned v = 0; v < n->nvectors; v++) {
        b->first[v] = all;
        all += n->vectors[v].lanes;
    }
    b->parent = arena_new(n->arena, all + 1, unsigned);
    b->reader = arena_new(n->arena, all + 1, unsigned);
    b->member = arena_new(n->arena, all + 1, member);
    b->read = arena_new(n->arena, all + 1, bool);
    b->frontier = arena_new(n->arena, all + 1, element);
    for (unsigned i = 0; i < all; i++) b->parent[i] = i;
    for (unsigned v = 0; v < n->nvectors; v++)
        for (unsigned i = 0; i < n->vectors[v].lanes && n->vectors[v].operation; i++)
            if (n->vectors[v].live[i])
                b->member[b->count++] = (member){v * ELEMENT_LANES + i, n->vectors[v].level, 0};
}

static void join(builder *b, unsigned i, unsigned j)
{
    b->parent[thread_of(b, i)] = thread_of(b, j);
}

/* The element is read by one of another thread. All that read it at that level go together. */
static void read_by(builder *b, element e, element reader)
{
    unsigned i = index_of(b, e), other = b->reader[i];
    b->read[i] = true;
    b->reader[i] = index_of(b, reader) + 1;
    if (other) join(b, other - 1, index_of(b, reader));
}

static void join_members(builder *b)
{
    for (unsigned m = 0; m < b->count; m++) {
        element e = b->member[m].e;
        for (unsigned k = 0; k < operation_arity(vector_of(b, e)->value); k++) {
            element from = operand_of(b, e, k);
            if (from >= ELEMENT_NONE) continue;
            if (is_same_thread(b, e, from)) join(b, index_of(b, from), index_of(b, e));
            else read_by(b, from, e);
        }
    }
    for (unsigned s = 0; s < b->n->nsinks; s++)
        for (unsigned i = 0; i < b->n->sinks[s].lanes; i++)
            b->read[index_of(b, b->n->sinks[s].from[i])] = true;
}

static int by_thread(const void *a, const void *b)
{
    const member *x = a, *y = b;
    if (x->level != y->level) return x->level < y->level ? -1 : 1;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    return x->e < y->e ? -1 : x->e > y->e;
}

static void sort_members(builder *b)
{
    for (unsigned m = 0; m < b->count; m++)
        b->member[m].thread = thread_of(b, index_of(b, b->member[m].e));
    qsort(b->member, b->count, sizeof *b->member, by_thread);
}

static unsigned end_of_thread(const builder *b, unsigned m)
{
    unsigned end = m + 1;
    while (end < b->count && b->member[end].thread == b->member[m].thread) end++;
    return end;
}

/* ---- what a thread reads ---- */

typedef struct slots {
    unsigned count;
    element e[SLOTS_MAX];
} slots;

static unsigned slot_of(const slots *s, element e)
{
    unsigned k = 0;
    while (k < s->count && s->e[k] != e) k++;
    return k;
}

static bool add_slots(const builder *b, slots *s, element e)
{
    for (unsigned k = 0; k < operation_arity(vector_of(b, e)->value); k++) {
        element from = operand_of(b, e, k);
        if (from >= ELEMENT_NONE || is_same_thread(b, e, from) || slot_of(s, from) < s->count)
            continue;
        if (s->count == SLOTS_MAX) return false;
        s->e[s->count++] = from;
    }
    return true;
}

/* In the order in which they are read, first by what does not commute: that tells them apart. */
static bool find_slots(const builder *b, unsigned begin, unsigned end, slots *s)
{
    s->count = 0;
    for (unsigned commuting = 0; commuting < 2; commuting++)
        for (unsigned m = begin; m < end; m++) {
            element e = b->member[m].e;
            if (operation_commutes(vector_of(b, e)->value) != commuting) continue;
            if (!add_slots(b, s, e)) return false;
        }
    return true;
}

/* ---- stages ---- */

static source source_of(const builder *b, unsigned begin, unsigned end, const slots *s, element e,
                        unsigned k)
{
    element from = operand_of(b, e, k);
    if (from == ELEMENT_CONSTANT) return (source){FROM_CONSTANT, 0};
    if (!is_same_thread(b, e, from)) return (source){FROM_SLOT, slot_of(s, from)};
    unsigned m = begin;
    while (m < end && b->member[m].e != from) m++;
    return (source){FROM_NODE, m - begin};
}

static bool is_after(source a, source b)
{
    return a.kind != b.kind ? a.kind > b.kind : a.number > b.number;
}

static node node_of(const builder *b, unsigned begin, unsigned end, const slots *s, unsigned m)
{
    element e = b->member[m].e;
    node made = {vector_of(b, e)->value, operation_arity(vector_of(b, e)->value), {{0}}};
    for (unsigned k = 0; k < made.noperands; k++)
        made.operand[k] = source_of(b, begin, end, s, e, k);
    bool turns = operation_commutes(made.like) && is_after(made.operand[0], made.operand[1]);
    if (turns && made.operand[0].kind != FROM_CONSTANT) {
        source first = made.operand[0];
        made.operand[0] = made.operand[1];
        made.operand[1] = first;
    }
    return made;
}

static bool same_node(const node *x, const node *y)
{
    if (!operation_same(x->like, y->like)) return false;
    for (unsigned k = 0; k < x->noperands; k++)
        if (x->operand[k].kind != y->operand[k].kind ||
            x->operand[k].number != y->operand[k].number)
            return false;
    return true;
}

/* Are all slots combined by one operation, in whatever order? Each slot and each node but the last
 * is read once then. */
static bool is_sum(const stage *g)
{
    if (g->nnodes + 1 != g->nslots || g->nouts != 1 || g->outs[0] + 1 != g->nnodes) return false;
    bool good = operation_commutes(g->node->like) && operation_associates(g->node->like);
    uint64_t slots_read = 0, nodes_read = 0;
    for (unsigned i = 0; i < g->nnodes; i++)
        for (unsigned k = 0; k < 2 && good; k++) {
            source s = g->node[i].operand[k];
            uint64_t *read = s.kind == FROM_SLOT ? &slots_read : &nodes_read;
            good = operation_same(g->node[i].like, g->node->like) && s.kind != FROM_CONSTANT &&
                   !(*read >> s.number & 1);
            *read |= UINT64_C(1) << s.number;
        }
    return good;
}

/* Would it be the same with slots exchanged? */
static bool is_symmetric(const stage *g)
{
    if (is_sum(g)) return true;
    if (g->nslots != 2) return false;
    for (unsigned i = 0; i < g->nnodes; i++) {
        const node *x = &g->node[i];
        unsigned of_slots = 0;
        for (unsigned k = 0; k < x->noperands; k++) of_slots += x->operand[k].kind == FROM_SLOT;
        if (of_slots && !(operation_commutes(x->like) && of_slots == 2 && x->noperands == 2 &&
                          x->operand[0].number != x->operand[1].number))
            return false;
    }
    return true;
}

static unsigned address_of(const builder *b, element e)
{
    return vector_of(b, e)->address[element_lane(e)];
}

static bool begin_stage(builder *b, stage *g, unsigned begin, unsigned end, const slots *s)
{
    arena *p = b->n->arena;
    unsigned most = (b->count - begin) / (end - begin) + 1;
    *g = (stage){.level = b->member[begin].level, .nslots = s->count, .nnodes = end - begin};
    if (g->nnodes > NODES_MAX || !s->count) return false;
    g->node = arena_new(p, g->nnodes, node);
    g->outs = arena_new(p, g->nnodes, unsigned);
    g->slots = arena_new(p, most, element *);
    g->nodes = arena_new(p, most, element *);
    for (unsigned i = 0; i < g->nnodes; i++) {
        g->node[i] = node_of(b, begin, end, s, begin + i);
        if (b->read[index_of(b, b->member[begin + i].e)]) g->outs[g->nouts++] = i;
    }
    return g->nouts > 0;
}

/* The thread does what the first one does, with the same results wanted. */
static bool add_thread(builder *b, stage *g, unsigned begin, unsigned end, const slots *s)
{
    unsigned nouts = 0, t = g->nthreads++;
    if (end - begin != g->nnodes || s->count != g->nslots) return false;
    g->slots[t] = arena_new(b->n->arena, g->nslots, element);
    g->nodes[t] = arena_new(b->n->arena, g->nnodes, element);
    memcpy(g->slots[t], s->e, g->nslots * sizeof(element));
    for (unsigned i = 0; i < g->nnodes; i++) {
        node x = node_of(b, begin, end, s, begin + i);
        g->nodes[t][i] = b->member[begin + i].e;
        if (!same_node(&x, &g->node[i])) return false;
        if (!b->read[index_of(b, g->nodes[t][i])]) continue;
        if (nouts == g->nouts || g->outs[nouts++] != i) return false;
    }
    return nouts == g->nouts;
}

/* ---- addresses ---- */

static bool is_power(unsigned x) { return x && !(x & (x - 1)); }

static unsigned log_of(unsigned x) { return (unsigned)__builtin_ctz(x); }

/* The map is affine if an address is where it is for 0, and for each of its digits. from: of so
 * many addresses, those in the frontier. */
static bool find_image(const unsigned *from, unsigned n, search_stage *g)
{
    digits image[SPACE_DIGITS];
    if (n > SPACE_DIGITS) return false;
    for (unsigned k = 0; k < n; k++) image[k] = (digits)(from[1U << k] ^ from[0]);
    for (unsigned i = 0; i < 1U << n; i++)
        if ((from[i] ^ from[0]) != space_map(image, (digits)i)) return false;
    return space_invert(image, n, g->image);
}

typedef struct order {
    unsigned address, thread;
} order;

static int by_address(const void *a, const void *b)
{
    const order *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

static void sort_slots(const builder *b, element *s, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = i; k && address_of(b, s[k - 1]) > address_of(b, s[k]); k--) {
            element e = s[k];
            s[k] = s[k - 1];
            s[k - 1] = e;
        }
}

/* Threads in the order of their first slots; where slots can change places they are in theirs, too.
 */
static void order_threads(builder *b, stage *g, bool symmetric)
{
    arena *p = b->n->arena;
    order *o = arena_new(p, g->nthreads, order);
    element **read = arena_new(p, g->nthreads, element *),
            **nodes = arena_new(p, g->nthreads, element *);
    for (unsigned t = 0; t < g->nthreads; t++) {
        if (symmetric) sort_slots(b, g->slots[t], g->nslots);
        o[t] = (order){address_of(b, g->slots[t][0]), t};
    }
    qsort(o, g->nthreads, sizeof *o, by_address);
    for (unsigned t = 0; t < g->nthreads; t++) {
        read[t] = g->slots[o[t].thread];
        nodes[t] = g->nodes[o[t].thread];
    }
    g->slots = read;
    g->nodes = nodes;
}

/* Where the elements that are read were; false where it is not all that there is. */
static bool read_frontier(const builder *b, const element *e, unsigned count, unsigned *from)
{
    if (count != b->nfrontier || !is_power(count)) return false;
    for (unsigned i = 0; i < count; i++) {
        if (e[i] >= ELEMENT_NONE) return false;
        from[i] = address_of(b, e[i]);
        if (from[i] >= count || b->frontier[from[i]] != e[i]) return false;
    }
    return true;
}

static search_stage *next_of_problem(builder *b)
{
    search_problem *p = &b->n->problem;
    return p->count < SEARCH_STAGES ? &p->stage[p->count++] : NULL;
}

static void hand_on(builder *b, element e, unsigned address)
{
    vector_of(b, e)->address[element_lane(e)] = address;
    b->frontier[address] = e;
}

static bool end_stage(builder *b, stage *g)
{
    bool symmetric = is_symmetric(g); /* before slots are in another order */
    unsigned all = g->nthreads * g->nslots;
    if (!is_power(g->nthreads) || !is_power(g->nslots) || !is_power(g->nouts)) return false;
    search_stage *s = next_of_problem(b);
    if (!s) return false;
    order_threads(b, g, symmetric);
    *s = (search_stage){log_of(g->nthreads), log_of(g->nslots), log_of(g->nouts), symmetric, {0}};
    element *e = arena_new(b->n->arena, all, element);
    unsigned *from = arena_new(b->n->arena, all, unsigned);
    for (unsigned i = 0; i < all; i++) e[i] = g->slots[i % g->nthreads][i / g->nthreads];
    if (!read_frontier(b, e, all, from) || !find_image(from, s->threads + s->slots, s))
        return false;
    b->nfrontier = g->nthreads * g->nouts;
    for (unsigned i = 0; i < b->nfrontier; i++)
        hand_on(b, g->nodes[i % g->nthreads][g->outs[i / g->nthreads]], i);
    return true;
}

static bool make_stages(builder *b)
{
    network *n = b->n;
    n->stages = arena_new(n->arena, SEARCH_STAGES, stage);
    for (unsigned m = 0, end; m < b->count; m = end) {
        slots s;
        end = end_of_thread(b, m);
        if (!find_slots(b, m, end, &s)) return false;
        bool fresh = !n->nstages || n->stages[n->nstages - 1].level != b->member[m].level;
        if (fresh) {
            if (n->nstages && !end_stage(b, &n->stages[n->nstages - 1])) return false;
            if (n->nstages == SEARCH_STAGES) return false;
            if (!begin_stage(b, &n->stages[n->nstages++], m, end, &s)) return false;
        }
        if (!add_thread(b, &n->stages[n->nstages - 1], m, end, &s)) return false;
    }
    return n->nstages && end_stage(b, &n->stages[n->nstages - 1]);
}

/* ---- from where, and to where ---- */

static bool is_leaf(const network *n, const vector *v)
{
    bool live = false;
    for (unsigned i = 0; i < v->lanes; i++) live |= v->live[i];
    return live && !v->operation && v->component == n->component;
}

static bool comes_after(const network *n, unsigned x, unsigned y)
{
    uintptr_t a = (uintptr_t)map_get(&n->places, n->vectors[x].value),
              b = (uintptr_t)map_get(&n->places, n->vectors[y].value);
    return a != b ? a > b : x > y;
}

/* Leaves in the order of the program. All of their elements are wanted. */
static bool read_leaves(builder *b)
{
    network *n = b->n;
    n->leaves = arena_new(n->arena, n->nvectors, unsigned);
    for (unsigned v = 0; v < n->nvectors; v++) {
        unsigned at = n->nleaves;
        if (!is_leaf(n, &n->vectors[v])) continue;
        for (; at > 0 && comes_after(n, n->leaves[at - 1], v); at--)
            n->leaves[at] = n->leaves[at - 1];
        n->leaves[at] = v;
        n->nleaves++;
    }
    for (unsigned k = 0; k < n->nleaves; k++)
        for (unsigned i = 0; i < n->vectors[n->leaves[k]].lanes; i++) {
            if (!n->vectors[n->leaves[k]].live[i]) return false;
            hand_on(b, n->leaves[k] * ELEMENT_LANES + i, b->nfrontier++);
        }
    return is_power(b->nfrontier);
}

static bool end_in_sinks(builder *b)
{
    network *n = b->n;
    unsigned all = 0, at = 0;
    for (unsigned s = 0; s < n->nsinks; s++) all += n->sinks[s].lanes;
    element *e = arena_new(n->arena, all, element);
    unsigned *from = arena_new(n->arena, all, unsigned);
    for (unsigned s = 0; s < n->nsinks; s++)
        for (unsigned i = 0; i < n->sinks[s].lanes; i++) e[at++] = n->sinks[s].from[i];
    search_stage *g = next_of_problem(b);
    if (!g || !read_frontier(b, e, all, from)) return false;
    *g = (search_stage){.threads = log_of(all)};
    return find_image(from, g->threads, g);
}

bool network_find_stages(network *n)
{
    builder b = {.n = n};
    n->problem.count = 0;
    list_members(&b);
    join_members(&b);
    sort_members(&b);
    return b.count && read_leaves(&b) && make_stages(&b) && end_in_sinks(&b);
}
