// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* digits_code.c - runs a way of digits.h: on labels, to see what it does, and in LLVM IR.
 *
 * Labels and IR are made of the same numbers (which byte goes where, which bits are exchanged, the
 * matrix), so that a wrong step shows in the labels whatever the search thought of it. Called by
 * transpose.c. */
#include "digits_code.h"

#include <string.h>

#include "lowerings/pass/base/convert.h"

enum { BYTES_MAX = DIGITS_BITS / 8, QWORD = 8, NO_DIGIT = 0xff };

static unsigned bytes_of(const digits_run *r)
{
    return 1U << (r->goal->places - DIGITS_IN_BYTE);
}

static LLVMValueRef as(const digits_run *r, LLVMValueRef value, unsigned bits)
{
    return LLVMBuildBitCast(r->b, value, convert_vector(value, bits, bytes_of(r) * 8 / bits), "");
}

/* ---- whole bytes ---- */

/* Byte i of a register is byte from[i] of two, side by side. */
static void pick(digits_run *r, unsigned to, const uint16_t (*before)[DIGITS_BITS],
                 const LLVMValueRef *value, const uint8_t *from)
{
    LLVMValueRef index[BYTES_MAX];
    unsigned bytes = bytes_of(r);
    for (unsigned i = 0; i < bytes; i++)
        memcpy(&r->label[to][8 * i], &before[from[i] / bytes][from[i] % bytes * 8],
               8 * sizeof **before);
    if (!r->b) return;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value[0])));
    for (unsigned i = 0; i < bytes; i++) index[i] = LLVMConstInt(i32, from[i], false);
    r->value[to] = LLVMBuildShuffleVector(r->b, value[0], value[1], LLVMConstVector(index, bytes),
                                          "");
}

/* The value of a digit at byte i of the register of a pair in which the digit that went to the
 * number is `half`. */
static unsigned digit_at(const arrangement *a, unsigned count, uint8_t digit, unsigned i,
                         unsigned half)
{
    const uint8_t *at = memchr(a->place + DIGITS_IN_BYTE, digit, count);
    return at ? i >> (at - a->place - DIGITS_IN_BYTE) & 1 : half;
}

/* Where the bytes of one register of a pair come from. in: the digit of numbers that comes in. */
static void find_bytes(const digits_run *r, const arrangement *to, uint8_t in, unsigned half,
                       uint8_t *from)
{
    unsigned count = r->goal->places - DIGITS_IN_BYTE, bytes = bytes_of(r);
    for (unsigned i = 0; i < bytes; i++) {
        unsigned byte = 0;
        for (unsigned k = 0; k < count; k++)
            byte |= digit_at(to, count, r->now.place[DIGITS_IN_BYTE + k], i, half) << k;
        from[i] = (uint8_t)(byte + digit_at(to, count, in, i, half) * bytes);
    }
}

/* The digit of the number in which the arrangements differ; f: in none. */
static unsigned changed_number(const digits_run *r, const arrangement *to)
{
    unsigned k = 0;
    while (k < r->goal->f && r->now.number[k] == to->number[k]) k++;
    return k;
}

static void move_bytes(digits_run *r, const arrangement *to)
{
    unsigned digit = changed_number(r, to), count = 1U << r->goal->f, bit = 1U << digit;
    bool alone = digit == r->goal->f;
    uint8_t from[2][BYTES_MAX], in = alone ? NO_DIGIT : r->now.number[digit];
    for (unsigned half = 0; half < 2; half++) find_bytes(r, to, in, alone ? 0 : half, from[half]);
    for (unsigned k = 0; k < count; k++) {
        uint16_t before[2][DIGITS_BITS];
        unsigned pair[2] = {k, alone ? k : k | bit};
        if (!alone && k & bit) continue;
        LLVMValueRef value[2] = {r->value[pair[0]], r->value[pair[1]]};
        for (unsigned h = 0; h < 2; h++) memcpy(before[h], r->label[pair[h]], sizeof *before);
        for (unsigned h = 0; h < (alone ? 1 : 2); h++) pick(r, pair[h], before, value, from[h]);
    }
}

/* ---- bits ---- */

/* The bits of a byte's places in which the digit is zero, in 64 bits. */
static uint64_t zeros_of(unsigned digit)
{
    return digit == 0 ? 0x5555555555555555 : digit == 1 ? 0x3333333333333333 : 0x0f0f0f0f0f0f0f0f;
}

