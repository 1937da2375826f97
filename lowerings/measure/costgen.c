// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* costgen.c - what each instruction costs, asked of LLVM's scheduling models through llvm-mca.
 *
 * Nothing about costs is typed in by hand. Every instruction of the target becomes a function of
 * its own; one compilation makes machine code of them all; the counted instructions of each become
 * one region of one llvm-mca run, whose report is read back. The models are those that LLVM gives
 * the CPU.
 *
 * An instruction with an immediate is costed with one in the middle of its range, odd, so that no
 * shift becomes a move or a shuffle. When the template compiles to several machine instructions,
 * micro-operations, latencies and port pressures add up, which for a latency is an upper bound.
 * What the set calls unpriced does not count here. Of a set without models (costs unit) each
 * counted instruction is one micro-operation of one cycle, and nobody is asked. Called by cli
 * (`lanesmith cost`); spec/cost.c reads the result. */
#include "costgen.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asmcount.h"
#include "codegen.h"
#include "lowerings/emit/emit.h"
#include "spec/base/process.h"
#include "spec/base/stop.h"

#define MCA "llvm-mca-19"
#define ITERATIONS                                                                                 \
    "60" /* a port's share comes out in sixtieths: halves, thirds, quarters, fifths are exact */
enum { PORTS_MAX = 48, PORT_NAME_MAX = 40 };

/* What the report says of one instruction. */
typedef struct figures {
    unsigned uops, latency;
    double rthroughput;
    double pressure[PORTS_MAX];
    bool reported;
} figures;

typedef struct generator {
    const spec *spec;
    const target *target;
    diags *d;
    /* by index of the instruction, so below: emit_ir_instr put an addition in front */
    bool *prefixed;
    figures *of;
    char port[PORTS_MAX][PORT_NAME_MAX];
    unsigned nports, dispatch;
} generator;

/* ---- from instructions to assembly ---- */

static int64_t representative_imm(const instr *in)
{
    if (!in->has_imm) return 0;
    int64_t middle = in->imm_low + (in->imm_high - in->imm_low) / 2;
    return middle % 2 == 0 && middle > in->imm_low ? middle - 1 : middle;
}

static void write_function_name(unsigned index, strbuf *out)
{
    strbuf_printf(out, "instr%u", index);
}

/* One function an instruction of the target, named by the instruction's index. */
static void write_module(generator *g, strbuf *ir)
{
    strbuf decls = {0}, name = {0};
    strbuf_printf(ir, "target triple = \"%s\"\n", g->target->triple);
    for (unsigned i = 0; i < g->spec->ninstrs; i++) {
        const instr *in = &g->spec->instrs[i];
        if (!target_has_instr(g->target, in)) continue;
        strbuf_clear(&name);
        write_function_name(i, &name);
        g->prefixed[i] = emit_ir_instr(in, representative_imm(in), g->target, strbuf_text(&name),
                                       &decls, ir);
    }
    strbuf_puts(ir, strbuf_text(&decls));
    strbuf_free(&decls);
    strbuf_free(&name);
}

/* ---- from assembly to the input of llvm-mca ---- */

typedef struct region {
    strbuf *out;
    const asm_syntax *syntax;
    bool skip_addition; /* the next addition is emit_ir_instr's, not the instruction's */
    unsigned lines;
} region;

static void add_line(void *context, const char *line, size_t length)
{
    region *r = context;
    if (r->skip_addition && asm_has_mnemonic(line, length, r->syntax->addition)) {
        r->skip_addition = false;
        return;
    }
    if (asm_has_mnemonic(line, length, r->syntax->unpriced)) return;
    strbuf_putn(r->out, line, length);
    strbuf_puts(r->out, "\n");
    r->lines++;
}

static figures unit_figures(unsigned lines)
{
    return (figures){.uops = lines, .latency = lines, .rthroughput = lines, .reported = true};
}

/* Adds the region of instruction i; a diagnostic when there is nothing in it. */
static bool write_region(generator *g, const char *assembly, unsigned i, strbuf *out)
{
    strbuf name = {0};
    region r = {.out = out, .syntax = isa_syntax(g->target->set), .skip_addition = g->prefixed[i]};
    const instr *in = &g->spec->instrs[i];
    write_function_name(i, &name);
    strbuf_printf(out, "# LLVM-MCA-BEGIN %s\n", strbuf_text(&name));
    codegen_visit_counted(r.syntax, assembly, strbuf_text(&name), add_line, &r);
    strbuf_puts(out, "# LLVM-MCA-END\n");
    strbuf_free(&name);
    g->of[i] = unit_figures(r.lines);
    if (!r.lines)
        diag_error(g->d, in->where,
                   "the (llvm ...) text of '%s' compiles to no machine instruction on %s", in->name,
                   g->target->name);
    return r.lines > 0;
}

