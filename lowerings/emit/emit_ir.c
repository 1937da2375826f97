// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* emit_ir.c - programs as LLVM IR.
 *
 * A program's values are carried by the carrier types of their register classes (<2 x i64>, i32,
 * ...). Each instruction of the spec has a template of IR lines that work on its lane type; a
 * source is bitcast to it where its own type differs, each value at most once to each type, and an
 * instruction's result keeps its result type until a user of another type, or the return, needs a
 * cast. Constants are written where they are used, in the type that is wanted there. No
 * poison-generating flag is ever added.
 *
 * Names follow the program's text: %t0, %t1, ..., %r; %t0.v16i8 is a cast of %t0, %t0.1 a temporary
 * inside the template that makes %t0. Called by the pass table, the IR library, verification and
 * code measurement. */
#include "emit.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "spec/block.h"
#include "spec/form.h"
#include "spec/term/bv.h"

enum { CASTS_MAX = PROG_INSNS_MAX * SPEC_SRC_MAX + 1 };

/* A value of the function: an input, a constant (konst set) or an instruction's result. */
typedef struct ir_value {
    const char *name; /* "t0" */
    ir_type type;
    const prog_const *konst;
} ir_value;

typedef struct ir_cast {
    unsigned value;
    ir_type type;
} ir_cast;

/* One function while it is written. */
typedef struct ir_writer {
    arena mem;
    strbuf *out, *decls;
    ir_value value[PROG_INPUTS_MAX + PROG_CONSTS_MAX + PROG_INSNS_MAX + SPEC_SRC_MAX];
    ir_cast cast[CASTS_MAX];
    unsigned ncasts;
} ir_writer;

/* An instruction while its template is expanded. */
typedef struct ir_place {
    const ir_writer *w;
    const instr *in;
    const uint16_t *src;
    int64_t imm;
    const char *name;
} ir_place;

static bool same_type(ir_type a, ir_type b)
{
    return a.lanes == b.lanes && a.lane_bits == b.lane_bits && a.vector == b.vector;
}

static ir_type type_of(const char *text)
{
    ir_type t;
    bool ok = ir_type_parse(text, &t);
    require(ok, "a carrier or lane type is iN or <M x iN>");
    return t;
}

/* Whether the instruction has no (lanes ...): its lane type is then a carrier. */
static bool has_own_carriers(const instr *in)
{
    if (!strcmp(in->lane_type, in->result->llvm)) return true;
    return in->nsrc > 0 && !strcmp(in->lane_type, in->src[0]->llvm);
}

/* The type in which in's template wants source i: its class's carrier, or as many lanes of the lane
 * type's width as fill the class (the lane type itself speaks of one class only). */
static ir_type source_type(const instr *in, unsigned i)
{
    ir_type lane = type_of(in->lane_type);
    const regclass *cls = in->src[i];
    if (has_own_carriers(in) || !lane.vector || cls->bits % lane.lane_bits)
        return type_of(cls->llvm);
    lane.lanes = cls->bits / lane.lane_bits;
    return lane;
}

/* ---- references to values ---- */

static void print_ref(const ir_writer *w, unsigned v, ir_type wanted, strbuf *out)
{
    const ir_value *x = &w->value[v];
    if (x->konst) {
        ir_const_print(wanted, x->konst->limb, out);
        return;
    }
    strbuf_printf(out, "%%%s", x->name);
    if (same_type(x->type, wanted)) return;
    strbuf_puts(out, ".");
    ir_type_print_suffix(wanted, out);
}

static bool is_cast_written(const ir_writer *w, unsigned v, ir_type wanted)
{
    for (unsigned i = 0; i < w->ncasts; i++)
        if (w->cast[i].value == v && same_type(w->cast[i].type, wanted)) return true;
    return false;
}

static void write_cast(ir_writer *w, unsigned v, ir_type wanted)
{
    strbuf_puts(w->out, "  ");
    print_ref(w, v, wanted, w->out);
    strbuf_puts(w->out, " = bitcast ");
    ir_type_print(w->value[v].type, w->out);
    strbuf_printf(w->out, " %%%s to ", w->value[v].name);
    ir_type_print(wanted, w->out);
    strbuf_puts(w->out, "\n");
}

