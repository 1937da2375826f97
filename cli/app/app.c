// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* app.c - set-up and talk that the commands share.
 *
 * Where things are, for the program PREFIX/bin/lanesmith: the spec in --spec, else in
 * $LANESMITH_SPEC, else in spec/ of the working directory, else in PREFIX/share/lanesmith, which is
 * installed, and in a build directory is a link to the source tree. The database in --db, else in
 * build/lanesmith.db, else, for commands that only read, the installed one.
 *
 * A command that only reads wants its database to exist: an empty one, made by mistake, would be
 * "all is well". Scratch databases serve commands that must look at a winners text without touching
 * the real one.
 *
 * Invariant: whatever returns a status other than LS_OK has printed why. */
#define _GNU_SOURCE
#include "app.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "spec/base/clock.h"
#include "spec/base/stop.h"
#include "spec/load/load.h"

#define DEFAULT_DB "build/lanesmith.db"

/* ---- messages ---- */

ls_status app_report(app *a, ls_status rc)
{
    diag_print(&a->dg, stderr);
    bool silent = !a->dg.count;
    diag_free(&a->dg);
    const char *why = rc != LS_OK && silent && a->db ? db_error(a->db) : "";
    if (*why) fprintf(stderr, "lanesmith %s: error: %s\n", a->command, why);
    return rc;
}

ls_status app_file_error(const app *a, const char *what, const char *path)
{
    fprintf(stderr, "lanesmith %s: error: %s %s: %s\n", a->command, what, path, file_reason());
    return LS_ENV;
}

void diags_take_line(diags *d, char *out, size_t size)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (!f) return;
    diag_print(d, f);
    fclose(f);
    snprintf(out, size, "%.*s", (int)strcspn(text, "\n"), text);
    free(text);
    diag_free(d);
}

const char *plural(unsigned n)
{
    return n == 1 ? "" : "s";
}

void print_lines(const char *lines, const char *indent)
{
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        printf("%s%.*s\n", indent, (int)n, lines);
        lines += n + (lines[n] == '\n');
    }
}

void app_join_options(int argc, char **argv, strbuf *out)
{
    for (int i = 1; i < argc; i++) strbuf_printf(out, "%s%s", i > 1 ? " " : "", argv[i]);
}

/* ---- the spec ---- */

static bool is_directory(const char *path)
{
    struct stat st;
    return path && *path && !stat(path, &st) && S_ISDIR(st.st_mode);
}

const char *app_program(app *a)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self);
    return n > 0 ? arena_strndup(&a->mem, self, (size_t)n) : NULL;
}

const char *app_prefix_path(app *a, const char *name)
{
    const char *self = app_program(a), *slash = self ? strrchr(self, '/') : NULL;
    int n = slash ? (int)(slash - self) : 0;
    while (n && self[--n] != '/') {} /* n: length of PREFIX */
    return arena_printf(&a->mem, "%.*s/%s", n, n ? self : "", name);
}

/* The path without links of what is below PREFIX/share/lanesmith, or NULL when it is not there. */
static const char *shared_path(app *a, const char *name)
{
    char path[PATH_MAX];
    const char *shared = arena_printf(&a->mem, "share/lanesmith/%s", name);
    if (!realpath(app_prefix_path(a, shared), path)) return NULL;
    return arena_strndup(&a->mem, path, strlen(path));
}

static const char *default_spec_dir(app *a)
{
    const char *named = getenv("LANESMITH_SPEC");
    if (named && *named) return named;
    return is_directory("spec") ? "spec" : shared_path(a, "spec");
}

const char *app_attested_path(app *a)
{
    return arena_printf(&a->mem, "%s/../db/attested", a->spec_dir);
}

/* Digest of the texts whose definitions were tried, by the list of their tree; NULL when there is
 * none. */
static const char *attested_definitions(app *a)
{
    static const char word[] = ATTESTED_DEFINITIONS;
    char *text;
    size_t size;
    const char *found = NULL;
    if (file_read(app_attested_path(a), &text, &size) != LS_OK) return NULL;
    for (const char *s = text; *s && !found; s += strcspn(s, "\n"), s += *s == '\n')
        if (!strncmp(s, word, strlen(word)))
            found = arena_strndup(&a->mem, s + strlen(word), strcspn(s + strlen(word), "\n"));
    mem_free(text);
    return found;
}

static ls_status open_spec(app *a, const char *command, const char *dir, bool afresh)
{
    *a = (app){.command = command};
    a->spec_dir = dir ? dir : default_spec_dir(a);
    if (!a->spec_dir || !is_directory(a->spec_dir)) {
        fprintf(stderr,
                "lanesmith %s: error: no specification in %s; expected a directory in --spec or "
                "$LANESMITH_SPEC\n",
                command, a->spec_dir ? a->spec_dir : "spec");
        return LS_INPUT;
    }
    const char *tried = afresh ? NULL : attested_definitions(a);
    return app_report(a, spec_load_tried(&a->spec, a->spec_dir, tried, &a->dg));
}

ls_status app_open_spec(app *a, const char *command, const char *dir)
{
    return open_spec(a, command, dir, false);
}

ls_status app_try_spec(app *a, const char *command, const char *dir)
{
    return open_spec(a, command, dir, true);
}

/* ---- the database ---- */

static ls_status make_parent(app *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path) return LS_OK;
    const char *dir = arena_strndup(&a->mem, path, (size_t)(slash - path));
    return file_mkdirs(dir) == LS_OK ? LS_OK : app_file_error(a, "cannot make the directory", dir);
}

