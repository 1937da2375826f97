// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* asmcount.c - classifies machine instructions by the table of their instruction set (count.spec).
 *
 * An instruction counts unless a row of the table excludes it: returns, plain register moves, loads
 * of arguments and stores of results, and whatever materialises a constant. A row is a set of
 * mnemonics and a shape, the kinds of the operands in order of the text. A constant that a counted
 * instruction takes as its memory operand is free, since that instruction matches no row. Memory on
 * the stack is no argument but a spill or an array that the compiler made up, so it counts. A
 * masked move is a blend and counts.
 *
 * The only state is which registers hold constants: a number that is put into a general register
 * and spread over a vector register is one constant, an argument that is spread is work. The
 * invariant is kept by asm_classify: after a line, the register that it wrote is marked exactly
 * when the line was ASM_CONST, or a plain move from a marked register. */
#include "asmcount.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERANDS_MAX = 6, MNEMONIC_MAX = 24 };

typedef struct text_span {
    const char *s;
    size_t n;
} text_span;

/* A line taken apart. shape has one letter an operand: g general, x vector, q mask register, in
 * upper case when it holds a constant; i immediate, o the immediate of all ones; k constant in
 * memory, s stack, m other memory, l label or anything else. */
typedef struct asm_line {
    char mnemonic[MNEMONIC_MAX];
    text_span operand[OPERANDS_MAX];
    unsigned noperands;
    char shape[OPERANDS_MAX + 1];
    bool masked;
} asm_line;

/* In a row's shape g x q match both cases, r is any register, c any that holds a constant, i any
 * immediate; "=" at the front demands that the sources are one register; "*" is anything. */

/* ---- registers ---- */

static size_t word_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n])) n++;
    return n;
}

static int compare_name(const char *s, size_t n, const asm_register_name *x)
{
    int order = strncmp(s, x->text, n < x->length ? n : x->length);
    return order ? order : (n > x->length) - (n < x->length);
}

static int named_register(const asm_syntax *x, const char *s, size_t n)
{
    unsigned low = 0, high = x->nnames;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        int order = compare_name(s, n, &x->names[middle]);
        if (!order) return (int)x->names[middle].first;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return -1;
}

/* xmm7, and r8d: letters behind the number say how much of the register is meant. */
static int numbered_register(const asm_syntax *x, const char *s, size_t n)
{
    for (unsigned i = 0; i < x->nnumbered; i++) {
        const asm_register_name *k = &x->numbered[i];
        if (n <= k->length || strncmp(s, k->text, k->length) ||
            !isdigit((unsigned char)s[k->length]))
            continue;
        long number = strtol(s + k->length, NULL, 10);
        return number < (long)k->count ? (int)k->first + (int)number : -1;
    }
    return -1;
}

int asm_register(const asm_syntax *x, const char *text)
{
    size_t prefix = strlen(x->register_prefix);
    if (strncmp(text, x->register_prefix, prefix)) return -1;
    size_t n = word_length(text += prefix);
    int r = numbered_register(x, text, n);
    return r >= 0 ? r : named_register(x, text, n);
}

static bool is_constant(const asm_state *s, int reg)
{
    return reg >= 0 && (s->constant[reg / 64] >> (reg % 64) & 1);
}

static void set_constant(asm_state *s, int reg, bool constant)
{
    if (reg < 0) return;
    uint64_t bit = UINT64_C(1) << (reg % 64);
    s->constant[reg / 64] = constant ? s->constant[reg / 64] | bit : s->constant[reg / 64] & ~bit;
}

/* ---- taking a line apart ---- */

static bool contains(text_span t, const char *what)
{
    size_t n = strlen(what);
    for (size_t i = 0; i + n <= t.n; i++)
        if (!memcmp(t.s + i, what, n)) return true;
    return false;
}

static bool contains_one(text_span t, const char *const *list)
{
    for (; *list; list++)
        if (contains(t, *list)) return true;
    return false;
}

