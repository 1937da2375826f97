// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* load.c - reads .spec files into the tables of a spec.
 *
 * Forms are taken in order of files and places; a name must be defined before it is used. So files
 * are loaded in this order: classes.spec, target.spec of every set, count.spec and the instructions
 * of every set, operations, rules, words; of rules those of one file name together, first what is
 * for all sets. What stands in targets/NAME/ is of the instruction set NAME. Families are unfolded
 * here; what the other forms hold is checked by the files that loader.h names. All mistakes that
 * can be found are reported, at most one a form. */
#include "load.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "loader.h"
#include "spec/block.h"
#include "spec/form.h"
#include "spec/form_file.h"
#include "spec/language/elab.h"

const char *load_word(const sexp *x)
{
    return x->kind == SEXP_SYMBOL || x->kind == SEXP_STRING ? x->text : NULL;
}

void *load_grow(loader *l, void *table, unsigned count, unsigned *cap, size_t size)
{
    if (count < *cap) return table;
    *cap = *cap ? 2 * *cap : 64;
    void *larger = arena_alloc(&l->s->mem, *cap, size);
    if (count) memcpy(larger, table, count * size);
    return larger;
}

/* ---- (family ...) ---- */

static bool load_form(loader *l, const sexp *x, const sexp_env *env);

static const sexp_env *bind_value(loader *l, const sexp *var, const sexp *value,
                                  const sexp_env *env)
{
    elab e = {.d = l->d, .mem = &l->s->mem};
    sexp_env *b = arena_new(&l->s->mem, 1, sexp_env);
    *b = (sexp_env){.next = env, .name = var->text, .kind = ENV_INTEGER};
    const regclass *k = value->kind == SEXP_SYMBOL ? spec_find_class(l->s, value->text) : NULL;
    if (k) *b = (sexp_env){.next = env, .name = var->text, .kind = ENV_CLASS,
                           .value = k->bits, .text = k->name, .cls = k};
    else if (load_word(value)) b->kind = ENV_STRING, b->text = load_word(value);
    else if (!elab_integer(&e, value, env, &b->value)) return NULL;
    return b;
}

/* Whether a list of variables, operands or bindings, one binding, or the index of an each, takes
 * the name for itself. */
static bool binds(const sexp *x, const char *name)
{
    if (x->kind != SEXP_LIST) return sexp_is_symbol(x, name);
    for (unsigned i = 0; i < x->count; i++)
        if (sexp_is_symbol(x->item[i], name) || text_same(sexp_head(x->item[i]), name)) return true;
    return false;
}

static bool uses(const sexp *x, const char *name);

static bool one_uses(const sexp *x, unsigned first, unsigned end, const char *name)
{
    for (unsigned i = first; i < end; i++)
        if (uses(x->item[i], name)) return true;
    return false;
}

/* A value of a tuple uses a name only inside an integer expression: by itself, a symbol is a
 * string. */
static bool tuples_use(const sexp *tuples, const char *name)
{
    for (unsigned i = 0; tuples->kind == SEXP_LIST && i < tuples->count; i++)
        for (unsigned k = 0; k < tuples->item[i]->count; k++)
            if (tuples->item[i]->item[k]->kind == SEXP_LIST && uses(tuples->item[i]->item[k], name))
                return true;
    return false;
}

/* In an op, whose name is no use of its own letters unless it is (name ...), and whose operands
 * have types of their own. */
static bool op_uses(const sexp *x, const char *name)
{
    bool named = x->count > 1 && x->item[1]->kind == SEXP_LIST && uses(x->item[1], name);
    bool hidden = x->count > 2 && binds(x->item[2], name);
    return named || (!hidden && x->count > 4 && one_uses(x, 4, x->count, name));
}

/* In (fold (acc INIT) (j COUNT) BODY) */
static bool fold_uses(const sexp *x, const char *name)
{
    bool hidden = false;
    for (unsigned k = 1; k <= 2 && k < x->count; k++) {
        if (uses(x->item[k], name)) return true;
        hidden = hidden || text_same(sexp_head(x->item[k]), name);
    }
    return !hidden && x->count > 3 && one_uses(x, 3, x->count, name);
}

/* Whether the value that a family gives to the name has any influence on a form. The head of a form
 * is an operator or a name that the form binds. */
