// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* map.c - an open-addressing map, and a stack. Called by every file of the pass. */
#include "map.h"

#include <stdint.h>
#include <string.h>

#include "base.h"

enum { FIRST_SLOTS = 64 };

struct map_slot {
    const void *key;
    void *value;
};

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
    bigger.slots = mem_alloc(bigger.cap, sizeof *bigger.slots);
    for (size_t i = 0; i < m->cap; i++)
        if (m->slots[i].key) *find_slot(&bigger, m->slots[i].key) = m->slots[i];
    mem_free(m->slots);
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
    mem_free(m->slots);
    memset(m, 0, sizeof *m);
}

void stack_push(stack *s, void *item)
{
    if (s->count == s->cap) {
        size_t cap = s->cap ? s->cap * 2 : FIRST_SLOTS;
        s->items = mem_grow(s->items, cap, sizeof *s->items);
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
    mem_free(s->items);
    memset(s, 0, sizeof *s);
}
