// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_verify.c - `lanesmith verify`: is everything that ships proved?
 *
 * Which lowerings: of each cell those that may be the cheapest, from the cheapest on, until one
 * stands that nothing cheaper is left beside. What is attested or proved here stands already. What
 * is only claimed is proved from its stored text and measured (check.c), so that a cost that a text
 * makes up displaces nothing. With --all-lowerings, every row; with --changed and --sample, those
 * that are chosen.
 *
 * Which bounds: those that are only claimed, those of a sample, or all (check_bounds.c).
 *
 * A cell whose only rows are stale counts as stale; one whose only rows were refuted is refuted
 * again. The exit status is LS_NO when anything is refuted, unknown, stale or contradictory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/app/story.h"
#include "cli/app/texts.h"
#include "cli/check/verification.h"
#include "cli.h"
#include "lowerings/emit/lowering.h"
#include "spec/base/clock.h"
#include "spec/base/stop.h"

#define ROW(...) OPTION_ROW(verify_options, __VA_ARGS__)
static const option_row rows[] = {VERIFY_OPTIONS(ROW)};
static const command_text text = {
    "verify",
    "[FILE]...",
    "Proves what is only claimed: that a program computes its operation, and that the LLVM IR "
    "emitted for it\n"
    "does; measures its cost; runs the emitted code where the processor can; computes bounds "
    "again. What is\n"
    "attested or proved here already is checked again with --again, or a part of it with "
    "--sample.\n"
    "Exit status 1 when anything is refuted, unknown or stale, or a bound is wrong.",
    "lanesmith verify\n"
    "lanesmith verify --op add --width 2 --all-lowerings --again\n"
    "lanesmith verify --changed origin/main --sample 1000 --seed 7\n"
    "lanesmith verify --sample 200 --solver cvc5\n"
    "lanesmith verify --again --attest\n",
    rows,
    sizeof rows / sizeof *rows};

/* ---- which rows ---- */

static unsigned end_of_cell(const checks *c, unsigned first)
{
    unsigned end = first + 1;
    while (end < c->count && !cell_compare(&c->row[first].l->cell, &c->row[end].l->cell)) end++;
    return end;
}

/* The first row that has no verdict and was (or was not) refuted before, or end. */
static unsigned first_open(const checks *c, unsigned first, unsigned end, bool refuted)
{
    while (first < end && (c->row[first].verdict || is_refuted(c->row[first].l) != refuted))
        first++;
    return first;
}

static bool has_verdict(const checks *c, unsigned first, unsigned end, verdict v)
{
    for (unsigned i = first; i < end; i++)
        if (c->row[i].verdict == v) return true;
    return false;
}

/* The first row without a verdict that may be cheaper than every proved one, or end; rows are
 * sorted by what is stored of their cost, which may be a claim. plain: among rows that leave
 * nothing to LLVM. */
static unsigned choose_cheaper(const checks *c, unsigned first, unsigned end, bool plain)
{
    const cost *best = NULL;
    unsigned open = end;
    for (unsigned i = first; i < end; i++) {
        const check *k = &c->row[i];
        if (is_refuted(k->l) || (plain && prog_has_form(&k->prog))) continue;
        if (!k->verdict && open == end) open = i;
        if (k->verdict == VERDICT_PROVED &&
            (!best || cost_compare(&k->cost, best, OBJECTIVE_THROUGHPUT) < 0))
            best = &k->cost;
    }
    bool cheaper = open < end &&
                   (!best || cost_compare(&c->row[open].l->cost, best, OBJECTIVE_THROUGHPUT) < 0);
    return cheaper ? open : end;
}

/* The row of a cell to check next, or end: the winner, and what the headers take where the winner
 * leaves something to LLVM. */
static unsigned choose_row(const checks *c, unsigned first, unsigned end)
{
    unsigned i = choose_cheaper(c, first, end, false);
    if (i < end) return i;
    if (has_verdict(c, first, end, VERDICT_PROVED)) return choose_cheaper(c, first, end, true);
    if (has_verdict(c, first, end, VERDICT_REFUTED) || has_verdict(c, first, end, VERDICT_UNKNOWN))
        return end;
    return first_open(c, first, end, true);
}

