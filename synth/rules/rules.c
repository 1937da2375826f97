// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rules.c - the tables of rules.h: the book, the uses of rules, and the order in which tables are
 * filled. */
#include "rules.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "rules_body.h"
#include "rules_images.h"
#include "rules_inside.h"
#include "rules_single.h"
#include "rules_table.h"
#include "spec/base/threads.h"
#include "spec/instr.h"
#include "spec/language/elab.h"
#include "spec/language/sexp.h"

/* Rules are of one result, and of one class of registers. */
static bool exists(const op *o, unsigned w, const regclass *cls)
{
    return w <= cls->bits && op_is_plain(o) && op_exists(o, w, cls->bits / w);
}

/* ---- the book ---- */

/* The least number of fields, two or more, with which there is such an operation; 2 if there is
 * none. */
static unsigned few_fields(const op *o, unsigned w)
{
    unsigned n = 2;
    while (2 * n * w <= TERM_WIDTH_MAX && !op_exists(o, w, n)) n *= 2;
    return op_exists(o, w, n) ? n : 2;
}

/* Fields that act on each other do so when they are few. */
static bool is_spread(const op *o, unsigned w)
{
    unsigned n = few_fields(o, w);
    return !op_has_fields_only(o) || (op_exists(o, w, n) && !op_is_fieldwise(o, w, n));
}

/* The operations that x may name. */
static void reach(const rulebook *b, const sexp *x)
{
    const op *o = x->kind == SEXP_SYMBOL ? spec_find_op(b->s, x->text) : NULL;
    if (o) b->reached[o->index] = true;
    if (x->kind != SEXP_LIST) return;
    for (unsigned i = 0; i < x->count; i++) reach(b, x->item[i]);
    const char *family = x->count && x->item[0]->kind == SEXP_LIST ? sexp_head(x->item[0])
                                                                   : ""; /* see `operation` */
    size_t length = strlen(family);
    for (unsigned i = 0; length && i < b->s->nops; i++) {
        const char *name = b->s->ops[i].name;
        if (!strncmp(name, family, length) &&
            strspn(name + length, "0123456789") == strlen(name + length))
            b->reached[i] = true;
    }
}

/* All, where no cells are given. */
static void reach_from(const rulebook *b, const cell *cells, unsigned count)
{
    bool *walked = mem_alloc(b->s->nrules + 1, sizeof *walked), more = true;
    for (unsigned i = 0; i < b->s->nops; i++) b->reached[i] = count == 0;
    for (unsigned i = 0; i < count; i++) b->reached[cells[i].op->index] = true;
    while (more) {
        more = false;
        for (unsigned i = 0; i < b->s->nrules; i++) {
            if (walked[i] || !b->reached[b->s->rules[i].op->index]) continue;
            walked[i] = more = true;
            reach(b, b->s->rules[i].body);
        }
    }
    mem_free(walked);
}

rulebook *rulebook_new(const spec *s, const values_machine *m, const unsigned *widths,
                       unsigned nwidths, const cell *cells, unsigned count)
{
    rulebook *b = mem_alloc(1, sizeof *b);
    *b = (rulebook){
        .s = s, .m = m, .nwidths = nwidths, .width = mem_alloc(nwidths, sizeof *widths)};
    memcpy(b->width, widths, nwidths * sizeof *widths);
    b->reached = arena_new(&b->mem, s->nops, bool);
    reach_from(b, cells, count);
    b->spread = arena_new(&b->mem, (size_t)s->nops * nwidths, bool);
    for (unsigned o = 0; o < s->nops; o++)
        for (unsigned w = 0; b->reached[o] && w < nwidths; w++)
            b->spread[o * nwidths + w] = is_spread(&s->ops[o], widths[w]);
    return b;
}

void rulebook_free(rulebook *b)
{
    if (!b) return;
    for (unsigned i = 0; i < b->ntables; i++) {
        mem_free(b->table[i].entry);
        mem_free(b->table[i].needed);
        arena_free(&b->table[i].mem);
    }
    for (unsigned i = 0; i < b->nfamilies; i++) {
        mem_free(b->in[i]);
        mem_free(b->want[i]);
    }
    mem_free(b->table);
    mem_free(b->width);
    arena_free(&b->mem);
    mem_free(b);
}

/* The class in which programs of a class are worked out. */
static const regclass *family_of(const spec *s, const regclass *cls)
{
    if (cls->bits <= IMAGE_BITS) return cls;
    for (unsigned i = 0; i < s->nclasses; i++)
        if (s->classes[i].vector && s->classes[i].bits == IMAGE_BITS) return &s->classes[i];
    return NULL;
}

static unsigned add_family(rulebook *b, const regclass *family)
{
    unsigned i = 0;
    while (i < b->nfamilies && b->family[i] != family) i++;
    if (i < b->nfamilies) return i;
    require(i < FAMILIES_MAX, "classes of 32 to 512 bits");
    uint64_t state = 1;
    b->family[b->nfamilies++] = family;
    b->in[i] = mem_alloc(b->nwidths, sizeof *b->in[i]);
    b->want[i] = mem_alloc((size_t)b->s->nops * b->nwidths, sizeof *b->want[i]);
    for (unsigned w = 0; w < b->nwidths; w++)
        if (b->width[w] <= family->bits)
            rules_draw_inputs(b->in[i][w], b->width[w], family->bits, &state);
    return i;
}

