// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* wide.c - fields of 33 to 63 bits: loads, stores, extensions and truncations.
 *
 * LLVM computes with these in lanes of 64 bits, as well as anybody could, but goes field by field,
 * and bit by bit, between lanes and memory. Here each field is read in a window: the 8 bytes from
 * its first on, or, so that nothing is touched behind the vector, its last 8 bytes. The lanes are
 * then shifted, each by what its field begins above its window; where seven bits more than a
 * window's 64 are too many, a second window, a byte further, has the rest. Stores go the same way
 * back: each window has the field and, below it, the upper bits of the field before; what is above
 * is overwritten by the next window. With byte shuffles two windows are 16 bytes of memory. From
 * and to small fields the way is by i64, which casts.c knows. Called by pass.c. */
#include "wide.h"

#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/base/shim.h"
#include "lowerings/pass/table/pattern.h"
#include "memory.h"

enum { WINDOW = 64, WINDOW_BYTES = 8, PAIR_BYTES = 16, NARROWEST = 33, WIDEST_IN_WINDOW = 57 };

typedef struct shape {
    unsigned w, n, bytes; /* of a field, fields, of all in memory */
    bool pairs;           /* they are read and written two at a time */
} shape;

/* What instructions are replaced with. */
typedef struct place {
    arena *arena;
    const target_view *view;
    LLVMBuilderRef b;
    shape s;           /* of the fields at hand, and a vector of as many i64 */
    LLVMTypeRef lanes;
} place;

static bool is_wide(LLVMTypeRef type, shape *s)
{
    if (!fields_of_type(type, &s->w, &s->n) || s->w < NARROWEST || s->n < 2 || s->n > FIELDS_MAX)
        return false;
    s->bytes = (s->w * s->n + 7) / 8;
    s->pairs = false;
    return true;
}

static unsigned first_byte(const shape *s, unsigned field)
{
    return field * s->w / 8;
}

static unsigned first_bit(const shape *s, unsigned field)
{
    return field * s->w % 8;
}

/* The byte at which a field's window begins when it is read, and how many bits above that the field
 * does. */
static unsigned window_start(const shape *s, unsigned field)
{
    unsigned first = first_byte(s, field), last = s->bytes - WINDOW_BYTES;
    return first < last || s->pairs ? first : last;
}

static unsigned window_shift(const shape *s, unsigned field)
{
    return field * s->w - 8 * window_start(s, field);
}

/* Do the field's highest bits lie above its window? */
static bool goes_over(const shape *s, unsigned field)
{
    return window_shift(s, field) + s->w > WINDOW;
}

static bool any_goes_over(const shape *s)
{
    for (unsigned i = 0; i < s->n; i++)
        if (goes_over(s, i)) return true;
    return false;
}

/* Of a field's and the next one's windows the 16 bytes from the first on, or the vector's last 16.
 */
static unsigned pair_start(const shape *s, unsigned field)
{
    unsigned first = first_byte(s, field), last = s->bytes - PAIR_BYTES;
    return first < last ? first : last;
}

/* ---- which ---- */

/* Does the instruction take fields, or give them, one by one in any case? */
static bool goes_one_by_one(LLVMValueRef inst)
{
    bool taken = LLVMIsAExtractElementInst(inst) && LLVMIsConstant(LLVMGetOperand(inst, 1));
    return taken || LLVMIsAInsertElementInst(inst) || pattern_is_division(inst);
}

/* Fields that are only taken out one by one LLVM reads one by one. */
static bool is_wide_load(LLVMValueRef inst)
{
    shape s;
    if (!LLVMIsALoadInst(inst) || !memory_is_plain(inst) || !is_wide(LLVMTypeOf(inst), &s))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(inst); use; use = LLVMGetNextUse(use))
        if (!goes_one_by_one(LLVMGetUser(use))) return true;
    return false;
}

