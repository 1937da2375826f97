// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* never_worse_tables.c - what `bench never-worse` prints, and whether limits are exceeded.
 *
 * A function that stock LLVM dies of is compared in the other way only, and counted. Where a target
 * has all features of another, its code should not be longer: so of each function's targets the
 * shortest code of lesser ones is looked at, too. */
#include "never_worse.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/table.h"

static const char *const way_names[BESIDE_WAYS] = {"alone", "O2"};

typedef struct tally { /* of one kind, or target, and way */
    const char *name;
    unsigned functions, shorter, equal, longer[3]; /* by 1, 2, more */
    unsigned died, failed;                         /* of stock code; of ours */
    unsigned above, stock_above;                   /* a lesser target's */
    double stock, ours;
} tally;

typedef struct loss {
    unsigned function, target, way;
    int than, is; /* instructions */
    const target *lesser; /* NULL: than stock */
} loss;

typedef struct judge {
    app *a;
    const worse_results *r;
    tally *tally; /* by target and way */
    tally *kind;
    unsigned nkinds;
    loss *loss, *above; /* than stock; than a lesser target */
    unsigned nlosses, naboves, failed;
} judge;

static const worse_counts *counts_of(const worse_results *r, unsigned function, unsigned on)
{
    return (const worse_counts *)&r->counts[(size_t)function * r->ntargets + on];
}

/* ---- one function, target and way ---- */

static bool has_all_features(const target *t, const target *of)
{
    for (const char *const *f = of->features; *f; f++)
        if (!target_has_feature(t, *f)) return false;
    return t->set == of->set && t != of;
}

/* The lesser target with the shortest code on that side; *least is INT_MAX where there is none. */
static const target *best_lesser(const worse_results *r, const loss *at, beside_side side,
                                 int *least)
{
    const target *best = NULL;
    *least = INT_MAX;
    for (unsigned t = 0; t < r->ntargets; t++) {
        int count = (*counts_of(r, at->function, t))[at->way][side];
        if (count < 0 || count >= *least || !has_all_features(r->target[at->target], r->target[t]))
            continue;
        *least = count;
        best = r->target[t];
    }
    return best;
}

static void add(tally *y, int stock, int ours)
{
    int more = ours - stock;
    y->functions++;
    y->stock += stock;
    y->ours += ours;
    if (more < 0) y->shorter++;
    else if (more == 0) y->equal++;
    else y->longer[more < 3 ? more - 1 : 2]++;
}

static void compare_targets(judge *j, tally *y, const loss *at, int stock, int ours)
{
    int least;
    best_lesser(j->r, at, BESIDE_STOCK, &least);
    y->stock_above += stock > least;
    const target *lesser = best_lesser(j->r, at, BESIDE_OURS, &least);
    if (ours <= least) return;
    y->above++;
    j->above[j->naboves++] = (loss){at->function, at->target, at->way, least, ours, lesser};
}

static void judge_one(judge *j, tally *y, tally *kind, const loss *at)
{
    const int *count = (*counts_of(j->r, at->function, at->target))[at->way];
    int stock = count[BESIDE_STOCK], ours = count[BESIDE_OURS];
    y->died += stock == BESIDE_DIED;
    y->failed += ours == BESIDE_DIED;
    kind->died += stock == BESIDE_DIED;
    kind->failed += ours == BESIDE_DIED;
    j->failed += ours == BESIDE_DIED;
    if (ours == BESIDE_DIED)
        j->loss[j->nlosses++] = (loss){at->function, at->target, at->way, 0, INT_MAX, NULL};
    if (stock < 0 || ours < 0) return;
    add(y, stock, ours);
    add(kind, stock, ours);
    compare_targets(j, y, at, stock, ours);
    if (ours > stock)
        j->loss[j->nlosses++] = (loss){at->function, at->target, at->way, stock, ours, NULL};
}

/* ---- all of them ---- */

