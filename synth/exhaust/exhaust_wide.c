// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_wide.c - the walk on eight images: wide fields, of which one image holds too few to tell functions apart. */
#define IMAGES 8
#define WALKER exhaust_wide
#include "exhaust_walk.inc"
