// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fuzz_database.c - a database file: refused, or opened, listed and dumped.
 *
 * An input that begins with 'e' is a list of edits of a whole database that is made when the target
 * starts, of the texts in corpus/winners: each is a position (4 bytes, the least first, modulo the
 * size), a count, and so many bytes that are written there. Any other input is the file itself. So
 * the schema may change: no database is kept. */
#include "small_db.h"

#include <sqlite3.h>

enum { BASE_MAX = 1 << 20, EDIT_HEAD = 5 };

static uint8_t base[BASE_MAX];
static size_t base_size;

static void write_database(const uint8_t *data, size_t size)
{
    FILE *f = fopen(small_path, "wb");
    fuzz_check(f && fwrite(data, 1, size, f) == size && !fclose(f), "the file cannot be written");
}

/* Small pages, so that most bytes are data. */
static void compact(void)
{
    sqlite3 *sql;
    bool done = sqlite3_open(small_path, &sql) == SQLITE_OK &&
                sqlite3_exec(sql, "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM",
                             NULL, NULL, NULL) == SQLITE_OK;
    fuzz_check(done, "the database is not made compact");
    sqlite3_close(sql);
}

static void make_base(const spec *s)
{
    static const char *const texts[] = {"tests/fuzz/corpus/winners/two_cells.low",
                                        "tests/fuzz/corpus/winners/bound.low"};
    db *d;
    diags dg = {0};
    fuzz_check(db_open(&d, small_path, s, &dg) == LS_OK, "no database");
    ls_status rc = db_load_winners(d, s, texts, 2, NULL, NULL, &dg);
    diag_print(&dg, stderr);
    fuzz_check(rc == LS_OK, "the winners of the corpus are refused");
    db_close(d);
    compact();
    FILE *f = fopen(small_path, "rb");
    fuzz_check(f, "no database");
    base_size = fread(base, 1, sizeof base, f);
    fclose(f);
    fuzz_check(base_size < sizeof base, "the database is too large");
    small_remove();
}

static void write_edited(const uint8_t *data, size_t size)
{
    static uint8_t image[BASE_MAX];
    memcpy(image, base, base_size);
    while (size >= EDIT_HEAD) {
        uint32_t at = data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 |
                      (uint32_t)data[3] << 24;
        size_t count = data[4];
        data += EDIT_HEAD, size -= EDIT_HEAD;
        for (size_t i = 0; i < count && i < size; i++) image[(at + i) % base_size] = data[i];
        count = count < size ? count : size;
        data += count, size -= count;
    }
    write_database(image, base_size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const spec *s = small_load();
    db *opened = NULL;
    diags d = {0};
    if (!base_size) make_base(s);
    if (size && data[0] == 'e')
        write_edited(data + 1, size - 1);
    else
        write_database(data, size);
    ls_status rc = db_open(&opened, small_path, s, &d);
    fuzz_check((rc == LS_OK) == (opened != NULL), "a database without its status");
    fuzz_check(rc == LS_OK || d.count, "refused without a message");
    if (rc == LS_OK) small_list(opened, s);
    db_close(opened);
    diag_free(&d);
    small_remove();
    return 0;
}
