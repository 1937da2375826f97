// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* process.c - child processes, and the memory of a child with its own children.
 *
 * A run's memory is the sum over the process and the workers that it forks, which no system call
 * reports; so /proc is read while it runs and the highest sum is kept. Pages that they share are
 * counted once for each: the figure errs on the high side. The child's own peak from wait4 is a
 * lower limit, for runs that are over between two samples.
 *
 * Standard input of a child is /dev/null or a text, never ours. Texts go through temporary files,
 * so that no pipe can fill up. timeout(1) keeps a limit. A signal that asks the program to end
 * ends the children, too; they also end with the process that has started them.
 *
 * Called by bench/, by cli/check/second.c and cli/check/changed.c, and by
 * lowerings/measure/costgen.c. */
#define _GNU_SOURCE
#include "process.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "stop.h"

enum { SIGNALLED = 128, SAMPLE_NANOSECONDS = 10 * 1000 * 1000 };

void process_add(process *p, const char *word)
{
    require(p->nwords < PROCESS_WORDS_MAX, "a command has at most PROCESS_WORDS_MAX words");
    p->word[p->nwords++] = word;
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
    bool started = p->status != PROCESS_NOT_STARTED;
    fprintf(stderr, "lanesmith %s: error: `%s` %s\n", command, strbuf_text(&line),
            started ? "failed" : "cannot be run; scripts/setup installs the tools");
    strbuf_free(&line);
    return LS_ENV;
}

/* ---- starting and ending ---- */

/* Files that replace standard input, output and error of a child; NULL: as the process says. */
typedef struct streams {
    FILE *of[3];
} streams;

/* In the new process, between vfork and exec: system calls only. */
static bool redirect(FILE *file, int fd, const char *path)
{
    int flags = fd == STDIN_FILENO ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC;
    if (file) return dup2(fileno(file), fd) == fd;
    int to = path ? open(path, flags, 0644) : fd;
    if (to < 0 || to == fd) return to == fd;
    bool good = dup2(to, fd) == fd;
    close(to);
    return good;
}

/* Signals that end the program, which workers of a pool ignore, do their usual work in a child.
 * before: what was blocked. It ends with its parent: a worker may be killed, and what it has asked
 * is to go, too (timeout(1) hands the signal on). */
static bool set_up_signals(pid_t parent, const sigset_t *before)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
    for (unsigned i = 0; i < sizeof ending / sizeof *ending; i++) signal(ending[i], SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    return getppid() == parent && !sigprocmask(SIG_SETMASK, before, NULL);
}

/* Returns an errno; does not return when the command runs. */
static int become(const process *p, const streams *s, const char *const *words)
{
    const char *path[] = {"/dev/null", p->out ? p->out : "/dev/null", p->err};
    for (int fd = 0; fd < 3; fd++)
        if (!redirect(s->of[fd], fd, path[fd])) return errno;
    execvp(words[0], (char *const *)(uintptr_t)words);
    return errno;
}

/* vfork, since the memory of this process may be large. Returns an errno. */
static int spawn(const process *p, const streams *s, const char *const *words, pid_t *pid)
{
    static volatile int error; /* the child writes it into our memory */
    sigset_t all, before;
    pid_t parent = getpid();
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    error = 0;
    *pid = vfork();
    if (!*pid) {
        if (set_up_signals(parent, &before)) error = become(p, s, words);
        _exit(127);
    }
    int why = *pid < 0 ? errno : error;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (why && *pid > 0) waitpid(*pid, NULL, 0);
    return why;
}

/* Returns the child's id, or -1 with the error. seconds holds the start time until the end. */
static pid_t start(process *p, const streams *s)
{
    char limit[16];
    const char *const timeout[] = {"timeout", "-k", "1", limit};
    const char *words[PROCESS_WORDS_MAX + 5];
    unsigned n = 0;
    pid_t pid = -1;
    snprintf(limit, sizeof limit, "%u", p->limit);
    for (unsigned i = 0; p->limit && i < sizeof timeout / sizeof *timeout; i++)
        words[n++] = timeout[i];
    for (unsigned i = 0; i < p->nwords; i++) words[n++] = p->word[i];
    words[n] = NULL;
    p->seconds = clock_seconds();
    p->error = spawn(p, s, words, &pid);
    p->status = p->error ? PROCESS_NOT_STARTED : 0;
    return p->error ? -1 : pid;
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
        if (pid[i] > 0) kill(pid[i], SIGTERM); /* timeout(1) hands it on */
    for (unsigned i = started; i < count; i++) list[i].status = SIGNALLED;
}

