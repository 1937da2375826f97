// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* adopt.c - `lanesmith bench adopt`: what a user pays for the headers, the plugin and the rest.
 *
 * A header costs what a file that includes it takes to compile beyond one that includes only the
 * header of intrinsics that it needs. Times are processor times, medians of several runs in turns;
 * sizes are those of files as they are installed, programs without debugging information. */
#define _GNU_SOURCE
#include <dirent.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/base/benches.h"
#include "bench/base/table.h"
#include "cli/app/cells.h"
#include "cli/app/options.h"
#include "spec/base/process.h"

#define ADOPT_OPTIONS(X)                                                                           \
    OPTIONS_DB(X)                                                                                  \
    OPTIONS_TARGETS(X)                                                                             \
    X(NUMBER, runs, 0, "runs", "1..99", "compile so many times; default: 5")                       \
    X(FLAG, no_report, 0, "no-report", NULL, "do not make the report, which takes half a minute")  \
    OPTIONS_JSON(X)
typedef struct adopt_options { ADOPT_OPTIONS(OPTION_MEMBER) } adopt_options;
#define ROW(...) OPTION_ROW(adopt_options, __VA_ARGS__)
static const option_row rows[] = {ADOPT_OPTIONS(ROW)};
static const command_text text = {
    "bench adopt", "",
    "Measures what users pay: seconds that gcc-12 and clang-19 need for the headers, sizes of\n"
    "what is installed, and how long a first answer takes; beside the limits of the project.\n"
    "The headers are those of the last of the chosen targets, which has most functions.",
    "lanesmith bench adopt\n"
    "lanesmith bench adopt --target x86-64 --runs 15 --no-report\n",
    rows, sizeof rows / sizeof *rows};

enum { NCOMPILERS = 2 };
static const char *const compilers[NCOMPILERS] = {"gcc-12", "clang-19"};

/* Limits of the project for its releases (docs/design.md). */
#define FAMILY_LIMIT 0.05   /* seconds */
#define UMBRELLA_LIMIT 0.4  /* seconds */
#define PLUGIN_LIMIT 12.0   /* MB */
#define REPORT_LIMIT 30.0   /* MB */

typedef struct adopt {
    app a;
    const adopt_options *o;
    const target *target;
    const char *dir; /* for what is compiled */
    table table;
} adopt;

static const column columns[] = {{"figure", COLUMN_TEXT}, {"of", COLUMN_TEXT},
                                 {"value", COLUMN_NUMBER}, {"unit", COLUMN_TEXT},
                                 {"limit", COLUMN_NUMBER}, {"met", COLUMN_TEXT}};

/* limit < 0: there is none. */
static void put(adopt *b, const char *figure, const char *of, double value, const char *unit,
                double limit)
{
    table_put(&b->table, "%s", figure);
    table_put(&b->table, "%s", of);
    table_put_value(&b->table, value, 3);
    table_put(&b->table, "%s", unit);
    table_put_value(&b->table, limit, 2);
    table_put(&b->table, "%s", limit < 0 ? "" : value <= limit ? "yes" : "no");
}

/* ---- headers ---- */

typedef struct source { /* a file that includes one header */
    const char *name, *path;
    double seconds; /* median of the compiler at hand */
} source;

static ls_status add_source(adopt *b, source *s, const char *name, const char *header)
{
    const char *content = arena_printf(&b->a.mem, "#include <%s>\n", header);
    char *base = arena_strdup(&b->a.mem, name);
    for (char *c = base; *c; c++)
        if (*c == '/') *c = '_';
    *s = (source){.name = name, .path = arena_printf(&b->a.mem, "%s/%s.c", b->dir, base)};
    if (file_replace(s->path, content, strlen(content)) == LS_OK) return LS_OK;
    return app_file_error(&b->a, "cannot write", s->path);
}

static int is_family(const struct dirent *e)
{
    size_t n = strlen(e->d_name);
    return n > 2 && !strcmp(e->d_name + n - 2, ".h") && !strstr(e->d_name, "_odd.");
}

