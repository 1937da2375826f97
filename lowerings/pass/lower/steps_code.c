// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* steps_code.c - programs that move bits as LLVM IR.
 *
 * Every step becomes the instructions of LLVM that say what `follow` in steps.c takes it for:
 * vectors of bytes, seen in lanes where that is needed, or one integer. What LLVM has no word for
 * is an intrinsic of the processor. */
#include "steps_code.h"

#include <string.h>

#include "lowerings/pass/base/convert.h"

machine steps_machine(const target_view *v)
{
    return (machine){v->use->table->features, target_register_bits(v) / 8};
}

typedef struct emitter {
    steps *s;
    LLVMModuleRef module;
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

static LLVMValueRef call_to(const emitter *e, const char *name, LLVMTypeRef result, LLVMValueRef x,
                            LLVMValueRef y)
{
    LLVMTypeRef type = LLVMFunctionType(result, (LLVMTypeRef[]){LLVMTypeOf(x), LLVMTypeOf(y)}, 2,
                                        0);
    LLVMValueRef callee = LLVMGetNamedFunction(e->module, name);
    if (!callee) callee = LLVMAddFunction(e->module, name, type);
    return LLVMBuildCall2(e->b, type, callee, (LLVMValueRef[]){x, y}, 2, "");
}

static LLVMValueRef call(const emitter *e, const char *name, LLVMValueRef x, LLVMValueRef y)
{
    return call_to(e, name, LLVMTypeOf(x), x, y);
}

LLVMValueRef steps_add_pairs(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y)
{
    static const char *const of_bytes[] = {"llvm.x86.ssse3.pmadd.ub.sw.128",
                                           "llvm.x86.avx2.pmadd.ub.sw",
                                           "llvm.x86.avx512.pmaddubs.w.512"};
    static const char *const of_words[] = {"llvm.x86.sse2.pmadd.wd", "llvm.x86.avx2.pmadd.wd",
                                           "llvm.x86.avx512.pmaddw.d.512"};
    LLVMTypeRef type = LLVMTypeOf(x);
    unsigned bits = LLVMGetIntTypeWidth(LLVMGetElementType(type)), n = LLVMGetVectorSize(type);
    emitter e = {.module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b))),
                 .b = b};
    LLVMTypeRef result = LLVMVectorType(LLVMIntTypeInContext(LLVMGetTypeContext(type), 2 * bits),
                                        n / 2);
    return call_to(&e, (bits == 8 ? of_bytes : of_words)[bits * n / 256], result, x, y);
}

static LLVMValueRef emit_pairs(const emitter *e, const step *t)
{
    LLVMValueRef weight[STEPS_MAX_BYTES], part[STEPS_MAX_BYTES / 16];
    unsigned bytes = steps_part_bytes(e->s, t->bytes), half = t->lane / 2, count = bytes * 8 / half;
    for (unsigned i = 0; i < count; i++)
        weight[i] = number(e, half, i % 2 ? UINT64_C(1) << t->amount : 1);
    LLVMValueRef weights = LLVMConstVector(weight, count);
    for (unsigned i = 0; i < t->bytes / bytes; i++) {
        LLVMValueRef value = LLVMBuildBitCast(e->b,
                                              convert_part(e->b, e->value[t->a], i * bytes, bytes),
                                              type_in_lanes(e, bytes, half), "");
        part[i] = as_bytes(e, steps_add_pairs(e->b, weights, value), bytes);
    }
    return convert_joined(e->b, part, t->bytes / bytes);
}

static LLVMValueRef emit_multiply(const emitter *e, const step *t)
{
    LLVMValueRef factor[8];
    for (unsigned i = 0; i < 8; i++)
        factor[i] = number(e, 16, t->mask[2 * i] | (uint64_t)t->mask[2 * i + 1] << 8);
    LLVMValueRef value = LLVMBuildBitCast(e->b, e->value[t->a], type_in_lanes(e, t->bytes, 16), "");
    return as_bytes(e, steps_add_pairs(e->b, value, LLVMConstVector(factor, 8)), t->bytes);
}

static unsigned table_entry(const step *t, unsigned index)
{
    unsigned byte = 0;
    for (unsigned k = 0; k < 8; k++)
        if (t->pick[k] < 4) byte |= (index >> t->pick[k] & 1) << k;
    return byte;
}

