// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* definition.c - writes the definition of an operation as a rule: each operator of its term becomes
 * the operation that does the same to fields.
 *
 * So a new operation has a program wherever its operators have programs, before any search. What
 * comes of it is a proposal, like that of every rule.
 *
 * A value of v bits stands in a field of at least v bits, with zeros above it. A condition is a
 * field of zeros or ones. If a value has more bits than the operation's fields, every second field
 * is computed in the room of two, or every fourth in the room of four. */
#include "definition.h"

#include "spec/language/sexp.h"
#include "spec/op.h"
#include "spec/term/bv.h"

/* Fields in the room of which one is computed. */
enum { GROUP_MAX = 4 };

/* One rule being written: nested lets, one for each term. */
typedef struct writer {
    term_ctx *c;
    unsigned room; /* bits of the fields in which values stand */
    bool guards;   /* divisions by zero */
    bool divides;  /* some term does */
    unsigned too_wide; /* bits of a value that has no room; 0: none */
    arena *mem;
    strbuf *out;
    unsigned lets; /* that are open */
} writer;

/* ---- operands ---- */

/* "t7": what was written of a term. */
static const char *name_of(const writer *x, term t)
{
    return arena_printf(x->mem, "t%u", t);
}

/* The constant, from runs of ones: an integer of the language is too short for some. */
static const char *constant(const writer *x, term t)
{
    const uint64_t *limb = term_limbs(x->c, t);
    const char *out = NULL;
    for (unsigned low = 0, high, width = term_width(x->c, t); low < width; low = high) {
        bool one = bv_bit(limb, low);
        for (high = low; high < width && bv_bit(limb, high) == one;) high++;
        if (!one) continue;
        const char *run = arena_printf(x->mem, "(mask %u %u)", low, high);
        out = out ? arena_printf(x->mem, "(or %s %s)", out, run) : run;
    }
    return out ? out : "(splat 0)";
}

/* The lowest bits of what the text computes. */
static const char *lowest(const writer *x, const char *text, unsigned bits)
{
    return bits < x->room ? arena_printf(x->mem, "(and %s (mask 0 %u))", text, bits) : text;
}

static const char *shifted(const writer *x, const char *how, unsigned by, const char *text)
{
    return by ? arena_printf(x->mem, "((%s_ %u) %s)", how, by, text) : text;
}

/* The signed value of so many bits, in the whole field. */
static const char *with_sign(const writer *x, term t)
{
    unsigned above = x->room - term_width(x->c, t);
    return shifted(x, "ashr", above, shifted(x, "shl", above, name_of(x, t)));
}

/* ---- operators ---- */

static const char *binary(const writer *x, const char *op_name, term t)
{
    return arena_printf(x->mem, "(%s %s %s)", op_name, name_of(x, term_arg(x->c, t, 0)),
                        name_of(x, term_arg(x->c, t, 1)));
}

static const char *signed_binary(const writer *x, const char *op_name, term t)
{
    return arena_printf(x->mem, "(%s %s %s)", op_name, with_sign(x, term_arg(x->c, t, 0)),
                        with_sign(x, term_arg(x->c, t, 1)));
}

static const char *equality(const writer *x, term t)
{
    bool conditions = !term_width(x->c, term_arg(x->c, t, 0));
    return binary(x, conditions ? "xnor" : "eq", t);
}

/* By a constant, or by the value of a field. how: "shl", "lshr", "ashr". */
static const char *shift(const writer *x, const char *how, term t)
{
    term a = term_arg(x->c, t, 0), by = term_arg(x->c, t, 1);
    unsigned bits = term_width(x->c, t);
    bool sign = how[0] == 'a';
    const char *value = sign ? with_sign(x, a) : name_of(x, a);
    if (!term_is_const(x->c, by))
        return lowest(x, arena_printf(x->mem, "(%s_total %s %s)", how, value, name_of(x, by)),
                      bits);
    unsigned amount = bv_amount(term_limbs(x->c, by), bits);
    if (amount >= bits && !sign) return "(splat 0)";
    return lowest(x, shifted(x, how, amount < bits ? amount : bits - 1, value), bits);
}

/* a / b; by zero: all ones, or a remainder of a. */
static const char *division(writer *x, const char *op_name, term t)
{
    unsigned bits = term_width(x->c, t);
    term a = term_arg(x->c, t, 0), b = term_arg(x->c, t, 1);
    const char *plain = binary(x, op_name, t);
    x->divides = true;
    if (!x->guards) return plain;
    const char *by_zero = op_name[1] == 'd' ? arena_printf(x->mem, "(mask 0 %u)", bits)
                                            : name_of(x, a);
    return arena_printf(x->mem, "(select (eq %s (splat 0)) %s %s)", name_of(x, b), by_zero, plain);
}

