// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* process.c - child processes by posix_spawn, and the memory of a child with its own children.
 *
 * A run's memory is the sum over the process and the workers that it forks, which no system call
 * reports; so /proc is read while it runs and the highest sum is kept. Pages that they share are
 * counted once for each: the figure errs on the high side. The child's own peak from wait4 is a
 * lower limit, for runs that are over between two samples.
 *
 * Standard input of every child is /dev/null. A signal that asks the program to end ends the
 * children, too. */
#define _GNU_SOURCE
#include "process.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../cli/app.h"
#include "../spec/clock.h"
#include "../spec/stop.h"

enum { NOT_STARTED = 127, SIGNALLED = 128, SAMPLE_NANOSECONDS = 10 * 1000 * 1000 };

void process_add(process *p, const char *word)
{
    require(p->nwords < PROCESS_WORDS_MAX, "a command has at most PROCESS_WORDS_MAX words");
    p->word[p->nwords++] = word;
    p->word[p->nwords] = NULL;
}

void process_add_pair(process *p, const char *word, const char *value)
{
    process_add(p, word);
    process_add(p, value);
}

void process_print(const process *p, strbuf *out)
{
    for (unsigned i = 0; i < p->nwords; i++) strbuf_printf(out, "%s%s", i ? " " : "", p->word[i]);
}

static void print_file(const char *path)
{
    char *text;
    size_t size;
    if (!path || file_read(path, &text, &size) != LS_OK) return;
    fputs(text, stderr);
    mem_free(text);
}

ls_status process_check(const process *p, const char *command)
{
    strbuf line = {0};
    if (stop_signal()) return LS_STOPPED;
    if (!p->status) return LS_OK;
    process_print(p, &line);
    print_file(p->err);
    fprintf(stderr, "lanesmith %s: error: `%s` %s\n", command, strbuf_text(&line),
            p->status == NOT_STARTED ? "cannot be run; scripts/setup installs the tools" : "failed");
    strbuf_free(&line);
    return LS_ENV;
}

/* ---- starting and ending ---- */

static void redirect(posix_spawn_file_actions_t *actions, int fd, const char *path, int flags)
{
    posix_spawn_file_actions_addopen(actions, fd, path, flags, 0644);
}

/* Returns the child's id, or -1 with status NOT_STARTED. seconds holds the start time until process_ended. */
static pid_t start(process *p)
{
    extern char **environ;
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP}; /* which workers of a pool ignore */
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual;
    pid_t pid = -1;
    p->seconds = clock_seconds();
    posix_spawn_file_actions_init(&actions);
    redirect(&actions, STDIN_FILENO, "/dev/null", O_RDONLY);
    redirect(&actions, STDOUT_FILENO, p->out ? p->out : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC);
    if (p->err) redirect(&actions, STDERR_FILENO, p->err, O_WRONLY | O_CREAT | O_TRUNC);
    posix_spawnattr_init(&attributes);
    sigemptyset(&usual);
    for (unsigned i = 0; i < sizeof ending / sizeof *ending; i++) sigaddset(&usual, ending[i]);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    errno = posix_spawnp(&pid, p->word[0], &actions, &attributes, (char *const *)(uintptr_t)p->word,
                         environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    p->status = errno ? NOT_STARTED : 0;
    return errno ? -1 : pid;
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static void ended(process *p, int how, const struct rusage *usage)
{
    p->seconds = clock_seconds() - p->seconds;
    p->processor = seconds_of(usage->ru_utime) + seconds_of(usage->ru_stime);
    p->status = WIFEXITED(how) ? WEXITSTATUS(how) : SIGNALLED + WTERMSIG(how);
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000 * 1000}, NULL);
}

/* ---- several at once ---- */

/* Notes which of the processes have ended. Returns how many. */
static unsigned collect(process *list, pid_t *pid, unsigned count)
{
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) {
        int how;
        struct rusage usage = {0};
        if (pid[i] <= 0 || wait4(pid[i], &how, WNOHANG, &usage) != pid[i]) continue;
        ended(&list[i], how, &usage);
        pid[i] = -1;
        n++;
    }
    return n;
}

/* A signal has asked the program to end: those that run end, the others do not start. */
static void stop(process *list, const pid_t *pid, unsigned started, unsigned count)
{
    for (unsigned i = 0; i < started; i++)
        if (pid[i] > 0) kill(pid[i], SIGKILL);
    for (unsigned i = started; i < count; i++) list[i].status = SIGNALLED;
}

void process_run_all(process *list, unsigned count, unsigned jobs)
{
    pid_t *pid = mem_alloc(count + 1, sizeof *pid);
    unsigned started = 0, running = 0;
    bool before = stop_catch(true);
    while (started < count || running) {
        if (stop_check() != LS_OK) {
            stop(list, pid, started, count);
            count = started;
        }
        for (; started < count && running < (jobs ? jobs : 1); started++) {
            pid[started] = start(&list[started]);
            running += pid[started] > 0;
        }
        unsigned n = collect(list, pid, started);
        running -= n;
        if (!n && running) nap();
    }
    stop_catch(before);
    mem_free(pid);
}

/* ---- one, measured ---- */

/* Resident pages of the process in /proc/NAME if it is root or a child of root, else 0. */
static unsigned long resident_pages(const char *name, pid_t root)
{
    char path[64], text[1024];
    int parent;
    unsigned long pages = 0;
    snprintf(path, sizeof path, "/proc/%.20s/stat", name);
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    const char *rest = strrchr(text, ')'); /* fields 3 (state), 4 (parent) ... 24 (resident pages) */
    if (!rest || sscanf(rest + 1, " %*c %d", &parent) != 1) return 0;
    if (atoi(name) != root && parent != root) return 0;
    if (sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %*u %*u %lu",
               &pages) != 1)
        return 0;
    return pages;
}

static double sample_mib(pid_t root)
{
    unsigned long pages = 0;
    DIR *d = opendir("/proc");
    if (!d) return 0;
    for (struct dirent *e; (e = readdir(d));)
        if (isdigit((unsigned char)e->d_name[0])) pages += resident_pages(e->d_name, root);
    closedir(d);
    return (double)pages * (double)sysconf(_SC_PAGESIZE) / (1024 * 1024);
}

void process_measure(process *p)
{
    static const struct timespec pause = {.tv_nsec = SAMPLE_NANOSECONDS};
    struct rusage usage = {0};
    int how = 0;
    bool before = stop_catch(true);
    pid_t pid = start(p), gone;
    p->mib = 0;
    while (pid > 0 &&
           (!(gone = wait4(pid, &how, WNOHANG, &usage)) || (gone < 0 && errno == EINTR))) {
        if (stop_check() != LS_OK)
            kill(pid, SIGTERM); /* a command of ours then keeps what is finished */
        p->mib = fmax(p->mib, sample_mib(pid));
        nanosleep(&pause, NULL);
    }
    stop_catch(before);
    if (pid < 0) return;
    ended(p, how, &usage);
    p->mib = fmax(p->mib, (double)usage.ru_maxrss / 1024);
}
