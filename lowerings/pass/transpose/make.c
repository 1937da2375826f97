// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* make.c - the code of groups, in the place of what they replace; called by transpose.c
 * where that pays. */
#include <string.h>

#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/base/shim.h"
#include "lowerings/pass/graph/flow.h"
#include "lowerings/pass/lower/memory.h"
#include "inside.h"

/* Elements of whole bytes are read as bytes: of those one that is poison spoils no other. */
static void load_bytes(finder *x, LLVMBuilderRef b, LLVMValueRef load, unsigned count,
                       LLVMValueRef *part)
{
    LLVMTypeRef some = convert_vector(load, 8, x->bits / 8);
    for (unsigned k = 0; k < count; k++)
        part[k] = memory_frozen(b, load, memory_load_at(b, load, k * x->bits / 8, some));
}

/* Registers of what is read from memory are read, where that is. */
static void load_parts(finder *x, LLVMBuilderRef b, LLVMValueRef load, unsigned count,
                       LLVMValueRef *part)
{
    if (field_bits(LLVMTypeOf(load)) % 8 == 0) {
        load_bytes(x, b, load, count, part);
        return;
    }
    piece *pieces = arena_new(x->arena, count, piece);
    for (unsigned k = 0; k < count; k++) pieces[k] = (piece){x->bits, x->bits, k * x->bits};
    LLVMTypeRef type = LLVMTypeOf(load);
    layout l = {field_bits(type), LLVMGetVectorSize(type), count * x->bits, count, pieces};
    memory_load(b, &l, load, part);
}

/* An integer is read as a vector, in the same place: LLVM reads it word by word. */
static LLVMValueRef load_integer(LLVMBuilderRef b, LLVMValueRef load, LLVMTypeRef type)
{
    LLVMValueRef vector = LLVMBuildLoad2(b, type, LLVMGetOperand(load, 0), "");
    LLVMSetAlignment(vector, LLVMGetAlignment(load));
    return vector;
}

/* The registers of a value that has `count` of them, defined, as bytes. What comes from a number is
 * that number. */
static void take_parts(finder *x, LLVMBuilderRef b, LLVMValueRef value, unsigned count,
                       LLVMValueRef *part)
{
    LLVMTypeRef bytes = convert_vector(value, 8, x->bits / 8),
                all = convert_vector(value, 8, count * x->bits / 8);
    bool loaded = memory_is_plain_load(value);
    if (loaded && is_numbers(LLVMTypeOf(value))) {
        load_parts(x, b, value, count, part);
        for (unsigned k = 0; k < count; k++) part[k] = LLVMBuildBitCast(b, part[k], bytes, "");
        return;
    }
    if (LLVMIsABitCastInst(value)) value = LLVMGetOperand(value, 0);
    if (loaded) value = load_integer(b, value, all);
    value = LLVMBuildBitCast(b, shim_not_poison(value) ? value : LLVMBuildFreeze(b, value, ""), all,
                             "");
    for (unsigned k = 0; k < count; k++)
        part[k] = convert_part(b, value, k * x->bits / 8, x->bits / 8);
}

/* A source, before the instruction; `known` has the registers of values that were taken. */
static LLVMValueRef take(finder *x, LLVMBuilderRef b, LLVMValueRef before, map *known,
                         trace_piece s)
{
    LLVMValueRef *part = map_get(known, s.value);
    if (part) return part[s.part];
    unsigned count = all_bits(LLVMTypeOf(s.value)) / x->bits;
    part = arena_new(x->arena, count, LLVMValueRef);
    map_put(known, s.value, part);
    if (memory_is_plain_load(s.value)) LLVMPositionBuilderBefore(b, s.value);
    take_parts(x, b, s.value, count, part);
    LLVMPositionBuilderBefore(b, before);
    return part[s.part];
}

/* The narrow source that is a part of a wide register before the way begins. */
static unsigned narrow_number(const group *g, unsigned number, unsigned part)
{
    const arrangement *start = &g->way->start;
    unsigned places = g->goal.places, from = 0;
    for (unsigned k = 0; k < g->goal.joined; k++)
        from |= (part >> k & 1) << (start->place[places + k] - places);
    for (unsigned k = 0; k < digits_numbers(&g->goal); k++)
        from |= (number >> k & 1) << (start->number[k] - places);
    return from;
}

