// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* form_text.c - which operations a template of spec/forms.ir is for. */
#include "form_text.h"

#include <stdlib.h>
#include <string.h>

#include "op.h"

static const char ANY[] =
    "*/"; /* and a number of operands: the operations on fields that have so many */

const form_feature form_needs_nothing[] = {{NULL, 0}};

const char *form_text_line_end(const char *s)
{
    s += strcspn(s, "\n");
    return s + (*s == '\n');
}

bool form_text_is_for_any(const char *pattern) { return !strncmp(pattern, ANY, strlen(ANY)); }

/* The number of operands that it asks for; 0: none that an operation has. */
static unsigned any_arity(const char *pattern)
{
    char digit = pattern[strlen(ANY)];
    bool one = digit > '0' && digit <= '0' + SPEC_SRC_MAX && !pattern[strlen(ANY) + 1];
    return one ? (unsigned)(digit - '0') : 0;
}

/* Whether the first of the names in the pattern, which ends with it or before a |, is the
 * operation's; the numbers that stand for $K and $J in it. */
static bool match_one(const char *pattern, const char *name, int64_t number[FORM_NUMBERS_MAX])
{
    for (;; pattern++, name++) {
        if (*pattern == '$' && (pattern[1] == 'K' || pattern[1] == 'J')) {
            char *end;
            if (*name < '0' || *name > '9') return false;
            number[pattern[1] == 'J'] = strtol(name, &end, 10);
            pattern += 2;
            name = end;
        }
        if (!*pattern || *pattern == '|') return !*name;
        if (*pattern != *name) return false;
    }
}

bool form_text_matches(const char *pattern, const op *o, int64_t number[FORM_NUMBERS_MAX])
{
    if (form_text_is_for_any(pattern))
        return o->arity == any_arity(pattern) && op_has_fields_only(o);
    for (const char *next = pattern; next; next = strchr(next, '|'), next += next != NULL)
        if (match_one(next, o->name, number)) return true;
    return false;
}
