// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* pass.h - the pass as its two users see it: the plugin (plugin.cpp) and lanesmith-opt (opt.c).
 *
 * `lanesmith_run` lowers what it can in a module and counts what it did and what it left. */
#ifndef LANESMITH_PASS_PASS_H
#define LANESMITH_PASS_PASS_H

#include <llvm-c/Core.h>

#include "lowerings/pass/base/stats.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Called after a function was changed; may be NULL. */
typedef void lanesmith_changed(LLVMValueRef function, void *context);

/* Lowers the module in place and adds to *stats. Nonzero when anything changed; a module without
 * small-field work is not touched. Requires: valid IR; leaves valid IR. */
int lanesmith_run(LLVMModuleRef module, lanesmith_stats *stats, lanesmith_changed *changed,
                  void *context);

/* The same, in the default pipeline of a level, 1 to 3, before its vectorizers: what is shorter is
 * judged by what they leave. */
int lanesmith_run_at(unsigned level, LLVMModuleRef module, lanesmith_stats *stats,
                     lanesmith_changed *changed, void *context);

/* The same of one function with a body. Other functions stay as they are; declarations of
 * intrinsics may be added. */
int lanesmith_run_on_function(LLVMValueRef function, lanesmith_stats *stats);

/* Gives a function that names no CPU this one, as `opt -mcpu` does. Nonzero when it did. */
int lanesmith_set_cpu(LLVMValueRef function, const char *cpu);

#ifdef __cplusplus
}
#endif
#endif
