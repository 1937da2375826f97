// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* long_shifts.h - one fshl_K of the headers beside a loop over bits, for by_bits.sh. */
#include "by_bits.h"

/* Bit i is bit i - k of a, or what b has as many bits below its top. */
static int is_moved(unsigned k, unsigned bits, const uint8_t *a, const uint8_t *b,
                    const uint8_t *out)
{
    for (unsigned i = 0; i < bits; i++)
        if (bit(out, i) != (i < k ? bit(b, bits - k + i) : bit(a, i - k))) return 0;
    return 1;
}

#define FUNCTION(K, W, CLASS, TARGET, TYPE)                                                    \
    __attribute__((target(FEATURES_##TARGET))) static void try_##K##_##W##CLASS##TARGET(void)  \
    {                                                                                          \
        uint8_t in[2][sizeof(TYPE)], out[sizeof(TYPE)];                                        \
        int right = 1;                                                                         \
        for (unsigned i = 0; i < ROUNDS; i++) {                                                \
            TYPE a, b;                                                                         \
            fill(in[0], sizeof in);                                                            \
            memcpy(&a, in[0], sizeof a);                                                       \
            memcpy(&b, in[1], sizeof b);                                                       \
            a = lanesmith_fshl_##K##_##W##_##CLASS##_##TARGET(a, b);                           \
            memcpy(out, &a, sizeof a);                                                         \
            right &= is_moved(K, 8 * sizeof a, in[0], in[1], out);                             \
        }                                                                                      \
        if (!right) printf("fshl_%d %d %s %s is wrong\n", K, W, #CLASS, #TARGET);              \
        wrong += !right;                                                                       \
    }
#define TRY(K, W, CLASS, TARGET, TYPE)                                                         \
    if (has_##TARGET()) compared++, try_##K##_##W##CLASS##TARGET();                            \
    else skipped++;