/* Registers of bytes side by side. Joined as words, LLVM sees through it. */
static LLVMValueRef joined_bytes(LLVMBuilderRef b, LLVMValueRef *part, unsigned count,
                                 unsigned bytes)
{
    enum { WORD = 64, WORD_BYTES = WORD / 8 };
    if (count == 1) return part[0];
    for (unsigned k = 0; k < count; k++)
        part[k] = LLVMBuildBitCast(b, part[k], convert_vector(part[k], WORD, bytes / WORD_BYTES),
                                   "");
    LLVMValueRef all = convert_joined(b, part, count);
    return LLVMBuildBitCast(b, all, convert_vector(all, 8, count * bytes), "");
}

static void make_group(finder *x, LLVMBuilderRef b, LLVMValueRef before, map *known, group *g)
{
    digits_run *run = x->run;
    LLVMValueRef source[DIGITS_REGISTERS], part[DIGITS_REGISTERS];
    unsigned parts = 1U << g->goal.joined;
    *run = (digits_run){.goal = &g->goal, .view = x->view, .b = b};
    for (unsigned i = 0; i < g->nsources; i++)
        source[g->number[i]] = take(x, b, before, known, source_of(x, g->sources[i]));
    for (unsigned n = 0; n < g->nsources / parts; n++) {
        for (unsigned k = 0; k < parts; k++) part[k] = source[narrow_number(g, n, k)];
        run->value[n] = joined_bytes(b, part, parts, x->bits / 8);
    }
    digits_run_way(run, g->way);
    memcpy(g->made, run->value, sizeof g->made);
    if (x->bits * parts > x->widest) x->widest = x->bits * parts;
}

/* A result's register, or its part of a wider one. */
static LLVMValueRef made_register(const finder *x, LLVMBuilderRef b, const result *r)
{
    unsigned bytes = x->bits / 8;
    return convert_part(b, r->group->made[r->number], r->lane * bytes, bytes);
}

void transpose_make_groups(finder *x, LLVMBuilderRef b, group *leader)
{
    map known = {0};
    uintptr_t next = leader->after; /* places count from 1 */
    while (flow_stays_first(x->order.items[next])) next++;
    leader->before = x->order.items[next];
    LLVMPositionBuilderBefore(b, leader->before);
    for (group *g = leader; g; g = g->joined) make_group(x, b, leader->before, &known, g);
    map_free(&known);
}

/* The value of which r is the first register. */
static LLVMValueRef joined_value(const finder *x, LLVMBuilderRef b, const result *r)
{
    LLVMValueRef part[PARTS_MAX], value = r->value;
    unsigned count = 0;
    for (; r && r->value == value; r = r->next) part[count++] = made_register(x, b, r);
    return LLVMBuildBitCast(b, convert_joined(b, part, count), LLVMTypeOf(value), "");
}

void transpose_give_results(const finder *x, LLVMBuilderRef b, const result *r)
{
    for (const result *before = NULL; r; before = r, r = r->next) {
        LLVMValueRef at = leader_of(r->group)->before;
        if ((before && before->value == r->value) || !at) continue;
        LLVMPositionBuilderBefore(b, at);
        LLVMReplaceAllUsesWith(r->value, joined_value(x, b, r));
    }
}

static void erase_unused_load(const finder *x, LLVMValueRef load)
{
    if (place_of(x, load) && memory_is_plain_load(load) && !LLVMGetFirstUse(load))
        LLVMInstructionEraseFromParent(load);
}

void transpose_erase_unused(finder *x)
{
    for (size_t k = x->order.count; k-- > 0;) {
        LLVMValueRef v = x->order.items[k];
        if (!transpose_is_inner(x, v) || LLVMGetFirstUse(v)) continue;
        bool counts = x->fields ? LLVMIsAShuffleVectorInst(v) != NULL : !LLVMIsABitCastInst(v);
        x->erased += counts;
        LLVMInstructionEraseFromParent(v);
    }
    for (unsigned i = 0; i < x->tracer.npieces; i++) /* leaves, which may have been read anew */
        if (!x->tracer.pieces[i].part) erase_unused_load(x, x->tracer.pieces[i].value);
}
