// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* formula.c - the operations of LLVM's IR in terms of the table's.
 *
 * Most are in the table themselves, under LLVM's name for them. instcombine turns many a compare
 * with a select into an intrinsic (umax, uadd.sat ...): where the table has no lowering of it, a
 * formula takes it apart again. Formulas of one name are tried in their order, so that a lowering
 * of the whole, once the table has one, is taken first. A mask (all ones or zeros in a field)
 * selects by b ^ ((a ^ b) & mask), which LLVM makes one instruction of where the machine has one.
 * Shifts by a constant have operations of their own in the table, shl_3 and so on. An operation
 * that the table lacks for a wide register is computed in its halves. This file is the only place
 * where the pass knows the names of operations; idioms.c and lookup.c name formulas. */
#include "formula.h"

#include "lowerings/pass/base/convert.h"

#include <stdio.h>
#include <string.h>

#define ONE(name, op) {name, 2, {{op, {0, 1}}}, 1}
#define UNARY(name, op) {name, 1, {{op, {0}}}, 1}
#define COMPARE_AND_SELECT(name, compare) \
    {name, 2, {{compare, {0, 1}}, {"xor", {0, 1}}, {"and", {3, 2}}, {"xor", {1, 4}}}, 4}

static const formula formulas[] = {
    ONE("add", "add"),
    ONE("sub", "sub"),
    ONE("mul", "mul"),
    ONE("udiv", "udiv"),
    ONE("sdiv", "sdiv"),
    ONE("urem", "urem"),
    ONE("srem", "srem"),
    ONE("shl", "shl"),
    ONE("lshr", "lshr"),
    ONE("ashr", "ashr"),
    ONE("and", "and"),
    ONE("or", "or"),
    ONE("xor", "xor"),
    ONE("icmp eq", "eq"),
    ONE("icmp ne", "ne"),
    ONE("icmp ugt", "ugt"),
    ONE("icmp uge", "uge"),
    ONE("icmp ult", "ult"),
    ONE("icmp ule", "ule"),
    ONE("icmp sgt", "sgt"),
    ONE("icmp sge", "sge"),
    ONE("icmp slt", "slt"),
    ONE("icmp sle", "sle"),
    ONE("llvm.umax", "umax"),
    ONE("llvm.umin", "umin"),
    ONE("llvm.smax", "smax"),
    ONE("llvm.smin", "smin"),
    ONE("llvm.uadd.sat", "uadd_sat"),
    ONE("llvm.usub.sat", "usub_sat"),
    ONE("llvm.sadd.sat", "sadd_sat"),
    ONE("llvm.ssub.sat", "ssub_sat"),
    UNARY("llvm.abs", "abs"),
    UNARY("llvm.ctpop", "ctpop"),
    UNARY("llvm.ctlz", "ctlz"),
    UNARY("llvm.cttz", "cttz"),
    UNARY("llvm.ctlz nonzero", "ctlz_nz"),
    UNARY("llvm.ctlz nonzero", "ctlz"),
    UNARY("llvm.cttz nonzero", "cttz_nz"),
    UNARY("llvm.cttz nonzero", "cttz"),
    UNARY("llvm.bitreverse", "bitreverse"),
    {"llvm.fshl", 3, {{"fshl", {0, 1, 2}}}, 1},
    {"llvm.fshr", 3, {{"fshr", {0, 1, 2}}}, 1},
    COMPARE_AND_SELECT("llvm.umax", "ugt"),
    COMPARE_AND_SELECT("llvm.umin", "ult"),
    COMPARE_AND_SELECT("llvm.smax", "sgt"),
    COMPARE_AND_SELECT("llvm.smin", "slt"),
    {"llvm.uadd.sat", 2, {{"add", {0, 1}}, {"ult", {2, 0}}, {"or", {2, 3}}}, 3},
    {"llvm.usub.sat", 2, {{"sub", {0, 1}}, {"ugt", {0, 1}}, {"and", {2, 3}}}, 3},
    {"select", 3, {{"select_mask", {0, 1, 2}}}, 1}, /* mask, a, b */
    {"select", 3, {{"xor", {1, 2}}, {"and", {3, 0}}, {"xor", {2, 4}}}, 3},
    {"zext", 2, {{"and", {0, 1}}}, 1}, /* mask, ones */
    /* of idioms.c and lookup.c: no instruction of LLVM has these names */
    ONE("uabs_diff", "uabs_diff"),
    ONE("sabs_diff", "sabs_diff"),
    ONE("uavg_floor", "uavg_floor"),
    ONE("uavg_ceil", "uavg_ceil"),
    ONE("savg_floor", "savg_floor"),
    ONE("savg_ceil", "savg_ceil"),
    UNARY("lowest_bit", "lowest_bit"),
    UNARY("clear_lowest_bit", "clear_lowest_bit"),
    UNARY("parity", "parity"),
    {"select_sign", 3, {{"select_sign", {0, 1, 2}}}, 1},
    ONE("rotl", "rotl"),
    ONE("rotr", "rotr"),
    ONE("shl_all", "shl_all"),
    ONE("lshr_all", "lshr_all"),
    ONE("ashr_all", "ashr_all"),
    ONE("permute", "permute"), /* of a table and the number of its field */
};

