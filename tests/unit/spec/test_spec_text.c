// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_spec_text.c - what a spec's text becomes: hashes that notice every change, and diagnostics
 * fit for a terminal. */
#include "spec/spec.h"
#include "tests/unit/fixture.h"

#define SPLATS "(splat8 \"f($k)\") (splat16 \"f($k)\") (splat32 \"f($k)\") (splat64 \"f($k)\")"

static const char *const base_text =
    "(class x (bits 128) vector (llvm \"<2 x i64>\")) (spelling x (c \"__m128i\") (literal \"long "
    "long\") " SPLATS ")\n"
    "(class y (bits 256) vector (llvm \"<4 x i64>\")) (spelling y (c \"__m256i\") (literal \"long "
    "long\") " SPLATS ")\n"
    "(target t (cpu \"x86-64\") (triple \"x86_64-unknown-linux-gnu\") (suffix \"t\") (features "
    "\"sse2\" \"avx2\") (classes x))\n"
    "(op add ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"Sum.\") (llvm \"add\") (commutative)\n"
    "  (each i (bvadd (field a i) (field b i))))\n"
    "(family (r v) ((x \"\") (y \"256\"))\n"
    "  (instr (name \"por\") ((a r) (b r)) r (requires \"sse2\") (commutative) (kind logic)\n"
    "    (llvm \"or $a, $b\") (c \"or\" v \"($a, $b)\") (bvor a b)))\n";

/* Loads text from a file of its own; NULL when there were diagnostics, which said (unless NULL)
 * receives. */
static spec *load_text(const char *text, size_t size, char **said)
{
    char path[FIXTURE_PATH];
    write_temporary(path, text, size);
    diags d = {0};
    spec *s = NULL;
    const char *const paths[] = {path};
    ls_status rc = spec_load_files(&s, paths, 1, &d);
    unlink(path);
    assert_int_equal(rc == LS_OK, s != NULL);
    if (said) {
        size_t length = 0;
        FILE *f = open_memstream(said, &length);
        assert_non_null(f);
        diag_print(&d, f);
        fclose(f);
    }
    diag_free(&d);
    return s;
}

static spec *load_good(const char *text)
{
    char *said = NULL;
    spec *s = load_text(text, strlen(text), &said);
    if (!s)
        fail_msg("%s", said);
    free(said);
    return s;
}

static spec *load_changed(const char *from, const char *to)
{
    const char *at = strstr(base_text, from);
    assert_non_null(at);
    strbuf b = {0};
    strbuf_putn(&b, base_text, (size_t)(at - base_text));
    strbuf_puts(&b, to);
    strbuf_puts(&b, at + strlen(from));
    spec *s = load_good(strbuf_text(&b));
    strbuf_free(&b);
    return s;
}

static void the_hash_of_a_spec_covers_everything(void **state)
{
    (void)state;
    static const char *const changes[][2] = {
        {"(bits 256)", "(bits 512)"},
        {"\"__m256i\"", "\"__m256\""},
        {"(splat64 \"f($k)\")", "(splat64 \"g($k)\")"},
        {"(cpu \"x86-64\")", "(cpu \"x86-64-v2\")"},
        {"(triple \"x86_64-", "(triple \"i686-"},
        {"(suffix \"t\")", "(suffix \"u\")"},
        {"\"sse2\" \"avx2\"", "\"sse2\""},
        {"(classes x)", "(classes x y)"},
        {"Sum.", "The sum."},
        {"(llvm \"add\") ", ""},
        {"(llvm \"add\") (commutative)", "(llvm \"add\")"},
        {"(requires \"sse2\")", "(requires \"avx2\")"},
        {"(commutative) (kind logic)", "(kind logic)"},
        {"(kind logic)", "(kind add)"},
        {"\"or $a, $b\"", "\"or $b, $a\""},
        {"(c \"or\"", "(c \"ior\""},
        {"(y \"256\")", "(y \"512\")"},
        {"(c \"or\" v \"(", "(c \"or\\\" v \\\"\" v \"("},
        {"(bvor a b)", "(bvor b a)"},
    };
    spec *base = load_good(base_text);
    char seen[sizeof changes / sizeof *changes][HASH_TEXT];
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        spec *s = load_changed(changes[i][0], changes[i][1]);
        if (strcmp(s->hash, base->hash) == 0)
            fail_msg("%s for %s leaves the hash", changes[i][1], changes[i][0]);
        memcpy(seen[i], s->hash, HASH_TEXT);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(seen[k], seen[i]);
        spec_free(s);
    }
    spec_free(base);
}

static void layout_and_comments_do_not_change_the_hash(void **state)
{
    (void)state;
    spec *base = load_good(base_text),
         *same = load_changed("(kind logic)\n", "; a comment\r\n  (kind   logic) ");
    assert_string_equal(same->hash, base->hash);
    spec_free(same);
    spec_free(base);
}

