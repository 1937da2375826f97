// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* unknown.c - see unknown.h. Near is what few changes of letters make of a word (options.h). Of
 * operations the phrases of words.spec count, too: who types one is told the operation. */
#include "unknown.h"

#include <ctype.h>
#include <string.h>

#include "options.h"

enum { NAMES_LISTED = 8, NAMES_NEAR = 5 }; /* so many are all listed; else so many of them */

/* Lists all names when they are few, else those that are nearest, and where the others are. */
static void list_names(const char *word, const char *const *names, unsigned count, bool near,
                       const char *all, strbuf *out)
{
    const char *five[NAMES_NEAR];
    unsigned first = near ? 1 : 0; /* it has been named */
    if (count <= NAMES_LISTED) {
        strbuf_puts(out, "; expected one of:");
        for (unsigned i = 0; i < count; i++) strbuf_printf(out, " %s", names[i]);
        return;
    }
    unsigned n = nearest_names(word, names, count, NAMES_NEAR, five);
    strbuf_puts(out, near ? "; also near:" : "; the nearest are:");
    for (unsigned i = first; i < n; i++) strbuf_printf(out, " %s", five[i]);
    strbuf_printf(out, "; `lanesmith show %s` lists all", all);
}

static void unknown_name(const char *command, const char *kind, const char *word,
                         const char *const *names, unsigned count, const char *all)
{
    strbuf known = {0};
    const char *near = nearest_name(word, names, count);
    if (near) strbuf_printf(&known, ", the nearest is `%s`", near);
    list_names(word, names, count, near != NULL, all, &known);
    usage_error(command, "unknown %s `%.40s`%s", kind, word, strbuf_text(&known));
    strbuf_free(&known);
}

void unknown_entry(const char *command, const char *kind, const char *word,
                          const void *entries, size_t size, unsigned n, const char *all)
{
    const char **names = mem_alloc(n + 1, sizeof *names);
    for (unsigned i = 0; i < n; i++)
        memcpy(&names[i], (const char *)entries + i * size, sizeof names[i]);
    unknown_name(command, kind, word, names, n, all);
    mem_free(names);
}

/* ---- operations ---- */

static bool is_separator(char c)
{
    return c == ' ' || c == '-' || c == '_';
}

/* "Left_Pack" is "left pack". */
static bool is_phrase(const char *word, const char *phrase)
{
    for (; *word && *phrase; word++, phrase++)
        if (tolower((unsigned char)*word) != tolower((unsigned char)*phrase) &&
            !(is_separator(*word) && is_separator(*phrase)))
            return false;
    return *word == *phrase;
}

/* Where the word is a phrase, the operations that it is one of. */
static bool name_meant(const char *word, const spec *s, strbuf *out)
{
    const op *before = NULL;
    for (unsigned i = 0; i < s->nwords; i++) {
        const spec_words *w = &s->words[i];
        if (w->op == before || !is_phrase(word, w->text)) continue;
        strbuf_printf(out, "%s `%s`", before ? " or" : "; it is called", w->op->name);
        before = w->op;
    }
    return before != NULL;
}

/* Names of operations, and behind them phrases. */
static const char **list_words(const spec *s, unsigned *count)
{
    const char **list = mem_alloc(s->nops + s->nwords + 1, sizeof *list);
    for (unsigned i = 0; i < s->nops; i++) list[i] = s->ops[i].name;
    for (unsigned i = 0; i < s->nwords; i++) list[s->nops + i] = s->words[i].text;
    *count = s->nops + s->nwords;
    return list;
}

static const op *op_of(const spec *s, const char *const *list, const char *entry)
{
    unsigned i = 0;
    while (list[i] != entry) i++;
    return i < s->nops ? &s->ops[i] : s->words[i - s->nops].op;
}

static bool is_among(const op *const *list, unsigned n, const op *o)
{
    for (unsigned i = 0; i < n; i++)
        if (list[i] == o) return true;
    return false;
}

/* The operations of the nearest names and phrases, each once; a phrase stands behind its own. */
static void list_near(const char *word, const spec *s, strbuf *out)
{
    enum { ENTRIES = 4 * NAMES_NEAR };
    const char *entry[ENTRIES];
    const op *told[NAMES_NEAR];
    unsigned count, n = 0;
    const char **list = list_words(s, &count);
    bool near = nearest_name(word, list, count) != NULL;
    unsigned found = nearest_names(word, list, count, ENTRIES, entry);
    for (unsigned i = 0; i < found && n < NAMES_NEAR; i++) {
        const op *o = op_of(s, list, entry[i]);
        if (is_among(told, n, o)) continue;
        told[n++] = o;
        if (n == 1) strbuf_puts(out, near ? ", the nearest is " : "; the nearest are: ");
        else strbuf_puts(out, n == 2 && near ? "; also near: " : " ");
        strbuf_printf(out, n == 1 && near ? "`%s`" : "%s", o->name);
        if (entry[i] != o->name) strbuf_printf(out, " (%s)", entry[i]);
    }
    mem_free(list);
}

void unknown_op(const char *command, const spec *s, const char *word)
{
    strbuf known = {0};
    if (!name_meant(word, s, &known)) {
        list_near(word, s, &known);
        strbuf_puts(&known, "; `lanesmith show --ops` lists all");
    }
    usage_error(command, "unknown operation `%.40s`%s", word, strbuf_text(&known));
    strbuf_free(&known);
}
