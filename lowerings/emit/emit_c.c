// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* emit_c.c - a lowering as a function in C; emit_headers.c makes files of them.
 *
 * Every lowering is a static inline function on the C types of its register class, with the target
 * attribute that its own instructions need and no more, so that it compiles in any translation unit
 * and inlines into any function that has those features. The expressions come from the
 * instructions' C templates. A step is a local that is named as in the program's text, or stands
 * within the one step that uses it while that is a line of 100 columns: compilers read fewer names
 * faster. Constants are named c0, c1, ... and written through the class's splat templates with the
 * shortest period that repeats, or as a vector literal when nothing does.
 *
 * The code is C99 and C++11 for compilers with GNU attributes, and gives no warning under -Wall
 * -Wextra -Wpedantic -Wconversion. */
#include "emit.h"

#include <string.h>

enum { FEATURES_MAX = SPEC_FEATURES_MAX };

typedef struct feature_set {
    const char *name[FEATURES_MAX];
    unsigned count;
} feature_set;

/* ---- the features that a function needs ---- */

static void add_feature(feature_set *f, const char *name)
{
    for (unsigned i = 0; i < f->count; i++)
        if (!strcmp(f->name[i], name)) return;
    require(f->count < FEATURES_MAX, "a lowering needs at most SPEC_FEATURES_MAX features");
    f->name[f->count++] = name;
}

static void add_features(feature_set *f, const instr *in)
{
    for (const char *const *r = in->requires_; r && *r; r++) add_feature(f, *r);
}

static unsigned feature_count(const instr *in)
{
    unsigned n = 0;
    for (const char *const *r = in->requires_; r && *r; r++) n++;
    return n;
}

/* A class itself needs features, for its constants and for passing arguments: those of the first
 * instruction among the least demanding ones that make a value of it. */
static const instr *class_witness(const spec *s, const target *t, const regclass *cls)
{
    const instr *best = NULL;
    for (unsigned i = 0; i < s->ninstrs; i++) {
        const instr *in = &s->instrs[i];
        if (in->result != cls || !target_has_instr(t, in)) continue;
        if (!best || feature_count(in) < feature_count(best)) best = in;
    }
    return best;
}

static void put_target_attribute(const target *t, const feature_set *f, strbuf *out)
{
    if (!f->count) return;
    strbuf_puts(out, "__attribute__((target(\"");
    for (unsigned i = 0; i < f->count; i++)
        strbuf_printf(out, "%s%s", i ? "," : "", isa_c_feature(t->set, f->name[i]));
    strbuf_puts(out, "\")))\n");
}

static void write_target_attribute(const spec *s, const target *t, const lowering *l, strbuf *out)
{
    feature_set f = {0};
    const regclass *cls = l->cell.cls->of ? l->cell.cls->of : l->cell.cls;
    const instr *witness = class_witness(s, t, cls);
    if (witness) add_features(&f, witness);
    for (unsigned i = 0; i < l->prog.ninsns; i++) add_features(&f, l->prog.insn[i].in);
    put_target_attribute(t, &f, out);
}

/* ---- constants ---- */

/* The low `count` bits, 1 to 64, from bit `low`; a multiple of count, which is a power of two. */
static uint64_t bits_at(const uint64_t *limbs, unsigned low, unsigned count)
{
    uint64_t v = limbs[low / 64] >> (low % 64);
    return count == 64 ? v : v & ((UINT64_C(1) << count) - 1);
}

static bool repeats(const uint64_t *limbs, unsigned bits, unsigned period)
{
    for (unsigned low = period; low < bits; low += period)
        if (bits_at(limbs, low, period) != bits_at(limbs, 0, period)) return false;
    return true;
}

static const class_spelling *spell(const target *t, const regclass *cls)
{
    const class_spelling *s = isa_spelling(t->set, cls->index);
    require(s, "the classes of a target and its instructions are spelled");
    return s;
}

static void write_type(const target *t, const regclass *cls, strbuf *out)
{
    if (cls->of) strbuf_printf(out, "lanesmith_%s", cls->name);
    else strbuf_puts(out, spell(t, cls)->c_type);
}

