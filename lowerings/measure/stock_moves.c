// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stock_moves.c - stock forms that move bytes, as LLVM IR.
 *
 * A shuffle is drawn at random among those of its kind: the generator's seed is the case, so that
 * the same is measured everywhere. What moves is in registers: arguments and results are not
 * counted. Called by stockgen.c. */
#include "stock_code.h"

#include <string.h>

#include "spec/base/random.h"

enum { BYTES_MAX = 256, ZERO = -1, LANE = 16, DWORD = 4, WORD = 2, PAIR = 8 };

/* Byte i of the result is byte from[i] of the argument, or zero. */
typedef struct movement {
    unsigned bytes, sources, sample; /* of a register; as in the case */
    uint64_t state;
    unsigned argument, result; /* bytes */
    int from[BYTES_MAX];
} movement;

static unsigned below(movement *m, unsigned count)
{
    return (unsigned)(random_next(&m->state) % count);
}

/* ---- which byte comes from where ---- */

/* The register for a unit of the result; the first units use each once. */
static unsigned draw_source(movement *m, unsigned unit)
{
    return unit < m->sources ? unit : below(m, m->sources);
}

/* Units of so many bytes from anywhere, or from the same `window` bytes of some register. */
static void draw_units(movement *m, unsigned unit, unsigned window)
{
    for (unsigned i = 0; i < m->result / unit; i++) {
        unsigned start = i * unit / window * window,
                 at = (window < m->bytes ? start : 0) + below(m, window / unit) * unit;
        unsigned base = draw_source(m, i) * m->bytes + at;
        for (unsigned k = 0; k < unit; k++) m->from[i * unit + k] = (int)(base + k);
    }
}

/* The words of each 8 bytes are those of two doublewords. */
static void draw_words_of_pairs(movement *m)
{
    for (unsigned i = 0; i < m->result; i += PAIR) {
        unsigned of[2] = {below(m, m->bytes / DWORD), below(m, m->bytes / DWORD)};
        for (unsigned k = 0; k < PAIR; k += WORD) {
            unsigned at = of[k / WORD % 2] * DWORD + below(m, 2) * WORD;
            m->from[i + k] = (int)at;
            m->from[i + k + 1] = (int)at + 1;
        }
    }
}

/* Doublewords, each half from a register of its own. */
static void draw_dword_halves(movement *m)
{
    for (unsigned i = 0; i < m->result / DWORD; i++) {
        unsigned lane = i * DWORD / LANE * LANE, source = i * DWORD % LANE / PAIR % m->sources;
        unsigned at = source * m->bytes + lane + below(m, LANE / DWORD) * DWORD;
        for (unsigned k = 0; k < DWORD; k++) m->from[i * DWORD + k] = (int)(at + k);
    }
}

/* Bytes change places in all 16 alike; then doublewords of the same number come together. */
static void draw_bytes_to_dwords(movement *m)
{
    unsigned lanes = m->bytes / LANE, at[LANE];
    for (unsigned k = 0; k < LANE; k++) at[k] = below(m, LANE);
    for (unsigned i = 0; i < m->result; i++) {
        unsigned dword = i / DWORD, lane = dword % lanes, place = dword / lanes * DWORD + i % DWORD;
        m->from[i] = (int)(lane * LANE + at[place]);
    }
}

/* As fields are moved apart: what lies side by side, but begins anywhere. */
static void draw_bytes_of_runs(movement *m)
{
    enum { RUN = 14 };
    for (unsigned i = 0; i < m->result; i++) m->from[i] = (int)(i / LANE * RUN + below(m, RUN));
}

/* 16 bytes of any part of a register, or of so many parts side by side. */
static void draw_bytes_of_parts(movement *m)
{
    unsigned first = m->sources == 1 ? m->sample % (m->bytes / LANE) : 0;
    for (unsigned i = 0; i < m->result; i++) {
        unsigned part = first + draw_source(m, i);
        m->from[i] = (int)(part * LANE + below(m, LANE));
    }
}

