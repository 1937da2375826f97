// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus.c - reads the commands of a SyGuS-IF 2 file.
 *
 *     file    = { command }
 *     sort    = "Bool" | "(" "_" "BitVec" K ")" | "(" "BitVec" K ")" | a name of define-sort
 *     grammar = [ "(" { "(" name sort ")" } ")" ] "(" { "(" name sort "(" { production } ")" ")" }
 * ")"
 *
 * The grammar without the first list is that of SyGuS-IF 1. Commands are one table; one that is
 * known to the standard and not supported is named as such. All mistakes of form are collected, so
 * a file is put right in one go.
 *
 * Reading is linear in the size of the file: names are looked up in an index, and lists that are
 * searched are bounded.
 *
 * A function without a grammar gets the text of one, with names that no file uses ("@32"), and that
 * is read like any other.
 *
 * Called by sygus_solve.c. */
#include "sygus.h"

#include <string.h>

#include "spec/language/report.h"

typedef struct sort_name {
    const char *name;
    unsigned width;
} sort_name;

typedef struct reader {
    sygus *s;
    arena *mem;
    diags *d;
    sort_name *sort;
    unsigned nsorts;
    sygus_index sort_index;
    const sexp *checked; /* the check-synth */
} reader;

enum {
    LIST_MAX = 256
}; /* parameters of a function of the file: their names are compared with each other */

#define fail(r, x, ...) report_error((r)->d, x, NULL, __VA_ARGS__)

/* ---- shapes ---- */

static bool is_list(const sexp *x)
{
    return x->kind == SEXP_LIST;
}

static bool count_items(reader *r, const sexp *x, unsigned min, unsigned max, const char *form)
{
    if (x->count >= min && x->count <= max) return true;
    return fail(r, x, "expected %s", form);
}

static bool read_name(reader *r, const sexp *x, const char *of, const char **out)
{
    if (x->kind != SEXP_SYMBOL) return fail(r, x, "expected the name of %s", of);
    *out = x->text;
    return true;
}

/* ---- sorts ---- */

static bool named_sort(reader *r, const sexp *x, unsigned *width)
{
    unsigned i = sygus_index_find(&r->sort_index, x->text, strlen(x->text));
    if (i != SYGUS_INDEX_NONE) {
        *width = r->sort[i].width;
        return true;
    }
    if (!sexp_is_symbol(x, "Bool"))
        return fail(r, x, "the sort '%s' is not supported; expected Bool or (_ BitVec K)", x->text);
    *width = 0;
    return true;
}

static bool read_sort(reader *r, const sexp *x, unsigned *width)
{
    if (x->kind == SEXP_SYMBOL) return named_sort(r, x, width);
    unsigned at = !strcmp(sexp_head(x), "_");
    bool vector = is_list(x) && x->count == at + 2 && sexp_is_symbol(x->item[at], "BitVec");
    if (!vector || x->item[at + 1]->kind != SEXP_INTEGER)
        return fail(r, x, "this sort is not supported; expected Bool or (_ BitVec K)");
    int64_t k = x->item[at + 1]->value;
    if (k < 1 || k > SYGUS_WIDTH_MAX)
        return fail(r, x->item[at + 1], "a bit-vector of %lld bits; 1 to %d are supported",
                    (long long)k, SYGUS_WIDTH_MAX);
    *width = (unsigned)k;
    return true;
}

/* (name sort) */
static bool read_var(reader *r, const sexp *x, const char *of, sygus_var *out)
{
    out->at = x;
    if (!is_list(x) || x->count < 2) return fail(r, x, "expected (name sort) for %s", of);
    return read_name(r, x->item[0], of, &out->name) && read_sort(r, x->item[1], &out->width);
}

