// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* smt.c - terms to Z3, and Z3's answers back.
 *
 * One reference-counted Z3 context for each smt; one solver for each query, made from one tactic.
 * Every AST that a query makes is referenced in the query's memo and released with it, and a
 * context is renewed after a query that hit a limit, when a limit changes, and after some thousand
 * others, so that a process can ask millions of questions. A session keeps one context, one solver
 * and one memo as long as it lives.
 *
 * Z3's own error handler ends the process. Ours notes the code in a variable of the thread; a query
 * looks at it before it believes a result. Z3_L_FALSE is the only value that becomes SMT_UNSAT.
 *
 * Called by verify/ and by the engines of synth/ that search with a solver. */
#include "smt.h"

#include <stdio.h>
#include <string.h>

#include <z3.h>

#include "spec/term/bv.h"

struct smt {
    Z3_context z; /* NULL only after a failed renewal */
    Z3_tactic tactic;
    Z3_params params;
    unsigned milliseconds, megabytes, steps, seed;
    unsigned queries; /* answered by this context */
    bool stale;       /* the context is to be renewed before the next query */
};

enum { QUERIES_A_CONTEXT = 4096 };

static _Thread_local Z3_error_code failure;

static void note_failure(Z3_context z, Z3_error_code code)
{
    (void)z;
    if (code != Z3_OK) failure = code;
}

/* ---- setting up ---- */

static Z3_context make_context(void)
{
    Z3_config config = Z3_mk_config();
    Z3_context z = Z3_mk_context_rc(config);
    Z3_del_config(config);
    if (z) Z3_set_error_handler(z, note_failure);
    return z;
}

static void set_param(smt *s, const char *name, unsigned value)
{
    Z3_params_set_uint(s->z, s->params, Z3_mk_string_symbol(s->z, name),
                       value ? value : UINT32_MAX);
}

static void shut_down(smt *s)
{
    if (s->params) Z3_params_dec_ref(s->z, s->params);
    if (s->tactic) Z3_tactic_dec_ref(s->z, s->tactic);
    if (s->z) Z3_del_context(s->z);
    s->z = NULL;
    s->tactic = NULL;
    s->params = NULL;
}

/* qfbv was the fastest and the strongest of those measured: it normalises arithmetic before it
 * bit-blasts, which plain pipelines of bit-blast and sat do not. */
static bool start_up(smt *s)
{
    failure = Z3_OK;
    s->queries = 0;
    s->z = make_context();
    if (!s->z) return false;
    s->tactic = Z3_mk_tactic(s->z, "qfbv");
    if (s->tactic) Z3_tactic_inc_ref(s->z, s->tactic);
    s->params = Z3_mk_params(s->z);
    if (s->params) Z3_params_inc_ref(s->z, s->params);
    if (failure == Z3_OK && s->tactic && s->params) {
        set_param(s, "timeout", s->milliseconds);
        set_param(s, "max_memory", s->megabytes);
        set_param(s, "rlimit", s->steps);
        if (s->seed) set_param(s, "random_seed", s->seed);
    }
    if (failure == Z3_OK && s->tactic && s->params) return true;
    shut_down(s);
    return false;
}

ls_status smt_new(smt **out, unsigned milliseconds, unsigned megabytes)
{
    *out = NULL;
    Z3_toggle_warning_messages(false); /* they go to a stream of Z3's choice */
    smt *s = mem_alloc(1, sizeof *s);
    s->milliseconds = milliseconds;
    s->megabytes = megabytes;
    if (!start_up(s)) {
        mem_free(s);
        return LS_ENV;
    }
    *out = s;
    return LS_OK;
}

void smt_free(smt *s)
{
    if (!s) return;
    shut_down(s);
    mem_free(s);
}

/* A parameter is stated when a context is made. */
static void change(smt *s, unsigned *parameter, unsigned value)
{
    s->stale |= *parameter != value;
    *parameter = value;
}

void smt_set_limits(smt *s, unsigned milliseconds, unsigned megabytes)
{
    change(s, &s->milliseconds, milliseconds);
    change(s, &s->megabytes, megabytes);
}

void smt_set_steps(smt *s, unsigned steps)
{
    change(s, &s->steps, steps);
}

void smt_set_seed(smt *s, unsigned seed)
{
    change(s, &s->seed, seed);
}

void smt_restart(smt *s)
{
    s->stale = true;
}

const char *smt_version(void)
{
    static _Thread_local char text[32];
    unsigned major, minor, build, revision;
    Z3_get_version(&major, &minor, &build, &revision);
    snprintf(text, sizeof text, "z3 %u.%u.%u", major, minor, build);
    return text;
}

/* ---- terms to Z3 ---- */

typedef Z3_ast unary_fn(Z3_context, Z3_ast);
typedef Z3_ast binary_fn(Z3_context, Z3_ast, Z3_ast);

