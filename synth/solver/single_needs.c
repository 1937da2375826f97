// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* single_needs.c - samples of an operation, and on which bytes of its operands it depends: found
 * when single.c turns to it. */
#include <string.h>

#include "single_inside.h"
#include "spec/term/bv.h"

/* The bits of a byte of the result that differ where both count. */
static unsigned difference_at(const evaluated *a, const evaluated *b, unsigned byte)
{
    uint64_t care = a->care[byte / 8] & b->care[byte / 8];
    return ((a->result[byte / 8] ^ b->result[byte / 8]) & care) >> byte % 8 * 8 & 0xff;
}

/* Notes which bytes of the result change with a byte of an operand. */
static void flip(single *x, const evaluated *e, unsigned operand, unsigned byte, unsigned how)
{
    evaluated other = *e;
    other.in.limb[operand][byte / 8] ^= (uint64_t)how << byte % 8 * 8;
    trial_evaluate(&x->t, &other);
    for (unsigned i = 0; i < x->cls->bits / 8; i++) {
        unsigned difference = difference_at(e, &other, i);
        if (difference) add_bytes(&x->needs[i][operand], byte * 8, byte * 8);
        if (difference & ~(i == byte ? how : 0)) x->spreads = true;
    }
}

bool single_take_sample(const single *x, unsigned k, evaluated *e)
{
    unsigned lone = x->op->arity * x->cls->bits;
    if (k >= lone + TRIAL_SAMPLES) return false;
    if (k >= lone) {
        *e = x->t.at[k - lone];
        return true;
    }
    memset(&e->in, 0, sizeof e->in);
    bv_set_bit(e->in.limb[k / x->cls->bits], k % x->cls->bits, true);
    trial_evaluate(&x->t, e);
    return true;
}

static bool is_telling(const evaluated *e)
{
    for (unsigned i = 0; i < REGISTER_LIMBS; i++)
        if (e->care[i]) return true;
    return false;
}

void single_find_telling(single *x)
{
    x->nends = 2 * x->op->arity;
    for (unsigned i = 0; i < x->nends; i++)
        single_take_sample(x, i / 2 * x->cls->bits + (i % 2 ? x->cls->bits - 1 : 0), &x->ends[i]);
    for (unsigned k = 1; k <= CORNERS; k++)
        if (is_telling(&x->t.at[k])) x->ends[x->nends++] = x->t.at[k];
    x->ntelling = 0;
    for (unsigned odd = 2; odd-- > 0;)
        for (unsigned k = 0; k < SAMPLES; k++)
            if ((k > 16 && k % 2) == odd && is_telling(&x->t.at[k]))
                x->telling[x->ntelling++] = (unsigned char)k;
}

void single_find_needs(single *x)
{
    static const unsigned char how[] = {0xff, 0x01, 0x80, 0x55, 0xff, 0x3c, 0x02, 0x07};
    memset(x->needs, 0, sizeof x->needs);
    x->spreads = false;
    for (unsigned i = 0; i < 2 * sizeof how && i / 2 < x->ntelling; i++)
        for (unsigned a = 0; a < x->op->arity; a++)
            for (unsigned b = 0; b < x->cls->bits / 8; b++)
                flip(x, &x->t.at[x->telling[i / 2] + (i % 2 ? SAMPLES : 0)], a, b, how[i / 2]);
}
