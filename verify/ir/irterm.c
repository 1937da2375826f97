// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irterm.c - LLVM IR text to terms: one function, one basic block, integers and vectors of
 * integers.
 *
 * What an instruction means is in irinsn.c. Parameters are free of poison; shift amounts out of
 * range and poison constants make it; what a freeze makes of poison is a variable of its own.
 * Divisions are refused, which may have no behaviour. Flags (nuw, nsw, exact, disjoint, nneg),
 * metadata and attributes of results are refused too: lowerings have no use for them. Whatever is
 * not known gives a diagnostic that shows the instruction.
 *
 * LLVM's own diagnostic handler ends the process; the context that is made here has one that does
 * nothing, as the parser hands its message over besides. Context and module die before irterm_read
 * returns.
 *
 * Called by verify.c. */
#include "irterm.h"

#include <stdio.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

#include "irflags.h"
#include "irinsn.h"
#include "irmeaning.h"

typedef struct named_value {
    LLVMValueRef key;
    ir_value value;
} named_value;

typedef struct reader {
    term_ctx *c;
    diags *d;
    const char *function;
    LLVMContextRef context;
    LLVMModuleRef module;
    term trap; /* of the instructions read */
    ir_reader ir;
    unsigned freezes; /* of what may be poison */
    named_value *values;
    size_t count, cap;
} reader;

/* ---- diagnostics ---- */

static bool fail(reader *r, const char *what)
{
    place where = {.file = r->function};
    diag_error(r->d, where, "%s", what);
    return false;
}

/* Names an instruction or a constant by its text. */
static bool fail_at(reader *r, LLVMValueRef v, const char *why)
{
    char *text = LLVMPrintValueToString(v);
    strbuf b = {0};
    strbuf_printf(&b, "%s: %s", why, text + strspn(text, " "));
    fail(r, strbuf_text(&b));
    strbuf_free(&b);
    LLVMDisposeMessage(text);
    return false;
}

/* LLVM's message reads "name:line:column: error: text", a newline, the source line and a caret. */
static void report_parse_error(reader *r, const char *ir, const char *message)
{
    place where = {.file = r->function, .text = ir};
    const char *text = strstr(message, "error: ");
    const char *colon = strchr(message, ':');
    if (!colon || sscanf(colon, ":%d:%d:", &where.line, &where.column) != 2)
        where.line = where.column = 0;
    text = text ? text + strlen("error: ") : message;
    diag_error(r->d, where, "%.*s", (int)strcspn(text, "\n"), text);
}

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
    (void)info;
    (void)context;
}

/* ---- values ---- */

static void define(reader *r, LLVMValueRef key, ir_value value)
{
    if (r->count == r->cap)
        r->values = mem_grow(r->values, r->cap = r->cap ? 2 * r->cap : 64, sizeof *r->values);
    r->values[r->count++] = (named_value){key, value};
}

static bool find_value(void *owner, LLVMValueRef v, ir_value *out)
{
    reader *r = owner;
    for (size_t k = r->count; k-- > 0;)
        if (r->values[k].key == v) {
            *out = r->values[k].value;
            return true;
        }
    return ir_refuse(&r->ir, v, "an operand that is not modelled");
}

/* What was poison is any number now, but one: whoever reads it finds the same. */
static bool freeze_value(void *owner, const ir_value *in, ir_value *out)
{
    reader *r = owner;
    char name[32];
    snprintf(name, sizeof name, "frozen.%u", r->freezes++);
    *out = *in;
    out->frozen = term_mk_var(r->c, name, ir_shape_bits(in->shape));
    return true;
}

/* What a reader of instructions has refused. */
static bool refused(reader *r) { return fail_at(r, r->ir.where, r->ir.why); }

static bool read_instruction(reader *r, LLVMValueRef insn)
{
    ir_value out;
    if (ir_has_flag(insn)) return fail_at(r, insn, "flags that promise something are not modelled");
    if (LLVMHasMetadata(insn)) return fail_at(r, insn, "metadata is not modelled");
    if (!ir_read_insn(&r->ir, insn, &out)) return refused(r);
    r->trap = term_mk_binary(r->c, TERM_OR, r->trap, r->ir.trap);
    define(r, insn, out);
    return true;
}

/* ---- functions ---- */

/* Element i of a structure that is made of its elements, each put in by an instruction of its own;
 * NULL: nothing is put there. */
static LLVMValueRef find_element(LLVMValueRef made, unsigned i)
{
    while (LLVMIsAInsertValueInst(made)) {
        if (LLVMGetNumIndices(made) == 1 && *LLVMGetIndices(made) == i)
            return LLVMGetOperand(made, 1);
        made = LLVMGetOperand(made, 0);
    }
    return NULL;
}

