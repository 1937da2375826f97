// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* never_worse.c - `lanesmith bench never-worse`: is anything longer with the pass than without?
 *
 * Functions are drawn at random (small_functions.h, random_function.h), or stand in files. Each is
 * compiled for each target in both ways (beside.h). Compilers die of some functions, or do not come
 * back: so rows of a few functions run in processes of their own, with a limit of time, and a row
 * that is lost is tried again one function and way at a time. never_worse_tables.c judges. */
#define _GNU_SOURCE
#include "never_worse.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/base/benches.h"
#include "cli/app/cells.h"
#include "cli/app/options.h"
#include "cli/app/pool.h"
#include "random_function.h"
#include "small_functions.h"
#include "spec/base/process.h"

#define WORSE_OPTIONS(X)                                                                           \
    OPTIONS_SPEC(X)                                                                                \
    OPTIONS_TARGETS(X)                                                                             \
    X(NUMBER, count, 'n', "count", "1..1000000", "so many functions; default: 1000, without FILEs")\
    X(NUMBER, seed, 0, "seed", "0..1000000000", "other functions; default: 1")                     \
    X(NUMBER, worst, 0, "worst", "0..10000", "list so many of the worst; default: 10")             \
    X(NUMBER, more, 0, "more", "0..1000000", "limit: instructions more than stock; default: 2")    \
    X(NUMBER, longer, 0, "longer", "0..10000", "limit: functions of 10,000 longer; default: 10")   \
    X(NUMBER, show, 0, "show", "0..1000000", "print the function of this number, and end")         \
    X(TEXT, save, 0, "save", "DIR", "write the worst functions there")                             \
    X(TEXT, plugin, 0, "plugin", "FILE", "the pass; default: the build's LanesmithPass.so")        \
    OPTIONS_JOBS(X)                                                                                \
    OPTIONS_JSON(X)
typedef struct worse_options { WORSE_OPTIONS(OPTION_MEMBER) } worse_options;
#define ROW(...) OPTION_ROW(worse_options, __VA_ARGS__)
static const option_row rows[] = {WORSE_OPTIONS(ROW)};
static const command_text text = {
    "bench never-worse", "[FILE.ll...]",
    "Compiles random functions on small fields, or those of the files, as stock LLVM does, with\n"
    "the pass alone, and with the pass in default<O2>; prints how many became shorter or longer,\n"
    "and the worst ones. All instructions of a function but its return are counted. The status\n"
    "is 1 where a limit is exceeded, or the pass makes something that LLVM dies of.",
    "lanesmith bench never-worse --count 20000 --seed 7 --save worst\n"
    "lanesmith bench never-worse --target x86-64-v4 tests/pass/*.ll\n"
    "lanesmith bench never-worse --seed 7 --show 1234\n",
    rows, sizeof rows / sizeof *rows};

enum { BATCH = 10, FILE_FUNCTIONS_MAX = 400, SECONDS = 100, SINGLE_SECONDS = 40, EVERY_MIXED = 10 };

typedef struct batch { /* functions that are compiled together, for one target */
    unsigned first, count, target;
    int way; /* -1: both */
} batch;

typedef struct bench {
    app a;
    const worse_options *o;
    const char *plugin;
    worse_function *function;
    worse_results r;
    batch *batch;
    unsigned nbatches, most; /* functions in a batch */
    unsigned char *stage; /* of each batch, shared with workers: 1 + way * BESIDE_SIDES + side */
    batch *lost;
    unsigned nlost;
    bool single; /* one function a row */
    progress progress;
    unsigned done;
} bench;

/* ---- functions ---- */

void worse_print(uint64_t seed, unsigned number, char kind[96], strbuf *out)
{
    static bool started;
    if (number % EVERY_MIXED != EVERY_MIXED - 1) {
        small_function f;
        small_function_print(seed, number, &f, out);
        snprintf(kind, 96, "%s %s", f.kind, f.type);
        return;
    }
    size_t length;
    if (!started) random_function_start(true);
    started = true;
    random_function_clear();
    random_function_put(number, seed);
    strbuf_puts(out, random_function_text(&length));
    snprintf(kind, 96, "mixed");
}

void worse_print_attributes(strbuf *out)
{
    strbuf_puts(out, "attributes #0 = { nounwind }\n");
}

