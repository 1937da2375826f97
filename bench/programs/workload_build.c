// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* workload_build.c - a workload as shared objects: the IR by the stock tools without and with the
 * plugin, the C by clang.
 *
 *     NAME.ll   opt-19 -passes='default<O2>' | llc-19 -O2, with -load-pass-plugin=... in the second
 *               round
 *     NAME.c    clang-19 -O3
 *
 * Compile time is that of opt and llc together, processor time rather than the clock's, since
 * others may use the machine. For the proof the IR is inlined and cleaned up, lowered by the plugin
 * alone, and both are given to `lanesmith tv`. Everything stays under OUT/<target>/. */
#define _GNU_SOURCE
#include <string.h>

#include "bench/base/rounds.h"
#include "spec/base/process.h"
#include "workload.h"

static const char *const way_names[WAYS] = {"stock", "pass", "hand"};

typedef struct build {
    app *a;
    const workload_tools *tools;
    workload_pair *pair;
    const char *base; /* OUT/<target>/<workload> */
    const char *cpu, *triple;
} build;

/* ---- running one tool ---- */

/* LS_ENV, reported, unless the status is 0 or the other one that is good. */
static ls_status run(const build *b, process *p, int good)
{
    p->err = arena_printf(&b->a->mem, "%s.txt", b->base);
    process_run_all(p, 1, 1);
    return p->status == good ? LS_OK : process_check(p, b->a->command);
}

static const char *file_of(const build *b, workload_way w, const char *suffix)
{
    return arena_printf(&b->a->mem, "%s.%s.%s", b->base, way_names[w], suffix);
}

static const char *source_of(const build *b, const char *dir, const char *suffix)
{
    return arena_printf(&b->a->mem, "%s/%s.%s", dir, b->pair->workload, suffix);
}

/* ---- the IR ---- */

static process opt_command(const build *b, bool plugin, const char *passes, const char *from,
                           const char *to)
{
    process p = {0};
    process_add(&p, "opt-19");
    if (plugin) process_add(&p, arena_printf(&b->a->mem, "-load-pass-plugin=%s", b->tools->plugin));
    process_add(&p, arena_printf(&b->a->mem, "-passes=%s", passes));
    process_add(&p, b->triple);
    process_add(&p, b->cpu);
    process_add_pair(&p, from, "-o");
    process_add(&p, to);
    return p;
}

static process llc_command(const build *b, workload_way w)
{
    process p = {0};
    process_add_pair(&p, "llc-19", "-O2");
    process_add(&p, b->cpu);
    process_add_pair(&p, "-filetype=obj", "-relocation-model=pic");
    process_add_pair(&p, file_of(b, w, "bc"), "-o");
    process_add(&p, file_of(b, w, "o"));
    return p;
}

/* The processor's seconds in *seconds. */
static ls_status compile_ir(const build *b, workload_way w, double *seconds)
{
    process opt = opt_command(b, w == WAY_PASS, "default<O2>",
                              source_of(b, b->tools->sources, "ll"), file_of(b, w, "bc"));
    process llc = llc_command(b, w);
    ls_status rc = run(b, &opt, 0);
    if (rc == LS_OK) rc = run(b, &llc, 0);
    *seconds = opt.processor + llc.processor;
    return rc;
}

/* Without and with the plugin in turn, so that both meet the same machine. */
static ls_status compile_both(const build *b)
{
    unsigned n = b->tools->compiles;
    ls_status rc = LS_OK;
    double *seconds[2];
    for (int w = WAY_STOCK; w <= WAY_PASS; w++) seconds[w] = arena_new(&b->a->mem, n, double);
    for (unsigned i = 0; i < n && rc == LS_OK; i++)
        for (int w = WAY_STOCK; w <= WAY_PASS && rc == LS_OK; w++)
            rc = compile_ir(b, (workload_way)w, &seconds[w][i]);
    for (int w = WAY_STOCK; w <= WAY_PASS; w++) {
        b->pair->compiling[w] = rounds_median_of(seconds[w], n);
    }
    return rc;
}

/* ---- the C file, and the shared objects ---- */

