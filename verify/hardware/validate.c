// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* validate.c - single instructions on the processor against their definitions.
 *
 * An instruction becomes one module: a function for each immediate, made of its template and an
 * addition of zero in front that keeps LLVM in the integer units, and a loop that feeds it from
 * memory, so that nothing can be folded. Whether LLVM took the instruction that the spec names is
 * read off the assembly of the same functions.
 *
 * Expected results come from the definition's term, with its sources cut into limbs of 64 bits:
 * each limb of the result is then, for every instruction whose lanes have at most 64 bits, a term
 * of at most 64 bits, and a tape evaluates it for a batch of cases (tape.h). One case in a batch
 * now and then is evaluated with term_eval as well; where there is no tape, all are, and there are
 * fewer of them.
 *
 * Called by cli/cmd_validate.c. */
#include "validate.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator.h"
#include "hardware.h"
#include "jit.h"
#include "lowerings/emit/lowering.h"
#include "lowerings/measure/asmcount.h"
#include "lowerings/measure/codegen.h"
#include "spec/base/random.h"
#include "spec/instr.h"
#include "spec/term/bv.h"
#include "spec/term/tape.h"

enum {
    BATCH = 1024,
    CHECK_EVERY = 16,
    SLOW_CASES = 4096,
    LIMB_VARS = SPEC_SRC_MAX * OPERANDS_LIMBS
};

typedef void driver(uint64_t *out, const uint64_t *const *sources, uint64_t count);

/* The definition for one immediate, over the limbs of the sources. */
typedef struct meaning {
    term_ctx *c;
    term result, var[LIMB_VARS];
    unsigned nvars;
    /* of the result; all NULL when there is a subterm too wide for one */
    tape *limb[OPERANDS_LIMBS];
} meaning;

/* One instruction at work. */
typedef struct trial {
    const instr *in;
    const target *target;
    const validate_plan *plan;
    operand_set operands;
    jit *code; /* one of the two */
    emulator *emulated;
    unsigned limbs; /* of the result */
    uint64_t *source[SPEC_SRC_MAX], *expected, *actual; /* BATCH registers each */
    uint64_t batches, random;                           /* random: state of the generator */
    validation *out;
} trial;

/* ---- forms ---- */

static uint64_t span(const instr *in)
{
    return in->has_imm ? (uint64_t)in->imm_high - (uint64_t)in->imm_low : 0;
}

unsigned validate_forms(const instr *in)
{
    return span(in) < VALIDATE_FORMS_MAX ? (unsigned)span(in) + 1 : VALIDATE_FORMS_MAX;
}

int64_t validate_imm(const instr *in, unsigned form)
{
    require(form < validate_forms(in), "the form exists");
    if (!in->has_imm) return 0;
    if (span(in) < VALIDATE_FORMS_MAX) return in->imm_low + form;
    if (form == VALIDATE_FORMS_MAX - 1) return in->imm_high;
    return (int64_t)((uint64_t)in->imm_low + span(in) / (VALIDATE_FORMS_MAX - 1) * form);
}

static bool has_features(const target *t, const instr *in)
{
    if (in->set != t->set) return false;
    for (const char *const *f = in->requires_; *f; f++)
        if (!target_has_feature(t, *f)) return false;
    return true;
}

const target *validate_target(const spec *s, const instr *in, const char **lacks)
{
    *lacks = NULL;
    for (const char *const *f = in->requires_; *f && !*lacks && !in->set->emulator; f++)
        if (!hardware_has(*f)) *lacks = *f;
    for (unsigned i = 0; i < s->ntargets && !*lacks; i++)
        if (has_features(&s->targets[i], in) && !hardware_lacks(&s->targets[i]))
            return &s->targets[i];
    for (unsigned i = 0; i < s->ntargets && !*lacks; i++)
        if (has_features(&s->targets[i], in)) *lacks = hardware_lacks(&s->targets[i]);
    if (!*lacks) *lacks = "a target with its features";
    return NULL;
}

/* ---- the module ---- */

static void write_arguments(const instr *in, bool prefixed, strbuf *ir)
{
    const regclass *vector = NULL;
    for (unsigned s = 0; s < in->nsrc; s++) {
        strbuf_printf(ir, "%s%s %%x%u", s ? ", " : "", in->src[s]->llvm, s);
        if (!vector && in->src[s]->vector) vector = in->src[s];
    }
    if (prefixed) strbuf_printf(ir, ", %s zeroinitializer", vector->llvm);
}

