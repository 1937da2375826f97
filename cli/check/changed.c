// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* changed.c - compares statements with those of a git revision.
 *
 * The texts of the revision are loaded into a scratch database, with the revision's own list of
 * attested digests. So a list that a change brings along for its own rows does not count. A
 * statement is the same when every word of it is, and the meanings that it rests on, and the LLVM
 * IR that is emitted for it.
 *
 * Called by `lanesmith verify --changed`. */
#define _GNU_SOURCE
#include "changed.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attest.h"
#include "cli/app/texts.h"
#include "lowerings/emit/lowering.h"
#include "spec/base/process.h"
#include "spec/base/stop.h"

enum { WINNERS_MAX = 4096 };

struct changed {
    app base;
    const char *dir; /* of the revision's texts */
    const char *files[WINNERS_MAX];
    unsigned nfiles;
    bool attested;
    char (*seen)[HASH_TEXT]; /* of the statements, sorted */
    unsigned nseen;
};

/* ---- git ---- */

/* Runs git in the tree of the specification with its output in a file. */
static ls_status run_git(app *a, const char *const *words, const char *out)
{
    process p = {.out = out, .err = "/dev/null"};
    process_add_pair(&p, "git", "-C");
    process_add(&p, app_path(a, a->spec_dir, ".."));
    while (*words) process_add(&p, *words++);
    process_run_all(&p, 1, 1);
    if (p.status == PROCESS_NOT_STARTED) {
        fprintf(stderr, "lanesmith %s: error: git cannot be run; --changed needs it\n", a->command);
        return LS_ENV;
    }
    if (stop_signal()) return LS_STOPPED;
    return p.status ? LS_NO : LS_OK;
}

/* The file of the revision, into the scratch directory; NULL when the revision has none. */
static const char *fetch(changed *x, app *a, const char *revision, const char *path)
{
    const char *out = arena_printf(&a->mem, "%s/base%u.low", x->dir, x->nfiles);
    const char *const words[] = {"show", arena_printf(&a->mem, "%s:%s", revision, path), NULL};
    if (x->nfiles == WINNERS_MAX) return NULL;
    x->files[x->nfiles++] = out;
    return run_git(a, words, out) == LS_OK ? out : NULL;
}

/* Paths below db/ at the revision, a line each. */
static ls_status list_texts(changed *x, app *a, const char *revision, char **text)
{
    size_t size;
    const char *list = arena_printf(&a->mem, "%s/base%u.low", x->dir, x->nfiles);
    const char *const words[] = {"ls-tree", "-r", "--name-only", "--full-tree", revision, "db/",
                                 NULL};
    x->files[x->nfiles++] = list;
    ls_status rc = run_git(a, words, list);
    if (rc == LS_NO) {
        fprintf(stderr,
                "lanesmith %s: error: git knows no revision `%s` of the tree of %s; give a commit "
                "that is there "
                "(a shallow clone lacks most)\n",
                a->command, revision, a->spec_dir);
        return LS_INPUT;
    }
    if (rc == LS_OK && file_read(list, text, &size) != LS_OK)
        rc = app_file_error(a, "cannot read", list);
    return rc;
}

/* Leaves the lines of the list that are winners texts, each "REVISION:PATH". */
static unsigned name_texts(const char *revision, char *list, strbuf *names)
{
    unsigned n = 0;
    for (char *line = list, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = 0;
        if (strncmp(line, "db/", 3) || !texts_is_path(line + 3)) continue;
        strbuf_printf(names, "%s:%s\n", revision, line);
        n++;
    }
    return n;
}

/* The next file of what `git cat-file --batch` writes: "HASH blob SIZE", a line feed, the file, a
 * line feed. False at the end, or where it is something else. */
