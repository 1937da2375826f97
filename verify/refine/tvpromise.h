// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvpromise.h - what attributes of arguments promise, and accesses that break it. */
#ifndef LANESMITH_TVPROMISE_H
#define LANESMITH_TVPROMISE_H

#include "tvside.h"

/* Notes an access and what attributes forbid of it; a.way is filled in. */
void tv_touch(tv_side *s, mem_access a, LLVMValueRef pointer);
term tv_breaks_attributes(tv_side *s, unsigned argument, term value);
void tv_demand_dereferenceable(tv_side *s, unsigned argument, const ir_value *v);

/* Whether an argument has the attribute noalias. */
bool tv_has_noalias(const tv_side *s);
/* Bool: an attribute of the argument that the access is based on promises that the byte may be
 * read. */
term tv_is_dereferenceable(tv_side *s, const mem_access *a, address at);

#endif
