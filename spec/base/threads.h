// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* threads.h - one function on several threads, for searches that share memory. */
#ifndef LANESMITH_THREADS_H
#define LANESMITH_THREADS_H

enum { THREADS_MAX = 64 };

/* Calls work(contexts[i]) for every i < count at once, the first on the caller's thread, and
 * returns when all are over. Fewer are called when the system gives no more threads: so each must
 * go on as long as there is work. Requires: count is 1..THREADS_MAX. */
void threads_run(void *(*work)(void *context), void *const *contexts, unsigned count);
/* The number asked for, as one that threads_run takes. */
unsigned threads_wanted(unsigned asked);

#endif
