// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cycles.c - `lanesmith bench cycles`: how long winners take on this processor, beside stock LLVM.
 *
 * Both forms of an operation become loops, one for throughput (operands from memory, results to
 * memory, none waits for another) and one for latency (the first operand is the last result). The
 * loops run in turn, several times, and the least time of each counts, so that whatever else the
 * machine does touches neither. A cell that seems slower is measured again, longer. */
#define _GNU_SOURCE
#include <math.h>
#include <string.h>

#include "bench/base/benches.h"
#include "bench/base/rounds.h"
#include "bench/base/table.h"
#include "cli/app/cells.h"
#include "cli/app/pool.h"
#include "lowerings/emit/lowering.h"
#include "spec/base/random.h"
#include "spec/form.h"
#include "spec/op.h"
#include "spec/prog.h"
#include "verify/hardware/hardware.h"
#include "verify/hardware/jit.h"

#define CYCLES_OPTIONS(X)                                                                          \
    OPTIONS_DB(X)                                                                                  \
    OPTIONS_CELLS(X)                                                                               \
    X(NUMBER, rounds, 0, "rounds", "1..300", "measure each so often; default: 9")                  \
    X(NUMBER, sample, 0, "sample", "1..1000000", "only so many cells, evenly among all")           \
    X(FLAG, all, 0, "all", NULL, "list all cells, not only those that are slower")                 \
    OPTIONS_JSON(X)
typedef struct cycles_options { CYCLES_OPTIONS(OPTION_MEMBER) } cycles_options;
#define ROW(...) OPTION_ROW(cycles_options, __VA_ARGS__)
static const option_row rows[] = {CYCLES_OPTIONS(ROW)};
static const command_text text = {
    "bench cycles",
    "",
    "Measures the winners that this processor can run, and the same operations as stock LLVM\n"
    "compiles them (`lanesmith bench forms`): nanoseconds an operation, in a loop where nothing\n"
    "waits (throughput) and in one where each waits for the last (latency). Both are compiled\n"
    "for the winner's target and run in turn; of several times the least counts. Lists what is\n"
    "slower by more than 5 percent. A busy machine tells little: nothing else should run.",
    "lanesmith bench cycles --sample 500\n"
    "lanesmith bench cycles --op add,sub --width 2 --all\n",
    rows,
    sizeof rows / sizeof *rows};

enum { OURS, STOCK, SIDES, OPERANDS = 8, COPIES = 4, CALLS = 256, ROUNDS = 9, AGAIN = 3 };
static const double SLOWER = 1.05;
static const char *const side_names[SIDES] = {"ours", "stock"};

/* What is measured: of each side throughput, then latency. */
typedef struct answer {
    bool measured, chains; /* chains: the second figure is there */
    char why[120];         /* there are none */
    double seconds[2][SIDES];
} answer;

typedef struct candidate {
    cell cell;
    const char *program;
} candidate;

typedef struct run {
    app *a;
    const cycles_options *o;
    candidate *list;
    answer *answer;
    unsigned count;
    progress line;
    unsigned done;
} run;

/* ---- the module ---- */

static const regclass *operand_class(const cell *c, unsigned i)
{
    return c->op->in[i] ? c->op->in[i] : c->cls;
}

static unsigned stride_of(const cell *c) { return c->cls->bits / 8; }

/* %x<i>_<copy>: operand i, number (%i + copy) % OPERANDS. */
static void write_load(const cell *c, unsigned i, unsigned copy, strbuf *ir)
{
    strbuf_printf(ir,
                  "  %%k%u_%u = add i64 %%i, %u\n  %%o%u_%u = and i64 %%k%u_%u, %u\n"
                  "  %%s%u_%u = mul i64 %%o%u_%u, %u\n"
                  "  %%p%u_%u = getelementptr i8, ptr %%a%u, i64 %%s%u_%u\n"
                  "  %%x%u_%u = load %s, ptr %%p%u_%u, align 8\n",
                  i, copy, copy, i, copy, i, copy, OPERANDS - 1, i, copy, i, copy, stride_of(c), i,
                  copy, i, i, copy, i, copy, operand_class(c, i)->llvm, i, copy);
}

/* chain: the first operand is %x. */
static void write_call(const cell *c, const char *side, unsigned copy, bool chain, strbuf *ir)
{
    strbuf_printf(ir, "  %%r%u = call %s @%s(", copy, c->cls->llvm, side);
    for (unsigned i = 0; i < c->op->arity; i++) {
        strbuf_printf(ir, "%s%s ", i ? ", " : "", operand_class(c, i)->llvm);
        if (!i && chain) strbuf_puts(ir, "%x");
        else strbuf_printf(ir, "%%x%u_%u", i, copy);
    }
    strbuf_puts(ir, ")\n");
}

