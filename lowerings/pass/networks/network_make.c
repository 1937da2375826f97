// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* network_make.c - the code of a network, as a plan lays its values out.
 *
 * The plan is run twice, first without code: each element is followed by its address, so what the
 * search believes is checked. Each register that a layout asks for is one shuffle of at most two;
 * each operation finds the elements of its threads in the same lanes, or nothing is made. Called by
 * networks.c. */
#include "network.h"

#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/graph/flow.h"
#include "lowerings/pass/lower/memory.h"

enum { LANES_MAX = 1 << SEARCH_LANES, REGISTERS_MAX = 1 << 8 };

/* Where an element is. */
typedef struct spot {
    unsigned reg, lane;
} spot;

typedef struct maker {
    network *n;
    LLVMBuilderRef b; /* NULL: nothing is built */
    const search_plan *plan;
    unsigned lanes, digits; /* of a register; digits of a lane's number */
    unsigned k;             /* stage */
    unsigned count;         /* registers */
    LLVMValueRef value[REGISTERS_MAX];
    spot *spot;             /* by the addresses of what the last stage gave */
    spot *next;
    element *outside;       /* elements of the sinks, by their addresses in the last stage */
} maker;

static search_stage *stage_of(const maker *x) { return &x->n->problem.stage[x->k]; }

static unsigned digits_read(const maker *x) { return stage_of(x)->threads + stage_of(x)->slots; }

static element element_read(const maker *x, unsigned address)
{
    unsigned threads = stage_of(x)->threads;
    if (x->k == x->n->nstages) return x->outside[address];
    return x->n->stages[x->k].slots[address & ((1U << threads) - 1)][address >> threads];
}

/* Where the element is that the stage reads at the address. */
static spot *spot_of(const maker *x, unsigned address)
{
    element e = element_read(x, address);
    return &x->spot[x->n->vectors[element_vector(e)].address[element_lane(e)]];
}

static digits combined(const digits *basis, unsigned count, unsigned which)
{
    digits v = 0;
    for (unsigned i = 0; i < count; i++)
        if (which >> i & 1) v ^= basis[i];
    return v;
}

/* ---- shuffles ---- */

static LLVMValueRef build_shuffle(const maker *x, const unsigned *from, unsigned nfrom,
                                  const unsigned *mask)
{
    LLVMValueRef index[LANES_MAX], a = x->value[from[0]],
                 c = nfrom > 1 ? x->value[from[1]] : LLVMGetPoison(LLVMTypeOf(a));
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(a)));
    for (unsigned l = 0; l < x->lanes; l++) index[l] = LLVMConstInt(i32, mask[l], false);
    return LLVMBuildShuffleVector(x->b, a, c, LLVMConstVector(index, x->lanes), "");
}

/* A register of elements that lie in two; false where they lie in more. */
static bool make_register(const maker *x, const spot *at, LLVMValueRef *made)
{
    unsigned from[2], nfrom = 0, mask[LANES_MAX];
    bool same = true;
    for (unsigned l = 0; l < x->lanes; l++) {
        unsigned k = 0;
        while (k < nfrom && from[k] != at[l].reg) k++;
        if (k == 2) return false;
        if (k == nfrom) from[nfrom++] = at[l].reg;
        mask[l] = k * x->lanes + at[l].lane;
        same &= mask[l] == l;
    }
    if (x->b) *made = same ? x->value[from[0]] : build_shuffle(x, from, nfrom, mask);
    return true;
}