/* The header of intrinsics, the umbrella, and the families, in this order. */
static ls_status list_sources(adopt *b, source **out, unsigned *count)
{
    struct dirent **entry;
    const char *suffix = b->target->suffix;
    const char *dir = app_prefix_path(
        &b->a, arena_printf(&b->a.mem, "include/lanesmith/%s", suffix));
    int n = scandir(dir, &entry, is_family, alphasort);
    if (n < 0) return app_file_error(&b->a, "cannot read the directory", dir);
    source *list = *out = arena_new(&b->a.mem, (size_t)n + 2, source);
    const char *intrinsics = b->target->include ? b->target->include : "stdint.h";
    ls_status rc = add_source(b, &list[0], "intrinsics", intrinsics);
    if (rc == LS_OK) rc = add_source(b, &list[1], "lanesmith.h", "lanesmith.h");
    for (int i = 0; i < n; i++) {
        const char *header = arena_printf(&b->a.mem, "lanesmith/%s/%s", suffix, entry[i]->d_name);
        if (rc == LS_OK) rc = add_source(b, &list[i + 2], header, header);
        free(entry[i]);
    }
    free(entry);
    *count = (unsigned)n + 2;
    return rc;
}

static int by_value(const void *pa, const void *pb)
{
    double a = *(const double *)pa, b = *(const double *)pb;
    return (a > b) - (a < b);
}

static double median(double *v, unsigned n)
{
    qsort(v, n, sizeof *v, by_value);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static ls_status compile_once(adopt *b, const char *compiler, const source *s, double *seconds)
{
    process p = {0};
    process_add_pair(&p, compiler, "-c");
    process_add(&p, arena_printf(&b->a.mem, "-march=%s", b->target->cpu));
    process_add(&p, arena_printf(&b->a.mem, "-I%s", app_prefix_path(&b->a, "include")));
    process_add_pair(&p, s->path, "-o");
    process_add(&p, arena_printf(&b->a.mem, "%s/out.o", b->dir));
    process_run_all(&p, 1, 1);
    *seconds = p.processor;
    return process_check(&p, text.name);
}

static ls_status time_compiler(adopt *b, const char *compiler, source *list, unsigned count)
{
    double *seconds = mem_alloc((size_t)count * b->o->runs + 1, sizeof *seconds);
    ls_status rc = LS_OK;
    for (unsigned run = 0; run < b->o->runs; run++)
        for (unsigned i = 0; i < count && rc == LS_OK; i++)
            rc = compile_once(b, compiler, &list[i], &seconds[i * b->o->runs + run]);
    for (unsigned i = 0; i < count; i++)
        list[i].seconds = median(&seconds[i * b->o->runs], b->o->runs);
    mem_free(seconds);
    return rc;
}

static ls_status measure_headers(adopt *b)
{
    source *list = NULL;
    unsigned count = 0;
    ls_status rc = list_sources(b, &list, &count);
    for (unsigned c = 0; c < NCOMPILERS && rc == LS_OK; c++) {
        rc = time_compiler(b, compilers[c], list, count);
        if (rc != LS_OK) return rc;
        const source *worst = &list[2];
        for (unsigned i = 2; i < count; i++)
            if (list[i].seconds > worst->seconds) worst = &list[i];
        double base = list[0].seconds;
        put(b, "intrinsics alone", compilers[c], base, "s", -1);
        put(b, "lanesmith.h beside them", compilers[c], list[1].seconds - base, "s",
            UMBRELLA_LIMIT);
        put(b, arena_printf(&b->a.mem, "%s, the slowest family", worst->name), compilers[c],
            worst->seconds - base, "s", FAMILY_LIMIT);
    }
    return rc;
}

/* ---- sizes ---- */

static double tree_size; /* of add_size, bytes */

static int add_size(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)path, (void)where;
    if (kind == FTW_F) tree_size += (double)st->st_size;
    return 0;
}

static double megabytes(const char *path)
{
    tree_size = 0;
    nftw(path, add_size, 16, FTW_PHYS);
    return tree_size / 1e6;
}

