// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_tv.c - `lanesmith tv`: does every function of a second module refine the one of its name in
 * the first?
 *
 * One line a function, in the order of the first module, as soon as it is decided; below a refuted
 * one its counterexample. The exit status is LS_NO when a function was refuted or (without
 * --allow-unknown) is unknown. What is modelled is in docs/tv.md; the proofs are
 * verify/refine/tv.c's. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "cli/app/app.h"
#include "cli/app/json.h"
#include "cli/app/options.h"
#include "verify/refine/tv.h"

#define TV_OPTIONS(X)                                                                              \
    X(TEXT, function, 0, "function", "NAME", "only this function")                                 \
    X(CHOICE, assume, 0, "assume", "loads-whole",                                                  \
      "that memory holds no partly poison word where AFTER loads one")                             \
    X(NUMBER, seconds, 0, "timeout", "0..86400", "seconds a function; 0: no limit; default: 60")   \
    X(NUMBER, steps, 0, "steps", "0..4000000000",                                                  \
      "of the solver, a question: the same on every machine; default: no limit")                   \
    X(NUMBER, megabytes, 0, "memory", "64..1048576", "megabytes of the solver; default: 2048")     \
    X(NUMBER, rounds, 0, "unroll", "0..64",                                                        \
      "loops are unrolled so often in search of a counterexample; default: 3")                     \
    X(FLAG, allow_unknown, 0, "allow-unknown", NULL, "exit status 0 when nothing is refuted")      \
    OPTIONS_JSON(X)
typedef struct tv_command { TV_OPTIONS(OPTION_MEMBER) } tv_command;
#define ROW(...) OPTION_ROW(tv_command, __VA_ARGS__)
static const option_row rows[] = {TV_OPTIONS(ROW)};
static const command_text text = {
    "tv",
    "BEFORE AFTER",
    "Translation validation: proves that every function of AFTER refines the function of its name "
    "in BEFORE, in\n"
    "LLVM's own terms, or refutes it with a counterexample. Both are LLVM IR or bitcode.",
    "lanesmith tv before.ll after.ll\n"
    "lanesmith tv before.ll after.ll --assume loads-whole --json\n"
    "lanesmith tv before.ll after.ll --function f --timeout 600\n",
    rows,
    sizeof rows / sizeof *rows};

typedef struct tally {
    unsigned count[3], assumed;
    double seconds;
} tally;

static ls_status read_module(const char *path, tv_text *out)
{
    char *content;
    *out = (tv_text){.path = path};
    if (file_read(path, &content, &out->size) != LS_OK) {
        fprintf(stderr, "lanesmith tv: error: cannot read %s: %s\n", path, file_reason());
        return LS_ENV;
    }
    out->text = content;
    return LS_OK;
}

/* ---- the report ---- */

static tally count_results(const tv_report *r)
{
    tally t = {0};
    for (unsigned i = 0; i < r->count; i++) {
        t.count[r->result[i].answer]++;
        t.assumed += r->result[i].assumed && r->result[i].answer == PROOF_PROVED;
        t.seconds += r->result[i].seconds;
    }
    return t;
}

static void print_result(const tv_result *r)
{
    bool assumed = r->assumed && r->answer == PROOF_PROVED;
    printf("%-8s %s", proof_answer_names[r->answer], r->name);
    switch (r->answer) {
    case PROOF_PROVED:
        printf("%s%s%s\n", *r->how ? ": " : "", r->how, assumed ? " (assuming loads-whole)" : "");
        break;
    case PROOF_REFUTED:
        puts("");
        print_lines(r->reason, "  ");
        break;
    case PROOF_UNKNOWN: printf(": %s\n", r->reason); break;
    }
}

static void print_totals(const tv_report *r)
{
    tally t = count_results(r);
    printf("%u function%s: %u proved", r->count, plural(r->count), t.count[PROOF_PROVED]);
    if (t.assumed) printf(" (%u assuming loads-whole)", t.assumed);
    printf(", %u refuted, %u unknown\n", t.count[PROOF_REFUTED], t.count[PROOF_UNKNOWN]);
}

