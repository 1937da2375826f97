// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_db_malformed.c - what is said about malformed winners texts.
 *
 * A malformed text is a good one with one piece replaced; each case names where the diagnostic must
 * point and what it must say. Afterwards the database must be as if nothing had been loaded. */
#include "tests/unit/db_text_fixture.h"

typedef struct bad {
    const char *old, *new; /* old NULL: new is the whole text */
    const char *said;      /* beginning with line and column */
} bad;

static const bad bad_texts[] = {
    {NULL, "", "1:1: error: expected `version`, found the end of the file"},
    {NULL, "# nothing\n", "1:1: error: expected `version`, found the end of the file"},
    {NULL, "version 1\n", "1:1: error: expected `target`, found the end of the file"},
    {"version 1\n", "", "3:1: error: expected `version` before anything else"},
    {"version 1", "version 3",
     "3:9: error: version 3 of the winners text is not known; expected 2 or 1"},
    {"version 1", "version one", "3:9: error: expected a whole number, found `one`"},
    {"target t1\n", "", "5:1: error: expected `target` before anything else"},
    {"target t1", "target vax", "4:8: error: unknown target `vax`"},
    {"target t1", "target t1 t3", "4:10: error: unexpected text at the end of the line"},
    {"target t1\n", "target t1\ntarget t1\n",
     "5:1: error: unexpected `target`; expected operation, instruction"},
    {"cell add 2 x128", "sell add 2 x128",
     "6:1: error: unexpected `sell`; expected operation, instruction"},
    {"cell add 2 x128", "cell sum 2 x128", "6:6: error: unknown operation `sum`"},
    {"cell add 2 x128", "cell add two x128", "6:10: error: expected a whole number, found `two`"},
    {"cell add 2 x128", "cell add 02 x128", "6:10: error: expected a whole number, found `02`"},
    {"cell add 2 x128", "cell add 0 x128", "6:6: error: there is no cell add 0 x128 t1"},
    {"cell add 2 x128", "cell add 65 x128", "6:6: error: there is no cell add 65 x128 t1"},
    {"cell add 2 x128", "cell add 2 w99", "6:12: error: unknown register class `w99`"},
    {"cell add 2 x128", "cell add 2 y256", "6:6: error: t1 has no register class y256"},
    {"cell add 2 x128", "cell add 2", "6:11: error: expected a register class"},
    {"cell add 2 x128", "cell add 2 x128 t1",
     "6:16: error: unexpected text at the end of the line"},
    {"cell xor 2 x128", "cell add 2 x128", "20:6: error: the cell add 2 x128 t1 is given twice"},
    {"  engine exhaust", "  motor exhaust",
     "7:3: error: unknown key `motor`; expected engine, cost, proof"},
    {"  engine exhaust", " engine exhaust", "7:1: error: expected two spaces and a key, or `end`"},
    {"  engine exhaust", "   engine exhaust",
     "7:1: error: expected two spaces and a key, or `end`"},
    {"  engine exhaust", "  engine exhaust ",
     "7:17: error: unexpected text at the end of the line"},
    {"  engine exhaust", "  engine", "7:9: error: expected the name of an engine"},
    {"  engine exhaust\n", "", "6:1: error: the cell has no line `engine`"},
    {"  engine exhaust", "  engine exhaust\n  engine qm", "8:3: error: `engine` is given twice"},
    {" uops=5", "", "8:16: error: expected uops="},
    {"uops=5", "uops=", "8:21: error: expected a value after uops="},
    {"uops=5", "uops=-5", "8:21: error: expected a whole number, found `-5`"},
    {"uops=5", "uops=99999999999999999999",
     "8:21: error: expected a whole number, found `99999999999999999999`"},
    {"rthroughput=1.67", "rthroughput=fast", "8:35: error: expected a number, found `fast`"},
    {"rthroughput=1.67", "rthroughput=nan", "8:35: error: expected a number, found `nan`"},
    {"rthroughput=1.67", "rthroughput=0x1p3", "8:35: error: expected a number, found `0x1p3`"},
    {"rthroughput=1.67", "rthroughput=1e999", "8:35: error: expected a number, found `1e999`"},
    {"moves=1 const_loads=1", "moves=1 const_loads=1 price=3",
     "8:89: error: unexpected text at the end of the line"},
    {"proof ir", "proof of", "10:9: error: expected program or ir, found `of`"},
    {"proof ir", "proof program", "10:9: error: a second proof of the same program"},
    {"program proved", "program sat",
     "9:17: error: expected proved, refuted or unknown, found `sat`"},
    {"obligation=" HASH_A, "obligation=12",
     "9:44: error: expected a hash of 32 hexadecimal digits, found `12`"},
    {"solver=z3 4.8.12\n  proof ir", "\n  proof ir", "9:77: error: expected solver="},
    {"    t0 = pxor a b\n", "    t0 = pfoo a b\n", "12:10: error: unknown instruction 'pfoo'"},
    {"    t0 = pxor a b\n", "    t0 = vpor a b\n",
     "12:5: error: `vpor` is not an instruction of t1"},
    {"    t0 = pxor a b\n", "    t0 = pxor a c\n", "12:17: error: 'c' is no value here"},
    {"    t0 = pxor a b\n", "   t0 = pxor a b\n",
     "11:3: error: expected the program, each line after four spaces"},
    {"    r = pxor t0 t3\n", "", "16:5: error: the program has no line 'r = ...'"},
    {"  searched key-1", "  searched key-1\n  searched key-1", "18:12: error: the same key twice"},
    {"  searched key-1", "  bound 5 candidates=1 engine=qm grammar=" HASH_A,
     "17:42: error: no grammar `" HASH_A "` above"},
    {"  searched key-1", "  bound many candidates=1 engine=qm grammar=" HASH_A,
     "17:9: error: expected a whole number"},
    {"  searched key-1\nend\n", "  searched key-1\n",
     "6:1: error: the block that begins here is not closed by `end`"},
    {"cell add 2 x128", "grammar " HASH_A "\n  pxor\nend\ncell add 2 x128",
     "6:9: error: the text of the grammar has the "},
    {"cell add 2 x128", "grammar " HASH_A "\n  pxor\ncell add 2 x128",
     "6:1: error: the block that begins here is not "},
    {"cell add 2 x128", "grammar 12\nend\ncell add 2 x128",
     "6:9: error: expected a hash of 32 hexadecimal digits"},
    {"cell add 2 x128", "operation sum " HASH_A "\ncell add 2 x128",
     "6:11: error: unknown operation `sum`"},
    {"cell add 2 x128", "operation add 1\ncell add 2 x128", "6:15: error: expected a hash of 32"},
    {"cell add 2 x128", "instruction pfoo x128 " HASH_A "\ncell add 2 x128",
     "6:13: error: unknown instruction `pfoo` of class"},
    {"cell add 2 x128", "operation add " HASH_A "\noperation add " HASH_A "\ncell add 2 x128",
     "7:1: error: its meaning is"},
    {"cell add 2 x128", "  engine exhaust\ncell add 2 x128",
     "6:1: error: an indented line outside of any block"},
    {"engine exhaust\n", "engine exhaust\r\n",
     "7:17: error: a carriage return; lines end with a line feed alone"},
    {"  engine exhaust", "\tengine exhaust", "7:1: error: a tab; indentation is by spaces"},
    {"engine exhaust", "engine ex\033haust", "7:12: error: a control character"},
    {"    r = pxor a b\nend\n", "    r = pxor a b\nend",
     "25:4: error: the last line has no newline: the file is cut off"},
    {"    r = pxor a b\nend\n", "    r = px",
     "20:1: error: the block that begins here is not closed by `end`"},
};

