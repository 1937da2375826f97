// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_polish.c - searches in the widest grammar: what images of fields of 4 to 64 bits hold, what
 * grammars cover, that nothing right is excluded, that pruning changes nothing, and what a run
 * reports. */
#include "spec/op.h"
#include "synth/exhaust/exhaust.h"
#include "synth/run/polish.h"
#include "tests/unit/grammar_fixture.h"
#include "tests/unit/log_fixture.h"

enum { GRAMMARS = 6 };
static grammar *shared[GRAMMARS];
static grammar **const g4 = &shared[0], **const g16 = &shared[1], **const g64 = &shared[2],
                       **const word = &shared[3], **const g4_v2 = &shared[4],
                       **const word64 = &shared[5];

static int set_up(void **state)
{
    open_kernels(state);
    *g4 = make_grammar("x128", "x86-64", 4, GRAMMAR_FULL);
    *g16 = make_grammar("x128", "x86-64", 16, GRAMMAR_FULL);
    *g64 = make_grammar("x128", "x86-64", 64, GRAMMAR_FULL);
    *word = make_grammar("r32", "x86-64", 8, GRAMMAR_FULL);
    *g4_v2 = make_grammar("x128", "x86-64-v2", 4, GRAMMAR_FULL);
    *word64 = make_grammar("r64", "x86-64", 32, GRAMMAR_FULL);
    link_grammars(shared, GRAMMARS);
    return 0;
}

static int tear_down(void **state)
{
    for (unsigned i = 0; i < GRAMMARS; i++) release_grammar(shared[i]);
    return close_kernels(state);
}

/* ---- images of wide fields ---- */

static uint64_t field_of(const image *v, unsigned w, unsigned i)
{
    uint64_t word_ = (*v)[i * w / 64] >> i * w % 64;
    return w == 64 ? word_ : word_ & ((1ULL << w) - 1);
}

static void fields_matter_and_are_of_all_kinds(void **state)
{
    static problem p;
    (void)state;
    for (unsigned w = 4; w <= 64; w *= 2) {
        unsigned equal = 0, neighbours = 0, far = 0, zero = 0;
        diags d = {0};
        assert_int_equal(problem_init(&p, spec_find_op(the_spec, "shl"), w,
                                      spec_find_class(the_spec, "x128"), PROBLEM_SEED, &d),
                         LS_OK);
        for (unsigned k = 0; k < PROBLEM_IMAGES; k++)
            for (unsigned i = 0; i < IMAGE_BITS / w; i++) {
                uint64_t b = field_of(&p.in[1][k], w, i);
                if (b >= w || !field_of(&p.care[k], w, i))
                    fail_msg("a shift of %u bits by %llu says nothing", w, (unsigned long long)b);
            }
        assert_int_equal(problem_init(&p, spec_find_op(the_spec, "ult"), w,
                                      spec_find_class(the_spec, "x128"), PROBLEM_SEED, &d),
                         LS_OK);
        for (unsigned k = 0; k < PROBLEM_IMAGES; k++)
            for (unsigned i = 0; i < IMAGE_BITS / w; i++) {
                uint64_t a = field_of(&p.in[0][k], w, i), b = field_of(&p.in[1][k], w, i);
                equal += a == b;
                neighbours += a == b + 1 || b == a + 1;
                far += a > b ? a - b > 3 : b - a > 3;
                zero += !a || !b;
            }
        if (!equal || !neighbours || !far || !zero)
            fail_msg("fields of %u bits: %u equal, %u neighbours, %u far, %u zeros", w, equal,
                     neighbours, far, zero);
    }
}

