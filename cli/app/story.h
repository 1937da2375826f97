// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* story.h - a stored lowering as the emitters want it. */
#ifndef LANESMITH_CLI_STORY_H
#define LANESMITH_CLI_STORY_H

#include "app.h"
#include "lowerings/emit/lowering.h"

bool is_proved_here(const db_proof *p); /* by a solver, not by the word of a text */
bool is_refuted(const db_lowering *l); /* by a solver, by the processor, or by the word of a text */
/* Whether it may ship: program, emitted IR and cost are attested or proved here, and it is not
 * stale. */
bool is_shippable(const db_lowering *l);
/* Strings are l's. Requires: *out is all zeros, or has a story already. False with a diagnostic
 * that names the cell when the stored text is no program of it. */
bool story_from_row(const app *a, const db_lowering *l, lowering *out, diags *d);

#endif
