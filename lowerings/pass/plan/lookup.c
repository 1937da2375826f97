// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lookup.c - functions of one small field by table lookup.
 *
 * What is computed of one value and of constants that are the same in all fields is a function of
 * its field alone: of 4 bits it has 16 values, which a byte shuffle looks up for a whole register
 * in a few instructions (the table's operation "permute"), be it a division or a chain of compares
 * and selects. From a node backwards the operand that comes last is taken in as long as possible;
 * wherever all hangs on a single value there is such a function, and the one that saves most is
 * taken. Its values are what LLVM's own constant folding says they are. Called by plan.c. */
#include "lookup.h"

#include "fuse.h"
#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/base/shim.h"

#include <string.h>

enum { WIDTH = 4, ENTRIES = 1 << WIDTH, MAX_LEAVES = 8, MAX_OPERANDS = 4 };

/* Nodes that are computed together, from the last backwards, and the values that they are computed
 * of. */
typedef struct cone {
    const plan *p;
    const node *root;
    node *inner[FUSE_MAX_INNER];
    unsigned ninner;
    LLVMValueRef leaf[MAX_LEAVES];
    unsigned nleaves;
} cone;

/* ---- growing ---- */

static bool is_constant_operand(LLVMValueRef operand)
{
    uint64_t field;
    if (LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMVectorTypeKind)
        return convert_constant_splat(operand, &field);
    return LLVMIsConstant(operand); /* a flag of an intrinsic, the function that is called */
}

/* Is every field of the node's value a function of the same field of its operands? */
static bool is_by_fields(const cone *c, const node *n)
{
    switch (n->kind) {
    case NODE_BINARY:
    case NODE_CALL:
    case NODE_BY_NUMBERS:
    case NODE_SELECT_FIELDS:
    case NODE_COMPARE:
    case NODE_SEXT:
    case NODE_ZEXT:
        return n->layout == c->root->layout && n->in == c->root->layout &&
               LLVMGetNumOperands(n->inst) <= MAX_OPERANDS;
    default: return false;
    }
}

static bool add_leaf(cone *c, LLVMValueRef value)
{
    for (unsigned i = 0; i < c->nleaves; i++)
        if (c->leaf[i] == value) return true;
    if (c->nleaves == MAX_LEAVES) return false;
    c->leaf[c->nleaves++] = value;
    return true;
}

/* The node's operands become leaves; false where one is a constant that differs from field to
 * field, or there are too many. */
static bool add_operands(cone *c, const node *n)
{
    int count = LLVMGetNumOperands(n->inst);
    for (int i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(n->inst, (unsigned)i);
        if (is_constant_operand(operand)) continue;
        if (LLVMIsConstant(operand) || !add_leaf(c, operand)) return false;
    }
    return true;
}

/* Takes the leaf in that comes last. False when it cannot be, and so never will. */
static bool grow(cone *c)
{
    node *last = NULL;
    unsigned at = 0;
    for (unsigned i = 0; i < c->nleaves; i++) {
        node *n = nodes_lowered(c->p, c->leaf[i]);
        if (!n || (last && n < last)) continue;
        last = n;
        at = i;
    }
    if (!last || !is_by_fields(c, last) || c->ninner == FUSE_MAX_INNER) return false;
    c->leaf[at] = c->leaf[--c->nleaves];
    c->inner[c->ninner++] = last;
    return add_operands(c, last);
}

/* ---- the table ---- */

/* The node's value where those in `known` have theirs. */
static LLVMValueRef folded(const map *known, const node *n)
{
    LLVMValueRef operand[MAX_OPERANDS];
    int count = LLVMGetNumOperands(n->inst);
    for (int i = 0; i < count; i++) {
        LLVMValueRef own = LLVMGetOperand(n->inst, (unsigned)i), value = map_get(known, own);
        operand[i] = value ? value : own;
    }
    return shim_fold(n->inst, operand);
}

/* The function's value where the field has that value; NULL when LLVM does not know. */
static LLVMValueRef value_for(const cone *c, unsigned field)
{
    map known = {0};
    map_put(&known, c->leaf[0], convert_number(LLVMTypeOf(c->leaf[0]), field));
    LLVMValueRef value = NULL;
    for (unsigned i = c->ninner + 1; i-- > 0;) {
        const node *n = i ? c->inner[i - 1] : c->root;
        value = folded(&known, n);
        if (!value) break;
        map_put(&known, n->inst, value);
    }
    map_free(&known);
    return value ? LLVMGetAggregateElement(value, 0) : NULL;
}

/* The values for field i being i modulo 16. One after the other: a division by zero makes all
 * fields of a constant poison. */
static LLVMValueRef tabulate(const cone *c)
{
    LLVMValueRef entry[ENTRIES], element[FIELDS_MAX];
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(c->root->inst));
    for (unsigned i = 0; i < ENTRIES; i++)
        if (!(entry[i] = value_for(c, i))) return NULL;
    for (unsigned i = 0; i < n; i++) element[i] = entry[i % ENTRIES];
    return LLVMConstVector(element, n);
}

