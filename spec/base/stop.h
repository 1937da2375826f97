// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stop.h - a signal asks the program to end: SIGINT (Ctrl-C), SIGTERM, SIGHUP.
 *
 * The first signal is only noted: loops that run for long ask stop_check or stop_signal, end with
 * LS_STOPPED, and their callers print what is finished, mark the run and remove what is scratch.
 * Who does not come back to such a loop in time is ended all the same, with words, without scratch
 * files, and with the same status. A second signal ends the program at once. */
#ifndef LANESMITH_STOP_H
#define LANESMITH_STOP_H

#include <stdbool.h>

#include "status.h"

enum { STOP_PATIENCE_SECONDS = 5 }; /* from a signal to the end */

/* Installs the handlers. program: its name, in what is said of an end by force; it outlives the
 * process. Signals that were ignored (nohup) stay ignored. */
void stop_install(const char *program);
/* The process that installed them, which workers ask for; this one, if none did. */
int stop_owner(void);
/* "PROGRAM: interrupted by SIGINT ...", on standard error; the exit status that goes with it. */
int stop_say(void);
/* The signal that has been noted, or 0. May be asked at any time. */
int stop_signal(void);
/* "SIGINT" ... of the signal that has been noted. */
const char *stop_name(void);

/* For loops that wait: asks at least twice a second. LS_STOPPED once a signal has been noted. Calls
 * the tick. */
ls_status stop_check(void);
/* What stop_check does beside, or NULL: to show progress while nothing happens. */
void stop_set_tick(void (*tick)(void *context), void *context);

/* In a worker process, after fork: signals of the terminal are the parent's affair, and the worker
 * dies with it. parent: the id that the parent had. Does not return when it is gone already. */
void stop_follow_parent(int parent);

/* Files and empty directories that are removed when a signal ends the program at once, last first.
 */
void stop_add_scratch(const char *path);
void stop_forget_scratch(const char *path);
void stop_remove_scratch(void); /* for who ends the program without going back to its callers */

#endif
