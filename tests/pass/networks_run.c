// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* networks_run.c - guards networks of operations and shuffles: laid out anew, run, and compared
 * with what LLVM makes of them as they stand.
 *
 * A program is a sorting network or a transform by sums and differences, of any type of element.
 * Its stages shuffle both sides of each pair to vectors of their own, or exchange all pairs and
 * choose between two results, by a shuffle or by a select. A transform may scale one side, and take
 * its stages in any order. */
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

enum { DIGITS_MAX = 5, PROGRAMS = 6, ROUNDS = 20, ROOM = 256 };
#define LENGTH(array) (sizeof(array) / sizeof *(array))

typedef enum form { HALVES, WHOLE, SELECTS, FORMS } form;

static const struct type {
    const char *name, *suffix, *least, *most, *prefix;
    unsigned bytes, digits; /* of the number of elements */
} types[] = {
    {"i8", "i8", "umin", "umax", "", 1, 5},
    {"i16", "i16", "smin", "smax", "", 2, 4},
    {"i32", "i32", "umin", "umax", "", 4, 4},
    {"i64", "i64", "smin", "smax", "", 8, 3},
    {"float", "f32", "minnum", "maxnum", "f", 4, 5},
    {"double", "f64", "minnum", "maxnum", "f", 8, 3},
};

typedef struct program {
    const struct type *type;
    form form;
    bool sorts, scales, turned;    /* turned: the results begin with the last one */
    unsigned n, order[DIGITS_MAX]; /* elements; a transform's stages */
} program;

static uint64_t state = 11;
static unsigned checked, failed;

static unsigned draw(unsigned below) { return (unsigned)(random_next(&state) >> 20) % below; }

/* ---- the text ---- */

static unsigned values; /* so many have names */

/* A value is v<number>; of p->n elements, or of half of them. */
static unsigned binary(const program *p, unsigned n, const char *op, unsigned a, unsigned b)
{
    put(" %%v%u = %s%s <%u x %s> %%v%u, %%v%u\n", values, p->type->prefix, op, n, p->type->name, a,
        b);
    return values++;
}

static unsigned call(const program *p, unsigned n, const char *name, unsigned a, unsigned b)
{
    const char *type = p->type->name;
    put(" %%v%u = call %s<%u x %s> @llvm.%s.v%u%s(<%u x %s> %%v%u, <%u x %s> %%v%u)\n", values,
        *p->type->prefix ? "nnan nsz " : "", n, type, name, n, p->type->suffix, n, type, a, n, type,
        b);
    return values++;
}

/* Which of two vectors' elements element i is. */
typedef unsigned pick(unsigned i, unsigned n, unsigned k, unsigned digit);

static unsigned shuffle(const program *p, unsigned from, unsigned to, unsigned a, unsigned b,
                        pick *f, unsigned k, unsigned digit)
{
    put(" %%v%u = shufflevector <%u x %s> %%v%u, <%u x %s> %%v%u, <%u x i32> <", values, from,
        p->type->name, a, from, p->type->name, b, to);
    for (unsigned i = 0; i < to; i++) put("%si32 %u", i ? ", " : "", f(i, from, k, digit));
    put(">\n");
    return values++;
}

/* The sides of pairs that differ in a digit: pair i's first, or second where k is 1. */
static unsigned side(unsigned i, unsigned n, unsigned k, unsigned digit)
{
    (void)n;
    return (i >> digit << (digit + 1)) + (k << digit) + i % (1U << digit);
}

/* Of pairs: the first result or the second one, which is in the other place where digit k says so.
 */
static unsigned place(unsigned i, unsigned n, unsigned k, unsigned digit)
{
    unsigned pair = (i >> (digit + 1) << digit) + i % (1U << digit);
    return pair + ((i >> digit ^ i >> k) & 1) * n;
}

static unsigned other_side(unsigned i, unsigned n, unsigned k, unsigned digit)
{
    (void)n, (void)k;
    return i ^ 1U << digit;
}

