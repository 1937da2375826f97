// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* streams.c - `lanesmith bench streams`: applications on parallel bit streams, without the pass,
 * with it, as scalar C, and beside programs of others.
 *
 * Each application (stream.c) is built (stream_build.c) and run (stream_run.c) for every target of
 * bench/streams.tsv, or those asked for, that this processor can execute. That results differ is
 * status 1; that a goal is missed is not: times are not the same twice. What cannot be measured
 * (a peer that is not installed, a file that is not there) is counted. */
#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "bench/base/benches.h"
#include "bench/base/table.h"
#include "programs.h"
#include "stream.h"
#include "targets.h"
#include "verify/hardware/hardware.h"

/* ---- options ---- */

#define STREAMS_OPTIONS(X)                                                                         \
    OPTIONS_SPEC(X)                                                                                \
    OPTIONS_TARGETS(X)                                                                             \
    X(NAMES, apps, 0, "app", "NAME,...", "only these applications")                                \
    X(NUMBER, size, 'n', "size", "1..65536", "KiB of each document; default: 256")                 \
    X(NUMBER, rounds, 0, "rounds", "0..999",                                                       \
      "rounds of measuring, of which the median is taken; 0: only compare; default: 21")           \
    X(NUMBER, fuzz, 0, "fuzz", "0..1000000",                                                       \
      "hostile texts on which results are compared first; default: 400")                           \
    X(NUMBER, seed, 0, "seed", "0..999999", "of the documents and texts; default: 1")              \
    X(FLAG, alone, 0, "no-peers", "", "leave out the programs of others")                          \
    X(TEXT, programs, 0, "programs", "DIR",                                                        \
      "the applications; default: examples/streams beside the specification")                      \
    X(TEXT, scalar, 0, "scalar", "DIR",                                                            \
      "the scalar C, and the peers; default: bench/streams beside the specification")              \
    X(TEXT, plugin, 0, "plugin", "FILE", "the pass; default: lib/LanesmithPass.so of this build")  \
    X(TEXT, out, 'o', "out", "DIR", "where objects go; default: streams in this build")            \
    OPTIONS_JSON(X)
typedef struct streams_options {
    STREAMS_OPTIONS(OPTION_MEMBER)
} streams_options;
#define ROW(...) OPTION_ROW(streams_options, __VA_ARGS__)
static const option_row rows[] = {STREAMS_OPTIONS(ROW)};
static const command_text text = {
    "bench streams",
    "",
    "Compiles examples/streams/ with clang 19 at -O2, and again with the pass, and bench/streams/, "
    "the same as scalar C, at\n"
    "-O3; runs them on the same documents, beside programs of others that are installed "
    "(scripts/setup --bench), compares what\n"
    "they compute, and prints bytes a second. Targets that this processor cannot execute are "
    "skipped and named.\n"
    "Exit status 1 when results differ; times do not change it.",
    "lanesmith bench streams\n"
    "lanesmith bench streams --target x86-64-v3 --app utf8,csv --no-peers\n"
    "lanesmith bench streams --rounds 0 --fuzz 10000 --seed 7\n",
    rows,
    sizeof rows / sizeof *rows};

static const column document_columns[] = {
    {"application", COLUMN_TEXT},   {"document", COLUMN_TEXT},      {"target", COLUMN_TEXT},
    {"scalar GB/s", COLUMN_NUMBER}, {"stock GB/s", COLUMN_NUMBER},  {"pass GB/s", COLUMN_NUMBER},
    {"times", COLUMN_NUMBER},       {"times scalar", COLUMN_NUMBER}};
static const column peer_columns[] = {{"application", COLUMN_TEXT}, {"document", COLUMN_TEXT},
                                      {"target", COLUMN_TEXT},      {"peer", COLUMN_TEXT},
                                      {"peer GB/s", COLUMN_NUMBER}, {"pass GB/s", COLUMN_NUMBER},
                                      {"times peer", COLUMN_NUMBER}};
static const column app_columns[] = {{"application", COLUMN_TEXT},
                                     {"target", COLUMN_TEXT},
                                     {"times", COLUMN_NUMBER},
                                     {"least", COLUMN_NUMBER},
                                     {"times scalar", COLUMN_NUMBER},
                                     {"stock compiles ms", COLUMN_NUMBER},
                                     {"pass compiles ms", COLUMN_NUMBER},
                                     {"hostile texts", COLUMN_NUMBER}};

