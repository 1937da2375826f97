// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* trial.c - called by trivial.c and single.c. */
#include "trial.h"

#include <string.h>

#include "spec/op.h"

void trial_evaluate(const trial *t, evaluated *e)
{
    const uint64_t *in[PROG_INPUTS_MAX];
    for (unsigned i = 0; i < t->op->arity; i++) in[i] = e->in.limb[i];
    memset(e->result, 0, sizeof e->result);
    memset(e->care, 0, sizeof e->care);
    term_evaluator_run(t->side[0], in, e->result);
    term_evaluator_run(t->side[1], in, e->care);
}

bool trial_open(trial *t, const op *o, unsigned w, const regclass *cls)
{
    diags quiet = {0};
    term side[2];
    *t = (trial){.op = o, .c = term_ctx_new()};
    for (unsigned i = 0; i < o->arity; i++) t->input[i] = term_mk_var(t->c, o->param[i], cls->bits);
    bool good = op_elaborate(o, w, cls->bits / w, t->c, t->input, &side[0], &side[1], &quiet);
    diag_free(&quiet);
    for (unsigned i = 0; good && i < 2; i++)
        t->side[i] = term_evaluator_new(t->c, side[i], t->input, o->arity);
    for (unsigned k = 0; good && k < SAMPLES; k++) {
        sample *in = &t->at[SAMPLES + k].in;
        sample_draw(k, cls->bits, w, in);
        t->at[k].in = *in;
        for (unsigned i = 1; i < o->arity; i++)
            memcpy(in->limb[i], in->limb[0], sizeof in->limb[0]);
        trial_evaluate(t, &t->at[k]);
        trial_evaluate(t, &t->at[SAMPLES + k]);
    }
    return good;
}

void trial_close(trial *t)
{
    for (unsigned i = 0; i < 2; i++)
        if (t->side[i]) term_evaluator_free(t->side[i]);
    term_ctx_free(t->c);
}
