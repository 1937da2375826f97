// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* grammar.c - chooses the members of a search grammar.
 *
 * "Narrowest of each family": the members of a (family ...) form that differ only in their lane
 * width compute the same on values whose carries stay inside fields, so the core tier takes the
 * first of each. What members are to a search is found in classify.c. */
#include "grammar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spec/instr.h"
#include "spec/term/lift.h"
#include "inverse.h"

static const char *const chunk_names[SPEC_SRC_MAX] = {
    "a", "b", "c", "d"}; /* of the sources of what is done on a chunk */

static bool in_tier(const instr *in, grammar_tier tier)
{
    static const unsigned core = 1u << INSTR_LOGIC | 1u << INSTR_LOGIC3 | 1u << INSTR_ADD |
                                 1u << INSTR_SUB | 1u << INSTR_SHIFT | 1u << INSTR_LEA,
                          ordered = core | 1u << INSTR_COMPARE | 1u << INSTR_MINMAX;
    /* Bounds refer to the text of a grammar: a kind that enters here takes the stored ones from
     * their grammars. */
    static const unsigned none = 1u << INSTR_SHUFFLE | 1u << INSTR_MATRIX | 1u << INSTR_SUM |
                                 1u << INSTR_COUNT | 1u << INSTR_FUNNEL | 1u << INSTR_CONVERT |
                                 1u << INSTR_NAMED;
    if (tier >= GRAMMAR_FULL) return !(none >> in->kind & 1);
    if (tier == GRAMMAR_VARIED)
        return !(none >> in->kind & 1) && (!in->has_imm || core >> in->kind & 1);
    if (in->kind == INSTR_SHIFT && !in->has_imm) return false;
    return (tier == GRAMMAR_CORE ? core : ordered) >> in->kind & 1;
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
        if (!strcmp(k->family, in->family) && k->result == in->result && target_has_instr(t, k))
            return false;
    }
    return true;
}

static bool commutes(term_op kind)
{
    return kind == TERM_AND || kind == TERM_OR || kind == TERM_EQ || kind == TERM_BVAND ||
           kind == TERM_BVOR || kind == TERM_BVXOR || kind == TERM_BVADD || kind == TERM_BVMUL;
}

/* Whether t is u with a and b exchanged, up to the order of what commutes. */
static bool mirrored(const term_ctx *c, term t, term u, term a, term b)
{
    if (t == a || t == b) return u == (t == a ? b : a);
    unsigned n = term_nargs(c, t);
    if (n == 0 || term_get_op(c, u) != term_get_op(c, t) || term_width(c, u) != term_width(c, t))
        return t == u;
    if (term_get_op(c, t) == TERM_EXTRACT &&
        (term_int(c, t, 0) != term_int(c, u, 0) || term_int(c, t, 1) != term_int(c, u, 1)))
        return false;
    bool straight = true;
    for (unsigned i = 0; i < n && straight; i++)
        straight = mirrored(c, term_arg(c, t, i), term_arg(c, u, i), a, b);
    if (straight || !commutes(term_get_op(c, t))) return straight;
    return mirrored(c, term_arg(c, t, 0), term_arg(c, u, 1), a, b) &&
           mirrored(c, term_arg(c, t, 1), term_arg(c, u, 0), a, b);
}

static bool exchangeable(const grammar_member *m, const term_ctx *c)
{
    return m->nsrc == 2 && mirrored(c, m->body, m->body, m->arg[0], m->arg[1]);
}

/* Kernels of what source p has to be at least, where the result is known in part and other sources
 * are q. */
static void add_back(grammar_member *m, unsigned how, term_ctx *c, term lane, term p, term q,
                     kernel_set *kernels)
{
    term vars[3] = {term_mk_var(c, "result", m->lane), term_mk_var(c, "care", m->lane), q};
    unsigned n = q ? 3 : 2;
    inverse b = inverse_of(c, lane, p, vars[0], vars[1]);
    if (term_is_zero(c, b.on) && term_is_zero(c, b.off)) return;
    m->back[how].on = kernel_add(kernels, c, b.on, vars, n, m->lane);
    m->back[how].off = kernel_add(kernels, c, b.off, vars, n, m->lane);
}