static const formula tops[] = {
    ONE("icmp eq", "eq_top"),   ONE("icmp ne", "ne_top"),   ONE("icmp ugt", "ugt_top"),
    ONE("icmp uge", "uge_top"), ONE("icmp ult", "ult_top"), ONE("icmp ule", "ule_top"),
    ONE("icmp sgt", "sgt_top"), ONE("icmp sge", "sge_top"), ONE("icmp slt", "slt_top"),
    ONE("icmp sle", "sle_top"),
};

static const struct {
    LLVMOpcode opcode;
    const char *name;
} operators[] = {
    {LLVMAdd, "add"},   {LLVMSub, "sub"},   {LLVMMul, "mul"},   {LLVMUDiv, "udiv"},
    {LLVMSDiv, "sdiv"}, {LLVMURem, "urem"}, {LLVMSRem, "srem"}, {LLVMShl, "shl"},
    {LLVMLShr, "lshr"}, {LLVMAShr, "ashr"}, {LLVMAnd, "and"},   {LLVMOr, "or"},
    {LLVMXor, "xor"},
};

static const struct {
    LLVMIntPredicate predicate;
    const char *name;
} compares[] = {
    {LLVMIntEQ, "icmp eq"},   {LLVMIntNE, "icmp ne"},   {LLVMIntUGT, "icmp ugt"},
    {LLVMIntUGE, "icmp uge"}, {LLVMIntULT, "icmp ult"}, {LLVMIntULE, "icmp ule"},
    {LLVMIntSGT, "icmp sgt"}, {LLVMIntSGE, "icmp sge"}, {LLVMIntSLT, "icmp slt"},
    {LLVMIntSLE, "icmp sle"},
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static bool has_name(const char *text, const char *name, size_t length)
{
    return strlen(text) == length && memcmp(text, name, length) == 0;
}

static const char *compare_name(LLVMIntPredicate predicate)
{
    for (size_t i = 0; i < LENGTH(compares); i++)
        if (compares[i].predicate == predicate) return compares[i].name;
    return NULL;
}

/* The name of the intrinsic that is called, "llvm.umax", or NULL. */
static const char *called_intrinsic(LLVMValueRef inst, size_t *length)
{
    if (LLVMGetInstructionOpcode(inst) != LLVMCall) return NULL;
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    unsigned id = callee && LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;
    return id ? LLVMIntrinsicGetName(id, length) : NULL;
}

static bool is_true(LLVMValueRef value)
{
    return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value);
}

