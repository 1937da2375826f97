// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_report.c - chains that reach a goal: put together, computed again, and handed on.
 *
 * What was asked of p may have been less than what the last instruction needs, so each chain is
 * checked on the walker's images. Called by all files of a walker that find something. */
#include "exhaust_inside.h"

static chain_step exported(const walk *w, step f)
{
    const grammar_member *m = &w->g->member[f.member];
    return (chain_step){
        .member = m, .imm = m->any_table ? f.imm : m->imm, .src = {f.src[0], f.src[1], f.src[2]}};
}

void export_chain(const walk *w, chain *x)
{
    *x = (chain){
        .ninputs = w->ninputs, .nconsts = w->first - w->ninputs, .nsteps = w->nval - w->first};
    for (unsigned i = 0; i < x->nsteps; i++) x->step[i] = exported(w, w->made[w->first + i]);
    x->result = w->nval - 1;
}

/* The value of a step; `more` is the one value that is not chosen yet. */
static xi step_value(const walk *w, step f, xi more)
{
    const grammar_member *m = &w->g->member[f.member];
    xi v[3], r;
    for (unsigned i = 0; i < 3; i++) v[i] = f.src[i] < w->nval ? w->val[f.src[i]] : more;
    if (m->any_table) return table3(f.imm, v[0], v[1], v[2]);
    compute(m, &v[0], &v[1], &v[2], &r, 1);
    return r;
}

/* Whether the last steps do reach the goal: what was asked of p may have been less than what r
 * needs. */
static bool reaches(const walk *w, unsigned t, const step *steps, unsigned count)
{
    xi v = w->val[0];
    for (unsigned i = 0; i < count; i++) v = step_value(w, steps[i], v);
    return is_zero((v ^ w->goal[t].target) & w->goal[t].care);
}

/* The chosen values and the given last steps reach goal t. All values have to be used: else a
 * shorter program does too. */
void report(walk *w, unsigned t, const step *steps, unsigned count)
{
    chain x;
    uint32_t unused = w->unused;
    w->tried++;
    for (unsigned i = 0; i < count; i++) {
        unused &= ~used_by(w, steps[i]);
        if (i + 1 < count) unused |= 1u << (w->nval - w->first + i);
    }
    if (unused || !reaches(w, t, steps, count)) return;
    export_chain(w, &x);
    for (unsigned i = 0; i < count; i++) x.step[x.nsteps++] = exported(w, steps[i]);
    const grammar_member *last = &w->g->member[steps[count - 1].member];
    if (!(last->gives >> w->g->result_sort & 1)) return;
    w->setup.found(w->setup.context, &x, t, w->n.work);
}

/* Candidate i is p. */
void report_two(walk *w, unsigned t, unsigned i, step r)
{
    step s[2] = {w->form[i], r};
    w->tried++;
    for (unsigned k = 0; k < 3; k++)
        if (r.src[k] == PLACE_P) {
            s[1].src[k] = (uint8_t)w->nval;
            const grammar_member *m = &w->g->member[r.member];
            if (w->many_sorts && k < m->nsrc &&
                !(w->g->member[s[0].member].gives >> m->takes[k] & 1))
                return;
        }
    report(w, t, s, 2);
}

/* p = f, then r over it. */
void report_over(walk *w, unsigned t, step f, step r)
{
    step s[2] = {f, r};
    w->tried++;
    for (unsigned k = 0; k < 3; k++) {
        if (r.src[k] != PLACE_P) continue;
        s[1].src[k] = (uint8_t)w->nval;
        const grammar_member *m = &w->g->member[r.member];
        if (w->many_sorts && k < m->nsrc && !(w->g->member[f.member].gives >> m->takes[k] & 1))
            return;
    }
    report(w, t, s, 2);
}
