// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_db_faults.c - the database when the disk is full, a write fails, or memory runs out: fail
 * the k-th, until it runs clean.
 *
 * A VFS in front of the default one counts what would change a file (writes, syncs, truncations)
 * and fails the k-th, or the k-th and all after it. Another limits how much may be written. The
 * memory of SQLite is failed the same way. Whatever happens: the cell of before is there, the cell
 * in flight is there whole or not at all, it is there if its commit was reported done, and nothing
 * is damaged. */
#include "tests/unit/db_fixture.h"

/* ---- the faulty VFS ---- */

static struct fault {
    bool armed, sticky;
    int code;       /* what SQLite is told */
    long countdown; /* operations that still succeed */
    long budget;    /* bytes that may still be written, or -1 */
    bool struck;
} fault;

typedef struct shim {
    sqlite3_file base;
    sqlite3_file *real;
} shim;

static sqlite3_vfs *real_vfs;

static sqlite3_file *real_of(sqlite3_file *f)
{
    return ((shim *)(void *)f)->real;
}

/* Whether the operation at hand is to fail. */
static bool strikes(void)
{
    if (!fault.armed || (fault.struck && !fault.sticky)) return false;
    if (!fault.struck && fault.countdown-- > 0) return false;
    return fault.struck = true;
}

static bool over_budget(int n)
{
    if (!fault.armed || fault.budget < 0) return false;
    fault.budget -= n;
    return fault.budget < 0 ? fault.budget = 0, true : false;
}

static int shim_close(sqlite3_file *f)
{
    return real_of(f)->pMethods ? real_of(f)->pMethods->xClose(real_of(f)) : SQLITE_OK;
}

static int shim_read(sqlite3_file *f, void *p, int n, sqlite3_int64 at)
{
    return real_of(f)->pMethods->xRead(real_of(f), p, n, at);
}

static int shim_write(sqlite3_file *f, const void *p, int n, sqlite3_int64 at)
{
    if (over_budget(n)) return SQLITE_FULL;
    if (!strikes()) return real_of(f)->pMethods->xWrite(real_of(f), p, n, at);
    if (n > 1) real_of(f)->pMethods->xWrite(real_of(f), p, n / 2, at); /* half of it arrives */
    return fault.code;
}

static int shim_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    return strikes() ? fault.code : real_of(f)->pMethods->xTruncate(real_of(f), size);
}

static int shim_sync(sqlite3_file *f, int flags)
{
    return strikes() ? fault.code : real_of(f)->pMethods->xSync(real_of(f), flags);
}

static int shim_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return real_of(f)->pMethods->xFileSize(real_of(f), size);
}

static int shim_lock(sqlite3_file *f, int lock)
{
    return real_of(f)->pMethods->xLock(real_of(f), lock);
}

static int shim_unlock(sqlite3_file *f, int lock)
{
    return real_of(f)->pMethods->xUnlock(real_of(f), lock);
}

static int shim_reserved(sqlite3_file *f, int *out)
{
    return real_of(f)->pMethods->xCheckReservedLock(real_of(f), out);
}

static int shim_control(sqlite3_file *f, int code, void *arg)
{
    return real_of(f)->pMethods->xFileControl(real_of(f), code, arg);
}

static int shim_sector(sqlite3_file *f)
{
    return real_of(f)->pMethods->xSectorSize(real_of(f));
}

static int shim_traits(sqlite3_file *f)
{
    return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}

static int shim_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **out)
{
    return real_of(f)->pMethods->xShmMap(real_of(f), page, size, extend, out);
}

static int shim_shm_lock(sqlite3_file *f, int offset, int n, int flags)
{
    return real_of(f)->pMethods->xShmLock(real_of(f), offset, n, flags);
}

static void shim_shm_barrier(sqlite3_file *f)
{
    real_of(f)->pMethods->xShmBarrier(real_of(f));
}

static int shim_shm_unmap(sqlite3_file *f, int delete)
{
    return real_of(f)->pMethods->xShmUnmap(real_of(f), delete);
}

static const sqlite3_io_methods shim_methods = {.iVersion = 2,
                                                .xClose = shim_close,
                                                .xRead = shim_read,
                                                .xWrite = shim_write,
                                                .xTruncate = shim_truncate,
                                                .xSync = shim_sync,
                                                .xFileSize = shim_size,
                                                .xLock = shim_lock,
                                                .xUnlock = shim_unlock,
                                                .xCheckReservedLock = shim_reserved,
                                                .xFileControl = shim_control,
                                                .xSectorSize = shim_sector,
                                                .xDeviceCharacteristics = shim_traits,
                                                .xShmMap = shim_shm_map,
                                                .xShmLock = shim_shm_lock,
                                                .xShmBarrier = shim_shm_barrier,
                                                .xShmUnmap = shim_shm_unmap};

