// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tv.h - translation validation: does every function of a second module refine the one of its name
 * in the first?
 *
 * Refinement is LLVM's: whatever the second may do (return, write, call) on some input, the first
 * may do too, or has no defined behaviour there; poison may become anything. What is modelled is in
 * docs/tv.md. The code shares nothing with the pass, the emitters or the spec. */
#ifndef LANESMITH_TV_H
#define LANESMITH_TV_H

#include "spec/base/diag.h"
#include "tvresult.h"

typedef struct tv_options {
    unsigned milliseconds; /* a function, 0: no limit */
    unsigned megabytes;
    unsigned steps;        /* a solver call, of the solver's own count; 0: no limit */
    unsigned rounds;       /* how often loops are unrolled in search of a counterexample */
    /* assume that memory holds no partly poison word where the second function loads one */
    bool loads_whole;
} tv_options;
extern const tv_options tv_default_options;

typedef struct tv_report {
    arena mem;
    tv_result *result;
    unsigned count, cap;
} tv_report;
void tv_report_free(tv_report *r);

typedef struct tv_text { /* a module, as IR or bitcode */
    const char *path, *text;
    size_t size;
} tv_text;

/* Called after each function, for progress. */
typedef void tv_done_fn(void *context, const tv_result *r);

/* Functions with a body in the first module, in its order. only: a name, or NULL for all. LS_INPUT
 * with diagnostics for what is no module; LS_ENV when the solver cannot be used. */
ls_status tv_validate(const tv_text *before, const tv_text *after, const char *only,
                      const tv_options *o, tv_report *out, tv_done_fn *done, void *context,
                      diags *d);

#endif
