// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cost.h - what a program costs on a named CPU.
 *
 * Figures of single instructions are taken from LLVM's scheduling models by `lanesmith cost` (it
 * runs llvm-mca) and kept as text in spec/targets/<set>/cost/<target>.cost; nothing is typed in by
 * hand. What the compiler makes of a whole program is measured by lowerings/measure/codegen.c and
 * fills insns, moves, constants and bytes. */
#ifndef LANESMITH_COST_H
#define LANESMITH_COST_H

#include "cell.h"
#include "prog.h"

typedef struct cost {
    unsigned insns;     /* machine instructions as emitted, counted as BASELINES.md says */
    unsigned uops;      /* micro-operations of the program's instructions */
    /* cycles a program in a long run of independent ones: the busiest port, or issue width */
    double rthroughput;
    double latency;     /* cycles of the longest path from an input to the result */
    unsigned consts;    /* distinct constants */
    unsigned bytes;     /* of the emitted counted instructions */
    unsigned moves;     /* excluded from insns: register moves ... */
    unsigned const_loads; /* ... and materialisations of constants */
} cost;

typedef enum objective {
    OBJECTIVE_THROUGHPUT,
    OBJECTIVE_LATENCY,
    OBJECTIVE_SIZE,
    OBJECTIVE_COUNT
} objective;
extern const char *const objective_names[OBJECTIVE_COUNT];

/* Total order of costs under an objective: negative when a is better. throughput: insns,
 * rthroughput, uops, latency, consts, bytes; latency: latency, insns, ...; size: bytes, insns, ...
 */
int cost_compare(const cost *a, const cost *b, objective o);

typedef struct cost_model cost_model; /* figures of one target */
/* Where the figures of a target are: <target>.cost in cost/ of its set, below the specification in
 * dir. */
const char *cost_path(const target *t, const char *dir, arena *mem);
/* Reads them. LS_INPUT with a diagnostic when malformed, or when an instruction of the target has
 * no figures (it names the command that makes them). */
ls_status cost_model_load(cost_model **out, const spec *s, const target *t, const char *dir,
                          diags *d);
void cost_model_free(cost_model *m);
/* Those of the wanted targets (NULL: of all), by index; NULL at the others. What is missing of all
 * of them is one diagnostic. After a failure *out has what was read; free it in any case. */
ls_status cost_models_load(cost_model ***out, const spec *s, const bool *wanted, const char *dir,
                           diags *d);
/* Those of the cells' targets. */
ls_status cost_models_of_cells(cost_model ***out, const spec *s, const cell *cells, unsigned count,
                               const char *dir, diags *d);
void cost_models_free(cost_model **models, const spec *s); /* NULL: nothing */
/* Fills uops, rthroughput, latency and consts; leaves the rest. */
void cost_of_prog(const cost_model *m, const prog *p, cost *out);

#endif
