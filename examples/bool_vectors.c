// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* bool_vectors.c - clang's vectors of bool are vectors of single bits: sets of small numbers, in
 * ordinary C.
 *
 *   clang-19 -O2 bool_vectors.c                                          takes every vector apart,
 *                                                                        bit by bit
 *   clang-19 -O2 -fpass-plugin=build/lib/LanesmithPass.so bool_vectors.c
 *
 * The program prints the same either way. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef bool bits64 __attribute__((ext_vector_type(64)));
typedef bool bits256 __attribute__((ext_vector_type(256)));

void common(bits256 *r, const bits256 *a, const bits256 *b)
{
    *r = *a & *b;
}

void only_first(bits256 *r, const bits256 *a, const bits256 *b)
{
    *r = *a & ~*b;
}

/* Members of an odd number of the sets. */
void odd_members(bits256 *r, const bits256 *sets, size_t n)
{
    bits256 sum = {0};
    for (size_t i = 0; i < n; i++) sum ^= sets[i];
    *r = sum;
}

/* Members of at least two of three sets. */
void majority(bits64 *r, const bits64 *a, const bits64 *b, const bits64 *c)
{
    *r = (*a & *b) | (*c & (*a ^ *b));
}

/* The sieve of Eratosthenes up to 63, a multiple of p being a bit of a set. */
static uint64_t primes_below_64(void)
{
    uint64_t composite = 3;
    for (unsigned p = 2; p < 8; p++) {
        uint64_t multiples = 0;
        for (unsigned m = 2 * p; m < 64; m += p) multiples |= UINT64_C(1) << m;
        bits64 x, y;
        memcpy(&x, &composite, sizeof composite);
        memcpy(&y, &multiples, sizeof multiples);
        x |= y;
        memcpy(&composite, &x, sizeof composite);
    }
    return ~composite;
}

static void print_set(const char *name, const void *set, size_t bytes)
{
    const unsigned char *p = set;
    printf("%-12s", name);
    for (size_t i = 0; i < bytes; i++) printf("%02x", (unsigned)p[i]);
    printf("\n");
}

int main(void)
{
    unsigned char raw[4][32];
    bits256 sets[4], r;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 32; k++)
            raw[i][k] = (unsigned char)((i * 37 + k * 101 + 11) * (k + 3));
    memcpy(sets, raw, sizeof raw);
    common(&r, &sets[0], &sets[1]);
    print_set("common", &r, sizeof r);
    only_first(&r, &sets[0], &sets[1]);
    print_set("only first", &r, sizeof r);
    odd_members(&r, sets, 4);
    print_set("odd", &r, sizeof r);
    bits64 m, words[3];
    memcpy(words, raw, sizeof words);
    majority(&m, &words[0], &words[1], &words[2]);
    print_set("majority", &m, sizeof m);
    printf("primes      %016llx\n", (unsigned long long)primes_below_64());
    return 0;
}
