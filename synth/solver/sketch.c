// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sketch.c - states in bit-vector terms which programs of so many steps there are, and what they
 * make of an example.
 *
 * After Gulwani, Jha, Tiwari, Venkatesan, "Synthesis of loop-free programs", PLDI 2011, who number
 * the places of a library's components. Here instructions are used as often as one likes, so it is
 * the steps that have numbers, and each chooses its member: on an example the value of a step is a
 * multiplexer over all members, that of an operand one over all earlier values.
 *
 * The rules keep a right program P of this length when no shorter one is right. No step of P is a
 * copy of another, equals an operand or a constant whatever the operands are, or is unused: else
 * there were a shorter one. Where several forms compute the same (x ^ -1, ~x) each step of P can
 * take the first. Operands that may be exchanged can be put in order. And of all orders of P's
 * steps take the one whose keys (member, sources) are lexicographically least: of two neighbours,
 * where the second does not use the first, the first has the lesser key, since exchanging them
 * changes no key before.
 *
 * Called by cegis.c. */
#include "sketch.h"

#include <stdio.h>

/* ---- words for terms ---- */

static term is_number(const sketch *k, term choice, unsigned n)
{
    return term_mk_binary(k->g->terms, TERM_EQ, choice,
                          term_mk_u64(k->g->terms, n, term_width(k->g->terms, choice)));
}

static term both(const sketch *k, term a, term b)
{
    return term_mk_binary(k->g->terms, TERM_AND, a, b);
}

static term either(const sketch *k, term a, term b)
{
    return term_mk_binary(k->g->terms, TERM_OR, a, b);
}

static term negation(const sketch *k, term a)
{
    return term_mk_unary(k->g->terms, TERM_NOT, a);
}

static term truth(const sketch *k, bool value)
{
    return term_mk_bool(k->g->terms, value);
}

static void assert_that(const sketch *k, term condition)
{
    if (condition != truth(k, true)) smt_session_assert(k->session, condition);
}

static void assert_implies(const sketch *k, term a, term b)
{
    assert_that(k, either(k, negation(k, a), b));
}

static void assert_not_both(const sketch *k, term a, term b)
{
    assert_that(k, negation(k, both(k, a, b)));
}

static void assert_equal(const sketch *k, term a, term b)
{
    assert_that(k, term_mk_binary(k->g->terms, TERM_EQ, a, b));
}

/* Bits that hold the numbers below count. */
static unsigned bits_for(unsigned count)
{
    unsigned bits = 1;
    while (1u << bits < count) bits++;
    return bits;
}

static void assert_below(const sketch *k, term choice, unsigned count)
{
    unsigned width = term_width(k->g->terms, choice);
    if (count >> width) return;
    assert_that(
        k, term_mk_binary(k->g->terms, TERM_BVULT, choice, term_mk_u64(k->g->terms, count, width)));
}

/* values[choice]; some value when choice is count or more. A tree over the bits of choice. */
static term pick(const sketch *k, term choice, const term *values, unsigned count)
{
    term_ctx *c = k->g->terms;
    term level[GRAMMAR_MEMBERS_MAX];
    for (unsigned i = 0; i < count; i++) level[i] = values[i];
    for (unsigned bit = 0; count > 1; bit++, count = (count + 1) / 2) {
        term odd = term_mk_binary(c, TERM_EQ, term_mk_extract(c, bit, bit, choice),
                                  term_mk_u64(c, 1, 1));
        for (unsigned i = 0; i < count / 2; i++)
            level[i] = term_mk_ite(c, odd, level[2 * i + 1], level[2 * i]);
        if (count % 2) level[count / 2] = level[count - 1];
    }
    return level[0];
}

/* ---- which members ---- */

typedef bool member_is(const grammar_member *m, unsigned n);

static bool reads_source(const grammar_member *m, unsigned n) { return m->nsrc > n; }
static bool is_any_table(const grammar_member *m, unsigned n) { return (void)n, m->any_table; }

/* Sources 0 and 1 may be exchanged. */
static bool orders_two(const grammar_member *m, unsigned n)
{
    (void)n;
    return m->commutative && m->nsrc >= 2 && m->takes[0] == m->takes[1];
}

/* All sources may be exchanged, together with the table. */
static bool orders_three(const grammar_member *m, unsigned n)
{
    (void)n;
    return m->any_table && m->takes[0] == m->takes[1] && m->takes[1] == m->takes[2];
}

