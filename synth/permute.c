/* permute.c - the backward search over goals of labels.
 *
 * Every way to make a goal is a `way`: one or two goals before it, the steps that lead from them, and how promising they look: the
 * number of different distances that bits travel, since one step moves bits of one distance or halves their number. Ways are tried
 * in that order. A table remembers each goal's cheapest program and the number of steps for which it has none, so goals that
 * come up again cost nothing and equal parts become one node. */
#include "permute.h"

#include <stdlib.h>
#include <string.h>

enum { LABEL_NONE = -2 }; /* equal to nothing that a goal asks for */
enum { MEMO_BITS = 16, WAYS_MAX = 24, SPLITS_MAX = 40, DISTANCES_MAX = 96, EXCHANGES_MAX = 4, CLASSES_SPLIT = 6, FREEDOM_MAX = 4096 };

typedef struct memo {
    uint64_t key[2];
    int node;         /* -1: none yet */
    int16_t cost;     /* of node */
    int16_t limit, freedom; /* nothing better of so many steps was found with so much freedom; -1: not tried */
    bool used, open;  /* open: it is being expanded, so it is before itself */
} memo;

struct permute {
    const permute_machine *m;
    unsigned ninputs, nnodes, memos, work;
    permute_node *node;
    memo *memo;
};

/* ---- nodes ---- */

permute *permute_new(const permute_machine *m, unsigned ninputs)
{
    permute *p = mem_alloc(1, sizeof *p);
    *p = (permute){.m = m, .ninputs = ninputs, .nnodes = ninputs};
    p->node = mem_alloc(PERMUTE_NODES_MAX, sizeof *p->node);
    for (unsigned i = 0; i < ninputs; i++) p->node[i] = (permute_node){.is_input = true, .src = {-1, -1, -1}};
    return p;
}

void permute_free(permute *p)
{
    if (!p) return;
    mem_free(p->node);
    mem_free(p->memo);
    mem_free(p);
}

const permute_node *permute_get_node(const permute *p, int n) { return &p->node[n]; }
const permute_machine *permute_get_machine(const permute *p) { return p->m; }

static int intern(permute *p, const permute_node *n)
{
    for (unsigned i = p->ninputs; i < p->nnodes; i++)
        if (!memcmp(&p->node[i], n, sizeof *n)) return (int)i;
    if (p->nnodes == PERMUTE_NODES_MAX) return -1;
    p->node[p->nnodes] = *n;
    return (int)p->nnodes++;
}

int permute_add_const(permute *p, const uint64_t *konst)
{
    permute_node n;
    memset(&n, 0, sizeof n);
    n.is_const = true;
    memcpy(n.konst, konst, p->m->bits / 8);
    n.src[0] = n.src[1] = n.src[2] = -1;
    return intern(p, &n);
}

int permute_add(permute *p, int instr, int64_t imm, int a, int b, int c)
{
    permute_node n;
    if (a < 0) return -1;
    memset(&n, 0, sizeof n);
    n.instr = instr;
    n.imm = imm;
    n.src[0] = a;
    n.src[1] = b;
    n.src[2] = c;
    return intern(p, &n);
}

int permute_add_mover(permute *p, const mover *m, int a, int b, const uint64_t *konst)
{
    int src[3] = {-1, -1, -1};
    for (unsigned i = 0; i < 3; i++) {
        if (m->operand[i] == MOVER_NOTHING) continue;
        src[i] = m->operand[i] == MOVER_CONSTANT ? permute_add_const(p, konst) : m->operand[i] ? b : a;
        if (src[i] < 0) return -1;
    }
    return permute_add(p, (int)m->instr, m->imm, src[0], src[1], src[2]);
}

unsigned permute_count(const permute *p, int n)
{
    return permute_count_both(p, n, n);
}

unsigned permute_count_both(const permute *p, int a, int b)
{
    int last = a > b ? a : b;
    bool *used = mem_alloc((size_t)last + 1, sizeof *used);
    unsigned count = 0;
    used[a] = used[b] = true;
    for (int i = last; i >= 0; i--) {
        const permute_node *x = &p->node[i];
        if (!used[i] || x->is_const || x->is_input) continue;
        count++;
        for (unsigned k = 0; k < 3; k++)
            if (x->src[k] >= 0) used[x->src[k]] = true;
    }
    mem_free(used);
    return count;
}

/* ---- goals ---- */

bool permute_is_goal(const permute_machine *m, unsigned ninputs, const labels *goal)
{
    for (unsigned i = 0; i < m->bits; i++)
        if (goal->at[i] < LABEL_FREE || goal->at[i] > (label)(ninputs * m->bits)) return false;
    return true;
}

unsigned permute_grain(const permute_machine *m, const labels *goal)
{
    for (unsigned g = 64; g > 1; g /= 2) {
        bool whole = true;
        for (unsigned i = 0; whole && i < m->bits; i += g)
            for (unsigned k = 0; whole && k < g; k++) {
                label l = goal->at[i + k];
                unsigned first = 0;
                while (first < g && goal->at[i + first] < 1) first++;
                if (first < g) {
                    int base = goal->at[i + first] - (int)first; /* the label of the block's bit 0 */
                    whole = (base - 1) % (int)g == 0 && (l == LABEL_FREE || l == base + (int)k);
                }
            }
        if (whole) return g;
    }
    return 1;
}

static void hash_goal(const permute *p, const labels *g, uint64_t key[2])
{
    uint64_t a = 0x9e3779b97f4a7c15u, b = 0xbf58476d1ce4e5b9u;
    const char *at = (const char *)g->at;
    for (unsigned i = 0; i < p->m->bits * sizeof(label); i += 8) {
        uint64_t v;
        memcpy(&v, at + i, 8);
        a = (a ^ v) * 0x94d049bb133111ebu;
        a ^= a >> 29;
        b = (b + v) * 0xd6e8feb86659fd93u;
        b ^= b >> 32;
    }
    key[0] = a;
    key[1] = b;
}

/* The goal's place in the table; NULL when it is full. */
static memo *memo_of(permute *p, const labels *g)
{
    uint64_t key[2];
    hash_goal(p, g, key);
    for (size_t i = key[0] & ((1u << MEMO_BITS) - 1);; i = (i + 1) & ((1u << MEMO_BITS) - 1)) {
        memo *e = &p->memo[i];
        if (e->used && e->key[0] == key[0] && e->key[1] == key[1]) return e;
        if (e->used) continue;
        if (p->memos > (3u << MEMO_BITS) / 4) return NULL;
        p->memos++;
        *e = (memo){.key = {key[0], key[1]}, .node = -1, .limit = -1, .freedom = -1, .used = true};
        return e;
    }
}

