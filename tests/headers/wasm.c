// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* wasm.c - other_set.h for WebAssembly. node calls all_right, which says 1 where all is right. */
#include <lanesmith.h>

static v128_t load(const uint64_t *at) { return wasm_v128_load(at); }
static void store(uint64_t *at, v128_t value) { wasm_v128_store(at, value); }

#include "other_set.h"

int all_right(void);
int all_right(void)
{
    return all_hold(0);
}
