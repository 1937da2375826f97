// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lower_inside.h - the state of a function that is being lowered, for the files of lower.c.
 *
 * lower_carriers.c: the carriers of values. lower_nodes.c: the code of one node. lower_numbers.c:
 * the code of nodes whose fields are numbers in between. lower.c: all nodes, and how values go to
 * code that is left. */
#ifndef LANESMITH_PASS_LOWER_INSIDE_H
#define LANESMITH_PASS_LOWER_INSIDE_H

#include "lowerings/pass/base/stats.h"
#include "lowerings/pass/graph/nodes.h"
#include "site.h"

typedef struct lowerer {
    plan *plan;
    lanesmith_stats *stats;
    LLVMValueRef function;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    map carriers; /* by value: of nodes, and of values taken over */
    /* by value: of masks of which the highest bits of fields are right; all of them in carriers,
     * once asked for */
    map tops;
    map forms;    /* by value: the other forms of a vector of bits */
    map numbers;  /* by value: its fields as the low bits of whole bytes, words or doublewords */
    /* by value: the bytes that its fields lie in one after the other, where registers hold whole
     * fields only */
    map dense;
    map behind;   /* by value: the instruction before which code behind the value is put */
} lowerer;

static inline site here(const lowerer *lo)
{
    return (site){lo->plan->arena, lo->plan->targets, lo->plan->view, lo->builder};
}

static inline LLVMTypeRef vector_type(const lowerer *lo, unsigned w, unsigned n)
{
    return LLVMVectorType(LLVMIntTypeInContext(lo->context, w), n);
}

#endif
