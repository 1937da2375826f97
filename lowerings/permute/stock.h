// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stock.h - what LLVM's code generator makes of stock forms: machine instructions, as measured.
 *
 * A stock form is a piece of code as plain IR has it: a shuffle of bytes of some kind, an operation
 * on vectors of fields. `lanesmith cost --stock` compiles each for each target
 * (lowerings/measure/stockgen.c); the table of the pass has the figures. What lies between measured
 * cases is interpolated. Who asks says which form a case is; nothing here is typed. */
#ifndef LANESMITH_STOCK_H
#define LANESMITH_STOCK_H

/* Movements of bytes, registers of 16, 32 and 64 bytes, by the number of registers that they come
 * from, at most so many measured: the instructions for one register of the result. "In lanes": each
 * byte stays within its 16. The IR of each is in lowerings/measure/stock_moves.c. */
#define STOCK_MOVES(X)                                                                             \
    X(PART, "part", 1)                   /* the upper half of a register */                        \
    X(REPEAT, "repeat", 1)               /* 8 bytes again and again */                             \
    X(INTERLEAVE, "interleave", 2)       /* bytes with zeros in turn; those of two registers */    \
    X(INTERLEAVE_PARTS, "interleave_parts", 1) /* those of two half as wide */                     \
    X(SLIDE, "slide", 2)                 /* a run of bytes that begins anywhere */                 \
    X(DWORD_HALVES, "dword_halves", 2)   /* doublewords, each half from one register */            \
    X(DWORDS, "dwords", 4)               /* doublewords from anywhere */                           \
    X(WORDS_IN_HALVES, "words_in_halves", 1) /* words that stay in their 8 bytes */                \
    X(WORDS_OF_PAIRS, "words_of_pairs", 1)   /* words, of two doublewords in each 8 bytes */       \
    X(WORDS, "words", 4)                 /* words from anywhere */                                 \
    X(BYTES_IN_LANES, "bytes_in_lanes", 4)                                                         \
    X(BYTES_TO_DWORDS, "bytes_to_dwords", 1) /* bytes in lanes, the same in all; then dwords */    \
    X(BYTES_OF_RUNS, "bytes_of_runs", 1) /* each 16 from 14 side by side, one run behind another */\
    X(BYTES, "bytes", 4)                                                                           \
    X(BYTES_OF_PARTS, "bytes_of_parts", 4) /* 16 bytes, of 1, 2, 4, 8 times 16 in registers */     \
    X(EVEN, "even", 2)                   /* all bytes 0, 2, 4 ... of so many registers */          \
    X(EVEN_CLEAR, "even_clear", 2)       /* the same, where bytes 1, 3, 5 ... are zero */          \
    X(ODD, "odd", 2)                                                                               \
    X(FOURTH, "fourth", 4)               /* bytes 0, 4, 8 ... */                                   \
    X(BYTES_OF_NUMBER, "bytes_of_number", 1) /* those of a general register of 8 */                \
    X(SHL_EACH_16, "shl_each_16", 1)     /* every lane by a constant of its own */                 \
    X(SHR_EACH_16, "shr_each_16", 1)                                                               \
    X(SHR_SOME_16, "shr_some_16", 1)     /* some lanes by nothing */                               \
    X(SHL_EACH_32, "shl_each_32", 1)                                                               \
    X(SHR_EACH_32, "shr_each_32", 1)                                                               \
    X(SIGN, "sign", 1)                   /* a difference in lanes; in lanes below a byte */        \
    X(SIGN_IN_BYTES, "sign_in_bytes", 1)                                                           \
    X(TEST, "test", 1)                   /* a bit of each byte to all its bits */                  \
    X(PACK_TEST, "pack_test", 4)         /* the same, to one bit a byte, in a register */          \
    X(PACK, "pack", 1)                   /* bytes to their lowest bits, a number */                \
    X(SELECT_BITS, "select_bits", 1)                                                               \
    X(HALVE, "halve", 1)                 /* to take a register apart and put it together */        \
    X(ACCESS_PART, "access_part", 1)     /* to read or write a part of a register, whole bytes */  \
    X(ACCESS_BITS, "access_bits", 1)     /* the same of a number of bits that are no bytes */      \
    X(TAKE, "take", 1)                   /* to take a field out */                                 \
    X(TAKE_AT, "take_at", 1)             /* the same at a variable index */                        \
    X(REPLACE, "replace", 1)             /* to put one in */                                       \
    X(REPLACE_AT, "replace_at", 1)                                                                 \
    X(TAKE_OF_NUMBER, "take_of_number", 1) /* the same in a general register */                    \
    X(REPLACE_IN_NUMBER, "replace_in_number", 1)                                                   \
    X(IS_ZERO, "is_zero", 1)             /* is all of a register zero? */

