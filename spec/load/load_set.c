// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* load_set.c - instruction sets: (set PART ...), and how C spells their classes: (spelling CLASS
 * PART ...).
 *
 * Both stand in target.spec of the set's folder. A spec without such folders has one set without a
 * name, for which neither is needed before something asks for a spelling. */
#include <ctype.h>
#include <string.h>

#include "loader.h"

isa *loader_set(loader *l)
{
    if (l->set) return l->set;
    for (unsigned i = 0; i < l->s->nsets; i++)
        if (!*l->s->sets[i]->name) return l->s->sets[i];
    return loader_add_set(l, "");
}

isa *loader_add_set(loader *l, const char *name)
{
    isa *set = arena_new(&l->s->mem, 1, isa);
    *set = (isa){.name = name, .index = l->s->nsets, .runs_in_process = !*name};
    l->s->sets = load_grow(l, l->s->sets, l->s->nsets, &l->cap_sets, sizeof set);
    l->s->sets[l->s->nsets++] = set;
    return set;
}

/* (features ("FEATURE" "NAME IN C") ...): LLVM's name and C's. */
static bool set_features(loader *l, const sexp *x, isa *set)
{
    const sexp *f = load_part(x, "features");
    if (!f) return true;
    feature_spelling *list = arena_new(&l->s->mem, f->count, feature_spelling);
    set->features = list;
    for (unsigned i = 1; i < f->count; i++) {
        const sexp *k = f->item[i];
        if (k->kind != SEXP_LIST || k->count != 2 || !load_word(k->item[0]) ||
            !load_word(k->item[1]))
            return report_error(l->d, k, NULL, "expected (\"FEATURE\" \"NAME IN C\")");
        list[set->nfeatures++] = (feature_spelling){load_word(k->item[0]), load_word(k->item[1])};
    }
    return true;
}

/* (run process): its code can be run in this process, where the host has what it needs.
 * (run emulator "PROGRAM"): a program runs it, with (linker "PROGRAM" "ARGUMENT" ...). */
static bool set_run(loader *l, const sexp *x, isa *set)
{
    const sexp *run = load_part(x, "run"), *linker = load_part(x, "linker");
    if (linker && !load_words_part(l, linker, &set->linker)) return false;
    if (!run) return true;
    set->runs_in_process = run->count == 2 && sexp_is_symbol(run->item[1], "process");
    bool emulated = run->count == 3 && sexp_is_symbol(run->item[1], "emulator");
    if (emulated) set->emulator = load_word(run->item[2]);
    if (emulated && !linker)
        return report_error(l->d, run, NULL, "an emulator needs a (linker ...)");
    return set->runs_in_process || set->emulator ||
           report_error(l->d, run, NULL, "expected (run process) or (run emulator \"PROGRAM\")");
}

/* (costs unit), which may be absent. */
static bool set_costs(loader *l, const sexp *x, isa *set)
{
    const sexp *costs = load_part(x, "costs");
    set->unit_costs = costs != NULL;
    return !costs || (costs->count == 2 && sexp_is_symbol(costs->item[1], "unit")) ||
           report_error(l->d, costs, NULL, "expected (costs unit)");
}

bool load_set(loader *l, const sexp *x)
{
    static const char *const known[] = {"intrinsics", "features", "run", "linker", "costs",
                                        "types", NULL};
    isa *set = loader_set(l);
    if (set->declared) return report_error(l->d, x, NULL, "a second (set ...) of the same folder");
    set->declared = true;
    if (!load_check_parts(l, x, 1, known)) return false;
    if (load_part(x, "intrinsics") && !load_string_part(l, x, "intrinsics", &set->intrinsics))
        return false;
    const sexp *types = load_part(x, "types");
    if (types && !load_words_part(l, types, &set->types)) return false;
    return set_features(l, x, set) && set_run(l, x, set) && set_costs(l, x, set);
}

/* ---- (spelling ...) ---- */

static bool read_splat(loader *l, const sexp *form, const char *name, const char **out)
{
    if (!load_string_part(l, form, name, out)) return false;
    return strstr(*out, "$k") ||
           report_error(l->d, load_part(form, name), NULL, "the template does not mention $k");
}

/* A type, or an expression of $a, the lowest 64 bits, $b ... */
static bool read_literal(loader *l, const sexp *form, const regclass *k, const char **out)
{
    if (!k->vector && !load_part(form, "literal")) return true;
    if (!load_string_part(l, form, "literal", out)) return false;
    for (const char *s = strchr(*out, '$'); s; s = strchr(s + 1, '$'))
        if (s[1] < 'a' || s[1] >= 'a' + (char)(k->bits / 64) || isalnum((unsigned char)s[2]) ||
            s[2] == '_')
            return report_error(l->d, load_part(form, "literal"), NULL,
                                "expected $a, $b ... for 64 bits each of class '%s'", k->name);
    return true;
}

bool load_spelling(loader *l, const sexp *x)
{
    static const char *const known[] = {"c",       "literal", "splat8", "splat16",
                                        "splat32", "splat64", NULL};
    isa *set = loader_set(l);
    const char *name = x->count > 1 ? load_word(x->item[1]) : NULL;
    const regclass *k = name ? spec_find_class(l->s, name) : NULL;
    if (!k)
        return report_error(l->d, x->count > 1 ? x->item[1] : x, NULL, "unknown class '%s'",
                            name ? name : "(...)");
    if (isa_spelling(set, k->index))
        return report_error(l->d, x->item[1], NULL, "class '%s' is spelled twice", name);
    class_spelling s = {.cls = k->index};
    if (!load_check_parts(l, x, 2, known) || !load_string_part(l, x, "c", &s.c_type)) return false;
    if (!read_literal(l, x, k, &s.literal)) return false;
    if (!read_splat(l, x, "splat8", &s.c_splat8) || !read_splat(l, x, "splat16", &s.c_splat16))
        return false;
    if (!read_splat(l, x, "splat32", &s.c_splat32) || !read_splat(l, x, "splat64", &s.c_splat64))
        return false;
    set->spellings = load_grow(l, set->spellings, set->nspellings, &set->cap_spellings, sizeof s);
    set->spellings[set->nspellings++] = s;
    return true;
}
