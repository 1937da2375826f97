// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* small_db.h - a database of the small specification in a directory of its own, which vanishes with
 * the process. */
#ifndef LANESMITH_TEST_SMALL_DB_H
#define LANESMITH_TEST_SMALL_DB_H

#include "fuzz.h"

#include "db/db.h"
#include "small_spec.h"
#include "spec/load/load.h"

static char small_dir[128], small_path[160];

static void small_remove(void)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[200];
        snprintf(path, sizeof path, "%s%s", small_path, ends[i]);
        unlink(path);
    }
}

static void small_leave(void)
{
    small_remove();
    rmdir(small_dir);
}

/* The specification; small_path is a database's in a directory that exists from now on. */
static inline const spec *small_load(void)
{
    static spec *s;
    char path[64];
    diags d = {0};
    if (s) return s;
    bool memory = access("/dev/shm", W_OK) == 0;
    const char *tmp = getenv("TMPDIR");
    snprintf(small_dir, sizeof small_dir, "%.100s/lanesmith-fuzz-XXXXXX",
             memory ? "/dev/shm"
             : tmp  ? tmp
                    : P_tmpdir);
    fuzz_check(mkdtemp(small_dir), "no directory");
    snprintf(small_path, sizeof small_path, "%s/l.db", small_dir);
    atexit(small_leave);
    int file = fuzz_file(small_spec, strlen(small_spec), path);
    ls_status rc = spec_load_files(&s, (const char *const[]){path}, 1, &d);
    diag_print(&d, stderr);
    fuzz_check(rc == LS_OK, "the small specification does not load");
    close(file);
    return s;
}

/* Lists and dumps all that the database has. */
static inline void small_list(db *d, const spec *s)
{
    arena mem = {0};
    db_lowering *lowerings;
    db_bound *bounds;
    db_baseline *baselines;
    unsigned count;
    for (int which = DB_ALL; which <= DB_KEPT; which++)
        db_list_lowerings(d, s, NULL, (db_choice)which, &mem, &lowerings, &count);
    db_list_bounds(d, s, true, &mem, &bounds, &count);
    db_list_baselines(d, s, NULL, &mem, &baselines, &count);
    strbuf b = {0};
    db_dump_winners(d, s, NULL, &b);
    strbuf_free(&b);
    for (unsigned i = 0; i < s->ntargets; i++) db_count_shorter_claims(d, &s->targets[i], &count);
    arena_free(&mem);
}

#endif
