// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* obligation.h - what has to be shown of a program: the claim as terms, as text, and tried on
 * samples.
 *
 * A claim is a triple of terms over the inputs: program, operation, care. It holds when for all
 * inputs (program ^ operation) & care = 0. An obligation is a claim at register width together with
 * the same claim on the smallest chunk to which all three terms lift; the chunk's claim is what is
 * proved, hashed and exported. */
#ifndef LANESMITH_OBLIGATION_H
#define LANESMITH_OBLIGATION_H

#include "proof.h"
#include "spec/term/term.h"

enum { CLAIM_PROGRAM, CLAIM_OPERATION, CLAIM_CARE, CLAIM_TERMS };
enum {
    REGISTER_LIMBS = 16,         /* two results of 512 bits */
    CLAIM_LIMBS = TERM_LIMBS_MAX /* two of a block of registers */
};

/* The operands; then what a freeze has made of poison, if the program reads it: the claim is for
 * all of that, too. */
enum { CLAIM_INPUTS_MAX = PROG_INPUTS_MAX + 1 };

typedef struct claim {
    unsigned width; /* of every input and every term */
    term input[CLAIM_INPUTS_MAX];
    term side[CLAIM_TERMS];
} claim;

typedef struct obligation {
    term_ctx *c; /* borrowed */
    /* field: bits of a field; inputs above the operation's operands are frozen */
    unsigned ninputs, field;
    /* for what a counterexample says of its fields; NULL: all are (vec n w) */
    const op *op;
    claim whole, chunk;
    /* when the chunk is one field of each form (lift_to_fields): how many; else 0 */
    unsigned forms;
    /* the field of the register whose form is that of field s of the chunk */
    unsigned number[64 * CLAIM_LIMBS];
} obligation;

/* Inputs of a claim, one register each. */
typedef struct sample {
    uint64_t limb[CLAIM_INPUTS_MAX][CLAIM_LIMBS];
} sample;
enum { SAMPLES = 64 };

/* Fills o->chunk from o->whole. */
void obligation_lift(obligation *o);
/* "the program differs from the operation where it matters", a Bool: what a solver is asked to
 * satisfy. */
term claim_difference(const obligation *o, const claim *k);
/* The same of one field. */
term claim_field_difference(const obligation *o, const claim *k, unsigned field);
/* The chunk's claim as SMT-LIB from (set-logic) to (check-sat). It depends on the chunk's terms
 * only. */
void obligation_print(const obligation *o, strbuf *out);

/* Sample number k < SAMPLES for registers of width bits in fields of field bits: corner values and
 * random ones, the same in every run. Bits that no whole field takes are random. */
void sample_draw(unsigned k, unsigned width, unsigned field, sample *out);
/* The low 64 bits of what a register has for a field of w bits: of a scalar its only field, of
 * packed bits one. */
uint64_t field_value(const uint64_t *reg, op_type type, unsigned field, unsigned w);
/* Evaluates a term over a claim's inputs. out has the limbs of t. */
void sample_eval(const obligation *o, const claim *k, term t, const sample *s, uint64_t *out);
/* Looks for a sample on which the chunk's claim fails. */
bool obligation_refute_quickly(const obligation *o, sample *found);
/* The same among inputs whose fields are alike but for one: what a reduction leaves out is one of
 * many fields, which random inputs do not show. */
bool obligation_refute_by_lone_fields(const obligation *o, sample *found);
/* A sample on which the chunk's claim fails, as a counterexample at register width: the chunk is
 * chunk 0 (or its fields are those of their forms), the others are zero. False when the claim at
 * register width holds there after all, which would be a fault of this program. */
bool obligation_explain(const obligation *o, const sample *s, counterexample *out);

#endif
