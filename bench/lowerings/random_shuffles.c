// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* random_shuffles.c - what the pass makes of constant shuffles without any structure: counted,
 * proved, timed.
 *
 * Indices are drawn with repetition, from one source for every even shuffle and from two for every
 * odd one; the seed is fixed, so a shuffle depends on its number, its width and its length only. A
 * shuffle is a function from and to full registers, bitcast inside, whose arguments are noundef. A
 * batch of them is a module, which goes through three hands:
 *
 *     opt-19 -load-pass-plugin=... -passes=lanesmith   the plugin, as a user has it
 *     lowerings/measure/codegen.c                              both modules compiled and counted as
 *                                                              BASELINES.md says
 *     verify/refine/tv.c                                      the second module refines the first,
 *                                                             function by function
 *
 * The time is that of the pass by opt's own account (-time-passes), less what a module of one
 * shuffle takes: the table of the target is parsed in it, too. Batches are worked on in processes
 * of their own. Called by shuffles.c. */
#define _GNU_SOURCE
#include "random_shuffles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/app/pool.h"
#include "lowerings/measure/codegen.h"
#include "spec/base/clock.h"
#include "spec/base/process.h"
#include "spec/base/random.h"
#include "verify/refine/tv.h"

enum { BATCH = 50, LANE = 64, PROOF_MS = 60 * 1000 };

static const column kind_columns[] = {{"fields", COLUMN_TEXT},     {"target", COLUMN_TEXT},
                                      {"shuffles", COLUMN_NUMBER}, {"proved", COLUMN_NUMBER},
                                      {"ours", COLUMN_NUMBER},     {"llvm", COLUMN_NUMBER},
                                      {"times", COLUMN_NUMBER},    {"worse", COLUMN_NUMBER},
                                      {"us", COLUMN_NUMBER},       {"proof ms", COLUMN_NUMBER}};
static const column mean_columns[] = {
    {"bits", COLUMN_NUMBER}, {"target", COLUMN_TEXT}, {"times", COLUMN_NUMBER}};

typedef struct kind { /* of shuffle */
    const target *target;
    unsigned w, bits;
} kind;

typedef struct batch {
    unsigned kind, first, count; /* the kind's number, the first shuffle's, how many */
} batch;

typedef struct answer {
    ls_status status;
    unsigned ours[BATCH], llvm[BATCH];
    proof_answer proof[BATCH];
    double pass, one, proving; /* seconds: the pass on all, on the first alone; proofs of all */
} answer;

typedef struct total {
    unsigned shuffles, proved, worse, compared, timed;
    double ours, llvm, logs, pass, proving; /* logs: of llvm / ours, where both need some */
} total;

typedef struct run {
    app *a;
    const random_shuffles *r;
    kind *kind;
    total *total; /* a kind */
    batch *batch;
    unsigned nkinds, nbatches, done;
    const char *dir; /* for files */
    progress line;
} run;

void random_shuffles_init(table *kinds, table *means)
{
    TABLE_INIT(kinds, "random", "Random constant shuffles, lowered by the plugin", kind_columns);
    TABLE_INIT(means, "random means",
               "Times fewer instructions, geometric mean of fields of 1, 2 and 4 bits",
               mean_columns);
}

/* ---- shuffles ---- */

static void print_mask(const kind *k, unsigned number, strbuf *out)
{
    unsigned n = k->bits / k->w;
    uint64_t state = ((uint64_t)number << 32) + k->bits * 64 + k->w, choices = n * (1 + number % 2);
    for (unsigned i = 0; i < n; i++)
        strbuf_printf(out, "%si32 %u", i ? ", " : "", (unsigned)(random_next(&state) % choices));
}

