// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irlane.h - extractelement, insertelement, shufflevector. */
#ifndef LANESMITH_IRLANE_H
#define LANESMITH_IRLANE_H

#include "irrule.h"

ir_read_fn ir_read_extractelement, ir_read_insertelement, ir_read_shufflevector;

#endif
