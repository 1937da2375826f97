// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irintrin.c - calls of intrinsics: which it is, and what happens to the poison of its arguments.
 *
 * What an intrinsic computes stands in a table: irintrin_generic.c has LLVM's own, irintrin_x86.c,
 * irintrin_aarch64.c and irintrin_sve.c those of a processor. Names are matched by their stem:
 * "llvm.umin.v16i8" is "umin", "llvm.x86.avx512.pmulhu.w.512" is "pmulhu.w". LLVM's own verifier
 * has checked the types of a call before it comes here, as irterm.c admits only intrinsics that
 * LLVM knows.
 *
 * Poison: lane by lane for lane-wise intrinsics; for the others any poison makes everything poison,
 * which can only make a proof fail. */
#include "irintrin.h"

#include <ctype.h>
#include <string.h>

#include "irintrin_aarch64.h"
#include "irintrin_generic.h"
#include "irintrin_sve.h"
#include "irintrin_x86.h"
#include "irmake.h"

static bool starts_with(const char *s, const char *head) { return !strncmp(s, head, strlen(head)); }

/* Whether s is what LLVM adds to a name for overloads and register widths: ".v16i8",
 * ".v16i2.v16i8", ".256", nothing. */
static bool is_ending(const char *s)
{
    static const char *const widths[] = {".128", ".256", ".512"};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if (!strcmp(s, widths[i])) return true;
    while (s[0] == '.' && (s[1] == 'i' || s[1] == 'v') && isdigit((unsigned char)s[2]))
        s += 2 + strcspn(s + 2, ".");
    return !*s;
}

static bool has_stem(const char *name, const char *stem)
{
    return starts_with(name, stem) && is_ending(name + strlen(stem));
}

static const ir_intrinsic *find(const ir_intrinsic *table, const char *name)
{
    for (const ir_intrinsic *x = table; x->stem; x++)
        if (has_stem(name, x->stem)) return x;
    return NULL;
}

/* In a processor's table; the group's name is left out. */
static const ir_intrinsic *find_of(const ir_intrinsic *table, const char *const *groups,
                                   const char *name)
{
    for (const char *const *group = groups; *group; group++)
        if (starts_with(name, *group)) return find(table, name + strlen(*group));
    return find(table, name);
}

static const ir_intrinsic *find_intrinsic(const char *name)
{
    static const struct {
        const char *prefix;
        const ir_intrinsic *table;
        const char *const *groups;
    } processors[] = {{"x86.", irintrin_x86, irintrin_x86_groups},
                      {"aarch64.", irintrin_aarch64, irintrin_aarch64_groups}};
    if (!starts_with(name, "llvm.")) return NULL;
    name += strlen("llvm.");
    for (size_t i = 0; i < sizeof processors / sizeof *processors; i++)
        if (starts_with(name, processors[i].prefix))
            return find_of(processors[i].table, processors[i].groups,
                           name + strlen(processors[i].prefix));
    return find(irintrin_generic, name);
}

bool irintrin_is_known(const char *name) { return find_intrinsic(name) != NULL; }

/* Whether s is what LLVM adds for one type: ".nxv16i8". */
static bool is_scalable_ending(const char *s)
{
    return starts_with(s, ".nxv") && isdigit((unsigned char)s[4]) && !strchr(s + 1, '.');
}

/* Of LLVM's own those that are computed lane by lane. */
static const ir_intrinsic *find_scalable(const char *name)
{
    static const char sve[] = "llvm.aarch64.sve.", generic[] = "llvm.";
    bool own = starts_with(name, sve);
    if (!own && !starts_with(name, generic)) return NULL;
    name += strlen(own ? sve : generic);
    for (const ir_intrinsic *x = own ? irintrin_sve : irintrin_generic; x->stem; x++)
        if (starts_with(name, x->stem) && is_scalable_ending(name + strlen(x->stem)))
            return own || x->lane ? x : NULL;
    return NULL;
}

bool irintrin_is_scalable(const char *name) { return find_scalable(name) != NULL; }

/* A scalar argument beside vectors (a flag, an immediate) goes to every lane. */
static term call_lanes(term_ctx *c, ir_lane_fn *fn, const ir_value *args, unsigned nargs,
                       ir_shape result)
{
    term out[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < result.lanes; i++) {
        term lane[IR_ARGS_MAX];
        for (unsigned k = 0; k < nargs; k++)
            lane[k] = ir_lane(c, &args[k], args[k].shape.lanes == 1 ? 0 : i);
        out[i] = fn(c, lane, result.bits);
        if (!out[i]) return TERM_NONE;
    }
    return term_mk_concat_n(c, out, result.lanes);
}

static term one_lane(term_ctx *c, const ir_value *v)
{
    ir_shape all = {1, v->shape.lanes * v->shape.bits}, flag = {1, 1};
    return ir_spread_poison(c, v->poison, all, flag);
}

static term call_poison(term_ctx *c, const ir_intrinsic *e, const ir_value *args, ir_shape result)
{
    term all = num(c, 0, result.lanes * result.bits);
    ir_shape flag = {1, 1}, whole = {1, result.lanes * result.bits};
    for (unsigned i = 0; i < e->nargs; i++) {
        bool by_lane = e->lane && args[i].shape.lanes == result.lanes;
        term p = by_lane ? ir_spread_poison(c, args[i].poison, args[i].shape, result)
                         : ir_spread_poison(c, one_lane(c, &args[i]), flag, whole);
        all = op2(c, TERM_BVOR, all, p);
    }
    return all;
}

/* Poison moves with the lanes; that of the mask goes everywhere. */
static term mover_poison(term_ctx *c, const ir_intrinsic *e, const ir_value *args, ir_shape result)
{
    ir_value moved[IR_ARGS_MAX];
    ir_shape flag = {1, 1}, whole = {1, result.lanes * result.bits};
    unsigned mask = e->mask - 1;
    for (unsigned i = 0; i < e->nargs; i++) {
        moved[i] = args[i];
        if (i != mask) moved[i].bits = args[i].poison;
    }
    term all = ir_spread_poison(c, one_lane(c, &args[mask]), flag, whole);
    return op2(c, TERM_BVOR, all, e->whole(c, moved, result));
}

const char *irintrin_call(term_ctx *c, const char *name, const ir_value *args, unsigned nargs,
                          ir_shape result, ir_value *out)
{
    const ir_intrinsic *e = find_intrinsic(name);
    if (!e) e = find_scalable(name);
    if (!e) return "an intrinsic that is not known here";
    if (nargs != e->nargs) return "an intrinsic with a number of arguments that is not known here";
    out->shape = result;
    out->bits = e->lane ? call_lanes(c, e->lane, args, nargs, result) : e->whole(c, args, result);
    if (!out->bits) return "an intrinsic with a flag or an immediate that is not modelled";
    out->poison = e->mask ? mover_poison(c, e, args, result) : call_poison(c, e, args, result);
    return NULL;
}
