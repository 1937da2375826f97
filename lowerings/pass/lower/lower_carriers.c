// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lower_carriers.c - the carriers of values: taken over where a value comes from code that is left,
 * and brought to the form that a node wants, once each. The code of nodes asks for them
 * (lower_nodes.c, lower_numbers.c). */
#include "lower_carriers.h"

#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/base/shim.h"
#include "lowerings/pass/graph/flow.h"
#include "masks.h"

/* A vector of bits in another form than its own: as a mask of some width, or packed. */
typedef struct form {
    const layout *layout;
    LLVMValueRef *carriers;
    struct form *next;
} form;

LLVMValueRef *carriers_new(lowerer *lo, const layout *l)
{
    return arena_new(lo->plan->arena, l->npieces, LLVMValueRef);
}

/* ---- places ---- */

void carriers_place_behind(lowerer *lo, LLVMValueRef value)
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
    carriers_place_behind(lo, value);
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
    LLVMValueRef *carriers = carriers_new(lo, l);
    LLVMBuilderRef here_before = build_behind(lo, value);
    LLVMValueRef defined = convert_lengthened(lo->builder, value);
    if (!shim_not_poison(value)) {
        defined = LLVMBuildFreeze(lo->builder, defined, "");
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
    LLVMValueRef *carriers = carriers_new(lo, own);
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
        LLVMValueRef *packed = carriers_new(lo, bits);
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
    *made = (form){l, carriers_new(lo, l), known};
    LLVMBuilderRef here_before = build_behind(lo, value);
    change_form(lo, own, a, l, made->carriers);
    build_here_again(lo, here_before);
    map_put(&lo->forms, value, made);
    return made->carriers;
}

const LLVMValueRef *carriers_of(lowerer *lo, const layout *l, LLVMValueRef value)
{
    if (convert_is_constant(value)) {
        LLVMValueRef *made = carriers_new(lo, l);
        convert_constant(l, value, made);
        return made;
    }
    const layout *own = nodes_layout(lo->plan, value);
    return own == l ? own_carriers(lo, own, value) : other_form(lo, own, value, l);
}

LLVMValueRef carriers_frozen(lowerer *lo, LLVMValueRef value)
{
    if (shim_not_poison(value)) return value;
    lo->stats->freeze_legal++;
    return LLVMBuildFreeze(lo->builder, value, "");
}

/* A number in the lowest field of every register. */
static const LLVMValueRef *number_carriers(lowerer *lo, const layout *l, LLVMValueRef number)
{
    LLVMValueRef *carriers = carriers_new(lo, l), whole = carriers_frozen(lo, number);
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

const LLVMValueRef *carriers_of_operand(lowerer *lo, const node *n, unsigned i)
{
    LLVMValueRef value = n->args[0] ? n->args[i] : LLVMGetOperand(n->inst, i);
    bool number = n->args[0] && LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind;
    return number ? number_carriers(lo, n->in, value) : carriers_of(lo, n->in, value);
}

const LLVMValueRef *carriers_of_operand_or_tops(lowerer *lo, const node *n, unsigned i)
{
    const LLVMValueRef *tops = map_get(&lo->tops, LLVMGetOperand(n->inst, i));
    return tops ? tops : carriers_of_operand(lo, n, i);
}
