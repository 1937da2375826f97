// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ask.h - a question to the solver, asked again where chance was against it. */
#ifndef LANESMITH_VERIFY_ASK_H
#define LANESMITH_VERIFY_ASK_H

#include "verify/claim/smt.h"

/* Whether a condition can be true, within so many steps, in several calls with different seeds. */
ls_status tactics_solve(smt *solver, const term_ctx *c, term condition, unsigned steps,
                        const term *vars, unsigned nvars, uint64_t *const *values,
                        smt_answer *answer, char reason[SMT_REASON]);

#endif