/* Makes value v usable in type wanted: writes a cast unless it is there or is not needed. */
static void need_type(ir_writer *w, unsigned v, ir_type wanted)
{
    const ir_value *x = &w->value[v];
    if (x->konst || same_type(x->type, wanted) || is_cast_written(w, v, wanted)) return;
    write_cast(w, v, wanted);
    assert(w->ncasts < CASTS_MAX);
    w->cast[w->ncasts++] = (ir_cast){.value = v, .type = wanted};
}

/* ---- instructions ---- */

static void fill_place(void *context, const char *name, size_t length, strbuf *out)
{
    const ir_place *p = context;
    int i = template_operand(p->in, name, length);
    if (i == (int)p->in->nsrc) strbuf_printf(out, "%lld", (long long)p->imm);
    else if (i >= 0) print_ref(p->w, p->src[i], source_type(p->in, (unsigned)i), out);
    else strbuf_printf(out, "%%%s.%.*s", p->name, (int)length, name);
}

static void write_instr(ir_writer *w, const instr *in, const uint16_t *src, int64_t imm,
                        unsigned value)
{
    ir_place at = {.w = w, .in = in, .src = src, .imm = imm, .name = w->value[value].name};
    for (unsigned i = 0; i < in->nsrc; i++) need_type(w, src[i], source_type(in, i));
    const char *made[FORM_LINES_MAX], *const *lines = in->llvm;
    unsigned nlines = in->nllvm;
    if (in->form_of) nlines = form_lines(in, imm, &w->mem, made, FORM_LINES_MAX), lines = made;
    if (in->kind == INSTR_BLOCK) *made = block_line(in, imm, &w->mem), nlines = 1, lines = made;
    for (unsigned i = 0; i < nlines; i++) {
        strbuf_puts(w->out, "  ");
        if (i + 1 == nlines) strbuf_printf(w->out, "%%%s = ", at.name);
        template_expand(lines[i], fill_place, &at, w->out);
        strbuf_puts(w->out, "\n");
    }
    w->value[value].type = type_of(in->result_type);
    emit_ir_decls(in, w->decls);
}

static bool has_line(const char *text, const char *line)
{
    size_t n = strlen(line);
    for (const char *s = text; (s = strstr(s, line)); s++)
        if ((s == text || s[-1] == '\n') && s[n] == '\n') return true;
    return false;
}

void emit_ir_decls(const instr *in, strbuf *decls)
{
    for (unsigned i = 0; i < in->ndecl; i++)
        if (!has_line(strbuf_text(decls), in->decl[i])) strbuf_printf(decls, "%s\n", in->decl[i]);
}

/* ---- functions ---- */

/* "min-legal-vector-width" keeps 512-bit registers in use on CPUs that prefer 256 bits, also after
 * inlining. Without it (vector_bits 0) LLVM may use registers of any width, as it may with a
 * function of a user who says nothing: where a program leaves something to LLVM. */
static void write_attributes(const target *t, unsigned vector_bits, const char *attrs, strbuf *out)
{
    if (attrs && *attrs) strbuf_printf(out, " %s", attrs);
    strbuf_puts(out, " ");
    target_print_cpu(t, out);
    if (vector_bits) strbuf_printf(out, " \"min-legal-vector-width\"=\"%u\"", vector_bits);
}

/* Both results, in a structure. */
static void write_returns(ir_writer *w, const prog *p, const char *type)
{
    const regclass *cls[2] = {p->cls, prog_second_class(p)};
    const unsigned v[2] = {p->result, p->second};
    for (unsigned i = 0; i < 2; i++) need_type(w, v[i], type_of(cls[i]->llvm));
    for (unsigned i = 0; i < 2; i++) {
        strbuf_printf(w->out, "  %%%s = insertvalue %s %s, %s ", i ? "r" : "r.0", type,
                      i ? "%r.0" : "poison", cls[i]->llvm);
        print_ref(w, v[i], type_of(cls[i]->llvm), w->out);
        strbuf_printf(w->out, ", %u\n", i);
    }
    strbuf_printf(w->out, "  ret %s %%r\n}\n", type);
}

