/* classify.c - what one instruction is to the pass, seen by itself.
 *
 * A compare of w-bit fields gives <n x i1>, but its lowering gives w-bit fields of ones or zeros: a mask. Where
 * w = 1 that is the same. Where w > 1 the value is kept as a mask as long as it is only combined with other such
 * masks, frozen, extended to w bits, or chooses between w-bit fields, which is what programs do with compares (and
 * what LLVM's instcombine makes of them: it moves the extension behind the logic). plan.c, which calls this file,
 * leaves compares that are used in any other way. */
#include "convert.h"
#include "plan.h"

static void leave(node *n, left_reason reason)
{
    n->kind = NODE_LEFT;
    n->reason = reason;
    n->layout = NULL;
    n->mask = false;
}

/* Sets kind and the layout of `type`; leaves the node when there is none. */
static void take(plan *p, node *n, node_kind kind, LLVMTypeRef type)
{
    n->layout = layout_of(&p->layouts, type);
    n->kind = kind;
    if (!n->layout) leave(n, LEFT_NO_LOWERING);
}

/* take, for what is computed: the formula's name is that of the instruction when NULL. */
static void take_computed(plan *p, node *n, node_kind kind, LLVMTypeRef type, const char *name)
{
    take(p, n, kind, type);
    if (n->kind == NODE_LEFT) return;
    n->how = formula_find(p->view, name ? name : formula_name(n->inst), n->layout);
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

/* The mask node that defines a value, or NULL. */
static const node *mask_of(const plan *p, LLVMValueRef value)
{
    const node *n = map_get(&p->by_inst, value);
    return n && n->mask ? n : NULL;
}

/* The type that a mask's carriers hold. */
static LLVMTypeRef mask_type(const node *mask)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(mask->inst));
    return LLVMVectorType(LLVMIntTypeInContext(c, mask->layout->w), mask->layout->n);
}

/* Logic on masks: both operands are masks of the same fields, or one is and the other is constant. */
static void classify_mask_logic(plan *p, node *n, const node *mask)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(n->inst);
    bool logic = opcode == LLVMAnd || opcode == LLVMOr || opcode == LLVMXor;
    for (unsigned i = 0; i < 2 && logic; i++) {
        LLVMValueRef operand = LLVMGetOperand(n->inst, i);
        const node *other = mask_of(p, operand);
        logic = other ? other->layout == mask->layout : convert_is_constant(operand);
    }
    if (!logic) {
        leave(n, LEFT_COMPARE_BITS);
        return;
    }
    take_computed(p, n, NODE_BINARY, mask_type(mask), NULL);
    n->mask = n->kind != NODE_LEFT;
}

static void classify_binary(plan *p, node *n)
{
    const node *mask = mask_of(p, LLVMGetOperand(n->inst, 0));
    if (!mask) mask = mask_of(p, LLVMGetOperand(n->inst, 1));
    if (mask) classify_mask_logic(p, n, mask);
    else take_computed(p, n, NODE_BINARY, LLVMTypeOf(n->inst), NULL);
}

static void classify_compare(plan *p, node *n)
{
    LLVMTypeRef type = type_of_operand(n, 0);
    if (!fields_small(type)) {
        leave(n, LEFT_OTHER);
        return;
    }
    take_computed(p, n, NODE_COMPARE, type, NULL);
    n->mask = n->kind != NODE_LEFT && n->layout->w > 1;
}

static void classify_extend(plan *p, node *n, node_kind kind)
{
    const node *mask = mask_of(p, LLVMGetOperand(n->inst, 0));
    LLVMTypeRef type = LLVMTypeOf(n->inst);
    if (!mask || field_width(type) != mask->layout->w) leave(n, LEFT_OTHER);
    else if (kind == NODE_ZEXT) take_computed(p, n, kind, type, "zext");
    else take(p, n, kind, type);
}

static void classify_select(plan *p, node *n)
{
    LLVMValueRef condition = LLVMGetOperand(n->inst, 0);
    LLVMTypeRef type = LLVMTypeOf(n->inst);
    if (LLVMGetTypeKind(LLVMTypeOf(condition)) != LLVMVectorTypeKind) {
        take(p, n, NODE_SELECT, type);
        return;
    }
    const node *mask = mask_of(p, condition);
    unsigned have = mask ? mask->layout->w : 1;
    if (have == field_width(type)) take_computed(p, n, NODE_SELECT_FIELDS, type, "select");
    else leave(n, LEFT_NO_LOWERING);
}

static void classify_freeze(plan *p, node *n)
{
    const node *mask = mask_of(p, LLVMGetOperand(n->inst, 0));
    take(p, n, NODE_FREEZE, mask ? mask_type(mask) : LLVMTypeOf(n->inst));
    n->mask = mask && n->kind != NODE_LEFT;
}

static void classify_memory(plan *p, node *n, node_kind kind, LLVMTypeRef type)
{
    if (LLVMGetVolatile(n->inst) || LLVMGetOrdering(n->inst) != LLVMAtomicOrderingNotAtomic) leave(n, LEFT_VOLATILE);
    else take(p, n, kind, type);
}

static void classify_bitcast(plan *p, node *n)
{
    LLVMTypeRef from = type_of_operand(n, 0), to = LLVMTypeOf(n->inst);
    if (!fields_small(from)) take(p, n, NODE_FROM_BITS, to);
    else if (!fields_small(to)) take(p, n, NODE_TO_BITS, from);
    else if (!layout_of(&p->layouts, from)) leave(n, LEFT_NO_LOWERING);
    else take(p, n, NODE_RECAST, to);
}

/* A phi beside a catchswitch: there is no place after it where its value could be handed to other code. */
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

void plan_classify(plan *p, node *n)
{
    switch (LLVMGetInstructionOpcode(n->inst)) {
    case LLVMICmp: classify_compare(p, n); break;
    case LLVMSExt: classify_extend(p, n, NODE_SEXT); break;
    case LLVMZExt: classify_extend(p, n, NODE_ZEXT); break;
    case LLVMSelect: classify_select(p, n); break;
    case LLVMPHI: classify_phi(p, n); break;
    case LLVMFreeze: classify_freeze(p, n); break;
    case LLVMLoad: classify_memory(p, n, NODE_LOAD, LLVMTypeOf(n->inst)); break;
    case LLVMStore: classify_memory(p, n, NODE_STORE, type_of_operand(n, 0)); break;
    case LLVMBitCast: classify_bitcast(p, n); break;
    default:
        if (formula_name(n->inst)) classify_binary(p, n);
        else leave(n, LEFT_OTHER);
    }
}

bool plan_takes_mask(const node *user, const node *mask)
{
    if (user->layout != mask->layout) return false;
    switch (user->kind) {
    case NODE_BINARY:
    case NODE_FREEZE: return user->mask;
    case NODE_SEXT:
    case NODE_ZEXT:
    case NODE_SELECT_FIELDS: return true;
    default: return false;
    }
}
