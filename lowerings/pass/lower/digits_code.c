// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* digits_code.c - runs a way of digits.h: on labels, to see what it does, and in LLVM IR.
 *
 * Labels and IR are made of the same numbers (which byte goes where, which bits are exchanged, the
 * matrix), so that a wrong step shows in the labels whatever the search thought of it. Called by
 * transpose.c. */
#include "digits_code.h"

#include <string.h>

#include "lowerings/pass/base/convert.h"

enum { BYTES_MAX = DIGITS_BYTES_MAX, QWORD = 8 };

static unsigned bytes_of(const digits_run *r) { return digits_bytes(r->goal); }

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

/* turn: byte i is what would be byte i ^ turn. */
static void move_bytes(digits_run *r, const arrangement *to, unsigned turn)
{
    unsigned digit = digits_changed(r->goal, &r->now, to), count = 1U << digits_numbers(r->goal),
             bit = 1U << digit;
    bool alone = digit == digits_numbers(r->goal);
    uint8_t from[2][BYTES_MAX];
    for (unsigned half = 0; half < 2; half++)
        digits_find_bytes(r->goal, &r->now, to, half, turn, from[half]);
    for (unsigned k = 0; k < count; k++) {
        uint16_t before[2][DIGITS_BITS];
        unsigned pair[2] = {k, alone ? k : k | bit};
        if (!alone && k & bit) continue;
        LLVMValueRef value[2] = {r->value[pair[0]], r->value[pair[1]]};
        for (unsigned h = 0; h < 2; h++) memcpy(before[h], r->label[pair[h]], sizeof *before);
        for (unsigned h = 0; h < (alone ? 1 : 2); h++) pick(r, pair[h], before, value, from[h]);
    }
}

/* ---- complements ---- */

/* What the digits that are to be complemented are in a byte's place, as a mask of its number: they
 * are so then. */
static unsigned flip_bytes(digits_run *r)
{
    unsigned mask = 0;
    for (unsigned k = 0; k < digits_places(r->goal) - DIGITS_IN_BYTE; k++)
        mask |= (r->flips >> r->now.place[DIGITS_IN_BYTE + k] & 1) << k;
    for (unsigned k = DIGITS_IN_BYTE; k < digits_places(r->goal); k++)
        r->flips &= ~(1U << r->now.place[k]);
    return mask;
}

static void swap_registers(digits_run *r, unsigned a, unsigned b)
{
    uint16_t label[DIGITS_BITS];
    LLVMValueRef value = r->value[a];
    memcpy(label, r->label[a], sizeof label);
    memcpy(r->label[a], r->label[b], sizeof label);
    memcpy(r->label[b], label, sizeof label);
    r->value[a] = r->value[b];
    r->value[b] = value;
}

/* Those that are digits of registers' numbers now: registers get other names. */
static void flip_numbers(digits_run *r)
{
    for (unsigned k = 0; k < digits_numbers(r->goal); k++) {
        unsigned bit = 1U << k;
        if (!(r->flips >> r->now.number[k] & 1)) continue;
        r->flips &= ~(1U << r->now.number[k]);
        for (unsigned i = 0; i < 1U << digits_numbers(r->goal); i++)
            if (!(i & bit)) swap_registers(r, i, i | bit);
    }
}

static void flip_rest(digits_run *r)
{
    uint8_t from[BYTES_MAX];
    unsigned mask = flip_bytes(r);
    for (unsigned i = 0; i < bytes_of(r); i++) from[i] = (uint8_t)(i ^ mask);
    for (unsigned k = 0; k < 1U << digits_numbers(r->goal); k++) {
        uint16_t before[2][DIGITS_BITS];
        LLVMValueRef value[2] = {r->value[k], r->value[k]};
        memcpy(before[0], r->label[k], sizeof *before);
        pick(r, k, before, value, from);
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
    unsigned bit = 1U << digits_changed(r->goal, &r->now, to),
             digit = digits_exchanged(&r->now, to);
    for (unsigned k = 0; k < 1U << digits_numbers(r->goal); k++) {
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

/* A product reads the bytes of each 64 bits in the other direction; complements go with that. */
static void turn_bytes(digits_run *r, const arrangement *to)
{
    arrangement before = r->now;
    r->now = *to;
    unsigned mask = flip_bytes(r);
    r->now = before;
    move_bytes(r, to, mask ^ (QWORD - 1));
}

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

static void multiply(digits_run *r, const arrangement *to)
{
    uint8_t bit[QWORD];
    digits_find_matrix(r->goal, &r->now, to, r->flips, bit);
    for (unsigned j = 0; j < DIGITS_IN_BYTE; j++) r->flips &= ~(1U << r->now.place[j]);
    for (unsigned k = 0; k < 1U << digits_numbers(r->goal); k++) multiply_one(r, k, bit);
}

static void run_step(digits_run *r, const digits_step *s)
{
    switch (s->kind) {
    case DIGITS_MOVE: move_bytes(r, &s->to, 0); break;
    case DIGITS_TURN: turn_bytes(r, &s->to); break;
    case DIGITS_EXCHANGE: exchange(r, &s->to); break;
    case DIGITS_MATRIX: multiply(r, &s->to); break;
    case DIGITS_FLIP: flip_rest(r); break;
    }
    r->now = s->to;
}

/* Of the narrow registers that are joined. */
static uint16_t first_label(const digits_run *r, unsigned number, unsigned place)
{
    unsigned low = r->goal->places, label = place & ((1U << low) - 1), from = 0;
    for (unsigned k = low; k < digits_places(r->goal); k++)
        from |= (place >> k & 1) << (r->now.place[k] - low);
    for (unsigned k = 0; k < digits_numbers(r->goal); k++)
        from |= (number >> k & 1) << (r->now.number[k] - low);
    return (uint16_t)(from << DIGITS_PLACES | label);
}

void digits_run_way(digits_run *r, const digits_way *way)
{
    r->now = way->start;
    r->flips = r->goal->flips;
    for (unsigned k = 0; k < 1U << digits_numbers(r->goal); k++)
        for (unsigned i = 0; i < 1U << digits_places(r->goal); i++)
            r->label[k][i] = first_label(r, k, i);
    for (unsigned i = 0; i < way->count; i++) {
        run_step(r, &way->step[i]);
        flip_numbers(r);
    }
}
