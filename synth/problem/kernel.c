// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* kernel.c - terms to vector code.
 *
 * The term is lifted to the smallest chunk of 8, 16, 32, 64 or 128 bits on which it acts alike
 * (spec/term/lift.h); the chunk is a lane. Inside a lane every subterm of w bits is held
 * zero-extended in a lane of M bits, M a power of two that holds the widest subterm; LLVM's
 * optimiser removes the masking that this costs. So a sum of bytes becomes one add of <16 x i8>,
 * whatever its spec looks like. */
#include "kernel.h"

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <string.h>

#include "spec/base/diag.h"
#include "spec/term/bv.h"
#include "spec/term/lift.h"

struct kernel_set {
    LLVMOrcThreadSafeContextRef ts;
    LLVMModuleRef module; /* until compiled */
    LLVMOrcLLJITRef jit;
    kernel_fn **fn;
    char (*meaning)[HASH_TEXT]; /* of each kernel: chunk and term */
    unsigned count, room;
};

typedef struct gen {
    const term_ctx *c;
    LLVMBuilderRef b;
    LLVMContextRef cx;
    LLVMTypeRef lane, vec, boolean; /* iM, <n x iM>, <n x i1> */
    unsigned m, n;
    LLVMValueRef *memo;
    const term *vars;
    LLVMValueRef *inputs;
    unsigned nvars;
} gen;

static LLVMValueRef splat(const gen *g, LLVMValueRef element)
{
    LLVMValueRef v[IMAGE_BITS];
    for (unsigned i = 0; i < g->n; i++) v[i] = element;
    return LLVMConstVector(v, g->n);
}

static LLVMValueRef lane_const(const gen *g, const uint64_t *limbs, unsigned width)
{
    return splat(g, LLVMConstIntOfArbitraryPrecision(g->lane, bv_limbs(width), limbs));
}

static LLVMValueRef lane_number(const gen *g, uint64_t v)
{
    return splat(g, LLVMConstInt(g->lane, v, 0));
}

/* Clears the bits from w up. */
static LLVMValueRef masked(const gen *g, LLVMValueRef v, unsigned w)
{
    uint64_t ones[TERM_LIMBS_MAX];
    if (w == g->m) return v;
    for (unsigned i = 0; i < bv_limbs(w); i++) ones[i] = ~0ULL;
    bv_trim(ones, w);
    return LLVMBuildAnd(g->b, v, lane_const(g, ones, w), "");
}

/* The value of w bits as a signed number of the whole lane. */
static LLVMValueRef as_signed(const gen *g, LLVMValueRef v, unsigned w)
{
    if (w == g->m) return v;
    LLVMValueRef by = lane_number(g, g->m - w);
    return LLVMBuildAShr(g->b, LLVMBuildShl(g->b, v, by, ""), by, "");
}

static LLVMValueRef gen_shift(const gen *g, term_op op, LLVMValueRef a, LLVMValueRef by, unsigned w)
{
    LLVMValueRef limit = lane_number(g, op == TERM_BVASHR ? w - 1 : w);
    LLVMValueRef in_range = LLVMBuildICmp(g->b, LLVMIntULT, by, limit, "");
    LLVMValueRef amount = LLVMBuildSelect(g->b, in_range, by,
                                          op == TERM_BVASHR ? limit : lane_number(g, 0), "");
    if (op == TERM_BVASHR) return masked(g, LLVMBuildAShr(g->b, as_signed(g, a, w), amount, ""), w);
    LLVMValueRef v = op == TERM_BVSHL ? masked(g, LLVMBuildShl(g->b, a, amount, ""), w)
                                      : LLVMBuildLShr(g->b, a, amount, "");
    return LLVMBuildSelect(g->b, in_range, v, lane_number(g, 0), "");
}

