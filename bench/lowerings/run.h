// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* run.h - the measurements of `lanesmith bench run`. */
#ifndef LANESMITH_BENCH_RUN_H
#define LANESMITH_BENCH_RUN_H

#include "cli/app/options.h"

/* What `lanesmith bench run` measures. X(enumerator, name, what, unit) */
#define RUN_FIGURES(X)                                                                             \
    X(SYNTH_SECONDS, "synth_seconds", "synthesis from nothing, every lowering proved", "s")        \
    X(SYNTH_MIB, "synth_mib", "its memory, all processes", "MiB")                                  \
    X(EMIT_SECONDS, "emit_seconds", "emission of headers, IR library and table", "s")              \
    X(EMIT_MIB, "emit_mib", "its memory", "MiB")                                                   \
    X(WHOLE_SECONDS, "whole_seconds", "synthesis, proof and emission together", "s")               \
    X(WHOLE_MIB, "whole_mib", "their memory", "MiB")                                               \
    X(PROVE_SECONDS, "prove_seconds", "proof of every stored lowering again, from its text", "s")  \
    X(PROVE_MIB, "prove_mib", "its memory, all processes", "MiB")                                  \
    X(AGAIN_SECONDS, "again_seconds", "synth, verify and emit again, nothing changed", "s")        \
    X(WINNERS_COMPILE_SECONDS, "winners_compile_seconds",                                          \
      "LLVM 19 compiles the winners of all cells", "s")                                            \
    X(STOCK_COMPILE_SECONDS, "stock_compile_seconds",                                              \
      "LLVM 19 compiles the same operations without us", "s")
typedef enum run_figure {
#define X(e, name, what, unit) RUN_##e,
    RUN_FIGURES(X)
#undef X
        RUN_FIGURE_COUNT
} run_figure;
extern const char *const run_figure_names[RUN_FIGURE_COUNT];

typedef struct run_figures {
    double value[RUN_FIGURE_COUNT]; /* negative: not measured */
} run_figures;

typedef struct run_options {
    const char *spec_dir;
    const option_words *ops, *widths, *classes, *targets; /* which cells; NULL: all */
    /* worker processes; 0: as many as processors */
    unsigned jobs;
    /* cheap figures are the median of so many runs */
    unsigned runs;
} run_options;
ls_status run_measure(const run_options *o, run_figures *out);

#endif
