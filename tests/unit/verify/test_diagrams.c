// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_diagrams.c - claims decided by diagrams: bits gathered by many mask bits, right and wrong;
 * every operator; limits; what is left to others. */
#include "spec/term/bv.h"
#include "tests/unit/fixture.h"
#include "verify/tactics/diagrams.h"

enum { LOG = 5, BITS = 1 << LOG, SHORT = 4, FEW = 1 << 16 };

static term num(term_ctx *c, uint64_t value, unsigned bits) { return term_mk_u64(c, value, bits); }
static term bit(term_ctx *c, term t, unsigned i) { return term_mk_extract(c, i, i, t); }
static term op2(term_ctx *c, term_op kind, term a, term b) { return term_mk_binary(c, kind, a, b); }
static term is_set(term_ctx *c, term t, unsigned i)
{
    return op2(c, TERM_EQ, bit(c, t, i), num(c, 1, 1));
}
static term moved(term_ctx *c, term_op kind, term t, unsigned by)
{
    return op2(c, kind, t, num(c, by, term_width(c, t)));
}

static obligation state(term_ctx *c, unsigned width)
{
    obligation o = {.c = c, .ninputs = 2, .field = width};
    o.chunk.width = width;
    o.chunk.input[0] = term_mk_var(c, "a", width);
    o.chunk.input[1] = term_mk_var(c, "m", width);
    o.chunk.side[CLAIM_CARE] = term_mk_ones(c, width);
    return o;
}

/* Bits of a where m has ones, side by side at the low end: bit by bit, from the highest. */
static term gathered(term_ctx *c, term a, term m)
{
    term low = num(c, 0, BITS);
    for (unsigned i = BITS; i-- > 0;)
        low = term_mk_ite(c, is_set(c, m, i),
                          op2(c, TERM_CONCAT, term_mk_extract(c, BITS - 2, 0, low), bit(c, a, i)),
                          low);
    return low;
}

/* What is wrong with the steps. */
typedef enum fault { NONE, MASK, PARITY, LEFT, DISTANCE, LAST, FAULTS } fault;

static term parity_below(term_ctx *c, term zeros, unsigned steps)
{
    for (unsigned k = 0; k < steps; k++)
        zeros = op2(c, TERM_BVXOR, zeros, moved(c, TERM_BVSHL, zeros, 1u << k));
    return zeros;
}

/* The same in steps of 1, 2, 4 ... (Hacker's Delight, 7-4). */
static term gathered_by_steps(term_ctx *c, term a, term m, fault wrong)
{
    term x = wrong == MASK ? a : op2(c, TERM_BVAND, a, m), zeros = term_mk_unary(c, TERM_BVNOT, m);
    for (unsigned k = 0; k < (wrong == LAST ? LOG - 1 : LOG); k++) {
        term odd = parity_below(c, zeros, wrong == PARITY && k == LOG - 1 ? LOG - 1 : LOG),
             go = op2(c, TERM_BVAND, x, odd);
        unsigned by = wrong == DISTANCE && k == LOG - 1 ? (1u << k) - 1 : 1u << k;
        x = op2(c, TERM_BVOR, op2(c, TERM_BVXOR, x, go), moved(c, TERM_BVLSHR, go, by));
        if (wrong != LEFT || k < LOG - 2)
            zeros = op2(c, TERM_BVAND, zeros, term_mk_unary(c, TERM_BVNOT, odd));
    }
    return x;
}

static obligation gather(term_ctx *c, fault wrong)
{
    obligation o = state(c, BITS);
    claim *k = &o.chunk;
    k->side[CLAIM_OPERATION] = gathered(c, k->input[0], k->input[1]);
    k->side[CLAIM_PROGRAM] = gathered_by_steps(c, k->input[0], k->input[1], wrong);
    return o;
}

