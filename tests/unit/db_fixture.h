// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* db_fixture.h - what the tests of db/ share: a directory of their own, a small spec, rows, and
 * questions to files.
 *
 * The spec is a small one so that no change of the instruction set moves a test; where a test needs
 * the spec changed, it loads a variant with one piece of text replaced. */
#ifndef LANESMITH_TEST_DB_FIXTURE_H
#define LANESMITH_TEST_DB_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/db.h"
#include "spec/load/load.h"

#define PADDB_BODY "(each i 8 (bvadd (field a i) (field b i)))"
#define OP_ADD_BODY "(each i (bvadd (field a i) (field b i)))"

#define SPLATS                                                                                     \
    "(splat8 \"s8($k)\") (splat16 \"s16($k)\") (splat32 \"s32($k)\") (splat64 \"s64($k)\"))\n"

static const char small_spec[] =
    "(class x128 (bits 128) vector (llvm \"<2 x i64>\")) (spelling x128 (c \"__m128i\") (literal "
    "\"long long\") " SPLATS "(class y256 (bits 256) vector (llvm \"<4 x i64>\")) (spelling y256 "
                             "(c \"__m256i\") (literal \"long long\") " SPLATS
    "(target t1 (cpu \"x86-64\") (triple \"x86_64-unknown-linux-gnu\") (suffix \"t1\") (features "
    "\"sse2\")\n"
    "  (classes x128))\n"
    "(target t3 (cpu \"x86-64-v3\") (triple \"x86_64-unknown-linux-gnu\") (suffix \"t3\") "
    "(features \"sse2\" \"avx2\")\n"
    "  (classes x128 y256))\n"
    "(op add ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"Sum.\") " OP_ADD_BODY ")\n"
    "(op xor ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"Difference.\") (llvm \"xor\") (where "
    "(!= w 3)) (bvxor a b))\n"
    "(family (r l) ((x128 \"<2 x i64>\") (y256 \"<4 x i64>\"))\n"
    "  (instr (name \"pxor\") ((a r) (b r)) r (requires \"sse2\") (commutative) (kind logic)\n"
    "    (llvm \"xor \" l \" $a, $b\") (c \"xor($a, $b)\") (bvxor a b))\n"
    "  (instr (name \"pand\") ((a r) (b r)) r (requires \"sse2\") (commutative) (kind logic)\n"
    "    (llvm \"and \" l \" $a, $b\") (c \"and($a, $b)\") (bvand a b)))\n"
    "(instr (name \"paddb\") ((a x128) (b x128)) x128 (requires \"sse2\") (commutative) (kind add) "
    "(lanes 8)\n"
    "  (llvm \"add <16 x i8> $a, $b\") (c \"_mm_add_epi8($a, $b)\") " PADDB_BODY ")\n"
    "(instr (name \"vpor\") ((a x128) (b x128)) x128 (requires \"avx2\") (commutative) (kind "
    "logic)\n"
    "  (llvm \"or <2 x i64> $a, $b\") (c \"_mm_or_si128($a, $b)\") (bvor a b))\n";

/* Five instructions for the sum of fields of 2 bits. */
#define ADD2_TEXT                                                                                  \
    "t0 = pxor a b\n"                                                                              \
    "t1 = pand a b\n"                                                                              \
    "t2 = pand t1 0x55*\n"                                                                         \
    "t3 = paddb t2 t2\n"                                                                           \
    "r = pxor t0 t3\n"

typedef struct fixture {
    char dir[64];
    char path[128]; /* of the database */
    spec *s;
    diags dg;
    char *said; /* what the last diagnostics were */
} fixture;

static inline char *in_dir(const fixture *f, const char *name, char path[static 160])
{
    snprintf(path, 160, "%s/%.94s", f->dir, name);
    return path;
}

