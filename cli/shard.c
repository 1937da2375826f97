// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* shard.c - divides the chosen cells among runs that never meet, on a cluster, say.
 *
 * What the search finds of a cell depends on other cells of the same operation and width: programs
 * and bounds go from target to target and from class to class. They also go to the operation that
 * is the same with its operands exchanged (slt, sgt). So such cells are a *group*, and a group
 * stays together. Nothing else goes from cell to cell, so each shard finds what the whole run finds
 * of its cells: the databases of all shards, merged, dump the bytes of one run.
 *
 * Groups are dealt in order of width, then of operation, each to the shard that has the fewest
 * cells by then. Neighbours in that order take about as long, so all shards do. */
#include "shard.h"

#include <stdlib.h>
#include <string.h>

#include "cli/app/options.h"
#include "spec/op.h"

typedef struct group {
    unsigned w, leader; /* leader: the least index of its operations */
    unsigned cells, shard;
} group;

/* ---- the option ---- */

/* A number of 1..SHARDS_MAX without a sign; 0: it is none. */
static unsigned parse_part(const char *s, size_t n)
{
    unsigned x = 0;
    if (!n || n > 5 || strspn(s, "0123456789") < n) return 0;
    for (size_t i = 0; i < n; i++) x = 10 * x + (unsigned)(s[i] - '0');
    return x <= SHARDS_MAX ? x : 0;
}

ls_status shard_parse(shard *out, const char *command, const char *word)
{
    *out = (shard){0};
    if (!word) return LS_OK;
    size_t n = strcspn(word, "/");
    shard x = {.which = parse_part(word, n)};
    if (word[n]) x.of = parse_part(word + n + 1, strlen(word + n + 1));
    if (!x.which || x.which > x.of)
        return (ls_status)usage_error(command,
                                      "--shard: expected K/N, 1 <= K <= N <= %d, found `%s`",
                                      SHARDS_MAX, word);
    *out = x;
    return LS_OK;
}

/* ---- groups ---- */

static unsigned find_leader(const unsigned *leader, unsigned o)
{
    while (leader[o] != o) o = leader[o];
    return o;
}

/* leader[o]: the least index among the operations that are o, or o with operands exchanged, and so
 * on from these. Only operations of the cells are looked at. */
static void find_leaders(const spec *s, const cell *all, unsigned total, unsigned *leader)
{
    for (unsigned o = 0; o < s->nops; o++) leader[o] = o;
    for (unsigned i = 0; i < total; i++) {
        if (i && all[i].op == all[i - 1].op) continue;
        const op *other = op_find_exchanged(s, all[i].op);
        if (!other) continue;
        unsigned a = find_leader(leader, all[i].op->index), b = find_leader(leader, other->index);
        leader[a > b ? a : b] = a > b ? b : a;
    }
}

static int compare_groups(const void *pa, const void *pb)
{
    const group *a = pa, *b = pb;
    if (a->w != b->w) return a->w < b->w ? -1 : 1;
    return (a->leader > b->leader) - (a->leader < b->leader);
}

/* The groups in order, each once, with the number of its cells. */
static unsigned list_groups(const cell *all, unsigned total, const unsigned *leader, group *out)
{
    unsigned n = 0, kept = 0;
    for (unsigned i = 0; i < total; i++)
        out[n++] = (group){
            .w = all[i].w, .leader = find_leader(leader, all[i].op->index), .cells = 1};
    if (n) qsort(out, n, sizeof *out, compare_groups);
    for (unsigned i = 0; i < n; i++) {
        bool same = kept && !compare_groups(&out[kept - 1], &out[i]);
        if (same) out[kept - 1].cells++;
        else out[kept++] = out[i];
    }
    return kept;
}

/* Deals the groups to shards 1..of. */
static void deal(group *list, unsigned count, unsigned of)
{
    unsigned *load = mem_alloc(of, sizeof *load);
    for (unsigned i = 0; i < count; i++) {
        unsigned least = 0;
        for (unsigned k = 1; k < of; k++)
            if (load[k] < load[least]) least = k;
        load[least] += list[i].cells;
        list[i].shard = least + 1;
    }
    mem_free(load);
}

unsigned shard_take(const shard *x, const spec *s, const cell *all, unsigned total, arena *mem,
                    cell **out)
{
    unsigned *leader = mem_alloc(s->nops + 1, sizeof *leader), n = 0;
    group *list = mem_alloc(total + 1, sizeof *list);
    *out = arena_new(mem, total + 1, cell);
    find_leaders(s, all, total, leader);
    unsigned count = list_groups(all, total, leader, list);
    deal(list, count, x->of);
    for (unsigned i = 0; i < total; i++) {
        group wanted = {.w = all[i].w, .leader = find_leader(leader, all[i].op->index)};
        const group *g = bsearch(&wanted, list, count, sizeof *list, compare_groups);
        if (g->shard == x->which) (*out)[n++] = all[i];
    }
    mem_free(leader);
    mem_free(list);
    return n;
}
