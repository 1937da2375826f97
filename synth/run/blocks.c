// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* blocks.c - see blocks.h. That a long sum is a chain of shorter ones is not taken for granted: the
 * program is proved for the whole block, like any other proposal. */
#include "blocks.h"

#include "spec/block.h"
#include "spec/op.h"
#include "spec/prog.h"
#include "synth/job/job_report.h"

/* The claim has as many bits as the block: a minute at most. */
enum { PROOF_STEPS = 300000000 };

/* A program while it is made of copies of `one`, that of a register. */
typedef struct making {
    const cell *c;
    const prog *one;
    const instr *part;
    unsigned carry_operand; /* its number; the arity: there is none */
    unsigned carry;         /* value number of the carry into the register at hand */
    prog p;
} making;

cell blocks_register_cell(const cell *c)
{
    return (cell){c->op, c->cls->of->bits, c->cls->of, c->target};
}

/* As many as the arity: there is none. */
static unsigned carry_operand(const op *o)
{
    unsigned i = 0;
    while (i < o->arity && !o->in[i]) i++;
    return i;
}

bool blocks_are_for(const cell *c)
{
    const op *o = c->op;
    unsigned others = 0;
    if (!c->cls->of || c->w != c->cls->bits || o->result != OP_FIELDS) return false;
    for (unsigned i = 0; i < o->arity; i++) {
        others += o->in[i] != NULL;
        if (o->in[i] && o->in[i] != o->second.cls) return false;
    }
    cell one = blocks_register_cell(c);
    bool shifts = !others && o->arity == 2 && !o->second.cls;
    return (others == 1 || shifts) && cell_exists(&one);
}

/* ---- the program ---- */

/* Of the copy for one register: `from` are its values. */
static unsigned value_of(const making *m, unsigned v, const unsigned *from)
{
    const prog *one = m->one;
    if (v < one->ninputs) return from[v];
    if (v < prog_first_insn(one)) return m->p.ninputs + (v - one->ninputs);
    return from[v];
}

/* What the copy for register k reads as operand i. Without a carry the second operand is what comes
 * in from below: register k - 1 of the first, and for register 0 the last register of the second.
 */
static unsigned operand_of(making *m, unsigned i, unsigned k)
{
    const unsigned first = 0, second = 1;
    if (i == m->carry_operand) return m->carry;
    if (i != second || m->carry_operand < m->one->ninputs) return prog_add(&m->p, m->part, &i, k);
    return k ? prog_add(&m->p, m->part, &first, k - 1)
             : prog_add(&m->p, m->part, &second, m->c->cls->parts - 1);
}

/* The result of register k. */
static unsigned add_register(making *m, unsigned k)
{
    const prog *one = m->one;
    unsigned from[PROG_INPUTS_MAX + PROG_CONSTS_MAX + PROG_INSNS_MAX] = {0};
    for (unsigned i = 0; i < one->ninputs; i++) from[i] = operand_of(m, i, k);
    for (unsigned i = 0; i < one->ninsns; i++) {
        const prog_insn *x = &one->insn[i];
        unsigned src[SPEC_SRC_MAX] = {0};
        for (unsigned j = 0; j < x->in->nsrc; j++) src[j] = value_of(m, x->src[j], from);
        from[prog_first_insn(one) + i] = prog_add(&m->p, x->in, src, x->imm);
    }
    if (one->second_name) m->carry = value_of(m, one->second, from);
    return value_of(m, one->result, from);
}

static unsigned room_for(const prog *one, const regclass *block)
{
    return block->parts * (one->ninsns + one->ninputs + 1);
}

bool blocks_program(const spec *s, const cell *c, const prog *one, prog *out)
{
    if (room_for(one, c->cls) > PROG_INSNS_MAX) return false;
    making *m = mem_alloc(1, sizeof *m);
    *m = (making){.c = c,
                  .one = one,
                  .part = block_part(s, c->cls),
                  .carry_operand = carry_operand(c->op),
                  .carry = carry_operand(c->op)};
    unsigned *value = mem_alloc(c->cls->parts, sizeof *value);
    prog_init(&m->p, c->op, c->cls);
    for (unsigned i = 0; i < one->nconsts; i++) m->p.konst[i] = one->konst[i];
    m->p.nconsts = one->nconsts;
    for (unsigned k = 0; k < c->cls->parts; k++) value[k] = add_register(m, k);
    m->p.result = prog_join(&m->p, s, c->cls, value);
    m->p.second = m->carry;
    prog_tidy(&m->p);
    *out = m->p;
    mem_free(value);
    mem_free(m);
    return true;
}

