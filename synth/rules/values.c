// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* values.c - values, each once by what they are on the images. */
#include "values.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "spec/term/lift.h"

#include "spec/instr.h"
#include "spec/language/sexp.h"
#include "spec/term/bv.h"
#include "synth/problem/grammar.h"

/* ---- the machine ---- */

typedef struct values_kernels {
    unsigned count;
    struct immediate {
        int64_t imm;
        int number;
        kernel_fn *run;
    } * at; /* ascending by imm */
} values_kernels;

static bool is_table3(const instr *in) { return in->kind == INSTR_LOGIC3; }

/* Marks the immediates, from the lowest on, with which (instr NAME ... imm) stands in a rule's
 * body. */
static void mark_named(const sexp *x, const instr *in, bool *wanted)
{
    if (x->kind != SEXP_LIST) return;
    const sexp *last = x->count ? x->item[x->count - 1] : NULL;
    if (!strcmp(sexp_head(x), "instr") && last->kind == SEXP_INTEGER &&
        last->value >= in->imm_low && last->value <= in->imm_high && x->item[1]->text &&
        !strcmp(x->item[1]->text, in->name))
        wanted[last->value - in->imm_low] = true;
    for (unsigned i = 0; i < x->count; i++) mark_named(x->item[i], in, wanted);
}

static void add_kernel(values_machine *m, const instr *in, int64_t imm)
{
    values_kernels *k = &m->of[in->index];
    term_ctx *c = term_ctx_new();
    term src[SPEC_SRC_MAX];
    for (unsigned i = 0; i < in->nsrc; i++)
        src[i] = term_mk_var(c, in->src_name[i], in->src[i]->bits);
    int number = kernel_add(m->kernels, c, instr_apply(in, c, src, imm), src, in->nsrc,
                            in->result->bits);
    term_ctx_free(c);
    if (number < 0) return;
    k->at = mem_grow(k->at, k->count + 1, sizeof *k->at);
    k->at[k->count++] = (struct immediate){imm, number, NULL};
}

/* With all immediates when they are few, else with 0 and those that rules name. */
static void add_immediates(values_machine *m, const instr *in)
{
    size_t count = (size_t)(in->imm_high - in->imm_low) + 1;
    bool *wanted = mem_alloc(count, sizeof *wanted);
    for (unsigned i = 0; count > SPEC_IMM_FEW && i < m->s->nrules; i++)
        if (m->s->rules[i].set == in->set) mark_named(m->s->rules[i].body, in, wanted);
    for (int64_t imm = in->imm_low; imm <= in->imm_high; imm++)
        if (count <= SPEC_IMM_FEW || imm == 0 || wanted[imm - in->imm_low]) add_kernel(m, in, imm);
    mem_free(wanted);
}

static void add_instr(values_machine *m, const instr *in)
{
    if (is_table3(in)) return; /* computed by its table */
    if (in->has_imm) add_immediates(m, in);
    else add_kernel(m, in, 0);
}

static bool is_of_one_class(const instr *in, const regclass *cls)
{
    if (in->result != cls || in->nsrc > 3) return false;
    for (unsigned i = 0; i < in->nsrc; i++)
        if (in->src[i] != cls) return false;
    return true;
}

void values_machine_open(values_machine *m, const spec *s, const bool *sets,
                         const regclass *const *classes, unsigned nclasses, kernel_set *kernels)
{
    *m = (values_machine){
        .s = s, .kernels = kernels, .of = mem_alloc(s->ninstrs + 1, sizeof *m->of)};
    for (unsigned i = 0; i < s->ninstrs; i++)
        for (unsigned k = 0; k < nclasses; k++)
            if ((!sets || sets[s->instrs[i].set->index]) &&
                is_of_one_class(&s->instrs[i], classes[k]))
                add_instr(m, &s->instrs[i]);
}

/* The instruction of 128 bits with the name of a wider one; NULL: none. */
static const instr *find_narrow(const values_machine *m, const instr *in)
{
    for (unsigned i = 0; i < m->s->nclasses; i++)
        if (m->s->classes[i].vector && m->s->classes[i].bits == IMAGE_BITS)
            return spec_sibling(m->s, in, &m->s->classes[i]);
    return NULL;
}

static bool is_wide(const instr *in) { return in->result->bits > IMAGE_BITS; }

