// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_db.c - `lanesmith db`: the database and the winners' text.
 *
 * Winners live in git as text (docs/database.md). `load` puts such texts into the database,
 * `dump` takes them out, without loss either way. What a text says is claimed, or attested where
 * its digest is in the list (attest.h).
 *
 * Each verb is a row of VERBS and has options of its own. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "cli/app/app.h"
#include "cli/app/cells.h"
#include "cli/app/texts.h"
#include "cli/check/attest.h"
#include "db_tools.h"

/* X(verb, operands, purpose, example) */
#define VERBS(X)                                                                                   \
    X(load, "PATH...",                                                                             \
      "Loads winners texts: files, and those of directories. All of them, or none when any is "    \
      "malformed.",                                                                                \
      "lanesmith db load db\nlanesmith db load mine.low\n")                                        \
    X(dump, "",                                                                                    \
      "Writes the winners as text: of some targets to standard output, or into a directory.",      \
      "lanesmith db dump --target x86-64\nlanesmith db dump --out db\n")                           \
    X(check, "", "Checks that the database is whole and every stored program one of its cell.",    \
      "lanesmith db check\n")                                                                      \
    X(stats, "", "Counts what the database holds.", "lanesmith db stats --json\n")                 \
    X(merge, "OTHER.db...",                                                                        \
      "Takes over what other databases hold. Their proofs are claims until `lanesmith verify`.",   \
      "lanesmith db merge /mnt/farm/lanesmith.db\n")                                               \
    X(prune, "",                                                                                   \
      "Deletes stale rows: those whose operation or instructions mean something else now, and "    \
      "marks of older searches, or that are only claimed.",                                        \
      "lanesmith db prune\n")

#define LOAD_OPTIONS(X)                                                                            \
    OPTIONS_DB(X)                                                                                  \
    X(TEXT, attested, 0, "attested", "FILE",                                                       \
      "the attested digests, or none; default: db/attested beside the specification")
#define DUMP_OPTIONS(X)                                                                            \
    OPTIONS_DB(X)                                                                                  \
    OPTIONS_TARGETS(X)                                                                             \
    X(TEXT, out, 'o', "out", "DIR",                                                                \
      "write DIR/winners/OPERATION.low and so on, in place of an earlier dump")
#define CHECK_OPTIONS(X) OPTIONS_DB(X)
#define STATS_OPTIONS(X)                                                                           \
    OPTIONS_DB(X)                                                                                  \
    OPTIONS_JSON(X)
#define MERGE_OPTIONS(X) OPTIONS_DB(X)
#define PRUNE_OPTIONS(X) OPTIONS_DB(X)

/* What any verb may be told; each one's rows name the members that it has. */
typedef struct db_options {
    const char *spec_dir, *db_path, *out, *attested;
    option_words targets;
    bool json;
} db_options;
#define ROW(...) OPTION_ROW(db_options, __VA_ARGS__)
static const option_row load_rows[] = {LOAD_OPTIONS(ROW)}, dump_rows[] = {DUMP_OPTIONS(ROW)},
                        check_rows[] = {CHECK_OPTIONS(ROW)}, stats_rows[] = {STATS_OPTIONS(ROW)},
                        merge_rows[] = {MERGE_OPTIONS(ROW)}, prune_rows[] = {PRUNE_OPTIONS(ROW)};

/* ---- load ---- */

static ls_status run_load(app *a, const db_options *o, char **files, int n)
{
    attested *list = NULL;
    db_winners *texts = NULL;
    if (!n) return (ls_status)usage_error("db load", "expected PATH..., the winners texts to load");
    const char **path;
    unsigned npaths;
    ls_status rc = attested_read(&list, a, o->attested);
    if (rc == LS_OK)
        rc = texts_expand(a, (const char *const *)files, (unsigned)n, &path, &npaths);
    if (rc == LS_OK)
        rc = app_report(a, db_read_winners(&texts, a->spec, path, npaths, attested_judge, list,
                                           &a->dg));
    if (rc == LS_OK) rc = app_open_db(a, o->db_path, APP_DB_MAKE);
    if (rc == LS_OK) rc = app_begin_run(a, files[0]);
    if (rc == LS_OK) rc = app_report(a, db_store_winners(a->db, texts, &a->dg));
    if (rc == LS_OK)
        fprintf(
            stderr,
            "%u winners text%s loaded into %s; `lanesmith verify` proves what is only claimed\n",
            npaths, plural(npaths), a->db_path);
    db_free_winners(texts);
    attested_free(list);
    return rc;
}

/* ---- dump ---- */

static ls_status warn_of_claims(app *a, const target *t)
{
    unsigned claims = 0;
    ls_status rc = app_report(a, db_count_shorter_claims(a->db, t, &claims));
    if (claims)
        fprintf(stderr,
                "lanesmith db dump: warning: of %u cell%s of %s the winner is not the shortest "
                "lowering that is claimed; run `lanesmith verify` first\n",
                claims, plural(claims), t->name);
    return rc;
}

