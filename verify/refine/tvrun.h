// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvrun.h - executes a stretch of a function on terms, for translation validation.
 *
 * A stretch is what belongs to one cut (tvcfg.h), or a whole function with its loops unrolled a few times. Execution
 * collects what can be observed: where behaviour is undefined, what is returned, which bytes are touched and written,
 * which unknown functions are called with what, and with which values other cuts are entered. Comparing two such
 * collections is tv.c's business. */
#ifndef LANESMITH_TVRUN_H
#define LANESMITH_TVRUN_H

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

/* What is known of a function's arguments is the same for both sides, so are the names of their terms. False with
 * ir.why. */
bool tv_side_open(tv_side *s, term_ctx *c, mem_world *w, tv_applications *apps, LLVMModuleRef m,
                  LLVMValueRef f, bool second);
void tv_side_close(tv_side *s);
void tv_side_define(tv_side *s, LLVMValueRef key, ir_value v);
/* The operand as one use of it reads it: undef is chosen anew. */
bool tv_side_value(tv_side *s, LLVMValueRef v, ir_value *out);
/* Bool: whether another use of the value could read other bits, since it depends on undef. */
term tv_side_varies(tv_side *s, const ir_value *v);

/* Executes the stretch of block `cut`, whose phis are defined when it is not the entry. With layers > 1: everything from
 * the entry on. s->mem and the lists of the stretch are emptied first. */
bool tv_run(tv_side *s, unsigned cut, unsigned layers, const char *name, unsigned epoch, unsigned events_epoch);
/* The value with which a phi of cut `to` is entered from this stretch. */
bool tv_entering(tv_side *s, unsigned to, LLVMValueRef phi, ir_value *out);
term tv_entered(const tv_side *s, unsigned to); /* Bool: when it is */

term tv_or(term_ctx *c, term a, term b); /* simplifies (x and y) or (x and not y) */
/* A value of variables: name, name.poison with a bit a lane. */
ir_value tv_variable(term_ctx *c, const char *name, ir_shape shape);

/* tvpromise.c: whether an argument has the attribute noalias. */
bool tv_has_noalias(const tv_side *s);
/* Bool: an attribute of the argument that the access is based on promises that the byte may be
 * read. */
term tv_is_dereferenceable(tv_side *s, const mem_access *a, address at);

#endif
