// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* mutate.c - `mutate SEED COUNT BEFORE LOWERED`: changes one thing in a lowered function, and asks
 * whether it still refines what it was lowered from. What is proved is run on random inputs beside
 * the unchanged one: where they differ, the proof is wrong. Run by mutate.sh.
 *
 * Functions without a result, of addresses alone. A mutant has another opcode, predicate, bit of a
 * constant, order of operands, index of a shuffle, or lacks a freeze. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

#include "spec/base/random.h"
#include "verify/hardware/jit.h"
#include "verify/refine/tv.h"

enum { BYTES = 4096, BUFFERS = 4, RUNS = 200, LANES = 64 };

static uint64_t state;

static uint64_t draw(uint64_t below)
{
    return random_next(&state) % below;
}

_Noreturn static void fail(const char *what, const char *of)
{
    fprintf(stderr, "mutate: %s: %s\n", of, what);
    exit(3);
}

static LLVMModuleRef parse(LLVMContextRef c, const char *text, const char *name)
{
    LLVMModuleRef m;
    char *message = NULL;
    if (LLVMParseIRInContext(c, LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), name),
                             &m, &message))
        fail(message, name);
    return m;
}

/* ---- mutations: each makes an instruction that takes the place of insn, or NULL ---- */

static LLVMValueRef other_opcode(LLVMBuilderRef b, LLVMValueRef insn)
{
    static const LLVMOpcode opcodes[] = {LLVMAdd, LLVMSub, LLVMAnd,  LLVMOr,
                                         LLVMXor, LLVMShl, LLVMLShr, LLVMMul};
    LLVMOpcode new = opcodes[draw(sizeof opcodes / sizeof *opcodes)];
    if (!LLVMIsABinaryOperator(insn) || new == LLVMGetInstructionOpcode(insn)) return NULL;
    return LLVMBuildBinOp(b, new, LLVMGetOperand(insn, 0), LLVMGetOperand(insn, 1), "mutant");
}

static LLVMValueRef other_predicate(LLVMBuilderRef b, LLVMValueRef insn)
{
    LLVMIntPredicate new = LLVMIntEQ + (LLVMIntPredicate)draw(10);
    if (!LLVMIsAICmpInst(insn) || new == LLVMGetICmpPredicate(insn)) return NULL;
    return LLVMBuildICmp(b, new, LLVMGetOperand(insn, 0), LLVMGetOperand(insn, 1), "mutant");
}

static LLVMValueRef flipped(LLVMValueRef k)
{
    LLVMTypeRef type = LLVMTypeOf(k);
    if (!LLVMIsAConstantInt(k) || LLVMGetIntTypeWidth(type) > 64) return NULL;
    return LLVMConstInt(
        type, LLVMConstIntGetZExtValue(k) ^ (uint64_t)1 << draw(LLVMGetIntTypeWidth(type)), false);
}

static LLVMValueRef flipped_in_a_lane(LLVMValueRef k)
{
    LLVMValueRef lane[LANES];
    if (LLVMGetTypeKind(LLVMTypeOf(k)) != LLVMVectorTypeKind) return flipped(k);
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(k));
    if (n > LANES) return NULL;
    for (unsigned i = 0; i < n; i++)
        if (!(lane[i] = LLVMGetAggregateElement(k, i))) return NULL;
    LLVMValueRef *one = &lane[draw(n)], new = flipped(*one);
    if (!new) return NULL;
    *one = new;
    return LLVMConstVector(lane, n);
}

static LLVMValueRef other_constant(LLVMBuilderRef b, LLVMValueRef insn)
{
    unsigned i = (unsigned)draw((uint64_t)LLVMGetNumOperands(insn));
    LLVMValueRef k = LLVMGetOperand(insn, i);
    if (!LLVMIsABinaryOperator(insn) || !LLVMIsConstant(k) || !(k = flipped_in_a_lane(k)))
        return NULL;
    LLVMValueRef copy = LLVMInstructionClone(insn);
    LLVMSetOperand(copy, i, k);
    LLVMInsertIntoBuilder(b, copy);
    return copy;
}

static LLVMValueRef exchanged(LLVMBuilderRef b, LLVMValueRef insn)
{
    int n = LLVMGetNumOperands(insn);
    bool shift = LLVMIsABinaryOperator(insn) && LLVMGetInstructionOpcode(insn) >= LLVMShl &&
                 LLVMGetInstructionOpcode(insn) <= LLVMAShr;
    bool ordered = shift || LLVMGetInstructionOpcode(insn) == LLVMSub;
    if (!ordered && !LLVMIsASelectInst(insn) && !LLVMIsAShuffleVectorInst(insn)) return NULL;
    LLVMValueRef copy = LLVMInstructionClone(insn);
    LLVMSetOperand(copy, (unsigned)n - 2, LLVMGetOperand(insn, (unsigned)n - 1));
    LLVMSetOperand(copy, (unsigned)n - 1, LLVMGetOperand(insn, (unsigned)n - 2));
    LLVMInsertIntoBuilder(b, copy);
    return copy;
}

