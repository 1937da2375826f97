// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* figures.c - gathers what every cell costs: our winner as compiled now, stock LLVM, published
 * figures.
 *
 * Nothing is taken on trust where it can be measured: winners are parsed from the database's text,
 * emitted and compiled again; the stock form is compiled by the same code generator and counted by
 * the same rules. LLVM takes long for fields that it must scalarise, so the stock figures are kept
 * in the database under a key of LLVM's version, the CPU and the IR, and made again when any of
 * them changes. What cannot be measured here is in bench/baselines.tsv; where the thesis's method
 * (thesis.c) gives a count and the file none, or a greater one, the count of the method stands.
 *
 * Only proved winners count; a cell without one has FIGURE_NONE and a reason, and nobody else is
 * measured there. */
#include "figures.h"

#include <string.h>

#include <llvm-c/Core.h>

#include "bench/base/benches.h"
#include "bench/base/measure.h"
#include "bench/base/tsv.h"
#include "lowerings/emit/lowering.h"
#include "lowerings/measure/codegen.h"
#include "spec/base/clock.h"
#include "spec/form.h"
#include "thesis.h"

#define X(e, name, who) name,
const char *const figure_source_names[FIGURE_SOURCE_COUNT] = {FIGURE_SOURCES(X)};
#undef X
#define X(e, name, who) who,
const char *const figure_source_titles[FIGURE_SOURCE_COUNT] = {FIGURE_SOURCES(X)};
#undef X

/* Figures by jobs: what is measured, and whose it is. */
typedef struct plan {
    measure_job *job;
    figure **figure;
    unsigned count;
} plan;

static plan plan_for(app *a, const figures *f)
{
    return (plan){arena_new(&a->mem, f->count + 1, measure_job),
                  arena_new(&a->mem, f->count + 1, figure *), 0};
}

static unsigned processes(const figures_options *o)
{
    return o->jobs ? o->jobs : app_processors();
}

/* ---- our winners ---- */

/* Queues the winner; false when its text is malformed. */
static bool plan_winner(app *a, const db_lowering *l, figure *f, plan *out)
{
    prog *p = mem_alloc(1, sizeof *p);
    strbuf ir = {0}, decls = {0};
    const char *name = arena_printf(&a->mem, "winner%u", out->count);
    bool good = prog_parse_cell(p, a->spec, &l->cell, l->text, (place){.file = a->db_path}, &a->dg);
    if (good) {
        emit_ir_function(&l->cell, p, name, "", "nounwind", &decls, &ir);
        out->job[out->count] = (measure_job){.target = l->cell.target,
                                             .name = name,
                                             .ir = arena_strdup(&a->mem, ir.s),
                                             .decls = arena_strdup(&a->mem, strbuf_text(&decls))};
        out->figure[out->count++] = f;
        f->status = l->status;
        f->bound = l->bound;
        f->stored = (int)l->cost.insns;
        f->missing = NULL;
    }
    strbuf_free(&ir);
    strbuf_free(&decls);
    mem_free(p);
    return good;
}

static const char *why_unproved(app *a, const db_lowering *l)
{
    const db_proof *p = strcmp(l->program.answer, "proved") ? &l->program : &l->ir;
    if (!db_has_proof(p) || p->state == TRUTH_CLAIMED) return "found, but not proved here";
    return arena_printf(&a->mem, "found, but not proved: %s%s%s", p->answer, *p->reason ? ": " : "",
                        p->reason);
}

/* A cell of which the database has no lowering, or only stale or refuted ones. */
static const char *why_empty(app *a, const cell *c)
{
    return db_is_searched(a->db, c, NULL) ? "searched, nothing proved" : "not searched";
}

/* Queues the winners of the cells of f, and says why there is none. Both lists are sorted by cell.
 */
static bool plan_winners(app *a, figures *f, const db_lowering *list, unsigned count, plan *out)
{
    bool good = true;
    for (unsigned i = 0, k = 0; i < f->count && good; i++) {
        figure *r = &f->row[i];
        while (k < count && cell_compare(&list[k].cell, &r->cell) < 0) k++;
        bool found = k < count && !cell_compare(&list[k].cell, &r->cell);
        if (found && list[k].proved)
            good = plan_winner(a, &list[k], r, out);
        else
            r->missing = found ? why_unproved(a, &list[k]) : why_empty(a, &r->cell);
    }
    return good;
}

static ls_status refuse_winner(app *a, const cell *c, const char *why)
{
    strbuf name = {0};
    cell_print(c, &name);
    diag_error(&a->dg, (place){.file = a->db_path}, "the winner of %s: %s", name.s, why);
    strbuf_free(&name);
    return LS_INPUT;
}

static ls_status take_winners(app *a, const plan *p)
{
    for (unsigned i = 0; i < p->count; i++) {
        const measure_job *j = &p->job[i];
        if (j->failure) return refuse_winner(a, &p->figure[i]->cell, j->failure);
        p->figure[i]->ours = (int)j->count.insns;
        p->figure[i]->ours_all = (int)codegen_count_whole(&j->count);
    }
    return LS_OK;
}

