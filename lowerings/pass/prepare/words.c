// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* words.c - see words.h. A chain is followed from its last link down, by the bits, within a block
 * (words_links.c). What uses its words before the last link (stores of them, mostly) moves behind
 * it. Called by longs.c. */
#include "words.h"

#include <string.h>

#include "lowerings/pass/base/shim.h"
#include "spec/base/base.h"
#include "spec/base/map.h"
#include "words_inside.h"

bool words_is_work(LLVMValueRef inst)
{
    chain c;
    words_follow(inst, &c);
    return c.count >= LINKS_MIN;
}

/* ---- what has to move ---- */

typedef struct moving {
    map own, late; /* instructions of the chain; those that use its words */
    stack order;   /* the latter, in theirs */
} moving;

static bool takes(const map *of, LLVMValueRef inst)
{
    for (int i = 0; i < LLVMGetNumOperands(inst); i++)
        if (map_get(of, LLVMGetOperand(inst, (unsigned)i))) return true;
    return false;
}

static bool is_plain_store(LLVMValueRef v)
{
    return LLVMIsAStoreInst(v) && !LLVMGetVolatile(v) &&
           LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic;
}

static bool is_plain_load(LLVMValueRef v)
{
    return LLVMIsALoadInst(v) && !LLVMGetVolatile(v) &&
           LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic;
}

/* Neither looks at memory nor has an effect. */
static bool is_pure(LLVMValueRef v)
{
    return !LLVMIsACallInst(v) && !LLVMIsALoadInst(v) && !LLVMIsAStoreInst(v) &&
           !LLVMIsAPHINode(v) && !LLVMIsATerminatorInst(v) && !LLVMIsAFenceInst(v) &&
           !LLVMIsAAtomicRMWInst(v) && !LLVMIsAAtomicCmpXchgInst(v) && !LLVMIsAAllocaInst(v) &&
           !is_instruction(v, LLVMVAArg) && !is_instruction(v, LLVMInvoke);
}

/* An address as a base and a distance in bytes, of which only simple steps are known. */
static LLVMValueRef base_of(LLVMValueRef p, long long *distance)
{
    *distance = 0;
    while (LLVMIsAGetElementPtrInst(p) && LLVMGetNumOperands(p) == 2 &&
           LLVMIsAConstantInt(LLVMGetOperand(p, 1))) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(p);
        if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) % 8 ||
            LLVMGetIntTypeWidth(type) > WORD_BITS ||
            (LLVMGetIntTypeWidth(type) & (LLVMGetIntTypeWidth(type) - 1)))
            break;
        *distance += LLVMConstIntGetSExtValue(LLVMGetOperand(p, 1)) *
                     (long long)(LLVMGetIntTypeWidth(type) / 8);
        p = LLVMGetOperand(p, 0);
    }
    return p;
}

static bool is_noalias(LLVMValueRef p)
{
    if (LLVMIsAAllocaInst(p)) return true;
    if (!LLVMIsAArgument(p)) return false;
    LLVMValueRef f = LLVMGetParamParent(p);
    unsigned kind = LLVMGetEnumAttributeKindForName("noalias", 7);
    for (unsigned i = 0; i < LLVMCountParams(f); i++)
        if (LLVMGetParam(f, i) == p) return LLVMGetEnumAttributeAtIndex(f, i + 1, kind) != NULL;
    return false;
}

static bool is_root(LLVMValueRef p)
{
    return LLVMIsAAllocaInst(p) || LLVMIsAArgument(p) || LLVMIsAGlobalVariable(p);
}

/* Bytes of a plain integer or of a vector of such, rounded up; 0: not known. */
static long long size_of(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind) return (LLVMGetIntTypeWidth(type) + 7) / 8;
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return 0;
    return size_of(LLVMGetElementType(type)) * LLVMGetVectorSize(type);
}

