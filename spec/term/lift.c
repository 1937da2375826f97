// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lift.c - decides whether terms act alike and independently on every chunk of their inputs.
 *
 * Every input is replaced by a concatenation of chunk variables; the result is cut into as many
 * chunks. Chunk j may mention the variables of chunk j and nothing else; with those renamed to the
 * common chunk variables it must be the very term that chunk 0 gave. Both tests are on hash-consed
 * terms, so a "yes" is a proof by construction, while a "no" may only mean that simplification did
 * not bring the forms together.
 *
 * The names of chunk variables hold a space, which no name of the spec language or of an SMT-LIB
 * simple symbol does: they cannot meet a variable of the caller.
 *
 * Called by verify/ (the chunk of a proof) and synth/ (the chunk of a search). */
#include "lift.h"

#include <stdio.h>
#include <string.h>

enum { TERMS_MAX = 4, VARS_MAX = 4, NAME_MAX_BYTES = 128 };

/* The inputs cut up: piece[i * chunks + j] is chunk j of vars[i]. */
typedef struct cut {
    term_ctx *c;
    unsigned nvars, chunks, chunk;
    term *piece;
    term common[VARS_MAX];
} cut;

static term piece_var(term_ctx *c, const char *name, unsigned chunk_number, unsigned width)
{
    char text[NAME_MAX_BYTES];
    snprintf(text, sizeof text, "%.100s chunk %u", name, chunk_number);
    return term_mk_var(c, text, width);
}

static void cut_inputs(cut *k, const term *vars, term *whole)
{
    for (unsigned i = 0; i < k->nvars; i++) {
        term *piece = k->piece + (size_t)i * k->chunks;
        char prefix[NAME_MAX_BYTES];
        snprintf(prefix, sizeof prefix, "%u %.90s", i, term_name(k->c, vars[i]));
        for (unsigned j = 0; j < k->chunks; j++)
            piece[j] = piece_var(k->c, prefix, j, k->chunk);
        whole[i] = term_mk_concat_n(k->c, piece, k->chunks);
        k->common[i] = term_mk_var(k->c, term_name(k->c, vars[i]), k->chunk);
    }
}

/* Whether t mentions no variable but own[0..nown). */
static bool mentions_only(const term_ctx *c, term t, const term *own, unsigned nown)
{
    term found[VARS_MAX + 1];
    unsigned n = term_collect_vars(c, t, found, VARS_MAX + 1);
    if (n > nown)
        return false;
    for (unsigned i = 0; i < n; i++) {
        bool is_own = false;
        for (unsigned k = 0; k < nown; k++)
            is_own |= found[i] == own[k];
        if (!is_own)
            return false;
    }
    return true;
}

/* Chunk j of t over the common variables, or TERM_NONE when it mentions another chunk. */
static term chunk_of(const cut *k, term t, unsigned j)
{
    term own[VARS_MAX];
    for (unsigned i = 0; i < k->nvars; i++)
        own[i] = k->piece[(size_t)i * k->chunks + j];
    term part = term_mk_extract(k->c, (j + 1) * k->chunk - 1, j * k->chunk, t);
    if (!mentions_only(k->c, part, own, k->nvars))
        return TERM_NONE;
    return term_substitute(k->c, part, own, k->common, k->nvars);
}

static bool lift_term(const cut *k, term t, term *chunk_term)
{
    *chunk_term = chunk_of(k, t, 0);
    if (*chunk_term == TERM_NONE)
        return false;
    for (unsigned j = 1; j < k->chunks; j++)
        if (chunk_of(k, t, j) != *chunk_term)
            return false;
    return true;
}

bool lift_to_chunk(term_ctx *c, const term *terms, unsigned nterms, const term *vars,
                   unsigned nvars, unsigned width, unsigned chunk, term *chunk_terms,
                   term *chunk_vars)
{
    require(nterms <= TERMS_MAX && nvars <= VARS_MAX, "at most 4 terms and 4 variables");
    require(chunk > 0 && width % chunk == 0, "the chunk divides the width");
    for (unsigned i = 0; i < nvars; i++)
        require(term_get_op(c, vars[i]) == TERM_VAR && term_width(c, vars[i]) == width,
                "inputs are width bits");
    for (unsigned i = 0; i < nterms; i++)
        require(term_width(c, terms[i]) == width, "terms are width bits");

    arena mem = {0};
    cut k = {.c = c, .nvars = nvars, .chunks = width / chunk, .chunk = chunk};
    k.piece = arena_new(&mem, (size_t)nvars * k.chunks + 1, term);
    term whole[VARS_MAX];
    cut_inputs(&k, vars, whole);

    bool lifts = true;
    for (unsigned i = 0; lifts && i < nterms; i++)
        lifts = lift_term(&k, term_substitute(c, terms[i], vars, whole, nvars), &chunk_terms[i]);
    for (unsigned i = 0; lifts && i < nvars; i++)
        chunk_vars[i] = k.common[i];
    arena_free(&mem);
    return lifts;
}

