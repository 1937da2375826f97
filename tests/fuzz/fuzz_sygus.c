// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fuzz_sygus.c - a SyGuS file: commands, grammars and constraints, up to the search. */
#include "fuzz.h"

#include "synth/sygus/sygus_grammar.h"
#include "synth/sygus/sygus_spec.h"

/* What sygus_solve does before it searches. */
static void state(const sygus *s, const sygus_fun *f, arena *mem, diags *d)
{
    static const sygus_clock no_limit;
    sygus_grammar *g = mem_alloc(1, sizeof *g);
    kernel_set *kernels = kernel_set_new();
    sygus_terms terms = {0};
    sygus_spec meaning = {0};
    sygus_solver solver = {.clock = &no_limit};
    strbuf why = {0};
    fuzz_check(sygus_solver_open(&solver) == LS_OK, "no solver");
    grammar_open(&g->g, sygus_register_bits(f));
    bool good = sygus_terms_open(&terms, s, g->g.terms, mem, d);
    good = good && sygus_grammar_fill(g, f, &terms, kernels);
    ls_status rc = good ? sygus_spec_open(&meaning, &terms, f, &solver, &why) : LS_INPUT;
    fuzz_check((rc == LS_INPUT) == (d->count > 0), "an error without a message, or the reverse");
    fuzz_check(rc != LS_NO || why.len, "a contradiction without its reason");
    sygus_spec_close(&meaning);
    sygus_terms_close(&terms);
    grammar_free(&g->g);
    kernel_set_free(kernels);
    smt_free(solver.smt);
    strbuf_free(&why);
    mem_free(g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const sygus_clock no_limit;
    char *text = fuzz_text(data, size);
    arena mem = {0};
    diags d = {0};
    const sygus *s = sygus_read("input.sl", text, size, &no_limit, &mem, &d);
    fuzz_check(s || d.count, "an error without a message");
    for (unsigned i = 0; s && i < s->nfuns && !d.count; i++) state(s, &s->fun[i], &mem, &d);
    diag_free(&d);
    arena_free(&mem);
    free(text);
    return 0;
}
