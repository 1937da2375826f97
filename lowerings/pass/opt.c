// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* opt.c - lanesmith-opt: the pass as a program, for those who cannot load a plugin.
 *
 * Reads IR or bitcode, runs the pass and LLVM's verifier, writes IR or bitcode. Files are written
 * as all programs of the project do it (spec/base/file.c): bad input or a full disk leave an
 * existing file as it was. Exit status: 0 done, 2 bad input or usage, 3 trouble with files, or a
 * bug of the pass that the verifier found. */
#include "lowerings/pass/base/shim.h"
#include "pass.h"
#include "spec/base/base.h"
#include "spec/base/revision.h"

#include <getopt.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include <llvm-c/Support.h>
#include <llvm/Config/llvm-config.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The major version of the LLVM that this program is built for, as a text. */
#define TEXT(x) #x
#define TEXT_OF(x) TEXT(x)
#define LLVM TEXT_OF(LLVM_VERSION_MAJOR)

enum { EXIT_OK = 0, EXIT_INPUT = 2, EXIT_ENV = 3 };

static const char help[] =
    "Usage: lanesmith-opt [-o FILE] [-S] [-mcpu=CPU] [--stats] [--remarks] [FILE]\n"
    "\n"
    "Lowers operations on vectors of small fields in LLVM IR to proved instruction sequences.\n"
    "FILE is LLVM " LLVM " IR or bitcode; \"-\" or nothing is standard input.\n"
    "\n"
    "  -o, --output FILE   write there, not to standard output\n"
    "  -S                  write IR as text, not bitcode\n"
    "  -mcpu=CPU           the CPU of functions that name none: x86-64, x86-64-v3, icelake-server "
    "...\n"
    "      --stats         count on standard error what was lowered and what was left, and why\n"
    "      --remarks       say there what was lowered in each function, and why others were left\n"
    "  -h, --help          this text\n"
    "  -V, --version       the version, of git and of LLVM, too\n"
    "\n"
    "Example:\n"
    "  lanesmith-opt -S -mcpu=x86-64-v3 --stats in.ll -o out.ll && llc-" LLVM " -O2 out.ll\n"
    "\n"
    "Exit status: 0 done, 2 bad input or usage (nothing is written), 3 files could not be read or "
    "written.\n";

typedef struct options {
    const char *input, *output, *cpu;
    bool text, stats, remarks;
    int status; /* of a run that ends after the options; -1: go on */
} options;

enum { OPTION_STATS = 256, OPTION_REMARKS };

static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'}, {"mcpu", required_argument, NULL, 'm'},
    {"stats", no_argument, NULL, OPTION_STATS}, {"remarks", no_argument, NULL, OPTION_REMARKS},
    {"help", no_argument, NULL, 'h'}, {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static int usage_error(const char *what)
{
    fprintf(stderr, "lanesmith-opt: error: %s; see lanesmith-opt --help\n", what);
    return EXIT_INPUT;
}

/* LLVM's tools spell it -mcpu=CPU: the short option m with the argument "cpu=CPU". */
static bool set_cpu(options *o, const char *argument, bool is_long)
{
    if (!is_long && strncmp(argument, "cpu=", 4) != 0) return false;
    o->cpu = is_long ? argument : argument + 4;
    return *o->cpu != '\0';
}

static int print_and_end(const char *text)
{
    fputs(text, stdout);
    return EXIT_OK;
}

static int print_version(void)
{
    printf("lanesmith-opt %s\nrevision %s\nLLVM %s\n", LANESMITH_VERSION, lanesmith_revision,
           LLVM_VERSION_STRING);
    return EXIT_OK;
}

static void parse_options(options *o, int argc, char **argv)
{
    *o = (options){.input = "-", .output = "-", .status = -1};
    for (int index = -1, c; (c = getopt_long(argc, argv, "o:Sm:hV", long_options, &index)) != -1;
         index = -1) {
        switch (c) {
        case 'o': o->output = optarg; break;
        case 'S': o->text = true; break;
        case OPTION_STATS: o->stats = true; break;
        case OPTION_REMARKS: o->remarks = true; break;
        case 'h': o->status = print_and_end(help); return;
        case 'V': o->status = print_version(); return;
        case 'm':
            if (set_cpu(o, optarg, index >= 0)) break;
            o->status = usage_error("-mcpu needs the name of a CPU");
            return;
        default: o->status = usage_error("the options are not understood"); return;
        }
    }
    if (optind + 1 < argc) o->status = usage_error("more than one input file");
    else if (optind < argc) o->input = argv[optind];
    if (o->status < 0 && !o->text && strcmp(o->output, "-") == 0 && isatty(STDOUT_FILENO))
        o->status = usage_error("bitcode is not for a terminal: use -S or -o FILE");
}

/* ---- LLVM's complaints ---- */

/* Remarks are for who asks for them; the context is the options. */
static void report_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
    const options *o = context;
    if (LLVMGetDiagInfoSeverity(info) == LLVMDSRemark && !o->remarks) return;
    char *text = LLVMGetDiagInfoDescription(info);
    fprintf(stderr, "lanesmith-opt: %s\n", text);
    LLVMDisposeMessage(text);
}

static const char
    *reading; /* the input, while LLVM reads it: what is fatal then is the input's fault */

