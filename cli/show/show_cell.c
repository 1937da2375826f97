// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* show_cell.c - the story of a lowering, for people and for machines.
 *
 * The best row of the cell is the database's winner; where nothing is proved, the cheapest that may
 * yet be; the other rows are its alternatives. What LLVM makes of the program is measured now,
 * beside the figures that were stored when it was found, so that a difference shows.
 *
 * The artifacts (IR, C, assembly, obligation) are made by the same code that ships them. */
#include <stdio.h>
#include <string.h>

#include "cli/app/json.h"
#include "cli/app/story.h"
#include "left_out.h"
#include "lowerings/measure/codegen.h"
#include "spec/engine.h"
#include "show.h"
#include "verify/verify.h"

typedef struct teller {
    app *a;
    cell cell;
    db_rows rows;
    const db_lowering *best;
    lowering story; /* of the best */
    codegen_count now;
} teller;

/* ---- gathering ---- */

static void choose_best(teller *t)
{
    for (unsigned i = 0; i < t->rows.nlowerings && !t->best; i++)
        if (t->rows.lowerings[i].winner) t->best = &t->rows.lowerings[i];
    for (unsigned i = 0; i < t->rows.nlowerings && !t->best; i++)
        if (!t->rows.lowerings[i].stale && !is_refuted(&t->rows.lowerings[i]))
            t->best = &t->rows.lowerings[i];
    if (!t->best && t->rows.nlowerings) t->best = &t->rows.lowerings[0];
}

static ls_status gather(teller *t)
{
    app *a = t->a;
    ls_status rc = db_list_cell(a->db, a->spec, &t->cell, &a->mem, &t->rows);
    if (rc == LS_OK) choose_best(t);
    return app_report(a, rc);
}

static ls_status no_lowering(const teller *t)
{
    strbuf name = {0};
    cell_print(&t->cell, &name);
    fprintf(stderr,
            "lanesmith show: no lowering of %s in %s; `lanesmith synth --op %s --width %u --class "
            "%s --target %s` "
            "searches one\n",
            strbuf_text(&name), t->a->db_path, t->cell.op->name, t->cell.w, t->cell.cls->name,
            t->cell.target->name);
    strbuf_free(&name);
    return LS_NO;
}

/* ---- artifacts ---- */

/* The module that is proved and measured, and the name of its function. */
static void make_ir(const teller *t, strbuf *ir, strbuf *name)
{
    lowering_print_name(&t->cell, name);
    emit_ir_module(&t->cell, &t->story.prog, strbuf_text(name), ir);
}

static ls_status measure(teller *t, strbuf *assembly)
{
    strbuf ir = {0}, name = {0};
    make_ir(t, &ir, &name);
    ls_status rc = codegen_measure(strbuf_text(&ir), strbuf_text(&name), t->cell.target, &t->now,
                                   assembly, &t->a->dg);
    strbuf_free(&ir);
    strbuf_free(&name);
    return app_report(t->a, rc);
}

static ls_status print_assembly(teller *t)
{
    strbuf assembly = {0};
    ls_status rc = measure(t, &assembly);
    if (rc == LS_OK) fputs(strbuf_text(&assembly), stdout);
    strbuf_free(&assembly);
    return rc;
}

/* Two scripts: the program's obligation, and that of the IR. A solver is to answer unsat to both.
 */
static ls_status print_smt2(const teller *t)
{
    verifier *v = NULL;
    strbuf smt2 = {0}, ir = {0}, name = {0};
    make_ir(t, &ir, &name);
    ls_status rc = verifier_new(&v, verify_default_limits, NULL, NULL);
    if (rc == LS_OK)
        rc = app_report(t->a, verify_write_smt2(v, &t->cell, &t->story.prog, &smt2, &t->a->dg));
    if (rc == LS_OK) strbuf_puts(&smt2, "(reset)\n");
    if (rc == LS_OK)
        rc = app_report(t->a, verify_write_ir_smt2(v, &t->cell, strbuf_text(&ir),
                                                   strbuf_text(&name), &smt2, &t->a->dg));
    strbuf_free(&ir);
    strbuf_free(&name);
    if (rc == LS_OK) fputs(strbuf_text(&smt2), stdout);
    strbuf_free(&smt2);
    verifier_free(v);
    return rc;
}

