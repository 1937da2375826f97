// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_safe.c - characters that no text may have: those that nobody sees, that end lines or change
 * the direction of writing, and bytes that are no characters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "spec/base/safe.h"

static size_t encode(uint32_t c, char *to)
{
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; c >>= 6) to[i] = (char)(0x80 | (c & 63));
    to[0] = (char)(first[n] | c);
    return n;
}

/* Where the character stands in a text, it is found, and called so; NULL: it is none of them. */
static void check(uint32_t c, const char *name)
{
    char text[16] = "ab";
    size_t n = 2 + encode(c, text + 2);
    text[n++] = 'c';
    const char *at = text_find_unsafe(text, n, false);
    if (!name != !at) fail_msg("U+%04X is %s", c, at ? "refused" : "accepted");
    if (!name) return;
    assert_ptr_equal(at, text + 2);
    const char *said = text_name_unsafe(at, text + n);
    if (!strstr(said, name)) fail_msg("U+%04X is called %s", c, said);
}

static void what_nobody_sees_is_refused(void **state)
{
    (void)state;
    static const uint32_t some[] = {0xad,   0x34f,  0x115f, 0x180e, 0x200b, 0x200d,
                                    0x2060, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0x1d173};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) check(some[i], "an invisible");
    for (uint32_t c = 0xe0000; c <= 0xe007f; c++) check(c, "an invisible"); /* tags */
    for (uint32_t c = 0xe0100; c <= 0xe01ef; c++) check(c, "an invisible");
}

static void what_moves_other_text_is_refused(void **state)
{
    (void)state;
    for (uint32_t c = 0x202a; c <= 0x202e; c++) check(c, "direction");
    for (uint32_t c = 0x2066; c <= 0x2069; c++) check(c, "direction");
    check(0x200f, "direction");
    check(0x2028, "a line separator");
    check(0x1b, "a control");
    check(0x9f, "a control");
}

static void what_is_written_is_accepted(void **state)
{
    (void)state;
    static const uint32_t some[] = {'a', '~', 0xa0, 0xe9, 0x3c0, 0x2260, 0x4e00, 0xfffd, 0x1f600};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) check(some[i], NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_nobody_sees_is_refused),
        cmocka_unit_test(what_moves_other_text_is_refused),
        cmocka_unit_test(what_is_written_is_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
