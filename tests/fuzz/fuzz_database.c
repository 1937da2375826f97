// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fuzz_database.c - a database file: refused, or opened, listed and dumped. */
#include "small_db.h"

static void write_database(const uint8_t *data, size_t size)
{
    FILE *f = fopen(small_path, "wb");
    fuzz_check(f && fwrite(data, 1, size, f) == size && !fclose(f), "the file cannot be written");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const spec *s = small_load();
    db *opened = NULL;
    diags d = {0};
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