static bool are_apart(LLVMValueRef p, LLVMTypeRef p_type, LLVMValueRef q, LLVMTypeRef q_type)
{
    long long i, k, m = size_of(p_type), n = size_of(q_type);
    LLVMValueRef x = base_of(p, &i), y = base_of(q, &k);
    if (x == y) return m && n && (i + m <= k || k + n <= i);
    return is_root(x) && is_root(y) && (is_noalias(x) || is_noalias(y));
}

/* May the store move over the instruction? */
static bool may_pass(LLVMValueRef store, LLVMValueRef over)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
    LLVMValueRef p = LLVMGetOperand(store, 1);
    if (is_plain_load(over)) return are_apart(p, type, LLVMGetOperand(over, 0), LLVMTypeOf(over));
    if (is_plain_store(over))
        return are_apart(p, type, LLVMGetOperand(over, 1), LLVMTypeOf(LLVMGetOperand(over, 0)));
    return is_pure(over);
}

static bool stores_may_pass(const moving *m, LLVMValueRef over)
{
    for (size_t i = 0; i < m->order.count; i++)
        if (LLVMIsAStoreInst(m->order.items[i]) && !may_pass(m->order.items[i], over)) return false;
    return true;
}

/* Is the instruction, which uses a word of the chain, one that may come later? */
static bool take_late(moving *m, LLVMValueRef inst)
{
    if (!is_pure(inst) && !is_plain_store(inst)) return false;
    map_put(&m->late, inst, inst);
    stack_push(&m->order, inst);
    return true;
}

/* Lists what has to move behind `top`. The words themselves are the chain's own. */
static bool find_late(moving *m, const map *words, LLVMValueRef first, LLVMValueRef top)
{
    for (LLVMValueRef i = first; i != top; i = LLVMGetNextInstruction(i)) {
        if (!i) return false;
        bool is_own = map_get(&m->own, i) != NULL;
        if (map_get(words, i)) continue;
        if (!is_own && (takes(words, i) || takes(&m->late, i))) {
            if (!take_late(m, i)) return false;
        } else if (is_own && takes(&m->late, i)) return false;
        else if (!is_own && !stores_may_pass(m, i)) return false;
    }
    return true;
}

/* ---- one sum ---- */

static LLVMTypeRef word_type(LLVMValueRef v)
{
    return LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
}

static LLVMValueRef index_number(LLVMValueRef v, unsigned n)
{
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v))), n, 0);
}

/* The vector whose elements the words are, all of them in order; NULL: there is none. */
static LLVMValueRef taken_from(const chain *c, bool second)
{
    LLVMValueRef vector = NULL;
    for (unsigned i = 0; i < c->count; i++) {
        const link *x = &c->links[c->count - 1 - i];
        LLVMValueRef w = second ? x->b : x->a;
        if (!LLVMIsAExtractElementInst(w) || !LLVMIsAConstantInt(LLVMGetOperand(w, 1)) ||
            LLVMConstIntGetZExtValue(LLVMGetOperand(w, 1)) != i)
            return NULL;
        LLVMValueRef from = LLVMGetOperand(w, 0);
        if ((vector && vector != from) || LLVMGetVectorSize(LLVMTypeOf(from)) != c->count)
            return NULL;
        vector = from;
    }
    return vector;
}

static LLVMValueRef frozen(LLVMBuilderRef b, LLVMValueRef v)
{
    return shim_not_poison(v) ? v : LLVMBuildFreeze(b, v, "");
}

/* What may write to memory, but for stores that move behind the sum. */
static bool is_writer(const moving *m, LLVMValueRef i)
{
    return !map_get(&m->own, i) && !map_get(&m->late, i) && !is_pure(i) && !is_plain_load(i);
}

/* Does nothing write between the instruction and the place of the sum, in one block? */
static bool is_quiet(const moving *m, LLVMValueRef from, LLVMValueRef behind)
{
    if (!same_block(from, behind)) return false;
    for (; from && from != behind; from = LLVMGetNextInstruction(from))
        if (is_writer(m, from)) return false;
    return from == behind;
}

