// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* open.c - checks, creates, opens and closes the file, and brings the names and meanings of the
 * spec up to date in it.
 *
 * A file that is refused is left as it was, byte for byte, and nothing appears beside it: what it
 * is, is decided from its first hundred bytes before SQLite sees it, and whether it is whole, on a
 * connection that cannot write (immutable, unless a write-ahead log lies beside the file and has to
 * be read with it). A new database is built under another name and linked into place when it is
 * complete, so half a database is never seen.
 *
 * The format of the first hundred bytes: https://www.sqlite.org/fileformat2.html, section 1.3. */
#define _DEFAULT_SOURCE

#include "internal.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHECK_TRIES = 5 };

/* ---- refusals ---- */

#define REMEDY                                                                                     \
    "give another path, or move the file away and build a new database with `lanesmith db load`"

static ls_status cannot_open(diags *dg, const char *path, const char *why)
{
    diag_error(dg, (place){.file = path}, "cannot open the database: %s", why);
    return LS_ENV;
}

/* A database with a log is read through its index, PATH-shm, which SQLite makes where none is. */
static ls_status cannot_make_index(diags *dg, const char *path)
{
    diag_error(dg, (place){.file = path},
               "its log (%s-wal) has no index (%s-shm), and none can be made in a directory that "
               "cannot be written; copy the database with its log to where you can write, and name "
               "the copy by --db", path, path);
    return LS_ENV;
}

static char *companion(arena *mem, const char *path, const char *suffix)
{
    return arena_printf(mem, "%s%s", path, suffix);
}

/* Whether a file that SQLite would read together with the database lies beside it. */
static bool has_log(const char *path)
{
    static const char *const suffixes[] = {"-wal", "-journal"};
    arena mem = {0};
    struct stat st;
    bool found = false;
    for (int i = 0; i < 2; i++)
        found |= !stat(companion(&mem, path, suffixes[i]), &st) && st.st_size > 0;
    arena_free(&mem);
    return found;
}

static bool is_there(const char *path, const char *suffix)
{
    arena mem = {0};
    struct stat st;
    bool there = !stat(companion(&mem, path, suffix), &st);
    arena_free(&mem);
    return there;
}

