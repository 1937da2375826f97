// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* job_propose.c - what the engines propose for a job; job.c asks one after the other. */
#include "job_propose.h"

#include <string.h>

#include "efforts.h"
#include "spec/form.h"
#include "synth/exhaust/decompose.h"
#include "synth/improve/fuse.h"
#include "synth/improve/transfer.h"
#include "synth/improve/window.h"
#include "synth/logic/qm.h"

/* ---- by enumeration ---- */

/* Whether the program computes the operation on the problem's images. */
static bool agrees(const grammar *g, const problem *p, const prog *q)
{
    for (unsigned k = 0; k < PROBLEM_IMAGES; k++)
        if (!image_is_zero((problem_run(g, p, q, k) ^ p->target[k]) & p->care[k])) return false;
    return true;
}

static void take(void *context, const prog *q)
{
    proposer *x = context;
    prog p = *q;
    fuse_simplify(x->g, &p);
    pool_add(x->pool, &p, x->engine, NULL);
}

void job_take_chain(void *context, const chain *x)
{
    const proposer *to = context;
    prog p;
    chain_prog(to->g, x, to->op, &p);
    take(context, &p);
}

/* Instructions of the pool's shortest program that the target has; 0 when there is none. */
static unsigned shortest_for(const pool *p, const target *t)
{
    unsigned best = ~0u;
    for (unsigned i = 0; i < p->count; i++)
        if (prog_fits(&p->entry[i].prog, t) && prog_length(&p->entry[i].prog) < best)
            best = prog_length(&p->entry[i].prog);
    return best == ~0u ? 0 : best;
}

unsigned job_shortest(const pool *p, const grammar *g) { return shortest_for(p, g->target); }

/* The shortest programs of the pool that the target has, covered with tables: each costs a search
 * of covers. */
static void propose_fused(pool *p, const grammar *g)
{
    enum { PROGRAMS = 24, LONGER = 3 };
    unsigned count = p->count, best = job_shortest(p, g), tried = 0;
    prog q;
    for (unsigned longer = 0; longer <= LONGER; longer++)
        for (unsigned i = 0; i < count && tried < PROGRAMS * (longer + 1); i++) {
            const prog *from = &p->entry[i].prog;
            if (prog_length(from) != best + longer || !prog_fits(from, g->target)) continue;
            tried++;
            if (!fuse_tables(g, from, &q)) continue;
            fuse_simplify(g, &q);
            pool_add(p, &q, "fuse", p->entry[i].text);
        }
}

/* What was proposed in other register classes, rewritten for this one. */
static void propose_transferred(const grammar *g, const problem *p, const struct seeds *seeds,
                                pool *out)
{
    prog q;
    for (unsigned f = 0; f < JOB_FAMILIES; f++)
        for (unsigned i = 0; seeds->grammar[f] && i < seeds->pool[f].count; i++) {
            const struct pool_entry *e = &seeds->pool[f].entry[i];
            if (!transfer_program(seeds->grammar[f], &e->prog, g, p->op, &q) || !agrees(g, p, &q))
                continue;
            pool_add(out, &q, "transfer", e->text);
        }
}

/* Programs by increasing length; what was found so far bounds the length. The first search gives
 * the bound. */
static void propose_searched(const search_context *w, const grammar *g, const problem *p,
                             synth_effort effort, pool *out, proposer *x, exhaust_result *bound)
{
    bool tables = grammar_find_any_table(g) != NULL;
    unsigned share = g->cls->vector ? 1 : 4; /* general registers live on what is transferred */
    exhaust_options o = {.max_level = tables ? efforts[effort].table_level : efforts[effort].level,
                         .tables_inside = tables,
                         .max_work = efforts[effort].bound_work / (g->cls->vector ? 1 : 2),
                         .whole_levels = true,
                         .max_solutions = 16,
                         .best_known = job_shortest(out, g),
                         .max_bytes = w->search_bytes};
    exhaust_result deeper;
    x->engine = "exhaust";
    exhaust_search(g, p, &o, job_take_chain, x, bound);
    o = (exhaust_options){.min_level = bound->bound < 4 || tables ? 0 : bound->bound - 3,
                          .max_level = efforts[effort].level,
                          .suffixes = true,
                          .max_work = efforts[effort].program_work / share,
                          .max_solutions = 16,
                          .best_known = job_shortest(out, g),
                          .max_bytes = w->search_bytes};
    exhaust_search(g, p, &o, job_take_chain, x, &deeper);
    x->engine = "decompose";
    decompose_propose(g, p, job_shortest(out, g), efforts[effort].program_work / share / 20, take,
                      x);
}

