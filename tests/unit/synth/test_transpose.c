// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_transpose.c - programs that permute digits over a block of registers: there are some for
 * planes of bits at every width and for every set of registers, they are proved for the whole
 * block, and one that is wrong in one place is refuted. */
#include "synth/permute/transpose.h"
#include "spec/block.h"
#include "tests/unit/verifier_fixture.h"

static mover_book *movers;
static capability_book *capabilities;

static int set_up(void **state)
{
    if (load_verifier(state)) return -1;
    const regclass *cls[] = {spec_find_class(the_spec, "x128"), spec_find_class(the_spec, "y256"),
                             spec_find_class(the_spec, "z512")};
    movers = mover_book_new(the_spec, cls, 3);
    capabilities = capability_book_new(the_spec);
    return 0;
}

static int tear_down(void **state)
{
    mover_book_free(movers);
    capability_book_free(capabilities);
    return drop_verifier(state);
}

static cell cell_of(const char *what, unsigned w, const char *cls, const char *where)
{
    return (cell){spec_find_op(the_spec, what), w, spec_find_class(the_spec, cls),
                  spec_find_target(the_spec, where)};
}

static const prog *program_of(const cell *c)
{
    static prog p;
    assert_true(transpose_is_for(c));
    if (!transpose_find(movers, capabilities, c, &p))
        fail_msg("%s %u %s %s", c->op->name, c->w, c->cls->name, c->target->name);
    assert_true(prog_fits(&p, c->target));
    assert_true(prog_reads_back(&p, the_spec, c));
    return &p;
}

static void it_is_for_digits_in_blocks(void **state)
{
    (void)state;
    const cell good = cell_of("s2p", 4, "x128x4", "x86-64"),
               one = cell_of("s2p", 4, "x128", "x86-64"),
               sum = cell_of("add_carry", 512, "x128x4", "x86-64"),
               none = cell_of("s2p", 8, "y256x8", "x86-64"),
               other = cell_of("s2p", 8, "x128x4", "x86-64"),
               odd = cell_of("s2p", 12, "x128", "x86-64");
    prog p;
    assert_true(transpose_is_for(&good));
    assert_true(transpose_is_for(&one));
    assert_false(transpose_is_for(&sum));
    assert_false(transpose_is_for(&none)); /* the target has no such registers */
    assert_false(transpose_is_for(&other)); /* planes are registers */
    assert_false(transpose_is_for(&odd) && transpose_find(movers, capabilities, &odd, &p));
}

/* As many data instructions as the best sequences known, or fewer. */
static void programs_are_short_and_proved(void **state)
{
    (void)state;
    static const struct {
        const char *op, *cls, *target;
        unsigned w, most;
    } all[] = {
        {"s2p", "x128x8", "x86-64", 8, 104},        {"p2s", "x128x8", "x86-64", 8, 96},
        {"s2p", "y256x8", "x86-64-v3", 8, 120},     {"s2p", "z512x8", "x86-64-v4", 8, 96},
        {"s2p", "z512x8", "icelake-server", 8, 40}, {"p2s", "z512x8", "icelake-server", 8, 32},
        {"s2p", "x128x2", "x86-64", 2, 24},         {"p2s", "x128x4", "x86-64-v2", 4, 44},
        {"s2p", "y256x4", "x86-64-v3", 4, 60},      {"p2s", "y256x16", "icelake-server", 16, 160},
        {"s2p", "y256", "icelake-server", 8, 3},
    };
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        const cell c = cell_of(all[i].op, all[i].w, all[i].cls, all[i].target);
        const prog *p = program_of(&c);
        if (prog_length(p) > all[i].most)
            fail_msg("%s %u %s %s: %u instructions", all[i].op, all[i].w, all[i].cls,
                     all[i].target, prog_length(p));
        assert_answer(&c, p, PROOF_PROVED);
    }
}

/* A register's program, which has constants, is none for a block. */
static void no_program_of_a_register_is_for_a_block(void **state)
{
    (void)state;
    const cell c = cell_of("s2p", 8, "x128", "icelake-server");
    prog out;
    assert_true(program_of(&c)->nconsts > 0);
    assert_false(prog_reclass(program_of(&c), the_spec, spec_find_class(the_spec, "x128x8"), &out));
}

/* Two registers of the result in each other's place. */
static void exchanged_planes_are_refuted(void **state)
{
    (void)state;
    const cell c = cell_of("s2p", 2, "x128x2", "x86-64");
    prog p = *program_of(&c);
    prog_insn *last = &p.insn[p.ninsns - 1];
    uint16_t first = last->src[0];
    assert_ptr_equal(last->in, block_join(the_spec, c.cls));
    last->src[0] = last->src[1];
    last->src[1] = first;
    assert_answer(&c, &p, PROOF_REFUTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_for_digits_in_blocks),
        cmocka_unit_test(programs_are_short_and_proved),
        cmocka_unit_test(no_program_of_a_register_is_for_a_block),
        cmocka_unit_test(exchanged_planes_are_refuted),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
