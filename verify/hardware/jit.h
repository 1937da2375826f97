// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* jit.h - LLVM IR text to code that runs in this process.
 *
 * Code is generated for the CPU that each function names ("target-cpu"), as codegen.h does it, and
 * for no feature beyond it, whatever this processor has: what runs is what ships. The caller has
 * made sure that this processor has them. */
#ifndef LANESMITH_JIT_H
#define LANESMITH_JIT_H

#include "spec/base/diag.h"

typedef struct jit jit; /* compiled functions; belongs to one thread */
/* LS_ENV when LLVM cannot compile, LS_INPUT when the text is malformed, both with diagnostics; *out
 * is then NULL. */
ls_status jit_load(jit **out, const strbuf *ir, diags *d);
/* The same; functions that others of the module call become part of those. */
ls_status jit_load_inlined(jit **out, const strbuf *ir, diags *d);
/* The address of a function. LS_ENV with a diagnostic when it cannot be compiled or linked, or is
 * not there. */
ls_status jit_find(jit *j, const char *function, uintptr_t *address, diags *d);
void jit_free(jit *j);

#endif