static void print_function(const kind *k, unsigned number, strbuf *out)
{
    unsigned n = k->bits / k->w, lanes = k->bits / LANE;
    strbuf_printf(
        out, "define <%u x i64> @shuffle%u(<%u x i64> noundef %%p, <%u x i64> noundef %%q) {\n",
        lanes, number, lanes, lanes);
    strbuf_printf(out, "  %%a = bitcast <%u x i64> %%p to <%u x i%u>\n", lanes, n, k->w);
    strbuf_printf(out, "  %%b = bitcast <%u x i64> %%q to <%u x i%u>\n", lanes, n, k->w);
    strbuf_printf(out, "  %%s = shufflevector <%u x i%u> %%a, <%u x i%u> %%b, <%u x i32> <", n,
                  k->w, n, k->w, n);
    print_mask(k, number, out);
    strbuf_printf(out, ">\n  %%r = bitcast <%u x i%u> %%s to <%u x i64>\n  ret <%u x i64> %%r\n}\n",
                  n, k->w, lanes, lanes);
}

static void print_module(const kind *k, unsigned first, unsigned count, strbuf *out)
{
    strbuf_printf(out, "target triple = \"%s\"\n", k->target->triple);
    for (unsigned i = 0; i < count; i++) print_function(k, first + i, out);
}

/* ---- the plugin, in a worker ---- */

static const char *file_name(const run *x, unsigned row, const char *suffix)
{
    return arena_printf(&x->a->mem, "%s/%u.%s", x->dir, row, suffix);
}

/* "   0.0134 ( 83.7%)   0.0078 ( 99.0%)   0.0212 ( 88.8%)   0.0213 ( 88.8%)  lanesmith": seconds in
 * user mode, in the system, in both, by the clock. Other work on the machine says less of those in
 * both. */
static double seconds_of_pass(const char *report)
{
    const char *end = strstr(report, ")  lanesmith"), *line = end;
    double both = 0, clock = 0;
    if (!end) return 0;
    while (line > report && line[-1] != '\n') line--;
    for (char *after; line < end; line = after) {
        double value = strtod(line, &after);
        if (after == line) after++;
        else if (*after != '%') {
            both = clock;
            clock = value;
        }
    }
    return both > 0 ? both : clock;
}

static process opt_command(const run *x, const kind *k, const char *before, const char *after)
{
    arena *mem = &x->a->mem;
    process p = {0};
    process_add_pair(&p, "opt-19", "-S");
    process_add(&p, arena_printf(mem, "-load-pass-plugin=%s", x->r->plugin));
    process_add_pair(&p, "-passes=lanesmith", "-time-passes");
    process_add(&p, arena_printf(mem, "-mtriple=%s", k->target->triple));
    process_add(&p, arena_printf(mem, "-mcpu=%s", k->target->cpu));
    process_add_pair(&p, before, "-o");
    process_add(&p, after);
    return p;
}

static ls_status read_file(const run *x, const char *path, char **text)
{
    size_t size;
    return file_read(path, text, &size) == LS_OK ? LS_OK
                                                 : app_file_error(x->a, "cannot read", path);
}

/* The module as the plugin leaves it in *after, which the caller frees; and the seconds that the
 * pass took. */
static ls_status lower(const run *x, unsigned row, const kind *k, const strbuf *module,
                       char **after, double *seconds)
{
    const char *from = file_name(x, row, "ll"), *to = file_name(x, row, "lowered.ll"),
               *times = file_name(x, row, "txt");
    process p = opt_command(x, k, from, to);
    char *report = NULL;
    ls_status rc = file_write(from, module->s, module->len) == LS_OK
                       ? LS_OK
                       : app_file_error(x->a, "cannot write", from);
    p.err = times;
    if (rc == LS_OK) process_run_all(&p, 1, 1);
    if (rc == LS_OK) rc = process_check(&p, x->a->command);
    if (rc == LS_OK) rc = read_file(x, to, after);
    if (rc == LS_OK) rc = read_file(x, times, &report);
    *seconds = rc == LS_OK ? seconds_of_pass(report) : 0;
    mem_free(report);
    unlink(from);
    unlink(to);
    unlink(times);
    return rc;
}

/* ---- counts and proofs, in a worker ---- */

