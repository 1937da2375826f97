// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvrun.h - executes a stretch of a function on terms, for translation validation.
 *
 * A stretch is what belongs to one cut (tvcfg.h), or a whole function with its loops unrolled a few
 * times. Execution collects what can be observed: where behaviour is undefined, what is returned,
 * which bytes are touched and written, which unknown functions are called with what, and with which
 * values other cuts are entered. Comparing two such collections is tv.c's business. */
#ifndef LANESMITH_TVRUN_H
#define LANESMITH_TVRUN_H

#include "tvside.h"

/* What is known of a function's arguments is the same for both sides, so are the names of their
 * terms. False with ir.why. */
bool tv_side_open(tv_side *s, term_ctx *c, mem_world *w, tv_applications *apps, LLVMModuleRef m,
                  LLVMValueRef f, bool second);
void tv_side_close(tv_side *s);
/* Executes the stretch of block `cut`, whose phis are defined when it is not the entry. With layers
 * > 1: everything from the entry on. s->mem and the lists of the stretch are emptied first. */
bool tv_run(tv_side *s, unsigned cut, unsigned layers, const char *name, unsigned epoch,
            unsigned events_epoch);
/* The value with which a phi of cut `to` is entered from this stretch. */
bool tv_entering(tv_side *s, unsigned to, LLVMValueRef phi, ir_value *out);
term tv_entered(const tv_side *s, unsigned to); /* Bool: when it is */

#endif
