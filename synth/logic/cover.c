// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cover.c - truth tables, prime implicants, least covers.
 *
 * Tables have at most 64 rows, a bit each. Primes are found by looking at every product of
 * literals, covers by branching on the first row that is not covered yet; both are exact for the
 * four variables of two fields of 2 bits. The order in which covers are met is fixed: what the
 * engine qm proposes depends on it. */
#include "cover.h"

#include <string.h>

#include "spec/op.h"

enum { PRIMES_MAX = 729, STEPS_MAX = 200000, INPUTS_MAX = 3 };

/* ---- truth tables ---- */

static void read_row(const op *o, unsigned w, unsigned row, term_ctx *c, term result, term care,
                     const term *args, truth_table *t)
{
    uint64_t in[INPUTS_MAX], r[1] = {0}, k[1] = {0};
    const uint64_t *v[INPUTS_MAX] = {&in[0], &in[1], &in[2]};
    for (unsigned i = 0; i < o->arity; i++) in[i] = row >> i * w & ((1u << w) - 1);
    term_eval(c, result, args, v, o->arity, r);
    term_eval(c, care, args, v, o->arity, k);
    for (unsigned j = 0; j < w; j++) {
        t[j].on |= (r[0] >> j & 1) << row;
        t[j].care |= (k[0] >> j & 1) << row;
    }
}

bool truth_read(const op *o, unsigned w, truth_table *t)
{
    require(o->arity <= INPUTS_MAX && w * o->arity <= COVER_VARS_MAX,
            "a table has at most six variables");
    term_ctx *c = term_ctx_new();
    diags quiet = {0};
    term args[INPUTS_MAX], result, care;
    for (unsigned i = 0; i < o->arity; i++) args[i] = term_mk_var(c, o->param[i], w);
    for (unsigned j = 0; j < w; j++)
        t[j] = (truth_table){.nvars = w * o->arity, .rows = 1u << w * o->arity};
    bool good = op_elaborate(o, w, 1, c, args, &result, &care, &quiet);
    for (unsigned row = 0; good && row < t[0].rows; row++)
        read_row(o, w, row, c, result, care, args, t);
    diag_free(&quiet);
    term_ctx_free(c);
    return good;
}

/* ---- primes ---- */

static bool cube_covers(cube c, unsigned row)
{
    return (row & c.mask) == c.value;
}

static uint64_t cube_rows(const truth_table *t, cube c)
{
    uint64_t rows = 0;
    for (unsigned r = 0; r < t->rows; r++)
        if (cube_covers(c, r)) rows |= 1ULL << r;
    return rows;
}

static bool is_implicant(const truth_table *t, cube c)
{
    return !(cube_rows(t, c) & t->care & ~t->on);
}

static bool is_prime(const truth_table *t, cube c)
{
    for (unsigned v = 0; v < t->nvars; v++) {
        cube larger = {c.mask & ~(1u << v), c.value & ~(1u << v)};
        if ((c.mask >> v & 1) && is_implicant(t, larger)) return false;
    }
    return is_implicant(t, c) && (cube_rows(t, c) & t->care & t->on);
}

static unsigned find_primes(const truth_table *t, cube *out, unsigned max)
{
    unsigned count = 0;
    for (unsigned mask = 0; mask < t->rows; mask++)
        for (unsigned value = mask;; value = (value - 1) & mask) {
            cube c = {mask, value};
            if (count < max && is_prime(t, c)) out[count++] = c;
            if (value == 0) break;
        }
    return count;
}

/* ---- covers ---- */

typedef struct cover {
    const truth_table *t;
    cube prime[PRIMES_MAX];
    unsigned nprimes;
    unsigned pick[COVER_ROWS_MAX], npick, best[COVER_ROWS_MAX], nbest, best_literals;
    uint64_t steps;
    /* NULL while the least is looked for; then for each cover that is as small */
    cover_visit_fn *visit;
    void *context;
} cover;

static unsigned pick_literals(const cover *c)
{
    unsigned n = 0;
    for (unsigned i = 0; i < c->npick; i++)
        n += (unsigned)__builtin_popcount(c->prime[c->pick[i]].mask);
    return n;
}

static unsigned put_cubes(const cover *c, const unsigned *number, unsigned count, cube *out)
{
    for (unsigned i = 0; i < count; i++) out[i] = c->prime[number[i]];
    return count;
}

static void keep_least(cover *c)
{
    unsigned literals = pick_literals(c);
    if (c->npick == c->nbest && literals >= c->best_literals) return;
    memcpy(c->best, c->pick, c->npick * sizeof *c->pick);
    c->nbest = c->npick;
    c->best_literals = literals;
}

static void visit_least(cover *c)
{
    cube cubes[COVER_ROWS_MAX];
    if (c->npick == c->nbest && pick_literals(c) == c->best_literals)
        c->visit(c->context, cubes, put_cubes(c, c->pick, c->npick, cubes));
}

/* Branches on the first row that is not covered. */
static void search_cover(cover *c, uint64_t open)
{
    if (c->npick > c->nbest || ++c->steps > STEPS_MAX) return;
    if (!open) {
        if (c->visit) visit_least(c);
        else keep_least(c);
        return;
    }
    unsigned row = (unsigned)__builtin_ctzll(open);
    for (unsigned i = 0; i < c->nprimes; i++) {
        if (!cube_covers(c->prime[i], row) || c->npick == COVER_ROWS_MAX) continue;
        c->pick[c->npick++] = i;
        search_cover(c, open & ~cube_rows(c->t, c->prime[i]));
        c->npick--;
    }
}

static void find_least(cover *c, const truth_table *t)
{
    *c = (cover){.t = t, .nbest = COVER_ROWS_MAX, .best_literals = ~0u};
    c->nprimes = find_primes(t, c->prime, PRIMES_MAX);
    search_cover(c, t->on & t->care);
}

unsigned cover_least(const truth_table *t, cube out[COVER_ROWS_MAX])
{
    cover c;
    find_least(&c, t);
    return put_cubes(&c, c.best, c.nbest, out);
}

void cover_visit_least(const truth_table *t, cover_visit_fn *visit, void *context)
{
    cover c;
    find_least(&c, t);
    c.visit = visit;
    c.context = context;
    c.steps = 0;
    search_cover(&c, t->on & t->care);
}
