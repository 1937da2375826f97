// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gates_ops.c - operations on 2-bit numbers as truth tables, by evaluating their definitions.
 *
 * What an operation means stands in the spec. Those that the spec lacks, since they are no
 * operations on fields (a carry out) or are not there yet, are defined here by terms of the same
 * language. A table is read off the term's values on all 16 pairs of operands; nothing is a table
 * to begin with. Published figures are the least numbers of two-input gates that exact synthesis
 * has proved (`exact` of ABC gives them again). */
#include "gates_ops.h"

#include <stdlib.h>
#include <string.h>

#include "spec/op.h"

enum { BITS = 2, OPERANDS = 2, INPUTS = BITS * OPERANDS };

/* ---- definitions; operands have BITS bits ---- */

static term define_add_carry(term_ctx *c, term a, term b)
{
    return term_mk_binary(c, TERM_BVADD, term_mk_extend(c, TERM_ZERO_EXTEND, 1, a),
                          term_mk_extend(c, TERM_ZERO_EXTEND, 1, b));
}

static term define_umin(term_ctx *c, term a, term b)
{
    return term_mk_ite(c, term_mk_binary(c, TERM_BVULT, a, b), a, b);
}

static term define_smin(term_ctx *c, term a, term b)
{
    return term_mk_ite(c, term_mk_binary(c, TERM_BVSLT, a, b), a, b);
}

static term define_uadd_sat(term_ctx *c, term a, term b)
{
    term sum = define_add_carry(c, a, b);
    term fits = term_mk_binary(c, TERM_BVULE, sum,
                               term_mk_extend(c, TERM_ZERO_EXTEND, 1, term_mk_ones(c, BITS)));
    return term_mk_ite(c, fits, term_mk_extract(c, BITS - 1, 0, sum), term_mk_ones(c, BITS));
}

static term define_sadd_sat(term_ctx *c, term a, term b)
{
    term least = term_mk_u64(c, 1u << (BITS - 1), BITS), most = term_mk_unary(c, TERM_BVNOT, least);
    term sum = term_mk_binary(c, TERM_BVADD, term_mk_extend(c, TERM_SIGN_EXTEND, 1, a),
                              term_mk_extend(c, TERM_SIGN_EXTEND, 1, b));
    term low = term_mk_binary(c, TERM_BVSLT, sum, term_mk_extend(c, TERM_SIGN_EXTEND, 1, least));
    term high = term_mk_binary(c, TERM_BVSLT, term_mk_extend(c, TERM_SIGN_EXTEND, 1, most), sum);
    return term_mk_ite(c, low, least,
                       term_mk_ite(c, high, most, term_mk_extract(c, BITS - 1, 0, sum)));
}

static const struct operation {
    const char *name;
    int published;
    term (*define)(term_ctx *c, term a, term b); /* when the spec has none; may be NULL */
} operations[] = {
    {"add", 4, NULL},          {"add_carry", 7, define_add_carry}, {"sub", 4, NULL},
    {"mul", 4, NULL},          {"ult", 5, NULL},                   {"umin", 6, define_umin},
    {"smin", 6, define_smin},  {"uadd_sat", 8, define_uadd_sat},   {"sadd_sat", 8, define_sadd_sat},
    {NULL, GATES_NO_FIGURE, NULL},
};

const char *gates_op_name(unsigned i)
{
    require(i < sizeof operations / sizeof *operations, "the operation exists");
    return operations[i].name;
}

/* ---- tables ---- */

static bool cares_for_all(const term_ctx *c, term care)
{
    return term_is_const(c, care) && term_limbs(c, care)[0] == (1u << term_width(c, care)) - 1;
}

/* TERM_NONE after a diagnostic. */
static term definition(const struct operation *x, const spec *s, term_ctx *c, const term *arg,
                       diags *d)
{
    const op *o = spec_find_op(s, x->name);
    term result = TERM_NONE, care;
    bool fits = o && o->arity == OPERANDS && op_is_plain(o) && op_exists(o, BITS, 1);
    if (!fits && x->define) return x->define(c, arg[0], arg[1]);
    if (!o) {
        diag_error(d, (place){0}, "the spec has no operation '%s'; leave it out with --op",
                   x->name);
    } else if (!fits) {
        diag_error(d, o->where, "operation '%s' is not one of two 2-bit operands", x->name);
    } else if (op_elaborate(o, BITS, 1, c, arg, &result, &care, d) && !cares_for_all(c, care)) {
        diag_error(d, o->where,
                   "operation '%s' has a precondition; gates are counted for total functions only",
                   x->name);
        return TERM_NONE;
    }
    return result;
}

static void tabulate(const term_ctx *c, term result, const term *arg, gates_problem *out)
{
    out->noutputs = term_width(c, result);
    for (unsigned row = 0; row < 1u << INPUTS; row++) {
        uint64_t operand[OPERANDS] = {row & ((1u << BITS) - 1), row >> BITS}, value;
        const uint64_t *values[OPERANDS] = {&operand[0], &operand[1]};
        term_eval(c, result, arg, values, OPERANDS, &value);
        for (unsigned k = 0; k < out->noutputs; k++) out->output[k] |= (value >> k & 1) << row;
    }
}

ls_status gates_op_problem(unsigned i, const spec *s, gates_problem *out, diags *d)
{
    const struct operation *x = &operations[i];
    term_ctx *c = term_ctx_new();
    term arg[OPERANDS] = {term_mk_var(c, "a", BITS), term_mk_var(c, "b", BITS)};
    term result = definition(x, s, c, arg, d);
    *out = (gates_problem){.name = x->name, .n = INPUTS, .published = x->published};
    if (result != TERM_NONE) tabulate(c, result, arg, out);
    term_ctx_free(c);
    return result == TERM_NONE ? LS_INPUT : LS_OK;
}

/* ---- tables as text ---- */

static unsigned digits(unsigned n)
{
    return n < 2 ? 1 : 1u << (n - 2);
}

bool gates_table_parse(const char *word, unsigned n, uint64_t *out)
{
    if (strncmp(word, "0x", 2) || strlen(word + 2) != digits(n)) return false;
    if (strspn(word + 2, "0123456789abcdefABCDEF") != digits(n)) return false;
    *out = strtoull(word + 2, NULL, 16);
    return !(*out & ~gates_rows(n));
}

void gates_table_print(unsigned n, uint64_t table, strbuf *out)
{
    strbuf_printf(out, "%0*llx", (int)digits(n), (unsigned long long)table);
}
