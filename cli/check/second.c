// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* second.c - asks another solver, or another tactic, in worker processes.
 *
 * Another solver gets the very text whose hash `verify` stores with a proof. Another tactic is any
 * that has no tool in common with the one that settled the obligation (verify/tactics/tactics.c).
 * The obligations of one operation and width are mostly the same: a worker asks each once.
 *
 * Called by cmd_verify.c. */
#include "second.h"

#include <string.h>

#include "cli/app/app.h"
#include "cli/app/pool.h"
#include "lowerings/emit/lowering.h"
#include "spec/base/process.h"
#include "spec/base/stop.h"

enum { WATCHDOG_SECONDS = 900 };

typedef struct asked {
    char obligation[HASH_TEXT], solver[32];
    second_kind kind;
} asked;

/* In a worker. */
typedef struct worker_state {
    const second_plan *plan;
    verifier *v;
    asked *known;
    unsigned nknown, cap;
    const char *settled_by; /* the obligation at hand */
} worker_state;

/* ---- another solver ---- */

static second_kind read_answer(const char *text)
{
    if (!strncmp(text, "unsat\n", 6)) return SECOND_AGREES;
    return strncmp(text, "sat\n", 4) ? SECOND_SILENT : SECOND_DISAGREES;
}

static second_kind ask_program(const worker_state *s, const strbuf *smt2)
{
    process p = {.limit = s->plan->seconds};
    strbuf answer = {0};
    process_add_pair(&p, s->plan->solver, "--lang=smt2");
    ls_status rc = process_ask(&p, smt2, &answer, NULL);
    second_kind kind = rc == LS_OK ? read_answer(strbuf_text(&answer)) : SECOND_SILENT;
    strbuf_free(&answer);
    return kind;
}

/* ---- each obligation once ---- */

static const asked *find_asked(const worker_state *s, const char *obligation, const char *solver)
{
    for (unsigned i = 0; i < s->nknown; i++)
        if (!strcmp(s->known[i].obligation, obligation) && !strcmp(s->known[i].solver, solver))
            return &s->known[i];
    return NULL;
}

static second_kind remember(worker_state *s, const char *obligation, const char *solver,
                            second_kind kind)
{
    if (s->nknown == s->cap)
        s->known = mem_grow(s->known, s->cap = s->cap ? 2 * s->cap : 64, sizeof *s->known);
    asked *x = &s->known[s->nknown++];
    *x = (asked){.kind = kind};
    snprintf(x->obligation, sizeof x->obligation, "%s", obligation);
    snprintf(x->solver, sizeof x->solver, "%s", solver);
    return kind;
}

/* ---- one subject ---- */

/* Of the program, or (ir not NULL) of the IR. */
static second_kind by_solver(worker_state *s, const subject *x, const char *ir, const char *name,
                             diags *d)
{
    char hash[HASH_TEXT];
    strbuf smt2 = {0};
    ls_status rc = ir ? verify_write_ir_smt2(s->v, x->cell, ir, name, &smt2, d)
                      : verify_write_smt2(s->v, x->cell, x->prog, &smt2, d);
    second_kind kind = SECOND_NONE;
    const char *text = strstr(strbuf_text(&smt2), "\n(set-logic");
    hash_text(text ? text + 1 : "", hash);
    const asked *known = find_asked(s, hash, s->plan->solver);
    if (rc == LS_OK)
        kind = known ? known->kind : remember(s, hash, s->plan->solver, ask_program(s, &smt2));
    strbuf_free(&smt2);
    return kind;
}

static second_kind kind_of(const proof *p)
{
    switch (p->answer) {
    case PROOF_PROVED: return SECOND_AGREES;
    case PROOF_REFUTED: return SECOND_DISAGREES;
    case PROOF_UNKNOWN: break;
    }
    return SECOND_SILENT;
}

/* Tells the verifier what was asked before of the same obligation: what agreed then need not be
 * asked again. */
static const char *find_agreed(void *context, const char *obligation)
{
    const worker_state *s = context;
    if (!s->settled_by) return NULL;
    for (unsigned i = 0; i < s->nknown; i++) {
        const asked *x = &s->known[i];
        bool other = !verify_shares_tool(x->solver, s->settled_by);
        if (x->kind == SECOND_AGREES && other && !strcmp(x->obligation, obligation))
            return x->solver;
    }
    return NULL;
}

