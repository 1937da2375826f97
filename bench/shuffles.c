/* shuffles.c - `lanesmith bench shuffles`: movements of fields beside their goals, and random constant shuffles beside stock LLVM.
 *
 * The first table has figures that the project has set itself for packs, merges and widenings: each is searched on the spot, proved,
 * compiled and counted. Sums of two results share what they can.
 *
 * The second takes random constant shuffles of a 128-bit register (fixed seed, indices drawn with repetition; every second one has
 * two sources). A shuffle is lowered by construction, without a search: that is what a compiler can afford. Each becomes an operation
 * of a spec made for it, so the same verifier proves it as any other cell; what is not proved counts as missing. At fields of 8 bits
 * LLVM's own code is kept when ours is not shorter, as the pass does; "worse" counts the shuffles where that is needed. */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../cli/cells.h"
#include "../lowerings/codegen.h"
#include "../lowerings/lowering.h"
#include "../synth/shuffle.h"
#include "../verify/verify.h"
#include "bench.h"

enum { COUNT_DEFAULT = 1000, BATCH = 50, GOAL_WORK = 300, GOAL_STEPS = 26 };

#define SHUFFLES_OPTIONS(X)                                                                                            \
    OPTIONS_SPEC(X)                                                                                                    \
    X(NUMBER, count, 0, "count", "1..100000", "random shuffles of each field width; default: 1000")                    \
    X(NAMES, widths, 0, "width", "N,...", "random shuffles of fields of so many bits; default: 1,2,4,8")               \
    X(TEXT, target, 0, "target", "NAME", "of the random shuffles; default: x86-64-v3")                                 \
    X(FLAG, random, 0, "random", NULL, "leave out the table of goals")                                                 \
    OPTIONS_JSON(X)
typedef struct shuffles_options { SHUFFLES_OPTIONS(OPTION_MEMBER) } shuffles_options;
#define ROW(...) OPTION_ROW(shuffles_options, __VA_ARGS__)
static const option_row rows[] = {SHUFFLES_OPTIONS(ROW)};
static const command_text text = {
    "bench shuffles", "",
    "Searches, proves and counts packs, merges and widenings of fields beside the figures that the project has set\n"
    "itself; then lowers random constant shuffles of 128 bits (fixed seed), proves each, and compares the counts with\n"
    "those of stock LLVM 19.\n"
    "Exit status 1 when a proposal is refuted or not decided.",
    "lanesmith bench shuffles\n"
    "lanesmith bench shuffles --random --count 100 --width 1,4 --target x86-64-v2\n"
    "lanesmith bench shuffles --json\n",
    rows, sizeof rows / sizeof *rows};

static const column goal_columns[] = {{"operation", COLUMN_TEXT}, {"width", COLUMN_NUMBER}, {"class", COLUMN_TEXT}, {"target", COLUMN_TEXT},
                                      {"goal", COLUMN_NUMBER},    {"steps", COLUMN_NUMBER}, {"ours", COLUMN_NUMBER}, {"met", COLUMN_TEXT},
                                      {"proof", COLUMN_TEXT},     {"seconds", COLUMN_NUMBER}};
static const column random_columns[] = {{"fields", COLUMN_TEXT},    {"target", COLUMN_TEXT}, {"shuffles", COLUMN_NUMBER}, {"proved", COLUMN_NUMBER},
                                        {"ours", COLUMN_NUMBER},    {"llvm", COLUMN_NUMBER}, {"times", COLUMN_NUMBER},    {"worse", COLUMN_NUMBER},
                                        {"us", COLUMN_NUMBER},      {"proof ms", COLUMN_NUMBER}};

typedef struct report {
    app *a;
    verifier *v;
    table goals, random;
    bool wrong;
} report;

/* ---- goals ---- */

