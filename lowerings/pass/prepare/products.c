// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* products.c - dot products: weights of a few bits times bytes, as quantised models have them.
 *
 * A program extends both vectors to i32, multiplies, adds to a vector of sums, and adds that
 * vector's elements up at last. Where nothing else is done with the sums, it does not matter which
 * product is added to which of them; so pairs of products are summed at once, by
 *   - ADDS_PRODUCTS_8 (lowerings/permute/machine.h), of unsigned with signed bytes, in 16 bits, and
 *     products with ones in 32. Of two signed factors the fields get 2^(w-1) added, which turns
 *     their sign bit, and the other factors' sum times that is taken off again. No sum of two
 *     exceeds 16 bits: factors of less than 8 bits have at most 4, 2 * 255 * 15 is less than 2^15;
 *   - ADDS_PRODUCTS_16 alone, of the even and of the odd fields, which stand on top of words when
 *     the byte that has them is put there and shifted: no order has to be restored.
 * LLVM does the like for words (its pass x86-partial-reduction), which it gets here after
 * interleaving and extending. What is summed here has fewer elements. Where nothing else is added
 * to it, so have the vectors of sums then; else it gets zeros above. Called by rewrite.c. */
#include "products.h"

#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/base/fields.h"
#include "lowerings/pass/base/shim.h"
#include "lowerings/pass/lower/casts.h"
#include "lowerings/pass/table/formula.h"

#include <string.h>

enum { WORD = 16, SUM = 32, CHAIN_MAX = 64 };

/* A factor: fields of w bits, 2, 4 or 8, and how they are extended. */
typedef struct factor {
    LLVMValueRef fields;
    unsigned w;
    bool sign;
} factor;

static bool is_factor(LLVMValueRef value, factor *f)
{
    unsigned n;
    f->sign = LLVMIsASExtInst(value) != NULL;
    if (!f->sign && !LLVMIsAZExtInst(value)) return false;
    f->fields = LLVMGetOperand(value, 0);
    fields_of_type(LLVMTypeOf(f->fields), &f->w, &n);
    return f->w == 2 || f->w == 4 || f->w == 8;
}

/* ---- sums ---- */

/* The additions and phis that a value goes through to sums over all elements. */
typedef struct chain {
    LLVMValueRef link[CHAIN_MAX];
    unsigned count;
} chain;

static bool is_link(LLVMValueRef inst)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
    return opcode == LLVMAdd || opcode == LLVMPHI;
}

static bool has_link(const chain *c, LLVMValueRef inst)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->link[i] == inst) return true;
    return false;
}

static bool is_sum(LLVMValueRef inst)
{
    const char *pairwise, *op = LLVMIsACallInst(inst) ? formula_reduction(inst, &pairwise) : NULL;
    return op && strcmp(op, "reduce_add") == 0;
}

static bool follow_users(LLVMValueRef value, chain *c)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_sum(user) || has_link(c, user)) continue;
        if (!is_link(user) || c->count == CHAIN_MAX) return false;
        c->link[c->count++] = user;
    }
    return LLVMGetFirstUse(value) != NULL;
}

/* Is the value, through all users, only summed? Then the chain has them. */
static bool is_only_summed(LLVMValueRef value, chain *c)
{
    c->count = 0;
    if (!follow_users(value, c)) return false;
    for (unsigned i = 0; i < c->count; i++)
        if (!follow_users(c->link[i], c)) return false;
    return true;
}

/* ---- products ---- */

/* The multiplication that the instruction is or, if nobody else has it, extends; NULL: none. */
static LLVMValueRef multiplication(LLVMValueRef inst)
{
    if (LLVMGetInstructionOpcode(inst) == LLVMMul) return inst;
    if (!LLVMIsASExtInst(inst) && !LLVMIsAZExtInst(inst)) return NULL;
    LLVMValueRef inner = LLVMGetOperand(inst, 0);
    bool alone = LLVMIsAInstruction(inner) && !LLVMGetNextUse(LLVMGetFirstUse(inner));
    return alone && LLVMGetInstructionOpcode(inner) == LLVMMul ? inner : NULL;
}

