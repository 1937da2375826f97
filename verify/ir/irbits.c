// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irbits.c - bits gathered and scattered by a mask, products of polynomials. Called by the readers
 * of intrinsics. */
#include "irbits.h"

#include "irmake.h"

term ir_scatter_bits(term_ctx *c, const term *a, unsigned bits)
{
    term bit[TERM_WIDTH_MAX], rest = a[0];
    for (unsigned i = 0; i < bits; i++) {
        term wanted = is_set(c, a[1], i);
        bit[i] = op2(c, TERM_BVAND, bits_of(c, a[1], i, i), bits_of(c, rest, 0, 0));
        rest = term_mk_ite(c, wanted, op2(c, TERM_BVLSHR, rest, num(c, 1, bits)), rest);
    }
    return term_mk_concat_n(c, bit, bits);
}

term ir_gather_bits(term_ctx *c, const term *a, unsigned bits)
{
    term out = num(c, 0, bits);
    for (unsigned i = bits; i-- > 0;) {
        term longer = bits > 1 ? op2(c, TERM_CONCAT, bits_of(c, out, bits - 2, 0),
                                     bits_of(c, a[0], i, i))
                               : a[0];
        out = term_mk_ite(c, is_set(c, a[1], i), longer, out);
    }
    return out;
}

term ir_polynomial(term_ctx *c, term a, term b)
{
    unsigned bits = term_width(c, a);
    term sum = num(c, 0, 2 * bits), x = zext(c, bits, b);
    for (unsigned i = 0; i < bits; i++) {
        term shifted = op2(c, TERM_BVSHL, x, num(c, i, 2 * bits));
        sum = op2(c, TERM_BVXOR, sum,
                  term_mk_ite(c, is_set(c, a, i), shifted, num(c, 0, 2 * bits)));
    }
    return sum;
}
