// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* riscv.c - sums of fields of 2 bits, minima of fields of 4 bits and their packing, by the headers
 * and by the pass, against plain C. Freestanding: it ends by a system call, with status 1 where
 * they differ. */
#include <lanesmith.h>
#include <stdint.h>

void pass_add(const uint64_t *a, const uint64_t *b, uint64_t *r);
void pass_umin(const uint64_t *a, const uint64_t *b, uint64_t *r);
void _start(void);

static uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return *state ^ *state >> 29;
}

static uint64_t field(const uint64_t *v, unsigned i, unsigned w)
{
    return v[i * w / 64] >> i * w % 64 & ((1u << w) - 1);
}

/* Whether r has the sums of fields of 2 bits, or the minima of fields of 4. */
static int is_right(const uint64_t *a, const uint64_t *b, const uint64_t *r, unsigned w)
{
    for (unsigned i = 0; i < 128 / w; i++) {
        uint64_t x = field(a, i, w), y = field(b, i, w);
        if (field(r, i, w) != (w == 2 ? (x + y) % 4 : x < y ? x : y)) return 0;
    }
    return 1;
}

/* Whether r has the low halves of the bytes of a, and above them those of b. */
static int is_packed(const uint64_t *a, const uint64_t *b, const uint64_t *r)
{
    for (unsigned i = 0; i < 32; i++)
        if (field(r, i, 4) != field(i < 16 ? a : b, 2 * (i % 16), 4)) return 0;
    return 1;
}

static lanesmith_v128 load(const uint64_t *at) { return __riscv_vle64_v_u64m1(at, 2); }
static void store(uint64_t *at, lanesmith_v128 value) { __riscv_vse64_v_u64m1(at, value, 2); }

static int all_right(void)
{
    uint64_t state = 1;
    for (unsigned n = 0; n < 1000; n++) {
        uint64_t a[2] = {next(&state), next(&state)}, b[2] = {next(&state), next(&state)}, r[2];
        store(r, lanesmith_add_2_x128(load(a), load(b)));
        if (!is_right(a, b, r, 2)) return 0;
        store(r, lanesmith_umin_4_x128(load(a), load(b)));
        if (!is_right(a, b, r, 4)) return 0;
        store(r, lanesmith_packl_8_x128(load(a), load(b)));
        if (!is_packed(a, b, r)) return 0;
        pass_add(a, b, r);
        if (!is_right(a, b, r, 2)) return 0;
        pass_umin(a, b, r);
        if (!is_right(a, b, r, 4)) return 0;
    }
    return 1;
}

void _start(void)
{
    register long number __asm__("a7") = 93, status __asm__("a0") = !all_right();
    __asm__ volatile("ecall" : : "r"(number), "r"(status));
    __builtin_unreachable();
}
