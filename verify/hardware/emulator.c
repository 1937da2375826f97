// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* emulator.c - a freestanding program for each module, which reads calls from its input and writes
 * their results to its output.
 *
 * The program is the module, a loop that serves calls, and the set's system.ll, which has the
 * system calls. LLVM compiles it, the set's linker links it, the set's emulator runs it with the
 * target's arguments. A call is a header of 64-bit numbers (function, count, bytes of output, bytes
 * of input, where each input begins) and the inputs; the answer is the output. The caller waits for
 * it before it sends the next call, so nothing can fill up.
 *
 * Called by hardware.c (lowerings) and validate.c (single instructions). */
#include "emulator.h"

#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lowerings/measure/codegen.h"
#include "spec/base/child.h"
#include "spec/base/process.h"
#include "spec/base/stop.h"

enum { HEADER = 8, PATH_BYTES = 512, LINK_SECONDS = 60 };

struct emulator {
    const target *target;
    child process;
};

/* ---- what there is ---- */

static bool is_in_path(const char *program)
{
    const char *path = getenv("PATH");
    char full[PATH_BYTES];
    for (const char *s = path ? path : ""; *s; s += strcspn(s, ":"), s += *s == ':') {
        int n = (int)strcspn(s, ":");
        if (snprintf(full, sizeof full, "%.*s/%s", n, s, program) < (int)sizeof full &&
            !access(full, X_OK))
            return true;
    }
    return false;
}

const char *emulator_lacks(const isa *set)
{
    if (!set->emulator || !set->system) return set->name;
    if (!is_in_path(set->emulator)) return set->emulator;
    return is_in_path(set->linker[0]) ? NULL : set->linker[0];
}

void emulator_print(const target *t, strbuf *out)
{
    strbuf_puts(out, t->set->emulator);
    for (const char *const *word = t->emulate; word && *word; word++)
        if (!strchr(*word, ' ')) strbuf_printf(out, " %s", *word);
}

/* ---- the program ---- */

/* Reads or writes all of so many bytes; at the end of the input the program is over. */
static void write_transfer(const char *name, strbuf *ir)
{
    strbuf_printf(ir,
                  "define internal void @%s_all(ptr %%from, i64 %%size) nounwind {\n"
                  "entry:\n  br label %%loop\n"
                  "loop:\n"
                  "  %%at = phi ptr [ %%from, %%entry ], [ %%next, %%more ]\n"
                  "  %%left = phi i64 [ %%size, %%entry ], [ %%rest, %%more ]\n"
                  "  %%done = icmp eq i64 %%left, 0\n"
                  "  br i1 %%done, label %%exit, label %%ask\n"
                  "ask:\n"
                  "  %%n = call i64 @system_%s(ptr %%at, i64 %%left)\n"
                  "  %%over = icmp sle i64 %%n, 0\n"
                  "  br i1 %%over, label %%end, label %%more\n"
                  "more:\n"
                  "  %%next = getelementptr i8, ptr %%at, i64 %%n\n"
                  "  %%rest = sub i64 %%left, %%n\n  br label %%loop\n"
                  "end:\n  call void @system_exit()\n  unreachable\n"
                  "exit:\n  ret void\n}\n",
                  name, name);
}

static void write_header_field(const char *name, unsigned i, strbuf *ir)
{
    strbuf_printf(ir,
                  "  %%%s.at = getelementptr i64, ptr @header, i64 %u\n"
                  "  %%%s = load i64, ptr %%%s.at\n",
                  name, i, name, name);
}

static void write_source(unsigned i, strbuf *ir)
{
    char name[16];
    snprintf(name, sizeof name, "from%u", i);
    write_header_field(name, 4 + i, ir);
    strbuf_printf(ir,
                  "  %%s%u = getelementptr i8, ptr @input, i64 %%from%u\n"
                  "  %%p%u = getelementptr ptr, ptr @sources, i64 %u\n"
                  "  store ptr %%s%u, ptr %%p%u\n",
                  i, i, i, i, i, i);
}

