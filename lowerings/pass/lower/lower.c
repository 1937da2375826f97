// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lower.c - replaces planned instructions by code on carriers.
 *
 * Each lowered node gets its carriers, made right before it from the carriers of its operands; phis
 * get theirs empty and are filled at the end. A value that comes from code that is left is taken
 * over once, right behind its definition; one that goes to code that is left is handed back once,
 * right behind the node. In the end the nodes have no users and are erased.
 *
 * The invariant on poison: a carrier is never partly poison. It is poison only if every field of
 * the vector is (after a select on a poison condition); so no operation on a carrier spreads poison
 * to a field that had none. Values from outside are frozen where they enter: loads as carriers,
 * bitcasts at the legal type that they come from, others at their own type unless LLVM knows that
 * they are not poison. A mask that some user wants as packed bits, or bits that one wants as a
 * mask, are converted once, right behind the value. Called by pass.c. */
#include "lower.h"

#include "casts.h"
#include "elements.h"
#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/base/shim.h"
#include "lowerings/pass/graph/flow.h"
#include "lowerings/pass/table/pattern.h"
#include "masks.h"
#include "memory.h"
#include "moves.h"

#include <string.h>

typedef struct lowerer {
    plan *plan;
    lanesmith_stats *stats;
    LLVMValueRef function;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    map carriers; /* by value: of nodes, and of values taken over */
    /* by value: of masks of which the highest bits of fields are right; all of them in carriers,
     * once asked for */
    map tops;
    map forms;    /* by value: the other forms of a vector of bits */
    map numbers;  /* by value: its fields as the low bits of whole bytes, words or doublewords */
    /* by value: the bytes that its fields lie in one after the other, where registers hold whole
     * fields only */
    map dense;
    map behind;   /* by value: the instruction before which code behind the value is put */
} lowerer;

/* A vector of bits in another form than its own: as a mask of some width, or packed. */
typedef struct form {
    const layout *layout;
    LLVMValueRef *carriers;
    struct form *next;
} form;

static site here(const lowerer *lo)
{
    return (site){lo->plan->arena, lo->plan->targets, lo->plan->view, lo->builder};
}

static LLVMValueRef *new_carriers(lowerer *lo, const layout *l)
{
    return arena_new(lo->plan->arena, l->npieces, LLVMValueRef);
}

/* ---- places ---- */

/* Behind a value, and behind what was put there before: always before the instruction that stood
 * behind it at first, or before the first one after that which need not stand at the head of its
 * block. */
static void place_behind(lowerer *lo, LLVMValueRef value)
{
    LLVMValueRef next = map_get(&lo->behind, value);
    if (!next) {
        next = LLVMIsAInstruction(value)
                   ? LLVMGetNextInstruction(value)
                   : LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(lo->function));
        while (flow_stays_first(next)) next = LLVMGetNextInstruction(next);
        map_put(&lo->behind, value, next);
    }
    LLVMPositionBuilderBefore(lo->builder, next);
}

/* From here on code is built behind the value, until build_here_again with what this gives. */
static LLVMBuilderRef build_behind(lowerer *lo, LLVMValueRef value)
{
    LLVMBuilderRef here = lo->builder;
    lo->builder = LLVMCreateBuilderInContext(lo->context);
    place_behind(lo, value);
    return here;
}

static void build_here_again(lowerer *lo, LLVMBuilderRef here)
{
    LLVMDisposeBuilder(lo->builder);
    lo->builder = here;
}

/* ---- taking over ---- */

static const LLVMValueRef *take_over(lowerer *lo, const layout *l, LLVMValueRef value)
{
    LLVMValueRef *carriers = new_carriers(lo, l);
    LLVMBuilderRef here_before = build_behind(lo, value);
    LLVMValueRef defined = value;
    if (!shim_not_poison(value)) {
        defined = LLVMBuildFreeze(lo->builder, value, "");
        lo->stats->freeze_own_type++;
    }
    convert_from_value(lo->builder, l, defined, carriers);
    build_here_again(lo, here_before);
    lo->stats->border_in++;
    map_put(&lo->carriers, value, carriers);
    return carriers;
}

/* The highest bit of each field to all its bits. */
static const LLVMValueRef *spread_tops(lowerer *lo, const layout *own, LLVMValueRef value,
                                       const LLVMValueRef *tops)
{
    const plan *p = lo->plan;
    LLVMValueRef *carriers = new_carriers(lo, own);
    LLVMBuilderRef here_before = build_behind(lo, value);
    for (unsigned i = 0; i < own->npieces; i++)
        carriers[i] = formula_apply(nodes_lowered(p, value)->from_top, p->targets, p->view, own, i,
                                    lo->builder, &tops[i]);
    build_here_again(lo, here_before);
    map_put(&lo->carriers, value, carriers);
    return carriers;
}

static const LLVMValueRef *own_carriers(lowerer *lo, const layout *own, LLVMValueRef value)
{
    const LLVMValueRef *known = map_get(&lo->carriers, value),
                       *tops = known ? NULL : map_get(&lo->tops, value);
    if (known) return known;
    return tops ? spread_tops(lo, own, value, tops) : take_over(lo, own, value);
}

