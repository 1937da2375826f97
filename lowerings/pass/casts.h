/* casts.h - zero- and sign-extension and truncation of fields of 1 to 7 bits, to each other and to bytes. */
#ifndef LANESMITH_PASS_CASTS_H
#define LANESMITH_PASS_CASTS_H

#include "fields.h"
#include "site.h"
#include "steps.h"

/* Longer vectors than this are not cast. */
enum { CASTS_MAX_FIELDS = 4096 };

/* Fields of up to 8 bits as numbers in bytes, <n x i8>, and such numbers' low bits as fields. */
LLVMValueRef casts_widen(const site *x, const layout *in, const LLVMValueRef *carriers, bool sign);
void casts_narrow(const site *x, const layout *out, LLVMValueRef bytes, LLVMValueRef *carriers);
/* From fields below 8 bits to others. */
void casts_apply(const site *x, const layout *in, const LLVMValueRef *a, bool sign, const layout *out, LLVMValueRef *carriers);

/* Groups of 2g, g ... down to `least` bits, the first of them the low byte of each lane of r bytes, spread to r times
 * their distance; and the way back. masked: after every step, else only at the end. */
unsigned casts_spread(steps *s, unsigned value, unsigned r, unsigned least, bool masked);
unsigned casts_gather(steps *s, unsigned value, unsigned r, unsigned least, bool masked);

/* Elements first ... first + count - 1 of a vector; any value, but not poison, where it has none. */
LLVMValueRef casts_part(LLVMBuilderRef b, LLVMValueRef vector, unsigned first, unsigned count);

#endif
