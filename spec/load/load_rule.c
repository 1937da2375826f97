// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* load_rule.c - rules: (rule NAME (OP a b) CLAUSE ... BODY).
 *
 * OP is the name of an operation, or (PREFIX k): then the rule is one of every operation that is
 * called PREFIX and a number, with k bound to the number; or (of OP ...): then it is one of each of
 * these, which its body calls self. Bodies are expressions over operations (docs/spec-language.md,
 * Rules); here their form is checked and that the names in them exist; which rules apply at a
 * width, and what they give, is found in synth/rules/rules.c. */
#include <stdlib.h>
#include <string.h>

#include "loader.h"
#include "spec/language/elab.h"

/* What a name in a body means. */
typedef struct scope {
    const struct scope *outer;
    const char *name;
} scope;

static bool is_bound(const scope *s, const char *name)
{
    for (; s; s = s->outer)
        if (text_same(s->name, name)) return true;
    return false;
}

static bool check_body(loader *l, const sexp *x, const scope *s);

static bool check_count(loader *l, const sexp *x, unsigned operands)
{
    if (x->count - 1 == operands) return true;
    return report_error(l->d, x, NULL, "'%s' takes %u operand%s, %u given", sexp_head(x), operands,
                        report_plural(operands), x->count - 1);
}

static bool check_each(loader *l, const sexp *x, unsigned first, unsigned end, const scope *s)
{
    bool good = true;
    for (unsigned i = first; good && i < end; i++) good = check_body(l, x->item[i], s);
    return good;
}

/* (let ((x e) ...) body): each binding sees the earlier ones. */
static bool check_let(loader *l, const sexp *x, const scope *s)
{
    scope inner[16];
    if (!check_count(l, x, 2)) return false;
    const sexp *list = x->item[1];
    if (list->kind != SEXP_LIST || list->count > 16)
        return report_error(l->d, list, NULL, "expected at most 16 bindings: ((name e) ...)");
    for (unsigned i = 0; i < list->count; i++) {
        const sexp *b = list->item[i];
        if (b->kind != SEXP_LIST || b->count != 2 || b->item[0]->kind != SEXP_SYMBOL)
            return report_error(l->d, b, NULL, "expected a binding: (name e)");
        if (!check_body(l, b->item[1], s)) return false;
        inner[i] = (scope){s, b->item[0]->text};
        s = &inner[i];
    }
    return check_body(l, x->item[2], s);
}

/* (fold (x e) (k FROM TO) body) */
static bool check_fold(loader *l, const sexp *x, const scope *s)
{
    if (!check_count(l, x, 3)) return false;
    const sexp *acc = x->item[1], *range = x->item[2];
    if (acc->kind != SEXP_LIST || acc->count != 2 || acc->item[0]->kind != SEXP_SYMBOL)
        return report_error(l->d, acc, NULL, "expected (name e)");
    if (range->kind != SEXP_LIST || range->count != 3 || range->item[0]->kind != SEXP_SYMBOL)
        return report_error(l->d, range, NULL, "expected (k FROM TO)");
    scope inner = {s, acc->item[0]->text};
    return check_body(l, acc->item[1], s) && check_body(l, x->item[3], &inner);
}

static const instr *first_instr(const spec *s, const isa *set, const char *name)
{
    for (unsigned i = 0; i < s->ninstrs; i++)
        if (s->instrs[i].set == set && text_same(s->instrs[i].name, name)) return &s->instrs[i];
    return NULL;
}

/* (instr NAME e ... [IMMEDIATE]): as many as the instruction has, on the first class that has it. A
 * file in no set's folder can name those alone that are in none. The immediate is written out where
 * an instruction has very many, which are made ready for those alone that rules name. */
static bool check_instr(loader *l, const sexp *x, const scope *s)
{
    if (x->count < 3 || !load_word(x->item[1]))
        return report_error(l->d, x, NULL, "expected (instr NAME e ... [IMMEDIATE])");
    const instr *in = first_instr(l->s, loader_set(l), load_word(x->item[1]));
    if (!in)
        return report_error(l->d, x->item[1], NULL, "unknown instruction '%s'",
                            load_word(x->item[1]));
    l->names_instr = true;
    if (x->count - 2 != in->nsrc + in->has_imm)
        return report_error(l->d, x, NULL, "'%s' takes %u source%s%s", in->name, in->nsrc,
                            report_plural(in->nsrc), in->has_imm ? " and an immediate" : "");
    const sexp *last = x->item[x->count - 1];
    if (in->has_imm && last->kind != SEXP_INTEGER &&
        (in->imm_high - in->imm_low >= SPEC_IMM_FEW ||
         (last->kind == SEXP_SYMBOL && is_bound(s, last->text))))
        return report_error(l->d, last, NULL, "expected an integer: the immediate of '%s'",
                            in->name);
    for (unsigned i = 2; i < 2 + in->nsrc; i++)
        if (!check_body(l, x->item[i], s)) return false;
    return true;
}

