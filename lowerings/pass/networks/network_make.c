// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* network_make.c - the code of a network, in the place of what was there.
 *
 * Its tasks are done as results want them, depth first, and what is stored is stored at once: so
 * fewer registers are in use at a time. Called by networks.c. */
#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/graph/flow.h"
#include "lowerings/pass/lower/memory.h"
#include "tasks.h"

typedef struct maker {
    network *n;
    LLVMBuilderRef b;
    tasks t;
    LLVMValueRef *value; /* of registers */
} maker;

/* ---- tasks ---- */

/* LLVM moves a shuffle of one result before the operation, where it is one of each operand; not
 * through a freeze. */
static LLVMValueRef held(const maker *x, const task *t)
{
    LLVMValueRef value = x->value[t->in[0]];
    unsigned by = x->t.maker[t->in[0]];
    bool computed = by && x->t.task[by - 1].stage;
    return t->nin == 1 && computed ? LLVMBuildFreeze(x->b, value, "") : value;
}

static void shuffle(maker *x, const task *t, unsigned which)
{
    LLVMValueRef index[TASK_LANES],
        a = held(x, t), c = t->nin > 1 ? x->value[t->in[1]] : LLVMGetPoison(LLVMTypeOf(a));
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(a)));
    for (unsigned l = 0; l < x->t.lanes; l++)
        index[l] = LLVMConstInt(i32, t->mask[which][l], false);
    x->value[t->out[which]] = LLVMBuildShuffleVector(x->b, a, c, LLVMConstVector(index, x->t.lanes),
                                                     "");
}

/* The operand of node i of the threads, constants all of them. */
static LLVMValueRef constants(const maker *x, const task *t, unsigned i, unsigned operand)
{
    LLVMValueRef part[TASK_LANES];
    for (unsigned l = 0; l < x->t.lanes; l++) {
        element e = t->stage->nodes[t->threads[l]][i];
        unsigned lane = element_lane(e);
        LLVMValueRef value = LLVMGetOperand(x->n->vectors[element_vector(e)].value, operand);
        value = network_constant(value, &lane);
        part[l] = LLVMGetAggregateElement(value, lane);
    }
    return LLVMConstVector(part, x->t.lanes);
}

static void compute(maker *x, const task *t)
{
    const stage *g = t->stage;
    LLVMValueRef *made = arena_new(x->n->arena, g->nnodes, LLVMValueRef);
    for (unsigned i = 0; i < g->nnodes; i++) {
        const node *y = &g->node[i];
        LLVMValueRef operand[NETWORK_OPERANDS];
        for (unsigned k = 0; k < y->noperands; k++) {
            source s = y->operand[k];
            operand[k] = s.kind == FROM_SLOT   ? x->value[t->in[s.number]]
                         : s.kind == FROM_NODE ? made[s.number]
                                               : constants(x, t, i, k);
        }
        made[i] = operation_build(x->b, y->like, operand);
    }
    for (unsigned o = 0; o < g->nouts; o++) x->value[t->out[o]] = made[g->outs[o]];
}

/* A register, after all that it is made of. */
static LLVMValueRef value_of(maker *x, unsigned reg)
{
    task *t = x->t.maker[reg] ? &x->t.task[x->t.maker[reg] - 1] : NULL;
    if (!t || t->done) return x->value[reg];
    t->done = true;
    for (unsigned k = 0; k < t->nin; k++) value_of(x, t->in[k]);
    if (t->stage) compute(x, t);
    for (unsigned o = 0; o < t->nout && !t->stage; o++) shuffle(x, t, o);
    return x->value[reg];
}

/* ---- from memory ---- */

/* The registers of a leaf, which has whole ones; those of memory are read one by one. */
static void take_leaf(maker *x, const vector *v, unsigned first)
{
    unsigned lanes = x->t.lanes, count = v->lanes / lanes, bytes = lanes * x->n->bits / 8;
    bool loaded = memory_is_plain_load(v->value) && count > 1;
    LLVMTypeRef type = LLVMVectorType(x->n->type, lanes);
    if (loaded) LLVMPositionBuilderBefore(x->b, v->value);
    for (unsigned k = 0; k < count; k++)
        x->value[first + k] = loaded ? memory_load_at(x->b, v->value, k * bytes, type)
                                     : convert_part(x->b, v->value, k * lanes, lanes);
}

static void take_leaves(maker *x, LLVMValueRef before)
{
    LLVMValueRef part[TASK_LANES];
    unsigned at = 0, nparts = 0, filled = 0;
    for (unsigned k = 0; k < x->n->nleaves; k++) {
        const vector *v = &x->n->vectors[x->n->leaves[k]];
        LLVMPositionBuilderBefore(x->b, before);
        if (v->lanes >= x->t.lanes) {
            take_leaf(x, v, at);
            at += v->lanes / x->t.lanes;
            continue;
        }
        part[nparts++] = v->value;
        if ((filled += v->lanes) < x->t.lanes) continue;
        x->value[at++] = convert_joined(x->b, part, nparts);
        nparts = filled = 0;
    }
}

/* Does a vector begin where a register does, or do several of its size make one? */
static bool fits(const maker *x, unsigned lanes, unsigned before)
{
    unsigned of = x->t.lanes, least = lanes < of ? lanes : of;
    return (lanes > of ? lanes % of : of % lanes) == 0 && before % least == 0;
}

