// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* network.h - a network of a block: stages of operations element by element, with shuffles
 * between. */
#ifndef LANESMITH_PASS_NETWORK_H
#define LANESMITH_PASS_NETWORK_H

#include <llvm-c/Core.h>

#include "search.h"
#include "spec/base/map.h"

enum { NETWORK_OPERANDS = 3 };

/* An element of a vector, by the vector's number and its own; or one of these. */
typedef uint32_t element;
enum { ELEMENT_LANES = 1 << 10 };
#define ELEMENT_CONSTANT UINT32_MAX
#define ELEMENT_NONE (UINT32_MAX - 1) /* poison, or what is not understood */
static inline unsigned element_vector(element e) { return e / ELEMENT_LANES; }
static inline unsigned element_lane(element e) { return e % ELEMENT_LANES; }

typedef struct vector {
    LLVMValueRef value;
    bool operation; /* else its elements come from elsewhere */
    bool *live;     /* those elements that are wanted */
    unsigned lanes, component, level;
    /* it has one operand that is no constant, and is read at one level: that is its own then. What
       it reads is of level `base`, through a shuffle or not */
    bool passes, shuffled, outside; /* outside: it is wanted elsewhere, too */
    unsigned base, level_read;
    unsigned *address; /* of elements that are handed on */
} vector;

/* What a thread's node reads. */
typedef struct source {
    enum { FROM_SLOT, FROM_NODE, FROM_CONSTANT } kind;
    unsigned number;
} source;

typedef struct node {
    LLVMValueRef like; /* an operation of that kind */
    unsigned noperands;
    source operand[NETWORK_OPERANDS];
} node;

/* Threads that do the same with elements of their own. Thread t's node n is nodes[t][n]. */
typedef struct stage {
    unsigned level, nthreads, nslots, nnodes, nouts;
    element **slots, **nodes;
    node *node;
    unsigned *outs; /* nodes whose results others read */
} stage;

/* A value that is wanted elsewhere. */
typedef struct sink {
    LLVMValueRef value;
    unsigned lanes;
    element *from;
} sink;

typedef struct network {
    arena *arena;
    LLVMBasicBlockRef block;
    map numbers, places; /* of values: of vectors, plus one; of instructions in the block */
    stack replaced;      /* stores that go when all networks of the block are made */
    vector *vectors;
    unsigned nvectors, capacity;
    unsigned bits;      /* of an element */
    unsigned component; /* the one that is looked at */
    LLVMTypeRef type;   /* of an element */
    stage *stages;
    unsigned nstages;
    sink *sinks;
    unsigned nsinks;
    unsigned *leaves, nleaves; /* vectors from elsewhere, in the order of their addresses */
    search_problem problem;
} network;

/* operations.c */
/* Is it an operation on vectors, each element of the result being made of those of the same number?
 */
bool operation_is(LLVMValueRef v);
bool operation_commutes(LLVMValueRef v);
/* Of several operations of the kind: may their operands be combined in any order? */
bool operation_associates(LLVMValueRef v);
/* Do they do the same with their elements? */
bool operation_same(LLVMValueRef a, LLVMValueRef b);
/* How many of its operands are elements. */
unsigned operation_arity(LLVMValueRef v);
LLVMValueRef operation_build(LLVMBuilderRef b, LLVMValueRef like, LLVMValueRef *operands);

/* network.c */
/* The vectors of a block. How many components they have, numbered from 0 on. */
unsigned network_find(network *n);
/* What the element of the value is. */
element network_element(network *n, LLVMValueRef value, unsigned lane);
/* The constant, and the element of it, that an element of a value is. Requires: it is one. */
LLVMValueRef network_constant(LLVMValueRef value, unsigned *lane);
/* The stages of a component; false where it is no network of the kind that is known. */
bool network_read(network *n, unsigned component);

/* stages.c */
bool network_find_stages(network *n);

/* network_make.c */
/* Makes it anew; false, and nothing is changed, where the plan does not do what it should. */
bool network_make(network *n, const search_plan *plan);
/* Erases what was replaced, when all of the block are made. */
void network_clean_up(network *n);

#endif
