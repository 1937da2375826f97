// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvcompare.h - what has to be shown of two functions: goals, from what tvrun.c collects of both.
 */
#ifndef LANESMITH_TVCOMPARE_H
#define LANESMITH_TVCOMPARE_H

#include "tvgoals.h"
#include "tvside.h"

/* Values that are carried into a cut: one phi of the first function, and those of the second that
 * hold the same bits, the lowest first; bits above are any. */
enum { TV_PARTS_MAX = 64 };
typedef struct tv_carried {
    LLVMValueRef first, second[TV_PARTS_MAX];
    unsigned parts;
} tv_carried;
typedef struct tv_relation {
    tv_carried *carried;
    unsigned count;
    /* values of another shape than the first function's; otherwise poison at most where all is of
     * which they hold bits */
    bool never_poison;
} tv_relation;

/* Pairs the phis of two blocks: by name and type, the others in order, as many of the second's as
 * fill one of the first's. NULL, or what does not fit. */
const char *tv_relate(tv_relation *r, LLVMBasicBlockRef first, LLVMBasicBlockRef second);
void tv_relation_free(tv_relation *r);
/* Gives the phis of a cut values for which the relation holds, and nothing else is known. */
void tv_enter(tv_side *a, tv_side *b, const tv_relation *r, const char *name);

/* Where the first function's stretch has defined behaviour, up to that many traps. */
term tv_defined(const tv_side *a, unsigned ntraps);

/* Adds goals for the stretches that a and b have run. given: what holds besides (of earlier
 * stretches). relations: of the cuts, in the order of cfg.cut; NULL where no cut is entered. False
 * with *why when the stretches cannot be compared. */
/* one_by_one: stores are compared each with its counterpart where that can be done: easier to
 * prove, but a difference that a later store undoes is one, too; *exact says whether that can be.
 * Otherwise memory is compared as it is at the end. */
bool tv_compare(tv_side *a, tv_side *b, term given, const tv_relation *relations, bool one_by_one,
                tv_goals *out, bool *exact, const char **why);

#endif