/* ---- what is run ---- */

enum { PEERS_LEVEL_WANTED = 2 };

typedef struct bench {
    app *a;
    const streams_options *o;
    stream_tools tools;
    target_goals targets;
    stream_pair *pair;
    stream_result *result;
    unsigned npairs;
    stream_amount amount;
    bool wrong; /* results differ */
    table documents, peers, apps, goals;
} bench;

typedef struct mean { /* geometric */
    double logs, least;
    unsigned count;
} mean;

static void mean_add(mean *m, double x)
{
    m->least = m->count ? fmin(m->least, x) : x;
    m->logs += log(x);
    m->count++;
}

static double mean_of(const mean *m) { return m->count ? exp(m->logs / m->count) : -1; }

static void list_pairs(bench *b)
{
    unsigned most = b->targets.count * programs_count(stream_app_names) + 1;
    b->pair = arena_new(&b->a->mem, most, stream_pair);
    b->result = arena_new(&b->a->mem, most, stream_result);
    for (unsigned t = 0; t < b->targets.count; t++)
        for (const stream_app *s = stream_apps; s->name; s++)
            if (programs_are_named(&b->o->apps, s->name))
                b->pair[b->npairs++] = (stream_pair){.app = s, .target = b->targets.goal[t].target};
}

/* ---- building and running ---- */

static ls_status build_one(void *context, unsigned i)
{
    bench *b = context;
    return stream_build(b->a, &b->tools, &b->pair[i]);
}

static void run_one(void *context, unsigned i, void *result)
{
    const bench *b = context;
    stream_run(&b->pair[i], &b->amount, result);
}

static ls_status run_all(bench *b)
{
    const programs p = {.context = b,
                        .count = b->npairs,
                        .built = "applications compiled",
                        .build = build_one,
                        .run = run_one,
                        .results = b->result,
                        .result_size = sizeof *b->result,
                        .trouble = offsetof(stream_result, trouble),
                        .trouble_size = sizeof b->result->trouble};
    ls_status rc = programs_run(&p);
    for (unsigned i = 0; i < b->npairs && rc == LS_OK; i++) {
        if (!*b->result[i].trouble) continue;
        fprintf(stderr, "lanesmith %s: %s for %s: %s\n", text.name, b->pair[i].app->name,
                b->pair[i].target->name, b->result[i].trouble);
        b->wrong = true;
    }
    return rc;
}

/* ---- tables ---- */

/* Nothing is known of what was not measured. */
static double known(const bench *b, double value) { return b->o->rounds ? value : -1; }

static void put_document(bench *b, const stream_pair *p, const char *kind, const stream_time *t)
{
    table *to = &b->documents;
    table_put(to, "%s", p->app->name);
    table_put(to, "%s", kind);
    table_put(to, "%s", p->target->name);
    table_put_value(to, known(b, t->rate[STREAM_SCALAR] / 1e9), 2);
    table_put_value(to, known(b, t->rate[STREAM_STOCK] / 1e9), 2);
    table_put_value(to, known(b, t->rate[STREAM_PASS] / 1e9), 2);
    table_put_value(to, known(b, t->gain), 2);
    table_put_value(to, known(b, t->scalar), 2);
}

static void put_peer(bench *b, const stream_pair *p, const char *kind, const stream_time *t,
                     unsigned i)
{
    table *to = &b->peers;
    table_put(to, "%s", p->app->name);
    table_put(to, "%s", kind);
    table_put(to, "%s", p->target->name);
    table_put(to, "%s", p->app->peer[i].name);
    table_put_value(to, t->peer_rate[i] / 1e9, 2);
    table_put_value(to, t->rate[STREAM_PASS] / 1e9, 2);
    table_put_value(to, t->peer[i], 2);
}