/* Unsigned quotient and remainder with SMT-LIB's division by zero. */
static LLVMValueRef gen_udivrem(const gen *g, bool quotient, LLVMValueRef a, LLVMValueRef b,
                                unsigned w)
{
    LLVMValueRef zero = LLVMBuildICmp(g->b, LLVMIntEQ, b, lane_number(g, 0), "");
    LLVMValueRef safe = LLVMBuildSelect(g->b, zero, lane_number(g, 1), b, "");
    if (quotient) {
        LLVMValueRef ones = masked(g, LLVMBuildNot(g->b, lane_number(g, 0), ""), w);
        return LLVMBuildSelect(g->b, zero, ones, LLVMBuildUDiv(g->b, a, safe, ""), "");
    }
    return LLVMBuildSelect(g->b, zero, a, LLVMBuildURem(g->b, a, safe, ""), "");
}

static LLVMValueRef negate_if(const gen *g, LLVMValueRef cond, LLVMValueRef v, unsigned w)
{
    return LLVMBuildSelect(g->b, cond, masked(g, LLVMBuildNeg(g->b, v, ""), w), v, "");
}

static LLVMValueRef gen_sdivrem(const gen *g, bool quotient, LLVMValueRef a, LLVMValueRef b,
                                unsigned w)
{
    LLVMValueRef zero = lane_number(g, 0);
    LLVMValueRef na = LLVMBuildICmp(g->b, LLVMIntSLT, as_signed(g, a, w), zero, "");
    LLVMValueRef nb = LLVMBuildICmp(g->b, LLVMIntSLT, as_signed(g, b, w), zero, "");
    LLVMValueRef v = gen_udivrem(g, quotient, negate_if(g, na, a, w), negate_if(g, nb, b, w), w);
    return negate_if(g, quotient ? LLVMBuildXor(g->b, na, nb, "") : na, v, w);
}

static LLVMValueRef gen_op(const gen *g, term t, const LLVMValueRef *a)
{
    unsigned w = term_width(g->c, t),
             wa = term_nargs(g->c, t) ? term_width(g->c, term_arg(g->c, t, 0)) : 0;
    term_op op = term_get_op(g->c, t);
    switch (op) {
    case TERM_TRUE: return LLVMConstAllOnes(g->boolean);
    case TERM_FALSE: return LLVMConstNull(g->boolean);
    case TERM_CONST: return lane_const(g, term_limbs(g->c, t), w);
    case TERM_NOT: return LLVMBuildNot(g->b, a[0], "");
    case TERM_AND: case TERM_BVAND: return LLVMBuildAnd(g->b, a[0], a[1], "");
    case TERM_OR: case TERM_BVOR: return LLVMBuildOr(g->b, a[0], a[1], "");
    case TERM_EQ: return LLVMBuildICmp(g->b, LLVMIntEQ, a[0], a[1], "");
    case TERM_ITE: return LLVMBuildSelect(g->b, a[0], a[1], a[2], "");
    case TERM_BVNOT: return masked(g, LLVMBuildNot(g->b, a[0], ""), w);
    case TERM_BVNEG: return masked(g, LLVMBuildNeg(g->b, a[0], ""), w);
    case TERM_BVXOR: return LLVMBuildXor(g->b, a[0], a[1], "");
    case TERM_BVADD: return masked(g, LLVMBuildAdd(g->b, a[0], a[1], ""), w);
    case TERM_BVSUB: return masked(g, LLVMBuildSub(g->b, a[0], a[1], ""), w);
    case TERM_BVMUL: return masked(g, LLVMBuildMul(g->b, a[0], a[1], ""), w);
    case TERM_BVUDIV: case TERM_BVUREM: return gen_udivrem(g, op == TERM_BVUDIV, a[0], a[1], w);
    case TERM_BVSDIV: case TERM_BVSREM: return gen_sdivrem(g, op == TERM_BVSDIV, a[0], a[1], w);
    case TERM_BVSHL: case TERM_BVLSHR: case TERM_BVASHR: return gen_shift(g, op, a[0], a[1], w);
    case TERM_BVULT: return LLVMBuildICmp(g->b, LLVMIntULT, a[0], a[1], "");
    case TERM_BVULE: return LLVMBuildICmp(g->b, LLVMIntULE, a[0], a[1], "");
    case TERM_BVSLT:
        return LLVMBuildICmp(g->b, LLVMIntSLT, as_signed(g, a[0], wa), as_signed(g, a[1], wa), "");
    case TERM_BVSLE:
        return LLVMBuildICmp(g->b, LLVMIntSLE, as_signed(g, a[0], wa), as_signed(g, a[1], wa), "");
    case TERM_CONCAT: {
        LLVMValueRef by = lane_number(g, w - wa);
        return LLVMBuildOr(g->b, LLVMBuildShl(g->b, a[0], by, ""), a[1], "");
    }
    case TERM_EXTRACT:
        return masked(g, LLVMBuildLShr(g->b, a[0], lane_number(g, term_int(g->c, t, 1)), ""), w);
    case TERM_ZERO_EXTEND: return a[0];
    case TERM_SIGN_EXTEND: return masked(g, as_signed(g, a[0], wa), w);
    case TERM_VAR: case TERM_OP_COUNT: break;
    }
    require(false, "the term's variables are its kernel's inputs");
}

