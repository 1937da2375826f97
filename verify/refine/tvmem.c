// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvmem.c - the log of writes, reading through it, and what is known of objects.
 *
 * A read goes through the log from its oldest entry that still matters. Entries with the same base
 * are decided without the solver; others compare addresses. Two addresses of which one is a slot or
 * a global and the other is based on another object do not meet (an access outside of its object
 * has no defined behaviour).
 *
 * Two variables of one epoch whose addresses turn out equal must be equal; tvsolve.c demands that
 * where an answer depends on it. Called by tvrun.c and tv.c. */
#include "tvmem.h"

#include <stdio.h>
#include <string.h>

#define GROW(array, count, cap)                                                                    \
    do {                                                                                           \
        if ((count) == (cap))                                                                      \
            (array) = mem_grow((array), (cap) = (cap) ? 2 * (cap) : 64, sizeof *(array));          \
    } while (0)

static term op2(term_ctx *c, term_op op, term a, term b) { return term_mk_binary(c, op, a, b); }
static term num(term_ctx *c, uint64_t value) { return term_mk_u64(c, value, 64); }
static term not(term_ctx *c, term a) { return term_mk_unary(c, TERM_NOT, a); }

/* ---- addresses ---- */

address address_of(term_ctx *c, term t)
{
    address a = {t, 0};
    while (term_get_op(c, a.base) == TERM_BVADD && term_is_const(c, term_arg(c, a.base, 1))) {
        a.offset += term_limbs(c, term_arg(c, a.base, 1))[0];
        a.base = term_arg(c, a.base, 0);
    }
    if (!term_is_const(c, a.base)) return a;
    a.offset += term_limbs(c, a.base)[0];
    a.base = num(c, 0);
    return a;
}

term address_term(term_ctx *c, address a)
{
    return a.offset ? op2(c, TERM_BVADD, a.base, num(c, a.offset)) : a.base;
}

/* ---- objects ---- */

void mem_world_free(mem_world *w)
{
    mem_free(w->objects);
    mem_free(w->bytes);
}

const mem_object *mem_world_find(const mem_world *w, term base)
{
    for (unsigned i = 0; i < w->nobjects; i++)
        if (w->objects[i].base == base) return &w->objects[i];
    return NULL;
}

term mem_world_object(mem_world *w, const char *name, uint64_t size, unsigned align, bool constant,
                      bool slot)
{
    term base = term_mk_var(w->c, name, 64);
    for (unsigned i = 0; i < w->nobjects; i++) {
        mem_object *o = &w->objects[i];
        if (o->base != base) continue;
        if (o->size < size) o->size = size;
        if (o->align < align) o->align = align;
        o->constant &= constant;
        return base;
    }
    GROW(w->objects, w->nobjects, w->objects_cap);
    w->objects[w->nobjects++] = (mem_object){base, size, align ? align : 1, constant, slot};
    return base;
}

static term apart(term_ctx *c, const mem_object *a, const mem_object *b)
{
    term below = op2(c, TERM_BVULE, op2(c, TERM_BVADD, a->base, num(c, a->size)), b->base);
    return op2(c, TERM_OR, below,
               op2(c, TERM_BVULE, op2(c, TERM_BVADD, b->base, num(c, b->size)), a->base));
}

term mem_world_facts(mem_world *w)
{
    term_ctx *c = w->c;
    term all = term_mk_bool(c, true), zero = num(c, 0);
    for (unsigned i = 0; i < w->nobjects; i++) {
        const mem_object *o = &w->objects[i];
        term low_bits = op2(c, TERM_BVAND, o->base, num(c, o->align - 1));
        all = op2(c, TERM_AND, all, op2(c, TERM_EQ, low_bits, zero));
        all = op2(c, TERM_AND, all, not(c, op2(c, TERM_EQ, o->base, zero)));
        all = op2(c, TERM_AND, all, op2(c, TERM_BVULT, o->base, num(c, UINT64_MAX / 2 - o->size)));
        for (unsigned k = 0; k < i; k++) all = op2(c, TERM_AND, all, apart(c, o, &w->objects[k]));
    }
    return all;
}

void mem_world_initial(mem_world *w, unsigned epoch, address at, term *bits, term *poison)
{
    char name[96];
    snprintf(name, sizeof name, "memory.%u.%u.%lld", epoch, at.base, (long long)at.offset);
    *bits = term_mk_var(w->c, name, 8);
    snprintf(name, sizeof name, "memory.poison.%u.%u.%lld", epoch, at.base, (long long)at.offset);
    *poison = term_mk_var(w->c, name, 8);
    for (unsigned i = 0; i < w->nbytes; i++)
        if (w->bytes[i].bits == *bits) return;
    GROW(w->bytes, w->nbytes, w->bytes_cap);
    w->bytes[w->nbytes++] = (mem_byte){epoch, at, *bits, *poison};
}

/* ---- the log ---- */

void memory_free(memory *m)
{
    mem_free(m->log);
    mem_free(m->accesses);
}

void memory_write(memory *m, term guard, address at, unsigned bytes, term bits, term poison)
{
    GROW(m->log, m->nlog, m->log_cap);
    m->log[m->nlog++] = (mem_entry){
        .guard = guard, .at = at, .bytes = bytes, .bits = bits, .poison = poison};
}