/* The splat template of a class for constants of the period. */
static const char *splat_template(const class_spelling *s, unsigned period)
{
    switch (period) {
    case 8: return s->c_splat8;
    case 16: return s->c_splat16;
    case 32: return s->c_splat32;
    default: return s->c_splat64;
    }
}

static void fill_literal(void *context, const char *name, size_t length, strbuf *out)
{
    (void)name, (void)length;
    strbuf_puts(out, context);
}

static void write_splat(const char *text, uint64_t value, unsigned period, strbuf *out)
{
    strbuf literal = {0};
    strbuf_printf(&literal, "0x%0*llx%s", (int)(period + 3) / 4, (unsigned long long)value,
                  period > 32 ? "ull" : "u");
    template_expand(text, fill_literal, literal.s, out);
    strbuf_free(&literal);
}

/* $a is the lowest 64 bits, $b the next. */
static void fill_limb(void *context, const char *name, size_t length, strbuf *out)
{
    (void)length;
    const uint64_t *limbs = context;
    strbuf_printf(out, "0x%016llxull", (unsigned long long)limbs[*name - 'a']);
}

/* An expression of the set's, or a vector literal of GNU C, which C++ takes too; the C types of
 * vector classes are then vectors of 64-bit elements. */
static void write_vector_literal(const class_spelling *s, unsigned bits, uint64_t *limbs,
                                 strbuf *out)
{
    if (strchr(s->literal, '$')) {
        template_expand(s->literal, fill_limb, limbs, out);
        return;
    }
    strbuf_printf(out, "__extension__(%s){", s->c_type);
    for (unsigned i = 0; i < bits / 64; i++)
        strbuf_printf(out, "%s(%s)0x%016llxull", i ? ", " : "", s->literal,
                      (unsigned long long)limbs[i]);
    strbuf_puts(out, "}");
}

static void write_constant(const class_spelling *s, const regclass *cls, uint64_t *limbs,
                           strbuf *out)
{
    if (!cls->vector) {
        write_splat(splat_template(s, cls->bits), bits_at(limbs, 0, cls->bits), cls->bits, out);
        return;
    }
    for (unsigned period = 8; period <= 64; period *= 2) {
        if (!repeats(limbs, cls->bits, period)) continue;
        write_splat(splat_template(s, period), bits_at(limbs, 0, period), period, out);
        return;
    }
    write_vector_literal(s, cls->bits, limbs, out);
}

/* ---- blocks of registers ---- */

static void write_type_of_block(const target *t, const regclass *block, strbuf *out)
{
    strbuf_puts(out, "typedef struct ");
    write_type(t, block, out);
    strbuf_printf(out, " {\n  %s r[%u];\n} ", spell(t, block->of)->c_type, block->parts);
    write_type(t, block, out);
    strbuf_puts(out, ";\n");
}

static void write_join(const spec *s, const target *t, const regclass *block, const regclass *half,
                       strbuf *out)
{
    feature_set f = {0};
    const instr *witness = class_witness(s, t, block->of);
    if (witness) add_features(&f, witness);
    put_target_attribute(t, &f, out);
    strbuf_puts(out, "static inline ");
    write_type(t, block, out);
    strbuf_printf(out, " lanesmith_join_%s(", block->name);
    write_type(t, half, out);
    strbuf_puts(out, " a, ");
    write_type(t, half, out);
    strbuf_puts(out, " b) {\n  ");
    write_type(t, block, out);
    strbuf_puts(out, " r;\n");
    for (unsigned k = 0; k < block->parts; k++) {
        strbuf_printf(out, "  r.r[%u] = %c", k, k < block->parts / 2 ? 'a' : 'b');
        if (half->of) strbuf_printf(out, ".r[%u]", k % (block->parts / 2));
        strbuf_puts(out, ";\n");
    }
    strbuf_puts(out, "  return r;\n}\n");
}

