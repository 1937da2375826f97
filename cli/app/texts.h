// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* texts.h - winners texts as files: those of a directory, and a dump into one.
 *
 * A directory of texts has instructions.low, grammars.low, and a file for each operation in
 * winners/, costs/, bounds/ and searched/. */
#ifndef LANESMITH_CLI_TEXTS_H
#define LANESMITH_CLI_TEXTS_H

#include "app.h"

/* The paths, and for each that is a directory the texts below it, sorted; *out is in the app's
 * memory. LS_INPUT with a message when a directory has none. */
ls_status texts_expand(app *a, const char *const *paths, unsigned count, const char ***out,
                       unsigned *n);
/* Whether the path, below such a directory, is that of a text: for names in git. */
bool texts_is_path(const char *path);
/* Dumps the targets (by index; NULL: all) into the directory. Texts that an earlier dump made there
 * and that would say something else are deleted. */
ls_status texts_dump(app *a, const bool *wanted, const char *dir);

#endif