static LLVMValueRef gen_term(const gen *g, term t)
{
    LLVMValueRef a[3] = {0};
    if (g->memo[t]) return g->memo[t];
    for (unsigned i = 0; i < g->nvars; i++)
        if (g->vars[i] == t) return g->inputs[i];
    for (unsigned i = 0; i < term_nargs(g->c, t); i++) a[i] = gen_term(g, term_arg(g->c, t, i));
    return g->memo[t] = gen_op(g, t, a);
}

/* The widest subterm, at least 8 bits, as a power of two. */
static unsigned lane_bits(const term_ctx *c, term t, uint8_t *seen)
{
    unsigned m = 8;
    if (seen[t]) return m;
    seen[t] = 1;
    while (m < term_width(c, t)) m *= 2;
    for (unsigned i = 0; i < term_nargs(c, t); i++) {
        unsigned k = lane_bits(c, term_arg(c, t, i), seen);
        if (k > m) m = k;
    }
    return m;
}

/* Emits the body for one image: loads, lanes, store. */
static void gen_image(gen *g, LLVMValueRef fn, LLVMValueRef index, unsigned chunk, term t)
{
    LLVMValueRef inputs[3];
    LLVMTypeRef memory = LLVMVectorType(LLVMIntTypeInContext(g->cx, chunk), g->n);
    LLVMTypeRef image_type = LLVMArrayType2(LLVMInt8TypeInContext(g->cx), IMAGE_BITS / 8);
    for (unsigned i = 0; i < g->nvars; i++) {
        LLVMValueRef at = LLVMBuildGEP2(g->b, image_type, LLVMGetParam(fn, i), &index, 1, "");
        LLVMValueRef v = LLVMBuildLoad2(g->b, memory, at, "");
        LLVMSetAlignment(v, 16);
        inputs[i] = g->m == chunk ? v : LLVMBuildZExt(g->b, v, g->vec, "");
    }
    g->inputs = inputs;
    LLVMValueRef r = gen_term(g, t);
    if (g->m != chunk) r = LLVMBuildTrunc(g->b, r, memory, "");
    LLVMValueRef at = LLVMBuildGEP2(g->b, image_type, LLVMGetParam(fn, 3), &index, 1, "");
    LLVMSetAlignment(LLVMBuildStore(g->b, r, at), 16);
}

