// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cmd_report.c - `lanesmith report`: what the database holds, as pages for a browser.
 *
 * The pages need no server and no network; report/report.h says who makes what. Whether the
 * directory may be used is asked first, and all of the database is read before the first file is
 * written, so that bad input writes nothing. The bytes depend on the database, the specification
 * and the options only. */
#include <stdio.h>

#include "cli.h"
#include "cli/app/json.h"
#include "cli/app/options.h"
#include "report/report.h"

#define REPORT_OPTIONS(X)                                                                          \
    OPTIONS_DB(X)                                                                                  \
    X(TEXT, out, 'o', "out", "DIR",                                                                \
      "where to write: a new or empty directory, or an earlier report")                            \
    OPTIONS_CELLS(X)                                                                               \
    OPTIONS_JOBS(X)                                                                                \
    OPTIONS_JSON(X)
typedef struct report_options {
    REPORT_OPTIONS(OPTION_MEMBER)
} report_options;
#define ROW(...) OPTION_ROW(report_options, __VA_ARGS__)
static const option_row rows[] = {REPORT_OPTIONS(ROW)};
static const command_text text = {
    "report",
    "",
    "Writes a static site about the database: a map of all cells, a page a cell, search, plots.\n"
    "Open DIR/index.html in a browser; nothing is fetched from anywhere.",
    "lanesmith report --out report-of-today\n"
    "lanesmith report --out try --op add,mul --class x128\n",
    rows,
    sizeof rows / sizeof *rows};

static void print_json(const report_folder *f, const unsigned *kind, unsigned with)
{
    json_t *all = json_object();
    json_put_count(all, "cells", with);
    json_put_count(all, "optimal", kind[REPORT_OPTIMAL]);
    json_put_count(all, "bounded", kind[REPORT_BOUNDED]);
    json_put_count(all, "best_found", kind[REPORT_FOUND]);
    json_put_count(all, "claimed", kind[REPORT_CLAIMED]);
    json_put_count(all, "none", kind[REPORT_NONE]);
    json_put_count(all, "files", f->files);
    json_put_count(all, "bytes", f->bytes);
    json_print(all, stdout);
}

static void print_result(const report *r, const report_folder *f, bool json)
{
    unsigned kind[REPORT_KINDS] = {0};
    for (unsigned i = 0; i < r->ncells; i++) kind[report_kind_of(&r->cells[i])]++;
    unsigned with = r->ncells - kind[REPORT_NONE];
    if (json)
        print_json(f, kind, with);
    else
        fprintf(stderr, "%u cell%s, %u file%s, %.1f MB: open %s/index.html in a browser\n", with,
                plural(with), f->files, plural(f->files), (double)f->bytes / 1e6, f->path);
}

static ls_status make(app *a, const report_options *o, const cell_filter *f)
{
    report r;
    report_folder folder;
    ls_status rc = report_folder_open(&folder, a, o->out);
    if (rc == LS_OK) rc = app_open_db(a, o->db_path, APP_DB_READ);
    if (rc == LS_OK) rc = app_report(a, db_check_integrity(a->db));
    if (rc == LS_OK) rc = report_gather(&r, a, f);
    if (rc == LS_OK) rc = report_make(&r, &folder, o->jobs ? o->jobs : app_processors());
    if (rc == LS_OK) print_result(&r, &folder, o->json);
    report_folder_close(&folder);
    return rc;
}

int cmd_report(int argc, char **argv)
{
    app a;
    char **operands;
    int noperands;
    cell_filter f;
    report_options o = {0};
    int stop = options_parse(&text, argc, argv, &o, &operands, &noperands);
    if (stop == OPTIONS_GO_ON && noperands)
        stop = usage_error("report", "unexpected operand `%s`; the directory is named by --out",
                           operands[0]);
    if (stop == OPTIONS_GO_ON && !o.out) stop = usage_error("report", "expected --out DIR");
    if (stop != OPTIONS_GO_ON) return stop;
    ls_status rc = app_open_spec(&a, "report", o.spec_dir);
    if (rc == LS_OK)
        rc = cell_filter_make(&f, "report", a.spec, &o.ops, &o.widths, &o.classes, &o.targets);
    if (rc == LS_OK) rc = make(&a, &o, &f);
    app_close(&a);
    return (int)rc;
}