static unsigned widest_vector(const instr *in)
{
    unsigned bits = in->result->vector ? in->result->bits : 0;
    for (unsigned s = 0; s < in->nsrc; s++)
        if (in->src[s]->vector && in->src[s]->bits > bits) bits = in->src[s]->bits;
    return bits;
}

static void write_load(const instr *in, unsigned s, strbuf *ir)
{
    strbuf_printf(ir, "  %%p%u = getelementptr [%u x i64], ptr %%a%u, i64 %%i\n", s,
                  bv_limbs(in->src[s]->bits), s);
    strbuf_printf(ir, "  %%x%u = load %s, ptr %%p%u, align 8\n", s, in->src[s]->llvm, s);
}

/* A loop over registers in memory: void run(ptr out, ptr sources, i64 count). */
static void write_driver(const trial *x, unsigned form, bool prefixed, strbuf *ir)
{
    const instr *in = x->in;
    strbuf_printf(ir, "define void @run%u(ptr %%out, ptr %%sources, i64 %%count) nounwind ", form);
    target_print_cpu(x->target, ir);
    strbuf_printf(ir, " \"min-legal-vector-width\"=\"%u\" {\nentry:\n", widest_vector(in));
    for (unsigned s = 0; s < in->nsrc; s++)
        strbuf_printf(
            ir,
            "  %%s%u = getelementptr ptr, ptr %%sources, i64 %u\n  %%a%u = load ptr, ptr %%s%u\n",
            s, s, s, s);
    strbuf_puts(ir, "  br label %loop\nloop:\n  %i = phi i64 [0, %entry], [%next, %loop]\n");
    for (unsigned s = 0; s < in->nsrc; s++) write_load(in, s, ir);
    strbuf_printf(ir, "  %%r = call %s @form%u(", in->result->llvm, form);
    write_arguments(in, prefixed, ir);
    strbuf_printf(ir, ")\n  %%p = getelementptr [%u x i64], ptr %%out, i64 %%i\n", x->limbs);
    strbuf_printf(ir, "  store %s %%r, ptr %%p, align 8\n  %%next = add i64 %%i, 1\n",
                  in->result->llvm);
    strbuf_puts(ir, "  %more = icmp ult i64 %next, %count\n  br i1 %more, label %loop, label "
                    "%exit\nexit:\n  ret void\n}\n");
}

/* The forms, the loops that call them, and the declarations that the forms need. Returns whether
 * emit_ir_instr puts its addition in front. */
static bool write_code(const trial *x, strbuf *forms, strbuf *drivers, strbuf *decls)
{
    char name[32];
    bool prefixed = false;
    for (unsigned f = 0; f < validate_forms(x->in); f++) {
        snprintf(name, sizeof name, "form%u", f);
        prefixed = emit_ir_instr(x->in, validate_imm(x->in, f), x->target, name, decls, forms);
        write_driver(x, f, prefixed, drivers);
    }
    return prefixed;
}

/* ---- which machine instruction it became ---- */

typedef struct reading {
    const instr *in;
    const asm_syntax *syntax;
    bool skip_addition, named;
    strbuf *others; /* " shl or ": gets the mnemonics; NULL: not wanted */
} reading;

static const char *without_prefix(const asm_syntax *x, const char *s, size_t *n)
{
    size_t length = strlen(x->name_prefix);
    bool has = *n >= length && !memcmp(s, x->name_prefix, length);
    *n -= has ? length : 0;
    return has ? s + length : s;
}

/* The first word of a line. */
static const char *mnemonic_of(const char *line, size_t length, size_t *n)
{
    while (length && isspace((unsigned char)*line)) line++, length--;
    for (*n = 0; *n < length && !isspace((unsigned char)line[*n]);) ++*n;
    return line;
}

/* A set can have a prefix in front, and a letter for the width behind; a digit at the end of the
 * spec's name is a scale, unless the mnemonic has it. */
bool validate_is_named(const asm_syntax *x, const char *name, const char *line, size_t length)
{
    size_t n, wanted = strlen(name);
    line = mnemonic_of(line, length, &n);
    line = without_prefix(x, line, &n);
    name = without_prefix(x, name, &wanted);
    if (n <= wanted && !memcmp(line, name, n) && (n == wanted || strchr(x->name_ends, name[n])))
        return true;
    wanted = strcspn(name, x->name_ends);
    while (wanted && isdigit((unsigned char)name[wanted - 1])) wanted--;
    if (n < wanted || n > wanted + 1 || memcmp(line, name, wanted)) return false;
    return n == wanted || strchr(x->name_widths, line[wanted]);
}

