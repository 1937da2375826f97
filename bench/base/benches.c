// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* benches.c - where benches find their data and put their results.
 *
 * Data stands beside the spec (bench/, examples/) and the plugin beside the program itself, so that
 * benches work from any directory and for any build tree. */
#define _GNU_SOURCE
#include "benches.h"

#include <unistd.h>

const unsigned bench_widths[] = {1, 2, 4, 8, 16, 32, 64, 128, 0};

const char *bench_source_path(app *a, const char *name)
{
    return arena_printf(&a->mem, "%s/../%s", a->spec_dir, name);
}

const char *bench_out_path(app *a, const char *name)
{
    bool built = !access(app_prefix_path(a, "CMakeCache.txt"), F_OK);
    return built ? app_prefix_path(a, name) : arena_printf(&a->mem, "lanesmith-%s", name);
}
