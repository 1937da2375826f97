// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_spec_ops.c - the operations of the shipped spec against plain C: as test_spec.c does with
 * instructions. An operation without a reference fails the test, so that none is added unchecked.
 */
#include "op_refs.h"
#include "spec/op.h"
#include "spec/spec.h"
#include "tests/unit/fixture.h"

/* The amount at the end of a name, "shl_12", and of the two numbers of "zext4_3" 10 times the first
 * and the second; -1 when there is none. */
static int fixed_amount(const op *o, const char *stem)
{
    size_t n = strlen(stem);
    unsigned m, p;
    char rest;
    if (strncmp(o->name, stem, n) == 0 && sscanf(o->name + n, "%1u_%1u%c", &m, &p, &rest) == 2)
        return (int)(10 * m + p);
    if (strncmp(o->name, stem, n) != 0 || o->name[n] != '_')
        return -1;
    char *end;
    unsigned long k = strtoul(o->name + n + 1, &end, 10);
    return *end ? -1 : (int)k;
}

static const struct op_ref *find_op_ref(const op *o)
{
    for (size_t r = 0; r < sizeof op_refs / sizeof *op_refs; r++)
        if (op_refs[r].fixed ? fixed_amount(o, op_refs[r].name) >= 0
                             : !strcmp(o->name, op_refs[r].name))
            return &op_refs[r];
    return NULL;
}

/* What the operand has for field i. */
static uint64_t operand(const op *o, unsigned k, const uint64_t *reg, unsigned w, unsigned i)
{
    if (k >= o->arity)
        return 0;
    unsigned width = op_type_width(o->type[k], w);
    return get_bits(reg, op_type_fields(o->type[k], 2) == 1 ? 0 : i * width, width);
}

static lane op_lane(const op *o, uint64_t src[3][LIMBS], const struct op_ref *ref, unsigned w,
                    unsigned n, unsigned i)
{
    lane v = {.i = i,
              .w = w,
              .n = n,
              .k = ref->fixed ? (unsigned)fixed_amount(o, ref->name) : 0,
              .reg = {src[0], src[1], src[2]}};
    v.a = operand(o, 0, src[0], w, i);
    v.b = operand(o, 1, src[1], w, i);
    v.c = operand(o, 2, src[2], w, i);
    return v;
}

/* What field i of the result has to be: of a reduction, the fields up to i or all of them folded.
 */
static uint64_t expected(const op *o, uint64_t src[3][LIMBS], const struct op_ref *ref, unsigned w,
                         unsigned n, unsigned i)
{
    lane v = op_lane(o, src, ref, w, n, i);
    if (ref->fold == NO_FOLD)
        return ref->fn(&v);
    uint64_t first = get_bits(src[0], 0, w), done = ref->initial & ones(w);
    bool bounded = strstr(o->name, "smin") ||
                   strstr(o->name, "smax"); /* their first field is folded with itself */
    if (bounded)
        done = first;
    for (unsigned k = 0; k < (ref->fold == PREFIX ? i + 1 : n); k++) {
        lane x = {.a = done, .b = get_bits(src[0], k * w, w), .w = w};
        done = ref->fn(&x) & ones(w);
    }
    return done;
}

/* One trial: all bits of got and cared, those above the result's included. */
static void check_trial(const op *o, const struct op_ref *ref, uint64_t src[3][LIMBS],
                        const uint64_t *got, const uint64_t *cared, unsigned w, unsigned n,
                        unsigned bits)
{
    unsigned width = op_type_width(o->result, w), fields = op_type_fields(o->result, n);
    for (unsigned i = 0; i < fields; i++) {
        lane v = op_lane(o, src, ref, w, n, i);
        bool matters = !ref->pre || ref->pre(&v);
        uint64_t cares = get_bits(cared, i * width, width), is = get_bits(got, i * width, width);
        if (cares != (matters ? ref->top ? (uint64_t)1 << (width - 1) : ones(width) : 0))
            fail_msg("%s, w %u, n %u: field %u cares 0x%llx", o->name, w, n, i,
                     (unsigned long long)cares);
        uint64_t want = matters ? expected(o, src, ref, w, n, i) & ones(width) : is;
        if (is != want)
            fail_msg("%s, w %u, n %u: field %u of 0x%llx, 0x%llx, 0x%llx is 0x%llx, not 0x%llx",
                     o->name, w, n, i, (unsigned long long)v.a, (unsigned long long)v.b,
                     (unsigned long long)v.c, (unsigned long long)is, (unsigned long long)want);
    }
    for (unsigned at = fields * width; at < bits; at++)
        if (get_bits(cared, at, 1) != 0)
            fail_msg("%s, w %u, n %u: bit %u of a register of %u cares", o->name, w, n, at, bits);
}