static void problems_of_wide_fields_are_reproducible(void **state)
{
    static problem a, b;
    diags d = {0};
    (void)state;
    const op *o = spec_find_op(the_spec, "fshl");
    assert_int_equal(problem_init(&a, o, 16, spec_find_class(the_spec, "x128"), PROBLEM_SEED, &d),
                     LS_OK);
    assert_int_equal(problem_init(&b, o, 16, spec_find_class(the_spec, "x128"), PROBLEM_SEED, &d),
                     LS_OK);
    assert_memory_equal(&a.in, &b.in, sizeof a.in);
    assert_memory_equal(&a.target, &b.target, sizeof a.target);
    assert_true(a.fieldwise && problem_is_fieldwise(o, 16, spec_find_class(the_spec, "r32")));
    assert_false(problem_is_fieldwise(spec_find_op(the_spec, "reduce_add"), 16,
                                      spec_find_class(the_spec, "r32")));
    assert_false(problem_is_fieldwise(spec_find_op(the_spec, "reverse"), 16,
                                      spec_find_class(the_spec, "x128")));
}

/* What all fields decide is not the same on all registers that are searched on, however many fields
 * there are. */
static void what_all_fields_decide_varies(void **state)
{
    static const char *const ops[] = {"reduce_and",  "reduce_or",   "reduce_mul",
                                      "reduce_umin", "reduce_umax", "reduce_smin",
                                      "reduce_smax", "all",         "any"};
    static problem p;
    (void)state;
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
        for (unsigned w = 1; w <= 16; w *= 2) {
            unsigned others = 0;
            diags d = {0};
            assert_int_equal(problem_init(&p, spec_find_op(the_spec, ops[i]), w,
                                          spec_find_class(the_spec, "r64"), PROBLEM_SEED, &d),
                             LS_OK);
            for (unsigned r = 0; r < 2 * problem_images(&p); r++) {
                uint64_t counts = p.care[r / 2][r % 2] & p.care[0][0];
                assert_true(counts);
                others += ((p.target[r / 2][r % 2] ^ p.target[0][0]) & counts) != 0;
            }
            if (!others) fail_msg("%s, fields of %u bits: one result on all registers", ops[i], w);
        }
}

/* ---- grammars ---- */

static char (*actions_of(const grammar *g))[HASH_TEXT]
{
    char (*out)[HASH_TEXT] = mem_alloc(g->count, sizeof *out);
    grammar_actions(g, out);
    return out;
}

static void a_grammar_covers_what_has_some_of_its_instructions(void **state)
{
    (void)state;
    typedef const char (*list)[HASH_TEXT];
    char(*small)[HASH_TEXT] = actions_of(*g4), (*large)[HASH_TEXT] = actions_of(*g4_v2),
    (*general)[HASH_TEXT] = actions_of(*word);
    unsigned n = (*g4)->count, m = (*g4_v2)->count;
    assert_true(m > n);
    assert_true(grammar_covers((list)large, m, (list)small, n));
    assert_false(grammar_covers((list)small, n, (list)large, m));
    assert_true(grammar_covers((list)small, n, (list)small, n));
    /* of other registers */
    assert_false(grammar_covers((list)large, m, (list)general, (*word)->count));
    mem_free(small);
    mem_free(large);
    mem_free(general);
}

/* ---- searches ---- */

static void search(const grammar *g, const char *name, unsigned levels, bool no_pruning,
                   exhaust_result *out)
{
    static problem p;
    fresh_problem(&p, name, g, PROBLEM_SEED);
    exhaust_options o = {.max_level = levels,
                         .max_solutions = 1,
                         .tables_inside = true,
                         .images = problem_images(&p),
                         .no_pruning = no_pruning};
    exhaust_search(g, &p, &o, NULL, NULL, out);
}