static void print_generated(const bench *x, const batch *b, strbuf *out)
{
    char kind[96];
    strbuf_printf(out, "target triple = \"%s\"\n", x->r.target[b->target]->triple);
    for (unsigned i = 0; i < b->count; i++)
        worse_print(x->r.seed, x->function[b->first + i].number, kind, out);
    worse_print_attributes(out);
}

/* The whole file, or the one function and what it refers to. */
static ls_status print_file(const bench *x, const batch *b, strbuf *out)
{
    const worse_function *f = &x->function[b->first];
    char name[512], *file;
    size_t size;
    if (file_read(f->file, &file, &size) != LS_OK) return LS_ENV;
    strbuf text_of = {0}, complaint = {0};
    strbuf_putn(&text_of, file, size);
    mem_free(file);
    ls_status rc = LS_OK;
    if (x->single) {
        process p = {.limit = SINGLE_SECONDS};
        snprintf(name, sizeof name, "--func=%s", f->name);
        process_add_pair(&p, "llvm-extract-19", "-S");
        process_add(&p, name);
        rc = process_ask(&p, &text_of, out, &complaint);
        if (rc == LS_OK && p.status != 0) rc = LS_ENV;
    } else {
        strbuf_puts(out, strbuf_text(&text_of));
    }
    strbuf_free(&text_of);
    strbuf_free(&complaint);
    return rc;
}

/* ---- one batch, in a worker ---- */

static void *open_worker(void *context)
{
    return context;
}

/* A compiler that dies takes the worker along. */
static void work_on_row(void *context, void *state, unsigned row, void *answer)
{
    bench *x = context;
    const batch *b = &x->batch[row];
    worse_counts *out = answer;
    int *counted = mem_alloc(b->count, sizeof *counted);
    const char **names = mem_alloc(b->count, sizeof *names);
    strbuf ir = {0};
    (void)state;
    ls_status rc = LS_OK;
    if (x->function[b->first].file) rc = print_file(x, b, &ir);
    else print_generated(x, b, &ir);
    for (unsigned i = 0; i < b->count; i++) names[i] = x->function[b->first + i].name;
    beside_module m = {strbuf_text(&ir), names, b->count, x->r.target[b->target], x->plugin,
                       x->single ? SINGLE_SECONDS : SECONDS};
    for (int way = 0; way < BESIDE_WAYS && rc == LS_OK; way++)
        for (int side = 0; side < BESIDE_SIDES && rc == LS_OK; side++) {
            if (b->way >= 0 && b->way != way) continue;
            x->stage[row] = (unsigned char)(1 + way * BESIDE_SIDES + side);
            rc = beside_count(&m, (beside_way)way, (beside_side)side, counted);
            for (unsigned i = 0; i < b->count; i++) out[i][way][side] = counted[i];
        }
    if (rc != LS_OK) _exit(1);
    mem_free(counted);
    mem_free(names);
    strbuf_free(&ir);
}

static worse_counts *counts_of(bench *x, unsigned function, unsigned on)
{
    return &x->r.counts[(size_t)function * x->r.ntargets + on];
}

static void tell_progress(bench *x)
{
    char note[64];
    snprintf(note, sizeof note, "%u lost", x->nlost);
    progress_update(&x->progress, ++x->done, note);
}

static ls_status take_answer(void *context, unsigned row, const void *answer)
{
    bench *x = context;
    const batch *b = &x->batch[row];
    const worse_counts *in = answer;
    for (unsigned i = 0; i < b->count; i++)
        for (int way = 0; way < BESIDE_WAYS; way++)
            if (b->way < 0 || b->way == way)
                memcpy((*counts_of(x, b->first + i, b->target))[way], in[i][way],
                       sizeof in[i][way]);
    tell_progress(x);
    return LS_OK;
}

/* Of one function it is known whose code the compiler died of; others are tried again. */
static ls_status take_loss(void *context, unsigned row, const char *why)
{
    bench *x = context;
    const batch *b = &x->batch[row];
    int stage = x->stage[row] - 1;
    (void)why;
    if (!x->single) x->lost[x->nlost++] = *b;
    else if (stage >= 0)
        (*counts_of(x, b->first, b->target))[stage / BESIDE_SIDES][stage % BESIDE_SIDES] =
            BESIDE_DIED;
    tell_progress(x);
    return LS_OK;
}

