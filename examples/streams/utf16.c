// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* utf16.c - UTF-8 to UTF-16 (little endian).
 *
 * Each unit is made where the last byte of its character stands; of a pair of surrogates the first
 * where the third byte stands. A unit has 16 bits, so there are 16 streams, each a choice of bits
 * of this byte and of those one and two places before it. Then all other places are deleted, and
 * the streams become numbers again.
 *
 * Writes the units, or nothing when the text is not valid. */
#include "utf8.h"

typedef struct {
    utf8_carries utf8;
    stream bit[6], bit2[4], lead3, lead4; /* blocks before */
} carries;

typedef struct {
    basis low, high; /* the bits of a unit */
    stream last;     /* here is one */
} units;

INLINE stream choose_bits(stream mask, stream yes, stream no)
{
    return (mask & yes) | (~mask & no);
}

INLINE units units_of(const basis *x, const utf8_marks *m, carries *c)
{
    const stream *b = x->bit;
    stream one[6], two[4], *low, *high; /* the bits one and two bytes before */
    units u;
    for (int j = 0; j < 6; j++) one[j] = advance(b[j], 1, &c->bit[j]);
    for (int j = 0; j < 4; j++) two[j] = advance(b[j], 2, &c->bit2[j]);
    stream first = advance(m->lead4, 2, &c->lead4); /* of two surrogates */
    stream pair = first | m->fourth, three = m->third & ~first;
    u.last = ~(m->lead | advance(m->lead3, 1, &c->lead3));
    low = u.low.bit;
    high = u.high.bit;
    /* bits 16..20 of the character, less one */
    stream none = ~one[4], none2 = none & ~one[5], none3 = none2 & ~two[0];
    low[0] = choose_bits(first, b[4], b[0]);
    low[1] = choose_bits(first, b[5], b[1]);
    low[2] = choose_bits(first, one[0], b[2]);
    low[3] = choose_bits(first, one[1], b[3]);
    low[4] = choose_bits(first, one[2], b[4]);
    low[5] = choose_bits(first, one[3], b[5]);
    low[6] = choose_bits(b[7], choose_bits(first, none, one[0]), b[6]);
    low[7] = b[7] & choose_bits(first, one[5] ^ none, one[1]);
    high[0] = b[7] & choose_bits(first, two[0] ^ none2, one[2]);
    high[1] = b[7] & choose_bits(first, two[1] ^ none3, one[3]);
    high[2] = m->fourth | (b[7] & ~first & one[4]);
    high[3] = pair | (b[7] & one[5]);
    high[4] = pair | (three & two[0]);
    high[5] = three & two[1];
    high[6] = pair | (three & two[2]);
    high[7] = pair | (three & two[3]);
    return u;
}

/* Those units that there are, of one block. Returns how many. Writes up to BLOCK + 64. */
INLINE size_t write_units(units *u, uint16_t *to)
{
    uint64_t last[WORDS];
    uint16_t all[BLOCK];
    size_t n = 0;
    to_words(u->last, last);
    for (int j = 0; j < 8; j++) {
        u->low.bit[j] = extract_words(u->low.bit[j], last);
        u->high.bit[j] = extract_words(u->high.bit[j], last);
    }
    p2s_pairs(&u->low, &u->high, all);
    for (int i = 0; i < WORDS; i++) {
        memcpy(to + n, all + 64 * i, 64 * sizeof *all);
        n += (unsigned)__builtin_popcountll(last[i]);
    }
    return n;
}

size_t utf16(const uint8_t *text, size_t n, uint8_t *out)
{
    carries c = {0};
    stream bad = 0;
    uint8_t room[BLOCK];
    uint16_t *to = (uint16_t *)out;
    size_t written = 0;
    for (size_t i = 0; i <= n; i += BLOCK) {
        basis x = s2p(block_at(text, n, i, room));
        utf8_marks m = utf8_scan(&x, &c.utf8);
        units u = units_of(&x, &m, &c);
        bad |= m.bad;
        if (n - i < BLOCK) u.last &= first(n - i);
        written += write_units(&u, to + written);
    }
    return any(bad) ? 0 : 2 * written;
}
