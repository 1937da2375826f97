// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* grammar_fixture.h - what the tests of searches share: grammars of cells of the shipped spec, and
 * problems. */
#ifndef LANESMITH_TEST_GRAMMAR_FIXTURE_H
#define LANESMITH_TEST_GRAMMAR_FIXTURE_H

#include "fixture.h"
#include "synth/problem/grammar.h"
#include "synth/problem/problem.h"

static kernel_set *kernels; /* of all grammars of a test; open until link_grammars */

static inline grammar *make_grammar(const char *cls, const char *tgt, unsigned w, grammar_tier tier)
{
    grammar *g = mem_alloc(1, sizeof *g);
    grammar_init(g, the_spec, spec_find_class(the_spec, cls), spec_find_target(the_spec, tgt), w,
                 tier, kernels);
    return g;
}

static inline void release_grammar(grammar *g)
{
    if (g) grammar_free(g);
    mem_free(g);
}

/* Begins a set-up: the spec and an empty set of kernels. */
static inline void open_kernels(void **state)
{
    assert_int_equal(load_spec(state), 0);
    kernels = kernel_set_new();
}

/* Compiles the kernels; grammars that are NULL are passed over. */
static inline void link_grammars(grammar *const *g, unsigned count)
{
    diags d = {0};
    assert_int_equal(kernel_compile(kernels, &d), LS_OK);
    for (unsigned i = 0; i < count; i++)
        if (g[i]) grammar_link(g[i], kernels);
}

static inline int close_kernels(void **state)
{
    kernel_set_free(kernels);
    return drop_spec(state);
}

/* The operation on the grammar's cells. */
static inline void fresh_problem(problem *p, const char *name, const grammar *g, uint64_t seed)
{
    diags d = {0};
    assert_int_equal(problem_init(p, spec_find_op(the_spec, name), g->w, g->cls, seed, &d), LS_OK);
}

#endif