/* ---- one table ---- */

/* Whether something that the use depends on became cheaper since it was tried. */
static bool is_due(const rulebook *b, const table *t, const use *u, unsigned round)
{
    if (!u->tried || u->all) return true;
    for (unsigned i = 0; i < u->ndeps; i++)
        if (t->entry[u->dep[i][0] * b->nwidths + u->dep[i][1]].version >= u->tried) return true;
    (void)round;
    return false;
}

typedef struct uses {
    use *at;
    unsigned count, cap;
} uses;

static void add_use(uses *all, const rule *r, unsigned width, unsigned other)
{
    if (all->count == all->cap)
        all->at = mem_grow(all->at, all->cap = all->cap ? 2 * all->cap : 256, sizeof *all->at);
    all->at[all->count++] = (use){.r = r, .width = width, .other = other};
}

/* A rule at a width: once, or for every other width that fits. */
static ls_status add_rule_at(const rulebook *b, const table *t, const rule *r, unsigned width,
                             uses *all, diags *d)
{
    arena mem = {0};
    elab e = {.d = d, .mem = &mem, .in_op = true};
    bool holds = true, good = true;
    unsigned bits = t->family->bits, w = b->width[width];
    if (r->where) good = elab_condition(&e, r->where, rules_env(&mem, r, w, bits, w), &holds);
    if (good && holds && !r->other) add_use(all, r, width, 0);
    for (unsigned v = 2; good && holds && r->other && v <= bits; v *= 2) {
        bool fits;
        good = elab_condition(&e, r->other_where, rules_env(&mem, r, w, bits, v), &fits);
        if (good && fits) add_use(all, r, width, v);
    }
    arena_free(&mem);
    return good ? LS_OK : LS_INPUT;
}

static ls_status collect_uses(const rulebook *b, const table *t, uses *all, diags *d)
{
    ls_status rc = LS_OK;
    for (unsigned i = 0; rc == LS_OK && i < b->s->nrules; i++) {
        const rule *r = &b->s->rules[i];
        for (unsigned w = 0;
             rc == LS_OK && w < b->nwidths && (!r->set || r->set == t->at.target->set); w++)
            if (wanted_of(b, t, r->op, w)->exists && rules_works_at(b, t, r->op, w))
                rc = add_rule_at(b, t, r, w, all, d);
    }
    return rc;
}

/* What the 128-bit programs for single bits do in fields of any width: logic. Others do not agree
 * on the images. */
static void offer_narrow(const rulebook *b, table *t, unsigned width, values *f)
{
    static const int args[PROG_INPUTS_MAX] = {0, 1, 2};
    int one = width_index(b, 1);
    for (unsigned o = 0; one >= 0 && b->width[width] <= IMAGE_BITS && o < b->s->nops; o++) {
        const op *x = &b->s->ops[o];
        const entry *e = entry_of(b, t->narrow, x, (unsigned)one);
        if (!e->count || !wanted_of(b, t, x, width)->exists || !rules_works_at(b, t, x, width))
            continue;
        values_begin(f, b->m, t->family, x->arity,
                     (const image(*)[VALUES_IMAGES_MAX])b->in[t->images][width],
                     rules_images_at(b->width[width], t->family->bits));
        int n = values_inline(f, &e->cand[0], args);
        if (n != VALUES_NONE) rules_offer(b, t, x, width, f, n, "single", 1);
    }
}

static ls_status fill_table(const rulebook *b, table *t, diags *d)
{
    values *f = mem_alloc(1, sizeof *f);
    singles all = {0};
    uses u = {0};
    for (unsigned w = 0; w < b->nwidths && b->width[w] <= t->family->bits; w++) {
        if (!t->narrow && t->family != t->at.cls && !rules_width_fills(b->width[w])) continue;
        if (t->narrow) offer_narrow(b, t, w, f);
        for (unsigned arity = 1; !t->narrow && arity <= PROG_INPUTS_MAX; arity++) {
            rules_collect_singles(b, t, f, w, arity, &all);
            for (unsigned o = 0; o < b->s->nops; o++)
                if (b->s->ops[o].arity == arity && wanted_of(b, t, &b->s->ops[o], w)->exists)
                    rules_offer_singles(b, t, &b->s->ops[o], w, f, &all);
        }
    }
    ls_status rc = collect_uses(b, t, &u, d);
    bool more = true;
    for (unsigned round = 2; rc == LS_OK && (more || t->more_needed) && round < PASSES_MAX;
         round++) {
        more = t->more_needed = false;
        for (unsigned i = 0; rc == LS_OK && i < u.count; i++) {
            if (t->needed && !t->needed[u.at[i].r->op->index * b->nwidths + u.at[i].width])
                continue;
            if (!is_due(b, t, &u.at[i], round)) continue;
            rc = rules_try_use(b, t, &u.at[i], f, round, d);
            more = true;
        }
    }
    mem_free(all.at);
    mem_free(u.at);
    mem_free(f);
    return rc;
}