static ls_status count_all(const run *x, const batch *b, const char *ir, unsigned *out)
{
    const char *name[BATCH];
    codegen_count counted[BATCH];
    for (unsigned i = 0; i < b->count; i++)
        name[i] = arena_printf(&x->a->mem, "shuffle%u", b->first + i);
    ls_status rc = codegen_measure_all(ir, name, b->count, x->kind[b->kind].target, counted,
                                       &x->a->dg);
    for (unsigned i = 0; rc == LS_OK && i < b->count; i++) out[i] = counted[i].insns;
    return rc;
}

static ls_status prove_all(const run *x, const batch *b, const char *before, const char *after,
                           answer *out)
{
    tv_options o = tv_default_options;
    tv_report report = {0};
    tv_text was = {"before", before, strlen(before)}, is = {"after", after, strlen(after)};
    double start = clock_seconds();
    o.milliseconds = PROOF_MS;
    ls_status rc = tv_validate(&was, &is, NULL, &o, &report, NULL, NULL, &x->a->dg);
    for (unsigned i = 0; i < b->count; i++)
        out->proof[i] = rc == LS_OK && i < report.count ? report.result[i].answer : PROOF_UNKNOWN;
    out->proving = clock_seconds() - start;
    tv_report_free(&report);
    return rc;
}

static ls_status work(const run *x, unsigned row, answer *out)
{
    const batch *b = &x->batch[row];
    const kind *k = &x->kind[b->kind];
    char *after = NULL, *alone = NULL;
    strbuf module = {0}, one = {0};
    print_module(k, b->first, b->count, &module);
    print_module(k, b->first, 1, &one);
    ls_status rc = lower(x, row, k, &module, &after, &out->pass);
    if (rc == LS_OK) rc = lower(x, row, k, &one, &alone, &out->one);
    if (rc == LS_OK) rc = count_all(x, b, module.s, out->llvm);
    if (rc == LS_OK) rc = count_all(x, b, after, out->ours);
    if (rc == LS_OK) rc = prove_all(x, b, module.s, after, out);
    mem_free(after);
    mem_free(alone);
    strbuf_free(&module);
    strbuf_free(&one);
    return rc;
}

static void *open_worker(void *context)
{
    return context;
}

static void work_on_row(void *context, void *state, unsigned row, void *out)
{
    run *x = context;
    answer *a = out;
    (void)state;
    a->status = app_report(x->a, work(x, row, a));
}

/* ---- totals, in the parent ---- */

static void add_shuffle(total *t, unsigned ours, unsigned llvm, proof_answer proved)
{
    t->shuffles++;
    t->proved += proved == PROOF_PROVED;
    t->worse += ours > llvm;
    t->ours += ours;
    t->llvm += llvm;
    if (!ours || !llvm) return;
    t->logs += log((double)llvm / ours);
    t->compared++;
}

static ls_status take_answer(void *context, unsigned row, const void *out)
{
    run *x = context;
    const answer *a = out;
    const batch *b = &x->batch[row];
    total *t = &x->total[b->kind];
    if (a->status != LS_OK) return a->status;
    for (unsigned i = 0; i < b->count; i++) add_shuffle(t, a->ours[i], a->llvm[i], a->proof[i]);
    t->proving += a->proving;
    t->pass += a->pass - a->one;
    t->timed += b->count - 1;
    x->done += b->count;
    progress_update(&x->line, x->done, "");
    return LS_OK;
}

static ls_status take_loss(void *context, unsigned row, const char *why)
{
    const run *x = context;
    const kind *k = &x->kind[x->batch[row].kind];
    fprintf(stderr,
            "lanesmith %s: error: shuffles of <%u x i%u> for %s, number %u and following: %s\n",
            x->a->command, k->bits / k->w, k->w, k->target->name, x->batch[row].first, why);
    return LS_ENV;
}

static double times_of(const total *t)
{
    return t->compared ? exp(t->logs / t->compared) : -1;
}

