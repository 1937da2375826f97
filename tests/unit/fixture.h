// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fixture.h - what unit tests share: cmocka, the shipped spec, paths in the source, files of a
 * moment. */
#ifndef LANESMITH_TEST_FIXTURE_H
#define LANESMITH_TEST_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "spec/load/load.h"
#include "spec/spec.h"

enum { FIXTURE_PATH = 4096 };

static spec *the_spec; /* between load_spec and drop_spec */

/* A path in the source; the next call overwrites it. */
static inline const char *source_path(const char *rest)
{
    static char path[FIXTURE_PATH];
    const char *root = getenv("LANESMITH_SOURCE");
    snprintf(path, sizeof path, "%s/%s", root ? root : ".", rest);
    return path;
}

/* For cmocka_run_group_tests: loads the shipped spec. */
static inline int load_spec(void **state)
{
    diags d = {0};
    (void)state;
    ls_status rc = spec_load_dir(&the_spec, source_path("spec"), &d);
    diag_print(&d, stderr);
    diag_free(&d);
    return rc == LS_OK ? 0 : -1;
}

static inline int drop_spec(void **state)
{
    (void)state;
    spec_free(the_spec);
    the_spec = NULL;
    return 0;
}

/* Makes a file with the text where the user's temporary files are; path receives its name. The
 * caller unlinks it. */
static inline void write_temporary(char path[FIXTURE_PATH], const char *text, size_t size)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(path, FIXTURE_PATH, "%s/lanesmith_test_XXXXXX", tmp ? tmp : P_tmpdir);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, size), (ssize_t)size);
    close(fd);
}

#endif