/* Its type, and how it is put together; files that are included together may have them all. */
static void write_block(const spec *s, const target *t, const regclass *block, const regclass *half,
                        strbuf *out)
{
    strbuf guard = {0};
    strbuf_puts(&guard, "LANESMITH_BLOCK_");
    emit_identifier(block->name, &guard);
    strbuf_printf(out, "#ifndef %s\n#define %s\n", guard.s, guard.s);
    write_type_of_block(t, block, out);
    write_join(s, t, block, half, out);
    strbuf_puts(out, "#endif\n\n");
    strbuf_free(&guard);
}

void emit_c_blocks(const spec *s, const cell *c, uint64_t *written, strbuf *out)
{
    const regclass *half = c->cls->of;
    for (unsigned i = 0; c->cls->of && i < s->nblocks; i++) {
        const regclass *block = &s->blocks[i];
        if (block->of != c->cls->of || block->parts > c->cls->parts) continue;
        if (!(*written >> i & 1)) write_block(s, c->target, block, half, out);
        *written |= UINT64_C(1) << i;
        half = block;
    }
}

/* ---- values ---- */

static void write_value(const prog *p, unsigned v, strbuf *out)
{
    unsigned first = prog_first_insn(p);
    if (v < p->ninputs) strbuf_puts(out, p->input_name[v]);
    else if (v < first) strbuf_printf(out, "c%u", v - p->ninputs);
    else if (v == p->result && !p->second_name) strbuf_puts(out, "r");
    else strbuf_printf(out, "t%u", v - first);
}

static bool is_const(const prog *p, unsigned v)
{
    return v >= p->ninputs && v < prog_first_insn(p);
}

static bool is_used(const prog *p, unsigned v)
{
    for (unsigned i = 0; i < p->ninsns; i++)
        for (unsigned j = 0; j < p->insn[i].in->nsrc; j++)
            if (p->insn[i].src[j] == v) return true;
    return p->result == v || (p->second_name && p->second == v);
}

static void write_unused_inputs(const prog *p, strbuf *out)
{
    for (unsigned i = 0; i < p->ninputs; i++)
        if (!is_used(p, i)) strbuf_printf(out, "  (void)%s;\n", p->input_name[i]);
}

/* Whether constant value v is used as one of the class. */
static bool is_used_in(const prog *p, unsigned v, const regclass *cls)
{
    for (unsigned i = 0; i < p->ninsns; i++)
        for (unsigned j = 0; j < p->insn[i].in->nsrc; j++)
            if (p->insn[i].src[j] == v && p->insn[i].in->src[j] == cls) return true;
    return (p->result == v && cls == prog_const_class(p)) ||
           (p->second_name && p->second == v && cls == prog_second_class(p));
}

static void write_constants(const spec *s, const lowering *l, strbuf *out)
{
    const prog *p = &l->prog;
    const regclass *own = prog_const_class(p);
    for (unsigned i = 0; i < p->nconsts; i++)
        for (unsigned k = 0; k < s->nclasses; k++) {
            const regclass *cls = &s->classes[k];
            uint64_t limbs[16];
            if (!is_used_in(p, p->ninputs + i, cls)) continue;
            prog_const_in(p, i, cls, limbs);
            const class_spelling *spelling = spell(l->cell.target, cls);
            strbuf_printf(out, "  const %s c%u%s%s = ", spelling->c_type, i,
                          cls == own ? "" : "_", cls == own ? "" : cls->name);
            write_constant(spelling, cls, limbs, out);
            strbuf_puts(out, ";\n");
        }
}

/* ---- steps: a local each, or within the one step that uses it ---- */

enum { COLUMNS_MAX = 100 };

typedef struct c_steps {
    const lowering *l;
    strbuf text[PROG_INSNS_MAX];    /* the expression of each step */
    unsigned times[PROG_INSNS_MAX]; /* how often its value is written: by others, and at the end */
    bool within[PROG_INSNS_MAX];    /* it stands in the text of another */
} c_steps;

typedef struct c_place {
    c_steps *steps;
    const prog_insn *insn;
} c_place;