/* Windows of the shortest programs, each improved until nothing changes. */
static void propose_windows(const grammar *g, const problem *p, synth_effort effort, pool *out,
                            proposer *x)
{
    enum { PROGRAMS = 3 };
    unsigned best = job_shortest(out, g), count = out->count, tried = 0;
    window_options o = window_default_options;
    if (effort == SYNTH_LONG) {
        o.equal_size = 3;
        o.breadth = 1000;
        o.max_work = 300000;
    }
    x->engine = "window";
    for (unsigned i = 0; i < count && tried < PROGRAMS; i++) {
        prog q = out->entry[i].prog;
        if (prog_length(&q) != best || !prog_fits(&q, g->target)) continue;
        tried++;
        window_propose(g, p, &q, &o, take, x);
    }
}

void job_propose(const search_context *w, const grammar *g, const problem *p, synth_effort effort,
                 const struct seeds *seeds, pool *out, exhaust_result *bound)
{
    proposer x = {.pool = out, .g = g, .op = p->op, .engine = "qm"};
    qm_propose(g, p, take, &x);
    propose_transferred(g, p, seeds, out);
    propose_searched(w, g, p, effort, out, &x, bound);
    if (job_shortest(out, g) > 3) propose_windows(g, p, effort, out, &x);
    if (!grammar_find_any_table(g)) return;
    propose_fused(out, g);
    if (job_shortest(out, g) > 3) propose_windows(g, p, effort, out, &x);
}

void job_propose_first(job *j, const problem *p, unsigned f, const target *t, synth_effort effort,
                       pool *out, const grammar *before[GRAMMAR_TIERS])
{
    const search_context *w = j->w;
    if (!p->fieldwise && p->cls->vector) return; /* their grammars have nothing that moves fields */
    for (grammar_tier tier = 0; tier < GRAMMAR_TIERS; tier++) {
        const grammar *g = context_grammar(w, p->w, f, t, tier);
        proposer x = {.pool = out, .g = g, .op = p->op, .engine = "exhaust"};
        exhaust_result r;
        if (!g->count || (before[tier] && grammar_reads_alike(before[tier], g))) continue;
        before[tier] = g;
        exhaust_options o = few_options(effort, p, tier);
        o.best_known = job_shortest(out, g);
        o.max_bytes = w->search_bytes;
        exhaust_search(g, p, &o, job_take_chain, &x, &r);
        j->ends[tier] = (few_end){g->count, r.bound, r.end, r.refuted};
    }
}

/* ---- by rules, forms, labels, vectors ---- */

/* What rules give for the classes of a family. */
typedef struct rule_proposer {
    pool *pool;
    const op *op;
} rule_proposer;

static void take_rule(void *context, const prog *p, const char *rule_name)
{
    const rule_proposer *x = context;
    pool_add(x->pool, p, "rules", rule_name);
}

void job_propose_by_rules(const search_context *w, const cell *first, unsigned f, const target *t,
                          pool *out)
{
    rule_proposer x = {out, first->op};
    for (const regclass *const *k = t->classes; *k; k++) {
        cell c = {first->op, first->w, *k, t};
        if (context_in_family(*k, w->family[f]) && cell_exists(&c))
            rulebook_propose(w->book, &c, take_rule, &x);
    }
}

/* Fields of a width that is no power of two, of which LLVM makes code worth looking at: one by one.
 */
enum { ODD_FIELDS_MAX = 21 };

