// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* problem.c - fills test images and evaluates the operation on them with the reference evaluator.
 */
#include "problem.h"

#include <string.h>

#include "spec/base/random.h"
#include "spec/op.h"
#include "spec/term/lift.h"

/* The fields of an image, those of each register from its bit 0 up. Bits may be left over above. */
static unsigned field_count(const problem *p)
{
    return IMAGE_BITS / p->cls->bits * (p->cls->bits / p->w);
}

/* The lowest bit of field i. */
static unsigned field_place(const problem *p, unsigned i)
{
    unsigned fields = p->cls->bits / p->w;
    return i / fields * p->cls->bits + i % fields * p->w;
}

static void set_field(const problem *p, image *v, unsigned i, uint64_t value)
{
    for (unsigned b = 0; b < p->w; b++) {
        unsigned at = field_place(p, i) + b;
        if (value >> b & 1) (*v)[at / 64] |= 1ULL << at % 64;
    }
}

/* Field tuples in random order: all combinations in turn when they fit an image, random ones
 * otherwise. */
static void fill_inputs(problem *p, unsigned k, uint64_t *state)
{
    unsigned fields = IMAGE_BITS / p->w, bits = p->w * p->ninputs;
    uint64_t tuple[IMAGE_BITS];
    for (unsigned i = 0; i < fields; i++) tuple[i] = bits <= 7 ? i : random_next(state);
    for (unsigned i = fields; i-- > 1;) {
        unsigned j = (unsigned)(random_next(state) % (i + 1));
        uint64_t t = tuple[i];
        tuple[i] = tuple[j];
        tuple[j] = t;
    }
    for (unsigned n = 0; n < p->ninputs; n++) {
        p->in[n][k] = (image){0, 0};
        for (unsigned i = 0; i < fields; i++)
            set_field(p, &p->in[n][k], i, bits <= 7 ? tuple[i] >> n * p->w : random_next(state));
    }
}

/* Corner values now and then, else random with random density. */
static uint64_t draw(uint64_t *state, unsigned width)
{
    uint64_t r = random_next(state), bit = 1ULL << random_next(state) % width, v;
    uint64_t mask = width == 64 ? ~0ULL : (1ULL << width) - 1;
    switch (r % 16) {
    case 0: v = r >> 32 & 3; break;
    case 1: v = ~(r >> 32 & 3); break;
    case 2: v = bit; break;
    case 3: v = bit - 1; break;
    case 4: v = ~bit; break;
    case 5: v = r >> 4 & 63; break;
    case 6: case 7: v = random_next(state) & random_next(state); break;
    case 8: v = random_next(state) | random_next(state); break;
    case 9: v = random_next(state) >> r / 16 % 64; break;
    case 10: v = random_next(state) << r / 16 % 64; break;
    default: v = random_next(state);
    }
    return v & mask;
}

/* One that has something to do with another, now and then: what compares and chooses shows itself
 * at equal operands and at neighbours. */
static uint64_t draw_beside(uint64_t *state, unsigned width, uint64_t other)
{
    uint64_t mask = width == 64 ? ~0ULL : (1ULL << width) - 1;
    switch (random_next(state) % 16) {
    case 0: case 1: return other;
    case 2: return (other + 1) & mask;
    case 3: return (other - 1) & mask;
    case 4: return ~other & mask;
    case 5: case 6: case 7: return random_next(state) % width & mask; /* an amount */
    default: return draw(state, width);
    }
}

static void clear_field(const problem *p, image *v, unsigned i)
{
    unsigned low = field_place(p, i);
    for (unsigned b = low; b < low + p->w; b++) (*v)[b / 64] &= ~(1ULL << b % 64);
}

static bool is_clear(const problem *p, const image *v, unsigned i)
{
    unsigned low = field_place(p, i);
    for (unsigned b = low; b < low + p->w; b++)
        if ((*v)[b / 64] >> b % 64 & 1) return false;
    return true;
}

/* New operands for the fields of image k in which nothing matters. False when there is none. */
static bool draw_fields(problem *p, unsigned k, uint64_t *state)
{
    bool any = false;
    for (unsigned i = 0; i < field_count(p); i++) {
        uint64_t value = 0;
        if (!is_clear(p, &p->care[k], i)) continue;
        any = true;
        for (unsigned n = 0; n < p->ninputs; n++) {
            value = n ? draw_beside(state, p->w, value) : draw(state, p->w);
            clear_field(p, &p->in[n][k], i);
            set_field(p, &p->in[n][k], i, value);
        }
    }
    return any;
}

