// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* prog_inside.h - constants of programs, for prog.c and prog_text.c, which include prog.h before.
 */
#ifndef LANESMITH_PROG_INSIDE_H
#define LANESMITH_PROG_INSIDE_H

unsigned prog_const_bits(const prog *p, const prog_const *k);
bool prog_same_const(const prog_const *a, const prog_const *b);
/* Its number among the constants; nconsts if it is none of them. */
unsigned prog_find_const(const prog *p, const prog_const *k);
/* The value number of the constant, which is added unless it is there. */
unsigned prog_put_const(prog *p, const prog_const *k);
/* The shortest period of 8, 16, 32, 64 bits that makes the constant, or 0: also of one that is
 * wider than the class. */
unsigned prog_const_period(const prog *p, const prog_const *k);
/* The lowest `period` bits of the pattern again and again. */
void prog_repeat(uint64_t *limbs, unsigned count, uint64_t pattern, unsigned period);

#endif
