// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transpose_run.c - guards text to streams of bits and back, in every form: lowered, run, and
 * compared with a loop over bits.
 *
 * A program is written in stages, of units of half a byte, a quarter and a bit, in any order of
 * these. A stage brings the units of two registers to two others: those with odd numbers, those
 * with even ones. It is said by packs of bytes with shifts and masks, by three exclusive ors of
 * bytes that are packed, by shifts within bytes, or by shuffles of small fields. Back the same
 * stages in the other direction. Streams come in either order, and so do the bits of each. Some
 * programs store what is between, write before they have read all, or read again what may have been
 * written. */
#include "ir_text.h"
#include "jit.h"

#include "lowerings/pass/pass.h"
#include "lowerings/pass/table/table.h"
#include "sample.h"
#include "spec/base/random.h"

#include <llvm-c/Analysis.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* EARLY_AT: a register that is not read yet. */
enum { STREAMS = 8, EARLY_AT = 4, BYTES_MAX = 64, ROUNDS = 20, FAILURES = 20 };
#define LENGTH(array) (sizeof(array) / sizeof *(array))

typedef enum form { PACKS, SWAPS, COMPRESSED, FIELDS, FORMS } form;
typedef enum besides { NOTHING, BETWEEN, EARLY, AGAIN, BESIDES } besides;

static const char *const form_names[FORMS] = {"packs", "swaps", "compressed", "fields"};
static const char *const besides_names[BESIDES] = {"", ", stored between", ", written early",
                                                   ", read again"};

/* What a program does: to streams or back, of registers of so many bytes, the stages' forms. */
typedef struct program {
    bool back, other_streams, other_bits;
    unsigned bytes;
    form form[3];
    besides besides;
} program;

static uint64_t state = 5;
static unsigned checked, failed, left_alone;

static unsigned draw(unsigned below) { return (unsigned)(random_next(&state) >> 20) % below; }

/* ---- the text ---- */

static unsigned values; /* so many have names */

static void put_splat(unsigned n, unsigned bits, unsigned number)
{
    put("<");
    for (unsigned i = 0; i < n; i++) put("%si%u %u", i ? ", " : "", bits, number);
    put(">");
}

/* A value with an operation's name is v<number>, always of bytes. */
static unsigned logic(const program *p, const char *op, unsigned a, unsigned b)
{
    put(" %%v%u = %s <%u x i8> %%v%u, %%v%u\n", values, op, p->bytes, a, b);
    return values++;
}

static unsigned with_mask(const program *p, unsigned a, unsigned mask)
{
    put(" %%v%u = and <%u x i8> %%v%u, ", values, p->bytes, a);
    put_splat(p->bytes, 8, mask);
    put("\n");
    return values++;
}

/* Of words: bits cross bytes. */
static unsigned shifted(const program *p, const char *op, unsigned a, unsigned by)
{
    put(" %%a%u = bitcast <%u x i8> %%v%u to <%u x i16>\n", values, p->bytes, a, p->bytes / 2);
    put(" %%b%u = %s <%u x i16> %%a%u, ", values, op, p->bytes / 2, values);
    put_splat(p->bytes / 2, 16, by);
    put("\n %%v%u = bitcast <%u x i16> %%b%u to <%u x i8>\n", values, p->bytes / 2, values,
        p->bytes);
    return values++;
}

/* Fields of two registers: every other one, or in turn. */
typedef unsigned pick(unsigned i, unsigned n, unsigned half);

static unsigned every_other(unsigned i, unsigned n, unsigned half)
{
    (void)n;
    return 2 * i + half;
}

static unsigned in_turn(unsigned i, unsigned n, unsigned half)
{
    return i / 2 + half * (n / 2) + i % 2 * n;
}

static unsigned shuffled(const program *p, unsigned bits, unsigned a, unsigned b, pick *f,
                         unsigned half)
{
    unsigned n = p->bytes * 8 / bits;
    put(" %%a%u = bitcast <%u x i8> %%v%u to <%u x i%u>\n", values, p->bytes, a, n, bits);
    put(" %%b%u = bitcast <%u x i8> %%v%u to <%u x i%u>\n", values, p->bytes, b, n, bits);
    put(" %%c%u = shufflevector <%u x i%u> %%a%u, <%u x i%u> %%b%u, <%u x i32> <", values, n, bits,
        values, n, bits, values, n);
    for (unsigned i = 0; i < n; i++) put("%si32 %u", i ? ", " : "", f(i, n, half));
    put(">\n %%v%u = bitcast <%u x i%u> %%c%u to <%u x i8>\n", values, n, bits, values, p->bytes);
    return values++;
}

