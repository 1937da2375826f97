// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_nodes.h - the values of programs for movements of bits, each kept once. */
#ifndef LANESMITH_PERMUTE_NODES_H
#define LANESMITH_PERMUTE_NODES_H

#include "permute_labels.h"

enum { PERMUTE_NODES_MAX = 6000 };

/* A value of a program. */
typedef struct permute_node {
    bool is_const, is_input;
    uint64_t konst[PERMUTE_LIMBS];
    int instr;
    int64_t imm;
    int src[3]; /* nodes; -1 where there is none */
} permute_node;

typedef struct permute permute; /* one search; inputs are nodes 0 to ninputs - 1 */
const permute_node *permute_get_node(const permute *p, int n);
/* instructions of the program that ends in node n */
unsigned permute_count(const permute *p, int n);
unsigned permute_count_both(const permute *p, int a, int b); /* of a program with two results */

/* Adds a value, or finds the one that is the same. -1 when the first source is -1, or without room.
 */
int permute_add_const(permute *p, const uint64_t *konst);
int permute_add(permute *p, int instr, int64_t imm, int a, int b, int c);
int permute_add_mover(permute *p, const mover *m, int a, int b, const uint64_t *konst);
const permute_machine *permute_get_machine(const permute *p);

#endif
