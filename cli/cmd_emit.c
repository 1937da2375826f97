// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_emit.c - `lanesmith emit`: what users take away, made from the winners that are attested or
 * proved here.
 *
 *     OUT/include/lanesmith.h, lanesmith/   C headers, by target and family (emit_headers.c)
 *     OUT/lowerings/<suffix>.ll             an LLVM IR library for each target
 *     OUT/lowerings/table.c                 the table that is compiled into the pass
 *     OUT/lowerings/states.tsv              which of them are attested, which proved here
 *
 * or, with --file, one self-contained C header of the cells that are asked for.
 *
 * Everything is made in memory before the first file is written, so that bad input writes nothing;
 * each file is replaced as a whole, and left alone when it would not change. The bytes depend on
 * the database and the spec only; all but those of states.tsv are the same whether the winners are
 * attested or proved here.
 *
 * Only what is_shippable says may ship is emitted, and only as the IR that was proved: a row whose
 * IR is another today is left out. The file is checked as a whole first, each row when it is read
 * (seal.c). What is left out is counted and the remedy named. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <stdlib.h>

#include "cli.h"
#include "cli/app/app.h"
#include "cli/app/cells.h"
#include "cli/app/json.h"
#include "cli/app/options.h"
#include "cli/app/story.h"
#include "lowerings/measure/codegen.h"
#include "lowerings/measure/stockgen.h"
#include "spec/base/stop.h"

#define EMIT_OPTIONS(X)                                                                            \
    OPTIONS_DB(X)                                                                                  \
    X(TEXT, out, 'o', "out", "DIR", "where to write; default: build")                              \
    X(TEXT, file, 0, "file", "FILE", "write one C header of the chosen cells; -: standard output") \
    OPTIONS_CELLS(X)                                                                               \
    X(TEXT, prefix, 0, "prefix", "NAME", "how its functions begin; default: lanesmith")            \
    OPTIONS_JSON(X)
typedef struct emit_options { EMIT_OPTIONS(OPTION_MEMBER) } emit_options;
#define ROW(...) OPTION_ROW(emit_options, __VA_ARGS__)
static const option_row rows[] = {EMIT_OPTIONS(ROW)};
static const command_text text = {
    "emit", "",
    "Writes what users take away, from the proved winners of the database: C headers below\n"
    "DIR/include, DIR/lowerings/*.ll and DIR/lowerings/table.c. With --file it writes one header\n"
    "that needs no other, of the cells that --op, --width, --class and --target choose.",
    "lanesmith emit\n"
    "lanesmith emit --db build/lanesmith.db --out try\n"
    "lanesmith emit --file dna.h --op add,eq --width 2 --class x128 --target x86-64 --prefix dna\n",
    rows, sizeof rows / sizeof *rows};

typedef struct file {
    const char *dir, *path;
    strbuf text;
} file;

typedef struct emission {
    app *a;
    unsigned *count; /* winners that ship, by target */
    unsigned state[TRUTH_CLAIMED]; /* of them */
    unsigned unproved, total;
    file *files;
    unsigned nfiles, cap_files, written;
} emission;

/* ---- what ships ---- */

/* A row of one target, and whether it may ship. */
typedef struct entry {
    const db_lowering *row;
    bool ships;
} entry;

/* What is emitted today is what was proved. */
static bool is_what_was_proved(const lowering *l, const db_lowering *row)
{
    char ir[HASH_TEXT];
    lowering_hash_ir(&l->cell, &l->prog, ir);
    return !strcmp(ir, row->ir_text);
}

static ls_status judge_rows(emission *e, const db_lowering *row, unsigned n, entry *out)
{
    ls_status rc = LS_OK;
    lowering *l = mem_alloc(1, sizeof *l);
    for (unsigned i = 0; i < n && rc != LS_STOPPED; i++) {
        if (stop_signal()) rc = LS_STOPPED;
        out[i] = (entry){&row[i], is_shippable(&row[i])};
        if (out[i].ships && !story_from_row(e->a, &row[i], l, &e->a->dg)) {
            rc = LS_INPUT;
            out[i].ships = false;
        } else if (out[i].ships) {
            out[i].ships = is_what_was_proved(l, &row[i]);
        }
        e->unproved += !out[i].ships && !row[i].stale;
    }
    mem_free(l);
    return rc;
}

/* Whether headers have the row: C has no word for what is left to LLVM. */
static bool is_in_c(const lowering *l, bool winner)
{
    (void)winner;
    return !prog_has_form(&l->prog);
}

