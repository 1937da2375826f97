// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* small_functions.c - functions of one operation on small fields, drawn at random. Called by
 * prices.c and never_worse.c. */
#include "small_functions.h"

#include <stdio.h>
#include <string.h>

#include "spec/base/random.h"

enum { WIDTH_MAX = 63, FIELDS_MAX = 300, VECTOR_MAX = 2048 };

typedef struct draw { /* of one function */
    uint64_t state;
    unsigned w, n, by;
    strbuf *out;
} draw;

static unsigned below(draw *d, unsigned count)
{
    return (unsigned)(random_next(&d->state) % count);
}

#define PICK(d, list) ((list)[below(d, sizeof(list) / sizeof *(list))])

/* Widths and counts that people have, twice as often as all others. */
static void draw_type(draw *d)
{
    static const unsigned usual_widths[] = {1, 2, 4, 2, 4, 3, 5, 6, 12};
    static const unsigned usual_counts[] = {8, 16, 32, 64, 128, 256, 4, 2};
    d->w = below(d, 3) ? PICK(d, usual_widths) : 1 + below(d, WIDTH_MAX);
    do d->n = below(d, 3) ? PICK(d, usual_counts) : 1 + below(d, FIELDS_MAX);
    while (d->n * d->w > VECTOR_MAX);
}

static void vector(char text[32], unsigned n, unsigned w)
{
    snprintf(text, 32, "<%u x i%u>", n, w);
}

static void load(draw *d, char name, unsigned n, unsigned w)
{
    strbuf_printf(d->out, "  %%%c = load <%u x i%u>, ptr %%p%c\n", name, n, w, name);
}

static void store(draw *d, unsigned n, unsigned w)
{
    strbuf_printf(d->out, "  store <%u x i%u> %%r, ptr %%to\n", n, w);
}

/* ---- one operation ---- */

typedef struct operation {
    const char *kind;
    void (*print)(draw *d, const char *word);
    const char *word;
} operation;

static uint64_t draw_value(draw *d, unsigned w)
{
    return random_next(&d->state) & ((UINT64_C(1) << (w - 1) << 1) - 1);
}

static void constant(draw *d, unsigned w)
{
    uint64_t value = draw_value(d, w);
    if (w == 1) strbuf_printf(d->out, "i1 %s", value ? "true" : "false");
    else strbuf_printf(d->out, "i%u %llu", w, (unsigned long long)value);
}

static void binary(draw *d, const char *word)
{
    load(d, 'a', d->n, d->w);
    load(d, 'b', d->n, d->w);
    strbuf_printf(d->out, "  %%r = %s <%u x i%u> %%a, %%b\n", word, d->n, d->w);
    store(d, d->n, d->w);
}

static void by_constant(draw *d, const char *word)
{
    uint64_t value = draw_value(d, d->w);
    if (strstr(word, "sh")) value %= d->w;
    load(d, 'a', d->n, d->w);
    if (d->w == 1)
        strbuf_printf(d->out, "  %%r = %s <%u x i1> %%a, splat (i1 %s)\n", word, d->n,
                      value ? "true" : "false");
    else
        strbuf_printf(d->out, "  %%r = %s <%u x i%u> %%a, splat (i%u %llu)\n", word, d->n, d->w,
                      d->w, (unsigned long long)value);
    store(d, d->n, d->w);
}

/* Every field has a constant of its own. */
static void by_constants(draw *d, const char *word)
{
    load(d, 'a', d->n, d->w);
    strbuf_printf(d->out, "  %%r = %s <%u x i%u> %%a, <", word, d->n, d->w);
    for (unsigned i = 0; i < d->n; i++) {
        if (i) strbuf_puts(d->out, ", ");
        constant(d, d->w);
    }
    strbuf_puts(d->out, ">\n");
    store(d, d->n, d->w);
}

static void copy(draw *d, const char *word)
{
    (void)word;
    strbuf_printf(d->out, "  %%r = load <%u x i%u>, ptr %%pa\n", d->n, d->w);
    store(d, d->n, d->w);
}