static unsigned count_members(const grammar *g, member_is *is, unsigned n)
{
    unsigned count = 0;
    for (unsigned i = 0; i < g->count; i++) count += is(&g->member[i], n);
    return count;
}

/* The member of the step is one of those. */
static term member_among(const sketch *k, unsigned step, member_is *is, unsigned n)
{
    term any = truth(k, false);
    if (count_members(k->g, is, n) == k->g->count) return truth(k, true);
    for (unsigned i = 0; i < k->g->count; i++)
        if (is(&k->g->member[i], n)) any = either(k, any, is_number(k, k->member[step], i));
    return any;
}

/* ---- the rules ---- */

static void state_domains(const sketch *k, unsigned step)
{
    assert_below(k, k->member[step], k->g->count);
    for (unsigned s = 0; s < 3; s++) {
        assert_below(k, k->src[step][s], k->nleaves + step);
        assert_that(
            k, either(k, member_among(k, step, reads_source, s), is_number(k, k->src[step][s], 0)));
    }
}

/* A free constant has every sort of the grammar's free ones whose values it is one of. */
static term leaf_has_sort(const sketch *k, unsigned value, unsigned sort)
{
    const grammar *g = k->g;
    unsigned bits = g->sort_bits[sort];
    if (value < k->ninputs) return truth(k, g->input_sorts[value] >> sort & 1);
    if (value < k->ninputs + g->nconsts)
        return truth(k, g->konst_sorts[value - k->ninputs] >> sort & 1);
    if (!bits || bits >= g->bits || !(g->free_sorts >> sort & 1))
        return truth(k, g->free_sorts >> sort & 1);
    term constant = k->constant[value - k->ninputs - g->nconsts];
    return term_mk_binary(g->terms, TERM_BVULT, constant,
                          term_mk_u64(g->terms, 1ULL << bits, g->bits));
}

/* The value of number `value` has the sort. */
static term has_sort(const sketch *k, unsigned value, unsigned sort)
{
    term any = truth(k, false);
    bool every = true;
    if (value < k->nleaves) return leaf_has_sort(k, value, sort);
    for (unsigned i = 0; i < k->g->count; i++) {
        if (!(k->g->member[i].gives >> sort & 1)) every = false;
        else any = either(k, any, is_number(k, k->member[value - k->nleaves], i));
    }
    return every ? truth(k, true) : any;
}

static void state_sorts(const sketch *k, unsigned step)
{
    for (unsigned m = 0; m < k->g->count; m++)
        for (unsigned s = 0; s < k->g->member[m].nsrc; s++)
            for (unsigned v = 0; v < k->nleaves + step; v++) {
                term used = both(k, is_number(k, k->member[step], m),
                                 is_number(k, k->src[step][s], v));
                assert_implies(k, used, has_sort(k, v, k->g->member[m].takes[s]));
            }
}

static void state_operand_order(const sketch *k, unsigned step)
{
    term_ctx *c = k->g->terms;
    const term *src = k->src[step];
    term first = term_mk_binary(c, TERM_BVULE, src[0], src[1]),
         second = term_mk_binary(c, TERM_BVULE, src[1], src[2]);
    assert_implies(k, member_among(k, step, orders_two, 0), first);
    assert_implies(k, member_among(k, step, orders_three, 0), both(k, first, second));
}

static term uses(const sketch *k, unsigned step, unsigned value)
{
    term any = truth(k, false);
    for (unsigned s = 0; s < 3; s++)
        any = either(
            k, any,
            both(k, member_among(k, step, reads_source, s), is_number(k, k->src[step][s], value)));
    return any;
}

static void state_all_used(const sketch *k, unsigned step)
{
    term any = truth(k, step + 1 == k->nsteps);
    for (unsigned later = step + 1; later < k->nsteps; later++)
        any = either(k, any, uses(k, later, k->nleaves + step));
    assert_that(k, any);
}

static void state_no_constant_step(const sketch *k, unsigned step)
{
    term any = truth(k, false);
    for (unsigned s = 0; s < 3; s++) {
        term_ctx *c = k->g->terms;
        unsigned width = k->value_bits;
        term input = term_mk_binary(c, TERM_BVULT, k->src[step][s],
                                    term_mk_u64(c, k->ninputs, width));
        term earlier = term_mk_binary(c, TERM_BVULE, term_mk_u64(c, k->nleaves, width),
                                      k->src[step][s]);
        any = either(k, any,
                     both(k, member_among(k, step, reads_source, s), either(k, input, earlier)));
    }
    assert_that(k, any);
}

