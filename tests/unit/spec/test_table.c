// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_table.c - guards the tables of bytes in ways (spec/forms.ir): what they hold is what the
 * operation gives, for those operations alone that act on each field for itself; every such
 * operation has the ways that are of all, and a byte that is wrong is found out. */
#include "lowerings/emit/lowering.h"
#include "spec/form.h"
#include "spec/table.h"
#include "synth/run/synth.h"
#include "tests/unit/fixture.h"
#include "verify/verify.h"

enum { W = 4, NUMBERS = 16 };

static int64_t signed_of(int64_t x) { return x < NUMBERS / 2 ? x : x - NUMBERS; }

static int64_t gather(int64_t a, int64_t m)
{
    int64_t low = 0;
    for (unsigned i = 0, k = 0; i < W; i++)
        if (m >> i & 1) low |= (a >> i & 1) << k++;
    return low;
}

/* What C says; where nothing is said, zero. */
static int64_t expected(const char *name, int64_t a, int64_t b)
{
    int64_t x = signed_of(a), y = signed_of(b);
    bool undefined = !b || (x == -NUMBERS / 2 && y == -1);
    if (!strcmp(name, "mul")) return a * b % NUMBERS;
    if (!strcmp(name, "mulhu")) return a * b / NUMBERS;
    if (!strcmp(name, "udiv")) return b ? a / b : 0;
    if (!strcmp(name, "sdiv")) return undefined ? 0 : (x / y) & (NUMBERS - 1);
    if (!strcmp(name, "srem")) return undefined ? 0 : (x % y) & (NUMBERS - 1);
    if (!strcmp(name, "shl_total")) return b < W ? a << b & (NUMBERS - 1) : 0;
    return gather(a, b);
}

static void tables_hold_what_operations_give(void **state)
{
    static const char *const names[] = {"mul",  "mulhu",     "udiv", "sdiv",
                                        "srem", "shl_total", "pext"};
    (void)state;
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++) {
        op_table *t = op_table_new(spec_find_op(the_spec, names[k]), W);
        assert_non_null(t);
        for (int64_t a = 0; a < NUMBERS; a++)
            for (int64_t b = 0; b < NUMBERS; b++) {
                /* the lowest bits count */
                int64_t in[] = {a, b}, more[] = {a - NUMBERS, b + 5 * NUMBERS};
                if (op_table_at(t, in) != expected(names[k], a, b))
                    fail_msg("%s %d %d: %d", names[k], (int)a, (int)b, (int)op_table_at(t, in));
                assert_int_equal(op_table_at(t, in), op_table_at(t, more));
            }
        op_table_free(t);
    }
    op_table_free(NULL);
}

static void what_looks_beyond_its_field_has_no_table(void **state)
{
    static const struct { const char *op; unsigned w; bool has; } all[] = {
        {"mul", 4, true}, {"ctlz", 8, true}, {"fshl", 2, true}, {"udiv", 8, true},
        {"udiv", 16, false},     /* there is none */
        {"bswap", 4, false},     /* nor here */
        {"prefix_add", 4, false}, /* fields from fields below */
        {"reverse", 4, false},
        {"reduce_add", 4, false}, /* gives a scalar */
        {"eq_bits", 4, false},    /* gives packed bits */
        {"shl_all", 4, false},    /* takes a scalar */
    };
    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        const op *o = spec_find_op(the_spec, all[i].op);
        assert_non_null(o);
        if (table_has_op(o, all[i].w) != all[i].has) fail_msg("%s %u", all[i].op, all[i].w);
        op_table *t = op_table_new(o, all[i].w);
        assert_int_equal(t != NULL, all[i].has);
        op_table_free(t);
    }
}

/* ---- ways of all operations ---- */

static const instr *way_of(const char *of, const char *way, const char *cls)
{
    char name[100];
    snprintf(name, sizeof name, "llvm.%s.%s", of, way);
    return spec_find_instr(the_spec, NULL, name, spec_find_class(the_spec, cls));
}

static void every_operation_with_a_table_has_the_way(void **state)
{
    unsigned have = 0, lack = 0;
    (void)state;
    for (unsigned i = 0; i < the_spec->nops; i++) {
        const op *o = &the_spec->ops[i];
        const instr *table = way_of(o->name, "table", "z512"),
                    *sides = way_of(o->name, "sides", "y256");
        bool wanted = o->arity == 2 && table_has_op(o, W);
        if ((table && form_has_width(table, W)) != wanted) fail_msg("%s", o->name);
        assert_int_equal(sides && form_has_width(sides, W), wanted);
        if (table) assert_false(form_has_width(table, 8));
        have += wanted;
        lack += !wanted;
    }
    assert_true(have > 40 && lack > 40);
}