static ls_status print_artifacts(teller *t, const show_options *o)
{
    strbuf out = {0}, name = {0};
    if (!is_shippable(t->best))
        fputs("lanesmith show: note: this lowering is only claimed\n", stderr);
    if (o->ir) make_ir(t, &out, &name);
    bool in_c = !prog_has_form(&t->story.prog);
    if (o->c && !in_c)
        fputs("lanesmith show: note: LLVM's own way is best here and has no C; the header holds "
              "the best lowering beside it, if there is one\n",
              stderr);
    if (o->c && in_c) emit_c_file(t->a->spec, &t->story, 1, "lanesmith", &out);
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
    strbuf_free(&name);
    ls_status rc = o->as_asm ? print_assembly(t) : LS_OK;
    return rc == LS_OK && o->smt2 ? print_smt2(t) : rc;
}

/* ---- for people ---- */

static void print_meaning(const teller *t)
{
    const cell *c = &t->cell;
    printf("%s %u %s %s\n  %s\n  %u field%s of %u bit%s in %s", c->op->name, c->w, c->cls->name,
           c->target->name, c->op->doc ? c->op->doc : "", cell_fields(c), plural(cell_fields(c)),
           c->w, plural(c->w), c->cls->name);
    if (c->op->llvm_intrinsic)
        printf("; in LLVM %s%s%s on <%u x i%u>", c->op->llvm_intrinsic,
               c->op->llvm_flag ? ", i1 " : "", c->op->llvm_flag ? c->op->llvm_flag : "",
               cell_fields(c), c->w);
    if (c->op->llvm)
        printf("; in LLVM %s <%u x i%u>%s", c->op->llvm, cell_fields(c), c->w,
               c->op->llvm_sext ? ", sign-extended" : "");
    puts("");
}

static void print_cost(const teller *t)
{
    const cost *k = &t->best->cost;
    const codegen_count *n = &t->now;
    printf("cost      %u instruction%s, %u micro-operation%s, %.2f cycles throughput, %.0f cycles "
           "latency, %u constant%s, "
           "%u bytes\n",
           k->insns, plural(k->insns), k->uops, plural(k->uops), k->rthroughput, k->latency,
           k->consts, plural(k->consts), k->bytes);
    printf("emitted   %u instruction%s, %u bytes; not counted: %u move%s, %u constant load%s\n",
           n->insns, plural(n->insns), n->bytes, n->moves, plural(n->moves), n->const_loads,
           plural(n->const_loads));
}

static void print_proof(const teller *t, const char *subject, const db_proof *p)
{
    if (!db_has_proof(p)) {
        printf("  %-10s no proof\n", subject);
        return;
    }
    if (p->stated) { /* a text says no more */
        printf("  %-10s %s: %s\n", subject, db_truth_names[p->state], p->answer);
        return;
    }
    printf("  %-10s %s%s by %s", subject,
           p->state == TRUTH_HERE       ? ""
           : p->state == TRUTH_ATTESTED ? "attested: "
                                        : "claimed: ",
           p->answer, p->solver);
    if (p->state == TRUTH_HERE) printf(" in %.3f s", p->seconds);
    printf(" on %u bits%s, obligation %s\n", p->chunk,
           p->chunk < t->cell.cls->bits ? ", lifted to the register" : "", p->obligation);
    if (p->reason && *p->reason) printf("             %s\n", p->reason);
}

static void print_bounds(const teller *t)
{
    for (unsigned i = 0; i < t->rows.nbounds; i++) {
        const db_bound *b = &t->rows.bounds[i];
        printf("bound     %s: no program of fewer than %u instruction%s, by %s after %llu "
               "candidates, in the grammar\n",
               db_truth_names[b->state], b->insns, plural(b->insns), engine_name(b->engine),
               (unsigned long long)b->candidates);
        print_lines(b->grammar, "    ");
    }
}

