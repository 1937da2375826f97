// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_vector_path.c - general registers by way of vector registers: the way is found by what
 * instructions do, what is proposed agrees with the operation, and what a reduction does not need
 * is left out. */
#include "synth/job/vector_path.h"
#include "tests/unit/fixture.h"

static const regclass *r32, *r64, *x128;
static judge the_judge;

static int set_up(void **state)
{
    if (load_spec(state)) return -1;
    r32 = spec_find_class(the_spec, "r32");
    r64 = spec_find_class(the_spec, "r64");
    x128 = spec_find_class(the_spec, "x128");
    return judge_open(&the_judge, verify_default_limits) == LS_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    judge_close(&the_judge);
    return drop_spec(state);
}

static cell cell_of(const char *name, unsigned w, const regclass *cls, const char *target_name)
{
    return (cell){spec_find_op(the_spec, name), w, cls, spec_find_target(the_spec, target_name)};
}

static prog read_prog(const cell *c, const regclass *cls, const char *text)
{
    prog p;
    diags d = {0};
    if (!prog_parse(&p, the_spec, c->op, cls, text,
                    (place){.file = "text", .text = text, .line = 1}, &d)) {
        diag_print(&d, stderr);
        fail();
    }
    return p;
}

/* ---- the way ---- */

static void the_way_is_found_by_what_instructions_do(void **state)
{
    vector_path x;
    (void)state;
    assert_true(vector_path_find(the_spec, spec_find_target(the_spec, "x86-64"), r64, x128, &x));
    assert_string_equal(x.there->name, "movq");
    assert_string_equal(x.back->name, "movq");
    assert_ptr_equal(x.there->src[0], r64);
    assert_ptr_equal(x.back->result, r64);
    assert_string_equal(x.repeat->name, "pshufd");
    assert_int_equal(x.amount & 15, 4); /* places 0 and 1, twice */
    assert_true(vector_path_find(the_spec, spec_find_target(the_spec, "x86-64"), r32, x128, &x));
    assert_string_equal(x.repeat->name, "pshufd");
    assert_int_equal(x.amount, 0);
    assert_false(vector_path_find(the_spec, spec_find_target(the_spec, "x86-64"), x128, r64, &x));
}

/* ---- programs ---- */

/* What is proposed for the cell of one vector program. */
static pool proposed(const cell *c, const char *text)
{
    pool from = {0}, out = {0};
    vector_path x;
    prog p = read_prog(c, x128, text);
    assert_true(pool_add(&from, &p, "test", NULL));
    assert_true(vector_path_find(the_spec, c->target, c->cls, x128, &x));
    vector_path_propose(&x, the_judge.v, c, &from, &out);
    for (unsigned i = 0; i < out.count; i++) {
        proof q;
        diags d = {0};
        assert_int_equal(verify_prog(the_judge.v, c, &out.entry[i].prog, &q, &d), LS_OK);
        if (q.answer != PROOF_PROVED) fail_msg("not proved:\n%s", out.entry[i].text);
    }
    pool_free(&from);
    return out;
}

static void assert_proposed(const cell *c, const char *from, const char *text)
{
    pool out = proposed(c, from);
    bool found = false;
    for (unsigned i = 0; i < out.count; i++) found |= strcmp(out.entry[i].text, text) == 0;
    if (!found) fail_msg("%u programs, none of them\n%s", out.count, text);
    pool_free(&out);
}

static void a_sum_needs_no_halves_joined(void **state)
{
    cell c = cell_of("reduce_add", 8, r64, "x86-64");
    (void)state;
    assert_proposed(&c, "t0 = psadbw a 0x00*\nt1 = psrldq t0 8\nr = paddq t0 t1\n",
                    "t0 = movq a\nt1 = psadbw t0 0x00*\nr = movq t1\n");
}

#define LEAST                                                                                      \
    "t0 = psrldq a 8\nt1 = pminub a t0\nt2 = psrlq t1 32\nt3 = pminub t1 t2\nt4 = psrld t3 "       \
    "16\nt5 = pminub t3 t4\n"                                                                      \
    "t6 = psrlw t5 8\nr = pminub t5 t6\n"

