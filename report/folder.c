// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* folder.c - the directory of a report.
 *
 * A report never mixes with files of somebody else. The file .lanesmith-report says that a
 * directory is ours, and lists what is in it. A directory without it is taken only when it is
 * empty. The list is written before the first file, so that a report that was cut short can be made
 * again; files of an earlier report that are not in the new one are removed. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"

#define MARKER ".lanesmith-report"
static const char marker_head[] =
    "Made by `lanesmith report`, which replaces these files the next time:\n";

/* ---- whose it is ---- */

static ls_status not_ours(const report_folder *f, const char *why, const char *remedy)
{
    fprintf(stderr, "lanesmith report: error: %s %s; %s\n", f->path, why, remedy);
    return LS_INPUT;
}

static bool is_empty(DIR *dir)
{
    for (const struct dirent *e; (e = readdir(dir));)
        if (!text_same(e->d_name, ".") && !text_same(e->d_name, "..")) return false;
    return true;
}

/* Reads the list. False when there is none, or it is not ours. */
static bool read_marker(report_folder *f)
{
    char *text;
    size_t size, head = sizeof marker_head - 1;
    struct stat st;
    const char *path = app_path(f->a, f->path, MARKER);
    if (lstat(path, &st) || !S_ISREG(st.st_mode) || file_read(path, &text, &size) != LS_OK)
        return false;
    bool ours = size >= head && !memcmp(text, marker_head, head);
    if (ours) strbuf_puts(&f->before, text + head);
    mem_free(text);
    return ours;
}

ls_status report_folder_open(report_folder *f, app *a, const char *path)
{
    *f = (report_folder){.a = a, .path = path};
    DIR *dir = opendir(path);
    if (!dir && errno == ENOENT) return LS_OK;
    if (!dir && errno == ENOTDIR)
        return not_ours(f, "is no directory", "name a new or empty one with --out");
    if (!dir) return app_file_error(a, "cannot read the directory", path);
    bool empty = is_empty(dir);
    closedir(dir);
    if (empty || read_marker(f)) return LS_OK;
    return not_ours(f, "is not empty and holds no report",
                    "name a new or empty directory with --out");
}

void report_folder_close(report_folder *f)
{
    strbuf_free(&f->before);
    strbuf_free(&f->now);
}

/* ---- lists of names ---- */

static bool has_name(const strbuf *list, const char *name, size_t n)
{
    const char *s = strbuf_text(list);
    for (; *s; s += strcspn(s, "\n"), s += *s == '\n')
        if (strcspn(s, "\n") == n && !memcmp(s, name, n)) return true;
    return false;
}

/* A name that this program may have written: nothing above the directory. */
static bool is_plain(const char *name, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool letter = (name[i] >= 'a' && name[i] <= 'z') || (name[i] >= '0' && name[i] <= '9') ||
                      name[i] == '-';
        bool between = i && i + 1 < n && (name[i] == '.' || name[i] == '/') && name[i - 1] != '.' &&
                       name[i - 1] != '/';
        if (!letter && !between) return false;
    }
    return n > 0 && n < 200;
}

static void note(report_folder *f, const char *name)
{
    require(is_plain(name, strlen(name)), "files of a report have plain names");
    strbuf_put_line(&f->now, name);
}

static ls_status write_file(report_folder *f, const char *name, const char *text, size_t size)
{
    const char *path = app_path(f->a, f->path, name);
    return file_write(path, text, size) == LS_OK ? LS_OK
                                                 : app_file_error(f->a, "cannot write", path);
}

static ls_status write_marker(report_folder *f, const char *more)
{
    strbuf text = {0};
    strbuf_printf(&text, "%s%s%s", marker_head, strbuf_text(&f->now), more);
    ls_status rc = write_file(f, MARKER, strbuf_text(&text), text.len);
    strbuf_free(&text);
    return rc;
}

/* ---- files ---- */

static void note_maps(report_folder *f, const report *r)
{
    const spec *s = r->a->spec;
    char name[64];
    bool *seen = mem_alloc((size_t)spec_all_classes(s) * s->ntargets + 1, sizeof *seen);
    for (unsigned i = 0; i < r->ncells; i++)
        seen[r->cells[i].cell.cls->index * s->ntargets + r->cells[i].cell.target->index] = true;
    for (unsigned i = 0; i < spec_all_classes(s) * s->ntargets; i++) {
        snprintf(name, sizeof name, "data/map-%u-%u.js", i / s->ntargets, i % s->ntargets);
        if (seen[i]) note(f, name);
    }
    mem_free(seen);
}

ls_status report_folder_begin(report_folder *f, const report *r)
{
    static const char *const data[] = {"data/index.js", "data/definitions.js", "data/grammars.js",
                                       "data/journal.js"};
    char name[64];
    const char *dir = app_path(f->a, f->path, "data");
    for (const site_file *s = report_site; s->name; s++) note(f, s->name);
    for (unsigned i = 0; i < sizeof data / sizeof *data; i++) note(f, data[i]);
    note_maps(f, r);
    for (unsigned i = 0; i < r->nchunks; i++) {
        snprintf(name, sizeof name, "data/cells-%u.js", i);
        note(f, name);
    }
    if (file_mkdirs(dir) != LS_OK) return app_file_error(f->a, "cannot make the directory", dir);
    return write_marker(f, strbuf_text(&f->before));
}

ls_status report_folder_write(report_folder *f, const char *name, const char *text, size_t size)
{
    require(has_name(&f->now, name, strlen(name)), "the file is on the list");
    f->bytes += size;
    f->files++;
    return write_file(f, name, text, size);
}

ls_status report_folder_end(report_folder *f)
{
    const char *s = strbuf_text(&f->before);
    for (size_t n; *s; s += n + (s[n] == '\n')) {
        n = strcspn(s, "\n");
        if (!is_plain(s, n) || has_name(&f->now, s, n)) continue;
        const char *path = arena_printf(&f->a->mem, "%s/%.*s", f->path, (int)n, s);
        if (unlink(path) && errno != ENOENT) return app_file_error(f->a, "cannot remove", path);
    }
    return write_marker(f, "");
}