static void write_return(ir_writer *w, unsigned v, ir_type carrier)
{
    need_type(w, v, carrier);
    strbuf_puts(w->out, "  ret ");
    ir_type_print(carrier, w->out);
    strbuf_puts(w->out, " ");
    print_ref(w, v, carrier, w->out);
    strbuf_puts(w->out, "\n}\n");
}

static void write_signature(const ir_writer *w, const char *result, const char *name,
                            const char *linkage, unsigned ninputs)
{
    strbuf_printf(w->out, "define %s%s%s @%s(", linkage ? linkage : "",
                  linkage && *linkage ? " " : "", result, name);
    for (unsigned i = 0; i < ninputs; i++) {
        if (i) strbuf_puts(w->out, ", ");
        ir_type_print(w->value[i].type, w->out);
        strbuf_printf(w->out, " %%%s", w->value[i].name);
    }
    strbuf_puts(w->out, ")");
}

static unsigned wider(unsigned bits, const regclass *cls)
{
    if (cls->of) cls = cls->of;
    return cls->vector && cls->bits > bits ? cls->bits : bits;
}

static unsigned instr_vector_bits(const instr *in, unsigned bits)
{
    for (unsigned i = 0; i < in->nsrc; i++) bits = wider(bits, in->src[i]);
    return wider(bits, in->result);
}

static unsigned prog_vector_bits(const prog *p)
{
    unsigned bits = wider(0, p->cls);
    for (unsigned i = 0; i < p->ninsns; i++) bits = instr_vector_bits(p->insn[i].in, bits);
    return bits;
}

static void name_values(ir_writer *w, const prog *p)
{
    ir_type carrier = type_of(prog_const_class(p)->llvm);
    unsigned first = prog_first_insn(p);
    for (unsigned i = 0; i < p->ninputs; i++)
        w->value[i] = (ir_value){.name = p->input_name[i],
                                 .type = type_of(prog_input_class(p, i)->llvm)};
    for (unsigned i = 0; i < p->nconsts; i++) {
        /* repeated, for sources of wider classes */
        prog_const *k = arena_new(&w->mem, 1, prog_const);
        unsigned bits = p->konst[i].bits ? p->konst[i].bits : prog_const_class(p)->bits;
        for (unsigned at = 0; at < 64 * sizeof k->limb / sizeof *k->limb; at += bits)
            bv_insert(k->limb, p->konst[i].limb, bits, at);
        w->value[p->ninputs + i] = (ir_value){.type = carrier, .konst = k};
    }
    for (unsigned i = 0; i < p->ninsns; i++)
        w->value[first + i].name = first + i == p->result && !p->second_name
                                       ? "r"
                                       : arena_printf(&w->mem, "t%u", i);
}

/* attrs: what stands between signature and body. */
static void write_ir_function(const prog *p, const char *name, const char *linkage,
                              const char *attrs, strbuf *decls, strbuf *out)
{
    ir_writer *w = mem_alloc(1, sizeof *w);
    w->out = out;
    w->decls = decls;
    const char *type = p->second_name ? arena_printf(&w->mem, "{ %s, %s }", p->cls->llvm,
                                                     prog_second_class(p)->llvm)
                                      : p->cls->llvm;
    name_values(w, p);
    write_signature(w, type, name, linkage, p->ninputs);
    strbuf_puts(out, attrs);
    strbuf_puts(out, " {\n");
    for (unsigned i = 0; i < p->ninsns; i++)
        write_instr(w, p->insn[i].in, p->insn[i].src, p->insn[i].imm, prog_first_insn(p) + i);
    if (p->second_name) write_returns(w, p, type);
    else write_return(w, p->result, type_of(p->cls->llvm));
    arena_free(&w->mem);
    mem_free(w);
}

void emit_ir_function(const cell *c, const prog *p, const char *name, const char *linkage,
                      const char *attrs, strbuf *decls, strbuf *out)
{
    strbuf all = {0};
    write_attributes(c->target, prog_has_form(p) ? 0 : prog_vector_bits(p), attrs, &all);
    write_ir_function(p, name, linkage, strbuf_text(&all), decls, out);
    strbuf_free(&all);
}

/* The first source of a vector class, or nsrc. */
static unsigned first_vector_source(const instr *in)
{
    unsigned i = 0;
    while (i < in->nsrc && !in->src[i]->vector) i++;
    return i;
}

