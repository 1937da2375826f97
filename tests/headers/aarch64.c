// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* aarch64.c - other_set.h for AArch64; also low halves of fields of 4 bits packed, and fields of 2
 * bits merged. It ends by a system call, with status 1 where results differ. */
#include <lanesmith.h>

static uint64x2_t load(const uint64_t *at) { return vld1q_u64(at); }
static void store(uint64_t *at, uint64x2_t value) { vst1q_u64(at, value); }

#include "other_set.h"

void pass_packl(const uint64_t *a, const uint64_t *b, uint64_t *r);
void pass_mergel(const uint64_t *a, const uint64_t *b, uint64_t *r);

/* The low fields of 2 bits in turn. */
static int is_merged(const uint64_t *a, const uint64_t *b, const uint64_t *r)
{
    for (unsigned i = 0; i < 64; i++)
        if (field(r, i, 2) != field(i % 2 ? b : a, i / 2, 2)) return 0;
    return 1;
}

static int moves_right(const uint64_t *a, const uint64_t *b)
{
    uint64_t r[2];
    store(r, lanesmith_packl_4_x128(load(a), load(b)));
    if (!is_packed(a, b, r, 2)) return 0;
    store(r, lanesmith_mergel_2_x128(load(a), load(b)));
    if (!is_merged(a, b, r)) return 0;
    pass_packl(a, b, r);
    if (!is_packed(a, b, r, 2)) return 0;
    pass_mergel(a, b, r);
    return is_merged(a, b, r);
}

void _start(void);
void _start(void)
{
    register long number __asm__("x8") = 93, status __asm__("x0") = !all_hold(moves_right);
    __asm__ volatile("svc #0" : : "r"(number), "r"(status));
    __builtin_unreachable();
}
