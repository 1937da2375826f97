// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* form_ir.c - the text of forms: types, places of templates, and what moves operands and results
 * between registers and fields. form.c says how. */
#include "form_ir.h"

#include <string.h>

#include "form_text.h"
#include "op.h"

static const char EACH[] = "  each i:"; /* begins a line for each field */

/* ---- types and places ---- */

static void print_vector(unsigned n, unsigned w, strbuf *out)
{
    strbuf_printf(out, "<%u x i%u>", n, w);
}

static void print_place(char letter, const form_cell *f, strbuf *out)
{
    const cell *c = f->c;
    unsigned n = cell_fields(c), w = c->w;
    if (f->scalar && strchr("TMDH", letter)) {
        strbuf_printf(out, "i%u",
                      letter == 'T'   ? w
                      : letter == 'M' ? 1
                      : letter == 'D' ? 2 * w
                                      : w / 2);
        return;
    }
    switch (letter) {
    case 'T': print_vector(n, w, out); break;
    case 'M': print_vector(n, 1, out); break;
    case 'D': print_vector(n, 2 * w, out); break;
    case 'H': print_vector(n, w / 2, out); break;
    case 'S': print_vector(n, 32, out); break;
    case 'E': strbuf_printf(out, "i%u", w); break;
    case 'X': strbuf_printf(out, "i%u", 2 * w); break;
    case 'B': strbuf_printf(out, "i%u", c->cls->bits); break;
    case 'R': strbuf_puts(out, c->cls->llvm); break;
    case 'W': strbuf_printf(out, "%u", w); break;
    case 'L': strbuf_printf(out, "%u", w - 1); break;
    case 'P': strbuf_printf(out, "%u", w / 2); break;
    case 'K': strbuf_printf(out, "%lld", (long long)f->number[0]); break;
    default: require(false, "forms_load has checked the places");
    }
}

static bool begins(const char *text, size_t length, const char *with)
{
    size_t n = strlen(with);
    return length >= n && !memcmp(text, with, n);
}

/* A computed place. What cannot be computed for this cell becomes something that LLVM does not
 * read. */
static const char *expand_computed(const char *text, const form_cell *f, strbuf *out)
{
    diags quiet = {0};
    const char *end = form_past_list(text);
    if (!form_expand_list(text, (size_t)(end - text), f, "", &quiet, out))
        strbuf_puts(out, "(no value)");
    diag_free(&quiet);
    return end;
}

/* A scalar has no splat (TYPE NUMBER), but the number; no zeroinitializer, but 0. */
static void expand_line(const char *text, size_t length, const form_cell *f, strbuf *out)
{
    bool in_splat = false;
    for (const char *s = text, *end = text + length; s < end; s++) {
        size_t left = (size_t)(end - s);
        if (f->scalar && begins(s, left, "splat (")) {
            in_splat = true;
            s = strchr(strchr(s, '('), ' ');
        } else if (in_splat && *s == ')') {
            in_splat = false;
        } else if (f->scalar && begins(s, left, "zeroinitializer")) {
            strbuf_puts(out, "0");
            s += strlen("zeroinitializer") - 1;
        } else if (begins(s, left, "$(")) {
            s = expand_computed(s + 1, f, out) - 1;
        } else if (*s == '$' && left > 1) {
            print_place(*++s, f, out);
        } else {
            strbuf_putn(out, s, 1);
        }
    }
}

void form_ir_expand(const char *text, size_t length, const form_cell *f, strbuf *out)
{
    for (const char *line = text, *end = text + length, *next; line < end; line = next) {
        size_t head = begins(line, (size_t)(end - line), EACH) ? strlen(EACH) : 0;
        next = form_text_line_end(line);
        form_cell each = *f;
        for (each.field = 0; each.field < (head ? cell_fields(f->c) : 1); each.field++) {
            if (head) strbuf_puts(out, " ");
            expand_line(line + head, (size_t)(next - line) - head, &each, out);
        }
    }
}

bool form_ir_is_scalar(const cell *c, const char *text, size_t length)
{
    if (cell_fields(c) != 1) return false;
    for (size_t i = 0; i < length; i++)
        if (begins(text + i, length - i, "element") ||
            begins(text + i, length - i, "shufflevector") ||
            begins(text + i, length - i, "llvm.vector."))
            return false;
    return true;
}

void form_ir_print_type(op_type type, const form_cell *f, strbuf *out)
{
    static const char letter[OP_TYPE_COUNT] = {
        [OP_FIELDS] = 'T', [OP_SCALAR] = 'E', [OP_BITS] = 'M'};
    if (type == OP_INDEX)
        strbuf_puts(out, "i32");
    else
        print_place(letter[type], f, out);
}

/* ---- operands and result ---- */

/* The low bits of a register as they are taken out or put in: as elements of so many bits, the
 * lowest `take` of them. */
typedef struct low_part {
    unsigned bits; /* wanted */
    unsigned unit, take;
} low_part;

