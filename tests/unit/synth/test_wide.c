// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_wide.c - the engine `wide`: programs for sums, parities and compares of whole registers are
 * found by what instructions do, one at least for every target and class, and agree with the
 * operation; a program that is wrong in one place is refuted. */
#include "synth/wide/wide.h"
#include "tests/unit/verifier_fixture.h"

typedef struct finding {
    const cell *c;
    unsigned count, least; /* programs, instructions of the shortest */
    prog first;
} finding;

static void take(void *context, const prog *p)
{
    finding *f = context;
    assert_true(prog_fits(p, f->c->target));
    assert_true(verify_agrees(v, f->c, p));
    if (!f->count++) f->first = *p;
    if (f->count == 1 || prog_length(p) < f->least) f->least = prog_length(p);
}

static finding propose(const cell *c)
{
    finding f = {.c = c};
    wide_propose(the_spec, c, take, &f);
    return f;
}

static const char *const carried[] = {
    "add_carry",      "sub_borrow",     "match_star", "scan_thru", "scan_to",
    "inclusive_span", "exclusive_span", "increment",  "negate", "advance"};
enum { CARRIED = sizeof carried / sizeof *carried, EVERYWHERE = 2 };

/* Of x86: the engine counts on the sign bits of lanes in a general register. */
static bool has_parts(const target *t) { return !strcmp(t->set->name, "x86"); }

static void every_target_gets_programs_that_agree(void **state)
{
    unsigned turns = 0;
    (void)state;
    for (unsigned t = 0; t < the_spec->ntargets; t++) turns += has_parts(&the_spec->targets[t]);
    for (unsigned o = 0; o < CARRIED; o++)
        for (unsigned t = 0; t < the_spec->ntargets; t++)
            for (const regclass *const *k = the_spec->targets[t].classes; *k; k++) {
                if (!has_parts(&the_spec->targets[t])) continue;
                if (o >= EVERYWHERE && (t + o) % turns) continue; /* in turn */
                cell c = {spec_find_op(the_spec, carried[o]), (*k)->bits, *k,
                          &the_spec->targets[t]};
                assert_int_equal(cell_exists(&c), (*k)->bits >= 128);
                if (cell_exists(&c) && !propose(&c).count)
                    fail_msg("%s %s %s: nothing", carried[o], (*k)->name, c.target->name);
            }
}

static void sums_without_carries_are_alike(void **state)
{
    static const char *const plain[] = {"add", "sub", "neg"};
    (void)state;
    for (unsigned o = 0; o < 3; o++) {
        cell c = {spec_find_op(the_spec, plain[o]), 256, spec_find_class(the_spec, "y256"),
                  spec_find_target(the_spec, "x86-64-v3")};
        assert_true(propose(&c).count > 0);
    }
}

/* In general registers, too; with a carry-less product where there is one. */
static void every_target_gets_prefix_xor(void **state)
{
    (void)state;
    for (unsigned t = 0; t < the_spec->ntargets; t++)
        for (const regclass *const *k = the_spec->targets[t].classes; *k; k++) {
            cell c = {spec_find_op(the_spec, "prefix_xor"), (*k)->bits, *k, &the_spec->targets[t]};
            assert_int_equal(cell_exists(&c), (*k)->bits >= 64);
            if (!cell_exists(&c) || !has_parts(c.target)) continue;
            finding f = propose(&c);
            bool product = !strcmp(c.target->name, "icelake-server");
            if (f.count < 1u + product || (product && f.least > 16))
                fail_msg("%s %s: %u programs, of %u instructions", (*k)->name, c.target->name,
                         f.count, f.least);
        }
}

/* All relations, and where the answer is wanted; registers take turns. */
static void compares_of_whole_registers_agree(void **state)
{
    static const char *const relation[] = {"eq",  "ne",  "ult", "ugt", "ule",
                                           "uge", "slt", "sgt", "sle", "sge"},
                      *const where[] = {"", "_bits", "_top"},
                      *const cpu[] = {"x86-64", "x86-64-v3", "x86-64-v4"},
                      *const cls[] = {"x128", "y256", "z512"};
    (void)state;
    for (unsigned r = 0; r < 10; r++)
        for (unsigned h = 0; h < 3; h++) {
            char name[32];
            unsigned t = (r + h) % 3;
            snprintf(name, sizeof name, "%s%s", relation[r], where[h]);
            const regclass *k = spec_find_class(the_spec, cls[t]);
            cell c = {spec_find_op(the_spec, name), k->bits, k,
                      spec_find_target(the_spec, cpu[t])};
            if (!propose(&c).count) fail_msg("%s %s: nothing", name, cls[t]);
        }
}

static void others_get_nothing(void **state)
{
    (void)state;
    cell half = {spec_find_op(the_spec, "add"), 64, spec_find_class(the_spec, "x128"),
                 spec_find_target(the_spec, "x86-64")},
         product = {spec_find_op(the_spec, "mul"), 128, half.cls, half.target},
         scalar = {spec_find_op(the_spec, "add"), 64, spec_find_class(the_spec, "r64"),
                   half.target};
    assert_int_equal(propose(&half).count, 0);
    assert_int_equal(propose(&product).count, 0);
    assert_int_equal(propose(&scalar).count, 0);
}

static void a_sum_is_proved_and_a_wrong_carry_refuted(void **state)
{
    cell c = {spec_find_op(the_spec, "add_carry"), 128, spec_find_class(the_spec, "x128"),
              spec_find_target(the_spec, "x86-64")};
    finding f = propose(&c);
    proof p;
    diags d = {0};
    (void)state;
    assert_int_equal(verify_prog(v, &c, &f.first, &p, &d), LS_OK);
    assert_int_equal(p.answer, PROOF_PROVED);
    strbuf smt2 = {0};
    assert_int_equal(verify_write_smt2(v, &c, &f.first, &smt2, &d), LS_OK);
    assert_non_null(strstr(strbuf_text(&smt2), "carry, the second result, is above bit 127"));
    assert_null(strstr(strbuf_text(&smt2), "stated on a chunk")); /* it is on all of it */
    strbuf_free(&smt2);
    prog wrong = f.first;
    wrong.second = 2; /* the carry in */
    assert_int_equal(verify_prog(v, &c, &wrong, &p, &d), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED);
    wrong = f.first;
    wrong.result = prog_first_insn(&wrong); /* a sum in lanes, or what it begins with */
    wrong.result = wrong.insn[0].in->result == c.cls ? wrong.result : 0;
    assert_int_equal(verify_prog(v, &c, &wrong, &p, &d), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED);
    diag_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_target_gets_programs_that_agree),
        cmocka_unit_test(sums_without_carries_are_alike),
        cmocka_unit_test(every_target_gets_prefix_xor),
        cmocka_unit_test(compares_of_whole_registers_agree),
        cmocka_unit_test(others_get_nothing),
        cmocka_unit_test(a_sum_is_proved_and_a_wrong_carry_refuted),
    };
    return cmocka_run_group_tests(tests, load_verifier, drop_verifier);
}
