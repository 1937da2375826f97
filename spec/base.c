/* base.c - contracts, arenas, text buffers, hashes, files.
 *
 * Memory never fails visibly: allocation that cannot be satisfied ends the process with LS_ENV, because a search that
 * has lost its memory has nothing sensible to go on with and every finished cell is in the database already.
 * File writing is atomic (temporary file and rename), so that interrupting `lanesmith emit` leaves old or new, never
 * half. */
#include "base.h"

#include <errno.h>
#include <llvm-c/blake3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void require_failed(const char *function, const char *condition, const char *contract)
{
    fprintf(stderr, "lanesmith: misuse of %s: %s (%s does not hold)\n", function, contract, condition);
    abort();
}

static _Noreturn void out_of_memory(size_t bytes)
{
    fprintf(stderr, "lanesmith: out of memory (%zu bytes wanted)\n", bytes);
    exit(LS_ENV);
}

static size_t checked_product(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) out_of_memory(SIZE_MAX);
    return bytes;
}

void *mem_alloc(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size ? size : 1);
    if (!p) out_of_memory(checked_product(count, size));
    return p;
}

void *mem_grow(void *p, size_t count, size_t size)
{
    size_t bytes = checked_product(count, size);
    void *q = realloc(p, bytes ? bytes : 1);
    if (!q) out_of_memory(bytes);
    return q;
}

void mem_free(void *p)
{
    free(p);
}

/* ---- arena ---- */

enum { ARENA_FIRST_BLOCK = 4 * 1024 - 64, ARENA_BLOCK = 64 * 1024 - 64 }; /* many arenas live for one evaluation */

struct arena_block {
    struct arena_block *next;
    size_t size;
    max_align_t data[];
};

static void arena_add_block(arena *a, size_t bytes)
{
    size_t usual = a->blocks ? ARENA_BLOCK : ARENA_FIRST_BLOCK, size = bytes > usual ? bytes : usual;
    struct arena_block *b = mem_alloc(1, sizeof *b + size);
    b->next = a->blocks;
    b->size = size;
    a->blocks = b;
    a->used = 0;
    a->live_bytes += size;
}

void *arena_alloc(arena *a, size_t count, size_t size)
{
    size_t bytes = checked_product(count, size);
    if (bytes > SIZE_MAX - 64) out_of_memory(bytes);
    bytes = (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!a->blocks || a->blocks->size - a->used < bytes) arena_add_block(a, bytes);
    void *p = (char *)a->blocks->data + a->used;
    a->used += bytes;
    return p;
}

char *arena_strndup(arena *a, const char *s, size_t n)
{
    char *copy = arena_alloc(a, n + 1, 1);
    memcpy(copy, s, n);
    return copy;
}

char *arena_strdup(arena *a, const char *s)
{
    return arena_strndup(a, s, strlen(s));
}

char *arena_printf(arena *a, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    require(n >= 0, "the format is valid");
    char *s = arena_alloc(a, (size_t)n + 1, 1);
    vsnprintf(s, (size_t)n + 1, fmt, again);
    va_end(again);
    return s;
}

void arena_free(arena *a)
{
    for (struct arena_block *b = a->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    *a = (arena){0};
}

/* ---- text ---- */

static void strbuf_reserve(strbuf *b, size_t extra)
{
    size_t need;
    if (__builtin_add_overflow(b->len, extra + 1, &need)) out_of_memory(SIZE_MAX);
    if (need <= b->cap) return;
    b->cap = need > 2 * b->cap ? need : 2 * b->cap;
    b->s = mem_grow(b->s, b->cap, 1);
}

void strbuf_putn(strbuf *b, const char *s, size_t n)
{
    strbuf_reserve(b, n);
    memcpy(b->s + b->len, s, n);
    b->len += n;
    b->s[b->len] = 0;
}

void strbuf_puts(strbuf *b, const char *s)
{
    strbuf_putn(b, s, strlen(s));
}

void strbuf_printf(strbuf *b, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    require(n >= 0, "the format is valid");
    strbuf_reserve(b, (size_t)n);
    vsnprintf(b->s + b->len, (size_t)n + 1, fmt, again);
    va_end(again);
    b->len += (size_t)n;
}

const char *strbuf_text(const strbuf *b)
{
    return b->s ? b->s : "";
}

void strbuf_clear(strbuf *b)
{
    b->len = 0;
    if (b->s) b->s[0] = 0;
}

void strbuf_free(strbuf *b)
{
    free(b->s);
    *b = (strbuf){0};
}

/* ---- hashes ---- */

static void hash_into(const void *data, size_t n, unsigned bytes, char *out)
{
    static const char digits[] = "0123456789abcdef";
    llvm_blake3_hasher h;
    uint8_t digest[LLVM_BLAKE3_OUT_LEN];
    llvm_blake3_hasher_init(&h);
    llvm_blake3_hasher_update(&h, data, n);
    llvm_blake3_hasher_finalize(&h, digest, bytes);
    for (unsigned i = 0; i < bytes; i++) {
        out[2 * i] = digits[digest[i] >> 4];
        out[2 * i + 1] = digits[digest[i] & 15];
    }
    out[2 * bytes] = 0;
}

void hash_bytes(const void *data, size_t n, char out[HASH_TEXT]) { hash_into(data, n, HASH_TEXT / 2, out); }

void hash_digest(const void *data, size_t n, char out[DIGEST_TEXT]) { hash_into(data, n, DIGEST_TEXT / 2, out); }

void hash_text(const char *s, char out[HASH_TEXT])
{
    hash_bytes(s, strlen(s), out);
}

/* ---- files ---- */

ls_status file_read(const char *path, char **text, size_t *size)
{
    ls_status rc = LS_ENV;
    char *buffer = NULL;
    size_t len = 0, cap = 0, got;
    int why;
    const size_t limit = (size_t)FILE_MEGABYTES_MAX << 20;
    *text = NULL;
    FILE *f = fopen(path, "rb");
    if (!f) return LS_ENV;
    do {
        if (cap - len < 4096) buffer = mem_grow(buffer, cap = cap ? 2 * cap : 16384, 1);
        got = fread(buffer + len, 1, cap - len - 1, f);
        len += got;
    } while (got && len <= limit);
    if (len > limit) errno = EFBIG;
    if (len > limit || ferror(f)) goto out;
    buffer[len] = 0;
    *text = buffer;
    *size = len;
    buffer = NULL;
    rc = LS_OK;
out:
    why = errno;
    free(buffer);
    fclose(f);
    errno = why;
    return rc;
}

static bool file_holds(const char *path, const char *text, size_t size)
{
    char *old;
    size_t old_size;
    if (file_read(path, &old, &old_size)) return false;
    bool same = old_size == size && !memcmp(old, text, size);
    free(old);
    return same;
}

ls_status file_write(const char *path, const char *text, size_t size)
{
    if (file_holds(path, text, size)) return LS_OK;
    strbuf tmp = {0};
    ls_status rc = LS_ENV;
    strbuf_printf(&tmp, "%s.tmp%ld", path, (long)getpid());
    FILE *f = fopen(tmp.s, "wb");
    if (!f) goto out;
    bool good = fwrite(text, 1, size, f) == size && !fflush(f);
    good = !fclose(f) && good;
    if (good && !rename(tmp.s, path)) rc = LS_OK;
    if (rc) {
        int why = errno;
        unlink(tmp.s);
        errno = why;
    }
out:
    strbuf_free(&tmp);
    return rc;
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
