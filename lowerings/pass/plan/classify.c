// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* classify.c - what one instruction is to the pass, seen by itself.
 *
 * A compare of w-bit fields gives <n x i1>, but its lowering gives w-bit fields of ones or zeros: a
 * mask. Where w = 1 that is the same. Where w > 1 the value is kept as a mask where it is combined
 * with other such masks, frozen, extended, counted, or chooses between w-bit fields, which is what
 * programs do with compares (and what LLVM's instcombine makes of them: it moves the extension
 * behind the logic). All other users get packed bits, made of the mask once; a compare that has
 * only such users gives them at once where the table can. Of a mask that is only counted the
 * highest bits of fields are enough: the compare is "eq_top" then, not "eq". plan.c calls this
 * file. */
#include "classify.h"

#include <string.h>

#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/lower/casts.h"
#include "lowerings/pass/lower/elements.h"
#include "lowerings/pass/lower/masks.h"
#include "lowerings/pass/lower/moves.h"
#include "lowerings/pass/table/pattern.h"
#include "weigh.h"

static void leave(node *n, left_reason reason)
{
    n->kind = NODE_LEFT;
    n->reason = reason;
    n->layout = n->in = NULL;
    n->mask = false;
    n->from_top = NULL;
}

/* Sets kind and the layout of `type`; leaves the node when there is none. */
static void take(plan *p, node *n, node_kind kind, LLVMTypeRef type)
{
    n->layout = n->in = layout_of(&p->layouts, type);
    n->kind = kind;
    if (!n->layout) leave(n, LEFT_NO_LOWERING);
}

/* take, for what is computed: the formula's name is that of the instruction when NULL. */
static void take_computed(plan *p, node *n, node_kind kind, LLVMTypeRef type, const char *name)
{
    take(p, n, kind, type);
    if (n->kind == NODE_LEFT) return;
    n->how = name ? formula_find(p->view, name, n->layout)
                  : formula_of(p->arena, p->view, n->inst, n->layout);
    if (!n->how) leave(n, LEFT_NO_LOWERING);
}

static LLVMTypeRef type_of_operand(const node *n, unsigned i)
{
    return LLVMTypeOf(LLVMGetOperand(n->inst, i));
}

static unsigned field_width(LLVMTypeRef type)
{
    unsigned w = 0, count;
    fields_of_type(type, &w, &count);
    return w;
}

/* The type that a mask's carriers hold. */
static LLVMTypeRef mask_type(const node *mask)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(mask->inst));
    return LLVMVectorType(LLVMIntTypeInContext(c, mask->layout->w), mask->layout->n);
}

/* ---- masks and bits ---- */

/* The node's value is a mask of the fields of its layout. */
static void make_mask(plan *p, node *n)
{
    n->mask = n->kind != NODE_LEFT && n->layout->w > 1;
    n->packs = n->mask && masks_pack_cost(p->view, "mask_bits", n->layout) &&
               layout_of(&p->layouts, LLVMTypeOf(n->inst));
}

/* ---- masks of which one bit a field is enough ---- */

/* Is the value a vector of bits as a number whose ones are counted, and nothing else done with it?
 */
static bool is_counted(LLVMValueRef value)
{
    static const char name[] = "llvm.ctpop";
    static unsigned ctpop;
    if (!LLVMIsABitCastInst(value) || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
        return false;
    if (!ctpop) ctpop = LLVMLookupIntrinsicID(name, sizeof name - 1);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMIsACallInst(LLVMGetUser(use)),
                     callee = call ? LLVMGetCalledValue(call) : NULL;
        if (!callee || !LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) != ctpop)
            return false;
    }
    return LLVMGetFirstUse(value) != NULL;
}

/* Are the highest bits of a mask all that anybody wants? Should somebody want more after all,
 * lower_carriers.c spreads them. */
static bool wants_tops(const node *mask)
{
    return mask->mask && masks_can_gather(mask->layout) && pattern_ends(mask->inst, is_counted);
}

static void consider_tops(plan *p, node *compare)
{
    if (!wants_tops(compare)) return;
    const formula *top = formula_top(p->view, compare->inst, compare->layout),
                  *spread = formula_spread(p->arena, p->view, compare->layout);
    if (!top || !spread || !formula_usable(spread, p->targets, p->view, compare->layout)) return;
    if (formula_layout_cost(top, p->view, compare->layout) >=
        formula_layout_cost(compare->how, p->view, compare->layout))
        return;
    compare->how = top;
    compare->from_top = spread;
}