/* LLVM tells what was left only where an option of its own asks for it. */
static void want_missed(void)
{
    static const char *const arguments[] = {"lanesmith-opt", "-pass-remarks-missed=lanesmith"};
    LLVMParseCommandLineOptions(2, arguments, NULL);
}

/* Must not return. */
static void report_fatal(const char *reason)
{
    if (shim_is_counting()) abort(); /* it was only a question */
    bool input = reading && !strstr(reason, "memory");
    if (input)
        fprintf(stderr,
                "lanesmith-opt: error: %s: LLVM cannot go on with this module: %s; check it with "
                "opt-" LLVM " -passes=verify\n",
                reading, reason);
    else
        fprintf(stderr,
                "lanesmith-opt: error: LLVM failed: %s; give it more memory, or a smaller module\n",
                reason);
    _exit(input ? EXIT_INPUT : EXIT_ENV);
}

/* LLVM and the C++ library abort when memory is short; the pass itself does when a contract in it
 * is broken. */
static void report_abort(int number)
{
    static const char text[] = "lanesmith-opt: error: ended by an abort: out of memory (give it "
                               "more), or a bug of LLVM or of the pass\n";
    (void)number;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(EXIT_ENV); /* nobody to tell */
    _exit(EXIT_ENV);
}

/* ---- input ---- */

static int read_buffer(const char *path, LLVMMemoryBufferRef *buffer)
{
    char *message = NULL;
    LLVMBool failed = strcmp(path, "-") == 0
                          ? LLVMCreateMemoryBufferWithSTDIN(buffer, &message)
                          : LLVMCreateMemoryBufferWithContentsOfFile(path, buffer, &message);
    if (!failed) return EXIT_OK;
    fprintf(stderr, "lanesmith-opt: error: cannot read %s: %s\n", path, message);
    LLVMDisposeMessage(message);
    return EXIT_ENV;
}

/* The verifier's opinion of a module; prints what is wrong with it. */
static bool is_valid(LLVMModuleRef module, const char *path, const char *whose)
{
    char *message = NULL;
    bool valid = !LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
    if (!valid) fprintf(stderr, "%s: error: %s\n%s", path, whose, message);
    LLVMDisposeMessage(message);
    return valid;
}

static int read_module(LLVMContextRef context, const char *path, LLVMModuleRef *module)
{
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    int status = read_buffer(path, &buffer);
    if (status) return status;
    reading = path;
    bool failed = LLVMParseIRInContext(context, buffer, module, &message);
    reading = NULL;
    if (failed) {
        fputs(message, stderr);
        LLVMDisposeMessage(message);
        return EXIT_INPUT;
    }
    if (is_valid(*module, path, "the input is not valid IR")) return EXIT_OK;
    LLVMDisposeModule(*module);
    return EXIT_INPUT;
}

/* ---- output ---- */

static int write_output(const char *path, const char *data, size_t size)
{
    bool done = strcmp(path, "-") ? file_replace(path, data, size) == LS_OK
                                  : fwrite(data, 1, size, stdout) == size && !fflush(stdout);
    if (done) return EXIT_OK;
    fprintf(stderr, "lanesmith-opt: error: cannot write %s: %s\n", path, file_reason());
    return EXIT_ENV;
}

static int write_module(LLVMModuleRef module, const options *o)
{
    if (o->text) {
        char *text = LLVMPrintModuleToString(module);
        int status = write_output(o->output, text, strlen(text));
        LLVMDisposeMessage(text);
        return status;
    }
    LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);
    int status = write_output(o->output, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
    LLVMDisposeMemoryBuffer(buffer);
    return status;
}

/* ---- the run ---- */

static void set_default_cpu(LLVMModuleRef module, const char *cpu)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) lanesmith_set_cpu(f, cpu);
}

static int run_on_module(LLVMModuleRef module, const options *o)
{
    static const char *const nothing[] = {NULL};
    lanesmith_stats stats = {0};
    const char *triple = LLVMGetTarget(module);
    if (o->cpu && shim_has(triple, "", "", nothing) && !shim_has(triple, o->cpu, "", nothing)) {
        fprintf(stderr, "lanesmith-opt: error: -mcpu=%s: LLVM knows no such CPU\n", o->cpu);
        return EXIT_INPUT;
    }
    if (o->cpu) set_default_cpu(module, o->cpu);
    lanesmith_run(module, &stats, NULL, NULL);
    if (o->stats) lanesmith_print_stats(&stats, stderr);
    if (!is_valid(module, o->input, "the pass made invalid IR; please report this"))
        return EXIT_ENV;
    return write_module(module, o);
}

/* The pass counts what they make. */
static void start_code_generators(void)
{
    LLVMInitializeAllTargetInfos();
    LLVMInitializeAllTargets();
    LLVMInitializeAllTargetMCs();
    LLVMInitializeAllAsmPrinters();
}

int main(int argc, char **argv)
{
    options o;
    LLVMModuleRef module;
    LLVMInstallFatalErrorHandler(report_fatal);
    shim_handles_errors();
    signal(SIGABRT, report_abort);
    parse_options(&o, argc, argv);
    if (o.status >= 0) return o.status;
    start_code_generators();
    LLVMContextRef context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(context, report_diagnostic, &o);
    if (o.remarks) want_missed();
    int status = read_module(context, o.input, &module);
    if (!status) {
        status = run_on_module(module, &o);
        LLVMDisposeModule(module);
    }
    LLVMContextDispose(context);
    LLVMShutdown();
    return status;
}
