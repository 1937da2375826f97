// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* no_child.c - in place of verify/refine/tvchild.c: the work is done here, so that a crash is seen,
 * and coverage. */
#include "verify/refine/tvchild.h"

ls_status tv_run_in_child(unsigned milliseconds, tv_work_fn *work, void *context, arena *mem,
                          tv_result *r)
{
    (void)milliseconds, (void)mem;
    return work(context, r);
}
