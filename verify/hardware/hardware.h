// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* hardware.h - runs emitted code on this processor, that of another in an emulator, and compares it
 * with the operation's definition.
 *
 * A proof is about the text of specifications and of LLVM IR; what LLVM's code generator and the
 * processor make of it is seen here. It refutes, it never proves. Code is compiled in process and
 * may crash: callers run this in a process that they can lose. */
#ifndef LANESMITH_HARDWARE_H
#define LANESMITH_HARDWARE_H

#include "spec/cell.h"
#include "verify/claim/proof.h"

bool hardware_has(const char *feature); /* by LLVM's name */
/* Whether code of the target runs in an emulator. */
bool hardware_emulates(const target *t);
/* Whether code of both can be loaded together. */
bool hardware_share(const target *a, const target *b);
/* What this processor lacks: the target's instruction set, or its first feature, in the order of
 * declaration; where an emulator is to run its code, the program that is not there. NULL: nothing.
 */
const char *hardware_lacks(const target *t);
/* Name and features of this processor, one line. The text lives as long as the process. */
const char *hardware_name(void);
/* What runs code of the target: the above, or the emulator's command. The next call overwrites it.
 */
const char *hardware_runner(const target *t);

typedef struct hardware hardware; /* compiled functions; belongs to one thread */
/* Compiles the programs, each for its cell's target, as emit_ir_function writes them, in one
 * module. Requires: this processor lacks nothing of the targets, which share; cells and programs
 * outlive the handle. LS_ENV when LLVM cannot compile or link, LS_INPUT when the IR is malformed,
 * both with diagnostics. */
ls_status hardware_load(hardware **out, const cell *const *cells, const prog *const *progs,
                        unsigned count, diags *d);
/* Runs function i on HARDWARE_SAMPLES inputs, corner values and random ones, the same in every run.
 * *agrees: no field whose precondition holds differs; else *cex tells the first that does. LS_INPUT
 * with diagnostics when the operation's definition is at fault. */
enum { HARDWARE_SAMPLES = 4096 };
ls_status hardware_run(hardware *h, unsigned i, bool *agrees, counterexample *cex, diags *d);
void hardware_free(hardware *h);

#endif