static unsigned choice(unsigned i, unsigned n, unsigned k, unsigned digit)
{
    return i + ((i >> digit ^ i >> k) & 1) * n;
}

static unsigned from_the_end(unsigned i, unsigned n, unsigned k, unsigned digit)
{
    (void)k, (void)digit;
    return n - 1 - i;
}

/* ---- stages ---- */

static unsigned scaled(const program *p, unsigned n, unsigned a)
{
    if (!p->scales) return a;
    put(" %%v%u = %smul <%u x %s> %%v%u, <", values, p->type->prefix, n, p->type->name, a);
    for (unsigned i = 0; i < n; i++)
        put("%s%s %u%s", i ? ", " : "", p->type->name, i % 3 + 1, *p->type->prefix ? ".0" : "");
    put(">\n");
    return values++;
}

static void both(const program *p, unsigned n, unsigned a, unsigned b, unsigned r[2])
{
    r[0] = p->sorts ? call(p, n, p->type->least, a, b) : binary(p, n, "add", a, b);
    r[1] = p->sorts ? call(p, n, p->type->most, a, b) : binary(p, n, "sub", a, b);
}

static unsigned selected(const program *p, const unsigned r[2], unsigned k, unsigned digit)
{
    const char *type = p->type->name;
    put(" %%v%u = select <%u x i1> <", values, p->n);
    for (unsigned i = 0; i < p->n; i++)
        put("%si1 %s", i ? ", " : "", choice(i, p->n, k, digit) < p->n ? "true" : "false");
    put(">, <%u x %s> %%v%u, <%u x %s> %%v%u\n", p->n, type, r[0], p->n, type, r[1]);
    return values++;
}

/* Pairs that differ in a digit; their results change places where digit k is one. */
static unsigned stage(const program *p, unsigned x, unsigned k, unsigned digit)
{
    unsigned r[2], half = p->n / 2;
    if (p->form == HALVES) {
        unsigned a = shuffle(p, p->n, half, x, x, side, 0, digit),
                 b = shuffle(p, p->n, half, x, x, side, 1, digit);
        both(p, half, a, scaled(p, half, b), r);
        return shuffle(p, half, p->n, r[0], r[1], place, k, digit);
    }
    both(p, p->n, x, shuffle(p, p->n, p->n, x, x, other_side, 0, digit), r);
    if (p->form == SELECTS) return selected(p, r, k, digit);
    return shuffle(p, p->n, p->n, r[0], r[1], choice, k, digit);
}

static void put_program(const program *p, unsigned number, const char *name, const char *attribute)
{
    unsigned digits = p->type->digits, x = values++;
    put("define void @%s%u(ptr %%p, ptr %%q) %s {\n %%v%u = load <%u x %s>, ptr %%p, align 1\n",
        name, number, attribute, x, p->n, p->type->name);
    for (unsigned k = 1; p->sorts && k <= digits; k++)
        for (unsigned digit = k; digit-- > 0;) x = stage(p, x, k, digit);
    for (unsigned i = 0; !p->sorts && i < digits; i++) x = stage(p, x, digits, p->order[i]);
    if (p->turned) x = shuffle(p, p->n, p->n, x, x, from_the_end, 0, 0);
    put(" store <%u x %s> %%v%u, ptr %%q, align 1\n ret void\n}\n", p->n, p->type->name, x);
}

static void put_declarations(const program *p)
{
    const struct type *t = p->type;
    for (unsigned n = p->n / 2; n <= p->n; n *= 2)
        for (unsigned i = 0; i < 2; i++) {
            char line[160];
            snprintf(line, sizeof line, "declare <%u x %s> @llvm.%s.v%u%s(<%u x %s>, <%u x %s>)\n",
                     n, t->name, i ? t->most : t->least, n, t->suffix, n, t->name, n, t->name);
            if (!strstr(text, line)) put("%s", line);
        }
}

