// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* query.c - see query.h.
 *
 * A text is cut at blanks and signs; a hyphen stays in "4-bit" and the like. Then, from the left:
 *
 *     4-bit, 4 bits, i4, nibble    a width; of a register, where a vector class has so many bits
 *     WIDTH to WIDTH               a conversion
 *     in bytes, per nibble         a width, and nothing else
 *     by 7                         an amount, which is no width
 *
 * Called by cmd_find.c. */
#include "query.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- widths ---- */

/* "nibbles" is 4; 0 for a word that says no width. */
static unsigned named_width(const char *word)
{
    static const struct {
        const char *name;
        unsigned bits;
    } names[] = {{"crumb", 2},       {"nibble", 4},      {"nybble", 4}, {"byte", 8},
                 {"octet", 8},       {"halfword", 16},   {"dword", 32}, {"doubleword", 32},
                 {"quadword", 64},   {"qword", 64},      {"base", 2}};
    size_t n = strlen(word);
    if (n && word[n - 1] == 's') n--;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == n && !strncmp(names[i].name, word, n)) return names[i].bits;
    return 0;
}

static bool is_tail(const char *text)
{
    static const char *const tails[] = {"", "-bit", "bit", "-bits", "bits", "b", "_t"};
    for (unsigned i = 0; i < sizeof tails / sizeof *tails; i++)
        if (!strcmp(text, tails[i])) return true;
    return false;
}

/* "4-bit", "4bit", "i4", "u4", "int4", "uint4_t", "4": how many bits; 0 for another word. */
static unsigned numbered_width(const char *word)
{
    static const char *const before[] = {"uint", "int", "i", "u", "s", ""};
    for (unsigned i = 0; i < sizeof before / sizeof *before; i++) {
        size_t n = strlen(before[i]);
        if (strncmp(word, before[i], n) || !isdigit((unsigned char)word[n])) continue;
        char *end;
        unsigned long bits = strtoul(word + n, &end, 10);
        return is_tail(end) && bits <= TERM_WIDTH_MAX ? (unsigned)bits : 0;
    }
    return 0;
}

static unsigned width_of(const char *word)
{
    unsigned bits = named_width(word);
    return bits ? bits : numbered_width(word);
}

bool query_is_width(const char *word)
{
    return width_of(word) != 0;
}

static bool is_bit(const char *word)
{
    return !strcmp(word, "bit") || !strcmp(word, "bits");
}

/* Words that are often said beside what is meant. */
static bool is_weak(const char *word)
{
    return is_bit(word) || !strcmp(word, "field");
}

static bool is_number(const char *word)
{
    return *word && !word[strspn(word, "0123456789")];
}

/* ---- cutting a text ---- */

static const char signs[] = " \t\n,;:/()[]\"'`+*";

/* At most max pieces of a copy in mem, in lower case. */
static unsigned cut(const char *text, const char **piece, unsigned max, arena *mem)
{
    unsigned n = 0;
    char *copy = arena_strdup(mem, text), *state = NULL, *inner;
    for (char *s = copy; *s; s++) *s = (char)tolower((unsigned char)*s);
    for (char *w = strtok_r(copy, signs, &state); w; w = strtok_r(NULL, signs, &state)) {
        const char *rest = query_is_width(w) ? "" : "-";
        for (char *p = strtok_r(w, rest, &inner); p && n < max; p = strtok_r(NULL, rest, &inner))
            piece[n++] = p;
    }
    return n;
}

static const char *meaning(const spec *s, const char *word)
{
    for (unsigned i = 0; i < s->nsynonyms; i++)
        if (!strcmp(s->synonyms[i].word, word)) return s->synonyms[i].means;
    return word;
}

const char *query_meaning(const spec *s, const char *text, arena *mem)
{
    const char *piece[QUERY_WORDS];
    strbuf out = {0};
    unsigned n = cut(text, piece, QUERY_WORDS, mem);
    for (unsigned i = 0; i < n; i++) {
        const char *word = meaning(s, piece[i]);
        if (*word) strbuf_printf(&out, "%s%s", out.len ? " " : "", word);
    }
    const char *kept = arena_strdup(mem, strbuf_text(&out));
    strbuf_free(&out);
    return kept;
}