/* The same of fields that were put in one by one. A constant is stored as a number. */
static bool is_wide_store(LLVMValueRef inst)
{
    shape s;
    if (!LLVMIsAStoreInst(inst) || !memory_is_plain(inst)) return false;
    LLVMValueRef value = LLVMGetOperand(inst, 0);
    return is_wide(LLVMTypeOf(value), &s) && !LLVMIsConstant(value) &&
           !(LLVMIsAInstruction(value) && goes_one_by_one(value));
}

/* An extension of small fields to wide ones or a truncation of those to small ones. */
static bool is_wide_cast(LLVMValueRef inst)
{
    shape s;
    unsigned w, n;
    if (!LLVMIsAZExtInst(inst) && !LLVMIsASExtInst(inst) && !LLVMIsATruncInst(inst)) return false;
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(inst, 0)), to = LLVMTypeOf(inst);
    LLVMTypeRef wide = LLVMIsATruncInst(inst) ? from : to,
                other = LLVMIsATruncInst(inst) ? to : from;
    return is_wide(wide, &s) && fields_of_type(other, &w, &n) && w > 1 && w < NARROWEST;
}

bool wide_is_work(LLVMValueRef inst)
{
    return is_wide_load(inst) || is_wide_store(inst) || is_wide_cast(inst);
}

/* ---- loads ---- */

typedef unsigned lane_number(const shape *s, unsigned field);

/* The constant with value(s, i) in lane i. */
static LLVMValueRef lane_constant(const place *x, lane_number *value)
{
    LLVMValueRef *lane = arena_new(x->arena, x->s.n, LLVMValueRef);
    for (unsigned i = 0; i < x->s.n; i++)
        lane[i] = LLVMConstInt(LLVMGetElementType(x->lanes), value(&x->s, i), false);
    return LLVMConstVector(lane, x->s.n);
}

static bool is_zero_everywhere(const shape *s, lane_number *value)
{
    for (unsigned i = 0; i < s->n; i++)
        if (value(s, i)) return false;
    return true;
}

/* A second window is a byte above the first. */
static unsigned second_shift(const shape *s, unsigned field)
{
    return goes_over(s, field) ? 8 - window_shift(s, field) : 0;
}

static LLVMValueRef number(const place *x, unsigned i)
{
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(x->lanes)), i, false);
}

/* The fields' windows: every 16 bytes of memory by themselves, then all bytes at once to their
 * lanes; frozen before, since a window has bytes of other fields, too. */
static LLVMValueRef load_pairs(const place *x, LLVMValueRef load)
{
    const shape *s = &x->s;
    LLVMValueRef *part = arena_new(x->arena, (s->n + 1) / 2, LLVMValueRef),
                 *from = arena_new(x->arena, s->n * WINDOW_BYTES, LLVMValueRef);
    for (unsigned i = 0; i < s->n; i++) {
        unsigned start = pair_start(s, i & ~1U), begin = first_byte(s, i) - start;
        if (i % 2 == 0)
            part[i / 2] = memory_load_at(x->b, load, start, convert_vector(load, 8, PAIR_BYTES));
        for (unsigned k = 0; k < WINDOW_BYTES; k++) {
            /* of those above any */
            unsigned byte = begin + k < PAIR_BYTES ? begin + k : PAIR_BYTES - 1;
            from[i * WINDOW_BYTES + k] = number(x, i / 2 * PAIR_BYTES + byte);
        }
    }
    LLVMValueRef all = memory_frozen(x->b, load, convert_joined(x->b, part, (s->n + 1) / 2));
    all = LLVMBuildShuffleVector(x->b, all, LLVMGetPoison(LLVMTypeOf(all)),
                                 LLVMConstVector(from, s->n * WINDOW_BYTES), "");
    return LLVMBuildBitCast(x->b, all, x->lanes, "");
}

/* The same, each window by itself; second: where a field goes over its own the one a byte above,
 * else zeros. */