/* Whether the search has a formula of its own, whatever bits of the result are asked for. */
static bool has_formula(const grammar_member *m)
{
    return m->is_table || m->any_table || m->shape == SHAPE_SHL || m->shape == SHAPE_LSHR ||
           m->shape == SHAPE_ASHR || m->shape == SHAPE_ROTL || m->shape == SHAPE_FILL;
}

static void add_backs(grammar_member *m, term_ctx *c, term lane, const term *v, kernel_set *kernels)
{
    if (has_formula(m)) return;
    if (m->nsrc == 1) {
        add_back(m, BACK_ALL, c, lane, v[0], TERM_NONE, kernels);
        return;
    }
    add_back(m, BACK_FIRST, c, lane, v[0], v[1], kernels);
    add_back(m, BACK_SECOND, c, lane, v[1], v[0], kernels);
    add_back(m, BACK_ALL, c, term_substitute(c, lane, &v[1], &v[0], 1), v[0], TERM_NONE, kernels);
}

/* Fills table, shape, lane and by. lane, v: the member on one lane, and its sources there, where
 * m->lane is not 0. */
static void classify_member(grammar *g, grammar_member *m, term *lane, term *v)
{
    uint8_t table;
    m->is_table = classify_table(g->terms, m->body, m->arg, m->nsrc, g->bits, &table);
    if (m->is_table) m->table = table;
    if (m->nsrc != 1 && m->nsrc != 2) return;
    m->lane = lift_to_smallest(g->terms, &m->body, 1, m->arg, m->nsrc, g->bits, 8, lane, v);
    m->shape = classify_shape(g->terms, &g->shifted, *lane, v, m->nsrc, m->lane, &m->by);
}

/* Classifies the member, and compiles it and what computes its sources back; returns its kernel. */
static int add_kernels(grammar *g, grammar_member *m, kernel_set *kernels)
{
    term lane = TERM_NONE, v[3];
    classify_member(g, m, &lane, v);
    int kernel = kernel_add(kernels, g->terms, m->body, m->arg, m->nsrc, g->bits);
    if (kernel >= 0 && m->lane) add_backs(m, g->terms, lane, v, kernels);
    return kernel;
}

static grammar_member *add_body(grammar *g, term body, const term *arg, unsigned nsrc,
                                kernel_set *kernels)
{
    require(nsrc <= 3, "members have at most three sources");
    if (g->count == GRAMMAR_MEMBERS_MAX) return NULL;
    grammar_member *m = &g->member[g->count];
    *m = (grammar_member){.nsrc = nsrc, .body = body, .kernel = -1, .gives = 1};
    for (unsigned i = 0; i < nsrc; i++) m->arg[i] = arg[i];
    for (unsigned i = 0; i < 3; i++) m->back[i].on = m->back[i].off = -1;
    m->kernel = kernels ? add_kernels(g, m, kernels) : 0;
    if (m->kernel < 0) return NULL;
    g->count++;
    return m;
}

grammar_member *grammar_add(grammar *g, const char *name, term body, const term *arg, unsigned nsrc,
                            kernel_set *kernels)
{
    grammar_member *m = add_body(g, body, arg, nsrc, kernels);
    if (!m) return NULL;
    m->name = name;
    m->commutative = exchangeable(m, g->terms);
    return m;
}

bool grammar_add_const(grammar *g, uint64_t value)
{
    if (g->nconsts == GRAMMAR_CONSTS_MAX) return false;
    if (g->bits < 64) value &= (1ULL << g->bits) - 1;
    for (unsigned period = g->bits; period < 64; period *= 2) value |= value << period;
    g->konst_sorts[g->nconsts] = 1;
    g->konst[g->nconsts++] = value;
    return true;
}