static ls_status write_regions(generator *g, strbuf *out)
{
    strbuf ir = {0}, assembly = {0};
    write_module(g, &ir);
    ls_status status = codegen_compile(strbuf_text(&ir), g->target->cpu, g->target->triple,
                                       &assembly, g->d);
    for (unsigned i = 0; status != LS_INPUT && i < g->spec->ninstrs; i++)
        if (target_has_instr(g->target, &g->spec->instrs[i]) &&
            !write_region(g, strbuf_text(&assembly), i, out))
            status = LS_INPUT;
    strbuf_free(&ir);
    strbuf_free(&assembly);
    return status;
}

/* ---- running llvm-mca ---- */

static ls_status judge(const process *p, const strbuf *complaint, diags *d)
{
    if (stop_signal()) return LS_STOPPED;
    if (p->error)
        diag_error(d, (place){.file = MCA}, "cannot be run: %s; it comes with LLVM 19",
                   strerror(p->error));
    else if (p->status)
        diag_error(d, (place){.file = MCA}, "failed: %s", strbuf_text(complaint));
    return p->status ? LS_ENV : LS_OK;
}

static ls_status run_mca(const target *t, const strbuf *input, strbuf *report, diags *d)
{
    process p = {0};
    strbuf triple = {0}, cpu = {0}, complaint = {0};
    strbuf_printf(&triple, "-mtriple=%s", t->triple);
    strbuf_printf(&cpu, "-mcpu=%s", t->cpu);
    process_add_pair(&p, MCA, strbuf_text(&triple));
    process_add_pair(&p, strbuf_text(&cpu), "-iterations=" ITERATIONS);
    process_add(&p, "-");
    ls_status status = process_ask(&p, input, report, &complaint);
    if (status == LS_OK)
        status = judge(&p, &complaint, d);
    else
        diag_error(d, (place){.file = MCA}, "cannot write a temporary file: %s", file_reason());
    strbuf_free(&triple);
    strbuf_free(&cpu);
    strbuf_free(&complaint);
    return status;
}

/* ---- reading the report ---- */

static const char *next_line(const char *s)
{
    s += strcspn(s, "\n");
    return s + (*s == '\n');
}

static double sixtieths(double cycles)
{
    return floor(cycles * 60 + 0.5) / 60;
}

/* Rows " 1      2     0.50    ...  add", below a header line, up to a blank one. */
static const char *read_instructions(const char *s, figures *f)
{
    unsigned uops, latency;
    double rthroughput;
    for (s = next_line(s); sscanf(s, "%u %u %lf", &uops, &latency, &rthroughput) == 3;
         s = next_line(s)) {
        f->uops += uops;
        f->latency += latency;
        f->rthroughput = fmax(f->rthroughput, sixtieths(rthroughput));
        if (next_line(s) == s) break;
    }
    f->reported = true;
    return s;
}

/* Rows "[6.0] - SBPort23": the first is port 0. A unit of several is named with its number:
 * SBPort23.0. The list is the same in every region. */
static const char *read_port_names(generator *g, const char *s)
{
    char index[16], name[PORT_NAME_MAX - 12];
    g->nports = 0;
    while (sscanf(s, "[%15[0-9.]] - %27s", index, name) == 2 && g->nports < PORTS_MAX) {
        const char *unit = strchr(index, '.');
        snprintf(g->port[g->nports++], PORT_NAME_MAX, "%s%s", name, unit ? unit : "");
        s = next_line(s);
    }
    return s;
}

/* A row of numbers or "-", one a port, below a header line. */
static const char *read_pressure(const generator *g, const char *s, figures *f)
{
    s = next_line(s);
    for (unsigned i = 0; i < g->nports; i++) {
        s += strspn(s, " ");
        f->pressure[i] = sixtieths(*s == '-' ? 0 : strtod(s, NULL));
        s += strcspn(s, " \n");
    }
    return next_line(s);
}

/* The instruction whose region begins at a line "[0] Code Region - instr17", or NULL. */
static figures *find_region(generator *g, const char *s)
{
    unsigned index;
    if (sscanf(s, "[%*u] Code Region - instr%u", &index) != 1 || index >= g->spec->ninstrs)
        return NULL;
    return &g->of[index];
}

static void read_report(generator *g, const char *s)
{
    figures none, *f = &none; /* of the text before the first region */
    memset(&none, 0, sizeof none);
    while (*s) {
        const char *next = next_line(s);
        if (find_region(g, s)) f = find_region(g, s);
        sscanf(s, "Dispatch Width: %u", &g->dispatch);
        if (!strncmp(s, "[1]    [2]    [3]", 17)) next = read_instructions(s, f);
        if (!strncmp(s, "Resources:", 10)) next = read_port_names(g, next);
        if (!strncmp(s, "Resource pressure per iteration:", 32)) next = read_pressure(g, next, f);
        s = next;
    }
}