static Z3_ast mk_and(Z3_context z, Z3_ast a, Z3_ast b)
{
    return Z3_mk_and(z, 2, (Z3_ast[]){a, b});
}

static Z3_ast mk_or(Z3_context z, Z3_ast a, Z3_ast b)
{
    return Z3_mk_or(z, 2, (Z3_ast[]){a, b});
}

static unary_fn *const unary[TERM_OP_COUNT] = {
    [TERM_NOT] = Z3_mk_not, [TERM_BVNOT] = Z3_mk_bvnot, [TERM_BVNEG] = Z3_mk_bvneg};

static binary_fn *const binary[TERM_OP_COUNT] = {
    [TERM_AND] = mk_and,          [TERM_OR] = mk_or,            [TERM_EQ] = Z3_mk_eq,
    [TERM_BVAND] = Z3_mk_bvand,   [TERM_BVOR] = Z3_mk_bvor,     [TERM_BVXOR] = Z3_mk_bvxor,
    [TERM_BVADD] = Z3_mk_bvadd,   [TERM_BVSUB] = Z3_mk_bvsub,   [TERM_BVMUL] = Z3_mk_bvmul,
    [TERM_BVUDIV] = Z3_mk_bvudiv, [TERM_BVUREM] = Z3_mk_bvurem, [TERM_BVSDIV] = Z3_mk_bvsdiv,
    [TERM_BVSREM] = Z3_mk_bvsrem, [TERM_BVSHL] = Z3_mk_bvshl,   [TERM_BVLSHR] = Z3_mk_bvlshr,
    [TERM_BVASHR] = Z3_mk_bvashr, [TERM_BVULT] = Z3_mk_bvult,   [TERM_BVULE] = Z3_mk_bvule,
    [TERM_BVSLT] = Z3_mk_bvslt,   [TERM_BVSLE] = Z3_mk_bvsle,   [TERM_CONCAT] = Z3_mk_concat};

/* The translation of one query or session: ast[t] is the referenced translation of term t, or NULL.
 */
typedef struct encoder {
    Z3_context z;
    const term_ctx *c;
    Z3_ast *ast;
    size_t count;
    term *stack;
    size_t depth, cap;
} encoder;

static Z3_ast encode_var(const encoder *e, term t)
{
    unsigned width = term_width(e->c, t);
    Z3_symbol name = Z3_mk_string_symbol(e->z, term_name(e->c, t));
    Z3_sort sort = width ? Z3_mk_bv_sort(e->z, width) : Z3_mk_bool_sort(e->z);
    if (!sort) return NULL;
    Z3_inc_ref(e->z, Z3_sort_to_ast(e->z, sort));
    Z3_ast var = Z3_mk_const(e->z, name, sort);
    if (var) Z3_inc_ref(e->z, var);
    Z3_dec_ref(e->z, Z3_sort_to_ast(e->z, sort));
    return var;
}

static Z3_ast encode_const(const encoder *e, term t)
{
    bool bits[TERM_WIDTH_MAX];
    unsigned width = term_width(e->c, t);
    for (unsigned i = 0; i < width; i++) bits[i] = bv_bit(term_limbs(e->c, t), i);
    return Z3_mk_bv_numeral(e->z, width, bits);
}

/* Requires: the arguments of t are translated. */
static Z3_ast encode_node(const encoder *e, term t)
{
    term_op op = term_get_op(e->c, t);
    Z3_ast a[3] = {0};
    for (unsigned i = 0; i < term_nargs(e->c, t); i++) a[i] = e->ast[term_arg(e->c, t, i)];
    if (unary[op]) return unary[op](e->z, a[0]);
    if (binary[op]) return binary[op](e->z, a[0], a[1]);
    switch (op) {
    case TERM_CONST: return encode_const(e, t);
    case TERM_TRUE: return Z3_mk_true(e->z);
    case TERM_FALSE: return Z3_mk_false(e->z);
    case TERM_ITE: return Z3_mk_ite(e->z, a[0], a[1], a[2]);
    case TERM_EXTRACT: return Z3_mk_extract(e->z, term_int(e->c, t, 0), term_int(e->c, t, 1), a[0]);
    case TERM_ZERO_EXTEND: return Z3_mk_zero_ext(e->z, term_int(e->c, t, 0), a[0]);
    case TERM_SIGN_EXTEND: return Z3_mk_sign_ext(e->z, term_int(e->c, t, 0), a[0]);
    default: require(false, "every operator has a translation"); return NULL;
    }
}

static void push(encoder *e, term t)
{
    if (e->depth == e->cap)
        e->stack = mem_grow(e->stack, e->cap = e->cap ? 2 * e->cap : 256, sizeof *e->stack);
    e->stack[e->depth++] = t;
}

