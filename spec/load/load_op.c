// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* load_op.c - operations: (op NAME OPERANDS RESULT CLAUSE ... BODY), where RESULT is a type or
 * names two results with their types, and BODY is (results FIRST SECOND) then.
 *
 * An operation stands for one function a width w and count n. Here it is elaborated over a sample
 * of them, which finds wrong sorts, and its claims are tried: that it commutes, and that its
 * precondition can hold. What is claimed of the shapes that are not tried is the verifier's
 * business. The condition of (where ...) is evaluated for every shape that fits a register, since
 * op_exists has no way to complain. */
#include <string.h>

#include "loader.h"
#include "spec/language/elab.h"
#include "spec/op.h"

enum { ARITY_MAX = 3, REGISTER_BITS_MAX = 1024, EXHAUSTIVE_BITS = 16 };

static const load_rule op_rules[] = {{"doc", false},    {"llvm", false},   {"commutative", false},
                                     {"where", false},  {"pre", true},     {"only", false},
                                     {"widths", false}, {"blocks", false}, {NULL, false}};

/* ---- form ---- */

#define TYPES "(vec n w), (vec 1 w), (vec n 1) or (vec 1 32)"

/* One of TYPES */
static bool read_type(const sexp *x, op_type *out)
{
    strbuf text = {0};
    sexp_print(x, NULL, &text);
    unsigned i = 0;
    while (i < OP_TYPE_COUNT && !text_same(text.s, op_type_names[i])) i++;
    strbuf_free(&text);
    *out = i;
    return i < OP_TYPE_COUNT;
}

static bool is_reserved(const char *name)
{
    return text_same(name, "n") || text_same(name, "w") || text_same(name, "true") ||
           text_same(name, "false");
}

/* (name TYPE), or (name (vec n 1) CLASS): packed bits in a scalar register. */
static bool read_value(loader *l, const sexp *p, const char *what, op_type *type,
                       const regclass **cls)
{
    if (p->kind != SEXP_LIST || p->count < 2 || p->count > 3 || p->item[0]->kind != SEXP_SYMBOL ||
        !read_type(p->item[1], type))
        return report_error(l->d, p, NULL, "expected %s (name TYPE), the type " TYPES, what);
    if (is_reserved(p->item[0]->text))
        return report_error(l->d, p, NULL, "'%s' is reserved", p->item[0]->text);
    *cls = NULL;
    if (p->count == 2) return true;
    const char *name = p->item[2]->kind == SEXP_SYMBOL ? p->item[2]->text : "";
    *cls = spec_find_class(l->s, name);
    if (!*cls || (*cls)->vector || *type != OP_BITS)
        return report_error(l->d, p, NULL,
                            "expected (name (vec n 1) CLASS): packed bits in a register of a "
                            "scalar class");
    return true;
}

static bool op_param(loader *l, const sexp *list, unsigned i, op *o)
{
    const sexp *p = list->item[i];
    if (!read_value(l, p, "an operand", &o->type[i], &o->in[i])) return false;
    for (unsigned k = 0; k < i; k++)
        if (sexp_is_symbol(list->item[k]->item[0], p->item[0]->text))
            return report_error(l->d, p, NULL, "operand '%s' stands twice", p->item[0]->text);
    return true;
}

/* ((sum (vec n w)) (carry (vec n 1) r64)), the second name being none of the operands'. */
static bool op_two_results(loader *l, const sexp *x, const sexp *params, op *o)
{
    const regclass *first;
    if (x->count != 2)
        return report_error(l->d, x, NULL,
                            "expected a type, or two results: ((sum TYPE) (carry TYPE))");
    if (!read_value(l, x->item[0], "a result", &o->result, &first) ||
        !read_value(l, x->item[1], "a result", &o->second.type, &o->second.cls))
        return false;
    if (first)
        return report_error(l->d, x->item[0], NULL, "the first result is of the cell's class");
    o->second.name = x->item[1]->item[0]->text;
    for (unsigned i = 0; i < params->count; i++)
        if (sexp_is_symbol(params->item[i]->item[0], o->second.name))
            return report_error(l->d, x->item[1], NULL, "'%s' is an operand", o->second.name);
    return !text_same(o->second.name, "r") ||
           report_error(l->d, x->item[1], NULL, "'r' names the first result in programs");
}

static bool op_result(loader *l, const sexp *x, op *o)
{
    const sexp *result = x->item[3];
    if (read_type(result, &o->result)) return true;
    if (result->kind == SEXP_LIST && result->count && result->item[0]->kind == SEXP_LIST)
        return op_two_results(l, result, x->item[2], o);
    return report_error(l->d, result, NULL, "expected the result's type: " TYPES);
}

