// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transpose.c - programs that permute digits over a block's registers (transpose.h). What is found
 * is a proposal, which is proved for the whole block. */
#include "transpose.h"

#include <string.h>

#include "lowerings/permute/digits.h"
#include "permute.h"
#include "permute_way.h"
#include "spec/block.h"
#include "spec/op.h"
#include "spec/term/bv.h"

enum { STEP_LENGTH_MAX = 6, WORK = 2000, LIMBS = BLOCK_BITS_MAX / 64 };

/* ---- which digits ---- */

static bool is_all_ones(const term_ctx *c, term t)
{
    unsigned i = 0, bits = term_width(c, t);
    while (term_is_const(c, t) && i < bits && bv_bit(term_limbs(c, t), i)) i++;
    return i == bits;
}

/* from: which bit of the operand a bit of the result is, if the operation is a movement. One digit
 * after the other, on the operand whose bits are that digit of their own numbers; the digit behind
 * all is zero everywhere, and has to be so in the result. False: its definition is not for that. */
static bool read_bits(const cell *c, uint16_t *from)
{
    unsigned bits = c->cls->bits, digits = (unsigned)__builtin_ctz(bits);
    term_ctx *terms = term_ctx_new();
    term var = term_mk_var(terms, "a", bits), result, care;
    diags quiet = {0};
    bool good = op_elaborate(c->op, c->w, cell_fields(c), terms, &var, &result, &care, &quiet) &&
                is_all_ones(terms, care);
    for (unsigned d = 0; good && d <= digits; d++) {
        uint64_t in[LIMBS] = {0}, out[TERM_LIMBS_MAX] = {0};
        const uint64_t *value = in;
        for (unsigned i = 0; i < bits; i++) bv_set_bit(in, i, i >> d & 1);
        term_eval(terms, result, &var, &value, 1, out);
        for (unsigned i = 0; i < bits; i++) from[i] = (uint16_t)(from[i] | bv_bit(out, i) << d);
    }
    term_ctx_free(terms);
    diag_free(&quiet);
    return good;
}

/* all: digit j of a place in the result is digit all[j] of the place in the operand. */
static bool read_digits(const cell *c, uint8_t *all)
{
    uint16_t from[BLOCK_BITS_MAX] = {0};
    unsigned bits = c->cls->bits, digits = (unsigned)__builtin_ctz(bits);
    bool good = read_bits(c, from) && from[0] == 0, still = true;
    for (unsigned j = 0; good && j < digits; j++) {
        unsigned one = from[1U << j];
        good = one && one < bits && !(one & (one - 1));
        if (good) all[j] = (uint8_t)__builtin_ctz(one);
        still &= good && all[j] == j;
    }
    for (unsigned i = 0; good && i < bits; i++) {
        unsigned at = 0;
        for (unsigned j = 0; j < digits; j++) at |= (i >> j & 1) << all[j];
        good = at == from[i];
    }
    return good && !still;
}

static const regclass *register_class(const cell *c)
{
    return c->cls->of ? c->cls->of : c->cls;
}

static unsigned register_count(const cell *c) { return c->cls->of ? c->cls->parts : 1; }

bool transpose_is_for(const cell *c)
{
    unsigned bits = register_class(c)->bits;
    return c->op->blocks && c->op->arity == 1 && op_is_plain(c->op) && bits <= PERMUTE_BITS_MAX &&
           !(bits & (bits - 1)) && register_count(c) <= DIGITS_REGISTERS && cell_exists(c);
}

static digits_goal goal_of(const cell *c, const uint8_t *all)
{
    digits_goal g = {.places = (unsigned)__builtin_ctz(register_class(c)->bits),
                     .f = (unsigned)__builtin_ctz(register_count(c))};
    memcpy(g.goal, all, g.places);
    return g;
}

/* ---- steps ---- */

/* Instructions for a pair of registers whose numbers differ in one digit, or for one register. */
typedef struct pair_step {
    permute *found;
    int node[2];
    unsigned digit; /* of the numbers; that of one register: there is none */
    bool alone;
    unsigned *konst; /* value numbers of constants, by node */
} pair_step;

typedef struct making {
    const cell *c;
    const spec *s;
    permute_machine machine;
    digits_goal goal;
    arrangement now;
    pair_step step[DIGITS_STEPS];
    unsigned nsteps;
    unsigned value[DIGITS_REGISTERS]; /* value numbers, by register */
    prog *p;
    arena mem;
} making;

static int search(pair_step *x, const labels *g)
{
    return permute_search(x->found, g, STEP_LENGTH_MAX, WORK);
}

