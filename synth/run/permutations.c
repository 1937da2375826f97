// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permutations.c - the stage for operations that permute bits: the bounds of permute_least.h for
 * cells, and the programs that are found on the way. */
#include "permutations.h"

#include <string.h>

#include "spec/op.h"
#include "synth/job/job_report.h"
#include "synth/job/workers.h"
#include "synth/permute/permute_least.h"
#include "synth/permute/shuffle.h"

/* Steps of the programs that are excluded at most, and values that are tried for a level. */
static const struct {
    unsigned steps;
    uint64_t work;
} efforts[SYNTH_EFFORT_COUNT] = {{1, 10000000}, {2, 100000000}, {3, 20000000000}};

/* The moves of a class on a target; on targets with the same ones the first of them stands for all.
 */
typedef struct moves {
    permute_machine machine;
    permute_least *least[PERMUTE_INPUTS_MAX + 1]; /* by inputs; made when they are asked for */
    const target *leader;
} moves;

struct permutations {
    const spec *s;
    mover_book *book;
    arena mem;
    moves *of; /* [class][target] */
    const cell *cells;
    const unsigned *length;
    synth_effort effort;
    cost_model **models;
};

/* Registers whose bits labels can name; a machine has a power of two of them. */
static bool is_of_labels(const regclass *cls)
{
    return cls->bits <= PERMUTE_BITS_MAX && !(cls->bits & (cls->bits - 1));
}

permutations *permutations_open(const spec *s)
{
    permutations *x = mem_alloc(1, sizeof *x);
    const regclass **cls = mem_alloc(s->nclasses + 1, sizeof *cls);
    unsigned n = 0;
    *x = (permutations){.s = s,
                        .effort = SYNTH_LONG,
                        .of = mem_alloc(s->nclasses * (size_t)s->ntargets, sizeof *x->of)};
    for (unsigned k = 0; k < s->nclasses; k++)
        if (is_of_labels(&s->classes[k])) cls[n++] = &s->classes[k];
    x->book = mover_book_new(s, cls, n);
    mem_free(cls);
    return x;
}

void permutations_close(permutations *x)
{
    for (unsigned i = 0; i < x->s->nclasses * x->s->ntargets; i++)
        for (unsigned n = 0; n <= PERMUTE_INPUTS_MAX; n++) permute_least_free(x->of[i].least[n]);
    mover_book_free(x->book);
    arena_free(&x->mem);
    mem_free(x->of);
    mem_free(x);
}

static moves *moves_of(permutations *x, const regclass *cls, const target *t)
{
    moves *m = &x->of[cls->index * x->s->ntargets + t->index];
    for (unsigned i = 0; !m->leader && i <= t->index; i++) {
        const target *u = &x->s->targets[i];
        if (target_has_class(u, cls) && mover_machines_are_alike(x->book, cls, u, t)) m->leader = u;
    }
    if (m->leader != t) return moves_of(x, cls, m->leader);
    if (!m->machine.bits) m->machine = mover_machine(x->book, cls, t, &x->mem);
    return m;
}

static void make_least(moves *m, unsigned inputs)
{
    if (!m->least[inputs]) m->least[inputs] = permute_least_new(&m->machine, inputs);
}

/* What is known of a goal. */
typedef struct answer {
    unsigned bound; /* no program of fewer steps */
    bool closed;    /* of so many there is one, or the work ended */
    bool found;
    uint64_t candidates;
    prog prog;
} answer;

/* Levels from a->bound up to `most`, until there is a program or no end of it. */
static void raise_bound(permutations *x, const cell *c, const labels *goal, unsigned most,
                        answer *a)
{
    moves *m = moves_of(x, c->cls, c->target);
    unsigned inputs = c->op->arity;
    make_least(m, inputs);
    while (!a->closed && a->bound < most) {
        permute *p = permute_new(&m->machine, inputs);
        int node = -1;
        permute_verdict v = permute_least_search(m->least[inputs], goal, a->bound,
                                                 efforts[x->effort].work, p, &node, &a->candidates);
        a->closed = v != PERMUTE_EXCLUDED;
        a->bound += !a->closed;
        a->found = v == PERMUTE_FOUND && node >= 0 &&
                   shuffle_prog(p, node, x->s, c->op, c->cls, &a->prog);
        permute_free(p);
    }
}

/* The goal, where there is something to do. */
static bool goal_of(const cell *c, labels *goal)
{
    diags quiet = {0};
    bool good = is_of_labels(c->cls) && c->op->arity <= PERMUTE_INPUTS_MAX &&
                shuffle_goal(c->op, c->w, c->cls, goal, &quiet),
         still = true, blank = true;
    diag_free(&quiet);
    for (unsigned i = 0; good && i < c->cls->bits; i++) blank = blank && goal->at[i] <= LABEL_ZERO;
    for (unsigned k = 0; good && k < c->op->arity; k++, still = true) {
        for (unsigned i = 0; i < c->cls->bits; i++)
            still = still &&
                    (goal->at[i] == LABEL_FREE || goal->at[i] == (label)(1 + k * c->cls->bits + i));
        if (still) return false;
    }
    return good && !blank;
}

