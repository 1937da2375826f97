/* load.c - reads .spec files into the tables of a spec and checks every definition.
 *
 * Forms are taken in order of files and places; a name must be defined before it is used (classes first: files are
 * loaded with spec/isa/classes.spec ahead of the others, then by path). All mistakes that can be found are reported, at
 * most one a definition. Checks: shape and clauses here, sorts by elaborating each instruction at both ends of its
 * immediate and each operation over a sample of widths and counts, templates against operands, commutativity against
 * the semantics on sampled values. */
#include "load.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bv.h"
#include "elab.h"

typedef struct loader {
    spec *s;
    diags *d;
    term_ctx *c;
    unsigned cap_classes, cap_targets, cap_ops, cap_instrs;
    strbuf all; /* canonical text of everything, for the hash */
} loader;

#define bad(l, x, ...) (diag_error((l)->d, (x)->where, __VA_ARGS__), false)

enum { OP_CLAUSES = 1, INSTR_CLAUSES = 2 };
static const struct { const char *name; unsigned of; bool repeats; } clauses[] = {
    {"doc", OP_CLAUSES, false},           {"llvm", OP_CLAUSES, false},    {"commutative", OP_CLAUSES, false},
    {"where", OP_CLAUSES, false},         {"pre", OP_CLAUSES, true},      {"requires", INSTR_CLAUSES, false},
    {"commutative", INSTR_CLAUSES, false}, {"kind", INSTR_CLAUSES, false}, {"lanes", INSTR_CLAUSES, false},
    {"result-lanes", INSTR_CLAUSES, false}, {"llvm", INSTR_CLAUSES, true}, {"declare", INSTR_CLAUSES, true},
    {"c", INSTR_CLAUSES, false}};

static int clause_index(const sexp *x, unsigned of)
{
    for (unsigned i = 0; i < sizeof clauses / sizeof *clauses; i++)
        if (clauses[i].of == of && !strcmp(sexp_head(x), clauses[i].name)) return (int)i;
    return -1;
}

const sexp *load_clause(const sexp *form, const char *name)
{
    for (unsigned i = 4; i + 1 < form->count; i++)
        if (!strcmp(sexp_head(form->item[i]), name)) return form->item[i];
    return NULL;
}

const sexp *load_body(const sexp *form)
{
    return form->item[form->count - 1];
}

/* A definition is (head NAME PARAMS RESULT CLAUSE ... BODY). */
static bool check_shape(loader *l, const sexp *x, unsigned of)
{
    unsigned seen = 0;
    if (x->count < 5) return bad(l, x, "expected (%s NAME (OPERANDS) RESULT CLAUSE ... BODY)", sexp_head(x));
    if (clause_index(load_body(x), of) >= 0) {
        for (unsigned i = 4; i < x->count; i++)
            if (clause_index(x->item[i], of) < 0) return bad(l, x->item[i + 1], "a clause after the body");
        return bad(l, x, "this definition has no body");
    }
    for (unsigned i = 4; i + 1 < x->count; i++) {
        int k = clause_index(x->item[i], of);
        if (k < 0 && x->item[i]->kind == SEXP_LIST && clause_index(x->item[i + 1], of) >= 0)
            return bad(l, x->item[i], "unknown clause '%s'", sexp_head(x->item[i]));
        if (k < 0) return bad(l, x->item[i], "unknown clause '%s', or a second body", sexp_head(x->item[i]));
        if (!clauses[k].repeats && (seen & 1u << k)) return bad(l, x->item[i], "a second (%s ...)", clauses[k].name);
        seen |= 1u << k;
    }
    return true;
}

/* Room for one more element of a table that is kept in the spec's arena. */
static void *grow(loader *l, void *table, unsigned count, unsigned *cap, size_t size)
{
    if (count < *cap) return table;
    *cap = *cap ? 2 * *cap : 64;
    void *larger = arena_alloc(&l->s->mem, *cap, size);
    if (count) memcpy(larger, table, count * size);
    return larger;
}

/* ---- text built of strings, integers and (splat N "TYPE" INT) ---- */

static bool put_splat(loader *l, const sexp *x, const sexp_env *env, strbuf *out)
{
    elab e = {.d = l->d, .mem = &l->s->mem};
    int64_t n, v;
    if (x->count != 4 || x->item[2]->kind != SEXP_STRING) return bad(l, x, "expected (splat N \"TYPE\" INTEGER)");
    if (!elab_integer(&e, x->item[1], env, &n) || !elab_integer(&e, x->item[3], env, &v)) return false;
    if (n < 1 || n > 512) return bad(l, x->item[1], "a vector of %lld elements; 1 to 512 expected", (long long)n);
    strbuf_puts(out, "<");
    for (int64_t i = 0; i < n; i++) strbuf_printf(out, "%s%s %lld", i ? ", " : "", x->item[2]->text, (long long)v);
    strbuf_puts(out, ">");
    return true;
}

