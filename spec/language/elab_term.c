// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* elab_term.c - from s-expressions to terms; elab_integer.c does integers.
 *
 * Every operator checks the sorts of its operands before it calls the term constructors, so a
 * user's mistake is a diagnostic at the operand that is wrong and never a broken contract. */
#include "elab.h"

#include <stdlib.h>
#include <string.h>

#include "elab_inside.h"
#include "spec/term/bv.h"

const sexp_env *elab_bind_integer(arena *mem, const sexp_env *env, const char *name, int64_t value)
{
    sexp_env *b = arena_new(mem, 1, sexp_env);
    *b = (sexp_env){.next = env, .name = name, .kind = ENV_INTEGER, .value = value};
    return b;
}

const sexp_env *elab_bind_term(arena *mem, const sexp_env *env, const char *name, env_kind kind,
                               term t)
{
    sexp_env *b = arena_new(mem, 1, sexp_env);
    *b = (sexp_env){.next = env, .name = name, .kind = kind, .t = t};
    return b;
}

const sexp_env *elab_bind_fields(arena *mem, const sexp_env *env, const char *name, term t,
                                 unsigned field)
{
    sexp_env *b = arena_new(mem, 1, sexp_env);
    *b = (sexp_env){.next = env, .name = name, .kind = ENV_REGISTER, .t = t, .field = field};
    return b;
}

/* An integer used as a width or a bit number. */
static bool small_integer(elab *e, const sexp *x, const sexp_env *env, int64_t low, int64_t high,
                          const char *what, unsigned *out)
{
    int64_t v;
    *out = 0;
    if (!elab_integer(e, x, env, &v)) return false;
    if (v < low || v > high)
        return fail(e, x, env, "%s is %lld; %lld to %lld expected", what, (long long)v,
                    (long long)low, (long long)high);
    *out = (unsigned)v;
    return true;
}

static term literal(elab *e, const sexp *x)
{
    uint64_t v[TERM_LIMBS_MAX] = {0};
    unsigned digits = (unsigned)strlen(x->text) - 2, per = x->text[1] == 'x' ? 4 : 1;
    for (unsigned i = 0; i < digits; i++) {
        char ch = x->text[2 + digits - 1 - i];
        uint64_t digit = (uint64_t)(ch <= '9' ? ch - '0' : (ch | 32) - 'a' + 10);
        v[i * per / 64] |= digit << i * per % 64;
    }
    return term_mk_const(e->c, v, digits * per);
}

static term symbol(elab *e, const sexp *x, const sexp_env *env)
{
    if (text_same(x->text, "true")) return term_mk_bool(e->c, true);
    if (text_same(x->text, "false")) return term_mk_bool(e->c, false);
    const sexp_env *b = sexp_env_find(env, x->text);
    term known = !b && e->name ? e->name(e, x->text) : TERM_NONE;
    if (known) return known;
    if (!b) return fail(e, x, NULL, "unknown name '%s'", x->text);
    if (b->kind == ENV_INTEGER)
        return fail(e, x, NULL, "'%s' is an integer; a term is expected: write (bv %s WIDTH)",
                    x->text, x->text);
    if (b->kind != ENV_TERM && b->kind != ENV_REGISTER)
        return fail(e, x, env, "'%s' is not a term", x->text);
    return b->t;
}

/* (bv VALUE WIDTH) */
static term bv_literal(elab *e, const sexp *x, const sexp_env *env)
{
    int64_t v;
    unsigned width;
    uint64_t limbs[TERM_LIMBS_MAX];
    if (!count_operands(e, x, 2, 2) || !elab_integer(e, x->item[1], env, &v)) return TERM_NONE;
    if (!small_integer(e, x->item[2], env, 1, TERM_WIDTH_MAX, "a width", &width)) return TERM_NONE;
    memset(limbs, v < 0 ? 0xff : 0, sizeof limbs);
    limbs[0] = (uint64_t)v;
    return term_mk_const(e->c, limbs, width);
}

