// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* small_fixture.h - a directory of its own with a small spec, so that no change of the instruction
 * set moves a test. */
#ifndef LANESMITH_TEST_SMALL_FIXTURE_H
#define LANESMITH_TEST_SMALL_FIXTURE_H

#include "fixture.h"

typedef struct fixture {
    char dir[64];
    spec *s;
    diags d;
} fixture;

static inline void write_text(const fixture *f, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", f->dir, name);
    assert_int_equal(file_write(path, text, strlen(text)), LS_OK);
}

/* How assembly of the shipped set is read, which the small spec takes over. The caller frees. */
static inline char *read_count_text(void)
{
    char *text;
    size_t size;
    assert_int_equal(file_read(source_path("spec/targets/x86/count.spec"), &text, &size), LS_OK);
    return text;
}

/* dir: a pattern of mkdtemp. */
static inline int open_small(void **state, const char *dir, const char *text)
{
    fixture *f = mem_alloc(1, sizeof *f);
    strcpy(f->dir, dir);
    if (!mkdtemp(f->dir)) return 1;
    char path[256];
    char count_path[256];
    const char *paths[] = {path, count_path};
    char *count = read_count_text();
    write_text(f, "small.spec", text);
    write_text(f, "count.spec", count);
    mem_free(count);
    snprintf(path, sizeof path, "%s/small.spec", f->dir);
    snprintf(count_path, sizeof count_path, "%s/count.spec", f->dir);
    if (spec_load_files(&f->s, paths, 2, &f->d) != LS_OK) {
        diag_print(&f->d, stderr);
        return 1;
    }
    *state = f;
    return 0;
}

static inline int close_small(void **state)
{
    fixture *f = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -r ./%s", f->dir);
    int failed = system(command);
    spec_free(f->s);
    diag_free(&f->d);
    mem_free(f);
    return failed;
}

/* The diagnostics so far as text, which the next call overwrites. */
static inline const char *diagnostics(fixture *f)
{
    static char text[4096];
    FILE *file = tmpfile();
    diag_print(&f->d, file);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static inline void assert_contains(const char *text, const char *what)
{
    if (!strstr(text, what)) fail_msg("expected '%s' in:\n%s", what, text);
}

#endif
