// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_cover.c - programs by construction for arbitrary movements inside 128 bits, where an
 * instruction chooses bytes freely.
 *
 * Bytes are gathered first: G(p) has in every byte the one that holds what the byte's phase p wants
 * (a phase is a block of the goal's grain, at one place in the byte). What remains are movements
 * inside bytes, done by one of two methods, the cheaper of which is taken:
 *
 *   distances: for each distance inside a byte, the phases that go so far are masked, joined,
 *     shifted once, and joined;
 *   tests: for each bit of the byte, the gathered bytes are tested for the wanted bit (and, compare
 *     with the mask: all ones or zero), and the answers are masked to that bit and joined.
 *
 * Both are straight lines: nothing is searched. The first has at most 4 + 3 (2 * 8/g - 1) + 2
 * (8/g)^2 steps for the grain g and one input, the second 8/g + 8 * 4. */
#include <string.h>

#include "permute.h"

enum { BYTES = 16, WANTS_ZERO = -1, WANTS_ANY = -2 };

/* An instruction that brings any byte of its sources anywhere. */
typedef struct chooser {
    const mover *m; /* NULL: there is none */
    int pick[BYTES][2 * BYTES]; /* [to][from]: number of the value; -1 */
    int none[BYTES];            /* the value that gives a zero byte; -1 */
} chooser;

typedef struct cover {
    permute *p;
    const permute_machine *m;
    chooser one, two; /* of one input, with zeros; of two inputs */
    const labels *goal;
    unsigned ninputs, grain;
} cover;

static void set_byte_bits(uint64_t *v, unsigned byte, unsigned mask)
{
    v[byte / 8] |= (uint64_t)mask << byte % 8 * 8;
}

/* ---- gathering ---- */

/* What a value brings to a byte: the number of a byte, WANTS_ZERO, or WANTS_ANY for neither. */
static int brought(const mover *m, unsigned v, unsigned to)
{
    label first = m->choice[8 * to * m->nvalues + v];
    for (unsigned k = 1; k < 8; k++)
        if (m->choice[(8 * to + k) * m->nvalues + v] !=
            (first == LABEL_ZERO ? LABEL_ZERO : first + (int)k))
            return WANTS_ANY;
    if (first == LABEL_ZERO) return WANTS_ZERO;
    return (first - 1) % 8 ? WANTS_ANY : (first - 1) / 8;
}

/* Whether the mover brings any byte of its sources, and zeros if that is asked, to any place. */
static bool chooses_freely(const mover *m, bool zeros, chooser *out)
{
    memset(out->pick, -1, sizeof out->pick);
    memset(out->none, -1, sizeof out->none);
    for (unsigned to = 0; to < BYTES; to++)
        for (unsigned v = 0; v < m->nvalues; v++) {
            int from = brought(m, v, to);
            if (from >= 0) out->pick[to][from] = (int)v;
            if (from == WANTS_ZERO) out->none[to] = (int)v;
        }
    for (unsigned to = 0; to < BYTES; to++) {
        if (zeros && out->none[to] < 0) return false;
        for (unsigned from = 0; from < m->nvars * BYTES; from++)
            if (out->pick[to][from] < 0) return false;
    }
    return true;
}

static void find_chooser(const permute_machine *m, unsigned nvars, bool zeros, chooser *out)
{
    for (unsigned i = 0; m->bits == 8 * BYTES && !out->m && i < m->nmovers; i++) {
        const mover *x = &m->movers[i];
        if (x->kind == MOVER_CHOICE && x->nvars == nvars && x->unit == 8 &&
            chooses_freely(x, zeros, out))
            out->m = x;
    }
}

/* The label of the block at that phase of a byte: its first one that matters. */
static label block_label(const cover *c, unsigned byte, unsigned phase)
{
    for (unsigned k = 0; k < c->grain; k++) {
        label l = c->goal->at[8 * byte + phase * c->grain + k];
        if (l > 0) return (label)(l - (int)k);
    }
    return LABEL_ZERO;
}

/* The bytes of one input that a phase wants; -1 when it wants none of it, which is not a failure.
 */
static int gather_of(const cover *c, unsigned phase, unsigned input, bool alone)
{
    uint64_t konst[PERMUTE_LIMBS] = {0};
    bool some = false, stays = true;
    for (unsigned to = 0; to < BYTES; to++) {
        label l = block_label(c, to, phase);
        int v = alone ? -1 : c->one.none[to];
        if (l > 0 && (unsigned)(l - 1) / c->m->bits == input) {
            unsigned from = (unsigned)(l - 1) % c->m->bits / 8;
            v = c->one.pick[to][from];
            some = true;
            stays = stays && from == to;
        } else if (!alone) stays = false;
        set_byte_bits(konst, to, v < 0 ? 0 : (unsigned)c->one.m->value[v]);
    }
    if (!some) return -1;
    return stays ? (int)input : permute_add_mover(c->p, c->one.m, (int)input, -1, konst);
}

static bool uses(const cover *c, unsigned phase, unsigned input)
{
    for (unsigned to = 0; to < BYTES; to++) {
        label l = block_label(c, to, phase);
        if (l > 0 && (unsigned)(l - 1) / c->m->bits == input) return true;
    }
    return false;
}

/* The bytes that a phase wants, of two inputs. */
static int gather_of_two(const cover *c, unsigned phase)
{
    uint64_t konst[PERMUTE_LIMBS] = {0};
    for (unsigned to = 0; to < BYTES; to++) {
        label l = block_label(c, to, phase);
        int v = l > 0 ? c->two.pick[to][(l - 1) / 8] : 0;
        set_byte_bits(konst, to, (unsigned)c->two.m->value[v]);
    }
    return permute_add_mover(c->p, c->two.m, 0, 1, konst);
}

/* Every byte with what its phase wants; -1 when nothing is wanted. */
static int gather(const cover *c, unsigned phase)
{
    unsigned inputs = 0;
    int all = -1;
    for (unsigned x = 0; x < c->ninputs; x++) inputs += uses(c, phase, x);
    if (c->two.m && c->ninputs == 2 && inputs == 2) return gather_of_two(c, phase);
    for (unsigned x = 0; x < c->ninputs; x++) {
        int n = gather_of(c, phase, x, inputs == 1);
        if (n >= 0) all = all < 0 ? n : permute_add(c->p, c->m->or_, 0, all, n, -1);
    }
    return all;
}

/* ---- distances inside a byte ---- */

static const mover *find_byte_shift(const cover *c, int shift)
{
    for (unsigned j = 0; j < c->m->nmovers; j++) {
        const mover *m = &c->m->movers[j];
        unsigned i = 0;
        if (m->kind != MOVER_PURE || m->shift != shift || m->need) continue;
        while (i < c->m->bits &&
               (i % 8 + (unsigned)shift > 7 || m->map[i] == (label)((int)i + shift + 1)))
            i++;
        if (i == c->m->bits) return m;
    }
    return NULL;
}

/* Ones where the phase's blocks go the distance: at their places before the shift, or after it. */
static bool mask_distance(const cover *c, unsigned phase, int distance, bool after, uint64_t *mask)
{
    bool some = false;
    memset(mask, 0, sizeof(uint64_t) * PERMUTE_LIMBS);
    for (unsigned byte = 0; byte < BYTES; byte++) {
        label l = block_label(c, byte, phase);
        if (l < 1 || (l - 1) % 8 - (int)(phase * c->grain) != distance) continue;
        unsigned ones = (1u << c->grain) - 1;
        for (unsigned k = 0; k < c->grain; k++)
            if (c->goal->at[8 * byte + phase * c->grain + k] <= 0) ones &= ~(1u << k);
        set_byte_bits(mask, byte, ones << (after ? phase * c->grain : (unsigned)(l - 1) % 8));
        some = true;
    }
    return some;
}

/* The phases that go the distance, joined at their places before the shift. table: by choices, what
 * is outside is left as it is. */
static int join_distance(const cover *c, const int *gathered, int distance, bool table)
{
    uint64_t mask[PERMUTE_LIMBS];
    int all = -1;
    for (unsigned phase = 0; phase < 8 / c->grain; phase++) {
        if (!mask_distance(c, phase, distance, false, mask)) continue;
        int k = permute_add_const(c->p, mask);
        if (table) {
            all = all < 0 ? gathered[phase]
                          : permute_add(c->p, c->m->table3, 0xe4, gathered[phase], all, k);
            continue;
        }
        int n = permute_add(c->p, c->m->and_, 0, gathered[phase], k, -1);
        all = all < 0 ? n : permute_add(c->p, c->m->or_, 0, all, n, -1);
    }
    return all;
}

static int by_distances(const cover *c, const int *gathered, bool table)
{
    int all = -1, top = (int)(8 - c->grain);
    for (int d = -top; d <= top; d += (int)c->grain) {
        int n = join_distance(c, gathered, d, table);
        if (n < 0) continue;
        const mover *shift = d ? find_byte_shift(c, d) : NULL;
        if (d && !shift) return -1;
        if (shift) n = permute_add_mover(c->p, shift, n, -1, NULL);
        uint64_t after[PERMUTE_LIMBS] = {0}, one[PERMUTE_LIMBS];
        for (unsigned phase = 0; phase < 8 / c->grain; phase++)
            if (mask_distance(c, phase, d, true, one))
                for (unsigned k = 0; k < 2; k++) after[k] |= one[k];
        int k = permute_add_const(c->p, after);
        if (table)
            all = all < 0 ? permute_add(c->p, c->m->and_, 0, n, k, -1)
                          : permute_add(c->p, c->m->table3, 0xec, n, all, k);
        else all = all < 0 ? n : permute_add(c->p, c->m->or_, 0, all, n, -1);
    }
    return all;
}

/* ---- tests ---- */

static int by_tests(const cover *c, const int *gathered, bool table)
{
    int all = -1;
    for (unsigned bit = 0; bit < 8; bit++) {
        uint64_t mask[PERMUTE_LIMBS] = {0}, place[PERMUTE_LIMBS] = {0};
        bool some = false;
        for (unsigned byte = 0; byte < BYTES; byte++) {
            label l = c->goal->at[8 * byte + bit];
            if (l < 1) continue;
            set_byte_bits(mask, byte, 1u << (l - 1) % 8);
            set_byte_bits(place, byte, 1u << bit);
            some = true;
        }
        if (!some) continue;
        int m = permute_add_const(c->p, mask), k = permute_add_const(c->p, place);
        int t = permute_add(c->p, c->m->and_, 0, gathered[bit / c->grain], m, -1);
        t = permute_add(c->p, c->m->equal8, 0, t, m, -1);
        if (table && all >= 0) {
            all = permute_add(c->p, c->m->table3, 0xec, t, all, k);
            continue;
        }
        t = permute_add(c->p, c->m->and_, 0, t, k, -1);
        all = all < 0 ? t : permute_add(c->p, c->m->or_, 0, all, t, -1);
    }
    return all;
}

static void take_cheaper(const permute *p, int n, int *best)
{
    if (n >= 0 && (*best < 0 || permute_count(p, n) < permute_count(p, *best))) *best = n;
}

int permute_construct(permute *p, const labels *goal)
{
    cover c = {.p = p, .m = permute_get_machine(p), .goal = goal};
    int gathered[8], best = -1;
    while (permute_get_node(p, (int)c.ninputs)->is_input) c.ninputs++;
    require(permute_is_goal(c.m, c.ninputs, goal), "labels are of the inputs");
    find_chooser(c.m, 1, true, &c.one);
    find_chooser(c.m, 2, false, &c.two);
    if (!c.one.m || c.m->and_ < 0 || c.m->or_ < 0) return -1;
    c.grain = permute_grain(c.m, goal);
    if (c.grain > 8) c.grain = 8;
    for (unsigned phase = 0; phase < 8 / c.grain; phase++) gathered[phase] = gather(&c, phase);
    bool whole = c.grain == 8;
    for (unsigned i = 0; i < c.m->bits; i++) whole = whole && goal->at[i] != LABEL_ZERO;
    if (whole) return gathered[0];
    take_cheaper(p, by_distances(&c, gathered, false), &best);
    if (c.m->table3 >= 0) take_cheaper(p, by_distances(&c, gathered, true), &best);
    if (c.m->equal8 >= 0) take_cheaper(p, by_tests(&c, gathered, c.m->table3 >= 0), &best);
    return best;
}
