// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* left_out.c - looks instructions up in the text of a grammar.
 *
 * The text names each instruction as a word, which may be followed by immediates (`a shift:1-3`) or
 * operands (`a shuffle(.k)`). Called by show_cell.c. */
#include "left_out.h"

#include <string.h>

static bool is_word_end(char c) { return !c || strchr(" ;:(\n", c); }

static bool names(const char *grammar, const char *name)
{
    size_t n = strlen(name);
    const char *end = strchr(grammar, ';');
    for (const char *p = strstr(grammar, name); p && (!end || p < end); p = strstr(p + 1, name))
        if (p > grammar && p[-1] == ' ' && is_word_end(p[n])) return true;
    return false;
}

static bool counts(const instr *in, const cell *c)
{
    return in->result == c->cls && in->machine == 1 && target_has_instr(c->target, in);
}

left_out left_out_of(const spec *s, const cell *c, const char *grammar)
{
    left_out out = {0};
    for (unsigned i = 0; i < s->ninstrs; i++) {
        const instr *in = &s->instrs[i];
        if (!counts(in, c)) continue;
        out.all++;
        if (names(grammar, in->name)) continue;
        out.count++;
        out.kind[in->kind]++;
        if (!out.first[in->kind]) out.first[in->kind] = in;
    }
    return out;
}

bool left_out_is_floor(const char *grammar)
{
    return !strncmp(grammar, "instructions: none;", strlen("instructions: none;"));
}

bool left_out_none_of(const prog *p, const char *grammar)
{
    for (unsigned i = 0; i < p->ninsns; i++)
        if (!names(grammar, p->insn[i].in->name)) return false;
    return true;
}

void left_out_print(const left_out *x, strbuf *out)
{
    bool any = false;
    for (unsigned k = 0; k < INSTR_KIND_COUNT; k++) {
        if (!x->kind[k]) continue;
        strbuf_printf(out, "%s%u %s", any ? ", " : "", x->kind[k], instr_kind_names[k]);
        if (x->kind[k] == 1) strbuf_printf(out, " (%s)", x->first[k]->name);
        any = true;
    }
}
