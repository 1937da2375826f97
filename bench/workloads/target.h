// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* target.h - the header of lowerings for the target that is compiled for, and 16 bytes from and to memory. */
#ifndef LANESMITH_WORKLOADS_TARGET_H
#define LANESMITH_WORKLOADS_TARGET_H

/* counters.c has fields of 3 and 5 bits. */
#define LANESMITH_ODD_WIDTHS
#include <lanesmith.h>
#include <stddef.h>
#include <string.h>

static inline __m128i load(const void *p)
{
    return _mm_loadu_si128(p);
}

static inline void store(void *p, __m128i x)
{
    _mm_storeu_si128(p, x);
}

static inline uint64_t load64(const void *p)
{
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

#endif
