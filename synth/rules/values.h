// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* values.h - programs while rules put them together: values with their images, each value once.
 *
 * A set of values is over one register class of 32 to 512 bits; a register of more than 128 is so
 * many images side by side. Every value carries what it is on VALUES_IMAGES or more images of test
 * inputs (kernel.h); a new value that is an old one on all of them, or a constant, is not made:
 * common parts are shared, masks that mask nothing and operations on constants disappear. That may
 * merge what differs elsewhere; whoever makes a program of them has to prove it, as all programs
 * are.
 */
#ifndef LANESMITH_SYNTH_VALUES_H
#define LANESMITH_SYNTH_VALUES_H

#include "spec/prog.h"
#include "synth/problem/kernel.h"

enum {
    VALUES_IMAGES = 64,
    VALUES_IMAGES_MAX = 256,
    VALUES_NODES_MAX = 900,
    VALUES_LIMBS = 8,
    VALUES_NONE = -1
};

/* Kernels of instructions by index and immediate; shared by all sets of values. */
typedef struct values_machine {
    const spec *s;
    struct values_kernels *of; /* s->ninstrs of them */
    /* s->ninstrs: of more than 128 bits, and acts on every 128 bits like the instruction of 128
     * bits with its name */
    bool *in_blocks;
    kernel_set *kernels;
} values_machine;

/* Adds kernels for every instruction of at most 3 sources whose sources and result are of one of
 * the classes, of the sets that are marked by their index (NULL: of all): for all immediates where
 * there are at most 64, else for those that rules name. Call values_machine_link after
 * kernel_compile. */
void values_machine_open(values_machine *m, const spec *s, const bool *sets,
                         const regclass *const *classes, unsigned nclasses, kernel_set *kernels);
void values_machine_link(values_machine *m);
void values_machine_close(values_machine *m);
/* Whether the instruction can be computed with that immediate. One of more than 128 bits is
 * computed as the instruction of 128 bits with its name where it acts on every 128 bits like that,
 * else by its term. */
bool values_machine_has(const values_machine *m, const instr *in, int64_t imm);
void values_machine_run(const values_machine *m, const instr *in, int64_t imm,
                        const image *const src[3], image *out, unsigned count);

typedef struct values_node {
    const instr *in; /* NULL: an input or a constant */
    int64_t imm;
    int src[3];
    bool is_const;
    uint64_t konst[VALUES_LIMBS];
    uint64_t hash;
    image v[VALUES_IMAGES_MAX]; /* as many as the set has */
} values_node;

typedef struct values {
    const values_machine *m;
    const regclass *cls;
    unsigned ninputs, count, images;
    values_node node[VALUES_NODES_MAX];
} values;

/* images: VALUES_IMAGES to VALUES_IMAGES_MAX, whole registers. */
void values_begin(values *f, const values_machine *m, const regclass *cls, unsigned ninputs,
                  const image (*inputs)[VALUES_IMAGES_MAX], unsigned images);
/* The value of a constant of the class's width, in as many limbs. VALUES_NONE when the set is full;
 * so below. */
int values_const(values *f, const uint64_t *konst);
int values_insn(values *f, const instr *in, const int *src, int64_t imm);

/* A finished program, small: values are numbered as in prog.h. */
typedef struct values_insn_record {
    const instr *in;
    int64_t imm;
    uint16_t src[3];
} values_insn_record;
typedef struct values_program {
    unsigned ninputs, nconsts, ninsns, result, limbs; /* limbs: of a constant */
    uint64_t (*konst)[VALUES_LIMBS];
    values_insn_record *insn;
} values_program;

/* The instructions that value n needs. */
unsigned values_cost(const values *f, int n);
/* The program of value n; in mem. False when it exceeds what a prog holds. */
bool values_finish(const values *f, int n, arena *mem, values_program *out);
/* The value of a program over args; a program of 128 bits may go into a wider set, by the names of
 * its instructions. */
int values_inline(values *f, const values_program *p, const int *args);
void values_program_prog(const values_program *p, const op *o, const regclass *cls, prog *out);

#endif
