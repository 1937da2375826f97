// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* compile.c - the stock tools as a user calls them: opt-19 and llc-19 for IR, clang-19 for C, all
 * at -O2.
 *
 *     FILE.ll   opt-19 -passes='default<O2>' | llc-19 -O2  with -load-pass-plugin=... in the second
 *               round
 *     FILE.c    clang-19 -O2 -S  with -fpass-plugin=...
 *
 * Results stay under OUT/<target>/ as FILE.before.s and FILE.after.s, and what the plugin said as
 * FILE.after.txt; a result that is newer than its source and (after) the plugin is used as it is. A
 * result appears under its name when it is complete. Steps of different results run at the same
 * time. */
#define _GNU_SOURCE
#include "compile.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "spec/base/process.h"


typedef struct unit { /* one result to make */
    compile_pair *pair;
    bool after;
    const char *source, *bitcode, *partial, *result, *notes;
} unit;

/* ---- which programs ---- */

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), k = strlen(end);
    return n > k && !strcmp(s + n - k, end);
}

static int is_program(const struct dirent *e)
{
    return e->d_name[0] != '.' && (ends_with(e->d_name, ".ll") || ends_with(e->d_name, ".c"));
}

/* One pair for each file and target. */
static ls_status list_pairs(app *a, compile_set *s, const cell_filter *f)
{
    struct dirent **entry;
    int n = scandir(s->examples, &entry, is_program, alphasort);
    if (n < 0) return app_file_error(a, "cannot read the directory", s->examples);
    s->pair = arena_new(&a->mem, (size_t)n * a->spec->ntargets + 1, compile_pair);
    for (int i = 0; i < n; i++) {
        const char *file = arena_strdup(&a->mem, entry[i]->d_name);
        for (unsigned t = 0; t < a->spec->ntargets; t++)
            if (cell_filter_takes_target(f, &a->spec->targets[t]))
                s->pair[s->count++] = (compile_pair){.file = file, .target = &a->spec->targets[t]};
        free(entry[i]);
    }
    free(entry);
    if (s->count) return LS_OK;
    fprintf(stderr, "lanesmith %s: error: no .ll or .c files in %s\n", a->command, s->examples);
    return LS_INPUT;
}

/* ---- what has to be made ---- */

/* Seconds and nanoseconds of the last change; zero when there is no such file. */
static struct timespec changed(const char *path)
{
    struct stat st;
    return stat(path, &st) ? (struct timespec){0} : st.st_mtim;
}

static bool newer(const char *path, const char *than)
{
    struct timespec a = changed(path), b = changed(than);
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

static bool is_current(const compile_set *s, const unit *u)
{
    if (s->fresh || !newer(u->result, u->source)) return false;
    return !u->after || newer(u->result, s->plugin);
}

static unit unit_of(app *a, compile_set *s, compile_pair *p, bool after)
{
    const char *base = arena_printf(&a->mem, "%s/%s/%s.%s", s->out, p->target->name, p->file,
                                    after ? "after" : "before");
    unit u = {.pair = p, .after = after};
    u.source = app_path(a, s->examples, p->file);
    u.result = arena_printf(&a->mem, "%s.s", base);
    u.partial = arena_printf(&a->mem, "%s.partial.s", base);
    u.bitcode = arena_printf(&a->mem, "%s.bc", base);
    u.notes = arena_printf(&a->mem, "%s.txt", base);
    *(after ? &p->after : &p->before) = (compile_output){.path = u.result};
    return u;
}

/* ---- the commands ---- */

static process opt_command(app *a, const compile_set *s, const unit *u)
{
    process p = {.err = u->notes};
    process_add(&p, "opt-19");
    if (u->after) {
        process_add(&p, arena_printf(&a->mem, "-load-pass-plugin=%s", s->plugin));
        process_add(&p, "-lanesmith-stats");
        process_add(&p, "-pass-remarks-analysis=lanesmith");
    }
    process_add(&p, "-passes=default<O2>");
    process_add(&p, arena_printf(&a->mem, "-mtriple=%s", u->pair->target->triple));
    process_add(&p, arena_printf(&a->mem, "-mcpu=%s", u->pair->target->cpu));
    process_add_pair(&p, u->source, "-o");
    process_add(&p, u->bitcode);
    return p;
}

static process llc_command(app *a, const unit *u)
{
    process p = {0};
    process_add_pair(&p, "llc-19", "-O2");
    process_add(&p, arena_printf(&a->mem, "-mcpu=%s", u->pair->target->cpu));
    process_add_pair(&p, u->bitcode, "-o");
    process_add(&p, u->partial);
    return p;
}

static process clang_command(app *a, const compile_set *s, const unit *u)
{
    process p = {.err = u->notes};
    process_add_pair(&p, "clang-19", "-O2");
    process_add(&p, arena_printf(&a->mem, "--target=%s", u->pair->target->triple));
    process_add(&p, arena_printf(&a->mem, "-march=%s", u->pair->target->cpu));
    process_add(&p, arena_printf(&a->mem, "-I%s", s->include));
    if (u->after) {
        process_add(&p, arena_printf(&a->mem, "-fpass-plugin=%s", s->plugin));
        process_add_pair(&p, "-Xclang", "-load");
        process_add_pair(&p, "-Xclang", s->plugin);
        process_add_pair(&p, "-mllvm", "-lanesmith-stats");
        process_add(&p, "-Rpass-analysis=lanesmith");
    }
    process_add_pair(&p, "-S", u->source);
    process_add_pair(&p, "-o", u->partial);
    return p;
}

/* ---- running them ---- */

static ls_status run_all(const app *a, process *list, unsigned count, unsigned jobs)
{
    process_run_all(list, count, jobs);
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < count && rc == LS_OK; i++) rc = process_check(&list[i], a->command);
    return rc;
}

