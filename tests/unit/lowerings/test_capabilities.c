// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_capabilities.c - guards what is read off instructions for the pass: which target has which
 * capability, by which instruction, in which order its operands are taken; and that nothing has one
 * that does something else. */
#include "lowerings/derive/capabilities.h"
#include "tests/unit/fixture.h"

static capability_book *book;

static int set_up(void **state)
{
    if (load_spec(state)) return -1;
    book = capability_book_new(the_spec);
    return 0;
}

static int tear_down(void **state)
{
    capability_book_free(book);
    return drop_spec(state);
}

/* The program's text on one line; "-" where the target has not the capability, "+" where it has it
 * and there is no program. */
static const char *found(const char *name, const char *cls, capability a)
{
    static char text[256];
    prog p;
    strbuf out = {0};
    if (!capability_find(book, spec_find_target(the_spec, name), spec_find_class(the_spec, cls), a,
                      &p))
        return "-";
    if (!p.ninsns) return "+";
    prog_print(&p, &out);
    snprintf(text, sizeof text, "%.*s", (int)strcspn(strbuf_text(&out), "\n"), strbuf_text(&out));
    strbuf_free(&out);
    return text;
}

typedef struct expectation {
    const char *target, *cls;
    capability capability;
    const char *text;
} expectation;

static const expectation expected[] = {
    {"x86-64", "x128", CHOOSES_IN_16, "-"},
    {"x86-64-v2", "x128", CHOOSES_IN_16, "r = pshufb x y"},
    {"x86-64-v3", "y256", CHOOSES_IN_16, "r = pshufb x y"},
    {"x86-64-v4", "z512", CHOOSES_IN_16, "r = pshufb x y"},
    {"x86-64-v3", "y256", CHOOSES_IN_ALL, "-"}, /* vpermd chooses doublewords only */
    {"x86-64-v2", "x128", CHOOSES_IN_ALL, "-"}, /* of one block it is the same */
    {"x86-64-v4", "z512", CHOOSES_IN_ALL, "-"},
    {"icelake-server", "y256", CHOOSES_IN_ALL, "r = vpermb x y"},
    {"icelake-server", "z512", CHOOSES_IN_ALL, "r = vpermb x y"},
    {"x86-64-v4", "z512", CHOOSES_OF_TWO, "-"}, /* vpermt2w chooses words */
    {"icelake-server", "x128", CHOOSES_OF_TWO, "r = vpermt2b x z y"},
    {"icelake-server", "z512", CHOOSES_OF_TWO, "r = vpermt2b x z y"},
    {"x86-64-v3", "y256", CHOOSES_LONGS_OF_TWO, "-"},
    {"x86-64-v4", "x128", CHOOSES_LONGS_OF_TWO, "-"}, /* of 128 bits nobody wants it */
    {"x86-64-v4", "y256", CHOOSES_LONGS_OF_TWO, "r = vpermt2q x z y"},
    {"x86-64-v4", "z512", CHOOSES_LONGS_OF_TWO, "r = vpermt2q x z y"},
    {"x86-64-v4", "x128", TAKES_WINDOWS, "-"},
    {"icelake-server", "x128", TAKES_WINDOWS, "r = vpmultishiftqb y x"},
    {"x86-64", "x128", PACKS_WORDS, "r = packuswb x y"}, /* packsswb stops at 127 */
    {"x86-64-v3", "y256", PACKS_WORDS, "r = packuswb x y"},
    {"x86-64-v4", "x128", MULTIPLIES_BITS, "-"},
    {"icelake-server", "y256", MULTIPLIES_BITS, "r = gf2p8affineqb y x 0"},
    {"x86-64", "x128", ADDS_PRODUCTS_8, "-"},
    {"x86-64-v2", "x128", ADDS_PRODUCTS_8, "r = pmaddubsw x y"},
    {"x86-64", "x128", ADDS_PRODUCTS_16, "r = pmaddwd x y"},
    {"x86-64-v2", "r64", GATHERS_BITS, "-"},
    {"x86-64-v3", "r64", GATHERS_BITS, "r = pext x y"},
    {"x86-64-v3", "r32", SCATTERS_BITS, "r = pdep x y"},
    {"x86-64-v2", "x128", SHIFTS_EACH_32, "-"},
    {"x86-64-v3", "x128", SHIFTS_EACH_32, "r = vpsllvd x y"},
    {"x86-64-v3", "x128", SHIFTS_EACH_16, "-"},
    {"x86-64-v4", "x128", SHIFTS_EACH_16, "r = vpsllvw x y"},
    {"x86-64-v3", "y256", SELECTS_BITS, "-"}, /* a blend looks at the top bits of bytes */
    {"x86-64-v4", "x128", SELECTS_BITS, "r = vpternlogd z y x 172"},
    {"x86-64-v3", "y256", COMPARES_TO_BITS, "-"},
    {"x86-64-v4", "z512", COMPARES_TO_BITS, "+"},
    {"x86-64", "r64", COUNTS_ONES, "-"},
    {"x86-64-v2", "r64", COUNTS_ONES, "r = popcnt x"},
};

static void targets_have_the_capabilities_of_their_instructions(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        const expectation *e = &expected[i];
        const char *text = found(e->target, e->cls, e->capability);
        if (strcmp(text, e->text))
            fail_msg("%s, %s, %s: expected %s, found %s", e->target, e->cls,
                     capability_name(e->capability), e->text, text);
    }
}

static void every_capability_is_somebodys(void **state)
{
    (void)state;
    const target *t = spec_find_target(the_spec, "icelake-server");
    for (unsigned a = 0; a < CAPABILITIES; a++) {
        bool has = false;
        for (const regclass *const *c = t->classes; *c; c++)
            has |= capability_find(book, t, *c, (capability)a, NULL);
        if (!has) fail_msg("nobody %s", capability_name((capability)a));
    }
}

static void machines_know_widths(void **state)
{
    (void)state;
    machine m = {.register_bytes = 64};
    machine_add(&m, CHOOSES_IN_16, 16);
    machine_add(&m, CHOOSES_IN_16, 3); /* no register has so many: nothing */
    assert_true(machine_can(&m, CHOOSES_IN_16, 16));
    assert_false(machine_can(&m, CHOOSES_IN_16, 32) || machine_can(&m, CHOOSES_IN_16, 3) ||
                 machine_can(&m, TAKES_WINDOWS, 16));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_have_the_capabilities_of_their_instructions),
        cmocka_unit_test(every_capability_is_somebodys),
        cmocka_unit_test(machines_know_widths),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