static void run_all(process *list, unsigned count, unsigned jobs, const streams *s)
{
    pid_t *pid = mem_alloc(count + 1, sizeof *pid);
    unsigned started = 0, running = 0;
    bool stopped = false;
    while (started < count || running) {
        if (stop_check() != LS_OK && !stopped) {
            stopped = true;
            stop(list, pid, started, count);
            count = started;
        }
        for (; started < count && running < (jobs ? jobs : 1); started++) {
            pid[started] = start(&list[started], s);
            running += pid[started] > 0;
        }
        unsigned n = collect(list, pid, started);
        running -= n;
        if (!n && running) nap();
    }
    mem_free(pid);
}

void process_run_all(process *list, unsigned count, unsigned jobs)
{
    run_all(list, count, jobs, &(streams){0});
}

/* ---- one that answers a text ---- */

static bool open_streams(streams *s, const strbuf *text, bool answer, bool complaint)
{
    *s = (streams){{tmpfile(), answer ? tmpfile() : NULL, complaint ? tmpfile() : NULL}};
    FILE *in = s->of[0];
    if (!in || (answer && !s->of[1]) || (complaint && !s->of[2])) return false;
    if (fwrite(strbuf_text(text), 1, text->len, in) != text->len || fflush(in)) return false;
    rewind(in);
    return true;
}

/* Appends all that was written to the file. */
static ls_status take(FILE *file, strbuf *out)
{
    char *text;
    size_t size;
    if (!out) return LS_OK;
    rewind(file);
    ls_status rc = file_read_fd(fileno(file), (size_t)FILE_MEGABYTES_MAX << 20, &text, &size);
    if (rc != LS_OK) return rc;
    strbuf_putn(out, text, size);
    mem_free(text);
    return LS_OK;
}

ls_status process_ask(process *p, const strbuf *text, strbuf *answer, strbuf *complaint)
{
    streams s;
    ls_status rc = open_streams(&s, text, answer, complaint) ? LS_OK : LS_ENV;
    if (rc == LS_OK) run_all(p, 1, 1, &s);
    if (rc == LS_OK) rc = take(s.of[1], answer);
    if (rc == LS_OK) rc = take(s.of[2], complaint);
    int why = errno;
    for (unsigned i = 0; i < 3; i++)
        if (s.of[i]) fclose(s.of[i]);
    errno = why;
    return rc;
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
    /* fields 3 (state), 4 (parent) ... 24 (resident pages) */
    const char *rest = strrchr(text, ')');
    if (!rest || sscanf(rest + 1, " %*c %d", &parent) != 1) return 0;
    if (atoi(name) != root && parent != root) return 0;
    if (sscanf(rest + 1,
               " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %*u "
               "%*u %lu",
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
    bool stopped = false;
    pid_t pid = start(p, &(streams){0}), gone;
    p->mib = 0;
    while (pid > 0 &&
           (!(gone = wait4(pid, &how, WNOHANG, &usage)) || (gone < 0 && errno == EINTR))) {
        if (stop_check() != LS_OK && !stopped) {
            stopped = true; /* one signal: a command of ours then keeps what is finished */
            kill(pid, SIGTERM);
            alarm(2 * STOP_PATIENCE_SECONDS); /* it has our patience; we wait for it */
        }
        p->mib = fmax(p->mib, sample_mib(pid));
        nanosleep(&pause, NULL);
    }
    if (pid < 0) return;
    ended(p, how, &usage);
    p->mib = fmax(p->mib, (double)usage.ru_maxrss / 1024);
}