/* What says something of the one result. */
static bool check_two_results(loader *l, const sexp *x, const op *o)
{
    static const char *const single[] = {"pre", "only", "llvm", NULL};
    const sexp *body = sexp_body(x);
    if (!o->second.name) return true;
    for (unsigned i = 0; single[i]; i++)
        if (sexp_clause(x, single[i]))
            return report_error(l->d, sexp_clause(x, single[i]), NULL,
                                "(%s ...) is for operations of one result", single[i]);
    return (text_same(sexp_head(body), "results") && body->count == 3) ||
           report_error(l->d, body, NULL, "expected (results FIRST SECOND)");
}

static bool op_params(loader *l, const sexp *x, op *o)
{
    const sexp *list = x->item[2];
    if (list->kind != SEXP_LIST || list->count == 0)
        return report_error(l->d, list, NULL, "expected operands: ((a (vec n w)) ...)");
    if (list->count > ARITY_MAX)
        return report_error(l->d, list, NULL, "at most %d operands", ARITY_MAX);
    const char **names = arena_new(&l->s->mem, list->count, const char *);
    for (unsigned i = 0; i < list->count; i++) {
        if (!op_param(l, list, i, o)) return false;
        names[i] = list->item[i]->item[0]->text;
    }
    o->arity = list->count;
    o->param = names;
    return op_result(l, x, o);
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && !text_same(*names, name)) names++;
    return *names != NULL;
}

/* Intrinsics of LLVM on the operation's type, and how many operands they have besides a constant
 * flag. */
static const struct intrinsic {
    const char *name;
    unsigned operands;
    bool flag;
} intrinsics[] = {
    {"llvm.umin", 2, false},     {"llvm.umax", 2, false},       {"llvm.smin", 2, false},
    {"llvm.smax", 2, false},     {"llvm.uadd.sat", 2, false},   {"llvm.sadd.sat", 2, false},
    {"llvm.usub.sat", 2, false}, {"llvm.ssub.sat", 2, false},   {"llvm.ctpop", 1, false},
    {"llvm.bswap", 1, false},    {"llvm.bitreverse", 1, false}, {"llvm.fshl", 3, false},
    {"llvm.fshr", 3, false},     {"llvm.abs", 1, true},         {"llvm.ctlz", 1, true},
    {"llvm.cttz", 1, true},
};

/* (llvm "call llvm.umin") or, of an intrinsic whose last operand is a constant, (llvm "call
 * llvm.abs" false). */
