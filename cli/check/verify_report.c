// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* verify_report.c - what `lanesmith verify` says: as text, as JSON, as a summary for a page.
 *
 * The report is ordered as the database is, whatever order the answers came in. */
#include "verification.h"

#include <stdio.h>
#include <string.h>

#include "cli/app/json.h"
#include "cli/app/story.h"
#include "spec/base/stop.h"
#include "spec/engine.h"

void report_count(tally *t, const checks *c)
{
    for (unsigned i = 0; i < c->count; i++) {
        const check *k = &c->row[i];
        t->of[k->verdict]++;
        t->renewed += k->verdict == VERDICT_PROVED && k->renewed;
        t->stood += k->stood;
        t->executed += k->executed >= EXECUTE_AGREES;
        t->skipped += k->executed == EXECUTE_LACKS;
        t->measured_otherwise += k->renewed && k->verdict == VERDICT_PROVED &&
                                 cost_compare(&k->cost, &k->l->cost, OBJECTIVE_THROUGHPUT);
    }
}

static bool is_finding(const check *k)
{
    return k->verdict != VERDICT_NONE && k->verdict != VERDICT_PROVED;
}

static const char *label(const check *k)
{
    return k->verdict == VERDICT_REFUTED ? "counterexample" : "reason";
}

static void print_finding(const check *k)
{
    strbuf name = {0};
    cell_print(&k->l->cell, &name);
    printf("%s: %s (%s, engine %s)\n", verdict_names[k->verdict], strbuf_text(&name), k->what,
           engine_name(k->l->engine));
    print_lines(k->l->text, "    ");
    printf("  %s: ", label(k));
    print_lines(k->reason, "");
    strbuf_free(&name);
}

/* Each figure under its name: X(name, value). */
#define FIGURES(X, t)                                                                              \
    X("proved", t->of[VERDICT_PROVED])                                                             \
    X("new", t->renewed)                                                                           \
    X("refuted", t->of[VERDICT_REFUTED])                                                           \
    X("unknown", t->of[VERDICT_UNKNOWN])                                                           \
    X("stale", t->of[VERDICT_STALE])                                                               \
    X("measured_otherwise", t->measured_otherwise)                                                 \
    X("executed", t->executed)                                                                     \
    X("skipped", t->skipped)                                                                       \
    X("changed", t->changed)                                                                       \
    X("sampled", t->sampled)                                                                       \
    X("changed_marks", t->marks)                                                                   \
    X("contradictions", t->contradictions)                                                         \
    X("bounds", t->bounds.chosen)                                                                  \
    X("bounds_confirmed", t->bounds.confirmed)                                                     \
    X("bounds_wrong", t->bounds.nwrong)                                                            \
    X("bounds_unfinished", t->bounds.unfinished)                                                   \
    X("bounds_foreign", t->bounds.foreign)                                                         \
    X("bounds_missing", t->bounds.missing)                                                         \
    X("second_agrees", t->second[SECOND_AGREES])                                                   \
    X("second_disagrees", t->second[SECOND_DISAGREES])                                             \
    X("second_silent", t->second[SECOND_SILENT])                                                   \
    X("second_none", t->second[SECOND_NONE])                                                       \
    X("winners_proved_here", t->state[TRUTH_HERE])                                                 \
    X("winners_attested", t->state[TRUTH_ATTESTED])

static void print_bounds(const bound_checks *b)
{
    for (unsigned i = 0; i < b->nwrong; i++) {
        strbuf name = {0};
        cell_print(&b->wrong[i].stored->cell, &name);
        printf("wrong bound: %s: stored %u, computed %u (engine %s), in the grammar\n",
               strbuf_text(&name), b->wrong[i].stored->insns, b->wrong[i].computed,
               engine_name(b->wrong[i].stored->engine));
        print_lines(b->wrong[i].stored->grammar, "    ");
        strbuf_free(&name);
    }
    if (!b->chosen) return;
    printf("bounds: %u chosen, %u confirmed by %u searches, %u wrong, %u not finished, %u of "
           "grammars that are made no more, "
           "%.1f s\n",
           b->chosen, b->confirmed, b->searches, b->nwrong, b->unfinished, b->foreign, b->seconds);
    if (b->missing)
        printf("bounds: %u that changed are not confirmed; --bound-work gives a search more time\n",
               b->missing);
}