static void count_place(void *context, const char *name, size_t length, strbuf *out)
{
    (void)out;
    const c_place *at = context;
    const prog *p = &at->steps->l->prog;
    int i = template_operand(at->insn->in, name, length);
    if (i < 0 || i == (int)at->insn->in->nsrc) return;
    unsigned v = at->insn->src[i];
    if (v >= prog_first_insn(p)) at->steps->times[v - prog_first_insn(p)]++;
}

static void count_uses(c_steps *c)
{
    const prog *p = &c->l->prog;
    unsigned first = prog_first_insn(p);
    strbuf none = {0};
    for (unsigned i = 0; i < p->ninsns; i++) {
        c_place at = {.steps = c, .insn = &p->insn[i]};
        if (is_used(p, first + i)) template_expand(p->insn[i].in->c, count_place, &at, &none);
    }
    if (p->result >= first) c->times[p->result - first]++;
    if (p->second_name && p->second >= first) c->times[p->second - first]++;
    strbuf_free(&none);
}

/* Whether no operator around the expression can take it apart: F(...) or (...). */
static bool is_closed(const char *text)
{
    int depth = 0;
    text += strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    for (; *text; text++) {
        depth += (*text == '(') - (*text == ')');
        if (!depth) break;
    }
    return *text == ')' && !text[1];
}

static void write_within(const strbuf *text, strbuf *out)
{
    bool closed = is_closed(text->s);
    if (!closed) strbuf_puts(out, "(");
    strbuf_putn(out, text->s, text->len);
    if (!closed) strbuf_puts(out, ")");
}

static void fill_c_place(void *context, const char *name, size_t length, strbuf *out)
{
    const c_place *at = context;
    const prog *p = &at->steps->l->prog;
    unsigned first = prog_first_insn(p);
    int i = template_operand(at->insn->in, name, length);
    require(i >= 0, "a place in a C template is a source or the immediate");
    if (i == (int)at->insn->in->nsrc) {
        strbuf_printf(out, "%lld", (long long)at->insn->imm);
        return;
    }
    unsigned v = at->insn->src[i];
    const regclass *cls = at->insn->in->src[i];
    if (v >= first && at->steps->within[v - first]) write_within(&at->steps->text[v - first], out);
    else write_value(p, v, out);
    if (is_const(p, v) && cls != prog_const_class(p)) strbuf_printf(out, "_%s", cls->name);
}

static void write_opening(const c_steps *c, unsigned i, strbuf *out)
{
    const prog *p = &c->l->prog;
    strbuf_puts(out, "  const ");
    write_type(c->l->cell.target, p->insn[i].in->result, out);
    strbuf_puts(out, " ");
    write_value(p, prog_first_insn(p) + i, out);
    strbuf_puts(out, " = ");
}

/* A source of step i that stands within it and can be a local of its own, as an index of steps;
 * else the count of steps. */
static unsigned source_within(const c_steps *c, unsigned i)
{
    const prog *p = &c->l->prog;
    unsigned first = prog_first_insn(p);
    for (unsigned j = 0; j < p->insn[i].in->nsrc; j++) {
        unsigned v = p->insn[i].src[j];
        if (v >= first && c->within[v - first]) return v - first;
    }
    return p->ninsns;
}

static void expand_step(c_steps *c, unsigned i)
{
    c_place at = {.steps = c, .insn = &c->l->prog.insn[i]};
    c->text[i].len = 0;
    template_expand(at.insn->in->c, fill_c_place, &at, &c->text[i]);
}

/* The text of step i, with those of the sources that nothing else uses, as far as a line holds. */
static void make_step(c_steps *c, unsigned i)
{
    const prog *p = &c->l->prog;
    unsigned first = prog_first_insn(p);
    strbuf opening = {0};
    write_opening(c, i, &opening);
    for (unsigned j = 0; j < p->insn[i].in->nsrc; j++) {
        unsigned v = p->insn[i].src[j];
        if (v >= first) c->within[v - first] = c->times[v - first] == 1;
    }
    expand_step(c, i);
    while (opening.len + c->text[i].len + 1 > COLUMNS_MAX) {
        unsigned k = source_within(c, i);
        if (k == p->ninsns) break;
        c->within[k] = false;
        expand_step(c, i);
    }
    strbuf_free(&opening);
}