/* (member, sources) as one number. */
static term key(const sketch *k, unsigned step)
{
    const term parts[] = {k->src[step][2], k->src[step][1], k->src[step][0], k->member[step]};
    return term_mk_concat_n(k->g->terms, parts, 4);
}

/* No copies; neighbours that could be exchanged are in order. Any-table members may have two tables
 * of the same values. */
static void state_step_order(const sketch *k, unsigned step)
{
    term_ctx *c = k->g->terms;
    term tables = member_among(k, step, is_any_table, 0);
    for (unsigned earlier = 0; earlier < step; earlier++)
        assert_implies(k, term_mk_binary(c, TERM_EQ, key(k, earlier), key(k, step)), tables);
    if (!step) return;
    term in_order = term_mk_binary(c, TERM_BVULE, key(k, step - 1), key(k, step));
    assert_that(k, either(k, in_order, uses(k, step, k->nleaves + step - 1)));
}

/* ---- forms ---- */

/* What a member makes of one value x and a constant: m(x, x) or, for place 0 or 1, m with the
 * constant at that place. */
typedef struct form {
    const grammar_member *member;
    unsigned place; /* of the constant; 2: none, all sources are x */
    unsigned konst;
} form;

static bool one_sort(const grammar *g)
{
    uint32_t all = 1u << g->result_sort;
    bool one = true;
    for (unsigned i = 0; i < g->count; i++) {
        one &= g->member[i].gives == all;
        for (unsigned s = 0; s < g->member[i].nsrc; s++)
            one &= g->member[i].takes[s] == g->result_sort;
    }
    for (unsigned i = 0; i < g->nconsts; i++) one &= g->konst_sorts[i] >> g->result_sort & 1;
    return one;
}

static term const_term(const sketch *k, unsigned i)
{
    return term_mk_u64(k->g->terms, k->g->konst[i], k->g->bits);
}

static term form_term(const sketch *k, const form *f, term x)
{
    term src[3] = {x, x, x};
    if (f->place < 2) src[f->place] = const_term(k, f->konst);
    return term_substitute(k->g->terms, f->member->body, f->member->arg, src, f->member->nsrc);
}

static void forbid_form(const sketch *k, const form *f, unsigned step)
{
    const term *src = k->src[step];
    term chosen = is_number(k, k->member[step], (unsigned)(f->member - k->g->member));
    unsigned number = k->ninputs + f->konst;
    term alike = f->member->nsrc < 2 ? truth(k, true)
                                     : term_mk_binary(k->g->terms, TERM_EQ, src[0], src[1]);
    if (f->place == 2) assert_not_both(k, chosen, alike);
    else assert_not_both(k, chosen, is_number(k, src[f->place], number));
    if (f->place < 2 && f->member->commutative)
        assert_not_both(k, chosen, is_number(k, src[1 - f->place], number));
}

typedef struct forms {
    const sketch *k;
    term x, seen[GRAMMAR_MEMBERS_MAX * 2];
    unsigned nseen;
} forms;

/* Forbids the form when what it computes was seen. */
static void meet_form(forms *all, const form *f)
{
    term t = form_term(all->k, f, all->x);
    for (unsigned i = 0; i < all->nseen; i++)
        if (all->seen[i] == t) {
            for (unsigned step = 0; step < all->k->nsteps; step++) forbid_form(all->k, f, step);
            return;
        }
    if (all->nseen < sizeof all->seen / sizeof *all->seen) all->seen[all->nseen++] = t;
}

/* For a commutative member a constant at either place is one form. */
static void meet_forms_of(forms *all, const grammar_member *m)
{
    if (m->any_table || m->nsrc == 0 || m->nsrc > 2) return;
    meet_form(all, &(form){m, 2, 0});
    unsigned places = m->nsrc < 2 ? 0 : m->commutative ? 1 : 2;
    for (unsigned at = 0; at < places; at++)
        for (unsigned i = 0; i < all->k->g->nconsts; i++) meet_form(all, &(form){m, at, i});
}

/* Forms of one value that are that value, a constant, or what an earlier form computes. Equality is
 * that of terms. */
static void state_forms(const sketch *k)
{
    forms all = {.k = k, .x = term_mk_var(k->g->terms, "sketch x", k->g->bits)};
    if (!one_sort(k->g)) return;
    all.seen[all.nseen++] = all.x;
    for (unsigned i = 0; i < k->g->nconsts; i++) all.seen[all.nseen++] = const_term(k, i);
    for (unsigned i = 0; i < k->g->count; i++) meet_forms_of(&all, &k->g->member[i]);
}