static unsigned choose(const checks *c, bool all, unsigned *index)
{
    unsigned n = 0;
    for (unsigned first = 0, end; first < c->count; first = end) {
        end = end_of_cell(c, first);
        unsigned i = all ? first : choose_row(c, first, end);
        for (; i < end; i++) {
            if (!c->row[i].verdict) index[n++] = i;
            if (!all) break;
        }
    }
    return n;
}

/* Where a cell has a proved row, its stale ones are history. */
static void forgive_stale(checks *c)
{
    for (unsigned first = 0, end; first < c->count; first = end) {
        end = end_of_cell(c, first);
        bool seen = has_verdict(c, first, end, VERDICT_PROVED);
        for (unsigned i = first; i < end; i++) {
            check *k = &c->row[i];
            if (k->verdict == VERDICT_STALE && seen) k->verdict = VERDICT_NONE;
            seen |= k->verdict == VERDICT_STALE;
        }
    }
}

static ls_status check_all(checks *c, bool all)
{
    unsigned *index = mem_alloc(c->count, sizeof *index);
    ls_status rc = LS_OK;
    for (unsigned n; rc == LS_OK && (n = choose(c, all, index)) > 0;) rc = checks_run(c, index, n);
    if (rc == LS_OK && !all) forgive_stale(c);
    mem_free(index);
    return rc;
}

/* ---- the obligations as files ---- */

/* "DIR/lanesmith_add_2_x128_x86_64.smt2", "..._2.smt2" for a second program of the cell,
 * "....ir.smt2" for the IR. */
static ls_status write_file_of(checks *c, const check *k, unsigned number, const char *dir,
                               const char *ending, const strbuf *smt2)
{
    strbuf path = {0};
    strbuf_printf(&path, "%s/", dir);
    lowering_print_name(&k->l->cell, &path);
    if (number > 1) strbuf_printf(&path, "_%u", number);
    strbuf_puts(&path, ending);
    ls_status rc = LS_OK;
    if (file_write(path.s, strbuf_text(smt2), smt2->len) != LS_OK)
        rc = app_file_error(c->a, "cannot write", path.s);
    strbuf_free(&path);
    return rc;
}

static ls_status write_smt2(checks *c, verifier *v, unsigned i, unsigned number, const char *dir)
{
    const check *k = &c->row[i];
    strbuf smt2 = {0}, ir = {0}, name = {0};
    ls_status rc = app_report(c->a, verify_write_smt2(v, &k->l->cell, &k->prog, &smt2, &c->a->dg));
    if (rc == LS_OK) rc = write_file_of(c, k, number, dir, ".smt2", &smt2);
    strbuf_clear(&smt2);
    lowering_print_name(&k->l->cell, &name);
    emit_ir_module(&k->l->cell, &k->prog, strbuf_text(&name), &ir);
    if (rc == LS_OK)
        rc = app_report(c->a, verify_write_ir_smt2(v, &k->l->cell, strbuf_text(&ir),
                                                   strbuf_text(&name), &smt2, &c->a->dg));
    if (rc == LS_OK) rc = write_file_of(c, k, number, dir, ".ir.smt2", &smt2);
    strbuf_free(&smt2);
    strbuf_free(&ir);
    strbuf_free(&name);
    return rc;
}

static ls_status write_obligations(checks *c, const char *dir)
{
    verifier *v = NULL;
    if (file_mkdirs(dir) != LS_OK) return app_file_error(c->a, "cannot make the directory", dir);
    ls_status rc = verifier_new(&v, verify_default_limits, NULL, NULL);
    if (rc != LS_OK) return rc;
    for (unsigned first = 0, end; rc == LS_OK && first < c->count; first = end) {
        unsigned number = 0;
        end = end_of_cell(c, first);
        for (unsigned i = first; rc == LS_OK && i < end; i++)
            if (c->row[i].verdict && c->row[i].verdict != VERDICT_STALE && c->row[i].prog.cls)
                rc = write_smt2(c, v, i, ++number, dir);
    }
    verifier_free(v);
    return rc;
}

/* ---- which statements, with --changed and --sample ---- */