static void print_choice(const verification *v)
{
    const tally *t = &v->t;
    if (v->base)
        printf("changed since %s%s: %u lowerings, %u marks of searches (which nobody can check but "
               "a search)\n",
               v->o->changed, changed_is_attested(v->base) ? "" : ", where nothing is attested",
               t->changed, t->marks);
    if (v->o->sample) printf("sample: %u lowerings, seed %u\n", t->sampled, v->o->seed);
}

static void print_second(const verification *v)
{
    const unsigned *n = v->t.second;
    printf("%s: %u obligations agree, %u disagree, %u without an answer in time, %u not asked (no "
           "other tactic, or cannot be written)\n",
           v->o->solver ? v->o->solver : "other tactics", n[SECOND_AGREES], n[SECOND_DISAGREES],
           n[SECOND_SILENT], n[SECOND_NONE]);
}

void report_text(const verification *v, const checks *c)
{
    const tally *t = &v->t;
    for (unsigned i = 0; i < c->count; i++)
        if (is_finding(&c->row[i])) print_finding(&c->row[i]);
    if (t->of[VERDICT_STALE])
        puts("stale: `lanesmith verify --renew` proves them for what the spec means now, "
             "`lanesmith db prune` "
             "deletes them");
    print_choice(v);
    print_bounds(&t->bounds);
    if (v->o->solver || v->o->independent) print_second(v);
    if (t->executed || t->skipped) {
        printf("executed %u, skipped %u", t->executed, t->skipped);
        printf(t->skipped ? " (needs %s)\n" : "\n", c->lacks);
    }
    if (t->measured_otherwise)
        printf("%u cost otherwise than was stored; the measured figures are stored now\n",
               t->measured_otherwise);
    if (!verification_chooses(v->o) && !v->o->solver && !v->o->independent)
        printf("winners: %u proved here, %u attested\n", t->state[TRUTH_HERE],
               t->state[TRUTH_ATTESTED]);
    if (v->o->attest)
        printf("signed: %u groups of lowerings, %u of bounds, %u of marks; left out, only claimed: "
               "%u, %u, %u\n",
               t->attested.groups[ATTEST_LOWERINGS], t->attested.groups[ATTEST_BOUNDS],
               t->attested.groups[ATTEST_MARKS], t->attested.left[ATTEST_LOWERINGS],
               t->attested.left[ATTEST_BOUNDS], t->attested.left[ATTEST_MARKS]);
    if (stop_signal()) printf("interrupted: ");
    printf("%u proved (%u new), %u refuted, %u unknown, %u stale, %.1f s\n", t->of[VERDICT_PROVED],
           t->renewed, t->of[VERDICT_REFUTED], t->of[VERDICT_UNKNOWN], t->of[VERDICT_STALE],
           t->seconds);
}

ls_status report_markdown(const verification *v, ls_status result)
{
    const tally *t = &v->t;
    FILE *out = fopen(v->o->markdown, "a");
    if (!out) return app_file_error(v->a, "cannot write", v->o->markdown);
    fprintf(out, "### lanesmith verify: %s\n\n| figure | value |\n|---|---:|\n",
            result == LS_OK ? "passed" : "FAILED");
#define X(name, value) if (value) fprintf(out, "| %s | %u |\n", name, value);
    FIGURES(X, t)
#undef X
    fprintf(out, "| seconds | %.1f |\n", t->seconds);
    if (verification_chooses(v->o)) fprintf(out, "| seed | %u |\n", v->o->seed);
    fputs("\n", out);
    return fclose(out) ? app_file_error(v->a, "cannot write", v->o->markdown) : LS_OK;
}

static json_t *finding_json(const check *k)
{
    json_t *row = json_cell(&k->l->cell);
    json_put_text(row, "verdict", verdict_names[k->verdict]);
    json_put_text(row, "what", k->what);
    json_put_text(row, "program", k->l->text);
    json_put_text(row, "reason", k->reason);
    return row;
}

void report_json(const verification *v, const checks *c)
{
    const tally *t = &v->t;
    json_t *all = json_object(), *findings = json_array();
    json_put_flag(all, "interrupted", stop_signal());
#define X(name, value) json_put_count(all, name, value);
    FIGURES(X, t)
#undef X
    json_put_count(all, "seed", v->o->seed);
    json_put_decimal(all, "seconds", t->seconds, 3);
    for (unsigned i = 0; i < c->count; i++)
        if (is_finding(&c->row[i])) json_array_append_new(findings, finding_json(&c->row[i]));
    json_put(all, "findings", findings);
    json_print(all, stdout);
}
