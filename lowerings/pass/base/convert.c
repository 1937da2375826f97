// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* convert.c - between carriers and values of other types.
 *
 * Two ways. A vector that fills all its registers is seen as <k x i64> and cut or joined by
 * shuffles, which cost little or nothing. Any other one goes through the integer of its size:
 * shift, truncate, extend; LLVM's code generator makes moves of it. A carrier's unused bits are any
 * value, so that nothing here masks. Single bits of a number that mask registers do not hold LLVM
 * takes one by one: these are lengthened to a number that they do hold, or cut out of such. Called
 * by the files of lower.c. */
#include "convert.h"

#include <stddef.h>

static LLVMTypeRef int_type(LLVMValueRef any, unsigned bits)
{
    return LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(any)), bits);
}

static LLVMTypeRef carrier_type(LLVMValueRef any, const piece *p)
{
    return fields_carrier(LLVMGetTypeContext(LLVMTypeOf(any)), p->bits);
}

/* Every piece is full and made of 64-bit words. */
static bool made_of_words(const layout *l)
{
    for (unsigned i = 0; i < l->npieces; i++)
        if (l->pieces[i].used != l->pieces[i].bits || l->pieces[i].bits % 64) return false;
    return true;
}

static LLVMValueRef index_constant(LLVMValueRef any, unsigned i)
{
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(any))), i, 0);
}

enum { MAX_WORDS = LAYOUT_MAX_PIECES * 8 };

/* <words x i64> of `value`: word i is element from + i where that is in 0 ... limit - 1, else
 * poison. */
static LLVMValueRef shift_words(LLVMBuilderRef b, LLVMValueRef value, unsigned words, int from,
                                int limit)
{
    LLVMValueRef mask[MAX_WORDS];
    LLVMValueRef none = LLVMGetPoison(LLVMTypeOf(index_constant(value, 0)));
    for (unsigned i = 0; i < words; i++) {
        int source = from + (int)i;
        mask[i] = source >= 0 && source < limit ? index_constant(value, (unsigned)source) : none;
    }
    return LLVMBuildShuffleVector(b, value, LLVMGetPoison(LLVMTypeOf(value)),
                                  LLVMConstVector(mask, words), "");
}

/* Of lengthened ones the last are zeros, and are left. */
static void cut_words(LLVMBuilderRef b, const layout *l, LLVMValueRef value, LLVMValueRef *carriers)
{
    unsigned words = l->total / 64, w, n;
    unsigned have = fields_of_type(LLVMTypeOf(value), &w, &n) ? w * n / 64 : words;
    LLVMValueRef all = LLVMBuildBitCast(b, value, LLVMVectorType(int_type(value, 64), have), "");
    for (unsigned i = 0; i < l->npieces; i++) {
        const piece *p = &l->pieces[i];
        unsigned first = p->offset / 64;
        if (p->bits == 64)
            carriers[i] = LLVMBuildExtractElement(b, all, index_constant(value, first), "");
        else carriers[i] = shift_words(b, all, p->bits / 64, (int)first, (int)words);
    }
}

/* The words of `piece`, from word `first` on, put over those of `all`. */
static LLVMValueRef put_words(LLVMBuilderRef b, LLVMValueRef all, unsigned words,
                              LLVMValueRef piece_value, unsigned first, unsigned count)
{
    LLVMValueRef mask[MAX_WORDS];
    LLVMValueRef wide = shift_words(b, piece_value, words, -(int)first, (int)count);
    if (first == 0) return wide;
    for (unsigned i = 0; i < words; i++)
        mask[i] = index_constant(all, i >= first && i < first + count ? words + i : i);
    return LLVMBuildShuffleVector(b, all, wide, LLVMConstVector(mask, words), "");
}

static LLVMValueRef join_words(LLVMBuilderRef b, const layout *l, const LLVMValueRef *carriers)
{
    unsigned words = l->total / 64;
    LLVMValueRef all = LLVMGetPoison(LLVMVectorType(int_type(carriers[0], 64), words));
    for (unsigned i = 0; i < l->npieces; i++) {
        const piece *p = &l->pieces[i];
        unsigned first = p->offset / 64;
        if (p->bits == 64)
            all = LLVMBuildInsertElement(b, all, carriers[i], index_constant(all, first), "");
        else all = put_words(b, all, words, carriers[i], first, p->bits / 64);
    }
    return all;
}

static bool may_resize(unsigned n)
{
    return !fields_fit_masks(n) && n <= FIELDS_MAX;
}

