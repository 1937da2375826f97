// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* aarch64.c - sums of fields of 2 bits, minima of fields of 4 bits, low halves of these packed, and
 * fields of 2 bits merged, by the headers and by the pass, against plain C. Freestanding: it ends
 * by a system call, with status 1 where they differ. */
#include <lanesmith.h>
#include <stdint.h>

void pass_add(const uint64_t *a, const uint64_t *b, uint64_t *r);
void pass_umin(const uint64_t *a, const uint64_t *b, uint64_t *r);
void pass_packl(const uint64_t *a, const uint64_t *b, uint64_t *r);
void pass_mergel(const uint64_t *a, const uint64_t *b, uint64_t *r);

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

/* Every second field of 2 bits, of a and then of b. */
static int is_packed(const uint64_t *a, const uint64_t *b, const uint64_t *r)
{
    for (unsigned i = 0; i < 64; i++)
        if (field(r, i, 2) != field(i < 32 ? a : b, i % 32 * 2, 2)) return 0;
    return 1;
}

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
    vst1q_u64(r, lanesmith_packl_4_x128(vld1q_u64(a), vld1q_u64(b)));
    if (!is_packed(a, b, r)) return 0;
    vst1q_u64(r, lanesmith_mergel_2_x128(vld1q_u64(a), vld1q_u64(b)));
    if (!is_merged(a, b, r)) return 0;
    pass_packl(a, b, r);
    if (!is_packed(a, b, r)) return 0;
    pass_mergel(a, b, r);
    return is_merged(a, b, r);
}

static int all_right(void)
{
    uint64_t state = 1;
    for (unsigned n = 0; n < 1000; n++) {
        uint64_t a[2] = {next(&state), next(&state)}, b[2] = {next(&state), next(&state)}, r[2];
        vst1q_u64(r, lanesmith_add_2_x128(vld1q_u64(a), vld1q_u64(b)));
        if (!is_right(a, b, r, 2)) return 0;
        vst1q_u64(r, lanesmith_umin_4_x128(vld1q_u64(a), vld1q_u64(b)));
        if (!is_right(a, b, r, 4)) return 0;
        pass_add(a, b, r);
        if (!is_right(a, b, r, 2)) return 0;
        pass_umin(a, b, r);
        if (!is_right(a, b, r, 4) || !moves_right(a, b)) return 0;
    }
    return 1;
}

void _start(void);
void _start(void)
{
    register long number __asm__("x8") = 93, status __asm__("x0") = !all_right();
    __asm__ volatile("svc #0" : : "r"(number), "r"(status));
    __builtin_unreachable();
}
