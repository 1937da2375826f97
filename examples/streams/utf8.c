// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* utf8.c - is a text valid UTF-8?
 *
 * Writes one number: 1 or 0. */
#include "utf8.h"

size_t utf8(const uint8_t *text, size_t n, uint8_t *out)
{
    utf8_carries carries = {0};
    stream bad = 0;
    uint8_t room[BLOCK];
    /* behind the last byte a block begins: there nothing may be wanted any more */
    for (size_t i = 0; i <= n; i += BLOCK) {
        basis x = s2p(block_at(text, n, i, room));
        bad |= utf8_scan(&x, &carries).bad;
    }
    uint64_t valid = !any(bad);
    memcpy(out, &valid, sizeof valid);
    return sizeof valid;
}
