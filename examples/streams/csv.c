// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* csv.c - where the fields of a CSV text end (RFC 4180): at commas and newlines outside of quotes.
 *
 * A byte is quoted when the number of quotes up to it is odd; a doubled quote within a field
 * changes nothing then. Writes the numbers of records and of fields, and one bit a byte: a field
 * ends here. A last record without a newline counts. */
#include "streams.h"

typedef struct {
    uint64_t records, fields;
} totals;

enum { SEGMENT = 16 };

/* The fields' ends go to the text's bits, those of records to `lines`. */
static void find_ends(const uint8_t *text, size_t n, size_t i, int blocks, stream *quoted,
                      uint8_t *ends, stream *lines)
{
    uint8_t room[BLOCK];
    for (int b = 0; b < blocks; b++, i += BLOCK) {
        basis x = s2p(block_at(text, n, i, room));
        stream outside = ~prefix_xor(is_byte(&x, '"'), quoted);
        lines[b] = is_byte(&x, '\n') & outside;
        stream fields = (is_byte(&x, ',') & outside) | lines[b];
        memcpy(ends + b * (BLOCK / 8), &fields, sizeof fields);
    }
}

size_t csv(const uint8_t *text, size_t n, uint8_t *out)
{
    totals sum = {0};
    stream quoted = 0, lines[SEGMENT];
    uint8_t *ends = out + sizeof sum;
    for (size_t i = 0; i < n; i += SEGMENT * BLOCK) {
        size_t left = (n - i + BLOCK - 1) / BLOCK;
        int blocks = left < SEGMENT ? (int)left : SEGMENT;
        find_ends(text, n, i, blocks, &quoted, ends + i / 8, lines);
        sum.records += count_all(lines, blocks);
        sum.fields += count_all(ends + i / 8, blocks);
    }
    if (n && !(ends[(n - 1) / 8] >> (n - 1) % 8 & 1 && text[n - 1] == '\n')) {
        sum.records++;
        sum.fields++;
    }
    memcpy(out, &sum, sizeof sum);
    return sizeof sum + (n + 7) / 8;
}
