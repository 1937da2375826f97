// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* term.h - hash-consed bit-vector terms, the one semantic language of the project.
 *
 * A term is an index into its context; structurally equal terms of one context are the same index,
 * so equality of terms is ==. The operators are SMT-LIB's QF_BV under their own names. Sorts: a
 * width in bits from 1 to TERM_WIDTH_MAX, or Bool, which has width 0. Constructors simplify locally
 * (constants fold, extracts move inside concatenations and bitwise operators, units and zeros
 * vanish); the rules are listed in term.c. A context belongs to one thread. Three consumers:
 * term_eval (reference), verify/claim/smt.c (Z3) and synth/problem/kernel.c (search kernels). */
#ifndef LANESMITH_TERM_H
#define LANESMITH_TERM_H

#include "spec/base/base.h"
#include "term_op.h"

typedef struct term_ctx term_ctx;
term_ctx *term_ctx_new(void);
void term_ctx_free(term_ctx *c);
size_t term_count(const term_ctx *c); /* terms alive in the context */

/* Constructors. Operand sorts must agree as in SMT-LIB; a mismatch is misuse (require), since the
 * spec checker reports sort errors of users before it builds terms. */
/* same name and width: same term */
term term_mk_var(term_ctx *c, const char *name, unsigned width);
/* little-endian limbs; excess bits ignored */
term term_mk_const(term_ctx *c, const uint64_t *limbs, unsigned width);
term term_mk_u64(term_ctx *c, uint64_t value, unsigned width);           /* zero-extended */
term term_mk_ones(term_ctx *c, unsigned width);
term term_mk_bool(term_ctx *c, bool value);
term term_mk_unary(term_ctx *c, term_op op, term a);           /* NOT BVNOT BVNEG */
term term_mk_binary(term_ctx *c, term_op op, term a,
                    term b); /* every operator with two arguments */
/* part[0] op part[1] op ... as a tree of the least depth, in order; op is associative, and count is
 * not 0. Changes part. */
term term_mk_tree(term_ctx *c, term_op op, term *part, unsigned count);
term term_mk_ite(term_ctx *c, term cond, term a, term b);
term term_mk_extract(term_ctx *c, unsigned high, unsigned low, term a);
/* ZERO_EXTEND SIGN_EXTEND */
term term_mk_extend(term_ctx *c, term_op op, unsigned extra_bits, term a);
/* parts[0] is the least significant */
term term_mk_concat_n(term_ctx *c, const term *parts, unsigned count);

/* Access. */
term_op term_get_op(const term_ctx *c, term t);
unsigned term_width(const term_ctx *c, term t);              /* 0 for Bool */
unsigned term_nargs(const term_ctx *c, term t);
term term_arg(const term_ctx *c, term t, unsigned i);
/* EXTRACT: high, low; extensions: extra bits */
unsigned term_int(const term_ctx *c, term t, unsigned i);
const uint64_t *term_limbs(const term_ctx *c, term t);       /* of a CONST */
const char *term_name(const term_ctx *c, term t);            /* of a VAR */
const char *term_op_name(term_op op);
bool term_is_const(const term_ctx *c, term t);
bool term_is_zero(const term_ctx *c, term t); /* the constant, of any width */

/* x and the constant mask, as zeros and pieces of x side by side, so that what is masked is not
 * mentioned any more; TERM_NONE when that takes more than most parts. */
term term_mk_masked(term_ctx *c, term x, term mask, unsigned most);

/* Walks (term_walk.c). Arguments are older terms than what they are arguments of, so the order of
 * terms is one of evaluation. */
enum { TERM_ARGS_MAX = 3 };
/* Which of the terms 0..t occur in t; the caller frees it (mem_free). */
bool *term_mark_needed(const term_ctx *c, term t);
/* What t, a term of from, is with the arguments arg, terms of to, which may be the same context. */
term term_rebuild(term_ctx *to, const term_ctx *from, term t, const term *arg);
/* Maps t from the leaves up: step gives what a term becomes whose arguments became arg. */
typedef term term_step(void *user, term t, const term arg[TERM_ARGS_MAX]);
term term_map(term_ctx *c, term t, term_step *step, void *user);
/* Replaces variables vars[i] by terms by[i] (same widths), rebuilding bottom-up with
 * simplification. */
term term_substitute(term_ctx *c, term t, const term *vars, const term *by, unsigned count);
/* Collects the distinct variables of t in order of first use (depth first, left to right); returns
 * how many there are, storing at most max. */
unsigned term_collect_vars(const term_ctx *c, term t, term *vars, unsigned max);

/* Evaluates t with values[i] (little-endian limbs, width of vars[i]) for vars[i] (term_eval.c). out
 * receives the limbs of the result, excess bits zero; a Bool gives 0 or 1 in out[0]. A variable
 * without a value is misuse. */
void term_eval(const term_ctx *c, term t, const term *vars, const uint64_t *const *values,
               unsigned count, uint64_t *out);
/* The same for many values: what does not depend on them is done once. The context has to outlive
 * it. */
typedef struct term_evaluator term_evaluator;
term_evaluator *term_evaluator_new(const term_ctx *c, term t, const term *vars, unsigned count);
void term_evaluator_run(term_evaluator *e, const uint64_t *const *values, uint64_t *out);
void term_evaluator_free(term_evaluator *e);

/* Writes t as an SMT-LIB expression (term_print.c). Shared subterms are bound by nested let, so the
 * size is linear. */
void term_print(const term_ctx *c, term t, strbuf *out);

#endif
