// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* table.c - operations as tables, for look-ups of what they give (spec/forms.ir).
 *
 * A table says what the operation's definition says: its term for one field is evaluated, so no
 * table is ever typed in. Where the precondition fails the entry is zero, whatever the term gives.
 * Called by form.c for the places that mention `op`. */
#include "table.h"

#include "op.h"

enum { FIELDS = 2, FIELD_MAX = 62 }; /* fields act on each other, if they do, when there are two */

struct op_table {
    term_ctx *c;
    term_evaluator *result, *care;
    unsigned arity, w;
};

bool table_has_op(const op *o, unsigned w)
{
    return op_exists(o, w, 1) && op_is_fieldwise(o, w, FIELDS);
}

op_table *op_table_new(const op *o, unsigned w)
{
    if (w > FIELD_MAX || !table_has_op(o, w)) return NULL;
    op_table *t = mem_alloc(1, sizeof *t);
    *t = (op_table){.c = term_ctx_new(), .arity = o->arity, .w = w};
    term in[SPEC_SRC_MAX], result, care;
    diags quiet = {0};
    for (unsigned i = 0; i < o->arity; i++) in[i] = term_mk_var(t->c, o->param[i], w);
    require(op_elaborate(o, w, 1, t->c, in, &result, &care, &quiet),
            "an operation that exists can be elaborated");
    diag_free(&quiet);
    t->result = term_evaluator_new(t->c, result, in, o->arity);
    t->care = term_evaluator_new(t->c, care, in, o->arity);
    return t;
}

int64_t op_table_at(const op_table *t, const int64_t *operand)
{
    uint64_t v[SPEC_SRC_MAX], result = 0, care = 0;
    const uint64_t *at[SPEC_SRC_MAX];
    for (unsigned i = 0; i < t->arity; i++) {
        v[i] = (uint64_t)operand[i] & ((1ULL << t->w) - 1);
        at[i] = &v[i];
    }
    term_evaluator_run(t->result, at, &result);
    term_evaluator_run(t->care, at, &care);
    return (int64_t)(result & care);
}

void op_table_free(op_table *t)
{
    if (!t) return;
    term_evaluator_free(t->result);
    term_evaluator_free(t->care);
    term_ctx_free(t->c);
    mem_free(t);
}