static ls_status compile_hand(const build *b)
{
    process p = {0};
    process_add_pair(&p, "clang-19", "-O3");
    process_add(&p, arena_printf(&b->a->mem, "--target=%s", b->pair->target->triple));
    process_add(&p, arena_printf(&b->a->mem, "-march=%s", b->pair->target->cpu));
    process_add(&p, arena_printf(&b->a->mem, "-I%s", b->tools->include));
    process_add_pair(&p, "-std=c11", "-fPIC");
    process_add_pair(&p, "-c", source_of(b, b->tools->hand, "c"));
    process_add_pair(&p, "-o", file_of(b, WAY_HAND, "o"));
    return run(b, &p, 0);
}

static ls_status link_way(const build *b, workload_way w)
{
    process p = {0};
    b->pair->library[w] = file_of(b, w, "so");
    process_add_pair(&p, "clang-19", "-shared");
    process_add(&p, file_of(b, w, "o"));
    process_add_pair(&p, "-o", b->pair->library[w]);
    return run(b, &p, 0);
}

/* ---- the proof ---- */

/* Lines "proved   NAME: ...", "unknown  NAME: ...", "refuted  NAME"; others are of counterexamples.
 */
static void read_answers(workload_pair *p, const char *answers)
{
    static const char *const words[] = {
        [ANSWER_PROVED] = "proved ", [ANSWER_UNKNOWN] = "unknown ", [ANSWER_REFUTED] = "refuted "};
    unsigned count;
    const workload_function *f = workload_functions(p->workload, &count);
    for (const char *line = answers; *line; line += strcspn(line, "\n"), line += *line == '\n')
        for (int k = ANSWER_PROVED; k <= ANSWER_REFUTED; k++) {
            size_t n = strlen(words[k]);
            if (strncmp(line, words[k], n)) continue;
            const char *name = line + n + strspn(line + n, " ");
            size_t length = strcspn(name, ": \n");
            for (unsigned i = 0; i < count; i++)
                if (strlen(f[i].name) == length && !memcmp(f[i].name, name, length))
                    p->proof[i] = (workload_answer)k;
        }
}

static ls_status prove(const build *b)
{
    const char *before = arena_printf(&b->a->mem, "%s.before.bc", b->base);
    const char *after = arena_printf(&b->a->mem, "%s.after.bc", b->base);
    const char *answers = arena_printf(&b->a->mem, "%s.proof.txt", b->base);
    process clean = opt_command(b, false,
                                "always-inline,function(sroa,early-cse,instsimplify),globaldce",
                                source_of(b, b->tools->sources, "ll"), before);
    process lower = opt_command(b, true, "lanesmith", before, after), tv = {.out = answers};
    char *content;
    size_t size;
    process_add_pair(&tv, app_prefix_path(b->a, "bin/lanesmith"), "tv");
    process_add_pair(&tv, "--assume", "loads-whole");
    process_add_pair(&tv, "--timeout", arena_printf(&b->a->mem, "%u", b->tools->seconds));
    process_add_pair(&tv, before, after);
    ls_status rc = run(b, &clean, 0);
    if (rc == LS_OK) rc = run(b, &lower, 0);
    if (rc == LS_OK) rc = run(b, &tv, LS_NO);
    if (rc != LS_OK) return rc;
    if (file_read(answers, &content, &size) != LS_OK)
        return app_file_error(b->a, "cannot read", answers);
    read_answers(b->pair, content);
    mem_free(content);
    return LS_OK;
}

ls_status workload_build(app *a, const workload_tools *t, workload_pair *p)
{
    const char *dir = app_path(a, t->out, p->target->name);
    build b = {.a = a, .tools = t, .pair = p, .base = app_path(a, dir, p->workload)};
    if (file_mkdirs(dir) != LS_OK) return app_file_error(a, "cannot make the directory", dir);
    b.cpu = arena_printf(&a->mem, "-mcpu=%s", p->target->cpu);
    b.triple = arena_printf(&a->mem, "-mtriple=%s", p->target->triple);
    ls_status rc = compile_both(&b);
    if (rc == LS_OK) rc = compile_hand(&b);
    for (int w = 0; w < WAYS && rc == LS_OK; w++) rc = link_way(&b, (workload_way)w);
    if (rc == LS_OK && t->seconds) rc = prove(&b);
    return rc;
}
