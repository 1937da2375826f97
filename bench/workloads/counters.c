// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* counters.c - examples/workloads/counters.ll by hand: the header's sums, compares and maxima of odd widths. */
#include "target.h"

/* Loops over words of 64 or 32 bits, and of 128. A sum that is less than what was added to has wrapped: ones instead. */
#define WORDS(name, type, w, cls)                                                                                      \
    void name##_add(const void *a, const void *b, void *out, size_t n)                                                 \
    {                                                                                                                  \
        const type *p = a, *q = b;                                                                                     \
        type *r = out;                                                                                                 \
        for (size_t i = 0; i < n; i++) r[i] = lanesmith_add_##w##_##cls(p[i], q[i]);                                   \
    }                                                                                                                  \
    void name##_saturate(const void *a, const void *b, void *out, size_t n)                                            \
    {                                                                                                                  \
        const type *p = a, *q = b;                                                                                     \
        type *r = out;                                                                                                 \
        for (size_t i = 0; i < n; i++) {                                                                               \
            type sum = lanesmith_add_##w##_##cls(p[i], q[i]);                                                          \
            r[i] = sum | lanesmith_ult_##w##_##cls(sum, p[i]);                                                         \
        }                                                                                                              \
    }                                                                                                                  \
    void name##_max(const void *a, const void *b, void *out, size_t n)                                                 \
    {                                                                                                                  \
        const type *p = a, *q = b;                                                                                     \
        type *r = out;                                                                                                 \
        for (size_t i = 0; i < n; i++) r[i] = lanesmith_umax_##w##_##cls(p[i], q[i]);                                  \
    }

WORDS(counters_21xi3, uint64_t, 3, r64)
WORDS(counters_12xi5, uint64_t, 5, r64)
WORDS(counters_6xi3, uint32_t, 3, r32)
WORDS(counters_42xi3, __m128i, 3, x128)
WORDS(counters_25xi5, __m128i, 5, x128)
