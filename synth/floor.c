/* floor.c - programs of no instruction return an operand or a constant. Two inputs whose results differ where both count exclude all
 * constants at once; an input whose result is not the operand's excludes the operand. A match on all samples excludes nothing.
 *
 * Called by cli/cmd_synth.c and bench/bounds.c. */
#include "floor.h"

#include <string.h>

#include "../verify/obligation.h"

typedef struct evaluated {
    sample in;
    uint64_t result[REGISTER_LIMBS], care[REGISTER_LIMBS];
} evaluated;

/* Whether a and b differ in a bit that counts. */
static bool differ(const uint64_t *a, const uint64_t *b, const uint64_t *care, const uint64_t *care_too)
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

unsigned floor_bound(const cell *c, uint64_t *excluded)
{
    diags quiet = {0};
    obligation o = {.c = term_ctx_new(), .ninputs = c->op->arity, .field = c->w, .op = c->op};
    claim *k = &o.whole;
    k->width = c->cls->bits;
    for (unsigned i = 0; i < o.ninputs; i++) k->input[i] = term_mk_var(o.c, c->op->param[i], k->width);
    bool good = op_elaborate(c->op, c->w, k->width / c->w, o.c, k->input, &k->side[CLAIM_OPERATION], &k->side[CLAIM_CARE], &quiet);
    diag_free(&quiet);
    evaluated *e = mem_alloc(SAMPLES, sizeof *e);
    unsigned all = ((1u << o.ninputs) - 1) | 1u << OPERANDS, out = 0;
    for (unsigned i = 0; good && i < SAMPLES && out != all; i++) {
        sample_draw(i, k->width, c->w, &e[i].in);
        sample_eval(&o, k, k->side[CLAIM_OPERATION], &e[i].in, e[i].result);
        sample_eval(&o, k, k->side[CLAIM_CARE], &e[i].in, e[i].care);
        out |= excluded_by(e, i, o.ninputs);
    }
    mem_free(e);
    term_ctx_free(o.c);
    *excluded = o.ninputs + 1; /* all constants as one */
    return out == all;
}
