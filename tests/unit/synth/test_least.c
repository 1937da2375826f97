// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_least.c - guards the exhaustive search on labels: what it excludes, plain enumeration does
 * not find; what was made with k moves is not excluded at k; what it finds does what was asked.
 *
 * Machines of 8 bits are small enough to try every program with every constant, forwards. */
#include "synth/permute/permute_least.h"
#include "synth/permute/shuffle.h"
#include "tests/unit/fixture.h"

enum { JUNK = -3 }; /* no label: two bits in one */

static uint64_t seed = 7;
static unsigned random_below(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

/* ---- programs, forwards ---- */

static label source(const permute_machine *m, const labels *const x[2], label l)
{
    return l <= LABEL_ZERO ? LABEL_ZERO
                           : x[(unsigned)(l - 1) / m->bits]->at[(unsigned)(l - 1) % m->bits];
}

/* False where the move assumes what is not so. */
static bool run_pure(const permute_machine *m, const mover *v, const labels *const x[2],
                     labels *out)
{
    for (unsigned i = 0; v->need && i < v->nvars * m->bits; i++) {
        label is = x[i / m->bits]->at[i % m->bits];
        if (v->need[i] != LABEL_FREE && (is == JUNK || is != source(m, x, v->need[i])))
            return false;
    }
    for (unsigned i = 0; i < m->bits; i++) out->at[i] = source(m, x, v->map[i]);
    return true;
}

static void run_choice(const permute_machine *m, const mover *v, const labels *const x[2],
                       const unsigned *value, labels *out)
{
    for (unsigned i = 0; i < m->bits; i++)
        out->at[i] = source(m, x, v->choice[i * v->nvalues + value[i / v->unit]]);
}

static label join(label a, label b)
{
    return a == LABEL_ZERO || a == b ? b : b == LABEL_ZERO ? a : JUNK;
}

static bool meets(const permute_machine *m, const label *g, const label *x)
{
    for (unsigned i = 0; i < m->bits; i++)
        if (g[i] != LABEL_FREE && g[i] != x[i]) return false;
    return true;
}

/* Evaluates what the search wrote down. */
static bool node_meets(const permute_machine *m, const permute *p, int n, const labels *g,
                       unsigned ninputs);

/* ---- a machine of 8 bits ---- */

enum { BITS = 8, INPUTS = 2, SEEN_MAX = 2000000 };

static label maps[8][BITS], need[2 * BITS], choice3[BITS * 3], choice2[BITS * 2];
static mover movers[10];
static permute_machine toy;

static mover *add_toy(mover_kind kind, unsigned nvars, int number)
{
    mover *m = &movers[toy.nmovers++];
    *m = (mover){.kind = kind,
                 .instr = (unsigned)number,
                 .nvars = nvars,
                 .operand = {0, nvars == 2 ? 1 : MOVER_NOTHING, MOVER_NOTHING}};
    return m;
}

static void add_shift(unsigned k, int by)
{
    mover *m = add_toy(MOVER_PURE, 1, 10 + (int)k);
    for (int i = 0; i < BITS; i++)
        maps[k][i] = i + by >= 0 && i + by < BITS ? (label)(1 + i + by) : LABEL_ZERO;
    m->map = maps[k];
    m->shift = by;
}

/* Shifts, an interleave, a pack of nibbles that assumes zeros above them, pairs of bits that a
 * constant keeps, swaps or clears, nibbles of one of two registers; and, or; with tables: a blend.
 */
static void make_toy(bool tables)
{
    toy = (permute_machine){.bits = BITS,
                            .movers = movers,
                            .and_ = 1,
                            .or_ = 2,
                            .xor_ = -1,
                            .table3 = tables ? 3 : -1,
                            .equal8 = -1,
                            .sub = {-1, -1, -1, -1}};
    add_shift(0, 1);
    add_shift(1, -1);
    add_shift(2, -4);
    mover *m = add_toy(MOVER_PURE, 2, 20);
    m->map = maps[3];
    for (int i = 0; i < BITS; i++) maps[3][i] = (label)(1 + i % 2 * BITS + i / 2);
    m = add_toy(MOVER_PURE, 2, 21);
    m->map = maps[4];
    m->need = need;
    for (int i = 0; i < BITS; i++) maps[4][i] = (label)(1 + i / 4 * BITS + i % 4);
    for (int i = 0; i < 2 * BITS; i++) need[i] = i % BITS >= 4 ? LABEL_ZERO : LABEL_FREE;
    static uint64_t values[] = {0, 1, 2};
    m = add_toy(MOVER_CHOICE, 1, 30);
    m->operand[1] = MOVER_CONSTANT;
    m->unit = 2;
    m->nvalues = 3;
    m->value = values;
    m->choice = choice3;
    for (int i = 0; i < BITS; i++) {
        choice3[i * 3] = (label)(1 + i);
        choice3[i * 3 + 1] = (label)(1 + (i ^ 1));
        choice3[i * 3 + 2] = LABEL_ZERO;
    }
    m = add_toy(MOVER_CHOICE, 2, 31);
    m->operand[2] = MOVER_CONSTANT;
    m->unit = 4;
    m->nvalues = 2;
    m->value = values;
    m->choice = choice2;
    for (int i = 0; i < BITS; i++) {
        choice2[i * 2] = (label)(1 + i);
        choice2[i * 2 + 1] = (label)(1 + BITS + i);
    }
}

/* Of a register of 8 bits, with nothing behind it. */
typedef struct few {
    label at[BITS];
} few;

typedef struct seen {
    few *at;
    unsigned count;
} seen;

static void keep(seen *s, const labels *x)
{
    assert_true(s->count < SEEN_MAX);
    memcpy(s->at[s->count++].at, x->at, sizeof s->at->at);
}

/* All that one move makes of sources x, y. */
static void all_moves(const labels *x, const labels *y, bool one, seen *out)
{
    const labels *const from[2] = {x, y};
    labels r;
    for (unsigned k = 0; k < toy.nmovers; k++) {
        const mover *m = &movers[k];
        if (one != (m->nvars == 1)) continue;
        if (m->kind == MOVER_PURE) {
            if (run_pure(&toy, m, from, &r)) keep(out, &r);
            continue;
        }
        unsigned units = BITS / m->unit, value[BITS], total = 1;
        for (unsigned u = 0; u < units; u++) total *= m->nvalues;
        for (unsigned v = 0; v < total; v++) {
            for (unsigned u = 0, rest = v; u < units; u++, rest /= m->nvalues)
                value[u] = rest % m->nvalues;
            run_choice(&toy, m, from, value, &r);
            keep(out, &r);
        }
    }
    for (unsigned k = 0; one && k < 1u << BITS; k++) {
        for (unsigned i = 0; i < BITS; i++) r.at[i] = k >> i & 1 ? x->at[i] : LABEL_ZERO;
        keep(out, &r);
    }
    for (unsigned i = 0; !one && i < BITS; i++) r.at[i] = join(x->at[i], y->at[i]);
    if (!one) keep(out, &r);
    for (unsigned k = 0; toy.table3 >= 0 && !one && k < 1u << BITS; k++)
        for (unsigned t = 0; t < 3; t++) { /* a blend, (x | y) & k, (x & k) | y */
            for (unsigned i = 0; i < BITS; i++) {
                bool on = k >> i & 1;
                r.at[i] = t == 0   ? (on ? x : y)->at[i]
                          : t == 1 ? (on ? join(x->at[i], y->at[i]) : LABEL_ZERO)
                                   : join(on ? x->at[i] : LABEL_ZERO, y->at[i]);
            }
            keep(out, &r);
        }
}

static int compare_labels(const void *a, const void *b) { return memcmp(a, b, sizeof(few)); }

static void widen(const few *x, labels *out) { memcpy(out->at, x->at, sizeof x->at); }

static void sort_seen(seen *s)
{
    unsigned n = 0;
    qsort(s->at, s->count, sizeof *s->at, compare_labels);
    for (unsigned i = 0; i < s->count; i++)
        if (!n || compare_labels(&s->at[n - 1], &s->at[i])) s->at[n++] = s->at[i];
    s->count = n;
}

/* Values of one step, and of two, of which the last uses the first. */
static void enumerate(seen *one, seen *two)
{
    labels base[INPUTS + 1];
    memset(base, 0, sizeof base); /* the last one is zero */
    for (unsigned x = 0; x < INPUTS; x++)
        for (unsigned i = 0; i < BITS; i++) base[x].at[i] = (label)(1 + x * BITS + i);
    one->count = two->count = 0;
    for (unsigned x = 0; x < INPUTS; x++) all_moves(&base[x], &base[x], true, one);
    for (unsigned x = 0; x <= INPUTS; x++)
        for (unsigned y = 0; y <= INPUTS; y++) all_moves(&base[x], &base[y], false, one);
    sort_seen(one);
    for (unsigned k = 0; k < one->count; k++) {
        labels v;
        widen(&one->at[k], &v);
        all_moves(&v, &v, true, two);
        all_moves(&v, &v, false, two);
        for (unsigned x = 0; x <= INPUTS; x++) {
            all_moves(&v, &base[x], false, two);
            all_moves(&base[x], &v, false, two);
        }
        if (two->count > SEEN_MAX / 2) sort_seen(two);
    }
    sort_seen(two);
}

static bool any_meets(const seen *s, const labels *g)
{
    for (unsigned i = 0; i < s->count; i++)
        if (meets(&toy, g->at, s->at[i].at)) return true;
    return false;
}

static bool is_asking(const labels *g, unsigned bits)
{
    for (unsigned i = 0; i < bits; i++)
        if (g->at[i] > 0) return true;
    return false;
}

/* Something that was made, changed here and there, so that about half of them cannot be made; bits
 * that nobody looks at. */
static void draw_goal(const seen *two, labels *g)
{
    do {
        widen(&two->at[random_below(two->count)], g);
        for (unsigned n = random_below(3); n; n--)
            g->at[random_below(BITS)] = (label)random_below(INPUTS * BITS + 1);
        for (unsigned i = 0, rare = 2 + random_below(8); i < BITS; i++)
            if (g->at[i] == JUNK || !random_below(rare)) g->at[i] = LABEL_FREE;
    } while (!is_asking(g, BITS));
}

static void exclusion_agrees_with_enumeration(void **state)
{
    (void)state;
    seen one = {.at = mem_alloc(SEEN_MAX, sizeof *one.at)},
         two = {.at = mem_alloc(SEEN_MAX, sizeof *two.at)};
    for (unsigned tables = 0; tables < 2; tables++) {
        unsigned excluded = 0, found = 0;
        make_toy(tables);
        enumerate(&one, &two);
        permute_least *x = permute_least_new(&toy, INPUTS);
        for (unsigned trial = 0; trial < 150; trial++) {
            labels g;
            draw_goal(&two, &g);
            for (unsigned steps = 1; steps <= 2; steps++) {
                permute *p = permute_new(&toy, INPUTS);
                int node;
                uint64_t candidates = 0;
                permute_verdict v = permute_least_search(x, &g, steps, 10000000, p, &node,
                                                         &candidates);
                bool exists = any_meets(steps == 1 ? &one : &two, &g);
                assert_int_not_equal(v, PERMUTE_UNDECIDED);
                if (v == PERMUTE_EXCLUDED && exists)
                    fail_msg("goal %u is excluded at %u steps, but there is a program", trial,
                             steps);
                if (v == PERMUTE_FOUND && !exists && !any_meets(&one, &g))
                    fail_msg("goal %u is found at %u steps, but there is no program", trial, steps);
                if (v == PERMUTE_FOUND && !node_meets(&toy, p, node, &g, INPUTS))
                    fail_msg("goal %u: what was found at %u steps does something else", trial,
                             steps);
                assert_true(candidates > 0);
                if (v == PERMUTE_FOUND) assert_true(permute_least_spread(x, &g) <= steps);
                excluded += v == PERMUTE_EXCLUDED;
                found += v == PERMUTE_FOUND;
                permute_free(p);
            }
        }
        permute_least_free(x);
        assert_true(excluded > 50 && found > 50); /* both were tried */
    }
    mem_free(one.at);
    mem_free(two.at);
}

static void work_bounds_a_search(void **state)
{
    (void)state;
    make_toy(false);
    permute_least *x = permute_least_new(&toy, INPUTS);
    permute *p = permute_new(&toy, INPUTS);
    labels g;
    int node;
    uint64_t candidates = 0;
    for (unsigned i = 0; i < BITS; i++) g.at[i] = (label)(BITS - i); /* reversed */
    assert_int_equal(permute_least_search(x, &g, 2, 10, p, &node, &candidates), PERMUTE_UNDECIDED);
    assert_int_equal(permute_least_search(x, &g, 2, 10000000, p, &node, &candidates),
                     PERMUTE_EXCLUDED);
    permute_free(p);
    permute_least_free(x);
}

/* ---- the shipped instructions ---- */

/* What an instruction makes, by the first move that it can be. */
static bool run_node(const permute_machine *m, const permute_node *n, const permute *p,
                     const labels *const value[], labels *out)
{
    const labels *x[2] = {NULL, NULL};
    const uint64_t *konst = NULL;
    unsigned k = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (n->src[i] < 0) continue;
        const permute_node *s = permute_get_node(p, n->src[i]);
        bool zero = s->is_const;
        for (unsigned w = 0; w < PERMUTE_LIMBS; w++) zero = zero && !s->konst[w];
        if (s->is_const && !(zero && i < 2)) konst = s->konst;
        else if (k < 2) x[k++] = value[n->src[i]];
    }
    static const uint64_t none[PERMUTE_LIMBS];
    if (n->instr == m->and_ || n->instr == m->or_ || n->instr == m->table3) {
        const uint64_t *mask = konst ? konst : none;
        for (unsigned i = 0; i < m->bits; i++) {
            bool on = mask[i / 64] >> i % 64 & 1;
            if (n->instr == m->and_) out->at[i] = on ? x[0]->at[i] : LABEL_ZERO;
            else if (n->instr == m->or_) out->at[i] = join(x[0]->at[i], x[1]->at[i]);
            else if (n->imm == 0xe4) out->at[i] = (on ? x[0] : x[1] ? x[1] : x[0])->at[i];
            else if (n->imm == 0xa8) out->at[i] = on ? join(x[0]->at[i], x[1]->at[i]) : LABEL_ZERO;
            else return false;
        }
        return true;
    }
    for (unsigned j = 0; j < m->nmovers; j++) {
        const mover *v = &m->movers[j];
        unsigned value_of[PERMUTE_BITS_MAX];
        if ((int)v->instr != n->instr || v->imm != n->imm || v->kind > MOVER_CHOICE) continue;
        if (v->kind == MOVER_PURE) return run_pure(m, v, x, out);
        for (unsigned u = 0; u < m->bits / v->unit; u++) {
            uint64_t want = 0;
            for (unsigned i = 0; i < v->unit; i++)
                want |= ((konst ? konst : none)[(u * v->unit + i) / 64] >> (u * v->unit + i) % 64 &
                         1)
                        << i;
            for (value_of[u] = 0; value_of[u] < v->nvalues && v->value[value_of[u]] != want;
                 value_of[u]++) {
            }
            if (value_of[u] == v->nvalues) return false;
        }
        run_choice(m, v, x, value_of, out);
        return true;
    }
    return false;
}

