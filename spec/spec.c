// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* spec.c - a loaded spec: look-ups, and the meaning of operations and instructions as terms.
 *
 * The tables are filled by the loader (load.h) and never change afterwards. Elaboration reads the definition's
 * s-expression with the integers of its family, its operands and its immediate bound. */
#include "spec.h"

#include <stdlib.h>
#include <string.h>

#include "form.h"
#include "spec/language/elab.h"
#include "spec/language/report.h"
#include "spec/load/load.h"
#include "spec/term/lift.h"

const char *const instr_kind_names[INSTR_KIND_COUNT] = {
    "logic", "logic3", "add", "sub", "saturate", "shift", "compare", "minmax", "average", "multiply", "blend", "bit", "lea",
    "shuffle", "matrix", "sum", "count", "funnel", "convert", "named", "sequence", "form"};

const char *const op_type_names[OP_TYPE_COUNT] = {"(vec n w)", "(vec 1 w)", "(vec n 1)", "(vec 1 32)"};

unsigned op_type_fields(op_type type, unsigned n)
{
    return type == OP_SCALAR || type == OP_INDEX ? 1 : n;
}

unsigned op_type_width(op_type type, unsigned w)
{
    return type == OP_BITS ? 1 : type == OP_INDEX ? 32 : w;
}

void spec_free(spec *s)
{
    if (!s) return;
    arena mem = s->mem;
    arena_free(&mem);
}

const regclass *spec_find_class(const spec *s, const char *name)
{
    for (unsigned i = 0; i < s->nclasses; i++)
        if (text_same(s->classes[i].name, name)) return &s->classes[i];
    return NULL;
}

const target *spec_find_target(const spec *s, const char *name)
{
    for (unsigned i = 0; i < s->ntargets; i++)
        if (text_same(s->targets[i].name, name)) return &s->targets[i];
    return NULL;
}

const op *spec_find_op(const spec *s, const char *name)
{
    for (unsigned i = 0; i < s->nops; i++)
        if (text_same(s->ops[i].name, name)) return &s->ops[i];
    return NULL;
}

static int compare_names(const void *a, const void *b)
{
    const instr *x = *(const instr *const *)a, *y = *(const instr *const *)b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static bool needs_no_more(const target *t, const instr *in)
{
    for (const char *const *f = in->requires_; *f; f++)
        if (!target_has_feature(t, *f)) return false;
    for (unsigned i = 0; i < in->nsrc; i++)
        if (!target_has_class(t, in->src[i])) return false;
    return target_has_class(t, in->result);
}

void spec_index_names(spec *s)
{
    for (unsigned t = 0; t < s->ntargets; t++) {
        bool *has = arena_new(&s->mem, spec_all_instrs(s) + 1, bool);
        for (unsigned i = 0; i < spec_all_instrs(s); i++)
            has[i] = needs_no_more(&s->targets[t], spec_instr(s, i));
        s->targets[t].has = has;
    }
    s->by_name = arena_new(&s->mem, spec_all_instrs(s) + 1, const instr *);
    for (unsigned i = 0; i < spec_all_instrs(s); i++) s->by_name[i] = spec_instr(s, i);
    qsort(s->by_name, spec_all_instrs(s), sizeof *s->by_name, compare_names);
}

/* As strcmp of the name and the word. */
static int compare_word(const char *name, const char *word, size_t n)
{
    int order = strncmp(name, word, n);
    return order ? order : name[n] != 0;
}

const instr *const *spec_named(const spec *s, const char *word, size_t n, unsigned *count)
{
    unsigned low = 0, high = spec_all_instrs(s), first;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (compare_word(s->by_name[middle]->name, word, n) < 0) low = middle + 1;
        else high = middle;
    }
    for (first = low; low < spec_all_instrs(s) && !compare_word(s->by_name[low]->name, word, n);) low++;
    *count = low - first;
    return s->by_name + first;
}

const instr *spec_find_instr(const spec *s, const char *name, const regclass *result)
{
    unsigned count;
    const instr *const *named = spec_named(s, name, strlen(name), &count);
    for (unsigned i = 0; i < count; i++)
        if (named[i]->result == result) return named[i];
    return NULL;
}