static bool put_text(loader *l, const sexp *x, const sexp_env *env, strbuf *out)
{
    elab e = {.d = l->d, .mem = &l->s->mem};
    const sexp_env *b = x->kind == SEXP_SYMBOL ? sexp_env_find(env, x->text) : NULL;
    int64_t v;
    if (x->kind == SEXP_STRING) strbuf_puts(out, x->text);
    else if (b && b->kind == ENV_STRING) strbuf_puts(out, b->text);
    else if (b && b->kind == ENV_CLASS) strbuf_puts(out, b->cls->name);
    else if (!strcmp(sexp_head(x), "splat")) return put_splat(l, x, env, out);
    else if (!elab_integer(&e, x, env, &v)) return false;
    else strbuf_printf(out, "%lld", (long long)v);
    return true;
}

/* The items of a clause from index first on, concatenated; NULL after a diagnostic. */
static const char *text_of(loader *l, const sexp *x, unsigned first, const sexp_env *env)
{
    strbuf b = {0};
    bool good = x->count > first || bad(l, x, "(%s ...) is empty", sexp_head(x));
    for (unsigned i = first; good && i < x->count; i++) good = put_text(l, x->item[i], env, &b);
    const char *text = good ? arena_strdup(&l->s->mem, strbuf_text(&b)) : NULL;
    strbuf_free(&b);
    return text;
}

/* ---- (class ...) and (target ...) ---- */

static const sexp *part(const sexp *form, const char *name)
{
    for (unsigned i = 2; i < form->count; i++)
        if (!strcmp(sexp_head(form->item[i]), name)) return form->item[i];
    return NULL;
}

/* A mandatory part (name "string"). */
static bool string_part(loader *l, const sexp *form, const char *name, const char **out)
{
    const sexp *x = part(form, name);
    if (!x) return bad(l, form, "(%s \"...\") is missing", name);
    if (x->count != 2 || x->item[1]->kind != SEXP_STRING) return bad(l, x, "expected (%s \"...\")", name);
    *out = x->item[1]->text;
    return true;
}

static bool splat_part(loader *l, const sexp *form, const char *name, const char **out)
{
    if (!string_part(l, form, name, out)) return false;
    return strstr(*out, "$k") || bad(l, part(form, name), "the template does not mention $k");
}

static bool check_parts(loader *l, const sexp *form, const char *const *known)
{
    for (unsigned i = 2; i < form->count; i++) {
        const sexp *x = form->item[i];
        const char *name = x->kind == SEXP_SYMBOL ? x->text : sexp_head(x);
        const char *const *k = known;
        while (*k && strcmp(*k, name)) k++;
        if (!*k) return bad(l, x, "unknown clause '%s' of '%s'", name, sexp_head(form));
        for (unsigned j = 2; j < i; j++)
            if (*name && !strcmp(sexp_head(form->item[j]), name)) return bad(l, x, "a second (%s ...)", name);
    }
    return true;
}

static bool named(loader *l, const sexp *form)
{
    return (form->count > 1 && form->item[1]->kind == SEXP_SYMBOL) || bad(l, form, "'%s' needs a name", sexp_head(form));
}

static bool load_class(loader *l, const sexp *x)
{
    static const char *const known[] = {"bits", "vector", "scalar", "llvm", "c", "splat8", "splat16", "splat32", "splat64", NULL};
    regclass k = {.index = l->s->nclasses};
    if (!named(l, x) || !check_parts(l, x, known)) return false;
    k.name = x->item[1]->text;
    if (spec_find_class(l->s, k.name)) return bad(l, x->item[1], "class '%s' is defined twice", k.name);
    const sexp *bits = part(x, "bits");
    if (!bits || bits->count != 2 || bits->item[1]->kind != SEXP_INTEGER) return bad(l, bits ? bits : x, "expected (bits N)");
    if (bits->item[1]->value < 8 || bits->item[1]->value > 1024) return bad(l, bits->item[1], "a class of 8 to 1024 bits expected");
    k.bits = (unsigned)bits->item[1]->value;
    for (unsigned i = 2; i < x->count; i++) k.vector = k.vector || sexp_is_symbol(x->item[i], "vector");
    if (!string_part(l, x, "llvm", &k.llvm) || !string_part(l, x, "c", &k.c_type)) return false;
    if (!splat_part(l, x, "splat8", &k.c_splat8) || !splat_part(l, x, "splat16", &k.c_splat16)) return false;
    if (!splat_part(l, x, "splat32", &k.c_splat32) || !splat_part(l, x, "splat64", &k.c_splat64)) return false;
    l->s->classes = grow(l, l->s->classes, l->s->nclasses, &l->cap_classes, sizeof k);
    l->s->classes[l->s->nclasses++] = k;
    return true;
}

