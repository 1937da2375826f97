// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* network.c - the elements of a block's vectors, through all shuffles; which operations belong
 * together, what is wanted of them, and at how many shuffles' depth they are. Called by
 * networks.c. */
#include "network.h"

enum { VECTORS_MAX = 1 << 12, DEPTH_MAX = 64 };

static unsigned lanes_of(LLVMValueRef v) { return LLVMGetVectorSize(LLVMTypeOf(v)); }

static bool is_vector(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

/* Does it only say which elements it takes? */
static bool is_shuffle(LLVMValueRef v)
{
    if (LLVMIsAShuffleVectorInst(v)) return true;
    return LLVMIsASelectInst(v) && is_vector(v) && is_vector(LLVMGetOperand(v, 0)) &&
           LLVMIsConstant(LLVMGetOperand(v, 0));
}

static unsigned number_of(network *n, LLVMValueRef value, bool operation)
{
    uintptr_t known = (uintptr_t)map_get(&n->numbers, value);
    if (known) return (unsigned)known - 1;
    unsigned lanes = lanes_of(value);
    if (n->nvectors == VECTORS_MAX || lanes > ELEMENT_LANES) return VECTORS_MAX;
    vector *v = &n->vectors[n->nvectors];
    *v = (vector){.value = value,
                  .operation = operation,
                  .lanes = lanes,
                  .component = n->nvectors,
                  .live = arena_new(n->arena, lanes, bool),
                  .address = arena_new(n->arena, lanes, unsigned)};
    map_put(&n->numbers, value, (void *)(uintptr_t)(n->nvectors + 1));
    return n->nvectors++;
}

static element chosen(LLVMValueRef select, unsigned lane, LLVMValueRef *from)
{
    LLVMValueRef bit = LLVMGetAggregateElement(LLVMGetOperand(select, 0), lane);
    if (!bit || !LLVMIsAConstantInt(bit)) return ELEMENT_NONE;
    *from = LLVMGetOperand(select, LLVMConstIntGetZExtValue(bit) ? 1 : 2);
    return lane;
}

static element shuffled(LLVMValueRef shuffle, unsigned lane, LLVMValueRef *from)
{
    int at = LLVMGetMaskValue(shuffle, lane);
    if (at < 0) return ELEMENT_NONE;
    unsigned lanes = lanes_of(LLVMGetOperand(shuffle, 0));
    *from = LLVMGetOperand(shuffle, (unsigned)at / lanes);
    return (unsigned)at % lanes;
}

/* The value that is no shuffle, and its element in *lane; NULL where it is undefined. */
static LLVMValueRef behind_shuffles(LLVMValueRef value, unsigned *lane)
{
    while (LLVMIsAInstruction(value) && is_shuffle(value)) {
        LLVMValueRef from = NULL;
        *lane = LLVMIsASelectInst(value) ? chosen(value, *lane, &from)
                                         : shuffled(value, *lane, &from);
        if (*lane == ELEMENT_NONE) return NULL;
        value = from;
    }
    return value;
}

LLVMValueRef network_constant(LLVMValueRef value, unsigned *lane)
{
    return behind_shuffles(value, lane);
}

element network_element(network *n, LLVMValueRef value, unsigned lane)
{
    if (!(value = behind_shuffles(value, &lane))) return ELEMENT_NONE;
    if (LLVMIsConstant(value)) return LLVMIsPoison(value) ? ELEMENT_NONE : ELEMENT_CONSTANT;
    unsigned number = number_of(n, value, false);
    return number == VECTORS_MAX ? ELEMENT_NONE : number * ELEMENT_LANES + lane;
}

/* ---- components ---- */

static unsigned root_of(network *n, unsigned v)
{
    while (n->vectors[v].component != v)
        v = n->vectors[v].component = n->vectors[n->vectors[v].component].component;
    return v;
}

/* Operations that read each other's elements go together, and those that read the same. */
static void join_operands(network *n, unsigned v)
{
    LLVMValueRef value = n->vectors[v].value;
    for (unsigned k = 0; k < operation_arity(value); k++)
        for (unsigned i = 0; i < n->vectors[v].lanes; i++) {
            element e = network_element(n, LLVMGetOperand(value, k), i);
            if (e < ELEMENT_NONE)
                n->vectors[root_of(n, element_vector(e))].component = root_of(n, v);
        }
}

static unsigned number_components(network *n)
{
    unsigned count = 0, *number = arena_new(n->arena, n->nvectors, unsigned);
    for (unsigned v = 0; v < n->nvectors; v++)
        if (root_of(n, v) == v && n->vectors[v].operation) number[v] = ++count;
    for (unsigned v = 0; v < n->nvectors; v++) {
        unsigned root = root_of(n, v);
        if (!number[root] && n->vectors[v].operation) number[root] = ++count;
    }
    unsigned *of = arena_new(n->arena, n->nvectors, unsigned);
    for (unsigned v = 0; v < n->nvectors; v++) of[v] = number[root_of(n, v)];
    for (unsigned v = 0; v < n->nvectors; v++) n->vectors[v].component = of[v] - 1;
    return count;
}

unsigned network_find(network *n)
{
    uintptr_t place = 0;
    n->vectors = arena_new(n->arena, VECTORS_MAX, vector);
    for (LLVMValueRef i = LLVMGetFirstInstruction(n->block); i; i = LLVMGetNextInstruction(i)) {
        map_put(&n->places, i, (void *)++place);
        if (operation_is(i) && !is_shuffle(i)) number_of(n, i, true);
    }
    unsigned operations = n->nvectors;
    for (unsigned v = 0; v < operations; v++) join_operands(n, v);
    return n->nvectors < VECTORS_MAX ? number_components(n) : 0;
}

/* ---- what is wanted ---- */

static bool is_inside(const network *n, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionParent(v) == n->block &&
           (is_shuffle(v) || operation_is(v));
}

/* Is the value, an operation of the component or a shuffle of such, used by anything else? */
static bool is_wanted(const network *n, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (!is_inside(n, LLVMGetUser(use))) return true;
    return false;
}

static void mark_live(network *n, element e)
{
    vector *v = &n->vectors[element_vector(e)];
    unsigned lane = element_lane(e);
    if (v->live[lane]) return;
    v->live[lane] = true;
    if (!v->operation) return;
    for (unsigned k = 0; k < operation_arity(v->value); k++) {
        element from = network_element(n, LLVMGetOperand(v->value, k), lane);
        if (from < ELEMENT_NONE) mark_live(n, from);
    }
}

static bool read_sink(network *n, LLVMValueRef value)
{
    sink *s = &n->sinks[n->nsinks];
    *s = (sink){value, lanes_of(value), arena_new(n->arena, lanes_of(value), element)};
    bool mine = false, others = false;
    for (unsigned i = 0; i < s->lanes; i++) {
        s->from[i] = network_element(n, value, i);
        bool of_this = s->from[i] < ELEMENT_NONE &&
                       n->vectors[element_vector(s->from[i])].component == n->component;
        mine |= of_this;
        others |= !of_this;
    }
    if (!mine) return true;
    n->nsinks++;
    for (unsigned i = 0; i < s->lanes && !others; i++) mark_live(n, s->from[i]);
    return !others;
}

static bool read_sinks(network *n)
{
    unsigned count = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(n->block); i; i = LLVMGetNextInstruction(i))
        count++;
    n->sinks = arena_new(n->arena, count, sink);
    for (LLVMValueRef i = LLVMGetFirstInstruction(n->block); i; i = LLVMGetNextInstruction(i))
        if (is_inside(n, i) && is_wanted(n, i) && !read_sink(n, i)) return false;
    return n->nsinks > 0;
}

