// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* deletion.c - llvm.vector.compress (llvm.experimental.vector.compress so far) on small fields.
 *
 * The table's operation does it in one register: `compress`, of fields and their mask bits side by
 * side. Fields of 3 bits go by way of 4, of 5 to 7 by way of two of 4. Fields that fill no register
 * get zeros above, whose mask bits are zero. More fields than a register has are taken a register
 * at a time; each part moves up by as many fields as those below it kept. Behind the fields that
 * are kept are those of the third operand.
 *
 * LLVM 19 compiles the intrinsic wrongly for most such types, and dies of some, so it is replaced
 * wherever the table has the operation, whatever that costs. Called by pass.c. */
#include "deletion.h"

#include <string.h>

#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/base/fields.h"
#include "lowerings/pass/base/shim.h"
#include "lowerings/pass/lower/memory.h"
#include "spec/base/map.h"

enum { BITS_MAX = 4096 };

typedef struct deletion {
    const target_view *view;
    LLVMBuilderRef b;
    LLVMContextRef context;
    unsigned w, n;
    const struct lowering_entry *entry; /* of a register, into which `held` fields go */
    unsigned held;
    LLVMValueRef call;
} deletion;

static bool is_call(LLVMValueRef v)
{
    static const char *const stems[] = {"llvm.vector.compress.",
                                        "llvm.experimental.vector.compress."};
    size_t length;
    LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    if (!f || !LLVMIsAFunction(f) || !LLVMGetIntrinsicID(f)) return false;
    const char *name = LLVMGetValueName2(f, &length);
    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
        if (!strncmp(name, stems[i], strlen(stems[i]))) return true;
    return false;
}

bool deletion_is_work(LLVMValueRef inst)
{
    unsigned w, n;
    return is_call(inst) && fields_of_type(LLVMTypeOf(inst), &w, &n) && w < 8 && w * n <= BITS_MAX;
}

/* The narrowest register that has all fields, or the widest that has some. */
static bool choose_register(deletion *x)
{
    x->entry = NULL;
    for (const unsigned *c = x->view->use->table->class_bits; *c; c++) {
        const struct lowering_entry *e = target_find(x->view, "compress", x->w, *c);
        if (!e) continue;
        x->entry = e;
        x->held = e->bits / x->w;
        if (x->held >= x->n) break;
    }
    return x->entry != NULL;
}

static LLVMTypeRef integer(const deletion *x, unsigned bits)
{
    return LLVMIntTypeInContext(x->context, bits);
}

/* What the fields' bits are held in: a register's carrier where they fill it, else a number. */
static LLVMTypeRef holder(const deletion *x)
{
    unsigned bits = x->w * x->n;
    return bits == x->entry->bits ? fields_carrier(x->context, bits) : integer(x, bits);
}

/* `count` bits from bit `first` on of an integer, as a carrier. */
static LLVMValueRef carrier_of(const deletion *x, LLVMValueRef all, unsigned first, unsigned count)
{
    LLVMTypeRef type = LLVMTypeOf(all);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) return all;
    unsigned bits = LLVMGetIntTypeWidth(type), end = first + count < bits ? first + count : bits;
    if (first) all = LLVMBuildLShr(x->b, all, LLVMConstInt(type, first, 0), "");
    if (end - first < bits) all = LLVMBuildTrunc(x->b, all, integer(x, end - first), "");
    all = LLVMBuildZExt(x->b, all, integer(x, x->entry->bits), "");
    return LLVMBuildBitCast(x->b, all, fields_carrier(x->context, x->entry->bits), "");
}

/* How many mask bits from bit `first` on, `count` of them, are one: as bits of fields. */
static LLVMValueRef kept_bits(const deletion *x, LLVMValueRef mask, unsigned first, unsigned count)
{
    LLVMTypeRef type = LLVMTypeOf(mask);
    unsigned bits = LLVMGetIntTypeWidth(type), end = first + count < bits ? first + count : bits;
    if (first) mask = LLVMBuildLShr(x->b, mask, LLVMConstInt(type, first, 0), "");
    if (end - first < bits) mask = LLVMBuildTrunc(x->b, mask, integer(x, end - first), "");
    LLVMTypeRef part = LLVMTypeOf(mask);
    LLVMModuleRef module = x->view->all->module;
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(module, LLVMLookupIntrinsicID("llvm.ctpop", 10),
                                                 &part, 1);
    mask = LLVMBuildCall2(x->b, LLVMGlobalGetValueType(f), f, &mask, 1, "");
    /* wide enough for the number of bits, which an integer of few bits would not hold */
    LLVMTypeRef number = integer(x, 32);
    mask = LLVMGetIntTypeWidth(part) > 32 ? LLVMBuildTrunc(x->b, mask, number, "")
                                          : LLVMBuildZExt(x->b, mask, number, "");
    return LLVMBuildMul(x->b, mask, LLVMConstInt(number, x->w, 0), "");
}

