// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* weigh.c - what instructions on small fields cost, about: lowered, and as LLVM does them.
 *
 * LLVM brings each field from memory to a lane, and back, by itself, and computes with all at once
 * in between; what is only moved stays in general registers. Lowered code has whole registers, and
 * pays where fields are few: for registers that they do not fill, for casts and for shuffles. This
 * file says which stock form an instruction is; the figures of these are measured (stock.h). Called
 * by plan.c; classify.c asks what numbers would cost. */
#include "weigh.h"

#include <string.h>

#include "lowerings/pass/lower/casts.h"
#include "lowerings/pass/lower/elements.h"
#include "lowerings/pass/lower/masks.h"
#include "lowerings/pass/lower/memory.h"

static const stock *stock_of(const plan *p) { return target_machine(p->view)->stock; }

static unsigned registers_of(const plan *p, unsigned bits)
{
    unsigned widest = target_register_bits(p->view);
    return (bits + widest - 1) / widest;
}

/* ---- lowered ---- */

static bool works_on_numbers(const node *n)
{
    return n &&
           (n->kind == NODE_CAST_OUT || n->kind == NODE_CAST_IN || n->kind == NODE_BY_NUMBERS ||
            n->kind == NODE_TO_FLOAT || n->kind == NODE_FROM_FLOAT);
}

/* Does all that is loaded become numbers, or come what is stored of these? Then it is not brought
 * to registers that hold whole fields. */
static bool is_of_bytes(const plan *p, const node *n)
{
    if (n->layout->total % 8) return false;
    if (n->kind == NODE_STORE)
        return works_on_numbers(nodes_lowered(p, LLVMGetOperand(n->inst, 0)));
    for (LLVMUseRef use = LLVMGetFirstUse(n->inst); use; use = LLVMGetNextUse(use))
        if (!works_on_numbers(nodes_lowered(p, LLVMGetUser(use)))) return false;
    return true;
}

static unsigned move_cost(const plan *p, stock_form form, unsigned bits)
{
    return stock_move(stock_of(p), form, bits / 8, 1);
}

/* A register of which only some whole bytes are in memory. */
static unsigned cost_of_part(const plan *p, unsigned bits)
{
    return move_cost(p, STOCK_ACCESS_PART, bits);
}

/* To bring the registers from memory, or there. */
static unsigned cost_of_access(const plan *p, const node *n)
{
    unsigned cost = 0;
    const layout *l = n->layout;
    if (is_of_bytes(p, n)) return l->total % 64 ? cost_of_part(p, 128) : registers_of(p, l->total);
    for (unsigned i = 0; i < l->npieces; i++) {
        unsigned used = l->pieces[i].used, bits = l->pieces[i].bits;
        bool at_once = used == bits || used == 8 || used == 16 || used == 32 || used == 64;
        cost += !memory_by_bytes(l) ? move_cost(p, STOCK_ACCESS_BITS, bits)
                : at_once           ? 1
                                    : cost_of_part(p, bits);
    }
    return cost;
}

static unsigned fields_cost(const plan *p, stock_form form, unsigned w, unsigned n)
{
    int cost = stock_fields(stock_of(p), form, w, n);
    return cost < 0 ? 0 : (unsigned)cost;
}

/* From numbers of `lane` bits to others of `bits`, or the other way. */
static unsigned cost_to_resize(const plan *p, stock_form form, unsigned lane, unsigned bits,
                               unsigned fields)
{
    enum { MEASURED = 32 }; /* bits of the wider numbers: of others registers are more or fewer */
    return bits > lane ? (fields_cost(p, form, lane, fields) * bits + MEASURED - 1) / MEASURED : 0;
}

/* Fields to numbers of `bits` bits, or from these. */
static unsigned cost_to_numbers(const plan *p, unsigned w, unsigned fields, unsigned bits)
{
    unsigned lane = casts_lane(w);
    return casts_cost(p->view, w, lane, fields) +
           cost_to_resize(p, STOCK_EXTEND, lane, bits, fields);
}

static unsigned cost_from_numbers(const plan *p, unsigned w, unsigned fields, unsigned bits)
{
    unsigned lane = casts_lane(w);
    return casts_cost(p->view, lane, w, fields) +
           cost_to_resize(p, STOCK_TRUNCATE, lane, bits, fields);
}

static unsigned element_bits(LLVMTypeRef vector)
{
    LLVMTypeRef element = LLVMGetElementType(vector);
    return LLVMGetTypeKind(element) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(element) : 32;
}