/* Fills in the figures of the regions of the input. */
static ls_status ask(generator *g, const strbuf *input)
{
    strbuf report = {0};
    if (g->target->set->unit_costs) return g->dispatch = 1, LS_OK;
    memset(g->of, 0, (g->spec->ninstrs + 1) * sizeof *g->of);
    ls_status status = run_mca(g->target, input, &report, g->d);
    if (status == LS_OK) read_report(g, strbuf_text(&report));
    strbuf_free(&report);
    return status;
}

/* ---- writing figures ---- */

static void write_ports(const generator *g, const figures *f, strbuf *out)
{
    const char *separator = "";
    strbuf_puts(out, " ports=");
    for (unsigned i = 0; i < g->nports; i++) {
        if (f->pressure[i] <= 0) continue;
        strbuf_printf(out, "%s%s:%.4g", separator, g->port[i], f->pressure[i]);
        separator = ",";
    }
    if (!*separator) strbuf_puts(out, "-");
    strbuf_puts(out, "\n");
}

static bool write_instr(const generator *g, const instr *in, strbuf *out)
{
    const figures *f = &g->of[in->index];
    if (!f->reported) {
        diag_error(g->d, in->where, MCA " reports nothing on '%s' for %s", in->name,
                   g->target->name);
        return false;
    }
    strbuf_printf(out, "%s %s uops=%u latency=%u rthroughput=%.4g", in->name, in->result->name,
                  f->uops, f->latency, f->rthroughput);
    write_ports(g, f, out);
    return true;
}

static ls_status write_file(const generator *g, strbuf *out)
{
    ls_status status = LS_OK;
    if (g->target->set->unit_costs)
        strbuf_printf(out, "; %s: 1 for each machine instruction; LLVM 19 has no model.\n",
                      g->target->name);
    else
        strbuf_printf(out, "; %s: figures of LLVM 19's scheduling model for -mcpu=%s.\n",
                      g->target->name, g->target->cpu);
    strbuf_puts(out, "; " LICENSE_TAG "\n; Generated by `lanesmith cost`; do not edit.\n");
    strbuf_printf(out, "dispatch %u\n", g->dispatch);
    for (unsigned i = 0; i < g->spec->ninstrs; i++)
        if (target_has_instr(g->target, &g->spec->instrs[i]) &&
            !write_instr(g, &g->spec->instrs[i], out))
            status = LS_INPUT;
    return status;
}

/* The figures of one region: as the model has those of an instruction. */
static void take_figures(const generator *g, const figures *f, cost *out)
{
    out->uops = f->uops;
    out->latency = f->latency;
    out->rthroughput = fmax(f->rthroughput, g->dispatch ? (double)f->uops / g->dispatch : 0);
    for (unsigned i = 0; i < g->nports; i++)
        out->rthroughput = fmax(out->rthroughput, f->pressure[i]);
    out->rthroughput = floor(out->rthroughput * 100 + 0.5) / 100;
}

ls_status costgen_functions(const target *t, const char *assembly, const char *const *names,
                            unsigned count, cost *out, diags *d)
{
    strbuf input = {0};
    region r = {.out = &input, .syntax = isa_syntax(t->set)};
    spec nothing = {.ninstrs = count};
    generator g = {.spec = &nothing, .target = t, .d = d, .of = mem_alloc(count + 1, sizeof *g.of)};
    for (unsigned i = 0; i < count; i++) {
        unsigned before = r.lines;
        strbuf_printf(&input, "# LLVM-MCA-BEGIN instr%u\n", i);
        codegen_visit_counted(r.syntax, assembly, names[i], add_line, &r);
        strbuf_puts(&input, "# LLVM-MCA-END\n");
        g.of[i] = unit_figures(r.lines - before);
    }
    ls_status status = r.lines ? ask(&g, &input) : LS_OK;
    for (unsigned i = 0; i < count; i++) take_figures(&g, &g.of[i], &out[i]);
    mem_free(g.of);
    strbuf_free(&input);
    return status;
}

ls_status costgen_target(const spec *s, const target *t, strbuf *out, diags *d)
{
    strbuf input = {0};
    generator g = {.spec = s, .target = t, .d = d};
    g.prefixed = mem_alloc(s->ninstrs + 1, sizeof *g.prefixed);
    g.of = mem_alloc(s->ninstrs + 1, sizeof *g.of);
    ls_status status = write_regions(&g, &input);
    if (status == LS_OK) status = ask(&g, &input);
    if (status == LS_OK) status = write_file(&g, out);
    strbuf_free(&input);
    mem_free(g.prefixed);
    mem_free(g.of);
    return status;
}
