// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irvalue.c - lanes of values, and poison of another shape. */
#include "irvalue.h"

#include "irmake.h"

term ir_lane(term_ctx *c, const ir_value *v, unsigned lane)
{
    return bits_of(c, v->bits, (lane + 1) * v->shape.bits - 1, lane * v->shape.bits);
}

term ir_spread_poison(term_ctx *c, term poison, ir_shape from, ir_shape to)
{
    term lane[TERM_WIDTH_MAX];
    unsigned step = from.lanes == to.lanes ? from.bits : to.bits;
    if (term_is_zero(c, poison)) return num(c, 0, to.lanes * to.bits);
    for (unsigned i = 0; i < to.lanes; i++) {
        term part = bits_of(c, poison, (i + 1) * step - 1, i * step);
        lane[i] = pick(c, TERM_EQ, part, num(c, 0, step), num(c, 0, to.bits),
                       term_mk_ones(c, to.bits));
    }
    return term_mk_concat_n(c, lane, to.lanes);
}
