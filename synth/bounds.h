/* bounds.h - all programs of a few instructions for fields of 4 to 64 bits, of everything that is described: lower bounds, and programs
 * where something longer was known. */
#ifndef LANESMITH_BOUNDS_H
#define LANESMITH_BOUNDS_H

#include "synth.h"

/* Whether the cell can have such a bound: fields that fill 64 bits or the register, too many bits for the engines of job.c. */
bool bounds_are_for(const cell *c);

/* Searches for the cells; best[i] is the number of instructions of the best program of cell i. The sink gets bounds, and lowerings that
 * are shorter. What is found for a cell depends on the other classes of its target, not on other targets or widths. LS_ENV when
 * workers fail. */
ls_status bounds_run(const spec *s, const cell *cells, const unsigned *best, unsigned count, const synth_options *o, const synth_sink *sink,
                     diags *d);

#endif