void grammar_open(grammar *g, unsigned bits)
{
    *g = (grammar){.bits = bits, .terms = term_ctx_new(), .result_sort = 0, .free_sorts = ~0u};
    for (unsigned i = 0; i < sizeof g->input_sorts / sizeof *g->input_sorts; i++)
        g->input_sorts[i] = 1;
}

void grammar_free(grammar *g)
{
    term_ctx_free(g->terms);
    g->terms = NULL;
}

/* What the instruction does on chunk 0 of its registers; TERM_NONE when that depends on other
 * chunks. */
static term on_chunk(grammar *g, const instr *in, int64_t imm, const term *chunk)
{
    term src[SPEC_SRC_MAX] = {0}, vars[2 * SPEC_SRC_MAX], t;
    for (unsigned i = 0; i < in->nsrc; i++) {
        unsigned rest = in->src[i]->bits - g->bits;
        term parts[2] = {chunk[i], rest ? term_mk_var(g->terms, "rest", rest) : TERM_NONE};
        src[i] = rest ? term_mk_concat_n(g->terms, parts, 2) : chunk[i];
    }
    t = instr_apply(in, g->terms, src, imm);
    if (in->result->bits > g->bits) t = term_mk_extract(g->terms, g->bits - 1, 0, t);
    unsigned n = term_collect_vars(g->terms, t, vars, 2 * SPEC_SRC_MAX);
    for (unsigned k = 0; k < n && k < 2 * SPEC_SRC_MAX; k++) {
        bool own = false;
        for (unsigned i = 0; i < in->nsrc; i++) own = own || vars[k] == chunk[i];
        if (!own) return TERM_NONE;
    }
    return t;
}

/* Whether a member does that already, or it does nothing. */
static bool known_action(const grammar *g, term body, const term *arg, unsigned nsrc)
{
    for (unsigned i = 0; i < nsrc; i++)
        if (body == arg[i]) return true;
    for (unsigned i = 0; i < g->count; i++)
        if (g->member[i].body == body && g->member[i].nsrc == nsrc && !g->member[i].any_table)
            return true;
    return false;
}

static bool add_member(grammar *g, const instr *in, int64_t imm, kernel_set *kernels)
{
    term src[SPEC_SRC_MAX] = {0};
    bool chunked = g->bits != g->cls->bits;
    for (unsigned i = 0; i < in->nsrc; i++)
        src[i] = term_mk_var(g->terms, chunked ? chunk_names[i] : in->src_name[i], g->bits);
    term body = on_chunk(g, in, imm, src);
    if (!body) g->skipped++;
    if (!body || (chunked && known_action(g, body, src, in->nsrc))) return false;
    grammar_member *m = add_body(g, body, src, in->nsrc, kernels);
    if (!m) return false;
    m->name = in->name;
    m->in = in;
    m->imm = imm;
    m->commutative = in->commutative;
    return true;
}

/* An instruction whose immediate is the truth table of its three sources. */
static bool is_any_table(const grammar *g, const instr *in, term_ctx *c)
{
    static const int64_t probes[] = {0x01, 0x80, 0xca, 0x96, 0xe8};
    if (in->nsrc != 3 || !in->has_imm || in->imm_low != 0 || in->imm_high != 255) return false;
    for (unsigned i = 0; i < sizeof probes / sizeof *probes; i++) {
        uint8_t table;
        term src[3];
        for (unsigned k = 0; k < 3; k++) src[k] = term_mk_var(c, in->src_name[k], g->cls->bits);
        if (!classify_table(c, instr_apply(in, c, src, probes[i]), src, 3, g->cls->bits, &table) ||
            table != probes[i])
            return false;
    }
    return true;
}

