// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* safe.c - finds characters that must not be in a text. Called by the readers of specifications and
 * winners texts, by db/ for what is stored and read back, and by the emitters for what goes into
 * comments. */
#include "safe.h"

/* Length of the UTF-8 sequence at s and its code point; 0 when it is none (RFC 3629: shortest form,
 * no surrogates). */
static size_t decode(const unsigned char *s, size_t n, uint32_t *out)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = *s < 0x80 ? 1 : *s >> 5 == 6 ? 2 : *s >> 4 == 14 ? 3 : *s >> 3 == 30 ? 4 : 0;
    if (!length || length > n) return 0;
    *out = length == 1 ? *s : *s & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (s[i] >> 6 != 2) return 0;
        *out = *out << 6 | (s[i] & 63);
    }
    bool good = *out >= least[length] && *out <= 0x10ffff && (*out < 0xd800 || *out > 0xdfff);
    return good ? length : 0;
}

/* Unicode Standard Annex 9, table 1: explicit directional formatting, and the three marks. */
static bool changes_direction(uint32_t c)
{
    return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

/* What nothing shows: Unicode's Default_Ignorable_Code_Point, with room for more of them, and tags
 * (DerivedCoreProperties.txt). */
static bool is_invisible(uint32_t c)
{
    static const uint32_t ranges[][2] = {
        {0xad, 0xad},       {0x34f, 0x34f},     {0x115f, 0x1160},   {0x17b4, 0x17b5},
        {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2060, 0x206f},   {0x3164, 0x3164},
        {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
        {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1]) return true;
    return false;
}

static bool is_control(uint32_t c, bool tabs)
{
    return (c < 32 && c != '\n' && !(tabs && c == '\t')) || (c >= 127 && c < 160);
}

static bool ends_line(uint32_t c) { return c == 0x2028 || c == 0x2029; }

const char *text_find_unsafe(const char *s, size_t n, bool tabs)
{
    for (size_t i = 0, length; i < n; i += length) {
        const unsigned char *at = (const unsigned char *)s + i;
        uint32_t c = *at;
        length = 1;
        if (c >= 32 && c < 127) continue;
        length = decode(at, n - i, &c);
        if (!length || is_control(c, tabs) || changes_direction(c) || ends_line(c) ||
            is_invisible(c))
            return s + i;
    }
    return NULL;
}

const char *text_name_unsafe(const char *at, const char *end)
{
    uint32_t c;
    switch (*at) {
    case '\r': return "a carriage return; lines end with a line feed alone";
    case '\t': return "a tab; indentation is by spaces";
    case 0: return "a NUL character";
    }
    if (!decode((const unsigned char *)at, (size_t)(end - at), &c))
        return "a byte that is no UTF-8";
    if (changes_direction(c)) return "a character that changes the direction of writing";
    if (is_invisible(c)) return "an invisible character";
    return ends_line(c) ? "a line separator" : "a control character";
}
