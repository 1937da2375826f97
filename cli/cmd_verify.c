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
 * again. The exit status is LS_NO when anything is refuted, unknown, stale or contradictory.
 *
 * The report is ordered as the database is, whatever order the answers came in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lowerings/lowering.h"
#include "../spec/stop.h"
#include "attest.h"
#include "changed.h"
#include "check.h"
#include "check_bounds.h"
#include "cli.h"
#include "second.h"
#include "story.h"

#define VERIFY_OPTIONS(X)                                                                          \
    OPTIONS_DB(X)                                                                                  \
    X(FILES, winners, 0, "winners", "FILE",                                                        \
      "check this winners text (and FILE operands), not the database")                             \
    X(TEXT, changed, 0, "changed", "REV",                                                          \
      "check what the winners texts say otherwise than at this git revision")                      \
    OPTIONS_CELLS(X)                                                                               \
    X(FLAG, all, 0, "all-lowerings", NULL, "every lowering, not only the cheapest of each cell")   \
    X(FLAG, again, 0, "again", NULL,                                                               \
      "prove, measure and run also what is attested or proved here")                               \
    X(NUMBER, sample, 0, "sample", "1..1000000",                                                   \
      "check so many lowerings, chosen by the seed, and a bound for every 50")                     \
    X(NUMBER, seed, 0, "seed", "0..2147483647", "of the sample; default: 0")                       \
    X(FLAG, renew, 0, "renew", NULL, "prove stale lowerings for what the spec means now")          \
    X(CHOICE, hardware, 0, "hardware", "on|off",                                                   \
      "run the emitted code on this processor; default: on")                                       \
    X(CHOICE, bounds, 0, "bounds", "off|claimed|all", "compute bounds again; default: claimed")    \
    X(NUMBER, bound_work, 0, "bound-work", "0..1000000",                                           \
      "longest search for a bound, 0: no limit; default: 2000, a few seconds")                     \
    X(TEXT, solver, 0, "solver", "PROGRAM",                                                        \
      "put the obligations to another SMT solver (cvc5) instead")                                  \
    X(FLAG, independent, 0, "independent", NULL,                                                   \
      "settle them by other tactics than they were settled by, instead")                           \
    X(NUMBER, solver_seconds, 0, "solver-seconds", "1..3600",                                      \
      "for an obligation of these two; default: 10")                                               \
    X(FLAG, attest, 0, "attest", NULL, "then write the list of attested digests anew")             \
    X(TEXT, attested, 0, "attested", "FILE",                                                       \
      "that list; default: db/attested beside the specification")                                  \
    X(TEXT, markdown, 0, "markdown", "FILE", "append a summary as Markdown, for a page of CI")     \
    X(TEXT, smt2, 0, "smt2", "DIR",                                                                \
      "write the obligations of programs and IR there as .smt2 files")                             \
    OPTIONS_JOBS(X)                                                                                \
    OPTIONS_JSON(X)
typedef struct verify_options { VERIFY_OPTIONS(OPTION_MEMBER) } verify_options;
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

typedef struct tally {
    unsigned of[VERDICT_STALE + 1]; /* by verdict */
    unsigned renewed, stood, executed, skipped;
    unsigned changed, sampled,
        marks;                      /* with --changed and --sample: lowerings; marks that differ */
    unsigned state[TRUTH_CLAIMED];  /* of the winners: attested, proved here */
    unsigned second[SECOND_KINDS];  /* obligations, by what a second opinion says */
    unsigned contradictions, measured_otherwise;
    bound_checks bounds;
    attest_count attested;
    double seconds;
} tally;

/* What is to be done. */
typedef struct verification {
    app *a;
    const verify_options *o;
    const cell_filter *f;
    changed *base;      /* with --changed; else NULL */
    db_lowering *rows;  /* with --changed or --sample: those that are checked, by cell and text */
    unsigned nrows;
    tally t;
} verification;

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
    while (first < end && (c->row[first].verdict || is_refuted(c->row[first].l) != refuted)) first++;
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

static bool chooses(const verify_options *o) { return o->changed || o->sample; }

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
    if (chooses(v->o)) return BOUND_LEFT;
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
        if (!k->prog.cls || k->l->stale || !k->l->program.obligation[0]) continue;
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

/* ---- the report ---- */

static void count(tally *t, const checks *c)
{
    for (unsigned i = 0; i < c->count; i++) {
        const check *k = &c->row[i];
        t->of[k->verdict]++;
        t->renewed += k->verdict == VERDICT_PROVED && k->renewed;
        t->stood += k->stood;
        t->executed += k->executed >= EXECUTE_AGREES;
        t->skipped += k->executed == EXECUTE_LACKS;
        t->measured_otherwise += k->renewed && k->verdict == VERDICT_PROVED &&
                                 cost_compare(&k->cost, &k->l->cost, OBJECTIVE_THROUGHPUT);
    }
}

static bool is_finding(const check *k)
{
    return k->verdict != VERDICT_NONE && k->verdict != VERDICT_PROVED;
}