static LLVMValueRef other_index(LLVMBuilderRef b, LLVMValueRef insn)
{
    LLVMValueRef index[LANES];
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(insn)));
    if (!LLVMIsAShuffleVectorInst(insn) || LLVMGetNumMaskElements(insn) > LANES) return NULL;
    unsigned n = LLVMGetNumMaskElements(insn),
             from = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(insn, 0)));
    for (unsigned i = 0; i < n; i++) {
        int k = LLVMGetMaskValue(insn, i);
        index[i] = k < 0 ? LLVMGetPoison(i32) : LLVMConstInt(i32, (unsigned)k, false);
    }
    index[draw(n)] = LLVMConstInt(i32, draw(2 * from), false);
    return LLVMBuildShuffleVector(b, LLVMGetOperand(insn, 0), LLVMGetOperand(insn, 1),
                                  LLVMConstVector(index, n), "mutant");
}

static LLVMValueRef no_freeze(LLVMBuilderRef b, LLVMValueRef insn)
{
    (void)b;
    return LLVMIsAFreezeInst(insn) ? LLVMGetOperand(insn, 0) : NULL;
}

typedef LLVMValueRef mutation(LLVMBuilderRef b, LLVMValueRef insn);
static mutation *const mutations[] = {other_opcode, other_predicate, other_constant,
                                      exchanged,    other_index,     no_freeze};

static unsigned count_instructions(LLVMValueRef f)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) n++;
    return n;
}

static LLVMValueRef instruction(LLVMValueRef f, unsigned n)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (n-- == 0) return i;
    return NULL;
}

/* Tries one change of the function; writes what it is of to `what`. */
static bool mutate(LLVMValueRef f, char what[200])
{
    LLVMValueRef insn = instruction(f, (unsigned)draw(count_instructions(f)));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(insn)));
    LLVMPositionBuilderBefore(b, insn);
    LLVMValueRef new = LLVMIsATerminatorInst(insn)
                           ? NULL
                           : mutations[draw(sizeof mutations / sizeof *mutations)](b, insn);
    LLVMDisposeBuilder(b);
    if (!new || new == insn) return false;
    char *x = LLVMPrintValueToString(insn), *y = LLVMPrintValueToString(new);
    snprintf(what, 200, "%.80s  ->  %.100s", x + strspn(x, " "), y + strspn(y, " "));
    LLVMDisposeMessage(x);
    LLVMDisposeMessage(y);
    LLVMReplaceAllUsesWith(insn, new);
    LLVMInstructionEraseFromParent(insn);
    return true;
}

/* ---- running ---- */

typedef void compiled(void *, void *, void *, void *);

static jit *load(const char *ir, const char *name, compiled **f)
{
    diags d = {0};
    strbuf text = {0};
    uintptr_t address = 0;
    jit *j = NULL;
    strbuf_puts(&text, ir);
    if (jit_load(&j, &text, &d) != LS_OK || jit_find(j, name, &address, &d) != LS_OK) {
        diag_print(&d, stderr);
        fail("cannot be compiled", name);
    }
    strbuf_free(&text);
    diag_free(&d);
    *f = (compiled *)address;
    return j;
}

/* Do both do the same on random memory? */
static bool run_alike(const char *lowered, const char *mutant, const char *name)
{
    static _Alignas(64) unsigned char x[BUFFERS][BYTES], y[BUFFERS][BYTES];
    compiled *f, *g;
    bool alike = true;
    jit *j = load(lowered, name, &f), *k = load(mutant, name, &g);
    for (unsigned run = 0; run < RUNS && alike; run++) {
        for (unsigned i = 0; i < BUFFERS * BYTES; i++)
            x[i / BYTES][i % BYTES] = (unsigned char)draw(256);
        memcpy(y, x, sizeof x);
        f(x[0], x[1], x[2], x[3]);
        g(y[0], y[1], y[2], y[3]);
        alike = !memcmp(x, y, sizeof x);
    }
    jit_free(j);
    jit_free(k);
    return alike;
}

/* ---- judging ---- */

typedef struct tally {
    unsigned proved, refuted, unknown, wrong;
} tally;

