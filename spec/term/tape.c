// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tape.c - terms of at most 64 bits evaluated for many inputs at once.
 *
 * A term becomes a list of steps in the order of a depth-first walk, each shared subterm once. A
 * step works on columns of BLOCK values, so that the cost of deciding what to do is paid once for
 * BLOCK cases and the compiler makes vector code of the loops. Columns live in slots; a slot is
 * free again after the last step that reads it, which keeps the working set in the first-level
 * cache.
 *
 * Invariant: every value in a slot is canonical, its bits from the width of its term up are zero; a
 * Bool is 0 or 1. The table below says what a step computes, given that, with m the mask of the
 * result's width.
 *
 * Called by validate.c, which checks it against term_eval. */
#include "tape.h"

#include <string.h>

enum { BLOCK = 128, NO_SLOT = -1 };

typedef struct step {
    term_op op;
    unsigned width, arg_width; /* of the result and of the first argument; 0: Bool */
    unsigned dst, src[3];      /* slots */
    /* CONST: the value; VAR: which; EXTRACT: the low bit; CONCAT: bits of the second part */
    uint64_t number;
} step;

struct tape {
    step *steps;
    unsigned count, nslots, result;
    uint64_t *slots; /* nslots columns of BLOCK */
};

/* ---- the meaning of operators ---- */

static uint64_t mask(unsigned width)
{
    return width >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
}

/* A value of w bits as a signed number. */
static int64_t as_signed(uint64_t v, unsigned w)
{
    return (int64_t)(v << (64 - w)) >> (64 - w);
}

static bool is_negative(uint64_t v, unsigned w)
{
    return v >> (w - 1) & 1;
}

static uint64_t shift_left(uint64_t v, uint64_t by)
{
    return by < 64 ? v << by : 0;
}

static uint64_t shift_right(uint64_t v, uint64_t by)
{
    return by < 64 ? v >> by : 0;
}

static uint64_t shift_right_signed(uint64_t v, uint64_t by, unsigned w)
{
    return (uint64_t)(as_signed(v, w) >> (by < w ? by : w - 1)) & mask(w);
}

static uint64_t quotient(uint64_t a, uint64_t b, unsigned w)
{
    return b ? a / b : mask(w);
}

static uint64_t rest(uint64_t a, uint64_t b)
{
    return b ? a % b : a;
}

static uint64_t negate_if(bool negative, uint64_t v, unsigned w)
{
    return negative ? (0 - v) & mask(w) : v;
}

static uint64_t magnitude(uint64_t v, unsigned w)
{
    return negate_if(is_negative(v, w), v, w);
}

static uint64_t signed_quotient(uint64_t a, uint64_t b, unsigned w)
{
    return negate_if(is_negative(a, w) != is_negative(b, w),
                     quotient(magnitude(a, w), magnitude(b, w), w), w);
}

static uint64_t signed_rest(uint64_t a, uint64_t b, unsigned w)
{
    return negate_if(is_negative(a, w), rest(magnitude(a, w), magnitude(b, w)), w);
}

/* X(operator, value): a, b, c are the arguments, w the width of the first, n the step's number, m
 * the result's mask. CONST and VAR have no arguments: they fill a column, tape_run does it. */
