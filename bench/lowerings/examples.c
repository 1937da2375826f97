// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* examples.c - `lanesmith bench examples`: the functions of examples/ as stock LLVM compiles them,
 * and with the plugin.
 *
 * Every .ll and .c file is compiled twice for each target by the stock tools at -O2 (compile.c),
 * and every machine instruction of each function's body but the return is counted: here, unlike in
 * `bench codegen`, loads, stores, moves and constants are part of what a user gets. A function
 * whose machine code the plugin does not change was left as it was. How many operations the pass
 * lowered and left comes from its own statistics; which lowerings a function was made of, from its
 * remarks. How many winners there are, and how many of them are proved here or attested, comes from
 * the database; so of the lowerings of each function.
 *
 * That lowerings are proved says nothing yet of the function that the pass made of them. With
 * --prove each function, those of C as clang has them without the plugin, is lowered by
 * lanesmith-opt and put to `lanesmith tv`, which says whether the second refines the first. */
#define _GNU_SOURCE
#include <math.h>
#include <string.h>

#include "bench/base/benches.h"
#include "bench/base/compile.h"
#include "bench/base/table.h"
#include "cli/app/cells.h"
#include "lowerings/measure/codegen.h"
#include "spec/base/process.h"

#define EXAMPLES_OPTIONS(X)                                                                        \
    OPTIONS_DB(X)                                                                                  \
    OPTIONS_TARGETS(X)                                                                             \
    X(TEXT, examples, 0, "examples", "DIR",                                                        \
      "the programs; default: examples beside the specification")                                  \
    X(TEXT, plugin, 0, "plugin", "FILE", "the pass; default: lib/LanesmithPass.so of this build")  \
    X(TEXT, out, 'o', "out", "DIR", "where the assembly goes; default: examples in this build")    \
    X(FLAG, fresh, 0, "fresh", NULL, "compile again what is newer than its source and the plugin") \
    X(FLAG, prove, 0, "prove", NULL,                                                               \
      "and ask `lanesmith tv` about each function that the pass alone lowers")                     \
    OPTIONS_JOBS(X)                                                                                \
    OPTIONS_JSON(X)
typedef struct examples_options { EXAMPLES_OPTIONS(OPTION_MEMBER) } examples_options;
#define ROW(...) OPTION_ROW(examples_options, __VA_ARGS__)
static const option_row rows[] = {EXAMPLES_OPTIONS(ROW)};
static const command_text text = {"bench examples",
                                  "",
                                  "Compiles the examples with stock LLVM 19 at -O2, and again with "
                                  "the lowerings, for each target, and counts the\n"
                                  "instructions of each function: all of its body but the return. "
                                  "The assembly of both stays in DIR.",
                                  "lanesmith bench examples\n"
                                  "lanesmith bench examples --target x86-64 --json\n",
                                  rows,
                                  sizeof rows / sizeof *rows};

static const column function_columns[] = {{"file", COLUMN_TEXT},    {"function", COLUMN_TEXT},
                                          {"target", COLUMN_TEXT},  {"before", COLUMN_NUMBER},
                                          {"after", COLUMN_NUMBER}, {"times", COLUMN_NUMBER},
                                          {"uses", COLUMN_NUMBER},
                                          {"proved", COLUMN_NUMBER},
                                          {"attested", COLUMN_NUMBER},
                                          {"result", COLUMN_TEXT}};
static const column target_columns[] = {
    {"target", COLUMN_TEXT},    {"functions", COLUMN_NUMBER},   {"lowered", COLUMN_NUMBER},
    {"mean", COLUMN_NUMBER},    {"operations", COLUMN_NUMBER},  {"left", COLUMN_NUMBER},
    {"winners", COLUMN_NUMBER}, {"proved here", COLUMN_NUMBER}, {"attested", COLUMN_NUMBER}};

typedef struct summary {
    const db_lowering *list; /* the winners */
    unsigned count;
    unsigned functions, lowered, operations, left, winners, state[TRUTH_CLAIMED];
    double logs;
} summary;

/* The lowerings that a function was made of, each as often as it is there. */
typedef struct used {
    int all, state[TRUTH_CLAIMED];
} used;

typedef struct examples {
    app *a;
    compile_set set;
    summary *of; /* by target */
    char **verdicts; /* with --prove: of each pair what tv printed; else NULL */
    table functions, targets;
} examples;

/* ---- functions of an assembly text ---- */

/* The name of the next function: its label is a line "name:   # @name". False when there is none;
 * *at moves behind it. */
