// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stop.h - a signal asks the program to end: SIGINT (Ctrl-C), SIGTERM, SIGHUP.
 *
 * Usually the program ends at once, as by default, but removes its scratch files. While stop_catch
 * holds, the first signal is only noted: loops that wait for other processes ask stop_check, end
 * with LS_STOPPED, and their callers print what is finished. A second signal ends the program at
 * once. */
#ifndef LANESMITH_STOP_H
#define LANESMITH_STOP_H

#include <stdbool.h>

#include "status.h"

/* Installs the handlers. Signals that were ignored (nohup) stay ignored. */
void stop_install(void);
/* true: from now on the first signal is only noted. Requires: whatever runs for long from here on
 * asks stop_check. Returns what was before, for who waits for a while only. */
bool stop_catch(bool on);
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