static LLVMValueRef byte_shuffle(const emitter *e, LLVMValueRef value, LLVMValueRef index,
                                 unsigned bytes)
{
    const char *name = bytes == 16   ? "llvm.x86.ssse3.pshuf.b.128"
                       : bytes == 32 ? "llvm.x86.avx2.pshuf.b"
                                     : "llvm.x86.avx512.pshuf.b.512";
    return call(e, name, value, index);
}

static LLVMValueRef emit_table(const emitter *e, const step *t)
{
    LLVMValueRef entry[64];
    for (unsigned i = 0; i < t->bytes; i++) entry[i] = number(e, 8, table_entry(t, i % 16));
    return byte_shuffle(e, LLVMConstVector(entry, t->bytes), e->value[t->a], t->bytes);
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
        part[i] = byte_shuffle(e, convert_part(e->b, e->value[t->a], i * bytes, bytes),
                               LLVMConstVector(index, bytes), bytes);
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
    bool masks = machine_has(&e->s->machine, "avx512bw"); /* a test gives a mask register */
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

static LLVMValueRef multishift(const emitter *e, LLVMValueRef first, LLVMValueRef value,
                               unsigned bytes)
{
    const char *name = bytes == 16   ? "llvm.x86.avx512.pmultishift.qb.128"
                       : bytes == 32 ? "llvm.x86.avx512.pmultishift.qb.256"
                                     : "llvm.x86.avx512.pmultishift.qb.512";
    return call(e, name, first, value);
}

LLVMValueRef steps_multiply_bits(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef matrix)
{
    static const char *const names[] = {"llvm.x86.vgf2p8affineqb.128",
                                        "llvm.x86.vgf2p8affineqb.256",
                                        "llvm.x86.vgf2p8affineqb.512"};
    LLVMTypeRef type = LLVMTypeOf(x), i8 = LLVMGetElementType(type);
    const char *name = names[LLVMGetVectorSize(type) / 32];
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b)));
    LLVMValueRef callee = LLVMGetIntrinsicDeclaration(
        module, LLVMLookupIntrinsicID(name, strlen(name)), NULL, 0);
    return LLVMBuildCall2(b, LLVMFunctionType(type, (LLVMTypeRef[]){type, type, i8}, 3, false),
                          callee, (LLVMValueRef[]){x, matrix, LLVMConstNull(i8)}, 3, "");
}

/* What takes a register at a time, with a constant of as many bytes. */
static LLVMValueRef emit_by_registers(const emitter *e, const step *t, const uint8_t *constant)
{
    LLVMValueRef part[STEPS_MAX_BYTES / 16];
    unsigned bytes = steps_part_bytes(e->s, t->bytes), count = t->bytes / bytes;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef value = convert_part(e->b, e->value[t->a], i * bytes, bytes),
                     c = bytes_constant(e, constant + i * bytes, bytes);
        part[i] = t->kind == STEP_MATRIX ? steps_multiply_bits(e->b, c, value)
                                         : multishift(e, c, value, bytes);
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
    bool wide = t->bytes == 8;
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
    case STEP_WINDOWS: return emit_by_registers(e, t, t->each);
    case STEP_MATRIX: return emit_by_registers(e, t, t->mask);
    case STEP_SELECT: return emit_select(e, t);
    case STEP_PEXT:
        return call(e, wide ? "llvm.x86.bmi.pext.64" : "llvm.x86.bmi.pext.32", a,
                    mask_constant(e, t));
    case STEP_PDEP:
        return call(e, wide ? "llvm.x86.bmi.pdep.64" : "llvm.x86.bmi.pdep.32", a,
                    mask_constant(e, t));
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

LLVMValueRef steps_emit(steps *s, unsigned value, LLVMModuleRef module, LLVMBuilderRef b,
                        LLVMValueRef input)
{
    bool needed[STEPS_MAX] = {false};
    emitter e = {s, module, LLVMGetTypeContext(LLVMTypeOf(input)), b,
                 arena_new(s->arena, s->count, LLVMValueRef)};
    mark_needed(s, value, needed);
    for (unsigned i = 0; i <= value; i++)
        if (needed[i]) e.value[i] = emit_step(&e, &s->step[i], input);
    return e.value[value];
}