/* At a few immediates: an instruction that crosses 128 bits does so at one of them. */
static bool acts_in_blocks(const instr *in)
{
    enum { BLOCK = 128, TRIED = 3 };
    term_ctx *c = term_ctx_new();
    bool good = true;
    for (unsigned k = 0; good && k < (in->has_imm ? TRIED : 1); k++) {
        int64_t imm = in->imm_low + (in->imm_high - in->imm_low) * k / 2;
        term var[SPEC_SRC_MAX], chunk_var[SPEC_SRC_MAX], chunk;
        for (unsigned i = 0; i < in->nsrc; i++)
            var[i] = term_mk_var(c, in->src_name[i], in->src[i]->bits);
        term t = instr_apply(in, c, var, imm);
        good = lift_to_chunk(c, &t, 1, var, in->nsrc, in->result->bits, BLOCK, &chunk, chunk_var);
    }
    term_ctx_free(c);
    return good;
}

/* Logic with tables is in every class (is_table3). */
static void find_blocks(values_machine *m)
{
    m->in_blocks = mem_alloc(m->s->ninstrs + 1, sizeof *m->in_blocks);
    for (unsigned i = 0; i < m->s->ninstrs; i++) {
        const instr *in = &m->s->instrs[i];
        if (is_wide(in) && !is_table3(in) && is_of_one_class(in, in->result) && find_narrow(m, in))
            m->in_blocks[i] = acts_in_blocks(in);
    }
}

void values_machine_link(values_machine *m)
{
    find_blocks(m);
    for (unsigned i = 0; i < m->s->ninstrs; i++)
        for (unsigned k = 0; k < m->of[i].count; k++)
            m->of[i].at[k].run = kernel_get(m->kernels, m->of[i].at[k].number);
}

void values_machine_close(values_machine *m)
{
    for (unsigned i = 0; m->of && i < m->s->ninstrs; i++) mem_free(m->of[i].at);
    mem_free(m->of);
    mem_free(m->in_blocks);
    *m = (values_machine){0};
}

static kernel_fn *find_kernel(const values_machine *m, const instr *in, int64_t imm)
{
    const values_kernels *k = &m->of[in->index];
    for (unsigned i = 0; i < k->count; i++)
        if (!in->has_imm || k->at[i].imm == imm) return k->at[i].run;
    return NULL;
}

bool values_machine_has(const values_machine *m, const instr *in, int64_t imm)
{
    if (in->has_imm && (imm < in->imm_low || imm > in->imm_high)) return false;
    if (is_table3(in)) return true;
    const instr *narrow = !is_wide(in) ? in : m->in_blocks[in->index] ? find_narrow(m, in) : NULL;
    return narrow ? find_kernel(m, narrow, imm) != NULL : is_of_one_class(in, in->result);
}

/* Register by register; count is a multiple of a register's images. */
static void run_term(const instr *in, int64_t imm, const image *const src[3], image *out,
                     unsigned count)
{
    unsigned images = in->result->bits / IMAGE_BITS;
    term_ctx *c = term_ctx_new();
    term var[SPEC_SRC_MAX];
    for (unsigned i = 0; i < in->nsrc; i++)
        var[i] = term_mk_var(c, in->src_name[i], in->src[i]->bits);
    term_evaluator *e = term_evaluator_new(c, instr_apply(in, c, var, imm), var, in->nsrc);
    for (unsigned at = 0; at < count; at += images) {
        uint64_t value[3][VALUES_LIMBS], result[TERM_LIMBS_MAX] = {0};
        const uint64_t *v[3] = {value[0], value[1], value[2]};
        for (unsigned i = 0; i < in->nsrc; i++)
            memcpy(value[i], &src[i][at], images * sizeof(image));
        term_evaluator_run(e, v, result);
        memcpy(&out[at], result, images * sizeof(image));
    }
    term_evaluator_free(e);
    term_ctx_free(c);
}

void values_machine_run(const values_machine *m, const instr *in, int64_t imm,
                        const image *const src[3], image *out, unsigned count)
{
    if (is_table3(in)) {
        for (unsigned i = 0; i < count; i++)
            out[i] = image_table3((unsigned)imm, src[0][i], src[1][i], src[2][i]);
        return;
    }
    const instr *narrow = !is_wide(in) ? in : m->in_blocks[in->index] ? find_narrow(m, in) : NULL;
    if (!narrow) {
        run_term(in, imm, src, out, count);
        return;
    }
    kernel_fn *run = find_kernel(m, narrow, imm);
    require(run != NULL, "the instruction has a kernel");
    run(src[0], src[1], src[2], out, count);
}

