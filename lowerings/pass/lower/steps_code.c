// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* steps_code.c - programs that move bits as LLVM IR.
 *
 * Every step becomes the instructions of LLVM that say what `follow_step` in follow.c takes it for:
 * vectors of bytes, seen in lanes where that is needed, or one integer. What LLVM has no word for
 * is a capability of the processor, whose code is in the table. */
#include "steps_code.h"

#include <string.h>

#include "lowerings/pass/base/convert.h"

typedef struct emitter {
    steps *s;
    const target_view *view;
    LLVMContextRef context;
    LLVMBuilderRef b;
    LLVMValueRef *value; /* one a step, as bytes (or an integer when scalar) */
} emitter;

/* The type of a value of so many bytes seen in lanes. */
static LLVMTypeRef type_in_lanes(const emitter *e, unsigned bytes, unsigned lane)
{
    if (e->s->scalar) return LLVMIntTypeInContext(e->context, bytes * 8);
    return LLVMVectorType(LLVMIntTypeInContext(e->context, lane), bytes * 8 / lane);
}

static LLVMValueRef as_bytes(const emitter *e, LLVMValueRef value, unsigned bytes)
{
    return LLVMBuildBitCast(e->b, value, type_in_lanes(e, bytes, 8), "");
}

static LLVMValueRef number(const emitter *e, unsigned bits, uint64_t n)
{
    return LLVMConstInt(LLVMIntTypeInContext(e->context, bits), n, 0);
}

static LLVMValueRef splat(const emitter *e, unsigned bytes, unsigned lane, uint64_t n)
{
    LLVMValueRef element[STEPS_MAX_BYTES];
    if (e->s->scalar) {
        uint64_t all = 0;
        for (unsigned i = 0; i < bytes * 8; i += lane) all |= n << i;
        return number(e, bytes * 8, all);
    }
    unsigned count = bytes * 8 / lane;
    for (unsigned i = 0; i < count; i++) element[i] = number(e, lane, n);
    return LLVMConstVector(element, count);
}

static LLVMValueRef bytes_constant(const emitter *e, const uint8_t *byte, unsigned count)
{
    LLVMValueRef element[STEPS_MAX_BYTES];
    for (unsigned i = 0; i < count; i++) element[i] = number(e, 8, byte[i]);
    return LLVMConstVector(element, count);
}

static LLVMValueRef mask_constant(const emitter *e, const step *t)
{
    uint64_t all = 0;
    if (!e->s->scalar) return bytes_constant(e, t->mask, t->bytes);
    for (unsigned i = 0; i < t->bytes; i++) all |= (uint64_t)t->mask[i] << (8 * i);
    return number(e, t->bytes * 8, all);
}

/* Both sources as vectors of the longer one's length; indices into b are moved to where it then
 * begins. */
static LLVMValueRef lengthen(const emitter *e, LLVMValueRef value, unsigned bytes, unsigned to)
{
    LLVMValueRef index[STEPS_MAX_BYTES];
    if (bytes == to) return value;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(e->context);
    for (unsigned i = 0; i < to; i++) index[i] = i < bytes ? number(e, 32, i) : LLVMGetPoison(i32);
    return LLVMBuildShuffleVector(e->b, value, LLVMGetPoison(LLVMTypeOf(value)),
                                  LLVMConstVector(index, to), "");
}

static LLVMValueRef vector_of(const emitter *e, unsigned step_number)
{
    unsigned bytes = e->s->step[step_number].bytes;
    LLVMTypeRef type = LLVMVectorType(LLVMInt8TypeInContext(e->context), bytes);
    return LLVMBuildBitCast(e->b, e->value[step_number], type, "");
}