/* Whether the claim fails there, as term_eval says. */
static bool fails(const obligation *o, const sample *s)
{
    uint64_t side[CLAIM_TERMS][REGISTER_LIMBS];
    for (unsigned i = 0; i < CLAIM_TERMS; i++)
        sample_eval(o, &o->chunk, o->chunk.side[i], s, side[i]);
    return (side[CLAIM_PROGRAM][0] ^ side[CLAIM_OPERATION][0]) & side[CLAIM_CARE][0];
}

static void bits_gathered_by_steps_are_those_gathered_one_by_one(void **unused)
{
    (void)unused;
    sample s;
    term_ctx *c = term_ctx_new();
    obligation o = gather(c, NONE);
    assert_true(o.chunk.side[CLAIM_PROGRAM] != o.chunk.side[CLAIM_OPERATION]);
    assert_int_equal(diagrams_try(&o, DIAGRAMS_MANY, &s), DIAGRAMS_HOLD);
    term_ctx_free(c);
}

static void every_fault_is_found_with_an_input(void **unused)
{
    (void)unused;
    for (fault wrong = MASK; wrong < FAULTS; wrong++) {
        sample s;
        term_ctx *c = term_ctx_new();
        obligation o = gather(c, wrong);
        assert_int_equal(diagrams_try(&o, DIAGRAMS_MANY, &s), DIAGRAMS_FAIL);
        assert_true(fails(&o, &s));
        term_ctx_free(c);
    }
}

/* One of 2^64, and there in one bit. */
static void one_input_in_many_is_found(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < BITS; i++) {
        sample s;
        term_ctx *c = term_ctx_new();
        obligation o = gather(c, NONE);
        claim *k = &o.chunk;
        uint64_t a = 0x9e3779b97f4a7c15u << i & 0xffffffff,
                 m = 0xbf58476d1ce4e5b9u << i & 0xffffffff;
        term here = op2(c, TERM_AND, op2(c, TERM_EQ, k->input[0], num(c, a, BITS)),
                        op2(c, TERM_EQ, k->input[1], num(c, m, BITS)));
        k->side[CLAIM_PROGRAM] = op2(
            c, TERM_BVXOR, k->side[CLAIM_PROGRAM],
            term_mk_ite(c, here, num(c, (uint64_t)1 << i, BITS), num(c, 0, BITS)));
        assert_int_equal(diagrams_try(&o, DIAGRAMS_MANY, &s), DIAGRAMS_FAIL);
        assert_true(fails(&o, &s));
        assert_true(s.limb[0][0] == a && s.limb[1][0] == m);
        k->side[CLAIM_CARE] = term_mk_ite(c, here, num(c, 0, BITS), k->side[CLAIM_CARE]);
        assert_int_equal(diagrams_try(&o, DIAGRAMS_MANY, &s), DIAGRAMS_HOLD);
        term_ctx_free(c);
    }
}

/* The highest bit of a sum modulo 16: of i, or i * i, for every bit i of m that is one. */
static term weighed(term_ctx *c, term m, bool squares)
{
    term sum = num(c, 0, SHORT);
    for (unsigned i = 0; i < BITS; i++)
        sum = term_mk_ite(c, is_set(c, m, i),
                          op2(c, TERM_BVADD, sum, num(c, squares ? i * i : i, SHORT)), sum);
    return term_mk_extend(c, TERM_ZERO_EXTEND, BITS - 1, bit(c, sum, SHORT - 1));
}

/* Their difference, which depends on both sums, has many more nodes than they. */
static obligation weigh(term_ctx *c)
{
    obligation o = state(c, BITS);
    o.chunk.side[CLAIM_OPERATION] = weighed(c, o.chunk.input[1], false);
    o.chunk.side[CLAIM_PROGRAM] = weighed(c, o.chunk.input[1], true);
    return o;
}

typedef enum limited { RIGHT, WRONG, SMALL_SIDES, LIMITED } limited;

static diagrams_answer try_within(limited which, size_t nodes)
{
    sample s;
    term_ctx *c = term_ctx_new();
    obligation o = which == SMALL_SIDES ? weigh(c) : gather(c, which == WRONG ? LAST : NONE);
    diagrams_answer answer = diagrams_try(&o, nodes, &s);
    if (answer == DIAGRAMS_FAIL) assert_true(fails(&o, &s));
    term_ctx_free(c);
    return answer;
}

