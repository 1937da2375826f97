// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvrun.c - see tvrun.h.
 *
 * Every value has one pair of terms, an ite where the flow joins. A block's guard says that
 * execution comes by; memory is a log with guards. In an unrolled run a value that is computed
 * again replaces the old one where the block's guard holds.
 *
 * Not-poison is what a terminator, an address and a divisor need. A freeze chooses: a variable
 * where the value is poison. undef is a variable too, but one that is replaced by another whenever
 * a value is used that depends on it, until a freeze keeps one. Called by tv.c. */
#include "tvrun.h"

#include <stdio.h>
#include <string.h>

#include "tvaddress.h"
#include "tvchoose.h"
#include "tvinside.h"
#include "tvpromise.h"
#include "verify/ir/ircall.h"

/* ---- operands ---- */

/* In an unrolled run the value of an earlier round stays where this one does not come by. */
static void define(tv_side *s, LLVMValueRef key, ir_value v)
{
    const tv_slot *old = tv_side_find_slot(s, key);
    if (s->layers > 1 && old && old->key) {
        v.bits = term_mk_ite(s->ir.c, s->guard, v.bits, old->value.bits);
        v.poison = term_mk_ite(s->ir.c, s->guard, v.poison, old->value.poison);
    }
    tv_side_define(s, key, v);
}

static bool find(void *owner, LLVMValueRef v, ir_value *out)
{
    tv_side *s = owner;
    if (LLVMIsAGlobalValue(v)) return tv_read_global(s, v, out);
    if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr)
        return tv_read_gep(s, v, out);
    const tv_slot *slot = tv_side_find_slot(s, v);
    if (!slot || !slot->key) return ir_refuse(&s->ir, v, "an operand that is not modelled");
    *out = tv_chosen_again(s, &slot->value);
    return true;
}

/* ---- loads and stores ---- */

static bool has_metadata(LLVMValueRef insn, const char *name)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(insn));
    return LLVMGetMetadata(insn, LLVMGetMDKindIDInContext(c, name, (unsigned)strlen(name))) != NULL;
}

/* Promises that are not modelled: forgotten in the first function, refused in the second. */
static bool has_promise(LLVMValueRef insn)
{
    return has_metadata(insn, "range") || has_metadata(insn, "nonnull") ||
           has_metadata(insn, "align") || has_metadata(insn, "dereferenceable") ||
           has_metadata(insn, "dereferenceable_or_null");
}

/* Where an access goes, its alignment and definedness demanded; the access is noted. */
static bool read_place(tv_side *s, LLVMValueRef insn, LLVMValueRef pointer, unsigned bytes,
                       bool writes, address *at)
{
    ir_value p;
    char name[32];
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)),
             align = LLVMGetAlignment(insn);
    if (LLVMPointerSizeForAS(s->layout, space) != 8)
        return ir_refuse(&s->ir, insn, "addresses of other than 64 bits");
    if (!tv_side_value(s, pointer, &p)) return false;
    *at = address_of(s->ir.c, p.bits);
    snprintf(name, sizeof name, "segment.%u", space);
    if (space) at->base = op2(s, TERM_BVADD, at->base, term_mk_var(s->ir.c, name, 64));
    tv_add_trap(s, tv_is_undefined(s, &p), insn);
    term low = op2(s, TERM_BVAND, address_term(s->ir.c, *at), num(s, align - 1, 64));
    const mem_object *o = mem_world_find(s->world, at->base);
    if (!o || o->align < align || at->offset % align)
        tv_add_trap(s, not(s, op2(s, TERM_EQ, low, num(s, 0, 64))), insn);
    tv_touch(s, (mem_access){s->guard, *at, bytes, writes, s->nevents, insn, 0}, pointer);
    return true;
}

