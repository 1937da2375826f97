// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* texts.c - winners texts as files: those of a directory, and a dump into one.
 *
 * Called by the commands that load or dump (cmd_db.c, cmd_verify.c, check/changed.c). */
#include "texts.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/app/options.h"
#include "spec/base/stop.h"

static const char *const folders[] = {"", "winners/", "costs/", "bounds/", "searched/"};
enum { FOLDERS = sizeof folders / sizeof *folders };

typedef struct paths {
    const char **list;
    unsigned count, cap;
} paths;

static void add(paths *x, const char *path)
{
    if (x->count == x->cap)
        x->list = mem_grow(x->list, x->cap = x->cap ? 2 * x->cap : 64, sizeof *x->list);
    x->list[x->count++] = path;
}

/* ---- the texts of a directory ---- */

static void add_folder(app *a, paths *x, const char *dir, const char *folder)
{
    glob_t found = {0};
    if (!glob(arena_printf(&a->mem, "%s/%s*.low", dir, folder), 0, NULL, &found))
        for (size_t i = 0; i < found.gl_pathc; i++)
            add(x, arena_strdup(&a->mem, found.gl_pathv[i]));
    globfree(&found);
}

static void add_directory(app *a, paths *x, const char *dir)
{
    for (int i = 0; i < FOLDERS; i++) add_folder(a, x, dir, folders[i]);
}

static bool is_directory(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* Standard input can be read once. */
static ls_status check_standard_input(const app *a, const char *const *given, unsigned count)
{
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++)
        n += !strcmp(given[i], "-") || !strcmp(given[i], "/dev/stdin");
    return n > 1 ? (ls_status)usage_error(a->command, "standard input is given twice")
                 : LS_OK;
}

ls_status texts_expand(app *a, const char *const *paths_given, unsigned count, const char ***out,
                       unsigned *n)
{
    paths x = {0};
    ls_status rc = check_standard_input(a, paths_given, count);
    for (unsigned i = 0; i < count && rc == LS_OK; i++) {
        unsigned before = x.count;
        if (!is_directory(paths_given[i])) {
            add(&x, paths_given[i]);
            continue;
        }
        add_directory(a, &x, paths_given[i]);
        if (x.count > before) continue;
        fprintf(stderr,
                "lanesmith %s: error: no winners texts in %s; it should have winners/*.low, as "
                "`lanesmith db dump --out` makes them\n",
                a->command, paths_given[i]);
        rc = LS_INPUT;
    }
    *n = x.count;
    *out = arena_new(&a->mem, x.count + 1, const char *);
    if (x.count) memcpy(*out, x.list, x.count * sizeof *x.list);
    mem_free(x.list);
    return rc;
}

bool texts_is_path(const char *path)
{
    size_t n = strlen(path);
    if (n < 5 || strcmp(path + n - 4, ".low")) return false;
    for (int i = 0; i < FOLDERS; i++) {
        size_t k = strlen(folders[i]);
        if (!strncmp(path, folders[i], k) && !strchr(path + k, '/')) return true;
    }
    return false;
}

/* ---- a dump into a directory ----
 * All texts are made before any is written, and all are written beside the old ones before any of
 * these is replaced: what goes wrong leaves the old dump. */

typedef struct text {
    const char *path, *fresh; /* fresh: what it is written to first; NULL: it is there already */
    char *content;
    size_t size;
} text;

typedef struct dump {
    app *a;
    const char *dir;
    text *list;
    unsigned count, cap;
} dump;

static ls_status take_text(void *context, const char *path, const char *content, size_t size)
{
    dump *x = context;
    if (stop_signal()) return LS_STOPPED;
    if (x->count == x->cap)
        x->list = mem_grow(x->list, x->cap = x->cap ? 2 * x->cap : 64, sizeof *x->list);
    text *t = &x->list[x->count++];
    *t = (text){
        .path = app_path(x->a, x->dir, path), .content = mem_alloc(size + 1, 1), .size = size};
    memcpy(t->content, content, size);
    return LS_OK;
}

static bool is_there(const text *t)
{
    char *old;
    size_t size;
    if (file_read(t->path, &old, &size) != LS_OK) return false;
    bool same = size == t->size && !memcmp(old, t->content, size);
    mem_free(old);
    return same;
}

static ls_status write_fresh(dump *x)
{
    for (unsigned i = 0; i < x->count; i++) {
        text *t = &x->list[i];
        if (stop_signal()) return LS_STOPPED;
        if (is_there(t)) continue;
        t->fresh = arena_printf(&x->a->mem, "%s.new", t->path);
        if (file_write(t->fresh, t->content, t->size) != LS_OK)
            return app_file_error(x->a, "cannot write", t->path);
    }
    return LS_OK;
}

static ls_status replace_old(dump *x)
{
    for (unsigned i = 0; i < x->count; i++) {
        text *t = &x->list[i];
        if (t->fresh && rename(t->fresh, t->path))
            return app_file_error(x->a, "cannot write", t->path);
        t->fresh = NULL;
    }
    return LS_OK;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(((const text *)a)->path, ((const text *)b)->path);
}

/* Whether a dump has made the file. */
static bool is_generated(const char *path)
{
    char line[256] = "";
    FILE *f = fopen(path, "r");
    if (!f) return false;
    bool good = fgets(line, sizeof line, f) && *line == '#' &&
                strstr(line, "Generated by `lanesmith db dump`");
    fclose(f);
    return good;
}

/* What was dumped there before, and is not now. */
static ls_status remove_others(dump *x)
{
    paths there = {0};
    ls_status rc = LS_OK;
    if (x->count) qsort(x->list, x->count, sizeof *x->list, compare_texts);
    add_directory(x->a, &there, x->dir);
    for (unsigned i = 0; i < there.count && rc == LS_OK; i++) {
        text key = {.path = there.list[i]};
        bool now = x->count && bsearch(&key, x->list, x->count, sizeof *x->list, compare_texts);
        if (!now && is_generated(key.path) && unlink(key.path))
            rc = app_file_error(x->a, "cannot delete", key.path);
    }
    mem_free(there.list);
    return rc;
}

static ls_status make_folders(app *a, const char *dir)
{
    for (int i = 0; i < FOLDERS; i++) {
        const char *folder = app_path(a, dir, folders[i]);
        if (file_mkdirs(folder) != LS_OK)
            return app_file_error(a, "cannot make the directory", folder);
    }
    return LS_OK;
}

ls_status texts_dump(app *a, const bool *wanted, const char *dir)
{
    dump x = {.a = a, .dir = dir};
    ls_status rc = app_report(a, db_dump_texts(a->db, a->spec, wanted, take_text, &x));
    if (rc == LS_OK) rc = make_folders(a, dir);
    if (rc == LS_OK) rc = write_fresh(&x);
    if (rc == LS_OK) rc = replace_old(&x);
    for (unsigned i = 0; i < x.count; i++)
        if (x.list[i].fresh) unlink(x.list[i].fresh);
    if (rc == LS_OK) rc = remove_others(&x);
    for (unsigned i = 0; i < x.count; i++) mem_free(x.list[i].content);
    mem_free(x.list);
    return rc;
}