/* Packed bits from a mask, or a mask from packed bits; from one mask to another through bits. */
static void change_form(lowerer *lo, const layout *from, const LLVMValueRef *a, const layout *to,
                        LLVMValueRef *out)
{
    site x = here(lo);
    if (from->w > 1 && to->w > 1) {
        const layout *bits = nodes_mask_layout(lo->plan, lo->context, 1, from->n);
        LLVMValueRef *packed = new_carriers(lo, bits);
        change_form(lo, from, a, bits, packed);
        change_form(lo, bits, packed, to, out);
    } else if (from->w > 1) {
        masks_pack(&x, "mask_bits", from, a, NULL, to, out);
        lo->stats->mask_to_bits++;
    } else {
        masks_unpack(&x, from, a, to, out);
        lo->stats->bits_to_mask++;
    }
}

static const LLVMValueRef *other_form(lowerer *lo, const layout *own, LLVMValueRef value,
                                      const layout *l)
{
    form *known = map_get(&lo->forms, value);
    for (form *f = known; f; f = f->next)
        if (f->layout == l) return f->carriers;
    const LLVMValueRef *a = own_carriers(lo, own, value);
    form *made = arena_new(lo->plan->arena, 1, form);
    *made = (form){l, new_carriers(lo, l), known};
    LLVMBuilderRef here_before = build_behind(lo, value);
    change_form(lo, own, a, l, made->carriers);
    build_here_again(lo, here_before);
    map_put(&lo->forms, value, made);
    return made->carriers;
}

/* The carriers of an operand, in the layout that its user wants it in. */
static const LLVMValueRef *carriers_of(lowerer *lo, const layout *l, LLVMValueRef value)
{
    if (convert_is_constant(value)) {
        LLVMValueRef *made = new_carriers(lo, l);
        convert_constant(l, value, made);
        return made;
    }
    const layout *own = nodes_layout(lo->plan, value);
    return own == l ? own_carriers(lo, own, value) : other_form(lo, own, value, l);
}

static LLVMValueRef frozen(lowerer *lo, LLVMValueRef value)
{
    if (shim_not_poison(value)) return value;
    lo->stats->freeze_legal++;
    return LLVMBuildFreeze(lo->builder, value, "");
}

/* A number in the lowest field of every register. */
static const LLVMValueRef *number_carriers(lowerer *lo, const layout *l, LLVMValueRef number)
{
    LLVMValueRef *carriers = new_carriers(lo, l), whole = frozen(lo, number);
    LLVMTypeRef word = LLVMInt64TypeInContext(lo->context);
    for (unsigned i = 0; i < l->npieces; i++) {
        LLVMTypeRef type = fields_carrier(lo->context, l->pieces[i].bits);
        if (l->pieces[i].bits <= 64) carriers[i] = LLVMBuildZExt(lo->builder, whole, type, "");
        else
            carriers[i] = LLVMBuildInsertElement(lo->builder, LLVMConstNull(type),
                                                 LLVMBuildZExt(lo->builder, whole, word, ""),
                                                 LLVMConstNull(word), "");
    }
    return carriers;
}

static const LLVMValueRef *operand(lowerer *lo, const node *n, unsigned i)
{
    LLVMValueRef value = n->args[0] ? n->args[i] : LLVMGetOperand(n->inst, i);
    bool number = n->args[0] && LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind;
    return number ? number_carriers(lo, n->in, value) : carriers_of(lo, n->in, value);
}

/* ---- nodes ---- */

/* A computed node: `operands` are its operands' carriers. */
static void compute(lowerer *lo, const node *n, const LLVMValueRef *const *operands,
                    LLVMValueRef *out)
{
    plan *p = lo->plan;
    for (unsigned i = 0; i < n->layout->npieces; i++) {
        LLVMValueRef pieces[FORMULA_MAX_OPERANDS];
        for (unsigned k = 0; k < n->how->noperands; k++) pieces[k] = operands[k][i];
        out[i] = formula_apply(n->how, p->targets, p->view, n->layout, i, lo->builder, pieces);
    }
}

/* The operand of a node for which the highest bits of a mask's fields are enough. */
static const LLVMValueRef *operand_or_tops(lowerer *lo, const node *n, unsigned i)
{
    const LLVMValueRef *tops = map_get(&lo->tops, LLVMGetOperand(n->inst, i));
    return tops ? tops : operand(lo, n, i);
}

/* ---- logic of 128 bits that are numbers before and after ---- */

enum { NUMBER = 128 };

/* Is the user a number, or in memory? */
static bool is_number_or_stored(LLVMValueRef user)
{
    if (LLVMIsAStoreInst(user)) return true;
    return LLVMIsABitCastInst(user) && LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMIntegerTypeKind;
}

static bool is_number(LLVMValueRef carrier)
{
    return LLVMIsABitCastInst(carrier) &&
           LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(carrier, 0))) == LLVMIntegerTypeKind;
}

