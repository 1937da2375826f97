// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvapply.c - see tvapply.h. An application's variable is named by its operation and the numbers of
 * its arguments, so that equal applications are one term. Called by tvrun.c, tvchoice.c and
 * tvsolve.c. */
#include "tvapply.h"

#include <stdio.h>
#include <string.h>

void tv_applications_free(tv_applications *a)
{
    mem_free(a->list);
    arena_free(&a->mem);
    *a = (tv_applications){0};
}

const tv_application *tv_application_of(const tv_applications *a, term value)
{
    for (unsigned i = 0; i < a->count; i++)
        if (a->list[i].value == value) return &a->list[i];
    return NULL;
}

term tv_apply(tv_applications *a, const char *what, const term *args, unsigned nargs, bool commutes,
              unsigned bits)
{
    tv_application new = {.nargs = nargs, .commutes = commutes};
    char name[192];
    require(nargs <= TV_APPLY_ARGS, "so many arguments fit");
    if (nargs) memcpy(new.arg, args, nargs * sizeof *args);
    if (commutes && new.arg[0] > new.arg[1]) {
        new.arg[0] = args[1];
        new.arg[1] = args[0];
    }
    int n = snprintf(name, sizeof name, "apply.%.100s", what);
    for (unsigned i = 0; i < nargs; i++)
        n += snprintf(name + n, sizeof name - (size_t)n, ".%u", new.arg[i]);
    new.value = term_mk_var(a->c, name, bits);
    if (tv_application_of(a, new.value)) return new.value;
    new.what = arena_strdup(&a->mem, what);
    if (a->count == a->cap)
        a->list = mem_grow(a->list, a->cap = a->cap ? 2 * a->cap : 32, sizeof *a->list);
    a->list[a->count++] = new;
    return new.value;
}

bool tv_apply_again(tv_applications *a, term value, bool second)
{
    unsigned i = 0;
    while (a->list[i].value != value) i++;
    tv_application *k = &a->list[i];
    k->uses[second]++;
    return second && k->uses[1] > 1 && k->uses[1] > k->uses[0];
}

/* ---- replacing ---- */

void tv_replacement_make(tv_replacement *r, tv_applications *a, const term *vars, const term *by,
                         unsigned count)
{
    unsigned napps = a->count;
    r->count = count;
    r->var = mem_alloc(count + napps + 1, sizeof *r->var);
    r->by = mem_alloc(count + napps + 1, sizeof *r->by);
    if (count) memcpy(r->var, vars, count * sizeof *vars);
    if (count) memcpy(r->by, by, count * sizeof *by);
    for (unsigned i = 0; i < napps; i++) {
        tv_application old = a->list[i];
        term arg[TV_APPLY_ARGS];
        bool changed = false;
        for (unsigned k = 0; k < old.nargs; k++) {
            arg[k] = tv_replace(r, a->c, old.arg[k]);
            changed |= arg[k] != old.arg[k];
        }
        if (!changed) continue;
        term value =
            tv_apply(a, old.what, arg, old.nargs, old.commutes, term_width(a->c, old.value));
        r->var[r->count] = old.value;
        r->by[r->count++] = value;
    }
}

void tv_replacement_free(tv_replacement *r)
{
    mem_free(r->var);
    mem_free(r->by);
    *r = (tv_replacement){0};
}

term tv_replace(const tv_replacement *r, term_ctx *c, term t)
{
    return r->count ? term_substitute(c, t, r->var, r->by, r->count) : t;
}

/* ---- variables ---- */

static bool is_listed(const term *list, unsigned n, term t)
{
    for (unsigned i = 0; i < n; i++)
        if (list[i] == t) return true;
    return false;
}

static void add_variables(term_ctx *c, term t, term **list, unsigned *count)
{
    unsigned n = term_collect_vars(c, t, NULL, 0), old = *count;
    term *found = mem_alloc(n + 1, sizeof *found);
    term_collect_vars(c, t, found, n);
    *list = mem_grow(*list, old + n + 1, sizeof **list);
    for (unsigned i = 0; i < n; i++)
        if (!is_listed(*list, old, found[i])) (*list)[(*count)++] = found[i];
    mem_free(found);
}

term *tv_all_variables(const tv_applications *a, term t, unsigned *count)
{
    term *list = NULL;
    *count = 0;
    add_variables(a->c, t, &list, count);
    for (unsigned i = 0; a->count && i < *count; i++) {
        const tv_application *of = tv_application_of(a, list[i]);
        for (unsigned k = 0; of && k < of->nargs; k++)
            add_variables(a->c, of->arg[k], &list, count);
    }
    return list;
}