static bool next_function(const char **at, char *name, size_t size)
{
    while (**at) {
        const char *line = *at;
        size_t n = strcspn(line, "\n"), colon = strcspn(line, ":\n");
        *at = line + n + (line[n] == '\n');
        if (*line == '\t' || *line == '.' || line[colon] != ':' || !memmem(line, n, "# @", 3))
            continue;
        snprintf(name, size, "%.*s", (int)colon, line);
        return true;
    }
    return false;
}

/* The body's text; *length without the end label. NULL when the function is not there. */
static const char *function_body(const char *assembly, const char *name, size_t *length)
{
    char label[300];
    int n = snprintf(label, sizeof label, "\n%s:", name);
    const char *start = strstr(assembly, label);
    if (!start) return NULL;
    start += n;
    const char *end = strstr(start, "\n.Lfunc_end");
    *length = end ? (size_t)(end - start) : strlen(start);
    return start;
}

static bool same_code(const char *before, const char *after, const char *name)
{
    size_t n = 0, m = 0;
    const char *x = function_body(before, name, &n), *y = function_body(after, name, &m);
    return x && y && n == m && !memcmp(x, y, n);
}

static int count_body(const target *t, const char *assembly, const char *name)
{
    codegen_count c = {0};
    return codegen_count_function(isa_syntax(t->set), assembly, name, &c)
               ? (int)codegen_count_whole(&c)
               : -1;
}

/* ---- the lowerings of a function ---- */

/* The winner that the pass's table has: of two register classes of one width the cheaper. */
static const db_lowering *find_winner(const summary *s, const char *name, unsigned w,
                                      unsigned bits)
{
    const db_lowering *best = NULL;
    for (unsigned i = 0; i < s->count; i++) {
        const db_lowering *l = &s->list[i];
        bool same = l->winner && l->cell.w == w && l->cell.cls->bits == bits &&
                    !strcmp(l->cell.op->name, name);
        if (same && (!best || l->cost.insns < best->cost.insns)) best = l;
    }
    return best;
}

/* Of a remark: "3 of add 2 128 x86-64; 1 of ..." up to the end of the line. */
static void count_used(const examples *e, const char *said, used *out)
{
    char name[64], on[64];
    unsigned n, w, bits;
    for (const char *end = said + strcspn(said, "\n["); said < end; said++) {
        if (sscanf(said, "%u of %63s %u %u %63[^;[ \n]", &n, name, &w, &bits, on) != 5) return;
        const target *t = spec_find_target(e->a->spec, on);
        const db_lowering *l = t ? find_winner(&e->of[t->index], name, w, bits) : NULL;
        out->all += (int)n;
        if (l) out->state[l->state] += (int)n;
        said += strcspn(said, ";\n[");
        if (*said == ';') said++;
    }
}

/* The remarks of the function; the pass may have come to it more than once. */
static used lowerings_of(const examples *e, const char *notes, const char *name)
{
    used u = {0};
    char what[300];
    int n = snprintf(what, sizeof what, " %s: lowerings: ", name);
    for (const char *at = notes; (at = strstr(at, what));) count_used(e, at += n, &u);
    return u;
}

/* ---- rows ---- */

/* "proved", "refuted" or "unknown": the first word of the line of tv that names the function. NULL:
 * it does not. */
static const char *verdict_of(const char *said, const char *name, char word[16])
{
    for (const char *line = said; line && *line; line += strcspn(line, "\n") + 1) {
        size_t n = strcspn(line, " \n"), blanks = strspn(line + n, " "), length = strlen(name);
        const char *end = line + n + blanks + length;
        if (n && n < 16 && blanks && !strncmp(line + n + blanks, name, length) &&
            strchr(" :\n", *end)) {
            snprintf(word, 16, "%.*s", (int)n, line);
            return word;
        }
        if (!line[strcspn(line, "\n")]) break;
    }
    return NULL;
}

static const char *result_of(const examples *e, unsigned pair, const char *name, int after,
                             bool lowered, char word[16])
{
    const compile_pair *p = &e->set.pair[pair];
    const char *verdict = e->verdicts ? verdict_of(e->verdicts[pair], name, word) : NULL;
    if (p->uses_headers) return "by its header";
    if (after < 0) return "no code of its own";
    if (!lowered) return "left as it was";
    return verdict ? verdict : e->verdicts ? "lowered, not asked" : "lowered";
}

