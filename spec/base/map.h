// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* map.h - a map from pointers, and a stack of them.
 *
 * Running out of memory ends the process with LS_ENV. Maps are never iterated: nothing that is
 * written depends on an address. */
#ifndef LANESMITH_MAP_H
#define LANESMITH_MAP_H

#include <stddef.h>

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