/* The first `count` of a vector of bits; behind its last there are zeros. */
static LLVMValueRef resize_bits(LLVMBuilderRef b, LLVMValueRef bits, unsigned count)
{
    LLVMValueRef index[2 * FIELDS_MAX];
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(bits));
    for (unsigned i = 0; i < count; i++) index[i] = index_constant(bits, i < n ? i : n);
    return LLVMBuildShuffleVector(b, bits, LLVMConstNull(LLVMTypeOf(bits)),
                                  LLVMConstVector(index, count), "");
}

LLVMValueRef convert_lengthened(LLVMBuilderRef b, LLVMValueRef value)
{
    unsigned w, n;
    if (!fields_of_type(LLVMTypeOf(value), &w, &n) || w > 1 || !may_resize(n)) return value;
    return resize_bits(b, value, fields_power(n));
}

/* All bits as an integer; lengthened ones may be more. */
static LLVMValueRef as_integer(LLVMBuilderRef b, LLVMValueRef value, unsigned total)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned bits = total;
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetVectorSize(type) > total)
        bits = LLVMGetVectorSize(type);
    value = LLVMBuildBitCast(b, value, int_type(value, bits), "");
    return bits > total ? LLVMBuildTrunc(b, value, int_type(value, total), "") : value;
}

static void cut_integer(LLVMBuilderRef b, const layout *l, LLVMValueRef value,
                        LLVMValueRef *carriers)
{
    LLVMTypeRef whole_type = int_type(value, l->total);
    LLVMValueRef whole = as_integer(b, value, l->total);
    for (unsigned i = 0; i < l->npieces; i++) {
        const piece *p = &l->pieces[i];
        LLVMValueRef part = whole;
        if (p->offset) part = LLVMBuildLShr(b, part, LLVMConstInt(whole_type, p->offset, 0), "");
        if (p->used < l->total) part = LLVMBuildTrunc(b, part, int_type(value, p->used), "");
        if (p->used < p->bits) part = LLVMBuildZExt(b, part, int_type(value, p->bits), "");
        carriers[i] = LLVMBuildBitCast(b, part, carrier_type(value, p), "");
    }
}

static LLVMValueRef join_integer(LLVMBuilderRef b, const layout *l, const LLVMValueRef *carriers)
{
    LLVMTypeRef whole_type = int_type(carriers[0], l->total);
    LLVMValueRef whole = NULL;
    for (unsigned i = 0; i < l->npieces; i++) {
        const piece *p = &l->pieces[i];
        LLVMValueRef part = LLVMBuildBitCast(b, carriers[i], int_type(carriers[i], p->bits), "");
        if (p->used < p->bits) part = LLVMBuildTrunc(b, part, int_type(part, p->used), "");
        if (p->used < l->total) part = LLVMBuildZExt(b, part, whole_type, "");
        if (p->offset) part = LLVMBuildShl(b, part, LLVMConstInt(whole_type, p->offset, 0), "");
        whole = whole ? LLVMBuildOr(b, whole, part, "") : part;
    }
    return whole;
}

/* Is it a vector of as many single bits as the piece has, used ones and others? */
static bool fills_with_bits(const piece *p, LLVMTypeRef type)
{
    unsigned w, n;
    return p && fields_of_type(type, &w, &n) && w == 1 && n == p->bits;
}

void convert_from_value(LLVMBuilderRef b, const layout *l, LLVMValueRef value,
                        LLVMValueRef *carriers)
{
    const piece *only = l->npieces == 1 ? l->pieces : NULL;
    if (only && (only->used == only->bits || fills_with_bits(only, LLVMTypeOf(value))))
        carriers[0] = LLVMBuildBitCast(b, value, carrier_type(value, only), "");
    else if (made_of_words(l)) cut_words(b, l, value, carriers);
    else cut_integer(b, l, value, carriers);
}

/* Single bits that have to be cut out of more. */
static LLVMValueRef cut_bits(LLVMBuilderRef b, const layout *l, const LLVMValueRef *carriers)
{
    unsigned all = fields_power(l->n);
    LLVMTypeRef bit = int_type(carriers[0], 1);
    LLVMValueRef value = carriers[0];
    if (l->npieces > 1 || l->pieces[0].bits != all)
        value = LLVMBuildZExt(b, join_integer(b, l, carriers), int_type(value, all), "");
    return resize_bits(b, LLVMBuildBitCast(b, value, LLVMVectorType(bit, all), ""), l->n);
}

LLVMValueRef convert_to_type(LLVMBuilderRef b, const layout *l, const LLVMValueRef *carriers,
                             LLVMTypeRef type)
{
    const piece *only = l->npieces == 1 ? l->pieces : NULL;
    LLVMValueRef value;
    unsigned w, n;
    if (fields_of_type(type, &w, &n) && w == 1 && may_resize(n))
        return cut_bits(b, l, carriers);
    if (only && only->used == only->bits) value = carriers[0];
    else if (made_of_words(l)) value = join_words(b, l, carriers);
    else value = join_integer(b, l, carriers);
    return LLVMBuildBitCast(b, value, type, "");
}