/* ---- all tables ---- */

typedef struct filling {
    rulebook *b;
    unsigned next;
    ls_status status;
    diags *d;
    pthread_mutex_t lock;
} filling;

static void *fill_some(void *context)
{
    filling *x = context;
    for (;;) {
        pthread_mutex_lock(&x->lock);
        unsigned i = x->next++;
        pthread_mutex_unlock(&x->lock);
        if (i >= x->b->ntables) return NULL;
        diags d = {0};
        table *t = &x->b->table[i];
        /* a wide table comes after the narrow one that it needs */
        ls_status rc = t->narrow ? LS_OK : fill_table(x->b, t, &d);
        if (rc == LS_OK && i + 1 < x->b->ntables && t[1].narrow == t)
            rc = fill_table(x->b, &t[1], &d);
        pthread_mutex_lock(&x->lock);
        if (rc != LS_OK && x->status == LS_OK) {
            x->status = rc;
            *x->d = d;
        } else diag_free(&d);
        pthread_mutex_unlock(&x->lock);
    }
}

/* Of classes wider than 128 bits only fields that cross are worked out, what is done with all
 * fields, and shifts by fixed amounts of the whole register. */
static bool is_used(const rulebook *b, const op *o, unsigned width, unsigned family)
{
    unsigned bits = b->family[family]->bits, w = b->width[width];
    if (bits <= IMAGE_BITS) return true;
    if (rules_width_fills(w)) return b->spread[o->index * b->nwidths + width];
    return w <= WIDE_FIELD_MAX || (w == bits && o->env);
}

static ls_status prepare_wanted(rulebook *b, unsigned family, diags *d)
{
    for (unsigned o = 0; o < b->s->nops; o++)
        for (unsigned w = 0; b->reached[o] && w < b->nwidths; w++) {
            wanted *x = &b->want[family][o * b->nwidths + w];
            if (!exists(&b->s->ops[o], b->width[w], b->family[family]) ||
                !is_used(b, &b->s->ops[o], w, family))
                continue;
            x->target = arena_new(&b->mem, rules_images_at(b->width[w], b->family[family]->bits),
                                  image);
            x->care = arena_new(&b->mem, rules_images_at(b->width[w], b->family[family]->bits),
                                image);
            if (!rules_evaluate(b, &b->s->ops[o], w, family, x, d)) return LS_INPUT;
            x->exists = true;
        }
    return LS_OK;
}

static table *add_table(rulebook *b, rulebook_place at, const regclass *family, const table *narrow)
{
    table *t = &b->table[b->ntables++];
    *t = (table){.at = at, .family = family, .narrow = narrow, .images = add_family(b, family)};
    t->entry = mem_alloc((size_t)b->s->nops * b->nwidths, sizeof *t->entry);
    t->matrix_product = rules_find_matrix_product(b, t);
    return t;
}

/* What was asked of a wide table. */
static void seed(const rulebook *b, table *t)
{
    t->needed = mem_alloc((size_t)b->s->nops * b->nwidths, sizeof *t->needed);
    for (unsigned i = 0; i < t->at.nwanted; i++) {
        int width = width_index(b, t->at.wanted[i].w);
        if (width >= 0) t->needed[t->at.wanted[i].op->index * b->nwidths + (unsigned)width] = true;
    }
}

ls_status rulebook_fill(rulebook *b, const rulebook_place *places, unsigned count, unsigned threads,
                        diags *d)
{
    void *each[THREADS_MAX];
    filling x = {.b = b, .d = d, .lock = PTHREAD_MUTEX_INITIALIZER};
    b->table = mem_alloc(2 * (size_t)count + 1, sizeof *b->table);
    for (unsigned i = 0; i < count; i++) {
        const regclass *family = family_of(b->s, places[i].cls);
        if (!family) continue;
        const table *narrow = add_table(b, places[i], family, NULL);
        if (family != places[i].cls && places[i].nwanted)
            seed(b, add_table(b, places[i], places[i].cls, narrow));
    }
    for (unsigned f = 0; f < b->nfamilies; f++) {
        ls_status rc = prepare_wanted(b, f, d);
        if (rc != LS_OK) return rc;
    }
    threads = threads_wanted(threads < b->ntables ? threads : b->ntables);
    for (unsigned i = 0; i < threads; i++) each[i] = &x;
    threads_run(fill_some, each, threads);
    return x.status;
}

void rulebook_propose(const rulebook *b, const cell *c, rulebook_found_fn *found, void *context)
{
    int width = width_index(b, c->w);
    for (unsigned i = 0; width >= 0 && i < b->ntables; i++) {
        const table *t = &b->table[i];
        if (t->at.cls != c->cls || t->at.target != c->target) continue;
        const entry *e = entry_of(b, t, c->op, (unsigned)width);
        for (unsigned k = 0; k < e->count; k++) {
            prog p;
            values_program_prog(&e->cand[k], c->op, t->family, &p);
            found(context, &p, e->rule[k]);
        }
    }
}
