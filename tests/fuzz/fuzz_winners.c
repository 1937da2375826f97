// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fuzz_winners.c - winners text: loaded into an empty database, and what was accepted is listed and
 * dumped. */
#include "small_db.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static db *open;
    const spec *s = small_load();
    char path[64];
    diags d = {0};
    if (!open) fuzz_check(db_open(&open, small_path, s, &d) == LS_OK, "no database");
    int file = fuzz_file(data, size, path);
    ls_status rc = db_load_winners(open, s, (const char *const[]){path}, 1, NULL, NULL, &d);
    fuzz_check((rc == LS_OK) == (d.count == 0), "an error without a message, or the reverse");
    fuzz_check(rc != LS_ENV, "the database is in trouble");
    if (rc == LS_OK) {
        small_list(open, s);
        db_close(open);
        open = NULL;
        small_remove();
    }
    diag_free(&d);
    close(file);
    return 0;
}
