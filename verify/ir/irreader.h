// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irreader.h - a reader of IR: what it gives to those who read instructions; shapes and poison. */
#ifndef LANESMITH_IRREADER_H
#define LANESMITH_IRREADER_H

#include <llvm-c/Core.h>

#include "irvalue.h"

typedef struct ir_reader ir_reader;
struct ir_reader {
    term_ctx *c;
    LLVMContextRef context;
    LLVMBuilderRef folder; /* folds constants; inserts nothing */
    void *owner; /* first argument of the functions below; each returns false when it has called
                    ir_refuse */
    /* The value of what is no constant of integers: an argument, an instruction, an address. */
    bool (*find)(void *owner, LLVMValueRef v, ir_value *out);
    /* An undef lane of so many bits. NULL: not modelled. */
    bool (*undefined)(void *owner, unsigned bits, term *value, term *poison);
    /* A freeze of in, some lanes of which may be poison, or undef where that is modelled. NULL: not
     * modelled. */
    bool (*freeze)(void *owner, const ir_value *in, ir_value *out);
    /* What an operation gives of which only the name is known: see tvapply.h. NULL: not modelled.
     */
    term (*apply)(void *owner, const char *name, const term *args, unsigned nargs, bool commutes,
                  unsigned bits);
    /* A Bool that the reader may choose as it likes; TERM_NONE where it may not. Given where apply
     * is. */
    term (*choose)(void *owner);
    /* A call of an intrinsic that irintrin.h does not know: irmeaning_call, which looks in
     * `meanings`, a NULL-terminated list of texts. NULL: not modelled. */
    bool (*meaning)(ir_reader *r, LLVMValueRef call, const char *name, const ir_value *args,
                    unsigned nargs, ir_value *out);
    const char *const *meanings;
    unsigned depth;     /* of meanings in each other */
    term trap;          /* Bool: where the last instruction's behaviour is undefined */
    const char *why;    /* what is not modelled, and where */
    LLVMValueRef where;
};

/* False, noting the first reason. */
bool ir_refuse(ir_reader *r, LLVMValueRef where, const char *why);
/* Integers, floating-point numbers as their bits, vectors of these, and addresses, which are
 * scalars of 64 bits. False for other types and for what is too wide for a term. */
bool ir_shape_of(LLVMTypeRef type, ir_shape *out);
bool ir_is_scalable(LLVMTypeRef type); /* such vectors are the business of irscalable.h */
unsigned ir_shape_bits(ir_shape s);
term ir_no_poison(term_ctx *c, ir_shape s);
/* Lane i of a value's poison. */
term ir_lane_poison(term_ctx *c, const ir_value *v, unsigned lane);
/* Ones in all lanes where flag, a Bool, holds. */
term ir_poison_when(term_ctx *c, term flag, unsigned bits);
term ir_either_poison(term_ctx *c, const ir_value *a, const ir_value *b); /* of one shape */
/* A value as an instruction reads it: what a freeze has made of poison is a part of its bits, and
 * poison no more. */
void ir_read_frozen(term_ctx *c, ir_value *v);
/* The same bits as a value of another shape, which has as many. */
ir_value ir_cast(term_ctx *c, const ir_value *v, ir_shape to);

#endif