/* Assumes that each lane is, in the memory of the epoch, all poison or not at all. */
static void assume_whole(tv_side *s, unsigned epoch, address at, ir_shape shape)
{
    term_ctx *c = s->ir.c;
    if (shape.bits % 8 && shape.lanes > 1) return;
    for (unsigned lane = 0; lane < shape.lanes; lane++) {
        term part[TERM_WIDTH_MAX / 8], bits;
        unsigned n = (shape.bits + 7) / 8;
        for (unsigned i = 0; i < n; i++)
            mem_world_initial(s->world, epoch, (address){at.base, at.offset + lane * n + i}, &bits,
                              &part[i]);
        term poison = term_mk_extract(c, shape.bits - 1, 0, term_mk_concat_n(c, part, n));
        term none = op2(s, TERM_EQ, poison, num(s, 0, shape.bits)),
             all = op2(s, TERM_EQ, poison, term_mk_ones(c, shape.bits));
        s->facts = op2(s, TERM_AND, s->facts, op2(s, TERM_OR, none, all));
    }
}

static void assume_whole_everywhere(tv_side *s, address at, ir_shape shape)
{
    assume_whole(s, s->mem.epoch, at, shape);
    for (unsigned i = 0; i < s->mem.nlog; i++)
        if (s->mem.log[i].unknown) assume_whole(s, s->mem.log[i].epoch, at, shape);
}

static bool run_load(tv_side *s, LLVMValueRef insn)
{
    address at;
    ir_shape shape;
    LLVMTypeRef type = LLVMTypeOf(insn);
    if (!ir_shape_of(type, &shape)) return ir_refuse(&s->ir, insn, "a type that is not modelled");
    if (s->second && has_promise(insn))
        return ir_refuse(&s->ir, insn, "a promise in metadata is not modelled");
    unsigned bytes = (unsigned)LLVMStoreSizeOfType(s->layout, type), bits = ir_shape_bits(shape);
    if (bytes > TERM_WIDTH_MAX / 8) return ir_refuse(&s->ir, insn, "an access that is too wide");
    if (!read_place(s, insn, LLVMGetOperand(insn, 0), bytes, false, &at)) return false;
    ir_value raw = {{bits, 1}, TERM_NONE, TERM_NONE, TERM_NONE};
    memory_read(&s->mem, s->mem.nlog, at, bytes, &raw.bits, &raw.poison);
    raw.bits = term_mk_extract(s->ir.c, bits - 1, 0, raw.bits);
    raw.poison = term_mk_extract(s->ir.c, bits - 1, 0, raw.poison);
    ir_value v = ir_cast(s->ir.c, &raw, shape);
    if (s->second && s->words_whole) assume_whole_everywhere(s, at, shape);
    if (has_metadata(insn, "noundef")) tv_add_trap(s, tv_is_undefined(s, &v), insn);
    define(s, insn, v);
    return true;
}

/* A term's bits up to whole bytes: what is above is not specified, so poison. */
static term fill_bytes(tv_side *s, term t, unsigned bytes, bool ones)
{
    unsigned extra = 8 * bytes - term_width(s->ir.c, t);
    if (!extra) return t;
    return op2(s, TERM_CONCAT, ones ? term_mk_ones(s->ir.c, extra) : num(s, 0, extra), t);
}

static bool run_store(tv_side *s, LLVMValueRef insn)
{
    address at;
    ir_value v;
    unsigned bytes = (unsigned)LLVMStoreSizeOfType(s->layout, LLVMTypeOf(LLVMGetOperand(insn, 0)));
    if (bytes > TERM_WIDTH_MAX / 8) return ir_refuse(&s->ir, insn, "an access that is too wide");
    if (!tv_side_value(s, LLVMGetOperand(insn, 0), &v)) return false;
    if (!read_place(s, insn, LLVMGetOperand(insn, 1), bytes, true, &at)) return false;
    memory_write(&s->mem, s->guard, at, bytes, fill_bytes(s, v.bits, bytes, false),
                 fill_bytes(s, v.poison, bytes, true));
    return true;
}

