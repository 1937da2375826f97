// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stream_build.c - an application on streams as shared objects.
 *
 *     stock, pass   clang-19 -O2, without and with -fpass-plugin, the same source and options
 *     scalar        clang-19 -O3
 *     peers         clang-19 -O3 and the peer's library
 *
 * A peer that cannot be compiled or linked is one that is not installed. clang halves the registers
 * of some processors unless told otherwise; both ways are told. Everything stays under
 * OUT/<target>/. Called by streams.c. */
#include "spec/base/process.h"
#include "stream.h"

typedef struct build {
    app *a;
    const stream_tools *tools;
    stream_pair *pair;
    const char *dir; /* OUT/<target> */
} build;

static ls_status run(const build *b, process *p)
{
    p->err = arena_printf(&b->a->mem, "%s/%s.txt", b->dir, b->pair->app->name);
    process_run_all(p, 1, 1);
    return process_check(p, b->a->command);
}

static process compiler(const build *b, const char *program, const char *level, const char *from)
{
    process p = {0};
    process_add_pair(&p, program, level);
    process_add(&p, arena_printf(&b->a->mem, "--target=%s", b->pair->target->triple));
    process_add(&p, arena_printf(&b->a->mem, "-march=%s", b->pair->target->cpu));
    process_add_pair(&p, "-fPIC", "-shared");
    process_add(&p, from);
    return p;
}

static const char *object(const build *b, const char *way)
{
    return arena_printf(&b->a->mem, "%s/%s.%s.so", b->dir, b->pair->app->name, way);
}

static void write_to(process *p, const char *object) { process_add_pair(p, "-o", object); }

static ls_status compile_streams(const build *b, stream_way w)
{
    static const char *const ways[] = {"stock", "pass"};
    const char *from = arena_printf(&b->a->mem, "%s/%s.c", b->tools->sources, b->pair->app->name);
    process p = compiler(b, "clang-19", "-O2", from);
    process_add_pair(&p, "-std=c2x", "-mprefer-vector-width=512");
    if (w == STREAM_PASS)
        process_add(&p, arena_printf(&b->a->mem, "-fpass-plugin=%s", b->tools->plugin));
    write_to(&p, b->pair->library[w] = object(b, ways[w]));
    ls_status rc = run(b, &p);
    b->pair->compiling[w] = p.processor;
    return rc;
}

static ls_status compile_scalar(const build *b)
{
    const char *from = arena_printf(&b->a->mem, "%s/%s.c", b->tools->scalar, b->pair->app->name);
    process p = compiler(b, "clang-19", "-O3", from);
    process_add(&p, "-std=c17");
    write_to(&p, b->pair->library[STREAM_SCALAR] = object(b, "scalar"));
    return run(b, &p);
}

static void compile_peer(const build *b, unsigned i)
{
    arena *mem = &b->a->mem;
    const stream_peer *peer = &b->pair->app->peer[i];
    const char *from = arena_printf(mem, "%s/peers/%s_%s.%s", b->tools->scalar, b->pair->app->name,
                                    peer->name, peer->suffix);
    const char *to = object(b, peer->name);
    process p = compiler(b, peer->suffix[1] ? "clang++-19" : "clang-19", "-O3", from);
    write_to(&p, to);
    if (peer->library) process_add(&p, peer->library);
    p.err = arena_printf(mem, "%s/%s.%s.txt", b->dir, b->pair->app->name, peer->name);
    process_run_all(&p, 1, 1);
    b->pair->peer[i] = p.status == 0 ? to : NULL;
}

ls_status stream_build(app *a, const stream_tools *t, stream_pair *p)
{
    build b = {.a = a, .tools = t, .pair = p, .dir = app_path(a, t->out, p->target->name)};
    if (file_mkdirs(b.dir) != LS_OK) return app_file_error(a, "cannot make the directory", b.dir);
    ls_status rc = compile_streams(&b, STREAM_STOCK);
    if (rc == LS_OK) rc = compile_streams(&b, STREAM_PASS);
    if (rc == LS_OK) rc = compile_scalar(&b);
    for (unsigned i = 0; i < STREAM_PEERS_MAX && rc == LS_OK && t->peers; i++)
        if (p->app->peer[i].name) compile_peer(&b, i);
    return rc;
}
