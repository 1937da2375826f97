// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rules_table.c - the table of a class and a target: what it works out, and the cheapest programs
 * that it keeps. rules_single.c and rules_body.c offer them. */
#include "rules_table.h"

#include <string.h>

bool rules_width_fills(unsigned w) { return IMAGE_BITS % w == 0; }

bool rules_works_at(const rulebook *b, const table *t, const op *o, unsigned width)
{
    unsigned w = b->width[width];
    if (!t->narrow) return t->family == t->at.cls || rules_width_fills(w);
    if (rules_width_fills(w)) return b->spread[o->index * b->nwidths + width];
    return w <= WIDE_FIELD_MAX || w == t->family->bits;
}

bool rules_has_instr(const rulebook *b, const table *t, const instr *in)
{
    if (in->result != t->family) return false;
    for (unsigned i = 0; i < in->nsrc; i++)
        if (in->src[i] != t->family) return false;
    if (t->at.cls == t->family) return target_has_instr(t->at.target, in);
    const instr *wide = spec_sibling(b->s, in, t->at.cls);
    return wide && target_has_instr(t->at.target, wide) && target_has_instr(t->at.target, in);
}

static bool same_program(const values_program *a, const values_program *b)
{
    if (a->nconsts != b->nconsts || a->ninsns != b->ninsns || a->result != b->result) return false;
    for (unsigned i = 0; i < a->nconsts; i++)
        if (memcmp(a->konst[i], b->konst[i], sizeof a->konst[i])) return false;
    for (unsigned i = 0; i < a->ninsns; i++) {
        if (a->insn[i].in != b->insn[i].in || a->insn[i].imm != b->insn[i].imm) return false;
        for (unsigned k = 0; k < a->insn[i].in->nsrc; k++)
            if (a->insn[i].src[k] != b->insn[i].src[k]) return false;
    }
    return true;
}

void rules_offer(const rulebook *b, table *t, const op *o, unsigned width, const values *f, int n,
                 const char *rule_name, unsigned round)
{
    const wanted *want = wanted_of(b, t, o, width);
    entry *e = entry_of(b, t, o, width);
    for (unsigned k = 0; k < f->images; k++) {
        image differ = (f->node[n].v[k] ^ want->target[k]) & want->care[k];
        if (differ[0] | differ[1]) return;
    }
    unsigned cost = values_cost(f, n), at = e->count;
    if (e->count == KEEP && cost >= e->cost[KEEP - 1]) return;
    values_program p;
    if (!values_finish(f, n, &t->mem, &p)) return;
    for (unsigned i = 0; i < e->count; i++)
        if (same_program(&e->cand[i], &p)) return;
    while (at > 0 && e->cost[at - 1] > cost) at--;
    if (e->count == KEEP) e->count--;
    for (unsigned i = e->count; i > at; i--) {
        e->cand[i] = e->cand[i - 1];
        e->cost[i] = e->cost[i - 1];
        e->rule[i] = e->rule[i - 1];
    }
    e->cand[at] = p;
    e->cost[at] = cost;
    e->rule[at] = rule_name;
    e->count++;
    if (!at) e->version = round;
}