void memory_forget(memory *m, term guard, unsigned epoch)
{
    GROW(m->log, m->nlog, m->log_cap);
    m->log[m->nlog++] = (mem_entry){.guard = guard, .unknown = true, .epoch = epoch};
}

void memory_touch(memory *m, mem_access a)
{
    GROW(m->accesses, m->naccesses, m->accesses_cap);
    m->accesses[m->naccesses++] = a;
}

/* ---- reading ---- */

/* An argument cannot point to a slot that is made later. */
static bool is_argument(const mem_world *w, term base)
{
    return term_get_op(w->c, base) == TERM_VAR &&
           !strncmp(term_name(w->c, base), MEM_ARGUMENT, strlen(MEM_ARGUMENT));
}

bool mem_never_meet(const mem_world *w, term a, term b)
{
    const mem_object *p = mem_world_find(w, a), *q = mem_world_find(w, b);
    return (p && q && p != q) || (p && p->slot && is_argument(w, b)) ||
           (q && q->slot && is_argument(w, a));
}

static term is_true(const memory *m) { return term_mk_bool(m->w->c, true); }

/* Whether the entry decides the byte, whatever was before. */
static bool decides(const memory *m, const mem_entry *e, address at)
{
    if (e->guard != is_true(m)) return false;
    return e->unknown || (e->at.base == at.base && at.offset - e->at.offset < e->bytes);
}

static void read_initial(memory *m, unsigned epoch, address at, term *bits, term *poison)
{
    const mem_object *o = mem_world_find(m->w, at.base);
    mem_world_initial(m->w, epoch, at, bits, poison);
    if (!o || !o->slot || epoch) return;
    *bits = m->undefined(m->owner);
    *poison = term_mk_u64(m->w->c, 0, 8);
}

static term byte_of(term_ctx *c, term bits, uint64_t i)
{
    return term_mk_extract(c, (unsigned)(8 * i + 7), (unsigned)(8 * i), bits);
}

/* Byte number n, a term of 64 bits, of bits. */
static term byte_at(term_ctx *c, term bits, unsigned bytes, term n)
{
    term found = byte_of(c, bits, bytes - 1);
    for (unsigned i = bytes - 1; i-- > 0;)
        found = term_mk_ite(c, op2(c, TERM_EQ, n, num(c, i)), byte_of(c, bits, i), found);
    return found;
}

/* What the entry makes of a byte that was *bits. */
static void pass_entry(memory *m, const mem_entry *e, address at, term *bits, term *poison)
{
    term_ctx *c = m->w->c;
    term hit = e->guard, new_bits, new_poison;
    if (e->unknown) {
        read_initial(m, e->epoch, at, &new_bits, &new_poison);
    } else if (e->at.base == at.base) {
        uint64_t i = at.offset - e->at.offset;
        if (i >= e->bytes) return;
        new_bits = byte_of(c, e->bits, i);
        new_poison = byte_of(c, e->poison, i);
    } else {
        if (mem_never_meet(m->w, e->at.base, at.base)) return;
        term n = op2(c, TERM_BVSUB, address_term(c, at), address_term(c, e->at));
        hit = op2(c, TERM_AND, hit, op2(c, TERM_BVULT, n, num(c, e->bytes)));
        new_bits = byte_at(c, e->bits, e->bytes, n);
        new_poison = byte_at(c, e->poison, e->bytes, n);
    }
    *bits = term_mk_ite(c, hit, new_bits, *bits);
    *poison = term_mk_ite(c, hit, new_poison, *poison);
}

static void read_byte(memory *m, unsigned upto, address at, term *bits, term *poison)
{
    unsigned from = upto;
    while (from > 0 && !decides(m, &m->log[from - 1], at)) from--;
    if (from == 0) read_initial(m, m->epoch, at, bits, poison);
    else *bits = *poison = term_mk_u64(m->w->c, 0, 8);
    for (unsigned i = from ? from - 1 : 0; i < upto; i++)
        pass_entry(m, &m->log[i], at, bits, poison);
}

void memory_read(memory *m, unsigned upto, address at, unsigned bytes, term *bits, term *poison)
{
    term value[TERM_WIDTH_MAX / 8], its_poison[TERM_WIDTH_MAX / 8];
    for (unsigned i = 0; i < bytes; i++) {
        address here = {at.base, at.offset + i};
        read_byte(m, upto, here, &value[i], &its_poison[i]);
    }
    *bits = term_mk_concat_n(m->w->c, value, bytes);
    *poison = term_mk_concat_n(m->w->c, its_poison, bytes);
}

term memory_untouched(const memory *m, address at, const mem_access *by, unsigned segment,
                      bool same_way)
{
    term_ctx *c = m->w->c;
    term untouched = term_mk_bool(c, true);
    for (unsigned i = 0; i < m->naccesses; i++) {
        const mem_access *a = &m->accesses[i];
        if ((by->writes && !a->writes) || a->segment != segment || (same_way && a->way != by->way))
            continue;
        if (a->at.base == at.base && at.offset - a->at.offset >= a->bytes) continue;
        term distance = op2(c, TERM_BVSUB, address_term(c, at), address_term(c, a->at));
        term inside = a->at.base == at.base ? term_mk_bool(c, true)
                                            : op2(c, TERM_BVULT, distance, num(c, a->bytes));
        untouched = op2(c, TERM_AND, untouched, not(c, op2(c, TERM_AND, a->guard, inside)));
    }
    return untouched;
}