static void draw_interleaved(movement *m)
{
    for (unsigned i = 0; i < m->result; i++) {
        unsigned second = i % 2;
        m->from[i] = second && m->sources == 1 ? ZERO : (int)(i / 2 + second * m->bytes);
    }
}

static void draw_run(movement *m)
{
    unsigned first = 1 + below(m, m->bytes - 1), end = m->sources * m->bytes;
    for (unsigned i = 0; i < m->result; i++) m->from[i] = first + i < end ? (int)(first + i) : ZERO;
}

static void draw_every(movement *m, unsigned distance, unsigned first)
{
    m->result = m->argument / distance;
    for (unsigned i = 0; i < m->result; i++) m->from[i] = (int)(distance * i + first);
}

/* The argument has whole registers, their number a power of two. */
static movement draw(const stock_case *c)
{
    movement m = {.bytes = c->size,
                  .sources = c->count,
                  .sample = c->sample,
                  .state = ((uint64_t)c->form << 16) + (c->size << 8) + 8 * c->count + c->sample};
    bool parts = c->form == STOCK_BYTES_OF_PARTS;
    m.result = m.argument = c->size;
    while (m.argument < (parts ? LANE : c->size) * c->count) m.argument *= 2;
    switch (c->form) {
    case STOCK_PART:
        m.result /= 2;
        for (unsigned i = 0; i < m.result; i++) m.from[i] = (int)(m.result + i);
        break;
    case STOCK_REPEAT:
        for (unsigned i = 0; i < m.result; i++) m.from[i] = (int)(i % PAIR);
        break;
    case STOCK_INTERLEAVE:
        m.result *= c->count;
        draw_interleaved(&m);
        break;
    case STOCK_SLIDE: draw_run(&m); break;
    case STOCK_DWORD_HALVES: draw_dword_halves(&m); break;
    case STOCK_DWORDS: draw_units(&m, DWORD, m.bytes); break;
    case STOCK_WORDS_IN_HALVES: draw_units(&m, WORD, PAIR); break;
    case STOCK_WORDS_OF_PAIRS: draw_words_of_pairs(&m); break;
    case STOCK_WORDS: draw_units(&m, WORD, m.bytes); break;
    case STOCK_BYTES_IN_LANES: draw_units(&m, 1, LANE); break;
    case STOCK_BYTES_TO_DWORDS: draw_bytes_to_dwords(&m); break;
    case STOCK_BYTES_OF_RUNS: draw_bytes_of_runs(&m); break;
    case STOCK_BYTES: draw_units(&m, 1, m.bytes); break;
    case STOCK_BYTES_OF_PARTS:
        m.result = LANE;
        draw_bytes_of_parts(&m);
        break;
    case STOCK_EVEN:
    case STOCK_EVEN_CLEAR: draw_every(&m, 2, 0); break;
    case STOCK_ODD: draw_every(&m, 2, 1); break;
    case STOCK_FOURTH: draw_every(&m, 4, 0); break;
    default: break;
    }
    return m;
}

/* Bytes 1, 3, 5 ... are zero: an instruction a register, which is not the form's. */
static void write_clear(const movement *m, strbuf *ir)
{
    unsigned n = m->argument;
    strbuf_printf(ir, "  %%w = bitcast <%u x i8> %%x to <%u x i16>\n", n, n / 2);
    strbuf_printf(ir, "  %%m = and <%u x i16> %%w, splat (i16 255)\n", n / 2);
    strbuf_printf(ir, "  %%a = bitcast <%u x i16> %%m to <%u x i8>\n", n / 2, n);
}

static void write_shuffle(const stock_case *c, const char *name, strbuf *ir)
{
    movement m = draw(c);
    bool clear = c->form == STOCK_EVEN_CLEAR;
    strbuf_printf(ir, "define <%u x i8> @%s(<%u x i8> %%%c) {\n", m.result, name, m.argument,
                  clear ? 'x' : 'a');
    if (clear) write_clear(&m, ir);
    strbuf_printf(ir,
                  "  %%r = shufflevector <%u x i8> %%a, <%u x i8> zeroinitializer, <%u x i32> <",
                  m.argument, m.argument, m.result);
    for (unsigned i = 0; i < m.result; i++)
        strbuf_printf(ir, "%si32 %u", i ? ", " : "",
                      m.from[i] == ZERO ? m.argument : (unsigned)m.from[i]);
    strbuf_printf(ir, ">\n  ret <%u x i8> %%r\n}\n", m.result);
}

