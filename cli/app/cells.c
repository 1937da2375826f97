// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cells.c - the words of a command line as operations, widths, register classes and targets.
 *
 * Whoever mistypes a name is told the nearest ones (unknown.c); a cell that does not exist is told
 * why. Of several operations, widths and classes some do not go together: these are left out, which
 * is said in a few lines (skipped.c). */
#include "cells.h"

#include <stdlib.h>
#include <string.h>

#include "cli/app/unknown.h"
#include "spec/block.h"
#include "spec/op.h"

/* ---- names ---- */

static const op *need_op(const char *command, const spec *s, const char *word)
{
    const op *o = spec_find_op(s, word);
    if (!o) unknown_op(command, s, word);
    return o;
}

/* Whether the word is a known class, x and a number: as a block it says too many registers, or too
 * few. */
static bool unknown_block(const char *command, const spec *s, const char *word)
{
    for (unsigned i = 0; i < s->nclasses; i++) {
        size_t n = strlen(s->classes[i].name);
        if (strncmp(word, s->classes[i].name, n) || word[n] != 'x') continue;
        strbuf there = {0};
        for (unsigned k = 0; k < s->nblocks; k++)
            if (s->blocks[k].of == &s->classes[i])
                strbuf_printf(&there, " %s", s->blocks[k].name);
        usage_error(command,
                    "there is no block of registers `%s`; blocks have at most %d bits, and of %s "
                    "there are:%s",
                    word, BLOCK_BITS_MAX, s->classes[i].name,
                    there.len ? strbuf_text(&there) : " none");
        strbuf_free(&there);
        return true;
    }
    return false;
}

static const regclass *need_class(const char *command, const spec *s, const char *word)
{
    const regclass *k = spec_find_class(s, word);
    if (!k && !unknown_block(command, s, word))
        unknown_entry(command, "register class", word, s->classes, sizeof *s->classes, s->nclasses,
                      "--targets");
    return k;
}

static const target *need_target(const char *command, const spec *s, const char *word)
{
    const target *t = spec_find_target(s, word);
    if (!t)
        unknown_entry(command, "target", word, s->targets, sizeof *s->targets, s->ntargets,
                      "--targets");
    return t;
}

/* 0 after a message. */
static unsigned need_width(const char *command, const char *word)
{
    unsigned long w = strspn(word, "0123456789") == strlen(word) && strlen(word) <= 6
                          ? strtoul(word, NULL, 10)
                          : 0;
    if (w < 1 || w > BLOCK_BITS_MAX) {
        usage_error(command, "expected a field width of 1..%d bits, found `%s`", BLOCK_BITS_MAX,
                    word);
        return 0;
    }
    return (unsigned)w;
}

/* ---- filters ---- */

ls_status cell_filter_make(cell_filter *f, const char *command, const spec *s,
                           const option_words *ops, const option_words *widths,
                           const option_words *classes, const option_words *targets)
{
    *f = (cell_filter){0};
    for (unsigned i = 0; ops && i < ops->count; i++)
        if (!(f->op[f->nops++] = need_op(command, s, ops->word[i]))) return LS_INPUT;
    for (unsigned i = 0; widths && i < widths->count; i++)
        if (!(f->width[f->nwidths++] = need_width(command, widths->word[i]))) return LS_INPUT;
    for (unsigned i = 0; classes && i < classes->count; i++)
        if (!(f->cls[f->nclasses++] = need_class(command, s, classes->word[i]))) return LS_INPUT;
    for (unsigned i = 0; targets && i < targets->count; i++)
        if (!(f->target[f->ntargets++] = need_target(command, s, targets->word[i])))
            return LS_INPUT;
    return LS_OK;
}

static bool admits_op(const cell_filter *f, const op *o)
{
    for (unsigned i = 0; i < f->nops; i++)
        if (f->op[i] == o) return true;
    return !f->nops;
}

static bool admits_width(const cell_filter *f, unsigned w)
{
    for (unsigned i = 0; i < f->nwidths; i++)
        if (f->width[i] == w) return true;
    return !f->nwidths;
}

static bool admits_class(const cell_filter *f, const regclass *cls)
{
    for (unsigned i = 0; i < f->nclasses; i++)
        if (f->cls[i] == cls) return true;
    return !f->nclasses;
}

bool cell_filter_admits_target(const cell_filter *f, const target *t)
{
    for (unsigned i = 0; i < f->ntargets; i++)
        if (f->target[i] == t) return true;
    return !f->ntargets;
}

bool cell_filter_takes_target(const cell_filter *f, const target *t)
{
    return cell_filter_admits_target(f, t) && (f->ntargets || !t->by_name);
}

bool cell_filter_admits_place(const cell_filter *f, const regclass *cls, const target *t)
{
    return admits_class(f, cls) && cell_filter_admits_target(f, t) && target_has_class(t, cls);
}

bool cell_filter_admits(const cell_filter *f, const cell *c)
{
    return admits_op(f, c->op) && admits_width(f, c->w) && admits_class(f, c->cls) &&
           cell_filter_admits_target(f, c->target);
}

/* ---- selection ---- */

