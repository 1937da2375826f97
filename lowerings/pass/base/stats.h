// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stats.h - what the pass counts. The counters are the one table below; `--stats` prints them,
 * docs/pass.md explains them, and no other list of them exists. */
#ifndef LANESMITH_PASS_STATS_H
#define LANESMITH_PASS_STATS_H

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, text): functions, then instructions lowered, then left with the reason, then what the
 * borders cost. */
#define LANESMITH_STATS(X)                                                                         \
    X(functions, "functions with work on small fields")                                            \
    X(functions_changed, "functions changed")                                                      \
    X(functions_left_target, "functions left: no table for their target")                          \
    X(functions_left_attribute, "functions left: optnone, naked or noimplicitfloat")               \
    X(functions_left_longer, "functions left: lowered they are longer")                            \
    X(lowered_binary, "lowered: binary operators")                                                 \
    X(lowered_call, "lowered: intrinsics")                                                         \
    X(lowered_compare, "lowered: compares")                                                        \
    X(lowered_extend, "lowered: extensions of compares")                                           \
    X(lowered_cast, "lowered: extensions, truncations, conversions")                               \
    X(lowered_element, "lowered: single elements")                                                 \
    X(lowered_reduce, "lowered: reductions")                                                       \
    X(lowered_shuffle, "lowered: shuffles")                                                        \
    X(transposed, "lowered: shuffles made anew together with others")                              \
    X(networks, "lowered: networks of operations and shuffles laid out anew")                      \
    X(by_words, "lowered: fields of 33 to 63 bits brought from or to lanes of 64")                 \
    X(longs, "lowered: integers of 128 bits and more, on vectors of words")                        \
    X(lowered_select, "lowered: selects")                                                          \
    X(lowered_phi, "lowered: phis")                                                                \
    X(lowered_freeze, "lowered: freezes")                                                          \
    X(lowered_load, "lowered: loads")                                                              \
    X(lowered_store, "lowered: stores")                                                            \
    X(lowered_bitcast, "lowered: bitcasts")                                                        \
    X(left_no_lowering, "left: no lowering in the table")                                          \
    X(left_no_gain, "left: nothing to gain")                                                       \
    X(left_shuffle, "left: shuffles that LLVM does as well")                                       \
    X(left_width, "left: conversions that LLVM does, or of other widths")                          \
    X(left_index, "left: elements at an index out of range or too wide")                           \
    X(left_volatile, "left: volatile or atomic")                                                   \
    X(left_compare_bits, "left: compares used as bits")                                            \
    X(left_other, "left: other instructions")                                                      \
    X(mask_to_bits, "masks turned into packed bits")                                               \
    X(bits_to_mask, "packed bits turned into masks")                                               \
    X(border_in, "borders: values taken over from code that was left")                             \
    X(border_out, "borders: values handed back to code that was left")                             \
    X(freeze_own_type, "borders: freezes at the field's own type")                                 \
    X(freeze_legal, "borders: freezes at a legal type")

typedef struct lanesmith_stats {
#define X(name, text) unsigned name;
    LANESMITH_STATS(X)
#undef X
} lanesmith_stats;

/* One line a counter that is not zero. */
void lanesmith_print_stats(const lanesmith_stats *stats, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