static char register_letter(const asm_syntax *x, const asm_state *s, int reg)
{
    char letter = x->letter[reg];
    return is_constant(s, reg) ? (char)toupper((unsigned char)letter) : letter;
}

static char memory_letter(const asm_syntax *x, text_span t)
{
    if (contains_one(t, x->constant)) return 'k';
    if (contains_one(t, x->stack)) return 's';
    return contains_one(t, x->memory) ? 'm' : 'l';
}

static bool is_text(text_span t, const char *what)
{
    return strlen(what) == t.n && !memcmp(t.s, what, t.n);
}

static bool is_one_of(text_span t, const char *const *list)
{
    for (; *list; list++)
        if (is_text(t, *list)) return true;
    return false;
}

static bool is_mnemonic(const asm_line *l, const char *const *list)
{
    return is_one_of((text_span){l->mnemonic, strlen(l->mnemonic)}, list);
}

static bool is_immediate(const asm_syntax *x, text_span t)
{
    const char *prefix = x->immediate_prefix;
    if (*prefix) return !strncmp(t.s, prefix, strlen(prefix));
    return isdigit((unsigned char)t.s[t.s[0] == '-']);
}

static char operand_letter(const asm_syntax *x, const asm_state *s, text_span t)
{
    if (is_one_of(t, x->ones)) return 'o';
    if (is_immediate(x, t)) return 'i';
    int reg = asm_register(x, t.s);
    if (reg >= 0) return register_letter(x, s, reg);
    return *x->register_prefix && !strncmp(t.s, x->register_prefix, strlen(x->register_prefix))
               ? 'l'
               : memory_letter(x, t);
}

/* The text up to the next comma outside brackets of any kind, without blanks at its ends. */
static text_span next_operand(const char **s)
{
    int depth = 0;
    const char *start = *s, *end = start;
    for (; *end && (depth || *end != ','); end++)
        depth += (*end == '(' || *end == '{' || *end == '[') -
                 (*end == ')' || *end == '}' || *end == ']');
    *s = *end ? end + 1 : end;
    while (start < end && isspace((unsigned char)*start)) start++;
    while (end > start && isspace((unsigned char)end[-1])) end--;
    return (text_span){start, (size_t)(end - start)};
}

static const char *skip_blanks(const char *s)
{
    while (*s == ' ' || *s == '\t') s++;
    return s;
}

/* Reads the mnemonic behind pseudo-prefixes such as {vex}; returns the text behind it. */
static const char *split_mnemonic(const char *s, asm_line *l)
{
    while (*s == '{') s = skip_blanks(s + strcspn(s, "}") + 1);
    size_t n = strcspn(s, " \t");
    snprintf(l->mnemonic, sizeof l->mnemonic, "%.*s", (int)n, s);
    return skip_blanks(s + n);
}

static bool begins_comment(const asm_syntax *x, const char *s)
{
    return !strncmp(s, x->comment, strlen(x->comment));
}

static bool is_no_instruction(const asm_syntax *x, const char *s)
{
    return !*s || *s == '.' || *s == '#' || *s == '\n' || begins_comment(x, s) ||
           s[strcspn(s, ": \t")] == ':';
}

/* Requires: text is one line without comment and line end. */
static void split_line(const asm_syntax *x, const asm_state *s, const char *text, asm_line *l)
{
    memset(l, 0, sizeof *l);
    text = split_mnemonic(text, l);
    while (*text && l->noperands < OPERANDS_MAX) {
        text_span t = next_operand(&text);
        if (!t.n) continue;
        l->masked = l->masked || contains_one(t, x->masked);
        l->shape[l->noperands] = operand_letter(x, s, t);
        l->operand[l->noperands++] = t;
    }
}

/* ---- matching ---- */

