// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* utf16_icu.c - the transcoder of ICU. */
#include <stddef.h>
#include <stdint.h>
#include <unicode/ustring.h>

size_t utf16(const uint8_t *text, size_t n, uint8_t *out)
{
    UErrorCode error = U_ZERO_ERROR;
    int32_t units = 0;
    u_strFromUTF8((UChar *)out, (int32_t)(2 * n), &units, (const char *)text, (int32_t)n, &error);
    return U_FAILURE(error) ? 0 : 2 * (size_t)units;
}
