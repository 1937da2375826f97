// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* trace.c - follows bits through shuffles, shifts, logic with masks, casts: by labels.
 *
 * A leaf is a value that is not followed any further; each of its bits has a label of its own. A
 * bit of any other value is a sum modulo 2 of at most two labels: so masks, shifts and logic are
 * exact, and exchanges by three exclusive ors come out as what they are. An instruction of which a
 * bit is anything else is a leaf itself. It does not matter in which form a program says what it
 * moves.
 *
 * Each instruction is followed once. Called by transpose.c. */
#include "trace.h"

#include <string.h>

#include "lowerings/pass/base/fields.h"

/* Of operands of operands that were not followed yet; bits of a value; bits of a block. */
enum { DEPTH = 64, BITS_MAX = 8192, WORK_MAX = 1 << 23 };

/* Of a number or of a vector's elements; 0: they are neither integers nor floating-point numbers
 * that fill whole words. */
static unsigned width_of(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind: return 16;
    case LLVMFloatTypeKind: return 32;
    case LLVMDoubleTypeKind: return 64;
    default: return 0;
    }
}

bool trace_has_bits(LLVMTypeRef type) { return width_of(type) != 0; }

unsigned trace_width(LLVMTypeRef type) { return width_of(type); }

static unsigned count_of(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

unsigned trace_bits(LLVMTypeRef type) { return width_of(type) * count_of(type); }

/* ---- bits ---- */

static const mix zero = {MIX_ZERO, MIX_ZERO}, one = {MIX_ONE, MIX_ZERO};

static mix single(uint32_t label) { return (mix){label, MIX_ZERO}; }

static bool is(mix m, mix n) { return m.a == n.a && m.b == n.b; }

static bool is_plain(mix m) { return m.a < MIX_UNKNOWN; }

/* What a bit is of which nothing is known but its operands. */
static mix vague(mix m, mix n)
{
    return single(m.a == MIX_FREE || n.a == MIX_FREE ? MIX_FREE : MIX_UNKNOWN);
}

static mix add_bits(mix m, mix n)
{
    const uint32_t of[2][3] = {{m.a, m.b, MIX_ZERO}, {n.a, n.b, MIX_ZERO}};
    uint32_t sum[4] = {MIX_ZERO};
    unsigned i = 0, j = 0, count = 0;
    if (!is_plain(m) || !is_plain(n)) return vague(m, n);
    while (of[0][i] || of[1][j]) { /* merged, greater ones first; equal ones go */
        if (of[0][i] == of[1][j]) i++, j++;
        else sum[count++] = of[0][i] > of[1][j] ? of[0][i++] : of[1][j++];
    }
    return count > 2 ? single(MIX_UNKNOWN) : (mix){sum[0], sum[1]};
}

static mix and_bits(mix m, mix n)
{
    if (is(m, zero) || is(n, zero)) return zero;
    if (is(m, one)) return n;
    if (is(n, one) || (is(m, n) && is_plain(m))) return m;
    return is_plain(m) && is_plain(n) && is(add_bits(m, n), one) ? zero : vague(m, n);
}

static mix or_bits(mix m, mix n)
{
    if (is(m, one) || is(n, one)) return one;
    if (is(m, zero)) return n;
    if (is(n, zero) || (is(m, n) && is_plain(m))) return m;
    return is_plain(m) && is_plain(n) && is(add_bits(m, n), one) ? one : vague(m, n);
}

/* ---- constants ---- */

static void fill(mix *bit, unsigned count, mix with)
{
    for (unsigned i = 0; i < count; i++) bit[i] = with;
}

static void follow_number(LLVMValueRef number, unsigned w, mix *bit)
{
    if (!number || LLVMIsUndef(number)) {
        fill(bit, w, single(number ? MIX_FREE : MIX_UNKNOWN));
    } else if (LLVMIsNull(number)) {
        fill(bit, w, zero);
    } else if (!LLVMIsAConstantInt(number) || w > 64) {
        fill(bit, w, single(MIX_UNKNOWN));
    } else {
        uint64_t n = LLVMConstIntGetZExtValue(number);
        for (unsigned i = 0; i < w; i++) bit[i] = n >> i & 1 ? one : zero;
    }
}

static LLVMValueRef element(LLVMValueRef constant, unsigned i)
{
    bool vector = LLVMGetTypeKind(LLVMTypeOf(constant)) == LLVMVectorTypeKind;
    return vector && !LLVMIsUndef(constant) ? LLVMGetAggregateElement(constant, i) : constant;
}

static void follow_constant(LLVMValueRef constant, mix *bit)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    unsigned w = width_of(type);
    for (unsigned i = 0; i < count_of(type); i++)
        follow_number(element(constant, i), w, bit + i * w);
}