unsigned spec_all_instrs(const spec *s)
{
    return s->ninstrs + s->nform_instrs;
}

const instr *spec_instr(const spec *s, unsigned index)
{
    return index < s->ninstrs ? &s->instrs[index] : &s->form_instrs[index - s->ninstrs];
}

bool target_has_feature(const target *t, const char *feature)
{
    for (const char *const *f = t->features; *f; f++)
        if (text_same(*f, feature)) return true;
    return false;
}

bool target_has_class(const target *t, const regclass *c)
{
    for (const regclass *const *k = t->classes; *k; k++)
        if (*k == c) return true;
    return false;
}

bool target_has_instr(const target *t, const instr *in)
{
    return t->has ? t->has[in->index] : needs_no_more(t, in);
}

/* ---- operations ---- */

/* A condition that has no value (it divides by zero, say) does not hold; within registers none is so, as the loader
 * checks. */
/* Whether a clause's condition holds with w and another integer. */
static bool clause_holds(const op *o, const sexp *clause, unsigned w, const char *name, unsigned value)
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
    const sexp *where = load_clause(o->form, "where");
    return !where || clause_holds(o, where, w, "n", n);
}

bool op_is_default(const op *o, unsigned w, unsigned bits)
{
    const sexp *widths = load_clause(o->form, "widths");
    return !(w & (w - 1)) || (widths && clause_holds(o, widths, w, "bits", bits));
}

bool op_has_fields_only(const op *o)
{
    bool fields = o->result == OP_FIELDS;
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
    bool alone = op_elaborate(o, w, n, c, in, &side[0], &side[1], &quiet) && lift_to_chunk(c, side, 2, in, o->arity, n * w, w, field, field_in);
    diag_free(&quiet);
    term_ctx_free(c);
    return alone;
}

bool op_is_exchanged(const op *a, const op *b, unsigned w, unsigned n)
{
    if (a->arity != 2 || b->arity != 2 || !op_exists(a, w, n) || !op_exists(b, w, n)) return false;
    term_ctx *c = term_ctx_new();
    term in[2] = {term_mk_var(c, "first", n * w), term_mk_var(c, "second", n * w)}, other[2] = {in[1], in[0]}, x[2], y[2];
    diags quiet = {0};
    bool same = op_elaborate(a, w, n, c, in, &x[0], &x[1], &quiet) && op_elaborate(b, w, n, c, other, &y[0], &y[1], &quiet) && x[0] == y[0] && x[1] == y[1];
    diag_free(&quiet);
    term_ctx_free(c);
    return same;
}

