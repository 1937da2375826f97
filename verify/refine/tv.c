// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tv.c - see tv.h. Reads two modules, pairs their functions, and decides each pair.
 *
 * A pair is settled, cheapest first: by the same text; by induction over the cuts of its loops
 * (without loops there is one stretch, and the answer is exact); when that is no proof and there
 * are loops, by unrolling them a few times, which can only refute. A function that is proved under
 * the assumption on loads is asked without it first.
 *
 * LLVM's modules live and die here, each in a context of its own, with a diagnostic handler that
 * does nothing (LLVM's own ends the process). Called by cli/cmd_tv.c. */
#include "tv.h"

#include <stdio.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>

#include "spec/base/clock.h"
#include "tvchild.h"
#include "tvcompare.h"
#include "tvfatal.h"
#include "tvrun.h"
#include "tvsolve.h"

const tv_options tv_default_options = {
    .milliseconds = 60000, .megabytes = 2048, .steps = 0, .rounds = 3};

typedef struct module {
    LLVMContextRef context;
    LLVMModuleRef m;
    char *globals; /* its text without functions: what numbers in functions' texts refer to */
} module;

typedef struct validator {
    module before, after;
    const tv_options *o;
    smt *solver;
    tv_report *out;
} validator;

/* ---- modules ---- */

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
    (void)info;
    (void)context;
}

/* LLVM's message reads "name:line:column: error: text", a newline, the source line and a caret. */
static void report_parse_error(const tv_text *t, const char *message, diags *d)
{
    bool text = !memchr(t->text, 0, t->size);
    place where = {.file = t->path, .text = text ? t->text : NULL};
    const char *error = strstr(message, "error: "), *colon = strchr(message, ':');
    if (!colon || sscanf(colon, ":%d:%d:", &where.line, &where.column) != 2)
        where.line = where.column = 0;
    error = error ? error + strlen("error: ") : message;
    diag_error(d, where, "expected LLVM IR: %.*s", (int)strcspn(error, "\n"), error);
}

static bool check_module(module *m, const tv_text *t, diags *d)
{
    char *message = NULL;
    bool ok = !LLVMVerifyModule(m->m, LLVMReturnStatusAction, &message);
    if (!ok)
        diag_error(d, (place){.file = t->path}, "LLVM's verifier: %.*s",
                   (int)strcspn(message, "\n"), message);
    LLVMDisposeMessage(message);
    if (!ok) return false;
    const char *layout = LLVMGetDataLayoutStr(m->m);
    ok = layout[0] != 'E';
    if (!ok)
        diag_error(d, (place){.file = t->path}, "expected a little-endian data layout, found `%s`",
                   layout);
    return ok;
}

static bool is_about_functions(const char *line)
{
    return strncmp(line, "attributes #", 12) && *line != '!' && *line != '%';
}

/* Lines that define attributes, metadata and types. */
static char *text_of_globals(LLVMModuleRef m)
{
    strbuf b = {0};
    char *all = LLVMPrintModuleToString(m);
    for (char *line = all; *line;) {
        size_t n = strcspn(line, "\n");
        n += line[n] == '\n';
        if (!is_about_functions(line)) strbuf_putn(&b, line, n);
        line += n;
    }
    LLVMDisposeMessage(all);
    strbuf_puts(&b, "\n");
    return b.s;
}

/* LLVM takes a text up to its first NUL for all of it. */
static bool is_cut_off(const tv_text *t)
{
    bool bitcode = t->size >= 4 &&
                   (!memcmp(t->text, "BC\xc0\xde", 4) || !memcmp(t->text, "\xde\xc0\x17\x0b", 4));
    return !bitcode && memchr(t->text, 0, t->size);
}

static bool open_module(module *m, const tv_text *t, diags *d)
{
    char *message = NULL;
    if (is_cut_off(t)) {
        diag_error(d, (place){.file = t->path}, "expected LLVM IR: a NUL in the text");
        return false;
    }
    m->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(m->context, ignore_diagnostic, NULL);
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(t->text, t->size,
                                                                           t->path);
    bool ok = !LLVMParseIRInContext(m->context, buffer, &m->m, &message);
    if (!ok) {
        m->m = NULL;
        report_parse_error(t, message ? message : "malformed", d);
    }
    LLVMDisposeMessage(message);
    if (!ok || !check_module(m, t, d)) return false;
    m->globals = text_of_globals(m->m);
    return true;
}

static void close_module(module *m)
{
    mem_free(m->globals);
    if (m->m) LLVMDisposeModule(m->m);
    if (m->context) LLVMContextDispose(m->context);
}

/* ---- what can be said without a solver ---- */

