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
 * An instruction llvm.OP stands for the form: LLVM's own way, whatever its code generator makes of it. Since a bitcast would
 * spread the poison of one field over its neighbours, what may be poison is frozen there first, at a legal type.
 *
 * Intrinsics are written without their type suffix and without a declaration: LLVM 19 finds both from the operands. */
#include "form.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"

#define PLACES "TMDHSEXBWLPK"

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
static const char *take_op(spec *s, const char *text, place where, unsigned *cap, diags *d)
{
    size_t n = strcspn(text, "\n");
    if (strncmp(text, "op ", 3)) {
        diag_error(d, where, "expected `op NAME`");
        return NULL;
    }
    const char *name = arena_strndup(&s->mem, text + 3, n - 3), *lines = line_end(text), *end = lines;
    if (!names_op(name, s)) {
        where.column += 3;
        diag_error(d, where, "the spec has no operation '%s'", name);
        return NULL;
    }
    while (*end == ' ') end = line_end(end);
    if (!check_places(lines, end, where, d)) return NULL;
    if (s->nforms == *cap) {
        form_text *more = arena_new(&s->mem, *cap = *cap ? 2 * *cap : 64, form_text);
        if (s->nforms) memcpy(more, s->forms, s->nforms * sizeof *more);
        s->forms = more;
    }
    s->forms[s->nforms++] = (form_text){name, lines, (size_t)(end - lines)};
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
        diag_error(d, (place){.file = path}, "cannot read the file: %s", strerror(errno));
        return LS_ENV;
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

/* k: the amount in the operation's name. scalar: one field, written without <1 x ...>, of which LLVM 19 makes less, or dies. */
static void print_place(char letter, const cell *c, bool scalar, int k, strbuf *out)
{
    unsigned n = cell_fields(c), w = c->w;
    if (scalar && strchr("TMDH", letter)) {
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
    case 'W': strbuf_printf(out, "%u", w); break;
    case 'L': strbuf_printf(out, "%u", w - 1); break;
    case 'P': strbuf_printf(out, "%u", w / 2); break;
    case 'K': strbuf_printf(out, "%d", k); break;
    default: require(false, "forms_load has checked the places");
    }
}

static bool begins(const char *text, size_t length, const char *with)
{
    size_t n = strlen(with);
    return length >= n && !memcmp(text, with, n);
}

/* A scalar has no splat (TYPE NUMBER), but the number; no zeroinitializer, but 0. */
static void expand(const char *text, size_t length, const cell *c, bool scalar, int k, strbuf *out)
{
    bool in_splat = false;
    for (size_t i = 0; i < length; i++) {
        if (scalar && begins(text + i, length - i, "splat (")) {
            in_splat = true;
            while (text[i] != '(') i++;
            while (text[i] != ' ') i++;
        } else if (in_splat && text[i] == ')') {
            in_splat = false;
        } else if (scalar && begins(text + i, length - i, "zeroinitializer")) {
            strbuf_puts(out, "0");
            i += strlen("zeroinitializer") - 1;
        } else if (text[i] == '$' && i + 1 < length) {
            print_place(text[++i], c, scalar, k, out);
        } else {
            strbuf_putn(out, &text[i], 1);
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
static void print_type(op_type type, const cell *c, bool scalar, strbuf *out)
{
    static const char letter[OP_TYPE_COUNT] = {[OP_FIELDS] = 'T', [OP_SCALAR] = 'E', [OP_BITS] = 'M'};
    print_place(letter[type], c, scalar, 0, out);
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

static void print_operand(const cell *c, unsigned i, bool scalar, strbuf *out)
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
    print_type(c->op->type[i], c, scalar, out);
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
static void print_result(const cell *c, bool scalar, bool frozen, strbuf *out)
{
    bool fields_frozen = frozen && c->op->result == OP_FIELDS; /* packed bits are compares, which make no poison */
    const char *carrier = c->cls->llvm, *result = fields_frozen ? "r.frozen" : "r";
    low_part p = low_part_of(c->op->result, c);
    bool whole = p.bits == c->cls->bits;
    if (fields_frozen) {
        strbuf_puts(out, "  %r.frozen = freeze ");
        print_type(c->op->result, c, scalar, out);
        strbuf_puts(out, " %r\n");
    }
    strbuf_printf(out, "  %%%s = bitcast ", whole ? "whole" : "r.low");
    print_type(c->op->result, c, scalar, out);
    strbuf_printf(out, " %%%s to ", result);
    if (whole)
        strbuf_puts(out, carrier);
    else
        print_part(&p, out);
    strbuf_puts(out, "\n");
    if (whole) return;
    if (c->cls->vector) {
        unsigned units = c->cls->bits / p.unit;
        print_insert(&p, c, out);
        if (frozen) strbuf_printf(out, "  %%whole.frozen = freeze <%u x i%u> %%whole.v\n", units, p.unit);
        strbuf_printf(out, "  %%whole = bitcast <%u x i%u> %%whole.%s to %s\n", units, p.unit, frozen ? "frozen" : "v", carrier);
    } else {
        strbuf_printf(out, "  %%whole = zext i%u %%r.low to %s\n", p.bits, carrier);
    }
}

/* ---- a cell ---- */

/* "  %r = add $T %a, %b" for the operation's LLVM name and parameters. A compare of single bits is its field already. */
static void print_instruction(const cell *c, bool scalar, strbuf *out)
{
    const op *o = c->op;
    bool extend = o->llvm_sext && c->w > 1;
    strbuf line = {0};
    strbuf_printf(&line, "  %%%s = %s $T %%%s", extend ? "k" : "r", o->llvm, o->param[0]);
    if (o->arity > 1) strbuf_printf(&line, ", %%%s", o->param[1]);
    strbuf_puts(&line, "\n");
    if (extend) strbuf_puts(&line, "  %r = sext $M %k to $T\n");
    expand(line.s, line.len, c, scalar, 0, out);
    strbuf_free(&line);
}

/* "  %r = call $T @llvm.umin($T %a, $T %b)". */
static void print_intrinsic(const cell *c, bool scalar, strbuf *out)
{
    const op *o = c->op;
    strbuf_puts(out, "  %r = call ");
    print_type(o->result, c, scalar, out);
    strbuf_printf(out, " @%s(", o->llvm_intrinsic);
    for (unsigned i = 0; i < o->arity; i++) {
        if (i) strbuf_puts(out, ", ");
        print_type(o->type[i], c, scalar, out);
        strbuf_printf(out, " %%%s", o->param[i]);
    }
    if (o->llvm_flag) strbuf_printf(out, ", i1 %s", o->llvm_flag);
    strbuf_puts(out, ")\n");
}

static const form_text *find_text(const spec *s, const op *o)
{
    for (unsigned i = 0; i < s->nforms; i++)
        if (match_name(s->forms[i].name, o->name) >= 0) return &s->forms[i];
    return NULL;
}

static void print_head(const cell *c, const char *name, bool scalar, strbuf *out)
{
    const char *carrier = c->cls->llvm;
    strbuf_printf(out, "define %s @%s(", carrier, name);
    for (unsigned i = 0; i < c->op->arity; i++) strbuf_printf(out, "%s%s %%reg%u", i ? ", " : "", carrier, i);
    strbuf_puts(out, ") {\n");
    for (unsigned i = 0; i < c->op->arity; i++) print_operand(c, i, scalar, out);
}

/* Whether the operation is written for one field without a vector. */
static bool is_form_scalar(const spec *s, const cell *c)
{
    const op *o = c->op;
    const form_text *text = find_text(s, o);
    if (o->llvm) return is_scalar(c, o->llvm, strlen(o->llvm));
    if (o->llvm_intrinsic) return is_scalar(c, o->llvm_intrinsic, strlen(o->llvm_intrinsic));
    return is_scalar(c, text->lines, text->length);
}

/* The value %r of the operation. */
static void print_body(const spec *s, const cell *c, bool scalar, strbuf *out)
{
    const form_text *text = find_text(s, c->op);
    if (c->op->llvm)
        print_instruction(c, scalar, out);
    else if (c->op->llvm_intrinsic)
        print_intrinsic(c, scalar, out);
    else
        expand(text->lines, text->length, c, scalar, match_name(text->name, c->op->name), out);
}

bool form_exists(const spec *s, const op *o)
{
    return o->llvm || o->llvm_intrinsic || find_text(s, o);
}

bool form_print(const spec *s, const cell *c, const char *name, strbuf *out)
{
    if (!form_exists(s, c->op)) return false;
    bool scalar = is_form_scalar(s, c);
    print_head(c, name, scalar, out);
    print_body(s, c, scalar, out);
    print_result(c, scalar, false, out);
    strbuf_printf(out, "  ret %s %%whole\n}\n", c->cls->llvm);
    return true;
}

/* ---- forms as instructions ---- */

static const char *const none[] = {NULL};

/* Of the operation and of the text that LLVM is given. */
static void hash_form(const spec *s, instr *in)
{
    const form_text *text = find_text(s, in->form_of);
    strbuf b = {0};
    strbuf_printf(&b, "form %s %s ", in->form_of->hash, in->result->name);
    if (text && !in->form_of->llvm && !in->form_of->llvm_intrinsic) strbuf_putn(&b, text->lines, text->length);
    hash_text(b.s, in->hash);
    strbuf_free(&b);
}

static void add_form(spec *s, const op *o, const regclass *cls)
{
    instr *in = &s->form_instrs[s->nform_instrs];
    *in = (instr){.name = arena_printf(&s->mem, "llvm.%s", o->name), .result = cls, .nsrc = o->arity, .has_imm = true,
                  .imm_name = "w", .imm_low = 1, .imm_high = cls->bits, .commutative = o->commutative, .kind = INSTR_FORM,
                  .machine = PROG_INSNS_MAX, .requires_ = none, .lane_type = cls->llvm, .result_type = cls->llvm, .form_of = o,
                  .spec = s, .where = o->where, .index = s->ninstrs + s->nform_instrs};
    for (unsigned i = 0; i < o->arity; i++) {
        in->src_name[i] = o->param[i];
        in->src[i] = cls;
    }
    in->family = in->name;
    hash_form(s, in);
    s->nform_instrs++;
}

void forms_make_instrs(spec *s)
{
    s->form_instrs = arena_new(&s->mem, (size_t)s->nops * s->nclasses + 1, instr);
    for (unsigned i = 0; i < s->nops; i++)
        for (unsigned k = 0; k < s->nclasses; k++)
            if (form_exists(s, &s->ops[i])) add_form(s, &s->ops[i], &s->classes[k]);
}

bool form_has_width(const instr *in, int64_t w)
{
    unsigned bits = in->result->bits;
    return w >= 1 && w <= bits && op_exists(in->form_of, (unsigned)w, bits / (unsigned)w);
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

/* Whether some bit of the register may be poison after the operation. */
static bool may_be_poison(const cell *c)
{
    return load_clause(c->op->form, "pre") || (c->cls->vector && low_part_of(c->op->result, c).bits != c->cls->bits);
}

/* Names of the function's text become places of a template: %regI sources, what is defined temporaries by number. */
typedef struct renamer {
    const instr *in;
    const char *name[64];
    size_t length[64];
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
        require(r->count < 64, "a form has less than 64 values");
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
    unsigned count = 0;
    bool frozen = may_be_poison(&c), scalar = is_form_scalar(in->spec, &c);
    for (unsigned i = 0; i < c.op->arity; i++) print_operand(&c, i, scalar, &text);
    print_body(in->spec, &c, scalar, &text);
    print_result(&c, scalar, frozen, &text);
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
