// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* prog.h - programs: straight-line instructions in SSA form over one cell's inputs.
 *
 * Values are numbered: inputs first, then constants, then instructions. The canonical text is one
 * instruction a line; temporaries are t0, t1, ...; the last line assigns r:
 *
 *     t0 = xor a b
 *     t1 = and a 0x55*
 *     t2 = shr t1 1
 *     r = or t0 t2
 *
 * A constant 0xHH* repeats its digits over the register (2, 4, 8 or 16 digits); 0xHH without a star
 * is zero-extended. One of more digits than the program's registers have (16, 32, 64 or 128) is for
 * sources of wider classes, over which it is repeated. A decimal number is an immediate. A program
 * without instructions is "r = a" or "r = 0x55*". */
#ifndef LANESMITH_PROG_H
#define LANESMITH_PROG_H

#include "cell.h"

enum { PROG_INSNS_MAX = SPEC_INSNS_MAX, PROG_CONSTS_MAX = 32, PROG_INPUTS_MAX = 3 };

typedef struct prog_insn {
    const instr *in;
    uint16_t src[SPEC_SRC_MAX]; /* value numbers */
    int64_t imm;
} prog_insn;

typedef struct prog_const {
    uint64_t limb[TERM_LIMBS_MAX > 16 ? 16 : TERM_LIMBS_MAX]; /* value, up to 1024 bits */
    /* 0: as many as prog_const_class; else more: a constant for sources of classes at least as
     * wide */
    unsigned bits;
} prog_const;

/* Instructions may have sources and results of other classes; a constant that is a source of
 * another class is there the same digits repeated over that class. */
typedef struct prog {
    const regclass *cls; /* of constants (of a block: its registers), the result, and inputs that
                            have no class of their own */
    unsigned ninputs, nconsts, ninsns;
    const char *input_name[PROG_INPUTS_MAX];    /* those of the operation */
    const regclass *input_cls[PROG_INPUTS_MAX]; /* NULL: cls */
    unsigned result;                            /* value number */
    /* The second result, its class (NULL: cls) and value number; no name: there is none. The text
     * ends in two lines then, "r = t4" and "carry = t5". */
    const char *second_name;
    const regclass *second_cls;
    unsigned second;
    prog_const konst[PROG_CONSTS_MAX]; /* beyond nconsts and ninsns is nothing */
    prog_insn insn[PROG_INSNS_MAX];
} prog;

void prog_init(prog *p, const op *o, const regclass *cls);
const regclass *prog_input_class(const prog *p, unsigned i);
const regclass *prog_second_class(const prog *p);
/* Of constants: the program's, or that of its block's registers. */
const regclass *prog_const_class(const prog *p);
/* Adds a constant (shared when equal) and returns its value number. Constants come before
 * instructions: adding one after an instruction is misuse. */
unsigned prog_add_const(prog *p, const uint64_t *limbs);
/* The same for a register of cls; one that does not repeat with p->cls is for sources of cls and
 * wider classes only. */
unsigned prog_add_const_of(prog *p, const regclass *cls, const uint64_t *limbs);
/* Constant k as a register of cls: limbs of it. */
void prog_const_in(const prog *p, unsigned k, const regclass *cls, uint64_t limbs[16]);
unsigned prog_add_repeated(prog *p, uint64_t pattern,
                           unsigned period); /* period 1..64 bits, a power of two */
/* Appends an instruction, returns its value number; the result becomes that value. */
unsigned prog_add(prog *p, const instr *in, const unsigned *src, int64_t imm);
/* Appends what joins the block's registers, with these value numbers, half by half; returns the
 * value number of the block. Requires: there is room for parts - 1 instructions. */
unsigned prog_join(prog *p, const spec *s, const regclass *block, const unsigned *part);
unsigned prog_first_insn(const prog *p); /* value number of instruction 0 */
unsigned prog_length(const prog *p);     /* machine instructions: what its instructions stand for */
bool prog_has_form(const prog *p);       /* some of it is left to LLVM (form.h) */

void prog_print(const prog *p,
                strbuf *out); /* canonical text, a newline after every line, no indentation */
/* Reads canonical text for a program of the set (NULL: of the first one that has its instructions),
 * for an operation and class. first_line is the line number of the text's first line inside file,
 * for diagnostics. False with diagnostics when malformed. source is the whole file for the caret
 * line, or NULL; columns are shifted by indent. */
bool prog_parse_in(prog *p, const spec *s, const isa *set, const op *o, const regclass *cls,
                   const char *text, place where, diags *d);
bool prog_parse(prog *p, const spec *s, const op *o, const regclass *cls, const char *text,
                place where, diags *d); /* set: NULL */
bool prog_parse_cell(prog *p, const spec *s, const cell *c, const char *text, place where,
                     diags *d);
/* Whether the text of a program for the cell is read as that program. Not where all sources of an
 * instruction are constants, which are of any class, and the next class has one of that name. */
bool prog_reads_back(const prog *p, const spec *s, const cell *c);
/* prog_parse_in of a program on one line, its steps separated by "; ". where is its first column.
 */
bool prog_parse_line(prog *p, const spec *s, const isa *set, const op *o, const regclass *cls,
                     const char *text, place where, diags *d);
/* The same program for another class of the same target family: every instruction is replaced by
 * the one of the same name whose classes are mapped from p->cls to cls; constants are repeated or
 * cut. False when one is missing, and for blocks. */
bool prog_reclass(const prog *p, const spec *s, const regclass *cls, prog *out);
/* Whether every instruction is available on the target. */
bool prog_fits(const prog *p, const target *t);
/* Removes unused instructions and constants, orders constants by first use and operands that
 * commute by value, constants last. */
void prog_tidy(prog *p);
/* The value of the program as a term over args (one a input, of the input's class). */
term prog_term(const prog *p, term_ctx *c, const term *args);
/* The same of each result; out[1] is TERM_NONE where there is one. */
void prog_terms(const prog *p, term_ctx *c, const term *args, term out[2]);
/* Whether all that goes in and comes out is of the program's own class, and there is one result. */
bool prog_is_plain(const prog *p);

#endif