static const bad bad_rows[] = {
    {"version 2\n", "version 2\nversion 2\n",
     "3:1: error: unexpected `version`; expected winners,"},
    {"winners add\n", "", "4:1: error: a row without a heading above it"},
    {"winners add", "losers add", "4:1: error: unexpected `losers`; expected winners, costs,"},
    {"winners add", "winners sum", "4:9: error: unknown operation `sum`"},
    {"winners add", "winners add 12", "4:13: error: expected a hash of 32 hexadecimal digits"},
    {"costs add", "costs add " HASH_A, "7:10: error: unexpected text at the end of the line"},
    {"winners add\n", "winners add " HASH_A "\nwinners add " HASH_B "\n",
     "5:13: error: the meaning " HASH_A " is given for the same name before"},
    {"2 x128 t1,t3  ex", "two x128 t1,t3  ex", "5:1: error: unexpected `two`; expected winners"},
    {"2 x128 t1,t3  ex", "02 x128 t1,t3  ex", "5:1: error: expected a whole number, found `02`"},
    {"2 x128 t1,t3  ex", "2,x x128 t1,t3  ex", "5:3: error: expected a whole number, found `x`"},
    {"2 x128 t1,t3  ex", "2, x128 t1,t3  ex", "5:3: error: expected a field width"},
    {"2 x128 t1,t3  ex", "0 x128 t1,t3  ex", "5:1: error: there is no cell add 0 x128 t1"},
    {"2 x128 t1,t3  ex", "65 x128 t1,t3  ex", "5:1: error: there is no cell add 65 x128 t1"},
    {"2 x128 t1,t3  ex", "2 w99 t1,t3  ex", "5:3: error: unknown register class `w99`"},
    {"2 x128 t1,t3  ex", "2 y256 t3,t1  ex", "5:11: error: t1 has no register class y256"},
    {"2 x128 t1,t3  ex", "2 x128 t1,vax  ex", "5:11: error: unknown target `vax`"},
    {"2 x128 t1,t3  ex", "2 x128 t1,t3, ex", "5:14: error: expected a target"},
    {"2 x128 t1,t3  ex", "2 x128 t1,t3 ex", "5:13: error: expected two spaces"},
    {"2 x128 t1,t3  ex", "2 x128 t1,t3   ex", "5:15: error: expected the name of an engine"},
    {"2 x128 t1,t3  ex", "2 x128 t1,t1  ex", "5:11: error: the target t1 is given twice"},
    {"exhaust  t0", "exhaust t0", "5:22: error: expected two spaces and the program"},
    {"exhaust  t0", "ex\"aust  t0", "5:15: error: a name has neither quotes nor backslashes"},
    {"t0 = pxor a b;", "t0 = pfoo a b;", "5:29: error: unknown instruction 'pfoo'"},
    {"t0 = pxor a b;", "t0 = vpor a b;", "5:24: error: `vpor` is not an instruction of t1"},
    {"t1 = pand a b", "t1 = pand a c", "5:51: error: 'c' is no value here"},
    {"; r = pxor t0 t3", "", "5:90: error: the program has no line 'r = ...'"},
    {"r = pxor t0 t3 <-", "r = pxor t0 t3;  <-", "5:24: error: expected the program, its steps"},
    {" <- some_rule", " <- ", "5:110: error: expected what the program was derived from"},
    {"  5 5 1.67", "  5 five 1.67", "8:17: error: expected a whole number, found `five`"},
    {"  5 5 1.67", "  5 5 fast", "8:19: error: expected a number, found `fast`"},
    {" 23 1 1\n", " 23 1\n", "8:32: error: expected const_loads"},
    {" 23 1 1\n", " 23 1 1 1\n", "8:34: error: unexpected text at the end of the line"},
    {"  5 5 1.67", "  llvm 5 5 1.67",
     "8:1: error: there is no program of add 2 x128 t1 that the cost could belong to"},
    {"2 x128 t1  1 1", "4 x128 t1  1 1",
     "17:1: error: there is no program of xor 4 x128 t1 that the cost could belong to"},
    {"  key-1\n", "  key 1\n", "11:20: error: unexpected text at the end of the line"},
    {"2,4 x128 t1,t3  key", "2,2 x128 t1,t3  key", "11:3: error: the field widths do not ascend"},
    {"2,4 x128 t1,t3  key-1\n", "2,4 x128 t1,t3  key-1\n4 x128 t3  key-1\n",
     "12:1: error: the same key of add 4 x128 t3 twice"},
    {"winners xor\n", "winners xor\n2 x128 t1  qm  r = pand a b\n",
     "15:1: error: the cell xor 2 x128 t1 is given twice"},
    {"costs xor\n", "costs xor\n2 x128 t1  1 1 1 1 0 4 0 0\n",
     "18:1: error: the cost of xor 2 x128 t1 is given twice"},
    {"searched add\n", "bounds add\n2 x128 t1  5 1 qm " HASH_A "\nsearched add\n",
     "11:19: error: no grammar `" HASH_A "` in the texts"},
    {"searched add\n", "bounds add\n2 x128 t1  5 many qm " HASH_A "\nsearched add\n",
     "11:14: error: expected a whole number, found `many`"},
    {"searched add\n", "bounds add\n2 x128 t1  5 1 qm 12\nsearched add\n",
     "11:19: error: expected a hash of 32"},
    {"searched add\n", "grammar " HASH_A "\n  pxor\nend\nsearched add\n",
     "10:9: error: the text of the grammar has the "},
    {"searched add\n", "grammar " HASH_A "\n  pxor\nsearched add\n",
     "10:1: error: the block that begins here is not "},
    {"searched add\n", "instruction pfoo x128 " HASH_A "\nsearched add\n",
     "10:13: error: unknown instruction `pfoo`"},
    {"2,4 x128 t1,t3  key", "\t2,4 x128 t1,t3  key", "11:1: error: a tab; indentation is by"},
    {" 4 0 0\n", " 4 0 0", "17:44: error: the last line has no newline: the file is cut off"},
};

