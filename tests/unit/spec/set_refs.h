// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* set_refs.h - the instructions of one set on random and corner values, lane by lane of the result,
 * beside references that were written independently. Behind the set's table of references. */
#ifndef LANESMITH_TEST_SET_REFS_H
#define LANESMITH_TEST_SET_REFS_H

#include "spec/instr.h"
#include "tests/unit/fixture.h"

typedef struct reference {
    lane_fn fn; /* NULL: the instruction has none */
    unsigned w; /* of a lane */
    bool whole; /* fn gives the whole result, not a lane */
} reference;
typedef reference find_reference(const instr *in);

static inline void compare_lane(const instr *in, const reference *r, uint64_t src[3][LIMBS],
                                const uint64_t *got, int64_t imm, unsigned i)
{
    unsigned w = r->w, bits = r->whole ? in->result->bits : w;
    lane v = {.k = (unsigned)imm, .i = i, .w = w, .reg = {src[0], src[1], src[2]}};
    v.a = get_bits(src[0], i * w, w);
    v.b = get_bits(src[1], i * w, w);
    v.c = get_bits(src[2], i * w, w);
    uint64_t want = r->fn(&v) & ones(bits), have = get_bits(got, i * bits, bits);
    if (have != want)
        fail_msg("%s on %s, immediate %d: lane %u is 0x%llx, not 0x%llx", in->name,
                 in->result->name, (int)imm, i, (unsigned long long)have, (unsigned long long)want);
}

static inline void check_once(const instr *in, const reference *r, term_ctx *c, term t,
                              const term *vars, int64_t imm)
{
    uint64_t src[3][LIMBS] = {{0}}, got[LIMBS] = {0};
    const uint64_t *values[3] = {src[0], src[1], src[2]};
    for (unsigned s = 0; s < in->nsrc; s++) fill_random(src[s], in->src[s]->bits);
    if (random_bits() % 8 == 0) memcpy(src[1], src[0], sizeof src[0]);
    term_eval(c, t, vars, values, in->nsrc, got);
    unsigned n = r->whole ? 1 : in->result->bits / r->w;
    for (unsigned i = 0; i < n; i++) compare_lane(in, r, src, got, imm, i);
}

static inline void check_instr(const instr *in, find_reference *find, int64_t imm, int trials)
{
    reference r = find(in);
    if (!r.fn) fail_msg("%s has no reference in this test", in->name);
    term_ctx *c = term_ctx_new();
    term vars[SPEC_SRC_MAX];
    for (unsigned s = 0; s < in->nsrc; s++)
        vars[s] = term_mk_var(c, in->src_name[s], in->src[s]->bits);
    term t = instr_apply(in, c, vars, imm);
    assert_int_equal(term_width(c, t), in->result->bits);
    for (int trial = 0; trial < trials; trial++) check_once(in, &r, c, t, vars, imm);
    term_ctx_free(c);
}

/* Every instruction of the set, which has more than `least`, with every immediate. */
static inline void check_set(const char *set, find_reference *find, unsigned least)
{
    unsigned count = 0;
    for (unsigned n = 0; n < the_spec->ninstrs; n++) {
        const instr *in = &the_spec->instrs[n];
        if (strcmp(in->set->name, set)) continue;
        count++;
        if (!in->has_imm) check_instr(in, find, 0, 48);
        for (int64_t k = in->imm_low; in->has_imm && k <= in->imm_high; k++)
            check_instr(in, find, k, 3);
    }
    assert_true(count > least);
}

/* What a target says of its CPU to functions. */
static inline void assert_cpu(const char *target_name, const char *attributes)
{
    const target *t = spec_find_target(the_spec, target_name);
    strbuf text = {0};
    assert_non_null(t);
    target_print_cpu(t, &text);
    assert_string_equal(strbuf_text(&text), attributes);
    strbuf_free(&text);
}

#endif
