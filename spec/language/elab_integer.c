// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* elab_integer.c - integer expressions and conditions of the spec language, checked for overflow.
 * Called by elab_term.c and by whoever reads numbers in a specification. */
#include "elab.h"

#include <string.h>

#include "elab_inside.h"

static bool integer_symbol(elab *e, const sexp *x, const sexp_env *env, int64_t *out)
{
    const sexp_env *b = sexp_env_find(env, x->text);
    if (!b) return fail(e, x, NULL, "unknown integer '%s'", x->text);
    if (b->kind != ENV_INTEGER)
        return fail(e, x, env, "'%s' is not an integer; an integer expression is expected here",
                    x->text);
    *out = b->value;
    return true;
}

static bool apply_integer(elab *e, const sexp *x, const sexp_env *env, char sign, int64_t a,
                          int64_t b, int64_t *out)
{
    bool overflow = false;
    switch (sign) {
    case '+': overflow = __builtin_add_overflow(a, b, out); break;
    case '-': overflow = __builtin_sub_overflow(a, b, out); break;
    case '*': overflow = __builtin_mul_overflow(a, b, out); break;
    case '/': case '%':
        if (b == 0) return fail(e, x, env, "division by zero in an integer expression");
        if (b == -1) overflow = __builtin_sub_overflow(0, a, out);
        else *out = sign == '/' ? a / b : a % b;
        if (sign == '%' && b == -1) *out = 0;
        break;
    case '<':
        if (b < 0 || b > 62)
            return fail(e, x, env, "shift by %lld; 0 to 62 expected", (long long)b);
        overflow = __builtin_mul_overflow(a, (int64_t)1 << b, out);
        break;
    case '^': *out = a ^ b; break;
    case 'b':
        if (b < 0 || b > 62) return fail(e, x, env, "bit %lld; 0 to 62 expected", (long long)b);
        *out = a >> b & 1;
        break;
    default: require(false, "the operator is known");
    }
    return !overflow || fail(e, x, env, "integer overflow in '%s'", sexp_head(x));
}

static bool bits_of_class(elab *e, const sexp *x, const sexp_env *env, int64_t *out)
{
    const sexp_env *b = x->item[1]->kind == SEXP_SYMBOL ? sexp_env_find(env, x->item[1]->text)
                                                        : NULL;
    if (!b || (b->kind != ENV_CLASS && b->kind != ENV_REGISTER))
        return fail(e, x->item[1], env, "expected a register class or an operand");
    *out = b->kind == ENV_CLASS ? b->value : term_width(e->c, b->t);
    return true;
}

static bool floor_log2(elab *e, const sexp *x, const sexp_env *env, int64_t *value)
{
    int64_t bits = 0;
    if (*value < 1) return fail(e, x, env, "the logarithm of %lld", (long long)*value);
    while (*value >> bits > 1) bits++;
    *value = bits;
    return true;
}

bool elab_integer(elab *e, const sexp *x, const sexp_env *env, int64_t *out)
{
    static const struct { const char *name; char op; unsigned max;
    } ops[] = {{"+", '+', 0}, {"*", '*', 0},  {"-", '-', 2}, {"/", '/', 2},
               {"%", '%', 2}, {"<<", '<', 2}, {"^", '^', 0}, {"bit", 'b', 2}};
    if (x->kind == SEXP_INTEGER) {
        *out = x->value;
        return true;
    }
    if (x->kind == SEXP_SYMBOL) return integer_symbol(e, x, env, out);
    const char *head = sexp_head(x);
    if (text_same(head, "bits")) return count_operands(e, x, 1, 1) && bits_of_class(e, x, env, out);
    if (text_same(head, "if")) {
        bool holds;
        return count_operands(e, x, 3, 3) && elab_condition(e, x->item[1], env, &holds) &&
               elab_integer(e, x->item[holds ? 2 : 3], env, out);
    }
    if (text_same(head, "op") && e->operation) return e->operation(e, x, env, out);
    if (text_same(head, "log2"))
        return count_operands(e, x, 1, 1) && elab_integer(e, x->item[1], env, out) &&
               floor_log2(e, x, env, out);
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (!text_same(head, ops[i].name)) continue;
        int64_t b;
        if (!count_operands(e, x, 2, ops[i].max) || !elab_integer(e, x->item[1], env, out))
            return false;
        for (unsigned k = 2; k < x->count; k++)
            if (!elab_integer(e, x->item[k], env, &b) ||
                !apply_integer(e, x, env, ops[i].op, *out, b, out))
                return false;
        return true;
    }
    return fail(
        e, x, NULL,
        "expected an integer expression (a number, a name, + - * / %% << ^ bit log2 bits if)");
}

static bool compare_integers(const char *sign, int64_t a, int64_t b)
{
    if (text_same(sign, "==")) return a == b;
    if (text_same(sign, "!=")) return a != b;
    if (text_same(sign, "<")) return a < b;
    if (text_same(sign, "<=")) return a <= b;
    if (text_same(sign, ">")) return a > b;
    return a >= b;
}

static bool condition_list(elab *e, const sexp *x, const sexp_env *env, bool *out)
{
    bool all = text_same(sexp_head(x), "and"), one;
    if (!count_operands(e, x, 1, 0)) return false;
    *out = all;
    for (unsigned i = 1; i < x->count; i++) {
        if (!elab_condition(e, x->item[i], env, &one)) return false;
        *out = all ? *out && one : *out || one;
    }
    return true;
}

bool elab_condition(elab *e, const sexp *x, const sexp_env *env, bool *out)
{
    static const char *const compares[] = {"==", "!=", "<", "<=", ">", ">="};
    const char *head = sexp_head(x);
    int64_t a, b;
    for (unsigned i = 0; i < 6; i++) {
        if (!text_same(head, compares[i])) continue;
        if (!count_operands(e, x, 2, 2)) return false;
        if (!elab_integer(e, x->item[1], env, &a) || !elab_integer(e, x->item[2], env, &b))
            return false;
        *out = compare_integers(head, a, b);
        return true;
    }
    if (text_same(head, "and") || text_same(head, "or")) return condition_list(e, x, env, out);
    if (text_same(head, "not")) {
        if (!count_operands(e, x, 1, 1) || !elab_condition(e, x->item[1], env, out)) return false;
        *out = !*out;
        return true;
    }
    if (text_same(head, "pow2")) {
        if (!count_operands(e, x, 1, 1) || !elab_integer(e, x->item[1], env, &a)) return false;
        *out = a > 0 && !(a & (a - 1));
        return true;
    }
    return fail(e, x, NULL, "expected a condition on integers (== != < <= > >= and or not pow2)");
}