static void put_function(examples *e, unsigned pair, const char *name)
{
    char word[16];
    const compile_pair *p = &e->set.pair[pair];
    summary *s = &e->of[p->target->index];
    int before = count_body(p->target, p->before.text, name),
        after = count_body(p->target, p->after.text, name);
    bool lowered = after >= 0 && !same_code(p->before.text, p->after.text, name);
    table_put(&e->functions, "%s", p->file);
    table_put(&e->functions, "%s", name);
    table_put(&e->functions, "%s", p->target->name);
    table_put_count(&e->functions, before);
    table_put_count(&e->functions, after);
    table_put_value(&e->functions, lowered && after > 0 ? (double)before / after : -1, 1);
    used u = lowerings_of(e, p->notes, name);
    table_put_count(&e->functions, u.all);
    for (unsigned i = 0; i < TRUTH_CLAIMED; i++) table_put_count(&e->functions, u.state[i]);
    table_put(&e->functions, "%s", result_of(e, pair, name, after, lowered, word));
    s->functions++;
    s->lowered += lowered;
    if (lowered && before > 0 && after > 0) s->logs += log((double)before / after);
}

/* Pairs of one file stand together, a pair a target: function by function, each for every target.
 */
static void put_file(examples *e, unsigned first, unsigned end)
{
    char name[256];
    const char *at = e->set.pair[first].before.text;
    while (next_function(&at, name, sizeof name))
        for (unsigned k = first; k < end; k++) put_function(e, k, name);
}

static void put_files(examples *e)
{
    for (unsigned first = 0, end; first < e->set.count; first = end) {
        for (end = first;
             end < e->set.count && !strcmp(e->set.pair[end].file, e->set.pair[first].file);)
            end++;
        put_file(e, first, end);
    }
    for (unsigned i = 0; i < e->set.count; i++) {
        const compile_pair *p = &e->set.pair[i];
        e->of[p->target->index].operations += p->lowered;
        e->of[p->target->index].left += p->left;
    }
}

/* ---- what the table holds ---- */

static ls_status count_lowerings(examples *e, const target *t)
{
    db_lowering *list;
    unsigned count;
    app *a = e->a;
    ls_status rc = db_list_lowerings(a->db, a->spec, t, DB_WINNERS, &a->mem, &list, &count);
    e->of[t->index].list = list;
    e->of[t->index].count = rc == LS_OK ? count : 0;
    for (unsigned i = 0; i < count && rc == LS_OK; i++) {
        if (!list[i].winner) continue;
        e->of[t->index].winners++;
        e->of[t->index].state[list[i].state]++;
    }
    return app_report(a, rc);
}

/* Of all targets: a function may use the lowerings of less capable ones. */
static ls_status count_all_lowerings(examples *e)
{
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < e->a->spec->ntargets && rc == LS_OK; i++)
        rc = count_lowerings(e, &e->a->spec->targets[i]);
    return rc;
}

static void put_targets(examples *e, const cell_filter *f)
{
    for (unsigned i = 0; i < e->a->spec->ntargets; i++) {
        const target *t = &e->a->spec->targets[i];
        const summary *s = &e->of[i];
        if (!cell_filter_takes_target(f, t)) continue;
        table_put(&e->targets, "%s", t->name);
        table_put_count(&e->targets, (int)s->functions);
        table_put_count(&e->targets, (int)s->lowered);
        table_put_value(&e->targets, s->lowered ? exp(s->logs / s->lowered) : -1, 1);
        table_put_count(&e->targets, (int)s->operations);
        table_put_count(&e->targets, (int)s->left);
        table_put_count(&e->targets, (int)s->winners);
        table_put_count(&e->targets, (int)s->state[TRUTH_HERE]);
        table_put_count(&e->targets, (int)s->state[TRUTH_ATTESTED]);
    }
}

/* ---- proofs of whole functions ---- */

static bool is_ir(const char *file)
{
    size_t n = strlen(file);
    return n > 3 && !strcmp(file + n - 3, ".ll");
}

/* The C file as LLVM IR, as it is without the plugin. */
static ls_status make_ir(examples *e, const compile_pair *p, const char *source, const char *out)
{
    app *a = e->a;
    process compile = {0};
    process_add_pair(&compile, "clang-19", "-O2");
    process_add(&compile, arena_printf(&a->mem, "--target=%s", p->target->triple));
    process_add(&compile, arena_printf(&a->mem, "-march=%s", p->target->cpu));
    process_add_pair(&compile, "-S", "-emit-llvm");
    process_add(&compile, source);
    process_add_pair(&compile, "-o", out);
    process_run_all(&compile, 1, 1);
    return process_check(&compile, text.name);
}

/* Lowers the pair's file by the pass alone, and asks tv; what it prints is kept, also when it
 * proves less than all. */
