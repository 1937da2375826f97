/* load_op.c - operations: (op NAME OPERANDS RESULT CLAUSE ... BODY).
 *
 * An operation stands for one function a width w and count n. Here it is elaborated over a sample of them, which finds
 * wrong sorts, and its claims are tried: that it commutes, and that its precondition can hold. What is claimed of the
 * shapes that are not tried is the verifier's business. The condition of (where ...) is evaluated for every shape that
 * fits a register, since op_exists has no way to complain. */
#include <string.h>

#include "elab.h"
#include "load.h"

enum { ARITY_MAX = 3, REGISTER_BITS_MAX = 1024, EXHAUSTIVE_BITS = 16 };

static const load_rule op_rules[] = {{"doc", false}, {"llvm", false}, {"commutative", false},
                                     {"where", false}, {"pre", true}, {NULL, false}};

/* ---- form ---- */

static bool is_vec_n_w(const sexp *x)
{
    return x->kind == SEXP_LIST && x->count == 3 && sexp_is_symbol(x->item[0], "vec") && sexp_is_symbol(x->item[1], "n") &&
           sexp_is_symbol(x->item[2], "w");
}

static bool is_reserved(const char *name)
{
    return !strcmp(name, "n") || !strcmp(name, "w") || !strcmp(name, "true") || !strcmp(name, "false");
}

static bool op_params(loader *l, const sexp *x, op *o)
{
    const sexp *list = x->item[2];
    if (list->kind != SEXP_LIST || list->count == 0)
        return report_error(l->d, list, NULL, "expected operands: ((a (vec n w)) ...)");
    if (list->count > ARITY_MAX) return report_error(l->d, list, NULL, "at most %d operands", ARITY_MAX);
    const char **names = arena_new(&l->s->mem, list->count, const char *);
    for (unsigned i = 0; i < list->count; i++) {
        const sexp *p = list->item[i];
        if (p->kind != SEXP_LIST || p->count != 2 || p->item[0]->kind != SEXP_SYMBOL || !is_vec_n_w(p->item[1]))
            return report_error(l->d, p, NULL, "expected an operand (name (vec n w))");
        names[i] = p->item[0]->text;
        if (is_reserved(names[i])) return report_error(l->d, p, NULL, "'%s' is reserved", names[i]);
        for (unsigned k = 0; k < i; k++)
            if (!strcmp(names[k], names[i])) return report_error(l->d, p, NULL, "operand '%s' stands twice", names[i]);
    }
    if (!is_vec_n_w(x->item[3])) return report_error(l->d, x->item[3], NULL, "expected the result (vec n w)");
    o->arity = list->count;
    o->param = names;
    return true;
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name)) names++;
    return *names != NULL;
}

/* (llvm "add") or (llvm "icmp eq" sext): an instruction of LLVM with two operands and the operation's type. */
static bool op_llvm(loader *l, const sexp *x, op *o)
{
    static const char *const binary[] = {"add",  "sub", "mul",  "udiv", "sdiv", "urem", "srem",
                                         "shl", "lshr", "ashr", "and",  "or",   "xor",  NULL};
    static const char *const compares[] = {"icmp eq",  "icmp ne",  "icmp ugt", "icmp uge", "icmp ult", "icmp ule",
                                           "icmp sgt", "icmp sge", "icmp slt", "icmp sle", NULL};
    if (!x) return true;
    o->llvm_sext = x->count == 3 && sexp_is_symbol(x->item[2], "sext");
    if ((x->count != 2 && !o->llvm_sext) || x->item[1]->kind != SEXP_STRING)
        return report_error(l->d, x, NULL, "expected (llvm \"...\") or (llvm \"...\" sext)");
    o->llvm = x->item[1]->text;
    bool compare = is_one_of(o->llvm, compares);
    if (!compare && !is_one_of(o->llvm, binary))
        return report_error(l->d, x->item[1], NULL, "'%s' is neither an integer instruction of LLVM with two operands nor "
                            "\"icmp\" with a predicate", o->llvm);
    if (compare != o->llvm_sext)
        return report_error(l->d, x, NULL, compare ? "a compare gives one bit a field; write (llvm \"%s\" sext)"
                                                   : "'%s' has the field's width already; sext is for icmp", o->llvm);
    if (o->arity != 2)
        return report_error(l->d, x, NULL, "'%s' of LLVM has 2 operands, the operation has %u", o->llvm, o->arity);
    return true;
}