/* Each word once, with a blank on both sides. */
static void note_other(strbuf *others, const char *line, size_t length)
{
    char word[32];
    size_t n;
    line = mnemonic_of(line, length, &n);
    snprintf(word, sizeof word, " %.*s ", (int)(n < 24 ? n : 24), line);
    if (!others->len) strbuf_puts(others, " ");
    if (!strstr(strbuf_text(others), word)) strbuf_puts(others, word + 1);
}

static void read_line(void *context, const char *line, size_t length)
{
    reading *r = context;
    if (r->skip_addition && asm_has_mnemonic(line, length, r->syntax->addition)) {
        r->skip_addition = false;
        return;
    }
    r->named |= validate_is_named(r->syntax, r->in->name, line, length);
    if (r->others) note_other(r->others, line, length);
}

/* Whether the form has the instruction; what it has goes to others, when that is not NULL. */
static bool read_form(const trial *x, const char *assembly, unsigned form, bool prefixed,
                      strbuf *others)
{
    char name[32];
    reading r = {
        .in = x->in, .syntax = isa_syntax(x->in->set), .skip_addition = prefixed, .others = others};
    snprintf(name, sizeof name, "form%u", form);
    codegen_visit_counted(r.syntax, assembly, name, read_line, &r);
    return r.named;
}

static void read_forms(const trial *x, const char *assembly, bool prefixed)
{
    strbuf others = {0};
    for (unsigned f = 0; f < validate_forms(x->in); f++)
        if (read_form(x, assembly, f, prefixed, NULL))
            x->out->named++;
        else
            read_form(x, assembly, f, prefixed, &others);
    if (others.len > 1)
        snprintf(x->out->instead, VALIDATE_TEXT, "%.*s", (int)others.len - 2,
                 strbuf_text(&others) + 1);
    strbuf_free(&others);
}

static ls_status compile(trial *x, diags *d)
{
    strbuf ir = {0}, drivers = {0}, decls = {0}, assembly = {0};
    bool prefixed = write_code(x, &ir, &drivers, &decls);
    strbuf_puts(&ir, strbuf_text(&decls));
    ls_status rc = codegen_compile(strbuf_text(&ir), x->target->cpu, x->target->triple, &assembly,
                                   d);
    strbuf_puts(&ir, strbuf_text(&drivers));
    if (rc == LS_OK && hardware_emulates(x->target))
        rc = emulator_load(&x->emulated, x->target, &ir, validate_forms(x->in), d);
    else if (rc == LS_OK)
        rc = jit_load(&x->code, &ir, d);
    if (rc == LS_OK) read_forms(x, strbuf_text(&assembly), prefixed);
    strbuf_free(&ir);
    strbuf_free(&drivers);
    strbuf_free(&decls);
    strbuf_free(&assembly);
    return rc;
}

/* ---- what the definition says ---- */

/* Source s as a concatenation of limb variables. */
static term cut_source(meaning *m, const instr *in, unsigned s)
{
    term *first = &m->var[m->nvars];
    unsigned limbs = bv_limbs(in->src[s]->bits);
    char name[64];
    for (unsigned j = 0; j < limbs; j++) {
        unsigned left = in->src[s]->bits - 64 * j;
        snprintf(name, sizeof name, "source %u limb %u", s, j);
        m->var[m->nvars++] = term_mk_var(m->c, name, left < 64 ? left : 64);
    }
    return term_mk_concat_n(m->c, first, limbs);
}

static void meaning_free(meaning *m)
{
    for (unsigned j = 0; j < OPERANDS_LIMBS; j++) tape_free(m->limb[j]);
    term_ctx_free(m->c);
}

static void make_tapes(meaning *m)
{
    unsigned bits = term_width(m->c, m->result);
    bool narrow = true;
    for (unsigned j = 0; narrow && j < bv_limbs(bits); j++) {
        unsigned end = 64 * j + 64 < bits ? 64 * j + 64 : bits;
        m->limb[j] = tape_new(m->c, term_mk_extract(m->c, end - 1, 64 * j, m->result), m->var,
                              m->nvars);
        narrow = m->limb[j] != NULL;
    }
    for (unsigned j = 0; !narrow && j < OPERANDS_LIMBS; j++) {
        tape_free(m->limb[j]);
        m->limb[j] = NULL;
    }
}

static void meaning_init(meaning *m, const instr *in, int64_t imm)
{
    term source[SPEC_SRC_MAX];
    *m = (meaning){.c = term_ctx_new()};
    for (unsigned s = 0; s < in->nsrc; s++) source[s] = cut_source(m, in, s);
    m->result = instr_apply(in, m->c, source, imm);
    make_tapes(m);
}