static ls_status prove_pair(examples *e, unsigned pair)
{
    const compile_pair *p = &e->set.pair[pair];
    size_t size;
    app *a = e->a;
    const char *source = app_path(a, e->set.examples, p->file),
               *after = app_path(a, e->set.out, "after.ll");
    const char *said = app_path(a, e->set.out, "tv.txt");
    if (!is_ir(p->file)) {
        const char *ir = app_path(a, e->set.out, "before.ll");
        ls_status rc = make_ir(e, p, source, ir);
        if (rc != LS_OK) return rc;
        source = ir;
    }
    process lower = {0}, ask = {.out = said};
    process_add(&lower, app_prefix_path(a, "bin/lanesmith-opt"));
    process_add(&lower, "-S");
    process_add(&lower, arena_printf(&a->mem, "-mcpu=%s", p->target->cpu));
    process_add_pair(&lower, "-o", after);
    process_add(&lower, source);
    process_run_all(&lower, 1, 1);
    if (process_check(&lower, text.name) != LS_OK) return LS_ENV;
    process_add(&ask, app_prefix_path(a, "bin/lanesmith"));
    process_add(&ask, "tv");
    process_add_pair(&ask, "--assume", "loads-whole");
    process_add(&ask, source);
    process_add(&ask, after);
    process_run_all(&ask, 1, 1);
    if (ask.status > LS_NO) return process_check(&ask, text.name);
    return file_read(said, &e->verdicts[pair], &size) == LS_OK
               ? LS_OK
               : app_file_error(a, "cannot read", said);
}

static ls_status prove_all_pairs(examples *e)
{
    ls_status rc = LS_OK;
    e->verdicts = mem_alloc(e->set.count + 1, sizeof *e->verdicts);
    for (unsigned i = 0; i < e->set.count && rc == LS_OK; i++)
        if (!e->set.pair[i].uses_headers) rc = prove_pair(e, i);
    return rc;
}

static void free_verdicts(examples *e)
{
    for (unsigned i = 0; e->verdicts && i < e->set.count; i++) mem_free(e->verdicts[i]);
    mem_free(e->verdicts);
}

/* ---- the command ---- */

static void set_options(examples *e, const examples_options *o)
{
    compile_set *s = &e->set;
    s->examples = o->examples ? o->examples : bench_source_path(e->a, "examples");
    s->plugin = o->plugin ? o->plugin : app_prefix_path(e->a, "lib/LanesmithPass.so");
    s->include = app_prefix_path(e->a, "include");
    s->out = o->out ? o->out : bench_out_path(e->a, "examples");
    s->fresh = o->fresh;
    s->jobs = o->jobs ? o->jobs : app_processors();
}

static ls_status run_examples(app *a, const examples_options *o)
{
    cell_filter f;
    examples e = {.a = a, .of = arena_new(&a->mem, a->spec->ntargets, summary)};
    ls_status rc = cell_filter_make(&f, text.name, a->spec, NULL, NULL, NULL, &o->targets);
    if (rc != LS_OK) return rc;
    set_options(&e, o);
    TABLE_INIT(&e.functions, "functions",
               "Machine instructions of each function, all but the return", function_columns);
    TABLE_INIT(&e.targets, "targets",
               "Functions changed and the geometric mean of their gain; operations that the pass "
               "lowered and left;\n"
               "winners of the database, and what vouches for them",
               target_columns);
    rc = compile_examples(a, &e.set, &f);
    if (rc == LS_OK && o->prove) rc = prove_all_pairs(&e);
    if (rc == LS_OK) rc = count_all_lowerings(&e);
    if (rc == LS_OK) put_files(&e);
    if (rc == LS_OK) put_targets(&e, &f);
    if (rc == LS_OK)
        tables_print((const table *const[]){&e.functions, &e.targets}, 2, o->json, stdout);
    table_free(&e.functions);
    table_free(&e.targets);
    free_verdicts(&e);
    return rc;
}

int bench_examples(int argc, char **argv)
{
    examples_options o = {0};
    char **operands;
    int noperands, stop = options_parse(&text, argc, argv, &o, &operands, &noperands);
    app a;
    if (stop != OPTIONS_GO_ON) return stop;
    if (noperands)
        return usage_error(text.name, "unexpected operand `%s`; a directory is named by --examples",
                           operands[0]);
    ls_status rc = app_open_spec(&a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = app_open_db(&a, o.db_path, APP_DB_READ);
    if (rc == LS_OK) rc = run_examples(&a, &o);
    app_close(&a);
    return (int)rc;
}
