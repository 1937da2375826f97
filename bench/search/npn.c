// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* npn.c - `lanesmith bench npn`: all Boolean functions of a few inputs by the least number of
 * two-input gates.
 *
 * Functions that differ in the order of inputs and in complements of inputs or the result are a
 * class; of four inputs there are 222. Knuth has counted them by gates (The Art of Computer
 * Programming, volume 4A, 7.1.2, table 1); here the engine `gates` finds a chain for each and
 * proves that none is shorter, since every lower level is complete. Each chain is evaluated on all
 * rows once more. Any difference from Knuth's numbers makes the exit status 1. */
#include <inttypes.h>

#include "bench/base/benches.h"
#include "bench/base/table.h"
#include "cli/app/options.h"
#include "spec/base/clock.h"
#include "synth/logic/gates.h"

static const unsigned knuth[] = {2, 2, 5, 20, 34, 75, 72, 12};
enum { KNUTH_INPUTS = 4, KNUTH_LEVELS = sizeof knuth / sizeof *knuth };

#define NPN_OPTIONS(X)                                                                             \
    X(NUMBER, inputs, 0, "inputs", "1..4", "functions of so many inputs; default: 4")              \
    X(FLAG, chains, 0, "chains", NULL, "print a least chain of every class")                       \
    X(NUMBER, jobs, 'j', "jobs", "1..64", "threads; default: one a processor")                     \
    OPTIONS_JSON(X)
typedef struct npn_options { NPN_OPTIONS(OPTION_MEMBER) } npn_options;
#define ROW(...) OPTION_ROW(npn_options, __VA_ARGS__)
static const option_row rows[] = {NPN_OPTIONS(ROW)};
static const command_text text = {"bench npn",
                                  "",
                                  "Counts the classes of Boolean functions by their least number "
                                  "of two-input gates, each number found and proved, and\n"
                                  "compares the counts with Knuth's for four inputs. Functions are "
                                  "of one class when they differ in the order of inputs\n"
                                  "and in complements only.\n"
                                  "Exit status 1 when a count differs from Knuth's.",
                                  "lanesmith bench npn\n"
                                  "lanesmith bench npn --inputs 3 --chains\n"
                                  "lanesmith bench npn --json\n",
                                  rows,
                                  sizeof rows / sizeof *rows};

static const column level_columns[] = {{"gates", COLUMN_NUMBER},      {"classes", COLUMN_NUMBER},
                                       {"knuth", COLUMN_NUMBER},      {"same", COLUMN_TEXT},
                                       {"candidates", COLUMN_NUMBER}, {"seconds", COLUMN_NUMBER}};
static const column total_columns[] = {{"classes", COLUMN_NUMBER},    {"found", COLUMN_NUMBER},
                                       {"checked", COLUMN_NUMBER},    {"threads", COLUMN_NUMBER},
                                       {"candidates", COLUMN_NUMBER}, {"seconds", COLUMN_NUMBER}};
static const column chain_columns[] = {
    {"function", COLUMN_TEXT}, {"gates", COLUMN_NUMBER}, {"chain", COLUMN_TEXT}};

typedef struct report {
    table levels, totals, chains;
    uint64_t judged;
    double seconds;
    bool differs;
} report;

static void put_level(report *r, const gates_census *c, double seconds)
{
    unsigned level = c->level - 1, wanted = level < KNUTH_LEVELS ? knuth[level] : 0;
    bool known = c->n == KNUTH_INPUTS, same = wanted == c->count[level];
    table_put_count(&r->levels, (int)level);
    table_put_count(&r->levels, (int)c->count[level]);
    table_put_count(&r->levels, known ? (int)wanted : -1);
    table_put(&r->levels, "%s", !known ? "" : same ? "yes" : "no");
    table_put(&r->levels, "%" PRIu64, c->judged[level]);
    table_put_value(&r->levels, seconds, 2);
    r->judged += c->judged[level];
    r->seconds += seconds;
    r->differs = r->differs || (known && !same);
}

static void put_chain(table *t, const gates_census *c, const gates_class *k)
{
    strbuf chain = {0};
    unsigned digits = c->n < 2 ? 1 : 1u << (c->n - 2);
    gates_print(&k->chain, &chain);
    table_put(t, "0x%0*" PRIx64, (int)digits, k->member);
    table_put_count(t, (int)k->gates);
    table_put(t, "%s", strbuf_text(&chain));
    strbuf_free(&chain);
}

static void put_totals(report *r, const gates_census *c)
{
    unsigned checked = 0;
    for (unsigned i = 0; i < c->nclasses; i++) {
        const gates_class *k = &c->class[i];
        checked += k->found && k->chain.ngates == k->gates && gates_check(&k->chain, &k->member);
    }
    table_put_count(&r->totals, (int)c->nclasses);
    table_put_count(&r->totals, (int)c->nfound);
    table_put_count(&r->totals, (int)checked);
    table_put_count(&r->totals, (int)c->o.threads);
    table_put(&r->totals, "%" PRIu64, r->judged);
    table_put_value(&r->totals, r->seconds, 2);
    r->differs = r->differs || checked != c->nclasses;
}

static void count_classes(report *r, const npn_options *o)
{
    gates_census c;
    gates_options go = {.max_gates = GATES_MAX, .threads = o->jobs ? o->jobs : app_processors()};
    double start = clock_seconds();
    gates_census_open(&c, o->inputs, &go);
    for (; gates_census_next(&c); start = clock_seconds())
        put_level(r, &c, clock_seconds() - start);
    put_totals(r, &c);
    for (unsigned i = 0; i < c.nclasses && o->chains; i++) put_chain(&r->chains, &c, &c.class[i]);
    gates_census_close(&c);
}

static void report_print(const report *r, bool json)
{
    const table *all[] = {&r->levels, &r->totals, &r->chains};
    tables_print(all, sizeof all / sizeof *all, json, stdout);
}

int bench_npn(int argc, char **argv)
{
    npn_options o = {.inputs = KNUTH_INPUTS};
    int stop = options_parse_alone(&text, argc, argv, &o, NULL);
    report r = {0};
    if (stop != OPTIONS_GO_ON) return stop;
    TABLE_INIT(&r.levels, "levels", "Classes of functions by their least number of two-input gates",
               level_columns);
    TABLE_INIT(&r.totals, "totals", "Together; checked: the chain was evaluated on every row",
               total_columns);
    TABLE_INIT(&r.chains, "chains", "A least chain of each class, for one function of it",
               chain_columns);
    count_classes(&r, &o);
    report_print(&r, o.json);
    table_free(&r.levels);
    table_free(&r.totals);
    table_free(&r.chains);
    if (r.differs) fputs("lanesmith bench npn: the counts are not Knuth's\n", stderr);
    return r.differs ? LS_NO : LS_OK;
}