/* ---- stages ---- */

/* The odd units' bits of each byte. */
static unsigned odd_mask(unsigned unit) { return unit == 1 ? 0xaa : unit == 2 ? 0xcc : 0xf0; }

/* The even units of x and those of y, as the odd ones, come to *even; the odd ones to *odd. It is
 * its own inverse. */
static void exchange(const program *p, form f, unsigned unit, unsigned x, unsigned y,
                     unsigned *even, unsigned *odd)
{
    unsigned mask = odd_mask(unit);
    if (f == SWAPS) {
        unsigned differ = with_mask(p, logic(p, "xor", shifted(p, "lshr", x, unit), y), 255 - mask);
        *odd = logic(p, "xor", y, differ);
        *even = logic(p, "xor", x, shifted(p, "shl", differ, unit));
    } else {
        *odd = logic(p, "or", with_mask(p, y, mask),
                     with_mask(p, shifted(p, "lshr", x, unit), 255 - mask));
        *even = logic(p, "or", with_mask(p, shifted(p, "shl", y, unit), mask),
                      with_mask(p, x, 255 - mask));
    }
}

/* The units of each byte with even numbers in its lower half, in order, and zeros above. */
static unsigned compressed(const program *p, unsigned a, unsigned unit)
{
    unsigned x = with_mask(p, a, 255 - odd_mask(unit));
    for (; unit < 4; unit *= 2)
        x = with_mask(p, logic(p, "or", x, shifted(p, "lshr", x, unit)), 255 - odd_mask(2 * unit));
    return x;
}

static unsigned half_by_shifts(const program *p, unsigned low, unsigned high, unsigned unit,
                               bool odd)
{
    if (odd) low = shifted(p, "lshr", low, unit), high = shifted(p, "lshr", high, unit);
    return logic(p, "or", compressed(p, low, unit),
                 shifted(p, "shl", compressed(p, high, unit), 4));
}

/* Of two registers' units: those with odd numbers, and those with even ones. */
static void apart(const program *p, form f, unsigned unit, const unsigned r[2], unsigned *odd,
                  unsigned *even)
{
    if (f == FIELDS) {
        *odd = shuffled(p, unit, r[0], r[1], every_other, 1);
        *even = shuffled(p, unit, r[0], r[1], every_other, 0);
        return;
    }
    unsigned high = shuffled(p, 8, r[0], r[1], every_other, 1),
             low = shuffled(p, 8, r[0], r[1], every_other, 0);
    if (f == COMPRESSED) {
        *odd = half_by_shifts(p, low, high, unit, true);
        *even = half_by_shifts(p, low, high, unit, false);
    } else {
        exchange(p, f, unit, low, high, even, odd);
    }
}

/* The other way. */
static void together(const program *p, form f, unsigned unit, unsigned odd, unsigned even,
                     unsigned r[2])
{
    unsigned low = even, high = odd, bits = f == FIELDS ? unit : 8;
    if (f != FIELDS) exchange(p, f == COMPRESSED ? PACKS : f, unit, even, odd, &low, &high);
    r[0] = shuffled(p, bits, low, high, in_turn, 0);
    r[1] = shuffled(p, bits, low, high, in_turn, 1);
}

/* ---- programs ---- */

/* Is one of the stages, and are all of them, of packs within bytes? Those leave units of a byte in
 * its own order, the others' exchange does not: they go with none. */
static bool is_compressed(const program *p)
{
    return p->form[0] == COMPRESSED || p->form[0] == FIELDS;
}

/* The unit of a stage: exchanges take bits first, packs of units halves of bytes. */
static unsigned unit_of(const program *p, unsigned stage)
{
    return is_compressed(p) ? 4U >> stage : 1U << stage;
}

/* Streams of the registers from stage `stage` on: of their odd units first. */
static void to_streams(const program *p, unsigned stage, const unsigned *r, unsigned count,
                       unsigned *out)
{
    unsigned odd[STREAMS / 2], even[STREAMS / 2];
    if (count == 1) {
        *out = *r;
        return;
    }
    for (unsigned i = 0; i < count / 2; i++)
        apart(p, p->form[stage], unit_of(p, stage), r + 2 * i, &odd[i], &even[i]);
    to_streams(p, stage + 1, odd, count / 2, out);
    to_streams(p, stage + 1, even, count / 2, out + count / 2);
}