/* Words of general registers are in registers of 128 bits, those of 128 bits in 256, those of 256
 * in 512. */
static void features_are_those_of_the_register(void **state)
{
    static const struct { const char *cls, *target; bool has;
    } all[] = {{"r64", "x86-64", false},     {"r64", "x86-64-v2", true},
               {"x128", "x86-64-v2", false}, {"x128", "x86-64-v3", true},
               {"y256", "x86-64-v3", false}, {"y256", "x86-64-v4", true}};
    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        const instr *in = way_of("udiv", "words", all[i].cls);
        assert_true(in && form_has_width(in, W));
        if (target_has_instr(spec_find_target(the_spec, all[i].target), in) != all[i].has)
            fail_msg("%s %s", all[i].cls, all[i].target);
    }
}

/* A way that needs what a target lacks leaves its marks of searches as they are; one that the
 * target can have does not. */
static void marks_are_of_ways_that_the_target_has(void **state)
{
    instr *in = (instr *)(uintptr_t)way_of("add", "table", "z512"); /* put back below */
    cell c = {spec_find_op(the_spec, "add"), W, spec_find_class(the_spec, "z512"), NULL};
    char before[HASH_TEXT], after[HASH_TEXT], hash[HASH_TEXT];
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        c.target = spec_find_target(the_spec, i ? "icelake-server" : "x86-64-v4");
        synth_search_key(the_spec, &c, SYNTH_NORMAL, before);
        memcpy(hash, in->hash, sizeof hash);
        memcpy(in->hash, "another", sizeof "another");
        synth_search_key(the_spec, &c, SYNTH_NORMAL, after);
        memcpy(in->hash, hash, sizeof hash);
        assert_int_equal(!strcmp(before, after), i == 0);
    }
}

/* ---- wrong tables ---- */

static void wrong_byte_is_refuted(verifier *v, const char *of, const char *cls, const char *way,
                                  const char *right, const char *wrong)
{
    static const unsigned src[SPEC_SRC_MAX] = {0, 1, 2, 3};
    const instr *in = way_of(of, way, cls);
    cell c = {in->form_of, W, in->result, spec_find_target(the_spec, "icelake-server")};
    prog *q = calloc(1, sizeof *q);
    strbuf ir = {0};
    prog_init(q, c.op, c.cls);
    prog_add(q, in, src, W);
    emit_ir_module(&c, q, "way", &ir);
    for (unsigned turn = 0; turn < 2; turn++) {
        diags d = {0};
        proof p;
        assert_int_equal(verify_ir(v, the_spec, &c, ir.s, "way", &p, &d), LS_OK);
        assert_int_equal(p.answer, turn ? PROOF_REFUTED : PROOF_PROVED);
        diag_free(&d);
        char *at = strstr(ir.s, right);
        assert_true(at || turn);
        if (at) memcpy(at, wrong, strlen(wrong));
    }
    strbuf_free(&ir);
    free(q);
}

static void a_wrong_byte_is_refuted(void **state)
{
    verifier *v;
    (void)state;
    assert_int_equal(verifier_new(&v, verify_default_limits, NULL, NULL), LS_OK);
    wrong_byte_is_refuted(v, "udiv", "z512", "table", "i8 15, i8 0, i8 0, i8 1,",
                          "i8 15, i8 0, i8 0, i8 2,"); /* 3 by 2, after the row of 1 */
    wrong_byte_is_refuted(v, "mul", "x128", "sides", "i8 34, i8 68,", "i8 34, i8 69,");
    verifier_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_hold_what_operations_give),
        cmocka_unit_test(what_looks_beyond_its_field_has_no_table),
        cmocka_unit_test(every_operation_with_a_table_has_the_way),
        cmocka_unit_test(features_are_those_of_the_register),
        cmocka_unit_test(marks_are_of_ways_that_the_target_has),
        cmocka_unit_test(a_wrong_byte_is_refuted),
    };
    return cmocka_run_group_tests(tests, load_spec, drop_spec);
}
