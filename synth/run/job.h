// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* job.h - one job: an operation at a field width, for all classes and targets at once. */
#ifndef LANESMITH_JOB_H
#define LANESMITH_JOB_H

#include "judge.h"
#include "synth.h"
#include "synth/permute/shuffle.h"
#include "synth/problem/grammar.h"
#include "synth/rules/rules.h"
#include "through.h"

/* Fields of at most so many bits are searched exhaustively; wider ones live on rules, whatever the
 * effort. */
enum { JOB_FAMILIES = 3, JOB_SEARCHED_WIDTH_MAX = 2 };

/* What a proof of a proposal may take, in the solver's own count, some 10 s: in steps, so that what
 * is found does not depend on the machine. (lanesmith verify allows more.) */
enum { JOB_PROOF_STEPS = 15000000 };

/* Everything that jobs share: grammars and their compiled kernels, cost models. Made before workers
 * are forked. */
typedef struct workshop {
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
    flow_machine machine;
    rulebook *book; /* of the places of the cells that are wanted */
    mover_book *moves; /* NULL when no wanted cell's operation is a movement of bits */
    /* [family][family][target]: from general registers to vector registers; nothing where there is
     * none */
    through *ways;
    const char *checkpoints; /* as in synth_options; set by the owner */
    uint64_t search_bytes; /* memory that a search may take, 0: no limit; set by the owner */
} workshop;

/* For the given cells. first: none of them has a program. effort: of the jobs. threads: how many
 * fill the tables of rules. */
ls_status workshop_open(workshop *w, const spec *s, bool first, const cell *cells, unsigned count,
                        synth_effort effort, unsigned threads, const char *spec_dir, diags *d);
void workshop_close(workshop *w);

/* Searched classes: every general register that a target has, and the narrowest vector register,
 * which stands for all of them. */
unsigned job_families(const spec *s, const regclass *out[JOB_FAMILIES]);
bool job_in_family(const regclass *cls, const regclass *family);

/* For proposals, with the limits of a search. Close it (judge_close) in any case. */
ls_status job_open_judge(judge *j, const spec *s, cost_model **models);
ls_status job_report_lowering(const synth_sink *sink, const cell *c, const judged *x);
/* Whether the operation acts on each chunk of the cell's class as on a register of its own: not so
 * a sum over all fields. */
bool job_is_chunked(const cell *c, unsigned chunk);

/* Runs the engines for the cells, which are all of one operation and width, and reports through the
 * sink. */
ls_status job_run(const workshop *w, const cell *cells, unsigned count, synth_effort effort,
                  const synth_sink *sink, diags *d);

#endif
