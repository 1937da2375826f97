// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* report.h - errors about a form of the spec language, with the values for which they occur. */
#ifndef LANESMITH_REPORT_H
#define LANESMITH_REPORT_H

#include "sexp.h"

/* Adds "MESSAGE (for w = 8, s = "b")" at x: the integers, strings and classes that env binds,
 * outermost first. A NULL env is for mistakes that do not depend on them. Returns false. */
bool report_error(diags *d, const sexp *x, const sexp_env *env, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
bool report_verror(diags *d, const sexp *x, const sexp_env *env, const char *fmt, va_list ap);

/* "" for one, "s" for any other number. */
const char *report_plural(unsigned count);

#endif