/* What a function is called in tables. */
static const char *title_of(const judge *j, unsigned function, bool kind_only)
{
    const worse_function *f = &j->r->function[function];
    char kind[96];
    strbuf unused = {0};
    if (f->file && kind_only) return f->file;
    if (f->file) return arena_printf(&j->a->mem, "%s:%s", f->file, f->name);
    worse_print(j->r->seed, f->number, kind, &unused);
    strbuf_free(&unused);
    char *type = strstr(kind, " <");
    if (type && kind_only) *type = 0;
    return arena_strdup(&j->a->mem, kind);
}

static tally *kind_of(judge *j, unsigned function)
{
    const char *name = title_of(j, function, true);
    unsigned k = 0;
    while (k < j->nkinds && strcmp(j->kind[k].name, name)) k++;
    if (k == j->nkinds) j->kind[j->nkinds++].name = name;
    return &j->kind[k];
}

static int by_excess(const void *pa, const void *pb)
{
    const loss *a = pa, *b = pb;
    int more = a->is - a->than, other = b->is - b->than;
    if (more != other) return more < other ? 1 : -1;
    if (a->function != b->function) return a->function < b->function ? -1 : 1;
    if (a->target != b->target) return a->target < b->target ? -1 : 1;
    return (int)a->way - (int)b->way;
}

static void judge_all(judge *j)
{
    const worse_results *r = j->r;
    size_t all = (size_t)r->nfunctions * r->ntargets * BESIDE_WAYS + 1;
    j->tally = arena_new(&j->a->mem, r->ntargets * BESIDE_WAYS + 1, tally);
    j->kind = arena_new(&j->a->mem, r->nfunctions + 1, tally);
    j->loss = arena_new(&j->a->mem, all, loss);
    j->above = arena_new(&j->a->mem, all, loss);
    for (unsigned f = 0; f < r->nfunctions; f++) {
        tally *kind = kind_of(j, f);
        for (unsigned t = 0; t < r->ntargets; t++)
            for (unsigned way = 0; way < BESIDE_WAYS; way++)
                judge_one(j, &j->tally[t * BESIDE_WAYS + way], kind,
                          &(loss){.function = f, .target = t, .way = way});
    }
    if (j->nlosses) qsort(j->loss, j->nlosses, sizeof *j->loss, by_excess);
    if (j->naboves) qsort(j->above, j->naboves, sizeof *j->above, by_excess);
}

unsigned worse_list(const worse_results *r, unsigned count, unsigned *out)
{
    app a = {0};
    judge j = {.a = &a, .r = r};
    unsigned n = 0;
    judge_all(&j);
    for (unsigned i = 0; i < j.nlosses && n < count; i++) {
        unsigned k = 0;
        while (k < n && out[k] != j.loss[i].function) k++;
        if (k == n) out[n++] = j.loss[i].function;
    }
    arena_free(&a.mem);
    return n;
}

/* ---- tables ---- */

#define TALLY_COLUMNS                                                                              \
    {"functions", COLUMN_NUMBER}, {"stock", COLUMN_NUMBER}, {"ours", COLUMN_NUMBER},               \
        {"shorter", COLUMN_NUMBER}, {"equal", COLUMN_NUMBER}, {"1 more", COLUMN_NUMBER},           \
        {"2 more", COLUMN_NUMBER}, {"3+ more", COLUMN_NUMBER}, {"stock died", COLUMN_NUMBER},      \
        {"failed", COLUMN_NUMBER}
static const column target_columns[] = {{"target", COLUMN_TEXT}, {"way", COLUMN_TEXT},
                                        TALLY_COLUMNS, {"above lesser", COLUMN_NUMBER},
                                        {"stock above", COLUMN_NUMBER}};
static const column kind_columns[] = {{"kind", COLUMN_TEXT}, TALLY_COLUMNS};
static const column loss_columns[] = {{"function", COLUMN_TEXT}, {"name", COLUMN_TEXT},
                                      {"target", COLUMN_TEXT},   {"way", COLUMN_TEXT},
                                      {"than", COLUMN_TEXT},     {"its", COLUMN_NUMBER},
                                      {"ours", COLUMN_NUMBER}};