/* Pushes the arguments of t that have no translation yet; whether there were any. */
static bool push_arguments(encoder *e, term t)
{
    size_t before = e->depth;
    for (unsigned i = 0; i < term_nargs(e->c, t); i++)
        if (!e->ast[term_arg(e->c, t, i)]) push(e, term_arg(e->c, t, i));
    return e->depth > before;
}

static bool encode_top(encoder *e, term t)
{
    bool is_var = term_get_op(e->c, t) == TERM_VAR;
    Z3_ast made = is_var ? encode_var(e, t) : encode_node(e, t);
    if (!made || failure != Z3_OK) return false;
    if (!is_var) Z3_inc_ref(e->z, made);
    e->ast[t] = made;
    return true;
}

/* False when Z3 failed (see failure). An explicit stack: terms can be thousands deep. */
static bool encode(encoder *e, term root)
{
    push(e, root);
    while (e->depth) {
        term t = e->stack[e->depth - 1];
        if (!e->ast[t]) {
            if (push_arguments(e, t)) continue;
            if (!encode_top(e, t)) return false;
        }
        e->depth--;
    }
    return true;
}

static void encoder_open(encoder *e, smt *s, const term_ctx *c)
{
    *e = (encoder){.z = s->z, .c = c, .count = term_count(c) + 1};
    e->ast = mem_alloc(e->count, sizeof *e->ast);
}

static void encoder_close(encoder *e)
{
    for (size_t i = 0; i < e->count; i++)
        if (e->ast[i]) Z3_dec_ref(e->z, e->ast[i]);
    mem_free(e->ast);
    mem_free(e->stack);
}

/* ---- answers ---- */

static void read_binary(const char *digits, unsigned width, uint64_t *limbs)
{
    size_t n = strlen(digits);
    memset(limbs, 0, bv_limbs(width) * sizeof *limbs);
    for (unsigned i = 0; i < width && i < n; i++) bv_set_bit(limbs, i, digits[n - 1 - i] == '1');
}

static bool read_value(encoder *e, Z3_model model, term var, uint64_t *limbs)
{
    unsigned width = term_width(e->c, var);
    Z3_ast value = NULL;
    if (!e->ast[var] && !encode_top(e, var)) return false;
    if (!Z3_model_eval(e->z, model, e->ast[var], true, &value) || !value) return false;
    Z3_inc_ref(e->z, value);
    if (width) {
        const char *digits = Z3_get_numeral_binary_string(e->z, value);
        if (digits && failure == Z3_OK) read_binary(digits, width, limbs);
    } else {
        limbs[0] = Z3_get_bool_value(e->z, value) == Z3_L_TRUE;
    }
    Z3_dec_ref(e->z, value);
    return failure == Z3_OK;
}

static bool read_model(encoder *e, Z3_solver solver, const term *vars, unsigned nvars,
                       uint64_t *const *values)
{
    Z3_model model = Z3_solver_get_model(e->z, solver);
    if (!model) return false;
    Z3_model_inc_ref(e->z, model);
    bool ok = true;
    for (unsigned i = 0; ok && i < nvars; i++) ok = read_value(e, model, vars[i], values[i]);
    Z3_model_dec_ref(e->z, model);
    return ok;
}

static ls_status give_up(Z3_context z, smt_answer *answer, char reason[SMT_REASON])
{
    *answer = SMT_UNKNOWN;
    snprintf(reason, SMT_REASON, "%s",
             failure == Z3_OK ? "the solver gave no result" : Z3_get_error_msg(z, failure));
    return failure == Z3_MEMOUT_FAIL || strstr(reason, "memory") ? LS_OK : LS_ENV;
}

static ls_status check(encoder *e, Z3_solver solver, const term *vars, unsigned nvars,
                       uint64_t *const *values, smt_answer *answer, char reason[SMT_REASON])
{
    Z3_lbool result = Z3_solver_check(e->z, solver);
    if (failure != Z3_OK) return give_up(e->z, answer, reason);
    switch (result) {
    case Z3_L_FALSE: *answer = SMT_UNSAT; return LS_OK;
    case Z3_L_TRUE:
        if (values && !read_model(e, solver, vars, nvars, values))
            return give_up(e->z, answer, reason);
        *answer = SMT_SAT;
        return LS_OK;
    case Z3_L_UNDEF: break;
    }
    snprintf(reason, SMT_REASON, "%s", Z3_solver_get_reason_unknown(e->z, solver));
    return LS_OK;
}

static ls_status solve_in_context(smt *s, encoder *e, term condition, const term *vars,
                                  unsigned nvars, uint64_t *const *values, smt_answer *answer,
                                  char reason[SMT_REASON])
{
    Z3_solver solver = Z3_mk_solver_from_tactic(s->z, s->tactic);
    if (!solver) return give_up(s->z, answer, reason);
    Z3_solver_inc_ref(s->z, solver);
    Z3_solver_set_params(s->z, solver, s->params);
    bool stated = encode(e, condition);
    if (stated) Z3_solver_assert(s->z, solver, e->ast[condition]);
    ls_status status = stated && failure == Z3_OK
                           ? check(e, solver, vars, nvars, values, answer, reason)
                           : give_up(s->z, answer, reason);
    Z3_solver_dec_ref(s->z, solver);
    return status;
}

