// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transpose_inside.h - the movements of a block, and the groups that they make, for the files of
 * transpose.c. */
#ifndef LANESMITH_PASS_TRANSPOSE_INSIDE_H
#define LANESMITH_PASS_TRANSPOSE_INSIDE_H

#include "lowerings/pass/lower/digits_code.h"
#include "lowerings/pass/table/layouts.h"
#include "lowerings/pass/table/target.h"
#include "spec/base/map.h"

enum {
    DEPTH = 24,      /* of movements of movements that are followed */
    PARTS_MAX = 64,  /* registers of one vector */
    FEWEST = 1,      /* digits of registers' numbers */
    NARROWEST = 128, /* register */
    WORTH = 2        /* with shuffles of fewer registers than this there is nothing to do */
};

/* A register's worth of a value that is no movement, or none that is followed. */
typedef struct source {
    LLVMValueRef value;
    unsigned part;
    unsigned number; /* among its group's, which is that of all results that have it */
    struct group *group;
} source;

/* Results of the same 2^f sources. */
typedef struct group {
    unsigned sources[DIGITS_REGISTERS], nsources;
    struct result *results;
    digits_goal goal;
    unsigned held; /* the digits of sources' places that are digits of results' numbers */
    const digits_way *way;
    bool bad;
    LLVMValueRef made[DIGITS_REGISTERS];  /* the results, by their numbers */
    /* those that make parts of one value are done together: a list from their leader on */
    struct group *leader, *joined, *next;
    uintptr_t after;                      /* a leader's: the place of the last of the sources */
    /* one's that is done: the instruction before which that is */
    LLVMValueRef before;
} group;

/* A register's worth of a movement that others than movements use: bit i is bit from[i] % bits of
 * source from[i] / bits. */
typedef struct result {
    LLVMValueRef value;
    unsigned part;
    uint32_t *from;
    unsigned code;   /* the digits of sources' places that its bits have in common, as a number */
    unsigned number; /* of the register that is it in the end */
    struct group *group;
    struct result *next, *next_of_group;
} result;

typedef struct finder {
    arena *arena;
    const target_view *view;
    LLVMBasicBlockRef block;
    unsigned bits;       /* of a register */
    stack order;         /* the block's instructions */
    map place;           /* their places, from 1 on */
    map known;           /* by value: the number of its first source, plus one */
    layouts layouts;
    map ways;            /* by goal */
    digits_run *run;     /* for whoever needs one */
    map met;             /* movements that have been followed */
    stack inner;         /* the same */
    source *sources;
    unsigned nsources, cap;
    result *results, *last;
    group *groups, *last_group;
    /* of what is followed now, something is undefined, constant, or no registers */
    bool failed;
} finder;

/* A movement of a list, with its place in the block. */
typedef struct placed {
    LLVMValueRef movement;
    uintptr_t place;
} placed;

static inline bool is_numbers(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
           LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind;
}

static inline unsigned field_bits(LLVMTypeRef type)
{
    return LLVMGetIntTypeWidth(LLVMGetElementType(type));
}

static inline unsigned all_bits(LLVMTypeRef type)
{
    return field_bits(type) * LLVMGetVectorSize(type);
}

static inline group *leader_of(group *g)
{
    while (g->leader != g) g = g->leader = g->leader->leader;
    return g;
}

/* transpose_movements.c */
/* A freeze is none: all of its users have to see one and the same value, and not all may be
 * replaced. */
bool transpose_is_movement(LLVMValueRef v);
bool transpose_is_small_shuffle(LLVMValueRef v);
/* Is it a movement that is followed? */
bool transpose_is_inner(const finder *x, LLVMValueRef v);
/* Do others use it? */
bool transpose_is_wanted(const finder *x, LLVMValueRef movement);
/* Does LLVM take the fields one by one where the value goes? */
bool transpose_goes_apart(LLVMValueRef value);
/* Does the value fill registers, and is it no constant? */
bool transpose_is_register(const finder *x, LLVMValueRef value);
/* All registers of a value, or none. */
void transpose_add_results(finder *x, LLVMValueRef value);

/* transpose_groups.c */
/* Puts results into groups, and looks for a way for each; false where none has one. */
bool transpose_find_groups(finder *x);

/* transpose_pays.c */
/* Movements with their users before them. */
placed *transpose_in_order(const finder *x, const stack *movements);
/* Do a leader's groups take fewer instructions than what goes with them? Then they know behind
 * which instruction they are made. */
bool transpose_pays(finder *x, group *leader);

/* transpose_make.c */
/* Makes the results of a leader's groups. */
void transpose_make_groups(finder *x, LLVMBuilderRef b, group *leader);
/* Users get what was made of all results from r on. */
void transpose_give_results(LLVMBuilderRef b, const result *r);
/* Erases movements that nobody uses any more; how many shuffles these were. */
unsigned transpose_erase_unused(finder *x);

#endif
