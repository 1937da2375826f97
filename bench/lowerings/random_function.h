// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* random_function.h - random functions on small-field vectors, as text of LLVM IR.
 *
 * Function number N is `define void @fN(ptr %p, ptr %q, i64 %i, i64 %j) #0`. It reads less than
 * 1024 bytes from p and writes less than 2048 to q. Those of a seed are always the same. */
#ifndef LANESMITH_BENCH_RANDOM_FUNCTION_H
#define LANESMITH_BENCH_RANDOM_FUNCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* to_print: the functions are to be proved, not to be run, so that nothing is in them that takes a
 * prover very long. */
void random_function_start(bool to_print);
void random_function_end(void);

/* One text: the functions that were put since it was cleared, and the attributes #0. */
void random_function_clear(void);
void random_function_put(unsigned number, uint64_t seed);
void random_function_put_attributes(void);
const char *random_function_text(size_t *length); /* as far as it goes */

/* The next bits behind those that the last function was made of. */
uint64_t random_bits(void);

#endif
