// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* costgen.h - figures of single instructions, taken from LLVM's scheduling models. */
#ifndef LANESMITH_COSTGEN_H
#define LANESMITH_COSTGEN_H

#include "spec/cost.h"

/* Appends the text of spec/cost/<target>.cost: a line for every instruction of the target. Runs
 * llvm-mca-19 once. LS_INPUT with diagnostics when an instruction's template does not compile to
 * anything, LS_ENV (with a diagnostic that says what to install) when llvm-mca cannot be run. */
ls_status costgen_target(const spec *s, const target *t, strbuf *out, diags *d);
/* Micro-operations, latency (of its counted instructions one after the other, an upper bound) and
 * reciprocal throughput of functions in assembly that codegen_compile printed for the target. Runs
 * llvm-mca-19 once; LS_ENV as above. */
ls_status costgen_functions(const target *t, const char *assembly, const char *const *names,
                            unsigned count, cost *out, diags *d);

#endif