/* (field a i [W]) */
static term field(elab *e, const sexp *x, const sexp_env *env)
{
    unsigned width = e->field_width, i;
    if (!count_operands(e, x, 2, 3)) return TERM_NONE;
    const sexp_env *b = x->item[1]->kind == SEXP_SYMBOL ? sexp_env_find(env, x->item[1]->text)
                                                        : NULL;
    if (!b || b->kind != ENV_REGISTER)
        return fail(e, x->item[1], env, "expected an operand of the definition");
    unsigned bits = term_width(e->c, b->t);
    if (b->field) width = b->field;
    if (x->count == 4 && !small_integer(e, x->item[3], env, 1, bits, "a field width", &width))
        return TERM_NONE;
    if (!width)
        return fail(e, x, env, "'field' outside 'each' needs a width: (field %s i W)", b->name);
    if (width > bits)
        return fail(e, x, env, "a field of %u bit%s in a register of %u", width,
                    report_plural(width), bits);
    if (!small_integer(e, x->item[2], env, 0, bits / width - 1, "a field number", &i))
        return TERM_NONE;
    return term_mk_extract(e->c, (i + 1) * width - 1, i * width, b->t);
}

/* (each i BODY) in an op, (each i W BODY) in an instr */
static term each(elab *e, const sexp *x, const sexp_env *env)
{
    unsigned width = e->field_width, outer = e->field_width;
    if (!count_operands(e, x, e->in_op ? 2 : 3, e->in_op ? 2 : 3)) return TERM_NONE;
    if (x->item[1]->kind != SEXP_SYMBOL)
        return fail(e, x->item[1], NULL, "expected the name of the field number");
    if (!e->in_op && !small_integer(e, x->item[2], env, 1, e->total_bits, "a field width", &width))
        return TERM_NONE;
    if (e->total_bits % width)
        return fail(e, x, env, "fields of %u bit%s do not fill a register of %u", width,
                    report_plural(width), e->total_bits);
    const sexp *body = x->item[x->count - 1];
    unsigned count = e->total_bits / width;
    term *part = mem_alloc(count, sizeof *part), result = TERM_NONE;
    e->field_width = width;
    for (unsigned i = 0; i < count; i++) {
        const sexp_env *inner = elab_bind_integer(e->mem, env, x->item[1]->text, i);
        part[i] = elab_bits(e, body, inner);
        if (!part[i]) goto out;
        unsigned bits = term_width(e->c, part[i]);
        if (bits != width) {
            fail(e, body, inner, "the field's value has %u bit%s; the field has %u", bits,
                 report_plural(bits), width);
            goto out;
        }
    }
    result = term_mk_concat_n(e->c, part, count);
out:
    e->field_width = outer;
    mem_free(part);
    return result;
}

/* (acc INIT) and (j COUNT) of a fold */
static bool fold_shape(elab *e, const sexp *x)
{
    static const char *const expected[2] = {"(acc INIT)", "(j COUNT)"};
    if (!count_operands(e, x, 3, 3)) return false;
    for (unsigned k = 0; k < 2; k++) {
        const sexp *b = x->item[1 + k];
        if (b->kind != SEXP_LIST || b->count != 2 || b->item[0]->kind != SEXP_SYMBOL)
            return fail(e, b, NULL, "expected %s: (fold (acc INIT) (j COUNT) BODY)", expected[k]);
    }
    if (!sexp_is_symbol(x->item[1]->item[0], x->item[2]->item[0]->text)) return true;
    return fail(e, x->item[2], NULL, "'%s' is bound twice in one fold", x->item[2]->item[0]->text);
}

/* (fold (acc INIT) (j COUNT) BODY): BODY of BODY of ... of INIT; the sort may change from step to
 * step */
static term fold(elab *e, const sexp *x, const sexp_env *env)
{
    unsigned count;
    if (!fold_shape(e, x)) return TERM_NONE;
    const sexp *acc = x->item[1], *index = x->item[2];
    if (!small_integer(e, index->item[1], env, 0, TERM_WIDTH_MAX, "the number of steps", &count))
        return TERM_NONE;
    term t = elab_any(e, acc->item[1], env);
    for (unsigned j = 0; t && j < count; j++) {
        const sexp_env *inner = elab_bind_term(e->mem, env, acc->item[0]->text, ENV_TERM, t);
        t = elab_any(e, x->item[3], elab_bind_integer(e->mem, inner, index->item[0]->text, j));
    }
    return t;
}