/* Is the product of two factors exact in `bits` bits, also when these are extended once more, as
 * the instruction does? */
static bool is_exact(const factor f[2], unsigned bits, LLVMValueRef inst)
{
    bool is_signed = f[0].sign || f[1].sign;
    if (bits < f[0].w + f[1].w) return false;
    if (LLVMIsAZExtInst(inst)) return !is_signed;
    return !LLVMIsASExtInst(inst) || is_signed || bits > f[0].w + f[1].w;
}

static bool find_factors(LLVMValueRef inst, factor f[2])
{
    LLVMValueRef product = multiplication(inst);
    unsigned bits, sum, n;
    if (!product || LLVMGetTypeKind(LLVMTypeOf(product)) != LLVMVectorTypeKind) return false;
    if (!is_factor(LLVMGetOperand(product, 0), &f[0]) ||
        !is_factor(LLVMGetOperand(product, 1), &f[1]))
        return false;
    fields_of_type(LLVMTypeOf(product), &bits, &n);
    fields_of_type(LLVMTypeOf(inst), &sum, &n);
    if (n % WORD || n > FIELDS_MAX || (f[0].w == 8 && f[1].w == 8)) return false;
    return fields_whole_width(bits) && fields_whole_width(sum) && is_exact(f, bits, inst);
}

bool products_summed(LLVMValueRef inst)
{
    factor f[2];
    chain c;
    return find_factors(inst, f) && is_only_summed(inst, &c);
}

/* Is the value extended for such products, and nothing else? */
static bool is_only_factor(LLVMValueRef extend)
{
    if (!LLVMIsASExtInst(extend) && !LLVMIsAZExtInst(extend)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(extend); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef product = LLVMGetUser(use);
        LLVMUseRef next = LLVMGetFirstUse(product); /* none: a store */
        if (!products_summed(product) && !(next && products_summed(LLVMGetUser(next))))
            return false;
    }
    return true;
}

/* Is it read from memory as it is, and nowhere taken as fields? */
static bool is_plain(const factor *f)
{
    if (f->w == 8) return true;
    if (!LLVMIsALoadInst(f->fields)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(f->fields); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsABitCastInst(user) && !is_only_factor(user)) return false;
    }
    return true;
}

bool products_of_plain(LLVMValueRef inst)
{
    factor f[2];
    return find_factors(inst, f) && is_plain(&f[0]) && is_plain(&f[1]);
}

/* ---- code ---- */

static unsigned count_of(LLVMValueRef vector)
{
    return LLVMGetVectorSize(LLVMTypeOf(vector));
}

static LLVMValueRef added(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y)
{
    return x ? LLVMBuildAdd(b, x, y, "") : y;
}

/* ---- by words ---- */

/* The even or the odd fields as words. */
static LLVMValueRef words(LLVMBuilderRef b, const factor *f, LLVMValueRef bytes, unsigned n,
                          unsigned odd)
{
    LLVMValueRef index[FIELDS_MAX], amount[FIELDS_MAX];
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(bytes))),
                type = convert_vector(bytes, WORD, n / 2);
    LLVMTypeRef word = LLVMGetElementType(type);
    for (unsigned i = 0; i < n / 2; i++) {
        unsigned first = (2 * i + odd) * f->w,
                 above = f->w == 8 ? (odd ? 0 : 8) : 8 - first % 8 - f->w;
        index[2 * i] = index[2 * i + 1] = LLVMConstInt(i32, first / 8, false);
        amount[i] = LLVMConstInt(word, above, false);
    }
    if (f->w < 8)
        bytes = LLVMBuildShuffleVector(b, bytes, LLVMGetPoison(LLVMTypeOf(bytes)),
                                       LLVMConstVector(index, n), "");
    LLVMValueRef up = LLVMBuildBitCast(b, bytes, type, ""),
                 amounts = LLVMConstVector(amount, n / 2), down = convert_number(type, WORD - f->w);
    if (!LLVMIsNull(amounts)) up = LLVMBuildShl(b, up, amounts, "");
    return f->sign ? LLVMBuildAShr(b, up, down, "") : LLVMBuildLShr(b, up, down, "");
}