/* A result that is used once is returned without a name, if that is one line. */
static void make_result(c_steps *c)
{
    const prog *p = &c->l->prog;
    if (p->result < prog_first_insn(p)) return;
    unsigned i = p->result - prog_first_insn(p);
    c->within[i] = c->times[i] == 1 && strlen("  return ;") + c->text[i].len <= COLUMNS_MAX;
}

static void make_steps(c_steps *c)
{
    const prog *p = &c->l->prog;
    count_uses(c);
    for (unsigned i = 0; i < p->ninsns; i++)
        if (c->times[i]) make_step(c, i);
    make_result(c);
}

static void write_steps(const c_steps *c, strbuf *out)
{
    for (unsigned i = 0; i < c->l->prog.ninsns; i++) {
        if (!c->times[i] || c->within[i]) continue;
        write_opening(c, i, out);
        strbuf_putn(out, c->text[i].s, c->text[i].len);
        strbuf_puts(out, ";\n");
    }
}

static void free_steps(c_steps *c)
{
    for (unsigned i = 0; i < c->l->prog.ninsns; i++) strbuf_free(&c->text[i]);
}

/* ---- functions ---- */

static void write_prototype(const lowering *l, const char *prefix, strbuf *out)
{
    const prog *p = &l->prog;
    const target *t = l->cell.target;
    strbuf_puts(out, "static inline ");
    write_type(t, p->cls, out);
    strbuf_puts(out, " ");
    emit_c_name(&l->cell, prefix, out);
    for (unsigned i = 0; i < p->ninputs; i++) {
        strbuf_puts(out, i ? ", " : "(");
        write_type(t, prog_input_class(p, i), out);
        strbuf_printf(out, " %s", p->input_name[i]);
    }
    if (p->second_name) {
        strbuf_puts(out, p->ninputs ? ", " : "(");
        write_type(t, prog_second_class(p), out);
        strbuf_printf(out, " *%s", p->second_name);
    }
    strbuf_puts(out, p->ninputs || p->second_name ? ") {\n" : "(void) {\n");
}

/* The second result goes where a pointer says. */
static void write_second(const prog *p, strbuf *out)
{
    if (!p->second_name) return;
    strbuf_printf(out, "  *%s = ", p->second_name);
    write_value(p, p->second, out);
    if (is_const(p, p->second) && prog_second_class(p) != prog_const_class(p))
        strbuf_printf(out, "_%s", prog_second_class(p)->name);
    strbuf_puts(out, ";\n");
}

static void write_return(const c_steps *c, strbuf *out)
{
    const prog *p = &c->l->prog;
    unsigned first = prog_first_insn(p);
    strbuf_puts(out, "  return ");
    if (p->result >= first && c->within[p->result - first])
        strbuf_putn(out, c->text[p->result - first].s, c->text[p->result - first].len);
    else write_value(p, p->result, out);
    strbuf_puts(out, ";\n}\n\n");
}

void emit_c_short_name(const cell *c, const char *prefix, strbuf *out)
{
    strbuf_printf(out, "%s_", prefix);
    lowering_print_cell(c, out);
}

void emit_c_name(const cell *c, const char *prefix, strbuf *out)
{
    emit_c_short_name(c, prefix, out);
    strbuf_printf(out, "_%s", c->target->suffix);
}

void emit_c_function(const spec *s, const lowering *l, const char *prefix, strbuf *out)
{
    const prog *p = &l->prog;
    c_steps c = {.l = l};
    make_steps(&c);
    write_target_attribute(s, l->cell.target, l, out);
    write_prototype(l, prefix, out);
    write_unused_inputs(p, out);
    write_constants(s, l, out);
    write_steps(&c, out);
    write_second(p, out);
    write_return(&c, out);
    free_steps(&c);
}
