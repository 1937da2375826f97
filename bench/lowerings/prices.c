// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* prices.c - `lanesmith bench prices`: what the pass believes that code costs, beside what it does.
 *
 * Each function has one operation on small fields (small_functions.h). It is compiled three times:
 * as it is, as the pass decides, and lowered whatever it costs ("lanesmith"="always"). So the
 * prices of both sides stand beside the instructions of both, and a decision is wrong where the
 * other side is shorter. Batches run in processes of their own, since LLVM dies of some functions.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/benches.h"
#include "bench/base/table.h"
#include "cli/app/cells.h"
#include "cli/app/options.h"
#include "cli/app/pool.h"
#include "lowerings/measure/codegen.h"
#include "small_functions.h"
#include "spec/base/process.h"

#define PRICES_OPTIONS(X)                                                                          \
    OPTIONS_SPEC(X)                                                                                \
    OPTIONS_TARGETS(X)                                                                             \
    X(NUMBER, count, 'n', "count", "1..1000000", "so many functions a target; default: 1000")      \
    X(NUMBER, seed, 0, "seed", "0..1000000000", "other functions; default: 1")                     \
    X(NUMBER, worst, 0, "worst", "0..10000", "list so many of the worst decisions; default: 10")   \
    X(TEXT, opt, 0, "opt", "FILE", "the pass as a program; default: the build's lanesmith-opt")    \
    OPTIONS_JOBS(X)                                                                                \
    OPTIONS_JSON(X)
typedef struct prices_options { PRICES_OPTIONS(OPTION_MEMBER) } prices_options;
#define ROW(...) OPTION_ROW(prices_options, __VA_ARGS__)
static const option_row rows[] = {PRICES_OPTIONS(ROW)};
static const command_text text = {
    "bench prices", "",
    "Compiles random functions of one operation on small fields without the pass, as the pass\n"
    "decides, and lowered in any case; prints the prices that the pass has for both sides beside\n"
    "the instructions of both, and how often it chose the longer one. All instructions of a\n"
    "function but its return are counted.",
    "lanesmith bench prices --target x86-64-v3\n"
    "lanesmith bench prices --count 10000 --seed 7 --worst 50 --json\n",
    rows, sizeof rows / sizeof *rows};

enum { BATCH = 10, BATCH_SECONDS = 120, KINDS_MAX = 64, HISTOGRAM = 4 };

typedef struct priced {
    bool counted;                /* LLVM compiled it in all three forms */
    bool lowered;                /* as the pass decides */
    bool can;                    /* in any case */
    int ours, theirs;            /* prices; -1: none */
    unsigned stock, chosen, own; /* instructions: without the pass, as it decides, in any case */
} priced;

typedef struct answer {
    ls_status status;
    priced f[BATCH];
} answer;

typedef struct batch {
    const target *target;
    unsigned first, count;
} batch;

typedef struct sum { /* of functions of one kind */
    const char *kind;
    unsigned functions, lowered, wrong, worse, lost;
    double stock, chosen;              /* instructions */
    double ours, own, theirs, their;   /* prices and instructions of what both sides can do */
} sum;

typedef struct decision {
    const target *target;
    unsigned number;
    priced f;
} decision;

typedef struct prices {
    app a;
    const prices_options *o;
    const char *opt, *dir;
    batch *batch;
    unsigned nbatches, ndecisions, failed, seed;
    decision *decision;
} prices;

/* ---- one batch, in a worker ---- */

static void print_module(const prices *x, const batch *b, bool always, strbuf *out)
{
    small_function f;
    strbuf_printf(out, "target triple = \"%s\"\n", b->target->triple);
    for (unsigned i = 0; i < b->count; i++) small_function_print(x->seed, b->first + i, &f, out);
    strbuf_puts(out, "attributes #0 = { nounwind ");
    target_print_cpu(b->target, out);
    strbuf_printf(out, "%s }\n", always ? " \"lanesmith\"=\"always\"" : "");
}

static const char *file_name(prices *x, unsigned row, const char *suffix)
{
    return arena_printf(&x->a.mem, "%s/%u.%s", x->dir, row, suffix);
}

static ls_status read_file(prices *x, const char *path, char **out)
{
    size_t size;
    return file_read(path, out, &size) == LS_OK ? LS_OK
                                                : app_file_error(&x->a, "cannot read", path);
}

