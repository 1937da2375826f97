// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* elements.c - fields one by one.
 *
 * A field at a constant index lies in one 64-bit word, or across two: it is shifted out, or put in
 * under a mask. At a variable index, a byte is taken out of the register or put into it by LLVM and
 * the field by a shift in the byte, where the width divides 8; a vector in one general register is
 * shifted as a whole. An index out of range makes a shift or an element poison, as in the original.
 * A reduction takes the table's operation where there is one, else the register is halved, the
 * halves are combined field by field, and so on; fields that are unused are first made neutral.
 * Called by lower_nodes.c. */
#include "elements.h"

#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/table/formula.h"

#include <string.h>

static LLVMTypeRef integer(LLVMValueRef any, unsigned bits)
{
    return LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(any)), bits);
}

static LLVMValueRef number_like(LLVMValueRef any, uint64_t n)
{
    return LLVMConstInt(LLVMTypeOf(any), n, 0);
}

static bool in_one_register(const layout *l)
{
    return l->npieces == 1 && l->pieces[0].bits <= 64;
}

bool elements_can_index(const layout *l)
{
    return in_one_register(l) || 8 % l->w == 0;
}

static uint64_t ones(unsigned w)
{
    return w == 64 ? UINT64_MAX : (UINT64_C(1) << w) - 1;
}

/* ---- at a constant index ---- */

/* The piece that holds field i, and in *at the field's place there. */
static unsigned piece_of(const layout *l, unsigned i, unsigned *at)
{
    unsigned bit = i * l->w, k = 0;
    while (bit >= l->pieces[k].offset + l->pieces[k].used) k++;
    *at = bit - l->pieces[k].offset;
    return k;
}

static LLVMValueRef word_index(LLVMValueRef any, unsigned i)
{
    return LLVMConstInt(integer(any, 32), i, 0);
}

static LLVMValueRef extract_fixed(const site *x, const layout *l, const LLVMValueRef *carriers,
                                  unsigned i)
{
    unsigned at, k = piece_of(l, i, &at), bits = l->pieces[k].bits;
    LLVMValueRef word = carriers[k];
    if (bits > 64 && at / 64 == (at + l->w - 1) / 64) {
        word = LLVMBuildExtractElement(x->b, word, word_index(word, at / 64), "");
        at %= 64;
    } else if (bits > 64) {
        word = LLVMBuildBitCast(x->b, word, integer(word, bits), "");
    }
    if (at) word = LLVMBuildLShr(x->b, word, number_like(word, at), "");
    return LLVMBuildTrunc(x->b, word, integer(word, l->w), "");
}

/* word with the field at `at` replaced, as far as it lies in the word: `from` bits of it are below.
 */
static LLVMValueRef put_in_word(const site *x, LLVMValueRef word, LLVMValueRef field, unsigned w,
                                unsigned at, unsigned from)
{
    LLVMValueRef wide = LLVMBuildZExt(x->b, field, LLVMTypeOf(word), "");
    if (from) wide = LLVMBuildLShr(x->b, wide, number_like(word, from), "");
    else if (at) wide = LLVMBuildShl(x->b, wide, number_like(word, at), "");
    uint64_t keep = ~(from ? ones(w) >> from : ones(w) << at);
    return LLVMBuildOr(x->b, LLVMBuildAnd(x->b, word, number_like(word, keep), ""), wide, "");
}

static void insert_fixed(const site *x, const layout *l, LLVMValueRef field, unsigned i,
                         LLVMValueRef *out)
{
    unsigned at, k = piece_of(l, i, &at);
    if (l->pieces[k].bits <= 64) {
        out[k] = put_in_word(x, out[k], field, l->w, at, 0);
        return;
    }
    for (unsigned word = at / 64; word <= (at + l->w - 1) / 64; word++) {
        unsigned from = word * 64 > at ? word * 64 - at : 0;
        LLVMValueRef value = LLVMBuildExtractElement(x->b, out[k], word_index(field, word), "");
        value = put_in_word(x, value, field, l->w, from ? 0 : at % 64, from);
        out[k] = LLVMBuildInsertElement(x->b, out[k], value, word_index(field, word), "");
    }
}

/* ---- at a variable index ---- */

static LLVMValueRef resized(const site *x, LLVMValueRef value, unsigned bits)
{
    unsigned have = LLVMGetIntTypeWidth(LLVMTypeOf(value));
    if (have == bits) return value;
    return have < bits ? LLVMBuildZExt(x->b, value, integer(value, bits), "")
                       : LLVMBuildTrunc(x->b, value, integer(value, bits), "");
}

