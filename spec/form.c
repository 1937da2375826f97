// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* form.c - operations as LLVM IR on <n x iw>: for stock LLVM, and as instructions of programs.
 *
 * Operations that LLVM has by name (the spec says so) need no text: a binary instruction, a compare and a sign extension, or
 * an intrinsic. For the others spec/forms.ir has templates. Either way the operands are registers, bitcast to
 * <n x iw>, and the result is bitcast back: what is measured is the operation, not the passing of arguments.
 *
 * A scalar or packed bits are the low bits of a register. They are taken out and put in as the type of LLVM that needs the
 * fewest instructions: truncated in a general register, the lowest element of a vector register, or its lowest part where
 * they are more than 64 bits. What lies above is poison in a vector register, so that LLVM has the freedom that we have.
 *
 * An instruction llvm.OP stands for the form: LLVM's own way, whatever its code generator makes of it. An instruction llvm.OP.WAY stands for
 * other lines that compute the operation, a strategy whose instructions LLVM chooses. Since a bitcast would
 * spread the poison of one field over its neighbours, what may be poison is frozen there first, at a legal type.
 *
 * A way for operations of so many operands, whatever they are called, looks up what the operation gives in tables of bytes, which are computed
 * from its definition (table.h): $(bytes N E) has (op x y) for it. It is a way of those that act field by field.
 *
 * Intrinsics are written without their type suffix and without a declaration: LLVM 19 finds both from the operands. */
#include "form.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "form_place.h"
#include "op.h"
#include "spec/language/sexp.h"
#include "table.h"

#define PLACES "TMDHSEXBRWLPK"

static const char WHERE[] = "  where "; /* begins a condition on cells */
static const char REQUIRES[] = "  requires "; /* begins features that a way needs, behind a number in registers of so many bits */
static const char EACH[] = "  each i:"; /* begins a line for each field */
static const char WHOLE[] = "  %whole = "; /* begins the last line of a way that makes the register itself, not %r */
static const char ANY[] = "*/"; /* and a number of operands: the operations on fields that have so many */
static const char REGISTER[] = "%reg"; /* and the number of an operand: the register that it comes in */

static const form_feature nothing[] = {{NULL, 0}}; /* is needed */

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

/* Whether it is a way of all operations of so many operands. */
static bool is_for_any(const char *pattern) { return !strncmp(pattern, ANY, strlen(ANY)); }

/* The number of operands that it asks for; 0: none that an operation has. */
static unsigned any_arity(const char *pattern)
{
    char digit = pattern[strlen(ANY)];
    bool one = digit > '0' && digit <= '0' + SPEC_SRC_MAX && !pattern[strlen(ANY) + 1];
    return one ? (unsigned)(digit - '0') : 0;
}

/* Whether the first of the names in the pattern, which ends with it or before a |, is the operation's; the numbers that stand for $K and $J in it. */
static bool match_one(const char *pattern, const char *name, int64_t number[FORM_NUMBERS_MAX])
{
    for (;; pattern++, name++) {
        if (*pattern == '$' && (pattern[1] == 'K' || pattern[1] == 'J')) {
            char *end;
            if (*name < '0' || *name > '9') return false;
            number[pattern[1] == 'J'] = strtol(name, &end, 10);
            pattern += 2;
            name = end;
        }
        if (!*pattern || *pattern == '|') return !*name;
        if (*pattern != *name) return false;
    }
}

/* Whether the template is one of the operation. */
static bool match_name(const char *pattern, const op *o, int64_t number[FORM_NUMBERS_MAX])
{
    if (is_for_any(pattern)) return o->arity == any_arity(pattern) && op_has_fields_only(o);
    for (const char *next = pattern; next; next = strchr(next, '|'), next += next != NULL)
        if (match_one(next, o->name, number)) return true;
    return false;
}