/* void kN(a, b, c, out, count): for (i = 0; i < count; i++) image i. */
static void gen_function(gen *g, kernel_set *s, unsigned chunk, term t)
{
    char name[32];
    snprintf(name, sizeof name, "k%u", s->count);
    LLVMTypeRef ptr = LLVMPointerTypeInContext(g->cx, 0), size = LLVMInt64TypeInContext(g->cx);
    LLVMTypeRef params[5] = {ptr, ptr, ptr, ptr, size};
    LLVMValueRef fn = LLVMAddFunction(s->module, name,
                                      LLVMFunctionType(LLVMVoidTypeInContext(g->cx), params, 5, 0));
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(g->cx, fn, "entry");
    LLVMBasicBlockRef loop = LLVMAppendBasicBlockInContext(g->cx, fn, "loop");
    LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(g->cx, fn, "done");
    LLVMPositionBuilderAtEnd(g->b, entry);
    LLVMBuildBr(g->b, loop);
    LLVMPositionBuilderAtEnd(g->b, loop);
    LLVMValueRef index = LLVMBuildPhi(g->b, size, "i");
    gen_image(g, fn, index, chunk, t);
    LLVMValueRef next = LLVMBuildAdd(g->b, index, LLVMConstInt(size, 1, 0), "");
    LLVMValueRef more = LLVMBuildICmp(g->b, LLVMIntULT, next, LLVMGetParam(fn, 4), "");
    LLVMBuildCondBr(g->b, more, loop, done);
    LLVMValueRef from[2] = {LLVMConstInt(size, 0, 0), next};
    LLVMBasicBlockRef blocks[2] = {entry, loop};
    LLVMAddIncoming(index, from, blocks, 2);
    LLVMPositionBuilderAtEnd(g->b, done);
    LLVMBuildRetVoid(g->b);
}

kernel_set *kernel_set_new(void)
{
    kernel_set *s = mem_alloc(1, sizeof *s);
    s->ts = LLVMOrcCreateNewThreadSafeContext();
    s->module = LLVMModuleCreateWithNameInContext("kernels",
                                                  LLVMOrcThreadSafeContextGetContext(s->ts));
    return s;
}

/* The term as text, whatever its variables are called. */
static void meaning_of(term_ctx *c, unsigned chunk, term t, const term *vars, unsigned nvars,
                       char out[HASH_TEXT])
{
    static const char *const names[] = {"a", "b", "c"};
    term by[3];
    strbuf text = {0};
    for (unsigned i = 0; i < nvars; i++) by[i] = term_mk_var(c, names[i], term_width(c, vars[i]));
    strbuf_printf(&text, "%u ", chunk);
    term_print(c, term_substitute(c, t, vars, by, nvars), &text);
    hash_text(strbuf_text(&text), out);
    strbuf_free(&text);
}

/* The number of the kernel with this meaning, which is the next free number when there is none yet.
 */
static unsigned number_of(kernel_set *s, const char meaning[HASH_TEXT])
{
    unsigned i = 0;
    while (i < s->count && strcmp(s->meaning[i], meaning)) i++;
    if (i == s->room) {
        s->room = s->room ? 2 * s->room : 256;
        s->meaning = mem_grow(s->meaning, s->room, sizeof *s->meaning);
    }
    memcpy(s->meaning[i], meaning, HASH_TEXT);
    return i;
}

int kernel_add(kernel_set *s, term_ctx *c, term t, const term *vars, unsigned nvars, unsigned width)
{
    term chunk_term, chunk_vars[3];
    require(s->module && nvars <= 3 && IMAGE_BITS % width == 0,
            "the set is open and registers fill the image");
    unsigned chunk = lift_to_smallest(c, &t, 1, vars, nvars, width, 8, &chunk_term, chunk_vars);
    uint8_t *seen = mem_alloc(term_count(c) + 1, 1);
    gen g = {.c = c, .vars = chunk_vars, .nvars = nvars, .n = IMAGE_BITS / chunk};
    g.m = lane_bits(c, chunk_term, seen);
    mem_free(seen);
    if (g.m > 1024) return -1;
    char meaning[HASH_TEXT];
    meaning_of(c, chunk, chunk_term, chunk_vars, nvars, meaning);
    unsigned number = number_of(s, meaning);
    if (number < s->count) return (int)number;
    g.cx = LLVMOrcThreadSafeContextGetContext(s->ts);
    g.b = LLVMCreateBuilderInContext(g.cx);
    g.lane = LLVMIntTypeInContext(g.cx, g.m);
    g.vec = LLVMVectorType(g.lane, g.n);
    g.boolean = LLVMVectorType(LLVMInt1TypeInContext(g.cx), g.n);
    g.memo = mem_alloc(term_count(c) + 1, sizeof *g.memo);
    gen_function(&g, s, chunk, chunk_term);
    mem_free(g.memo);
    LLVMDisposeBuilder(g.b);
    s->count++;
    return (int)number;
}

