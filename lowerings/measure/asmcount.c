// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* asmcount.c - classifies machine instructions by one table.
 *
 * An instruction counts unless a row of the table excludes it: returns, plain register moves, loads of arguments and
 * stores of results, and whatever materialises a constant. A row is a set of mnemonics and a shape, the kinds of the
 * operands in AT&T order (sources first). A constant that a counted instruction takes as its memory operand is free,
 * since that instruction matches no row. Memory on the stack is no argument but a spill or an array that the compiler
 * made up, so it counts. A masked move ({%k1}) is a blend and counts.
 *
 * The only state is which registers hold constants: `movl $85, %eax; vpbroadcastb %eax, %zmm0` materialises one
 * constant, `vpbroadcastb %edi, %zmm0` is work. The invariant is kept by asm_classify: after a line, the register
 * that it wrote last is marked exactly when the line was ASM_CONST, or a plain move from a marked register. */
#include "asmcount.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const asm_class_names[] = {"none", "counted", "return", "move", "constant", "memory"};

enum { OPERANDS_MAX = 6, REGISTERS_SCALAR = 16, REGISTERS_VECTOR = 32, REGISTERS_MASK = 8, MNEMONIC_MAX = 24 };

typedef struct text_span {
    const char *s;
    size_t n;
} text_span;

/* A line taken apart. shape has one letter an operand: g general, x vector, q mask register, in upper case when it
 * holds a constant; i immediate, o the immediate of eight ones; k constant in memory (.LCPI or relative to %rip), s
 * stack, m other memory, l label or anything else. */
typedef struct asm_line {
    char mnemonic[MNEMONIC_MAX];
    text_span operand[OPERANDS_MAX];
    unsigned noperands;
    char shape[OPERANDS_MAX + 1];
    bool masked; /* {%k1} */
} asm_line;

/* In a rule's shape g x q match both cases, r is any register, c any that holds a constant, i any immediate; "=" at
 * the front demands that all source registers are the same; "*" is anything. In mnemonics a star at the end matches
 * any rest, and "v?" stands for the v of AVX or nothing. */
typedef struct asm_rule {
    const char *mnemonics, *shape;
    asm_class cls;
} asm_rule;

#define VECTOR_MOVES "v?movdqa v?movdqu v?movaps v?movups v?movapd v?movupd vmovdqa32 vmovdqa64 vmovdqu8 vmovdqu16 " \
                     "vmovdqu32 vmovdqu64 v?lddqu v?movntdqa"
#define SCALAR_MOVES "mov movb movw movl movq movabsq"
#define PART_MOVES "v?movd v?movq v?movss v?movsd v?movhps v?movhpd v?movlps v?movlpd"
#define MASK_MOVES "kmovb kmovw kmovd kmovq"
#define SPLATS "vpbroadcast* vbroadcast* v?movddup"
#define WIDENINGS "v?pmovzx* v?pmovsx*"