/* The input that meets the goal; -1: none. */
static int match_input(const permute *p, const labels *g)
{
    unsigned bits = p->m->bits;
    for (unsigned x = 0; x < p->ninputs; x++) {
        unsigned i = 0;
        while (i < bits && (g->at[i] == LABEL_FREE || g->at[i] == (label)(1 + x * bits + i))) i++;
        if (i == bits) return (int)x;
    }
    return -1;
}

static bool has_zero(const permute *p, const labels *g)
{
    for (unsigned i = 0; i < p->m->bits; i++)
        if (g->at[i] == LABEL_ZERO) return true;
    return false;
}

static bool is_blank(const permute *p, const labels *g)
{
    for (unsigned i = 0; i < p->m->bits; i++)
        if (g->at[i] > 0) return false;
    return true;
}

static int source_of(const permute *p, label l) { return (l - 1) / (int)p->m->bits; }
static int place_of(const permute *p, label l) { return (l - 1) % (int)p->m->bits; }

/* The distinct pairs of input and distance, in order of appearance; DISTANCES_MAX when there are more. */
static unsigned collect_distances(const permute *p, const labels *g, int *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < p->m->bits; i++) {
        if (g->at[i] < 1) continue;
        int d = source_of(p, g->at[i]) * 4096 + place_of(p, g->at[i]) - (int)i;
        unsigned k = n;
        while (k > 0 && out[k - 1] != d) k--;
        if (k) continue;
        if (n == DISTANCES_MAX) return n;
        out[n++] = d;
    }
    return n;
}

/* How far a goal looks from the inputs. */
static int distance_of(const permute *p, const labels *g)
{
    int d[DISTANCES_MAX];
    if (is_blank(p, g) || match_input(p, g) >= 0) return 0;
    int n = (int)collect_distances(p, g, d), steps = 0;
    for (int i = 0; i < n; i++) steps += d[i] != 0 && d[i] != 4096 && d[i] != 8192;
    return 2 * n + steps + has_zero(p, g);
}

/* ---- ways ---- */

typedef enum way_kind { WAY_MOVE, WAY_CHOOSE, WAY_CHOOSE2, WAY_MATRIX, WAY_TABLE, WAY_MASK, WAY_OR, WAY_BLEND, WAY_AND_OR, WAY_SELF, WAY_SIGN, WAY_FORK, WAY_SWAP, WAY_DELTA } way_kind;

typedef struct way {
    way_kind kind;
    const mover *m, *by; /* by: of a fork, the shift; of swaps and deltas m is the shift down, by the shift up */
    bool second;           /* of a fork: the second source is the shifted one */
    int cost, far;
    bool near;             /* its only goal is known to be one step from an input */
    unsigned ngoals;
    unsigned lane;         /* WAY_SIGN */
    uint64_t konst[PERMUTE_LIMBS];
    labels goal[2];
} way;

typedef struct ways {
    unsigned count, max;
    way *at; /* the most promising first */
} ways;

static void set_bit(uint64_t *v, unsigned i) { v[i / 64] |= (uint64_t)1 << i % 64; }

static void copy_way(const permute *p, way *to, const way *from)
{
    memcpy(to, from, offsetof(way, goal));
    for (unsigned i = 0; i < from->ngoals; i++) memcpy(to->goal[i].at, from->goal[i].at, p->m->bits * sizeof(label));
}

static void offer(const permute *p, ways *all, way *w)
{
    w->far = w->cost;
    for (unsigned i = 0; i < w->ngoals; i++) w->far += w->near ? 1 : distance_of(p, &w->goal[i]);
    unsigned at = all->count;
    if (at == all->max && w->far >= all->at[at - 1].far) return;
    if (at < all->max) all->count++;
    else at--;
    for (; at && all->at[at - 1].far > w->far; at--) copy_way(p, &all->at[at], &all->at[at - 1]);
    copy_way(p, &all->at[at], w);
}

/* Asks that bit i of a goal be l as well. */
static bool demand(labels *g, unsigned i, label l)
{
    if (l == LABEL_FREE || g->at[i] == l) return true;
    if (g->at[i] != LABEL_FREE) return false;
    g->at[i] = l;
    return true;
}

static void clear_goal(const permute *p, labels *g)
{
    for (unsigned i = 0; i < p->m->bits; i++) g->at[i] = LABEL_FREE;
}

/* What a PURE mover needs beyond what it moves. */
static bool demand_needs(const permute *p, const mover *m, labels goal[2])
{
    unsigned bits = p->m->bits;
    for (unsigned i = 0; m->need && i < m->nvars * bits; i++) {
        label n = m->need[i];
        if (n == LABEL_FREE) continue;
        label same = n == LABEL_ZERO ? LABEL_ZERO : goal[(unsigned)(n - 1) / bits].at[(unsigned)(n - 1) % bits];
        if (n != LABEL_ZERO && same == LABEL_FREE) return false;
        if (!demand(&goal[i / bits], i % bits, same)) return false;
    }
    return true;
}

/* The goals before a PURE mover; false when it cannot make the goal. */
static bool pull_back(const permute *p, const mover *m, const labels *g, labels goal[2])
{
    unsigned bits = p->m->bits;
    for (unsigned i = 0; i < bits; i++) /* mostly this already ends it */
        if (m->map[i] == LABEL_ZERO && g->at[i] > 0) return false;
    for (unsigned v = 0; v < m->nvars; v++) clear_goal(p, &goal[v]);
    for (unsigned i = 0; i < bits; i++) {
        if (g->at[i] == LABEL_FREE || m->map[i] == LABEL_ZERO) continue;
        unsigned from = (unsigned)m->map[i] - 1;
        if (!demand(&goal[from / bits], from % bits, g->at[i])) return false;
    }
    return demand_needs(p, m, goal);
}

static bool same_goal(const permute *p, const labels *a, const labels *b)
{
    return !memcmp(a->at, b->at, p->m->bits * sizeof(label));
}

static bool is_one_step(const permute *p, const labels *g);

/* Joins goal b into a. */
static bool join_goals(const permute *p, labels *a, const labels *b)
{
    for (unsigned i = 0; i < p->m->bits; i++)
        if (!demand(a, i, b->at[i])) return false;
    return true;
}

