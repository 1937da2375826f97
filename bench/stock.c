/* stock.c - writes the IR that a user of stock LLVM would write for a cell's operation.
 *
 * Operations that LLVM has by name (the spec says so) need no text: a binary instruction, a compare and a sign extension, or
 * an intrinsic. For the others bench/stock.ir has templates. Either way the operands are registers, bitcast to
 * <n x iw>, and the result is bitcast back: what is measured is the operation, not the passing of arguments.
 *
 * A scalar or packed bits are the low bits of a register. They are taken out and put in as the type of LLVM that needs the
 * fewest instructions: truncated in a general register, the lowest element of a vector register, or its lowest part where
 * they are more than 64 bits. What lies above is poison in a vector register, so that LLVM has the freedom that we have.
 *
 * Intrinsics are written without their type suffix and without a declaration: LLVM 19 finds both from the operands. */
#include "stock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PLACES "TMDHSEXBWLPK"

typedef struct stock_op {
    const char *name, *lines; /* name may end in $K; lines: up to the next "op" */
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

/* The number that stands for $K when the name of a template matches that of an operation, 0 when there is no $K in it; -1
 * when it does not match. */
static int match_name(const char *pattern, const char *name)
{
    size_t n = strcspn(pattern, "$");
    if (!pattern[n]) return strcmp(pattern, name) ? -1 : 0;
    const char *digits = name + n;
    bool good = !strncmp(pattern, name, n) && *digits && !digits[strspn(digits, "0123456789")];
    return good ? atoi(digits) : -1;
}

static bool names_op(const char *pattern, const spec *sp)
{
    for (unsigned i = 0; i < sp->nops; i++)
        if (match_name(pattern, sp->ops[i].name) >= 0) return true;
    return false;
}

/* Every $ in the lines begins a place. */
static bool check_places(const char *lines, const char *end, place where, diags *d)
{
    where.column = 0;
    for (const char *s = lines; s < end; s++, where.column++) {
        if (s == lines || s[-1] == '\n') {
            where.line++;
            where.column = 1;
        }
        if (*s != '$' || (s[1] && strchr(PLACES, s[1]))) continue;
        diag_error(d, where, "expected one of the letters " PLACES " behind the $");
        return false;
    }
    return true;
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
    if (!names_op(name, sp)) {
        where.column += 3;
        diag_error(d, where, "the spec has no operation '%s'", name);
        return NULL;
    }
    while (*end == ' ') end = line_end(end);
    if (!check_places(lines, end, where, d)) return NULL;
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

/* ---- types and places ---- */

static void print_vector(unsigned n, unsigned w, strbuf *out)
{
    strbuf_printf(out, "<%u x i%u>", n, w);
}

/* k: the amount in the operation's name. */
static void print_place(char letter, const cell *c, int k, strbuf *out)
{
    unsigned n = cell_fields(c), w = c->w;
    switch (letter) {
    case 'T': print_vector(n, w, out); break;
    case 'M': print_vector(n, 1, out); break;
    case 'D': print_vector(n, 2 * w, out); break;
    case 'H': print_vector(n, w / 2, out); break;
    case 'S': print_vector(n, 32, out); break;
    case 'E': strbuf_printf(out, "i%u", w); break;
    case 'X': strbuf_printf(out, "i%u", 2 * w); break;
    case 'B': strbuf_printf(out, "i%u", c->cls->bits); break;
    case 'W': strbuf_printf(out, "%u", w); break;
    case 'L': strbuf_printf(out, "%u", w - 1); break;
    case 'P': strbuf_printf(out, "%u", w / 2); break;
    case 'K': strbuf_printf(out, "%d", k); break;
    default: require(false, "stock_read has checked the places");
    }
}

static void expand(const char *text, size_t length, const cell *c, int k, strbuf *out)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '$' && i + 1 < length)
            print_place(text[++i], c, k, out);
        else
            strbuf_putn(out, &text[i], 1);
    }
}

