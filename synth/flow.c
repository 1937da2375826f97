/* flow.c - values, each once by what they are on the images. */
#include "flow.h"

#include <stdlib.h>
#include <string.h>

#include "../spec/bv.h"
#include "../spec/sexp.h"
#include "grammar.h"

/* ---- the machine ---- */

typedef struct flow_kernels {
    unsigned count;
    struct immediate { int64_t imm; int number; kernel_fn *run; } *at; /* ascending by imm */
} flow_kernels;

enum { ALL_IMMEDIATES = 64 };

static bool is_table3(const instr *in)
{
    return in->kind == INSTR_LOGIC3;
}

/* Whether (instr NAME ... imm) stands somewhere in a rule's body. */
static bool named_in(const sexp *x, const char *name, int64_t imm)
{
    if (x->kind != SEXP_LIST) return false;
    const sexp *last = x->count ? x->item[x->count - 1] : NULL;
    if (!strcmp(sexp_head(x), "instr") && last && last->kind == SEXP_INTEGER && last->value == imm && x->item[1]->text && !strcmp(x->item[1]->text, name))
        return true;
    for (unsigned i = 0; i < x->count; i++)
        if (named_in(x->item[i], name, imm)) return true;
    return false;
}

static bool rules_name(const spec *s, const instr *in, int64_t imm)
{
    for (unsigned i = 0; i < s->nrules; i++)
        if (named_in(s->rules[i].body, in->name, imm)) return true;
    return false;
}

static void add_kernel(flow_machine *m, const instr *in, int64_t imm)
{
    flow_kernels *k = &m->of[in->index];
    term_ctx *c = term_ctx_new();
    term src[SPEC_SRC_MAX];
    for (unsigned i = 0; i < in->nsrc; i++) src[i] = term_mk_var(c, in->src_name[i], in->src[i]->bits);
    int number = kernel_add(m->kernels, c, instr_apply(in, c, src, imm), src, in->nsrc, in->result->bits);
    term_ctx_free(c);
    if (number < 0) return;
    k->at = mem_grow(k->at, k->count + 1, sizeof *k->at);
    k->at[k->count++] = (struct immediate){imm, number, NULL};
}

static void add_instr(flow_machine *m, const instr *in)
{
    bool all = in->imm_high - in->imm_low < ALL_IMMEDIATES;
    if (is_table3(in)) return; /* computed by its table */
    if (!in->has_imm) add_kernel(m, in, 0);
    else
        for (int64_t imm = in->imm_low; imm <= in->imm_high; imm++)
            if (all || imm == 0 || rules_name(m->s, in, imm)) add_kernel(m, in, imm);
}

static bool is_of_one_class(const instr *in, const regclass *cls)
{
    if (in->result != cls || in->nsrc > 3) return false;
    for (unsigned i = 0; i < in->nsrc; i++)
        if (in->src[i] != cls) return false;
    return true;
}

void flow_machine_open(flow_machine *m, const spec *s, const regclass *const *classes, unsigned nclasses, kernel_set *kernels)
{
    *m = (flow_machine){.s = s, .kernels = kernels, .of = mem_alloc(s->ninstrs + 1, sizeof *m->of)};
    for (unsigned i = 0; i < s->ninstrs; i++)
        for (unsigned k = 0; k < nclasses; k++)
            if (is_of_one_class(&s->instrs[i], classes[k])) add_instr(m, &s->instrs[i]);
}

void flow_machine_link(flow_machine *m)
{
    for (unsigned i = 0; i < m->s->ninstrs; i++)
        for (unsigned k = 0; k < m->of[i].count; k++) m->of[i].at[k].run = kernel_get(m->kernels, m->of[i].at[k].number);
}

void flow_machine_close(flow_machine *m)
{
    for (unsigned i = 0; m->of && i < m->s->ninstrs; i++) mem_free(m->of[i].at);
    mem_free(m->of);
    *m = (flow_machine){0};
}

static kernel_fn *find_kernel(const flow_machine *m, const instr *in, int64_t imm)
{
    const flow_kernels *k = &m->of[in->index];
    for (unsigned i = 0; i < k->count; i++)
        if (!in->has_imm || k->at[i].imm == imm) return k->at[i].run;
    return NULL;
}