/* Random bits above what the operand's type has, corner values and all pairs of small fields in it.
 */
static void fill_operand(const op *o, unsigned k, uint64_t *reg, unsigned w, unsigned n,
                         unsigned bits, uint64_t pair)
{
    unsigned width = op_type_width(o->type[k], w) < bits ? op_type_width(o->type[k], w) : bits;
    memset(reg, 0, LIMBS * sizeof *reg);
    for (unsigned at = 0; at < bits; at++) put_bits(reg, at, 1, random_bits() >> 17);
    for (unsigned i = 0; i < op_type_fields(o->type[k], n); i++, pair++)
        put_bits(reg, i * width, width,
                 w <= 4 && k < 2 ? pair >> k * w & ones(width) : random_value(width));
}

/* n fields of w bits in a register of spare bits more. While 2w is at most 8 the trials run through
 * all pairs of fields. */
static void check_op(const op *o, const struct op_ref *ref, unsigned w, unsigned n, unsigned spare)
{
    static const char *const names[] = {"a", "b", "c"};
    diags d = {0};
    term_ctx *c = term_ctx_new();
    unsigned bits = w * n + spare, trials = ref->fixed ? 4 : w <= 4 ? (1u << 2 * w) / n + 1 : 24;
    term args[3], result, care;
    for (unsigned k = 0; k < 3; k++) args[k] = term_mk_var(c, names[k], bits);
    assert_true(op_elaborate(o, w, n, c, args, &result, &care, &d));
    assert_int_equal(d.count, 0);
    assert_int_equal(term_width(c, result), bits);
    assert_int_equal(term_width(c, care), bits);
    for (unsigned trial = 0; trial < trials; trial++) {
        uint64_t src[3][LIMBS], got[LIMBS] = {0}, cared[LIMBS] = {0};
        const uint64_t *values[3] = {src[0], src[1], src[2]};
        for (unsigned k = 0; k < o->arity; k++)
            fill_operand(o, k, src[k], w, n, bits, (uint64_t)trial * n);
        if (o->arity > 1 && trial % 8 == 5)
            memcpy(src[1], src[0], sizeof src[0]);
        term_eval(c, result, args, values, o->arity, got);
        term_eval(c, care, args, values, o->arity, cared);
        check_trial(o, ref, src, got, cared, w, n, bits);
    }
    term_ctx_free(c);
    diag_free(&d);
}

/* At some numbers of fields, odd and even, where an operation's existence depends on them. */
static void check_op_by_shape(const op *o, const struct op_ref *ref, unsigned w)
{
    const unsigned counts[] = {1, 2, 3, 4, 6, 9, 128 / w};
    for (size_t j = 0; j < sizeof counts / sizeof *counts; j++) {
        bool exists = ref->shape(w, counts[j],
                                 ref->fixed ? (unsigned)fixed_amount(o, ref->name) : 0);
        if (op_exists(o, w, counts[j]) != exists)
            fail_msg("%s exists%s for %u fields of %u bits", o->name, exists ? " not" : "",
                     counts[j], w);
        if (exists)
            check_op(o, ref, w, counts[j], j % 2 ? 0 : 5);
    }
}

static void every_operation_does_what_its_reference_does(void **state)
{
    (void)state;
    static const unsigned widths[] = {1, 2, 3, 4, 5, 8, 12, 16, 32, 64};
    for (unsigned k = 0; k < the_spec->nops; k++) {
        const op *o = &the_spec->ops[k];
        const struct op_ref *ref = find_op_ref(o);
        if (!op_is_plain(o))
            continue; /* below */
        if (!ref)
            fail_msg("%s has no reference in this test", o->name);
        for (unsigned j = 0; j < sizeof widths / sizeof *widths; j++) {
            unsigned w = widths[j];
            if (ref->shape) {
                check_op_by_shape(o, ref, w);
                continue;
            }
            bool exists = (!ref->exists || ref->exists(w)) &&
                          (!ref->fixed || (unsigned)fixed_amount(o, ref->name) < w);
            if (op_exists(o, w, 128 / w) != exists)
                fail_msg("%s exists%s for fields of %u bits", o->name, exists ? " not" : "", w);
            if (!exists)
                continue;
            check_op(o, ref, w, 1, 0);
            check_op(o, ref, w, 3, 5);
            check_op(o, ref, w, 128 / w, 128 % w);
        }
    }
}

