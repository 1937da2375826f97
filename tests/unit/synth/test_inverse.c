// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_inverse.c - what inverse_of says of a source is so: proved by the solver for small terms of
 * every rule, tried for the described instructions; and it says enough. */
#include "synth/problem/inverse.h"
#include "tests/unit/grammar_fixture.h"
#include "verify/claim/smt.h"

static term_ctx *c;
static term p, q;
enum { W = 6 };

static term mk(term_op with, term a, term b) { return term_mk_binary(c, with, a, b); }
static term zext(term a, unsigned by) { return term_mk_extend(c, TERM_ZERO_EXTEND, by, a); }
static term sext(term a, unsigned by) { return term_mk_extend(c, TERM_SIGN_EXTEND, by, a); }
static term cut(unsigned high, unsigned low, term a) { return term_mk_extract(c, high, low, a); }
static term num(uint64_t v, unsigned w) { return term_mk_u64(c, v, w); }

static int open_terms(void **state)
{
    (void)state;
    c = term_ctx_new();
    p = term_mk_var(c, "p", W);
    q = term_mk_var(c, "q", W);
    return 0;
}

static int close_terms(void **state)
{
    (void)state;
    term_ctx_free(c);
    return 0;
}

/* That no p contradicts what is said of it, whatever is known of t. */
static void expect_so(smt *solver, const char *name, term t)
{
    unsigned w = term_width(c, t);
    term noise = term_mk_var(c, "noise", w), care = term_mk_var(c, "care", w),
         whole = term_mk_ones(c, w), cares[2] = {whole, care};
    for (unsigned i = 0; i < 2; i++) {
        char reason[SMT_REASON];
        smt_answer answer;
        term r = mk(TERM_BVOR, mk(TERM_BVAND, t, cares[i]),
                    mk(TERM_BVAND, noise, term_mk_unary(c, TERM_BVNOT, cares[i])));
        inverse said = inverse_of(c, t, p, r, cares[i]);
        term wrong = mk(TERM_BVOR, mk(TERM_BVAND, said.off, p),
                        mk(TERM_BVAND, said.on, term_mk_unary(c, TERM_BVNOT, p)));
        term none = mk(TERM_EQ, wrong, num(0, W));
        assert_int_equal(
            smt_solve(solver, c, term_mk_unary(c, TERM_NOT, none), NULL, 0, NULL, &answer, reason),
            LS_OK);
        if (answer != SMT_UNSAT)
            fail_msg("%s, %s known: %s", name, i ? "some bits" : "all",
                     answer == SMT_SAT ? "what is said is not so" : reason);
    }
}

static term clamp(term x, unsigned w)
{
    unsigned more = term_width(c, x) - w;
    term least = num(1ULL << (w - 1), w), most = num((1ULL << (w - 1)) - 1, w);
    return term_mk_ite(c, mk(TERM_BVSLT, x, sext(least, more)), least,
                       term_mk_ite(c, mk(TERM_BVSLT, sext(most, more), x), most, cut(w - 1, 0, x)));
}

static term sum_of_products(term a, term b, bool a_signed)
{
    enum { H = W / 2 };
    term parts[2];
    for (unsigned i = 0; i < 2; i++) {
        term x = cut(H * i + H - 1, H * i, a), y = cut(H * i + H - 1, H * i, b);
        parts[i] = mk(TERM_BVMUL, a_signed ? sext(x, H) : zext(x, H + 1),
                      a_signed ? sext(y, H) : sext(y, H + 1));
    }
    return mk(TERM_BVADD, parts[0], parts[1]);
}

