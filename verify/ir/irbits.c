// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irbits.c - bits gathered and scattered by a mask. Called by irintrin_x86.c and irintrin_sve.c. */
#include "irbits.h"

#include "irmake.h"

term ir_scatter_bits(term_ctx *c, term a, term mask)
{
    term bit[TERM_WIDTH_MAX], rest = a;
    unsigned bits = term_width(c, a);
    for (unsigned i = 0; i < bits; i++) {
        term wanted = is_set(c, mask, i);
        bit[i] = op2(c, TERM_BVAND, bits_of(c, mask, i, i), bits_of(c, rest, 0, 0));
        rest = term_mk_ite(c, wanted, op2(c, TERM_BVLSHR, rest, num(c, 1, bits)), rest);
    }
    return term_mk_concat_n(c, bit, bits);
}

term ir_gather_bits(term_ctx *c, term a, term mask)
{
    unsigned bits = term_width(c, a);
    term out = num(c, 0, bits);
    for (unsigned i = bits; i-- > 0;) {
        term longer = bits > 1 ? op2(c, TERM_CONCAT, bits_of(c, out, bits - 2, 0),
                                     bits_of(c, a, i, i))
                               : a;
        out = term_mk_ite(c, is_set(c, mask, i), longer, out);
    }
    return out;
}