/* define void @<side>_<chain>(ptr %out, ptr %a0, ptr %a1, ptr %a2). A chain has the operation once
 * a turn: LLVM knows that some undo themselves. */
static void write_loop(const cell *c, const char *side, bool chain, strbuf *ir)
{
    unsigned copies = chain ? 1 : COPIES;
    const regclass *whole = c->cls->of ? c->cls->of : c->cls;
    strbuf_printf(ir,
                  "define void @%s_%u(ptr %%out, ptr %%a0, ptr %%a1, ptr %%a2) nounwind ", side,
                  chain);
    target_print_cpu(c->target, ir);
    strbuf_printf(ir,
                  " \"min-legal-vector-width\"=\"%u\" {\nentry:\n"
                  "  %%first = load %s, ptr %%a0, align 8\n  br label %%loop\nloop:\n"
                  "  %%i = phi i64 [ 0, %%entry ], [ %%next, %%loop ]\n",
                  whole->vector ? whole->bits : 0, c->cls->llvm);
    if (chain)
        strbuf_printf(ir, "  %%x = phi %s [ %%first, %%entry ], [ %%r0, %%loop ]\n", c->cls->llvm);
    for (unsigned copy = 0; copy < copies; copy++) {
        for (unsigned i = chain; i < c->op->arity; i++) write_load(c, i, copy, ir);
        write_call(c, side, copy, chain, ir);
        if (!chain)
            strbuf_printf(ir, "  store volatile %s %%r%u, ptr %%out, align 8\n", c->cls->llvm,
                          copy);
    }
    strbuf_printf(ir,
                  "  %%next = add i64 %%i, %u\n  %%more = icmp ult i64 %%next, %u\n"
                  "  br i1 %%more, label %%loop, label %%end\nend:\n",
                  copies, CALLS);
    if (chain)
        strbuf_printf(ir, "  store volatile %s %%r0, ptr %%out, align 8\n", c->cls->llvm);
    strbuf_puts(ir, "  ret void\n}\n");
}

/* A result that can be the first operand. */
static bool can_chain(const cell *c)
{
    return c->op->arity && !c->op->in[0] && c->op->type[0] == c->op->result;
}

static bool write_module(const spec *s, const candidate *x, strbuf *ir)
{
    prog *p = mem_alloc(1, sizeof *p);
    strbuf decls = {0};
    diags quiet = {0};
    bool good = prog_parse_cell(p, s, &x->cell, x->program, (place){0}, &quiet) &&
                form_print(s, &x->cell, side_names[STOCK], ir);
    if (good)
        emit_ir_function(&x->cell, p, side_names[OURS], "", "nounwind", &decls, ir);
    for (unsigned side = 0; good && side < SIDES; side++)
        for (unsigned chain = 0; chain < (can_chain(&x->cell) ? 2 : 1); chain++)
            write_loop(&x->cell, side_names[side], chain, ir);
    for (const char *line = strbuf_text(&decls); *line;) { /* the form may have it */
        size_t n = strcspn(line, "\n");
        if (!ir->len || !memmem(ir->s, ir->len, line, n)) strbuf_putn(ir, line, n + (line[n] != 0));
        line += n + (line[n] != 0);
    }
    strbuf_free(&decls);
    diag_free(&quiet);
    mem_free(p);
    return good;
}

/* ---- measuring, in a worker ---- */

typedef void loop(void *out, const void *a, const void *b, const void *c);

typedef struct loops {
    loop *of[2 * SIDES];
    unsigned char *data, *out;
    size_t size; /* of an operand's images */
} loops;

static void call_loop(void *context, unsigned way)
{
    const loops *x = context;
    x->of[way](x->out, x->data, x->data + x->size, x->data + 2 * x->size);
}

/* Operands of a field each, of which few are corners; packed bits have zeros above. */
static void fill_operands(const cell *c, loops *x)
{
    uint64_t seed = 1;
    unsigned stride = stride_of(c);
    x->size = (size_t)OPERANDS * stride;
    x->data = mem_alloc(3 * x->size / 64 + 2, 64);
    x->out = mem_alloc(stride / 64 + 2, 64);
    for (size_t i = 0; i < 3 * x->size; i++) x->data[i] = (unsigned char)random_next(&seed);
    for (unsigned i = 0; i < c->op->arity; i++)
        for (unsigned k = 0; c->op->in[i] && k < OPERANDS; k++) {
            uint64_t bits, all = ~0ULL >> (64 - (cell_fields(c) < 64 ? cell_fields(c) : 64));
            unsigned char *at = x->data + i * x->size + (size_t)k * stride;
            memcpy(&bits, at, sizeof bits < stride ? sizeof bits : stride);
            bits &= all;
            memcpy(at, &bits, sizeof bits < stride ? sizeof bits : stride);
        }
}

