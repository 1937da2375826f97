// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fields.c - asks LLVM which vectors have small fields. Called by every file of the pass. */
#include "fields.h"

bool fields_whole_width(unsigned w)
{
    return w >= 8 && w <= 64 && (w & (w - 1)) == 0;
}

bool fields_of_type(LLVMTypeRef type, unsigned *w, unsigned *n)
{
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return false;
    LLVMTypeRef field = LLVMGetElementType(type);
    if (LLVMGetTypeKind(field) != LLVMIntegerTypeKind) return false;
    *w = LLVMGetIntTypeWidth(field);
    *n = LLVMGetVectorSize(type);
    return *w < 64 && !fields_whole_width(*w);
}

bool fields_small(LLVMTypeRef type)
{
    unsigned w, n;
    return fields_of_type(type, &w, &n);
}

bool fields_fit_masks(unsigned n)
{
    return (n & (n - 1)) == 0;
}

unsigned fields_power(unsigned n)
{
    unsigned power = 1;
    while (power < n) power *= 2;
    return power;
}

LLVMTypeRef fields_carrier(LLVMContextRef c, unsigned bits)
{
    if (bits <= 64) return LLVMIntTypeInContext(c, bits);
    return LLVMVectorType(LLVMInt64TypeInContext(c), bits / 64);
}

bool layout_same(const layout *a, const layout *b)
{
    if (a->npieces != b->npieces) return false;
    for (unsigned i = 0; i < a->npieces; i++)
        if (a->pieces[i].bits != b->pieces[i].bits || a->pieces[i].used != b->pieces[i].used)
            return false;
    return true;
}
