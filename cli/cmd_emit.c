/* cmd_emit.c - `lanesmith emit`: what users take away, made from the proved winners.
 *
 *     OUT/include/lanesmith/<suffix>.h   a C header for each target
 *     OUT/lowerings/<suffix>.ll          an LLVM IR library for each target
 *     OUT/lowerings/table.c              the table that is compiled into the pass
 *
 * Everything is made in memory before the first file is written, so that bad input writes nothing; each file is replaced
 * as a whole, and left alone when it would not change. The bytes depend on the database and the spec only.
 *
 * Only what is_shippable says may ship is emitted. What is left out is counted and the remedy named. */
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
    lowering **list; /* by target */
    unsigned *count;
    lowering **in_c; /* what headers hold: where a winner leaves something to LLVM, the best that does not */
    unsigned *nin_c;
    unsigned unproved, total;
    file *files;
    unsigned nfiles, written;
} emission;

/* ---- what ships ---- */

static ls_status take_target(emission *e, unsigned t)
{
    db_lowering *row;
    unsigned n;
    app *a = e->a;
    ls_status rc = db_list_lowerings(a->db, a->spec, &a->spec->targets[t], DB_KEPT, &a->mem, &row, &n);
    if (rc != LS_OK) return rc;
    e->list[t] = mem_alloc(n + 1, sizeof *e->list[t]);
    e->in_c[t] = mem_alloc(n + 1, sizeof *e->in_c[t]);
    for (unsigned i = 0; i < n; i++) {
        lowering l;
        if (!is_shippable(&row[i])) {
            e->unproved++;
            continue;
        }
        if (!story_from_row(a, &row[i], &l, &a->dg)) {
            rc = LS_INPUT;
            continue;
        }
        if (row[i].winner) e->list[t][e->count[t]++] = l;
        if (!prog_has_form(&l.prog)) e->in_c[t][e->nin_c[t]++] = l;
    }
    e->total += e->count[t];
    return rc;
}

static ls_status take_winners(emission *e)
{
    ls_status worst = LS_OK;
    unsigned n = e->a->spec->ntargets;
    e->list = mem_alloc(n, sizeof *e->list);
    e->count = mem_alloc(n, sizeof *e->count);
    e->in_c = mem_alloc(n, sizeof *e->in_c);
    e->nin_c = mem_alloc(n, sizeof *e->nin_c);
    e->files = mem_alloc(2 * (size_t)n + 1, sizeof *e->files);
    for (unsigned t = 0; t < n; t++) {
        ls_status rc = take_target(e, t);
        if (rc > worst) worst = rc;
    }
    return app_report(e->a, worst);
}

/* ---- the texts ---- */

static strbuf *add_file(emission *e, const char *out, const char *dir, const char *name, const char *ending)
{
    file *f = &e->files[e->nfiles++];
    f->path = arena_printf(&e->a->mem, "%s/%s/%s%s", out, dir, name, ending);
    return &f->text;
}

static void make_texts(emission *e, const char *out)
{
    const spec *s = e->a->spec;
    for (unsigned t = 0; t < s->ntargets; t++) {
        const target *at = &s->targets[t];
        emit_c_header(s, at, e->in_c[t], e->nin_c[t], add_file(e, out, "include/lanesmith", at->suffix, ".h"));
        emit_ir_library(s, at, e->list[t], e->count[t], add_file(e, out, "lowerings", at->suffix, ".ll"));
    }
    emit_pass_table(s, (const lowering *const *)e->list, e->count, add_file(e, out, "lowerings", "table", ".c"));
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
    if (e->unproved)
        fprintf(stderr, "%u winner%s left out, not proved here; `lanesmith verify` proves what can be proved\n",
                e->unproved, plural(e->unproved));
}

static void print_json(const emission *e)
{
    const spec *s = e->a->spec;
    printf("{\"lowerings\": %u, \"left_out\": %u, \"files\": %u, \"changed\": %u, \"targets\": {", e->total, e->unproved,
           e->nfiles, e->written);
    for (unsigned t = 0; t < s->ntargets; t++) printf("%s\"%s\": %u", t ? ", " : "", s->targets[t].name, e->count[t]);
    puts("}}");
}

static void free_emission(emission *e)
{
    for (unsigned i = 0; i < e->nfiles; i++) strbuf_free(&e->files[i].text);
    for (unsigned t = 0; e->list && t < e->a->spec->ntargets; t++) {
        mem_free(e->list[t]);
        mem_free(e->in_c[t]);
    }
    mem_free(e->files);
    mem_free(e->in_c);
    mem_free(e->nin_c);
    mem_free(e->list);
    mem_free(e->count);
}

static ls_status emit(app *a, const emit_options *o)
{
    emission e = {.a = a};
    ls_status rc = take_winners(&e);
    if (rc == LS_OK) {
        make_texts(&e, o->out);
        rc = write_files(&e, o->out);
    }
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