/* The words, loaded at once where they are side by side in memory. NULL: they are not. */
static LLVMValueRef loaded_from(LLVMBuilderRef b, const chain *c, bool second, const moving *m,
                                LLVMValueRef behind)
{
    long long first = 0, at;
    LLVMValueRef base = NULL, lowest = NULL;
    for (unsigned i = 0; i < c->count; i++) {
        const link *x = &c->links[c->count - 1 - i];
        LLVMValueRef w = second ? x->b : x->a;
        if (!is_plain_load(w) || !is_quiet(m, w, behind)) return NULL;
        LLVMValueRef from = base_of(LLVMGetOperand(w, 0), &at);
        if (!i) {
            base = from;
            first = at;
            lowest = w;
        }
        if (from != base || at != first + (long long)i * (WORD_BITS / 8)) return NULL;
    }
    LLVMTypeRef type = LLVMVectorType(word_type(lowest), c->count);
    LLVMValueRef load = LLVMBuildLoad2(b, type, LLVMGetOperand(lowest, 0), "");
    LLVMSetAlignment(load, LLVMGetAlignment(lowest));
    return load;
}

/* How many words vectors have that hold all: a power of two. */
static unsigned held(const chain *c)
{
    unsigned n = LINKS_MIN;
    while (n < c->count) n *= 2;
    return n;
}

static LLVMValueRef put_in(LLVMBuilderRef b, const chain *c, bool second)
{
    LLVMValueRef v = LLVMGetPoison(LLVMVectorType(word_type(c->links[0].whole), c->count));
    for (unsigned k = 0; k < c->count; k++) {
        const link *x = &c->links[c->count - 1 - k];
        v = LLVMBuildInsertElement(b, v, second ? x->b : x->a, index_number(v, k), "");
    }
    return v;
}

/* Zeros above. */
static LLVMValueRef widened(LLVMBuilderRef b, LLVMValueRef v, unsigned words)
{
    LLVMValueRef index[2 * LINKS_MAX];
    unsigned have = LLVMGetVectorSize(LLVMTypeOf(v));
    if (have == words) return v;
    for (unsigned i = 0; i < words; i++) index[i] = index_number(v, i < have ? i : have);
    return LLVMBuildShuffleVector(b, v, LLVMConstNull(LLVMTypeOf(v)), LLVMConstVector(index, words),
                                  "");
}

/* The words as one integer. */
static LLVMValueRef number_of(LLVMBuilderRef b, const chain *c, bool second, const moving *m,
                              LLVMValueRef behind)
{
    LLVMValueRef v = taken_from(c, second);
    if (!v) v = loaded_from(b, c, second, m, behind);
    if (!v) v = put_in(b, c, second);
    v = widened(b, frozen(b, v), held(c));
    return LLVMBuildBitCast(
        b, v, LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)), WORD_BITS * held(c)), "");
}

static LLVMValueRef pair_of(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, bool minus)
{
    const char *name = minus ? "llvm.usub.with.overflow" : "llvm.uadd.with.overflow";
    LLVMTypeRef type = LLVMTypeOf(x);
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b)));
    LLVMValueRef args[2] = {x, y}, f = LLVMGetIntrinsicDeclaration(
                                       module, LLVMLookupIntrinsicID(name, strlen(name)), &type, 1);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, 2, "");
}

/* The carry into the first link, as a bit. */
static LLVMValueRef bit_in(LLVMBuilderRef b, LLVMValueRef in)
{
    in = frozen(b, in);
    return is_integer(in, 1) ? in
                             : LLVMBuildICmp(b, LLVMIntNE, in, LLVMConstNull(LLVMTypeOf(in)), "");
}

