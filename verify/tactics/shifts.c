// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* shifts.c - one identity, applied to a whole term: see shifts.h.
 *
 * For x >= 0 both shifts are the same; for x < 0 an arithmetic shift of x is the complement of a
 * logical shift of its complement.
 *
 * Called by verify.c. */
#include "shifts.h"

typedef struct rewriter {
    term_ctx *c;
    bool changed;
} rewriter;

static term as_logical(rewriter *r, term x, term amount)
{
    unsigned width = term_width(r->c, x);
    term sign = term_mk_extend(r->c, TERM_SIGN_EXTEND, width - 1,
                               term_mk_extract(r->c, width - 1, width - 1, x));
    r->changed = true;
    return term_mk_binary(
        r->c, TERM_BVXOR,
        term_mk_binary(r->c, TERM_BVLSHR, term_mk_binary(r->c, TERM_BVXOR, x, sign), amount), sign);
}

static term restate(void *user, term t, const term arg[TERM_ARGS_MAX])
{
    rewriter *r = user;
    if (term_get_op(r->c, t) == TERM_BVASHR && !term_is_const(r->c, arg[1]))
        return as_logical(r, arg[0], arg[1]);
    return term_rebuild(r->c, r->c, t, arg);
}

term shifts_restate(term_ctx *c, term t)
{
    rewriter r = {.c = c};
    term out = term_map(c, t, restate, &r);
    return r.changed ? out : TERM_NONE;
}
