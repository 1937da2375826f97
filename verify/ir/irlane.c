// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irlane.c - lanes by number: a number out of range makes the result poison. */
#include "irlane.h"

#include "irmake.h"

/* The number as 32 bits, larger ones cut off at the largest. */
static term lane_number(ir_reader *r, const ir_value *index)
{
    unsigned bits = index->shape.bits;
    term n = index->bits;
    if (bits <= 32) return extended(r->c, TERM_ZERO_EXTEND, n, 32);
    term fits = op2(r->c, TERM_BVULE, n, num(r->c, UINT32_MAX, bits));
    return term_mk_ite(r->c, fits, term_mk_extract(r->c, 31, 0, n), term_mk_ones(r->c, 32));
}

static term names_lane(ir_reader *r, term number, unsigned lane)
{
    return equal(r->c, number, num(r->c, lane, 32));
}

/* No value of t is larger: what constants above and beside it leave. */
static uint64_t largest(const term_ctx *c, term t)
{
    unsigned width = term_width(c, t);
    uint64_t most = width < 64 ? ((uint64_t)1 << width) - 1 : UINT64_MAX;
    if (width > 64) return most;
    switch (term_get_op(c, t)) {
    case TERM_CONST: return term_limbs(c, t)[0];
    case TERM_BVAND: {
        uint64_t a = largest(c, term_arg(c, t, 0)), b = largest(c, term_arg(c, t, 1));
        return a < b ? a : b;
    }
    case TERM_CONCAT:
        return largest(c, term_arg(c, t, 0)) << term_width(c, term_arg(c, t, 1)) |
               largest(c, term_arg(c, t, 1));
    default: return most;
    }
}

static bool is_in_range(ir_reader *r, const ir_value *index, unsigned lanes)
{
    return index->shape.bits <= 64 && largest(r->c, index->bits) < lanes;
}

static term index_is_poison(ir_reader *r, const ir_value *index)
{
    return not(r->c, is_zero(r->c, index->poison));
}

bool ir_read_extractelement(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                            ir_value *out)
{
    (void)insn, (void)k;
    term number = lane_number(r, &in[1]), bad = index_is_poison(r, &in[1]);
    unsigned bits = out->shape.bits;
    unsigned lanes = in[0].shape.lanes;
    bool inside = is_in_range(r, &in[1], lanes);
    if (inside) lanes = (unsigned)largest(r->c, in[1].bits);
    out->bits = inside ? ir_lane(r->c, &in[0], lanes) : num(r->c, 0, bits);
    out->poison = inside ? ir_lane_poison(r->c, &in[0], lanes) : term_mk_ones(r->c, bits);
    for (unsigned i = lanes; i-- > 0;) {
        term here = names_lane(r, number, i);
        out->bits = term_mk_ite(r->c, here, ir_lane(r->c, &in[0], i), out->bits);
        out->poison = term_mk_ite(r->c, here, ir_lane_poison(r->c, &in[0], i), out->poison);
    }
    out->poison = term_mk_ite(r->c, bad, term_mk_ones(r->c, bits), out->poison);
    return true;
}

bool ir_read_insertelement(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                           ir_value *out)
{
    (void)insn, (void)k;
    term value[TERM_WIDTH_MAX], poison[TERM_WIDTH_MAX], number = lane_number(r, &in[2]);
    term fits = is_in_range(r, &in[2], out->shape.lanes)
                    ? term_mk_bool(r->c, true)
                    : op2(r->c, TERM_BVULT, number, num(r->c, out->shape.lanes, 32));
    term bad = op2(r->c, TERM_OR, not(r->c, fits), index_is_poison(r, &in[2]));
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term here = names_lane(r, number, i);
        value[i] = term_mk_ite(r->c, here, in[1].bits, ir_lane(r->c, &in[0], i));
        poison[i] = term_mk_ite(r->c, here, in[1].poison, ir_lane_poison(r->c, &in[0], i));
    }
    out->bits = term_mk_concat_n(r->c, value, out->shape.lanes);
    out->poison = term_mk_concat_n(r->c, poison, out->shape.lanes);
    out->poison = term_mk_ite(r->c, bad, term_mk_ones(r->c, ir_shape_bits(out->shape)),
                              out->poison);
    return true;
}

bool ir_read_shufflevector(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                           ir_value *out)
{
    (void)k;
    term value[TERM_WIDTH_MAX], poison[TERM_WIDTH_MAX];
    unsigned lanes = in[0].shape.lanes;
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        int from = LLVMGetMaskValue(insn, i);
        if (from == LLVMGetUndefMaskElem()) {
            value[i] = num(r->c, 0, out->shape.bits);
            poison[i] = term_mk_ones(r->c, out->shape.bits);
            continue;
        }
        const ir_value *v = &in[(unsigned)from >= lanes];
        value[i] = ir_lane(r->c, v, (unsigned)from % lanes);
        poison[i] = ir_lane_poison(r->c, v, (unsigned)from % lanes);
    }
    out->bits = term_mk_concat_n(r->c, value, out->shape.lanes);
    out->poison = term_mk_concat_n(r->c, poison, out->shape.lanes);
    return true;
}
