/* words.c - what texts in the database consist of: words, printable lines, hashes, and names of instructions.
 *
 * Everything that is stored must survive the way through winners text and back, so what is stored is checked against the
 * same few shapes that the text can hold. */
#include "internal.h"

#include <string.h>

static bool printable(char c)
{
    return (unsigned char)c >= 32 && c != 127;
}

bool db_is_word(const char *s)
{
    if (!*s) return false;
    while (printable(*s) && *s != ' ') s++;
    return !*s;
}

bool db_is_printable(const char *s)
{
    while (printable(*s) || *s == '\n') s++;
    return !*s;
}

bool db_is_hash(const char *s, size_t n)
{
    if (n != HASH_TEXT - 1) return false;
    for (size_t i = 0; i < n; i++)
        if (!strchr("0123456789abcdef", s[i]) || !s[i]) return false;
    return true;
}

static bool name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

static void mark_word(const spec *s, const target *t, const char *word, size_t n, bool *marks)
{
    bool form = n > 5 && !memcmp(word, "llvm.", 5);
    for (unsigned i = form ? s->ninstrs : 0; i < (form ? spec_all_instrs(s) : s->ninstrs); i++) {
        const instr *in = spec_instr(s, i);
        if (strlen(in->name) == n && !memcmp(in->name, word, n) && target_has_instr(t, in)) marks[i] = true;
    }
}

void db_mark_named_instrs(const spec *s, const target *t, const char *text, bool *marks)
{
    while (*text) {
        size_t n = 0;
        while (name_char(text[n])) n++;
        size_t word = n;
        while (word && text[word - 1] == '.') word--; /* the end of a sentence */
        if (word) mark_word(s, t, text, word, marks);
        text += n ? n : 1;
    }
}

char *db_trim_text(arena *mem, const char *text)
{
    size_t n = strlen(text);
    while (n && text[n - 1] == '\n') n--;
    return arena_strndup(mem, text, n);
}
