// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_term.c - guards what walks over terms: what is rebuilt means the same, in its own context
 * and in another; masks as pieces; and the simplifications of constructors, on random terms,
 * against plain arithmetic; values of one limb, of two, and of parts across both. */
#include "tests/unit/fixture.h"
#include "tests/unit/lane.h"

enum { WIDTH = 24, TERMS = 60, POINTS = 16 };

/* A random term of one width over x and y, and what it is for POINTS values of these by arithmetic
 * on words. */
typedef struct sample {
    term t;
    uint64_t value[POINTS];
} sample;

typedef struct garden {
    term_ctx *c;
    term vars[2];
    sample at[TERMS];
} garden;

static uint64_t plain(term_op kind, uint64_t a, uint64_t b)
{
    switch (kind) {
    case TERM_BVAND: return a & b;
    case TERM_BVOR: return a | b;
    case TERM_BVXOR: return a ^ b;
    case TERM_BVADD: return (a + b) & ones(WIDTH);
    case TERM_BVSUB: return (a - b) & ones(WIDTH);
    case TERM_BVMUL: return a * b & ones(WIDTH);
    case TERM_BVSHL: return b < WIDTH ? a << b & ones(WIDTH) : 0;
    default: return b < WIDTH ? a >> b : 0;
    }
}

static sample grow_binary(garden *g, const sample *a, const sample *b)
{
    static const term_op ops[] = {TERM_BVAND, TERM_BVOR,  TERM_BVXOR, TERM_BVADD,
                                  TERM_BVSUB, TERM_BVMUL, TERM_BVSHL, TERM_BVLSHR};
    term_op kind = ops[random_bits() % 8];
    sample s = {.t = term_mk_binary(g->c, kind, a->t, b->t)};
    for (unsigned i = 0; i < POINTS; i++) s.value[i] = plain(kind, a->value[i], b->value[i]);
    return s;
}

static sample grow_constant(garden *g)
{
    uint64_t v = random_bits() % 3 ? random_value(WIDTH)
                                   : ones(WIDTH) << random_bits() % WIDTH & ones(WIDTH);
    sample s = {.t = term_mk_u64(g->c, v, WIDTH)};
    for (unsigned i = 0; i < POINTS; i++) s.value[i] = v;
    return s;
}

/* Bits high..low of a, extended again; or both parts of two, one above the other. */
static sample grow_parts(garden *g, const sample *a, const sample *b)
{
    unsigned low = (unsigned)(random_bits() % WIDTH),
             n = 1 + (unsigned)(random_bits() % (WIDTH - low)), rest = WIDTH - n;
    bool joined = rest && random_bits() % 2, sign = random_bits() % 2;
    term part = term_mk_extract(g->c, low + n - 1, low, a->t);
    sample s = {.t = part};
    if (joined)
        s.t = term_mk_binary(g->c, TERM_CONCAT, term_mk_extract(g->c, rest - 1, 0, b->t), part);
    else if (rest)
        s.t = term_mk_extend(g->c, sign ? TERM_SIGN_EXTEND : TERM_ZERO_EXTEND, rest, part);
    for (unsigned i = 0; i < POINTS; i++) {
        uint64_t v = a->value[i] >> low & ones(n), above = joined                 ? b->value[i]
                                                           : sign && v >> (n - 1) ? ~(uint64_t)0
                                                                                  : 0;
        s.value[i] = (v | (rest ? above << n : 0)) & ones(WIDTH);
    }
    return s;
}

static sample grow_choice(garden *g, const sample *a, const sample *b)
{
    sample s = {.t = term_mk_ite(g->c, term_mk_binary(g->c, TERM_BVULT, a->t, b->t), b->t,
                                 term_mk_unary(g->c, TERM_BVNOT, a->t))};
    for (unsigned i = 0; i < POINTS; i++)
        s.value[i] = a->value[i] < b->value[i] ? b->value[i] : ~a->value[i] & ones(WIDTH);
    return s;
}

static void grow(garden *g)
{
    g->c = term_ctx_new();
    for (unsigned k = 0; k < TERMS; k++) {
        const sample *a = k ? &g->at[random_bits() % k] : NULL,
                     *b = k ? &g->at[random_bits() % k] : NULL;
        if (k < 2) {
            g->at[k].t = g->vars[k] = term_mk_var(g->c, k ? "y" : "x", WIDTH);
            for (unsigned i = 0; i < POINTS; i++) g->at[k].value[i] = random_value(WIDTH);
            continue;
        }
        unsigned kind = random_bits() % 8;
        g->at[k] = kind == 0   ? grow_constant(g)
                   : kind < 3  ? grow_parts(g, a, b)
                   : kind == 3 ? grow_choice(g, a, b)
                               : grow_binary(g, a, b);
    }
}

