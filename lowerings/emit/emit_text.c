// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* emit_text.c - what the emitters share: the expansion of instruction templates, LLVM's integer
 * types and constants as text, and texts of others as names, strings and comments. Called by
 * lowering.c, emit_ir.c, emit_c.c, emit_headers.c and emit_table.c.
 *
 * Invariant: output depends on the arguments only, so the same lowerings give the same bytes. */
#include "emit_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spec/base/safe.h"

/* ---- text ---- */

void emit_identifier_part(const char *text, size_t n, strbuf *out)
{
    for (size_t i = 0; i < n; i++)
        strbuf_putn(out, isalnum((unsigned char)text[i]) ? &text[i] : "_", 1);
}

void emit_identifier(const char *text, strbuf *out)
{
    emit_identifier_part(text, strlen(text), out);
}

void emit_string_part(const char *text, size_t n, strbuf *out)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\') strbuf_printf(out, "\\%c", c);
        else if (c < 32 || c >= 127) strbuf_printf(out, "\\%03o", c);
        else strbuf_putn(out, &text[i], 1);
    }
}

void emit_string(const char *text, strbuf *out)
{
    strbuf_puts(out, "\"");
    emit_string_part(text, strlen(text), out);
    strbuf_puts(out, "\"");
}

/* Writes text of which no part ends the comment: a newline or carriage return its line, a backslash
 * at its end the next line's own beginning, an asterisk and a slash all of it. */
static void put_comment_text(const char *s, size_t n, strbuf *out)
{
    const char *end = s + n;
    while (s < end) {
        const char *bad = text_find_unsafe(s, (size_t)(end - s), false);
        for (const char *stop = bad ? bad : end; s < stop; s++) {
            bool closes = s[0] == '*' && s + 1 < end && s[1] == '/',
                 opens = s[0] == '/' && s + 1 < end && s[1] == '*';
            strbuf_puts(out, *s == '\n' ? " " : *s == '\\' ? "?" : (char[]){*s, 0});
            if (closes || opens) strbuf_puts(out, " ");
        }
        if (s < end) strbuf_puts(out, "?"), s++;
    }
}

void emit_comment(strbuf *out, const char *prefix, const char *fmt, ...)
{
    arena mem = {0};
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    require(n >= 0, "the format is valid");
    char *text = arena_alloc(&mem, (size_t)n + 1, 1);
    va_start(ap, fmt);
    vsnprintf(text, (size_t)n + 1, fmt, ap);
    va_end(ap);
    strbuf_puts(out, prefix);
    put_comment_text(text, (size_t)n, out);
    strbuf_puts(out, "\n");
    arena_free(&mem);
}

/* ---- templates ---- */

static size_t name_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
    return n;
}

void template_expand(const char *text, template_fill *fill, void *context, strbuf *out)
{
    while (*text) {
        size_t plain = strcspn(text, "$");
        strbuf_putn(out, text, plain);
        text += plain;
        if (*text != '$') break;
        size_t n = name_length(++text);
        require(n > 0, "a $ in a template is followed by a name");
        fill(context, text, n, out);
        text += n;
    }
}

static bool same_name(const char *name, const char *s, size_t n)
{
    return name && strlen(name) == n && !memcmp(name, s, n);
}

int template_operand(const instr *in, const char *name, size_t length)
{
    for (unsigned i = 0; i < in->nsrc; i++)
        if (same_name(in->src_name[i], name, length)) return (int)i;
    if (in->has_imm && same_name(in->imm_name, name, length)) return (int)in->nsrc;
    return -1;
}

/* ---- integer types of LLVM ---- */

/* Reads "i32" and moves *s behind it. */
static bool parse_scalar(const char **s, unsigned *bits)
{
    if (**s != 'i' || !isdigit((unsigned char)(*s)[1])) return false;
    char *end;
    *bits = (unsigned)strtoul(*s + 1, &end, 10);
    *s = end;
    return *bits > 0;
}

static bool parse_lanes(const char **s, unsigned *lanes)
{
    char *end;
    *lanes = (unsigned)strtoul(*s + 1, &end, 10);
    if (*lanes == 0 || strncmp(end, " x ", 3)) return false;
    *s = end + 3;
    return true;
}

bool ir_type_parse(const char *text, ir_type *out)
{
    *out = (ir_type){.lanes = 1, .vector = *text == '<'};
    if (out->vector && !parse_lanes(&text, &out->lanes)) return false;
    if (!parse_scalar(&text, &out->lane_bits)) return false;
    return !strcmp(text, out->vector ? ">" : "");
}

void ir_type_print(ir_type t, strbuf *out)
{
    if (t.vector)
        strbuf_printf(out, "<%u x i%u>", t.lanes, t.lane_bits);
    else
        strbuf_printf(out, "i%u", t.lane_bits);
}

void ir_type_print_suffix(ir_type t, strbuf *out)
{
    if (t.vector) strbuf_printf(out, "v%u", t.lanes);
    strbuf_printf(out, "i%u", t.lane_bits);
}

/* ---- constants ---- */

/* Bits [low, low + count) as a signed number, the way LLVM prints integers. Requires: 1 <= count <=
 * 64, and the bits do not straddle limbs (lanes are powers of two). */
static int64_t signed_bits(const uint64_t *limbs, unsigned low, unsigned count)
{
    uint64_t v = limbs[low / 64] >> (low % 64);
    unsigned spare = 64 - count;
    return (int64_t)(v << spare) >> spare;
}

static bool lanes_equal(ir_type t, const uint64_t *limbs)
{
    for (unsigned i = 1; i < t.lanes; i++)
        if (signed_bits(limbs, i * t.lane_bits, t.lane_bits) != signed_bits(limbs, 0, t.lane_bits))
            return false;
    return true;
}

static void print_lanes(ir_type t, const uint64_t *limbs, strbuf *out)
{
    for (unsigned i = 0; i < t.lanes; i++)
        strbuf_printf(out, "%si%u %lld", i ? ", " : "<", t.lane_bits,
                      (long long)signed_bits(limbs, i * t.lane_bits, t.lane_bits));
    strbuf_puts(out, ">");
}

void ir_const_print(ir_type t, const uint64_t *limbs, strbuf *out)
{
    require(t.lane_bits <= 64 && (t.lane_bits & (t.lane_bits - 1)) == 0,
            "lanes are powers of two of at most 64 bits");
    long long first = (long long)signed_bits(limbs, 0, t.lane_bits);
    if (!t.vector)
        strbuf_printf(out, t.lane_bits == 1 ? (first ? "true" : "false") : "%lld", first);
    else if (!lanes_equal(t, limbs))
        print_lanes(t, limbs, out);
    else if (first == 0)
        strbuf_puts(out, "zeroinitializer");
    else
        strbuf_printf(out, "splat (i%u %lld)", t.lane_bits, first);
}