static const char *label(const check *k)
{
    return k->verdict == VERDICT_REFUTED ? "counterexample" : "reason";
}

static void print_finding(const check *k)
{
    strbuf name = {0};
    cell_print(&k->l->cell, &name);
    printf("%s: %s (%s, engine %s)\n", verdict_names[k->verdict], strbuf_text(&name), k->what, k->l->engine);
    print_lines(k->l->text, "    ");
    printf("  %s: ", label(k));
    print_lines(k->reason, "");
    strbuf_free(&name);
}

/* Each figure under its name: X(name, value). */
#define FIGURES(X, t)                                                                              \
    X("proved", t->of[VERDICT_PROVED])                                                             \
    X("new", t->renewed)                                                                           \
    X("refuted", t->of[VERDICT_REFUTED])                                                           \
    X("unknown", t->of[VERDICT_UNKNOWN])                                                           \
    X("stale", t->of[VERDICT_STALE])                                                               \
    X("measured_otherwise", t->measured_otherwise)                                                 \
    X("executed", t->executed)                                                                     \
    X("skipped", t->skipped)                                                                       \
    X("changed", t->changed)                                                                       \
    X("sampled", t->sampled)                                                                       \
    X("changed_marks", t->marks)                                                                   \
    X("contradictions", t->contradictions)                                                         \
    X("bounds", t->bounds.chosen)                                                                  \
    X("bounds_confirmed", t->bounds.confirmed)                                                     \
    X("bounds_wrong", t->bounds.nwrong)                                                            \
    X("bounds_unfinished", t->bounds.unfinished)                                                   \
    X("bounds_foreign", t->bounds.foreign)                                                         \
    X("bounds_missing", t->bounds.missing)                                                         \
    X("second_agrees", t->second[SECOND_AGREES])                                                   \
    X("second_disagrees", t->second[SECOND_DISAGREES])                                             \
    X("second_silent", t->second[SECOND_SILENT])                                                   \
    X("second_none", t->second[SECOND_NONE])                                                       \
    X("winners_proved_here", t->state[TRUTH_HERE])                                                 \
    X("winners_attested", t->state[TRUTH_ATTESTED])

static void print_bounds(const bound_checks *b)
{
    for (unsigned i = 0; i < b->nwrong; i++) {
        strbuf name = {0};
        cell_print(&b->wrong[i].stored->cell, &name);
        printf("wrong bound: %s: stored %u, computed %u (engine %s), in the grammar\n",
               strbuf_text(&name), b->wrong[i].stored->insns, b->wrong[i].computed,
               b->wrong[i].stored->engine);
        print_lines(b->wrong[i].stored->grammar, "    ");
        strbuf_free(&name);
    }
    if (!b->chosen) return;
    printf("bounds: %u chosen, %u confirmed by %u searches, %u wrong, %u not finished, %u of "
           "grammars that are made no more, "
           "%.1f s\n",
           b->chosen, b->confirmed, b->searches, b->nwrong, b->unfinished, b->foreign, b->seconds);
    if (b->missing)
        printf("bounds: %u that changed are not confirmed; --bound-work gives a search more time\n",
               b->missing);
}

static void print_choice(const verification *v)
{
    const tally *t = &v->t;
    if (v->base)
        printf("changed since %s%s: %u lowerings, %u marks of searches (which nobody can check but "
               "a search)\n",
               v->o->changed, changed_is_attested(v->base) ? "" : ", where nothing is attested",
               t->changed, t->marks);
    if (v->o->sample) printf("sample: %u lowerings, seed %u\n", t->sampled, v->o->seed);
}

static void print_second(const verification *v)
{
    const unsigned *n = v->t.second;
    printf("%s: %u obligations agree, %u disagree, %u without an answer in time, %u not asked (no "
           "other tactic, or cannot be written)\n",
           v->o->solver ? v->o->solver : "other tactics", n[SECOND_AGREES], n[SECOND_DISAGREES],
           n[SECOND_SILENT], n[SECOND_NONE]);
}

static void print_text(const verification *v, const checks *c)
{
    const tally *t = &v->t;
    for (unsigned i = 0; i < c->count; i++)
        if (is_finding(&c->row[i])) print_finding(&c->row[i]);
    if (t->of[VERDICT_STALE])
        puts("stale: `lanesmith verify --renew` proves them for what the spec means now, `lanesmith db prune` "
             "deletes them");
    print_choice(v);
    print_bounds(&t->bounds);
    if (v->o->solver || v->o->independent) print_second(v);
    if (t->executed || t->skipped) {
        printf("executed %u, skipped %u", t->executed, t->skipped);
        printf(t->skipped ? " (needs %s)\n" : "\n", c->lacks);
    }
    if (t->measured_otherwise)
        printf("%u cost otherwise than was stored; the measured figures are stored now\n",
               t->measured_otherwise);
    if (!chooses(v->o) && !v->o->solver && !v->o->independent)
        printf("winners: %u proved here, %u attested\n", t->state[TRUTH_HERE],
               t->state[TRUTH_ATTESTED]);
    if (v->o->attest)
        printf("signed: %u groups of lowerings, %u of bounds, %u of marks; left out, only claimed: "
               "%u, %u, %u\n",
               t->attested.groups[ATTEST_LOWERINGS], t->attested.groups[ATTEST_BOUNDS],
               t->attested.groups[ATTEST_MARKS], t->attested.left[ATTEST_LOWERINGS],
               t->attested.left[ATTEST_BOUNDS], t->attested.left[ATTEST_MARKS]);
    if (stop_signal()) printf("interrupted: ");
    printf("%u proved (%u new), %u refuted, %u unknown, %u stale, %.1f s\n", t->of[VERDICT_PROVED], t->renewed,
           t->of[VERDICT_REFUTED], t->of[VERDICT_UNKNOWN], t->of[VERDICT_STALE], t->seconds);
}

