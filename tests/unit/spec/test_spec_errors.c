// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_spec_errors.c - malformed specs are refused with the right diagnostic at the right place.
 *
 * tests/spec/err_*.spec hold one mistake each. Their first line says what they guard, their second
 * what is expected:
 * "; expect: FILE:LINE:COLUMN: error: ..." with the file's own name. ok_*.spec must load. Each is
 * loaded after base.spec, which has register classes and targets. What no file can foresee is tried
 * by cutting and changing a good one. */
#include <dirent.h>

#include "spec/spec.h"
#include "tests/unit/fixture.h"

enum { PATH_ROOM = FIXTURE_PATH, FILES_MAX = 1024, FILES_WANTED = 40 };

static void copy_source_path(char *out, const char *below)
{
    snprintf(out, PATH_ROOM, "%s", source_path(below));
}

/* Loads the classes and then the file. *text receives what diag_print says. */
static ls_status load_after_classes(const char *path, spec **out, char **text)
{
    char classes[PATH_ROOM];
    copy_source_path(classes, "tests/spec/base.spec");
    const char *const paths[] = {classes, path};
    diags d = {0};
    ls_status rc = spec_load_files(out, paths, 2, &d);
    size_t size = 0;
    FILE *f = open_memstream(text, &size);
    assert_non_null(f);
    diag_print(&d, f);
    fclose(f);
    assert_int_equal(rc == LS_OK, d.count == 0);
    diag_free(&d);
    return rc;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of tests/spec/<prefix>*.spec, sorted; the caller frees each. */
static unsigned list_files(const char *prefix, char **names)
{
    char dir[PATH_ROOM];
    copy_source_path(dir, "tests/spec");
    DIR *d = opendir(dir);
    assert_non_null(d);
    unsigned count = 0;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        size_t n = strlen(e->d_name);
        if (strncmp(e->d_name, prefix, strlen(prefix)) != 0 || n < 5 ||
            strcmp(e->d_name + n - 5, ".spec") != 0)
            continue;
        assert_true(count < FILES_MAX);
        names[count++] = strdup(e->d_name);
    }
    closedir(d);
    qsort(names, count, sizeof *names, by_name);
    return count;
}

/* The rest of line number `number` of a file after the given start, without its line end; false
 * when it does not start so. */
static bool read_note(const char *path, int number, const char *start, char *out, size_t room)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char line[2048] = "";
    for (int i = 0; i < number; i++)
        if (!fgets(line, sizeof line, f))
            line[0] = '\0';
    fclose(f);
    line[strcspn(line, "\r\n")] = '\0';
    if (strncmp(line, start, strlen(start)) != 0)
        return false;
    snprintf(out, room, "%s", line + strlen(start));
    return *out != '\0';
}

/* Whether said (what was printed for path) begins with the expected diagnostic, whose file is named
 * without its directory. */
static bool diagnosed(const char *said, const char *path, const char *name, const char *expect)
{
    size_t p = strlen(path), n = strlen(name);
    if (strncmp(said, path, p) != 0 || strncmp(expect, name, n) != 0)
        return false;
    size_t rest = strcspn(said + p, "\n");
    return strlen(expect + n) == rest && strncmp(said + p, expect + n, rest) == 0;
}

static void check_refused(const char *name, unsigned *wrong)
{
    char below[PATH_ROOM / 2], path[PATH_ROOM], guards[2048],
        expect[2048] = "nothing: the file has no expectation";
    snprintf(below, sizeof below, "tests/spec/%s", name);
    copy_source_path(path, below);
    if (!read_note(path, 1, "; guards: ", guards, sizeof guards)) {
        print_error("%s: the first line does not say what it guards\n", name);
        ++*wrong;
    }
    read_note(path, 2, "; expect: ", expect, sizeof expect);
    spec *s = NULL;
    char *said = NULL;
    ls_status rc = load_after_classes(path, &s, &said);
    if (rc != LS_INPUT || s != NULL || !diagnosed(said, path, name, expect)) {
        print_error("%s: expected %s\n  status %d, said: %s\n", name, expect, (int)rc, said);
        ++*wrong;
    } else if (!strstr(said, "^")) {
        print_error("%s: no caret\n  said: %s\n", name, said);
        ++*wrong;
    }
    if (s)
        spec_free(s);
    free(said);
}