/* Of a move with two sources: both are one value, one of them shifted. */
static void offer_forks(const permute *p, const way *w, ways *all)
{
    labels before[2];
    for (unsigned k = 0; k < p->m->nmovers; k++) {
        const mover *by = &p->m->movers[k];
        if (by->kind != MOVER_PURE || !by->shift || by->shift >= 64 || by->shift <= -64) continue;
        for (unsigned second = 0; second < 2; second++) {
            way f = {.kind = WAY_FORK, .m = w->m, .by = by, .second = second, .cost = 2, .ngoals = 1};
            if (!pull_back(p, by, &w->goal[second], before)) continue;
            f.goal[0] = w->goal[1 - second];
            if (join_goals(p, &f.goal[0], &before[0])) offer(p, all, &f);
        }
    }
}

static void offer_move(const permute *p, const mover *m, const labels *g, ways *all)
{
    way w = {.kind = WAY_MOVE, .m = m, .cost = 1, .ngoals = m->nvars};
    if (!pull_back(p, m, g, w.goal) || (m->nvars == 1 && same_goal(p, &w.goal[0], g))) return;
    if (m->nvars == 2 && (is_blank(p, &w.goal[0]) || is_blank(p, &w.goal[1])) && distance_of(p, &w.goal[0]) + distance_of(p, &w.goal[1]) >= distance_of(p, g)) return;
    w.near = m->shift && is_one_step(p, &w.goal[0]);
    offer(p, all, &w);
    if (m->mixes && !is_blank(p, &w.goal[0]) && !is_blank(p, &w.goal[1])) offer_forks(p, &w, all);
}

/* The value that makes unit u of g from the labels x of the sources; -1: none. */
static int choose_value(const permute *p, const mover *m, unsigned u, const labels *g, const labels *x)
{
    unsigned bits = p->m->bits;
    for (unsigned v = 0; v < m->nvalues; v++) {
        const label *map = &m->choice[v * bits];
        unsigned i = u * m->unit, end = i + m->unit;
        for (; i < end; i++) {
            unsigned from = (unsigned)map[i] - 1;
            label is = map[i] == LABEL_ZERO ? LABEL_ZERO : map[i] < 0 ? LABEL_NONE : x[from / bits].at[from % bits];
            if (g->at[i] != LABEL_FREE && g->at[i] != is) break;
        }
        if (i == end) return (int)v;
    }
    return -1;
}

static void put_value(const mover *m, unsigned u, uint64_t value, uint64_t *konst)
{
    for (unsigned k = 0; k < m->unit; k++)
        if (value >> k & 1) set_bit(konst, u * m->unit + k);
}

static bool chooses_all(const permute *p, const mover *m, const labels *g, const labels *x, uint64_t *konst)
{
    for (unsigned u = 0; u < p->m->bits / m->unit; u++) {
        int v = choose_value(p, m, u, g, x);
        if (v < 0) return false;
        put_value(m, u, m->value[v], konst);
    }
    return true;
}

static void input_labels(const permute *p, unsigned x, labels *out)
{
    for (unsigned i = 0; i < p->m->bits; i++) out->at[i] = (label)(1 + x * p->m->bits + i);
}

/* Of an input: all of the goal, or some units of it and the rest by other means. */
static void offer_choice_of_input(const permute *p, const mover *m, const labels *g, unsigned input, ways *all)
{
    labels x;
    way w = {.kind = WAY_CHOOSE, .m = m, .cost = 1, .ngoals = 1};
    input_labels(p, input, &x);
    if (chooses_all(p, m, g, &x, w.konst)) {
        w.goal[0] = x;
        offer(p, all, &w);
        return;
    }
    way part = {.kind = WAY_OR, .cost = 1, .ngoals = 2};
    unsigned taken = 0, left = 0;
    for (unsigned u = 0; u < p->m->bits / m->unit; u++) {
        bool can = choose_value(p, m, u, g, &x) >= 0, some = false;
        for (unsigned i = u * m->unit; i < (u + 1) * m->unit; i++) {
            some = some || g->at[i] > 0;
            part.goal[0].at[i] = can ? g->at[i] : g->at[i] > 0 ? LABEL_ZERO : g->at[i];
            part.goal[1].at[i] = can && g->at[i] > 0 ? LABEL_ZERO : g->at[i];
        }
        taken += can && some;
        left += !can && some;
    }
    if (taken && left) offer(p, all, &part);
}

/* Units move as they are, and what is inside them was made before, in the place where it came from. */
static void offer_choice_of_places(const permute *p, const mover *m, const labels *g, ways *all)
{
    unsigned unit = m->unit, bits = p->m->bits;
    way w = {.kind = WAY_CHOOSE, .m = m, .cost = 1, .ngoals = 1};
    clear_goal(p, &w.goal[0]);
    for (unsigned u = 0; u < bits / unit; u++) {
        int from = -1;
        for (unsigned i = u * unit; i < (u + 1) * unit; i++) {
            if (g->at[i] < 1) continue;
            int at = place_of(p, g->at[i]) / (int)unit;
            if (from >= 0 && from != at) return;
            from = at;
        }
        for (unsigned k = 0; from >= 0 && k < unit; k++)
            if (!demand(&w.goal[0], (unsigned)from * unit + k, g->at[u * unit + k])) return;
    }
    if (same_goal(p, &w.goal[0], g)) return;
    labels x = w.goal[0];
    if (chooses_all(p, m, g, &x, w.konst)) offer(p, all, &w);
}

static bool wants_unit(const labels *g, unsigned first, unsigned unit)
{
    for (unsigned i = first; i < first + unit; i++)
        if (g->at[i] != LABEL_FREE) return true;
    return false;
}

/* The value that leaves unit u of that source in its place; -1: none. */
static int keep_value(const permute *p, const mover *m, unsigned u, unsigned source)
{
    for (unsigned v = 0; v < m->nvalues; v++) {
        const label *map = &m->choice[v * p->m->bits];
        unsigned i = u * m->unit, end = i + m->unit;
        while (i < end && map[i] == (label)(1 + source * p->m->bits + i)) i++;
        if (i == end) return (int)v;
    }
    return -1;
}

/* Of two inputs, each unit from one of them. */
static void offer_choice_of_inputs(const permute *p, const mover *m, const labels *g, ways *all)
{
    way w = {.kind = WAY_CHOOSE2, .m = m, .cost = 1, .ngoals = 2};
    for (unsigned a = 0; a < p->ninputs; a++)
        for (unsigned b = 0; b < p->ninputs; b++) {
            input_labels(p, a, &w.goal[0]);
            input_labels(p, b, &w.goal[1]);
            memset(w.konst, 0, sizeof w.konst);
            if (a != b && chooses_all(p, m, g, w.goal, w.konst)) offer(p, all, &w);
        }
}

