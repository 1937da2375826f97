// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rules.c - the tables of rules.h. */
#include "rules.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spec/base/random.h"
#include "spec/base/threads.h"
#include "spec/language/elab.h"
#include "spec/language/sexp.h"
#include "spec/instr.h"
#include "spec/op.h"
#include "spec/term/lift.h"

enum { KEEP = 6, DEPS_MAX = 48, PASSES_MAX = 40, FAMILIES_MAX = 6, WIDE_FIELD_MAX = 32 };

/* An operation at a width on the images of a family of classes. */
typedef struct wanted {
    bool exists;
    image *target, *care; /* in the book's memory */
} wanted;

typedef struct entry {
    unsigned count, version; /* version: the round in which cand[0] became what it is */
    flow_program cand[KEEP];
    unsigned cost[KEEP];
    const char *rule[KEEP];
} entry;

/* A use of a rule: at a width, with a value of its other width. */
typedef struct use {
    const rule *r;
    unsigned width, other; /* width: its index */
    unsigned tried;        /* the round of the last try; 0: none */
    unsigned ndeps;
    uint16_t dep[DEPS_MAX][2]; /* operation, width */
    bool all;              /* there were more */
} use;

typedef struct table {
    rulebook_place at;
    /* the class of its programs: 32, 64 or 128 bits; or at.cls, when it is wider and has a narrow
     * table */
    const regclass *family;
    /* of the same place at 128 bits, where widths are that divide 128; else NULL */
    const struct table *narrow;
    const instr *matrix_product; /* NULL: it has none */
    unsigned images;        /* index of the family */
    entry *entry;           /* [op][width] */
    /* [op][width], of a wide table: what was asked for and what rules for it name; else NULL */
    bool *needed;
    bool more_needed;
    arena mem;
} table;

struct rulebook {
    const spec *s;
    const flow_machine *m;
    unsigned *width, nwidths;
    const regclass *family[FAMILIES_MAX];
    unsigned nfamilies;
    image (*in[FAMILIES_MAX])[PROG_INPUTS_MAX][FLOW_IMAGES_MAX]; /* [width] */
    wanted *want[FAMILIES_MAX];                               /* [op][width] */
    table *table;
    unsigned ntables;
    bool *reached; /* [op]: asked for, or named by a rule for one that is reached */
    /* [op][width]: fields act on each other, so that 128 bits are not alike in a wide class */
    bool *spread;
    arena mem;
};

static int width_index(const rulebook *b, int64_t w)
{
    for (unsigned i = 0; i < b->nwidths; i++)
        if (b->width[i] == w) return (int)i;
    return -1;
}

static entry *entry_of(const rulebook *b, const table *t, const op *o, unsigned width)
{
    return &t->entry[o->index * b->nwidths + width];
}

static const wanted *wanted_of(const rulebook *b, const table *t, const op *o, unsigned width)
{
    return &b->want[t->images][o->index * b->nwidths + width];
}

/* ---- images ---- */

typedef struct bits128 { uint64_t limb[2]; } bits128;

static void put_bit(uint64_t *limbs, unsigned at, bool bit)
{
    limbs[at / 64] = (limbs[at / 64] & ~(1ULL << at % 64)) | (uint64_t)bit << at % 64;
}

/* A field of an input: corners half of the time. other: the same field of the input before. */
static bits128 draw_field(uint64_t *state, unsigned w, const bits128 *other)
{
    uint64_t kind = random_next(state) % 16;
    bits128 v = {{random_next(state), random_next(state)}}, one = {{1, 0}};
    if (kind < 3 && other) return *other;
    if (kind == 3 && other) return (bits128){{other->limb[0] + 1, other->limb[1]}};
    if (kind == 4) return (bits128){{0, 0}};
    if (kind == 5) return (bits128){{~0ULL, ~0ULL}};
    if (kind == 6) return one;
    if (kind == 7 || kind == 8) { /* the sign, or all but it */
        for (unsigned i = 0; i < w; i++) put_bit(v.limb, i, (i + 1 == w) == (kind == 7));
        return v;
    }
    if (kind == 12 || kind == 13) { /* one half all ones or zeros */
        bool ones = random_next(state) & 1;
        for (unsigned i = kind == 12 ? w / 2 : 0; i < (kind == 12 ? w : w / 2); i++)
            put_bit(v.limb, i, ones);
    }
    if (kind > 8 && kind < 12) { /* few bits: amounts of shifts */
        v.limb[0] %= w + 1;
        v.limb[1] = 0;
    }
    return v;
}

/* All numbers of some bits, up to 8, in random orders one after the other. */
typedef struct deck {
    uint8_t card[256];
    unsigned count, next;
} deck;

static unsigned deal(deck *d, uint64_t *state)
{
    for (unsigned i = d->count; d->next == 0 && i-- > 1;) {
        unsigned k = (unsigned)(random_next(state) % (i + 1));
        uint8_t t = d->card[i];
        d->card[i] = d->card[k];
        d->card[k] = t;
    }
    unsigned v = d->card[d->next++];
    if (d->next == d->count) d->next = 0;
    return v;
}

/* For operations over all fields of a register: in the second half of the registers all fields but
 * one chosen are zero, or ones, or alike; every fourth stays as it is but for the chosen field,
 * which is zero: of wide fields few are otherwise. */
static bits128 thin_out(bits128 v, unsigned number, unsigned at, unsigned chosen, bits128 *first)
{
    bool none = number % 16 < 3; /* not even one */
    if (!at) *first = v;
    if (at == chosen && !none) return number % 4 == 3 ? (bits128){{0, 0}} : v;
    switch (number % 4) {
    case 0: return (bits128){{0, 0}};
    case 1: return (bits128){{~0ULL, ~0ULL}};
    case 2: return *first;
    default: return v;
    }
}

/* Masks, for what chooses by masks: of wide fields hardly any is one by chance. */
static bits128 draw_mask(uint64_t *state)
{
    return random_next(state) % 2 ? (bits128){{~0ULL, ~0ULL}} : (bits128){{0, 0}};
}

/* What differs in one bit, if at all. */
static bits128 one_bit_off(bits128 v, unsigned w, uint64_t *state)
{
    unsigned i = (unsigned)(random_next(state) % (w + 1));
    if (i < w) v.limb[i / 64] ^= 1ULL << i % 64;
    return v;
}

