// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_process.c - programs that answer, fail, cannot be started, take too long, or are stopped by
 * a signal to us. */
#define _GNU_SOURCE
#include "spec/base/process.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "spec/base/stop.h"
#include "tests/unit/fixture.h"

#define T(f) cmocka_unit_test(f)

static process shell(const char *script)
{
    process p = {0};
    process_add_pair(&p, "sh", "-c");
    process_add(&p, script);
    return p;
}

static void a_text_is_answered(void **state)
{
    (void)state;
    enum { SIZE = 1 << 20 }; /* more than a pipe holds */
    strbuf text = {0}, answer = {0}, complaint = {0};
    while (text.len < SIZE) strbuf_printf(&text, "line %zu\n", text.len);
    process p = shell("cat; echo so >&2");
    assert_int_equal(process_ask(&p, &text, &answer, &complaint), LS_OK);
    assert_int_equal(p.status, 0);
    assert_string_equal(strbuf_text(&answer), strbuf_text(&text));
    assert_string_equal(strbuf_text(&complaint), "so\n");
    strbuf_free(&text);
    strbuf_free(&answer);
    strbuf_free(&complaint);
}

static void statuses_tell_how_it_ended(void **state)
{
    (void)state;
    process list[] = {shell("exit 3"), shell("kill -KILL $$"), shell("exit 0")};
    process_run_all(list, 3, 2);
    assert_int_equal(list[0].status, 3);
    assert_int_equal(list[1].status, 128 + SIGKILL);
    assert_int_equal(list[2].status, 0);
}

static void what_is_not_there_is_not_started(void **state)
{
    (void)state;
    process p = {0}, limited = {.limit = 5, .err = "/dev/null"};
    process_add(&p, "/nowhere/no-such-program");
    process_add(&limited, "/nowhere/no-such-program");
    process_run_all(&p, 1, 1);
    process_run_all(&limited, 1, 1);
    assert_int_equal(p.status, PROCESS_NOT_STARTED);
    assert_int_equal(p.error, ENOENT);
    assert_int_equal(limited.status, PROCESS_NOT_STARTED);
}

static void its_input_is_never_ours(void **state)
{
    (void)state;
    strbuf nothing = {0}, answer = {0};
    process p = shell("wc -c"), q = shell("read line");
    assert_int_equal(process_ask(&p, &nothing, &answer, NULL), LS_OK);
    assert_int_equal(atoi(strbuf_text(&answer)), 0);
    process_run_all(&q, 1, 1);
    assert_int_equal(q.status, 1); /* the end of the file at once */
    strbuf_free(&answer);
}

static void the_limit_ends_it(void **state)
{
    (void)state;
    process p = {.limit = 1};
    process_add_pair(&p, "sleep", "100");
    process_run_all(&p, 1, 1);
    assert_int_equal(p.status, PROCESS_LATE);
}

/* Last, since a signal that was noted stays so. */
static void a_signal_ends_those_that_run(void **state)
{
    (void)state;
    char script[64];
    process list[3] = {shell(script), {.limit = 1000, .err = "/dev/null"}, shell("exit 0")};
    /* timeout(1) has time to start: a signal while it forks would leave its child behind. */
    snprintf(script, sizeof script, "sleep 0.5; kill -TERM %d; exec sleep 100", (int)getpid());
    process_add_pair(&list[1], "sleep", "100");
    stop_install("test_process");
    process_run_all(list, 3, 2);
    assert_int_equal(stop_signal(), SIGTERM);
    assert_int_equal(list[0].status, 128 + SIGTERM);
    assert_int_not_equal(list[1].status, 0);
    assert_int_not_equal(list[2].status, 0); /* not started */
    assert_int_equal(process_check(&list[0], "test"), LS_STOPPED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_text_is_answered),
        T(statuses_tell_how_it_ended),
        T(what_is_not_there_is_not_started),
        T(its_input_is_never_ours),
        T(the_limit_ends_it),
        T(a_signal_ends_those_that_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
