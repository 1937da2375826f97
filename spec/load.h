/* load.h - what spec.c and load.c share: the parts of a definition's form. */
#ifndef LANESMITH_LOAD_H
#define LANESMITH_LOAD_H

#include "sexp.h"
#include "spec.h"

/* The first clause of that name in a definition, or NULL. */
const sexp *load_clause(const sexp *form, const char *name);
/* The body: the last item of a checked definition. */
const sexp *load_body(const sexp *form);
/* instr_apply with diagnostics; TERM_NONE when the definition is at fault. */
term load_elaborate_instr(const instr *in, term_ctx *c, const term *src, int64_t imm, diags *d);

#endif
