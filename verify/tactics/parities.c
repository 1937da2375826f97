// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* parities.c - see parities.h.
 *
 * A *form* is a set of atoms and a constant: the bit is the parity of the atoms, complemented or
 * not. Atoms are bits of inputs, and bits of terms that are no exclusive or of what is below them
 * (a conjunction of two forms, a sum), which are rebuilt of their forms. Terms are walked in order,
 * so forms of arguments are there.
 *
 * It is done twice. First the forms that go into atoms are collected, and brought into a triangle
 * (Gauss); then each is a variable, and its pivot, a bit of an input, is what the form says.
 *
 * Called by tactics.c. */
#include "parities.h"

#include <string.h>

#include "spec/term/bv.h"

enum { XORS_MIN = 64, CUTS_MAX = 64, TRIALS = 8, LIMBS = TERM_LIMBS_MAX };

/* Where more than these are needed, exclusive ors are not what is hard about the claim: atoms that
 * are no bits of inputs, atoms in all forms together. */
enum { OTHERS_MAX = 1024, KEPT_MAX = 1 << 23 };

typedef struct form {
    bool one; /* the parity's complement */
    unsigned count;
    const unsigned *atom; /* ascending numbers */
} form;

/* A form that is a variable: `pivot` is the variable and the rest. */
typedef struct cut {
    unsigned pivot, variable; /* atoms */
    form pivot_is;
} cut;

typedef struct parities {
    const obligation *o;
    term_ctx *c;
    arena mem;
    form **bits; /* by term: as many as it is wide, a Bool one */
    term *atom;  /* by number: a term of one bit */
    unsigned natoms, cap;
    unsigned *number; /* by term: an atom's number and 1; 0: it is none */
    size_t nnumber;
    size_t kept, others; /* atoms in all forms; those that are no bits of inputs */
    cut cuts[CUTS_MAX];
    unsigned ncuts;
    bool collecting; /* forms that go into atoms become cuts */
    bool gave_up;
} parities;

/* ---- forms ---- */

static const form zero_form = {false, 0, NULL}, one_form = {true, 0, NULL};

static form constant(bool one) { return one ? one_form : zero_form; }
static bool is_constant(form x) { return !x.count; }

static bool same(form x, form y)
{
    return x.one == y.one && x.count == y.count &&
           (!x.count || !memcmp(x.atom, y.atom, x.count * sizeof *x.atom));
}

static form complement(form x)
{
    x.one = !x.one;
    return x;
}

/* Atoms of one of them, not of both. */
static form exclusive_or(parities *p, form x, form y)
{
    if (is_constant(x) || is_constant(y)) {
        form rest = x.count ? x : y;
        rest.one = x.one != y.one;
        return rest;
    }
    unsigned *atom = arena_new(&p->mem, x.count + y.count, unsigned), n = 0, i = 0, k = 0;
    while (i < x.count || k < y.count) {
        if (k == y.count || (i < x.count && x.atom[i] < y.atom[k])) atom[n++] = x.atom[i++];
        else if (i == x.count || y.atom[k] < x.atom[i]) atom[n++] = y.atom[k++];
        else i++, k++;
    }
    p->kept += n;
    p->gave_up = p->gave_up || p->kept > KEPT_MAX;
    return (form){x.one != y.one, n, atom};
}

static bool has_atom(form x, unsigned atom)
{
    for (unsigned i = 0; i < x.count; i++)
        if (x.atom[i] == atom) return true;
    return false;
}

/* ---- atoms ---- */

static bool is_input_bit(const parities *p, term t)
{
    if (term_get_op(p->c, t) == TERM_EXTRACT) t = term_arg(p->c, t, 0);
    for (unsigned i = 0; i < p->o->ninputs; i++)
        if (p->o->chunk.input[i] == t) return true;
    return false;
}

