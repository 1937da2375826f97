// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* plan.c - which instructions are lowered, and which are left.
 *
 * The instructions that make or take small fields are nodes. Nodes that pass values to each other
 * form a group and are lowered together or not at all, so that values stay in registers between
 * them. At a group's border values come and go in two ways: as plain bits (loads, stores,
 * bitcasts), which are free for us and for which LLVM 19 takes the vector apart, hundreds of
 * instructions each; or in LLVM's own representation, an element a field (arguments, results,
 * shuffles, masks of ordinary compares), which is free for LLVM and for which it would take the
 * vector apart if we lowered the group. So a group is lowered when it computes something, or stores
 * what was only moved, and more of its border is plain bits, where a value in a loop counts more.
 * Everything else stays as it is: lowering it would make the program slower. Called by pass.c;
 * lower.c carries the plan out. */
#include "plan.h"

#include "classify.h"
#include "idioms.h"
#include "lookup.h"
#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/base/shim.h"
#include "lowerings/pass/graph/flow.h"
#include "lowerings/pass/lower/memory.h"
#include "lowerings/pass/table/pattern.h"
#include "weigh.h"

#include <string.h>

/* How much more a value counts in a loop than outside. */
enum { LOOP_WEIGHT = 10 };

static bool makes_fields(LLVMValueRef inst)
{
    return fields_small(LLVMTypeOf(inst));
}

static bool takes_fields(LLVMValueRef inst)
{
    return LLVMGetNumOperands(inst) > 0 && fields_small(LLVMTypeOf(LLVMGetOperand(inst, 0)));
}

static bool is_ordinary_compare(LLVMValueRef value)
{
    return (LLVMIsAICmpInst(value) || LLVMIsAFCmpInst(value)) && !takes_fields(value);
}

/* A select of whole bytes, words ... by bits that are no ordinary compare's. */
static bool selects_by_fields(LLVMValueRef inst)
{
    return takes_fields(inst) && !makes_fields(inst) &&
           !is_ordinary_compare(LLVMGetOperand(inst, 0));
}

/* Takes vectors of small fields and makes something else of them. */
static bool consumes_fields(LLVMValueRef inst)
{
    const char *pairwise;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMStore:
    case LLVMBitCast:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMExtractElement: return takes_fields(inst);
    case LLVMSelect: return selects_by_fields(inst);
    case LLVMCall: return takes_fields(inst) && formula_reduction(inst, &pairwise);
    default: return false;
    }
}

/* Does the instruction make a vector of small fields, or take one as plain bits? */
static bool concerns_fields(LLVMValueRef inst)
{
    return makes_fields(inst) || consumes_fields(inst);
}

/* Bits that LLVM makes of an element each, and packs well. */
static bool is_made_of_elements(LLVMValueRef value)
{
    return LLVMIsAICmpInst(value) || LLVMIsAFCmpInst(value) || LLVMIsATruncInst(value) ||
           LLVMIsAFPToUIInst(value) || LLVMIsAFPToSIInst(value);
}

/* Single bits that fit no mask register? */
static bool is_odd_bits(LLVMTypeRef type)
{
    unsigned w, n;
    return fields_of_type(type, &w, &n) && w == 1 && !fields_fit_masks(n);
}

/* Takes fields, of which all, but for constants, are the bits of ordinary compares. */
static bool is_of_compares(LLVMValueRef inst)
{
    if (!takes_fields(inst) || !is_ordinary_compare(LLVMGetOperand(inst, 0))) return false;
    bool logic = LLVMGetNumOperands(inst) == 2 && LLVMIsABinaryOperator(inst);
    return !logic || is_ordinary_compare(LLVMGetOperand(inst, 1)) ||
           LLVMIsConstant(LLVMGetOperand(inst, 1));
}

/* The fields that are loaded, stored, or cast from or to plain bits; NULL where there are none, or
 * constants. */
