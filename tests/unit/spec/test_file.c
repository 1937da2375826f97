// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_file.c - files read and written as a whole: devices, FIFOs and links stay what they are,
 * permissions remain, a failure leaves the old file and no other. Each test runs in an empty
 * directory. */
#define _GNU_SOURCE
#include <errno.h>
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "spec/base/base.h"

static int enter_empty_directory(void **state)
{
    static char dir[64];
    snprintf(dir, sizeof dir, "%s/lanesmith-file-XXXXXX", P_tmpdir);
    *state = dir;
    return mkdtemp(dir) && !chdir(dir) ? 0 : -1;
}

static int remove_directory(void **state)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", (char *)*state);
    return chdir("/") || system(command);
}

static ls_status put(const char *path, const char *text)
{
    return file_replace(path, text, strlen(text));
}

static void assert_holds(const char *path, const char *want)
{
    char *text;
    size_t size;
    assert_int_equal(file_read(path, &text, &size), LS_OK);
    assert_int_equal(size, strlen(want));
    assert_string_equal(text, want);
    mem_free(text);
}

static unsigned entries(const char *dir)
{
    unsigned n = 0;
    DIR *d = opendir(dir);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        n += strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
    closedir(d);
    return n;
}

static struct stat kind_of(const char *path)
{
    struct stat st;
    assert_int_equal(lstat(path, &st), 0);
    return st;
}

/* ---- writing ---- */

/* rename put a file in the place of a device: `lanesmith-opt -o /dev/null` run by root. */
static void a_device_stays_one(void **state)
{
    (void)state;
    if (mknod("null", S_IFCHR | 0666, makedev(1, 3)))
        skip(); /* needs privileges; the FIFO below needs none */
    if (put("null", "text") != LS_OK && errno == EACCES) skip(); /* a file system without devices */
    assert_true(S_ISCHR(kind_of("null").st_mode));
    assert_int_equal(file_write("null", "more", 4), LS_OK);
    assert_true(S_ISCHR(kind_of("null").st_mode));
    assert_int_equal(entries("."), 1);
}

static void a_fifo_is_written_to(void **state)
{
    (void)state;
    char text[8] = {0};
    assert_int_equal(mkfifo("fifo", 0600), 0);
    int fd = open("fifo", O_RDONLY | O_NONBLOCK);
    assert_int_equal(file_write("fifo", "text", 4), LS_OK);
    assert_int_equal(read(fd, text, sizeof text), 4);
    assert_string_equal(text, "text");
    assert_true(S_ISFIFO(kind_of("fifo").st_mode));
    assert_int_equal(entries("."), 1);
    close(fd);
}

static void a_link_stays_one(void **state)
{
    (void)state;
    assert_int_equal(mkdir("to", 0777), 0);
    assert_int_equal(put("to/file", "old"), LS_OK);
    assert_int_equal(symlink("to/file", "link"), 0);
    assert_int_equal(symlink("link", "second"), 0);
    assert_int_equal(put("second", "new"), LS_OK);
    assert_true(S_ISLNK(kind_of("link").st_mode) && S_ISLNK(kind_of("second").st_mode));
    assert_holds("to/file", "new");
    assert_int_equal(entries("to"), 1);
}

static void behind_a_link_a_file_is_made(void **state)
{
    (void)state;
    assert_int_equal(mkdir("to", 0777), 0);
    assert_int_equal(symlink("to/file", "link"), 0);
    assert_int_equal(put("link", "new"), LS_OK);
    assert_true(S_ISLNK(kind_of("link").st_mode));
    assert_holds("to/file", "new");
}

static void a_ring_of_links_is_refused(void **state)
{
    (void)state;
    assert_int_equal(symlink("b", "a"), 0);
    assert_int_equal(symlink("a", "b"), 0);
    assert_int_equal(put("a", "text"), LS_ENV);
    assert_int_equal(errno, ELOOP);
}

static void permissions_remain(void **state)
{
    (void)state;
    mode_t before = umask(027);
    assert_int_equal(put("file", "1"), LS_OK);
    assert_int_equal(kind_of("file").st_mode & 0777, 0640);
    assert_int_equal(chmod("file", 0604), 0);
    assert_int_equal(put("file", "2"), LS_OK);
    assert_int_equal(kind_of("file").st_mode & 0777, 0604);
    umask(before);
}

static void the_same_text_is_left_alone(void **state)
{
    (void)state;
    assert_int_equal(file_write("file", "text", 4), LS_OK);
    ino_t first = kind_of("file").st_ino;
    assert_int_equal(link("file", "kept"), 0); /* so that the number is not used again */
    assert_int_equal(file_write("file", "text", 4), LS_OK);
    assert_int_equal(kind_of("file").st_ino, first);
    assert_int_equal(file_write("file", "test", 4), LS_OK);
    assert_holds("file", "test");
    assert_int_equal(put("file", "test"),
                     LS_OK); /* file_replace is for those whose time of change counts */
    assert_int_not_equal(kind_of("file").st_ino, first);
}

static void a_directory_is_refused(void **state)
{
    (void)state;
    assert_int_equal(mkdir("dir", 0777), 0);
    assert_int_equal(put("dir", "text"), LS_ENV);
    assert_int_equal(errno, EISDIR);
    assert_int_equal(put("none/file", "text"), LS_ENV);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(entries("."), 1);
}

