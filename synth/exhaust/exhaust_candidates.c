// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_candidates.c - candidates: every instruction over the values at hand, each image once.
 *
 * A candidate whose image equals a value or an earlier candidate is dropped. Memory for candidates
 * and for what was seen grows together, up to a limit that ends the search. Called by
 * exhaust_walk.c and exhaust_last.c. */
#include "exhaust_inside.h"

/* ---- memory ---- */

static bool charge(walk *w, uint64_t bytes)
{
    w->bytes += bytes;
    if (w->max_bytes && w->bytes > w->max_bytes) return leave(w, EXHAUST_MEMORY);
    return true;
}

/* Twice as many slots; what is remembered is entered again in its order. */
static bool grow_slots(walk *w)
{
    unsigned n = w->nundo;
    if (w->end == EXHAUST_MEMORY || !charge(w, (uint64_t)w->nslots * sizeof *w->slots))
        return false;
    uint32_t *marks = mem_alloc(n + 1, sizeof *marks);
    for (unsigned i = 0; i < n; i++) marks[i] = w->slots[w->undo[i]].mark;
    mem_free(w->slots);
    w->nslots *= 2;
    w->slots = mem_alloc(w->nslots, sizeof *w->slots);
    w->undo = mem_grow(w->undo, w->nslots, sizeof *w->undo);
    for (unsigned i = 0; i < n; i++) {
        uint64_t h = hash(marked_image(w, marks[i]));
        uint32_t at = (uint32_t)h & (w->nslots - 1);
        while (w->slots[at].mark) at = (at + 1) & (w->nslots - 1);
        w->slots[at] = (slot){marks[i], (uint32_t)(h >> 32)};
        w->undo[i] = at;
    }
    mem_free(marks);
    return true;
}

void size_parts(walk *w)
{
    for (unsigned k = 0; k < PARTS; k++) {
        w->part[k] = mem_grow(w->part[k], w->cap, sizeof *w->part[k]);
        w->offer_part[k] = mem_grow(w->offer_part[k], 2 * w->cap, sizeof *w->offer_part[k]);
    }
}

static bool grow_candidates(walk *w)
{
    if (w->end == EXHAUST_MEMORY || !charge(w, (uint64_t)w->cap * CANDIDATE_BYTES)) return false;
    w->cap *= 2;
    size_parts(w);
    w->cand = mem_grow(w->cand, w->cap, sizeof *w->cand);
    w->offer = mem_grow(w->offer, 2 * w->cap, sizeof *w->offer);
    w->offered = mem_grow(w->offered, 2 * w->cap, sizeof *w->offered);
    w->offers_before = mem_grow(w->offers_before, w->cap, sizeof *w->offers_before);
    if (IMAGES > 1) w->first_offer = mem_grow(w->first_offer, 2 * w->cap, sizeof *w->first_offer);
    w->form = mem_grow(w->form, w->cap, sizeof *w->form);
    if (IMAGES > 1) w->first_image = mem_grow(w->first_image, w->cap, sizeof *w->first_image);
    return true;
}

/* Room for so many more candidates. */
static bool make_room(walk *w, unsigned more)
{
    while (w->ncand + more > w->cap)
        if (!grow_candidates(w)) return false;
    while (w->nundo + more > w->nslots / 2)
        if (!grow_slots(w)) return false;
    return true;
}

/* ---- instructions ---- */

static inline void add_candidate(walk *w, xi v, step f)
{
    unsigned i = w->ncand;
    w->cand[i] = v;
    w->form[i] = f;
    w->offers_before[i] = w->noffers;
    if (IMAGES > 1) memcpy(&w->first_image[i], &v, sizeof(image));
    if (!remember(w, v, w->g->member[f.member].gives, i + 1)) return;
    for (unsigned k = 0; k < PARTS && !w->setup.visiting; k++)
        w->part[k][i] = (uint16_t)(v[0] >> 16 * k);
    if ((int)f.member != w->any && tables_everywhere(w)) put_offer(w, w->noffers++, i);
    w->ncand++;
}

/* Tables that depend on all of their inputs. */
static bool depends_on_all(unsigned table)
{
    return ((table >> 4 ^ table) & 15) && ((table >> 2 ^ table) & 0x33) &&
           ((table >> 1 ^ table) & 0x55);
}

static void expand_triple(walk *w, unsigned x, unsigned a, unsigned b)
{
    for (unsigned table = 1; table < 255 && make_room(w, 1); table++) {
        if (!depends_on_all(table)) continue;
        w->n.inner++;
        add_candidate(
            w, table3(table, w->val[x], w->val[a], w->val[b]),
            (step){(uint16_t)w->any, (uint8_t)table, {(uint8_t)x, (uint8_t)a, (uint8_t)b}});
    }
}