/* The text with the first occurrence of old replaced. */
static char *spoil(const char *text, const char *old, const char *new)
{
    strbuf b = {0};
    const char *at = strstr(text, old);
    if (!at) fail_msg("\"%s\" is not in the good text", old);
    strbuf_putn(&b, text, (size_t)(at - text));
    strbuf_printf(&b, "%s%s", new, at + strlen(old));
    return b.s;
}

/* The good text with the first occurrence of old replaced. */
static char *spoiled_text(const char *old, const char *new)
{
    strbuf b = {0};
    char *text = good_text();
    const char *at = old ? strstr(text, old) : NULL;
    if (old && !at) fail_msg("\"%s\" is not in the good text", old);
    if (at) strbuf_putn(&b, text, (size_t)(at - text));
    strbuf_puts(&b, new);
    if (at) strbuf_puts(&b, at + strlen(old));
    mem_free(text);
    return b.s;
}

static void check_bad(fixture *f, db *d, const char *text, size_t size, const char *said)
{
    char expected[512];
    ls_status rc = load_text(f, d, text, size);
    snprintf(expected, sizeof expected, "t1.low:%s", said);
    check_says(f, expected);
    assert_int_equal(rc, LS_INPUT);
    assert_int_equal(count_rows(d, f->s, false), 0);
}