static const asm_rule rules[] = {
    {"ret retq retl", "*", ASM_RETURN},
    {"vzeroupper vzeroall", "", ASM_MOVE},
    {"endbr64 nop nopw nopl", "*", ASM_MOVE},
    {VECTOR_MOVES, "xx", ASM_MOVE},
    {VECTOR_MOVES, "kx", ASM_CONST},
    {VECTOR_MOVES, "mx", ASM_MEMORY},
    {VECTOR_MOVES " v?movntdq", "xm", ASM_MEMORY},
    {SCALAR_MOVES, "gg", ASM_MOVE},
    {SCALAR_MOVES, "ig", ASM_CONST},
    {SCALAR_MOVES, "kg", ASM_CONST},
    {SCALAR_MOVES, "mg", ASM_MEMORY},
    {SCALAR_MOVES, "gm", ASM_MEMORY},
    {SCALAR_MOVES, "im", ASM_MEMORY},
    {MASK_MOVES, "qq", ASM_MOVE},
    {PART_MOVES " " MASK_MOVES, "cr", ASM_CONST}, /* between register files; not from a constant: work */
    {PART_MOVES " " MASK_MOVES, "kr", ASM_CONST},
    {PART_MOVES " " MASK_MOVES, "mr", ASM_MEMORY},
    {PART_MOVES " " MASK_MOVES, "rm", ASM_MEMORY},
    {SPLATS " " WIDENINGS, "kx", ASM_CONST},
    {SPLATS " " WIDENINGS, "cx", ASM_CONST},
    {"v?pshufd v?pshuflw", "icx", ASM_CONST},
    /* gcc doubles a constant of 64 bits, and puts two of them together. */
    {"punpcklqdq", "=cc", ASM_CONST},
    {"vpunpcklqdq", "ccx", ASM_CONST},
    {"pinsrd pinsrq", "icc", ASM_CONST},
    {"vpinsrd vpinsrq vinserti128 vinserti64x4", "iccx", ASM_CONST},
    {"v?pxor v?xorps v?xorpd xorl xorq", "=rr", ASM_CONST},
    {"vpxor vpxord vpxorq vxorps vxorpd kxorb kxorw kxord kxorq", "=rrr", ASM_CONST},
    {"pcmpeqb pcmpeqw pcmpeqd pcmpeqq", "=xx", ASM_CONST},
    {"vpcmpeqb vpcmpeqw vpcmpeqd vpcmpeqq kxnorb kxnorw kxnord kxnorq", "=rrr", ASM_CONST},
    {"vpternlogd vpternlogq", "oxxx", ASM_CONST},
};

/* ---- registers ---- */

static const char *const scalar_registers[REGISTERS_SCALAR] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di",
                                                               "8",  "9",  "10", "11", "12", "13", "14", "15"};

static size_t word_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n])) n++;
    return n;
}

static int numbered(const char *s, size_t n, const char *prefix, int count)
{
    size_t p = strlen(prefix);
    if (n <= p || strncmp(s, prefix, p) || !isdigit((unsigned char)s[p])) return -1;
    long number = strtol(s + p, NULL, 10);
    return number < count ? (int)number : -1;
}

/* rax, eax, ax, al; r8, r8d, r8w, r8b. */
static int scalar_register(const char *s, size_t n)
{
    int high = numbered(s, n, "r", REGISTERS_SCALAR);
    if (high >= 0) return high;
    if (n == 3 && (*s == 'r' || *s == 'e')) s++, n--;
    for (int i = 0; i < 8; i++) {
        const char *name = scalar_registers[i];
        if (n == 2 && !memcmp(s, name, 2)) return i;                                    /* ax */
        if (n == 2 && i < 4 && s[0] == name[0] && (s[1] == 'l' || s[1] == 'h')) return i; /* al */
        if (n == 3 && i >= 4 && !memcmp(s, name, 2) && s[2] == 'l') return i;           /* sil */
    }
    return -1;
}

static int vector_register(const char *s, size_t n)
{
    static const char *const prefix[] = {"xmm", "ymm", "zmm"};
    for (unsigned i = 0; i < 3; i++) {
        int r = numbered(s, n, prefix[i], REGISTERS_VECTOR);
        if (r >= 0) return REGISTERS_SCALAR + r;
    }
    int mask = numbered(s, n, "k", REGISTERS_MASK);
    return mask < 0 ? -1 : REGISTERS_SCALAR + REGISTERS_VECTOR + mask;
}

