// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* layouts.h - in which registers of the target the vectors of a function lie. */
#ifndef LANESMITH_PASS_LAYOUTS_H
#define LANESMITH_PASS_LAYOUTS_H

#include "lowerings/pass/base/fields.h"
#include "spec/base/base.h"
#include "spec/base/map.h"
#include "target.h"

/* The layouts of one function. */
typedef struct layouts {
    arena *arena;
    const target_view *view;
    map known; /* by vector type */
} layouts;
/* NULL when the target has no registers for fields of this width, or there would be too many
 * pieces. Requires: a small-field type. The same type gives the same layout. */
const layout *layout_of(layouts *l, LLVMTypeRef type);
void layouts_free(layouts *l);

#endif
