// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rules_inside.h - the book of rules.h and its tables, for its own files.
 *
 * rules_images.c: test inputs, and what operations make of them. rules_table.c: what a table keeps.
 * rules_single.c: programs of one instruction. rules_body.c: a rule's body is run. rules.c: all
 * tables are filled. */
#ifndef LANESMITH_RULES_INSIDE_H
#define LANESMITH_RULES_INSIDE_H

#include "values.h"
#include "rules_place.h"
#include "spec/op.h"

enum { KEEP = 6, DEPS_MAX = 48, PASSES_MAX = 40, FAMILIES_MAX = 6, WIDE_FIELD_MAX = 32 };

/* An operation at a width on the images of a family of classes. */
typedef struct wanted {
    bool exists;
    image *target, *care; /* in the book's memory */
} wanted;

typedef struct entry {
    unsigned count, version; /* version: the round in which cand[0] became what it is */
    values_program cand[KEEP];
    unsigned cost[KEEP];
    const char *rule[KEEP];
} entry;

/* A use of a rule: at a width, with a value of its other width. */
typedef struct use {
    const rule *r;
    unsigned width, other; /* width: its index */
    unsigned tried;        /* the round of the last try; 0: none */
    unsigned ndeps;
    uint16_t dep[DEPS_MAX][2]; /* operation, width */
    bool all;              /* there were more */
} use;

typedef struct table {
    rulebook_place at;
    /* the class of its programs: 32, 64 or 128 bits; or at.cls, when it is wider and has a narrow
     * table */
    const regclass *family;
    /* of the same place at 128 bits, where widths are that divide 128; else NULL */
    const struct table *narrow;
    const instr *matrix_product; /* NULL: it has none */
    unsigned images;        /* index of the family */
    entry *entry;           /* [op][width] */
    /* [op][width], of a wide table: what was asked for and what rules for it name; else NULL */
    bool *needed;
    bool more_needed;
    arena mem;
} table;

struct rulebook {
    const spec *s;
    const values_machine *m;
    unsigned *width, nwidths;
    const regclass *family[FAMILIES_MAX];
    unsigned nfamilies;
    image (*in[FAMILIES_MAX])[PROG_INPUTS_MAX][VALUES_IMAGES_MAX]; /* [width] */
    wanted *want[FAMILIES_MAX];                               /* [op][width] */
    table *table;
    unsigned ntables;
    bool *reached; /* [op]: asked for, or named by a rule for one that is reached */
    /* [op][width]: fields act on each other, so that 128 bits are not alike in a wide class */
    bool *spread;
    arena mem;
};

static inline int width_index(const rulebook *b, int64_t w)
{
    for (unsigned i = 0; i < b->nwidths; i++)
        if (b->width[i] == w) return (int)i;
    return -1;
}

static inline entry *entry_of(const rulebook *b, const table *t, const op *o, unsigned width)
{
    return &t->entry[o->index * b->nwidths + width];
}

static inline const wanted *wanted_of(const rulebook *b, const table *t, const op *o,
                                      unsigned width)
{
    return &b->want[t->images][o->index * b->nwidths + width];
}

static inline void put_bit(uint64_t *limbs, unsigned at, bool bit)
{
    limbs[at / 64] = (limbs[at / 64] & ~(1ULL << at % 64)) | (uint64_t)bit << at % 64;
}

#endif
