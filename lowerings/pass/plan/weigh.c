// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* weigh.c - what instructions on small fields cost, about: lowered, and as LLVM 19 does them.
 *
 * LLVM brings each field from memory to a lane, and back, by itself, and computes with all at once
 * in between; what is only moved stays in general registers. Lowered code has whole registers, and
 * pays where fields are few: for registers that they do not fill, for casts and for shuffles. The
 * figures are means over what both make of loads, one operation and a store, for many widths and
 * numbers of fields. Called by plan.c. */
#include "weigh.h"

#include "lowerings/pass/lower/casts.h"
#include "lowerings/pass/lower/memory.h"
#include "lowerings/pass/table/pattern.h"

enum { GET = 4, PUT = 4, PUT_WITHOUT_EXTRACTS = 5 };

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

/* To bring the registers from memory, or there. */
static unsigned cost_of_access(const plan *p, const node *n)
{
    enum { WHOLE = 1, PART = 4, BITS = 12 };
    unsigned cost = 0;
    const layout *l = n->layout;
    if (is_of_bytes(p, n)) return l->total % 64 ? PART : registers_of(p, l->total);
    for (unsigned i = 0; i < l->npieces; i++) {
        unsigned used = l->pieces[i].used;
        bool at_once = used == l->pieces[i].bits || used == 8 || used == 16 || used == 32 ||
                       used == 64;
        cost += !memory_by_bytes(l) ? BITS : at_once ? WHOLE : PART;
    }
    return cost;
}

/* One that was asked for before is remembered: a function may have very many casts, but of few
 * kinds. */
static unsigned cost_of_cast(plan *p, unsigned from, unsigned to, unsigned fields)
{
    for (const cast_price *c = p->cast_prices; c; c = c->next)
        if (c->from == from && c->to == to && c->fields == fields) return c->cost;
    cast_price *c = arena_new(p->arena, 1, cast_price);
    *c = (cast_price){from, to, fields, casts_cost(p->view, from, to, fields), p->cast_prices};
    p->cast_prices = c;
    return c->cost;
}

/* Fields to numbers of `bits` bits, or from these. */
static unsigned cost_to_numbers(plan *p, unsigned w, unsigned fields, unsigned bits)
{
    unsigned lane = casts_lane(w), resized = bits > lane ? registers_of(p, fields * bits) : 0;
    return cost_of_cast(p, w, lane, fields) + resized;
}

static unsigned cost_from_numbers(plan *p, unsigned w, unsigned fields, unsigned bits)
{
    unsigned lane = casts_lane(w), resized = bits > lane ? 2 * registers_of(p, fields * bits) : 0;
    return cost_of_cast(p, lane, w, fields) + resized;
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
    if (casts_direct(from, to)) return cost_of_cast(p, from, to, fields);
    return cost_to_numbers(p, from, fields, casts_lane(to)) +
           cost_from_numbers(p, to, fields, casts_lane(from));
}

/* The operation on numbers, to which operands have to be brought that are none yet; and the way
 * back where somebody wants fields. */
static unsigned cost_by_numbers(plan *p, const node *n)
{
    enum { DIVISION = 7 };
    unsigned w = n->layout->w, lane = casts_lane(w), fields = n->layout->n,
             cost = pattern_is_division(n->inst) ? DIVISION * fields
                                                 : 2 * registers_of(p, lane * fields);
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(n->inst); i++) {
        LLVMValueRef x = LLVMGetOperand(n->inst, i);
        if (fields_small(LLVMTypeOf(x)) && !LLVMIsConstant(x) &&
            !works_on_numbers(nodes_lowered(p, x)))
            cost += cost_of_cast(p, w, lane, fields);
    }
    for (LLVMUseRef use = LLVMGetFirstUse(n->inst); use; use = LLVMGetNextUse(use))
        if (!works_on_numbers(nodes_lowered(p, LLVMGetUser(use))))
            return cost + cost_of_cast(p, lane, w, fields);
    return cost;
}