static int shim_open(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out_flags)
{
    (void)v;
    shim *s = (shim *)(void *)f;
    s->base.pMethods = NULL;
    s->real = (sqlite3_file *)(void *)(s + 1);
    if ((flags & SQLITE_OPEN_CREATE) && strikes()) return SQLITE_CANTOPEN;
    int rc = real_vfs->xOpen(real_vfs, name, s->real, flags, out_flags);
    if (s->real->pMethods) s->base.pMethods = &shim_methods;
    return rc;
}

static void install_vfs(void)
{
    static sqlite3_vfs vfs;
    if (real_vfs) return;
    real_vfs = sqlite3_vfs_find(NULL);
    vfs = *real_vfs;
    vfs.zName = "faulty";
    vfs.szOsFile = (int)sizeof(shim) + real_vfs->szOsFile;
    vfs.xOpen = shim_open;
    vfs.pNext = NULL;
    assert_int_equal(sqlite3_vfs_register(&vfs, 1), SQLITE_OK);
}

/* ---- the faulty memory of SQLite ---- */

static sqlite3_mem_methods real_memory;
static struct {
    bool armed;
    long countdown;
    bool struck;
} starve;

static bool starves(void)
{
    if (!starve.armed || starve.countdown-- != 0) return false;
    return starve.struck = true;
}

static void *faulty_malloc(int n)
{
    return starves() ? NULL : real_memory.xMalloc(n);
}

static void *faulty_realloc(void *p, int n)
{
    return starves() ? NULL : real_memory.xRealloc(p, n);
}

static void install_memory(void)
{
    assert_int_equal(sqlite3_shutdown(), SQLITE_OK);
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory), SQLITE_OK);
    sqlite3_mem_methods faulty = real_memory;
    faulty.xMalloc = faulty_malloc;
    faulty.xRealloc = faulty_realloc;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &faulty), SQLITE_OK);
    assert_int_equal(sqlite3_initialize(), SQLITE_OK);
}

/* ---- the work that is disturbed ---- */

enum { ROWS = 40 };

/* A cell of forty lowerings, a bound and a mark: many pages. Returns what the commit said, LS_OK
 * only if all did. */
static ls_status write_cell(fixture *f, db *d)
{
    cell c = cell_of(f->s, "add", 2, "x128", "t1");
    ls_status rc = db_begin_run(d, "test", "r", "o", "m");
    if (rc != LS_OK || (rc = db_begin_cell(d, &c)) != LS_OK) return rc;
    for (unsigned i = 0; i < ROWS; i++) {
        char text[160], seed[16];
        snprintf(text, sizeof text, "t0 = pxor a 0x%08x*\nt1 = pand t0 b\nr = paddb t0 t1\n", i);
        snprintf(seed, sizeof seed, "s%u", i);
        db_lowering l = lowering_of(c, text, 3, seed, "proved");
        rc = db_put_lowering(d, &l);
        if (rc != LS_OK) assert_true(*db_error(d) != 0);
    }
    db_put_bound(d, &(db_bound){c, 2, "pxor pand paddb", 1, "exhaust", TRUTH_HERE});
    db_mark_searched(d, &c, "key");
    return db_commit_cell(d);
}

/* Opens, writes, closes. */
static ls_status disturbed(fixture *f)
{
    db *d = NULL;
    ls_status rc = db_open(&d, f->path, f->s, &f->dg);
    if (rc == LS_OK) {
        assert_int_equal(f->dg.count, 0);
        rc = write_cell(f, d);
        if (rc != LS_OK) assert_true(*db_error(d) != 0);
    } else {
        assert_true(!d && f->dg.count > 0);
    }
    db_close(d);
    diag_free(&f->dg);
    return rc;
}

/* A database with one finished cell of one row. */
static void make_base(fixture *f)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
    char path[160];
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s%s", f->path, suffixes[i]);
        unlink(path);
    }
    db *d = open_db(f, f->s);
    put_one(d,
            lowering_of(cell_of(f->s, "xor", 2, "x128", "t1"), "r = pxor a b\n", 1, "x", "proved"));
    db_close(d);
}