static LLVMValueRef plain_fields(LLVMValueRef inst)
{
    if (LLVMIsALoadInst(inst)) return makes_fields(inst) ? inst : NULL;
    if (!takes_fields(inst)) return LLVMIsABitCastInst(inst) && makes_fields(inst) ? inst : NULL;
    LLVMValueRef value = LLVMGetOperand(inst, 0);
    return LLVMIsConstant(value) ? NULL : value;
}

/* What LLVM brings from or to plain bits field by field: of stores all but those of constants and
 * of single bits, which it packs, and single bits that do not fit its mask registers, where it has
 * some. */
static bool is_spread(LLVMValueRef inst, bool masks)
{
    unsigned w, n;
    LLVMValueRef fields = plain_fields(inst);
    if (!fields || !fields_of_type(LLVMTypeOf(fields), &w, &n)) return false;
    return w == 1 ? masks && !fields_fit_masks(n) : LLVMIsAStoreInst(inst) != NULL;
}

static bool has_masks(const plan *p) { return target_can(p->view, COMPARES_TO_BITS, 64); }

bool plan_is_work(LLVMValueRef inst)
{
    const char *pairwise;
    if (is_of_compares(inst)) return is_spread(inst, true);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMTrunc:
    case LLVMFPToSI:
    case LLVMFPToUI: return makes_fields(inst);
    case LLVMSExt:
    case LLVMZExt:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMExtractElement: return takes_fields(inst);
    case LLVMInsertElement:
    case LLVMShuffleVector: return makes_fields(inst);
    case LLVMCall:
        return takes_fields(inst) && (formula_name(inst) || formula_reduction(inst, &pairwise));
    case LLVMSelect: return takes_fields(inst);
    case LLVMLoad:
    case LLVMStore:
    case LLVMBitCast: return is_spread(inst, true);
    default: return takes_fields(inst) && makes_fields(inst) && formula_name(inst);
    }
}

/* ---- collecting ---- */

static unsigned count_in_block(LLVMBasicBlockRef block)
{
    unsigned count = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        count += concerns_fields(i);
    return count;
}

static void collect_block(plan *p, LLVMBasicBlockRef block, bool loops)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        if (!concerns_fields(i)) continue;
        node *n = &p->nodes[p->count++];
        n->inst = i;
        n->loops = loops;
        n->group = n;
        map_put(&p->by_inst, i, n);
    }
}

static void collect(plan *p, LLVMValueRef function)
{
    flow f;
    flow_make(&f, p->arena, function);
    unsigned count = 0;
    for (unsigned i = 0; i < f.count; i++) count += count_in_block(f.blocks[i]);
    p->nodes = arena_new(p->arena, count, node);
    for (unsigned i = 0; i < f.count; i++) collect_block(p, f.blocks[i], f.loops[i]);
    for (unsigned i = 0; i < p->count; i++) classify_node(p, &p->nodes[i]);
}

/* ---- leaving what cannot be lowered ---- */

/* Could the value of an instruction that is left be taken over into carriers right after it is
 * made? */
static bool has_place_behind(LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value)) return true;
    if (LLVMIsATerminatorInst(value)) return false;
    return !LLVMIsAPHINode(value) ||
           !LLVMIsACatchSwitchInst(LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(value)));
}

static void reject(stack *rejected, node *n, left_reason reason)
{
    if (n->kind == NODE_LEFT) return;
    n->kind = NODE_LEFT;
    n->reason = reason;
    stack_push(rejected, n);
}

static bool all_users_take_mask(const plan *p, const node *mask)
{
    for (LLVMUseRef use = LLVMGetFirstUse(mask->inst); use; use = LLVMGetNextUse(use)) {
        const node *user = nodes_find(p, LLVMGetUser(use));
        if (!user || !classify_takes_mask(user, mask)) return false;
    }
    return true;
}

static bool can_take_operands(const plan *p, const node *n)
{
    int count = LLVMGetNumOperands(n->inst);
    for (int i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(n->inst, (unsigned)i);
        if (fields_small(LLVMTypeOf(operand)) && !nodes_lowered(p, operand) &&
            !has_place_behind(operand))
            return false;
    }
    return true;
}

