// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* spec.h - the spec language: operations, instructions, register classes, targets.
 *
 * A spec is loaded from the .spec files of a directory tree (load/load.h), checked completely, and
 * immutable afterwards. What an operation or an instruction means is given as a term (op.h,
 * instr.h); everything else about it is data here. The language is described in
 * docs/spec-language.md. */
#ifndef LANESMITH_SPEC_H
#define LANESMITH_SPEC_H

#include "isa.h"
#include "spec/base/diag.h"
#include "spec/term/term.h"

/* SPEC_IMM_FEW: with so many immediates at most, an instruction is made ready for all; otherwise
 * for 0 and those that rules write out. SPEC_INSNS_MAX: of a program. */
enum { SPEC_SRC_MAX = 4, SPEC_FEATURES_MAX = 64, SPEC_IMM_FEW = 64, SPEC_INSNS_MAX = 192 };

/* r32 r64 x128 y256 z512, declared in spec/classes.spec for all instruction sets; a set may have
 * more. A block of several registers is a class, too: z512x4 is four of z512 (block.h). */
typedef struct regclass {
    const char *name;   /* "x128" */
    unsigned bits;      /* 128 */
    bool vector;        /* vector or general register */
    const char *llvm;   /* carrier type in LLVM IR: "<2 x i64>", "i32" */
    unsigned index;     /* position of declaration, for sorting; blocks behind all others */
    const struct regclass *of; /* of a block: the class of its registers; NULL: it is no block */
    unsigned parts;            /* registers of a block, a power of two; else 0 */
} regclass;

typedef struct target {
    const char *name;   /* "x86-64-v3" */
    const isa *set;     /* its instruction set */
    /* LLVM's -mcpu, and behind a comma what -mattr adds to it: "generic,+FEATURE" */
    const char *cpu;
    const char *triple; /* LLVM's -mtriple */
    const char *attributes; /* further ones of its functions in LLVM IR; NULL: none */
    const char *suffix; /* of the header: "x86_64_v3" */
    const char *include; /* the C header of its intrinsics; NULL: none */
    const char *const *macros; /* all defined by C compilers for just this target and greater ones;
                                  NULL-terminated; NULL: not known */
    /* LLVM feature names that instructions may require, NULL-terminated */
    const char *const *features;
    const char *const *emulate; /* arguments of the set's emulator; NULL-terminated; NULL: none */
    const regclass *const *classes; /* NULL-terminated, narrowest first */
    bool by_name;       /* its cells are made where it is named; the default table has none */
    unsigned index;
    const bool *has; /* by the index of an instruction: target_has_instr; NULL while the spec is
                        being loaded */
    struct instr_digests *digests; /* likewise: spec_digest_instrs */
} target;

/* What an operand or the result of an operation has in its register, from bit 0 up; the bits above
 * are ignored in an operand and free in a result. */
typedef enum op_type {
    OP_FIELDS, /* (vec n w): n fields of w bits */
    OP_SCALAR, /* (vec 1 w): one field */
    OP_BITS,   /* (vec n 1): a packed bit for every field */
    /* (vec 1 32): a number, as the index of a field; in a register of fewer bits zeros are above it
     */
    OP_INDEX,
    OP_TYPE_COUNT
} op_type;

/* The second of two results. */
typedef struct op_second {
    const char *name; /* NULL: there is none */
    op_type type;
    const regclass *cls; /* a scalar class, where it has zeros above; NULL: that of the cell */
} op_second;

/* An operation: what is computed, for every field width w and field count n. Operands and results
 * are registers of one class, but for packed bits that are in a scalar register, with zeros above:
 * one carry a field. */
typedef struct op {
    const char *name;
    unsigned arity;
    const char *const *param; /* names, arity of them */
    op_type type[SPEC_SRC_MAX]; /* of the operands */
    const regclass *in[SPEC_SRC_MAX]; /* where they are; NULL: in the cell's class */
    op_type result;
    op_second second;
    const char *doc;          /* one sentence */
    const char *llvm;         /* LLVM's name of an instruction ("add", "icmp eq") or NULL */
    bool llvm_sext;           /* the LLVM form is the named compare, sign-extended to the field */
    /* LLVM's name of an intrinsic ("llvm.umin") or NULL; never with llvm */
    const char *llvm_intrinsic;
    /* its last operand when that is a constant: "true", "false"; else NULL */
    const char *llvm_flag;
    bool commutative;
    bool blocks;              /* there are cells of it for blocks of registers */
    bool planes;              /* only of as many registers as a field has bits */
    char hash[HASH_TEXT];     /* of the semantic text (canonical print of the definition) */
    const struct sexp *form;
    const struct sexp_env *env; /* values of the families around it */
    place where;
    unsigned index;
} op;

