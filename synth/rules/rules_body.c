// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rules_body.c - runs the body of a rule: the operations in it become programs of a table. rules.c
 * asks for it until nothing gets cheaper. */
#include "rules_body.h"

#include <stdio.h>
#include <string.h>

#include "rules_images.h"
#include "rules_table.h"
#include "spec/instr.h"
#include "spec/language/elab.h"

/* A rule being tried. */
typedef struct trial {
    const rulebook *b;
    table *t;
    use *u;
    values *f;
    elab e;
    arena mem;
    bool in_blocks; /* operations are those of 128 bits, on every 128 bits of a wide register */
    bool failed; /* an integer expression went wrong: diagnostics tell */
} trial;

typedef struct binding {
    const struct binding *outer;
    const char *name;
    int value;
} binding;

static int run_body(trial *x, const sexp *body, const binding *names, const sexp_env *env,
                    unsigned w);

static bool integer(trial *x, const sexp *e, const sexp_env *env, int64_t *out)
{
    if (elab_integer(&x->e, e, env, out)) return true;
    x->failed = true;
    return false;
}

/* A constant that repeats bits low..high-1 of every field. */
static int mask_of(trial *x, int64_t low, int64_t high, unsigned w)
{
    uint64_t k[VALUES_LIMBS] = {0};
    unsigned bits = x->t->family->bits;
    if (low < 0 || high > (int64_t)w || low > high) return VALUES_NONE;
    for (unsigned field = 0; field + w <= bits; field += w)
        for (unsigned i = (unsigned)low; i < (unsigned)high; i++) put_bit(k, field + i, true);
    return values_const(x->f, k);
}

static int splat_of(trial *x, int64_t value, unsigned w)
{
    uint64_t k[VALUES_LIMBS] = {0};
    unsigned bits = x->t->family->bits;
    for (unsigned field = 0; field + w <= bits; field += w)
        for (unsigned i = 0; i < w; i++) put_bit(k, field + i, i < 63 ? value >> i & 1 : value < 0);
    return values_const(x->f, k);
}

/* (bytes j E): byte j, of each 16, is E. */
static int bytes_of(trial *x, const sexp *body, const sexp_env *env)
{
    uint64_t k[VALUES_LIMBS] = {0};
    for (unsigned j = 0; j < 16; j++) {
        int64_t v;
        if (!integer(x, body->item[2], elab_bind_integer(&x->mem, env, body->item[1]->text, j), &v))
            return VALUES_NONE;
        for (unsigned l = j / 8; l < VALUES_LIMBS; l += 2)
            k[l] |= (uint64_t)(v & 0xff) << j % 8 * 8;
    }
    return values_const(x->f, k);
}

/* (crossing L): ones in the fields that have bits on both sides of a multiple of L bits. */
static int crossing_of(trial *x, int64_t lane, unsigned w)
{
    uint64_t k[VALUES_LIMBS] = {0};
    if (lane < 1) return VALUES_NONE;
    for (unsigned low = 0; low + w <= x->t->family->bits; low += w)
        if (low / lane != (low + w - 1) / lane)
            for (unsigned i = 0; i < w; i++) put_bit(k, low + i, true);
    return values_const(x->f, k);
}

/* (lanes V j E): lane j, of V bits, is E. */
static int lanes_of(trial *x, const sexp *body, const sexp_env *env)
{
    uint64_t k[VALUES_LIMBS] = {0};
    int64_t lane, v;
    if (!integer(x, body->item[1], env, &lane) || lane < 1 || lane > 64) return VALUES_NONE;
    for (unsigned at = 0; at + lane <= x->t->family->bits; at += (unsigned)lane) {
        if (!integer(x, body->item[3],
                     elab_bind_integer(&x->mem, env, body->item[2]->text, at / lane), &v))
            return VALUES_NONE;
        for (unsigned i = 0; i < lane; i++) put_bit(k, at + i, v >> i & 1);
    }
    return values_const(x->f, k);
}