enum { BINDINGS_MAX = 1000 }; /* their names are compared with each other */

static bool let_binding_shape(elab *e, const sexp *x)
{
    if (!count_operands(e, x, 2, 2)) return false;
    if (x->item[1]->kind != SEXP_LIST)
        return fail(e, x->item[1], NULL, "expected bindings: ((name term) ...)");
    if (x->item[1]->count > BINDINGS_MAX)
        return fail(e, x->item[1], NULL, "more than %d bindings in one let", BINDINGS_MAX);
    for (unsigned i = 0; i < x->item[1]->count; i++) {
        const sexp *b = x->item[1]->item[i];
        if (b->kind != SEXP_LIST || b->count != 2 || b->item[0]->kind != SEXP_SYMBOL)
            return fail(e, b, NULL, "expected a binding: (name term)");
        for (unsigned k = 0; k < i; k++)
            if (sexp_is_symbol(x->item[1]->item[k]->item[0], b->item[0]->text))
                return fail(e, b, NULL, "'%s' is bound twice in one let", b->item[0]->text);
    }
    return true;
}

/* (let ((x t) ...) body), parallel as in SMT-LIB */
static term let(elab *e, const sexp *x, const sexp_env *env)
{
    const sexp_env *inner = env;
    if (!let_binding_shape(e, x)) return TERM_NONE;
    for (unsigned i = 0; i < x->item[1]->count; i++) {
        const sexp *b = x->item[1]->item[i];
        term t = elab_any(e, b->item[1], env);
        if (!t) return TERM_NONE;
        inner = elab_bind_term(e->mem, inner, b->item[0]->text, ENV_TERM, t);
    }
    return elab_any(e, x->item[2], inner);
}

static term integer_if(elab *e, const sexp *x, const sexp_env *env)
{
    bool cond;
    if (!count_operands(e, x, 3, 3) || !elab_condition(e, x->item[1], env, &cond)) return TERM_NONE;
    return elab_any(e, x->item[cond ? 2 : 3], env);
}

static const char *sort_text(elab *e, term t, char buffer[32])
{
    unsigned w = term_width(e->c, t);
    if (w) snprintf(buffer, 32, "%u bit%s", w, report_plural(w));
    else snprintf(buffer, 32, "Bool");
    return buffer;
}

static bool same_sort(elab *e, const sexp *x, const sexp_env *env, const char *name, term a, term b)
{
    char sa[32], sb[32];
    if (term_width(e->c, a) == term_width(e->c, b)) return true;
    return fail(e, x, env, "operands of '%s' have %s and %s; one sort expected", name,
                sort_text(e, a, sa), sort_text(e, b, sb));
}

static term ite(elab *e, const sexp *x, const sexp_env *env)
{
    if (!count_operands(e, x, 3, 3)) return TERM_NONE;
    term cond = elab_bool(e, x->item[1], env);
    term a = cond ? elab_any(e, x->item[2], env) : TERM_NONE;
    term b = a ? elab_any(e, x->item[3], env) : TERM_NONE;
    if (!b || !same_sort(e, x->item[3], env, "ite", a, b)) return TERM_NONE;
    return term_mk_ite(e->c, cond, a, b);
}

static term extract(elab *e, const sexp *head, const sexp_env *env, term t)
{
    unsigned high, low, w = term_width(e->c, t);
    if (!small_integer(e, head->item[2], env, 0, w - 1, "the high bit of 'extract'", &high) ||
        !small_integer(e, head->item[3], env, 0, high, "the low bit of 'extract'", &low))
        return TERM_NONE;
    return term_mk_extract(e->c, high, low, t);
}

static term extend(elab *e, const sexp *head, const sexp_env *env, term t)
{
    unsigned added, most = TERM_WIDTH_MAX - term_width(e->c, t);
    bool zero = text_same(head->item[1]->text, "zero_extend");
    if (!small_integer(e, head->item[2], env, 0, most, "the number of added bits", &added))
        return TERM_NONE;
    return term_mk_extend(e->c, zero ? TERM_ZERO_EXTEND : TERM_SIGN_EXTEND, added, t);
}