/* ---- levels ---- */

/* What is read through a shuffle is a level higher. What only passes an element on, scaled say, is
 * of the level where it is read, whether that is before or behind the shuffle: LLVM moves it. */
static unsigned level_of_read(const vector *of, bool shuffled)
{
    return of->passes ? of->base + (of->shuffled || shuffled) : of->level + shuffled;
}

static bool find_level(network *n, vector *v)
{
    for (unsigned k = 0; k < operation_arity(v->value); k++)
        for (unsigned i = 0; i < v->lanes; i++) {
            LLVMValueRef operand = LLVMGetOperand(v->value, k);
            if (!v->live[i]) continue;
            element e = network_element(n, operand, i);
            if (e == ELEMENT_NONE) return false;
            if (e == ELEMENT_CONSTANT) continue;
            const vector *of = &n->vectors[element_vector(e)];
            unsigned level = level_of_read(of, of->value != operand);
            if (level > v->level) v->level = level;
        }
    return true;
}

/* Reads it one element, all from a level? Then it may pass that on. */
static bool finds_base(network *n, vector *v)
{
    bool any = false;
    for (unsigned k = 0; k < operation_arity(v->value); k++) {
        LLVMValueRef operand = LLVMGetOperand(v->value, k);
        bool here = false;
        for (unsigned i = 0; i < v->lanes; i++) {
            element e = v->live[i] ? network_element(n, operand, i) : ELEMENT_CONSTANT;
            if (e >= ELEMENT_NONE) continue;
            const vector *of = &n->vectors[element_vector(e)];
            unsigned base = of->passes ? of->base : of->level;
            if ((any && !here) || (here && base != v->base)) return false;
            v->base = base;
            v->shuffled |= of->value != operand || (of->passes && of->shuffled);
            any = here = true;
        }
    }
    return any;
}