static void what_is_said_is_so(void **state)
{
    smt *solver;
    (void)state;
    term zero = num(0, W), negative = mk(TERM_BVSLT, p, zero),
         neg = term_mk_unary(c, TERM_BVNEG, p), nots = term_mk_unary(c, TERM_BVNOT, p);
    term swap[2] = {cut(W - 1, 2, p), cut(1, 0, q)},
         wide = mk(TERM_BVADD, mk(TERM_BVADD, zext(p, 1), zext(q, 1)), num(1, W + 1));
    const struct { const char *name; term t;
    } cases[] = {
        {"p", p},
        {"q", q},
        {"not", nots},
        {"neg", neg},
        {"add", mk(TERM_BVADD, p, q)},
        {"sub", mk(TERM_BVSUB, p, q)},
        {"sub from", mk(TERM_BVSUB, q, p)},
        {"double", mk(TERM_BVADD, p, p)},
        {"and", mk(TERM_BVAND, p, q)},
        {"or", mk(TERM_BVOR, p, q)},
        {"xor", mk(TERM_BVXOR, p, q)},
        {"and not", mk(TERM_BVAND, nots, q)},
        {"average", cut(W, 1, wide)},
        {"half the difference", cut(W, 1, mk(TERM_BVSUB, zext(p, 1), zext(q, 1)))},
        {"half the difference from", cut(W, 1, mk(TERM_BVSUB, zext(q, 1), zext(p, 1)))},
        {"product", mk(TERM_BVMUL, p, q)},
        {"square", mk(TERM_BVMUL, p, p)},
        {"high product", cut(2 * W - 1, W, mk(TERM_BVMUL, zext(p, W), zext(q, W)))},
        {"signed high product", cut(2 * W - 1, W, mk(TERM_BVMUL, sext(p, W), sext(q, W)))},
        {"mixed high product", cut(2 * W - 1, W, mk(TERM_BVMUL, zext(p, W), sext(q, W)))},
        {"high square", cut(2 * W - 1, W, mk(TERM_BVMUL, zext(p, W), zext(p, W)))},
        {"signed high square", cut(2 * W - 1, W, mk(TERM_BVMUL, sext(p, W), sext(p, W)))},
        {"wide product", mk(TERM_BVMUL, zext(cut(2, 0, p), 3), zext(cut(2, 0, q), 3))},
        {"sum of products", sum_of_products(p, q, true)},
        {"clamped sum of products", clamp(sum_of_products(p, q, false), W)},
        {"the other way", clamp(sum_of_products(q, p, false), W)},
        {"shl", mk(TERM_BVSHL, p, q)},
        {"lshr", mk(TERM_BVLSHR, p, q)},
        {"ashr", mk(TERM_BVASHR, p, q)},
        {"shl by", mk(TERM_BVSHL, q, p)},
        {"lshr by", mk(TERM_BVLSHR, q, p)},
        {"ashr by", mk(TERM_BVASHR, q, p)},
        {"own shl", mk(TERM_BVSHL, p, p)},
        {"own lshr", mk(TERM_BVLSHR, p, p)},
        {"own ashr", mk(TERM_BVASHR, p, p)},
        {"absolute", term_mk_ite(c, negative, neg, p)},
        {"sign", term_mk_ite(c, mk(TERM_BVSLT, q, zero), neg,
                             term_mk_ite(c, mk(TERM_EQ, q, zero), zero, p))},
        {"sign of", term_mk_ite(c, negative, term_mk_unary(c, TERM_BVNEG, q),
                                term_mk_ite(c, mk(TERM_EQ, p, zero), zero, q))},
        {"saturating add", term_mk_ite(c, mk(TERM_BVULT, mk(TERM_BVADD, p, q), p),
                                       term_mk_ones(c, W), mk(TERM_BVADD, p, q))},
        {"saturating subtract", term_mk_ite(c, mk(TERM_BVULT, p, q), zero, mk(TERM_BVSUB, p, q))},
        {"saturating subtract from",
         term_mk_ite(c, mk(TERM_BVULT, q, p), zero, mk(TERM_BVSUB, q, p))},
        {"signed saturating add", clamp(mk(TERM_BVADD, sext(p, 1), sext(q, 1)), W)},
        {"signed saturating subtract", clamp(mk(TERM_BVSUB, sext(q, 1), sext(p, 1)), W)},
        {"blend", term_mk_concat_n(c, swap, 2)},
        {"both ends", mk(TERM_BVADD, sext(cut(2, 0, p), 3), zext(cut(5, 3, q), 3))},
        {"least", term_mk_ite(c, mk(TERM_BVSLT, p, q), p, q)},
        {"bounded shift", term_mk_ite(c, mk(TERM_BVULT, p, num(3, W)), mk(TERM_BVSHL, q, p), zero)},
        {"bounded own shift", term_mk_ite(c, mk(TERM_BVULT, p, num(3, W)),
                                          mk(TERM_BVSHL, cut(2, 0, p), cut(5, 3, p)), num(0, 3))},
        {"two conditions",
         term_mk_ite(c, mk(TERM_AND, negative, mk(TERM_EQ, cut(1, 0, p), num(2, 2))), q, p)},
        {"no condition", term_mk_ite(c, term_mk_unary(c, TERM_NOT, negative), q, neg)}};
    assert_int_equal(smt_new(&solver, 60000, 0), LS_OK);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_so(solver, cases[i].name, cases[i].t);
    smt_free(solver);
}

/* What is said of p in numbers, where all of the result is known. */
static void expect_said_at(int line, term t, uint64_t q_is, uint64_t r_is, uint64_t on,
                           uint64_t off)
{
    term vars[2] = {term_mk_var(c, "r", term_width(c, t)), q};
    inverse said = inverse_of(c, t, p, vars[0], term_mk_ones(c, term_width(c, t)));
    uint64_t got[2];
    const uint64_t *values[2] = {&r_is, &q_is};
    term_eval(c, said.on, vars, values, 2, &got[0]);
    term_eval(c, said.off, vars, values, 2, &got[1]);
    if (got[0] != on || got[1] != off)
        fail_msg("line %d: said %llx %llx", line, (unsigned long long)got[0],
                 (unsigned long long)got[1]);
}
#define expect_said(...) expect_said_at(__LINE__, __VA_ARGS__)

