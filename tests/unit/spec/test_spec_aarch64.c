// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_spec_aarch64.c - the instructions of the set aarch64 against plain C.
 *
 * Every one is evaluated on random and corner values and compared, lane by lane of its result, with
 * a reference written independently (instr_refs_aarch64.h, instr_refs_sve.h). An instruction
 * without a reference fails the test. What a processor says about the same text is the business of
 * verify. */
#include "instr_refs_sve.h"
#include "set_refs.h"

/* The width of the lanes that an arrangement names: 16b, 8b, 8h, ..., s; 0: none is named. */
static unsigned arrangement_width(const char *name)
{
    const char *dot = strchr(name, '.');
    if (!dot) return 0;
    switch (dot[strlen(dot) - 1]) {
    case 'b': return 8;
    case 'h': return 16;
    case 's': return 32;
    default: return 64; /* d, and the two halves of a q */
    }
}

static lane_fn find_in(const struct ref *list, size_t count, const instr *in)
{
    size_t n = strcspn(in->name, ".");
    for (size_t r = 0; r < count; r++)
        if (strlen(list[r].name) == n && !strncmp(list[r].name, in->name, n)) return list[r].fn;
    return NULL;
}

/* Some instructions of SVE have the names of others. */
static reference find_ref(const instr *in)
{
    bool sve = in->requires_ && in->requires_[0] && !strncmp(in->requires_[0], "sve", 3);
    unsigned w = arrangement_width(in->name), bits = in->result->bits;
    return (reference){.fn = sve ? find_in(sve_refs, sizeof sve_refs / sizeof *sve_refs, in)
                                 : find_in(refs, sizeof refs / sizeof *refs, in),
                       .w = !w || w > bits ? bits : w};
}

static void every_instruction_does_what_its_reference_does(void **state)
{
    (void)state;
    check_set("aarch64", find_ref, 600);
}

static bool target_can(const char *target_name, const char *name)
{
    const target *t = spec_find_target(the_spec, target_name);
    assert_non_null(t);
    const instr *in = spec_find_instr(the_spec, t->set, name, spec_find_class(the_spec, "x128"));
    assert_non_null(in);
    return target_has_instr(t, in);
}

static void targets_have_their_instructions_and_no_others(void **state)
{
    (void)state;
    assert_true(target_can("armv8-a", "bsl.16b"));
    assert_false(target_can("armv8-a", "udot.4s"));
    assert_false(target_can("armv8-a", "pmull.1q"));
    assert_true(target_can("neoverse-n1", "udot.4s"));
    assert_true(target_can("neoverse-n1", "pmull2.1q"));
    assert_false(target_can("neoverse-n1", "eor3.16b"));
    assert_true(target_can("apple-m1", "eor3.16b"));
    assert_false(target_can("apple-m1", "eor3.d"));
    assert_true(target_can("neoverse-v2", "eor3.d"));
    assert_true(target_can("neoverse-v2", "bext.b"));
    assert_false(target_can("neoverse-v2", "eor3.16b"));
    assert_false(target_can("neoverse-v2", "pmull.1q"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_does_what_its_reference_does),
        cmocka_unit_test(targets_have_their_instructions_and_no_others),
    };
    return cmocka_run_group_tests_name("spec of aarch64", tests, load_spec, drop_spec);
}