static const char *name_of(LLVMValueRef v)
{
    size_t length;
    return LLVMGetValueName2(v, &length);
}

static bool same_signature(LLVMValueRef f, LLVMValueRef g)
{
    char *x = LLVMPrintTypeToString(LLVMGlobalGetValueType(f)),
         *y = LLVMPrintTypeToString(LLVMGlobalGetValueType(g));
    bool same = !strcmp(x, y);
    LLVMDisposeMessage(x);
    LLVMDisposeMessage(y);
    return same;
}

enum { ATTRIBUTES_MAX = 64 };

/* noundef is modelled, and these promise nothing about values. */
static bool is_harmless(unsigned kind)
{
    static const char *const names[] = {"noundef",   "nounwind",     "uwtable",
                                        "sspstrong", "mustprogress", "norecurse"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kind == LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]))) return true;
    return false;
}

static bool has_attribute(LLVMValueRef f, LLVMAttributeIndex at, LLVMAttributeRef a)
{
    unsigned kind = LLVMGetEnumAttributeKind(a);
    LLVMAttributeRef b = LLVMGetEnumAttributeAtIndex(f, at, kind);
    if (!b) return false;
    return !LLVMIsEnumAttribute(a) || LLVMGetEnumAttributeValue(a) == LLVMGetEnumAttributeValue(b);
}

/* Whether the second function promises something at this place that the first does not. */
static bool promises_at(LLVMValueRef f, LLVMValueRef g, LLVMAttributeIndex at)
{
    LLVMAttributeRef list[ATTRIBUTES_MAX];
    unsigned n = LLVMGetAttributeCountAtIndex(g, at);
    if (n > ATTRIBUTES_MAX) return true;
    LLVMGetAttributesAtIndex(g, at, list);
    for (unsigned i = 0; i < n; i++) {
        if (LLVMIsStringAttribute(list[i]) || is_harmless(LLVMGetEnumAttributeKind(list[i])))
            continue;
        if (!has_attribute(f, at, list[i])) return true;
    }
    return false;
}