/* The bound by which the winner is optimal; if there are several, that whose grammar leaves out the
 * fewest instructions. NULL: it is not, or needs no grammar. */
static const db_bound *deciding_bound(const teller *t)
{
    const db_bound *best = NULL;
    unsigned fewest = 0;
    if (strcmp(t->best->status, "optimal")) return NULL;
    for (unsigned i = 0; i < t->rows.nbounds; i++) {
        const db_bound *b = &t->rows.bounds[i];
        if (b->insns != t->best->length || b->state == TRUTH_CLAIMED) continue;
        if (left_out_is_floor(b->grammar)) return NULL; /* no instruction is less than one */
        if (!left_out_none_of(&t->story.prog, b->grammar)) continue;
        left_out x = left_out_of(t->a->spec, &t->cell, b->grammar);
        if (best && x.count >= fewest) continue;
        best = b;
        fewest = x.count;
    }
    return best;
}

/* Which described instructions the word optimal says nothing of. */
static void print_left_out(const teller *t)
{
    const db_bound *b = deciding_bound(t);
    if (!b) return;
    left_out x = left_out_of(t->a->spec, &t->cell, b->grammar);
    strbuf kinds = {0};
    left_out_print(&x, &kinds);
    if (!x.count)
        printf("          in a grammar with all %u described instructions that give %s\n", x.all,
               t->cell.cls->name);
    else
        printf("          in a grammar without %u of the %u described instructions that give %s: "
               "%s\n",
               x.count, x.all, t->cell.cls->name, strbuf_text(&kinds));
    strbuf_free(&kinds);
}

static const char *state_of(const db_lowering *l)
{
    if (l->stale) return "stale";
    if (is_refuted(l)) return "refuted";
    if (l->proved) return db_truth_names[l->state];
    return db_has_proof(&l->program) && l->program.state == TRUTH_CLAIMED ? "claimed"
                                                                          : "not proved";
}

static void print_alternatives(const teller *t)
{
    for (unsigned i = 0; i < t->rows.nlowerings; i++) {
        const db_lowering *l = &t->rows.lowerings[i];
        if (l == t->best) continue;
        printf(
            "also      %u instruction%s, %.2f cycles throughput, %.0f cycles latency, by %s, %s\n",
            l->cost.insns, plural(l->cost.insns), l->cost.rthroughput, l->cost.latency,
            engine_name(l->engine), state_of(l));
        print_lines(l->text, "    ");
    }
}

static void print_story(const teller *t)
{
    const db_lowering *l = t->best;
    print_meaning(t);
    puts("program");
    print_lines(l->text, "    ");
    print_cost(t);
    printf("status    %s%s", l->stale ? "stale, " : "", l->status);
    if (l->bound >= 0) printf(", bound %d, %s", l->bound, db_truth_names[l->bound_state]);
    puts("");
    print_left_out(t);
    printf("engine    %s\n", engine_name(l->engine));
    if (*l->parent) puts("from");
    print_lines(l->parent, "    ");
    puts("proof");
    print_proof(t, "program", &l->program);
    print_proof(t, "emitted IR", &l->ir);
    print_bounds(t);
    for (unsigned i = 0; i < t->rows.nbaselines; i++)
        printf("baseline  %s: %u instruction%s (%s)\n", t->rows.baselines[i].source,
               t->rows.baselines[i].insns, plural(t->rows.baselines[i].insns),
               t->rows.baselines[i].how);
    print_alternatives(t);
}

/* ---- for machines ---- */

static json_t *cost_json(const cost *k)
{
    json_t *object = json_object();
    json_put_cost(object, k);
    return object;
}

