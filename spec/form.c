// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* form.c - operations as LLVM IR on <n x iw>: for stock LLVM, and as instructions of programs.
 *
 * Operations that LLVM has by name (the spec says so) need no text: a binary instruction, a compare
 * and a sign extension, or an intrinsic. For the others spec/forms.ir has templates. Either way the
 * operands are registers, bitcast to <n x iw>, and the result is bitcast back: what is measured is
 * the operation, not the passing of arguments.
 *
 * A scalar or packed bits are the low bits of a register. They are taken out and put in as the type
 * of LLVM that needs the fewest instructions: truncated in a general register, the lowest element
 * of a vector register, or its lowest part where they are more than 64 bits. What lies above is
 * poison in a vector register, so that LLVM has the freedom that we have.
 *
 * An instruction llvm.OP stands for the form: LLVM's own way, whatever its code generator makes of
 * it. An instruction llvm.OP.WAY stands for other lines that compute the operation, a strategy
 * whose instructions LLVM chooses. Since a bitcast would spread the poison of one field over its
 * neighbours, what may be poison is frozen there first, at a legal type.
 *
 * A way for operations of so many operands, whatever they are called, looks up what the operation
 * gives in tables of bytes, which are computed from its definition (table.h): $(bytes N E) has (op
 * x y) for it. It is a way of those that act field by field.
 *
 * Intrinsics are written without their type suffix and without a declaration: LLVM 19 finds both
 * from the operands. */
#include "form.h"

#include <string.h>

#include "form_ir.h"
#include "form_text.h"
#include "op.h"
#include "spec/language/sexp.h"
#include "table.h"

/* ---- a cell ---- */

/* "  %r = add $T %a, %b" for the operation's LLVM name and parameters. A compare of single bits is
 * its field already. */
static void print_instruction(const form_cell *f, strbuf *out)
{
    const op *o = f->c->op;
    bool extend = o->llvm_sext && f->c->w > 1;
    strbuf line = {0};
    strbuf_printf(&line, "  %%%s = %s $T %%%s", extend ? "k" : "r", o->llvm, o->param[0]);
    if (o->arity > 1) strbuf_printf(&line, ", %%%s", o->param[1]);
    strbuf_puts(&line, "\n");
    if (extend) strbuf_puts(&line, "  %r = sext $M %k to $T\n");
    form_ir_expand(line.s, line.len, f, out);
    strbuf_free(&line);
}

/* "  %r = call $T @llvm.umin($T %a, $T %b)". */
static void print_intrinsic(const form_cell *f, strbuf *out)
{
    const op *o = f->c->op;
    strbuf_puts(out, "  %r = call ");
    form_ir_print_type(o->result, f, out);
    strbuf_printf(out, " @%s(", o->llvm_intrinsic);
    for (unsigned i = 0; i < o->arity; i++) {
        if (i) strbuf_puts(out, ", ");
        form_ir_print_type(o->type[i], f, out);
        strbuf_printf(out, " %%%s", o->param[i]);
    }
    if (o->llvm_flag) strbuf_printf(out, ", i1 %s", o->llvm_flag);
    strbuf_puts(out, ")\n");
}

/* The template that a form is made of: a safe one only, or none, when that is asked for; NULL when
 * there is none. */
static const form_text *search_text(const spec *s, const op *o, bool safe)
{
    int64_t number[FORM_NUMBERS_MAX];
    for (unsigned i = 0; i < s->nforms; i++)
        if (s->forms[i].safe == safe && !s->forms[i].way &&
            form_text_matches(s->forms[i].name, o, number))
            return &s->forms[i];
    return NULL;
}

/* Fills form_of: it is asked for each class and width. */
static void note_texts(spec *s)
{
    s->form_of = arena_new(&s->mem, 2 * (size_t)s->nops + 1, const form_text *);
    for (unsigned i = 0; i < 2 * s->nops; i++)
        s->form_of[i] = search_text(s, &s->ops[i / 2], i % 2);
}

static const form_text *find_text(const spec *s, const op *o, bool safe)
{
    return s->form_of ? s->form_of[2 * o->index + safe] : NULL;
}

/* What the operation is written by. safe: where its name, or its usual form, would have the
 * processor trap on operands for which any result will do, another form. */
typedef struct form_source {
    const char *name, *intrinsic; /* LLVM's, or neither */
    const form_text *text;
} form_source;

static bool find_source(const spec *s, const op *o, bool safe, form_source *out)
{
    const form_text *text = safe ? find_text(s, o, true) : NULL;
    *out = (form_source){.text = text};
    if (text) return true;
    *out = (form_source){o->llvm, o->llvm_intrinsic,
                         o->llvm || o->llvm_intrinsic ? NULL : find_text(s, o, false)};
    return out->name || out->intrinsic || out->text;
}

/* What the instruction is written by. */
static bool source_of(const instr *in, form_source *out)
{
    *out = (form_source){.text = in->way};
    return in->way || find_source(in->spec, in->form_of, true, out);
}

/* Whether the lines make the register itself: nothing is done for the bits beside the result then.
 */
static bool gives_register(const form_source *from)
{
    const form_text *text = from->text;
    const char *line = text ? text->lines : NULL, *end = text ? line + text->length : NULL;
    for (; line < end; line = form_text_line_end(line))
        if (!strncmp(line, FORM_WHOLE, strlen(FORM_WHOLE))) return true;
    return false;
}