static unsigned cost_of_casts(plan *p, const node *n)
{
    unsigned from = n->in->w, to = n->layout->w, fields = n->layout->n;
    switch (n->kind) {
    case NODE_CAST_OUT: return cost_to_numbers(p, from, fields, element_bits(LLVMTypeOf(n->inst)));
    case NODE_TO_FLOAT: return cost_to_numbers(p, from, fields, 32) + registers_of(p, 32 * fields);
    case NODE_SELECT_OUT: return cost_to_numbers(p, from, fields, 8) + registers_of(p, 8 * fields);
    case NODE_CAST_IN:
        return cost_from_numbers(p, to, fields,
                                 element_bits(LLVMTypeOf(LLVMGetOperand(n->inst, 0))));
    case NODE_FROM_FLOAT:
        return cost_from_numbers(p, to, fields, 32) + registers_of(p, 32 * fields);
    default: break;
    }
    if (casts_direct(from, to)) return casts_cost(p->view, from, to, fields);
    return cost_to_numbers(p, from, fields, casts_lane(to)) +
           cost_from_numbers(p, to, fields, casts_lane(from));
}

/* ---- operations ---- */

/* The forms of an operation, also where its second operand is a constant. */
static const struct {
    const char *name;
    stock_form form, by_constant;
} operations[] = {
#define ONE(name, form)                                                                            \
    {                                                                                              \
        name, STOCK_##form, STOCK_##form                                                           \
    }
#define TWO(name, form)                                                                            \
    {                                                                                              \
        name, STOCK_##form, STOCK_##form##_CONSTANT                                                \
    }
    ONE("add", ADD),
    ONE("sub", SUB),
    ONE("and", AND),
    ONE("or", AND),
    ONE("xor", AND),
    TWO("mul", MUL),
    TWO("shl", SHL),
    TWO("lshr", LSHR),
    TWO("ashr", ASHR),
    TWO("udiv", UDIV),
    TWO("sdiv", SDIV),
    TWO("urem", UREM),
    TWO("srem", SREM),
    ONE("llvm.umax", UMIN),
    ONE("llvm.umin", UMIN),
    ONE("llvm.smax", SMIN),
    ONE("llvm.smin", SMIN),
    ONE("llvm.uadd.sat", UADD_SAT),
    ONE("llvm.usub.sat", USUB_SAT),
    ONE("llvm.sadd.sat", SADD_SAT),
    ONE("llvm.ssub.sat", SSUB_SAT),
    ONE("llvm.abs", ABS),
    ONE("llvm.ctpop", CTPOP),
    ONE("llvm.ctlz", CTLZ),
    ONE("llvm.cttz", CTTZ),
    ONE("llvm.ctlz nonzero", CTLZ),
    ONE("llvm.cttz nonzero", CTTZ),
    ONE("llvm.bitreverse", BITREVERSE),
    ONE("llvm.fshl", FSHL),
    ONE("llvm.fshr", FSHL),
#undef ONE
#undef TWO
};

/* Of all others, that move or choose whole registers of lanes, a sum stands. */
static stock_form form_of(LLVMValueRef inst, bool constant)
{
    const char *name = formula_name(inst);
    if (LLVMIsAICmpInst(inst)) return STOCK_COMPARE;
    for (size_t i = 0; name && i < sizeof operations / sizeof *operations; i++)
        if (strcmp(operations[i].name, name) == 0)
            return constant ? operations[i].by_constant : operations[i].form;
    return STOCK_ADD;
}

/* Is somebody in want of fields, where numbers are? */
static bool is_wanted_as_fields(const plan *p, const node *n)
{
    for (LLVMUseRef use = LLVMGetFirstUse(n->inst); use; use = LLVMGetNextUse(use))
        if (!works_on_numbers(nodes_lowered(p, LLVMGetUser(use)))) return true;
    return false;
}

static bool is_cast(LLVMValueRef operand) { return fields_small(LLVMTypeOf(operand)); }

static bool is_from_fields(const plan *p, LLVMValueRef operand)
{
    return is_cast(operand) && !works_on_numbers(nodes_lowered(p, operand));
}

static bool has_constant(LLVMValueRef inst)
{
    return LLVMGetNumOperands(inst) > 1 && LLVMIsConstant(LLVMGetOperand(inst, 1));
}

/* The operation itself, at least one instruction a register. A constant of fields below a byte is
 * cast as a variable is: LLVM does not see through all of that. */
