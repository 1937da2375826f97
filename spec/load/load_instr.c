// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* load_instr.c - instructions: (instr (name ...) OPERANDS RESULT CLAUSE ... BODY), once a member of
 * its family.
 *
 * The definition is elaborated at every value of its immediate, so that instr_apply cannot fail
 * afterwards; that it commutes is tried at each. The emission templates are only compared with the
 * operands here: whether their text does what the body says is the verifier's business. */
#include <stdlib.h>
#include <string.h>

#include "loader.h"
#include "spec/instr.h"
#include "spec/language/elab.h"

enum { IMMEDIATES_MAX = 4096, TEMPORARIES_MAX = 31 };

static const load_rule instr_rules[] = {{"requires", false},
                                        {"commutative", false},
                                        {"kind", false},
                                        {"lanes", false},
                                        {"result-lanes", false},
                                        {"llvm", true},
                                        {"declare", true},
                                        {"c", false},
                                        {NULL, false}};

/* ---- name, operands and result ---- */

static bool instr_name(loader *l, const sexp *x, const sexp_env *env, instr *in)
{
    const sexp *n = x->item[1];
    if (strcmp(sexp_head(n), "name")) return report_error(l->d, n, NULL, "expected (name ...)");
    if (!(in->name = load_text(l, n, env))) return false;
    bool good = *in->name && !in->name[strspn(in->name, "abcdefghijklmnopqrstuvwxyz0123456789_.")];
    if (good && (in->name[0] < '0' || in->name[0] > '9')) return true;
    return report_error(l->d, n, env,
                        "'%s' is no mnemonic; lower-case letters, digits, '_' and '.' expected",
                        in->name);
}

static const regclass *class_of(loader *l, const sexp *x, const sexp_env *env)
{
    const sexp_env *b = x->kind == SEXP_SYMBOL ? sexp_env_find(env, x->text) : NULL;
    const regclass *k = b && b->kind == ENV_CLASS    ? b->cls
                        : x->kind == SEXP_SYMBOL ? spec_find_class(l->s, x->text)
                                                 : NULL;
    if (!k)
        report_error(l->d, x, env, "unknown class '%s'",
                     x->kind == SEXP_SYMBOL ? x->text : "(...)");
    if (k && !isa_spelling(loader_set(l), k->index)) {
        report_error(l->d, x, env, "class '%s' has no (spelling ...) in this set", k->name);
        return NULL;
    }
    return k;
}

/* (k (imm LOW HIGH)) */
static bool imm_param(loader *l, const sexp *p, const sexp_env *env, instr *in)
{
    elab e = {.d = l->d, .mem = &l->s->mem};
    const sexp *range = p->item[1];
    int64_t low, high;
    if (range->count != 3) return report_error(l->d, range, NULL, "expected (imm LOW HIGH)");
    if (!elab_integer(&e, range->item[1], env, &low) ||
        !elab_integer(&e, range->item[2], env, &high))
        return false;
    if (low > high)
        return report_error(l->d, range, env, "the range %lld to %lld is empty", (long long)low,
                            (long long)high);
    if ((uint64_t)high - (uint64_t)low >= IMMEDIATES_MAX)
        return report_error(l->d, range, env, "a range of at most %d immediates expected",
                            IMMEDIATES_MAX);
    in->imm_low = low;
    in->imm_high = high;
    in->has_imm = true;
    in->imm_name = p->item[0]->text;
    return true;
}

static bool instr_param(loader *l, const sexp *p, const sexp_env *env, instr *in)
{
    if (in->has_imm)
        return report_error(l->d, p, NULL, "an operand after the immediate, which is the last");
    if (text_same(sexp_head(p->item[1]), "imm")) return imm_param(l, p, env, in);
    if (in->nsrc == SPEC_SRC_MAX)
        return report_error(l->d, p, NULL, "at most %d sources", SPEC_SRC_MAX);
    in->src_name[in->nsrc] = p->item[0]->text;
    return (in->src[in->nsrc++] = class_of(l, p->item[1], env)) != NULL;
}

