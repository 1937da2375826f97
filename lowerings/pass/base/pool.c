// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* pool.c - the pass's memory: blocks that grow by doubling, and an open-addressing map.
 *
 * Called by every file of the pass. Sizes are overflow-checked; a request that cannot be met ends the process with
 * a message, since neither opt nor clang could go on. */
#include "pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20, FIRST_SLOTS = 64 };

struct pool_block {
    struct pool_block *next;
    size_t size;
    max_align_t data[];
};

struct map_slot {
    const void *key;
    void *value;
};

_Noreturn static void out_of_memory(void)
{
    fputs("lanesmith: out of memory\n", stderr);
    exit(3);
}

static void *zeroed(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p) out_of_memory();
    return p;
}

static void add_block(pool *p, size_t need)
{
    size_t size = p->blocks ? p->blocks->size : FIRST_BLOCK / 2;
    if (size < LARGEST_BLOCK) size *= 2;
    if (size < need) size = need;
    if (size > SIZE_MAX - sizeof(struct pool_block)) out_of_memory();
    struct pool_block *b = zeroed(1, sizeof *b + size);
    b->size = size;
    b->next = p->blocks;
    p->blocks = b;
    p->used = 0;
}

void *pool_alloc(pool *p, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2) / size) out_of_memory();
    size_t align = sizeof(max_align_t);
    size_t need = (count * size + align - 1) / align * align;
    if (!p->blocks || p->blocks->size - p->used < need) add_block(p, need);
    void *result = (char *)p->blocks->data + p->used;
    p->used += need;
    return result;
}

void pool_free(pool *p)
{
    while (p->blocks) {
        struct pool_block *next = p->blocks->next;
        free(p->blocks);
        p->blocks = next;
    }
    p->used = 0;
}

/* The slot that holds key, or the free one where it belongs. Requires a free slot. */
static struct map_slot *find_slot(const map *m, const void *key)
{
    uint64_t hash = (uint64_t)(uintptr_t)key * UINT64_C(0x9E3779B97F4A7C15);
    size_t i = (size_t)(hash >> 20) & (m->cap - 1);
    while (m->slots[i].key && m->slots[i].key != key) i = (i + 1) & (m->cap - 1);
    return &m->slots[i];
}

static void grow_map(map *m)
{
    map bigger = {NULL, m->count, m->cap ? m->cap * 2 : FIRST_SLOTS};
    bigger.slots = zeroed(bigger.cap, sizeof *bigger.slots);
    for (size_t i = 0; i < m->cap; i++)
        if (m->slots[i].key) *find_slot(&bigger, m->slots[i].key) = m->slots[i];
    free(m->slots);
    *m = bigger;
}

void map_put(map *m, const void *key, void *value)
{
    if ((m->count + 1) * 4 > m->cap * 3) grow_map(m);
    struct map_slot *slot = find_slot(m, key);
    if (!slot->key) m->count++;
    slot->key = key;
    slot->value = value;
}

void *map_get(const map *m, const void *key)
{
    return m->cap ? find_slot(m, key)->value : NULL;
}

void map_free(map *m)
{
    free(m->slots);
    memset(m, 0, sizeof *m);
}

void stack_push(stack *s, void *item)
{
    if (s->count == s->cap) {
        size_t cap = s->cap ? s->cap * 2 : FIRST_SLOTS;
        void **items = cap > SIZE_MAX / sizeof *items ? NULL : realloc(s->items, cap * sizeof *items);
        if (!items) out_of_memory();
        s->items = items;
        s->cap = cap;
    }
    s->items[s->count++] = item;
}

void *stack_pop(stack *s)
{
    return s->count ? s->items[--s->count] : NULL;
}

void stack_free(stack *s)
{
    free(s->items);
    memset(s, 0, sizeof *s);
}