static unsigned cost_on_numbers(const plan *p, LLVMValueRef inst, unsigned lane, unsigned fields)
{
    unsigned cost = fields_cost(p, form_of(inst, lane > 8 && has_constant(inst)), lane, fields),
             least = registers_of(p, lane * fields);
    return cost > least ? cost : least;
}

/* The operation on numbers, to which operands have to be brought that are none yet; and the way
 * back where somebody wants fields. */
static unsigned cost_by_numbers(const plan *p, const node *n)
{
    unsigned w = n->layout->w, lane = casts_lane(w), fields = n->layout->n,
             cost = cost_on_numbers(p, n->inst, lane, fields);
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(n->inst); i++)
        if (is_from_fields(p, LLVMGetOperand(n->inst, i)))
            cost += casts_cost(p->view, w, lane, fields);
    return is_wanted_as_fields(p, n) ? cost + casts_cost(p->view, lane, w, fields) : cost;
}

/* Fields that do not fill registers are joined from these before they are cast, and cut up after.
 */
static unsigned cost_to_join(const plan *p, const layout *l)
{
    unsigned cost = 0;
    if (l->total % 8 == 0 || casts_fill_registers(l)) return 0;
    for (unsigned i = 0; i < l->npieces; i++)
        cost += move_cost(p, STOCK_ACCESS_BITS, l->pieces[i].bits);
    return cost;
}

unsigned weigh_by_numbers(plan *p, LLVMValueRef inst, unsigned w)
{
    const layout *l = layout_of(&p->layouts, LLVMTypeOf(inst));
    unsigned fields = LLVMGetVectorSize(LLVMTypeOf(inst)), lane = casts_lane(w),
             join = l ? cost_to_join(p, l) : 0, back = casts_cost(p->view, lane, w, fields) + join,
             cost = cost_on_numbers(p, inst, lane, fields) + back;
    for (unsigned i = 0; i < 2 && i < (unsigned)LLVMGetNumOperands(inst); i++) {
        const node *maker = map_get(&p->by_inst, LLVMGetOperand(inst, i));
        if (maker && maker->kind == NODE_BY_NUMBERS) cost -= back / 2;
        else if (is_cast(LLVMGetOperand(inst, i)))
            cost += casts_cost(p->view, w, lane, fields) + join;
    }
    return cost;
}

/* ---- lowered, all ---- */

static unsigned cost_of_element(const plan *p, const node *n)
{
    bool takes = n->kind == NODE_EXTRACT,
         fixed = LLVMIsConstant(LLVMGetOperand(n->inst, takes ? 1 : 2));
    unsigned bits = n->layout->pieces[0].bits;
    if (fixed && bits < 128)
        return move_cost(p, takes ? STOCK_TAKE_OF_NUMBER : STOCK_REPLACE_IN_NUMBER, bits);
    if (takes) return move_cost(p, fixed ? STOCK_TAKE : STOCK_TAKE_AT, bits);
    return move_cost(p, fixed ? STOCK_REPLACE : STOCK_REPLACE_AT, bits);
}

static unsigned cost_of_reduction(const plan *p, const node *n)
{
    const char *pairwise;
    const layout *l = n->layout;
    if (nodes_is_test(n->inst)) return l->npieces * move_cost(p, STOCK_IS_ZERO, l->pieces[0].bits);
    const char *op = formula_reduction(n->inst, &pairwise);
    return elements_reduce_cost(p->view, op, pairwise, l);
}

unsigned weigh_ours(plan *p, const node *n)
{
    if (n->how) return formula_layout_cost(n->how, p->view, n->layout);
    switch (n->kind) {
    case NODE_BY_NUMBERS: return cost_by_numbers(p, n);
    case NODE_LOAD:
    case NODE_STORE: return cost_of_access(p, n);
    case NODE_FROM_BITS:
    case NODE_TO_BITS:
        return n->layout->npieces + (n->layout->total % 32 ? cost_of_part(p, 128) : 0);
    case NODE_CAST:
    case NODE_CAST_OUT:
    case NODE_CAST_IN:
    case NODE_TO_FLOAT:
    case NODE_FROM_FLOAT:
    case NODE_SELECT_OUT: return cost_of_casts(p, n);
    case NODE_SHUFFLE: return n->moves.cost;
    case NODE_EXTRACT:
    case NODE_INSERT: return cost_of_element(p, n);
    case NODE_REDUCE: return cost_of_reduction(p, n);
    case NODE_COMPARE_BITS: return masks_pack_cost(p->view, n->op, n->in);
    default: return n->layout->npieces;
    }
}