/* The name of a formula for an intrinsic; "llvm.ctlz nonzero" where zero is poison. */
static const char *intrinsic_name(LLVMValueRef call)
{
    size_t length = 0;
    const char *name = called_intrinsic(call, &length);
    if (!name) return NULL;
    bool counts = length == 9 &&
                  (memcmp(name, "llvm.ctlz", 9) == 0 || memcmp(name, "llvm.cttz", 9) == 0);
    if (counts && is_true(LLVMGetOperand(call, 1)))
        return name[7] == 'l' ? "llvm.ctlz nonzero" : "llvm.cttz nonzero";
    for (size_t i = 0; i < LENGTH(formulas); i++)
        if (has_name(formulas[i].name, name, length)) return formulas[i].name;
    return NULL;
}

static const struct {
    const char *name, *op, *pairwise;
} reductions[] = {
    {"llvm.vector.reduce.add", "reduce_add", "add"},
    {"llvm.vector.reduce.mul", "reduce_mul", "mul"},
    {"llvm.vector.reduce.and", "reduce_and", "and"},
    {"llvm.vector.reduce.or", "reduce_or", "or"},
    {"llvm.vector.reduce.xor", "reduce_xor", "xor"},
    {"llvm.vector.reduce.umin", "reduce_umin", "umin"},
    {"llvm.vector.reduce.umax", "reduce_umax", "umax"},
    {"llvm.vector.reduce.smin", "reduce_smin", "smin"},
    {"llvm.vector.reduce.smax", "reduce_smax", "smax"},
};

const char *formula_reduction(LLVMValueRef inst, const char **pairwise)
{
    size_t length = 0;
    const char *name = called_intrinsic(inst, &length);
    for (size_t i = 0; name && i < LENGTH(reductions); i++) {
        if (!has_name(reductions[i].name, name, length)) continue;
        *pairwise = reductions[i].pairwise;
        return reductions[i].op;
    }
    return NULL;
}

const char *formula_name(LLVMValueRef inst)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
    if (opcode == LLVMICmp) return compare_name(LLVMGetICmpPredicate(inst));
    if (opcode == LLVMCall) return intrinsic_name(inst);
    for (size_t i = 0; i < LENGTH(operators); i++)
        if (operators[i].opcode == opcode) return operators[i].name;
    return NULL;
}

LLVMValueRef formula_build(LLVMBuilderRef b, const char *name, size_t length,
                           const LLVMValueRef *operands)
{
    for (size_t i = 0; i < LENGTH(operators); i++)
        if (has_name(operators[i].name, name, length))
            return LLVMBuildBinOp(b, operators[i].opcode, operands[0], operands[1], "");
    for (size_t i = 0; i < LENGTH(compares); i++)
        if (has_name(compares[i].name, name, length))
            return LLVMBuildICmp(b, compares[i].predicate, operands[0], operands[1], "");
    return LLVMBuildSelect(b, operands[0], operands[1], operands[2], "");
}

LLVMValueRef formula_call(LLVMBuilderRef b, const char *name, LLVMTypeRef type,
                          LLVMValueRef operand)
{
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b)));
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef callee = LLVMGetIntrinsicDeclaration(module, id, &type, 1);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, &operand, 1, "");
}

LLVMValueRef formula_sum_of_bytes(LLVMBuilderRef b, LLVMValueRef value, unsigned n)
{
    enum { BYTE = 8, SUM = 32 };
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(value));
    LLVMTypeRef wide = LLVMVectorType(LLVMIntTypeInContext(c, SUM), n);
    value = LLVMBuildBitCast(b, value, LLVMVectorType(LLVMIntTypeInContext(c, BYTE), n), "");
    return formula_call(b, "llvm.vector.reduce.add", wide, LLVMBuildZExt(b, value, wide, ""));
}