static bool move_bytes(making *m, const arrangement *to, unsigned turn, pair_step *x)
{
    unsigned bits = m->machine.bits, bytes = bits / 8;
    for (unsigned half = 0; half < (x->alone ? 1 : 2); half++) {
        uint8_t from[DIGITS_BYTES_MAX];
        labels g;
        digits_find_bytes(&m->goal, &m->now, to, half, turn, from);
        for (unsigned i = 0; i < bits; i++)
            g.at[i] = label_of_bit(from[i / 8] / bytes * bits + from[i / 8] % bytes * 8 + i % 8);
        x->node[half] = search(x, &g);
        if (x->node[half] < 0) return false;
    }
    return true;
}

static bool multiply(making *m, const arrangement *to, pair_step *x)
{
    uint8_t bit[8];
    labels g;
    digits_find_matrix(&m->goal, &m->now, to, 0, bit);
    for (unsigned i = 0; i < m->machine.bits; i++)
        g.at[i] = label_of_bit(i / 64 * 64 + (7 - i % 8) * 8 + bit[i / 8 % 8]);
    x->node[0] = search(x, &g);
    return x->node[0] >= 0;
}

/* Upper bits of fields of the first register, lower ones of the second, change places: each result
 * is a choice of bits. */
static bool exchange_by_choice(making *m, unsigned distance, pair_step *x)
{
    unsigned bits = m->machine.bits;
    for (unsigned half = 0; half < 2; half++) {
        labels g;
        for (unsigned i = 0; i < bits; i++) {
            bool upper = i & distance, stays = half == upper;
            unsigned other = upper ? i - distance : i + distance;
            g.at[i] = label_of_bit(stays ? half * bits + i : (1 - half) * bits + other);
        }
        x->node[half] = search(x, &g);
        if (x->node[half] < 0) return false;
    }
    return true;
}

/* By what they differ in (Warren, Hacker's Delight, 7-3). */
static bool exchange_by_difference(making *m, unsigned distance, pair_step *x)
{
    permute *p = x->found;
    uint64_t lower[PERMUTE_LIMBS] = {0};
    const mover *down = way_find_shift(p, (int)distance), *up = way_find_shift(p, -(int)distance);
    if (!down || !up || m->machine.xor_ < 0 || m->machine.and_ < 0) return false;
    for (unsigned i = 0; i < m->machine.bits; i++) bv_set_bit(lower, i, !(i & distance));
    int mask = permute_add_const(p, lower),
        differ = permute_add(p, m->machine.xor_, 0, permute_add_mover(p, down, 0, -1, down->konst),
                             1, -1);
    differ = permute_add(p, m->machine.and_, 0, differ, mask, -1);
    x->node[1] = permute_add(p, m->machine.xor_, 0, differ, 1, -1);
    x->node[0] = permute_add(p, m->machine.xor_, 0,
                             permute_add_mover(p, up, differ, -1, up->konst), 0, -1);
    return x->node[0] >= 0 && x->node[1] >= 0;
}

static bool exchange(making *m, const arrangement *to, pair_step *x)
{
    unsigned distance = 1U << digits_exchanged(&m->now, to);
    return m->machine.table3 >= 0 ? exchange_by_choice(m, distance, x)
                                  : exchange_by_difference(m, distance, x);
}

static bool make_step(making *m, const digits_step *step)
{
    pair_step *x = &m->step[m->nsteps++];
    unsigned digit = digits_changed(&m->goal, &m->now, &step->to);
    *x = (pair_step){.digit = digit, .alone = digit == digits_numbers(&m->goal)};
    x->found = permute_new(&m->machine, x->alone ? 1 : 2);
    bool good = false;
    switch (step->kind) {
    case DIGITS_MOVE: good = move_bytes(m, &step->to, 0, x); break;
    case DIGITS_TURN: good = move_bytes(m, &step->to, 7, x); break;
    case DIGITS_MATRIX: good = multiply(m, &step->to, x); break;
    case DIGITS_EXCHANGE: good = exchange(m, &step->to, x); break;
    case DIGITS_FLIP: break; /* goals without complements have none */
    }
    m->now = step->to;
    return good;
}

/* ---- the program ---- */

static unsigned results_of(const pair_step *x) { return x->alone ? 1 : 2; }

/* Before all instructions. */
static bool add_constants(making *m, pair_step *x)
{
    int last = x->node[0] > x->node[1] ? x->node[0] : x->node[1];
    x->konst = arena_new(&m->mem, (unsigned)last + 1, unsigned);
    for (int i = 0; i <= last; i++) {
        const permute_node *n = permute_get_node(x->found, i);
        uint64_t limbs[TERM_LIMBS_MAX] = {0};
        if (!n->is_const) continue;
        if (m->p->nconsts == PROG_CONSTS_MAX) return false;
        memcpy(limbs, n->konst, sizeof n->konst);
        x->konst[i] = prog_add_const(m->p, limbs);
    }
    return true;
}

