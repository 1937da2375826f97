// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* report.c - errors about a form of the spec language, with the values for which they occur.
 *
 * One form stands for many definitions: members of a family, widths, counts, immediates, fields.
 * The place tells which form is wrong; the values behind the message tell for which of them. */
#include "report.h"

#include <string.h>

enum { VALUES_MAX = 16 };

static void put_value(const sexp_env *b, strbuf *out)
{
    strbuf_printf(out, "%s = ", b->name);
    if (b->kind == ENV_INTEGER) strbuf_printf(out, "%lld", (long long)b->value);
    else if (b->kind == ENV_STRING) strbuf_printf(out, "\"%s\"", b->text);
    else strbuf_puts(out, b->text);
}

/* The innermost bindings that have a value and are not hidden by another of their name. */
static void put_values(const sexp_env *env, strbuf *out)
{
    const sexp_env *shown[VALUES_MAX];
    unsigned count = 0;
    for (const sexp_env *b = env; b && count < VALUES_MAX; b = b->next) {
        bool has_value = b->kind != ENV_TERM && b->kind != ENV_REGISTER;
        if (has_value && sexp_env_find(env, b->name) == b) shown[count++] = b;
    }
    for (unsigned i = count; i-- > 0;) {
        strbuf_puts(out, i + 1 == count ? " (for " : ", ");
        put_value(shown[i], out);
    }
    if (count) strbuf_puts(out, ")");
}

bool report_verror(diags *d, const sexp *x, const sexp_env *env, const char *fmt, va_list ap)
{
    char message[512];
    strbuf values = {0};
    vsnprintf(message, sizeof message, fmt, ap);
    put_values(env, &values);
    diag_error(d, x->where, "%s%s", message, strbuf_text(&values));
    strbuf_free(&values);
    return false;
}

bool report_error(diags *d, const sexp *x, const sexp_env *env, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    report_verror(d, x, env, fmt, ap);
    va_end(ap);
    return false;
}

const char *report_plural(unsigned count)
{
    return count == 1 ? "" : "s";
}
