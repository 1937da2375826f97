// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* child.c - one fork, one socket.
 *
 * A child inherits the sockets of its siblings: the caller closes them in the child, or a sibling
 * would not see that the parent is gone.
 *
 * Called by the pools (synth/job/workers.c, cli/app/pool.c) and by verify/refine/tvchild.c. */
#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stop.h"

ls_status child_fork(child *c, bool *inside)
{
    int pair[2];
    pid_t parent = getpid();
    *c = (child){0};
    *inside = false;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return LS_ENV;
    fflush(NULL); /* what is in buffers is the parent's to write */
    pid_t pid = fork();
    *inside = pid == 0;
    int why = errno;
    if (pid) close(pair[1]);
    if (pid <= 0) close(pair[0]);
    errno = why;
    if (pid < 0) return LS_ENV;
    *c = (child){.pid = pid, .fd = pair[*inside]};
    if (*inside) stop_follow_parent(parent);
    return LS_OK;
}

bool child_send(int fd, const void *data, size_t size)
{
    for (const char *at = data; size;) {
        ssize_t n = send(fd, at, size, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

bool child_receive(int fd, void *data, size_t size)
{
    for (char *at = data; size;) {
        ssize_t n = recv(fd, at, size, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

int child_reap(child *c)
{
    int status = 0;
    close(c->fd);
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) continue;
    c->pid = 0;
    return status;
}
