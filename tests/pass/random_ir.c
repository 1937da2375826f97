// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* random_ir.c - random functions on small-field vectors, run as they are and lowered: both must
 * write the same.
 *
 *   random_ir [-n FUNCTIONS] [-s SEED] [-t TARGET] [-v]
 *
 * The functions (random_function.c) have one result each. LLVM's verifier looks at the lowered
 * module. Of targets that the machine lacks, functions that need their own instructions are
 * skipped.
 *
 * LLVM 19 compiles some functions wrongly, lowered or not: loads and stores of <40 x i3>, for which
 * functions that run have loads of i120; bitcasts of <4 x i31> to <31 x i4>; bitreverse <4 x i4>
 * from SSE4.1 on. So where results differ `lanesmith tv` is asked. A function whose lowered form is
 * proved to refine the original is counted as doubtful, LLVM's own error; any other answer is a
 * failure. LLVM 19 also dies of some originals (shuffles of <128 x i1> and <32 x i4> in a row).
 * Batches are run in processes of their own, each with a limit of time, and those are counted.
 *
 * Guards this: anything that the pass lowers, in combinations that nobody thought of. */
#include "jit.h"
#include "lowerings/pass/pass.h"
#include "lowerings/pass/table/table.h"
#include "bench/lowerings/random_function.h"

#include <llvm-c/Analysis.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BATCH = 20, BATCH_SECONDS = 120, ROUNDS = 12, BUFFER = 4096 };

/* ---- compiling, as in differential.c ---- */

typedef struct run_state {
    const char *cpu;
    bool foreign;
    unsigned skipped, compared, failed, doubtful;
    bool changed[BATCH]; /* of the batch at hand */
    lanesmith_stats stats;
} run_state;

enum { MAX_TARGETS = 16 };

/* What the processes that run batches share with the one that starts them. */
typedef struct shared_state {
    run_state run[MAX_TARGETS];
    bool in_original; /* LLVM compiles an original */
    unsigned deadly;  /* originals that LLVM dies of */
} shared_state;

static shared_state *shared;

static void note_change(LLVMValueRef function, void *context)
{
    run_state *run = context;
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    run->changed[strtoul(name + 1, NULL, 10) % BATCH] = true;
}

/* Of the functions at hand. */
static LLVMModuleRef make_module(LLVMContextRef context, bool lower, run_state *run)
{
    char *message = NULL;
    size_t length;
    const char *ir = random_function_text(&length);
    LLVMModuleRef module = jit_parse(context, ir, length);
    jit_set_cpu(module, run->cpu);
    memset(run->changed, 0, sizeof run->changed);
    if (lower) lanesmith_run(module, &run->stats, note_change, run);
    if (LLVMVerifyModule(module, LLVMPrintMessageAction, &message)) {
        fprintf(stderr, "random_ir: the lowered module is not valid\n%s", ir);
        exit(1);
    }
    if (run->foreign) run->skipped += jit_make_runnable(module);
    LLVMDisposeMessage(message);
    return module;
}

static LLVMOrcLLJITRef compile(bool lower, run_state *run)
{
    LLVMContextRef context;
    LLVMOrcThreadSafeContextRef safe = jit_context(&context);
    return jit_compile(make_module(context, lower, run), safe,
                       lower ? LLVMCodeGenLevelDefault : LLVMCodeGenLevelNone);
}

typedef void compiled(const void *p, void *q, uint64_t i, uint64_t j);

static compiled *find(LLVMOrcLLJITRef jit, unsigned number, const run_state *run)
{
    char name[16];
    snprintf(name, sizeof name, "f%u", number);
    return (compiled *)(uintptr_t)jit_find(jit, name, run->foreign);
}

static bool same_results(compiled *f, compiled *g)
{
    static _Alignas(64) uint8_t in[BUFFER], got[BUFFER], want[BUFFER];
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < BUFFER; i += 8) {
            uint64_t bits = random_bits();
            if (round == 0) bits = 0;
            if (round == 1) bits = UINT64_MAX;
            memcpy(in + i, &bits, 8);
        }
        memset(got, 0xA5, sizeof got);
        memset(want, 0xA5, sizeof want);
        uint64_t i = random_bits() >> random_bits() % 64,
                 j = random_bits() >> random_bits() % 64;
        f(in, got, i, j);
        g(in, want, i, j);
        if (memcmp(got, want, sizeof got) != 0) return false;
    }
    return true;
}