/* Whether fields have bits on both sides of a 64-bit lane's edge. */
static bool has_crossing(unsigned w, unsigned bits)
{
    return w < bits && bits > 64 && 64 % w && w % 64;
}

/* Fields that cross are few: more registers are needed to see all that can happen to them. */
static unsigned usual_images(unsigned w, unsigned bits)
{
    unsigned registers = has_crossing(w, bits) ? 2 * FLOW_IMAGES : FLOW_IMAGES,
             images = bits > IMAGE_BITS ? registers * bits / IMAGE_BITS : registers;
    return images < FLOW_IMAGES_MAX ? images : FLOW_IMAGES_MAX;
}

/* Of many fields hardly ever so few are chosen that one moves by half the register: some more
 * registers of 128 bits, for that. */
static unsigned images_at(unsigned w, unsigned bits)
{
    enum { FIELDS = 64, SPARSE = 16 };
    return usual_images(w, bits) + (bits == IMAGE_BITS && bits / w >= FIELDS ? SPARSE : 0);
}

/* Every other input has one bit in 16. */
static void draw_sparse(image in[PROG_INPUTS_MAX][FLOW_IMAGES_MAX], unsigned w, unsigned bits)
{
    uint64_t state = w;
    for (unsigned k = usual_images(w, bits); k < images_at(w, bits); k++)
        for (unsigned i = 0; i < PROG_INPUTS_MAX; i++) {
            uint64_t limb[2];
            for (unsigned l = 0; l < 2; l++) {
                limb[l] = random_next(&state);
                for (unsigned n = 0; n < 3 && (k + i) % 2; n++) limb[l] &= random_next(&state);
            }
            memcpy(&in[i][k], limb, sizeof limb);
        }
}

/* Fields of more than 128 bits are random. Fields of up to 4 bits: every pair is there, if all
 * fields of the images are as many; of up to 8: every first one. Of wider ones than 4 bits in every
 * eighth register of the first half masks are first. */
static void draw_inputs(image in[PROG_INPUTS_MAX][FLOW_IMAGES_MAX], unsigned w, unsigned bits,
                        uint64_t *state)
{
    deck pairs = {.count = w <= 8 ? 1u << (w <= 4 ? 2 * w : w) : 1};
    for (unsigned i = 0; i < pairs.count; i++) pairs.card[i] = (uint8_t)i;
    unsigned unit = bits > IMAGE_BITS ? bits : IMAGE_BITS, images = unit / IMAGE_BITS;
    for (unsigned k = 0; k < usual_images(w, bits); k += images) {
        uint64_t limb[PROG_INPUTS_MAX][FLOW_LIMBS];
        bits128 first[PROG_INPUTS_MAX];
        for (unsigned i = 0; i < PROG_INPUTS_MAX; i++)
            for (unsigned l = 0; l < unit / 64; l++) limb[i][l] = random_next(state);
        for (unsigned reg = 0; reg < unit && w <= IMAGE_BITS; reg += bits)
            for (unsigned at = 0, chosen = (unsigned)(random_next(state) % (bits / w)) * w;
                 at + w <= bits; at += w) {
                bits128 v[PROG_INPUTS_MAX];
                bool masked = w > 4 && k < usual_images(w, bits) / 2 && k / images % 8 == 7;
                unsigned pair = masked ? 0 : deal(&pairs, state);
                for (unsigned i = 0; i < PROG_INPUTS_MAX; i++) {
                    v[i] = draw_field(state, w, i ? &v[i - 1] : NULL);
                    if (i == 0 && masked) v[i] = draw_mask(state);
                    else if (i == 0 && w <= 8) v[i].limb[0] = pair;
                    if (w <= 4 && i == 1 && k < usual_images(w, bits) / 2) v[i].limb[0] = pair >> w;
                    bool crosses = has_crossing(w, bits) && at / 64 != (at + w - 1) / 64;
                    if (i && crosses && random_next(state) % 2)
                        v[i] = one_bit_off(v[i - 1], w, state);
                    else if (k >= usual_images(w, bits) / 2)
                        v[i] = thin_out(v[i], k / images, at, chosen, &first[i]);
                    for (unsigned n = 0; n < w; n++)
                        put_bit(limb[i], reg + at + n, v[i].limb[n / 64] >> n % 64 & 1);
                }
            }
        for (unsigned i = 0; i < PROG_INPUTS_MAX; i++)
            memcpy(&in[i][k], limb[i], images * sizeof(image));
    }
    draw_sparse(in, w, bits);
}

static void read_chunk(const image *v, unsigned at, unsigned bits, uint64_t out[2])
{
    out[0] = (*v)[at / 64] >> at % 64;
    out[1] = bits > 64 ? (*v)[1] : 0;
    if (bits < 64) out[0] &= (1ULL << bits) - 1;
}

static void write_chunk(image *v, unsigned at, unsigned bits, const uint64_t in[2])
{
    (*v)[at / 64] |= in[0] << at % 64;
    if (bits > 64) (*v)[1] |= in[1];
}

/* A register is several images. */
static void evaluate_wide(const rulebook *b, unsigned arity, unsigned width, unsigned family,
                          term_evaluator *const side[2], wanted *out)
{
    unsigned images = b->family[family]->bits / IMAGE_BITS;
    for (unsigned k = 0; k < images_at(b->width[width], b->family[family]->bits); k += images) {
        uint64_t result[2][TERM_LIMBS_MAX] = {{0}};
        const uint64_t *v[PROG_INPUTS_MAX];
        for (unsigned i = 0; i < arity; i++) v[i] = (const uint64_t *)&b->in[family][width][i][k];
        for (unsigned i = 0; i < 2; i++) term_evaluator_run(side[i], v, result[i]);
        memcpy(&out->target[k], result[0], images * sizeof(image));
        memcpy(&out->care[k], result[1], images * sizeof(image));
    }
}

