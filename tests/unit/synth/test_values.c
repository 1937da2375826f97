// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_values.c - guards the values of which rules make programs: each is made once, constants
 * fold, costs count machine instructions, and a finished program means what its value was.
 *
 * The spec of these tests is their own, so that no change of the instruction set moves them. */
#include "spec/base/random.h"
#include "spec/instr.h"
#include "synth/rules/values.h"
#include "tests/unit/fixture.h"

#define SPLATS "(splat8 \"$k\") (splat16 \"$k\") (splat32 \"$k\") (splat64 \"$k\")"

static const char spec_text[] =
    "(class r32 (bits 32) scalar (llvm \"i32\")) (spelling r32 (c \"uint32_t\") " SPLATS ")\n"
    "(class x128 (bits 128) vector (llvm \"<2 x i64>\")) (spelling x128 (c \"__m128i\") (literal "
    "\"long long\") " SPLATS ")\n"
    "(target one (cpu \"x86-64\") (triple \"t\") (suffix \"one\") (features sse2) (classes r32 "
    "x128))\n"
    "(op add ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"d\") (each i (bvadd (field a i) (field "
    "b i))))\n"
    "(family (r) ((r32) (x128))\n"
    "  (instr (name \"and\") ((a r) (b r)) r (requires sse2) (commutative) (kind logic) (llvm \"x "
    "$a $b\") (c \"$a $b\") (bvand a b))\n"
    "  (instr (name \"xor\") ((a r) (b r)) r (requires sse2) (commutative) (kind logic) (llvm \"x "
    "$a $b\") (c \"$a $b\") (bvxor a b))\n"
    "  (instr (name \"addb\") ((a r) (b r)) r (requires sse2) (commutative) (kind add) (llvm \"x "
    "$a $b\") (c \"$a $b\")\n"
    "    (each i 8 (bvadd (field a i) (field b i))))\n"
    "  (instr (name \"there.addw\") ((a r) (b r)) r (requires sse2) (commutative) (kind sequence "
    "4) (llvm \"x $a $b\")\n"
    "    (c \"$a $b\") (each i 16 (bvadd (field a i) (field b i))))\n"
    "  (instr (name \"shrw\") ((a r) (k (imm 1 15))) r (requires sse2) (kind shift) (llvm \"x $a "
    "$k\") (c \"$a $k\")\n"
    "    (each i 16 (bvlshr (field a i) (bv k 16))))\n"
    "  (instr (name \"orb\") ((a r) (k (imm 0 255))) r (requires sse2) (kind logic) (llvm \"x $a "
    "$k\") (c \"$a $k\")\n"
    "    (each i 8 (bvor (field a i) (bv k 8))))\n"
    "  (instr (name \"table\") ((a r) (b r) (c r) (k (imm 0 255))) r (requires sse2) (kind "
    "logic3)\n"
    "    (llvm \"x $a $b $c $k\") (c \"$a $b $c $k\")\n"
    "    (fold (v (bv 0 (bits r))) (j 8)\n"
    "      (bvor v (bvand (bv (- 0 (bit k j)) (bits r)) (bvand (bvxor a (bv (- (bit j 2) 1) (bits "
    "r)))\n"
    "        (bvand (bvxor b (bv (- (bit j 1) 1) (bits r))) (bvxor c (bv (- (bit j 0) 1) (bits "
    "r))))))))))\n"
    "(rule or_nine (add a b) (add b (instr orb a 9)))\n";

static const regclass *r32, *x128;
static kernel_set *kernels;
static values_machine machine;
static image input[3][VALUES_IMAGES_MAX];
static values *f; /* large */

static uint64_t draw(void)
{
    static uint64_t state = 1;
    return random_next(&state);
}

static int set_up(void **state)
{
    char path[FIXTURE_PATH];
    diags d = {0};
    (void)state;
    write_temporary(path, spec_text, strlen(spec_text));
    ls_status rc = spec_load_files(&the_spec, (const char *const[]){path}, 1, &d);
    unlink(path);
    diag_print(&d, stderr);
    if (rc != LS_OK) return -1;
    r32 = spec_find_class(the_spec, "r32");
    x128 = spec_find_class(the_spec, "x128");
    kernels = kernel_set_new();
    values_machine_open(&machine, the_spec, NULL, (const regclass *const[]){r32, x128}, 2, kernels);
    if (kernel_compile(kernels, &d) != LS_OK) return -1;
    values_machine_link(&machine);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned k = 0; k < VALUES_IMAGES; k++) input[i][k] = (image){draw(), draw()};
    f = mem_alloc(1, sizeof *f);
    return 0;
}

