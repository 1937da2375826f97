// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* spec.c - the tables of a loaded spec, and look-ups in them.
 *
 * The tables are filled by the loader (spec/load/load.h) and never change afterwards. */
#include "spec.h"

#include <stdlib.h>
#include <string.h>

const char *const instr_kind_names[INSTR_KIND_COUNT] = {
    "logic",   "logic3",   "add",     "sub",   "saturate", "shift",   "compare", "minmax",
    "average", "multiply", "blend",   "bit",   "lea",      "shuffle", "matrix",  "sum",
    "count",   "funnel",   "convert", "named", "sequence", "form",    "block"};

void spec_free(spec *s)
{
    if (!s) return;
    arena mem = s->mem;
    arena_free(&mem);
}

const regclass *spec_find_class(const spec *s, const char *name)
{
    for (unsigned i = 0; i < s->nclasses; i++)
        if (text_same(s->classes[i].name, name)) return &s->classes[i];
    for (unsigned i = 0; i < s->nblocks; i++)
        if (text_same(s->blocks[i].name, name)) return &s->blocks[i];
    return NULL;
}

const regclass *spec_class(const spec *s, unsigned index)
{
    return index < s->nclasses ? &s->classes[index] : &s->blocks[index - s->nclasses];
}

unsigned spec_all_classes(const spec *s) { return s->nclasses + s->nblocks; }

const target *spec_find_target(const spec *s, const char *name)
{
    for (unsigned i = 0; i < s->ntargets; i++)
        if (text_same(s->targets[i].name, name)) return &s->targets[i];
    return NULL;
}

const op *spec_find_op(const spec *s, const char *name)
{
    for (unsigned i = 0; i < s->nops; i++)
        if (text_same(s->ops[i].name, name)) return &s->ops[i];
    return NULL;
}

