// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// utf8_simdjson.cpp - the validator of simdjson.
#include <cstring>
#include <simdjson.h>

extern "C" size_t utf8(const uint8_t *text, size_t n, uint8_t *out)
{
    uint64_t valid = simdjson::validate_utf8(reinterpret_cast<const char *>(text), n);
    std::memcpy(out, &valid, sizeof valid);
    return sizeof valid;
}