static void put_tally(const tally *y, table *t)
{
    table_put_count(t, (int)y->functions);
    table_put_value(t, y->functions ? y->stock / y->functions : -1, 1);
    table_put_value(t, y->functions ? y->ours / y->functions : -1, 1);
    table_put_count(t, (int)y->shorter);
    table_put_count(t, (int)y->equal);
    for (unsigned i = 0; i < 3; i++) table_put_count(t, (int)y->longer[i]);
    table_put_count(t, (int)y->died);
    table_put_count(t, (int)y->failed);
}

static unsigned longer(const tally *y)
{
    return y->longer[0] + y->longer[1] + y->longer[2];
}

static void put_targets(const judge *j, table *t)
{
    for (unsigned i = 0; i < j->r->ntargets * BESIDE_WAYS; i++) {
        const tally *y = &j->tally[i];
        table_put(t, "%s", j->r->target[i / BESIDE_WAYS]->name);
        table_put(t, "%s", way_names[i % BESIDE_WAYS]);
        put_tally(y, t);
        table_put_count(t, (int)y->above);
        table_put_count(t, (int)y->stock_above);
    }
}

/* Those of which some became longer. */
static void put_kinds(const judge *j, table *t)
{
    for (unsigned i = 0; i < j->nkinds; i++) {
        if (!longer(&j->kind[i]) && !j->kind[i].failed) continue;
        table_put(t, "%s", j->kind[i].name);
        put_tally(&j->kind[i], t);
    }
}

static void put_losses(const judge *j, const loss *list, unsigned count, table *t)
{
    for (unsigned i = 0; i < count; i++) {
        const loss *l = &list[i];
        table_put(t, "%s", title_of(j, l->function, false));
        table_put(t, "%s", j->r->function[l->function].name);
        table_put(t, "%s", j->r->target[l->target]->name);
        table_put(t, "%s", way_names[l->way]);
        table_put(t, "%s", l->lesser ? l->lesser->name : "stock");
        table_put_count(t, l->is == INT_MAX ? -1 : l->than);
        table_put_count(t, l->is == INT_MAX ? -1 : l->is);
    }
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* ---- the judgement ---- */

static bool limits_hold(const judge *j, const worse_limits *limits)
{
    unsigned functions = 0, above = 0;
    int most = 0;
    for (unsigned i = 0; i < j->r->ntargets * BESIDE_WAYS; i++) {
        functions += j->tally[i].functions;
        above += longer(&j->tally[i]);
    }
    for (unsigned i = 0; i < j->nlosses; i++)
        if (j->loss[i].is != INT_MAX && j->loss[i].is - j->loss[i].than > most)
            most = j->loss[i].is - j->loss[i].than;
    bool few = (double)above * 10000 <= (double)limits->longer * functions,
         little = most <= (int)limits->more;
    if (!few)
        fprintf(stderr, "lanesmith %s: %u of %u functions are longer; the limit is %u of 10000\n",
                j->a->command, above, functions, limits->longer);
    if (!little)
        fprintf(stderr, "lanesmith %s: a function has %d instructions more; the limit is %u\n",
                j->a->command, most, limits->more);
    if (j->failed)
        fprintf(stderr,
                "lanesmith %s: LLVM dies of %u functions with the pass, or takes too long\n",
                j->a->command, j->failed);
    return few && little && !j->failed;
}

bool worse_judge(app *a, const worse_results *r, const worse_limits *limits, unsigned worst,
                 bool json)
{
    judge j = {.a = a, .r = r};
    table t[4];
    judge_all(&j);
    TABLE_INIT(&t[0], "targets", "Functions with the pass, beside stock LLVM", target_columns);
    TABLE_INIT(&t[1], "kinds", "Kinds of which some are longer", kind_columns);
    TABLE_INIT(&t[2], "worst", "The worst", loss_columns);
    TABLE_INIT(&t[3], "above", "Longer than a lesser target's", loss_columns);
    put_targets(&j, &t[0]);
    put_kinds(&j, &t[1]);
    put_losses(&j, j.loss, least(j.nlosses, worst), &t[2]);
    put_losses(&j, j.above, least(j.naboves, worst), &t[3]);
    const table *const tables[] = {&t[0], &t[1], &t[2], &t[3]};
    tables_print(tables, 4, json, stdout);
    for (unsigned i = 0; i < 4; i++) table_free(&t[i]);
    return limits_hold(&j, limits);
}
