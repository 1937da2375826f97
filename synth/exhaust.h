/* exhaust.h - engine `exhaust`: every straight-line program of a grammar by increasing number of instructions.
 *
 * See exhaust.c for the method and docs/search.md for what its bounds mean. */
#ifndef LANESMITH_EXHAUST_H
#define LANESMITH_EXHAUST_H

#include "grammar.h"
#include "problem.h"

typedef struct exhaust_options {
    unsigned max_level;       /* instructions */
    uint64_t max_work;        /* image operations; reaching it ends the search without a bound for the level */
    bool tables_inside;       /* any-table instructions at every place, not only the last: needed for a bound */
    bool suffixes;            /* also look for programs whose last instructions repair don't-care bits */
    unsigned max_solutions;   /* programs reported */
    unsigned best_known;      /* instructions of a program at hand: longer ones are of no interest; 0 when there is none */
} exhaust_options;

typedef struct exhaust_result {
    unsigned bound;           /* no program of fewer instructions exists in the grammar (0: nothing excluded) */
    uint64_t judged;          /* candidates: instructions with their operands, computed or excluded by a look-up */
    uint64_t excluded;        /* of them, those judged when the bound was reached */
    unsigned solutions;
} exhaust_result;

/* Calls found for programs that agree with the problem on all its images, shortest first within a goal. */
typedef void exhaust_found_fn(void *context, const prog *p);
void exhaust_search(const grammar *g, const problem *p, const exhaust_options *o, exhaust_found_fn *found,
                    void *context, exhaust_result *out);

/* Visits programs of at most max_level instructions, over the problem's inputs, in which every value is used; each image once a
 * path. v holds the value on every image of the problem; the program is made by exhaust_visited. */
typedef struct exhaust_visit exhaust_visit;
typedef void exhaust_visit_fn(void *context, const exhaust_visit *at, image v, unsigned level);
void exhaust_visit_all(const grammar *g, const problem *p, unsigned max_level, uint64_t max_work, exhaust_visit_fn *visit,
                       void *context);
void exhaust_visited(const exhaust_visit *at, prog *out);

#endif
