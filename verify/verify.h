// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* verify.h - proves or refutes that a program computes an operation.
 *
 * The obligation: for all inputs, in every field whose precondition holds, program = operation. It
 * is stated on the smallest chunk of the register on which program and operation both act alike and
 * independently (spec/term/lift.h); the lifting to the whole register is an argument on the
 * structure of the terms, checked each time. Only `unsat` of the negation is a proof; `unknown` and
 * time-outs are recorded as such. */
#ifndef LANESMITH_VERIFY_H
#define LANESMITH_VERIFY_H

#include "spec/cell.h"
#include "verify/claim/proof.h"

typedef struct verify_limits {
    /* a solver call; a guard against calls that hang, since what time allows differs from machine
     * to machine */
    unsigned milliseconds;
    unsigned megabytes;
    /* of the solver's own count, all calls for a question together; a million takes some 0.6 s */
    unsigned steps;
} verify_limits;
extern const verify_limits verify_default_limits; /* 600 s, 2048 MiB, 200 million steps */

/* What has been proved already: who settled it, and the caller trusts (obligation, solver) without
 * a solver call; or NULL. */
typedef const char *verify_known_fn(void *context, const char *obligation);

typedef struct verifier verifier; /* a Z3 context and a term context; belongs to one thread */
/* LS_ENV when the solver cannot be set up. known may be NULL. */
ls_status verifier_new(verifier **out, verify_limits limits, verify_known_fn *known,
                       void *known_context);
void verifier_free(verifier *v);
/* What a question may cost from now on, in steps of the solver. */
void verifier_set_steps(verifier *v, unsigned steps);

/* For a second opinion: leaves out every tactic that has a tool in common with what a proof names
 * as its solver; NULL: none is left out. False when it names nothing that is known here. */
bool verifier_leave_out(verifier *v, const char *solver);

/* Whether what two proofs name as their solvers have a tool in common. */
bool verify_shares_tool(const char *a, const char *b);

/* Whether the program computes the operation on some dozens of samples. */
bool verify_agrees(verifier *v, const cell *c, const prog *p);
/* LS_OK with *out filled (whatever the answer); LS_INPUT with diagnostics when the operation's
 * definition is at fault (a precondition that no input satisfies, say); LS_ENV when the solver
 * failed in a way that is no answer. */
ls_status verify_prog(verifier *v, const cell *c, const prog *p, proof *out, diags *d);
/* The same for a function of LLVM IR text, read back by code that shares nothing with the emitter
 * (irterm.c). LS_INPUT with diagnostics when the text is malformed or uses what irterm does not
 * know. */
ls_status verify_ir(verifier *v, const spec *s, const cell *c, const char *ir, const char *function,
                    proof *out, diags *d);
/* The obligation as a plain .smt2 file that any solver can check: (set-logic QF_BV) ...
 * (check-sat), unsat expected. */
ls_status verify_write_smt2(verifier *v, const cell *c, const prog *p, strbuf *out, diags *d);
/* The same for a function of LLVM IR. LS_INPUT also when what is frozen does not fit an obligation.
 */
ls_status verify_write_ir_smt2(verifier *v, const cell *c, const char *ir, const char *function,
                               strbuf *out, diags *d);

#endif
