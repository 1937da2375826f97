// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* node.c - the operators of terms: names, numbers of arguments, and what each computes; shared by
 * folding (term.c) and evaluation (term_eval.c). */
#include "node.h"

#include <string.h>

#include "bv.h"

const struct node_info node_info[TERM_OP_COUNT] = {
#define X(e, name, args, ints) {name, args, ints},
    TERM_OPS(X)
#undef X
};

void node_eval(const node *n, const uint64_t *const *a, const unsigned *widths, uint64_t *out)
{
    unsigned w = n->width, aw = widths[0];
    switch ((term_op)n->op) {
    case TERM_CONST: memcpy(out, n->data, bv_limbs(w) * sizeof *out); return;
    case TERM_TRUE: out[0] = 1; return;
    case TERM_FALSE: out[0] = 0; return;
    case TERM_NOT: out[0] = !a[0][0]; return;
    case TERM_AND: out[0] = a[0][0] & a[1][0]; return;
    case TERM_OR: out[0] = a[0][0] | a[1][0]; return;
    case TERM_EQ: out[0] = bv_equal(a[0], a[1], aw ? aw : 1); return;
    case TERM_ITE: memcpy(out, a[0][0] ? a[1] : a[2], bv_limbs(w ? w : 1) * sizeof *out); return;
    case TERM_BVNOT:
        for (unsigned i = 0; i < bv_limbs(w); i++) out[i] = ~a[0][i];
        bv_trim(out, w);
        return;
    case TERM_BVNEG: bv_neg(out, a[0], w); return;
    case TERM_BVAND: for (unsigned i = 0; i < bv_limbs(w); i++) out[i] = a[0][i] & a[1][i]; return;
    case TERM_BVOR: for (unsigned i = 0; i < bv_limbs(w); i++) out[i] = a[0][i] | a[1][i]; return;
    case TERM_BVXOR: for (unsigned i = 0; i < bv_limbs(w); i++) out[i] = a[0][i] ^ a[1][i]; return;
    case TERM_BVADD: bv_add(out, a[0], a[1], w); return;
    case TERM_BVSUB: bv_sub(out, a[0], a[1], w); return;
    case TERM_BVMUL: bv_mul(out, a[0], a[1], w); return;
    case TERM_BVUDIV: bv_udivrem(out, NULL, a[0], a[1], w); return;
    case TERM_BVUREM: bv_udivrem(NULL, out, a[0], a[1], w); return;
    case TERM_BVSDIV: bv_sdivrem(out, NULL, a[0], a[1], w); return;
    case TERM_BVSREM: bv_sdivrem(NULL, out, a[0], a[1], w); return;
    case TERM_BVSHL: bv_shl(out, a[0], bv_amount(a[1], w), w); return;
    case TERM_BVLSHR: bv_lshr(out, a[0], bv_amount(a[1], w), w); return;
    case TERM_BVASHR: bv_ashr(out, a[0], bv_amount(a[1], w), w); return;
    case TERM_BVULT: out[0] = bv_ult(a[0], a[1], aw); return;
    case TERM_BVULE: out[0] = !bv_ult(a[1], a[0], aw); return;
    case TERM_BVSLT: out[0] = bv_slt(a[0], a[1], aw); return;
    case TERM_BVSLE: out[0] = !bv_slt(a[1], a[0], aw); return;
    case TERM_CONCAT:
        memset(out, 0, bv_limbs(w) * sizeof *out);
        bv_insert(out, a[1], widths[1], 0);
        bv_insert(out, a[0], aw, widths[1]);
        return;
    case TERM_EXTRACT: bv_extract(out, a[0], n->arg[1], n->arg[2]); return;
    case TERM_ZERO_EXTEND:
    case TERM_SIGN_EXTEND:
        memset(out, 0, bv_limbs(w) * sizeof *out);
        bv_insert(out, a[0], aw, 0);
        for (unsigned i = aw; n->op == TERM_SIGN_EXTEND && bv_bit(a[0], aw - 1) && i < w; i++)
            bv_set_bit(out, i, true);
        return;
    case TERM_VAR:
    case TERM_OP_COUNT: break;
    }
    require(false, "the operator can be evaluated");
}