/* The sums of neighbouring products of two registers, as vectors of SUM bits where factors are
 * words and of words where they are bytes, x's unsigned. */
static LLVMValueRef add_products(LLVMBuilderRef b, const target_view *v, LLVMValueRef x,
                                 LLVMValueRef y)
{
    unsigned bits = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(x)));
    return target_apply(v, b, bits == WORD ? ADDS_PRODUCTS_16 : ADDS_PRODUCTS_8,
                        (LLVMValueRef[]){x, y}, convert_vector(x, 2 * bits, count_of(x) / 2));
}

static LLVMValueRef sum_by_words(LLVMBuilderRef b, const target_view *v, const factor f[2],
                                 unsigned n, LLVMValueRef *made)
{
    enum { LANES = 8 };
    LLVMValueRef bytes[2], sum = NULL;
    for (unsigned k = 0; k < 2; k++)
        bytes[k] = LLVMBuildBitCast(b, f[k].fields, convert_vector(f[k].fields, 8, n * f[k].w / 8),
                                    "");
    *made = bytes[f[0].w == 8];
    for (unsigned odd = 0; odd < 2; odd++) {
        LLVMValueRef x = words(b, &f[0], bytes[0], n, odd), y = words(b, &f[1], bytes[1], n, odd);
        for (unsigned i = 0; i < n / 2; i += LANES)
            sum = added(b, sum,
                        add_products(b, v, convert_part(b, x, i, LANES),
                                     convert_part(b, y, i, LANES)));
    }
    return sum;
}

/* ---- by bytes ---- */

static LLVMValueRef extended_to_bytes(LLVMBuilderRef b, const factor *f, unsigned n, bool sign)
{
    if (f->w == 8) return f->fields;
    return LLVMBuildCast(b, sign ? LLVMSExt : LLVMZExt, f->fields, convert_vector(f->fields, 8, n),
                         "");
}

/* The bytes of the widest register of which n bytes fill some. */
static unsigned register_bytes(const target_view *v, unsigned n)
{
    unsigned bytes = 64;
    while (bytes > 16 && (n % bytes || !target_can(v, ADDS_PRODUCTS_8, bytes))) bytes /= 2;
    return bytes;
}

static LLVMValueRef sum_by_bytes(LLVMBuilderRef b, const target_view *v, const factor f[2],
                                 unsigned n, LLVMValueRef *made)
{
    /* f[k]: that is taken as unsigned */
    unsigned lanes = register_bytes(v, n), k = f[0].sign || (!f[1].sign && f[0].w < f[1].w);
    if (f[0].sign && f[1].sign) k = f[0].w == 8;
    factor u = f[k], s = f[1 - k];
    bool shifted = u.sign;
    uint64_t offset = UINT64_C(1) << (u.w - 1);
    if (shifted)
        u.fields = LLVMBuildXor(b, u.fields, convert_number(LLVMTypeOf(u.fields), offset), "");
    LLVMValueRef x = extended_to_bytes(b, &u, n, false), y = extended_to_bytes(b, &s, n, s.sign),
                 sum = NULL;
    *made = u.w < 8 ? x : y;
    if (shifted && !shim_not_poison(y)) y = LLVMBuildFreeze(b, y, ""); /* used twice */
    LLVMValueRef ones = convert_number(convert_vector(x, WORD, lanes / 2), 1),
                 offsets = convert_number(convert_vector(x, 8, lanes), offset);
    for (unsigned i = 0; i < n; i += lanes) {
        LLVMValueRef part = convert_part(b, y, i, lanes),
                     p = add_products(b, v, convert_part(b, x, i, lanes), part);
        if (shifted) p = LLVMBuildSub(b, p, add_products(b, v, offsets, part), "");
        sum = added(b, sum, add_products(b, v, p, ones));
    }
    return sum;
}

