// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvaddress.h - addresses: of globals, and computed ones (getelementptr). */
#ifndef LANESMITH_TVADDRESS_H
#define LANESMITH_TVADDRESS_H

#include "tvside.h"

ir_value tv_address_value(tv_side *s, address a);
bool tv_read_global(tv_side *s, LLVMValueRef v, ir_value *out);
bool tv_read_gep(tv_side *s, LLVMValueRef gep, ir_value *out);

#endif
