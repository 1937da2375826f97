// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* benches.h - the benches of `lanesmith bench`, and what they share.
 *
 * Every bench prints tables (table.h) that are made anew from the database, the compilers and the
 * clock; none of them is a test. Counting follows lowerings/measure/asmcount.c everywhere, so that
 * figures of different columns can be compared. */
#ifndef LANESMITH_BENCHES_H
#define LANESMITH_BENCHES_H

#include "cli/app/app.h"

/* X(name, summary): each is a file <name>.c in a folder of bench/, with bench_<name>, which takes
 * argv with argv[0] being its name. Users write - for _. */
#define BENCHES(X)                                                                                 \
    X(codegen,                                                                                     \
      "instructions of every winner beside stock LLVM, Parabix, the thesis and the best by hand")  \
    X(forms, "the IR that stock LLVM is given for cells, to be read or compiled")                  \
    X(examples,                                                                                    \
      "instructions of the functions of examples/, compiled with and without the lowerings")       \
    X(npn, "Boolean functions of 4 inputs by their least number of two-input gates, beside "       \
           "Knuth's counts")                                                                       \
    X(gates, "least numbers of two-input gates of 2-bit operations or given functions, beside "    \
             "ABC's `exact`")                                                                      \
    X(search, "how fast programs are found and excluded: Warren's example, candidates a second")   \
    X(bounds, "the lower bounds of the database, computed again from nothing")                     \
    X(hd, "the SyGuS problems of Hacker's Delight: shortest solutions and seconds, beside cvc5")   \
    X(run, "time and memory of synthesis, proof and emission from nothing")                        \
    X(shuffles,                                                                                    \
      "movements of fields beside their goals, and random constant shuffles beside stock LLVM")    \
    X(workloads,                                                                                   \
      "programs on packed fields: run and compile time without the pass, with it, and by hand")    \
    X(streams,                                                                                     \
      "applications on parallel bit streams: bytes a second without the pass, with it, of others") \
    X(headers, "instructions that gcc and clang make of every function of the C headers")          \
    X(prices,                                                                                      \
      "what the pass believes that code costs, beside what it does: decisions that were wrong")    \
    X(never_worse,                                                                                 \
      "functions that the pass makes longer than stock LLVM does: how many, and the worst")        \
    X(cycles, "time of every winner that this processor can run, beside stock LLVM")               \
    X(adopt, "what users pay: seconds of compilers for the headers, sizes of what is installed")   \
    X(goals, "the figures that the project has set itself: goal, measured, met or not")

#define X(name, summary) int bench_##name(int argc, char **argv);
BENCHES(X)
#undef X

/* Field widths that benches look at when none is named; ended by 0. */
extern const unsigned bench_widths[];

/* A file that stands beside the directory of the spec: "bench/baselines.tsv", "examples"; in the
 * app's memory. */
const char *bench_source_path(app *a, const char *name);
/* Where a bench writes what it compiles: "examples" of the build that this program belongs to;
 * "lanesmith-examples" of the working directory when it is installed. In the app's memory. */
const char *bench_out_path(app *a, const char *name);

#endif
