// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_spec_aarch64.c - the instructions of the set aarch64 against plain C.
 *
 * Every one is evaluated on random and corner values and compared, lane by lane of its result, with
 * a reference written independently (instr_refs_aarch64.h, instr_refs_sve.h). An instruction
 * without a reference fails the test. What a processor says about the same text is the business of
 * verify. */
#include "instr_refs_sve.h"
#include "spec/instr.h"
#include "tests/unit/fixture.h"

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
static lane_fn find_ref(const instr *in)
{
    bool sve = in->requires_ && in->requires_[0] && !strncmp(in->requires_[0], "sve", 3);
    return sve ? find_in(sve_refs, sizeof sve_refs / sizeof *sve_refs, in)
               : find_in(refs, sizeof refs / sizeof *refs, in);
}

/* A lane of the source, none where it is a narrower register. */
static uint64_t own_lane(const instr *in, uint64_t src[3][LIMBS], unsigned s, unsigned i,
                         unsigned w)
{
    bool there = s < in->nsrc && (i + 1) * w <= in->src[s]->bits;
    return there ? get_bits(src[s], i * w, w) : 0;
}

static void check_once(const instr *in, lane_fn fn, term_ctx *c, term t, const term *vars,
                       int64_t imm)
{
    uint64_t src[3][LIMBS] = {{0}}, got[LIMBS] = {0};
    const uint64_t *values[3] = {src[0], src[1], src[2]};
    unsigned bits = in->result->bits, w = arrangement_width(in->name);
    if (!w || w > bits) w = bits;
    for (unsigned s = 0; s < in->nsrc; s++) fill_random(src[s], in->src[s]->bits);
    if (random_bits() % 8 == 0) memcpy(src[1], src[0], sizeof src[0]);
    term_eval(c, t, vars, values, in->nsrc, got);
    for (unsigned i = 0; i < bits / w; i++) {
        lane v = {.k = (unsigned)imm, .i = i, .w = w, .reg = {src[0], src[1], src[2]}};
        v.a = own_lane(in, src, 0, i, w);
        v.b = own_lane(in, src, 1, i, w);
        v.c = own_lane(in, src, 2, i, w);
        uint64_t want = fn(&v) & ones(w), have = get_bits(got, i * w, w);
        if (have != want)
            fail_msg("%s on %s, immediate %d: lane %u is 0x%llx, not 0x%llx", in->name,
                     in->result->name, (int)imm, i, (unsigned long long)have,
                     (unsigned long long)want);
    }
}

static void check_instr(const instr *in, int64_t imm, int trials)
{
    lane_fn fn = find_ref(in);
    if (!fn) fail_msg("%s has no reference in this test", in->name);
    term_ctx *c = term_ctx_new();
    term vars[SPEC_SRC_MAX];
    for (unsigned s = 0; s < in->nsrc; s++)
        vars[s] = term_mk_var(c, in->src_name[s], in->src[s]->bits);
    term t = instr_apply(in, c, vars, imm);
    assert_int_equal(term_width(c, t), in->result->bits);
    for (int trial = 0; trial < trials; trial++) check_once(in, fn, c, t, vars, imm);
    term_ctx_free(c);
}

static void every_instruction_does_what_its_reference_does(void **state)
{
    unsigned count = 0;
    (void)state;
    for (unsigned n = 0; n < the_spec->ninstrs; n++) {
        const instr *in = &the_spec->instrs[n];
        if (strcmp(in->set->name, "aarch64")) continue;
        count++;
        if (!in->has_imm) check_instr(in, 0, 48);
        for (int64_t k = in->imm_low; in->has_imm && k <= in->imm_high; k++) check_instr(in, k, 3);
    }
    assert_true(count > 600);
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
