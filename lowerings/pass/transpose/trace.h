// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* trace.h - where each bit of a value comes from, followed through the instructions of a block. */
#ifndef LANESMITH_PASS_TRACE_H
#define LANESMITH_PASS_TRACE_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "lowerings/pass/table/target.h"
#include "spec/base/base.h"
#include "spec/base/map.h"

/* Leaves begin at whole multiples of TRACE_ALIGN bits, and are cut into pieces of TRACE_PIECE. */
enum { TRACE_PIECE = 128, TRACE_ALIGN = 512 };

/* A bit: the sum, modulo 2, of at most two labels, the greater first. */
typedef struct mix {
    uint32_t a, b;
} mix;

/* MIX_BIT + n is bit n of the leaves. UNKNOWN is what is none of these; FREE is undefined. */
enum { MIX_ZERO = 0, MIX_ONE = 1, MIX_BIT = 2 };
static const uint32_t MIX_FREE = UINT32_MAX, MIX_UNKNOWN = UINT32_MAX - 1;

typedef struct trace {
    unsigned bits;
    bool inner;     /* computed of other values, each bit of one bit or two */
    uint32_t first; /* where it is a leaf: the label of its first bit, or MIX_UNKNOWN */
    const mix *bit; /* else */
} trace;

/* A piece of a leaf. */
typedef struct trace_piece {
    LLVMValueRef value;
    unsigned part; /* how many pieces stand before it */
} trace_piece;

typedef struct tracer {
    arena *arena;
    const target_view *view; /* whose instructions are known where they are called */
    LLVMBasicBlockRef block;
    map known; /* traces by value */
    trace_piece *pieces;
    unsigned npieces, cap;
    size_t work; /* bits that were followed */
} tracer;

/* Is the value of a type that is traced: an integer or a floating-point number, or a vector of
 * these, of a fixed length? */
bool trace_has_bits(LLVMTypeRef type);
unsigned trace_width(LLVMTypeRef type); /* of an element */
unsigned trace_bits(LLVMTypeRef type);
/* Requires: trace_has_bits. */
const trace *trace_value(tracer *t, LLVMValueRef value);
void trace_free(tracer *t);

static inline mix trace_at(const trace *v, unsigned i)
{
    if (v->bit) return v->bit[i];
    return (mix){v->first == MIX_UNKNOWN ? MIX_UNKNOWN : v->first + i, MIX_ZERO};
}

/* Is it one bit of a leaf, as it is? */
static inline bool mix_is_bit(mix m)
{
    return m.a >= MIX_BIT && m.a < MIX_UNKNOWN && m.b == MIX_ZERO;
}

#endif