static ls_status gather_winners(app *a, figures *f, unsigned nprocesses)
{
    db_lowering *list;
    unsigned count;
    plan p = plan_for(a, f);
    ls_status rc = db_list_lowerings(a->db, a->spec, NULL, DB_WINNERS, &a->mem, &list, &count);
    if (rc == LS_OK && !plan_winners(a, f, list, count, &p)) rc = LS_INPUT;
    if (rc == LS_OK) rc = measure_all(p.job, p.count, nprocesses, "winners", &a->mem);
    return rc == LS_OK ? take_winners(a, &p) : rc;
}

/* ---- stock LLVM ---- */

/* "llc-19.1.7 -O2 -mcpu=x86-64, IR 12ab34cd": a figure whose words begin so need not be measured
 * again; they go on with
 * ", 877 in all". */
static const char *stock_key(app *a, const cell *c, const char *ir)
{
    unsigned major, minor, patch;
    char hash[HASH_TEXT];
    LLVMGetVersion(&major, &minor, &patch);
    hash_text(ir, hash);
    return arena_printf(&a->mem, "llc-%u.%u.%u -O2 -mcpu=%s, IR %.8s", major, minor, patch,
                        c->target->cpu, hash);
}

/* What was known before; sorted by cell, then source. */
typedef struct known_list {
    db_baseline *at;
    unsigned count;
} known_list;

static const db_baseline *find_known(const known_list *known, const cell *c, const char *source)
{
    unsigned i = cell_first(known->at, sizeof *known->at, known->count, c);
    for (; i < known->count && !cell_compare(&known->at[i].cell, c); i++)
        if (!strcmp(known->at[i].source, source)) return &known->at[i];
    return NULL;
}

/* Takes the figure from the database when it is known with this key. */
static bool recall(figure *f, const char *key, const known_list *known)
{
    const db_baseline *b = find_known(known, &f->cell, "llvm");
    size_t n = strlen(key);
    if (!b || strncmp(b->how, key, n) || sscanf(b->how + n, ", %d in all", &f->llvm_all) != 1)
        return false;
    f->other[FIGURE_LLVM] = (int)b->insns;
    f->how[FIGURE_LLVM] = b->how;
    return true;
}

static void plan_stock_form(app *a, const cell *c, figure *f, plan *out)
{
    strbuf ir = {0};
    const char *name = arena_printf(&a->mem, "stock%u", out->count);
    if (form_print(a->spec, c, name, &ir)) {
        out->job[out->count] = (measure_job){
            .target = c->target, .name = name, .ir = arena_strdup(&a->mem, ir.s), .decls = ""};
        out->figure[out->count++] = f;
    }
    strbuf_free(&ir);
}

/* Fills what the database knows of cells with winners; queues the rest. */
static void plan_stock(app *a, figures *f, bool fresh, const known_list *known, plan *out)
{
    strbuf ir = {0};
    for (unsigned i = 0; i < f->count; i++) {
        figure *r = &f->row[i];
        if (r->ours == FIGURE_NONE) continue;
        strbuf_clear(&ir);
        if (!form_print(a->spec, &r->cell, "stock", &ir)) {
            r->unmeasured = "it has no form in spec/forms.ir";
            continue;
        }
        r->how[FIGURE_LLVM] = stock_key(a, &r->cell, ir.s);
        if (fresh || !recall(r, r->how[FIGURE_LLVM], known)) plan_stock_form(a, &r->cell, r, out);
    }
    strbuf_free(&ir);
}

static void take_stock(app *a, const plan *p)
{
    for (unsigned i = 0; i < p->count; i++) {
        const measure_job *j = &p->job[i];
        figure *f = p->figure[i];
        f->unmeasured = j->failure;
        if (j->failure) continue;
        f->other[FIGURE_LLVM] = (int)j->count.insns;
        f->llvm_all = (int)codegen_count_whole(&j->count);
        f->how[FIGURE_LLVM] = arena_printf(&a->mem, "%s, %d in all", f->how[FIGURE_LLVM],
                                           f->llvm_all);
    }
}

static ls_status gather_stock(app *a, figures *f, const figures_options *o, const known_list *known)
{
    plan p = plan_for(a, f);
    plan_stock(a, f, o->fresh, known, &p);
    ls_status rc = measure_all(p.job, p.count, processes(o), "stock LLVM", &a->mem);
    if (rc == LS_OK) take_stock(a, &p);
    return rc;
}

/* ---- published figures ---- */

enum { TSV_SOURCE, TSV_OPS, TSV_WIDTHS, TSV_CLASSES, TSV_TARGETS, TSV_INSNS, TSV_HOW, TSV_FIELDS };