int asm_register(const char *text)
{
    if (*text != '%') return -1;
    size_t n = word_length(++text);
    int r = vector_register(text, n);
    return r >= 0 ? r : scalar_register(text, n);
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

static char register_letter(const asm_state *s, int reg)
{
    if (reg < 0) return 'l';
    bool constant = is_constant(s, reg);
    if (reg < REGISTERS_SCALAR) return constant ? 'G' : 'g';
    if (reg < REGISTERS_SCALAR + REGISTERS_VECTOR) return constant ? 'X' : 'x';
    return constant ? 'Q' : 'q';
}

static char memory_letter(text_span t)
{
    if (contains(t, "(%rip)") || contains(t, ".LCPI")) return 'k';
    if (contains(t, "(%rsp") || contains(t, "(%rbp")) return 's';
    return contains(t, "(") ? 'm' : 'l';
}

static bool is_text(text_span t, const char *what)
{
    return strlen(what) == t.n && !memcmp(t.s, what, t.n);
}

static char operand_letter(const asm_state *s, text_span t)
{
    if (is_text(t, "$255") || is_text(t, "$-1") || is_text(t, "$0xff")) return 'o';
    if (t.s[0] == '$') return 'i';
    return t.s[0] == '%' ? register_letter(s, asm_register(t.s)) : memory_letter(t);
}

/* The text up to the next comma outside parentheses and braces, without blanks at its ends. */
static text_span next_operand(const char **s)
{
    int depth = 0;
    const char *start = *s, *end = start;
    for (; *end && (depth || *end != ','); end++) depth += (*end == '(' || *end == '{') - (*end == ')' || *end == '}');
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
    size_t n = word_length(s);
    snprintf(l->mnemonic, sizeof l->mnemonic, "%.*s", (int)n, s);
    return skip_blanks(s + n);
}

static bool is_no_instruction(const char *s)
{
    return !*s || *s == '.' || *s == '#' || *s == '\n' || s[strcspn(s, ": \t")] == ':';
}

/* Requires: text is one line without comment and line end. */
static void split_line(const asm_state *s, const char *text, asm_line *l)
{
    memset(l, 0, sizeof *l);
    text = split_mnemonic(text, l);
    while (*text && l->noperands < OPERANDS_MAX) {
        text_span t = next_operand(&text);
        if (!t.n) continue;
        l->masked = l->masked || contains(t, "{%k");
        l->shape[l->noperands] = operand_letter(s, t);
        l->operand[l->noperands++] = t;
    }
}

/* ---- matching ---- */

static bool pattern_matches(const char *p, size_t n, const char *mnemonic)
{
    if (n > 2 && p[0] == 'v' && p[1] == '?') {
        mnemonic += *mnemonic == 'v';
        p += 2, n -= 2;
    }
    if (p[n - 1] == '*') return !strncmp(mnemonic, p, n - 1);
    return strlen(mnemonic) == n && !memcmp(mnemonic, p, n);
}

static bool mnemonic_matches(const char *list, const char *mnemonic)
{
    while (*list) {
        size_t n = strcspn(list, " ");
        if (pattern_matches(list, n, mnemonic)) return true;
        list += n + (list[n] == ' ');
    }
    return false;
}

/* Whether the first two operands are one register; all sources of the idioms of zero and ones. */
static bool sources_same(const asm_line *l)
{
    int first = asm_register(l->operand[0].s);
    return first >= 0 && first == asm_register(l->operand[1].s);
}

static bool letter_matches(char wanted, char actual)
{
    switch (wanted) {
    case 'r': return strchr("gGxXqQ", actual) != NULL;
    case 'c': return strchr("GXQ", actual) != NULL;
    case 'i': return actual == 'i' || actual == 'o';
    case 'g':
    case 'x':
    case 'q': return tolower((unsigned char)actual) == wanted;
    default: return wanted == actual;
    }
}

static bool shape_matches(const char *shape, const asm_line *l)
{
    if (!strcmp(shape, "*")) return true;
    bool same = *shape == '=';
    shape += same;
    if (strlen(shape) != l->noperands) return false;
    for (unsigned i = 0; i < l->noperands; i++)
        if (!letter_matches(shape[i], l->shape[i])) return false;
    return !same || sources_same(l);
}

static asm_class match_rules(const asm_line *l)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules && !l->masked; i++)
        if (mnemonic_matches(rules[i].mnemonics, l->mnemonic) && shape_matches(rules[i].shape, l)) return rules[i].cls;
    return ASM_COUNTED;
}

static void note_effect(asm_state *s, const asm_line *l, asm_class cls)
{
    if (!l->noperands) return;
    int target = asm_register(l->operand[l->noperands - 1].s);
    set_constant(s, target, cls == ASM_CONST || (cls == ASM_MOVE && letter_matches('c', l->shape[0])));
}

asm_class asm_classify(asm_state *s, const char *line)
{
    char text[512];
    line = skip_blanks(line);
    if (is_no_instruction(line)) return ASM_NONE;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "#\n"), line);
    asm_line l;
    split_line(s, text, &l);
    asm_class cls = match_rules(&l);
    note_effect(s, &l, cls);
    return cls;
}
