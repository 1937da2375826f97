// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_validate.c - `lanesmith validate`: does the specification say what this processor does?
 *
 * Every described instruction that this processor has, with each of its immediates, on corner
 * values and random operands (verify/hardware/validate.c), one instruction a row of the pool: what
 * crashes loses its row and nothing else, and counts as failed. What the processor lacks the
 * features for is listed, by feature. The report is in the order of the specification, whatever
 * order the answers came in.
 *
 * The exit status is LS_NO when a result differs from its definition or an instruction could not be
 * run to the end. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "cli/app/app.h"
#include "cli/app/cells.h"
#include "cli/app/json.h"
#include "cli/app/pool.h"
#include "spec/base/clock.h"
#include "spec/base/stop.h"
#include "verify/hardware/validate.h"

#define VALIDATE_OPTIONS(X)                                                                        \
    OPTIONS_SPEC(X)                                                                                \
    X(NAMES, instrs, 0, "instr", "NAME,...", "only these instructions, in every register class")   \
    X(NUMBER, cases, 0, "cases", "1..999999999",                                                   \
      "random cases an instruction; default: 1000000, quick 1000")                                 \
    X(FLAG, quick, 0, "quick", NULL,                                                               \
      "some of the corner cases only, and fewer random ones: seconds")                             \
    X(NUMBER, seed, 0, "seed", "0..999999999", "of the random cases; default: 1")                  \
    OPTIONS_JOBS(X)                                                                                \
    OPTIONS_JSON(X)
typedef struct validate_options { VALIDATE_OPTIONS(OPTION_MEMBER) } validate_options;
#define ROW(...) OPTION_ROW(validate_options, __VA_ARGS__)
static const option_row rows[] = {VALIDATE_OPTIONS(ROW)};
static const command_text text = {"validate",
                                  "",
                                  "Runs every instruction of the specification that this processor "
                                  "has, with each of its immediates, and\n"
                                  "compares the results with the definition: on corner values, on "
                                  "pairs of them, and on random operands.",
                                  "lanesmith validate\n"
                                  "lanesmith validate --quick\n"
                                  "lanesmith validate --instr add,sub --cases 10000000 --seed 7\n",
                                  rows,
                                  sizeof rows / sizeof *rows};

/* a prime: no source keeps its value from case to case */
enum { CASES = 1000000, QUICK_CASES = 1000, QUICK_STRIDE = 61 };

/* What came of an instruction. */
typedef struct trial_answer {
    ls_status status;
    char why[512]; /* unless LS_OK */
    validation v;
} trial_answer;

typedef struct trial_row {
    const instr *in;
    const target *target; /* NULL: not executable here */
    const char *lacks;    /* then: the feature */
    trial_answer answer;
    bool tried; /* else a signal came before */
} trial_row;

typedef struct session {
    const spec *spec;
    validate_plan plan;
    trial_row *row;
    unsigned count;
    unsigned *run, nrun; /* rows that are executable */
    unsigned ndone, ndiffer;
    progress line;
} session;

typedef struct tally {
    unsigned instrs, forms, named, slow, skipped, failed, differ;
    uint64_t cases, mismatches, checked;
} tally;

/* ---- in a worker ---- */

static void *open_worker(void *context)
{
    return context;
}

static void run_row(void *context, void *state, unsigned i, void *answer)
{
    session *s = context;
    trial_answer *a = answer;
    const trial_row *r = &s->row[s->run[i]];
    diags d = {0};
    (void)state;
    a->status = validate_instr(r->in, r->target, &s->plan, &a->v, &d);
    diags_take_line(&d, a->why, sizeof a->why);
}

/* ---- in the parent ---- */

static ls_status take_answer(void *context, unsigned i, const void *answer)
{
    session *s = context;
    trial_row *r = &s->row[s->run[i]];
    char note[64];
    r->answer = *(const trial_answer *)answer;
    r->tried = true;
    s->ndiffer += r->answer.v.mismatches > 0;
    snprintf(note, sizeof note, "%u differ", s->ndiffer);
    progress_update(&s->line, ++s->ndone, s->ndiffer ? note : "");
    return LS_OK;
}

static ls_status take_loss(void *context, unsigned i, const char *why)
{
    session *s = context;
    trial_answer *a = &s->row[s->run[i]].answer;
    s->row[s->run[i]].tried = true;
    a->status = LS_NO;
    snprintf(a->why, sizeof a->why, "%s", why);
    progress_update(&s->line, ++s->ndone, "");
    return LS_OK;
}

static void choose(session *s, const bool *chosen)
{
    s->row = mem_alloc(s->spec->ninstrs + 1, sizeof *s->row);
    s->run = mem_alloc(s->spec->ninstrs + 1, sizeof *s->run);
    for (unsigned i = 0; i < s->spec->ninstrs; i++) {
        trial_row *r = &s->row[s->count];
        if (!chosen[i]) continue;
        r->in = &s->spec->instrs[i];
        r->target = validate_target(s->spec, r->in, &r->lacks);
        if (r->target) s->run[s->nrun++] = s->count;
        s->count++;
    }
}