/* LLVM adds and shifts 128 bits in general registers. Logic in between is done there, too, where an
 * operand comes from there and the result goes there: to get to a vector register and back takes
 * longer than the logic. */
static bool lower_as_number(lowerer *lo, const node *n, const LLVMValueRef *const *operands,
                            LLVMValueRef *out)
{
    bool whole = n->layout->npieces == 1 && n->layout->total == NUMBER &&
                 n->layout->pieces[0].bits == NUMBER;
    if (!pattern_is_logic(n->inst) || n->args[0] || n->from_top || n->how->noperands != 2 || !whole)
        return false;
    LLVMValueRef x = operands[0][0], y = operands[1][0];
    if ((!is_number(x) && !is_number(y)) || !pattern_ends(n->inst, is_number_or_stored))
        return false;
    LLVMTypeRef number = LLVMIntTypeInContext(lo->context, NUMBER), type = LLVMTypeOf(x);
    x = LLVMBuildBitCast(lo->builder, x, number, "");
    y = LLVMBuildBitCast(lo->builder, y, number, "");
    LLVMValueRef r = LLVMBuildBinOp(lo->builder, LLVMGetInstructionOpcode(n->inst), x, y, "");
    out[0] = LLVMBuildBitCast(lo->builder, r, type, "");
    return true;
}

static void lower_computed(lowerer *lo, const node *n, LLVMValueRef *out)
{
    const LLVMValueRef *operands[FORMULA_MAX_OPERANDS];
    for (unsigned k = 0; k < n->how->noperands; k++)
        operands[k] = n->from_top ? operand_or_tops(lo, n, k) : operand(lo, n, k);
    if (!lower_as_number(lo, n, operands, out)) compute(lo, n, operands, out);
}

static void lower_zext(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMValueRef *ones = new_carriers(lo, n->layout);
    convert_splat(lo->context, n->layout, 1, ones);
    compute(lo, n, (const LLVMValueRef *const[]){operand(lo, n, 0), ones}, out);
}

/* All fields are poison where the condition is; still the register may not be: a select by fields
 * may take one of them. */
static void lower_select(lowerer *lo, const node *n, LLVMValueRef *out)
{
    const LLVMValueRef *a = operand(lo, n, 1), *b = operand(lo, n, 2);
    LLVMValueRef condition = frozen(lo, LLVMGetOperand(n->inst, 0));
    for (unsigned i = 0; i < n->layout->npieces; i++)
        out[i] = LLVMBuildSelect(lo->builder, condition, a[i], b[i], "");
}

static void lower_phi(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMPositionBuilderBefore(lo->builder, n->inst);
    for (unsigned i = 0; i < n->layout->npieces; i++)
        out[i] = LLVMBuildPhi(lo->builder, fields_carrier(lo->context, n->layout->pieces[i].bits),
                              "");
}

static void lower_freeze(lowerer *lo, const node *n, LLVMValueRef *out)
{
    const LLVMValueRef *a = operand(lo, n, 0);
    for (unsigned i = 0; i < n->layout->npieces; i++)
        out[i] = LLVMBuildFreeze(lo->builder, a[i], "");
}

/* Does anybody take the value apart into numbers, for which bytes as memory has them are better
 * than registers with whole fields? */
static bool wants_dense(const plan *p, const node *n)
{
    if (n->layout->total % 8 || casts_fill_registers(n->layout)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(n->inst); use; use = LLVMGetNextUse(use)) {
        const node *user = nodes_lowered(p, LLVMGetUser(use));
        node_kind kind = user && !user->part ? user->kind : NODE_LEFT;
        if (kind == NODE_BY_NUMBERS || kind == NODE_CAST || kind == NODE_CAST_OUT ||
            kind == NODE_TO_FLOAT)
            return true;
    }
    return false;
}

/* The value from its bytes, so that it is the same however it is used. */
static void take_dense(lowerer *lo, const node *n, LLVMValueRef bytes, LLVMValueRef *out)
{
    map_put(&lo->dense, n->inst, bytes);
    convert_from_value(lo->builder, n->layout, bytes, out);
}

static LLVMTypeRef vector_type(const lowerer *lo, unsigned w, unsigned n)
{
    return LLVMVectorType(LLVMIntTypeInContext(lo->context, w), n);
}

static void lower_load(lowerer *lo, const node *n, LLVMValueRef *out)
{
    unsigned bytes = n->layout->total / 8;
    if (wants_dense(lo->plan, n))
        take_dense(lo, n, memory_load_bytes(lo->builder, n->inst, bytes), out);
    else memory_load(lo->builder, n->layout, n->inst, out);
}

static void lower_from_bits(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMValueRef bits = frozen(lo, LLVMGetOperand(n->inst, 0));
    LLVMTypeRef bytes = vector_type(lo, 8, n->layout->total / 8);
    if (wants_dense(lo->plan, n))
        take_dense(lo, n, LLVMBuildBitCast(lo->builder, bits, bytes, ""), out);
    else convert_from_value(lo->builder, n->layout, bits, out);
}