static bool run_alloca(tv_side *s, LLVMValueRef insn)
{
    char name[32];
    LLVMTypeRef type = LLVMGetAllocatedType(insn);
    LLVMValueRef count = LLVMGetOperand(insn, 0);
    bool in_entry = LLVMGetInstructionParent(insn) == s->cfg.block[0];
    if (!in_entry || !LLVMIsAConstantInt(count))
        return ir_refuse(&s->ir, insn, "a stack slot of unknown size");
    uint64_t size = LLVMABISizeOfType(s->layout, type) * LLVMConstIntGetZExtValue(count);
    snprintf(name, sizeof name, "slot.%u.%llu", s->slots++, (unsigned long long)size);
    address a = {mem_world_object(s->world, name, size, LLVMGetAlignment(insn), false, true), 0};
    define(s, insn, tv_address_value(s, a));
    return true;
}

/* ---- events ---- */

static bool is_plain(LLVMValueRef insn)
{
    return !LLVMGetVolatile(insn) && LLVMGetOrdering(insn) == LLVMAtomicOrderingNotAtomic;
}

enum { EVENTS_MAX = 4000 }; /* below the number of epochs of a cut */

static tv_event *add_event(tv_side *s, LLVMValueRef insn, const char *what)
{
    GROW(s->events, s->nevents, s->events_cap);
    s->events[s->nevents] = (tv_event){
        .insn = insn, .what = what, .guard = s->guard, .nlog = s->mem.nlog, .ntraps = s->ntraps};
    return &s->events[s->nevents++];
}

static bool add_arg(tv_side *s, tv_event *e, LLVMValueRef v)
{
    if (e->nargs == TV_ARGS_MAX) return ir_refuse(&s->ir, e->insn, "a call with so many arguments");
    return tv_side_value(s, v, &e->args[e->nargs++]);
}

/* The result is a variable that both functions share, and so is memory from there on. */
static bool end_event(tv_side *s, tv_event *e)
{
    char name[128];
    unsigned k = s->nevents - 1;
    if (k >= EVENTS_MAX) return ir_refuse(&s->ir, e->insn, "so many calls");
    memory_forget(&s->mem, s->guard, s->events_epoch + k);
    if (LLVMGetTypeKind(LLVMTypeOf(e->insn)) == LLVMVoidTypeKind) return true;
    if (!ir_shape_of(LLVMTypeOf(e->insn), &e->result.shape))
        return ir_refuse(&s->ir, e->insn, "a result that is not modelled");
    snprintf(name, sizeof name, "result.%.60s.%u", s->name, k);
    e->result = tv_variable(s->ir.c, name, e->result.shape);
    define(s, e->insn, e->result);
    return true;
}

static bool run_access_event(tv_side *s, LLVMValueRef insn)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(insn);
    tv_event *e = add_event(
        s, insn, op == LLVMLoad ? "a volatile or atomic load" : "a volatile or atomic store");
    for (int i = 0; i < LLVMGetNumOperands(insn); i++)
        if (!add_arg(s, e, LLVMGetOperand(insn, (unsigned)i))) return false;
    return end_event(s, e);
}

static bool has_enum_attribute(LLVMValueRef call, unsigned index, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetCallSiteEnumAttribute(call, index, kind) != NULL;
}

static const char *name_of(LLVMValueRef v)
{
    size_t length;
    return LLVMGetValueName2(v, &length);
}

static bool starts_with(const char *text, const char *head)
{
    return !strncmp(text, head, strlen(head));
}