/* Two values of half a register, in turn. */
static void write_interleave_parts(const stock_case *c, const char *name, strbuf *ir)
{
    unsigned n = c->size / 2;
    strbuf_printf(ir, "define <%u x i8> @%s(<%u x i8> %%a, <%u x i8> %%b) {\n", 2 * n, name, n, n);
    strbuf_printf(ir, "  %%r = shufflevector <%u x i8> %%a, <%u x i8> %%b, <%u x i32> <", n, n,
                  2 * n);
    for (unsigned i = 0; i < 2 * n; i++)
        strbuf_printf(ir, "%si32 %u", i ? ", " : "", i / 2 + (i % 2 ? n : 0));
    strbuf_printf(ir, ">\n  ret <%u x i8> %%r\n}\n", 2 * n);
}

static void write_bytes_of_number(const stock_case *c, const char *name, strbuf *ir)
{
    uint64_t state = c->sample;
    strbuf_printf(ir,
                  "define i64 @%s(i64 %%a) {\n  %%v = bitcast i64 %%a to <8 x i8>\n"
                  "  %%s = shufflevector <8 x i8> %%v, <8 x i8> poison, <8 x i32> <",
                  name);
    for (unsigned i = 0; i < PAIR; i++)
        strbuf_printf(ir, "%si32 %u", i ? ", " : "", (unsigned)(random_next(&state) % PAIR));
    strbuf_puts(ir, ">\n  %r = bitcast <8 x i8> %s to i64\n  ret i64 %r\n}\n");
}

/* ---- steps on registers ---- */

/* "<i16 3, i16 5, ...>", each number between the two. */
static void write_constants(uint64_t *state, unsigned n, unsigned bits, unsigned low, unsigned high,
                            strbuf *ir)
{
    for (unsigned i = 0; i < n; i++)
        strbuf_printf(ir, "%si%u %u", i ? ", " : "<", bits,
                      low + (unsigned)(random_next(state) % (high - low + 1)));
    strbuf_puts(ir, ">\n");
}

static void begin(const char *name, unsigned n, unsigned bits, strbuf *ir)
{
    strbuf_printf(ir, "define <%u x i%u> @%s(<%u x i%u> %%a, <%u x i%u> %%b) {\n", n, bits, name, n,
                  bits, n, bits);
}

static void end(unsigned n, unsigned bits, strbuf *ir)
{
    strbuf_printf(ir, "  ret <%u x i%u> %%r\n}\n", n, bits);
}

static void write_shift_each(const stock_case *c, const char *name, strbuf *ir)
{
    unsigned bits = c->form == STOCK_SHL_EACH_32 || c->form == STOCK_SHR_EACH_32 ? 32 : 16,
             n = c->size * 8 / bits;
    bool left = c->form == STOCK_SHL_EACH_16 || c->form == STOCK_SHL_EACH_32;
    uint64_t state = c->sample;
    begin(name, n, bits, ir);
    strbuf_printf(ir, "  %%r = %s <%u x i%u> %%a, ", left ? "shl" : "lshr", n, bits);
    write_constants(&state, n, bits, c->form != STOCK_SHR_SOME_16, bits / 2, ir);
    end(n, bits, ir);
}