/* The upper half of each of a's fields and the lower half of b's change places. */
static void exchange_bits(digits_run *r, unsigned a, unsigned b, unsigned digit)
{
    LLVMValueRef x = as(r, r->value[a], 64), y = as(r, r->value[b], 64),
                 lower = convert_number(LLVMTypeOf(x), zeros_of(digit));
    LLVMValueRef distance = convert_number(LLVMTypeOf(x), 1U << digit);
    LLVMValueRef down = LLVMBuildLShr(r->b, x, distance, "");
    if (target_can(r->view, SELECTS_BITS, bytes_of(r))) { /* bits are chosen by one instruction */
        LLVMValueRef up = LLVMBuildShl(r->b, y, distance, ""), upper = LLVMConstNot(lower);
        x = LLVMBuildOr(r->b, LLVMBuildAnd(r->b, x, lower, ""), LLVMBuildAnd(r->b, up, upper, ""),
                        "");
        y = LLVMBuildOr(r->b, LLVMBuildAnd(r->b, down, lower, ""), LLVMBuildAnd(r->b, y, upper, ""),
                        "");
    } else {
        LLVMValueRef differ = LLVMBuildAnd(r->b, LLVMBuildXor(r->b, down, y, ""), lower, "");
        y = LLVMBuildXor(r->b, y, differ, "");
        x = LLVMBuildXor(r->b, x, LLVMBuildShl(r->b, differ, distance, ""), "");
    }
    r->value[a] = as(r, x, 8);
    r->value[b] = as(r, y, 8);
}

static void exchange(digits_run *r, const arrangement *to)
{
    unsigned bit = 1U << changed_number(r, to), digit = 0;
    while (r->now.place[digit] == to->place[digit]) digit++;
    for (unsigned k = 0; k < 1U << r->goal->f; k++) {
        if (k & bit) continue;
        uint16_t *a = r->label[k], *b = r->label[k | bit];
        for (unsigned i = 0; i < bytes_of(r) * 8; i++) {
            unsigned above = i | 1U << digit;
            uint16_t held = b[i];
            if (above == i) continue;
            b[i] = a[above];
            a[above] = held;
        }
        if (r->b) exchange_bits(r, k, k | bit, digit);
    }
}

/* ---- matrices ---- */

/* Result bit t of byte i is the parity of the bits that byte i of x has in common with byte 7 - t
 * of the matrix: where x has one bit only that bit of the matrix. */
static void multiply_one(digits_run *r, unsigned k, const uint8_t *bit)
{
    uint16_t before[DIGITS_BITS];
    unsigned bytes = bytes_of(r);
    memcpy(before, r->label[k], sizeof before);
    for (unsigned i = 0; i < bytes; i++)
        for (unsigned t = 0; t < 8; t++)
            r->label[k][8 * i + t] = before[(i / QWORD * QWORD + 7 - t) * 8 + bit[i % QWORD]];
    if (!r->b) return;
    LLVMValueRef x[BYTES_MAX];
    LLVMTypeRef i8 = LLVMGetElementType(LLVMTypeOf(r->value[k]));
    for (unsigned i = 0; i < bytes; i++) x[i] = LLVMConstInt(i8, 1U << bit[i % QWORD], false);
    r->value[k] = target_apply(r->view, r->b, MULTIPLIES_BITS,
                               (LLVMValueRef[]){r->value[k], LLVMConstVector(x, bytes)},
                               LLVMTypeOf(r->value[k]));
}

/* The digits that go into bytes come to the lowest three of bytes' places, in their order; the
 * matrix is read backwards, so bytes are turned round before it. */
static void multiply(digits_run *r, const arrangement *to)
{
    unsigned count = r->goal->places - DIGITS_IN_BYTE;
    arrangement before = *to;
    uint8_t from[BYTES_MAX], turned[BYTES_MAX], bit[QWORD] = {0};
    memcpy(before.place + DIGITS_IN_BYTE, to->place, DIGITS_IN_BYTE);
    find_bytes(r, &before, NO_DIGIT, 0, from);
    for (unsigned i = 0; i < bytes_of(r); i++) turned[i] = from[i ^ (QWORD - 1)];
    for (unsigned i = 0; i < QWORD; i++)
        for (unsigned j = 0; j < DIGITS_IN_BYTE; j++)
            bit[i] |= (uint8_t)(digit_at(to, count, r->now.place[j], i, 0) << j);
    for (unsigned k = 0; k < 1U << r->goal->f; k++) {
        uint16_t bits[2][DIGITS_BITS];
        LLVMValueRef value[2] = {r->value[k], r->value[k]};
        memcpy(bits[0], r->label[k], sizeof *bits);
        pick(r, k, bits, value, turned);
        multiply_one(r, k, bit);
    }
}

void digits_run_way(digits_run *r, const digits_way *way)
{
    r->now = digits_start(r->goal);
    for (unsigned k = 0; k < DIGITS_REGISTERS; k++)
        for (unsigned i = 0; i < DIGITS_BITS; i++) r->label[k][i] = (uint16_t)(k << 8 | i);
    for (unsigned i = 0; i < way->count; i++) {
        const digits_step *s = &way->step[i];
        switch (s->kind) {
        case DIGITS_MOVE: move_bytes(r, &s->to); break;
        case DIGITS_EXCHANGE: exchange(r, &s->to); break;
        case DIGITS_MATRIX: multiply(r, &s->to); break;
        }
        r->now = s->to;
    }
}
