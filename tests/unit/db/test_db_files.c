// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_db_files.c - the database as a file: what is refused and stays untouched, two writers, the
 * end of a process.
 *
 * Refusals compare the bytes of the file and the number of files in its directory before and after.
 */
#include <signal.h>
#include <sys/wait.h>

#include "tests/unit/db_fixture.h"

/* ---- files that are refused, and stay as they are ---- */

typedef struct picture { /* of a directory: the file's bytes, and how many files there are */
    char *bytes;
    size_t size;
    unsigned files;
} picture;

static picture take_picture(const fixture *f)
{
    picture p = {0};
    DIR *dir = opendir(f->dir);
    while (readdir(dir)) p.files++;
    closedir(dir);
    if (file_read(f->path, &p.bytes, &p.size) != LS_OK) p.bytes = NULL;
    return p;
}

static void check_refused(fixture *f, ls_status expected, const char *message)
{
    db *d;
    picture before = take_picture(f);
    assert_int_equal(db_open(&d, f->path, f->s, &f->dg), expected);
    assert_null(d);
    check_says(f, message);
    assert_non_null(strstr(f->said, f->path));
    picture after = take_picture(f);
    assert_int_equal(before.files, after.files);
    assert_int_equal(before.size, after.size);
    if (before.bytes) assert_memory_equal(before.bytes, after.bytes, before.size);
    mem_free(before.bytes);
    mem_free(after.bytes);
}

/* Makes a good database and then patches so many bytes at an offset, or cuts it to a size. */
static void spoil(fixture *f, long offset, const char *bytes, size_t n, long size)
{
    db *d = open_db(f, f->s);
    put_one(d, lowering_of(cell_of(f->s, "add", 2, "x128", "t1"), ADD2_TEXT, 5, "p", "proved"));
    db_close(d);
    FILE *file = fopen(f->path, "r+b");
    assert_non_null(file);
    fseek(file, offset, SEEK_SET);
    if (n) fwrite(bytes, 1, n, file);
    fclose(file);
    if (size >= 0) assert_int_equal(truncate(f->path, size), 0);
}

static void refuses_text(void **state)
{
    fixture *f = *state;
    static const char text[] =
        "this is a text, and a longer one than the header of a database would be, as it goes on "
        "for more than one hundred characters\n";
    write_file(f, "l.db", text, strlen(text));
    check_refused(f, LS_INPUT, "not a SQLite database");
    write_file(f, "l.db", "x", 1);
    check_refused(f, LS_INPUT, "not a SQLite database");
}