bool flow_machine_has(const flow_machine *m, const instr *in, int64_t imm)
{
    if (in->has_imm && (imm < in->imm_low || imm > in->imm_high)) return false;
    return is_table3(in) || find_kernel(m, in, imm);
}

void flow_machine_run(const flow_machine *m, const instr *in, int64_t imm, const image *const src[3], image *out, unsigned count)
{
    if (is_table3(in)) {
        for (unsigned i = 0; i < count; i++) out[i] = image_table3((unsigned)imm, src[0][i], src[1][i], src[2][i]);
        return;
    }
    kernel_fn *run = find_kernel(m, in, imm);
    require(run != NULL, "the instruction has a kernel");
    run(src[0], src[1], src[2], out, count);
}

/* ---- values ---- */

static uint64_t hash_images(const image *v)
{
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (unsigned i = 0; i < FLOW_IMAGES; i++)
        for (unsigned k = 0; k < 2; k++) {
            h = (h ^ v[i][k]) * 0xff51afd7ed558ccdu;
            h ^= h >> 32;
        }
    return h;
}

static int find_value(const flow *f, const flow_node *n)
{
    for (unsigned i = 0; i < f->count; i++)
        if (f->node[i].hash == n->hash && !memcmp(f->node[i].v, n->v, sizeof n->v)) return (int)i;
    return FLOW_NONE;
}

static int add_node(flow *f, const flow_node *n)
{
    if (f->count == FLOW_NODES_MAX) return FLOW_NONE;
    f->node[f->count] = *n;
    return (int)f->count++;
}

static image spread_const(const regclass *cls, const uint64_t konst[2])
{
    uint64_t low = cls->bits < 64 ? (konst[0] & 0xffffffff) * 0x100000001u : konst[0];
    return (image){low, cls->bits == 128 ? konst[1] : low};
}

void flow_begin(flow *f, const flow_machine *m, const regclass *cls, unsigned ninputs, const image (*inputs)[FLOW_IMAGES])
{
    require(IMAGE_BITS % cls->bits == 0 && cls->bits >= 32, "registers of 32, 64 or 128 bits");
    f->m = m;
    f->cls = cls;
    f->ninputs = ninputs;
    f->count = 0;
    for (unsigned i = 0; i < ninputs; i++) {
        flow_node *n = &f->node[f->count++];
        memset(n, 0, sizeof *n);
        memcpy(n->v, inputs[i], sizeof n->v);
        n->hash = hash_images(n->v);
    }
}

int flow_const(flow *f, const uint64_t konst[2])
{
    flow_node n;
    memset(&n, 0, sizeof n);
    n.is_const = true;
    n.konst[0] = f->cls->bits < 64 ? konst[0] & 0xffffffff : konst[0];
    n.konst[1] = f->cls->bits == 128 ? konst[1] : 0;
    for (unsigned i = 0; i < FLOW_IMAGES; i++) n.v[i] = spread_const(f->cls, konst);
    n.hash = hash_images(n.v);
    int old = find_value(f, &n);
    return old != FLOW_NONE ? old : add_node(f, &n);
}

/* Whether the value is one constant; konst becomes it. */
static bool is_constant(const flow *f, const flow_node *n, uint64_t konst[2])
{
    konst[0] = f->cls->bits < 64 ? n->v[0][0] & 0xffffffff : n->v[0][0];
    konst[1] = n->v[0][1];
    image k = spread_const(f->cls, konst);
    for (unsigned i = 0; i < FLOW_IMAGES; i++)
        if (memcmp(&n->v[i], &k, sizeof k)) return false;
    return true;
}

int flow_insn(flow *f, const instr *in, const int *src, int64_t imm)
{
    flow_node n;
    const image *v[3] = {NULL, NULL, NULL};
    uint64_t konst[2];
    memset(&n, 0, sizeof n);
    n.in = in;
    n.imm = in->has_imm ? imm : 0;
    for (unsigned i = 0; i < in->nsrc; i++) {
        if (src[i] == FLOW_NONE) return FLOW_NONE;
        n.src[i] = src[i];
        v[i] = f->node[src[i]].v;
    }
    if (!flow_machine_has(f->m, in, n.imm)) return FLOW_NONE;
    flow_machine_run(f->m, in, n.imm, v, n.v, FLOW_IMAGES);
    n.hash = hash_images(n.v);
    int old = find_value(f, &n);
    if (old != FLOW_NONE) return old;
    return is_constant(f, &n, konst) ? flow_const(f, konst) : add_node(f, &n);
}