static term repeat(elab *e, const sexp *head, const sexp_env *env, term t)
{
    unsigned copies, most = TERM_WIDTH_MAX / term_width(e->c, t);
    if (!small_integer(e, head->item[2], env, 1, most, "the number of copies", &copies))
        return TERM_NONE;
    term r = t;
    while (--copies) r = term_mk_binary(e->c, TERM_CONCAT, t, r);
    return r;
}

static term rotate(elab *e, const sexp *head, const sexp_env *env, term t)
{
    unsigned k, w = term_width(e->c, t);
    if (!small_integer(e, head->item[2], env, 0, TERM_WIDTH_MAX, "a rotation", &k))
        return TERM_NONE;
    k %= w;
    if (text_same(head->item[1]->text, "rotate_right")) k = (w - k) % w;
    if (!k) return t;
    return term_mk_binary(e->c, TERM_CONCAT, term_mk_extract(e->c, w - 1 - k, 0, t),
                          term_mk_extract(e->c, w - 1, w - k, t));
}

static const struct indexed_operator {
    const char *name;
    unsigned indices;
    term (*make)(elab *e, const sexp *head, const sexp_env *env, term t);
} indexed_operators[] = {
    {"extract", 2, extract},     {"zero_extend", 1, extend},  {"sign_extend", 1, extend},
    {"repeat", 1, repeat},       {"rotate_left", 1, rotate},  {"rotate_right", 1, rotate},
};

static const struct indexed_operator *find_indexed(const char *name)
{
    for (size_t i = 0; i < sizeof indexed_operators / sizeof *indexed_operators; i++)
        if (text_same(indexed_operators[i].name, name)) return &indexed_operators[i];
    return NULL;
}

/* ((_ NAME K ...) t) */
static term indexed(elab *e, const sexp *x, const sexp_env *env)
{
    const sexp *head = x->item[0];
    if (head->count < 3 || head->item[1]->kind != SEXP_SYMBOL)
        return fail(e, head, NULL, "expected (_ operator index ...)");
    const char *name = head->item[1]->text;
    const struct indexed_operator *o = find_indexed(name);
    unsigned indices = o ? o->indices : 1;
    if (x->count != 2)
        return fail(e, x, NULL, "'%s' takes 1 operand, %u given", name, x->count - 1);
    if (head->count != 2 + indices)
        return fail(e, head, NULL, "'%s' takes %u ind%s", name, indices,
                    indices == 1 ? "ex" : "ices");
    term t = elab_bits(e, x->item[1], env);
    if (!t) return TERM_NONE;
    if (!o) return fail(e, head, NULL, "unknown indexed operator '%s'", name);
    return o->make(e, head, env, t);
}

