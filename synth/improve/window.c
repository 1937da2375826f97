// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* window.c - peephole optimisation with windows in the data flow instead of in the text.
 *
 * A window is a value v and instructions that serve v only: each, but for v's own, is read inside
 * the window and nowhere else. When v can be had in another way they all go. So `exhaust` looks for
 * a program of fewer instructions that reads the window's operands and, as far as there is room,
 * other values that do not depend on v (resubstitution), and whose result may differ from v where
 * nobody notices (observability don't-cares): where the result stays right on the images although
 * the bit is flipped. Each bit is flipped alone, so for several at once that is a guess; hence
 * every program is run on all images before it counts, and the judge proves it.
 *
 * Small windows are also replaced by equally many instructions. Programs of the shortest length
 * known stand on a shelf, each with other values than those before it; it is emptied when a shorter
 * one is found, and the engine ends when all have been looked at. Everything is tried in a fixed
 * order. Called by job.c on the shortest programs of other engines. */
#include "window.h"

#include <string.h>

#include "synth/exhaust/exhaust.h"

enum {
    VALUES_MAX = PROG_INPUTS_MAX + PROG_CONSTS_MAX + PROG_INSNS_MAX,
    WINDOWS_MAX = 512,      /* of one value */
    ANSWERS = 16,           /* programs taken from one search */
    LANES = IMAGE_BITS,
    TRIED_SLOTS = 1 << 14
};

/* Values that a replacement may read, by the size of the window: searches for long ones are
 * expensive. */
static const unsigned room[WINDOW_SIZE_MAX + 1] = {0, 8, 8, 8, 6, 5, 5};

const window_options window_default_options = {
    .max_size = 4, .equal_size = 2, .breadth = 100, .max_work = 1000000, .max_searches = 100000};

/* Sets of instructions are bits, by number from 0. */
typedef uint64_t insn_set;

typedef struct window {
    insn_set members;
    unsigned size, v;                           /* v: the instruction whose value is used outside */
    unsigned leaf[PROBLEM_INPUTS_MAX], nleaves; /* value numbers that a replacement may read */
} window;

/* A program with what is known about its values. */
typedef struct subject {
    prog q;
    unsigned first;
    const grammar_member *member[PROG_INSNS_MAX];
    insn_set readers[VALUES_MAX];   /* of each value */
    insn_set below[PROG_INSNS_MAX]; /* instructions that depend on it */
    image val[VALUES_MAX][PROBLEM_IMAGES];
} subject;

typedef struct shelf {
    prog *q;
    uint64_t *mark; /* of the set of values */
    unsigned count, next, cap;
} shelf;

typedef struct engine {
    const grammar *g;
    const problem *p;
    const window_options *o;
    window_found_fn *found;
    void *context;
    unsigned best, searches; /* instructions; done so far */
    shelf shelf;
    subject now, offered;
    window window;
    problem question;                  /* what exhaust is asked about the window */
    image lane[PROG_INSNS_MAX][LANES]; /* of instructions, lane i with bit i of v flipped */
    /* hashes of questions asked at this length, some forgotten */
    uint64_t tried[TRIED_SLOTS];
} engine;

/* ---- the subject ---- */

static insn_set bit(unsigned i)
{
    return (insn_set)1 << i;
}

static const grammar_member *member_of(const grammar *g, const prog_insn *x)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->member[i].in == x->in && (g->member[i].any_table || g->member[i].imm == x->imm))
            return &g->member[i];
    return NULL;
}

/* Runs an instruction on count images. */
static void run(const grammar_member *m, int64_t imm, const image *const *src, image *out,
                unsigned count)
{
    if (!m->any_table) {
        m->run(src[0], src[1], src[2], out, count);
        return;
    }
    for (unsigned k = 0; k < count; k++)
        out[k] = image_table3((unsigned)imm, src[0][k], src[1][k], src[2][k]);
}