static unsigned number_of(parities *p, term t)
{
    if (t >= p->nnumber) {
        size_t more = 2 * (size_t)t + 64;
        p->number = mem_grow(p->number, more, sizeof *p->number);
        memset(p->number + p->nnumber, 0, (more - p->nnumber) * sizeof *p->number);
        p->nnumber = more;
    }
    if (p->number[t]) return p->number[t] - 1;
    if (p->natoms == p->cap) p->atom = mem_grow(p->atom, p->cap = 2 * p->cap + 64, sizeof *p->atom);
    p->atom[p->natoms++] = t;
    p->others += !is_input_bit(p, t);
    p->gave_up = p->gave_up || p->others > OTHERS_MAX;
    return (p->number[t] = p->natoms) - 1;
}

static form of_atom(parities *p, unsigned number)
{
    unsigned *atom = arena_new(&p->mem, 1, unsigned);
    *atom = number;
    return (form){false, 1, atom};
}

/* A term of one bit as a form: an atom, unless it is a constant or a cut's pivot. */
static form form_of_bit(parities *p, term t)
{
    if (term_is_const(p->c, t)) return constant(!term_is_zero(p->c, t));
    unsigned number = number_of(p, t);
    for (unsigned i = 0; !p->collecting && i < p->ncuts; i++)
        if (p->cuts[i].pivot == number) return p->cuts[i].pivot_is;
    return of_atom(p, number);
}

static term term_of(parities *p, form x)
{
    term *part = arena_new(&p->mem, x.count + 1, term), one = term_mk_u64(p->c, x.one, 1);
    if (is_constant(x)) return one;
    for (unsigned i = 0; i < x.count; i++) part[i] = p->atom[x.atom[i]];
    if (x.one) part[x.count] = one;
    return term_mk_tree(p->c, TERM_BVXOR, part, x.count + x.one);
}

/* ---- cuts ---- */

static bool is_variable(const parities *p, unsigned number)
{
    for (unsigned i = 0; i < p->ncuts; i++)
        if (p->cuts[i].variable == number) return true;
    return false;
}

/* x without pivots. */
static form reduced(parities *p, form x)
{
    for (unsigned i = 0; i < p->ncuts; i++)
        if (has_atom(x, p->cuts[i].pivot)) {
            x = exclusive_or(p, x, of_atom(p, p->cuts[i].pivot));
            x = exclusive_or(p, x, p->cuts[i].pivot_is);
        }
    return x;
}

/* Makes the form a variable, of which one of its input bits becomes a function. */
static void add_cut(parities *p, form x)
{
    char name[32];
    if (x.count < 2 || p->ncuts == CUTS_MAX) return;
    x = reduced(p, x);
    unsigned i = x.count;
    while (i && (is_variable(p, x.atom[i - 1]) || !is_input_bit(p, p->atom[x.atom[i - 1]]))) i--;
    unsigned inputs = 0;
    for (unsigned k = 0; k < x.count; k++)
        inputs += is_input_bit(p, p->atom[x.atom[k]]) || is_variable(p, x.atom[k]);
    if (!i || inputs < x.count) return; /* nothing of it is free, or it is of other atoms, too */
    cut *k = &p->cuts[p->ncuts];
    k->pivot = x.atom[i - 1];
    snprintf(name, sizeof name, "parity %u", p->ncuts);
    k->variable = number_of(p, term_mk_var(p->c, name, 1));
    k->pivot_is = exclusive_or(p, exclusive_or(p, x, of_atom(p, k->pivot)),
                               of_atom(p, k->variable));
    p->ncuts++;
    for (unsigned j = 0; j + 1 < p->ncuts; j++)
        if (has_atom(p->cuts[j].pivot_is, k->pivot)) {
            form rest = exclusive_or(p, p->cuts[j].pivot_is, of_atom(p, k->pivot));
            p->cuts[j].pivot_is = exclusive_or(p, rest, k->pivot_is);
        }
}

/* ---- terms ---- */

static unsigned bits_of(const parities *p, term t)
{
    unsigned width = term_width(p->c, t);
    return width ? width : 1;
}

static const form *arg(const parities *p, term t, unsigned i)
{
    return p->bits[term_arg(p->c, t, i)];
}

/* A term's value as a term again, a Bool as a bit. */
static term rebuilt(parities *p, term t)
{
    unsigned n = bits_of(p, t);
    term *part = arena_new(&p->mem, n, term);
    for (unsigned i = 0; i < n; i++) {
        if (p->collecting) add_cut(p, p->bits[t][i]);
        part[i] = term_of(p, p->bits[t][i]);
    }
    return term_mk_concat_n(p->c, part, n);
}