/* A number that orders statements by chance, the same on every machine. */
static void draw(unsigned seed, const cell *c, const char *what, char out[HASH_TEXT])
{
    strbuf s = {0};
    strbuf_printf(&s, "%u ", seed);
    cell_print(c, &s);
    strbuf_printf(&s, "\n%s", what);
    hash_text(strbuf_text(&s), out);
    strbuf_free(&s);
}

typedef struct lot {
    char number[HASH_TEXT];
    unsigned index;
} lot;

static int compare_lots(const void *a, const void *b)
{
    return strcmp(((const lot *)a)->number, ((const lot *)b)->number);
}

static int compare_rows(const void *pa, const void *pb)
{
    const db_lowering *a = pa, *b = pb;
    int r = cell_compare(&a->cell, &b->cell);
    return r ? r : strcmp(a->text, b->text);
}

/* The changed lowerings, and so many of the others. */
static ls_status choose_rows(verification *v)
{
    app *a = v->a;
    db_lowering *list;
    unsigned count, n = 0;
    ls_status rc = app_report(a, db_list_lowerings(a->db, a->spec, NULL, v->base ? DB_ALL : DB_KEPT,
                                                   &a->mem, &list, &count));
    if (rc != LS_OK) return rc;
    lot *lots = arena_new(&a->mem, count + 1, lot);
    v->rows = arena_new(&a->mem, count + 1, db_lowering);
    for (unsigned i = 0; i < count; i++) {
        if (!cell_filter_admits(v->f, &list[i].cell)) continue;
        if (v->base && changed_lowering(v->base, &list[i])) {
            v->rows[v->nrows++] = list[i];
        } else if (!list[i].stale) {
            draw(v->o->seed, &list[i].cell, list[i].text, lots[n].number);
            lots[n++].index = i;
        }
    }
    v->t.changed = v->nrows;
    if (n) qsort(lots, n, sizeof *lots, compare_lots);
    for (unsigned i = 0; i < n && i < v->o->sample; i++) v->rows[v->nrows++] = list[lots[i].index];
    v->t.sampled = v->nrows - v->t.changed;
    if (v->nrows) qsort(v->rows, v->nrows, sizeof *v->rows, compare_rows);
    return LS_OK;
}

static bool is_chosen_row(void *context, const db_lowering *l)
{
    const verification *v = context;
    return v->nrows && bsearch(l, v->rows, v->nrows, sizeof *v->rows, compare_rows);
}

bool verification_chooses(const verify_options *o) { return o->changed || o->sample; }

enum { BOUNDS_PER_SAMPLE = 50 };

/* One of the sample: so many of all bounds as of all lowerings, or at least a part of them. */
static bool is_sampled_bound(const verification *v, const db_bound *b)
{
    char number[HASH_TEXT];
    unsigned long in_million = v->o->sample / BOUNDS_PER_SAMPLE * 20; /* of 50,000 */
    draw(v->o->seed, &b->cell, b->grammar, number);
    number[8] = 0;
    return strtoul(number, NULL, 16) % 1000000 < in_million;
}

static bound_choice choose_bound(void *context, const db_bound *b)
{
    const verification *v = context;
    if (!cell_filter_admits(v->f, &b->cell)) return BOUND_LEFT;
    if (v->base && changed_bound(v->base, b)) return BOUND_REQUIRED;
    if (v->o->sample && is_sampled_bound(v, b)) return BOUND_SAMPLED;
    if (verification_chooses(v->o)) return BOUND_LEFT;
    return b->state == TRUTH_CLAIMED || !strcmp(v->o->bounds, "all") ? BOUND_SAMPLED : BOUND_LEFT;
}

static ls_status count_marks(verification *v)
{
    db_mark *list;
    unsigned n;
    ls_status rc = app_report(v->a, db_list_searched(v->a->db, NULL, &v->a->mem, &list, &n));
    for (unsigned i = 0; rc == LS_OK && i < n; i++) v->t.marks += changed_mark(v->base, &list[i]);
    return rc;
}

/* ---- contradictions ---- */

static void print_contradiction(void *context, const char *what)
{
    verification *v = context;
    v->t.contradictions++;
    fprintf(stderr, "lanesmith verify: contradiction: %s\n", what);
}

/* ---- second opinions ---- */

typedef struct opinions {
    verification *v;
    const checks *c;
    const second_subject *subjects;
    progress line;
    unsigned done;
} opinions;

