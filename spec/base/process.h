// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* process.h - runs other programs: several at once, one that answers a text, or one with its time
 * and memory measured. No shell is involved. */
#ifndef LANESMITH_PROCESS_H
#define LANESMITH_PROCESS_H

#include "base.h"

enum { PROCESS_WORDS_MAX = 256 };
enum { PROCESS_LATE = 124, PROCESS_NOT_STARTED = 127 }; /* statuses */

typedef struct process {
    const char *word[PROCESS_WORDS_MAX]; /* program (looked up in PATH) and arguments; borrowed */
    unsigned nwords;
    unsigned limit; /* seconds after which it is ended, even if we are gone by then; 0: none */
    /* Files that take its output; NULL: out is dropped, err goes where ours goes. */
    const char *out, *err;
    int status; /* exit status; 128 + N after signal N; PROCESS_LATE at the limit */
    int error;  /* errno, when it could not be started: PROCESS_NOT_STARTED */
    double seconds;        /* wall clock */
    double processor;      /* seconds of processors that it and the children it waited for took */
    double mib;            /* most memory that it and its children had resident at a time */
} process;

void process_add(process *p, const char *word);
void process_add_pair(process *p, const char *word, const char *value);
/* The command line for messages, words separated by blanks. */
void process_print(const process *p, strbuf *out);
/* LS_OK when it ended with status 0; else LS_ENV, reported for the command with what it wrote to
 * err. */
ls_status process_check(const process *p, const char *command);

/* Runs all, at most `jobs` at a time; status, seconds and processor of each are filled. */
void process_run_all(process *list, unsigned count, unsigned jobs);
/* Runs one with a text as its standard input. Appends what it writes to answer and complaint, each
 * of which may be NULL: then it goes where out and err say. LS_ENV, with errno: temporary files
 * cannot be written or read. */
ls_status process_ask(process *p, const strbuf *text, strbuf *answer, strbuf *complaint);
/* Runs one and fills status, seconds, processor and mib; memory is sampled every few milliseconds.
 */
void process_measure(process *p);

#endif
