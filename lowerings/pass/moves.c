#include "moves.h"
#include "convert.h"
move_plan *moves_plan(pool *p, const target_view *v, LLVMValueRef shuffle, const layout *in, const layout *out)
{
    (void)p, (void)v, (void)shuffle, (void)in, (void)out;
    return NULL;
}
void moves_apply(const site *x, const move_plan *m, const layout *in, const LLVMValueRef *a, const LLVMValueRef *b,
                 const layout *out, LLVMValueRef *carriers)
{
    (void)x, (void)m, (void)in, (void)a, (void)b, (void)out, (void)carriers;
}