static void write_sign(const stock_case *c, const char *name, strbuf *ir)
{
    bool in_bytes = c->form == STOCK_SIGN_IN_BYTES;
    unsigned bits = in_bytes ? 8 : 16, n = c->size * 8 / bits;
    begin(name, n, bits, ir);
    if (in_bytes) {
        strbuf_printf(ir, "  %%x = or <%u x i8> %%a, splat (i8 -120)\n", n);
        strbuf_printf(ir, "  %%y = sub <%u x i8> %%x, splat (i8 34)\n", n);
        strbuf_printf(ir, "  %%r = xor <%u x i8> %%y, splat (i8 -120)\n", n);
    } else {
        strbuf_printf(ir, "  %%r = sub <%u x i16> %%a, splat (i16 32)\n", n);
    }
    end(n, bits, ir);
}

static void write_test(const stock_case *c, const char *name, strbuf *ir)
{
    unsigned n = c->size;
    begin(name, n, 8, ir);
    strbuf_printf(ir, "  %%x = and <%u x i8> %%a, %%b\n", n);
    strbuf_printf(ir, "  %%c = icmp eq <%u x i8> %%x, %%b\n", n);
    strbuf_printf(ir, "  %%r = sext <%u x i1> %%c to <%u x i8>\n", n, n);
    end(n, 8, ir);
}

/* Registers' bits by general registers into one vector; where LLVM compares to bits it prefers
 * "not zero". */
static void write_pack_test(const stock_case *c, const char *name, strbuf *ir)
{
    unsigned n = c->size, k = c->count;
    strbuf_printf(ir, "define <%u x i%u> @%s(", k, n, name);
    for (unsigned i = 0; i < k; i++) strbuf_printf(ir, "%s<%u x i8> %%a%u", i ? ", " : "", n, i);
    strbuf_printf(ir, ", <%u x i8> %%m) {\n", n);
    for (unsigned i = 0; i < k; i++) {
        strbuf_printf(ir, "  %%x%u = and <%u x i8> %%a%u, %%m\n", i, n, i);
        strbuf_printf(ir, "  %%c%u = icmp ne <%u x i8> %%x%u, zeroinitializer\n", i, n, i);
        strbuf_printf(ir, "  %%i%u = bitcast <%u x i1> %%c%u to i%u\n", i, n, i, n);
        strbuf_printf(ir, "  %%r%u = insertelement <%u x i%u> ", i, k, n);
        if (i) strbuf_printf(ir, "%%r%u, i%u %%i%u, i32 %u\n", i - 1, n, i, i);
        else strbuf_printf(ir, "poison, i%u %%i0, i32 0\n", n);
    }
    strbuf_printf(ir, "  ret <%u x i%u> %%r%u\n}\n", k, n, k - 1);
}

static void write_pack(const stock_case *c, const char *name, strbuf *ir)
{
    unsigned n = c->size;
    strbuf_printf(ir, "define i%u @%s(<%u x i8> %%a) {\n", n, name, n);
    strbuf_printf(ir, "  %%c = trunc <%u x i8> %%a to <%u x i1>\n", n, n);
    strbuf_printf(ir, "  %%r = bitcast <%u x i1> %%c to i%u\n  ret i%u %%r\n}\n", n, n, n);
}

static void write_select(const stock_case *c, const char *name, strbuf *ir)
{
    unsigned n = c->size;
    uint64_t state = c->sample, again = state;
    begin(name, n, 8, ir);
    strbuf_printf(ir, "  %%m = bitcast <%u x i8> ", n);
    strbuf text = {0};
    write_constants(&again, n, 8, 0, 255, &text);
    strbuf_putn(ir, text.s, text.len - 1);
    strbuf_printf(ir, " to <%u x i8>\n  %%x = and <%u x i8> %%a, %%m\n", n, n);
    strbuf_printf(ir, "  %%n = xor <%u x i8> %%m, splat (i8 -1)\n", n);
    strbuf_printf(ir, "  %%y = and <%u x i8> %%b, %%n\n  %%r = or <%u x i8> %%x, %%y\n", n, n);
    strbuf_free(&text);
    end(n, 8, ir);
}

/* ---- parts of registers ---- */

