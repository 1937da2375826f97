// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* kernel.h - terms compiled to machine code for the search.
 *
 * A kernel computes one instruction on images: an image is 128 bits, seen as 128/R registers of R
 * bits that are computed alike. Kernels are built from the terms of the spec through LLVM's ORC
 * JIT; nothing about an instruction is written twice. The set is compiled once, before worker
 * processes are forked, and never changes afterwards. */
#ifndef LANESMITH_KERNEL_H
#define LANESMITH_KERNEL_H

#include "spec/term/term.h"

enum { IMAGE_BITS = 128 };
typedef uint64_t image __attribute__((vector_size(16)));

/* Computes count images. Unused sources may be NULL. */
typedef void kernel_fn(const image *a, const image *b, const image *c, image *out, size_t count);

typedef struct kernel_set kernel_set;
kernel_set *kernel_set_new(void);
void kernel_set_free(kernel_set *s);
/* Adds the kernel of t over vars (at most 3), each of width bits; width divides IMAGE_BITS. Returns
 * its number, that of an earlier kernel where that computes the same, or -1 when the term cannot be
 * compiled (it mixes widths in a way that lanes cannot hold). */
int kernel_add(kernel_set *s, term_ctx *c, term t, const term *vars, unsigned nvars,
               unsigned width);
/* Compiles everything that was added. LS_ENV with a diagnostic when LLVM cannot. */
struct diags;
ls_status kernel_compile(kernel_set *s, struct diags *d);
kernel_fn *kernel_get(const kernel_set *s, int number);

#endif