static bool run_call_event(tv_side *s, LLVMValueRef insn)
{
    LLVMValueRef callee = LLVMGetCalledValue(insn);
    if (LLVMIsAInlineAsm(callee)) return ir_refuse(&s->ir, insn, "inline assembly is not modelled");
    if (LLVMGetNumOperandBundles(insn))
        return ir_refuse(&s->ir, insn, "operand bundles are not modelled");
    bool direct = LLVMIsAFunction(callee) != NULL;
    tv_event *e = add_event(s, insn, direct ? name_of(callee) : "");
    if (!direct && !add_arg(s, e, callee)) return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(insn); i++) {
        if (!add_arg(s, e, LLVMGetOperand(insn, i))) return false;
        if (has_enum_attribute(insn, i + 1, "noundef"))
            tv_add_trap(s, tv_is_undefined(s, &e->args[e->nargs - 1]), insn);
    }
    e->ntraps = s->ntraps;
    if (!end_event(s, e)) return false;
    if (e->result.shape.bits && has_enum_attribute(insn, LLVMAttributeReturnIndex, "noundef"))
        tv_add_trap(s, any_poison(s, &e->result), insn);
    return true;
}

static bool run_assume(tv_side *s, LLVMValueRef insn)
{
    ir_value v;
    if (LLVMGetNumOperandBundles(insn))
        return ir_refuse(&s->ir, insn, "operand bundles are not modelled");
    if (!tv_side_value(s, LLVMGetOperand(insn, 0), &v)) return false;
    tv_add_trap(s, op2(s, TERM_OR, any_poison(s, &v), not(s, is_set(s, v.bits))), insn);
    return true;
}

static bool run_call(tv_side *s, LLVMValueRef insn)
{
    LLVMValueRef callee = LLVMGetCalledValue(insn);
    const char *name = LLVMIsAFunction(callee) ? name_of(callee) : "";
    if (starts_with(name, "llvm.dbg.") || !strcmp(name, "llvm.donothing") ||
        starts_with(name, "llvm.experimental.noalias.scope.decl"))
        return true;
    return !strcmp(name, "llvm.assume") ? run_assume(s, insn) : run_call_event(s, insn);
}

/* ---- other instructions ---- */

static bool run_computed(tv_side *s, LLVMValueRef insn)
{
    ir_value v;
    if (!ir_read_insn(&s->ir, insn, &v)) return false;
    tv_add_trap(s, s->ir.trap, insn);
    define(s, insn, v);
    return true;
}

static bool run_address_cast(tv_side *s, LLVMValueRef insn)
{
    ir_shape to;
    ir_value v;
    if (!tv_side_value(s, LLVMGetOperand(insn, 0), &v)) return false;
    if (!ir_shape_of(LLVMTypeOf(insn), &to) || to.lanes > 1 || to.bits != 64 || v.shape.bits != 64)
        return ir_refuse(&s->ir, insn, "an address as a number of other than 64 bits");
    define(s, insn, v);
    return true;
}

static bool run_gep(tv_side *s, LLVMValueRef insn)
{
    ir_value v;
    if (!tv_read_gep(s, insn, &v)) return false;
    define(s, insn, v);
    return true;
}

static bool run_instruction(tv_side *s, LLVMValueRef insn)
{
    switch (LLVMGetInstructionOpcode(insn)) {
    case LLVMLoad: return is_plain(insn) ? run_load(s, insn) : run_access_event(s, insn);
    case LLVMStore: return is_plain(insn) ? run_store(s, insn) : run_access_event(s, insn);
    case LLVMAlloca: return run_alloca(s, insn);
    case LLVMGetElementPtr: return run_gep(s, insn);
    case LLVMPtrToInt: case LLVMIntToPtr: return run_address_cast(s, insn);
    case LLVMCall:
        if (ir_is_pair(insn)) return true;
        return ir_is_computed(insn) ? run_computed(s, insn) : run_call(s, insn);
    default: return run_computed(s, insn);
    }
}

/* ---- flow ---- */

