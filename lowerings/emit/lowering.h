// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lowering.h - a proved program for a cell, and everything that is made of it: LLVM IR, C, the
 * pass's table.
 *
 * The emitters trust their caller that each lowering is proved; cli/emit.c is the only caller that
 * ships, and takes its list from the database's proved winners. */
#ifndef LANESMITH_LOWERING_H
#define LANESMITH_LOWERING_H

#include "lowerings/derive/capabilities.h"
#include "lowerings/permute/stock.h"
#include "spec/cell.h"
#include "spec/cost.h"

typedef struct lowering {
    cell cell;
    prog prog;
    cost cost;
    const char *engine;     /* "exhaust", "qm", "rules" ... */
    const char *status;     /* "optimal", "bounded", "best found" */
    int bound;              /* instructions below which no program exists, or -1 */
    const char *obligation; /* hash of the proved obligation */
    const char *solver;     /* what settled it; NULL: not known */
} lowering;

/* "lanesmith_add_2_x128_x86_64_v3": the name of a lowering's function in the IR library. */
void lowering_print_name(const cell *c, strbuf *out);
/* "add_2_x128": the part of the names that every language has. */
void lowering_print_cell(const cell *c, strbuf *out);
/* "arith", "arith_odd": the C header of its target that the lowering is in. */
void lowering_print_family(const cell *c, strbuf *out);
/* The lines of a lowering's story, each after prefix, the same in every output: meaning, program,
 * cost, status, proof. */
void lowering_print_story(const lowering *l, const char *prefix, strbuf *out);

/* One IR function: define CARRIER @name(CARRIER %a, ...) with target-cpu attributes; body of the
 * program. Declarations that it needs are appended to decls, one a line, each once. linkage: "" or
 * "internal" ...; attrs: extra attributes. */
void emit_ir_function(const cell *c, const prog *p, const char *name, const char *linkage,
                      const char *attrs, strbuf *decls, strbuf *out);
/* A whole module that holds one lowering, for measuring and for verify_ir. */
void emit_ir_module(const cell *c, const prog *p, const char *name, strbuf *out);
/* The hash of the module with the lowering's own name: what a proof of the emitted IR is about. */
void lowering_hash_ir(const cell *c, const prog *p, char out[HASH_TEXT]);
/* A function of one instruction of any classes, for its cost and for running it alone. LLVM is free
 * to use a floating-point form of logic and shuffles when nothing around them is integer; so the
 * first vector source is first added to one more argument, by 64 bits. Returns whether that
 * addition is there. Declarations are appended to decls, each once. */
bool emit_ir_instr(const instr *in, int64_t imm, const target *t, const char *name, strbuf *decls,
                   strbuf *out);
/* The IR library of one target: every lowering an alwaysinline function with a comment that tells
 * its story. layout is LLVM's of the target (codegen_data_layout). No triple is named: the library
 * is linked with modules of any vendor and system, and linkers warn when two triples differ. */
void emit_ir_library(const spec *s, const target *t, const char *layout, const lowering *list,
                     unsigned count, strbuf *out);
/* "lanesmith_add_2_x128_x86_64_v3": how a function in C is called; its short name is without the
 * target. prefix is an identifier: "lanesmith". */
void emit_c_name(const cell *c, const char *prefix, strbuf *out);
void emit_c_short_name(const cell *c, const char *prefix, strbuf *out);
/* The C types of the cell's block and of blocks in it, and how they are put together; nothing where
 * the cell is of one register. written: those that are there already, by their numbers. */
void emit_c_blocks(const spec *s, const cell *c, uint64_t *written, strbuf *out);
/* The function of a lowering that has no form (prog_has_form), with its target attribute. */
void emit_c_function(const spec *s, const lowering *l, const char *prefix, strbuf *out);
/* The C headers of one target: static inline functions, usable from C and C++, by family. */
typedef struct c_known {
    char digest[HASH_TEXT];
    strbuf name;
} c_known;
typedef struct c_family {
    strbuf name, text;
    bool odd; /* of widths that are no powers of two */
    bool of_blocks;
    unsigned count;
    uint64_t blocks; /* whose types are there, by their numbers in the spec */
    /* while the text is made: parts of it, and the functions that are there */
    strbuf functions, short_names;
    c_known *known;
    unsigned nknown;
} c_family;
typedef struct c_headers {
    c_family *family; /* in the order of their first lowerings */
    unsigned count;
    strbuf umbrella;
} c_headers;
/* Requires: no lowering has a form (prog_has_form). The caller frees. */
void emit_c_headers(c_headers *h, const spec *s, const target *t, const lowering *list,
                    unsigned count);
void c_headers_free(c_headers *h);
/* <lanesmith/target.h>, <lanesmith.h>: what a file is compiled for, and all functions of that. */
void emit_c_target_header(const spec *s, strbuf *out);
void emit_c_main_header(const spec *s, strbuf *out);
/* A header that needs no other: each function with its story. prefix is an identifier. It may be
 * included beside others, the installed headers too, in any order. */
void emit_c_file(const spec *s, const lowering *list, unsigned count, const char *prefix,
                 strbuf *out);
/* The pass's table as C source: for each target its IR library as a string, an index sorted by
 * (op, w, class), and what LLVM makes of stock forms. Targets are added in the order of the spec,
 * each once, so that their lowerings need not be there at one time. */
typedef struct table_text {
    char hash[HASH_TEXT];
    unsigned number; /* 0: a free slot */
} table_text;
typedef struct pass_table {
    const spec *s;
    strbuf *out, summary;
    capability_book *capabilities;
    table_text *text; /* of the modules that are written: a hash table */
    unsigned ntexts, slots;
} pass_table;
void pass_table_begin(pass_table *x, const spec *s, strbuf *out);
void pass_table_add(pass_table *x, const target *t, const stock *s, const lowering *list,
                    unsigned count);
void pass_table_end(pass_table *x);
/* stocks: one a target. */
void emit_pass_table(const spec *s, const stock *stocks, const lowering *const *lists,
                     const unsigned *counts, strbuf *out);

#endif
