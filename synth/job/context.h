// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* context.h - the search context: what all jobs of a run share. */
#ifndef LANESMITH_SYNTH_CONTEXT_H
#define LANESMITH_SYNTH_CONTEXT_H

#include "search.h"
#include "synth/permute/shuffle.h"
#include "synth/problem/grammar.h"
#include "synth/rules/rules.h"
#include "vector_path.h"

/* Fields of at most so many bits are searched exhaustively; wider ones live on rules, whatever the
 * effort. */
enum { JOB_FAMILIES = 3, JOB_SEARCHED_WIDTH_MAX = 2 };

/* Grammars with their compiled kernels, rules, movers, cost models. */
typedef struct search_context {
    const spec *s;
    /* cells have no program: few instructions are enumerated at every width (first.h) */
    bool first;
    kernel_set *kernels;
    const regclass *family[JOB_FAMILIES]; /* classes that are searched: r32, r64, x128 */
    unsigned nfamilies;
    grammar *grammars; /* [width index][family][target][tier]; empty where nothing is searched */
    synth_effort effort;
    unsigned *widths, nwidths; /* of the grammars */
    cost_model **models;
    values_machine machine;
    rulebook *book; /* of the places of the cells that are wanted */
    mover_book *moves; /* NULL when no wanted cell's operation permutes bits */
    /* [family][family][target]: from general registers to vector registers and back; empty where
     * the target cannot */
    vector_path *vector_paths;
    const char *checkpoints; /* as in synth_options; set by the owner */
    uint64_t search_bytes; /* memory that a search may take, 0: no limit; set by the owner */
} search_context;

/* For the given cells. first: none of them has a program. effort: of the jobs. threads: how many
 * fill the tables of rules. */
ls_status context_open(search_context *w, const spec *s, bool first, const cell *cells,
                       unsigned count, synth_effort effort, unsigned threads, const char *spec_dir,
                       diags *d);
void context_close(search_context *w);

/* Searched classes: every general register that a target has, and the narrowest vector register,
 * which stands for all of them. */
unsigned context_families(const spec *s, const regclass *out[JOB_FAMILIES]);
bool context_in_family(const regclass *cls, const regclass *family);

/* The grammar of a width, a family and a target, in that tier. */
grammar *context_grammar(const search_context *w, unsigned width, unsigned family, const target *t,
                         grammar_tier tier);
/* Families are worked out from the last to the first, and programs go that way: those before the
 * first that is asked for are not needed. */
unsigned context_first_family(const search_context *w, const cell *cells, unsigned count);
/* Whether images hold the register's fields. Those that cross lanes need constants that no grammar
 * has; and fields that leave bits over are enumerated for first programs only. */
bool context_fits_images(const search_context *w, const regclass *family, unsigned width);

#endif