static int tear_down(void **state)
{
    mem_free(f);
    values_machine_close(&machine);
    kernel_set_free(kernels);
    return drop_spec(state);
}

static const instr *find(const char *name, const regclass *cls)
{
    const instr *in = spec_find_instr(the_spec, NULL, name, cls);
    assert_non_null(in);
    return in;
}

static void begin(const regclass *cls, unsigned ninputs)
{
    values_begin(f, &machine, cls, ninputs, (const image(*)[VALUES_IMAGES_MAX])input,
                 VALUES_IMAGES);
}

static int make(const char *name, int a, int b)
{
    return values_insn(f, find(name, f->cls), (const int[]){a, b, 0}, 0);
}
static int make_by(const char *name, int a, int64_t imm)
{
    return values_insn(f, find(name, f->cls), (const int[]){a, 0, 0}, imm);
}

static int constant(uint64_t repeated)
{
    return values_const(f, (const uint64_t[]){repeated, repeated});
}

static const regclass *classes(unsigned i) { return i ? x128 : r32; }

static void the_machine_has_immediates_that_matter(void **state)
{
    (void)state;
    const instr *shift = find("shrw", x128), *or = find("orb", x128);
    assert_true(values_machine_has(&machine, shift, 1) && values_machine_has(&machine, shift, 15));
    assert_false(values_machine_has(&machine, shift, 0) || values_machine_has(&machine, shift, 16));
    /* named by a rule */
    assert_true(values_machine_has(&machine, or, 0) && values_machine_has(&machine, or, 9));
    assert_false(values_machine_has(&machine, or, 8));
    assert_true(values_machine_has(&machine, find("table", x128), 77));
    begin(x128, 1);
    assert_int_equal(make_by("orb", 0, 8), VALUES_NONE);
}

/* A three-input function is computed from its table, every other instruction by its kernel: both as
 * the spec says. */
static void values_are_what_the_spec_says(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        term_ctx *c = term_ctx_new();
        term vars[3];
        unsigned bits = classes(i)->bits;
        begin(classes(i), 3);
        for (unsigned k = 0; k < 3; k++)
            vars[k] = term_mk_var(c, (const char *[]){"a", "b", "c"}[k], bits);
        for (unsigned n = 0; n < the_spec->ninstrs; n++) {
            const instr *in = &the_spec->instrs[n];
            int64_t imm = in->has_imm ? 9 : 0;
            if (in->result != classes(i)) continue;
            term t = instr_apply(in, c, vars, imm);
            int v = values_insn(f, in, (const int[]){0, 1, 2}, imm);
            assert_true(v >= 3);
            for (unsigned k = 0; k < VALUES_IMAGES; k++) {
                uint64_t in_register[3][2], want[2] = {0};
                const uint64_t *of[3] = {in_register[0], in_register[1], in_register[2]};
                for (unsigned s = 0; s < 3; s++)
                    for (unsigned l = 0; l < 2; l++)
                        in_register[s][l] = bits == 32 ? input[s][k][0] & 0xffffffff
                                                       : input[s][k][l];
                term_eval(c, t, vars, of, in->nsrc, want);
                assert_int_equal(bits == 32 ? f->node[v].v[k][0] & 0xffffffff : f->node[v].v[k][0],
                                 want[0]);
                if (bits == 128) assert_int_equal(f->node[v].v[k][1], want[1]);
            }
        }
        term_ctx_free(c);
    }
}

static void equal_values_are_made_once(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        begin(classes(i), 2);
        int sum = make("addb", 0, 1), both = make("and", 0, 1), differ = make("xor", 0, 1);
        unsigned count = f->count;
        assert_int_equal(count, 5);
        assert_int_equal(make("addb", 1, 0), sum);
        assert_int_equal(make("and", 0, 1), both);
        assert_int_equal(make("xor", differ, 1), 0); /* an input again */
        assert_int_equal(make("and", sum, sum), sum);
        assert_int_equal(make("xor", make("and", sum, differ), make("and", differ, sum)),
                         constant(0));
        assert_int_equal(make("and", 0, constant(~0ULL)), 0); /* masks that mask nothing */
        assert_int_equal(make_by("shrw", sum, 3), make_by("shrw", sum, 3));
        assert_int_not_equal(make_by("shrw", sum, 3), make_by("shrw", sum, 4));
    }
}

