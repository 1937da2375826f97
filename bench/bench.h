// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* bench.h - the command `lanesmith bench`. */
#ifndef LANESMITH_BENCH_H
#define LANESMITH_BENCH_H

/* Takes its own argv, argv[0] being its name, and returns the exit status. */
int cmd_bench(int argc, char **argv);

#endif
