/* figures.c - gathers what every cell costs: our winner as compiled now, stock LLVM, published figures.
 *
 * Nothing is taken on trust where it can be measured: winners are parsed from the database's text, emitted and compiled
 * again; the stock form is compiled by the same code generator and counted by the same rules. That takes LLVM a minute,
 * so its figures are kept in the database under a key of LLVM's version, the CPU and the IR, and made again when any
 * of them changes. What cannot be measured here is in bench/baselines.tsv; where the thesis's method (thesis.c) gives a count
 * and the file none, or a greater one, the count of the method stands.
 *
 * Only proved winners count; a cell without one has FIGURE_NONE. */
#include "figures.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "../lowerings/codegen.h"
#include "../lowerings/lowering.h"
#include "bench.h"
#include "stock.h"
#include "thesis.h"
#include "tsv.h"

#define X(e, name, who) name,
const char *const figure_source_names[FIGURE_SOURCE_COUNT] = {FIGURE_SOURCES(X)};
#undef X
#define X(e, name, who) who,
const char *const figure_source_titles[FIGURE_SOURCE_COUNT] = {FIGURE_SOURCES(X)};
#undef X

/* ---- our winners ---- */

typedef struct winners { /* proved ones, for some of the figures, of one target */
    strbuf ir;
    const char **name;
    figure **figure;
    unsigned count;
} winners;

static bool emit_winner(app *a, const db_lowering *l, const char *name, strbuf *decls, strbuf *out)
{
    prog *p = mem_alloc(1, sizeof *p);
    bool good = prog_parse(p, a->spec, l->cell.op, l->cell.cls, l->text, (place){.file = a->db_path}, &a->dg);
    if (good) emit_ir_function(&l->cell, p, name, "", "nounwind", decls, out);
    mem_free(p);
    return good;
}

/* Fills w with the winners in list (sorted by cell) of those cells of f that are t's. */
static bool collect_winners(app *a, figures *f, const target *t, const db_lowering *list, unsigned count, winners *w)
{
    strbuf decls = {0};
    bool good = true;
    *w = (winners){0};
    w->name = arena_new(&a->mem, f->count + 1, const char *);
    w->figure = arena_new(&a->mem, f->count + 1, figure *);
    for (unsigned i = 0, k = 0; i < f->count && good; i++) {
        while (k < count && cell_compare(&list[k].cell, &f->row[i].cell) < 0) k++;
        if (k == count || cell_compare(&list[k].cell, &f->row[i].cell) || !list[k].proved) continue;
        if (f->row[i].cell.target != t) continue;
        f->row[i].status = list[k].status;
        f->row[i].bound = list[k].bound;
        w->figure[w->count] = &f->row[i];
        w->name[w->count] = arena_printf(&a->mem, "winner%u", i);
        good = emit_winner(a, &list[k], w->name[w->count++], &decls, &w->ir);
    }
    strbuf_puts(&w->ir, strbuf_text(&decls));
    strbuf_free(&decls);
    return good;
}

static ls_status measure_winners(app *a, const target *t, const winners *w)
{
    codegen_count *c = arena_new(&a->mem, w->count + 1, codegen_count);
    if (!w->count) return LS_OK;
    ls_status rc = codegen_measure_all(strbuf_text(&w->ir), w->name, w->count, t, c, &a->dg);
    for (unsigned i = 0; i < w->count && rc == LS_OK; i++) {
        w->figure[i]->ours = (int)c[i].insns;
        w->figure[i]->ours_all = (int)codegen_count_whole(&c[i]);
    }
    return rc;
}

/* For each target in turn: its winners' IR, and what to do with it. */
typedef ls_status winners_fn(app *a, const target *t, const winners *w);
static ls_status for_winners(app *a, figures *f, winners_fn *act)
{
    db_lowering *list;
    unsigned count;
    ls_status rc = db_list_lowerings(a->db, a->spec, NULL, true, &a->mem, &list, &count);
    for (unsigned t = 0; t < a->spec->ntargets && rc == LS_OK; t++) {
        winners w;
        rc = collect_winners(a, f, &a->spec->targets[t], list, count, &w) ? LS_OK : LS_INPUT;
        if (rc == LS_OK) rc = act(a, &a->spec->targets[t], &w);
        strbuf_free(&w.ir);
    }
    return rc;
}

