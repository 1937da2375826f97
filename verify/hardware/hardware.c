// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* hardware.c - emitted IR compiled and run on the processor, and the expected results for it.
 *
 * One module holds many functions, since setting LLVM up is most of the time. Each function gets a
 * driver of one C type that loads its arguments, calls it and stores the result, compiled for the
 * same CPU, so that registers of any class pass as memory. Code of another architecture runs in an
 * emulator (emulator.h), for which a loop over all inputs is put around each driver.
 *
 * Expected results are term_eval's, the reference. It is slow at the width of a register, so it
 * runs on the smallest chunk to which the operation lifts (spec/term/lift.h, checked each time): a
 * pool of chunk inputs is evaluated once, and registers are put together from it, first the same
 * chunk everywhere, then chunks chosen at random. These images are kept as long as operation, width
 * and class stay the same, which is why callers sort by them.
 *
 * Called by cli/check/execute.c; what the host has is also asked by validate.c. */
#include "hardware.h"

#include <alloca.h>
#include <assert.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include "emulator.h"
#include "jit.h"
#include "lowerings/emit/lowering.h"
#include "spec/base/random.h"
#include "spec/op.h"
#include "spec/term/bv.h"
#include "spec/term/lift.h"
#include "verify/claim/obligation.h"

enum { LIMBS = CLAIM_LIMBS, POOL = 512, CORNERS = 8 };
static_assert(PROG_INPUTS_MAX == 3, "a driver passes as many arguments as a program may have");

typedef void driver(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *c);

/* Inputs and results of one operation on one register class. */
typedef struct images {
    const op *op;
    const regclass *cls;
    /* bits and limbs of what is said of operands and results: of a register, of two results twice
     * that */
    unsigned w, bits, limbs;
    uint64_t *input[PROG_INPUTS_MAX], *expected, *care; /* HARDWARE_SAMPLES registers each */
} images;

struct hardware {
    const cell *const *cells;
    unsigned count;
    jit *code;          /* one of the two */
    emulator *emulated;
    images at_hand;
};

/* ---- the host ---- */

static const char *host_features(void)
{
    /* kept until the process ends: hardware_name hands out a text that contains it */
    static char *features;
    if (!features) features = LLVMGetHostCPUFeatures();
    return features;
}

/* Features read "+one,-other,...". */
bool hardware_has(const char *feature)
{
    size_t n = strlen(feature);
    for (const char *s = host_features(); *s; s += strcspn(s, ","), s += *s == ',')
        if (*s == '+' && !strncmp(s + 1, feature, n) && (s[n + 1] == ',' || !s[n + 1])) return true;
    return false;
}

/* Whether the triple's architecture, its first part, is the host's. */
static bool is_of_host(const char *triple)
{
    char *host = LLVMGetDefaultTargetTriple();
    size_t n = strcspn(triple, "-");
    bool same = strcspn(host, "-") == n && !strncmp(host, triple, n);
    LLVMDisposeMessage(host);
    return same;
}

bool hardware_emulates(const target *t) { return t->set->emulator != NULL; }

bool hardware_share(const target *a, const target *b)
{
    return hardware_emulates(a) || hardware_emulates(b) ? a == b : true;
}

const char *hardware_lacks(const target *t)
{
    if (hardware_emulates(t)) return emulator_lacks(t->set);
    if (!t->set->runs_in_process || !is_of_host(t->triple)) return t->set->name;
    for (const char *const *f = t->features; *f; f++)
        if (!hardware_has(*f)) return *f;
    return NULL;
}

const char *hardware_name(void)
{
    static strbuf text;
    if (text.len) return strbuf_text(&text);
    char *name = LLVMGetHostCPUName();
    strbuf_printf(&text, "%s %s", name, host_features());
    LLVMDisposeMessage(name);
    return strbuf_text(&text);
}

const char *hardware_runner(const target *t)
{
    static strbuf text;
    if (!hardware_emulates(t)) return hardware_name();
    strbuf_clear(&text);
    emulator_print(t, &text);
    return strbuf_text(&text);
}

/* ---- inputs and expected results ---- */

