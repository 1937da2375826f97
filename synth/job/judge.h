// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* judge.h - tests, costs and proves what engines propose; only what survives is reported. */
#ifndef LANESMITH_JUDGE_H
#define LANESMITH_JUDGE_H

#include "spec/cost.h"
#include "verify/verify.h"

/* Programs proposed for the classes of one family, each once, in order of proposal. */
typedef struct pool {
    struct pool_entry {
        prog prog;
        const char *engine;
        char *text, *parent; /* parent: text of the program it was made from, or NULL */
    } *entry;
    unsigned count, cap;
} pool;
/* Copies the program; engine is a literal. False when it is there already, or is one of a narrower
 * class that goes on in its class. */
bool pool_add(pool *p, const prog *q, const char *engine, const char *parent);
void pool_free(pool *p);

/* A proved program with its cost. */
typedef struct judged {
    const struct pool_entry *source;
    prog prog;     /* in the cell's class */
    cost cost;
    proof program, ir;
} judged;

enum { JUDGE_KEEP = 4, JUDGE_MEASURE = 40 };

/* What became of a cell's candidates. */
typedef struct judge_account {
    unsigned proposed, fitting; /* in all; of the target's instructions, and not too long */
    /* unread: nobody can say what the emitted IR means, or the text is that of another program */
    unsigned refuted, unknown, unread;
    char reason[160];           /* of the last one that was not proved, or "" */
} judge_account;

typedef struct judge {
    const spec *s;
    const cost_model *const *models; /* by target index */
    verifier *v;
    unsigned steps;                  /* of the solver, for the proof of a cell's first lowering */
    /* only what LLVM emits fewer instructions for is proved; 0: all */
    unsigned below;
    unsigned unknown;                /* proposals that the solver gave up on */
    judge_account last;              /* of the last cell */
    struct judge_proved {
        char obligation[HASH_TEXT], solver[32];
    } *proved; /* by v: targets and classes share programs */
    unsigned nproved, cap_proved;
} judge;

/* A verifier with those limits, which asks the solver nothing twice that it has proved. */
ls_status judge_open(judge *j, verify_limits limits);
void judge_close(judge *j);

/* Measures the cell's candidates (the JUDGE_MEASURE shortest), proves from the cheapest on, and
 * keeps up to JUDGE_KEEP proved ones, cheapest first. Both the program and its emitted IR have to
 * be proved; what would only stand beside a cheaper one is given little time for it. */
ls_status judge_cell(judge *j, const cell *c, const pool *candidates, judged kept[JUDGE_KEEP],
                     unsigned *nkept, diags *d);
/* Appends why the last cell has got nothing. */
void judge_explain(const judge *j, strbuf *out);

#endif
