// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irconst.h - the values of operands, constants among them. */
#ifndef LANESMITH_IRCONST_H
#define LANESMITH_IRCONST_H

#include "irreader.h"

/* A constant, or what r->find says. */
bool ir_read_value(ir_reader *r, LLVMValueRef v, ir_value *out);

#endif
