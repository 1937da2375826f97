// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* nodes.h - the instructions of a function that make or take vectors of small fields, and what is
 * decided about each. plan.c fills the plan, lower.c carries it out. */
#ifndef LANESMITH_PASS_NODES_H
#define LANESMITH_PASS_NODES_H

#include <llvm-c/Core.h>

#include "lowerings/pass/table/formula.h"
#include "lowerings/pass/table/layouts.h"
#include "lowerings/pass/table/named.h"
#include "lowerings/pass/table/target.h"
#include "spec/base/base.h"
#include "spec/base/map.h"

/* What an instruction is to the pass, and the counter of stats.h that counts it when it is lowered.
 */
#define NODE_KINDS(X)                                                                              \
    X(BINARY, lowered_binary)     /* an operation of the table on two values */                    \
    X(BY_NUMBERS, lowered_binary) /* on fields that cross bytes, as LLVM's own operation on bytes, \
                                     words, doublewords */                                         \
    X(CALL, lowered_call)         /* the same, an intrinsic */                                     \
    X(COMPARE, lowered_compare)   /* the same, a compare */                                        \
    X(COMPARE_BITS, lowered_compare) /* a compare that gives one packed bit a field at once */     \
    X(SEXT, lowered_extend)          /* of a compare, to the width that was compared */            \
    X(ZEXT, lowered_extend)                                                                        \
    X(CAST, lowered_cast)     /* between small fields of two widths */                             \
    X(CAST_OUT, lowered_cast) /* from small fields to bytes, words ... */                          \
    X(CAST_IN, lowered_cast)                                                                       \
    X(TO_FLOAT, lowered_cast)                                                                      \
    X(FROM_FLOAT, lowered_cast)                                                                    \
    X(EXTRACT, lowered_element)                                                                    \
    X(INSERT, lowered_element)                                                                     \
    X(REDUCE, lowered_reduce) /* all fields to a scalar */                                         \
    X(SHUFFLE, lowered_shuffle)                                                                    \
    X(SELECT_FIELDS, lowered_select) /* field by field */                                          \
    X(SELECT_OUT,                                                                                  \
      lowered_select)         /* of whole bytes, words ... by a mask or bits of small fields */    \
    X(SELECT, lowered_select) /* of whole vectors */                                               \
    X(PHI, lowered_phi)                                                                            \
    X(FREEZE, lowered_freeze)                                                                      \
    X(LOAD, lowered_load)                                                                          \
    X(STORE, lowered_store)                                                                        \
    X(FROM_BITS, lowered_bitcast) /* a bitcast from a type without small fields */                 \
    X(TO_BITS, lowered_bitcast)   /* a bitcast to such a type */                                   \
    X(RECAST, lowered_bitcast)    /* a bitcast between types with small fields */

/* Why an instruction is left as it is. */
#define LEFT_REASONS(X)                                                                            \
    X(NO_LOWERING, left_no_lowering)                                                               \
    X(NO_GAIN, left_no_gain)                                                                       \
    X(SHUFFLE, left_shuffle)                                                                       \
    X(WIDTH, left_width)                                                                           \
    X(INDEX, left_index)                                                                           \
    X(VOLATILE, left_volatile)                                                                     \
    X(COMPARE_BITS, left_compare_bits)                                                             \
    X(OTHER, left_other)

typedef enum node_kind {
    NODE_LEFT,
#define X(name, counter) NODE_##name,
    NODE_KINDS(X)
#undef X
} node_kind;

typedef enum left_reason {
#define X(name, counter) LEFT_##name,
    LEFT_REASONS(X)
#undef X
} left_reason;

/* One instruction that makes or takes a vector of small fields. */
/* How a shuffle is done; moves.c finds it. */
typedef struct move_plan {
    named_move named; /* an operation of the table; or, where that has no entry: */
    unsigned way;     /* which of the ways that moves.c knows */
    LLVMValueRef shuffle;
    bool second;      /* the second source is used */
    bool cheaper;     /* than LLVM's own way, as far as can be told */
    unsigned cost;    /* about what it takes, instructions; LLVM's own way where that is as good */
} move_plan;

typedef struct node {
    LLVMValueRef inst;
    node_kind kind;
    left_reason reason;   /* when kind is NODE_LEFT */
    const layout *layout; /* of its carriers; of its operand's when it has none; NULL when left */
    const layout *in;     /* that it takes its operands in */
    const formula *how;   /* to compute it from carriers of operands; NULL for what moves values */
    const char *op;       /* COMPARE_BITS, REDUCE: the operation */
    unsigned price;       /* BY_NUMBERS: about what it costs, instructions */
    move_plan moves;      /* SHUFFLE */
    /* what `how` is of, if it stands for several instructions; else NULL: inst's operands */
    LLVMValueRef args[FORMULA_MAX_OPERANDS];
    bool part;            /* one of those instructions, and not the last: computed with that */
    /* its type is <n x i1>, its carriers hold fields of w > 1 bits, all-ones or zero */
    bool mask;
    /* a mask of which only the highest bit of each field is right: what makes all so; else NULL */
    const formula *from_top;
    bool packs;           /* a mask of which packed bits can be made for users that want such */
    bool loops;           /* stands in a loop */
    /* towards the representative of the instructions that are lowered together */
    struct node *group;
    bool work;            /* of a representative: the group computes something */
    bool broken;          /*   the table's IR of something that it needs is not usable */
    bool bit_work;        /*   some of it on single bits */
    uint64_t packed;      /*   values that come or go as plain bits ... */
    uint64_t packed_bits; /*   ... of fields of one bit */
    /*   about what its instructions on fields of 2 bits and more cost, lowered and as LLVM does
     * them */
    int64_t ours, theirs;
    /*   values that come or go in LLVM's own representation, a field an element */
    uint64_t spread;
} node;

typedef struct plan {
    arena *arena;
    targets *targets;
    const target_view *view;
    bool always; /* whatever it costs */
    bool quiet;  /* tried on a copy: no remarks */
    bool priced; /* prices are known of all that is lowered: about so many instructions */
    int64_t ours, theirs;
    bool priced_out; /* some is left for its price alone */
    layouts layouts;
    node *nodes; /* definitions before uses, but for phis */
    unsigned count;
    map by_inst;
} plan;

/* The node of an instruction, or NULL. */
node *nodes_find(const plan *p, LLVMValueRef value);
/* The node that lowers the instruction, or NULL when the value is left or no instruction. */
node *nodes_lowered(const plan *p, LLVMValueRef value);
/* The mask node that defines a value, or NULL. */
const node *nodes_mask(const plan *p, LLVMValueRef value);
/* Is the instruction a reduction of single bits by and, or by or: a test whether all are set, or
 * any? */
bool nodes_is_test(LLVMValueRef inst);
/* The layout of a value's own carriers: of the node, or of its type. NULL when it can have none. */
const layout *nodes_layout(plan *p, LLVMValueRef value);
/* The layout of masks for the fields of a vector of bits, and the other way round. */
const layout *nodes_mask_layout(plan *p, LLVMContextRef c, unsigned w, unsigned n);

#endif
