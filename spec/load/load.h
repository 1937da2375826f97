// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* load.h - reads a spec from files. */
#ifndef LANESMITH_LOAD_H
#define LANESMITH_LOAD_H

#include "spec/spec.h"

/* Loads every *.spec file below dir (sorted by path). LS_INPUT with diagnostics when anything is
 * wrong: *out is then NULL. */
ls_status spec_load_dir(spec **out, const char *dir, diags *d);
/* The same; where the digest of the texts is `tried`, definitions are read and not tried: not
 * elaborated over a sample of shapes and all immediates. `tried` may be NULL. */
ls_status spec_load_tried(spec **out, const char *dir, const char *tried, diags *d);
/* Loads the given files only, in order. */
ls_status spec_load_files(spec **out, const char *const *paths, unsigned count, diags *d);

#endif
