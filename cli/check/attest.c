// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* attest.c - which digests a text has, which are in the list, and the list anew.
 *
 * A digest covers what a text says of one operation on one target, in a form of its own (db/text/
 * groups.c), and with the hashes of all meanings that it rests on. That of lowerings also covers
 * the LLVM IR that is emitted today for each program: so a change of the emitter makes them claims
 * again, and only what was proved ships.
 *
 * A list of version 1 is of the time when texts named the obligation and the solver of each proof.
 * Its digests of lowerings cover these, too; so it attests texts of version 1 alone.
 *
 * Called by `lanesmith db load` and `lanesmith verify`. */
#include "attest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "lowerings/emit/lowering.h"
#include "verify/claim/smt.h"

const char *const attest_kind_names[ATTEST_KINDS] = {"lowerings", "bounds", "searched"};

/* One line of the list; a digest says by itself what it is of. */
typedef struct line {
    char digest[DIGEST_TEXT];
} line;

struct attested {
    const spec *s;
    line *lines; /* sorted */
    unsigned count;
    unsigned version;
};

static int compare_lines(const void *a, const void *b)
{
    return strcmp(((const line *)a)->digest, ((const line *)b)->digest);
}

static bool has_digest(const attested *x, const char *digest)
{
    line key;
    memcpy(key.digest, digest, sizeof key.digest);
    return x->count && bsearch(&key, x->lines, x->count, sizeof key, compare_lines);
}

/* ---- digests ---- */

/* Emits each program. False when one is stale, or no program of its cell: then nothing of the group
 * is attested. */
static bool emit_texts(const spec *s, db_group *g)
{
    bool good = true;
    for (unsigned i = 0; i < g->nlowerings && good; i++) {
        db_lowering *l = &g->lowerings[i];
        diags quiet = {0};
        prog p;
        good = prog_parse_cell(&p, s, &l->cell, l->text, (place){0}, &quiet) &&
               prog_fits(&p, l->cell.target);
        if (good) lowering_hash_ir(&l->cell, &p, l->ir_text);
        diag_free(&quiet);
    }
    return good;
}

typedef void print_fn(const spec *s, const db_group *g, strbuf *out);
static print_fn *const prints[ATTEST_KINDS] = {db_print_lowerings, db_print_bounds, db_print_marks};

static void digest_of(const spec *s, const db_group *g, attest_kind kind, char out[DIGEST_TEXT])
{
    strbuf text = {0};
    prints[kind](s, g, &text);
    hash_digest(strbuf_text(&text), text.len, out);
    strbuf_free(&text);
}

static unsigned rows_of(const db_group *g, attest_kind kind)
{
    return kind == ATTEST_LOWERINGS ? g->nlowerings
           : kind == ATTEST_BOUNDS  ? g->nbounds
                                    : g->nmarks;
}

/* ---- a text against the list ---- */

/* What the list signs is that the program and its IR were proved. Where it does not sign which
 * obligation that was, and what settled it, a text may say anything of that: it is forgotten. */
static void attest_proofs(const db_group *g, db_lowering *l)
{
    if (g->with_proofs) return;
    db_state_proof(&l->program, TRUTH_ATTESTED);
    db_state_proof(&l->ir, TRUTH_ATTESTED);
}

static void set_states(db_group *g, attest_kind kind, db_truth state)
{
    for (unsigned i = 0; i < rows_of(g, kind); i++) {
        if (kind == ATTEST_BOUNDS) g->bounds[i].state = state;
        if (kind == ATTEST_MARKS) g->marks[i].state = state;
        if (kind != ATTEST_LOWERINGS) continue;
        db_lowering *l = &g->lowerings[i];
        l->program.state = l->ir.state = l->cost_state = state;
        if (state == TRUTH_ATTESTED) attest_proofs(g, l);
        if (state == TRUTH_CLAIMED) l->ir_text[0] = 0; /* nobody knows what was proved */
    }
}

void attested_judge(void *context, db_group *g)
{
    const attested *x = context;
    char digest[DIGEST_TEXT];
    g->with_proofs = x->version == 1;
    for (attest_kind kind = 0; kind < ATTEST_KINDS; kind++) {
        bool good = x->count && rows_of(g, kind) &&
                    (kind != ATTEST_LOWERINGS || emit_texts(x->s, g));
        if (good) digest_of(x->s, g, kind, digest);
        set_states(g, kind, good && has_digest(x, digest) ? TRUTH_ATTESTED : TRUTH_CLAIMED);
    }
}

/* ---- reading the list ---- */

static ls_status bad_line(app *a, const char *name, unsigned number, const char *expected)
{
    fprintf(stderr,
            "lanesmith %s: error: %s:%u: expected %s; write the list anew with `lanesmith verify "
            "--attest`\n",
            a->command, name, number, expected);
    return LS_INPUT;
}

static bool is_digest(const char *s, size_t n)
{
    return n == DIGEST_TEXT - 1 && strspn(s, "0123456789abcdef") >= n;
}

/* "version 2" */
static bool read_version(attested *x, const char *s, size_t n)
{
    bool good = n == 9 && !memcmp(s, "version ", 8) && (s[8] == '1' || s[8] == '2');
    if (good) x->version = (unsigned)(s[8] - '0');
    return good;
}