static bool read_result(reader *r, LLVMValueRef insn, LLVMValueRef result, unsigned i,
                        irterm_results *out)
{
    ir_value v;
    if (!ir_read_value(&r->ir, result, &v)) return refused(r);
    if (ir_shape_bits(v.shape) != out->bits[i])
        return fail_at(r, insn, "a result that is not as wide as the register");
    out->value[i] = v.bits;
    out->poison[i] = v.poison;
    return true;
}

static bool read_return(reader *r, LLVMValueRef insn, irterm_results *out)
{
    if (LLVMGetNumOperands(insn) != 1) return fail_at(r, insn, "a function without a result");
    LLVMValueRef result = LLVMGetOperand(insn, 0);
    if (out->count == 1) return read_result(r, insn, result, 0, out);
    for (unsigned i = 0; i < out->count; i++) {
        LLVMValueRef part = find_element(result, i);
        if (!part) return fail_at(r, insn, "a structure that is not made of two results");
        if (!read_result(r, insn, part, i, out)) return false;
    }
    return true;
}

static bool read_parameters(reader *r, LLVMValueRef f, const term *args, unsigned nargs)
{
    if (LLVMCountParams(f) != nargs)
        return fail(r, "the number of parameters is not that of the operation");
    for (unsigned i = 0; i < nargs; i++) {
        LLVMValueRef p = LLVMGetParam(f, i);
        ir_value v = {.bits = args[i]};
        if (!ir_shape_of(LLVMTypeOf(p), &v.shape) ||
            ir_shape_bits(v.shape) != term_width(r->c, args[i]))
            return fail_at(r, p, "a parameter that is not as wide as the register");
        v.poison = ir_no_poison(r->c, v.shape);
        define(r, p, v);
    }
    return true;
}

/* Whether an instruction only puts a result into the structure that is returned: such are read
 * where it is returned. */
static bool makes_structure(LLVMValueRef insn)
{
    return LLVMIsAInsertValueInst(insn) && LLVMGetTypeKind(LLVMTypeOf(insn)) == LLVMStructTypeKind;
}

static bool read_body(reader *r, LLVMValueRef f, irterm_results *out)
{
    if (LLVMCountBasicBlocks(f) != 1)
        return fail(r, "the function has no body, or more than one basic block");
    LLVMValueRef insn = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
    for (; insn && LLVMGetInstructionOpcode(insn) != LLVMRet; insn = LLVMGetNextInstruction(insn))
        if (!makes_structure(insn) && !read_instruction(r, insn)) return false;
    return insn ? read_return(r, insn, out) : fail(r, "the function does not return");
}

/* Fills r->module. */
static bool parse(reader *r, const char *ir)
{
    char *message = NULL;
    LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, strlen(ir), "ir");
    bool ok = !LLVMParseIRInContext(r->context, text, &r->module, &message);
    if (!ok) report_parse_error(r, ir, message ? message : "error: malformed");
    LLVMDisposeMessage(message);
    if (!ok) return false;

    message = NULL;
    ok = !LLVMVerifyModule(r->module, LLVMReturnStatusAction, &message);
    if (!ok) fail(r, message);
    LLVMDisposeMessage(message);
    return ok;
}

bool irterm_read(term_ctx *c, const char *ir, const char *function, const term *args,
                 unsigned nargs, unsigned result_bits, const char *const *meanings, term *value,
                 term *poison, term *trap, diags *d)
{
    irterm_results out = {.count = 1, .bits = {result_bits}};
    bool ok = irterm_read_results(c, ir, function, args, nargs, meanings, &out, trap, d);
    *value = out.value[0];
    *poison = out.poison[0];
    return ok;
}

bool irterm_read_results(term_ctx *c, const char *ir, const char *function, const term *args,
                         unsigned nargs, const char *const *meanings, irterm_results *out,
                         term *trap, diags *d)
{
    reader r = {.c = c, .d = d, .function = function, .context = LLVMContextCreate()};
    r.trap = term_mk_bool(c, false);
    LLVMContextSetDiagnosticHandler(r.context, ignore_diagnostic, NULL);
    r.ir = (ir_reader){.c = c,
                       .context = r.context,
                       .owner = &r,
                       .find = find_value,
                       .freeze = freeze_value,
                       .meaning = irmeaning_call,
                       .meanings = meanings};
    r.ir.folder = LLVMCreateBuilderInContext(r.context);
    bool ok = parse(&r, ir);
    if (ok) {
        LLVMValueRef f = LLVMGetNamedFunction(r.module, function);
        ok = f ? read_parameters(&r, f, args, nargs) && read_body(&r, f, out)
               : fail(&r, "the text holds no function of this name");
    }
    *trap = r.trap;
    if (r.module) LLVMDisposeModule(r.module);
    LLVMDisposeBuilder(r.ir.folder);
    LLVMContextDispose(r.context);
    mem_free(r.values);
    return ok;
}
