// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* emit.h - what the emitters share beside emit_text.h. Internal to lowerings/. */
#ifndef LANESMITH_EMIT_H
#define LANESMITH_EMIT_H

#include "emit_text.h"
#include "lowering.h"

/* Appends every declaration of in to decls, one a line, unless it is there. */
void emit_ir_decls(const instr *in, strbuf *decls);

/* A module of one function that names no target and has no attributes: the same for all targets
 * that have the program. */
void emit_ir_bare(const prog *p, const char *name, strbuf *out);

#endif
