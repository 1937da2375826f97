// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* file.c - files, read whole and written whole, for every program of the project.
 *
 * A reader never sees half of a file that file_write or file_replace wrote. They make a temporary
 * file beside the target, sync it, and rename it. The temporary's name cannot be guessed and must
 * be new (O_EXCL), so nobody can have put a link there. Symbolic links are followed first: the file
 * behind them is replaced, not the link. Devices, FIFOs and sockets are written to, never replaced.
 *
 * No temporary stays behind. While one exists nothing is allocated, and all signals wait: a signal
 * that ends the program takes effect when the temporary is gone. */
#define _GNU_SOURCE
#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "stop.h"

enum { LINKS_MAX = 40, NAMES_MAX = 100 };

const char *file_reason(void)
{
    return errno == EFBIG
               ? "too large: 1 GiB is the limit of what is read, `ulimit -f` of what is written"
               : strerror(errno);
}

/* The descriptor of this process that a path stands for ("/dev/stdout", "/dev/fd/63"), or -1. */
static int descriptor_of(const char *path)
{
    static const char *const names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    static const char *const dirs[] = {"/dev/fd/", "/proc/self/fd/"};
    for (int i = 0; i < 3; i++)
        if (text_same(path, names[i])) return i;
    for (int i = 0; i < 2; i++) {
        size_t n = strlen(dirs[i]),
               digits = strncmp(path, dirs[i], n) ? 0 : strspn(path + n, "0123456789");
        if (digits && digits < 9 && !path[n + digits]) return atoi(path + n);
    }
    return -1;
}

/* A blocking open (of a FIFO without the other end) ends when the program is asked to end. */
static int open_patiently(const char *path, int flags)
{
    int fd;
    while ((fd = open(path, flags | O_CLOEXEC | O_NOCTTY)) < 0 && errno == EINTR &&
           !stop_signal()) {}
    return fd;
}

/* Closes fd, and frees text, without a change of errno. Returns -1. */
static int abandon(int fd, char *text)
{
    int why = errno;
    if (fd >= 0) close(fd);
    free(text);
    errno = why;
    return -1;
}

/* ---- reading ---- */

/* Reads up to n bytes; 0 at the end, -1 with errno set. */
static ssize_t read_some(int fd, char *to, size_t n)
{
    ssize_t got;
    while ((got = read(fd, to, n)) < 0 && errno == EINTR && !stop_signal()) {}
    return got;
}

static bool is_too_large(int fd, size_t limit)
{
    struct stat st;
    return !fstat(fd, &st) && S_ISREG(st.st_mode) && (uintmax_t)st.st_size > limit;
}

ls_status file_read_fd(int fd, size_t limit, char **text, size_t *size)
{
    char *buffer = NULL;
    size_t len = 0, cap = 0;
    ssize_t got;
    *text = NULL;
    if (is_too_large(fd, limit)) return errno = EFBIG, LS_ENV;
    do {
        if (cap - len < 4096) buffer = mem_grow(buffer, cap = cap ? 2 * cap : 16384, 1);
        got = read_some(fd, buffer + len, cap - len - 1);
        len += got > 0 ? (size_t)got : 0;
        if (len > limit) errno = EFBIG, got = -1;
    } while (got > 0);
    if (got < 0) return abandon(-1, buffer), LS_ENV;
    buffer[len] = 0;
    *text = buffer;
    *size = len;
    return LS_OK;
}

ls_status file_read(const char *path, char **text, size_t *size)
{
    *text = NULL;
    int own = text_same(path, "-") ? STDIN_FILENO : descriptor_of(path);
    if (own >= 0) return file_read_fd(own, (size_t)FILE_MEGABYTES_MAX << 20, text, size);
    int fd = open_patiently(path, O_RDONLY);
    if (fd < 0) return LS_ENV;
    ls_status rc = file_read_fd(fd, (size_t)FILE_MEGABYTES_MAX << 20, text, size);
    abandon(fd, NULL);
    return rc;
}

/* ---- writing ---- */

static bool write_all(int fd, const char *text, size_t size)
{
    while (size) {
        ssize_t n = write(fd, text, size);
        if (n < 0 && errno == EINTR && !stop_signal()) continue;
        if (n == 0) errno = ENOSPC;
        if (n <= 0) return false;
        text += n;
        size -= (size_t)n;
    }
    return true;
}

/* Some file systems cannot sync, and say so; what they do is all that can be had. */
static bool sync_fd(int fd)
{
    return !fsync(fd) || errno == EINVAL || errno == ENOTSUP;
}

static ls_status write_to_descriptor(int fd, const char *text, size_t size)
{
    fflush(stdout); /* what was printed before comes first */
    return write_all(fd, text, size) ? LS_OK : LS_ENV;
}

/* To a device, a FIFO: what is behind the path stays what it is. */
static ls_status write_through(const char *path, const char *text, size_t size)
{
    int fd = open_patiently(path, O_WRONLY | O_TRUNC);
    if (fd < 0) return LS_ENV;
    bool good = write_all(fd, text, size);
    if (!good) return abandon(fd, NULL), LS_ENV;
    return close(fd) ? LS_ENV : LS_OK;
}