/* ---- stock LLVM ---- */

typedef struct stock_job {
    figure *f;
    const char *ir;
    codegen_count result;
    ls_status rc;
    diags dg;
} stock_job;

typedef struct stock_queue {
    stock_job *job;
    unsigned count;
    atomic_uint next, done;
} stock_queue;

static void *work_on(void *context)
{
    stock_queue *q = context;
    for (unsigned i; (i = atomic_fetch_add(&q->next, 1)) < q->count; atomic_fetch_add(&q->done, 1)) {
        stock_job *j = &q->job[i];
        j->rc = codegen_measure(j->ir, "stock", j->f->cell.target, &j->result, NULL, &j->dg);
    }
    return NULL;
}

enum { THREADS_MAX = 64 };

static void run_queue(stock_queue *q, unsigned threads)
{
    pthread_t thread[THREADS_MAX];
    unsigned started = 0;
    if (threads > THREADS_MAX) threads = THREADS_MAX;
    while (started + 1 < threads && !pthread_create(&thread[started], NULL, work_on, q)) started++;
    work_on(q);
    while (started) pthread_join(thread[--started], NULL);
}

static void take_result(app *a, const stock_job *j)
{
    figure *f = j->f;
    f->other[FIGURE_LLVM] = (int)j->result.insns;
    f->llvm_all = (int)codegen_count_whole(&j->result);
    f->how[FIGURE_LLVM] = arena_printf(&a->mem, "%s, %d in all", f->how[FIGURE_LLVM], f->llvm_all);
}

static ls_status take_results(app *a, stock_queue *q)
{
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < q->count; i++) {
        stock_job *j = &q->job[i];
        diag_print(&j->dg, stderr);
        diag_free(&j->dg);
        if (j->rc == LS_OK)
            take_result(a, j);
        else
            rc = j->rc;
    }
    return rc;
}

/* "llc-19.1.7 -O2 -mcpu=x86-64, IR 12ab34cd": a figure whose words begin so need not be measured again; they go on with
 * ", 877 in all". */
static const char *stock_key(app *a, const cell *c, const char *ir)
{
    unsigned major, minor, patch;
    char hash[HASH_TEXT];
    LLVMGetVersion(&major, &minor, &patch);
    hash_text(ir, hash);
    return arena_printf(&a->mem, "llc-%u.%u.%u -O2 -mcpu=%s, IR %.8s", major, minor, patch, c->target->cpu, hash);
}

/* Takes the figure from the database when it is known with this key. */
static bool recall(figure *f, const char *key, const db_baseline *known, unsigned nknown)
{
    size_t n = strlen(key);
    for (unsigned i = 0; i < nknown; i++) {
        if (cell_compare(&known[i].cell, &f->cell) || strcmp(known[i].source, "llvm")) continue;
        if (strncmp(known[i].how, key, n) || sscanf(known[i].how + n, ", %d in all", &f->llvm_all) != 1) return false;
        f->other[FIGURE_LLVM] = (int)known[i].insns;
        f->how[FIGURE_LLVM] = known[i].how;
        return true;
    }
    return false;
}

/* Fills what the database knows; queues the rest. */
static void plan_stock(app *a, const stock *s, figures *f, bool fresh, const db_baseline *known, unsigned nknown,
                       stock_queue *q)
{
    strbuf ir = {0};
    q->job = arena_new(&a->mem, f->count + 1, stock_job);
    for (unsigned i = 0; i < f->count; i++) {
        figure *r = &f->row[i];
        strbuf_clear(&ir);
        if (!stock_print(s, &r->cell, "stock", &ir)) continue;
        r->how[FIGURE_LLVM] = stock_key(a, &r->cell, ir.s);
        if (fresh || !recall(r, r->how[FIGURE_LLVM], known, nknown))
            q->job[q->count++] = (stock_job){.f = r, .ir = arena_strdup(&a->mem, ir.s)};
    }
    strbuf_free(&ir);
}

