// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lanes.h - sums and differences of wide registers, written as sums of lanes with carries between.
 *
 * Programs add registers of 128 bits and more in lanes, and work out which lanes get a carry. A
 * solver that has to find the lanes in one long sum takes long. */
#ifndef LANESMITH_LANES_H
#define LANESMITH_LANES_H

#include "spec/term/term.h"

/* t with every bvadd and bvsub of more than 64 bits cut into lanes: equal for all inputs. With
 * s = x + y in a lane, and c the carry into it, the sum is s + c; carried out is one bit,
 * s < x or (s = all ones and c). With d = x - y, and b borrowed, the difference is d - b; borrowed
 * is x < y or (d = 0 and b). TERM_NONE when there is none. */
term lanes_restate(term_ctx *c, term t);
/* The same, and what is carried from lane to lane, one bit each, the lowest of a sum first. The
 * caller frees the list (mem_free), in any case. */
term lanes_cut(term_ctx *c, term t, term **carries, unsigned *count);

#endif