/* Chunk by chunk. */
static void evaluate_chunks(const rulebook *b, unsigned arity, unsigned width, unsigned family,
                            unsigned chunk, term_evaluator *const side[2], wanted *out)
{
    for (unsigned k = 0; k < images_at(b->width[width], b->family[family]->bits); k++)
        for (unsigned at = 0; at < IMAGE_BITS; at += chunk) {
            uint64_t value[PROG_INPUTS_MAX][2], result[2][TERM_LIMBS_MAX] = {{0}};
            const uint64_t *v[PROG_INPUTS_MAX];
            for (unsigned i = 0; i < arity; i++) {
                read_chunk(&b->in[family][width][i][k], at, chunk, value[i]);
                v[i] = value[i];
            }
            for (unsigned i = 0; i < 2; i++) term_evaluator_run(side[i], v, result[i]);
            write_chunk(&out->target[k], at, chunk, result[0]);
            write_chunk(&out->care[k], at, chunk, result[1]);
        }
}

/* The operation on the images, by its smallest chunk. */
static bool evaluate(const rulebook *b, const op *o, unsigned width, unsigned family, wanted *out,
                     diags *d)
{
    unsigned bits = b->family[family]->bits, w = b->width[width];
    bool wide = bits > IMAGE_BITS;
    term_ctx *c = term_ctx_new();
    term args[PROG_INPUTS_MAX], side[2], chunk_side[2], chunk_args[PROG_INPUTS_MAX];
    for (unsigned i = 0; i < o->arity; i++) args[i] = term_mk_var(c, o->param[i], bits);
    bool good = op_elaborate(o, w, bits / w, c, args, &side[0], &side[1], d);
    unsigned chunk = good && !wide ? lift_to_smallest(c, side, 2, args, o->arity, bits,
                                                      bits % w ? bits : w, chunk_side, chunk_args)
                                   : bits;
    term_evaluator *run[2] = {NULL};
    for (unsigned i = 0; good && i < 2; i++)
        run[i] = term_evaluator_new(c, wide ? side[i] : chunk_side[i], wide ? args : chunk_args,
                                    o->arity);
    if (good && wide) evaluate_wide(b, o->arity, width, family, run, out);
    else if (good) evaluate_chunks(b, o->arity, width, family, chunk, run, out);
    for (unsigned i = 0; i < 2; i++) term_evaluator_free(run[i]);
    term_ctx_free(c);
    return good;
}

static bool exists(const op *o, unsigned w, const regclass *cls)
{
    return w <= cls->bits && op_exists(o, w, cls->bits / w);
}

/* ---- the book ---- */

/* The least number of fields, two or more, with which there is such an operation; 2 if there is
 * none. */
static unsigned few_fields(const op *o, unsigned w)
{
    unsigned n = 2;
    while (2 * n * w <= TERM_WIDTH_MAX && !op_exists(o, w, n)) n *= 2;
    return op_exists(o, w, n) ? n : 2;
}

/* Fields that act on each other do so when they are few. */
static bool is_spread(const op *o, unsigned w)
{
    unsigned n = few_fields(o, w);
    return !op_has_fields_only(o) || (op_exists(o, w, n) && !op_is_fieldwise(o, w, n));
}

/* The operations that x may name. */
static void reach(const rulebook *b, const sexp *x)
{
    const op *o = x->kind == SEXP_SYMBOL ? spec_find_op(b->s, x->text) : NULL;
    if (o) b->reached[o->index] = true;
    if (x->kind != SEXP_LIST) return;
    for (unsigned i = 0; i < x->count; i++) reach(b, x->item[i]);
    const char *family = x->count && x->item[0]->kind == SEXP_LIST ? sexp_head(x->item[0])
                                                                   : ""; /* see `operation` */
    size_t length = strlen(family);
    for (unsigned i = 0; length && i < b->s->nops; i++) {
        const char *name = b->s->ops[i].name;
        if (!strncmp(name, family, length) &&
            strspn(name + length, "0123456789") == strlen(name + length))
            b->reached[i] = true;
    }
}

/* All, where no cells are given. */
static void reach_from(const rulebook *b, const cell *cells, unsigned count)
{
    bool *walked = mem_alloc(b->s->nrules + 1, sizeof *walked), more = true;
    for (unsigned i = 0; i < b->s->nops; i++) b->reached[i] = count == 0;
    for (unsigned i = 0; i < count; i++) b->reached[cells[i].op->index] = true;
    while (more) {
        more = false;
        for (unsigned i = 0; i < b->s->nrules; i++) {
            if (walked[i] || !b->reached[b->s->rules[i].op->index]) continue;
            walked[i] = more = true;
            reach(b, b->s->rules[i].body);
        }
    }
    mem_free(walked);
}

rulebook *rulebook_new(const spec *s, const flow_machine *m, const unsigned *widths,
                       unsigned nwidths, const cell *cells, unsigned count)
{
    rulebook *b = mem_alloc(1, sizeof *b);
    *b = (rulebook){
        .s = s, .m = m, .nwidths = nwidths, .width = mem_alloc(nwidths, sizeof *widths)};
    memcpy(b->width, widths, nwidths * sizeof *widths);
    b->reached = arena_new(&b->mem, s->nops, bool);
    reach_from(b, cells, count);
    b->spread = arena_new(&b->mem, (size_t)s->nops * nwidths, bool);
    for (unsigned o = 0; o < s->nops; o++)
        for (unsigned w = 0; b->reached[o] && w < nwidths; w++)
            b->spread[o * nwidths + w] = is_spread(&s->ops[o], widths[w]);
    return b;
}

void rulebook_free(rulebook *b)
{
    if (!b) return;
    for (unsigned i = 0; i < b->ntables; i++) {
        mem_free(b->table[i].entry);
        mem_free(b->table[i].needed);
        arena_free(&b->table[i].mem);
    }
    for (unsigned i = 0; i < b->nfamilies; i++) {
        mem_free(b->in[i]);
        mem_free(b->want[i]);
    }
    mem_free(b->table);
    mem_free(b->width);
    arena_free(&b->mem);
    mem_free(b);
}

/* Fields of such a width fill 128 bits; others cross from one 128 bits to the next. */
static bool fills(unsigned w) { return IMAGE_BITS % w == 0; }

/* Whether the table works out programs of the operation: a wide class's at 128 bits where fields
 * fill these, at its own width the others, what is done with all fields of the register, and shifts
 * of the whole. */