static int compare_widths(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

static unsigned sorted_widths(const cell_filter *f, const unsigned *widths,
                              unsigned out[OPTION_WORDS_MAX])
{
    unsigned n = 0, kept = 0;
    for (; n < f->nwidths; n++) out[n] = f->width[n];
    for (unsigned i = 0; !f->nwidths && widths[i]; i++) {
        require(n < OPTION_WORDS_MAX, "there are at most OPTION_WORDS_MAX widths");
        out[n++] = widths[i];
    }
    qsort(out, n, sizeof *out, compare_widths);
    for (unsigned i = 0; i < n; i++)
        if (!kept || out[kept - 1] != out[i]) out[kept++] = out[i];
    return kept;
}

/* Shifts by a fixed amount are operations of their own, a great many in wide fields, and there
 * mostly one instruction: unless named they are left to whoever wants them. */
static bool is_numbered_and_wide(const cell *c)
{
    enum { NUMBERED_WIDTH_MAX = 16 };
    return c->op->env && c->w > NUMBERED_WIDTH_MAX;
}

/* The widths among which the default table chooses: all up to 64; larger ones fill a register, or a
 * block of them. */
enum { DEFAULT_WIDTH_MAX = 64, DEFAULT_WIDTHS = DEFAULT_WIDTH_MAX + 8 };

static void default_widths(unsigned out[DEFAULT_WIDTHS])
{
    unsigned n = 0;
    for (unsigned w = 1; w <= DEFAULT_WIDTH_MAX; w++) out[n++] = w;
    for (unsigned w = 2 * DEFAULT_WIDTH_MAX; w <= BLOCK_BITS_MAX; w *= 2) out[n++] = w;
    out[n] = 0;
}

/* Blocks of more registers are there for who asks. */
enum { BLOCK_USUAL = 8 };

/* Planes of bits are registers of a block; within one register few have a use for them. */
static bool is_default(const cell *c)
{
    if (c->op->planes && !c->cls->of) return false;
    return op_is_default(c->op, c->w, c->cls->bits) && c->cls->parts <= BLOCK_USUAL;
}

unsigned cells_select(const spec *s, const cell_filter *f, const unsigned *widths, arena *mem,
                      cell **out)
{
    unsigned usual[DEFAULT_WIDTHS];
    default_widths(usual);
    unsigned width[OPTION_WORDS_MAX], nwidths = sorted_widths(f, widths ? widths : usual, width),
                                      n = 0;
    size_t most = (size_t)s->nops * nwidths * spec_all_classes(s) * s->ntargets;
    *out = arena_new(mem, most + 1, cell);
    for (unsigned o = 0; o < s->nops; o++)
        for (unsigned w = 0; w < nwidths; w++)
            for (unsigned k = 0; k < spec_all_classes(s); k++)
                for (unsigned t = 0; t < s->ntargets; t++) {
                    cell c = {&s->ops[o], width[w], spec_class(s, k), &s->targets[t]};
                    if (!f->nops && is_numbered_and_wide(&c)) continue;
                    if (!widths && !cell_filter_takes_target(f, c.target)) continue;
                    if (!widths && !f->nwidths && !is_default(&c)) continue;
                    if (cell_exists(&c) && cell_filter_admits(f, &c)) (*out)[n++] = c;
                }
    return n;
}

bool cells_have(const cell *cells, unsigned count, const cell *c)
{
    unsigned i = cell_first(cells, sizeof *cells, count, c);
    return i < count && !cell_compare(&cells[i], c);
}

/* ---- instructions ---- */

static ls_status unknown_instr(const char *command, const spec *s, const char *word)
{
    unknown_entry(command, "instruction", word, s->instrs, sizeof *s->instrs, s->ninstrs,
                  "--instrs");
    return LS_INPUT;
}

ls_status instrs_choose(const char *command, const spec *s, const option_words *names, bool *chosen)
{
    for (unsigned i = 0; i < s->ninstrs; i++) chosen[i] = !names->count;
    for (unsigned k = 0; k < names->count; k++) {
        bool found = false;
        for (unsigned i = 0; i < s->ninstrs; i++)
            if (!strcmp(s->instrs[i].name, names->word[k])) found = chosen[i] = true;
        if (!found) return unknown_instr(command, s, names->word[k]);
    }
    return LS_OK;
}

/* ---- one cell ---- */

enum { WIDTHS_LISTED = 16 };

/* "; it is for 1 2 4 8": the widths of 1 to 64 bits, and the class's own, at which the operation
 * exists in this class. */
static void list_widths(const cell *c, strbuf *out)
{
    unsigned listed = 0;
    cell x = *c;
    for (x.w = 1; x.w <= c->cls->bits && listed < WIDTHS_LISTED; x.w++)
        if ((x.w <= 64 || x.w == c->cls->bits) && cell_exists(&x))
            strbuf_printf(out, "%s %u", listed++ ? "" : "; it is for", x.w);
    if (listed == WIDTHS_LISTED) strbuf_puts(out, " ...");
}

ls_status cell_refuse(const char *command, const cell *c)
{
    strbuf text = {0};
    for (const regclass *const *k = c->target->classes; *k; k++)
        strbuf_printf(&text, " %s", (*k)->name);
    if (!target_has_class(c->target, c->cls))
        usage_error(command, "%s has no register class %s; it has%s", c->target->name, c->cls->name,
                    strbuf_text(&text));
    else if (c->w > c->cls->bits / 2 && c->w != c->cls->bits)
        usage_error(
            command,
            "fields of %u bits: neither do two fit the %u bits of %s nor does one fill them", c->w,
            c->cls->bits, c->cls->name);
    else {
        strbuf_free(&text);
        list_widths(c, &text);
        usage_error(command, "%s is not defined for %u fields of %u bits%s", c->op->name,
                    cell_fields(c), c->w, strbuf_text(&text));
    }
    strbuf_free(&text);
    return LS_INPUT;
}

ls_status cell_from_words(const char *command, const spec *s, char *const words[4], cell *out)
{
    if (!(out->op = need_op(command, s, words[0]))) return LS_INPUT;
    if (!(out->w = need_width(command, words[1]))) return LS_INPUT;
    if (!(out->cls = need_class(command, s, words[2]))) return LS_INPUT;
    if (!(out->target = need_target(command, s, words[3]))) return LS_INPUT;
    return cell_exists(out) ? LS_OK : cell_refuse(command, out);
}
