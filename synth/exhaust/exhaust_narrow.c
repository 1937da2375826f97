// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_narrow.c - the walk on one image: cells of narrow fields. */
#define IMAGES 1
#define WALKER exhaust_narrow
#include "exhaust_walk.inc"
