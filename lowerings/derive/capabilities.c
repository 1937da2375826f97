// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* capabilities.c - capabilities of instructions, found by running their terms beside models.
 *
 * A model says in C what the capability is (machine.h says it in words); it draws operands on which
 * the capability says something, and the result that it then has. An instruction has the capability
 * when its term agrees with the model on some rounds of random operands, taken in one of their
 * orders, by one of its immediates. What the pass makes with it is checked on labels and by
 * execution.
 *
 * Called by emit_table.c. */
#include "capabilities.h"

#include <string.h>

#include "probe.h"
#include "spec/base/random.h"
#include "spec/term/bv.h"

enum { ROUNDS = 8, LIMBS = TERM_LIMBS_MAX, BYTES_MAX = PROBE_BITS_MAX / 8, OPERANDS = 3 };

/* Registers as bytes. */
typedef struct image {
    uint8_t at[BYTES_MAX];
} image;

typedef struct round {
    image in[OPERANDS], out;
    unsigned bytes; /* of a register */
    unsigned out_bytes;
    uint64_t *seed;
} round;

static unsigned draw(const round *r, unsigned below)
{
    return (unsigned)(random_next(r->seed) >> 20) % below;
}

static void draw_bytes(const round *r, image *x)
{
    for (unsigned i = 0; i < r->bytes; i++) x->at[i] = (uint8_t)draw(r, 256);
}

static unsigned bit_at(const image *x, unsigned i) { return x->at[i / 8] >> i % 8 & 1; }

static void put_bit(image *x, unsigned i, unsigned value)
{
    x->at[i / 8] = (uint8_t)((x->at[i / 8] & ~(1U << i % 8)) | value << i % 8);
}

static uint32_t lane_at(const image *x, unsigned bytes, unsigned i)
{
    uint32_t v = 0;
    for (unsigned k = 0; k < bytes; k++) v |= (uint32_t)x->at[bytes * i + k] << 8 * k;
    return v;
}

static void put_lane(image *x, unsigned bytes, unsigned i, uint32_t v)
{
    for (unsigned k = 0; k < bytes; k++) x->at[bytes * i + k] = (uint8_t)(v >> 8 * k);
}

/* ---- models: each may draw operands with care, and fills in the result ---- */

typedef void model(round *r);

static void choose_in_16(round *r)
{
    for (unsigned i = 0; i < r->bytes; i++) {
        unsigned from = draw(r, 16);
        bool zero = draw(r, 8) == 0;
        r->in[1].at[i] = (uint8_t)(zero ? 128 : from);
        r->out.at[i] = zero ? 0 : r->in[0].at[i / 16 * 16 + from];
    }
}

static void choose_in_all(round *r)
{
    for (unsigned i = 0; i < r->bytes; i++) {
        unsigned from = draw(r, r->bytes);
        r->in[1].at[i] = (uint8_t)from;
        r->out.at[i] = r->in[0].at[from];
    }
}

static void choose_of_two(round *r)
{
    for (unsigned i = 0; i < r->bytes; i++) {
        unsigned from = draw(r, 2 * r->bytes);
        r->in[1].at[i] = (uint8_t)from;
        r->out.at[i] = r->in[from < r->bytes ? 0 : 2].at[from % r->bytes];
    }
}

static void choose_longs_of_two(round *r)
{
    unsigned count = r->bytes / 8;
    for (unsigned i = 0; i < count; i++) {
        unsigned from = r->in[1].at[8 * i] % (2 * count);
        memcpy(&r->out.at[8 * i], &r->in[from < count ? 0 : 2].at[from % count * 8], 8);
    }
}

static void take_windows(round *r)
{
    for (unsigned i = 0; i < r->bytes; i++) {
        unsigned first = draw(r, 64);
        r->in[1].at[i] = (uint8_t)first;
        for (unsigned k = 0; k < 8; k++)
            put_bit(&r->out, 8 * i + k, bit_at(&r->in[0], i / 8 * 64 + (first + k) % 64));
    }
}

static void pack_words(round *r)
{
    for (unsigned i = 0; i < r->bytes; i++) {
        const image *from = &r->in[i % 16 / 8];
        r->in[0].at[i] = (uint8_t)(i % 2 ? 0 : r->in[0].at[i]);
        r->in[1].at[i] = (uint8_t)(i % 2 ? 0 : r->in[1].at[i]);
        r->out.at[i] = from->at[i / 16 * 16 + 2 * (i % 8)];
    }
}

static void multiply_bits(round *r)
{
    for (unsigned i = 0; i < r->bytes; i++) {
        unsigned k = draw(r, 8);
        r->in[1].at[i] = (uint8_t)(1U << k);
        for (unsigned row = 0; row < 8; row++)
            put_bit(&r->out, 8 * i + row, bit_at(&r->in[0], (i / 8 * 8 + 7 - row) * 8 + k));
    }
}

