// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* make.c - the files of a report: the site, the shared data, and in worker processes the chunks.
 *
 * A worker writes its chunk itself, as a whole file, so that the parent need not hold twenty
 * megabytes; what it answers is how that went. Which worker makes which chunk changes no byte. */
#include <errno.h>
#include <stdio.h>

#include "cli/app/pool.h"
#include "report.h"

typedef struct maker {
    report *r;
    report_folder *f;
    progress line;
    unsigned done;
} maker;

typedef struct answer {
    ls_status rc;
    size_t bytes;
    char message[256];
} answer;

/* ---- shared data ---- */

static ls_status write_data(maker *m, const char *name, const strbuf *text)
{
    char path[64];
    snprintf(path, sizeof path, "data/%s.js", name);
    return report_folder_write(m->f, path, strbuf_text(text), text->len);
}

static ls_status write_one(maker *m, const char *name, void (*put)(const report *r, strbuf *out))
{
    strbuf text = {0};
    put(m->r, &text);
    ls_status rc = write_data(m, name, &text);
    strbuf_free(&text);
    return rc;
}

static ls_status write_map(maker *m, const regclass *cls, const target *t)
{
    strbuf text = {0};
    char name[32];
    ls_status rc = LS_OK;
    snprintf(name, sizeof name, "map-%u-%u", cls->index, t->index);
    if (report_put_map(m->r, cls, t, &text)) rc = write_data(m, name, &text);
    strbuf_free(&text);
    return rc;
}

static ls_status write_shared(maker *m)
{
    const spec *s = m->r->a->spec;
    ls_status rc = LS_OK;
    for (const site_file *x = report_site; x->name && rc == LS_OK; x++)
        rc = report_folder_write(m->f, x->name, x->text, x->size);
    if (rc == LS_OK) rc = write_one(m, "index", report_put_index);
    if (rc == LS_OK) rc = write_one(m, "definitions", report_put_definitions);
    if (rc == LS_OK) rc = write_one(m, "grammars", report_put_grammars);
    if (rc == LS_OK) rc = write_one(m, "journal", report_put_journal);
    for (unsigned k = 0; k < spec_all_classes(s); k++)
        for (unsigned t = 0; t < s->ntargets && rc == LS_OK; t++)
            rc = write_map(m, spec_class(s, k), &s->targets[t]);
    return rc;
}

/* ---- chunks, in workers ---- */

static void *open_worker(void *context)
{
    return context;
}

static void make_row(void *context, void *state, unsigned row, void *out)
{
    maker *m = state;
    report *r = m->r;
    answer *x = out;
    strbuf text = {0};
    char name[64];
    (void)context;
    snprintf(name, sizeof name, "data/cells-%u.js", row);
    strbuf_printf(&text, "// " LICENSE_TAG "\nlanesmith_data(\"cells-%u\",", row);
    x->rc = report_put_chunk(r, r->chunk[row], r->chunk[row + 1], &text);
    strbuf_puts(&text, ");\n");
    if (x->rc == LS_OK) x->rc = report_folder_write(m->f, name, strbuf_text(&text), text.len);
    else diags_take_line(&r->a->dg, x->message, sizeof x->message);
    x->bytes = text.len;
    strbuf_free(&text);
}

static ls_status row_done(void *context, unsigned row, const void *data)
{
    maker *m = context;
    const answer *x = data;
    (void)row;
    if (x->rc != LS_OK && *x->message) fprintf(stderr, "lanesmith report: error: %s\n", x->message);
    m->f->bytes += x->bytes;
    m->f->files++;
    progress_update(&m->line, ++m->done, "");
    return x->rc;
}

static ls_status row_lost(void *context, unsigned row, const char *why)
{
    const maker *m = context;
    const cell *c = &m->r->cells[m->r->chunk[row]].cell;
    fprintf(stderr, "lanesmith report: error: the pages from %s %u %s on were not made: %s\n",
            c->op->name, c->w, c->cls->name, why);
    return LS_ENV;
}

static ls_status write_chunks(maker *m, unsigned jobs)
{
    unsigned n = m->r->nchunks, *bounds = mem_alloc(n + 1, sizeof *bounds);
    pool_work w = {.context = m,
                   .answer_size = sizeof(answer),
                   .open = open_worker,
                   .row = make_row,
                   .done = row_done,
                   .lost = row_lost};
    for (unsigned i = 0; i <= n; i++) bounds[i] = i;
    progress_begin(&m->line, "report", n);
    ls_status rc = n ? pool_run(&w, bounds, n, jobs) : LS_OK;
    progress_end(&m->line);
    mem_free(bounds);
    return rc;
}

ls_status report_make(report *r, report_folder *f, unsigned jobs)
{
    maker m = {.r = r, .f = f};
    ls_status rc = report_folder_begin(f, r);
    if (rc == LS_OK) rc = write_shared(&m);
    if (rc == LS_OK) rc = write_chunks(&m, jobs);
    return rc == LS_OK ? report_folder_end(f) : rc;
}