static LLVMValueRef load_each(const place *x, LLVMValueRef load, bool second)
{
    LLVMTypeRef word = LLVMGetElementType(x->lanes);
    LLVMValueRef all = LLVMGetPoison(x->lanes);
    for (unsigned i = 0; i < x->s.n; i++) {
        bool none = second && !goes_over(&x->s, i);
        LLVMValueRef window =
            none ? LLVMConstNull(word)
                 : memory_load_at(x->b, load, window_start(&x->s, i) + second, word);
        all = LLVMBuildInsertElement(x->b, all, window, number(x, i), "");
    }
    return memory_frozen(x->b, load, all);
}

static LLVMValueRef load_fields(const place *x, LLVMValueRef load)
{
    LLVMValueRef value = x->s.pairs ? load_pairs(x, load) : load_each(x, load, false);
    if (!is_zero_everywhere(&x->s, window_shift))
        value = LLVMBuildLShr(x->b, value, lane_constant(x, window_shift), "");
    if (any_goes_over(&x->s)) {
        LLVMValueRef rest = LLVMBuildShl(x->b, load_each(x, load, true),
                                         lane_constant(x, second_shift), "");
        value = LLVMBuildOr(x->b, value, rest, "");
    }
    return LLVMBuildTrunc(x->b, value, LLVMTypeOf(load), "");
}

/* ---- stores ---- */

/* How far the field before has to come down to lie below one that begins above its first byte; all
 * the way where that does not. */
static unsigned bits_before(const shape *s, unsigned field)
{
    return s->w - first_bit(s, field);
}

/* Each field's 8 bytes from its first on, right up to where the next field's begin. fields: in
 * lanes, zeros above. */
static LLVMValueRef windows_of(const place *x, LLVMValueRef fields)
{
    LLVMValueRef *before = arena_new(x->arena, x->s.n, LLVMValueRef);
    if (is_zero_everywhere(&x->s, first_bit)) return fields;
    for (unsigned i = 0; i < x->s.n; i++) before[i] = number(x, i ? i - 1 : 0);
    LLVMValueRef below = LLVMBuildShuffleVector(x->b, fields, LLVMGetPoison(x->lanes),
                                                LLVMConstVector(before, x->s.n), "");
    below = LLVMBuildLShr(x->b, below, lane_constant(x, bits_before), "");
    return LLVMBuildOr(x->b, LLVMBuildShl(x->b, fields, lane_constant(x, first_bit), ""), below,
                       "");
}

/* The vector's last 8 bytes: the last field, or what is left of it, and what of the one before lies
 * below. */
static LLVMValueRef last_window(const place *x, LLVMValueRef fields)
{
    const shape *s = &x->s;
    LLVMTypeRef word = LLVMGetElementType(x->lanes);
    LLVMValueRef field = LLVMBuildExtractElement(x->b, fields, number(x, s->n - 1), "");
    int above = (int)((s->n - 1) * s->w) - 8 * (int)(s->bytes - WINDOW_BYTES);
    if (above < 0)
        return LLVMBuildLShr(x->b, field, LLVMConstInt(word, (unsigned)-above, false), "");
    if (above == 0) return field;
    LLVMValueRef before = LLVMBuildExtractElement(x->b, fields, number(x, s->n - 2), "");
    before = LLVMBuildLShr(x->b, before, LLVMConstInt(word, s->w - (unsigned)above, false), "");
    return LLVMBuildOr(x->b,
                       LLVMBuildShl(x->b, field, LLVMConstInt(word, (unsigned)above, false), ""),
                       before, "");
}

/* How many fields' windows are written two at a time: as long as 16 bytes from the first's first
 * byte on are the vector's. */
static unsigned paired(const shape *s)
{
    unsigned i = 0;
    while (s->pairs && i + 1 < s->n && first_byte(s, i) + PAIR_BYTES <= s->bytes) i += 2;
    return i;
}