/* Zeros above would be the least; repeated operands change nothing, and then the halves need not be
 * joined, nor anything be repeated. */
static void a_minimum_is_of_what_is_there(void **state)
{
    cell c = cell_of("reduce_umin", 8, r64, "x86-64");
    (void)state;
    pool out = proposed(&c, LEAST);
    assert_int_equal(out.count, 1); /* with zeros above it is wrong */
    assert_string_equal(
        out.entry[0].text,
        "t0 = movq a\nt1 = psrlq t0 32\nt2 = pminub t0 t1\nt3 = psrld t2 16\nt4 = pminub t2 t3\n"
        "t5 = psrlw t4 8\nt6 = pminub t4 t5\nr = movq t6\n");
    pool_free(&out);
}

static void what_acts_on_every_field_is_moved_as_it_is(void **state)
{
    cell c = cell_of("add", 8, r64, "x86-64");
    (void)state;
    pool out = proposed(&c, "r = paddb a b\n");
    assert_int_equal(out.count, 1);
    assert_string_equal(out.entry[0].text,
                        "t0 = movq a\nt1 = movq b\nt2 = paddb t0 t1\nr = movq t2\n");
    pool_free(&out);
}

/* Constants that are not alike in all parts go along. */
static void constants_of_the_vector_go_along(void **state)
{
    cell c = cell_of("reverse", 8, r32, "x86-64-v2");
    (void)state;
    pool out = proposed(
        &c, "r = pshufb a 0x0c0d0e0f08090a0b0405060700010203\n"); /* within 32 bits, as if the cell
                                                                     were one of these */
    assert_int_equal(out.count, 1);
    assert_string_equal(
        out.entry[0].text,
        "t0 = movd a\nt1 = pshufb t0 0x0c0d0e0f08090a0b0405060700010203\nr = movd t1\n");
    pool_free(&out);
}

static void what_does_not_agree_is_not_proposed(void **state)
{
    cell c = cell_of("add", 8, r64, "x86-64");
    (void)state;
    pool out = proposed(&c, "r = psubb a b\n");
    assert_int_equal(out.count, 0);
    pool_free(&out);
    c = cell_of("reduce_umax", 8, r64, "x86-64");
    out = proposed(&c, LEAST);
    assert_int_equal(out.count, 0);
    pool_free(&out);
}

/* ---- samples ---- */

/* `all` of eight bytes, which takes one byte for ones whatever it is: only inputs show it in which
 * that byte alone is zero. */
static void a_field_that_is_left_out_is_noticed(void **state)
{
    cell c = cell_of("all", 8, r64, "x86-64-v2");
    prog good = read_prog(
        &c, r64, "t0 = movq a\nt1 = pcmpeqb t0 0x00*\nt2 = pcmpeqq t1 0x00*\nr = movq t2\n");
    (void)state;
    assert_true(verify_agrees(the_judge.v, &c, &good));
    for (unsigned i = 0; i < 8; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "t0 = or a 0x%llx\nt1 = movq t0\nt2 = pcmpeqb t1 0x00*\nt3 = pcmpeqq t2 0x00*\nr "
                 "= movq t3\n",
                 1ULL << (8 * i + i % 8));
        prog bad = read_prog(&c, r64, text);
        if (verify_agrees(the_judge.v, &c, &bad)) fail_msg("field %u is not missed", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_is_found_by_what_instructions_do),
        cmocka_unit_test(a_sum_needs_no_halves_joined),
        cmocka_unit_test(a_minimum_is_of_what_is_there),
        cmocka_unit_test(what_acts_on_every_field_is_moved_as_it_is),
        cmocka_unit_test(constants_of_the_vector_go_along),
        cmocka_unit_test(what_does_not_agree_is_not_proposed),
        cmocka_unit_test(a_field_that_is_left_out_is_noticed),
    };
    return cmocka_run_group_tests_name("vector_path", tests, set_up, tear_down);
}