static void depend(use *u, const op *o, int width)
{
    for (unsigned i = 0; i < u->ndeps; i++)
        if (u->dep[i][0] == o->index && u->dep[i][1] == width) return;
    if (u->ndeps == DEPS_MAX) {
        u->all = true;
        return;
    }
    u->dep[u->ndeps][0] = (uint16_t)o->index;
    u->dep[u->ndeps++][1] = (uint16_t)width;
}

static void need(table *t, unsigned at)
{
    t->more_needed = t->more_needed || !t->needed[at];
    t->needed[at] = true;
}

static int apply(trial *x, const op *o, const int *args, unsigned w, bool in_blocks)
{
    int width = width_index(x->b, w);
    if (width < 0) return VALUES_NONE;
    const table *t = x->t->narrow && (in_blocks || !rules_works_at(x->b, x->t, o, (unsigned)width))
                         ? x->t->narrow
                         : x->t;
    if (t == x->t) depend(x->u, o, width);
    if (t == x->t && t->needed) need(x->t, o->index * x->b->nwidths + (unsigned)width);
    const entry *e = entry_of(x->b, t, o, (unsigned)width);
    return e->count ? values_inline(x->f, &e->cand[0], args) : VALUES_NONE;
}

static const op *operation(trial *x, const sexp *head, const sexp_env *env)
{
    char name[64];
    int64_t k;
    if (head->kind == SEXP_SYMBOL)
        return text_same(head->text, "self") ? x->u->r->op : spec_find_op(x->b->s, head->text);
    if (!integer(x, head->item[1], env, &k)) return NULL;
    snprintf(name, sizeof name, "%s%lld", head->item[0]->text, (long long)k);
    return spec_find_op(x->b->s, name);
}

static int call(trial *x, const sexp *body, const binding *names, const sexp_env *env, unsigned w)
{
    const op *o = operation(x, body->item[0], env);
    int args[SPEC_SRC_MAX];
    bool in_blocks = x->in_blocks;
    if (!o || o->arity != body->count - 1) return VALUES_NONE;
    x->in_blocks = false; /* the operation is meant, not what its operands are */
    for (unsigned i = 0; i < o->arity; i++)
        if ((args[i] = run_body(x, body->item[i + 1], names, env, w)) == VALUES_NONE)
            return VALUES_NONE;
    return apply(x, o, args, w, in_blocks);
}

static int call_instr(trial *x, const sexp *body, const binding *names, const sexp_env *env,
                      unsigned w)
{
    const instr *in = spec_find_instr(x->b->s, x->t->at.target->set, body->item[1]->text,
                                      x->t->family);
    unsigned given = body->count - 2;
    if (!in || !rules_has_instr(x->b, x->t, in) || given != in->nsrc + in->has_imm || in->nsrc > 3)
        return VALUES_NONE;
    int src[3] = {0, 0, 0};
    int64_t imm = 0;
    for (unsigned i = 0; i < in->nsrc; i++)
        if ((src[i] = run_body(x, body->item[i + 2], names, env, w)) == VALUES_NONE)
            return VALUES_NONE;
    if (in->has_imm && !integer(x, body->item[body->count - 1], env, &imm)) return VALUES_NONE;
    return values_insn(x->f, in, src, imm);
}

static int let(trial *x, const sexp *body, const binding *names, const sexp_env *env, unsigned w)
{
    binding inner[16];
    for (unsigned i = 0; i < body->item[1]->count; i++) {
        const sexp *one = body->item[1]->item[i];
        inner[i] = (binding){names, one->item[0]->text, run_body(x, one->item[1], names, env, w)};
        if (inner[i].value == VALUES_NONE) return VALUES_NONE;
        names = &inner[i];
    }
    return run_body(x, body->item[2], names, env, w);
}

static int fold(trial *x, const sexp *body, const binding *names, const sexp_env *env, unsigned w)
{
    const sexp *acc = body->item[1], *range = body->item[2];
    int64_t from, to;
    binding inner = {names, acc->item[0]->text, run_body(x, acc->item[1], names, env, w)};
    if (!integer(x, range->item[1], env, &from) || !integer(x, range->item[2], env, &to))
        return VALUES_NONE;
    for (int64_t k = from; k < to && inner.value != VALUES_NONE; k++)
        inner.value = run_body(x, body->item[3], &inner,
                               elab_bind_integer(&x->mem, env, range->item[0]->text, k), w);
    return inner.value;
}

