// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_emit.c - `lanesmith emit`: what users take away, made from the winners that are attested or
 * proved here.
 *
 *     OUT/include/lanesmith/<suffix>.h   a C header for each target
 *     OUT/lowerings/<suffix>.ll          an LLVM IR library for each target
 *     OUT/lowerings/table.c              the table that is compiled into the pass
 *     OUT/lowerings/states.tsv           which of them are attested, which proved here
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

#include "app.h"
#include "cli.h"
#include "options.h"
#include "story.h"

#define EMIT_OPTIONS(X)                                                                                                \
    OPTIONS_DB(X)                                                                                                      \
    X(TEXT, out, 'o', "out", "DIR", "where to write; default: build")                                                  \
    OPTIONS_JSON(X)
typedef struct emit_options { EMIT_OPTIONS(OPTION_MEMBER) } emit_options;
#define ROW(...) OPTION_ROW(emit_options, __VA_ARGS__)
static const option_row rows[] = {EMIT_OPTIONS(ROW)};
static const command_text text = {
    "emit", "",
    "Writes what users take away, from the proved winners of the database:\n"
    "DIR/include/lanesmith/*.h, DIR/lowerings/*.ll and DIR/lowerings/table.c.",
    "lanesmith emit\n"
    "lanesmith emit --db build/lanesmith.db --out try\n",
    rows, sizeof rows / sizeof *rows};

typedef struct file {
    const char *path;
    strbuf text;
} file;

typedef struct emission {
    app *a;
    unsigned *count; /* winners that ship, by target */
    unsigned state[TRUTH_CLAIMED]; /* of them */
    unsigned unproved, total;
    file *files;
    unsigned nfiles, written;
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
    for (unsigned i = 0; i < n; i++) {
        lowering l;
        out[i] = (entry){&row[i], is_shippable(&row[i])};
        if (out[i].ships && !story_from_row(e->a, &row[i], &l, &e->a->dg)) {
            rc = LS_INPUT;
            out[i].ships = false;
        } else if (out[i].ships) {
            out[i].ships = is_what_was_proved(&l, &row[i]);
        }
        e->unproved += !out[i].ships && !row[i].stale;
    }
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

/* ---- the texts ---- */

static strbuf *add_file(emission *e, const char *out, const char *dir, const char *name, const char *ending)
{
    file *f = &e->files[e->nfiles++];
    f->path = arena_printf(&e->a->mem, "%s/%s/%s%s", out, dir, name, ending);
    return &f->text;
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
    const spec *s = e->a->spec;
    ls_status rc = app_report(e->a, db_list_lowerings(e->a->db, s, t, DB_KEPT, &mem, &row, &n));
    entry *list = arena_new(&mem, n + 1, entry);
    if (rc == LS_OK) rc = app_report(e->a, judge_rows(e, row, n, list));
    if (rc == LS_OK) {
        l = take(e, list, n, is_winner, &count);
        e->count[t->index] = count;
        e->total += count;
        emit_ir_library(s, t, l, count, add_file(e, out, "lowerings", t->suffix, ".ll"));
        pass_table_add(table, t, l, count);
        mem_free(l);
        l = take(e, list, n, is_in_c, &count);
        emit_c_header(s, t, l, count, add_file(e, out, "include/lanesmith", t->suffix, ".h"));
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
    const spec *s = e->a->spec;
    e->count = mem_alloc(s->ntargets, sizeof *e->count);
    e->files = mem_alloc(2 * (size_t)s->ntargets + 2, sizeof *e->files);
    strbuf *code = add_file(e, out, "lowerings", "table", ".c"),
           *states = add_file(e, out, "lowerings", "states", ".tsv");
    strbuf_puts(states, "function\tproof\tstatus\tbound\n");
    pass_table_begin(&table, s, code);
    for (unsigned t = 0; t < s->ntargets; t++) {
        ls_status rc = make_target(e, &s->targets[t], out, &table, states);
        if (rc > worst) worst = rc;
    }
    pass_table_end(&table);
    return worst;
}

/* ---- the files ---- */

static bool same_time(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
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

static ls_status write_files(emission *e, const char *out)
{
    const char *const dirs[] = {app_path(e->a, out, "include/lanesmith"), app_path(e->a, out, "lowerings")};
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < 2 && rc == LS_OK; i++)
        if (file_mkdirs(dirs[i]) != LS_OK) rc = app_file_error(e->a, "cannot make the directory", dirs[i]);
    for (unsigned i = 0; i < e->nfiles && rc == LS_OK; i++) rc = write_file(e, &e->files[i]);
    return rc;
}

/* ---- the report ---- */

static void print_text(const emission *e, const char *out)
{
    const spec *s = e->a->spec;
    for (unsigned t = 0; t < s->ntargets; t++)
        fprintf(stderr, "%s: %u lowering%s\n", s->targets[t].name, e->count[t], plural(e->count[t]));
    fprintf(stderr, "%u file%s below %s, %u changed\n", e->nfiles, plural(e->nfiles), out, e->written);
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
    printf("{\"lowerings\": %u, \"proved_here\": %u, \"attested\": %u, \"left_out\": %u, "
           "\"files\": %u, \"changed\": %u, "
           "\"targets\": {",
           e->total, e->state[TRUTH_HERE], e->state[TRUTH_ATTESTED], e->unproved, e->nfiles,
           e->written);
    for (unsigned t = 0; t < s->ntargets; t++) printf("%s\"%s\": %u", t ? ", " : "", s->targets[t].name, e->count[t]);
    puts("}}");
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
    if (rc == LS_OK) rc = write_files(&e, o->out);
    if (rc == LS_OK && o->json) print_json(&e);
    if (rc == LS_OK && !o->json) print_text(&e, o->out);
    free_emission(&e);
    return rc;
}

int cmd_emit(int argc, char **argv)
{
    app a;
    char **operands;
    int noperands;
    emit_options o = {.out = "build"};
    int stop = options_parse(&text, argc, argv, &o, &operands, &noperands);
    if (stop == OPTIONS_GO_ON && noperands)
        stop = usage_error("emit", "unexpected operand `%s`; the directory is named by --out", operands[0]);
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = app_open_spec(&a, "emit", o.spec_dir);
    if (rc == LS_OK) rc = app_open_db(&a, o.db_path, APP_DB_READ);
    if (rc == LS_OK) rc = emit(&a, &o);
    app_close(&a);
    return (int)rc;
}
