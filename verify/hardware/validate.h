// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* validate.h - does an instruction do on this processor what its definition says?
 *
 * The instruction's (llvm ...) template is compiled for a target and run on corner values and on
 * random operands, over all its immediates; each result is compared with the definition. It
 * refutes, it never proves. What runs may crash: callers run this in a process that they can lose.
 */
#ifndef LANESMITH_VALIDATE_H
#define LANESMITH_VALIDATE_H

#include "operands.h"
#include "spec/spec.h"

enum { VALIDATE_FORMS_MAX = 256, VALIDATE_TEXT = 160 };

typedef struct validate_plan {
    uint64_t cases;  /* random ones for an instruction, shared out among its immediates */
    uint64_t seed;
    unsigned stride; /* every so many corner cases; 1: all of them */
} validate_plan;

/* What came of it; flat, so that it can go through a pipe. A form is the instruction with one
 * immediate. */
typedef struct validation {
    uint64_t cases, mismatches;  /* over all forms */
    uint64_t checked;            /* cases in which the fast evaluator was compared with term_eval */
    /* named: forms in whose code the machine instruction of that name is */
    unsigned forms, named;
    char instead[VALIDATE_TEXT]; /* what the other forms compile to: "shl or" */
    /* some form is too wide for the fast evaluator: it got fewer random cases */
    bool slow;
    int64_t imm;                 /* of the first mismatch, as is what follows */
    uint64_t operand[SPEC_SRC_MAX][OPERANDS_LIMBS], expected[OPERANDS_LIMBS],
        actual[OPERANDS_LIMBS];
} validation;

/* The first target, in the order of declaration, that has all features of the instruction and that
 * this processor can run; or NULL and in *lacks a feature that is missing here (of the instruction,
 * else of the target). */
const target *validate_target(const spec *s, const instr *in, const char **lacks);
/* Runs the instruction as compiled for t. LS_OK with *out filled, whatever the answer; LS_ENV when
 * LLVM cannot compile or link, LS_INPUT when the template is malformed, both with diagnostics. A
 * disagreement between the two evaluators is a bug and ends the process. */
ls_status validate_instr(const instr *in, const target *t, const validate_plan *plan,
                         validation *out, diags *d);

/* How many immediates of the range are tried, all when they are at most VALIDATE_FORMS_MAX; and
 * which. */
unsigned validate_forms(const instr *in);
int64_t validate_imm(const instr *in, unsigned form);
/* Whether a line of assembly is the machine instruction that the spec calls name, with what
 * count.spec allows before and behind it. */
bool validate_is_named(const asm_syntax *x, const char *name, const char *line, size_t length);
/* The first mismatch: immediate, operands, expected, actual; a line each, after an indent of two.
 */
void validation_print(const validation *v, const instr *in, strbuf *out);

#endif