static int run_list(trial *x, const sexp *body, const binding *names, const sexp_env *env,
                    unsigned w)
{
    const char *head = sexp_head(body);
    int64_t low, high;
    bool yes;
    if (!strcmp(head, "splat"))
        return integer(x, body->item[1], env, &low) ? splat_of(x, low, w) : VALUES_NONE;
    if (!strcmp(head, "mask"))
        return integer(x, body->item[1], env, &low) && integer(x, body->item[2], env, &high)
                   ? mask_of(x, low, high, w)
                   : VALUES_NONE;
    if (!strcmp(head, "bytes")) return bytes_of(x, body, env);
    if (!strcmp(head, "crossing"))
        return integer(x, body->item[1], env, &low) ? crossing_of(x, low, w) : VALUES_NONE;
    if (!strcmp(head, "lanes")) return lanes_of(x, body, env);
    if (!strcmp(head, "at")) {
        if (!integer(x, body->item[1], env, &low) || low < 1 || low > x->t->family->bits)
            return VALUES_NONE;
        return run_body(x, body->item[2], names, env, (unsigned)low);
    }
    if (!strcmp(head, "if")) {
        if (!elab_condition(&x->e, body->item[1], env, &yes)) {
            x->failed = true;
            return VALUES_NONE;
        }
        return run_body(x, body->item[yes ? 2 : 3], names, env, w);
    }
    if (!strcmp(head, "let")) return let(x, body, names, env, w);
    if (!strcmp(head, "fold")) return fold(x, body, names, env, w);
    if (!strcmp(head, "blocks")) {
        x->in_blocks = true;
        int value = call(x, body->item[1], names, env, w);
        x->in_blocks = false;
        return value;
    }
    if (!strcmp(head, "instr")) return call_instr(x, body, names, env, w);
    return call(x, body, names, env, w);
}

static int run_body(trial *x, const sexp *body, const binding *names, const sexp_env *env,
                    unsigned w)
{
    if (body->kind == SEXP_LIST) return run_list(x, body, names, env, w);
    if (body->kind != SEXP_SYMBOL) return VALUES_NONE;
    while (names && strcmp(names->name, body->text)) names = names->outer;
    return names ? names->value : VALUES_NONE;
}

const sexp_env *rules_env(arena *mem, const rule *r, unsigned w, unsigned bits, unsigned other)
{
    const sexp_env *env = elab_bind_integer(mem, elab_bind_integer(mem, r->env, "w", w), "n",
                                            bits / w);
    env = elab_bind_integer(mem, env, "bits", bits);
    return r->other ? elab_bind_integer(mem, env, r->other, other) : env;
}

ls_status rules_try_use(const rulebook *b, table *t, use *u, values *f, unsigned round, diags *d)
{
    const rule *r = u->r;
    unsigned w = b->width[u->width];
    trial x = {.b = b, .t = t, .u = u, .f = f};
    x.e = (elab){.d = d, .mem = &x.mem, .in_op = true};
    u->ndeps = 0;
    u->all = false;
    u->tried = round;
    values_begin(f, b->m, t->family, r->op->arity,
                 (const image(*)[VALUES_IMAGES_MAX])b->in[t->images][u->width],
                 rules_images_at(b->width[u->width], t->family->bits));
    binding names[SPEC_SRC_MAX];
    for (unsigned i = 0; i < r->op->arity; i++)
        names[i] = (binding){i ? &names[i - 1] : NULL, r->param[i], (int)i};
    int n = run_body(&x, r->body, &names[r->op->arity - 1],
                     rules_env(&x.mem, r, w, t->family->bits, u->other), w);
    if (n != VALUES_NONE) rules_offer(b, t, r->op, u->width, f, n, r->name, round);
    arena_free(&x.mem);
    return x.failed ? LS_INPUT : LS_OK;
}
