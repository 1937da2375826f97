// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stock_fields.c - stock forms on vectors of fields, as LLVM IR: operands from memory, result to
 * memory, as programs have them.
 *
 * In a form's text $ and a letter stand for: $T the vector, $W its element, $n how many it has,
 * $S the suffix of an intrinsic's name, $L the vector of the narrowest numbers that LLVM has for
 * the fields, $D of 32 bits, $F of floating point, $B of single bits, $P and $Q places of a random
 * shuffle of one and of two vectors. Operands %a, %b, %c are loaded where the text has them; %r is
 * stored. Called by stockgen.c. */
#include "stock_code.h"

#include <string.h>

#include "spec/base/random.h"

/* What %r is. */
typedef enum stored { FIELDS, LANES, DWORDS, BITS, FIELD } stored;

typedef struct form_text {
    const char *text;
    stored result;
    bool from_lanes, from_dwords; /* %a is of such numbers */
} form_text;

#define BINARY(opcode)                                                                             \
    {                                                                                              \
        .text = "%r = " opcode " $T %a, %b"                                                        \
    }
#define BY(opcode)                                                                                 \
    {                                                                                              \
        .text = "%r = " opcode " $T %a, splat ($W $3)"                                             \
    }
#define SHIFT(opcode)                                                                              \
    {                                                                                              \
        .text = "%r = " opcode " $T %a, splat ($W $1)"                                             \
    }
#define CALL1(name)                                                                                \
    {                                                                                              \
        .text = "%r = call $T @llvm." name ".$S($T %a)"                                            \
    }
#define CALLF(name)                                                                                \
    {                                                                                              \
        .text = "%r = call $T @llvm." name ".$S($T %a, i1 false)"                                  \
    }
#define CALL2(name)                                                                                \
    {                                                                                              \
        .text = "%r = call $T @llvm." name ".$S($T %a, $T %b)"                                     \
    }

