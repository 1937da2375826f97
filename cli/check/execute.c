// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* execute.c - the processor's part of `lanesmith verify`, in worker processes.
 *
 * Batches of programs are compiled in one module each and run against the operation's definition
 * (verify/hardware/hardware.c). What this processor lacks the features for is not run, and is
 * counted as such. Wrong machine code may crash: the batch's process is lost, its row is named, the
 * others go on in another process.
 *
 * What was run is kept in a file beside the database, one hash a line, so that nothing is run
 * twice. The hash is of the emitted IR text: another emitter, another program or another processor,
 * and it is run again. */
#include "execute.h"

#include <stdlib.h>
#include <string.h>

#include "cli/app/app.h"
#include "cli/app/pool.h"
#include "lowerings/emit/lowering.h"
#include "verify/hardware/hardware.h"

enum { BATCH = 32, WATCHDOG_SECONDS = 120 };

typedef struct run_plan {
    const subject *subjects;
    const unsigned *row;     /* what is to be run: indices of subjects */
    execute_answer *answers; /* of all subjects, in the parent */
} run_plan;

/* In a worker: the batch at hand. */
typedef struct batch {
    const run_plan *plan;
    hardware *code; /* NULL: could not be made, why says it */
    const cell *cells[BATCH];
    const prog *progs[BATCH];
    unsigned first;
    char why[512];
} batch;

/* ---- in a worker ---- */

static void load_batch(void *context, void *state, unsigned first, unsigned end)
{
    batch *b = state;
    diags d = {0};
    (void)context;
    hardware_free(b->code);
    b->first = first;
    for (unsigned i = first; i < end; i++) {
        const subject *x = &b->plan->subjects[b->plan->row[i]];
        b->cells[i - first] = x->cell;
        b->progs[i - first] = x->prog;
    }
    hardware_load(&b->code, b->cells, b->progs, end - first, &d);
    diags_take_line(&d, b->why, sizeof b->why);
}

static void run_row(void *context, void *state, unsigned row, void *answer)
{
    batch *b = state;
    execute_answer *a = answer;
    diags d = {0};
    counterexample cex;
    bool agrees = false;
    (void)context;
    a->kind = EXECUTE_FAILED;
    snprintf(a->reason, sizeof a->reason, "%s", b->why);
    if (!b->code) return;
    ls_status rc = hardware_run(b->code, row - b->first, &agrees, &cex, &d);
    diags_take_line(&d, a->reason, sizeof a->reason);
    if (rc != LS_OK) return;
    a->kind = agrees ? EXECUTE_AGREES : EXECUTE_DIFFERS;
    if (agrees) return;
    strbuf text = {0};
    counterexample_print(&cex, b->cells[row - b->first], &text);
    snprintf(a->reason, sizeof a->reason, "%s", strbuf_text(&text));
    strbuf_free(&text);
}

static void *open_worker(void *context)
{
    batch *b = mem_alloc(1, sizeof *b);
    b->plan = context;
    return b;
}

/* ---- in the parent ---- */

static ls_status done(void *context, unsigned row, const void *answer)
{
    const run_plan *plan = context;
    plan->answers[plan->row[row]] = *(const execute_answer *)answer;
    return LS_OK;
}

static ls_status lost(void *context, unsigned row, const char *why)
{
    const run_plan *plan = context;
    execute_answer *a = &plan->answers[plan->row[row]];
    a->kind = EXECUTE_FAILED;
    snprintf(a->reason, sizeof a->reason, "%s", why);
    return LS_OK;
}

/* Puts together what can be loaded together, and cuts it into batches; bounds[i] is the first of
 * batch i. */
static void group_rows(const subject *subjects, unsigned *row, unsigned n, unsigned *bounds,
                       unsigned *groups)
{
    unsigned *left = mem_alloc(n + 1, sizeof *left), nleft = n, at = 0;
    memcpy(left, row, n * sizeof *left);
    while (nleft) {
        const target *t = subjects[left[0]].cell->target;
        unsigned kept = 0, first = at;
        for (unsigned i = 0; i < nleft; i++)
            if (hardware_share(t, subjects[left[i]].cell->target)) row[at++] = left[i];
            else left[kept++] = left[i];
        nleft = kept;
        for (; first < at; first += BATCH)
            bounds[++*groups] = first + BATCH < at ? first + BATCH : at;
    }
    mem_free(left);
}