/* The columns of the limb variables, in their order. */
static void find_columns(const trial *x, tape_column *out)
{
    for (unsigned s = 0; s < x->in->nsrc; s++)
        for (unsigned j = 0, limbs = operands_limbs(&x->operands, s); j < limbs; j++)
            *out++ = (tape_column){x->source[s] + j, limbs};
}

/* Case i by term_eval. */
static void evaluate_slowly(const trial *x, const meaning *m, unsigned i, uint64_t *out)
{
    tape_column column[LIMB_VARS];
    const uint64_t *value[LIMB_VARS];
    find_columns(x, column);
    for (unsigned k = 0; k < m->nvars; k++) value[k] = column[k].at + i * column[k].stride;
    term_eval(m->c, m->result, m->var, value, m->nvars, out);
}

static void evaluate(const trial *x, const meaning *m, unsigned count)
{
    tape_column column[LIMB_VARS];
    find_columns(x, column);
    for (unsigned j = 0; m->limb[0] && j < x->limbs; j++)
        tape_run(m->limb[j], column, count, x->expected + j, x->limbs);
    for (unsigned i = 0; !m->limb[0] && i < count; i++)
        evaluate_slowly(x, m, i, x->expected + (size_t)i * x->limbs);
}

/* Now and then the two evaluators are compared. */
static void check_evaluators(trial *x, const meaning *m, unsigned count)
{
    uint64_t value[OPERANDS_LIMBS];
    if (!m->limb[0] || x->batches++ % CHECK_EVERY) return;
    unsigned i = (unsigned)(random_next(&x->random) % count);
    evaluate_slowly(x, m, i, value);
    require(!memcmp(value, x->expected + (size_t)i * x->limbs, x->limbs * sizeof *value),
            "a tape computes what term_eval computes");
    x->out->checked++;
}

/* ---- running ---- */

static void note_mismatch(trial *x, int64_t imm, unsigned i)
{
    validation *v = x->out;
    size_t size = x->limbs * sizeof(uint64_t);
    if (v->mismatches++) return;
    v->imm = imm;
    for (unsigned s = 0; s < x->in->nsrc; s++) {
        unsigned limbs = operands_limbs(&x->operands, s);
        memcpy(v->operand[s], x->source[s] + (size_t)i * limbs, limbs * sizeof(uint64_t));
    }
    memcpy(v->expected, x->expected + (size_t)i * x->limbs, size);
    memcpy(v->actual, x->actual + (size_t)i * x->limbs, size);
}

static void compare(trial *x, int64_t imm, unsigned count)
{
    size_t size = x->limbs * sizeof(uint64_t);
    x->out->cases += count;
    if (!memcmp(x->expected, x->actual, count * size)) return;
    for (unsigned i = 0; i < count; i++)
        if (memcmp(x->expected + (size_t)i * x->limbs, x->actual + (size_t)i * x->limbs, size))
            note_mismatch(x, imm, i);
}

static ls_status emulate(trial *x, unsigned form, unsigned count, diags *d)
{
    emulator_input inputs[SPEC_SRC_MAX];
    for (unsigned s = 0; s < x->in->nsrc; s++)
        inputs[s] = (emulator_input){
            x->source[s], (size_t)count * operands_limbs(&x->operands, s) * sizeof(uint64_t)};
    return emulator_run(x->emulated, form, inputs, x->in->nsrc, count, x->actual,
                        (size_t)count * x->limbs * sizeof *x->actual, d);
}

/* run: of the form, NULL in an emulator. */
static ls_status run_batch(trial *x, driver *run, const meaning *m, unsigned form, unsigned count,
                           diags *d)
{
    const uint64_t *sources[SPEC_SRC_MAX];
    ls_status rc = LS_OK;
    for (unsigned s = 0; s < SPEC_SRC_MAX; s++) sources[s] = x->source[s];
    memset(x->actual, 0, (size_t)count * x->limbs * sizeof *x->actual);
    if (run) run(x->actual, sources, count);
    else rc = emulate(x, form, count, d);
    if (rc != LS_OK) return rc;
    evaluate(x, m, count);
    check_evaluators(x, m, count);
    compare(x, validate_imm(x->in, form), count);
    return LS_OK;
}

/* How many corner cases the plan has. */
static uint64_t corner_cases(const trial *x)
{
    return (x->operands.corners + x->plan->stride - 1) / x->plan->stride;
}

static void write_case(trial *x, uint64_t number, unsigned i)
{
    uint64_t *at[SPEC_SRC_MAX] = {0};
    for (unsigned s = 0; s < x->in->nsrc; s++)
        at[s] = x->source[s] + (size_t)i * operands_limbs(&x->operands, s);
    if (number < corner_cases(x))
        operands_corner(&x->operands, (unsigned)number * x->plan->stride, at);
    else
        operands_random(&x->operands, &x->random, at);
}

