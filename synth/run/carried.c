// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* carried.c - see carried.h. Called by way of the table of stages. */
#include "carried.h"

#include "synth/job/job_report.h"
#include "synth/wide/wide.h"

/* Changes whenever what is found changes. */
static const char version[] = "wide 2";

/* A sum of 512 bits is harder than what other engines propose: some 20 s. */
enum { PROOF_STEPS = 100000000 };

void carried_search_key(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT])
{
    strbuf text = {0};
    (void)effort;
    strbuf_printf(&text, "%s\n%s\n%s\n", version, c->op->hash, c->target->name);
    for (unsigned i = 0; i < s->ninstrs; i++)
        if (target_has_instr(c->target, &s->instrs[i])) strbuf_put_line(&text, s->instrs[i].hash);
    hash_text(text.s, out);
    strbuf_free(&text);
}

static void take(void *context, const prog *p) { pool_add(context, p, "wide", NULL); }

static void note_failure(const judge *j, const cell *c, bool proposed, const synth_sink *sink)
{
    strbuf text = {0};
    if (proposed) judge_explain(j, &text);
    else
        strbuf_puts(&text, "no instructions for the scheme of the engine `wide`: compares of lanes "
                           "that become bits of a general register, and bits that become lanes");
    synth_note(sink, c, strbuf_text(&text));
    strbuf_free(&text);
}

static ls_status run_cell(const void *context, judge *j, const cell *c, const synth_sink *sink,
                          diags *d)
{
    pool candidates = {0};
    unsigned n;
    wide_propose(context, c, take, &candidates);
    ls_status rc = job_judge(j, c, &candidates, sink, &n, d);
    if (rc == LS_OK && !n) note_failure(j, c, candidates.count > 0, sink);
    pool_free(&candidates);
    return rc == LS_OK ? sink->cell_done(sink->context, c, n) : rc;
}

ls_status carried_run(const spec *s, const cell *cells, unsigned count, const synth_options *o,
                      const synth_sink *sink, diags *d)
{
    job_stage x = {s, PROOF_STEPS, run_cell, s};
    return job_run_stage(&x, cells, count, o, sink, d);
}