/* Those who count a mask's bits, of which there is no other user, get their number. */
static void give_count(lowerer *lo, const node *n, LLVMValueRef count)
{
    LLVMTypeRef type = LLVMTypeOf(n->inst);
    count = LLVMBuildIntCast2(lo->builder, count, type, false, "");
    for (LLVMUseRef use = LLVMGetFirstUse(n->inst); use; use = LLVMGetNextUse(use))
        LLVMReplaceAllUsesWith(LLVMGetUser(use), count);
    LLVMReplaceAllUsesWith(n->inst, LLVMConstNull(type));
}

static void lower_to_bits(lowerer *lo, const node *n)
{
    LLVMValueRef from = LLVMGetOperand(n->inst, 0);
    /* a mask: classify.c keeps it for those who count */
    bool counted = n->in->w > LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(from)));
    if (!counted) {
        LLVMReplaceAllUsesWith(n->inst, convert_to_type(lo->builder, n->layout, operand(lo, n, 0),
                                                        LLVMTypeOf(n->inst)));
        return;
    }
    const LLVMValueRef *a = operand_or_tops(lo, n, 0);
    bool tops = map_get(&lo->tops, from) != NULL;
    if (masks_can_count(lo->plan->view, n->in))
        give_count(lo, n, masks_count(lo->builder, n->in, a, tops));
    else LLVMReplaceAllUsesWith(n->inst, masks_gather(lo->builder, n->in, a, tops));
}

/* ---- casts ---- */

static bool is_signed(LLVMOpcode opcode)
{
    return opcode == LLVMSExt || opcode == LLVMSIToFP;
}

/* The operand as numbers: a mask that is zero-extended becomes ones. */
static const LLVMValueRef *numbers(lowerer *lo, const node *n)
{
    const LLVMValueRef *a = operand(lo, n, 0);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(n->inst, 0));
    bool is_mask = n->in->w > LLVMGetIntTypeWidth(LLVMGetElementType(type));
    if (!is_mask || LLVMGetInstructionOpcode(n->inst) != LLVMZExt) return a;
    LLVMValueRef *ones = new_carriers(lo, n->in);
    convert_splat(lo->context, n->in, 1, ones);
    for (unsigned i = 0; i < n->in->npieces; i++)
        ones[i] = LLVMBuildAnd(lo->builder, a[i], ones[i], "");
    return ones;
}

/* A vector of few enough fields, each shifted out of a copy of the whole: some processors have an
 * instruction that shifts every lane by an amount of its own. Element i is x >> i * w, cut to w
 * bits; or x shifted up so that its sign stands on top. */
static LLVMValueRef spread_by_shifts(lowerer *lo, const node *n, const LLVMValueRef *a, unsigned to,
                                     bool sign)
{
    LLVMValueRef amount[64], low[64], index[64];
    unsigned w = n->in->w, fields = n->in->n;
    LLVMTypeRef lane = LLVMIntTypeInContext(lo->context, to), vector = LLVMVectorType(lane, fields);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(lo->context);
    for (unsigned i = 0; i < fields; i++) {
        amount[i] = LLVMConstInt(lane, sign ? to - (i + 1) * w : i * w, 0);
        low[i] = LLVMConstInt(lane, sign ? to - w : (1U << w) - 1, 0);
        index[i] = LLVMConstInt(i32, 0, 0);
    }
    LLVMValueRef whole = LLVMBuildZExtOrBitCast(lo->builder, a[0], lane, ""),
                 none = LLVMGetPoison(vector);
    LLVMValueRef x = LLVMBuildInsertElement(lo->builder, none, whole, index[0], "");
    x = LLVMBuildShuffleVector(lo->builder, x, none, LLVMConstVector(index, fields), "");
    if (!sign) x = LLVMBuildLShr(lo->builder, x, LLVMConstVector(amount, fields), "");
    else x = LLVMBuildShl(lo->builder, x, LLVMConstVector(amount, fields), "");
    return sign ? LLVMBuildAShr(lo->builder, x, LLVMConstVector(low, fields), "")
                : LLVMBuildAnd(lo->builder, x, LLVMConstVector(low, fields), "");
}

static bool can_spread_by_shifts(const lowerer *lo, const node *n, unsigned to)
{
    const piece *p = n->in->pieces;
    return n->in->npieces == 1 && p->bits <= to && n->in->n <= 64 && (to == 32 || to == 64) &&
           n->in->n * to <= lo->plan->view->max_bits &&
           target_can(lo->plan->view, SHIFTS_EACH_32, 16);
}

/* Numbers of which the low w bits are right, with the bits above that are wanted. */
static LLVMValueRef extended(lowerer *lo, LLVMValueRef numbers, unsigned w, formula_extension as)
{
    LLVMTypeRef type = LLVMTypeOf(numbers);
    if (as == NUMBERS_UNSIGNED)
        return LLVMBuildAnd(lo->builder, numbers, convert_number(type, (UINT64_C(1) << w) - 1), "");
    if (as == NUMBERS_ANY) return numbers;
    LLVMValueRef above = convert_number(type, LLVMGetIntTypeWidth(LLVMGetElementType(type)) - w);
    return LLVMBuildAShr(lo->builder, LLVMBuildShl(lo->builder, numbers, above, ""), above, "");
}

