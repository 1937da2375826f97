// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transpose.h - movements between several registers that permute the digits of places' numbers,
 * made anew as a whole. */
#ifndef LANESMITH_PASS_TRANSPOSE_H
#define LANESMITH_PASS_TRANSPOSE_H

#include "lowerings/pass/table/target.h"

typedef enum transpose_kind {
    TRANSPOSE_FIELDS, /* what shuffles of small fields are part of, for which LLVM needs thousands
                       */
    TRANSPOSE_BYTES   /* what is of bytes, words, shifts and masks */
} transpose_kind;

/* May the function have anything of the kind? Quick. */
bool transpose_has_work(LLVMValueRef function, transpose_kind kind);

/* Replaces instructions that, taken together, transpose registers, where that is estimated at fewer
 * than they are one by one. The result refines what there was. How many instructions were replaced:
 * of TRANSPOSE_FIELDS shuffles only. */
unsigned transpose_function(const target_view *v, LLVMValueRef function, transpose_kind kind);

#endif
