// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* uneven.h - extensions and truncations of fields that cross bytes, as programs of steps. */
#ifndef LANESMITH_PASS_UNEVEN_H
#define LANESMITH_PASS_UNEVEN_H

#include "lowerings/permute/steps.h"

typedef struct cast {
    /* widths, not equal: one is 8, 16 or 32, the other less and more than half of that; or both are
     * powers of two up to 8 */
    unsigned from, to;
    bool sign;         /* when it widens */
} cast;

enum { UNEVEN_WAYS = 3 };

/* One way to widen fields of c->from bits that lie side by side, or to narrow to such of c->to
 * bits; way < UNEVEN_WAYS. In groups of eight: `in` has a multiple of c->from bytes. The program is
 * broken where the way does not apply; whether it gives what is wanted is for the caller to check.
 * Returns the result's number. */
unsigned uneven_widen(steps *s, unsigned way, unsigned in, const cast *c);
unsigned uneven_narrow(steps *s, unsigned way, unsigned in, const cast *c);

#endif