static bool node_meets(const permute_machine *m, const permute *p, int n, const labels *g,
                       unsigned ninputs)
{
    labels *at = mem_alloc((size_t)n + 1, sizeof *at);
    const labels **value = mem_alloc((size_t)n + 1, sizeof *value);
    bool good = n >= 0;
    for (int i = 0; good && i <= n; i++) {
        const permute_node *x = permute_get_node(p, i);
        value[i] = &at[i];
        for (unsigned k = 0; x->is_input && k < m->bits; k++)
            at[i].at[k] = (label)(1 + (unsigned)i * m->bits + k);
        if (!x->is_input && !x->is_const) good = run_node(m, x, p, value, &at[i]);
    }
    good = good && meets(m, g->at, at[n].at) && ninputs;
    mem_free(value);
    mem_free(at);
    return good;
}

static const regclass *x128;
static mover_book *book;

static int set_up(void **state)
{
    if (load_spec(state)) return -1;
    x128 = spec_find_class(the_spec, "x128");
    book = mover_book_new(the_spec, &x128, 1);
    return 0;
}

static int tear_down(void **state)
{
    mover_book_free(book);
    return drop_spec(state);
}

/* A move of random constants; false where it assumes what is not so. */
static bool random_move(const permute_machine *m, const labels *a, const labels *b, labels *out)
{
    const labels *const x[2] = {a, b};
    unsigned value[PERMUTE_BITS_MAX], k = random_below(m->nmovers + 40);
    if (k >= m->nmovers) { /* a mask, or a join of what does not meet */
        bool mask = k % 2;
        for (unsigned i = 0; i < m->bits; i++) {
            out->at[i] = mask             ? (random_below(4) ? a->at[i] : LABEL_ZERO)
                         : m->table3 >= 0 ? (i / 8 % 3 ? a : b)->at[i]
                                          : join(a->at[i], b->at[i]);
            if (out->at[i] == JUNK) return false;
        }
        return true;
    }
    if (random_below(3) == 0) /* the few that a constant controls */
        for (unsigned n = 0; n < 100 && m->movers[k].kind == MOVER_PURE; n++)
            k = random_below(m->nmovers);
    const mover *v = &m->movers[k];
    switch (v->kind) {
    case MOVER_PURE: return run_pure(m, v, x, out);
    case MOVER_CHOICE:
        for (unsigned u = 0; u < m->bits / v->unit; u++) value[u] = random_below(v->nvalues);
        run_choice(m, v, x, value, out);
        return true;
    case MOVER_MATRIX:
        for (unsigned i = 0; i < 64 / 8; i++) value[i] = random_below(9);
        for (unsigned i = 0; i < m->bits; i++)
            out->at[i] = value[i % 8] < 8 ? a->at[i - i % 8 + value[i % 8]] : LABEL_ZERO;
        return true;
    case MOVER_TABLE:
        for (unsigned i = 0; i < 8; i++) value[i] = random_below(5);
        for (unsigned i = 0; i < m->bits; i++) {
            if (a->at[i - i % 8 + 7] != LABEL_ZERO) return false;
            out->at[i] = value[i % 8] < 4 ? a->at[i - i % 8 + value[i % 8]] : LABEL_ZERO;
        }
        return true;
    case MOVER_EXTRACT:
    case MOVER_DEPOSIT: return false;
    }
    return false;
}

