// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* hd.c - `lanesmith bench hd`: the Hacker's Delight problems, ours beside cvc5's.
 *
 * Both run on the same files, one after the other, on this machine, as programs of their own;
 * seconds are wall clock from start to end of the program. cvc5 looks for any solution, we for a
 * shortest one with a proof that nothing shorter exists: the times are for different work, ours for
 * more. Sizes of both are operators of the printed text; operations count a shared value once.
 *
 * cvc5 is taken from PATH; without it our side stands alone. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/benches.h"
#include "bench/base/table.h"
#include "cli/app/json.h"
#include "cli/app/options.h"
#include "spec/base/process.h"
#include "spec/base/stop.h"
#include "spec/language/sexp.h"

#define HD_OPTIONS(X)                                                                              \
    OPTIONS_SPEC(X)                                                                                \
    X(TEXT, problems, 0, "problems", "DIR",                                                        \
      "where the files are; default: bench/sygus/hd beside the specification")                     \
    X(NAMES, only, 0, "only", "NAME,...", "only problems whose names contain one of these")        \
    X(FLAG, larger, 0, "larger", NULL,                                                             \
      "the grammars with 5 further operators (*-d5.sl instead of *-d0.sl)")                        \
    X(FLAG, no_cvc5, 0, "no-cvc5", NULL, "do not run cvc5")                                        \
    X(NUMBER, timeout, 0, "timeout", "1..100000",                                                  \
      "seconds a problem for ours; default: 60, with --larger 300")                                \
    X(NUMBER, cvc5_timeout, 0, "cvc5-timeout", "1..100000",                                        \
      "seconds a problem for cvc5; default: 60")                                                   \
    OPTIONS_JSON(X)
typedef struct hd_options { HD_OPTIONS(OPTION_MEMBER) } hd_options;
#define ROW(...) OPTION_ROW(hd_options, __VA_ARGS__)
static const option_row rows[] = {HD_OPTIONS(ROW)};
static const command_text text = {"bench hd",
                                  "",
                                  "Solves the SyGuS problems of bench/sygus/hd with `lanesmith "
                                  "sygus` and with cvc5. Ours are shortest solutions,\n"
                                  "proved by Z3, and the table says whether it is proved that "
                                  "nothing shorter exists in the grammar.",
                                  "lanesmith bench hd\n"
                                  "lanesmith bench hd --larger --timeout 300 --no-cvc5\n"
                                  "lanesmith bench hd --only hd-01,hd-19 --json\n",
                                  rows,
                                  sizeof rows / sizeof *rows};

static const column problem_columns[] = {
    {"problem", COLUMN_TEXT},        {"operations", COLUMN_NUMBER}, {"size", COLUMN_NUMBER},
    {"shortest", COLUMN_TEXT},       {"seconds", COLUMN_NUMBER},    {"cvc5_size", COLUMN_NUMBER},
    {"cvc5_seconds", COLUMN_NUMBER}, {"cvc5", COLUMN_TEXT}};
static const column total_columns[] = {{"who", COLUMN_TEXT},
                                       {"problems", COLUMN_NUMBER},
                                       {"solved", COLUMN_NUMBER},
                                       {"shortest", COLUMN_NUMBER},
                                       {"seconds", COLUMN_NUMBER}};
static const column ratio_columns[] = {{"both solved", COLUMN_NUMBER},
                                       {"ours", COLUMN_NUMBER},
                                       {"cvc5", COLUMN_NUMBER},
                                       {"cvc5 / ours", COLUMN_NUMBER},
                                       {"geometric mean", COLUMN_NUMBER}};

typedef struct side {
    unsigned problems, solved, shortest;
    double seconds;
} side;

typedef struct hd {
    app *a;
    const hd_options *o;
    const char *dir, *out; /* out: what a child prints */
    side ours, theirs;
    unsigned both;
    double ours_both, theirs_both, logs;
    table problems, totals, ratios;
} hd;

/* ---- one program on one file ---- */

typedef struct result {
    int operations, size; /* -1: unknown */
    bool solved, shortest;
    double seconds;
    const char *how; /* "solved", "time-out", ... */
} result;

static int count_of(const json_t *answer, const char *key)
{
    const json_t *n = json_object_get(answer, key);
    return json_is_integer(n) ? (int)json_integer_value(n) : -1;
}

static bool ended_by(const json_t *answer, const char *end)
{
    const char *said = json_string_value(json_object_get(answer, "end"));
    return said && !strcmp(said, end);
}