static bool next_blob(const char **at, const char *end, const char **blob, size_t *size)
{
    const char *line = *at, *feed = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
    const char *kind = feed ? strstr(line, " blob ") : NULL;
    if (!kind || kind > feed) return false;
    *size = strtoul(kind + 6, NULL, 10);
    *blob = feed + 1;
    if ((size_t)(end - *blob) < *size + 1) return false;
    *at = *blob + *size + 1;
    return true;
}

/* Fetches the texts; *texts are their paths in the scratch directory. */
static ls_status fetch_texts(changed *x, app *a, const char *revision, char *list,
                             const char **texts, unsigned *n)
{
    strbuf names = {0}, all = {0};
    process p = {.err = "/dev/null"};
    size_t size;
    ls_status rc = LS_OK;
    unsigned wanted = name_texts(revision, list, &names);
    process_add_pair(&p, "git", "-C");
    process_add(&p, app_path(a, a->spec_dir, ".."));
    process_add_pair(&p, "cat-file", "--batch");
    if (wanted) rc = process_ask(&p, &names, &all, NULL);
    const char *at = strbuf_text(&all), *end = at + all.len, *blob;
    while (rc == LS_OK && x->nfiles < WINNERS_MAX && next_blob(&at, end, &blob, &size)) {
        const char *path = arena_printf(&a->mem, "%s/base%u.low", x->dir, x->nfiles);
        x->files[x->nfiles++] = texts[(*n)++] = path;
        if (file_write(path, blob, size) != LS_OK) rc = app_file_error(a, "cannot write", path);
    }
    strbuf_free(&names);
    strbuf_free(&all);
    if (stop_signal()) return LS_STOPPED;
    if (rc == LS_OK && *n < wanted) rc = app_file_error(a, "cannot take from git", revision);
    return rc;
}

/* ---- statements ---- */

static void hash_group(const spec *s, db_group *g,
                       void (*print)(const spec *s, const db_group *g, strbuf *out),
                       char hash[HASH_TEXT])
{
    strbuf text = {0};
    arena mem = {0};
    db_meanings *memo = NULL;
    const char **ops = arena_new(&mem, s->nops, const char *),
               **instrs = arena_new(&mem, spec_all_instrs(s), const char *);
    for (unsigned i = 0; i < s->nops; i++) ops[i] = s->ops[i].hash;
    for (unsigned i = 0; i < spec_all_instrs(s); i++) instrs[i] = spec_instr(s, i)->hash;
    g->op_hash = ops;
    g->instr_hash = instrs;
    g->memo = &memo;
    g->mem = &mem;
    print(s, g, &text);
    hash_text(strbuf_text(&text), hash);
    strbuf_free(&text);
    arena_free(&mem);
}

static void hash_lowering(const spec *s, const db_lowering *l, char hash[HASH_TEXT])
{
    db_lowering one = *l;
    diags quiet = {0};
    prog p;
    if (prog_parse_cell(&p, s, &l->cell, l->text, (place){0}, &quiet))
        lowering_hash_ir(&l->cell, &p, one.ir_text);
    diag_free(&quiet);
    db_group g = {.op = l->cell.op, .target = l->cell.target, .lowerings = &one, .nlowerings = 1};
    hash_group(s, &g, db_print_lowerings, hash);
}

static void hash_bound(const spec *s, const db_bound *b, char hash[HASH_TEXT])
{
    db_bound one = *b;
    db_group g = {.op = b->cell.op, .target = b->cell.target, .bounds = &one, .nbounds = 1};
    hash_group(s, &g, db_print_bounds, hash);
}

static void hash_mark(const spec *s, const db_mark *m, char hash[HASH_TEXT])
{
    db_mark one = *m;
    db_group g = {.op = m->cell.op, .target = m->cell.target, .marks = &one, .nmarks = 1};
    hash_group(s, &g, db_print_marks, hash);
}

static int compare_hashes(const void *a, const void *b) { return memcmp(a, b, HASH_TEXT); }

static bool has(const changed *x, const char *hash)
{
    return x->nseen && bsearch(hash, x->seen, x->nseen, sizeof *x->seen, compare_hashes);
}