/* The operand's fields as numbers of `to` bits, 8, 16, 32 or 64. */
static LLVMValueRef widened(lowerer *lo, const node *n, unsigned to, bool sign)
{
    site x = here(lo);
    LLVMValueRef known = map_get(&lo->numbers, LLVMGetOperand(n->inst, 0)),
                 bytes = map_get(&lo->dense, LLVMGetOperand(n->inst, 0)), fields;
    if (can_spread_by_shifts(lo, n, to)) return spread_by_shifts(lo, n, numbers(lo, n), to, sign);
    if (known) fields = extended(lo, known, n->in->w, sign ? NUMBERS_SIGNED : NUMBERS_UNSIGNED);
    else if (bytes) fields = casts_widen_bytes(&x, n->in->w, n->in->n, bytes, sign);
    else fields = casts_widen(&x, n->in, numbers(lo, n), sign);
    return casts_resize(&x, fields, to, sign);
}

static bool is_only_stored(const plan *p, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        const node *user = nodes_lowered(p, LLVMGetUser(use));
        if (!user || user->kind != NODE_STORE) return false;
    }
    return true;
}

/* Takes numbers of whole bytes, none of them poison. What is only stored is made as the bytes that
 * are. */
static void narrow(lowerer *lo, const node *n, LLVMValueRef value, LLVMValueRef *out)
{
    site x = here(lo);
    const layout *l = n->layout;
    value = casts_resize(&x, value, casts_lane(l->w), false);
    if (l->total % 8 == 0 && !casts_fill_registers(l) && is_only_stored(lo->plan, n->inst)) {
        LLVMValueRef bytes = convert_part(lo->builder, casts_narrow_bytes(&x, l->w, value), 0,
                                          l->total / 8);
        map_put(&lo->dense, n->inst, bytes);
        /* nobody's */
        for (unsigned i = 0; i < l->npieces; i++)
            out[i] = LLVMGetPoison(fields_carrier(lo->context, l->pieces[i].bits));
    } else {
        casts_narrow(&x, l, value, out);
    }
}

/* An operand's fields as numbers in bytes, words or doublewords. */
static LLVMValueRef operand_numbers(lowerer *lo, const node *n, unsigned i, formula_extension as)
{
    site x = here(lo);
    LLVMValueRef value = LLVMGetOperand(n->inst, i), known = map_get(&lo->numbers, value),
                 bytes = map_get(&lo->dense, value);
    if (known) return extended(lo, known, n->in->w, as);
    if (bytes) return casts_widen_bytes(&x, n->in->w, n->in->n, bytes, as == NUMBERS_SIGNED);
    return casts_widen(&x, n->in, operand(lo, n, i), as == NUMBERS_SIGNED);
}

static LLVMValueRef call_on_numbers(lowerer *lo, const node *n, formula_extension as)
{
    LLVMValueRef args[FORMULA_MAX_OPERANDS];
    unsigned count = LLVMGetNumArgOperands(n->inst);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef own = LLVMGetOperand(n->inst, i);
        args[i] = fields_small(LLVMTypeOf(own)) ? operand_numbers(lo, n, i, as) : own;
    }
    LLVMTypeRef type = LLVMTypeOf(args[0]);
    unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(n->inst));
    LLVMValueRef callee = LLVMGetIntrinsicDeclaration(lo->plan->targets->module, id, &type, 1);
    return LLVMBuildCall2(lo->builder, LLVMGlobalGetValueType(callee), callee, args, count, "");
}

/* Amounts of shifts are cut, since no field's result may poison its neighbours. */
static LLVMValueRef operator_on_numbers(lowerer *lo, const node *n, formula_extension as)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(n->inst);
    bool shift = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
    LLVMValueRef a = operand_numbers(lo, n, 0, as),
                 b = operand_numbers(lo, n, 1, shift ? NUMBERS_UNSIGNED : as);
    if (shift)
        b = LLVMBuildAnd(lo->builder, b, convert_number(LLVMTypeOf(b), casts_lane(n->in->w) - 1),
                         "");
    return LLVMBuildBinOp(lo->builder, opcode, a, b, "");
}

/* LLVM's operation on numbers, which stay for operations that take them so; fields are made for
 * others, and go if there are none. */
static void lower_by_numbers(lowerer *lo, const node *n, LLVMValueRef *out)
{
    formula_extension as = formula_numbers(n->inst);
    LLVMValueRef result = LLVMIsACallInst(n->inst) ? call_on_numbers(lo, n, as)
                                                   : operator_on_numbers(lo, n, as);
    map_put(&lo->numbers, n->inst, result);
    narrow(lo, n, result, out);
}

