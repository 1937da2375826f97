// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* load_words.c - what users call operations.
 *
 *     (words OP WIDTH "phrase" ...)      phrases for an operation; WIDTH in bits, or any
 *     (same "word" "other" ...)          the others mean the first
 *     (filler "word" ...)                these mean nothing
 *     (converts OP FROM TO "word")       fields of FROM bits become fields of TO; of multiples, too
 *     (lacking "remedy" "phrase" ...)    no operation computes this
 *
 * Words define nothing: no hash covers them. `lanesmith find`, messages about unknown names and
 * the report read them (docs/spec-language.md, Words). */
#include "loader.h"
#include "spec/block.h"
#include "spec/language/elab.h"

/* NULL after a diagnostic. */
static const op *load_op_name(loader *l, const sexp *x)
{
    const op *o = x->kind == SEXP_SYMBOL ? spec_find_op(l->s, x->text) : NULL;
    if (!o) report_error(l->d, x, NULL, "expected the name of an operation that is defined before");
    return o;
}

static bool load_width(loader *l, const sexp *x, unsigned *width)
{
    elab e = {.d = l->d, .mem = &l->s->mem};
    int64_t value;
    *width = 0;
    if (sexp_is_symbol(x, "any")) return true;
    if (!elab_integer(&e, x, NULL, &value)) return false;
    if (value < 1 || value > BLOCK_BITS_MAX)
        return report_error(l->d, x, NULL, "expected a width of 1 to %d bits, or any",
                            BLOCK_BITS_MAX);
    *width = (unsigned)value;
    return true;
}

static bool load_phrase(loader *l, const sexp *x, const op *o, unsigned width)
{
    if (x->kind != SEXP_STRING || !*x->text)
        return report_error(l->d, x, NULL, "expected a phrase in quotes: \"unpack nibbles\"");
    spec *s = l->s;
    s->words = load_grow(l, s->words, s->nwords, &l->cap_words, sizeof *s->words);
    s->words[s->nwords++] = (spec_words){x->text, o, width};
    return true;
}

static bool load_phrases(loader *l, const sexp *x)
{
    if (x->count < 4)
        return report_error(l->d, x, NULL, "expected (words OP WIDTH \"phrase\" ...)");
    const op *o = load_op_name(l, x->item[1]);
    unsigned width;
    if (!o || !load_width(l, x->item[2], &width)) return false;
    for (unsigned i = 3; i < x->count; i++)
        if (!load_phrase(l, x->item[i], o, width)) return false;
    return true;
}

/* The strings of a form from item `first` on; each is handed to add. */
static bool load_strings(loader *l, const sexp *x, unsigned first, const char *shape,
                         void (*add)(loader *l, const sexp *x, const char *text))
{
    if (x->count <= first) return report_error(l->d, x, NULL, "expected %s", shape);
    for (unsigned i = 1; i < x->count; i++)
        if (x->item[i]->kind != SEXP_STRING || !*x->item[i]->text)
            return report_error(l->d, x->item[i], NULL, "expected text in quotes, as in %s", shape);
    for (unsigned i = first; i < x->count; i++) add(l, x, x->item[i]->text);
    return true;
}

static void add_synonym(loader *l, const sexp *x, const char *text)
{
    spec *s = l->s;
    const char *means = text_same(sexp_head(x), "filler") ? "" : x->item[1]->text;
    s->synonyms = load_grow(l, s->synonyms, s->nsynonyms, &l->cap_synonyms, sizeof *s->synonyms);
    s->synonyms[s->nsynonyms++] = (spec_synonym){text, means};
}

static void add_lack(loader *l, const sexp *x, const char *text)
{
    spec *s = l->s;
    s->lacks = load_grow(l, s->lacks, s->nlacks, &l->cap_lacks, sizeof *s->lacks);
    s->lacks[s->nlacks++] = (spec_lack){text, x->item[1]->text};
}

static bool load_same(loader *l, const sexp *x)
{
    return load_strings(l, x, 2, "(same \"word\" \"other\" ...)", add_synonym);
}

static bool load_filler(loader *l, const sexp *x)
{
    return load_strings(l, x, 1, "(filler \"word\" ...)", add_synonym);
}

static bool load_lacking(loader *l, const sexp *x)
{
    return load_strings(l, x, 2, "(lacking \"remedy\" \"phrase\" ...)", add_lack);
}

static bool load_converts(loader *l, const sexp *x)
{
    static const char shape[] = "(converts OP FROM TO), or (converts OP FROM TO \"word\")";
    spec_conversion c = {0};
    spec *s = l->s;
    if (x->count != 4 && x->count != 5) return report_error(l->d, x, NULL, "expected %s", shape);
    if (!(c.op = load_op_name(l, x->item[1])) || !load_width(l, x->item[2], &c.from) ||
        !load_width(l, x->item[3], &c.to))
        return false;
    if (!c.from || !c.to || c.from == c.to)
        return report_error(l->d, x, NULL, "expected two widths that differ, as in %s", shape);
    if (x->count == 5 && x->item[4]->kind != SEXP_STRING)
        return report_error(l->d, x->item[4], NULL, "expected a word in quotes, as in %s", shape);
    if (x->count == 5) c.demands = x->item[4]->text;
    s->conversions = load_grow(l, s->conversions, s->nconversions, &l->cap_conversions,
                               sizeof *s->conversions);
    s->conversions[s->nconversions++] = c;
    return true;
}

static const struct {
    const char *head;
    bool (*load)(loader *l, const sexp *x);
} forms[] = {{"words", load_phrases}, {"same", load_same}, {"filler", load_filler},
             {"converts", load_converts}, {"lacking", load_lacking}};

bool load_is_words(const char *head)
{
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
        if (text_same(head, forms[i].head)) return true;
    return false;
}

bool load_words(loader *l, const sexp *x)
{
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
        if (text_same(sexp_head(x), forms[i].head)) return forms[i].load(l, x);
    return false;
}
