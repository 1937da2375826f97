// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rules_single.c - programs of one instruction for the operations of a table: rules.c starts a
 * table with them. */
#include "rules_single.h"

#include "rules_images.h"
#include "rules_table.h"
#include "spec/base/random.h"
#include "spec/instr.h"

static void add_single(const rulebook *b, singles *out, const values *f, const instr *in,
                       int64_t imm, const int src[3])
{
    const image *v[3] = {NULL, NULL, NULL};
    if (out->count == out->cap)
        out->at = mem_grow(out->at, out->cap = out->cap ? 2 * out->cap : 1024, sizeof *out->at);
    single *x = &out->at[out->count++];
    *x = (single){.in = in, .imm = imm, .src = {src[0], src[1], src[2]}};
    for (unsigned i = 0; i < in->nsrc; i++) v[i] = f->node[src[i]].v;
    values_machine_run(b->m, in, imm, v, &x->first, 1);
}

/* Every choice of sources among values 0..count-1, at least one of them an input. */
static void add_sources(const rulebook *b, singles *out, const values *f, const instr *in,
                        int64_t imm)
{
    int src[3] = {0, 0, 0};
    unsigned n = in->nsrc, total = 1, count = in->nsrc == 3 ? f->ninputs : f->count;
    for (unsigned i = 0; i < n; i++) total *= count;
    for (unsigned x = 0; x < total; x++) {
        bool any = false;
        unsigned rest = x;
        for (unsigned i = 0; i < n; i++, rest /= count) {
            src[i] = (int)(rest % count);
            any = any || src[i] < (int)f->ninputs;
        }
        if (any && !(in->commutative && src[0] > src[1])) add_single(b, out, f, in, imm, src);
    }
}

void rules_collect_singles(const rulebook *b, const table *t, values *f, unsigned width,
                           unsigned ninputs, singles *out)
{
    static const uint64_t zero[2] = {0, 0}, ones[2] = {~0ULL, ~0ULL};
    values_begin(f, b->m, t->family, ninputs,
                 (const image(*)[VALUES_IMAGES_MAX])b->in[t->images][width],
                 rules_images_at(b->width[width], t->family->bits));
    values_const(f, zero);
    values_const(f, ones);
    out->count = 0;
    for (unsigned sources = 1; sources <= 3;
         sources++) /* of equals the plainer one is found first */
        for (unsigned i = 0; i < b->s->ninstrs; i++) {
            const instr *in = &b->s->instrs[i];
            if (in->nsrc != sources || in->kind == INSTR_LOGIC3 || in->kind == INSTR_NAMED ||
                !rules_has_instr(b, t, in))
                continue;
            if (!in->has_imm && values_machine_has(b->m, in, 0)) add_sources(b, out, f, in, 0);
            for (int64_t imm = in->imm_low; in->has_imm && imm <= in->imm_high; imm++)
                if (values_machine_has(b->m, in, imm)) add_sources(b, out, f, in, imm);
        }
}

/* The table of a three-input function of the inputs that the operation is; false when it is none.
 */
static bool solve_table(const values *f, const wanted *want, unsigned ninputs, int64_t *imm)
{
    unsigned known = 0, ones = 0;
    for (unsigned k = 0; k < f->images; k++)
        for (unsigned row = 0; row < 8; row++)
            for (unsigned l = 0; l < 2; l++) {
                uint64_t at = want->care[k][l];
                for (unsigned i = 0; i < 3; i++) {
                    uint64_t v = i < ninputs ? f->node[i].v[k][l] : f->node[0].v[k][l];
                    at &= row >> (2 - i) & 1 ? v : ~v;
                }
                if (at & want->target[k][l]) known |= 1u << row, ones |= 1u << row;
                if (at & ~want->target[k][l]) known |= 0x100u << row;
            }
    if (ones & known >> 8) return false;
    *imm = ones;
    return true;
}

static void offer_tables(const rulebook *b, table *t, const op *o, unsigned width, values *f)
{
    int64_t imm;
    int src[3] = {0, o->arity > 1 ? 1 : 0, o->arity > 2 ? 2 : 0};
    if (!solve_table(f, wanted_of(b, t, o, width), o->arity, &imm)) return;
    for (unsigned i = 0; i < b->s->ninstrs; i++) {
        const instr *in = &b->s->instrs[i];
        if (in->kind != INSTR_LOGIC3 || !rules_has_instr(b, t, in) || in->nsrc != 3) continue;
        int n = values_insn(f, in, src, imm);
        if (n != VALUES_NONE) rules_offer(b, t, o, width, f, n, "single", 1);
        return;
    }
}