static bool works_at(const rulebook *b, const table *t, const op *o, unsigned width)
{
    unsigned w = b->width[width];
    if (!t->narrow) return t->family == t->at.cls || fills(w);
    if (fills(w)) return b->spread[o->index * b->nwidths + width];
    return w <= WIDE_FIELD_MAX || w == t->family->bits;
}

/* The class in which programs of a class are worked out. */
static const regclass *family_of(const spec *s, const regclass *cls)
{
    if (cls->bits <= IMAGE_BITS) return cls;
    for (unsigned i = 0; i < s->nclasses; i++)
        if (s->classes[i].vector && s->classes[i].bits == IMAGE_BITS) return &s->classes[i];
    return NULL;
}

static unsigned add_family(rulebook *b, const regclass *family)
{
    unsigned i = 0;
    while (i < b->nfamilies && b->family[i] != family) i++;
    if (i < b->nfamilies) return i;
    require(i < FAMILIES_MAX, "classes of 32 to 512 bits");
    uint64_t state = 1;
    b->family[b->nfamilies++] = family;
    b->in[i] = mem_alloc(b->nwidths, sizeof *b->in[i]);
    b->want[i] = mem_alloc((size_t)b->s->nops * b->nwidths, sizeof *b->want[i]);
    for (unsigned w = 0; w < b->nwidths; w++)
        if (b->width[w] <= family->bits)
            draw_inputs(b->in[i][w], b->width[w], family->bits, &state);
    return i;
}

/* ---- one table ---- */

static bool has_instr(const rulebook *b, const table *t, const instr *in)
{
    if (in->result != t->family) return false;
    for (unsigned i = 0; i < in->nsrc; i++)
        if (in->src[i] != t->family) return false;
    if (t->at.cls == t->family) return target_has_instr(t->at.target, in);
    const instr *wide = spec_sibling(b->s, in, t->at.cls);
    return wide && target_has_instr(t->at.target, wide) && target_has_instr(t->at.target, in);
}

static bool same_program(const flow_program *a, const flow_program *b)
{
    if (a->nconsts != b->nconsts || a->ninsns != b->ninsns || a->result != b->result) return false;
    for (unsigned i = 0; i < a->nconsts; i++)
        if (memcmp(a->konst[i], b->konst[i], sizeof a->konst[i])) return false;
    for (unsigned i = 0; i < a->ninsns; i++) {
        if (a->insn[i].in != b->insn[i].in || a->insn[i].imm != b->insn[i].imm) return false;
        for (unsigned k = 0; k < a->insn[i].in->nsrc; k++)
            if (a->insn[i].src[k] != b->insn[i].src[k]) return false;
    }
    return true;
}

/* Keeps the value as a program of the operation if it agrees on the images and is cheap enough. */
static void offer(const rulebook *b, table *t, const op *o, unsigned width, const flow *f, int n,
                  const char *rule_name, unsigned round)
{
    const wanted *want = wanted_of(b, t, o, width);
    entry *e = entry_of(b, t, o, width);
    for (unsigned k = 0; k < f->images; k++) {
        image differ = (f->node[n].v[k] ^ want->target[k]) & want->care[k];
        if (differ[0] | differ[1]) return;
    }
    unsigned cost = flow_cost(f, n), at = e->count;
    if (e->count == KEEP && cost >= e->cost[KEEP - 1]) return;
    flow_program p;
    if (!flow_finish(f, n, &t->mem, &p)) return;
    for (unsigned i = 0; i < e->count; i++)
        if (same_program(&e->cand[i], &p)) return;
    while (at > 0 && e->cost[at - 1] > cost) at--;
    if (e->count == KEEP) e->count--;
    for (unsigned i = e->count; i > at; i--) {
        e->cand[i] = e->cand[i - 1];
        e->cost[i] = e->cost[i - 1];
        e->rule[i] = e->rule[i - 1];
    }
    e->cand[at] = p;
    e->cost[at] = cost;
    e->rule[at] = rule_name;
    e->count++;
    if (!at) e->version = round;
}

/* ---- single instructions ---- */

typedef struct single {
    const instr *in;
    int64_t imm;
    int src[3];
    image first; /* its value on image 0 */
} single;

typedef struct singles {
    single *at;
    unsigned count, cap;
} singles;

static void add_single(const rulebook *b, singles *out, const flow *f, const instr *in, int64_t imm,
                       const int src[3])
{
    const image *v[3] = {NULL, NULL, NULL};
    if (out->count == out->cap)
        out->at = mem_grow(out->at, out->cap = out->cap ? 2 * out->cap : 1024, sizeof *out->at);
    single *x = &out->at[out->count++];
    *x = (single){.in = in, .imm = imm, .src = {src[0], src[1], src[2]}};
    for (unsigned i = 0; i < in->nsrc; i++) v[i] = f->node[src[i]].v;
    flow_machine_run(b->m, in, imm, v, &x->first, 1);
}

