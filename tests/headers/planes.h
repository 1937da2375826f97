// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* planes.h - one s2p or p2s of the headers beside a loop over bits, for by_bits.sh. */
#include "by_bits.h"

/* Bit k of field i, of n fields, is bit i of plane k. */
static int is_right(int planes, unsigned w, unsigned bits, const uint8_t *in, const uint8_t *out)
{
    unsigned n = bits / w;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < w; k++) {
            unsigned field = i * w + k, plane = k * n + i;
            if (planes ? bit(in, field) != bit(out, plane) : bit(in, plane) != bit(out, field))
                return 0;
        }
    return 1;
}

#define is_s2p 1
#define is_p2s 0
#define FUNCTION(NAME, W, CLASS, TARGET, TYPE)                                                 \
    __attribute__((target(FEATURES_##TARGET))) static void try_##NAME##W##CLASS##TARGET(void)  \
    {                                                                                          \
        uint8_t in[sizeof(TYPE)], out[sizeof(TYPE)];                                           \
        int right = 1;                                                                         \
        for (unsigned i = 0; i < ROUNDS; i++) {                                                \
            TYPE a;                                                                            \
            fill(in, sizeof in);                                                               \
            memcpy(&a, in, sizeof a);                                                          \
            a = lanesmith_##NAME##_##W##_##CLASS##_##TARGET(a);                                \
            memcpy(out, &a, sizeof a);                                                         \
            right &= is_right(is_##NAME, W, 8 * sizeof a, in, out);                            \
        }                                                                                      \
        if (!right) printf("%s %d %s %s is wrong\n", #NAME, W, #CLASS, #TARGET);               \
        wrong += !right;                                                                       \
    }
#define TRY(NAME, W, CLASS, TARGET, TYPE)                                                      \
    if (has_##TARGET()) compared++, try_##NAME##W##CLASS##TARGET();                            \
    else skipped++;
