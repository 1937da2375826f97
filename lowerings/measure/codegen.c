// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* codegen.c - IR text to machine code in process, with LLVM's own code generator, and the count of
 * what came out.
 *
 * A call parses the text in an LLVM context of its own and runs the passes of `llc-19 -O2
 * -mcpu=<cpu>`. Target machines and disassemblers are costly to make and belong to one thread at a
 * time: they are kept in a pool, a call takes one or makes it, and gives it back; the pool is freed
 * when the process ends. What counts is asmcount.c's table, applied to printed assembly or to the
 * disassembled object, which also knows how long each instruction is.
 *
 * LLVM's default diagnostic handler calls exit; every context gets ours. What LLVM calls a fatal
 * error (an intrinsic that the CPU lacks: the spec's (requires ...) is then wrong) cannot be
 * survived; it ends the process with LS_ENV and LLVM's message. All LLVM handles live and die here.
 */
#define _GNU_SOURCE
#include "codegen.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Object.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include "asmcount.h"

/* ---- machines: made once, taken and given back ---- */

typedef struct machine {
    char *cpu, *triple;
    LLVMTargetMachineRef tm;
    LLVMTargetDataRef layout;
    LLVMDisasmContextRef disasm;
    struct machine *next;
} machine;

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static machine *pool; /* machines that nobody uses; guarded by pool_lock */

static void machine_free(machine *m)
{
    if (m->disasm) LLVMDisasmDispose(m->disasm);
    if (m->layout) LLVMDisposeTargetData(m->layout);
    if (m->tm) LLVMDisposeTargetMachine(m->tm);
    mem_free(m->cpu);
    mem_free(m->triple);
    mem_free(m);
}

static void pool_free(void)
{
    while (pool) {
        machine *next = pool->next;
        machine_free(pool);
        pool = next;
    }
}

static void fatal(const char *reason)
{
    fprintf(stderr, "lanesmith: LLVM cannot compile a program: %s\n", reason);
    _exit(LS_ENV);
}

static void set_up(void)
{
    LLVMInitializeAllTargetInfos();
    LLVMInitializeAllTargets();
    LLVMInitializeAllTargetMCs();
    LLVMInitializeAllAsmPrinters();
    LLVMInitializeAllAsmParsers(); /* of inline assembly */
    LLVMInitializeAllDisassemblers();
    LLVMInstallFatalErrorHandler(fatal);
    atexit(pool_free);
}

static char *copy_text(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(mem_alloc(n, 1), s, n);
}

/* A machine that generates what llc -O2 does, or NULL when LLVM does not know the triple. */
static machine *machine_new(const char *cpu, const char *triple)
{
    LLVMTargetRef backend;
    char *message = NULL;
    if (LLVMGetTargetFromTriple(triple, &backend, &message)) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    machine *m = mem_alloc(1, sizeof *m);
    m->cpu = copy_text(cpu);
    m->triple = copy_text(triple);
    char *name = copy_text(cpu), *more = name + strcspn(name, ",");
    if (*more) *more++ = '\0';
    m->tm = LLVMCreateTargetMachine(backend, triple, name, more, LLVMCodeGenLevelDefault,
                                    LLVMRelocDefault, LLVMCodeModelDefault);
    m->layout = m->tm ? LLVMCreateTargetDataLayout(m->tm) : NULL;
    m->disasm = LLVMCreateDisasmCPUFeatures(triple, name, more, NULL, 0, NULL, NULL);
    mem_free(name);
    if (m->tm && m->disasm) return m;
    machine_free(m);
    return NULL;
}

/* Takes a matching machine out of the pool, or NULL. */
static machine *pool_take(const char *cpu, const char *triple)
{
    pthread_mutex_lock(&pool_lock);
    machine **p = &pool;
    while (*p && (strcmp((*p)->cpu, cpu) || strcmp((*p)->triple, triple))) p = &(*p)->next;
    machine *m = *p;
    if (m) *p = m->next;
    pthread_mutex_unlock(&pool_lock);
    return m;
}

static void machine_give_back(machine *m)
{
    pthread_mutex_lock(&pool_lock);
    m->next = pool;
    pool = m;
    pthread_mutex_unlock(&pool_lock);
}

/* NULL with a diagnostic when there is no such machine. Give it back. */
static machine *machine_take(const char *cpu, const char *triple, diags *d)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set_up);
    machine *m = pool_take(cpu, triple);
    if (!m) m = machine_new(cpu, triple);
    if (!m) diag_error(d, (place){.file = "LLVM"}, "no code generator for '%s'", triple);
    return m;
}