static void malformed_texts_are_refused_whole(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    for (size_t i = 0; i < sizeof bad_texts / sizeof *bad_texts; i++) {
        char *text = spoiled_text(bad_texts[i].old, bad_texts[i].new);
        check_bad(f, d, text, strlen(text), bad_texts[i].said);
        mem_free(text);
    }
    check_ask(f->path, "select count(*) from cells", "0");
    db_close(d);
}

static void malformed_rows_are_refused_whole(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    for (size_t i = 0; i < sizeof bad_rows / sizeof *bad_rows; i++) {
        char *text = spoil(good_rows, bad_rows[i].old, bad_rows[i].new);
        check_bad(f, d, text, strlen(text), bad_rows[i].said);
        mem_free(text);
    }
    check_ask(f->path, "select count(*) from cells", "0");
    db_close(d);
}

static void nul_is_refused(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    char *text = good_text(), *at = strstr(text, "exhaust");
    size_t size = strlen(text);
    *at = 0;
    check_bad(f, d, text, size, "7:10: error: a NUL character");
    db_close(d);
    mem_free(text);
}

static void every_truncation_is_refused_or_whole(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    char *text = good_text();
    size_t size = strlen(text), accepted = 0;
    for (size_t n = 0; n < size; n++) {
        ls_status rc = load_text(f, d, text, n);
        bool at_end_of_block = n >= 5 && !memcmp(text + n - 5, "\nend\n", 5);
        bool between = n >= 6 && !memcmp(text + n - 6, "\nend\n\n", 6);
        bool head_only = n == strlen(good_head) || n == strlen(good_head) + 1;
        assert_int_equal(rc, at_end_of_block || between || head_only ? LS_OK : LS_INPUT);
        accepted += rc == LS_OK;
        diag_free(&f->dg);
    }
    assert_int_equal(accepted, 4);
    db_close(d);
    mem_free(text);
}

static void several_errors_are_reported_at_once(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    char *text = spoiled_text("uops=5", "uops=x");
    memcpy(strstr(text, "engine qm"), "motor  qm", 9);
    check_bad(f, d, text, strlen(text),
              "8:21: error: expected a whole number, found `x`\n"
              "      cost insns=5 uops=x rthroughput=1.67 latency=4 consts=1 bytes=23 moves=1 "
              "const_loads=1\n                        ^\n");
    assert_non_null(strstr(f->said, "t1.low:21:3: error: unknown key `motor`"));
    assert_non_null(strstr(f->said, "t1.low:20:1: error: the cell has no line `engine`"));
    mem_free(text);
    strbuf many = {0};
    strbuf_puts(&many, good_head);
    for (int i = 0; i < 1000; i++) strbuf_puts(&many, "nonsense\n");
    assert_int_equal(load_text(f, d, many.s, many.len), LS_INPUT);
    assert_true(f->dg.count < 30);
    check_says(f, "too many errors");
    strbuf_free(&many);
    db_close(d);
}

static void missing_file_is_trouble_with_the_world(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    char path[160];
    assert_int_equal(load_file(d, f->s, in_dir(f, "none.low", path), &f->dg), LS_ENV);
    check_says(f, "none.low: error: cannot read it: No such file");
    assert_int_equal(load_file(d, f->s, f->dir, &f->dg), LS_ENV);
    db_close(d);
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(malformed_texts_are_refused_whole),
        T(malformed_rows_are_refused_whole),
        T(nul_is_refused),
        T(every_truncation_is_refused_or_whole),
        T(several_errors_are_reported_at_once),
        T(missing_file_is_trouble_with_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
