// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* search.h - what a search is asked for, and whom it tells what it has found. */
#ifndef LANESMITH_SYNTH_SEARCH_H
#define LANESMITH_SYNTH_SEARCH_H

#include "spec/cost.h"
#include "verify/verify.h"

typedef struct synth_lowering {
    cell cell;
    const char *text, *engine, *parent; /* parent "" when there is none */
    cost cost;
    proof program, ir;
} synth_lowering;

typedef struct synth_bound {
    cell cell;
    unsigned insns;
    const char *grammar, *engine;
    uint64_t candidates;
} synth_bound;

/* Called in the parent process. A cell's lowerings and bounds come together, then cell_done. A
 * status other than LS_OK stops the run and is its result. */
typedef struct synth_sink {
    void *context;
    ls_status (*lowering)(void *context, const synth_lowering *l);
    ls_status (*bound)(void *context, const synth_bound *b);
    ls_status (*cell_done)(void *context, const cell *c, unsigned lowerings);
    /* May be NULL. Asked before the cells of a job are searched: LS_NO leaves them out, others
     * search them. */
    ls_status (*claim)(void *context, const cell *cells, unsigned count);
    /* May be NULL. Where the search of a cell ended that has no program, and what was missing. */
    void (*note)(void *context, const cell *c, const char *text);
} synth_sink;

/* Tells the sink, which may not want to know. */
static inline void synth_note(const synth_sink *sink, const cell *c, const char *text)
{
    if (sink->note) sink->note(sink->context, c, text);
}

typedef enum synth_effort {
    SYNTH_QUICK,
    SYNTH_NORMAL,
    SYNTH_LONG,
    SYNTH_EFFORT_COUNT
} synth_effort;
extern const char *const synth_effort_names[SYNTH_EFFORT_COUNT];

typedef struct synth_options {
    synth_effort effort;
    unsigned jobs;       /* worker processes; 0: as many as cores */
    unsigned megabytes;  /* address space of a worker, 0: no limit */
    const char *spec_dir; /* where the figures of targets are (spec/cost.h) */
    const char *checkpoints; /* directory for what searches of minutes have done so far, made when
                                needed; NULL: none is kept */
    /* The cells of the whole run, where those to be searched are a part of them (a shard): tables
     * that jobs share are made for all of these, so that a job finds what it would find in the
     * whole run. NULL: there are no others. */
    const struct cell *whole;
    unsigned nwhole;
} synth_options;

/* What a mark of a searched cell says, as a hash: the engines' version, the effort and the
 * semantics that the search depends on. */
typedef void search_key(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT]);

#endif