/* With whatever is allowed a right claim never fails and a wrong one never holds; with too little
 * there is no answer. */
static void a_limit_is_no_answer(void **unused)
{
    (void)unused;
    enum { BELOW = 40 };
    for (limited which = RIGHT; which < LIMITED; which++) {
        size_t few = 1, enough = FEW;
        assert_int_equal(try_within(which, few), DIAGRAMS_LARGE);
        while (enough - few > 1) {
            size_t middle = few + (enough - few) / 2;
            if (try_within(which, middle) == DIAGRAMS_LARGE) few = middle;
            else enough = middle;
        }
        assert_int_equal(try_within(which, enough), which == RIGHT ? DIAGRAMS_HOLD : DIAGRAMS_FAIL);
        for (unsigned i = 0; i < BELOW; i++)
            assert_int_equal(try_within(which, few - i), DIAGRAMS_LARGE);
    }
}

/* Terms of a and b, of SHORT bits, with every operator in turn. */
static term apply(term_ctx *c, term_op kind, term a, term b)
{
    switch (kind) {
    case TERM_EQ:
    case TERM_BVULT:
    case TERM_BVULE:
    case TERM_BVSLT:
    case TERM_BVSLE: return term_mk_ite(c, op2(c, kind, a, b), num(c, 5, SHORT), b);
    case TERM_AND:
    case TERM_OR:
        return term_mk_ite(c, op2(c, kind, is_set(c, a, 1), is_set(c, b, 2)), a, num(c, 9, SHORT));
    case TERM_NOT: return term_mk_ite(c, term_mk_unary(c, kind, op2(c, TERM_BVULT, a, b)), a, b);
    case TERM_BVNOT:
    case TERM_BVNEG: return term_mk_unary(c, kind, op2(c, TERM_BVADD, a, b));
    case TERM_CONCAT:
        return op2(c, kind, term_mk_extract(c, 1, 0, op2(c, TERM_BVADD, a, b)),
                   term_mk_extract(c, 3, 2, b));
    case TERM_ZERO_EXTEND:
    case TERM_SIGN_EXTEND:
        return term_mk_extend(c, kind, 2, term_mk_extract(c, 2, 1, op2(c, TERM_BVSUB, a, b)));
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR:
    case TERM_BVADD:
    case TERM_BVSUB:
    case TERM_BVMUL:
    case TERM_BVUDIV:
    case TERM_BVUREM:
    case TERM_BVSDIV:
    case TERM_BVSREM:
    case TERM_BVSHL:
    case TERM_BVLSHR:
    case TERM_BVASHR: return op2(c, kind, a, b);
    default: return TERM_NONE;
    }
}

/* What t is for all inputs, as choices by one bit after the other, from the highest of m on; known:
 * the values of those above. */
static term tabulated(const obligation *o, term t, unsigned bits, uint64_t known)
{
    if (bits) {
        unsigned at = bits - 1;
        term yes = tabulated(o, t, at, known | 1u << at), no = tabulated(o, t, at, known);
        return term_mk_ite(o->c, is_set(o->c, o->chunk.input[at / SHORT], at % SHORT), yes, no);
    }
    sample s = {0};
    uint64_t out[REGISTER_LIMBS];
    s.limb[0][0] = known % (1u << SHORT);
    s.limb[1][0] = known >> SHORT;
    sample_eval(o, &o->chunk, t, &s, out);
    return num(o->c, out[0], SHORT);
}

