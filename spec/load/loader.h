// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* loader.h - what the files of the loader share.
 *
 * load.c reads files and their top-level forms, and unfolds families; load_target.c reads classes
 * and targets, load_set.c and load_count.c instruction sets, load_op.c operations, load_instr.c
 * instructions, both with load_definition.c. A check that fails has reported one diagnostic. */
#ifndef LANESMITH_LOADER_H
#define LANESMITH_LOADER_H

#include "spec/language/report.h"
#include "spec/spec.h"

typedef struct loader {
    spec *s;
    diags *d;
    isa *set; /* of the folder that the file at hand stands in; NULL: in none */
    unsigned cap_classes, cap_blocks, cap_sets, cap_targets, cap_ops, cap_instrs, cap_rules,
        cap_words, cap_synonyms, cap_lacks, cap_conversions;
    /* of the operations that a rule is of, where it calls them self; else 0 */
    unsigned self_operands;
    bool names_instr; /* the rule at hand does */
    bool tried;      /* elsewhere, by the same text: definitions are not tried again */
    term_ctx *trial; /* what definitions are tried in */
} loader;

/* Each checks a top-level form of its kind and adds it to the spec. env: the values of the families
 * around it. */
bool load_class(loader *l, const sexp *x);
bool load_blocks(loader *l, const sexp *x);
bool load_set(loader *l, const sexp *x);
bool load_spelling(loader *l, const sexp *x);
bool load_count(loader *l, const sexp *x);
bool load_target(loader *l, const sexp *x);
bool load_op(loader *l, const sexp *x, const sexp_env *env);
bool load_instr(loader *l, const sexp *x, const sexp_env *env);
bool load_rule_form(loader *l, const sexp *x, const sexp_env *env);
/* A form of words.spec, which no hash covers; load_is_words: of this name. */
bool load_words(loader *l, const sexp *x);
bool load_is_words(const char *head);

/* The set of the file at hand: in no set's folder, that without a name. */
isa *loader_set(loader *l);
isa *loader_add_set(loader *l, const char *name);
/* The parts of a form (HEAD NAME PART ...), a part being (name VALUE ...) or a bare word: from item
 * first on each is known and stands once. */
bool load_check_parts(loader *l, const sexp *form, unsigned first, const char *const *known);
const sexp *load_part(const sexp *form, const char *name); /* NULL: it is not there */
/* A mandatory part (name "string"). */
bool load_string_part(loader *l, const sexp *form, const char *name, const char **out);

/* The words of a part (name WORD ...), NULL-terminated; at least one. */
bool load_words_part(loader *l, const sexp *part, const char *const **out);

/* The text of a symbol or string; NULL for anything else. */
const char *load_word(const sexp *x);
/* The items of (HEAD ITEM ...) concatenated: strings, integer expressions, names of the family's
 * values, (splat ...). NULL after a diagnostic. */
const char *load_text(loader *l, const sexp *x, const sexp_env *env);
/* Room for one more element of a table that is kept in the spec's arena. */
void *load_grow(loader *l, void *table, unsigned count, unsigned *cap, size_t size);

/* The clauses of a kind of definition; a table ends with a NULL name. */
typedef struct load_rule {
    const char *name;
    bool repeats;
} load_rule;

/* A definition is (head NAME OPERANDS RESULT CLAUSE ... BODY) with each clause known and at most
 * once, unless it repeats. */
bool load_check_shape(loader *l, const sexp *x, const load_rule *rules);

/* A context for the terms of one trial: kept from trial to trial while it is small, since terms are
 * evaluated in time that grows with it. */
term_ctx *load_trial_context(loader *l);
/* Whether t keeps its value when the first two variables change places: on all inputs while these
 * are 256 or fewer, else on some random and extreme ones. Requires: nsrc is 2 to SPEC_SRC_MAX,
 * src[0] and src[1] are of one width. */
bool load_commutes(const term_ctx *c, term t, const term *src, unsigned nsrc);

#endif
