// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* verify.h - proves or refutes that a program computes an operation.
 *
 * The obligation: for all inputs, in every field whose precondition holds, program = operation. It is stated on the
 * smallest chunk of the register on which program and operation both act alike and independently (spec/term/lift.h);
 * the lifting to the whole register is an argument on the structure of the terms, checked each time. Only `unsat` of
 * the negation is a proof; `unknown` and time-outs are recorded as such. */
#ifndef LANESMITH_VERIFY_H
#define LANESMITH_VERIFY_H

#include "spec/cell.h"
#include "spec/prog.h"

typedef enum proof_answer { PROOF_PROVED, PROOF_REFUTED, PROOF_UNKNOWN } proof_answer;
extern const char *const proof_answer_names[3]; /* "proved" "refuted" "unknown" */

typedef struct counterexample { /* of a REFUTED obligation, at the width of the register */
    unsigned field;                              /* number of a field that differs */
    uint64_t input[PROG_INPUTS_MAX][16];         /* whole registers */
    uint64_t field_input[PROG_INPUTS_MAX];       /* low 64 bits of that field of each input */
    uint64_t expected, actual;                   /* low 64 bits of that field */
} counterexample;

typedef struct proof {
    proof_answer answer;
    char obligation[HASH_TEXT]; /* hash of the obligation's SMT-LIB text */
    unsigned chunk;             /* bits on which it was proved; less than the register's: lifted */
    char solver[32]; /* what settled it: "z3 4.8.12", "z3 4.8.12 on sums", "decision diagrams"
                        (tactics.c) */
    double seconds;
    char reason[128];           /* of UNKNOWN */
    counterexample cex;         /* of REFUTED */
} proof;

typedef struct verify_limits {
    unsigned milliseconds; /* a solver call; a guard against calls that hang, since what time allows differs from machine to machine */
    unsigned megabytes;
    unsigned steps;        /* of the solver's own count, all calls for a question together; a million takes some 0.6 s */
} verify_limits;
extern const verify_limits verify_default_limits; /* 600 s, 2048 MiB, 200 million steps */

/* What has been proved already: who settled it, and the caller trusts (obligation, solver) without
 * a solver call; or NULL. */
typedef const char *verify_known_fn(void *context, const char *obligation);

typedef struct verifier verifier; /* a Z3 context and a term context; belongs to one thread */
/* LS_ENV when the solver cannot be set up. known may be NULL. */
ls_status verifier_new(verifier **out, verify_limits limits, verify_known_fn *known, void *known_context);
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
/* LS_OK with *out filled (whatever the answer); LS_INPUT with diagnostics when the operation's definition is at fault (a
 * precondition that no input satisfies, say); LS_ENV when the solver failed in a way that is no answer. */
ls_status verify_prog(verifier *v, const cell *c, const prog *p, proof *out, diags *d);
/* The same for a function of LLVM IR text, read back by code that shares nothing with the emitter (irterm.c).
 * LS_INPUT with diagnostics when the text is malformed or uses what irterm does not know. */
ls_status verify_ir(verifier *v, const spec *s, const cell *c, const char *ir, const char *function, proof *out, diags *d);
/* The obligation as a plain .smt2 file that any solver can check: (set-logic QF_BV) ... (check-sat), unsat expected. */
ls_status verify_write_smt2(verifier *v, const cell *c, const prog *p, strbuf *out, diags *d);
/* The same for a function of LLVM IR. LS_INPUT also when what is frozen does not fit an obligation.
 */
ls_status verify_write_ir_smt2(verifier *v, const cell *c, const char *ir, const char *function,
                               strbuf *out, diags *d);
/* "field 3: a = 2, b = 1: expected 3, actual 1; registers a = 0x.., b = 0x.." */
void counterexample_print(const counterexample *x, const cell *c, strbuf *out);

#endif