static void check_values(const garden *g, const term_ctx *c, const term vars[2], term t,
                         const sample *s)
{
    term_evaluator *e = term_evaluator_new(c, t, vars, 2);
    for (unsigned i = 0; i < POINTS; i++) {
        const uint64_t *in[] = {&g->at[0].value[i], &g->at[1].value[i]};
        uint64_t once = 0, again = 0;
        term_eval(c, t, vars, in, 2, &once);
        term_evaluator_run(e, in, &again); /* what it computed before is forgotten */
        assert_int_equal(once, s->value[i]);
        assert_int_equal(again, s->value[i]);
    }
    term_evaluator_free(e);
}

static term same(void *c, term t, const term arg[TERM_ARGS_MAX])
{
    return term_rebuild(c, c, t, arg);
}

static void random_terms_mean_what_arithmetic_says(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 100; round++) {
        garden g;
        grow(&g);
        for (unsigned k = 0; k < TERMS; k++) {
            check_values(&g, g.c, g.vars, g.at[k].t, &g.at[k]);
            check_values(&g, g.c, g.vars, term_map(g.c, g.at[k].t, same, g.c), &g.at[k]);
        }
        term_ctx_free(g.c);
    }
}

typedef struct move {
    term_ctx *from, *to;
} move;

static term into_the_other(move *m, term t)
{
    term arg[TERM_ARGS_MAX] = {TERM_NONE};
    for (unsigned i = 0; i < term_nargs(m->from, t); i++)
        arg[i] = into_the_other(m, term_arg(m->from, t, i));
    return term_rebuild(m->to, m->from, t, arg);
}

static void terms_move_to_another_context(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 5; round++) {
        garden g;
        grow(&g);
        move m = {g.c, term_ctx_new()};
        term vars[] = {into_the_other(&m, g.vars[0]), into_the_other(&m, g.vars[1])};
        for (unsigned k = 2; k < 12; k++)
            check_values(&g, m.to, vars, into_the_other(&m, g.at[k].t), &g.at[k]);
        assert_int_equal(into_the_other(&m, term_mk_bool(g.c, true)), term_mk_bool(m.to, true));
        term_ctx_free(m.to);
        term_ctx_free(g.c);
    }
}

static void a_mask_becomes_pieces(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "x", 16),
         part[] = {term_mk_extract(c, 3, 0, x), term_mk_u64(c, 0, 4), term_mk_extract(c, 15, 8, x)};
    assert_int_equal(term_mk_masked(c, x, term_mk_u64(c, 0xff0f, 16), 16),
                     term_mk_concat_n(c, part, 3));
    assert_int_equal(term_mk_masked(c, x, term_mk_u64(c, 0xff0f, 16), 2), TERM_NONE);
    assert_int_equal(term_mk_masked(c, x, term_mk_ones(c, 16), 1), x);
    assert_int_equal(term_mk_masked(c, x, term_mk_u64(c, 0, 16), 1), term_mk_u64(c, 0, 16));
    term_ctx_free(c);
}

/* An order is decided by bits that are seen to be zero exactly where it holds for every value. */
static void what_has_fewer_bits_than_a_constant_is_below_it(void **state)
{
    enum { BITS = 8 };
    (void)state;
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "x", BITS);
    unsigned decided = 0;
    for (uint64_t mask = 0; mask < 1 << BITS; mask++)
        for (uint64_t limit = 0; limit < 1 << BITS; limit++) {
            term under = term_mk_binary(c, TERM_BVAND, x, term_mk_u64(c, mask, BITS));
            if (term_get_op(c, term_mk_binary(c, TERM_BVULT, under, term_mk_u64(c, limit, BITS))) !=
                TERM_TRUE)
                continue;
            assert_true(mask < limit);
            decided++;
        }
    for (unsigned low = 0; low < BITS; low++)
        for (uint64_t limit = 0; limit < 1 << BITS; limit++) {
            term piece = term_mk_extend(c, TERM_ZERO_EXTEND, low,
                                        term_mk_extract(c, BITS - 1, low, x));
            term_op order = term_get_op(
                c, term_mk_binary(c, TERM_BVULT, piece, term_mk_u64(c, limit, BITS)));
            if (order != TERM_TRUE) continue;
            assert_true(((1U << BITS) - 1) >> low < limit);
            decided++;
        }
    assert_true(decided > 5000);
    term_ctx_free(c);
}

