// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* unknown.h - says that nothing has a name, and which names are near. */
#ifndef LANESMITH_UNKNOWN_H
#define LANESMITH_UNKNOWN_H

#include "spec/spec.h"

/* None of the spec's n entries has that name. Requires: each of them, size bytes long, begins with
 * its name. all: the option of `show` that lists them. */
void unknown_entry(const char *command, const char *kind, const char *word, const void *entries,
                   size_t size, unsigned n, const char *all);
void unknown_op(const char *command, const spec *s, const char *word);

#endif
