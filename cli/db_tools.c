// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* db_tools.c - check, stats, merge, prune: what `lanesmith db` does beside winners texts.
 *
 * Merging two databases of one spec: rows of the other come in as they are, but what its solvers
 * said is a claim here, which `lanesmith verify` turns into proofs. So no file that somebody hands
 * over is ever believed. Stale and refuted rows stay behind. A cell is one transaction, as
 * everywhere.
 *
 * Called by cmd_db.c. */
#include "db_tools.h"

#include <stdio.h>
#include <string.h>

#include "cli/app/json.h"
#include "cli/app/story.h"
#include "spec/base/stop.h"
#include "spec/engine.h"
#include "synth/run/stages.h"

/* ---- check ---- */

/* What is wrong with the row, or NULL. */
static const char *fault(app *a, const db_lowering *l)
{
    prog p;
    diags d = {0};
    strbuf canonical = {0};
    const char *what = NULL;
    if (!prog_parse_cell(&p, a->spec, &l->cell, l->text, (place){0}, &d))
        what = "the text is no program of the cell";
    else if (!prog_fits(&p, l->cell.target))
        what = "an instruction is not one of the target";
    else {
        prog_print(&p, &canonical);
        if (strcmp(strbuf_text(&canonical), l->text)) what = "the text is not in canonical form";
    }
    strbuf_free(&canonical);
    diag_free(&d);
    return what;
}

static void print_fault(const db_lowering *l, const char *what)
{
    strbuf name = {0};
    cell_print(&l->cell, &name);
    printf("%s (engine %s): %s\n", strbuf_text(&name), engine_name(l->engine), what);
    strbuf_free(&name);
}

typedef struct checker {
    unsigned faults;
} checker;

static void take_fault(void *context, const char *what)
{
    checker *c = context;
    c->faults++;
    printf("%s\n", what);
}

/* Everything that verify and emit would refuse: the file, the rows, the programs, bounds against
 * programs. */
ls_status db_tool_check(app *a)
{
    db_lowering *row;
    unsigned n;
    checker c = {0};
    ls_status rc = app_report(a, db_check_integrity(a->db));
    if (rc == LS_OK) rc = app_report(a, db_find_damage(a->db, a->spec, take_fault, &c));
    if (rc == LS_OK && c.faults)
        return printf("%u row%s damaged; build the database again from the winners' text\n",
                      c.faults, plural(c.faults)),
               LS_NO;
    if (rc == LS_OK)
        rc = app_report(a, db_list_lowerings(a->db, a->spec, NULL, DB_ALL, &a->mem, &row, &n));
    if (rc == LS_OK) rc = app_report(a, db_find_contradictions(a->db, a->spec, take_fault, &c));
    if (rc != LS_OK) return rc;
    for (unsigned i = 0; i < n; i++) {
        if (stop_signal()) return LS_STOPPED;
        const char *what = row[i].stale ? NULL : fault(a, &row[i]);
        if (!what) continue;
        print_fault(&row[i], what);
        c.faults++;
    }
    printf("%u lowering%s checked, %u at fault\n", n, plural(n), c.faults);
    return c.faults ? LS_NO : LS_OK;
}

/* ---- stats ---- */

/* X(member, what it counts) */
#define STATS(X)                                                                                   \
    X(cells, "cells with a lowering")                                                              \
    X(winners, "cells with a winner that ships")                                                   \
    X(optimal, "winners that are optimal")                                                         \
    X(bounded, "winners with a bound below them")                                                  \
    X(lowerings, "lowerings")                                                                      \
    X(proved, "lowerings proved here")                                                             \
    X(attested, "lowerings attested")                                                              \
    X(claimed, "lowerings whose proof is only claimed")                                            \
    X(refuted, "lowerings refuted")                                                                \
    X(stale, "lowerings that are stale")                                                           \
    X(bounds, "bounds")                                                                            \
    X(baselines, "baselines")

typedef struct stats {
#define X(member, what) unsigned member;
    STATS(X)
#undef X
} stats;