const op *spec_find_exchanged(const spec *s, const op *o)
{
    static const unsigned width[] = {2, 8};
    for (unsigned i = 0; i < s->nops; i++)
        for (unsigned k = 0; k < sizeof width / sizeof *width; k++)
            if (&s->ops[i] != o && s->ops[i].result == o->result && op_is_exchanged(o, &s->ops[i], width[k], 2)) return &s->ops[i];
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

/* The bits of a field of the result that the clause (only LOW HIGH) leaves, all without one; TERM_NONE after a diagnostic. */
static term elab_only(elab *e, const op *o, unsigned width, const sexp_env *env)
{
    const sexp *only = load_clause(o->form, "only");
    int64_t low = 0, high = width;
    if (only && (!elab_integer(e, only->item[1], env, &low) || !elab_integer(e, only->item[2], env, &high))) return TERM_NONE;
    if (low < 0 || low >= high || high > width) {
        report_error(e->d, only, env, "no bits from %lld to %lld - 1 in a field of %u bit%s", (long long)low, (long long)high, width, report_plural(width));
        return TERM_NONE;
    }
    uint64_t limb[TERM_LIMBS_MAX] = {0};
    for (int64_t k = low; k < high; k++) limb[k / 64] |= 1ULL << k % 64;
    return term_mk_const(e->c, limb, width);
}

/* Ones in the result's fields where every precondition holds, in the bits that are not left free in any case. */
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

static const sexp_env *bind_operands(const elab *e, const op *o, unsigned w, unsigned n, const term *args,
                                     const sexp_env *env)
{
    for (unsigned i = 0; i < o->arity; i++) {
        unsigned width = op_type_width(o->type[i], w), bits = width * op_type_fields(o->type[i], n);
        unsigned have = term_width(e->c, args[i]);
        require(have == term_width(e->c, args[0]), "operands are registers of one width");
        term value = have < bits ? term_mk_extend(e->c, TERM_ZERO_EXTEND, bits - have, args[i]) : term_mk_extract(e->c, bits - 1, 0, args[i]);
        env = elab_bind_fields(e->mem, env, o->param[i], value, width);
    }
    return env;
}

static term elab_result(elab *e, const op *o, const sexp_env *env)
{
    const sexp *body = load_body(o->form);
    term t = elab_bits(e, body, env);
    unsigned bits = t ? term_width(e->c, t) : e->total_bits, fields = e->total_bits / e->field_width;
    if (bits == e->total_bits) return t;
    report_error(e->d, body, env, "the result has %u bit%s; %u field%s of %u bit%s expected", bits, report_plural(bits),
                 fields, report_plural(fields), e->field_width, report_plural(e->field_width));
    return TERM_NONE;
}

/* t in the low bits of a register, zeros above. */
static term widen(term_ctx *c, term t, unsigned bits)
{
    return t ? term_mk_extend(c, TERM_ZERO_EXTEND, bits - term_width(c, t), t) : TERM_NONE;
}

bool op_elaborate(const op *o, unsigned w, unsigned n, term_ctx *c, const term *args, term *result, term *care,
                  diags *d)
{
    unsigned bits = term_width(c, args[0]);
    require(w > 0 && n > 0 && w <= bits / n, "w * n bits fit the register");
    arena mem = {0};
    elab e = {.c = c, .d = d, .mem = &mem, .in_op = true, .field_width = op_type_width(o->result, w)};
    e.total_bits = e.field_width * op_type_fields(o->result, n);
    const sexp_env *env = bind_operands(&e, o, w, n, args, elab_bind_integer(&mem, elab_bind_integer(&mem, o->env, "w", w), "n", n));
    *result = widen(c, elab_result(&e, o, env), bits);
    *care = *result ? widen(c, elab_care(&e, o, w, n, env), bits) : TERM_NONE;
    arena_free(&mem);
    return *result && *care;
}

/* ---- instructions ---- */

term load_elaborate_instr(const instr *in, term_ctx *c, const term *src, int64_t imm, diags *d)
{
    arena mem = {0};
    elab e = {.c = c, .d = d, .mem = &mem, .total_bits = in->result->bits};
    const sexp_env *env = in->env;
    for (unsigned i = 0; i < in->nsrc; i++) env = elab_bind_term(&mem, env, in->src_name[i], ENV_REGISTER, src[i]);
    if (in->has_imm) env = elab_bind_integer(&mem, env, in->imm_name, imm);
    const sexp *body = load_body(in->form);
    term t = elab_bits(&e, body, env);
    if (t && term_width(c, t) != in->result->bits) {
        unsigned bits = term_width(c, t);
        report_error(d, body, env, "the result has %u bit%s; class %s has %u", bits, report_plural(bits), in->result->name,
                     in->result->bits);
        t = TERM_NONE;
    }
    arena_free(&mem);
    return t;
}

term instr_apply(const instr *in, term_ctx *c, const term *src, int64_t imm)
{
    diags quiet = {0};
    require(!in->has_imm || (imm >= in->imm_low && imm <= in->imm_high), "the immediate is in range");
    for (unsigned i = 0; i < in->nsrc; i++)
        require(term_width(c, src[i]) == in->src[i]->bits, "a source has the width of its class");
    if (in->form_of) return form_apply(in, c, src, imm);
    term t = load_elaborate_instr(in, c, src, imm, &quiet);
    if (t == TERM_NONE) diag_print(&quiet, stderr);
    require(t != TERM_NONE,
            "the definitions were tried when they were loaded, or by who signed them");
    diag_free(&quiet);
    return t;
}