#define TAPE_STEPS(X)                                                                              \
    X(NOT, a ^ 1)                                                                                  \
    X(AND, a &b)                                                                                   \
    X(OR, a | b)                                                                                   \
    X(EQ, a == b)                                                                                  \
    X(ITE, (b & (0 - a)) | (c & (a - 1)))                                                          \
    X(BVNOT, ~a &m)                                                                                \
    X(BVNEG, (0 - a) & m)                                                                          \
    X(BVAND, a &b)                                                                                 \
    X(BVOR, a | b)                                                                                 \
    X(BVXOR, a ^ b)                                                                                \
    X(BVADD, (a + b) & m)                                                                          \
    X(BVSUB, (a - b) & m)                                                                          \
    X(BVMUL, (a * b) & m)                                                                          \
    X(BVUDIV, quotient(a, b, w))                                                                   \
    X(BVUREM, rest(a, b))                                                                          \
    X(BVSDIV, signed_quotient(a, b, w))                                                            \
    X(BVSREM, signed_rest(a, b, w))                                                                \
    X(BVSHL, shift_left(a, b) & m)                                                                 \
    X(BVLSHR, shift_right(a, b))                                                                   \
    X(BVASHR, shift_right_signed(a, b, w))                                                         \
    X(BVULT, a < b)                                                                                \
    X(BVULE, a <= b)                                                                               \
    X(BVSLT, as_signed(a, w) < as_signed(b, w))                                                    \
    X(BVSLE, as_signed(a, w) <= as_signed(b, w))                                                   \
    X(CONCAT, a << n | b)                                                                          \
    X(EXTRACT, a >> n & m)                                                                         \
    X(ZERO_EXTEND, a)                                                                              \
    X(SIGN_EXTEND, (uint64_t)as_signed(a, w) & m)

typedef void step_fn(const step *s, const uint64_t *x, const uint64_t *y, const uint64_t *z,
                     uint64_t *restrict out);

#define X(op, value)                                                                               \
    static void run_##op(const step *s, const uint64_t *x, const uint64_t *y, const uint64_t *z,   \
                         uint64_t *restrict out)                                                   \
    {                                                                                              \
        const uint64_t m = mask(s->width), n = s->number;                                          \
        const unsigned w = s->arg_width;                                                           \
        for (unsigned i = 0; i < BLOCK; i++) {                                                     \
            const uint64_t a = x[i], b = y[i], c = z[i];                                           \
            (void)a, (void)b, (void)c, (void)m, (void)n, (void)w;                                  \
            out[i] = value;                                                                        \
        }                                                                                          \
    }
TAPE_STEPS(X)
#undef X

static step_fn *const runs[TERM_OP_COUNT] = {
#define X(op, value) [TERM_##op] = run_##op,
    TAPE_STEPS(X)
#undef X
};

/* ---- from a term to steps ---- */

typedef struct builder {
    const term_ctx *c;
    const term *vars;
    unsigned nvars;
    tape *p;
    unsigned *uses; /* by term: readers that have not been written yet */
    int *slot;      /* by term: where its value is, or NO_SLOT */
    unsigned *idle; /* slots that are free */
    unsigned nidle;
    bool narrow;    /* no subterm is wider than 64 bits */
} builder;

static void count_uses(builder *b, term t)
{
    if (term_width(b->c, t) > 64) b->narrow = false;
    if (b->uses[t]++ || !b->narrow) return;
    for (unsigned k = 0; k < term_nargs(b->c, t); k++) count_uses(b, term_arg(b->c, t, k));
}

static unsigned take_slot(builder *b)
{
    return b->nidle ? b->idle[--b->nidle] : b->p->nslots++;
}

static void release(builder *b, term t)
{
    if (--b->uses[t] == 0) b->idle[b->nidle++] = (unsigned)b->slot[t];
}

static uint64_t number_of_var(const builder *b, term t)
{
    for (unsigned i = 0; i < b->nvars; i++)
        if (b->vars[i] == t) return i;
    require(false, "the term's variables are the tape's");
    return 0;
}

static uint64_t number_of(const builder *b, term t)
{
    switch (term_get_op(b->c, t)) {
    case TERM_CONST: return term_limbs(b->c, t)[0];
    case TERM_TRUE: return 1;
    case TERM_VAR: return number_of_var(b, t);
    case TERM_EXTRACT: return term_int(b->c, t, 1);
    case TERM_CONCAT: return term_width(b->c, term_arg(b->c, t, 1));
    default: return 0;
    }
}

/* TRUE and FALSE are constants of a Bool. */
static term_op step_op(term_op op)
{
    return op == TERM_TRUE || op == TERM_FALSE ? TERM_CONST : op;
}