static void set_leaf_values(subject *s, const problem *p)
{
    for (unsigned i = 0; i < s->q.ninputs; i++) memcpy(s->val[i], p->in[i], sizeof s->val[i]);
    for (unsigned i = 0; i < s->q.nconsts; i++)
        for (unsigned k = 0; k < PROBLEM_IMAGES; k++) {
            uint64_t c = s->q.konst[i].limb[0]; /* constants repeat */
            if (s->q.cls->bits < 64) c |= c << s->q.cls->bits;
            s->val[s->q.ninputs + i][k] = (image){c, c};
        }
}

static void set_value(subject *s, unsigned i)
{
    const prog_insn *x = &s->q.insn[i];
    const image *src[3] = {0};
    for (unsigned k = 0; k < x->in->nsrc; k++) {
        src[k] = s->val[x->src[k]];
        s->readers[x->src[k]] |= bit(i);
    }
    run(s->member[i], x->imm, src, s->val[s->first + i], PROBLEM_IMAGES);
}

static void set_dependants(subject *s)
{
    for (unsigned i = s->q.ninsns; i-- > 0;)
        for (unsigned k = i + 1; k < s->q.ninsns; k++)
            if (s->readers[s->first + i] & bit(k)) s->below[i] |= bit(k) | s->below[k];
}

/* False when the program is none of the grammar's. */
static bool subject_load(subject *s, const grammar *g, const problem *p, const prog *q)
{
    memset(s, 0, sizeof *s);
    s->q = *q;
    s->first = prog_first_insn(q);
    for (unsigned i = 0; i < q->ninsns; i++)
        if (!(s->member[i] = member_of(g, &q->insn[i]))) return false;
    set_leaf_values(s, p);
    for (unsigned i = 0; i < q->ninsns; i++) set_value(s, i);
    set_dependants(s);
    return true;
}

/* Whether the program computes what the problem asks for. */
static bool is_right(const subject *s, const problem *p)
{
    for (unsigned k = 0; k < PROBLEM_IMAGES; k++)
        if (!image_is_zero((s->val[s->q.result][k] ^ p->target[k]) & p->care[k])) return false;
    return true;
}

static uint64_t mix(uint64_t h, image v)
{
    h = (h ^ v[0]) * 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 29 ^ v[1]) * 0xbf58476d1ce4e5b9u;
    return h ^ h >> 32;
}

static uint64_t mix_all(uint64_t h, const image *v)
{
    for (unsigned k = 0; k < PROBLEM_IMAGES; k++) h = mix(h, v[k]);
    return h;
}

/* Equal for programs that compute the same values in any order. */
static uint64_t mark_of(const subject *s)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < s->q.ninsns; i++) sum += mix_all(1, s->val[s->first + i]);
    return sum;
}

/* ---- what may change unnoticed ---- */

static bool contains(const subject *s, insn_set set, unsigned value)
{
    return value >= s->first && set & bit(value - s->first);
}

/* A value on image k in all lanes, where v's differ: its lanes when it depends on v, else copies in
 * fill. */
static const image *lanes_of(const engine *e, unsigned v, unsigned value, unsigned k, image *fill)
{
    const subject *s = &e->now;
    if (contains(s, s->below[v] | bit(v), value)) return e->lane[value - s->first];
    for (unsigned i = 0; i < LANES; i++) fill[i] = s->val[value][k];
    return fill;
}

/* Runs what depends on v on image k, in all lanes. */
static void run_lanes(engine *e, unsigned v, unsigned k)
{
    const subject *s = &e->now;
    image fill[3][LANES];
    for (unsigned i = v + 1; i < s->q.ninsns; i++) {
        const image *src[3] = {0};
        if (!(s->below[v] & bit(i))) continue;
        for (unsigned n = 0; n < s->q.insn[i].in->nsrc; n++)
            src[n] = lanes_of(e, v, s->q.insn[i].src[n], k, fill[n]);
        run(s->member[i], s->q.insn[i].imm, src, e->lane[i], LANES);
    }
}

/* The bits of v on image k without which the result would be wrong there. Requires: v reaches the
 * result. */
static image care_of(engine *e, unsigned v, unsigned k)
{
    const subject *s = &e->now;
    image care = {0, 0};
    const image *result = e->lane[s->q.result - s->first];
    for (unsigned i = 0; i < LANES; i++) {
        e->lane[v][i] = s->val[s->first + v][k];
        e->lane[v][i][i / 64] ^= 1ULL << i % 64;
    }
    run_lanes(e, v, k);
    for (unsigned i = 0; i < LANES; i++)
        if (!image_is_zero((result[i] ^ e->p->target[k]) & e->p->care[k]))
            care[i / 64] |= 1ULL << i % 64;
    return care;
}

