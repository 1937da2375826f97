// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* headers.c - `lanesmith bench headers`: what gcc and clang make of the functions of the C headers.
 *
 * The database counts what LLVM makes of a winner's IR. A header has the same program in C, which
 * another compiler may translate otherwise. Each family header is compiled at -O2 with its
 * functions made external, by an empty `static` and an empty `inline`, and the functions are
 * counted as lowerings/measure/asmcount.h says. What is another name for a function counts with
 * that one. */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/benches.h"
#include "bench/base/table.h"
#include "cli/app/cells.h"
#include "cli/app/options.h"
#include "cli/app/story.h"
#include "lowerings/emit/emit.h"
#include "lowerings/measure/codegen.h"
#include "spec/base/process.h"

#define HEADERS_OPTIONS(X)                                                                         \
    OPTIONS_DB(X)                                                                                  \
    OPTIONS_TARGETS(X)                                                                             \
    X(NAMES, families, 0, "family", "NAME,...", "only these headers: arith, shift_odd ...")        \
    X(TEXT, include, 0, "include", "DIR", "where the headers are; default: the build's")           \
    X(NUMBER, worst, 0, "worst", "0..10000", "list so many functions that grow most; default: 20") \
    OPTIONS_JOBS(X)                                                                                \
    OPTIONS_JSON(X)
typedef struct headers_options { HEADERS_OPTIONS(OPTION_MEMBER) } headers_options;
#define ROW(...) OPTION_ROW(headers_options, __VA_ARGS__)
static const option_row rows[] = {HEADERS_OPTIONS(ROW)};
static const command_text text = {
    "bench headers", "",
    "Compiles every function of the C headers with gcc-12 and clang-19 at -O2 for its target, and\n"
    "counts its instructions beside those that the database has for the winner.",
    "lanesmith bench headers\n"
    "lanesmith bench headers --target x86-64-v3 --worst 50\n"
    "lanesmith bench headers --json\n",
    rows, sizeof rows / sizeof *rows};

enum { GCC, CLANG, NCOMPILERS };
static const char *const compilers[NCOMPILERS] = {"gcc-12", "clang-19"};

typedef struct function {
    char *name; /* as in C, with the target */
    cell cell;
    unsigned counted, steps; /* by LLVM from IR; instructions of the program */
    int made[NCOMPILERS];    /* -1: not seen */
} function;

typedef struct headers {
    app a;
    const headers_options *o;
    const char *include, *dir; /* dir: for what is compiled */
    function *list;            /* sorted by name */
    unsigned count;
} headers;

static int by_name(const void *pa, const void *pb)
{
    const function *a = pa, *b = pb;
    return strcmp(a->name, b->name);
}

/* ---- what is to be seen ---- */

static ls_status add_target(headers *h, const target *t)
{
    db_lowering *row;
    unsigned n;
    ls_status rc = app_report(
        &h->a, db_list_lowerings(h->a.db, h->a.spec, t, DB_KEPT, &h->a.mem, &row, &n));
    if (rc != LS_OK) return rc;
    lowering *l = mem_alloc(1, sizeof *l);
    h->list = mem_grow(h->list, h->count + n + 1, sizeof *h->list);
    for (unsigned i = 0; i < n; i++) {
        strbuf name = {0};
        /* C has no word for what is left to LLVM. */
        if (!story_from_row(&h->a, &row[i], l, &h->a.dg) || prog_has_form(&l->prog)) continue;
        emit_c_name(&row[i].cell, "lanesmith", &name);
        h->list[h->count++] =
            (function){.name = arena_strdup(&h->a.mem, strbuf_text(&name)), .cell = row[i].cell,
                       .counted = row[i].cost.insns, .steps = row[i].length, .made = {-1, -1}};
        strbuf_free(&name);
    }
    mem_free(l);
    return app_report(&h->a, LS_OK);
}

/* ---- compiling ---- */

typedef struct unit {
    const target *target;
    int compiler;
    const char *out;
} unit;

static int is_header(const struct dirent *e)
{
    size_t n = strlen(e->d_name);
    return n > 2 && !strcmp(e->d_name + n - 2, ".h");
}

/* file: "arith.h". */
static bool is_wanted(const headers_options *o, const char *file)
{
    for (unsigned i = 0; i < o->families.count; i++)
        if (strlen(o->families.word[i]) == strlen(file) - 2 &&
            !strncmp(o->families.word[i], file, strlen(file) - 2))
            return true;
    return !o->families.count;
}