static form conjunction(parities *p, form x, form y)
{
    if (is_constant(x)) return x.one ? y : zero_form;
    if (is_constant(y)) return y.one ? x : zero_form;
    if (same(x, y)) return x;
    if (same(x, complement(y))) return zero_form;
    if (p->collecting) {
        add_cut(p, x);
        add_cut(p, y);
    }
    return form_of_bit(p, term_mk_binary(p->c, TERM_BVAND, term_of(p, x), term_of(p, y)));
}

/* y where c is zero, x where it is one. */
static form choice(parities *p, form c, form x, form y)
{
    return exclusive_or(p, y, conjunction(p, c, exclusive_or(p, x, y)));
}

static form disjunction(parities *p, form x, form y)
{
    return complement(conjunction(p, complement(x), complement(y)));
}

/* Bits that are equal, or of which one at least is not. */
static form equality(parities *p, term t)
{
    unsigned n = bits_of(p, term_arg(p->c, t, 0));
    form all = one_form;
    for (unsigned i = 0; i < n && !(is_constant(all) && !all.one); i++)
        all = conjunction(p, all, complement(exclusive_or(p, arg(p, t, 0)[i], arg(p, t, 1)[i])));
    return all;
}

/* Anything else: a term of what its arguments are now. */
static void put_rebuilt(parities *p, term t, form *out)
{
    term a[TERM_ARGS_MAX] = {0}, one = term_mk_u64(p->c, 1, 1);
    for (unsigned i = 0; i < term_nargs(p->c, t); i++) {
        a[i] = rebuilt(p, term_arg(p->c, t, i));
        if (!term_width(p->c, term_arg(p->c, t, i)))
            a[i] = term_mk_binary(p->c, TERM_EQ, a[i], one);
    }
    term value = term_rebuild(p->c, p->c, t, a);
    if (!term_width(p->c, value)) value = term_mk_ite(p->c, value, one, term_mk_u64(p->c, 0, 1));
    for (unsigned i = 0; i < bits_of(p, t); i++)
        out[i] = form_of_bit(p, term_mk_extract(p->c, i, i, value));
}

/* A shift by a constant. */
static bool put_shift(parities *p, term t, form *out)
{
    unsigned n = bits_of(p, t);
    term amount = term_arg(p->c, t, 1);
    term_op how = term_get_op(p->c, t);
    uint64_t by[LIMBS] = {0};
    if (!term_is_const(p->c, amount)) return false;
    memcpy(by, term_limbs(p->c, amount), bv_limbs(n) * sizeof *by);
    bool far = by[0] >= n;
    for (unsigned i = 1; i < bv_limbs(n); i++) far = far || by[i];
    unsigned k = far ? n : (unsigned)by[0];
    const form *x = arg(p, t, 0);
    form filler = how == TERM_BVASHR ? x[n - 1] : zero_form;
    for (unsigned i = 0; i < n; i++)
        out[i] = how == TERM_BVSHL ? (i >= k ? x[i - k] : zero_form)
                 : i + k < n       ? x[i + k]
                                   : filler;
    return true;
}

/* A sum of which no two bits meet; twice the same. */
static bool put_sum(parities *p, term t, form *out)
{
    unsigned n = bits_of(p, t);
    const form *x = arg(p, t, 0), *y = arg(p, t, 1);
    bool apart = true, twice = true;
    for (unsigned i = 0; i < n; i++) {
        bool zero = same(x[i], zero_form) || same(y[i], zero_form);
        apart = apart && zero;
        twice = twice && same(x[i], y[i]);
    }
    for (unsigned i = 0; (apart || twice) && i < n; i++)
        out[i] = twice ? (i ? x[i - 1] : zero_form) : exclusive_or(p, x[i], y[i]);
    return apart || twice;
}