/* ---- windows ---- */

/* Windows of v by increasing size: sets closed under "all readers are inside", but for v. */
static unsigned list_windows(const subject *s, unsigned v, unsigned max_size, insn_set *list)
{
    unsigned count = 1;
    list[0] = bit(v);
    for (unsigned n = 0; n < count; n++)
        for (unsigned i = v; i-- > 0 && (unsigned)__builtin_popcountll(list[n]) < max_size;) {
            insn_set readers = s->readers[s->first + i], grown = list[n] | bit(i);
            unsigned k = 0;
            if (list[n] & bit(i) || !readers || readers & ~list[n] || s->q.result == s->first + i)
                continue;
            while (k < count && list[k] != grown) k++;
            if (k == count && count < WINDOWS_MAX) list[count++] = grown;
        }
    return count;
}

static bool in_grammar(const grammar *g, image c)
{
    for (unsigned i = 0; i < g->nconsts; i++)
        if (c[0] == g->konst[i]) return true;
    return false;
}

/* Adds a value that a replacement may read, unless it has one with its images. */
static bool add_leaf(const subject *s, window *x, const grammar *g, unsigned value)
{
    if (value >= s->q.ninputs && value < s->first && in_grammar(g, s->val[value][0])) return true;
    for (unsigned i = 0; i < x->nleaves; i++)
        if (!memcmp(s->val[x->leaf[i]], s->val[value], sizeof s->val[value])) return true;
    if (x->nleaves == PROBLEM_INPUTS_MAX) return false;
    x->leaf[x->nleaves++] = value;
    return true;
}

/* The values that the window reads; false when they are too many. */
static bool add_operands(const subject *s, window *x, const grammar *g)
{
    for (unsigned i = 0; i < s->q.ninsns; i++)
        for (unsigned k = 0; x->members & bit(i) && k < s->q.insn[i].in->nsrc; k++) {
            unsigned v = s->q.insn[i].src[k];
            if (!contains(s, x->members, v) && !add_leaf(s, x, g, v)) return false;
        }
    return true;
}

/* Values that a replacement may read beside the window's operands, the last ones first. */
static unsigned other_values(const subject *s, const window *w, unsigned *list)
{
    insn_set not_these = w->members | s->below[w->v];
    unsigned n = 0;
    for (unsigned i = s->q.ninsns; i-- > 0;)
        if (!(not_these & bit(i))) list[n++] = s->first + i;
    for (unsigned i = 0; i < s->q.ninputs; i++) list[n++] = i;
    return n;
}

/* ---- replacing ---- */

static unsigned add_const(prog *out, uint64_t pattern)
{
    return out->nconsts < PROG_CONSTS_MAX ? prog_add_repeated(out, pattern, 64) : ~0u;
}

/* Numbers of the chain's inputs and constants in out, which has constants only; false when there is
 * no room for constants. */
static bool place_sources(const engine *e, const chain *x, prog *out, unsigned *konst)
{
    for (unsigned i = 0; i < x->nconsts; i++) {
        bool used = !x->nsteps && x->result == x->ninputs + i;
        for (unsigned k = 0; k < x->nsteps; k++)
            for (unsigned n = 0; n < x->step[k].member->nsrc; n++)
                used = used || x->step[k].src[n] == x->ninputs + i;
        konst[i] = used ? add_const(out, e->g->konst[i]) : 0;
        if (konst[i] == ~0u) return false;
    }
    return true;
}

/* Appends the instructions in the set. map: value numbers in out of those of the subject. */
static void copy_insns(const subject *s, insn_set set, unsigned *map, prog *out)
{
    for (unsigned i = 0; i < s->q.ninsns; i++) {
        unsigned src[SPEC_SRC_MAX] = {0};
        if (!(set & bit(i))) continue;
        for (unsigned k = 0; k < s->q.insn[i].in->nsrc; k++) src[k] = map[s->q.insn[i].src[k]];
        map[s->first + i] = prog_add(out, s->q.insn[i].in, src, s->q.insn[i].imm);
    }
}

