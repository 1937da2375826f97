// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_cli_pool.c - workers that crash, exit, hang or cannot start lose the row they are at and
 * nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/app/pool.c"

enum { ROWS = 40, GROUP = 5, GROUPS = ROWS / GROUP };

/* What a row does, and what came of it. */
typedef enum deed { DEED_SQUARE, DEED_CRASH, DEED_EXIT, DEED_HANG } deed;
typedef struct world {
    deed deed[ROWS];
    unsigned answer[ROWS], answers, ranges;
    char why[ROWS][96];
    unsigned losses, stop_after;
    bool cannot_open;
} world;

static void *open_state(void *context)
{
    world *w = context;
    return w->cannot_open ? NULL : context;
}

static void work(void *context, void *state, unsigned row, void *answer)
{
    world *w = context;
    (void)state;
    switch (w->deed[row]) {
    case DEED_SQUARE: break;
    case DEED_CRASH: raise(SIGKILL); break;
    case DEED_EXIT: _exit(7);
    case DEED_HANG: pause(); break;
    }
    *(unsigned *)answer = row * row;
}

static ls_status done(void *context, unsigned row, const void *answer)
{
    world *w = context;
    w->answer[row] = *(const unsigned *)answer;
    return ++w->answers == w->stop_after ? LS_NO : LS_OK;
}

static ls_status lost(void *context, unsigned row, const char *why)
{
    world *w = context;
    assert_string_equal(w->why[row], "");
    snprintf(w->why[row], sizeof w->why[row], "%s", why);
    w->losses++;
    return LS_OK;
}

static ls_status run(world *w, unsigned processes, unsigned seconds)
{
    unsigned bounds[GROUPS + 1];
    pool_work p = {.context = w,
                   .answer_size = sizeof(unsigned),
                   .seconds = seconds,
                   .open = open_state,
                   .row = work,
                   .done = done,
                   .lost = lost};
    for (unsigned g = 0; g <= GROUPS; g++) bounds[g] = g * GROUP;
    return pool_run(&p, bounds, GROUPS, processes);
}

static void check_answers(const world *w)
{
    for (unsigned i = 0; i < ROWS; i++) {
        bool is_lost = w->deed[i] != DEED_SQUARE;
        assert_int_equal(w->why[i][0] != '\0', is_lost);
        if (!is_lost) assert_int_equal(w->answer[i], i * i);
    }
}

static void test_all_rows(void **state)
{
    (void)state;
    for (unsigned processes = 1; processes <= 9; processes += 4) {
        world w = {0};
        assert_int_equal(run(&w, processes, 0), LS_OK);
        assert_int_equal(w.answers, ROWS);
        check_answers(&w);
    }
}

static void test_crashes(void **state)
{
    (void)state;
    world w = {.deed = {[0] = DEED_CRASH,
                        [4] = DEED_CRASH,
                        [7] = DEED_EXIT,
                        [8] = DEED_CRASH,
                        [ROWS - 1] = DEED_EXIT}};
    assert_int_equal(run(&w, 3, 0), LS_OK);
    assert_int_equal(w.losses, 5);
    check_answers(&w);
    assert_non_null(strstr(w.why[0], "signal 9"));
    assert_non_null(strstr(w.why[7], "status 7"));
}

static void test_every_row_crashes(void **state)
{
    (void)state;
    world w = {0};
    for (unsigned i = 0; i < ROWS; i++) w.deed[i] = DEED_EXIT;
    assert_int_equal(run(&w, 2, 0), LS_OK);
    assert_int_equal(w.losses, ROWS);
}

static void test_hang(void **state)
{
    (void)state;
    world w = {.deed = {[2] = DEED_HANG}};
    assert_int_equal(run(&w, 2, 1), LS_OK);
    check_answers(&w);
    assert_non_null(strstr(w.why[2], "took longer than 1 s"));
}

static void test_stop(void **state)
{
    (void)state;
    world w = {.stop_after = 3};
    assert_int_equal(run(&w, 2, 0), LS_NO);
    assert_int_equal(w.answers, 3);
}

static void test_cannot_open(void **state)
{
    (void)state;
    world w = {.cannot_open = true};
    assert_int_equal(run(&w, 2, 0), LS_ENV);
    assert_int_equal(w.answers, 0);
}

static void test_nothing_to_do(void **state)
{
    (void)state;
    world w = {0};
    pool_work p = {.context = &w,
                   .answer_size = 1,
                   .open = open_state,
                   .row = work,
                   .done = done,
                   .lost = lost};
    assert_int_equal(pool_run(&p, (const unsigned[]){0}, 0, 2), LS_OK);
}

/* No worker is left behind. */
static int check_children(void **state)
{
    (void)state;
    return waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_all_rows, check_children),
        cmocka_unit_test_teardown(test_crashes, check_children),
        cmocka_unit_test_teardown(test_every_row_crashes, check_children),
        cmocka_unit_test_teardown(test_hang, check_children),
        cmocka_unit_test_teardown(test_stop, check_children),
        cmocka_unit_test_teardown(test_cannot_open, check_children),
        cmocka_unit_test_teardown(test_nothing_to_do, check_children),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