/* A shuffle; zeros come from a constant when b is free, else a mask makes them. */
static LLVMValueRef emit_bytes(const emitter *e, const step *t)
{
    LLVMValueRef index[STEPS_MAX_BYTES], keep[STEPS_MAX_BYTES];
    unsigned first = e->s->step[t->a].bytes, second = e->s->step[t->b].bytes;
    bool two = steps_uses(t, first, 2 * STEPS_MAX_BYTES), zeros = false;
    unsigned length = two && second > first ? second : first;
    for (unsigned i = 0; i < t->bytes; i++) {
        int m = t->map[i];
        zeros |= m == BYTE_ZERO;
        keep[i] = number(e, 8, m == BYTE_ZERO ? 0 : 255);
        if (m == BYTE_ZERO) index[i] = number(e, 32, two ? 0 : length);
        else
            index[i] = number(e, 32,
                              (unsigned)m < first ? (unsigned)m : (unsigned)m - first + length);
    }
    LLVMValueRef a = lengthen(e, vector_of(e, t->a), first, length);
    LLVMValueRef b = two ? lengthen(e, vector_of(e, t->b), second, length)
                         : LLVMConstNull(LLVMTypeOf(a));
    LLVMValueRef r = LLVMBuildShuffleVector(e->b, a, b, LLVMConstVector(index, t->bytes), "");
    if (two && zeros) r = LLVMBuildAnd(e->b, r, LLVMConstVector(keep, t->bytes), "");
    return as_bytes(e, r, t->bytes);
}

static LLVMValueRef emit_shift(const emitter *e, const step *t)
{
    LLVMTypeRef type = type_in_lanes(e, t->bytes, t->lane);
    LLVMValueRef value = LLVMBuildBitCast(e->b, e->value[t->a], type, "");
    LLVMValueRef amount = e->s->scalar ? number(e, t->bytes * 8, t->amount)
                                       : splat(e, t->bytes, t->lane, t->amount);
    value = t->kind == STEP_SHL ? LLVMBuildShl(e->b, value, amount, "")
                                : LLVMBuildLShr(e->b, value, amount, "");
    return as_bytes(e, value, t->bytes);
}

static LLVMValueRef emit_shift_each(const emitter *e, const step *t)
{
    LLVMValueRef amount[STEPS_MAX_BYTES];
    unsigned lanes = t->bytes * 8 / t->lane;
    for (unsigned i = 0; i < lanes; i++) amount[i] = number(e, t->lane, t->each[i]);
    LLVMValueRef value = LLVMBuildBitCast(e->b, e->value[t->a], type_in_lanes(e, t->bytes, t->lane),
                                          "");
    LLVMOpcode opcode = t->kind == STEP_SHL_EACH ? LLVMShl : LLVMLShr;
    return as_bytes(e, LLVMBuildBinOp(e->b, opcode, value, LLVMConstVector(amount, lanes), ""),
                    t->bytes);
}

/* x - s by lanes; where lanes are less than a byte, a one above keeps the borrow in. */
static LLVMValueRef emit_sign(const emitter *e, const step *t)
{
    unsigned lane = t->lane < 8 ? 8 : t->lane;
    uint64_t sign = 0, top = 0;
    for (unsigned i = 0; i < lane; i += t->lane) {
        sign |= UINT64_C(1) << (i + t->amount - 1);
        top |= UINT64_C(1) << (i + t->lane - 1);
    }
    LLVMValueRef x = LLVMBuildBitCast(e->b, e->value[t->a], type_in_lanes(e, t->bytes, lane), "");
    if (t->lane < 8) x = LLVMBuildOr(e->b, x, splat(e, t->bytes, lane, top), "");
    x = LLVMBuildSub(e->b, x, splat(e, t->bytes, lane, sign), "");
    if (t->lane < 8) x = LLVMBuildXor(e->b, x, splat(e, t->bytes, lane, top), "");
    return as_bytes(e, x, t->bytes);
}

/* A capability on two vectors of bytes, or on two integers. */
static LLVMValueRef apply(const emitter *e, capability a, LLVMValueRef x, LLVMValueRef y)
{
    return target_apply(e->view, e->b, a, (LLVMValueRef[]){x, y}, LLVMTypeOf(x));
}