/* The sum, as an integer, and what it carries out (out: NULL where nobody asks). */
static LLVMValueRef sum_and_carry(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, LLVMValueRef in,
                                  bool minus, LLVMValueRef *out)
{
    if (in) in = LLVMBuildZExt(b, bit_in(b, in), LLVMTypeOf(x), "");
    if (!out) {
        LLVMValueRef sum = minus ? LLVMBuildSub(b, x, y, "") : LLVMBuildAdd(b, x, y, "");
        if (!in) return sum;
        return minus ? LLVMBuildSub(b, sum, in, "") : LLVMBuildAdd(b, sum, in, "");
    }
    LLVMValueRef pair = pair_of(b, x, y, minus);
    *out = LLVMBuildExtractValue(b, pair, 1, "");
    LLVMValueRef sum = LLVMBuildExtractValue(b, pair, 0, "");
    if (!in) return sum;
    pair = pair_of(b, sum, in, minus);
    sum = LLVMBuildExtractValue(b, pair, 0, "");
    *out = LLVMBuildOr(b, *out, LLVMBuildExtractValue(b, pair, 1, ""), "");
    return sum;
}

/* The word of the link, wherever it is wanted, is that of the sum. */
static void replace_word(const link *x, LLVMValueRef by)
{
    if (!LLVMIsACallInst(x->whole)) {
        LLVMReplaceAllUsesWith(x->whole, by);
        return;
    }
    int minus;
    unsigned part = shim_carries_word(x->whole, &minus) ? 1 : 0;
    for (LLVMUseRef use = LLVMGetFirstUse(x->whole); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (*LLVMGetIndices(user) == part) LLVMReplaceAllUsesWith(user, by);
    }
}

static void replace_carry(LLVMBuilderRef b, const link *x, LLVMValueRef out)
{
    if (!is_integer(x->out, 1)) out = LLVMBuildZExt(b, out, LLVMTypeOf(x->out), "");
    LLVMReplaceAllUsesWith(x->out, out);
}

/* Takes words and carries out, if all that is taken from pairs is of the kinds that are known. */
static bool is_taken_apart(const link *x)
{
    for (LLVMUseRef use = LLVMIsACallInst(x->whole) ? LLVMGetFirstUse(x->whole) : NULL; use;
         use = LLVMGetNextUse(use))
        if (!LLVMIsAExtractValueInst(LLVMGetUser(use))) return false;
    return true;
}

static bool is_carry_part(const link *x, LLVMValueRef user)
{
    for (unsigned i = 0; i < x->nown; i++)
        if (x->own[i] == user) return true;
    return false;
}

/* The instructions that are the chain's own, and those that are its words. */
static bool list_own(const chain *c, moving *m, map *words)
{
    for (unsigned k = 0; k < c->count; k++) {
        const link *x = &c->links[k];
        if (!is_taken_apart(x)) return false;
        for (unsigned i = 0; i < x->nown; i++) map_put(&m->own, x->own[i], x->own[i]);
        if (!LLVMIsACallInst(x->whole)) map_put(words, x->whole, x->whole);
        if (!LLVMIsACallInst(x->whole)) continue;
        for (LLVMUseRef use = LLVMGetFirstUse(x->whole); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (is_carry_part(x, user)) continue;
            int minus;
            unsigned part = shim_carries_word(x->whole, &minus) ? 1 : 0;
            if (*LLVMGetIndices(user) != part) return false; /* a carry that others want, too */
            map_put(words, user, user);
            map_put(&m->own, user, user);
        }
    }
    return true;
}

/* The chain's instruction that comes first in the block. */
static LLVMValueRef first_of(const moving *m, LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    while (i && !map_get(&m->own, i)) i = LLVMGetNextInstruction(i);
    return i;
}

/* Where the sum goes: behind all that the chain is of, so before what follows its last one. */
static LLVMValueRef last_of(const chain *c)
{
    LLVMValueRef last = c->links[0].whole;
    for (LLVMValueRef i = last; i; i = LLVMGetNextInstruction(i))
        for (unsigned k = 0; k < c->links[0].nown; k++)
            if (c->links[0].own[k] == i) last = i;
    return LLVMGetNextInstruction(last);
}