static int source_of(const tsv_row *r, diags *d)
{
    for (int i = 0; i < FIGURE_SOURCE_COUNT; i++)
        if (!strcmp(r->field[TSV_SOURCE], figure_source_names[i])) return i;
    diag_error(d, r->where, "unknown source '%s'; expected llvm, parabix, thesis or hand",
               r->field[TSV_SOURCE]);
    return -1;
}

static bool row_matches(const tsv_row *r, const cell *c)
{
    char width[16];
    snprintf(width, sizeof width, "%u", c->w);
    return tsv_lists(r->field[TSV_OPS], c->op->name) && tsv_lists(r->field[TSV_WIDTHS], width) &&
           tsv_lists(r->field[TSV_CLASSES], c->cls->name) &&
           tsv_lists(r->field[TSV_TARGETS], c->target->name);
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

/* Plain logic, one word for both bits, is left to the file: there the method is the instruction
 * itself. */
static void take_thesis(app *a, figure *r, const thesis_formula *t)
{
    static const char method[] = "computed by the method of Lin 2014, section 4.2.1";
    int insns = (int)t->insns, *known = &r->other[FIGURE_THESIS];
    if (!t->joined || (*known != FIGURE_NONE && *known <= insns)) return;
    r->how[FIGURE_THESIS] = *known == FIGURE_NONE
                                ? arena_printf(&a->mem, "%s; the thesis prints none", method)
                                : arena_printf(&a->mem, "%s; the author's formula has %d", method,
                                               *known);
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

static bool is_known(const db_baseline *b, const known_list *known)
{
    const db_baseline *k = find_known(known, &b->cell, b->source);
    return k && k->insns == b->insns && !strcmp(k->how, b->how);
}

static ls_status keep(app *a, const figures *f, const known_list *known)
{
    db_baseline *fresh = arena_new(&a->mem, (size_t)f->count * FIGURE_SOURCE_COUNT + 1,
                                   db_baseline);
    unsigned n = 0;
    for (unsigned i = 0; i < f->count; i++)
        for (int s = 0; s < FIGURE_SOURCE_COUNT; s++) {
            const figure *r = &f->row[i];
            if (r->other[s] == FIGURE_NONE) continue;
            db_baseline b = {r->cell, figure_source_names[s], (unsigned)r->other[s], r->how[s]};
            if (!is_known(&b, known)) fresh[n++] = b;
        }
    return n ? db_put_baselines(a->db, fresh, n) : LS_OK;
}

/* ---- all together ---- */

static void start_figures(app *a, const cell *cells, unsigned count, figures *out)
{
    *out = (figures){arena_new(&a->mem, count + 1, figure), count};
    for (unsigned i = 0; i < count; i++) {
        out->row[i] = (figure){.cell = cells[i],
                               .ours = FIGURE_NONE,
                               .ours_all = FIGURE_NONE,
                               .llvm_all = FIGURE_NONE,
                               .status = "",
                               .bound = FIGURE_NONE};
        for (int s = 0; s < FIGURE_SOURCE_COUNT; s++) out->row[i].other[s] = FIGURE_NONE;
    }
}

ls_status figures_gather(app *a, const cell *cells, unsigned count, const figures_options *o,
                         figures *out)
{
    known_list known;
    start_figures(a, cells, count, out);
    ls_status rc = db_list_baselines(a->db, a->spec, NULL, &a->mem, &known.at, &known.count);
    if (rc == LS_OK) rc = gather_winners(a, out, processes(o));
    if (rc == LS_OK) rc = gather_published(a, out);
    if (rc == LS_OK) gather_thesis(a, out);
    if (rc == LS_OK) rc = gather_stock(a, out, o, &known);
    if (rc == LS_OK) rc = keep(a, out, &known);
    return app_report(a, rc);
}

/* ---- compile times ---- */

static ls_status plan_compiling(app *a, figures *f, bool ours, plan *p)
{
    db_lowering *list;
    unsigned count;
    ls_status rc = ours
                       ? db_list_lowerings(a->db, a->spec, NULL, DB_WINNERS, &a->mem, &list, &count)
                       : LS_OK;
    if (rc == LS_OK && ours && !plan_winners(a, f, list, count, p)) rc = LS_INPUT;
    for (unsigned i = 0; i < f->count && rc == LS_OK && !ours; i++)
        plan_stock_form(a, &f->row[i].cell, &f->row[i], p);
    return rc;
}

ls_status figures_time_compiling(app *a, const cell *cells, unsigned count, bool ours,
                                 double *seconds)
{
    figures f;
    plan p;
    start_figures(a, cells, count, &f);
    p = plan_for(a, &f);
    ls_status rc = plan_compiling(a, &f, ours, &p);
    double start = clock_seconds();
    if (rc == LS_OK) rc = measure_all(p.job, p.count, 1, "compiling", &a->mem);
    *seconds = clock_seconds() - start;
    return app_report(a, rc);
}