static ls_status append_markdown(const verification *v, ls_status result)
{
    const tally *t = &v->t;
    FILE *out = fopen(v->o->markdown, "a");
    if (!out) return app_file_error(v->a, "cannot write", v->o->markdown);
    fprintf(out, "### lanesmith verify: %s\n\n| figure | value |\n|---|---:|\n",
            result == LS_OK ? "passed" : "FAILED");
#define X(name, value) if (value) fprintf(out, "| %s | %u |\n", name, value);
    FIGURES(X, t)
#undef X
    fprintf(out, "| seconds | %.1f |\n", t->seconds);
    if (chooses(v->o)) fprintf(out, "| seed | %u |\n", v->o->seed);
    fputs("\n", out);
    return fclose(out) ? app_file_error(v->a, "cannot write", v->o->markdown) : LS_OK;
}

static void print_json_finding(const check *k, const char *separator)
{
    const cell *at = &k->l->cell;
    printf("%s\n  {\"op\": \"%s\", \"width\": %u, \"class\": \"%s\", \"target\": \"%s\"", separator, at->op->name, at->w,
           at->cls->name, at->target->name);
    printf(", \"verdict\": \"%s\", \"what\": \"%s\", \"program\": ", verdict_names[k->verdict], k->what);
    json_print(k->l->text, stdout);
    fputs(", \"reason\": ", stdout);
    json_print(k->reason, stdout);
    putchar('}');
}

static void print_json(const verification *v, const checks *c)
{
    const char *separator = "";
    const tally *t = &v->t;
    printf("{\"interrupted\": %s, ", stop_signal() ? "true" : "false");
#define X(name, value) printf("\"%s\": %u, ", name, value);
    FIGURES(X, t)
#undef X
    printf("\"seed\": %u, \"seconds\": %.3f, \"findings\": [", v->o->seed, t->seconds);
    for (unsigned i = 0; i < c->count; i++) {
        if (!is_finding(&c->row[i])) continue;
        print_json_finding(&c->row[i], separator);
        separator = ",";
    }
    puts("]}");
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
    ls_status rc = check_all(c, o->all || chooses(o));
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
    double start = app_seconds();
    ls_status rc = o->changed ? changed_open(&v->base, v->a, o->changed) : LS_OK;
    if (rc == LS_OK && v->base) rc = count_marks(v);
    if (rc == LS_OK && chooses(o)) rc = choose_rows(v);
    if (rc != LS_OK) return rc;
    check_wish wish = {.again = o->again || chooses(o),
                       .hardware = !strcmp(o->hardware, "on"),
                       .renew = o->renew,
                       .chosen = chooses(o) ? is_chosen_row : NULL,
                       .context = v};
    rc = checks_open(&c, v->a, v->f, &wish);
    if (rc != LS_OK) return rc;
    if (o->jobs) c.processes = o->jobs;
    c.options = options;
    rc = check_statements(v, &c);
    if (rc == LS_OK && o->smt2) rc = write_obligations(&c, o->smt2);
    if (rc == LS_OK || rc == LS_STOPPED) {
        count(&v->t, &c);
        v->t.seconds = app_seconds() - start;
        (o->json ? print_json : print_text)(v, &c);
        if (rc == LS_OK) rc = conclude(v, &c);
        if (o->markdown && append_markdown(v, rc) != LS_OK) rc = LS_ENV;
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
        texts = arena_new(&a->mem, n, const char *);
        memcpy(texts, o->winners.word, o->winners.count * sizeof *texts);
        for (int i = 0; i < nfiles; i++) texts[o->winners.count + (unsigned)i] = files[i];
    } else if (rc == LS_OK) {
        rc = winners_of_tree(a, &texts, &n);
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
    if (o->attest && (chooses(o) || o->winners.count || o->solver || o->independent))
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
    if (rc == LS_OK) rc = cell_filter_make(&f, "verify", a.spec, &o.ops, &o.widths, &o.classes, &o.targets);
    if (rc == LS_OK) rc = open_database(&a, &o, files, nfiles);
    if (rc == LS_OK) rc = verify(&v, strbuf_text(&line));
    changed_close(v.base);
    app_close(&a);
    strbuf_free(&line);
    return (int)rc;
}
