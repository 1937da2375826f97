// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* proof.c - names of answers, and counterexamples as text. */
#include "proof.h"

const char *const proof_answer_names[3] = {"proved", "refuted", "unknown"};

static void put_register(strbuf *out, const uint64_t *limbs, unsigned bits)
{
    strbuf_puts(out, "0x");
    for (unsigned digit = (bits + 3) / 4; digit-- > 0;)
        strbuf_printf(out, "%x", (unsigned)(limbs[digit / 16] >> digit % 16 * 4) & 15);
}

static void put_inputs(const counterexample *x, const cell *c, bool whole, strbuf *out)
{
    for (unsigned i = 0; i < c->op->arity; i++) {
        strbuf_printf(out, "%s %s = ", i ? "," : "", c->op->param[i]);
        if (whole) put_register(out, x->input[i], c->cls->bits);
        else strbuf_printf(out, "%llu", (unsigned long long)x->field_input[i]);
    }
}

void counterexample_print(const counterexample *x, const cell *c, strbuf *out)
{
    strbuf_printf(out, "field %u:", x->field);
    put_inputs(x, c, false, out);
    strbuf_printf(out, ": expected %llu, actual %llu; registers", (unsigned long long)x->expected,
                  (unsigned long long)x->actual);
    put_inputs(x, c, true, out);
}