/* The first operation that the pattern names; NULL when there is none. */
static const op *first_op(const char *pattern, const spec *sp)
{
    int64_t number[FORM_NUMBERS_MAX];
    for (unsigned i = 0; i < sp->nops; i++)
        if (match_name(pattern, &sp->ops[i], number)) return &sp->ops[i];
    return NULL;
}

static void report_place(place where, const diags *cause, diags *d)
{
    strbuf why = {0};
    diag_first_message(cause, &why);
    diag_error(d, where, "expected " FORM_COMPUTED " behind the $, with integer expressions over n, w, k, j, in INDEX and E also i, in E also (op x ...)%s%s",
               why.len ? "; " : "", strbuf_text(&why));
    strbuf_free(&why);
}

/* Every $ in the lines, of operations like o, begins a place; a computed one has a value for some cell. */
static bool check_places(const op *o, const char *lines, const char *end, place where, diags *d)
{
    static const regclass some = {.name = "r64", .bits = 64};
    const cell c = {.op = o, .w = 16, .cls = &some};
    const form_cell f = {.c = &c, .number = {1, 1}, .sample = true};
    where.column = 0;
    for (const char *s = lines; s < end; s++, where.column++) {
        if (s == lines || s[-1] == '\n') {
            where.line++;
            where.column = 1;
        }
        if (*s != '$' || (s[1] && strchr(PLACES, s[1]))) continue;
        strbuf text = {0};
        diags quiet = {0};
        bool list = s[1] == '(', good = list && form_expand_list(s + 1, (size_t)(form_past_list(s + 1) - s - 1), &f, where.file, &quiet, &text);
        if (!list)
            diag_error(d, where, "expected one of the letters " PLACES " or a list behind the $");
        else if (!good)
            report_place(where, &quiet, d);
        diag_free(&quiet);
        strbuf_free(&text);
        if (!good) return false;
    }
    return true;
}

static bool check_condition(const char *condition, place where, diags *d)
{
    static const regclass some = {.name = "r64", .bits = 64};
    const cell c = {.w = 16, .cls = &some};
    const form_cell f = {.c = &c, .number = {1, 1}};
    diags quiet = {0};
    form_holds(condition, &f, where.file, &quiet);
    bool good = quiet.count == 0;
    diag_free(&quiet);
    where.line++;
    where.column = 1;
    if (!good) diag_error(d, where, "expected an integer condition over n, w, k and j behind `where`");
    return good;
}

/* Reads a line of features, behind a number of bits perhaps, into out; false after a diagnostic. where is the line's, moved along. */
static bool take_features(spec *s, const char *line, form_feature *out, unsigned *count, place *where, diags *d)
{
    const char *end = line_end(line), *at = line + strlen(REQUIRES);
    char *behind;
    where->column = 1 + (int)strlen(REQUIRES);
    unsigned long bits = *at >= '0' && *at <= '9' ? strtoul(at, &behind, 10) : 0;
    if (bits) where->column += (int)(behind + (*behind == ' ') - at), at = behind + (*behind == ' ');
    while (at < end && *at != '\n') {
        size_t n = strcspn(at, " \n");
        out[*count] = (form_feature){arena_strndup(&s->mem, at, n), (unsigned)bits};
        if (!spec_has_feature(s, out[(*count)++].name)) {
            diag_error(d, *where, "no target has the feature '%s'", out[*count - 1].name);
            return false;
        }
        where->column += (int)n + (at[n] == ' ');
        at += n + (at[n] == ' ');
    }
    where->column = 1;
    return true;
}