static void measure(loops *x, unsigned ways, unsigned rounds, answer *out)
{
    timing *t = mem_alloc(1, sizeof *t);
    t->ways = ways;
    t->count = rounds | 1;
    rounds_measure(t, call_loop, x);
    for (unsigned w = 0; w < ways; w++) {
        double *best = &out->seconds[w / SIDES][w % SIDES];
        for (unsigned k = 0; k < t->count; k++)
            if (*best <= 0 || t->seconds[w][k] < *best) *best = t->seconds[w][k];
    }
    mem_free(t);
}

static double quotient(const answer *a, unsigned kind)
{
    return a->seconds[kind][OURS] / a->seconds[kind][STOCK];
}

static bool seems_slower(const answer *a)
{
    return quotient(a, 0) > SLOWER || (a->chains && quotient(a, 1) > SLOWER);
}

static void measure_cell(void *context, void *state, unsigned row, void *out)
{
    run *r = context;
    answer *a = out;
    strbuf ir = {0};
    jit *code = NULL;
    diags d = {0};
    loops x = {0};
    const cell *c = &r->list[row].cell;
    unsigned ways = can_chain(c) ? 2 * SIDES : SIDES, rounds = r->o->rounds ? r->o->rounds : ROUNDS;
    (void)state;
    a->chains = ways > SIDES;
    ls_status rc = write_module(r->a->spec, &r->list[row], &ir) ? LS_OK : LS_INPUT;
    if (rc == LS_OK) rc = jit_load_inlined(&code, &ir, &d);
    for (unsigned w = 0; rc == LS_OK && w < ways; w++) {
        char name[32];
        uintptr_t at = 0;
        snprintf(name, sizeof name, "%s_%u", side_names[w % SIDES], w / SIDES);
        rc = jit_find(code, name, &at, &d);
        memcpy(&x.of[w], &at, sizeof at);
    }
    if (rc == LS_OK) {
        fill_operands(c, &x);
        measure(&x, ways, rounds, a);
        if (seems_slower(a)) measure(&x, ways, AGAIN * rounds, a);
        a->measured = true;
    }
    diags_take_line(&d, a->why, sizeof a->why);
    jit_free(code);
    strbuf_free(&ir);
    mem_free(x.data);
    mem_free(x.out);
}

static void *open_worker(void *context) { return context; }

static ls_status take(void *context, unsigned row, const void *out)
{
    run *r = context;
    r->answer[row] = *(const answer *)out;
    progress_update(&r->line, ++r->done, "");
    return LS_OK;
}

static ls_status lose(void *context, unsigned row, const char *why)
{
    run *r = context;
    snprintf(r->answer[row].why, sizeof r->answer[row].why, "%s", why);
    progress_update(&r->line, ++r->done, "");
    return LS_OK;
}

/* ---- cells ---- */

static bool is_wanted(const app *a, const cell_filter *f, const db_lowering *l)
{
    return l->winner && l->proved && cell_filter_admits(f, &l->cell) && !l->cell.op->second.name &&
           form_exists(a->spec, l->cell.op) && l->cell.cls->bits >= 8 &&
           !hardware_lacks(l->cell.target);
}

/* Every cell, or so many of them, at equal distances. */
static ls_status choose(run *r, const cell_filter *f)
{
    db_lowering *all;
    unsigned count, n = 0;
    ls_status rc = db_list_lowerings(r->a->db, r->a->spec, NULL, DB_WINNERS, &r->a->mem, &all,
                                     &count);
    if (rc != LS_OK) return rc;
    r->list = arena_new(&r->a->mem, count + 1, candidate);
    for (unsigned i = 0; i < count; i++)
        if (is_wanted(r->a, f, &all[i])) r->list[n++] = (candidate){all[i].cell, all[i].text};
    r->count = r->o->sample && r->o->sample < n ? r->o->sample : n;
    for (unsigned i = 0; i < r->count; i++)
        r->list[i] = r->list[(size_t)i * n / (r->count ? r->count : 1)];
    r->answer = arena_new(&r->a->mem, r->count + 1, answer);
    return LS_OK;
}

static ls_status measure_cells(run *r)
{
    enum { GROUP = 16, SECONDS = 120 };
    unsigned ngroups = (r->count + GROUP - 1) / GROUP,
             *bounds = arena_new(&r->a->mem, ngroups + 2, unsigned);
    for (unsigned g = 0; g <= ngroups; g++)
        bounds[g] = g * GROUP < r->count ? g * GROUP : r->count;
    pool_work w = {.context = r,
                   .answer_size = sizeof(answer),
                   .seconds = SECONDS,
                   .open = open_worker,
                   .row = measure_cell,
                   .done = take,
                   .lost = lose};
    progress_begin(&r->line, text.name, r->count);
    ls_status rc = pool_run(&w, bounds, ngroups, 1); /* one: they would slow each other */
    progress_end(&r->line);
    return rc;
}

