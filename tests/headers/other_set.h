// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* other_set.h - sums of fields of 2 bits, minima of fields of 4 bits and the packing of their low
 * halves, by the headers and by the pass, against plain C, for a set that this machine emulates.
 * Whoever includes it behind <lanesmith.h> defines load and store of a register of 128 bits.
 * Freestanding. */
#ifndef LANESMITH_TEST_OTHER_SET_H
#define LANESMITH_TEST_OTHER_SET_H

#include <stdint.h>

void pass_add(const uint64_t *a, const uint64_t *b, uint64_t *r);
void pass_umin(const uint64_t *a, const uint64_t *b, uint64_t *r);

static inline uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return *state ^ *state >> 29;
}

static inline uint64_t field(const uint64_t *v, unsigned i, unsigned w)
{
    return v[i * w / 64] >> i * w % 64 & ((1u << w) - 1);
}

/* Whether r has the sums of fields of 2 bits, or the minima of fields of 4. */
static inline int is_right(const uint64_t *a, const uint64_t *b, const uint64_t *r, unsigned w)
{
    for (unsigned i = 0; i < 128 / w; i++) {
        uint64_t x = field(a, i, w), y = field(b, i, w);
        if (field(r, i, w) != (w == 2 ? (x + y) % 4 : x < y ? x : y)) return 0;
    }
    return 1;
}

/* Whether r has the low halves of w bits of the fields of a, and above them those of b. */
static inline int is_packed(const uint64_t *a, const uint64_t *b, const uint64_t *r, unsigned w)
{
    unsigned half = 64 / w;
    for (unsigned i = 0; i < 2 * half; i++)
        if (field(r, i, w) != field(i < half ? a : b, 2 * (i % half), w)) return 0;
    return 1;
}

static inline int are_right(const uint64_t *a, const uint64_t *b)
{
    uint64_t r[2];
    store(r, lanesmith_add_2_x128(load(a), load(b)));
    if (!is_right(a, b, r, 2)) return 0;
    store(r, lanesmith_umin_4_x128(load(a), load(b)));
    if (!is_right(a, b, r, 4)) return 0;
    store(r, lanesmith_packl_8_x128(load(a), load(b)));
    if (!is_packed(a, b, r, 4)) return 0;
    pass_add(a, b, r);
    if (!is_right(a, b, r, 2)) return 0;
    pass_umin(a, b, r);
    return is_right(a, b, r, 4);
}

/* Whether that, and what else the set's file asks, holds for 1,000 pairs of registers. */
static inline int all_hold(int (*also)(const uint64_t *a, const uint64_t *b))
{
    uint64_t state = 1;
    for (unsigned n = 0; n < 1000; n++) {
        uint64_t a[2] = {next(&state), next(&state)}, b[2] = {next(&state), next(&state)};
        if (!are_right(a, b) || (also && !also(a, b))) return 0;
    }
    return 1;
}

#endif
