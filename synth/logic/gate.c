// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gate.c - truth tables of inputs, and chains of gates: checked and printed, apart from the code
 * that searches. */
#include "gate.h"

uint64_t gates_rows(unsigned n)
{
    return n == GATES_INPUTS_MAX ? UINT64_MAX : (1ULL << (1u << n)) - 1;
}

uint64_t gates_input(unsigned n, unsigned i)
{
    static const uint64_t tables[GATES_INPUTS_MAX] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                                      0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                                      0xffff0000ffff0000, 0xffffffff00000000};
    require(i < n && n <= GATES_INPUTS_MAX, "the input exists");
    return tables[i] & gates_rows(n);
}

static unsigned gate_at(const gate *g, unsigned a, unsigned b)
{
    switch ((gate_op)g->op) {
#define X(e, text, value) case GATE_##e: return (value) & 1;
        GATE_OPS(X)
#undef X
    default: return 0;
    }
}

static bool is_well_formed(const gates_chain *x)
{
    if (x->ninputs > GATES_INPUTS_MAX || x->ngates > GATES_MAX || x->noutputs > GATES_OUTPUTS_MAX)
        return false;
    for (unsigned i = 0; i < x->ngates; i++)
        if (x->gate[i].a >= x->ninputs + i || x->gate[i].b >= x->ninputs + i ||
            x->gate[i].op >= GATE_OP_COUNT)
            return false;
    for (unsigned k = 0; k < x->noutputs; k++)
        if (x->output[k].value != GATES_ZERO && x->output[k].value >= x->ninputs + x->ngates)
            return false;
    return true;
}

static bool agrees_at(const gates_chain *x, const uint64_t *targets, unsigned row)
{
    unsigned v[GATES_INPUTS_MAX + GATES_MAX];
    for (unsigned i = 0; i < x->ninputs; i++) v[i] = row >> i & 1;
    for (unsigned i = 0; i < x->ngates; i++)
        v[x->ninputs + i] = gate_at(&x->gate[i], v[x->gate[i].a], v[x->gate[i].b]);
    for (unsigned k = 0; k < x->noutputs; k++) {
        unsigned value = x->output[k].value == GATES_ZERO ? 0 : v[x->output[k].value];
        if ((value ^ x->output[k].complement) != (targets[k] >> row & 1)) return false;
    }
    return true;
}

bool gates_check(const gates_chain *x, const uint64_t *targets)
{
    if (!is_well_formed(x)) return false;
    for (unsigned row = 0; row < 1u << x->ninputs; row++)
        if (!agrees_at(x, targets, row)) return false;
    return true;
}

static void print_value(unsigned v, strbuf *out)
{
    if (v == GATES_ZERO)
        strbuf_puts(out, "0");
    else
        strbuf_printf(out, "%c", 'a' + v);
}

void gates_print(const gates_chain *x, strbuf *out)
{
#define X(e, text, value) text,
    static const char *const texts[] = {GATE_OPS(X)};
#undef X
    for (unsigned i = 0; i < x->ngates; i++) {
        const gate *g = &x->gate[i];
        strbuf_printf(out, "%s%c=%c%s%c", i ? " " : "", 'a' + x->ninputs + i, 'a' + g->a,
                      texts[g->op], 'a' + g->b);
    }
    strbuf_puts(out, x->ngates ? ";" : "");
    for (unsigned k = 0; k < x->noutputs; k++) {
        strbuf_printf(out, "%s%s", k || x->ngates ? " " : "", x->output[k].complement ? "~" : "");
        print_value(x->output[k].value, out);
    }
}