/* The IR type of an operand or the result. */
static void print_type(op_type type, const cell *c, strbuf *out)
{
    static const char letter[OP_TYPE_COUNT] = {[OP_FIELDS] = 'T', [OP_SCALAR] = 'E', [OP_BITS] = 'M'};
    print_place(letter[type], c, 0, out);
}

/* ---- operands and result ---- */

/* The low bits of a register as they are taken out or put in: as elements of so many bits, the lowest `take` of them. */
typedef struct low_part {
    unsigned bits; /* wanted */
    unsigned unit, take;
} low_part;

static low_part low_part_of(op_type type, const cell *c)
{
    unsigned bits = op_type_width(type, c->w) * op_type_fields(type, cell_fields(c));
    if (bits > 64) return (low_part){bits, 64, bits / 64};
    return (low_part){bits, bits < 8 ? 8 : bits, 1};
}

/* The bits as an IR type: iV, or several i64. */
static void print_part(const low_part *p, strbuf *out)
{
    if (p->take > 1)
        print_vector(p->take, 64, out);
    else
        strbuf_printf(out, "i%u", p->bits);
}

/* <0, 1, ...>, of which those from `defined` up are poison. */
static void print_order(unsigned count, unsigned defined, strbuf *out)
{
    strbuf_printf(out, "<%u x i32> <", count);
    for (unsigned i = 0; i < count; i++) {
        strbuf_printf(out, "%si32 ", i ? ", " : "");
        if (i < defined)
            strbuf_printf(out, "%u", i);
        else
            strbuf_puts(out, "poison");
    }
    strbuf_puts(out, ">\n");
}

/* %NAME.low, of the part's type, from the vector register %regI. */
static void print_extract(const low_part *p, const cell *c, const char *name, unsigned i, strbuf *out)
{
    unsigned units = c->cls->bits / p->unit;
    strbuf_printf(out, "  %%%s.all = bitcast %s %%reg%u to <%u x i%u>\n", name, c->cls->llvm, i, units, p->unit);
    if (p->take > 1) {
        strbuf_printf(out, "  %%%s.low = shufflevector <%u x i64> %%%s.all, <%u x i64> poison, ", name, units, name, units);
        print_order(p->take, p->take, out);
        return;
    }
    bool whole = p->unit == p->bits;
    strbuf_printf(out, "  %%%s.%s = extractelement <%u x i%u> %%%s.all, i64 0\n", name, whole ? "low" : "unit", units,
                  p->unit, name);
    if (!whole) strbuf_printf(out, "  %%%s.low = trunc i%u %%%s.unit to i%u\n", name, p->unit, name, p->bits);
}

static void print_operand(const cell *c, unsigned i, strbuf *out)
{
    const char *name = c->op->param[i], *carrier = c->cls->llvm;
    low_part p = low_part_of(c->op->type[i], c);
    bool whole = p.bits == c->cls->bits;
    if (!whole && c->cls->vector)
        print_extract(&p, c, name, i, out);
    else if (!whole)
        strbuf_printf(out, "  %%%s.low = trunc %s %%reg%u to i%u\n", name, carrier, i, p.bits);
    strbuf_printf(out, "  %%%s = bitcast ", name);
    if (whole)
        strbuf_printf(out, "%s %%reg%u", carrier, i);
    else {
        print_part(&p, out);
        strbuf_printf(out, " %%%s.low", name);
    }
    strbuf_puts(out, " to ");
    print_type(c->op->type[i], c, out);
    strbuf_puts(out, "\n");
}

/* %whole.v, a vector as wide as the register, from %r.low. */
static void print_insert(const low_part *p, const cell *c, strbuf *out)
{
    unsigned units = c->cls->bits / p->unit;
    if (p->take > 1) {
        strbuf_printf(out, "  %%whole.v = shufflevector <%u x i64> %%r.low, <%u x i64> poison, ", p->take, p->take);
        print_order(units, p->take, out);
        return;
    }
    bool whole = p->unit == p->bits;
    if (!whole) strbuf_printf(out, "  %%r.unit = zext i%u %%r.low to i%u\n", p->bits, p->unit);
    strbuf_printf(out, "  %%whole.v = insertelement <%u x i%u> poison, i%u %%r.%s, i64 0\n", units, p->unit, p->unit,
                  whole ? "low" : "unit");
}