/* The loop that serves calls, where the program begins. */
static void write_server(unsigned functions, strbuf *ir)
{
    strbuf_printf(ir, "@table = internal constant [%u x ptr] [", functions);
    for (unsigned i = 0; i < functions; i++) strbuf_printf(ir, "%sptr @run%u", i ? ", " : "", i);
    strbuf_printf(ir,
                  "]\n@header = internal global [%d x i64] zeroinitializer\n"
                  "@sources = internal global [%d x ptr] zeroinitializer\n"
                  "@input = internal global [%d x i8] zeroinitializer, align 64\n"
                  "@output = internal global [%d x i8] zeroinitializer, align 64\n",
                  HEADER, EMULATOR_INPUTS_MAX, EMULATOR_BYTES_MAX, EMULATOR_BYTES_MAX);
    write_transfer("read", ir);
    write_transfer("write", ir);
    strbuf_puts(ir, "define void @serve() nounwind {\nentry:\n  br label %call\ncall:\n"
                    "  call void @read_all(ptr @header, i64 64)\n");
    write_header_field("function", 0, ir);
    write_header_field("count", 1, ir);
    write_header_field("size", 2, ir);
    write_header_field("given", 3, ir);
    for (unsigned i = 0; i < EMULATOR_INPUTS_MAX; i++) write_source(i, ir);
    strbuf_puts(ir, "  call void @read_all(ptr @input, i64 %given)\n  br label %clear\n"
                    "clear:\n  %i = phi i64 [ 0, %call ], [ %next, %clear ]\n"
                    "  %o = getelementptr i8, ptr @output, i64 %i\n  store i64 0, ptr %o\n"
                    "  %next = add i64 %i, 8\n  %more = icmp ult i64 %next, %size\n"
                    "  br i1 %more, label %clear, label %run\n"
                    "run:\n  %f.at = getelementptr ptr, ptr @table, i64 %function\n"
                    "  %f = load ptr, ptr %f.at\n"
                    "  call void %f(ptr @output, ptr @sources, i64 %count)\n"
                    "  call void @write_all(ptr @output, i64 %size)\n  br label %call\n}\n");
}

/* ---- files ---- */

static bool write_file(const char *path, const strbuf *content)
{
    FILE *f = fopen(path, "wb");
    if (!f) return false;
    bool good = fwrite(content->s, 1, content->len, f) == content->len;
    return !fclose(f) && good;
}

/* Links the object file in the directory; LS_ENV with a diagnostic. */
static ls_status link_program(const isa *set, const char *object, const char *program, diags *d)
{
    process p = {.limit = LINK_SECONDS};
    for (const char *const *word = set->linker; *word; word++) process_add(&p, *word);
    process_add_pair(&p, "-e", "serve");
    process_add_pair(&p, "-o", program);
    process_add(&p, object);
    process_run_all(&p, 1, 1);
    if (!p.status) return LS_OK;
    diag_error(d, (place){0}, "%s cannot link the program that the emulator is to run",
               set->linker[0]);
    return LS_ENV;
}

/* In the child: the program's input and output are the socket. Does not return. */
static void become_emulator(const target *t, int fd, const char *program)
{
    const char *words[PROCESS_WORDS_MAX];
    unsigned n = 0;
    int nothing = open("/dev/null", O_WRONLY);
    words[n++] = t->set->emulator;
    for (const char *const *word = t->emulate; word && *word && n < PROCESS_WORDS_MAX - 2; word++)
        words[n++] = *word;
    words[n++] = program;
    words[n] = NULL;
    if (dup2(fd, STDIN_FILENO) >= 0 && dup2(fd, STDOUT_FILENO) >= 0 &&
        dup2(nothing, STDERR_FILENO) >= 0)
        execvp(words[0], (char *const *)(uintptr_t)words);
    _exit(PROCESS_NOT_STARTED);
}

/* Calls the empty function, and waits until the program has started: its file can go then. */
static bool has_started(int fd, unsigned empty)
{
    uint64_t header[HEADER] = {empty, 0, sizeof(uint64_t)}, answer;
    return child_send(fd, header, sizeof header) && child_receive(fd, &answer, sizeof answer);
}

static ls_status start(emulator *e, const char *program, unsigned empty, diags *d)
{
    bool inside;
    if (child_fork(&e->process, &inside) != LS_OK) {
        diag_error(d, (place){0}, "cannot start %s: %s", e->target->set->emulator, file_reason());
        return LS_ENV;
    }
    if (inside) become_emulator(e->target, e->process.fd, program);
    if (has_started(e->process.fd, empty)) return LS_OK;
    diag_error(d, (place){0}, "%s does not run the program", e->target->set->emulator);
    return LS_ENV;
}