static size_t length_of_dir(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The path behind symbolic links, also where nothing is there yet. NULL with errno set; freed by
 * mem_free. */
static char *follow_links(const char *path)
{
    char target[PATH_MAX];
    strbuf b = {0};
    strbuf_puts(&b, path);
    for (int i = 0; i < LINKS_MAX; i++) {
        ssize_t n = readlink(b.s, target, sizeof target);
        if (n < 0 && (errno == EINVAL || errno == ENOENT)) return b.s;
        if (n == sizeof target) errno = ENAMETOOLONG;
        if (n < 0 || n == sizeof target) return abandon(-1, b.s), NULL;
        b.len = *target == '/' ? 0 : length_of_dir(b.s);
        strbuf_putn(&b, target, (size_t)n);
    }
    errno = ELOOP;
    return abandon(-1, b.s), NULL;
}

/* Makes a file of a new name in the directory of path. name has room for it. Returns the
 * descriptor, or -1. */
static int make_beside(const char *path, char *name)
{
    size_t dir = length_of_dir(path);
    int fd = -1;
    for (int i = 0; i < NAMES_MAX && fd < 0; i++) {
        uint64_t number;
        if (getrandom(&number, sizeof number, 0) != sizeof number) return -1;
        sprintf(name, "%.*s.lanesmith-%016llx", (int)dir, path, (unsigned long long)number);
        fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST) return -1;
    }
    return fd;
}

/* Requires: all signals are blocked. A write beyond `ulimit -f` sends one that would end the
 * program: it goes. */
static void forget_size_signal(void)
{
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGXFSZ);
    sigtimedwait(&one, NULL, &(struct timespec){0});
}

/* Fills the temporary and gives it the permissions of what it replaces. */
static bool fill(int fd, const struct stat *old, const char *text, size_t size)
{
    bool good =
        (!old || !fchmod(fd, old->st_mode & 0777)) && write_all(fd, text, size) && sync_fd(fd);
    if (!good) return abandon(fd, NULL), false;
    return !close(fd);
}

/* old: what is at path, or NULL. dir: its directory, open, or -1 where it may be written to but not
 * read. */
static ls_status replace(const char *path, char *name, int dir, const struct stat *old,
                         const char *text, size_t size)
{
    int fd = make_beside(path, name);
    if (fd < 0) return LS_ENV;
    if (fill(fd, old, text, size) && !rename(name, path))
        return dir < 0 || sync_fd(dir) ? LS_OK : LS_ENV;
    int why = errno;
    unlink(name);
    if (why == EFBIG) forget_size_signal();
    errno = why;
    return LS_ENV;
}

/* replace, with room for the name, the directory open, and the signals blocked. */
static ls_status replace_quietly(const char *path, const struct stat *old, const char *text,
                                 size_t size)
{
    sigset_t all, before;
    size_t n = length_of_dir(path);
    char *name = mem_alloc(n + 64, 1);
    memcpy(name, n ? path : ".", n ? n : 1);
    int dir = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    ls_status rc = replace(path, name, dir, old, text, size);
    int why = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = why;
    abandon(dir, name);
    return rc;
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

ls_status file_replace(const char *path, const char *text, size_t size)
{
    struct stat at, behind;
    int own = descriptor_of(path);
    if (own >= 0) return write_to_descriptor(own, text, size);
    bool there = !stat(path, &at);
    if (!there && errno != ENOENT) return LS_ENV;
    if (there && S_ISDIR(at.st_mode)) return errno = EISDIR, LS_ENV;
    if (there && !S_ISREG(at.st_mode)) return write_through(path, text, size);
    char *target = follow_links(path);
    if (!target) return LS_ENV;
    bool odd = there && (lstat(target, &behind) ||
                         !is_same_file(&at, &behind)); /* a link that /proc makes up */
    ls_status rc = odd ? write_through(path, text, size)
                       : replace_quietly(target, there ? &at : NULL, text, size);
    abandon(-1, target);
    return rc;
}

static bool file_holds(const char *path, const char *text, size_t size)
{
    struct stat st;
    char *old;
    size_t n;
    if (descriptor_of(path) >= 0 || stat(path, &st) || !S_ISREG(st.st_mode)) return false;
    if ((uintmax_t)st.st_size != size || file_read(path, &old, &n)) return false;
    bool same = n == size && !memcmp(old, text, size);
    free(old);
    return same;
}

ls_status file_write(const char *path, const char *text, size_t size)
{
    return file_holds(path, text, size) ? LS_OK : file_replace(path, text, size);
}

ls_status file_mkdirs(const char *path)
{
    strbuf b = {0};
    ls_status rc = LS_OK;
    for (size_t i = 0; path[i] && rc == LS_OK; i++) {
        bool end = path[i + 1] == 0 || (path[i + 1] == '/' && path[i] != '/');
        strbuf_putn(&b, path + i, 1);
        if (end && mkdir(b.s, 0777) && errno != EEXIST) rc = LS_ENV;
    }
    strbuf_free(&b);
    return rc;
}