unsigned permutations_bound(permutations *x, const cell *c, unsigned most, uint64_t *candidates)
{
    labels *goal = mem_alloc(1, sizeof *goal);
    answer *a = mem_alloc(1, sizeof *a);
    *a = (answer){.bound = 1};
    bool good = goal_of(c, goal);
    if (good) raise_bound(x, c, goal, most, a);
    unsigned bound = good ? a->bound : 0;
    *candidates += a->candidates;
    mem_free(goal);
    mem_free(a);
    return bound;
}

/* Whether all constants by which an instruction moves bits are among its moves: amounts and indices
 * are tried one by one, products are known by powers of two only, matrices by rows of one bit. */
static bool is_complete(const permute_machine *m, const instr *in)
{
    static const unsigned all = 1u << INSTR_SHIFT | 1u << INSTR_SHUFFLE | 1u << INSTR_BLEND |
                                1u << INSTR_FUNNEL;
    if (in->kind == INSTR_MULTIPLY || in->kind == INSTR_MATRIX) return false;
    for (unsigned i = 0; i < m->nmovers; i++)
        if (m->movers[i].instr == in->index && m->movers[i].kind != MOVER_PURE &&
            !(all >> in->kind & 1))
            return false;
    return true;
}

/* "(.k)": where the instruction has values, and where a constant. */
static void name_operands(const instr *in, const int8_t *operand, strbuf *out)
{
    strbuf_puts(out, "(");
    for (unsigned i = 0; i < in->nsrc; i++)
        strbuf_puts(out, operand[i] == MOVER_CONSTANT ? "k" : ".");
    strbuf_puts(out, ")");
}

/* An instruction with the operands that its moves have, each kind once; tables looked up are none.
 */
static void name_moves(const permute_machine *m, const instr *in, strbuf *out)
{
    strbuf seen = {0};
    for (unsigned i = 0; i < m->nmovers; i++) {
        strbuf one = {0};
        const mover *v = &m->movers[i];
        if (v->instr != in->index || v->kind == MOVER_TABLE) continue;
        name_operands(in, v->operand, &one);
        if (!strstr(strbuf_text(&seen), one.s)) {
            strbuf_printf(out, " %s%s", in->name, one.s);
            strbuf_puts(&seen, one.s);
        }
        strbuf_free(&one);
    }
    strbuf_free(&seen);
}

void permutations_grammar(permutations *x, const cell *c, strbuf *out)
{
    const permute_machine *m = &moves_of(x, c->cls, c->target)->machine;
    strbuf_puts(out, "instructions:");
    for (unsigned i = 0; i < x->s->ninstrs; i++) {
        const instr *in = &x->s->instrs[i];
        if ((int)i == m->and_) strbuf_printf(out, " %s(.k) %s(k.)", in->name, in->name);
        else if ((int)i == m->or_ || (int)i == m->xor_) strbuf_printf(out, " %s(..)", in->name);
        else if ((int)i == m->table3)
            strbuf_printf(out, " %s(..k) %s(.k.) %s(k..)", in->name, in->name, in->name);
        else if (is_complete(m, in)) name_moves(m, in, out);
    }
    strbuf_puts(out, PERMUTATIONS_CONSTANTS);
}

/* ---- runs ---- */

/* Changes whenever what is found changes. Marks have its hash: it keeps the name it began with. */
static const char version[] = "movement 1";

void permutations_search_key(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT])
{
    strbuf text = {0};
    (void)s;
    strbuf_printf(&text, "%s\n%s\n%s\n%s\n%s\n", version, synth_effort_names[effort], c->op->hash,
                  c->target->name, target_digest(c->target, c->cls));
    hash_text(text.s, out);
    strbuf_free(&text);
}

static ls_status report_bound(permutations *x, const cell *c, const answer *a,
                              const synth_sink *sink)
{
    strbuf text = {0};
    permutations_grammar(x, c, &text);
    synth_bound b = {.cell = *c,
                     .insns = a->bound,
                     .grammar = text.s,
                     .engine = "labels",
                     .candidates = a->candidates};
    ls_status rc = sink->bound(sink->context, &b);
    strbuf_free(&text);
    return rc;
}

static ls_status report_found(const permutations *x, const cell *c, const answer *a,
                              const synth_sink *sink, unsigned *n, diags *d)
{
    pool candidates = {0};
    judge j;
    ls_status rc = job_open_judge(&j, x->s, x->models);
    pool_add(&candidates, &a->prog, "labels", NULL);
    if (rc == LS_OK) rc = job_judge(&j, c, &candidates, sink, n, d);
    pool_free(&candidates);
    judge_close(&j);
    return rc;
}

