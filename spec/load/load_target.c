// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* load_target.c - register classes and targets: (class NAME PART ...), (blocks CLASS N ...) and
 * (target NAME PART ...).
 *
 * A part is (name VALUE ...) or a bare word, in any order, each once. Later code relies on what is
 * checked here: a class is a vector or a scalar, a target's classes go from narrow to wide, and its
 * suffix can be a part of a C name. */
#include <string.h>

#include "loader.h"
#include "spec/block.h"

static const char *part_name(const sexp *x)
{
    return x->kind == SEXP_SYMBOL ? x->text : sexp_head(x);
}

const sexp *load_part(const sexp *form, const char *name)
{
    for (unsigned i = 1; i < form->count; i++)
        if (!strcmp(sexp_head(form->item[i]), name)) return form->item[i];
    return NULL;
}

static const sexp *bare_word(const sexp *form, const char *name)
{
    for (unsigned i = 2; i < form->count; i++)
        if (sexp_is_symbol(form->item[i], name)) return form->item[i];
    return NULL;
}

bool load_string_part(loader *l, const sexp *form, const char *name, const char **out)
{
    const sexp *x = load_part(form, name);
    if (!x) return report_error(l->d, form, NULL, "(%s \"...\") is missing", name);
    if (x->count != 2 || x->item[1]->kind != SEXP_STRING)
        return report_error(l->d, x, NULL, "expected (%s \"...\")", name);
    *out = x->item[1]->text;
    return true;
}

bool load_words_part(loader *l, const sexp *part, const char *const **out)
{
    const char **words = arena_new(&l->s->mem, part->count, const char *);
    *out = words;
    for (unsigned i = 1; i < part->count; i++)
        if (!(words[i - 1] = load_word(part->item[i])))
            return report_error(l->d, part->item[i], NULL, "expected a word");
    return part->count > 1 ||
           report_error(l->d, part, NULL, "expected (%s WORD ...)", sexp_head(part));
}

bool load_check_parts(loader *l, const sexp *form, unsigned first, const char *const *known)
{
    for (unsigned i = first; i < form->count; i++) {
        const sexp *x = form->item[i];
        const char *name = part_name(x);
        const char *const *k = known;
        while (*k && strcmp(*k, name)) k++;
        if (!*k)
            return report_error(l->d, x, NULL, "unknown clause '%s' of '%s'", name,
                                sexp_head(form));
        for (unsigned j = first; j < i; j++)
            if (!strcmp(part_name(form->item[j]), name))
                return report_error(l->d, x, NULL, "a second '%s'", name);
    }
    return true;
}

static bool check_name(loader *l, const sexp *form)
{
    if (form->count > 1 && form->item[1]->kind == SEXP_SYMBOL) return true;
    return report_error(l->d, form, NULL, "'%s' needs a name", sexp_head(form));
}

/* ---- (class ...) ---- */

static bool class_bits(loader *l, const sexp *x, unsigned *out)
{
    const sexp *bits = load_part(x, "bits");
    if (!bits || bits->count != 2 || bits->item[1]->kind != SEXP_INTEGER)
        return report_error(l->d, bits ? bits : x, NULL, "expected (bits N)");
    int64_t v = bits->item[1]->value;
    if (v < 8 || v > 1024)
        return report_error(l->d, bits->item[1], NULL, "a class of 8 to 1024 bits expected");
    *out = (unsigned)v;
    return true;
}

static bool class_sort(loader *l, const sexp *x, bool *vector)
{
    const sexp *v = bare_word(x, "vector"), *s = bare_word(x, "scalar");
    if (v && s) return report_error(l->d, s, NULL, "a class is vector or scalar, not both");
    *vector = v != NULL;
    return v || s || report_error(l->d, x, NULL, "a class is vector or scalar: say which");
}

bool load_class(loader *l, const sexp *x)
{
    static const char *const known[] = {"bits", "vector", "scalar", "llvm", NULL};
    regclass k = {.index = l->s->nclasses};
    if (!check_name(l, x) || !load_check_parts(l, x, 2, known)) return false;
    k.name = x->item[1]->text;
    if (spec_find_class(l->s, k.name))
        return report_error(l->d, x->item[1], NULL, "class '%s' is defined twice", k.name);
    if (!class_bits(l, x, &k.bits) || !class_sort(l, x, &k.vector)) return false;
    if (!load_string_part(l, x, "llvm", &k.llvm)) return false;
    l->s->classes = load_grow(l, l->s->classes, l->s->nclasses, &l->cap_classes, sizeof k);
    l->s->classes[l->s->nclasses++] = k;
    return true;
}