static void put_app(bench *b, unsigned pair, const mean *gain, const mean *scalar)
{
    const stream_pair *p = &b->pair[pair];
    table *to = &b->apps;
    table_put(to, "%s", p->app->name);
    table_put(to, "%s", p->target->name);
    table_put_value(to, known(b, mean_of(gain)), 2);
    table_put_value(to, known(b, gain->least), 2);
    table_put_value(to, known(b, mean_of(scalar)), 2);
    table_put_value(to, 1e3 * p->compiling[STREAM_STOCK], 0);
    table_put_value(to, 1e3 * p->compiling[STREAM_PASS], 0);
    table_put_count(to, (int)b->result[pair].hostile);
}

static void put_pair(bench *b, unsigned pair)
{
    char kind[32];
    const stream_pair *p = &b->pair[pair];
    mean gain = {0}, scalar = {0};
    if (*b->result[pair].trouble) return;
    for (unsigned k = 0; stream_kind(p->app->kinds, k, kind); k++) {
        const stream_time *t = &b->result[pair].time[k];
        if (!t->there) continue;
        put_document(b, p, kind, t);
        for (unsigned i = 0; i < STREAM_PEERS_MAX && b->o->rounds; i++)
            if (p->peer[i]) put_peer(b, p, kind, t, i);
        if (!b->o->rounds) continue;
        mean_add(&gain, t->gain);
        mean_add(&scalar, t->scalar);
    }
    put_app(b, pair, &gain, &scalar);
}

typedef struct outcome {   /* of a target */
    mean apps;             /* their means over documents */
    double least;          /* of one document */
    unsigned peers, level; /* applications' peers, and those that the pass is level with */
} outcome;

/* How many times faster than the peer, in the geometric mean of the documents. */
static double times_peer(const bench *b, unsigned pair, unsigned peer)
{
    mean m = {0};
    for (unsigned k = 0; k < STREAM_KINDS_MAX; k++)
        if (b->result[pair].time[k].there) mean_add(&m, b->result[pair].time[k].peer[peer]);
    return mean_of(&m);
}

static outcome judge(const bench *b, const target *t)
{
    outcome x = {.least = HUGE_VAL};
    for (unsigned i = 0; i < b->npairs; i++) {
        mean gain = {0};
        const stream_pair *p = &b->pair[i];
        if (p->target != t || *b->result[i].trouble) continue;
        for (unsigned k = 0; k < STREAM_KINDS_MAX; k++)
            if (b->result[i].time[k].there) mean_add(&gain, b->result[i].time[k].gain);
        mean_add(&x.apps, mean_of(&gain));
        x.least = fmin(x.least, gain.least);
        for (unsigned k = 0; k < STREAM_PEERS_MAX; k++) {
            x.peers += p->peer[k] != NULL;
            x.level += p->peer[k] && times_peer(b, i, k) >= programs_level;
        }
    }
    return x;
}

static void put_goals_of(bench *b, const target_goal *g)
{
    arena *mem = &b->a->mem;
    outcome x = judge(b, g->target);
    if (!x.apps.count) return;
    double all = mean_of(&x.apps);
    programs_put_goal(&b->goals, g->target,
                      "times faster than stock, geometric mean of applications",
                      g->gain ? arena_printf(mem, "%d", g->gain) : "",
                      arena_printf(mem, "%.2f", all), all >= g->gain);
    programs_put_goal(&b->goals, g->target, "slower documents", "0",
                      arena_printf(mem, "the least gain is %.2f", x.least),
                      x.least >= programs_level);
    if (x.peers)
        programs_put_goal(&b->goals, g->target, "level with a peer or better",
                          arena_printf(mem, "%d", PEERS_LEVEL_WANTED),
                          arena_printf(mem, "%u of %u", x.level, x.peers),
                          x.level >= PEERS_LEVEL_WANTED);
}

static void put_all(bench *b)
{
    for (unsigned i = 0; i < b->npairs; i++) put_pair(b, i);
    for (unsigned i = 0; i < b->targets.count && b->o->rounds; i++)
        put_goals_of(b, &b->targets.goal[i]);
}

/* ---- what was not run ---- */

/* Peers of one target, which are those of all. */
static unsigned missing_peers(const bench *b)
{
    unsigned n = 0;
    for (unsigned i = 0; i < b->npairs && b->pair[i].target == b->pair[0].target; i++)
        for (unsigned k = 0; k < STREAM_PEERS_MAX; k++) {
            const stream_peer *peer = &b->pair[i].app->peer[k];
            if (!peer->name || b->pair[i].peer[k]) continue;
            fprintf(stderr, "lanesmith %s: %s for %s is skipped: it cannot be compiled here\n",
                    text.name, peer->name, b->pair[i].app->name);
            n++;
        }
    return n;
}