static void note_opinion(opinions *x, unsigned index, second_kind kind, const char *what,
                         const char *message)
{
    x->v->t.second[kind]++;
    if (kind != SECOND_DISAGREES) return;
    strbuf name = {0};
    cell_print(x->subjects[index].s.cell, &name);
    printf("disagreement: %s (%s): %s\n", strbuf_text(&name), what,
           *message ? message : "the other has a counterexample");
    strbuf_free(&name);
}

static ls_status take_opinion(void *context, unsigned index, const second_answer *a)
{
    opinions *x = context;
    note_opinion(x, index, a->program, "program", a->message);
    note_opinion(x, index, a->ir, "emitted IR", a->message);
    progress_update(&x->line, ++x->done, "");
    return LS_OK;
}

static ls_status ask_others(verification *v, const checks *c)
{
    second_subject *subjects = mem_alloc(c->count + 1, sizeof *subjects);
    opinions x = {.v = v, .c = c, .subjects = subjects};
    unsigned n = 0;
    for (unsigned i = 0; i < c->count; i++) {
        const check *k = &c->row[i];
        if (!k->prog.cls || k->l->stale || !db_has_proof(&k->l->program)) continue;
        subjects[n++] = (second_subject){
            {&k->l->cell, &k->prog}, k->l->program.solver, k->l->ir.solver};
    }
    progress_begin(&x.line, "verify: second opinions", n);
    second_plan plan = {.spec = v->a->spec,
                        .subjects = subjects,
                        .count = n,
                        .processes = c->processes,
                        .solver = v->o->solver,
                        .seconds = v->o->solver_seconds,
                        .context = &x,
                        .done = take_opinion};
    ls_status rc = second_all(&plan);
    progress_end(&x.line);
    mem_free(subjects);
    return rc;
}

/* ---- the list of attested digests ---- */

static ls_status write_attested(verification *v)
{
    strbuf list = {0};
    const char *path = v->o->attested ? v->o->attested : app_attested_path(v->a);
    ls_status rc = attested_print(v->a, &list, &v->t.attested);
    if (rc == LS_OK && file_write(path, strbuf_text(&list), list.len) != LS_OK)
        rc = app_file_error(v->a, "cannot write", path);
    strbuf_free(&list);
    return rc;
}

static ls_status count_states(verification *v)
{
    db_lowering *list;
    unsigned n;
    arena mem = {0};
    ls_status rc = app_report(
        v->a, db_list_lowerings(v->a->db, v->a->spec, NULL, DB_WINNERS, &mem, &list, &n));
    for (unsigned i = 0; rc == LS_OK && i < n; i++)
        if (list[i].winner) v->t.state[list[i].state]++;
    arena_free(&mem);
    return rc;
}

/* ---- the command ---- */

static ls_status conclude(const verification *v, const checks *c)
{
    const tally *t = &v->t;
    if (c->worst != LS_OK) return c->worst;
    bool bad = t->of[VERDICT_REFUTED] || t->of[VERDICT_UNKNOWN] || t->of[VERDICT_STALE] ||
               t->contradictions || t->bounds.nwrong || t->bounds.missing ||
               t->second[SECOND_DISAGREES];
    return bad ? LS_NO : LS_OK;
}

/* Proves and measures, or (with --solver, --independent) asks others. */
static ls_status check_statements(verification *v, checks *c)
{
    const verify_options *o = v->o;
    app *a = v->a;
    if (o->solver || o->independent) return ask_others(v, c);
    ls_status rc = check_all(c, o->all || verification_chooses(o));
    if (rc == LS_OK && strcmp(o->bounds, "off"))
        rc = bounds_check(&v->t.bounds, a, choose_bound, v, 1000000ULL * o->bound_work, o->jobs);
    if (rc == LS_OK)
        rc = app_report(a, db_find_contradictions(a->db, a->spec, print_contradiction, v));
    if (rc == LS_OK && o->attest) rc = write_attested(v);
    return rc == LS_OK ? count_states(v) : rc;
}