static void known_lengths_are_found(void **state)
{
    static const struct {
        grammar **g;
        const char *op;
        unsigned length;
    } cases[] = {
        {&shared[0], "lshr_1", 2},     {&shared[0], "xor", 1},
        {&shared[0], "nor", 2},        {&shared[0], "sub", 3}, /* of sub: the bound only */
        {&shared[1], "add", 1},        {&shared[1], "smin", 1},
        {&shared[1], "ult", 3},        {&shared[1], "uavg_ceil", 1},
        {&shared[2], "neg", 1},        {&shared[2], "lshr_3", 1},
        {&shared[3], "lshr_1", 2},     {&shared[3], "not", 1},
        {&shared[5], "andn", 2},       {&shared[5], "select_mask", 3},
        {&shared[5], "reduce_xor", 2}, {&shared[5], "rotate_up_1", 1},
        {&shared[5], "slide_up_1", 1}, /* fields depend on each other */
    };
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        exhaust_result r;
        search(*cases[i].g, cases[i].op, 2, false, &r);
        if (r.bound != cases[i].length)
            fail_msg("%s, fields of %u bits: bound %u", cases[i].op, (*cases[i].g)->w, r.bound);
        assert_int_equal(r.solutions, cases[i].length <= 2);
    }
}

/* All pruning off: the same for programs of one instruction, of every operation that is searched.
 */
static void pruning_changes_no_bound(void **state)
{
    unsigned compared = 0, across = 0;
    (void)state;
    for (unsigned i = 0; i < the_spec->nops; i++)
        for (unsigned k = 0; k < GRAMMARS; k++) {
            const op *o = &the_spec->ops[i];
            const grammar *g = shared[k];
            exhaust_result with, without;
            if (!polish_is_for(&(cell){o, g->w, g->cls, g->target}) ||
                !op_exists(o, g->w, g->cls->bits / g->w))
                continue;
            if (g->cls->vector && !problem_is_fieldwise(o, g->w, g->cls)) continue;
            across += !problem_is_fieldwise(o, g->w, g->cls);
            search(g, o->name, 1, false, &with);
            search(g, o->name, 1, true, &without);
            if (with.bound != without.bound || with.solutions != without.solutions)
                fail_msg("%s of %u bits: %u with pruning, %u without", o->name, g->w, with.bound,
                         without.bound);
            compared++;
        }
    assert_true(compared > 300 && across > 50);
}

static void too_many_wrong_ones_end_a_search(void **state)
{
    static problem p;
    exhaust_result r;
    (void)state;
    fresh_problem(&p, "eq", *word64, PROBLEM_SEED);
    /* four fields of 32 bits say little */
    exhaust_options o = {.max_level = 3, .max_solutions = 1, .tables_inside = true, .images = 1};
    for (unsigned most = 30; most > 0; most /= 3) {
        o.max_wrong = most;
        exhaust_search(*word64, &p, &o, NULL, NULL, &r);
        assert_int_equal(r.end, EXHAUST_WORK);
        assert_true(r.refuted >= most);
        assert_int_equal(r.solutions, 0);
        if (!o.max_work) o.max_work = 4 * r.work + 1;
    }
    assert_true(r.bound <= 3);
    o.max_wrong = 0; /* no limit: it goes on, here until a limit of work */
    exhaust_search(*word64, &p, &o, NULL, NULL, &r);
    assert_true(r.refuted > 30);
}

/* ---- runs ---- */

static ls_status log_lowering(void *context, const synth_lowering *l)
{
    log *to = context;
    assert_int_equal(l->program.answer, PROOF_PROVED);
    strbuf_puts(&to->text, "lowering ");
    cell_print(&l->cell, &to->text);
    strbuf_printf(&to->text, " %u\n", l->cost.insns);
    return LS_OK;
}

static ls_status log_bound(void *context, const synth_bound *b)
{
    log *to = context;
    strbuf_puts(&to->text, "bound ");
    cell_print(&b->cell, &to->text);
    strbuf_printf(&to->text, " %u\n", b->insns);
    assert_non_null(strstr(b->grammar, "constants:"));
    to->candidates = b->candidates;
    return LS_OK;
}

/* programs: of each operation, for x128 and for the others. */
typedef struct example {
    const char *op;
    const char *vector, *general; /* programs */
    unsigned length;
} example;