static LLVMValueRef emit_pairs(const emitter *e, const step *t)
{
    uint8_t weight[STEPS_MAX_BYTES] = {0};
    LLVMValueRef part[STEPS_MAX_BYTES / 16];
    unsigned bytes = steps_part_bytes(e->s, t->bytes), half = t->lane / 2;
    for (unsigned i = 0; i < bytes * 8 / half; i++) {
        unsigned bit = i * half + (i % 2 ? t->amount : 0);
        weight[bit / 8] = (uint8_t)(1U << bit % 8);
    }
    LLVMValueRef weights = bytes_constant(e, weight, bytes);
    for (unsigned i = 0; i < t->bytes / bytes; i++) {
        LLVMValueRef value = convert_part(e->b, e->value[t->a], i * bytes, bytes);
        part[i] = apply(e, half == 8 ? ADDS_PRODUCTS_8 : ADDS_PRODUCTS_16, weights, value);
    }
    return convert_joined(e->b, part, t->bytes / bytes);
}

static LLVMValueRef emit_multiply(const emitter *e, const step *t)
{
    return apply(e, ADDS_PRODUCTS_16, e->value[t->a], mask_constant(e, t));
}

static unsigned table_entry(const step *t, unsigned index)
{
    unsigned byte = 0;
    for (unsigned k = 0; k < 8; k++)
        if (t->pick[k] < 4) byte |= (index >> t->pick[k] & 1) << k;
    return byte;
}

static LLVMValueRef emit_table(const emitter *e, const step *t)
{
    LLVMValueRef entry[64];
    for (unsigned i = 0; i < t->bytes; i++) entry[i] = number(e, 8, table_entry(t, i % 16));
    return apply(e, CHOOSES_IN_16, LLVMConstVector(entry, t->bytes), e->value[t->a]);
}

static LLVMValueRef emit_lanes(const emitter *e, const step *t)
{
    LLVMValueRef part[STEPS_MAX_BYTES / 16], index[64];
    unsigned bytes = steps_part_bytes(e->s, t->bytes), count = t->bytes / bytes;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < bytes; k++) {
            int from = t->map[i * bytes + k];
            index[k] = number(e, 8, from == BYTE_ZERO ? 128 : (unsigned)from % 16);
        }
        part[i] = apply(e, CHOOSES_IN_16, convert_part(e->b, e->value[t->a], i * bytes, bytes),
                        LLVMConstVector(index, bytes));
    }
    return convert_joined(e->b, part, count);
}

static LLVMValueRef emit_test(const emitter *e, const step *t)
{
    LLVMValueRef mask = mask_constant(e, t);
    LLVMValueRef bits = LLVMBuildAnd(e->b, e->value[t->a], mask, "");
    LLVMValueRef set = LLVMBuildICmp(e->b, LLVMIntEQ, bits, mask, "");
    return LLVMBuildSExt(e->b, set, LLVMTypeOf(bits), "");
}

/* Registers' bits go by general registers into one vector. */
static LLVMValueRef emit_bits(const emitter *e, const step *t)
{
    unsigned bytes = 8 * t->bytes, part = steps_part_bytes(e->s, bytes), count = bytes / part;
    bool masks = machine_can(&e->s->machine, COMPARES_TO_BITS, 64);
    LLVMTypeRef bits = LLVMIntTypeInContext(e->context, part);
    LLVMValueRef all = LLVMGetPoison(LLVMVectorType(bits, count));
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef mask = bytes_constant(e, t->mask + i * part, part);
        LLVMValueRef value = LLVMBuildAnd(e->b, convert_part(e->b, e->value[t->a], i * part, part),
                                          mask, "");
        value = masks ? LLVMBuildICmp(e->b, LLVMIntNE, value, LLVMConstNull(LLVMTypeOf(mask)), "")
                      : LLVMBuildICmp(e->b, LLVMIntEQ, value, mask, "");
        value = LLVMBuildBitCast(e->b, value, bits, "");
        all = LLVMBuildInsertElement(e->b, all, value, number(e, 32, i), "");
    }
    return as_bytes(e, all, t->bytes);
}