/* Appends the chain; returns the number of its value. value: numbers of its inputs and constants,
 * and room for its steps. */
static unsigned copy_chain(const chain *x, unsigned *value, prog *out)
{
    unsigned n = x->ninputs + x->nconsts;
    for (unsigned i = 0; i < x->nsteps; i++) {
        unsigned src[SPEC_SRC_MAX] = {0};
        for (unsigned k = 0; k < x->step[i].member->nsrc; k++) src[k] = value[x->step[i].src[k]];
        value[n + i] = prog_add(out, x->step[i].member->in, src, x->step[i].imm);
    }
    return value[x->nsteps ? n + x->nsteps - 1 : x->result];
}

/* The program at hand with its window replaced by the chain; false when it has too many constants.
 */
static bool replace(const engine *e, const chain *x, prog *out)
{
    const subject *s = &e->now;
    const window *w = &e->window;
    unsigned map[VALUES_MAX] = {0},
             value[PROBLEM_INPUTS_MAX + GRAMMAR_CONSTS_MAX + CHAIN_STEPS_MAX];
    insn_set all = s->q.ninsns == 64 ? ~(insn_set)0 : bit(s->q.ninsns) - 1, below = s->below[w->v];
    *out = s->q;
    out->ninsns = 0;
    if (!place_sources(e, x, out, value + x->ninputs)) return false;
    for (unsigned i = 0; i < s->first; i++) map[i] = i;
    copy_insns(s, all & ~w->members & ~below, map, out);
    for (unsigned i = 0; i < x->ninputs; i++) value[i] = map[w->leaf[i]];
    map[s->first + w->v] = copy_chain(x, value, out);
    copy_insns(s, below, map, out);
    out->result = map[s->q.result];
    prog_tidy(out);
    return true;
}

/* ---- the shelf ---- */

/* Puts the program on the shelf unless one with the same values is there, or it is full. */
static bool shelf_add(shelf *x, const prog *q, uint64_t mark)
{
    for (unsigned i = 0; i < x->count; i++)
        if (x->mark[i] == mark) return false;
    if (x->count == x->cap) return false;
    x->q[x->count] = *q;
    x->mark[x->count++] = mark;
    return true;
}

/* A wrong answer in one program may be a right one in the next, so questions are forgotten too. */
static void start_anew(engine *e, unsigned best)
{
    e->best = best;
    e->shelf.count = e->shelf.next = 0;
    memset(e->tried, 0, sizeof e->tried);
}

/* Takes a program when it is right, and shorter than those on the shelf or as long and new. */
static void offer(engine *e, const prog *q)
{
    subject *s = &e->offered;
    if (q->ninsns > e->best || !subject_load(s, e->g, e->p, q) || !is_right(s, e->p)) return;
    if (q->ninsns < e->best) start_anew(e, q->ninsns);
    if (shelf_add(&e->shelf, q, mark_of(s))) e->found(e->context, q);
}

/* ---- questions ---- */

static void take_answer(void *context, const chain *x)
{
    engine *e = context;
    prog q;
    if (replace(e, x, &q)) offer(e, &q);
}

/* False when the question was asked before and is remembered. */
static bool is_new(engine *e, unsigned level)
{
    const problem *p = &e->question;
    uint64_t h = mix_all(mix_all(level + 1, p->target), p->care);
    for (unsigned i = 0; i < p->ninputs; i++) h = mix_all(h, p->in[i]);
    uint64_t *slot = &e->tried[h % TRIED_SLOTS];
    if (*slot == h) return false;
    *slot = h;
    return true;
}