/* The module as the pass leaves it, and its remarks; the caller frees both. */
static ls_status lower(prices *x, unsigned row, const strbuf *module, char **after, char **remarks)
{
    const char *from = file_name(x, row, "ll"), *to = file_name(x, row, "lowered.ll"),
               *said = file_name(x, row, "txt");
    process p = {.err = said};
    ls_status rc = file_write(from, module->s, module->len) == LS_OK
                       ? LS_OK
                       : app_file_error(&x->a, "cannot write", from);
    process_add_pair(&p, x->opt, "-S");
    process_add_pair(&p, "--remarks", from);
    process_add_pair(&p, "-o", to);
    if (rc == LS_OK) process_run_all(&p, 1, 1);
    if (rc == LS_OK) rc = process_check(&p, x->a.command);
    if (rc == LS_OK) rc = read_file(x, to, after);
    if (rc == LS_OK) rc = read_file(x, said, remarks);
    unlink(from);
    unlink(to);
    unlink(said);
    return rc;
}

/* "f12: 4 instructions on small fields are lowered, 0 are left; about 9 machine instructions,
 * LLVM's 40": the prices. False when there is no such line. */
static bool find_prices(const char *remarks, unsigned number, int *ours, int *theirs)
{
    char name[32];
    unsigned lowered, left;
    snprintf(name, sizeof name, " f%u: ", number);
    for (const char *at = remarks; (at = strstr(at, name)); at++)
        if (sscanf(at + strlen(name),
                   "%u instructions on small fields are lowered, %u are left; about %d machine "
                   "instructions, LLVM's %d",
                   &lowered, &left, ours, theirs) == 4)
            return true;
    return false;
}

static ls_status count_all(prices *x, const batch *b, const char *ir, unsigned offset, answer *out)
{
    const char *name[BATCH];
    codegen_count counted[BATCH];
    for (unsigned i = 0; i < b->count; i++) name[i] = arena_printf(&x->a.mem, "f%u", b->first + i);
    ls_status rc = codegen_measure_all(ir, name, b->count, b->target, counted, &x->a.dg);
    for (unsigned i = 0; rc == LS_OK && i < b->count; i++) {
        unsigned whole = codegen_count_whole(&counted[i]);
        *(unsigned *)((char *)&out->f[i] + offset) = whole;
    }
    return rc;
}

static ls_status price(prices *x, unsigned row, answer *out)
{
    const batch *b = &x->batch[row];
    strbuf module = {0}, always = {0};
    char *after[2] = {0}, *remarks[2] = {0};
    print_module(x, b, false, &module);
    print_module(x, b, true, &always);
    ls_status rc = lower(x, row, &module, &after[0], &remarks[0]);
    if (rc == LS_OK) rc = lower(x, row, &always, &after[1], &remarks[1]);
    if (rc == LS_OK) rc = count_all(x, b, strbuf_text(&module), offsetof(priced, stock), out);
    if (rc == LS_OK) rc = count_all(x, b, after[0], offsetof(priced, chosen), out);
    if (rc == LS_OK) rc = count_all(x, b, after[1], offsetof(priced, own), out);
    for (unsigned i = 0; rc == LS_OK && i < b->count; i++) {
        priced *f = &out->f[i];
        int ours, theirs;
        f->counted = true;
        f->ours = f->theirs = -1;
        f->lowered = find_prices(remarks[0], b->first + i, &ours, &theirs);
        f->can = find_prices(remarks[1], b->first + i, &f->ours, &f->theirs);
    }
    for (unsigned i = 0; i < 2; i++) mem_free(after[i]), mem_free(remarks[i]);
    strbuf_free(&module);
    strbuf_free(&always);
    return rc;
}

static void *open_worker(void *context)
{
    return context;
}

static void work_on_row(void *context, void *state, unsigned row, void *out)
{
    prices *x = context;
    answer *a = out;
    (void)state;
    memset(a, 0, sizeof *a);
    a->status = app_report(&x->a, price(x, row, a));
}

static ls_status take_answer(void *context, unsigned row, const void *out)
{
    prices *x = context;
    const answer *a = out;
    const batch *b = &x->batch[row];
    if (a->status != LS_OK) return a->status;
    for (unsigned i = 0; i < b->count; i++)
        x->decision[x->ndecisions++] = (decision){b->target, b->first + i, a->f[i]};
    return LS_OK;
}

