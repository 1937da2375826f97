// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* site.h - what code is made with at one place of a function. */
#ifndef LANESMITH_PASS_SITE_H
#define LANESMITH_PASS_SITE_H

#include "lowerings/pass/table/target.h"

typedef struct site {
    arena *arena;
    targets *targets;
    const target_view *view;
    LLVMBuilderRef b;
} site;

#endif
