// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_cli_options.c - the option parser: every kind of option, right and wrong, and the nearest
 * name.
 *
 * The parser is no library; the test includes it. Messages go to stderr and are looked at by
 * tests/cli/options.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/app/options.c"

#define TEST_OPTIONS(X)                                                                            \
    X(FLAG, loud, 'l', "loud", NULL, "be loud")                                                    \
    X(TEXT, name, 'n', "name", "NAME", "a name")                                                   \
    X(CHOICE, mode, 0, "mode", "on|off|auto", "a mode")                                            \
    X(NUMBER, count, 'c', "count", "2..64", "a number")                                            \
    X(NAMES, names, 0, "names", "NAME,...", "names")                                               \
    X(FILES, files, 0, "file", "FILE", "files")
typedef struct test_options { TEST_OPTIONS(OPTION_MEMBER) } test_options;
#define ROW(...) OPTION_ROW(test_options, __VA_ARGS__)
static const option_row rows_of_test[] = {TEST_OPTIONS(ROW)};
static const command_text text = {"test", "[FILE]...", "Tests.", "lanesmith test\n", rows_of_test,
                                  sizeof rows_of_test / sizeof *rows_of_test};

enum { ARGS_MAX = 16 };

/* A command line, and what came of it. words are copied, as the parser cuts names out of them. */
typedef struct line {
    char *argv[ARGS_MAX + 2];
    int argc, noperands, rc;
    char **operands;
    test_options o;
} line;

static void parse(line *l, const char *const *words)
{
    memset(l, 0, sizeof *l);
    l->o.mode = "on";
    l->argv[l->argc++] = strdup("test");
    for (; *words; words++) l->argv[l->argc++] = strdup(*words);
    l->rc = options_parse(&text, l->argc, l->argv, &l->o, &l->operands, &l->noperands);
}

static void forget(line *l)
{
    for (int i = 0; i < l->argc; i++) free(l->argv[i]);
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void test_every_kind(void **state)
{
    (void)state;
    line l;
    parse(&l, WORDS("-l", "--name=x y", "one", "--mode", "auto", "-c", "64", "--names", "a,b",
                    "--names=c", "--file", "p,q", "two"));
    assert_int_equal(l.rc, OPTIONS_GO_ON);
    assert_true(l.o.loud);
    assert_string_equal(l.o.name, "x y");
    assert_string_equal(l.o.mode, "auto");
    assert_int_equal(l.o.count, 64);
    assert_int_equal(l.o.names.count, 3);
    assert_string_equal(l.o.names.word[1], "b");
    assert_string_equal(l.o.names.word[2], "c");
    assert_int_equal(l.o.files.count, 1);
    assert_string_equal(l.o.files.word[0], "p,q");
    assert_int_equal(l.noperands, 2);
    assert_string_equal(l.operands[0], "one");
    assert_string_equal(l.operands[1], "two");
    forget(&l);
}

static void test_defaults_stay(void **state)
{
    (void)state;
    line l;
    parse(&l, WORDS("--", "--loud"));
    assert_int_equal(l.rc, OPTIONS_GO_ON);
    assert_false(l.o.loud);
    assert_string_equal(l.o.mode, "on");
    assert_int_equal(l.noperands, 1);
    assert_string_equal(l.operands[0], "--loud");
    forget(&l);
}

static void test_unambiguous_prefix(void **state)
{
    (void)state;
    line l;
    parse(&l, WORDS("--cou=3", "--lou"));
    assert_int_equal(l.rc, OPTIONS_GO_ON);
    assert_int_equal(l.o.count, 3);
    assert_true(l.o.loud);
    forget(&l);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const lines[][4] = {
        {"--unknown"},  {"-z"},           {"--nam=x"},
        {"--loud=1"},   {"--name"},       {"-n"},
        {"--name="},    {"--mode=o"},     {"--mode=on|off"},
        {"--mode="},    {"--count=1"},    {"--count=65"},
        {"--count=-3"}, {"--count=+3"},   {"--count= 3"},
        {"--count=3x"}, {"--count="},     {"--count=4294967299"},
        {"--names=,"},  {"--names=a,,b"}, {"--names=a,"},
        {"--file="},    {"-c"},           {"-lc"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        line l;
        parse(&l, lines[i]);
        if (l.rc != LS_INPUT) fail_msg("%s was accepted", lines[i][0]);
        forget(&l);
    }
}

static void test_too_many_names(void **state)
{
    (void)state;
    char names[3 * OPTION_WORDS_MAX] = "a";
    line l;
    for (unsigned i = 1; i < OPTION_WORDS_MAX; i++) strcat(names, ",a");
    parse(&l, WORDS("--names", names));
    assert_int_equal(l.rc, OPTIONS_GO_ON);
    assert_int_equal(l.o.names.count, OPTION_WORDS_MAX);
    forget(&l);
    strcat(names, ",a");
    parse(&l, WORDS("--names", names));
    assert_int_equal(l.rc, LS_INPUT);
    forget(&l);
}

static void test_help_lists_every_row(void **state)
{
    (void)state;
    char *printed = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&printed, &size);
    options_print_help(&text, out);
    fclose(out);
    for (unsigned i = 0; i < text.nrows; i++) {
        assert_non_null(strstr(printed, text.rows[i].name));
        assert_non_null(strstr(printed, text.rows[i].help));
        if (text.rows[i].argument) assert_non_null(strstr(printed, text.rows[i].argument));
    }
    free(printed);
}

static void test_nearest_name(void **state)
{
    (void)state;
    static const char *const names[] = {"verify", "emit", "show", "db"};
    assert_string_equal(nearest_name("verfy", names, 4), "verify");
    assert_string_equal(nearest_name("emti", names, 4), "emit");
    assert_string_equal(nearest_name("show", names, 4), "show");
    assert_null(nearest_name("x", names, 4));
    assert_null(nearest_name("", names, 4));
    assert_null(nearest_name("synthesise", names, 4));
}

static void test_nearest_names(void **state)
{
    static const char *const names[] = {"shl", "add", "and", "add", "sub"};
    const char *out[5];
    (void)state;
    assert_int_equal(nearest_names("addd", names, 5, 3, out), 3);
    assert_string_equal(out[0], "add");
    assert_string_equal(out[1], "and"); /* each once */
    assert_string_equal(out[2], "shl"); /* equals in their order */
    assert_int_equal(nearest_names("addd", names, 5, 5, out), 4);
    assert_int_equal(nearest_names("addd", names, 0, 5, out), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind),      cmocka_unit_test(test_defaults_stay),
        cmocka_unit_test(test_unambiguous_prefix), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_too_many_names),  cmocka_unit_test(test_help_lists_every_row),
        cmocka_unit_test(test_nearest_name),
        cmocka_unit_test(test_nearest_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
