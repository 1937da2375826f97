// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* utf16.c - UTF-8 to UTF-16 (little endian), a character after the other; eight letters of ASCII at
 * once. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static size_t widen(const uint8_t *text, size_t n, uint16_t *to)
{
    size_t i = 0;
    while (i + 8 <= n) {
        uint64_t word;
        memcpy(&word, text + i, sizeof word);
        if (word & UINT64_C(0x8080808080808080)) break;
        for (int k = 0; k < 8; k++) to[i + k] = text[i + k];
        i += 8;
    }
    return i;
}

static bool follows(uint8_t c) { return (c & 0xc0) == 0x80; }

/* The character at the beginning, of more than one byte; returns its bytes, 0: it is wrong. */
static unsigned read_long(const uint8_t *p, size_t n, uint32_t *code)
{
    uint32_t c = p[0];
    if (c < 0xe0) {
        if (c < 0xc2 || n < 2 || !follows(p[1])) return 0;
        *code = (c & 31) << 6 | (p[1] & 63);
        return 2;
    }
    if (c < 0xf0) {
        if (n < 3 || !follows(p[1]) || !follows(p[2])) return 0;
        *code = (c & 15) << 12 | (uint32_t)(p[1] & 63) << 6 | (p[2] & 63);
        return *code < 0x800 || (*code >= 0xd800 && *code < 0xe000) ? 0 : 3;
    }
    if (c > 0xf4 || n < 4 || !follows(p[1]) || !follows(p[2]) || !follows(p[3])) return 0;
    *code = (c & 7) << 18 | (uint32_t)(p[1] & 63) << 12 | (uint32_t)(p[2] & 63) << 6 | (p[3] & 63);
    return *code < 0x10000 || *code > 0x10ffff ? 0 : 4;
}

size_t utf16(const uint8_t *text, size_t n, uint8_t *out)
{
    uint16_t *to = (uint16_t *)out;
    size_t i = 0, written = 0;
    while (i < n) {
        size_t plain = widen(text + i, n - i, to + written);
        i += plain, written += plain;
        if (i == n) break;
        if (text[i] < 0x80) {
            to[written++] = text[i++];
            continue;
        }
        uint32_t code;
        unsigned size = read_long(text + i, n - i, &code);
        if (!size) return 0;
        i += size;
        if (size == 4) {
            to[written++] = (uint16_t)(0xd7c0 + (code >> 10));
            to[written++] = (uint16_t)(0xdc00 | (code & 0x3ff));
        } else {
            to[written++] = (uint16_t)code;
        }
    }
    return 2 * written;
}