static void add_instr(grammar *g, const instr *in, kernel_set *kernels)
{
    if (is_any_table(g, in, g->terms)) {
        if (add_member(g, in, 0xca, kernels)) g->member[g->count - 1].any_table = true;
        return;
    }
    /* Stored bounds are of grammars without such blends: they have a tier of their own. */
    if (in->nsrc == 3 && in->kind == INSTR_BLEND && g->tier != GRAMMAR_WIDE) {
        g->skipped++;
        return;
    }
    if (!in->has_imm) {
        add_member(g, in, 0, kernels);
        return;
    }
    bool few = in->kind == INSTR_SHIFT && g->tier < GRAMMAR_FULL && in->imm_high >= g->w;
    for (int64_t imm = in->imm_low; imm <= (few ? (int64_t)g->w - 1 : in->imm_high); imm++)
        add_member(g, in, imm, kernels);
}

/* In every field of a register; the bits above the last one are zero. */
static void add_pattern(grammar *g, uint64_t field)
{
    uint64_t v = 0;
    unsigned bits = g->bits < 64 && g->w <= g->bits ? g->bits : 64;
    for (unsigned at = 0; at < 64; at += bits)
        for (unsigned low = 0; low + g->w <= bits; low += g->w) v |= field << (at + low);
    g->konst_sorts[g->nconsts] = 1;
    g->konst[g->nconsts++] = v;
}

/* Where fields do not cross 64 bits. Fields of up to 4 bits: every pattern of w bits: masks of bit
 * positions, zero and all ones. Wider ones: zero, one, the greatest signed number, the lower half,
 * the number of bits, the highest amount of a shift, every second bit, every second pair; and their
 * complements. */
static void add_constants(grammar *g)
{
    enum { ALL = 4 };
    if (g->w > 64 || (64 % g->w && g->cls->vector)) return;
    if (g->w <= ALL)
        for (unsigned p = 0; p < 1u << g->w; p++) add_pattern(g, p);
    else {
        uint64_t ones = ~0ULL >> (64 - g->w);
        const uint64_t patterns[] = {0,    1,        ones >> 1, ones >> g->w / 2,
                                     g->w, g->w - 1, ones / 3,  ones / 5};
        for (unsigned i = 0; i < sizeof patterns / sizeof *patterns; i++) {
            add_pattern(g, patterns[i] & ones);
            add_pattern(g, ~patterns[i] & ones);
        }
    }
}

void grammar_init(grammar *g, const spec *s, const regclass *cls, const target *t, unsigned w,
                  grammar_tier tier, kernel_set *kernels)
{
    grammar_open(g, cls->vector && tier != GRAMMAR_CORE ? GRAMMAR_CHUNK : cls->bits);
    g->s = s;
    g->tier = tier;
    g->cls = cls;
    g->target = t;
    g->w = w;
    for (unsigned i = 0; i < s->ninstrs; i++) {
        const instr *in = &s->instrs[i];
        if (!target_has_instr(t, in) || !of_one_class(in, cls) || !in_tier(in, tier)) continue;
        if (tier <= GRAMMAR_VARIED && !narrowest(s, t, in)) continue;
        add_instr(g, in, kernels);
    }
    add_constants(g);
}

void grammar_link(grammar *g, const kernel_set *kernels)
{
    for (unsigned i = 0; i < g->count; i++) {
        grammar_member *m = &g->member[i];
        m->run = kernel_get(kernels, m->kernel);
        for (unsigned k = 0; k < 3; k++) {
            if (m->back[k].on < 0 || m->back[k].off < 0) continue;
            m->back[k].run_on = kernel_get(kernels, m->back[k].on);
            m->back[k].run_off = kernel_get(kernels, m->back[k].off);
        }
    }
}

/* How many members from i on are one instruction with immediates that follow each other. */
static unsigned run_of_immediates(const grammar *g, unsigned i)
{
    unsigned n = 1;
    while (i + n < g->count && g->member[i].in && g->member[i + n].in == g->member[i].in &&
           g->member[i + n].imm == g->member[i].imm + n)
        n++;
    return n;
}

