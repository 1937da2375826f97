// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvside.h - one of the two functions that are compared: its values, and what can be observed of
 * the stretch that was executed last (tvrun.h). */
#ifndef LANESMITH_TVSIDE_H
#define LANESMITH_TVSIDE_H

#include <llvm-c/Target.h>

#include "tvapply.h"
#include "tvcfg.h"
#include "tvmem.h"
#include "verify/ir/irinsn.h"

enum { TV_ARGS_MAX = 16 };

typedef struct tv_trap { /* undefined behaviour */
    term when;
    LLVMValueRef insn;
} tv_trap;

typedef struct tv_choice { /* what poison becomes in a freeze, or what undef is where it is used */
    term var;
    term of, frozen; /* what is frozen and what becomes of it, bits; TERM_NONE where undef is chosen
                        for */
    bool undef;      /* chosen anew at each use */
    bool against;    /* only to be compared with another choice: best unlike it */
} tv_choice;

typedef struct tv_event { /* a call of what is not known, or a volatile or atomic access */
    LLVMValueRef insn;
    const char *what; /* owned by the module, or static */
    term guard;
    ir_value args[TV_ARGS_MAX];
    unsigned nargs;
    ir_value result; /* shape.bits 0: none */
    unsigned nlog, ntraps; /* how long the log and the list of traps were before it */
} tv_event;

typedef struct tv_edge { /* into a cut, or (in an unrolled run) out of the bound */
    unsigned from, to, layer; /* blocks; layer: of `to` */
    term guard;
} tv_edge;

typedef struct tv_slot { LLVMValueRef key; ir_value value; } tv_slot;

typedef struct tv_side {
    bool second;
    LLVMValueRef f;
    LLVMTargetDataRef layout;
    tv_cfg cfg;
    bool has_events; /* somewhere in the function */
    ir_reader ir;
    mem_world *world;
    tv_applications *apps;
    bool words_whole; /* what the second function loads is assumed to be not partly poison */
    term facts;       /* such assumptions */

    tv_slot *env; /* open addressing; values of all stretches executed so far */
    unsigned env_count, env_size;

    /* Of all stretches so far. */
    tv_choice *choices;
    unsigned nchoices, choices_cap;
    bool saw_undef;
    bool saw_constant, saw_unknown_way; /* what is not modelled exactly, only safely */
    unsigned slots; /* allocas so far */

    /* Of the stretch at hand. */
    unsigned layers; /* 1, or how often a loop's blocks are executed at most */
    unsigned cut;    /* a block */
    const char *name; /* of the stretch: makes names of variables */
    memory mem;
    unsigned events_epoch; /* event k begins epoch events_epoch + k */
    tv_trap *traps;
    unsigned ntraps, traps_cap;
    tv_event *events;
    unsigned nevents, events_cap;
    tv_edge *edges, *exits;
    unsigned nedges, edges_cap, nexits, exits_cap;
    term guard; /* of the block at hand */
    term returns;
    ir_value returned;
    /* What the first function touches here and at the cuts before, for promises of the second. */
    const memory **theirs;
    unsigned ntheirs;
} tv_side;

/* The slot of a value that is defined, or a free one; NULL when none is. */
tv_slot *tv_side_find_slot(const tv_side *s, LLVMValueRef key);
void tv_side_define(tv_side *s, LLVMValueRef key, ir_value v);
/* The operand as one use of it reads it: undef is chosen anew. */
bool tv_side_value(tv_side *s, LLVMValueRef v, ir_value *out);

term tv_or(term_ctx *c, term a, term b); /* simplifies (x and y) or (x and not y) */
/* A value of variables: name, name.poison with a bit a lane. */
ir_value tv_variable(term_ctx *c, const char *name, ir_shape shape);

#endif
