// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_cost.c - `lanesmith cost`: the figures of single instructions, taken anew from LLVM's
 * scheduling models; or of stock forms, from its code generator.
 *
 * One file a target, in cost/ of its instruction set. All texts are made before the first file is
 * written. To be run when instructions were added or when LLVM's version changes; for stock forms
 * when there is a new target, or a new version. */
#include <stdio.h>

#include "cli.h"
#include "cli/app/app.h"
#include "cli/app/cells.h"
#include "lowerings/measure/costgen.h"
#include "lowerings/measure/stockgen.h"

#define COST_OPTIONS(X)                                                                            \
    OPTIONS_SPEC(X)                                                                                \
    OPTIONS_TARGETS(X)                                                                             \
    X(FLAG, stock, 0, "stock", NULL,                                                               \
      "instead: what LLVM's code generator makes of stock forms, in .stock files")                 \
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
                                  "lanesmith cost --target x86-64-v4 --out cost\n"
                                  "lanesmith cost --stock --target x86-64-v4\n",
                                  rows,
                                  sizeof rows / sizeof *rows};

static ls_status make_texts(app *a, const cell_filter *f, bool forms, strbuf *texts)
{
    for (unsigned t = 0; t < a->spec->ntargets; t++) {
        const target *x = &a->spec->targets[t];
        if (!cell_filter_admits_target(f, x)) continue;
        ls_status rc = app_report(a, forms ? stockgen_target(x, &texts[t], &a->dg)
                                           : costgen_target(a->spec, x, &texts[t], &a->dg));
        if (rc != LS_OK) return rc;
    }
    return LS_OK;
}

static const char *path_of(app *a, const target *t, bool forms, const char *out)
{
    if (out) return arena_printf(&a->mem, "%s/%s.%s", out, t->name, forms ? "stock" : "cost");
    return forms ? stock_path(t, a->spec_dir, &a->mem) : cost_path(t, a->spec_dir, &a->mem);
}

static ls_status write_texts(app *a, bool forms, const char *out, const strbuf *texts)
{
    for (unsigned t = 0; t < a->spec->ntargets; t++) {
        if (!texts[t].len) continue;
        const char *path = path_of(a, &a->spec->targets[t], forms, out);
        const char *dir = arena_strndup(&a->mem, path, (size_t)(strrchr(path, '/') - path));
        if (file_mkdirs(dir) != LS_OK) return app_file_error(a, "cannot make the directory", dir);
        if (file_write(path, texts[t].s, texts[t].len) != LS_OK)
            return app_file_error(a, "cannot write", path);
        fprintf(stderr, "%s\n", path);
    }
    return LS_OK;
}

static ls_status write_costs(app *a, const cell_filter *f, const cost_options *o)
{
    strbuf *texts = mem_alloc(a->spec->ntargets, sizeof *texts);
    ls_status rc = make_texts(a, f, o->stock, texts);
    if (rc == LS_OK) rc = write_texts(a, o->stock, o->out, texts);
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
    if (rc == LS_OK) rc = write_costs(&a, &f, &o);
    app_close(&a);
    return (int)rc;
}
