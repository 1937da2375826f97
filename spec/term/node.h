// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* node.h - how terms are stored; for the files of this folder only. */
#ifndef LANESMITH_TERM_NODE_H
#define LANESMITH_TERM_NODE_H

#include "spec/base/base.h"
#include "term_op.h"

typedef struct node {
    uint8_t op;
    uint16_t width;
    uint32_t arg[3];  /* terms; EXTRACT: arg[1] high, arg[2] low; extension: arg[1] extra bits */
    const void *data; /* CONST: limbs; VAR: name */
} node;

struct term_ctx {
    arena mem;
    node *nodes;
    uint32_t count, cap;
    uint32_t *table; /* open addressing, 0 = free */
    uint32_t table_size;
    struct extract_memo *memo; /* direct-mapped; keeps extracts of shared terms linear */
    struct walk *walk;
};

/* A walk over the nodes below a term, whose cost is their number, not that of the context. */
struct walk {
    uint32_t *seen; /* by node: the last walk that was there */
    term *map;      /* by node: of the walk at hand */
    term *list;     /* the nodes of the walk at hand */
    uint32_t now, cap, count, list_cap;
};

extern const struct node_info {
    const char *name;
    uint8_t args, ints;
} node_info[TERM_OP_COUNT];

static inline const node *node_get(const struct term_ctx *c, term t)
{
    require(t && t < c->count, "the term belongs to the context");
    return &c->nodes[t];
}

/* Evaluates one operator. a[i] has widths[i] bits (0: Bool, in limb 0). out has n->width bits. */
void node_eval(const node *n, const uint64_t *const *a, const unsigned *widths, uint64_t *out);

#endif