/* Bits low to low + bits - 1 of what the text computes. */
static const char *part_of(const writer *x, const char *text, unsigned low, unsigned bits)
{
    const char *down = shifted(x, "lshr", low, text);
    return low + bits < x->room ? lowest(x, down, bits) : down;
}

static const char *part(const writer *x, term t)
{
    term a = term_arg(x->c, t, 0);
    unsigned high = term_int(x->c, t, 0), low = term_int(x->c, t, 1);
    bool top = high + 1 == term_width(x->c, a);
    return top ? shifted(x, "lshr", low, name_of(x, a))
               : part_of(x, name_of(x, a), low, high + 1 - low);
}

static const char *concatenation(const writer *x, term t)
{
    term high = term_arg(x->c, t, 0), low = term_arg(x->c, t, 1);
    const char *up = shifted(x, "shl", term_width(x->c, low), name_of(x, high));
    return arena_printf(x->mem, "(or %s %s)", up, name_of(x, low));
}

static const char *choice(const writer *x, term t)
{
    return arena_printf(x->mem, "(select %s %s %s)", name_of(x, term_arg(x->c, t, 0)),
                        name_of(x, term_arg(x->c, t, 1)), name_of(x, term_arg(x->c, t, 2)));
}

/* What the term is, over the names of its arguments. Requires: it is no variable. */
static const char *express(writer *x, term t)
{
    unsigned bits = term_width(x->c, t);
    const char *a = term_nargs(x->c, t) ? name_of(x, term_arg(x->c, t, 0)) : NULL;
    switch (term_get_op(x->c, t)) {
    case TERM_CONST: return constant(x, t);
    case TERM_TRUE: return "(splat -1)";
    case TERM_FALSE: return "(splat 0)";
    case TERM_NOT: return arena_printf(x->mem, "(not %s)", a);
    case TERM_AND: return binary(x, "and", t);
    case TERM_OR: return binary(x, "or", t);
    case TERM_EQ: return equality(x, t);
    case TERM_ITE: return choice(x, t);
    case TERM_BVNOT: return lowest(x, arena_printf(x->mem, "(not %s)", a), bits);
    case TERM_BVNEG: return lowest(x, arena_printf(x->mem, "(neg %s)", a), bits);
    case TERM_BVAND: return binary(x, "and", t);
    case TERM_BVOR: return binary(x, "or", t);
    case TERM_BVXOR: return binary(x, "xor", t);
    case TERM_BVADD: return lowest(x, binary(x, "add", t), bits);
    case TERM_BVSUB: return lowest(x, binary(x, "sub", t), bits);
    case TERM_BVMUL: return lowest(x, binary(x, "mul", t), bits);
    case TERM_BVUDIV: return division(x, "udiv", t);
    case TERM_BVUREM: return division(x, "urem", t);
    case TERM_BVSDIV: return lowest(x, signed_binary(x, "sdiv", t), bits);
    case TERM_BVSREM: return lowest(x, signed_binary(x, "srem", t), bits);
    case TERM_BVSHL: return shift(x, "shl", t);
    case TERM_BVLSHR: return shift(x, "lshr", t);
    case TERM_BVASHR: return shift(x, "ashr", t);
    case TERM_BVULT: return binary(x, "ult", t);
    case TERM_BVULE: return binary(x, "ule", t);
    case TERM_BVSLT: return signed_binary(x, "slt", t);
    case TERM_BVSLE: return signed_binary(x, "sle", t);
    case TERM_CONCAT: return concatenation(x, t);
    case TERM_EXTRACT: return part(x, t);
    case TERM_ZERO_EXTEND: return a;
    case TERM_SIGN_EXTEND: return lowest(x, with_sign(x, term_arg(x->c, t, 0)), bits);
    case TERM_VAR: case TERM_OP_COUNT: break;
    }
    require(false, "every operator is known");
    return "";
}

