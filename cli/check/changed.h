// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* changed.h - which statements of today's winners texts differ from those of a git revision. */
#ifndef LANESMITH_CLI_CHANGED_H
#define LANESMITH_CLI_CHANGED_H

#include "cli/app/app.h"

/* What the texts of a revision say, as far as that counts: the statements that the revision's own
 * list attests or, where it has no list, all of them. */
typedef struct changed changed;
/* The repository is that of the specification. LS_INPUT with a message when it has no such
 * revision. */
ls_status changed_open(changed **out, app *a, const char *revision);
void changed_close(changed *x);
bool changed_lowering(const changed *x, const db_lowering *l);
bool changed_bound(const changed *x, const db_bound *b);
bool changed_mark(const changed *x, const db_mark *m);
/* Whether the revision has a list of attested digests. */
bool changed_is_attested(const changed *x);

#endif
