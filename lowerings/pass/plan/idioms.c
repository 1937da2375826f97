// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* idioms.c - several instructions that together are one operation of the table.
 *
 * LLVM has no instruction for |a - b|, for the mean of two numbers, for a shift of all fields by
 * one amount: programs say them with several. An idiom is a pattern (pattern.h); A, B and C are the
 * operation's arguments. Registers of the pass are never poison, so a value used twice is the same
 * twice, and flags, which only allow more poison, are of no account. LLVM makes intrinsics of the
 * forms of minima and saturating arithmetic below, where it has seen them. Called by plan.c. */
#include "idioms.h"

#include "fuse.h"
#include "lowerings/pass/table/pattern.h"

#include <string.h>

static const struct {
    const char *formula, *pattern;
} idioms[] = {
    {"uabs_diff", "sub(llvm.umax(A,B),llvm.umin(A,B))"},
    {"uabs_diff", "or(llvm.usub.sat(A,B),llvm.usub.sat(B,A))"},
    {"uabs_diff", "add(llvm.usub.sat(A,B),llvm.usub.sat(B,A))"},
    {"uabs_diff", "xor(llvm.usub.sat(A,B),llvm.usub.sat(B,A))"},
    {"uabs_diff", "select(icmp ugt(A,B),sub(A,B),sub(B,A))"},
    {"uabs_diff", "select(icmp uge(A,B),sub(A,B),sub(B,A))"},
    {"uabs_diff", "select(icmp ult(A,B),sub(B,A),sub(A,B))"},
    {"uabs_diff", "select(icmp ule(A,B),sub(B,A),sub(A,B))"},
    {"sabs_diff", "sub(llvm.smax(A,B),llvm.smin(A,B))"},
    {"sabs_diff", "select(icmp sgt(A,B),sub(A,B),sub(B,A))"},
    {"sabs_diff", "select(icmp sge(A,B),sub(A,B),sub(B,A))"},
    {"sabs_diff", "select(icmp slt(A,B),sub(B,A),sub(A,B))"},
    {"sabs_diff", "select(icmp sle(A,B),sub(B,A),sub(A,B))"},
    {"uavg_floor", "add(and(A,B),lshr(xor(A,B),1))"},
    {"savg_floor", "add(and(A,B),ashr(xor(A,B),1))"},
    {"uavg_ceil", "sub(or(A,B),lshr(xor(A,B),1))"},
    {"savg_ceil", "sub(or(A,B),ashr(xor(A,B),1))"},
    {"lowest_bit", "and(sub(0,A),A)"},
    {"clear_lowest_bit", "and(add(A,-1),A)"},
    {"parity", "and(llvm.ctpop(A),1)"},
    {"select_sign", "select(icmp slt(A,0),B,C)"},
    {"select_sign", "select(icmp sgt(A,-1),C,B)"},
    {"llvm.umax", "select(icmp ugt(A,B),A,B)"},
    {"llvm.umax", "select(icmp ult(A,B),B,A)"},
    {"llvm.umin", "select(icmp ugt(A,B),B,A)"},
    {"llvm.umin", "select(icmp ult(A,B),A,B)"},
    {"llvm.umax", "select(icmp uge(A,B),A,B)"},
    {"llvm.umax", "select(icmp ule(A,B),B,A)"},
    {"llvm.umin", "select(icmp uge(A,B),B,A)"},
    {"llvm.umin", "select(icmp ule(A,B),A,B)"},
    {"llvm.smax", "select(icmp sgt(A,B),A,B)"},
    {"llvm.smax", "select(icmp slt(A,B),B,A)"},
    {"llvm.smin", "select(icmp sgt(A,B),B,A)"},
    {"llvm.smin", "select(icmp slt(A,B),A,B)"},
    {"llvm.smax", "select(icmp sge(A,B),A,B)"},
    {"llvm.smax", "select(icmp sle(A,B),B,A)"},
    {"llvm.smin", "select(icmp sge(A,B),B,A)"},
    {"llvm.smin", "select(icmp sle(A,B),A,B)"},
    {"llvm.abs", "select(icmp slt(A,0),sub(0,A),A)"},
    {"llvm.abs", "select(icmp sgt(A,-1),A,sub(0,A))"},
    {"llvm.uadd.sat", "select(icmp ult(add(A,B),A),-1,add(A,B))"},
    {"llvm.uadd.sat", "select(icmp ult(add(B,A),A),-1,add(B,A))"},
    {"llvm.uadd.sat", "or(add(A,B),sext(icmp ult(add(A,B),A)))"},
    {"llvm.uadd.sat", "or(add(B,A),sext(icmp ult(add(B,A),A)))"},
    {"llvm.uadd.sat", "select(icmp ugt(A,xor(B,-1)),-1,add(A,B))"},
    {"llvm.usub.sat", "select(icmp ugt(A,B),sub(A,B),0)"},
    {"llvm.usub.sat", "select(icmp uge(A,B),sub(A,B),0)"},
    {"llvm.usub.sat", "select(icmp ult(A,B),0,sub(A,B))"},
    {"llvm.usub.sat", "select(icmp ule(A,B),0,sub(A,B))"},
    {"llvm.usub.sat", "sub(llvm.umax(A,B),B)"},
    {"llvm.usub.sat", "sub(A,llvm.umin(A,B))"},
    {"rotl", "llvm.fshl(A,A,B)"},
    {"rotr", "llvm.fshr(A,A,B)"},
    {"shl_all", "shl(A,*B)"},
    {"lshr_all", "lshr(A,*B)"},
    {"ashr_all", "ashr(A,*B)"},
};

