// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_single.c - programs of one instruction with unknown constants: what is right is never
 * excluded, what is excluded is not found by exhaustive search either, and what is found is proved.
 */
#include "synth/exhaust/exhaust.h"
#include "synth/run/polish.h"
#include "synth/solver/single.h"
#include "synth/solver/single_inside.h"
#include "synth/run/single_run.h"
#include "tests/unit/grammar_fixture.h"
#include "tests/unit/log_fixture.h"

static cell cell_of(const char *name, unsigned w, const char *cls, const char *tgt)
{
    cell c = {spec_find_op(the_spec, name), w, spec_find_class(the_spec, cls),
              spec_find_target(the_spec, tgt)};
    if (!c.op || !cell_exists(&c)) fail_msg("no cell %s %u %s %s", name, w, cls, tgt);
    return c;
}

static unsigned bound_of(const cell *c, uint64_t *candidates)
{
    unsigned bound;
    single *x = single_open(the_spec, c, 1);
    assert_int_equal(single_bound(x, c, &bound, candidates), LS_OK);
    single_close(x);
    return bound;
}

/* ---- against what is known ---- */

typedef struct row {
    const char *op;
    unsigned w;
    const char *cls, *target;
} row;

/* Byte shuffles, bit matrices, masks, blends, products, tables, immediates: what lives on its
 * constants. */
static void what_one_instruction_does_is_not_excluded(void **state)
{
    static const row rows[] = {
        {"reverse", 8, "x128", "x86-64-v2"},
        {"shl_1", 8, "x128", "icelake-server"},
        {"bitreverse", 4, "x128", "icelake-server"},
        {"lshr_7", 8, "x128", "x86-64-v2"},
        {"zext8_1", 32, "r32", "x86-64-v3"},
        {"pext", 64, "r64", "x86-64-v3"},
        {"zext2_0", 16, "x128", "x86-64-v2"},
        {"select", 2, "x128", "x86-64-v4"},
        {"reverse", 64, "y256", "x86-64-v3"},
        {"extract_at", 8, "x128", "icelake-server"},
        {"shl_3", 16, "x128", "x86-64"},
        {"mul", 16, "x128", "x86-64"},
        {"bswap", 16, "x128", "x86-64-v2"},
        {"shl", 32, "x128", "x86-64-v3"},
        {"splat_3", 32, "x128", "x86-64"},
        {"not", 8, "r32", "x86-64"},
        {"select_mask", 8, "x128", "x86-64-v4"},
        {"rotl_5", 32, "x128", "x86-64-v4"},
        {"uavg_ceil", 8, "x128", "x86-64"},
        {"zext4_1", 32, "r32", "x86-64-v3"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        cell c = cell_of(rows[i].op, rows[i].w, rows[i].cls, rows[i].target);
        uint64_t candidates;
        if (bound_of(&c, &candidates))
            fail_msg("%s %u %s %s: excluded", rows[i].op, rows[i].w, rows[i].cls, rows[i].target);
    }
}

static void what_no_instruction_does_is_excluded(void **state)
{
    static const row rows[] = {
        {"add", 2, "x128", "x86-64"},
        {"reverse", 8, "x128", "x86-64"},
        {"lshr_3", 8, "x128", "x86-64-v4"},
        {"packl", 8, "x128", "icelake-server"},
        {"extract_at", 8, "x128", "x86-64-v4"},
        {"shl_4", 16, "r64", "x86-64-v3"},
        {"zext4_2", 64, "r64", "x86-64"},
        {"slide_down_1", 1, "x128", "x86-64-v3"},
        {"ult", 8, "x128", "x86-64"},
        {"shl_all", 8, "x128", "x86-64-v4"},
        {"reduce_add", 8, "x128", "x86-64-v3"},
        {"mul", 8, "x128", "x86-64-v4"},
        {"select", 2, "x128", "x86-64"},
        {"eq_bits", 64, "r64", "icelake-server"}, /* where only equal operands tell */
    };
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        cell c = cell_of(rows[i].op, rows[i].w, rows[i].cls, rows[i].target);
        uint64_t candidates = 0;
        if (bound_of(&c, &candidates) != 2)
            fail_msg("%s %u %s %s: not excluded", rows[i].op, rows[i].w, rows[i].cls,
                     rows[i].target);
        assert_true(candidates > 20);
    }
}