static bool lay_out(maker *x, const search_layout *layout)
{
    LLVMValueRef made[REGISTERS_MAX] = {NULL};
    spot fresh[REGISTERS_MAX][LANES_MAX], *to[REGISTERS_MAX][LANES_MAX];
    unsigned count = 1U << layout->registers.count;
    if (layout->registers.count + x->digits != digits_read(x) || count > REGISTERS_MAX)
        return false;
    for (unsigned r = 0; r < count; r++) {
        spot at[LANES_MAX];
        digits base = combined(layout->registers.basis, layout->registers.count, r);
        for (unsigned l = 0; l < x->lanes; l++) {
            to[r][l] = spot_of(x, base ^ combined(layout->lane, x->digits, l));
            at[l] = *to[r][l];
            fresh[r][l] = (spot){r, l};
        }
        if (!make_register(x, at, &made[r])) return false;
    }
    for (unsigned r = 0; r < count; r++)
        for (unsigned l = 0; l < x->lanes; l++) *to[r][l] = fresh[r][l];
    memcpy(x->value, made, sizeof made);
    x->count = count;
    return true;
}

/* ---- operations ---- */

/* What a constant's element is, through shuffles. */
static LLVMValueRef constant_of(const maker *x, element e, unsigned operand)
{
    LLVMValueRef value = LLVMGetOperand(x->n->vectors[element_vector(e)].value, operand);
    unsigned lane = element_lane(e);
    value = network_constant(value, &lane);
    return LLVMGetAggregateElement(value, lane);
}

static LLVMValueRef build_constant(const maker *x, const stage *g, unsigned i, unsigned operand,
                                   const unsigned *threads)
{
    LLVMValueRef part[LANES_MAX];
    for (unsigned l = 0; l < x->lanes; l++)
        part[l] = constant_of(x, g->nodes[threads[l]][i], operand);
    return LLVMConstVector(part, x->lanes);
}

static void build_nodes(const maker *x, const stage *g, const unsigned *threads,
                        const unsigned *slots, LLVMValueRef *made)
{
    for (unsigned i = 0; i < g->nnodes; i++) {
        const node *y = &g->node[i];
        LLVMValueRef operand[NETWORK_OPERANDS];
        for (unsigned k = 0; k < y->noperands; k++)
            operand[k] = y->operand[k].kind == FROM_SLOT   ? x->value[slots[y->operand[k].number]]
                         : y->operand[k].kind == FROM_NODE ? made[y->operand[k].number]
                                                           : build_constant(x, g, i, k, threads);
        made[i] = operation_build(x->b, y->like, operand);
    }
}

/* The registers of the slots of a register's threads; false where a thread's elements are not in
 * one lane. address: those of the register's lanes. */
static bool find_slot_registers(const maker *x, const unsigned *address, unsigned *slots)
{
    const search_stage *g = stage_of(x);
    for (unsigned s = 0; s < 1U << g->slots; s++)
        for (unsigned l = 0; l < x->lanes; l++) {
            spot at = *spot_of(x, address[l] ^ s << g->threads);
            if (at.lane != l || (l && at.reg != slots[s])) return false;
            slots[s] = at.reg;
        }
    return true;
}

typedef struct registers {
    unsigned address[REGISTERS_MAX][LANES_MAX]; /* of what the stage reads */
    bool used[REGISTERS_MAX];
} registers;

static void find_addresses(const maker *x, registers *r)
{
    memset(r->used, 0, sizeof r->used);
    for (unsigned a = 0; a < 1U << digits_read(x); a++) {
        spot at = *spot_of(x, a);
        r->address[at.reg][at.lane] = a;
    }
}

static bool compute_register(maker *x, registers *all, unsigned r, LLVMValueRef *made,
                             unsigned *count)
{
    const stage *g = &x->n->stages[x->k];
    const search_stage *h = stage_of(x);
    unsigned slots[1 << SPACE_DIGITS], threads[LANES_MAX];
    LLVMValueRef *nodes = arena_new(x->n->arena, g->nnodes, LLVMValueRef);
    if (!find_slot_registers(x, all->address[r], slots)) return false;
    for (unsigned l = 0; l < x->lanes; l++) {
        unsigned a = all->address[r][l];
        if (!h->symmetric && a >> h->threads) return false;
        threads[l] = a & ((1U << h->threads) - 1);
    }
    for (unsigned s = 0; s < g->nslots; s++) all->used[slots[s]] = true;
    if (x->b) build_nodes(x, g, threads, slots, nodes);
    for (unsigned o = 0; o < g->nouts; o++, ++*count) {
        if (*count == REGISTERS_MAX) return false;
        made[*count] = nodes[g->outs[o]];
        for (unsigned l = 0; l < x->lanes; l++)
            x->next[o << h->threads | threads[l]] = (spot){*count, l};
    }
    return true;
}