/* ---- JSON: {"functions": [ROW, ...], "proved": ...} ---- */

static void put_function(json_list *list, const tv_result *r)
{
    bool assumed = r->assumed && r->answer == PROOF_PROVED;
    json_t *row = json_object();
    json_put_text(row, "function", r->name);
    json_put_text(row, "answer", proof_answer_names[r->answer]);
    json_put_text(row, "assumed", assumed ? "loads-whole" : "");
    json_put_text(row, "how", r->how);
    json_put_text(row, "reason", r->reason);
    json_put_decimal(row, "seconds", r->seconds, 3);
    json_list_put(list, row);
}

static void print_json_totals(const tv_report *r, json_list *list)
{
    tally t = count_results(r);
    json_t *totals = json_object();
    json_put_count(totals, "proved", t.count[PROOF_PROVED]);
    json_put_count(totals, "assumed", t.assumed);
    json_put_count(totals, "refuted", t.count[PROOF_REFUTED]);
    json_put_count(totals, "unknown", t.count[PROOF_UNKNOWN]);
    json_put_decimal(totals, "seconds", t.seconds, 3);
    json_list_end(list, totals);
}

/* ---- printing while it works ---- */

typedef struct printer {
    bool json;
    json_list list;
} printer;

/* Each function as soon as it is decided: whatever ends the process, what was printed is there. */
static void print_done(void *context, const tv_result *r)
{
    printer *p = context;
    if (p->json) put_function(&p->list, r);
    else print_result(r);
    fflush(stdout);
}

static ls_status status_of(const tv_report *r, bool allow_unknown)
{
    tally t = count_results(r);
    return t.count[PROOF_REFUTED] || (t.count[PROOF_UNKNOWN] && !allow_unknown) ? LS_NO : LS_OK;
}

/* ---- the command ---- */

static ls_status report(const tv_command *o, const tv_report *r, json_list *list)
{
    if (o->function && !r->count)
        return (ls_status)usage_error("tv", "expected a function of BEFORE, found `%s`",
                                      o->function);
    if (o->json) print_json_totals(r, list);
    else print_totals(r);
    return status_of(r, o->allow_unknown);
}

static ls_status validate(const tv_command *o, const tv_text *before, const tv_text *after)
{
    diags d = {0};
    tv_report r = {0};
    tv_options v = tv_default_options;
    v.milliseconds = o->seconds * 1000;
    v.steps = o->steps;
    v.megabytes = o->megabytes;
    v.rounds = o->rounds;
    v.loads_whole = o->assume != NULL;
    printer p = {o->json, {.out = stdout, .key = "functions"}};
    ls_status rc = tv_validate(before, after, o->function, &v, &r, print_done, &p, &d);
    diag_print(&d, stderr);
    if ((rc == LS_ENV || rc == LS_STOPPED) && o->json && r.count) print_json_totals(&r, &p.list);
    if (rc == LS_ENV) fputs("lanesmith tv: error: the solver failed\n", stderr);
    if (rc == LS_OK) rc = report(o, &r, &p.list);
    diag_free(&d);
    tv_report_free(&r);
    return rc;
}

int cmd_tv(int argc, char **argv)
{
    char **operands;
    int n;
    tv_text before = {0}, after = {0};
    tv_command o = {.seconds = tv_default_options.milliseconds / 1000,
                    .megabytes = tv_default_options.megabytes,
                    .rounds = tv_default_options.rounds};
    int stop = options_parse(&text, argc, argv, &o, &operands, &n);
    if (stop == OPTIONS_GO_ON && n != 2)
        stop = usage_error("tv", "expected BEFORE and AFTER, found %d operand%s", n,
                           plural((unsigned)n));
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = read_module(operands[0], &before);
    if (rc == LS_OK) rc = read_module(operands[1], &after);
    if (rc == LS_OK) rc = validate(&o, &before, &after);
    mem_free((void *)before.text);
    mem_free((void *)after.text);
    return (int)rc;
}
