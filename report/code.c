// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* code.c - lowerings as LLVM IR, as C and as assembly, made by the code that ships and measures
 * them.
 *
 * LLVM's set-up is most of the time of a small module, so the lowerings of a chunk are compiled as
 * one module a target; the assembly is cut at the ends of functions. Labels carry the function's
 * number, which is made 0: the text is then that of a module with this function alone. */
#include "report.h"

#include <ctype.h>

#include "lowerings/measure/codegen.h"

static void make_module(const lowering *list, unsigned count, strbuf *out)
{
    strbuf decls = {0}, name = {0};
    strbuf_printf(out, "target triple = \"%s\"\n\n", list[0].cell.target->triple);
    for (unsigned i = 0; i < count; i++) {
        strbuf_clear(&name);
        lowering_print_name(&list[i].cell, &name);
        emit_ir_function(&list[i].cell, &list[i].prog, strbuf_text(&name), "", "nounwind", &decls,
                         out);
    }
    strbuf_printf(out, "\n%s", strbuf_text(&decls));
    strbuf_free(&decls);
    strbuf_free(&name);
}

/* ---- assembly ---- */

static bool begins(const char *line, const char *with)
{
    return !strncmp(line, with, strlen(with));
}

/* What a reader does not need to see, nor an assembler to have. */
static bool is_noise(const char *line)
{
    static const char *const noise[] = {
        "\t.file",  "\t.type",    "\t.size",    "\t.text", "\t.p2align\t4, 0x90",
        "\t.ident", "\t.addrsig", ".Lfunc_end", "\n"};
    for (unsigned i = 0; i < sizeof noise / sizeof *noise; i++)
        if (begins(line, noise[i])) return true;
    return false;
}

/* ".LCPI12_3" becomes ".LCPI0_3". */
static void put_line(const char *line, size_t n, strbuf *out)
{
    static const char *const labels[] = {".LCPI", ".LBB", ".LJTI"};
    for (size_t i = 0; i < n;) {
        size_t prefix = 0, digits = 0;
        for (unsigned k = 0; k < 3 && !prefix; k++)
            if (begins(line + i, labels[k])) prefix = strlen(labels[k]);
        while (prefix && isdigit((unsigned char)line[i + prefix + digits])) digits++;
        if (!digits) prefix = 1;
        strbuf_putn(out, line + i, prefix);
        if (digits) strbuf_puts(out, "0");
        i += prefix + digits;
    }
}

/* Copies the lines of one function, with its constants; returns what follows its end. */
static const char *cut_function(const char *line, strbuf *out)
{
    bool data = false;
    for (size_t n; *line && !begins(line, ".Lfunc_end"); line += n) {
        n = strcspn(line, "\n") + 1;
        if (begins(line, "\t.section")) data = true;
        if (begins(line, "\t.globl") && data) strbuf_puts(out, "\t.text\n");
        if (!is_noise(line)) put_line(line, n, out);
    }
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

static ls_status make_assembly(app *a, const lowering *list, unsigned count, report_code *code)
{
    const target *t = list[0].cell.target;
    strbuf ir = {0}, assembly = {0};
    make_module(list, count, &ir);
    ls_status rc = codegen_compile(strbuf_text(&ir), t->cpu, t->triple, &assembly, &a->dg);
    const char *s = strbuf_text(&assembly);
    for (unsigned i = 0; rc == LS_OK && i < count; i++) s = cut_function(s, &code[i].assembly);
    strbuf_free(&ir);
    strbuf_free(&assembly);
    return rc;
}

/* ---- all three ---- */

static void make_ir(const lowering *l, strbuf *out)
{
    strbuf name = {0};
    lowering_print_name(&l->cell, &name);
    emit_ir_module(&l->cell, &l->prog, strbuf_text(&name), out);
    strbuf_free(&name);
}

ls_status report_make_code(app *a, const lowering *list, unsigned count, report_code *code)
{
    if (!count) return LS_OK;
    for (unsigned i = 0; i < count; i++) {
        make_ir(&list[i], &code[i].ir);
        if (!prog_has_form(&list[i].prog))
            emit_c_function(a->spec, &list[i], "lanesmith", &code[i].c);
    }
    return make_assembly(a, list, count, code);
}

void report_free_code(report_code *code, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        strbuf_free(&code[i].ir);
        strbuf_free(&code[i].c);
        strbuf_free(&code[i].assembly);
    }
}