/* A node was rejected: so are masks that it took, and nodes that cannot take its value any more. */
static void spread_rejection(const plan *p, stack *rejected, node *n)
{
    int count = LLVMGetNumOperands(n->inst);
    for (int i = 0; i < count; i++) {
        node *operand = nodes_find(p, LLVMGetOperand(n->inst, (unsigned)i));
        if (operand && operand->mask && !operand->packs)
            reject(rejected, operand, LEFT_COMPARE_BITS);
    }
    bool has_place = has_place_behind(n->inst);
    if (!n->mask && has_place) return;
    for (LLVMUseRef use = LLVMGetFirstUse(n->inst); use; use = LLVMGetNextUse(use)) {
        node *user = nodes_find(p, LLVMGetUser(use));
        if (!user) continue;
        if (!has_place) reject(rejected, user, LEFT_OTHER);
        else if (classify_takes_mask(user, n)) reject(rejected, user, LEFT_COMPARE_BITS);
    }
}

static void leave_impossible(plan *p)
{
    stack rejected = {0};
    for (unsigned i = 0; i < p->count; i++) {
        node *n = &p->nodes[i];
        if (n->kind == NODE_LEFT) continue;
        if (n->mask && !n->packs && !all_users_take_mask(p, n))
            reject(&rejected, n, LEFT_COMPARE_BITS);
        else if (!can_take_operands(p, n)) reject(&rejected, n, LEFT_OTHER);
    }
    for (node *n = stack_pop(&rejected); n; n = stack_pop(&rejected))
        spread_rejection(p, &rejected, n);
    stack_free(&rejected);
}

/* ---- groups ---- */

static node *representative(node *n)
{
    while (n->group != n) n = n->group = n->group->group;
    return n;
}

static uint64_t weight(const node *n)
{
    return n->loops ? LOOP_WEIGHT : 1;
}

/* One element at a fixed place is as good to LLVM as to us. */
static bool is_fixed_extract(LLVMValueRef inst)
{
    return LLVMIsAExtractElementInst(inst) && LLVMIsAConstantInt(LLVMGetOperand(inst, 1));
}

static bool is_plain_bits(const node *n)
{
    switch (n->kind) {
    case NODE_LOAD:
    case NODE_STORE:
    case NODE_FROM_BITS:
    case NODE_TO_BITS:
    case NODE_CAST_OUT:
    case NODE_CAST_IN:
    case NODE_TO_FLOAT:
    case NODE_FROM_FLOAT:
    case NODE_SELECT_OUT:
    case NODE_REDUCE: return true;
    case NODE_EXTRACT: return !is_fixed_extract(n->inst);
    default: return false;
    }
}

static bool computes(const plan *p, const node *n)
{
    switch (n->kind) {
    case NODE_COMPARE_BITS:
    case NODE_BY_NUMBERS:
    case NODE_CAST:
    case NODE_CAST_OUT:
    case NODE_CAST_IN:
    case NODE_TO_FLOAT:
    case NODE_FROM_FLOAT:
    case NODE_INSERT:
    case NODE_SHUFFLE:
    case NODE_SELECT_OUT:
    case NODE_REDUCE: return true;
    case NODE_EXTRACT: return !is_fixed_extract(n->inst);
    case NODE_LOAD:
    case NODE_STORE:
    case NODE_FROM_BITS:
    case NODE_TO_BITS: return is_spread(n->inst, has_masks(p));
    default: return n->how != NULL;
    }
}

static void join_operands(plan *p, node *n)
{
    int count = LLVMGetNumOperands(n->inst);
    for (int i = 0; i < count; i++) {
        node *operand = nodes_lowered(p, LLVMGetOperand(n->inst, (unsigned)i));
        if (operand) representative(operand)->group = representative(n);
    }
}

/* Single bits that do not fit the mask registers that there are: LLVM hands them over to packed
 * ones, and back, in a few instructions, for they are lengthened; those that fit it holds itself.
 */
