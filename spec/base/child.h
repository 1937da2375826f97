// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* child.h - forked processes that work for this one and answer over a socket. What programs of
 * others need is in process.h. */
#ifndef LANESMITH_CHILD_H
#define LANESMITH_CHILD_H

#include "base.h"

typedef struct child {
    int pid; /* in the parent; 0: none */
    int fd;  /* of the parent to the child, in the child to the parent */
} child;

/* Forks. *inside: whether this is the child, which signals of the terminal do not concern, which
 * ends when the parent does, and which must not return into the parent's callers. LS_ENV with
 * errno. */
ls_status child_fork(child *c, bool *inside);
/* False when the other side is gone. No signal comes of it. */
bool child_send(int fd, const void *data, size_t size);
bool child_receive(int fd, void *data, size_t size);
/* Closes the socket and waits for the end. Returns the wait status; c->pid is 0 then. */
int child_reap(child *c);

#endif