static bool instr_params(loader *l, const sexp *x, const sexp_env *env, instr *in)
{
    const sexp *list = x->item[2];
    if (list->kind != SEXP_LIST || list->count == 0)
        return report_error(l->d, list, NULL, "expected operands: ((a CLASS) ...)");
    for (unsigned i = 0; i < list->count; i++) {
        const sexp *p = list->item[i];
        if (p->kind != SEXP_LIST || p->count != 2 || p->item[0]->kind != SEXP_SYMBOL)
            return report_error(l->d, p, NULL, "expected an operand (name CLASS)");
        for (unsigned k = 0; k < i; k++)
            if (sexp_is_symbol(list->item[k]->item[0], p->item[0]->text))
                return report_error(l->d, p, NULL, "operand '%s' stands twice", p->item[0]->text);
        if (!instr_param(l, p, env, in)) return false;
    }
    if (!in->nsrc) return report_error(l->d, list, NULL, "an instruction has at least one source");
    return (in->result = class_of(l, x->item[3], env)) != NULL;
}

/* ---- templates ---- */

/* The type that (lanes W) gives a class in LLVM text, "<16 x i8>"; without the clause the class's
 * own. NULL after a diagnostic. */
static const char *lane_type(loader *l, const sexp *x, const sexp_env *env, const regclass *k)
{
    elab e = {.d = l->d, .mem = &l->s->mem};
    int64_t w;
    bool good = !x || x->count == 2 ||
                report_error(l->d, x, NULL, "expected (%s WIDTH)", sexp_head(x));
    if (!good || !x) return good ? k->llvm : NULL;
    if (!elab_integer(&e, x->item[1], env, &w)) return NULL;
    if (w < 1 || w > k->bits || k->bits % w) {
        report_error(l->d, x, env, "lanes of %lld bits do not fill %u bits", (long long)w, k->bits);
        return NULL;
    }
    return arena_printf(&l->s->mem, "<%u x i%lld>", k->bits / (unsigned)w, (long long)w);
}

/* What a template's text names: bit i for source i, bit SPEC_SRC_MAX for the immediate. */
typedef unsigned operand_set;

static operand_set find_operand(const instr *in, const char *name, size_t n)
{
    for (unsigned i = 0; i < in->nsrc; i++)
        if (strlen(in->src_name[i]) == n && !strncmp(name, in->src_name[i], n)) return 1u << i;
    if (in->has_imm && strlen(in->imm_name) == n && !strncmp(name, in->imm_name, n))
        return 1u << SPEC_SRC_MAX;
    return 0;
}

/* Every $name of a template is an operand, the immediate, or (LLVM) a temporary; adds those that
 * occur to used. */
