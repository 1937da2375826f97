// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_cases.c - claims shown by all values of the bits that decide: right ones, wrong ones, ones
 * with too many bits. */
#include "tests/unit/fixture.h"
#include "verify/tactics/cases.h"

enum { BITS = 32, FIELD = 8, FIELDS = 4 };

static term num(term_ctx *c, uint64_t value, unsigned bits) { return term_mk_u64(c, value, bits); }
static term slice(term_ctx *c, term t, unsigned low, unsigned bits)
{
    return term_mk_extract(c, low + bits - 1, low, t);
}

/* The field of a that `index`, of two bits, names: by a chain of choices. */
static term chosen(term_ctx *c, term a, term index)
{
    term out = slice(c, a, 0, FIELD);
    for (unsigned i = 1; i < FIELDS; i++)
        out = term_mk_ite(c, term_mk_binary(c, TERM_EQ, index, num(c, i, 2)),
                          slice(c, a, i * FIELD, FIELD), out);
    return out;
}

/* The same by a shift; off: by so many bits too far. */
static term shifted(term_ctx *c, term a, term index, unsigned off)
{
    const term parts[] = {num(c, off, 3), index, num(c, 0, BITS - 5)};
    return slice(c, term_mk_binary(c, TERM_BVLSHR, a, term_mk_concat_n(c, parts, 3)), 0, FIELD);
}

/* Of field i of b the two lowest bits; splat: of field 0 always. */
static obligation make_of(term_ctx *c, unsigned wrong_field, unsigned off, bool splat)
{
    obligation o = {.c = c, .ninputs = 2, .field = FIELD};
    claim *k = &o.chunk;
    term program[FIELDS], operation[FIELDS];
    k->width = BITS;
    k->input[0] = term_mk_var(c, "a", BITS);
    k->input[1] = term_mk_var(c, "b", BITS);
    for (unsigned i = 0; i < FIELDS; i++) {
        term index = slice(c, k->input[1], splat ? 0 : i * FIELD, 2);
        program[i] = shifted(c, k->input[0], index, i == wrong_field ? off : 0);
        operation[i] = chosen(c, k->input[0], index);
    }
    k->side[CLAIM_PROGRAM] = term_mk_concat_n(c, program, FIELDS);
    k->side[CLAIM_OPERATION] = term_mk_concat_n(c, operation, FIELDS);
    k->side[CLAIM_CARE] = term_mk_ones(c, BITS);
    return o;
}

static obligation make(term_ctx *c, unsigned wrong_field, unsigned off)
{
    return make_of(c, wrong_field, off, false);
}

static void both_sides_become_one_term(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    obligation o = make(c, FIELDS, 0);
    assert_true(o.chunk.side[CLAIM_PROGRAM] != o.chunk.side[CLAIM_OPERATION]);
    assert_true(cases_settle(&o, FIELD));
    term_ctx_free(c);
}

static void one_wrong_field_is_enough_to_fail(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FIELDS; i++) {
        term_ctx *c = term_ctx_new();
        obligation o = make(c, i, 1);
        assert_false(cases_settle(&o, FIELD));
        term_ctx_free(c);
    }
}

/* Fields that are the same terms are shown once; one that differs from them on one side only is
 * looked at by itself. */
static void fields_that_are_alike_stand_for_each_other_only(void **state)
{
    (void)state;
    for (unsigned i = 0; i <= FIELDS; i++) {
        term_ctx *c = term_ctx_new();
        obligation o = make_of(c, i, 1, true);
        assert_int_equal(cases_settle(&o, FIELD), i == FIELDS);
        term_ctx_free(c);
    }
}

static void a_field_that_nobody_asks_for_may_be_wrong(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    obligation o = make(c, 3, 1);
    const term care[] = {term_mk_ones(c, 3 * FIELD), num(c, 0, FIELD)};
    o.chunk.side[CLAIM_CARE] = term_mk_concat_n(c, care, 2);
    assert_true(cases_settle(&o, FIELD));
    term_ctx_free(c);
}

/* The index is a sum of both inputs: not a few bits. */
static void choices_by_more_than_bits_are_left(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    obligation o = make(c, FIELDS, 0);
    term *side = o.chunk.side,
         sum = term_mk_binary(c, TERM_BVADD, o.chunk.input[0], o.chunk.input[1]);
    term cond = term_mk_binary(c, TERM_EQ, sum, num(c, 7, BITS));
    side[CLAIM_OPERATION] = term_mk_ite(c, cond, side[CLAIM_OPERATION], num(c, 0, BITS));
    side[CLAIM_PROGRAM] = term_mk_ite(c, cond, side[CLAIM_PROGRAM], num(c, 0, BITS));
    assert_false(cases_settle(&o, FIELD));
    term_ctx_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sides_become_one_term),
        cmocka_unit_test(one_wrong_field_is_enough_to_fail),
        cmocka_unit_test(fields_that_are_alike_stand_for_each_other_only),
        cmocka_unit_test(a_field_that_nobody_asks_for_may_be_wrong),
        cmocka_unit_test(choices_by_more_than_bits_are_left),
    };
    return cmocka_run_group_tests_name("cases", tests, NULL, NULL);
}