/* Reads the lines of features if there are any; NULL after a diagnostic, else the text behind them. where is moved along. */
static const char *take_requirements(spec *s, const char *lines, bool way, const form_feature **out, place *where, diags *d)
{
    const char *end = lines;
    unsigned count = 0;
    while (!strncmp(end, REQUIRES, strlen(REQUIRES))) end = line_end(end);
    form_feature *all = arena_new(&s->mem, (size_t)(end - lines) + 1, form_feature); /* a feature takes a character at least */
    for (const char *line = lines; line < end; line = line_end(line)) {
        where->line++;
        if (!take_features(s, line, all, &count, where, d)) return NULL;
        if (!way) diag_error(d, *where, "only a way requires features: an operation is written for every target");
        if (!way) return NULL;
    }
    *out = all;
    return end;
}

/* The least number of operands of the operations that the pattern names. */
static unsigned least_arity(const spec *s, const char *pattern)
{
    int64_t number[FORM_NUMBERS_MAX];
    unsigned least = SPEC_SRC_MAX;
    for (unsigned i = 0; i < s->nops; i++)
        if (match_name(pattern, &s->ops[i], number) && s->ops[i].arity < least) least = s->ops[i].arity;
    return least;
}

/* What is wrong with the whole registers that a line mentions; NULL when nothing is. arity: 0 where there may be none. */
static const char *find_wrong_register(const char *line, const char *next, const char *end, unsigned arity)
{
    bool gives = !strncmp(line, WHOLE, strlen(WHOLE));
    if (gives && !arity) return "only a way makes the register itself";
    if (gives && next < end) return "the line of %whole is the last one";
    for (const char *s = strstr(line, REGISTER); s && s < next; s = strstr(s + 1, REGISTER)) {
        if (!arity) return "only a way sees the registers of its operands";
        char number = s[strlen(REGISTER)];
        if (number < '0' || number >= '0' + (char)arity) return "expected the number of an operand behind %reg";
    }
    return NULL;
}

static bool check_registers(const char *lines, const char *end, unsigned arity, place where, diags *d)
{
    where.column = 1;
    for (const char *line = lines; line < end; line = line_end(line)) {
        where.line++;
        const char *wrong = find_wrong_register(line, line_end(line), end, arity);
        if (!wrong) continue;
        diag_error(d, where, "%s", wrong);
        return false;
    }
    return true;
}

/* Whether an operation that the pattern names has a way of that name. */
static bool is_way_known(const spec *s, const char *pattern, const char *way)
{
    int64_t number[FORM_NUMBERS_MAX];
    for (unsigned f = 0; f < s->nforms; f++)
        for (unsigned i = 0; s->forms[f].way && text_same(s->forms[f].way, way) && i < s->nops; i++)
            if (match_name(pattern, &s->ops[i], number) && match_name(s->forms[f].name, &s->ops[i], number)) return true;
    return false;
}

/* Takes an "op NAME", "safe NAME" or "way NAME WAY" line and the lines that belong to it; NULL after a diagnostic, else the text behind them. */
static const char *take_op(spec *s, const char *text, place where, unsigned *cap, diags *d)
{
    bool safe = !strncmp(text, "safe ", 5), other = !strncmp(text, "way ", 4);
    size_t at = safe ? 5 : other ? 4 : 3, n = at + strcspn(text + at, other ? " \n" : "\n");
    const char *way = NULL, *after = text + n;
    if (!safe && !other && strncmp(text, "op ", 3)) {
        diag_error(d, where, "expected `op NAME`, `safe NAME` or `way NAME WAY`");
        return NULL;
    }
    if (other && (*after != ' ' || after[1] == '\n' || !after[1])) {
        diag_error(d, where, "expected a name of the way behind the operation's");
        return NULL;
    }
    if (other) way = arena_strndup(&s->mem, after + 1, strcspn(after + 1, "\n"));
    const char *name = arena_strndup(&s->mem, text + at, n - at), *lines = line_end(text), *end = lines;
    const op *named = first_op(name, s);
    if (!named || (is_for_any(name) && !other)) {
        where.column += (int)at;
        if (named) diag_error(d, where, "only a way is one of all operations of so many operands");
        else diag_error(d, where, is_for_any(name) ? "the spec has no operation on fields for '%s'" : "the spec has no operation '%s'", name);
        return NULL;
    }
    if (other && is_way_known(s, name, way)) {
        diag_error(d, where, "an operation would have two ways called '%s'", way);
        return NULL;
    }
    const form_feature *needs = nothing;
    lines = end = take_requirements(s, lines, other, &needs, &where, d);
    if (!lines) return NULL;
    const char *condition = strncmp(lines, WHERE, strlen(WHERE)) ? NULL : lines + strlen(WHERE);
    if (condition) lines = end = line_end(lines);
    while (*end == ' ') end = line_end(end);
    place first = where;
    first.line += condition != NULL;
    if (!check_places(named, lines, end, first, d) || !check_registers(lines, end, way ? least_arity(s, name) : 0, first, d)) return NULL;
    if (condition && !check_condition(condition, where, d)) return NULL;
    if (s->nforms == *cap) {
        form_text *more = arena_new(&s->mem, *cap = *cap ? 2 * *cap : 64, form_text);
        if (s->nforms) memcpy(more, s->forms, s->nforms * sizeof *more);
        s->forms = more;
    }
    s->forms[s->nforms++] = (form_text){name, way, lines, (size_t)(end - lines), condition, needs, safe};
    return end;
}