static const char halve_16[] = /* each half is turned by an instruction of its own */
    "define <2 x i64> @$(<2 x i64> %a, i64 %k) {\n"
    "  %x = extractelement <2 x i64> %a, i32 0\n  %y = extractelement <2 x i64> %a, i32 1\n"
    "  %u = call i64 @llvm.bswap.i64(i64 %x)\n  %v = call i64 @llvm.bswap.i64(i64 %y)\n"
    "  %p = insertelement <2 x i64> poison, i64 %u, i32 0\n"
    "  %r = insertelement <2 x i64> %p, i64 %v, i32 1\n  ret <2 x i64> %r\n}\n";

static void write_template(const char *text, const char *name, strbuf *ir)
{
    for (; *text; text++)
        if (*text == '$') strbuf_puts(ir, name);
        else strbuf_putn(ir, text, 1);
}

/* A half of a register of `n` words, from word `first` on. */
static void write_half(char name, unsigned n, unsigned first, strbuf *ir)
{
    strbuf_printf(ir, "  %%%c = shufflevector <%u x i64> %%a, <%u x i64> poison, <%u x i32> <",
                  name, n, n, n / 2);
    for (unsigned i = 0; i < n / 2; i++) strbuf_printf(ir, "%si32 %u", i ? ", " : "", first + i);
    strbuf_puts(ir, ">\n");
}

static void write_halve(const stock_case *c, const char *name, strbuf *ir)
{
    unsigned n = c->size / 8, h = n / 2;
    if (n == 2) {
        write_template(halve_16, name, ir);
        return;
    }
    strbuf_printf(ir, "define <%u x i64> @%s(<%u x i64> %%a, <%u x i64> %%b) {\n", n, name, n, h);
    write_half('x', n, 0, ir);
    write_half('y', n, h, ir);
    strbuf_printf(ir, "  %%u = add <%u x i64> %%x, %%b\n  %%v = xor <%u x i64> %%y, %%b\n", h, h);
    strbuf_printf(ir, "  %%r = shufflevector <%u x i64> %%u, <%u x i64> %%v, <%u x i32> <", h, h,
                  n);
    for (unsigned i = 0; i < n; i++) strbuf_printf(ir, "%si32 %u", i ? ", " : "", i);
    strbuf_printf(ir, ">\n  ret <%u x i64> %%r\n}\n", n);
}

/* 13 bytes as memory.c has them, by two accesses that overlap. */
static const char read_part[] =
    "define <2 x i64> @$(ptr %p) {\n  %q = getelementptr i8, ptr %p, i64 5\n"
    "  %x = load i64, ptr %p\n  %y = load i64, ptr %q\n  %z = lshr i64 %y, 24\n"
    "  %u = insertelement <2 x i64> poison, i64 %x, i32 0\n"
    "  %r = insertelement <2 x i64> %u, i64 %z, i32 1\n  ret <2 x i64> %r\n}\n";
static const char write_part[] =
    "define void @$(<2 x i64> %a, ptr %p) {\n  %q = getelementptr i8, ptr %p, i64 5\n"
    "  %x = extractelement <2 x i64> %a, i32 0\n  %y = extractelement <2 x i64> %a, i32 1\n"
    "  %z = call i64 @llvm.fshr.i64(i64 %y, i64 %x, i64 40)\n"
    "  store i64 %x, ptr %p\n  store i64 %z, ptr %q\n  ret void\n}\n";

/* Two registers that are not full, from one number and to it. */
static void read_bits(unsigned bits, const char *name, strbuf *ir)
{
    unsigned used = bits - 2, words = bits / 64;
    strbuf_printf(ir, "define <%u x i64> @%s(ptr %%p) {\n  %%n = load i%u, ptr %%p\n", 2 * words,
                  name, 2 * used);
    strbuf_printf(ir, "  %%h = lshr i%u %%n, %u\n", 2 * used, used);
    for (unsigned i = 0; i < 2; i++) {
        strbuf_printf(ir, "  %%t%u = trunc i%u %s to i%u\n", i, 2 * used, i ? "%h" : "%n", used);
        strbuf_printf(ir, "  %%z%u = zext i%u %%t%u to i%u\n", i, used, i, bits);
        strbuf_printf(ir, "  %%v%u = bitcast i%u %%z%u to <%u x i64>\n", i, bits, i, words);
    }
    strbuf_printf(ir, "  %%r = shufflevector <%u x i64> %%v0, <%u x i64> %%v1, <%u x i32> <", words,
                  words, 2 * words);
    for (unsigned i = 0; i < 2 * words; i++) strbuf_printf(ir, "%si32 %u", i ? ", " : "", i);
    strbuf_printf(ir, ">\n  ret <%u x i64> %%r\n}\n", 2 * words);
}