static void what_can_be_said_is_said(void **state)
{
    (void)state;
    term zero = num(0, W), sum = mk(TERM_BVADD, p, q);
    term sat = term_mk_ite(c, mk(TERM_BVULT, sum, p), term_mk_ones(c, W), sum),
         absolute = term_mk_ite(c, mk(TERM_BVSLT, p, zero), term_mk_unary(c, TERM_BVNEG, p), p);
    enum { ALL = 63, NEVER = 63 };
    expect_said(sum, 5, 20, 15, ALL & ~15);
    expect_said(sat, 5, 20, 15, ALL & ~15);
    expect_said(sat, 21, 20, NEVER, NEVER);  /* a sum below what is added */
    expect_said(sat, 21, 63, 0, 0);          /* saturated, or just not */
    expect_said(absolute, 0, 4, 4, 3);       /* 4 or 60 */
    expect_said(absolute, 0, 40, NEVER, NEVER);
    expect_said(mk(TERM_BVMUL, p, q), 3, 21, 7, ALL & ~7);
    expect_said(mk(TERM_BVMUL, p, q), 4, 21, NEVER, NEVER);
    expect_said(mk(TERM_BVMUL, p, p), 0, 21, NEVER, NEVER);
    expect_said(mk(TERM_BVSHL, p, q), 2, 21, NEVER, NEVER);
    expect_said(mk(TERM_BVSHL, p, q), 2, 20, 5, 10);
    expect_said(mk(TERM_BVSHL, q, p), 5, 20, 0, 0);
    expect_said(mk(TERM_BVSHL, q, p), 5, 28, NEVER, NEVER);
    expect_said(mk(TERM_BVLSHR, q, p), 53, 13, 0, 0);
    expect_said(mk(TERM_BVLSHR, q, p), 53, 14, NEVER, NEVER);
    expect_said(mk(TERM_BVASHR, q, p), 53, 13, NEVER, NEVER);
    expect_said(mk(TERM_BVASHR, q, p), 53, 58, 0, 0);
    expect_said(mk(TERM_BVLSHR, p, p), 0, 21, NEVER, NEVER);
    expect_said(cut(2 * W - 1, W, mk(TERM_BVMUL, zext(p, W), zext(q, W))), 20, 20, NEVER, NEVER);
    /* 1 and 1 times what is not negative */
    expect_said(clamp(sum_of_products(p, q, false), W), 9, 40, NEVER, NEVER);
}

/* ---- instructions ---- */

static grammar *vectors, *words;

static int set_up(void **state)
{
    open_kernels(state);
    vectors = make_grammar("x128", "x86-64-v4", 2, GRAMMAR_FULL);
    words = make_grammar("r64", "x86-64-v3", 2, GRAMMAR_FULL);
    link_grammars((grammar *const[]){vectors, words}, 2);
    return 0;
}

static int tear_down(void **state)
{
    release_grammar(vectors);
    release_grammar(words);
    return close_kernels(state);
}

static uint64_t seed = 88172645463325252ULL;

static uint64_t rnd(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/* Of random bits, or of few different bytes, small and extreme ones. */
static image operand(void)
{
    static const uint8_t corner[] = {0, 1, 2, 0x7f, 0x80, 0xff, 0x55, 0xaa};
    image v;
    bool corners = rnd() & 1;
    for (unsigned i = 0; i < 2; i++) {
        v[i] = rnd();
        for (unsigned k = 0; corners && k < 8; k++)
            v[i] = v[i] << 8 | corner[rnd() % sizeof corner];
    }
    return v;
}

static unsigned try_members(const grammar *g)
{
    unsigned tried = 0;
    for (unsigned i = 0; i < g->count; i++)
        for (unsigned how = 0; how < 3; how++) {
            const grammar_member *m = &g->member[i];
            if (!m->back[how].run_on) continue;
            tried++;
            for (unsigned n = 0; n < 2000; n++) {
                image a = operand(), b = operand(), r, on, off,
                      care = n & 1 ? operand() : ~(image){0, 0}, noise = operand();
                const image *second = how == BACK_ALL ? &a : &b;
                m->run(how == BACK_SECOND ? second : &a, how == BACK_SECOND ? &a : second, NULL, &r,
                       1);
                r = (r & care) | (noise & ~care);
                m->back[how].run_on(&r, &care, &b, &on, 1);
                m->back[how].run_off(&r, &care, &b, &off, 1);
                image wrong = (on & ~a) | (off & a);
                if (wrong[0] || wrong[1])
                    fail_msg("%s, source %u: what is said is not so", m->name, how);
            }
        }
    return tried;
}

static void instructions_are_as_is_said(void **state)
{
    (void)state;
    assert_true(try_members(vectors) > 100);
    assert_true(try_members(words) > 3);
}

int main(void)
{
    const struct CMUnitTest terms[] = {cmocka_unit_test(what_is_said_is_so),
                                       cmocka_unit_test(what_can_be_said_is_said)};
    const struct CMUnitTest members[] = {cmocka_unit_test(instructions_are_as_is_said)};
    return cmocka_run_group_tests_name("inverse", terms, open_terms, close_terms) +
           cmocka_run_group_tests_name("inverse members", members, set_up, tear_down);
}
