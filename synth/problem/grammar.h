// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* grammar.h - what a search may use: instructions with chosen immediates, and constants.
 *
 * A grammar belongs to a register width; that of a cell also to a class, a target and a field
 * width. Its members are classified by what they do, derived from their semantics: a member that
 * acts on every bit alike is a lookup table of its source bits, others are sums, differences or
 * shifts of lanes; engines solve such members instead of trying them. The text of a grammar is what
 * a bound refers to.
 *
 * Sorts: where values may not be used everywhere (the nonterminals of a SyGuS grammar), every value
 * has a set of sorts, and every source of a member takes one. The grammar of a cell has the one
 * sort 0. */
#ifndef LANESMITH_GRAMMAR_H
#define LANESMITH_GRAMMAR_H

#include "classify.h"
#include "kernel.h"
#include "spec/prog.h"

enum { GRAMMAR_MEMBERS_MAX = 1024, GRAMMAR_CONSTS_MAX = 32 };

typedef enum grammar_tier {
    /* logic, three-input logic, add, subtract, shifts by 1..w-1, lea; the narrowest of each family
     */
    GRAMMAR_CORE,
    GRAMMAR_ORDERED, /* and the narrowest compares, minima and maxima */
    /* and the narrowest of every other family of the full tier, those with immediates left out */
    GRAMMAR_VARIED,
    GRAMMAR_MIDDLE, /* the core of all lanes, compares, minima and maxima */
    GRAMMAR_FULL,   /* every described instruction with sources and result in the class, with every
                     * immediate; but none of the kinds shuffle, matrix, sum, count, funnel, and no
                     * blend by a third source */
    GRAMMAR_WIDE,   /* the full tier, and blends by a third source */
    GRAMMAR_TIERS,
    GRAMMAR_BOUND_TIERS = GRAMMAR_WIDE /* bounds are of the tiers below this one */
} grammar_tier;

typedef struct grammar_member {
    const char *name;   /* of the instruction or operator */
    const instr *in;    /* NULL: not an instruction of the spec */
    int64_t imm;
    unsigned nsrc;
    /* its value over arg[0..nsrc), in the grammar's terms; of the register's width */
    term body, arg[3];
    bool commutative;
    bool is_table;      /* every result bit is the same function of the source bits at its place */
    uint8_t table;      /* of nsrc inputs: bit (a<<2|b<<1|c), (a<<1|b) or a */
    /* stands for its instruction with every immediate: any function of three bits */
    bool any_table;
    grammar_shape shape;
    unsigned lane, by;  /* of the shape: bits of a lane, amount of a shift */
    uint8_t takes[3];   /* the sort of each source */
    uint32_t gives;     /* set of sorts of the result */
    int kernel;         /* number in the kernel set */
    kernel_fn *run;
    /* what source 0, source 1, or all of them when they are one value, have to be at least */
    struct {
        /* kernels of the bits that have to be one, zero, over result and the other source
         * (inverse.h); -1: nothing is known */
        int on, off;
        kernel_fn *run_on, *run_off; /* or NULL */
    } back[3];
} grammar_member;

enum { BACK_FIRST, BACK_SECOND, BACK_ALL };

typedef struct grammar {
    const spec *s;
    const regclass *cls;    /* NULL: of no cell, like target and w */
    const target *target;
    unsigned w;
    grammar_tier tier;
    unsigned bits;          /* of a register; divides IMAGE_BITS, or is a multiple of it */
    term_ctx *terms;        /* owned */
    grammar_member member[GRAMMAR_MEMBERS_MAX];
    unsigned count;
    uint64_t konst[GRAMMAR_CONSTS_MAX]; /* 64-bit patterns, repeated over the register */
    uint32_t konst_sorts[GRAMMAR_CONSTS_MAX];
    unsigned nconsts;
    /* instructions of the tier, each immediate for itself, that cannot be members */
    unsigned skipped;
    uint32_t input_sorts[8], result_sort; /* sets of sorts of the inputs; the result's sort */
    shifted_lanes shifted;
    /* that constants of any value may have, in searches which choose such (cegis.h) */
    uint32_t free_sorts;
    /* of a sort's values, the bits above are zero; 0: as many as the register */
    uint8_t sort_bits[32];
} grammar;

