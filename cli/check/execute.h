// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* execute.h - runs the code emitted for many programs on this processor, in processes that may
 * crash; and remembers beside the database what has been run. */
#ifndef LANESMITH_CLI_EXECUTE_H
#define LANESMITH_CLI_EXECUTE_H

#include "prove.h"

typedef enum execute_answer_kind {
    EXECUTE_NOT_RUN, /* nobody asked, or it was run before */
    EXECUTE_LACKS,   /* the processor lacks what the target needs */
    EXECUTE_AGREES,
    EXECUTE_DIFFERS, /* reason is the counterexample */
    EXECUTE_FAILED   /* it crashed or could not be compiled; reason says how */
} execute_answer_kind;

typedef struct execute_answer {
    execute_answer_kind kind;
    char reason[2048];
} execute_answer;

/* Fills answers[0..count): those whose remembered[i] is set are not run. Subjects of one operation,
 * width and class should stand together. */
ls_status execute_all(const subject *subjects, unsigned count, const bool *remembered,
                      unsigned processes, execute_answer *answers);

/* What has been run with agreement on this processor. The file is a cache: without it everything is
 * run again. */
typedef struct execute_memory {
    const char *path; /* NULL: remembers nothing from run to run */
    char (*key)[HASH_TEXT];
    unsigned count, cap, sorted; /* the first `sorted` keys are those of the file */
} execute_memory;
void execute_memory_open(execute_memory *m, const char *path);
/* of the IR, the CPU it is for, and this processor */
void execute_memory_key(const subject *x, char out[HASH_TEXT]);
bool execute_memory_has(const execute_memory *m, const char *key);
void execute_memory_add(execute_memory *m, const char *key);
/* Writes the file when something was added. LS_ENV when it cannot be written (errno is set). */
ls_status execute_memory_close(execute_memory *m);

#endif
