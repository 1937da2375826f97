// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvpromise.c - what attributes of arguments promise: noalias, readonly, writeonly, readnone,
 * dereferenceable, nonnull, align.
 *
 * An access belongs to the noalias argument that its address is based on, to none, or nobody knows.
 * The first function has no behaviour where accesses of different kinds meet and one of them
 * writes; the second may touch a byte only in the way that the first does, which is more than has
 * to be but leaves no such meeting of its own. Called by tvrun.c and tvcompare.c. */
#include "tvpromise.h"

#include <string.h>

#include "tvinside.h"

static LLVMAttributeRef attribute_of(const tv_side *s, unsigned argument, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(s->f, argument + 1, kind);
}

static uint64_t number_of(const tv_side *s, unsigned argument, const char *name)
{
    LLVMAttributeRef a = attribute_of(s, argument, name);
    return a ? LLVMGetEnumAttributeValue(a) : 0;
}

/* ---- what an address is based on ---- */

enum { OTHER = -1, UNKNOWN = -2, NOTHING_YET = -3, DEPTH = 16 };

static int origin_of(LLVMValueRef p, unsigned depth);

static int merged(int a, int b)
{
    if (a == NOTHING_YET || a == b) return b;
    return b == NOTHING_YET ? a : UNKNOWN;
}

static int origin_of_phi(LLVMValueRef phi, unsigned depth)
{
    int origin = NOTHING_YET;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingValue(phi, i) != phi)
            origin = merged(origin, origin_of(LLVMGetIncomingValue(phi, i), depth));
    return origin;
}

static int argument_number(LLVMValueRef p)
{
    LLVMValueRef f = LLVMGetParamParent(p);
    int i = 0;
    while (LLVMGetParam(f, (unsigned)i) != p) i++;
    return i;
}

/* The number of an argument, OTHER for an object that is none's, UNKNOWN; NOTHING_YET: what a loop
 * carries around. */
static int origin_of(LLVMValueRef p, unsigned depth)
{
    if (LLVMIsAArgument(p)) return argument_number(p);
    if (LLVMIsAGlobalValue(p) || LLVMIsAConstantPointerNull(p) || LLVMIsAUndefValue(p))
        return OTHER;
    if (LLVMIsAAllocaInst(p)) return OTHER;
    if (LLVMIsAConstantExpr(p) && LLVMGetConstOpcode(p) == LLVMGetElementPtr)
        return origin_of(LLVMGetOperand(p, 0), depth);
    if (!LLVMIsAInstruction(p)) return UNKNOWN;
    if (LLVMIsAPHINode(p)) return depth == DEPTH ? NOTHING_YET : origin_of_phi(p, depth + 1);
    if (depth == DEPTH) return UNKNOWN;
    switch (LLVMGetInstructionOpcode(p)) {
    case LLVMGetElementPtr:
    case LLVMFreeze:
    case LLVMBitCast: return origin_of(LLVMGetOperand(p, 0), depth);
    case LLVMSelect:
        return merged(origin_of(LLVMGetOperand(p, 1), depth + 1),
                      origin_of(LLVMGetOperand(p, 2), depth + 1));
    default: return UNKNOWN;
    }
}

/* The argument with the attribute noalias that the address is based on, or as above. */
static int way_of(const tv_side *s, LLVMValueRef pointer)
{
    int origin = origin_of(pointer, 0);
    if (origin == NOTHING_YET) return UNKNOWN;
    return origin >= 0 && !attribute_of(s, (unsigned)origin, "noalias") ? OTHER : origin;
}

bool tv_has_noalias(const tv_side *s)
{
    bool any = false;
    for (unsigned i = 0; i < LLVMCountParams(s->f); i++)
        any |= attribute_of(s, i, "noalias") != NULL;
    return any;
}

/* ---- accesses ---- */

static term meet(tv_side *s, const mem_access *a, const mem_access *b)
{
    if (mem_never_meet(s->world, a->at.base, b->at.base)) return no(s);
    term x = address_term(s->ir.c, a->at), y = address_term(s->ir.c, b->at);
    term below = op2(s, TERM_BVULT, op2(s, TERM_BVSUB, x, y), num(s, b->bytes, 64));
    return op2(s, TERM_OR, below,
               op2(s, TERM_BVULT, op2(s, TERM_BVSUB, y, x), num(s, a->bytes, 64)));
}