/* One row an operator: the shape of its operands and how it is built. */
enum { CHAIN_MAX = 64 }; /* operands that are applied from the left */
typedef enum form { FORM_NARY, FORM_BINARY, FORM_UNARY, FORM_BOOLEAN } form;
static const struct operator {
    const char *name;
    form form;
    term_op op;
    bool negate, swap;
}
operators[] = {
    {"bvand", FORM_NARY, TERM_BVAND, 0, 0},     {"bvor", FORM_NARY, TERM_BVOR, 0, 0},
    {"bvxor", FORM_NARY, TERM_BVXOR, 0, 0},     {"bvadd", FORM_NARY, TERM_BVADD, 0, 0},
    {"bvmul", FORM_NARY, TERM_BVMUL, 0, 0},     {"bvnand", FORM_BINARY, TERM_BVAND, 1, 0},
    {"bvnor", FORM_BINARY, TERM_BVOR, 1, 0},    {"bvxnor", FORM_BINARY, TERM_BVXOR, 1, 0},
    {"bvsub", FORM_BINARY, TERM_BVSUB, 0, 0},   {"bvudiv", FORM_BINARY, TERM_BVUDIV, 0, 0},
    {"bvurem", FORM_BINARY, TERM_BVUREM, 0, 0}, {"bvsdiv", FORM_BINARY, TERM_BVSDIV, 0, 0},
    {"bvsrem", FORM_BINARY, TERM_BVSREM, 0, 0}, {"bvshl", FORM_BINARY, TERM_BVSHL, 0, 0},
    {"bvlshr", FORM_BINARY, TERM_BVLSHR, 0, 0}, {"bvashr", FORM_BINARY, TERM_BVASHR, 0, 0},
    {"bvnot", FORM_UNARY, TERM_BVNOT, 0, 0},    {"bvneg", FORM_UNARY, TERM_BVNEG, 0, 0},
    {"bvult", FORM_BINARY, TERM_BVULT, 0, 0},   {"bvule", FORM_BINARY, TERM_BVULE, 0, 0},
    {"bvugt", FORM_BINARY, TERM_BVULT, 0, 1},   {"bvuge", FORM_BINARY, TERM_BVULE, 0, 1},
    {"bvslt", FORM_BINARY, TERM_BVSLT, 0, 0},   {"bvsle", FORM_BINARY, TERM_BVSLE, 0, 0},
    {"bvsgt", FORM_BINARY, TERM_BVSLT, 0, 1},   {"bvsge", FORM_BINARY, TERM_BVSLE, 0, 1},
    {"and", FORM_BOOLEAN, TERM_AND, 0, 0},      {"or", FORM_BOOLEAN, TERM_OR, 0, 0},
    {"xor", FORM_BOOLEAN, TERM_EQ, 1, 0},       {"=>", FORM_BOOLEAN, TERM_OR, 0, 1},
    {"not", FORM_UNARY, TERM_NOT, 0, 0},
};

static term build_binary(elab *e, const struct operator *o, term a, term b)
{
    term t;
    if (text_same(o->name, "=>"))
        return term_mk_binary(e->c, TERM_OR, term_mk_unary(e->c, TERM_NOT, a), b);
    t = o->swap ? term_mk_binary(e->c, o->op, b, a) : term_mk_binary(e->c, o->op, a, b);
    if (!o->negate) return t;
    return term_mk_unary(e->c, o->form == FORM_BOOLEAN ? TERM_NOT : TERM_BVNOT, t);
}

/* More operands than CHAIN_MAX, of an associative operator: as a tree, since a chain would be as
 * deep as the list is long, and terms are walked recursively. */
static term many_operands(elab *e, const struct operator* o, const sexp *x, const sexp_env *env,
                          bool boolean, term first)
{
    term *part = mem_alloc(x->count - 1, sizeof *part), result = TERM_NONE;
    part[0] = first;
    for (unsigned i = 2; i < x->count; i++) {
        part[i - 1] = boolean ? elab_bool(e, x->item[i], env) : elab_bits(e, x->item[i], env);
        if (!part[i - 1] || !same_sort(e, x->item[i], env, o->name, first, part[i - 1])) goto out;
    }
    result = term_mk_tree(e->c, o->op, part, x->count - 1);
out:
    mem_free(part);
    return result;
}

static term apply_operator(elab *e, const struct operator *o, const sexp *x, const sexp_env *env)
{
    bool boolean = o->form == FORM_BOOLEAN || o->op == TERM_NOT;
    unsigned min = o->form == FORM_UNARY ? 1 : 2;
    bool many = o->form == FORM_NARY || o->op == TERM_AND || (o->op == TERM_OR && !o->swap);
    if (!count_operands(e, x, o->op == TERM_AND || (o->op == TERM_OR && !o->swap) ? 1 : min,
                        many ? 0 : min))
        return TERM_NONE;
    term t = boolean ? elab_bool(e, x->item[1], env) : elab_bits(e, x->item[1], env);
    if (t && o->form == FORM_UNARY) return term_mk_unary(e->c, o->op, t);
    if (t && x->count > 1 + CHAIN_MAX) return many_operands(e, o, x, env, boolean, t);
    for (unsigned i = 2; t && i < x->count; i++) {
        term b = boolean ? elab_bool(e, x->item[i], env) : elab_bits(e, x->item[i], env);
        if (!b || !same_sort(e, x->item[i], env, o->name, t, b)) return TERM_NONE;
        t = build_binary(e, o, t, b);
    }
    return t;
}