/* ---- instructions ---- */

/* An instruction that is followed, and its result, all of it unknown so far. */
typedef struct step {
    tracer *t;
    LLVMValueRef inst;
    unsigned w, n, depth; /* its elements */
    mix *bit;
} step;

static const trace *trace_deep(tracer *t, LLVMValueRef value, unsigned depth);

static const trace *operand(const step *s, unsigned i)
{
    return trace_deep(s->t, LLVMGetOperand(s->inst, i), s->depth + 1);
}

/* Elements of the result that may have other numbers of bits than those of the operand: each begins
 * where the operand's does, and what it has above is `above`, or its top bit. */
static void follow_cast(const step *s, const mix *above)
{
    const trace *v = operand(s, 0);
    unsigned from = v->bits / s->n;
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = 0; k < s->w; k++) {
            mix top = above ? *above : trace_at(v, i * from + from - 1);
            s->bit[i * s->w + k] = k < from ? trace_at(v, i * from + k) : top;
        }
}

static void follow_bitcast(const step *s)
{
    if (!trace_has_bits(LLVMTypeOf(LLVMGetOperand(s->inst, 0)))) return;
    const trace *v = operand(s, 0);
    for (unsigned i = 0; i < s->w * s->n; i++) s->bit[i] = trace_at(v, i);
}

static void copy_element(const step *s, unsigned to, const trace *v, unsigned from)
{
    for (unsigned k = 0; k < s->w; k++) s->bit[to * s->w + k] = trace_at(v, from * s->w + k);
}

static void follow_shuffle(const step *s)
{
    const trace *v[2] = {operand(s, 0), operand(s, 1)};
    unsigned n = v[0]->bits / s->w;
    for (unsigned i = 0; i < s->n; i++) {
        int from = LLVMGetMaskValue(s->inst, i);
        if (from < 0) fill(s->bit + i * s->w, s->w, single(MIX_FREE));
        else copy_element(s, i, v[(unsigned)from / n], (unsigned)from % n);
    }
}

typedef mix combine(mix m, mix n);

static void follow_logic(const step *s, combine *c)
{
    const trace *x = operand(s, 0), *y = operand(s, 1);
    for (unsigned i = 0; i < s->w * s->n; i++) s->bit[i] = c(trace_at(x, i), trace_at(y, i));
}

/* A sum of which one operand is zero in each bit. */
static void follow_sum(const step *s)
{
    const trace *x = operand(s, 0), *y = operand(s, 1);
    for (unsigned i = 0; i < s->w * s->n; i++)
        if (!is(trace_at(x, i), zero) && !is(trace_at(y, i), zero)) return;
    follow_logic(s, or_bits);
}

/* The number of an element of a constant; false where it is none below the limit. */
static bool number_below(LLVMValueRef constant, unsigned i, unsigned limit, unsigned *number)
{
    LLVMValueRef e = LLVMIsConstant(constant) ? element(constant, i) : NULL;
    *number = 0;
    if (e && LLVMIsNull(e)) return true;
    if (!e || !LLVMIsAConstantInt(e) || LLVMGetIntTypeWidth(LLVMTypeOf(e)) > 64) return false;
    *number = (unsigned)LLVMConstIntGetZExtValue(e);
    return LLVMConstIntGetZExtValue(e) < limit;
}