/* An address based on the argument and one that is not: undefined, where one of them is written to.
 */
static void demand_apart(tv_side *s, const mem_access *a)
{
    for (unsigned i = 0; i < s->mem.naccesses; i++) {
        const mem_access *b = &s->mem.accesses[i];
        if (a->way == b->way || a->way == UNKNOWN || b->way == UNKNOWN ||
            (!a->writes && !b->writes))
            continue;
        tv_add_trap(s, op2(s, TERM_AND, b->guard, meet(s, a, b)), a->insn);
    }
}

static void demand_kind(tv_side *s, const mem_access *a, int origin)
{
    if (origin < 0) return;
    unsigned i = (unsigned)origin;
    bool wrong =
        attribute_of(s, i, a->writes ? "readonly" : "writeonly") || attribute_of(s, i, "readnone");
    if (wrong) tv_add_trap(s, term_mk_bool(s->ir.c, true), a->insn);
}

void tv_touch(tv_side *s, mem_access a, LLVMValueRef pointer)
{
    a.way = way_of(s, pointer);
    demand_kind(s, &a, origin_of(pointer, 0));
    if (tv_has_noalias(s)) {
        s->saw_unknown_way |= a.way == UNKNOWN;
        if (!s->second) demand_apart(s, &a);
    }
    memory_touch(&s->mem, a);
}

/* ---- arguments ---- */

/* Bool: the argument is not what its attributes say; then it is poison. */
term tv_breaks_attributes(tv_side *s, unsigned argument, term value)
{
    uint64_t align = number_of(s, argument, "align");
    term zero = num(s, 0, 64), broken = no(s);
    if (attribute_of(s, argument, "nonnull")) broken = op2(s, TERM_EQ, value, zero);
    if (align < 2) return broken;
    return op2(s, TERM_OR, broken,
               not(s, op2(s, TERM_EQ, op2(s, TERM_BVAND, value, num(s, align - 1, 64)), zero)));
}

/* So many bytes from the argument on may be read; null counts where only *or_null holds. */
static uint64_t readable_bytes(const tv_side *s, unsigned argument, bool *or_null)
{
    uint64_t bytes = number_of(s, argument, "dereferenceable");
    *or_null = !bytes;
    return bytes ? bytes : number_of(s, argument, "dereferenceable_or_null");
}

/* dereferenceable is a promise that is kept or nothing is defined. */
void tv_demand_dereferenceable(tv_side *s, unsigned argument, const ir_value *v)
{
    bool or_null;
    LLVMValueRef p = LLVMGetParam(s->f, argument);
    uint64_t bytes = readable_bytes(s, argument, &or_null);
    if (!bytes) return;
    term null = op2(s, TERM_EQ, v->bits, num(s, 0, 64)),
         wraps = op2(s, TERM_BVULT, num(s, -bytes, 64), v->bits);
    tv_add_trap(s, any_poison(s, v), p);
    tv_add_trap(s, or_null ? wraps : op2(s, TERM_OR, wraps, null), p);
}

term tv_is_dereferenceable(tv_side *s, const mem_access *a, address at)
{
    bool or_null;
    int origin = origin_of(LLVMGetOperand(a->insn, 0), 0);
    if (a->writes || origin < 0) return no(s);
    uint64_t bytes = readable_bytes(s, (unsigned)origin, &or_null);
    for (unsigned i = 0; i < s->mem.naccesses;
         i++) /* a read that must not meet a write of another way */
        if (a->way >= 0 && s->mem.accesses[i].writes && s->mem.accesses[i].way != a->way)
            return no(s);
    ir_value v;
    if (!bytes || !tv_side_value(s, LLVMGetParam(s->f, (unsigned)origin), &v)) return no(s);
    term inside = op2(s, TERM_BVULT, op2(s, TERM_BVSUB, address_term(s->ir.c, at), v.bits),
                      num(s, bytes, 64));
    return or_null ? op2(s, TERM_AND, inside, not(s, op2(s, TERM_EQ, v.bits, num(s, 0, 64))))
                   : inside;
}