static ls_status report(diags *d, LLVMErrorRef err)
{
    if (!err) return LS_OK;
    char *message = LLVMGetErrorMessage(err);
    diag_error(d, (place){0}, "LLVM cannot compile the search kernels: %s", message);
    LLVMDisposeErrorMessage(message);
    return LS_ENV;
}

static LLVMTargetMachineRef host_machine(void)
{
    LLVMTargetRef t;
    char *error = NULL, *triple = LLVMGetDefaultTargetTriple(), *cpu = LLVMGetHostCPUName(),
         *features = LLVMGetHostCPUFeatures();
    LLVMTargetMachineRef tm = NULL;
    if (!LLVMGetTargetFromTriple(triple, &t, &error))
        tm = LLVMCreateTargetMachine(t, triple, cpu, features, LLVMCodeGenLevelDefault,
                                     LLVMRelocPIC, LLVMCodeModelJITDefault);
    LLVMDisposeMessage(error);
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    return tm;
}

/* What masks and extensions cost is taken away. Unrolling and inlining take LLVM longer than they
 * ever save here. */
static ls_status optimise(kernel_set *s, diags *d)
{
    LLVMTargetMachineRef tm = host_machine();
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef err = LLVMRunPasses(
        s->module, "function(instcombine<no-verify-fixpoint>,early-cse)", tm, options);
    LLVMDisposePassBuilderOptions(options);
    if (tm) LLVMDisposeTargetMachine(tm);
    return report(d, err);
}

static ls_status look_up(kernel_set *s, diags *d)
{
    s->fn = mem_alloc(s->count, sizeof *s->fn);
    for (unsigned i = 0; i < s->count; i++) {
        char name[32];
        LLVMOrcExecutorAddress at;
        snprintf(name, sizeof name, "k%u", i);
        LLVMErrorRef err = LLVMOrcLLJITLookup(s->jit, &at, name);
        if (err) return report(d, err);
        s->fn[i] = (kernel_fn *)(uintptr_t)at;
    }
    return LS_OK;
}

ls_status kernel_compile(kernel_set *s, diags *d)
{
    require(s->module != NULL, "the set is compiled once");
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    ls_status rc = optimise(s, d);
    if (rc) return rc;
    rc = report(d, LLVMOrcCreateLLJIT(&s->jit, NULL));
    if (rc) return rc;
    LLVMOrcThreadSafeModuleRef tsm = LLVMOrcCreateNewThreadSafeModule(s->module, s->ts);
    s->module = NULL;
    rc = report(d, LLVMOrcLLJITAddLLVMIRModule(s->jit, LLVMOrcLLJITGetMainJITDylib(s->jit), tsm));
    return rc ? rc : look_up(s, d);
}

kernel_fn *kernel_get(const kernel_set *s, int number)
{
    require(s->fn && number >= 0 && (unsigned)number < s->count,
            "the kernel exists and is compiled");
    return s->fn[number];
}

void kernel_set_free(kernel_set *s)
{
    if (!s) return;
    if (s->module) LLVMDisposeModule(s->module);
    if (s->jit) LLVMConsumeError(LLVMOrcDisposeLLJIT(s->jit));
    LLVMOrcDisposeThreadSafeContext(s->ts);
    mem_free(s->fn);
    mem_free(s->meaning);
    mem_free(s);
}