/* ---- what is gained ---- */

/* The formula of a lookup; NULL where there is none, or not all registers begin with field 0 modulo
 * 16, so that each, and each half of one, would have the table in its lowest fields. */
static const formula *lookup_for(const plan *p, const layout *l)
{
    if (l->w != WIDTH || l->n < ENTRIES || l->n > FIELDS_MAX) return NULL;
    for (unsigned i = 0; i < l->npieces; i++)
        if (l->pieces[i].offset % (ENTRIES * WIDTH) || l->pieces[i].used < ENTRIES * WIDTH)
            return NULL;
    const formula *f = formula_find(p->view, "permute", l);
    return f && formula_usable(f, p->targets, p->view, l) ? f : NULL;
}

/* Without what LLVM computes of the constant table when it compiles. */
static unsigned cost_of_lookup(const plan *p, const formula *f, const layout *l)
{
    unsigned cost = formula_layout_cost(f, p->view, l);
    for (unsigned i = 0; i < l->npieces; i++) {
        const struct lowering_entry *e = formula_entry_of_parts(p->view, f->steps[0].op, l->w,
                                                                l->pieces[i].bits);
        cost -= l->pieces[i].bits / e->bits *
                recipe_steps_of(target_recipe(p->targets, p->view, e), 0);
    }
    return cost;
}

/* The best function that ends at the node. Returns what it saves. */
static unsigned find_best(const plan *p, node *root, cone *best)
{
    cone c = {.p = p, .root = root};
    unsigned most = 0;
    for (bool more = add_operands(&c, root); more; more = grow(&c)) {
        if (c.nleaves != 1 || LLVMTypeOf(c.leaf[0]) != LLVMTypeOf(root->inst)) continue;
        const node *leaf = nodes_lowered(p, c.leaf[0]);
        if (leaf && leaf->part) continue; /* has no value of its own */
        fusion f = {.root = root, .ninner = c.ninner};
        memcpy(f.inner, c.inner, sizeof f.inner);
        unsigned saves = fuse_saves(p, &f);
        if (saves <= most) continue;
        most = saves;
        *best = c;
    }
    return most;
}

static void find_at(const plan *p, node *n)
{
    cone c = {.p = p, .root = n};
    const formula *how = lookup_for(p, n->layout);
    if (!how || find_best(p, n, &c) <= cost_of_lookup(p, how, n->layout)) return;
    fusion f = {.root = n, .how = how, .args = {tabulate(&c), c.leaf[0]}, .ninner = c.ninner};
    memcpy(f.inner, c.inner, sizeof f.inner);
    if (!f.args[0]) return;
    fuse_saves(p, &f);
    fuse(&f);
}

void lookup_find(plan *p)
{
    for (unsigned i = p->count; i-- > 0;)
        if (fuse_may_end(&p->nodes[i])) find_at(p, &p->nodes[i]);
}
