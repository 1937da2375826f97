// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fault.c - a library for LD_PRELOAD: the k-th allocation, write or sync of the program fails.
 *
 *   LANESMITH_FAULT=KIND:K   KIND is malloc (of the program's own code: calls from libraries
 * succeed), write (to regular files, half of it arrives) or fsync LANESMITH_STRUCK=FILE    is made
 * when the k-th came: a run without it is clean
 *
 * Forked workers count on from what their parent had. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);

static const char *kind = "";
static long left = -1;                 /* -1: nothing fails */
static uintptr_t code_begin, code_end; /* of the program itself */

static int note_program(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size, (void)data;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        if (h->p_type != PT_LOAD || !(h->p_flags & PF_X)) continue;
        code_begin = info->dlpi_addr + h->p_vaddr;
        code_end = code_begin + h->p_memsz;
    }
    return 1; /* the first is the program */
}

__attribute__((constructor)) static void read_environment(void)
{
    const char *what = getenv("LANESMITH_FAULT");
    if (!what || !strchr(what, ':')) return;
    dl_iterate_phdr(note_program, NULL);
    kind = what;
    left = atol(strchr(what, ':') + 1);
}

static int strikes(const char *name)
{
    if (left < 0 || strncmp(kind, name, strlen(name)) || --left) return 0;
    const char *file = getenv("LANESMITH_STRUCK");
    left = -1;
    if (file)
        syscall(SYS_close, (int)syscall(SYS_openat, AT_FDCWD, file, O_CREAT | O_WRONLY, 0600));
    return 1;
}

/* ---- memory ---- */

#define FROM_PROGRAM ((uintptr_t)__builtin_return_address(0) - code_begin < code_end - code_begin)
#define FAIL_OR(call) (FROM_PROGRAM && strikes("malloc") ? (errno = ENOMEM, (void *)NULL) : (call))

void *malloc(size_t n)
{
    return FAIL_OR(__libc_malloc(n));
}

void *calloc(size_t n, size_t size)
{
    return FAIL_OR(__libc_calloc(n, size));
}

void *realloc(void *p, size_t n)
{
    return FAIL_OR(__libc_realloc(p, n));
}

/* ---- files ---- */

static int is_file(int fd)
{
    struct stat st;
    return fd > 2 && !fstat(fd, &st) && S_ISREG(st.st_mode);
}

ssize_t write(int fd, const void *data, size_t n)
{
    if (!is_file(fd) || !strikes("write")) return syscall(SYS_write, fd, data, n);
    syscall(SYS_write, fd, data, n / 2);
    errno = ENOSPC;
    return -1;
}

ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at)
{
    if (!is_file(fd) || !strikes("write")) return syscall(SYS_pwrite64, fd, data, n, at);
    syscall(SYS_pwrite64, fd, data, n / 2, at);
    errno = ENOSPC;
    return -1;
}

ssize_t pwrite(int fd, const void *data, size_t n, off_t at)
{
    return pwrite64(fd, data, n, at);
}

int fsync(int fd)
{
    return strikes("fsync") ? (errno = EIO, -1) : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    return strikes("fsync") ? (errno = EIO, -1) : (int)syscall(SYS_fdatasync, fd);
}