static void print_head(const form_cell *f, const char *name, strbuf *out)
{
    const cell *c = f->c;
    const char *carrier = c->cls->llvm;
    strbuf_printf(out, "define %s @%s(", carrier, name);
    for (unsigned i = 0; i < c->op->arity; i++)
        strbuf_printf(out, "%s%s %%reg%u", i ? ", " : "", carrier, i);
    strbuf_puts(out, ") {\n");
    for (unsigned i = 0; i < c->op->arity; i++) form_ir_print_operand(f, i, out);
}

/* Whether the operation is written for one field without a vector, and how its result comes about.
 */
static form_cell make_form_cell(const cell *c, const form_source *from)
{
    static const char CHOICE[] = "%r = select i1";
    form_cell f = {.c = c};
    if (from->text) {
        f.scalar = form_ir_is_scalar(c, from->text->lines, from->text->length);
        /* perhaps of a later form in the file */
        const char *choice = strstr(from->text->lines, CHOICE);
        f.chosen = choice && choice < from->text->lines + from->text->length;
        form_text_matches(from->text->name, c->op, f.number);
    } else {
        const char *what = from->name ? from->name : from->intrinsic;
        f.scalar = form_ir_is_scalar(c, what, strlen(what));
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
        form_ir_expand(from->text->lines, from->text->length, f, out);
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
    form_ir_print_result(&f, false, out);
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
    const form_feature *all = way ? way->needs : form_needs_nothing;
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
    *in = (instr){
        .name = arena_printf(&s->mem, "llvm.%s%s%s", o->name, way ? "." : "", way ? way->way : ""),
        .way = way,
        .set = way ? way->set : NULL,
        .result = cls,
        .nsrc = o->arity,
        .has_imm = true,
        .imm_name = "w",
        .imm_low = 1,
        .imm_high = cls->bits,
        .commutative = o->commutative,
        .kind = INSTR_FORM,
        .machine = SPEC_INSNS_MAX,
        .requires_ = features_for(s, cls, way),
        .lane_type = cls->llvm,
        .result_type = cls->llvm,
        .form_of = o,
        .spec = s,
        .where = o->where,
        .index = s->ninstrs + s->nform_instrs};
    for (unsigned i = 0; i < o->arity; i++) {
        in->src_name[i] = o->param[i];
        in->src[i] = cls;
    }
    in->family = in->name;
    hash_form(in);
    s->nform_instrs++;
}

/* The ways of the operation, in the order of their texts; returns how many. */
static unsigned list_ways(const spec *s, const op *o, const form_text **out)
{
    int64_t number[FORM_NUMBERS_MAX];
    unsigned n = 0;
    for (unsigned i = 0; i < s->nforms; i++)
        if (s->forms[i].way && form_text_matches(s->forms[i].name, o, number))
            out[n++] = &s->forms[i];
    return n;
}

static void add_forms(spec *s, const op *o, const form_text *const *way, unsigned ways)
{
    bool exists = form_exists(s, o);
    for (unsigned k = 0; k < s->nclasses; k++) {
        if (exists) add_form(s, o, &s->classes[k], NULL);
        for (unsigned i = 0; i < ways; i++) add_form(s, o, &s->classes[k], way[i]);
    }
}

void forms_make_instrs(spec *s)
{
    const form_text **way = mem_alloc(s->nforms + 1, sizeof *way);
    size_t all = s->nops;
    note_texts(s);
    for (unsigned i = 0; i < s->nops; i++) all += list_ways(s, &s->ops[i], way);
    s->form_instrs = arena_new(&s->mem, all * s->nclasses + 1, instr);
    for (unsigned i = 0; i < s->nops; i++)
        add_forms(s, &s->ops[i], way, list_ways(s, &s->ops[i], way));
    mem_free(way);
}

bool form_has_width(const instr *in, int64_t w)
{
    unsigned bits = in->result->bits;
    if (w < 1 || w > bits || !op_exists(in->form_of, (unsigned)w, bits / (unsigned)w)) return false;
    cell c = {in->form_of, (unsigned)w, in->result, NULL};
    form_source from;
    if (!source_of(in, &from)) return false;
    form_cell f = make_form_cell(&c, &from);
    return has_cell(&from, &f) &&
           (!in->way || !form_text_is_for_any(in->way->name) || table_has_op(c.op, c.w));
}

term form_apply(const instr *in, term_ctx *c, const term *src, int64_t w)
{
    diags quiet = {0};
    term result = TERM_NONE, care;
    require(form_has_width(in, w), "the operation exists at the form's width");
    bool good = op_elaborate(in->form_of, (unsigned)w, in->result->bits / (unsigned)w, c, src,
                             &result, &care, &quiet);
    diag_free(&quiet);
    require(good, "an operation that exists can be elaborated");
    return result;
}

/* Whether some bit of the register may be poison after the operation. */
static bool may_be_poison(const cell *c)
{
    return sexp_clause(c->op->form, "pre") || form_ir_has_low_result(c);
}

/* Names of the function's text become places of a template: %regI sources, what is defined
 * temporaries by number. */
typedef struct renamer {
    const instr *in;
    const char *name[FORM_LINES_MAX];
    size_t length[FORM_LINES_MAX];
    unsigned count;
} renamer;

static bool is_name_char(char c)
{
    return c == '.' || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9');
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
    for (unsigned i = 0; i < c.op->arity; i++) form_ir_print_operand(&f, i, &text);
    print_body(&source, &f, &text);
    /* other ways freeze for themselves */
    bool frozen = in->way ? form_ir_has_low_result(&c) : may_be_poison(&c);
    if (!gives_register(&source)) form_ir_print_result(&f, frozen, &text);
    for (const char *s = text.s; *s; s = form_text_line_end(s), count++) {
        const char *end = s + strcspn(s, "\n"), *from = s + 2;
        bool last = !*form_text_line_end(s);
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