/* As program text has it: as many digits as a field has, at least two. */
static void print_pattern(const grammar *g, uint64_t v, strbuf *out)
{
    unsigned digits = 64 % g->w ? 16 : g->w <= 8 ? 2 : g->w / 4;
    strbuf_printf(out, " 0x%0*llx*", (int)digits,
                  (unsigned long long)(v & ~0ULL >> (64 - 4 * digits)));
}

void grammar_print(const grammar *g, strbuf *out)
{
    strbuf_puts(out, "instructions:");
    for (unsigned i = 0, n; i < g->count; i += n) {
        const grammar_member *m = &g->member[i];
        n = run_of_immediates(g, i);
        strbuf_printf(out, " %s", m->name);
        if (m->any_table) strbuf_puts(out, ":*");
        else if (m->in && m->in->has_imm) strbuf_printf(out, ":%lld", (long long)m->imm);
        if (n > 1) strbuf_printf(out, "-%lld", (long long)g->member[i + n - 1].imm);
    }
    strbuf_puts(out, "; constants:");
    for (unsigned i = 0; i < g->nconsts; i++) {
        if (g->w) print_pattern(g, g->konst[i], out);
        else
            strbuf_printf(out, " 0x%llx",
                          (unsigned long long)(g->bits < 64 ? g->konst[i] & ((1ULL << g->bits) - 1)
                                                            : g->konst[i]));
    }
    if (g->bits != (g->cls ? g->cls->bits : g->bits))
        strbuf_printf(out, "; on chunks of %u bits", g->bits);
}

bool grammar_reads_alike(const grammar *a, const grammar *b)
{
    strbuf x = {0}, y = {0};
    if (a->target && b->target && a->target->set != b->target->set) return false; /* names recur */
    grammar_print(a, &x);
    grammar_print(b, &y);
    bool same = !strcmp(strbuf_text(&x), strbuf_text(&y));
    strbuf_free(&x);
    strbuf_free(&y);
    return same;
}

/* ---- wider classes ---- */

static bool prints_alike(const term_ctx *c, term t, const term_ctx *d, term u)
{
    strbuf x = {0}, y = {0};
    term_print(c, t, &x);
    term_print(d, u, &y);
    bool same = !strcmp(strbuf_text(&x), strbuf_text(&y));
    strbuf_free(&x);
    strbuf_free(&y);
    return same;
}

/* Requires: both grammars are of the same chunk. Whether members i do the same there. */
static bool acts_alike(const grammar *g, const grammar *h, unsigned i)
{
    const grammar_member *m = &g->member[i], *n = &h->member[i];
    if (m->nsrc != n->nsrc || m->any_table != n->any_table) return false;
    for (unsigned k = 0; k < m->nsrc; k++)
        if (!prints_alike(g->terms, m->arg[k], h->terms, n->arg[k])) return false;
    return prints_alike(g->terms, m->body, h->terms, n->body);
}

/* What the instruction does on every chunk of its class; TERM_NONE when chunks are not alike and
 * independent. */
static term on_every_chunk(const instr *in, int64_t imm, term_ctx *c, unsigned chunk)
{
    term src[SPEC_SRC_MAX], t, out, vars[SPEC_SRC_MAX], names[SPEC_SRC_MAX];
    for (unsigned i = 0; i < in->nsrc; i++)
        src[i] = term_mk_var(c, in->src_name[i], in->result->bits);
    t = instr_apply(in, c, src, imm);
    if (in->result->bits == chunk) return t;
    if (!lift_to_chunk(c, &t, 1, src, in->nsrc, in->result->bits, chunk, &out, vars))
        return TERM_NONE;
    for (unsigned i = 0; i < in->nsrc; i++) names[i] = term_mk_var(c, in->src_name[i], chunk);
    return term_substitute(c, out, vars, names, in->nsrc);
}

/* The same where g is of whole registers, which are chunks of h's. */
static bool acts_on_chunks(const grammar *g, const grammar *h, unsigned i)
{
    term_ctx *c = term_ctx_new();
    term here = on_every_chunk(g->member[i].in, g->member[i].imm, c, g->bits);
    term there = on_every_chunk(h->member[i].in, h->member[i].imm, c, g->bits);
    term_ctx_free(c);
    return here && here == there;
}