/* ---- as LLVM does it ---- */

static bool is_used_once(LLVMValueRef value)
{
    return LLVMGetFirstUse(value) && !LLVMGetNextUse(LLVMGetFirstUse(value));
}

/* Loaded for this shuffle alone? */
static const node *only_loaded(plan *p, LLVMValueRef x)
{
    const node *maker = nodes_lowered(p, x);
    return maker && maker->kind == NODE_LOAD && is_used_once(x) ? maker : NULL;
}

static bool is_only_stored(plan *p, const node *n)
{
    const node *user = is_used_once(n->inst)
                           ? nodes_lowered(p, LLVMGetUser(LLVMGetFirstUse(n->inst)))
                           : NULL;
    return user && user->kind == NODE_STORE;
}

static bool is_splat(LLVMValueRef shuffle)
{
    int first = LLVMGetMaskValue(shuffle, 0);
    for (unsigned i = 1; i < LLVMGetVectorSize(LLVMTypeOf(shuffle)); i++)
        if (LLVMGetMaskValue(shuffle, i) != first) return false;
    return true;
}

/* From memory to memory is one way, without lanes; else numbers are shuffled. Of a vector that is
 * loaded for it alone no more fields are got than the result has. */
static int weigh_shuffle(plan *p, const node *n)
{
    int less = 0, w = (int)n->layout->w, fields = (int)n->layout->n;
    unsigned vectors = 0;
    bool plain = is_only_stored(p, n);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef x = LLVMGetOperand(n->inst, i);
        if (LLVMIsUndef(x)) continue;
        vectors++;
        const node *load = only_loaded(p, x);
        plain &= load != NULL;
        if (load)
            less += stock_fields(stock_of(p), STOCK_GET, (unsigned)w, load->layout->n) -
                    stock_fields(stock_of(p), STOCK_GET, (unsigned)w, (unsigned)fields);
    }
    stock_form form = is_splat(n->inst) ? STOCK_SPLAT
                      : vectors == 2    ? STOCK_SHUFFLE_TWO
                                        : STOCK_SHUFFLE;
    unsigned lane = casts_lane((unsigned)w);
    return stock_fields(stock_of(p), form, plain ? (unsigned)w : lane, (unsigned)fields) - less;
}

/* Of casts to and from numbers that are no wider than lanes nothing is left to do. */
static int weigh_cast(plan *p, const node *n, stock_form form, LLVMTypeRef numbers)
{
    unsigned w = n->layout->w, bits = element_bits(numbers);
    return bits > casts_lane(w) ? stock_fields(stock_of(p), form, w, n->layout->n) : 0;
}

int weigh_theirs(plan *p, const node *n)
{
    const stock *s = stock_of(p);
    unsigned w = n->layout->w, fields = n->layout->n;
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(n->inst, 0));
    switch (n->kind) {
    case NODE_LOAD:
    case NODE_FROM_BITS: return stock_fields(s, STOCK_GET, w, fields);
    case NODE_STORE:
    case NODE_TO_BITS: return stock_fields(s, STOCK_PUT, w, fields);
    case NODE_CAST_OUT: return weigh_cast(p, n, STOCK_EXTEND, LLVMTypeOf(n->inst));
    case NODE_CAST_IN: return weigh_cast(p, n, STOCK_TRUNCATE, from);
    case NODE_TO_FLOAT: return stock_fields(s, STOCK_TO_FLOAT, w, fields);
    case NODE_FROM_FLOAT: return stock_fields(s, STOCK_FROM_FLOAT, w, fields);
    case NODE_REDUCE: return stock_fields(s, STOCK_REDUCE, w, fields);
    case NODE_SHUFFLE: return weigh_shuffle(p, n);
    case NODE_SEXT:
    case NODE_ZEXT: return 0;
    case NODE_SELECT_FIELDS:
        return stock_fields(s, STOCK_CHOOSE, w, fields) - stock_fields(s, STOCK_COMPARE, w, fields);
    case NODE_EXTRACT:
        return stock_fields(
            s, LLVMIsConstant(LLVMGetOperand(n->inst, 1)) ? STOCK_EXTRACT : STOCK_EXTRACT_AT, w,
            fields);
    case NODE_INSERT:
        return stock_fields(
            s, LLVMIsConstant(LLVMGetOperand(n->inst, 2)) ? STOCK_INSERT : STOCK_INSERT_AT, w,
            fields);
    default: return stock_fields(s, form_of(n->inst, has_constant(n->inst)), w, fields);
    }
}