static bool uses(const sexp *x, const char *name)
{
    const char *head = sexp_head(x);
    if (x->kind != SEXP_LIST) return sexp_is_symbol(x, name);
    if (text_same(head, "family") && x->count > 3)
        return tuples_use(x->item[2], name) ||
               (!binds(x->item[1], name) && one_uses(x, 3, x->count, name));
    if (text_same(head, "op")) return op_uses(x, name);
    if (text_same(head, "fold")) return fold_uses(x, name);
    bool each = text_same(head, "each"),
         scope = each || text_same(head, "let") || text_same(head, "instr");
    const sexp *binder = scope && x->count > 2 ? x->item[strcmp(head, "instr") ? 1 : 2] : NULL;
    bool hidden = binder && binds(binder, name); /* in the body, which is the last item */
    return one_uses(x, each ? 2 : *head ? 1 : 0, x->count - hidden, name);
}

static bool family_variables(loader *l, const sexp *vars)
{
    if (vars->kind != SEXP_LIST || vars->count == 0)
        return report_error(l->d, vars, NULL, "expected the family's variables: (w s ...)");
    for (unsigned i = 0; i < vars->count; i++) {
        const sexp *v = vars->item[i];
        if (v->kind != SEXP_SYMBOL) return report_error(l->d, v, NULL, "expected a name");
        for (unsigned k = 0; k < i; k++)
            if (sexp_is_symbol(vars->item[k], v->text))
                return report_error(l->d, v, NULL, "variable '%s' stands twice", v->text);
    }
    return true;
}

static bool all_used(loader *l, const sexp *x)
{
    const sexp *vars = x->item[1], *tuples = x->item[2];
    for (unsigned i = 0; i < vars->count; i++) {
        const sexp *v = vars->item[i];
        if (one_uses(x, 3, x->count, v->text) || tuples_use(tuples, v->text)) continue;
        return report_error(l->d, v, NULL, "variable '%s' is not used", v->text);
    }
    return true;
}

static bool load_member(loader *l, const sexp *x, const sexp *tuple, const sexp_env *env)
{
    const sexp *vars = x->item[1];
    if (tuple->kind != SEXP_LIST || tuple->count != vars->count)
        return report_error(l->d, tuple, NULL,
                            "a tuple of %u value%s expected, one for each variable", vars->count,
                            report_plural(vars->count));
    for (unsigned i = 0; i < tuple->count; i++)
        if (!(env = bind_value(l, vars->item[i], tuple->item[i], env))) return false;
    for (unsigned i = 3; i < x->count; i++)
        if (!load_form(l, x->item[i], env)) return false;
    return true;
}

static bool load_family(loader *l, const sexp *x, const sexp_env *env)
{
    if (x->count < 4)
        return report_error(l->d, x, NULL,
                            "expected (family (VAR ...) ((VALUE ...) ...) FORM ...)");
    const sexp *vars = x->item[1], *tuples = x->item[2];
    if (tuples->kind != SEXP_LIST || tuples->count == 0)
        return report_error(l->d, tuples, NULL, "expected tuples of values: ((8 \"b\") ...)");
    if (!family_variables(l, vars) || !all_used(l, x)) return false;
    for (unsigned i = 0; i < tuples->count; i++)
        if (!load_member(l, x, tuples->item[i], env)) return false;
    return true;
}

/* ---- forms and files ---- */

static bool report_unknown_form(loader *l, const sexp *x)
{
    static const char expected[] =
        "op, instr, rule, family, class, blocks, set, spelling, target, count or words expected";
    if (x->kind != SEXP_LIST)
        return report_error(
            l->d, x, NULL,
            "expected a form: (op ...) (instr ...) (rule ...) (family ...) "
            "(class ...) (blocks ...) (set ...) (spelling ...) (target ...) (count ...) "
            "(words ...)");
    if (x->count == 0) return report_error(l->d, x, NULL, "an empty form; %s", expected);
    if (!*sexp_head(x))
        return report_error(l->d, x->item[0], NULL, "a form begins with a symbol; %s", expected);
    return report_error(l->d, x, NULL, "unknown form '%s'; %s", sexp_head(x), expected);
}

static bool load_form(loader *l, const sexp *x, const sexp_env *env)
{
    const char *head = sexp_head(x);
    if (text_same(head, "family")) return load_family(l, x, env);
    if (text_same(head, "instr")) return load_instr(l, x, env);
    if (text_same(head, "rule")) return load_rule_form(l, x, env);
    if (text_same(head, "op")) return load_op(l, x, env);
    bool (*load)(loader *, const sexp *) = text_same(head, "class")      ? load_class
                                           : text_same(head, "blocks")   ? load_blocks
                                           : text_same(head, "set")      ? load_set
                                           : text_same(head, "spelling") ? load_spelling
                                           : text_same(head, "target")   ? load_target
                                           : text_same(head, "count")    ? load_count
                                           : load_is_words(head)         ? load_words
                                                                         : NULL;
    if (!load) return report_unknown_form(l, x);
    if (env)
        return report_error(l->d, x, NULL,
                            "'%s' cannot stand in a family; op, instr and family can", head);
    return load(l, x);
}

