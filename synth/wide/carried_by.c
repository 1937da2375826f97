// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* carried_by.c - see carried_by.h. */
#include "carried_by.h"

#include <string.h>

#include "spec/base/random.h"
#include "spec/op.h"
#include "spec/term/bv.h"

enum { TRIES = 16, LIMBS = 16 };

static bool agree(const term_ctx *c, term x, term y, const term var[2])
{
    uint64_t state = 11;
    for (unsigned i = 0; i < TRIES; i++) {
        uint64_t in[2][LIMBS], p[TERM_LIMBS_MAX] = {0}, q[TERM_LIMBS_MAX] = {0};
        const uint64_t *values[2] = {in[0], in[1]};
        for (unsigned k = 0; k < 2; k++) {
            for (unsigned j = 0; j < LIMBS; j++) in[k][j] = random_next(&state);
            bv_trim(in[k], term_width(c, var[k]));
        }
        term_eval(c, x, var, values, 2, p);
        term_eval(c, y, var, values, 2, q);
        if (memcmp(p, q, bv_limbs(term_width(c, x)) * sizeof *p)) return false;
    }
    return true;
}

bool carried_computes(const cell *c, carried_definition *expected)
{
    const op *o = c->op;
    if (o->arity != 2 || !o->second.cls || o->in[0] || o->in[1] != o->second.cls) return false;
    if (c->w != c->cls->bits || c->cls->bits % o->second.cls->bits) return false;
    term_ctx *t = term_ctx_new();
    diags quiet = {0};
    unsigned bits = op_term_bits(o, c->cls->bits);
    term var[2] = {term_mk_var(t, "a", bits), term_mk_var(t, "c", bits)}, result, care;
    bool good = op_elaborate(o, c->w, 1, t, var, &result, &care, &quiet) &&
                agree(t, result, expected(t, var[0], var[1], c->cls->bits), var);
    diag_free(&quiet);
    term_ctx_free(t);
    return good;
}