static bool check_names(loader *l, const sexp *x, const instr *in, const char *text, bool llvm,
                        operand_set *used)
{
    for (const char *s = strchr(text, '$'); s; s = strchr(s + 1, '$')) {
        size_t n = strspn(s + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        bool temporary = llvm && n && strspn(s + 1, "0123456789") == n;
        operand_set found = find_operand(in, s + 1, n);
        if (!found && !temporary)
            return report_error(l->d, x, NULL, "the template names '$%.*s', which is no operand",
                                (int)n, s + 1);
        *used |= found;
    }
    return true;
}

static bool check_all_used(loader *l, const sexp *x, const instr *in, operand_set used,
                           const char *what)
{
    for (unsigned i = 0; i < in->nsrc; i++)
        if (!(used & 1u << i))
            return report_error(l->d, x, NULL, "the %s template does not use operand '%s'", what,
                                in->src_name[i]);
    if (in->has_imm && !(used & 1u << SPEC_SRC_MAX))
        return report_error(l->d, x, NULL, "the %s template does not use the immediate '%s'", what,
                            in->imm_name);
    return true;
}

/* A temporary is assigned before it is used; every line but the last assigns one. */
static bool check_temporaries(loader *l, const sexp *x, const char *text, bool last,
                              uint32_t *defined)
{
    char *rest = NULL;
    unsigned long number = text[0] == '$' ? strtoul(text + 1, &rest, 10) : 0;
    bool assigns = number && !strncmp(rest, " = ", 3);
    if (last && assigns)
        return report_error(l->d, x, NULL, "the last line is the result and assigns nothing");
    if (!last && !assigns)
        return report_error(l->d, x, NULL,
                            "a line before the last assigns a temporary: \"$1 = ...\"");
    if (number > TEMPORARIES_MAX)
        return report_error(l->d, x, NULL, "temporaries are $1 to $%d", TEMPORARIES_MAX);
    for (const char *s = strchr(assigns ? rest : text, '$'); s; s = strchr(s + 1, '$')) {
        unsigned long t = strtoul(s + 1, NULL, 10);
        if (t && (t > TEMPORARIES_MAX || !(*defined & 1u << t)))
            return report_error(l->d, x, NULL, "temporary $%lu is used before it is assigned", t);
    }
    if (assigns) *defined |= 1u << number;
    return true;
}

static const sexp *last_line(const sexp *x)
{
    for (unsigned i = x->count - 1; i-- > 4;)
        if (text_same(sexp_head(x->item[i]), "llvm")) return x->item[i];
    return NULL;
}

static bool instr_llvm(loader *l, const sexp *x, const sexp_env *env, instr *in)
{
    const char **lines = arena_new(&l->s->mem, x->count, const char *);
    const char **decls = arena_new(&l->s->mem, x->count, const char *);
    const sexp *last = last_line(x);
    operand_set used = 0;
    uint32_t defined = 0;
    if (!last) return report_error(l->d, x, NULL, "(llvm ...) is missing");
    for (unsigned i = 4; i + 1 < x->count; i++) {
        const sexp *k = x->item[i];
        bool line = text_same(sexp_head(k), "llvm");
        if (!line && strcmp(sexp_head(k), "declare")) continue;
        const char *text = load_text(l, k, env);
        if (!text) return false;
        if (line && !check_names(l, k, in, text, true, &used)) return false;
        if (line && !check_temporaries(l, k, text, k == last, &defined)) return false;
        if (line) lines[in->nllvm++] = text;
        else decls[in->ndecl++] = text;
    }
    in->llvm = lines;
    in->decl = decls;
    return check_all_used(l, last, in, used, "LLVM");
}

static bool instr_c(loader *l, const sexp *x, const sexp_env *env, instr *in)
{
    const sexp *c = sexp_clause(x, "c");
    operand_set used = 0;
    if (!c) return report_error(l->d, x, NULL, "(c ...) is missing");
    if (!(in->c = load_text(l, c, env)) || !check_names(l, c, in, in->c, false, &used))
        return false;
    return check_all_used(l, c, in, used, "C");
}

static bool instr_lanes(loader *l, const sexp *x, const sexp_env *env, instr *in)
{
    const sexp *lanes = sexp_clause(x, "lanes"), *result = sexp_clause(x, "result-lanes");
    if (!(in->lane_type = lane_type(l, lanes, env, in->src[0]))) return false;
    if (!result && in->src[0] == in->result) result = lanes;
    return (in->result_type = lane_type(l, result, env, in->result)) != NULL;
}

/* ---- the other clauses ---- */

/* (kind K), or (kind sequence N) or (kind named N): of N instructions. */
static bool instr_kind_clause(loader *l, const sexp *x, instr *in)
{
    const sexp *k = sexp_clause(x, "kind");
    bool sequence = k && k->count > 1 && sexp_is_symbol(k->item[1], "sequence"),
         named = k && k->count > 1 && sexp_is_symbol(k->item[1], "named");
    in->machine = 1;
    if (k && k->count == 3 && (sequence || named) && k->item[2]->kind == SEXP_INTEGER &&
        k->item[2]->value > 1 && k->item[2]->value < 100) {
        in->kind = sequence ? INSTR_SEQUENCE : INSTR_NAMED;
        in->machine = (unsigned)k->item[2]->value;
        return true;
    }
    if (!k || k->count != 2 || sequence)
        return report_error(l->d, k ? k : x, NULL, "expected (kind K), or (kind sequence N)");
    const char *name = load_word(k->item[1]);
    for (unsigned i = 0; name && i < INSTR_KIND_COUNT; i++)
        if (text_same(name, instr_kind_names[i])) {
            in->kind = (instr_kind)i;
            return true;
        }
    return report_error(l->d, k->item[1], NULL, "unknown kind '%s'", name ? name : "(...)");
}

static bool instr_requires(loader *l, const sexp *x, const sexp_env *env, instr *in)
{
    const sexp *k = sexp_clause(x, "requires");
    const char **names = arena_new(&l->s->mem, k ? k->count : 1, const char *);
    if (k && k->count < 2)
        return report_error(l->d, k, NULL, "(requires ...) is empty; leave it out");
    for (unsigned i = 1; k && i < k->count; i++) {
        const sexp *item = k->item[i];
        const sexp_env *b = item->kind == SEXP_SYMBOL ? sexp_env_find(env, item->text) : NULL;
        const char *name = b && b->kind == ENV_STRING ? b->text : load_word(item);
        if (!name) return report_error(l->d, item, NULL, "expected the name of a feature");
        if (!spec_has_feature(l->s, loader_set(l), name))
            return report_error(l->d, item, env, "no target has the feature '%s'", name);
        names[i - 1] = name;
    }
    in->requires_ = names;
    return true;
}

static bool instr_commutative(loader *l, const sexp *x, instr *in)
{
    const sexp *k = sexp_clause(x, "commutative");
    in->commutative = k != NULL;
    if (k && k->count != 1) return report_error(l->d, k, NULL, "expected (commutative)");
    if (k && (in->nsrc < 2 || in->src[0] != in->src[1]))
        return report_error(l->d, k, NULL,
                            "the first two sources have to be of one class to commute");
    return true;
}

static bool instr_clauses(loader *l, const sexp *x, const sexp_env *env, instr *in)
{
    return instr_kind_clause(l, x, in) && instr_requires(l, x, env, in) &&
           instr_lanes(l, x, env, in) && instr_llvm(l, x, env, in) && instr_c(l, x, env, in) &&
           instr_commutative(l, x, in);
}

/* ---- meaning ---- */

/* Elaborates the definition at one immediate, and tries whether it commutes there if it says so. */
static bool check_at(loader *l, const instr *in, term_ctx *c, const term *src, int64_t imm)
{
    arena mem = {0};
    term t = instr_elaborate(in, c, src, imm, l->d);
    bool good = t != TERM_NONE;
    if (good && in->commutative && !load_commutes(c, t, src, in->nsrc)) {
        const sexp_env *env = in->has_imm ? elab_bind_integer(&mem, in->env, in->imm_name, imm)
                                          : in->env;
        const sexp *clause = sexp_clause(in->form, "commutative");
        good = report_error(l->d, clause, env,
                            "the definition does not commute in its first two sources");
    }
    arena_free(&mem);
    return good;
}

/* The terms of neighbouring immediates have much in common, so one context holds them all. */
static bool check_meaning(loader *l, const instr *in)
{
    bool good = true;
    term_ctx *c = term_ctx_new();
    term src[SPEC_SRC_MAX];
    for (unsigned i = 0; i < in->nsrc; i++)
        src[i] = term_mk_var(c, in->src_name[i], in->src[i]->bits);
    for (int64_t imm = in->imm_low; good && imm <= in->imm_high; imm++)
        good = check_at(l, in, c, src, imm);
    term_ctx_free(c);
    return good;
}

/* Of the meaning only: name, operands, result and body. */
static void hash_instr(const sexp *x, const sexp_env *env, instr *in)
{
    strbuf text = {0};
    strbuf_printf(&text, "%s ", in->name);
    sexp_print(x->item[2], env, &text);
    strbuf_printf(&text, " %s ", in->result->name);
    sexp_print(sexp_body(x), env, &text);
    hash_text(text.s, in->hash);
    strbuf_free(&text);
}

/* The members of a family that differ only in what its variables stand for are told apart by their
 * number. */
static void number_in_family(const loader *l, const sexp *x, instr *in)
{
    for (unsigned i = 0; i < l->s->ninstrs; i++)
        in->member += l->s->instrs[i].form == x && l->s->instrs[i].result == in->result;
}

static bool is_declared(const spec *s, const instr *in)
{
    for (unsigned i = 0; i < s->ninstrs; i++)
        if (s->instrs[i].result == in->result && s->instrs[i].set == in->set &&
            text_same(s->instrs[i].name, in->name))
            return true;
    return false;
}

bool load_instr(loader *l, const sexp *x, const sexp_env *env)
{
    instr in = {
        .form = x, .env = env, .where = x->where, .index = l->s->ninstrs, .set = loader_set(l)};
    if (!load_check_shape(l, x, instr_rules) || !instr_name(l, x, env, &in) ||
        !instr_params(l, x, env, &in))
        return false;
    if (is_declared(l->s, &in))
        return report_error(l->d, x->item[1], env,
                            "instruction '%s' with a result in %s is defined twice", in.name,
                            in.result->name);
    if (!instr_clauses(l, x, env, &in) || !(l->tried || check_meaning(l, &in))) return false;
    in.family = arena_printf(&l->s->mem, "%s:%d:%d", x->where.file, x->where.line, x->where.column);
    number_in_family(l, x, &in);
    hash_instr(x, env, &in);
    l->s->instrs = load_grow(l, l->s->instrs, l->s->ninstrs, &l->cap_instrs, sizeof in);
    l->s->instrs[l->s->ninstrs++] = in;
    return true;
}