/* Returns the byte behind what is written then. */
static unsigned store_pairs(const place *x, LLVMValueRef store, LLVMValueRef windows)
{
    const shape *s = &x->s;
    unsigned count = paired(s), end = 0;
    if (!count) return 0;
    LLVMValueRef *from = arena_new(x->arena, s->n * WINDOW_BYTES, LLVMValueRef);
    for (unsigned i = 0; i < count; i += 2) {
        unsigned distance = first_byte(s, i + 1) - first_byte(s, i);
        for (unsigned k = 0; k < PAIR_BYTES; k++) {
            unsigned byte = k < distance ? k : k - distance + WINDOW_BYTES;
            from[i * WINDOW_BYTES + k] = number(x, i * WINDOW_BYTES +
                                                       (byte < PAIR_BYTES ? byte : PAIR_BYTES - 1));
        }
        end = first_byte(s, i) + PAIR_BYTES;
    }
    LLVMValueRef bytes = LLVMBuildBitCast(x->b, windows,
                                          convert_vector(store, 8, s->n * WINDOW_BYTES), "");
    LLVMValueRef pairs = LLVMBuildShuffleVector(x->b, bytes, LLVMGetPoison(LLVMTypeOf(bytes)),
                                                LLVMConstVector(from, count * WINDOW_BYTES), "");
    for (unsigned i = 0; i < count; i += 2)
        memory_store_at(x->b, store, first_byte(s, i),
                        convert_part(x->b, pairs, i * WINDOW_BYTES, PAIR_BYTES));
    return end;
}

static void store_fields(const place *x, LLVMValueRef store)
{
    const shape *s = &x->s;
    LLVMValueRef value = LLVMGetOperand(store, 0);
    if (!shim_not_poison(value)) value = LLVMBuildFreeze(x->b, value, "");
    LLVMValueRef fields = LLVMBuildZExt(x->b, value, x->lanes, ""), windows = windows_of(x, fields);
    unsigned end = store_pairs(x, store, windows);
    for (unsigned i = paired(s); i < s->n && first_byte(s, i) + WINDOW_BYTES <= s->bytes; i++) {
        memory_store_at(x->b, store, first_byte(s, i),
                        LLVMBuildExtractElement(x->b, windows, number(x, i), ""));
        end = first_byte(s, i) + WINDOW_BYTES;
    }
    if (end < s->bytes)
        memory_store_at(x->b, store, s->bytes - WINDOW_BYTES, last_window(x, fields));
}

/* ---- all of them ---- */

/* Byte shuffles that stay within 16 bytes, of windows in which no field goes over. */
static bool has_pairs(const target_view *v, const shape *s)
{
    return s->w <= WIDEST_IN_WINDOW && s->bytes >= PAIR_BYTES && target_can(v, CHOOSES_IN_16, 16);
}

/* Requires: the type is wide. */
static void set_place(place *x, LLVMTypeRef type)
{
    is_wide(type, &x->s);
    x->s.pairs = has_pairs(x->view, &x->s);
    x->lanes = LLVMVectorType(LLVMIntTypeInContext(LLVMGetTypeContext(type), WINDOW), x->s.n);
}

/* What is only moved from one place of memory to another is moved as bytes. */
static bool is_copy(const place *x, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    return memory_is_plain_load(value) && x->s.w * x->s.n % 8 == 0;
}

static void copy(const place *x, LLVMValueRef store)
{
    LLVMValueRef load = LLVMGetOperand(store, 0);
    LLVMPositionBuilderBefore(x->b, load);
    LLVMValueRef bytes = memory_load_bytes(x->b, load, x->s.bytes);
    LLVMPositionBuilderBefore(x->b, store);
    memory_store_at(x->b, store, 0, bytes);
}

/* ---- what pays ---- */

static unsigned registers(const place *x)
{
    unsigned bytes = target_machine(x->view)->register_bytes;
    return (x->s.n * WINDOW_BYTES + bytes - 1) / bytes;
}

/* Of registers whose lanes are shifted, each by its own number: at most a shift for each lane, and
 * what puts them together. */
static unsigned shift_cost(const place *x, stock_form form)
{
    const machine *m = target_machine(x->view);
    unsigned at_once = stock_move(m->stock, form, m->register_bytes, 1),
             by_lanes = 2 * m->register_bytes / WINDOW_BYTES - 1;
    return registers(x) * (at_once < by_lanes ? at_once : by_lanes);
}