static void put_kind(const kind *k, const total *t, table *out)
{
    table_put(out, "<%u x i%u>", k->bits / k->w, k->w);
    table_put(out, "%s", k->target->name);
    table_put_count(out, (int)t->shuffles);
    table_put_count(out, (int)t->proved);
    table_put_value(out, t->shuffles ? t->ours / t->shuffles : -1, 1);
    table_put_value(out, t->shuffles ? t->llvm / t->shuffles : -1, 1);
    table_put_value(out, times_of(t), 2);
    table_put_count(out, (int)t->worse);
    table_put_value(out, t->timed ? t->pass / t->timed * 1e6 : -1, 0);
    table_put_value(out, t->shuffles ? t->proving / t->shuffles * 1e3 : -1, 1);
}

/* Kinds stand by length, then target, then width. */
static void put_means(const run *x, table *out)
{
    for (unsigned first = 0, end; first < x->nkinds; first = end) {
        const kind *k = &x->kind[first];
        double logs = 0;
        unsigned n = 0;
        for (end = first;
             end < x->nkinds && x->kind[end].target == k->target && x->kind[end].bits == k->bits;
             end++) {
            if (x->kind[end].w > 4 || !x->total[end].compared) continue;
            logs += log(times_of(&x->total[end]));
            n++;
        }
        if (n < 2) continue;
        table_put_count(out, (int)k->bits);
        table_put(out, "%s", k->target->name);
        table_put_value(out, exp(logs / n), 2);
    }
}

/* ---- the whole ---- */

static unsigned length_of(const unsigned *list)
{
    unsigned n = 0;
    while (list[n]) n++;
    return n;
}

static void list_kinds(run *x)
{
    const random_shuffles *r = x->r;
    const spec *s = x->a->spec;
    x->kind = arena_new(&x->a->mem,
                        (size_t)length_of(r->bits) * s->ntargets * length_of(r->widths) + 1, kind);
    for (const unsigned *bits = r->bits; *bits; bits++)
        for (unsigned t = 0; t < s->ntargets; t++)
            for (const unsigned *w = r->widths; *w; w++)
                if (cell_filter_takes_target(r->targets, &s->targets[t]))
                    x->kind[x->nkinds++] = (kind){&s->targets[t], *w, *bits};
    x->total = arena_new(&x->a->mem, x->nkinds + 1, total);
}

static void list_batches(run *x)
{
    unsigned per_kind = (x->r->count + BATCH - 1) / BATCH;
    x->batch = arena_new(&x->a->mem, (size_t)x->nkinds * per_kind + 1, batch);
    for (unsigned k = 0; k < x->nkinds; k++)
        for (unsigned first = 0; first < x->r->count; first += BATCH)
            x->batch[x->nbatches++] = (batch){
                k, first, x->r->count - first < BATCH ? x->r->count - first : BATCH};
}

static ls_status run_batches(run *x)
{
    pool_work w = {.context = x,
                   .answer_size = sizeof(answer),
                   .open = open_worker,
                   .row = work_on_row,
                   .done = take_answer,
                   .lost = take_loss};
    unsigned *bounds = arena_new(&x->a->mem, x->nbatches + 1, unsigned);
    for (unsigned i = 0; i <= x->nbatches; i++) bounds[i] = i;
    progress_begin(&x->line, "shuffles", x->nkinds * x->r->count);
    ls_status rc = pool_run(&w, bounds, x->nbatches, x->r->jobs);
    progress_end(&x->line);
    return rc;
}

ls_status random_shuffles_run(app *a, random_shuffles *r, table *kinds, table *means)
{
    run x = {.a = a, .r = r};
    if (access(r->plugin, R_OK)) return app_file_error(a, "cannot read the plugin", r->plugin);
    ls_status rc = app_make_temporary_dir(a, &x.dir);
    if (rc != LS_OK) return rc;
    list_kinds(&x);
    list_batches(&x);
    rc = run_batches(&x);
    app_remove_temporary(x.dir);
    for (unsigned i = 0; rc == LS_OK && i < x.nkinds; i++) {
        put_kind(&x.kind[i], &x.total[i], kinds);
        r->wrong |= x.total[i].proved < x.total[i].shuffles;
    }
    if (rc == LS_OK) put_means(&x, means);
    return rc;
}
