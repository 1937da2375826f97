// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* inside.h - the results of a block, and the groups that they make, for the files of transpose.c.
 */
#ifndef LANESMITH_PASS_TRANSPOSE_INSIDE_H
#define LANESMITH_PASS_TRANSPOSE_INSIDE_H

#include "lowerings/pass/lower/digits_code.h"
#include "lowerings/pass/table/layouts.h"
#include "lowerings/pass/table/target.h"
#include "spec/base/map.h"
#include "trace.h"

enum {
    PARTS_MAX = 64,  /* registers of one vector */
    NARROWEST = 128, /* register */
    WORTH = 2        /* with shuffles of fewer registers than this there is nothing to do */
};

/* Results of the same 2^f sources. */
typedef struct group {
    /* registers of leaves, by their numbers among all; and what each is in the goal */
    unsigned sources[DIGITS_REGISTERS], number[DIGITS_REGISTERS], nsources;
    struct result *results;
    digits_goal goal;
    unsigned held; /* the digits of sources' places that are digits of results' numbers */
    const digits_way *way;
    unsigned cost; /* with what joins registers and cuts them */
    bool bad;
    LLVMValueRef made[DIGITS_REGISTERS]; /* the registers of results, by their numbers */
    /* those that make parts of one value are done together: a list from their leader on */
    struct group *leader, *joined, *next;
    struct group *next_alike; /* of the same lowest source */
    uintptr_t after;          /* a leader's: the place of the last of the sources */
    /* one's that is done: the instruction before which that is */
    LLVMValueRef before;
} group;

/* A register's worth of a value that others want: bit i is bit from[i] % bits of the register
 * from[i] / bits of the leaves. */
typedef struct result {
    LLVMValueRef value;
    unsigned part;
    uint32_t *from;
    unsigned code; /* the digits of sources' places that its bits have in common, as a number */
    unsigned number, lane; /* of the register that it is in the end, and the part of that */
    struct group *group;
    struct result *next, *next_of_group;
} result;

typedef struct finder {
    arena *arena;
    const target_view *view;
    /* those with shuffles of small fields are asked for, else the others */
    bool fields;
    bool again; /* some of the block was made anew already */
    LLVMBasicBlockRef block;
    unsigned bits; /* of a register */
    stack order;   /* the block's instructions */
    map place;     /* their places, from 1 on */
    tracer tracer;
    map refused; /* values that are to be no results */
    layouts layouts;
    digits_run *run; /* for whoever needs one */
    result *results, *last;
    group *groups, *last_group;
    map alike;       /* groups by their lowest source, plus one */
    unsigned erased; /* instructions */
    unsigned widest; /* register of what was made, in bits */
} finder;

static inline bool is_numbers(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind && trace_has_bits(type);
}

static inline unsigned field_bits(LLVMTypeRef type)
{
    return trace_width(type);
}

static inline unsigned all_bits(LLVMTypeRef type) { return trace_bits(type); }

static inline group *leader_of(group *g)
{
    while (g->leader != g) g = g->leader = g->leader->leader;
    return g;
}

/* Of an instruction of the block, from 1 on; 0: it stands elsewhere. */
static inline uintptr_t place_of(const finder *x, LLVMValueRef v)
{
    return (uintptr_t)map_get(&x->place, v);
}

/* A register of the leaves: its value, and how many registers stand before it. */
static inline trace_piece source_of(const finder *x, unsigned source)
{
    trace_piece p = x->tracer.pieces[source * (x->bits / TRACE_PIECE)];
    p.part /= x->bits / TRACE_PIECE;
    return p;
}

/* results.c */
/* Is it an instruction of the block that only moves bits? */
bool transpose_is_inner(const finder *x, LLVMValueRef v);
bool transpose_is_small_shuffle(LLVMValueRef v);
/* Does the value fill registers, and is it no constant? */
bool transpose_is_register(const finder *x, LLVMValueRef value);
/* All registers of values that others want than instructions that only move bits, and that are but
 * bits of leaves; but for those that are refused. */
void transpose_find_results(finder *x);

/* groups.c */
/* Puts results into groups, and looks for a way for each; false where none has one. */
bool transpose_find_groups(finder *x);

/* pays.c */
/* Do a leader's groups take fewer instructions than what goes with them? Then they know behind
 * which instruction they are made. */
bool transpose_pays(finder *x, group *leader);

/* make.c */
/* Makes the results of a leader's groups. */
void transpose_make_groups(finder *x, LLVMBuilderRef b, group *leader);
/* Users get what was made of all results from r on. */
void transpose_give_results(const finder *x, LLVMBuilderRef b, const result *r);
/* Erases instructions that nobody uses any more. */
void transpose_erase_unused(finder *x);

#endif
