// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_nodes.c - values of programs: equal ones become one node, so equal parts are counted
 * once. */
#include "permute_nodes.h"

#include <string.h>

#include "permute_inside.h"

const permute_node *permute_get_node(const permute *p, int n) { return &p->node[n]; }
const permute_machine *permute_get_machine(const permute *p) { return p->m; }

static int intern(permute *p, const permute_node *n)
{
    for (unsigned i = p->ninputs; i < p->nnodes; i++)
        if (!memcmp(&p->node[i], n, sizeof *n)) return (int)i;
    if (p->nnodes == PERMUTE_NODES_MAX) return -1;
    p->node[p->nnodes] = *n;
    return (int)p->nnodes++;
}

int permute_add_const(permute *p, const uint64_t *konst)
{
    permute_node n;
    memset(&n, 0, sizeof n);
    n.is_const = true;
    memcpy(n.konst, konst, p->m->bits / 8);
    n.src[0] = n.src[1] = n.src[2] = -1;
    return intern(p, &n);
}

int permute_add(permute *p, int instr, int64_t imm, int a, int b, int c)
{
    permute_node n;
    if (a < 0) return -1;
    memset(&n, 0, sizeof n);
    n.instr = instr;
    n.imm = imm;
    n.src[0] = a;
    n.src[1] = b;
    n.src[2] = c;
    return intern(p, &n);
}

int permute_add_mover(permute *p, const mover *m, int a, int b, const uint64_t *konst)
{
    int src[3] = {-1, -1, -1};
    for (unsigned i = 0; i < 3; i++) {
        if (m->operand[i] == MOVER_NOTHING) continue;
        src[i] = m->operand[i] == MOVER_CONSTANT ? permute_add_const(p, konst)
                 : m->operand[i]                 ? b
                                                 : a;
        if (src[i] < 0) return -1;
    }
    return permute_add(p, (int)m->instr, m->imm, src[0], src[1], src[2]);
}

unsigned permute_count(const permute *p, int n)
{
    return permute_count_both(p, n, n);
}

unsigned permute_count_both(const permute *p, int a, int b)
{
    int last = a > b ? a : b;
    bool *used = mem_alloc((size_t)last + 1, sizeof *used);
    unsigned count = 0;
    used[a] = used[b] = true;
    for (int i = last; i >= 0; i--) {
        const permute_node *x = &p->node[i];
        if (!used[i] || x->is_const || x->is_input) continue;
        count++;
        for (unsigned k = 0; k < 3; k++)
            if (x->src[k] >= 0) used[x->src[k]] = true;
    }
    mem_free(used);
    return count;
}
