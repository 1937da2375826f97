// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_double.c - the walk on two images: words of 16 to 64 bits. */
#define IMAGES 2
#define WALKER exhaust_double
#include "exhaust_walk.inc"
