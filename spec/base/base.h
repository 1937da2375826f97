// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* base.h - what every module stands on: contracts, arenas, text buffers, hashes.
 *
 * Errors come in four kinds that never mix (STYLE, rule 6): bad input is a diagnostic (diag.h) and
 * LS_INPUT, trouble with the world is LS_ENV carried upward, misuse of a function is require(), a
 * bug is assert(). */
#ifndef LANESMITH_BASE_H
#define LANESMITH_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "status.h"

/* What stands near the top of each source and of each generated file, in a comment. */
#define LICENSE_TAG "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"

/* Checks a function's contract, in release builds too. Aborts with the function's name and the
 * broken contract. */
#define require(cond, contract) ((cond) ? (void)0 : require_failed(__func__, #cond, contract))
_Noreturn void require_failed(const char *function, const char *condition, const char *contract);

/* Arena: allocations that die together. Memory is zeroed. Running out of memory ends the process
 * with LS_ENV, as no caller can do better; sizes are overflow-checked. */
typedef struct arena {
    struct arena_block *blocks;
    size_t used;
    size_t live_bytes; /* bytes held, for tests */
} arena;
void *arena_alloc(arena *a, size_t count, size_t size);
char *arena_strndup(arena *a, const char *s, size_t n);
char *arena_strdup(arena *a, const char *s);
char *arena_printf(arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void arena_free(arena *a); /* frees all; the arena can be used again */
#define arena_new(a, n, type) ((type *)arena_alloc((a), (n), sizeof(type)))

/* Heap memory that never returns NULL (ends the process with LS_ENV) and checks count * size for
 * overflow. */
void *mem_alloc(size_t count, size_t size); /* zeroed */
void *mem_grow(void *p, size_t count, size_t size);
void mem_free(void *p);

/* Growing text, always NUL-terminated once anything was appended. */
typedef struct strbuf {
    char *s;
    size_t len, cap;
} strbuf;
void strbuf_putn(strbuf *b, const char *s, size_t n);
void strbuf_puts(strbuf *b, const char *s);
void strbuf_put_line(strbuf *b, const char *s); /* with a newline behind it */
void strbuf_put_integer(strbuf *b, int64_t x); /* in decimal, quicker than printf */
void strbuf_printf(strbuf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *strbuf_text(const strbuf *b); /* "" when empty */
void strbuf_clear(strbuf *b);
void strbuf_free(strbuf *b);

/* Are the texts the same? Most that are compared differ in their first letters, and a specification
 * is read by comparing names. */
static inline bool text_same(const char *a, const char *b)
{
    return a[0] == b[0] && strcmp(a, b) == 0;
}

/* 128 bits of BLAKE3 over n bytes, as 32 lower-case hex digits and a NUL. */
enum { HASH_TEXT = 33 };
void hash_bytes(const void *data, size_t n, char out[HASH_TEXT]);
void hash_text(const char *s, char out[HASH_TEXT]);
/* All 256 bits: for what must withstand somebody who looks for two texts with one hash. */
enum { DIGEST_TEXT = 65 };
void hash_digest(const void *data, size_t n, char out[DIGEST_TEXT]);

/* ---- files (file.c): LS_ENV comes with errno set, and file_reason says what it means ---- */

enum {
    FILE_MEGABYTES_MAX = 128
}; /* that are read at most, so that no endless file fills the memory */
/* Reads whatever can be read, to its end: a file, a pipe, a FIFO, "-" for standard input. *text is
 * NUL-terminated and freed with mem_free. More than FILE_MEGABYTES_MAX MiB are LS_ENV (EFBIG). */
ls_status file_read(const char *path, char **text, size_t *size);
/* The same, of an open descriptor, from where it is, and of at most limit bytes. The descriptor
 * stays open. */
ls_status file_read_fd(int fd, size_t limit, char **text, size_t *size);
/* Makes text the content of path. A regular file is replaced as a whole: a reader sees the old one
 * or the new one, and so does who looks after a crash. Its permissions remain; those of a new file
 * are the usual ones (umask). Links are followed. Devices and FIFOs are written to. After LS_ENV
 * the file is as it was, unless only the directory could not be synced: then the new file is there,
 * but may be gone after a crash. */
ls_status file_replace(const char *path, const char *text, size_t size);
/* file_replace, but a file that holds the text already is left untouched. */
ls_status file_write(const char *path, const char *text, size_t size);
const char *file_reason(void); /* text of errno, for messages about files */
/* Makes a directory and its parents. */
ls_status file_mkdirs(const char *path);

#endif
