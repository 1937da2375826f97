// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_spec_wasm.c - the instructions of the set wasm against plain C.
 *
 * Every one is evaluated on random and corner values and compared, lane by lane of its result, with
 * a reference written independently (instr_refs_wasm.h). An instruction without a reference fails
 * the test. What node says about the same text is the business of verify. */
#include "instr_refs_wasm.h"
#include "lowerings/measure/codegen.h"
#include "lowerings/measure/costgen.h"
#include "set_refs.h"

/* The number behind the last letter, 0 without one. */
static unsigned last_number(const char *name)
{
    const char *end = name + strlen(name);
    while (end > name && end[-1] >= '0' && end[-1] <= '9') end--;
    return (unsigned)strtoul(end, NULL, 10);
}

/* Of the shape in front, i8x16, or of the lanes that a shuffle moves. */
static unsigned lane_width(const char *name)
{
    unsigned moved = strstr(name, ".shuffle.") ? last_number(name) : 0;
    return moved ? moved : *name == 'i' ? (unsigned)strtoul(name + 1, NULL, 10) : 64;
}

/* Whether the n letters are the pattern, in which a star stands for a shape. */
static bool matches(const char *pattern, const char *name, size_t n)
{
    const char *star = strchr(pattern, '*'), *end = name + n;
    size_t head = star ? (size_t)(star - pattern) : strlen(pattern);
    if (n < head || strncmp(pattern, name, head)) return false;
    if (!star) return n == head;
    for (name += head; name < end && strchr("ix0123456789", *name);) name++;
    return strlen(star + 1) == (size_t)(end - name) &&
           !strncmp(star + 1, name, (size_t)(end - name));
}

static reference find_ref(const instr *in)
{
    const char *key = strchr(in->name, '.') + 1;
    reference found = {.w = lane_width(in->name)};
    size_t n = strlen(key);
    while (n && key[n - 1] >= '0' && key[n - 1] <= '9') n--;
    for (size_t r = 0; r < sizeof refs / sizeof *refs && !found.fn; r++) {
        if (!matches(refs[r].name, key, n)) continue;
        found.fn = refs[r].fn;
        found.whole = refs[r].whole;
    }
    return found;
}

static void every_instruction_does_what_its_reference_does(void **state)
{
    (void)state;
    check_set("wasm", find_ref, 150);
}

static void its_target_has_a_feature_that_the_cpu_lacks(void **state)
{
    (void)state;
    assert_cpu("wasm-simd128",
               "\"target-cpu\"=\"generic\" \"target-features\"=\"+simd128\"");
}

/* Object files tell no sizes of functions: text is counted, to the line that ends it. */
static void its_text_is_counted(void **state)
{
    static const char ir[] = "define <2 x i64> @f(<2 x i64> %a, <2 x i64> %b) {\n"
                             " %c = and <2 x i64> %a, splat (i64 85)\n %d = add <2 x i64> %c, %b\n"
                             " ret <2 x i64> %d\n}\n"
                             "define <2 x i64> @g(<2 x i64> %a) {\n ret <2 x i64> %a\n}\n";
    static const char *const names[] = {"f", "g", "h"};
    const target *t = spec_find_target(the_spec, "wasm-simd128");
    codegen_count c[3];
    diags d = {0};
    (void)state;
    assert_int_equal(codegen_measure_all(ir, names, 2, t, c, &d), LS_OK);
    assert_int_equal(c[0].insns, 2);
    assert_int_equal(c[0].const_loads, 1);
    assert_int_equal(c[0].bytes, 0); /* not known */
    assert_int_equal(c[1].insns, 0);
    assert_int_equal(codegen_measure_all(ir, names, 3, t, c, &d), LS_INPUT);
    diag_free(&d);
}

/* Nobody is asked: the lines are the figures. */
static void each_line_costs_one(void **state)
{
    static const char text[] = "f:\n\tlocal.get\t0\n\tv128.not\n\ti8x16.popcnt\n\tend_function\n"
                               "g:\n\tv128.not\n\tend_function\n";
    static const char *const names[] = {"f", "g"};
    const target *t = spec_find_target(the_spec, "wasm-simd128");
    cost c[2] = {0};
    diags d = {0};
    (void)state;
    assert_int_equal(costgen_functions(t, text, names, 2, c, &d), LS_OK);
    assert_int_equal(c[0].uops, 2);
    assert_true(c[0].latency == 2 && c[0].rthroughput == 2);
    assert_int_equal(c[1].uops, 1);
    diag_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_does_what_its_reference_does),
        cmocka_unit_test(its_target_has_a_feature_that_the_cpu_lacks),
        cmocka_unit_test(its_text_is_counted),
        cmocka_unit_test(each_line_costs_one),
    };
    return cmocka_run_group_tests_name("spec of wasm", tests, load_spec, drop_spec);
}