/* What units of an input can be is taken from it; the others are in their places already. */
static void offer_choice_beside_input(const permute *p, const mover *m, const labels *g, unsigned input, unsigned source, ways *all)
{
    way w = {.kind = WAY_CHOOSE2, .m = m, .cost = 1, .ngoals = 2};
    labels x[2];
    unsigned taken = 0, left = 0;
    input_labels(p, input, &x[source]);
    for (unsigned i = 0; i < p->m->bits; i++) x[1 - source].at[i] = LABEL_NONE;
    clear_goal(p, &w.goal[1 - source]);
    for (unsigned u = 0; u < p->m->bits / m->unit; u++) {
        if (!wants_unit(g, u * m->unit, m->unit)) continue;
        int v = choose_value(p, m, u, g, x), keep = keep_value(p, m, u, 1 - source);
        taken += v >= 0;
        left += v < 0;
        if (v < 0 && keep < 0) return;
        for (unsigned i = u * m->unit; v < 0 && i < (u + 1) * m->unit; i++) w.goal[1 - source].at[i] = g->at[i];
        put_value(m, u, m->value[v < 0 ? keep : v], w.konst);
    }
    w.goal[source] = x[source];
    if (taken && left) offer(p, all, &w);
}

/* Units move as they are, from two goals, each of labels of one input, where they came from. */
static void offer_choice_of_places_of_two(const permute *p, const mover *m, const labels *g, ways *all)
{
    unsigned unit = m->unit, bits = p->m->bits;
    way w = {.kind = WAY_CHOOSE2, .m = m, .cost = 1, .ngoals = 2};
    clear_goal(p, &w.goal[0]);
    clear_goal(p, &w.goal[1]);
    for (unsigned u = 0; u < bits / unit; u++) {
        int from = -1;
        for (unsigned i = u * unit; i < (u + 1) * unit; i++) {
            if (g->at[i] < 1) continue;
            int at = (g->at[i] - 1) / (int)unit;
            if (from >= 0 && from != at) return;
            from = at;
        }
        int source = from * (int)unit / (int)bits;
        if (source > 1) return;
        for (unsigned k = 0; from >= 0 && k < unit; k++)
            if (!demand(&w.goal[source], (unsigned)from * unit % bits + k, g->at[u * unit + k])) return;
    }
    if (is_blank(p, &w.goal[0]) || is_blank(p, &w.goal[1])) return;
    labels x[2] = {w.goal[0], w.goal[1]};
    if (chooses_all(p, m, g, x, w.konst)) offer(p, all, &w);
}

static void offer_choices_of_two(const permute *p, const mover *m, const labels *g, ways *all)
{
    offer_choice_of_inputs(p, m, g, all);
    for (unsigned k = 0; k < p->ninputs; k++)
        for (unsigned source = 0; source < 2; source++) offer_choice_beside_input(p, m, g, k, source, all);
    offer_choice_of_places_of_two(p, m, g, all);
}

/* Which bit of its source byte each bit of g's byte b is: a row of the matrix. False when its labels are of several bytes. */
static bool read_byte(const labels *g, unsigned b, unsigned of, int8_t row[8], labels *before)
{
    int from = -1;
    for (unsigned k = 0; k < 8; k++) {
        label l = g->at[8 * b + k];
        if (l == LABEL_FREE) continue;
        if (l == LABEL_ZERO && (row[k] == -2 || row[k] == -1)) row[k] = -1;
        if (l == LABEL_ZERO && row[k] != -1) return false;
        if (l == LABEL_ZERO) continue;
        int at = (l - 1) / (int)of, bit = (l - 1) % (int)of;
        if ((from >= 0 && from != at) || (row[k] != -2 && row[k] != bit)) return false;
        from = at;
        row[k] = (int8_t)bit;
        if (!demand(before, 8 * b + (unsigned)bit, l)) return false;
    }
    return true;
}

/* Bit i of a byte is the parity of the byte and the matrix' byte 7 - i. */
static void offer_matrix(const permute *p, const mover *m, const labels *g, ways *all)
{
    way w = {.kind = WAY_MATRIX, .m = m, .cost = 1, .ngoals = 1};
    clear_goal(p, &w.goal[0]);
    for (unsigned q = 0; q < p->m->bits / 64; q++) {
        int8_t row[8] = {-2, -2, -2, -2, -2, -2, -2, -2};
        for (unsigned b = 0; b < 8; b++)
            if (!read_byte(g, 8 * q + b, 8, row, &w.goal[0])) return;
        for (unsigned k = 0; k < 8; k++)
            if (row[k] >= 0) w.konst[q] |= (uint64_t)1 << (8 * (7 - k) + (unsigned)row[k]);
    }
    if (!same_goal(p, &w.goal[0], g)) offer(p, all, &w);
}

/* Each byte is a function of one nibble. */
static void offer_table(const permute *p, const mover *m, const labels *g, ways *all)
{
    way w = {.kind = WAY_TABLE, .m = m, .cost = 1, .ngoals = 1};
    clear_goal(p, &w.goal[0]);
    for (unsigned lane = 0; lane < p->m->bits / 128; lane++) {
        int8_t row[8] = {-2, -2, -2, -2, -2, -2, -2, -2};
        for (unsigned b = 0; b < 16; b++)
            if (!read_byte(g, 16 * lane + b, 4, row, &w.goal[0])) return;
        for (unsigned b = 0; b < 16; b++) {
            if (!demand(&w.goal[0], 128 * lane + 8 * b + 7, LABEL_ZERO)) return;
            for (unsigned k = 0; k < 8; k++)
                if (row[k] >= 0 && b >> row[k] & 1) set_bit(w.konst, 128 * lane + 8 * b + k);
        }
    }
    if (!same_goal(p, &w.goal[0], g)) offer(p, all, &w);
}

static void offer_mask(const permute *p, const labels *g, ways *all)
{
    way w = {.kind = WAY_MASK, .cost = 1, .ngoals = 1};
    if (p->m->and_ < 0 || !has_zero(p, g)) return;
    for (unsigned i = 0; i < p->m->bits; i++) {
        w.goal[0].at[i] = g->at[i] == LABEL_ZERO ? LABEL_FREE : g->at[i];
        if (g->at[i] > 0) set_bit(w.konst, i);
    }
    offer(p, all, &w);
}

/* ---- two parts ---- */

/* The goal in two by units that stay where they are: those with bits of which first is set, and the others. */
static void offer_blend(const permute *p, const mover *m, const labels *g, const bool *first, ways *all)
{
    way w = {.kind = WAY_CHOOSE2, .m = m, .cost = 1, .ngoals = 2};
    clear_goal(p, &w.goal[0]);
    clear_goal(p, &w.goal[1]);
    for (unsigned u = 0; u < p->m->bits / m->unit; u++) {
        unsigned n[2] = {0, 0};
        for (unsigned i = u * m->unit; i < (u + 1) * m->unit; i++) n[!first[i]] += g->at[i] > 0;
        unsigned source = n[0] ? 0 : 1;
        int keep = keep_value(p, m, u, source);
        if (keep < 0 || (n[0] && n[1])) return;
        for (unsigned i = u * m->unit; i < (u + 1) * m->unit; i++) w.goal[source].at[i] = g->at[i];
        put_value(m, u, m->value[keep], w.konst);
    }
    offer(p, all, &w);
}

