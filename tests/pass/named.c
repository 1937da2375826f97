// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* named.c - guards named_find: for every movement that the spec has by name, what it finds moves
 * the same bits as the spec says, the operands either way round, some bits undefined; and what no
 * operation does is not found. The table is one of its own. */
#include "lowerings/pass/table/named.h"
#include "spec/op.h"
#include "tests/unit/fixture.h"

enum { BITS = 128, ENTRIES_MAX = 400 };

static struct lowering_entry entries[ENTRIES_MAX];
static unsigned nentries;

/* The pass's, over the table here. */
const struct lowering_entry *target_find(const target_view *v, const char *name, unsigned w,
                                         unsigned bits)
{
    (void)v;
    for (unsigned i = 0; i < nentries; i++)
        if (!strcmp(entries[i].op, name) && entries[i].w == w && entries[i].bits == bits)
            return &entries[i];
    return NULL;
}

static bool is_movement(const char *name)
{
    static const char *const stems[] = {"packl",       "packh",  "mergel",    "mergeh",  "reverse",
                                        "swap_fields", "slide_", "rotate_up", "window_", "splat_"};
    if (!strcmp(name, "splat_low") || !strcmp(name, "splat_at"))
        return false; /* no place in the name */
    for (unsigned i = 0; i < sizeof stems / sizeof *stems; i++)
        if (!strncmp(name, stems[i], strlen(stems[i]))) return true;
    return false;
}

/* Where bits of the result come from, in the terms of the spec; false where the operation does not
 * exist. */
static bool bits_of(const op *o, unsigned w, int *from)
{
    term_ctx *c = term_ctx_new();
    diags quiet = {0};
    term args[3], result, care;
    for (unsigned i = 0; i < o->arity; i++) args[i] = term_mk_var(c, o->param[i], BITS);
    bool good = op_exists(o, w, BITS / w) &&
                op_elaborate(o, w, BITS / w, c, args, &result, &care, &quiet);
    for (unsigned i = 0; good && i < BITS; i++) {
        term bit = term_mk_extract(c, i, i, result);
        from[i] = bit == term_mk_u64(c, 0, 1) ? NAMED_ZERO : NAMED_ANY;
        for (unsigned a = 0; a < o->arity; a++)
            for (unsigned k = 0; k < BITS; k++)
                if (bit == term_mk_extract(c, k, k, args[a])) from[i] = (int)(a * BITS + k);
        assert_int_not_equal(from[i], NAMED_ANY);
    }
    diag_free(&quiet);
    term_ctx_free(c);
    return good;
}

static int make_table(void **state)
{
    int from[BITS];
    if (load_spec(state)) return -1;
    for (unsigned i = 0; i < the_spec->nops; i++)
        for (unsigned w = 1; w <= 64; w *= 2) {
            const op *o = &the_spec->ops[i];
            if (!is_movement(o->name) || o->arity > 2 || !bits_of(o, w, from)) continue;
            if (nentries == ENTRIES_MAX) return -1;
            entries[nentries++] = (struct lowering_entry){
                .op = o->name, .arity = o->arity, .w = w, .bits = BITS, .insns = 5};
        }
    return 0;
}

/* What is found for `from` does that. */
static void assert_moves(const int *from, unsigned w, bool second)
{
    int found[BITS];
    named_move m = named_find(NULL, from, w, BITS, second);
    assert_non_null(m.entry);
    assert_true(bits_of(spec_find_op(the_spec, m.entry->op), m.entry->w, found));
    for (unsigned i = 0; i < BITS; i++) {
        if (from[i] == NAMED_ANY) continue;
        int bit = found[i];
        if (bit >= 0 && m.swapped) bit = (bit + BITS) % (2 * BITS);
        if (bit >= 0 && !second) bit %= BITS;
        assert_int_equal(bit, from[i]);
    }
}

static void every_named_movement_is_found(void **state)
{
    (void)state;
    int from[BITS], other[BITS];
    for (unsigned e = 0; e < nentries; e++) {
        const op *o = spec_find_op(the_spec, entries[e].op);
        unsigned w = entries[e].w;
        assert_true(bits_of(o, w, from));
        for (unsigned own = w; own; own /= 2)
            assert_moves(from, o->name[0] == 'p' && own == w ? w / 2 : own, o->arity == 2);
        for (unsigned i = 0; i < BITS; i++)
            other[i] = from[i] < 0 ? from[i] : (from[i] + BITS) % (2 * BITS);
        if (o->arity == 2) assert_moves(other, o->name[0] == 'p' ? w / 2 : w, true);
        for (unsigned i = 0; i < BITS; i++) other[i] = i / 8 % 3 ? NAMED_ANY : from[i];
        assert_moves(other, o->name[0] == 'p' ? w / 2 : w, o->arity == 2);
        for (unsigned i = 0; i < BITS; i++) other[i] = from[i] < 0 ? from[i] : from[i] % BITS;
        /* both operands are one */
        if (o->arity == 2) assert_moves(other, o->name[0] == 'p' ? w / 2 : w, false);
    }
}

static void what_nothing_does_is_not_found(void **state)
{
    (void)state;
    int from[BITS];
    for (unsigned e = 0; e < nentries; e++) {
        assert_true(bits_of(spec_find_op(the_spec, entries[e].op), entries[e].w, from));
        from[e % BITS] = from[e % BITS] == 77 ? 78 : 77; /* one bit is another */
        assert_null(named_find(NULL, from, 1, BITS, true).entry);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_named_movement_is_found),
        cmocka_unit_test(what_nothing_does_is_not_found),
    };
    return cmocka_run_group_tests(tests, make_table, drop_spec);
}