static void compare(draw *d, const char *word)
{
    if (d->w == 1) d->w = 2;
    load(d, 'a', d->n, d->w);
    load(d, 'b', d->n, d->w);
    strbuf_printf(d->out, "  %%c = icmp %s <%u x i%u> %%a, %%b\n", word, d->n, d->w);
    strbuf_printf(d->out, "  %%r = sext <%u x i1> %%c to <%u x i%u>\n", d->n, d->n, d->w);
    store(d, d->n, d->w);
}

static void compare_to_bits(draw *d, const char *word)
{
    load(d, 'a', d->n, d->w);
    load(d, 'b', d->n, d->w);
    strbuf_printf(d->out, "  %%r = icmp %s <%u x i%u> %%a, %%b\n", word, d->n, d->w);
    store(d, d->n, 1);
}

static void compare_to_constant(draw *d, const char *word)
{
    load(d, 'a', d->n, d->w);
    strbuf_printf(d->out, "  %%r = icmp %s <%u x i%u> %%a, splat (", word, d->n, d->w);
    constant(d, d->w);
    strbuf_puts(d->out, ")\n");
    store(d, d->n, 1);
}

/* Is it so for any field? */
static void test(draw *d, const char *word)
{
    load(d, 'a', d->n, d->w);
    load(d, 'b', d->n, d->w);
    strbuf_printf(d->out, "  %%c = icmp %s <%u x i%u> %%a, %%b\n", word, d->n, d->w);
    strbuf_printf(d->out, "  %%o = call i1 @llvm.vector.reduce.or.v%ui1(<%u x i1> %%c)\n", d->n,
                  d->n);
    strbuf_puts(d->out, "  %z = zext i1 %o to i8\n  store i8 %z, ptr %to\n");
}

static void select_by_bits(draw *d, const char *word)
{
    (void)word;
    load(d, 'a', d->n, d->w);
    load(d, 'b', d->n, d->w);
    strbuf_printf(d->out, "  %%c = load <%u x i1>, ptr %%to\n", d->n);
    strbuf_printf(d->out, "  %%r = select <%u x i1> %%c, <%u x i%u> %%a, <%u x i%u> %%b\n", d->n,
                  d->n, d->w, d->n, d->w);
    store(d, d->n, d->w);
}

static void select_by(draw *d, const char *word)
{
    load(d, 'a', d->n, d->w);
    load(d, 'b', d->n, d->w);
    strbuf_printf(d->out, "  %%c = icmp %s <%u x i%u> %%a, %%b\n", word, d->n, d->w);
    strbuf_printf(d->out, "  %%r = select <%u x i1> %%c, <%u x i%u> %%a, <%u x i%u> %%b\n", d->n,
                  d->n, d->w, d->n, d->w);
    store(d, d->n, d->w);
}

static void intrinsic(draw *d, const char *word)
{
    char type[32];
    vector(type, d->n, d->w);
    bool two = strstr("umin umax smin smax uadd.sat usub.sat sadd.sat ssub.sat", word) != NULL;
    bool flag = strstr("abs ctlz cttz", word) != NULL;
    load(d, 'a', d->n, d->w);
    if (two) load(d, 'b', d->n, d->w);
    strbuf_printf(d->out, "  %%r = call %s @llvm.%s.v%ui%u(%s %%a", type, word, d->n, d->w, type);
    if (two) strbuf_printf(d->out, ", %s %%b", type);
    strbuf_printf(d->out, "%s)\n", flag ? ", i1 false" : "");
    store(d, d->n, d->w);
}

/* Any two widths of at most 64 bits, as the word wants them. */
static void convert(draw *d, const char *word)
{
    bool narrows = !strcmp(word, "trunc");
    static const unsigned wide[] = {8, 8, 16, 32, 4, 7};
    unsigned other = PICK(d, wide), to;
    if (other == d->w) other++;
    unsigned low = other < d->w ? other : d->w, high = other < d->w ? d->w : other;
    while (d->n * high > 2 * VECTOR_MAX) d->n /= 2;
    to = narrows ? low : high;
    load(d, 'a', d->n, narrows ? high : low);
    strbuf_printf(d->out, "  %%r = %s <%u x i%u> %%a to <%u x i%u>\n", word, d->n,
                  narrows ? high : low, d->n, to);
    store(d, d->n, to);
}

