// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* form_file.h - reads operations as LLVM writes them. */
#ifndef LANESMITH_FORM_FILE_H
#define LANESMITH_FORM_FILE_H

#include "spec.h"

/* For the loader. Reads templates for operations that have no LLVM name; a file that is not there
 * has none. Of a set: its ways (ways.ir); NULL: of all sets. LS_INPUT or LS_ENV with a diagnostic
 * when it is malformed or cannot be read. */
ls_status forms_load(spec *s, const isa *set, const char *path, diags *d);

#endif