/* The goal in two: bits of which first is set, and the others. */
static void offer_split(const permute *p, const labels *g, const bool *first, ways *all)
{
    unsigned bits = p->m->bits, n[2] = {0, 0};
    way w = {.kind = WAY_OR, .cost = 1, .ngoals = 2};
    for (unsigned i = 0; i < bits; i++) {
        label l = g->at[i];
        n[first[i]] += l > 0;
        w.goal[0].at[i] = l > 0 && !first[i] ? LABEL_ZERO : l;
        w.goal[1].at[i] = l > 0 && first[i] ? LABEL_ZERO : l;
    }
    if (!n[0] || !n[1]) return;
    if (p->m->table3 < 0) {
        offer(p, all, &w);
        for (unsigned k = 0; k < p->m->nmovers; k++)
            if (p->m->movers[k].kind == MOVER_CHOICE && p->m->movers[k].nvars == 2) offer_blend(p, &p->m->movers[k], g, first, all);
        return;
    }
    w.kind = WAY_BLEND; /* (x & k) | (y & ~k) */
    for (unsigned i = 0; i < bits; i++) {
        label l = g->at[i];
        if (first[i] && l > 0) set_bit(w.konst, i);
        w.goal[0].at[i] = first[i] && l > 0 ? l : LABEL_FREE;
        w.goal[1].at[i] = first[i] && l > 0 ? LABEL_FREE : l;
    }
    offer(p, all, &w);
    w.kind = WAY_AND_OR; /* (x & k) | y */
    for (unsigned i = 0; i < bits; i++)
        if (first[i] && g->at[i] > 0) w.goal[1].at[i] = LABEL_ZERO;
    offer(p, all, &w);
}

static void offer_splits(const permute *p, const labels *g, ways *all)
{
    unsigned bits = p->m->bits;
    bool first[PERMUTE_BITS_MAX];
    int d[DISTANCES_MAX];
    unsigned n = collect_distances(p, g, d);
    if (p->m->or_ < 0) return;
    for (unsigned x = 0; p->ninputs > 1 && x + 1 < p->ninputs; x++) {
        for (unsigned i = 0; i < bits; i++) first[i] = g->at[i] > 0 && source_of(p, g->at[i]) == (int)x;
        offer_split(p, g, first, all);
    }
    for (unsigned k = 0; n <= CLASSES_SPLIT && k < n; k++) {
        for (unsigned i = 0; i < bits; i++)
            first[i] = g->at[i] > 0 && source_of(p, g->at[i]) * 4096 + place_of(p, g->at[i]) - (int)i == d[k];
        offer_split(p, g, first, all);
    }
    for (unsigned lane = 8; lane < bits; lane *= 2) {
        for (unsigned i = 0; i < bits; i++) first[i] = g->at[i] > 0 && (unsigned)place_of(p, g->at[i]) / lane == i / lane;
        offer_split(p, g, first, all);
    }
    for (unsigned part = 1; part < bits; part *= 2) {
        for (unsigned i = 0; i < bits; i++) first[i] = i / part & 1;
        offer_split(p, g, first, all);
        for (unsigned i = 0; i < bits; i++) first[i] = g->at[i] > 0 && ((unsigned)place_of(p, g->at[i]) / part & 1);
        offer_split(p, g, first, all);
    }
    for (unsigned i = 0; i < bits; i++) first[i] = g->at[i] > 0 && place_of(p, g->at[i]) < (int)i;
    offer_split(p, g, first, all);
}

/* ---- a value and itself shifted ---- */

/* g = x | shift(x). A bit comes by the shift when the distance that it has to go says so: by its binary digit, or when it is just
 * that distance (Hacker's Delight 7-4: compress and expand by steps). */
static void offer_self(const permute *p, const mover *m, const labels *g, bool by_digit, ways *all)
{
    way w = {.kind = WAY_SELF, .m = m, .cost = 2, .ngoals = 1};
    unsigned shifted = 0, kept = 0;
    int k = m->shift < 0 ? -m->shift : m->shift;
    clear_goal(p, &w.goal[0]);
    for (unsigned i = 0; i < p->m->bits; i++) {
        label l = g->at[i];
        if (l == LABEL_FREE) continue;
        int to_go = l < 1 ? 0 : (place_of(p, l) - (int)i) * (m->shift < 0 ? -1 : 1);
        bool moves = l > 0 && m->map[i] > 0 && (by_digit ? to_go > 0 && (to_go & k) : to_go == k);
        shifted += moves;
        kept += l > 0 && !moves;
        if (!demand(&w.goal[0], i, moves ? LABEL_ZERO : l)) return;
        if (m->map[i] > 0 && !demand(&w.goal[0], (unsigned)m->map[i] - 1, moves ? l : LABEL_ZERO)) return;
    }
    if (!shifted || !kept) return;
    w.near = is_one_step(p, &w.goal[0]);
    offer(p, all, &w);
}

/* Sign extension from bit s of every lane: ((x ^ 2^s) - 2^s) of what is extended by zeros. */
static void offer_sign(const permute *p, const labels *g, unsigned lane, ways *all)
{
    unsigned s = 0, width = 8u << lane;
    way w = {.kind = WAY_SIGN, .lane = lane, .cost = 2, .ngoals = 1};
    if (p->m->sub[lane] < 0 || p->m->xor_ < 0 || width > p->m->bits) return;
    for (s = 0; s + 1 < width && (g->at[s] < 1 || g->at[s] != g->at[width - 1]); s++) {}
    if (s + 1 >= width) return;
    for (unsigned i = 0; i < p->m->bits; i++) {
        unsigned k = i % width;
        if (k > s && g->at[i] != g->at[i - k + s]) return;
        w.goal[0].at[i] = k > s ? LABEL_ZERO : g->at[i];
        if (k == s) set_bit(w.konst, i);
    }
    offer(p, all, &w);
}