static bool op_llvm_call(loader *l, const sexp *x, op *o)
{
    const char *name = x->item[1]->text + strlen("call ");
    const struct intrinsic *k = NULL;
    for (unsigned i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
        if (text_same(name, intrinsics[i].name)) k = &intrinsics[i];
    if (!k)
        return report_error(l->d, x->item[1], NULL,
                            "'%s' is no intrinsic of LLVM that is known here", name);
    bool flag = x->count == 3 &&
                (sexp_is_symbol(x->item[2], "true") || sexp_is_symbol(x->item[2], "false"));
    if (x->count != (k->flag ? 3u : 2u) || flag != k->flag)
        return report_error(l->d, x, NULL,
                            k->flag ? "'%s' has a flag; write (llvm \"call %s\" false), or true"
                                    : "'%s' has no flag; write (llvm \"call %s\")",
                            name, name);
    if (o->arity != k->operands)
        return report_error(l->d, x, NULL, "'%s' of LLVM has %u operand%s, the operation has %u",
                            name, k->operands, report_plural(k->operands), o->arity);
    o->llvm_intrinsic = name;
    o->llvm_flag = flag ? x->item[2]->text : NULL;
    return true;
}

/* (llvm "add") or (llvm "icmp eq" sext): an instruction of LLVM with two operands and the
 * operation's type. */
static bool op_llvm_instruction(loader *l, const sexp *x, op *o)
{
    static const char *const binary[] = {"add", "sub",  "mul",  "udiv", "sdiv", "urem", "srem",
                                         "shl", "lshr", "ashr", "and",  "or",   "xor",  NULL};
    static const char *const compares[] = {"icmp eq",  "icmp ne",  "icmp ugt", "icmp uge",
                                           "icmp ult", "icmp ule", "icmp sgt", "icmp sge",
                                           "icmp slt", "icmp sle", NULL};
    o->llvm_sext = x->count == 3 && sexp_is_symbol(x->item[2], "sext");
    if (x->count != 2 && !o->llvm_sext)
        return report_error(l->d, x, NULL, "expected (llvm \"...\") or (llvm \"...\" sext)");
    o->llvm = x->item[1]->text;
    bool compare = is_one_of(o->llvm, compares);
    if (!compare && !is_one_of(o->llvm, binary))
        return report_error(l->d, x->item[1], NULL,
                            "'%s' is neither an integer instruction of LLVM with two operands nor "
                            "\"icmp\" with a predicate",
                            o->llvm);
    if (compare != o->llvm_sext)
        return report_error(l->d, x, NULL,
                            compare ? "a compare gives one bit a field; write (llvm \"%s\" sext)"
                                    : "'%s' has the field's width already; sext is for icmp",
                            o->llvm);
    if (o->arity != 2)
        return report_error(l->d, x, NULL, "'%s' of LLVM has 2 operands, the operation has %u",
                            o->llvm, o->arity);
    return true;
}

static bool op_llvm(loader *l, const sexp *x, op *o)
{
    if (!x) return true;
    if (x->count < 2 || x->item[1]->kind != SEXP_STRING)
        return report_error(l->d, x, NULL, "expected (llvm \"...\") or (llvm \"...\" sext)");
    if (!op_has_fields_only(o))
        return report_error(l->d, x, NULL, "the form of LLVM takes and gives (vec n w) only");
    return strncmp(x->item[1]->text, "call ", 5) ? op_llvm_instruction(l, x, o)
                                                 : op_llvm_call(l, x, o);
}

static bool op_clauses(loader *l, const sexp *x, op *o)
{
    const sexp *doc = sexp_clause(x, "doc"), *where = sexp_clause(x, "where"),
               *commutative = sexp_clause(x, "commutative");
    const sexp *only = sexp_clause(x, "only");
    if (doc && (doc->count != 2 || doc->item[1]->kind != SEXP_STRING))
        return report_error(l->d, doc, NULL, "expected (doc \"...\")");
    o->doc = doc ? doc->item[1]->text : "";
    if (where && where->count != 2)
        return report_error(l->d, where, NULL, "expected (where CONDITION)");
    if (only && only->count != 3) return report_error(l->d, only, NULL, "expected (only LOW HIGH)");
    o->commutative = commutative != NULL;
    if (commutative && commutative->count != 1)
        return report_error(l->d, commutative, NULL, "expected (commutative)");
    if (commutative && o->arity < 2)
        return report_error(l->d, commutative, NULL, "one operand cannot commute");
    const sexp *blocks = sexp_clause(x, "blocks");
    o->blocks = blocks != NULL;
    const char *of = blocks && blocks->count == 2 ? load_word(blocks->item[1]) : NULL;
    o->planes = of && text_same(of, "w");
    if (blocks && blocks->count != (o->planes ? 2 : 1))
        return report_error(l->d, blocks, NULL, "expected (blocks) or (blocks w)");
    if (commutative && o->type[0] != o->type[1])
        return report_error(l->d, commutative, NULL,
                            "the first two operands have to be of one type to commute");
    for (unsigned i = 4; i + 1 < x->count; i++) {
        const sexp *pre = x->item[i];
        if (text_same(sexp_head(pre), "pre") &&
            (pre->count != 3 || pre->item[1]->kind != SEXP_SYMBOL))
            return report_error(l->d, pre, NULL, "expected (pre i BOOL)");
    }
    return op_llvm(l, sexp_clause(x, "llvm"), o);
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
    unsigned bits = op_term_bits(s->o, s->w * s->n);
    for (unsigned i = 0; i < s->o->arity; i++) s->arg[i] = term_mk_var(s->c, s->o->param[i], bits);
    return op_elaborate(s->o, s->w, s->n, s->c, s->arg, &s->result, &s->care, l->d);
}

static const sexp_env *shape_env(const op *o, arena *mem, unsigned w, unsigned n)
{
    return elab_bind_integer(mem, elab_bind_integer(mem, o->env, "w", w), "n", n);
}

/* Of the result. */
static unsigned shape_fields(const shape *s) { return op_type_fields(s->o->result, s->n); }
static unsigned shape_field_width(const shape *s) { return op_type_width(s->o->result, s->w); }

/* The first field of the result whose precondition is false by its form, without a look at inputs;
 * their number when there is none. */
static unsigned find_false_field(const shape *s)
{
    unsigned w = shape_field_width(s), i = 0;
    term zero = term_mk_u64(s->c, 0, w);
    while (i < shape_fields(s) && term_mk_extract(s->c, (i + 1) * w - 1, i * w, s->care) != zero)
        i++;
    return i;
}

/* The first field whose precondition holds for no input; the number of fields when there is none.
 * All inputs are tried until every field has met one, in steps of an odd number, which soon bring
 * every field of every operand through its values. Requires: w * n * arity <= EXHAUSTIVE_BITS. */
static unsigned find_contradictory_field(const shape *s)
{
    unsigned bits = s->w * s->n, w = shape_field_width(s), i = 0;
    uint64_t field = ((uint64_t)1 << w) - 1, all = ((uint64_t)1 << w * shape_fields(s)) - 1,
             every = ((uint64_t)1 << bits) - 1, held = 0, care, v[ARITY_MAX];
    const uint64_t *values[ARITY_MAX] = {&v[0], &v[1], &v[2]};
    for (uint64_t step = 0; held != all && step < (uint64_t)1 << bits * s->o->arity; step++) {
        for (unsigned k = 0; k < s->o->arity; k++)
            v[k] = step * 0x9e3779b97f4a7c15u >> k * bits & every;
        term_eval(s->c, s->care, s->arg, values, s->o->arity, &care);
        held |= care;
    }
    while (i < shape_fields(s) && held >> i * w & field) i++;
    return i;
}

/* Every field's precondition holds for some input. */
static bool check_pre(loader *l, const shape *s)
{
    arena mem = {0};
    const sexp *pre = sexp_clause(s->o->form, "pre");
    bool small = s->w * s->n * s->o->arity <= EXHAUSTIVE_BITS;
    unsigned fields = shape_fields(s), field = pre ? find_false_field(s) : fields;
    if (pre && field == fields && small) field = find_contradictory_field(s);
    if (field < fields)
        report_error(l->d, pre, shape_env(s->o, &mem, s->w, s->n),
                     "no input satisfies the precondition of field %u", field);
    arena_free(&mem);
    return field == fields;
}

/* When the first two operands change places, the precondition stays, and where it holds so does the
 * result. */
static bool check_commutative(loader *l, const shape *s)
{
    arena mem = {0};
    const sexp *clause = sexp_clause(s->o->form, "commutative");
    unsigned arity = s->o->arity;
    term result = term_mk_binary(s->c, TERM_BVAND, s->result, s->care);
    bool always = term_is_const(s->c, s->care);
    if (!clause) return true;
    bool good = load_commutes(s->c, result, s->arg, arity) &&
                (always || load_commutes(s->c, s->care, s->arg, arity));
    if (!good)
        report_error(l->d, clause, shape_env(s->o, &mem, s->w, s->n),
                     "the definition does not commute in its first two operands");
    arena_free(&mem);
    return good;
}

static bool check_shape(loader *l, const op *o, unsigned w, unsigned n)
{
    shape s = {.o = o, .w = w, .n = n, .c = load_trial_context(l)};
    return shape_elaborate(l, &s) && check_pre(l, &s) && check_commutative(l, &s);
}

/* Whether an integer condition names one of the two, which are what its value depends on. */
static bool mentions(const sexp *x, const char *name)
{
    bool found = sexp_is_symbol(x, name);
    for (unsigned i = 0; !found && x->kind == SEXP_LIST && i < x->count; i++)
        found = mentions(x->item[i], name);
    return found;
}

/* Whether op_exists asks for the count. */
static bool depends_on_count(const op *o)
{
    const sexp *where = sexp_clause(o->form, "where");
    return where && mentions(where->item[1], "n");
}

/* The condition of (where ...) has a value for every shape of a register, and holds for one. Shapes
 * between which it cannot tell are looked at once. */
static bool check_where(loader *l, const op *o)
{
    const sexp *where = sexp_clause(o->form, "where");
    arena mem = {0};
    elab e = {.d = l->d, .mem = &mem, .in_op = true};
    bool good = true, anywhere = !where, holds;
    bool by_count = depends_on_count(o);
    for (unsigned w = 1; where && good && w <= REGISTER_BITS_MAX; w++) {
        for (unsigned n = 1; good && n <= (by_count ? REGISTER_BITS_MAX / w : 1); n++) {
            good = elab_condition(&e, where->item[1], shape_env(o, &mem, w, n), &holds);
            anywhere = anywhere || (good && holds);
        }
    }
    arena_free(&mem);
    if (good && !anywhere)
        return report_error(l->d, where, o->env, "the condition holds for no width and count");
    return good;
}

/* The condition of (widths ...) has a value for every width that fits a register. */
static bool check_widths(loader *l, const op *o)
{
    const sexp *widths = sexp_clause(o->form, "widths");
    arena mem = {0};
    elab e = {.d = l->d, .mem = &mem, .in_op = true};
    bool good = true, holds;
    if (widths && widths->count != 2)
        return report_error(l->d, widths, NULL, "expected (widths CONDITION)");
    for (unsigned bits = 32; widths && good && bits <= REGISTER_BITS_MAX; bits *= 2)
        for (unsigned w = 1; good && w <= bits; w++)
            good = elab_condition(
                &e, widths->item[1],
                elab_bind_integer(&mem, elab_bind_integer(&mem, o->env, "w", w), "bits", bits),
                &holds);
    arena_free(&mem);
    return good;
}

/* Small shapes and those of real registers. */
static bool is_tried(unsigned w, unsigned n)
{
    bool usual_width = w == 16 || w == 32 || w == 64 || w == 128;
    return (n == 1 && w <= EXHAUSTIVE_BITS) || (w <= 8 && (n <= 4 || n == 8)) ||
           (usual_width && n <= 2);
}

/* Elaborates the tried shapes at which the operation exists, and the first at which it does, tried
 * or not. */
static bool check_meaning(loader *l, const op *o)
{
    bool checked = false, by_count = depends_on_count(o);
    for (unsigned w = 1; w <= REGISTER_BITS_MAX; w++)
        for (unsigned n = 1; n <= REGISTER_BITS_MAX / w; n++) {
            bool first = !checked && (n == 1 || by_count);
            if ((!first && !is_tried(w, n)) || !op_exists(o, w, n)) continue;
            if (!check_shape(l, o, w, n)) return false;
            checked = true;
        }
    return true;
}

/* Of the meaning only: neither sentence nor LLVM's name, nor what tables have of it. */
static void hash_op(const sexp *x, op *o)
{
    strbuf text = {0};
    strbuf_printf(&text, "%s\n", o->name);
    for (unsigned i = 2; i < x->count; i++) {
        const char *head = i >= 4 && i + 1 < x->count ? sexp_head(x->item[i]) : "";
        if (text_same(head, "doc") || text_same(head, "llvm") || text_same(head, "widths") ||
            text_same(head, "blocks"))
            continue;
        sexp_print(x->item[i], o->env, &text);
        strbuf_puts(&text, "\n");
    }
    hash_text(strbuf_text(&text), o->hash);
    strbuf_free(&text);
}

/* NAME, or (name ITEM ...) whose items are concatenated, as a family needs it. */
static bool op_name(loader *l, const sexp *x, op *o)
{
    const sexp *n = x->count < 2 ? NULL : x->item[1];
    bool computed = n && text_same(sexp_head(n), "name");
    if (!n || (n->kind != SEXP_SYMBOL && !computed))
        return report_error(l->d, x, NULL, "an operation needs a name");
    o->name = computed ? load_text(l, n, o->env) : n->text;
    if (!o->name) return false;
    bool good = *o->name && !o->name[strspn(o->name, "abcdefghijklmnopqrstuvwxyz0123456789_")];
    if (computed && (!good || (o->name[0] >= '0' && o->name[0] <= '9')))
        return report_error(l->d, n, o->env,
                            "'%s' names no operation; lower-case letters, digits and '_' expected",
                            o->name);
    return !spec_find_op(l->s, o->name) ||
           report_error(l->d, n, o->env, "operation '%s' is defined twice", o->name);
}

/* w and n are the operation's own. */
static bool check_family(loader *l, const sexp *x, const sexp_env *env)
{
    for (const char *const *name = (const char *const[]){"w", "n", NULL}; *name; name++)
        if (sexp_env_find(env, *name))
            return report_error(
                l->d, x, NULL,
                "a family around an operation has a variable '%s', which is reserved", *name);
    return true;
}

bool load_op(loader *l, const sexp *x, const sexp_env *env)
{
    op o = {.form = x, .env = env, .where = x->where, .index = l->s->nops};
    if (!check_family(l, x, env) || !op_name(l, x, &o)) return false;
    if (!load_check_shape(l, x, op_rules) || !op_params(l, x, &o) || !op_clauses(l, x, &o) ||
        !check_two_results(l, x, &o))
        return false;
    if (!l->tried && !(check_where(l, &o) && check_widths(l, &o) && check_meaning(l, &o)))
        return false;
    hash_op(x, &o);
    l->s->ops = load_grow(l, l->s->ops, l->s->nops, &l->cap_ops, sizeof o);
    l->s->ops[l->s->nops++] = o;
    return true;
}
