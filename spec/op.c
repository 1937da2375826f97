// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* op.c - operations as terms.
 *
 * Elaboration reads the definition's s-expression with the integers of its family, the field width,
 * the number of fields and the operands bound. The loader tries it when a spec is read. */
#include "op.h"

#include "spec/language/elab.h"
#include "spec/language/report.h"
#include "spec/term/lift.h"

const char *const op_type_names[OP_TYPE_COUNT] = {"(vec n w)", "(vec 1 w)", "(vec n 1)",
                                                  "(vec 1 32)"};

unsigned op_type_fields(op_type type, unsigned n)
{
    return type == OP_SCALAR || type == OP_INDEX ? 1 : n;
}

unsigned op_type_width(op_type type, unsigned w)
{
    return type == OP_BITS ? 1 : type == OP_INDEX ? 32 : w;
}

/* Whether a clause's condition holds with w and another integer. A condition that has no value (it
 * divides by zero, say) does not hold; within registers none is so, as the loader checks. */
static bool clause_holds(const op *o, const sexp *clause, unsigned w, const char *name,
                         unsigned value)
{
    diags quiet = {0};
    elab e = {.d = &quiet, .in_op = true}; /* a condition binds nothing */
    sexp_env width = {.next = o->env, .name = "w", .kind = ENV_INTEGER, .value = w};
    sexp_env second = {.next = &width, .name = name, .kind = ENV_INTEGER, .value = value};
    bool holds, good = elab_condition(&e, clause->item[1], &second, &holds);
    diag_free(&quiet);
    return good && holds;
}

bool op_exists(const op *o, unsigned w, unsigned n)
{
    const sexp *where = sexp_clause(o->form, "where");
    return !where || clause_holds(o, where, w, "n", n);
}

bool op_is_default(const op *o, unsigned w, unsigned bits)
{
    const sexp *widths = sexp_clause(o->form, "widths");
    if (w > OP_WIDTH_USUAL) return o->blocks && w == bits;
    return !(w & (w - 1)) || (widths && clause_holds(o, widths, w, "bits", bits));
}

bool op_is_plain(const op *o)
{
    bool plain = !o->second.name;
    for (unsigned i = 0; i < o->arity; i++) plain = plain && !o->in[i];
    return plain;
}

unsigned op_term_bits(const op *o, unsigned bits) { return o->second.name ? 2 * bits : bits; }

bool op_has_fields_only(const op *o)
{
    bool fields = o->result == OP_FIELDS && op_is_plain(o);
    for (unsigned i = 0; i < o->arity; i++) fields = fields && o->type[i] == OP_FIELDS;
    return fields;
}

bool op_is_fieldwise(const op *o, unsigned w, unsigned n)
{
    if (!op_has_fields_only(o) || !op_exists(o, w, n)) return false;
    term_ctx *c = term_ctx_new();
    term in[SPEC_SRC_MAX], side[2], field[2], field_in[SPEC_SRC_MAX];
    diags quiet = {0};
    for (unsigned i = 0; i < o->arity; i++) in[i] = term_mk_var(c, o->param[i], n * w);
    bool alone = op_elaborate(o, w, n, c, in, &side[0], &side[1], &quiet) &&
                 lift_to_chunk(c, side, 2, in, o->arity, n * w, w, field, field_in);
    diag_free(&quiet);
    term_ctx_free(c);
    return alone;
}

bool op_is_exchanged(const op *a, const op *b, unsigned w, unsigned n)
{
    if (a->arity != 2 || b->arity != 2 || !op_exists(a, w, n) || !op_exists(b, w, n)) return false;
    if (!op_is_plain(a) || !op_is_plain(b)) return false;
    term_ctx *c = term_ctx_new();
    term in[2] = {term_mk_var(c, "first", n * w), term_mk_var(c, "second", n * w)},
         other[2] = {in[1], in[0]}, x[2], y[2];
    diags quiet = {0};
    bool same = op_elaborate(a, w, n, c, in, &x[0], &x[1], &quiet) &&
                op_elaborate(b, w, n, c, other, &y[0], &y[1], &quiet) && x[0] == y[0] &&
                x[1] == y[1];
    diag_free(&quiet);
    term_ctx_free(c);
    return same;
}

const op *op_find_exchanged(const spec *s, const op *o)
{
    static const unsigned width[] = {2, 8};
    for (unsigned i = 0; i < s->nops; i++)
        for (unsigned k = 0; k < sizeof width / sizeof *width; k++)
            if (&s->ops[i] != o && s->ops[i].result == o->result &&
                op_is_exchanged(o, &s->ops[i], width[k], 2))
                return &s->ops[i];
    return NULL;
}

/* Whether every precondition holds in field i; TERM_NONE after a diagnostic. */
static term elab_pre(elab *e, const op *o, unsigned i, const sexp_env *env)
{
    term holds = term_mk_bool(e->c, true);
    for (unsigned k = 4; holds && k + 1 < o->form->count; k++) {
        const sexp *pre = o->form->item[k];
        if (!text_same(sexp_head(pre), "pre")) continue;
        term p = elab_bool(e, pre->item[2], elab_bind_integer(e->mem, env, pre->item[1]->text, i));
        holds = p ? term_mk_binary(e->c, TERM_AND, holds, p) : TERM_NONE;
    }
    return holds;
}

/* The bits of a field of the result that the clause (only LOW HIGH) leaves, all without one;
 * TERM_NONE after a diagnostic. */
