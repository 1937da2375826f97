// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bounds.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTHS = 65 };

unsigned bounds_find(const db_bound *list, unsigned count, const cell *c)
{
    return cell_first(list, sizeof *list, count, c);
}

static size_t room(const spec *s) { return (size_t)s->ntargets * s->nclasses * WIDTHS; }

void tier_texts_open(tier_texts *t, const spec *s, grammar_tier tier)
{
    *t = (tier_texts){s, tier, mem_alloc(room(s), sizeof *t->text)};
}

void tier_texts_close(tier_texts *t)
{
    for (size_t i = 0; i < room(t->s); i++) free(t->text[i]);
    mem_free(t->text);
}

static char *print_grammar(const tier_texts *t, const cell *c)
{
    grammar *g = mem_alloc(1, sizeof *g);
    strbuf text = {0};
    grammar_init(g, t->s, c->cls, c->target, c->w, t->tier, NULL);
    grammar_print(g, &text);
    grammar_free(g);
    mem_free(g);
    return text.s;
}

bool tier_texts_match(tier_texts *t, const cell *c, const char *grammar_text)
{
    if (c->w >= WIDTHS) return false;
    char *
        *at = &t->text[((size_t)c->target->index * t->s->nclasses + c->cls->index) * WIDTHS + c->w];
    if (!*at) *at = print_grammar(t, c);
    return !strcmp(*at, grammar_text);
}
