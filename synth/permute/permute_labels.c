// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_labels.c - what can be said of a goal of labels without a search. */
#include "permute_labels.h"

bool permute_is_goal(const permute_machine *m, unsigned ninputs, const labels *goal)
{
    for (unsigned i = 0; i < m->bits; i++)
        if (goal->at[i] < LABEL_FREE || goal->at[i] > (label)(ninputs * m->bits)) return false;
    return true;
}

unsigned permute_grain(const permute_machine *m, const labels *goal)
{
    for (unsigned g = 64; g > 1; g /= 2) {
        bool whole = true;
        for (unsigned i = 0; whole && i < m->bits; i += g)
            for (unsigned k = 0; whole && k < g; k++) {
                label l = goal->at[i + k];
                unsigned first = 0;
                while (first < g && goal->at[i + first] < 1) first++;
                if (first < g) {
                    /* the label of the block's bit 0 */
                    int base = goal->at[i + first] - (int)first;
                    whole = (base - 1) % (int)g == 0 && (l == LABEL_FREE || l == base + (int)k);
                }
            }
        if (whole) return g;
    }
    return 1;
}