static void read_register(const image *v, unsigned bits, unsigned i, uint64_t out[2])
{
    out[0] = out[1] = 0;
    if (bits == 128) memcpy(out, v, 16);
    else out[0] = (*v)[i * bits / 64] >> i * bits % 64;
}

static void write_register(image *v, unsigned bits, unsigned i, const uint64_t *in)
{
    if (bits == 128) memcpy(v, in, 16);
    else (*v)[i * bits / 64] |= in[0] << i * bits % 64;
}

/* What the operation gives on image k, and where it matters, register by register. */
static void fill_target(problem *p, term_evaluator *result, term_evaluator *care, unsigned bits,
                        unsigned k)
{
    p->target[k] = p->care[k] = (image){0, 0};
    for (unsigned r = 0; r < IMAGE_BITS / bits; r++) {
        uint64_t value[PROBLEM_INPUTS_MAX][2], out[2] = {0};
        const uint64_t *v[PROBLEM_INPUTS_MAX];
        for (unsigned i = 0; i < p->ninputs; i++) {
            read_register(&p->in[i][k], bits, r, value[i]);
            v[i] = value[i];
        }
        term_evaluator_run(result, v, out);
        write_register(&p->target[k], bits, r, out);
        term_evaluator_run(care, v, out);
        write_register(&p->care[k], bits, r, out);
    }
    p->target[k] &= p->care[k];
}

/* Operands may hold anything in bits that no field takes. */
static void fill_rest(problem *p, uint64_t seed)
{
    uint64_t state = ~seed;
    for (unsigned n = 0; n < p->ninputs && p->cls->bits % p->w; n++)
        for (unsigned k = 0; k < PROBLEM_IMAGES; k++)
            p->in[n][k] = (image){random_next(&state), random_next(&state)};
}

/* Operands of fields that no image can hold all of: drawn until the result matters in each field,
 * as a shift's does by fewer places than there are. */
static void fill_wide(problem *p, term_evaluator *result, term_evaluator *care, unsigned bits,
                      unsigned k, uint64_t *state)
{
    enum { ROUNDS = 32 };
    for (unsigned round = 0; round < ROUNDS && draw_fields(p, k, state); round++)
        fill_target(p, result, care, bits, k);
}

enum { CORNERS = 5 };

static uint64_t corner(unsigned which, unsigned w)
{
    uint64_t ones = w == 64 ? ~0ULL : (1ULL << w) - 1;
    /* the greatest and the least signed number last */
    const uint64_t value[CORNERS] = {ones, 1, 0, ones >> 1, ones ^ ones >> 1};
    return value[which % CORNERS];
}

/* The first operand, and others by chance, get one corner value in all fields, or in all but one
 * and another there: the conjunction of many fields that are drawn is zero. */
static void fill_lone(problem *p, unsigned bits, unsigned k, uint64_t *state)
{
    unsigned fields = bits / p->w, registers = IMAGE_BITS / bits;
    for (unsigned r = 0; r < registers; r++)
        for (unsigned n = 0; n < p->ninputs; n++) {
            unsigned number = k / 2 * registers + r, all = number + n, other = all;
            unsigned lone = (unsigned)(random_next(state) % fields);
            if (number >= CORNERS || number % 2)
                other += 1 + (unsigned)(random_next(state) % (CORNERS - 1));
            if (n && random_next(state) % 2) continue;
            for (unsigned f = 0; f < fields; f++) {
                clear_field(p, &p->in[n][k], r * fields + f);
                set_field(p, &p->in[n][k], r * fields + f, corner(f == lone ? other : all, p->w));
            }
        }
}

/* wide: the state of the random numbers from which operands are drawn; NULL: they are there. lone:
 * that for operations whose fields depend on each other, or NULL. */
static void fill_targets(problem *p, term_ctx *c, const term *args, term result, term care,
                         unsigned bits, uint64_t *wide, uint64_t *lone)
{
    term_evaluator *r = term_evaluator_new(c, result, args, p->ninputs),
                   *k = term_evaluator_new(c, care, args, p->ninputs);
    for (unsigned i = 0; i < PROBLEM_IMAGES; i++) {
        if (wide) fill_wide(p, r, k, bits, i, wide);
        if (lone && i % 2) fill_lone(p, bits, i, lone);
        if (!wide || (lone && i % 2)) fill_target(p, r, k, bits, i);
    }
    term_evaluator_free(r);
    term_evaluator_free(k);
}

static bool lifts_to_field(term_ctx *c, const term *args, unsigned nargs, term result, term care,
                           unsigned bits, unsigned w)
{
    const term side[2] = {result, care};
    term field[2], field_args[PROG_INPUTS_MAX];
    return lift_to_chunk(c, side, 2, args, nargs, bits, w, field, field_args);
}