static void add_edge(tv_side *s, unsigned from, unsigned layer, LLVMBasicBlockRef target,
                     term guard)
{
    unsigned to = tv_cfg_index(&s->cfg, target);
    unsigned to_layer = to > from ? layer : layer + 1;
    bool leaves = s->layers > 1 ? to_layer >= s->layers : tv_cfg_is_cut(&s->cfg, to);
    tv_edge e = {from, to, s->layers > 1 ? to_layer : 0, guard};
    if (leaves) {
        GROW(s->exits, s->nexits, s->exits_cap);
        s->exits[s->nexits++] = e;
    } else {
        GROW(s->edges, s->nedges, s->edges_cap);
        s->edges[s->nedges++] = e;
    }
}

static bool run_branch(tv_side *s, LLVMValueRef insn, unsigned block, unsigned layer)
{
    ir_value v;
    if (!LLVMIsConditional(insn))
        return add_edge(s, block, layer, LLVMGetSuccessor(insn, 0), s->guard), true;
    if (!tv_side_value(s, LLVMGetCondition(insn), &v)) return false;
    tv_add_trap(s, tv_is_undefined(s, &v), insn);
    term yes = is_set(s, v.bits);
    add_edge(s, block, layer, LLVMGetSuccessor(insn, 0), op2(s, TERM_AND, s->guard, yes));
    add_edge(s, block, layer, LLVMGetSuccessor(insn, 1), op2(s, TERM_AND, s->guard, not(s, yes)));
    return true;
}

static bool run_switch(tv_side *s, LLVMValueRef insn, unsigned block, unsigned layer)
{
    ir_value v, k;
    term none = s->guard;
    if (!tv_side_value(s, LLVMGetOperand(insn, 0), &v)) return false;
    tv_add_trap(s, tv_is_undefined(s, &v), insn);
    for (unsigned i = 1; i < LLVMGetNumSuccessors(insn); i++) {
        if (!tv_side_value(s, LLVMGetOperand(insn, 2 * i), &k)) return false;
        term taken = op2(s, TERM_EQ, v.bits, k.bits);
        add_edge(s, block, layer, LLVMGetSuccessor(insn, i), op2(s, TERM_AND, s->guard, taken));
        none = op2(s, TERM_AND, none, not(s, taken));
    }
    add_edge(s, block, layer, LLVMGetSuccessor(insn, 0), none);
    return true;
}

static bool run_return(tv_side *s, LLVMValueRef insn)
{
    ir_value v;
    bool first = s->returns == no(s);
    s->returns = tv_or(s->ir.c, s->returns, s->guard);
    if (!LLVMGetNumOperands(insn)) return true;
    if (!tv_side_value(s, LLVMGetOperand(insn, 0), &v)) return false;
    unsigned noundef = LLVMGetEnumAttributeKindForName("noundef", 7);
    if (LLVMGetEnumAttributeAtIndex(s->f, LLVMAttributeReturnIndex, noundef))
        tv_add_trap(s, tv_is_undefined(s, &v), insn);
    if (!first) {
        v.bits = term_mk_ite(s->ir.c, s->guard, v.bits, s->returned.bits);
        v.poison = term_mk_ite(s->ir.c, s->guard, v.poison, s->returned.poison);
    }
    s->returned = v;
    return true;
}

static bool run_terminator(tv_side *s, LLVMValueRef insn, unsigned block, unsigned layer)
{
    switch (LLVMGetInstructionOpcode(insn)) {
    case LLVMRet: return run_return(s, insn);
    case LLVMBr: return run_branch(s, insn, block, layer);
    case LLVMSwitch: return run_switch(s, insn, block, layer);
    case LLVMUnreachable: return tv_add_trap(s, term_mk_bool(s->ir.c, true), insn), true;
    default: return ir_refuse(&s->ir, insn, "a terminator that is not modelled");
    }
}