/* Searches for replacements of the window over its leaves. */
static void ask(engine *e)
{
    const window *w = &e->window;
    problem *p = &e->question;
    exhaust_result r;
    unsigned level = w->size <= e->o->equal_size ? w->size : w->size - 1;
    bool every_tuple = e->p->fieldwise && e->p->w * e->p->ninputs <= 7; /* image 0 has them all */
    /* drawn fields in an image */
    bool many = e->p->w > PROBLEM_FILLED_WIDTH_MAX && problem_images(e->p) == 1;
    exhaust_options o = {.max_level = level,
                         .best_known = level + 1,
                         .max_work = e->o->max_work,
                         .max_wrong = e->o->max_wrong,
                         .max_solutions = ANSWERS,
                         .images = every_tuple ? 1
                                   : many      ? 2
                                               : 8};
    p->ninputs = w->nleaves;
    for (unsigned i = 0; i < w->nleaves; i++)
        memcpy(p->in[i], e->now.val[w->leaf[i]], sizeof p->in[i]);
    if (!is_new(e, level)) return;
    e->searches++;
    exhaust_search(e->g, p, &o, take_answer, e, &r);
}

/* ---- the engine ---- */

static bool is_spent(const engine *e)
{
    return e->o->max_searches && e->searches >= e->o->max_searches;
}

/* Whether the program at hand need not be looked at any longer. */
static bool is_done(const engine *e)
{
    return e->best < e->now.q.ninsns || is_spent(e);
}

/* Asks with the other values in turn, as many at a time as there is room for. */
static void try_window(engine *e, insn_set members, unsigned v)
{
    unsigned other[VALUES_MAX], at = 0;
    window plain = {.members = members, .size = (unsigned)__builtin_popcountll(members), .v = v};
    if (!add_operands(&e->now, &plain, e->g)) return;
    unsigned n = other_values(&e->now, &plain, other);
    do {
        e->window = plain;
        while (at < n && e->window.nleaves < room[plain.size])
            add_leaf(&e->now, &e->window, e->g, other[at++]);
        ask(e);
    } while (at < n && plain.nleaves < room[plain.size] && !is_done(e));
}

static void look_at(engine *e, const prog *q)
{
    insn_set list[WINDOWS_MAX];
    require(subject_load(&e->now, e->g, e->p, q), "programs on the shelf are in the grammar");
    for (unsigned v = q->ninsns; v-- > 0 && !is_done(e);) {
        unsigned n = list_windows(&e->now, v, e->o->max_size, list);
        memcpy(e->question.target, e->now.val[e->now.first + v], sizeof e->question.target);
        for (unsigned k = 0; k < PROBLEM_IMAGES; k++) e->question.care[k] = care_of(e, v, k);
        for (unsigned i = 0; i < n && !is_done(e); i++) try_window(e, list[i], v);
    }
}

static engine *engine_new(const grammar *g, const problem *p, const window_options *o,
                          window_found_fn *found, void *context)
{
    engine *e = mem_alloc(1, sizeof *e);
    e->g = g;
    e->p = p;
    e->o = o;
    e->found = found;
    e->context = context;
    e->shelf.cap = o->breadth + 1;
    e->shelf.q = mem_alloc(e->shelf.cap, sizeof *e->shelf.q);
    e->shelf.mark = mem_alloc(e->shelf.cap, sizeof *e->shelf.mark);
    return e;
}

static void engine_free(engine *e)
{
    mem_free(e->shelf.q);
    mem_free(e->shelf.mark);
    mem_free(e);
}

unsigned window_propose(const grammar *g, const problem *p, const prog *q, const window_options *o,
                        window_found_fn *found, void *context)
{
    require(o->max_size <= WINDOW_SIZE_MAX, "windows have at most WINDOW_SIZE_MAX instructions");
    engine *e = engine_new(g, p, o, found, context);
    prog next = *q;
    prog_tidy(&next);
    e->best = next.ninsns;
    offer(e, &next);
    while (e->shelf.next < e->shelf.count && !is_spent(e)) {
        next = e->shelf.q[e->shelf.next++];
        look_at(e, &next);
    }
    unsigned best = e->shelf.count ? e->best : q->ninsns;
    engine_free(e);
    return best;
}

static void keep_shorter(void *context, const prog *q)
{
    prog *best = context;
    if (q->ninsns < best->ninsns) *best = *q;
}

bool window_improve(const grammar *g, const problem *p, const prog *q, const window_options *o,
                    prog *out)
{
    *out = *q;
    return window_propose(g, p, q, o, keep_shorter, out) < q->ninsns;
}