static bool op_clauses(loader *l, const sexp *x, op *o)
{
    const sexp *doc = load_clause(x, "doc"), *where = load_clause(x, "where"), *commutative = load_clause(x, "commutative");
    if (doc && (doc->count != 2 || doc->item[1]->kind != SEXP_STRING))
        return report_error(l->d, doc, NULL, "expected (doc \"...\")");
    o->doc = doc ? doc->item[1]->text : "";
    if (where && where->count != 2) return report_error(l->d, where, NULL, "expected (where CONDITION)");
    o->commutative = commutative != NULL;
    if (commutative && commutative->count != 1) return report_error(l->d, commutative, NULL, "expected (commutative)");
    if (commutative && o->arity < 2) return report_error(l->d, commutative, NULL, "one operand cannot commute");
    for (unsigned i = 4; i + 1 < x->count; i++) {
        const sexp *pre = x->item[i];
        if (!strcmp(sexp_head(pre), "pre") && (pre->count != 3 || pre->item[1]->kind != SEXP_SYMBOL))
            return report_error(l->d, pre, NULL, "expected (pre i BOOL)");
    }
    return op_llvm(l, load_clause(x, "llvm"), o);
}

/* ---- meaning ---- */

/* An operation at one w and n, over variables. */
typedef struct shape {
    const op *o;
    unsigned w, n;
    term_ctx *c;
    term arg[ARITY_MAX], result, care;
} shape;

static bool shape_elaborate(loader *l, shape *s)
{
    for (unsigned i = 0; i < s->o->arity; i++) s->arg[i] = term_mk_var(s->c, s->o->param[i], s->w * s->n);
    return op_elaborate(s->o, s->w, s->n, s->c, s->arg, &s->result, &s->care, l->d);
}

static const sexp_env *shape_env(const shape *s, arena *mem)
{
    return elab_bind_integer(mem, elab_bind_integer(mem, NULL, "w", s->w), "n", s->n);
}

/* The first field whose precondition is false by its form, without a look at inputs; n when there is none. */
static unsigned find_false_field(const shape *s)
{
    term zero = term_mk_u64(s->c, 0, s->w);
    unsigned i = 0;
    while (i < s->n && term_mk_extract(s->c, (i + 1) * s->w - 1, i * s->w, s->care) != zero) i++;
    return i;
}

/* The first field whose precondition holds for no input, all of which are tried; n when there is none.
 * Requires: w * n * arity <= EXHAUSTIVE_BITS. */
static unsigned find_contradictory_field(const shape *s)
{
    unsigned bits = s->w * s->n, i = 0;
    uint64_t all = ((uint64_t)1 << bits) - 1, held = 0, care, v[ARITY_MAX];
    const uint64_t *values[ARITY_MAX] = {&v[0], &v[1], &v[2]};
    for (uint64_t input = 0; held != all && input < (uint64_t)1 << bits * s->o->arity; input++) {
        for (unsigned k = 0; k < s->o->arity; k++) v[k] = input >> k * bits & all;
        term_eval(s->c, s->care, s->arg, values, s->o->arity, &care);
        held |= care;
    }
    while (i < s->n && held >> i * s->w & 1) i++;
    return i;
}

/* Every field's precondition holds for some input. */
static bool check_pre(loader *l, const shape *s)
{
    arena mem = {0};
    const sexp *pre = load_clause(s->o->form, "pre");
    bool small = s->w * s->n * s->o->arity <= EXHAUSTIVE_BITS;
    unsigned field = pre ? find_false_field(s) : s->n;
    if (pre && field == s->n && small) field = find_contradictory_field(s);
    if (field < s->n)
        report_error(l->d, pre, shape_env(s, &mem), "no input satisfies the precondition of field %u", field);
    arena_free(&mem);
    return field == s->n;
}