static void every_reference_is_that_of_an_operation(void **state)
{
    (void)state;
    for (size_t r = 0; r < sizeof op_refs / sizeof *op_refs; r++) {
        unsigned found = 0;
        for (unsigned k = 0; k < the_spec->nops; k++)
            found += find_op_ref(&the_spec->ops[k]) == &op_refs[r];
        assert_int_equal(found, op_refs[r].members ? op_refs[r].members
                                : op_refs[r].fixed ? 67
                                                   : 1);
    }
}

/* ---- two results: whole registers, with a carry in and out ---- */

/* r = a + b + carry, or a - b - carry, of so many limbs; what is carried out. */
static uint64_t add_limbs(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t carry,
                          unsigned limbs, bool sub)
{
    for (unsigned i = 0; i < limbs; i++) {
        wide s = sub ? (wide)a[i] - b[i] - carry : (wide)a[i] + b[i] + carry;
        r[i] = (uint64_t)s;
        carry = (uint64_t)(s >> 64) & 1;
    }
    return carry;
}

static uint64_t two_add(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t c, unsigned n)
{
    return add_limbs(r, a, b, c, n, false);
}

static uint64_t two_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t c, unsigned n)
{
    return add_limbs(r, a, b, c, n, true);
}

static uint64_t two_match(uint64_t *r, const uint64_t *m, const uint64_t *s, uint64_t c, unsigned n)
{
    uint64_t both[LIMBS], sum[LIMBS];
    for (unsigned i = 0; i < n; i++)
        both[i] = m[i] & s[i];
    c = add_limbs(sum, both, s, c, n, false);
    for (unsigned i = 0; i < n; i++)
        r[i] = (sum[i] ^ s[i]) | m[i];
    return c;
}

static uint64_t two_scan(uint64_t *r, const uint64_t *m, const uint64_t *s, uint64_t c, unsigned n)
{
    c = add_limbs(r, m, s, c, n, false);
    for (unsigned i = 0; i < n; i++)
        r[i] &= ~s[i];
    return c;
}

static uint64_t two_scan_to(uint64_t *r, const uint64_t *m, const uint64_t *t, uint64_t c,
                            unsigned n)
{
    uint64_t others[LIMBS];
    for (unsigned i = 0; i < n; i++)
        others[i] = ~t[i];
    return two_scan(r, m, others, c, n);
}

static uint64_t two_inclusive(uint64_t *r, const uint64_t *s, const uint64_t *e, uint64_t c,
                              unsigned n)
{
    uint64_t d[LIMBS];
    c = add_limbs(d, e, s, c, n, true);
    for (unsigned i = 0; i < n; i++)
        r[i] = d[i] | e[i];
    return c;
}

static uint64_t two_exclusive(uint64_t *r, const uint64_t *s, const uint64_t *e, uint64_t c,
                              unsigned n)
{
    c = add_limbs(r, e, s, c, n, true);
    for (unsigned i = 0; i < n; i++)
        r[i] &= ~s[i];
    return c;
}

/* Of one operand and the carry. */
static uint64_t two_increment(uint64_t *r, const uint64_t *a, const uint64_t *none, uint64_t c,
                              unsigned n)
{
    (void)none;
    for (unsigned i = 0; i < n; i++) {
        r[i] = a[i] + c;
        c = c && !r[i];
    }
    return c;
}

static uint64_t two_advance(uint64_t *r, const uint64_t *a, const uint64_t *none, uint64_t c,
                            unsigned n)
{
    (void)none;
    for (unsigned i = 0; i < n; i++) {
        r[i] = a[i] << 1 | c;
        c = a[i] >> 63;
    }
    return c;
}

static uint64_t two_negate(uint64_t *r, const uint64_t *a, const uint64_t *none, uint64_t c,
                           unsigned n)
{
    (void)none;
    for (unsigned i = 0; i < n; i++) {
        r[i] = -a[i] - c;
        c = c || a[i];
    }
    return c;
}

static uint64_t two_prefix_xor(uint64_t *r, const uint64_t *a, const uint64_t *none, uint64_t c,
                               unsigned n)
{
    (void)none;
    for (unsigned i = 0; i < 64 * n; i++) {
        c ^= a[i / 64] >> i % 64 & 1;
        r[i / 64] = i % 64 ? r[i / 64] | c << i % 64 : c;
    }
    return c;
}

