// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* codegen.h - compiles IR with LLVM's own code generator and counts what comes out, as BASELINES.md
 * says. */
#ifndef LANESMITH_CODEGEN_H
#define LANESMITH_CODEGEN_H

#include "spec/spec.h"

typedef struct codegen_count {
    unsigned insns;       /* counted machine instructions */
    unsigned moves;       /* excluded: plain register-to-register moves */
    unsigned const_loads; /* excluded: materialisations of constants */
    unsigned memory;      /* excluded: loads and stores of arguments and results */
    unsigned bytes;       /* encoded size of the counted instructions */
} codegen_count;

/* Compiles every function of the IR text as `llc-19 -O2 -mcpu=<cpu>` does. LS_INPUT with LLVM's
 * diagnostic when the text is malformed. *assembly (may be NULL) receives the text of the
 * functions. The first call sets up LLVM's back ends; a call uses an LLVM context of its own, so
 * threads may call at once. */
ls_status codegen_compile(const char *ir, const char *cpu, const char *triple, strbuf *assembly,
                          diags *d);
/* The same as an object file, for the target's CPU. */
ls_status codegen_object(const char *ir, const target *t, strbuf *object, diags *d);
/* Counts the body of one function in assembly that codegen_compile printed. False when it is not
 * there. */
bool codegen_count_function(const asm_syntax *x, const char *assembly, const char *function,
                            codegen_count *out);
/* LLVM's data layout of the target, as it stands in a module; in mem. NULL with a diagnostic. */
const char *codegen_data_layout(const target *t, arena *mem, diags *d);
/* Calls visit for every counted instruction of the function, with its line (up to the line's end,
 * not NUL-terminated). False when the function is not there. */
typedef void codegen_visit_fn(void *context, const char *line, size_t length);
bool codegen_visit_counted(const asm_syntax *x, const char *assembly, const char *function,
                           codegen_visit_fn *visit, void *context);
/* Calls visit for every function of assembly, of LLVM or of gcc, with its name (not NUL-terminated)
 * and its count. */
typedef void codegen_function_fn(void *context, const char *name, size_t length,
                                 const codegen_count *count);
void codegen_each_function(const asm_syntax *x, const char *assembly, codegen_function_fn *visit,
                           void *context);
/* Every instruction of the body but ret: what a whole function costs, with its loads and stores
 * (for bench). */
unsigned codegen_count_whole(const codegen_count *c);
/* Both, for one function of a module; bytes are measured from the object file. */
ls_status codegen_measure(const char *ir, const char *function, const target *t, codegen_count *out,
                          strbuf *assembly, diags *d);

/* The same for several functions of one module: LLVM's set-up, most of a call's time, is paid once.
 * out[i] is for functions[i]. */
ls_status codegen_measure_all(const char *ir, const char *const *functions, unsigned count,
                              const target *t, codegen_count *out, diags *d);

#endif