/* The select stays LLVM's, by a mask as wide as its elements. */
static void lower_select_out(lowerer *lo, const node *n)
{
    site x = here(lo);
    LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(n->inst));
    LLVMTypeKind kind = LLVMGetTypeKind(element);
    unsigned bits = kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(element)
                    : kind == LLVMFloatTypeKind ? 32
                                                : 64;
    LLVMValueRef mask = casts_widen(&x, n->in, operand(lo, n, 0), true);
    if (bits > 8) mask = LLVMBuildSExt(lo->builder, mask, vector_type(lo, bits, n->in->n), "");
    mask = LLVMBuildICmp(lo->builder, LLVMIntSLT, mask, LLVMConstNull(LLVMTypeOf(mask)), "");
    LLVMReplaceAllUsesWith(n->inst, LLVMBuildSelect(lo->builder, mask, LLVMGetOperand(n->inst, 1),
                                                    LLVMGetOperand(n->inst, 2), ""));
}

static void lower_cast_out(lowerer *lo, const node *n)
{
    unsigned to = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(n->inst)));
    LLVMReplaceAllUsesWith(n->inst,
                           widened(lo, n, to, is_signed(LLVMGetInstructionOpcode(n->inst))));
}

static void lower_to_float(lowerer *lo, const node *n)
{
    bool sign = is_signed(LLVMGetInstructionOpcode(n->inst));
    LLVMValueRef ints = widened(lo, n, 32, sign);
    LLVMReplaceAllUsesWith(n->inst, LLVMBuildSIToFP(lo->builder, ints, LLVMTypeOf(n->inst), ""));
}

/* Between widths that divide each other directly, else through numbers. */
static void lower_cast(lowerer *lo, const node *n, LLVMValueRef *out)
{
    site x = here(lo);
    bool sign = is_signed(LLVMGetInstructionOpcode(n->inst));
    if (casts_direct(n->in->w, n->layout->w))
        casts_apply(&x, n->in, numbers(lo, n), sign, n->layout, out);
    else narrow(lo, n, widened(lo, n, casts_lane(n->layout->w), sign), out);
}

static void lower_cast_in(lowerer *lo, const node *n, LLVMValueRef *out)
{
    narrow(lo, n, frozen(lo, LLVMGetOperand(n->inst, 0)), out);
}

/* What does not fit the field is poison, so that any conversion that is right for what fits will
 * do. */
static void lower_from_float(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMTypeRef type = vector_type(lo, 32, n->layout->n);
    LLVMValueRef ints = LLVMBuildFPToSI(lo->builder, LLVMGetOperand(n->inst, 0), type, "");
    narrow(lo, n, frozen(lo, ints), out);
}

static void lower_store(lowerer *lo, const node *n)
{
    LLVMValueRef dense = map_get(&lo->dense, LLVMGetOperand(n->inst, 0));
    if (dense) memory_store_at(lo->builder, n->inst, 0, dense);
    else memory_store(lo->builder, n->layout, n->inst, operand(lo, n, 0));
}

/* ---- elements, reductions, shuffles ---- */

static void lower_extract(lowerer *lo, const node *n)
{
    site x = here(lo);
    LLVMReplaceAllUsesWith(
        n->inst, elements_extract(&x, n->in, operand(lo, n, 0), LLVMGetOperand(n->inst, 1)));
}

static void lower_insert(lowerer *lo, const node *n, LLVMValueRef *out)
{
    site x = here(lo);
    LLVMValueRef field = frozen(lo, LLVMGetOperand(n->inst, 1)), index = LLVMGetOperand(n->inst, 2);
    elements_insert(&x, n->in, operand(lo, n, 0), field, index, out);
    for (unsigned i = 0; i < n->layout->npieces && !LLVMIsAConstantInt(index); i++)
        out[i] = frozen(lo, out[i]); /* the index may be poison or too large */
}

/* Whether all fields that a compare is about are equal, or any are not: without the compare. NULL
 * for other tests. */
static LLVMValueRef test_of_equality(lowerer *lo, const node *n, bool all)
{
    const node *compare = nodes_lowered(lo->plan, LLVMGetOperand(n->inst, 0));
    if (!compare || compare->kind != NODE_COMPARE || compare->layout != n->in) return NULL;
    if (LLVMGetICmpPredicate(compare->inst) != (all ? LLVMIntEQ : LLVMIntNE)) return NULL;
    site x = here(lo);
    const LLVMValueRef *a = operand(lo, compare, 0), *b = operand(lo, compare, 1);
    const piece *first = n->in->pieces;
    if (n->in->npieces == 1 && first->used == first->bits) {
        LLVMTypeRef whole = LLVMIntTypeInContext(lo->context, first->bits);
        LLVMValueRef left = LLVMBuildBitCast(lo->builder, a[0], whole, ""),
                     right = LLVMBuildBitCast(lo->builder, b[0], whole, "");
        return LLVMBuildICmp(lo->builder, all ? LLVMIntEQ : LLVMIntNE, left, right, "");
    }
    LLVMValueRef *differ = new_carriers(lo, n->in);
    for (unsigned i = 0; i < n->in->npieces; i++)
        differ[i] = LLVMBuildXor(lo->builder, a[i], b[i], "");
    LLVMValueRef any = elements_test(&x, false, n->in, differ);
    return all ? LLVMBuildNot(lo->builder, any, "") : any;
}

