// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* pool.h - memory of the pass: a pool that dies with the function at hand, and a map from pointers.
 *
 * The plugin lives inside opt or clang and links nothing of the project, so that it can be built without the
 * project's sanitizers; these few helpers are all that it needs. Memory is zeroed; running out of it ends the
 * process, as LLVM's own allocator does. Maps are never iterated: nothing that the pass writes depends on an
 * address. */
#ifndef LANESMITH_PASS_POOL_H
#define LANESMITH_PASS_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pool {
    struct pool_block *blocks;
    size_t used;
} pool;
void *pool_alloc(pool *p, size_t count, size_t size);
void pool_free(pool *p); /* frees all; the pool can be used again */
#define pool_new(p, n, type) ((type *)pool_alloc((p), (n), sizeof(type)))

/* From pointers that are not NULL to pointers; absent keys read as NULL. */
typedef struct map {
    struct map_slot *slots;
    size_t count, cap; /* cap: zero or a power of two, at least 4/3 of count */
} map;
void map_put(map *m, const void *key, void *value);
void *map_get(const map *m, const void *key);
void map_free(map *m);

/* A stack of pointers. */
typedef struct stack {
    void **items;
    size_t count, cap;
} stack;
void stack_push(stack *s, void *item);
void *stack_pop(stack *s); /* NULL when empty */
void stack_free(stack *s);

#endif
