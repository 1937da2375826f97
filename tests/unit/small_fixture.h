// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* small_fixture.h - a directory of its own with a small spec, so that no change of the instruction set moves a test. */
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

/* dir: a pattern of mkdtemp. */
static inline int open_small(void **state, const char *dir, const char *text)
{
    fixture *f = mem_alloc(1, sizeof *f);
    strcpy(f->dir, dir);
    if (!mkdtemp(f->dir)) return 1;
    char path[256];
    const char *paths[] = {path};
    write_text(f, "small.spec", text);
    snprintf(path, sizeof path, "%s/small.spec", f->dir);
    if (spec_load_files(&f->s, paths, 1, &f->d) != LS_OK) {
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