static void lower_reduce(lowerer *lo, const node *n)
{
    site x = here(lo);
    const char *pairwise = NULL;
    formula_reduction(n->inst, &pairwise);
    if (nodes_is_test(n->inst)) {
        bool all = strcmp(pairwise, "and") == 0;
        LLVMValueRef test = test_of_equality(lo, n, all);
        LLVMReplaceAllUsesWith(n->inst,
                               test ? test : elements_test(&x, all, n->in, operand(lo, n, 0)));
        return;
    }
    LLVMReplaceAllUsesWith(n->inst, elements_reduce(&x, n->op, pairwise, n->in, operand(lo, n, 0)));
}

static void lower_shuffle(lowerer *lo, const node *n, LLVMValueRef *out)
{
    site x = here(lo);
    const LLVMValueRef *b = n->moves.second ? operand(lo, n, 1) : NULL;
    moves_apply(&x, &n->moves, n->in, operand(lo, n, 0), b, n->layout, out);
}

static void lower_compare_bits(lowerer *lo, const node *n, LLVMValueRef *out)
{
    site x = here(lo);
    masks_pack(&x, n->op, n->in, operand(lo, n, 0), operand(lo, n, 1), n->layout, out);
}

/* From fields of one width to fields of another. */
static void lower_recast(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMValueRef value = LLVMGetOperand(n->inst, 0);
    /* bits, if the value is a mask */
    const layout *from = layout_of(&lo->plan->layouts, LLVMTypeOf(value));
    const LLVMValueRef *a = carriers_of(lo, from, value);
    if (layout_same(from, n->layout)) {
        memcpy(out, a, n->layout->npieces * sizeof *out);
        return;
    }
    LLVMTypeRef bits = LLVMIntTypeInContext(lo->context, from->total);
    convert_from_value(lo->builder, n->layout, convert_to_type(lo->builder, from, a, bits), out);
}

static void lower_node(lowerer *lo, const node *n)
{
    if (n->part) return;
    LLVMValueRef *out = new_carriers(lo, n->layout);
    LLVMPositionBuilderBefore(lo->builder, n->inst);
    switch (n->kind) {
    case NODE_BINARY:
    case NODE_CALL:
    case NODE_COMPARE:
    case NODE_SELECT_FIELDS: lower_computed(lo, n, out); break;
    case NODE_BY_NUMBERS: lower_by_numbers(lo, n, out); break;
    case NODE_COMPARE_BITS: lower_compare_bits(lo, n, out); break;
    case NODE_CAST: lower_cast(lo, n, out); break;
    case NODE_CAST_OUT: lower_cast_out(lo, n); break;
    case NODE_SELECT_OUT: lower_select_out(lo, n); break;
    case NODE_CAST_IN: lower_cast_in(lo, n, out); break;
    case NODE_TO_FLOAT: lower_to_float(lo, n); break;
    case NODE_FROM_FLOAT: lower_from_float(lo, n, out); break;
    case NODE_EXTRACT: lower_extract(lo, n); break;
    case NODE_INSERT: lower_insert(lo, n, out); break;
    case NODE_REDUCE: lower_reduce(lo, n); break;
    case NODE_SHUFFLE: lower_shuffle(lo, n, out); break;
    case NODE_SEXT: memcpy(out, operand(lo, n, 0), n->layout->npieces * sizeof *out); break;
    case NODE_ZEXT: lower_zext(lo, n, out); break;
    case NODE_SELECT: lower_select(lo, n, out); break;
    case NODE_PHI: lower_phi(lo, n, out); break;
    case NODE_FREEZE: lower_freeze(lo, n, out); break;
    case NODE_LOAD: lower_load(lo, n, out); break;
    case NODE_STORE: lower_store(lo, n); break;
    case NODE_FROM_BITS: lower_from_bits(lo, n, out); break;
    case NODE_TO_BITS: lower_to_bits(lo, n); break;
    case NODE_RECAST: lower_recast(lo, n, out); break;
    case NODE_LEFT: break;
    }
    map_put(n->from_top ? &lo->tops : &lo->carriers, n->inst, out);
}

/* ---- finishing ---- */

static void fill_phi(lowerer *lo, const node *n)
{
    const LLVMValueRef *phis = map_get(&lo->carriers, n->inst);
    unsigned count = LLVMCountIncoming(n->inst);
    for (unsigned k = 0; k < count; k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(n->inst, k);
        const LLVMValueRef *carriers = carriers_of(lo, n->layout, LLVMGetIncomingValue(n->inst, k));
        for (unsigned i = 0; i < n->layout->npieces; i++) {
            LLVMValueRef value = carriers[i];
            LLVMAddIncoming(phis[i], &value, &from, 1);
        }
    }
}

