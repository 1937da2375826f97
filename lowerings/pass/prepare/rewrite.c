// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rewrite.c - expressions that have a better form for vectors of small fields than the one that
 * LLVM prefers, or programs have.
 *
 * LLVM makes tests of all bits of a mask a compare of these bits as one number, which would have
 * bits packed only to look at them; and what is not below zero a compare with minus one, though it
 * is the highest bits of the complement. Fields are extended to be summed, though sums of
 * neighbours fit into fields twice as wide for a while (Hacker's Delight, 5-1); and to have means
 * and saturated sums computed that never need more than their own width: these are brought into
 * forms that idioms.c knows. Products that are summed are in products.c, fields that a loop sums in
 * accumulators.c, vectors that are built of scalars in built.c. What a form uses twice is one value
 * if it is lowered: loads are frozen then. Called by prepare.c. */
#include "rewrite.h"

#include "accumulators.h"
#include "built.h"
#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/table/pattern.h"
#include "products.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The width of small fields; 0 of other types. */
static unsigned field_width(LLVMTypeRef type)
{
    unsigned w, n;
    return fields_of_type(type, &w, &n) ? w : 0;
}

static LLVMTypeRef number_type(LLVMTypeRef like, unsigned bits)
{
    return LLVMIntTypeInContext(LLVMGetTypeContext(like), bits);
}

/* ---- tests of masks ---- */

/* A compare of a mask's bits, as one number, with no bits or with all. */
static bool is_test(LLVMValueRef inst)
{
    if (!LLVMIsAICmpInst(inst) || !LLVMIsABitCastInst(LLVMGetOperand(inst, 0))) return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(inst);
    LLVMValueRef mask = LLVMGetOperand(LLVMGetOperand(inst, 0), 0),
                 number = LLVMGetOperand(inst, 1);
    if (field_width(LLVMTypeOf(mask)) != 1 || !LLVMIsAConstantInt(number)) return false;
    bool all = number == LLVMConstAllOnes(LLVMTypeOf(number));
    return (predicate == LLVMIntEQ || predicate == LLVMIntNE) && (LLVMIsNull(number) || all) &&
           pattern_mask_width(mask);
}

static LLVMValueRef build_test(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                               LLVMValueRef *made)
{
    (void)v;
    LLVMValueRef mask = LLVMGetOperand(LLVMGetOperand(inst, 0), 0);
    bool none = LLVMIsNull(LLVMGetOperand(inst, 1)),
         equal = LLVMGetICmpPredicate(inst) == LLVMIntEQ;
    *made = formula_call(b, none ? "llvm.vector.reduce.or" : "llvm.vector.reduce.and",
                         LLVMTypeOf(mask), mask);
    return none == equal ? LLVMBuildNot(b, *made, "") : *made;
}

/* ---- highest bits ---- */

/* Is the user a store, or a number? For one that is counted or tested a mask serves better. */
static bool wants_packed(LLVMValueRef user)
{
    if (!LLVMIsABitCastInst(user)) return LLVMIsAStoreInst(user) != NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(user); use; use = LLVMGetNextUse(use))
        if (LLVMIsACallInst(LLVMGetUser(use)) || is_test(LLVMGetUser(use))) return false;
    return LLVMGetFirstUse(user) != NULL;
}

/* A compare that gives the complements of the highest bits, packed, as sign_bits does those of the
 * complement where fields lie in bytes. */
static bool is_of_no_signs(LLVMValueRef inst)
{
    if (!LLVMIsAICmpInst(inst) || LLVMGetICmpPredicate(inst) != LLVMIntSGT) return false;
    LLVMValueRef number = LLVMGetOperand(inst, 1);
    unsigned w = field_width(LLVMTypeOf(number));
    if (number != LLVMConstAllOnes(LLVMTypeOf(number)) || (w != 2 && w != 4) ||
        LLVMGetVectorSize(LLVMTypeOf(inst)) > FIELDS_MAX)
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(inst); use; use = LLVMGetNextUse(use))
        if (!wants_packed(LLVMGetUser(use))) return false;
    return LLVMGetFirstUse(inst) != NULL;
}

static LLVMValueRef build_no_signs(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                                   LLVMValueRef *made)
{
    (void)v;
    LLVMValueRef x = LLVMBuildNot(b, LLVMGetOperand(inst, 0), "");
    return *made = LLVMBuildICmp(b, LLVMIntSLT, x, LLVMConstNull(LLVMTypeOf(x)), "");
}

/* ---- sums ---- */

/* The fields that are extended and then summed to a number of 8 bits and more; NULL of other
 * instructions. */
static LLVMValueRef summed(LLVMValueRef inst)
{
    const char *pairwise;
    const char *op = LLVMIsACallInst(inst) ? formula_reduction(inst, &pairwise) : NULL;
    if (!op || strcmp(op, "reduce_add") != 0 || LLVMGetIntTypeWidth(LLVMTypeOf(inst)) < 8)
        return NULL;
    LLVMValueRef extend = LLVMGetOperand(inst, 0);
    return LLVMIsAZExtInst(extend) || LLVMIsASExtInst(extend) ? LLVMGetOperand(extend, 0) : NULL;
}