static void follow_shift(const step *s, LLVMOpcode opcode)
{
    const trace *v = operand(s, 0);
    for (unsigned i = 0; i < s->n; i++) {
        unsigned by, first = i * s->w;
        if (!number_below(LLVMGetOperand(s->inst, 1), i, s->w, &by)) return;
        mix above = opcode == LLVMAShr ? trace_at(v, first + s->w - 1) : zero;
        for (unsigned k = 0; k < s->w; k++)
            s->bit[first + k] = opcode != LLVMShl
                                    ? k + by < s->w ? trace_at(v, first + k + by) : above
                                : k >= by ? trace_at(v, first + k - by)
                                          : zero;
    }
}

/* fshl of the upper and the lower operand: bit k is that of both, side by side, w - by from below.
 */
static void follow_funnel(const step *s, bool left)
{
    const trace *high = operand(s, 0), *low = operand(s, 1);
    for (unsigned i = 0; i < s->n; i++) {
        unsigned by, first = i * s->w;
        if (!number_below(LLVMGetOperand(s->inst, 2), i, s->w, &by)) return;
        for (unsigned k = 0; k < s->w; k++) {
            unsigned from = left ? k + s->w - by : k + by;
            s->bit[first + k] = from < s->w ? trace_at(low, first + from)
                                            : trace_at(high, first + from - s->w);
        }
    }
}

/* Units of each element in the other order. */
static void follow_reversal(const step *s, unsigned unit)
{
    const trace *v = operand(s, 0);
    for (unsigned i = 0; i < s->w * s->n; i++) {
        unsigned k = i % s->w, turned = s->w - unit - k / unit * unit + k % unit;
        s->bit[i] = trace_at(v, i - k + turned);
    }
}

static void follow_select(const step *s)
{
    LLVMValueRef condition = LLVMGetOperand(s->inst, 0);
    const trace *v[2] = {operand(s, 2), operand(s, 1)};
    for (unsigned i = 0; i < s->n; i++) {
        unsigned which;
        if (!number_below(condition, i, 2, &which)) return;
        copy_element(s, i, v[which], i);
    }
}

static void follow_extract(const step *s)
{
    const trace *v = operand(s, 0);
    unsigned at;
    if (number_below(LLVMGetOperand(s->inst, 1), 0, v->bits / s->w, &at)) copy_element(s, 0, v, at);
}

static void follow_insert(const step *s)
{
    const trace *v = operand(s, 0), *e = operand(s, 1);
    unsigned at;
    if (!number_below(LLVMGetOperand(s->inst, 2), 0, s->n, &at)) return;
    for (unsigned i = 0; i < s->n; i++) copy_element(s, i, i == at ? e : v, i == at ? 0 : i);
}

/* ---- calls of the processor's instructions, known as capabilities ---- */

/* The number that a byte of a constant is; false where it is none. */
static bool byte_at(LLVMValueRef constant, unsigned i, unsigned *byte)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    return width_of(type) == 8 && number_below(constant, i, 256, byte);
}

static const trace *argument(const step *s, LLVMValueRef value)
{
    return trace_deep(s->t, value, s->depth + 1);
}

static void copy_byte(const step *s, unsigned to, const trace *v, unsigned from)
{
    for (unsigned k = 0; k < 8; k++) s->bit[8 * to + k] = trace_at(v, 8 * from + k);
}

static unsigned bytes_of(const step *s) { return s->w * s->n / 8; }