/* ---- cells ---- */

typedef struct run {
    const spec *s;
    const cell *cells;
    const blocks_known *known;
    unsigned count;
} run;

static const blocks_known *find_known(const run *r, const cell *c)
{
    return &r->known[cell_first(r->cells, sizeof *r->cells, r->count, c)];
}

/* Makes a program of the shortest one of a register that leaves nothing to LLVM, if there is one.
 */
static void propose(const run *r, const cell *c, pool *out)
{
    const blocks_known *k = find_known(r, c);
    cell one = blocks_register_cell(c);
    prog *p = mem_alloc(2, sizeof *p);
    bool made = false;
    for (unsigned i = 0; !made && i < k->nprograms; i++) {
        diags quiet = {0};
        made = prog_parse_cell(p, r->s, &one, k->program[i], (place){0}, &quiet) &&
               !prog_has_form(p) && blocks_program(r->s, c, p, p + 1);
        diag_free(&quiet);
    }
    if (made) pool_add(out, p + 1, "blocks", NULL);
    mem_free(p);
}

static ls_status run_cell(const void *context, judge *j, const cell *c, const synth_sink *sink,
                          diags *d)
{
    const run *r = context;
    pool candidates = {0};
    strbuf none = {0};
    cell one = blocks_register_cell(c);
    propose(r, c, &candidates);
    strbuf_printf(&none, "no program of at most %d instructions: one register, `",
                  PROG_INSNS_MAX);
    cell_print(&one, &none);
    strbuf_puts(&none, "`, has none that is short enough");
    ls_status rc = job_settle(j, c, &candidates, strbuf_text(&none), sink, d);
    strbuf_free(&none);
    pool_free(&candidates);
    return rc;
}

/* Changes whenever what is made of a register's program changes. */
static const char version[] = "blocks 1";

/* Of the cell and the program, with the meanings of its instructions. */
static void key_of(const cell *c, const pool *candidates, char out[INHERIT_KEY_TEXT])
{
    strbuf text = {0};
    char hash[HASH_TEXT];
    strbuf_printf(&text, "%s\n%s\n%s\n", version, c->op->hash, c->target->name);
    for (unsigned i = 0; i < candidates->count; i++) {
        const prog *p = &candidates->entry[i].prog;
        prog_print(p, &text);
        for (unsigned k = 0; k < p->ninsns; k++)
            strbuf_printf(&text, "%s\n", p->insn[k].in->hash);
    }
    hash_text(strbuf_text(&text), hash);
    snprintf(out, INHERIT_KEY_TEXT, "blocks-%s", hash);
    strbuf_free(&text);
}

/* Whether the cell has a program as short as the candidate, or that was judged before. */
static bool is_done(const run *r, const cell *c, const pool *candidates, inherit_was *was,
                    void *context)
{
    const blocks_known *k = find_known(r, c);
    char key[INHERIT_KEY_TEXT];
    if (candidates->count && k->length && k->length <= prog_length(&candidates->entry[0].prog))
        return true;
    key_of(c, candidates, key);
    return was && was(context, c, key);
}

/* The cells that are to be judged: to make a program is quick, and for most all is done. */
static unsigned choose(const run *r, inherit_was *was, void *context, cell *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < r->count; i++) {
        pool candidates = {0};
        propose(r, &r->cells[i], &candidates);
        if (!is_done(r, &r->cells[i], &candidates, was, context)) out[n++] = r->cells[i];
        pool_free(&candidates);
    }
    return n;
}

ls_status blocks_run(const spec *s, const cell *cells, const blocks_known *known, unsigned count,
                     inherit_was *was, void *context, const synth_options *o,
                     const synth_sink *sink, diags *d)
{
    run r = {.s = s, .cells = cells, .known = known, .count = count};
    cell *open = mem_alloc(count + 1, sizeof *open);
    unsigned n = choose(&r, was, context, open);
    job_stage x = {s, PROOF_STEPS, run_cell, &r};
    ls_status rc = job_run_stage(&x, open, n, o, sink, d);
    mem_free(open);
    return rc;
}