/* LLVM died, or took too long: its own affair, but it is counted. */
static ls_status take_loss(void *context, unsigned row, const char *why)
{
    prices *x = context;
    (void)why;
    x->failed += x->batch[row].count;
    return LS_OK;
}

/* ---- what came of it ---- */

static unsigned shorter(const priced *f)
{
    return f->own < f->stock ? f->own : f->stock;
}

static void add(sum *s, const priced *f)
{
    s->functions++;
    s->lowered += f->lowered;
    s->stock += f->stock;
    s->chosen += f->chosen;
    s->worse += f->chosen > f->stock;
    s->wrong += f->chosen > shorter(f);
    s->lost += f->chosen > shorter(f) ? f->chosen - shorter(f) : 0;
    if (!f->can) return;
    s->ours += f->ours;
    s->own += f->own;
    s->theirs += f->theirs;
    s->their += f->stock;
}

static const column sum_columns[] = {
    {"kind", COLUMN_TEXT},      {"functions", COLUMN_NUMBER}, {"lowered", COLUMN_NUMBER},
    {"stock", COLUMN_NUMBER},   {"chosen", COLUMN_NUMBER},    {"our price", COLUMN_NUMBER},
    {"their price", COLUMN_NUMBER}, {"wrong", COLUMN_NUMBER}, {"lost", COLUMN_NUMBER},
    {"above stock", COLUMN_NUMBER}};
static const column worst_columns[] = {
    {"function", COLUMN_TEXT}, {"number", COLUMN_NUMBER},  {"target", COLUMN_TEXT},
    {"stock", COLUMN_NUMBER},  {"chosen", COLUMN_NUMBER},  {"lowered", COLUMN_NUMBER},
    {"our price", COLUMN_NUMBER}, {"their price", COLUMN_NUMBER}};

/* A price is printed as its share of what was counted. */
static void put_sum(const sum *s, table *t)
{
    table_put(t, "%s", s->kind);
    table_put_count(t, (int)s->functions);
    table_put_count(t, (int)s->lowered);
    table_put_value(t, s->functions ? s->stock / s->functions : -1, 1);
    table_put_value(t, s->functions ? s->chosen / s->functions : -1, 1);
    table_put_value(t, s->own > 0 ? s->ours / s->own : -1, 2);
    table_put_value(t, s->their > 0 ? s->theirs / s->their : -1, 2);
    table_put_count(t, (int)s->wrong);
    table_put_count(t, (int)s->lost);
    table_put_count(t, (int)s->worse);
}

static const char *kind_of(const prices *x, unsigned number, char type[64])
{
    static small_function f;
    strbuf unused = {0};
    small_function_print(x->seed, number, &f, &unused);
    strbuf_free(&unused);
    if (type) snprintf(type, 64, "%s", f.type);
    return f.kind;
}

/* Batches end in any order. */
static int by_number(const void *pa, const void *pb)
{
    const decision *a = pa, *b = pb;
    if (a->number != b->number) return a->number < b->number ? -1 : 1;
    return (int)a->target->index - (int)b->target->index;
}

static void sum_up(prices *x, table *t)
{
    sum all = {.kind = "all"}, kind[KINDS_MAX] = {{0}};
    unsigned nkinds = 0;
    if (x->ndecisions) qsort(x->decision, x->ndecisions, sizeof *x->decision, by_number);
    for (unsigned i = 0; i < x->ndecisions; i++) {
        const char *name = kind_of(x, x->decision[i].number, NULL);
        unsigned k = 0;
        while (k < nkinds && strcmp(kind[k].kind, name)) k++;
        require(k < KINDS_MAX, "fewer kinds of functions");
        if (k == nkinds) kind[nkinds++].kind = arena_strdup(&x->a.mem, name);
        add(&kind[k], &x->decision[i].f);
        add(&all, &x->decision[i].f);
    }
    for (unsigned k = 0; k < nkinds; k++) put_sum(&kind[k], t);
    put_sum(&all, t);
}

