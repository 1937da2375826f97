// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* isa.h - instruction sets: how C spells their register classes, how their assembly is read.
 *
 * A set is a folder spec/targets/NAME/. Definitions that stand in no such folder are of one set
 * without a name. Read by load/load_set.c and load/load_count.c; immutable afterwards. */
#ifndef LANESMITH_ISA_H
#define LANESMITH_ISA_H

#include "spec/base/base.h"

typedef enum asm_class {              /* what a line of assembly is */
                         ASM_NONE,    /* no instruction: label, directive, comment, blank */
                         ASM_COUNTED, /* work */
                         ASM_RETURN,
                         ASM_MOVE,   /* register to register, and what only tidies up */
                         ASM_CONST,  /* materialises a constant */
                         ASM_MEMORY, /* loads an argument or stores a result */
                         ASM_CLASS_COUNT
} asm_class;
extern const char *const asm_class_names[ASM_CLASS_COUNT];

enum { ASM_ROWS_MAX = 64, ASM_REGISTERS_MAX = 128 };

/* Lines with some mnemonics whose operands have a shape: a letter an operand, as count.spec says.
 * The first row that matches decides. */
typedef struct asm_row {
    const char *shape;
    asm_class cls;
} asm_row;

/* A mnemonic, or what begins some, and the rows that name it, a bit each. */
typedef struct asm_mnemonic {
    const char *text;
    size_t length;
    uint64_t rows;
} asm_mnemonic;

typedef struct asm_register_name {
    const char *text; /* "eax"; of a numbered one what stands before the number: "xmm" */
    size_t length;
    unsigned first, count; /* its number, 1; or that of the first of count */
} asm_register_name;

/* How assembly is read. Texts of one clause: a list that NULL ends. */
typedef struct asm_syntax {
    const char *comment, *register_prefix, *immediate_prefix;
    /* How the line begins that ends a function, where that is no label of LLVM's: such code is
       counted as text, since its object files tell no sizes; else NULL. */
    const char *end;
    const char *const *ones, *const *memory, *const *stack, *const *constant, *const *masked;
    bool target_first;              /* the operand that is written stands first */
    char letter[ASM_REGISTERS_MAX]; /* of a register's file, by its number; below nregisters */
    unsigned nregisters;
    asm_register_name *names, *numbered; /* names: in order of text */
    unsigned nnames, nnumbered;
    asm_row row[ASM_ROWS_MAX];
    unsigned nrows;
    asm_mnemonic *whole, *begun; /* whole: in order of text */
    unsigned nwhole, nbegun;
    const char *const *unpriced, *const *addition; /* mnemonics */
    /* Mnemonics of lines that set a mode; texts of operands by which it keeps lanes; mnemonics of
       moves and constants that are work then. */
    const char *const *modes, *const *keeping, *const *partial;
    const char *name_prefix,
        *name_widths, /* what a mnemonic may have before and behind the spec's name */
        *name_ends;   /* letters of which the first in the spec's name ends what it has of it */
} asm_syntax;

/* How C spells a register class. */
typedef struct class_spelling {
    unsigned cls;       /* its index */
    const char *c_type; /* "uint64_t" */
    /* type of the 64-bit elements of a vector's literal, or an expression of them, $a the lowest;
       NULL of a scalar */
    const char *literal;
    const char *c_splat8, *c_splat16, *c_splat32,
        *c_splat64; /* templates with $k for a repeated constant */
} class_spelling;

/* A feature as C compilers call it in a function's target attribute. */
typedef struct feature_spelling {
    const char *feature, *c;
} feature_spelling;

typedef struct isa {
    const char *name; /* of the folder; "" without one */
    unsigned index;
    bool declared;          /* (set ...) was there */
    const char *intrinsics; /* begins the names of its intrinsics in LLVM IR; NULL: it has none */
    /* intrinsics.ll: what further intrinsics compute, in LLVM IR (verify/ir/irmeaning.h); NULL:
       nothing is said */
    const char *meanings;
    bool unit_costs;      /* LLVM has no scheduling model of it: each machine instruction costs 1 */
    bool runs_in_process; /* where the host is of the target's architecture and has its features */
    /* What runs its code elsewhere: a program, the command that links what it runs, and system.ll,
       system calls in LLVM IR (verify/hardware/emulator.h); NULL: not said */
    const char *emulator, *const *linker, *system;
    const char *const *types; /* C's declarations of types that the spellings name; NULL: none */
    const feature_spelling *features; /* those that C calls otherwise than LLVM */
    unsigned nfeatures;
    class_spelling *spellings;
    unsigned nspellings, cap_spellings;
    const asm_syntax *syntax; /* NULL: not told (isa_syntax) */
} isa;

const class_spelling *isa_spelling(const isa *set,
                                   unsigned cls); /* by the class's index; NULL: none */
/* Where the set says nothing of its assembly: every line is work. */
const asm_syntax *isa_syntax(const isa *set);
const char *isa_c_feature(const isa *set, const char *feature);

#endif
