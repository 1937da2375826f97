// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stockgen.c - measures what LLVM's code generator makes of stock forms.
 *
 * Every case of every form becomes a function (stock_moves.c, stock_fields.c); they are compiled by
 * the hundred and counted. A movement is the mean of some samples, to a whole instruction. An
 * operation on fields is what its function has more than its operands' loads and its result's store
 * have, which are forms too, and come first. Called by cli (`lanesmith cost --stock`);
 * stock_file.c reads the result. */
#include "stockgen.h"

#include <stdio.h>

#include "codegen.h"
#include "spec/base/stop.h"
#include "stock_code.h"

enum { SAMPLES = 32, BATCH = 100, NAME_MAX = 32, LANES = 4 };

typedef struct function {
    stock_case of;
    stock_reading reading;
    char name[NAME_MAX];
    codegen_count counted;
} function;

typedef struct generator {
    const target *target;
    diags *d;
    stock *s;
    /* half a copy: numbers of 8, 16, 32, 64 bits brought from memory or there */
    unsigned copied[LANES][STOCK_COLUMNS];
    function *list;
    unsigned count, capacity;
} generator;

/* ---- which cases ---- */

static bool has_register(const target *t, unsigned bytes)
{
    for (const regclass *const *c = t->classes; *c; c++)
        if ((*c)->bits == 8 * bytes) return true;
    return false;
}

static bool is_move(stock_form f) { return f < STOCK_GET; }

static bool has_size(const target *t, stock_form f, unsigned size)
{
    return size && (!is_move(f) || has_register(t, size));
}

static void add(generator *g, stock_case c)
{
    if (g->count == g->capacity) {
        g->capacity = g->capacity ? 2 * g->capacity : BATCH;
        g->list = mem_grow(g->list, g->capacity, sizeof *g->list);
    }
    function *f = &g->list[g->count++];
    *f = (function){.of = c};
    snprintf(f->name, sizeof f->name, "f%u_%u_%u_%u", (unsigned)c.form, c.size, c.count, c.sample);
}

static void add_form(generator *g, stock_form f)
{
    for (unsigned i = 0; i < STOCK_SIZES; i++) {
        unsigned size = stock_size(f, i);
        if (!has_size(g->target, f, size)) continue;
        for (unsigned k = 0; k < stock_columns(f, size); k++)
            for (unsigned j = 0; j < (is_move(f) ? SAMPLES : 1); j++)
                add(g, (stock_case){f, size, stock_count(f, k), j});
    }
}

/* Copies are cases of no form. */
static void add_copies(generator *g)
{
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned k = 0; k < STOCK_COLUMNS; k++)
            add(g, (stock_case){STOCK_FORMS, 8U << i, stock_count(STOCK_GET, k), 0});
}

/* ---- compiled and counted ---- */

static void write_function(function *f, strbuf *ir)
{
    if (f->of.form == STOCK_FORMS) {
        stock_write_copy(f->of.size, f->of.count, f->name, ir);
        f->reading = (stock_reading){.whole = true, .results = 2};
    } else if (is_move(f->of.form)) {
        f->reading = stock_write_move(&f->of, f->name, ir);
    } else {
        f->reading = stock_write_fields(&f->of, f->name, ir);
    }
}

static ls_status count_batch(generator *g, function *f, unsigned n)
{
    strbuf ir = {0}, assembly = {0};
    const target *t = g->target;
    strbuf_printf(&ir, "target triple = \"%s\"\n", t->triple);
    for (unsigned i = 0; i < n; i++) write_function(&f[i], &ir);
    ls_status rc = codegen_compile(strbuf_text(&ir), t->cpu, t->triple, &assembly, g->d);
    for (unsigned i = 0; rc == LS_OK && i < n; i++)
        codegen_count_function(isa_syntax(t->set), strbuf_text(&assembly), f[i].name,
                               &f[i].counted);
    strbuf_free(&ir);
    strbuf_free(&assembly);
    return rc;
}

static ls_status count_all(generator *g)
{
    ls_status rc = LS_OK;
    for (unsigned i = 0; rc == LS_OK && i < g->count; i += BATCH) {
        unsigned left = g->count - i;
        rc = stop_signal() ? LS_STOPPED : count_batch(g, &g->list[i], left < BATCH ? left : BATCH);
    }
    return rc;
}

/* ---- figures ---- */

static unsigned row_of(const stock_case *c)
{
    unsigned i = 0;
    while (stock_size(c->form, i) != c->size) i++;
    return i;
}

static unsigned column_of(stock_form f, unsigned count)
{
    unsigned k = 0;
    while (stock_count(f, k) != count) k++;
    return k;
}