static const struct goal {
    const char *op, *with; /* with: counted together with this one, or NULL */
    unsigned w;
    const char *cls, *target;
    int goal;
} goals[] = {
    {"packl", NULL, 2, "x128", "icelake-server", 5},  {"packh", NULL, 2, "x128", "icelake-server", 5},
    {"packl", NULL, 4, "x128", "icelake-server", 5},  {"packh", NULL, 4, "x128", "icelake-server", 5},
    {"packl", NULL, 8, "x128", "icelake-server", 5},  {"packh", NULL, 8, "x128", "icelake-server", 5},
    {"packl", NULL, 8, "x128", "x86-64-v2", 5},       {"packl", NULL, 8, "x128", "x86-64", 9},
    {"packl", NULL, 2, "x128", "x86-64", 21},         {"packl", NULL, 4, "x128", "x86-64", 15},
    {"mergel", NULL, 1, "x128", "icelake-server", 4}, {"mergeh", NULL, 1, "x128", "icelake-server", 4},
    {"mergel", "mergeh", 4, "x128", "x86-64", 10},    {"packl", NULL, 8, "y256", "x86-64-v3", 13},
    {"mergel", NULL, 2, "y256", "x86-64-v3", 17},     {"mergel", NULL, 4, "y256", "x86-64-v3", 14},
    {"zext2_0", "zext2_1", 8, "x128", "x86-64", 5},   {"sext2_0", "sext2_1", 8, "x128", "x86-64", 9},
};

/* Counts the program as LLVM compiles it. */
static ls_status count_prog(report *r, const cell *c, const prog *p, int *insns)
{
    strbuf ir = {0};
    codegen_count count = {0};
    emit_ir_module(c, p, "lowering", &ir);
    ls_status rc = codegen_measure(ir.s, "lowering", c->target, &count, NULL, &r->a->dg);
    *insns = (int)count.insns;
    strbuf_free(&ir);
    return rc;
}

static ls_status prove_prog(report *r, const cell *c, const prog *p, proof_answer *answer)
{
    proof x;
    ls_status rc = verify_prog(r->v, c, p, &x, &r->a->dg);
    if (rc != LS_OK) return rc;
    *answer = x.answer;
    r->wrong = r->wrong || x.answer != PROOF_PROVED;
    return LS_OK;
}

static ls_status put_goal(report *r, const struct goal *g, const shuffle_book *b)
{
    spec *s = r->a->spec;
    const char *names[2] = {g->op, g->with};
    arena mem = {0};
    labels goal;
    int node[2] = {-1, -1}, insns = 0, both = 0;
    proof_answer answer = PROOF_UNKNOWN;
    cell c = {.w = g->w, .cls = spec_find_class(s, g->cls), .target = spec_find_target(s, g->target)};
    permute_machine m = shuffle_machine(b, c.cls, c.target, &mem);
    permute *p = permute_new(&m, spec_find_op(s, g->op)->arity);
    double start = app_seconds(), seconds = 0;
    ls_status rc = LS_OK;
    for (unsigned k = 0; rc == LS_OK && k < 2 && names[k]; k++) {
        prog q;
        c.op = spec_find_op(s, names[k]);
        if (!shuffle_goal(c.op, c.w, c.cls, &goal, &r->a->dg)) continue;
        node[k] = permute_search(p, &goal, GOAL_STEPS, GOAL_WORK);
        seconds = app_seconds() - start;
        if (node[k] < 0 || !shuffle_prog(p, node[k], s, c.op, c.cls, &q)) continue;
        rc = prove_prog(r, &c, &q, &answer);
        if (rc == LS_OK) rc = count_prog(r, &c, &q, &insns);
    }
    if (g->with && node[0] >= 0 && node[1] >= 0) both = insns = (int)permute_count_both(p, node[0], node[1]);
    table_put(&r->goals, "%s%s%s", g->op, g->with ? " and " : "", g->with ? g->with : "");
    table_put_count(&r->goals, (int)g->w);
    table_put(&r->goals, "%s", g->cls);
    table_put(&r->goals, "%s", g->target);
    table_put_count(&r->goals, g->goal);
    table_put_count(&r->goals, both ? both : node[0] < 0 ? -1 : (int)permute_count(p, node[0]));
    table_put_count(&r->goals, node[0] < 0 ? -1 : insns);
    table_put(&r->goals, "%s", node[0] >= 0 && insns <= g->goal ? "yes" : "no");
    table_put(&r->goals, "%s", node[0] < 0 ? "" : answer == PROOF_PROVED ? "proved" : answer == PROOF_REFUTED ? "refuted" : "unknown");
    table_put_value(&r->goals, seconds, 2);
    permute_free(p);
    arena_free(&mem);
    return rc;
}

