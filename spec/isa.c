// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* isa.c - look-ups in an instruction set. */
#include "isa.h"

#include <string.h>

const char *const asm_class_names[ASM_CLASS_COUNT] = {"none", "counted",  "return",
                                                      "move", "constant", "memory"};

const class_spelling *isa_spelling(const isa *set, unsigned cls)
{
    for (unsigned i = 0; i < set->nspellings; i++)
        if (set->spellings[i].cls == cls) return &set->spellings[i];
    return NULL;
}

const asm_syntax *isa_syntax(const isa *set)
{
    static const char *const none[] = {NULL};
    static const asm_syntax plain = {.comment = "#",
                                     .register_prefix = "",
                                     .immediate_prefix = "",
                                     .ones = none,
                                     .memory = none,
                                     .stack = none,
                                     .constant = none,
                                     .masked = none,
                                     .unpriced = none,
                                     .addition = none,
                                     .modes = none,
                                     .keeping = none,
                                     .partial = none,
                                     .name_prefix = "",
                                     .name_widths = "", .name_ends = ""};
    return set->syntax ? set->syntax : &plain;
}

const char *isa_c_feature(const isa *set, const char *feature)
{
    for (unsigned i = 0; i < set->nfeatures; i++)
        if (!strcmp(set->features[i].feature, feature)) return set->features[i].c;
    return feature;
}
