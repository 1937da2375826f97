// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* text.c - JSON as text that grows. Called by all that write data of the report. */
#include "report.h"

/* Line ends of other alphabets are not escaped: scripts take them in strings. */
static void put_character(strbuf *out, char c)
{
    if (c == '"' || c == '\\') strbuf_printf(out, "\\%c", c);
    else if (c == '\n') strbuf_puts(out, "\\n");
    else if (c == '\t') strbuf_puts(out, "\\t");
    else if ((unsigned char)c < 32) strbuf_printf(out, "\\u%04x", c);
    else strbuf_putn(out, &c, 1);
}

void report_put_string(strbuf *out, const char *s)
{
    strbuf_puts(out, "\"");
    for (; *s; s++) put_character(out, *s);
    strbuf_puts(out, "\"");
}

void report_put_member(strbuf *out, const char *key, const char *value)
{
    const char *last = out->len ? &out->s[out->len - 1] : "{";
    strbuf_printf(out, "%s\"%s\":", *last == '{' ? "" : ",", key);
    report_put_string(out, value);
}
