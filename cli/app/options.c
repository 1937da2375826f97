// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* options.c - parses and prints the options of a command from its table.
 *
 * getopt_long does the splitting; everything else comes from the rows: the help text, what an
 * argument may be, and the message when it is not. Every message names the option, what was found
 * and what was expected, and ends with where to read more. Nothing here knows a particular command.
 *
 * Invariant: values are stored only into the members that rows name; on an error the command does
 * nothing. */
#define _GNU_SOURCE
#include "options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 32, LONG_BASE = 256, HELP_VALUE = LONG_BASE + ROWS_MAX, HELP_COLUMN = 24 };

/* ---- messages ---- */

int usage_error(const char *command, const char *fmt, ...)
{
    va_list ap;
    const char *space = *command ? " " : "";
    fprintf(stderr, "lanesmith%s%s: error: ", space, command);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fprintf(stderr, "; see `lanesmith%s%s --help`\n", space, command);
    return LS_INPUT;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Levenshtein distance of words of up to 63 characters. */
static unsigned edit_distance(const char *a, const char *b)
{
    unsigned row[64], n = (unsigned)strnlen(b, 63);
    for (unsigned j = 0; j <= n; j++) row[j] = j;
    for (unsigned i = 0; a[i]; i++) {
        unsigned diagonal = row[0];
        row[0] = i + 1;
        for (unsigned j = 1; j <= n; j++) {
            unsigned change = diagonal + (a[i] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(change, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[n];
}

const char *nearest_name(const char *word, const char *const *names, unsigned count)
{
    const char *best = NULL;
    unsigned limit = (unsigned)strlen(word) / 3 + 1;
    for (unsigned i = 0; i < count; i++) {
        unsigned distance = edit_distance(word, names[i]);
        if (distance > limit || distance >= strlen(word)) continue;
        limit = distance ? distance - 1 : 0;
        best = names[i];
        if (!distance) break;
    }
    return best;
}

static bool is_listed(const char *name, const char *const *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

unsigned nearest_names(const char *word, const char *const *names, unsigned count, unsigned most,
                       const char **out)
{
    unsigned n = 0;
    while (n < most) {
        const char *best = NULL;
        unsigned limit = ~0u;
        for (unsigned i = 0; i < count; i++) {
            unsigned distance = edit_distance(word, names[i]);
            if (distance >= limit || is_listed(names[i], out, n)) continue;
            limit = distance;
            best = names[i];
        }
        if (!best) break;
        out[n++] = best;
    }
    return n;
}

/* ---- help ---- */

static void print_row(const option_row *r, FILE *out)
{
    strbuf left = {0};
    if (r->letter)
        strbuf_printf(&left, "  -%c, --%s", r->letter, r->name);
    else
        strbuf_printf(&left, "      --%s", r->name);
    if (r->argument) strbuf_printf(&left, " %s", r->argument);
    fprintf(out, "%-*s  ", HELP_COLUMN + 4, strbuf_text(&left));
    if (left.len > HELP_COLUMN + 4) fprintf(out, "\n%*s", HELP_COLUMN + 6, "");
    fprintf(out, "%s\n", r->help);
    strbuf_free(&left);
}

static void print_indented(const char *lines, FILE *out)
{
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        fprintf(out, "  %.*s\n", (int)n, lines);
        lines += n + (lines[n] == '\n');
    }
}

void options_print_help(const command_text *c, FILE *out)
{
    static const option_row help = {OPTION_FLAG, 'h', "help", NULL, "print this text", 0};
    fprintf(out, "Usage: lanesmith %s [OPTION]...%s%s\n\n%s\n\nOptions:\n", c->name,
            *c->operands ? " " : "", c->operands, c->purpose);
    for (unsigned i = 0; i < c->nrows; i++) print_row(&c->rows[i], out);
    print_row(&help, out);
    fputs("\nExamples:\n", out);
    print_indented(c->examples, out);
    fputs("\nExit status: 0 done, 1 checked and it is not so, 2 bad input or usage, 3 trouble with "
          "the environment.\n",
          out);
}

/* ---- values ---- */

typedef struct parser {
    const command_text *c;
    void *values;
} parser;

static void *member(const parser *p, const option_row *r)
{
    return (char *)p->values + r->offset;
}

static int bad_value(const parser *p, const option_row *r, const char *found)
{
    return usage_error(p->c->name, "--%s: expected %s, found `%s`", r->name, r->argument, found);
}

static bool is_choice(const char *choices, const char *word)
{
    size_t n = strlen(word);
    for (const char *s = choices; *s;
         s += s[strcspn(s, "|")] ? strcspn(s, "|") + 1 : strcspn(s, "|"))
        if (n && strcspn(s, "|") == n && !memcmp(s, word, n)) return true;
    return false;
}

/* ARGUMENT is "LOW..HIGH". */
static bool parse_number(const char *range, const char *text, unsigned *out)
{
    char *end;
    unsigned long low = strtoul(range, &end, 10), high = strtoul(end + 2, NULL, 10);
    if (!*text || strspn(text, "0123456789") != strlen(text) || strlen(text) > 9) return false;
    unsigned long x = strtoul(text, NULL, 10);
    *out = (unsigned)x;
    return x >= low && x <= high;
}

static int add_word(const parser *p, const option_row *r, const char *word)
{
    option_words *w = member(p, r);
    if (!*word) return bad_value(p, r, word);
    if (w->count == OPTION_WORDS_MAX)
        return usage_error(p->c->name, "--%s: expected at most %d, found more", r->name,
                           OPTION_WORDS_MAX);
    w->word[w->count++] = word;
    return OPTIONS_GO_ON;
}

static int add_names(const parser *p, const option_row *r, char *text)
{
    for (char *comma; (comma = strchr(text, ',')); text = comma + 1) {
        *comma = 0;
        if (add_word(p, r, text) != OPTIONS_GO_ON) return LS_INPUT;
    }
    return add_word(p, r, text);
}

static int store(const parser *p, const option_row *r, char *text)
{
    switch (r->kind) {
    case OPTION_FLAG: *(bool *)member(p, r) = true; return OPTIONS_GO_ON;
    case OPTION_NAMES: return add_names(p, r, text);
    case OPTION_FILES: return add_word(p, r, text);
    case OPTION_NUMBER:
        if (!parse_number(r->argument, text, member(p, r))) return bad_value(p, r, text);
        return OPTIONS_GO_ON;
    case OPTION_CHOICE:
        if (!is_choice(r->argument, text)) return bad_value(p, r, text);
        break;
    case OPTION_TEXT:
        if (!*text) return bad_value(p, r, text);
        break;
    }
    *(const char **)member(p, r) = text;
    return OPTIONS_GO_ON;
}

/* ---- parsing ---- */

static const option_row *find_row(const command_text *c, int value)
{
    for (unsigned i = 0; i < c->nrows; i++)
        if (value == LONG_BASE + (int)i || (c->rows[i].letter && value == c->rows[i].letter))
            return &c->rows[i];
    return NULL;
}

static void fill_tables(const command_text *c, struct option *longs, char *shorts)
{
    require(c->nrows < ROWS_MAX, "a command has fewer than ROWS_MAX options");
    *shorts++ = ':';
    for (unsigned i = 0; i < c->nrows; i++) {
        const option_row *r = &c->rows[i];
        int takes = r->kind == OPTION_FLAG ? no_argument : required_argument;
        longs[i] = (struct option){r->name, takes, NULL, LONG_BASE + (int)i};
        if (r->letter) *shorts++ = r->letter;
        if (r->letter && takes == required_argument) *shorts++ = ':';
    }
    longs[c->nrows] = (struct option){"help", no_argument, NULL, HELP_VALUE};
    longs[c->nrows + 1] = (struct option){0};
    memcpy(shorts, "h", 2);
}

static int missing_argument(const command_text *c, const char *given)
{
    const option_row *r = find_row(c, optopt);
    return usage_error(c->name, "%s: expected %s after it", given, r ? r->argument : "an argument");
}

static int unknown_option(const command_text *c, const char *given)
{
    const char *names[ROWS_MAX], *near = NULL;
    char word[64];
    for (unsigned i = 0; i < c->nrows; i++) names[i] = c->rows[i].name;
    if (optopt >= LONG_BASE)
        return usage_error(c->name, "%.*s takes no argument", (int)strcspn(given, "="), given);
    if (optopt) return usage_error(c->name, "unknown option -%c", optopt);
    snprintf(word, sizeof word, "%.*s", (int)strcspn(given, "="), given);
    if (!strncmp(word, "--", 2)) near = nearest_name(word + 2, names, c->nrows);
    if (near)
        return usage_error(c->name, "unknown or ambiguous option %s; the nearest is --%s", word,
                           near);
    return usage_error(c->name, "unknown or ambiguous option %s", word);
}

static int take_option(const parser *p, int value, char **argv)
{
    if (value == ':') return missing_argument(p->c, argv[optind - 1]);
    if (value == '?') return unknown_option(p->c, argv[optind - 1]);
    if (value == 'h' || value == HELP_VALUE) {
        options_print_help(p->c, stdout);
        return LS_OK;
    }
    return store(p, find_row(p->c, value), optarg);
}

int options_parse(const command_text *c, int argc, char **argv, void *values, char ***operands,
                  int *noperands)
{
    struct option longs[ROWS_MAX + 1];
    char shorts[3 * ROWS_MAX];
    parser p = {.c = c, .values = values};
    fill_tables(c, longs, shorts);
    opterr = 0;
    optind = 0; /* GNU: start anew */
    for (int value; (value = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
        int rc = take_option(&p, value, argv);
        if (rc != OPTIONS_GO_ON) return rc;
    }
    *operands = argv + optind;
    *noperands = argc - optind;
    return OPTIONS_GO_ON;
}

int options_parse_alone(const command_text *c, int argc, char **argv, void *values,
                        const char *hint)
{
    char **operands;
    int n, stop = options_parse(c, argc, argv, values, &operands, &n);
    if (stop != OPTIONS_GO_ON || !n) return stop;
    return usage_error(c->name, "unexpected operand `%s`%s%s", operands[0], hint ? "; " : "",
                       hint ? hint : "");
}