/* A bit for each row that names the mnemonic. */
static uint64_t find_rows(const asm_syntax *x, const char *mnemonic)
{
    uint64_t rows = 0;
    for (unsigned i = 0; i < x->nbegun; i++)
        if (!strncmp(mnemonic, x->begun[i].text, x->begun[i].length)) rows |= x->begun[i].rows;
    for (unsigned low = 0, high = x->nwhole; low < high;) {
        unsigned middle = (low + high) / 2;
        int order = strcmp(mnemonic, x->whole[middle].text);
        if (!order) return rows | x->whole[middle].rows;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return rows;
}

/* Whether the first two sources are one register; all sources of the idioms of zero and ones. Where
 * the result is the only other operand, it is the first of them. */
static bool sources_same(const asm_syntax *x, const asm_line *l)
{
    unsigned from = x->target_first && l->noperands > 2;
    int first = asm_register(x, l->operand[from].s);
    return first >= 0 && first == asm_register(x, l->operand[from + 1].s);
}

static bool letter_matches(char wanted, char actual)
{
    switch (wanted) {
    case 'r':
        return strchr("gGxXqQ", actual) != NULL;
    case 'c':
        return strchr("GXQ", actual) != NULL;
    case 'i':
        return actual == 'i' || actual == 'o';
    case 'g':
    case 'x':
    case 'q':
        return tolower((unsigned char)actual) == wanted;
    default:
        return wanted == actual;
    }
}

static bool shape_matches(const asm_syntax *x, const char *shape, const asm_line *l)
{
    if (!strcmp(shape, "*")) return true;
    bool same = *shape == '=';
    shape += same;
    if (strlen(shape) != l->noperands) return false;
    for (unsigned i = 0; i < l->noperands; i++)
        if (!letter_matches(shape[i], l->shape[i])) return false;
    return !same || sources_same(x, l);
}

static asm_class match_rows(const asm_syntax *x, const asm_line *l)
{
    uint64_t rows = l->masked ? 0 : find_rows(x, l->mnemonic);
    for (unsigned i = 0; rows; i++, rows >>= 1)
        if (rows & 1 && shape_matches(x, x->row[i].shape, l)) return x->row[i].cls;
    return ASM_COUNTED;
}

static void note_effect(const asm_syntax *x, asm_state *s, const asm_line *l, asm_class cls)
{
    if (!l->noperands) return;
    unsigned target = x->target_first ? 0 : l->noperands - 1,
             source = x->target_first && l->noperands > 1;
    set_constant(s, asm_register(x, l->operand[target].s),
                 cls == ASM_CONST || (cls == ASM_MOVE && letter_matches('c', l->shape[source])));
}

/* In a mode that keeps lanes a move changes a part of a register, as a blend does. */
static asm_class in_mode(const asm_syntax *x, asm_state *s, const asm_line *l, asm_class cls)
{
    if (is_mnemonic(l, x->modes)) {
        s->keeps = false;
        for (unsigned i = 0; i < l->noperands; i++)
            s->keeps = s->keeps || is_one_of(l->operand[i], x->keeping);
    }
    return s->keeps && is_mnemonic(l, x->partial) ? ASM_COUNTED : cls;
}

/* Where the line or its comment ends. */
static size_t code_length(const asm_syntax *x, const char *line)
{
    size_t n = strcspn(line, "\n");
    for (const char *s = memchr(line, *x->comment, n); s;
         s = memchr(s + 1, *x->comment, n - (size_t)(s + 1 - line)))
        if (begins_comment(x, s)) return (size_t)(s - line);
    return n;
}

asm_class asm_classify(const asm_syntax *x, asm_state *s, const char *line)
{
    char text[512];
    line = skip_blanks(line);
    if (is_no_instruction(x, line)) return ASM_NONE;
    snprintf(text, sizeof text, "%.*s", (int)code_length(x, line), line);
    asm_line l;
    split_line(x, s, text, &l);
    asm_class cls = in_mode(x, s, &l, match_rows(x, &l));
    note_effect(x, s, &l, cls);
    return cls;
}

bool asm_has_mnemonic(const char *line, size_t length, const char *const *list)
{
    while (length && isspace((unsigned char)*line)) line++, length--;
    for (; *list; list++) {
        size_t n = strlen(*list);
        if (length >= n && !memcmp(line, *list, n) &&
            (length == n || isspace((unsigned char)line[n])))
            return true;
    }
    return false;
}
