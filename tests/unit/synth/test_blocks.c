// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_blocks.c - blocks of registers: which cells there are, programs' text, IR and C, and that a
 * chain of registers is proved for the block while one that is wrong in one place is refuted. */
#include "lowerings/emit/emit.h"
#include "spec/block.h"
#include "spec/prog.h"
#include "synth/run/blocks.h"
#include "synth/wide/wide.h"
#include "tests/unit/verifier_fixture.h"

static cell cell_of(const char *what, const char *cls, const char *where)
{
    const regclass *k = spec_find_class(the_spec, cls);
    assert_non_null(k);
    return (cell){spec_find_op(the_spec, what), k->bits, k, spec_find_target(the_spec, where)};
}

static void take_first(void *context, const prog *p)
{
    prog *first = context;
    if (!first->cls) *first = *p;
}

/* The block's program, of the first that the engine `wide` has for a register. */
static prog program_of(const cell *c)
{
    prog one = {0}, out;
    cell reg = blocks_register_cell(c);
    wide_propose(the_spec, &reg, take_first, &one);
    assert_non_null(one.cls);
    assert_true(blocks_program(the_spec, c, &one, &out));
    return out;
}

static void there_are_blocks_of_what_targets_have(void **state)
{
    (void)state;
    cell good = cell_of("add_carry", "z512x8", "x86-64-v4"),
         narrow = cell_of("add_carry", "y256x2", "x86-64-v2"),
         plain = cell_of("add", "x128x2", "x86-64"),
         part = cell_of("add_carry", "x128x4", "x86-64");
    part.w = 128; /* one number only */
    assert_true(cell_exists(&good) && blocks_are_for(&good));
    assert_int_equal(good.w, BLOCK_BITS_MAX);
    assert_false(cell_exists(&narrow));
    assert_false(cell_exists(&plain));
    assert_false(cell_exists(&part));
}

static void text_is_read_as_it_is_printed(void **state)
{
    (void)state;
    cell c = cell_of("add_carry", "x128x4", "x86-64");
    prog p = program_of(&c), again;
    strbuf text = {0}, other = {0};
    diags d = {0};
    prog_print(&p, &text);
    assert_non_null(strstr(strbuf_text(&text), "= part4 a 3\n"));
    assert_non_null(strstr(strbuf_text(&text), "= join "));
    if (!prog_parse_cell(&again, the_spec, &c, strbuf_text(&text), (place){0}, &d))
        diag_print(&d, stderr);
    prog_print(&again, &other);
    assert_string_equal(strbuf_text(&text), strbuf_text(&other));
    assert_int_equal(prog_length(&p), prog_length(&again));
    assert_false(prog_parse_cell(&again, the_spec, &c, "t0 = part4 a 4\nr = a\ncarry = c\n",
                                 (place){0}, &d)); /* it has four registers */
    diag_free(&d);
    strbuf_free(&text);
    strbuf_free(&other);
}

static void parts_and_joins_take_no_instruction(void **state)
{
    (void)state;
    cell c = cell_of("scan_thru", "x128x8", "x86-64");
    prog p = program_of(&c), one;
    cell reg = blocks_register_cell(&c);
    memset(&one, 0, sizeof one);
    wide_propose(the_spec, &reg, take_first, &one);
    assert_int_equal(prog_length(&p), 8 * prog_length(&one));
    assert_true(p.ninsns > prog_length(&p));
}

static void both_sides_of_a_join_have_their_places(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    const regclass *block = spec_find_class(the_spec, "y256x4");
    const instr *join = block_join(the_spec, block), *part = block_part(the_spec, block);
    term low = term_mk_var(c, "low", 512), high = term_mk_var(c, "high", 512);
    term all = block_apply(join, c, (const term[]){low, high}, 0);
    for (unsigned k = 0; k < 4; k++) {
        term from = k < 2 ? low : high;
        assert_true(block_apply(part, c, &all, k) ==
                    term_mk_extract(c, k % 2 * 256 + 255, k % 2 * 256, from));
    }
    term_ctx_free(c);
}

static void chains_are_proved(void **state)
{
    (void)state;
    cell few = cell_of("scan_thru", "x128x2", "x86-64"), /* as one claim */
        many = cell_of("add_carry", "x128x8", "x86-64");  /* carry by carry */
    prog p = program_of(&few);
    assert_answer(&few, &p, PROOF_PROVED);
    p = program_of(&many);
    assert_answer(&many, &p, PROOF_PROVED);
}

/* Another register of an operand, halves exchanged, the carry of another register. */
static void what_is_wrong_in_one_place_is_refuted(void **state)
{
    (void)state;
    cell c = cell_of("add_carry", "x128x4", "x86-64");
    const prog p = program_of(&c);
    unsigned tried = 0;
    for (unsigned i = 0; i < p.ninsns; i++) {
        const prog_insn *x = &p.insn[i];
        prog wrong = p;
        if (x->in->kind == INSTR_BLOCK && x->in->has_imm) wrong.insn[i].imm ^= 1;
        else if (x->in->kind == INSTR_BLOCK) {
            wrong.insn[i].src[0] = x->src[1];
            wrong.insn[i].src[1] = x->src[0];
        } else continue;
        assert_answer(&c, &wrong, PROOF_REFUTED);
        tried++;
    }
    assert_int_equal(tried, 8 + 3);
    /* The carry into the block, where that into a later register belongs. */
    const prog_insn *first = p.insn;
    while (first->src[0] != 2 && first->src[1] != 2) first++;
    unsigned k = first->src[0] != 2, carried = 0;
    for (const prog_insn *x = first + 1; x < p.insn + p.ninsns; x++) {
        if (x->in != first->in || x->src[k] == 2) continue;
        prog wrong = p;
        wrong.insn[x - p.insn].src[k] = 2;
        assert_answer(&c, &wrong, PROOF_REFUTED);
        carried++;
    }
    assert_int_equal(carried, 3);
}

static void emitted_code_has_no_trace_of_halves(void **state)
{
    (void)state;
    cell c = cell_of("add_carry", "x128x2", "x86-64");
    prog p = program_of(&c);
    lowering l = {.cell = c, .prog = p, .status = "best found"};
    strbuf ir = {0}, text = {0};
    uint64_t written = 0;
    emit_ir_module(&c, &p, "lowering", &ir);
    assert_non_null(strstr(strbuf_text(&ir), "shufflevector <4 x i64> %a, <4 x i64> poison, "
                                             "<2 x i32> <i32 2, i32 3>"));
    emit_c_blocks(the_spec, &c, &written, &text);
    emit_c_function(the_spec, &l, "prefix", &text);
    assert_non_null(strstr(strbuf_text(&text), "typedef struct lanesmith_x128x2 {"));
    assert_non_null(strstr(strbuf_text(&text), "(a).r[1]"));
    assert_non_null(strstr(strbuf_text(&text), "lanesmith_join_x128x2("));
    assert_int_equal(written, 1);
    strbuf_free(&ir);
    strbuf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_blocks_of_what_targets_have),
        cmocka_unit_test(text_is_read_as_it_is_printed),
        cmocka_unit_test(parts_and_joins_take_no_instruction),
        cmocka_unit_test(both_sides_of_a_join_have_their_places),
        cmocka_unit_test(chains_are_proved),
        cmocka_unit_test(what_is_wrong_in_one_place_is_refuted),
        cmocka_unit_test(emitted_code_has_no_trace_of_halves),
    };
    return cmocka_run_group_tests(tests, load_verifier, drop_verifier);
}