unsigned convert_bytes(const layout *l)
{
    return convert_place(l, l->npieces) / 8;
}

unsigned convert_place(const layout *l, unsigned piece_number)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < piece_number; i++) bits += l->pieces[i].bits;
    return bits;
}

LLVMValueRef convert_to_bytes(LLVMBuilderRef b, const layout *l, const LLVMValueRef *carriers)
{
    LLVMTypeRef byte = int_type(carriers[0], 8);
    LLVMValueRef all = NULL, index[LAYOUT_MAX_PIECES * 64];
    for (unsigned i = 0; i < l->npieces; i++) {
        unsigned bytes = l->pieces[i].bits / 8, before = convert_place(l, i) / 8;
        LLVMValueRef part = LLVMBuildBitCast(b, carriers[i], LLVMVectorType(byte, bytes), "");
        for (unsigned k = 0; k < before + bytes; k++)
            index[k] = index_constant(all ? all : part, k);
        all = all ? LLVMBuildShuffleVector(b, all, convert_part(b, part, 0, before),
                                           LLVMConstVector(index, before + bytes), "")
                  : part;
    }
    return all;
}

void convert_from_bytes(LLVMBuilderRef b, const layout *l, LLVMValueRef bytes,
                        LLVMValueRef *carriers)
{
    for (unsigned i = 0; i < l->npieces; i++) {
        LLVMValueRef part = convert_part(b, bytes, convert_place(l, i) / 8, l->pieces[i].bits / 8);
        carriers[i] = LLVMBuildBitCast(b, part, carrier_type(bytes, &l->pieces[i]), "");
    }
}

bool convert_is_constant(LLVMValueRef value)
{
    if (!LLVMIsConstant(value)) return false;
    if (LLVMIsUndef(value)) return true;
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(value));
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef element = LLVMGetAggregateElement(value, i);
        if (!element || !(LLVMIsAConstantInt(element) || LLVMIsUndef(element))) return false;
    }
    return true;
}

LLVMValueRef convert_words(LLVMContextRef c, unsigned bits, const uint64_t *words)
{
    if (bits <= 64) return LLVMConstInt(LLVMIntTypeInContext(c, bits), words[0], 0);
    LLVMValueRef elements[MAX_WORDS];
    for (unsigned i = 0; i < bits / 64; i++)
        elements[i] = LLVMConstInt(LLVMInt64TypeInContext(c), words[i], 0);
    return LLVMConstVector(elements, bits / 64);
}

/* ors a field into words of 64 bits. Requires: field < 2^w. */
static void set_field(uint64_t *words, unsigned offset, unsigned w, uint64_t field)
{
    words[offset / 64] |= field << (offset % 64);
    if (offset % 64 + w > 64) words[offset / 64 + 1] |= field >> (64 - offset % 64);
}

typedef uint64_t field_reader(const void *context, unsigned i);

static void build_constant(LLVMContextRef c, const layout *l, field_reader *read,
                           const void *context, LLVMValueRef *carriers)
{
    for (unsigned i = 0; i < l->npieces; i++) {
        const piece *p = &l->pieces[i];
        uint64_t words[MAX_WORDS] = {0};
        for (unsigned at = 0; at < p->used; at += l->w)
            set_field(words, at, l->w, read(context, (p->offset + at) / l->w));
        carriers[i] = convert_words(c, p->bits, words);
    }
}

static uint64_t read_splat(const void *context, unsigned i)
{
    (void)i;
    return *(const uint64_t *)context;
}

bool convert_constant_splat(LLVMValueRef value, uint64_t *number)
{
    if (!LLVMIsConstant(value) || LLVMIsUndef(value)) return false;
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(value));
    bool any = false;
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef element = LLVMGetAggregateElement(value, i);
        if (!element || !(LLVMIsAConstantInt(element) || LLVMIsUndef(element))) return false;
        if (LLVMIsUndef(element)) continue;
        uint64_t field = LLVMConstIntGetZExtValue(element);
        if (any && field != *number) return false;
        *number = field;
        any = true;
    }
    return any;
}

LLVMTypeRef convert_vector(LLVMValueRef any, unsigned bits, unsigned n)
{
    return LLVMVectorType(LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(any)), bits), n);
}

LLVMValueRef convert_number(LLVMTypeRef type, uint64_t number)
{
    LLVMValueRef element[FIELDS_MAX];
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return LLVMConstInt(type, number, false);
    unsigned n = LLVMGetVectorSize(type);
    for (unsigned i = 0; i < n; i++)
        element[i] = LLVMConstInt(LLVMGetElementType(type), number, false);
    return LLVMConstVector(element, n);
}