static ls_status no_header(const headers *h, const char *dir)
{
    fprintf(stderr, "lanesmith %s: error: none of the headers of --family is in %s; it has",
            h->a.command, dir);
    struct dirent **entry;
    int n = scandir(dir, &entry, is_header, alphasort);
    for (int i = 0; i < n; i++) {
        fprintf(stderr, " %.*s", (int)strlen(entry[i]->d_name) - 2, entry[i]->d_name);
        free(entry[i]);
    }
    if (n >= 0) free(entry);
    fputc('\n', stderr);
    return LS_INPUT;
}

static ls_status write_user(headers *h, const target *t, const char *family, const char **path)
{
    *path = arena_printf(&h->a.mem, "%s/%s_%s.c", h->dir, t->suffix, family);
    const char *source =
        arena_printf(&h->a.mem,
                     "#include <%s>\n#include <stdint.h>\n#define static\n#define inline\n"
                     "#include <lanesmith/%s/%s>\n",
                     t->include ? t->include : "stddef.h", t->suffix, family);
    if (file_replace(*path, source, strlen(source)) == LS_OK) return LS_OK;
    return app_file_error(&h->a, "cannot write", *path);
}

static process command_for(headers *h, const unit *u, const char *source)
{
    process p = {0};
    process_add_pair(&p, compilers[u->compiler], "-O2");
    process_add(&p, arena_printf(&h->a.mem, "-march=%s", u->target->cpu));
    process_add_pair(&p, "-fcf-protection=none", "-w");
    process_add(&p, arena_printf(&h->a.mem, "-I%s", h->include));
    process_add_pair(&p, "-S", source);
    process_add_pair(&p, "-o", u->out);
    return p;
}

typedef struct visit {
    headers *h;
    int compiler;
} visit;

static void take_count(void *context, const char *name, size_t length, const codegen_count *count)
{
    visit *v = context;
    char text_of_name[256];
    if (length >= sizeof text_of_name) return;
    memcpy(text_of_name, name, length);
    text_of_name[length] = '\0';
    const function key = {.name = text_of_name};
    function *f = bsearch(&key, v->h->list, v->h->count, sizeof key, by_name);
    if (f) f->made[v->compiler] = (int)count->insns;
}

static ls_status read_counts(headers *h, const unit *u)
{
    char *assembly;
    size_t size;
    visit v = {h, u->compiler};
    if (file_read(u->out, &assembly, &size) != LS_OK)
        return app_file_error(&h->a, "cannot read", u->out);
    codegen_each_function(isa_syntax(u->target->set), assembly, take_count, &v);
    mem_free(assembly);
    return LS_OK;
}

static ls_status compile_target(headers *h, const target *t, unsigned jobs)
{
    struct dirent **entry;
    const char *dir = arena_printf(&h->a.mem, "%s/lanesmith/%s", h->include, t->suffix);
    int n = scandir(dir, &entry, is_header, alphasort);
    if (n < 0) return app_file_error(&h->a, "cannot read the directory", dir);
    process *list = arena_new(&h->a.mem, NCOMPILERS * (size_t)n + 1, process);
    unit *units = arena_new(&h->a.mem, NCOMPILERS * (size_t)n + 1, unit);
    unsigned count = 0;
    ls_status rc = LS_OK;
    for (int i = 0; i < n; i++) {
        const char *source;
        bool wanted = is_wanted(h->o, entry[i]->d_name);
        if (rc == LS_OK && wanted) rc = write_user(h, t, entry[i]->d_name, &source);
        for (int c = 0; c < NCOMPILERS && rc == LS_OK && wanted; c++, count++) {
            const char *out = arena_printf(&h->a.mem, "%s.%s.s", source, compilers[c]);
            units[count] = (unit){t, c, out};
            list[count] = command_for(h, &units[count], source);
        }
        free(entry[i]);
    }
    free(entry);
    if (rc == LS_OK && !count) rc = no_header(h, dir);
    if (rc == LS_OK) process_run_all(list, count, jobs);
    for (unsigned i = 0; i < count && rc == LS_OK; i++) rc = process_check(&list[i], text.name);
    for (unsigned i = 0; i < count && rc == LS_OK; i++) rc = read_counts(h, &units[i]);
    return rc;
}

/* ---- the tables ---- */

typedef struct tally {
    unsigned functions, more, fewer;
    unsigned long long counted, made;
} tally;

static void count_in(tally *t, const function *f, int compiler)
{
    if (f->made[compiler] < 0) return;
    unsigned made = (unsigned)f->made[compiler];
    t->functions++;
    t->counted += f->counted;
    t->made += made;
    t->more += made > f->counted;
    t->fewer += made < f->counted;
}

static const column summary_columns[] = {
    {"target", COLUMN_TEXT},   {"compiler", COLUMN_TEXT}, {"functions", COLUMN_NUMBER},
    {"counted", COLUMN_NUMBER}, {"made", COLUMN_NUMBER},   {"as counted", COLUMN_NUMBER},
    {"fewer", COLUMN_NUMBER},  {"more", COLUMN_NUMBER}};

