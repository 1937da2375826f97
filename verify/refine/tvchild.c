// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvchild.c - see tvchild.h. The child writes its answer to a socket, all of it when it is done;
 * less than all is none. Called by tv.c. */
#define _POSIX_C_SOURCE 200809L
#include "tvchild.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "spec/base/child.h"
#include "spec/base/clock.h"
#include "spec/base/stop.h"

enum { A_WHILE = 300 }; /* milliseconds from a look at signals to the next */

typedef struct message { /* followed by the two texts */
    ls_status rc;
    proof_answer answer;
    bool assumed;
    size_t how, reason; /* their lengths */
} message;

/* ---- the child ---- */

/* With sanitizers the process ends as others do, so that leaks are found. */
_Noreturn static void leave(int status)
{
#ifdef __SANITIZE_ADDRESS__
    exit(status);
#else
    _exit(status);
#endif
}

_Noreturn static void be_child(int fd, tv_work_fn *work, void *context, tv_result *r)
{
    ls_status rc = work(context, r);
    message m = {rc, r->answer, r->assumed, strlen(r->how), strlen(r->reason)};
    bool ok = child_send(fd, &m, sizeof m) && child_send(fd, r->how, m.how) &&
              child_send(fd, r->reason, m.reason);
    close(fd);
    leave(ok ? 0 : LS_ENV);
}

/* ---- the parent ---- */

/* Reads until the child closes the socket; false when the time is over before. */
static bool read_until(int fd, double deadline, strbuf *out)
{
    char part[4096];
    for (;;) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        double left = deadline > 0 ? 1e3 * (deadline - clock_seconds()) : 0;
        if ((deadline > 0 && left <= 0) || stop_signal()) return false;
        int ready = poll(&p, 1, deadline > 0 && left < A_WHILE ? (int)left + 1 : A_WHILE);
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

static ls_status await_child(child *c, unsigned milliseconds, arena *mem, tv_result *r)
{
    enum {
        GRACE = 400
    }; /* milliseconds in which the child may notice by itself, and say what it was at */
    strbuf b = {0};
    double deadline = milliseconds ? clock_seconds() + 1e-3 * (milliseconds + GRACE) : 0;
    bool done = read_until(c->fd, deadline, &b);
    if (!done) kill(c->pid, SIGKILL);
    int status = child_reap(c);
    ls_status rc = stop_signal() ? LS_STOPPED
                   : done        ? take_over(&b, status, mem, r)
                                 : say_unknown(r, "time-out of the function");
    strbuf_free(&b);
    return rc;
}

ls_status tv_run_in_child(unsigned milliseconds, tv_work_fn *work, void *context, arena *mem,
                          tv_result *r)
{
    child c;
    bool inside;
    if (child_fork(&c, &inside) != LS_OK) return LS_ENV;
    if (inside) be_child(c.fd, work, context, r);
    return await_child(&c, milliseconds, mem, r);
}
