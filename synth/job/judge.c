// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* judge.c - from proposals to lowerings.
 *
 * The abstract cost chooses which candidates are worth compiling; what LLVM really emits chooses
 * among those; the solver has the last word on each. Order of equals is by text, so the outcome
 * does not depend on the order of proposals. */
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lowerings/emit/lowering.h"
#include "lowerings/measure/measured.h"

/* Programs of one text, of which one may be of a narrower class: is it the other in that class, its
 * constants repeated? A text shows a constant only as far as it is not zero. */
static bool goes_on_as(const prog *p, const prog *q)
{
    for (unsigned k = 0; k < q->nconsts; k++) {
        uint64_t repeated[16];
        prog_const_in(p, k, q->cls, repeated);
        if (memcmp(repeated, q->konst[k].limb, (q->cls->bits + 63) / 64 * sizeof *repeated))
            return false;
    }
    return true;
}

bool pool_add(pool *p, const prog *q, const char *engine, const char *parent)
{
    strbuf text = {0};
    prog_print(q, &text);
    for (unsigned i = 0; i < p->count; i++)
        if (!strcmp(p->entry[i].text, text.s) && goes_on_as(&p->entry[i].prog, q)) {
            strbuf_free(&text);
            return false;
        }
    if (p->count == p->cap)
        p->entry = mem_grow(p->entry, p->cap = p->cap ? 2 * p->cap : 32, sizeof *p->entry);
    p->entry[p->count++] = (struct pool_entry){*q, engine, text.s, parent ? strdup(parent) : NULL};
    return true;
}

void pool_free(pool *p)
{
    for (unsigned i = 0; i < p->count; i++) {
        free(p->entry[i].text);
        free(p->entry[i].parent);
    }
    mem_free(p->entry);
    *p = (pool){0};
}

/* Of long programs one is kept: their proofs take long. The solver may give up on so many proposals
 * of a cell that has something, or nothing yet. */
enum { LONG_PROGRAM = 10, UNDECIDED_MAX = 1, UNDECIDED_FIRST_MAX = 3 };
/* Of the solver, for lowerings that are kept beside a cheaper one: half a second. */
enum { ALTERNATIVE_STEPS = 1000000 };

/* ---- choosing what to compile ---- */

/* Forms first, whose length only LLVM knows. */
static int by_length(const void *a, const void *b)
{
    const judged *x = a, *y = b;
    unsigned nx = prog_length(&x->prog), ny = prog_length(&y->prog);
    if (prog_has_form(&x->prog) != prog_has_form(&y->prog)) return prog_has_form(&x->prog) ? -1 : 1;
    if (nx != ny) return nx < ny ? -1 : 1;
    return strcmp(x->source->text, y->source->text);
}

/* Of programs as long as each other those come first that leave nothing to LLVM. */
static int by_cost(const void *a, const void *b)
{
    const judged *x = a, *y = b;
    bool fx = prog_has_form(&x->prog), fy = prog_has_form(&y->prog);
    if (fx != fy && x->cost.insns == y->cost.insns) return fx ? 1 : -1;
    int k = cost_compare(&x->cost, &y->cost, OBJECTIVE_THROUGHPUT);
    return k ? k : by_length(a, b);
}

/* The candidates that the cell's class and target can express, the shortest first. */
static unsigned translate(const judge *j, const cell *c, const pool *candidates, judged *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < candidates->count; i++) {
        const struct pool_entry *e = &candidates->entry[i];
        /* its fields would not go on in the next register */
        if (e->prog.cls->bits < c->cls->bits && e->prog.cls->bits % c->w) continue;
        bool fits = e->prog.cls == c->cls ? (out[n].prog = e->prog, true)
                                          : prog_reclass(&e->prog, j->s, c->cls, &out[n].prog);
        if (!fits || !prog_fits(&out[n].prog, c->target)) continue;
        out[n++].source = e;
    }
    qsort(out, n, sizeof *out, by_length);
    return n < JUDGE_MEASURE ? n : JUDGE_MEASURE;
}

static ls_status measure(const judge *j, const cell *c, judged *x, unsigned n, diags *d)
{
    measured list[JUDGE_MEASURE];
    for (unsigned i = 0; i < n; i++)
        list[i] = (measured){.cell = c, .prog = &x[i].prog, .cost = x[i].cost};
    ls_status rc = measure_programs(list, n, j->models[c->target->index], d);
    for (unsigned i = 0; i < n; i++) x[i].cost = list[i].cost;
    return rc;
}

static const char *find_proved(void *context, const char *obligation)
{
    const judge *j = context;
    for (unsigned i = 0; i < j->nproved; i++)
        if (!strcmp(j->proved[i].obligation, obligation)) return j->proved[i].solver;
    return NULL;
}

static void remember(judge *j, const proof *p)
{
    if (p->answer != PROOF_PROVED || find_proved(j, p->obligation)) return;
    if (j->nproved == j->cap_proved)
        j->proved = mem_grow(j->proved, j->cap_proved = j->cap_proved ? 2 * j->cap_proved : 64,
                             sizeof *j->proved);
    struct judge_proved *x = &j->proved[j->nproved++];
    memcpy(x->obligation, p->obligation, sizeof x->obligation);
    memcpy(x->solver, p->solver, sizeof x->solver);
}

ls_status judge_open(judge *j, verify_limits limits)
{
    j->steps = limits.steps;
    return verifier_new(&j->v, limits, find_proved, j);
}

void judge_close(judge *j)
{
    verifier_free(j->v);
    mem_free(j->proved);
    *j = (judge){0};
}