/* Logic of masks where both operands are masks of the same fields, or one is and the other is
 * constant; else of bits. */
static bool classify_mask_logic(plan *p, node *n, const node *mask)
{
    bool logic = pattern_is_logic(n->inst);
    const formula *spread = NULL;
    for (unsigned i = 0; i < 2 && logic; i++) {
        LLVMValueRef operand = LLVMGetOperand(n->inst, i);
        const node *other = nodes_mask(p, operand);
        if (other && other->from_top) spread = other->from_top;
        logic = other ? other->layout == mask->layout : convert_is_constant(operand);
    }
    if (!logic) return false;
    take_computed(p, n, NODE_BINARY, mask_type(mask), NULL);
    make_mask(p, n);
    if (spread && wants_tops(n)) n->from_top = spread;
    return true;
}

/* Have casts.c and uneven.c ways for fields of that width? Words and doublewords are had without
 * byte shuffles only by long ways. */
static bool is_cast_width(const plan *p, unsigned w)
{
    return w &&
           (w < 8 || (w < 32 && !fields_whole_width(w) && target_can(p->view, CHOOSES_IN_16, 16)));
}

static bool takes_numbers(const plan *p, LLVMValueRef inst)
{
    for (unsigned i = 0; i < 2; i++) {
        const node *maker = map_get(&p->by_inst, LLVMGetOperand(inst, i));
        if (maker && maker->kind == NODE_BY_NUMBERS) return true;
    }
    return false;
}

/* Is the operation one that LLVM has on numbers, and long on fields of w bits? Logic is short on
 * both. */
static bool may_be_by_numbers(const plan *p, LLVMValueRef inst, unsigned w)
{
    if (pattern_is_division(inst))
        /* one by one in any case: moving them costs as much */
        return target_can(p->view, CHOOSES_IN_16, 16);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: return true;
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: return w > 8 && takes_numbers(p, inst);
    default: return w > 8 && formula_numbers(inst) != NUMBERS_NONE;
    }
}

/* A shift by constants of fields below a byte is short as the table has it: LLVM folds most of it.
 */
static bool is_folded(const node *n, unsigned w)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(n->inst);
    bool shift = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
    return n->kind != NODE_LEFT && w < 8 && shift && LLVMIsConstant(LLVMGetOperand(n->inst, 1));
}

/* What the table does not have of fields that cross bytes, or has only long. */
static void consider_numbers(plan *p, node *n)
{
    LLVMTypeRef type = LLVMTypeOf(n->inst);
    unsigned w = field_width(type), count = LLVMGetVectorSize(type);
    if ((w & (w - 1)) == 0 || !is_cast_width(p, w) || count > FIELDS_MAX ||
        !may_be_by_numbers(p, n->inst, w) || is_folded(n, w))
        return;
    unsigned price = weigh_by_numbers(p, n->inst, w);
    if (pattern_is_logic(n->inst)) price = 0; /* where the numbers are already */
    if (n->kind != NODE_LEFT && formula_layout_cost(n->how, p->view, n->layout) <= price) return;
    n->how = NULL;
    n->price = price;
    take(p, n, NODE_BY_NUMBERS, type);
}

static void classify_binary(plan *p, node *n)
{
    node_kind kind = LLVMIsACallInst(n->inst) ? NODE_CALL : NODE_BINARY;
    const node *mask = nodes_mask(p, LLVMGetOperand(n->inst, 0));
    if (!mask && kind == NODE_BINARY) mask = nodes_mask(p, LLVMGetOperand(n->inst, 1));
    if (mask && kind == NODE_BINARY && classify_mask_logic(p, n, mask)) return;
    take_computed(p, n, kind, LLVMTypeOf(n->inst), NULL);
    consider_numbers(p, n);
}

/* Would the user, an instruction, rather have packed bits than a mask? */
static bool wants_bits(LLVMValueRef user, const layout *mask)
{
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMBitCast: return !masks_can_gather(mask) || !is_counted(user);
    case LLVMSExt:
    case LLVMZExt: return false;
    case LLVMSelect:
        return fields_small(LLVMTypeOf(user)) ? field_width(LLVMTypeOf(user)) != mask->w
                                              : mask->w >= 8;
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMFreeze: return false;
    case LLVMCall: return !nodes_is_test(user);
    default: return true;
    }
}