formula_extension formula_numbers(LLVMValueRef inst)
{
    static const struct {
        const char *name;
        formula_extension as;
    } operations[] = {
        {"add", NUMBERS_ANY},
        {"sub", NUMBERS_ANY},
        {"mul", NUMBERS_ANY},
        {"shl", NUMBERS_ANY},
        {"and", NUMBERS_ANY},
        {"or", NUMBERS_ANY},
        {"xor", NUMBERS_ANY},
        {"udiv", NUMBERS_UNSIGNED},
        {"urem", NUMBERS_UNSIGNED},
        {"lshr", NUMBERS_UNSIGNED},
        {"sdiv", NUMBERS_SIGNED},
        {"srem", NUMBERS_SIGNED},
        {"ashr", NUMBERS_SIGNED},
        {"llvm.umin", NUMBERS_UNSIGNED},
        {"llvm.umax", NUMBERS_UNSIGNED},
        {"llvm.smin", NUMBERS_SIGNED},
        {"llvm.smax", NUMBERS_SIGNED},
        {"llvm.abs", NUMBERS_SIGNED},
        {"llvm.ctpop", NUMBERS_UNSIGNED},
    };
    const char *name = formula_name(inst);
    for (size_t i = 0; name && i < LENGTH(operations); i++)
        if (strcmp(name, operations[i].name) == 0) return operations[i].as;
    return NUMBERS_NONE;
}

const char *formula_bits_name(LLVMValueRef compare)
{
    static const char *const names[] = {"eq_bits",  "ne_bits",  "ugt_bits", "uge_bits", "ult_bits",
                                        "ule_bits", "sgt_bits", "sge_bits", "slt_bits", "sle_bits"};
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
    for (size_t i = 0; i < LENGTH(compares); i++)
        if (compares[i].predicate == predicate) return names[i];
    return NULL;
}

/* ---- operations in registers ---- */

static bool has_halves(unsigned w, unsigned bits)
{
    return bits >= 128 && bits / 2 % w == 0;
}

unsigned formula_cost(const target_view *v, const char *op, unsigned w, unsigned bits)
{
    const struct lowering_entry *e = target_find(v, op, w, bits);
    unsigned whole = e ? e->insns : FORMULA_IMPOSSIBLE;
    if (!has_halves(w, bits)) return whole;
    unsigned half = formula_cost(v, op, w, bits / 2);
    unsigned both = 2 * half + stock_move(v->use->table->stock, STOCK_HALVE, bits / 8, 1);
    return half < FORMULA_IMPOSSIBLE && both < whole ? both : whole;
}

bool formula_has_op(const target_view *v, const char *op, unsigned w, unsigned bits)
{
    return formula_cost(v, op, w, bits) < FORMULA_IMPOSSIBLE;
}

const struct lowering_entry *formula_entry(const target_view *v, const char *op, unsigned w,
                                           unsigned bits)
{
    const struct lowering_entry *e = target_find(v, op, w, bits);
    return e && e->insns <= formula_cost(v, op, w, bits) ? e : NULL;
}

static LLVMValueRef lanes(LLVMValueRef any, unsigned first, unsigned count, unsigned limit)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(any)));
    LLVMValueRef index[8];
    for (unsigned i = 0; i < count; i++)
        index[i] = first + i < limit ? LLVMConstInt(i32, first + i, 0) : LLVMGetPoison(i32);
    return LLVMConstVector(index, count);
}

void formula_halves(LLVMBuilderRef b, LLVMValueRef value, unsigned bits, LLVMValueRef *low,
                    LLVMValueRef *high)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
    unsigned half = bits / 128;
    LLVMValueRef none = LLVMGetPoison(LLVMTypeOf(value));
    if (half == 1) {
        *low = LLVMBuildExtractElement(b, value, LLVMConstInt(i32, 0, 0), "");
        *high = LLVMBuildExtractElement(b, value, LLVMConstInt(i32, 1, 0), "");
        return;
    }
    *low = LLVMBuildShuffleVector(b, value, none, lanes(value, 0, half, 8), "");
    *high = LLVMBuildShuffleVector(b, value, none, lanes(value, half, half, 8), "");
}

LLVMValueRef formula_whole(LLVMBuilderRef b, LLVMValueRef low, LLVMValueRef high, unsigned bits)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(low));
    LLVMTypeRef i32 = LLVMInt32TypeInContext(c);
    if (bits > 128) return LLVMBuildShuffleVector(b, low, high, lanes(low, 0, bits / 64, 8), "");
    LLVMValueRef whole = LLVMGetPoison(fields_carrier(c, bits));
    whole = LLVMBuildInsertElement(b, whole, low, LLVMConstInt(i32, 0, 0), "");
    return LLVMBuildInsertElement(b, whole, high, LLVMConstInt(i32, 1, 0), "");
}