static ls_status prove(worker_state *s, const subject *x, const char *ir, const char *name,
                       proof *p, diags *d)
{
    return ir ? verify_ir(s->v, s->plan->spec, x->cell, ir, name, p, d)
              : verify_prog(s->v, x->cell, x->prog, p, d);
}

/* A text does not say what settled an obligation: then it is settled here first, as ever. */
static second_kind by_tactic(worker_state *s, const subject *x, const char *ir, const char *name,
                             const char *settled_by, diags *d)
{
    proof p, first;
    s->settled_by = NULL;
    if (!*settled_by) {
        verifier_leave_out(s->v, NULL);
        if (prove(s, x, ir, name, &first, d) != LS_OK) return SECOND_NONE;
        if (first.answer != PROOF_PROVED) return kind_of(&first);
        settled_by = first.solver;
    }
    s->settled_by = settled_by;
    if (!verifier_leave_out(s->v, settled_by)) return SECOND_NONE;
    if (prove(s, x, ir, name, &p, d) != LS_OK) return SECOND_NONE;
    second_kind kind = kind_of(&p);
    if (kind == SECOND_AGREES) remember(s, p.obligation, p.solver, kind);
    return kind;
}

static second_kind ask(worker_state *s, const second_subject *x, const char *ir, const char *name,
                       diags *d)
{
    return s->plan->solver
               ? by_solver(s, &x->s, ir, name, d)
               : by_tactic(s, &x->s, ir, name, ir ? x->ir_solver : x->program_solver, d);
}

static void ask_row(void *context, void *state, unsigned row, void *answer)
{
    worker_state *s = state;
    second_answer *a = answer;
    const second_subject *x = &s->plan->subjects[row];
    strbuf ir = {0}, name = {0};
    diags d = {0};
    (void)context;
    lowering_print_name(x->s.cell, &name);
    emit_ir_module(x->s.cell, x->s.prog, strbuf_text(&name), &ir);
    a->program = ask(s, x, NULL, NULL, &d);
    a->ir = ask(s, x, strbuf_text(&ir), strbuf_text(&name), &d);
    diags_take_line(&d, a->message, sizeof a->message);
    strbuf_free(&ir);
    strbuf_free(&name);
}

static void *open_worker(void *context)
{
    worker_state *s = mem_alloc(1, sizeof *s);
    s->plan = context;
    verify_limits limits = verify_default_limits;
    limits.milliseconds = 1000 * s->plan->seconds;
    if (verifier_new(&s->v, limits, find_agreed, s) == LS_OK) return s;
    fputs("lanesmith verify: error: the solver cannot be set up\n", stderr);
    return NULL;
}

/* ---- the plan ---- */

static ls_status done(void *context, unsigned row, const void *answer)
{
    const second_plan *plan = context;
    return plan->done(plan->context, row, answer);
}

static ls_status lost(void *context, unsigned row, const char *why)
{
    const second_plan *plan = context;
    second_answer a = {SECOND_SILENT, SECOND_SILENT, ""};
    snprintf(a.message, sizeof a.message, "%s", why);
    return plan->done(plan->context, row, &a);
}

/* Whether the program is there: it is asked for its version. */
static bool can_run(const char *solver)
{
    process p = {0};
    process_add_pair(&p, solver, "--version");
    process_run_all(&p, 1, 1);
    return !p.status;
}

ls_status second_all(const second_plan *plan)
{
    if (plan->solver && !can_run(plan->solver)) {
        if (stop_signal()) return LS_STOPPED;
        fprintf(stderr,
                "lanesmith verify: error: %s cannot be run; `scripts/setup` installs cvc5\n",
                plan->solver);
        return LS_ENV;
    }
    pool_work w = {.context = (void *)(uintptr_t)plan,
                   .answer_size = sizeof(second_answer),
                   .seconds = WATCHDOG_SECONDS,
                   .open = open_worker,
                   .row = ask_row,
                   .done = done,
                   .lost = lost};
    const cell **cells = mem_alloc(plan->count + 1, sizeof *cells);
    for (unsigned i = 0; i < plan->count; i++) cells[i] = plan->subjects[i].s.cell;
    ls_status rc = prove_in_pool(&w, cells, plan->count, plan->processes);
    mem_free(cells);
    return rc;
}