static low_part low_part_of(op_type type, const cell *c)
{
    unsigned bits = op_type_width(type, c->w) * op_type_fields(type, cell_fields(c));
    unsigned unit = 8;
    if (bits > 64 && bits % 64 == 0) return (low_part){bits, 64, bits / 64};
    while (unit < bits) unit *= 2;
    return (low_part){bits, unit, 1};
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
static void print_extract(const low_part *p, const cell *c, const char *name, unsigned i,
                          strbuf *out)
{
    unsigned units = c->cls->bits / p->unit;
    strbuf_printf(out, "  %%%s.all = bitcast %s %%reg%u to <%u x i%u>\n", name, c->cls->llvm, i,
                  units, p->unit);
    if (p->take > 1) {
        strbuf_printf(out, "  %%%s.low = shufflevector <%u x i64> %%%s.all, <%u x i64> poison, ",
                      name, units, name, units);
        print_order(p->take, p->take, out);
        return;
    }
    bool whole = p->unit == p->bits;
    strbuf_printf(out, "  %%%s.%s = extractelement <%u x i%u> %%%s.all, i64 0\n", name,
                  whole ? "low" : "unit", units, p->unit, name);
    if (!whole)
        strbuf_printf(out, "  %%%s.low = trunc i%u %%%s.unit to i%u\n", name, p->unit, name,
                      p->bits);
}

void form_ir_print_operand(const form_cell *f, unsigned i, strbuf *out)
{
    const cell *c = f->c;
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
    form_ir_print_type(c->op->type[i], f, out);
    strbuf_puts(out, "\n");
}

/* %whole.v, a vector as wide as the register, from %r.low. */
static void print_insert(const low_part *p, const cell *c, strbuf *out)
{
    unsigned units = c->cls->bits / p->unit;
    if (p->take > 1) {
        strbuf_printf(out, "  %%whole.v = shufflevector <%u x i64> %%r.low, <%u x i64> poison, ",
                      p->take, p->take);
        print_order(units, p->take, out);
        return;
    }
    bool whole = p->unit == p->bits;
    if (!whole) strbuf_printf(out, "  %%r.unit = zext i%u %%r.low to i%u\n", p->bits, p->unit);
    strbuf_printf(out, "  %%whole.v = insertelement <%u x i%u> poison, i%u %%r.%s, i64 0\n", units,
                  p->unit, p->unit, whole ? "low" : "unit");
}

/* The same where no bit may be poison, as %whole. Zeros above cost nothing but, at times, an
 * extension of 8 or 16 bits; freezing costs nothing but, where there are mask registers, an
 * instruction that keeps the rest: it is for the smallest registers. */
static void print_defined_insert(const low_part *p, const form_cell *f, strbuf *out)
{
    const char *carrier = f->c->cls->llvm;
    unsigned bits = f->c->cls->bits;
    if (bits == 128 && p->bits == p->unit && p->unit < 32 && !f->chosen) {
        strbuf_printf(out, "  %%whole.v = insertelement <%u x i%u> poison, i%u %%r.low, i64 0\n",
                      bits / p->unit, p->unit, p->unit);
        strbuf_printf(out, "  %%whole.frozen = freeze <%u x i%u> %%whole.v\n", bits / p->unit,
                      p->unit);
        strbuf_printf(out, "  %%whole = bitcast <%u x i%u> %%whole.frozen to %s\n", bits / p->unit,
                      p->unit, carrier);
        return;
    }
    unsigned unit = p->unit <= 32 ? 32 : p->unit;
    bool whole = p->bits == unit;
    if (!whole)
        strbuf_printf(out, "  %%r.unit = %s i%u %%r.low to i%u\n",
                      f->chosen && p->bits >= 8 ? "sext" : "zext", p->bits, unit);
    strbuf_printf(out,
                  "  %%whole.v = insertelement <%u x i%u> zeroinitializer, i%u %%r.%s, i64 0\n",
                  bits / unit, unit, unit, whole ? "low" : "unit");
    strbuf_printf(out, "  %%whole = bitcast <%u x i%u> %%whole.v to %s\n", bits / unit, unit,
                  carrier);
}

void form_ir_print_result(const form_cell *f, bool frozen, strbuf *out)
{
    const cell *c = f->c;
    /* packed bits are compares, which make no poison */
    bool fields_frozen = frozen && c->op->result == OP_FIELDS;
    const char *carrier = c->cls->llvm, *result = fields_frozen ? "r.frozen" : "r";
    low_part p = low_part_of(c->op->result, c);
    bool whole = p.bits == c->cls->bits;
    if (fields_frozen) {
        strbuf_puts(out, "  %r.frozen = freeze ");
        form_ir_print_type(c->op->result, f, out);
        strbuf_puts(out, " %r\n");
    }
    strbuf_printf(out, "  %%%s = bitcast ", whole ? "whole" : "r.low");
    form_ir_print_type(c->op->result, f, out);
    strbuf_printf(out, " %%%s to ", result);
    if (whole)
        strbuf_puts(out, carrier);
    else
        print_part(&p, out);
    strbuf_puts(out, "\n");
    if (whole) return;
    if (c->cls->vector) {
        unsigned units = c->cls->bits / p.unit;
        if (frozen && p.take == 1) {
            print_defined_insert(&p, f, out);
            return;
        }
        print_insert(&p, c, out);
        strbuf_printf(out, "  %%whole = bitcast <%u x i%u> %%whole.v to %s\n", units, p.unit,
                      carrier);
    } else {
        strbuf_printf(out, "  %%whole = zext i%u %%r.low to %s\n", p.bits, carrier);
    }
}

bool form_ir_has_low_result(const cell *c)
{
    return c->cls->vector && low_part_of(c->op->result, c).bits != c->cls->bits;
}