static int by_loss(const void *pa, const void *pb)
{
    const decision *a = pa, *b = pb;
    int la = (int)(a->f.chosen - shorter(&a->f)), lb = (int)(b->f.chosen - shorter(&b->f));
    if (la != lb) return lb - la;
    return by_number(pa, pb);
}

static void list_worst(prices *x, table *t)
{
    qsort(x->decision, x->ndecisions, sizeof *x->decision, by_loss);
    for (unsigned i = 0; i < x->ndecisions && i < x->o->worst; i++) {
        const decision *d = &x->decision[i];
        char type[64];
        if (d->f.chosen <= shorter(&d->f)) return;
        const char *kind = kind_of(x, d->number, type);
        table_put(t, "%s %s", kind, type);
        table_put_count(t, (int)d->number);
        table_put(t, "%s", d->target->name);
        table_put_count(t, (int)d->f.stock);
        table_put_count(t, (int)d->f.chosen);
        table_put_count(t, (int)d->f.own);
        table_put_count(t, d->f.ours);
        table_put_count(t, d->f.theirs);
    }
}

/* ---- the whole ---- */

static ls_status list_batches(prices *x)
{
    const spec *s = x->a.spec;
    cell_filter filter;
    static const option_words none = {0};
    ls_status rc = cell_filter_make(&filter, text.name, s, &none, &none, &none, &x->o->targets);
    unsigned per_target = (x->o->count + BATCH - 1) / BATCH;
    if (rc != LS_OK) return rc;
    x->batch = arena_new(&x->a.mem, (size_t)per_target * s->ntargets + 1, batch);
    x->decision = arena_new(&x->a.mem, (size_t)per_target * s->ntargets * BATCH + 1, decision);
    for (unsigned first = 0; first < x->o->count; first += BATCH)
        for (unsigned t = 0; t < s->ntargets; t++) {
            unsigned left = x->o->count - first;
            if (cell_filter_takes_target(&filter, &s->targets[t]))
                x->batch[x->nbatches++] =
                    (batch){&s->targets[t], first, left < BATCH ? left : BATCH};
        }
    return LS_OK;
}

static ls_status run_batches(prices *x)
{
    pool_work w = {.context = x, .answer_size = sizeof(answer), .open = open_worker,
                   .row = work_on_row, .done = take_answer, .lost = take_loss,
                   .seconds = BATCH_SECONDS};
    unsigned *bounds = arena_new(&x->a.mem, x->nbatches + 1, unsigned);
    for (unsigned i = 0; i <= x->nbatches; i++) bounds[i] = i;
    unsigned jobs = x->o->jobs ? x->o->jobs : app_processors();
    ls_status rc = app_make_temporary_dir(&x->a, &x->dir);
    if (rc == LS_OK) rc = pool_run(&w, bounds, x->nbatches, jobs);
    if (x->dir) app_remove_temporary(x->dir);
    return rc;
}

static void print(prices *x)
{
    table sums, worst;
    TABLE_INIT(&sums, "kinds", "Random functions of one operation on small fields", sum_columns);
    TABLE_INIT(&worst, "worst", "The worst decisions", worst_columns);
    sum_up(x, &sums);
    list_worst(x, &worst);
    const table *const tables[] = {&sums, &worst};
    tables_print(tables, 2, x->o->json, stdout);
    table_free(&sums);
    table_free(&worst);
    if (x->failed)
        fprintf(stderr,
                "lanesmith %s: %u functions were not compiled: LLVM died, or took longer than %d "
                "seconds\n",
                text.name, x->failed, BATCH_SECONDS);
}

int bench_prices(int argc, char **argv)
{
    prices_options o = {.count = 1000, .seed = 1, .worst = 10};
    prices x = {.o = &o};
    int stop = options_parse_alone(&text, argc, argv, &o, NULL);
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = app_open_spec(&x.a, text.name, o.spec_dir);
    x.opt = o.opt ? o.opt : app_prefix_path(&x.a, "bin/lanesmith-opt");
    x.seed = o.seed;
    if (rc == LS_OK && access(x.opt, X_OK)) rc = app_file_error(&x.a, "cannot run", x.opt);
    if (rc == LS_OK) rc = list_batches(&x);
    if (rc == LS_OK) rc = run_batches(&x);
    if (rc == LS_OK) print(&x);
    app_close(&x.a);
    return (int)rc;
}
