// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stream_run.c - runs an application's versions on the same texts, compares what they write, and
 * measures them.
 *
 * The scalar version is the reference. A hostile text ends where its page does, and behind it
 * nothing may be read. Called in a worker by streams.c: what it loads may crash. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/base/rounds.h"
#include "stream.h"

typedef size_t stream_code(const uint8_t *text, size_t n, uint8_t *out);

enum { ALIGNMENT = 64, ALL_WAYS = STREAM_WAYS + STREAM_PEERS_MAX };

static const char *const who[STREAM_WAYS] = {"stock LLVM", "the pass", "the scalar C"};

typedef struct running {
    const stream_pair *pair;
    stream_code *code[ALL_WAYS]; /* NULL: no such peer */
    unsigned repeats[ALL_WAYS];  /* how often a call goes over the text */
    uint8_t *out[ALL_WAYS];
    size_t out_size[ALL_WAYS];
    stream_text text;
} running;

/* ---- loading ---- */

static bool load(running *r, unsigned way, const char *library, stream_result *out)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    void *symbol = handle ? dlsym(handle, r->pair->app->name) : NULL;
    const unsigned *repeats = handle ? dlsym(handle, "repeats") : NULL;
    if (!symbol) snprintf(out->trouble, sizeof out->trouble, "cannot be loaded: %s", dlerror());
    memcpy(&r->code[way], &symbol, sizeof symbol);
    r->repeats[way] = repeats ? *repeats : 1;
    return symbol != NULL;
}

static bool load_all(running *r, stream_result *out)
{
    for (unsigned w = 0; w < STREAM_WAYS; w++)
        if (!load(r, w, r->pair->library[w], out)) return false;
    for (unsigned i = 0; i < STREAM_PEERS_MAX; i++)
        if (r->pair->peer[i] && !load(r, STREAM_WAYS + i, r->pair->peer[i], out)) return false;
    return true;
}

/* ---- comparing ---- */

static void make_room(running *r, size_t text_size)
{
    size_t size = STREAM_GROWTH * text_size + STREAM_SLACK;
    for (unsigned w = 0; w < ALL_WAYS; w++) {
        r->out[w] = aligned_alloc(ALIGNMENT, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
        require(r->out[w], "memory for results of streams");
        memset(r->out[w], 0, size);
    }
}

static void free_room(running *r)
{
    for (unsigned w = 0; w < ALL_WAYS; w++) free(r->out[w]);
}

static void call(void *context, unsigned way)
{
    running *r = context;
    r->out_size[way] = r->code[way](r->text.bytes, r->text.size, r->out[way]);
}

/* Byte i belongs to a number of all ones: a peer does not know it. */
static bool is_unknown(const uint8_t *bytes, size_t i)
{
    static const uint8_t ones[] = {255, 255, 255, 255, 255, 255, 255, 255};
    return !memcmp(bytes + i / sizeof ones * sizeof ones, ones, sizeof ones);
}

/* Writes a text unless the way's result is the reference's, of a peer as far as it goes. */
static bool compare(const running *r, unsigned way, const char *what, stream_result *out)
{
    bool peer = way >= STREAM_WAYS;
    size_t size = r->out_size[way], wanted = r->out_size[STREAM_SCALAR], i = 0;
    const uint8_t *x = r->out[way], *y = r->out[STREAM_SCALAR];
    if (peer ? size > wanted : size != wanted) {
        snprintf(out->trouble, sizeof out->trouble, "%s: %zu bytes by %s, %zu by the scalar C",
                 what, size, peer ? r->pair->app->peer[way - STREAM_WAYS].name : who[way], wanted);
        return false;
    }
    while (i < size && (x[i] == y[i] || (peer && is_unknown(x, i)))) i++;
    if (i == size) return true;
    snprintf(out->trouble, sizeof out->trouble,
             "%s: byte %zu of the result is 0x%02x by %s and 0x%02x by the scalar C", what, i, x[i],
             peer ? r->pair->app->peer[way - STREAM_WAYS].name : who[way], y[i]);
    return false;
}

/* Of peers only where they must agree: on documents. */
static bool compare_all(running *r, bool with_peers, const char *what, stream_result *out)
{
    call(r, STREAM_SCALAR);
    for (unsigned w = 0; w < ALL_WAYS; w++) {
        if (!r->code[w] || (w >= STREAM_WAYS && !with_peers)) continue;
        call(r, w);
        if (!compare(r, w, what, out)) return false;
    }
    return true;
}

/* ---- hostile texts ---- */

static bool run_hostile(running *r, const stream_amount *amount, stream_result *out)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t pages = (STREAM_FUZZ_SIZE + page - 1) / page * page;
    uint8_t *area = mmap(NULL, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                         -1, 0);
    uint8_t *text = mem_alloc(STREAM_FUZZ_SIZE, 1);
    require(area != MAP_FAILED && !mprotect(area + pages, page, PROT_NONE), "memory for texts");
    make_room(r, STREAM_FUZZ_SIZE);
    bool good = true;
    for (unsigned i = 0; i < amount->fuzz && good; i++) {
        char what[64];
        size_t size = stream_fuzz_make(r->pair->app, i, amount->seed, text);
        r->text = (stream_text){area + pages - size, size};
        memcpy(r->text.bytes, text, size);
        snprintf(what, sizeof what, "hostile text %u, seed %llu", i,
                 (unsigned long long)amount->seed);
        good = compare_all(r, false, what, out);
        out->hostile += good;
    }
    free_room(r);
    mem_free(text);
    munmap(area, pages + page);
    return good;
}

