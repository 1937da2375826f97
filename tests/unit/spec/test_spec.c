// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_spec.c - the instructions of the shipped spec against plain C.
 *
 * Every instruction of x86 is evaluated on random and corner values and compared with a reference
 * written independently, lane by lane on 64-bit integers (instr_refs.h); of the other set
 * test_spec_aarch64.c does it. An instruction without a reference fails the test, so that none is
 * added unchecked. What a processor says about the same text is the business of verify. */
#include "instr_refs.h"
#include "spec/instr.h"
#include "spec/spec.h"
#include "tests/unit/fixture.h"

static unsigned letter_width(char c) { return c == 'b' ? 8 : c == 'w' ? 16 : c == 'd' ? 32 : 64; }

/* The reference of an instruction and its lane widths; NULL when there is none. */
static const struct ref *find_ref(const instr *in, unsigned *src_lane, unsigned *res_lane)
{
    for (size_t r = 0; r < sizeof refs / sizeof *refs; r++) {
        size_t n = strlen(refs[r].stem), len = strlen(in->name);
        if (strncmp(in->name, refs[r].stem, n) != 0)
            continue;
        if (len > 2 && in->name[len - 2] == '.' && strchr("xyz", in->name[len - 1]))
            len -= 2; /* the class, where the result does not tell it */
        bool plain = !*refs[r].letters && len == n;
        bool ending = len == n + 1 && strchr(refs[r].letters, in->name[n]) != NULL;
        if (!plain && !ending)
            continue;
        unsigned w = ending ? letter_width(in->name[n]) : in->result->bits;
        *src_lane = refs[r].in ? refs[r].in : w;
        *res_lane = refs[r].out ? refs[r].out : w;
        return &refs[r];
    }
    return NULL;
}

/* Compares the term of an instruction with its reference on one random input. */
static void check_once(const instr *in, const struct ref *ref, term_ctx *c, term t,
                       const term *vars, int64_t imm, unsigned src_lane, unsigned res_lane)
{
    uint64_t src[3][LIMBS] = {{0}}, got[LIMBS] = {0}, want[LIMBS] = {0};
    const uint64_t *values[3] = {src[0], src[1], src[2]};
    unsigned lanes = in->result->bits / res_lane;
    for (unsigned s = 0; s < in->nsrc; s++) {
        fill_random(src[s], in->src[s]->bits);
        if (in->src[s]->bits / src_lane < lanes)
            lanes = in->src[s]->bits / src_lane;
    }
    if (random_bits() % 8 == 0)
        memcpy(src[1], src[0], sizeof src[0]);
    for (unsigned i = 0; i < lanes; i++) {
        lane v = {.k = (unsigned)imm,
                  .i = i,
                  .w = src_lane,
                  .reg = {src[0], src[1], src[2]},
                  .bits = in->src[0]->bits};
        v.a = get_bits(src[0], i * src_lane, src_lane);
        v.b = in->nsrc > 1 ? get_bits(src[1], i * src_lane, src_lane) : 0;
        v.c = in->nsrc > 2 ? get_bits(src[2], i * src_lane, src_lane) : 0;
        put_bits(want, i * res_lane, res_lane, ref->fn(&v));
    }
    term_eval(c, t, vars, values, in->nsrc, got);
    for (unsigned low = 0; low < in->result->bits; low += 8)
        if (get_bits(got, low, 8) != get_bits(want, low, 8))
            fail_msg("%s on %s, immediate %d: byte %u is 0x%02x, not 0x%02x", in->name,
                     in->result->name, (int)imm, low / 8, (unsigned)get_bits(got, low, 8),
                     (unsigned)get_bits(want, low, 8));
}

static term apply_to_vars(const instr *in, term_ctx *c, term *vars, int64_t imm)
{
    for (unsigned s = 0; s < in->nsrc; s++)
        vars[s] = term_mk_var(c, in->src_name[s], in->src[s]->bits);
    return instr_apply(in, c, vars, imm);
}