/* spoilt: but for one input. */
static diagrams_answer compare_with_table(term_op kind, bool spoilt)
{
    sample s;
    term_ctx *c = term_ctx_new();
    obligation o = state(c, SHORT);
    term a = o.chunk.input[0], b = o.chunk.input[1], t = apply(c, kind, a, b),
         corner = op2(c, TERM_EQ, op2(c, TERM_CONCAT, a, b), num(c, 0xd7, 2 * SHORT));
    o.chunk.side[CLAIM_OPERATION] = tabulated(&o, t, 2 * SHORT, 0);
    o.chunk.side[CLAIM_PROGRAM] = spoilt
                                      ? term_mk_ite(c, corner, term_mk_unary(c, TERM_BVNOT, t), t)
                                      : t;
    diagrams_answer answer = diagrams_try(&o, FEW, &s);
    if (answer == DIAGRAMS_FAIL) assert_true(s.limb[0][0] == 0xd && s.limb[1][0] == 7);
    term_ctx_free(c);
    return answer;
}

/* Signed quotients are not known to diagrams. */
static void every_operator_means_what_its_table_says(void **unused)
{
    (void)unused;
    unsigned tried = 0;
    for (term_op kind = 0; kind < TERM_OP_COUNT; kind++) {
        term_ctx *c = term_ctx_new();
        bool known = apply(c, kind, term_mk_var(c, "a", SHORT), term_mk_var(c, "m", SHORT)) !=
                     TERM_NONE,
             division = kind == TERM_BVSDIV || kind == TERM_BVSREM;
        term_ctx_free(c);
        if (!known) continue;
        assert_int_equal(compare_with_table(kind, false),
                         division ? DIAGRAMS_UNFIT : DIAGRAMS_HOLD);
        assert_int_equal(compare_with_table(kind, true), division ? DIAGRAMS_UNFIT : DIAGRAMS_FAIL);
        tried++;
    }
    assert_int_equal(tried, 26);
}

static void assert_left(obligation *o, term operation)
{
    sample s;
    o->chunk.side[CLAIM_OPERATION] = operation;
    assert_int_equal(diagrams_try(o, FEW, &s), DIAGRAMS_UNFIT);
}

static void what_does_not_choose_by_bits_is_left(void **unused)
{
    (void)unused;
    term_ctx *c = term_ctx_new();
    obligation o = state(c, SHORT);
    term a = o.chunk.input[0], b = o.chunk.input[1], chosen = term_mk_ite(c, is_set(c, a, 0), a, b);
    o.chunk.side[CLAIM_PROGRAM] = chosen;
    assert_left(&o, op2(c, TERM_BVMUL, a, b));
    assert_left(&o, op2(c, TERM_BVADD, a, op2(c, TERM_BVADD, b, op2(c, TERM_BVAND, a, b))));
    assert_left(&o, term_mk_ite(c, op2(c, TERM_BVULT, a, b), chosen, a));
    assert_left(&o, term_mk_ite(c, op2(c, TERM_BVULE, op2(c, TERM_BVXOR, a, b), b), chosen, a));
    assert_left(&o, term_mk_ite(c, is_set(c, op2(c, TERM_BVMUL, a, b), 1), chosen, a));
    assert_left(&o, term_mk_ite(c, op2(c, TERM_EQ, a, b), chosen, a));
    assert_left(&o, op2(c, TERM_BVSDIV, chosen, b));
    assert_left(&o, op2(c, TERM_BVXOR, chosen, term_mk_var(c, "stranger", SHORT)));
    o.forms = 2; /* fields of several forms, each with inputs of its own */
    assert_left(&o, chosen);
    term_ctx_free(c);
}

static term ones_if_same(term_ctx *c, term a, term b)
{
    return term_mk_ite(c, op2(c, TERM_EQ, a, b), term_mk_ones(c, BITS), num(c, 0, BITS));
}