static ls_status publish(const app *a, const unit *u)
{
    char *text;
    size_t size;
    if (file_read(u->partial, &text, &size) != LS_OK)
        return app_file_error(a, "cannot read", u->partial);
    ls_status rc = file_replace(u->result, text, size) == LS_OK
                       ? LS_OK
                       : app_file_error(a, "cannot write", u->result);
    mem_free(text);
    return rc;
}

/* First everything that clang and opt do, then everything that llc does. */
static ls_status make(app *a, const compile_set *s, const unit *units, unsigned count)
{
    process *list = arena_new(&a->mem, count + 1, process);
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++)
        list[i] = ends_with(units[i].source, ".c") ? clang_command(a, s, &units[i])
                                                   : opt_command(a, s, &units[i]);
    ls_status rc = run_all(a, list, count, s->jobs);
    for (unsigned i = 0; i < count; i++)
        if (ends_with(units[i].source, ".ll")) list[n++] = llc_command(a, &units[i]);
    if (rc == LS_OK) rc = run_all(a, list, n, s->jobs);
    for (unsigned i = 0; i < count; i++) {
        if (rc == LS_OK) rc = publish(a, &units[i]);
        unlink(units[i].bitcode);
        unlink(units[i].partial);
    }
    return rc;
}

static ls_status make_what_is_old(app *a, compile_set *s)
{
    unit *units = arena_new(&a->mem, 2 * (size_t)s->count, unit);
    unsigned n = 0;
    for (unsigned i = 0; i < s->count; i++) {
        const char *dir = app_path(a, s->out, s->pair[i].target->name);
        if (file_mkdirs(dir) != LS_OK) return app_file_error(a, "cannot make the directory", dir);
        for (int after = 0; after < 2; after++) {
            units[n] = unit_of(a, s, &s->pair[i], after);
            n += !is_current(s, &units[n]);
        }
    }
    return make(a, s, units, n);
}

/* ---- reading the results ---- */

static ls_status read_text(app *a, const char *path, const char **out)
{
    char *text;
    size_t size;
    if (file_read(path, &text, &size) != LS_OK) return app_file_error(a, "cannot read", path);
    *out = arena_strndup(&a->mem, text, size);
    mem_free(text);
    return LS_OK;
}

/* Lines of the statistics: "      12 lanesmith - lowered: binary operators". Memory, moves between
 * blocks and casts are not operations. */
static void add_statistics(compile_pair *p, const char *text)
{
    static const char *const operations[] = {"lowered: binary operators", "lowered: compares",
                                             "lowered: selects"};
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        unsigned count = (unsigned)strtoul(line, NULL, 10);
        const char *what = memmem(line, n, " - ", 3);
        for (unsigned i = 0; what && i < sizeof operations / sizeof *operations; i++)
            if (!strncmp(what + 3, operations[i], strlen(operations[i]))) p->lowered += count;
        if (what && !strncmp(what + 3, "left: ", 6)) p->left += count;
        line += n + (line[n] == '\n');
    }
}

static ls_status read_pair(app *a, const compile_set *s, compile_pair *p)
{
    const char *base = arena_strndup(&a->mem, p->after.path, strlen(p->after.path) - 2),
               *source = NULL;
    ls_status rc = read_text(a, p->before.path, &p->before.text);
    if (rc == LS_OK) rc = read_text(a, p->after.path, &p->after.text);
    if (rc == LS_OK) rc = read_text(a, arena_printf(&a->mem, "%s.txt", base), &p->notes);
    if (rc == LS_OK) rc = read_text(a, app_path(a, s->examples, p->file), &source);
    if (rc != LS_OK) return rc;
    add_statistics(p, p->notes);
    p->uses_headers = strstr(source, "#include <lanesmith") != NULL;
    return LS_OK;
}

ls_status compile_examples(app *a, compile_set *s, const cell_filter *targets)
{
    if (access(s->plugin, R_OK)) return app_file_error(a, "cannot read the plugin", s->plugin);
    ls_status rc = list_pairs(a, s, targets);
    if (rc == LS_OK) rc = make_what_is_old(a, s);
    for (unsigned i = 0; i < s->count && rc == LS_OK; i++) rc = read_pair(a, s, &s->pair[i]);
    return rc;
}