/* The value moved up by a number of bits that may be all of them. */
static LLVMValueRef moved_up(const deletion *x, LLVMValueRef value, LLVMValueRef by)
{
    LLVMTypeRef type = LLVMTypeOf(value), number = LLVMTypeOf(by);
    unsigned bits = LLVMGetIntTypeWidth(type);
    LLVMValueRef all = LLVMBuildICmp(x->b, LLVMIntEQ, by, LLVMConstInt(number, bits, 0), "");
    LLVMValueRef less = LLVMBuildSelect(x->b, all, LLVMConstNull(number), by, "");
    less = bits > 32   ? LLVMBuildZExt(x->b, less, type, "")
           : bits < 32 ? LLVMBuildTrunc(x->b, less, type, "")
                       : less;
    LLVMValueRef up = LLVMBuildShl(x->b, value, less, "");
    return LLVMBuildSelect(x->b, all, LLVMConstNull(type), up, "");
}

/* One register's fields that are kept, as an integer of all fields' bits. */
static LLVMValueRef keep_part(const deletion *x, const recipe *r, LLVMValueRef fields,
                              LLVMValueRef mask, unsigned first)
{
    LLVMValueRef args[2] = {carrier_of(x, fields, first * x->w, x->held * x->w),
                            carrier_of(x, mask, first, x->held)};
    LLVMValueRef kept = recipe_apply(r, x->b, args);
    if (x->entry->bits == x->w * x->n) return kept;
    kept = LLVMBuildBitCast(x->b, kept, integer(x, x->entry->bits), "");
    unsigned bits = x->w * x->n;
    return bits < x->entry->bits   ? LLVMBuildTrunc(x->b, kept, integer(x, bits), "")
           : bits > x->entry->bits ? LLVMBuildZExt(x->b, kept, integer(x, bits), "")
                                   : kept;
}

static LLVMValueRef keep(const deletion *x, const recipe *r, LLVMValueRef fields,
                         LLVMValueRef mask)
{
    LLVMValueRef all = keep_part(x, r, fields, mask, 0), below = NULL;
    for (unsigned first = x->held; first < x->n; first += x->held) {
        LLVMValueRef more = kept_bits(x, mask, first - x->held, x->held);
        below = below ? LLVMBuildAdd(x->b, below, more, "") : more;
        LLVMValueRef part = keep_part(x, r, fields, mask, first);
        all = LLVMBuildOr(x->b, all, moved_up(x, part, below), "");
    }
    return all;
}

/* Bits that are loaded as a vector of small fields LLVM takes apart one by one: they are loaded as
 * one number, in the same place. NULL: they are not loaded, or not plainly. */
static LLVMValueRef loaded_bits(const deletion *x, LLVMValueRef vector, LLVMTypeRef type)
{
    unsigned bits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
    if (!LLVMIsALoadInst(vector) || !memory_is_plain_load(vector) || bits % 8) return NULL;
    LLVMPositionBuilderBefore(x->b, vector);
    LLVMValueRef all = LLVMBuildLoad2(x->b, type, LLVMGetOperand(vector, 0), "");
    LLVMSetAlignment(all, LLVMGetAlignment(vector));
    return LLVMBuildFreeze(x->b, all, "");
}

/* The bits of a vector, no field of which is poison for others' sake: what is loaded is poison as a
 * whole or not at all, as everywhere in the pass. */
static LLVMValueRef frozen_bits(const deletion *x, LLVMValueRef vector, LLVMTypeRef type)
{
    LLVMValueRef loaded = loaded_bits(x, vector, type);
    LLVMPositionBuilderBefore(x->b, x->call);
    if (loaded) return loaded;
    bool whole = LLVMIsALoadInst(vector) || LLVMIsConstant(vector) || shim_not_poison(vector);
    if (!whole) vector = LLVMBuildFreeze(x->b, vector, "");
    LLVMValueRef all = LLVMBuildBitCast(x->b, vector, type, "");
    return whole && !LLVMIsConstant(vector) ? LLVMBuildFreeze(x->b, all, "") : all;
}

/* Above what is kept there is the third operand, where that is anything but zero. */
static LLVMValueRef filled(const deletion *x, LLVMValueRef kept, LLVMValueRef mask,
                           LLVMValueRef rest)
{
    if (LLVMIsNull(rest) || LLVMIsUndef(rest)) return kept;
    LLVMTypeRef type = integer(x, x->w * x->n);
    kept = LLVMBuildBitCast(x->b, kept, type, "");
    rest = frozen_bits(x, rest, type);
    LLVMValueRef above = moved_up(x, LLVMConstAllOnes(type), kept_bits(x, mask, 0, x->n));
    return LLVMBuildOr(x->b, kept, LLVMBuildAnd(x->b, rest, above, ""), "");
}

/* And stored as one. */
static void store_bits(const deletion *x, LLVMValueRef kept)
{
    for (LLVMUseRef use = LLVMGetFirstUse(x->call), next; use; use = next) {
        LLVMValueRef store = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != x->call ||
            LLVMGetVolatile(store) || LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic ||
            x->w * x->n % 8)
            continue;
        LLVMPositionBuilderBefore(x->b, store);
        LLVMValueRef fresh = LLVMBuildStore(x->b, kept, LLVMGetOperand(store, 1));
        LLVMSetAlignment(fresh, LLVMGetAlignment(store));
        LLVMInstructionEraseFromParent(store);
    }
    LLVMPositionBuilderBefore(x->b, x->call);
}