static bool is_lengthened(const plan *p, LLVMTypeRef type)
{
    return has_masks(p) && is_odd_bits(type);
}

/* Values that the node takes from code that is left; each once a group. A freeze is counted too,
 * but for bits that are made of elements, which LLVM packs well. */
static void count_spread_in(plan *p, map *seen, node *n)
{
    node *group = representative(n);
    int count = LLVMGetNumOperands(n->inst);
    for (int i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(n->inst, (unsigned)i);
        if (!fields_small(LLVMTypeOf(operand)) || nodes_lowered(p, operand) ||
            convert_is_constant(operand))
            continue;
        if (map_get(seen, operand) == group) continue;
        map_put(seen, operand, group);
        const node *maker = nodes_find(p, operand);
        uint64_t once = maker ? weight(maker) : 1;
        bool made = is_made_of_elements(operand), packs_well = made && !has_masks(p);
        if (made && is_lengthened(p, LLVMTypeOf(operand))) continue;
        group->spread += shim_not_poison(operand) || packs_well ? once : 2 * once;
    }
}

/* An element at a fixed place is taken out of plain bits with a shift; bits are made masks of bytes
 * by a few. */
static bool is_cheap_use(LLVMValueRef user)
{
    if (LLVMIsASExtInst(user) || LLVMIsAZExtInst(user) || selects_by_fields(user)) {
        unsigned w, n;
        return fields_of_type(LLVMTypeOf(LLVMGetOperand(user, 0)), &w, &n) && w == 1 && n >= 8 &&
               (n & (n - 1)) == 0;
    }
    return is_fixed_extract(user);
}

static void count_spread_out(plan *p, node *n)
{
    if (!makes_fields(n->inst) || is_lengthened(p, LLVMTypeOf(n->inst))) return;
    for (LLVMUseRef use = LLVMGetFirstUse(n->inst); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (nodes_lowered(p, user) || is_cheap_use(user)) continue;
        representative(n)->spread += weight(n);
        return;
    }
}

/* Single bits LLVM has many ways with, which `gains` knows; of wider fields the gain is weighed. */
static void weigh_costs(plan *p, node *group, const node *n)
{
    if (n->layout->w < 2) return;
    group->ours += weigh_ours(p, n);
    group->theirs += weigh_theirs(p, n);
}

/* Are the fields single bits of which a mask register holds all? Without such it is all the same.
 */
static bool is_held_by_mask(const plan *p, const layout *l)
{
    return l->w == 1 && (fields_fit_masks(l->n) || !has_masks(p));
}

static void weigh_groups(plan *p)
{
    for (unsigned i = 0; i < p->count; i++)
        if (p->nodes[i].kind != NODE_LEFT) join_operands(p, &p->nodes[i]);
    map seen = {0};
    for (unsigned i = 0; i < p->count; i++) {
        node *n = &p->nodes[i];
        if (n->kind == NODE_LEFT) continue;
        node *group = representative(n);
        group->work |= computes(p, n);
        if (is_plain_bits(n))
            *(is_held_by_mask(p, n->layout) ? &group->packed_bits : &group->packed) += weight(n);
        group->bit_work |= computes(p, n) && n->in->w == 1 && n->layout->w == 1;
        weigh_costs(p, group, n);
        count_spread_in(p, &seen, n);
        count_spread_out(p, n);
    }
    map_free(&seen);
}

/* Single bits that nothing is done with but to extend them, or that come of compares, LLVM moves
 * through mask registers where there are any. */
static bool is_mostly_packed(const plan *p, const node *group)
{
    bool by_masks = !group->bit_work && has_masks(p);
    return group->packed + (by_masks ? 0 : group->packed_bits) > group->spread;
}

static bool gains(const plan *p, const node *group)
{
    bool cheaper = is_mostly_packed(p, group) && group->ours <= group->theirs;
    return group->work && (cheaper || p->always);
}

/* May it gain after all? Prices are estimates, and of mask registers nothing is known but that they
 * are there. */