/* What `lanesmith sygus --json` said of the one function of a problem. */
static result result_of(const json_t *answer, const process *p)
{
    result r = {.seconds = p->seconds};
    r.operations = count_of(answer, "operations");
    r.size = count_of(answer, "tree");
    r.solved = p->status == LS_OK && r.operations >= 0;
    r.shortest = r.solved && json_is_true(json_object_get(answer, "shortest"));
    r.how = ended_by(answer, "time-out") ? "time-out" : r.solved ? "solved" : "fail";
    return r;
}

static ls_status read_output(hd *b, char **content, size_t *size)
{
    ls_status rc = file_read(b->out, content, size);
    return rc == LS_OK ? rc : app_file_error(b->a, "cannot read", b->out);
}

static ls_status run_ours(hd *b, const char *path, result *r)
{
    process p = {.out = b->out};
    char *said;
    size_t size;
    process_add_pair(&p, app_prefix_path(b->a, "bin/lanesmith"), "sygus");
    process_add_pair(&p, "--timeout", arena_printf(&b->a->mem, "%u", b->o->timeout));
    process_add_pair(&p, "--json", path);
    process_measure(&p);
    ls_status rc = read_output(b, &said, &size);
    if (rc != LS_OK) return rc;
    json_t *answers = json_loadb(said, size, 0, NULL);
    *r = result_of(json_array_get(answers, 0), &p);
    json_decref(answers);
    mem_free(said);
    return p.status <= LS_NO ? LS_OK : process_check(&p, text.name);
}

/* Operators of a term: lists that are no literals and no indexed names. */
static int count_operators(const sexp *x)
{
    if (x->kind != SEXP_LIST || !strcmp(sexp_head(x), "_")) return 0;
    int n = 1;
    for (unsigned i = 0; i < x->count; i++) n += count_operators(x->item[i]);
    return n;
}

/* Of the first define-fun of an answer, -1 when there is none. */
static int size_of_answer(hd *b, const char *said, size_t size)
{
    diags d = {0};
    const sexp *all = sexp_parse("cvc5", said, size, &b->a->mem, &d);
    diag_free(&d);
    if (!all || !all->count || all->item[0]->kind != SEXP_LIST || !all->item[0]->count) return -1;
    const sexp *f = all->item[0]->item[0];
    return !strcmp(sexp_head(f), "define-fun") && f->count == 5 ? count_operators(f->item[4]) : -1;
}

static ls_status run_cvc5(hd *b, const char *path, result *r)
{
    process p = {.out = b->out, .err = "/dev/null"};
    char *said;
    size_t size;
    process_add_pair(&p, "cvc5", "--lang=sygus2");
    process_add_pair(&p, arena_printf(&b->a->mem, "--tlimit=%u000", b->o->cvc5_timeout), path);
    process_measure(&p);
    ls_status rc = read_output(b, &said, &size);
    if (rc != LS_OK) return rc;
    *r = (result){.operations = -1, .size = size_of_answer(b, said, size), .seconds = p.seconds};
    r->solved = r->size >= 0;
    r->how = r->solved ? "solved" : p.seconds >= b->o->cvc5_timeout ? "time-out" : "fail";
    mem_free(said);
    return LS_OK;
}

/* ---- tables ---- */

static void count_side(side *s, const result *r)
{
    s->problems++;
    s->solved += r->solved;
    s->shortest += r->shortest;
    s->seconds += r->seconds;
}

static void put_problem(hd *b, const char *name, const result *ours, const result *theirs)
{
    table *t = &b->problems;
    count_side(&b->ours, ours);
    table_put(t, "%.*s", (int)(strlen(name) - strlen(".sl")), name);
    table_put_count(t, ours->operations);
    table_put_count(t, ours->size);
    table_put(t, "%s", ours->solved ? ours->shortest ? "yes" : "no" : ours->how);
    table_put_value(t, ours->seconds, 2);
    table_put_count(t, theirs ? theirs->size : -1);
    table_put_value(t, theirs ? theirs->seconds : -1, 2);
    table_put(t, "%s", theirs ? theirs->how : "");
    if (!theirs) return;
    count_side(&b->theirs, theirs);
    if (!ours->solved || !theirs->solved) return;
    b->both++;
    b->ours_both += ours->seconds;
    b->theirs_both += theirs->seconds;
    b->logs += log(theirs->seconds / ours->seconds);
}