static ls_status parse_file(loader *l, const char *path, const sexp **forms)
{
    char *text;
    size_t size;
    *forms = NULL;
    if (file_read(path, &text, &size)) return diag_cannot_read(l->d, path);
    char *copy = arena_strndup(&l->s->mem, text, size);
    mem_free(text);
    *forms = sexp_parse(arena_strdup(&l->s->mem, path), copy, size, &l->s->mem, l->d);
    return *forms ? LS_OK : LS_INPUT;
}

static void hash_forms(spec *s, const sexp *const *file, unsigned count)
{
    strbuf all = {0};
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; file[i] && k < file[i]->count; k++) {
            if (load_is_words(sexp_head(file[i]->item[k]))) continue;
            sexp_print(file[i]->item[k], NULL, &all);
            strbuf_puts(&all, "\n");
        }
    hash_text(strbuf_text(&all), s->hash);
    hash_digest(strbuf_text(&all), all.len, s->digest);
    strbuf_free(&all);
}

/* The set of whose folder the path is a part: NAME of .../targets/NAME/...; NULL: of none. */
static isa *set_of_path(loader *l, const char *path)
{
    static const char folder[] = "/targets/";
    const char *at = NULL;
    for (const char *s = path; (s = strstr(s, folder)); s++) at = s + strlen(folder);
    size_t n = at ? strcspn(at, "/") : 0;
    if (!n || !at[n]) return NULL;
    for (unsigned i = 0; i < l->s->nsets; i++)
        if (strlen(l->s->sets[i]->name) == n && !strncmp(at, l->s->sets[i]->name, n))
            return l->s->sets[i];
    return loader_add_set(l, arena_strndup(&l->s->mem, at, n));
}

static ls_status load_forms(loader *l, const sexp *file, const char *path)
{
    bool good = true;
    l->set = set_of_path(l, path);
    for (unsigned i = 0; file && i < file->count && !diag_is_full(l->d); i++)
        good = load_form(l, file->item[i], NULL) && good;
    return good ? LS_OK : LS_INPUT;
}

/* Targets `by_name` behind the others, which keep their order: lists begin with what is whole. */
static void order_targets(spec *s)
{
    target *sorted = arena_new(&s->mem, s->ntargets + 1, target);
    unsigned n = 0;
    for (unsigned late = 0; late < 2; late++)
        for (unsigned i = 0; i < s->ntargets; i++)
            if (s->targets[i].by_name == (late == 1)) sorted[n++] = s->targets[i];
    for (unsigned i = 0; i < n; i++) sorted[i].index = i;
    s->targets = sorted;
}

static ls_status load_files(spec **out, const char *const *paths, unsigned count, const char *tried,
                            diags *d)
{
    arena mem = {0};
    spec *s = arena_new(&mem, 1, spec);
    s->mem = mem;
    loader l = {.s = s, .d = d};
    const sexp **file = mem_alloc(count + 1, sizeof *file);
    ls_status rc = LS_OK, one;
    for (unsigned i = 0; i < count; i++)
        if ((one = parse_file(&l, paths[i], &file[i])) > rc) rc = one;
    hash_forms(s, file, count);
    l.tried = tried && !strcmp(tried, s->digest);
    for (unsigned i = 0; i < count; i++)
        if ((one = load_forms(&l, file[i], paths[i])) > rc) rc = one;
    mem_free(file);
    term_ctx_free(l.trial);
    for (unsigned i = 0; i < s->nblocks; i++) s->blocks[i].index = s->nclasses + i;
    order_targets(s);
    if (rc == LS_OK) spec_index_names(s);
    *out = rc == LS_OK ? s : NULL;
    if (rc) spec_free(s);
    return rc;
}

ls_status spec_load_files(spec **out, const char *const *paths, unsigned count, diags *d)
{
    return load_files(out, paths, count, NULL, d);
}

/* ---- directories ---- */

typedef struct path_list {
    char **path;
    unsigned count, cap;
} path_list;