static void mark_outside(network *n)
{
    for (unsigned s = 0; s < n->nsinks; s++)
        for (unsigned i = 0; i < n->sinks[s].lanes; i++)
            n->vectors[element_vector(n->sinks[s].from[i])].outside = true;
}

/* What passes elements on gets the level of what reads them; false where that is of several. */
static bool settle_levels(network *n, const vector *v)
{
    for (unsigned k = 0; k < operation_arity(v->value); k++)
        for (unsigned i = 0; i < v->lanes; i++) {
            element e = v->live[i] ? network_element(n, LLVMGetOperand(v->value, k), i)
                                   : ELEMENT_CONSTANT;
            vector *of = e < ELEMENT_NONE ? &n->vectors[element_vector(e)] : NULL;
            if (!of || !of->passes) continue;
            if (of->level_read && of->level_read != v->level + 1) return false;
            of->level_read = v->level + 1;
            of->level = v->level;
        }
    return true;
}

static bool is_live(const vector *v)
{
    for (unsigned i = 0; i < v->lanes; i++)
        if (v->live[i]) return true;
    return false;
}

static bool find_all_levels(network *n, bool passing)
{
    mark_outside(n);
    for (unsigned k = 0; k < n->nvectors; k++) {
        vector *v = &n->vectors[k];
        v->passes = v->shuffled = false;
        v->level = v->level_read = v->base = 0;
        if (!v->operation || !is_live(v)) continue;
        if (!find_level(n, v)) return false;
        v->passes = passing && !v->outside && finds_base(n, v);
    }
    for (unsigned k = n->nvectors; passing && k-- > 0;) {
        const vector *v = &n->vectors[k];
        if (v->operation && is_live(v) && !settle_levels(n, v)) return false;
    }
    return true;
}

/* Elements of one width; others, as compares have, only within a level. */
static bool has_type(network *n, const vector *v)
{
    LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(v->value));
    bool bit = type == LLVMInt1TypeInContext(LLVMGetTypeContext(type));
    if (bit) return v->operation;
    if (!n->type) n->type = type;
    return type == n->type;
}

static unsigned bits_of(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
    case LLVMFloatTypeKind: return 32;
    case LLVMDoubleTypeKind: return 64;
    default: return 0;
    }
}

static bool find_levels(network *n)
{
    for (unsigned k = 0; k < n->nvectors; k++) {
        vector *v = &n->vectors[k];
        if (is_live(v) && !has_type(n, v)) return false;
    }
    if (!find_all_levels(n, true) && !find_all_levels(n, false)) return false;
    n->bits = n->type ? bits_of(n->type) : 0;
    return n->bits == 8 || n->bits == 16 || n->bits == 32 || n->bits == 64;
}

bool network_read(network *n, unsigned component)
{
    n->component = component;
    n->nsinks = n->nstages = n->nleaves = 0;
    n->type = NULL;
    for (unsigned v = 0; v < n->nvectors; v++) {
        n->vectors[v].outside = false;
        memset(n->vectors[v].live, 0, n->vectors[v].lanes * sizeof(bool));
    }
    return read_sinks(n) && find_levels(n) && network_find_stages(n);
}