static ls_status gather_stock(app *a, figures *f, const figures_options *o, const db_baseline *known, unsigned nknown)
{
    stock s;
    stock_queue q = {0};
    ls_status rc = stock_read(&s, bench_source_path(a, "bench/stock.ir"), a->spec, &a->dg);
    if (rc == LS_OK) {
        plan_stock(a, &s, f, o->fresh, known, nknown, &q);
        run_queue(&q, o->jobs ? o->jobs : app_processors());
        rc = take_results(a, &q);
    }
    stock_free(&s);
    return rc;
}

/* ---- published figures ---- */

enum { TSV_SOURCE, TSV_OPS, TSV_WIDTHS, TSV_CLASSES, TSV_TARGETS, TSV_INSNS, TSV_HOW, TSV_FIELDS };

static int source_of(const tsv_row *r, diags *d)
{
    for (int i = 0; i < FIGURE_SOURCE_COUNT; i++)
        if (!strcmp(r->field[TSV_SOURCE], figure_source_names[i])) return i;
    diag_error(d, r->where, "unknown source '%s'; expected llvm, parabix, thesis or hand", r->field[TSV_SOURCE]);
    return -1;
}

static bool row_matches(const tsv_row *r, const cell *c)
{
    char width[16];
    snprintf(width, sizeof width, "%u", c->w);
    return tsv_lists(r->field[TSV_OPS], c->op->name) && tsv_lists(r->field[TSV_WIDTHS], width) &&
           tsv_lists(r->field[TSV_CLASSES], c->cls->name) && tsv_lists(r->field[TSV_TARGETS], c->target->name);
}

static void apply_row(app *a, const tsv_row *r, figures *f)
{
    int source = source_of(r, &a->dg), insns = tsv_number(r, TSV_INSNS, &a->dg);
    bool good = tsv_check_names(r, TSV_OPS, a->spec, tsv_is_op, "operation", &a->dg) &&
                tsv_check_names(r, TSV_CLASSES, a->spec, tsv_is_class, "register class", &a->dg) &&
                tsv_check_names(r, TSV_TARGETS, a->spec, tsv_is_target, "target", &a->dg);
    for (unsigned i = 0; i < f->count && good && source >= 0; i++) {
        if (!row_matches(r, &f->row[i].cell)) continue;
        f->row[i].other[source] = insns;
        f->row[i].how[source] = arena_strdup(&a->mem, r->field[TSV_HOW]);
    }
}

static ls_status gather_published(app *a, figures *f)
{
    tsv t;
    unsigned before = a->dg.count;
    ls_status rc = tsv_read(&t, bench_source_path(a, "bench/baselines.tsv"), TSV_FIELDS, &a->dg);
    for (unsigned i = 0; i < t.count && rc == LS_OK; i++) apply_row(a, &t.row[i], f);
    tsv_free(&t);
    return rc == LS_OK && a->dg.count != before ? LS_INPUT : rc;
}

/* ---- the thesis's method ---- */

/* Plain logic, one word for both bits, is left to the file: there the method is the instruction itself. */
static void take_thesis(app *a, figure *r, const thesis_formula *t)
{
    static const char method[] = "computed by the method of Lin 2014, section 4.2.1";
    int insns = (int)t->insns, *known = &r->other[FIGURE_THESIS];
    if (!t->joined || (*known != FIGURE_NONE && *known <= insns)) return;
    r->how[FIGURE_THESIS] = *known == FIGURE_NONE ? arena_printf(&a->mem, "%s; the thesis prints none", method)
                                                  : arena_printf(&a->mem, "%s; the author's formula has %d", method, *known);
    *known = insns;
}

