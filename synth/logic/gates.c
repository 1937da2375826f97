// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gates.c - least chains of two-input gates: targets, levels, checks; and the census of all
 * functions by class.
 *
 * Targets are made normal and freed of constants, inputs and repetitions; what is left needs a gate
 * each, so levels begin there. A level is every chain of so many gates (gates_walk.c); the first
 * level with a hit gives the least number, since those before it were complete. A chain that is
 * returned was evaluated on every row: as there are at most 64 rows, that is a proof. The census
 * does the same for all classes at once: a level finds a chain for some function of every class
 * that has one of so many gates and none of fewer. Used by the benches `gates` and `npn`. */
#include "gates.h"

#include <assert.h>

#include "gates_symmetry.h"
#include "gates_walk.h"

static uint64_t normal(unsigned n, uint64_t f)
{
    return f & 1 ? ~f & gates_rows(n) : f;
}

/* ---- the least chain ---- */

static bool is_free(unsigned n, uint64_t f)
{
    bool is_input = false;
    for (unsigned i = 0; i < n; i++) is_input = is_input || f == gates_input(n, i);
    return !f || is_input;
}

unsigned gates_needed(unsigned n, const uint64_t *targets, unsigned ntargets, uint64_t *out)
{
    unsigned count = 0;
    for (unsigned t = 0; t < ntargets; t++) {
        uint64_t f = normal(n, targets[t]);
        bool known = is_free(n, f);
        for (unsigned i = 0; i < count; i++) known = known || out[i] == f;
        if (!known) out[count++] = f;
    }
    return count;
}

static unsigned value_of(const gates_hit *h, uint64_t f)
{
    for (unsigned v = 0; v < h->chain.ninputs + h->chain.ngates; v++)
        if (h->value[v] == f) return v;
    return GATES_ZERO;
}

/* The hit's chain with outputs for the targets. */
static gates_chain with_outputs(const gates_hit *h, const uint64_t *targets, unsigned ntargets)
{
    gates_chain x = h->chain;
    x.noutputs = ntargets;
    for (unsigned t = 0; t < ntargets; t++) {
        x.output[t].value = (uint8_t)value_of(h, normal(x.ninputs, targets[t]));
        x.output[t].complement = targets[t] & 1;
    }
    assert(gates_check(&x, targets) && "a chain that was found computes its targets");
    return x;
}

static gates_hit empty_chain(unsigned n)
{
    gates_hit h = {.order = GATES_NO_HIT, .chain = {.ninputs = n}};
    for (unsigned i = 0; i < n; i++) h.value[i] = gates_input(n, i);
    return h;
}

static void require_search(unsigned n, unsigned most, const gates_options *o)
{
    require(n >= 1 && n <= most, "the engine `gates` has a least and a greatest number of inputs");
    require(o->max_gates <= GATES_MAX, "max_gates is at most GATES_MAX");
}

void gates_least(unsigned n, const uint64_t *targets, unsigned ntargets, const gates_options *o,
                 gates_result *out)
{
    uint64_t needed[GATES_OUTPUTS_MAX];
    require_search(n, GATES_INPUTS_MAX, o);
    require(ntargets >= 1 && ntargets <= GATES_OUTPUTS_MAX,
            "there are 1 to GATES_OUTPUTS_MAX targets");
    for (unsigned t = 0; t < ntargets; t++)
        require(!(targets[t] & ~gates_rows(n)), "a target has a bit a row");
    gates_job job = {
        .n = n, .target = needed, .ntargets = gates_needed(n, targets, ntargets, needed), .o = o};
    gates_hit hit = empty_chain(n);
    *out = (gates_result){.found = !job.ntargets, .bound = job.ntargets};
    for (job.level = job.ntargets; !out->found && job.level <= o->max_gates; job.level++) {
        out->judged += gates_walk_level(&job, &hit);
        out->found = hit.order != GATES_NO_HIT;
        out->bound = out->found ? job.level : job.level + 1;
    }
    if (out->found) out->chain = with_outputs(&hit, targets, ntargets);
}

/* ---- the census ---- */

static void add_class(gates_census *c, uint64_t f)
{
    gates_symmetry s;
    require(c->nclasses < GATES_CLASSES_MAX, "no number of inputs has more classes");
    for (unsigned e = 0; e < gates_symmetry_count(c->n); e++) {
        gates_symmetry_make(c->n, e, &s);
        c->class_of[gates_symmetry_apply(&s, f) >> 1] = (uint8_t)c->nclasses;
    }
    c->class[c->nclasses++].function = f;
}

void gates_census_open(gates_census *c, unsigned n, const gates_options *o)
{
    enum { NO_CLASS = 255 };
    unsigned normals = 1u << ((1u << n) - 1);
    require_search(n, GATES_CLASSES_INPUTS_MAX, o);
    *c = (gates_census){.n = n, .o = *o, .class_of = mem_alloc(normals, 1)};
    for (unsigned i = 0; i < normals; i++) c->class_of[i] = NO_CLASS;
    for (unsigned i = 0; i < normals; i++)
        if (c->class_of[i] == NO_CLASS) add_class(c, 2 * (uint64_t)i);
}

static void settle(gates_census *c, gates_class *k, const gates_hit *h, uint64_t member)
{
    k->found = true;
    k->gates = c->level;
    k->member = member;
    k->chain = with_outputs(h, &k->member, 1);
    c->count[c->level]++;
    c->nfound++;
}

/* Constants and inputs: the classes without a gate. */
static void settle_free(gates_census *c)
{
    gates_hit h = empty_chain(c->n);
    settle(c, &c->class[c->class_of[0]], &h, 0);
    settle(c, &c->class[c->class_of[h.value[0] >> 1]], &h, h.value[0]);
}

static void settle_level(gates_census *c)
{
    gates_job job = {
        .n = c->n, .level = c->level, .class_of = c->class_of, .nclasses = c->nclasses, .o = &c->o};
    gates_hit *hits = mem_alloc(c->nclasses, sizeof *hits);
    for (unsigned i = 0; i < c->nclasses; i++) hits[i].order = c->class[i].found ? 0 : GATES_NO_HIT;
    c->judged[c->level] = gates_walk_level(&job, hits);
    for (unsigned i = 0; i < c->nclasses; i++) {
        const gates_chain *x = &hits[i].chain;
        if (!c->class[i].found && hits[i].order != GATES_NO_HIT)
            settle(c, &c->class[i], &hits[i], hits[i].value[x->ninputs + x->ngates - 1]);
    }
    mem_free(hits);
}

bool gates_census_next(gates_census *c)
{
    if (c->nfound == c->nclasses || c->level > c->o.max_gates) return false;
    if (c->level)
        settle_level(c);
    else
        settle_free(c);
    c->level++;
    return true;
}

void gates_census_close(gates_census *c)
{
    mem_free(c->class_of);
    c->class_of = NULL;
}