static void constants_fold(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        begin(classes(i), 1);
        int five = constant(0x0505050505050505), eleven = constant(0x1111111111111111);
        int sum = make("addb", five, eleven);
        assert_true(f->node[sum].is_const);
        assert_null(f->node[sum].in);
        assert_int_equal(sum, constant(0x1616161616161616));
        assert_int_equal(values_cost(f, sum), 0);
        assert_int_equal(make("xor", 0, 0), constant(0));
        assert_true(
            f->node[make_by("shrw", make("and", 0, constant(0x00ff00ff00ff00ff)), 8)].is_const);
    }
    begin(r32, 1); /* what a constant has above the register does not count */
    assert_int_equal(values_const(f, (const uint64_t[]){0xabc00000007, 1}),
                     values_const(f, (const uint64_t[]){7, 2}));
}

static void costs_count_machine_instructions(void **state)
{
    (void)state;
    begin(x128, 2);
    int one = make("addb", 0, 1), four = make("there.addw", 0, 1), all = make("xor", one, four);
    make("and", 0, 1); /* not needed by any of them */
    assert_int_equal(values_cost(f, 0), 0);
    assert_int_equal(values_cost(f, one), 1);
    assert_int_equal(values_cost(f, four), 4);
    assert_int_equal(values_cost(f, all), 6);
    assert_int_equal(values_cost(f, make("addb", all, make_by("shrw", all, 1))),
                     8); /* what is shared counts once */
}

/* Finishing keeps what is needed; the program has its length and, put among other values, its
 * value.
 */
static void a_finished_program_is_its_value(void **state)
{
    arena mem = {0};
    values_program p;
    prog q;
    (void)state;
    begin(x128, 2);
    make("xor", 0, 1);
    int masked = make("and", 0, constant(0x7f7f7f7f7f7f7f7f));
    int sum = make("there.addw", masked, 1), shifted = make_by("shrw", masked, 2),
        n = make("addb", sum, shifted);
    assert_true(values_finish(f, n, &mem, &p));
    assert_int_equal(p.ninputs, 2);
    assert_int_equal(p.nconsts, 1);
    assert_int_equal(p.ninsns, 4);
    assert_int_equal(values_inline(f, &p, (const int[]){0, 1}), n);
    int swapped = values_inline(f, &p, (const int[]){1, 0});
    assert_int_not_equal(swapped, n);
    assert_int_equal(values_inline(f, &p, (const int[]){1, 0}), swapped);

    values_program_prog(&p, spec_find_op(the_spec, "add"), x128, &q);
    assert_int_equal(prog_length(&q), 7);
    strbuf text = {0};
    prog_print(&q, &text);
    assert_string_equal(strbuf_text(&text),
                        "t0 = and a 0x7f*\nt1 = there.addw b t0\nt2 = shrw t0 2\nr = addb t1 t2\n");
    strbuf_free(&text);

    assert_true(values_finish(f, 1, &mem, &p)); /* an input */
    assert_int_equal(p.ninsns, 0);
    assert_int_equal(p.result, 1);
    assert_int_equal(values_inline(f, &p, (const int[]){1, n}), n);
    arena_free(&mem);
}

/* A full set says so, again and again, and what a prog cannot hold is not finished. */
static void limits_are_kept(void **state)
{
    arena mem = {0};
    values_program p;
    (void)state;
    begin(x128, 2);
    int n = 0, last = 0, differ = make("xor", 0, 1);
    unsigned length = 0;
    while ((n = make("addb", make_by("shrw", last, 3), make("xor", last, 1))) != VALUES_NONE) {
        if (n <= last) break;
        last = n;
        length += 3;
        assert_int_equal(values_cost(f, last), length);
        assert_int_equal(values_finish(f, last, &mem, &p), length <= PROG_INSNS_MAX);
    }
    assert_int_equal(n, VALUES_NONE);
    assert_true(length > PROG_INSNS_MAX);
    assert_int_equal(make("and", VALUES_NONE, 0), VALUES_NONE);
    for (int k = 1; f->count < VALUES_NODES_MAX; k++) make_by("shrw", last, k);
    assert_int_equal(f->count, VALUES_NODES_MAX);
    assert_int_equal(make_by("shrw", last, 5), VALUES_NONE);
    assert_int_equal(constant(0x1234), VALUES_NONE);
    assert_int_equal(make("xor", 0, 1), differ); /* what is there is found */
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_machine_has_immediates_that_matter),
        cmocka_unit_test(values_are_what_the_spec_says),
        cmocka_unit_test(equal_values_are_made_once),
        cmocka_unit_test(constants_fold),
        cmocka_unit_test(costs_count_machine_instructions),
        cmocka_unit_test(a_finished_program_is_its_value),
        cmocka_unit_test(limits_are_kept),
    };
    return cmocka_run_group_tests_name("values", tests, set_up, tear_down);
}
