// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_narrow_avx2.c - the walk on one image, compiled for processors with AVX2: the same search, nearly twice as fast. */
#define IMAGES 1
#define WALKER exhaust_narrow_avx2
#include "exhaust_walk.inc"