static bool compute_stage(maker *x)
{
    registers *all = arena_new(x->n->arena, 1, registers);
    LLVMValueRef made[REGISTERS_MAX] = {NULL};
    unsigned count = 0;
    find_addresses(x, all);
    for (unsigned r = 0; r < x->count; r++) {
        bool first = stage_of(x)->symmetric || !(all->address[r][0] >> stage_of(x)->threads);
        if (all->used[r] || !first) continue;
        if (!compute_register(x, all, r, made, &count)) return false;
    }
    memcpy(x->value, made, sizeof made);
    x->count = count;
    spot *spots = x->spot;
    x->spot = x->next;
    x->next = spots;
    return true;
}

/* ---- from memory and back ---- */

static void load_leaf(maker *x, const vector *v, unsigned at)
{
    unsigned count = v->lanes / x->lanes;
    bool loaded = memory_is_plain_load(v->value);
    LLVMTypeRef type = LLVMVectorType(x->n->type, x->lanes);
    if (!x->b) return;
    for (unsigned k = 0; k < count; k++) {
        if (loaded) LLVMPositionBuilderBefore(x->b, v->value);
        x->value[at + k] = count == 1 ? v->value
                           : loaded
                               ? memory_load_at(x->b, v->value, k * x->lanes * x->n->bits / 8, type)
                               : convert_part(x->b, v->value, k * x->lanes, x->lanes);
    }
}

static void take_leaves(maker *x, LLVMValueRef before)
{
    LLVMValueRef part[LANES_MAX];
    unsigned at = 0, nparts = 0, filled = 0;
    for (unsigned k = 0; k < x->n->nleaves; k++) {
        const vector *v = &x->n->vectors[x->n->leaves[k]];
        if (x->b) LLVMPositionBuilderBefore(x->b, before);
        if (v->lanes >= x->lanes) {
            load_leaf(x, v, at);
            at += v->lanes / x->lanes;
            continue;
        }
        part[nparts++] = v->value;
        if ((filled += v->lanes) < x->lanes) continue;
        if (x->b) x->value[at] = convert_joined(x->b, part, nparts);
        at++;
        nparts = filled = 0;
    }
    if (x->b) LLVMPositionBuilderBefore(x->b, before);
    x->count = at;
    for (unsigned a = 0; a < at * x->lanes; a++) x->spot[a] = (spot){a / x->lanes, a % x->lanes};
}

/* Do vectors begin where registers do, or several of a size make one? */
static bool fits(const maker *x, unsigned lanes, unsigned before)
{
    return lanes >= x->lanes ? lanes % x->lanes == 0 && before % x->lanes == 0
                             : x->lanes % lanes == 0 && before % lanes == 0;
}

static bool all_fit(const maker *x)
{
    const network *n = x->n;
    unsigned before = 0;
    for (unsigned k = 0; k < n->nleaves; k++) {
        unsigned lanes = n->vectors[n->leaves[k]].lanes;
        if (!fits(x, lanes, before)) return false;
        before += lanes;
    }
    before = 0;
    for (unsigned s = 0; s < n->nsinks; s++) {
        if (!fits(x, n->sinks[s].lanes, before)) return false;
        before += n->sinks[s].lanes;
    }
    return true;
}

/* Are all elements where the last stage wants them? */
static bool is_in_order(const maker *x)
{
    for (unsigned a = 0; a < 1U << digits_read(x); a++) {
        spot at = *spot_of(x, a);
        if (at.lane != a % x->lanes || at.reg != spot_of(x, a - a % x->lanes)->reg) return false;
    }
    return true;
}

