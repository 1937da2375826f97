// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_least_inside.h - the moves of a machine, and the state of a search, for the files of
 * permute_least.h.
 *
 * permute_least_moves.c: what a step can do. permute_least.c: all programs of such steps. */
#ifndef LANESMITH_PERMUTE_LEAST_INSIDE_H
#define LANESMITH_PERMUTE_LEAST_INSIDE_H

#include "permute_labels.h"
#include "permute_least_steps.h"

enum {
    FROM_ZERO = PERMUTE_LEAST_STEPS + PERMUTE_INPUTS_MAX,
    FROM_INPUT = PERMUTE_LEAST_STEPS,
    UNDECIDED = 0xffff,
    FANS = 6
};

typedef enum act_kind {
    ACT_MOVE,  /* as its options say */
    ACT_MASK,  /* x & k */
    ACT_BLEND, /* x where k is one, y where it is zero */
    ACT_KEEP,  /* (x | y) & k */
    ACT_JOIN   /* x | y; x ^ y, where there is one */
} act_kind;

/* What a move does to labels. Controls are numbered along the register: `stride` of them in turn
 * within every `span` bits. */
typedef struct act {
    act_kind kind;
    const mover *m; /* of ACT_MOVE */
    unsigned nvars, nvalues, span, stride;
    const label *option; /* [bits][nvalues], of ACT_MOVE: over the sources */
    const label *need;   /* as a mover's */
    label *owned, *owned_need; /* the same, if they are the act's */
    /* [bits][nvars * bits]: of a move with more values, whether the bit can be that one of the
     * sources */
    uint64_t *reach;
} act;

typedef struct step {
    const act *a;
    int from[2]; /* a step, FROM_INPUT + number, or FROM_ZERO */
} step;

typedef struct permute_least {
    const permute_machine *m;
    unsigned ninputs, log_bits;
    act *acts;
    unsigned nacts;
    /* acts of one value by [bit][place of the source bit]: begin[bit * (bits + 1) + place] in fixed
     */
    unsigned *fixed, *begin;
    unsigned *controlled, ncontrolled;
    unsigned fan[FANS]; /* of units of 8, 16 ... bits: the most units that a step draws one from */
    uint64_t wirings;   /* acts with inputs as sources */
    /* of a search: */
    unsigned steps;
    step step[PERMUTE_LEAST_STEPS];
    labels demand[PERMUTE_LEAST_STEPS];
    uint16_t value[PERMUTE_LEAST_STEPS][PERMUTE_BITS_MAX]; /* of decided controls */
    struct {
        uint16_t step, bit;
    } log[PERMUTE_LEAST_STEPS * PERMUTE_BITS_MAX]; /* demands that were made, to be taken back */
    unsigned logged;
    uint64_t work, candidates;
    unsigned hot[PERMUTE_LEAST_STEPS]; /* the control that had no value last */
    bool ended; /* no work is left */
} least;

static inline unsigned control_count(const least *x, const act *a)
{
    return x->m->bits / a->span * a->stride;
}
static inline unsigned control_of(const act *a, unsigned bit)
{
    return bit / a->span * a->stride + bit % a->stride;
}
static inline unsigned first_bit(const act *a, unsigned control)
{
    return control / a->stride * a->span + control % a->stride;
}
static inline unsigned control_bits(const act *a) { return a->span / a->stride; }

static inline size_t reach_limbs(const least *x, const act *a)
{
    return (size_t)(a->nvars * x->m->bits + 63) / 64;
}

static inline unsigned place_of(const least *x, label l)
{
    return (unsigned)(l - 1) & (x->m->bits - 1);
}
static inline unsigned source_of(const least *x, label l)
{
    return (unsigned)(l - 1) >> x->log_bits;
}

#endif