/* 0 - y, where only the lowest bit of y can be one: that bit everywhere. */
static bool put_negative(parities *p, const form *x, const form *y, unsigned n, form *out)
{
    for (unsigned i = 0; i < n; i++)
        if ((x && !same(x[i], zero_form)) || (i && !same(y[i], zero_form))) return false;
    for (unsigned i = 0; i < n; i++) out[i] = y[0];
    (void)p;
    return true;
}

/* x < 0, as signed numbers: the sign. */
static bool put_sign(parities *p, term t, form *out)
{
    unsigned n = bits_of(p, term_arg(p->c, t, 0));
    for (unsigned i = 0; i < n; i++)
        if (!same(arg(p, t, 1)[i], zero_form)) return false;
    out[0] = arg(p, t, 0)[n - 1];
    return true;
}

/* What acts on every bit for itself. */
static bool put_bitwise(parities *p, term t, form *out)
{
    const form *x = term_nargs(p->c, t) > 0 ? arg(p, t, 0) : NULL,
               *y = term_nargs(p->c, t) > 1 ? arg(p, t, 1) : NULL;
    for (unsigned i = 0; i < bits_of(p, t); i++) switch (term_get_op(p->c, t)) {
        case TERM_NOT:
        case TERM_BVNOT: out[i] = complement(x[i]); break;
        case TERM_AND:
        case TERM_BVAND: out[i] = conjunction(p, x[i], y[i]); break;
        case TERM_OR:
        case TERM_BVOR: out[i] = disjunction(p, x[i], y[i]); break;
        case TERM_BVXOR: out[i] = exclusive_or(p, x[i], y[i]); break;
        case TERM_ITE: out[i] = choice(p, x[0], y[i], arg(p, t, 2)[i]); break;
        default: return false;
        }
    return true;
}

/* What moves bits, or makes constants of them. */
static bool put_moved(parities *p, term t, form *out)
{
    unsigned n = bits_of(p, t), low;
    switch (term_get_op(p->c, t)) {
    case TERM_TRUE: out[0] = one_form; return true;
    case TERM_FALSE: out[0] = zero_form; return true;
    case TERM_CONST:
        for (unsigned i = 0; i < n; i++)
            out[i] = constant(term_limbs(p->c, t)[i / 64] >> i % 64 & 1);
        return true;
    case TERM_VAR:
        for (unsigned i = 0; i < n; i++) out[i] = form_of_bit(p, term_mk_extract(p->c, i, i, t));
        return true;
    case TERM_CONCAT:
        low = bits_of(p, term_arg(p->c, t, 1));
        for (unsigned i = 0; i < n; i++) out[i] = i < low ? arg(p, t, 1)[i] : arg(p, t, 0)[i - low];
        return true;
    case TERM_EXTRACT:
        for (unsigned i = 0; i < n; i++) out[i] = arg(p, t, 0)[i + term_int(p->c, t, 1)];
        return true;
    case TERM_ZERO_EXTEND:
    case TERM_SIGN_EXTEND:
        low = n - term_int(p->c, t, 0);
        for (unsigned i = 0; i < n; i++)
            out[i] = i < low                                    ? arg(p, t, 0)[i]
                     : term_get_op(p->c, t) == TERM_ZERO_EXTEND ? zero_form
                                                                : arg(p, t, 0)[low - 1];
        return true;
    default: return false;
    }
}

static bool put_special(parities *p, term t, form *out)
{
    switch (term_get_op(p->c, t)) {
    case TERM_EQ: out[0] = equality(p, t); return true;
    case TERM_BVSHL:
    case TERM_BVLSHR:
    case TERM_BVASHR: return put_shift(p, t, out);
    case TERM_BVADD: return put_sum(p, t, out);
    case TERM_BVNEG: return put_negative(p, NULL, arg(p, t, 0), bits_of(p, t), out);
    case TERM_BVSUB: return put_negative(p, arg(p, t, 0), arg(p, t, 1), bits_of(p, t), out);
    case TERM_BVSLT: return put_sign(p, t, out);
    default: return false;
    }
}

static void put_bits(parities *p, term t)
{
    form *out = arena_new(&p->mem, bits_of(p, t), form);
    if (!put_moved(p, t, out) && !put_bitwise(p, t, out) && !put_special(p, t, out))
        put_rebuilt(p, t, out);
    p->bits[t] = out;
}

