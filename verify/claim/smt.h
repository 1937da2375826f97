// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* smt.h - asks Z3 whether terms can be true. Nothing else in the project touches Z3.
 *
 * The answer has three values, and only SMT_UNSAT proves anything: a time-out, a memory limit or a
 * giving-up is SMT_UNKNOWN with a reason, never a proof. Callers switch over the three. */
#ifndef LANESMITH_SMT_H
#define LANESMITH_SMT_H

#include "spec/term/term.h"

typedef enum smt_answer {
    SMT_UNSAT,  /* no assignment makes the condition true */
    SMT_SAT,    /* an assignment was found */
    SMT_UNKNOWN /* neither is known */
} smt_answer;

enum { SMT_REASON = 128 };

typedef struct smt smt; /* a Z3 context; belongs to one thread; any number of queries */

/* milliseconds: limit of a query, 0 for none. megabytes: limit of Z3's memory while a query runs, 0
 * for none (Z3 counts the memory of all its contexts in the process). LS_ENV when Z3 cannot be set
 * up. */
ls_status smt_new(smt **out, unsigned milliseconds, unsigned megabytes);
void smt_free(smt *s);
/* After a limit or the seed has changed, what was asked before has no influence on what the solver
 * does. */
void smt_set_limits(smt *s, unsigned milliseconds, unsigned megabytes);
/* Steps of the solver's own count (Z3: rlimit) that a query may take; 0: no limit, as at first. */
void smt_set_steps(smt *s, unsigned steps);
/* Of the solver's random choices; 0, as at first: the solver's own. */
void smt_set_seed(smt *s, unsigned seed);
/* What was asked before has no influence on the next query, which takes a new context. */
void smt_restart(smt *s);
const char *smt_version(void); /* "z3 4.8.12" */

/* Is there an assignment of its variables that makes condition, a Bool, true? When SMT_SAT and
 * values is not NULL, values[i] receives the limbs of vars[i] (a Bool: 0 or 1); a variable that
 * does not matter gets some value. When SMT_UNKNOWN, reason says why. LS_ENV, with a reason, when
 * Z3 failed in a way that is no answer. */
ls_status smt_solve(smt *s, const term_ctx *c, term condition, const term *vars, unsigned nvars,
                    uint64_t *const *values, smt_answer *answer, char reason[SMT_REASON]);

/* A session: assertions that stay, so that what the solver has learnt serves the next question. It
 * has a Z3 context of its own and belongs to one thread. Assertions are never taken back; for
 * another set of them open another session. */
typedef struct smt_session smt_session;

/* c must outlive the session and may grow meanwhile. megabytes as above. LS_ENV when Z3 cannot be
 * set up. */
ls_status smt_session_new(smt_session **out, const term_ctx *c, unsigned megabytes);
void smt_session_free(smt_session *s);
/* Trouble with an assertion is told by the next smt_session_solve. */
void smt_session_assert(smt_session *s, term condition);
/* As smt_solve, for all that was asserted so far. After SMT_UNKNOWN or LS_ENV it can only repeat
 * that. */
ls_status smt_session_solve(smt_session *s, unsigned milliseconds, const term *vars, unsigned nvars,
                            uint64_t *const *values, smt_answer *answer, char reason[SMT_REASON]);

#endif