/* What an earlier cell of the job, with the same goal and moves, was told; else a new answer. */
static const answer *answer_for(permutations *x, const cell *cells, unsigned i, const labels *goal,
                                answer *all)
{
    const cell *c = &cells[i];
    unsigned length = x->length[c - x->cells], most = efforts[x->effort].steps + 1;
    const target *leader = moves_of(x, c->cls, c->target)->leader;
    answer *a = &all[i];
    *a = (answer){.bound = 1};
    for (unsigned k = 0; k < i; k++)
        if (cells[k].cls == c->cls && moves_of(x, cells[k].cls, cells[k].target)->leader == leader)
            *a = all[k];
    raise_bound(x, c, goal, length < most ? length : most, a);
    return a;
}

static void note_failure(const cell *c, const answer *a, const synth_sink *sink)
{
    strbuf text = {0};
    strbuf_printf(&text, "no program of fewer than %u moves", a->bound);
    if (a->found) strbuf_puts(&text, "; the one that was found is not proved");
    else if (a->closed) strbuf_puts(&text, ", then its budget ended");
    synth_note(sink, c, strbuf_text(&text));
    strbuf_free(&text);
}

static ls_status run_job(void *context, const cell *cells, unsigned count, const synth_sink *sink,
                         diags *d)
{
    permutations *x = context;
    labels *goal = mem_alloc(1, sizeof *goal);
    answer *all = mem_alloc(count, sizeof *all);
    ls_status rc = LS_OK;
    for (unsigned i = 0; rc == LS_OK && i < count; i++) {
        unsigned n = 0;
        require(goal_of(&cells[i], goal), "the cells permute bits");
        const answer *a = answer_for(x, cells, i, goal, all);
        if (a->bound > 1) rc = report_bound(x, &cells[i], a, sink);
        if (rc == LS_OK && a->found && prog_fits(&a->prog, cells[i].target))
            rc = report_found(x, &cells[i], a, sink, &n, d);
        if (rc == LS_OK && !n) note_failure(&cells[i], a, sink);
        if (rc == LS_OK) rc = sink->cell_done(sink->context, &cells[i], n);
    }
    mem_free(all);
    mem_free(goal);
    return rc;
}

/* Whether the operation moves bits in the narrowest register where it exists: most do not, and then
 * nowhere. */
static bool may_move(const spec *s, const op *o, unsigned w, labels *goal)
{
    for (unsigned k = 0; k < s->nclasses; k++) {
        const regclass *cls = &s->classes[k];
        diags quiet = {0};
        if (cls->bits < 2 * w || !op_exists(o, w, cls->bits / w)) continue;
        bool is = shuffle_goal(o, w, cls, goal, &quiet);
        diag_free(&quiet);
        return is;
    }
    return true;
}

/* Keeps those that permute bits. */
static unsigned keep_permutations(const spec *s, const cell *cells, const unsigned *length,
                                  unsigned count, cell *kept, unsigned *kept_length,
                                  const synth_sink *sink)
{
    labels *goal = mem_alloc(1, sizeof *goal);
    unsigned n = 0;
    bool may = false, is = false;
    for (unsigned i = 0; i < count; i++) {
        bool same = i && cells[i].op == cells[i - 1].op && cells[i].w == cells[i - 1].w,
             same_class = same && cells[i].cls == cells[i - 1].cls;
        if (!same) may = may_move(s, cells[i].op, cells[i].w, goal);
        if (!same_class) is = may && goal_of(&cells[i], goal);
        if (is) kept_length[n] = length[i], kept[n++] = cells[i];
        else synth_note(sink, &cells[i], "it does more than move bits");
    }
    mem_free(goal);
    return n;
}

ls_status permutations_run(const spec *s, const cell *cells, const unsigned *length, unsigned count,
                           const synth_options *o, const synth_sink *sink, diags *d)
{
    cell *kept = mem_alloc((size_t)count + 1, sizeof *kept);
    unsigned *kept_length = mem_alloc((size_t)count + 1, sizeof *kept_length),
             n = keep_permutations(s, cells, length, count, kept, kept_length, sink);
    ls_status rc = LS_OK;
    permutations *x = n ? permutations_open(s) : NULL;
    if (x) {
        x->cells = kept;
        x->length = kept_length;
        x->effort = o->effort;
        /* once, for all workers */
        for (unsigned i = 0; i < n; i++)
            make_least(moves_of(x, kept[i].cls, kept[i].target), kept[i].op->arity);
        worker_jobs jobs = {kept, n, o->jobs, o->megabytes, run_job, x};
        rc = cost_models_of_cells(&x->models, s, kept, n, o->spec_dir, d);
        if (rc == LS_OK) rc = workers_run(&jobs, sink, d);
        cost_models_free(x->models, s);
        permutations_close(x);
    }
    mem_free(kept);
    mem_free(kept_length);
    return rc;
}
