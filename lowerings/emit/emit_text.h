// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* emit_text.h - what C and LLVM IR are written with: templates, types and constants of LLVM, names,
 * strings, comments.
 *
 * Internal to lowerings/. An instruction's templates (spec.h) are text with $name places; who emits
 * says what each place becomes. */
#ifndef LANESMITH_EMIT_TEXT_H
#define LANESMITH_EMIT_TEXT_H

#include "spec/spec.h"

/* Writes what stands for the place $name of a template; context is the emitter's own. */
typedef void template_fill(void *context, const char *name, size_t length, strbuf *out);
/* Copies a template to out; every $name (letters, digits, _) is written by fill. */
void template_expand(const char *text, template_fill *fill, void *context, strbuf *out);
/* The source (0..nsrc) or the immediate (nsrc) that a place of in's templates names; -1 when it is
 * neither. */
int template_operand(const instr *in, const char *name, size_t length);

/* "<16 x i8>" has 16 lanes of 8 bits, "i32" one of 32. False when text is no integer type. */
typedef struct ir_type {
    unsigned lanes, lane_bits;
    bool vector;
} ir_type;
bool ir_type_parse(const char *text, ir_type *out);
void ir_type_print(ir_type t, strbuf *out);
/* The type as part of a value's name: "v16i8", "i32". */
void ir_type_print_suffix(ir_type t, strbuf *out);

/* A constant in IR, of a type with lanes of at most 64 bits: "splat (i8 85)", "zeroinitializer",
 * "<i64 1, i64 2>". */
void ir_const_print(ir_type t, const uint64_t *limbs, strbuf *out);

/* ---- text that comes from a specification or a database ----
 * It is written into C and LLVM IR by these and in no other way, so that no text can end a comment,
 * a name or a string. */

/* A line of a comment: prefix, the formatted text, a newline. Control characters, backslashes and
 * ends of comments are replaced. */
void emit_comment(strbuf *out, const char *prefix, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Part of a name, "x86-64-v3" as "x86_64_v3". */
void emit_identifier(const char *text, strbuf *out);
void emit_identifier_part(const char *text, size_t n, strbuf *out);
/* A string literal of C with its quotes; n characters of one without. */
void emit_string(const char *text, strbuf *out);
void emit_string_part(const char *text, size_t n, strbuf *out);

#endif