/* (= t t) (distinct t t), on bit-vectors and on Bool */
static term equality(elab *e, const sexp *x, const sexp_env *env)
{
    if (!count_operands(e, x, 2, 2)) return TERM_NONE;
    term a = elab_any(e, x->item[1], env), b = a ? elab_any(e, x->item[2], env) : TERM_NONE;
    if (!b || !same_sort(e, x->item[2], env, sexp_head(x), a, b)) return TERM_NONE;
    term t = term_mk_binary(e->c, TERM_EQ, a, b);
    return sexp_is_symbol(x->item[0], "=") ? t : term_mk_unary(e->c, TERM_NOT, t);
}

static term concat(elab *e, const sexp *x, const sexp_env *env)
{
    if (!count_operands(e, x, 2, 0)) return TERM_NONE;
    term t = elab_bits(e, x->item[1], env);
    for (unsigned i = 2; t && i < x->count; i++) {
        term b = elab_bits(e, x->item[i], env);
        if (!b) return TERM_NONE;
        if (term_width(e->c, t) + term_width(e->c, b) > TERM_WIDTH_MAX)
            return fail(e, x, env, "wider than %d bits", TERM_WIDTH_MAX);
        t = term_mk_binary(e->c, TERM_CONCAT, t, b);
    }
    return t;
}

/* (_ bvN W), of SMT-LIB */
static term smt_literal(elab *e, const sexp *x, const sexp_env *env)
{
    unsigned width;
    const char *text = x->count == 3 && x->item[1]->kind == SEXP_SYMBOL ? x->item[1]->text : "";
    size_t digits = strncmp(text, "bv", 2) ? 0 : strspn(text + 2, "0123456789");
    if (!digits || text[2 + digits])
        return fail(e, x, NULL, "expected a literal (_ bvVALUE WIDTH)");
    if (digits > 19) return fail(e, x, NULL, "value too large; at most 19 digits");
    if (!small_integer(e, x->item[2], env, 1, TERM_WIDTH_MAX, "a width", &width)) return TERM_NONE;
    uint64_t limbs[TERM_LIMBS_MAX] = {strtoull(text + 2, NULL, 10)};
    if (width < 64 && limbs[0] >> width)
        return fail(e, x, NULL, "%s does not fit %u bit%s", text + 2, width, report_plural(width));
    return term_mk_const(e->c, limbs, width);
}

/* Two bit-vectors of one width as operands. */
static bool two_operands(elab *e, const sexp *x, const sexp_env *env, term out[2])
{
    if (!count_operands(e, x, 2, 2)) return false;
    for (unsigned i = 0; i < 2; i++)
        if (!(out[i] = elab_bits(e, x->item[1 + i], env))) return false;
    return same_sort(e, x->item[2], env, sexp_head(x), out[0], out[1]);
}

/* (bvcomp t t): one bit, of SMT-LIB */
static term smt_compare(elab *e, const sexp *x, const sexp_env *env)
{
    term t[2];
    if (!two_operands(e, x, env, t)) return TERM_NONE;
    return term_mk_ite(e->c, term_mk_binary(e->c, TERM_EQ, t[0], t[1]), term_mk_u64(e->c, 1, 1),
                       term_mk_u64(e->c, 0, 1));
}

/* (bvsmod t t): the remainder with the divisor's sign, of SMT-LIB */
static term smt_modulus(elab *e, const sexp *x, const sexp_env *env)
{
    term t[2];
    if (!two_operands(e, x, env, t)) return TERM_NONE;
    term zero = term_mk_u64(e->c, 0, term_width(e->c, t[0])),
         r = term_mk_binary(e->c, TERM_BVSREM, t[0], t[1]);
    term negative = term_mk_binary(e->c, TERM_BVSLT, r, zero),
         divisor = term_mk_binary(e->c, TERM_BVSLT, t[1], zero);
    term alike = term_mk_binary(e->c, TERM_EQ, negative, divisor),
         none = term_mk_binary(e->c, TERM_EQ, r, zero);
    return term_mk_ite(e->c, term_mk_binary(e->c, TERM_OR, none, alike), r,
                       term_mk_binary(e->c, TERM_BVADD, r, t[1]));
}