static void malformed_files_are_diagnosed(void **state)
{
    (void)state;
    char *names[FILES_MAX];
    unsigned wrong = 0, count = list_files("err_", names);
    assert_true(count >= FILES_WANTED);
    for (unsigned i = 0; i < count; i++) {
        check_refused(names[i], &wrong);
        free(names[i]);
    }
    assert_int_equal(wrong, 0);
}

static void good_files_load(void **state)
{
    (void)state;
    char *names[FILES_MAX];
    unsigned wrong = 0, count = list_files("ok_", names);
    assert_true(count > 0);
    for (unsigned i = 0; i < count; i++) {
        char below[PATH_ROOM / 2], path[PATH_ROOM];
        snprintf(below, sizeof below, "tests/spec/%s", names[i]);
        copy_source_path(path, below);
        spec *s = NULL;
        char *said = NULL;
        if (load_after_classes(path, &s, &said) != LS_OK || s == NULL) {
            print_error("%s: %s\n", names[i], said);
            wrong++;
        }
        if (s)
            spec_free(s);
        free(said);
        free(names[i]);
    }
    assert_int_equal(wrong, 0);
}

static void a_missing_file_is_trouble_with_the_world(void **state)
{
    (void)state;
    char path[PATH_ROOM];
    copy_source_path(path, "tests/spec/there_is_no_such_file.spec");
    const char *const paths[] = {path};
    diags d = {0};
    spec *s = NULL;
    ls_status rc = spec_load_files(&s, paths, 1, &d);
    assert_true(rc == LS_ENV || rc == LS_INPUT);
    assert_true(d.count > 0);
    assert_null(s);
    diag_free(&d);
}

/* Loads text from a temporary file. Whatever the answer: no crash, and a spec exactly when there is
 * no complaint. */
static void survive(const char *text, size_t size)
{
    char path[PATH_ROOM];
    write_temporary(path, text, size);
    spec *s = NULL;
    char *said = NULL;
    ls_status rc = load_after_classes(path, &s, &said);
    unlink(path);
    assert_true(rc == LS_OK || rc == LS_INPUT);
    assert_int_equal(rc == LS_OK, s != NULL);
    if (s)
        spec_free(s);
    free(said);
}

static void a_file_cut_anywhere_is_survived(void **state)
{
    (void)state;
    char path[PATH_ROOM], *text;
    size_t size;
    copy_source_path(path, "tests/spec/ok_all_operators.spec");
    assert_int_equal(file_read(path, &text, &size), LS_OK);
    for (size_t n = 0; n < size; n += 5)
        survive(text, n);
    mem_free(text);
}

static void a_file_with_a_changed_byte_is_survived(void **state)
{
    (void)state;
    static const char bytes[] = "()\";#- 0179ab\n\\\x80";
    char path[PATH_ROOM], *text;
    size_t size;
    uint32_t seed = 12345;
    copy_source_path(path, "tests/spec/ok_families_nest.spec");
    assert_int_equal(file_read(path, &text, &size), LS_OK);
    for (int trial = 0; trial < 400; trial++) {
        seed = seed * 1664525u + 1013904223u;
        size_t at = (seed >> 8) % size;
        char kept = text[at];
        text[at] = bytes[(seed >> 4) % (sizeof bytes - 1)];
        survive(text, size);
        text[at] = kept;
    }
    mem_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_files_are_diagnosed),
        cmocka_unit_test(good_files_load),
        cmocka_unit_test(a_missing_file_is_trouble_with_the_world),
        cmocka_unit_test(a_file_cut_anywhere_is_survived),
        cmocka_unit_test(a_file_with_a_changed_byte_is_survived),
    };
    return cmocka_run_group_tests_name("spec errors", tests, NULL, NULL);
}