static void put_side(hd *b, const char *who, const side *s, bool says_shortest)
{
    table *t = &b->totals;
    table_put(t, "%s", who);
    table_put_count(t, (int)s->problems);
    table_put_count(t, (int)s->solved);
    table_put_count(t, says_shortest ? (int)s->shortest : -1);
    table_put_value(t, s->seconds, 2);
}

static void put_totals(hd *b)
{
    put_side(b, "lanesmith", &b->ours, true);
    if (b->theirs.problems) put_side(b, "cvc5", &b->theirs, false);
    if (!b->both) return;
    table_put_count(&b->ratios, (int)b->both);
    table_put_value(&b->ratios, b->ours_both, 2);
    table_put_value(&b->ratios, b->theirs_both, 2);
    table_put_value(&b->ratios, b->theirs_both / b->ours_both, 1);
    table_put_value(&b->ratios, exp(b->logs / b->both), 1);
}

/* ---- the files ---- */

static bool is_wanted(const hd_options *o, const char *name)
{
    const char *end = o->larger ? "-d5.sl" : "-d0.sl";
    size_t n = strlen(name);
    bool named = !o->only.count;
    if (n <= strlen(end) || strcmp(name + n - strlen(end), end)) return false;
    for (unsigned i = 0; i < o->only.count; i++) named |= strstr(name, o->only.word[i]) != NULL;
    return named;
}

static ls_status run_file(hd *b, const char *name, bool with_cvc5)
{
    const char *path = app_path(b->a, b->dir, name);
    result ours, theirs;
    ls_status rc = run_ours(b, path, &ours);
    if (rc == LS_OK && with_cvc5) rc = run_cvc5(b, path, &theirs);
    if (rc == LS_OK) put_problem(b, name, &ours, with_cvc5 ? &theirs : NULL);
    return rc;
}

static bool cvc5_is_there(void)
{
    process p = {.err = "/dev/null"};
    process_add_pair(&p, "cvc5", "--version");
    process_run_all(&p, 1, 1);
    if (p.status)
        fputs("lanesmith bench hd: there is no cvc5 in PATH; only our side is shown\n", stderr);
    return !p.status;
}

static ls_status run_files(hd *b)
{
    struct dirent **list;
    bool with_cvc5 = !b->o->no_cvc5 && cvc5_is_there();
    progress bar;
    int n = scandir(b->dir, &list, NULL, alphasort);
    ls_status rc = LS_OK;
    if (n < 0) return app_file_error(b->a, "cannot read", b->dir);
    progress_begin(&bar, "problems", (unsigned)n);
    for (int i = 0; i < n; i++) {
        progress_update(&bar, (unsigned)i, list[i]->d_name);
        if (rc == LS_OK) rc = stop_check();
        if (rc == LS_OK && is_wanted(b->o, list[i]->d_name))
            rc = run_file(b, list[i]->d_name, with_cvc5);
        free(list[i]);
    }
    progress_end(&bar);
    free(list);
    return rc;
}

/* ---- the command ---- */

static ls_status run_hd(app *a, const hd_options *o)
{
    hd b = {
        .a = a, .o = o, .dir = o->problems ? o->problems : bench_source_path(a, "bench/sygus/hd")};
    ls_status rc = app_make_temporary(a, &b.out);
    if (rc != LS_OK) return rc;
    TABLE_INIT(&b.problems, "problems",
               "Operations of the solutions, and seconds; size: operators of the text",
               problem_columns);
    TABLE_INIT(&b.totals, "totals", "All problems", total_columns);
    TABLE_INIT(&b.ratios, "ratios", "Seconds on the problems that both solved", ratio_columns);
    rc = run_files(&b);
    if (rc == LS_OK) put_totals(&b);
    if (rc == LS_OK)
        tables_print((const table *const[]){&b.problems, &b.totals, &b.ratios}, 3, o->json, stdout);
    table_free(&b.problems);
    table_free(&b.totals);
    table_free(&b.ratios);
    app_remove_temporary(b.out);
    return rc;
}

int bench_hd(int argc, char **argv)
{
    hd_options o = {.cvc5_timeout = 60};
    char **operands;
    int n, stop = options_parse(&text, argc, argv, &o, &operands, &n);
    app a;
    if (stop != OPTIONS_GO_ON) return stop;
    if (n)
        return usage_error(text.name, "unexpected operand `%s`; a directory is named by --problems",
                           operands[0]);
    if (!o.timeout) o.timeout = o.larger ? 300 : 60;
    ls_status rc = app_open_spec(&a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = run_hd(&a, &o);
    app_close(&a);
    return (int)rc;
}