/* Where the field lies in the register, or in its byte. */
static LLVMValueRef shift_for(const site *x, LLVMValueRef index, unsigned w, unsigned bits,
                              uint64_t mask)
{
    LLVMValueRef wide = resized(x, index, 64);
    if (mask) wide = LLVMBuildAnd(x->b, wide, number_like(wide, mask), "");
    return resized(x, LLVMBuildMul(x->b, wide, number_like(wide, w), ""), bits);
}

static LLVMValueRef byte_index(const site *x, LLVMValueRef index, unsigned w)
{
    unsigned shift = w == 1 ? 3 : w == 2 ? 2 : 1;
    LLVMValueRef wide = resized(x, index, 64);
    return LLVMBuildLShr(x->b, wide, number_like(wide, shift), "");
}

static LLVMValueRef extract_variable(const site *x, const layout *l, const LLVMValueRef *carriers,
                                     LLVMValueRef index)
{
    LLVMValueRef word = carriers[0], shift;
    if (in_one_register(l)) {
        shift = shift_for(x, index, l->w, l->pieces[0].bits, 0);
    } else {
        LLVMValueRef bytes = convert_to_bytes(x->b, l, carriers);
        word = LLVMBuildExtractElement(x->b, bytes, byte_index(x, index, l->w), "");
        shift = shift_for(x, index, l->w, 8, 8 / l->w - 1);
    }
    return LLVMBuildTrunc(x->b, LLVMBuildLShr(x->b, word, shift, ""), integer(word, l->w), "");
}

static LLVMValueRef put_shifted(const site *x, LLVMValueRef word, LLVMValueRef field, unsigned w,
                                LLVMValueRef shift)
{
    LLVMValueRef wide = LLVMBuildShl(x->b, LLVMBuildZExt(x->b, field, LLVMTypeOf(word), ""), shift,
                                     "");
    LLVMValueRef hole = LLVMBuildNot(x->b,
                                     LLVMBuildShl(x->b, number_like(word, ones(w)), shift, ""), "");
    return LLVMBuildOr(x->b, LLVMBuildAnd(x->b, word, hole, ""), wide, "");
}

static void insert_variable(const site *x, const layout *l, LLVMValueRef field, LLVMValueRef index,
                            LLVMValueRef *out)
{
    if (in_one_register(l)) {
        out[0] = put_shifted(x, out[0], field, l->w,
                             shift_for(x, index, l->w, l->pieces[0].bits, 0));
        return;
    }
    LLVMValueRef bytes = convert_to_bytes(x->b, l, out), place = byte_index(x, index, l->w);
    LLVMValueRef byte = LLVMBuildExtractElement(x->b, bytes, place, "");
    byte = put_shifted(x, byte, field, l->w, shift_for(x, index, l->w, 8, 8 / l->w - 1));
    convert_from_bytes(x->b, l, LLVMBuildInsertElement(x->b, bytes, byte, place, ""), out);
}

LLVMValueRef elements_extract(const site *x, const layout *l, const LLVMValueRef *carriers,
                              LLVMValueRef index)
{
    if (LLVMIsAConstantInt(index))
        return extract_fixed(x, l, carriers, (unsigned)LLVMConstIntGetZExtValue(index));
    return extract_variable(x, l, carriers, index);
}

void elements_insert(const site *x, const layout *l, const LLVMValueRef *carriers,
                     LLVMValueRef field, LLVMValueRef index, LLVMValueRef *out)
{
    memcpy(out, carriers, l->npieces * sizeof *out);
    if (LLVMIsAConstantInt(index))
        insert_fixed(x, l, field, (unsigned)LLVMConstIntGetZExtValue(index), out);
    else insert_variable(x, l, field, index, out);
}

/* ---- reductions ---- */

/* The field that changes nothing: x op it = x. */
static uint64_t neutral_field(const char *op, unsigned w)
{
    static const struct {
        const char *op;
        int which; /* 0, 1, -1 all ones, 2 the least signed, 3 the greatest signed */
    } known[] = {{"add", 0},   {"mul", 1},  {"and", -1}, {"or", 0},  {"xor", 0},
                 {"umin", -1}, {"umax", 0}, {"smin", 3}, {"smax", 2}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].op, op) != 0) continue;
        uint64_t least = UINT64_C(1) << (w - 1);
        return known[i].which == -1  ? ones(w)
               : known[i].which == 2 ? least
               : known[i].which == 3 ? least - 1
                                     : (uint64_t)known[i].which;
    }
    return 0;
}

static bool can_halve(unsigned w, unsigned bits)
{
    return bits % (2 * w) == 0 && (bits & (bits - 1)) == 0 && (w & (w - 1)) == 0;
}