/* ---- batches ---- */

/* The name behind "define ... @", or NULL. */
static const char *defined_name(app *a, const char *line, size_t length)
{
    const char *at = memchr(line, '@', length);
    if (strncmp(line, "define ", 7) || !at) return NULL;
    size_t n = strcspn(++at, "( \n\"");
    return n ? arena_strndup(&a->mem, at, n) : NULL;
}

static void list_file(bench *x, const char *file, const char *content)
{
    for (const char *line = content; *line;) {
        size_t n = strcspn(line, "\n");
        const char *name = defined_name(&x->a, line, n);
        if (name && x->function)
            x->function[x->r.nfunctions] = (worse_function){.file = file, .name = name};
        x->r.nfunctions += name != NULL;
        line += n + (line[n] == '\n');
    }
}

/* Run twice: to count, and to list. */
static ls_status list_files(bench *x, char **files, int nfiles)
{
    x->r.nfunctions = 0;
    for (int i = 0; i < nfiles; i++) {
        char *content;
        size_t size;
        if (file_read(files[i], &content, &size) != LS_OK)
            return app_file_error(&x->a, "cannot read", files[i]);
        list_file(x, files[i], content);
        mem_free(content);
    }
    return LS_OK;
}

static void list_generated(bench *x)
{
    x->r.nfunctions = x->o->count;
    x->function = arena_new(&x->a.mem, x->o->count, worse_function);
    for (unsigned i = 0; i < x->o->count; i++)
        x->function[i] = (worse_function){NULL, arena_printf(&x->a.mem, "f%u", i), i};
}

static ls_status list_functions(bench *x, char **files, int nfiles)
{
    if (!nfiles) {
        list_generated(x);
        return LS_OK;
    }
    ls_status rc = list_files(x, files, nfiles);
    x->function = arena_new(&x->a.mem, x->r.nfunctions + 1, worse_function);
    return rc == LS_OK ? list_files(x, files, nfiles) : rc;
}

static ls_status list_targets(bench *x)
{
    const spec *s = x->a.spec;
    cell_filter filter;
    static const option_words none = {0};
    ls_status rc = cell_filter_make(&filter, text.name, s, &none, &none, &none, &x->o->targets);
    const target **list = arena_new(&x->a.mem, s->ntargets + 1, const target *);
    for (unsigned t = 0; t < s->ntargets && rc == LS_OK; t++)
        if (cell_filter_takes_target(&filter, &s->targets[t]))
            list[x->r.ntargets++] = &s->targets[t];
    x->r.target = list;
    return rc;
}

/* Functions from `first` on that are compiled together. */
static unsigned batch_size(const bench *x, unsigned first)
{
    const char *file = x->function[first].file;
    unsigned n = 1, limit = file ? FILE_FUNCTIONS_MAX : BATCH;
    while (n < limit && first + n < x->r.nfunctions && x->function[first + n].file == file) n++;
    return n;
}

static void list_batches(bench *x)
{
    size_t cells = (size_t)x->r.nfunctions * x->r.ntargets;
    x->batch = arena_new(&x->a.mem, BESIDE_WAYS * cells + 1, batch);
    x->lost = arena_new(&x->a.mem, cells + 1, batch);
    x->r.counts = arena_new(&x->a.mem, cells + 1, worse_counts);
    for (size_t i = 0; i < cells; i++)
        for (int way = 0; way < BESIDE_WAYS; way++)
            x->r.counts[i][way][0] = x->r.counts[i][way][1] = BESIDE_UNKNOWN;
    for (unsigned f = 0, n; f < x->r.nfunctions; f += n) {
        n = batch_size(x, f);
        if (n > x->most) x->most = n;
        for (unsigned t = 0; t < x->r.ntargets; t++)
            x->batch[x->nbatches++] = (batch){f, n, t, -1};
    }
}

/* What was lost, one function and way at a time. */
static void list_singles(bench *x)
{
    x->nbatches = 0;
    for (unsigned i = 0; i < x->nlost; i++)
        for (unsigned k = 0; k < x->lost[i].count; k++)
            for (int way = 0; way < BESIDE_WAYS; way++)
                x->batch[x->nbatches++] =
                    (batch){x->lost[i].first + k, 1, x->lost[i].target, way};
    x->single = true;
    x->nlost = 0;
}