/* null: nothing was asked. */
static json_t *proof_json(const db_proof *p)
{
    if (!db_has_proof(p)) return json_null();
    json_t *object = json_object();
    json_put_text(object, "answer", p->answer);
    json_put_text(object, "solver", p->solver);
    json_put_text(object, "obligation", p->obligation);
    json_put_count(object, "chunk", p->chunk);
    json_put_decimal(object, "seconds", p->seconds, 4);
    json_put_text(object, "state", db_truth_names[p->state]);
    json_put_text(object, "reason", p->reason ? p->reason : "");
    return object;
}

static json_t *lowering_json(const db_lowering *l)
{
    json_t *object = json_object();
    json_put_text(object, "program", l->text);
    json_put_text(object, "state", state_of(l));
    json_put_text(object, "status", l->status);
    json_put_count(object, "length", l->length);
    json_put(object, "bound", json_integer(l->bound));
    json_put_text(object, "engine", engine_name(l->engine));
    json_put_text(object, "parent", l->parent);
    json_put(object, "cost", cost_json(&l->cost));
    json_put(object, "program_proof", proof_json(&l->program));
    json_put(object, "ir_proof", proof_json(&l->ir));
    return object;
}

static json_t *emitted_json(const codegen_count *now)
{
    json_t *object = json_object();
    json_put_count(object, "insns", now->insns);
    json_put_count(object, "moves", now->moves);
    json_put_count(object, "const_loads", now->const_loads);
    json_put_count(object, "bytes", now->bytes);
    return object;
}

static json_t *bounds_json(const db_rows *rows)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < rows->nbounds; i++) {
        const db_bound *b = &rows->bounds[i];
        json_t *object = json_object();
        json_put_count(object, "insns", b->insns);
        json_put_count(object, "candidates", b->candidates);
        json_put_text(object, "state", db_truth_names[b->state]);
        json_put_text(object, "engine", engine_name(b->engine));
        json_put_text(object, "grammar", b->grammar);
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *baselines_json(const db_rows *rows)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < rows->nbaselines; i++) {
        json_t *object = json_object();
        json_put_count(object, "insns", rows->baselines[i].insns);
        json_put_text(object, "source", rows->baselines[i].source);
        json_put_text(object, "how", rows->baselines[i].how);
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *alternatives_json(const teller *t)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < t->rows.nlowerings; i++)
        if (&t->rows.lowerings[i] != t->best)
            json_array_append_new(list, lowering_json(&t->rows.lowerings[i]));
    return list;
}

/* By kind; null: the winner is not optimal, or needs no grammar. */
static json_t *left_out_json(const teller *t)
{
    const db_bound *b = deciding_bound(t);
    if (!b) return json_null();
    json_t *object = json_object();
    left_out x = left_out_of(t->a->spec, &t->cell, b->grammar);
    for (unsigned k = 0; k < INSTR_KIND_COUNT; k++)
        if (x.kind[k]) json_put_count(object, instr_kind_names[k], x.kind[k]);
    return object;
}

static void print_json(const teller *t)
{
    json_t *all = json_cell(&t->cell);
    json_put_text(all, "meaning", t->cell.op->doc ? t->cell.op->doc : "");
    json_put(all, "best", lowering_json(t->best));
    json_put(all, "emitted", emitted_json(&t->now));
    json_put(all, "bounds", bounds_json(&t->rows));
    json_put(all, "left_out", left_out_json(t));
    json_put(all, "baselines", baselines_json(&t->rows));
    json_put(all, "alternatives", alternatives_json(t));
    json_print(all, stdout);
}

ls_status show_cell(app *a, const cell *c, const show_options *o)
{
    teller t = {.a = a, .cell = *c};
    ls_status rc = gather(&t);
    if (rc != LS_OK) return rc;
    if (!t.best) return no_lowering(&t);
    if (!story_from_row(a, t.best, &t.story, &a->dg)) return app_report(a, LS_INPUT);
    if (o->ir || o->c || o->as_asm || o->smt2) return print_artifacts(&t, o);
    rc = measure(&t, NULL);
    if (rc == LS_OK) (o->json ? print_json : print_story)(&t);
    return rc;
}
