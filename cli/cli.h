// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cli.h - the commands but `bench`. Each takes its own argv, argv[0] being its name, and returns
 * the exit status. */
#ifndef LANESMITH_CLI_H
#define LANESMITH_CLI_H

int cmd_synth(int argc, char **argv);
int cmd_verify(int argc, char **argv);
int cmd_emit(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_find(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_db(int argc, char **argv);
int cmd_validate(int argc, char **argv);
int cmd_cost(int argc, char **argv);
int cmd_sygus(int argc, char **argv);
int cmd_tv(int argc, char **argv);


#endif