static bool read_params(reader *r, const sexp *x, sygus_var **out, unsigned *count)
{
    if (!is_list(x)) return fail(r, x, "expected parameters: ((name sort) ...)");
    if (x->count > LIST_MAX)
        return fail(r, x, "%u parameters; at most %d are supported", x->count, LIST_MAX);
    *out = arena_new(r->mem, x->count + 1, sygus_var);
    for (*count = 0; *count < x->count; ++*count) {
        sygus_var *v = &(*out)[*count];
        if (!read_var(r, x->item[*count], "a parameter", v)) return false;
        for (unsigned i = 0; i < *count; i++)
            if (!strcmp((*out)[i].name, v->name))
                return fail(r, v->at, "the parameter '%s' is there twice", v->name);
    }
    return true;
}

/* ---- grammars ---- */

static bool check_twice(reader *r, const sygus_fun *f, const sygus_nonterminal *n)
{
    for (unsigned i = 0; i < f->nparams; i++)
        if (!strcmp(f->param[i].name, n->name))
            return fail(r, n->at, "'%s' is a parameter and a nonterminal", n->name);
    for (const sygus_nonterminal *k = f->nonterminal; k < n; k++)
        if (!strcmp(k->name, n->name))
            return fail(r, n->at, "the nonterminal '%s' is there twice", n->name);
    return true;
}

/* (Constant sort) and (Variable sort) are of the nonterminal's sort. */
static bool check_leaves(reader *r, const sygus_nonterminal *n)
{
    bool good = true;
    for (unsigned i = 0; i < n->rules->count; i++) {
        const sexp *x = n->rules->item[i];
        const char *head = sexp_head(x);
        unsigned width;
        if (strcmp(head, "Constant") && strcmp(head, "Variable")) continue;
        if (x->count != 2) good = fail(r, x, "expected (%s sort)", head);
        else if (!read_sort(r, x->item[1], &width)) good = false;
        else if (width != n->width)
            good = fail(r, x->item[1], "(%s ...) is of another sort than the nonterminal", head);
    }
    return good;
}

/* (name sort (production ...)) */
static bool read_group(reader *r, const sexp *x, sygus_fun *f)
{
    sygus_var v = {0};
    if (!is_list(x) || x->count != 3 || !is_list(x->item[2]))
        return fail(r, x, "expected (nonterminal sort (production ...))");
    if (!read_var(r, x, "a nonterminal", &v)) return false;
    if (!x->item[2]->count) return fail(r, x->item[2], "'%s' has no production", v.name);
    f->nonterminal[f->nnonterminals] = (sygus_nonterminal){v.name, v.width, x, x->item[2]};
    const sygus_nonterminal *n = &f->nonterminal[f->nnonterminals++];
    return check_twice(r, f, n) && check_leaves(r, n);
}

static bool read_groups(reader *r, const sexp *x, sygus_fun *f)
{
    bool good = true;
    if (!is_list(x) || !x->count)
        return fail(r, x, "expected a grammar: ((nonterminal sort (production ...)) ...)");
    if (x->count > SYGUS_SORTS_MAX)
        return fail(r, x, "%u nonterminals; at most %d are supported", x->count, SYGUS_SORTS_MAX);
    f->nonterminal = arena_new(r->mem, x->count, sygus_nonterminal);
    for (unsigned i = 0; i < x->count; i++) good &= read_group(r, x->item[i], f);
    if (good && f->nonterminal[0].width != f->width)
        return fail(r, f->nonterminal[0].at, "'%s' is not of the result's sort",
                    f->nonterminal[0].name);
    return good;
}

/* The list of nonterminals that SyGuS-IF 2 wants before the grammar says the same as the grammar.
 */
static bool check_declared(reader *r, const sexp *x, const sygus_fun *f)
{
    if (!is_list(x) || x->count != f->nnonterminals)
        return fail(r, x, "expected the grammar's %u nonterminals: ((name sort) ...)",
                    f->nnonterminals);
    for (unsigned i = 0; i < x->count; i++) {
        sygus_var v = {0};
        if (!read_var(r, x->item[i], "a nonterminal", &v)) return false;
        if (strcmp(v.name, f->nonterminal[i].name) || v.width != f->nonterminal[i].width)
            return fail(r, v.at, "the grammar has '%s' of another name or sort here",
                        f->nonterminal[i].name);
    }
    return true;
}