/* ---- claims ---- */

static void walk(parities *p)
{
    term last = 0;
    const claim *k = &p->o->chunk;
    for (unsigned s = 0; s < CLAIM_TERMS; s++) last = k->side[s] > last ? k->side[s] : last;
    bool *needed = arena_new(&p->mem, (size_t)last + 1, bool);
    for (unsigned s = 0; s < CLAIM_TERMS; s++) {
        bool *of_side = term_mark_needed(p->c, k->side[s]);
        for (term t = 1; t <= k->side[s]; t++) needed[t] = needed[t] || of_side[t];
        mem_free(of_side);
    }
    p->bits = arena_new(&p->mem, (size_t)last + 1, form *);
    for (term t = 1; t <= last && !p->gave_up; t++)
        if (needed[t]) put_bits(p, t);
}

static term difference_of(parities *p)
{
    const claim *k = &p->o->chunk;
    term *part = arena_new(&p->mem, k->width, term), none = term_mk_u64(p->c, 0, k->width);
    for (unsigned i = 0; i < k->width; i++) {
        form d = exclusive_or(p, p->bits[k->side[CLAIM_PROGRAM]][i],
                              p->bits[k->side[CLAIM_OPERATION]][i]);
        part[i] = term_of(p, conjunction(p, d, p->bits[k->side[CLAIM_CARE]][i]));
    }
    return term_mk_unary(
        p->c, TERM_NOT,
        term_mk_binary(p->c, TERM_EQ, term_mk_concat_n(p->c, part, k->width), none));
}

/* Before there are cuts: whether a side's forms are what term_eval makes of it. */
static bool agrees(parities *p, term side, const sample *s, const bool *atom_is)
{
    uint64_t value[LIMBS] = {0};
    sample_eval(p->o, &p->o->chunk, side, s, value);
    for (unsigned i = 0; i < bits_of(p, side); i++) {
        bool bit = p->bits[side][i].one;
        for (unsigned k = 0; k < p->bits[side][i].count; k++)
            bit ^= atom_is[p->bits[side][i].atom[k]];
        if (bit != (value[i / 64] >> i % 64 & 1)) return false;
    }
    return true;
}

static bool agrees_with_terms(parities *p)
{
    bool good = true, *is = arena_new(&p->mem, p->natoms + 1, bool);
    for (unsigned trial = 0; good && trial < TRIALS; trial++) {
        sample s;
        sample_draw(trial * (SAMPLES / TRIALS), p->o->chunk.width, p->o->chunk.width, &s);
        for (unsigned i = 0; i < p->natoms; i++) {
            uint64_t value[LIMBS] = {0};
            if (is_variable(p, i)) continue;
            sample_eval(p->o, &p->o->chunk, p->atom[i], &s, value);
            is[i] = value[0] & 1;
        }
        for (unsigned k = 0; good && k < CLAIM_TERMS; k++)
            good = agrees(p, p->o->chunk.side[k], &s, is);
    }
    return good;
}

bool parities_helps(const obligation *o)
{
    unsigned xors = 0;
    for (unsigned s = 0; s < CLAIM_TERMS; s++) {
        bool *needed = term_mark_needed(o->c, o->chunk.side[s]);
        for (term t = 1; t <= o->chunk.side[s]; t++)
            xors += needed[t] && term_get_op(o->c, t) == TERM_BVXOR &&
                    !term_is_const(o->c, term_arg(o->c, t, 0)) &&
                    !term_is_const(o->c, term_arg(o->c, t, 1));
        mem_free(needed);
    }
    return xors >= XORS_MIN && o->forms <= 1;
}

term parities_restate(const obligation *o)
{
    parities p = {.o = o, .c = o->c, .collecting = true};
    walk(&p);
    term out = TERM_NONE;
    if (!p.gave_up && agrees_with_terms(&p)) {
        p.collecting = false;
        if (p.ncuts) walk(&p);
        if (!p.gave_up) out = difference_of(&p);
        if (p.gave_up) out = TERM_NONE;
    }
    mem_free(p.atom);
    mem_free(p.number);
    arena_free(&p.mem);
    return out;
}