static bool is_winner(const lowering *l, bool winner)
{
    (void)l;
    return winner;
}

/* The rows that ship and that `wanted` admits. A program is ten kilobytes, so one list is there at
 * a time. */
static lowering *take(emission *e, const entry *list, unsigned n,
                      bool (*wanted)(const lowering *l, bool winner), unsigned *count)
{
    lowering *out = mem_alloc(n + 1, sizeof *out);
    *count = 0;
    for (unsigned i = 0; i < n; i++)
        if (list[i].ships && story_from_row(e->a, list[i].row, &out[*count], &e->a->dg) &&
            wanted(&out[*count], list[i].row->winner))
            ++*count;
    return out;
}

/* What a library says is the same whoever proved it: here, or the last full verification. So it
 * does not say which obligation that was; states.tsv has who proved what. */
static void forget_obligations(lowering *list, unsigned n)
{
    for (unsigned i = 0; i < n; i++) list[i].obligation = "";
}

/* ---- the texts ---- */

/* A file OUT/DIR/NAMEENDING; its text moves out of *content. */
static void add_file(emission *e, const char *out, const char *dir, const char *name,
                     const char *ending, strbuf *content)
{
    if (e->nfiles == e->cap_files)
        e->files = mem_grow(e->files, e->cap_files = 2 * e->cap_files + 64, sizeof *e->files);
    file *f = &e->files[e->nfiles++];
    f->dir = arena_printf(&e->a->mem, "%s/%s", out, dir);
    f->path = arena_printf(&e->a->mem, "%s/%s%s", f->dir, name, ending);
    f->text = *content;
    *content = (strbuf){0};
}

static void add_headers(emission *e, const target *t, const lowering *list, unsigned count,
                        const char *out)
{
    c_headers h;
    const char *dir = arena_printf(&e->a->mem, "include/lanesmith/%s", t->suffix);
    emit_c_headers(&h, e->a->spec, t, list, count);
    add_file(e, out, "include/lanesmith", t->suffix, ".h", &h.umbrella);
    for (unsigned i = 0; i < h.count; i++)
        add_file(e, out, dir, h.family[i].name.s, ".h", &h.family[i].text);
    c_headers_free(&h);
}

/* "lanesmith_add_2_x128_x86_64	attested	optimal	attested": of a function, and of the bound
 * behind its status. */
static void put_states(emission *e, const entry *list, unsigned n, strbuf *out)
{
    for (unsigned i = 0; i < n; i++) {
        const db_lowering *l = list[i].row;
        if (!list[i].ships) continue;
        lowering_print_name(&l->cell, out);
        strbuf_printf(out, "\t%s\t%s\t%s\n", db_truth_names[l->state], l->status,
                      l->bound >= 0 ? db_truth_names[l->bound_state] : "-");
        if (l->winner) e->state[l->state]++;
    }
}

static ls_status make_target(emission *e, const target *t, const char *out, pass_table *table,
                             strbuf *states)
{
    arena mem = {0};
    db_lowering *row;
    lowering *l;
    unsigned n, count;
    strbuf content = {0};
    const spec *s = e->a->spec;
    stock *prices = arena_new(&mem, 1, stock);
    ls_status rc = app_report(e->a, db_list_lowerings(e->a->db, s, t, DB_KEPT, &mem, &row, &n));
    entry *list = arena_new(&mem, n + 1, entry);
    if (rc == LS_OK) rc = app_report(e->a, judge_rows(e, row, n, list));
    if (rc == LS_OK && n)
        rc = app_report(e->a, stock_load(t, e->a->spec_dir, prices, &e->a->dg));
    const char *layout = rc == LS_OK ? codegen_data_layout(t, &mem, &e->a->dg) : NULL;
    if (rc == LS_OK && !layout) rc = app_report(e->a, LS_ENV);
    if (rc == LS_OK) {
        l = take(e, list, n, is_winner, &count);
        e->count[t->index] = count;
        e->total += count;
        forget_obligations(l, count);
        emit_ir_library(s, t, layout, l, count, &content);
        add_file(e, out, "lowerings", t->suffix, ".ll", &content);
        pass_table_add(table, t, prices, l, count);
        mem_free(l);
        l = take(e, list, n, is_in_c, &count);
        add_headers(e, t, l, count, out);
        mem_free(l);
        put_states(e, list, n, states);
    }
    arena_free(&mem);
    return rc;
}