/* Shifts are by less than the width, so that LLVM need not care. */
static const form_text texts[STOCK_FORMS] = {
    [STOCK_GET] = {.text = "%r = zext $T %a to $L", .result = LANES},
    [STOCK_PUT] = {.text = "%r = trunc $L %a to $T", .from_lanes = true},
    [STOCK_ADD] = BINARY("add"),
    [STOCK_SUB] = BINARY("sub"),
    [STOCK_MUL] = BINARY("mul"),
    [STOCK_AND] = BINARY("and"),
    [STOCK_SHL] = BINARY("shl"),
    [STOCK_LSHR] = BINARY("lshr"),
    [STOCK_ASHR] = BINARY("ashr"),
    [STOCK_UDIV] = BINARY("udiv"),
    [STOCK_SDIV] = BINARY("sdiv"),
    [STOCK_UREM] = BINARY("urem"),
    [STOCK_SREM] = BINARY("srem"),
    [STOCK_MUL_CONSTANT] = BY("mul"),
    [STOCK_SHL_CONSTANT] = SHIFT("shl"),
    [STOCK_LSHR_CONSTANT] = SHIFT("lshr"),
    [STOCK_ASHR_CONSTANT] = SHIFT("ashr"),
    [STOCK_UDIV_CONSTANT] = BY("udiv"),
    [STOCK_SDIV_CONSTANT] = BY("sdiv"),
    [STOCK_UREM_CONSTANT] = BY("urem"),
    [STOCK_SREM_CONSTANT] = {.text = "%r = srem $T %a, splat ($W $R)"},
    [STOCK_UMIN] = CALL2("umin"),
    [STOCK_SMIN] = CALL2("smin"),
    [STOCK_UADD_SAT] = CALL2("uadd.sat"),
    [STOCK_USUB_SAT] = CALL2("usub.sat"),
    [STOCK_SADD_SAT] = CALL2("sadd.sat"),
    [STOCK_SSUB_SAT] = CALL2("ssub.sat"),
    [STOCK_ABS] = CALLF("abs"),
    [STOCK_CTPOP] = CALL1("ctpop"),
    [STOCK_CTLZ] = CALLF("ctlz"),
    [STOCK_CTTZ] = CALLF("cttz"),
    [STOCK_BITREVERSE] = CALL1("bitreverse"),
    [STOCK_FSHL] = {.text = "%r = call $T @llvm.fshl.$S($T %a, $T %b, $T %c)"},
    [STOCK_COMPARE] = {.text = "%x = icmp ult $T %a, %b\n  %r = sext $B %x to $T"},
    [STOCK_COMPARE_BITS] = {.text = "%r = icmp ult $T %a, %b", .result = BITS},
    [STOCK_CHOOSE] = {.text = "%x = icmp ult $T %a, %b\n  %r = select $B %x, $T %a, $T %b"},
    [STOCK_EXTEND] = {.text = "%r = zext $T %a to $D", .result = DWORDS},
    [STOCK_TRUNCATE] = {.text = "%r = trunc $D %a to $T", .from_dwords = true},
    [STOCK_TO_FLOAT] = {.text = "%x = uitofp $T %a to $F\n  %r = bitcast $F %x to $D",
                        .result = DWORDS},
    [STOCK_FROM_FLOAT] = {.text = "%x = bitcast $D %a to $F\n  %r = fptoui $F %x to $T",
                          .from_dwords = true},
    [STOCK_REDUCE] = {.text = "%r = call $W @llvm.vector.reduce.add.$S($T %a)", .result = FIELD},
    [STOCK_EXTRACT] = {.text = "%r = extractelement $T %a, i32 1", .result = FIELD},
    [STOCK_INSERT] = {.text = "%e = trunc i64 %k to $W\n"
                              "  %r = insertelement $T %a, $W %e, i32 1"},
    [STOCK_EXTRACT_AT] = {.text = "%r = extractelement $T %a, i32 %i", .result = FIELD},
    [STOCK_INSERT_AT] = {.text = "%e = trunc i64 %k to $W\n"
                                 "  %r = insertelement $T %a, $W %e, i32 %i"},
    [STOCK_SHUFFLE] = {.text = "%r = shufflevector $T %a, $T poison, <$n x i32> <$P>"},
    [STOCK_SHUFFLE_TWO] = {.text = "%r = shufflevector $T %a, $T %b, <$n x i32> <$Q>"},
    [STOCK_SPLAT] = {.text = "%r = shufflevector $T %a, $T poison, <$n x i32> zeroinitializer"},
};

static unsigned lane_of(unsigned w) { return w <= 8 ? 8 : w <= 16 ? 16 : w <= 32 ? 32 : 64; }

static void write_places(const stock_case *c, unsigned vectors, strbuf *out)
{
    uint64_t state = c->form;
    for (unsigned i = 0; i < c->count; i++)
        strbuf_printf(out, "%si32 %u", i ? ", " : "",
                      (unsigned)(random_next(&state) % (vectors * c->count)));
}

/* What $ and the letter stand for. */
static void write_letter(const stock_case *c, char which, strbuf *out)
{
    unsigned n = c->count, w = c->size;
    switch (which) {
    case 'T': strbuf_printf(out, "<%u x i%u>", n, w); break;
    case 'W': strbuf_printf(out, "i%u", w); break;
    case 'n': strbuf_printf(out, "%u", n); break;
    case 'S': strbuf_printf(out, "v%ui%u", n, w); break;
    case 'L': strbuf_printf(out, "<%u x i%u>", n, lane_of(w)); break;
    case 'D': strbuf_printf(out, "<%u x i32>", n); break;
    case 'F': strbuf_printf(out, "<%u x float>", n); break;
    case '1':
    case '3': strbuf_puts(out, w == 1 ? "true" : which == '1' ? "1" : "3"); break;
    /* In 2 bits 3 is -1, of which LLVM 19 dies for some processors; 1 has the same remainders. */
    case 'R': write_letter(c, w == 2 ? '1' : '3', out); break;
    case 'B': strbuf_printf(out, "<%u x i1>", n); break;
    default: write_places(c, which == 'P' ? 1 : 2, out); break;
    }
}