/* Forms that are no operators on terms alone, and the languages that have them. */
enum { HOUSE = 1, SMT_LIB = 2, BOTH = HOUSE | SMT_LIB };
static const struct special {
    const char *name;
    term (*build)(elab *, const sexp *, const sexp_env *);
    unsigned languages;
} specials[] = {{"bv", bv_literal, HOUSE},
                {"field", field, HOUSE},
                {"each", each, HOUSE},
                {"fold", fold, HOUSE},
                {"if", integer_if, HOUSE},
                {"let", let, BOTH},
                {"ite", ite, BOTH},
                {"=", equality, BOTH},
                {"distinct", equality, BOTH},
                {"concat", concat, BOTH},
                {"_", smt_literal, SMT_LIB},
                {"bvcomp", smt_compare, SMT_LIB},
                {"bvsmod", smt_modulus, SMT_LIB}};

static const struct special *find_special(const elab *e, const char *name)
{
    for (unsigned i = 0; i < sizeof specials / sizeof *specials; i++)
        if (text_same(name, specials[i].name) &&
            specials[i].languages & (e->apply ? SMT_LIB : HOUSE))
            return &specials[i];
    return NULL;
}

static const struct operator *find_operator(const char *name)
{
    for (unsigned i = 0; i < sizeof operators / sizeof *operators; i++)
        if (text_same(name, operators[i].name)) return &operators[i];
    return NULL;
}

bool elab_is_operator(const elab *e, const char *name)
{
    return find_special(e, name) || find_operator(name) || text_same(name, "true") ||
           text_same(name, "false");
}

static term elab_list(elab *e, const sexp *x, const sexp_env *env)
{
    if (x->count == 0) return fail(e, x, NULL, "empty form; a term expected");
    if (x->item[0]->kind == SEXP_LIST && text_same(sexp_head(x->item[0]), "_"))
        return indexed(e, x, env);
    const char *head = sexp_head(x);
    const struct special *special = find_special(e, head);
    if (special) return special->build(e, x, env);
    const struct operator *o = find_operator(head);
    if (o) return apply_operator(e, o, x, env);
    if (!*head)
        return fail(e, x->item[0], NULL, "an operator is a symbol, or (_ operator index ...)");
    if (e->apply) return e->apply(e, x, env);
    return fail(e, x->item[0], NULL, "unknown operator '%s'", head);
}

static term integer_as_term(elab *e, const sexp *x)
{
    if (e->apply)
        return fail(e, x, NULL, "an integer is no bit-vector; write (_ bv%lld WIDTH)",
                    (long long)x->value);
    return fail(e, x, NULL, "an integer is no term; write (bv %lld WIDTH)", (long long)x->value);
}

enum { STEPS_MAX = 1 << 20 };

term elab_any(elab *e, const sexp *x, const sexp_env *env)
{
    if (e->steps == STEPS_MAX)
        return fail(e, x, NULL, "the definition takes more than %d steps; write it shorter",
                    STEPS_MAX);
    e->steps++;
    switch (x->kind) {
    case SEXP_BITS: return literal(e, x);
    case SEXP_SYMBOL: return symbol(e, x, env);
    case SEXP_INTEGER: return integer_as_term(e, x);
    case SEXP_STRING: return fail(e, x, NULL, "a string is no term");
    case SEXP_LIST: break;
    }
    return elab_list(e, x, env);
}

term elab_bits(elab *e, const sexp *x, const sexp_env *env)
{
    term t = elab_any(e, x, env);
    if (t && term_width(e->c, t) == 0)
        return fail(e, x, env, "this is a Bool; a bit-vector expected");
    return t;
}

term elab_bool(elab *e, const sexp *x, const sexp_env *env)
{
    term t = elab_any(e, x, env);
    unsigned bits = t ? term_width(e->c, t) : 0;
    if (bits)
        return fail(e, x, env, "this has %u bit%s; a Bool expected", bits, report_plural(bits));
    return t;
}