/* The operand of a phi for an edge. */
static bool incoming(tv_side *s, LLVMValueRef phi, unsigned from, ir_value *out)
{
    if (LLVMCanValueUseFastMathFlags(phi) && LLVMGetFastMathFlags(phi))
        return ir_refuse(&s->ir, phi, "fast-math flags of a phi are not modelled");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == s->cfg.block[from])
            return tv_side_value(s, LLVMGetIncomingValue(phi, i), out);
    return ir_refuse(&s->ir, phi, "a phi without a value for an edge");
}

static bool merge(tv_side *s, const tv_edge *edges, unsigned n, unsigned to, unsigned layer,
                  LLVMValueRef phi, ir_value *out)
{
    bool any = false;
    for (unsigned i = 0; i < n; i++) {
        ir_value v;
        if (edges[i].to != to || edges[i].layer != layer) continue;
        if (!incoming(s, phi, edges[i].from, &v)) return false;
        if (any) {
            v.bits = term_mk_ite(s->ir.c, edges[i].guard, v.bits, out->bits);
            v.poison = term_mk_ite(s->ir.c, edges[i].guard, v.poison, out->poison);
        }
        *out = v;
        any = true;
    }
    return any || ir_refuse(&s->ir, phi, "a phi that is not reached");
}

bool tv_entering(tv_side *s, unsigned to, LLVMValueRef phi, ir_value *out)
{
    return merge(s, s->exits, s->nexits, to, 0, phi, out);
}

static term reached(term_ctx *c, const tv_edge *edges, unsigned n, unsigned to, unsigned layer)
{
    term any = term_mk_bool(c, false);
    for (unsigned i = 0; i < n; i++)
        if (edges[i].to == to && edges[i].layer == layer) any = tv_or(c, any, edges[i].guard);
    return any;
}

term tv_entered(const tv_side *s, unsigned to)
{
    return reached(s->ir.c, s->exits, s->nexits, to, 0);
}

/* All phis of a block read before any is defined. */
static bool run_phis(tv_side *s, unsigned block, unsigned layer, LLVMValueRef *next)
{
    LLVMValueRef insn = *next;
    ir_value *value = NULL;
    unsigned count = 0, cap = 0;
    bool ok = true;
    for (; ok && LLVMIsAPHINode(insn); insn = LLVMGetNextInstruction(insn)) {
        GROW(value, count, cap);
        ok = merge(s, s->edges, s->nedges, block, layer, insn, &value[count++]);
    }
    insn = *next;
    for (unsigned i = 0; ok && i < count; i++, insn = LLVMGetNextInstruction(insn))
        define(s, insn, value[i]);
    *next = insn;
    mem_free(value);
    return ok;
}

static LLVMValueRef after_phis(LLVMBasicBlockRef b)
{
    LLVMValueRef insn = LLVMGetFirstInstruction(b);
    while (LLVMIsAPHINode(insn)) insn = LLVMGetNextInstruction(insn);
    return insn;
}

static bool run_block(tv_side *s, unsigned block, unsigned layer)
{
    LLVMValueRef insn = LLVMGetFirstInstruction(s->cfg.block[block]);
    bool begins = block == s->cut && layer == 0;
    s->guard = begins ? term_mk_bool(s->ir.c, true)
                      : reached(s->ir.c, s->edges, s->nedges, block, layer);
    if (s->guard == no(s)) return true;
    if (begins) insn = after_phis(s->cfg.block[block]);
    else if (!run_phis(s, block, layer, &insn)) return false;
    for (; !LLVMIsATerminatorInst(insn); insn = LLVMGetNextInstruction(insn))
        if (!run_instruction(s, insn)) return false;
    return run_terminator(s, insn, block, layer);
}

/* A noundef argument that is poison has no behaviour. */
static void demand_arguments(tv_side *s)
{
    unsigned noundef = LLVMGetEnumAttributeKindForName("noundef", 7);
    for (unsigned i = 0; i < LLVMCountParams(s->f); i++) {
        LLVMValueRef p = LLVMGetParam(s->f, i);
        const ir_value *v = &tv_side_find_slot(s, p)->value;
        if (LLVMGetEnumAttributeAtIndex(s->f, i + 1, noundef)) tv_add_trap(s, any_poison(s, v), p);
        if (LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind)
            tv_demand_dereferenceable(s, i, v);
    }
}

