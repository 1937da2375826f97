/* formula.h - how an LLVM operation on fields is computed from operations that the table has. */
#ifndef LANESMITH_PASS_FORMULA_H
#define LANESMITH_PASS_FORMULA_H

#include "fields.h"

enum { FORMULA_MAX_STEPS = 4, FORMULA_MAX_OPERANDS = 3 };

/* One operation of the table on two values: the formula's operands are 0, 1, ..., then come the results of steps. */
typedef struct formula_step {
    const char *llvm;
    unsigned char a, b;
} formula_step;

typedef struct formula {
    const char *name;   /* "add", "icmp eq", "llvm.umax"; "select" and "zext" of masks */
    unsigned noperands; /* the value of the last step is the result */
    formula_step steps[FORMULA_MAX_STEPS];
    unsigned nsteps;
} formula;

/* The name of the operation that an instruction is, for formula_find; NULL when it is none that a table could have. */
const char *formula_name(LLVMValueRef inst);

/* The first formula for the name whose every step the table has in every register of the layout, or NULL. */
const formula *formula_find(const target_view *v, const char *name, const layout *l);
/* Is the table's IR for every step usable? */
bool formula_usable(const formula *f, targets *t, const target_view *v, const layout *l);

/* Computes one piece. Requires: formula_find gave f for this layout. */
LLVMValueRef formula_apply(const formula *f, targets *t, const target_view *v, const layout *l, unsigned piece_number,
                           LLVMBuilderRef b, const LLVMValueRef *operands);

#endif
