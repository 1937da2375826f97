// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* base.c - contracts, arenas, text buffers, hashes. The files of base.h are in file.c.
 *
 * Memory never fails visibly: allocation that cannot be satisfied ends the process with LS_ENV,
 * because a search that has lost its memory has nothing sensible to go on with and every finished
 * cell is in the database already. */
#include "base.h"

#include "stop.h"

#include <llvm-c/blake3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void require_failed(const char *function, const char *condition, const char *contract)
{
    fprintf(stderr, "lanesmith: misuse of %s: %s (%s does not hold)\n", function, contract,
            condition);
    abort();
}

static _Noreturn void out_of_memory(size_t bytes)
{
    fprintf(stderr, "lanesmith: out of memory (%zu bytes wanted)\n", bytes);
    stop_remove_scratch();
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

/* many arenas live for one evaluation */
enum { ARENA_FIRST_BLOCK = 4 * 1024 - 64, ARENA_BLOCK = 64 * 1024 - 64 };

struct arena_block {
    struct arena_block *next;
    size_t size;
    max_align_t data[];
};

static void arena_add_block(arena *a, size_t bytes)
{
    size_t usual = a->blocks ? ARENA_BLOCK : ARENA_FIRST_BLOCK,
           size = bytes > usual ? bytes : usual;
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

void strbuf_put_line(strbuf *b, const char *s)
{
    strbuf_puts(b, s);
    strbuf_putn(b, "\n", 1);
}

void strbuf_put_integer(strbuf *b, int64_t x)
{
    char text[24], *p = text + sizeof text;
    uint64_t rest = x < 0 ? -(uint64_t)x : (uint64_t)x;
    do *--p = (char)('0' + rest % 10);
    while (rest /= 10);
    if (x < 0) *--p = '-';
    strbuf_putn(b, p, (size_t)(text + sizeof text - p));
}

/* Most texts are short, and are printed once. */
void strbuf_printf(strbuf *b, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    strbuf_reserve(b, 60);
    size_t room = b->cap - b->len;
    int n = vsnprintf(b->s + b->len, room, fmt, ap);
    va_end(ap);
    require(n >= 0, "the format is valid");
    if ((size_t)n >= room) {
        strbuf_reserve(b, (size_t)n);
        vsnprintf(b->s + b->len, (size_t)n + 1, fmt, again);
    }
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

void hash_bytes(const void *data, size_t n, char out[HASH_TEXT])
{
    hash_into(data, n, HASH_TEXT / 2, out);
}

void hash_digest(const void *data, size_t n, char out[DIGEST_TEXT])
{
    hash_into(data, n, DIGEST_TEXT / 2, out);
}

void hash_text(const char *s, char out[HASH_TEXT])
{
    hash_bytes(s, strlen(s), out);
}