static void put_target(table *t, const headers *h, const target *of)
{
    for (int c = 0; c < NCOMPILERS; c++) {
        tally sum = {0};
        for (unsigned i = 0; i < h->count; i++)
            if (h->list[i].cell.target == of) count_in(&sum, &h->list[i], c);
        table_put(t, "%s", of->name);
        table_put(t, "%s", compilers[c]);
        table_put_count(t, (int)sum.functions);
        table_put(t, "%llu", sum.counted);
        table_put(t, "%llu", sum.made);
        table_put_count(t, (int)(sum.functions - sum.more - sum.fewer));
        table_put_count(t, (int)sum.fewer);
        table_put_count(t, (int)sum.more);
    }
}

static const column worst_columns[] = {
    {"op", COLUMN_TEXT},       {"width", COLUMN_NUMBER},   {"class", COLUMN_TEXT},
    {"target", COLUMN_TEXT},   {"counted", COLUMN_NUMBER}, {"steps", COLUMN_NUMBER},
    {"gcc", COLUMN_NUMBER},    {"clang", COLUMN_NUMBER}};

static int growth(const function *f)
{
    int most = f->made[GCC] > f->made[CLANG] ? f->made[GCC] : f->made[CLANG];
    return most < 0 ? 0 : most - (int)f->counted;
}

static int by_growth(const void *pa, const void *pb)
{
    const function *a = *(const function *const *)pa, *b = *(const function *const *)pb;
    return growth(a) != growth(b) ? growth(b) - growth(a) : by_name(a, b);
}

static void put_worst(table *t, headers *h, unsigned most)
{
    const function **order = mem_alloc(h->count + 1, sizeof *order);
    for (unsigned i = 0; i < h->count; i++) order[i] = &h->list[i];
    qsort(order, h->count, sizeof *order, by_growth);
    for (unsigned i = 0; i < h->count && i < most && growth(order[i]) > 0; i++) {
        const function *f = order[i];
        table_put(t, "%s", f->cell.op->name);
        table_put_count(t, (int)f->cell.w);
        table_put(t, "%s", f->cell.cls->name);
        table_put(t, "%s", f->cell.target->name);
        table_put_count(t, (int)f->counted);
        table_put_count(t, (int)f->steps);
        table_put_count(t, f->made[GCC]);
        table_put_count(t, f->made[CLANG]);
    }
    mem_free(order);
}

static void print_tables(headers *h, const cell_filter *f)
{
    table summary, worst;
    const table *all[] = {&summary, &worst};
    TABLE_INIT(&summary, "targets", "Instructions of the headers' functions", summary_columns);
    TABLE_INIT(&worst, "worst", "Those that grow most", worst_columns);
    for (unsigned i = 0; i < h->a.spec->ntargets; i++)
        if (cell_filter_takes_target(f, &h->a.spec->targets[i]))
            put_target(&summary, h, &h->a.spec->targets[i]);
    put_worst(&worst, h, h->o->worst);
    tables_print(all, 2, h->o->json, stdout);
    table_free(&summary);
    table_free(&worst);
}

static ls_status look(headers *h)
{
    cell_filter filter;
    const option_words none = {0};
    ls_status rc =
        cell_filter_make(&filter, text.name, h->a.spec, &none, &none, &none, &h->o->targets);
    if (rc == LS_OK) rc = app_make_temporary_dir(&h->a, &h->dir);
    for (unsigned i = 0; i < h->a.spec->ntargets && rc == LS_OK; i++)
        if (cell_filter_takes_target(&filter, &h->a.spec->targets[i]))
            rc = add_target(h, &h->a.spec->targets[i]);
    if (h->count) qsort(h->list, h->count, sizeof *h->list, by_name);
    unsigned jobs = h->o->jobs ? h->o->jobs : app_processors();
    for (unsigned i = 0; i < h->a.spec->ntargets && rc == LS_OK; i++)
        if (cell_filter_takes_target(&filter, &h->a.spec->targets[i]))
            rc = compile_target(h, &h->a.spec->targets[i], jobs);
    if (rc == LS_OK) print_tables(h, &filter);
    if (h->dir) app_remove_temporary(h->dir);
    return rc;
}

int bench_headers(int argc, char **argv)
{
    headers_options o = {.worst = 20};
    headers h = {.o = &o};
    int stop = options_parse_alone(&text, argc, argv, &o, NULL);
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = app_open_spec(&h.a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = app_open_db(&h.a, o.db_path, APP_DB_READ);
    h.include = o.include ? o.include : app_prefix_path(&h.a, "include");
    if (rc == LS_OK) rc = look(&h);
    mem_free(h.list);
    app_close(&h.a);
    return (int)rc;
}