/* A context that hit a limit may hold gigabytes, and one that lives for ever grows slowly. */
static bool renew_if_stale(smt *s)
{
    if (s->z && !s->stale && s->queries < QUERIES_A_CONTEXT) return true;
    shut_down(s);
    s->stale = false;
    return start_up(s);
}

ls_status smt_solve(smt *s, const term_ctx *c, term condition, const term *vars, unsigned nvars,
                    uint64_t *const *values, smt_answer *answer, char reason[SMT_REASON])
{
    require(term_width(c, condition) == 0, "the condition is Bool");
    *answer = SMT_UNKNOWN;
    reason[0] = 0;
    if (!renew_if_stale(s)) {
        snprintf(reason, SMT_REASON, "the solver cannot be set up");
        return LS_ENV;
    }
    failure = Z3_OK;
    encoder e;
    encoder_open(&e, s, c);
    ls_status status = solve_in_context(s, &e, condition, vars, nvars, values, answer, reason);
    encoder_close(&e);
    s->queries++;
    s->stale = status != LS_OK || *answer == SMT_UNKNOWN;
    return status;
}

/* ---- sessions ---- */

struct smt_session {
    smt base; /* its context serves this session alone */
    const term_ctx *c;
    encoder e;
    Z3_solver solver;
    /* an assertion is missing, or a question had no answer: status and reason are those of every
     * other question */
    bool broken;
    ls_status status;
    char reason[SMT_REASON];
};

/* Z3's solver for finite domains is incremental on bit-vectors: it translates to clauses what is
 * new and keeps the clauses that it has learnt. Of those measured on sketches it was the fastest.
 */
static bool make_session_solver(smt_session *s)
{
    s->solver = Z3_mk_solver_for_logic(s->base.z, Z3_mk_string_symbol(s->base.z, "QF_FD"));
    if (!s->solver || failure != Z3_OK) return false;
    Z3_solver_inc_ref(s->base.z, s->solver);
    return true;
}

ls_status smt_session_new(smt_session **out, const term_ctx *c, unsigned megabytes)
{
    *out = NULL;
    Z3_toggle_warning_messages(false);
    smt_session *s = mem_alloc(1, sizeof *s);
    s->c = c;
    s->base.megabytes = megabytes;
    if (start_up(&s->base) && make_session_solver(s)) {
        encoder_open(&s->e, &s->base, c);
        *out = s;
        return LS_OK;
    }
    shut_down(&s->base);
    mem_free(s);
    return LS_ENV;
}

void smt_session_free(smt_session *s)
{
    if (!s) return;
    encoder_close(&s->e);
    Z3_solver_dec_ref(s->base.z, s->solver);
    shut_down(&s->base);
    mem_free(s);
}

/* The context of terms has grown since. */
static void extend_memo(encoder *e)
{
    size_t before = e->count;
    if (term_count(e->c) < before) return;
    e->count = 2 * (term_count(e->c) + 1);
    e->ast = mem_grow(e->ast, e->count, sizeof *e->ast);
    memset(e->ast + before, 0, (e->count - before) * sizeof *e->ast);
}

void smt_session_assert(smt_session *s, term condition)
{
    require(term_width(s->c, condition) == 0, "the condition is Bool");
    if (s->broken) return;
    failure = Z3_OK;
    extend_memo(&s->e);
    bool stated = encode(&s->e, condition);
    if (stated) Z3_solver_assert(s->base.z, s->solver, s->e.ast[condition]);
    s->broken = !stated || failure != Z3_OK;
    smt_answer none;
    if (s->broken) s->status = give_up(s->base.z, &none, s->reason);
}

ls_status smt_session_solve(smt_session *s, unsigned milliseconds, const term *vars, unsigned nvars,
                            uint64_t *const *values, smt_answer *answer, char reason[SMT_REASON])
{
    *answer = SMT_UNKNOWN;
    memcpy(reason, s->reason, SMT_REASON);
    if (s->broken) return s->status;
    failure = Z3_OK;
    extend_memo(&s->e);
    set_param(&s->base, "timeout", milliseconds);
    Z3_solver_set_params(s->base.z, s->solver, s->base.params);
    s->status = check(&s->e, s->solver, vars, nvars, values, answer, reason);
    s->broken = s->status != LS_OK || *answer == SMT_UNKNOWN;
    if (s->broken) memcpy(s->reason, reason, SMT_REASON);
    return s->status;
}
