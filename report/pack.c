// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* pack.c - text compressed, as a string in a script.
 *
 * The pages of 52,000 cells are a hundred megabytes of text that repeats itself. Browsers unpack
 * zlib's format (DecompressionStream). Base 64 (RFC 4648) carries the bytes through a script. The
 * same text gives the same bytes with one version of zlib. */
#include "report.h"

#include <zlib.h>

static void put_base64(const unsigned char *s, size_t n, strbuf *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        size_t left = n - i;
        unsigned x = (unsigned)s[i] << 16 | (left > 1 ? (unsigned)s[i + 1] << 8 : 0) |
                     (left > 2 ? s[i + 2] : 0u);
        char four[4] = {digits[x >> 18], digits[x >> 12 & 63], left > 1 ? digits[x >> 6 & 63] : '=',
                        left > 2 ? digits[x & 63] : '='};
        strbuf_putn(out, four, 4);
    }
}

void report_pack(const char *text, size_t size, strbuf *out)
{
    uLongf packed = compressBound((uLong)size);
    unsigned char *bytes = mem_alloc(packed, 1);
    int rc =
        compress2(bytes, &packed, (const unsigned char *)text, (uLong)size, Z_BEST_COMPRESSION);
    require(rc == Z_OK, "compressBound gives room enough");
    strbuf_puts(out, "\"");
    put_base64(bytes, packed, out);
    strbuf_puts(out, "\"");
    mem_free(bytes);
}
