/* grammar.c - chooses and classifies the members of a search grammar.
 *
 * "Narrowest of each family": the members of a (family ...) form that differ only in their lane width compute the same on
 * values whose carries stay inside fields, so the core tier takes the first of each. Classification is by lifting to a
 * single bit (tables) and by comparing with moved bits on one image (shifts). */
#include "grammar.h"

#include <stdio.h>
#include <string.h>

#include "../spec/lift.h"

static bool in_tier(const instr *in, grammar_tier tier)
{
    static const unsigned core = 1u << INSTR_LOGIC | 1u << INSTR_LOGIC3 | 1u << INSTR_ADD | 1u << INSTR_SUB |
                                 1u << INSTR_SHIFT | 1u << INSTR_LEA;
    if (tier == GRAMMAR_FULL) return true;
    if (in->kind == INSTR_SHIFT && !in->has_imm) return false;
    return core >> in->kind & 1;
}

static bool of_one_class(const instr *in, const regclass *cls)
{
    for (unsigned i = 0; i < in->nsrc; i++)
        if (in->src[i] != cls) return false;
    return in->result == cls && in->nsrc <= 3;
}

/* The first member of in's family that the target has. */
static bool narrowest(const spec *s, const target *t, const instr *in)
{
    for (unsigned i = 0; i < in->index; i++) {
        const instr *k = &s->instrs[i];
        if (!strcmp(k->family, in->family) && k->result == in->result && target_has_instr(t, k)) return false;
    }
    return true;
}

/* Fills is_table and table when the term acts on every bit alike. */
static void classify_table(grammar_member *m, term_ctx *c, term t, const term *vars, unsigned width)
{
    term bit, bit_vars[3];
    if (!lift_to_chunk(c, &t, 1, vars, m->nsrc, width, 1, &bit, bit_vars)) return;
    m->is_table = true;
    for (unsigned row = 0; row < 1u << m->nsrc; row++) {
        uint64_t value[3], out[1];
        const uint64_t *p[3] = {&value[0], &value[1], &value[2]};
        for (unsigned i = 0; i < m->nsrc; i++) value[i] = row >> (m->nsrc - 1 - i) & 1;
        term_eval(c, bit, bit_vars, p, m->nsrc, out);
        m->table = (uint8_t)(m->table | (out[0] & 1) << row);
    }
}

static void add_member(grammar *g, const instr *in, int64_t imm, kernel_set *kernels, term_ctx *c)
{
    term src[SPEC_SRC_MAX] = {0};
    if (g->count == GRAMMAR_MEMBERS_MAX) return;
    grammar_member *m = &g->member[g->count];
    *m = (grammar_member){.in = in, .imm = imm, .nsrc = in->nsrc, .commutative = in->commutative, .kernel = -1};
    for (unsigned i = 0; i < in->nsrc; i++) src[i] = term_mk_var(c, in->src_name[i], g->cls->bits);
    term t = instr_apply(in, c, src, imm);
    classify_table(m, c, t, src, g->cls->bits);
    m->kernel = kernels ? kernel_add(kernels, c, t, src, in->nsrc, g->cls->bits) : 0;
    if (m->kernel >= 0) g->count++;
}

/* An instruction whose immediate is the truth table of its three sources. */
static bool is_any_table(const grammar *g, const instr *in, term_ctx *c)
{
    static const int64_t probes[] = {0x01, 0x80, 0xca, 0x96, 0xe8};
    if (in->nsrc != 3 || !in->has_imm || in->imm_low != 0 || in->imm_high != 255) return false;
    for (unsigned i = 0; i < sizeof probes / sizeof *probes; i++) {
        grammar_member m = {.nsrc = 3};
        term src[3];
        for (unsigned k = 0; k < 3; k++) src[k] = term_mk_var(c, in->src_name[k], g->cls->bits);
        classify_table(&m, c, instr_apply(in, c, src, probes[i]), src, g->cls->bits);
        if (!m.is_table || m.table != probes[i]) return false;
    }
    return true;
}

static void add_instr(grammar *g, const instr *in, kernel_set *kernels, term_ctx *c)
{
    if (is_any_table(g, in, c)) {
        add_member(g, in, 0xca, kernels, c);
        g->member[g->count - 1].any_table = true;
        return;
    }
    if (in->nsrc > 2) return; /* the engines take three sources only as tables */
    if (!in->has_imm) {
        add_member(g, in, 0, kernels, c);
        return;
    }
    int64_t high = in->kind == INSTR_SHIFT && in->imm_high >= g->w ? (int64_t)g->w - 1 : in->imm_high;
    for (int64_t imm = in->imm_low; imm <= high && imm < in->imm_low + 16; imm++) add_member(g, in, imm, kernels, c);
}