/* ---- programs ---- */

static void mark(const flow *f, int n, bool *used)
{
    if (used[n]) return;
    used[n] = true;
    for (unsigned i = 0; f->node[n].in && i < f->node[n].in->nsrc; i++) mark(f, f->node[n].src[i], used);
}

unsigned flow_cost(const flow *f, int n)
{
    bool used[FLOW_NODES_MAX] = {false};
    unsigned cost = 0;
    mark(f, n, used);
    for (unsigned i = 0; i < f->count; i++) if (used[i] && f->node[i].in) cost += f->node[i].in->machine;
    return cost;
}

bool flow_finish(const flow *f, int n, arena *mem, flow_program *out)
{
    bool used[FLOW_NODES_MAX] = {false};
    unsigned number[FLOW_NODES_MAX], consts = 0, insns = 0;
    mark(f, n, used);
    for (unsigned i = f->ninputs; i < f->count; i++) {
        consts += used[i] && f->node[i].is_const;
        insns += used[i] && f->node[i].in;
    }
    if (consts > PROG_CONSTS_MAX || insns > PROG_INSNS_MAX) return false;
    *out = (flow_program){.ninputs = f->ninputs, .konst = arena_alloc(mem, consts + 1, sizeof *out->konst),
                          .insn = arena_new(mem, insns + 1, flow_insn_record)};
    for (unsigned i = 0; i < f->count; i++) {
        const flow_node *x = &f->node[i];
        if (i < f->ninputs) number[i] = i;
        if (!used[i] || !x->is_const) continue;
        memcpy(out->konst[out->nconsts], x->konst, sizeof x->konst);
        number[i] = f->ninputs + out->nconsts++;
    }
    for (unsigned i = 0; i < f->count; i++) {
        const flow_node *x = &f->node[i];
        if (!used[i] || !x->in) continue;
        flow_insn_record *r = &out->insn[out->ninsns];
        *r = (flow_insn_record){.in = x->in, .imm = x->imm};
        for (unsigned k = 0; k < x->in->nsrc; k++) r->src[k] = (uint16_t)number[x->src[k]];
        number[i] = out->ninputs + out->nconsts + out->ninsns++;
    }
    out->result = number[n];
    return true;
}

int flow_inline(flow *f, const flow_program *p, const int *args)
{
    int value[PROG_INPUTS_MAX + PROG_CONSTS_MAX + PROG_INSNS_MAX];
    unsigned n = 0;
    for (; n < p->ninputs; n++) value[n] = args[n];
    for (unsigned i = 0; i < p->nconsts; i++)
        if ((value[n++] = flow_const(f, p->konst[i])) == FLOW_NONE) return FLOW_NONE;
    for (unsigned i = 0; i < p->ninsns; i++) {
        int src[3] = {0, 0, 0};
        for (unsigned k = 0; k < p->insn[i].in->nsrc; k++) src[k] = value[p->insn[i].src[k]];
        if ((value[n++] = flow_insn(f, p->insn[i].in, src, p->insn[i].imm)) == FLOW_NONE) return FLOW_NONE;
    }
    return value[p->result];
}

void flow_program_prog(const flow_program *p, const op *o, const regclass *cls, prog *out)
{
    unsigned map[PROG_INPUTS_MAX + PROG_CONSTS_MAX + PROG_INSNS_MAX], n = 0;
    prog_init(out, o, cls);
    for (; n < p->ninputs; n++) map[n] = n;
    for (unsigned i = 0; i < p->nconsts; i++) map[n++] = prog_add_const(out, p->konst[i]);
    for (unsigned i = 0; i < p->ninsns; i++) {
        unsigned src[SPEC_SRC_MAX] = {0};
        for (unsigned k = 0; k < p->insn[i].in->nsrc; k++) src[k] = map[p->insn[i].src[k]];
        map[n++] = prog_add(out, p->insn[i].in, src, p->insn[i].imm);
    }
    out->result = map[p->result];
    prog_tidy(out);
}