static program draw_program(unsigned number)
{
    const struct type *t = &types[draw(LENGTH(types))];
    program p = {.type = t, .form = (form)(number % FORMS), .sorts = draw(2), .n = 1U << t->digits};
    p.turned = draw(3) == 0;
    p.scales = !p.sorts && p.form == HALVES && draw(2);
    for (unsigned i = 0; i < t->digits; i++) {
        unsigned at = draw(i + 1);
        p.order[i] = p.order[at];
        p.order[at] = i;
    }
    return p;
}

/* ---- the run ---- */

typedef void compiled(const void *p, void *q);

static void fill(const program *p, uint8_t *in)
{
    for (unsigned i = 0; i < p->n; i++) {
        float f = (float)draw(1000) / 8 - 60;
        double d = (double)f;
        if (*p->type->prefix && p->type->bytes == 4) memcpy(in + 4 * i, &f, 4);
        else if (*p->type->prefix) memcpy(in + 8 * i, &d, 8);
        else
            for (unsigned k = 0; k < p->type->bytes; k++)
                in[p->type->bytes * i + k] = (uint8_t)draw(256);
    }
}

static void compare(const char *cpu, const program *p, compiled *ours, compiled *theirs)
{
    static _Alignas(64) uint8_t in[ROOM], got[ROOM], want[ROOM];
    for (unsigned round = 0; round < ROUNDS; round++) {
        fill(p, in);
        ours(in, got);
        theirs(in, want);
        checked++;
        if (!memcmp(got, want, p->n * p->type->bytes)) continue;
        fprintf(stderr, "FAIL %s: %u of %s, form %u, %s\n", cpu, p->n, p->type->name, p->form,
                p->sorts ? "sorted" : "summed");
        failed++;
        return;
    }
}

static void *find(LLVMOrcLLJITRef jit, const char *name, unsigned number)
{
    char all[16];
    snprintf(all, sizeof all, "%s%u", name, number);
    return jit_find(jit, all, false);
}

/* How many networks were laid out anew. */
static unsigned test_target(const struct lowering_target *t)
{
    program programs[PROGRAMS];
    lanesmith_stats stats = {0};
    length = values = 0;
    for (unsigned i = 0; i < PROGRAMS; i++) {
        programs[i] = draw_program(i);
        put_declarations(&programs[i]);
        put_program(&programs[i], i, "f", "");
        put_program(&programs[i], i, "g", "\"lanesmith\"=\"never\"");
    }
    LLVMContextRef context;
    LLVMOrcThreadSafeContextRef safe = jit_context(&context);
    LLVMModuleRef module = jit_parse(context, text, length);
    jit_set_cpu(module, t->cpu);
    lanesmith_run(module, &stats, NULL, NULL);
    if (LLVMVerifyModule(module, LLVMPrintMessageAction, NULL)) exit(3);
    LLVMOrcLLJITRef jit = jit_compile(module, safe, LLVMCodeGenLevelLess);
    for (unsigned i = 0; i < PROGRAMS; i++)
        compare(t->cpu, &programs[i], (compiled *)(uintptr_t)find(jit, "f", i),
                (compiled *)(uintptr_t)find(jit, "g", i));
    jit_fail_if(LLVMOrcDisposeLLJIT(jit));
    return stats.networks;
}

int main(void)
{
    unsigned skipped = 0, networks = 0;
    jit_start();
    for (unsigned t = 0; t < lowering_target_count; t++) {
        if (!jit_host_has(&lowering_targets[t])) skipped++;
        else if (row_is_chosen()) networks += test_target(&lowering_targets[t]);
    }
    printf(
        "%u runs compared, %u differ; %u networks laid out anew; %u targets skipped, %u rows for "
        "other revisions\n",
        checked, failed, networks, skipped, rows_left);
    return failed || !checked || !networks ? 1 : 0;
}
