// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* programs.c - see programs.h. Called by workloads.c and streams.c. */
#include "programs.h"

#include <stdio.h>
#include <string.h>

#include "cli/app/pool.h"
#include "cli/app/app.h"

enum { WATCHDOG_SECONDS = 600 };

const double programs_level = 0.95;

const column goal_columns[GOAL_COLUMNS] = {{"target", COLUMN_TEXT},
                                           {"goal", COLUMN_TEXT},
                                           {"wanted", COLUMN_TEXT},
                                           {"measured", COLUMN_TEXT},
                                           {"met", COLUMN_TEXT}};

void programs_put_goal(table *t, const target *of, const char *goal, const char *wanted,
                       const char *measured, bool met)
{
    table_put(t, "%s", of->name);
    table_put(t, "%s", goal);
    table_put(t, "%s", wanted);
    table_put(t, "%s", measured);
    table_put(t, "%s", met ? "yes" : "no");
}

/* ---- names ---- */

bool programs_are_named(const option_words *words, const char *name)
{
    for (unsigned i = 0; i < words->count; i++)
        if (!strcmp(words->word[i], name)) return true;
    return !words->count;
}

unsigned programs_count(const char *const *names)
{
    unsigned n = 0;
    while (names[n]) n++;
    return n;
}

ls_status programs_check_names(const char *command, const char *kind, const option_words *words,
                               const char *const *names)
{
    unsigned n = programs_count(names);
    for (unsigned i = 0; i < words->count; i++) {
        bool known = false;
        for (unsigned k = 0; k < n; k++) known |= !strcmp(words->word[i], names[k]);
        if (known) continue;
        const char *near = nearest_name(words->word[i], names, n);
        return (ls_status)usage_error(command, "unknown %s `%s`; %s `%s`", kind, words->word[i],
                                      near ? "the nearest is" : "one is", near ? near : names[0]);
    }
    return LS_OK;
}

/* ---- building and running ---- */

static ls_status build_all(const programs *p)
{
    progress line;
    ls_status rc = LS_OK;
    progress_begin(&line, p->built, p->count);
    for (unsigned i = 0; i < p->count && rc == LS_OK; i++) {
        progress_update(&line, i, "");
        rc = p->build(p->context, i);
    }
    progress_end(&line);
    return rc;
}

static char *result_of(const programs *p, unsigned i)
{
    return (char *)p->results + i * p->result_size;
}

static void *open_worker(void *context) { return context; }

static void run_row(void *context, void *state, unsigned row, void *answer)
{
    const programs *p = context;
    (void)state;
    p->run(p->context, row, answer);
}

static ls_status take_result(void *context, unsigned row, const void *answer)
{
    const programs *p = context;
    memcpy(result_of(p, row), answer, p->result_size);
    return LS_OK;
}

static ls_status take_loss(void *context, unsigned row, const char *why)
{
    const programs *p = context;
    snprintf(result_of(p, row) + p->trouble, p->trouble_size, "its code fails: %s", why);
    return LS_OK;
}

static ls_status run_all(const programs *p)
{
    pool_work w = {.context = (void *)(uintptr_t)p,
                   .answer_size = p->result_size,
                   .seconds = WATCHDOG_SECONDS,
                   .open = open_worker,
                   .row = run_row,
                   .done = take_result,
                   .lost = take_loss};
    unsigned *bounds = mem_alloc((size_t)p->count + 1, sizeof *bounds);
    for (unsigned i = 0; i <= p->count; i++) bounds[i] = i;
    ls_status rc = pool_run(&w, bounds, p->count, 1);
    mem_free(bounds);
    return rc;
}

ls_status programs_run(const programs *p)
{
    ls_status rc = build_all(p);
    return rc == LS_OK ? run_all(p) : rc;
}