/* ---- diagnostics ---- */

/* LLVM's text is "ir:LINE:COLUMN: error: MESSAGE\nsource line\n caret"; without a place it is the
 * message alone. */
static void report(diags *d, const char *ir, const char *message)
{
    place where = {.file = "ir", .text = ir};
    int end = 0;
    if (sscanf(message, "ir:%d:%d: error: %n", &where.line, &where.column, &end) == 2 && end > 0)
        message += end;
    else
        where.line = where.column = 0;
    diag_error(d, where, "%.*s", (int)strcspn(message, "\n"), message);
}

typedef struct llvm_errors {
    diags *d;
    const char *ir;
    bool failed;
} llvm_errors;

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
    llvm_errors *e = context;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
    char *message = LLVMGetDiagInfoDescription(info);
    report(e->d, e->ir, message);
    LLVMDisposeMessage(message);
    e->failed = true;
}

/* ---- compiling ---- */

/* Parses and verifies the text; NULL with a diagnostic when it is malformed. */
static LLVMModuleRef parse(LLVMContextRef context, const char *ir, diags *d)
{
    LLVMModuleRef module = NULL;
    char *message = NULL;
    LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRange(ir, strlen(ir), "ir", 1);
    bool failed = LLVMParseIRInContext(context, text, &module, &message);
    if (!failed && LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) {
        LLVMDisposeModule(module);
        failed = true;
    }
    if (failed) report(d, ir, message ? message : "malformed");
    LLVMDisposeMessage(message);
    return failed ? NULL : module;
}

static ls_status generate(const machine *m, LLVMModuleRef module, LLVMCodeGenFileType kind,
                          LLVMMemoryBufferRef *out, llvm_errors *errors)
{
    char *message = NULL;
    LLVMSetTarget(module, m->triple);
    LLVMSetModuleDataLayout(module, m->layout);
    bool failed = LLVMTargetMachineEmitToMemoryBuffer(m->tm, module, kind, &message, out);
    if (failed) {
        report(errors->d, errors->ir, message);
        LLVMDisposeMessage(message);
    } else if (errors->failed) {
        LLVMDisposeMemoryBuffer(*out);
    }
    return failed || errors->failed ? LS_INPUT : LS_OK;
}

/* *out is the assembly or the object file; dispose of it. */
static ls_status compile(const machine *m, const char *ir, LLVMCodeGenFileType kind,
                         LLVMMemoryBufferRef *out, diags *d)
{
    llvm_errors errors = {.d = d, .ir = ir};
    LLVMContextRef context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(context, on_diagnostic, &errors);
    LLVMModuleRef module = parse(context, ir, d);
    ls_status status = LS_INPUT;
    if (module) {
        status = generate(m, module, kind, out, &errors);
        LLVMDisposeModule(module);
    }
    LLVMContextDispose(context);
    return status;
}

/* Appends it to out, which may be NULL. */
static ls_status compile_to(const machine *m, const char *ir, LLVMCodeGenFileType kind, strbuf *out,
                            diags *d)
{
    LLVMMemoryBufferRef made;
    ls_status status = compile(m, ir, kind, &made, d);
    if (status != LS_OK) return status;
    if (out) strbuf_putn(out, LLVMGetBufferStart(made), LLVMGetBufferSize(made));
    LLVMDisposeMemoryBuffer(made);
    return LS_OK;
}

const char *codegen_data_layout(const target *t, arena *mem, diags *d)
{
    machine *m = machine_take(t->cpu, t->triple, d);
    if (!m) return NULL;
    char *text = LLVMCopyStringRepOfTargetData(m->layout);
    const char *copy = arena_strndup(mem, text, strlen(text));
    LLVMDisposeMessage(text);
    machine_give_back(m);
    return copy;
}