bool query_has(const query *q, const spec *s, const char *text, arena *mem)
{
    const char *piece[QUERY_WORDS];
    unsigned n = cut(query_meaning(s, text, mem), piece, QUERY_WORDS, mem);
    for (unsigned i = 0; i < n; i++) {
        bool there = false;
        for (unsigned k = 0; k < q->nwords && !there; k++) there = !strcmp(piece[i], q->word[k]);
        if (!there) return false;
    }
    return n > 0;
}

/* ---- reading ---- */

static char *join(char **operands, int n, arena *mem)
{
    strbuf all = {0};
    for (int i = 0; i < n; i++) strbuf_printf(&all, "%s%s", i ? " " : "", operands[i]);
    char *whole = arena_strdup(mem, strbuf_text(&all));
    strbuf_free(&all);
    for (char *s = whole; *s; s++) *s = (char)tolower((unsigned char)*s);
    return whole;
}

static void take_width(query *q, const spec *s, unsigned bits)
{
    for (unsigned i = 0; i < s->nclasses; i++)
        if (s->classes[i].vector && s->classes[i].bits == bits) {
            q->bits = bits;
            return;
        }
    q->width = bits;
}

static bool leads_to(const char *word)
{
    return !strcmp(word, "to") || !strcmp(word, "into") || !strcmp(word, "as") ||
           !strcmp(word, ">"); /* of "->" */
}

/* Behind it a width is only that: "reverse bits in bytes". */
static bool is_around(const char *word)
{
    static const char *const around[] = {"in", "within", "inside", "per", "each", "every"};
    for (unsigned i = 0; i < sizeof around / sizeof *around; i++)
        if (!strcmp(word, around[i])) return true;
    return false;
}

/* The conversion that stands in the middle of piece[i - 1], piece[i], piece[i + 1]. */
static void take_conversion(query *q, const char *const *piece, unsigned n, unsigned i)
{
    if (!i || i + 1 >= n || !leads_to(piece[i])) return;
    q->from = is_bit(piece[i - 1]) ? 1 : width_of(piece[i - 1]);
    q->to = is_bit(piece[i + 1]) ? 1 : width_of(piece[i + 1]);
    if (!q->from || !q->to) q->from = q->to = 0;
}

static void take_word(query *q, const char *word, bool width)
{
    q->word[q->nwords++] = word;
    if (!width) q->core[q->ncore++] = word;
    if (!width && !is_weak(word)) q->least[q->nleast++] = word;
}

/* Where nothing is left, what the list is a part of. */
static void fill_empty(query *q)
{
    if (!q->ncore) memcpy(q->core, q->word, sizeof q->core), q->ncore = q->nwords;
    if (!q->nleast) memcpy(q->least, q->core, sizeof q->least), q->nleast = q->ncore;
}

/* "by 7": whether the piece is such a number. */
static bool take_amount(query *q, const char *const *piece, unsigned i)
{
    if (!i || !is_number(piece[i]) || strcmp(piece[i - 1], "by")) return false;
    q->amount = (unsigned)strtoul(piece[i], NULL, 10);
    return true;
}

/* "4 bits" becomes 4-bit. Returns how many pieces are left. */
static unsigned join_units(const char **piece, unsigned n, arena *mem)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++) {
        bool unit = is_number(piece[i]) && i + 1 < n && is_bit(piece[i + 1]);
        piece[kept++] = unit ? arena_printf(mem, "%s-bit", piece[i]) : piece[i];
        i += unit;
    }
    return kept;
}

void query_read(query *q, const spec *s, char **operands, int n, query_mend *mend, void *context,
                arena *mem)
{
    const char *piece[QUERY_WORDS];
    *q = (query){.whole = join(operands, n, mem)};
    unsigned count = join_units(piece, cut(q->whole, piece, QUERY_WORDS, mem), mem);
    for (unsigned i = 0; i < count; i++) {
        if (take_amount(q, piece, i)) continue;
        take_conversion(q, piece, count, i);
        if (!strcmp(piece[i], ">")) continue;
        unsigned bits = width_of(piece[i]);
        const char *word = bits ? piece[i] : meaning(s, piece[i]);
        if (bits) take_width(q, s, bits);
        if (bits && i && is_around(piece[i - 1])) continue;
        if (*word && !bits) word = meaning(s, mend(context, word));
        if (*word) take_word(q, word, bits != 0);
    }
    fill_empty(q);
}