static ls_status make_texts(emission *e, const char *out)
{
    ls_status worst = LS_OK;
    pass_table table;
    strbuf code = {0}, states = {0}, header = {0};
    const spec *s = e->a->spec;
    e->count = mem_alloc(s->ntargets, sizeof *e->count);
    strbuf_puts(&states, "# " LICENSE_TAG "\nfunction\tproof\tstatus\tbound\n");
    pass_table_begin(&table, s, &code);
    for (unsigned t = 0; t < s->ntargets && worst != LS_STOPPED; t++) {
        ls_status rc = make_target(e, &s->targets[t], out, &table, &states);
        if (rc > worst) worst = rc;
    }
    pass_table_end(&table);
    emit_c_target_header(s, &header);
    add_file(e, out, "include/lanesmith", "target", ".h", &header);
    emit_c_main_header(s, &header);
    add_file(e, out, "include", "lanesmith", ".h", &header);
    add_file(e, out, "lowerings", "states", ".tsv", &states);
    add_file(e, out, "lowerings", "table", ".c", &code); /* last: what is made from it is newer */
    return worst;
}

/* ---- the files ---- */

static bool same_time(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static ls_status write_file(emission *e, const file *f)
{
    struct stat before, after;
    bool there = !stat(f->path, &before);
    if (file_write(f->path, strbuf_text(&f->text), f->text.len) != LS_OK)
        return app_file_error(e->a, "cannot write", f->path);
    if (!there || stat(f->path, &after) || !same_time(&before, &after)) e->written++;
    return LS_OK;
}

static ls_status write_files(emission *e)
{
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < e->nfiles && rc == LS_OK; i++) {
        const file *f = &e->files[i];
        rc = stop_check();
        if (rc != LS_OK) break;
        if (file_mkdirs(f->dir) != LS_OK)
            rc = app_file_error(e->a, "cannot make the directory", f->dir);
        else
            rc = write_file(e, f);
    }
    return rc;
}

/* ---- the report ---- */

static void print_text(const emission *e, const char *out)
{
    const spec *s = e->a->spec;
    for (unsigned t = 0; t < s->ntargets; t++)
        fprintf(stderr, "%s: %u lowering%s\n", s->targets[t].name, e->count[t],
                plural(e->count[t]));
    fprintf(stderr, "%u file%s below %s, %u changed\n", e->nfiles, plural(e->nfiles), out,
            e->written);
    fprintf(stderr, "%u winner%s proved here, %u attested\n", e->state[TRUTH_HERE],
            plural(e->state[TRUTH_HERE]), e->state[TRUTH_ATTESTED]);
    if (e->unproved)
        fprintf(
            stderr,
            "%u lowering%s left out, only claimed; `lanesmith verify` proves what can be proved\n",
            e->unproved, plural(e->unproved));
}

static void print_json(const emission *e)
{
    const spec *s = e->a->spec;
    json_t *all = json_object(), *targets = json_object();
    json_put_count(all, "lowerings", e->total);
    json_put_count(all, "proved_here", e->state[TRUTH_HERE]);
    json_put_count(all, "attested", e->state[TRUTH_ATTESTED]);
    json_put_count(all, "left_out", e->unproved);
    json_put_count(all, "files", e->nfiles);
    json_put_count(all, "changed", e->written);
    for (unsigned t = 0; t < s->ntargets; t++)
        json_put_count(targets, s->targets[t].name, e->count[t]);
    json_put(all, "targets", targets);
    json_print(all, stdout);
}

static void free_emission(emission *e)
{
    for (unsigned i = 0; i < e->nfiles; i++) strbuf_free(&e->files[i].text);
    mem_free(e->files);
    mem_free(e->count);
}

static ls_status emit(app *a, const emit_options *o)
{
    emission e = {.a = a};
    ls_status rc = app_report(a, db_check_integrity(a->db));
    if (rc == LS_OK) rc = make_texts(&e, o->out);
    if (rc == LS_OK) rc = write_files(&e);
    if (rc == LS_OK && o->json) print_json(&e);
    if (rc == LS_OK && !o->json) print_text(&e, o->out);
    free_emission(&e);
    return rc;
}

/* ---- one header ---- */

static int compare_lowerings(const void *pa, const void *pb)
{
    const lowering *a = pa, *b = pb;
    int order = cell_compare(&a->cell, &b->cell);
    return order ? order : a < b ? -1 : 1;
}

