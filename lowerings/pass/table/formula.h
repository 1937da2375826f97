// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* formula.h - how an LLVM operation on fields is computed from operations that the table has. */
#ifndef LANESMITH_PASS_FORMULA_H
#define LANESMITH_PASS_FORMULA_H

#include "lowerings/pass/base/fields.h"
#include "target.h"

enum { FORMULA_MAX_STEPS = 4, FORMULA_MAX_OPERANDS = 3 };

/* One operation of the table on up to three values: the formula's operands are 0, 1, ..., then come
 * the results of steps. */
typedef struct formula_step {
    const char *op;
    unsigned char value[FORMULA_MAX_OPERANDS];
} formula_step;

typedef struct formula {
    const char *name;   /* "add", "icmp eq", "llvm.umax"; "select" and "zext" of masks */
    /* the instruction's first operands; the value of the last step is the result */
    unsigned noperands;
    formula_step steps[FORMULA_MAX_STEPS];
    unsigned nsteps;
} formula;

/* The name of the operation that an instruction is, for formula_find; NULL when it is none that a
 * table could have. */
const char *formula_name(LLVMValueRef inst);
/* Builds the binary operator, compare ("icmp eq") or "select" whose name has that length. */
LLVMValueRef formula_build(LLVMBuilderRef b, const char *name, size_t length,
                           const LLVMValueRef *operands);
/* Calls the intrinsic of that name on one operand, for a type. */
LLVMValueRef formula_call(LLVMBuilderRef b, const char *name, LLVMTypeRef type,
                          LLVMValueRef operand);
/* The sum, in 32 bits, of all bytes of a value of n bytes. */
LLVMValueRef formula_sum_of_bytes(LLVMBuilderRef b, LLVMValueRef value, unsigned n);
/* As which numbers LLVM's own operation needs fields to be right in as many low bits: with any bits
 * above, zeros, or the sign; or it is none of those that are. */
typedef enum formula_extension {
    NUMBERS_NONE,
    NUMBERS_ANY,
    NUMBERS_UNSIGNED,
    NUMBERS_SIGNED
} formula_extension;
formula_extension formula_numbers(LLVMValueRef inst);
/* The table's name of a compare that gives packed bits: "eq_bits". */
const char *formula_bits_name(LLVMValueRef compare);
/* The compare by the operation that gives nothing but the highest bit of each field, "eq_top"; NULL
 * where the table has none. */
const formula *formula_top(const target_view *v, LLVMValueRef compare, const layout *l);
/* The highest bit of each field to all its bits, in the arena; NULL where the table has it not. */
const formula *formula_spread(arena *p, const target_view *v, const layout *l);
/* The operation of a reduction: "reduce_add" and, for two of its parts, "add". NULL when it is
 * none. */
const char *formula_reduction(LLVMValueRef inst, const char **pairwise);

/* The first formula for the name whose every step the table has in every register of the layout, or
 * NULL. */
const formula *formula_find(const target_view *v, const char *name, const layout *l);
/* The same for an instruction; shifts and funnel shifts by a constant are formulas of their own, in
 * the arena. */
const formula *formula_of(arena *p, const target_view *v, LLVMValueRef inst, const layout *l);
/* What it costs in all registers of the layout, instructions. */
unsigned formula_layout_cost(const formula *f, const target_view *v, const layout *l);
/* Is the table's IR for every step usable? */
bool formula_usable(const formula *f, targets *t, const target_view *v, const layout *l);

/* Computes one piece. Requires: formula_find gave f for this layout. */
LLVMValueRef formula_apply(const formula *f, targets *t, const target_view *v, const layout *l,
                           unsigned piece_number, LLVMBuilderRef b, const LLVMValueRef *operands);

/* What an operation costs in a register of `bits` bits, whole or in halves: instructions;
 * FORMULA_IMPOSSIBLE if the table has neither. */
enum { FORMULA_IMPOSSIBLE = 1000000 };
unsigned formula_cost(const target_view *v, const char *op, unsigned w, unsigned bits);
/* The table's entry for the whole register; NULL where there is none or its halves are cheaper. */
const struct lowering_entry *formula_entry(const target_view *v, const char *op, unsigned w,
                                           unsigned bits);
/* The entry for the whole register or for its parts, halves of halves; NULL where there is none. */
const struct lowering_entry *formula_entry_of_parts(const target_view *v, const char *op,
                                                    unsigned w, unsigned bits);
/* Can the operation be computed there? */
bool formula_has_op(const target_view *v, const char *op, unsigned w, unsigned bits);
LLVMValueRef formula_apply_op(targets *t, const target_view *v, const char *op, unsigned w,
                              unsigned bits, LLVMBuilderRef b, const LLVMValueRef *operands);
/* The low and the high half of a register of 128 bits and more, and the way back. */
void formula_halves(LLVMBuilderRef b, LLVMValueRef value, unsigned bits, LLVMValueRef *low,
                    LLVMValueRef *high);
LLVMValueRef formula_whole(LLVMBuilderRef b, LLVMValueRef low, LLVMValueRef high, unsigned bits);

#endif
