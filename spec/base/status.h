// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* status.h - how a function, or the command, ended. */
#ifndef LANESMITH_STATUS_H
#define LANESMITH_STATUS_H

/* The values are the exit statuses of the command, so that a status can be returned from main as it
 * is. */
typedef enum ls_status {
    LS_OK = 0,    /* done */
    LS_NO = 1,    /* checked, and it is not so */
    LS_INPUT = 2, /* bad input or usage; diagnostics were reported */
    LS_ENV = 3,   /* I/O, memory, database or solver trouble */
    LS_STOPPED    /* a signal asked the program to end (stop.h); main returns 128 and its number */
} ls_status;

#endif