static unsigned missing_documents(const bench *b)
{
    char kind[32];
    unsigned n = 0;
    for (unsigned i = 0; i < b->npairs && b->pair[i].target == b->pair[0].target; i++)
        for (unsigned k = 0; stream_kind(b->pair[i].app->kinds, k, kind); k++)
            n += !*b->result[i].trouble && !b->result[i].time[k].there;
    return n;
}

static void print_skipped(const bench *b)
{
    unsigned targets = b->targets.skipped, documents = missing_documents(b),
             peers = b->tools.peers ? missing_peers(b) : 0;
    if (b->o->json) return;
    const char *name = hardware_name(); /* then its features */
    if (b->npairs) printf("\nProcessor: %.*s\n", (int)strcspn(name, " "), name);
    if (targets) printf("%u target%s skipped: not for this processor\n", targets, plural(targets));
    if (documents)
        printf("%u document%s skipped: no package brings %s here\n", documents, plural(documents),
               documents == 1 ? "it" : "them");
    if (peers) printf("%u peer%s skipped: not installed\n", peers, plural(peers));
}

static ls_status print_all(bench *b)
{
    TABLE_INIT(&b->documents, "documents",
               "Documents: bytes a second of scalar C, without the pass, with it; quotients of "
               "single rounds",
               document_columns);
    TABLE_INIT(&b->peers, "peers", "Programs of others that do the same", peer_columns);
    TABLE_INIT(&b->apps, "applications",
               "Applications: geometric means over their documents; milliseconds of processor time "
               "to compile them; hostile texts compared",
               app_columns);
    TABLE_INIT(&b->goals, "goals", "Goals; quotients from 0.95 on are level", goal_columns);
    put_all(b);
    tables_print((const table *const[]){&b->documents, &b->peers, &b->apps, &b->goals}, 4,
                 b->o->json, stdout);
    print_skipped(b);
    table_free(&b->documents);
    table_free(&b->peers);
    table_free(&b->apps);
    table_free(&b->goals);
    return b->wrong ? LS_NO : LS_OK;
}

/* ---- the command ---- */

static void set_options(bench *b, const streams_options *o)
{
    app *a = b->a;
    b->amount = (stream_amount){.bytes = (size_t)o->size << 10,
                                .rounds = (unsigned)o->rounds,
                                .fuzz = (unsigned)o->fuzz,
                                .seed = (uint64_t)o->seed};
    b->tools = (stream_tools){
        .sources = o->programs ? o->programs : bench_source_path(a, "examples/streams"),
        .scalar = o->scalar ? o->scalar : bench_source_path(a, "bench/streams"),
        .plugin = o->plugin ? o->plugin : app_prefix_path(a, "lib/LanesmithPass.so"),
        .out = o->out ? o->out : bench_out_path(a, "streams"),
        .peers = !o->alone};
}

static ls_status run_streams(app *a, const streams_options *o)
{
    bench b = {.a = a, .o = o};
    ls_status rc = programs_check_names(text.name, "application", &o->apps, stream_app_names);
    set_options(&b, o);
    if (rc == LS_OK)
        rc = targets_choose(a, text.name, "bench/streams.tsv", &o->targets, &b.targets);
    if (rc == LS_OK) list_pairs(&b);
    if (rc == LS_OK) rc = run_all(&b);
    return rc == LS_OK ? print_all(&b) : rc;
}

int bench_streams(int argc, char **argv)
{
    streams_options o = {.size = 256, .rounds = 21, .fuzz = 400, .seed = 1};
    char **operands;
    int noperands, stop = options_parse(&text, argc, argv, &o, &operands, &noperands);
    app a;
    if (stop != OPTIONS_GO_ON) return stop;
    if (noperands)
        return usage_error(text.name, "unexpected operand `%s`; an application is named by --app",
                           operands[0]);
    ls_status rc = app_open_spec(&a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = run_streams(&a, &o);
    app_close(&a);
    return (int)rc;
}
