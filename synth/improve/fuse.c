// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fuse.c - technology mapping onto three-input tables.
 *
 * An instruction that acts on bits alike may absorb one of its sources, when that acts on bits
 * alike too, nothing else reads it, and together they read at most three values. Every order of
 * absorptions is tried up to a limit of steps; the shortest program wins, the first of equals. */
#include "fuse.h"

#include <string.h>

#include "spec/term/bv.h"

enum { STEPS_MAX = 4000 };

typedef struct fuser {
    const grammar *g;
    const grammar_member *any;
    prog best;
    unsigned steps;
} fuser;

/* The table of an instruction over its sources; false when it is no table. */
static bool table_of(const fuser *f, const prog_insn *x, unsigned *table)
{
    for (unsigned i = 0; i < f->g->count; i++) {
        const grammar_member *m = &f->g->member[i];
        if (m->in != x->in || !m->is_table) continue;
        *table = m->any_table ? (unsigned)x->imm : m->table;
        return m->any_table || !m->in->has_imm || m->imm == x->imm;
    }
    return false;
}

static unsigned readers(const prog *p, unsigned v)
{
    unsigned n = p->result == v;
    for (unsigned i = 0; i < p->ninsns; i++)
        for (unsigned k = 0; k < p->insn[i].in->nsrc; k++) n += p->insn[i].src[k] == v;
    return n;
}

/* The bit that the table gives for source bits looked up in leaves/row. */
static unsigned look_up(unsigned table, const unsigned *bits, unsigned n)
{
    unsigned row = 0;
    for (unsigned i = 0; i < n; i++) row = row << 1 | bits[i];
    return table >> row & 1;
}

/* Distinct values read by x and y together, y itself left out. 0 when more than three. */
static unsigned leaves_of(const prog_insn *x, const prog_insn *y, unsigned y_value,
                          unsigned leaf[3])
{
    unsigned n = 0;
    for (unsigned i = 0; i < x->in->nsrc + y->in->nsrc; i++) {
        unsigned v = i < x->in->nsrc ? x->src[i] : y->src[i - x->in->nsrc], k = 0;
        if (v == y_value) continue;
        while (k < n && leaf[k] != v) k++;
        if (k == 3) return 0;
        if (k == n) leaf[n++] = v;
    }
    return n;
}

static unsigned position(const unsigned *leaf, unsigned n, unsigned v)
{
    unsigned k = 0;
    while (k < n && leaf[k] != v) k++;
    return k;
}

static unsigned merged_table(const prog_insn *x, unsigned tx, const prog_insn *y, unsigned ty,
                             unsigned y_value, const unsigned *leaf, unsigned n)
{
    unsigned table = 0;
    for (unsigned row = 0; row < 8; row++) {
        unsigned bit[3] = {row >> 2 & 1, row >> 1 & 1, row & 1}, xs[3], ys[3];
        for (unsigned i = 0; i < y->in->nsrc; i++) ys[i] = bit[position(leaf, n, y->src[i])];
        unsigned yv = look_up(ty, ys, y->in->nsrc);
        for (unsigned i = 0; i < x->in->nsrc; i++)
            xs[i] = x->src[i] == y_value ? yv : bit[position(leaf, n, x->src[i])];
        table |= look_up(tx, xs, x->in->nsrc) << row;
    }
    return table;
}

static bool absorb(const fuser *f, const prog *p, unsigned i, unsigned source, prog *out)
{
    unsigned first = prog_first_insn(p), v = p->insn[i].src[source], tx, ty, leaf[3];
    if (v < first || readers(p, v) != 1) return false;
    const prog_insn *x = &p->insn[i], *y = &p->insn[v - first];
    if (!table_of(f, x, &tx) || !table_of(f, y, &ty)) return false;
    unsigned n = leaves_of(x, y, v, leaf);
    if (n < 2) return false;
    if (n == 2) leaf[2] = leaf[1];
    unsigned table = merged_table(x, tx, y, ty, v, leaf, n);
    *out = *p;
    out->insn[i] = (prog_insn){.in = f->any->in, .imm = (int64_t)table};
    for (unsigned k = 0; k < 3; k++) out->insn[i].src[k] = (uint16_t)leaf[k];
    prog_tidy(out);
    return true;
}