static bool promises_more(LLVMValueRef f, LLVMValueRef g)
{
    bool more = promises_at(f, g, LLVMAttributeReturnIndex) ||
                promises_at(f, g, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
    for (unsigned i = 0; i < LLVMCountParams(f); i++) more |= promises_at(f, g, i + 1);
    return more;
}

/* Takes the number of the function's own attributes out of its text; they are compared by
 * themselves. */
static void forget_attributes(char *text)
{
    char *end = text + strcspn(text, "\n"), *number = text;
    while (number < end && strncmp(number, " #", 2)) number++;
    if (number == end) return;
    size_t n = 2 + strspn(number + 2, "0123456789");
    memmove(number, number + n, strlen(number + n) + 1);
}

static bool same_text(const validator *v, LLVMValueRef f, LLVMValueRef g)
{
    char *x = LLVMPrintValueToString(f), *y = LLVMPrintValueToString(g);
    forget_attributes(x);
    forget_attributes(y);
    bool refers = strpbrk(x, "#!") || strstr(x, "%struct.") || strstr(x, "%class.");
    bool same = !strcmp(x, y) && (!refers || !strcmp(v->before.globals, v->after.globals));
    LLVMDisposeMessage(x);
    LLVMDisposeMessage(y);
    return same;
}

/* ---- a pair ---- */

typedef struct pair {
    validator *v;
    term_ctx *c;
    mem_world world;
    tv_applications apps;
    tv_side a, b;
    bool loads_whole, never_poison; /* never_poison: see tv_relation */
    tv_limits limits;
    tv_relation *relations; /* of each cut */
    memory *kept_a;         /* of each cut that was run */
    /* of each cut: where the first function's stretch has defined behaviour */
    term *defined;
    tv_answer answer;
} pair;

static const char *arena_insn(arena *a, const char *why, LLVMValueRef where)
{
    if (!where) return arena_strdup(a, why);
    char *text = LLVMPrintValueToString(where);
    const char *both = arena_printf(
        a, "%s: %.*s", why, (int)strcspn(text + strspn(text, " "), "\n"), text + strspn(text, " "));
    LLVMDisposeMessage(text);
    return both;
}

static ls_status say_unknown(pair *p, const char *why)
{
    p->answer.answer = PROOF_UNKNOWN;
    snprintf(p->answer.reason, sizeof p->answer.reason, "%.250s", why);
    return LS_OK;
}

static ls_status say_refused(pair *p, const tv_side *s)
{
    const char *what = arena_insn(&p->v->out->mem, s->ir.why, s->ir.where);
    char text[256];
    snprintf(text, sizeof text, "%s function: %.230s", s->second ? "second" : "first", what);
    return say_unknown(p, text);
}

static bool open_pair(pair *p, LLVMValueRef f, LLVMValueRef g)
{
    p->c = term_ctx_new();
    p->world.c = p->apps.c = p->c;
    bool ok = tv_side_open(&p->a, p->c, &p->world, &p->apps, p->v->before.m, f, false);
    ok = tv_side_open(&p->b, p->c, &p->world, &p->apps, p->v->after.m, g, true) && ok;
    p->b.words_whole = p->loads_whole;
    p->relations = mem_alloc(p->a.cfg.ncuts + 1, sizeof *p->relations);
    p->kept_a = mem_alloc(p->a.cfg.ncuts + 1, sizeof *p->kept_a);
    p->defined = mem_alloc(p->a.cfg.ncuts + 1, sizeof *p->defined);
    p->b.theirs = mem_alloc(p->a.cfg.ncuts + 1, sizeof *p->b.theirs);
    if (!ok) say_refused(p, p->a.ir.why ? &p->a : &p->b);
    return ok;
}

static void close_pair(pair *p)
{
    for (unsigned i = 0; i < p->a.cfg.ncuts; i++) {
        tv_relation_free(&p->relations[i]);
        memory_free(&p->kept_a[i]);
    }
    mem_free(p->relations);
    mem_free(p->kept_a);
    mem_free(p->defined);
    mem_free(p->b.theirs);
    tv_side_close(&p->a);
    tv_side_close(&p->b);
    mem_world_free(&p->world);
    tv_applications_free(&p->apps);
    term_ctx_free(p->c);
}

static ls_status compare(pair *p, term given, const tv_relation *relations, bool one_by_one,
                         bool *exact)
{
    const char *why = NULL;
    ls_status rc = LS_OK;
    tv_goals goals = {.c = p->c};
    if (tv_compare(&p->a, &p->b, given, relations, one_by_one, &goals, exact, &why)) {
        term facts = term_mk_binary(p->c, TERM_AND, p->b.facts, mem_world_facts(&p->world));
        rc = tv_decide(p->v->solver, &p->limits, &p->a, &p->b, facts, &goals, &p->answer);
    } else {
        say_unknown(p, why);
    }
    tv_goals_free(&goals);
    return rc;
}

/* Store by store first, which is easier; what that does not prove, by memory as it is at the end.
 */
static ls_status decide(pair *p, term given, const tv_relation *relations)
{
    bool exact;
    ls_status rc = compare(p, given, relations, true, &exact);
    if (rc != LS_OK || exact || p->answer.answer != PROOF_REFUTED) return rc;
    return compare(p, given, relations, false, &exact);
}

/* ---- by induction over the cuts ---- */

static const char *relate_cuts(pair *p)
{
    if (p->a.cfg.ncuts != p->b.cfg.ncuts) return "the functions do not have the same loops";
    for (unsigned i = 1; i < p->a.cfg.ncuts; i++) {
        LLVMBasicBlockRef x = p->a.cfg.block[p->a.cfg.cut[i]], y = p->b.cfg.block[p->b.cfg.cut[i]];
        p->relations[i].never_poison = p->never_poison;
        const char *why = tv_relate(&p->relations[i], x, y);
        if (why) return why;
    }
    return NULL;
}

/* What holds at cut k because stretches that dominate it had defined behaviour; and what they
 * touched. */
static term given_at(pair *p, unsigned k)
{
    term given = term_mk_bool(p->c, true);
    p->b.ntheirs = 0;
    for (unsigned i = 0; i < k; i++) {
        if (!tv_cfg_dominates(&p->a.cfg, p->a.cfg.cut[i], p->a.cfg.cut[k])) continue;
        given = term_mk_binary(p->c, TERM_AND, given, p->defined[i]);
        p->b.theirs[p->b.ntheirs++] = &p->kept_a[i];
    }
    p->b.theirs[p->b.ntheirs++] = &p->a.mem;
    return given;
}

enum { EPOCHS = 4096 }; /* a cut */

static bool run_both(pair *p, unsigned k, unsigned layers)
{
    char *name = arena_printf(&p->v->out->mem, "%u", k);
    unsigned epoch = k * EPOCHS;
    if (k && layers == 1) tv_enter(&p->a, &p->b, &p->relations[k], name);
    return tv_run(&p->a, p->a.cfg.cut[k], layers, name, epoch, epoch + 1) &&
           tv_run(&p->b, p->b.cfg.cut[k], layers, name, epoch, epoch + 1);
}

static ls_status decide_cut(pair *p, unsigned k)
{
    term given = given_at(p, k);
    if (!run_both(p, k, 1)) return say_refused(p, p->a.ir.why ? &p->a : &p->b);
    ls_status rc = decide(p, given, p->relations);
    p->defined[k] = tv_defined(&p->a, p->a.ntraps);
    p->kept_a[k] = p->a.mem;
    p->a.mem = (memory){0};
    return rc;
}

static ls_status decide_by_cuts(pair *p)
{
    const char *why = relate_cuts(p);
    if (why) return say_unknown(p, why);
    p->answer.answer = PROOF_PROVED;
    ls_status rc = LS_OK;
    for (unsigned i = 0; rc == LS_OK && p->answer.answer == PROOF_PROVED && i < p->a.cfg.ncuts; i++)
        rc = decide_cut(p, i);
    return rc;
}

/* ---- by unrolling: refutes only ---- */

static term stays_in_bound(const tv_side *s)
{
    term any = term_mk_bool(s->ir.c, false);
    for (unsigned i = 0; i < s->nexits; i++)
        any = term_mk_binary(s->ir.c, TERM_OR, any, s->exits[i].guard);
    return term_mk_unary(s->ir.c, TERM_NOT, any);
}

static ls_status decide_unrolled(pair *p)
{
    given_at(p, 0);
    if (!run_both(p, 0, p->v->o->rounds)) return say_refused(p, p->a.ir.why ? &p->a : &p->b);
    term given = term_mk_binary(p->c, TERM_AND, stays_in_bound(&p->a), stays_in_bound(&p->b));
    p->a.nexits = p->b.nexits = 0;
    return decide(p, given, NULL);
}

/* ---- a function ---- */

static void copy_answer(validator *v, tv_result *r, tv_answer *a)
{
    r->answer = a->answer;
    r->reason = arena_strdup(
        &v->out->mem, a->answer == PROOF_REFUTED ? strbuf_text(&a->counterexample) : a->reason);
    strbuf_free(&a->counterexample);
}

/* By induction with either relation (see tv_relation), or by unrolling. */
typedef enum attempt { BY_INDUCTION, WITHOUT_POISON, UNROLLED } attempt;

static ls_status try_pair(validator *v, LLVMValueRef f, LLVMValueRef g, attempt how, bool whole,
                          double deadline, tv_result *r)
{
    bool unrolled = how == UNROLLED;
    pair p = {.v = v, .loads_whole = whole, .never_poison = how == WITHOUT_POISON};
    ls_status rc = LS_OK;
    unsigned ms = v->o->milliseconds ? v->o->milliseconds : UINT32_MAX;
    p.limits = (tv_limits){ms, v->o->megabytes, v->o->steps, deadline};
    if (open_pair(&p, f, g)) rc = unrolled ? decide_unrolled(&p) : decide_by_cuts(&p);
    unsigned loops = p.a.cfg.ncuts - 1;
    if (loops && p.answer.answer == PROOF_REFUTED && !unrolled) {
        char why[256];
        const char *goal = strbuf_text(&p.answer.counterexample);
        snprintf(why, sizeof why, "no induction over the loops: %.*s", (int)strcspn(goal, "\n"),
                 goal);
        say_unknown(&p, why);
    }
    copy_answer(v, r, &p.answer);
    r->how = loops ? arena_printf(&v->out->mem, "%u loop%s by induction", loops,
                                  loops == 1 ? "" : "s")
                   : "";
    close_pair(&p);
    return rc;
}

static bool has_loops(LLVMValueRef f)
{
    tv_cfg g;
    tv_cfg_make(&g, f);
    bool loops = g.ncuts > 1;
    tv_cfg_free(&g);
    return loops;
}

/* Unrolling waits for the assumption, if it may be made. */
static ls_status settle_with(validator *v, LLVMValueRef f, LLVMValueRef g, bool whole,
                             double deadline, tv_result *r)
{
    ls_status rc = try_pair(v, f, g, BY_INDUCTION, whole, deadline, r);
    if (rc != LS_OK || r->answer != PROOF_UNKNOWN || (!has_loops(f) && !has_loops(g))) return rc;
    tv_result second = *r;
    rc = try_pair(v, f, g, WITHOUT_POISON, whole, deadline, &second);
    if (rc == LS_OK && second.answer == PROOF_PROVED) *r = second;
    if (rc != LS_OK || r->answer != PROOF_UNKNOWN || v->o->rounds < 2 || whole != v->o->loads_whole)
        return rc;
    second = *r;
    rc = try_pair(v, f, g, UNROLLED, whole, deadline, &second);
    if (rc == LS_OK && second.answer == PROOF_REFUTED) *r = second;
    return rc;
}

typedef struct work {
    validator *v;
    LLVMValueRef f, g;
} work;

/* Without the assumption on loads first; where it may be made, that takes half of the time at most.
 */
static ls_status settle(void *context, tv_result *r)
{
    const work *w = context;
    validator *v = w->v;
    double seconds = v->o->milliseconds / 1e3, start = clock_seconds();
    double deadline = seconds > 0 ? start + (v->o->loads_whole ? seconds / 2 : seconds) : 0;
    ls_status rc = settle_with(v, w->f, w->g, false, deadline, r);
    if (rc != LS_OK || r->answer == PROOF_PROVED || !v->o->loads_whole) return rc;
    r->assumed = true;
    return settle_with(v, w->f, w->g, true, seconds > 0 ? start + seconds : 0, r);
}

/* Without a body, or with another type: a caller from outside would miss it; of internal functions
 * nothing is known. */
static ls_status settle_unlike(LLVMValueRef f, const char *why, tv_result *r)
{
    bool internal = LLVMGetLinkage(f) == LLVMInternalLinkage ||
                    LLVMGetLinkage(f) == LLVMPrivateLinkage;
    r->answer = internal ? PROOF_UNKNOWN : PROOF_REFUTED;
    r->reason = why;
    return LS_OK;
}

static ls_status settle_unknown(tv_result *r, const char *why)
{
    r->answer = PROOF_UNKNOWN;
    r->reason = why;
    return LS_OK;
}

static ls_status validate_function(validator *v, LLVMValueRef f, tv_result *r)
{
    LLVMValueRef g = LLVMGetNamedFunction(v->after.m, name_of(f));
    if (!g || LLVMIsDeclaration(g))
        return settle_unlike(f, "the second module has no such function\n", r);
    if (!same_signature(f, g)) return settle_unlike(f, "the functions have different types\n", r);
    if (!promises_more(f, g) && same_text(v, f, g)) {
        r->how = "the same text";
        return LS_OK;
    }
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f)))
        return settle_unknown(r, "variable arguments are not modelled");
    if (promises_more(f, g))
        return settle_unknown(r, "the second function has an attribute that the first has not");
    work w = {v, f, g};
    return tv_run_in_child(v->o->milliseconds, settle, &w, &v->out->mem, r);
}

