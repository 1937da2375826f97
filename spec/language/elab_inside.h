// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* elab_inside.h - what elab_term.c and elab_integer.c say of a form that is wrong. */
#ifndef LANESMITH_ELAB_INSIDE_H
#define LANESMITH_ELAB_INSIDE_H

#include <stdarg.h>

#include "elab.h"
#include "report.h"

/* Reports an error at x; env, unless NULL, tells for which values. Returns TERM_NONE, which is
 * false. */
__attribute__((format(printf, 4, 5))) static inline term fail(elab *e, const sexp *x,
                                                              const sexp_env *env,
                                                              const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    report_verror(e->d, x, env, fmt, ap);
    va_end(ap);
    return TERM_NONE;
}

/* "takes 2 operands, 3 given" unless min <= given <= max (0: no limit). */
static inline bool count_operands(elab *e, const sexp *x, unsigned min, unsigned max)
{
    unsigned given = x->count - 1;
    if (given >= min && (!max || given <= max)) return true;
    if (min == max)
        return fail(e, x, NULL, "'%s' takes %u operand%s, %u given", sexp_head(x), min,
                    report_plural(min), given);
    if (!max)
        return fail(e, x, NULL, "'%s' takes at least %u operand%s, %u given", sexp_head(x), min,
                    report_plural(min), given);
    return fail(e, x, NULL, "'%s' takes %u to %u operands, %u given", sexp_head(x), min, max,
                given);
}

#endif
