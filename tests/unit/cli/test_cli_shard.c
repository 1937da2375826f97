// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_cli_shard.c - the shards of the default table: every cell is in one, groups are whole, and
 * all have about as much to do.
 *
 * The command is no library; the test includes what it needs. tests/cli/shards.sh searches. */
#include "tests/unit/fixture.h"

#include "cli/app/cells.c"
#include "cli/app/options.c"
#include "cli/app/unknown.c"
#include "cli/shard.c"

enum { GROUP_MAX = 80 }; /* cells: two operations in five classes of five targets, and some */

static void take(const cell *all, unsigned total, unsigned which, unsigned of, arena *mem,
                 cell **out, unsigned *count)
{
    shard x = {which, of};
    *count = shard_take(&x, the_spec, all, total, mem, out);
}

static void check_parts(const cell *all, unsigned total, unsigned of)
{
    arena mem = {0};
    unsigned seen = 0, least = total, most = 0;
    unsigned char *found = arena_new(&mem, total + 1, unsigned char);
    for (unsigned k = 1; k <= of; k++) {
        cell *part;
        unsigned n;
        take(all, total, k, of, &mem, &part, &n);
        seen += n;
        least = n < least ? n : least;
        most = n > most ? n : most;
        for (unsigned i = 0, at = 0; i < n; i++, at++) {
            while (at < total && cell_compare(&all[at], &part[i])) at++;
            assert_true(at < total); /* in the same order */
            assert_int_equal(found[at]++, 0);
        }
    }
    assert_int_equal(seen, total);
    assert_true(most - least <= GROUP_MAX);
    arena_free(&mem);
}

static void parts_are_disjoint_and_alike(void **state)
{
    static const unsigned parts[] = {1, 2, 3, 16, 47};
    static cell_filter everything;
    arena mem = {0};
    cell *all;
    (void)state;
    unsigned total = cells_select(the_spec, &everything, NULL, &mem, &all);
    assert_true(total > 10000);
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) check_parts(all, total, parts[i]);
    arena_free(&mem);
}

static bool has(const cell *part, unsigned n, const char *name, unsigned w)
{
    for (unsigned i = 0; i < n; i++)
        if (!strcmp(part[i].op->name, name) && part[i].w == w) return true;
    return false;
}

static void exchanged_operations_stay_together(void **state)
{
    static const char *const pairs[][2] = {{"slt", "sgt"}, {"ule", "uge"}};
    static cell_filter everything;
    arena mem = {0};
    cell *all, *part;
    unsigned n, total = cells_select(the_spec, &everything, NULL, &mem, &all);
    (void)state;
    for (unsigned k = 1; k <= 7; k++) {
        take(all, total, k, 7, &mem, &part, &n);
        for (unsigned w = 1; w <= 64; w *= 2)
            for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
                assert_int_equal(has(part, n, pairs[i][0], w), has(part, n, pairs[i][1], w));
    }
    arena_free(&mem);
}

static void nothing_is_divided_too(void **state)
{
    arena mem = {0};
    cell *part;
    unsigned n;
    (void)state;
    take(NULL, 0, SHARDS_MAX, SHARDS_MAX, &mem, &part, &n);
    assert_int_equal(n, 0);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_disjoint_and_alike),
        cmocka_unit_test(exchanged_operations_stay_together),
        cmocka_unit_test(nothing_is_divided_too),
    };
    return cmocka_run_group_tests_name("shard", tests, load_spec, drop_spec);
}
