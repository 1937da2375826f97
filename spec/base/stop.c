// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stop.c - the handlers of signals that end the program, and what they have to know.
 *
 * A handler may only touch what is made for it: a flag, and the table of scratch files, whose
 * entries are complete before they are counted. Called by main, by the pools of processes, and by
 * who makes scratch files. */
#define _GNU_SOURCE
#include "stop.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { SCRATCH_MAX = 64 };

static volatile sig_atomic_t noted, nscratch;
static const char *program = "";
static pid_t owner;
static char scratch[SCRATCH_MAX][PATH_MAX];

static void (*tick)(void *context);
static void *tick_context;

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
enum { NENDING = sizeof ending / sizeof *ending };

/* ---- scratch files ---- */

void stop_add_scratch(const char *path)
{
    size_t n = strlen(path) + 1;
    if (nscratch == SCRATCH_MAX || n > PATH_MAX)
        return; /* it is removed in the usual way, if not by a signal */
    memcpy(scratch[nscratch], path, n);
    nscratch++;
}

void stop_forget_scratch(const char *path)
{
    for (int i = 0; i < nscratch; i++)
        if (!strcmp(scratch[i], path)) scratch[i][0] = 0;
    while (nscratch && !scratch[nscratch - 1][0]) nscratch--;
}

void stop_remove_scratch(void)
{
    for (int i = nscratch; i-- > 0;)
        if (scratch[i][0] && unlink(scratch[i])) rmdir(scratch[i]);
}

/* ---- signals ---- */

static void end_at_once(int number)
{
    stop_remove_scratch();
    signal(number, SIG_DFL);
    raise(number); /* takes effect when the handler returns */
}

static void on_signal(int number)
{
    int why = errno;
    if (number != SIGPIPE && !noted) {
        noted = number;
        alarm(STOP_PATIENCE_SECONDS);
    } else {
        end_at_once(number);
    }
    errno = why;
}

/* Nobody has asked for the signal that was noted. */
static void on_alarm(int number)
{
    if (!noted) {
        end_at_once(number);
        return;
    }
    stop_remove_scratch();
    _exit(stop_say());
}

static void install(int number)
{
    struct sigaction old,
        new = {.sa_handler = on_signal}; /* no SA_RESTART: what waits is to wake up */
    sigfillset(&new.sa_mask);
    if (!sigaction(number, NULL, &old) && old.sa_handler != SIG_IGN) sigaction(number, &new, NULL);
}

void stop_install(const char *name)
{
    struct sigaction late = {.sa_handler = on_alarm};
    sigfillset(&late.sa_mask);
    sigaction(SIGALRM, &late, NULL);
    program = name;
    owner = getpid();
    for (int i = 0; i < NENDING; i++) install(ending[i]);
    install(SIGPIPE);
}

int stop_owner(void) { return (int)(owner ? owner : getpid()); }

int stop_signal(void)
{
    return noted;
}

const char *stop_name(void)
{
    return noted == SIGINT    ? "SIGINT"
           : noted == SIGTERM ? "SIGTERM"
           : noted == SIGHUP  ? "SIGHUP"
                              : "no signal";
}

/* Made of what a handler may call. */
int stop_say(void)
{
    static const char what[] = ": interrupted by ", rest[] = "; what is finished is kept\n";
    const char *part[] = {program, what, stop_name(), rest};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (write(STDERR_FILENO, part[i], strlen(part[i])) < 0) break;
    return 128 + noted;
}

/* ---- loops that wait ---- */

void stop_set_tick(void (*new_tick)(void *context), void *context)
{
    tick = new_tick;
    tick_context = context;
}

ls_status stop_check(void)
{
    if (tick) tick(tick_context);
    return noted ? LS_STOPPED : LS_OK;
}

/* ---- workers ---- */

void stop_follow_parent(int parent)
{
    for (int i = 0; i < NENDING; i++) signal(ending[i], SIG_IGN);
    signal(SIGPIPE, SIG_DFL);
    alarm(0);
    noted = 0;
    nscratch = 0; /* what there is, is the parent's */
    tick = NULL;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0); /* it died before the line above */
}