/* A vector grammar above the core tier is one of 64-bit chunks, bits = 64: a program of
 * instructions that act on every chunk for itself is, on chunk 0, a program of their actions there,
 * and immediates that act alike on chunk 0 are one member. Instructions whose chunks are not
 * independent are left out and counted in `skipped`.
 *
 * Kernels of its members are added to the set; call grammar_link after kernel_compile. Without a
 * set (NULL) the grammar can be printed, and what its members do compared; tables and shapes are
 * not looked for. */
void grammar_init(grammar *g, const spec *s, const regclass *cls, const target *t, unsigned w,
                  grammar_tier tier, kernel_set *kernels);
void grammar_link(grammar *g, const kernel_set *kernels);
void grammar_free(grammar *g); /* what it owns, not g itself */

/* A grammar by hand: registers of bits, no members, one sort. */
void grammar_open(grammar *g, unsigned bits);
/* Adds a member that computes body over arg[0..nsrc) (variables of g->bits bits in g->terms), of
 * sort 0 throughout; NULL when the grammar is full or the body cannot be compiled. Copies nothing:
 * name must outlive the grammar. Whether sources may be exchanged is found from the body. */
grammar_member *grammar_add(grammar *g, const char *name, term body, const term *arg, unsigned nsrc,
                            kernel_set *kernels);
/* Adds a constant of at most 64 bits, repeated over the register every g->bits (at most 64) bits;
 * false when the grammar is full. */
bool grammar_add_const(grammar *g, uint64_t value);
/* "instructions: add and ... shr 1; constants: 0x55* ..." in a fixed order. The class is not part
 * of it. */
void grammar_print(const grammar *g, strbuf *out);
bool grammar_reads_alike(const grammar *a, const grammar *b); /* printed word for word the same */
/* Whether bounds of the grammar hold in class cls of its target too: cls has just the grammar's
 * instructions, and each acts on every chunk of the register (g->bits) as it does there. The check
 * is equality of terms: it can miss, it cannot err. */
bool grammar_carries(const grammar *g, const regclass *cls);

/* What each member does, as a hash, in ascending order: equal hashes are equal actions (the
 * converse may fail). out: g->count of them. */
void grammar_actions(const grammar *g, char (*out)[HASH_TEXT]);
/* What each member of a grammar of whole vector registers does on their lowest chunk, as
 * grammar_actions has it of grammars of chunks; false when one does not act on it for itself. A
 * program of the grammar is, there, one of chunks: so what grammars of chunks say holds of it. */
bool grammar_chunk_actions(const grammar *g, char (*out)[HASH_TEXT]);
/* Whether the m actions b are all among the n actions a: then, with the same constants, a bound of
 * the grammar of a is one of that of b. */
bool grammar_covers(const char (*a)[HASH_TEXT], unsigned n, const char (*b)[HASH_TEXT], unsigned m);

/* The member that computes the two-input table t (of a<<1|b), sources as they are or swapped; NULL
 * when there is none. */
const grammar_member *grammar_find_table2(const grammar *g, uint8_t table, bool *swapped);
const grammar_member *grammar_find_not(const grammar *g);
const grammar_member *grammar_find_any_table(const grammar *g);
/* Whether a member moves every bit of a field by delta places (positive: to higher bits) as far as
 * it stays in its field of w bits; what it shifts in from outside the field is anything. */
bool grammar_moves(const grammar *g, const grammar_member *m, int delta);
/* The first member that does, NULL when there is none. */
const grammar_member *grammar_find_shift(const grammar *g, int delta);

/* Runs an instruction of a program in the grammar on one image. The member must exist. */
void grammar_run(const grammar *g, const prog_insn *x, const image *a, const image *b,
                 const image *c, image *out);
/* The table k of three inputs (bit a<<2|b<<1|c) on images. */
static inline image image_table3(unsigned k, image a, image b, image c)
{
    image r = {0, 0};
    for (unsigned row = 0; row < 8; row++)
        if (k >> row & 1) r |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
    return r;
}

#endif
