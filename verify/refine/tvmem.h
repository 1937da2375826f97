// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvmem.h - memory of the two functions that translation validation compares.
 *
 * Memory is one array of bytes from 64-bit addresses, each byte 8 bits and 8 bits of poison. What
 * it holds where nobody has written is a variable for each address that is looked at, the same for
 * both functions; a variable belongs to an epoch, and a new epoch begins where something unknown
 * may have written (a call, a loop). What a function writes is a log with guards: of the blocks
 * that have an entry in it, those on the path of an execution stand in the order of that path. */
#ifndef LANESMITH_TVMEM_H
#define LANESMITH_TVMEM_H

#include "spec/term/term.h"

/* base + offset; base is never a sum with a constant, so that addresses with one base have a known
 * distance. */
typedef struct address {
    term base;
    uint64_t offset;
} address;
address address_of(term_ctx *c, term t);
term address_term(term_ctx *c, address a);

/* The names of variables that stand for a function's arguments begin so. */
#define MEM_ARGUMENT "argument."

/* A global variable or a stack slot. */
typedef struct mem_object {
    term base; /* a variable */
    uint64_t size;
    unsigned align;
    bool constant, slot;
} mem_object;

/* A byte of an epoch that was looked at. */
typedef struct mem_byte {
    unsigned epoch;
    address at;
    term bits, poison;
} mem_byte;

typedef struct mem_world { /* shared by both functions */
    term_ctx *c;
    mem_object *objects;
    unsigned nobjects, objects_cap;
    mem_byte *bytes;
    unsigned nbytes, bytes_cap;
} mem_world;
void mem_world_free(mem_world *w);
/* The object of this name, made when there is none; the largest size and alignment asked for holds.
 */
term mem_world_object(mem_world *w, const char *name, uint64_t size, unsigned align, bool constant,
                      bool slot);
const mem_object *mem_world_find(const mem_world *w, term base);
/* Objects lie apart, at their alignments, and do not wrap. */
term mem_world_facts(mem_world *w);
void mem_world_initial(mem_world *w, unsigned epoch, address at, term *bits, term *poison);

typedef struct mem_entry {
    term guard;  /* when it is written */
    bool unknown; /* everything is forgotten: a new epoch */
    unsigned epoch;
    address at;
    unsigned bytes;
    term bits, poison;
} mem_entry;

typedef struct mem_access {
    term guard;
    address at;
    unsigned bytes;
    bool writes;
    /* number of events before it: what was there before a call may be gone behind it */
    unsigned segment;
    void *insn;       /* a load or store */
    int way; /* the noalias argument that it is based on, or a negative number; see tvpromise.c */
} mem_access;

typedef struct memory { /* of one function, from one place of it on */
    mem_world *w;
    unsigned epoch; /* at the beginning */
    term (*undefined)(void *owner); /* a byte of a slot to which nothing was written */
    void *owner;
    mem_entry *log;
    unsigned nlog, log_cap;
    mem_access *accesses;
    unsigned naccesses, accesses_cap;
} memory;
void memory_free(memory *m);
void memory_write(memory *m, term guard, address at, unsigned bytes, term bits, term poison);
void memory_forget(memory *m, term guard, unsigned epoch);
void memory_touch(memory *m, mem_access a);
/* What is at `at` after the first `upto` entries of the log: 8 * bytes bits. */
void memory_read(memory *m, unsigned upto, address at, unsigned bytes, term *bits, term *poison);
/* When no access of m in the segment of a, that writes if a does, touches byte `at`, or (same_way)
 * none of the same way: a Bool. */
term memory_untouched(const memory *m, address at, const mem_access *a, unsigned segment,
                      bool same_way);
/* Whether addresses with these bases are never the same. */
bool mem_never_meet(const mem_world *w, term a, term b);

#endif