/* Asked one part after the other, 2^31 nodes. */
static void parts_that_are_compared_take_turns(void **unused)
{
    (void)unused;
    sample s;
    term_ctx *c = term_ctx_new();
    obligation o = state(c, BITS);
    term a = term_mk_extract(c, BITS - 1, 1, o.chunk.input[0]),
         b = term_mk_extract(c, BITS - 1, 1, o.chunk.input[1]);
    term differ = op2(c, TERM_BVXOR, a, b), none = num(c, 0, BITS - 1);
    o.chunk.side[CLAIM_OPERATION] = ones_if_same(c, a, b);
    o.chunk.side[CLAIM_PROGRAM] = ones_if_same(c, differ, none);
    assert_int_equal(diagrams_try(&o, FEW, &s), DIAGRAMS_HOLD);
    o.chunk.side[CLAIM_PROGRAM] = ones_if_same(
        c, op2(c, TERM_BVAND, differ, num(c, ~(uint64_t)4, BITS - 1)), none);
    assert_int_equal(diagrams_try(&o, FEW, &s), DIAGRAMS_FAIL);
    assert_int_equal(s.limb[0][0] >> 1 ^ s.limb[1][0] >> 1, 4);
    term_ctx_free(c);
}

/* The sum of parts in one bit more, or all ones where that bit is set. */
static term saturated(term_ctx *c, term a, term b)
{
    term sum = op2(c, TERM_BVADD, term_mk_extend(c, TERM_ZERO_EXTEND, 1, a),
                   term_mk_extend(c, TERM_ZERO_EXTEND, 1, b));
    return term_mk_ite(c, is_set(c, sum, BITS - 1), term_mk_ones(c, BITS), sum);
}

static term minimum(term_ctx *c, term a, term b)
{
    return term_mk_ite(c, op2(c, TERM_BVULT, a, b), a, b);
}

static void parts_that_are_added_or_ordered_take_turns(void **unused)
{
    (void)unused;
    sample s;
    term_ctx *c = term_ctx_new();
    obligation o = state(c, BITS);
    term a = term_mk_extract(c, BITS - 1, 1, o.chunk.input[0]),
         b = term_mk_extract(c, BITS - 1, 1, o.chunk.input[1]), zero = num(c, 0, 1);
    term over = op2(c, TERM_BVULT, op2(c, TERM_BVADD, a, b), a), ones = term_mk_ones(c, BITS);
    o.chunk.side[CLAIM_OPERATION] = saturated(c, a, b);
    o.chunk.side[CLAIM_PROGRAM] = term_mk_ite(c, over, ones,
                                              op2(c, TERM_CONCAT, zero, op2(c, TERM_BVADD, a, b)));
    assert_int_equal(diagrams_try(&o, FEW, &s), DIAGRAMS_HOLD);
    o.chunk.side[CLAIM_OPERATION] = op2(c, TERM_CONCAT, zero, minimum(c, a, b));
    term less = op2(c, TERM_BVSUB, a, b), top = num(c, 1u << (BITS - 2), BITS - 1);
    term signed_less = op2(c, TERM_BVSLT, op2(c, TERM_BVXOR, a, top), op2(c, TERM_BVXOR, b, top));
    o.chunk.side[CLAIM_PROGRAM] = op2(
        c, TERM_CONCAT, zero,
        op2(c, TERM_BVADD, b, term_mk_ite(c, signed_less, less, num(c, 0, BITS - 1))));
    assert_int_equal(diagrams_try(&o, FEW, &s), DIAGRAMS_HOLD);
    o.chunk.side[CLAIM_PROGRAM] = op2(c, TERM_CONCAT, zero, minimum(c, less, b));
    assert_int_equal(diagrams_try(&o, FEW, &s), DIAGRAMS_FAIL);
    assert_true(fails(&o, &s));
    term_ctx_free(c);
}

/* How many ones, bit by bit; and in fields of 2, 4, 8 ... bits. */
static term counted(term_ctx *c, term a)
{
    term sum = num(c, 0, BITS);
    for (unsigned i = 0; i < BITS; i++)
        sum = op2(c, TERM_BVADD, sum, term_mk_extend(c, TERM_ZERO_EXTEND, BITS - 1, bit(c, a, i)));
    return sum;
}

static term counted_in_fields(term_ctx *c, term a, unsigned steps)
{
    static const uint32_t mask[] = {0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff, 0x0000ffff};
    for (unsigned k = 0; k < steps; k++)
        a = op2(c, TERM_BVADD, op2(c, TERM_BVAND, a, num(c, mask[k], BITS)),
                op2(c, TERM_BVAND, moved(c, TERM_BVLSHR, a, 1u << k), num(c, mask[k], BITS)));
    return a;
}

