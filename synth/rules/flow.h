// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* flow.h - programs while rules put them together: values with their images, each value once.
 *
 * A flow is over one register class of 32 to 512 bits; a register of more than 128 is so many
 * images side by side. Every value carries what it is on FLOW_IMAGES or more images of test inputs
 * (kernel.h); a new value that is an old one on all of them, or a constant, is not made: common
 * parts are shared, masks that mask nothing and operations on constants disappear. That may merge
 * what differs elsewhere; whoever makes a program of a flow has to prove it, as all programs are.
 */
#ifndef LANESMITH_FLOW_H
#define LANESMITH_FLOW_H

#include "spec/prog.h"
#include "synth/problem/kernel.h"

enum {
    FLOW_IMAGES = 64,
    FLOW_IMAGES_MAX = 256,
    FLOW_NODES_MAX = 900,
    FLOW_LIMBS = 8,
    FLOW_NONE = -1
};

/* Kernels of instructions by index and immediate; shared by all flows. */
typedef struct flow_machine {
    const spec *s;
    struct flow_kernels *of; /* s->ninstrs of them */
    /* s->ninstrs: of more than 128 bits, and acts on every 128 bits like the instruction of 128
     * bits with its name */
    bool *in_blocks;
    kernel_set *kernels;
} flow_machine;

/* Adds kernels for every instruction of at most 3 sources whose sources and result are of one of
 * the classes: for all immediates where there are at most 64, else for those that rules name. Call
 * flow_machine_link after kernel_compile. */
void flow_machine_open(flow_machine *m, const spec *s, const regclass *const *classes,
                       unsigned nclasses, kernel_set *kernels);
void flow_machine_link(flow_machine *m);
void flow_machine_close(flow_machine *m);
/* Whether the instruction can be computed with that immediate. One of more than 128 bits is
 * computed as the instruction of 128 bits with its name where it acts on every 128 bits like that,
 * else by its term. */
bool flow_machine_has(const flow_machine *m, const instr *in, int64_t imm);
void flow_machine_run(const flow_machine *m, const instr *in, int64_t imm,
                      const image *const src[3], image *out, unsigned count);

typedef struct flow_node {
    const instr *in; /* NULL: an input or a constant */
    int64_t imm;
    int src[3];
    bool is_const;
    uint64_t konst[FLOW_LIMBS];
    uint64_t hash;
    image v[FLOW_IMAGES_MAX]; /* the flow's number of them */
} flow_node;

typedef struct flow {
    const flow_machine *m;
    const regclass *cls;
    unsigned ninputs, count, images;
    flow_node node[FLOW_NODES_MAX];
} flow;

/* images: FLOW_IMAGES to FLOW_IMAGES_MAX, whole registers. */
void flow_begin(flow *f, const flow_machine *m, const regclass *cls, unsigned ninputs,
                const image (*inputs)[FLOW_IMAGES_MAX], unsigned images);
/* The value of a constant of the class's width, in as many limbs. FLOW_NONE when the flow is full;
 * so below. */
int flow_const(flow *f, const uint64_t *konst);
int flow_insn(flow *f, const instr *in, const int *src, int64_t imm);

/* A finished program, small: values are numbered as in prog.h. */
typedef struct flow_insn_record {
    const instr *in;
    int64_t imm;
    uint16_t src[3];
} flow_insn_record;
typedef struct flow_program {
    unsigned ninputs, nconsts, ninsns, result, limbs; /* limbs: of a constant */
    uint64_t (*konst)[FLOW_LIMBS];
    flow_insn_record *insn;
} flow_program;

/* The instructions that value n needs. */
unsigned flow_cost(const flow *f, int n);
/* The program of value n; in mem. False when it exceeds what a prog holds. */
bool flow_finish(const flow *f, int n, arena *mem, flow_program *out);
/* The value of a program over args; a program of 128 bits may go into a wider flow, by the names of
 * its instructions. */
int flow_inline(flow *f, const flow_program *p, const int *args);
void flow_program_prog(const flow_program *p, const op *o, const regclass *cls, prog *out);

#endif
