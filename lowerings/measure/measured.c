// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* measured.c - compiles programs in one module and counts.
 *
 * LLVM's set-up is most of the time of a call, so programs are measured together. Called by synth's
 * judge, which chooses by the figures, and by `lanesmith verify`, which believes no figure that a
 * text claims. */
#include "measured.h"

#include <stdio.h>

#include "codegen.h"
#include "costgen.h"
#include "lowerings/emit/lowering.h"

enum { NAME = 24 };

typedef struct module {
    strbuf ir;
    char (*name)[NAME];
    const char **names;
} module;

static void write_module(const measured *x, unsigned count, module *m)
{
    strbuf decls = {0}, body = {0};
    *m = (module){.name = mem_alloc(count + 1, sizeof *m->name),
                  .names = mem_alloc(count + 1, sizeof *m->names)};
    for (unsigned i = 0; i < count; i++) {
        snprintf(m->name[i], NAME, "candidate%u", i);
        m->names[i] = m->name[i];
        emit_ir_function(x[i].cell, x[i].prog, m->name[i], "", "", &decls, &body);
    }
    strbuf_printf(&m->ir, "target triple = \"%s\"\n%s%s", x[0].cell->target->triple,
                  strbuf_text(&decls), strbuf_text(&body));
    strbuf_free(&decls);
    strbuf_free(&body);
}

static void free_module(module *m)
{
    strbuf_free(&m->ir);
    mem_free(m->name);
    mem_free(m->names);
}

ls_status measure_programs(measured *x, unsigned count, const cost_model *model, diags *d)
{
    module m;
    if (!count) return LS_OK;
    codegen_count *counted = mem_alloc(count, sizeof *counted);
    write_module(x, count, &m);
    ls_status rc = codegen_measure_all(m.ir.s, m.names, count, x[0].cell->target, counted, d);
    for (unsigned i = 0; rc == LS_OK && i < count; i++) {
        cost_of_prog(model, x[i].prog, &x[i].cost);
        x[i].cost.insns = counted[i].insns;
        x[i].cost.bytes = counted[i].bytes;
        x[i].cost.moves = counted[i].moves;
        x[i].cost.const_loads = counted[i].const_loads;
    }
    free_module(&m);
    mem_free(counted);
    return rc;
}

ls_status measure_forms(measured *x, unsigned count, diags *d)
{
    module m;
    strbuf assembly = {0};
    if (!count) return LS_OK;
    const target *t = x[0].cell->target;
    cost *costs = mem_alloc(count, sizeof *costs);
    for (unsigned i = 0; i < count; i++) costs[i] = x[i].cost;
    write_module(x, count, &m);
    ls_status rc = codegen_compile(m.ir.s, t->cpu, t->triple, &assembly, d);
    if (rc == LS_OK) rc = costgen_functions(t, strbuf_text(&assembly), m.names, count, costs, d);
    for (unsigned i = 0; rc == LS_OK && i < count; i++) x[i].cost = costs[i];
    free_module(&m);
    strbuf_free(&assembly);
    mem_free(costs);
    return rc;
}
