// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_show.c - `lanesmith show`: what there is to know.
 *
 *     lanesmith show OP WIDTH CLASS TARGET    the story of a lowering (show_cell.c)
 *     lanesmith show                          what is covered, as a table (show_lists.c)
 *     lanesmith show --ops|--instrs|--targets what the specification has
 *
 * It reads; nothing is searched, proved or stored. */
#include <stdio.h>

#include "cli.h"
#include "cli/show/show.h"

#define ROW(...) OPTION_ROW(show_options, __VA_ARGS__)
static const option_row rows[] = {SHOW_OPTIONS(ROW)};
static const command_text text = {
    "show",
    "[OP WIDTH CLASS TARGET]",
    "Tells the story of the best lowering of a cell: meaning, program, cost, proof, bounds, "
    "alternatives.\n"
    "Without operands: the instructions of all winners, a table for each target.",
    "lanesmith show add 2 x128 x86-64\n"
    "lanesmith show add 2 x128 x86-64 --asm\n"
    "lanesmith show --op add,sub --width 2\n"
    "lanesmith show --instrs --target x86-64\n",
    rows,
    sizeof rows / sizeof *rows};

static int check_operands(const show_options *o, int n)
{
    bool lists = o->list_ops || o->list_instrs || o->list_targets,
         artifacts = o->ir || o->c || o->as_asm || o->smt2;
    if (n != 0 && n != 4)
        return usage_error("show", "expected OP WIDTH CLASS TARGET or nothing, found %d operand%s",
                           n, plural((unsigned)n));
    if (n && lists)
        return usage_error("show", "expected no operands with --ops, --instrs or --targets");
    if (!n && artifacts)
        return usage_error("show",
                           "expected OP WIDTH CLASS TARGET with --ir, --c, --asm or --smt2");
    if (artifacts && o->json)
        return usage_error("show", "expected no --json with --ir, --c, --asm or --smt2");
    return OPTIONS_GO_ON;
}

static bool show_lists(const spec *s, const show_options *o, const cell_filter *f)
{
    if (o->list_ops) show_ops(s, o->json);
    if (o->list_instrs) show_instrs(s, f, o->json);
    if (o->list_targets) show_targets(s, o->json);
    return o->list_ops || o->list_instrs || o->list_targets;
}

static ls_status show(app *a, const show_options *o, char **operands, int n)
{
    cell_filter f;
    cell c;
    ls_status rc = cell_filter_make(&f, "show", a->spec, &o->ops, &o->widths, &o->classes,
                                    &o->targets);
    if (rc == LS_OK && n) rc = cell_from_words("show", a->spec, operands, &c);
    if (rc != LS_OK || show_lists(a->spec, o, &f)) return rc;
    if (!n && (rc = cells_need("show", a->spec, &f)) != LS_OK) return rc;
    rc = app_open_db(a, o->db_path, n ? APP_DB_LOOK : APP_DB_READ);
    if (rc != LS_OK) return rc;
    return n ? show_cell(a, &c, o) : show_coverage(a, &f, o->json);
}

int cmd_show(int argc, char **argv)
{
    app a;
    char **operands;
    int n;
    show_options o = {0};
    int stop = options_parse(&text, argc, argv, &o, &operands, &n);
    if (stop == OPTIONS_GO_ON) stop = check_operands(&o, n);
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = app_open_spec(&a, "show", o.spec_dir);
    if (rc == LS_OK) rc = show(&a, &o, operands, n);
    app_close(&a);
    return (int)rc;
}