/* Is the value read as plain bits, which LLVM reads as any type? */
static bool is_plain(LLVMValueRef x)
{
    return LLVMIsALoadInst(x) ||
           (LLVMIsABitCastInst(x) && !fields_small(LLVMTypeOf(LLVMGetOperand(x, 0))));
}

/* Does also nobody else want it as another type? */
static bool is_read_alone(LLVMValueRef x)
{
    return is_plain(x) && !LLVMGetNextUse(LLVMGetFirstUse(x));
}

static bool is_sum(LLVMValueRef inst)
{
    LLVMValueRef x = summed(inst);
    unsigned w, n;
    if (!x || !fields_of_type(LLVMTypeOf(x), &w, &n) || n > FIELDS_MAX) return false;
    if (w == 1) return pattern_mask_width(x) || is_plain(x);
    unsigned total = w * n;
    return (w == 2 || w == 4) && (total % 64 == 0 || total == 32 || total == 16) &&
           LLVMGetIntTypeWidth(LLVMTypeOf(inst)) <= 64;
}

/* As a number of the type: a sum is taken modulo 2^W, whatever W is. */
static LLVMValueRef resize(LLVMBuilderRef b, LLVMValueRef number, LLVMTypeRef type, bool is_signed)
{
    unsigned from = LLVMGetIntTypeWidth(LLVMTypeOf(number)), to = LLVMGetIntTypeWidth(type);
    if (from > to) return LLVMBuildTrunc(b, number, type, "");
    if (from == to) return number;
    return is_signed ? LLVMBuildSExt(b, number, type, "") : LLVMBuildZExt(b, number, type, "");
}

static LLVMValueRef build_count(LLVMBuilderRef b, LLVMValueRef inst, LLVMValueRef x,
                                LLVMValueRef *made)
{
    LLVMTypeRef type = LLVMTypeOf(inst);
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(x));
    LLVMTypeRef bits = number_type(type, n);
    *made = LLVMBuildBitCast(b, x, bits, "");
    LLVMValueRef sum = resize(b, formula_call(b, "llvm.ctpop", bits, *made), type, false);
    return LLVMIsASExtInst(LLVMGetOperand(inst, 0)) ? LLVMBuildNeg(b, sum, "") : sum;
}

/* Of neighbouring fields of w bits, in fields of 2w bits. */
static LLVMValueRef add_neighbours(LLVMBuilderRef b, LLVMValueRef words, unsigned w)
{
    LLVMTypeRef type = LLVMTypeOf(words);
    LLVMValueRef low = convert_number(type, w == 2 ? 0x3333333333333333 : 0x0f0f0f0f0f0f0f0f);
    LLVMValueRef odd = LLVMBuildAnd(b, LLVMBuildLShr(b, words, convert_number(type, w), ""), low,
                                    "");
    return LLVMBuildAdd(b, LLVMBuildAnd(b, words, low, ""), odd, "");
}

/* Signed fields are summed with their sign bits turned, which makes each of them 2^(w-1) more. */
static LLVMValueRef build_fields_sum(LLVMBuilderRef b, LLVMValueRef inst, LLVMValueRef x,
                                     LLVMValueRef *made)
{
    LLVMTypeRef type = LLVMTypeOf(inst);
    unsigned w = field_width(LLVMTypeOf(x)), n = LLVMGetVectorSize(LLVMTypeOf(x)), total = w * n;
    bool is_signed = LLVMIsASExtInst(LLVMGetOperand(inst, 0));
    LLVMTypeRef words = total > 64 ? LLVMVectorType(number_type(type, 64), total / 64)
                                   : number_type(type, total);
    LLVMValueRef v = *made = LLVMBuildBitCast(b, x, words, "");
    if (is_signed)
        v = LLVMBuildXor(
            b, v, convert_number(words, w == 2 ? 0xaaaaaaaaaaaaaaaa : 0x8888888888888888), "");
    for (; w < 8; w *= 2) v = add_neighbours(b, v, w);
    v = formula_sum_of_bytes(b, v, total / 8);
    if (is_signed)
        v = LLVMBuildSub(
            b, v,
            LLVMConstInt(LLVMTypeOf(v), (uint64_t)n << (field_width(LLVMTypeOf(x)) - 1), false),
            "");
    return resize(b, v, type, is_signed);
}

static LLVMValueRef build_sum(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                              LLVMValueRef *made)
{
    (void)v;
    LLVMValueRef x = summed(inst);
    return field_width(LLVMTypeOf(x)) == 1 ? build_count(b, inst, x, made)
                                           : build_fields_sum(b, inst, x, made);
}

/* ---- arithmetic that needs no extension ---- */

