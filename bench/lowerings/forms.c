// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* forms.c - `lanesmith bench forms`: the IR that stock LLVM is given, a module for one target.
 *
 * So anybody can see what the figures of stock LLVM are figures of, and compile it with another
 * LLVM. */
#include <string.h>

#include "bench/base/benches.h"
#include "cli/app/cells.h"
#include "spec/form.h"

#define FORMS_OPTIONS(X)                                                                           \
    OPTIONS_SPEC(X)                                                                                \
    OPTIONS_CELLS(X)                                                                               \
    X(FLAG, missing, 0, "missing", NULL, "list the operations that have no form instead")
typedef struct forms_options { FORMS_OPTIONS(OPTION_MEMBER) } forms_options;
#define ROW(...) OPTION_ROW(forms_options, __VA_ARGS__)
static const option_row rows[] = {FORMS_OPTIONS(ROW)};
static const command_text text = {
    "bench forms",
    "",
    "Prints the operations as stock LLVM is given them by `bench codegen`: a function for every "
    "operation, width and\n"
    "register class that the first of the chosen targets has (spec/forms.ir; the spec for what "
    "LLVM has by name).",
    "lanesmith bench forms --op mulhu --width 4 --class x128\n"
    "lanesmith bench forms --width 8 --target icelake-server | llc-19 -mcpu=icelake-server -o -\n"
    "lanesmith bench forms --missing\n",
    rows,
    sizeof rows / sizeof *rows};

static void print_forms(const spec *s, const cell *cells, unsigned count, bool missing)
{
    strbuf ir = {0};
    const op *last = NULL;
    for (unsigned i = 0; i < count; i++) {
        const cell *c = &cells[i];
        char name[128];
        snprintf(name, sizeof name, "%s.%u.%s", c->op->name, c->w, c->cls->name);
        if (c->target != cells[0].target) continue;
        strbuf_clear(&ir);
        bool known = form_print(s, c, name, &ir);
        if (!missing && known)
            fputs(ir.s, stdout);
        else if (missing && !known && c->op != last)
            puts(c->op->name);
        last = c->op;
    }
    strbuf_free(&ir);
}

static ls_status list_forms(app *a, const forms_options *o)
{
    cell_filter filter;
    cell *cells;
    ls_status rc = cell_filter_make(&filter, text.name, a->spec, &o->ops, &o->widths, &o->classes,
                                    &o->targets);
    if (rc == LS_OK) rc = cells_need(text.name, a->spec, &filter);
    if (rc != LS_OK) return rc;
    unsigned count = cells_select(a->spec, &filter, bench_widths, &a->mem, &cells);
    print_forms(a->spec, cells, count, o->missing);
    return app_report(a, LS_OK);
}

int bench_forms(int argc, char **argv)
{
    forms_options o = {0};
    int stop = options_parse_alone(&text, argc, argv, &o, "cells are chosen by --op and the like");
    app a;
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = app_open_spec(&a, text.name, o.spec_dir);
    if (rc == LS_OK) rc = list_forms(&a, &o);
    app_close(&a);
    return (int)rc;
}