static const char *word(const sexp *x)
{
    return x->kind == SEXP_SYMBOL || x->kind == SEXP_STRING ? x->text : NULL;
}

static bool target_lists(loader *l, const sexp *x, target *t)
{
    const sexp *f = part(x, "features"), *k = part(x, "classes");
    if (!f || !k) return bad(l, x, "(%s ...) is missing", f ? "classes" : "features");
    if (f->count > SPEC_FEATURES_MAX) return bad(l, f, "more than %d features", SPEC_FEATURES_MAX);
    const char **features = arena_new(&l->s->mem, f->count, const char *);
    const regclass **classes = arena_new(&l->s->mem, k->count, const regclass *);
    for (unsigned i = 1; i < f->count; i++)
        if (!(features[i - 1] = word(f->item[i]))) return bad(l, f->item[i], "expected the name of a feature");
    for (unsigned i = 1; i < k->count; i++) {
        const char *name = word(k->item[i]);
        classes[i - 1] = name ? spec_find_class(l->s, name) : NULL;
        if (!classes[i - 1]) return bad(l, k->item[i], "unknown class '%s'", name ? name : "(...)");
        if (i > 1 && classes[i - 1]->bits < classes[i - 2]->bits) return bad(l, k->item[i], "classes go from narrow to wide");
    }
    if (k->count < 2) return bad(l, k, "a target has at least one class");
    t->features = features;
    t->classes = classes;
    return true;
}

static bool load_target(loader *l, const sexp *x)
{
    static const char *const known[] = {"cpu", "triple", "suffix", "features", "classes", NULL};
    target t = {.index = l->s->ntargets};
    if (!named(l, x) || !check_parts(l, x, known)) return false;
    t.name = x->item[1]->text;
    if (spec_find_target(l->s, t.name)) return bad(l, x->item[1], "target '%s' is defined twice", t.name);
    if (!string_part(l, x, "cpu", &t.cpu) || !string_part(l, x, "triple", &t.triple)) return false;
    if (!string_part(l, x, "suffix", &t.suffix) || !target_lists(l, x, &t)) return false;
    l->s->targets = grow(l, l->s->targets, l->s->ntargets, &l->cap_targets, sizeof t);
    l->s->targets[l->s->ntargets++] = t;
    return true;
}

/* ---- (op ...) ---- */

static bool is_vec_n_w(const sexp *x)
{
    return x->kind == SEXP_LIST && x->count == 3 && sexp_is_symbol(x->item[0], "vec") && sexp_is_symbol(x->item[1], "n") &&
           sexp_is_symbol(x->item[2], "w");
}

static bool reserved(const char *name)
{
    return !strcmp(name, "n") || !strcmp(name, "w") || !strcmp(name, "true") || !strcmp(name, "false");
}

static bool op_params(loader *l, const sexp *x, op *o)
{
    const sexp *list = x->item[2];
    if (list->kind != SEXP_LIST || list->count == 0) return bad(l, list, "expected operands: ((a (vec n w)) ...)");
    if (list->count > 3) return bad(l, list, "at most 3 operands");
    const char **names = arena_new(&l->s->mem, list->count, const char *);
    for (unsigned i = 0; i < list->count; i++) {
        const sexp *p = list->item[i];
        if (p->kind != SEXP_LIST || p->count != 2 || p->item[0]->kind != SEXP_SYMBOL || !is_vec_n_w(p->item[1]))
            return bad(l, p, "expected an operand (name (vec n w))");
        names[i] = p->item[0]->text;
        if (reserved(names[i])) return bad(l, p, "'%s' is reserved", names[i]);
        for (unsigned k = 0; k < i; k++)
            if (!strcmp(names[k], names[i])) return bad(l, p, "operand '%s' stands twice", names[i]);
    }
    if (!is_vec_n_w(x->item[3])) return bad(l, x->item[3], "expected the result (vec n w)");
    o->arity = list->count;
    o->param = names;
    return true;
}

static bool op_clauses(loader *l, const sexp *x, op *o)
{
    const sexp *doc = load_clause(x, "doc"), *llvm = load_clause(x, "llvm"), *where = load_clause(x, "where");
    o->doc = "";
    if (doc && (doc->count != 2 || doc->item[1]->kind != SEXP_STRING)) return bad(l, doc, "expected (doc \"...\")");
    if (doc) o->doc = doc->item[1]->text;
    if (llvm) {
        o->llvm_sext = llvm->count == 3 && sexp_is_symbol(llvm->item[2], "sext");
        if ((llvm->count != 2 && !o->llvm_sext) || llvm->item[1]->kind != SEXP_STRING)
            return bad(l, llvm, "expected (llvm \"...\") or (llvm \"...\" sext)");
        o->llvm = llvm->item[1]->text;
    }
    if (where && where->count != 2) return bad(l, where, "expected (where CONDITION)");
    o->commutative = load_clause(x, "commutative") != NULL;
    if (o->commutative && o->arity < 2) return bad(l, load_clause(x, "commutative"), "one operand cannot commute");
    for (unsigned i = 4; i + 1 < x->count; i++)
        if (!strcmp(sexp_head(x->item[i]), "pre") && (x->item[i]->count != 3 || x->item[i]->item[1]->kind != SEXP_SYMBOL))
            return bad(l, x->item[i], "expected (pre i BOOL)");
    return true;
}

