// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* emulator.h - runs code of another processor than this one's: LLVM IR becomes a program that
 * serves calls, in an emulator that the instruction set names.
 *
 * What runs so is tested against the emulator's reading of the architecture, not silicon. */
#ifndef LANESMITH_EMULATOR_H
#define LANESMITH_EMULATOR_H

#include "spec/spec.h"

typedef struct emulator emulator; /* one program that runs; belongs to one thread */

/* What is missing to run code of the set so: a program that is not there, or the set's name when it
 * names no emulator. NULL: nothing. */
const char *emulator_lacks(const isa *set);
/* The command that runs code of the target, "qemu-aarch64-static -cpu max", without arguments in
 * several words. */
void emulator_print(const target *t, strbuf *out);

/* Registers in memory that a function reads: so many bytes from `at`. */
typedef struct emulator_input {
    const void *at;
    size_t size;
} emulator_input;
enum { EMULATOR_INPUTS_MAX = 4, EMULATOR_BYTES_MAX = 1 << 20 }; /* of all inputs, of the output */

/* Starts a program of the IR text, which defines void @runI(ptr out, ptr sources, i64 count) for
 * each I below `functions`; sources points to an array of pointers. Requires: emulator_lacks says
 * NULL. LS_INPUT when the IR is malformed, LS_ENV when it cannot be linked or started, both with
 * diagnostics. */
ls_status emulator_load(emulator **out, const target *t, const strbuf *ir, unsigned functions,
                        diags *d);
/* Calls @runI; its output, of so many bytes, was zero before the call. LS_NO with a diagnostic when
 * the program has ended instead, as it does at an instruction that the emulated processor lacks. */
ls_status emulator_run(emulator *e, unsigned i, const emulator_input *inputs, unsigned ninputs,
                       uint64_t count, void *out, size_t size, diags *d);
void emulator_free(emulator *e);

/* Removes what workers of this process left when a signal ended them. */
void emulator_sweep(void);

#endif