static void check_whole(fixture *f, ls_status said)
{
    db *d = open_db(f, f->s);
    unsigned n = count_rows(d, f->s, false);
    cell c = cell_of(f->s, "add", 2, "x128", "t1");
    assert_true(n == 1 || n == 1 + ROWS);
    if (said == LS_OK) assert_int_equal(n, 1 + ROWS);
    assert_int_equal(db_is_searched(d, &c, "key"), n == 1 + ROWS);
    db_close(d);
    check_ask(f->path, "pragma integrity_check", "ok");
    check_ask(f->path, "pragma foreign_key_check", "");
}

/* Nothing but the spec, the database and its log is in the directory. */
static void check_tidy(const fixture *f)
{
    DIR *dir = opendir(f->dir);
    for (struct dirent *e; (e = readdir(dir));) assert_null(strstr(e->d_name, ".new"));
    closedir(dir);
}

static void fail_each(fixture *f, int code, bool sticky, bool fresh)
{
    bool clean = false;
    install_vfs();
    for (long k = 0; !clean; k += 1 + k / 16) {
        make_base(f);
        if (fresh) unlink(f->path);
        fault = (struct fault){
            .armed = true, .sticky = sticky, .code = code, .countdown = k, .budget = -1};
        ls_status rc = disturbed(f);
        clean = !fault.struck;
        if (clean) assert_int_equal(rc, LS_OK);
        assert_true(rc == LS_OK || rc == LS_ENV);
        fault.armed = false;
        check_tidy(f);
        if (!fresh)
            check_whole(f, rc);
        else
            db_close(open_db(f, f->s)); /* what was made is a database, or nothing */
    }
}

static void every_write_fails_once(void **state)
{
    fail_each(*state, SQLITE_IOERR_WRITE, false, false);
}

static void every_write_fails_from_then_on(void **state)
{
    fail_each(*state, SQLITE_IOERR_FSYNC, true, false);
}

static void disk_is_full_once(void **state)
{
    fail_each(*state, SQLITE_FULL, false, false);
}

static void creation_fails_at_every_write(void **state)
{
    fail_each(*state, SQLITE_FULL, true, true);
    fail_each(*state, SQLITE_IOERR_WRITE, false, true);
}

/* So many bytes fit, then none. */
static void disk_is_full(void **state)
{
    fixture *f = *state;
    install_vfs();
    for (long bytes = 0; bytes < 40000; bytes += 5000) {
        make_base(f);
        db *d = open_db(f, f->s);
        fault = (struct fault){.armed = true, .budget = bytes, .countdown = 1000000};
        assert_int_equal(write_cell(f, d), LS_ENV);
        assert_non_null(strstr(db_error(d), "the disk is full"));
        assert_int_equal(count_rows(d, f->s, false), 1); /* the handle goes on */
        fault.armed = false;                             /* room again */
        assert_int_equal(write_cell(f, d), LS_OK);
        db_close(d);
        check_whole(f, LS_OK);
    }
}

static void memory_fails_at_every_allocation(void **state)
{
    fixture *f = *state;
    bool clean = false;
    for (long k = 0; !clean; k += 1 + k / 24) {
        make_base(f);
        starve.armed = true;
        starve.struck = false;
        starve.countdown = k;
        ls_status rc = disturbed(f);
        starve.armed = false;
        clean = !starve.struck;
        assert_true(rc == LS_ENV || rc == LS_OK);
        check_whole(f, rc);
    }
}

static void failed_load_leaves_nothing(void **state)
{
    fixture *f = *state;
    install_vfs();
    make_base(f);
    db *d = open_db(f, f->s);
    assert_int_equal(write_cell(f, d), LS_OK);
    char *text = dump_text(d, f->s, "t1"), path[160];
    db_close(d);
    write_file(f, "t1.low", text, strlen(text));
    unlink(f->path);
    d = open_db(f, f->s);
    fault = (struct fault){
        .armed = true, .code = SQLITE_FULL, .countdown = 3, .sticky = true, .budget = -1};
    assert_int_equal(load_file(d, f->s, in_dir(f, "t1.low", path), &f->dg), LS_ENV);
    assert_non_null(strstr(db_error(d), "the disk is full"));
    fault.armed = false;
    assert_int_equal(count_rows(d, f->s, false), 0);
    assert_int_equal(load_file(d, f->s, path, &f->dg), LS_OK);
    char *again = dump_text(d, f->s, "t1");
    assert_string_equal(again, text);
    db_close(d);
    mem_free(text);
    mem_free(again);
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(every_write_fails_once),
        T(every_write_fails_from_then_on),
        T(disk_is_full_once),
        T(disk_is_full),
        T(creation_fails_at_every_write),
        T(memory_fails_at_every_allocation),
        T(failed_load_leaves_nothing),
    };
    install_memory();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