static void run(const example *e, unsigned count, unsigned w, unsigned jobs, log *out)
{
    cell cells[64];
    polish_known known[64];
    unsigned n = 0;
    char dir[FIXTURE_PATH];
    diags d = {0};
    const target *t = spec_find_target(the_spec, "x86-64");
    snprintf(dir, sizeof dir, "%s", source_path("spec"));
    for (unsigned i = 0; i < count; i++)
        for (const regclass *const *k = t->classes; *k; k++) {
            cell c = {spec_find_op(the_spec, e[i].op), w, *k, t};
            if (!polish_is_for(&c)) continue;
            known[n] = (polish_known){.program = (*k)->vector ? e[i].vector : e[i].general,
                                      .length = e[i].length};
            cells[n++] = c;
        }
    synth_sink sink = {out, log_lowering, log_bound, log_done, NULL, NULL};
    synth_options o = {.effort = SYNTH_NORMAL, .jobs = jobs, .spec_dir = dir};
    assert_int_equal(polish_run(the_spec, cells, known, n, &o, &sink, &d), LS_OK);
}

/* Ways round for what takes two, six and five instructions. */
static const example examples[] = {
    {"lshr_1", "t0 = pand a 0xee*\nt1 = psrlw t0 1\nt2 = pxor t1 a\nr = pxor t2 a\n", NULL, 9},
    {"add",
     "t0 = pand a 0x77*\nt1 = pand b 0x77*\nt2 = paddb t0 t1\nt3 = pand a 0x88*\nt4 = pand b "
     "0x88*\nt5 = pxor t3 t4\nr = pxor t2 t5\n",
     "t0 = and a 0x77*\nt1 = and b 0x77*\nt2 = add t0 t1\nt3 = and a 0x88*\nt4 = and b 0x88*\nt5 = "
     "xor t3 t4\nr = xor t2 t5\n",
     7},
    {"reduce_add", NULL, NULL, 5},
    {"mul", NULL, NULL, 40},
};

static void a_run_reports_bounds_and_what_is_shorter(void **state)
{
    log a = {0}, b = {0};
    (void)state;
    run(examples, 4, 4, 2, &a);
    static const char *const said[] = {
        "lowering lshr_1 4 x128 x86-64 2\n", "bound lshr_1 4 x128 x86-64 2\n",
        "lowering lshr_1 4 r64 x86-64 2\n",                                   /* a level has them */
        "lowering add 4 x128 x86-64 6\n",    "lowering add 4 r64 x86-64 6\n", /* windows */
        "bound add 4 x128 x86-64 3\n",       "bound mul 4 x128 x86-64 3\n",
        "bound mul 4 r32 x86-64 4\n"};
    for (unsigned i = 0; i < sizeof said / sizeof *said; i++)
        if (!strstr(a.text.s, said[i])) fail_msg("not said: %sbut:\n%s", said[i], a.text.s);
    assert_non_null(strstr(a.text.s, "bound reduce_add 4 r32 x86-64 3\n"));
    assert_null(strstr(a.text.s, "reduce_add 4 x128")); /* a sum of all fields is not of chunks */
    assert_int_equal(a.done, 11);
    assert_int_equal(a.lowerings, 0); /* of those nobody keeps count here */
    run(examples, 4, 4, 1, &b);
    assert_int_equal(b.text.len, a.text.len); /* in another order of jobs, perhaps */
    strbuf_free(&a.text);
    strbuf_free(&b.text);
}

/* Searches mul on fields of 4 bits in x128, of which a program of so many instructions and a bound
 * are known, to which 7 candidates led. */
static void search_on(const char *grammar_text, unsigned bound, unsigned length,
                      synth_effort effort, log *out)
{
    diags d = {0};
    char dir[FIXTURE_PATH];
    snprintf(dir, sizeof dir, "%s", source_path("spec"));
    cell c = {spec_find_op(the_spec, "mul"), 4, spec_find_class(the_spec, "x128"),
              spec_find_target(the_spec, "x86-64")};
    synth_bound b = {
        .cell = c, .insns = bound, .grammar = grammar_text, .engine = "exhaust", .candidates = 7};
    polish_known known = {.length = length, .bounds = &b, .nbounds = 1};
    synth_sink sink = {out, log_lowering, log_bound, log_done, NULL, NULL};
    synth_options o = {.effort = effort, .jobs = 1, .spec_dir = dir};
    assert_int_equal(polish_run(the_spec, &c, &known, 1, &o, &sink, &d), LS_OK);
}