static void follow_packs(const step *s, const LLVMValueRef *args)
{
    const trace *v[2] = {argument(s, args[0]), argument(s, args[1])};
    for (unsigned i = 0; i < bytes_of(s); i++)
        for (unsigned k = 0; k < 8; k++)
            if (i % 2 &&
                (!is(trace_at(v[0], 8 * i + k), zero) || !is(trace_at(v[1], 8 * i + k), zero)))
                return;
    for (unsigned i = 0; i < bytes_of(s); i++)
        copy_byte(s, i, v[i % 16 / 8], i / 16 * 16 + 2 * (i % 8));
}

static void follow_choice_in_16(const step *s, const LLVMValueRef *args)
{
    const trace *v = argument(s, args[0]);
    for (unsigned i = 0; i < bytes_of(s); i++) {
        unsigned from;
        if (!byte_at(args[1], i, &from)) return;
        if (from & 128) fill(s->bit + 8 * i, 8, zero);
        else copy_byte(s, i, v, i / 16 * 16 + from % 16);
    }
}

static void follow_choice_in_all(const step *s, const LLVMValueRef *args)
{
    const trace *v = argument(s, args[0]);
    for (unsigned i = 0; i < bytes_of(s); i++) {
        unsigned from;
        if (!byte_at(args[1], i, &from)) return;
        copy_byte(s, i, v, from % bytes_of(s));
    }
}

static void follow_choice_of_two(const step *s, const LLVMValueRef *args)
{
    const trace *v[2] = {argument(s, args[0]), argument(s, args[2])};
    for (unsigned i = 0; i < bytes_of(s); i++) {
        unsigned from;
        if (!byte_at(args[1], i, &from)) return;
        copy_byte(s, i, v[from / bytes_of(s) % 2], from % bytes_of(s));
    }
}

/* Where each byte that is multiplied has one bit at most. */
static void follow_product(const step *s, const LLVMValueRef *args)
{
    const trace *v = argument(s, args[0]);
    for (unsigned i = 0; i < bytes_of(s); i++) {
        unsigned byte;
        if (!byte_at(args[1], i, &byte) || (byte & (byte - 1))) return;
        for (unsigned row = 0; row < 8; row++)
            s->bit[8 * i + row] = byte ? trace_at(v, (i / 8 * 8 + 7 - row) * 8 +
                                                         (unsigned)__builtin_ctz(byte))
                                       : zero;
    }
}

static const struct known_call {
    capability capability;
    void (*follow)(const step *s, const LLVMValueRef *args);
} known_calls[] = {
    {PACKS_WORDS, follow_packs},
    {CHOOSES_IN_16, follow_choice_in_16},
    {CHOOSES_IN_ALL, follow_choice_in_all},
    {CHOOSES_OF_TWO, follow_choice_of_two},
    {MULTIPLIES_BITS, follow_product},
};

static void follow_instruction(const step *s)
{
    LLVMValueRef args[3];
    if (s->w * s->n < TRACE_PIECE) return;
    for (size_t i = 0; i < sizeof known_calls / sizeof *known_calls; i++) {
        if (!target_is_call(s->t->view, s->inst, known_calls[i].capability, args)) continue;
        known_calls[i].follow(s, args);
        return;
    }
}

static void follow_call(const step *s)
{
    size_t length;
    LLVMValueRef f = LLVMGetCalledValue(s->inst);
    const char *name = LLVMIsAFunction(f) && LLVMGetIntrinsicID(f) ? LLVMGetValueName2(f, &length)
                                                                   : "";
    if (!strncmp(name, "llvm.fshl.", 10)) follow_funnel(s, true);
    else if (!strncmp(name, "llvm.fshr.", 10)) follow_funnel(s, false);
    else if (!strncmp(name, "llvm.bswap.", 11)) follow_reversal(s, 8);
    else if (!strncmp(name, "llvm.bitreverse.", 16)) follow_reversal(s, 1);
    else if (*name) follow_instruction(s);
}

