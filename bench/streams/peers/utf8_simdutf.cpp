// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// utf8_simdutf.cpp - the validator of simdutf.
#include <cstring>
#include <simdutf.h>

extern "C" size_t utf8(const uint8_t *text, size_t n, uint8_t *out)
{
    uint64_t valid = simdutf::validate_utf8(reinterpret_cast<const char *>(text), n);
    std::memcpy(out, &valid, sizeof valid);
    return sizeof valid;
}