static const struct {
    const char *from, *to;
} narrow[] = {
    {"trunc(lshr(add(zext(A),zext(B)),1))", "add(and(A,B),lshr(xor(A,B),1))"},
    {"trunc(lshr(add(sext(A),sext(B)),1))", "add(and(A,B),ashr(xor(A,B),1))"},
    {"trunc(ashr(add(sext(A),sext(B)),1))", "add(and(A,B),ashr(xor(A,B),1))"},
    {"trunc(lshr(add(add(zext(A),zext(B)),1),1))", "sub(or(A,B),lshr(xor(A,B),1))"},
    {"trunc(lshr(add(add(zext(A),1),zext(B)),1))", "sub(or(A,B),lshr(xor(A,B),1))"},
    {"trunc(lshr(add(add(sext(A),sext(B)),1),1))", "sub(or(A,B),ashr(xor(A,B),1))"},
    {"trunc(ashr(add(add(sext(A),sext(B)),1),1))", "sub(or(A,B),ashr(xor(A,B),1))"},
    {"trunc(llvm.umin(add(zext(A),zext(B)),^))", "select(icmp ugt(A,xor(B,-1)),-1,add(A,B))"},
    {"trunc(llvm.smax(sub(zext(A),zext(B)),0))", "select(icmp ugt(A,B),sub(A,B),0)"},
    {"trunc(llvm.abs(sub(zext(A),zext(B))))", "select(icmp ugt(A,B),sub(A,B),sub(B,A))"},
    {"trunc(llvm.abs(sub(sext(A),sext(B))))", "select(icmp sgt(A,B),sub(A,B),sub(B,A))"},
};

static bool any_value(const void *context, LLVMValueRef value)
{
    (void)context, (void)value;
    return true;
}

/* The number of the form that the truncation can have without extensions, with its arguments; below
 * zero: none. */
static int find_narrow(LLVMValueRef inst, pattern_match *m)
{
    LLVMTypeRef type = LLVMTypeOf(inst);
    /* no bit is shifted by 1 */
    if (!LLVMIsATruncInst(inst) || field_width(type) < 2 || LLVMGetVectorSize(type) > FIELDS_MAX)
        return -1;
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++) {
        if (!pattern_matches(narrow[i].from, inst, any_value, NULL, m)) continue;
        return LLVMTypeOf(m->arg[0]) == type && LLVMTypeOf(m->arg[1]) == type ? (int)i : -1;
    }
    return -1;
}

/* The value of an expression as patterns have it, of which *text begins; behind it is *text then.
 */
static LLVMValueRef build_text(LLVMBuilderRef b, const char **text, const pattern_match *m,
                               LLVMTypeRef type)
{
    LLVMValueRef operand[3] = {NULL};
    if (isupper((unsigned char)**text)) return m->arg[*(*text)++ - 'A'];
    if (**text == '-' || isdigit((unsigned char)**text))
        return convert_number(type, (uint64_t)strtol(*text, (char **)text, 10));
    const char *name = *text;
    size_t length = strcspn(name, "(");
    *text += length;
    for (unsigned i = 0; **text != ')'; i++) {
        ++*text; /* the bracket, or a comma */
        operand[i] = build_text(b, text, m, type);
    }
    ++*text;
    return formula_build(b, name, length, operand);
}

static LLVMValueRef build_narrow(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                                 LLVMValueRef *made)
{
    (void)v;
    pattern_match m;
    const char *text = narrow[find_narrow(inst, &m)].to;
    return *made = build_text(b, &text, &m, LLVMTypeOf(inst));
}

/* ---- all of them ---- */

static bool is_narrow(LLVMValueRef inst)
{
    pattern_match m;
    return find_narrow(inst, &m) >= 0;
}

static const struct {
    bool (*applies)(LLVMValueRef inst);
    LLVMValueRef (*build)(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                          LLVMValueRef *made);
    bool (*pays)(const target_view *v); /* NULL: everywhere */
} rewritings[] = {{is_test, build_test, NULL},
                  {is_of_no_signs, build_no_signs, NULL},
                  {is_sum, build_sum, NULL},
                  {is_narrow, build_narrow, NULL},
                  {products_summed, products_build, products_pay},
                  {accumulators_apply, accumulators_build, accumulators_pay},
                  {built_of_numbers, built_as_numbers, NULL},
                  {built_of_one, built_as_words, NULL}};

enum { REWRITINGS = sizeof rewritings / sizeof *rewritings };

static unsigned find(LLVMValueRef inst)
{
    unsigned i = 0;
    while (i < REWRITINGS && !rewritings[i].applies(inst)) i++;
    return i;
}

bool rewrite_applies(LLVMValueRef inst)
{
    return find(inst) < REWRITINGS;
}

bool rewrite_pays(const target_view *v, LLVMValueRef inst)
{
    unsigned i = find(inst);
    return !rewritings[i].pays || rewritings[i].pays(v);
}

bool rewrite_helps_anyhow(LLVMValueRef inst)
{
    unsigned i = find(inst);
    if (rewritings[i].applies == products_summed) return products_of_plain(inst);
    if (rewritings[i].applies == accumulators_apply) return accumulators_of_plain(inst);
    if (rewritings[i].applies == built_of_numbers || rewritings[i].applies == built_of_one)
        return built_of_bits(inst);
    return rewritings[i].applies == is_sum && is_read_alone(summed(inst));
}

LLVMValueRef rewrite_build(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                           LLVMValueRef *made)
{
    return rewritings[find(inst)].build(b, v, inst, made);
}
