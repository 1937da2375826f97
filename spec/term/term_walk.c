// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* term_walk.c - walks over what is below a term: marking, rebuilding, replacing, collecting. */
#include "term.h"

#include <stdlib.h>
#include <string.h>

#include "node.h"

/* A new walk: no node is seen. */
static struct walk *begin_walk(const term_ctx *c)
{
    struct walk *w = c->walk;
    if (w->cap < c->count) {
        uint32_t cap = c->cap;
        w->seen = mem_grow(w->seen, cap, sizeof *w->seen);
        w->map = mem_grow(w->map, cap, sizeof *w->map);
        memset(w->seen + w->cap, 0, (cap - w->cap) * sizeof *w->seen);
        w->cap = cap;
    }
    w->now++;
    w->count = 0;
    return w;
}

/* Whether t was seen; it is now, and in the list. */
static bool see(struct walk *w, term t)
{
    if (w->seen[t] == w->now) return true;
    if (w->count == w->list_cap) {
        w->list_cap = w->list_cap ? 2 * w->list_cap : 256;
        w->list = mem_grow(w->list, w->list_cap, sizeof *w->list);
    }
    w->seen[t] = w->now;
    w->list[w->count++] = t;
    return false;
}

static int by_number(const void *a, const void *b)
{
    term x = *(const term *)a, y = *(const term *)b;
    return x < y ? -1 : x > y;
}

/* Lists t and what is below it, arguments first. */
static struct walk *list_needed(const term_ctx *c, term t)
{
    struct walk *w = begin_walk(c);
    see(w, t);
    for (uint32_t i = 0; i < w->count; i++)
        for (unsigned k = 0; k < node_info[c->nodes[w->list[i]].op].args; k++)
            see(w, c->nodes[w->list[i]].arg[k]);
    qsort(w->list, w->count, sizeof *w->list, by_number);
    return w;
}

bool *term_mark_needed(const term_ctx *c, term t)
{
    bool *needed = mem_alloc((size_t)t + 1, sizeof *needed);
    needed[t] = true;
    for (term i = t; i > 0; i--)
        for (unsigned k = 0; needed[i] && k < node_info[c->nodes[i].op].args; k++)
            needed[c->nodes[i].arg[k]] = true;
    return needed;
}

static term rebuild_leaf(term_ctx *to, const term_ctx *from, term t)
{
    if (to == from) return t;
    switch (term_get_op(from, t)) {
    case TERM_CONST: return term_mk_const(to, term_limbs(from, t), term_width(from, t));
    case TERM_VAR: return term_mk_var(to, term_name(from, t), term_width(from, t));
    default: return term_mk_bool(to, term_get_op(from, t) == TERM_TRUE);
    }
}

term term_rebuild(term_ctx *to, const term_ctx *from, term t, const term *arg)
{
    node n = from->nodes[t];
    switch (n.op) {
    case TERM_CONST:
    case TERM_VAR:
    case TERM_TRUE:
    case TERM_FALSE: return rebuild_leaf(to, from, t);
    case TERM_NOT: case TERM_BVNOT: case TERM_BVNEG: return term_mk_unary(to, n.op, arg[0]);
    case TERM_ITE: return term_mk_ite(to, arg[0], arg[1], arg[2]);
    case TERM_EXTRACT: return term_mk_extract(to, n.arg[1], n.arg[2], arg[0]);
    case TERM_ZERO_EXTEND: case TERM_SIGN_EXTEND: return term_mk_extend(to, n.op, n.arg[1], arg[0]);
    default: return term_mk_binary(to, n.op, arg[0], arg[1]);
    }
}

term term_map(term_ctx *c, term t, term_step *step, void *user)
{
    bool *needed = term_mark_needed(c, t);
    term *map = mem_alloc((size_t)t + 1, sizeof *map);
    for (term i = 1; i <= t; i++) {
        term arg[TERM_ARGS_MAX] = {TERM_NONE};
        for (unsigned k = 0; needed[i] && k < term_nargs(c, i); k++)
            arg[k] = map[term_arg(c, i, k)];
        if (needed[i]) map[i] = step(user, i, arg);
    }
    term result = map[t];
    mem_free(needed);
    mem_free(map);
    return result;
}

term term_substitute(term_ctx *c, term t, const term *vars, const term *by, unsigned count)
{
    struct walk *w = list_needed(c, t);
    for (uint32_t i = 0; i < w->count; i++) w->map[w->list[i]] = TERM_NONE;
    for (unsigned i = 0; i < count; i++) {
        require(term_width(c, vars[i]) == term_width(c, by[i]),
                "a variable and its replacement have one width");
        if (vars[i] <= t) w->map[vars[i]] = by[i]; /* of those that do not occur nobody asks */
    }
    for (uint32_t i = 0; i < w->count; i++) {
        term arg[TERM_ARGS_MAX] = {TERM_NONE}, n = w->list[i];
        if (w->map[n]) continue;
        for (unsigned k = 0; k < term_nargs(c, n); k++) arg[k] = w->map[term_arg(c, n, k)];
        w->map[n] = term_rebuild(c, c, n, arg); /* starts no walk */
    }
    return w->map[t];
}

/* Variables below t, in the order in which they are met from the left. */
static unsigned walk_vars(const term_ctx *c, struct walk *w, term t, term *vars, unsigned count,
                          unsigned max)
{
    if (see(w, t)) return count;
    if (c->nodes[t].op == TERM_VAR) {
        if (count < max) vars[count] = t;
        count++;
    }
    for (unsigned k = 0; k < term_nargs(c, t); k++)
        count = walk_vars(c, w, c->nodes[t].arg[k], vars, count, max);
    return count;
}

unsigned term_collect_vars(const term_ctx *c, term t, term *vars, unsigned max)
{
    return walk_vars(c, begin_walk(c), t, vars, 0, max);
}
