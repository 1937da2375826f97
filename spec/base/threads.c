// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* threads.c - starts threads and waits for them. What they share is the caller's affair.
 *
 * Called by exhaust.c, gates_walk.c and rules.c. */
#include "threads.h"

#include <pthread.h>

#include "base.h"

void threads_run(void *(*work)(void *context), void *const *contexts, unsigned count)
{
    pthread_t thread[THREADS_MAX];
    unsigned started = 1;
    require(count && count <= THREADS_MAX, "from one thread to THREADS_MAX");
    for (; started < count; started++)
        if (pthread_create(&thread[started], NULL, work, contexts[started])) break;
    work(contexts[0]);
    for (unsigned i = 1; i < started; i++) pthread_join(thread[i], NULL);
}

unsigned threads_wanted(unsigned asked)
{
    return asked < 1 ? 1 : asked > THREADS_MAX ? THREADS_MAX : asked;
}
