// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* casts.h - zero- and sign-extension and truncation of fields of 1 to 31 bits, to each other and to
 * whole bytes. */
#ifndef LANESMITH_PASS_CASTS_H
#define LANESMITH_PASS_CASTS_H

#include "lowerings/pass/base/fields.h"
#include "lowerings/permute/steps.h"
#include "site.h"

/* The bits of the numbers that fields of w bits, at most 31, become and come from: 8, 16 or 32. */
unsigned casts_lane(unsigned w);
/* Fields as numbers, <n x i(lane)>, and such numbers' low bits as fields. */
LLVMValueRef casts_widen(const site *x, const layout *in, const LLVMValueRef *carriers, bool sign);
void casts_narrow(const site *x, const layout *out, LLVMValueRef numbers, LLVMValueRef *carriers);
/* The same of fields that lie one after the other in <k x i8>. */
LLVMValueRef casts_widen_bytes(const site *x, unsigned w, unsigned n, LLVMValueRef bytes,
                               bool sign);
LLVMValueRef casts_narrow_bytes(const site *x, unsigned w, LLVMValueRef numbers);
/* The instructions that one of these takes, about: of `fields` fields, from a width to the lane of
 * numbers, back, or as casts_direct says. */
unsigned casts_cost(const target_view *v, unsigned from, unsigned to, unsigned fields);
/* Do the fields fill all registers but the last, so that they lie one after the other there, too?
 */
bool casts_fill_registers(const layout *l);
/* From fields to others, where both widths are powers of two below 8: casts_direct. */
bool casts_direct(unsigned from, unsigned to);
void casts_apply(const site *x, const layout *in, const LLVMValueRef *a, bool sign,
                 const layout *out, LLVMValueRef *carriers);
/* Numbers as numbers of `to` bits. */
LLVMValueRef casts_resize(const site *x, LLVMValueRef numbers, unsigned to, bool sign);

/* Groups of 2g, g ... down to `least` bits, the first of them the low byte of each lane of r bytes,
 * spread to r times their distance; and the way back. masked: after every step, else only at the
 * end. */
unsigned casts_spread(steps *s, unsigned value, unsigned r, unsigned least, bool masked);
unsigned casts_gather(steps *s, unsigned value, unsigned r, unsigned least, bool masked);

#endif