static bool may_gain(const node *group)
{
    return group->work && !group->broken && group->packed + group->packed_bits > group->spread;
}

/* ---- the recipes of what will be lowered ---- */

static bool recipes_usable(const plan *p, const node *n)
{
    return !n->how || formula_usable(n->how, p->targets, p->view, n->layout);
}

static void leave_useless(plan *p)
{
    for (unsigned i = 0; i < p->count; i++) {
        node *n = &p->nodes[i];
        if (n->kind != NODE_LEFT && gains(p, representative(n)) && !recipes_usable(p, n))
            representative(n)->broken = true;
    }
    for (unsigned i = 0; i < p->count; i++) {
        node *n = &p->nodes[i];
        if (n->kind == NODE_LEFT) continue;
        const node *group = representative(n);
        if (gains(p, group) && !group->broken) continue;
        p->priced_out |= may_gain(group);
        n->kind = NODE_LEFT;
        n->reason = group->broken ? LEFT_NO_LOWERING : LEFT_NO_GAIN;
    }
}

/* ---- counting ---- */

static void count_node(const node *n, lanesmith_stats *stats)
{
    switch (n->kind) {
#define X(name, counter) case NODE_##name: stats->counter++; return;
        NODE_KINDS(X)
#undef X
    case NODE_LEFT: break;
    }
    switch (n->reason) {
#define X(name, counter) case LEFT_##name: stats->counter++; return;
        LEFT_REASONS(X)
#undef X
    }
}

/* ---- remarks ---- */

static const char *const reason_text[] = {
#define X(name, counter) #counter,
    LEFT_REASONS(X)
#undef X
};

/* The counter's text in stats.h, without its "left: ". */
static const char *explain(left_reason reason)
{
    static const struct {
        const char *counter, *text;
    } texts[] = {
#define X(name, text) {#name, text},
        LANESMITH_STATS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].counter, reason_text[reason]) == 0)
            return strchr(texts[i].text, ' ') + 1;
    return "";
}

static void tell(const plan *p, LLVMValueRef function)
{
    unsigned lowered = 0;
    bool missed = shim_wants_missed(LLVMGetTypeContext(LLVMTypeOf(function)));
    for (unsigned i = 0; i < p->count; i++) {
        const node *n = &p->nodes[i];
        if (n->kind != NODE_LEFT) lowered++;
        else if (missed) shim_tell_missed(n->inst, reason_text[n->reason], explain(n->reason));
    }
    if (lowered) shim_tell_lowered(function, lowered, p->count - lowered, p->ours, p->theirs);
}

/* ---- stores that are left ---- */

static bool is_lowered_load(const plan *p, LLVMValueRef inst)
{
    const node *n = nodes_lowered(p, inst);
    return n && n->kind == NODE_LOAD;
}

static bool has_lowered_load(const plan *p, LLVMValueRef from)
{
    for (LLVMValueRef i = from; i; i = LLVMGetNextInstruction(i))
        if (is_lowered_load(p, i)) return true;
    return false;
}

static bool loads_in_block(const plan *p, LLVMBasicBlockRef b)
{
    return has_lowered_load(p, LLVMGetFirstInstruction(b));
}

/* Does a lowered load come behind the block? */
static bool loads_behind_block(const plan *p, map *seen, LLVMBasicBlockRef b)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
        if (map_get(seen, next)) continue;
        map_put(seen, next, next);
        if (loads_in_block(p, next) || loads_behind_block(p, seen, next)) return true;
    }
    return false;
}

static bool loads_behind(const plan *p, LLVMValueRef store)
{
    map seen = {0};
    bool found = has_lowered_load(p, store) ||
                 loads_behind_block(p, &seen, LLVMGetInstructionParent(store));
    map_free(&seen);
    return found;
}

/* The bits of a number, or of a vector of numbers, that does not fill its last byte; 0 of any other
 * type. */
static unsigned bits_of_odd(LLVMTypeRef type)
{
    unsigned n = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || n * LLVMGetIntTypeWidth(type) % 8 == 0)
        return 0;
    return n * LLVMGetIntTypeWidth(type);
}