static ls_status put_goals(report *r)
{
    const regclass *cls[] = {spec_find_class(r->a->spec, "x128"), spec_find_class(r->a->spec, "y256")};
    shuffle_book *b = shuffle_book_new(r->a->spec, cls, 2);
    ls_status rc = LS_OK;
    for (unsigned i = 0; rc == LS_OK && i < sizeof goals / sizeof *goals; i++) rc = put_goal(r, &goals[i], b);
    shuffle_book_free(b);
    return rc;
}

/* ---- random shuffles ---- */

typedef struct shuffle {
    unsigned n, w, sources;
    uint16_t index[128]; /* of result field i, over the fields of both sources */
    const op *op;
    prog prog;
    bool found, proved;
    codegen_count ours, llvm;
} shuffle;

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void draw(shuffle *x, unsigned w, unsigned number, uint64_t *state)
{
    *x = (shuffle){.n = 128 / w, .w = w, .sources = 1 + number % 2};
    for (unsigned i = 0; i < x->n; i++) x->index[i] = (uint16_t)(next_random(state) % (x->n * x->sources));
}

/* The operation in the spec language. */
static void print_op(const shuffle *x, unsigned number, strbuf *out)
{
    strbuf_printf(out, "(op random_%u ((a (vec n w))%s) (vec n w)\n  (where (and (== w %u) (== n %u)))\n  (concat", number,
                  x->sources > 1 ? " (b (vec n w))" : "", x->w, x->n);
    for (unsigned i = x->n; i-- > 0;) strbuf_printf(out, " (field %c %u)", "ab"[x->index[i] / x->n], x->index[i] % x->n);
    strbuf_puts(out, "))\n");
}

static void print_stock(const shuffle *x, const char *name, strbuf *out)
{
    strbuf_printf(out, "define <2 x i64> @%s(<2 x i64> %%p, <2 x i64> %%q) {\n  %%a = bitcast <2 x i64> %%p to <%u x i%u>\n", name, x->n, x->w);
    strbuf_printf(out, "  %%b = bitcast <2 x i64> %%q to <%u x i%u>\n  %%r = shufflevector <%u x i%u> %%a, <%u x i%u> %%b, <%u x i32> <", x->n, x->w,
                  x->n, x->w, x->n, x->w, x->n);
    for (unsigned i = 0; i < x->n; i++) strbuf_printf(out, "%si32 %u", i ? ", " : "", x->index[i]);
    strbuf_printf(out, ">\n  %%s = bitcast <%u x i%u> %%r to <2 x i64>\n  ret <2 x i64> %%s\n}\n", x->n, x->w);
}

/* All shuffles as operations of a spec of their own. */
static ls_status name_all(report *r, shuffle *x, unsigned count, spec **out)
{
    const char *path = NULL;
    strbuf ops = {0};
    for (unsigned i = 0; i < count; i++) print_op(&x[i], i, &ops);
    ls_status rc = app_make_temporary(r->a, &path);
    if (rc == LS_OK && file_write(path, ops.s, ops.len) != LS_OK) rc = app_file_error(r->a, "cannot write", path);
    if (rc == LS_OK) rc = spec_load_files(out, &path, 1, &r->a->dg);
    if (path) unlink(path);
    for (unsigned i = 0; rc == LS_OK && i < count; i++) x[i].op = &(*out)->ops[i];
    strbuf_free(&ops);
    return rc;
}