/* A shift that brings bit i + k to bit i wherever bit number k of i is 0 (up: i to i + k). */
static const mover *find_shift(const permute *p, int shift)
{
    unsigned k = (unsigned)(shift < 0 ? -shift : shift);
    for (unsigned j = 0; j < p->m->nmovers; j++) {
        const mover *m = &p->m->movers[j];
        unsigned i = 0;
        if (m->kind != MOVER_PURE || m->shift != shift || m->need) continue;
        while (i < p->m->bits && (!(i & k) != (shift > 0) || m->map[i] == (label)((int)i + shift + 1))) i++;
        if (i == p->m->bits) return m;
    }
    return NULL;
}

/* A shift that brings the bits of a delta to each other. */
static const mover *find_delta(const permute *p, int shift, unsigned a, unsigned b)
{
    for (unsigned j = 0; j < p->m->nmovers; j++) {
        const mover *m = &p->m->movers[j];
        unsigned i = 0;
        if (m->kind != MOVER_PURE || m->shift != shift || m->need) continue;
        for (; i < p->m->bits; i++) {
            bool low = i >> a & 1, high = i >> b & 1;
            if (low != high && low == (shift > 0) && m->map[i] != (label)((int)i + shift + 1)) break;
        }
        if (i == p->m->bits) return m;
    }
    return NULL;
}

/* Neighbours of k bits change places everywhere. */
static void offer_swap(const permute *p, const labels *g, unsigned k, ways *all)
{
    way w = {.kind = WAY_SWAP, .m = find_shift(p, (int)k), .by = find_shift(p, -(int)k), .cost = p->m->table3 < 0 ? 5 : 3, .ngoals = 1};
    if (!w.m || !w.by || p->m->and_ < 0 || p->m->or_ < 0) return;
    for (unsigned i = 0; i < p->m->bits; i++) {
        w.goal[0].at[i] = g->at[i ^ k];
        if (!(i & k)) set_bit(w.konst, i);
    }
    if (!same_goal(p, &w.goal[0], g)) offer(p, all, &w);
}

/* Bits whose numbers have a one at place a and none at b, and those that have it the other way round, change places. */
static void offer_delta(const permute *p, const labels *g, unsigned a, unsigned b, ways *all)
{
    int by = (1 << b) - (1 << a);
    way w = {.kind = WAY_DELTA, .m = find_delta(p, by, a, b), .by = find_delta(p, -by, a, b), .cost = 6, .ngoals = 1};
    if (!w.m || !w.by || p->m->and_ < 0 || p->m->xor_ < 0) return;
    for (unsigned i = 0; i < p->m->bits; i++) {
        bool low = i >> a & 1, high = i >> b & 1;
        w.goal[0].at[i] = g->at[low == high ? i : i ^ (1u << a | 1u << b)];
        if (low && !high) set_bit(w.konst, i);
    }
    if (!same_goal(p, &w.goal[0], g)) offer(p, all, &w);
}

/* splits have a list of their own, since what they are worth shows only when their parts are looked at. */
static void collect_ways(const permute *p, const labels *g, ways *all, ways *splits)
{
    const permute_machine *m = p->m;
    for (unsigned i = 0; i < m->nmovers; i++) {
        const mover *x = &m->movers[i];
        switch (x->kind) {
        case MOVER_PURE:
            offer_move(p, x, g, all);
            if (m->or_ < 0 || !x->shift) break;
            offer_self(p, x, g, true, all);
            offer_self(p, x, g, false, all);
            break;
        case MOVER_CHOICE:
            if (x->nvars == 2) {
                offer_choices_of_two(p, x, g, all);
                break;
            }
            for (unsigned k = 0; k < p->ninputs; k++) offer_choice_of_input(p, x, g, k, all);
            offer_choice_of_places(p, x, g, all);
            break;
        case MOVER_MATRIX: offer_matrix(p, x, g, all); break;
        case MOVER_TABLE: offer_table(p, x, g, all); break;
        }
    }
    for (unsigned lane = 0; lane < PERMUTE_LANES; lane++) offer_sign(p, g, lane, all);
    for (unsigned k = 1; k < 64; k *= 2) offer_swap(p, g, k, splits);
    for (unsigned a = 0; a < 5; a++)
        for (unsigned b = a + 1; b < 6; b++) offer_delta(p, g, a, b, splits);
    offer_splits(p, g, splits);
}

/* ---- goals one step from an input ---- */

/* Whether a mover without needs makes the goal of input x. first: a bit of the goal that is labelled. */
static bool moves_input(const permute *p, const mover *m, const labels *g, unsigned x, unsigned first)
{
    int base = (int)(x * p->m->bits);
    if (m->kind != MOVER_PURE || m->need || m->nvars != 1 || g->at[first] != m->map[first] + base) return false;
    for (unsigned i = 0; i < p->m->bits; i++)
        if (g->at[i] != LABEL_FREE && g->at[i] != (m->map[i] == LABEL_ZERO ? LABEL_ZERO : m->map[i] + base)) return false;
    return true;
}

/* The only input of a goal's labels; -1 when there are several. */
static int only_source(const permute *p, const labels *g)
{
    int source = -1;
    for (unsigned i = 0; i < p->m->bits; i++) {
        if (g->at[i] < 1) continue;
        if (source >= 0 && source_of(p, g->at[i]) != source) return -1;
        source = source_of(p, g->at[i]);
    }
    return source;
}

/* A move from inputs: of one, or of two that a constant chooses from. */
typedef struct one_step {
    const mover *m;
    unsigned from[2];
    uint64_t konst[PERMUTE_LIMBS];
} one_step;

/* Whether the mover, a choice, makes the goal of the inputs in from. first: a bit of the goal that is labelled. */
static bool chooses_inputs(const permute *p, const labels *g, unsigned first, one_step *out)
{
    labels x[2];
    for (unsigned k = 0; k < out->m->nvars; k++) input_labels(p, out->from[k], &x[k]);
    memset(out->konst, 0, sizeof out->konst);
    return choose_value(p, out->m, first / out->m->unit, g, x) >= 0 && chooses_all(p, out->m, g, x, out->konst);
}

/* The same for some two inputs. */
static bool chooses_two_inputs(const permute *p, const labels *g, unsigned first, one_step *out)
{
    for (out->from[0] = 0; out->from[0] < p->ninputs; out->from[0]++)
        for (out->from[1] = 0; out->from[1] < p->ninputs; out->from[1]++)
            if (out->from[0] != out->from[1] && chooses_inputs(p, g, first, out)) return true;
    return false;
}