static void from_streams(const program *p, unsigned stage, const unsigned *streams, unsigned count,
                         unsigned *r)
{
    unsigned odd[STREAMS / 2], even[STREAMS / 2];
    if (count == 1) {
        *r = *streams;
        return;
    }
    from_streams(p, stage + 1, streams, count / 2, odd);
    from_streams(p, stage + 1, streams + count / 2, count / 2, even);
    for (unsigned i = 0; i < count / 2; i++)
        together(p, p->form[stage], unit_of(p, stage), odd[i], even[i], r + 2 * i);
}

/* Of the places in which `to_streams` has the streams, which bit of bytes it is. */
static unsigned bit_at(const program *p, unsigned place)
{
    unsigned bit = 0;
    for (unsigned stage = 0; stage < 3; stage++)
        if (!(place >> (2 - stage) & 1)) bit += unit_of(p, stage);
    return bit;
}

static unsigned stream_at(const program *p, unsigned place)
{
    unsigned bit = bit_at(p, place);
    return p->other_streams ? STREAMS - 1 - bit : bit;
}

static unsigned reversed(const program *p, unsigned a)
{
    put(" %%v%u = shufflevector <%u x i8> %%v%u, <%u x i8> poison, <%u x i32> <", values, p->bytes,
        a, p->bytes, p->bytes);
    for (unsigned i = 0; i < p->bytes; i++) put("%si32 %u", i ? ", " : "", p->bytes - 1 - i);
    put(">\n");
    return values++;
}

static unsigned loaded(const program *p, unsigned at)
{
    put(" %%p%u = getelementptr i8, ptr %%p, i64 %u\n", values, at * p->bytes);
    put(" %%v%u = load <%u x i8>, ptr %%p%u, align 1\n", values, p->bytes, values);
    return values++;
}

static void stored(const program *p, unsigned value, unsigned at)
{
    put(" %%q%u.%u = getelementptr i8, ptr %%q, i64 %u\n", at, values, at * p->bytes);
    put(" store <%u x i8> %%v%u, ptr %%q%u.%u, align 1\n", p->bytes, value, at, values++);
}

/* Where text is in the other order of bits: register and byte. */
static unsigned text_at(const program *p, unsigned at)
{
    return p->other_bits ? STREAMS - 1 - at : at;
}

static void put_program(const program *p, unsigned number)
{
    unsigned in[STREAMS], out[STREAMS], r[STREAMS], streams[STREAMS];
    put("define void @f%u(ptr %%p, ptr %%q) {\n", number);
    for (unsigned i = 0; i < STREAMS; i++) {
        in[i] = loaded(p, i);
        if (p->besides == EARLY && i == 2) stored(p, in[0], EARLY_AT);
    }
    for (unsigned i = 0; i < STREAMS; i++) {
        r[i] = in[p->back ? i : text_at(p, i)];
        if (p->other_bits && !p->back) r[i] = reversed(p, r[i]);
        streams[i] = in[stream_at(p, i)];
    }
    if (p->back) from_streams(p, 0, streams, STREAMS, out);
    else to_streams(p, 0, r, STREAMS, out);
    for (unsigned i = 0; i < STREAMS; i++) {
        bool turned = p->back && p->other_bits;
        stored(p, turned ? reversed(p, out[i]) : out[i],
               !p->back ? stream_at(p, i)
               : turned ? text_at(p, i)
                        : i);
    }
    if (p->besides == BETWEEN) stored(p, shuffled(p, 8, r[0], r[1], every_other, 1), STREAMS + 1);
    if (p->besides == AGAIN) stored(p, loaded(p, 3), STREAMS + 1);
    put(" ret void\n}\n");
}

/* ---- the reference ---- */

enum { ROOM = (STREAMS + 2) * BYTES_MAX };

static unsigned bit(const uint8_t *bytes, unsigned i) { return bytes[i / 8] >> i % 8 & 1; }

static void transpose(const program *p, const uint8_t *in, uint8_t *out)
{
    unsigned n = STREAMS * p->bytes;
    memset(out, 0, n);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < 8; k++) {
            unsigned stream = (p->other_streams ? STREAMS - 1 - k : k) * n,
                     at = p->other_bits ? n - 1 - i : i, of_text = 8 * at + k,
                     of_streams = stream + i;
            unsigned from = p->back ? of_streams : of_text, to = p->back ? of_text : of_streams;
            out[to / 8] |= (uint8_t)(bit(in, from) << to % 8);
        }
}