static ls_status read_ops(spec *s, const char *path, const char *text, diags *d)
{
    place where = {.file = path, .text = text, .line = 1, .column = 1};
    unsigned cap = 0;
    for (const char *at = text; *at;) {
        const char *next = is_blank_or_comment(at) ? line_end(at) : take_op(s, at, where, &cap, d);
        if (!next) return LS_INPUT;
        for (; at < next; at++) where.line += *at == '\n';
    }
    return LS_OK;
}

ls_status forms_load(spec *s, const char *path, diags *d)
{
    char *text;
    size_t size;
    if (file_read(path, &text, &size) != LS_OK) {
        if (errno == ENOENT) return LS_OK; /* a spec without forms */
        return diag_cannot_read(d, path);
    }
    const char *kept = arena_strndup(&s->mem, text, size);
    mem_free(text);
    strbuf all = {0};
    strbuf_printf(&all, "%s %s", s->hash, kept);
    hash_text(all.s, s->hash);
    strbuf_free(&all);
    return read_ops(s, arena_strdup(&s->mem, path), kept, d);
}

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
        strbuf_printf(out, "i%u", letter == 'T' ? w : letter == 'M' ? 1 : letter == 'D' ? 2 * w : w / 2);
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

/* A computed place. What cannot be computed for this cell becomes something that LLVM does not read. */
static const char *expand_computed(const char *text, const form_cell *f, strbuf *out)
{
    diags quiet = {0};
    const char *end = form_past_list(text);
    if (!form_expand_list(text, (size_t)(end - text), f, "", &quiet, out)) strbuf_puts(out, "(no value)");
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

static void expand(const char *text, size_t length, const form_cell *f, strbuf *out)
{
    for (const char *line = text, *end = text + length, *next; line < end; line = next) {
        size_t head = begins(line, (size_t)(end - line), EACH) ? strlen(EACH) : 0;
        next = line_end(line);
        form_cell each = *f;
        for (each.field = 0; each.field < (head ? cell_fields(f->c) : 1); each.field++) {
            if (head) strbuf_puts(out, " ");
            expand_line(line + head, (size_t)(next - line) - head, &each, out);
        }
    }
}

/* Whether what the text does can be done with a scalar. */
static bool is_scalar(const cell *c, const char *text, size_t length)
{
    if (cell_fields(c) != 1) return false;
    for (size_t i = 0; i < length; i++)
        if (begins(text + i, length - i, "element") || begins(text + i, length - i, "shufflevector") || begins(text + i, length - i, "llvm.vector.")) return false;
    return true;
}

/* The IR type of an operand or the result. */
static void print_type(op_type type, const form_cell *f, strbuf *out)
{
    static const char letter[OP_TYPE_COUNT] = {[OP_FIELDS] = 'T', [OP_SCALAR] = 'E', [OP_BITS] = 'M'};
    if (type == OP_INDEX)
        strbuf_puts(out, "i32");
    else
        print_place(letter[type], f, out);
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

static void print_operand(const form_cell *f, unsigned i, strbuf *out)
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
    print_type(c->op->type[i], f, out);
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

/* The same where no bit may be poison, as %whole. Zeros above cost nothing but, at times, an extension of 8 or 16 bits; freezing costs nothing
 * but, where there are masks (AVX-512), an instruction that keeps the rest: it is for the smallest registers. */
static void print_defined_insert(const low_part *p, const form_cell *f, strbuf *out)
{
    const char *carrier = f->c->cls->llvm;
    unsigned bits = f->c->cls->bits;
    if (bits == 128 && p->bits == p->unit && p->unit < 32 && !f->chosen) {
        strbuf_printf(out, "  %%whole.v = insertelement <%u x i%u> poison, i%u %%r.low, i64 0\n", bits / p->unit, p->unit, p->unit);
        strbuf_printf(out, "  %%whole.frozen = freeze <%u x i%u> %%whole.v\n", bits / p->unit, p->unit);
        strbuf_printf(out, "  %%whole = bitcast <%u x i%u> %%whole.frozen to %s\n", bits / p->unit, p->unit, carrier);
        return;
    }
    unsigned unit = p->unit <= 32 ? 32 : p->unit;
    bool whole = p->bits == unit;
    if (!whole) strbuf_printf(out, "  %%r.unit = %s i%u %%r.low to i%u\n", f->chosen && p->bits >= 8 ? "sext" : "zext", p->bits, unit);
    strbuf_printf(out, "  %%whole.v = insertelement <%u x i%u> zeroinitializer, i%u %%r.%s, i64 0\n", bits / unit, unit, unit, whole ? "low" : "unit");
    strbuf_printf(out, "  %%whole = bitcast <%u x i%u> %%whole.v to %s\n", bits / unit, unit, carrier);
}

/* %whole, the register, from %r. */
static void print_result(const form_cell *f, bool frozen, strbuf *out)
{
    const cell *c = f->c;
    bool fields_frozen = frozen && c->op->result == OP_FIELDS; /* packed bits are compares, which make no poison */
    const char *carrier = c->cls->llvm, *result = fields_frozen ? "r.frozen" : "r";
    low_part p = low_part_of(c->op->result, c);
    bool whole = p.bits == c->cls->bits;
    if (fields_frozen) {
        strbuf_puts(out, "  %r.frozen = freeze ");
        print_type(c->op->result, f, out);
        strbuf_puts(out, " %r\n");
    }
    strbuf_printf(out, "  %%%s = bitcast ", whole ? "whole" : "r.low");
    print_type(c->op->result, f, out);
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
        strbuf_printf(out, "  %%whole = bitcast <%u x i%u> %%whole.v to %s\n", units, p.unit, carrier);
    } else {
        strbuf_printf(out, "  %%whole = zext i%u %%r.low to %s\n", p.bits, carrier);
    }
}

/* ---- a cell ---- */

/* "  %r = add $T %a, %b" for the operation's LLVM name and parameters. A compare of single bits is its field already. */
static void print_instruction(const form_cell *f, strbuf *out)
{
    const op *o = f->c->op;
    bool extend = o->llvm_sext && f->c->w > 1;
    strbuf line = {0};
    strbuf_printf(&line, "  %%%s = %s $T %%%s", extend ? "k" : "r", o->llvm, o->param[0]);
    if (o->arity > 1) strbuf_printf(&line, ", %%%s", o->param[1]);
    strbuf_puts(&line, "\n");
    if (extend) strbuf_puts(&line, "  %r = sext $M %k to $T\n");
    expand(line.s, line.len, f, out);
    strbuf_free(&line);
}

/* "  %r = call $T @llvm.umin($T %a, $T %b)". */
static void print_intrinsic(const form_cell *f, strbuf *out)
{
    const op *o = f->c->op;
    strbuf_puts(out, "  %r = call ");
    print_type(o->result, f, out);
    strbuf_printf(out, " @%s(", o->llvm_intrinsic);
    for (unsigned i = 0; i < o->arity; i++) {
        if (i) strbuf_puts(out, ", ");
        print_type(o->type[i], f, out);
        strbuf_printf(out, " %%%s", o->param[i]);
    }
    if (o->llvm_flag) strbuf_printf(out, ", i1 %s", o->llvm_flag);
    strbuf_puts(out, ")\n");
}

/* The template that a form is made of: a safe one only, or none, when that is asked for; NULL when there is none. */
static const form_text *find_text(const spec *s, const op *o, bool safe)
{
    int64_t number[FORM_NUMBERS_MAX];
    for (unsigned i = 0; i < s->nforms; i++)
        if (s->forms[i].safe == safe && !s->forms[i].way && match_name(s->forms[i].name, o, number)) return &s->forms[i];
    return NULL;
}

/* What the operation is written by. safe: where its name, or its usual form, would have the processor trap on operands for which
 * any result will do, another form. */
typedef struct form_source {
    const char *name, *intrinsic; /* LLVM's, or neither */
    const form_text *text;
} form_source;

static bool find_source(const spec *s, const op *o, bool safe, form_source *out)
{
    const form_text *text = safe ? find_text(s, o, true) : NULL;
    *out = (form_source){.text = text};
    if (text) return true;
    *out = (form_source){o->llvm, o->llvm_intrinsic, o->llvm || o->llvm_intrinsic ? NULL : find_text(s, o, false)};
    return out->name || out->intrinsic || out->text;
}

/* What the instruction is written by. */
static bool source_of(const instr *in, form_source *out)
{
    *out = (form_source){.text = in->way};
    return in->way || find_source(in->spec, in->form_of, true, out);
}

/* Whether the lines make the register itself: nothing is done for the bits beside the result then. */
static bool gives_register(const form_source *from)
{
    const form_text *text = from->text;
    for (const char *line = text ? text->lines : NULL; line && line < text->lines + text->length; line = line_end(line))
        if (!strncmp(line, WHOLE, strlen(WHOLE))) return true;
    return false;
}

static void print_head(const form_cell *f, const char *name, strbuf *out)
{
    const cell *c = f->c;
    const char *carrier = c->cls->llvm;
    strbuf_printf(out, "define %s @%s(", carrier, name);
    for (unsigned i = 0; i < c->op->arity; i++) strbuf_printf(out, "%s%s %%reg%u", i ? ", " : "", carrier, i);
    strbuf_puts(out, ") {\n");
    for (unsigned i = 0; i < c->op->arity; i++) print_operand(f, i, out);
}

/* Whether the operation is written for one field without a vector, and how its result comes about. */
static form_cell make_form_cell(const cell *c, const form_source *from)
{
    static const char CHOICE[] = "%r = select i1";
    form_cell f = {.c = c};
    if (from->text) {
        f.scalar = is_scalar(c, from->text->lines, from->text->length);
        const char *choice = strstr(from->text->lines, CHOICE); /* perhaps of a later form in the file */
        f.chosen = choice && choice < from->text->lines + from->text->length;
        match_name(from->text->name, c->op, f.number);
    } else {
        const char *what = from->name ? from->name : from->intrinsic;
        f.scalar = is_scalar(c, what, strlen(what));
    }
    return f;
}

/* The value %r of the operation. */
static void print_body(const form_source *from, const form_cell *f, strbuf *out)
{
    if (from->name)
        print_instruction(f, out);
    else if (from->intrinsic)
        print_intrinsic(f, out);
    else
        expand(from->text->lines, from->text->length, f, out);
}

static bool has_cell(const form_source *from, const form_cell *f)
{
    diags quiet = {0};
    bool has = !from->text || !from->text->where || form_holds(from->text->where, f, "", &quiet);
    diag_free(&quiet);
    return has;
}

bool form_exists(const spec *s, const op *o)
{
    form_source from;
    return find_source(s, o, false, &from);
}

bool form_print(const spec *s, const cell *c, const char *name, strbuf *out)
{
    form_source from;
    if (!find_source(s, c->op, false, &from)) return false;
    form_cell f = make_form_cell(c, &from);
    if (!has_cell(&from, &f)) return false;
    print_head(&f, name, out);
    print_body(&from, &f, out);
    print_result(&f, false, out);
    strbuf_printf(out, "  ret %s %%whole\n}\n", c->cls->llvm);
    return true;
}

/* ---- forms as instructions ---- */

/* Of the operation and of the text that LLVM is given. */
static void hash_form(instr *in)
{
    form_source from;
    strbuf b = {0};
    strbuf_printf(&b, "%s %s %s ", in->way ? "way" : "form", in->form_of->hash, in->result->name);
    if (source_of(in, &from) && from.text) strbuf_putn(&b, from.text->lines, from.text->length);
    hash_text(b.s, in->hash);
    strbuf_free(&b);
}

/* What the way needs in registers of the class; NULL-terminated. */
static const char *const *features_for(spec *s, const regclass *cls, const form_text *way)
{
    const form_feature *all = way ? way->needs : nothing;
    unsigned n = 0, count = 0;
    while (all[n].name) n++;
    const char **names = arena_new(&s->mem, n + 1, const char *);
    for (unsigned i = 0; i < n; i++)
        if (all[i].bits <= cls->bits) names[count++] = all[i].name;
    return names;
}

static void add_form(spec *s, const op *o, const regclass *cls, const form_text *way)
{
    instr *in = &s->form_instrs[s->nform_instrs];
    *in = (instr){.name = arena_printf(&s->mem, "llvm.%s%s%s", o->name, way ? "." : "", way ? way->way : ""), .way = way, .result = cls, .nsrc = o->arity, .has_imm = true,
                  .imm_name = "w", .imm_low = 1, .imm_high = cls->bits, .commutative = o->commutative, .kind = INSTR_FORM,
                  .machine = SPEC_INSNS_MAX, .requires_ = features_for(s, cls, way), .lane_type = cls->llvm, .result_type = cls->llvm, .form_of = o,
                  .spec = s, .where = o->where, .index = s->ninstrs + s->nform_instrs};
    for (unsigned i = 0; i < o->arity; i++) {
        in->src_name[i] = o->param[i];
        in->src[i] = cls;
    }
    in->family = in->name;
    hash_form(in);
    s->nform_instrs++;
}

void forms_make_instrs(spec *s)
{
    int64_t number[FORM_NUMBERS_MAX];
    unsigned ways = 0;
    for (unsigned i = 0; i < s->nforms; i++)
        for (unsigned k = 0; s->forms[i].way && k < s->nops; k++) ways += match_name(s->forms[i].name, &s->ops[k], number);
    s->form_instrs = arena_new(&s->mem, (size_t)(s->nops + ways) * s->nclasses + 1, instr);
    for (unsigned i = 0; i < s->nops; i++)
        for (unsigned k = 0; k < s->nclasses; k++) {
            if (form_exists(s, &s->ops[i])) add_form(s, &s->ops[i], &s->classes[k], NULL);
            for (unsigned f = 0; f < s->nforms; f++)
                if (s->forms[f].way && match_name(s->forms[f].name, &s->ops[i], number)) add_form(s, &s->ops[i], &s->classes[k], &s->forms[f]);
        }
    spec_index_names(s);
}

bool form_has_width(const instr *in, int64_t w)
{
    unsigned bits = in->result->bits;
    if (w < 1 || w > bits || !op_exists(in->form_of, (unsigned)w, bits / (unsigned)w)) return false;
    cell c = {in->form_of, (unsigned)w, in->result, NULL};
    form_source from;
    if (!source_of(in, &from)) return false;
    form_cell f = make_form_cell(&c, &from);
    return has_cell(&from, &f) && (!in->way || !is_for_any(in->way->name) || table_has_op(c.op, c.w));
}

term form_apply(const instr *in, term_ctx *c, const term *src, int64_t w)
{
    diags quiet = {0};
    term result = TERM_NONE, care;
    require(form_has_width(in, w), "the operation exists at the form's width");
    bool good = op_elaborate(in->form_of, (unsigned)w, in->result->bits / (unsigned)w, c, src, &result, &care, &quiet);
    diag_free(&quiet);
    require(good, "an operation that exists can be elaborated");
    return result;
}

/* Whether the result leaves bits of the register over. */
static bool has_low_result(const cell *c)
{
    return c->cls->vector && low_part_of(c->op->result, c).bits != c->cls->bits;
}

/* Whether some bit of the register may be poison after the operation. */
static bool may_be_poison(const cell *c)
{
    return sexp_clause(c->op->form, "pre") || has_low_result(c);
}

/* Names of the function's text become places of a template: %regI sources, what is defined temporaries by number. */
typedef struct renamer {
    const instr *in;
    const char *name[FORM_LINES_MAX];
    size_t length[FORM_LINES_MAX];
    unsigned count;
} renamer;

static bool is_name_char(char c)
{
    return c == '.' || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static void rename_value(renamer *r, const char *name, size_t n, strbuf *out)
{
    if (n == 4 && !strncmp(name, "reg", 3)) {
        strbuf_printf(out, "$%s", r->in->src_name[name[3] - '0']);
        return;
    }
    unsigned i = 0;
    while (i < r->count && (r->length[i] != n || strncmp(r->name[i], name, n))) i++;
    if (i == r->count) {
        require(r->count < FORM_LINES_MAX, "a form has few values");
        r->name[r->count] = name;
        r->length[r->count++] = n;
    }
    strbuf_printf(out, "$%u", i + 1);
}

static void rename_values(renamer *r, const char *s, const char *end, strbuf *out)
{
    while (s < end) {
        size_t n = 0;
        if (*s++ != '%') {
            strbuf_putn(out, s - 1, 1);
            continue;
        }
        while (is_name_char(s[n])) n++;
        rename_value(r, s, n, out);
        s += n;
    }
}

unsigned form_lines(const instr *in, int64_t w, arena *mem, const char **lines, unsigned max)
{
    cell c = {in->form_of, (unsigned)w, in->result, NULL};
    strbuf text = {0};
    renamer r = {.in = in};
    form_source source;
    unsigned count = 0;
    source_of(in, &source);
    form_cell f = make_form_cell(&c, &source);
    for (unsigned i = 0; i < c.op->arity; i++) print_operand(&f, i, &text);
    print_body(&source, &f, &text);
    bool frozen = in->way ? has_low_result(&c) : may_be_poison(&c); /* other ways freeze for themselves */
    if (!gives_register(&source)) print_result(&f, frozen, &text);
    for (const char *s = text.s; *s; s = line_end(s), count++) {
        const char *end = s + strcspn(s, "\n"), *from = s + 2;
        bool last = !*line_end(s);
        strbuf line = {0};
        require(count < max, "a form has few lines");
        if (last) from += strlen("%whole = ");
        rename_values(&r, from, end, &line);
        lines[count] = arena_strdup(mem, strbuf_text(&line));
        strbuf_free(&line);
    }
    strbuf_free(&text);
    return count;
}