static void write_bits(unsigned bits, const char *name, strbuf *ir)
{
    unsigned used = bits - 2, words = bits / 64;
    strbuf_printf(ir, "define void @%s(<%u x i64> %%v0, <%u x i64> %%v1, ptr %%p) {\n", name, words,
                  words);
    for (unsigned i = 0; i < 2; i++) {
        strbuf_printf(ir, "  %%w%u = bitcast <%u x i64> %%v%u to i%u\n", i, words, i, bits);
        strbuf_printf(ir, "  %%t%u = trunc i%u %%w%u to i%u\n", i, bits, i, used);
        strbuf_printf(ir, "  %%z%u = zext i%u %%t%u to i%u\n", i, used, i, 2 * used);
    }
    strbuf_printf(ir, "  %%h = shl i%u %%z1, %u\n  %%n = or i%u %%h, %%z0\n", 2 * used, used,
                  2 * used);
    strbuf_printf(ir, "  store i%u %%n, ptr %%p\n  ret void\n}\n", 2 * used);
}

/* Bits 10 and 11 of the last 64 of the register. */
static void take_field(unsigned words, const char *name, strbuf *ir)
{
    strbuf_printf(ir, "define i64 @%s(<%u x i64> %%a) {\n", name, words);
    strbuf_printf(ir, "  %%x = extractelement <%u x i64> %%a, i32 %u\n", words, words - 1);
    strbuf_puts(ir, "  %y = lshr i64 %x, 10\n  %r = and i64 %y, 3\n  ret i64 %r\n}\n");
}

static void put_field(unsigned words, const char *name, strbuf *ir)
{
    strbuf_printf(ir, "define <%u x i64> @%s(<%u x i64> %%a, i64 %%k) {\n", words, name, words);
    strbuf_printf(ir, "  %%x = extractelement <%u x i64> %%a, i32 %u\n", words, words - 1);
    strbuf_puts(ir, "  %y = and i64 %x, -3073\n  %l = and i64 %k, 3\n  %z = shl i64 %l, 10\n"
                    "  %w = or i64 %y, %z\n");
    strbuf_printf(ir, "  %%r = insertelement <%u x i64> %%a, i64 %%w, i32 %u\n", words, words - 1);
    strbuf_printf(ir, "  ret <%u x i64> %%r\n}\n", words);
}

static const char take_of_number[] =
    "define i64 @$(i64 %x) {\n  %y = lshr i64 %x, 10\n  %r = and i64 %y, 3\n  ret i64 %r\n}\n";
static const char replace_in_number[] =
    "define i64 @$(i64 %x, i64 %k) {\n  %y = and i64 %x, -3073\n  %l = and i64 %k, 3\n"
    "  %z = shl i64 %l, 10\n  %r = or i64 %y, %z\n  ret i64 %r\n}\n";

/* Fields of 2 bits in the byte that has the one of number %i. */
static void begin_at(const char *result, unsigned bytes, const char *name, strbuf *ir)
{
    strbuf_printf(ir, "define %s @%s(<%u x i8> %%a, i8 %%k, i32 %%i) {\n", result, name, bytes);
    strbuf_puts(ir, "  %j = lshr i32 %i, 2\n  %l = and i32 %i, 3\n  %m = shl i32 %l, 1\n"
                    "  %s = trunc i32 %m to i8\n");
    strbuf_printf(ir, "  %%x = extractelement <%u x i8> %%a, i32 %%j\n", bytes);
}

