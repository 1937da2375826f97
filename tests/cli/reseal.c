// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* reseal.c - reseal DATABASE: gives every bound of a database a right seal, so that a test can
 * change bounds by SQL and have them believed. The command has no such thing. */
#include <stdio.h>

#include "db/internal.h"

int main(int argc, char **argv)
{
    sqlite3 *sql = NULL;
    sqlite3_stmt *all = NULL, *set = NULL;
    int rc = argc == 2 ? sqlite3_open_v2(argv[1], &sql, SQLITE_OPEN_READWRITE, NULL)
                       : SQLITE_MISUSE;
    if (rc == SQLITE_OK)
        rc = sqlite3_prepare_v2(sql, "SELECT " BOUND_COLUMNS ", b.id " BOUND_TABLES, -1, &all,
                                NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_prepare_v2(sql, "UPDATE bounds SET seal = ?2 WHERE id = ?1", -1, &set, NULL);
    while (rc == SQLITE_OK && sqlite3_step(all) == SQLITE_ROW) {
        char seal[HASH_TEXT];
        db_seal_row(all, BOUND_SEALED, seal);
        sqlite3_bind_int64(set, 1, sqlite3_column_int64(all, BOUND_SEALED + 1));
        sqlite3_bind_text(set, 2, seal, -1, SQLITE_TRANSIENT);
        if (sqlite3_step(set) != SQLITE_DONE) rc = SQLITE_ERROR;
        sqlite3_reset(set);
    }
    if (rc != SQLITE_OK)
        fprintf(stderr, "reseal: %s\n", sql ? sqlite3_errmsg(sql) : "expected a database");
    sqlite3_finalize(all);
    sqlite3_finalize(set);
    sqlite3_close(sql);
    return rc != SQLITE_OK;
}