static inline void write_file(const fixture *f, const char *name, const char *text, size_t size)
{
    char path[160];
    FILE *out = fopen(in_dir(f, name, path), "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

/* The small spec with one piece of text replaced (old NULL: as it is). */
static inline spec *load_variant(fixture *f, const char *old, const char *new)
{
    strbuf b = {0};
    const char *at = old ? strstr(small_spec, old) : NULL;
    if (old) assert_non_null(at);
    strbuf_putn(&b, small_spec, at ? (size_t)(at - small_spec) : strlen(small_spec));
    if (at) strbuf_printf(&b, "%s%s", new, at + strlen(old));
    write_file(f, "small.spec", b.s, b.len);
    strbuf_free(&b);
    char path[160];
    const char *paths[] = {in_dir(f, "small.spec", path)};
    spec *s = NULL;
    ls_status rc = spec_load_files(&s, paths, 1, &f->dg);
    if (rc != LS_OK) diag_print(&f->dg, stderr);
    assert_int_equal(rc, LS_OK);
    return s;
}

/* Takes the diagnostics since the last time as text. */
static inline const char *take_said(fixture *f)
{
    size_t size = 0;
    free(f->said);
    FILE *out = open_memstream(&f->said, &size);
    diag_print(&f->dg, out);
    fclose(out);
    diag_free(&f->dg);
    return f->said;
}

static inline void check_says(fixture *f, const char *part)
{
    const char *said = take_said(f);
    if (!strstr(said, part)) fail_msg("expected \"%s\" in:\n%s", part, said);
}

static inline int set_up(void **state)
{
    fixture *f = mem_alloc(1, sizeof *f);
    const char *tmp = getenv("TMPDIR");
    snprintf(f->dir, sizeof f->dir, "%s/test_db.XXXXXX", tmp && strlen(tmp) < 40 ? tmp : P_tmpdir);
    if (!mkdtemp(f->dir)) return 1;
    snprintf(f->path, sizeof f->path, "%s/l.db", f->dir);
    f->s = load_variant(f, NULL, NULL);
    *state = f;
    return 0;
}

static inline int tear_down(void **state)
{
    fixture *f = *state;
    DIR *dir = opendir(f->dir);
    char path[512];
    for (struct dirent *e; dir && (e = readdir(dir));) {
        snprintf(path, sizeof path, "%s/%s", f->dir, e->d_name);
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && unlink(path)) rmdir(path);
    }
    closedir(dir);
    rmdir(f->dir);
    spec_free(f->s);
    diag_free(&f->dg);
    free(f->said);
    mem_free(f);
    return 0;
}

/* ---- rows ---- */

static inline cell cell_of(const spec *s, const char *name, unsigned w, const char *cls,
                           const char *on)
{
    cell c = {spec_find_op(s, name), w, spec_find_class(s, cls), spec_find_target(s, on)};
    assert_true(c.op && c.cls && c.target && cell_exists(&c));
    return c;
}

static inline db_proof proof_of(const char *seed, const char *answer, bool claimed)
{
    db_proof p = {
        .answer = answer, .solver = "z3 4.8.12", .chunk = 64, .seconds = 0.5, .reason = ""};
    p.state = claimed ? TRUTH_CLAIMED : TRUTH_HERE;
    hash_text(seed, p.obligation);
    return p;
}

/* seed "": without proofs; else the IR is proved. */
static inline db_lowering lowering_of(cell c, const char *text, unsigned insns, const char *seed,
                                      const char *answer)
{
    db_lowering l = {.cell = c, .text = text, .engine = "exhaust", .parent = ""};
    l.cost = (cost){insns, insns, 1.0 / 3 * insns, insns, 1, 4 * insns, 1, 1};
    if (*seed) l.program = proof_of(seed, answer, false);
    if (*seed) l.ir = proof_of("the IR of any", "proved", false);
    return l;
}

static inline db *open_db(fixture *f, const spec *s)
{
    db *d = NULL;
    ls_status rc = db_open(&d, f->path, s, &f->dg);
    if (rc != LS_OK) diag_print(&f->dg, stderr);
    assert_int_equal(rc, LS_OK);
    return d;
}

static inline void must(db *d, ls_status rc)
{
    if (rc != LS_OK) fail_msg("status %d: %s", rc, db_error(d));
}

/* One cell with one lowering. */
static inline void put_one(db *d, db_lowering l)
{
    must(d, db_begin_cell(d, &l.cell));
    must(d, db_put_lowering(d, &l));
    must(d, db_commit_cell(d));
}

static inline unsigned count_rows(db *d, const spec *s, bool winners_only)
{
    arena mem = {0};
    db_lowering *list;
    unsigned n;
    must(d, db_list_lowerings(d, s, NULL, winners_only, &mem, &list, &n));
    arena_free(&mem);
    return n;
}

/* The only one of the database. */
static inline db_lowering only_row(db *d, const spec *s, arena *mem)
{
    db_lowering *list;
    unsigned n;
    must(d, db_list_lowerings(d, s, NULL, DB_ALL, mem, &list, &n));
    assert_int_equal(n, 1);
    return list[0];
}

static inline void put_bound(db *d, cell c, unsigned insns, const char *grammar,
                             uint64_t candidates)
{
    db_bound b = {c, insns, grammar, candidates, "exhaust", TRUTH_HERE};
    must(d, db_begin_cell(d, &c));
    must(d, db_put_bound(d, &b));
    must(d, db_commit_cell(d));
}

static inline void check_rank(db *d, const spec *s, const char *status, int bound)
{
    arena mem = {0};
    db_lowering x = only_row(d, s, &mem);
    assert_string_equal(x.status, status);
    assert_int_equal(x.bound, bound);
    arena_free(&mem);
}

/* A database with one lowering and, if grammar, one bound, either of them first. */

/* One text of which nothing is attested. */
static inline ls_status load_file(db *d, const spec *s, const char *path, diags *dg)
{
    return db_load_winners(d, s, &path, 1, NULL, NULL, dg);
}

static inline char *dump_text(db *d, const spec *s, const char *of)
{
    strbuf b = {0};
    bool *wanted = mem_alloc(s->ntargets, sizeof *wanted);
    wanted[spec_find_target(s, of)->index] = true;
    must(d, db_dump_winners(d, s, wanted, &b));
    mem_free(wanted);
    return b.s;
}

/* ---- the file through SQLite itself, as a person with the shell sees it ---- */

/* The first column of all rows, joined by newlines; free it. */
static inline char *ask(const char *path, const char *sql)
{
    sqlite3 *file = NULL;
    sqlite3_stmt *q = NULL;
    strbuf b = {0};
    assert_int_equal(sqlite3_open_v2(path, &file, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    sqlite3_busy_timeout(file, 1000);
    if (sqlite3_prepare_v2(file, sql, -1, &q, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(file));
    while (sqlite3_step(q) == SQLITE_ROW) {
        const unsigned char *s = sqlite3_column_text(q, 0);
        strbuf_printf(&b, "%s%s", b.len ? "\n" : "", s ? (const char *)s : "NULL");
    }
    sqlite3_finalize(q);
    sqlite3_close(file);
    if (!b.s) strbuf_puts(&b, "");
    return b.s;
}

static inline void check_ask(const char *path, const char *sql, const char *expected)
{
    char *got = ask(path, sql);
    assert_string_equal(got, expected);
    mem_free(got);
}

#endif