static bool used_by_code_that_is_left(const plan *p, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (!nodes_lowered(p, LLVMGetUser(use))) return true;
    return false;
}

/* Single bits that mask registers hold go there from memory at once: for code that is left the load
 * stays. That also keeps LLVM 19 from a trap: logic of two bitcasts of numbers to such bits, each
 * used elsewhere, its combiner turns to and fro for ever. */
static bool stays_loaded(const lowerer *lo, const node *n)
{
    unsigned bits = n->layout->n;
    bool held = bits >= 8 && bits <= 64 && (bits & (bits - 1)) == 0;
    return n->kind == NODE_LOAD && n->layout->w == 1 && held &&
           target_can(lo->plan->view, COMPARES_TO_BITS, 64);
}

static void leave_to_others(const lowerer *lo, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value), next; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (!nodes_lowered(lo->plan, user)) continue;
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
            if (LLVMGetOperandUse(user, i) == use)
                LLVMSetOperand(user, i, LLVMGetPoison(LLVMTypeOf(value)));
    }
}

static void hand_back(lowerer *lo, const node *n)
{
    /* its users have its value already */
    if (!fields_small(LLVMTypeOf(n->inst)) || n->kind == NODE_STORE) return;
    if (stays_loaded(lo, n)) {
        leave_to_others(lo, n->inst);
        return;
    }
    LLVMValueRef value = LLVMGetPoison(LLVMTypeOf(n->inst));
    if (used_by_code_that_is_left(lo->plan, n->inst)) {
        const layout *own = layout_of(&lo->plan->layouts, LLVMTypeOf(n->inst));
        const LLVMValueRef *carriers = carriers_of(lo, own, n->inst);
        place_behind(lo, n->inst);
        value = convert_to_type(lo->builder, own, carriers, LLVMTypeOf(n->inst));
        lo->stats->border_out++;
    }
    LLVMReplaceAllUsesWith(n->inst, value);
}

static bool is_wide(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return false;
    LLVMTypeRef element = LLVMGetElementType(type);
    return LLVMGetTypeKind(element) == LLVMIntegerTypeKind &&
           LLVMGetVectorSize(type) * LLVMGetIntTypeWidth(element) >= 512;
}

/* Whether an intrinsic gives a wide vector: a lowering of narrower fields may look them up in a
 * wide table. */
static bool calls_wide_intrinsic(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAIntrinsicInst(i) && is_wide(LLVMTypeOf(i))) return true;
    return false;
}

/* LLVM splits wide vectors of ordinary operations unless the function says that it needs them
 * whole. */
static void require_wide_registers(const lowerer *lo, unsigned bits)
{
    static const char name[] = "min-legal-vector-width";
    const char *now = target_attribute(lo->plan->arena, lo->function, name);
    if (!*now || strcmp(now, "512") == 0 || (bits < 512 && !calls_wide_intrinsic(lo->function)))
        return;
    LLVMAttributeRef wide = LLVMCreateStringAttribute(lo->context, name, sizeof name - 1, "512", 3);
    LLVMAddAttributeAtIndex(lo->function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, wide);
}

static unsigned widest_piece(const plan *p)
{
    unsigned widest = 0;
    for (unsigned i = 0; i < p->count; i++) {
        const node *n = &p->nodes[i];
        if (n->kind != NODE_LEFT && n->layout->pieces[0].bits > widest)
            widest = n->layout->pieces[0].bits;
        if (n->kind != NODE_LEFT && n->in->pieces[0].bits > widest) widest = n->in->pieces[0].bits;
    }
    return widest;
}

typedef void node_step(lowerer *lo, const node *n);

static void for_each_lowered(lowerer *lo, node_step *act)
{
    for (unsigned i = 0; i < lo->plan->count; i++)
        if (lo->plan->nodes[i].kind != NODE_LEFT) act(lo, &lo->plan->nodes[i]);
}

static void fill_if_phi(lowerer *lo, const node *n)
{
    if (n->kind == NODE_PHI) fill_phi(lo, n);
}

static void erase(lowerer *lo, const node *n)
{
    if (stays_loaded(lo, n) && LLVMGetFirstUse(n->inst)) return;
    LLVMInstructionEraseFromParent(n->inst);
}

void lower_function(plan *p, LLVMValueRef function, lanesmith_stats *stats)
{
    lowerer lo = {.plan = p, .stats = stats, .function = function};
    lo.context = LLVMGetTypeContext(LLVMTypeOf(function));
    lo.builder = LLVMCreateBuilderInContext(lo.context);
    for_each_lowered(&lo, lower_node);
    for_each_lowered(&lo, fill_if_phi);
    for_each_lowered(&lo, hand_back);
    for_each_lowered(&lo, erase);
    require_wide_registers(&lo, widest_piece(p));
    LLVMDisposeBuilder(lo.builder);
    map_free(&lo.carriers);
    map_free(&lo.tops);
    map_free(&lo.forms);
    map_free(&lo.dense);
    map_free(&lo.numbers);
    map_free(&lo.behind);
}