/* ---- the default grammar ---- */

static const char *const unary_operators[] = {"bvnot", "bvneg", NULL};
static const char *const binary_operators[] = {"bvand", "bvor",   "bvxor",  "bvadd",  "bvsub",
                                               "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem",
                                               "bvshl", "bvlshr", "bvashr", NULL};
static const char *const predicates[] = {"=", "bvult", "bvule", "bvslt", "bvsle", NULL};
static const char *const connectives[] = {"and", "or", "xor", NULL};

static void put_name(strbuf *b, unsigned width)
{
    if (width) strbuf_printf(b, " @%u", width);
    else strbuf_puts(b, " @Bool");
}

static void put_productions(strbuf *b, const char *const *operators, unsigned width,
                            unsigned operands)
{
    for (; *operators; operators++) {
        strbuf_printf(b, " (%s", *operators);
        for (unsigned i = 0; i < operands; i++) put_name(b, width);
        strbuf_puts(b, ")");
    }
}

static void put_leaves(strbuf *b, const sygus_fun *f, unsigned width)
{
    for (unsigned i = 0; i < f->nparams; i++)
        if (f->param[i].width == width) strbuf_printf(b, " %s", f->param[i].name);
    if (width) strbuf_printf(b, " (_ bv0 %u) (_ bv1 %u)", width, width);
    else strbuf_puts(b, " false true");
}

/* One nonterminal; used[w]: there is one of w bits. */
static void put_group(strbuf *b, const sygus_fun *f, unsigned width, const bool *used)
{
    strbuf_puts(b, "(");
    put_name(b, width);
    if (width) strbuf_printf(b, " (_ BitVec %u) (", width);
    else strbuf_puts(b, " Bool (");
    put_leaves(b, f, width);
    put_productions(b, width ? unary_operators : (const char *const[]){"not", NULL}, width, 1);
    put_productions(b, width ? binary_operators : connectives, width, 2);
    strbuf_puts(b, " (ite @Bool");
    put_name(b, width);
    put_name(b, width);
    strbuf_puts(b, ")");
    for (unsigned w = 1; !width && w <= SYGUS_WIDTH_MAX; w++)
        if (used[w]) put_productions(b, predicates, w, 2);
    strbuf_puts(b, "))");
}

/* The result's sort comes first, the others from narrow to wide. */
static bool default_grammar(reader *r, sygus_fun *f)
{
    bool used[SYGUS_WIDTH_MAX + 1] = {true};
    strbuf b = {0};
    used[f->width] = true;
    for (unsigned i = 0; i < f->nparams; i++) used[f->param[i].width] = true;
    strbuf_puts(&b, "(");
    put_group(&b, f, f->width, used);
    for (unsigned w = 0; w <= SYGUS_WIDTH_MAX; w++)
        if (used[w] && w != f->width) put_group(&b, f, w, used);
    strbuf_puts(&b, ")");
    const char *text = arena_strdup(r->mem, b.s);
    const sexp *all = sexp_parse("the default grammar", text, b.len, r->mem, r->d);
    strbuf_free(&b);
    f->grammar_is_default = true;
    return all && read_groups(r, all->item[0], f);
}

/* ---- commands ---- */

static bool read_logic(reader *r, const sexp *x)
{
    static const char *const known[] = {"BV", "QF_BV", "ALL"};
    if (!count_items(r, x, 2, 2, "(set-logic NAME)")) return false;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (sexp_is_symbol(x->item[1], known[i])) return true;
    return fail(r, x->item[1], "this logic is not supported; expected BV");
}

static bool ignore(reader *r, const sexp *x)
{
    (void)r, (void)x;
    return true;
}