/* What takes a register at a time, with a constant of as many bytes. */
static LLVMValueRef emit_by_registers(const emitter *e, const step *t, capability a,
                                      const uint8_t *constant)
{
    LLVMValueRef part[STEPS_MAX_BYTES / 16];
    unsigned bytes = steps_part_bytes(e->s, t->bytes), count = t->bytes / bytes;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef value = convert_part(e->b, e->value[t->a], i * bytes, bytes),
                     c = bytes_constant(e, constant + i * bytes, bytes);
        part[i] = apply(e, a, value, c);
    }
    return convert_joined(e->b, part, count);
}

static LLVMValueRef emit_select(const emitter *e, const step *t)
{
    LLVMValueRef mask = mask_constant(e, t), a = LLVMBuildAnd(e->b, e->value[t->a], mask, "");
    return LLVMBuildOr(e->b, a, LLVMBuildAnd(e->b, e->value[t->b], LLVMConstNot(mask), ""), "");
}

static LLVMValueRef emit_step(const emitter *e, const step *t, LLVMValueRef input)
{
    LLVMValueRef a = e->value[t->a];
    switch (t->kind) {
    case STEP_INPUT: return input;
    case STEP_BYTES: return emit_bytes(e, t);
    case STEP_LANES: return emit_lanes(e, t);
    case STEP_SHL:
    case STEP_SHR: return emit_shift(e, t);
    case STEP_SHL_EACH:
    case STEP_SHR_EACH: return emit_shift_each(e, t);
    case STEP_PAIRS: return emit_pairs(e, t);
    case STEP_MULTIPLY: return emit_multiply(e, t);
    case STEP_AND: return LLVMBuildAnd(e->b, a, mask_constant(e, t), "");
    case STEP_XOR: return LLVMBuildXor(e->b, a, mask_constant(e, t), "");
    case STEP_OR: return LLVMBuildOr(e->b, a, e->value[t->b], "");
    case STEP_SIGN: return emit_sign(e, t);
    case STEP_TABLE: return emit_table(e, t);
    case STEP_TEST: return emit_test(e, t);
    case STEP_BITS: return emit_bits(e, t);
    case STEP_WINDOWS: return emit_by_registers(e, t, TAKES_WINDOWS, t->each);
    case STEP_MATRIX: return emit_by_registers(e, t, MULTIPLIES_BITS, t->mask);
    case STEP_SELECT: return emit_select(e, t);
    case STEP_PEXT: return apply(e, GATHERS_BITS, a, mask_constant(e, t));
    case STEP_PDEP: return apply(e, SCATTERS_BITS, a, mask_constant(e, t));
    }
    return NULL;
}

static void mark_needed(const steps *s, unsigned value, bool *needed)
{
    needed[value] = true;
    for (unsigned i = value + 1; i-- > 0;) {
        if (!needed[i] || s->step[i].kind == STEP_INPUT) continue;
        needed[s->step[i].a] = true;
        if (s->step[i].kind == STEP_OR || s->step[i].kind == STEP_BYTES ||
            s->step[i].kind == STEP_SELECT)
            needed[s->step[i].b] = true;
    }
}

LLVMValueRef steps_emit(steps *s, unsigned value, const target_view *v, LLVMBuilderRef b,
                        LLVMValueRef input)
{
    bool needed[STEPS_MAX] = {false};
    emitter e = {s, v, LLVMGetTypeContext(LLVMTypeOf(input)), b,
                 arena_new(s->arena, s->count, LLVMValueRef)};
    mark_needed(s, value, needed);
    for (unsigned i = 0; i <= value; i++)
        if (needed[i]) e.value[i] = emit_step(&e, &s->step[i], input);
    return e.value[value];
}