static uint32_t big32(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint64_t page_bytes(const unsigned char *header)
{
    uint64_t n = (uint64_t)header[16] << 8 | header[17];
    return n == 1 ? 65536 : n;
}

/* The file's first bytes say that it is a database, ours, of this version, and as long as it should
 * be. */
static ls_status judge_header(diags *dg, const char *path, const unsigned char *h, size_t got,
                              uint64_t size)
{
    place where = {.file = path};
    uint32_t version = got == 100 ? big32(h + 60) : 0;
    uint64_t expected = got == 100 ? page_bytes(h) * big32(h + 28) : 0;
    bool length_valid = got == 100 && big32(h + 24) == big32(h + 92) && !has_log(path);
    if (got < 16 || memcmp(h, "SQLite format 3", 16))
        diag_error(dg, where, "not a SQLite database; " REMEDY);
    else if (got < 100)
        diag_error(dg, where, "truncated: the database is cut off inside its header; " REMEDY);
    else if (big32(h + 68) != DB_APPLICATION_ID)
        diag_error(dg, where,
                   "a SQLite database of another program (application_id 0x%08x, expected "
                   "0x%08x); " REMEDY,
                   big32(h + 68), (uint32_t)DB_APPLICATION_ID);
    else if (version > DB_USER_VERSION)
        diag_error(
            dg, where,
            "made by a newer lanesmith (schema version %u, this program knows up to %d); use that "
            "program, or " REMEDY,
            version, DB_USER_VERSION);
    else if (version < DB_USER_VERSION)
        diag_error(dg, where,
                   "schema version %u is not known to this program (expected %d); " REMEDY, version,
                   DB_USER_VERSION);
    else if (length_valid && size < expected)
        diag_error(dg, where, "truncated: the database has %llu of %llu bytes; " REMEDY,
                   (unsigned long long)size, (unsigned long long)expected);
    else
        return LS_OK;
    return LS_INPUT;
}

static ls_status check_header(diags *dg, const char *path, uint64_t size)
{
    unsigned char header[100];
    FILE *f = fopen(path, "rb");
    if (!f) return cannot_open(dg, path, strerror(errno));
    size_t got = fread(header, 1, sizeof header, f);
    bool broken = ferror(f);
    fclose(f);
    if (broken) return cannot_open(dg, path, strerror(errno));
    return judge_header(dg, path, header, got, size);
}

/* ---- is the content whole ---- */

/* "file:path?immutable=1" with the path's special characters escaped. */
static char *immutable_uri(arena *mem, const char *path)
{
    strbuf b = {0};
    strbuf_puts(&b, *path == '/' ? "file://" : "file:");
    for (const char *s = path; *s; s++)
        if (strchr("?#%", *s))
            strbuf_printf(&b, "%%%02x", (unsigned char)*s);
        else
            strbuf_putn(&b, s, 1);
    strbuf_puts(&b, "?immutable=1");
    char *uri = arena_strdup(mem, b.s);
    strbuf_free(&b);
    return uri;
}

/* Runs quick_check or integrity_check. SQLITE_OK when it says ok; SQLITE_CORRUPT with what it says
 * in why. */
static int ask_whether_whole(sqlite3 *sql, const char *pragma, strbuf *why)
{
    sqlite3_stmt *q = NULL;
    int rc = sqlite3_prepare_v2(sql, pragma, -1, &q, NULL);
    if (rc == SQLITE_OK) rc = sqlite3_step(q);
    const char *said = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(q, 0) : NULL;
    strbuf_puts(why, said ? said : sqlite3_errmsg(sql));
    if (rc == SQLITE_ROW) rc = said && !strcmp(said, "ok") ? SQLITE_OK : SQLITE_CORRUPT;
    if (rc == SQLITE_DONE) rc = SQLITE_CORRUPT;
    sqlite3_finalize(q);
    return rc;
}

/* thorough: all pages are looked at; else only the schema. */
static int check_once(const char *path, bool thorough, strbuf *why)
{
    arena mem = {0};
    sqlite3 *sql = NULL;
    bool alone = !has_log(path);
    const char *name = alone ? immutable_uri(&mem, path) : path;
    int rc = sqlite3_open_v2(name, &sql, SQLITE_OPEN_READONLY | (alone ? SQLITE_OPEN_URI : 0),
                             NULL);
    if (rc == SQLITE_OK) rc = db_guard(sql);
    if (rc == SQLITE_OK) {
        sqlite3_busy_timeout(sql, DB_BUSY_MILLISECONDS);
        sqlite3_db_config(sql, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        rc = db_compare_schema(sql, why);
        if (rc == SQLITE_OK && why->len) rc = SQLITE_SCHEMA;
        if (rc == SQLITE_OK && thorough) rc = ask_whether_whole(sql, "PRAGMA quick_check(1)", why);
        if (rc != SQLITE_OK && !why->len) strbuf_puts(why, sqlite3_errmsg(sql));
    } else {
        strbuf_puts(why, sql ? sqlite3_errmsg(sql) : sqlite3_errstr(rc));
    }
    sqlite3_close(sql);
    arena_free(&mem);
    return rc;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* An immutable connection takes no locks, so another process may write while the check reads; then
 * it is made again. */
static ls_status check_content(diags *dg, const char *path, bool thorough)
{
    strbuf why = {0};
    struct stat before, after;
    int rc = SQLITE_OK;
    for (int i = 0; i < CHECK_TRIES; i++) {
        strbuf_clear(&why);
        if (stat(path, &before)) memset(&before, 0, sizeof before);
        rc = check_once(path, thorough, &why);
        if (rc == SQLITE_OK || stat(path, &after) || (same_file(&before, &after) && !has_log(path)))
            break;
    }
    ls_status result = LS_OK;
    if (rc == SQLITE_SCHEMA && why.len) {
        diag_error(dg, (place){.file = path}, "not a database that lanesmith made: %s; " REMEDY,
                   why.s);
        result = LS_INPUT;
    } else if (rc == SQLITE_CORRUPT || rc == SQLITE_NOTADB || rc == SQLITE_ERROR) {
        diag_error(dg, (place){.file = path}, "the database is corrupt (%s); " REMEDY, why.s);
        result = LS_INPUT;
    } else if (rc == SQLITE_CANTOPEN && has_log(path) && !is_there(path, "-shm")) {
        result = cannot_make_index(dg, path);
    } else if (rc != SQLITE_OK) {
        result = cannot_open(dg, path, why.s);
    }
    strbuf_free(&why);
    return result;
}

/* ---- creation ---- */

static int build(const char *path)
{
    sqlite3 *sql = NULL;
    char marks[128];
    snprintf(
        marks, sizeof marks,
        "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT; PRAGMA journal_mode = WAL",
        DB_APPLICATION_ID, DB_USER_VERSION);
    int rc = sqlite3_open_v2(path, &sql, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (rc == SQLITE_OK) rc = sqlite3_exec(sql, "BEGIN", NULL, NULL, NULL);
    if (rc == SQLITE_OK) rc = sqlite3_exec(sql, db_schema_sql, NULL, NULL, NULL);
    if (rc == SQLITE_OK) rc = sqlite3_exec(sql, marks, NULL, NULL, NULL);
    int closed = sqlite3_close(sql);
    return rc == SQLITE_OK ? closed : rc;
}

/* Puts the complete new file in place; one that another process has put there meanwhile is as good.
 */
static int install(const char *fresh, const char *path)
{
    struct stat st;
    if (!stat(path, &st) && st.st_size == 0) return rename(fresh, path);
    if (!link(fresh, path) || errno == EEXIST) return 0;
    return rename(fresh, path); /* a file system without links */
}

static ls_status create(diags *dg, const char *path)
{
    static const char *const leftovers[] = {"", "-wal", "-shm", "-journal"};
    arena mem = {0};
    ls_status result = LS_OK;
    const char *fresh = arena_printf(&mem, "%s.new%ld", path, (long)getpid());
    int rc = build(fresh);
    if (rc != SQLITE_OK)
        result = cannot_open(dg, path, sqlite3_errstr(rc));
    else if (install(fresh, path))
        result = cannot_open(dg, path, strerror(errno));
    for (int i = 0; i < 4; i++) unlink(companion(&mem, fresh, leftovers[i]));
    arena_free(&mem);
    return result;
}

/* The file exists afterwards, is ours, and whole. */
static ls_status make_sure(diags *dg, const char *path, bool thorough)
{
    struct stat st;
    if (!strncmp(path, ":memory:", 8) || !strncmp(path, "file:", 5)) {
        diag_error(dg, (place){.file = path},
                   "a database is a file, so that what is found outlives the program; give the "
                   "path of one");
        return LS_INPUT;
    }
    if (stat(path, &st)) {
        if (errno != ENOENT) return cannot_open(dg, path, strerror(errno));
        return create(dg, path);
    }
    if (!S_ISREG(st.st_mode)) {
        diag_error(dg, (place){.file = path}, "%s, not a database; give the path of a file",
                   S_ISDIR(st.st_mode) ? "a directory" : "not a regular file");
        return LS_INPUT;
    }
    if (st.st_size == 0 && !has_log(path)) return create(dg, path);
    ls_status rc = check_header(dg, path, (uint64_t)st.st_size);
    return rc == LS_OK ? check_content(dg, path, thorough) : rc;
}

ls_status db_check_integrity(db *d)
{
    strbuf why = {0};
    int rc = ask_whether_whole(d->sql, "PRAGMA integrity_check(1)", &why);
    strbuf_clear(&d->error);
    if (rc != SQLITE_OK)
        strbuf_printf(&d->error, "%s: the database is corrupt (%s); " REMEDY, d->path,
                      strbuf_text(&why));
    strbuf_free(&why);
    return rc == SQLITE_OK ? LS_OK : LS_INPUT;
}

/* ---- the spec's names and meanings ---- */

static void remember_hashes(db *d, const spec *s)
{
    d->now.op = arena_new(&d->mem, s->nops, const char *);
    d->now.instr = arena_new(&d->mem, spec_all_instrs(s), const char *);
    for (unsigned i = 0; i < s->nops; i++) d->now.op[i] = s->ops[i].hash;
    for (unsigned i = 0; i < spec_all_instrs(s); i++) d->now.instr[i] = spec_instr(s, i)->hash;
    d->op_ids = arena_new(&d->mem, s->nops, int64_t);
    d->instr_ids = arena_new(&d->mem, spec_all_instrs(s), int64_t);
    d->old_ops = -1;
}

static ls_status put_instr(db *d, const instr *in)
{
    arena mem = {0};
    ls_status rc = db_run(d, STMT_PUT_INSTR, "ttttttii", in->name, in->result->name, in->hash,
                          db_join_features(&mem, in), instr_kind_names[in->kind],
                          in->c ? in->c : "", (int64_t)in->index, (int64_t)1);
    arena_free(&mem);
    return rc;
}

static ls_status put_names(db *d, const spec *s)
{
    ls_status rc = db_run(d, STMT_RETIRE_CLASSES, "");
    if (rc == LS_OK) rc = db_run(d, STMT_RETIRE_TARGETS, "");
    if (rc == LS_OK) rc = db_run(d, STMT_RETIRE_OPS, "");
    if (rc == LS_OK) rc = db_run(d, STMT_RETIRE_INSTRS, "");
    for (unsigned i = 0; i < s->nclasses && rc == LS_OK; i++)
        rc = db_run(d, STMT_PUT_CLASS, "tii", s->classes[i].name, (int64_t)s->classes[i].bits,
                    (int64_t)i);
    for (unsigned i = 0; i < s->nblocks && rc == LS_OK; i++)
        rc = db_run(d, STMT_PUT_CLASS, "tii", s->blocks[i].name, (int64_t)s->blocks[i].bits,
                    (int64_t)s->blocks[i].index);
    for (unsigned i = 0; i < s->ntargets && rc == LS_OK; i++)
        rc = db_run(d, STMT_PUT_TARGET, "tti", s->targets[i].name, s->targets[i].cpu, (int64_t)i);
    for (unsigned i = 0; i < s->nops && rc == LS_OK; i++)
        rc = db_run(d, STMT_PUT_OP, "tttii", s->ops[i].name, s->ops[i].hash,
                    s->ops[i].doc ? s->ops[i].doc : "", (int64_t)i, (int64_t)1);
    for (unsigned i = 0; i < s->ninstrs && rc == LS_OK; i++) rc = put_instr(d, &s->instrs[i]);
    /* stored when a program has one */
    for (unsigned i = s->ninstrs; i < spec_all_instrs(s) && rc == LS_OK; i++) {
        const instr *in = spec_instr(s, i);
        rc = db_run(d, STMT_KEEP_INSTR, "ttt", in->name, in->result->name, in->hash);
    }
    return rc;
}

/* Of everything that put_names stores; spec.hash covers more (emission templates) and would change
 * too often. */
static void hash_names(const spec *s, char out[HASH_TEXT])
{
    strbuf b = {0};
    arena mem = {0};
    for (unsigned i = 0; i < s->nclasses; i++)
        strbuf_printf(&b, "%s %u\n", s->classes[i].name, s->classes[i].bits);
    for (unsigned i = 0; i < s->nblocks; i++) strbuf_printf(&b, "%s\n", s->blocks[i].name);
    for (unsigned i = 0; i < s->ntargets; i++)
        strbuf_printf(&b, "%s %s\n", s->targets[i].name, s->targets[i].cpu);
    for (unsigned i = 0; i < s->nops; i++)
        strbuf_printf(&b, "%s %s %s\n", s->ops[i].name, s->ops[i].hash,
                      s->ops[i].doc ? s->ops[i].doc : "");
    for (unsigned i = 0; i < s->ninstrs; i++) {
        const instr *in = &s->instrs[i];
        strbuf_printf(&b, "%s %s %s %s %d %s\n", in->name, in->result->name, in->hash,
                      db_join_features(&mem, in), (int)in->kind, in->c ? in->c : "");
    }
    for (unsigned i = s->ninstrs; i < spec_all_instrs(s); i++)
        strbuf_printf(&b, "%s %s %s\n", spec_instr(s, i)->name, spec_instr(s, i)->result->name,
                      spec_instr(s, i)->hash);
    hash_text(strbuf_text(&b), out);
    strbuf_free(&b);
    arena_free(&mem);
}

static bool has_meta(db *d, const char *key, const char *hash)
{
    sqlite3_stmt *q = db_bind(d, STMT_GET_META, "t", key);
    if (db_next(d, q) != LS_OK) return false;
    const char *known = (const char *)sqlite3_column_text(q, 0);
    bool same = known && !strcmp(known, hash);
    sqlite3_reset(q);
    return same;
}

/* Writes only when the spec is another than last time, so that readers do not disturb a writer. */
static ls_status learn_spec(db *d, const spec *s)
{
    char hash[HASH_TEXT];
    remember_hashes(d, s);
    hash_names(s, hash);
    if (has_meta(d, "spec", hash)) return LS_OK;
    if (d->read_only) {
        strbuf_clear(&d->error);
        strbuf_printf(&d->error,
                      "%s: it cannot be written, and was last used with another specification; "
                      "copy it to where it can be "
                      "written",
                      d->path);
        return LS_ENV;
    }
    ls_status rc = db_begin(d);
    if (rc != LS_OK) return rc;
    rc = put_names(d, s);
    if (rc == LS_OK) db_run(d, STMT_PUT_META, "tt", "spec", hash);
    return db_commit(d);
}

/* ---- what was derived ---- */

/* Of the chosen cells, the meanings, and all bounds and lowerings that there are. */
static ls_status hash_findings(db *d, const char *chosen, char out[HASH_TEXT])
{
    strbuf b = {0};
    sqlite3_stmt *q = db_bind(d, STMT_COUNT_FINDINGS, "");
    ls_status rc = db_next(d, q);
    const char *counts = rc == LS_OK ? (const char *)sqlite3_column_text(q, 0) : NULL;
    strbuf_printf(&b, "%s\n%s\n%s\n", d->spec->hash, chosen, counts ? counts : "");
    if (rc == LS_OK) sqlite3_reset(q);
    hash_text(strbuf_text(&b), out);
    strbuf_free(&b);
    return rc;
}

bool db_is_derived(db *d, const char *chosen)
{
    char hash[HASH_TEXT];
    db_check(d);
    return hash_findings(d, chosen, hash) == LS_OK && has_meta(d, "derived", hash);
}

ls_status db_note_derived(db *d, const char *chosen)
{
    char hash[HASH_TEXT];
    ls_status rc = hash_findings(d, chosen, hash);
    return rc == LS_OK ? db_run(d, STMT_PUT_META, "tt", "derived", hash) : rc;
}

/* ---- open and close ---- */

/* Whether the file, or what SQLite puts beside it, cannot be written. A file that nobody may write,
 * as that of an installation, is not written by root either. */
static bool is_read_only(const char *path)
{
    arena mem = {0};
    struct stat st;
    if (!stat(path, &st) && !(st.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH))) return true;
    const char *slash = strrchr(path, '/');
    const char *dir = slash ? arena_strndup(&mem, path, slash == path ? 1 : (size_t)(slash - path))
                            : ".";
    bool only = access(path, W_OK) || access(dir, W_OK);
    arena_free(&mem);
    return only;
}

/* A file that cannot be written is read as it is; nobody else can write it either, as far as
 * anybody can tell. */
static int open_file(db *d)
{
    arena mem = {0};
    d->read_only = is_read_only(d->path);
    bool alone = d->read_only && !has_log(d->path);
    const char *name = alone ? immutable_uri(&mem, d->path) : d->path;
    int flags = d->read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    int rc = sqlite3_open_v2(name, &d->sql, flags | (alone ? SQLITE_OPEN_URI : 0), NULL);
    arena_free(&mem);
    return rc;
}

static ls_status connect(db *d)
{
    static const char settings[] =
        "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL";
    int rc = open_file(d);
    if (rc == SQLITE_OK) rc = db_guard(d->sql);
    if (rc != SQLITE_OK) return db_fail(d, rc, "open it");
    sqlite3_extended_result_codes(d->sql, 1);
    sqlite3_busy_timeout(d->sql, DB_BUSY_MILLISECONDS);
    db_limit_time(d);
    rc = sqlite3_exec(d->sql, d->read_only ? "PRAGMA query_only = ON" : settings, NULL, NULL, NULL);
    if (rc != SQLITE_OK) return db_fail(d, rc, "set it up");
    return db_prepare(d);
}

static ls_status open_checked(db **out, const char *path, const spec *s, bool thorough, diags *dg)
{
    require(out && path && *path && s && dg,
            "a path, a spec and a place for diagnostics are given");
    *out = NULL;
    ls_status rc = make_sure(dg, path, thorough);
    if (rc != LS_OK) return rc;
    db *d = mem_alloc(1, sizeof *d);
    pthread_mutex_init(&d->proved_lock, NULL);
    d->path = arena_strdup(&d->mem, path);
    d->spec = s;
    d->interrupted = "";
    rc = connect(d);
    if (rc == LS_OK) rc = learn_spec(d, s);
    if (rc == LS_OK) {
        *out = d;
    } else {
        diag_error(dg, (place){0}, "%s", db_error(d));
        db_close(d);
    }
    return rc;
}

ls_status db_open(db **out, const char *path, const spec *s, diags *dg)
{
    return open_checked(out, path, s, true, dg);
}

ls_status db_open_to_look(db **out, const char *path, const spec *s, diags *dg)
{
    return open_checked(out, path, s, false, dg);
}

bool db_is_read_only(const db *d)
{
    return d->read_only;
}

void db_close(db *d)
{
    if (!d) return;
    if (d->sql && d->state != DB_OPEN) db_rollback_cell(d);
    if (d->sql && d->run && !d->read_only)
        db_run(d, STMT_END_RUN, "iz", d->run, d->interrupted); /* the journal alone would miss it */
    db_finalize(d);
    sqlite3_close(d->sql);
    pthread_mutex_destroy(&d->proved_lock);
    strbuf_free(&d->error);
    arena_free(&d->mem);
    mem_free(d);
}
