/* cmd_verify.c - `lanesmith verify`: is everything that ships proved?
 *
 * Which rows: of each cell the cheapest that is not known to be refuted; when it does not stand, the next, and so on
 * until one stands. So a cheaper row that was only loaded is looked at before a proved one that costs more. With
 * --all-lowerings, every row. Each is proved from its stored text (check.c).
 *
 * A cell whose only rows are stale counts as stale; one whose only rows were refuted is refuted again. The exit status
 * is LS_NO when anything is refuted, unknown or stale.
 *
 * The report is ordered as the database is, whatever order the answers came in. */
#include <stdio.h>
#include <string.h>

#include "../lowerings/lowering.h"
#include "check.h"
#include "cli.h"
#include "story.h"

#define VERIFY_OPTIONS(X)                                                                                              \
    OPTIONS_DB(X)                                                                                                      \
    X(FILES, winners, 0, "winners", "FILE", "check this winners text (and FILE operands), not the database")           \
    OPTIONS_CELLS(X)                                                                                                   \
    X(FLAG, all, 0, "all-lowerings", NULL, "every lowering, not only the cheapest of each cell")                       \
    X(FLAG, again, 0, "again", NULL, "prove and run what has been proved and run already")                             \
    X(FLAG, renew, 0, "renew", NULL, "prove stale lowerings for what the spec means now")                              \
    X(CHOICE, hardware, 0, "hardware", "on|off", "run the emitted code on this processor; default: on")                \
    X(TEXT, smt2, 0, "smt2", "DIR", "write the programs' obligations there as .smt2 files")                            \
    OPTIONS_JOBS(X)                                                                                                    \
    OPTIONS_JSON(X)
typedef struct verify_options { VERIFY_OPTIONS(OPTION_MEMBER) } verify_options;
#define ROW(...) OPTION_ROW(verify_options, __VA_ARGS__)
static const option_row rows[] = {VERIFY_OPTIONS(ROW)};
static const command_text text = {
    "verify", "[FILE]...",
    "Proves the lowerings of the database again from their stored text: that the program computes its\n"
    "operation, and that the LLVM IR emitted for it does; runs the emitted code where the processor can.\n"
    "New proofs are stored. An obligation that this database holds a proof of is not proved twice.",
    "lanesmith verify\n"
    "lanesmith verify --op add --width 2 --all-lowerings --again\n"
    "lanesmith verify --winners db/winners/x86-64.low --smt2 obligations\n",
    rows, sizeof rows / sizeof *rows};

typedef struct tally {
    unsigned of[VERDICT_STALE + 1]; /* by verdict */
    unsigned renewed, executed, skipped;
    double seconds;
} tally;

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

/* The next row without a form, where only ones with a form are proved: what the headers take. */
static unsigned choose_plain(const checks *c, unsigned first, unsigned end)
{
    unsigned open = end;
    for (unsigned i = end; i-- > first;) {
        const check *k = &c->row[i];
        if (prog_has_form(&k->prog) || is_refuted(k->l)) continue;
        if (k->verdict) return end;
        open = i;
    }
    return open;
}

