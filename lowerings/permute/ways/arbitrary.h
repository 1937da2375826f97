// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* arbitrary.h - ways of making shuffles that have no structure. Their cost does not depend on what
 * goes where. */
#ifndef LANESMITH_PASS_ARBITRARY_H
#define LANESMITH_PASS_ARBITRARY_H

#include "ways.h"

way by_words, by_tests, by_windows, by_matrices;

#endif