/* ---- opening ---- */

static void state_result(const sketch *k)
{
    unsigned sort = k->g->result_sort;
    if (k->nsteps) {
        assert_that(k, has_sort(k, k->nleaves + k->nsteps - 1, sort));
        return;
    }
    assert_below(k, k->result, k->nleaves);
    for (unsigned v = 0; v < k->nleaves; v++)
        assert_implies(k, is_number(k, k->result, v), has_sort(k, v, sort));
}

/* Free constants are distinct and in order: an unused one can be anything. */
static void state_constants(const sketch *k)
{
    for (unsigned i = 1; i < k->nconstants; i++)
        assert_that(k, term_mk_binary(k->g->terms, TERM_BVULT, k->constant[i - 1], k->constant[i]));
}

static void state_step(const sketch *k, unsigned step)
{
    state_domains(k, step);
    state_sorts(k, step);
    state_operand_order(k, step);
    state_all_used(k, step);
    state_step_order(k, step);
    if (!k->constant_steps) state_no_constant_step(k, step);
}

/* A variable; the space keeps it apart from those of the spec language. */
static term variable(const sketch *k, unsigned width, const char *what, unsigned a, unsigned b,
                     unsigned c)
{
    char name[64];
    snprintf(name, sizeof name, "sketch %s %u %u %u", what, a, b, c);
    return term_mk_var(k->g->terms, name, width);
}

static void make_holes(sketch *k)
{
    for (unsigned i = 0; i < k->nconstants; i++)
        k->constant[i] = variable(k, k->g->bits, "constant", i, 0, 0);
    for (unsigned i = 0; i < k->nsteps; i++) {
        k->member[i] = variable(k, bits_for(k->g->count), "member", i, 0, 0);
        k->table[i] = variable(k, 8, "table", i, 0, 0);
        for (unsigned s = 0; s < 3; s++)
            k->src[i][s] = variable(k, k->value_bits, "source", i, s, 0);
    }
    k->result = variable(k, k->value_bits, "result", 0, 0, 0);
}

void sketch_open(sketch *k, const grammar *g, smt_session *session, unsigned ninputs,
                 unsigned nconstants, unsigned nsteps, bool constant_steps)
{
    require(g->bits <= 64 && ninputs <= SKETCH_INPUTS_MAX && nsteps <= CHAIN_STEPS_MAX,
            "the program fits a sketch");
    require(nconstants <= SKETCH_CONSTANTS_MAX && g->nconsts + nconstants <= GRAMMAR_CONSTS_MAX,
            "the constants fit a grammar");
    *k = (sketch){.g = g, .session = session, .constant_steps = constant_steps, .ninputs = ninputs,
                  .nconstants = nconstants, .nsteps = nsteps};
    k->nleaves = ninputs + g->nconsts + nconstants;
    k->nvalues = k->nleaves + nsteps;
    k->value_bits = bits_for(k->nvalues);
    make_holes(k);
    state_constants(k);
    for (unsigned i = 0; i < nsteps; i++) state_step(k, i);
    state_forms(k);
    state_result(k);
    if (!g->count && nsteps) assert_that(k, truth(k, false));
    if (!k->nleaves) assert_that(k, truth(k, false));
}

/* ---- examples ---- */

/* Bit n of table, repeated. */
static term table_bit(const sketch *k, term table, unsigned n)
{
    return term_mk_extend(k->g->terms, TERM_SIGN_EXTEND, k->g->bits - 1,
                          term_mk_extract(k->g->terms, n, n, table));
}

/* x ? a : b, in every bit */
static term mux(const sketch *k, term x, term a, term b)
{
    term_ctx *c = k->g->terms;
    term one = term_mk_binary(c, TERM_BVAND, x, a),
         zero = term_mk_binary(c, TERM_BVAND, term_mk_unary(c, TERM_BVNOT, x), b);
    return term_mk_binary(c, TERM_BVOR, one, zero);
}

static term any_table_value(const sketch *k, term table, const term *src)
{
    term row[8];
    for (unsigned i = 0; i < 8; i++) row[i] = table_bit(k, table, i);
    for (unsigned s = 3, n = 4; s-- > 0; n /= 2)
        for (unsigned i = 0; i < n; i++) row[i] = mux(k, src[s], row[2 * i + 1], row[2 * i]);
    return row[0];
}

