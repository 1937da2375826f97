// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_find.c - looks for p, the instruction before the last, by what the last one asks of it.
 *
 * An exact p is looked up among the candidates, a partial one compared with all of them; what
 * cannot be inverted is computed for all p. To compare, 16 bits of each candidate's image lie
 * side by side.
 *
 * Candidates over the newest value are the largest part of the work. With two or three values
 * waiting to be used they are not made: p has to take them, so it is looked for among the few
 * instructions that do, or inverted once more.
 *
 * Questions that were written down (exhaust_inverse.c) are asked here; one that is asked twice is
 * answered once. Called by exhaust_last.c and exhaust_inverse.c. */
#include "exhaust_inside.h"

/* ---- over the newest value ---- */

/* Looks among the values for those that agree with want where care is one; f takes them at source
 * `at`. */
static void find_value(walk *w, unsigned t, xi want, xi care, step f, unsigned at, step r)
{
    const grammar_member *m = &w->g->member[f.member];
    w->n.work++;
    for (unsigned y = 0; y < w->nval; y++)
        if (is_zero((w->val[y] ^ want) & care) && takes(w, m, at, y)) {
            f.src[at] = (uint8_t)y;
            if (at == 1) f.src[2] = (uint8_t)y;
            report_over(w, t, f, r);
        }
}

/* Looks for a two-input table over the newest value. */
static void find_table_over(walk *w, unsigned t, const aim *a, step r)
{
    unsigned x = w->nval - 1;
    xi v = w->val[x], none = v ^ v;
    unsigned have = forced(a, v);
    for (unsigned i = 0; i < w->nvariants; i++) {
        const variant *f = &w->variants[i];
        if (have & f->forbid || !takes(w, &w->g->member[f->member], f->swapped ? 0 : 1, x))
            continue;
        xi care = a->care & ((f->use1 ? v : none) | (f->use0 ? ~v : none));
        xi want = a->target ^ (f->flip1 ? v : none) ^ (f->flip0 ? ~v : none);
        step p = {f->member, 0, {(uint8_t)x, (uint8_t)x, (uint8_t)x}};
        find_value(w, t, want, care, p, f->swapped ? 1 : 0, r);
    }
}

/* Looks for a sum, difference or scaled sum over the newest value, by trying: few values, cheap
 * sums. */
static void find_group_over(walk *w, unsigned t, const aim *a, unsigned k, step r)
{
    const grammar_member *m = &w->g->member[k];
    unsigned x = w->nval - 1;
    w->n.work += w->nval;
    for (unsigned y = 0; y < w->nval; y++)
        for (unsigned at = 0; at < (m->commutative && !w->many_sorts ? 1 : 2); at++) {
            xi first = w->val[at ? x : y], second = w->val[at ? y : x], sum;
            if (m->shape == SHAPE_LEA) second = shift_lanes(second, m->lane, m->by, true);
            sum = m->shape == SHAPE_SUB ? sub_lanes(first, second, m->lane)
                                        : add_lanes(first, second, m->lane);
            step p = {(uint16_t)k,
                      0,
                      {(uint8_t)(at ? x : y), (uint8_t)(at ? y : x), (uint8_t)(at ? y : x)}};
            if (is_zero((sum ^ a->target) & a->care) && takes(w, m, 0, p.src[0]) &&
                takes(w, m, 1, p.src[1]))
                report_over(w, t, p, r);
        }
}

/* Looks for a minimum, maximum or comparison over the newest value. */
static void find_choice_over(walk *w, unsigned t, const aim *a, unsigned k, step r)
{
    const grammar_member *m = &w->g->member[k];
    unsigned x = w->nval - 1;
    xi again[VALUES_MAX], out[VALUES_MAX];
    if (m->shape == SHAPE_FILL &&
        !is_zero(nonzero_lanes(a->on, m->lane) & nonzero_lanes(a->off, m->lane)))
        return;
    for (unsigned y = 0; y < w->nval; y++) again[y] = w->val[x];
    for (unsigned at = 0; at < (m->commutative && !w->many_sorts ? 1 : 2); at++) {
        compute(m, at ? again : w->val, at ? w->val : again, NULL, out, w->nval);
        w->n.work += w->nval;
        for (unsigned y = 0; y < w->nval; y++) {
            step p = {(uint16_t)k,
                      0,
                      {(uint8_t)(at ? x : y), (uint8_t)(at ? y : x), (uint8_t)(at ? y : x)}};
            if (is_zero((out[y] ^ a->target) & a->care) && takes(w, m, 0, p.src[0]) &&
                takes(w, m, 1, p.src[1]))
                report_over(w, t, p, r);
        }
    }
}