static void what_was_made_is_not_excluded(void **state)
{
    (void)state;
    static const char *const targets[] = {"x86-64", "x86-64-v3", "icelake-server"};
    for (unsigned t = 0; t < 3; t++) {
        arena mem = {0};
        permute_machine m = mover_machine(book, x128, spec_find_target(the_spec, targets[t]),
                                            &mem);
        permute_least *x = permute_least_new(&m, 2);
        labels input[2];
        unsigned done[3] = {0, 0, 0};
        for (unsigned i = 0; i < 128; i++)
            for (unsigned k = 0; k < 2; k++) input[k].at[i] = (label)(1 + 128 * k + i);
        for (unsigned trial = 0; trial < 80; trial++) {
            unsigned made = 1 + (trial == 40 ? 2 : trial % 2), steps = 1;
            labels v = input[random_below(2)], next;
            for (unsigned k = 0; k < made; k++) {
                unsigned tries = 0;
                const labels *other = &input[random_below(2)];
                bool exchanged = random_below(2);
                while (tries < 100 &&
                       !random_move(&m, exchanged ? other : &v, exchanged ? &v : other, &next))
                    tries++;
                if (tries < 100) v = next;
            }
            for (unsigned i = 0, rare = 1 + random_below(20); rare > 1 && i < 128; i++)
                if (!random_below(rare)) v.at[i] = LABEL_FREE;
            if (!is_asking(&v, 128) || meets(&m, v.at, input[0].at) || meets(&m, v.at, input[1].at))
                continue;
            assert_true(permute_least_spread(x, &v) <= made);
            permute_verdict verdict = PERMUTE_EXCLUDED;
            for (; steps <= made && verdict == PERMUTE_EXCLUDED; steps++) {
                permute *p = permute_new(&m, 2);
                int node;
                uint64_t candidates = 0;
                verdict = permute_least_search(x, &v, steps, 200000000, p, &node, &candidates);
                permute_free(p);
            }
            if (verdict == PERMUTE_EXCLUDED)
                fail_msg("%s: trial %u was made by %u moves, and is excluded", targets[t], trial,
                         made);
            done[made - 1] += verdict == PERMUTE_FOUND;
        }
        assert_true(done[0] > 10 && done[1] > 10);
        permute_least_free(x);
        arena_free(&mem);
    }
}

