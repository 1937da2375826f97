// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irrule.h - how a kind of instruction is read: a row of the table in irinsn.c. */
#ifndef LANESMITH_IRRULE_H
#define LANESMITH_IRRULE_H

#include "irreader.h"

typedef struct ir_rule ir_rule;
/* out->shape is that of the instruction's type; in[0..] are its operands. */
typedef bool ir_read_fn(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                        ir_value *out);

struct ir_rule {
    LLVMOpcode opcode;
    unsigned operands; /* that are read before the function is called */
    ir_read_fn *read;
    term_op op;
};

#endif