static void the_hash_of_a_definition_covers_its_meaning_only(void **state)
{
    (void)state;
    static const char *const harmless[][2] = {{"Sum.", "The sum."},
                                              {"(llvm \"add\") ", ""},
                                              {"(kind logic)", "(kind add)"},
                                              {"\"or $a, $b\"", "\"or $b, $a\""}};
    spec *base = load_good(base_text);
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
        spec *s = load_changed(harmless[i][0], harmless[i][1]);
        assert_string_equal(s->ops[0].hash, base->ops[0].hash);
        assert_string_equal(s->instrs[0].hash, base->instrs[0].hash);
        spec_free(s);
    }
    spec *s = load_changed("bvadd", "bvxor");
    assert_string_not_equal(s->ops[0].hash, base->ops[0].hash);
    spec_free(s);
    spec_free(base);
}

/* ---- diagnostics ---- */

static char *rendered(place where, const char *message)
{
    char *text = NULL;
    size_t size = 0;
    diags d = {0};
    diag_error(&d, where, "%s", message);
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    diag_print(&d, f);
    fclose(f);
    diag_free(&d);
    return text;
}

/* The second line of a diagnostic, and where the caret of the third stands in it. */
static char at_caret(const char *text, size_t *length)
{
    const char *line = strchr(text, '\n') + 1, *carets = strchr(line, '\n') + 1;
    size_t column = strspn(carets, " ");
    *length = (size_t)(carets - line) - 1;
    assert_int_equal(carets[column], '^');
    assert_true(column < *length);
    return line[column];
}

static void a_diagnostic_shows_no_control_characters(void **state)
{
    (void)state;
    char *text = rendered(
        (place){"a\x1b[31m\nb.spec", "(op\tx\x1b\x07\x7f\x9b\xc2\x9b !)\r\n", 1, 13},
        "a\x1b]0;\x07 \xc2\x9b name");
    for (const char *s = text; *s; s++)
        assert_true(*s == '\n' || ((unsigned char)*s >= 32 && (unsigned char)*s < 127) ||
                    (unsigned char)*s == 0xc2);
    assert_null(strstr(text, "\xc2\x9b"));
    assert_non_null(strstr(text, "a\\x1b[31m\\x0ab.spec:1:13: error: a\\x1b]0;\\x07 "));
    size_t length;
    assert_int_equal(at_caret(text, &length), '!');
    free(text);
}

static void a_file_name_beyond_ascii_is_shown_as_it_is(void **state)
{
    (void)state;
    char *text = rendered((place){.file = "j\xc3\xbcrgen/\xe2\x82\x83.spec"}, "cannot read");
    assert_string_equal(text, "j\xc3\xbcrgen/\xe2\x82\x83.spec: error: cannot read\n");
    free(text);
}

static void a_long_line_is_shortened_around_the_caret(void **state)
{
    (void)state;
    enum { LONG = 5000 };
    static const int columns[] = {1,   2,   50,  99,  100,  101,        102,      103,
                                  159, 160, 161, 162, 2500, LONG - 200, LONG - 1, LONG};
    char line[LONG + 1];
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        memset(line, '-', LONG);
        line[LONG] = '\0';
        line[columns[i] - 1] = '!';
        char *text = rendered((place){"f", line, 1, columns[i]}, "m");
        size_t length;
        if (at_caret(text, &length) != '!')
            fail_msg("the caret of column %d is not below it:\n%s", columns[i], text);
        assert_true(length < 200);
        free(text);
    }
}

static void a_place_outside_the_text_is_survived(void **state)
{
    (void)state;
    static const place places[] = {{"f", "ab\ncd", 1, 99}, {"f", "ab\ncd", 9, 1}, {"f", "", 1, 1},
                                   {"f", NULL, 3, 4},      {NULL, "ab", 1, 2},    {"f", "ab", 1, 0},
                                   {"f", "ab\n", 2, 1}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *text = rendered(places[i], "m");
        assert_non_null(strstr(text, "error: m\n"));
        free(text);
    }
}

static void a_nul_byte_ends_no_file(void **state)
{
    (void)state;
    static const char text[] = "; a comment\0(stray\n)\n";
    char *said = NULL;
    assert_null(load_text(text, sizeof text - 1, &said));
    assert_non_null(strstr(said, ":1:12: error: byte 0x00"));
    free(said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hash_of_a_spec_covers_everything),
        cmocka_unit_test(layout_and_comments_do_not_change_the_hash),
        cmocka_unit_test(the_hash_of_a_definition_covers_its_meaning_only),
        cmocka_unit_test(a_diagnostic_shows_no_control_characters),
        cmocka_unit_test(a_file_name_beyond_ascii_is_shown_as_it_is),
        cmocka_unit_test(a_long_line_is_shortened_around_the_caret),
        cmocka_unit_test(a_place_outside_the_text_is_survived),
        cmocka_unit_test(a_nul_byte_ends_no_file),
    };
    return cmocka_run_group_tests_name("spec text", tests, NULL, NULL);
}