/* A number for all fields is in the lowest field of every register: no operation with one can be
 * computed in halves. */
static bool takes_numbers(const plan *p, const fusion *f, unsigned *moves)
{
    const layout *l = f->root->layout;
    *moves = 0;
    for (unsigned i = 0; i < f->how->noperands; i++) {
        if (LLVMGetTypeKind(LLVMTypeOf(f->args[i])) == LLVMVectorTypeKind) continue;
        for (unsigned k = 0; k < l->npieces; k++)
            if (!formula_entry(p->view, f->how->steps[0].op, l->w, l->pieces[k].bits)) return false;
        ++*moves;
    }
    return true;
}

static bool gains(const plan *p, fusion *f)
{
    unsigned moves;
    if (!takes_numbers(p, f, &moves)) return false;
    if (formula_layout_cost(f->how, p->view, f->root->layout) + moves >= fuse_saves(p, f))
        return false;
    return formula_usable(f->how, p->targets, p->view, f->root->layout);
}

/* Is the value lowered, and not with others already? */
static bool may_be_inner(const void *plan_, LLVMValueRef value)
{
    const node *n = nodes_lowered(plan_, value);
    return n && !n->args[0];
}

static bool match_at(const plan *p, const char *pattern, fusion *f)
{
    pattern_match m;
    if (!pattern_matches(pattern, f->root->inst, may_be_inner, p, &m)) return false;
    memcpy(f->args, m.arg, sizeof f->args);
    f->ninner = m.ninner;
    for (unsigned i = 0; i < m.ninner; i++) f->inner[i] = nodes_lowered(p, m.inner[i]);
    return true;
}

static void find_at(const plan *p, node *n)
{
    const char *name = pattern_name(n->inst);
    for (size_t i = 0; i < sizeof idioms / sizeof *idioms && !n->args[0]; i++) {
        fusion f = {.root = n};
        if (!pattern_begins(idioms[i].pattern, name) || !match_at(p, idioms[i].pattern, &f))
            continue;
        f.how = formula_find(p->view, idioms[i].formula, n->layout);
        if (f.how && gains(p, &f)) fuse(&f);
    }
}

void idioms_find(plan *p)
{
    for (unsigned i = 0; i < p->count; i++)
        if (fuse_may_end(&p->nodes[i])) find_at(p, &p->nodes[i]);
}