/* Names of directories begin with the number of the process that has the workers: these are ended
 * by a signal before they can remove their own. */
static void write_pattern(char *out, const char *end)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(out, PATH_BYTES, "%s/lanesmith_emulator_%d_%s", tmp ? tmp : "/tmp", stop_owner(),
             end);
}

void emulator_sweep(void)
{
    static const char *const ends[] = {"*/[op]*", "*"};
    for (unsigned i = 0; i < 2; i++) {
        char pattern[PATH_BYTES];
        glob_t found = {0};
        write_pattern(pattern, ends[i]);
        if (!glob(pattern, 0, NULL, &found))
            for (size_t k = 0; k < found.gl_pathc; k++) remove(found.gl_pathv[k]);
        globfree(&found);
    }
}

static ls_status build_and_start(emulator *e, const strbuf *object, unsigned empty, diags *d)
{
    char dir[PATH_BYTES], file[PATH_BYTES + 8], program[PATH_BYTES + 8];
    write_pattern(dir, "XXXXXX");
    if (!mkdtemp(dir)) {
        diag_error(d, (place){0}, "cannot make a directory like %s: %s", dir, file_reason());
        return LS_ENV;
    }
    snprintf(file, sizeof file, "%s/o", dir);
    snprintf(program, sizeof program, "%s/p", dir);
    ls_status rc = LS_OK;
    if (!write_file(file, object)) {
        diag_error(d, (place){0}, "cannot write %s: %s", file, file_reason());
        rc = LS_ENV;
    }
    if (rc == LS_OK) rc = link_program(e->target->set, file, program, d);
    if (rc == LS_OK) rc = start(e, program, empty, d);
    unlink(file);
    unlink(program);
    rmdir(dir);
    return rc;
}

ls_status emulator_load(emulator **out, const target *t, const strbuf *ir, unsigned functions,
                        diags *d)
{
    strbuf all = {0}, object = {0};
    emulator *e = mem_alloc(1, sizeof *e);
    require(!emulator_lacks(t->set), "the emulator and the linker are there");
    e->target = t;
    strbuf_puts(&all, strbuf_text(ir));
    /* what is called to see that the program has started */
    strbuf_printf(&all, "\ndefine void @run%u(ptr, ptr, i64) nounwind {\n  ret void\n}\n%s\n",
                  functions, t->set->system);
    write_server(functions + 1, &all);
    ls_status rc = codegen_object(strbuf_text(&all), t, &object, d);
    if (rc == LS_OK) rc = build_and_start(e, &object, functions, d);
    strbuf_free(&all);
    strbuf_free(&object);
    *out = rc == LS_OK ? e : NULL;
    if (rc != LS_OK) emulator_free(e);
    return rc;
}

/* ---- calls ---- */

static size_t padded(size_t size) { return (size + 63) / 64 * 64; }

static bool send_call(const emulator *e, const uint64_t header[HEADER],
                      const emulator_input *inputs, unsigned ninputs)
{
    static const char zeros[64];
    int fd = e->process.fd;
    bool good = child_send(fd, header, HEADER * sizeof *header);
    for (unsigned k = 0; good && k < ninputs; k++)
        good = child_send(fd, inputs[k].at, inputs[k].size) &&
               child_send(fd, zeros, padded(inputs[k].size) - inputs[k].size);
    return good;
}

ls_status emulator_run(emulator *e, unsigned i, const emulator_input *inputs, unsigned ninputs,
                       uint64_t count, void *out, size_t size, diags *d)
{
    uint64_t header[HEADER] = {i, count, size};
    require(ninputs <= EMULATOR_INPUTS_MAX && size <= EMULATOR_BYTES_MAX,
            "inputs and output have room");
    for (unsigned k = 0; k < ninputs; k++) {
        header[4 + k] = header[3];
        header[3] += padded(inputs[k].size);
    }
    require(header[3] <= EMULATOR_BYTES_MAX, "inputs have room");
    if (send_call(e, header, inputs, ninputs) && child_receive(e->process.fd, out, size))
        return LS_OK;
    diag_error(d, (place){0},
               "the program has ended in the emulator: an instruction that the "
               "processor lacks, or a wrong access");
    return LS_NO;
}

void emulator_free(emulator *e)
{
    if (!e) return;
    if (e->process.pid) child_reap(&e->process);
    mem_free(e);
}