/* In halves: the operation acts on every field alone. */
static LLVMValueRef apply_in_halves(targets *t, const target_view *v, const char *op,
                                    unsigned noperands, unsigned w, unsigned bits, LLVMBuilderRef b,
                                    const LLVMValueRef *operands)
{
    LLVMValueRef low[FORMULA_MAX_OPERANDS] = {NULL}, high[FORMULA_MAX_OPERANDS] = {NULL};
    for (unsigned i = 0; i < noperands; i++)
        formula_halves(b, operands[i], bits, &low[i], &high[i]);
    LLVMValueRef r = formula_apply_op(t, v, op, w, bits / 2, b, low);
    return formula_whole(b, r, formula_apply_op(t, v, op, w, bits / 2, b, high), bits);
}

const struct lowering_entry *formula_entry_of_parts(const target_view *v, const char *op,
                                                    unsigned w, unsigned bits)
{
    const struct lowering_entry *e = formula_entry(v, op, w, bits);
    while (!e && has_halves(w, bits)) e = formula_entry(v, op, w, bits /= 2);
    return e;
}

LLVMValueRef formula_apply_op(targets *t, const target_view *v, const char *op, unsigned w,
                              unsigned bits, LLVMBuilderRef b, const LLVMValueRef *operands)
{
    const struct lowering_entry *e = formula_entry_of_parts(v, op, w, bits);
    if (e->bits != bits) return apply_in_halves(t, v, op, e->arity, w, bits, b, operands);
    return recipe_apply(target_recipe(t, v, e), b, operands);
}

/* ---- formulas ---- */

static bool step_has_lowering(const target_view *v, const formula_step *s, const layout *l)
{
    for (unsigned i = 0; i < l->npieces; i++)
        if ((i == 0 || l->pieces[i].bits != l->pieces[i - 1].bits) &&
            !formula_has_op(v, s->op, l->w, l->pieces[i].bits))
            return false;
    return true;
}

static bool has_lowerings(const target_view *v, const formula *f, const layout *l)
{
    for (unsigned i = 0; i < f->nsteps; i++)
        if (!step_has_lowering(v, &f->steps[i], l)) return false;
    return true;
}

static const formula *find_in(const formula *list, size_t count, const target_view *v,
                              const char *name, const layout *l)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0 && has_lowerings(v, &list[i], l)) return &list[i];
    return NULL;
}

const formula *formula_find(const target_view *v, const char *name, const layout *l)
{
    return find_in(formulas, LENGTH(formulas), v, name, l);
}

const formula *formula_top(const target_view *v, LLVMValueRef compare, const layout *l)
{
    return find_in(tops, LENGTH(tops), v, compare_name(LLVMGetICmpPredicate(compare)), l);
}

static formula *make_formula(arena *p, const char *name, unsigned noperands)
{
    formula *f = arena_new(p, 1, formula);
    f->name = name;
    f->noperands = noperands;
    return f;
}

static void add_step(arena *p, formula *f, const char *base, unsigned amount, unsigned char a,
                     unsigned char b)
{
    char *op = arena_new(p, 24, char);
    if (amount) snprintf(op, 24, "%s_%u", base, amount);
    else snprintf(op, 24, "%s", base);
    f->steps[f->nsteps++] = (formula_step){op, {a, b, 0}};
}

/* A shift by a constant, the same for all fields. By zero: itself, as "or" with itself. */
static formula *shift_by(arena *p, const char *name, unsigned amount)
{
    formula *f = make_formula(p, name, 1);
    if (amount) add_step(p, f, name, amount, 0, 0);
    else add_step(p, f, "or", 0, 0, 0);
    return f;
}

