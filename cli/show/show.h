// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* show.h - the parts of `lanesmith show`. All print to stdout. */
#ifndef LANESMITH_CLI_SHOW_H
#define LANESMITH_CLI_SHOW_H

#include "cli/app/app.h"
#include "cli/app/cells.h"
#include "cli/app/options.h"

#define SHOW_OPTIONS(X)                                                                            \
    OPTIONS_DB(X)                                                                                  \
    X(FLAG, ir, 0, "ir", NULL, "print the LLVM IR of the winner, a whole module")                  \
    X(FLAG, c, 0, "c", NULL, "print it as a C header")                                             \
    X(FLAG, as_asm, 0, "asm", NULL, "print the assembly that LLVM makes of it")                    \
    X(FLAG, smt2, 0, "smt2", NULL, "print its obligations, unsat expected: program, IR")          \
    X(FLAG, list_ops, 0, "ops", NULL, "list the operations")                                       \
    X(FLAG, list_instrs, 0, "instrs", NULL,                                                        \
      "list the instructions; of the targets in --target only")                                    \
    X(FLAG, list_targets, 0, "targets", NULL, "list the targets")                                  \
    OPTIONS_CELLS(X)                                                                               \
    OPTIONS_JSON(X)

typedef struct show_options { SHOW_OPTIONS(OPTION_MEMBER) } show_options;

/* The story of the best lowering of a cell, or the artifacts of it that are asked for. LS_NO, with
 * a message, when there is no lowering of it. */
ls_status show_cell(app *a, const cell *c, const show_options *o);
/* Instructions of the winners: a table for each target, operations by classes and widths. */
ls_status show_coverage(app *a, const cell_filter *f, bool json);
void show_ops(const spec *s, bool json);
void show_instrs(const spec *s, const cell_filter *f, bool json);
void show_targets(const spec *s, bool json);

#endif
