/* moves.h - constant shuffles of small fields, planned as programs of steps. */
#ifndef LANESMITH_PASS_MOVES_H
#define LANESMITH_PASS_MOVES_H

#include "fields.h"
#include "site.h"
#include "steps.h"

typedef struct move_plan {
    steps *program;
    unsigned result;  /* the value that is the result */
    unsigned second;  /* byte of the input where the second source begins; 0: it is not used */
    unsigned bytes;   /* of the input */
} move_plan;

/* How to do a shufflevector of small fields; NULL when LLVM's own way is thought to be as good, or none is known. */
move_plan *moves_plan(pool *memory, const target_view *v, LLVMValueRef shuffle, const layout *in, const layout *out);
/* Carriers of the result from those of the sources; b is not looked at where the plan has no second. */
void moves_apply(const site *x, const move_plan *m, const layout *in, const LLVMValueRef *a, const LLVMValueRef *b,
                 const layout *out, LLVMValueRef *carriers);

#endif
