// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* header.c - the lowerings as C functions: no plugin, any compiler with GNU attributes.
 *
 *   clang-19 -O2 -Ibuild/include header.c        or gcc
 *
 * 64 counters modulo 4 and 64 bases of DNA live in one __m128i. The program compares them with
 * counters in bytes. */
#include <lanesmith.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* counters[i] += steps[i], 64 fields of two bits a vector */
void count(__m128i *counters, const __m128i *steps, size_t n)
{
    for (size_t i = 0; i < n; i++) counters[i] = lanesmith_add_2_x128(counters[i], steps[i]);
}

/* ones in every base where read and reference agree */
__m128i match(__m128i read, __m128i reference)
{
    return lanesmith_eq_2_x128(read, reference);
}

static unsigned field(const unsigned char *bytes, unsigned i)
{
    return bytes[i / 4] >> (i % 4 * 2) & 3;
}

int main(void)
{
    unsigned char a[16], b[16], sum[16], mask[16];
    for (unsigned i = 0; i < 16; i++) {
        a[i] = (unsigned char)(i * 59 + 7);
        b[i] = (unsigned char)(i * i * 31 + 5);
    }
    __m128i x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    __m128i m = match(x, y);
    count(&x, &y, 1);
    memcpy(sum, &x, sizeof x);
    memcpy(mask, &m, sizeof m);
    for (unsigned i = 0; i < 64; i++) {
        unsigned want = (field(a, i) + field(b, i)) & 3;
        unsigned equal = field(a, i) == field(b, i) ? 3 : 0;
        if (field(sum, i) == want && field(mask, i) == equal) continue;
        printf("field %u is wrong\n", i);
        return 1;
    }
    printf("64 sums and 64 compares agree\n");
    return 0;
}