/* A write beyond the limit sends SIGXFSZ, which ended the program and left the temporary file. */
static void too_large_leaves_the_old_file(void **state)
{
    (void)state;
    static char large[20000];
    struct rlimit before, limit;
    assert_int_equal(put("file", "old"), LS_OK);
    getrlimit(RLIMIT_FSIZE, &before);
    limit = (struct rlimit){4096, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    ls_status rc = file_replace("file", large, sizeof large);
    int why = errno;
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(rc, LS_ENV);
    assert_int_equal(why, EFBIG);
    assert_holds("file", "old");
    assert_int_equal(entries("."), 1);
}

/* A process that is told to end again and again while it writes leaves one whole file and no other.
 */
static void a_signal_leaves_no_temporary(void **state)
{
    (void)state;
    static char text[1 << 16];
    memset(text, 'a', sizeof text);
    assert_int_equal(file_replace("file", text, sizeof text), LS_OK);
    for (int i = 0; i < 50; i++) {
        pid_t child = fork();
        if (!child)
            for (;;) file_replace("file", text, sizeof text);
        usleep(500 + 300 * (unsigned)i);
        kill(child, i % 2 ? SIGTERM : SIGINT);
        assert_int_equal(waitpid(child, NULL, 0), child);
        assert_int_equal(kind_of("file").st_size, sizeof text);
        assert_int_equal(entries("."), 1);
    }
}

/* `-o /dev/stdout >> log` adds to the log. */
static void a_descriptor_of_ours_is_written_to(void **state)
{
    (void)state;
    char path[32];
    assert_int_equal(put("log", "one "), LS_OK);
    int fd = open("log", O_WRONLY | O_APPEND);
    snprintf(path, sizeof path, "/dev/fd/%d", fd);
    assert_int_equal(put(path, "two"), LS_OK);
    close(fd);
    assert_holds("log", "one two");
}

/* ---- reading ---- */

static void writer_of(const char *path, const char *text)
{
    if (fork()) return;
    int fd = open(path, O_WRONLY);
    for (const char *s = text; *s; s++) {
        if (write(fd, s, 1) != 1) _exit(1);
        usleep(1000);
    }
    _exit(0);
}

static void a_fifo_is_read_to_its_end(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("fifo", 0600), 0);
    writer_of("fifo", "slowly written");
    assert_holds("fifo", "slowly written");
    assert_true(wait(NULL) > 0);
}

static void standard_input_is_read(void **state)
{
    (void)state;
    int pair[2], before = dup(STDIN_FILENO);
    static const char *const names[] = {"-", "/dev/stdin", "/dev/fd/0"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pipe(pair), 0);
        assert_int_equal(write(pair[1], "text", 4), 4);
        close(pair[1]);
        dup2(pair[0], STDIN_FILENO);
        close(pair[0]);
        assert_holds(names[i], "text");
    }
    dup2(before, STDIN_FILENO);
    close(before);
}

static void what_is_too_large_is_refused(void **state)
{
    (void)state;
    char *text;
    size_t size;
    int pair[2], fd = open("file", O_RDWR | O_CREAT, 0600);
    assert_int_equal(ftruncate(fd, ((off_t)FILE_MEGABYTES_MAX << 20) + 1), 0); /* a hole */
    assert_int_equal(file_read("file", &text, &size), LS_ENV);
    assert_int_equal(errno, EFBIG);
    assert_non_null(strstr(file_reason(), "1 GiB"));
    assert_null(text);
    close(fd);
    for (size_t limit = 99; limit <= 100; limit++) {
        assert_int_equal(pipe(pair), 0);
        assert_int_equal(write(pair[1], (char[100]){0}, 100), 100);
        close(pair[1]);
        assert_int_equal(file_read_fd(pair[0], limit, &text, &size), limit < 100 ? LS_ENV : LS_OK);
        if (limit < 100) assert_int_equal(errno, EFBIG);
        mem_free(text);
        close(pair[0]);
    }
}

static void what_cannot_be_read_says_why(void **state)
{
    (void)state;
    char *text;
    size_t size;
    assert_int_equal(file_read(".", &text, &size), LS_ENV);
    assert_int_equal(errno, EISDIR);
    assert_int_equal(file_read("none", &text, &size), LS_ENV);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(put("empty", ""), LS_OK);
    assert_holds("empty", "");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_empty_directory, remove_directory)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_device_stays_one),
        TEST(a_fifo_is_written_to),
        TEST(a_link_stays_one),
        TEST(behind_a_link_a_file_is_made),
        TEST(a_ring_of_links_is_refused),
        TEST(permissions_remain),
        TEST(the_same_text_is_left_alone),
        TEST(a_directory_is_refused),
        TEST(too_large_leaves_the_old_file),
        TEST(a_signal_leaves_no_temporary),
        TEST(a_descriptor_of_ours_is_written_to),
        TEST(a_fifo_is_read_to_its_end),
        TEST(standard_input_is_read),
        TEST(what_is_too_large_is_refused),
        TEST(what_cannot_be_read_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