/* ---- where results differ ---- */

/* `lanesmith tv` is LLVM 19's, which does not know what LLVM 22 says of its intrinsics. */
static void leave_out_new_words(char *ir)
{
    static const char word[] = "nocreateundeforpoison";
    for (char *at = ir; (at = strstr(at, word));) memset(at, ' ', sizeof word - 1);
}

/* The module as text in a file that has no name and is gone with the process. */
static FILE *print_module(LLVMModuleRef module)
{
    FILE *f = tmpfile();
    char *ir = LLVMPrintModuleToString(module);
    leave_out_new_words(ir);
    if (!f || fputs(ir, f) == EOF || fflush(f) == EOF) {
        fprintf(stderr, "random_ir: cannot write a temporary file: %s\n", strerror(errno));
        exit(3);
    }
    LLVMDisposeMessage(ir);
    rewind(f); /* whoever reads it has the position, too */
    return f;
}

/* Whether `lanesmith tv` proves that the function of the batch, lowered, refines the original. */
static bool is_proved(unsigned number, const run_state *run)
{
    char command[600];
    run_state again = {.cpu = run->cpu};
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef original = make_module(context, false, &again);
    LLVMModuleRef lowered = make_module(context, true, &again);
    FILE *before = print_module(original), *after = print_module(lowered);
    snprintf(
        command, sizeof command,
        "%s tv --assume loads-whole --timeout 300 --function f%u /dev/fd/%d /dev/fd/%d >/dev/null",
        LANESMITH_COMMAND, number, fileno(before), fileno(after));
    int status = system(command);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
        fprintf(stderr, "random_ir: cannot run %s\n", command);
        exit(3);
    }
    fclose(before);
    fclose(after);
    LLVMDisposeModule(original);
    LLVMDisposeModule(lowered);
    LLVMContextDispose(context);
    return status == 0;
}

/* The functions at hand, each from `starts` of their text. original: what LLVM makes of them. */
static void test_batch(LLVMOrcLLJITRef original, unsigned first, unsigned n, const size_t *starts,
                       run_state *run)
{
    size_t length;
    const char *text = random_function_text(&length);
    LLVMOrcLLJITRef lowered = compile(true, run);
    for (unsigned i = 0; i < n; i++) {
        /* what is the same needs no run */
        compiled *f = run->changed[(first + i) % BATCH] ? find(lowered, first + i, run) : NULL;
        shared->in_original = true;
        compiled *g = f ? find(original, first + i, run) : NULL;
        shared->in_original = false;
        if (!g) continue;
        run->compared++;
        if (same_results(f, g)) continue;
        if (is_proved(first + i, run)) {
            if (run->doubtful++ < 3)
                fprintf(stderr,
                        "%s: f%u differs, but what was lowered is proved: LLVM compiles one of the "
                        "two wrongly\n",
                        run->cpu, first + i);
            continue;
        }
        if (run->failed++ < 3)
            fprintf(stderr, "FAIL %s: lowered code differs\n%.*s\n", run->cpu,
                    (int)(starts[i + 1] - starts[i]), text + starts[i]);
    }
    jit_fail_if(LLVMOrcDisposeLLJIT(lowered));
}

static void make_batch(unsigned first, unsigned n, uint64_t seed, size_t *starts)
{
    random_function_clear();
    for (unsigned i = 0; i < n; i++) {
        random_function_text(&starts[i]);
        random_function_put(first + i, seed);
    }
    random_function_text(&starts[n]);
    random_function_put_attributes();
}