/* The row of a cell to check next, or end. */
static unsigned choose_row(const checks *c, unsigned first, unsigned end)
{
    if (has_verdict(c, first, end, VERDICT_PROVED)) return choose_plain(c, first, end);
    unsigned i = first_open(c, first, end, false);
    if (i < end || has_verdict(c, first, end, VERDICT_REFUTED) || has_verdict(c, first, end, VERDICT_UNKNOWN)) return i;
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

static ls_status write_smt2(checks *c, verifier *v, unsigned i, unsigned number, const char *dir)
{
    const check *k = &c->row[i];
    strbuf path = {0}, smt2 = {0};
    strbuf_printf(&path, "%s/", dir);
    lowering_print_name(&k->l->cell, &path);
    if (number > 1) strbuf_printf(&path, "_%u", number);
    strbuf_puts(&path, ".smt2");
    ls_status rc = app_report(c->a, verify_write_smt2(v, &k->l->cell, &k->prog, &smt2, &c->a->dg));
    if (rc == LS_OK && file_write(path.s, strbuf_text(&smt2), smt2.len) != LS_OK)
        rc = app_file_error(c->a, "cannot write", path.s);
    strbuf_free(&path);
    strbuf_free(&smt2);
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

/* ---- the report ---- */

static tally count(const checks *c)
{
    tally t = {0};
    for (unsigned i = 0; i < c->count; i++) {
        const check *k = &c->row[i];
        t.of[k->verdict]++;
        t.renewed += k->verdict == VERDICT_PROVED && k->renewed;
        t.executed += k->executed >= EXECUTE_AGREES;
        t.skipped += k->executed == EXECUTE_LACKS;
    }
    return t;
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

static void print_text(const checks *c, const tally *t)
{
    for (unsigned i = 0; i < c->count; i++)
        if (is_finding(&c->row[i])) print_finding(&c->row[i]);
    if (t->of[VERDICT_STALE])
        puts("stale: `lanesmith verify --renew` proves them for what the spec means now, `lanesmith db prune` "
             "deletes them");
    if (t->executed || t->skipped) {
        printf("executed %u, skipped %u", t->executed, t->skipped);
        printf(t->skipped ? " (needs %s)\n" : "\n", c->lacks);
    }
    printf("%u proved (%u new), %u refuted, %u unknown, %u stale, %.1f s\n", t->of[VERDICT_PROVED], t->renewed,
           t->of[VERDICT_REFUTED], t->of[VERDICT_UNKNOWN], t->of[VERDICT_STALE], t->seconds);
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

static void print_json(const checks *c, const tally *t)
{
    const char *separator = "";
    printf("{\"proved\": %u, \"new\": %u, \"refuted\": %u, \"unknown\": %u, \"stale\": %u, ", t->of[VERDICT_PROVED],
           t->renewed, t->of[VERDICT_REFUTED], t->of[VERDICT_UNKNOWN], t->of[VERDICT_STALE]);
    printf("\"executed\": %u, \"skipped\": %u, \"seconds\": %.3f, \"findings\": [", t->executed, t->skipped, t->seconds);
    for (unsigned i = 0; i < c->count; i++) {
        if (!is_finding(&c->row[i])) continue;
        print_json_finding(&c->row[i], separator);
        separator = ",";
    }
    puts("]}");
}

/* ---- the command ---- */

static ls_status conclude(const checks *c, const tally *t)
{
    if (c->worst != LS_OK) return c->worst;
    return t->of[VERDICT_REFUTED] || t->of[VERDICT_UNKNOWN] || t->of[VERDICT_STALE] ? LS_NO : LS_OK;
}

static ls_status verify(app *a, const verify_options *o, const cell_filter *f, const char *options)
{
    checks c;
    double start = app_seconds();
    ls_status rc = checks_open(&c, a, f, o->again, !strcmp(o->hardware, "on"), o->renew);
    if (rc != LS_OK) return rc;
    if (o->jobs) c.processes = o->jobs;
    c.options = options;
    rc = check_all(&c, o->all);
    if (rc == LS_OK && o->smt2) rc = write_obligations(&c, o->smt2);
    if (rc == LS_OK) {
        tally t = count(&c);
        t.seconds = app_seconds() - start;
        (o->json ? print_json : print_text)(&c, &t);
        rc = conclude(&c, &t);
    }
    ls_status closed = checks_close(&c);
    return rc == LS_OK ? closed : rc;
}

/* The database to look at: the given one, or one made of the given texts alone. */
static ls_status open_database(app *a, verify_options *o, char **files, int nfiles)
{
    if (!o->winners.count) return app_open_db(a, o->db_path, APP_DB_READ);
    ls_status rc = app_open_scratch(a);
    for (unsigned i = 0; i < o->winners.count && rc == LS_OK; i++)
        rc = app_report(a, db_load_winners(a->db, a->spec, o->winners.word[i], &a->dg));
    for (int i = 0; i < nfiles && rc == LS_OK; i++)
        rc = app_report(a, db_load_winners(a->db, a->spec, files[i], &a->dg));
    return rc;
}

int cmd_verify(int argc, char **argv)
{
    app a;
    cell_filter f;
    strbuf line = {0};
    char **files;
    int nfiles;
    verify_options o = {.hardware = "on"};
    app_join_options(argc, argv, &line);
    int stop = options_parse(&text, argc, argv, &o, &files, &nfiles);
    if (stop == OPTIONS_GO_ON && nfiles && !o.winners.count)
        stop = usage_error("verify", "unexpected operand `%s`; a winners text is named by --winners", files[0]);
    if (stop != OPTIONS_GO_ON) {
        strbuf_free(&line);
        return stop;
    }
    ls_status rc = app_open_spec(&a, "verify", o.spec_dir);
    if (rc == LS_OK) rc = cell_filter_make(&f, "verify", a.spec, &o.ops, &o.widths, &o.classes, &o.targets);
    if (rc == LS_OK) rc = open_database(&a, &o, files, nfiles);
    if (rc == LS_OK) rc = verify(&a, &o, &f, strbuf_text(&line));
    app_close(&a);
    strbuf_free(&line);
    return (int)rc;
}