static void refuses_foreign(void **state)
{
    fixture *f = *state;
    sqlite3 *sql;
    assert_int_equal(sqlite3_open(f->path, &sql), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(sql, "create table t (x); pragma user_version = 1; pragma journal_mode = wal",
                     NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(sql);
    check_refused(f, LS_INPUT, "of another program (application_id 0x00000000");
}

static void refuses_newer(void **state)
{
    spoil(*state, 60, "\0\0\0c", 4, -1);
    check_refused(*state, LS_INPUT, "made by a newer lanesmith (schema version 99");
}

static void refuses_unknown_older(void **state)
{
    spoil(*state, 60, "\0\0\0\0", 4, -1);
    check_refused(*state, LS_INPUT, "schema version 0 is not known");
}

static void refuses_older(void **state)
{
    spoil(*state, 60, "\0\0\0\1", 4, -1);
    check_refused(*state, LS_INPUT, "schema version 1 is not known");
}

static void refuses_broken_magic(void **state)
{
    spoil(*state, 3, "!", 1, -1);
    check_refused(*state, LS_INPUT, "not a SQLite database");
}

static void refuses_broken_page_size(void **state)
{
    spoil(*state, 16, "\0\7", 2, -1);
    check_refused(*state, LS_INPUT, "the database is corrupt");
}

static void refuses_broken_pages(void **state)
{
    char junk[4096 * 4];
    memset(junk, 0xa5, sizeof junk);
    spoil(*state, 4096 * 3, junk, sizeof junk, -1);
    check_refused(*state, LS_INPUT, "the database is corrupt");
}

static void refuses_broken_schema(void **state)
{
    spoil(*state, 100, "\xff\xff\xff\xff\xff\xff\xff\xff", 8, -1);
    check_refused(*state, LS_INPUT, "the database is corrupt");
}

static void refuses_truncated(void **state)
{
    spoil(*state, 0, "", 0, 4096 * 5 + 100);
    check_refused(*state, LS_INPUT, "truncated: the database has 20580 of ");
}

static void refuses_truncated_header(void **state)
{
    spoil(*state, 0, "", 0, 50);
    check_refused(*state, LS_INPUT, "truncated: the database is cut off inside its header");
}

static void refuses_directory(void **state)
{
    fixture *f = *state;
    assert_int_equal(mkdir(f->path, 0777), 0);
    check_refused(f, LS_INPUT, "a directory, not a database");
    rmdir(f->path);
}

static void refuses_fifo(void **state)
{
    fixture *f = *state;
    assert_int_equal(mkfifo(f->path, 0666), 0);
    db *d;
    /* and does not wait for a writer */
    assert_int_equal(db_open(&d, f->path, f->s, &f->dg), LS_INPUT);
    check_says(f, "not a regular file");
}

static void refuses_missing_directory(void **state)
{
    fixture *f = *state;
    snprintf(f->path, sizeof f->path, "%s/no/such/l.db", f->dir);
    check_refused(f, LS_ENV, "cannot open the database");
}

static void refuses_unreadable(void **state)
{
    fixture *f = *state;
    if (geteuid() == 0) skip(); /* root reads everything */
    spoil(f, 0, "", 0, -1);
    assert_int_equal(chmod(f->path, 0), 0);
    db *d;
    assert_int_equal(db_open(&d, f->path, f->s, &f->dg), LS_ENV);
    check_says(f, "Permission denied");
}

static void takes_an_empty_file_as_new(void **state)
{
    fixture *f = *state;
    write_file(f, "l.db", "", 0);
    db_close(open_db(f, f->s));
    check_ask(f->path, "select count(*) > 0 from operations", "1");
}

static void opens_odd_names(void **state)
{
    fixture *f = *state;
    snprintf(f->path, sizeof f->path, "%s/a b?c#d%%41.db", f->dir);
    db_close(open_db(f, f->s));
    db_close(open_db(f, f->s));
    check_ask(f->path, "pragma application_id", "1280535924");
    check_ask(f->path, "pragma user_version", "6");
    check_ask(f->path, "pragma journal_mode", "wal");
    check_ask(f->path, "pragma foreign_key_check", "");
}

static void second_open_writes_nothing(void **state)
{
    fixture *f = *state;
    db_close(open_db(f, f->s));
    picture before = take_picture(f);
    db_close(open_db(f, f->s));
    picture after = take_picture(f);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.bytes, after.bytes, before.size);
    mem_free(before.bytes);
    mem_free(after.bytes);
}

/* ---- several at once, and the end of a process ---- */

static void second_writer_is_told(void **state)
{
    fixture *f = *state;
    db *one = open_db(f, f->s), *two = open_db(f, f->s);
    cell c = cell_of(f->s, "add", 2, "x128", "t1");
    put_one(one, lowering_of(c, "r = pxor a b\n", 1, "q", "proved"));
    must(one, db_begin_cell(one, &c));
    assert_int_equal(db_begin_cell(two, &c), LS_ENV);
    assert_non_null(strstr(db_error(two), "the database is in use by another process"));
    assert_int_equal(count_rows(two, f->s, true), 1); /* reading goes on */
    check_ask(f->path, "select count(*) from winners", "1");
    must(one, db_commit_cell(one));
    must(two, db_begin_cell(two, &c));
    db_rollback_cell(two);
    db_close(one);
    db_close(two);
}

/* Commits cells of two rows each, a byte to the pipe after each, until it is killed. */
static void child_writes(fixture *f, int out)
{
    db *d = open_db(f, f->s);
    for (unsigned i = 0; i < 100; i++) {
        char text[2][64];
        cell c = cell_of(f->s, i % 2 ? "xor" : "add", 1u << i / 2 % 6, "x128", "t1");
        must(d, db_begin_cell(d, &c));
        for (unsigned k = 0; k < 2; k++) {
            snprintf(text[k], sizeof text[k], "r = pxor a 0x%02x%02x*\n", i, k);
            db_lowering l = lowering_of(c, text[k], 1, text[k], "proved");
            must(d, db_put_lowering(d, &l));
        }
        must(d, db_commit_cell(d));
        if (write(out, "x", 1) != 1) _exit(1);
    }
    _exit(0);
}

static void killed_process_loses_the_cell_in_flight_at_most(void **state)
{
    fixture *f = *state;
    for (int kept = 0; kept < 6; kept++) {
        int ends[2], status;
        char byte;
        unlink(f->path);
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) child_writes(f, ends[1]);
        for (int i = 0; i < kept; i++) assert_int_equal(read(ends[0], &byte, 1), 1);
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, &status, 0), child);
        close(ends[0]);
        close(ends[1]);
        db *d = open_db(f, f->s);
        unsigned n = count_rows(d, f->s, false);
        assert_true(n % 2 == 0 && n >= 2 * (unsigned)kept);
        put_one(d, lowering_of(cell_of(f->s, "add", 64, "x128", "t1"), "r = pxor a b\n", 1, "z",
                               "proved"));
        db_close(d);
        check_ask(f->path, "pragma integrity_check", "ok");
    }
}

static void killed_in_the_middle_of_a_cell(void **state)
{
    fixture *f = *state;
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        db *d = open_db(f, f->s);
        cell c = cell_of(f->s, "add", 2, "x128", "t1");
        put_one(d, lowering_of(c, "r = pxor a b\n", 1, "q", "unknown"));
        must(d, db_begin_cell(d, &c));
        db_lowering l = lowering_of(c, ADD2_TEXT, 5, "p", "proved");
        must(d, db_put_lowering(d, &l));
        if (write(ends[1], "x", 1) != 1) _exit(1);
        for (;;) pause();
    }
    assert_int_equal(read(ends[0], &byte, 1), 1);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(ends[0]);
    close(ends[1]);
    db *d = open_db(f, f->s);
    assert_int_equal(count_rows(d, f->s, false), 1);
    db_proof p = proof_of("p", "proved", false);
    assert_false(db_is_proved(d, p.obligation));
    db_close(d);
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(refuses_text),
        T(refuses_foreign),
        T(refuses_newer),
        T(refuses_unknown_older),
        T(refuses_older),
        T(refuses_broken_magic),
        T(refuses_broken_page_size),
        T(refuses_broken_pages),
        T(refuses_broken_schema),
        T(refuses_truncated),
        T(refuses_truncated_header),
        T(refuses_directory),
        T(refuses_fifo),
        T(refuses_missing_directory),
        T(refuses_unreadable),
        T(takes_an_empty_file_as_new),
        T(opens_odd_names),
        T(second_open_writes_nothing),
        T(second_writer_is_told),
        T(killed_process_loses_the_cell_in_flight_at_most),
        T(killed_in_the_middle_of_a_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