ls_status codegen_compile(const char *ir, const char *cpu, const char *triple, strbuf *assembly,
                          diags *d)
{
    machine *m = machine_take(cpu, triple, d);
    if (!m) return LS_INPUT;
    ls_status status = compile_to(m, ir, LLVMAssemblyFile, assembly, d);
    machine_give_back(m);
    return status;
}

ls_status codegen_object(const char *ir, const target *t, strbuf *object, diags *d)
{
    machine *m = machine_take(t->cpu, t->triple, d);
    if (!m) return LS_INPUT;
    ls_status status = compile_to(m, ir, LLVMObjectFile, object, d);
    machine_give_back(m);
    return status;
}

/* ---- counting ---- */

static void count_one(codegen_count *c, asm_class cls, unsigned bytes)
{
    switch (cls) {
    case ASM_COUNTED:
        c->insns++;
        c->bytes += bytes;
        break;
    case ASM_MOVE: c->moves++; break;
    case ASM_CONST: c->const_loads++; break;
    case ASM_MEMORY: c->memory++; break;
    case ASM_RETURN:
    case ASM_NONE:
    case ASM_CLASS_COUNT: break;
    }
}

unsigned codegen_count_whole(const codegen_count *c)
{
    return c->insns + c->moves + c->const_loads + c->memory;
}

/* The text behind the label "function:", which stands at the start of a line; NULL when it is not
 * there. */