typedef struct copying {
    making *m;
    const pair_step *x;
    const unsigned *in;
    int value[PERMUTE_NODES_MAX]; /* 0: not yet */
} copying;

/* The node's value number; 0 without room, which is no instruction's. */
static unsigned copy_node(copying *k, int node)
{
    const permute_node *n = permute_get_node(k->x->found, node);
    unsigned src[SPEC_SRC_MAX] = {0};
    prog *p = k->m->p;
    if (n->is_input) return k->in[node];
    if (n->is_const) return k->x->konst[node];
    if (k->value[node]) return (unsigned)k->value[node];
    for (unsigned i = 0; i < 3; i++)
        if (n->src[i] >= 0) src[i] = copy_node(k, n->src[i]);
    if (p->ninsns == PROG_INSNS_MAX) return 0;
    k->value[node] = (int)prog_add(p, &k->m->s->instrs[n->instr], src, n->imm);
    return (unsigned)k->value[node];
}

static bool copy_step(making *m, const pair_step *x)
{
    copying *k = mem_alloc(1, sizeof *k);
    unsigned bit = x->alone ? 0 : 1U << x->digit;
    bool good = true;
    for (unsigned i = 0; good && i < register_count(m->c); i++) {
        unsigned in[2] = {m->value[i], m->value[i | bit]};
        if (i & bit) continue;
        *k = (copying){.m = m, .x = x, .in = in};
        for (unsigned half = 0; half < results_of(x); half++)
            m->value[half ? i | bit : i] = copy_node(k, x->node[half]);
        good = m->p->ninsns < PROG_INSNS_MAX;
    }
    mem_free(k);
    return good;
}

/* The register that is part `part` of the result. */
static unsigned register_of(const making *m, const uint8_t *all, unsigned part)
{
    unsigned number = 0;
    for (unsigned t = 0; t < m->goal.f; t++) {
        unsigned k = 0;
        while (m->now.number[k] != all[m->goal.places + t]) k++;
        number |= (part >> t & 1) << k;
    }
    return number;
}

static bool write_program(making *m, const uint8_t *all)
{
    const regclass *block = m->c->cls;
    unsigned part[DIGITS_REGISTERS], count = register_count(m->c);
    bool good = true;
    prog_init(m->p, m->c->op, block);
    for (unsigned i = 0; good && i < m->nsteps; i++) good = add_constants(m, &m->step[i]);
    for (unsigned i = 0; good && i < count; i++)
        m->value[i] =
            block->of ? prog_add(m->p, block_part(m->s, block), (const unsigned[]){0}, i) : 0;
    for (unsigned i = 0; good && i < m->nsteps; i++) good = copy_step(m, &m->step[i]);
    if (!good || m->p->ninsns + count > PROG_INSNS_MAX) return false;
    for (unsigned k = 0; k < count; k++) part[k] = m->value[register_of(m, all, k)];
    m->p->result = prog_join(m->p, m->s, block, part);
    prog_tidy(m->p);
    return true;
}

/* ---- ways ---- */

static machine machine_of(const capability_book *book, const cell *c)
{
    machine m = {.register_bytes = register_class(c)->bits / 8};
    prog quiet;
    for (int a = 0; a < CAPABILITIES; a++)
        if (capability_find(book, c->target, register_class(c), (capability)a, &quiet))
            machine_add(&m, (capability)a, m.register_bytes);
    return m;
}

bool transpose_find(const mover_book *movers, const capability_book *book, const cell *c,
                    prog *out)
{
    uint8_t all[DIGITS_ALL];
    making *m = mem_alloc(1, sizeof *m);
    machine can = machine_of(book, c);
    *m = (making){.c = c, .s = mover_book_spec(movers), .p = out};
    m->machine = mover_machine(movers, register_class(c), c->target, &m->mem);
    bool good = read_digits(c, all);
    if (good) m->goal = goal_of(c, all);
    const digits_way *found = good ? digits_find(&m->mem, &can, &m->goal) : NULL;
    good = found != NULL;
    if (good) m->now = found->start;
    for (unsigned i = 0; good && i < found->count; i++) good = make_step(m, &found->step[i]);
    good = good && write_program(m, all);
    for (unsigned i = 0; i < m->nsteps; i++) permute_free(m->step[i].found);
    arena_free(&m->mem);
    mem_free(m);
    return good;
}