/* ---- values ---- */

/* Of the first images: values that agree on these are compared. */
static uint64_t hash_images(const image *v, unsigned images)
{
    enum { HASHED = 32 };
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (unsigned i = 0; i < images && i < HASHED; i++)
        for (unsigned k = 0; k < 2; k++) {
            h = (h ^ v[i][k]) * 0xff51afd7ed558ccdu;
            h ^= h >> 32;
        }
    return h;
}

static int find_value(const values *f, const values_node *n)
{
    for (unsigned i = 0; i < f->count; i++)
        if (f->node[i].hash == n->hash && !memcmp(f->node[i].v, n->v, f->images * sizeof *n->v))
            return (int)i;
    return VALUES_NONE;
}

static int add_node(values *f, const values_node *n)
{
    if (f->count == VALUES_NODES_MAX) return VALUES_NONE;
    memcpy(&f->node[f->count], n, offsetof(values_node, v) + f->images * sizeof *n->v);
    return (int)f->count++;
}

/* Images that a register has; several registers share one image where they are narrower. */
static unsigned images_of(const regclass *cls)
{
    return cls->bits > IMAGE_BITS ? cls->bits / IMAGE_BITS : 1;
}
static unsigned limbs_of(const regclass *cls) { return cls->bits > 64 ? cls->bits / 64 : 1; }

/* A constant on image number i. */
static image spread_const(const regclass *cls, const uint64_t *konst, unsigned i)
{
    uint64_t low = cls->bits < 64 ? (konst[0] & 0xffffffff) * 0x100000001u : konst[0];
    if (cls->bits <= 64) return (image){low, low};
    unsigned at = 2 * (i % images_of(cls));
    return (image){konst[at], konst[at + 1]};
}

void values_begin(values *f, const values_machine *m, const regclass *cls, unsigned ninputs,
                  const image (*inputs)[VALUES_IMAGES_MAX], unsigned images)
{
    require(cls->bits >= 32 && cls->bits <= 64 * VALUES_LIMBS && !(cls->bits & (cls->bits - 1)),
            "registers of 32 to 512 bits");
    f->m = m;
    f->cls = cls;
    f->ninputs = ninputs;
    f->count = 0;
    f->images = images;
    for (unsigned i = 0; i < ninputs; i++) {
        values_node *n = &f->node[f->count++];
        memset(n, 0, offsetof(values_node, v));
        memcpy(n->v, inputs[i], images * sizeof *n->v);
        n->hash = hash_images(n->v, images);
    }
}

int values_const(values *f, const uint64_t *konst)
{
    values_node n;
    memset(&n, 0, offsetof(values_node, v));
    n.is_const = true;
    for (unsigned i = 0; i < limbs_of(f->cls); i++)
        n.konst[i] = f->cls->bits < 64 ? konst[i] & 0xffffffff : konst[i];
    for (unsigned i = 0; i < f->images; i++) n.v[i] = spread_const(f->cls, konst, i);
    n.hash = hash_images(n.v, f->images);
    int old = find_value(f, &n);
    return old != VALUES_NONE ? old : add_node(f, &n);
}

/* Whether the value is one constant; konst becomes it. */
static bool is_constant(const values *f, const values_node *n, uint64_t konst[VALUES_LIMBS])
{
    memset(konst, 0, VALUES_LIMBS * sizeof *konst);
    memcpy(konst, n->v, limbs_of(f->cls) * sizeof *konst);
    if (f->cls->bits < 64) konst[0] &= 0xffffffff;
    for (unsigned i = 0; i < f->images; i++) {
        image k = spread_const(f->cls, konst, i);
        if (memcmp(&n->v[i], &k, sizeof k)) return false;
    }
    return true;
}