/* When the first two operands change places, the precondition stays, and where it holds so does the result. */
static bool check_commutative(loader *l, const shape *s)
{
    arena mem = {0};
    const sexp *clause = load_clause(s->o->form, "commutative");
    unsigned arity = s->o->arity;
    term result = term_mk_binary(s->c, TERM_BVAND, s->result, s->care);
    bool always = term_is_const(s->c, s->care);
    if (!clause) return true;
    bool good = load_commutes(s->c, result, s->arg, arity) && (always || load_commutes(s->c, s->care, s->arg, arity));
    if (!good)
        report_error(l->d, clause, shape_env(s, &mem), "the definition does not commute in its first two operands");
    arena_free(&mem);
    return good;
}

static bool check_shape(loader *l, const op *o, unsigned w, unsigned n)
{
    shape s = {.o = o, .w = w, .n = n, .c = term_ctx_new()};
    bool good = shape_elaborate(l, &s) && check_pre(l, &s) && check_commutative(l, &s);
    term_ctx_free(s.c);
    return good;
}

/* The condition of (where ...) has a value for every shape of a register, and holds for one. */
static bool check_where(loader *l, const op *o)
{
    const sexp *where = load_clause(o->form, "where");
    arena mem = {0};
    elab e = {.d = l->d, .mem = &mem, .in_op = true};
    bool good = true, anywhere = !where, holds;
    for (unsigned w = 1; where && good && w <= REGISTER_BITS_MAX; w++) {
        for (unsigned n = 1; good && n <= REGISTER_BITS_MAX / w; n++) {
            const sexp_env *env = elab_bind_integer(&mem, elab_bind_integer(&mem, NULL, "w", w), "n", n);
            good = elab_condition(&e, where->item[1], env, &holds);
            anywhere = anywhere || (good && holds);
        }
    }
    arena_free(&mem);
    if (good && !anywhere) return report_error(l->d, where, NULL, "the condition holds for no width and count");
    return good;
}

/* Small shapes and those of real registers. */
static bool is_tried(unsigned w, unsigned n)
{
    bool usual_width = w <= 8 || w == 16 || w == 32 || w == 64 || w == 128;
    return (n == 1 && w <= EXHAUSTIVE_BITS) || (usual_width && (n <= 4 || n == 8));
}

/* Elaborates the tried shapes at which the operation exists, and the first at which it does, tried or not. */
static bool check_meaning(loader *l, const op *o)
{
    bool checked = false;
    for (unsigned w = 1; w <= REGISTER_BITS_MAX; w++)
        for (unsigned n = 1; n <= REGISTER_BITS_MAX / w; n++) {
            if ((checked && !is_tried(w, n)) || !op_exists(o, w, n)) continue;
            if (!check_shape(l, o, w, n)) return false;
            checked = true;
        }
    return true;
}

/* Of the meaning only: neither sentence nor LLVM's name. */
static void hash_op(const sexp *x, op *o)
{
    strbuf text = {0};
    for (unsigned i = 1; i < x->count; i++) {
        const char *head = i >= 4 && i + 1 < x->count ? sexp_head(x->item[i]) : "";
        if (!strcmp(head, "doc") || !strcmp(head, "llvm")) continue;
        sexp_print(x->item[i], NULL, &text);
        strbuf_puts(&text, "\n");
    }
    hash_text(strbuf_text(&text), o->hash);
    strbuf_free(&text);
}

bool load_op(loader *l, const sexp *x)
{
    op o = {.form = x, .where = x->where, .index = l->s->nops};
    if (x->count < 2 || x->item[1]->kind != SEXP_SYMBOL) return report_error(l->d, x, NULL, "an operation needs a name");
    o.name = x->item[1]->text;
    if (spec_find_op(l->s, o.name)) return report_error(l->d, x->item[1], NULL, "operation '%s' is defined twice", o.name);
    if (!load_check_shape(l, x, op_rules) || !op_params(l, x, &o) || !op_clauses(l, x, &o)) return false;
    if (!check_where(l, &o) || !check_meaning(l, &o)) return false;
    hash_op(x, &o);
    l->s->ops = load_grow(l, l->s->ops, l->s->nops, &l->cap_ops, sizeof o);
    l->s->ops[l->s->nops++] = o;
    return true;
}
