/* casts.h - zero- and sign-extension and truncation of fields of 1 to 7 bits, to each other and to bytes. */
#ifndef LANESMITH_PASS_CASTS_H
#define LANESMITH_PASS_CASTS_H

#include "site.h"
#include "steps.h"

/* Longer vectors than this are not cast. */
enum { CASTS_MAX_FIELDS = 4096 };

typedef struct cast {
    unsigned from, to; /* widths: up to 8, not equal */
    bool sign;         /* when it widens */
} cast;

bool casts_can(const cast *c);
/* value: <k x i8>, fields of c->from bits side by side. Returns fields of c->to bits as at least <k * to / from x i8>, where
 * k is rounded up to whole bytes of the result. NULL when there is no way. */
LLVMValueRef casts_apply(const site *x, const cast *c, LLVMValueRef value);

/* Groups of 2g, g ... down to `least` bits, the first of them the low byte of each lane of r bytes, spread to r times
 * their distance; and the way back. masked: after every step, else only at the end. */
unsigned casts_spread(steps *s, unsigned value, unsigned r, unsigned least, bool masked);
unsigned casts_gather(steps *s, unsigned value, unsigned r, unsigned least, bool masked);

/* Elements first ... first + count - 1 of a vector; any value, but not poison, where it has none. */
LLVMValueRef casts_part(LLVMBuilderRef b, LLVMValueRef vector, unsigned first, unsigned count);

#endif