bool tv_run(tv_side *s, unsigned cut, unsigned layers, const char *name, unsigned epoch,
            unsigned events_epoch)
{
    memory_free(&s->mem);
    s->mem = (memory){.w = s->world, .epoch = epoch, .owner = s, .undefined = tv_choose_byte};
    s->ntraps = s->nevents = s->nedges = s->nexits = 0;
    s->cut = cut;
    s->layers = layers;
    s->name = name;
    s->events_epoch = events_epoch;
    s->returns = no(s);
    s->guard = term_mk_bool(s->ir.c, true);
    if (cut == 0) demand_arguments(s);
    for (unsigned layer = 0; layer < layers; layer++)
        for (unsigned i = 0; i < s->cfg.nblocks; i++)
            if (layers > 1 || s->cfg.owner[i] == cut)
                if (!run_block(s, i, layer)) return false;
    return true;
}

/* ---- functions ---- */

static bool makes_event(LLVMValueRef insn)
{
    switch (LLVMGetInstructionOpcode(insn)) {
    case LLVMLoad: case LLVMStore: return !is_plain(insn);
    case LLVMCall: return !ir_is_computed(insn) && !ir_is_pair(insn);
    default: return false;
    }
}

static bool has_event(const tv_cfg *g)
{
    for (unsigned i = 0; i < g->nblocks; i++)
        for (LLVMValueRef v = LLVMGetFirstInstruction(g->block[i]); v;
             v = LLVMGetNextInstruction(v))
            if (makes_event(v)) return true;
    return false;
}

static bool define_argument(tv_side *s, unsigned i)
{
    char name[64];
    ir_shape shape;
    LLVMValueRef p = LLVMGetParam(s->f, i);
    if (!ir_shape_of(LLVMTypeOf(p), &shape))
        return ir_refuse(&s->ir, p, "a parameter of a type that is not modelled");
    snprintf(name, sizeof name, MEM_ARGUMENT "%u", i);
    ir_value v = tv_variable(s->ir.c, name, shape);
    if (LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind)
        v.poison = op2(s, TERM_BVOR, v.poison,
                       ir_poison_when(s->ir.c, tv_breaks_attributes(s, i, v.bits), 64));
    tv_side_define(s, p, v);
    return true;
}

bool tv_side_open(tv_side *s, term_ctx *c, mem_world *w, tv_applications *apps, LLVMModuleRef m,
                  LLVMValueRef f, bool second)
{
    *s = (tv_side){.second = second, .f = f, .world = w, .apps = apps};
    LLVMContextRef context = LLVMGetModuleContext(m);
    s->layout = LLVMGetModuleDataLayout(m);
    s->ir = (ir_reader){.c = c,
                        .context = context,
                        .owner = s,
                        .find = find,
                        .undefined = tv_choose_undefined,
                        .freeze = tv_choose_frozen,
                        .apply = tv_choose_apply,
                        .choose = tv_choose_bit,
                        .folder = LLVMCreateBuilderInContext(context)};
    s->facts = term_mk_bool(c, true);
    tv_cfg_make(&s->cfg, f);
    s->has_events = has_event(&s->cfg);
    for (unsigned i = 0; i < LLVMCountParams(f); i++)
        if (!define_argument(s, i)) return false;
    return true;
}

void tv_side_close(tv_side *s)
{
    tv_cfg_free(&s->cfg);
    memory_free(&s->mem);
    if (s->ir.folder) LLVMDisposeBuilder(s->ir.folder);
    mem_free(s->env);
    mem_free(s->choices);
    mem_free(s->traps);
    mem_free(s->events);
    mem_free(s->edges);
    mem_free(s->exits);
}
