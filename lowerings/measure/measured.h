// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* measured.h - what programs cost as LLVM compiles them: the figures that lowerings are chosen by.
 */
#ifndef LANESMITH_MEASURED_H
#define LANESMITH_MEASURED_H

#include "spec/cell.h"
#include "spec/cost.h"

typedef struct measured {
    const cell *cell; /* all of one target */
    const prog *prog;
    cost cost;        /* out */
} measured;

/* Instructions, bytes, moves and constant loads as emitted; micro-operations, cycles and constants
 * from the model. LS_INPUT with LLVM's diagnostic when it does not take the IR. */
ls_status measure_programs(measured *x, unsigned count, const cost_model *m, diags *d);
/* Of programs that leave something to LLVM: micro-operations and cycles of what it makes, by
 * llvm-mca. The model knows no more than that there is something. */
ls_status measure_forms(measured *x, unsigned count, diags *d);

#endif
