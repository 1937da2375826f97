// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* named.c - recognises the table's operations in shuffles (shufflevector paper: patterns by their
 * signature; thesis, section 3).
 *
 * What an operation of spec/ops/moves.spec does to bits is said here again, by formulas; a test
 * compares both. Fields that move together are wider fields that move: every width from the
 * shuffle's own is tried. Which operation it is is known after a few bits: the first that differs
 * ends the comparison. Called by moves.c. */
#include "named.h"

#include "target.h"

#include <stdio.h>
#include <string.h>

/* Where bit i of the result comes from, in a register of n fields of w bits; those of the second
 * operand from n * w on. */
typedef int source_of_bit(unsigned w, unsigned n, unsigned k, unsigned i);

static int field(unsigned w, unsigned f, unsigned i)
{
    return (int)(f * w + i % w);
}

static int pack(unsigned w, unsigned n, unsigned upper, unsigned i)
{
    unsigned half = w / 2, f = i / half, fields = f < n ? f : f - n, second = f < n ? 0 : n;
    return (int)((second + fields) * w + upper * half + i % half);
}

static int packl(unsigned w, unsigned n, unsigned k, unsigned i)
{
    return (void)k, pack(w, n, 0, i);
}
static int packh(unsigned w, unsigned n, unsigned k, unsigned i)
{
    return (void)k, pack(w, n, 1, i);
}

static int mergel(unsigned w, unsigned n, unsigned k, unsigned i)
{
    (void)k;
    unsigned f = i / w;
    return field(w, f / 2 + (f % 2 ? n : 0), i);
}

static int mergeh(unsigned w, unsigned n, unsigned k, unsigned i)
{
    (void)k;
    unsigned f = i / w;
    return field(w, (f + n) / 2 + (f % 2 ? n : 0), i);
}

static int reverse(unsigned w, unsigned n, unsigned k, unsigned i)
{
    return (void)k, field(w, n - 1 - i / w, i);
}
static int swap_fields(unsigned w, unsigned n, unsigned k, unsigned i)
{
    return (void)n, (void)k, field(w, i / w ^ 1, i);
}
static int slide_up(unsigned w, unsigned n, unsigned k, unsigned i)
{
    return (void)n, i / w < k ? NAMED_ZERO : field(w, i / w - k, i);
}
static int slide_down(unsigned w, unsigned n, unsigned k, unsigned i)
{
    return i / w + k < n ? field(w, i / w + k, i) : NAMED_ZERO;
}
static int rotate_up(unsigned w, unsigned n, unsigned k, unsigned i)
{
    return field(w, (i / w + n - k) % n, i);
}
static int window(unsigned w, unsigned n, unsigned k, unsigned i)
{
    return (void)n, field(w, i / w + k, i);
}
static int splat(unsigned w, unsigned n, unsigned k, unsigned i) { return (void)n, field(w, k, i); }

static const struct {
    const char *name; /* with %u: one for each number of places */
    unsigned operands;
    source_of_bit *source;
    bool halves; /* of fields: their width is even */
} operations[] = {
    {"packl", 2, packl, true},
    {"packh", 2, packh, true},
    {"mergel", 2, mergel, false},
    {"mergeh", 2, mergeh, false},
    {"reverse", 1, reverse, false},
    {"swap_fields", 1, swap_fields, false},
    {"slide_up_%u", 1, slide_up, false},
    {"slide_down_%u", 1, slide_down, false},
    {"rotate_up_%u", 1, rotate_up, false},
    {"window_%u", 2, window, false},
    {"splat_%u", 1, splat, false},
};

/* The numbers of places in the names. */
static const unsigned places[] = {1, 2, 3, 4, 8};

#define LENGTH(a) (sizeof(a) / sizeof *(a))

/* The bit as it is where the sources are exchanged, or are one. */
static int seen(int bit, unsigned bits, bool second, bool swapped)
{
    if (bit < 0) return bit;
    unsigned at = (unsigned)bit % bits, operand = second ? (unsigned)bit / bits ^ swapped : 0;
    return (int)(at + operand * bits);
}

static bool agrees(source_of_bit *source, unsigned w, unsigned k, const int *from, unsigned bits,
                   bool second, bool swapped)
{
    for (unsigned i = 0; i < bits; i++)
        if (from[i] != NAMED_ANY &&
            from[i] != seen(source(w, bits / w, k, i), bits, second, swapped))
            return false;
    return true;
}

static void take_if_better(const target_view *v, const char *name, unsigned w, unsigned bits,
                           bool swapped, named_move *best)
{
    const struct lowering_entry *e = target_find(v, name, w, bits);
    if (e && (!best->entry || e->insns < best->entry->insns)) *best = (named_move){e, swapped};
}

/* One operation at one width: with its numbers of places, if it has any. */
static void try_operation(const target_view *v, size_t which, const int *from, unsigned w,
                          unsigned bits, bool second, named_move *best)
{
    bool numbered = strchr(operations[which].name, '%');
    for (size_t k = 0; k < (numbered ? LENGTH(places) : 1); k++)
        for (int swapped = 0; swapped <= (second && operations[which].operands == 2); swapped++) {
            char name[32];
            if (numbered && places[k] >= bits / w) continue;
            if (!agrees(operations[which].source, w, places[k], from, bits, second, swapped))
                continue;
            snprintf(name, sizeof name, operations[which].name, places[k]);
            take_if_better(v, name, w, bits, swapped, best);
        }
}

named_move named_find(const target_view *v, const int *from, unsigned w, unsigned bits, bool second)
{
    named_move best = {NULL, false};
    for (unsigned wide = w; wide <= 64 && wide < bits && bits % (2 * wide) == 0; wide *= 2)
        for (size_t i = 0; i < LENGTH(operations); i++)
            if (!operations[i].halves || wide % 2 == 0)
                try_operation(v, i, from, wide, bits, second, &best);
    return best;
}
