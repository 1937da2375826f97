// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_stop.c - signals that ask the program to end: the first is noted, the second ends it at
 * once, who never asks is ended with words; scratch files go, and workers die with their parent.
 * Progress is shown while nothing happens. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "cli/app/app.c"

enum { READY = 'r', NOTED = 'n' };

/* A child that says when it is ready, and when it has noted a signal. */
typedef struct child {
    pid_t pid;
    int from;
    char file[64], dir[64];
} child;

static void say(int fd, char c)
{
    if (write(fd, &c, 1) != 1) _exit(99);
}

static _Noreturn void live(const child *c, int to, bool asks)
{
    stop_install("test_stop");
    stop_add_scratch(c->dir);
    stop_add_scratch(c->file);
    say(to, READY);
    while (!asks || stop_check() == LS_OK) usleep(1000);
    say(to, NOTED);
    for (;;) pause();
}

static child start(bool asks)
{
    child c = {.file = "", .dir = P_tmpdir "/lanesmith-stop-XXXXXX"};
    int pair[2];
    assert_non_null(mkdtemp(c.dir));
    snprintf(c.file, sizeof c.file, "%s/file", c.dir);
    assert_int_equal(file_write(c.file, "text", 4), LS_OK);
    assert_int_equal(pipe(pair), 0);
    c.pid = fork();
    if (!c.pid) live(&c, pair[1], asks);
    close(pair[1]);
    c.from = pair[0];
    return c;
}

static void hears(const child *c, char want)
{
    char got = 0;
    assert_int_equal(read(c->from, &got, 1), 1);
    assert_int_equal(got, want);
}

static void died_of(child *c, int number)
{
    int how;
    assert_int_equal(waitpid(c->pid, &how, 0), c->pid);
    assert_true(WIFSIGNALED(how) && WTERMSIG(how) == number);
    assert_int_not_equal(access(c->dir, F_OK), 0); /* nothing is left */
    close(c->from);
}

static void the_second_signal_ends_it(void **state)
{
    (void)state;
    child c = start(true);
    hears(&c, READY);
    kill(c.pid, SIGTERM);
    hears(&c, NOTED);
    assert_int_equal(access(c.file, F_OK), 0);
    kill(c.pid, SIGINT);
    died_of(&c, SIGINT);
}

/* It does not ask for the signal: after a while it ends with the status and nothing left. A while
 * that a test need not wait for: the alarm comes at once. */
static void who_does_not_ask_is_ended(void **state)
{
    (void)state;
    int how;
    child c = start(false);
    hears(&c, READY);
    kill(c.pid, SIGINT);
    kill(c.pid, SIGALRM);
    assert_int_equal(waitpid(c.pid, &how, 0), c.pid);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 128 + SIGINT);
    assert_int_not_equal(access(c.dir, F_OK), 0);
    close(c.from);
}

static void what_is_ignored_stays_ignored(void **state)
{
    (void)state;
    struct sigaction now;
    signal(SIGHUP, SIG_IGN); /* nohup */
    stop_install("test_stop");
    sigaction(SIGHUP, NULL, &now);
    assert_true(now.sa_handler == SIG_IGN);
    signal(SIGHUP, SIG_DFL);
    for (int i = 0; i < 3; i++) signal((int[]){SIGINT, SIGTERM, SIGPIPE}[i], SIG_DFL);
}

/* A worker of a parent that was killed between fork and the worker's first line stayed. */
static void a_worker_dies_with_its_parent(void **state)
{
    (void)state;
    int pair[2];
    char got;
    assert_int_equal(pipe(pair), 0);
    pid_t parent = fork();
    if (!parent) {
        if (!fork()) {
            stop_follow_parent(getppid());
            say(pair[1], READY);
            for (;;) pause();
        }
        for (;;) pause();
    }
    close(pair[1]);
    assert_int_equal(read(pair[0], &got, 1), 1);
    kill(parent, SIGKILL);
    assert_int_equal(read(pair[0], &got, 1), 0); /* the last end of the pipe is closed */
    waitpid(parent, NULL, 0);
    close(pair[0]);
    pid_t late = fork();
    if (!late) {
        stop_follow_parent(1 << 30); /* another is the parent by now */
        _exit(1);
    }
    int how;
    waitpid(late, &how, 0);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
}

/* ---- progress ---- */

/* What f writes to stderr. */
static char *said(void (*f)(void))
{
    static char text[1000];
    FILE *to = tmpfile();
    int before = dup(STDERR_FILENO);
    dup2(fileno(to), STDERR_FILENO);
    f();
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(to);
    text[fread(text, 1, sizeof text - 1, to)] = 0;
    fclose(to);
    return text;
}

static void wait_with_progress(void)
{
    progress p;
    progress_begin(&p, "synth", 9);
    assert_true(p.every == 30);
    p.every = 0.05;
    progress_update(&p, 3, "2 proved"); /* too early */
    for (int i = 0; i < 2; i++) {
        usleep(60000);
        stop_check();
        stop_check(); /* too early */
    }
    progress_end(&p);
    usleep(60000);
    stop_check(); /* there is none any more */
}

/* Where stderr is a file there was no word of progress. */
static void a_file_gets_whole_lines(void **state)
{
    (void)state;
    char *text = said(wait_with_progress), *second = strchr(text, '\n');
    assert_non_null(second);
    assert_null(strpbrk(text, "\r\033"));
    assert_int_equal(strncmp(text, "synth: 3 of 9, 2 proved, ", 25), 0);
    assert_int_equal(strncmp(second + 1, "synth: 3 of 9, 2 proved, ", 25), 0);
    assert_string_equal(strchr(second + 1, '\n'), "\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_signal_ends_it),
        cmocka_unit_test(who_does_not_ask_is_ended),
        cmocka_unit_test(what_is_ignored_stays_ignored),
        cmocka_unit_test(a_worker_dies_with_its_parent),
        cmocka_unit_test(a_file_gets_whole_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