/* Bits `from` to from + 3 of every field, as fields of 4 bits; zeros above a field's own. */
static LLVMValueRef four_bits(const deletion *x, LLVMValueRef vector, unsigned from)
{
    LLVMTypeRef own = LLVMTypeOf(vector), four = LLVMVectorType(integer(x, 4), x->n);
    if (LLVMIsUndef(vector)) return LLVMGetUndef(four);
    if (from) vector = LLVMBuildLShr(x->b, vector, convert_number(own, from), "");
    return x->w < 4 ? LLVMBuildZExt(x->b, vector, four, "")
                    : LLVMBuildTrunc(x->b, vector, four, "");
}

/* A call on fields of 4 bits. */
static LLVMValueRef call_of_four(const deletion *x, LLVMValueRef call, unsigned from)
{
    LLVMTypeRef type = LLVMVectorType(integer(x, 4), x->n);
    LLVMValueRef args[3] = {four_bits(x, LLVMGetOperand(call, 0), from), LLVMGetOperand(call, 1),
                            four_bits(x, LLVMGetOperand(call, 2), from)};
    unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(call));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(x->view->all->module, id, &type, 1);
    return LLVMBuildCall2(x->b, LLVMGlobalGetValueType(f), f, args, 3, "");
}

static bool replace_held(deletion *x, LLVMValueRef call);

/* Fields of 3, 5, 6 and 7 bits by way of one of 4, or of two. */
static bool replace_odd(deletion *x, LLVMValueRef call)
{
    deletion four = *x;
    LLVMTypeRef own = LLVMTypeOf(call);
    four.w = 4;
    if (!choose_register(&four)) return false;
    LLVMPositionBuilderBefore(x->b, call);
    LLVMValueRef low = call_of_four(x, call, 0), all = low;
    LLVMValueRef high = x->w > 4 ? call_of_four(x, call, 4) : NULL;
    if (high) {
        all = LLVMBuildZExt(x->b, low, own, "");
        LLVMValueRef up = LLVMBuildZExt(x->b, high, own, "");
        up = LLVMBuildShl(x->b, up, convert_number(own, 4), "");
        all = LLVMBuildOr(x->b, all, up, "");
    } else {
        all = LLVMBuildTrunc(x->b, low, own, "");
    }
    LLVMReplaceAllUsesWith(call, all);
    LLVMInstructionEraseFromParent(call);
    replace_held(&four, low);
    if (high) replace_held(&four, high);
    return true;
}

/* Plain loads that were made anew, each once. */
static void drop_loads(const LLVMValueRef operand[3])
{
    for (unsigned i = 0; i < 3; i++) {
        bool again = (i > 0 && operand[i] == operand[0]) || (i > 1 && operand[i] == operand[1]);
        if (!again && memory_is_plain_load(operand[i]) && !LLVMGetFirstUse(operand[i]))
            LLVMInstructionEraseFromParent(operand[i]);
    }
}

/* Requires: a register is chosen. */
static bool replace_held(deletion *x, LLVMValueRef call)
{
    const recipe *r = target_recipe(x->view->all, x->view, x->entry);
    if (!r) return false;
    x->call = call;
    LLVMValueRef operand[3];
    for (unsigned i = 0; i < 3; i++) operand[i] = LLVMGetOperand(call, i);
    LLVMValueRef mask = frozen_bits(x, operand[1], integer(x, x->n));
    LLVMValueRef fields = frozen_bits(x, operand[0], holder(x));
    LLVMValueRef kept = filled(x, keep(x, r, fields, mask), mask, operand[2]);
    store_bits(x, kept);
    if (LLVMGetFirstUse(call))
        LLVMReplaceAllUsesWith(call, LLVMBuildBitCast(x->b, kept, LLVMTypeOf(call), ""));
    LLVMInstructionEraseFromParent(call);
    drop_loads(operand);
    return true;
}

static bool replace(deletion *x, LLVMValueRef call)
{
    if (choose_register(x)) return replace_held(x, call);
    return x->w > 2 && x->w != 4 && replace_odd(x, call);
}

unsigned deletion_function(const target_view *v, LLVMValueRef function)
{
    deletion x = {.view = v, .context = LLVMGetModuleContext(v->all->module)};
    stack calls = {0};
    unsigned count = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (deletion_is_work(i)) stack_push(&calls, i);
    x.b = LLVMCreateBuilderInContext(x.context);
    for (size_t i = 0; i < calls.count; i++) {
        fields_of_type(LLVMTypeOf(calls.items[i]), &x.w, &x.n);
        count += replace(&x, calls.items[i]);
    }
    LLVMDisposeBuilder(x.b);
    stack_free(&calls);
    return count;
}