/* ---- (blocks ...) ---- */

static bool add_block(loader *l, const sexp *count, const regclass *of)
{
    int64_t n = count->kind == SEXP_INTEGER ? count->value : 0;
    if (n < 2 || (n & (n - 1)) || n * of->bits > BLOCK_BITS_MAX)
        return report_error(l->d, count, NULL,
                            "expected a power of two from 2 to %u: registers of a block, which has "
                            "at most %d bits",
                            BLOCK_BITS_MAX / of->bits, BLOCK_BITS_MAX);
    spec *s = l->s;
    regclass k = {.name = arena_printf(&s->mem, "%sx%u", of->name, (unsigned)n),
                  .bits = (unsigned)n * of->bits,
                  .vector = true,
                  .llvm = arena_printf(&s->mem, "<%u x i64>", (unsigned)n * of->bits / 64),
                  .of = of,
                  .parts = (unsigned)n};
    bool first = n == 2, follows = s->nblocks && s->blocks[s->nblocks - 1].of == of &&
                                   s->blocks[s->nblocks - 1].parts * 2 == k.parts;
    if (!first && !follows)
        return report_error(l->d, count, NULL, "a block of %u registers has halves: (blocks %s 2 4 "
                            "...)", k.parts, of->name);
    if (spec_find_class(s, k.name))
        return report_error(l->d, count, NULL, "class '%s' is defined twice", k.name);
    s->blocks = load_grow(l, s->blocks, s->nblocks, &l->cap_blocks, sizeof k);
    s->blocks[s->nblocks++] = k;
    return true;
}

bool load_blocks(loader *l, const sexp *x)
{
    const char *name = x->count > 1 ? load_word(x->item[1]) : NULL;
    const regclass *of = name ? spec_find_class(l->s, name) : NULL;
    if (x->count < 3 || !of || of->of || !of->vector || of->bits % 64)
        return report_error(l->d, x, NULL,
                            "expected (blocks CLASS N ...): a vector class of whole words of 64 "
                            "bits that is defined before, and numbers of registers");
    for (unsigned i = 2; i < x->count; i++)
        if (!add_block(l, x->item[i], of)) return false;
    return true;
}

/* ---- (target ...) ---- */

static bool target_features(loader *l, const sexp *x, target *t)
{
    const sexp *f = load_part(x, "features");
    if (!f) return report_error(l->d, x, NULL, "(features ...) is missing");
    if (f->count > SPEC_FEATURES_MAX)
        return report_error(l->d, f, NULL, "more than %d features", SPEC_FEATURES_MAX - 1);
    const char **features = arena_new(&l->s->mem, f->count, const char *);
    t->features = features;
    for (unsigned i = 1; i < f->count; i++) {
        const char *name = load_word(f->item[i]);
        if (!name) return report_error(l->d, f->item[i], NULL, "expected the name of a feature");
        if (target_has_feature(t, name))
            return report_error(l->d, f->item[i], NULL, "feature '%s' stands twice", name);
        features[i - 1] = name;
    }
    return true;
}

static bool target_classes(loader *l, const sexp *x, target *t)
{
    const sexp *k = load_part(x, "classes");
    if (!k) return report_error(l->d, x, NULL, "(classes ...) is missing");
    const regclass **classes = arena_new(&l->s->mem, k->count, const regclass *);
    t->classes = classes;
    for (unsigned i = 1; i < k->count; i++) {
        const char *name = load_word(k->item[i]);
        const regclass *c = name ? spec_find_class(l->s, name) : NULL;
        if (!c)
            return report_error(l->d, k->item[i], NULL, "unknown class '%s'",
                                name ? name : "(...)");
        if (target_has_class(t, c))
            return report_error(l->d, k->item[i], NULL, "class '%s' stands twice", name);
        if (!isa_spelling(t->set, c->index))
            return report_error(l->d, k->item[i], NULL,
                                "class '%s' has no (spelling ...) in this set", name);
        if (i > 1 && c->bits < classes[i - 2]->bits)
            return report_error(l->d, k->item[i], NULL, "classes go from narrow to wide");
        classes[i - 1] = c;
    }
    return k->count > 1 || report_error(l->d, k, NULL, "a target has at least one class");
}