/* Cells of one operation stand together, so that each formula is made once. */
static void gather_thesis(app *a, figures *f)
{
    const op *last = NULL;
    thesis_formula t = {0};
    bool good = false;
    for (unsigned i = 0; i < f->count; i++) {
        const cell *c = &f->row[i].cell;
        if (c->w != 2) continue;
        if (c->op != last) good = thesis_count(c->op, &t);
        if (good) take_thesis(a, &f->row[i], &t);
        last = c->op;
    }
}

/* ---- keeping them ---- */

static bool is_known(const db_baseline *b, const db_baseline *known, unsigned nknown)
{
    for (unsigned i = 0; i < nknown; i++) {
        if (cell_compare(&known[i].cell, &b->cell) || strcmp(known[i].source, b->source)) continue;
        return known[i].insns == b->insns && !strcmp(known[i].how, b->how);
    }
    return false;
}

static ls_status keep(app *a, const figures *f, const db_baseline *known, unsigned nknown)
{
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < f->count; i++)
        for (int s = 0; s < FIGURE_SOURCE_COUNT && rc == LS_OK; s++) {
            const figure *r = &f->row[i];
            if (r->other[s] == FIGURE_NONE) continue;
            db_baseline b = {r->cell, figure_source_names[s], (unsigned)r->other[s], r->how[s]};
            if (!is_known(&b, known, nknown)) rc = db_put_baseline(a->db, &b);
        }
    return rc;
}

/* ---- all together ---- */

static void start_figures(app *a, const cell *cells, unsigned count, figures *out)
{
    *out = (figures){arena_new(&a->mem, count + 1, figure), count};
    for (unsigned i = 0; i < count; i++) {
        out->row[i] = (figure){.cell = cells[i], .ours = FIGURE_NONE, .ours_all = FIGURE_NONE, .llvm_all = FIGURE_NONE,
                               .status = "", .bound = FIGURE_NONE};
        for (int s = 0; s < FIGURE_SOURCE_COUNT; s++) out->row[i].other[s] = FIGURE_NONE;
    }
}

ls_status figures_gather(app *a, const cell *cells, unsigned count, const figures_options *o, figures *out)
{
    db_baseline *known;
    unsigned nknown;
    start_figures(a, cells, count, out);
    ls_status rc = db_list_baselines(a->db, a->spec, NULL, &a->mem, &known, &nknown);
    if (rc == LS_OK) rc = for_winners(a, out, measure_winners);
    if (rc == LS_OK) rc = gather_published(a, out);
    if (rc == LS_OK) gather_thesis(a, out);
    if (rc == LS_OK) rc = gather_stock(a, out, o, known, nknown);
    if (rc == LS_OK) rc = keep(a, out, known, nknown);
    return app_report(a, rc);
}

/* ---- compile times ---- */

static ls_status compile_winners(app *a, const target *t, const winners *w)
{
    return codegen_compile(strbuf_text(&w->ir), t->cpu, t->triple, NULL, &a->dg);
}

static ls_status compile_stock(app *a, const cell *cells, unsigned count, const target *t, const stock *s)
{
    strbuf ir = {0};
    for (unsigned i = 0; i < count; i++)
        if (cells[i].target == t) stock_print(s, &cells[i], arena_printf(&a->mem, "stock%u", i), &ir);
    ls_status rc = codegen_compile(strbuf_text(&ir), t->cpu, t->triple, NULL, &a->dg);
    strbuf_free(&ir);
    return rc;
}

ls_status figures_time_compiling(app *a, const cell *cells, unsigned count, bool ours, double *seconds)
{
    stock s = {0};
    figures f;
    ls_status rc = LS_OK;
    start_figures(a, cells, count, &f);
    if (!ours) rc = stock_read(&s, bench_source_path(a, "bench/stock.ir"), a->spec, &a->dg);
    double start = app_seconds();
    if (ours) rc = for_winners(a, &f, compile_winners);
    for (unsigned t = 0; t < a->spec->ntargets && !ours && rc == LS_OK; t++)
        rc = compile_stock(a, cells, count, &a->spec->targets[t], &s);
    *seconds = app_seconds() - start;
    stock_free(&s);
    return app_report(a, rc);
}
