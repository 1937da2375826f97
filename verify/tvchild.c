// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvchild.c - see tvchild.h. The child writes its answer to a pipe, all of it when it is done; less
 * than all is none. Called by tv.c. */
#define _POSIX_C_SOURCE 200809L
#include "tvchild.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include "../spec/clock.h"
#include "tvsolve.h"

typedef struct message { /* followed by the two texts */
    ls_status rc;
    proof_answer answer;
    bool assumed;
    size_t how, reason; /* their lengths */
} message;

/* ---- the child ---- */

static bool write_all(int fd, const void *data, size_t size)
{
    const char *at = data;
    while (size) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* With sanitizers the process ends as others do, so that leaks are found. */
_Noreturn static void leave(int status)
{
#ifdef __SANITIZE_ADDRESS__
    exit(status);
#else
    _exit(status);
#endif
}

/* A parent that is killed should not leave a solver behind. */
static void die_with_parent(void)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

_Noreturn static void be_child(int fd, tv_work_fn *work, void *context, tv_result *r)
{
    ls_status rc = work(context, r);
    message m = {rc, r->answer, r->assumed, strlen(r->how), strlen(r->reason)};
    bool ok = write_all(fd, &m, sizeof m) && write_all(fd, r->how, m.how) &&
              write_all(fd, r->reason, m.reason);
    close(fd);
    leave(ok ? 0 : LS_ENV);
}

/* ---- the parent ---- */

/* Reads until the child closes the pipe; false when the time is over before. */
static bool read_until(int fd, double deadline, strbuf *out)
{
    char part[4096];
    for (;;) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        double left = deadline > 0 ? 1e3 * (deadline - clock_seconds()) : 0;
        if (deadline > 0 && left <= 0) return false;
        int ready = poll(&p, 1, deadline > 0 ? (int)(left < 1e9 ? left : 1e9) + 1 : -1);
        if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
        ssize_t n = read(fd, part, sizeof part);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return true;
        strbuf_putn(out, part, (size_t)n);
    }
}

static ls_status say_unknown(tv_result *r, const char *why)
{
    r->answer = PROOF_UNKNOWN;
    r->reason = why;
    return LS_OK;
}

static ls_status take_over(const strbuf *b, int status, arena *mem, tv_result *r)
{
    message m;
    bool whole = b->len >= sizeof m;
    if (whole) memcpy(&m, b->s, sizeof m);
    if (!whole || b->len != sizeof m + m.how + m.reason) {
        if (WIFEXITED(status))
            return say_unknown(
                r, "the process that was to decide ended: out of memory, or LLVM failed");
        return say_unknown(r, arena_printf(mem, "the process that was to decide died (signal %d)",
                                           WTERMSIG(status)));
    }
    r->answer = m.answer;
    r->assumed = m.assumed;
    r->how = arena_strndup(mem, b->s + sizeof m, m.how);
    r->reason = arena_strndup(mem, b->s + sizeof m + m.how, m.reason);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? m.rc : LS_ENV;
}

static ls_status await_child(pid_t child, int fd, unsigned milliseconds, arena *mem, tv_result *r)
{
    enum {
        GRACE = 400
    }; /* milliseconds in which the child may notice by itself, and say what it was at */
    int status = 0;
    strbuf b = {0};
    double deadline = milliseconds ? clock_seconds() + 1e-3 * (milliseconds + GRACE) : 0;
    bool done = read_until(fd, deadline, &b);
    if (!done) kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    ls_status rc =
        done ? take_over(&b, status, mem, r) : say_unknown(r, "time-out of the function");
    strbuf_free(&b);
    return rc;
}

ls_status tv_run_in_child(unsigned milliseconds, tv_work_fn *work, void *context, arena *mem,
                          tv_result *r)
{
    int ends[2];
    if (pipe(ends) != 0) return LS_ENV;
    fflush(NULL); /* what is in buffers is the parent's to write */
    pid_t child = fork();
    if (child == 0) {
        die_with_parent();
        close(ends[0]);
        be_child(ends[1], work, context, r);
    }
    close(ends[1]);
    ls_status rc = child < 0 ? LS_ENV : await_child(child, ends[0], milliseconds, mem, r);
    close(ends[0]);
    return rc;
}
