// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stages.h - the stages of a search: which there are, which cells take part, in which order.
 *
 * The caller (cli/cmd_synth.c) owns what is known: programs, bounds, and which cells were searched.
 * It answers the questions of a stage_host, and its sink stores what the stages find. */
#ifndef LANESMITH_SYNTH_STAGES_H
#define LANESMITH_SYNTH_STAGES_H

#include "inherit.h"
#include "synth.h"

/* A program that is known of a cell. */
typedef struct stage_program {
    cell cell;
    const char *text, *engine;
    unsigned length; /* its machine instructions */
    unsigned insns;  /* that LLVM emits */
    bool optimal;
} stage_program;

/* A cell that may take part in a stage. */
typedef struct stage_cell {
    cell cell;
    const stage_program *winner; /* NULL: the cell has no program */
    const stage_program *plain;  /* the best that leaves nothing to LLVM (form.h), or NULL */
} stage_cell;

typedef struct stage_work stage_work;

/* One stage. A cell is marked with the key when the stage has ended for it. */
typedef struct stage {
    const char *name;
    /* NULL: the cell takes part. Else why it does not, or "" where that is no news. */
    const char *(*leaves_out)(const spec *s, const stage_cell *c, synth_effort effort);
    search_key *key_of; /* NULL: the key depends on what is known (inherit.h) */
    ls_status (*run)(stage_work *w, const synth_sink *sink, diags *d);
} stage;

/* In the order in which they run. */
extern const stage synth_stages[];
extern const unsigned synth_nstages;

/* What the caller does for the stages. All of its lists live until the run ends. */
typedef struct stage_host {
    void *context;
    bool again; /* cells that were searched before take part, too */
    /* Before each pass over a stage. pass: 0 for the first one. */
    ls_status (*begin)(void *context, const stage *s, unsigned pass);
    /* How many cells take part. */
    void (*count)(void *context, unsigned cells);
    /* After the pass. *more: another run has left something, so there is another pass. */
    ls_status (*end)(void *context, bool *more);
    /* All programs that are known, of whatever cells, in order of cells. The first of a cell is its
     * winner; if that leaves something to LLVM, the best that does not stands behind it. */
    ls_status (*programs)(void *context, const stage_program **list, unsigned *count);
    /* All bounds, in order of cells. */
    ls_status (*bounds)(void *context, const synth_bound **list, unsigned *count);
    bool (*is_marked)(void *context, const cell *c, const char *key);
    /* Why a cell that has no program does not take part. */
    void (*left_out)(void *context, const cell *c, const char *why);
    inherit_was *was_inherited;
    synth_sink sink;
} stage_host;

/* Runs all stages on the cells, which are in the order of cell_compare. */
ls_status stages_run(const stage_host *h, const spec *s, const cell *cells, unsigned count,
                     const synth_options *o, diags *d);

#endif
