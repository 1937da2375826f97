// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_db_sets.c - winners text of two instruction sets that call different instructions alike.
 *
 * `mix` is a disjunction in the set `one` and a conjunction in the set `two`. So the same words are
 * the program of one operation in `one`, of another in `two`, and of a third in both. */
#include "tests/unit/db_fixture.h"

#define HASH_A "0123456789abcdef0123456789abcdef"

static const char shared_spec[] =
    "(class x128 (bits 128) vector (llvm \"<2 x i64>\"))\n"
    "(op keep ((a (vec n w))) (vec n w) (doc \"The operand.\") a)\n"
    "(op or ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"Either.\") (bvor a b))\n"
    "(op and ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"Both.\") (bvand a b))\n";

/* A set, its target of the same name, and what `mix` does. */
static void write_set(const fixture *f, const char *name, const char *llvm, const char *body)
{
    char path[160];
    strbuf text = {0};
    snprintf(path, sizeof path, "%s/targets/%s", f->dir, name);
    assert_int_equal(mkdir(path, 0700), 0);
    strbuf_printf(&text,
                  "(spelling x128 (c \"__m128i\") (literal \"long long\") " SPLATS
                  "(target t_%s (cpu \"x86-64\") (triple \"x86_64-unknown-linux-gnu\") "
                  "(suffix \"%s\") (features \"sse2\") (classes x128))\n"
                  "(instr (name \"mix\") ((a x128) (b x128)) x128 (requires \"sse2\") "
                  "(commutative) (kind logic) (llvm \"%s <2 x i64> $a, $b\") "
                  "(c \"%s($a, $b)\") (%s a b))\n",
                  name, name, llvm, llvm, body);
    snprintf(path, sizeof path, "targets/%s/set.spec", name);
    write_file(f, path, text.s, text.len);
    strbuf_free(&text);
}

static spec *load_two_sets(fixture *f)
{
    static const char *const names[] = {"shared.spec", "targets/one/set.spec",
                                        "targets/two/set.spec"};
    char path[3][160];
    const char *paths[3];
    spec *s = NULL;
    assert_int_equal(mkdir(in_dir(f, "targets", path[0]), 0700), 0);
    write_file(f, "shared.spec", shared_spec, strlen(shared_spec));
    write_set(f, "one", "or", "bvor");
    write_set(f, "two", "and", "bvand");
    for (int i = 0; i < 3; i++) paths[i] = in_dir(f, names[i], path[i]);
    ls_status rc = spec_load_files(&s, paths, 3, &f->dg);
    if (rc != LS_OK) diag_print(&f->dg, stderr);
    assert_int_equal(rc, LS_OK);
    return s;
}

static int set_up_sets(void **state)
{
    if (set_up(state)) return 1;
    fixture *f = *state;
    spec_free(f->s);
    f->s = load_two_sets(f);
    return 0;
}

static int tear_down_sets(void **state)
{
    static const char *const names[] = {"targets/one/set.spec", "targets/one",
                                        "targets/two/set.spec", "targets/two"};
    char path[160];
    for (int i = 0; i < 4; i++) remove(in_dir(*state, names[i], path));
    return tear_down(state);
}

static void put_winners(fixture *f, db *d)
{
    static const struct {
        const char *op, *target, *program;
    } rows[] = {{"keep", "t_one", "r = mix a a\n"},
                {"keep", "t_two", "r = mix a a\n"},
                {"or", "t_one", "r = mix a b\n"},
                {"and", "t_two", "r = mix a b\n"}};
    for (int i = 0; i < 4; i++) {
        cell c = cell_of(f->s, rows[i].op, 2, "x128", rows[i].target);
        put_one(d, lowering_of(c, rows[i].program, 1, rows[i].op, "proved"));
        must(d, db_begin_cell(d, &c));
        must(d, db_put_bound(d, &(db_bound){c, 1, "mix", 1, "exhaust", TRUTH_HERE}));
        must(d, db_commit_cell(d));
    }
}

static char *dump_all(db *d, const spec *s)
{
    strbuf b = {0};
    must(d, db_dump_winners(d, s, NULL, &b));
    return b.s;
}

/* A database of the text alone. */
static db *load_alone(fixture *f, const char *text)
{
    char path[160];
    unlink(f->path);
    write_file(f, "all.low", text, strlen(text));
    db *d = open_db(f, f->s);
    ls_status rc = load_file(d, f->s, in_dir(f, "all.low", path), &f->dg);
    if (rc != LS_OK) diag_print(&f->dg, stderr);
    assert_int_equal(rc, LS_OK);
    return d;
}