static LLVMValueRef sink_value(const maker *x, const sink *s, unsigned first)
{
    LLVMValueRef part[REGISTERS_MAX];
    unsigned count = 0;
    if (s->lanes < x->lanes)
        return convert_part(x->b, x->value[spot_of(x, first)->reg], first % x->lanes, s->lanes);
    for (unsigned i = 0; i < s->lanes; i += x->lanes)
        part[count++] = x->value[spot_of(x, first + i)->reg];
    return convert_joined(x->b, part, count);
}

static void give_sinks(const maker *x)
{
    unsigned first = 0;
    for (unsigned s = 0; s < x->n->nsinks; s++) {
        const sink *k = &x->n->sinks[s];
        LLVMReplaceAllUsesWith(k->value, sink_value(x, k, first));
        first += k->lanes;
    }
}

/* ---- all of it ---- */

static bool run(maker *x, LLVMValueRef before)
{
    unsigned done = 0;
    take_leaves(x, before);
    for (x->k = 0; x->k <= x->n->nstages; x->k++) {
        for (; done < x->plan->count && x->plan->layout[done].stage == x->k; done++)
            if (!lay_out(x, &x->plan->layout[done])) return false;
        if (x->k < x->n->nstages && !compute_stage(x)) return false;
    }
    x->k = x->n->nstages;
    return is_in_order(x);
}

/* The instruction behind the last of the leaves; NULL where some sink's user comes before it. */
static LLVMValueRef find_place(const network *n)
{
    uintptr_t last = 0;
    for (unsigned k = 0; k < n->nleaves; k++) {
        uintptr_t at = (uintptr_t)map_get(&n->places, n->vectors[n->leaves[k]].value);
        if (at > last) last = at;
    }
    LLVMValueRef before = LLVMGetFirstInstruction(n->block);
    while ((uintptr_t)map_get(&n->places, before) <= last || flow_stays_first(before))
        before = LLVMGetNextInstruction(before);
    for (unsigned s = 0; s < n->nsinks; s++)
        for (LLVMUseRef u = LLVMGetFirstUse(n->sinks[s].value); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            uintptr_t at = (uintptr_t)map_get(&n->places, user);
            if (at && !LLVMIsAPHINode(user) && at <= last) return NULL;
        }
    return before;
}

static void erase_unused(const network *n)
{
    LLVMValueRef i = LLVMGetLastInstruction(n->block);
    while (i) {
        LLVMValueRef before = LLVMGetPreviousInstruction(i);
        bool ours = LLVMIsAShuffleVectorInst(i) || operation_is(i) || memory_is_plain_load(i);
        if (ours && !LLVMGetFirstUse(i)) LLVMInstructionEraseFromParent(i);
        i = before;
    }
}

static bool prepare(maker *x)
{
    network *n = x->n;
    unsigned all = 1U << SPACE_DIGITS, at = 0;
    x->digits = n->problem.lanes;
    x->lanes = 1U << x->digits;
    x->spot = arena_new(n->arena, all, spot);
    x->next = arena_new(n->arena, all, spot);
    x->outside = arena_new(n->arena, all, element);
    for (unsigned s = 0; s < n->nsinks; s++)
        for (unsigned i = 0; i < n->sinks[s].lanes && at < all; i++)
            x->outside[at++] = n->sinks[s].from[i];
    return all_fit(x);
}

bool network_make(network *n, const search_plan *plan)
{
    LLVMValueRef before = find_place(n);
    maker *x = arena_new(n->arena, 1, maker);
    *x = (maker){.n = n, .plan = plan};
    if (!before || !prepare(x) || !run(x, before)) return false;
    x->b = LLVMCreateBuilderInContext(LLVMGetTypeContext(n->type));
    run(x, before);
    give_sinks(x);
    LLVMDisposeBuilder(x->b);
    erase_unused(n);
    return true;
}