/* ---- what the sum is part of ---- */

/* As a vector of the type, zeros above. */
static LLVMValueRef padded(LLVMBuilderRef b, LLVMValueRef sum, LLVMTypeRef type)
{
    LLVMValueRef index[FIELDS_MAX];
    unsigned n = LLVMGetVectorSize(type), k = count_of(sum);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
    for (unsigned i = 0; i < n; i++) index[i] = LLVMConstInt(i32, i < k ? i : k, false);
    return LLVMBuildShuffleVector(b, sum, LLVMConstNull(LLVMTypeOf(sum)), LLVMConstVector(index, n),
                                  "");
}

/* What has zeros above; NULL of other values. */
static LLVMValueRef unpadded(LLVMValueRef value, LLVMTypeRef type)
{
    if (LLVMIsConstant(value)) return LLVMIsNull(value) ? LLVMConstNull(type) : NULL;
    if (!LLVMIsAShuffleVectorInst(value)) return NULL;
    LLVMValueRef sum = LLVMGetOperand(value, 0), zeros = LLVMGetOperand(value, 1);
    unsigned k = LLVMGetVectorSize(type);
    if (LLVMTypeOf(sum) != type || !LLVMIsConstant(zeros) || !LLVMIsNull(zeros)) return NULL;
    for (unsigned i = 0; i < count_of(value); i++)
        if (LLVMGetMaskValue(value, i) != (int)(i < k ? i : k)) return NULL;
    return sum;
}

/* A chain whose links become vectors of fewer elements. */
typedef struct narrowing {
    LLVMBuilderRef b;
    LLVMTypeRef type;
    LLVMValueRef wide, narrow; /* the product, and what it becomes */
    chain links;
    LLVMValueRef made[CHAIN_MAX]; /* what the links become */
} narrowing;

/* What is not a link: is it the product, or padded? */
static LLVMValueRef narrow_leaf(const narrowing *w, LLVMValueRef value)
{
    return value == w->wide ? w->narrow : unpadded(value, w->type);
}

static bool add_operand(narrowing *w, LLVMValueRef value)
{
    chain *c = &w->links;
    if (narrow_leaf(w, value)) return true;
    if (!LLVMIsAInstruction(value) || !is_link(value)) return false;
    if (has_link(c, value)) return true;
    if (c->count == CHAIN_MAX) return false;
    c->link[c->count++] = value;
    return follow_users(value, c);
}

static unsigned operand_count(LLVMValueRef link)
{
    return LLVMIsAPHINode(link) ? LLVMCountIncoming(link) : 2;
}

static LLVMValueRef operand_of(LLVMValueRef link, unsigned i)
{
    return LLVMIsAPHINode(link) ? LLVMGetIncomingValue(link, i) : LLVMGetOperand(link, i);
}

/* All that is added to the product, and to what it is added to: can it have fewer elements? */
static bool can_narrow(narrowing *w)
{
    if (!is_only_summed(w->wide, &w->links)) return false;
    for (unsigned i = 0; i < w->links.count; i++)
        for (unsigned k = 0; k < operand_count(w->links.link[i]); k++)
            if (!add_operand(w, operand_of(w->links.link[i], k))) return false;
    return true;
}

