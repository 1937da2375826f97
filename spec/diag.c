/* diag.c - collected diagnostics.
 *
 * A diagnostic is rendered when it is added, because the source text it points into may be gone when it is printed.
 * Control characters of the source line are shown as spaces so that the caret stays under its column. */
#include "diag.h"

#include <string.h>

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

static void put_source_line(strbuf *b, place where)
{
    const char *s = where.text ? line_start(where.text, where.line) : NULL;
    if (!s) return;
    size_t n = strcspn(s, "\n");
    strbuf_puts(b, "    ");
    for (size_t i = 0; i < n && i < 300; i++) strbuf_putn(b, (unsigned char)s[i] < 32 ? " " : s + i, 1);
    strbuf_puts(b, "\n    ");
    for (int i = 1; i < where.column && i < 300; i++) strbuf_puts(b, " ");
    strbuf_puts(b, "^\n");
}

void diag_error(diags *d, place where, const char *fmt, ...)
{
    strbuf b = {0};
    char message[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(message, sizeof message, fmt, ap);
    va_end(ap);
    if (where.file) strbuf_printf(&b, "%s:", where.file);
    if (where.file && where.line) strbuf_printf(&b, "%d:%d:", where.line, where.column);
    strbuf_printf(&b, "%serror: %s\n", where.file ? " " : "", message);
    if (where.line) put_source_line(&b, where);
    struct diag *x = arena_new(&d->mem, 1, struct diag);
    x->text = arena_strdup(&d->mem, b.s);
    if (!d->last) d->last = &d->first;
    *d->last = x;
    d->last = &x->next;
    d->count++;
    strbuf_free(&b);
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