/* Every field of width bits the same: zero, ones, 1, the sign bit, all but the sign bit, ... */
static void fill_corner(unsigned k, unsigned width, unsigned field, uint64_t *out)
{
    memset(out, 0, LIMBS * sizeof *out);
    for (unsigned bit = 0; bit < width; bit++) {
        unsigned at = bit % field;
        const bool set[CORNERS] = {
            false,          true,         at == 0,         at == field - 1,
            at < field - 1, bit % 2 == 0, bit / field % 2, bit / field % 2 == 0};
        bv_set_bit(out, bit, set[k]);
    }
}

static void fill_random(unsigned width, uint64_t *state, uint64_t *out)
{
    memset(out, 0, LIMBS * sizeof *out);
    for (unsigned i = 0; i < bv_limbs(width); i++) out[i] = random_next(state);
    bv_trim(out, width);
}

/* A pool of chunks: inputs, results, care. */
typedef struct chunks {
    unsigned width, arity;
    uint64_t input[PROG_INPUTS_MAX][POOL][LIMBS], expected[POOL][LIMBS], care[POOL][LIMBS];
} chunks;

static void fill_inputs(chunks *k, unsigned field)
{
    uint64_t state = 1;
    for (unsigned n = 0; n < POOL; n++)
        for (unsigned i = 0, corner = n; i < k->arity; i++, corner /= CORNERS)
            if (n < CORNERS * CORNERS)
                fill_corner(corner % CORNERS, k->width, field, k->input[i][n]);
            else fill_random(k->width, &state, k->input[i][n]);
}

static void eval_pool(chunks *k, const term_ctx *c, term t, const term *vars,
                      uint64_t out[POOL][LIMBS])
{
    term_evaluator *e = term_evaluator_new(c, t, vars, k->arity);
    for (unsigned n = 0; n < POOL; n++) {
        const uint64_t *values[PROG_INPUTS_MAX];
        for (unsigned i = 0; i < k->arity; i++) values[i] = k->input[i][n];
        term_evaluator_run(e, values, out[n]);
    }
    term_evaluator_free(e);
}

/* False with diagnostics when the operation's definition is at fault. */
static bool fill_pool(chunks *k, const cell *c, diags *d)
{
    term_ctx *ctx = term_ctx_new();
    term input[PROG_INPUTS_MAX], side[2], chunk_input[PROG_INPUTS_MAX], chunk_side[2];
    k->arity = c->op->arity;
    unsigned bits = op_term_bits(c->op, c->cls->bits);
    for (unsigned i = 0; i < k->arity; i++) input[i] = term_mk_var(ctx, c->op->param[i], bits);
    bool good = op_elaborate(c->op, c->w, cell_fields(c), ctx, input, &side[0], &side[1], d);
    if (good) {
        k->width = lift_to_smallest(ctx, side, 2, input, k->arity, bits, c->w, chunk_side,
                                    chunk_input);
        fill_inputs(k, c->w);
        eval_pool(k, ctx, chunk_side[0], chunk_input, k->expected);
        eval_pool(k, ctx, chunk_side[1], chunk_input, k->care);
    }
    term_ctx_free(ctx);
    return good;
}

static void free_images(images *m)
{
    for (unsigned i = 0; i < PROG_INPUTS_MAX; i++) mem_free(m->input[i]);
    mem_free(m->expected);
    mem_free(m->care);
    *m = (images){0};
}

static void alloc_images(images *m, const cell *c)
{
    unsigned bits = op_term_bits(c->op, c->cls->bits);
    *m = (images){.op = c->op, .cls = c->cls, .w = c->w, .bits = bits, .limbs = bv_limbs(bits)};
    size_t n = (size_t)HARDWARE_SAMPLES * m->limbs;
    for (unsigned i = 0; i < PROG_INPUTS_MAX; i++) m->input[i] = mem_alloc(n, sizeof(uint64_t));
    m->expected = mem_alloc(n, sizeof(uint64_t));
    m->care = mem_alloc(n, sizeof(uint64_t));
}

/* Puts chunk number from of the pool at bit position at of sample s. */
static void place_chunk(images *m, const chunks *k, unsigned s, unsigned at, unsigned from)
{
    size_t base = (size_t)s * m->limbs;
    for (unsigned i = 0; i < k->arity; i++)
        bv_insert(m->input[i] + base, k->input[i][from], k->width, at);
    bv_insert(m->expected + base, k->expected[from], k->width, at);
    bv_insert(m->care + base, k->care[from], k->width, at);
}