static const char *find_body(const char *assembly, const char *function)
{
    size_t n = strlen(function);
    for (const char *s = assembly; (s = strstr(s, function)); s++)
        if ((s == assembly || s[-1] == '\n') && s[n] == ':') return s + n + 1;
    return NULL;
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

static bool ends_function(const asm_syntax *x, const char *line)
{
    const char *end = x->end ? x->end : ".Lfunc_end";
    line += strspn(line, " \t");
    return !*line || !strncmp(line, end, strlen(end));
}

bool codegen_count_function(const asm_syntax *x, const char *assembly, const char *function,
                            codegen_count *out)
{
    asm_state state = {0};
    const char *line = find_body(assembly, function);
    memset(out, 0, sizeof *out);
    if (!line) return false;
    for (; !ends_function(x, line); line = next_line(line))
        count_one(out, asm_classify(x, &state, line), 0);
    return true;
}

/* Length of the name in the line "\t.type\tNAME, @function", else 0. */
static size_t function_name(const char *line, const char **name)
{
    static const char type[] = "\t.type\t";
    size_t length = strcspn(line, "\n");
    if (strncmp(line, type, sizeof type - 1) || !memmem(line, length, "@function", 9)) return 0;
    *name = line + sizeof type - 1;
    return strcspn(*name, ",\n");
}

void codegen_each_function(const asm_syntax *x, const char *assembly, codegen_function_fn *visit,
                           void *context)
{
    asm_state state = {0};
    codegen_count count = {0};
    const char *name = NULL;
    size_t length = 0;
    for (const char *line = assembly; *line; line = next_line(line)) {
        size_t n = function_name(line, &name);
        if (n) {
            length = n;
            state = (asm_state){0};
            count = (codegen_count){0};
        } else if (length && (ends_function(x, line) || !strncmp(line, "\t.size\t", 7))) {
            visit(context, name, length, &count);
            length = 0;
        } else if (length) {
            count_one(&count, asm_classify(x, &state, line), 0);
        }
    }
}

bool codegen_visit_counted(const asm_syntax *x, const char *assembly, const char *function,
                           codegen_visit_fn *visit, void *context)
{
    asm_state state = {0};
    const char *line = find_body(assembly, function);
    if (!line) return false;
    for (; !ends_function(x, line); line = next_line(line))
        if (asm_classify(x, &state, line) == ASM_COUNTED) visit(context, line, strcspn(line, "\n"));
    return true;
}

/* ---- counting in an object file ---- */

typedef struct code_span {
    const uint8_t *bytes;
    uint64_t size, address;
} code_span;

/* The section's contents and the symbol's place in it; false when the symbol is not defined.
 * Symbols are searched by name; section headers of an object file start at address 0. */
static bool find_code(LLVMBinaryRef object, const char *function, code_span *out)
{
    bool found = false;
    LLVMSymbolIteratorRef symbol = LLVMObjectFileCopySymbolIterator(object);
    LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(object);
    while (!found && !LLVMObjectFileIsSymbolIteratorAtEnd(object, symbol)) {
        found = !strcmp(LLVMGetSymbolName(symbol), function);
        if (!found) LLVMMoveToNextSymbol(symbol);
    }
    if (found) {
        LLVMMoveToContainingSection(section, symbol);
        out->address = LLVMGetSymbolAddress(symbol);
        out->size = LLVMGetSymbolSize(symbol);
        out->bytes = (const uint8_t *)LLVMGetSectionContents(section) + out->address;
    }
    LLVMDisposeSectionIterator(section);
    LLVMDisposeSymbolIterator(symbol);
    return found;
}

static void count_code(const machine *m, const asm_syntax *x, const code_span *code,
                       codegen_count *out)
{
    asm_state state = {0};
    char text[512];
    for (uint64_t at = 0; at < code->size;) {
        uint8_t *bytes = (uint8_t *)(uintptr_t)(code->bytes + at); /* LLVM reads only */
        size_t n = LLVMDisasmInstruction(m->disasm, bytes, code->size - at, code->address + at,
                                         text, sizeof text);
        require(n > 0, "LLVM disassembles what it generated");
        count_one(out, asm_classify(x, &state, text), (unsigned)n);
        at += n;
    }
}

static ls_status count_functions(const machine *m, const asm_syntax *x, LLVMBinaryRef object,
                                 const char *const *functions, unsigned count, codegen_count *out,
                                 diags *d)
{
    ls_status status = LS_OK;
    code_span code;
    for (unsigned i = 0; i < count; i++) {
        if (find_code(object, functions[i], &code)) {
            count_code(m, x, &code, &out[i]);
            continue;
        }
        diag_error(d, (place){.file = "ir"}, "there is no function '%s'", functions[i]);
        status = LS_INPUT;
    }
    return status;
}

/* Without lengths. */
static ls_status measure_text(const machine *m, const asm_syntax *x, const char *ir,
                              const char *const *functions, unsigned count, codegen_count *out,
                              diags *d)
{
    strbuf text = {0};
    ls_status status = compile_to(m, ir, LLVMAssemblyFile, &text, d);
    for (unsigned i = 0; status == LS_OK && i < count; i++) {
        if (codegen_count_function(x, strbuf_text(&text), functions[i], &out[i])) continue;
        diag_error(d, (place){.file = "ir"}, "there is no function '%s'", functions[i]);
        status = LS_INPUT;
    }
    strbuf_free(&text);
    return status;
}

static ls_status measure(const machine *m, const asm_syntax *x, const char *ir,
                         const char *const *functions, unsigned count, codegen_count *out, diags *d)
{
    if (x->end) return measure_text(m, x, ir, functions, count, out, d);
    char *message = NULL;
    LLVMMemoryBufferRef file;
    ls_status status = compile(m, ir, LLVMObjectFile, &file, d);
    if (status != LS_OK) return status;
    LLVMBinaryRef object = LLVMCreateBinary(file, NULL, &message);
    require(object, "LLVM reads the object file that it wrote");
    status = count_functions(m, x, object, functions, count, out, d);
    LLVMDisposeBinary(object);
    LLVMDisposeMemoryBuffer(file);
    return status;
}

ls_status codegen_measure_all(const char *ir, const char *const *functions, unsigned count,
                              const target *t, codegen_count *out, diags *d)
{
    memset(out, 0, count * sizeof *out);
    machine *m = machine_take(t->cpu, t->triple, d);
    if (!m) return LS_INPUT;
    ls_status status = measure(m, isa_syntax(t->set), ir, functions, count, out, d);
    machine_give_back(m);
    return status;
}

ls_status codegen_measure(const char *ir, const char *function, const target *t, codegen_count *out,
                          strbuf *assembly, diags *d)
{
    ls_status status = codegen_measure_all(ir, &function, 1, t, out, d);
    return status == LS_OK && assembly ? codegen_compile(ir, t->cpu, t->triple, assembly, d)
                                       : status;
}