static int value_of(const generator *g, stock_form f, unsigned size, unsigned count)
{
    stock_case c = {f, size, count, 0};
    return g->s->value[f][row_of(&c)][column_of(f, count)];
}

/* To bring so many numbers from memory, or there. */
static int cost_of_copy(const generator *g, unsigned bits, unsigned count)
{
    unsigned i = 0;
    while (8U << i != bits) i++;
    return (int)g->copied[i][column_of(STOCK_GET, count)];
}

static bool is_number(unsigned bits) { return bits == 8 || bits == 16 || bits == 32 || bits == 64; }

static int cost_to_put(const generator *g, unsigned bits, unsigned count)
{
    if (!bits) return 0;
    return is_number(bits) ? cost_of_copy(g, bits, count) : value_of(g, STOCK_PUT, bits, count);
}

/* What the function has that is not its form's. */
static int rest_of(const generator *g, const function *f)
{
    const stock_case *c = &f->of;
    unsigned lane = f->reading.load_bits, put = f->reading.put_bits;
    int get = 0;
    if (lane)
        get = is_number(lane) ? cost_of_copy(g, lane, c->count)
                              : value_of(g, STOCK_GET, lane, c->count);
    return (int)f->reading.less + (int)f->reading.loads * get + cost_to_put(g, put, c->count);
}

static unsigned instructions(const function *f)
{
    return f->reading.whole ? codegen_count_whole(&f->counted) : f->counted.insns;
}

/* The mean of a case's samples, which begin at f; to the nearest whole number. */
static int mean(const generator *g, const function *f, unsigned samples)
{
    int sum = 0, n = (int)(samples * f->reading.results);
    for (unsigned i = 0; i < samples; i++) sum += (int)instructions(&f[i]) - rest_of(g, &f[i]);
    return (2 * sum + (sum < 0 ? -n : n)) / (2 * n);
}

static void take_copies(generator *g)
{
    for (unsigned i = 0; i < g->count; i++) {
        const function *f = &g->list[i];
        g->copied[i / STOCK_COLUMNS][i % STOCK_COLUMNS] = (unsigned)mean(g, f, 1);
    }
}

static void take_figures(generator *g)
{
    for (unsigned i = 0; i < g->count;) {
        const function *f = &g->list[i];
        unsigned samples = is_move(f->of.form) ? SAMPLES : 1;
        g->s->value[f->of.form][row_of(&f->of)][column_of(f->of.form, f->of.count)] = (short)mean(
            g, f, samples);
        i += samples;
    }
}

/* Forms from `first` to before `end`. */
static ls_status measure(generator *g, stock_form first, stock_form end)
{
    g->count = 0;
    for (unsigned f = first; f < end; f++) add_form(g, (stock_form)f);
    ls_status rc = count_all(g);
    if (rc == LS_OK) take_figures(g);
    return rc;
}

static ls_status measure_all(generator *g)
{
    add_copies(g);
    ls_status rc = count_all(g);
    if (rc == LS_OK) take_copies(g);
    if (rc == LS_OK) rc = measure(g, (stock_form)0, STOCK_GET);
    if (rc == LS_OK) rc = measure(g, STOCK_GET, STOCK_ADD);
    if (rc == LS_OK) rc = measure(g, STOCK_ADD, STOCK_FORMS);
    return rc;
}

/* ---- as text ---- */

static void write_row(const generator *g, stock_form f, unsigned i, strbuf *out)
{
    unsigned size = stock_size(f, i);
    strbuf_printf(out, "%s %u", stock_name(f), size);
    for (unsigned k = 0; k < stock_columns(f, size); k++)
        strbuf_printf(out, " %d", g->s->value[f][i][k]);
    strbuf_puts(out, "\n");
}

static void write_file(const generator *g, strbuf *out)
{
    strbuf_printf(out, "; %s: instructions that LLVM 19 makes of stock forms for -mcpu=%s.\n",
                  g->target->name, g->target->cpu);
    strbuf_puts(out, "; " LICENSE_TAG "\n; Generated by `lanesmith cost --stock`; do not edit.\n");
    for (unsigned f = 0; f < STOCK_FORMS; f++)
        for (unsigned i = 0; i < STOCK_SIZES; i++)
            if (has_size(g->target, (stock_form)f, stock_size((stock_form)f, i)))
                write_row(g, (stock_form)f, i, out);
}

ls_status stockgen_target(const target *t, strbuf *out, diags *d)
{
    generator g = {.target = t, .d = d, .s = mem_alloc(1, sizeof(stock))};
    ls_status rc = measure_all(&g);
    if (rc == LS_OK) write_file(&g, out);
    mem_free(g.s);
    mem_free(g.list);
    return rc;
}