/* Operations on vectors of fields, by width and number of fields: the instructions that the
 * operation adds to those that bring its operands from memory (get) and its result there (put). The
 * IR of each is in lowerings/measure/stock_fields.c. */
#define STOCK_FIELDS(X)                                                                            \
    X(GET, "get")                                                                                  \
    X(PUT, "put")                                                                                  \
    X(ADD, "add")                                                                                  \
    X(SUB, "sub")                                                                                  \
    X(MUL, "mul")                                                                                  \
    X(AND, "and")                                                                                  \
    X(SHL, "shl")                                                                                  \
    X(LSHR, "lshr")                                                                                \
    X(ASHR, "ashr")                                                                                \
    X(UDIV, "udiv")                                                                                \
    X(SDIV, "sdiv")                                                                                \
    X(UREM, "urem")                                                                                \
    X(SREM, "srem")                                                                                \
    X(MUL_CONSTANT, "mul_constant")                                                                \
    X(SHL_CONSTANT, "shl_constant")                                                                \
    X(LSHR_CONSTANT, "lshr_constant")                                                              \
    X(ASHR_CONSTANT, "ashr_constant")                                                              \
    X(UDIV_CONSTANT, "udiv_constant")                                                              \
    X(SDIV_CONSTANT, "sdiv_constant")                                                              \
    X(UREM_CONSTANT, "urem_constant")                                                              \
    X(SREM_CONSTANT, "srem_constant")                                                              \
    X(UMIN, "umin")                                                                                \
    X(SMIN, "smin")                                                                                \
    X(UADD_SAT, "uadd_sat")                                                                        \
    X(USUB_SAT, "usub_sat")                                                                        \
    X(SADD_SAT, "sadd_sat")                                                                        \
    X(SSUB_SAT, "ssub_sat")                                                                        \
    X(ABS, "abs")                                                                                  \
    X(CTPOP, "ctpop")                                                                              \
    X(CTLZ, "ctlz")                                                                                \
    X(CTTZ, "cttz")                                                                                \
    X(BITREVERSE, "bitreverse")                                                                    \
    X(FSHL, "fshl")                                                                                \
    X(COMPARE, "compare")       /* to a mask of fields */                                          \
    X(COMPARE_BITS, "compare_bits") /* to packed bits in memory */                                 \
    X(CHOOSE, "choose")         /* a compare, and a select by it */                                \
    X(EXTEND, "extend")         /* to 32 bits */                                                   \
    X(TRUNCATE, "truncate")     /* from 32 bits */                                                 \
    X(TO_FLOAT, "to_float")                                                                        \
    X(FROM_FLOAT, "from_float")                                                                    \
    X(REDUCE, "reduce")                                                                            \
    X(EXTRACT, "extract")       /* one field */                                                    \
    X(INSERT, "insert")                                                                            \
    X(EXTRACT_AT, "extract_at") /* the same at a variable index */                                 \
    X(INSERT_AT, "insert_at")                                                                      \
    X(SHUFFLE, "shuffle")       /* fields of one vector to any places */                           \
    X(SHUFFLE_TWO, "shuffle_two")                                                                  \
    X(SPLAT, "splat")

typedef enum stock_form {
#define X(name, text, columns) STOCK_##name,
    STOCK_MOVES(X)
#undef X
#define X(name, text) STOCK_##name,
    STOCK_FIELDS(X)
#undef X
    STOCK_FORMS
} stock_form;

enum { STOCK_SIZES = 13, STOCK_COLUMNS = 4 };

/* Rows of sizes that the target lacks are zero. */
typedef struct stock {
    short value[STOCK_FORMS][STOCK_SIZES][STOCK_COLUMNS];
} stock;

/* The name of a form in files, and back; STOCK_FORMS: there is none of that name. */
const char *stock_name(stock_form f);
stock_form stock_find(const char *name);

/* Sizes, ascending, are registers' bytes or fields' widths. Row i is for the size stock_size(f, i),
 * 0 behind the last; it has that many columns, column k for stock_count(f, k) registers or fields.
 */
unsigned stock_size(stock_form f, unsigned i);
unsigned stock_columns(stock_form f, unsigned size);
unsigned stock_count(stock_form f, unsigned column);

/* Instructions for one register of `bytes` bytes that comes from so many; 0 without figures. */
unsigned stock_move(const stock *s, stock_form f, unsigned bytes, unsigned sources);
/* Instructions that the form takes with n fields of w bits. May be less than nothing: what goes
 * from memory to memory need not come through lanes. */
int stock_fields(const stock *s, stock_form f, unsigned w, unsigned n);

#endif
