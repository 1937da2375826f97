// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* beside.c - counts the functions of a module, with the pass and without.
 *
 * opt-19 does what comes before the code generator, with the plugin or without, as a user calls it;
 * code is generated in process and counted as everywhere (codegen_count_whole). Called by
 * never_worse.c, in processes that may die. */
#include "beside.h"

#include <string.h>

#include "lowerings/measure/codegen.h"
#include "spec/base/process.h"

/* opt-19's part. Where it has none, for stock code that is to be as it is, it reads the text all
 * the same: the target's data layout says how loads are aligned. */
static ls_status prepare(const beside_module *m, beside_way way, beside_side side, strbuf *out)
{
    char plugin[4096], triple[256], cpu[256];
    strbuf text = {0}, complaint = {0};
    process p = {.limit = m->seconds};
    snprintf(plugin, sizeof plugin, "-load-pass-plugin=%s", m->plugin);
    snprintf(triple, sizeof triple, "-mtriple=%s", m->target->triple);
    snprintf(cpu, sizeof cpu, "-mcpu=%s", m->target->cpu);
    process_add_pair(&p, "opt-19", "-S");
    process_add_pair(&p, triple, cpu);
    if (side == BESIDE_OURS) process_add(&p, plugin);
    if (way == BESIDE_O2) process_add(&p, "-passes=default<O2>");
    else if (side == BESIDE_OURS) process_add(&p, "-passes=lanesmith");
    strbuf_puts(&text, m->ir);
    ls_status rc = process_ask(&p, &text, out, &complaint);
    if (rc == LS_OK && p.status != 0) rc = LS_ENV;
    strbuf_free(&text);
    strbuf_free(&complaint);
    return rc;
}

typedef struct search {
    const beside_module *m;
    int *out;
} search;

static void take_function(void *context, const char *name, size_t length,
                          const codegen_count *count)
{
    const search *s = context;
    for (unsigned i = 0; i < s->m->count; i++)
        if (!strncmp(s->m->names[i], name, length) && !s->m->names[i][length])
            s->out[i] = (int)codegen_count_whole(count);
}

ls_status beside_count(const beside_module *m, beside_way way, beside_side side, int *out)
{
    strbuf ir = {0}, assembly = {0};
    diags d = {0};
    search s = {m, out};
    for (unsigned i = 0; i < m->count; i++) out[i] = BESIDE_UNKNOWN;
    ls_status rc = prepare(m, way, side, &ir);
    if (rc == LS_OK)
        rc = codegen_compile(strbuf_text(&ir), m->target->cpu, m->target->triple, &assembly, &d);
    if (rc == LS_OK)
        codegen_each_function(isa_syntax(m->target->set), strbuf_text(&assembly), take_function,
                              &s);
    diag_free(&d);
    strbuf_free(&ir);
    strbuf_free(&assembly);
    return rc == LS_OK ? LS_OK : LS_ENV;
}
