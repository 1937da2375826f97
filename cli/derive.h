// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* derive.h - bounds that follow from stored ones without a search. */
#ifndef LANESMITH_CLI_DERIVE_H
#define LANESMITH_CLI_DERIVE_H

#include "cli/app/app.h"
#include "cli/app/cells.h"

/* Stores for all cells of the database: that a program of one instruction is the shortest; what was
 * excluded of the same grammar for another target, and of the operation with its operands
 * exchanged; and for chosen cells what was excluded of a larger grammar, for whatever target and
 * register class. */
ls_status derive_bounds(app *a, const cell *chosen, unsigned total);

#endif