static term elab_only(elab *e, const op *o, unsigned width, const sexp_env *env)
{
    const sexp *only = sexp_clause(o->form, "only");
    int64_t low = 0, high = width;
    if (only &&
        (!elab_integer(e, only->item[1], env, &low) || !elab_integer(e, only->item[2], env, &high)))
        return TERM_NONE;
    if (low < 0 || low >= high || high > width) {
        report_error(e->d, only, env, "no bits from %lld to %lld - 1 in a field of %u bit%s",
                     (long long)low, (long long)high, width, report_plural(width));
        return TERM_NONE;
    }
    uint64_t limb[TERM_LIMBS_MAX] = {0};
    for (int64_t k = low; k < high; k++) limb[k / 64] |= 1ULL << k % 64;
    return term_mk_const(e->c, limb, width);
}

/* Ones in the result's fields where every precondition holds, in the bits that are not left free in
 * any case. */
static term elab_care(elab *e, const op *o, unsigned w, unsigned n, const sexp_env *env)
{
    unsigned fields = op_type_fields(o->result, n), width = op_type_width(o->result, w);
    term *part = mem_alloc(fields, sizeof *part), care = TERM_NONE;
    term ones = elab_only(e, o, width, env), zeros = term_mk_u64(e->c, 0, width);
    for (unsigned i = 0; i < fields; i++) {
        term holds = ones ? elab_pre(e, o, i, env) : TERM_NONE;
        if (!holds) goto out;
        part[i] = term_mk_ite(e->c, holds, ones, zeros);
    }
    care = term_mk_concat_n(e->c, part, fields);
out:
    mem_free(part);
    return care;
}

static const sexp_env *bind_operands(const elab *e, const op *o, unsigned w, unsigned n,
                                     const term *args, const sexp_env *env)
{
    for (unsigned i = 0; i < o->arity; i++) {
        unsigned width = op_type_width(o->type[i], w), bits = width * op_type_fields(o->type[i], n);
        unsigned have = term_width(e->c, args[i]);
        require(have == term_width(e->c, args[0]), "operands are registers of one width");
        term value = have < bits ? term_mk_extend(e->c, TERM_ZERO_EXTEND, bits - have, args[i])
                                 : term_mk_extract(e->c, bits - 1, 0, args[i]);
        env = elab_bind_fields(e->mem, env, o->param[i], value, width);
    }
    return env;
}

/* One result, the body of which is given, of the fields that e is set to. */
static term elab_result(elab *e, const sexp *body, const sexp_env *env)
{
    term t = elab_bits(e, body, env);
    unsigned bits = t ? term_width(e->c, t) : e->total_bits,
             fields = e->total_bits / e->field_width;
    if (bits == e->total_bits) return t;
    report_error(e->d, body, env, "the result has %u bit%s; %u field%s of %u bit%s expected", bits,
                 report_plural(bits), fields, report_plural(fields), e->field_width,
                 report_plural(e->field_width));
    return TERM_NONE;
}

/* t in the low bits of a register, zeros above. */
static term widen(term_ctx *c, term t, unsigned bits)
{
    return t ? term_mk_extend(c, TERM_ZERO_EXTEND, bits - term_width(c, t), t) : TERM_NONE;
}

static void set_type(elab *e, op_type type, unsigned w, unsigned n)
{
    e->field_width = op_type_width(type, w);
    e->total_bits = e->field_width * op_type_fields(type, n);
}

static term ones(term_ctx *c, unsigned width)
{
    return term_mk_unary(c, TERM_BVNOT, term_mk_u64(c, 0, width));
}

/* The second result and where it matters: each in `bits` bits, above the first one. */
static bool elab_second(elab *e, const op *o, unsigned w, unsigned n, unsigned bits,
                        const sexp_env *env, term *result, term *care)
{
    const sexp *body = sexp_body(o->form)->item[2];
    set_type(e, o->second.type, w, n);
    if (o->second.cls && e->total_bits > o->second.cls->bits)
        return report_error(e->d, body, env, "%u packed bits do not fit class %s", e->total_bits,
                            o->second.cls->name);
    term second = elab_result(e, body, env);
    if (!second) return false;
    unsigned whole = !o->second.cls               ? e->total_bits
                     : o->second.cls->bits < bits ? o->second.cls->bits
                                                  : bits;
    term both[2] = {*result, widen(e->c, second, bits)};
    *result = term_mk_concat_n(e->c, both, 2);
    term cares[2] = {*care, widen(e->c, ones(e->c, whole), bits)};
    *care = term_mk_concat_n(e->c, cares, 2);
    return true;
}

bool op_elaborate(const op *o, unsigned w, unsigned n, term_ctx *c, const term *args, term *result,
                  term *care, diags *d)
{
    unsigned bits = term_width(c, args[0]) / (o->second.name ? 2 : 1);
    require(w > 0 && n > 0 && w <= bits / n, "w * n bits fit the register");
    arena mem = {0};
    elab e = {.c = c, .d = d, .mem = &mem, .in_op = true};
    set_type(&e, o->result, w, n);
    const sexp *body = sexp_body(o->form);
    const sexp_env *env = bind_operands(
        &e, o, w, n, args,
        elab_bind_integer(&mem, elab_bind_integer(&mem, o->env, "w", w), "n", n));
    *result = widen(c, elab_result(&e, o->second.name ? body->item[1] : body, env), bits);
    *care = *result ? widen(c, elab_care(&e, o, w, n, env), bits) : TERM_NONE;
    bool good = *result && *care &&
                (!o->second.name || elab_second(&e, o, w, n, bits, env, result, care));
    arena_free(&mem);
    return good;
}