/* Texts that go into C as they are. */
static const char name_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
static const char file_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-";

/* (include "HEADER"), which may be absent. */
static bool target_include(loader *l, const sexp *x, target *t)
{
    if (!load_part(x, "include")) return true;
    if (!load_string_part(l, x, "include", &t->include)) return false;
    const sexp *at = load_part(x, "include")->item[1];
    return !t->include[strspn(t->include, file_letters)] ||
           report_error(l->d, at, NULL, "'%s' is no name of a header", t->include);
}

static bool is_condition(const char *word)
{
    size_t n = word ? strspn(word, name_letters) : 0;
    if (!n || !word[n]) return n != 0;
    const char *value = strncmp(word + n, " == ", 4) ? "" : word + n + 4;
    return *value && !value[strspn(value, name_letters)];
}

/* (macros "MACRO" "MACRO == VALUE" ...), which may be absent. */
static bool target_macros(loader *l, const sexp *x, target *t)
{
    const sexp *m = load_part(x, "macros");
    if (!m) return true;
    const char **macros = arena_new(&l->s->mem, m->count, const char *);
    t->macros = macros;
    for (unsigned i = 1; i < m->count; i++) {
        macros[i - 1] = load_word(m->item[i]);
        if (!is_condition(macros[i - 1]))
            return report_error(l->d, m->item[i], NULL,
                                "expected \"MACRO\" or \"MACRO == VALUE\" in quotes");
    }
    return true;
}

/* The suffix ends names of files and functions, so it is one target's only. */
static bool target_suffix(loader *l, const sexp *x, target *t)
{
    if (!load_string_part(l, x, "suffix", &t->suffix)) return false;
    const sexp *at = load_part(x, "suffix")->item[1];
    if (!*t->suffix || t->suffix[strspn(t->suffix, name_letters)])
        return report_error(l->d, at, NULL,
                            "'%s' cannot end a name; letters, digits and '_' expected", t->suffix);
    for (unsigned i = 0; i < l->s->ntargets; i++)
        if (!strcmp(l->s->targets[i].suffix, t->suffix))
            return report_error(l->d, at, NULL, "'%s' is the suffix of target '%s'", t->suffix,
                                l->s->targets[i].name);
    return true;
}

bool load_target(loader *l, const sexp *x)
{
    static const char *const known[] = {"cpu",     "triple", "suffix",  "features", "classes",
                                        "include", "macros", "emulate", "by-name", "attributes",
                                        NULL};
    target t = {.index = l->s->ntargets, .set = loader_set(l)};
    const sexp *by_name;
    if (!check_name(l, x) || !load_check_parts(l, x, 2, known)) return false;
    t.name = x->item[1]->text;
    if (spec_find_target(l->s, t.name))
        return report_error(l->d, x->item[1], NULL, "target '%s' is defined twice", t.name);
    if (!load_string_part(l, x, "cpu", &t.cpu) || !load_string_part(l, x, "triple", &t.triple))
        return false;
    if (!target_suffix(l, x, &t) || !target_features(l, x, &t) || !target_classes(l, x, &t))
        return false;
    if (load_part(x, "attributes") && !load_string_part(l, x, "attributes", &t.attributes))
        return false;
    if (!target_include(l, x, &t) || !target_macros(l, x, &t)) return false;
    const sexp *emulate = load_part(x, "emulate");
    if (emulate && !load_words_part(l, emulate, &t.emulate)) return false;
    if ((by_name = load_part(x, "by-name")) && by_name->count != 1)
        return report_error(l->d, by_name, NULL, "expected (by-name)");
    t.by_name = by_name != NULL;
    l->s->targets = load_grow(l, l->s->targets, l->s->ntargets, &l->cap_targets, sizeof t);
    l->s->targets[l->s->ntargets++] = t;
    return true;
}