/* p is q where it reads again. */
static void refer(const program *p, uint8_t *in, uint8_t *out)
{
    uint8_t result[ROOM], text_in[ROOM];
    if (p->besides == EARLY) memcpy(out + EARLY_AT * p->bytes, in, p->bytes);
    memcpy(text_in, in, sizeof text_in);
    transpose(p, text_in, result);
    memcpy(out, result, STREAMS * p->bytes);
    uint8_t *more = out + (STREAMS + 1) * p->bytes;
    if (p->besides == AGAIN) memcpy(more, in + 3 * p->bytes, p->bytes);
    for (unsigned i = 0; p->besides == BETWEEN && i < p->bytes; i++) {
        unsigned at = 2 * i + 1;
        if (p->other_bits && !p->back) at = STREAMS * p->bytes - 1 - at;
        more[i] = text_in[at];
    }
}

typedef void compiled(const void *p, void *q);

static void describe(const char *cpu, const program *p)
{
    fprintf(stderr, "FAIL %s: %s, %u bytes, %s, %s, %s%s%s%s\n", cpu,
            p->back ? "from streams" : "to streams", p->bytes, form_names[p->form[0]],
            form_names[p->form[1]], form_names[p->form[2]],
            p->other_streams ? ", streams from the top" : "", p->other_bits ? ", bits too" : "",
            besides_names[p->besides]);
}

/* In place, too: all is read before a result is written. */
static void compare(const char *cpu, const program *p, compiled *f)
{
    static _Alignas(64) uint8_t in[ROOM], got[ROOM], want[ROOM];
    for (unsigned round = 0; round < ROUNDS; round++) {
        bool in_place = round % 2;
        for (unsigned i = 0; i < ROOM; i++) in[i] = (uint8_t)draw(256);
        memcpy(got, in, sizeof got);
        memcpy(want, in, sizeof want);
        f(in_place ? got : in, got);
        refer(p, in_place ? want : in, want);
        checked++;
        if (!memcmp(got, want, (STREAMS + 2) * p->bytes)) continue;
        if (failed++ < FAILURES) describe(cpu, p);
        return;
    }
}

/* ---- the run ---- */

/* Stages of exchanges are of one order of units, packs of units of another. */
static program draw_program(unsigned number, unsigned bytes)
{
    static const form exchanges[] = {PACKS, SWAPS}, packs[] = {COMPRESSED, FIELDS};
    program p = {.back = number % 2,
                 .bytes = bytes,
                 .other_streams = draw(2),
                 .other_bits = draw(3) == 0,
                 .besides = draw(2) ? NOTHING : (besides)draw(BESIDES)};
    const form *of = number % 3 == 2 && !p.back ? packs : exchanges;
    for (unsigned i = 0; i < 3; i++) p.form[i] = of[draw(2)];
    if (number % 3 == 2 && p.back)
        for (unsigned i = 0; i < 3; i++) p.form[i] = FIELDS;
    return p;
}

enum { PROGRAMS = 12 };

static void test_bytes(const struct lowering_target *t, unsigned bytes, lanesmith_stats *all)
{
    program programs[PROGRAMS];
    lanesmith_stats stats = {0};
    length = values = 0;
    for (unsigned i = 0; i < PROGRAMS; i++) {
        programs[i] = draw_program(i, bytes);
        put_program(&programs[i], i);
    }
    LLVMContextRef context;
    LLVMOrcThreadSafeContextRef safe = jit_context(&context);
    LLVMModuleRef module = jit_parse(context, text, length);
    jit_set_cpu(module, t->cpu);
    lanesmith_run(module, &stats, NULL, NULL);
    if (LLVMVerifyModule(module, LLVMPrintMessageAction, NULL)) exit(3);
    left_alone += PROGRAMS - stats.functions_changed;
    all->transposed += stats.transposed;
    LLVMOrcLLJITRef jit = jit_compile(module, safe, LLVMCodeGenLevelLess);
    for (unsigned i = 0; i < PROGRAMS; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%u", i);
        compare(t->cpu, &programs[i], (compiled *)(uintptr_t)jit_find(jit, name, false));
    }
    jit_fail_if(LLVMOrcDisposeLLJIT(jit));
}

int main(void)
{
    static const unsigned bytes[] = {16, 32, 64};
    unsigned skipped = 0;
    lanesmith_stats stats = {0};
    jit_start();
    for (unsigned t = 0; t < lowering_target_count; t++) {
        skipped += !jit_host_has(&lowering_targets[t]);
        for (unsigned i = 0; jit_host_has(&lowering_targets[t]) && i < LENGTH(bytes); i++)
            if (row_is_chosen()) test_bytes(&lowering_targets[t], bytes[i], &stats);
    }
    printf("%u runs compared, %u differ; %u programs left to LLVM; %u targets skipped, %u rows for "
           "other revisions\n",
           checked, failed, left_alone, skipped, rows_left);
    return failed || !checked || !stats.transposed ? 1 : 0;
}