static void lower(shuffle *x, const permute_machine *m, const spec *s, const regclass *cls)
{
    labels goal;
    for (unsigned i = 0; i < cls->bits; i++) goal.at[i] = (label)(1 + x->index[i / x->w] * x->w + i % x->w);
    permute *p = permute_new(m, x->sources);
    int n = permute_construct(p, &goal);
    x->found = n >= 0 && shuffle_prog(p, n, s, x->op, cls, &x->prog);
    permute_free(p);
}

/* Compiles a batch: ours and stock LLVM's, in one module. */
static ls_status measure_batch(report *r, shuffle *x, unsigned count, const cell *at)
{
    char name[2 * BATCH][16];
    const char *names[2 * BATCH];
    codegen_count counted[2 * BATCH];
    unsigned n = 0;
    strbuf decls = {0}, body = {0}, ir = {0};
    for (unsigned i = 0; i < count; i++) {
        cell c = {x[i].op, x[i].w, at->cls, at->target};
        snprintf(name[n], sizeof name[n], "stock%u", i);
        print_stock(&x[i], name[n], &body);
        n++;
        snprintf(name[n], sizeof name[n], "ours%u", i);
        if (x[i].found) emit_ir_function(&c, &x[i].prog, name[n], "", "", &decls, &body);
        else print_stock(&x[i], name[n], &body);
        n++;
    }
    for (unsigned i = 0; i < n; i++) names[i] = name[i];
    strbuf_printf(&ir, "target triple = \"%s\"\n%s%s", at->target->triple, strbuf_text(&decls), strbuf_text(&body));
    ls_status rc = codegen_measure_all(ir.s, names, n, at->target, counted, &r->a->dg);
    for (unsigned i = 0; rc == LS_OK && i < count; i++) {
        x[i].llvm = counted[2 * i];
        x[i].ours = counted[2 * i + 1];
    }
    strbuf_free(&decls);
    strbuf_free(&body);
    strbuf_free(&ir);
    return rc;
}

static void put_random(report *r, const shuffle *x, unsigned count, const cell *at, double construction, double proving)
{
    double logs = 0, ours = 0, llvm = 0;
    unsigned proved = 0, worse = 0, compared = 0;
    for (unsigned i = 0; i < count; i++) {
        proved += x[i].proved;
        if (!x[i].proved) continue;
        worse += x[i].ours.insns > x[i].llvm.insns;
        ours += x[i].ours.insns;
        llvm += x[i].llvm.insns;
        if (!x[i].ours.insns || !x[i].llvm.insns) continue;
        logs += log((double)x[i].llvm.insns / x[i].ours.insns);
        compared++;
    }
    table_put(&r->random, "<%u x i%u>", x->n, x->w);
    table_put(&r->random, "%s", at->target->name);
    table_put_count(&r->random, (int)count);
    table_put_count(&r->random, (int)proved);
    table_put_value(&r->random, proved ? ours / proved : -1, 1);
    table_put_value(&r->random, proved ? llvm / proved : -1, 1);
    table_put_value(&r->random, compared ? exp(logs / compared) : -1, 2);
    table_put_count(&r->random, (int)worse);
    table_put_value(&r->random, construction / count * 1e6, 0);
    table_put_value(&r->random, proving / count * 1e3, 1);
}