/* After an interruption: the rows that say something. */
static void keep_tried(session *s)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->count; i++)
        if (s->row[i].tried || !s->row[i].target) s->row[n++] = s->row[i];
    s->count = n;
}

static ls_status run_all(session *s, const char *command, unsigned processes)
{
    unsigned *bounds = mem_alloc(s->nrun + 1, sizeof *bounds);
    pool_work w = {.context = s,
                   .answer_size = sizeof(trial_answer),
                   .open = open_worker,
                   .row = run_row,
                   .done = take_answer,
                   .lost = take_loss};
    for (unsigned i = 0; i <= s->nrun; i++) bounds[i] = i;
    progress_begin(&s->line, command, s->nrun);
    ls_status rc = pool_run(&w, bounds, s->nrun, processes);
    progress_end(&s->line);
    mem_free(bounds);
    return rc;
}

/* ---- the report ---- */

static bool is_failed(const trial_row *r)
{
    return r->target && r->answer.status != LS_OK;
}

static void count_row(const trial_row *r, tally *t)
{
    const validation *v = &r->answer.v;
    t->skipped += !r->target;
    t->failed += is_failed(r);
    if (!r->target || is_failed(r)) return;
    t->instrs++;
    t->forms += v->forms;
    t->named += v->named;
    t->slow += v->slow;
    t->differ += v->mismatches > 0;
    t->cases += v->cases;
    t->mismatches += v->mismatches;
    t->checked += v->checked;
}

static void print_place(const trial_row *r, const char *what)
{
    printf("%s: %s %s (%s:%d", what, r->in->name, r->in->result->name, r->in->where.file,
           r->in->where.line);
    printf(r->target ? ", compiled for %s)\n" : ")\n", r->target ? r->target->name : "");
}

static void print_finding(const trial_row *r)
{
    const validation *v = &r->answer.v;
    strbuf lines = {0};
    if (is_failed(r)) {
        print_place(r, "failed");
        printf("  %s\n", r->answer.why);
    } else if (v->mismatches) {
        print_place(r, "mismatch");
        validation_print(v, r->in, &lines);
        print_lines(strbuf_text(&lines), "");
        printf("  %" PRIu64 " of %" PRIu64 " cases differ\n", v->mismatches, v->cases);
    }
    strbuf_free(&lines);
}

/* One line a register class. */
static void print_classes(const session *s)
{
    printf("%-6s %12s %10s %14s %11s %14s\n", "class", "instructions", "immediates", "cases",
           "mismatches", "not executable");
    for (unsigned c = 0; c < s->spec->nclasses; c++) {
        tally t = {0};
        for (unsigned i = 0; i < s->count; i++)
            if (s->row[i].in->result == &s->spec->classes[c]) count_row(&s->row[i], &t);
        if (t.instrs + t.skipped + t.failed)
            printf("%-6s %12u %10u %14" PRIu64 " %11" PRIu64 " %14u\n", s->spec->classes[c].name,
                   t.instrs, t.forms, t.cases, t.mismatches, t.skipped);
    }
}

/* What LLVM compiled to something else than the instruction of the name, so that it was not that
 * one which ran. */
static void print_instead(const session *s, const tally *t)
{
    printf("%u of %u compile to the machine instruction of their name", t->named, t->forms);
    puts(t->named < t->forms ? "; LLVM takes others for" : "");
    for (unsigned i = 0; i < s->count; i++) {
        const validation *v = &s->row[i].answer.v;
        if (!s->row[i].target || is_failed(&s->row[i]) || v->named == v->forms) continue;
        printf("  %s %s", s->row[i].in->name, s->row[i].in->result->name);
        if (s->row[i].in->has_imm) printf(", %u of %u immediates", v->forms - v->named, v->forms);
        printf(": %s\n", *v->instead ? v->instead : "a move");
    }
}

/* Whether row i lacks a feature that no row before it lacks. Rows with a target lack none. */
static bool is_first_of_feature(const session *s, unsigned i)
{
    if (s->row[i].target) return false;
    for (unsigned k = 0; k < i; k++)
        if (!s->row[k].target && !strcmp(s->row[k].lacks, s->row[i].lacks)) return false;
    return true;
}

static void print_lacking(const session *s, unsigned first)
{
    size_t column = 0;
    printf("not executable here, needs %s:", s->row[first].lacks);
    for (unsigned i = first; i < s->count; i++) {
        const trial_row *r = &s->row[i];
        if (r->target || strcmp(r->lacks, s->row[first].lacks)) continue;
        size_t n = strlen(r->in->name) + strlen(r->in->result->name) + 3;
        bool wraps = !column || column + n > 100;
        printf("%s%s %s", wraps ? "\n  " : ", ", r->in->name, r->in->result->name);
        column = wraps ? n : column + n;
    }
    puts("");
}