/* Looks for an instruction over the newest value and any other that agrees with want where care is
 * one. */
static void find_over(walk *w, unsigned t, xi want, xi care, step r)
{
    aim a = aim_at(want, care);
    unsigned x = w->nval - 1;
    find_table_over(w, t, &a, r);
    for (unsigned i = 0; i < w->ngroup; i++) find_group_over(w, t, &a, w->group[i], r);
    for (unsigned i = 0; i < w->nchoice; i++) find_choice_over(w, t, &a, w->choice[i], r);
    for (unsigned i = 0; i < w->nones; i++) {
        const grammar_member *m = &w->g->member[w->one[i]];
        xi v;
        if (!takes(w, m, 0, x)) continue;
        compute(m, &w->val[x], NULL, NULL, &v, 1);
        w->n.work++;
        if (is_zero((v ^ want) & care))
            report_over(w, t, (step){w->one[i], 0, {(uint8_t)x, (uint8_t)x, (uint8_t)x}}, r);
    }
}

/* ---- among the candidates ---- */

/* Those that may be p under r. What r leaves to be used p has to use: two values, or one, and then
 * p is over that or newer ones, since candidates are in order of their newest value. */
static list list_for(const walk *w, const two *x, step r)
{
    unsigned newest = 0, left = 0;
    for (unsigned i = 0; i < x->n; i++)
        if (x->must[i] != r.src[0] && x->must[i] != r.src[1] && x->must[i] != r.src[2])
            newest = x->must[i], left++;
    if (!left) return all_for_p(w, x);
    if (left == 2 && x->has_pairs) return all_offers(w, w->noffers, w->noffers + w->npairs);
    if (x->solved)
        return all_offers(
            w, w->offers_from[newest] > x->low_offer ? w->offers_from[newest] : x->low_offer,
            w->noffers);
    return all_candidates(w, w->grown_from[newest] > x->low ? w->grown_from[newest] : x->low);
}

enum { FEW_OF_PART = 5, BLOCK_PARTS = 32 };

/* Whether some of the next BLOCK_PARTS agree. */
static inline bool some_agree(const uint16_t *part, uint16_t want, uint16_t care)
{
    typedef uint16_t x16 __attribute__((vector_size(32)));
    x16 none = {0}, v, any = none;
    for (unsigned i = 0; i < BLOCK_PARTS; i += 16) {
        memcpy(&v, part + i, sizeof v);
        any |= (x16)(((v ^ want) & care) == 0);
    }
    typedef uint64_t x64 __attribute__((vector_size(32)));
    x64 words = (x64)any;
    return words[0] | words[1] | words[2] | words[3];
}

/* Looks among p for those that agree with want where care is one: 16 bits of each first, those of
 * which most matter. */
static void find_in_list(walk *w, const list *p, unsigned t, xi want, xi care, step r)
{
    unsigned best = 0, most = 0, from = 0;
    for (unsigned k = 0; k < PARTS; k++) {
        unsigned n = (unsigned)__builtin_popcountll(care[0] >> 16 * k & 0xffff);
        if (n > most) most = n, best = k;
    }
    const uint16_t *part = p->part[best] + p->part_at;
    uint16_t want16 = (uint16_t)(want[0] >> 16 * best), care16 = (uint16_t)(care[0] >> 16 * best);
    for (; most >= FEW_OF_PART && from + BLOCK_PARTS <= p->count; from += BLOCK_PARTS) {
        if (!some_agree(part + from, want16, care16)) continue;
        for (unsigned i = from; i < from + BLOCK_PARTS; i++)
            if (!((part[i] ^ want16) & care16) && is_zero((p->v[i] ^ want) & care))
                report_two(w, t, numbered(p, i), r);
    }
    image want_first = first_image_of(want), care_first = first_image_of(care);
    for (unsigned i = from, n; i < p->count; i += n) {
        n = p->count - i < MANY ? 1 : MANY;
        if (n == MANY && !some_of_many(p->first_image + i, want_first, care_first)) continue;
        for (unsigned k = i; k < i + n; k++)
            if (is_zero((p->v[k] ^ want) & care)) report_two(w, t, numbered(p, k), r);
    }
}

static bool asks_the_same(const question *a, const question *b)
{
    return a->goal == b->goal && !b->computed && equal(a->want, b->want) && equal(a->care, b->care);
}

static void note_question(questions *to, question a)
{
    a.first = to->count;
    if (a.whole) a.hash = hash(a.want);
    for (unsigned i = 0; i < to->count && !a.computed && a.first == to->count; i++)
        if (asks_the_same(&a, &to->list[i])) a.first = i, to->list[i].repeated = true;
    if (to->count == to->cap)
        to->list = mem_grow(to->list, to->cap = to->cap ? 2 * to->cap : 64, sizeof *to->list);
    to->list[to->count++] = a;
}

