// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* term_print.c - terms as SMT-LIB expressions. */
#include "term.h"

#include "bv.h"
#include "node.h"

typedef struct printer {
    const term_ctx *c;
    strbuf *out;
    uint32_t *uses;  /* references from within the printed term */
    uint32_t *label; /* number of the let binding, from 1 */
    uint32_t labels, open;
} printer;

static void count_uses(printer *p, term t)
{
    if (p->uses[t]++) return;
    for (unsigned k = 0; k < term_nargs(p->c, t); k++) count_uses(p, p->c->nodes[t].arg[k]);
}

static void print_const(printer *p, const node *n)
{
    const uint64_t *v = n->data;
    if (n->width % 4 == 0) {
        strbuf_puts(p->out, "#x");
        for (unsigned i = n->width / 4; i-- > 0;)
            strbuf_printf(p->out, "%x", (unsigned)(v[i / 16] >> i % 16 * 4) & 15);
    } else {
        strbuf_puts(p->out, "#b");
        for (unsigned i = n->width; i-- > 0;) strbuf_puts(p->out, bv_bit(v, i) ? "1" : "0");
    }
}

static void print_ref(printer *p, term t);

static void print_body(printer *p, term t)
{
    const node *n = &p->c->nodes[t];
    unsigned args = node_info[n->op].args, ints = node_info[n->op].ints;
    if (n->op == TERM_CONST) { print_const(p, n); return; }
    if (n->op == TERM_VAR) { strbuf_puts(p->out, n->data); return; }
    if (args == 0) { strbuf_puts(p->out, node_info[n->op].name); return; }
    strbuf_puts(p->out, ints ? "((_ " : "(");
    strbuf_puts(p->out, node_info[n->op].name);
    for (unsigned k = 0; k < ints; k++) strbuf_printf(p->out, " %u", n->arg[1 + k]);
    if (ints) strbuf_puts(p->out, ")");
    for (unsigned k = 0; k < args; k++) {
        strbuf_puts(p->out, " ");
        print_ref(p, n->arg[k]);
    }
    strbuf_puts(p->out, ")");
}

static void print_ref(printer *p, term t)
{
    if (p->label[t]) strbuf_printf(p->out, "?%u", p->label[t]);
    else print_body(p, t);
}

/* Binds every shared compound subterm below t, innermost first. */
static void bind_shared(printer *p, term t)
{
    unsigned args = term_nargs(p->c, t);
    if (!args || p->label[t] || !p->uses[t]) return;
    for (unsigned k = 0; k < args; k++) bind_shared(p, p->c->nodes[t].arg[k]);
    if (p->uses[t] < 2) return;
    strbuf_printf(p->out, "(let ((?%u ", p->labels + 1);
    print_body(p, t);
    strbuf_puts(p->out, "))\n");
    p->label[t] = ++p->labels;
    p->open++;
}

void term_print(const term_ctx *c, term t, strbuf *out)
{
    printer p = {.c = c, .out = out};
    p.uses = mem_alloc(t + 1, sizeof *p.uses);
    p.label = mem_alloc(t + 1, sizeof *p.label);
    count_uses(&p, t);
    bind_shared(&p, t);
    print_ref(&p, t);
    for (uint32_t i = 0; i < p.open; i++) strbuf_puts(out, ")");
    mem_free(p.uses);
    mem_free(p.label);
}
