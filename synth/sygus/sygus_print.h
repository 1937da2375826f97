// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_print.h - a found chain as a define-fun of the file's language. */
#ifndef LANESMITH_SYGUS_PRINT_H
#define LANESMITH_SYGUS_PRINT_H

#include "sygus_grammar.h"

/* The chain as "(define-fun ...)": a tree strictly in the grammar, unless it has more than tree_max
 * operators; then shared values are bound by let. Returns the operators of the tree, saturating. */
uint64_t sygus_print_chain(const sygus_grammar *s, const chain *x, uint64_t tree_max, strbuf *out);

#endif
