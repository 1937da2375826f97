// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* story.c - from rows of the database to lowerings.
 *
 * The one place that decides what may ship. Emission takes the text that was proved, so a text that
 * does not parse is an error and never left out in silence. Called by all that look at rows. */
#include "story.h"

#include <string.h>

bool is_proved_here(const db_proof *p)
{
    return p->obligation[0] && p->state == TRUTH_HERE && !strcmp(p->answer, "proved");
}

bool is_refuted(const db_lowering *l)
{
    return !strcmp(l->program.answer, "refuted") || !strcmp(l->ir.answer, "refuted");
}

bool is_shippable(const db_lowering *l)
{
    return !l->stale && l->proved;
}

/* A program has room for far more than most have in it: what it has not is not touched, so that
 * lists of thousands are small. */
static void clear_program(prog *p)
{
    memset(p->konst, 0, p->nconsts * sizeof *p->konst);
    memset(p->insn, 0, p->ninsns * sizeof *p->insn);
    p->nconsts = p->ninsns = 0;
}

bool story_from_row(const app *a, const db_lowering *l, lowering *out, diags *d)
{
    diags parse = {0};
    clear_program(&out->prog);
    out->cell = l->cell;
    out->cost = l->cost;
    out->engine = l->engine;
    out->status = l->status;
    out->bound = l->bound;
    out->obligation = l->program.obligation;
    out->solver = l->program.solver;
    bool good = prog_parse_cell(&out->prog, a->spec, &l->cell, l->text, (place){0}, &parse) &&
                prog_fits(&out->prog, l->cell.target);
    if (!good) {
        strbuf name = {0};
        cell_print(&l->cell, &name);
        diag_error(d, (place){.file = a->db_path},
                   "the stored text of %s is no program of it; `lanesmith db check` says more",
                   strbuf_text(&name));
        strbuf_free(&name);
    }
    diag_free(&parse);
    return good;
}