static void every_instruction_does_what_its_reference_does(void **state)
{
    (void)state;
    for (unsigned n = 0; n < the_spec->ninstrs; n++) {
        const instr *in = &the_spec->instrs[n];
        unsigned src_lane = 0, res_lane = 0;
        if (strcmp(in->set->name, "x86")) continue;
        const struct ref *ref = find_ref(in, &src_lane, &res_lane);
        if (!ref)
            fail_msg("%s has no reference in this test", in->name);
        int64_t low = in->has_imm ? in->imm_low : 0, high = in->has_imm ? in->imm_high : 0;
        for (int64_t imm = low; imm <= high; imm++) {
            term_ctx *c = term_ctx_new();
            term vars[SPEC_SRC_MAX];
            term t = apply_to_vars(in, c, vars, imm);
            assert_int_equal(term_width(c, t), in->result->bits);
            for (int trial = 0; trial < (in->has_imm ? 3 : 48); trial++)
                check_once(in, ref, c, t, vars, imm, src_lane, res_lane);
            term_ctx_free(c);
        }
    }
}

/* Whether swapping the first two sources ever changes the result, on random inputs. */
static bool swap_changes(const instr *in)
{
    term_ctx *c = term_ctx_new();
    term vars[SPEC_SRC_MAX];
    term t = apply_to_vars(in, c, vars, in->has_imm ? in->imm_low : 0);
    bool changes = false;
    for (int trial = 0; trial < 32 && !changes; trial++) {
        uint64_t src[3][LIMBS], one[LIMBS] = {0}, other[LIMBS] = {0};
        const uint64_t *values[3] = {src[0], src[1], src[2]},
                       *swapped[3] = {src[1], src[0], src[2]};
        for (unsigned s = 0; s < in->nsrc; s++)
            fill_random(src[s], in->src[s]->bits);
        /* an amount that a shift by one for all lanes takes */
        if (trial % 2) src[trial / 2 % 2][0] %= 8;
        term_eval(c, t, vars, values, in->nsrc, one);
        term_eval(c, t, vars, swapped, in->nsrc, other);
        changes = memcmp(one, other, sizeof one) != 0;
    }
    term_ctx_free(c);
    return changes;
}

static void an_instruction_says_that_it_commutes_when_it_does(void **state)
{
    (void)state;
    for (unsigned n = 0; n < the_spec->ninstrs; n++) {
        const instr *in = &the_spec->instrs[n];
        if (in->nsrc < 2 || in->src[0] != in->src[1] || in->has_imm)
            assert_false(in->commutative);
        else if (in->commutative == swap_changes(in))
            fail_msg("%s on %s is%s declared commutative", in->name, in->result->name,
                     in->commutative ? "" : " not");
    }
}

static void every_instruction_can_be_emitted_and_belongs_to_a_target(void **state)
{
    (void)state;
    const regclass *k64 = spec_find_class(the_spec, "k64");
    for (unsigned n = 0; n < the_spec->ninstrs; n++) {
        const instr *in = &the_spec->instrs[n];
        bool some = in->result == k64 || in->src[0] == k64; /* no target has cells in k64 */
        assert_true(in->nllvm >= 1);
        assert_non_null(in->c);
        for (unsigned t = 0; t < the_spec->ntargets; t++)
            some = some || target_has_instr(&the_spec->targets[t], in);
        if (!some)
            fail_msg("no target has %s on %s", in->name, in->result->name);
        assert_ptr_equal(spec_find_instr(the_spec, in->set, in->name, in->result), in);
    }
}

static bool target_can(const char *target_name, const char *name, const char *class_name)
{
    const target *t = spec_find_target(the_spec, target_name);
    assert_non_null(t);
    const regclass *cls = spec_find_class(the_spec, class_name);
    const instr *in = spec_find_instr(the_spec, t->set, name, cls);
    return in != NULL && target_has_instr(t, in);
}

