// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transfer.c - carries programs between vector and general registers.
 *
 * Programs whose carries and shifts stay inside fields do not care about the width of lanes, so a
 * sum of bytes may become a sum of words, a shift of words one of the register. Counterparts are
 * found by meaning: tables by their table, shifts by what they do to the bits of a field, the rest
 * by kind. An and-not that the other side lacks becomes two instructions. */
#include "transfer.h"

static const grammar_member *member_of(const grammar *g, const prog_insn *x)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->member[i].in == x->in && (g->member[i].any_table || g->member[i].imm == x->imm))
            return &g->member[i];
    return NULL;
}

/* By how many places a member moves the bits of fields, 0 when it is no shift. */
static int places(const grammar *g, const grammar_member *m)
{
    for (int by = 1; by < (int)g->w; by++) {
        if (grammar_moves(g, m, by)) return by;
        if (grammar_moves(g, m, -by)) return -by;
    }
    return 0;
}

static const grammar_member *of_like_kind(const grammar *g, const grammar_member *m)
{
    for (unsigned i = 0; i < g->count; i++) {
        const grammar_member *k = &g->member[i];
        if (k->in->kind == m->in->kind && k->nsrc == m->nsrc && k->imm == m->imm && !k->is_table &&
            k->commutative == m->commutative)
            return k;
    }
    return NULL;
}

/* Emits the two-input table t of x and y; false when the grammar cannot. */
static bool put_table(const grammar *g, prog *out, uint8_t t, unsigned x, unsigned y,
                      unsigned *value)
{
    bool swapped;
    const grammar_member *m = grammar_find_table2(g, t, &swapped), *not = grammar_find_not(g);
    if (m) {
        unsigned src[2] = {swapped ? y : x, swapped ? x : y};
        *value = prog_add(out, m->in, src, m->imm);
        return true;
    }
    if (t == 2) return put_table(g, out, 4, y, x, value);
    if (t != 4 || !not) return false;
    return put_table(g, out, 8, x, prog_add(out, not->in, &y, not->imm), value);
}

static bool put_insn(const grammar *from, const prog_insn *x, const grammar *to,
                     const unsigned *map, prog *out, unsigned *value)
{
    const grammar_member *m = member_of(from, x), *k;
    unsigned src[3];
    if (!m || m->any_table) return false;
    for (unsigned i = 0; i < m->nsrc; i++) src[i] = map[x->src[i]];
    if (m->is_table && m->nsrc == 2) return put_table(to, out, m->table, src[0], src[1], value);
    int by = places(from, m);
    if (m->is_table) k = m->table == 1 ? grammar_find_not(to) : NULL;
    else k = by ? grammar_find_shift(to, by) : of_like_kind(to, m);
    if (!k) return false;
    *value = prog_add(out, k->in, src, k->imm);
    return true;
}

bool transfer_program(const grammar *from, const prog *p, const grammar *to, const op *o, prog *out)
{
    unsigned map[PROG_INPUTS_MAX + PROG_CONSTS_MAX + PROG_INSNS_MAX], first = prog_first_insn(p);
    if (2 * p->ninsns > PROG_INSNS_MAX) return false;
    prog_init(out, o, to->cls);
    for (unsigned i = 0; i < p->ninputs; i++) map[i] = i;
    for (unsigned i = 0; i < p->nconsts; i++)
        map[p->ninputs + i] = prog_add_repeated(out, p->konst[i].limb[0],
                                                p->cls->bits < 64 ? p->cls->bits : 64);
    for (unsigned i = 0; i < p->ninsns; i++)
        if (!put_insn(from, &p->insn[i], to, map, out, &map[first + i])) return false;
    out->result = map[p->result];
    prog_tidy(out);
    return true;
}
