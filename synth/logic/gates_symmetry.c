// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gates_symmetry.c - reorderings and complements of inputs.
 *
 * Number e stands for complementing the inputs of mask e % 2^n and for the permutation that e / 2^n
 * spells in the factorial number system. Number 0 is the identity. Images are normal (0 at row 0):
 * the search and the classes know no others. Since a gate over images is the image of a gate, up to
 * complement, symmetries map chains to chains of the same length. Used by gates_walk.c to look at
 * one of several symmetric chains, and by gates.c to tell classes. */
#include "gates_symmetry.h"

static unsigned factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

unsigned gates_symmetry_count(unsigned n)
{
    return factorial(n) << n;
}

/* to[i] is where input i goes. */
static void spell_permutation(unsigned n, unsigned code, uint8_t *to)
{
    uint8_t rest[GATES_INPUTS_MAX];
    for (unsigned i = 0; i < n; i++) rest[i] = (uint8_t)i;
    for (unsigned i = 0; i < n; i++) {
        unsigned k = code % (n - i);
        code /= n - i;
        to[i] = rest[k];
        for (; k + 1 < n - i; k++) rest[k] = rest[k + 1];
    }
}

void gates_symmetry_make(unsigned n, unsigned number, gates_symmetry *out)
{
    uint8_t to[GATES_INPUTS_MAX];
    unsigned flips = number & ((1u << n) - 1);
    require(n <= GATES_INPUTS_MAX && number < gates_symmetry_count(n), "the symmetry exists");
    spell_permutation(n, number >> n, to);
    out->rows = 1u << n;
    for (unsigned r = 0; r < out->rows; r++) {
        unsigned from = 0;
        for (unsigned i = 0; i < n; i++) from |= (r >> i & 1) << to[i];
        out->from[r] = (uint8_t)(from ^ flips);
    }
}

uint64_t gates_symmetry_apply(const gates_symmetry *s, uint64_t function)
{
    uint64_t image = 0, first = function >> s->from[0] & 1;
    for (unsigned r = 0; r < s->rows; r++) image |= ((function >> s->from[r] & 1) ^ first) << r;
    return image;
}