/* Tables of two values: with the second one twice, rows 0, 3, 4 and 7 matter. */
static void expand_pair(walk *w, unsigned x, unsigned a)
{
    for (unsigned rows = 1; rows < 15 && make_room(w, 1); rows++) {
        unsigned table = (rows & 1) | (rows & 2) << 2 | (rows & 4) << 2 | (rows & 8) << 4;
        w->n.inner++;
        add_candidate(
            w, table3(table, w->val[x], w->val[a], w->val[a]),
            (step){(uint16_t)w->any, (uint8_t)table, {(uint8_t)x, (uint8_t)a, (uint8_t)a}});
    }
}

static void expand_tables(walk *w, unsigned x)
{
    for (unsigned a = 0; a < x; a++) {
        if (!is_constant(w, x) || !is_constant(w, a)) expand_pair(w, x, a);
        for (unsigned b = a + 1; b < x; b++)
            if (!is_constant(w, x) || !is_constant(w, a) || !is_constant(w, b))
                expand_triple(w, x, a, b);
    }
}

static void expand_unary(walk *w, unsigned k, unsigned x)
{
    const grammar_member *m = &w->g->member[k];
    xi v;
    if (is_constant(w, x) || !takes(w, m, 0, x)) return;
    compute(m, &w->val[x], NULL, NULL, &v, 1);
    w->n.inner++;
    add_candidate(w, v, (step){(uint16_t)k, 0, {(uint8_t)x, (uint8_t)x, (uint8_t)x}});
}

/* x with every older value, in one order. */
static void expand_binary(walk *w, unsigned k, unsigned x, const xi *again, bool newest_first)
{
    const grammar_member *m = &w->g->member[k];
    xi out[VALUES_MAX];
    compute(m, newest_first ? again : w->val, newest_first ? w->val : again, NULL, out, x + 1);
    for (unsigned v = 0; v <= x; v++) {
        unsigned a = newest_first ? x : v, b = newest_first ? v : x;
        if (v == x && !newest_first) continue;
        if ((is_constant(w, x) && is_constant(w, v)) || !takes(w, m, 0, a) || !takes(w, m, 1, b))
            continue;
        w->n.inner++;
        add_candidate(w, out[v], (step){(uint16_t)k, 0, {(uint8_t)a, (uint8_t)b, (uint8_t)b}});
    }
}

static void expand_ternary(walk *w, unsigned k, unsigned x)
{
    const grammar_member *m = &w->g->member[k];
    for (unsigned a = 0; a <= x; a++)
        for (unsigned b = 0; b <= x && takes(w, m, 0, a); b++)
            for (unsigned c = 0; c <= x && takes(w, m, 1, b); c++) {
                xi v;
                if ((a != x && b != x && c != x) || !takes(w, m, 2, c) || !make_room(w, 1))
                    continue;
                if (is_constant(w, a) && is_constant(w, b) && is_constant(w, c)) continue;
                compute(m, &w->val[a], &w->val[b], &w->val[c], &v, 1);
                w->n.inner++;
                add_candidate(w, v, (step){(uint16_t)k, 0, {(uint8_t)a, (uint8_t)b, (uint8_t)c}});
            }
}

/* All instructions whose newest source is value x; without tables, those of two values among them,
 * where these are solved. */
void expand(walk *w, unsigned x, bool tables)
{
    xi again[VALUES_MAX];
    unsigned before = w->ncand, made = 0;
    for (unsigned v = 0; v <= x; v++) again[v] = w->val[x];
    for (unsigned k = 0; k < w->g->count && make_room(w, 2 * VALUES_MAX); k++) {
        const grammar_member *m = &w->g->member[k];
        if (tables_everywhere(w) && !tables && m->is_table) continue;
        if (m->any_table) {
            unsigned first = w->ncand;
            if (tables_everywhere(w) && tables) expand_tables(w, x);
            made = w->ncand - first;
        } else if (m->nsrc == 1) {
            expand_unary(w, k, x);
        } else if (m->nsrc == 2) {
            expand_binary(w, k, x, again, true);
            if (!m->commutative) expand_binary(w, k, x, again, false);
        } else if (m->nsrc == 3) {
            expand_ternary(w, k, x);
        }
    }
    w->grown[x] = w->ncand - before - made;
    w->n.work += w->ncand - before + w->g->count;
}

/* Every two-source instruction over a and b becomes a candidate. */
void expand_two(walk *w, unsigned a, unsigned b)
{
    for (unsigned k = 0; k < w->g->count && make_room(w, 2); k++) {
        const grammar_member *m = &w->g->member[k];
        if (m->nsrc != 2) continue;
        for (unsigned swap = 0; swap < (m->commutative ? 1 : 2); swap++) {
            unsigned x = swap ? b : a, y = swap ? a : b;
            xi v;
            if (!takes(w, m, 0, x) || !takes(w, m, 1, y)) continue;
            compute(m, &w->val[x], &w->val[y], NULL, &v, 1);
            w->n.inner++;
            w->n.work++;
            add_candidate(w, v, (step){(uint16_t)k, 0, {(uint8_t)x, (uint8_t)y, (uint8_t)y}});
        }
    }
}