static ls_status measure_width(report *r, unsigned w, unsigned count, const permute_machine *m, const cell *at)
{
    shuffle *x = mem_alloc(count, sizeof *x);
    spec *ops = NULL;
    uint64_t state = w;
    for (unsigned i = 0; i < count; i++) draw(&x[i], w, i, &state);
    ls_status rc = name_all(r, x, count, &ops);
    double start = app_seconds(), lowered, proved;
    for (unsigned i = 0; rc == LS_OK && i < count; i++) lower(&x[i], m, r->a->spec, at->cls);
    lowered = app_seconds();
    for (unsigned i = 0; rc == LS_OK && i < count; i++) {
        cell c = {x[i].op, w, at->cls, at->target};
        proof_answer answer = PROOF_UNKNOWN;
        if (x[i].found) rc = prove_prog(r, &c, &x[i].prog, &answer);
        x[i].proved = answer == PROOF_PROVED;
    }
    proved = app_seconds();
    for (unsigned i = 0; rc == LS_OK && i < count; i += BATCH) rc = measure_batch(r, x + i, count - i < BATCH ? count - i : BATCH, at);
    if (rc == LS_OK) put_random(r, x, count, at, lowered - start, proved - lowered);
    spec_free(ops);
    mem_free(x);
    return rc;
}

static ls_status put_randoms(report *r, const shuffles_options *o, const cell *at, const unsigned *widths, unsigned n)
{
    arena mem = {0};
    shuffle_book *b = shuffle_book_new(r->a->spec, &at->cls, 1);
    permute_machine m = shuffle_machine(b, at->cls, at->target, &mem);
    ls_status rc = LS_OK;
    for (unsigned i = 0; rc == LS_OK && i < n; i++) rc = measure_width(r, widths[i], o->count ? o->count : COUNT_DEFAULT, &m, at);
    arena_free(&mem);
    shuffle_book_free(b);
    return rc;
}

/* The field widths asked for: powers of two up to 64. */
static ls_status choose_widths(const option_words *words, unsigned *widths, unsigned *n)
{
    static const unsigned usual[] = {1, 2, 4, 8};
    for (unsigned i = 0; i < words->count; i++) {
        char *end;
        unsigned long w = strtoul(words->word[i], &end, 10);
        if (*end || !w || w > 64 || (w & (w - 1))) return (ls_status)usage_error(text.name, "field width `%s`; 1, 2, 4, 8, 16, 32 or 64 expected", words->word[i]);
        if (*n < 8) widths[(*n)++] = (unsigned)w;
    }
    for (unsigned i = 0; !words->count && i < 4; i++) widths[(*n)++] = usual[i];
    return LS_OK;
}

static ls_status measure(report *r, const shuffles_options *o, const unsigned *widths, unsigned n)
{
    cell at = {.cls = spec_find_class(r->a->spec, "x128"), .target = spec_find_target(r->a->spec, o->target ? o->target : "x86-64-v3")};
    if (!at.target) return (ls_status)usage_error(text.name, "unknown target `%s`", o->target);
    if (!at.cls) return (ls_status)usage_error(text.name, "the spec has no class x128");
    ls_status rc = verifier_new(&r->v, verify_default_limits, NULL, NULL);
    if (rc == LS_OK && !o->random) rc = put_goals(r);
    if (rc == LS_OK) rc = put_randoms(r, o, &at, widths, n);
    verifier_free(r->v);
    return app_report(r->a, rc);
}

int bench_shuffles(int argc, char **argv)
{
    shuffles_options o = {0};
    char **operands;
    unsigned widths[8], n = 0;
    int noperands, stop = options_parse(&text, argc, argv, &o, &operands, &noperands);
    app a;
    if (stop != OPTIONS_GO_ON) return stop;
    if (noperands) return usage_error(text.name, "unexpected operand `%s`", operands[0]);
    if (choose_widths(&o.widths, widths, &n) != LS_OK) return LS_INPUT;
    report r = {.a = &a};
    TABLE_INIT(&r.goals, "goals", "Movements beside their goals", goal_columns);
    TABLE_INIT(&r.random, "random", "Random constant shuffles of 128 bits", random_columns);
    ls_status rc = app_open_spec(&a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = measure(&r, &o, widths, n);
    if (rc == LS_OK) tables_print((const table *const[]){&r.goals, &r.random}, 2, o.json, stdout);
    table_free(&r.goals);
    table_free(&r.random);
    app_close(&a);
    return rc == LS_OK && r.wrong ? LS_NO : (int)rc;
}
