// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvchild.h - decides one function in a process of its own, which can be ended when its time is
 * over.
 *
 * Neither the solver nor what makes terms for it looks at a clock often enough to be on time; and
 * what such a process leaves behind, or dies of, is no trouble for the next function. */
#ifndef LANESMITH_TVCHILD_H
#define LANESMITH_TVCHILD_H

#include "tvresult.h"

typedef ls_status tv_work_fn(void *context, tv_result *r);

/* Calls work in a child process and takes over what it says; r->name is kept, texts are in mem.
 * UNKNOWN when it is not done after so many milliseconds (0: no limit), or died. LS_ENV when there
 * is no child to be had. */
ls_status tv_run_in_child(unsigned milliseconds, tv_work_fn *work, void *context, arena *mem,
                          tv_result *r);

#endif