/* To put so many parts of 16 bytes together in registers. */
static unsigned joining_cost(const place *x)
{
    unsigned parts = (x->s.n + 1) / 2, whole = registers(x);
    return parts > whole ? parts - whole : 0;
}

static unsigned windows_cost(const place *x)
{
    return (x->s.pairs ? (x->s.n + 1) / 2 + registers(x) : x->s.n) + joining_cost(x);
}

/* Instructions of what load_fields builds, with the mask of lanes. */
static unsigned load_cost(const place *x)
{
    unsigned cost = windows_cost(x) + registers(x);
    if (!is_zero_everywhere(&x->s, window_shift)) cost += shift_cost(x, STOCK_SHR_EACH_32);
    if (any_goes_over(&x->s))
        cost += windows_cost(x) + shift_cost(x, STOCK_SHL_EACH_32) + registers(x);
    return cost;
}

/* The same of store_fields; two instructions make the last window. */
static unsigned store_cost(const place *x)
{
    unsigned cost = windows_cost(x) + registers(x) + 2;
    if (!is_zero_everywhere(&x->s, first_bit))
        cost += shift_cost(x, STOCK_SHL_EACH_32) + shift_cost(x, STOCK_SHR_EACH_32) +
                2 * registers(x);
    return cost;
}

static int stock_cost(const place *x, stock_form form)
{
    return stock_fields(target_machine(x->view)->stock, form, x->s.w, x->s.n);
}

static bool pays_to_store(const place *x, LLVMValueRef store)
{
    return is_copy(x, store) || (int)store_cost(x) < stock_cost(x, STOCK_PUT);
}

static bool pays_to_load(const place *x) { return (int)load_cost(x) < stock_cost(x, STOCK_GET); }

static bool replace_store(place *x, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    if (!is_wide_store(store)) return false;
    set_place(x, LLVMTypeOf(value));
    if (!pays_to_store(x, store)) return false;
    if (is_copy(x, store)) copy(x, store);
    else store_fields(x, store);
    LLVMInstructionEraseFromParent(store);
    if (memory_is_plain_load(value) && !LLVMGetFirstUse(value))
        LLVMInstructionEraseFromParent(value);
    return true;
}

static bool replace_load(place *x, LLVMValueRef load)
{
    if (!is_wide_load(load)) return false;
    set_place(x, LLVMTypeOf(load));
    if (!pays_to_load(x)) return false;
    LLVMReplaceAllUsesWith(load, load_fields(x, load));
    LLVMInstructionEraseFromParent(load);
    return true;
}

static bool replace_cast(place *x, LLVMValueRef inst)
{
    if (!is_wide_cast(inst)) return false;
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    LLVMTypeRef type = LLVMTypeOf(inst),
                lanes = convert_vector(inst, WINDOW, LLVMGetVectorSize(type));
    LLVMValueRef words = LLVMIsASExtInst(inst) ? LLVMBuildSExt(x->b, from, lanes, "")
                                               : LLVMBuildZExt(x->b, from, lanes, "");
    LLVMReplaceAllUsesWith(inst, LLVMBuildTrunc(x->b, words, type, ""));
    LLVMInstructionEraseFromParent(inst);
    return true;
}

/* Whether it replaced the instruction. */
typedef bool replacement(place *x, LLVMValueRef inst);

static unsigned replace_all(place *x, LLVMValueRef function, replacement *replace)
{
    unsigned count = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            arena memory = {0};
            next = LLVMGetNextInstruction(i);
            x->arena = &memory;
            LLVMPositionBuilderBefore(x->b, i);
            count += replace(x, i);
            arena_free(&memory);
        }
    return count;
}

/* Stores first: what they copy is not taken into lanes then. */
bool wide_function(const target_view *v, LLVMValueRef function, lanesmith_stats *stats)
{
    place x = {.view = v,
               .b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)))};
    unsigned count = replace_all(&x, function, replace_store);
    count += replace_all(&x, function, replace_load);
    count += replace_all(&x, function, replace_cast);
    LLVMDisposeBuilder(x.b);
    stats->by_words += count;
    return count != 0;
}
