/* db_tools.c - check, stats, merge, prune: what `lanesmith db` does beside winners texts.
 *
 * Merging two databases of one spec: rows of the other come in as they are, but what its solvers said is a claim here,
 * which `lanesmith verify` turns into proofs. So no file that somebody hands over is ever believed. Stale and refuted rows
 * stay behind. A cell is one transaction, as everywhere.
 *
 * Called by cmd_db.c. */
#include "db_tools.h"

#include <stdio.h>
#include <string.h>

#include "../synth/full.h"
#include "../synth/single.h"
#include "../synth/synth.h"
#include "story.h"

/* ---- check ---- */

/* What is wrong with the row, or NULL. */
static const char *fault(app *a, const db_lowering *l)
{
    prog p;
    diags d = {0};
    strbuf canonical = {0};
    const char *what = NULL;
    if (!prog_parse(&p, a->spec, l->cell.op, l->cell.cls, l->text, (place){0}, &d))
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
    printf("%s (engine %s): %s\n", strbuf_text(&name), l->engine, what);
    strbuf_free(&name);
}

ls_status db_tool_check(app *a)
{
    db_lowering *row;
    unsigned n, faults = 0;
    ls_status rc = app_report(a, db_list_lowerings(a->db, a->spec, NULL, DB_ALL, &a->mem, &row, &n));
    if (rc != LS_OK) return rc;
    for (unsigned i = 0; i < n; i++) {
        const char *what = row[i].stale ? NULL : fault(a, &row[i]);
        if (!what) continue;
        print_fault(&row[i], what);
        faults++;
    }
    printf("%u lowering%s checked, %u at fault\n", n, plural(n), faults);
    return faults ? LS_NO : LS_OK;
}

/* ---- stats ---- */

/* X(member, what it counts) */
#define STATS(X)                                                                                                       \
    X(cells, "cells with a lowering")                                                                                  \
    X(winners, "cells with a proved winner")                                                                           \
    X(optimal, "winners that are optimal")                                                                             \
    X(bounded, "winners with a bound below them")                                                                      \
    X(lowerings, "lowerings")                                                                                          \
    X(proved, "lowerings proved here")                                                                                 \
    X(claimed, "lowerings whose proof is only claimed")                                                                \
    X(refuted, "lowerings refuted")                                                                                    \
    X(stale, "lowerings that are stale")                                                                               \
    X(bounds, "bounds")                                                                                                \
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
    s->proved += l->proved;
    s->claimed += l->program.obligation[0] && l->program.state == TRUTH_CLAIMED && !refuted;
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
    if (rc == LS_OK) rc = db_list_baselines(a->db, a->spec, NULL, &a->mem, &baseline, &s->baselines);
    for (unsigned i = 0; rc == LS_OK && i < n; i++) {
        s->cells += !i || cell_compare(&row[i - 1].cell, &row[i].cell);
        count_row(s, &row[i]);
    }
    return app_report(a, rc);
}

ls_status db_tool_stats(app *a, bool json)
{
    stats s = {0};
    const char *separator = "{";
    ls_status rc = count_all(a, &s);
    if (rc != LS_OK) return rc;
#define X(member, what)                                                                                                \
    if (json)                                                                                                          \
        printf("%s\"" #member "\": %u", separator, s.member);                                                          \
    else                                                                                                               \
        printf("%8u  " what "\n", s.member);                                                                           \
    separator = ", ";
    STATS(X)
#undef X
    if (json) puts("}");
    return LS_OK;
}

/* ---- merge ---- */

typedef struct merger {
    app *a;
    app other;
    db_lowering *row;
    db_bound *bound;
    db_baseline *baseline;
    unsigned nrows, nbounds, nbaselines, taken;
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
    db_put_lowering(m->a->db, &mine);
    m->taken++;
}

/* Rows and bounds of the cell c, which begin at *i and *j. A put that fails shows when the cell is committed. */
static ls_status take_cell(merger *m, const cell *c, unsigned *i, unsigned *j)
{
    ls_status rc = db_begin_cell(m->a->db, c);
    if (rc != LS_OK) return rc;
    for (; *i < m->nrows && !cell_compare(&m->row[*i].cell, c); ++*i)
        if (is_worth_taking(&m->row[*i])) take_lowering(m, &m->row[*i]);
    for (; *j < m->nbounds && !cell_compare(&m->bound[*j].cell, c); ++*j) db_put_bound(m->a->db, &m->bound[*j]);
    return db_commit_cell(m->a->db);
}

static ls_status take_all(merger *m)
{
    ls_status rc = LS_OK;
    for (unsigned i = 0, j = 0; rc == LS_OK && (i < m->nrows || j < m->nbounds);) {
        const cell *c = i < m->nrows ? &m->row[i].cell : &m->bound[j].cell;
        if (j < m->nbounds && cell_compare(&m->bound[j].cell, c) < 0) c = &m->bound[j].cell;
        rc = take_cell(m, c, &i, &j);
    }
    for (unsigned i = 0; rc == LS_OK && i < m->nbaselines; i++) rc = db_put_baseline(m->a->db, &m->baseline[i]);
    return rc;
}

static ls_status list_other(merger *m)
{
    app *o = &m->other;
    ls_status rc = db_list_lowerings(o->db, o->spec, NULL, DB_ALL, &o->mem, &m->row, &m->nrows);
    if (rc == LS_OK) rc = db_list_bounds(o->db, o->spec, true, &o->mem, &m->bound, &m->nbounds);
    if (rc == LS_OK) rc = db_list_baselines(o->db, o->spec, NULL, &o->mem, &m->baseline, &m->nbaselines);
    return app_report(o, rc);
}

ls_status db_tool_merge(app *a, const char *path)
{
    merger m = {.a = a, .other = {.command = a->command, .spec = a->spec}};
    ls_status rc = app_open_db(&m.other, path, APP_DB_READ);
    if (rc == LS_OK) rc = list_other(&m);
    if (rc == LS_OK) rc = app_begin_run(a, path);
    if (rc == LS_OK) rc = app_report(a, take_all(&m));
    if (rc == LS_OK)
        fprintf(stderr, "%s: %u lowering%s, %u bound%s, %u baseline%s; proofs are claims until `lanesmith verify`\n", path,
                m.taken, plural(m.taken), m.nbounds, plural(m.nbounds), m.nbaselines, plural(m.nbaselines));
    m.other.spec = NULL; /* it is a's */
    app_close(&m.other);
    return rc;
}

/* ---- prune ---- */

/* Whether `synth` would still take the cell for searched, with some effort. */
static bool is_key_of_today(void *context, const cell *c, const char *key)
{
    char today[HASH_TEXT];
    for (unsigned e = 0; e < SYNTH_EFFORT_COUNT; e++) {
        synth_search_key(context, c, e, today);
        if (!strcmp(key, today)) return true;
        full_search_key(context, c, e, today);
        if (!strcmp(key, today)) return true;
        single_search_key(context, c, e, today);
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
