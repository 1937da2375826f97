// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sums.h - a way of making any shuffle by multiplication of words, without choice of bytes. */
#ifndef LANESMITH_PASS_SUMS_H
#define LANESMITH_PASS_SUMS_H

#include "ways.h"

way by_sums;

#endif
