// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* no_solver.c - verify/claim/smt.h by a solver that never knows. What reads and prepares the
 * questions is what is fuzzed; with Z3 a target would take a thousand times as long. */
#include "verify/claim/smt.h"

#include <stdio.h>

struct smt {
    int unused;
};

ls_status smt_new(smt **out, unsigned milliseconds, unsigned megabytes)
{
    (void)milliseconds, (void)megabytes;
    *out = mem_alloc(1, sizeof **out);
    return LS_OK;
}

void smt_free(smt *s)
{
    mem_free(s);
}

void smt_set_limits(smt *s, unsigned milliseconds, unsigned megabytes)
{
    (void)s, (void)milliseconds, (void)megabytes;
}

void smt_set_steps(smt *s, unsigned steps)
{
    (void)s, (void)steps;
}

ls_status smt_solve(smt *s, const term_ctx *c, term condition, const term *vars, unsigned nvars,
                    uint64_t *const *values, smt_answer *answer, char reason[SMT_REASON])
{
    (void)s, (void)c, (void)condition, (void)vars, (void)nvars, (void)values;
    *answer = SMT_UNKNOWN;
    snprintf(reason, SMT_REASON, "no solver is asked");
    return LS_OK;
}