static void known_lengths_are_not_excluded(void **state)
{
    (void)state;
    static const struct {
        const char *op, *target;
        unsigned w, shortest; /* steps: the search's own figures, proved by hand */
    } known[] = {
        {"reverse", "x86-64-v2", 8, 1}, /* pshufb */
        {"rotate_up_1", "x86-64", 32, 1}, /* pshufd */
        {"swap_fields", "icelake-server", 1, 1}, /* gf2p8affineqb */
        {"reverse", "icelake-server", 4, 2}, /* bytes, bits in bytes */
        {"zext2_0", "x86-64", 16, 1}, /* an unpack with zero */
        {"packl", "icelake-server", 16, 1}, /* vpermt2b */
    };
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        arena mem = {0};
        diags d = {0};
        labels g;
        const op *o = spec_find_op(the_spec, known[i].op);
        permute_machine m = mover_machine(book, x128, spec_find_target(the_spec, known[i].target),
                                            &mem);
        permute_least *x = permute_least_new(&m, o->arity);
        assert_true(shuffle_goal(o, known[i].w, x128, &g, &d));
        for (unsigned steps = 1; steps <= known[i].shortest; steps++) {
            permute *p = permute_new(&m, o->arity);
            int node;
            uint64_t candidates = 0;
            permute_verdict v = permute_least_search(x, &g, steps, 2000000000, p, &node,
                                                     &candidates);
            if (v != (steps < known[i].shortest ? PERMUTE_EXCLUDED : PERMUTE_FOUND))
                fail_msg("%s %u %s at %u steps: %d", known[i].op, known[i].w, known[i].target,
                         steps, v);
            permute_free(p);
        }
        permute_least_free(x);
        diag_free(&d);
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exclusion_agrees_with_enumeration),
        cmocka_unit_test(work_bounds_a_search),
        cmocka_unit_test(what_was_made_is_not_excluded),
        cmocka_unit_test(known_lengths_are_not_excluded),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