/* Every choice of sources among values 0..count-1, at least one of them an input. */
static void add_sources(const rulebook *b, singles *out, const flow *f, const instr *in,
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

/* All single instructions over so many inputs, zero and ones. */
static void collect_singles(const rulebook *b, const table *t, flow *f, unsigned width,
                            unsigned ninputs, singles *out)
{
    static const uint64_t zero[2] = {0, 0}, ones[2] = {~0ULL, ~0ULL};
    flow_begin(f, b->m, t->family, ninputs,
               (const image(*)[FLOW_IMAGES_MAX])b->in[t->images][width],
               images_at(b->width[width], t->family->bits));
    flow_const(f, zero);
    flow_const(f, ones);
    out->count = 0;
    for (unsigned sources = 1; sources <= 3;
         sources++) /* of equals the plainer one is found first */
        for (unsigned i = 0; i < b->s->ninstrs; i++) {
            const instr *in = &b->s->instrs[i];
            if (in->nsrc != sources || in->kind == INSTR_LOGIC3 || in->kind == INSTR_NAMED ||
                !has_instr(b, t, in))
                continue;
            if (!in->has_imm && flow_machine_has(b->m, in, 0)) add_sources(b, out, f, in, 0);
            for (int64_t imm = in->imm_low; in->has_imm && imm <= in->imm_high; imm++)
                if (flow_machine_has(b->m, in, imm)) add_sources(b, out, f, in, imm);
        }
}

/* The table of a three-input function of the inputs that the operation is; false when it is none.
 */
static bool solve_table(const flow *f, const wanted *want, unsigned ninputs, int64_t *imm)
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

static void offer_tables(const rulebook *b, table *t, const op *o, unsigned width, flow *f)
{
    int64_t imm;
    int src[3] = {0, o->arity > 1 ? 1 : 0, o->arity > 2 ? 2 : 0};
    if (!solve_table(f, wanted_of(b, t, o, width), o->arity, &imm)) return;
    for (unsigned i = 0; i < b->s->ninstrs; i++) {
        const instr *in = &b->s->instrs[i];
        if (in->kind != INSTR_LOGIC3 || !has_instr(b, t, in) || in->nsrc != 3) continue;
        int n = flow_insn(f, in, src, imm);
        if (n != FLOW_NONE) offer(b, t, o, width, f, n, "single", 1);
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
        uint64_t a[FLOW_LIMBS] = {random_next(&state)}, matrix[FLOW_LIMBS] = {random_next(&state)},
                 out[FLOW_LIMBS] = {0}, want = 0;
        const uint64_t *values[2] = {a, matrix};
        for (unsigned bit = 0; bit < 64; bit++)
            want |= (uint64_t)(__builtin_popcountll(a[0] >> bit / 8 * 8 &
                                                    matrix[0] >> (7 - bit % 8) * 8 & 255) &
                               1)
                    << bit;
        term_eval(c, t, src, values, 2, out);
        good = out[0] == want;
    }
    term_ctx_free(c);
    return good;
}

static const instr *find_matrix_product(const rulebook *b, const table *t)
{
    for (unsigned i = 0; i < b->s->ninstrs; i++)
        if (has_instr(b, t, &b->s->instrs[i]) && is_matrix_product(&b->s->instrs[i]))
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

static void offer_matrix(const rulebook *b, table *t, const op *o, unsigned width, flow *f)
{
    unsigned w = b->width[width];
    const instr *in = t->matrix_product;
    uint64_t matrix;
    if (!in || o->arity != 1 || w > 8 || 8 % w || !solve_matrix(b, t, o, width, &matrix)) return;
    int n = flow_insn(f, in, (const int[]){0, flow_const(f, (const uint64_t[]){matrix, matrix})},
                      0);
    if (n != FLOW_NONE) offer(b, t, o, width, f, n, "matrix", 1);
    f->count = o->arity + 2;
}

static void offer_singles(const rulebook *b, table *t, const op *o, unsigned width, flow *f,
                          const singles *all)
{
    const wanted *want = wanted_of(b, t, o, width);
    unsigned values = o->arity + 2;
    for (unsigned i = 0; i < o->arity; i++) offer(b, t, o, width, f, (int)i, "single", 1);
    for (unsigned i = 0; i < all->count; i++) {
        image differ = (all->at[i].first ^ want->target[0]) & want->care[0];
        if (differ[0] | differ[1]) continue;
        int n = flow_insn(f, all->at[i].in, all->at[i].src, all->at[i].imm);
        if (n != FLOW_NONE) offer(b, t, o, width, f, n, "single", 1);
        f->count = values;
    }
    offer_tables(b, t, o, width, f);
    offer_matrix(b, t, o, width, f);
    f->count = values;
}

/* ---- rules ---- */

/* A rule being tried. */
typedef struct trial {
    const rulebook *b;
    table *t;
    use *u;
    flow *f;
    elab e;
    arena mem;
    bool in_blocks; /* operations are those of 128 bits, on every 128 bits of a wide register */
    bool failed; /* an integer expression went wrong: diagnostics tell */
} trial;

typedef struct binding {
    const struct binding *outer;
    const char *name;
    int value;
} binding;

static int run_body(trial *x, const sexp *body, const binding *names, const sexp_env *env,
                    unsigned w);

static bool integer(trial *x, const sexp *e, const sexp_env *env, int64_t *out)
{
    if (elab_integer(&x->e, e, env, out)) return true;
    x->failed = true;
    return false;
}

/* A constant that repeats bits low..high-1 of every field. */
static int mask_of(trial *x, int64_t low, int64_t high, unsigned w)
{
    uint64_t k[FLOW_LIMBS] = {0};
    unsigned bits = x->t->family->bits;
    if (low < 0 || high > (int64_t)w || low > high) return FLOW_NONE;
    for (unsigned field = 0; field + w <= bits; field += w)
        for (unsigned i = (unsigned)low; i < (unsigned)high; i++) put_bit(k, field + i, true);
    return flow_const(x->f, k);
}

static int splat_of(trial *x, int64_t value, unsigned w)
{
    uint64_t k[FLOW_LIMBS] = {0};
    unsigned bits = x->t->family->bits;
    for (unsigned field = 0; field + w <= bits; field += w)
        for (unsigned i = 0; i < w; i++) put_bit(k, field + i, i < 63 ? value >> i & 1 : value < 0);
    return flow_const(x->f, k);
}

/* (bytes j E): byte j, of each 16, is E. */
static int bytes_of(trial *x, const sexp *body, const sexp_env *env)
{
    uint64_t k[FLOW_LIMBS] = {0};
    for (unsigned j = 0; j < 16; j++) {
        int64_t v;
        if (!integer(x, body->item[2], elab_bind_integer(&x->mem, env, body->item[1]->text, j), &v))
            return FLOW_NONE;
        for (unsigned l = j / 8; l < FLOW_LIMBS; l += 2) k[l] |= (uint64_t)(v & 0xff) << j % 8 * 8;
    }
    return flow_const(x->f, k);
}

/* (crossing L): ones in the fields that have bits on both sides of a multiple of L bits. */
static int crossing_of(trial *x, int64_t lane, unsigned w)
{
    uint64_t k[FLOW_LIMBS] = {0};
    if (lane < 1) return FLOW_NONE;
    for (unsigned low = 0; low + w <= x->t->family->bits; low += w)
        if (low / lane != (low + w - 1) / lane)
            for (unsigned i = 0; i < w; i++) put_bit(k, low + i, true);
    return flow_const(x->f, k);
}

/* (lanes V j E): lane j, of V bits, is E. */
static int lanes_of(trial *x, const sexp *body, const sexp_env *env)
{
    uint64_t k[FLOW_LIMBS] = {0};
    int64_t lane, v;
    if (!integer(x, body->item[1], env, &lane) || lane < 1 || lane > 64) return FLOW_NONE;
    for (unsigned at = 0; at + lane <= x->t->family->bits; at += (unsigned)lane) {
        if (!integer(x, body->item[3],
                     elab_bind_integer(&x->mem, env, body->item[2]->text, at / lane), &v))
            return FLOW_NONE;
        for (unsigned i = 0; i < lane; i++) put_bit(k, at + i, v >> i & 1);
    }
    return flow_const(x->f, k);
}

static void depend(use *u, const op *o, int width)
{
    for (unsigned i = 0; i < u->ndeps; i++)
        if (u->dep[i][0] == o->index && u->dep[i][1] == width) return;
    if (u->ndeps == DEPS_MAX) {
        u->all = true;
        return;
    }
    u->dep[u->ndeps][0] = (uint16_t)o->index;
    u->dep[u->ndeps++][1] = (uint16_t)width;
}

static void need(table *t, unsigned at)
{
    t->more_needed = t->more_needed || !t->needed[at];
    t->needed[at] = true;
}

static int apply(trial *x, const op *o, const int *args, unsigned w, bool in_blocks)
{
    int width = width_index(x->b, w);
    if (width < 0) return FLOW_NONE;
    const table *t = x->t->narrow && (in_blocks || !works_at(x->b, x->t, o, (unsigned)width))
                         ? x->t->narrow
                         : x->t;
    if (t == x->t) depend(x->u, o, width);
    if (t == x->t && t->needed) need(x->t, o->index * x->b->nwidths + (unsigned)width);
    const entry *e = entry_of(x->b, t, o, (unsigned)width);
    return e->count ? flow_inline(x->f, &e->cand[0], args) : FLOW_NONE;
}

static const op *operation(trial *x, const sexp *head, const sexp_env *env)
{
    char name[64];
    int64_t k;
    if (head->kind == SEXP_SYMBOL)
        return text_same(head->text, "self") ? x->u->r->op : spec_find_op(x->b->s, head->text);
    if (!integer(x, head->item[1], env, &k)) return NULL;
    snprintf(name, sizeof name, "%s%lld", head->item[0]->text, (long long)k);
    return spec_find_op(x->b->s, name);
}

static int call(trial *x, const sexp *body, const binding *names, const sexp_env *env, unsigned w)
{
    const op *o = operation(x, body->item[0], env);
    int args[SPEC_SRC_MAX];
    bool in_blocks = x->in_blocks;
    if (!o || o->arity != body->count - 1) return FLOW_NONE;
    x->in_blocks = false; /* the operation is meant, not what its operands are */
    for (unsigned i = 0; i < o->arity; i++)
        if ((args[i] = run_body(x, body->item[i + 1], names, env, w)) == FLOW_NONE)
            return FLOW_NONE;
    return apply(x, o, args, w, in_blocks);
}

static int call_instr(trial *x, const sexp *body, const binding *names, const sexp_env *env,
                      unsigned w)
{
    const instr *in = spec_find_instr(x->b->s, x->t->at.target->set, body->item[1]->text,
                                      x->t->family);
    unsigned given = body->count - 2;
    if (!in || !has_instr(x->b, x->t, in) || given != in->nsrc + in->has_imm || in->nsrc > 3)
        return FLOW_NONE;
    int src[3] = {0, 0, 0};
    int64_t imm = 0;
    for (unsigned i = 0; i < in->nsrc; i++)
        if ((src[i] = run_body(x, body->item[i + 2], names, env, w)) == FLOW_NONE) return FLOW_NONE;
    if (in->has_imm && !integer(x, body->item[body->count - 1], env, &imm)) return FLOW_NONE;
    return flow_insn(x->f, in, src, imm);
}

static int let(trial *x, const sexp *body, const binding *names, const sexp_env *env, unsigned w)
{
    binding inner[16];
    for (unsigned i = 0; i < body->item[1]->count; i++) {
        const sexp *one = body->item[1]->item[i];
        inner[i] = (binding){names, one->item[0]->text, run_body(x, one->item[1], names, env, w)};
        if (inner[i].value == FLOW_NONE) return FLOW_NONE;
        names = &inner[i];
    }
    return run_body(x, body->item[2], names, env, w);
}

static int fold(trial *x, const sexp *body, const binding *names, const sexp_env *env, unsigned w)
{
    const sexp *acc = body->item[1], *range = body->item[2];
    int64_t from, to;
    binding inner = {names, acc->item[0]->text, run_body(x, acc->item[1], names, env, w)};
    if (!integer(x, range->item[1], env, &from) || !integer(x, range->item[2], env, &to))
        return FLOW_NONE;
    for (int64_t k = from; k < to && inner.value != FLOW_NONE; k++)
        inner.value = run_body(x, body->item[3], &inner,
                               elab_bind_integer(&x->mem, env, range->item[0]->text, k), w);
    return inner.value;
}

static int run_list(trial *x, const sexp *body, const binding *names, const sexp_env *env,
                    unsigned w)
{
    const char *head = sexp_head(body);
    int64_t low, high;
    bool yes;
    if (!strcmp(head, "splat"))
        return integer(x, body->item[1], env, &low) ? splat_of(x, low, w) : FLOW_NONE;
    if (!strcmp(head, "mask"))
        return integer(x, body->item[1], env, &low) && integer(x, body->item[2], env, &high)
                   ? mask_of(x, low, high, w)
                   : FLOW_NONE;
    if (!strcmp(head, "bytes")) return bytes_of(x, body, env);
    if (!strcmp(head, "crossing"))
        return integer(x, body->item[1], env, &low) ? crossing_of(x, low, w) : FLOW_NONE;
    if (!strcmp(head, "lanes")) return lanes_of(x, body, env);
    if (!strcmp(head, "at")) {
        if (!integer(x, body->item[1], env, &low) || low < 1 || low > x->t->family->bits)
            return FLOW_NONE;
        return run_body(x, body->item[2], names, env, (unsigned)low);
    }
    if (!strcmp(head, "if")) {
        if (!elab_condition(&x->e, body->item[1], env, &yes)) {
            x->failed = true;
            return FLOW_NONE;
        }
        return run_body(x, body->item[yes ? 2 : 3], names, env, w);
    }
    if (!strcmp(head, "let")) return let(x, body, names, env, w);
    if (!strcmp(head, "fold")) return fold(x, body, names, env, w);
    if (!strcmp(head, "blocks")) {
        x->in_blocks = true;
        int value = call(x, body->item[1], names, env, w);
        x->in_blocks = false;
        return value;
    }
    if (!strcmp(head, "instr")) return call_instr(x, body, names, env, w);
    return call(x, body, names, env, w);
}

static int run_body(trial *x, const sexp *body, const binding *names, const sexp_env *env,
                    unsigned w)
{
    if (body->kind == SEXP_LIST) return run_list(x, body, names, env, w);
    if (body->kind != SEXP_SYMBOL) return FLOW_NONE;
    while (names && strcmp(names->name, body->text)) names = names->outer;
    return names ? names->value : FLOW_NONE;
}

/* The integers that a rule knows. */
static const sexp_env *rule_env(arena *mem, const rule *r, unsigned w, unsigned bits,
                                unsigned other)
{
    const sexp_env *env = elab_bind_integer(mem, elab_bind_integer(mem, r->env, "w", w), "n",
                                            bits / w);
    env = elab_bind_integer(mem, env, "bits", bits);
    return r->other ? elab_bind_integer(mem, env, r->other, other) : env;
}

static ls_status try_use(const rulebook *b, table *t, use *u, flow *f, unsigned round, diags *d)
{
    const rule *r = u->r;
    unsigned w = b->width[u->width];
    trial x = {.b = b, .t = t, .u = u, .f = f};
    x.e = (elab){.d = d, .mem = &x.mem, .in_op = true};
    u->ndeps = 0;
    u->all = false;
    u->tried = round;
    flow_begin(f, b->m, t->family, r->op->arity,
               (const image(*)[FLOW_IMAGES_MAX])b->in[t->images][u->width],
               images_at(b->width[u->width], t->family->bits));
    binding names[SPEC_SRC_MAX];
    for (unsigned i = 0; i < r->op->arity; i++)
        names[i] = (binding){i ? &names[i - 1] : NULL, r->param[i], (int)i};
    int n = run_body(&x, r->body, &names[r->op->arity - 1],
                     rule_env(&x.mem, r, w, t->family->bits, u->other), w);
    if (n != FLOW_NONE) offer(b, t, r->op, u->width, f, n, r->name, round);
    arena_free(&x.mem);
    return x.failed ? LS_INPUT : LS_OK;
}

/* Whether something that the use depends on became cheaper since it was tried. */
static bool is_due(const rulebook *b, const table *t, const use *u, unsigned round)
{
    if (!u->tried || u->all) return true;
    for (unsigned i = 0; i < u->ndeps; i++)
        if (t->entry[u->dep[i][0] * b->nwidths + u->dep[i][1]].version >= u->tried) return true;
    (void)round;
    return false;
}

typedef struct uses {
    use *at;
    unsigned count, cap;
} uses;

static void add_use(uses *all, const rule *r, unsigned width, unsigned other)
{
    if (all->count == all->cap)
        all->at = mem_grow(all->at, all->cap = all->cap ? 2 * all->cap : 256, sizeof *all->at);
    all->at[all->count++] = (use){.r = r, .width = width, .other = other};
}

/* A rule at a width: once, or for every other width that fits. */
static ls_status add_rule_at(const rulebook *b, const table *t, const rule *r, unsigned width,
                             uses *all, diags *d)
{
    arena mem = {0};
    elab e = {.d = d, .mem = &mem, .in_op = true};
    bool holds = true, good = true;
    unsigned bits = t->family->bits, w = b->width[width];
    if (r->where) good = elab_condition(&e, r->where, rule_env(&mem, r, w, bits, w), &holds);
    if (good && holds && !r->other) add_use(all, r, width, 0);
    for (unsigned v = 2; good && holds && r->other && v <= bits; v *= 2) {
        bool fits;
        good = elab_condition(&e, r->other_where, rule_env(&mem, r, w, bits, v), &fits);
        if (good && fits) add_use(all, r, width, v);
    }
    arena_free(&mem);
    return good ? LS_OK : LS_INPUT;
}

static ls_status collect_uses(const rulebook *b, const table *t, uses *all, diags *d)
{
    ls_status rc = LS_OK;
    for (unsigned i = 0; rc == LS_OK && i < b->s->nrules; i++) {
        const rule *r = &b->s->rules[i];
        for (unsigned w = 0;
             rc == LS_OK && w < b->nwidths && (!r->set || r->set == t->at.target->set); w++)
            if (wanted_of(b, t, r->op, w)->exists && works_at(b, t, r->op, w))
                rc = add_rule_at(b, t, r, w, all, d);
    }
    return rc;
}

/* What the 128-bit programs for single bits do in fields of any width: logic. Others do not agree
 * on the images. */
static void offer_narrow(const rulebook *b, table *t, unsigned width, flow *f)
{
    static const int args[PROG_INPUTS_MAX] = {0, 1, 2};
    int one = width_index(b, 1);
    for (unsigned o = 0; one >= 0 && b->width[width] <= IMAGE_BITS && o < b->s->nops; o++) {
        const op *x = &b->s->ops[o];
        const entry *e = entry_of(b, t->narrow, x, (unsigned)one);
        if (!e->count || !wanted_of(b, t, x, width)->exists || !works_at(b, t, x, width)) continue;
        flow_begin(f, b->m, t->family, x->arity,
                   (const image(*)[FLOW_IMAGES_MAX])b->in[t->images][width],
                   images_at(b->width[width], t->family->bits));
        int n = flow_inline(f, &e->cand[0], args);
        if (n != FLOW_NONE) offer(b, t, x, width, f, n, "single", 1);
    }
}

static ls_status fill_table(const rulebook *b, table *t, diags *d)
{
    flow *f = mem_alloc(1, sizeof *f);
    singles all = {0};
    uses u = {0};
    for (unsigned w = 0; w < b->nwidths && b->width[w] <= t->family->bits; w++) {
        if (!t->narrow && t->family != t->at.cls && !fills(b->width[w])) continue;
        if (t->narrow) offer_narrow(b, t, w, f);
        for (unsigned arity = 1; !t->narrow && arity <= PROG_INPUTS_MAX; arity++) {
            collect_singles(b, t, f, w, arity, &all);
            for (unsigned o = 0; o < b->s->nops; o++)
                if (b->s->ops[o].arity == arity && wanted_of(b, t, &b->s->ops[o], w)->exists)
                    offer_singles(b, t, &b->s->ops[o], w, f, &all);
        }
    }
    ls_status rc = collect_uses(b, t, &u, d);
    bool more = true;
    for (unsigned round = 2; rc == LS_OK && (more || t->more_needed) && round < PASSES_MAX;
         round++) {
        more = t->more_needed = false;
        for (unsigned i = 0; rc == LS_OK && i < u.count; i++) {
            if (t->needed && !t->needed[u.at[i].r->op->index * b->nwidths + u.at[i].width])
                continue;
            if (!is_due(b, t, &u.at[i], round)) continue;
            rc = try_use(b, t, &u.at[i], f, round, d);
            more = true;
        }
    }
    mem_free(all.at);
    mem_free(u.at);
    mem_free(f);
    return rc;
}

/* ---- all tables ---- */

typedef struct filling {
    rulebook *b;
    unsigned next;
    ls_status status;
    diags *d;
    pthread_mutex_t lock;
} filling;

static void *fill_some(void *context)
{
    filling *x = context;
    for (;;) {
        pthread_mutex_lock(&x->lock);
        unsigned i = x->next++;
        pthread_mutex_unlock(&x->lock);
        if (i >= x->b->ntables) return NULL;
        diags d = {0};
        table *t = &x->b->table[i];
        /* a wide table comes after the narrow one that it needs */
        ls_status rc = t->narrow ? LS_OK : fill_table(x->b, t, &d);
        if (rc == LS_OK && i + 1 < x->b->ntables && t[1].narrow == t)
            rc = fill_table(x->b, &t[1], &d);
        pthread_mutex_lock(&x->lock);
        if (rc != LS_OK && x->status == LS_OK) {
            x->status = rc;
            *x->d = d;
        } else diag_free(&d);
        pthread_mutex_unlock(&x->lock);
    }
}

/* Of classes wider than 128 bits only fields that cross are worked out, what is done with all
 * fields, and shifts by fixed amounts of the whole register. */
static bool is_used(const rulebook *b, const op *o, unsigned width, unsigned family)
{
    unsigned bits = b->family[family]->bits, w = b->width[width];
    if (bits <= IMAGE_BITS) return true;
    if (fills(w)) return b->spread[o->index * b->nwidths + width];
    return w <= WIDE_FIELD_MAX || (w == bits && o->env);
}

static ls_status prepare_wanted(rulebook *b, unsigned family, diags *d)
{
    for (unsigned o = 0; o < b->s->nops; o++)
        for (unsigned w = 0; b->reached[o] && w < b->nwidths; w++) {
            wanted *x = &b->want[family][o * b->nwidths + w];
            if (!exists(&b->s->ops[o], b->width[w], b->family[family]) ||
                !is_used(b, &b->s->ops[o], w, family))
                continue;
            x->target = arena_new(&b->mem, images_at(b->width[w], b->family[family]->bits), image);
            x->care = arena_new(&b->mem, images_at(b->width[w], b->family[family]->bits), image);
            if (!evaluate(b, &b->s->ops[o], w, family, x, d)) return LS_INPUT;
            x->exists = true;
        }
    return LS_OK;
}

static table *add_table(rulebook *b, rulebook_place at, const regclass *family, const table *narrow)
{
    table *t = &b->table[b->ntables++];
    *t = (table){.at = at, .family = family, .narrow = narrow, .images = add_family(b, family)};
    t->entry = mem_alloc((size_t)b->s->nops * b->nwidths, sizeof *t->entry);
    t->matrix_product = find_matrix_product(b, t);
    return t;
}

/* What was asked of a wide table. */
static void seed(const rulebook *b, table *t)
{
    t->needed = mem_alloc((size_t)b->s->nops * b->nwidths, sizeof *t->needed);
    for (unsigned i = 0; i < t->at.nwanted; i++) {
        int width = width_index(b, t->at.wanted[i].w);
        if (width >= 0) t->needed[t->at.wanted[i].op->index * b->nwidths + (unsigned)width] = true;
    }
}

ls_status rulebook_fill(rulebook *b, const rulebook_place *places, unsigned count, unsigned threads,
                        diags *d)
{
    void *each[THREADS_MAX];
    filling x = {.b = b, .d = d, .lock = PTHREAD_MUTEX_INITIALIZER};
    b->table = mem_alloc(2 * (size_t)count + 1, sizeof *b->table);
    for (unsigned i = 0; i < count; i++) {
        const regclass *family = family_of(b->s, places[i].cls);
        if (!family) continue;
        const table *narrow = add_table(b, places[i], family, NULL);
        if (family != places[i].cls && places[i].nwanted)
            seed(b, add_table(b, places[i], places[i].cls, narrow));
    }
    for (unsigned f = 0; f < b->nfamilies; f++) {
        ls_status rc = prepare_wanted(b, f, d);
        if (rc != LS_OK) return rc;
    }
    threads = threads_wanted(threads < b->ntables ? threads : b->ntables);
    for (unsigned i = 0; i < threads; i++) each[i] = &x;
    threads_run(fill_some, each, threads);
    return x.status;
}

void rulebook_propose(const rulebook *b, const cell *c, rulebook_found_fn *found, void *context)
{
    int width = width_index(b, c->w);
    for (unsigned i = 0; width >= 0 && i < b->ntables; i++) {
        const table *t = &b->table[i];
        if (t->at.cls != c->cls || t->at.target != c->target) continue;
        const entry *e = entry_of(b, t, c->op, (unsigned)width);
        for (unsigned k = 0; k < e->count; k++) {
            prog p;
            flow_program_prog(&e->cand[k], c->op, t->family, &p);
            found(context, &p, e->rule[k]);
        }
    }
}
