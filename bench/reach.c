/* reach.c - bounds of cells, by what their grammars hold. */
#include "reach.h"

#include <stdlib.h>
#include <string.h>

#include "../synth/grammar.h"
#include "../synth/single.h"

enum { WIDTHS = 65 };

struct reach {
    app *a;
    db_bound *list; /* sorted by cell */
    unsigned count;
    char **text; /* of the full tier; by target, register class and width, up to 64 bits; made when asked for */
};

ls_status reach_open(reach **out, app *a)
{
    reach *r = *out = mem_alloc(1, sizeof *r);
    *r = (reach){.a = a, .text = mem_alloc((size_t)a->spec->ntargets * a->spec->nclasses * WIDTHS, sizeof *r->text)};
    return app_report(a, db_list_bounds(a->db, a->spec, &a->mem, &r->list, &r->count));
}

void reach_close(reach *r)
{
    for (unsigned i = 0; i < r->a->spec->ntargets * r->a->spec->nclasses * WIDTHS; i++) free(r->text[i]);
    mem_free(r->text);
    mem_free(r);
}

static const char *full_text(reach *r, const cell *c)
{
    const spec *s = r->a->spec;
    char **at = &r->text[(c->target->index * s->nclasses + c->cls->index) * WIDTHS + c->w];
    if (*at) return *at;
    grammar *g = mem_alloc(1, sizeof *g);
    strbuf text = {0};
    grammar_init(g, s, c->cls, c->target, c->w, GRAMMAR_FULL, NULL);
    grammar_print(g, &text);
    grammar_free(g);
    mem_free(g);
    return *at = text.s;
}

static bool is_of_all(reach *r, const db_bound *b)
{
    size_t any = strlen(SINGLE_CONSTANTS), n = strcspn(b->grammar, "\n");
    const char *constants = strstr(b->grammar, "; constants: "), *values = strstr(b->grammar, "; values: ");
    if (constants && !values && !strncmp(constants, SINGLE_CONSTANTS, any)) return true;
    if (b->cell.w >= WIDTHS) return false;
    const char *full = full_text(r, &b->cell);
    return strlen(full) == n && !strncmp(full, b->grammar, n);
}

unsigned reach_of(reach *r, const cell *c)
{
    unsigned low = 0, high = r->count, best = 0;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (cell_compare(&r->list[middle].cell, c) < 0) low = middle + 1;
        else high = middle;
    }
    for (; low < r->count && !cell_compare(&r->list[low].cell, c); low++)
        if (r->list[low].insns > best && is_of_all(r, &r->list[low])) best = r->list[low].insns;
    return best;
}