/* Below what saturates: 2 * 127 * 64 and less. */
static void add_products_8(round *r)
{
    for (unsigned i = 0; i < r->bytes; i++) {
        r->in[0].at[i] = (uint8_t)draw(r, 128);
        r->in[1].at[i] = (uint8_t)(draw(r, 128) - 64);
    }
    r->in[0].at[0] = 200; /* which is above zero */
    r->in[1].at[0] = (uint8_t)-40;
    for (unsigned i = 0; i < r->bytes / 2; i++) {
        int32_t sum = 0;
        for (unsigned k = 2 * i; k < 2 * i + 2; k++) sum += r->in[0].at[k] * (int8_t)r->in[1].at[k];
        put_lane(&r->out, 2, i, (uint32_t)sum);
    }
}

static void add_products_16(round *r)
{
    for (unsigned i = 0; i < r->bytes / 4; i++) {
        int64_t sum = 0;
        for (unsigned k = 2 * i; k < 2 * i + 2; k++)
            sum += (int64_t)(int16_t)lane_at(&r->in[0], 2, k) * (int16_t)lane_at(&r->in[1], 2, k);
        put_lane(&r->out, 4, i, (uint32_t)sum);
    }
}

static void gather_bits(round *r)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 8 * r->bytes; i++)
        if (bit_at(&r->in[1], i)) put_bit(&r->out, n++, bit_at(&r->in[0], i));
}

static void scatter_bits(round *r)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 8 * r->bytes; i++)
        if (bit_at(&r->in[1], i)) put_bit(&r->out, i, bit_at(&r->in[0], n++));
}

static void shift_each(round *r, unsigned bytes)
{
    for (unsigned i = 0; i < r->bytes / bytes; i++) {
        unsigned amount = draw(r, 8 * bytes);
        put_lane(&r->in[1], bytes, i, amount);
        put_lane(&r->out, bytes, i, lane_at(&r->in[0], bytes, i) << amount);
    }
}

static void shift_each_16(round *r) { shift_each(r, 2); }
static void shift_each_32(round *r) { shift_each(r, 4); }

static void select_bits(round *r)
{
    for (unsigned i = 0; i < 8 * r->bytes; i++)
        put_bit(&r->out, i, bit_at(bit_at(&r->in[2], i) ? &r->in[0] : &r->in[1], i));
}

static void compare_to_bits(round *r)
{
    for (unsigned i = 0; i < r->bytes; i++) {
        if (draw(r, 2)) r->in[1].at[i] = r->in[0].at[i];
        put_bit(&r->out, i, r->in[0].at[i] == r->in[1].at[i]);
    }
}

static void count_ones(round *r)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 8 * r->bytes; i++) n += bit_at(&r->in[0], i);
    put_lane(&r->out, 4, 0, n);
}

static model *const models[CAPABILITIES] = {
    [CHOOSES_IN_16] = choose_in_16,
    [CHOOSES_IN_ALL] = choose_in_all,
    [CHOOSES_OF_TWO] = choose_of_two,
    [PACKS_WORDS] = pack_words,
    [CHOOSES_LONGS_OF_TWO] = choose_longs_of_two,
    [TAKES_WINDOWS] = take_windows,
    [MULTIPLIES_BITS] = multiply_bits,
    [ADDS_PRODUCTS_8] = add_products_8,
    [ADDS_PRODUCTS_16] = add_products_16,
    [GATHERS_BITS] = gather_bits,
    [SCATTERS_BITS] = scatter_bits,
    [SHIFTS_EACH_16] = shift_each_16,
    [SHIFTS_EACH_32] = shift_each_32,
    [SELECTS_BITS] = select_bits,
    [COMPARES_TO_BITS] = compare_to_bits,
    [COUNTS_ONES] = count_ones,
};

/* ---- an instruction beside a model ---- */

static void as_limbs(const image *x, uint64_t limbs[LIMBS])
{
    memset(limbs, 0, LIMBS * sizeof *limbs);
    for (unsigned i = 0; i < BYTES_MAX; i++) limbs[i / 8] |= (uint64_t)x->at[i] << i % 8 * 8;
}

/* Source i of the term is operand order[i] of the model. */
static bool agrees(probe *p, model *m, const uint8_t order[OPERANDS], unsigned out_bits)
{
    for (unsigned k = 0; k < ROUNDS; k++) {
        round r = {.bytes = p->bits / 8, .seed = &p->seed};
        uint64_t data[OPERANDS][LIMBS], out[LIMBS], wanted[LIMBS];
        for (unsigned i = 0; i < p->nterms; i++) draw_bytes(&r, &r.in[i]);
        m(&r);
        for (unsigned i = 0; i < p->nterms; i++) as_limbs(&r.in[order[i]], data[i]);
        as_limbs(&r.out, wanted);
        probe_run(p, data, out);
        if (memcmp(out, wanted, (out_bits + 63) / 64 * sizeof *out)) return false;
    }
    return true;
}

