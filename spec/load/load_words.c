// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* load_words.c - what users call operations: (words OP WIDTH "phrase" ...), WIDTH in bits or any.
 *
 * Words define nothing: no hash covers them. `lanesmith find` and the report read them
 * (docs/spec-language.md, Words). */
#include "loader.h"
#include "spec/block.h"
#include "spec/language/elab.h"

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

bool load_words(loader *l, const sexp *x)
{
    if (x->count < 4)
        return report_error(l->d, x, NULL, "expected (words OP WIDTH \"phrase\" ...)");
    const sexp *name = x->item[1];
    const op *o = name->kind == SEXP_SYMBOL ? spec_find_op(l->s, name->text) : NULL;
    unsigned width;
    if (!o)
        return report_error(l->d, name, NULL,
                            "expected the name of an operation that is defined before");
    if (!load_width(l, x->item[2], &width)) return false;
    for (unsigned i = 3; i < x->count; i++)
        if (!load_phrase(l, x->item[i], o, width)) return false;
    return true;
}