/* A time-out is no proof: what only the solver excludes is not excluded without its answer. */
static void without_an_answer_nothing_is_excluded(void **state)
{
    static const row rows[] = {{"lshr_3", 8, "x128", "x86-64"},
                               {"shl_4", 16, "r64", "x86-64-v3"},
                               {"mul", 8, "x128", "x86-64-v4"}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        cell c = cell_of(rows[i].op, rows[i].w, rows[i].cls, rows[i].target);
        single *x = single_open(the_spec, &c, 1);
        unsigned bound;
        uint64_t candidates;
        single_set_steps(x, 1);
        assert_int_equal(single_bound(x, &c, &bound, &candidates), LS_OK);
        if (bound)
            fail_msg("%s %u %s %s: excluded without an answer", rows[i].op, rows[i].w, rows[i].cls,
                     rows[i].target);
        /* nor when it is asked again */
        assert_int_equal(single_bound(x, &c, &bound, &candidates), LS_OK);
        assert_int_equal(bound, 0);
        single_close(x);
    }
}

/* ---- against exhaustive search ---- */

/* Operations on fields: where a program of one instruction with the grammar's constants exists, it
 * is not excluded. */
static void exhaustive_search_agrees(void **state)
{
    static const struct { const char *cls; unsigned w; } places[] = {{"x128", 8}, {"r32", 4}};
    grammar *g[2];
    unsigned found = 0, excluded = 0;
    (void)state;
    for (unsigned k = 0; k < 2; k++)
        g[k] = make_grammar(places[k].cls, "x86-64-v2", places[k].w, GRAMMAR_FULL);
    link_grammars(g, 2);
    for (unsigned k = 0; k < 2; k++) {
        cell c = cell_of("add", places[k].w, places[k].cls, "x86-64-v2");
        single *x = single_open(the_spec, &c, 1);
        for (unsigned i = 0; i < the_spec->nops; i += k ? 1 : 2) { /* vectors take longer */
            static problem p;
            exhaust_result r;
            unsigned bound;
            uint64_t candidates;
            c.op = &the_spec->ops[i];
            if (c.op->result != OP_FIELDS || !cell_exists(&c) ||
                !problem_is_fieldwise(c.op, c.w, c.cls))
                continue;
            fresh_problem(&p, c.op->name, g[k], PROBLEM_SEED);
            exhaust_options o = {.max_level = 1,
                                 .max_solutions = 1,
                                 .tables_inside = true,
                                 .images = problem_images(&p)};
            exhaust_search(g[k], &p, &o, NULL, NULL, &r);
            assert_int_equal(single_bound(x, &c, &bound, &candidates), LS_OK);
            if (bound && r.solutions)
                fail_msg("%s %u %s: excluded, but found", c.op->name, c.w, c.cls->name);
            found += r.solutions;
            excluded += bound == 2;
        }
        single_close(x);
        release_grammar(g[k]);
    }
    if (found < 15 || excluded < 40) fail_msg("%u found, %u excluded", found, excluded);
}

/* ---- runs ---- */

static ls_status log_lowering(void *context, const synth_lowering *l)
{
    log *to = context;
    assert_int_equal(l->program.answer, PROOF_PROVED);
    assert_int_equal(l->ir.answer, PROOF_PROVED);
    strbuf_printf(&to->text, "%s %u: %s", l->cell.op->name, l->cost.insns, l->text);
    return LS_OK;
}

static ls_status log_bound(void *context, const synth_bound *b)
{
    log *to = context;
    assert_non_null(strstr(b->grammar, SINGLE_CONSTANTS));
    strbuf_printf(&to->text, "%s: none below %u\n", b->cell.op->name, b->insns);
    return LS_OK;
}