/* what tier of a search grammar an instruction belongs to; (kind ...) in the spec */
typedef enum instr_kind {
    INSTR_LOGIC,
    INSTR_LOGIC3,
    INSTR_ADD,
    INSTR_SUB,
    INSTR_SATURATE,
    INSTR_SHIFT,
    INSTR_COMPARE,
    INSTR_MINMAX,
    INSTR_AVERAGE,
    INSTR_MULTIPLY,
    INSTR_BLEND,
    INSTR_BIT,
    INSTR_LEA,
    /* in no tier */
    INSTR_SHUFFLE,
    INSTR_MATRIX,
    INSTR_SUM,
    INSTR_COUNT,
    INSTR_FUNNEL,
    INSTR_CONVERT,
    /* for rules that name it, and a move of `shuffle`: what was searched without it stays searched;
       in no tier */
    INSTR_NAMED,
    /* several instructions that pass through another class of register; in no tier */
    INSTR_SEQUENCE,
    INSTR_FORM, /* an operation, as LLVM lowers it (form.h); in no tier */
    INSTR_BLOCK, /* a register of a block, or a block of two halves: nothing to do (block.h) */
    INSTR_KIND_COUNT
} instr_kind;
extern const char *const instr_kind_names[INSTR_KIND_COUNT];

typedef struct instr {
    const char
        *name; /* mnemonic in program text: "add"; in its set it is unique with the result class */
    const regclass *result;
    unsigned nsrc;
    const char *src_name[SPEC_SRC_MAX];
    const regclass *src[SPEC_SRC_MAX];
    bool has_imm;              /* one immediate operand, last in the text */
    const char *imm_name;
    int64_t imm_low, imm_high; /* inclusive range */
    bool commutative;          /* in the first two sources */
    instr_kind kind;
    /* instructions that it stands for: 1, of a sequence, named or not, more; of a form nobody
     * knows: more than of any other; of a block's parts: 0 */
    unsigned machine;
    const char *const *requires_; /* features, all needed; NULL-terminated */
    /* Emission templates. LLVM: lines; $a is source a cast to lane_type, $k the immediate, $1 $2
     * ... temporaries; the value of the last line (no "= ") is the result, of result_type. decl:
     * intrinsic declarations needed. */
    unsigned nllvm;
    const char *const *llvm;   /* nllvm lines, as written, integers already evaluated */
    const char *lane_type;     /* "<16 x i8>"; operands are bitcast to it */
    const char *result_type;   /* usually lane_type */
    unsigned ndecl;
    const char *const *decl;
    const char *c;             /* C expression template: "($a) & ($b)" */
    const char *family; /* identifies the (family ...) form and the instruction's place in it, or
                           its own name: members for different lane widths share it */
    unsigned member;           /* index of the tuple inside the family */
    char hash[HASH_TEXT];      /* of the semantic text */
    const struct sexp *form;
    const struct sexp_env *env; /* integer bindings of the family */
    place where;
    unsigned index;
    const isa *set;  /* that it belongs to; NULL: a form, of all sets */
    /* INSTR_FORM: the operation; its width is the immediate, its lines are made by form_lines */
    const op *form_of;
    const struct form_text *way; /* of a form: the lines of another way; NULL: LLVM's own */
    const struct spec *spec;   /* of a form */
} instr;

/* What a way needs of a target, in registers of so many bits and more. */
typedef struct form_feature {
    const char *name; /* NULL: the end */
    unsigned bits;
} form_feature;

/* How an operation without an LLVM name is written (spec/forms.ir); or, with a way, how an
 * instruction llvm.NAME.WAY computes it (there, or in ways.ir of a set). */
typedef struct form_text {
    const isa *set;           /* that a way is of; NULL: any */
    /* in name $K and $J stand for numbers; lines: length characters, each line begun by a blank */
    const char *name, *way, *lines;
    size_t length;
    /* a condition in parentheses: the cells that have the form; NULL: all */
    const char *where;
    const form_feature *needs; /* of a way */
    bool safe;                /* traps on no operand; for instructions only */
} form_text;

/* A rule: a way to compute an operation by others (spec/rules/, and rules/ of a set). It claims
 * nothing: what it proposes is proved like any other proposal. */
typedef struct rule {
    const char *name;         /* "mul_double"; of the family's rule where there is one */
    const op *op;
    const char *const *param; /* the rule's names of the operands, op->arity of them */
    const struct sexp *body;
    const struct sexp *where; /* integer condition on w n bits and k, or NULL: on any */
    /* (for v COND): the rule is tried with every power of two up to the register's bits as v */
    const char *other;
    const struct sexp *other_where; /* where COND holds */
    const struct sexp_env *env; /* k, of an operation with an immediate amount */
    const isa *set; /* whose instructions it may name; NULL: it names none, and is for all sets */
} rule;

