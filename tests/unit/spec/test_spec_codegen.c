// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_spec_codegen.c - the LLVM text of every instruction compiles to one machine instruction, of
 * a sequence to at most as many as its kind says.
 *
 * For each target one module is made with a function for every instruction that it has (and for
 * some values of the immediate), by a few lines here that share nothing with the emitters, and
 * compiled for the target's CPU. An instruction between a mask register and a general one, as the
 * calling convention has it, comes on top for k64. */
#include "lowerings/measure/codegen.h"
#include "tests/unit/fixture.h"

/* Whether an instruction touches a register of a class that no target has cells in: a mask. */
static bool uses_mask(const instr *in)
{
    const regclass *k64 = spec_find_class(the_spec, "k64");
    return in->result == k64 || in->src[0] == k64;
}

static bool available(const target *t, const instr *in)
{
    if (!uses_mask(in))
        return target_has_instr(t, in);
    for (const char *const *f = in->requires_; *f; f++)
        if (!target_has_feature(t, *f))
            return false;
    return true;
}

/* A template line with $a as %va, $1 as %v1 and $k as the immediate. */
static void put_line(strbuf *out, const instr *in, const char *line, int64_t imm)
{
    for (const char *p = line; *p; p++) {
        if (*p != '$') {
            strbuf_putn(out, p, 1);
            continue;
        }
        size_t n = strspn(p + 1, "abcdefghijklmnopqrstuvwxyz0123456789");
        if (in->has_imm && strlen(in->imm_name) == n && strncmp(p + 1, in->imm_name, n) == 0)
            strbuf_printf(out, "%lld", (long long)imm);
        else
            strbuf_printf(out, "%%v%.*s", (int)n, p + 1);
        p += n;
    }
}

static void put_cast(strbuf *out, const char *to, const char *from_type, const char *from,
                     const char *to_type)
{
    strbuf_printf(out, "  %%%s = bitcast %s %%%s to %s\n", to, from_type, from, to_type);
}

static void put_function(strbuf *out, const target *t, const instr *in, const char *name,
                         int64_t imm)
{
    strbuf_printf(out, "define %s @%s(", in->result->llvm, name);
    for (unsigned s = 0; s < in->nsrc; s++)
        strbuf_printf(out, "%s%s %%p%u", s ? ", " : "", in->src[s]->llvm, s);
    strbuf_printf(out, ") %s {\n", t->attributes ? t->attributes : "");
    for (unsigned s = 0; s < in->nsrc; s++) {
        char to[64], from[64];
        snprintf(to, sizeof to, "v%s", in->src_name[s]);
        snprintf(from, sizeof from, "p%u", s);
        put_cast(out, to, in->src[s]->llvm, from, in->lane_type);
    }
    for (unsigned l = 0; l < in->nllvm; l++) {
        strbuf_puts(out, l + 1 < in->nllvm ? "  " : "  %r = ");
        put_line(out, in, in->llvm[l], imm);
        strbuf_puts(out, "\n");
    }
    put_cast(out, "q", in->result_type, "r", in->result->llvm);
    strbuf_printf(out, "  ret %s %%q\n}\n", in->result->llvm);
}

static void put_declarations(strbuf *out, const instr *in)
{
    for (unsigned i = 0; i < in->ndecl; i++)
        if (!strstr(strbuf_text(out), in->decl[i]))
            strbuf_printf(out, "%s\n", in->decl[i]);
}

/* Up to four values of the immediate: the ends, next to the low end, the middle. */
static unsigned some_immediates(const instr *in, int64_t out[4])
{
    if (!in->has_imm)
        return out[0] = 0, 1;
    int64_t low = in->imm_low, high = in->imm_high, middle = low + (high - low) / 2;
    const int64_t tried[] = {low, low + 1, middle, high};
    unsigned n = 0;
    for (unsigned i = 0; i < 4; i++)
        if (tried[i] <= high && (n == 0 || tried[i] > out[n - 1]))
            out[n++] = tried[i];
    return n;
}

/* The two tables of three-input logic that are constants need no such instruction. */
static bool degenerate(const instr *in, int64_t imm)
{
    return in->kind == INSTR_LOGIC3 && (imm == 0 || imm == 255);
}

/* With AVX-512, blends by the signs of doublewords and quadwords are what LLVM makes of the same
 * select: the signs become a mask, and a masked move follows. Costs are measured on what is
 * emitted, so they tell. */
static bool goes_through_mask(const target *t, const instr *in)
{
    return !strncmp(in->name, "blendvp", 7) && target_has_feature(t, "avx512vl");
}

/* Whether so many machine instructions are right. A sequence may turn out shorter: vpcmp.eqb is one
 * instruction where its registers have a compare that needs no mask. */
static bool is_expected(const target *t, const instr *in, unsigned found)
{
    unsigned want = in->machine + uses_mask(in) + goes_through_mask(t, in);
    return in->kind == INSTR_SEQUENCE ? found >= 1 && found <= want : found == want;
}

static void check_target(const target *t)
{
    strbuf declarations = {0}, functions = {0}, assembly = {0};
    diags d = {0};
    for (unsigned n = 0; n < the_spec->ninstrs; n++) {
        const instr *in = &the_spec->instrs[n];
        int64_t imm[4];
        unsigned count = available(t, in) ? some_immediates(in, imm) : 0;
        for (unsigned i = 0; i < count; i++) {
            char name[32];
            snprintf(name, sizeof name, "f%u_%u", n, i);
            put_function(&functions, t, in, name, imm[i]);
        }
        if (count)
            put_declarations(&declarations, in);
    }
    strbuf_puts(&declarations, strbuf_text(&functions));
    ls_status rc = codegen_compile(strbuf_text(&declarations), t->cpu, t->triple, &assembly, &d);
    if (rc != LS_OK)
        diag_print(&d, stderr);
    assert_int_equal(rc, LS_OK);
    unsigned wrong = 0;
    for (unsigned n = 0; n < the_spec->ninstrs; n++) {
        const instr *in = &the_spec->instrs[n];
        int64_t imm[4];
        unsigned count = available(t, in) ? some_immediates(in, imm) : 0;
        for (unsigned i = 0; i < count; i++) {
            char name[32];
            codegen_count found;
            snprintf(name, sizeof name, "f%u_%u", n, i);
            assert_true(
                codegen_count_function(isa_syntax(t->set), strbuf_text(&assembly), name, &found));
            if (!degenerate(in, imm[i]) && !is_expected(t, in, found.insns)) {
                print_error("%s: %s on %s, immediate %d: %u machine instructions\n", t->name,
                            in->name, in->result->name, (int)imm[i], found.insns);
                wrong++;
            }
        }
    }
    assert_int_equal(wrong, 0);
    strbuf_free(&declarations);
    strbuf_free(&functions);
    strbuf_free(&assembly);
    diag_free(&d);
}

static void an_instruction_is_one_machine_instruction(void **state)
{
    (void)state;
    for (unsigned t = 0; t < the_spec->ntargets; t++)
        check_target(&the_spec->targets[t]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_instruction_is_one_machine_instruction)};
    return cmocka_run_group_tests_name("spec codegen", tests, load_spec, drop_spec);
}
