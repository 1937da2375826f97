// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* instr.c - instructions as terms.
 *
 * Elaboration reads the definition's s-expression with the integers of its family, the sources and
 * the immediate bound. A form is elaborated as the operation that it stands for (form.h). */
#include "instr.h"

#include "block.h"
#include "form.h"
#include "spec/language/elab.h"
#include "spec/language/report.h"

term instr_elaborate(const instr *in, term_ctx *c, const term *src, int64_t imm, diags *d)
{
    arena mem = {0};
    elab e = {.c = c, .d = d, .mem = &mem, .total_bits = in->result->bits};
    const sexp_env *env = in->env;
    for (unsigned i = 0; i < in->nsrc; i++)
        env = elab_bind_term(&mem, env, in->src_name[i], ENV_REGISTER, src[i]);
    if (in->has_imm) env = elab_bind_integer(&mem, env, in->imm_name, imm);
    const sexp *body = sexp_body(in->form);
    term t = elab_bits(&e, body, env);
    if (t && term_width(c, t) != in->result->bits) {
        unsigned bits = term_width(c, t);
        report_error(d, body, env, "the result has %u bit%s; class %s has %u", bits,
                     report_plural(bits), in->result->name, in->result->bits);
        t = TERM_NONE;
    }
    arena_free(&mem);
    return t;
}

term instr_apply(const instr *in, term_ctx *c, const term *src, int64_t imm)
{
    diags quiet = {0};
    require(!in->has_imm || (imm >= in->imm_low && imm <= in->imm_high),
            "the immediate is in range");
    for (unsigned i = 0; i < in->nsrc; i++)
        require(term_width(c, src[i]) == in->src[i]->bits, "a source has the width of its class");
    if (in->form_of) return form_apply(in, c, src, imm);
    if (in->kind == INSTR_BLOCK) return block_apply(in, c, src, imm);
    term t = instr_elaborate(in, c, src, imm, &quiet);
    if (t == TERM_NONE) diag_print(&quiet, stderr);
    require(t != TERM_NONE,
            "the definitions were tried when they were loaded, or by who signed them");
    diag_free(&quiet);
    return t;
}
