// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* random.h - the generator of random numbers. Every use has a fixed seed, so all is reproducible.
 *
 * splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
 * What a search proposes depends on the sequence: another generator gives other winners. */
#ifndef LANESMITH_RANDOM_H
#define LANESMITH_RANDOM_H

#include <stdint.h>

/* 64 bits. The state is the seed at first; every seed is good. */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

#endif
