// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* context.c - opens what all jobs of a run share. schedule.c does so before it forks workers; jobs
 * only read. */
#include "context.h"

#include <stdlib.h>

#include "efforts.h"
#include "few.h"

grammar *context_grammar(const search_context *w, unsigned width, unsigned family, const target *t,
                         grammar_tier tier)
{
    unsigned i = 0;
    while (i < w->nwidths && w->widths[i] != width) i++;
    require(i < w->nwidths, "the context was opened for this width");
    return &w->grammars[((i * JOB_FAMILIES + family) * w->s->ntargets + t->index) * GRAMMAR_TIERS +
                        tier];
}

unsigned context_families(const spec *s, const regclass *out[JOB_FAMILIES])
{
    unsigned n = 0;
    bool vector = false;
    for (unsigned i = 0; i < s->nclasses; i++) {
        const regclass *k = &s->classes[i];
        bool listed = false;
        for (unsigned t = 0; t < s->ntargets; t++)
            listed = listed || target_has_class(&s->targets[t], k);
        if (!listed || (k->vector && vector) || IMAGE_BITS % k->bits || n == JOB_FAMILIES) continue;
        vector = vector || k->vector;
        out[n++] = k;
    }
    return n;
}

bool context_in_family(const regclass *cls, const regclass *family)
{
    return cls == family || (cls->vector && family->vector);
}

unsigned context_first_family(const search_context *w, const cell *cells, unsigned count)
{
    for (unsigned f = 0; f < w->nfamilies; f++)
        for (unsigned i = 0; i < count; i++)
            if (context_in_family(cells[i].cls, w->family[f])) return f;
    return w->nfamilies;
}

static unsigned grammar_count(const search_context *w)
{
    return w->nwidths * JOB_FAMILIES * w->s->ntargets * GRAMMAR_TIERS;
}

/* Whether jobs search the tier, in vector registers or in general ones. */
static bool has_tier(const search_context *w, const regclass *family, grammar_tier tier)
{
    if (w->first) return few_levels(w->effort, family, tier) > 0;
    if (tier == GRAMMAR_CORE) return true;
    return family->vector &&
           (efforts_level(w->effort, tier, false) || efforts_level(w->effort, tier, true));
}

bool context_fits_images(const search_context *w, const regclass *family, unsigned width)
{
    if (!w->first) return family->bits % width == 0;
    return family->vector ? 64 % width == 0 : width <= family->bits;
}

/* Whether some cell is of the instruction set: of another one nothing is opened. */
static bool is_asked_for(const isa *set, const cell *cells, unsigned count)
{
    unsigned i = 0;
    while (i < count && cells[i].target->set != set) i++;
    return i < count;
}

static void open_grammars(search_context *w, const cell *cells, unsigned count)
{
    w->grammars = mem_alloc(grammar_count(w), sizeof *w->grammars);
    for (unsigned i = 0; i < w->nwidths; i++)
        for (unsigned f = 0; f < w->nfamilies; f++)
            for (unsigned t = 0; t < w->s->ntargets; t++) {
                const target *tgt = &w->s->targets[t];
                const regclass *k = w->family[f];
                if (!target_has_class(tgt, k) || !context_fits_images(w, k, w->widths[i])) continue;
                if (!is_asked_for(tgt->set, cells, count)) continue;
                for (grammar_tier tier = 0; tier < GRAMMAR_TIERS; tier++)
                    if (has_tier(w, k, tier))
                        grammar_init(context_grammar(w, w->widths[i], f, tgt, tier), w->s, k, tgt,
                                     w->widths[i], tier, w->kernels);
            }
}

/* The distinct field widths of the cells that are searched exhaustively. */
static void choose_widths(search_context *w, const cell *cells, unsigned count)
{
    w->widths = mem_alloc(count + 1, sizeof *w->widths);
    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;
        while (k < w->nwidths && w->widths[k] != cells[i].w) k++;
        if (k == w->nwidths && (w->first || cells[i].w <= JOB_SEARCHED_WIDTH_MAX))
            w->widths[w->nwidths++] = cells[i].w;
    }
}

static int compare_widths(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/* Rules need widths that nobody asked for: all powers of two, and twice and four times what was
 * asked for. */
static void open_book(search_context *w, const cell *cells, unsigned count)
{
    unsigned *width = mem_alloc(3 * (size_t)count + 16, sizeof *width), n = 0, kept = 0;
    for (unsigned p = 1; p <= 64 * VALUES_LIMBS; p *= 2) width[n++] = p;
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 1; k <= 4; k *= 2)
            if (k * cells[i].w <= IMAGE_BITS) width[n++] = k * cells[i].w;
    qsort(width, n, sizeof *width, compare_widths);
    for (unsigned i = 0; i < n; i++)
        if (!kept || width[kept - 1] != width[i]) width[kept++] = width[i];
    bool *sets = mem_alloc(w->s->nsets + 1, sizeof *sets);
    for (unsigned i = 0; i < w->s->nsets; i++) sets[i] = is_asked_for(w->s->sets[i], cells, count);
    values_machine_open(&w->machine, w->s, sets, w->family, w->nfamilies, w->kernels);
    w->book = rulebook_new(w->s, &w->machine, width, kept, cells, count);
    mem_free(sets);
    mem_free(width);
}