/* Masks, shuffles and blends whose constants nobody listed. */
static void runs_find_and_prove(void **state)
{
    const cell cells[] = {cell_of("lshr_3", 8, "x128", "x86-64-v2"),
                          cell_of("lshr_7", 8, "x128", "x86-64-v2"),
                          cell_of("zext8_1", 32, "r32", "x86-64-v3")};
    static const char expected[] = "lshr_3: none below 2\nlshr_7 1: r = pblendvb 0x00* 0x01* "
                                   "a\nzext8_1 1: r = pext a 0x000000f0*\n";
    (void)state;
    char dir[FIXTURE_PATH];
    snprintf(dir, sizeof dir, "%s", source_path("spec"));
    for (unsigned jobs = 1; jobs <= 2; jobs++) {
        log to = {0};
        diags d = {0};
        synth_sink sink = {&to, log_lowering, log_bound, log_done, NULL, NULL};
        synth_options o = {.effort = SYNTH_NORMAL, .jobs = jobs, .spec_dir = dir};
        for (unsigned i = 0; i < 3; i++) /* in this order whatever the jobs are */
            assert_int_equal(single_run(the_spec, &cells[i], 1, &o, &sink, &d), LS_OK);
        assert_string_equal(to.text.s, expected);
        assert_int_equal(to.done, 3);
        assert_int_equal(to.lowerings, 2);
        strbuf_free(&to.text);
        diag_free(&d);
    }
}

static void keys_name_what_matters(void **state)
{
    const cell a = cell_of("add", 8, "x128", "x86-64"), b = cell_of("add", 8, "x128", "x86-64-v2"),
               c = cell_of("sub", 8, "x128", "x86-64"), r = cell_of("add", 8, "r64", "x86-64");
    char key[5][HASH_TEXT];
    (void)state;
    single_search_key(the_spec, &a, SYNTH_QUICK, key[0]);
    single_search_key(the_spec, &a, SYNTH_LONG, key[1]);
    single_search_key(the_spec, &b, SYNTH_QUICK, key[2]);
    single_search_key(the_spec, &c, SYNTH_QUICK, key[3]);
    single_search_key(the_spec, &r, SYNTH_QUICK, key[4]);
    assert_string_equal(key[0], key[1]);
    for (unsigned i = 2; i < 5; i++) assert_string_not_equal(key[0], key[i]);
}

/* What only rules use leaves every mark of a search as it is; an instruction that engines try does
 * not. */
static void keys_leave_out_what_is_only_for_rules(void **state)
{
    typedef void key_of(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT]);
    static key_of *const keys[] = {synth_search_key, polish_search_key, single_search_key};
    const cell c = cell_of("add", 8, "z512", "x86-64-v4");
    char key[3][HASH_TEXT];
    unsigned named = 0;
    (void)state;
    for (unsigned i = 0; i < the_spec->ninstrs; i++) {
        instr *in = &the_spec->instrs[i];
        if (in->kind != INSTR_NAMED || in->result != c.cls || !target_has_instr(c.target, in))
            continue;
        named++;
        for (unsigned k = 0; k < 3; k++) {
            keys[k](the_spec, &c, SYNTH_QUICK, key[0]);
            memcpy(in->hash, "another", sizeof "another");
            spec_digest_instrs(the_spec);
            keys[k](the_spec, &c, SYNTH_QUICK, key[1]);
            in->kind = INSTR_SHUFFLE;
            spec_digest_instrs(the_spec);
            keys[k](the_spec, &c, SYNTH_QUICK, key[2]);
            in->kind = INSTR_NAMED;
            spec_digest_instrs(the_spec);
            assert_string_equal(key[0], key[1]);
            assert_string_not_equal(key[1], key[2]);
        }
    }
    assert_true(named > 0);
}

static int set_up(void **state)
{
    open_kernels(state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_leave_out_what_is_only_for_rules),
        cmocka_unit_test(what_one_instruction_does_is_not_excluded),
        cmocka_unit_test(what_no_instruction_does_is_excluded),
        cmocka_unit_test(without_an_answer_nothing_is_excluded),
        cmocka_unit_test(exhaustive_search_agrees),
        cmocka_unit_test(runs_find_and_prove),
        cmocka_unit_test(keys_name_what_matters),
    };
    return cmocka_run_group_tests_name("single", tests, set_up, close_kernels);
}