/* Elaborates at one shape. */
static bool check_op_at(loader *l, const op *o, unsigned w, unsigned n)
{
    term args[3], result, care;
    for (unsigned i = 0; i < o->arity; i++) args[i] = term_mk_var(l->c, o->param[i], w * n);
    return op_elaborate(o, w, n, l->c, args, &result, &care, l->d);
}

static bool check_op(loader *l, const op *o)
{
    static const unsigned widths[] = {1, 2, 3, 4, 5, 7, 8, 16, 32, 64, 128}, counts[] = {1, 2, 3, 4, 8};
    elab e = {.c = l->c, .d = l->d, .mem = &l->s->mem, .in_op = true};
    const sexp *where = load_clause(o->form, "where");
    bool anywhere = false, holds;
    for (unsigned i = 0; i < sizeof widths / sizeof *widths; i++)
        for (unsigned k = 0; k < sizeof counts / sizeof *counts; k++) {
            const sexp_env *env = elab_bind_integer(&l->s->mem, NULL, "w", widths[i]);
            env = elab_bind_integer(&l->s->mem, env, "n", counts[k]);
            if (where && !elab_condition(&e, where->item[1], env, &holds)) return false;
            if (where && !holds) continue;
            anywhere = true;
            if (!check_op_at(l, o, widths[i], counts[k])) return false;
        }
    return anywhere || bad(l, where, "the condition holds for no width and count that was tried");
}

static bool load_op(loader *l, const sexp *x)
{
    strbuf text = {0};
    op o = {.form = x, .where = x->where, .index = l->s->nops};
    if (x->count < 2 || x->item[1]->kind != SEXP_SYMBOL) return bad(l, x, "an operation needs a name");
    o.name = x->item[1]->text;
    if (spec_find_op(l->s, o.name)) return bad(l, x->item[1], "operation '%s' is defined twice", o.name);
    if (!check_shape(l, x, OP_CLAUSES) || !op_params(l, x, &o) || !op_clauses(l, x, &o) || !check_op(l, &o)) return false;
    for (unsigned i = 1; i < x->count; i++) {
        int k = clause_index(x->item[i], OP_CLAUSES);
        if (k >= 0 && (!strcmp(clauses[k].name, "doc") || !strcmp(clauses[k].name, "llvm"))) continue;
        sexp_print(x->item[i], NULL, &text);
        strbuf_puts(&text, "\n");
    }
    hash_text(strbuf_text(&text), o.hash);
    strbuf_puts(&l->all, strbuf_text(&text));
    strbuf_free(&text);
    l->s->ops = grow(l, l->s->ops, l->s->nops, &l->cap_ops, sizeof o);
    l->s->ops[l->s->nops++] = o;
    return true;
}

/* ---- (instr ...) ---- */

static const regclass *class_of(loader *l, const sexp *x, const sexp_env *env)
{
    const sexp_env *b = x->kind == SEXP_SYMBOL ? sexp_env_find(env, x->text) : NULL;
    if (b && b->kind == ENV_CLASS) return b->cls;
    const regclass *k = x->kind == SEXP_SYMBOL ? spec_find_class(l->s, x->text) : NULL;
    if (!k) diag_error(l->d, x->where, "unknown class '%s'", x->kind == SEXP_SYMBOL ? x->text : "(...)");
    return k;
}

static bool imm_param(loader *l, const sexp *p, const sexp_env *env, instr *in, bool last)
{
    elab e = {.d = l->d, .mem = &l->s->mem};
    const sexp *range = p->item[1];
    if (!last) return bad(l, p, "the immediate is the last operand");
    if (range->count != 3) return bad(l, range, "expected (imm LOW HIGH)");
    if (!elab_integer(&e, range->item[1], env, &in->imm_low) || !elab_integer(&e, range->item[2], env, &in->imm_high)) return false;
    if (in->imm_low > in->imm_high) return bad(l, range, "the range %lld to %lld is empty", (long long)in->imm_low, (long long)in->imm_high);
    if (in->imm_high - in->imm_low > 65535) return bad(l, range, "a range of at most 65536 immediates expected");
    in->has_imm = true;
    in->imm_name = p->item[0]->text;
    return true;
}

