// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_stock.c - figures of stock forms: between those that are measured, and the files. */
#include "lowerings/measure/stockgen.h"
#include "lowerings_fixture.h"

/* Reads a file of the target "low", which has registers of 16 bytes. */
static ls_status load(fixture *f, const char *text, stock *s)
{
    diag_free(&f->d);
    f->d = (diags){0};
    write_text(f, "low.stock", text);
    return stock_load(&f->s->targets[0], f->dir, s, &f->d);
}

/* The shipped file of a target with the same registers. */
static char *read_good(void)
{
    char *text;
    size_t size;
    const char *path = source_path("spec/targets/x86/cost/x86-64.stock");
    assert_int_equal(file_read(path, &text, &size), LS_OK);
    return text;
}

static void names_are_found(void **state)
{
    (void)state;
    for (unsigned f = 0; f < STOCK_FORMS; f++)
        assert_int_equal(stock_find(stock_name((stock_form)f)), f);
    assert_int_equal(stock_find("no such form"), STOCK_FORMS);
}

static void movements_go_on_as_they_went(void **state)
{
    (void)state;
    stock *s = mem_alloc(1, sizeof *s);
    short *row = s->value[STOCK_BYTES][1];
    row[0] = 4, row[1] = 9, row[2] = 11, row[3] = 14;
    assert_int_equal(stock_move(s, STOCK_BYTES, 32, 2), 9);
    assert_int_equal(stock_move(s, STOCK_BYTES, 32, 6), 20);
    assert_int_equal(stock_move(s, STOCK_BYTES, 16, 2), 0);
    assert_int_equal(stock_move(NULL, STOCK_BYTES, 32, 2), 0);
    s->value[STOCK_EVEN_CLEAR][0][1] = -1; /* what LLVM saves is nothing to pay */
    assert_int_equal(stock_move(s, STOCK_EVEN_CLEAR, 16, 2), 0);
    mem_free(s);
}

static void fields_are_interpolated(void **state)
{
    (void)state;
    stock *s = mem_alloc(1, sizeof *s);
    short *three = s->value[STOCK_ADD][2], *twelve = s->value[STOCK_ADD][8];
    assert_int_equal(stock_size(STOCK_ADD, 2), 3);
    three[0] = -4, three[1] = 2, three[2] = 26, three[3] = 218;
    assert_int_equal(stock_fields(s, STOCK_ADD, 3, 8), 2);
    assert_int_equal(stock_fields(s, STOCK_ADD, 3, 5), -1);
    assert_int_equal(stock_fields(s, STOCK_ADD, 3, 32), 26);
    assert_int_equal(stock_fields(s, STOCK_ADD, 3, 256), 474);
    assert_int_equal(stock_fields(s, STOCK_ADD, 3, 1), -5);
    assert_int_equal(stock_size(STOCK_ADD, 8), 12);
    assert_int_equal(stock_columns(STOCK_ADD, 12), 3);
    twelve[0] = 1, twelve[1] = 4, twelve[2] = 16;
    assert_int_equal(stock_fields(s, STOCK_ADD, 9, 56), 28); /* the next width above */
    assert_int_equal(stock_fields(s, STOCK_ADD, 8, 56), 0);  /* but for a byte */
    mem_free(s);
}

static const struct {
    const char *more, *message;
} bad_lines[] = {
    {"frobnicate 16 1\n", "error: expected a stock form, found 'frobnicate'"},
    {"words\n", "error: expected a size, found the end of the line"},
    {"words 17 1 2 3 4\n", "error: words has no size 17"},
    {"words 32 1 2 3 4\n", "error: words has no size 32"},
    {"words 16 1 2 3 4\n", "error: a second line for words 16"},
    {"words 99999999999999999999 1\n", "error: expected a size, found '9999"},
};

static void malformed_lines_are_diagnosed(void **state)
{
    fixture *f = *state;
    char *good = read_good();
    stock *s = mem_alloc(1, sizeof *s);
    assert_int_equal(load(f, good, s), LS_OK);
    assert_int_equal(s->value[STOCK_PART][0][0], 1);
    for (size_t i = 0; i < sizeof bad_lines / sizeof *bad_lines; i++) {
        strbuf text = {0};
        strbuf_printf(&text, "%s%s", good, bad_lines[i].more);
        assert_int_equal(load(f, strbuf_text(&text), s), LS_INPUT);
        assert_contains(diagnostics(f), bad_lines[i].message);
        strbuf_free(&text);
    }
    mem_free(s);
    mem_free(good);
}

static const struct {
    const char *text, *message;
} bad_rows[] = {
    {"words 16 1 2 3\n", "low.stock:1:15: error: expected a number of instructions, found the end"},
    {"; no\n\nwords 16 1 2 3 x\n",
     "low.stock:3:16: error: expected a number of instructions, found 'x'"},
    {"words 16 1 2 3 40000\n", "expected a number of instructions, found '40000'"},
    {"words 16 1 2 3 4 5\n", "low.stock:1:18: error: expected the end of the line, found '5'"},
    {"words 16 1 2 3 4 ; right\n", "no figures of the stock form 'part' on low; "},
    {"",
     "no figures of the stock form 'part' on low; `lanesmith cost --stock --target low --spec "},
};

static void malformed_rows_are_diagnosed(void **state)
{
    fixture *f = *state;
    stock *s = mem_alloc(1, sizeof *s);
    for (size_t i = 0; i < sizeof bad_rows / sizeof *bad_rows; i++) {
        assert_int_equal(load(f, bad_rows[i].text, s), LS_INPUT);
        assert_contains(diagnostics(f), bad_rows[i].message);
    }
    mem_free(s);
}

static void missing_file_names_the_remedy(void **state)
{
    fixture *f = *state;
    stock *s = mem_alloc(1, sizeof *s);
    assert_int_equal(stock_load(&f->s->targets[0], "no/such/folder", s, &f->d), LS_INPUT);
    assert_contains(diagnostics(f),
                    "`lanesmith cost --stock --target low --spec no/such/folder` makes them");
    mem_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found),         cmocka_unit_test(movements_go_on_as_they_went),
        cmocka_unit_test(fields_are_interpolated), TEST(malformed_lines_are_diagnosed),
        TEST(malformed_rows_are_diagnosed),        TEST(missing_file_names_the_remedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