/* Nothing decides, and any order does. */
static void bits_are_moved_and_counted(void **unused)
{
    (void)unused;
    sample s;
    term_ctx *c = term_ctx_new();
    obligation o = state(c, BITS);
    term a = o.chunk.input[0], low = num(c, 0x0000ffff, BITS);
    o.chunk.side[CLAIM_OPERATION] = counted(c, a);
    o.chunk.side[CLAIM_PROGRAM] = counted_in_fields(c, a, LOG);
    assert_int_equal(diagrams_try(&o, FEW, &s), DIAGRAMS_HOLD);
    o.chunk.side[CLAIM_PROGRAM] = counted_in_fields(c, a, LOG - 1);
    assert_int_equal(diagrams_try(&o, FEW, &s), DIAGRAMS_FAIL);
    assert_true(fails(&o, &s));
    o.chunk.side[CLAIM_OPERATION] = op2(c, TERM_CONCAT, term_mk_extract(c, 15, 0, a),
                                        term_mk_extract(c, 31, 16, a));
    o.chunk.side[CLAIM_PROGRAM] = op2(
        c, TERM_BVADD, moved(c, TERM_BVLSHR, a, 16),
        op2(c, TERM_BVMUL, op2(c, TERM_BVAND, a, low), num(c, 0x10000, BITS)));
    assert_int_equal(diagrams_try(&o, FEW, &s), DIAGRAMS_HOLD);
    term_ctx_free(c);
}

/* A product of inputs, whose diagrams are exponential (Bryant 1991), above what somebody asks for.
 */
static void what_does_not_matter_is_left_out(void **unused)
{
    enum { WIDE = 64, LOW = 4 };
    (void)unused;
    sample s;
    term_ctx *c = term_ctx_new();
    obligation o = state(c, WIDE);
    term a = o.chunk.input[0], b = o.chunk.input[1];
    term chosen = term_mk_ite(c, is_set(c, a, 0), term_mk_extract(c, LOW - 1, 0, b),
                              term_mk_extract(c, 2 * LOW - 1, LOW, b));
    term large = term_mk_extract(c, WIDE - 1, LOW, op2(c, TERM_BVMUL, a, b));
    o.chunk.side[CLAIM_OPERATION] = term_mk_extend(c, TERM_ZERO_EXTEND, WIDE - LOW, chosen);
    o.chunk.side[CLAIM_PROGRAM] = op2(c, TERM_CONCAT, large, chosen);
    assert_int_equal(diagrams_try(&o, FEW, &s), DIAGRAMS_LARGE);
    o.chunk.side[CLAIM_CARE] = num(c, (1u << LOW) - 1, WIDE);
    assert_int_equal(diagrams_try(&o, FEW, &s), DIAGRAMS_HOLD);
    o.chunk.side[CLAIM_PROGRAM] = op2(c, TERM_CONCAT, large, term_mk_unary(c, TERM_BVNOT, chosen));
    assert_int_equal(diagrams_try(&o, FEW, &s), DIAGRAMS_FAIL);
    assert_true(fails(&o, &s));
    term_ctx_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_that_are_compared_take_turns),
        cmocka_unit_test(parts_that_are_added_or_ordered_take_turns),
        cmocka_unit_test(bits_are_moved_and_counted),
        cmocka_unit_test(what_does_not_matter_is_left_out),
        cmocka_unit_test(bits_gathered_by_steps_are_those_gathered_one_by_one),
        cmocka_unit_test(every_fault_is_found_with_an_input),
        cmocka_unit_test(one_input_in_many_is_found),
        cmocka_unit_test(a_limit_is_no_answer),
        cmocka_unit_test(every_operator_means_what_its_table_says),
        cmocka_unit_test(what_does_not_choose_by_bits_is_left),
    };
    return cmocka_run_group_tests_name("diagrams", tests, NULL, NULL);
}