unsigned lift_to_smallest(term_ctx *c, const term *terms, unsigned nterms, const term *vars,
                          unsigned nvars, unsigned width, unsigned granule, term *chunk_terms,
                          term *chunk_vars)
{
    require(granule > 0, "a field has at least one bit");
    for (unsigned chunk = 8; chunk < width; chunk *= 2)
        if (chunk % granule == 0 && width % chunk == 0 &&
            lift_to_chunk(c, terms, nterms, vars, nvars, width, chunk, chunk_terms, chunk_vars))
            return chunk;
    for (unsigned i = 0; i < nterms; i++)
        chunk_terms[i] = terms[i];
    for (unsigned i = 0; i < nvars; i++)
        chunk_vars[i] = vars[i];
    return width;
}

/* ---- fields ---- */

/* The inputs as fields, what is left as one more piece above them; piece[i * (fields + 1) + j]. */
static void cut_fields(cut *k, const term *vars, unsigned rest, term *whole)
{
    unsigned pieces = k->chunks + (rest > 0);
    for (unsigned i = 0; i < k->nvars; i++) {
        term *piece = k->piece + (size_t)i * (k->chunks + 1);
        char prefix[NAME_MAX_BYTES];
        snprintf(prefix, sizeof prefix, "%u %.90s", i, term_name(k->c, vars[i]));
        for (unsigned j = 0; j < pieces; j++)
            piece[j] = piece_var(k->c, prefix, j, j < k->chunks ? k->chunk : rest);
        whole[i] = term_mk_concat_n(k->c, piece, pieces);
        k->common[i] = term_mk_var(k->c, term_name(k->c, vars[i]), k->chunk);
    }
}

/* Field j of every term over the common variables. */
static bool field_form(const cut *k, const term *cut_terms, unsigned nterms, unsigned j, term *form)
{
    term own[VARS_MAX];
    for (unsigned i = 0; i < k->nvars; i++) own[i] = k->piece[(size_t)i * (k->chunks + 1) + j];
    for (unsigned i = 0; i < nterms; i++) {
        term part = term_mk_extract(k->c, (j + 1) * k->chunk - 1, j * k->chunk, cut_terms[i]);
        if (!mentions_only(k->c, part, own, k->nvars)) return false;
        form[i] = term_substitute(k->c, part, own, k->common, k->nvars);
    }
    return true;
}

/* The forms side by side, each over its own field of new variables. */
static void join_forms(const cut *k, const term (*form)[TERMS_MAX], unsigned nforms,
                       const term *vars, unsigned nterms, term *chunk_terms, term *chunk_vars,
                       term *parts)
{
    for (unsigned i = 0; i < k->nvars; i++)
        chunk_vars[i] = term_mk_var(k->c, term_name(k->c, vars[i]), nforms * k->chunk);
    for (unsigned t = 0; t < nterms; t++) {
        for (unsigned s = 0; s < nforms; s++) {
            term own[VARS_MAX];
            for (unsigned i = 0; i < k->nvars; i++)
                own[i] = term_mk_extract(k->c, (s + 1) * k->chunk - 1, s * k->chunk, chunk_vars[i]);
            parts[s] = nforms == 1 ? form[s][t]
                                   : term_substitute(k->c, form[s][t], k->common, own, k->nvars);
        }
        chunk_terms[t] = term_mk_concat_n(k->c, parts, nforms);
    }
}

bool lift_to_fields(term_ctx *c, const term *terms, unsigned nterms, const term *vars,
                    unsigned nvars, unsigned width, unsigned field, term *chunk_terms,
                    term *chunk_vars, unsigned *nforms, unsigned *number)
{
    require(nterms <= TERMS_MAX && nvars <= VARS_MAX, "at most 4 terms and 4 variables");
    require(field > 0 && field <= width, "a field fits the width");
    arena mem = {0};
    cut k = {.c = c, .nvars = nvars, .chunks = width / field, .chunk = field};
    k.piece = arena_new(&mem, (size_t)nvars * (k.chunks + 1) + 1, term);
    term whole[VARS_MAX], cut_terms[TERMS_MAX],
        (*form)[TERMS_MAX] = arena_alloc(&mem, k.chunks, sizeof *form);
    cut_fields(&k, vars, width % field, whole);
    for (unsigned i = 0; i < nterms; i++)
        cut_terms[i] = term_substitute(c, terms[i], vars, whole, nvars);
    bool lifts = true;
    *nforms = 0;
    for (unsigned j = 0; lifts && j < k.chunks; j++) {
        unsigned s = 0;
        lifts = field_form(&k, cut_terms, nterms, j, form[*nforms]);
        while (s < *nforms && memcmp(form[s], form[*nforms], nterms * sizeof(term))) s++;
        if (s == *nforms) number[(*nforms)++] = j;
    }
    if (lifts)
        join_forms(&k, (const term(*)[TERMS_MAX])form, *nforms, vars, nterms, chunk_terms,
                   chunk_vars, arena_new(&mem, k.chunks, term));
    arena_free(&mem);
    return lifts;
}
