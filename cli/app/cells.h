// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cells.h - cells and instructions from the words of a command line, and cells selected by filters.
 */
#ifndef LANESMITH_CLI_CELLS_H
#define LANESMITH_CLI_CELLS_H

#include "options.h"
#include "spec/cell.h"

/* What --op, --width, --class and --target ask for; an empty list admits everything. */
typedef struct cell_filter {
    const op *op[OPTION_WORDS_MAX];
    unsigned width[OPTION_WORDS_MAX];
    const regclass *cls[OPTION_WORDS_MAX];
    const target *target[OPTION_WORDS_MAX];
    unsigned nops, nwidths, nclasses, ntargets;
} cell_filter;

/* From the members that OPTIONS_CELLS makes. Any list may be NULL. LS_INPUT after a message that
 * lists what is near, when a name is unknown. */
ls_status cell_filter_make(cell_filter *f, const char *command, const spec *s,
                           const option_words *ops, const option_words *widths,
                           const option_words *classes, const option_words *targets);
bool cell_filter_admits(const cell_filter *f, const cell *c);
bool cell_filter_admits_target(const cell_filter *f, const target *t);
/* The same, but for targets `by_name` that are not named: for what compares whole targets. */
bool cell_filter_takes_target(const cell_filter *f, const target *t);
/* Whether both are admitted, and the target has the class. */
bool cell_filter_admits_place(const cell_filter *f, const regclass *cls, const target *t);

/* Every existing cell that the filter admits, in the order of cell_compare, in mem; returns how
 * many. widths: those to take when the filter names none, ended by 0; NULL: those of the default
 * table (op_is_default), which has no targets that are `by_name`. */
unsigned cells_select(const spec *s, const cell_filter *f, const unsigned *widths, arena *mem,
                      cell **out);
/* Whether the cell is among cells in that order. */
bool cells_have(const cell *cells, unsigned count, const cell *c);
/* Says in a few lines on stderr which of the names that the filter has do not go together, and are
 * left out (skipped.c). LS_INPUT after one sentence when no cell is left. */
ls_status cells_need(const char *command, const spec *s, const cell_filter *f);

/* Sets chosen[0..ninstrs) for the instructions that have one of the names, whatever their class;
 * all when there is no name. LS_INPUT after a message when a name is unknown. */
ls_status instrs_choose(const char *command, const spec *s, const option_words *names,
                        bool *chosen);

/* Says why there is no such cell, and where there are some. Returns LS_INPUT.
 * Requires: !cell_exists(c). */
ls_status cell_refuse(const char *command, const cell *c);
/* "add" "2" "x128" "x86-64". LS_INPUT after a message that says what exists. */
ls_status cell_from_words(const char *command, const spec *s, char *const words[4], cell *out);

#endif
