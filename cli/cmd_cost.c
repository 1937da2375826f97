// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_cost.c - `lanesmith cost`: the figures of single instructions, taken anew from LLVM's
 * scheduling models.
 *
 * One file a target, in cost/ of its instruction set. All texts are made before the first file is
 * written. To be run when instructions were added or when LLVM's version changes. */
#include <stdio.h>

#include "cli.h"
#include "cli/app/app.h"
#include "cli/app/cells.h"
#include "lowerings/measure/costgen.h"

#define COST_OPTIONS(X)                                                                            \
    OPTIONS_SPEC(X)                                                                                \
    OPTIONS_TARGETS(X)                                                                             \
    X(TEXT, out, 'o', "out", "DIR", "where to write; default: cost/ of each instruction set")
typedef struct cost_options { COST_OPTIONS(OPTION_MEMBER) } cost_options;
#define ROW(...) OPTION_ROW(cost_options, __VA_ARGS__)
static const option_row rows[] = {COST_OPTIONS(ROW)};
static const command_text text = {"cost",
                                  "",
                                  "Writes what each instruction costs on each target, one file a "
                                  "target, from the scheduling models of\n"
                                  "LLVM; runs llvm-mca-19.",
                                  "lanesmith cost\n"
                                  "lanesmith cost --target x86-64-v4 --out cost\n",
                                  rows,
                                  sizeof rows / sizeof *rows};

static ls_status make_texts(app *a, const cell_filter *f, strbuf *texts)
{
    for (unsigned t = 0; t < a->spec->ntargets; t++) {
        if (!cell_filter_admits_target(f, &a->spec->targets[t])) continue;
        ls_status rc = app_report(a,
                                  costgen_target(a->spec, &a->spec->targets[t], &texts[t], &a->dg));
        if (rc != LS_OK) return rc;
    }
    return LS_OK;
}

static ls_status write_texts(app *a, const char *out, const strbuf *texts)
{
    for (unsigned t = 0; t < a->spec->ntargets; t++) {
        const target *x = &a->spec->targets[t];
        if (!texts[t].len) continue;
        const char *path = out ? arena_printf(&a->mem, "%s/%s.cost", out, x->name)
                               : cost_path(x, a->spec_dir, &a->mem);
        const char *dir = arena_strndup(&a->mem, path, (size_t)(strrchr(path, '/') - path));
        if (file_mkdirs(dir) != LS_OK) return app_file_error(a, "cannot make the directory", dir);
        if (file_write(path, texts[t].s, texts[t].len) != LS_OK)
            return app_file_error(a, "cannot write", path);
        fprintf(stderr, "%s\n", path);
    }
    return LS_OK;
}

static ls_status write_costs(app *a, const cell_filter *f, const char *out)
{
    strbuf *texts = mem_alloc(a->spec->ntargets, sizeof *texts);
    ls_status rc = make_texts(a, f, texts);
    if (rc == LS_OK) rc = write_texts(a, out, texts);
    for (unsigned t = 0; t < a->spec->ntargets; t++) strbuf_free(&texts[t]);
    mem_free(texts);
    return rc;
}

int cmd_cost(int argc, char **argv)
{
    app a;
    cell_filter f;
    char **operands;
    int noperands;
    cost_options o = {0};
    int stop = options_parse(&text, argc, argv, &o, &operands, &noperands);
    if (stop == OPTIONS_GO_ON && noperands)
        stop = usage_error("cost", "unexpected operand `%s`; targets are chosen by --target",
                           operands[0]);
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = app_open_spec(&a, "cost", o.spec_dir);
    if (rc == LS_OK) rc = cell_filter_make(&f, "cost", a.spec, NULL, NULL, NULL, &o.targets);
    if (rc == LS_OK) rc = write_costs(&a, &f, o.out);
    app_close(&a);
    return (int)rc;
}