static ls_status verify(verification *v, const char *options)
{
    checks c;
    const verify_options *o = v->o;
    double start = clock_seconds();
    ls_status rc = o->changed ? changed_open(&v->base, v->a, o->changed) : LS_OK;
    if (rc == LS_OK && v->base) rc = count_marks(v);
    if (rc == LS_OK && verification_chooses(o)) rc = choose_rows(v);
    if (rc != LS_OK) return rc;
    check_wish wish = {.again = o->again || verification_chooses(o),
                       .hardware = !strcmp(o->hardware, "on"),
                       .renew = o->renew,
                       .chosen = verification_chooses(o) ? is_chosen_row : NULL,
                       .context = v};
    rc = checks_open(&c, v->a, v->f, &wish);
    if (rc != LS_OK) return rc;
    if (o->jobs) c.processes = o->jobs;
    c.options = options;
    rc = check_statements(v, &c);
    if (rc == LS_OK && o->smt2) rc = write_obligations(&c, o->smt2);
    if (rc == LS_OK || rc == LS_STOPPED) {
        report_count(&v->t, &c);
        v->t.seconds = clock_seconds() - start;
        (o->json ? report_json : report_text)(v, &c);
        if (rc == LS_OK) rc = conclude(v, &c);
        if (o->markdown && report_markdown(v, rc) != LS_OK) rc = LS_ENV;
    }
    ls_status closed = checks_close(&c);
    return rc == LS_OK ? closed : rc;
}

/* The database to look at: the given one, or one made of the given texts alone, or of those of the
 * tree. */
static ls_status open_database(app *a, verify_options *o, char **files, int nfiles)
{
    unsigned n = o->winners.count + (unsigned)nfiles;
    const char **texts;
    if (!n && !o->changed) return app_open_db(a, o->db_path, APP_DB_READ);
    ls_status rc = app_open_scratch(a);
    if (rc == LS_OK && n) {
        const char **paths = arena_new(&a->mem, n, const char *);
        memcpy(paths, o->winners.word, o->winners.count * sizeof *paths);
        for (int i = 0; i < nfiles; i++) paths[o->winners.count + (unsigned)i] = files[i];
        rc = texts_expand(a, paths, n, &texts, &n);
    } else if (rc == LS_OK) {
        const char *tree = app_path(a, a->spec_dir, "../db");
        rc = texts_expand(a, &tree, 1, &texts, &n);
    }
    return rc == LS_OK
               ? app_report(a, db_load_winners(a->db, a->spec, texts, n, NULL, NULL, &a->dg))
               : rc;
}

/* Options that do not go together; OPTIONS_GO_ON when they do. */
static int check_options(const verify_options *o, char **files, int nfiles)
{
    if (nfiles && !o->winners.count)
        return usage_error(
            "verify", "unexpected operand `%s`; a winners text is named by --winners", files[0]);
    if (o->attest && (verification_chooses(o) || o->winners.count || o->solver || o->independent))
        return usage_error("verify", "--attest signs what a database holds; not with --winners, "
                                     "--changed, --sample, --solver or --independent");
    if (o->solver && o->independent)
        return usage_error("verify", "--solver or --independent, not both");
    return OPTIONS_GO_ON;
}

int cmd_verify(int argc, char **argv)
{
    app a;
    cell_filter f;
    strbuf line = {0};
    char **files;
    int nfiles;
    verify_options o = {
        .hardware = "on", .bounds = "claimed", .bound_work = 2000, .solver_seconds = 10};
    app_join_options(argc, argv, &line);
    int stop = options_parse(&text, argc, argv, &o, &files, &nfiles);
    if (stop == OPTIONS_GO_ON) stop = check_options(&o, files, nfiles);
    if (stop != OPTIONS_GO_ON) {
        strbuf_free(&line);
        return stop;
    }
    verification v = {.a = &a, .o = &o, .f = &f};
    ls_status rc = app_try_spec(&a, "verify", o.spec_dir);
    if (rc == LS_OK)
        rc = cell_filter_make(&f, "verify", a.spec, &o.ops, &o.widths, &o.classes, &o.targets);
    if (rc == LS_OK) rc = cells_need("verify", a.spec, &f);
    if (rc == LS_OK) rc = open_database(&a, &o, files, nfiles);
    if (rc == LS_OK) rc = verify(&v, strbuf_text(&line));
    changed_close(v.base);
    app_close(&a);
    strbuf_free(&line);
    return (int)rc;
}
