// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irmeaning.c - reads a call of an intrinsic as the function that says what it means.
 *
 * The function is one block of instructions and intrinsics that irinsn.c knows, parsed in the
 * caller's context; nothing of it is left behind. It may call others of its text, not itself.
 * Called by irterm.c, through ir_reader. */
#include "irmeaning.h"

#include <stdio.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>

#include "irflags.h"
#include "irinsn.h"

enum { NAME_MAX_LENGTH = 96, DEPTH_MAX = 8 };

/* The values of one function's parameters and instructions. */
typedef struct frame {
    LLVMValueRef *key;
    ir_value *value;
    unsigned count, cap;
    ir_reader *reader; /* of the function's instructions */
} frame;

static void define(frame *f, LLVMValueRef key, ir_value value)
{
    if (f->count == f->cap) {
        f->cap = f->cap ? 2 * f->cap : 32;
        f->key = mem_grow(f->key, f->cap, sizeof *f->key);
        f->value = mem_grow(f->value, f->cap, sizeof *f->value);
    }
    f->key[f->count] = key;
    f->value[f->count++] = value;
}

static bool find(void *owner, LLVMValueRef v, ir_value *out)
{
    const frame *f = owner;
    for (unsigned i = 0; i < f->count; i++)
        if (f->key[i] == v) {
            *out = f->value[i];
            return true;
        }
    return ir_refuse(f->reader, v, "an operand that is not modelled");
}

/* "@x86.name(" for "llvm.x86.name"; false for a name that is none. */
static bool name_definition(const char *name, char out[NAME_MAX_LENGTH])
{
    if (strncmp(name, "llvm.", 5) || strlen(name) > NAME_MAX_LENGTH - 8) return false;
    snprintf(out, NAME_MAX_LENGTH, "@%s(", name + 5);
    return true;
}

/* The text that defines the function, where a line begins with "define". */
static const char *find_text(const char *const *texts, const char *name)
{
    char head[NAME_MAX_LENGTH];
    if (!name_definition(name, head)) return NULL;
    for (; texts && *texts; texts++)
        for (const char *s = strstr(*texts, head); s; s = strstr(s + 1, head)) {
            const char *line = s;
            while (line > *texts && line[-1] != '\n') line--;
            if (!strncmp(line, "define ", 7)) return *texts;
        }
    return NULL;
}

/* Parameters are what is given to the intrinsic, of the same shapes. */
static bool take_arguments(frame *f, LLVMValueRef function, const ir_value *args, unsigned nargs)
{
    if (LLVMCountParams(function) != nargs || LLVMCountBasicBlocks(function) != 1) return false;
    for (unsigned i = 0; i < nargs; i++) {
        ir_shape shape;
        LLVMValueRef p = LLVMGetParam(function, i);
        if (!ir_shape_of(LLVMTypeOf(p), &shape) || shape.lanes != args[i].shape.lanes ||
            shape.bits != args[i].shape.bits)
            return false;
        define(f, p, args[i]);
    }
    return true;
}

static bool read_body(frame *f, ir_reader *inner, LLVMValueRef function, ir_value *out)
{
    LLVMValueRef insn = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    term trap = term_mk_bool(inner->c, false);
    for (; LLVMGetInstructionOpcode(insn) != LLVMRet; insn = LLVMGetNextInstruction(insn)) {
        ir_value v;
        if (!LLVMGetNextInstruction(insn) || ir_has_flag(insn))
            return ir_refuse(inner, insn, "a meaning of flags, or of several blocks");
        if (!ir_read_insn(inner, insn, &v)) return false;
        trap = term_mk_binary(inner->c, TERM_OR, trap, inner->trap);
        define(f, insn, v);
    }
    if (LLVMGetNumOperands(insn) != 1) return ir_refuse(inner, insn, "a meaning without a result");
    ir_shape wanted = out->shape;
    bool read = ir_read_value(inner, LLVMGetOperand(insn, 0), out);
    inner->trap = trap;
    return read && (ir_shape_bits(wanted) == ir_shape_bits(out->shape) ||
                    ir_refuse(inner, insn, "a meaning of another type"));
}

static LLVMModuleRef parse(LLVMContextRef context, const char *text)
{
    char *message = NULL;
    LLVMModuleRef module = NULL;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "intrinsics.ll");
    bool failed = LLVMParseIRInContext(context, buffer, &module, &message) != 0;
    LLVMDisposeMessage(message);
    message = NULL;
    if (!failed && LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) {
        LLVMDisposeModule(module);
        failed = true;
    }
    LLVMDisposeMessage(message);
    return failed ? NULL : module;
}

bool irmeaning_call(ir_reader *r, LLVMValueRef call, const char *name, const ir_value *args,
                    unsigned nargs, ir_value *out)
{
    char head[NAME_MAX_LENGTH];
    const char *text = find_text(r->meanings, name);
    if (!text || !name_definition(name, head))
        return ir_refuse(r, call, "an intrinsic that is not known here");
    LLVMModuleRef module = parse(r->context, text);
    if (!module) return ir_refuse(r, call, "intrinsics.ll, where its meaning is, is not valid IR");
    head[strlen(head) - 1] = '\0'; /* the bracket */
    LLVMValueRef function = LLVMGetNamedFunction(module, head + 1);
    ir_reader inner = *r;
    frame f = {.reader = &inner};
    inner.owner = &f;
    inner.find = find;
    inner.freeze = NULL;
    inner.depth = r->depth + 1;
    inner.why = NULL;
    if (inner.depth == DEPTH_MAX) ir_refuse(&inner, call, "a chain of meanings in each other");
    bool good = function && !inner.why && take_arguments(&f, function, args, nargs) &&
                read_body(&f, &inner, function, out);
    if (good) r->trap = inner.trap;
    mem_free(f.key);
    mem_free(f.value);
    LLVMDisposeModule(module);
    if (good) return true;
    const char *other = "its meaning in intrinsics.ll has other parameters, or several blocks";
    return ir_refuse(r, call, inner.why ? inner.why : other);
}