static void print_text(const session *s, const tally *t, double seconds)
{
    for (unsigned i = 0; i < s->count; i++) print_finding(&s->row[i]);
    print_classes(s);
    if (t->instrs) print_instead(s, t);
    for (unsigned i = 0; i < s->count; i++)
        if (is_first_of_feature(s, i)) print_lacking(s, i);
    if (t->slow)
        printf("%u instruction%s too wide for the fast evaluator, with fewer random cases\n",
               t->slow, t->slow == 1 ? " is" : "s are");
    if (t->failed)
        printf("%u instruction%s could not be run to the end\n", t->failed, plural(t->failed));
    printf("%s%u instruction%s, %u with their immediates, %" PRIu64 " cases: %" PRIu64
           " mismatches in %u instruction%s; "
           "%u not executable here; %.1f s\n",
           stop_signal() ? "interrupted: " : "", t->instrs, plural(t->instrs), t->forms, t->cases,
           t->mismatches, t->differ, plural(t->differ), t->skipped, seconds);
}

static json_t *row_json(const trial_row *r)
{
    const validation *v = &r->answer.v;
    json_t *row = json_object();
    json_put_text(row, "instr", r->in->name);
    json_put_text(row, "class", r->in->result->name);
    if (!r->target) {
        json_put_text(row, "lacks", r->lacks);
        return row;
    }
    strbuf lines = {0};
    if (v->mismatches) validation_print(v, r->in, &lines);
    json_put_text(row, "target", r->target->name);
    json_put_count(row, "immediates", v->forms);
    json_put_count(row, "named", v->named);
    json_put_text(row, "instead", v->instead);
    json_put_count(row, "cases", v->cases);
    json_put_count(row, "mismatches", v->mismatches);
    json_put_text(row, "failed", is_failed(r) ? r->answer.why : "");
    json_put_text(row, "counterexample", strbuf_text(&lines));
    strbuf_free(&lines);
    return row;
}

static void print_json(const session *s, const tally *t, double seconds)
{
    json_t *all = json_object(), *rows_of_all = json_array();
    json_put_flag(all, "interrupted", stop_signal());
    json_put_count(all, "instructions", t->instrs);
    json_put_count(all, "immediates", t->forms);
    json_put_count(all, "named", t->named);
    json_put_count(all, "cases", t->cases);
    json_put_count(all, "mismatches", t->mismatches);
    json_put_count(all, "differ", t->differ);
    json_put_count(all, "failed", t->failed);
    json_put_count(all, "skipped", t->skipped);
    json_put_count(all, "slow", t->slow);
    json_put_count(all, "checked", t->checked);
    json_put_decimal(all, "seconds", seconds, 3);
    for (unsigned i = 0; i < s->count; i++)
        json_array_append_new(rows_of_all, row_json(&s->row[i]));
    json_put(all, "rows", rows_of_all);
    json_print(all, stdout);
}

/* ---- the command ---- */

/* The worst of the statuses that workers reported, as far as they are about the environment or the
 * spec's text. */
static ls_status worst(const session *s)
{
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < s->count; i++)
        if (s->row[i].target && s->row[i].answer.status > rc) rc = s->row[i].answer.status;
    return rc;
}

static validate_plan make_plan(const validate_options *o)
{
    unsigned usual = o->quick ? QUICK_CASES : CASES;
    return (validate_plan){.cases = o->cases ? o->cases : usual,
                           .seed = o->seed,
                           .stride = o->quick ? QUICK_STRIDE : 1};
}

static ls_status validate(app *a, const validate_options *o)
{
    double start = clock_seconds();
    session s = {.spec = a->spec, .plan = make_plan(o)};
    bool *chosen = mem_alloc(a->spec->ninstrs + 1, sizeof *chosen);
    ls_status rc = instrs_choose("validate", a->spec, &o->instrs, chosen);
    if (rc == LS_OK) choose(&s, chosen);
    if (rc == LS_OK) rc = run_all(&s, a->command, o->jobs ? o->jobs : app_processors());
    if (rc == LS_STOPPED) keep_tried(&s);
    if (rc == LS_OK || rc == LS_STOPPED) {
        tally t = {0};
        for (unsigned i = 0; i < s.count; i++) count_row(&s.row[i], &t);
        (o->json ? print_json : print_text)(&s, &t, clock_seconds() - start);
        if (rc == LS_OK) rc = worst(&s);
        if (rc == LS_OK && t.differ) rc = LS_NO;
    }
    mem_free(s.row);
    mem_free(s.run);
    mem_free(chosen);
    return rc;
}

int cmd_validate(int argc, char **argv)
{
    app a;
    char **operands;
    int noperands;
    validate_options o = {.seed = 1};
    int stop = options_parse(&text, argc, argv, &o, &operands, &noperands);
    if (stop == OPTIONS_GO_ON && noperands)
        stop = usage_error(
            "validate", "unexpected operand `%s`; instructions are chosen by --instr", operands[0]);
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = app_open_spec(&a, "validate", o.spec_dir);
    if (rc == LS_OK) rc = validate(&a, &o);
    app_close(&a);
    return (int)rc;
}