void convert_splat(LLVMContextRef c, const layout *l, uint64_t field, LLVMValueRef *carriers)
{
    build_constant(c, l, read_splat, &field, carriers);
}

typedef struct constant_fields {
    LLVMValueRef constant;
    uint64_t undefined; /* what an undefined element becomes */
    uint64_t ones;      /* all bits of a field, when elements are i1 and fields wider; else 0 */
} constant_fields;

static bool read_defined(LLVMValueRef constant, unsigned i, uint64_t *field)
{
    LLVMValueRef element = LLVMIsUndef(constant) ? NULL : LLVMGetAggregateElement(constant, i);
    if (!element || !LLVMIsAConstantInt(element)) return false;
    *field = LLVMConstIntGetZExtValue(element);
    return true;
}

static uint64_t read_element(const void *context, unsigned i)
{
    const constant_fields *f = context;
    uint64_t field;
    if (!read_defined(f->constant, i, &field)) field = f->undefined;
    return field && f->ones ? f->ones : field;
}

/* The value of all defined elements if they agree, else 0. */
static uint64_t choose_undefined(LLVMValueRef constant, unsigned n)
{
    uint64_t chosen = 0, field;
    bool any = false;
    for (unsigned i = 0; i < n; i++) {
        if (!read_defined(constant, i, &field)) continue;
        if (any && field != chosen) return 0;
        chosen = field;
        any = true;
    }
    return chosen;
}

void convert_constant(const layout *l, LLVMValueRef constant, LLVMValueRef *carriers)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    constant_fields fields = {constant, choose_undefined(constant, l->n), 0};
    if (LLVMGetIntTypeWidth(LLVMGetElementType(type)) < l->w)
        fields.ones = (UINT64_C(1) << l->w) - 1;
    build_constant(LLVMGetTypeContext(type), l, read_element, &fields, carriers);
}

/* ---- parts of vectors ---- */

/* Which element of `vector` the i-th of `part` is, which is `vector` itself or a shuffle of it;
 * below zero: none. A part of a part is one shuffle: of two, with a length between that no register
 * has, LLVM goes element by element. */
static int element_of(LLVMValueRef part, unsigned i, LLVMValueRef vector)
{
    if (i >= LLVMGetVectorSize(LLVMTypeOf(part))) return -1;
    return part == vector ? (int)i : LLVMGetMaskValue(part, i);
}

static bool is_part(LLVMValueRef value)
{
    return LLVMIsAShuffleVectorInst(value) && LLVMIsPoison(LLVMGetOperand(value, 1));
}

LLVMValueRef convert_part(LLVMBuilderRef b, LLVMValueRef vector, unsigned first, unsigned count)
{
    LLVMValueRef index[2 * FIELDS_MAX], from = is_part(vector) ? LLVMGetOperand(vector, 0) : vector;
    LLVMTypeRef type = LLVMTypeOf(vector);
    unsigned length = LLVMGetVectorSize(type);
    if (first == 0 && count == length) return vector;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
    for (unsigned i = 0; i < count; i++) {
        int element = element_of(vector, first + i, from);
        index[i] = element >= 0 ? LLVMConstInt(i32, (unsigned)element, 0) : LLVMGetPoison(i32);
    }
    LLVMValueRef part = LLVMBuildShuffleVector(b, from, LLVMGetPoison(LLVMTypeOf(from)),
                                               LLVMConstVector(index, count), "");
    return first + count > length ? LLVMBuildFreeze(b, part, "") : part;
}

static LLVMValueRef joined(LLVMBuilderRef b, LLVMValueRef low, LLVMValueRef high)
{
    LLVMValueRef index[2 * FIELDS_MAX];
    unsigned first = LLVMGetVectorSize(LLVMTypeOf(low)),
             second = LLVMGetVectorSize(LLVMTypeOf(high));
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(low)));
    LLVMValueRef wide = first > second ? convert_part(b, high, 0, first) : high;
    for (unsigned i = 0; i < first + second; i++) index[i] = LLVMConstInt(i32, i, 0);
    return LLVMBuildShuffleVector(b, low, wide, LLVMConstVector(index, first + second), "");
}

LLVMValueRef convert_joined(LLVMBuilderRef b, LLVMValueRef *part, unsigned count)
{
    while (count > 1) {
        unsigned half = count / 2;
        for (unsigned i = 0; i < half; i++) part[i] = joined(b, part[2 * i], part[2 * i + 1]);
        if (count % 2) part[half] = part[count - 1];
        count = half + count % 2;
    }
    return part[0];
}