/* ---- bit matrices ---- */

/* Whether the instruction multiplies each byte of its first source by a matrix of 8 by 8 bits, in
 * the same 64 bits of the second: result bit i is the parity of the byte's bits under byte 7 - i.
 * Tried on some values: what is proposed is proved in any case. */
static bool is_matrix_product(const instr *in)
{
    enum { TRIED = 8 };
    if (in->kind != INSTR_MATRIX || in->nsrc != 2 || !in->has_imm || in->imm_low > 0 ||
        in->imm_high < 0)
        return false;
    term_ctx *c = term_ctx_new();
    term src[2] = {term_mk_var(c, in->src_name[0], in->src[0]->bits),
                   term_mk_var(c, in->src_name[1], in->src[1]->bits)};
    term t = instr_apply(in, c, src, 0);
    uint64_t state = 1;
    bool good = true;
    for (unsigned k = 0; good && k < TRIED; k++) {
        uint64_t a[VALUES_LIMBS] = {random_next(&state)},
                 matrix[VALUES_LIMBS] = {random_next(&state)}, out[VALUES_LIMBS] = {0}, want = 0;
        const uint64_t *of[2] = {a, matrix};
        for (unsigned bit = 0; bit < 64; bit++)
            want |= (uint64_t)(__builtin_popcountll(a[0] >> bit / 8 * 8 &
                                                    matrix[0] >> (7 - bit % 8) * 8 & 255) &
                               1)
                    << bit;
        term_eval(c, t, src, of, 2, out);
        good = out[0] == want;
    }
    term_ctx_free(c);
    return good;
}

const instr *rules_find_matrix_product(const rulebook *b, const table *t)
{
    for (unsigned i = 0; i < b->s->ninstrs; i++)
        if (rules_has_instr(b, t, &b->s->instrs[i]) && is_matrix_product(&b->s->instrs[i]))
            return &b->s->instrs[i];
    return NULL;
}

/* The matrix for it. Solved from what the operation does to
 * bytes with one bit; false when it does not act on bytes alike, or is not linear on the images. */
static bool solve_matrix(const rulebook *b, const table *t, const op *o, unsigned width,
                         uint64_t *matrix)
{
    unsigned w = b->width[width];
    term_ctx *c = term_ctx_new();
    term arg = term_mk_var(c, o->param[0], 8), result, care;
    diags quiet = {0};
    bool good = op_elaborate(o, w, 8 / w, c, &arg, &result, &care, &quiet);
    *matrix = 0;
    for (unsigned bit = 0; good && bit < 8; bit++) {
        uint64_t in = 1u << bit, out = 0;
        const uint64_t *v = &in;
        term_eval(c, result, &arg, &v, 1, &out);
        for (unsigned i = 0; i < 8; i++) *matrix |= (out >> i & 1) << ((7 - i) * 8 + bit);
    }
    diag_free(&quiet);
    term_ctx_free(c);
    return good && wanted_of(b, t, o, width)->exists;
}

static void offer_matrix(const rulebook *b, table *t, const op *o, unsigned width, values *f)
{
    unsigned w = b->width[width];
    const instr *in = t->matrix_product;
    uint64_t matrix;
    if (!in || o->arity != 1 || w > 8 || 8 % w || !solve_matrix(b, t, o, width, &matrix)) return;
    int n = values_insn(f, in,
                        (const int[]){0, values_const(f, (const uint64_t[]){matrix, matrix})}, 0);
    if (n != VALUES_NONE) rules_offer(b, t, o, width, f, n, "matrix", 1);
    f->count = o->arity + 2;
}

void rules_offer_singles(const rulebook *b, table *t, const op *o, unsigned width, values *f,
                         const singles *all)
{
    const wanted *want = wanted_of(b, t, o, width);
    unsigned before = o->arity + 2;
    for (unsigned i = 0; i < o->arity; i++) rules_offer(b, t, o, width, f, (int)i, "single", 1);
    for (unsigned i = 0; i < all->count; i++) {
        image differ = (all->at[i].first ^ want->target[0]) & want->care[0];
        if (differ[0] | differ[1]) continue;
        int n = values_insn(f, all->at[i].in, all->at[i].src, all->at[i].imm);
        if (n != VALUES_NONE) rules_offer(b, t, o, width, f, n, "single", 1);
        f->count = before;
    }
    offer_tables(b, t, o, width, f);
    offer_matrix(b, t, o, width, f);
    f->count = before;
}
