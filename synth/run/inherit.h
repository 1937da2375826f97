// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* inherit.h - programs that are known of one target and register class, judged for the others that
 * have their instructions; and those of an operation for the one that is it with its operands
 * exchanged (slt, sgt).
 *
 * Within a run of synth_run programs go from target to target, and to wider registers, anyway; what
 * was found in different runs, or with other effort, meets here. */
#ifndef LANESMITH_INHERIT_H
#define LANESMITH_INHERIT_H

#include "synth/job/search.h"

typedef struct inherit_known {
    cell cell;
    const char *text, *engine; /* NULL: the cell has no program */
    unsigned insns; /* that LLVM emits on the cell's target; ~0u without a program */
    bool asked;     /* the cell may get another program */
} inherit_known;

/* What begins the key of a mark: a word for the stage, and '-'. */
#define INHERIT_KEY "inherit-"
enum { INHERIT_KEY_TEXT = sizeof INHERIT_KEY - 1 + HASH_TEXT };

/* Asked before a cell is searched, once: whether it was before. key: of the cell and the programs
 * of others that it might get, of INHERIT_KEY_TEXT bytes. NULL instead of the function: no cell
 * was. */
typedef bool inherit_was(void *context, const cell *c, const char *key);

/* known: lowerings in order of cells. The cells that are asked for get those of others of which
 * LLVM makes fewer instructions, as far as they are proved; cells that might, and were not before,
 * are done, others are not. LS_ENV when workers fail. */
ls_status inherit_run(const spec *s, const inherit_known *known, unsigned count, inherit_was *was,
                      void *context, const synth_options *o, const synth_sink *sink, diags *d);

#endif
