// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* targets.c - reads goals of targets, and leaves out what this processor cannot execute. Called by
 * the benches that run programs. */
#include "targets.h"

#include <string.h>

#include "bench/base/benches.h"
#include "bench/base/tsv.h"
#include "cli/app/cells.h"
#include "verify/hardware/hardware.h"

enum { TARGET_FIELD, GAIN_FIELD, FIELDS };

static ls_status read_goals(app *a, const char *file, target_goals *out)
{
    tsv t;
    ls_status rc = tsv_read(&t, bench_source_path(a, file), FIELDS, &a->dg);
    out->goal = arena_new(&a->mem, t.count + a->spec->ntargets + 1, target_goal);
    for (unsigned i = 0; i < t.count && rc == LS_OK; i++) {
        const tsv_row *r = &t.row[i];
        bool none = !strcmp(r->field[GAIN_FIELD], "-");
        int gain = none ? 0 : tsv_number(r, GAIN_FIELD, &a->dg);
        if (gain < 0 || !tsv_check_names(r, TARGET_FIELD, a->spec, tsv_is_target, "target", &a->dg))
            rc = LS_INPUT;
        if (rc == LS_OK)
            out->goal[out->count++] = (target_goal){
                spec_find_target(a->spec, r->field[TARGET_FIELD]), gain};
    }
    tsv_free(&t);
    return app_report(a, rc);
}

static bool has_goal(const target_goals *g, const target *t)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->goal[i].target == t) return true;
    return false;
}

/* Keeps those that are admitted and can be run. */
static void keep_runnable(const char *command, const cell_filter *f, target_goals *out)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < out->count; i++) {
        const target *t = out->goal[i].target;
        const char *lacks = hardware_lacks(t);
        if (!cell_filter_takes_target(f, t)) continue;
        if (lacks)
            fprintf(stderr, "lanesmith %s: %s is skipped: this processor lacks %s\n", command,
                    t->name, lacks);
        out->skipped += lacks != NULL;
        if (!lacks) out->goal[kept++] = out->goal[i];
    }
    out->count = kept;
}

ls_status targets_choose(app *a, const char *command, const char *file, const option_words *wanted,
                         target_goals *out)
{
    cell_filter f;
    const spec *s = a->spec;
    *out = (target_goals){0};
    ls_status rc = read_goals(a, file, out);
    if (rc == LS_OK) rc = cell_filter_make(&f, command, s, NULL, NULL, NULL, wanted);
    if (rc != LS_OK) return rc;
    for (unsigned i = 0; i < s->ntargets && f.ntargets; i++)
        if (cell_filter_takes_target(&f, &s->targets[i]) && !has_goal(out, &s->targets[i]))
            out->goal[out->count++] = (target_goal){&s->targets[i], 0};
    keep_runnable(command, &f, out);
    return LS_OK;
}
