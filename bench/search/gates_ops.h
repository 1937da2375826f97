// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gates_ops.h - Boolean functions for `lanesmith bench gates`: operations on 2-bit numbers, and
 * tables from the command line. */
#ifndef LANESMITH_BENCH_GATES_OPS_H
#define LANESMITH_BENCH_GATES_OPS_H

#include "spec/spec.h"
#include "synth/logic/gates.h"

enum { GATES_NO_FIGURE = -1 };

typedef struct gates_problem {
    const char *name;
    unsigned n, noutputs;
    /* truth tables as in synth/logic/gates.h; input 0 is bit 0 of the first operand */
    uint64_t output[GATES_OUTPUTS_MAX];
    int published;                      /* least number of gates, or GATES_NO_FIGURE */
} gates_problem;

/* The operations; name is NULL behind the last. */
const char *gates_op_name(unsigned i);
/* The operation on 2-bit operands: as the spec defines it, else as here. LS_INPUT, with a
 * diagnostic, when neither does or the spec's definition has a precondition or is at fault. */
ls_status gates_op_problem(unsigned i, const spec *s, gates_problem *out, diags *d);

/* The truth table of n inputs that a word spells: 0x and 2^n / 4 hexadecimal digits, at least one.
 * False when it does not. */
bool gates_table_parse(const char *word, unsigned n, uint64_t *out);
void gates_table_print(unsigned n, uint64_t table, strbuf *out); /* without 0x */

#endif