static void count_row(stats *s, const db_lowering *l)
{
    bool refuted = is_refuted(l);
    s->lowerings++;
    s->proved += l->proved && l->state == TRUTH_HERE;
    s->attested += l->proved && l->state == TRUTH_ATTESTED;
    s->claimed += db_has_proof(&l->program) && !l->proved && l->state == TRUTH_CLAIMED && !refuted;
    s->refuted += refuted;
    s->stale += l->stale;
    s->winners += l->winner;
    s->optimal += l->winner && !strcmp(l->status, "optimal");
    s->bounded += l->winner && !strcmp(l->status, "bounded");
}

static ls_status count_all(app *a, stats *s)
{
    db_lowering *row;
    db_bound *bound;
    db_baseline *baseline;
    unsigned n;
    ls_status rc = db_list_lowerings(a->db, a->spec, NULL, DB_ALL, &a->mem, &row, &n);
    if (rc == LS_OK) rc = db_list_bounds(a->db, a->spec, true, &a->mem, &bound, &s->bounds);
    if (rc == LS_OK)
        rc = db_list_baselines(a->db, a->spec, NULL, &a->mem, &baseline, &s->baselines);
    for (unsigned i = 0; rc == LS_OK && i < n; i++) {
        s->cells += !i || cell_compare(&row[i - 1].cell, &row[i].cell);
        count_row(s, &row[i]);
    }
    return app_report(a, rc);
}

static void print_stats_json(const stats *s)
{
    json_t *all = json_object();
#define X(member, what) json_put_count(all, #member, s->member);
    STATS(X)
#undef X
    json_print(all, stdout);
}

static void print_stats(const stats *s)
{
#define X(member, what) printf("%8u  " what "\n", s->member);
    STATS(X)
#undef X
}

ls_status db_tool_stats(app *a, bool json)
{
    stats s = {0};
    ls_status rc = count_all(a, &s);
    if (rc == LS_OK) (json ? print_stats_json : print_stats)(&s);
    return rc;
}

/* ---- merge ---- */

typedef struct merger {
    app *a;
    app other;
    db_lowering *row;
    db_bound *bound;
    db_mark *mark;
    db_baseline *baseline;
    unsigned nrows, nbounds, nmarks, nbaselines, taken;
} merger;

static void make_claim(db_proof *p)
{
    p->state = TRUTH_CLAIMED;
    if (p->obligation[0] && !strcmp(p->answer, "unknown")) p->obligation[0] = 0;
}

static bool is_worth_taking(const db_lowering *l)
{
    return !l->stale && !is_refuted(l);
}

static void take_lowering(merger *m, const db_lowering *l)
{
    db_lowering mine = *l;
    make_claim(&mine.program);
    make_claim(&mine.ir);
    mine.cost_state = TRUTH_CLAIMED;
    mine.ir_text[0] = 0;
    db_put_lowering(m->a->db, &mine);
    m->taken++;
}

/* How far the rows of the other database have been taken. */
typedef struct position {
    unsigned row, bound, mark;
} position;

/* The least cell of what is left; NULL at the end. */
static const cell *next_cell(const merger *m, const position *p)
{
    const cell *c = p->row < m->nrows ? &m->row[p->row].cell : NULL;
    if (p->bound < m->nbounds && (!c || cell_compare(&m->bound[p->bound].cell, c) < 0))
        c = &m->bound[p->bound].cell;
    if (p->mark < m->nmarks && (!c || cell_compare(&m->mark[p->mark].cell, c) < 0))
        c = &m->mark[p->mark].cell;
    return c;
}

/* Takes the cell's rows. A put that fails shows when the cell is committed. */
static ls_status take_cell(merger *m, const cell *c, position *p)
{
    db *d = m->a->db;
    ls_status rc = db_begin_cell(d, c);
    if (rc != LS_OK) return rc;
    for (; p->row < m->nrows && !cell_compare(&m->row[p->row].cell, c); p->row++)
        if (is_worth_taking(&m->row[p->row])) take_lowering(m, &m->row[p->row]);
    for (; p->bound < m->nbounds && !cell_compare(&m->bound[p->bound].cell, c); p->bound++) {
        m->bound[p->bound].state = TRUTH_CLAIMED;
        db_put_bound(d, &m->bound[p->bound]);
    }
    for (; p->mark < m->nmarks && !cell_compare(&m->mark[p->mark].cell, c); p->mark++)
        db_claim_searched(d, c, m->mark[p->mark].key);
    return db_commit_cell(d);
}