static bool instr_params(loader *l, const sexp *x, const sexp_env *env, instr *in)
{
    const sexp *list = x->item[2];
    if (list->kind != SEXP_LIST || list->count == 0) return bad(l, list, "expected operands: ((a CLASS) ...)");
    for (unsigned i = 0; i < list->count; i++) {
        const sexp *p = list->item[i];
        if (p->kind != SEXP_LIST || p->count != 2 || p->item[0]->kind != SEXP_SYMBOL) return bad(l, p, "expected an operand (name CLASS)");
        for (unsigned k = 0; k < i; k++)
            if (sexp_is_symbol(list->item[k]->item[0], p->item[0]->text)) return bad(l, p, "operand '%s' stands twice", p->item[0]->text);
        if (!strcmp(sexp_head(p->item[1]), "imm")) {
            if (!imm_param(l, p, env, in, i + 1 == list->count)) return false;
            continue;
        }
        if (in->nsrc == SPEC_SRC_MAX) return bad(l, p, "at most %d sources", SPEC_SRC_MAX);
        in->src_name[in->nsrc] = p->item[0]->text;
        if (!(in->src[in->nsrc++] = class_of(l, p->item[1], env))) return false;
    }
    if (!in->nsrc) return bad(l, list, "an instruction has at least one source");
    return (in->result = class_of(l, x->item[3], env)) != NULL;
}

/* "<16 x i8>" for lanes of 8 bits in a class; NULL after a diagnostic when lanes do not fit. */
static const char *lane_type(loader *l, const sexp *x, const sexp_env *env, const regclass *k)
{
    elab e = {.d = l->d, .mem = &l->s->mem};
    int64_t w;
    if (!x) return k->llvm;
    if (x->count != 2) return bad(l, x, "expected (%s WIDTH)", sexp_head(x)) ? NULL : NULL;
    if (!elab_integer(&e, x->item[1], env, &w)) return NULL;
    if (w < 1 || w > k->bits || k->bits % w) return bad(l, x, "lanes of %lld bits do not fill %u bits", (long long)w, k->bits) ? NULL : NULL;
    return arena_printf(&l->s->mem, "<%u x i%lld>", k->bits / (unsigned)w, (long long)w);
}

