// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_index.c - a hash table with open addressing. It grows before it is half full, so a look-up
 * meets few slots.
 *
 * Called by sygus.c (names), sygus_terms.c (applications) and sygus_spec.c (examples). */
#include "sygus_index.h"

#include <string.h>

enum { FIRST_SIZE = 64 }; /* a power of two */

typedef struct sygus_slot {
    const void *key; /* NULL: free */
    size_t n;
    uint64_t hash;
    unsigned number;
} sygus_slot;

static uint64_t hash_key(const void *key, size_t n)
{
    const unsigned char *byte = key;
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < n; i++) h = (h ^ byte[i]) * 0x100000001b3u;
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}

void sygus_index_open(sygus_index *x, arena *mem)
{
    *x = (sygus_index){.mem = mem, .size = FIRST_SIZE};
    x->slot = arena_new(mem, x->size, sygus_slot);
}

/* The key's slot, or the free one where it belongs. */
static sygus_slot *look_up(sygus_index *x, const void *key, size_t n, uint64_t hash)
{
    for (uint64_t i = hash;; i++) {
        sygus_slot *s = &x->slot[i & (x->size - 1)];
        x->compared++;
        if (!s->key || (s->hash == hash && s->n == n && !memcmp(s->key, key, n))) return s;
    }
}

unsigned sygus_index_find(sygus_index *x, const void *key, size_t n)
{
    const sygus_slot *s = look_up(x, key, n, hash_key(key, n));
    return s->key ? s->number : SYGUS_INDEX_NONE;
}

static void grow(sygus_index *x)
{
    const sygus_slot *old = x->slot;
    unsigned size = x->size;
    x->size *= 2;
    x->slot = arena_new(x->mem, x->size, sygus_slot);
    for (unsigned i = 0; i < size; i++)
        if (old[i].key) *look_up(x, old[i].key, old[i].n, old[i].hash) = old[i];
}

unsigned sygus_index_add(sygus_index *x, const void *key, size_t n, unsigned number)
{
    uint64_t hash = hash_key(key, n);
    sygus_slot *s = look_up(x, key, n, hash);
    if (s->key) return s->number;
    void *copy = arena_alloc(x->mem, n + 1, 1);
    memcpy(copy, key, n);
    *s = (sygus_slot){copy, n, hash, number};
    if (++x->count * 2 > x->size) grow(x);
    return number;
}