/* A class of a target, with the cells of a wide one whose fields do not fill 128 bits: they are
 * taken from *free on. */
static rulebook_place place_of(const regclass *cls, const target *t, const cell *cells,
                               unsigned count, cell **free)
{
    rulebook_place p = {.cls = cls, .target = t, .wanted = *free};
    for (unsigned i = 0; cls->bits > IMAGE_BITS && i < count; i++)
        if (cells[i].cls == cls && cells[i].target == t) p.nwanted++, *(*free)++ = cells[i];
    return p;
}

static ls_status fill_book(search_context *w, const cell *cells, unsigned count, unsigned threads,
                           diags *d)
{
    rulebook_place *places = mem_alloc(w->s->nclasses * (size_t)w->s->ntargets + 1, sizeof *places);
    cell *crossing = mem_alloc((size_t)count + 1, sizeof *crossing), *wanted = crossing;
    unsigned n = 0, first = context_first_family(w, cells, count);
    for (unsigned t = 0; t < w->s->ntargets; t++)
        for (unsigned c = 0; c < w->s->nclasses; c++) {
            unsigned i = 0, f = first;
            while (i < count && cells[i].target->index != t) i++;
            while (f < w->nfamilies && !context_in_family(&w->s->classes[c], w->family[f])) f++;
            if (i < count && f < w->nfamilies &&
                target_has_class(&w->s->targets[t], &w->s->classes[c]))
                places[n++] = place_of(&w->s->classes[c], &w->s->targets[t], cells, count, &wanted);
        }
    values_machine_link(&w->machine);
    ls_status rc = rulebook_fill(w->book, places, n, threads, d);
    mem_free(places);
    mem_free(crossing);
    return rc;
}

/* From each general register to each vector register and back, by target. */
static void find_vector_paths(search_context *w)
{
    w->vector_paths = mem_alloc((size_t)JOB_FAMILIES * JOB_FAMILIES * w->s->ntargets,
                                sizeof *w->vector_paths);
    for (unsigned f = 0; f < w->nfamilies; f++)
        for (unsigned v = 0; v < w->nfamilies; v++)
            for (unsigned t = 0; t < w->s->ntargets; t++) {
                vector_path *path = &w->vector_paths[(f * JOB_FAMILIES + v) * w->s->ntargets + t];
                bool fits = !w->family[f]->vector && w->family[v]->vector;
                if (!fits ||
                    !vector_path_find(w->s, &w->s->targets[t], w->family[f], w->family[v], path))
                    *path = (vector_path){0};
            }
}

/* What instructions do to labels, when a cell is about labels. */
static void open_moves(search_context *w, const cell *cells, unsigned count, diags *d)
{
    labels *goal = mem_alloc(1, sizeof *goal);
    const regclass **cls = mem_alloc(w->s->nclasses + 1, sizeof *cls);
    unsigned n = 0, i = 0;
    while (i < count && !shuffle_goal(cells[i].op, cells[i].w, cells[i].cls, goal, d)) i++;
    for (unsigned k = 0; k < w->s->nclasses; k++)
        for (unsigned t = 0; t < w->s->ntargets; t++)
            if (target_has_class(&w->s->targets[t], &w->s->classes[k]) &&
                (!n || cls[n - 1] != &w->s->classes[k]))
                cls[n++] = &w->s->classes[k];
    if (i < count) w->moves = mover_book_new(w->s, cls, n);
    for (; i < count; i++) mover_book_derive(w->moves, cells[i].target->set);
    mem_free(cls);
    mem_free(goal);
}

ls_status context_open(search_context *w, const spec *s, bool first, const cell *cells,
                       unsigned count, synth_effort effort, unsigned threads, const char *spec_dir,
                       diags *d)
{
    *w = (search_context){.s = s, .first = first, .effort = effort};
    choose_widths(w, cells, count);
    w->kernels = kernel_set_new();
    w->nfamilies = context_families(s, w->family);
    find_vector_paths(w);
    open_grammars(w, cells, count);
    open_book(w, cells, count);
    ls_status rc = kernel_compile(w->kernels, d);
    for (unsigned i = 0; rc == LS_OK && i < grammar_count(w); i++)
        if (w->grammars[i].count) grammar_link(&w->grammars[i], w->kernels);
    if (rc == LS_OK) rc = cost_models_of_cells(&w->models, s, cells, count, spec_dir, d);
    if (rc == LS_OK) open_moves(w, cells, count, d);
    return rc == LS_OK ? fill_book(w, cells, count, threads, d) : rc;
}

void context_close(search_context *w)
{
    cost_models_free(w->models, w->s);
    kernel_set_free(w->kernels);
    for (unsigned i = 0; w->grammars && i < grammar_count(w); i++) grammar_free(&w->grammars[i]);
    mem_free(w->grammars);
    rulebook_free(w->book);
    mover_book_free(w->moves);
    values_machine_close(&w->machine);
    mem_free(w->widths);
    mem_free(w->vector_paths);
    *w = (search_context){0};
}