static void targets_have_their_instructions_and_no_others(void **state)
{
    (void)state;
    assert_true(target_can("x86-64", "pminub", "x128"));
    assert_false(target_can("x86-64", "pminsb", "x128")); /* SSE4.1 */
    assert_false(target_can("x86-64", "pcmpeqq", "x128"));
    assert_false(target_can("x86-64", "andn", "r64")); /* BMI */
    assert_false(target_can("x86-64", "paddb", "y256"));
    assert_true(target_can("x86-64-v3", "pminsb", "x128"));
    assert_true(target_can("x86-64-v3", "paddb", "y256"));
    assert_true(target_can("x86-64-v3", "andn", "r64"));
    assert_false(target_can("x86-64-v3", "paddb", "z512"));
    assert_false(target_can("x86-64-v3", "vpternlogd", "x128")); /* AVX-512VL */
    assert_false(target_can("x86-64-v3", "psraq", "y256"));
    assert_true(target_can("x86-64-v4", "vpternlogd", "x128"));
    assert_true(target_can("x86-64-v4", "vpternlogd", "z512"));
    assert_true(target_can("x86-64-v4", "pmullq", "y256"));
    assert_false(target_can("x86-64-v4", "pcmpeqb", "z512")); /* goes through a mask */
    assert_false(target_can("x86-64", "pshufb", "x128"));
    assert_true(target_can("x86-64-v2", "pshufb", "x128"));
    assert_true(target_can("x86-64-v2", "popcnt", "r64"));
    assert_false(target_can("x86-64-v2", "lzcnt", "r64"));
    assert_false(target_can("x86-64-v2", "pshufb", "y256"));
    assert_false(target_can("x86-64-v4", "vpermb", "z512"));
    assert_false(target_can("x86-64-v4", "gf2p8affineqb", "x128"));
    assert_true(target_can("icelake-server", "vpermb", "z512"));
    assert_true(target_can("icelake-server", "gf2p8affineqb", "x128"));
}

static void classes_are_declared_with_their_widths(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned bits;
        bool vector;
    } want[] = {{"r32", 32, false},  {"r64", 64, false},  {"x128", 128, true},
                {"y256", 256, true}, {"z512", 512, true}, {"k64", 64, false}};
    assert_int_equal(the_spec->nclasses, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_string_equal(the_spec->classes[i].name, want[i].name);
        assert_int_equal(the_spec->classes[i].bits, want[i].bits);
        assert_int_equal(the_spec->classes[i].vector, want[i].vector);
        assert_ptr_equal(spec_find_class(the_spec, want[i].name), &the_spec->classes[i]);
    }
    assert_null(spec_find_class(the_spec, "x64"));
}

/* Two loads of the same text give the same hashes, and no two definitions of one set share one. */
static void hashes_identify_definitions(void **state)
{
    (void)state;
    spec *kept = the_spec;
    assert_int_equal(load_spec(state), 0);
    spec *again = the_spec;
    the_spec = kept;
    assert_string_equal(again->hash, the_spec->hash);
    for (unsigned k = 0; k < the_spec->ninstrs; k++) {
        assert_string_equal(again->instrs[k].hash, the_spec->instrs[k].hash);
        for (unsigned j = 0; j < k; j++)
            if (the_spec->instrs[k].set == the_spec->instrs[j].set &&
                strcmp(the_spec->instrs[k].hash, the_spec->instrs[j].hash) == 0)
                fail_msg("%s on %s and %s on %s have one hash", the_spec->instrs[k].name,
                         the_spec->instrs[k].result->name, the_spec->instrs[j].name,
                         the_spec->instrs[j].result->name);
    }
    for (unsigned k = 0; k < the_spec->nops; k++) {
        assert_string_equal(again->ops[k].hash, the_spec->ops[k].hash);
        for (unsigned j = 0; j < k; j++)
            assert_string_not_equal(the_spec->ops[k].hash, the_spec->ops[j].hash);
    }
    spec_free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_are_declared_with_their_widths),
        cmocka_unit_test(targets_have_their_instructions_and_no_others),
        cmocka_unit_test(every_instruction_can_be_emitted_and_belongs_to_a_target),
        cmocka_unit_test(every_instruction_does_what_its_reference_does),
        cmocka_unit_test(an_instruction_says_that_it_commutes_when_it_does),
        cmocka_unit_test(hashes_identify_definitions),
    };
    return cmocka_run_group_tests_name("spec", tests, load_spec, drop_spec);
}