/* Corner cases first, then random ones. */
static ls_status run_cases(trial *x, driver *run, const meaning *m, unsigned form,
                           uint64_t random_cases, diags *d)
{
    uint64_t total = corner_cases(x) + random_cases;
    ls_status rc = LS_OK;
    x->batches = 0; /* so that the first batch of each form is checked */
    for (uint64_t first = 0; rc == LS_OK && first < total; first += BATCH) {
        unsigned count = total - first < BATCH ? (unsigned)(total - first) : BATCH;
        for (unsigned i = 0; i < count; i++) write_case(x, first + i, i);
        rc = run_batch(x, run, m, form, count, d);
    }
    return rc;
}

/* A generator that depends on instruction, immediate and seed, not on what else is validated. */
static uint64_t first_state(const trial *x, int64_t imm)
{
    strbuf text = {0};
    char hash[HASH_TEXT];
    strbuf_printf(&text, "%s %s %" PRId64 " %" PRIu64, x->in->name, x->in->result->name, imm,
                  x->plan->seed);
    hash_text(strbuf_text(&text), hash);
    strbuf_free(&text);
    hash[16] = 0;
    return strtoull(hash, NULL, 16);
}

static ls_status run_form(trial *x, unsigned form, diags *d)
{
    char name[32];
    driver *run = NULL;
    uintptr_t address = 0;
    meaning m;
    snprintf(name, sizeof name, "run%u", form);
    ls_status rc = x->code ? jit_find(x->code, name, &address, d) : LS_OK;
    if (rc != LS_OK) return rc;
    memcpy(&run, &address, sizeof run);
    int64_t imm = validate_imm(x->in, form);
    uint64_t forms = x->out->forms, cases = (x->plan->cases + forms - 1) / forms;
    meaning_init(&m, x->in, imm);
    if (!m.limb[0]) {
        x->out->slow = true;
        if (cases > SLOW_CASES) cases = SLOW_CASES;
    }
    x->random = first_state(x, imm);
    rc = run_cases(x, run, &m, form, cases, d);
    meaning_free(&m);
    return rc;
}

static void trial_open(trial *x)
{
    operands_init(&x->operands, x->in);
    x->limbs = bv_limbs(x->in->result->bits);
    x->expected = mem_alloc((size_t)BATCH * x->limbs, sizeof *x->expected);
    x->actual = mem_alloc((size_t)BATCH * x->limbs, sizeof *x->actual);
    for (unsigned s = 0; s < x->in->nsrc; s++)
        x->source[s] = mem_alloc((size_t)BATCH * operands_limbs(&x->operands, s),
                                 sizeof *x->source[s]);
}

static void trial_close(trial *x)
{
    for (unsigned s = 0; s < SPEC_SRC_MAX; s++) mem_free(x->source[s]);
    mem_free(x->expected);
    mem_free(x->actual);
    jit_free(x->code);
    emulator_free(x->emulated);
}

ls_status validate_instr(const instr *in, const target *t, const validate_plan *plan,
                         validation *out, diags *d)
{
    trial x = {.in = in, .target = t, .plan = plan, .out = out};
    require(plan->stride > 0, "a stride goes forward");
    *out = (validation){.forms = validate_forms(in)};
    trial_open(&x);
    ls_status rc = compile(&x, d);
    for (unsigned f = 0; rc == LS_OK && f < out->forms; f++) rc = run_form(&x, f, d);
    trial_close(&x);
    return rc;
}

/* ---- the report ---- */

static void print_register(const char *name, const uint64_t *reg, unsigned bits, strbuf *out)
{
    strbuf_printf(out, "  %-8s = 0x", name);
    for (unsigned j = bv_limbs(bits); j-- > 0;)
        strbuf_printf(out, "%0*" PRIx64, bits - 64 * j < 64 ? (int)(bits - 64 * j) / 4 : 16,
                      reg[j]);
    strbuf_puts(out, "\n");
}

void validation_print(const validation *v, const instr *in, strbuf *out)
{
    require(v->mismatches > 0, "there is a mismatch to print");
    if (in->has_imm) strbuf_printf(out, "  %-8s = %" PRId64 "\n", in->imm_name, v->imm);
    for (unsigned s = 0; s < in->nsrc; s++)
        print_register(in->src_name[s], v->operand[s], in->src[s]->bits, out);
    print_register("expected", v->expected, in->result->bits, out);
    print_register("actual", v->actual, in->result->bits, out);
}
