// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* left_out.h - which described instructions the grammar of a bound leaves out. */
#ifndef LANESMITH_CLI_LEFT_OUT_H
#define LANESMITH_CLI_LEFT_OUT_H

#include "spec/cell.h"
#include "spec/prog.h"

typedef struct left_out {
    unsigned all;   /* machine instructions of the target that give the cell's class */
    unsigned count; /* of these, those that the grammar does not name */
    unsigned kind[INSTR_KIND_COUNT]; /* the same, by kind */
    const instr *first[INSTR_KIND_COUNT]; /* one of each kind, or NULL */
} left_out;

left_out left_out_of(const spec *s, const cell *c, const char *grammar);
/* Whether the bound is of programs without instructions: nothing is left out then. */
bool left_out_is_floor(const char *grammar);
/* Whether the grammar names all instructions of the program. */
bool left_out_none_of(const prog *p, const char *grammar);
/* "12 shuffle, 3 funnel, 1 blend (a blend)" */
void left_out_print(const left_out *x, strbuf *out);

#endif
