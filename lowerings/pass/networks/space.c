// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* space.c - spaces of vectors of binary digits, by Gauss's elimination. Called by search.c, and by
 * whoever reads its plan. */
#include "space.h"

static digits top_digit(digits v)
{
    return (digits)(v ? 1U << (31 - __builtin_clz(v)) : 0);
}

digits space_rest(const space *s, digits v)
{
    for (unsigned i = 0; i < s->count; i++)
        if (v & top_digit(s->basis[i])) v ^= s->basis[i];
    return v;
}

bool space_has(const space *s, digits v) { return space_rest(s, v) == 0; }

bool space_add(space *s, digits v)
{
    unsigned at = 0;
    if (!(v = space_rest(s, v))) return false;
    for (unsigned i = 0; i < s->count; i++)
        if (s->basis[i] & top_digit(v)) s->basis[i] ^= v;
    while (at < s->count && s->basis[at] > v) at++;
    for (unsigned i = s->count++; i > at; i--) s->basis[i] = s->basis[i - 1];
    s->basis[at] = v;
    return true;
}

void space_add_all(space *s, const space *other)
{
    for (unsigned i = 0; i < other->count; i++) space_add(s, other->basis[i]);
}

bool space_is_within(const space *s, const space *other)
{
    for (unsigned i = 0; i < s->count; i++)
        if (!space_has(other, s->basis[i])) return false;
    return true;
}

bool space_is_apart(const space *s, const space *other)
{
    space sum = *s;
    space_add_all(&sum, other);
    return sum.count == s->count + other->count;
}

digits space_map(const digits *image, digits v)
{
    digits to = 0;
    for (; v; v &= (digits)(v - 1)) to ^= image[__builtin_ctz(v)];
    return to;
}

bool space_invert(const digits *image, unsigned n, digits *inverse)
{
    digits row[SPACE_DIGITS], made[SPACE_DIGITS]; /* row[i] = image of made[i] */
    for (unsigned i = 0; i < n; i++) {
        row[i] = image[i];
        made[i] = (digits)(1U << i);
    }
    for (unsigned k = 0; k < n; k++) {
        unsigned with = k;
        while (with < n && !(row[with] >> k & 1)) with++;
        if (with == n) return false;
        digits r = row[with], m = made[with];
        row[with] = row[k];
        made[with] = made[k];
        row[k] = r;
        made[k] = m;
        for (unsigned i = 0; i < n; i++) {
            if (i == k || !(row[i] >> k & 1)) continue;
            row[i] ^= r;
            made[i] ^= m;
        }
    }
    for (unsigned k = 0; k < n; k++) inverse[k] = made[k];
    return true;
}
