// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* load_count.c - how assembly of an instruction set is read: (count PART ...), in its count.spec.
 *
 *     (comment "#") (register-prefix "%") (immediate-prefix "$") (target last)
 *     (registers LETTER COUNT (numbers "xmm" ...) (names NUMBER "rax" ...) ...)
 *     (mnemonics NAME MNEMONIC ...)      a list, by name in what follows
 *     (line CLASS "SHAPE" MNEMONIC ...)  the first that matches says what a line is
 *     (modes MNEMONIC ...) (keeping "tu") (partial MNEMONIC ...)  what is work in some modes
 *
 * The lines become a table that is sorted by mnemonic, once: each mnemonic has a bit for every line
 * that names it. */
#include <stdlib.h>
#include <string.h>

#include "loader.h"

enum { LISTS_MAX = 64, LIST_MAX = 512 };

/* A list of mnemonics, unfolded. */
typedef struct word_list {
    const char *name; /* NULL: of a line */
    const char *word[LIST_MAX];
    unsigned count;
} word_list;

typedef struct counter {
    loader *l;
    asm_syntax *syntax;
    const sexp *list[LISTS_MAX]; /* (mnemonics ...) */
    unsigned nlists;
    asm_mnemonic whole[LIST_MAX], begun[LIST_MAX];
    asm_register_name names[ASM_REGISTERS_MAX * 8], numbered[64];
} counter;

static const char *const texts[] = {"comment", "register-prefix", "immediate-prefix", "end", NULL};
static const char *const lists[] = {"ones",   "memory",  "stack", "constant",
                                    "masked", "keeping", NULL};

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list && strcmp(*list, word)) list++;
    return *list != NULL;
}

/* ---- mnemonics ---- */

static const sexp *find_list(const counter *c, const char *name)
{
    for (unsigned i = 0; i < c->nlists; i++)
        if (text_same(c->list[i]->item[1]->text, name)) return c->list[i];
    return NULL;
}

static bool add_word(counter *c, const sexp *x, const char *word, word_list *out)
{
    if (out->count == LIST_MAX)
        return report_error(c->l->d, x, NULL, "more than %d mnemonics", LIST_MAX);
    out->word[out->count++] = word;
    return true;
}

/* "v?add" is add with the letter and without. */
static bool add_mnemonic(counter *c, const sexp *x, word_list *out)
{
    const char *s = x->text;
    if (!*s || !s[strcspn(s, "*?")])
        return *s ? add_word(c, x, s, out) : report_error(c->l->d, x, NULL, "expected a mnemonic");
    bool optional = s[1] == '?';
    const char *rest = optional ? s + 2 : s, *stop = rest + strcspn(rest, "*?");
    if (!*rest || (*stop && (*stop != '*' || stop[1] || stop == rest)))
        return report_error(
            c->l->d, x, NULL,
            "expected a mnemonic; a ? stands behind its first letter, a * at its end");
    if (!optional) return add_word(c, x, s, out);
    return add_word(c, x, rest, out) &&
           add_word(c, x, arena_printf(&c->l->s->mem, "%c%s", *s, rest), out);
}

/* Items from first on: mnemonics, and names of lists. */
static bool unfold(counter *c, const sexp *x, unsigned first, word_list *out)
{
    for (unsigned i = first; i < x->count; i++) {
        const sexp *k = x->item[i], *named = k->kind == SEXP_SYMBOL ? find_list(c, k->text) : NULL;
        if (k->kind == SEXP_STRING) {
            if (!add_mnemonic(c, k, out)) return false;
        } else if (!named) {
            return report_error(c->l->d, k, NULL,
                                "expected a mnemonic in quotes, or the name of (mnemonics ...)");
        } else if (!unfold(c, named, 2, out)) {
            return false;
        }
    }
    return true;
}

static bool read_list(counter *c, const sexp *x)
{
    if (x->count < 3 || x->item[1]->kind != SEXP_SYMBOL)
        return report_error(c->l->d, x, NULL, "expected (mnemonics NAME MNEMONIC ...)");
    if (find_list(c, x->item[1]->text))
        return report_error(c->l->d, x->item[1], NULL, "list '%s' is there already",
                            x->item[1]->text);
    if (c->nlists == LISTS_MAX)
        return report_error(c->l->d, x, NULL, "more than %d lists", LISTS_MAX);
    word_list tried = {0};
    if (!unfold(c, x, 2, &tried)) return false;
    c->list[c->nlists++] = x;
    return true;
}

/* ---- lines ---- */

static bool read_class(loader *l, const sexp *x, asm_class *out)
{
    const char *name = load_word(x);
    for (asm_class k = ASM_RETURN; name && k < ASM_CLASS_COUNT; k++)
        if (!strcmp(name, asm_class_names[k])) return *out = k, true;
    return report_error(l->d, x, NULL, "expected return, move, constant or memory");
}