static void write_text(const stock_case *c, const char *text, strbuf *out)
{
    for (; *text; text++)
        if (*text == '$') write_letter(c, *++text, out);
        else strbuf_putn(out, text, 1);
    strbuf_puts(out, "\n");
}

/* A cast to the type that the value has is none. */
static const char *text_of(const stock_case *c, const form_text *t)
{
    bool lane = c->size == lane_of(c->size), dword = c->size == 32;
    if (lane && c->form == STOCK_GET) return "%r = bitcast $T %a to $L";
    if (lane && c->form == STOCK_PUT) return "%r = bitcast $L %a to $T";
    if (dword && c->form == STOCK_EXTEND) return "%r = bitcast $T %a to $D";
    if (dword && c->form == STOCK_TRUNCATE) return "%r = bitcast $D %a to $T";
    if (c->size > 32 && c->form == STOCK_EXTEND) return "%r = trunc $T %a to $D";
    if (c->size > 32 && c->form == STOCK_TRUNCATE) return "%r = zext $D %a to $T";
    if (c->size == 1 && c->form == STOCK_COMPARE)
        return "%x = icmp ult $T %a, %b\n  %r = bitcast $B %x to $T";
    return t->text;
}

static bool uses(const char *text, char operand)
{
    const char name[] = {'%', operand, '\0'};
    return strstr(text, name) != NULL;
}

static const char *type_of_result(const form_text *t)
{
    static const char *const types[] = {"$T", "$L", "$D", "$B", "$W"};
    return types[t->result];
}

static const char *type_of_operand(const form_text *t)
{
    return t->from_lanes ? "$L" : t->from_dwords ? "$D" : "$T";
}

/* Of get and put only the numbers are known. */
static unsigned bits_put(const stock_case *c, const form_text *t)
{
    const unsigned bits[] = {c->size, lane_of(c->size), 32, 0, 0};
    return c->form == STOCK_PUT ? 0 : bits[t->result];
}

static unsigned bits_loaded(const stock_case *c, const form_text *t)
{
    if (c->form == STOCK_GET) return 0;
    return t->from_lanes ? lane_of(c->size) : t->from_dwords ? 32 : c->size;
}

stock_reading stock_write_fields(const stock_case *c, const char *name, strbuf *ir)
{
    const form_text *t = &texts[c->form];
    const char *text = text_of(c, t);
    stock_reading r = {
        .whole = true, .results = 1, .load_bits = bits_loaded(c, t), .put_bits = bits_put(c, t)};
    strbuf_printf(
        ir, "define void @%s(ptr %%to, ptr %%pa, ptr %%pb, ptr %%pc, i64 %%k, i32 %%i) {\n", name);
    for (char operand = 'a'; operand <= 'c'; operand++) {
        if (!uses(text, operand)) continue;
        r.loads++;
        strbuf_printf(ir, "  %%%c = load ", operand);
        write_text(c, type_of_operand(t), ir);
        ir->len--; /* the line goes on */
        strbuf_printf(ir, ", ptr %%p%c\n", operand);
    }
    strbuf_puts(ir, "  ");
    write_text(c, text, ir);
    strbuf_puts(ir, "  store ");
    write_text(c, type_of_result(t), ir);
    ir->len--;
    strbuf_puts(ir, " %r, ptr %to\n  ret void\n}\n");
    return r;
}

void stock_write_copy(unsigned bits, unsigned n, const char *name, strbuf *ir)
{
    strbuf_printf(ir, "define void @%s(ptr %%to, ptr %%from) {\n", name);
    strbuf_printf(ir, "  %%a = load <%u x i%u>, ptr %%from\n", n, bits);
    strbuf_printf(ir, "  store <%u x i%u> %%a, ptr %%to\n  ret void\n}\n", n, bits);
}