static int compare_names(const void *a, const void *b)
{
    const instr *x = *(const instr *const *)a, *y = *(const instr *const *)b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static bool needs_no_more(const target *t, const instr *in)
{
    if (in->set && in->set != t->set) return false;
    for (const char *const *f = in->requires_; *f; f++)
        if (!target_has_feature(t, *f)) return false;
    for (unsigned i = 0; i < in->nsrc; i++)
        if (!target_has_class(t, in->src[i])) return false;
    return target_has_class(t, in->result);
}

static void digest(const spec *s, const target *t, const regclass *cls, char out[HASH_TEXT])
{
    strbuf text = {0};
    for (unsigned i = 0; i < s->ninstrs; i++) {
        const instr *in = &s->instrs[i];
        bool wanted = cls ? in->kind != INSTR_NAMED && in->result == cls : in->kind == INSTR_NAMED;
        if (wanted && target_has_instr(t, in)) strbuf_put_line(&text, in->hash);
    }
    hash_text(strbuf_text(&text), out);
    strbuf_free(&text);
}

void spec_digest_instrs(spec *s)
{
    for (unsigned t = 0; t < s->ntargets; t++) {
        target *x = &s->targets[t];
        size_t size = sizeof *x->digests + s->nclasses * sizeof *x->digests->of;
        if (!x->digests) x->digests = arena_alloc(&s->mem, 1, size);
        digest(s, x, NULL, x->digests->named);
        for (unsigned k = 0; k < s->nclasses; k++)
            digest(s, x, &s->classes[k], x->digests->of[k]);
    }
}

const char *target_digest(const target *t, const regclass *result)
{
    return result->of ? "" : t->digests->of[result->index];
}

void spec_put_digests(const spec *s, const target *t, strbuf *out)
{
    for (unsigned k = 0; k < s->nclasses; k++) strbuf_put_line(out, t->digests->of[k]);
}

/* The instructions of one name: where they begin in by_name. */
struct named {
    unsigned first, count; /* 0: a free slot */
};

static bool has_name(const instr *in, const char *word, size_t n)
{
    return !strncmp(in->name, word, n) && !in->name[n];
}

/* The slot of the word, or a free one. FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
static unsigned slot_of(const spec *s, const char *word, size_t n)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)word[i]) * 16777619u;
    for (h ^= h >> 16;; h++) {
        const struct named *x = &s->named[h &= s->nnamed - 1];
        if (!x->count || has_name(s->by_name[x->first], word, n)) return h;
    }
}

/* Of by_name, which is sorted. At least half of the slots stay free. */
static void hash_names(spec *s)
{
    unsigned n = spec_all_instrs(s);
    for (s->nnamed = 2; s->nnamed < 2 * n; s->nnamed *= 2) {}
    s->named = arena_new(&s->mem, s->nnamed, struct named);
    for (unsigned i = 0; i < n; i++) {
        const char *name = s->by_name[i]->name;
        bool same = i && !strcmp(name, s->by_name[i - 1]->name);
        struct named *x = &s->named[slot_of(s, name, strlen(name))];
        if (!same) x->first = i;
        x->count++;
    }
}

void spec_index_names(spec *s)
{
    for (unsigned t = 0; t < s->ntargets; t++) {
        bool *has = arena_new(&s->mem, spec_all_instrs(s) + 1, bool);
        for (unsigned i = 0; i < spec_all_instrs(s); i++)
            has[i] = needs_no_more(&s->targets[t], spec_instr(s, i));
        s->targets[t].has = has;
    }
    s->by_name = arena_new(&s->mem, spec_all_instrs(s) + 1, const instr *);
    for (unsigned i = 0; i < spec_all_instrs(s); i++) s->by_name[i] = spec_instr(s, i);
    qsort(s->by_name, spec_all_instrs(s), sizeof *s->by_name, compare_names);
    hash_names(s);
    spec_digest_instrs(s);
}

const instr *const *spec_named(const spec *s, const char *word, size_t n, unsigned *count)
{
    const struct named *x = s->nnamed ? &s->named[slot_of(s, word, n)] : NULL;
    *count = x ? x->count : 0;
    return x ? s->by_name + x->first : NULL;
}

const instr *spec_find_instr(const spec *s, const isa *set, const char *name,
                             const regclass *result)
{
    unsigned count;
    const instr *const *named = spec_named(s, name, strlen(name), &count);
    for (unsigned i = 0; i < count; i++)
        if (named[i]->result == result && (!set || !named[i]->set || named[i]->set == set))
            return named[i];
    return NULL;
}

const instr *spec_sibling(const spec *s, const instr *in, const regclass *result)
{
    return spec_find_instr(s, in->set, in->name, result);
}

unsigned spec_all_instrs(const spec *s)
{
    return s->ninstrs + s->nform_instrs + s->nblock_instrs;
}

const instr *spec_instr(const spec *s, unsigned index)
{
    if (index < s->ninstrs) return &s->instrs[index];
    index -= s->ninstrs;
    return index < s->nform_instrs ? &s->form_instrs[index]
                                   : &s->block_instrs[index - s->nform_instrs];
}

void target_print_cpu(const target *t, strbuf *out)
{
    int n = (int)strcspn(t->cpu, ",");
    strbuf_printf(out, "\"target-cpu\"=\"%.*s\"", n, t->cpu);
    if (t->cpu[n]) strbuf_printf(out, " \"target-features\"=\"%s\"", t->cpu + n + 1);
    if (t->attributes) strbuf_printf(out, " %s", t->attributes);
}

bool target_has_feature(const target *t, const char *feature)
{
    for (const char *const *f = t->features; *f; f++)
        if (text_same(*f, feature)) return true;
    return false;
}

bool target_has_class(const target *t, const regclass *c)
{
    if (c->of) c = c->of;
    for (const regclass *const *k = t->classes; *k; k++)
        if (*k == c) return true;
    return false;
}

bool target_has_instr(const target *t, const instr *in)
{
    return t->has ? t->has[in->index] : needs_no_more(t, in);
}

bool spec_has_feature(const spec *s, const isa *set, const char *f)
{
    for (unsigned i = 0; i < s->ntargets; i++)
        if ((!set || s->targets[i].set == set) && target_has_feature(&s->targets[i], f))
            return true;
    return s->ntargets == 0;
}
