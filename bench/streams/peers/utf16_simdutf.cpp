// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// utf16_simdutf.cpp - the transcoder of simdutf.
#include <cstdint>
#include <simdutf.h>

extern "C" size_t utf16(const uint8_t *text, size_t n, uint8_t *out)
{
    return 2 * simdutf::convert_utf8_to_utf16le(reinterpret_cast<const char *>(text), n,
                                                reinterpret_cast<char16_t *>(out));
}
