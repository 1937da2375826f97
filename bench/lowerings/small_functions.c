// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* small_functions.c - functions of one operation on small fields, drawn at random. Called by
 * prices.c. */
#include "small_functions.h"

#include <stdio.h>
#include <string.h>

#include "spec/base/random.h"

enum { WIDTH_MAX = 63, FIELDS_MAX = 300, VECTOR_MAX = 2048 };

typedef struct draw { /* of one function */
    uint64_t state;
    unsigned w, n;
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

static void binary(draw *d, const char *word)
{
    load(d, 'a', d->n, d->w);
    load(d, 'b', d->n, d->w);
    strbuf_printf(d->out, "  %%r = %s <%u x i%u> %%a, %%b\n", word, d->n, d->w);
    store(d, d->n, d->w);
}

static void by_constant(draw *d, const char *word)
{
    uint64_t value = random_next(&d->state) & ((UINT64_C(1) << (d->w - 1) << 1) - 1);
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
    return (int)below(d, 2 * n);
}

static void shuffle(draw *d, const char *word)
{
    load(d, 'a', d->n, d->w);
    load(d, 'b', d->n, d->w);
    strbuf_printf(d->out, "  %%r = shufflevector <%u x i%u> %%a, <%u x i%u> %%b, <%u x i32> <",
                  d->n, d->w, d->n, d->w, d->n);
    for (unsigned i = 0; i < d->n; i++)
        strbuf_printf(d->out, "%si32 %d", i ? ", " : "", place_of(d, word, i));
    strbuf_puts(d->out, ">\n");
    store(d, d->n, d->w);
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
};

void small_function_print(uint64_t seed, unsigned number, small_function *f, strbuf *out)
{
    draw d = {.state = seed * UINT64_C(0x9e3779b97f4a7c15) + number, .out = out};
    const operation *o = &operations[number % (sizeof operations / sizeof *operations)];
    draw_type(&d);
    strbuf_printf(out, "define void @f%u(ptr %%pa, ptr %%pb, i64 %%k, i32 %%i, ptr %%to) #0 {\n",
                  number);
    o->print(&d, o->word);
    strbuf_puts(out, "  ret void\n}\n");
    snprintf(f->kind, sizeof f->kind, "%s", o->kind);
    snprintf(f->type, sizeof f->type, "<%u x i%u>", d.n, d.w);
    f->bits = d.n * d.w;
}