static void follow(const step *s)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(s->inst);
    switch (opcode) {
    case LLVMBitCast: follow_bitcast(s); return;
    case LLVMTrunc:
    case LLVMZExt: follow_cast(s, &zero); return;
    case LLVMSExt: follow_cast(s, NULL); return;
    case LLVMShuffleVector: follow_shuffle(s); return;
    case LLVMAnd: follow_logic(s, and_bits); return;
    case LLVMOr: follow_logic(s, or_bits); return;
    case LLVMXor: follow_logic(s, add_bits); return;
    case LLVMAdd: follow_sum(s); return;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: follow_shift(s, opcode); return;
    case LLVMSelect: follow_select(s); return;
    case LLVMExtractElement: follow_extract(s); return;
    case LLVMInsertElement: follow_insert(s); return;
    case LLVMCall: follow_call(s); return;
    default: return;
    }
}

/* ---- values ---- */

static bool is_call(LLVMValueRef v)
{
    LLVMValueRef callee = LLVMIsACallInst(v) || LLVMIsAInvokeInst(v) ? LLVMGetCalledValue(v) : NULL;
    return callee && !(LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee));
}

/* Does LLVM hold the fields one by one where the value comes from? Then to move them costs nothing.
 */
static bool comes_apart(LLVMValueRef value)
{
    return fields_small(LLVMTypeOf(value)) &&
           (!LLVMIsAInstruction(value) || is_call(value) || LLVMIsAExtractValueInst(value) ||
            LLVMIsAInsertElementInst(value));
}

static uint32_t new_leaf(tracer *t, LLVMValueRef value, unsigned bits)
{
    unsigned each = TRACE_ALIGN / TRACE_PIECE,
             count = (bits + TRACE_ALIGN - 1) / TRACE_ALIGN * each;
    if (t->npieces + count > t->cap) {
        trace_piece *more = arena_new(t->arena, t->cap = 2 * (t->npieces + count), trace_piece);
        if (t->npieces) memcpy(more, t->pieces, t->npieces * sizeof *more);
        t->pieces = more;
    }
    for (unsigned k = 0; k < count; k++) t->pieces[t->npieces + k] = (trace_piece){value, k};
    t->npieces += count;
    return MIX_BIT + (t->npieces - count) * TRACE_PIECE;
}

static bool is_known(const mix *bit, unsigned bits)
{
    for (unsigned i = 0; i < bits; i++)
        if (bit[i].a == MIX_UNKNOWN) return false;
    return true;
}

static const mix *followed(tracer *t, LLVMValueRef v, unsigned bits, unsigned depth)
{
    bool constant = LLVMIsConstant(v);
    if (!constant && (!LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) != t->block))
        return NULL;
    if (bits > BITS_MAX || depth >= DEPTH || (t->work += bits) > WORK_MAX) return NULL;
    mix *bit = arena_new(t->arena, bits, mix);
    fill(bit, bits, single(MIX_UNKNOWN));
    LLVMTypeRef type = LLVMTypeOf(v);
    if (constant) follow_constant(v, bit);
    else follow(&(step){t, v, width_of(type), count_of(type), depth, bit});
    return constant || is_known(bit, bits) ? bit : NULL;
}

static const trace *trace_deep(tracer *t, LLVMValueRef value, unsigned depth)
{
    trace *v = map_get(&t->known, value);
    if (v) return v;
    v = arena_new(t->arena, 1, trace);
    v->bits = trace_bits(LLVMTypeOf(value));
    v->bit = followed(t, value, v->bits, depth);
    v->inner = v->bit && !LLVMIsConstant(value);
    if (!v->bit) v->first = comes_apart(value) ? MIX_UNKNOWN : new_leaf(t, value, v->bits);
    map_put(&t->known, value, v);
    return v;
}

const trace *trace_value(tracer *t, LLVMValueRef value) { return trace_deep(t, value, 0); }

void trace_free(tracer *t) { map_free(&t->known); }
