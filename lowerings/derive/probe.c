// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* probe.c - terms evaluated on chosen bits: is the function a movement, and which? Called by
 * movers.c, capabilities.c and, for operations, by synth/permute/shuffle.c. */
#include "probe.h"

#include <string.h>

#include "spec/base/random.h"
#include "spec/instr.h"
#include "spec/term/bv.h"

enum { TRIALS = 6, LIMBS = TERM_LIMBS_MAX };

/* Makes data meet what is assumed of it. */
static void meet_needs(const probe *p, uint64_t (*data)[LIMBS])
{
    for (unsigned i = 0; p->need && i < p->nvars * p->bits; i++) {
        label n = p->need[i];
        if (n == LABEL_FREE) continue;
        bool on = n != LABEL_ZERO &&
                  bv_bit(data[(unsigned)(n - 1) / p->bits], (unsigned)(n - 1) % p->bits);
        bv_set_bit(data[i / p->bits], i % p->bits, on);
    }
}

void probe_run(probe *p, uint64_t (*data)[LIMBS], uint64_t *out)
{
    const uint64_t *values[3];
    for (unsigned i = 0; i < p->nterms; i++)
        values[i] = p->operand[i] < 0 ? p->konst[i] : data[p->operand[i]];
    if (!p->evaluator) p->evaluator = term_evaluator_new(p->c, p->t, p->var, p->nterms);
    memset(out, 0, LIMBS * sizeof *out);
    term_evaluator_run(p->evaluator, values, out);
}

/* Most functions are no movements, since they make something of nothing. */
static bool keeps_zero(probe *p)
{
    uint64_t data[3][LIMBS] = {{0}}, out[LIMBS], any = 0;
    probe_run(p, data, out);
    for (unsigned k = 0; k < LIMBS; k++) any |= out[k];
    return !any;
}

/* Whether every bit of the result is the labelled bit, on random data, zeros and ones. */
bool probe_moves_as(probe *p, const label *map)
{
    uint64_t data[3][LIMBS], out[LIMBS];
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        for (unsigned v = 0; v < p->nvars; v++)
            for (unsigned k = 0; k < LIMBS; k++)
                data[v][k] = trial > 1 ? random_next(&p->seed) : trial ? ~(uint64_t)0 : 0;
        for (unsigned v = 0; v < p->nvars && p->bits % 64; v++)
            data[v][p->bits / 64] &= ((uint64_t)1 << p->bits % 64) - 1;
        meet_needs(p, data);
        for (unsigned v = 0; v < p->nvars; v++)
            memset(&data[v][(p->bits + 63) / 64], 0,
                   (LIMBS - (p->bits + 63) / 64) * sizeof(uint64_t));
        probe_run(p, data, out);
        for (unsigned i = 0; i < p->bits; i++) {
            bool is = map[i] > 0 && bv_bit(data[(unsigned)(map[i] - 1) / p->bits],
                                           (unsigned)(map[i] - 1) % p->bits);
            if (map[i] != LABEL_FREE && bv_bit(out, i) != is) return false;
        }
    }
    return true;
}

/* The labels of the result, if it is a movement; false when it is none. */
bool probe_read_planes(probe *p, label *map)
{
    uint64_t data[3][LIMBS], out[LIMBS];
    if (!keeps_zero(p)) return false;
    memset(map, 0, p->bits * sizeof *map);
    for (unsigned plane = 0; p->nvars * p->bits >> plane; plane++) {
        memset(data, 0, sizeof data);
        for (unsigned i = 0; i < p->nvars * p->bits; i++)
            bv_set_bit(data[i / p->bits], i % p->bits, (i + 1) >> plane & 1);
        meet_needs(p, data);
        probe_run(p, data, out);
        for (unsigned i = 0; i < p->bits; i++) map[i] = (label)(map[i] | bv_bit(out, i) << plane);
    }
    for (unsigned i = 0; i < p->bits; i++)
        if (map[i] > (label)(p->nvars * p->bits)) return false;
    return true;
}

bool probe_read(probe *p, label *map)
{
    return probe_read_planes(p, map) && probe_moves_as(p, map);
}

void probe_open(probe *p, const instr *in, int64_t imm)
{
    *p = (probe){.c = term_ctx_new(),
                 .bits = in->result->bits,
                 .nterms = in->nsrc,
                 .nvars = in->nsrc,
                 .operand = {0, 1, 2},
                 .seed = 1};
    for (unsigned i = 0; i < in->nsrc; i++)
        p->var[i] = term_mk_var(p->c, in->src_name[i], in->src[i]->bits);
    p->t = instr_apply(in, p->c, p->var, imm);
}

void probe_close(probe *p)
{
    term_evaluator_free(p->evaluator);
    term_ctx_free(p->c);
}

void probe_splat(uint64_t *out, unsigned bits, unsigned unit, uint64_t value)
{
    for (unsigned i = 0; i < bits; i++) bv_set_bit(out, i, value >> i % unit & 1);
}

/* Most values make no movement, which three runs show: on random data, on its complement, on ones.
 */
bool probe_may_move(probe *p)
{
    uint64_t data[3][LIMBS] = {{0}}, some[LIMBS], rest[LIMBS], all[LIMBS];
    for (unsigned i = 0; i < p->nvars * p->bits; i++)
        bv_set_bit(data[i / p->bits], i % p->bits, random_next(&p->seed) & 1);
    probe_run(p, data, some);
    for (unsigned i = 0; i < p->nvars * p->bits; i++)
        bv_set_bit(data[i / p->bits], i % p->bits, !bv_bit(data[i / p->bits], i % p->bits));
    probe_run(p, data, rest);
    for (unsigned i = 0; i < p->nvars * p->bits; i++)
        bv_set_bit(data[i / p->bits], i % p->bits, true);
    probe_run(p, data, all);
    for (unsigned k = 0; k < LIMBS; k++)
        if ((some[k] & rest[k]) || (some[k] | rest[k]) != all[k]) return false;
    return true;
}
