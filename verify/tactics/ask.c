// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ask.c - see ask.h. */
#include "ask.h"

/* Of a solver call: the first, and those after it in contexts of their own. */
enum { FIRST_STEPS = 300000, RESTART_STEPS = 24000000 };

/* The solver's time varies by orders of magnitude with chance; what its context was asked before is
 * chance, too. A question that is not answered soon is asked again in new contexts with other seeds
 * (Gomes, Selman, Crato, Kautz 2000: heavy tails). So whether a hard one is answered depends on the
 * question alone. */
ls_status tactics_solve(smt *solver, const term_ctx *c, term condition, unsigned steps,
                        const term *vars, unsigned nvars, uint64_t *const *values,
                        smt_answer *answer, char reason[SMT_REASON])
{
    ls_status status = LS_OK;
    *answer = SMT_UNKNOWN;
    for (unsigned call = 0, share; steps && status == LS_OK && *answer == SMT_UNKNOWN;
         call++, steps -= share) {
        share = call ? RESTART_STEPS : FIRST_STEPS;
        if (share > steps) share = steps;
        smt_set_steps(solver, share);
        smt_set_seed(solver, call ? call - 1 : 0);
        status = smt_solve(solver, c, condition, vars, nvars, values, answer, reason);
    }
    return status;
}