/* By way of float. */
static void convert_float(draw *d, const char *word)
{
    bool out = word[1] == 'i'; /* uitofp, sitofp */
    while (d->n * 32 > VECTOR_MAX) d->n /= 2;
    if (d->w > 24) d->w = 24;
    load(d, 'a', d->n, out ? d->w : 32);
    if (!out)
        strbuf_printf(d->out, "  %%f = bitcast <%u x i32> %%a to <%u x float>\n", d->n, d->n);
    strbuf_printf(d->out, out ? "  %%f = %s <%u x i%u> %%a to <%u x float>\n" : "", word, d->n,
                  d->w, d->n);
    if (out) strbuf_printf(d->out, "  store <%u x float> %%f, ptr %%to\n", d->n);
    if (out) return;
    strbuf_printf(d->out, "  %%r = %s <%u x float> %%f to <%u x i%u>\n", word, d->n, d->n, d->w);
    store(d, d->n, d->w);
}

/* Computed with, seen as other fields, computed with again. */
static void recast(draw *d, const char *word)
{
    static const unsigned widths[] = {1, 2, 4, 8, 16, 32, 64};
    unsigned bits = d->n * d->w, to = PICK(d, widths);
    while (bits % to) to /= 2;
    load(d, 'a', d->n, d->w);
    load(d, 'b', d->n, d->w);
    strbuf_printf(d->out, "  %%x = %s <%u x i%u> %%a, %%b\n", word, d->n, d->w);
    strbuf_printf(d->out, "  %%y = bitcast <%u x i%u> %%x to <%u x i%u>\n", d->n, d->w, bits / to,
                  to);
    strbuf_printf(d->out, "  %%r = add <%u x i%u> %%y, %%y\n", bits / to, to);
    store(d, bits / to, to);
}

/* ---- shuffles ---- */

static int place_of(draw *d, const char *word, unsigned i)
{
    unsigned n = d->n, half = n / 2;
    if (!strcmp(word, "reverse")) return (int)(n - 1 - i);
    if (!strcmp(word, "even")) return (int)(2 * i % (2 * n));
    if (!strcmp(word, "odd")) return (int)((2 * i + 1) % (2 * n));
    if (!strcmp(word, "merge")) return (int)(i / 2 + (i % 2 ? n : 0));
    if (!strcmp(word, "swap")) return (int)((i ^ 1) < n ? i ^ 1 : i);
    if (!strcmp(word, "rotate")) return (int)((i + 1) % n);
    if (!strcmp(word, "splat")) return (int)half;
    if (!strcmp(word, "slide")) return (int)(i + d->by);
    if (!strcmp(word, "to zero")) return (int)(i + d->by); /* the second operand is zero */
    if (!strcmp(word, "from zero")) return (int)(i < d->by ? i + n : i - d->by);
    return (int)below(d, 2 * n);
}

/* %r = of %from and `with`, "%b" or "zeroinitializer". */
static void move(draw *d, const char *word, const char *from, const char *with, unsigned w)
{
    d->by = below(d, 2) ? 1 : below(d, d->n + 1);
    strbuf_printf(d->out, "  %%r = shufflevector <%u x i%u> %s, <%u x i%u> %s, <%u x i32> <", d->n,
                  w, from, d->n, w, with, d->n);
    for (unsigned i = 0; i < d->n; i++)
        strbuf_printf(d->out, "%si32 %d", i ? ", " : "", place_of(d, word, i));
    strbuf_puts(d->out, ">\n");
}

static void shuffle(draw *d, const char *word)
{
    bool zero = strstr(word, "zero") != NULL;
    load(d, 'a', d->n, d->w);
    if (!zero) load(d, 'b', d->n, d->w);
    move(d, word, "%a", zero ? "zeroinitializer" : "%b", d->w);
    store(d, d->n, d->w);
}

