// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* check.c - takes lowerings from the database, has them run, proved and measured, and puts the
 * answers back.
 *
 * A row stands when its program, its emitted IR and its cost are attested or proved here, and the
 * IR is what is emitted today. Such a row is not looked at again, unless asked to. Of others the
 * truth is the stored text: it is parsed, and the obligations are made from it anew. An obligation
 * that this database holds a proof of is not proved again. The cost is measured, whatever a text
 * claims.
 *
 * Rows are stored one cell a transaction, as soon as their answer is there, and only when it says
 * more than the database knows. A lowering that a solver proves and the processor contradicts is
 * stored as refuted, under an obligation of its own: other rows share the solver's.
 *
 * Called by cmd_verify.c. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "cli/app/story.h"
#include "lowerings/emit/lowering.h"

const char *const verdict_names[] = {"not checked", "proved", "refuted", "unknown", "stale"};

/* One call of checks_run. */
typedef struct batch {
    checks *c;
    const unsigned *index;
    execute_answer *executed;
    progress line;
    unsigned ndone, nproved;
} batch;

/* ---- opening ---- */

static void set_verdict(check *k, verdict v, const char *what, const char *reason)
{
    k->verdict = v;
    k->what = what;
    k->reason = reason;
}

/* The first line of what the parser said. */
static const char *first_diagnostic(app *a, diags *d)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return "malformed";
    diag_print(d, out);
    fclose(out);
    const char *copy = arena_strndup(&a->mem, text, strcspn(text, "\n"));
    free(text);
    return copy;
}

static void parse(checks *c, check *k)
{
    diags d = {0};
    const cell *at = &k->l->cell;
    if (!prog_parse_cell(&k->prog, c->a->spec, at, k->l->text, (place){0}, &d))
        set_verdict(k, VERDICT_UNKNOWN, "program", first_diagnostic(c->a, &d));
    else if (!prog_fits(&k->prog, at->target))
        set_verdict(k, VERDICT_UNKNOWN, "program", "an instruction is not one of the target");
    if (k->l->stale && (!c->renew || k->verdict))
        set_verdict(k, VERDICT_STALE, "program",
                    "its operation or an instruction has another meaning now");
    diag_free(&d);
}

static int compare_obligations(const void *a, const void *b)
{
    return strcmp((*(const db_proof *const *)a)->obligation,
                  (*(const db_proof *const *)b)->obligation);
}

static void collect_known(checks *c, const db_lowering *list, unsigned n)
{
    const db_proof **known = arena_new(&c->a->mem, 2 * (size_t)n + 1, const db_proof *);
    for (unsigned i = 0; i < n; i++) {
        if (is_proved_here(&list[i].program)) known[c->nknown++] = &list[i].program;
        if (is_proved_here(&list[i].ir)) known[c->nknown++] = &list[i].ir;
    }
    if (c->nknown) qsort(known, c->nknown, sizeof *known, compare_obligations);
    c->known = known;
}

/* Whether there is nothing to do: program, IR and cost are attested or proved here, and the IR is
 * what is emitted today. */
static bool stands(const check *k)
{
    char ir[HASH_TEXT];
    if (k->verdict || !k->l->proved) return false;
    lowering_hash_ir(&k->l->cell, &k->prog, ir);
    return !strcmp(ir, k->l->ir_text);
}

static bool is_asked(const db_lowering *l, const cell_filter *f, const check_wish *wish)
{
    return cell_filter_admits(f, &l->cell) && (!wish->chosen || wish->chosen(wish->context, l));
}

/* Cost figures of the targets of the rows that are asked about. */
static ls_status load_models(checks *c, const db_lowering *list, unsigned n, const cell_filter *f,
                             const check_wish *wish)
{
    app *a = c->a;
    bool *wanted = arena_new(&a->mem, a->spec->ntargets + 1, bool);
    for (unsigned i = 0; i < n; i++)
        if (is_asked(&list[i], f, wish)) wanted[list[i].cell.target->index] = true;
    ls_status rc = app_report(a, cost_models_load(&c->models, a->spec, wanted,
                                                  a->spec_dir, &a->dg));
    if (rc == LS_OK) return LS_OK;
    cost_models_free(c->models, a->spec);
    c->models = NULL;
    return rc;
}