static bool all_want_bits(const node *n)
{
    for (LLVMUseRef use = LLVMGetFirstUse(n->inst); use; use = LLVMGetNextUse(use))
        if (!wants_bits(LLVMGetUser(use), n->layout)) return false;
    return LLVMGetFirstUse(n->inst) != NULL;
}

/* The operation for a compare of which bits are wanted: what is below zero has its highest bit. */
static const char *bits_op(const plan *p, const node *n)
{
    const char *op = formula_bits_name(n->inst);
    bool is_sign = LLVMGetICmpPredicate(n->inst) == LLVMIntSLT &&
                   LLVMIsNull(LLVMGetOperand(n->inst, 1));
    unsigned sign = is_sign ? masks_pack_cost(p->view, "sign_bits", n->layout) : 0,
             any = masks_pack_cost(p->view, op, n->layout);
    return sign && (!any || sign < any) ? "sign_bits" : op;
}

static void classify_compare(plan *p, node *n)
{
    LLVMTypeRef type = type_of_operand(n, 0);
    if (!fields_small(type)) {
        leave(n, LEFT_OTHER);
        return;
    }
    take_computed(p, n, NODE_COMPARE, type, NULL);
    make_mask(p, n);
    consider_tops(p, n);
    if (n->from_top || !n->mask || !n->packs || !all_want_bits(n)) return;
    const char *op = bits_op(p, n);
    const char *plain = n->how->nsteps == 1 ? n->how->steps[0].op : NULL;
    const struct lowering_entry *e = plain ? target_find(p->view, plain, n->layout->w,
                                                         n->layout->pieces[0].bits)
                                           : NULL;
    unsigned at_once = masks_pack_cost(p->view, op, n->layout),
             later = masks_pack_cost(p->view, "mask_bits", n->layout);
    if (!at_once || (e && at_once > later + n->layout->npieces * e->insns)) return;
    n->kind = NODE_COMPARE_BITS;
    n->op = op;
    n->mask = false;
    n->layout = layout_of(&p->layouts, LLVMTypeOf(n->inst));
}

/* ---- casts ---- */

/* Has LLVM 19 no short way from single bits to whole bytes? It has with mask registers that they
 * fit, and without such up to 64 bits by testing them, if they are a power of two. */
static bool bits_are_scalarized(const plan *p, const layout *in)
{
    if (target_can(p->view, COMPARES_TO_BITS, 64)) return !fields_fit_masks(in->n);
    return in->n > 64 || (in->n & (in->n - 1)) != 0;
}

/* From fields of the layout `in` to those of the type; a mask's fields count as what it is a mask
 * of. */
static void classify_cast_from(plan *p, node *n, const layout *in)
{
    unsigned to = field_width(LLVMTypeOf(n->inst));
    if (!in) leave(n, LEFT_NO_LOWERING);
    else if (!is_cast_width(p, in->w) || in->n > FIELDS_MAX) leave(n, LEFT_WIDTH);
    else if (fields_whole_width(to) && (in->w > 1 || bits_are_scalarized(p, in))) {
        n->kind = NODE_CAST_OUT;
        n->layout = n->in = in;
    } else if (is_cast_width(p, to)) {
        take(p, n, NODE_CAST, LLVMTypeOf(n->inst));
        n->in = n->kind == NODE_LEFT ? NULL : in;
    } else {
        leave(n, LEFT_WIDTH);
    }
}

static void classify_extend(plan *p, node *n, node_kind kind)
{
    const node *mask = nodes_mask(p, LLVMGetOperand(n->inst, 0));
    LLVMTypeRef type = LLVMTypeOf(n->inst), from = type_of_operand(n, 0);
    if (!mask && !fields_small(from)) leave(n, LEFT_WIDTH);
    else if (!mask || field_width(type) != mask->layout->w)
        classify_cast_from(p, n, mask ? mask->layout : layout_of(&p->layouts, from));
    else if (kind == NODE_ZEXT) take_computed(p, n, kind, type, "zext");
    else take(p, n, kind, type);
}

static void classify_trunc(plan *p, node *n)
{
    LLVMTypeRef from = type_of_operand(n, 0), to = LLVMTypeOf(n->inst);
    if (!fields_small(to)) leave(n, LEFT_WIDTH);
    else if (fields_small(from)) classify_cast_from(p, n, layout_of(&p->layouts, from));
    else if (!fields_whole_width(field_width(from)) || !is_cast_width(p, field_width(to)) ||
             field_width(to) == 1 || LLVMGetVectorSize(to) > FIELDS_MAX)
        leave(n, LEFT_WIDTH);
    else take(p, n, NODE_CAST_IN, to);
}

