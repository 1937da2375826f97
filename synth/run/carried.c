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
    strbuf_put_line(&text, c->target->digests->named);
    spec_put_digests(s, c->target, &text);
    hash_text(text.s, out);
    strbuf_free(&text);
}

static void take(void *context, const prog *p) { pool_add(context, p, "wide", NULL); }

static ls_status run_cell(const void *context, judge *j, const cell *c, const synth_sink *sink,
                          diags *d)
{
    pool candidates = {0};
    wide_propose(context, c, take, &candidates);
    ls_status rc = job_settle(j, c, &candidates,
                              "no instructions for the scheme of the engine `wide`: compares of "
                              "lanes that become bits of a general register, and bits that become "
                              "lanes",
                              sink, d);
    pool_free(&candidates);
    return rc;
}

ls_status carried_run(const spec *s, const cell *cells, unsigned count, const synth_options *o,
                      const synth_sink *sink, diags *d)
{
    job_stage x = {s, PROOF_STEPS, run_cell, s};
    return job_run_stage(&x, cells, count, o, sink, d);
}