/* Every $name of a template is an operand, the immediate, or (LLVM) a temporary; marks the operands that occur. */
static bool check_template(loader *l, const sexp *x, const instr *in, const char *text, bool llvm, unsigned *used)
{
    for (const char *s = strchr(text, '$'); s; s = strchr(s + 1, '$')) {
        size_t n = strspn(s + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        bool known = llvm && n && strspn(s + 1, "0123456789") == n;
        if (in->has_imm && strlen(in->imm_name) == n && !strncmp(s + 1, in->imm_name, n)) known = true, *used |= 1u << SPEC_SRC_MAX;
        for (unsigned i = 0; i < in->nsrc; i++)
            if (strlen(in->src_name[i]) == n && !strncmp(s + 1, in->src_name[i], n)) known = true, *used |= 1u << i;
        if (!known) return bad(l, x, "the template names '$%.*s', which is no operand", (int)n, s + 1);
    }
    return true;
}

static bool check_all_used(loader *l, const sexp *x, const instr *in, unsigned used, const char *what)
{
    for (unsigned i = 0; i < in->nsrc; i++)
        if (!(used & 1u << i)) return bad(l, x, "the %s template does not use operand '%s'", what, in->src_name[i]);
    if (in->has_imm && !(used & 1u << SPEC_SRC_MAX)) return bad(l, x, "the %s template does not use the immediate '%s'", what, in->imm_name);
    return true;
}

/* A temporary is assigned before it is used; every line but the last assigns one. */
static bool check_temporaries(loader *l, const sexp *x, const char *text, bool last, unsigned *defined)
{
    char *rest;
    unsigned number = 0;
    if (text[0] == '$') number = (unsigned)strtoul(text + 1, &rest, 10);
    bool assigns = number && !strncmp(rest, " = ", 3);
    if (last && assigns) return bad(l, x, "the last line is the result and assigns nothing");
    if (!last && !assigns) return bad(l, x, "a line before the last assigns a temporary: \"$1 = ...\"");
    if (number > 31) return bad(l, x, "temporaries are $1 to $31");
    for (const char *s = strchr(assigns ? rest : text, '$'); s; s = strchr(s + 1, '$')) {
        unsigned long t = strtoul(s + 1, NULL, 10);
        if (t && (t > 31 || !(*defined & 1u << t))) return bad(l, x, "temporary $%lu is used before it is assigned", t);
    }
    if (assigns) *defined |= 1u << number;
    return true;
}

static bool instr_llvm(loader *l, const sexp *x, const sexp_env *env, instr *in)
{
    const char **lines = arena_new(&l->s->mem, x->count, const char *), **decls = arena_new(&l->s->mem, x->count, const char *);
    const sexp *last = NULL;
    unsigned used = 0, defined = 0;
    for (unsigned i = 4; i + 1 < x->count; i++)
        if (!strcmp(sexp_head(x->item[i]), "llvm")) last = x->item[i];
    if (!last) return bad(l, x, "(llvm ...) is missing");
    for (unsigned i = 4; i + 1 < x->count; i++) {
        const sexp *k = x->item[i];
        bool line = !strcmp(sexp_head(k), "llvm");
        if (!line && strcmp(sexp_head(k), "declare")) continue;
        const char *text = text_of(l, k, 1, env);
        if (!text) return false;
        if (line && (!check_template(l, k, in, text, true, &used) || !check_temporaries(l, k, text, k == last, &defined))) return false;
        if (line) lines[in->nllvm++] = text;
        else decls[in->ndecl++] = text;
    }
    in->llvm = lines;
    in->decl = decls;
    return check_all_used(l, last, in, used, "LLVM");
}

static bool instr_kind_clause(loader *l, const sexp *x, instr *in)
{
    const sexp *k = load_clause(x, "kind");
    if (!k || k->count != 2) return bad(l, k ? k : x, "expected (kind K)");
    const char *name = word(k->item[1]);
    for (unsigned i = 0; name && i < INSTR_KIND_COUNT; i++)
        if (!strcmp(name, instr_kind_names[i])) {
            in->kind = (instr_kind)i;
            return true;
        }
    return bad(l, k->item[1], "unknown kind '%s'", name ? name : "(...)");
}

static bool known_feature(const spec *s, const char *f)
{
    for (unsigned i = 0; i < s->ntargets; i++)
        if (target_has_feature(&s->targets[i], f)) return true;
    return s->ntargets == 0;
}

static bool instr_requires(loader *l, const sexp *x, const sexp_env *env, instr *in)
{
    const sexp *k = load_clause(x, "requires");
    const char **names = arena_new(&l->s->mem, k ? k->count : 1, const char *);
    if (k && k->count < 2) return bad(l, k, "(requires ...) is empty; leave it out");
    for (unsigned i = 1; k && i < k->count; i++) {
        const sexp_env *b = k->item[i]->kind == SEXP_SYMBOL ? sexp_env_find(env, k->item[i]->text) : NULL;
        names[i - 1] = b && b->kind == ENV_STRING ? b->text : word(k->item[i]);
        if (!names[i - 1]) return bad(l, k->item[i], "expected the name of a feature");
        if (!known_feature(l->s, names[i - 1])) return bad(l, k->item[i], "no target has the feature '%s'", names[i - 1]);
    }
    in->requires_ = names;
    return true;
}

static bool instr_clauses(loader *l, const sexp *x, const sexp_env *env, instr *in)
{
    const sexp *lanes = load_clause(x, "lanes"), *result = load_clause(x, "result-lanes"), *c = load_clause(x, "c");
    unsigned used = 0;
    if (!instr_kind_clause(l, x, in) || !instr_requires(l, x, env, in)) return false;
    if (!(in->lane_type = lane_type(l, lanes, env, in->src[0]))) return false;
    bool alike = in->src[0] == in->result;
    if (!(in->result_type = lane_type(l, result ? result : alike ? lanes : NULL, env, in->result))) return false;
    if (!instr_llvm(l, x, env, in)) return false;
    if (!c) return bad(l, x, "(c ...) is missing");
    if (!(in->c = text_of(l, c, 1, env)) || !check_template(l, c, in, in->c, false, &used)) return false;
    if (!check_all_used(l, c, in, used, "C")) return false;
    in->commutative = load_clause(x, "commutative") != NULL;
    if (in->commutative && (in->nsrc < 2 || in->src[0] != in->src[1]))
        return bad(l, load_clause(x, "commutative"), "the first two sources have to be of one class to commute");
    return true;
}

/* Compares t(a, b) with t(b, a) on a few values. */
static bool commutes(loader *l, const instr *in, term t, const term *src)
{
    uint64_t v[SPEC_SRC_MAX][TERM_LIMBS_MAX], r1[TERM_LIMBS_MAX], r2[TERM_LIMBS_MAX], x = 88172645463325252u;
    const uint64_t *p[SPEC_SRC_MAX];
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned i = 0; i < in->nsrc; i++) {
            for (unsigned k = 0; k < bv_limbs(in->src[i]->bits); k++) v[i][k] = x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            p[i] = v[i];
        }
        term_eval(l->c, t, src, p, in->nsrc, r1);
        p[0] = v[1];
        p[1] = v[0];
        term_eval(l->c, t, src, p, in->nsrc, r2);
        if (!bv_equal(r1, r2, in->result->bits)) return false;
    }
    return true;
}

static bool check_instr(loader *l, const sexp *x, const instr *in)
{
    term src[SPEC_SRC_MAX], t = TERM_NONE;
    for (unsigned i = 0; i < in->nsrc; i++) src[i] = term_mk_var(l->c, in->src_name[i], in->src[i]->bits);
    if (in->has_imm && in->imm_high != in->imm_low && !load_elaborate_instr(in, l->c, src, in->imm_high, l->d)) return false;
    if (!(t = load_elaborate_instr(in, l->c, src, in->imm_low, l->d))) return false;
    if (in->commutative && !commutes(l, in, t, src))
        return bad(l, load_clause(x, "commutative"), "the definition does not commute in its first two sources");
    return true;
}