const formula *formula_spread(arena *p, const target_view *v, const layout *l)
{
    const formula *f = shift_by(p, "ashr", l->w - 1);
    return has_lowerings(v, f, l) ? f : NULL;
}

/* A funnel shift to the left by a constant: of one value a rotation, of two a join. */
static formula *funnel_by(arena *p, LLVMValueRef call, unsigned left, unsigned w)
{
    bool same = LLVMGetOperand(call, 0) == LLVMGetOperand(call, 1);
    formula *f = make_formula(p, "funnel", same ? 1 : 2);
    if (left == 0) add_step(p, f, "or", 0, 0, 0);
    else if (same) add_step(p, f, "rotl", left, 0, 0);
    else {
        add_step(p, f, "shl", left, 0, 0);
        add_step(p, f, "lshr", w - left, 1, 0);
        add_step(p, f, "or", 0, 2, 3);
    }
    return f;
}

/* The formula of a shift by a constant, or NULL when it is none. */
static formula *constant_formula(arena *p, LLVMValueRef inst, const char *name, unsigned w)
{
    uint64_t amount = 0;
    bool funnel_left = strcmp(name, "llvm.fshl") == 0,
         funnel = funnel_left || strcmp(name, "llvm.fshr") == 0;
    bool shift = strcmp(name, "shl") == 0 || strcmp(name, "lshr") == 0 || strcmp(name, "ashr") == 0;
    if (!(shift || funnel) ||
        !convert_constant_splat(LLVMGetOperand(inst, funnel ? 2 : 1), &amount))
        return NULL;
    if (shift) return amount < w ? shift_by(p, name, (unsigned)amount) : NULL;
    unsigned by = (unsigned)(amount % w);
    if (by == 0 && !funnel_left) return NULL; /* the second operand: rare */
    return funnel_by(p, inst, funnel_left ? by : w - by, w);
}

const formula *formula_of(arena *p, const target_view *v, LLVMValueRef inst, const layout *l)
{
    const char *name = formula_name(inst);
    const formula *f = constant_formula(p, inst, name, l->w);
    return f && has_lowerings(v, f, l) ? f : formula_find(v, name, l);
}

unsigned formula_layout_cost(const formula *f, const target_view *v, const layout *l)
{
    unsigned cost = 0;
    for (unsigned i = 0; i < f->nsteps; i++)
        for (unsigned k = 0; k < l->npieces; k++)
            cost += formula_cost(v, f->steps[i].op, l->w, l->pieces[k].bits);
    return cost;
}

static bool op_usable(targets *t, const target_view *v, const char *op, unsigned w, unsigned bits)
{
    const struct lowering_entry *e = formula_entry_of_parts(v, op, w, bits);
    return e && e->arity <= FORMULA_MAX_OPERANDS && target_recipe(t, v, e);
}

bool formula_usable(const formula *f, targets *t, const target_view *v, const layout *l)
{
    for (unsigned i = 0; i < f->nsteps; i++)
        for (unsigned k = 0; k < l->npieces; k++)
            if (!op_usable(t, v, f->steps[i].op, l->w, l->pieces[k].bits)) return false;
    return true;
}

LLVMValueRef formula_apply(const formula *f, targets *t, const target_view *v, const layout *l,
                           unsigned piece_number, LLVMBuilderRef b, const LLVMValueRef *operands)
{
    LLVMValueRef values[FORMULA_MAX_OPERANDS + FORMULA_MAX_STEPS];
    memcpy(values, operands, f->noperands * sizeof *operands);
    for (unsigned i = 0; i < f->nsteps; i++) {
        const formula_step *s = &f->steps[i];
        LLVMValueRef args[FORMULA_MAX_OPERANDS];
        for (unsigned k = 0; k < FORMULA_MAX_OPERANDS; k++)
            args[k] = values[s->value[k] < f->noperands + i ? s->value[k] : 0];
        values[f->noperands + i] = formula_apply_op(t, v, s->op, l->w, l->pieces[piece_number].bits,
                                                    b, args);
    }
    return values[f->noperands + f->nsteps - 1];
}
