// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* read.c - reads a winners text: its version, and what is the same in both versions.
 *
 * Everything is read, and what is wrong is collected as diagnostics. version1.c and version2.c read
 * the lines that differ; winners.c stores what was read. */
#include "text.h"

#include <string.h>

#include "lines.h"

/* ---- meanings ---- */

/* The spec's own hash stays the spec's own text, so that the two can be told apart by their
 * addresses. Texts of version 2 may say the same again, as parts of one. */
bool text_note_meaning(loader *u, const char **meaning, bool *seen, const char *hash, place where)
{
    if (*seen && !u->whole) {
        diag_error(u->dg, line_place(u, u->line), "its meaning is given twice");
    } else if (*seen && strcmp(*meaning, hash) != 0) {
        diag_error(u->dg, where, "the meaning %s is given for the same name before", *meaning);
        return false;
    }
    *seen = true;
    if (strcmp(*meaning, hash)) {
        *meaning = hash;
        u->foreign = true;
    }
    return line_at_end(u);
}

/* The set that a line of an instruction names, or the one that the text is about. NULL: all. */
static bool take_set(loader *u, const isa **set)
{
    *set = u->target ? u->target->set : NULL;
    if (u->target || u->at == u->end) return true;
    const char *w = line_take_word(u, "an instruction set");
    for (unsigned i = 0; w && i < u->s->nsets; i++)
        if (!strcmp(u->s->sets[i]->name, w)) *set = u->s->sets[i];
    if (w && !*set)
        diag_error(u->dg, line_place(u, line_word_start(u, w)), "unknown instruction set `%s`", w);
    return *set && line_at_end(u);
}

/* "NAME CLASS HASH" of instructions: where NAME and HASH stand. */
typedef struct meaning {
    const char *name, *hash;
    const regclass *cls;
    place name_place, hash_place;
} meaning;

static bool take_meaning(loader *u, meaning *m)
{
    m->name = line_take_word(u, "an instruction");
    if (m->name) m->name_place = line_place(u, line_word_start(u, m->name));
    m->cls = m->name ? line_take_class(u) : NULL;
    m->hash = m->cls ? line_take_hash(u) : NULL;
    if (m->hash) m->hash_place = line_place(u, line_word_start(u, m->hash));
    return m->hash != NULL;
}

/* Of all instructions of the name and class, in the set or, set NULL, in any. */
static bool note_meaning(loader *u, const meaning *m, const isa *set)
{
    bool any = false, good = true;
    unsigned count;
    const instr *const *named = spec_named(u->s, m->name, strlen(m->name), &count);
    for (unsigned i = 0; i < count && good; i++) {
        unsigned k = named[i]->index;
        if (named[i]->result != m->cls || (set && named[i]->set && named[i]->set != set)) continue;
        good = text_note_meaning(u, &u->meanings.instr[k], &u->instr_seen[k], m->hash,
                                 m->hash_place);
        any = true;
    }
    if (!any)
        diag_error(u->dg, m->name_place, "unknown instruction `%s` of class %s", m->name,
                   m->cls->name);
    return any && good;
}

/* "instruction NAME CLASS HASH", in version 2 also "instruction NAME CLASS HASH SET" */
bool text_read_instruction(loader *u)
{
    const isa *set;
    meaning m;
    return take_meaning(u, &m) && take_set(u, &set) && note_meaning(u, &m, set);
}

/* ---- grammars ---- */

const char *text_find_grammar(const text_grammar *list, const char *hash)
{
    for (const text_grammar *g = list; g; g = g->next)
        if (!strcmp(g->hash, hash)) return g->text;
    return NULL;
}

static void complain_of_no_end(loader *u, place opened)
{
    diag_error(u->dg, opened, "the block that begins here is not closed by `end`");
}

/* Passes over the lines of a block up to `end`. */
static void skip_block(loader *u)
{
    place opened = line_place(u, u->line);
    while (line_read(u)) {
        if (line_is(u, "end")) return;
        if (u->line < u->end && *u->line != ' ') {
            line_unread(u);
            break;
        }
    }
    if (!text_has_too_many_errors(u)) complain_of_no_end(u, opened);
}

/* "grammar HASH", then lines of two spaces and text, then "end" */
bool text_read_grammar(loader *u)
{
    place opened = line_place(u, u->line), hash_place = line_place(u, u->at + 1);
    const char *hash = line_take_hash(u);
    char real[HASH_TEXT];
    if (!hash || !line_at_end(u)) {
        skip_block(u);
        return false;
    }
    text_grammar *g = arena_new(&u->mem, 1, text_grammar),
                 **list = u->whole ? &u->whole->grammars : &u->grammars;
    g->hash = hash;
    g->text = db_trim_text(&u->mem, line_take_lines(u, 2));
    if (!line_read(u) || !line_is(u, "end")) {
        if (u->line < u->end) line_unread(u);
        complain_of_no_end(u, opened);
        return false;
    }
    hash_text(g->text, real);
    if (strcmp(hash, real))
        diag_error(u->dg, hash_place, "the text of the grammar has the hash %s", real);
    if (text_find_grammar(*list, hash)) {
        if (!u->whole) diag_error(u->dg, hash_place, "the grammar is given twice");
        return !u->whole;
    }
    g->next = *list;
    *list = g;
    return true;
}

/* ---- the file ---- */

/* "version 1", "version 2" */
static bool read_version(loader *u, whole *all)
{
    const char *w = line_take_word(u, "version"), *at;
    if (!w) return false;
    if (strcmp(w, "version")) {
        diag_error(u->dg, line_place(u, u->line), "expected `version` before anything else");
        return false;
    }
    at = u->at + 1;
    if (!line_take_unsigned(u, "a version", &u->version) || !line_at_end(u)) return false;
    if (u->version == TEXT_VERSION) version2_begin(u, all);
    if (u->version == 1 || u->version == TEXT_VERSION) return true;
    diag_error(u->dg, line_place(u, at),
               "version %u of the winners text is not known; expected %d or 1", u->version,
               TEXT_VERSION);
    u->version = 0;
    return false;
}

/* A line outside of blocks. False when there is no sense in going on. */
static bool read_line_of_file(loader *u, whole *all)
{
    if (u->line == u->end || *u->line == '#') return true;
    if (*u->line == ' ') {
        diag_error(u->dg, line_place(u, u->line), "an indented line outside of any block");
        return true;
    }
    if (!u->version) return read_version(u, all);
    return u->version == 1 ? version1_read_line(u) : version2_read_line(u);
}

void text_read(loader *u, whole *all)
{
    if (!line_check_characters(u)) return;
    bool go_on = true;
    while (go_on && line_read(u)) go_on = read_line_of_file(u, all);
    if (text_has_too_many_errors(u))
        diag_error(u->dg, line_place(u, u->line), "too many errors; the rest was not read");
    if (!go_on || text_has_too_many_errors(u)) return;
    place end = {u->file, NULL, u->lineno ? u->lineno : 1, 1};
    if (!u->version)
        diag_error(u->dg, end, "expected `version`, found the end of the file");
    else if (u->version == 1 && !u->target)
        diag_error(u->dg, end, "expected `target`, found the end of the file");
    else if (u->text_end[-1] != '\n')
        diag_error(u->dg, line_place(u, u->end),
                   "the last line has no newline: the file is cut off");
}
