// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* schedule.c - a run of searches: the context, opened before workers are forked, and a job for each
 * operation and width. */
#include "schedule.h"

#include <unistd.h>

#include "spec/form.h"
#include "spec/op.h"
#include "synth/job/context.h"
#include "synth/job/job.h"
#include "synth/job/workers.h"

/* Changes whenever engines change what they find, so that cells searched by older ones are searched
 * again. */
static const char engines_version[] = "qm 1, transfer 1, exhaust 5, decompose 2, window 1, fuse 1, "
                                      "rules 1, through 1, llvm 1, shuffle 1";

/* Whether vectors of the family's narrowest class are too short for the operation: `llvm` left such
 * cells out once. */
static bool is_of_wide_registers(const cell *c)
{
    return c->cls->vector && c->cls->bits > IMAGE_BITS && c->w <= IMAGE_BITS &&
           !op_exists(c->op, c->w, IMAGE_BITS / c->w);
}

/* The operation's first form, where it has one: forms stand in the order of operations. */
static unsigned first_form(const spec *s, const op *o)
{
    unsigned low = 0, high = s->nform_instrs;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (s->form_instrs[middle].form_of->index < o->index) low = middle + 1;
        else high = middle;
    }
    return low;
}

void synth_search_key(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT])
{
    strbuf text = {0};
    const char *how = c->w <= JOB_SEARCHED_WIDTH_MAX ? synth_effort_names[effort]
                                                     : "rules"; /* which know no effort */
    strbuf_printf(&text, "%s\n%s\n%s\n%s\n", engines_version, how, c->op->hash, c->target->name);
    if (!c->cls->vector && c->op->result != OP_FIELDS)
        strbuf_puts(&text, "through 2\n"); /* what else it changed was searched again */
    if (is_of_wide_registers(c)) strbuf_puts(&text, "llvm 2\n");
    spec_put_digests(s, c->target, &text);
    for (unsigned i = first_form(s, c->op); i < s->nform_instrs; i++) {
        const instr *in = &s->form_instrs[i];
        if (in->form_of != c->op) break;
        if (in->way && in->result == c->cls && target_has_instr(c->target, in) &&
            form_has_width(in, c->w))
            strbuf_put_line(&text, in->hash);
    }
    hash_text(text.s, out);
    strbuf_free(&text);
}

typedef struct schedule {
    search_context context;
    synth_effort effort;
} schedule;

static ls_status run_one(void *context, const cell *cells, unsigned count, const synth_sink *sink,
                         diags *d)
{
    const schedule *x = context;
    return job_run(&x->context, cells, count, x->effort, sink, d);
}

ls_status schedule_run(const spec *s, bool first, const cell *cells, unsigned count,
                       const synth_options *o, const synth_sink *sink, diags *d)
{
    schedule x = {.effort = o->effort};
    worker_jobs jobs = {cells, count, o->jobs, o->megabytes, run_one, &x};
    const cell *whole = o->whole ? o->whole : cells;
    unsigned nwhole = o->whole ? o->nwhole : count;
    ls_status rc = LS_OK;
    if (count)
        rc = context_open(&x.context, s, first, whole, nwhole, o->effort, workers_wanted(o->jobs),
                          o->spec_dir, d);
    x.context.checkpoints = o->checkpoints;
    /* half: kernels, solver and lowerings need the rest */
    x.context.search_bytes = (uint64_t)o->megabytes << 19;
    if (count && rc == LS_OK) rc = workers_run(&jobs, sink, d);
    if (o->checkpoints) rmdir(o->checkpoints); /* which does nothing while it holds one */
    if (count) context_close(&x.context);
    return rc;
}

ls_status synth_run(const spec *s, const cell *cells, unsigned count, const synth_options *o,
                    const synth_sink *sink, diags *d)
{
    return schedule_run(s, false, cells, count, o, sink, d);
}