ls_status checks_open(checks *c, app *a, const cell_filter *f, const check_wish *wish)
{
    db_lowering *list;
    unsigned n;
    *c = (checks){.a = a,
                  .again = wish->again,
                  .hardware = wish->hardware,
                  .renew = wish->renew,
                  .processes = app_processors()};
    ls_status rc = app_report(a,
                              db_list_lowerings(a->db, a->spec, NULL, DB_ALL, &a->mem, &list, &n));
    if (rc == LS_OK) rc = load_models(c, list, n, f, wish);
    if (rc != LS_OK) return rc;
    if (!wish->again) collect_known(c, list, n);
    c->row = mem_alloc(n, sizeof *c->row);
    for (unsigned i = 0; i < n; i++) {
        if (!is_asked(&list[i], f, wish)) continue;
        check *k = &c->row[c->count++];
        k->l = &list[i];
        k->cost = list[i].cost;
        parse(c, k);
        if (wish->again || !stands(k)) continue;
        set_verdict(k, VERDICT_PROVED, "program", "");
        k->stood = true;
    }
    bool keep = !a->scratch && !db_is_read_only(a->db);
    const char *memory = keep ? arena_printf(&a->mem, "%s.executed", a->db_path) : NULL;
    execute_memory_open(&c->memory, memory);
    return LS_OK;
}

ls_status checks_close(checks *c)
{
    const char *path = c->memory.path;
    ls_status rc = execute_memory_close(&c->memory);
    mem_free(c->row);
    cost_models_free(c->models, c->a->spec);
    return rc == LS_OK ? rc : app_file_error(c->a, "cannot write", path);
}

/* ---- storing ---- */

static bool says_more(const proof *p, const db_proof *stored)
{
    if (!p->obligation[0]) return false;
    return strcmp(p->obligation, stored->obligation) ||
           strcmp(proof_answer_names[p->answer], stored->answer) || stored->state != TRUTH_HERE;
}

static bool says_the_same(const db_lowering *l, const cost *measured)
{
    const cost *k = &l->cost;
    return l->cost_state == TRUTH_HERE && !cost_compare(k, measured, OBJECTIVE_THROUGHPUT) &&
           k->moves == measured->moves && k->const_loads == measured->const_loads;
}

static void fill_proof(db_proof *out, const proof *p, const char *reason)
{
    *out = (db_proof){
        .answer = proof_answer_names[p->answer], .solver = p->solver, .chunk = p->chunk};
    out->seconds = p->seconds;
    memcpy(out->obligation, p->obligation, sizeof out->obligation);
    out->reason = p->answer == PROOF_PROVED ? "" : reason;
}

/* What the processor contradicts, as a proof that is refuted. */
static void fill_contradiction(db_proof *out, const check *k)
{
    strbuf text = {0};
    strbuf_puts(&text, "executed: ");
    cell_print(&k->l->cell, &text);
    strbuf_printf(&text, "\n%s", k->l->text);
    *out = (db_proof){.answer = proof_answer_names[PROOF_REFUTED],
                      .solver = "processor",
                      .chunk = k->l->cell.cls->bits,
                      .reason = k->reason};
    hash_text(strbuf_text(&text), out->obligation);
    strbuf_free(&text);
}

static ls_status begin_journal(checks *c)
{
    if (c->journaled) return LS_OK;
    c->journaled = true;
    return app_begin_run(c->a, c->options ? c->options : "");
}

static ls_status store(checks *c, const check *k, const db_lowering *l)
{
    db *d = c->a->db;
    ls_status rc = begin_journal(c);
    if (rc == LS_OK) rc = app_report(c->a, db_begin_cell(d, &k->l->cell));
    if (rc != LS_OK) return rc;
    db_put_lowering(d, l);
    return app_report(c->a, db_commit_cell(d));
}

static ls_status store_answer(checks *c, const check *k, const prove_answer *a)
{
    db_lowering l = *k->l;
    bool contradicted = k->verdict == VERDICT_REFUTED && a->ir.answer == PROOF_PROVED &&
                        a->ir.obligation[0];
    bool same_ir = !strcmp(l.ir_text, a->ir_text), measured = k->verdict == VERDICT_PROVED;
    bool same = !says_more(&a->program, &l.program) && !says_more(&a->ir, &l.ir) && same_ir;
    if (!contradicted && same && !l.stale && (!measured || says_the_same(&l, &a->cost)))
        return LS_OK;
    fill_proof(&l.program, &a->program, k->reason);
    fill_proof(&l.ir, &a->ir, k->reason);
    memcpy(l.ir_text, a->ir_text, sizeof l.ir_text);
    if (measured) {
        l.cost = a->cost;
        l.cost_state = TRUTH_HERE;
    }
    if (contradicted) fill_contradiction(&l.ir, k);
    return store(c, k, &l);
}