static tv_result *add_result(tv_report *out, const char *name)
{
    if (out->count == out->cap)
        out->result = mem_grow(out->result, out->cap = out->cap ? 2 * out->cap : 64,
                               sizeof *out->result);
    out->result[out->count] = (tv_result){
        arena_strdup(&out->mem, name), PROOF_PROVED, "", "", false, 0};
    return &out->result[out->count++];
}

void tv_report_free(tv_report *r)
{
    mem_free(r->result);
    arena_free(&r->mem);
    *r = (tv_report){0};
}

static ls_status validate_all(validator *v, const char *only, tv_done_fn *done, void *context)
{
    ls_status rc = LS_OK;
    for (LLVMValueRef f = LLVMGetFirstFunction(v->before.m); f && rc == LS_OK;
         f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || (only && strcmp(only, name_of(f)))) continue;
        double start = clock_seconds();
        tv_result *r = add_result(v->out, name_of(f));
        rc = validate_function(v, f, r);
        if (rc != LS_OK) settle_unknown(r, "the solver failed");
        r->seconds = clock_seconds() - start;
        if (done) done(context, r);
    }
    return rc;
}

static bool check_layouts(validator *v, const tv_text *after, diags *d)
{
    const char *x = LLVMGetDataLayoutStr(v->before.m), *y = LLVMGetDataLayoutStr(v->after.m);
    if (!*x || !*y || !strcmp(x, y)) return true;
    diag_error(d, (place){.file = after->path},
               "expected the data layout of the first module, `%s`, found `%s`", x, y);
    return false;
}

ls_status tv_validate(const tv_text *before, const tv_text *after, const char *only,
                      const tv_options *o, tv_report *out, tv_done_fn *done, void *context,
                      diags *d)
{
    validator v = {.o = o, .out = out};
    tv_fatal_blame(before->path);
    bool ok = open_module(&v.before, before, d);
    tv_fatal_blame(after->path);
    ok = open_module(&v.after, after, d) && ok && check_layouts(&v, after, d);
    tv_fatal_blame(NULL);
    ls_status rc = ok ? smt_new(&v.solver, o->milliseconds, o->megabytes) : LS_INPUT;
    if (rc == LS_OK) rc = validate_all(&v, only, done, context);
    smt_free(v.solver);
    close_module(&v.before);
    close_module(&v.after);
    return rc;
}
