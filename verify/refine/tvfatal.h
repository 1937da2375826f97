// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvfatal.h - LLVM's fatal errors end the process: with our message, and the status of what was at
 * fault. */
#ifndef LANESMITH_TVFATAL_H
#define LANESMITH_TVFATAL_H

#include <stdbool.h>

/* path: the module that LLVM reads, so that a fatal error is the input's (status 2); NULL: it is
 * the environment's (3). Running out of memory always is the environment's. The first call puts the
 * handlers in place. */
void tv_fatal_blame(const char *path);

#endif
