// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irterm.h - reads a function of LLVM IR back as terms.
 *
 * It shares no code and no table with the emitters, the spec or its instruction definitions: what
 * an LLVM instruction or an intrinsic means is written here a second time, from LLVM's language
 * reference and Intel's manual, so that an error in one of the two is found by the proof that they
 * agree. */
#ifndef LANESMITH_IRTERM_H
#define LANESMITH_IRTERM_H

#include "spec/base/diag.h"
#include "spec/term/term.h"

/* Reads function (a name without @) of the text ir: one basic block on integers and vectors of
 * integers. Its parameters are args[0..nargs), cast to the parameters' types (vectors: lane 0 in
 * the low bits), free of poison. *value gets result_bits bits; *poison as many: ones in the bits of
 * result lanes that are poison; *trap a Bool: on which inputs the function has no behaviour at all
 * (a divisor that is zero). Besides those of args the terms may mention variables frozen.0,
 * frozen.1 ..., as wide as what was frozen: what a freeze made of poison that was read, any number.
 * A frozen value that goes to the result as it is counts there as poison: each bit of it is any,
 * which is no less. meanings: NULL, or texts that say what further intrinsics are (irmeaning.h).
 * False with diagnostics when the text is malformed or holds what is not modelled: it names the
 * instruction. */
bool irterm_read(term_ctx *c, const char *ir, const char *function, const term *args,
                 unsigned nargs, unsigned result_bits, const char *const *meanings, term *value,
                 term *poison, term *trap, diags *d);

typedef struct irterm_results {
    unsigned count, bits[2]; /* in: one or two, and their widths */
    term value[2], poison[2];
} irterm_results;
/* The same for a function of one result or, as a structure, of two. */
bool irterm_read_results(term_ctx *c, const char *ir, const char *function, const term *args,
                         unsigned nargs, const char *const *meanings, irterm_results *out,
                         term *trap, diags *d);

#endif