/* A phrase for an operation, for people who look for it (load_words.c). */
typedef struct spec_words {
    const char *text;
    const op *op;
    unsigned width; /* of the fields that the phrase means; 0: any */
} spec_words;

/* What one says for another word; "" for a word that says nothing ("the"). */
typedef struct spec_synonym {
    const char *word, *means;
} spec_synonym;

/* What no operation computes, and what to do instead. */
typedef struct spec_lack {
    const char *text, *instead;
} spec_lack;

/* The operation makes fields of `to` bits of those of `from` bits, and of multiples of both. */
typedef struct spec_conversion {
    const op *op;
    unsigned from, to;
    const char *demands; /* a word that says that it is meant, and not another; or NULL */
} spec_conversion;

typedef struct spec {
    arena mem;
    regclass *classes; unsigned nclasses;
    regclass *blocks; unsigned nblocks; /* classes of blocks */
    isa **sets; unsigned nsets;
    target *targets; unsigned ntargets;
    op *ops; unsigned nops;
    instr *instrs; unsigned ninstrs;
    form_text *forms; unsigned nforms;
    /* what each operation is written by: usually; where it must not trap. NULL: no such text */
    const form_text **form_of;
    instr *form_instrs; unsigned nform_instrs; /* numbered behind instrs */
    instr *block_instrs; unsigned nblock_instrs; /* numbered behind these */
    const instr **by_name; /* all of them, in order of name, then of index */
    struct named *named; unsigned nnamed; /* where each name begins in by_name: a hash table */
    /* the order of declaration; those of an operation need not be neighbours */
    rule *rules; unsigned nrules;
    spec_words *words; unsigned nwords; /* the order of the text; so below */
    spec_synonym *synonyms; unsigned nsynonyms;
    spec_lack *lacks; unsigned nlacks;
    spec_conversion *conversions; unsigned nconversions;
    char hash[HASH_TEXT]; /* of everything but words.spec */
    char digest[DIGEST_TEXT]; /* of everything, too; db/attested has it of texts whose definitions
                                 were tried */
} spec;

void spec_free(spec *s);

/* NULL when there is none; so below. Of blocks, too. */
const regclass *spec_find_class(const spec *s, const char *name);
/* By index: registers, then blocks. */
const regclass *spec_class(const spec *s, unsigned index);
unsigned spec_all_classes(const spec *s);
const target *spec_find_target(const spec *s, const char *name);
const op *spec_find_op(const spec *s, const char *name);
/* Of the set, forms of all sets too; set NULL: of the first set that has it. */
const instr *spec_find_instr(const spec *s, const isa *set, const char *name,
                             const regclass *result);
/* The instruction of the same set and name with a result of the class. */
const instr *spec_sibling(const spec *s, const instr *in, const regclass *result);
unsigned spec_all_instrs(const spec *s);                  /* how many, with forms */
const instr *spec_instr(const spec *s, unsigned index);   /* of any index below */
/* The instructions, in order of index, whose name is the word of n characters: one for each set and
 * class that has it. */
const instr *const *spec_named(const spec *s, const char *word, size_t n, unsigned *count);
bool spec_has_feature(const spec *s, const isa *set,
                      const char *f); /* some target of the set has it; NULL: of any */
/* Fills by_name, and what each target has; called again when there are more instructions. */
void spec_index_names(spec *s);
/* What a search with a target's instructions depends on, for the keys of its marks. Made by
 * spec_index_names, and to be made again when instructions change. */
typedef struct instr_digests {
    char named[HASH_TEXT];       /* of those of kind INSTR_NAMED */
    char of[][HASH_TEXT];        /* of the others, by the class of the result */
} instr_digests;
void spec_digest_instrs(spec *s);
/* The digest of a class; of a block, which has no instructions, "". */
const char *target_digest(const target *t, const regclass *result);
/* The digests by class, a line each. */
void spec_put_digests(const spec *s, const target *t, strbuf *out);

bool target_has_feature(const target *t, const char *feature);
/* The attributes of a function in LLVM IR: "target-cpu"="CPU" "target-features"="+FEATURE", and
 * the further ones. */
void target_print_cpu(const target *t, strbuf *out);
bool target_has_class(const target *t, const regclass *c);
bool target_has_instr(const target *t,
                      const instr *in); /* of its set, with all its features and classes */

#endif