static const uint8_t orders[][OPERANDS] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                           {2, 1, 0}, {1, 2, 0}, {2, 0, 1}};

/* How an instruction has a capability. */
typedef struct having {
    const instr *in;
    capability capability;
    int64_t imm;
    uint8_t order[OPERANDS];
} having;

/* The number of the order in which the operands have to be taken; -1: it has not the capability. */
static int order_of(const instr *in, int64_t imm, capability a)
{
    static const unsigned count[OPERANDS] = {1, 2, 6};
    probe p;
    int found = -1;
    probe_open(&p, in, imm);
    p.bits = in->src[0]->bits;
    for (unsigned k = 0; found < 0 && k < count[in->nsrc - 1]; k++)
        if (agrees(&p, models[a], orders[k], in->result->bits)) found = (int)k;
    probe_close(&p);
    return found;
}

/* Sources of one class, of whole bytes; the result of the same, but where bytes are compared. */
static bool has_shape(const instr *in, capability a)
{
    const regclass *cls = in->src[0];
    for (unsigned i = 1; i < in->nsrc; i++)
        if (in->src[i] != cls) return false;
    if (cls->bits > PROBE_BITS_MAX || cls->bits % 32) return false;
    if (a == COMPARES_TO_BITS)
        return cls->vector && !in->result->vector && in->result->bits >= cls->bits / 8;
    /* of 128 bits the one is CHOOSES_IN_16, and the other no work */
    if ((a == CHOOSES_IN_ALL || a == CHOOSES_LONGS_OF_TWO) && cls->bits <= 128) return false;
    bool scalar = a == GATHERS_BITS || a == SCATTERS_BITS || a == COUNTS_ONES;
    return in->result == cls && cls->vector != scalar;
}

struct capability_book {
    const spec *s;
    having *list;
    unsigned count, cap;
};

static void add(capability_book *b, having h)
{
    if (b->count == b->cap)
        b->list = mem_grow(b->list, b->cap = b->cap ? 2 * b->cap : 64, sizeof *b->list);
    b->list[b->count++] = h;
}

/* Truth tables are immediates of 8 bits; other immediates are taken as the lowest. */
static void consider(capability_book *b, const instr *in, capability a)
{
    int64_t low = in->has_imm ? in->imm_low : 0;
    int64_t high = in->has_imm && a == SELECTS_BITS ? in->imm_high : low;
    if (in->nsrc != capability_arity(a) || in->machine > 1 || !has_shape(in, a)) return;
    for (int64_t imm = low; imm <= high && imm - low < 256; imm++) {
        int k = order_of(in, imm, a);
        if (k < 0) continue;
        having h = {.in = in, .capability = a, .imm = imm};
        memcpy(h.order, orders[k], sizeof h.order);
        add(b, h);
        return;
    }
}

capability_book *capability_book_new(const spec *s)
{
    capability_book *b = mem_alloc(1, sizeof *b);
    b->s = s;
    for (unsigned i = 0; i < s->ninstrs; i++)
        for (unsigned a = 0; a < CAPABILITIES; a++)
            if (s->instrs[i].kind != INSTR_FORM && s->instrs[i].nsrc)
                consider(b, &s->instrs[i], (capability)a);
    return b;
}

void capability_book_free(capability_book *b)
{
    if (!b) return;
    mem_free(b->list);
    mem_free(b);
}

static void make_program(const having *h, const regclass *cls, prog *out)
{
    static const char *const names[OPERANDS] = {"x", "y", "z"};
    unsigned src[SPEC_SRC_MAX] = {0};
    memset(out, 0, sizeof *out);
    out->cls = cls;
    out->ninputs = h->in->nsrc;
    for (unsigned i = 0; i < h->in->nsrc; i++) {
        out->input_name[i] = names[i];
        src[i] = h->order[i];
    }
    if (h->in->result == cls) prog_add(out, h->in, src, h->imm);
}

/* Results may be of a class that cells of the target do not have. */
static bool runs_on(const target *t, const instr *in)
{
    bool runs = in->set == t->set;
    for (const char *const *f = in->requires_; *f; f++) runs = runs && target_has_feature(t, *f);
    return runs;
}

bool capability_find(const capability_book *b, const target *t, const regclass *cls, capability a,
                     prog *out)
{
    for (unsigned i = 0; i < b->count; i++) {
        const having *h = &b->list[i];
        if (h->capability != a || h->in->src[0] != cls || !runs_on(t, h->in)) continue;
        if (out) make_program(h, cls, out);
        return true;
    }
    return false;
}