/* Semantics only: name, operands, result and body. */
static void hash_instr(loader *l, const sexp *x, const sexp_env *env, instr *in)
{
    strbuf text = {0};
    strbuf_printf(&text, "%s ", in->name);
    sexp_print(x->item[2], env, &text);
    strbuf_printf(&text, " %s ", in->result->name);
    sexp_print(load_body(x), env, &text);
    hash_text(text.s, in->hash);
    strbuf_printf(&l->all, "%s\n", text.s);
    strbuf_free(&text);
}

static bool instr_name(loader *l, const sexp *x, const sexp_env *env, instr *in)
{
    const sexp *n = x->item[1];
    if (strcmp(sexp_head(n), "name")) return bad(l, n, "expected (name ...)");
    if (!(in->name = text_of(l, n, 1, env))) return false;
    if (!*in->name || in->name[strspn(in->name, "abcdefghijklmnopqrstuvwxyz0123456789_.")] || (in->name[0] >= '0' && in->name[0] <= '9'))
        return bad(l, n, "'%s' is no mnemonic; lower-case letters, digits, '_' and '.' expected", in->name);
    return true;
}

static bool load_instr(loader *l, const sexp *x, const sexp_env *env)
{
    instr in = {.form = x, .env = env, .where = x->where, .index = l->s->ninstrs};
    if (!check_shape(l, x, INSTR_CLAUSES) || !instr_name(l, x, env, &in) || !instr_params(l, x, env, &in)) return false;
    if (spec_find_instr(l->s, in.name, in.result))
        return bad(l, x->item[1], "instruction '%s' with a result in %s is defined twice", in.name, in.result->name);
    if (!instr_clauses(l, x, env, &in) || !check_instr(l, x, &in)) return false;
    in.family = arena_printf(&l->s->mem, "%s:%d:%d", x->where.file, x->where.line, x->where.column);
    for (unsigned i = 0; i < l->s->ninstrs; i++)
        in.member += l->s->instrs[i].form == x && l->s->instrs[i].result == in.result;
    hash_instr(l, x, env, &in);
    l->s->instrs = grow(l, l->s->instrs, l->s->ninstrs, &l->cap_instrs, sizeof in);
    l->s->instrs[l->s->ninstrs++] = in;
    return true;
}

/* ---- (family ...) and the top ---- */

static bool load_form(loader *l, const sexp *x, const sexp_env *env);

static const sexp_env *bind_value(loader *l, const sexp *var, const sexp *value, const sexp_env *env)
{
    elab e = {.d = l->d, .mem = &l->s->mem};
    sexp_env *b = arena_new(&l->s->mem, 1, sexp_env);
    *b = (sexp_env){.next = env, .name = var->text, .kind = ENV_INTEGER};
    const regclass *k = value->kind == SEXP_SYMBOL ? spec_find_class(l->s, value->text) : NULL;
    if (k) b->kind = ENV_CLASS, b->cls = k;
    else if (word(value)) b->kind = ENV_STRING, b->text = word(value);
    else if (!elab_integer(&e, value, env, &b->value)) return NULL;
    return b;
}

static bool family_variables(loader *l, const sexp *vars)
{
    if (vars->kind != SEXP_LIST || vars->count == 0) return bad(l, vars, "expected the family's variables: (w s ...)");
    for (unsigned i = 0; i < vars->count; i++) {
        if (vars->item[i]->kind != SEXP_SYMBOL) return bad(l, vars->item[i], "expected a name");
        for (unsigned k = 0; k < i; k++)
            if (sexp_is_symbol(vars->item[k], vars->item[i]->text)) return bad(l, vars->item[i], "variable '%s' stands twice", vars->item[i]->text);
    }
    return true;
}

static bool load_family(loader *l, const sexp *x, const sexp_env *env)
{
    if (x->count < 4) return bad(l, x, "expected (family (VAR ...) ((VALUE ...) ...) FORM ...)");
    const sexp *vars = x->item[1], *tuples = x->item[2];
    if (!family_variables(l, vars)) return false;
    if (tuples->kind != SEXP_LIST || tuples->count == 0) return bad(l, tuples, "expected tuples of values: ((8 \"b\") ...)");
    for (unsigned i = 0; i < tuples->count; i++) {
        const sexp *t = tuples->item[i];
        const sexp_env *inner = env;
        if (t->kind != SEXP_LIST || t->count != vars->count)
            return bad(l, t, "a tuple of %u values expected, one for each variable", vars->count);
        for (unsigned k = 0; k < t->count; k++)
            if (!(inner = bind_value(l, vars->item[k], t->item[k], inner))) return false;
        for (unsigned k = 3; k < x->count; k++)
            if (!load_form(l, x->item[k], inner)) return false;
    }
    return true;
}