/* What fills up the last byte is zero to LLVM's code generator, but poison to LLVM's language, and
 * so would be a register that is loaded from there. So the whole bytes are stored, of a value that
 * is not poison: the same instructions, but for vectors of single bits that come from elsewhere. */
static void fill_last_byte(LLVMBuilderRef b, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(value));
    unsigned bits = bits_of_odd(LLVMTypeOf(value));
    LLVMPositionBuilderBefore(b, store);
    if (!shim_not_poison(value)) value = LLVMBuildFreeze(b, value, "");
    value = LLVMBuildBitCast(b, value, LLVMIntTypeInContext(c, bits), "");
    LLVMSetOperand(store, 0,
                   LLVMBuildZExt(b, value, LLVMIntTypeInContext(c, (bits + 7) / 8 * 8), ""));
}

static bool is_left_odd_store(const plan *p, LLVMValueRef inst)
{
    if (!LLVMIsAStoreInst(inst) || !memory_is_plain(inst) || nodes_lowered(p, inst)) return false;
    return bits_of_odd(LLVMTypeOf(LLVMGetOperand(inst, 0))) != 0;
}

static void fill_left_stores(const plan *p, LLVMValueRef function)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_left_odd_store(p, i) && loads_behind(p, i)) fill_last_byte(builder, i);
    LLVMDisposeBuilder(builder);
}

/* Is an operand one of the numbers with which LLVM has hardly anything to do: 0, -1, 2^k? */
static bool has_simple_constant(LLVMValueRef inst)
{
    uint64_t number;
    if (!LLVMIsABinaryOperator(inst)) return false;
    LLVMValueRef operand = LLVMGetOperand(inst, 1);
    return convert_constant_splat(operand, &number) &&
           ((number & (number - 1)) == 0 || LLVMConstAllOnes(LLVMTypeOf(operand)) == operand);
}

/* Does a shuffle put constants, or anything, in fields, which LLVM need not move? */
static bool moves_few(LLVMValueRef inst)
{
    if (!LLVMIsAShuffleVectorInst(inst)) return false;
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(inst, 0)));
    for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(inst)); i++) {
        int from = LLVMGetMaskValue(inst, i);
        if (from < 0 || LLVMIsConstant(LLVMGetOperand(inst, (unsigned)from >= n))) return true;
    }
    return false;
}

/* Of divisions LLVM has very different prices, and a test of masks it may make one of registers;
 * what it sees through costs it less than its kind does. */
static bool is_priced(const node *n)
{
    return n->layout->w > 1 && !pattern_is_division(n->inst) && !has_simple_constant(n->inst) &&
           !moves_few(n->inst) && !(n->kind == NODE_REDUCE && nodes_is_test(n->inst));
}

/* Single bits have no prices. */
static void sum_prices(plan *p)
{
    p->priced = true;
    p->ours = p->theirs = 0;
    for (unsigned i = 0; i < p->count; i++) {
        const node *n = &p->nodes[i];
        if (n->kind == NODE_LEFT) continue;
        p->priced &= is_priced(n);
        if (n->group == n) p->ours += n->ours, p->theirs += n->theirs;
    }
}

bool plan_make(plan *p, LLVMValueRef function, lanesmith_stats *stats)
{
    bool any = false;
    p->layouts.arena = p->arena;
    p->layouts.view = p->view;
    collect(p, function);
    leave_impossible(p);
    weigh_groups(p);
    leave_useless(p);
    idioms_find(p);
    lookup_find(p);
    for (unsigned i = 0; i < p->count; i++) {
        if (stats) count_node(&p->nodes[i], stats);
        any |= p->nodes[i].kind != NODE_LEFT;
    }
    sum_prices(p);
    if (stats && !p->quiet) tell(p, function);
    fill_left_stores(p, function);
    return any;
}

void plan_free(plan *p)
{
    map_free(&p->by_inst);
    layouts_free(&p->layouts);
}
