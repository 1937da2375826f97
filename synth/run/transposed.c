// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transposed.c - see transposed.h. Called by way of the table of stages. */
#include "transposed.h"

#include "synth/job/job_report.h"
#include "synth/permute/shuffle.h"
#include "synth/permute/transpose.h"

/* Changes whenever what is found changes. */
static const char version[] = "digits 2";

/* The claim has as many bits as the block: a minute at most. */
enum { PROOF_STEPS = 300000000 };

void transposed_search_key(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT])
{
    strbuf text = {0};
    (void)effort;
    strbuf_printf(&text, "%s\n%s\n%s\n", version, c->op->hash, c->target->name);
    spec_put_digests(s, c->target, &text);
    hash_text(text.s, out);
    strbuf_free(&text);
}

/* What all cells share. */
typedef struct books {
    mover_book *movers;
    capability_book *capabilities;
} books;

static void take(void *context, const prog *p) { pool_add(context, p, "shuffle", NULL); }

/* Where there is no way on digits, what moves bits of one register may be longer than the search of
 * other operations looks for. */
static void propose(const books *b, const cell *c, pool *out, diags *d)
{
    enum { WORK = 5000, STEPS = 64 };
    prog *p = mem_alloc(1, sizeof *p);
    if (transpose_find(b->movers, b->capabilities, c, p)) pool_add(out, p, "digits", NULL);
    else if (!c->cls->of) shuffle_propose(b->movers, c, WORK, STEPS, take, out, d);
    mem_free(p);
}

static ls_status run_cell(const void *context, judge *j, const cell *c, const synth_sink *sink,
                          diags *d)
{
    const books *b = context;
    pool candidates = {0};
    propose(b, c, &candidates, d);
    ls_status rc = job_settle(j, c, &candidates,
                              "no way to permute digits, or one of too many instructions", sink, d);
    pool_free(&candidates);
    return rc;
}

static void open_books(const spec *s, const cell *cells, unsigned count, books *out)
{
    const regclass **cls = mem_alloc(s->nclasses + 1, sizeof *cls);
    bool *has = mem_alloc(s->nclasses + 1, sizeof *has);
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) {
        const regclass *k = cells[i].cls;
        has[k->of ? k->of->index : k->index] = true;
    }
    for (unsigned k = 0; k < s->nclasses; k++)
        if (has[k]) cls[n++] = &s->classes[k];
    *out = (books){mover_book_new(s, cls, n), capability_book_new(s)};
    mem_free(has);
    mem_free(cls);
}

ls_status transposed_run(const spec *s, const cell *cells, unsigned count, const synth_options *o,
                         const synth_sink *sink, diags *d)
{
    books b;
    if (!count) return LS_OK;
    open_books(s, cells, count, &b);
    job_stage x = {s, PROOF_STEPS, run_cell, &b};
    ls_status rc = job_run_stage(&x, cells, count, o, sink, d);
    mover_book_free(b.movers);
    capability_book_free(b.capabilities);
    return rc;
}