static ls_status measure_plugin(adopt *b)
{
    process p = {0};
    const char *stripped = arena_printf(&b->a.mem, "%s/plugin.so", b->dir);
    process_add_pair(&p, "strip", "-o");
    process_add_pair(&p, stripped, app_prefix_path(&b->a, "lib/LanesmithPass.so"));
    process_run_all(&p, 1, 1);
    ls_status rc = process_check(&p, text.name);
    if (rc == LS_OK) put(b, "plugin", "stripped", megabytes(stripped), "MB", PLUGIN_LIMIT);
    return rc;
}

static ls_status measure_report(adopt *b)
{
    process p = {0};
    const char *out = arena_printf(&b->a.mem, "%s/report", b->dir);
    process_add_pair(&p, app_program(&b->a), "report");
    process_add_pair(&p, "--spec", b->a.spec_dir);
    process_add_pair(&p, "--db", b->a.db_path);
    process_add_pair(&p, "--out", out);
    process_run_all(&p, 1, 1);
    ls_status rc = process_check(&p, text.name);
    if (rc != LS_OK) return rc;
    put(b, "report", "all files", megabytes(out), "MB", REPORT_LIMIT);
    put(b, "report", "to make it", p.processor, "s", -1);
    return rc;
}

static ls_status measure_show(adopt *b)
{
    double *seconds = arena_new(&b->a.mem, b->o->runs, double);
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < b->o->runs && rc == LS_OK; i++) {
        process p = {0};
        process_add_pair(&p, app_program(&b->a), "show");
        process_add_pair(&p, "--spec", b->a.spec_dir);
        process_add_pair(&p, "--db", b->a.db_path);
        process_add_pair(&p, "add", "2");
        process_add_pair(&p, "r64", b->target->name);
        process_run_all(&p, 1, 1);
        rc = process_check(&p, text.name);
        seconds[i] = p.processor;
    }
    if (rc == LS_OK) put(b, "lanesmith show", "one cell", median(seconds, b->o->runs), "s", -1);
    return rc;
}

static ls_status measure(adopt *b)
{
    ls_status rc = app_make_temporary_dir(&b->a, &b->dir);
    if (rc == LS_OK) rc = measure_headers(b);
    if (rc == LS_OK) rc = measure_show(b);
    if (rc == LS_OK) rc = measure_plugin(b);
    if (rc == LS_OK) {
        put(b, "headers", "all targets", megabytes(app_prefix_path(&b->a, "include")), "MB", -1);
        put(b, "database", "all targets", megabytes(b->a.db_path), "MB", -1);
    }
    if (rc == LS_OK && !b->o->no_report) rc = measure_report(b);
    if (b->dir) app_remove_temporary(b->dir);
    return rc;
}

/* The last of the chosen ones. */
static ls_status choose_target(adopt *b)
{
    cell_filter filter;
    const option_words none = {0};
    ls_status rc =
        cell_filter_make(&filter, text.name, b->a.spec, &none, &none, &none, &b->o->targets);
    for (unsigned i = 0; i < b->a.spec->ntargets && rc == LS_OK; i++)
        if (cell_filter_takes_target(&filter, &b->a.spec->targets[i]))
            b->target = &b->a.spec->targets[i];
    return rc;
}

int bench_adopt(int argc, char **argv)
{
    adopt_options o = {.runs = 5};
    adopt b = {.o = &o};
    int stop = options_parse_alone(&text, argc, argv, &o, NULL);
    if (stop != OPTIONS_GO_ON) return stop;
    TABLE_INIT(&b.table, "figures", "What users pay", columns);
    ls_status rc = app_open_spec(&b.a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = app_open_db(&b.a, o.db_path, APP_DB_READ);
    if (rc == LS_OK) rc = choose_target(&b);
    if (rc == LS_OK) rc = measure(&b);
    const table *all[] = {&b.table};
    if (rc == LS_OK) tables_print(all, 1, o.json, stdout);
    table_free(&b.table);
    app_close(&b.a);
    return (int)rc;
}