static void set_reason(judge *j, const char *what, const char *why)
{
    snprintf(j->last.reason, sizeof j->last.reason, "%s%s", what, why);
}

/* Keeps account of a proof that is none. */
static void note_failure(judge *j, const char *what, const proof *p)
{
    switch (p->answer) {
    case PROOF_REFUTED: j->last.refuted++; break;
    case PROOF_UNKNOWN:
        j->last.unknown++;
        set_reason(j, what, p->reason);
        break;
    case PROOF_PROVED: break;
    }
}

/* What the emitted IR is may be known to nobody: a division may trap, an instruction may be
 * described by an intrinsic that verify/ir/ has never heard of. Then there is no proof, and the
 * search goes on. */
static ls_status prove_ir(judge *j, const cell *c, judged *x)
{
    strbuf ir = {0}, message = {0};
    diags why = {0};
    emit_ir_module(c, &x->prog, "lowering", &ir);
    ls_status rc = verify_ir(j->v, j->s, c, ir.s, "lowering", &x->ir, &why);
    if (rc == LS_INPUT) {
        diag_first_message(&why, &message);
        j->last.unread++;
        set_reason(j, "its IR: ", strbuf_text(&message));
    } else if (rc == LS_OK) note_failure(j, "its IR: ", &x->ir);
    strbuf_free(&message);
    strbuf_free(&ir);
    diag_free(&why);
    return rc == LS_INPUT ? LS_OK : rc;
}

/* Proves the program, then the IR that is emitted for it. *good: both are proved, and the program
 * is what its text says, by which it is stored. */
static ls_status prove(judge *j, const cell *c, judged *x, bool *good, diags *d)
{
    *good = false;
    if (!prog_reads_back(&x->prog, j->s, c)) {
        j->last.unread++;
        set_reason(j, "", "its text can be read as another program");
        return LS_OK;
    }
    ls_status rc = verify_prog(j->v, c, &x->prog, &x->program, d);
    if (rc != LS_OK) return rc;
    note_failure(j, "", &x->program);
    j->unknown += x->program.answer == PROOF_UNKNOWN;
    if (x->program.answer != PROOF_PROVED) return LS_OK;
    rc = prove_ir(j, c, x);
    *good = rc == LS_OK && x->ir.answer == PROOF_PROVED;
    remember(j, &x->program);
    remember(j, &x->ir);
    return rc;
}

/* What the instructions cost that LLVM makes of forms, from its own output. */
static ls_status cost_of_form(const cell *c, judged *x, diags *d)
{
    measured one = {.cell = c, .prog = &x->prog, .cost = x->cost};
    ls_status rc = measure_forms(&one, 1, d);
    x->cost = one.cost;
    return rc;
}

/* Programs that are kept beside what is found: the others of a pool are not looked at. */
static bool wants_more(const judge *j, const judged *best, unsigned kept, unsigned forms,
                       unsigned undecided)
{
    unsigned keep = best && prog_length(&best->prog) > LONG_PROGRAM ? 1 : JUDGE_KEEP - 1;
    return kept - forms < keep &&
           j->unknown - undecided < (kept > forms ? UNDECIDED_MAX : UNDECIDED_FIRST_MAX);
}

ls_status judge_cell(judge *j, const cell *c, const pool *candidates, judged kept[JUDGE_KEEP],
                     unsigned *nkept, diags *d)
{
    judged *x = mem_alloc(candidates->count + 1, sizeof *x), *best = NULL;
    unsigned n = translate(j, c, candidates, x), undecided = j->unknown, forms = 0;
    ls_status rc = n ? measure(j, c, x, n, d) : LS_OK;
    *nkept = 0;
    j->last = (judge_account){.proposed = candidates->count, .fitting = n};
    if (rc == LS_OK) qsort(x, n, sizeof *x, by_cost);
    for (unsigned i = 0; i < n && !best; i++)
        if (!prog_has_form(&x[i].prog)) best = &x[i];
    for (unsigned i = 0; rc == LS_OK && i < n; i++) {
        bool good, form = prog_has_form(&x[i].prog);
        if (j->below && x[i].cost.insns >= j->below) break;
        /* a form only where nothing as good is known */
        if (form ? *nkept > 0 : !wants_more(j, best, *nkept, forms, undecided)) continue;
        verifier_set_steps(j->v,
                           *nkept && j->steps > ALTERNATIVE_STEPS ? ALTERNATIVE_STEPS : j->steps);
        rc = prove(j, c, &x[i], &good, d);
        if (form && !good) undecided = j->unknown;
        if (rc != LS_OK || !good) continue;
        if (form) rc = cost_of_form(c, &x[i], d);
        kept[(*nkept)++] = x[i];
        forms += form;
    }
    mem_free(x);
    return rc;
}

void judge_explain(const judge *j, strbuf *out)
{
    const judge_account *a = &j->last;
    if (!a->proposed) {
        strbuf_puts(out, "nothing was proposed");
        return;
    }
    strbuf_printf(out, "%u proposed", a->proposed);
    if (a->fitting < a->proposed) strbuf_printf(out, ", %u for this target", a->fitting);
    if (a->refuted) strbuf_printf(out, ", %u refuted", a->refuted);
    if (a->unknown) strbuf_printf(out, ", %u undecided", a->unknown);
    if (a->unread) strbuf_printf(out, ", %u not understood", a->unread);
    if (a->reason[0]) strbuf_printf(out, " (%s)", a->reason);
}