/* ---- verdicts ---- */

static const char *refutation(app *a, const check *k, const proof *p)
{
    strbuf text = {0};
    counterexample_print(&p->cex, &k->l->cell, &text);
    const char *copy = arena_strdup(&a->mem, strbuf_text(&text));
    strbuf_free(&text);
    return copy;
}

static const char *reason_of(app *a, const char *reason)
{
    return *reason ? arena_strdup(&a->mem, reason) : "no reason given";
}

static void judge_proof(app *a, check *k, const proof *p, const char *what)
{
    switch (p->answer) {
    case PROOF_PROVED: set_verdict(k, VERDICT_PROVED, what, ""); return;
    case PROOF_REFUTED: set_verdict(k, VERDICT_REFUTED, what, refutation(a, k, p)); return;
    case PROOF_UNKNOWN: set_verdict(k, VERDICT_UNKNOWN, what, reason_of(a, p->reason)); return;
    }
}

static void judge(checks *c, check *k, const prove_answer *a, const execute_answer *x)
{
    app *at = c->a;
    k->status = a->status;
    k->executed = x->kind;
    judge_proof(at, k, &a->program, "program");
    if (k->verdict == VERDICT_PROVED) judge_proof(at, k, &a->ir, "emitted IR");
    if (a->status != LS_OK) k->reason = reason_of(at, a->message);
    if (a->status > c->worst) c->worst = a->status;
    if (k->verdict != VERDICT_PROVED) return;
    k->renewed = true;
    k->cost = a->cost;
    if (x->kind == EXECUTE_DIFFERS || x->kind == EXECUTE_FAILED)
        set_verdict(k, VERDICT_REFUTED, "execution", arena_strdup(&at->mem, x->reason));
}

static ls_status take_answer(void *context, unsigned i, const prove_answer *a)
{
    batch *b = context;
    check *k = &b->c->row[b->index[i]];
    char note[64];
    judge(b->c, k, a, &b->executed[i]);
    b->nproved += k->verdict == VERDICT_PROVED;
    snprintf(note, sizeof note, "%u proved", b->nproved);
    progress_update(&b->line, ++b->ndone, note);
    return a->status == LS_OK ? store_answer(b->c, k, a) : LS_OK;
}

/* ---- running ---- */

static ls_status execute(checks *c, const subject *subjects, unsigned n, execute_answer *answers)
{
    bool *remembered = mem_alloc(n, sizeof *remembered);
    char (*key)[HASH_TEXT] = mem_alloc(n, sizeof *key);
    for (unsigned i = 0; i < n; i++) {
        execute_memory_key(&subjects[i], key[i]);
        remembered[i] = !c->again && execute_memory_has(&c->memory, key[i]);
    }
    ls_status rc = execute_all(subjects, n, remembered, c->processes, answers);
    for (unsigned i = 0; i < n; i++) {
        if (answers[i].kind == EXECUTE_AGREES) execute_memory_add(&c->memory, key[i]);
        if (remembered[i]) answers[i].kind = EXECUTE_AGREES;
        if (answers[i].kind == EXECUTE_LACKS && !*c->lacks)
            snprintf(c->lacks, sizeof c->lacks, "%.*s", (int)sizeof c->lacks - 1,
                     answers[i].reason);
    }
    mem_free(remembered);
    mem_free(key);
    return rc;
}

ls_status checks_run(checks *c, const unsigned *index, unsigned n)
{
    ls_status rc = LS_OK;
    batch b = {.c = c, .index = index};
    subject *subjects = mem_alloc(n, sizeof *subjects);
    b.executed = mem_alloc(n, sizeof *b.executed);
    for (unsigned i = 0; i < n; i++)
        subjects[i] = (subject){&c->row[index[i]].l->cell, &c->row[index[i]].prog};
    if (c->hardware) rc = execute(c, subjects, n, b.executed);
    progress_begin(&b.line, c->a->command, n);
    prove_plan plan = {.spec = c->a->spec,
                       .subjects = subjects,
                       .count = n,
                       .processes = c->processes,
                       .known = c->known,
                       .nknown = c->nknown,
                       .models = c->models,
                       .context = &b,
                       .done = take_answer};
    if (rc == LS_OK) rc = prove_all(&plan);
    progress_end(&b.line);
    mem_free(subjects);
    mem_free(b.executed);
    return rc;
}