static const struct {
    const char *name;
    uint64_t (*fn)(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t c, unsigned limbs);
    unsigned least; /* width */
} two_refs[] = {{"add_carry", two_add, 128},          {"sub_borrow", two_sub, 128},
                {"match_star", two_match, 128},       {"scan_thru", two_scan, 128},
                {"scan_to", two_scan_to, 128},        {"inclusive_span", two_inclusive, 128},
                {"exclusive_span", two_exclusive, 128}, {"increment", two_increment, 128},
                {"negate", two_negate, 128},          {"prefix_xor", two_prefix_xor, 64},
                {"advance", two_advance, 128}};
enum { TWO_REFS = sizeof two_refs / sizeof *two_refs };

/* Limbs that let carries through, make them, or stop them; anything above the carry's bit. */
static void fill_carrying(uint64_t src[3][LIMBS], unsigned limbs)
{
    for (unsigned i = 0; i < limbs; i++) {
        uint64_t x = random_bits() % 3 ? ones(64) * (random_bits() & 1) : random_bits();
        const uint64_t other[4] = {~x, -x, x, random_bits()};
        src[0][i] = x;
        src[1][i] = other[random_bits() % 4];
    }
    src[2][0] = random_bits();
}

static void check_two_results(const op *o, size_t r, unsigned w)
{
    diags d = {0};
    term_ctx *c = term_ctx_new();
    term args[3], result, care;
    unsigned last = o->arity - 1; /* the carry */
    for (unsigned k = 0; k < o->arity; k++)
        args[k] = term_mk_var(c, o->param[k], 2 * w);
    assert_int_equal(op_term_bits(o, w), 2 * w);
    assert_true(op_elaborate(o, w, 1, c, args, &result, &care, &d));
    for (unsigned trial = 0; trial < 200; trial++) {
        uint64_t src[3][LIMBS] = {{0}}, got[LIMBS] = {0}, cared[LIMBS] = {0}, want[LIMBS] = {0};
        const uint64_t *values[3] = {src[0], last == 1 ? src[2] : src[1], src[2]};
        fill_carrying(src, w / 64);
        want[w / 64] = two_refs[r].fn(want, src[0], src[1], src[2][0] & 1, w / 64);
        term_eval(c, result, args, values, o->arity, got);
        term_eval(c, care, args, values, o->arity, cared);
        assert_memory_equal(got, want, sizeof got);
        for (unsigned i = 0; i < 2 * w / 64; i++)
            assert_true(cared[i] == (i <= w / 64 ? ones(64) : 0)); /* zeros above the carry, too */
    }
    term_ctx_free(c);
}

static void two_results_are_what_their_references_are(void **state)
{
    (void)state;
    for (unsigned k = 0; k < the_spec->nops; k++) {
        const op *o = &the_spec->ops[k];
        size_t r = 0;
        while (r < TWO_REFS && strcmp(two_refs[r].name, o->name))
            r++;
        if (op_is_plain(o))
            continue;
        if (r == TWO_REFS)
            fail_msg("%s has no reference in this test", o->name);
        for (unsigned w = 1; w <= 512; w++)
            assert_int_equal(op_exists(o, w, 1), w >= two_refs[r].least);
        for (unsigned w = two_refs[r].least; w <= 512; w *= 2)
            check_two_results(o, r, w);
    }
}

static bool bit_of(const uint64_t *x, unsigned i) { return x[i / 64] >> i % 64 & 1; }

static void check_long_shift(const op *o, unsigned k, unsigned w)
{
    diags d = {0};
    term_ctx *c = term_ctx_new();
    term args[2] = {term_mk_var(c, "a", w), term_mk_var(c, "b", w)}, result, care;
    assert_true(op_elaborate(o, w, 1, c, args, &result, &care, &d));
    for (unsigned trial = 0; trial < 20; trial++) {
        uint64_t src[2][LIMBS] = {{0}}, got[LIMBS] = {0};
        const uint64_t *values[2] = {src[0], src[1]};
        for (unsigned i = 0; i < w / 64; i++) src[0][i] = random_bits(), src[1][i] = random_bits();
        term_eval(c, result, args, values, 2, got);
        for (unsigned i = 0; i < w; i++)
            assert_true(bit_of(got, i) == (i < k ? bit_of(src[1], w - k + i)
                                                 : bit_of(src[0], i - k)));
    }
    term_ctx_free(c);
}