static bool all_fit(const maker *x)
{
    const network *n = x->n;
    bool good = true;
    unsigned before = 0;
    for (unsigned k = 0; k < n->nleaves; k++) {
        good = good && fits(x, n->vectors[n->leaves[k]].lanes, before);
        before += n->vectors[n->leaves[k]].lanes;
    }
    before = 0;
    for (unsigned s = 0; s < n->nsinks; s++) {
        good = good && fits(x, n->sinks[s].lanes, before);
        before += n->sinks[s].lanes;
    }
    return good;
}

/* ---- to where it is wanted ---- */

static uintptr_t place_of(const network *n, LLVMValueRef v)
{
    return (uintptr_t)map_get(&n->places, v);
}

/* The first instruction of the block that wants the sink; its end where none does. */
static LLVMValueRef first_user(const network *n, const sink *s)
{
    LLVMValueRef first = LLVMGetBasicBlockTerminator(n->block);
    for (LLVMUseRef use = LLVMGetFirstUse(s->value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool here = LLVMGetInstructionParent(user) == n->block && !LLVMIsAPHINode(user);
        if (here && place_of(n, user) < place_of(n, first)) first = user;
    }
    return first;
}

static bool is_plain_store(LLVMValueRef v, LLVMValueRef of)
{
    return LLVMIsAStoreInst(v) && memory_is_plain(v) && LLVMGetOperand(v, 0) == of;
}

/* Stores a sink's registers one by one. */
static void store_sink(maker *x, LLVMValueRef store, const sink *s, unsigned first)
{
    unsigned lanes = x->t.lanes, bytes = lanes * x->n->bits / 8;
    for (unsigned k = 0; k < s->lanes / lanes; k++) {
        LLVMValueRef value = value_of(x, x->t.result[first / lanes + k]);
        memory_store_at(x->b, store, k * bytes, value);
    }
    stack_push(&x->n->replaced, store);
}

static LLVMValueRef sink_value(maker *x, const sink *s, unsigned first)
{
    unsigned lanes = x->t.lanes, count = 0;
    if (s->lanes < lanes)
        return convert_part(x->b, value_of(x, x->t.result[first / lanes]), first % lanes, s->lanes);
    LLVMValueRef *part = arena_new(x->n->arena, s->lanes / lanes, LLVMValueRef);
    for (; count < s->lanes / lanes; count++)
        part[count] = value_of(x, x->t.result[first / lanes + count]);
    return convert_joined(x->b, part, count);
}

/* A sink, and the address of its first element. */
typedef struct wanted {
    const sink *sink;
    LLVMValueRef user;
    unsigned first;
} wanted;

/* Sinks in the order in which they are wanted. */
static wanted *in_order(const network *n)
{
    wanted *list = arena_new(n->arena, n->nsinks, wanted);
    unsigned first = 0;
    for (unsigned s = 0; s < n->nsinks; s++) {
        wanted w = {&n->sinks[s], first_user(n, &n->sinks[s]), first};
        unsigned at = s;
        for (; at && place_of(n, list[at - 1].user) > place_of(n, w.user); at--)
            list[at] = list[at - 1];
        list[at] = w;
        first += n->sinks[s].lanes;
    }
    return list;
}

static void give_sink(maker *x, const wanted *w)
{
    LLVMValueRef value = w->sink->value;
    LLVMPositionBuilderBefore(x->b, w->user);
    bool alone = LLVMGetFirstUse(value) && !LLVMGetNextUse(LLVMGetFirstUse(value));
    if (alone && is_plain_store(w->user, value) && w->sink->lanes > x->t.lanes)
        store_sink(x, w->user, w->sink, w->first);
    else LLVMReplaceAllUsesWith(value, sink_value(x, w->sink, w->first));
}

/* ---- all of it ---- */

/* The place of the last of the leaves. */
static uintptr_t last_leaf(const network *n)
{
    uintptr_t last = 0;
    for (unsigned k = 0; k < n->nleaves; k++) {
        uintptr_t at = place_of(n, n->vectors[n->leaves[k]].value);
        if (at > last) last = at;
    }
    return last;
}

static LLVMValueRef behind(const network *n, uintptr_t place)
{
    LLVMValueRef before = LLVMGetFirstInstruction(n->block);
    while (place_of(n, before) <= place || flow_stays_first(before))
        before = LLVMGetNextInstruction(before);
    return before;
}

/* Not before all networks of the block are made: what is made could have the address of what is
 * gone, and be taken for it. */
void network_clean_up(network *n)
{
    for (size_t i = 0; i < n->replaced.count; i++)
        LLVMInstructionEraseFromParent(n->replaced.items[i]);
    for (LLVMValueRef i = LLVMGetLastInstruction(n->block), before; i; i = before) {
        before = LLVMGetPreviousInstruction(i);
        bool ours = LLVMIsAShuffleVectorInst(i) || operation_is(i) || memory_is_plain_load(i);
        if (ours && !LLVMGetFirstUse(i)) LLVMInstructionEraseFromParent(i);
    }
    stack_free(&n->replaced);
}

static void make(maker *x, const wanted *list)
{
    x->value = arena_new(x->n->arena, x->t.nregisters, LLVMValueRef);
    x->b = LLVMCreateBuilderInContext(LLVMGetTypeContext(x->n->type));
    take_leaves(x, behind(x->n, last_leaf(x->n)));
    for (unsigned s = 0; s < x->n->nsinks; s++) give_sink(x, &list[s]);
    LLVMDisposeBuilder(x->b);
}

bool network_make(network *n, const search_plan *plan)
{
    maker x = {.n = n};
    if (!tasks_find(n, plan, &x.t) || !all_fit(&x)) return false;
    const wanted *list = in_order(n);
    if (place_of(n, list[0].user) <= last_leaf(n)) return false;
    make(&x, list);
    return true;
}