static ls_status print_dump(app *a, const bool *wanted)
{
    strbuf winners = {0};
    ls_status rc = app_report(a, db_dump_winners(a->db, a->spec, wanted, &winners));
    if (rc == LS_OK) fwrite(strbuf_text(&winners), 1, winners.len, stdout);
    strbuf_free(&winners);
    return rc;
}

static ls_status run_dump(app *a, const db_options *o, char **operands, int n)
{
    cell_filter f;
    const spec *s = a->spec;
    bool *wanted = arena_new(&a->mem, s->ntargets + 1, bool);
    if (n)
        return (ls_status)usage_error(
            "db dump", "unexpected operand `%s`; the directory is named by --out", operands[0]);
    ls_status rc = cell_filter_make(&f, "db dump", s, NULL, NULL, NULL, &o->targets);
    if (rc != LS_OK) return rc;
    if (!o->out && !o->targets.count)
        return (ls_status)usage_error("db dump", "expected --target with targets, or --out DIR");
    rc = app_open_db(a, o->db_path, APP_DB_READ);
    for (unsigned t = 0; t < s->ntargets && rc == LS_OK; t++) {
        wanted[t] = cell_filter_admits_target(&f, &s->targets[t]);
        if (wanted[t]) rc = warn_of_claims(a, &s->targets[t]);
    }
    if (rc != LS_OK) return rc;
    return o->out ? texts_dump(a, wanted, o->out) : print_dump(a, wanted);
}

/* ---- the others ---- */

static ls_status open_without_operands(app *a, const db_options *o, char **operands, int n)
{
    if (n) return (ls_status)usage_error(a->command, "unexpected operand `%s`", operands[0]);
    return app_open_db(a, o->db_path, APP_DB_READ);
}

static ls_status run_check(app *a, const db_options *o, char **operands, int n)
{
    ls_status rc = open_without_operands(a, o, operands, n);
    return rc == LS_OK ? db_tool_check(a) : rc;
}

static ls_status run_stats(app *a, const db_options *o, char **operands, int n)
{
    ls_status rc = open_without_operands(a, o, operands, n);
    return rc == LS_OK ? db_tool_stats(a, o->json) : rc;
}

static ls_status run_prune(app *a, const db_options *o, char **operands, int n)
{
    ls_status rc = open_without_operands(a, o, operands, n);
    return rc == LS_OK ? db_tool_prune(a) : rc;
}

static ls_status run_merge(app *a, const db_options *o, char **others, int n)
{
    if (!n)
        return (ls_status)usage_error("db merge",
                                      "expected OTHER.db..., the databases to take over");
    ls_status rc = app_open_db(a, o->db_path, APP_DB_MAKE);
    for (int i = 0; i < n && rc == LS_OK; i++) rc = db_tool_merge(a, others[i]);
    return rc;
}

/* ---- the verbs ---- */

static const struct verb {
    const char *name;
    command_text text;
    ls_status (*run)(app *a, const db_options *o, char **operands, int n);
} verbs[] = {
#define X(verb, operands, purpose, example)                                                        \
    {#verb,                                                                                        \
     {"db " #verb, operands, purpose, example, verb##_rows,                                        \
      sizeof verb##_rows / sizeof *verb##_rows},                                                   \
     run_##verb},
    VERBS(X)
#undef X
};
enum { NVERBS = sizeof verbs / sizeof *verbs };

static int print_help(void)
{
    puts("Usage: lanesmith db VERB [OPTION]... [OPERAND]...\n\nThe database and the winners' text. "
         "Verbs:");
    for (int i = 0; i < NVERBS; i++)
        printf("  %-6s %-12s%s\n", verbs[i].name, verbs[i].text.operands, verbs[i].text.purpose);
    puts("\n  -h, --help  this text; `lanesmith db VERB --help` is about one verb\n\nExamples:");
    for (int i = 0; i < NVERBS; i++)
        printf("  %.*s\n", (int)strcspn(verbs[i].text.examples, "\n"), verbs[i].text.examples);
    return LS_OK;
}

static int unknown_verb(const char *name)
{
    const char *names[NVERBS];
    for (int i = 0; i < NVERBS; i++) names[i] = verbs[i].name;
    const char *near = nearest_name(name, names, NVERBS);
    if (near) return usage_error("db", "unknown verb `%s`; the nearest is `%s`", name, near);
    return usage_error("db", "unknown verb `%s`; expected load, dump, check, stats, merge or prune",
                       name);
}

static int run_verb(const struct verb *v, int argc, char **argv)
{
    app a;
    char **operands;
    int n;
    db_options o = {0};
    int stop = options_parse(&v->text, argc, argv, &o, &operands, &n);
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = app_open_spec(&a, v->text.name, o.spec_dir);
    if (rc == LS_OK) rc = v->run(&a, &o, operands, n);
    app_close(&a);
    return (int)rc;
}

int cmd_db(int argc, char **argv)
{
    if (argc < 2)
        return usage_error("db", "expected a verb: load, dump, check, stats, merge or prune");
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) return print_help();
    for (int i = 0; i < NVERBS; i++)
        if (!strcmp(argv[1], verbs[i].name)) return run_verb(&verbs[i], argc - 1, argv + 1);
    return unknown_verb(argv[1]);
}