static bool is_spec_name(const char *name)
{
    size_t n = strlen(name);
    return name[0] != '.' && n > 5 && text_same(name + n - 5, ".spec");
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
            if (list->count == list->cap)
                list->path = mem_grow(list->path, list->cap = list->cap ? 2 * list->cap : 32,
                                      sizeof(char *));
            list->path[list->count++] = path.s;
            path = (strbuf){0};
        }
        strbuf_free(&path);
    }
    closedir(handle);
    return rc;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* When a file is loaded: those of a lower number before. */
static unsigned turn_of(const char *path)
{
    const char *name = base_name(path);
    bool of_set = strstr(path, "/targets/") != NULL;
    if (!strcmp(name, "classes.spec")) return 0;
    if (of_set && !strcmp(name, "target.spec")) return 1;
    if (strstr(path, "/rules/")) return 4;
    if (of_set) return 2;
    return strcmp(name, "words.spec") ? 3 : 5;
}

static int compare_paths(const void *a, const void *b)
{
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    unsigned first = turn_of(x), second = turn_of(y);
    if (first != second) return first < second ? -1 : 1;
    int by_name = first == 4 ? strcmp(base_name(x), base_name(y)) : 0;
    if (by_name) return by_name;
    bool of_set = strstr(x, "/targets/") != NULL, other = strstr(y, "/targets/") != NULL;
    return of_set != other ? of_set - other : strcmp(x, y);
}

/* intrinsics.ll of a set, which need not be there. */
static ls_status load_meanings(spec *s, isa *set, const char *path, diags *d)
{
    char *text;
    size_t size;
    if (file_read(path, &text, &size) != LS_OK)
        return errno == ENOENT ? LS_OK : diag_cannot_read(d, path);
    strbuf all = {0};
    set->meanings = arena_strndup(&s->mem, text, size);
    mem_free(text);
    strbuf_printf(&all, "%s %s", s->hash, set->meanings);
    hash_text(all.s, s->hash);
    strbuf_free(&all);
    return LS_OK;
}

/* system.ll of a set, which need not be there. It defines no instruction: no hash covers it. */
static ls_status load_system(spec *s, isa *set, const char *path, diags *d)
{
    char *text;
    size_t size;
    if (file_read(path, &text, &size) != LS_OK)
        return errno == ENOENT ? LS_OK : diag_cannot_read(d, path);
    set->system = arena_strndup(&s->mem, text, size);
    mem_free(text);
    return LS_OK;
}

ls_status spec_load_tried(spec **out, const char *dir, const char *tried, diags *d)
{
    path_list list = {0};
    strbuf forms = {0};
    *out = NULL;
    ls_status rc = collect_paths(&list, dir, 0);
    if (rc)
        diag_error(d, (place){.file = dir}, "cannot read the spec directory: %s", strerror(errno));
    else if (!list.count) {
        diag_error(d, (place){.file = dir},
                   "no .spec files here; name the directory that holds ops/ and targets/");
        rc = LS_INPUT;
    }
    qsort(list.path, list.count, sizeof *list.path, compare_paths);
    if (rc == LS_OK) rc = load_files(out, (const char *const *)list.path, list.count, tried, d);
    strbuf_printf(&forms, "%s/forms.ir", dir);
    if (rc == LS_OK) rc = forms_load(*out, NULL, forms.s, d);
    for (unsigned i = 0; rc == LS_OK && i < (*out)->nsets; i++) {
        strbuf_clear(&forms);
        strbuf_printf(&forms, "%s/targets/%s/ways.ir", dir, (*out)->sets[i]->name);
        rc = forms_load(*out, (*out)->sets[i], forms.s, d);
        strbuf_clear(&forms);
        strbuf_printf(&forms, "%s/targets/%s/intrinsics.ll", dir, (*out)->sets[i]->name);
        if (rc == LS_OK) rc = load_meanings(*out, (*out)->sets[i], forms.s, d);
        strbuf_clear(&forms);
        strbuf_printf(&forms, "%s/targets/%s/system.ll", dir, (*out)->sets[i]->name);
        if (rc == LS_OK) rc = load_system(*out, (*out)->sets[i], forms.s, d);
    }
    strbuf_free(&forms);
    if (rc == LS_OK) {
        forms_make_instrs(*out);
        blocks_make_instrs(*out);
        spec_index_names(*out);
    } else {
        spec_free(*out);
        *out = NULL;
    }
    for (unsigned i = 0; i < list.count; i++) mem_free(list.path[i]);
    mem_free(list.path);
    return rc;
}

ls_status spec_load_dir(spec **out, const char *dir, diags *d)
{
    return spec_load_tried(out, dir, NULL, d);
}