/* Whether a narrower class of the family has the form: it goes on from there, if fields fill it. */
static bool is_narrower_known(const spec *s, const instr *in, unsigned width,
                              const regclass *family)
{
    for (unsigned i = 0; i < s->nform_instrs; i++) {
        const instr *x = &s->form_instrs[i];
        bool same = x->form_of == in->form_of && x->way == in->way &&
                    context_in_family(x->result, family);
        if (same && x->result->bits < in->result->bits && !(x->result->bits % width) &&
            form_has_width(x, width))
            return true;
    }
    return false;
}

void job_propose_forms(const search_context *w, const cell *first, unsigned f, pool *out)
{
    unsigned src[SPEC_SRC_MAX] = {0, 1, 2, 3};
    for (unsigned i = 0; i < w->s->nform_instrs; i++) {
        const instr *in = &w->s->form_instrs[i];
        prog p;
        if (in->form_of != first->op || !context_in_family(in->result, w->family[f]) ||
            !form_has_width(in, first->w))
            continue;
        /* LLVM takes vectors of odd fields apart */
        if (first->w & (first->w - 1) && in->result->bits / first->w > ODD_FIELDS_MAX) continue;
        if (is_narrower_known(w->s, in, first->w, w->family[f])) continue;
        prog_init(&p, first->op, in->result);
        prog_add(&p, in, src, first->w);
        pool_add(out, &p, "llvm", NULL);
    }
}

static const char shuffle_engine[] = "shuffle";

static void take_shuffle(void *context, const prog *p)
{
    pool_add(context, p, shuffle_engine, NULL);
}

/* Whether an earlier target has the class and the same moves: what it was given is among the
 * candidates. */
static bool was_shuffled(const search_context *w, const regclass *cls, const target *t)
{
    for (unsigned i = 0; i < t->index; i++)
        if (target_has_class(&w->s->targets[i], cls) &&
            mover_machines_are_alike(w->moves, cls, &w->s->targets[i], t))
            return true;
    return false;
}

/* Instructions of the shortest program that labels gave for an earlier target in this class, which
 * only a shorter one improves; SHUFFLE_STEPS_MAX + 1 when there is none. Other engines' programs
 * need not be right. */
static unsigned shortest_shuffle(const pool *p, const cell *c)
{
    unsigned best = SHUFFLE_STEPS_MAX + 1;
    for (unsigned i = 0; i < p->count; i++) {
        const prog *q = &p->entry[i].prog;
        if (!strcmp(p->entry[i].engine, shuffle_engine) && q->cls == c->cls &&
            prog_fits(q, c->target) && prog_length(q) < best)
            best = prog_length(q);
    }
    return best;
}

void job_propose_by_shuffle(const search_context *w, const cell *first, unsigned f, const target *t,
                            synth_effort effort, pool *out, diags *d)
{
    enum { SHORT = 4 }; /* programs that a quick run does not try to beat */
    unsigned best = shortest_for(out, t);
    if (effort == SYNTH_QUICK && best && best <= SHORT) return;
    for (const regclass *const *k = t->classes; w->moves && *k; k++) {
        cell c = {first->op, first->w, *k, t};
        if (!context_in_family(*k, w->family[f]) || !cell_exists(&c) || was_shuffled(w, *k, t))
            continue;
        unsigned known = shortest_shuffle(out, &c);
        if (known)
            shuffle_propose(w->moves, &c, efforts[effort].goals, known - 1, take_shuffle, out, d);
    }
}

void job_propose_through_vector(job *j, const op *o, unsigned width, const struct seeds *seeds,
                                unsigned f, const target *t, pool *out)
{
    const search_context *w = j->w;
    cell c = {o, width, w->family[f], t};
    if (w->family[f]->vector || !target_has_class(t, c.cls) || !cell_exists(&c)) return;
    for (unsigned v = 0; v < w->nfamilies; v++) {
        unsigned pair = f * JOB_FAMILIES + v;
        const vector_path *path = &w->vector_paths[pair * w->s->ntargets + t->index];
        if (path->there) vector_path_propose(path, j->judge.v, &c, &seeds->pool[v], out);
    }
}