static void long_shifts_are_of_whole_registers(void **state)
{
    (void)state;
    for (unsigned i = 0; i < the_spec->nops; i++) {
        int k = fixed_amount(&the_spec->ops[i], "fshl");
        for (unsigned w = 64; k >= 0 && w <= 512; w *= 2) {
            bool exists = w >= 128 && (unsigned)k < w;
            assert_int_equal(op_exists(&the_spec->ops[i], w, 1), exists);
            assert_false(op_exists(&the_spec->ops[i], w, 2));
            if (exists) check_long_shift(&the_spec->ops[i], (unsigned)k, w);
        }
    }
}

/* Sums, counts and orders over many fields stay cheap: a fold shares what it has done. */
static void a_reduction_is_linear_in_the_fields(void **state)
{
    (void)state;
    for (unsigned k = 0; k < the_spec->nops; k++) {
        const op *o = &the_spec->ops[k];
        diags d = {0};
        term_ctx *c = term_ctx_new();
        term args[3], result, care;
        for (unsigned i = 0; i < 3; i++)
            args[i] = term_mk_var(c, i == 0 ? "a" : i == 1 ? "b" : "c", 512);
        for (unsigned w = 1; w <= 64; w *= 8) {
            size_t before = term_count(c);
            bool across = o->result == OP_SCALAR || !strcmp(o->name, "prefix_add");
            if (!across || !op_exists(o, w, 512 / w))
                continue;
            assert_true(op_elaborate(o, w, 512 / w, c, args, &result, &care, &d));
            if (term_count(c) - before > 6 * 512)
                fail_msg("%s, w %u: %zu terms", o->name, w, term_count(c) - before);
        }
        term_ctx_free(c);
    }
}

static void every_operation_names_its_llvm_form(void **state)
{
    (void)state;
    for (unsigned k = 0; k < the_spec->nops; k++) {
        const op *o = &the_spec->ops[k];
        const struct op_ref *ref = find_op_ref(o);
        assert_non_null(o->doc);
        if (!op_is_plain(o)) {
            assert_true(!o->llvm && !o->llvm_intrinsic);
            continue;
        }
        assert_non_null(ref);
        bool intrinsic = ref->llvm && !strncmp(ref->llvm, "llvm.", 5);
        const char *form = intrinsic ? o->llvm_intrinsic : o->llvm;
        assert_null(intrinsic ? o->llvm : o->llvm_intrinsic);
        if (ref->llvm)
            assert_string_equal(form, ref->llvm);
        else
            assert_null(form);
        bool flag = intrinsic && (!strcmp(form, "llvm.abs") || !strcmp(form, "llvm.ctlz") ||
                                  !strcmp(form, "llvm.cttz"));
        if (flag)
            assert_string_equal(o->llvm_flag, strstr(o->name, "_nz") ? "true" : "false");
        else
            assert_null(o->llvm_flag);
        assert_int_equal(o->llvm_sext, ref->llvm != NULL && strncmp(ref->llvm, "icmp", 4) == 0);
        assert_ptr_equal(spec_find_op(the_spec, o->name), o);
    }
}

static void an_operation_says_that_it_commutes_when_it_does(void **state)
{
    (void)state;
    static const char *const commuting[] = {
        "and",       "or",         "xor",       "nor",        "nand",      "xnor",  "and3",
        "or3",       "xor3",       "majority",  "add",        "mul",       "mulhu", "mulhs",
        "uabs_diff", "sabs_diff",  "umin",      "umax",       "smin",      "smax",  "uadd_sat",
        "sadd_sat",  "uavg_floor", "uavg_ceil", "savg_floor", "savg_ceil", "eq",    "ne",
        "eq_bits",   "ne_bits",    "eq_top",    "ne_top",     "mul_low",
        "add_carry"};
    for (unsigned k = 0; k < the_spec->nops; k++) {
        bool want = false;
        for (size_t j = 0; j < sizeof commuting / sizeof *commuting; j++)
            want = want || strcmp(the_spec->ops[k].name, commuting[j]) == 0;
        if (the_spec->ops[k].commutative != want)
            fail_msg("%s is%s declared commutative", the_spec->ops[k].name, want ? " not" : "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_does_what_its_reference_does),
        cmocka_unit_test(every_reference_is_that_of_an_operation),
        cmocka_unit_test(two_results_are_what_their_references_are),
        cmocka_unit_test(long_shifts_are_of_whole_registers),
        cmocka_unit_test(a_reduction_is_linear_in_the_fields),
        cmocka_unit_test(every_operation_names_its_llvm_form),
        cmocka_unit_test(an_operation_says_that_it_commutes_when_it_does),
    };
    return cmocka_run_group_tests_name("operations", tests, load_spec, drop_spec);
}