static bool load_form(loader *l, const sexp *x, const sexp_env *env)
{
    const char *head = sexp_head(x);
    if (!strcmp(head, "family")) return load_family(l, x, env);
    if (!strcmp(head, "instr")) return load_instr(l, x, env);
    bool member_only = env != NULL;
    if (!strcmp(head, "op") || !strcmp(head, "class") || !strcmp(head, "target")) {
        if (member_only) return bad(l, x, "'%s' cannot stand in a family; instr and family can", head);
        return head[0] == 'o' ? load_op(l, x) : head[0] == 'c' ? load_class(l, x) : load_target(l, x);
    }
    if (x->kind != SEXP_LIST) return bad(l, x, "expected a form: (op ...) (instr ...) (family ...) (class ...) (target ...)");
    return bad(l, x, "unknown form '%s'; op, instr, family, class or target expected", *head ? head : "()");
}

static ls_status load_file(loader *l, const char *path)
{
    char *text;
    size_t size;
    if (file_read(path, &text, &size)) {
        diag_error(l->d, (place){.file = path}, "cannot read: %s", strerror(errno));
        return LS_ENV;
    }
    char *copy = arena_strndup(&l->s->mem, text, size);
    mem_free(text);
    const sexp *all = sexp_parse(arena_strdup(&l->s->mem, path), copy, size, &l->s->mem, l->d);
    if (!all) return LS_INPUT;
    bool good = true;
    for (unsigned i = 0; i < all->count; i++) good = load_form(l, all->item[i], NULL) && good;
    return good ? LS_OK : LS_INPUT;
}

ls_status spec_load_files(spec **out, const char *const *paths, unsigned count, diags *d)
{
    arena mem = {0};
    spec *s = arena_new(&mem, 1, spec);
    s->mem = mem;
    loader l = {.s = s, .d = d, .c = term_ctx_new()};
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < count; i++) {
        ls_status one = load_file(&l, paths[i]);
        if (one > rc) rc = one;
    }
    hash_text(strbuf_text(&l.all), s->hash);
    strbuf_free(&l.all);
    term_ctx_free(l.c);
    *out = rc == LS_OK ? s : NULL;
    if (rc) spec_free(s);
    return rc;
}

/* ---- directories ---- */

typedef struct path_list {
    char **path;
    unsigned count, cap;
} path_list;

static bool is_spec_name(const char *name)
{
    size_t n = strlen(name);
    return name[0] != '.' && n > 5 && !strcmp(name + n - 5, ".spec");
}

static ls_status collect_paths(path_list *list, const char *dir, unsigned depth)
{
    struct dirent *entry;
    struct stat st;
    ls_status rc = LS_OK;
    DIR *handle = opendir(dir);
    if (!handle) return LS_ENV;
    while (rc == LS_OK && (entry = readdir(handle))) {
        strbuf path = {0};
        strbuf_printf(&path, "%s/%s", dir, entry->d_name);
        bool is_dir = entry->d_name[0] != '.' && !stat(path.s, &st) && S_ISDIR(st.st_mode);
        if (is_dir && depth < 8) rc = collect_paths(list, path.s, depth + 1);
        if (!is_dir && is_spec_name(entry->d_name)) {
            if (list->count == list->cap) list->path = mem_grow(list->path, list->cap = list->cap ? 2 * list->cap : 32, sizeof(char *));
            list->path[list->count++] = path.s;
            path = (strbuf){0};
        }
        strbuf_free(&path);
    }
    closedir(handle);
    return rc;
}

static bool is_classes(const char *path)
{
    size_t n = strlen(path);
    return n >= 13 && !strcmp(path + n - 13, "/classes.spec");
}

static int compare_paths(const void *a, const void *b)
{
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    if (is_classes(x) != is_classes(y)) return is_classes(x) ? -1 : 1;
    return strcmp(x, y);
}

ls_status spec_load_dir(spec **out, const char *dir, diags *d)
{
    path_list list = {0};
    *out = NULL;
    ls_status rc = collect_paths(&list, dir, 0);
    if (rc) diag_error(d, (place){.file = dir}, "cannot read the spec directory: %s", strerror(errno));
    else if (!list.count) {
        diag_error(d, (place){.file = dir}, "no .spec files here; name the directory that holds ops/ and isa/");
        rc = LS_INPUT;
    }
    qsort(list.path, list.count, sizeof *list.path, compare_paths);
    if (rc == LS_OK) rc = spec_load_files(out, (const char *const *)list.path, list.count, d);
    for (unsigned i = 0; i < list.count; i++) mem_free(list.path[i]);
    mem_free(list.path);
    return rc;
}