/* Every pattern of w bits (w <= 2): masks of bit positions, zero and all ones. */
static void add_constants(grammar *g)
{
    unsigned patterns = g->w <= 2 ? 1u << g->w : 0;
    for (unsigned p = 0; p < patterns; p++) {
        uint64_t v = p;
        for (unsigned period = g->w; period < 64; period *= 2) v |= v << period;
        g->konst[g->nconsts++] = v;
    }
}

void grammar_init(grammar *g, const spec *s, const regclass *cls, const target *t, unsigned w, grammar_tier tier,
                  kernel_set *kernels)
{
    term_ctx *c = term_ctx_new();
    *g = (grammar){.s = s, .cls = cls, .target = t, .w = w};
    for (unsigned i = 0; i < s->ninstrs; i++) {
        const instr *in = &s->instrs[i];
        if (!target_has_instr(t, in) || !of_one_class(in, cls) || !in_tier(in, tier)) continue;
        if (tier == GRAMMAR_CORE && !narrowest(s, t, in)) continue;
        add_instr(g, in, kernels, c);
    }
    add_constants(g);
    term_ctx_free(c);
}

void grammar_link(grammar *g, const kernel_set *kernels)
{
    for (unsigned i = 0; i < g->count; i++) g->member[i].run = kernel_get(kernels, g->member[i].kernel);
}

void grammar_print(const grammar *g, strbuf *out)
{
    strbuf_puts(out, "instructions:");
    for (unsigned i = 0; i < g->count; i++) {
        const grammar_member *m = &g->member[i];
        strbuf_printf(out, " %s", m->in->name);
        if (m->any_table) strbuf_puts(out, ":*");
        else if (m->in->has_imm) strbuf_printf(out, ":%lld", (long long)m->imm);
    }
    strbuf_puts(out, "; constants:");
    for (unsigned i = 0; i < g->nconsts; i++) strbuf_printf(out, " 0x%02x*", (unsigned)(g->konst[i] & 0xff));
}

const grammar_member *grammar_find_table2(const grammar *g, uint8_t table, bool *swapped)
{
    uint8_t other = (uint8_t)((table & 9) | (table & 2) << 1 | (table & 4) >> 1);
    for (unsigned i = 0; i < g->count; i++) {
        const grammar_member *m = &g->member[i];
        if (!m->is_table || m->any_table || m->nsrc != 2 || (m->table != table && m->table != other)) continue;
        *swapped = m->table != table;
        return m;
    }
    return NULL;
}

const grammar_member *grammar_find_not(const grammar *g)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->member[i].is_table && g->member[i].nsrc == 1 && g->member[i].table == 1) return &g->member[i];
    return NULL;
}

const grammar_member *grammar_find_any_table(const grammar *g)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->member[i].any_table) return &g->member[i];
    return NULL;
}

static unsigned image_bit(const image *v, unsigned i)
{
    return (unsigned)((*v)[i / 64] >> i % 64) & 1;
}

bool grammar_moves(const grammar *g, const grammar_member *m, int delta)
{
    const image probe = {0x9e3779b97f4a7c15u, 0xc2b2ae3d27d4eb4fu};
    image out;
    if (m->nsrc != 1 || !m->in->has_imm) return false;
    m->run(&probe, NULL, NULL, &out, 1);
    for (unsigned bit = 0; bit < IMAGE_BITS; bit++) {
        int from = (int)bit - delta, field = (int)(bit / g->w);
        if (from < 0 || from / (int)g->w != field) continue;
        if (image_bit(&out, bit) != image_bit(&probe, (unsigned)from)) return false;
    }
    return true;
}

const grammar_member *grammar_find_shift(const grammar *g, int delta)
{
    for (unsigned i = 0; i < g->count; i++)
        if (grammar_moves(g, &g->member[i], delta)) return &g->member[i];
    return NULL;
}

void grammar_run(const grammar *g, const prog_insn *x, const image *a, const image *b, const image *c, image *out)
{
    for (unsigned i = 0; i < g->count; i++) {
        const grammar_member *m = &g->member[i];
        if (m->in != x->in || (!m->any_table && m->imm != x->imm)) continue;
        if (m->any_table) *out = image_table3((unsigned)x->imm, *a, *b, *c);
        else m->run(a, b, c, out, 1);
        return;
    }
    require(false, "the instruction is in the grammar");
}