static bool read_define_sort(reader *r, const sexp *x)
{
    sort_name *s = &r->sort[r->nsorts];
    if (!count_items(r, x, 4, 4, "(define-sort name () sort)")) return false;
    if (!is_list(x->item[2]) || x->item[2]->count)
        return fail(r, x->item[2], "sorts with parameters are not supported");
    if (!read_name(r, x->item[1], "a sort", &s->name) || !read_sort(r, x->item[3], &s->width))
        return false;
    sygus_index_add(&r->sort_index, s->name, strlen(s->name), r->nsorts++);
    return true;
}

enum { KINDS = 4 }; /* what the index keeps is a number times this, and a kind */

bool sygus_find_name(const sygus *s, const char *name, sygus_kind *kind, unsigned *number)
{
    unsigned found = sygus_index_find(s->name, name, strlen(name));
    *kind = (sygus_kind)(found % KINDS);
    *number = found / KINDS;
    return found != SYGUS_INDEX_NONE;
}

static bool taken(reader *r, const sexp *x, const char *name)
{
    bool found = sygus_index_find(r->s->name, name, strlen(name)) != SYGUS_INDEX_NONE;
    return found && !fail(r, x, "'%s' is there twice", name);
}

static void keep_name(reader *r, const char *name, sygus_kind kind, unsigned number)
{
    sygus_index_add(r->s->name, name, strlen(name), number * KINDS + (unsigned)kind);
}

static bool read_define_fun(reader *r, const sexp *x)
{
    sygus_define f = {.at = x};
    if (!count_items(r, x, 5, 5, "(define-fun name ((parameter sort) ...) sort term)"))
        return false;
    if (!read_name(r, x->item[1], "a function", &f.name) || taken(r, x->item[1], f.name))
        return false;
    if (!read_params(r, x->item[2], &f.param, &f.nparams) || !read_sort(r, x->item[3], &f.width))
        return false;
    f.body = x->item[4];
    keep_name(r, f.name, SYGUS_DEFINE, r->s->ndefines);
    r->s->define[r->s->ndefines++] = f;
    return true;
}

static bool read_declare_var(reader *r, const sexp *x)
{
    sygus_var v = {.at = x};
    if (!count_items(r, x, 3, 3, "(declare-var name sort)")) return false;
    if (!read_name(r, x->item[1], "a variable", &v.name) || taken(r, x->item[1], v.name))
        return false;
    if (!read_sort(r, x->item[2], &v.width)) return false;
    keep_name(r, v.name, SYGUS_VAR, r->s->nvars);
    r->s->var[r->s->nvars++] = v;
    return true;
}

static bool read_synth_fun(reader *r, const sexp *x)
{
    if (r->s->nfuns == SYGUS_FUNS_MAX)
        return fail(r, x, "more than %d functions are not supported", SYGUS_FUNS_MAX);
    sygus_fun *f = &r->s->fun[r->s->nfuns];
    *f = (sygus_fun){.at = x};
    if (!count_items(r, x, 4, 6, "(synth-fun name ((parameter sort) ...) sort [grammar])"))
        return false;
    if (!read_name(r, x->item[1], "a function", &f->name) || taken(r, x->item[1], f->name))
        return false;
    if (!read_params(r, x->item[2], &f->param, &f->nparams) || !read_sort(r, x->item[3], &f->width))
        return false;
    if (f->nparams > SYGUS_PARAMS_MAX)
        return fail(r, x->item[2], "%u parameters; at most %d are supported", f->nparams,
                    SYGUS_PARAMS_MAX);
    keep_name(r, f->name, SYGUS_FUN, r->s->nfuns++);
    if (x->count == 4) return default_grammar(r, f);
    return read_groups(r, x->item[x->count - 1], f) &&
           (x->count == 5 || check_declared(r, x->item[4], f));
}

static bool read_constraint(reader *r, const sexp *x)
{
    if (!count_items(r, x, 2, 2, "(constraint term)")) return false;
    r->s->constraint[r->s->nconstraints++] = x->item[1];
    return true;
}

static bool read_assume(reader *r, const sexp *x)
{
    if (!count_items(r, x, 2, 2, "(assume term)")) return false;
    r->s->assumption[r->s->nassumptions++] = x->item[1];
    return true;
}

