// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fields.h - vectors of small fields: which types they are, and how their bits lie in registers. */
#ifndef LANESMITH_PASS_FIELDS_H
#define LANESMITH_PASS_FIELDS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* A part of a vector that lies in one register: its bits are the low `used` ones, what lies above
 * is any value. */
typedef struct piece {
    unsigned bits;   /* register width */
    unsigned used;   /* bits of the vector in it, whole fields */
    unsigned offset; /* of the first of them, in the vector */
} piece;

/* Where the fields of a vector are. Field i begins at bit i * w, as in LLVM's own memory layout and
 * bitcasts. */
typedef struct layout {
    unsigned w, n;  /* field width, fields */
    unsigned total; /* n * w bits */
    unsigned npieces;
    const piece *pieces;
} layout;

/* A vector that has more pieces than this stays as it is. */
enum { LAYOUT_MAX_PIECES = 64 };

/* Longer vectors than this are neither cast nor rewritten. */
enum { FIELDS_MAX = 4096 };

/* Is it the width of a byte, word, doubleword or quadword, of which LLVM holds vectors itself? */
bool fields_whole_width(unsigned w);
/* Is the type a fixed vector of fields of another width below 64? Sets *w and *n for every vector
 * of integers. */
bool fields_of_type(LLVMTypeRef type, unsigned *w, unsigned *n);
bool fields_small(LLVMTypeRef type);

/* Do n single bits go to mask registers whole? LLVM 19 takes those that are no power of two apart.
 */
bool fields_fit_masks(unsigned n);
/* The least power of two from n on: so many single bits LLVM holds whole. */
unsigned fields_power(unsigned n);

/* The type of values in registers of `bits` bits: i32, i64, <2 x i64> ... */
LLVMTypeRef fields_carrier(LLVMContextRef c, unsigned bits);
/* Do values of both types lie in the same registers in the same way? Requires: equal totals. */
bool layout_same(const layout *a, const layout *b);

#endif
