/* shifts.c - one identity, applied to a whole term: see shifts.h.
 *
 * For x >= 0 both shifts are the same; for x < 0 an arithmetic shift of x is the complement of a logical shift of its complement.
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
    term sign = term_mk_extend(r->c, TERM_SIGN_EXTEND, width - 1, term_mk_extract(r->c, width - 1, width - 1, x));
    r->changed = true;
    return term_mk_binary(r->c, TERM_BVXOR, term_mk_binary(r->c, TERM_BVLSHR, term_mk_binary(r->c, TERM_BVXOR, x, sign), amount), sign);
}

static term rebuild(rewriter *r, term t, const term *arg)
{
    term_op op = term_get_op(r->c, t);
    switch (term_nargs(r->c, t)) {
    case 0: return t;
    case 1:
        if (op == TERM_EXTRACT) return term_mk_extract(r->c, term_int(r->c, t, 0), term_int(r->c, t, 1), arg[0]);
        if (op == TERM_ZERO_EXTEND || op == TERM_SIGN_EXTEND) return term_mk_extend(r->c, op, term_int(r->c, t, 0), arg[0]);
        return term_mk_unary(r->c, op, arg[0]);
    case 2:
        if (op == TERM_BVASHR && !term_is_const(r->c, arg[1])) return as_logical(r, arg[0], arg[1]);
        return term_mk_binary(r->c, op, arg[0], arg[1]);
    default: return term_mk_ite(r->c, arg[0], arg[1], arg[2]);
    }
}

term shifts_restate(term_ctx *c, term t)
{
    rewriter r = {.c = c};
    bool *needed = mem_alloc((size_t)t + 1, sizeof *needed);
    term *memo = mem_alloc((size_t)t + 1, sizeof *memo);
    needed[t] = true;
    for (term k = t; k > 0; k--)
        for (unsigned i = 0; needed[k] && i < term_nargs(c, k); i++) needed[term_arg(c, k, i)] = true;
    for (term k = 1; k <= t; k++) {
        term arg[3] = {0};
        for (unsigned i = 0; needed[k] && i < term_nargs(c, k); i++) arg[i] = memo[term_arg(c, k, i)];
        if (needed[k]) memo[k] = rebuild(&r, k, arg);
    }
    term out = r.changed ? memo[t] : TERM_NONE;
    mem_free(needed);
    mem_free(memo);
    return out;
}