bool grammar_carries(const grammar *g, const regclass *cls)
{
    if (cls == g->cls) return true;
    grammar *wide = mem_alloc(1, sizeof *wide);
    grammar_init(wide, g->s, cls, g->target, g->w, g->tier, NULL);
    bool same = grammar_reads_alike(g, wide) && g->count == wide->count;
    for (unsigned i = 0; same && i < g->count; i++)
        same = g->bits == wide->bits ? acts_alike(g, wide, i) : acts_on_chunks(g, wide, i);
    grammar_free(wide);
    mem_free(wide);
    return same;
}

static int compare_hashes(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void hash_action(const term_ctx *c, const grammar_member *m, unsigned bits, const term *arg,
                        term body, char out[HASH_TEXT])
{
    strbuf text = {0};
    strbuf_printf(&text, "%u %u %u", m->nsrc, m->any_table, bits);
    for (unsigned k = 0; k < m->nsrc; k++) strbuf_puts(&text, " "), term_print(c, arg[k], &text);
    strbuf_puts(&text, " ");
    term_print(c, body, &text);
    hash_text(text.s, out);
    strbuf_free(&text);
}

void grammar_actions(const grammar *g, char (*out)[HASH_TEXT])
{
    for (unsigned i = 0; i < g->count; i++)
        hash_action(g->terms, &g->member[i], g->bits, g->member[i].arg, g->member[i].body, out[i]);
    qsort(out, g->count, sizeof *out, compare_hashes);
}

bool grammar_chunk_actions(const grammar *g, char (*out)[HASH_TEXT])
{
    grammar chunk;
    bool all = g->cls && g->cls->vector && g->bits > GRAMMAR_CHUNK;
    grammar_open(&chunk, GRAMMAR_CHUNK);
    for (unsigned i = 0; all && i < g->count; i++) {
        const grammar_member *m = &g->member[i];
        term arg[SPEC_SRC_MAX] = {0};
        for (unsigned k = 0; k < m->nsrc; k++)
            arg[k] = term_mk_var(chunk.terms, chunk_names[k], GRAMMAR_CHUNK);
        term body = on_chunk(&chunk, m->in, m->imm, arg);
        all = body != TERM_NONE;
        if (all) hash_action(chunk.terms, m, GRAMMAR_CHUNK, arg, body, out[i]);
    }
    grammar_free(&chunk);
    if (all) qsort(out, g->count, sizeof *out, compare_hashes);
    return all;
}

bool grammar_covers(const char (*a)[HASH_TEXT], unsigned n, const char (*b)[HASH_TEXT], unsigned m)
{
    unsigned k = 0;
    for (unsigned i = 0; i < m; i++, k++) {
        while (k < n && strcmp(a[k], b[i]) < 0) k++;
        if (k == n || strcmp(a[k], b[i])) return false;
    }
    return true;
}

const grammar_member *grammar_find_table2(const grammar *g, uint8_t table, bool *swapped)
{
    uint8_t other = (uint8_t)((table & 9) | (table & 2) << 1 | (table & 4) >> 1);
    for (unsigned i = 0; i < g->count; i++) {
        const grammar_member *m = &g->member[i];
        if (!m->is_table || m->any_table || m->nsrc != 2 ||
            (m->table != table && m->table != other))
            continue;
        *swapped = m->table != table;
        return m;
    }
    return NULL;
}

const grammar_member *grammar_find_not(const grammar *g)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->member[i].is_table && g->member[i].nsrc == 1 && g->member[i].table == 1)
            return &g->member[i];
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
    if (m->nsrc != 1 || !m->in || !m->in->has_imm) return false;
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

void grammar_run(const grammar *g, const prog_insn *x, const image *a, const image *b,
                 const image *c, image *out)
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