static proof_answer ask(const char *before, const char *after, const char *name)
{
    tv_text x = {"before", before, strlen(before)}, y = {"mutant", after, strlen(after)};
    tv_options o = tv_default_options;
    tv_report r = {0};
    diags d = {0};
    o.loads_whole = true;
    o.steps = 20000000;
    o.milliseconds = 60000;
    if (tv_validate(&x, &y, name, &o, &r, NULL, NULL, &d) != LS_OK || r.count != 1)
        fail("cannot be validated", name);
    proof_answer answer = r.result[0].answer;
    tv_report_free(&r);
    diag_free(&d);
    return answer;
}

static bool is_open_shift(LLVMValueRef i)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    return (opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr) &&
           !LLVMIsConstant(LLVMGetOperand(i, 1));
}

/* Shifts by what is no constant are poison for some operands. There a mutant may do otherwise than
 * the unchanged one, and to run them tells nothing. */
static bool may_be_poison(const char *before, const char *name)
{
    LLVMContextRef c = LLVMContextCreate();
    LLVMModuleRef m = parse(c, before, "before");
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    bool found = false;
    for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
        for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i))
            found = found || is_open_shift(i);
    LLVMDisposeModule(m);
    LLVMContextDispose(c);
    return found;
}

static void judge(const char *before, const char *lowered, const char *mutant, const char *name,
                  const char *what, tally *t)
{
    switch (ask(before, mutant, name)) {
    case PROOF_REFUTED: t->refuted++; return;
    case PROOF_UNKNOWN:
        t->unknown++;
        printf("unknown: %s: %s\n", name, what);
        return;
    case PROOF_PROVED: break;
    }
    t->proved++;
    if (run_alike(lowered, mutant, name) || may_be_poison(before, name)) return;
    t->wrong++;
    printf("WRONGLY PROVED: %s: %s\n", name, what);
}

static bool is_runnable(LLVMValueRef f)
{
    bool ok = !LLVMIsDeclaration(f) && LLVMCountParams(f) <= BUFFERS && LLVMCountParams(f) > 0;
    if (ok && LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(f))) != LLVMVoidTypeKind)
        ok = false;
    for (unsigned i = 0; ok && i < LLVMCountParams(f); i++)
        ok = LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(f, i))) == LLVMPointerTypeKind;
    return ok;
}

static LLVMValueRef pick(LLVMModuleRef m)
{
    unsigned n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        n += is_runnable(f);
    if (!n) return NULL;
    n = (unsigned)draw(n);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_runnable(f) && n-- == 0) return f;
    return NULL;
}

/* Deletes all other functions, so that nobody has to read or compile them. */
static void keep_only(LLVMModuleRef m, LLVMValueRef keep)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (f != keep && !LLVMIsDeclaration(f)) LLVMDeleteFunction(f);
    }
}

/* One mutant; false when nothing could be changed where chance pointed. */
static bool one_mutant(const char *before, const char *lowered, tally *t)
{
    char what[200], name[100];
    size_t length;
    LLVMContextRef c = LLVMContextCreate();
    LLVMModuleRef m = parse(c, lowered, "lowered");
    LLVMValueRef f = pick(m);
    if (!f) fail("has no function that can be run", "the module");
    keep_only(m, f);
    char *alone = LLVMPrintModuleToString(m);
    bool made = mutate(f, what);
    if (made) {
        snprintf(name, sizeof name, "%.99s", LLVMGetValueName2(f, &length));
        char *mutant = LLVMPrintModuleToString(m);
        judge(before, alone, mutant, name, what, t);
        LLVMDisposeMessage(mutant);
    }
    LLVMDisposeMessage(alone);
    LLVMDisposeModule(m);
    LLVMContextDispose(c);
    return made;
}

int main(int argc, char **argv)
{
    char *before, *lowered;
    size_t size;
    tally t = {0};
    if (argc != 5 || file_read(argv[3], &before, &size) != LS_OK ||
        file_read(argv[4], &lowered, &size) != LS_OK) {
        fprintf(stderr, "usage: mutate SEED COUNT BEFORE LOWERED\n");
        return 2;
    }
    state = strtoull(argv[1], NULL, 10);
    unsigned count = (unsigned)strtoul(argv[2], NULL, 10), tries = 0;
    for (unsigned i = 0; i < count && tries < 100 * count; tries++)
        i += one_mutant(before, lowered, &t);
    printf("seed %s: %u proved, %u refuted, %u unknown, %u wrongly proved\n", argv[1], t.proved,
           t.refuted, t.unknown, t.wrong);
    mem_free(before);
    mem_free(lowered);
    return t.wrong ? 1 : 0;
}
