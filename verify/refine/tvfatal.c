// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvfatal.c - see tvfatal.h. LLVM reports what it cannot go on from to a handler that must not
 * return; when memory is short it, and the C++ library, abort. Called by tv.c. */
#define _POSIX_C_SOURCE 200809L
#include "tvfatal.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <llvm-c/ErrorHandling.h>

#include "spec/base/base.h"

static const char *blamed;

_Noreturn static void end_fatally(const char *reason)
{
    fflush(stdout);
    if (blamed && !strstr(reason, "memory")) {
        fprintf(stderr,
                "lanesmith tv: error: %s: LLVM cannot go on with this module: %s; check it with "
                "opt-19 -passes=verify\n",
                blamed, reason);
        _exit(LS_INPUT);
    }
    fprintf(stderr,
            "lanesmith tv: error: LLVM failed: %s; give it more memory, or smaller modules\n",
            reason);
    _exit(LS_ENV);
}

static void report_fatal(const char *reason) { end_fatally(reason); }

static void report_abort(int number)
{
    static const char text[] =
        "lanesmith tv: error: LLVM gave up while it read a module, out of memory: give it more\n";
    (void)number;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(LS_ENV); /* nobody to tell */
    _exit(LS_ENV);
}

/* While LLVM reads, an abort is lack of memory; later it may be a broken contract of our own, whose
 * words should be seen. */
void tv_fatal_blame(const char *path)
{
    static bool installed;
    struct sigaction action = {.sa_handler = path ? report_abort : SIG_DFL};
    if (!installed) LLVMInstallFatalErrorHandler(report_fatal);
    installed = true;
    blamed = path;
    sigaction(SIGABRT, &action, NULL);
}