/* "lowerings add x86-64 DIGEST" */
static bool read_line(attested *x, const char *s, size_t n)
{
    size_t digest = DIGEST_TEXT - 1;
    if (n < digest + 1 || s[n - digest - 1] != ' ' || !is_digest(s + n - digest, digest))
        return false;
    memcpy(x->lines[x->count].digest, s + n - digest, digest);
    x->lines[x->count++].digest[digest] = 0;
    return true;
}

ls_status attested_parse(attested **out, app *a, const char *name, const char *text)
{
    attested *x = mem_alloc(1, sizeof *x);
    unsigned number = 0, lines = 1;
    ls_status rc = LS_OK;
    x->s = a->spec;
    for (const char *s = text; *s; s++) lines += *s == '\n';
    x->lines = mem_alloc(lines, sizeof *x->lines);
    for (size_t n; *text && rc == LS_OK; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        number++;
        if (!n || *text == '#') continue;
        if (!x->version) {
            if (!read_version(x, text, n))
                rc = bad_line(a, name, number, "`version 2` or `version 1`");
        } else if (!read_line(x, text, n)) {
            rc = bad_line(a, name, number,
                          "a kind, an operation, a target and 64 hexadecimal digits");
        }
    }
    if (x->count) qsort(x->lines, x->count, sizeof *x->lines, compare_lines);
    *out = x;
    return rc;
}

ls_status attested_read(attested **out, app *a, const char *path)
{
    char *text = NULL;
    size_t size;
    const char *name = path ? path : app_attested_path(a);
    bool none = path && !strcmp(path, "none"),
         read = !none && file_read(name, &text, &size) == LS_OK;
    *out = NULL;
    if (!none && !read && (path || errno != ENOENT))
        return app_file_error(a, "cannot read the attested digests", name);
    ls_status rc = attested_parse(out, a, name, read ? text : "");
    mem_free(text);
    return rc;
}

void attested_free(attested *x)
{
    if (!x) return;
    mem_free(x->lines);
    mem_free(x);
}

/* ---- writing the list ---- */

/* Whether every statement of the group and kind is attested or proved here. */
static bool stands(const db_group *g, attest_kind kind)
{
    bool all = true;
    for (unsigned i = 0; i < rows_of(g, kind) && all; i++)
        all = kind == ATTEST_LOWERINGS
                  ? g->lowerings[i].proved
                  : (kind == ATTEST_BOUNDS ? g->bounds[i].state : g->marks[i].state) !=
                        TRUTH_CLAIMED;
    return all;
}

/* The IR that was proved is the one that is emitted. */
static bool emits_what_was_proved(const spec *s, db_group *g)
{
    char (*was)[HASH_TEXT] = mem_alloc(g->nlowerings + 1, sizeof *was);
    for (unsigned i = 0; i < g->nlowerings; i++)
        memcpy(was[i], g->lowerings[i].ir_text, sizeof *was);
    bool same = emit_texts(s, g);
    for (unsigned i = 0; i < g->nlowerings && same; i++)
        same = !strcmp(was[i], g->lowerings[i].ir_text);
    mem_free(was);
    return same;
}

static void print_group(app *a, db_group *g, strbuf *out, attest_count *count)
{
    char digest[DIGEST_TEXT];
    for (attest_kind kind = 0; kind < ATTEST_KINDS; kind++) {
        if (!rows_of(g, kind)) continue;
        bool good = stands(g, kind) &&
                    (kind != ATTEST_LOWERINGS || emits_what_was_proved(a->spec, g));
        good ? count->groups[kind]++ : count->left[kind]++;
        if (!good) continue;
        digest_of(a->spec, g, kind, digest);
        strbuf_printf(out, "%s %s %s %s\n", attest_kind_names[kind], g->op->name, g->target->name,
                      digest);
    }
}

ls_status attested_print(app *a, strbuf *out, attest_count *count)
{
    ls_status rc = LS_OK;
    *count = (attest_count){0};
    unsigned llvm[3];
    LLVMGetVersion(&llvm[0], &llvm[1], &llvm[2]);
    strbuf_puts(out, "# Digests of the statements in db/ that a full verification has "
                     "signed; docs/trust.md says what\n"
                     "# that means. Generated by `lanesmith verify --attest`.\n"
                     "# " LICENSE_TAG "\n");
    strbuf_printf(out, "# Signed by lanesmith %s with %s and LLVM %u.%u.%u.\nversion 2\n",
                  LANESMITH_VERSION, smt_version(), llvm[0], llvm[1], llvm[2]);
    strbuf_printf(out, "%s%s\n", ATTESTED_DEFINITIONS, a->spec->digest);
    for (unsigned t = 0; t < a->spec->ntargets && rc == LS_OK; t++) {
        arena mem = {0};
        db_group *groups;
        unsigned n;
        rc = app_report(a, db_list_groups(a->db, a->spec, &a->spec->targets[t], &mem, &groups, &n));
        for (unsigned i = 0; i < n && rc == LS_OK; i++) print_group(a, &groups[i], out, count);
        arena_free(&mem);
    }
    return rc;
}
