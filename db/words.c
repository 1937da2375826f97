// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* words.c - what texts in the database consist of: words, printable lines, hashes, and names of
 * instructions.
 *
 * Everything that is stored must survive the way through winners text and back, so what is stored
 * is checked against the same few shapes that the text can hold. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "spec/base/safe.h"
#include "spec/term/bv.h"

bool db_is_printable(const char *s) { return !text_find_unsafe(s, strlen(s), false); }

bool db_is_word(const char *s) { return *s && !s[strcspn(s, " \n\\\"")] && db_is_printable(s); }

const char *const db_truth_names[3] = {"proved here", "attested", "claimed"};
const char *const db_state_words[3] = {"here", "attested", "claimed"};

bool db_read_truth(const char *word, db_truth *out)
{
    for (unsigned i = 0; i < 3; i++)
        if (!strcmp(word, db_state_words[i])) {
            *out = (db_truth)i;
            return true;
        }
    return false;
}

bool db_has_proof(const db_proof *p) { return p->obligation[0] || p->stated; }

void db_state_proof(db_proof *p, db_truth state)
{
    *p = (db_proof){
        .answer = "proved", .solver = "", .reason = "", .state = state, .stated = true};
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
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
}

static void mark_word(const spec *s, const target *t, const char *word, size_t n, bool *marks)
{
    unsigned count;
    const instr *const *named = spec_named(s, word, n, &count);
    for (unsigned i = 0; i < count; i++)
        if (target_has_instr(t, named[i])) marks[named[i]->index] = true;
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

char *db_join_features(arena *mem, const instr *in)
{
    strbuf b = {0};
    for (const char *const *f = in->requires_; f && *f; f++)
        strbuf_printf(&b, "%s%s", b.len ? " " : "", *f);
    char *s = arena_strdup(mem, strbuf_text(&b));
    strbuf_free(&b);
    return s;
}

/* ---- grammars ---- */

/* Where the text names the instruction: behind the name; NULL when it does not. */
static const char *find_name(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
        if ((at == text || !name_char(at[-1])) && !name_char(at[n])) return at + n;
    return NULL;
}

/* Whether the immediate is among those that the text gives for the instruction, as ":3" or ":1-15"
 * or ":*". None at all: all of them. */
static bool has_immediate(const char *text, const instr *in, int64_t imm)
{
    bool any = false;
    for (const char *at = find_name(text, in->name); at; at = find_name(at, in->name)) {
        char *end;
        if (*at != ':') continue;
        if (at[1] == '*') return true;
        any = true;
        long long low = strtoll(at + 1, &end, 10),
                  high = *end == '-' ? strtoll(end + 1, NULL, 10) : low;
        if (low <= imm && imm <= high) return true;
    }
    return !any;
}

/* Whether the constant, of so many bits, is one of those that the text lists as "0x55*". */
static bool has_constant(const char *list, const uint64_t *limbs, unsigned bits)
{
    for (const char *at = strstr(list, " 0x"); at; at = strstr(at + 1, " 0x")) {
        char *end;
        uint64_t v = strtoull(at + 3, &end, 16), want[16] = {0};
        unsigned period = (unsigned)(end - at - 3) * 4;
        if (!period || period > 64 || *end != '*') continue;
        for (unsigned i = 0; i < bits; i += period) bv_insert(want, &v, period, i);
        bv_trim(want, bits);
        if (!memcmp(want, limbs, bv_limbs(bits) * sizeof *want)) return true;
    }
    return false;
}

/* Whether operands are as in "NAME(.k)": a value or zero, a constant. */
static bool are_operands(const char *pattern, const prog *p, const prog_insn *x)
{
    for (unsigned i = 0; i < x->in->nsrc; i++) {
        unsigned k = x->src[i] - p->ninputs; /* of a constant */
        bool konst = x->src[i] >= p->ninputs && k < p->nconsts, zero = konst;
        for (unsigned n = 0; zero && n < bv_limbs(p->cls->bits); n++) zero = !p->konst[k].limb[n];
        if (pattern[i] == 'k' ? !konst : konst && !zero) return false;
    }
    return true;
}

/* Whether the text gives the instruction such operands, or none at all: any. */
static bool has_operands(const char *text, const prog *p, const prog_insn *x)
{
    bool any = false;
    for (const char *at = find_name(text, x->in->name); at; at = find_name(at, x->in->name)) {
        if (*at != '(') continue;
        any = true;
        if (are_operands(at + 1, p, x)) return true;
    }
    return !any;
}

bool db_is_of_no_instruction(const char *text) { return !strncmp(text, "instructions: none;", 19); }

bool db_grammar_has(const char *text, const prog *p)
{
    const char *constants = strstr(text, "constants:");
    if (prog_has_form(p)) return false;
    for (unsigned i = 0; i < p->ninsns; i++) {
        const instr *in = p->insn[i].in;
        if (!find_name(text, in->name)) return false;
        /* others have all */
        if (in->kind == INSTR_SHIFT && in->has_imm && !has_immediate(text, in, p->insn[i].imm))
            return false;
        if (!has_operands(text, p, &p->insn[i])) return false;
    }
    if (constants && !strncmp(constants, "constants: any", 14)) return true;
    for (unsigned i = 0; constants && i < p->nconsts; i++)
        if (p->konst[i].bits || !has_constant(constants, p->konst[i].limb, p->cls->bits))
            return false;
    return true;
}

char *db_trim_text(arena *mem, const char *text)
{
    size_t n = strlen(text);
    while (n && text[n - 1] == '\n') n--;
    return arena_strndup(mem, text, n);
}
