// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_parities.c - guards parities_restate: claims that hold by exclusive ors alone become false,
 * wrong ones never do, and what is left to a solver is a matter of few bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "spec/base/random.h"
#include "spec/term/bv.h"
#include "verify/tactics/parities.h"

enum { WIDTH = 64, DEPTH = 40, TRIES = 60, SAMPLES_TRIED = 200 };

static uint64_t seed = 5;

static unsigned draw(unsigned below) { return (unsigned)(random_next(&seed) % below); }

static obligation claim_of(term_ctx *c, term program, term operation)
{
    obligation o = {.c = c, .ninputs = 2, .field = WIDTH};
    o.chunk = (claim){.width = WIDTH,
                      .input = {term_mk_var(c, "a", WIDTH), term_mk_var(c, "b", WIDTH)},
                      .side = {program, operation, term_mk_ones(c, WIDTH)}};
    return o;
}

static term exclusive_or(term_ctx *c, term x, term y)
{
    return term_mk_binary(c, TERM_BVXOR, x, y);
}

static term shifted(term_ctx *c, term x)
{
    static const term_op how[] = {TERM_BVSHL, TERM_BVLSHR, TERM_BVASHR};
    return term_mk_binary(c, how[draw(3)], x, term_mk_u64(c, 1 + draw(WIDTH - 1), WIDTH));
}

/* A bit in all places, by a choice, by an extension, as a negative number, or as a compare. */
static term spread(term_ctx *c, term x)
{
    term bit = term_mk_extract(c, 0, 0, x), one = term_mk_u64(c, 1, 1),
         zero = term_mk_u64(c, 0, WIDTH), low = term_mk_extend(c, TERM_ZERO_EXTEND, WIDTH - 1, bit);
    switch (draw(4)) {
    case 0:
        return term_mk_ite(c, term_mk_binary(c, TERM_EQ, bit, one), term_mk_ones(c, WIDTH), zero);
    case 1: return term_mk_extend(c, TERM_SIGN_EXTEND, WIDTH - 1, bit);
    case 2: return term_mk_binary(c, TERM_BVSUB, zero, low);
    default:
        return term_mk_ite(c, term_mk_binary(c, TERM_BVSLT, x, zero), term_mk_ones(c, WIDTH), zero);
    }
}

/* What only exclusive ors, movements and masks make of the inputs; or anything. */
static term random_term(term_ctx *c, bool linear)
{
    term pool[DEPTH + 2] = {term_mk_var(c, "a", WIDTH), term_mk_var(c, "b", WIDTH)};
    for (unsigned n = 2; n < DEPTH + 2; n++) {
        term x = pool[draw(n)], y = pool[n - 1 - draw(n < 4 ? n : 4)];
        switch (draw(linear ? 5 : 8)) {
        case 0: pool[n] = shifted(c, y); break;
        case 1: pool[n] = spread(c, y); break;
        case 2:
            pool[n] = term_mk_binary(c, TERM_BVAND, y, term_mk_u64(c, random_next(&seed), WIDTH));
            break;
        case 3:
        case 4: pool[n] = exclusive_or(c, x, y); break;
        case 5: pool[n] = term_mk_binary(c, TERM_BVAND, x, y); break;
        case 6: pool[n] = term_mk_binary(c, TERM_BVADD, x, y); break;
        default: pool[n] = term_mk_binary(c, TERM_BVMUL, x, term_mk_u64(c, draw(99), WIDTH)); break;
        }
    }
    return exclusive_or(c, pool[DEPTH + 1], pool[DEPTH]);
}

static bool fails_somewhere(const obligation *o)
{
    term difference = claim_difference(o, &o->chunk);
    for (unsigned i = 0; i < SAMPLES_TRIED; i++) {
        uint64_t a = random_next(&seed), b = i % 3 ? random_next(&seed) : 0, out = 0;
        const uint64_t *const values[2] = {&a, &b};
        term_eval(o->c, difference, o->chunk.input, values, 2, &out);
        if (out) return true;
    }
    return false;
}

static void the_same_in_another_order_is_no_question(void **state)
{
    (void)state;
    for (unsigned i = 0; i < TRIES; i++) {
        term_ctx *c = term_ctx_new();
        term x = random_term(c, true), y = random_term(c, true), z = random_term(c, true);
        term left = exclusive_or(c, exclusive_or(c, x, y), z),
             right = exclusive_or(c, x, exclusive_or(c, z, y));
        obligation o = claim_of(c, left, right);
        assert_int_equal(parities_restate(&o), term_mk_bool(c, false));
        term_ctx_free(c);
    }
}

/* One bit of one input more, in one place or several. */
static void what_differs_is_never_equal(void **state)
{
    (void)state;
    unsigned failed = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        term_ctx *c = term_ctx_new();
        term x = random_term(c, i % 2), y = random_term(c, i % 2);
        term more = i % 3 ? shifted(c, term_mk_var(c, "a", WIDTH)) : random_term(c, false);
        obligation o = claim_of(c, exclusive_or(c, x, y),
                                exclusive_or(c, y, exclusive_or(c, more, x)));
        bool fails = fails_somewhere(&o);
        failed += fails;
        term other = parities_restate(&o);
        if (fails) assert_int_not_equal(other, term_mk_bool(c, false));
        term_ctx_free(c);
    }
    assert_true(failed > TRIES / 2);
}

/* A product of parities: what goes into it is a variable each, and nothing of the inputs is left.
 */
static void parities_that_are_counted_become_variables(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term a = term_mk_var(c, "a", WIDTH), low = term_mk_u64(c, 0, 1), high = low;
    for (unsigned i = 0; i < 32; i++) {
        low = exclusive_or(c, low, term_mk_extract(c, i, i, a));
        high = exclusive_or(c, high, term_mk_extract(c, i + 32, i + 32, a));
    }
    const term part[4] = {low, term_mk_u64(c, 0, 3), high, term_mk_u64(c, 0, WIDTH - 5)};
    term counts = term_mk_binary(c, TERM_BVMUL, term_mk_concat_n(c, part, 4),
                                 term_mk_u64(c, 0x11, WIDTH)),
         both = exclusive_or(c, high, low);
    term got = term_mk_extract(c, 4, 4, counts);
    obligation o = claim_of(c, term_mk_extend(c, TERM_SIGN_EXTEND, WIDTH - 1, got),
                            term_mk_extend(c, TERM_SIGN_EXTEND, WIDTH - 1, both));
    term left = parities_restate(&o), var[4];
    assert_int_not_equal(left, TERM_NONE);
    assert_int_not_equal(left, term_mk_bool(c, false));
    assert_int_equal(term_collect_vars(c, left, var, 4), 2);
    for (unsigned k = 0; k < 4; k++) {
        uint64_t x = k & 1, y = k >> 1, out = 1;
        const uint64_t *const values[2] = {&x, &y};
        term_eval(c, left, var, values, 2, &out);
        assert_int_equal(out, 0);
    }
    term_ctx_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_in_another_order_is_no_question),
        cmocka_unit_test(what_differs_is_never_equal),
        cmocka_unit_test(parities_that_are_counted_become_variables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