static void classify_float(plan *p, node *n)
{
    bool in = fields_small(LLVMTypeOf(n->inst));
    LLVMTypeRef type = in ? LLVMTypeOf(n->inst) : type_of_operand(n, 0);
    const node *mask = in ? NULL : nodes_mask(p, LLVMGetOperand(n->inst, 0));
    unsigned w = field_width(type);
    if (mask || w == 1 || !is_cast_width(p, w) || LLVMGetVectorSize(type) > FIELDS_MAX)
        leave(n, LEFT_WIDTH);
    else take(p, n, in ? NODE_FROM_FLOAT : NODE_TO_FLOAT, type);
}

/* ---- elements, shuffles, reductions ---- */

static void classify_element(plan *p, node *n, node_kind kind, unsigned index_operand)
{
    LLVMValueRef index = LLVMGetOperand(n->inst, index_operand);
    take(p, n, kind, type_of_operand(n, 0));
    if (n->kind == NODE_LEFT) return;
    bool in_range = LLVMIsAConstantInt(index) && LLVMGetIntTypeWidth(LLVMTypeOf(index)) <= 64 &&
                    LLVMConstIntGetZExtValue(index) < n->layout->n;
    bool variable = !LLVMIsConstant(index) && elements_can_index(n->layout);
    if (LLVMIsAConstantInt(index) ? !in_range : !variable) leave(n, LEFT_INDEX);
}

static void classify_reduce(plan *p, node *n)
{
    const char *pairwise = NULL;
    const char *op = formula_reduction(n->inst, &pairwise);
    const node *mask = nodes_mask(p, LLVMGetOperand(n->inst, 0));
    bool test = nodes_is_test(n->inst);
    take(p, n, NODE_REDUCE, mask && test ? mask_type(mask) : type_of_operand(n, 0));
    n->op = op;
    if (n->kind != NODE_LEFT && !test && !elements_can_reduce(p->view, pairwise, n->layout))
        leave(n, LEFT_NO_LOWERING);
}

static void classify_shuffle(plan *p, node *n)
{
    take(p, n, NODE_SHUFFLE, LLVMTypeOf(n->inst));
    if (n->kind == NODE_LEFT) return;
    n->in = layout_of(&p->layouts, type_of_operand(n, 0));
    if (!n->in) {
        leave(n, LEFT_NO_LOWERING);
        return;
    }
    bool possible = moves_plan(p->view, n->inst, n->in, n->layout, &n->moves);
    if (possible && (n->moves.cheaper || p->always)) return;
    p->priced_out |= possible;
    leave(n, LEFT_SHUFFLE);
}

/* ---- the rest ---- */

/* The bits of an element of a vector of numbers; 0 of others. */
static unsigned element_bits(LLVMTypeRef vector)
{
    LLVMTypeRef element = LLVMGetElementType(vector);
    switch (LLVMGetTypeKind(element)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(element);
    case LLVMFloatTypeKind: return 32;
    case LLVMDoubleTypeKind: return 64;
    default: return 0;
    }
}

/* A mask becomes one of wider fields; bits do where LLVM takes them apart. With mask registers LLVM
 * wants bits. */
static void classify_select_out(plan *p, node *n, LLVMTypeRef type)
{
    const node *mask = nodes_mask(p, LLVMGetOperand(n->inst, 0));
    const layout *in = mask ? mask->layout : layout_of(&p->layouts, type_of_operand(n, 0));
    bool usable = in && in->w < 8 && in->n <= FIELDS_MAX &&
                  fields_whole_width(element_bits(type)) &&
                  !target_can(p->view, COMPARES_TO_BITS, 64);
    if (!usable || (!mask && !bits_are_scalarized(p, in))) {
        leave(n, LEFT_OTHER);
        return;
    }
    n->kind = NODE_SELECT_OUT;
    n->layout = n->in = in;
}

static void classify_select(plan *p, node *n)
{
    LLVMValueRef condition = LLVMGetOperand(n->inst, 0);
    LLVMTypeRef type = LLVMTypeOf(n->inst);
    if (LLVMGetTypeKind(LLVMTypeOf(condition)) != LLVMVectorTypeKind) {
        take(p, n, NODE_SELECT, type);
        return;
    }
    if (!fields_small(type)) {
        classify_select_out(p, n, type);
        return;
    }
    take_computed(p, n, NODE_SELECT_FIELDS, type, "select");
    if (n->kind == NODE_LEFT) return;
    const node *mask = nodes_mask(p, condition);
    bool as_it_is = mask ? mask->layout == n->layout : n->layout->w == 1;
    if (!as_it_is && !masks_can_unpack(p->view, n->layout)) leave(n, LEFT_NO_LOWERING);
}