/* The chosen lowerings of a target behind those that are there; their texts live in mem. */
static ls_status choose_of_target(emission *e, const target *t, const cell_filter *f, arena *mem,
                                  lowering **list, unsigned *count)
{
    db_lowering *row;
    unsigned n, k;
    ls_status rc = app_report(e->a,
                              db_list_lowerings(e->a->db, e->a->spec, t, DB_KEPT, mem, &row, &n));
    entry *entries = arena_new(mem, n + 1, entry);
    if (rc == LS_OK) rc = app_report(e->a, judge_rows(e, row, n, entries));
    if (rc != LS_OK) return rc;
    lowering *l = take(e, entries, n, is_in_c, &k);
    *list = mem_grow(*list, *count + k + 1, sizeof **list);
    for (unsigned i = 0; i < k; i++)
        if (cell_filter_admits(f, &l[i].cell)) (*list)[(*count)++] = l[i];
    mem_free(l);
    return LS_OK;
}

static ls_status write_one(emission *e, const emit_options *o, const lowering *list, unsigned count)
{
    strbuf header = {0};
    ls_status rc = LS_OK;
    emit_c_file(e->a->spec, list, count, o->prefix, &header);
    if (!strcmp(o->file, "-"))
        fwrite(header.s, 1, header.len, stdout);
    else if (file_write(o->file, header.s, header.len) != LS_OK)
        rc = app_file_error(e->a, "cannot write", o->file);
    strbuf_free(&header);
    return rc;
}

static ls_status emit_one(app *a, const emit_options *o)
{
    emission e = {.a = a};
    cell_filter f;
    arena mem = {0};
    lowering *list = NULL;
    unsigned count = 0;
    ls_status rc = cell_filter_make(&f, "emit", a->spec, &o->ops, &o->widths, &o->classes,
                                    &o->targets);
    if (rc == LS_OK) rc = app_report(a, db_check_integrity(a->db));
    for (unsigned t = 0; t < a->spec->ntargets && rc == LS_OK; t++)
        if (cell_filter_admits_target(&f, &a->spec->targets[t]))
            rc = choose_of_target(&e, &a->spec->targets[t], &f, &mem, &list, &count);
    if (rc == LS_OK && !count) {
        fputs("lanesmith emit: error: no proved lowering in C is chosen; `lanesmith show` lists "
              "what is there\n", stderr);
        rc = LS_INPUT;
    }
    if (rc == LS_OK) {
        qsort(list, count, sizeof *list, compare_lowerings);
        rc = write_one(&e, o, list, count);
    }
    if (rc == LS_OK) fprintf(stderr, "%u function%s\n", count, plural(count));
    mem_free(list);
    arena_free(&mem);
    return rc;
}

static bool is_identifier(const char *s)
{
    static const char letters[] =
        "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    return *s && !(*s >= '0' && *s <= '9') && !s[strspn(s, letters)];
}

/* What --file and the options that go with it say; an exit status, or OPTIONS_GO_ON. */
static int check_options(emit_options *o)
{
    bool chosen = o->ops.count || o->widths.count || o->classes.count || o->targets.count;
    if (!o->file && (chosen || o->prefix))
        return usage_error(
            "emit",
            "--op, --width, --class, --target and --prefix are for one header; name it by --file");
    if (o->prefix && !is_identifier(o->prefix))
        return usage_error(
            "emit", "--prefix: `%s` cannot begin a name in C; letters, digits and _ expected",
            o->prefix);
    if (!o->prefix) o->prefix = "lanesmith";
    return OPTIONS_GO_ON;
}

int cmd_emit(int argc, char **argv)
{
    app a;
    char **operands;
    int noperands;
    emit_options o = {.out = "build"};
    int stop = options_parse(&text, argc, argv, &o, &operands, &noperands);
    if (stop == OPTIONS_GO_ON && noperands)
        stop = usage_error("emit", "unexpected operand `%s`; the directory is named by --out",
                           operands[0]);
    if (stop == OPTIONS_GO_ON) stop = check_options(&o);
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = app_open_spec(&a, "emit", o.spec_dir);
    if (rc == LS_OK) rc = app_open_db(&a, o.db_path, APP_DB_READ);
    if (rc == LS_OK) rc = o.file ? emit_one(&a, &o) : emit(&a, &o);
    app_close(&a);
    return (int)rc;
}