static void take_field_at(unsigned bytes, const char *name, strbuf *ir)
{
    begin_at("i8", bytes, name, ir);
    strbuf_puts(ir, "  %y = lshr i8 %x, %s\n  %r = and i8 %y, 3\n  ret i8 %r\n}\n");
}

static void put_field_at(unsigned bytes, const char *name, strbuf *ir)
{
    strbuf result = {0};
    strbuf_printf(&result, "<%u x i8>", bytes);
    begin_at(strbuf_text(&result), bytes, name, ir);
    strbuf_puts(ir, "  %o = shl i8 3, %s\n  %n = xor i8 %o, -1\n  %y = and i8 %x, %n\n"
                    "  %t = and i8 %k, 3\n  %z = shl i8 %t, %s\n  %w = or i8 %y, %z\n");
    strbuf_printf(ir,
                  "  %%r = insertelement <%u x i8> %%a, i8 %%w, i32 %%j\n  ret <%u x i8> %%r\n}\n",
                  bytes, bytes);
    strbuf_free(&result);
}

static void write_is_zero(const stock_case *c, const char *name, strbuf *ir)
{
    unsigned bits = c->size * 8, words = bits / 64;
    strbuf_printf(ir, "define i1 @%s(<%u x i64> %%a) {\n", name, words);
    strbuf_printf(ir, "  %%x = bitcast <%u x i64> %%a to i%u\n", words, bits);
    strbuf_printf(ir, "  %%r = icmp eq i%u %%x, 0\n  ret i1 %%r\n}\n", bits);
}

/* ---- all ---- */

stock_reading stock_write_move(const stock_case *c, const char *name, strbuf *ir)
{
    stock_reading one = {.results = 1};
    bool first = c->sample % 2 == 0; /* of two directions */
    switch (c->form) {
    case STOCK_SHL_EACH_16:
    case STOCK_SHR_EACH_16:
    case STOCK_SHR_SOME_16:
    case STOCK_SHL_EACH_32:
    case STOCK_SHR_EACH_32: write_shift_each(c, name, ir); break;
    case STOCK_SIGN:
    case STOCK_SIGN_IN_BYTES: write_sign(c, name, ir); break;
    case STOCK_TEST: write_test(c, name, ir); break;
    case STOCK_PACK_TEST: write_pack_test(c, name, ir); break;
    case STOCK_PACK: write_pack(c, name, ir); break;
    case STOCK_SELECT_BITS: write_select(c, name, ir); break;
    case STOCK_HALVE:
        write_halve(c, name, ir);
        one.less = 2;
        break;
    case STOCK_ACCESS_PART:
        write_template(first ? read_part : write_part, name, ir);
        one.whole = true;
        break;
    case STOCK_ACCESS_BITS:
        (first ? read_bits : write_bits)(c->size * 8, name, ir);
        one.whole = true;
        one.results = 2;
        break;
    case STOCK_TAKE_OF_NUMBER: write_template(take_of_number, name, ir); break;
    case STOCK_REPLACE_IN_NUMBER: write_template(replace_in_number, name, ir); break;
    case STOCK_TAKE: take_field(c->size / 8, name, ir); break;
    case STOCK_REPLACE: put_field(c->size / 8, name, ir); break;
    case STOCK_TAKE_AT:
        take_field_at(c->size, name, ir);
        one.whole = true;
        break;
    case STOCK_REPLACE_AT:
        put_field_at(c->size, name, ir);
        one.whole = true;
        break;
    case STOCK_IS_ZERO: write_is_zero(c, name, ir); break;
    case STOCK_INTERLEAVE_PARTS: write_interleave_parts(c, name, ir); break;
    case STOCK_BYTES_OF_NUMBER: write_bytes_of_number(c, name, ir); break;
    case STOCK_EVEN_CLEAR:
        write_shuffle(c, name, ir);
        one.less = c->count;
        break;
    case STOCK_INTERLEAVE: one.results = c->count; /* fall through */
    default: write_shuffle(c, name, ir); break;
    }
    return one;
}
