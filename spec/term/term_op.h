// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* term_op.h - the operators of terms. */
#ifndef LANESMITH_TERM_OP_H
#define LANESMITH_TERM_OP_H

#include <stdint.h>

enum { TERM_WIDTH_MAX = 8448, TERM_LIMBS_MAX = TERM_WIDTH_MAX / 64 };

typedef uint32_t term;
enum { TERM_NONE = 0 };

/* X(enumerator, SMT-LIB name, number of term arguments, number of integer indices) */
#define TERM_OPS(X)                                                                                \
    X(CONST, "", 0, 0)                                                                             \
    X(VAR, "", 0, 0)                                                                               \
    X(TRUE, "true", 0, 0)                                                                          \
    X(FALSE, "false", 0, 0)                                                                        \
    X(NOT, "not", 1, 0)                                                                            \
    X(AND, "and", 2, 0)                                                                            \
    X(OR, "or", 2, 0)                                                                              \
    X(EQ, "=", 2, 0)                                                                               \
    X(ITE, "ite", 3, 0)                                                                            \
    X(BVNOT, "bvnot", 1, 0)                                                                        \
    X(BVNEG, "bvneg", 1, 0)                                                                        \
    X(BVAND, "bvand", 2, 0)                                                                        \
    X(BVOR, "bvor", 2, 0)                                                                          \
    X(BVXOR, "bvxor", 2, 0)                                                                        \
    X(BVADD, "bvadd", 2, 0)                                                                        \
    X(BVSUB, "bvsub", 2, 0)                                                                        \
    X(BVMUL, "bvmul", 2, 0)                                                                        \
    X(BVUDIV, "bvudiv", 2, 0)                                                                      \
    X(BVUREM, "bvurem", 2, 0)                                                                      \
    X(BVSDIV, "bvsdiv", 2, 0)                                                                      \
    X(BVSREM, "bvsrem", 2, 0)                                                                      \
    X(BVSHL, "bvshl", 2, 0)                                                                        \
    X(BVLSHR, "bvlshr", 2, 0)                                                                      \
    X(BVASHR, "bvashr", 2, 0)                                                                      \
    X(BVULT, "bvult", 2, 0)                                                                        \
    X(BVULE, "bvule", 2, 0)                                                                        \
    X(BVSLT, "bvslt", 2, 0)                                                                        \
    X(BVSLE, "bvsle", 2, 0)                                                                        \
    X(CONCAT, "concat", 2, 0)                                                                      \
    X(EXTRACT, "extract", 1, 2)                                                                    \
    X(ZERO_EXTEND, "zero_extend", 1, 1)                                                            \
    X(SIGN_EXTEND, "sign_extend", 1, 1)

typedef enum term_op {
#define X(e, name, args, ints) TERM_##e,
    TERM_OPS(X)
#undef X
        TERM_OP_COUNT
} term_op;

#endif