/* ---- tables ---- */

static const column cell_columns[] = {
    {"operation", COLUMN_TEXT}, {"width", COLUMN_NUMBER}, {"class", COLUMN_TEXT},
    {"target", COLUMN_TEXT},    {"ours ns", COLUMN_NUMBER}, {"stock ns", COLUMN_NUMBER},
    {"time", COLUMN_NUMBER},    {"ours latency", COLUMN_NUMBER}, {"stock latency", COLUMN_NUMBER},
    {"latency", COLUMN_NUMBER}};
static const column target_columns[] = {
    {"target", COLUMN_TEXT},        {"cells", COLUMN_NUMBER},  {"mean time", COLUMN_NUMBER},
    {"slower", COLUMN_NUMBER},      {"chained", COLUMN_NUMBER}, {"mean latency", COLUMN_NUMBER},
    {"slower latency", COLUMN_NUMBER}, {"failed", COLUMN_NUMBER}};

static void put_row(table *t, const cell *c, const answer *a)
{
    table_put(t, "%s", c->op->name);
    table_put_count(t, (int)c->w);
    table_put(t, "%s", c->cls->name);
    table_put(t, "%s", c->target->name);
    for (unsigned kind = 0; kind < 2; kind++) {
        bool there = !kind || a->chains;
        for (unsigned side = 0; side < SIDES; side++)
            table_put_value(t, there ? a->seconds[kind][side] * 1e9 / CALLS : -1, 2);
        table_put_value(t, there ? quotient(a, kind) : -1, 2);
    }
}

static void put_target(table *t, const run *r, const target *at)
{
    unsigned n[2] = {0}, slower[2] = {0}, failed = 0;
    double logs[2] = {0};
    for (unsigned i = 0; i < r->count; i++) {
        const answer *a = &r->answer[i];
        if (r->list[i].cell.target != at) continue;
        failed += !a->measured;
        for (unsigned kind = 0; a->measured && kind < (a->chains ? 2u : 1u); kind++) {
            n[kind]++;
            logs[kind] += log(quotient(a, kind));
            slower[kind] += quotient(a, kind) > SLOWER;
        }
    }
    if (!n[0] && !failed) return;
    table_put(t, "%s", at->name);
    for (unsigned kind = 0; kind < 2; kind++) {
        table_put_count(t, (int)n[kind]);
        table_put_value(t, n[kind] ? exp(logs[kind] / n[kind]) : -1, 2);
        table_put_count(t, (int)slower[kind]);
    }
    table_put_count(t, (int)failed);
}

static void print(const run *r)
{
    table cells, sums;
    TABLE_INIT(&cells, "cells",
               r->o->all ? "Nanoseconds an operation, with a load of each operand and a store"
                         : "Slower by more than 5 percent: nanoseconds an operation, with a load "
                           "of each operand and a store",
               cell_columns);
    TABLE_INIT(&sums, "targets", "Time of ours beside stock LLVM's, geometric mean",
               target_columns);
    for (unsigned i = 0; i < r->count; i++)
        if (r->answer[i].measured && (r->o->all || seems_slower(&r->answer[i])))
            put_row(&cells, &r->list[i].cell, &r->answer[i]);
    for (unsigned t = 0; t < r->a->spec->ntargets; t++)
        put_target(&sums, r, &r->a->spec->targets[t]);
    tables_print((const table *const[]){&cells, &sums}, 2, r->o->json, stdout);
    if (!r->o->json)
        printf("\n%u cell%s measured on %.60s\n", r->done, plural(r->done), hardware_name());
    table_free(&cells);
    table_free(&sums);
}

static ls_status compare(app *a, const cycles_options *o)
{
    cell_filter filter;
    run r = {.a = a, .o = o};
    ls_status rc = cell_filter_make(&filter, text.name, a->spec, &o->ops, &o->widths, &o->classes,
                                    &o->targets);
    if (rc == LS_OK) rc = cells_need(text.name, a->spec, &filter);
    if (rc == LS_OK) rc = choose(&r, &filter);
    if (rc == LS_OK && !r.count)
        return usage_error(text.name, "this processor (%s) can run none of these cells, or they "
                                      "have no form of stock LLVM",
                           hardware_name());
    if (rc == LS_OK) rc = measure_cells(&r);
    if (rc == LS_OK) print(&r);
    return rc;
}

int bench_cycles(int argc, char **argv)
{
    cycles_options o = {0};
    int stop = options_parse_alone(&text, argc, argv, &o, "cells are chosen by --op and the like");
    app a;
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = app_open_spec(&a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = app_open_db(&a, o.db_path, APP_DB_READ);
    if (rc == LS_OK) rc = compare(&a, &o);
    app_close(&a);
    return (int)rc;
}