static const instr *mix_of(const fixture *f, const char *on)
{
    const instr *in = spec_find_instr(f->s, spec_find_target(f->s, on)->set, "mix",
                                      spec_find_class(f->s, "x128"));
    assert_non_null(in);
    return in;
}

/* Operation and target of each winner whose program has the instruction of that meaning. */
static void check_users(fixture *f, const char *on, const char *expected)
{
    char sql[512];
    snprintf(sql, sizeof sql,
             "select n.operation || ' ' || n.target from set_members m "
             "join instructions i on i.id = m.instruction "
             "join lowerings l on l.instructions = m.instruction_set "
             "join cell_names n on n.cell = l.cell where i.hash = '%s' order by 1",
             mix_of(f, on)->hash);
    check_ask(f->path, sql, expected);
}

static void check_has(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("expected \"%s\" in:\n%s", part, text);
}

static void each_set_has_its_own_instruction(void **state)
{
    fixture *f = *state;
    char line[128];
    db *d = open_db(f, f->s);
    put_winners(f, d);
    char *text = dump_all(d, f->s);
    db_close(d);
    check_has(text, "\n2 x128 t_one  exhaust  r = mix a a\n2 x128 t_two  exhaust  r = mix a a\n");
    snprintf(line, sizeof line, "\ninstruction mix x128 %s one\n", mix_of(f, "t_one")->hash);
    check_has(text, line);
    snprintf(line, sizeof line, "\ninstruction mix x128 %s two\n", mix_of(f, "t_two")->hash);
    check_has(text, line);
    d = load_alone(f, text);
    char *again = dump_all(d, f->s);
    assert_string_equal(again, text);
    assert_int_equal(count_rows(d, f->s, true), 4);
    check_users(f, "t_one", "keep t_one\nor t_one");
    check_users(f, "t_two", "and t_two\nkeep t_two");
    check_ask(f->path, "select count(*) from stale", "0");
    db_close(d);
    mem_free(again);
    mem_free(text);
}

/* The line of an instruction says which rows were found with another meaning. */
static void meaning_of_a_set_makes_its_rows_stale(void **state)
{
    static const struct {
        const char *line, *stale;
    } cases[] = {
        {"instruction mix x128 " HASH_A " one\n", "keep t_one"},
        {"instruction mix x128 " HASH_A " two\n", "keep t_two"},
        {"instruction mix x128 " HASH_A "\n", "keep t_one\nkeep t_two"}, /* as of one set alone */
    };
    fixture *f = *state;
    for (int i = 0; i < 3; i++) {
        strbuf text = {0};
        strbuf_printf(&text,
                      "version 2\n%swinners keep\n2 x128 t_one  hand  r = mix a a\n"
                      "2 x128 t_two  hand  r = mix a a\n",
                      cases[i].line);
        db *d = load_alone(f, text.s);
        check_ask(f->path, "select operation || ' ' || target from stale order by target",
                  cases[i].stale);
        db_close(d);
        strbuf_free(&text);
    }
}

static void malformed_lines_of_instructions(void **state)
{
    static const struct {
        const char *line, *said;
    } cases[] = {
        {"instruction mix x128 " HASH_A " three\n", "2:55: error: unknown instruction set `three`"},
        {"instruction mix x128 " HASH_A " one two\n",
         "2:58: error: unexpected text at the end of the line"},
        {"instruction mux x128 " HASH_A " one\n",
         "2:13: error: unknown instruction `mux` of class"},
        {"instruction mix x128 " HASH_A
         " one\ninstruction mix x128 fedcba9876543210fedcba9876543210"
         " one\n",
         "3:22: error: the meaning " HASH_A " is given for the same name before"},
    };
    fixture *f = *state;
    char path[160];
    db *d = open_db(f, f->s);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        strbuf text = {0};
        strbuf_printf(&text, "version 2\n%s", cases[i].line);
        write_file(f, "bad.low", text.s, text.len);
        assert_int_equal(load_file(d, f->s, in_dir(f, "bad.low", path), &f->dg), LS_INPUT);
        check_says(f, cases[i].said);
        strbuf_free(&text);
    }
    db_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_set_has_its_own_instruction, set_up_sets,
                                        tear_down_sets),
        cmocka_unit_test_setup_teardown(meaning_of_a_set_makes_its_rows_stale, set_up_sets,
                                        tear_down_sets),
        cmocka_unit_test_setup_teardown(malformed_lines_of_instructions, set_up_sets,
                                        tear_down_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