/* The first move that makes the goal of inputs; false: none does. */
static bool find_one_step(const permute *p, const labels *g, one_step *out)
{
    unsigned first = 0;
    while (first < p->m->bits && g->at[first] < 1) first++;
    if (first == p->m->bits || match_input(p, g) >= 0) return false;
    bool one = only_source(p, g) >= 0;
    for (unsigned i = 0; i < p->m->nmovers; i++) {
        const mover *m = out->m = &p->m->movers[i];
        if ((m->nvars == 1) != one) continue;
        out->from[0] = (unsigned)source_of(p, g->at[first]);
        if (m->kind == MOVER_PURE && moves_input(p, m, g, out->from[0], first)) {
            memcpy(out->konst, m->konst, sizeof m->konst);
            return true;
        }
        if (m->kind != MOVER_CHOICE) continue;
        if (m->nvars == 1 ? chooses_inputs(p, g, first, out) : chooses_two_inputs(p, g, first, out)) return true;
    }
    return false;
}

static int add_one_step(permute *p, const one_step *s)
{
    return permute_add_mover(p, s->m, (int)s->from[0], s->m->nvars == 2 ? (int)s->from[1] : -1, s->konst);
}

static bool is_one_step(const permute *p, const labels *g)
{
    one_step s;
    return find_one_step(p, g, &s);
}

/* Whether a shift makes the goal of what is one step from an input. */
static bool is_two_steps(const permute *p, const labels *g)
{
    labels before[2];
    for (unsigned i = 0; i < p->m->nmovers; i++) {
        const mover *m = &p->m->movers[i];
        if (m->kind == MOVER_PURE && m->shift && pull_back(p, m, g, before) && is_one_step(p, &before[0])) return true;
    }
    return false;
}

/* ---- exchanges between two registers ---- */

/* The goals before the bits k places up in the first register and the bits below them in the second change places. */
static bool exchange_back(const permute *p, unsigned k, const labels g[2], labels out[2])
{
    clear_goal(p, &out[0]);
    clear_goal(p, &out[1]);
    for (unsigned i = 0; i < p->m->bits; i++) {
        if (i & k) continue;
        if (!demand(&out[0], i, g[0].at[i]) || !demand(&out[0], i + k, g[1].at[i])) return false;
        if (!demand(&out[1], i, g[0].at[i + k]) || !demand(&out[1], i + k, g[1].at[i + k])) return false;
    }
    return true;
}

/* Steele's exchange: t = ((x >> k) ^ y) & low; x ^= t << k; y ^= t. */
static bool exchange(permute *p, unsigned k, int pair[2])
{
    const mover *down = find_shift(p, (int)k), *up = find_shift(p, -(int)k);
    uint64_t low[PERMUTE_LIMBS] = {0};
    for (unsigned i = 0; i < p->m->bits; i++)
        if (!(i & k)) set_bit(low, i);
    if (!down || !up || p->m->xor_ < 0 || p->m->and_ < 0) return false;
    int mask = permute_add_const(p, low), t = permute_add(p, p->m->xor_, 0, permute_add_mover(p, down, pair[0], -1, NULL), pair[1], -1);
    t = permute_add(p, p->m->and_, 0, t, mask, -1);
    pair[0] = permute_add(p, p->m->xor_, 0, pair[0], permute_add_mover(p, up, t, -1, NULL), -1);
    pair[1] = permute_add(p, p->m->xor_, 0, pair[1], t, -1);
    return pair[0] >= 0 && pair[1] >= 0;
}

/* A goal that is an input, or one step from it: what few distances suggest. -1: neither. */
static int solve_near(permute *p, const labels *g)
{
    int d[DISTANCES_MAX], n = match_input(p, g);
    one_step s;
    if (n >= 0 || collect_distances(p, g, d) > 8) return n;
    return find_one_step(p, g, &s) ? add_one_step(p, &s) : -1;
}

/* Both goals by at most `steps` exchanges of different widths from two inputs. */
static bool solve_exchanges(permute *p, const labels g[2], unsigned steps, unsigned used, int pair[2])
{
    labels before[2];
    for (unsigned i = 0; i < 2; i++) pair[i] = solve_near(p, &g[i]);
    if (pair[0] >= 0 && pair[1] >= 0) return true;
    for (unsigned k = 32; steps && k; k /= 2)
        if (!(used & k) && exchange_back(p, k, g, before) && solve_exchanges(p, before, steps - 1, used | k, pair) && exchange(p, k, pair)) return true;
    return false;
}

/* ---- the search ---- */

static int solve(permute *p, const labels *g, int limit, int freedom, int *cost);

static int finish_swap(permute *p, const way *w, int n)
{
    const permute_machine *m = p->m;
    int low = permute_add_const(p, w->konst), down = permute_add_mover(p, w->m, n, -1, NULL);
    if (m->table3 >= 0) return permute_add(p, m->table3, 0xe4, down, permute_add_mover(p, w->by, n, -1, NULL), low);
    int up = permute_add_mover(p, w->by, permute_add(p, m->and_, 0, n, low, -1), -1, NULL);
    return permute_add(p, m->or_, 0, permute_add(p, m->and_, 0, down, low, -1), up, -1);
}

/* t = ((x >> by) ^ x) & low; x ^ t ^ (t << by). */
static int finish_delta(permute *p, const way *w, int n)
{
    const permute_machine *m = p->m;
    int t = permute_add(p, m->xor_, 0, permute_add_mover(p, w->m, n, -1, NULL), n, -1);
    t = permute_add(p, m->and_, 0, t, permute_add_const(p, w->konst), -1);
    int x = permute_add(p, m->xor_, 0, n, t, -1);
    return permute_add(p, m->xor_, 0, x, permute_add_mover(p, w->by, t, -1, NULL), -1);
}

static int finish_way(permute *p, const way *w, const int n[2])
{
    const permute_machine *m = p->m;
    int k;
    switch (w->kind) {
    case WAY_MOVE: return permute_add_mover(p, w->m, n[0], n[1], w->m->konst);
    case WAY_CHOOSE2: return permute_add_mover(p, w->m, n[0], n[1], w->konst);
    case WAY_CHOOSE:
    case WAY_MATRIX:
    case WAY_TABLE: return permute_add_mover(p, w->m, n[0], -1, w->konst);
    case WAY_MASK: return permute_add(p, m->and_, 0, n[0], permute_add_const(p, w->konst), -1);
    case WAY_OR: return permute_add(p, m->or_, 0, n[0], n[1], -1);
    case WAY_BLEND: return permute_add(p, m->table3, 0xe4, n[0], n[1], permute_add_const(p, w->konst));
    case WAY_AND_OR: return permute_add(p, m->table3, 0xec, n[0], n[1], permute_add_const(p, w->konst));
    case WAY_SELF: return permute_add(p, m->or_, 0, n[0], permute_add_mover(p, w->m, n[0], -1, w->m->konst), -1);
    case WAY_FORK:
        k = permute_add_mover(p, w->by, n[0], -1, w->by->konst);
        return permute_add_mover(p, w->m, w->second ? n[0] : k, w->second ? k : n[0], w->m->konst);
    case WAY_SWAP: return finish_swap(p, w, n[0]);
    case WAY_DELTA: return finish_delta(p, w, n[0]);
    case WAY_SIGN:
        k = permute_add_const(p, w->konst);
        return permute_add(p, m->sub[w->lane], 0, permute_add(p, m->xor_, 0, n[0], k, -1), k, -1);
    }
    return -1;
}