static void run_batch(unsigned first, unsigned n, uint64_t seed, const char *only)
{
    run_state plain = {.cpu = "x86-64"};
    size_t starts[BATCH + 1];
    make_batch(first, n, seed, starts);
    LLVMOrcLLJITRef original = compile(false, &plain);
    for (unsigned t = 0; t < lowering_target_count && t < MAX_TARGETS; t++)
        if (jit_is_of_host(&lowering_targets[t]) &&
            (!only || strcmp(only, lowering_targets[t].name) == 0))
            test_batch(original, first, n, starts, &shared->run[t]);
    jit_fail_if(LLVMOrcDisposeLLJIT(original));
}

/* In a process of its own, since LLVM may die. Its status; what it counted is forgotten where that
 * is a signal. */
static int run_apart(unsigned first, unsigned n, uint64_t seed, const char *only)
{
    shared_state before = *shared;
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(BATCH_SECONDS);
        run_batch(first, n, seed, only);
        fflush(NULL);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        fprintf(stderr, "random_ir: cannot start a process: %s\n", strerror(errno));
        exit(3);
    }
    if (WIFSIGNALED(status)) {
        before.in_original = shared->in_original;
        *shared = before;
    } else if (status != 0) {
        exit(WEXITSTATUS(status));
    }
    return status;
}

/* Of a batch that LLVM dies of each function is run alone. An original that it dies of is LLVM's
 * own matter. */
static void test_apart(unsigned first, unsigned n, uint64_t seed, const char *only)
{
    if (!WIFSIGNALED(run_apart(first, n, seed, only))) return;
    for (unsigned i = 0; i < n; i++) {
        shared->in_original = false;
        if (!WIFSIGNALED(run_apart(first + i, 1, seed, only))) continue;
        if (shared->in_original) shared->deadly++;
        else shared->run[0].failed++;
        fprintf(stderr, "%s f%u: the compiler dies of, or takes more than %d s for %s\n",
                shared->in_original ? "note" : "FAIL", first + i, BATCH_SECONDS,
                shared->in_original ? "the original, which is LLVM's own error"
                                    : "what was lowered");
    }
    shared->in_original = false;
}

static unsigned test_all(unsigned functions, uint64_t seed, const char *only)
{
    unsigned failed = 0;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        fprintf(stderr, "random_ir: no memory to share: %s\n", strerror(errno));
        exit(3);
    }
    for (unsigned t = 0; t < lowering_target_count && t < MAX_TARGETS; t++)
        shared->run[t] = (run_state){.cpu = lowering_targets[t].cpu,
                                     .foreign = !jit_host_has(&lowering_targets[t])};
    for (unsigned first = 0; first < functions; first += BATCH)
        test_apart(first, functions - first < BATCH ? functions - first : BATCH, seed, only);
    for (unsigned t = 0; t < lowering_target_count && t < MAX_TARGETS; t++) {
        const run_state *run = &shared->run[t];
        printf("%s: %u functions compared, %u changed, %u differ, %u doubtful, %u skipped\n",
               lowering_targets[t].name, run->compared, run->stats.functions_changed, run->failed,
               run->doubtful, run->skipped);
        failed += run->failed;
    }
    if (shared->deadly) printf("%u originals that LLVM dies of\n", shared->deadly);
    munmap(shared, sizeof *shared);
    return failed;
}

static void print(unsigned functions, uint64_t seed)
{
    size_t length;
    for (unsigned i = 0; i < functions; i++) {
        random_function_clear();
        random_function_put(i, seed);
        fputs(random_function_text(&length), stdout);
    }
    puts("attributes #0 = { nounwind }");
}

int main(int argc, char **argv)
{
    unsigned functions = 200, failed = 0;
    uint64_t seed = 1;
    const char *only = NULL;
    bool printing = false;
    for (int c; (c = getopt(argc, argv, "n:s:t:v")) != -1;) {
        if (c == 'n') functions = (unsigned)strtoul(optarg, NULL, 10);
        else if (c == 's') seed = strtoull(optarg, NULL, 10);
        else if (c == 't') only = optarg;
        else if (c == 'v') printing = true;
        else return 2;
    }
    random_function_start(printing);
    if (printing) {
        print(functions, seed);
    } else {
        jit_start();
        failed = test_all(functions, seed, only);
    }
    random_function_end();
    return failed ? 1 : 0;
}
