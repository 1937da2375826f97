// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_inside.h - what the files of the search on labels share: its state, goals, and ways to make them.
 *
 * permute_goal.c: what a goal asks for. permute_way.c: one step back from a goal. permute.c: the order in which that is done. */
#ifndef LANESMITH_PERMUTE_INSIDE_H
#define LANESMITH_PERMUTE_INSIDE_H

#include "permute.h"
#include "spec/term/bv.h"

enum { PERMUTE_BYTES = PERMUTE_BITS_MAX / 8, BYTE_ZERO = 255 };

/* The movers by what they do, so that most need not be looked at. */
typedef struct mover_index {
    uint64_t (*zeros)[PERMUTE_LIMBS]; /* by mover, of a PURE one: the bits that it makes zero */
    uint8_t (*byte)[PERMUTE_BYTES];   /* of a PURE one that moves bytes: which byte of its sources each byte of the result is, or BYTE_ZERO */
    bool *moves_bytes;                /* by mover */
    unsigned *simple;                 /* [bits][nsimple]: PURE, of one source and without needs, by the label of that bit, then by number */
    unsigned *begin;                  /* [bits][bits + 2]: where a label's begin there */
    unsigned nsimple;
    const mover **choice;             /* those of kind CHOICE */
    unsigned nchoices;
    const mover *extract, *deposit;   /* the first of the kind, or NULL */
    labels input[PERMUTE_INPUTS_MAX]; /* the inputs as goals */
} mover_index;

struct permute_memo;
struct permute {
    const permute_machine *m;
    unsigned ninputs, log_bits, nnodes, memos, kept, work; /* kept: goals whose ways are remembered */
    bool cut; /* since the round began, ways of some goal were left out */
    permute_node *node;
    struct permute_memo *memo;
    mover_index index; /* of a search */
};

/* ---- goals ---- */

enum { LABEL_NONE = -2, DISTANCES_MAX = 96 }; /* LABEL_NONE: equal to nothing that a goal asks for */

/* Of a label above zero: the input, and its bit. */
static inline int goal_source_of(const permute *p, label l) { return (l - 1) >> p->log_bits; }
static inline int goal_place_of(const permute *p, label l) { return (l - 1) & (int)(p->m->bits - 1); }

/* Asks that bit i of a goal be l as well. */
static inline bool goal_demand(labels *g, unsigned i, label l)
{
    if (l == LABEL_FREE || g->at[i] == l) return true;
    if (g->at[i] != LABEL_FREE) return false;
    g->at[i] = l;
    return true;
}

int goal_match_input(const permute *p, const labels *g); /* the input that meets the goal; -1: none */
int goal_only_source(const permute *p, const labels *g); /* the only input of its labels; -1 when there are several */
bool goal_has_zero(const permute *p, const labels *g);
bool goal_is_blank(const permute *p, const labels *g); /* it asks for no bit of an input */
bool goal_is_same(const permute *p, const labels *a, const labels *b);
unsigned goal_collect_distances(const permute *p, const labels *g, int *out); /* [DISTANCES_MAX]: pairs of input and distance; their number */
int goal_distance(const permute *p, const labels *g); /* how far it looks from the inputs */
int goal_distance_below(const permute *p, const labels *g, int limit); /* the same where that is below limit, else at least limit */
void goal_clear(const permute *p, labels *g);
void goal_of_input(const permute *p, unsigned x, labels *out);
bool goal_join(const permute *p, labels *a, const labels *b);

/* ---- ways ---- */

typedef enum way_kind { WAY_MOVE, WAY_CHOOSE, WAY_MATRIX, WAY_TABLE, WAY_PICK, WAY_MASK, WAY_OR, WAY_BLEND, WAY_AND_OR, WAY_SELF, WAY_SIGN, WAY_FORK, WAY_SWAP, WAY_DELTA } way_kind;

typedef struct way {
    way_kind kind;
    const mover *m, *by; /* by: of a fork, the shift; of swaps and deltas m is the shift down, by the shift up */
    bool second;           /* of a fork: the second source is the shifted one */
    int cost, far;
    bool near;             /* its only goal is known to be one step from an input */
    unsigned ngoals;
    unsigned lane;         /* WAY_SIGN */
    uint64_t konst[PERMUTE_LIMBS];
    labels goal[2];
} way;

typedef struct ways {
    unsigned count, max;
    way *at; /* the most promising first */
} ways;

void way_open_index(permute *p);
void way_close_index(permute *p);

/* The steps back from g, of one move or of a few that belong together. Splits have a list of their own, since what they are worth shows
 * only when their parts are looked at. */
void way_collect(const permute *p, const labels *g, ways *all, ways *splits);
void way_offer_mask(const permute *p, const labels *g, ways *all);
const mover *way_find_shift(const permute *p, int shift);

/* A move from inputs: of one, or of two that a constant chooses from. */
typedef struct one_step {
    const mover *m;
    unsigned from[2];
    uint64_t konst[PERMUTE_LIMBS];
} one_step;

bool way_find_one_step(const permute *p, const labels *g, one_step *out);
int way_add_one_step(permute *p, const one_step *s);
bool way_is_one_step(const permute *p, const labels *g);
bool way_is_two_steps(const permute *p, const labels *g); /* a shift of what is one step from an input */

#endif