/* Value v becomes itself plus value z, as 64-bit integers. */
static void write_integer_domain(ir_writer *w, unsigned v, unsigned z)
{
    strbuf_puts(w->out, "  %in = add ");
    ir_type_print(w->value[v].type, w->out);
    strbuf_printf(w->out, " %%%s, %%%s\n", w->value[v].name, w->value[z].name);
    w->value[v].name = "in";
}

bool emit_ir_instr(const instr *in, int64_t imm, const target *t, const char *name, strbuf *decls,
                   strbuf *out)
{
    static const uint16_t sources[SPEC_SRC_MAX] = {0, 1, 2, 3};
    ir_writer *w = mem_alloc(1, sizeof *w);
    unsigned vector = first_vector_source(in), ninputs = in->nsrc;
    bool prefixed = vector < in->nsrc;
    w->out = out;
    w->decls = decls;
    for (unsigned i = 0; i < in->nsrc; i++)
        w->value[i] = (ir_value){.name = in->src_name[i], .type = type_of(in->src[i]->llvm)};
    if (prefixed)
        w->value[ninputs++] = (ir_value){.name = "domain", .type = type_of(in->src[vector]->llvm)};
    w->value[ninputs].name = "r";
    write_signature(w, in->result->llvm, name, "", ninputs);
    write_attributes(t, instr_vector_bits(in, 0), "nounwind", out);
    strbuf_puts(out, " {\n");
    if (prefixed) write_integer_domain(w, vector, in->nsrc);
    write_instr(w, in, sources, imm, ninputs);
    write_return(w, ninputs, type_of(in->result->llvm));
    mem_free(w);
    return prefixed;
}

/* ---- modules ---- */

static void write_triple(const target *t, strbuf *out)
{
    strbuf_printf(out, "target triple = \"%s\"\n\n", t->triple);
}

static void write_decls(const strbuf *decls, strbuf *out)
{
    if (decls->len) strbuf_printf(out, "\n%s", strbuf_text(decls));
}

void emit_ir_module(const cell *c, const prog *p, const char *name, strbuf *out)
{
    strbuf decls = {0};
    write_triple(c->target, out);
    emit_ir_function(c, p, name, "", "nounwind", &decls, out);
    write_decls(&decls, out);
    strbuf_free(&decls);
}

void emit_ir_bare(const prog *p, const char *name, strbuf *out)
{
    strbuf decls = {0};
    write_ir_function(p, name, "", "", &decls, out);
    write_decls(&decls, out);
    strbuf_free(&decls);
}

void lowering_hash_ir(const cell *c, const prog *p, char out[HASH_TEXT])
{
    strbuf ir = {0}, name = {0};
    lowering_print_name(c, &name);
    emit_ir_module(c, p, strbuf_text(&name), &ir);
    hash_bytes(strbuf_text(&ir), ir.len, out);
    strbuf_free(&ir);
    strbuf_free(&name);
}

static void write_library_function(const lowering *l, strbuf *decls, strbuf *out)
{
    strbuf name = {0};
    lowering_print_name(&l->cell, &name);
    lowering_print_story(l, "; ", out);
    emit_ir_function(&l->cell, &l->prog, strbuf_text(&name), "linkonce_odr",
                     "alwaysinline nounwind willreturn memory(none)", decls, out);
    strbuf_puts(out, "\n");
    strbuf_free(&name);
}

void emit_ir_library(const spec *s, const target *t, const char *layout, const lowering *list,
                     unsigned count, strbuf *out)
{
    strbuf decls = {0};
    strbuf_puts(out, "; " LICENSE_TAG "\n");
    strbuf_printf(
        out, "; Lanesmith: %u lowering%s for %s. Generated by `lanesmith emit`; do not edit.\n",
        count, count == 1 ? "" : "s", t->name);
    strbuf_printf(out, "; Every function is proved equal to its operation. Spec %s.\n", s->hash);
    strbuf_puts(out, "; linkonce_odr: linking brings in what is called; alwaysinline: nothing is "
                     "left of the call.\n");
    strbuf_printf(out, "target datalayout = \"%s\"\n\n", layout);
    for (unsigned i = 0; i < count; i++) write_library_function(&list[i], &decls, out);
    write_decls(&decls, out);
    strbuf_free(&decls);
}
