// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* trivial.c - programs of no instruction return an operand or a constant. Two inputs whose results
 * differ where both count exclude all constants at once; an input whose result is not the operand's
 * excludes the operand. A match on all samples excludes nothing.
 *
 * Called by single.c, cli/derive.c and cli/check/rebound.c. */
#include "trivial.h"

#include "synth/problem/trial.h"

/* Whether a and b differ in a bit that counts. */
static bool differ(const uint64_t *a, const uint64_t *b, const uint64_t *care,
                   const uint64_t *care_too)
{
    for (unsigned i = 0; i < REGISTER_LIMBS; i++)
        if ((a[i] ^ b[i]) & care[i] & care_too[i]) return true;
    return false;
}

/* What the samples up to e[last] have excluded: bit i operand i, bit OPERANDS all constants. */
enum { OPERANDS = PROG_INPUTS_MAX };

static unsigned excluded_by(const evaluated *e, unsigned last, unsigned operands)
{
    unsigned out = 0;
    for (unsigned i = 0; i < operands; i++)
        if (differ(e[last].result, e[last].in.limb[i], e[last].care, e[last].care)) out |= 1u << i;
    for (unsigned k = 0; k < last && !(out >> OPERANDS); k++)
        if (differ(e[last].result, e[k].result, e[last].care, e[k].care)) out |= 1u << OPERANDS;
    return out;
}

unsigned trivial_bound(const cell *c, uint64_t *excluded)
{
    trial *t = mem_alloc(1, sizeof *t);
    bool good = trial_open(t, c->op, c->w, c->cls);
    unsigned all = ((1u << c->op->arity) - 1) | 1u << OPERANDS, out = 0;
    for (unsigned i = 0; good && i < TRIAL_SAMPLES && out != all; i++)
        out |= excluded_by(t->at, i, c->op->arity);
    trial_close(t);
    mem_free(t);
    *excluded = c->op->arity + 1u; /* all constants as one */
    return out == all;
}
