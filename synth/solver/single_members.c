// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* single_members.c - the instructions of a class with their immediates, and what they reach: made
 * once, by single_open. */
#include <string.h>

#include "single_inside.h"
#include "spec/instr.h"
#include "spec/term/lift.h"
#include "synth/problem/classify.h"

typedef struct support {
    term_ctx *c;
    const term *src; /* variables */
    unsigned nsrc;
    bytes (*of)[SPEC_SRC_MAX]; /* by term */
    bool *known;
} support;

static void add_variable(support *u, term var, unsigned high, unsigned low, bytes out[SPEC_SRC_MAX])
{
    for (unsigned i = 0; i < u->nsrc; i++)
        if (u->src[i] == var) add_bytes(&out[i], high, low);
}

/* On what t depends; more than it does where an extract is not of a variable. */
static const bytes *support_of(support *u, term t)
{
    if (u->known[t]) return u->of[t];
    term_op kind = term_get_op(u->c, t);
    bool slice = kind == TERM_EXTRACT && term_get_op(u->c, term_arg(u->c, t, 0)) == TERM_VAR;
    u->known[t] = true;
    if (slice)
        add_variable(u, term_arg(u->c, t, 0), term_int(u->c, t, 0), term_int(u->c, t, 1), u->of[t]);
    if (kind == TERM_VAR) add_variable(u, t, term_width(u->c, t) - 1, 0, u->of[t]);
    for (unsigned i = 0; !slice && i < term_nargs(u->c, t); i++) {
        const bytes *more = support_of(u, term_arg(u->c, t, i));
        for (unsigned k = 0; k < u->nsrc; k++)
            for (unsigned j = 0; j < WORDS; j++) u->of[t][k].word[j] |= more[k].word[j];
    }
    return u->of[t];
}

const char *const single_names[SPEC_SRC_MAX] = {"s0", "s1", "s2", "s3"};

static bool is_bitwise(const instr *in, term_ctx *c, term t, const term *src)
{
    term bit, bit_src[SPEC_SRC_MAX];
    uint8_t table;
    for (unsigned i = 0; i < in->nsrc; i++)
        if (in->src[i] != in->result) return false;
    if (in->nsrc <= 3) return classify_table(c, t, src, in->nsrc, in->result->bits, &table);
    return lift_to_chunk(c, &t, 1, src, in->nsrc, in->result->bits, 1, &bit, bit_src);
}

unsigned single_probed_byte(unsigned i, unsigned n)
{
    static const unsigned char low[PROBES - 1] = {0, 3, 7};
    return i < PROBES - 1 && low[i] < n ? low[i] : n - 1;
}

term single_copy_term(term_ctx *to, const term_ctx *from, term t, const term *vars, const term *by,
                      unsigned count, term *done)
{
    term arg[TERM_ARGS_MAX] = {TERM_NONE};
    if (done[t]) return done[t];
    for (unsigned i = 0; i < count; i++)
        if (vars[i] == t) return done[t] = by[i];
    for (unsigned i = 0; i < term_nargs(from, t); i++)
        arg[i] = single_copy_term(to, from, term_arg(from, t, i), vars, by, count, done);
    return done[t] = term_rebuild(to, from, t, arg);
}

static void keep_probes(catalogue *g, member *m, const term_ctx *c, const term *part, unsigned n)
{
    term *done = mem_alloc(term_count(c) + 1, sizeof *done);
    for (unsigned i = 0; i < PROBES; i++)
        m->byte[i] = single_copy_term(g->c, c, part[single_probed_byte(i, n)], NULL, NULL, 0, done);
    mem_free(done);
}

static void find_reach(arena *mem, catalogue *g, member *m)
{
    unsigned n = m->in->result->bits / 8;
    term src[SPEC_SRC_MAX], part[BYTES_MAX];
    support u = {.c = term_ctx_new(), .src = src, .nsrc = m->in->nsrc};
    for (unsigned i = 0; i < m->in->nsrc; i++)
        src[i] = term_mk_var(u.c, single_names[i], m->in->src[i]->bits);
    term t = instr_apply(m->in, u.c, src, m->imm);
    for (unsigned i = 0; i < n; i++) part[i] = term_mk_extract(u.c, i * 8 + 7, i * 8, t);
    u.of = mem_alloc(term_count(u.c) + 1, sizeof *u.of);
    u.known = mem_alloc(term_count(u.c) + 1, sizeof *u.known);
    m->reach = arena_alloc(mem, n, sizeof *m->reach);
    for (unsigned i = 0; i < n; i++) memcpy(m->reach[i], support_of(&u, part[i]), sizeof *m->reach);
    m->bitwise = is_bitwise(m->in, u.c, t, src);
    keep_probes(g, m, u.c, part, n);
    mem_free(u.of);
    mem_free(u.known);
    term_ctx_free(u.c);
}

/* ---- catalogues ---- */

bool single_is_member(const instr *in, const regclass *cls)
{
    bool takes = false;
    for (unsigned i = 0; i < in->nsrc; i++) takes = takes || in->src[i] == cls;
    return in->result == cls && in->machine == 1 && in->kind != INSTR_NAMED && takes;
}

static bool is_wanted(const instr *in, const regclass *cls, const cell *cells, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (cells[i].cls == cls && target_has_instr(cells[i].target, in))
            return single_is_member(in, cls);
    return false;
}

void single_fill_catalogue(single *x, catalogue *g, const cell *cells, unsigned count)
{
    unsigned n = 0;
    for (unsigned i = 0; i < x->s->ninstrs; i++) {
        const instr *in = &x->s->instrs[i];
        if (is_wanted(in, g->cls, cells, count))
            n += in->has_imm ? (unsigned)(in->imm_high - in->imm_low) + 1 : 1;
    }
    g->list = arena_new(&x->mem, n + 1, member);
    g->c = n ? term_ctx_new() : NULL;
    for (unsigned i = 0; i < x->s->ninstrs; i++) {
        const instr *in = &x->s->instrs[i];
        if (!is_wanted(in, g->cls, cells, count)) continue;
        for (int64_t imm = in->has_imm ? in->imm_low : 0; imm <= (in->has_imm ? in->imm_high : 0);
             imm++) {
            g->list[g->count] = (member){.in = in, .imm = imm};
            find_reach(&x->mem, g, &g->list[g->count++]);
        }
    }
}