static void compose(images *m, const chunks *k)
{
    uint64_t state = 2;
    for (unsigned s = 0; s < HARDWARE_SAMPLES; s++)
        for (unsigned at = 0; at < m->bits; at += k->width)
            place_chunk(m, k, s, at, s < POOL ? s : (unsigned)(random_next(&state) % POOL));
}

static bool are_at_hand(const images *m, const cell *c)
{
    return m->op == c->op && m->cls == c->cls && m->w == c->w;
}

static bool make_images(images *m, const cell *c, diags *d)
{
    if (are_at_hand(m, c)) return true;
    free_images(m);
    chunks *k = mem_alloc(1, sizeof *k);
    bool good = fill_pool(k, c, d);
    if (good) {
        alloc_images(m, c);
        compose(m, k);
    }
    mem_free(k);
    return good;
}

/* ---- the module ---- */

static const regclass *operand_class(const cell *c, unsigned i)
{
    return c->op->in[i] ? c->op->in[i] : c->cls;
}

/* Loads operand i; packed bits in another class get zeros above. */
static void write_operand(const cell *c, unsigned i, strbuf *ir)
{
    const char *type = operand_class(c, i)->llvm;
    strbuf_printf(ir, "  %%x%u = load %s, ptr %%a%u, align 8\n", i, type, i);
    if (c->op->in[i])
        strbuf_printf(ir, "  %%y%u = and %s %%x%u, %llu\n", i, type, i,
                      ~0ULL >> (64 - cell_fields(c)));
}

/* Both of two results, the second behind the register of the first. */
static void write_results(const cell *c, const char *type, strbuf *ir)
{
    const char *second = c->op->second.cls ? c->op->second.cls->llvm : c->cls->llvm;
    strbuf_printf(ir, "  %%r0 = extractvalue %s %%r, 0\n  %%r1 = extractvalue %s %%r, 1\n", type,
                  type);
    strbuf_printf(ir, "  store %s %%r0, ptr %%out, align 8\n", c->cls->llvm);
    strbuf_printf(ir, "  %%out1 = getelementptr i8, ptr %%out, i64 %u\n", c->cls->bits / 8);
    strbuf_printf(ir, "  store %s %%r1, ptr %%out1, align 8\n", second);
}

static unsigned vector_bits(const regclass *cls)
{
    return cls->of ? cls->of->bits : cls->vector ? cls->bits : 0;
}

/* define void @driverI(ptr %out, ptr %a0, ptr %a1, ptr %a2) */
static void write_driver(const cell *c, unsigned index, strbuf *ir)
{
    const op_second *second = &c->op->second;
    strbuf type = {0};
    if (second->name)
        strbuf_printf(&type, "{ %s, %s }", c->cls->llvm,
                      second->cls ? second->cls->llvm : c->cls->llvm);
    else strbuf_puts(&type, c->cls->llvm);
    strbuf_printf(ir, "define void @driver%u(ptr %%out, ptr %%a0, ptr %%a1, ptr %%a2) nounwind ",
                  index);
    target_print_cpu(c->target, ir);
    strbuf_printf(ir, " \"min-legal-vector-width\"=\"%u\" {\n", vector_bits(c->cls));
    for (unsigned i = 0; i < c->op->arity; i++) write_operand(c, i, ir);
    strbuf_printf(ir, "  %%r = call %s @function%u(", strbuf_text(&type), index);
    for (unsigned i = 0; i < c->op->arity; i++)
        strbuf_printf(ir, "%s%s %%%s%u", i ? ", " : "", operand_class(c, i)->llvm,
                      c->op->in[i] ? "y" : "x", i);
    strbuf_puts(ir, ")\n");
    if (second->name) write_results(c, strbuf_text(&type), ir);
    else strbuf_printf(ir, "  store %s %%r, ptr %%out, align 8\n", c->cls->llvm);
    strbuf_puts(ir, "  ret void\n}\n");
    strbuf_free(&type);
}

