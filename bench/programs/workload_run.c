// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* workload_run.c - runs a workload's three versions on the same data, compares what they write, and
 * measures them.
 *
 * Results are compared over the whole buffer, what stands behind the units included: nobody may
 * write there. Bits of a unit that its type leaves over (a 64th of <21 x i3>) are unspecified and
 * left out. Times are taken in rounds, each function and each way in turn, so that whatever slows
 * the machine slows all three; quotients are of one round, and of the rounds the median. Called in
 * a worker by workloads.c: what it loads may crash. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/rounds.h"
#include "spec/base/clock.h"
#include "spec/base/random.h"
#include "workload.h"

typedef void workload_code(const void *a, const void *b, void *out, size_t n);

enum { ALIGNMENT = 64 };
static const double SLICE = 1e-3; /* seconds that one way runs in one round, at least */

typedef struct buffers {
    unsigned char *a, *b, *out[WAYS];
    size_t a_size, b_size, o_size;
    size_t units;
} buffers;

/* ---- data ---- */

static unsigned char draw_one(workload_data data, uint64_t *state)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzaeiounrst@@@@  .-_{`AZ09\n\xe4",
                      bases[] = "ACGTacgt";
    uint64_t x = random_next(state) >> 32;
    if (data == DATA_TEXT) return (unsigned char)letters[x % (sizeof letters - 1)];
    if (data == DATA_BASES) return (unsigned char)bases[x % (sizeof bases - 1)];
    return (unsigned char)x;
}

static void fill(unsigned char *bytes, size_t size, workload_data data, uint64_t *state)
{
    for (size_t i = 0; i < size; i++) bytes[i] = draw_one(data, state);
}

/* Aligned as any vector type wants it. */
static unsigned char *allocate(size_t size)
{
    void *p = aligned_alloc(ALIGNMENT, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    require(p, "memory for the data of a workload");
    return p;
}

static buffers buffers_make(const workload_function *f, unsigned units, unsigned seed)
{
    buffers m = {.units = units};
    uint64_t state = seed;
    m.a_size = (size_t)f->a_bytes * units + WORKLOAD_SLACK;
    m.b_size = (size_t)f->b_bytes * units + WORKLOAD_SLACK;
    m.o_size = (size_t)f->o_bytes * units + WORKLOAD_SLACK;
    fill(m.a = allocate(m.a_size), m.a_size, f->data, &state);
    fill(m.b = allocate(m.b_size), m.b_size, DATA_BYTES, &state);
    for (int w = 0; w < WAYS; w++) m.out[w] = memset(allocate(m.o_size), 0, m.o_size);
    return m;
}

static void buffers_free(buffers *m)
{
    free(m->a);
    free(m->b);
    for (int w = 0; w < WAYS; w++) free(m->out[w]);
}

/* ---- comparing ---- */

/* The bits of byte i of out that are specified. */
static unsigned specified(const workload_function *f, const buffers *m, size_t i)
{
    if (!f->o_bits || i >= f->o_bytes * m->units) return 0xff;
    size_t bit = i % f->o_bytes * 8;
    if (bit + 8 <= f->o_bits) return 0xff;
    return bit >= f->o_bits ? 0 : (1u << (f->o_bits - bit)) - 1;
}

/* Writes a text when a way's results are not the pass's. */
static void compare(const workload_function *f, const buffers *m, workload_result *out)
{
    static const char *const who[WAYS] = {"stock LLVM", "the pass", "the hand-written C"};
    for (int w = 0; w < WAYS; w++)
        for (size_t i = 0; i < m->o_size; i++) {
            unsigned mask = specified(f, m, i), x = m->out[WAY_PASS][i] & mask,
                     y = m->out[w][i] & mask;
            if (x == y) continue;
            snprintf(out->trouble, sizeof out->trouble,
                     "%s: byte %zu of the result is 0x%02x with the pass and 0x%02x by %s", f->name,
                     i, x, y, who[w]);
            return;
        }
}

/* ---- measuring ---- */

static double seconds_of(workload_code *code, const buffers *m, workload_way w, unsigned calls)
{
    double start = clock_seconds();
    for (unsigned k = 0; k < calls; k++) code(m->a, m->b, m->out[w], m->units);
    return clock_seconds() - start;
}

/* Calls that take SLICE together. */
static unsigned calibrate(workload_code *code, const buffers *m, workload_way w)
{
    unsigned calls = 1;
    while (calls < 1u << 20 && seconds_of(code, m, w, calls) < SLICE) calls *= 2;
    return calls;
}

/* Seconds of all rounds, by function, way and round. */
typedef struct samples {
    double of[WORKLOAD_FUNCTIONS_MAX][WAYS][ROUNDS_MAX];
    unsigned calls[WORKLOAD_FUNCTIONS_MAX][WAYS];
} samples;

static void measure_round(samples *s, workload_code *const code[WAYS], const buffers *m,
                          unsigned function, unsigned round)
{
    for (int w = 0; w < WAYS; w++) {
        unsigned *calls = &s->calls[function][w];
        if (!*calls) *calls = calibrate(code[w], m, (workload_way)w);
        s->of[function][w][round] = seconds_of(code[w], m, (workload_way)w, *calls) / *calls;
    }
}

/* Of functions first..end) together. */
static workload_time summarize(const samples *s, unsigned first, unsigned end, unsigned rounds)
{
    static double seconds[WAYS][ROUNDS_MAX], gain[ROUNDS_MAX], hand[ROUNDS_MAX];
    workload_time t = {0};
    memset(seconds, 0, sizeof seconds);
    for (unsigned r = 0; r < rounds; r++) {
        for (int w = 0; w < WAYS; w++)
            for (unsigned i = first; i < end; i++) seconds[w][r] += s->of[i][w][r];
        gain[r] = seconds[WAY_STOCK][r] / seconds[WAY_PASS][r];
        hand[r] = seconds[WAY_HAND][r] / seconds[WAY_PASS][r];
    }
    for (int w = 0; w < WAYS; w++) t.nanoseconds[w] = 1e9 * rounds_median_of(seconds[w], rounds);
    t.gain = rounds_median_of(gain, rounds);
    t.hand = rounds_median_of(hand, rounds);
    return t;
}

/* ---- one workload ---- */

/* False with a text when a library lacks the function. */
static bool find(void *const library[WAYS], const workload_pair *p, const char *name,
                 workload_code *code[WAYS], workload_result *out)
{
    for (int w = 0; w < WAYS; w++) {
        void *symbol = dlsym(library[w], name);
        memcpy(&code[w], &symbol, sizeof code[w]);
        if (symbol) continue;
        snprintf(out->trouble, sizeof out->trouble, "%s has no function %s", p->library[w], name);
        return false;
    }
    return true;
}

/* Fills the buffers and out->trouble when results differ. */
static void run_once(const workload_function *f, workload_code *const code[WAYS], unsigned units,
                     unsigned seed, buffers *m, workload_result *out)
{
    *m = buffers_make(f, units, seed);
    for (int w = 0; w < WAYS; w++) code[w](m->a, m->b, m->out[w], units);
    compare(f, m, out);
}

/* All functions in a round, so that the rounds of one are spread over the time that all take. */
static void measure_all_rounds(workload_code *const code[][WAYS], const buffers *m, unsigned count,
                               unsigned rounds, workload_result *out)
{
    samples *s = mem_alloc(1, sizeof *s);
    for (unsigned r = 0; r < rounds; r++)
        for (unsigned i = 0; i < count; i++) measure_round(s, code[i], &m[i], i, r);
    for (unsigned i = 0; i < count; i++) out->time[i] = summarize(s, i, i + 1, rounds);
    out->total = summarize(s, 0, count, rounds);
    mem_free(s);
}

void workload_run(const workload_pair *p, unsigned units, unsigned rounds, unsigned seed,
                  workload_result *out)
{
    void *library[WAYS];
    workload_code *code[WORKLOAD_FUNCTIONS_MAX][WAYS];
    buffers m[WORKLOAD_FUNCTIONS_MAX];
    unsigned count, made = 0;
    const workload_function *f = workload_functions(p->workload, &count);
    for (int w = 0; w < WAYS; w++) {
        library[w] = dlopen(p->library[w], RTLD_NOW | RTLD_LOCAL);
        if (library[w]) continue;
        snprintf(out->trouble, sizeof out->trouble, "cannot be loaded: %s", dlerror());
        return;
    }
    for (unsigned i = 0; i < count && !*out->trouble; i++)
        if (find(library, p, f[i].name, code[i], out))
            run_once(&f[i], code[i], units, seed, &m[made++], out);
    if (!*out->trouble && rounds) measure_all_rounds(code, m, count, rounds, out);
    for (unsigned i = 0; i < made; i++) buffers_free(&m[i]);
}
