/* stock.c - writes the IR that a user of stock LLVM would write for a cell's operation.
 *
 * Operations that LLVM has by name (the spec says so) need no text: a binary instruction, or a compare and a sign
 * extension. For the others bench/stock.ir has templates. Either way the operands are registers, bitcast to
 * <n x iw>, and the result is bitcast back: what is measured is the operation, not the passing of arguments. */
#include "stock.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

typedef struct stock_op {
    const char *name, *lines; /* lines: up to the next "op" */
    size_t length;
} stock_op;

/* ---- the file ---- */

static const char *line_end(const char *s)
{
    s += strcspn(s, "\n");
    return s + (*s == '\n');
}

static bool is_blank_or_comment(const char *s)
{
    return *s == '\n' || *s == ';';
}

/* Takes an "op NAME" line and the lines that belong to it; NULL after a diagnostic, else the text behind them. */
static const char *take_op(stock *s, const char *text, place where, const spec *sp, diags *d)
{
    size_t n = strcspn(text, "\n");
    if (strncmp(text, "op ", 3)) {
        diag_error(d, where, "expected `op NAME`");
        return NULL;
    }
    const char *name = arena_strndup(&s->mem, text + 3, n - 3), *lines = line_end(text), *end = lines;
    if (!spec_find_op(sp, name)) {
        where.column += 3;
        diag_error(d, where, "the spec has no operation '%s'", name);
        return NULL;
    }
    while (*end == ' ') end = line_end(end);
    s->ops = mem_grow(s->ops, s->count + 1, sizeof *s->ops);
    s->ops[s->count++] = (stock_op){name, lines, (size_t)(end - lines)};
    return end;
}

static ls_status read_ops(stock *s, const char *path, const char *text, const spec *sp, diags *d)
{
    place where = {.file = path, .text = text, .line = 1, .column = 1};
    for (const char *at = text; *at;) {
        const char *next = is_blank_or_comment(at) ? line_end(at) : take_op(s, at, where, sp, d);
        if (!next) return LS_INPUT;
        for (; at < next; at++) where.line += *at == '\n';
    }
    return LS_OK;
}

ls_status stock_read(stock *s, const char *path, const spec *sp, diags *d)
{
    char *text;
    size_t size;
    *s = (stock){0};
    if (file_read(path, &text, &size) != LS_OK) {
        diag_error(d, (place){.file = path}, "cannot read the file: %s", strerror(errno));
        return LS_ENV;
    }
    const char *kept = arena_strndup(&s->mem, text, size);
    mem_free(text);
    return read_ops(s, path, kept, sp, d);
}

void stock_free(stock *s)
{
    arena_free(&s->mem);
    mem_free(s->ops);
    *s = (stock){0};
}

/* ---- a cell ---- */

static void print_place(char letter, const cell *c, strbuf *out)
{
    switch (letter) {
    case 'T': strbuf_printf(out, "<%u x i%u>", cell_fields(c), c->w); break;
    case 'M': strbuf_printf(out, "<%u x i1>", cell_fields(c)); break;
    case 'E': strbuf_printf(out, "i%u", c->w); break;
    case 'W': strbuf_printf(out, "%u", c->w); break;
    case 'L': strbuf_printf(out, "%u", c->w - 1); break;
    default: require(false, "a $ in bench/stock.ir is followed by T, M, E, W or L");
    }
}

static void expand(const char *text, size_t length, const cell *c, strbuf *out)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '$' && i + 1 < length)
            print_place(text[++i], c, out);
        else
            strbuf_putn(out, &text[i], 1);
    }
}

/* "  %r = add $T %a, %b" for the operation's LLVM name and parameters. A compare of single bits is its field already. */
static void print_named(const cell *c, strbuf *out)
{
    const op *o = c->op;
    bool extend = o->llvm_sext && c->w > 1;
    strbuf line = {0};
    strbuf_printf(&line, "  %%%s = %s $T %%%s", extend ? "k" : "r", o->llvm, o->param[0]);
    if (o->arity > 1) strbuf_printf(&line, ", %%%s", o->param[1]);
    strbuf_puts(&line, "\n");
    if (extend) strbuf_puts(&line, "  %r = sext $M %k to $T\n");
    expand(line.s, line.len, c, out);
    strbuf_free(&line);
}

static const stock_op *find_op(const stock *s, const op *o)
{
    for (unsigned i = 0; i < s->count; i++)
        if (!strcmp(s->ops[i].name, o->name)) return &s->ops[i];
    return NULL;
}

static void print_head(const cell *c, const char *name, strbuf *out)
{
    const char *carrier = c->cls->llvm;
    strbuf_printf(out, "define %s @%s(", carrier, name);
    for (unsigned i = 0; i < c->op->arity; i++) strbuf_printf(out, "%s%s %%reg%u", i ? ", " : "", carrier, i);
    strbuf_puts(out, ") {\n");
    for (unsigned i = 0; i < c->op->arity; i++) {
        strbuf_printf(out, "  %%%s = bitcast %s %%reg%u to ", c->op->param[i], carrier, i);
        print_place('T', c, out);
        strbuf_puts(out, "\n");
    }
}

bool stock_print(const stock *s, const cell *c, const char *name, strbuf *out)
{
    const stock_op *text = c->op->llvm ? NULL : find_op(s, c->op);
    if (!c->op->llvm && !text) return false;
    print_head(c, name, out);
    if (text)
        expand(text->lines, text->length, c, out);
    else
        print_named(c, out);
    strbuf_puts(out, "  %whole = bitcast ");
    print_place('T', c, out);
    strbuf_printf(out, " %%r to %s\n  ret %s %%whole\n}\n", c->cls->llvm, c->cls->llvm);
    return true;
}