/* define void @runI(ptr %out, ptr %sources, i64 %count): the driver on registers side by side. */
static void write_loop(const cell *c, unsigned index, strbuf *ir)
{
    unsigned limbs = bv_limbs(op_term_bits(c->op, c->cls->bits));
    strbuf_printf(ir, "define void @run%u(ptr %%out, ptr %%sources, i64 %%count) nounwind ", index);
    target_print_cpu(c->target, ir);
    strbuf_puts(ir, " {\nentry:\n");
    for (unsigned i = 0; i < PROG_INPUTS_MAX; i++)
        strbuf_printf(ir,
                      "  %%s%u = getelementptr ptr, ptr %%sources, i64 %u\n"
                      "  %%a%u = load ptr, ptr %%s%u\n",
                      i, i, i, i);
    strbuf_puts(ir, "  br label %test\ntest:\n  %i = phi i64 [ 0, %entry ], [ %next, %loop ]\n"
                    "  %more = icmp ult i64 %i, %count\n"
                    "  br i1 %more, label %loop, label %exit\nloop:\n");
    for (unsigned i = 0; i < PROG_INPUTS_MAX; i++)
        strbuf_printf(ir, "  %%p%u = getelementptr [%u x i64], ptr %%a%u, i64 %%i\n", i, limbs, i);
    strbuf_printf(ir,
                  "  %%r = getelementptr [%u x i64], ptr %%out, i64 %%i\n"
                  "  call void @driver%u(ptr %%r, ptr %%p0, ptr %%p1, ptr %%p2)\n",
                  limbs, index);
    strbuf_puts(ir, "  %next = add i64 %i, 1\n  br label %test\nexit:\n  ret void\n}\n");
}

static void write_module(const cell *const *cells, const prog *const *progs, unsigned count,
                         strbuf *ir)
{
    strbuf decls = {0};
    char name[32];
    for (unsigned i = 0; i < count; i++) {
        snprintf(name, sizeof name, "function%u", i);
        emit_ir_function(cells[i], progs[i], name, "", "nounwind noinline", &decls, ir);
        write_driver(cells[i], i, ir);
        if (hardware_emulates(cells[i]->target)) write_loop(cells[i], i, ir);
    }
    strbuf_puts(ir, strbuf_text(&decls));
    strbuf_free(&decls);
}

ls_status hardware_load(hardware **out, const cell *const *cells, const prog *const *progs,
                        unsigned count, diags *d)
{
    strbuf ir = {0};
    hardware *h = mem_alloc(1, sizeof *h);
    h->cells = cells;
    h->count = count;
    write_module(cells, progs, count, &ir);
    ls_status rc = count && hardware_emulates(cells[0]->target)
                       ? emulator_load(&h->emulated, cells[0]->target, &ir, count, d)
                       : jit_load(&h->code, &ir, d);
    strbuf_free(&ir);
    *out = rc == LS_OK ? h : NULL;
    if (rc != LS_OK) hardware_free(h);
    return rc;
}

void hardware_free(hardware *h)
{
    if (!h) return;
    free_images(&h->at_hand);
    jit_free(h->code);
    emulator_free(h->emulated);
    mem_free(h);
}

/* ---- running ---- */

static ls_status find_driver(hardware *h, unsigned i, driver **out, diags *d)
{
    char name[32];
    uintptr_t address = 0;
    snprintf(name, sizeof name, "driver%u", i);
    ls_status rc = jit_find(h->code, name, &address, d);
    memcpy(out, &address, sizeof *out);
    return rc;
}

static bool differs(const images *m, unsigned s, const uint64_t *actual)
{
    uint64_t wrong = 0;
    for (unsigned i = 0; i < m->limbs; i++) {
        size_t at = (size_t)s * m->limbs + i;
        wrong |= (actual[i] ^ m->expected[at]) & m->care[at];
    }
    return wrong != 0;
}

static unsigned first_wrong_field(const images *m, unsigned s, const uint64_t *actual)
{
    size_t base = (size_t)s * m->limbs;
    for (unsigned bit = 0; bit < m->bits; bit++)
        if (bv_bit(m->care + base, bit) && bv_bit(actual, bit) != bv_bit(m->expected + base, bit))
            return bit / op_type_width(m->op->result, m->w);
    require(false, "the sample differs in some field");
    return 0;
}

