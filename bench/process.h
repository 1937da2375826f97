// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* process.h - runs other programs: several at once, or one with its time and memory measured. No shell is involved. */
#ifndef LANESMITH_BENCH_PROCESS_H
#define LANESMITH_BENCH_PROCESS_H

#include "../spec/base.h"

enum { PROCESS_WORDS_MAX = 256 };

typedef struct process {
    const char *word[PROCESS_WORDS_MAX + 1]; /* program (looked up in PATH) and arguments, NULL-terminated; borrowed */
    unsigned nwords;
    const char *out, *err; /* files that take its output; NULL: out is dropped, err goes where ours goes */
    int status;            /* exit status, 128 + N after signal N, 127 when the program cannot be started */
    double seconds;        /* wall clock */
    double processor;      /* seconds of processors that it and the children it waited for took */
    double mib;            /* most memory that it and its children had resident at a time */
} process;

void process_add(process *p, const char *word);
void process_add_pair(process *p, const char *word, const char *value);
/* The command line for messages, words separated by blanks. */
void process_print(const process *p, strbuf *out);
/* LS_OK when it ended with status 0; else LS_ENV, reported for the command with what it wrote to err. */
ls_status process_check(const process *p, const char *command);

/* Runs all, at most `jobs` at a time; status, seconds and processor of each are filled. */
void process_run_all(process *list, unsigned count, unsigned jobs);
/* Runs one and fills status, seconds, processor and mib; memory is sampled every few milliseconds. */
void process_measure(process *p);

#endif
