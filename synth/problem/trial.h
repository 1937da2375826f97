// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* trial.h - an operation on the fixed samples: what the result is, and where it counts. Each sample
 * is there twice, the second time with all operands like the first, which wide ones hardly are by
 * chance. */
#ifndef LANESMITH_TRIAL_H
#define LANESMITH_TRIAL_H

#include "spec/prog.h"
#include "verify/claim/obligation.h"

enum { TRIAL_SAMPLES = 2 * SAMPLES };

typedef struct evaluated {
    sample in;
    uint64_t result[REGISTER_LIMBS], care[REGISTER_LIMBS];
} evaluated;

typedef struct trial {
    const op *op;
    term_ctx *c;
    term input[PROG_INPUTS_MAX];
    term_evaluator *side[2]; /* the result; where it counts */
    evaluated at[TRIAL_SAMPLES]; /* SAMPLES + k: sample k with operands alike */
} trial;

/* False when the operation's definition is at fault, which would have been reported. Close it in
 * any case. */
bool trial_open(trial *t, const op *o, unsigned w, const regclass *cls);
void trial_close(trial *t);
/* Fills e->result and e->care for e->in. */
void trial_evaluate(const trial *t, evaluated *e);

#endif