bool elements_can_reduce(const target_view *v, const char *pairwise, const layout *l)
{
    for (unsigned i = 0; i < l->npieces; i++)
        if (!can_halve(l->w, l->pieces[i].bits) ||
            !formula_has_op(v, pairwise, l->w, l->pieces[i].bits))
            return false;
    return formula_has_op(v, pairwise, l->w, 32) || formula_has_op(v, pairwise, l->w, 64);
}

static LLVMValueRef in_register(const site *x, const char *op, unsigned w, unsigned bits,
                                LLVMValueRef a, LLVMValueRef b)
{
    return formula_apply_op(x->targets, x->view, op, w, bits, x->b, (LLVMValueRef[]){a, b, a});
}

/* A carrier with its unused bits, from `used` on, filled with neutral fields. */
static LLVMValueRef filled(const site *x, const char *op, unsigned w, const piece *p,
                           LLVMValueRef carrier)
{
    if (p->used == p->bits) return carrier;
    uint64_t field = neutral_field(op, w), keep[8] = {0}, fill[8] = {0};
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(carrier));
    for (unsigned i = 0; i < p->bits; i++) {
        if (i < p->used) keep[i / 64] |= UINT64_C(1) << (i % 64);
        else fill[i / 64] |= (field >> (i % w) & 1) << (i % 64);
    }
    carrier = LLVMBuildAnd(x->b, carrier, convert_words(c, p->bits, keep), "");
    return LLVMBuildOr(x->b, carrier, convert_words(c, p->bits, fill), "");
}

/* All fields of an integer of at most 64 bits, by halves of it in place. */
static LLVMValueRef fold_integer(const site *x, const char *op, unsigned w, unsigned bits,
                                 LLVMValueRef value)
{
    for (unsigned half = bits / 2; half >= w; half /= 2) {
        LLVMValueRef high = LLVMBuildLShr(x->b, value, number_like(value, half), "");
        value = in_register(x, op, w, bits, value, high);
    }
    return value;
}

/* The same for a register of 128 bits: its high half, then halves of the low word, by the vector's
 * operation. */
static LLVMValueRef fold_vector(const site *x, const char *op, unsigned w, LLVMValueRef value)
{
    LLVMTypeRef i64 = integer(value, 64);
    LLVMValueRef up[] = {word_index(value, 1), word_index(value, 1)};
    LLVMValueRef high = LLVMBuildShuffleVector(x->b, value, LLVMGetPoison(LLVMTypeOf(value)),
                                               LLVMConstVector(up, 2), "");
    value = in_register(x, op, w, 128, value, high);
    for (unsigned half = 32; half >= w; half /= 2) {
        LLVMValueRef by = LLVMConstInt(i64, half, 0);
        high = LLVMBuildLShr(x->b, value, LLVMConstVector((LLVMValueRef[]){by, by}, 2), "");
        value = in_register(x, op, w, 128, value, high);
    }
    return LLVMBuildExtractElement(x->b, value, word_index(value, 0), "");
}

/* Do the fields of 128 bits fold as a vector? The operation is in the table for all of it. */
static bool folds_as_vector(const target_view *v, const char *pairwise, unsigned w, unsigned bits)
{
    return bits == 128 && w > 1 && formula_entry(v, pairwise, w, 128);
}

/* Instructions of a fold: every step brings one half beside the other, by a shuffle or a shift, and
 * combines them; what is left in a vector is taken out. */
static unsigned cost_of_fold(const target_view *v, const char *pairwise, unsigned w, unsigned bits)
{
    enum { BRING = 1, TAKE_OUT = 1 };
    if (bits > 64 && !folds_as_vector(v, pairwise, w, bits))
        return BRING + formula_cost(v, pairwise, w, bits / 2) +
               cost_of_fold(v, pairwise, w, bits / 2);
    unsigned cost = bits > 64 ? TAKE_OUT : 0;
    for (unsigned half = bits / 2; half >= w; half /= 2)
        cost += BRING + formula_cost(v, pairwise, w, bits);
    return cost;
}

/* The table's reduction of a register, unless there is none or a fold is cheaper (LLVM's own way is
 * an entry too). */
static const recipe *recipe_of_reduction(const site *x, const char *reduction, const char *pairwise,
                                         unsigned w, unsigned bits)
{
    const struct lowering_entry *e = target_find(x->view, reduction, w, bits);
    return e && e->insns <= cost_of_fold(x->view, pairwise, w, bits)
               ? target_recipe(x->targets, x->view, e)
               : NULL;
}

static unsigned cost_of_register(const target_view *v, const char *reduction, const char *pairwise,
                                 unsigned w, unsigned bits)
{
    const struct lowering_entry *e = target_find(v, reduction, w, bits);
    unsigned fold = cost_of_fold(v, pairwise, w, bits);
    return e && e->insns <= fold ? e->insns : fold;
}

