/* grammar.h - what a search may use: instructions with chosen immediates, and constants.
 *
 * A grammar belongs to a register class, a target and a field width. Its members are classified by what they do, derived
 * from their semantics: a member that acts on every bit alike is a lookup table of its source bits, and engines solve
 * such members instead of trying them. The text of a grammar is what a bound refers to. */
#ifndef LANESMITH_GRAMMAR_H
#define LANESMITH_GRAMMAR_H

#include "../spec/prog.h"
#include "kernel.h"

enum { GRAMMAR_MEMBERS_MAX = 256, GRAMMAR_CONSTS_MAX = 8 };

typedef struct grammar_member {
    const instr *in;
    int64_t imm;
    unsigned nsrc;
    bool commutative;
    bool is_table;      /* every result bit is the same function of the source bits at its place */
    uint8_t table;      /* of nsrc inputs: bit (a<<2|b<<1|c), (a<<1|b) or a */
    bool any_table;     /* stands for its instruction with every immediate: any function of three bits */
    int kernel;         /* number in the kernel set */
    kernel_fn *run;
} grammar_member;

typedef struct grammar {
    const spec *s;
    const regclass *cls;
    const target *target;
    unsigned w;
    grammar_member member[GRAMMAR_MEMBERS_MAX];
    unsigned count;
    uint64_t konst[GRAMMAR_CONSTS_MAX]; /* 64-bit patterns, repeated over the register */
    unsigned nconsts;
} grammar;

typedef enum grammar_tier {
    GRAMMAR_CORE, /* logic, three-input logic, add, subtract, shifts by 1..w-1, lea; the narrowest of each family */
    GRAMMAR_FULL  /* every described instruction with sources and result in the class; shifts by 1..w-1 */
} grammar_tier;

/* Kernels of its members are added to the set; call grammar_link after kernel_compile. Without a set (NULL) the grammar can
 * be printed and looked at, not run. */
void grammar_init(grammar *g, const spec *s, const regclass *cls, const target *t, unsigned w, grammar_tier tier,
                  kernel_set *kernels);
void grammar_link(grammar *g, const kernel_set *kernels);
/* "instructions: paddb pand ... psrlw 1; constants: 0x55* ..." in a fixed order. The class is not part of it. */
void grammar_print(const grammar *g, strbuf *out);

/* The member that computes the two-input table t (of a<<1|b), sources as they are or swapped; NULL when there is none. */
const grammar_member *grammar_find_table2(const grammar *g, uint8_t table, bool *swapped);
const grammar_member *grammar_find_not(const grammar *g);
const grammar_member *grammar_find_any_table(const grammar *g);
/* Whether a member moves every bit of a field by delta places (positive: to higher bits) as far as it stays in its field of
 * w bits; what it shifts in from outside the field is anything. */
bool grammar_moves(const grammar *g, const grammar_member *m, int delta);
/* The first member that does, NULL when there is none. */
const grammar_member *grammar_find_shift(const grammar *g, int delta);

/* Runs an instruction of a program in the grammar on one image. The member must exist. */
void grammar_run(const grammar *g, const prog_insn *x, const image *a, const image *b, const image *c, image *out);
/* The table k of three inputs (bit a<<2|b<<1|c) on images. */
static inline image image_table3(unsigned table, image a, image b, image c)
{
    image r = {0, 0};
    for (unsigned row = 0; row < 8; row++)
        if (table >> row & 1) r |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
    return r;
}

#endif