static ls_status run_batches(bench *x)
{
    pool_work w = {.context = x, .answer_size = x->most * sizeof(worse_counts),
                   .open = open_worker, .row = work_on_row, .done = take_answer,
                   .lost = take_loss, .seconds = x->single ? SINGLE_SECONDS : SECONDS};
    unsigned *bounds = mem_alloc(x->nbatches + 1, sizeof *bounds);
    for (unsigned i = 0; i <= x->nbatches; i++) bounds[i] = i;
    x->stage = mmap(NULL, x->nbatches + 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                    0);
    require(x->stage != MAP_FAILED, "memory for a byte a row");
    x->done = 0;
    progress_begin(&x->progress, x->single ? "one by one" : "batches", x->nbatches);
    ls_status rc = pool_run(&w, bounds, x->nbatches, x->o->jobs ? x->o->jobs : app_processors());
    progress_end(&x->progress);
    munmap(x->stage, x->nbatches + 1);
    mem_free(bounds);
    return rc;
}

/* ---- the whole ---- */

static ls_status save(bench *x)
{
    unsigned *worst = arena_new(&x->a.mem, x->o->worst + 1, unsigned);
    unsigned n = worse_list(&x->r, x->o->worst, worst);
    if (file_mkdirs(x->o->save) != LS_OK)
        return app_file_error(&x->a, "cannot make the directory", x->o->save);
    x->single = true;
    for (unsigned i = 0; i < n; i++) {
        strbuf out = {0};
        batch b = {worst[i], 1, 0, -1};
        const worse_function *f = &x->function[b.first];
        const char *path = arena_printf(&x->a.mem, "%s/%s.ll", x->o->save, f->name);
        ls_status rc = LS_OK;
        if (f->file) rc = print_file(x, &b, &out);
        else print_generated(x, &b, &out);
        if (rc != LS_OK || file_write(path, out.s ? out.s : "", out.len) != LS_OK)
            return app_file_error(&x->a, "cannot write", path);
        strbuf_free(&out);
    }
    return LS_OK;
}

static int show(const worse_options *o)
{
    char kind[96];
    strbuf out = {0};
    worse_print(o->seed, o->show, kind, &out);
    worse_print_attributes(&out);
    printf("; %s\n%s", kind, strbuf_text(&out));
    strbuf_free(&out);
    return LS_OK;
}

static ls_status compare(bench *x, char **files, int nfiles)
{
    ls_status rc = list_targets(x);
    if (rc == LS_OK && access(x->plugin, R_OK))
        rc = app_file_error(&x->a, "cannot read the plugin", x->plugin);
    if (rc == LS_OK) rc = list_functions(x, files, nfiles);
    if (rc != LS_OK) return rc;
    x->r.function = x->function;
    list_batches(x);
    rc = run_batches(x);
    if (rc == LS_OK && x->nlost) {
        list_singles(x);
        rc = run_batches(x);
    }
    return rc;
}

int bench_never_worse(int argc, char **argv)
{
    worse_options o = {.count = 1000, .seed = 1, .worst = 10, .more = 2, .longer = 10,
                       .show = UINT32_MAX};
    bench x = {.o = &o};
    char **operands;
    int noperands, stop = options_parse(&text, argc, argv, &o, &operands, &noperands);
    if (stop != OPTIONS_GO_ON) return stop;
    if (o.show != UINT32_MAX) return show(&o);
    ls_status rc = app_open_spec(&x.a, text.name, o.spec_dir);
    x.plugin = o.plugin ? o.plugin : app_prefix_path(&x.a, "lib/LanesmithPass.so");
    x.r.seed = o.seed;
    if (rc == LS_OK) rc = compare(&x, operands, noperands);
    const worse_limits limits = {o.more, o.longer};
    bool met = rc == LS_OK && worse_judge(&x.a, &x.r, &limits, o.worst, o.json);
    if (rc == LS_OK && o.save) rc = save(&x);
    app_close(&x.a);
    return rc == LS_OK && !met ? LS_NO : (int)rc;
}