/* A field that is put in at the bottom, all others moved up. */
static void shift_in(draw *d, const char *word)
{
    (void)word;
    load(d, 'a', d->n, d->w);
    strbuf_printf(d->out, "  %%e = trunc i64 %%k to i%u\n", d->w);
    strbuf_printf(d->out, "  %%b = insertelement <%u x i%u> poison, i%u %%e, i32 0\n", d->n, d->w,
                  d->w);
    strbuf_printf(d->out, "  %%r = shufflevector <%u x i%u> %%a, <%u x i%u> %%b, <%u x i32> <",
                  d->n, d->w, d->n, d->w, d->n);
    for (unsigned i = 0; i < d->n; i++)
        strbuf_printf(d->out, "%si32 %u", i ? ", " : "", i ? i - 1 : d->n);
    strbuf_puts(d->out, ">\n");
    store(d, d->n, d->w);
}

/* ---- masks ---- */

static void store_mask(draw *d, bool as_bits)
{
    if (as_bits) {
        store(d, d->n, 1);
        return;
    }
    strbuf_printf(d->out, "  %%s = sext <%u x i1> %%r to <%u x i8>\n", d->n, d->n);
    strbuf_printf(d->out, "  store <%u x i8> %%s, ptr %%to\n", d->n);
}

/* The bits of a comparison of whole bytes, words and so on, moved. */
static void move_mask(draw *d, const char *word)
{
    static const unsigned whole[] = {8, 16, 32, 64};
    unsigned w = PICK(d, whole);
    while (d->n * w > VECTOR_MAX) d->n /= 2;
    load(d, 'a', d->n, w);
    load(d, 'b', d->n, w);
    strbuf_printf(d->out, "  %%c = icmp ugt <%u x i%u> %%a, %%b\n", d->n, w);
    move(d, word, "%c", "zeroinitializer", 1);
    d->w = w;
    store_mask(d, below(d, 2));
}

/* Bits that are loaded, moved, and become masks of bytes or bits again. */
static void move_bits(draw *d, const char *word)
{
    while (d->n * 8 > VECTOR_MAX) d->n /= 2;
    load(d, 'a', d->n, 1);
    move(d, word, "%a", "zeroinitializer", 1);
    d->w = 1;
    store_mask(d, false);
}

/* ---- elements and sums ---- */

static void reduce(draw *d, const char *word)
{
    load(d, 'a', d->n, d->w);
    strbuf_printf(d->out, "  %%r = call i%u @llvm.vector.reduce.%s.v%ui%u(<%u x i%u> %%a)\n", d->w,
                  word, d->n, d->w, d->n, d->w);
    strbuf_printf(d->out, "  store i%u %%r, ptr %%to\n", d->w);
}

static void take(draw *d, const char *word)
{
    load(d, 'a', d->n, d->w);
    if (!strcmp(word, "variable"))
        strbuf_printf(d->out, "  %%r = extractelement <%u x i%u> %%a, i32 %%i\n", d->n, d->w);
    else
        strbuf_printf(d->out, "  %%r = extractelement <%u x i%u> %%a, i32 %u\n", d->n, d->w,
                      below(d, d->n));
    strbuf_printf(d->out, "  store i%u %%r, ptr %%to\n", d->w);
}

static void put_in(draw *d, const char *word)
{
    load(d, 'a', d->n, d->w);
    strbuf_printf(d->out, "  %%e = trunc i64 %%k to i%u\n", d->w);
    if (!strcmp(word, "variable"))
        strbuf_printf(d->out, "  %%r = insertelement <%u x i%u> %%a, i%u %%e, i32 %%i\n", d->n,
                      d->w, d->w);
    else
        strbuf_printf(d->out, "  %%r = insertelement <%u x i%u> %%a, i%u %%e, i32 %u\n", d->n, d->w,
                      d->w, below(d, d->n));
    store(d, d->n, d->w);
}

/* Fields from numbers in memory, put in one by one; every third of the first operand where it is
 * not "all". */