static ls_status take_all(merger *m)
{
    ls_status rc = LS_OK;
    position p = {0};
    for (const cell *c; rc == LS_OK && (c = next_cell(m, &p));) {
        cell copy = *c;
        rc = stop_check();
        if (rc == LS_OK) rc = take_cell(m, &copy, &p);
    }
    for (unsigned i = 0; rc == LS_OK && i < m->nbaselines; i++)
        rc = db_put_baseline(m->a->db, &m->baseline[i]);
    return rc;
}

/* No row of a file that somebody hands over may end this program: each text must be a program. */
static ls_status check_programs(const merger *m, const char *path)
{
    for (unsigned i = 0; i < m->nrows; i++) {
        if (stop_signal()) return LS_STOPPED;
        const char *what = m->row[i].stale ? NULL : fault(m->a, &m->row[i]);
        if (!what) continue;
        strbuf name = {0};
        cell_print(&m->row[i].cell, &name);
        fprintf(stderr, "lanesmith db merge: error: %s: %s: %s; nothing was taken from it\n", path,
                strbuf_text(&name), what);
        strbuf_free(&name);
        return LS_INPUT;
    }
    return LS_OK;
}

static ls_status list_other(merger *m)
{
    app *o = &m->other;
    ls_status rc = db_check_integrity(o->db);
    if (rc == LS_OK)
        rc = db_list_lowerings(o->db, o->spec, NULL, DB_ALL, &o->mem, &m->row, &m->nrows);
    if (rc == LS_OK) rc = db_list_bounds(o->db, o->spec, true, &o->mem, &m->bound, &m->nbounds);
    if (rc == LS_OK) rc = db_list_searched(o->db, NULL, &o->mem, &m->mark, &m->nmarks);
    if (rc == LS_OK)
        rc = db_list_baselines(o->db, o->spec, NULL, &o->mem, &m->baseline, &m->nbaselines);
    return app_report(o, rc);
}

ls_status db_tool_merge(app *a, const char *path)
{
    merger m = {.a = a, .other = {.command = a->command, .spec = a->spec}};
    ls_status rc = app_open_db(&m.other, path, APP_DB_READ);
    if (rc == LS_OK) rc = list_other(&m);
    if (rc == LS_OK) rc = check_programs(&m, path);
    if (rc == LS_OK) rc = app_begin_run(a, path);
    if (rc == LS_OK) rc = app_report(a, take_all(&m));
    if (rc == LS_OK)
        fprintf(stderr,
                "%s: %u lowering%s, %u bound%s, %u mark%s, %u baseline%s; claims until `lanesmith "
                "verify`\n",
                path, m.taken, plural(m.taken), m.nbounds, plural(m.nbounds), m.nmarks,
                plural(m.nmarks), m.nbaselines, plural(m.nbaselines));
    m.other.spec = NULL; /* it is a's */
    app_close(&m.other);
    return rc;
}

/* ---- prune ---- */

/* Whether `synth` would still take the cell for searched, with some effort. */
static bool is_key_of_today(void *context, const cell *c, const char *key)
{
    char today[HASH_TEXT];
    if (strchr(key, '-')) return true; /* of what was known: one a cell and stage, the latest */
    for (unsigned i = 0; i < synth_nstages; i++)
        for (unsigned e = 0; synth_stages[i].key_of && e < SYNTH_EFFORT_COUNT; e++) {
            synth_stages[i].key_of(context, c, e, today);
            if (!strcmp(key, today)) return true;
        }
    return false;
}

ls_status db_tool_prune(app *a)
{
    unsigned dropped = 0;
    ls_status rc = app_report(a, db_drop_stale(a->db, is_key_of_today, a->spec, &dropped));
    if (rc == LS_OK) fprintf(stderr, "%u stale row%s deleted\n", dropped, plural(dropped));
    return rc;
}