static ls_status collect(changed *x)
{
    app *b = &x->base;
    db_lowering *l;
    db_bound *bound;
    db_mark *m;
    unsigned nl, nb, nm;
    ls_status rc = db_list_lowerings(b->db, b->spec, NULL, DB_ALL, &b->mem, &l, &nl);
    if (rc == LS_OK) rc = db_list_bounds(b->db, b->spec, true, &b->mem, &bound, &nb);
    if (rc == LS_OK) rc = db_list_searched(b->db, NULL, &b->mem, &m, &nm);
    if (rc != LS_OK) return app_report(b, rc);
    x->seen = mem_alloc((size_t)nl + nb + nm + 1, sizeof *x->seen);
    for (unsigned i = 0; i < nl; i++)
        if (!l[i].stale && (!x->attested || l[i].proved))
            hash_lowering(b->spec, &l[i], x->seen[x->nseen++]);
    for (unsigned i = 0; i < nb; i++)
        if (!x->attested || bound[i].state != TRUTH_CLAIMED)
            hash_bound(b->spec, &bound[i], x->seen[x->nseen++]);
    for (unsigned i = 0; i < nm; i++)
        if (!x->attested || m[i].state != TRUTH_CLAIMED)
            hash_mark(b->spec, &m[i], x->seen[x->nseen++]);
    if (x->nseen) qsort(x->seen, x->nseen, sizeof *x->seen, compare_hashes);
    return LS_OK;
}

bool changed_lowering(const changed *x, const db_lowering *l)
{
    char hash[HASH_TEXT];
    hash_lowering(x->base.spec, l, hash);
    return !has(x, hash);
}

bool changed_bound(const changed *x, const db_bound *b)
{
    char hash[HASH_TEXT];
    hash_bound(x->base.spec, b, hash);
    return !has(x, hash);
}

bool changed_mark(const changed *x, const db_mark *m)
{
    char hash[HASH_TEXT];
    hash_mark(x->base.spec, m, hash);
    return !has(x, hash);
}

bool changed_is_attested(const changed *x) { return x->attested; }

/* ---- the revision ---- */

static ls_status load_base(changed *x, app *a, const char *revision)
{
    char *list = NULL;
    attested *digests = NULL;
    unsigned n = 0;
    const char **texts = arena_new(&a->mem, WINNERS_MAX, const char *);
    ls_status rc = list_texts(x, a, revision, &list);
    if (rc == LS_OK) rc = fetch_texts(x, a, revision, list, texts, &n);
    const char *signed_off = rc == LS_OK ? fetch(x, a, revision, "db/attested") : NULL;
    if (rc == LS_OK && stop_signal()) rc = LS_STOPPED;
    x->attested = signed_off != NULL;
    if (rc == LS_OK) rc = attested_read(&digests, a, signed_off ? signed_off : "none");
    if (rc == LS_OK)
        rc = app_report(&x->base, db_load_winners(x->base.db, a->spec, texts, n, attested_judge,
                                                  digests, &x->base.dg));
    attested_free(digests);
    mem_free(list);
    return rc;
}

ls_status changed_open(changed **out, app *a, const char *revision)
{
    changed *x = mem_alloc(1, sizeof *x);
    *out = x;
    x->base = (app){.command = a->command, .spec = a->spec, .spec_dir = a->spec_dir};
    ls_status rc = app_make_temporary_dir(a, &x->dir);
    if (rc == LS_OK) rc = app_open_scratch(&x->base);
    if (rc == LS_OK) rc = load_base(x, a, revision);
    return rc == LS_OK ? collect(x) : rc;
}

void changed_close(changed *x)
{
    if (!x) return;
    for (unsigned i = 0; i < x->nfiles; i++) unlink(x->files[i]);
    if (x->dir) rmdir(x->dir);
    x->base.spec = NULL; /* it is the caller's */
    app_close(&x->base);
    mem_free(x->seen);
    mem_free(x);
}