/* Both goals of a way by exchanges, when that is within limit. */
static int try_exchanges(permute *p, const way *w, int limit, int *cost)
{
    int pair[2];
    if (w->kind != WAY_MOVE || w->ngoals != 2) return -1;
    for (unsigned steps = 1; steps <= EXCHANGES_MAX && (int)(6 * steps) + 1 <= limit; steps++)
        if (solve_exchanges(p, w->goal, steps, 0, pair)) {
            int n = finish_way(p, w, pair);
            *cost = n >= 0 ? (int)permute_count(p, n) : limit + 1;
            return n;
        }
    return -1;
}

static int try_way(permute *p, const way *w, int limit, int freedom, int *cost)
{
    int n[2] = {-1, -1}, c[2] = {0, 0}, rest = limit - w->cost;
    int both = try_exchanges(p, w, limit, cost);
    if (both >= 0 && *cost <= limit) return both;
    for (unsigned i = 0; i < w->ngoals; i++) {
        if (rest < 0) return -1;
        n[i] = solve(p, &w->goal[i], rest, freedom, &c[i]);
        if (n[i] < 0) return -1;
        rest -= i && n[i] == n[0] ? 0 : c[i];
    }
    if (rest < 0) return -1;
    *cost = limit - rest;
    return finish_way(p, w, n);
}

static int by_far(const void *a, const void *b)
{
    const way *x = *(way *const *)a, *y = *(way *const *)b;
    if (x->far != y->far) return x->far < y->far ? -1 : 1;
    return (x > y) - (x < y); /* of one list; splits come after moves */
}

static bool by_source(const permute *p, const way *w)
{
    int a = only_source(p, &w->goal[0]), b = only_source(p, &w->goal[1]);
    return w->kind != WAY_MOVE && a >= 0 && b >= 0 && a != b;
}

/* A mask at the end is always worth a try: what other ways would each need a mask for needs one. */
static void promote_mask(way **order, unsigned n)
{
    unsigned at = 0;
    while (at < n && order[at]->kind != WAY_MASK) at++;
    for (; at < n && at > 1; at--) {
        way *w = order[at];
        order[at] = order[at - 1];
        order[at - 1] = w;
    }
}

/* All ways in order, now that it is known which goals are one step from an input. Returns how many. */
static unsigned order_ways(const permute *p, ways lists[3], way **order)
{
    unsigned n = 0;
    for (unsigned k = 0; k < 3; k++) {
        ways *all = &lists[k];
        for (unsigned i = 0; i < all->count; i++) {
            way *w = &all->at[i];
            w->far = w->cost;
            bool one[2] = {false, false};
            for (unsigned j = 0; j < w->ngoals; j++) one[j] = is_one_step(p, &w->goal[j]);
            for (unsigned j = 0; j < w->ngoals; j++)
                w->far += one[j] ? 1 : w->ngoals == 2 && one[1 - j] && by_source(p, w) && is_two_steps(p, &w->goal[j]) ? 2 : distance_of(p, &w->goal[j]);
            order[n++] = w;
        }
    }
    qsort(order, n, sizeof *order, by_far);
    promote_mask(order, n);
    return n;
}

/* The ways in order, the best first; another than the best takes freedom away from what follows. */
static int expand(permute *p, const labels *g, int limit, int freedom, int *cost)
{
    way *room = malloc((WAYS_MAX + SPLITS_MAX + 1) * sizeof *room), *order[WAYS_MAX + SPLITS_MAX + 1];
    ways lists[3] = {{.max = WAYS_MAX, .at = room}, {.max = SPLITS_MAX, .at = room + WAYS_MAX}, {.max = 1, .at = room + WAYS_MAX + SPLITS_MAX}};
    int best = -1, c;
    if (!room) abort();
    p->work--;
    collect_ways(p, g, &lists[0], &lists[1]);
    offer_mask(p, g, &lists[2]);
    unsigned n = order_ways(p, lists, order);
    for (unsigned i = 0; i < n && (int)i <= freedom && limit >= 1; i++) {
        int node = try_way(p, order[i], limit, freedom - (int)i, &c);
        if (node < 0) continue;
        best = node;
        *cost = c;
        limit = c - 1;
    }
    free(room);
    return best;
}

/* A program of at most limit steps, or -1; freedom: how far from the most promising ways. */
static int solve(permute *p, const labels *g, int limit, int freedom, int *cost)
{
    static const uint64_t zero[PERMUTE_LIMBS];
    memo *e = memo_of(p, g);
    if (!e || e->open) return -1;
    if (e->node < 0 && e->limit < 0) {
        e->node = match_input(p, g);
        if (e->node < 0 && is_blank(p, g)) e->node = permute_add_const(p, zero);
    }
    bool done = e->node >= 0 && e->cost == 0;
    if (!done && limit > 0 && p->work && (e->freedom < freedom || (e->limit < limit && e->node < 0))) {
        int most = e->node >= 0 && e->cost <= limit ? e->cost - 1 : limit, c = 0;
        e->open = true;
        int n = expand(p, g, most, freedom, &c);
        e->open = false;
        e->limit = (int16_t)limit;
        e->freedom = (int16_t)freedom;
        if (n >= 0) {
            e->node = n;
            e->cost = (int16_t)c;
        }
    }
    *cost = e->cost;
    return e->node >= 0 && e->cost <= limit ? e->node : -1;
}

int permute_search(permute *p, const labels *goal, unsigned max_steps, unsigned work)
{
    int cost, best = -1, limit = (int)max_steps;
    require(permute_is_goal(p->m, p->ninputs, goal), "labels are of the inputs");
    mem_free(p->memo);
    p->memo = mem_alloc((size_t)1 << MEMO_BITS, sizeof *p->memo);
    p->memos = 0;
    p->work = work;
    for (int freedom = 0; freedom <= FREEDOM_MAX && p->work && limit >= 0; freedom = freedom * 3 / 2 + 1) {
        int n = solve(p, goal, limit, freedom, &cost);
        if (n < 0) continue;
        if (best < 0 || permute_count(p, n) < permute_count(p, best)) best = n;
        limit = (int)permute_count(p, best) - 1;
    }
    return best;
}