/* ---- documents ---- */

static void measure(running *r, const stream_amount *amount, stream_time *t)
{
    static timing m;
    unsigned slot[ALL_WAYS]; /* ways that are there, side by side */
    stream_code *code[ALL_WAYS];
    running dense = *r;
    m = (timing){.count = amount->rounds};
    for (unsigned w = 0; w < ALL_WAYS; w++) {
        slot[w] = m.ways;
        code[m.ways] = r->code[w];
        dense.out[m.ways] = r->out[w];
        m.ways += r->code[w] != NULL;
    }
    memcpy(dense.code, code, m.ways * sizeof *code);
    rounds_measure(&m, call, &dense);
    double bytes = (double)r->text.size;
    for (unsigned w = 0; w < STREAM_WAYS; w++) t->rate[w] = bytes / rounds_median(&m, slot[w]);
    t->gain = rounds_quotient(&m, STREAM_STOCK, STREAM_PASS);
    t->scalar = rounds_quotient(&m, STREAM_SCALAR, STREAM_PASS);
    for (unsigned i = 0; i < STREAM_PEERS_MAX; i++) {
        unsigned w = STREAM_WAYS + i;
        if (!r->code[w]) continue;
        t->peer_rate[i] = bytes * r->repeats[w] / rounds_median(&m, slot[w]);
        t->peer[i] = rounds_quotient(&m, slot[w], STREAM_PASS) / r->repeats[w];
    }
}

static bool run_document(running *r, const stream_amount *amount, const char *kind, stream_time *t,
                         stream_result *out)
{
    t->there = stream_text_make(kind, amount->bytes, amount->seed, &r->text);
    if (!t->there) return true;
    t->bytes = r->text.size;
    make_room(r, r->text.size);
    bool good = compare_all(r, true, kind, out);
    if (good && amount->rounds) measure(r, amount, t);
    free_room(r);
    mem_free(r->text.bytes);
    return good;
}

void stream_run(const stream_pair *p, const stream_amount *amount, stream_result *out)
{
    char kind[32];
    running r = {.pair = p};
    bool good = load_all(&r, out) && run_hostile(&r, amount, out);
    for (unsigned i = 0; good && stream_kind(p->app->kinds, i, kind); i++)
        good = run_document(&r, amount, kind, &out->time[i], out);
}