static LLVMValueRef narrowed(narrowing *w, LLVMValueRef value)
{
    LLVMValueRef leaf = narrow_leaf(w, value);
    unsigned i = 0;
    if (leaf) return leaf;
    while (w->links.link[i] != value) i++;
    if (w->made[i]) return w->made[i];
    LLVMValueRef x = narrowed(w, LLVMGetOperand(value, 0)),
                 y = narrowed(w, LLVMGetOperand(value, 1));
    LLVMPositionBuilderBefore(w->b, value);
    return w->made[i] = LLVMBuildAdd(w->b, x, y, "");
}

static void narrow_sums(narrowing *w, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value), next; use; use = next) {
        LLVMValueRef sum = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (!is_sum(sum)) continue;
        LLVMValueRef summed = narrowed(w, value);
        LLVMPositionBuilderBefore(w->b, sum);
        LLVMReplaceAllUsesWith(sum, formula_call(w->b, "llvm.vector.reduce.add", w->type, summed));
        LLVMInstructionEraseFromParent(sum);
    }
}

static void fill_phi(narrowing *w, LLVMValueRef link, LLVMValueRef made)
{
    for (unsigned k = 0; k < LLVMCountIncoming(link); k++) {
        LLVMValueRef value = narrowed(w, LLVMGetIncomingValue(link, k));
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(link, k);
        LLVMAddIncoming(made, &value, &block, 1);
    }
}

static void narrow_chain(narrowing *w)
{
    chain *c = &w->links;
    for (unsigned i = 0; i < c->count; i++) {
        if (!LLVMIsAPHINode(c->link[i])) continue;
        LLVMPositionBuilderBefore(w->b, c->link[i]);
        w->made[i] = LLVMBuildPhi(w->b, w->type, "");
    }
    for (unsigned i = 0; i < c->count; i++)
        if (LLVMIsAPHINode(c->link[i])) fill_phi(w, c->link[i], w->made[i]);
    narrow_sums(w, w->wide);
    for (unsigned i = 0; i < c->count; i++) narrow_sums(w, c->link[i]);
    for (unsigned i = 0; i < c->count; i++)
        LLVMReplaceAllUsesWith(c->link[i], LLVMConstNull(LLVMTypeOf(c->link[i])));
    for (unsigned i = 0; i < c->count; i++) LLVMInstructionEraseFromParent(c->link[i]);
    LLVMPositionBuilderBefore(w->b, w->wide);
}

/* Sums of 32 bits as numbers of another width. */
static LLVMValueRef resized(LLVMBuilderRef b, LLVMValueRef sum, LLVMTypeRef type)
{
    unsigned bits = LLVMGetIntTypeWidth(LLVMGetElementType(type));
    LLVMTypeRef own = convert_vector(sum, bits, count_of(sum));
    return bits == SUM  ? sum
           : bits > SUM ? LLVMBuildSExt(b, sum, own, "")
                        : LLVMBuildTrunc(b, sum, own, "");
}

bool products_pay(const target_view *v) { return target_can(v, ADDS_PRODUCTS_16, 16); }

LLVMValueRef products_build(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                            LLVMValueRef *made)
{
    factor f[2];
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(inst));
    find_factors(inst, f);
    LLVMValueRef sum = target_can(v, ADDS_PRODUCTS_8, 16) ? sum_by_bytes(b, v, f, n, made)
                                                          : sum_by_words(b, v, f, n, made);
    sum = resized(b, sum, LLVMTypeOf(inst));
    narrowing w = {.b = b, .type = LLVMTypeOf(sum), .wide = inst, .narrow = sum};
    if (can_narrow(&w)) {
        narrow_chain(&w);
        return LLVMConstNull(LLVMTypeOf(inst)); /* which nobody uses any more */
    }
    is_only_summed(inst, &w.links);
    for (unsigned i = 0; i < w.links.count; i++) {
        if (LLVMIsAPHINode(w.links.link[i])) continue;
        LLVMSetNUW(w.links.link[i], false);
        LLVMSetNSW(w.links.link[i], false);
    }
    return padded(b, sum, LLVMTypeOf(inst));
}
