// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_index.h - numbers kept under keys: what makes reading a SyGuS file linear in its size.
 *
 * A key is a sequence of bytes: a name, the arguments of an application, the inputs of an example.
 */
#ifndef LANESMITH_SYGUS_INDEX_H
#define LANESMITH_SYGUS_INDEX_H

#include "spec/base/base.h"

enum { SYGUS_INDEX_NONE = 0xffffffffu };

typedef struct sygus_index {
    arena *mem; /* holds slots and keys */
    struct sygus_slot *slot;
    unsigned count, size;
    uint64_t compared; /* slots looked at, for tests of how the work grows */
} sygus_index;

/* An empty index; everything is in mem. */
void sygus_index_open(sygus_index *x, arena *mem);
/* The number kept under the key of n bytes; SYGUS_INDEX_NONE when there is none. */
unsigned sygus_index_find(sygus_index *x, const void *key, size_t n);
/* Keeps number under the key, unless one is kept there. Returns the number that is kept. */
unsigned sygus_index_add(sygus_index *x, const void *key, size_t n, unsigned number);

#endif
