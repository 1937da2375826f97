// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* utf8.c - is a text valid UTF-8? One byte after the other, by a machine of nine states whose rows
 * are numbers: the next state is a shift away (Per Vognsen, "Shift-based DFAs"). Words of ASCII are
 * passed over. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* States, as places in a row of 64 bits. */
enum {
    BAD = 0,
    START = 6,  /* a character may begin */
    ONE = 12,   /* one continuation byte is to come */
    TWO = 18,   /* two */
    THREE = 24, /* three */
    AFTER_E0 = 30,
    AFTER_ED = 36,
    AFTER_F0 = 42,
    AFTER_F4 = 48
};
#define GO(from, to) (UINT64_C(1) * (to) << (from))

static uint64_t row_of(unsigned c)
{
    if (c < 0x80) return GO(START, START);
    if (c < 0xc0) {
        uint64_t row = GO(ONE, START) | GO(TWO, ONE) | GO(THREE, TWO);
        row |= c < 0xa0 ? GO(AFTER_ED, ONE) : GO(AFTER_E0, ONE);
        return row | (c < 0x90 ? GO(AFTER_F4, TWO) : GO(AFTER_F0, TWO));
    }
    if (c < 0xc2 || c > 0xf4) return 0;
    if (c < 0xe0) return GO(START, ONE);
    if (c == 0xe0) return GO(START, AFTER_E0);
    if (c == 0xed) return GO(START, AFTER_ED);
    if (c < 0xf0) return GO(START, TWO);
    if (c == 0xf0) return GO(START, AFTER_F0);
    return c == 0xf4 ? GO(START, AFTER_F4) : GO(START, THREE);
}

static bool is_ascii(const uint8_t *text)
{
    uint64_t words[2];
    memcpy(words, text, sizeof words);
    return !((words[0] | words[1]) & UINT64_C(0x8080808080808080));
}

static bool is_valid(const uint8_t *text, size_t n)
{
    static uint64_t row[256];
    uint64_t state = START;
    size_t i = 0;
    if (!row['a'])
        for (unsigned c = 0; c < 256; c++) row[c] = row_of(c);
    while (i + 16 <= n) {
        if ((state & 63) == START && is_ascii(text + i)) {
            i += 16;
            continue;
        }
        for (unsigned k = 0; k < 16; k++) state = row[text[i + k]] >> (state & 63);
        i += 16;
        if ((state & 63) == BAD) return false;
    }
    for (; i < n; i++) state = row[text[i]] >> (state & 63);
    return (state & 63) == START;
}

size_t utf8(const uint8_t *text, size_t n, uint8_t *out)
{
    uint64_t valid = is_valid(text, n);
    memcpy(out, &valid, sizeof valid);
    return sizeof valid;
}
