// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* diag.c - collected diagnostics.
 *
 * A diagnostic is rendered when it is added, because the source text it points into may be gone
 * when it is printed. What is rendered cannot control a terminal, whatever the source or a file's
 * name holds: in the message control characters become \x1b; in the source line, where a byte is a
 * column, they become spaces and other bytes beyond ASCII '?'.
 *
 * Rendering one walks through the source up to its line. There are at most DIAG_MAX of them, so
 * hostile input takes neither much memory nor time that grows faster than its size. */
#include "diag.h"

#include <errno.h>
#include <string.h>

enum { LINE_SHOWN = 160, LINE_BEFORE = 100 }; /* columns of a long line; of them before the caret */

struct diag {
    struct diag *next;
    const char *text;
};

static const char *line_start(const char *text, int line)
{
    while (line > 1 && text) {
        text = strchr(text, '\n');
        if (text) text++;
        line--;
    }
    return text;
}

static char shown_byte(char byte)
{
    unsigned char u = (unsigned char)byte;
    return u < 32 || u == 127 ? ' ' : u > 127 ? '?' : byte;
}

/* The source line, and a caret below its column. Of a long line only the part around the caret. */
static void put_source_line(strbuf *b, place where)
{
    const char *s = where.text ? line_start(where.text, where.line) : NULL;
    if (!s) return;
    size_t n = strcspn(s, "\n"), caret = where.column > 1 ? (size_t)where.column - 1 : 0;
    if (caret > n) caret = n;
    size_t from = n > LINE_SHOWN && caret > LINE_BEFORE ? caret - LINE_BEFORE : 0;
    size_t to = n - from > LINE_SHOWN ? from + LINE_SHOWN : n;
    const char *before = from ? "    ..." : "    ";
    strbuf_puts(b, before);
    for (size_t i = from; i < to; i++) strbuf_putn(b, (char[]){shown_byte(s[i])}, 1);
    strbuf_puts(b, to < n ? "...\n" : "\n");
    strbuf_printf(b, "%*s^\n", (int)(strlen(before) + caret - from), "");
}

/* Control characters of ASCII, and those of Latin-1 in UTF-8 (0xc2 0x80 to 0xc2 0x9f), as \x and
 * two digits. */
static void put_visible(strbuf *b, const char *s)
{
    for (bool after_c2 = false; *s; s++) {
        unsigned char u = (unsigned char)*s;
        bool control = u < 32 || u == 127 || (after_c2 && u < 0xa0);
        if (control) strbuf_printf(b, "\\x%02x", u);
        else strbuf_putn(b, s, 1);
        after_c2 = u == 0xc2;
    }
}

static void append(diags *d, const char *text)
{
    struct diag *x = arena_new(&d->mem, 1, struct diag);
    x->text = arena_strdup(&d->mem, text);
    if (!d->last) d->last = &d->first;
    *d->last = x;
    d->last = &x->next;
    d->count++;
}

bool diag_is_full(const diags *d)
{
    return d->count > DIAG_MAX;
}

void diag_error(diags *d, place where, const char *fmt, ...)
{
    strbuf b = {0};
    char message[1024];
    va_list ap;
    if (d->count == DIAG_MAX)
        append(d, arena_printf(&d->mem, "error: more than %d errors; mend those above first\n",
                               DIAG_MAX));
    if (diag_is_full(d)) return;
    va_start(ap, fmt);
    vsnprintf(message, sizeof message, fmt, ap);
    va_end(ap);
    if (where.file) {
        put_visible(&b, where.file);
        strbuf_puts(&b, ":");
    }
    if (where.file && where.line) strbuf_printf(&b, "%d:%d:", where.line, where.column);
    strbuf_puts(&b, where.file ? " error: " : "error: ");
    put_visible(&b, message);
    strbuf_puts(&b, "\n");
    if (where.line) put_source_line(&b, where);
    append(d, b.s);
    strbuf_free(&b);
}

ls_status diag_cannot_read(diags *d, const char *path)
{
    bool large = errno == EFBIG;
    if (large)
        diag_error(d, (place){.file = path}, "larger than %d MiB, the most that is read of a file",
                   FILE_MEGABYTES_MAX);
    else diag_error(d, (place){.file = path}, "cannot read the file: %s", strerror(errno));
    return large ? LS_INPUT : LS_ENV;
}

void diag_print(const diags *d, FILE *out)
{
    for (const struct diag *x = d->first; x; x = x->next) fputs(x->text, out);
}

void diag_free(diags *d)
{
    arena_free(&d->mem);
    *d = (diags){0};
}

void diag_first_message(const diags *d, strbuf *out)
{
    static const char BEFORE[] = "error: ";
    const char *message = d->first ? strstr(d->first->text, BEFORE) : NULL;
    if (!message) return;
    message += strlen(BEFORE);
    strbuf_putn(out, message, strcspn(message, "\n"));
}