/* Candidates of the bound that is found. */
static uint64_t candidates_after(const char *grammar_text, unsigned bound)
{
    log found = {0};
    search_on(grammar_text, bound, 40, SYNTH_NORMAL, &found);
    assert_string_equal(found.text.s, bound == 4 && found.candidates == 7
                                          ? "bound mul 4 x128 x86-64 4\n"
                                          : "bound mul 4 x128 x86-64 3\n");
    strbuf_free(&found.text);
    return found.candidates;
}

static void what_a_bound_excludes_is_not_searched_again(void **state)
{
    strbuf text = {0};
    (void)state;
    grammar_print(*g4, &text);
    uint64_t whole = candidates_after("of another grammar", 4),
             last = candidates_after(text.s, 2) - 7;
    /* all but programs of one instruction */
    assert_true(whole > 1000000 && last < whole && last > whole - 10000);
    assert_int_equal(candidates_after(text.s, 3), 7);
    assert_int_equal(candidates_after(text.s, 4), 7);
    strbuf_free(&text);
}

/* With long effort the core tier, too: where the full one ended, which is of chunks, and only what
 * is more than that is said. */
static void the_core_tier_goes_on_where_the_full_one_ended(void **state)
{
    strbuf text = {0};
    log short_ = {0}, longer = {0};
    (void)state;
    grammar_print(*g4, &text);
    search_on(text.s, 4, 4, SYNTH_LONG, &short_);
    assert_string_equal(short_.text.s, "bound mul 4 x128 x86-64 4\n");
    assert_int_equal(short_.candidates, 7);
    search_on(text.s, 4, 5, SYNTH_LONG, &longer);
    assert_string_equal(longer.text.s, "bound mul 4 x128 x86-64 4\nbound mul 4 x128 x86-64 5\n");
    assert_true(longer.candidates > 1000000);
    strbuf_free(&short_.text);
    strbuf_free(&longer.text);
    strbuf_free(&text);
}

static void cells_that_fill_no_chunk_are_left_alone(void **state)
{
    (void)state;
    const target *t = spec_find_target(the_spec, "x86-64");
    const regclass *x128 = spec_find_class(the_spec, "x128");
    const op *add = spec_find_op(the_spec, "add");
    static const unsigned none[] = {3, 12, 128};
    for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(polish_is_for(&(cell){add, none[i], x128, t}));
    for (unsigned w = 1; w <= 64; w *= 2) assert_true(polish_is_for(&(cell){add, w, x128, t}));
    assert_false(polish_is_for(&(cell){add, 64, spec_find_class(the_spec, "r32"), t}));
    assert_false(polish_is_for(&(cell){spec_find_op(the_spec, "reduce_add"), 8, x128, t}));
    assert_true(polish_is_for(
        &(cell){spec_find_op(the_spec, "reduce_add"), 8, spec_find_class(the_spec, "r32"), t}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_matter_and_are_of_all_kinds),
        cmocka_unit_test(problems_of_wide_fields_are_reproducible),
        cmocka_unit_test(what_all_fields_decide_varies),
        cmocka_unit_test(a_grammar_covers_what_has_some_of_its_instructions),
        cmocka_unit_test(known_lengths_are_found),
        cmocka_unit_test(pruning_changes_no_bound),
        cmocka_unit_test(too_many_wrong_ones_end_a_search),
        cmocka_unit_test(a_run_reports_bounds_and_what_is_shorter),
        cmocka_unit_test(what_a_bound_excludes_is_not_searched_again),
        cmocka_unit_test(the_core_tier_goes_on_where_the_full_one_ended),
        cmocka_unit_test(cells_that_fill_no_chunk_are_left_alone),
    };
    return cmocka_run_group_tests_name("polish", tests, set_up, tear_down);
}
