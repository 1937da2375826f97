// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvchoose.h - what a function chooses: for poison in a freeze, and for undef where it is used. */
#ifndef LANESMITH_TVCHOOSE_H
#define LANESMITH_TVCHOOSE_H

#include "tvside.h"

/* owner is the side; see ir_reader. */
bool tv_choose_undefined(void *owner, unsigned bits, term *value, term *poison);
bool tv_choose_frozen(void *owner, const ir_value *in, ir_value *out);
term tv_choose_byte(void *owner);
term tv_choose_apply(void *owner, const char *what, const term *args, unsigned nargs, bool commutes,
                     unsigned bits);
term tv_choose_bit(void *owner);
/* What v is for another use of it. */
ir_value tv_chosen_again(tv_side *s, const ir_value *v);
/* Bool: poison, or undef so that it matters: what a branch, an address and a noundef argument must
 * not be. */
term tv_is_undefined(tv_side *s, const ir_value *v);

/* Bool: whether another use of the value could read other bits, since it depends on undef. */
term tv_side_varies(tv_side *s, const ir_value *v);

#endif