/* Appends t over the variables var[i], which are what text[i] computes. */
static void write_term(writer *x, term t, const term *var, const char *const *text, unsigned count)
{
    bool *needed = term_mark_needed(x->c, t);
    x->lets = 0;
    for (term k = 1; k <= t; k++) {
        if (!needed[k]) continue;
        const char *body = NULL;
        if (term_width(x->c, k) > x->room) {
            x->too_wide = term_width(x->c, k);
            break;
        }
        for (unsigned i = 0; i < count; i++)
            if (var[i] == k) body = text[i];
        strbuf_printf(x->out, "(let ((t%u %s)) ", k, body ? body : express(x, k));
        x->lets++;
    }
    strbuf_printf(x->out, "t%u", t);
    for (; x->lets; x->lets--) strbuf_puts(x->out, ")");
    mem_free(needed);
}

/* ---- rules ---- */

/* The definition in one field, over variables of w bits. False when there is no such thing. */
static bool state_field(const op *o, unsigned w, term_ctx *c, term *var, term *out)
{
    unsigned n = 2;
    diags quiet = {0};
    term args[SPEC_SRC_MAX], side[2];
    while (2 * n * w <= TERM_WIDTH_MAX && !op_exists(o, w, n)) n *= 2;
    if (!op_has_fields_only(o) || !op_is_fieldwise(o, w, n)) return false;
    for (unsigned i = 0; i < o->arity; i++) {
        var[i] = term_mk_var(c, o->param[i], w);
        args[i] = term_mk_extend(c, TERM_ZERO_EXTEND, (n - 1) * w, var[i]);
    }
    bool good = op_elaborate(o, w, n, c, args, &side[0], &side[1], &quiet);
    diag_free(&quiet);
    if (good) *out = term_mk_extract(c, w - 1, 0, side[0]);
    return good;
}

/* The body where values have room in the fields. */
static void write_body(writer *x, const op *o, term t, const term *var)
{
    write_term(x, t, var, o->param, o->arity);
}

/* The body where they have it in several: the lowest fields of the groups, then the next ones. */
static void write_groups(writer *x, const op *o, unsigned w, term t, const term *var)
{
    const char *field[SPEC_SRC_MAX];
    strbuf_printf(x->out, "(at %u ", x->room);
    for (unsigned low = 0; low < x->room; low += w) {
        for (unsigned i = 0; i < o->arity; i++)
            field[i] = part_of(x, o->param[i], low, w);
        if (low + w < x->room) strbuf_puts(x->out, "(or ");
        if (low) strbuf_printf(x->out, "((shl_ %u) ", low);
        write_term(x, t, var, field, o->arity);
        strbuf_puts(x->out, low ? ") " : " ");
    }
    for (unsigned low = 0; low < x->room; low += w) strbuf_puts(x->out, ")"); /* and that of "at" */
}

static const sexp *parse_one(const char *text, arena *mem)
{
    diags d = {0};
    const sexp *all = sexp_parse("a definition", arena_strdup(mem, text), strlen(text), mem, &d);
    require(all && all->count == 1, "what is written is one expression");
    return all->item[0];
}

/* True, with the rule, when all values have room. */
static bool make_rule(writer *x, const op *o, unsigned w, term t, const term *var, rule *out)
{
    strbuf text = {0};
    const char *where = arena_printf(x->mem, "(and (== w %u) (== (%% n %u) 0))", w, x->room / w);
    x->out = &text;
    x->too_wide = 0;
    if (x->room == w) write_body(x, o, t, var);
    else write_groups(x, o, w, t, var);
    bool good = !x->too_wide;
    if (good)
        *out = (rule){.name = "definition", .op = o, .param = o->param, .env = o->env,
                      .body = parse_one(strbuf_text(&text), x->mem),
                      .where = parse_one(where, x->mem)};
    strbuf_free(&text);
    return good;
}

unsigned definition_rules(const op *o, unsigned w, arena *mem,
                          rule out[DEFINITION_RULES_MAX], const char **why)
{
    term_ctx *c = term_ctx_new();
    term var[SPEC_SRC_MAX], t;
    writer x = {.c = c, .room = w, .mem = mem};
    unsigned n = 0;
    *why = "its fields depend on each other";
    if (state_field(o, w, c, var, &t)) {
        for (x.room = w; !n && x.room <= GROUP_MAX * w; x.room *= 2)
            n = make_rule(&x, o, w, t, var, &out[0]);
        x.room /= 2;
        if (!n)
            *why = arena_printf(mem, "it has values of %u bits, more than in %d fields", x.too_wide,
                                GROUP_MAX);
    }
    x.guards = true;
    if (n && x.divides && make_rule(&x, o, w, t, var, &out[1])) n = 2;
    term_ctx_free(c);
    return n;
}
