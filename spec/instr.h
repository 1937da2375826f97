// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* instr.h - instructions: what they compute, as a term. */
#ifndef LANESMITH_INSTR_H
#define LANESMITH_INSTR_H

#include "spec.h"

/* The instruction applied to sources of its classes' widths. imm must be in range. Definitions are
 * checked when the spec is loaded, so this cannot fail. */
term instr_apply(const instr *in, term_ctx *c, const term *src, int64_t imm);
/* The same with diagnostics; TERM_NONE when the definition is at fault. */
term instr_elaborate(const instr *in, term_ctx *c, const term *src, int64_t imm, diags *d);

#endif
