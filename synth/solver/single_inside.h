// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* single_inside.h - instructions, and the question at hand, for the files of single.c. */
#ifndef LANESMITH_SINGLE_INSIDE_H
#define LANESMITH_SINGLE_INSIDE_H

#include "spec/cell.h"
#include "synth/problem/trial.h"
#include "verify/claim/smt.h"

typedef struct single single;

enum { BYTES_MAX = REGISTER_LIMBS * 8, WORDS = BYTES_MAX / 64, CONSTANT = -1 };
enum {
    PROBES = 4,
    PROBE_SAMPLES = 2,
    CORNERS = 4,
    QUICK = 3,
    ROUNDS = 80,
    SOLVER_STEPS = 3000000,
    SOLVER_MEGABYTES = 2048,
    FOUND_MAX = 8
};

/* Bytes of a register, a bit each. */
typedef struct bytes { uint64_t word[WORDS]; } bytes;

/* An instruction with its immediate. */
typedef struct member {
    const instr *in;
    int64_t imm;
    /* by byte of the result: on which bytes of each source it may depend */
    bytes (*reach)[SPEC_SRC_MAX];
    bool bitwise;                 /* bit i of the result depends on bits i only */
    term byte[PROBES];            /* some bytes of the result, over the catalogue's variables */
} member;

typedef struct catalogue {
    const regclass *cls;
    term_ctx *c; /* of the members' bytes */
    member *list; /* members of one instruction stand together */
    unsigned count;
} catalogue;

typedef enum verdict { NOT_ASKED, EXCLUDED, OPEN } verdict;

/* Sources: operands by number, or constants. */
typedef struct attempt {
    const member *m;
    int from[SPEC_SRC_MAX];
    /* when it has been found right on all samples */
    uint64_t constant[SPEC_SRC_MAX][REGISTER_LIMBS];
} attempt;

struct single {
    const spec *s;
    unsigned steps; /* of the solver's own count, a question */
    arena mem;
    catalogue *of; /* by class; empty where nobody asks */
    smt *solver;
    term *memo; /* of copies */
    size_t memo_size;
    /* the question that was asked last */
    const op *op;
    unsigned w;
    const regclass *cls;
    trial t;
    /* by byte of the result: on which bytes of each operand it does depend */
    bytes needs[BYTES_MAX][PROG_INPUTS_MAX];
    /* samples where something counts, random ones first */
    unsigned char telling[SAMPLES], ntelling;
    /* the lowest or the highest bit of one operand, one corner in all fields: they say most */
    evaluated ends[2 * PROG_INPUTS_MAX + CORNERS];
    unsigned nends;
    /* some bit of the result depends on another bit of an operand */
    bool spreads;
    verdict *verdict;                        /* by instruction */
    uint64_t *judged;                        /* the same */
    attempt found[FOUND_MAX];                /* right on all samples */
    unsigned nfound;
};

static inline void add_bytes(bytes *b, unsigned high, unsigned low)
{
    for (unsigned i = low / 8; i <= high / 8; i++) b->word[i / 64] |= 1ULL << i % 64;
}

static inline bool has_all(const bytes *most, const bytes *some)
{
    for (unsigned i = 0; i < WORDS; i++)
        if (some->word[i] & ~most->word[i]) return false;
    return true;
}

/* single_members.c */
/* Names of the variables that stand for an instruction's sources. */
extern const char *const single_names[SPEC_SRC_MAX];
/* A machine instruction that a program of the class may end with, that takes an operand, and that
 * is not only for rules. */
bool single_is_member(const instr *in, const regclass *cls);
/* Everything that a program of the class may end with, for one of the cells. */
void single_fill_catalogue(single *x, catalogue *g, const cell *cells, unsigned count);
/* The byte of the result that probe i looks at, of n: low and high ones of words, those at the ends
 * of the register. */
unsigned single_probed_byte(unsigned i, unsigned n);
/* A copy of t, with terms of `to` in the place of some variables; done holds what was copied. */
term single_copy_term(term_ctx *to, const term_ctx *from, term t, const term *vars, const term *by,
                      unsigned count, term *done);

/* single_needs.c */
/* Sample number k: first those with a single one in an operand, which say most about constants,
 * then the fixed ones. False after the last. */
bool single_take_sample(const single *x, unsigned k, evaluated *e);
/* The samples where something counts, and the operation at the ends of its operands. */
void single_find_telling(single *x);
/* On which bytes of the operands bytes of the result depend, as those samples show it. */
void single_find_needs(single *x);

/* single_judge.c */
/* OPEN until something shows that it is wrong; what ends without an answer shows nothing. */
ls_status single_judge_attempt(single *x, attempt *a, verdict *out);

#endif