static bool name_row(counter *c, const sexp *x, const char *word)
{
    asm_syntax *s = c->syntax;
    size_t n = strlen(word);
    bool begins = word[n - 1] == '*';
    asm_mnemonic *list = begins ? c->begun : c->whole;
    unsigned *count = begins ? &s->nbegun : &s->nwhole, i = 0;
    while (i < *count && (list[i].length != n - begins || memcmp(list[i].text, word, n - begins)))
        i++;
    if (i == LIST_MAX) return report_error(c->l->d, x, NULL, "more than %d mnemonics", LIST_MAX);
    if (i == *count)
        list[(*count)++] = (asm_mnemonic){.text = arena_strndup(&c->l->s->mem, word, n - begins),
                                          .length = n - begins};
    list[i].rows |= UINT64_C(1) << s->nrows;
    return true;
}

static bool read_line(counter *c, const sexp *x)
{
    asm_syntax *s = c->syntax;
    word_list words = {0};
    if (x->count < 4 || x->item[2]->kind != SEXP_STRING)
        return report_error(c->l->d, x, NULL, "expected (line CLASS \"SHAPE\" MNEMONIC ...)");
    if (s->nrows == ASM_ROWS_MAX)
        return report_error(c->l->d, x, NULL, "more than %d lines", ASM_ROWS_MAX);
    if (!read_class(c->l, x->item[1], &s->row[s->nrows].cls) || !unfold(c, x, 3, &words))
        return false;
    s->row[s->nrows].shape = x->item[2]->text;
    for (unsigned i = 0; i < words.count; i++)
        if (!name_row(c, x, words.word[i])) return false;
    s->nrows++;
    return true;
}

static int compare_mnemonics(const void *a, const void *b)
{
    return strcmp(((const asm_mnemonic *)a)->text, ((const asm_mnemonic *)b)->text);
}

/* ---- registers ---- */

static bool add_name(counter *c, const sexp *x, bool numbered, unsigned first, unsigned count)
{
    asm_syntax *s = c->syntax;
    unsigned *n = numbered ? &s->nnumbered : &s->nnames;
    unsigned most = numbered ? sizeof c->numbered / sizeof *c->numbered
                             : sizeof c->names / sizeof *c->names;
    if (x->kind != SEXP_STRING || !*x->text)
        return report_error(c->l->d, x, NULL, "expected a name in quotes");
    if (*n == most) return report_error(c->l->d, x, NULL, "more than %u names", most);
    (numbered ? c->numbered : c->names)[(*n)++] = (asm_register_name){x->text, strlen(x->text),
                                                                      first, count};
    return true;
}

/* (numbers "xmm" ...) or (names NUMBER "rax" ...) */
static bool read_names(counter *c, const sexp *x, unsigned first, unsigned count)
{
    bool numbered = text_same(sexp_head(x), "numbers");
    int64_t at = 0;
    if (!numbered) {
        if (!text_same(sexp_head(x), "names") || x->count < 3 || x->item[1]->kind != SEXP_INTEGER)
            return report_error(c->l->d, x, NULL,
                                "expected (numbers \"NAME\" ...) or (names NUMBER \"NAME\" ...)");
        at = x->item[1]->value;
        if (at < 0 || at >= count)
            return report_error(c->l->d, x->item[1], NULL, "expected a number of 0 to %u",
                                count - 1);
    }
    for (unsigned i = numbered ? 1 : 2; i < x->count; i++)
        if (!add_name(c, x->item[i], numbered, first + (unsigned)at, numbered ? count : 1))
            return false;
    return true;
}

static bool read_registers(counter *c, const sexp *x)
{
    asm_syntax *s = c->syntax;
    const char *letter = x->count > 1 ? load_word(x->item[1]) : NULL;
    if (x->count < 4 || !letter || strlen(letter) != 1 || !strchr("gxq", *letter) ||
        x->item[2]->kind != SEXP_INTEGER)
        return report_error(c->l->d, x, NULL,
                            "expected (registers LETTER COUNT ...), the letter being g, x or q");
    int64_t count = x->item[2]->value;
    if (count < 1 || count > ASM_REGISTERS_MAX - (int64_t)s->nregisters)
        return report_error(c->l->d, x->item[2], NULL,
                            "expected 1 register, and no more than %d of all files",
                            ASM_REGISTERS_MAX);
    for (unsigned i = 3; i < x->count; i++)
        if (!read_names(c, x->item[i], s->nregisters, (unsigned)count)) return false;
    memset(s->letter + s->nregisters, *letter, (size_t)count);
    s->nregisters += (unsigned)count;
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const asm_register_name *)a)->text, ((const asm_register_name *)b)->text);
}

/* ---- the other parts ---- */

static bool read_text(counter *c, const sexp *x)
{
    asm_syntax *s = c->syntax;
    const char *head = sexp_head(x), **out = text_same(head, "comment") ? &s->comment
                                             : text_same(head, "end")   ? &s->end
                                             : text_same(head, "register-prefix")
                                                 ? &s->register_prefix
                                                 : &s->immediate_prefix;
    if (x->count != 2 || x->item[1]->kind != SEXP_STRING)
        return report_error(c->l->d, x, NULL, "expected (%s \"...\")", head);
    *out = x->item[1]->text;
    return true;
}