static void delete_own(LLVMBasicBlockRef block, const moving *m)
{
    for (LLVMValueRef i = LLVMGetLastInstruction(block), before; i; i = before) {
        before = LLVMGetPreviousInstruction(i);
        if (map_get(&m->own, i) && !LLVMGetFirstUse(i)) LLVMInstructionEraseFromParent(i);
    }
}

static LLVMValueRef word_at(LLVMBuilderRef b, LLVMValueRef words, unsigned i)
{
    return LLVMBuildExtractElement(b, words, index_number(words, i), "");
}

/* Where there is room above, the carry is there. */
static void put_sum(LLVMBuilderRef b, chain *c, moving *m, LLVMValueRef behind)
{
    const link *first = &c->links[c->count - 1], *last = &c->links[0];
    LLVMPositionBuilderBefore(b, behind);
    LLVMValueRef x = number_of(b, c, false, m, behind), y = number_of(b, c, true, m, behind), out;
    bool wanted = last->out && LLVMGetFirstUse(last->out), above = held(c) > c->count;
    LLVMValueRef sum = sum_and_carry(b, x, y, first->in, first->minus,
                                     wanted && !above ? &out : NULL);
    LLVMTypeRef type = LLVMVectorType(word_type(behind), held(c));
    LLVMValueRef words = LLVMBuildBitCast(b, sum, type, "");
    for (unsigned k = 0; k < c->count; k++)
        replace_word(&c->links[k], word_at(b, words, c->count - 1 - k));
    if (wanted && above)
        out = LLVMBuildTrunc(b, word_at(b, words, c->count),
                             LLVMInt1TypeInContext(LLVMGetTypeContext(type)), "");
    if (wanted) replace_carry(b, last, out);
    for (size_t i = 0; i < m->order.count; i++) {
        LLVMInstructionRemoveFromParent(m->order.items[i]);
        LLVMInsertIntoBuilder(b, m->order.items[i]);
    }
}

/* Loads that were made anew, together. */
static void delete_loads(const LLVMValueRef *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        bool again = false;
        for (unsigned k = 0; k < i; k++) again = again || words[k] == words[i];
        if (!again && is_plain_load(words[i]) && !LLVMGetFirstUse(words[i]))
            LLVMInstructionEraseFromParent(words[i]);
    }
}

static bool gather(LLVMBuilderRef b, chain *c)
{
    moving m = {0};
    map words = {0};
    LLVMBasicBlockRef block = LLVMGetInstructionParent(c->links[0].whole);
    LLVMValueRef behind = last_of(c);
    bool good = list_own(c, &m, &words) && find_late(&m, &words, first_of(&m, block), behind);
    if (good) {
        LLVMValueRef operands[2 * LINKS_MAX];
        for (unsigned k = 0; k < c->count; k++) {
            operands[2 * k] = c->links[k].a;
            operands[2 * k + 1] = c->links[k].b;
        }
        put_sum(b, c, &m, behind);
        delete_own(block, &m);
        delete_loads(operands, 2 * c->count);
    }
    map_free(&m.own);
    map_free(&m.late);
    map_free(&words);
    stack_free(&m.order);
    return good;
}

/* From the end of each block, so that a chain is met at its last link. */
unsigned words_gather(LLVMValueRef function, LLVMBuilderRef b)
{
    unsigned count = 0;
    chain *c = mem_alloc(1, sizeof *c);
    for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(function); k; k = LLVMGetNextBasicBlock(k))
        for (LLVMValueRef i = LLVMGetLastInstruction(k); i;) {
            words_follow(i, c);
            bool made = c->count >= LINKS_MIN && gather(b, c);
            count += made;
            i = made ? LLVMGetLastInstruction(k) : LLVMGetPreviousInstruction(i);
        }
    mem_free(c);
    return count;
}