static ls_status no_database(const app *a)
{
    fprintf(stderr,
            "lanesmith %s: error: no database at %s; `lanesmith db load FILE...` or `lanesmith "
            "synth` makes one\n",
            a->command, a->db_path);
    return LS_INPUT;
}

static const char *default_db(app *a, app_db_use use)
{
    struct stat st;
    const char *installed = NULL;
    if (use != APP_DB_MAKE && stat(DEFAULT_DB, &st)) installed = shared_path(a, "lanesmith.db");
    return installed ? installed : DEFAULT_DB;
}

ls_status app_open_db(app *a, const char *path, app_db_use use)
{
    struct stat st;
    a->db_path = path ? path : default_db(a, use);
    bool file = strncmp(a->db_path, ":memory:", 8) && strncmp(a->db_path, "file:", 5);
    if (use != APP_DB_MAKE && file && stat(a->db_path, &st) && errno == ENOENT)
        return no_database(a);
    if (use == APP_DB_MAKE && make_parent(a, a->db_path) != LS_OK) return LS_ENV;
    return app_report(
        a, (use == APP_DB_LOOK ? db_open_to_look : db_open)(&a->db, a->db_path, a->spec, &a->dg));
}

const char *app_path(app *a, const char *dir, const char *name)
{
    return arena_printf(&a->mem, "%s/%s", dir, name);
}

/* What mkstemp and mkdtemp make a name of. */
static char *temporary_pattern(app *a)
{
    const char *tmp = getenv("TMPDIR");
    return arena_printf(&a->mem, "%s/lanesmith-XXXXXX", tmp && *tmp ? tmp : P_tmpdir);
}

ls_status app_make_temporary(app *a, const char **path)
{
    char *name = temporary_pattern(a);
    int fd = mkstemp(name);
    if (fd < 0) return app_file_error(a, "cannot make the file", name);
    close(fd);
    stop_add_scratch(name);
    *path = name;
    return LS_OK;
}

ls_status app_make_temporary_dir(app *a, const char **path)
{
    char *name = temporary_pattern(a);
    if (!mkdtemp(name)) return app_file_error(a, "cannot make a directory", name);
    stop_add_scratch(name);
    *path = name;
    return LS_OK;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st, (void)kind, (void)where;
    return remove(path);
}

void app_remove_temporary(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    stop_forget_scratch(path);
}

/* ---- scratch databases ---- */

/* Of a scratch database, in the order in which they may be removed from the end. */
static const char *const scratch_files[] = {"scratch.db", "scratch.db-wal", "scratch.db-shm",
                                            "scratch.db-journal"};
enum { NSCRATCH_FILES = sizeof scratch_files / sizeof *scratch_files };

ls_status app_open_scratch(app *a)
{
    ls_status rc = app_make_temporary_dir(a, &a->scratch);
    if (rc != LS_OK) return rc;
    for (unsigned i = 0; i < NSCRATCH_FILES; i++)
        stop_add_scratch(app_path(a, a->scratch, scratch_files[i]));
    return app_open_db(a, app_path(a, a->scratch, scratch_files[0]), APP_DB_MAKE);
}

static void remove_scratch(app *a)
{
    for (unsigned i = 0; i < NSCRATCH_FILES; i++)
        stop_forget_scratch(app_path(a, a->scratch, scratch_files[i]));
    app_remove_temporary(a->scratch);
}

void app_close(app *a)
{
    if (a->db && stop_signal()) db_interrupt_run(a->db, stop_name());
    db_close(a->db);
    if (a->scratch) remove_scratch(a);
    if (a->spec) spec_free(a->spec);
    diag_free(&a->dg);
    arena_free(&a->mem);
}

/* ---- the journal ---- */

ls_status app_begin_run(app *a, const char *options)
{
    struct utsname u;
    const char *machine = "unknown";
    if (!uname(&u))
        machine = arena_printf(&a->mem, "%s %s, %u processors", u.sysname, u.machine,
                               app_processors());
    return app_report(a, db_begin_run(a->db, a->command, LANESMITH_VERSION, options, machine));
}

/* ---- the machine ---- */

unsigned app_processors(void)
{
    cpu_set_t set;
    if (!sched_getaffinity(0, sizeof set, &set)) return (unsigned)CPU_COUNT(&set);
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (unsigned)n : 1;
}

/* ---- progress ---- */

static void show_progress(progress *p, double now)
{
    double spent = now - p->start, rate = spent > 0 ? p->done / spent : 0;
    p->last = now;
    fprintf(stderr, "%s%s: %u of %u%s%s, %.0f/s", p->terminal ? "\r" : "", p->what, p->done,
            p->total, *p->note ? ", " : "", p->note, rate);
    if (p->done && p->done < p->total)
        fprintf(stderr, ", %.0f s left", (p->total - p->done) / rate);
    fputs(p->terminal ? "\033[K" : "\n", stderr);
    fflush(stderr);
}

static void progress_tick(void *context)
{
    progress *p = context;
    double now = clock_seconds();
    if (now - p->last >= p->every) show_progress(p, now);
}

void progress_begin(progress *p, const char *what, unsigned total)
{
    double now = clock_seconds();
    *p = (progress){.what = what, .total = total, .start = now, .last = now};
    p->terminal = isatty(STDERR_FILENO);
    p->every = p->terminal ? 0.1 : 30;
    stop_set_tick(progress_tick, p);
}

void progress_update(progress *p, unsigned done, const char *note)
{
    p->done = done;
    snprintf(p->note, sizeof p->note, "%s", note);
    if (p->terminal && done >= p->total) show_progress(p, clock_seconds());
    else progress_tick(p);
}

void progress_end(progress *p)
{
    stop_set_tick(NULL, NULL);
    if (p->terminal) fputs("\r\033[K", stderr);
}