static void search(fuser *f, const prog *p)
{
    prog q;
    if (p->ninsns < f->best.ninsns) f->best = *p;
    for (unsigned i = 0; i < p->ninsns; i++)
        for (unsigned k = 0; k < p->insn[i].in->nsrc; k++)
            if (f->steps < STEPS_MAX && absorb(f, p, i, k, &q)) {
                f->steps++;
                search(f, &q);
            }
}

bool fuse_tables(const grammar *g, const prog *p, prog *out)
{
    fuser f = {.g = g, .any = grammar_find_any_table(g), .best = *p};
    if (!f.any) return false;
    search(&f, p);
    *out = f.best;
    return f.best.ninsns < p->ninsns;
}

/* Whether the table depends on source i. */
static bool depends(unsigned table, unsigned i)
{
    for (unsigned row = 0; row < 8; row++)
        if ((table >> row & 1) != (table >> (row ^ 4 >> i) & 1)) return true;
    return false;
}

/* The two-input table over the sources a and b of a three-input table that ignores the third. */
static uint8_t table_of_two(unsigned table, unsigned a, unsigned b)
{
    unsigned out = 0;
    for (unsigned row = 0; row < 4; row++) {
        unsigned full = (row >> 1 & 1) << (2 - a) | (row & 1) << (2 - b);
        out |= (table >> full & 1) << row;
    }
    return (uint8_t)out;
}

/* 0 or 1 when the value is a constant of equal bits, else -1. */
static int constant_bit(const prog *p, unsigned v)
{
    if (v < p->ninputs || v >= prog_first_insn(p)) return -1;
    const uint64_t *limb = p->konst[v - p->ninputs].limb;
    return bv_is_zero(limb, p->cls->bits) ? 0 : bv_is_ones(limb, p->cls->bits) ? 1 : -1;
}

/* The table with rows that cannot occur (equal sources that differ, constants that have the other
 * value) filled in from those that can. */
static unsigned without_repeats(const prog *p, const prog_insn *x)
{
    unsigned table = 0;
    for (unsigned row = 0; row < 8; row++) {
        unsigned r = row;
        for (unsigned i = 0; i < 3; i++) {
            int bit = constant_bit(p, x->src[i]);
            for (unsigned k = 0; k < i && bit < 0; k++)
                if (x->src[i] == x->src[k]) bit = r >> (2 - k) & 1;
            if (bit >= 0) r = (r & ~(4u >> i)) | (unsigned)bit << (2 - i);
        }
        table |= ((unsigned)x->imm >> r & 1) << row;
    }
    return table;
}

/* A table of two values stays an any-table instruction that reads the second twice. */
static prog_insn two_of_three(const prog_insn *x, unsigned a, unsigned b, unsigned two)
{
    prog_insn out = {.in = x->in, .src = {x->src[a], x->src[b], x->src[b]}};
    for (unsigned row = 0; row < 8; row++) out.imm |= (int64_t)(two >> (row >> 1) & 1) << row;
    return out;
}

void fuse_simplify(const grammar *g, prog *p)
{
    const grammar_member *any = grammar_find_any_table(g);
    for (unsigned i = 0; any && i < p->ninsns; i++) {
        prog_insn *x = &p->insn[i];
        unsigned used[3], n = 0, table;
        bool swapped = false;
        if (x->in != any->in) continue;
        table = without_repeats(p, x);
        for (unsigned k = 0; k < 3; k++)
            if (depends(table, k)) used[n++] = k;
        if (n == 0 || n == 3) continue;
        if (n == 1) used[1] = used[0];
        uint8_t two = table_of_two(table, used[0], used[1]);
        const grammar_member *m = n == 2 ? grammar_find_table2(g, two, &swapped) : NULL;
        if (!m) *x = two_of_three(x, used[0], used[1], two);
        else
            *x = (prog_insn){
                .in = m->in, .src = {x->src[used[swapped]], x->src[used[!swapped]]}, .imm = m->imm};
    }
    prog_tidy(p);
}