/* (bytes j E) */
static bool check_bytes(loader *l, const sexp *x)
{
    if (!check_count(l, x, 2)) return false;
    return x->item[1]->kind == SEXP_SYMBOL ||
           report_error(l->d, x->item[1], NULL, "expected a name for the number of the byte");
}

/* (lanes V j E) */
static bool check_lanes(loader *l, const sexp *x)
{
    if (!check_count(l, x, 3)) return false;
    return x->item[2]->kind == SEXP_SYMBOL ||
           report_error(l->d, x->item[2], NULL, "expected a name for the number of the lane");
}

/* Operations that are called by the prefix and a number exist. */
static bool has_numbered(const spec *s, const char *prefix)
{
    size_t n = strlen(prefix);
    for (unsigned i = 0; i < s->nops; i++)
        if (!strncmp(s->ops[i].name, prefix, n) && s->ops[i].name[n] &&
            !s->ops[i].name[n + strspn(s->ops[i].name + n, "0123456789")])
            return true;
    return false;
}

static bool check_call(loader *l, const sexp *x, const scope *s)
{
    const sexp *head = x->item[0];
    if (head->kind == SEXP_LIST) {
        if (head->count != 2 || head->item[0]->kind != SEXP_SYMBOL ||
            !has_numbered(l->s, head->item[0]->text))
            return report_error(
                l->d, head, NULL,
                "expected (PREFIX AMOUNT), where operations are called PREFIX and a number");
        return check_each(l, x, 1, x->count, s);
    }
    if (text_same(sexp_head(x), "self") && l->self_operands)
        return check_count(l, x, l->self_operands) && check_each(l, x, 1, x->count, s);
    const op *o = head->kind == SEXP_SYMBOL ? spec_find_op(l->s, head->text) : NULL;
    if (!o)
        return report_error(l->d, head, NULL, "unknown operation '%s'",
                            head->kind == SEXP_SYMBOL ? head->text : "(...)");
    return check_count(l, x, o->arity) && check_each(l, x, 1, x->count, s);
}

/* (blocks (OP e ...)) */
static bool check_blocks(loader *l, const sexp *x, const scope *s)
{
    if (!check_count(l, x, 1)) return false;
    const sexp *c = x->item[1];
    if (c->kind != SEXP_LIST || !c->count)
        return report_error(l->d, c, NULL, "expected an operation: (OP e ...)");
    return check_call(l, c, s);
}

static bool check_body(loader *l, const sexp *x, const scope *s)
{
    if (x->kind == SEXP_SYMBOL)
        return is_bound(s, x->text) ||
               report_error(l->d, x, NULL, "'%s' is neither an operand nor bound", x->text);
    if (x->kind != SEXP_LIST || !x->count)
        return report_error(l->d, x, NULL, "expected an operand or (OP e ...)");
    const char *head = sexp_head(x);
    if (text_same(head, "splat")) return check_count(l, x, 1);
    if (text_same(head, "mask")) return check_count(l, x, 2);
    if (text_same(head, "bytes")) return check_bytes(l, x);
    if (text_same(head, "crossing")) return check_count(l, x, 1);
    if (text_same(head, "lanes")) return check_lanes(l, x);
    if (text_same(head, "at")) return check_count(l, x, 2) && check_body(l, x->item[2], s);
    if (text_same(head, "blocks")) return check_blocks(l, x, s);
    if (text_same(head, "if")) return check_count(l, x, 3) && check_each(l, x, 2, 4, s);
    if (text_same(head, "let")) return check_let(l, x, s);
    if (text_same(head, "fold")) return check_fold(l, x, s);
    if (text_same(head, "instr")) return check_instr(l, x, s);
    return check_call(l, x, s);
}

/* ---- the form ---- */

static bool read_clause(loader *l, const sexp *k, rule *r)
{
    const char *head = sexp_head(k);
    if (text_same(head, "doc") && k->count == 2 && k->item[1]->kind == SEXP_STRING) return true;
    if (text_same(head, "where") && k->count == 2 && !r->where)
        return (r->where = k->item[1]) != NULL;
    if (text_same(head, "for") && k->count == 3 && k->item[1]->kind == SEXP_SYMBOL && !r->other) {
        r->other = k->item[1]->text;
        r->other_where = k->item[2];
        return true;
    }
    return report_error(
        l->d, k, NULL,
        "expected (doc \"...\"), (where CONDITION) or (for v CONDITION), each at most once");
}