static void build(draw *d, const char *word)
{
    unsigned from = d->w <= 8 ? 8 : d->w <= 16 ? 16 : d->w <= 32 ? 32 : 64, last = 0;
    bool all = !strcmp(word, "all");
    while (d->n > 128) d->n /= 2;
    if (d->w == from) d->w--;
    if (!all) load(d, 'b', d->n, d->w);
    strbuf_printf(d->out, "  %%v0 = bitcast <%u x i%u> %s to <%u x i%u>\n", d->n, d->w,
                  all ? "poison" : "%b", d->n, d->w);
    for (unsigned i = 0; i < d->n; i += all ? 1 : 3) {
        strbuf_printf(d->out, "  %%p%u = getelementptr i%u, ptr %%pa, i64 %u\n", i, from, i);
        strbuf_printf(d->out, "  %%x%u = load i%u, ptr %%p%u\n", i, from, i);
        strbuf_printf(d->out, "  %%e%u = trunc i%u %%x%u to i%u\n", i, from, i, d->w);
        strbuf_printf(d->out, "  %%v%u = insertelement <%u x i%u> %%v%u, i%u %%e%u, i32 %u\n",
                      i + 1, d->n, d->w, last, d->w, i, i);
        last = i + 1;
    }
    strbuf_printf(d->out, "  store <%u x i%u> %%v%u, ptr %%to\n", d->n, d->w, last);
}

/* One number, or one condition, in all fields. */
static void splat(draw *d, const char *word)
{
    if (!strcmp(word, "number")) strbuf_printf(d->out, "  %%e = trunc i64 %%k to i%u\n", d->w);
    else strbuf_puts(d->out, "  %c = icmp ugt i64 %k, 7\n");
    if (strcmp(word, "number") && d->w > 1)
        strbuf_printf(d->out, "  %%e = sext i1 %%c to i%u\n", d->w);
    strbuf_printf(d->out, "  %%v = insertelement <%u x i%u> poison, i%u %s, i32 0\n", d->n, d->w,
                  d->w, strcmp(word, "number") && d->w == 1 ? "%c" : "%e");
    strbuf_printf(d->out,
                  "  %%s = shufflevector <%u x i%u> %%v, <%u x i%u> poison, <%u x i32> "
                  "zeroinitializer\n",
                  d->n, d->w, d->n, d->w, d->n);
    load(d, 'a', d->n, d->w);
    strbuf_printf(d->out, "  %%r = xor <%u x i%u> %%a, %%s\n", d->n, d->w);
    store(d, d->n, d->w);
}

/* Words of 64 bits put among fields that are computed with. */
static void put_in_word(draw *d, const char *word)
{
    unsigned words = 1 + (d->n * d->w - 1) / 64;
    while (64 % d->w) d->w--;
    d->n = words * 64 / d->w;
    load(d, 'a', d->n, d->w);
    strbuf_printf(d->out, "  %%x = %s <%u x i%u> %%a, %%a\n", word, d->n, d->w);
    strbuf_printf(d->out, "  %%y = bitcast <%u x i%u> %%x to <%u x i64>\n", d->n, d->w, words);
    strbuf_printf(d->out, "  %%z = insertelement <%u x i64> %%y, i64 %%k, i32 %u\n", words,
                  below(d, words));
    strbuf_printf(d->out, "  %%r = bitcast <%u x i64> %%z to <%u x i%u>\n", words, d->n, d->w);
    store(d, d->n, d->w);
}

/* Of arguments, and returned. */
static void pass_on(draw *d, const char *word)
{
    strbuf_printf(d->out, "  %%r = %s <%u x i%u> %%va, %%vb\n", word, d->n, d->w);
}

