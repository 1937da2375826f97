/* lowering.c - names of lowerings and what all emitters share.
 *
 * Everything that is written about a lowering, in whatever language, is made here once: its name, the expansion of
 * instruction templates, LLVM's integer types and constants as text, and the story (meaning, program, cost, proof)
 * that stands above it. Called by emit_ir.c, emit_c.c, emit_table.c and costgen.c.
 *
 * Invariant: output depends on the arguments only, never on addresses or the environment, so the same lowerings
 * give the same bytes. */
#include "emit.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

void emit_identifier(const char *text, strbuf *out)
{
    for (; *text; text++) strbuf_putn(out, isalnum((unsigned char)*text) ? text : "_", 1);
}

void lowering_print_c_name(const cell *c, strbuf *out)
{
    strbuf_puts(out, "lanesmith_");
    emit_identifier(c->op->name, out);
    strbuf_printf(out, "_%u_", c->w);
    emit_identifier(c->cls->name, out);
}

void lowering_print_name(const cell *c, strbuf *out)
{
    lowering_print_c_name(c, out);
    strbuf_puts(out, "_");
    emit_identifier(c->target->name, out);
}

/* ---- templates ---- */

static size_t name_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
    return n;
}

void template_expand(const char *text, template_fill *fill, void *context, strbuf *out)
{
    while (*text) {
        size_t plain = strcspn(text, "$");
        strbuf_putn(out, text, plain);
        text += plain;
        if (*text != '$') break;
        size_t n = name_length(++text);
        require(n > 0, "a $ in a template is followed by a name");
        fill(context, text, n, out);
        text += n;
    }
}

static bool same_name(const char *name, const char *s, size_t n)
{
    return name && strlen(name) == n && !memcmp(name, s, n);
}

int template_operand(const instr *in, const char *name, size_t length)
{
    for (unsigned i = 0; i < in->nsrc; i++)
        if (same_name(in->src_name[i], name, length)) return (int)i;
    if (in->has_imm && same_name(in->imm_name, name, length)) return (int)in->nsrc;
    return -1;
}

/* ---- integer types of LLVM ---- */

/* Reads "i32" and moves *s behind it. */
static bool parse_scalar(const char **s, unsigned *bits)
{
    if (**s != 'i' || !isdigit((unsigned char)(*s)[1])) return false;
    char *end;
    *bits = (unsigned)strtoul(*s + 1, &end, 10);
    *s = end;
    return *bits > 0;
}

static bool parse_lanes(const char **s, unsigned *lanes)
{
    char *end;
    *lanes = (unsigned)strtoul(*s + 1, &end, 10);
    if (*lanes == 0 || strncmp(end, " x ", 3)) return false;
    *s = end + 3;
    return true;
}

bool ir_type_parse(const char *text, ir_type *out)
{
    *out = (ir_type){.lanes = 1, .vector = *text == '<'};
    if (out->vector && !parse_lanes(&text, &out->lanes)) return false;
    if (!parse_scalar(&text, &out->lane_bits)) return false;
    return !strcmp(text, out->vector ? ">" : "");
}

void ir_type_print(ir_type t, strbuf *out)
{
    if (t.vector)
        strbuf_printf(out, "<%u x i%u>", t.lanes, t.lane_bits);
    else
        strbuf_printf(out, "i%u", t.lane_bits);
}

void ir_type_print_suffix(ir_type t, strbuf *out)
{
    if (t.vector) strbuf_printf(out, "v%u", t.lanes);
    strbuf_printf(out, "i%u", t.lane_bits);
}

/* ---- constants ---- */

/* Bits [low, low + count) as a signed number, the way LLVM prints integers. Requires: 1 <= count <= 64, and the bits
 * do not straddle limbs (lanes are powers of two). */
static int64_t signed_bits(const uint64_t *limbs, unsigned low, unsigned count)
{
    uint64_t v = limbs[low / 64] >> (low % 64);
    unsigned spare = 64 - count;
    return (int64_t)(v << spare) >> spare;
}

static bool lanes_equal(ir_type t, const uint64_t *limbs)
{
    for (unsigned i = 1; i < t.lanes; i++)
        if (signed_bits(limbs, i * t.lane_bits, t.lane_bits) != signed_bits(limbs, 0, t.lane_bits)) return false;
    return true;
}

static void print_lanes(ir_type t, const uint64_t *limbs, strbuf *out)
{
    for (unsigned i = 0; i < t.lanes; i++)
        strbuf_printf(out, "%si%u %lld", i ? ", " : "<", t.lane_bits,
                      (long long)signed_bits(limbs, i * t.lane_bits, t.lane_bits));
    strbuf_puts(out, ">");
}

void ir_const_print(ir_type t, const uint64_t *limbs, strbuf *out)
{
    require(t.lane_bits <= 64 && (t.lane_bits & (t.lane_bits - 1)) == 0, "lanes are powers of two of at most 64 bits");
    long long first = (long long)signed_bits(limbs, 0, t.lane_bits);
    if (!t.vector)
        strbuf_printf(out, t.lane_bits == 1 ? (first ? "true" : "false") : "%lld", first);
    else if (!lanes_equal(t, limbs))
        print_lanes(t, limbs, out);
    else if (first == 0)
        strbuf_puts(out, "zeroinitializer");
    else
        strbuf_printf(out, "splat (i%u %lld)", t.lane_bits, first);
}

/* ---- the story ---- */

static void story_meaning(const lowering *l, const char *prefix, strbuf *out)
{
    const cell *c = &l->cell;
    strbuf_printf(out, "%s%s on %u fields of %u bit%s in %s", prefix, c->op->name, cell_fields(c), c->w,
                  c->w == 1 ? "" : "s", c->cls->name);
    if (c->op->doc && *c->op->doc) strbuf_printf(out, ": %s", c->op->doc);
    strbuf_puts(out, "\n");
}

static void story_program(const lowering *l, const char *prefix, strbuf *out)
{
    strbuf text = {0};
    prog_print(&l->prog, &text);
    for (const char *line = strbuf_text(&text); *line;) {
        size_t n = strcspn(line, "\n");
        strbuf_printf(out, "%s    %.*s\n", prefix, (int)n, line);
        line += n + (line[n] == '\n');
    }
    strbuf_free(&text);
}

static const char *plural(unsigned n)
{
    return n == 1 ? "" : "s";
}

static void story_cost(const lowering *l, const char *prefix, strbuf *out)
{
    const cost *k = &l->cost;
    strbuf_printf(out, "%scost: %u instruction%s, %u micro-operation%s, %.2f cycles throughput, %.0f cycles latency, ",
                  prefix, k->insns, plural(k->insns), k->uops, plural(k->uops), k->rthroughput, k->latency);
    strbuf_printf(out, "%u constant%s, %u bytes\n", k->consts, plural(k->consts), k->bytes);
}

static void story_proof(const lowering *l, const char *prefix, strbuf *out)
{
    strbuf_printf(out, "%sstatus: %s", prefix, l->status ? l->status : "best found");
    if (l->bound >= 0) strbuf_printf(out, ", bound %d", l->bound);
    if (l->engine && *l->engine) strbuf_printf(out, ", found by %s", l->engine);
    if (l->obligation && *l->obligation) strbuf_printf(out, "\n%sproved: obligation %s", prefix, l->obligation);
    strbuf_puts(out, "\n");
}

void emit_story(const lowering *l, const char *prefix, strbuf *out)
{
    story_meaning(l, prefix, out);
    story_program(l, prefix, out);
    story_cost(l, prefix, out);
    story_proof(l, prefix, out);
}