static void write_step(builder *b, term t)
{
    unsigned nargs = term_nargs(b->c, t);
    if (b->slot[t] != NO_SLOT) return;
    for (unsigned k = 0; k < nargs; k++) write_step(b, term_arg(b->c, t, k));
    step *s = &b->p->steps[b->p->count++];
    *s = (step){.op = step_op(term_get_op(b->c, t)),
                .width = term_width(b->c, t),
                .number = number_of(b, t)};
    if (nargs) s->arg_width = term_width(b->c, term_arg(b->c, t, 0));
    s->dst = take_slot(b); /* before the arguments' are free: a step never writes what it reads */
    b->slot[t] = (int)s->dst;
    for (unsigned k = 0; k < 3 && nargs; k++)
        s->src[k] = (unsigned)b->slot[term_arg(b->c, t, k < nargs ? k : 0)];
    for (unsigned k = 0; k < nargs; k++) release(b, term_arg(b->c, t, k));
}

static void build(builder *b, term t)
{
    size_t n = term_count(b->c) + 1;
    b->p->steps = mem_alloc(n, sizeof *b->p->steps);
    b->slot = mem_alloc(n, sizeof *b->slot);
    b->idle = mem_alloc(n, sizeof *b->idle);
    for (size_t i = 0; i < n; i++) b->slot[i] = NO_SLOT;
    write_step(b, t);
    b->p->result = (unsigned)b->slot[t];
    b->p->slots = mem_alloc((size_t)b->p->nslots * BLOCK, sizeof *b->p->slots);
    mem_free(b->slot);
    mem_free(b->idle);
}

tape *tape_new(const term_ctx *c, term t, const term *vars, unsigned nvars)
{
    builder b = {.c = c, .vars = vars, .nvars = nvars, .narrow = true};
    b.uses = mem_alloc(term_count(c) + 1, sizeof *b.uses);
    count_uses(&b, t);
    if (b.narrow) {
        b.p = mem_alloc(1, sizeof *b.p);
        build(&b, t);
    }
    mem_free(b.uses);
    return b.p;
}

unsigned tape_steps(const tape *p)
{
    return p->count;
}

void tape_free(tape *p)
{
    if (!p) return;
    mem_free(p->steps);
    mem_free(p->slots);
    mem_free(p);
}

/* ---- running ---- */

static uint64_t *slot(const tape *p, unsigned i)
{
    return p->slots + (size_t)i * BLOCK;
}

static void load(const tape_column *in, size_t first, size_t count, uint64_t *out)
{
    const uint64_t *at = in->at + first * in->stride;
    for (size_t i = 0; i < count; i++) out[i] = at[i * in->stride];
}

static void fill(uint64_t value, uint64_t *out)
{
    for (unsigned i = 0; i < BLOCK; i++) out[i] = value;
}

/* Cases first .. first + count), at most BLOCK; what stands in the rest of a block is of no
 * account. */
static void run_block(tape *p, const tape_column *in, size_t first, size_t count)
{
    for (unsigned i = 0; i < p->count; i++) {
        const step *s = &p->steps[i];
        if (s->op == TERM_VAR)
            load(&in[s->number], first, count, slot(p, s->dst));
        else if (s->op == TERM_CONST)
            fill(s->number, slot(p, s->dst));
        else
            runs[s->op](s, slot(p, s->src[0]), slot(p, s->src[1]), slot(p, s->src[2]),
                        slot(p, s->dst));
    }
}

void tape_run(tape *p, const tape_column *in, size_t count, uint64_t *out, size_t stride)
{
    for (size_t first = 0; first < count; first += BLOCK) {
        size_t n = count - first < BLOCK ? count - first : BLOCK;
        const uint64_t *r = slot(p, p->result);
        run_block(p, in, first, n);
        for (size_t i = 0; i < n; i++) out[(first + i) * stride] = r[i];
    }
}
