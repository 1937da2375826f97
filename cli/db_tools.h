// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* db_tools.h - the parts of `lanesmith db` that look at rows one by one. Each takes an app with an
 * open database. */
#ifndef LANESMITH_CLI_DB_TOOLS_H
#define LANESMITH_CLI_DB_TOOLS_H

#include "cli/app/app.h"

/* Whether every stored program is one of its cell, in canonical form. LS_NO after a line on stdout
 * for each that is not. */
ls_status db_tool_check(app *a);
/* Counts of everything, on stdout. */
ls_status db_tool_stats(app *a, bool json);
/* Takes over what another database holds: lowerings, their proofs as claims, bounds, baselines. */
ls_status db_tool_merge(app *a, const char *path);
/* Deletes stale rows. */
ls_status db_tool_prune(app *a);

#endif