int values_insn(values *f, const instr *in, const int *src, int64_t imm)
{
    values_node n;
    const image *v[3] = {NULL, NULL, NULL};
    uint64_t konst[VALUES_LIMBS];
    memset(&n, 0, offsetof(values_node, v));
    n.in = in;
    n.imm = in->has_imm ? imm : 0;
    for (unsigned i = 0; i < in->nsrc; i++) {
        if (src[i] == VALUES_NONE) return VALUES_NONE;
        n.src[i] = src[i];
        v[i] = f->node[src[i]].v;
    }
    if (!values_machine_has(f->m, in, n.imm)) return VALUES_NONE;
    values_machine_run(f->m, in, n.imm, v, n.v, f->images);
    n.hash = hash_images(n.v, f->images);
    int old = find_value(f, &n);
    if (old != VALUES_NONE) return old;
    return is_constant(f, &n, konst) ? values_const(f, konst) : add_node(f, &n);
}

/* ---- programs ---- */

static void mark(const values *f, int n, bool *used)
{
    if (used[n]) return;
    used[n] = true;
    for (unsigned i = 0; f->node[n].in && i < f->node[n].in->nsrc; i++)
        mark(f, f->node[n].src[i], used);
}

unsigned values_cost(const values *f, int n)
{
    bool used[VALUES_NODES_MAX] = {false};
    unsigned cost = 0;
    mark(f, n, used);
    for (unsigned i = 0; i < f->count; i++)
        if (used[i] && f->node[i].in) cost += f->node[i].in->machine;
    return cost;
}

bool values_finish(const values *f, int n, arena *mem, values_program *out)
{
    bool used[VALUES_NODES_MAX] = {false};
    unsigned number[VALUES_NODES_MAX], consts = 0, insns = 0;
    mark(f, n, used);
    for (unsigned i = f->ninputs; i < f->count; i++) {
        consts += used[i] && f->node[i].is_const;
        insns += used[i] && f->node[i].in;
    }
    if (consts > PROG_CONSTS_MAX || insns > PROG_INSNS_MAX) return false;
    *out = (values_program){.ninputs = f->ninputs,
                            .limbs = limbs_of(f->cls),
                            .konst = arena_alloc(mem, consts + 1, sizeof *out->konst),
                            .insn = arena_new(mem, insns + 1, values_insn_record)};
    for (unsigned i = 0; i < f->count; i++) {
        const values_node *x = &f->node[i];
        if (i < f->ninputs) number[i] = i;
        if (!used[i] || !x->is_const) continue;
        memcpy(out->konst[out->nconsts], x->konst, sizeof x->konst);
        number[i] = f->ninputs + out->nconsts++;
    }
    for (unsigned i = 0; i < f->count; i++) {
        const values_node *x = &f->node[i];
        if (!used[i] || !x->in) continue;
        values_insn_record *r = &out->insn[out->ninsns];
        *r = (values_insn_record){.in = x->in, .imm = x->imm};
        for (unsigned k = 0; k < x->in->nsrc; k++) r->src[k] = (uint16_t)number[x->src[k]];
        number[i] = out->ninputs + out->nconsts + out->ninsns++;
    }
    out->result = number[n];
    return true;
}

/* A program's constant, repeated over the class of the values. */
static int inline_const(values *f, const values_program *p, unsigned i)
{
    uint64_t konst[VALUES_LIMBS];
    for (unsigned k = 0; k < VALUES_LIMBS; k++) konst[k] = p->konst[i][k % p->limbs];
    return values_const(f, konst);
}

int values_inline(values *f, const values_program *p, const int *args)
{
    int value[PROG_INPUTS_MAX + PROG_CONSTS_MAX + PROG_INSNS_MAX];
    unsigned n = 0;
    for (; n < p->ninputs; n++) value[n] = args[n];
    for (unsigned i = 0; i < p->nconsts; i++)
        if ((value[n++] = inline_const(f, p, i)) == VALUES_NONE) return VALUES_NONE;
    for (unsigned i = 0; i < p->ninsns; i++) {
        int src[3] = {0, 0, 0};
        for (unsigned k = 0; k < p->insn[i].in->nsrc; k++) src[k] = value[p->insn[i].src[k]];
        const instr *in = p->insn[i].in->result == f->cls
                              ? p->insn[i].in
                              : spec_sibling(f->m->s, p->insn[i].in, f->cls);
        if (!in || (value[n++] = values_insn(f, in, src, p->insn[i].imm)) == VALUES_NONE)
            return VALUES_NONE;
    }
    return value[p->result];
}

void values_program_prog(const values_program *p, const op *o, const regclass *cls, prog *out)
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