static bool read_operands(loader *l, const sexp *x, rule *r, unsigned *count)
{
    const sexp *list = x->item[2];
    const char **names = arena_new(&l->s->mem, list->count, const char *);
    scope s[SPEC_SRC_MAX];
    *count = list->count - 1;
    if (*count > SPEC_SRC_MAX) return report_error(l->d, list, NULL, "too many operands");
    for (unsigned i = 0; i < *count; i++) {
        if (list->item[i + 1]->kind != SEXP_SYMBOL)
            return report_error(l->d, list->item[i + 1], NULL, "expected a name for an operand");
        names[i] = list->item[i + 1]->text;
        s[i] = (scope){i ? &s[i - 1] : NULL, names[i]};
    }
    r->param = names;
    return check_body(l, r->body, *count ? &s[*count - 1] : NULL);
}

static bool add_rule(loader *l, const sexp *x, rule *r, const op *o, unsigned operands)
{
    if (o->arity != operands)
        return report_error(l->d, x->item[2], NULL, "'%s' takes %u operand%s, %u named", o->name,
                            o->arity, report_plural(o->arity), operands);
    r->op = o;
    l->s->rules = load_grow(l, l->s->rules, l->s->nrules, &l->cap_rules, sizeof *r);
    l->s->rules[l->s->nrules++] = *r;
    return true;
}

/* Of every operation that is called by the prefix and a number. */
static bool add_numbered(loader *l, const sexp *x, rule *r, unsigned operands)
{
    const sexp *head = x->item[2]->item[0];
    const char *prefix = sexp_head(head);
    size_t n = strlen(prefix);
    bool any = false;
    if (head->count != 2 || !n || head->item[1]->kind != SEXP_SYMBOL)
        return report_error(l->d, head, NULL, "expected (PREFIX k)");
    for (unsigned i = 0; i < l->s->nops; i++) {
        const op *o = &l->s->ops[i];
        const char *digits = o->name + n;
        if (strncmp(o->name, prefix, n) || !*digits || digits[strspn(digits, "0123456789")])
            continue;
        r->env = elab_bind_integer(&l->s->mem, NULL, head->item[1]->text, strtol(digits, NULL, 10));
        if (!add_rule(l, x, r, o, operands)) return false;
        any = true;
    }
    return any ||
           report_error(l->d, head, NULL, "no operation is called '%s' and a number", prefix);
}

/* Is it (of OP ...)? */
static bool is_of_some(const sexp *head)
{
    return head->kind == SEXP_LIST && text_same(sexp_head(head), "of");
}

static bool add_of_some(loader *l, const sexp *x, rule *r, unsigned operands)
{
    const sexp *head = x->item[2]->item[0];
    for (unsigned i = 1; i < head->count; i++) {
        const sexp *name = head->item[i];
        const op *o = name->kind == SEXP_SYMBOL ? spec_find_op(l->s, name->text) : NULL;
        if (!o)
            return report_error(l->d, name, NULL, "unknown operation '%s'",
                                name->kind == SEXP_SYMBOL ? name->text : "(...)");
        if (!add_rule(l, x, r, o, operands)) return false;
    }
    return head->count > 1 || report_error(l->d, head, NULL, "expected (of OP ...)");
}

bool load_rule_form(loader *l, const sexp *x, const sexp_env *env)
{
    rule r = {0};
    unsigned operands;
    l->names_instr = false;
    if (env)
        return report_error(l->d, x, NULL,
                            "a rule cannot stand in a family; (rule NAME ((PREFIX k) a) ...) is "
                            "one of many operations");
    if (x->count < 4 || x->item[1]->kind != SEXP_SYMBOL || x->item[2]->kind != SEXP_LIST ||
        x->item[2]->count < 2)
        return report_error(l->d, x, NULL, "expected (rule NAME (OP OPERAND ...) CLAUSE ... BODY)");
    r.name = x->item[1]->text;
    r.body = sexp_body(x);
    for (unsigned i = 3; i + 1 < x->count; i++)
        if (!read_clause(l, x->item[i], &r)) return false;
    const sexp *head = x->item[2]->item[0];
    l->self_operands = is_of_some(head) ? x->item[2]->count - 1 : 0;
    if (!read_operands(l, x, &r, &operands)) return false;
    r.set = l->names_instr ? loader_set(l) : l->set;
    if (is_of_some(head)) return add_of_some(l, x, &r, operands);
    if (head->kind == SEXP_LIST) return add_numbered(l, x, &r, operands);
    const op *o = head->kind == SEXP_SYMBOL ? spec_find_op(l->s, head->text) : NULL;
    if (!o)
        return report_error(l->d, head, NULL, "unknown operation '%s'",
                            head->kind == SEXP_SYMBOL ? head->text : "(...)");
    return add_rule(l, x, &r, o, operands);
}