static term member_value(const sketch *k, unsigned step, const grammar_member *m, const term *src)
{
    if (m->any_table) return any_table_value(k, k->table[step], src);
    return term_substitute(k->g->terms, m->body, m->arg, src, m->nsrc);
}

/* The value of a step is a variable of its own, and so are its operands: else terms would be moved
 * through multiplexers. */
static term state_value(const sketch *k, unsigned example, unsigned step, const term *values)
{
    term src[3], choices[GRAMMAR_MEMBERS_MAX];
    for (unsigned s = 0; s < 3; s++) {
        if (!count_members(k->g, reads_source, s)) continue;
        src[s] = variable(k, k->g->bits, "operand", example, step, s);
        assert_equal(k, src[s], pick(k, k->src[step][s], values, k->nleaves + step));
    }
    for (unsigned i = 0; i < k->g->count; i++)
        choices[i] = member_value(k, step, &k->g->member[i], src);
    term value = variable(k, k->g->bits, "value", example, step, 0);
    assert_equal(k, value, pick(k, k->member[step], choices, k->g->count));
    return value;
}

void sketch_add_example(sketch *k, const sketch_example *x)
{
    const grammar *g = k->g;
    term values[SKETCH_INPUTS_MAX + GRAMMAR_CONSTS_MAX + CHAIN_STEPS_MAX];
    unsigned n = 0, number = k->examples++;
    if (!k->nleaves || (k->nsteps && !g->count)) return; /* false was asserted */
    for (unsigned i = 0; i < k->ninputs; i++)
        values[n++] = term_mk_u64(g->terms, x->input[i], g->bits);
    for (unsigned i = 0; i < g->nconsts; i++) values[n++] = const_term(k, i);
    for (unsigned i = 0; i < k->nconstants; i++) values[n++] = k->constant[i];
    for (unsigned i = 0; i < k->nsteps; i++, n++) values[n] = state_value(k, number, i, values);
    term result = k->nsteps ? values[n - 1] : pick(k, k->result, values, k->nleaves);
    term differ = term_mk_binary(g->terms, TERM_BVXOR, result,
                                 term_mk_u64(g->terms, x->want, g->bits));
    term wrong = term_mk_binary(g->terms, TERM_BVAND, differ,
                                term_mk_u64(g->terms, x->care, g->bits));
    assert_equal(k, wrong, term_mk_u64(g->terms, 0, g->bits));
}

/* ---- answers ---- */

enum { HOLES_A_STEP = 5, HOLES_MAX = CHAIN_STEPS_MAX * HOLES_A_STEP + SKETCH_CONSTANTS_MAX + 1 };

/* The holes in a fixed order: of each step member, table, sources; constants; result. */
static unsigned list_holes(const sketch *k, term *holes)
{
    unsigned n = 0;
    for (unsigned i = 0; i < k->nsteps; i++) {
        holes[n++] = k->member[i];
        holes[n++] = k->table[i];
        for (unsigned s = 0; s < 3; s++) holes[n++] = k->src[i][s];
    }
    for (unsigned i = 0; i < k->nconstants; i++) holes[n++] = k->constant[i];
    holes[n++] = k->result;
    return n;
}

static void read_program(const sketch *k, const uint64_t *v, chain *out, uint64_t *constants)
{
    *out = (chain){
        .ninputs = k->ninputs, .nconsts = k->g->nconsts + k->nconstants, .nsteps = k->nsteps};
    for (unsigned i = 0; i < k->nsteps; i++, v += HOLES_A_STEP) {
        chain_step *s = &out->step[i];
        s->member = &k->g->member[v[0]];
        s->imm = s->member->any_table ? (int64_t)v[1] : s->member->imm;
        for (unsigned n = 0; n < s->member->nsrc; n++) s->src[n] = (uint8_t)v[2 + n];
    }
    for (unsigned i = 0; i < k->nconstants; i++) constants[i] = *v++;
    if (!k->nsteps) out->result = (unsigned)*v;
}

ls_status sketch_solve(const sketch *k, unsigned milliseconds, chain *out, uint64_t *constants,
                       smt_answer *answer, char reason[SMT_REASON])
{
    term holes[HOLES_MAX];
    uint64_t value[HOLES_MAX], *values[HOLES_MAX];
    unsigned n = list_holes(k, holes);
    for (unsigned i = 0; i < n; i++) values[i] = &value[i];
    ls_status status = smt_session_solve(k->session, milliseconds, holes, n, values, answer,
                                         reason);
    if (status == LS_OK && *answer == SMT_SAT) read_program(k, value, out, constants);
    return status;
}