unsigned weigh_ours(plan *p, const node *n)
{
    enum { ELEMENT = 4, VARIABLE_ELEMENT = 9, REDUCTION = 14, TEST = 3, BITS = 6 };
    if (n->how) return formula_layout_cost(n->how, p->view, n->layout);
    switch (n->kind) {
    case NODE_BY_NUMBERS: return cost_by_numbers(p, n);
    case NODE_LOAD:
    case NODE_STORE: return cost_of_access(p, n);
    case NODE_FROM_BITS:
    case NODE_TO_BITS: return n->layout->npieces + (n->layout->total % 32 ? BITS : 0);
    case NODE_CAST:
    case NODE_CAST_OUT:
    case NODE_CAST_IN:
    case NODE_TO_FLOAT:
    case NODE_FROM_FLOAT:
    case NODE_SELECT_OUT: return cost_of_casts(p, n);
    case NODE_SHUFFLE: return n->moves.cost;
    case NODE_EXTRACT:
        return LLVMIsConstant(LLVMGetOperand(n->inst, 1)) ? ELEMENT : VARIABLE_ELEMENT;
    case NODE_INSERT:
        return LLVMIsConstant(LLVMGetOperand(n->inst, 2)) ? ELEMENT : VARIABLE_ELEMENT;
    case NODE_REDUCE:
        return nodes_is_test(n->inst) ? TEST * n->layout->npieces : n->layout->npieces + REDUCTION;
    case NODE_COMPARE_BITS: return BITS * n->in->npieces;
    default: return n->layout->npieces;
    }
}

/* ---- as LLVM does it ---- */

/* How many fields of the operand the shuffle gives, each counted once. */
static unsigned fields_used(plan *p, LLVMValueRef shuffle, unsigned operand)
{
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(shuffle, 0))), used = 0;
    bool *seen = arena_new(p->arena, n, bool);
    for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(shuffle)); i++) {
        int from = LLVMGetMaskValue(shuffle, i);
        if (from < 0 || (unsigned)from / n != operand || seen[(unsigned)from % n]) continue;
        seen[(unsigned)from % n] = true;
        used++;
    }
    return used;
}

static bool is_used_once(LLVMValueRef value)
{
    return LLVMGetFirstUse(value) && !LLVMGetNextUse(LLVMGetFirstUse(value));
}

/* Of a vector that is only shuffled no more fields are got than are used, and from these to memory
 * is one way, without lanes; of one field for all it makes a few words, or halves of registers, and
 * repeats them. */
static int weigh_shuffle(plan *p, const node *n, int get, int put)
{
    enum { SPLAT_FIELD = 4, SPLAT_MOST = 100, SPLAT_MOST_WITHOUT_EXTRACTS = 50 };
    int less = 0, fields = (int)n->layout->n, used = 0;
    bool plain = true;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef x = LLVMGetOperand(n->inst, i);
        const node *maker = nodes_lowered(p, x);
        if (LLVMIsUndef(x)) continue;
        plain &= maker && maker->kind == NODE_LOAD && is_used_once(x);
        int taken = (int)fields_used(p, n->inst, i);
        used += taken;
        if (maker && maker->kind == NODE_LOAD && is_used_once(x))
            less += get * ((int)maker->layout->n - taken);
    }
    bool once = is_used_once(n->inst);
    const node *user = once ? nodes_lowered(p, LLVMGetUser(LLVMGetFirstUse(n->inst))) : NULL;
    if (!plain || !user || user->kind != NODE_STORE) return fields / 2 - less;
    int splat = SPLAT_FIELD * (fields - 1),
        most = target_can(p->view, CHOOSES_IN_16, 16) ? SPLAT_MOST : SPLAT_MOST_WITHOUT_EXTRACTS;
    if (used == 1) return (splat < most ? splat : most) - less - put * fields;
    return fields - less - (get * used < put * fields ? get * used : put * fields);
}

int weigh_theirs(plan *p, const node *n)
{
    /* FEW: a division of one or two narrow fields is hardly more than their way in and out */
    enum { DIVISION = 2, WIDE_DIVISION = 5, FEW = 10, NARROW = 8, EASY = 16 };
    int fields = (int)n->layout->n, more = n->layout->w > EASY, get = GET + more;
    int put = more + (target_can(p->view, CHOOSES_IN_16, 16) ? PUT : PUT_WITHOUT_EXTRACTS);
    switch (n->kind) {
    case NODE_LOAD:
    case NODE_FROM_BITS: return get * fields;
    case NODE_STORE:
    case NODE_TO_BITS: return put * fields;
    case NODE_CAST_OUT:
    case NODE_CAST_IN:
    case NODE_TO_FLOAT:
    case NODE_FROM_FLOAT: return fields / 2;
    case NODE_REDUCE: return fields / 2 + 2;
    case NODE_SHUFFLE: return weigh_shuffle(p, n, get, put);
    default: break;
    }
    if (!pattern_is_division(n->inst)) return fields;
    return more ? WIDE_DIVISION * fields : DIVISION * fields - (n->layout->w <= NARROW ? FEW : 0);
}