/* The operation over fresh variables of the class. */
static bool state_op(term_ctx *c, const op *o, unsigned w, const regclass *cls, term *args,
                     term *result, term *care, diags *d)
{
    for (unsigned i = 0; i < o->arity; i++) args[i] = term_mk_var(c, o->param[i], cls->bits);
    return op_elaborate(o, w, cls->bits / w, c, args, result, care, d);
}

bool problem_is_fieldwise(const op *o, unsigned w, const regclass *cls)
{
    term_ctx *c = term_ctx_new();
    term args[PROG_INPUTS_MAX], result, care;
    diags quiet = {0};
    bool out = cls->bits % w ? op_is_fieldwise(o, w, cls->bits / w)
                             : state_op(c, o, w, cls, args, &result, &care, &quiet) &&
                                   lifts_to_field(c, args, o->arity, result, care, cls->bits, w);
    diag_free(&quiet);
    term_ctx_free(c);
    return out;
}

ls_status problem_init(problem *p, const op *o, unsigned w, const regclass *cls, uint64_t seed,
                       diags *d)
{
    term_ctx *c = term_ctx_new();
    term args[PROG_INPUTS_MAX], result, care;
    uint64_t state = seed;
    require(IMAGE_BITS % cls->bits == 0 && w <= cls->bits, "registers fill the image");
    *p = (problem){.op = o, .w = w, .cls = cls, .ninputs = o->arity};
    bool good = state_op(c, o, w, cls, args, &result, &care, d);
    p->fieldwise = good && (cls->bits % w ? op_is_fieldwise(o, w, cls->bits / w)
                                          : lifts_to_field(c, args, o->arity, result, care,
                                                           cls->bits, w));
    fill_rest(p, seed);
    bool wide = w > PROBLEM_FILLED_WIDTH_MAX;
    for (unsigned k = 0; good && !wide && k < PROBLEM_IMAGES; k++) fill_inputs(p, k, &state);
    if (good)
        fill_targets(p, c, args, result, care, cls->bits, wide ? &state : NULL,
                     p->fieldwise || w > 64 ? NULL : &state);
    term_ctx_free(c);
    return good ? LS_OK : LS_INPUT;
}

unsigned problem_images(const problem *p)
{
    enum { FIELDS = 16, MANY = 8 }; /* 1, 2 and 8 are the numbers that exhaust has walks for */
    if (!p->fieldwise) return MANY;
    return FIELDS * p->w <= IMAGE_BITS ? 1 : FIELDS * p->w <= 2 * IMAGE_BITS ? 2 : MANY;
}

void problem_init_terms(problem *p, term_ctx *c, const term *vars, unsigned ninputs,
                        const unsigned *widths, term result, term care, unsigned bits,
                        const uint64_t (*given)[PROBLEM_INPUTS_MAX], unsigned ngiven, uint64_t seed)
{
    uint64_t state = seed;
    unsigned per = IMAGE_BITS / bits;
    require(ninputs <= PROBLEM_INPUTS_MAX && IMAGE_BITS % bits == 0 && bits <= 64,
            "the problem's inputs fit images");
    *p = (problem){.ninputs = ninputs};
    for (unsigned k = 0; k < PROBLEM_IMAGES; k++)
        for (unsigned r = 0; r < per; r++)
            for (unsigned i = 0; i < ninputs; i++) {
                uint64_t v = k * per + r < ngiven ? given[k * per + r][i] : draw(&state, widths[i]);
                write_register(&p->in[i][k], bits, r, &v);
            }
    fill_targets(p, c, vars, result, care, bits, NULL, NULL);
}

image problem_run(const grammar *g, const problem *p, const prog *q, unsigned k)
{
    image v[PROG_INPUTS_MAX + PROG_CONSTS_MAX + PROG_INSNS_MAX];
    unsigned first = prog_first_insn(q);
    for (unsigned i = 0; i < q->ninputs; i++) v[i] = p->in[i][k];
    for (unsigned i = 0; i < q->nconsts; i++) {
        uint64_t c = q->konst[i].limb[0]; /* constants repeat */
        if (q->cls->bits < 64) c |= c << q->cls->bits;
        v[q->ninputs + i] = (image){c, c};
    }
    for (unsigned i = 0; i < q->ninsns; i++) {
        const prog_insn *x = &q->insn[i];
        grammar_run(g, x, &v[x->src[0]], &v[x->src[1]], &v[x->src[2]], &v[first + i]);
    }
    return v[q->result];
}