static bool read_check(reader *r, const sexp *x)
{
    if (!count_items(r, x, 1, 1, "(check-synth)")) return false;
    if (r->checked) return fail(r, x, "a second check-synth is not supported");
    r->checked = x;
    return true;
}

static bool not_supported(reader *r, const sexp *x)
{
    return fail(r, x->item[0], "'%s' is not supported; see docs/sygus.md", x->item[0]->text);
}

static const struct {
    const char *name;
    bool (*read)(reader *, const sexp *);
} commands[] = {
    {"set-logic", read_logic},
    {"set-option", ignore},
    {"set-options", ignore},
    {"set-info", ignore},
    {"set-feature", ignore},
    {"define-sort", read_define_sort},
    {"define-fun", read_define_fun},
    {"declare-var", read_declare_var},
    {"synth-fun", read_synth_fun},
    {"constraint", read_constraint},
    {"assume", read_assume},
    {"check-synth", read_check},
    {"declare-datatype", not_supported},
    {"declare-datatypes", not_supported},
    {"declare-sort", not_supported},
    {"declare-fun", not_supported},
    {"declare-primed-var", not_supported},
    {"declare-weight", not_supported},
    {"define-fun-rec", not_supported},
    {"define-funs-rec", not_supported},
    {"synth-inv", not_supported},
    {"inv-constraint", not_supported},
    {"chc-constraint", not_supported},
    {"optimize-synth", not_supported},
    {"oracle-assume", not_supported},
    {"oracle-constraint", not_supported},
    {"declare-correctness-oracle", not_supported},
    {"declare-correctness-cex-oracle", not_supported},
};

static bool read_command(reader *r, const sexp *x)
{
    const char *head = sexp_head(x);
    if (!*head) return fail(r, x, "expected a command: (name ...)");
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(commands[i].name, head)) return commands[i].read(r, x);
    return fail(r, x->item[0], "unknown command '%s'", head);
}

static bool check_whole(reader *r, const sexp *all)
{
    const sexp *last = all->count ? all->item[all->count - 1] : all;
    if (!r->s->nfuns) return fail(r, last, "the file has no synth-fun");
    if (!r->checked) return fail(r, last, "the file ends without (check-synth)");
    return true;
}

/* How many commands of the file have the name. */
static unsigned count_commands(const sexp *all, const char *name)
{
    unsigned count = 0;
    for (unsigned i = 0; i < all->count; i++) count += !strcmp(sexp_head(all->item[i]), name);
    return count;
}

static void open_reader(reader *r, const sexp *all)
{
    sygus *s = r->s;
    r->sort = arena_new(r->mem, count_commands(all, "define-sort"), sort_name);
    sygus_index_open(&r->sort_index, r->mem);
    s->name = arena_new(r->mem, 1, sygus_index);
    sygus_index_open(s->name, r->mem);
    s->define = arena_new(r->mem, count_commands(all, "define-fun"), sygus_define);
    s->var = arena_new(r->mem, count_commands(all, "declare-var"), sygus_var);
    s->fun = arena_new(r->mem, SYGUS_FUNS_MAX, sygus_fun);
    s->constraint = arena_new(r->mem, count_commands(all, "constraint"), const sexp *);
    s->assumption = arena_new(r->mem, count_commands(all, "assume"), const sexp *);
}

sygus *sygus_read(const char *file, const char *text, size_t size, const sygus_clock *clock,
                  arena *mem, diags *d)
{
    const sexp *all = sexp_parse(file, text, size, mem, d);
    if (!all) return NULL;
    reader r = {.s = arena_new(mem, 1, sygus), .mem = mem, .d = d};
    bool good = true;
    open_reader(&r, all);
    for (unsigned i = 0; i < all->count && !diag_is_full(d); i++) {
        if (sygus_clock_is_over(clock)) return NULL;
        good &= read_command(&r, all->item[i]);
    }
    return good && check_whole(&r, all) ? r.s : NULL;
}