static void explain(const images *m, unsigned s, const uint64_t *actual, counterexample *out)
{
    size_t base = (size_t)s * m->limbs;
    unsigned shown = m->limbs < COUNTEREXAMPLE_LIMBS ? m->limbs : COUNTEREXAMPLE_LIMBS;
    *out = (counterexample){.field = first_wrong_field(m, s, actual)};
    for (unsigned i = 0; i < m->op->arity; i++) {
        memcpy(out->input[i], m->input[i] + base, shown * sizeof(uint64_t));
        out->field_input[i] = field_value(out->input[i], m->op->type[i], out->field, m->w);
    }
    out->expected = field_value(m->expected + base, m->op->result, out->field, m->w);
    out->actual = field_value(actual, m->op->result, out->field, m->w);
}

enum { STACK_UNIT = 16, STACK_PLACES = 4 };

/* Calls with the stack pointer moved by so many units of 16 bytes: the ABI promises no more. LLVM
 * 19 counts on 64 at times without seeing to it, and such code runs or crashes by chance. */
__attribute__((noinline, no_sanitize("address"))) static void
call_at(unsigned units, driver *run, uint64_t *out, const uint64_t *a, const uint64_t *b,
        const uint64_t *c)
{
    volatile char *room = alloca(STACK_UNIT * (units + 1));
    *room = 0;
    run(out, a, b, c);
}

/* Samples first to end, of which an emulator has all results at once; *at: the first that
 * differs, or end. actual has room for them. */
static ls_status emulate_some(hardware *h, unsigned i, unsigned first, unsigned end,
                              uint64_t *actual, unsigned *at, diags *d)
{
    const images *m = &h->at_hand;
    size_t stride = m->limbs * sizeof(uint64_t), base = (size_t)first * m->limbs;
    emulator_input inputs[PROG_INPUTS_MAX];
    for (unsigned k = 0; k < m->op->arity; k++)
        inputs[k] = (emulator_input){m->input[k] + base, (end - first) * stride};
    ls_status rc = emulator_run(h->emulated, i, inputs, m->op->arity, end - first, actual,
                                (end - first) * stride, d);
    *at = first;
    while (rc == LS_OK && *at < end && !differs(m, *at, actual + (size_t)(*at - first) * m->limbs))
        ++*at;
    return rc;
}

static ls_status emulate(hardware *h, unsigned i, bool *agrees, counterexample *cex, diags *d)
{
    const images *m = &h->at_hand;
    unsigned at_once = EMULATOR_BYTES_MAX / (m->limbs * 8) / (PROG_INPUTS_MAX + 1), found = 0;
    if (at_once > HARDWARE_SAMPLES) at_once = HARDWARE_SAMPLES;
    uint64_t *actual = mem_alloc((size_t)at_once * m->limbs, sizeof *actual);
    ls_status rc = LS_OK;
    for (unsigned first = 0, end = 0; rc == LS_OK && found == end && end < HARDWARE_SAMPLES;) {
        first = end;
        end = first + at_once < HARDWARE_SAMPLES ? first + at_once : HARDWARE_SAMPLES;
        rc = emulate_some(h, i, first, end, actual, &found, d);
        if (rc == LS_OK && found < end)
            explain(m, found, actual + (size_t)(found - first) * m->limbs, cex);
    }
    *agrees = rc == LS_OK && found == HARDWARE_SAMPLES;
    mem_free(actual);
    return rc;
}

ls_status hardware_run(hardware *h, unsigned i, bool *agrees, counterexample *cex, diags *d)
{
    require(i < h->count, "the function was loaded");
    driver *run = NULL;
    images *m = &h->at_hand;
    *agrees = false;
    if (!make_images(m, h->cells[i], d)) return LS_INPUT;
    if (h->emulated) return emulate(h, i, agrees, cex, d);
    ls_status rc = find_driver(h, i, &run, d);
    if (rc != LS_OK) return rc;
    for (unsigned s = 0; s < HARDWARE_SAMPLES; s++) {
        uint64_t actual[LIMBS] = {0};
        size_t base = (size_t)s * m->limbs;
        call_at(s % STACK_PLACES, run, actual, m->input[0] + base, m->input[1] + base,
                m->input[2] + base);
        if (!differs(m, s, actual)) continue;
        explain(m, s, actual, cex);
        return LS_OK;
    }
    *agrees = true;
    return LS_OK;
}