static bool read_texts(counter *c, const sexp *x, const char *const **out)
{
    const char **list = arena_new(&c->l->s->mem, x->count, const char *);
    *out = list;
    for (unsigned i = 1; i < x->count; i++) {
        if (x->item[i]->kind != SEXP_STRING || !*x->item[i]->text)
            return report_error(c->l->d, x->item[i], NULL, "expected a text in quotes");
        list[i - 1] = x->item[i]->text;
    }
    return true;
}

static bool read_words(counter *c, const sexp *x, const char *const **out)
{
    word_list words = {0};
    if (!unfold(c, x, 1, &words)) return false;
    const char **list = arena_new(&c->l->s->mem, words.count + 1, const char *);
    memcpy(list, words.word, words.count * sizeof *list);
    *out = list;
    return true;
}

/* (target first) or (target last): which operand is written. */
static bool read_target(counter *c, const sexp *x)
{
    c->syntax->target_first = x->count == 2 && sexp_is_symbol(x->item[1], "first");
    return c->syntax->target_first || (x->count == 2 && sexp_is_symbol(x->item[1], "last")) ||
           report_error(c->l->d, x, NULL, "expected (target first) or (target last)");
}

/* (spelled (prefix "v") (widths "bwldq") (ends "._")) */
static bool read_spelled(counter *c, const sexp *x)
{
    static const char *const known[] = {"prefix", "widths", "ends", NULL};
    if (!load_check_parts(c->l, x, 1, known)) return false;
    if (load_part(x, "prefix") && !load_string_part(c->l, x, "prefix", &c->syntax->name_prefix))
        return false;
    if (load_part(x, "ends") && !load_string_part(c->l, x, "ends", &c->syntax->name_ends))
        return false;
    return !load_part(x, "widths") || load_string_part(c->l, x, "widths", &c->syntax->name_widths);
}

static bool read_part(counter *c, const sexp *x)
{
    asm_syntax *s = c->syntax;
    const char *head = sexp_head(x);
    if (is_one_of(head, texts)) return read_text(c, x);
    if (is_one_of(head, lists))
        return read_texts(c, x,
                          text_same(head, "ones")       ? &s->ones
                          : text_same(head, "memory")   ? &s->memory
                          : text_same(head, "stack")    ? &s->stack
                          : text_same(head, "constant") ? &s->constant
                          : text_same(head, "keeping")  ? &s->keeping
                                                        : &s->masked);
    if (text_same(head, "target")) return read_target(c, x);
    if (text_same(head, "registers")) return read_registers(c, x);
    if (text_same(head, "mnemonics")) return read_list(c, x);
    if (text_same(head, "line")) return read_line(c, x);
    if (text_same(head, "unpriced")) return read_words(c, x, &s->unpriced);
    if (text_same(head, "addition")) return read_words(c, x, &s->addition);
    if (text_same(head, "modes")) return read_words(c, x, &s->modes);
    if (text_same(head, "partial")) return read_words(c, x, &s->partial);
    if (text_same(head, "spelled")) return read_spelled(c, x);
    return report_error(c->l->d, x, NULL, "unknown clause '%s' of 'count'", head);
}

static void *keep(loader *l, const void *list, unsigned count, size_t size)
{
    void *copy = arena_alloc(&l->s->mem, count + 1, size);
    memcpy(copy, list, count * size);
    return copy;
}

static void sort_tables(counter *c)
{
    asm_syntax *s = c->syntax;
    loader *l = c->l;
    s->whole = keep(l, c->whole, s->nwhole, sizeof *s->whole);
    s->begun = keep(l, c->begun, s->nbegun, sizeof *s->begun);
    s->names = keep(l, c->names, s->nnames, sizeof *s->names);
    s->numbered = keep(l, c->numbered, s->nnumbered, sizeof *s->numbered);
    if (s->nwhole) qsort(s->whole, s->nwhole, sizeof *s->whole, compare_mnemonics);
    if (s->nnames) qsort(s->names, s->nnames, sizeof *s->names, compare_names);
}

bool load_count(loader *l, const sexp *x)
{
    isa *set = loader_set(l);
    asm_syntax *s = arena_new(&l->s->mem, 1, asm_syntax);
    if (set->syntax) return report_error(l->d, x, NULL, "a second (count ...) of the same set");
    *s = *isa_syntax(set);
    counter *c = mem_alloc(1, sizeof *c);
    *c = (counter){.l = l, .syntax = s};
    bool good = true;
    for (unsigned i = 1; good && i < x->count; i++) good = read_part(c, x->item[i]);
    if (good) sort_tables(c);
    if (good) set->syntax = s;
    mem_free(c);
    return good;
}
