// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* utf16_iconv.c - iconv of the C library. */
#include <iconv.h>
#include <stdint.h>
#include <stddef.h>

size_t utf16(const uint8_t *text, size_t n, uint8_t *out)
{
    char *from = (char *)(uintptr_t)text, *to = (char *)out;
    size_t left = n, room = 4 * n + 64;
    iconv_t c = iconv_open("UTF-16LE", "UTF-8");
    if (c == (iconv_t)-1) return SIZE_MAX;
    size_t rc = iconv(c, &from, &left, &to, &room);
    iconv_close(c);
    return rc == (size_t)-1 ? 0 : (size_t)(to - (char *)out);
}