static const operation operations[] = {
    {"add", binary, "add"}, {"sub", binary, "sub"}, {"mul", binary, "mul"}, {"and", binary, "and"},
    {"xor", binary, "xor"}, {"udiv", binary, "udiv"}, {"srem", binary, "srem"},
    {"shl", binary, "shl"}, {"lshr", binary, "lshr"}, {"ashr", binary, "ashr"},
    {"add constant", by_constant, "add"}, {"xor constant", by_constant, "xor"},
    {"and constant", by_constant, "and"}, {"mul constant", by_constant, "mul"},
    {"shl constant", by_constant, "shl"}, {"lshr constant", by_constant, "lshr"},
    {"ashr constant", by_constant, "ashr"},
    {"eq", compare, "eq"}, {"ugt", compare, "ugt"}, {"slt", compare, "slt"},
    {"eq to bits", compare_to_bits, "eq"}, {"ult to bits", compare_to_bits, "ult"},
    {"select", select_by, "ugt"}, {"umin", intrinsic, "umin"}, {"smax", intrinsic, "smax"},
    {"uadd.sat", intrinsic, "uadd.sat"}, {"ssub.sat", intrinsic, "ssub.sat"},
    {"abs", intrinsic, "abs"}, {"ctpop", intrinsic, "ctpop"}, {"ctlz", intrinsic, "ctlz"},
    {"bitreverse", intrinsic, "bitreverse"},
    {"zext", convert, "zext"}, {"sext", convert, "sext"}, {"trunc", convert, "trunc"},
    {"reverse", shuffle, "reverse"}, {"even", shuffle, "even"}, {"odd", shuffle, "odd"},
    {"merge", shuffle, "merge"}, {"swap", shuffle, "swap"}, {"rotate", shuffle, "rotate"},
    {"splat", shuffle, "splat"}, {"random", shuffle, "random"},
    {"reduce add", reduce, "add"}, {"reduce or", reduce, "or"}, {"reduce xor", reduce, "xor"},
    {"reduce umax", reduce, "umax"},
    {"extract", take, ""}, {"extract variable", take, "variable"},
    {"insert", put_in, ""}, {"insert variable", put_in, "variable"},
    {"or", binary, "or"}, {"and constants", by_constants, "and"}, {"copy", copy, ""},
    {"xor constants", by_constants, "xor"}, {"add constants", by_constants, "add"},
    {"eq constant to bits", compare_to_constant, "eq"}, {"any differ", test, "ne"},
    {"ugt constant to bits", compare_to_constant, "ugt"}, {"select by bits", select_by_bits, ""},
    {"uitofp", convert_float, "uitofp"}, {"sitofp", convert_float, "sitofp"},
    {"fptoui", convert_float, "fptoui"}, {"recast", recast, "add"}, {"recast xor", recast, "xor"},
    {"slide", shuffle, "slide"}, {"shift to zero", shuffle, "to zero"},
    {"shift from zero", shuffle, "from zero"}, {"shift in", shift_in, ""},
    {"mask reversed", move_mask, "reverse"}, {"mask shifted", move_mask, "to zero"},
    {"mask swapped", move_mask, "swap"}, {"bits reversed", move_bits, "reverse"},
    {"bits shifted", move_bits, "from zero"}, {"bits at random", move_bits, "random"},
    {"build", build, "all"}, {"build partly", build, "some"}, {"splat of number", splat, "number"},
    {"splat of condition", splat, "condition"}, {"insert word", put_in_word, "add"},
    {"arguments", pass_on, "add"}, {"reduce and", reduce, "and"}, {"cttz", intrinsic, "cttz"},
    {"usub.sat", intrinsic, "usub.sat"}, {"reduce smin", reduce, "smin"},
};

/* What it has, and what it gives back. */
static void print_head(const draw *d, unsigned number, bool returns)
{
    if (returns)
        strbuf_printf(d->out, "define <%u x i%u> @f%u(<%u x i%u> %%va, <%u x i%u> %%vb) #0 {\n",
                      d->n, d->w, number, d->n, d->w, d->n, d->w);
    else
        strbuf_printf(d->out,
                      "define void @f%u(ptr %%pa, ptr %%pb, i64 %%k, i32 %%i, ptr %%to) #0 {\n",
                      number);
}

void small_function_print(uint64_t seed, unsigned number, small_function *f, strbuf *out)
{
    draw d = {.state = seed * UINT64_C(0x9e3779b97f4a7c15) + number, .out = out};
    const operation *o = &operations[number % (sizeof operations / sizeof *operations)];
    draw_type(&d);
    bool returns = o->print == pass_on;
    print_head(&d, number, returns);
    o->print(&d, o->word);
    if (returns) strbuf_printf(out, "  ret <%u x i%u> %%r\n}\n", d.n, d.w);
    else strbuf_puts(out, "  ret void\n}\n");
    snprintf(f->kind, sizeof f->kind, "%s", o->kind);
    snprintf(f->type, sizeof f->type, "<%u x i%u>", d.n, d.w);
    f->bits = d.n * d.w;
}