/* %whole, the register, from %r. */
static void print_result(const cell *c, strbuf *out)
{
    const char *carrier = c->cls->llvm;
    low_part p = low_part_of(c->op->result, c);
    bool whole = p.bits == c->cls->bits;
    strbuf_printf(out, "  %%%s = bitcast ", whole ? "whole" : "r.low");
    print_type(c->op->result, c, out);
    strbuf_puts(out, " %r to ");
    if (whole)
        strbuf_puts(out, carrier);
    else
        print_part(&p, out);
    strbuf_puts(out, "\n");
    if (whole) return;
    if (c->cls->vector) {
        print_insert(&p, c, out);
        strbuf_printf(out, "  %%whole = bitcast <%u x i%u> %%whole.v to %s\n", c->cls->bits / p.unit, p.unit, carrier);
    } else {
        strbuf_printf(out, "  %%whole = zext i%u %%r.low to %s\n", p.bits, carrier);
    }
}

/* ---- a cell ---- */

/* "  %r = add $T %a, %b" for the operation's LLVM name and parameters. A compare of single bits is its field already. */
static void print_instruction(const cell *c, strbuf *out)
{
    const op *o = c->op;
    bool extend = o->llvm_sext && c->w > 1;
    strbuf line = {0};
    strbuf_printf(&line, "  %%%s = %s $T %%%s", extend ? "k" : "r", o->llvm, o->param[0]);
    if (o->arity > 1) strbuf_printf(&line, ", %%%s", o->param[1]);
    strbuf_puts(&line, "\n");
    if (extend) strbuf_puts(&line, "  %r = sext $M %k to $T\n");
    expand(line.s, line.len, c, 0, out);
    strbuf_free(&line);
}

/* "  %r = call $T @llvm.umin($T %a, $T %b)". */
static void print_intrinsic(const cell *c, strbuf *out)
{
    const op *o = c->op;
    strbuf_puts(out, "  %r = call ");
    print_type(o->result, c, out);
    strbuf_printf(out, " @%s(", o->llvm_intrinsic);
    for (unsigned i = 0; i < o->arity; i++) {
        if (i) strbuf_puts(out, ", ");
        print_type(o->type[i], c, out);
        strbuf_printf(out, " %%%s", o->param[i]);
    }
    if (o->llvm_flag) strbuf_printf(out, ", i1 %s", o->llvm_flag);
    strbuf_puts(out, ")\n");
}

static const stock_op *find_op(const stock *s, const op *o)
{
    for (unsigned i = 0; i < s->count; i++)
        if (match_name(s->ops[i].name, o->name) >= 0) return &s->ops[i];
    return NULL;
}

static void print_head(const cell *c, const char *name, strbuf *out)
{
    const char *carrier = c->cls->llvm;
    strbuf_printf(out, "define %s @%s(", carrier, name);
    for (unsigned i = 0; i < c->op->arity; i++) strbuf_printf(out, "%s%s %%reg%u", i ? ", " : "", carrier, i);
    strbuf_puts(out, ") {\n");
    for (unsigned i = 0; i < c->op->arity; i++) print_operand(c, i, out);
}

bool stock_print(const stock *s, const cell *c, const char *name, strbuf *out)
{
    const op *o = c->op;
    const stock_op *text = o->llvm || o->llvm_intrinsic ? NULL : find_op(s, o);
    if (!o->llvm && !o->llvm_intrinsic && !text) return false;
    print_head(c, name, out);
    if (text)
        expand(text->lines, text->length, c, match_name(text->name, o->name), out);
    else if (o->llvm)
        print_instruction(c, out);
    else
        print_intrinsic(c, out);
    print_result(c, out);
    strbuf_printf(out, "  ret %s %%whole\n}\n", c->cls->llvm);
    return true;
}
