// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* first.h - first programs, for cells that have none: the operation's own definition as a rule, and
 * all programs of a few instructions, on fields of any width.
 *
 * Rules, LLVM's forms and the searches of narrow fields make most programs; a new operation has
 * none of them. The programs that are found here are where all other stages begin. */
#ifndef LANESMITH_SYNTH_FIRST_H
#define LANESMITH_SYNTH_FIRST_H

#include "synth/job/search.h"

/* As synth_search_key. */
search_key first_search_key;
/* Searches for the cells, none of which has a program. Cells of one operation and width should come
 * in one call. LS_ENV when workers fail. */
ls_status first_run(const spec *s, const cell *cells, unsigned count, const synth_options *o,
                    const synth_sink *sink, diags *d);

#endif