static void classify_freeze(plan *p, node *n)
{
    const node *mask = nodes_mask(p, LLVMGetOperand(n->inst, 0));
    take(p, n, NODE_FREEZE, mask ? mask_type(mask) : LLVMTypeOf(n->inst));
    if (mask) make_mask(p, n);
}

static void classify_memory(plan *p, node *n, node_kind kind, LLVMTypeRef type)
{
    if (LLVMGetVolatile(n->inst) || LLVMGetOrdering(n->inst) != LLVMAtomicOrderingNotAtomic)
        leave(n, LEFT_VOLATILE);
    else take(p, n, kind, type);
}

static void classify_bitcast(plan *p, node *n)
{
    LLVMTypeRef from = type_of_operand(n, 0), to = LLVMTypeOf(n->inst);
    const node *mask = nodes_mask(p, LLVMGetOperand(n->inst, 0));
    if (mask && masks_can_gather(mask->layout) && is_counted(n->inst))
        take(p, n, NODE_TO_BITS, mask_type(mask));
    else if (!fields_small(from)) take(p, n, NODE_FROM_BITS, to);
    else if (!fields_small(to)) take(p, n, NODE_TO_BITS, from);
    else if (!layout_of(&p->layouts, from)) leave(n, LEFT_NO_LOWERING);
    else take(p, n, NODE_RECAST, to);
}

/* A phi beside a catchswitch: there is no place after it where its value could be handed to other
 * code. */
static bool no_place_behind(LLVMValueRef inst)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(inst));
    return LLVMIsACatchSwitchInst(last) != NULL;
}

static void classify_phi(plan *p, node *n)
{
    if (no_place_behind(n->inst)) leave(n, LEFT_OTHER);
    else take(p, n, NODE_PHI, LLVMTypeOf(n->inst));
}

static void classify_call(plan *p, node *n)
{
    const char *pairwise;
    if (formula_reduction(n->inst, &pairwise)) classify_reduce(p, n);
    else if (formula_name(n->inst)) classify_binary(p, n);
    else leave(n, LEFT_OTHER);
}

void classify_node(plan *p, node *n)
{
    switch (LLVMGetInstructionOpcode(n->inst)) {
    case LLVMICmp: classify_compare(p, n); break;
    case LLVMSExt: classify_extend(p, n, NODE_SEXT); break;
    case LLVMZExt: classify_extend(p, n, NODE_ZEXT); break;
    case LLVMTrunc: classify_trunc(p, n); break;
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPToSI:
    case LLVMFPToUI: classify_float(p, n); break;
    case LLVMExtractElement: classify_element(p, n, NODE_EXTRACT, 1); break;
    case LLVMInsertElement: classify_element(p, n, NODE_INSERT, 2); break;
    case LLVMShuffleVector: classify_shuffle(p, n); break;
    case LLVMCall: classify_call(p, n); break;
    case LLVMSelect: classify_select(p, n); break;
    case LLVMPHI: classify_phi(p, n); break;
    case LLVMFreeze: classify_freeze(p, n); break;
    case LLVMLoad: classify_memory(p, n, NODE_LOAD, LLVMTypeOf(n->inst)); break;
    case LLVMStore: classify_memory(p, n, NODE_STORE, type_of_operand(n, 0)); break;
    case LLVMBitCast: classify_bitcast(p, n); break;
    default:
        if (formula_name(n->inst) && fields_small(LLVMTypeOf(n->inst))) classify_binary(p, n);
        else leave(n, LEFT_OTHER);
    }
}

bool classify_takes_mask(const node *user, const node *mask)
{
    if (user->in != mask->layout) return false;
    switch (user->kind) {
    case NODE_BINARY:
    case NODE_FREEZE: return user->mask;
    case NODE_SEXT:
    case NODE_ZEXT:
    case NODE_CAST:
    case NODE_CAST_OUT:
    case NODE_TO_BITS:
    case NODE_SELECT_OUT:
    case NODE_SELECT_FIELDS: return true;
    case NODE_REDUCE: return nodes_is_test(user->inst);
    default: return false;
    }
}