/* Looks up the candidate that is want, whose hash is h. */
static inline void find_whole(walk *w, const two *x, unsigned t, xi want, uint64_t h, step r)
{
    w->n.work++;
    for (uint32_t i = (uint32_t)h & (w->nslots - 1); w->slots[i].mark;
         i = (i + 1) & (w->nslots - 1)) {
        uint32_t mark = w->slots[i].mark;
        if (w->slots[i].tag != (uint32_t)(h >> 32) || mark & VALUE_MARK || mark - 1 < x->low ||
            !equal(w->cand[mark - 1], want))
            continue;
        if (x->solved && w->form[mark - 1].member == w->any) continue;
        report_two(w, t, mark - 1, r);
    }
}

/* Looks for a p that agrees with want where care is one, among the candidates or over the newest
 * value. */
void find_p(walk *w, const two *x, unsigned t, xi want, xi care, bool whole, step r)
{
    if (w->noting) {
        note_question(
            w->noting,
            (question){.want = want, .care = care, .r = r, .goal = (uint8_t)t, .whole = whole});
        return;
    }
    if (x->over_newest) {
        find_over(w, t, want, care, r);
        return;
    }
    if (x->solved) find_table(w, x, t, want, care, r);
    if (whole) {
        find_whole(w, x, t, want, hash(want), r);
        return;
    }
    const list p = list_for(w, x, r);
    w->n.work += p.count / 8 + 1;
    find_in_list(w, &p, t, want, care, r);
}

static void note_weak(walk *w, unsigned t, step r)
{
    if (w->nweak == w->cap_weak)
        w->weak = mem_grow(w->weak, w->cap_weak = w->cap_weak ? 2 * w->cap_weak : 64,
                           sizeof *w->weak);
    w->weak[w->nweak++] = (struct weak){r, t};
}

/* r computed for every p: what cannot be inverted. */
void compute_all(walk *w, const two *x, unsigned t, step r)
{
    const grammar_member *m = &w->g->member[r.member];
    enum { BLOCK = 64 };
    image other[3][BLOCK], out[BLOCK];
    if (w->noting) {
        note_question(w->noting, (question){.r = r, .goal = (uint8_t)t, .computed = true});
        return;
    }
    const list p = list_for(w, x, r);
    if (x->solved) note_weak(w, t, r);
    for (unsigned k = 0; k < m->nsrc; k++)
        for (unsigned i = 0; r.src[k] != PLACE_P && i < BLOCK && i < p.count; i++)
            memcpy(&other[k][i], &w->val[r.src[k]], sizeof(image));
    for (unsigned i = 0; i < p.count; i += BLOCK) {
        unsigned n = p.count - i < BLOCK ? p.count - i : BLOCK;
        const image *src[3];
        for (unsigned k = 0; k < 3; k++)
            src[k] = r.src[k] == PLACE_P ? p.first_image + i : other[k];
        m->run(src[0], src[1], src[2], out, n);
        for (unsigned a = t == ALL_GOALS ? 0 : t; a < (t == ALL_GOALS ? w->ngoals : t + 1); a++) {
            image want = first_image_of(w->goal[a].target), care = first_image_of(w->goal[a].care);
            for (unsigned k = 0; k < n; k++) {
                if (k % MANY == 0 && k + MANY <= n && !some_of_many(out + k, want, care))
                    k += MANY - 1;
                /* which looks at all images */
                else if (image_is_zero((out[k] ^ want) & care))
                    report_two(w, a, numbered(&p, i + k), r);
            }
        }
    }
    w->n.work += p.count / 4 + 1;
}

/* ---- what was written down ---- */

/* What was written down, in this state. */
void ask(walk *w, const two *x, const questions *q)
{
    w->n.work += q->work;
    for (unsigned i = 0; i < q->count; i++) {
        question *a = &q->list[i];
        const question *first = &q->list[a->first];
        if (first != a && !first->met) { /* counted as if it had been asked */
            w->n.last += first->last;
            w->n.work += first->work;
            continue;
        }
        uint64_t before = w->tried, last = w->n.last, spent = w->n.work;
        w->asking = a;
        if (a->whole && !x->solved && !x->over_newest)
            find_whole(w, x, a->goal, a->want, a->hash, a->r);
        else if (a->computed) compute_all(w, x, a->goal, a->r);
        else find_p(w, x, a->goal, a->want, a->care, a->whole, a->r);
        if (!a->repeated) continue;
        a->met = w->tried != before;
        a->last = w->n.last - last;
        a->work = w->n.work - spent;
    }
    w->asking = NULL;
}