ls_status execute_all(const subject *subjects, unsigned count, const bool *remembered,
                      unsigned processes, execute_answer *answers)
{
    unsigned *row = mem_alloc(count, sizeof *row), n = 0;
    unsigned *bounds = mem_alloc(count + 2, sizeof *bounds), groups = 0;
    for (unsigned i = 0; i < count; i++) {
        const char *lacks = hardware_lacks(subjects[i].cell->target);
        answers[i] = (execute_answer){.kind = lacks ? EXECUTE_LACKS : EXECUTE_NOT_RUN};
        if (lacks) snprintf(answers[i].reason, sizeof answers[i].reason, "%s", lacks);
        if (!lacks && !remembered[i]) row[n++] = i;
    }
    group_rows(subjects, row, n, bounds, &groups);
    run_plan plan = {.subjects = subjects, .row = row, .answers = answers};
    pool_work w = {.context = &plan,
                   .answer_size = sizeof(execute_answer),
                   .seconds = WATCHDOG_SECONDS,
                   .open = open_worker,
                   .range = load_batch,
                   .row = run_row,
                   .done = done,
                   .lost = lost};
    ls_status rc = pool_run(&w, bounds, groups, processes);
    mem_free(row);
    mem_free(bounds);
    return rc;
}

/* ---- memory ---- */

static int compare_keys(const void *a, const void *b)
{
    return memcmp(a, b, HASH_TEXT);
}

void execute_memory_add(execute_memory *m, const char *key)
{
    if (m->count == m->cap)
        m->key = mem_grow(m->key, m->cap = m->cap ? 2 * m->cap : 256, HASH_TEXT);
    memcpy(m->key[m->count++], key, HASH_TEXT);
}

static void sort(execute_memory *m)
{
    unsigned kept = 0;
    if (m->count) qsort(m->key, m->count, HASH_TEXT, compare_keys);
    for (unsigned i = 0; i < m->count; i++)
        if (!kept || compare_keys(m->key[kept - 1], m->key[i]))
            memmove(m->key[kept++], m->key[i], HASH_TEXT);
    m->count = m->sorted = kept;
}

void execute_memory_open(execute_memory *m, const char *path)
{
    char *text = NULL;
    size_t size;
    *m = (execute_memory){.path = path};
    if (!path || file_read(path, &text, &size) != LS_OK) return;
    for (const char *s = text; *s;
         s += s[strcspn(s, "\n")] ? strcspn(s, "\n") + 1 : strcspn(s, "\n")) {
        char key[HASH_TEXT] = {0};
        if (strspn(s, "0123456789abcdef") != HASH_TEXT - 1) continue;
        memcpy(key, s, HASH_TEXT - 1);
        execute_memory_add(m, key);
    }
    mem_free(text);
    sort(m);
}

void execute_memory_key(const subject *x, char out[HASH_TEXT])
{
    strbuf text = {0};
    strbuf_printf(&text, "%s; features of the target only; every place of the stack\n",
                  hardware_runner(x->cell->target));
    strbuf_printf(&text, "%s %u %s\n", x->cell->op->hash, x->cell->w, x->cell->cls->name);
    emit_ir_module(x->cell, x->prog, "f", &text);
    hash_text(strbuf_text(&text), out);
    strbuf_free(&text);
}

bool execute_memory_has(const execute_memory *m, const char *key)
{
    return m->sorted && bsearch(key, m->key, m->sorted, HASH_TEXT, compare_keys);
}

ls_status execute_memory_close(execute_memory *m)
{
    ls_status rc = LS_OK;
    strbuf text = {0};
    if (m->path && m->count > m->sorted) {
        sort(m);
        strbuf_puts(&text, "# Hashes of code that `lanesmith verify` has run on this machine; a "
                           "cache, safe to delete.\n");
        for (unsigned i = 0; i < m->count; i++) strbuf_printf(&text, "%s\n", m->key[i]);
        rc = file_write(m->path, text.s, text.len);
    }
    strbuf_free(&text);
    mem_free(m->key);
    *m = (execute_memory){0};
    return rc;
}