static void what_occurs_is_marked(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "x", 8), y = term_mk_var(c, "y", 8), z = term_mk_var(c, "z", 8);
    term other = term_mk_binary(c, TERM_BVADD, y, z), t = term_mk_binary(c, TERM_BVMUL, x, z);
    bool *needed = term_mark_needed(c, t);
    assert_true(needed[t] && needed[x] && needed[z]);
    assert_false(needed[y] || needed[other]);
    mem_free(needed);
    term_ctx_free(c);
}

typedef unsigned __int128 two_limbs;

static two_limbs low_part(two_limbs v, unsigned w)
{
    return w < 128 ? v & (((two_limbs)1 << w) - 1) : v;
}

/* t over x and y is what was computed. */
static void check_wide(term_ctx *c, term t, const term vars[2], const two_limbs value[2],
                       two_limbs expected)
{
    uint64_t limbs[2][2], out[2] = {0};
    const uint64_t *in[] = {limbs[0], limbs[1]};
    for (unsigned i = 0; i < 4; i++) limbs[i / 2][i % 2] = (uint64_t)(value[i / 2] >> 64 * (i % 2));
    term_evaluator *e = term_evaluator_new(c, t, vars, 2);
    term_evaluator_run(e, in, out);
    assert_true(out[0] == (uint64_t)expected &&
                (term_width(c, t) <= 64 || out[1] == (uint64_t)(expected >> 64)));
    term_evaluator_free(e);
}

static void values_of_one_and_two_limbs_are_arithmetic(void **state)
{
    (void)state;
    static const unsigned width[] = {1, 2, 8, 33, 63, 64, 65, 100, 127, 128};
    for (unsigned round = 0; round < 200; round++)
        for (unsigned k = 0; k < sizeof width / sizeof *width; k++) {
            unsigned w = width[k], low = (unsigned)(random_bits() % w),
                     n = 1 + (unsigned)(random_bits() % (w - low));
            two_limbs v[2];
            for (unsigned i = 0; i < 2; i++)
                v[i] = low_part((two_limbs)random_bits() << 64 | random_bits(), w);
            if (round % 4 == 0) v[1] = v[0];
            term_ctx *c = term_ctx_new();
            term var[] = {term_mk_var(c, "x", w), term_mk_var(c, "y", w)}, x = var[0], y = var[1];
            const struct { term_op op; two_limbs value;
            } binary[] = {{TERM_BVADD, v[0] + v[1]}, {TERM_BVSUB, v[0] - v[1]},
                          {TERM_BVMUL, v[0] * v[1]}, {TERM_BVAND, v[0] & v[1]},
                          {TERM_BVOR, v[0] | v[1]},  {TERM_BVXOR, v[0] ^ v[1]}};
            for (unsigned i = 0; i < sizeof binary / sizeof *binary; i++)
                check_wide(c, term_mk_binary(c, binary[i].op, x, y), var, v,
                           low_part(binary[i].value, w));
            check_wide(c, term_mk_unary(c, TERM_BVNOT, x), var, v, low_part(~v[0], w));
            check_wide(c, term_mk_unary(c, TERM_BVNEG, x), var, v, low_part(-v[0], w));
            check_wide(c, term_mk_extract(c, low + n - 1, low, x), var, v,
                       low_part(v[0] >> low, n));
            check_wide(c, term_mk_ite(c, term_mk_binary(c, TERM_BVULT, x, y), x, y), var, v,
                       v[0] < v[1] ? v[0] : v[1]);
            check_wide(c, term_mk_ite(c, term_mk_binary(c, TERM_BVULE, x, y), y, x), var, v,
                       v[0] <= v[1] ? v[1] : v[0]);
            check_wide(c, term_mk_binary(c, TERM_EQ, x, y), var, v, v[0] == v[1]);
            if (2 * w <= 128)
                check_wide(c, term_mk_binary(c, TERM_CONCAT, x, y), var, v, v[0] << w | v[1]);
            check_wide(c, term_mk_extend(c, TERM_ZERO_EXTEND, 128 - w, x), var, v, v[0]);
            term_ctx_free(c);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_terms_mean_what_arithmetic_says),
        cmocka_unit_test(terms_move_to_another_context),
        cmocka_unit_test(a_mask_becomes_pieces),
        cmocka_unit_test(what_has_fewer_bits_than_a_constant_is_below_it),
        cmocka_unit_test(what_occurs_is_marked),
        cmocka_unit_test(values_of_one_and_two_limbs_are_arithmetic),
    };
    return cmocka_run_group_tests_name("terms", tests, NULL, NULL);
}