/* A register for each width; those of one width are put together first, results of two widths at
 * last. */
unsigned elements_reduce_cost(const target_view *v, const char *reduction, const char *pairwise,
                              const layout *l)
{
    unsigned cost = 0;
    for (unsigned i = 0; i < l->npieces; i++) {
        unsigned bits = l->pieces[i].bits;
        bool again = i && l->pieces[i - 1].bits == bits;
        cost += l->pieces[i].used != bits;
        cost += again ? formula_cost(v, pairwise, l->w, bits)
                      : cost_of_register(v, reduction, pairwise, l->w, bits);
    }
    return cost;
}

static LLVMValueRef reduce_register(const site *x, const char *reduction, const char *pairwise,
                                    unsigned w, unsigned bits, LLVMValueRef value)
{
    const recipe *r = recipe_of_reduction(x, reduction, pairwise, w, bits);
    LLVMValueRef low, high;
    if (r) {
        value = recipe_apply(r, x->b, (LLVMValueRef[]){value, value, value});
        if (bits > 64) value = LLVMBuildExtractElement(x->b, value, word_index(value, 0), "");
    } else if (folds_as_vector(x->view, pairwise, w, bits)) {
        value = fold_vector(x, pairwise, w, value);
    } else if (bits > 64) {
        formula_halves(x->b, value, bits, &low, &high);
        value = in_register(x, pairwise, w, bits / 2, low, high);
        return reduce_register(x, reduction, pairwise, w, bits / 2, value);
    } else {
        value = fold_integer(x, pairwise, w, bits, value);
    }
    return LLVMBuildTrunc(x->b, value, integer(value, w), "");
}

/* The carrier with zeros, or ones, in its unused bits. */
static LLVMValueRef without_rest(const site *x, bool ones, const piece *p, LLVMValueRef carrier)
{
    if (p->used == p->bits) return carrier;
    uint64_t rest[8] = {0};
    for (unsigned i = 0; i < p->bits; i++)
        if ((i >= p->used) == ones) rest[i / 64] |= UINT64_C(1) << i % 64;
    LLVMValueRef mask = convert_words(LLVMGetTypeContext(LLVMTypeOf(carrier)), p->bits, rest);
    return ones ? LLVMBuildOr(x->b, carrier, mask, "") : LLVMBuildAnd(x->b, carrier, mask, "");
}

static LLVMValueRef and_or(const site *x, bool all, LLVMValueRef a, LLVMValueRef b)
{
    return all ? LLVMBuildAnd(x->b, a, b, "") : LLVMBuildOr(x->b, a, b, "");
}

LLVMValueRef elements_test(const site *x, bool all, const layout *l, const LLVMValueRef *carriers)
{
    LLVMValueRef result = NULL;
    for (unsigned i = 0; i < l->npieces;) {
        unsigned bits = l->pieces[i].bits;
        LLVMValueRef whole = without_rest(x, all, &l->pieces[i], carriers[i]);
        for (i++; i < l->npieces && l->pieces[i].bits == bits; i++)
            whole = and_or(x, all, whole, without_rest(x, all, &l->pieces[i], carriers[i]));
        LLVMTypeRef type = integer(whole, bits);
        whole = LLVMBuildBitCast(x->b, whole, type, "");
        LLVMValueRef test = all ? LLVMBuildICmp(x->b, LLVMIntEQ, whole, LLVMConstAllOnes(type), "")
                                : LLVMBuildICmp(x->b, LLVMIntNE, whole, LLVMConstNull(type), "");
        result = result ? and_or(x, all, result, test) : test;
    }
    return result;
}

/* Registers of one width combined, the rest of them in turn; then the widths' results, as fields of
 * a register. */
LLVMValueRef elements_reduce(const site *x, const char *reduction, const char *pairwise,
                             const layout *l, const LLVMValueRef *carriers)
{
    LLVMValueRef result = NULL;
    unsigned scalar = formula_has_op(x->view, pairwise, l->w, 32) ? 32 : 64;
    for (unsigned i = 0; i < l->npieces;) {
        unsigned bits = l->pieces[i].bits;
        LLVMValueRef all = filled(x, pairwise, l->w, &l->pieces[i], carriers[i]);
        for (i++; i < l->npieces && l->pieces[i].bits == bits; i++)
            all = in_register(x, pairwise, l->w, bits, all,
                              filled(x, pairwise, l->w, &l->pieces[i], carriers[i]));
        all = reduce_register(x, reduction, pairwise, l->w, bits, all);
        if (!result) {
            result = all;
            continue;
        }
        LLVMValueRef a = resized(x, result, scalar), b = resized(x, all, scalar);
        result = resized(x, in_register(x, pairwise, l->w, scalar, a, b), l->w);
    }
    return result;
}
