// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stockgen.h - figures of stock forms (lowerings/permute/stock.h): measured, written, read. */
#ifndef LANESMITH_STOCKGEN_H
#define LANESMITH_STOCKGEN_H

#include "lowerings/permute/stock.h"
#include "spec/spec.h"

/* Appends the text of <target>.stock: compiles every form with LLVM's code generator and counts.
 * Takes half a minute. LS_INPUT with LLVM's diagnostic when it does not take a form's IR. */
ls_status stockgen_target(const target *t, strbuf *out, diags *d);

/* Where the figures of a target are: beside its .cost. */
const char *stock_path(const target *t, const char *dir, arena *mem);
/* Reads them. LS_INPUT with a diagnostic when the file is malformed or not there (it names the
 * command that makes it). */
ls_status stock_load(const target *t, const char *dir, stock *out, diags *d);

#endif
