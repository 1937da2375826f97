// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* decompose.c - functional decomposition with don't-cares on top of exhaust.
 *
 * Where the result is known to be zero (s = 0 under an and) or one (s = 1 under an or), x may be
 * anything there. So every short program s that covers the result from above or below is a way to
 * cut the problem in two, and the more bits it settles the easier is the rest. The most settling
 * ones of 1, 2 and 3 instructions are tried: exhaust looks for x with s as one more input and the
 * settled bits as don't-cares. */
#include "decompose.h"

#include <string.h>

enum { LEVEL_MAX = 3, KEEP = 6 };

typedef enum joint { JOINT_AND, JOINT_ANDN, JOINT_OR, JOINT_COUNT } joint;
static const uint8_t joint_table[JOINT_COUNT] = {8, 4, 14}; /* of x<<1|s */

typedef struct part {
    prog s; /* over the operation's inputs */
    joint how;
    image settles; /* bits settled on the search image */
    unsigned gain; /* how many */
} part;

typedef struct collector {
    const grammar *g;
    const problem *p;
    part best[LEVEL_MAX + 1][KEEP];
    unsigned count[LEVEL_MAX + 1];
    unsigned level; /* that is collected now; lower ones are complete */
} collector;

static unsigned bits(image v)
{
    return (unsigned)(__builtin_popcountll(v[0]) + __builtin_popcountll(v[1]));
}

/* The bits that s settles under a joint; zero when the joint does not cover the target. */
static image settled(image s, joint how, image want, image care)
{
    image none = {0, 0};
    if (how == JOINT_AND) return image_is_zero(want & ~s & care) ? ~s & care : none;
    if (how == JOINT_ANDN) return image_is_zero(want & s & care) ? s & care : none;
    return image_is_zero(~want & s & care) ? s & care : none;
}

/* Whether a part that is kept settles all of these bits with no more instructions. */
static bool dominated(const collector *c, image settles)
{
    for (unsigned level = 1; level <= c->level; level++)
        for (unsigned i = 0; i < c->count[level]; i++)
            if (image_is_zero(settles & ~c->best[level][i].settles)) return true;
    return false;
}

/* Inserts by gain, the first of equals staying ahead. */
static void keep(collector *c, const exhaust_visit *at, joint how, image settles, unsigned gain)
{
    part *best = c->best[c->level];
    unsigned n = c->count[c->level], i = n;
    while (i > 0 && best[i - 1].gain < gain) i--;
    if (i == KEEP || dominated(c, settles)) return;
    if (n == KEEP) n--;
    memmove(&best[i + 1], &best[i], (n - i) * sizeof *best);
    best[i] = (part){.how = how, .settles = settles, .gain = gain};
    chain x;
    exhaust_visited(at, &x);
    chain_prog(c->g, &x, c->p->op, &best[i].s);
    c->count[c->level] = n + 1;
}

static void collect(void *context, const exhaust_visit *at, image v, unsigned level)
{
    collector *c = context;
    image want = c->p->target[0], care = c->p->care[0];
    if (level != c->level) return;
    for (joint how = 0; how < JOINT_COUNT; how++) {
        image settles = settled(v, how, want, care);
        unsigned gain = bits(settles);
        if (gain && gain < bits(care)) keep(c, at, how, settles, gain);
    }
}

/* p with s as a last input and what s settles as don't-cares. False when s does not cover the
 * target on every image. */
static bool subproblem(const grammar *g, const problem *p, const part *x, problem *out)
{
    *out = *p;
    out->ninputs = p->ninputs + 1;
    for (unsigned k = 0; k < PROBLEM_IMAGES; k++) {
        image v = problem_run(g, p, &x->s, k),
              free_bits = settled(v, x->how, p->target[k], p->care[k]);
        image covered = x->how == JOINT_AND    ? p->target[k] & ~v
                        : x->how == JOINT_ANDN ? p->target[k] & v
                                               : ~p->target[k] & v;
        if (!image_is_zero(covered & p->care[k])) return false;
        out->in[p->ninputs][k] = v;
        out->care[k] = p->care[k] & ~free_bits;
        out->target[k] &= out->care[k];
    }
    return true;
}

typedef struct joiner {
    const grammar *g;
    const problem *p;
    const part *x;
    decompose_found_fn *found;
    void *context;
} joiner;

/* Appends q to out, whose inputs are values map[]; returns the value of q's result. Constants are
 * in out already. */
static unsigned splice(prog *out, const prog *q, const unsigned *inputs)
{
    unsigned map[PROG_INPUTS_MAX + PROG_CONSTS_MAX + PROG_INSNS_MAX], first = prog_first_insn(q);
    for (unsigned i = 0; i < q->ninputs; i++) map[i] = inputs[i];
    for (unsigned i = 0; i < q->nconsts; i++)
        map[q->ninputs + i] = prog_add_const(out, q->konst[i].limb);
    for (unsigned i = 0; i < q->ninsns; i++) {
        unsigned src[SPEC_SRC_MAX] = {0};
        for (unsigned k = 0; k < q->insn[i].in->nsrc; k++) src[k] = map[q->insn[i].src[k]];
        map[first + i] = prog_add(out, q->insn[i].in, src, q->insn[i].imm);
    }
    return map[q->result];
}

/* x was found: s, then x, then the joint. */
static void join(void *context, const chain *found)
{
    const joiner *j = context;
    prog x_prog, *q = &x_prog;
    chain_prog(j->g, found, j->p->op, q);
    unsigned inputs[PROG_INPUTS_MAX] = {0, 1, 2};
    bool swapped = false;
    prog out;
    const grammar_member *m = grammar_find_table2(j->g, joint_table[j->x->how], &swapped);
    if (!m || q->ninsns + j->x->s.ninsns + 1 > PROG_INSNS_MAX) return;
    prog_init(&out, j->p->op, j->p->cls);
    for (unsigned i = 0; i < j->g->nconsts; i++) prog_add_repeated(&out, j->g->konst[i], 64);
    unsigned s = inputs[j->p->ninputs] = splice(&out, &j->x->s, inputs);
    unsigned x = splice(&out, q, inputs), src[3] = {swapped ? s : x, swapped ? x : s};
    prog_add(&out, m->in, src, m->imm);
    prog_tidy(&out);
    j->found(j->context, &out);
}

void decompose_propose(const grammar *g, const problem *p, unsigned best_known, uint64_t work,
                       decompose_found_fn *found, void *context)
{
    if (p->ninputs == PROG_INPUTS_MAX || best_known < 4) return;
    collector *c = mem_alloc(1, sizeof *c);
    problem *sub = mem_alloc(1, sizeof *sub);
    c->g = g;
    c->p = p;
    for (c->level = 1; c->level <= LEVEL_MAX; c->level++)
        exhaust_visit_all(g, p, c->level, work, collect, c);
    for (unsigned level = 1; level <= LEVEL_MAX && level + 1 < best_known; level++)
        for (unsigned i = 0; i < c->count[level]; i++) {
            joiner j = {g, p, &c->best[level][i], found, context};
            exhaust_options o = {.max_level = best_known - level - 2,
                                 .max_work = work,
                                 .suffixes = false,
                                 .max_solutions = 2,
                                 .best_known = best_known - level - 1};
            exhaust_result r;
            if (subproblem(g, p, j.x, sub)) exhaust_search(g, sub, &o, join, &j, &r);
        }
    mem_free(sub);
    mem_free(c);
}
