// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* options.h - the options of a command: one X-macro table, from which the members, the parser and
 * --help come.
 *
 *     #define SHOW_OPTIONS(X)                                                                  \
 *         OPTIONS_DB(X)                                                                        \
 *         X(FLAG, ir, 0, "ir", NULL, "print the LLVM IR")                                      \
 *         X(NUMBER, jobs, 'j', "jobs", "1..1024", "processes; default: one a processor")
 *     typedef struct show_options { SHOW_OPTIONS(OPTION_MEMBER) } show_options;
 *     #define ROW(...) OPTION_ROW(show_options, __VA_ARGS__)
 *     static const option_row rows[] = {SHOW_OPTIONS(ROW)};
 *     static const command_text text = {"show", operands, purpose, examples, rows, sizeof rows /
 * sizeof *rows};
 *
 * A row is X(KIND, member, letter or 0, "long-name", "ARGUMENT", "help"). The ARGUMENT column says
 * what is expected and is what is checked: a NUMBER's is its range "1..64", a CHOICE's its words
 * "on|off". A member keeps its initial value when its option is not given. */
#ifndef LANESMITH_CLI_OPTIONS_H
#define LANESMITH_CLI_OPTIONS_H

#include <stdio.h>

#include "spec/base/base.h"

enum { OPTION_WORDS_MAX = 512 };

typedef struct option_words { /* of an option that may be repeated */
    const char *word[OPTION_WORDS_MAX];
    unsigned count;
} option_words;

typedef enum option_kind {
    OPTION_FLAG,   /* bool */
    OPTION_TEXT,   /* const char *, not empty */
    OPTION_CHOICE, /* const char *, one of the words of ARGUMENT */
    OPTION_NUMBER, /* unsigned, in the range of ARGUMENT */
    OPTION_NAMES,  /* option_words, each argument split at commas; the words are cut out of argv */
    OPTION_FILES   /* option_words, each argument taken as it is */
} option_kind;

typedef bool option_type_FLAG;
typedef const char *option_type_TEXT;
typedef const char *option_type_CHOICE;
typedef unsigned option_type_NUMBER;
typedef option_words option_type_NAMES;
typedef option_words option_type_FILES;

typedef struct option_row {
    option_kind kind;
    char letter;
    const char *name, *argument, *help;
    size_t offset; /* of the member */
} option_row;

#define OPTION_MEMBER(kind, member, letter, name, argument, help) option_type_##kind member;
#define OPTION_ROW(type, kind, member, letter, name, argument, help)                               \
    {OPTION_##kind, letter, name, argument, help, offsetof(type, member)},

/* Rows that several commands have. */
#define OPTIONS_SPEC(X)                                                                            \
    X(TEXT, spec_dir, 0, "spec", "DIR",                                                            \
      "the specification; default: $LANESMITH_SPEC, spec/, the installed one")
#define OPTIONS_DB(X)                                                                              \
    OPTIONS_SPEC(X)                                                                                \
    X(TEXT, db_path, 0, "db", "PATH",                                                              \
      "the database; default: build/lanesmith.db, else the installed one")
#define OPTIONS_CELLS(X)                                                                           \
    X(NAMES, ops, 0, "op", "NAME,...", "only these operations")                                    \
    X(NAMES, widths, 0, "width", "N,...", "only fields of so many bits")                           \
    X(NAMES, classes, 0, "class", "NAME,...", "only these register classes")                       \
    X(NAMES, targets, 0, "target", "NAME,...", "only these targets")
#define OPTIONS_TARGETS(X) X(NAMES, targets, 0, "target", "NAME,...", "only these targets")
#define OPTIONS_JOBS(X)                                                                            \
    X(NUMBER, jobs, 'j', "jobs", "1..1024", "processes; default: one a processor")
#define OPTIONS_JSON(X) X(FLAG, json, 0, "json", NULL, "print JSON")

typedef struct command_text {
    const char *name;     /* "verify" */
    const char *operands; /* "OP WIDTH CLASS TARGET", "" */
    const char *purpose;  /* what it does: lines of text */
    const char *examples; /* lines, each a command */
    const option_row *rows;
    unsigned nrows;
} command_text;

enum { OPTIONS_GO_ON = -1 };
/* Parses argv, argv[0] being the command's name, into the members of *values. OPTIONS_GO_ON with
 * *operands and *noperands; or an exit status: LS_OK after --help, LS_INPUT after a message about
 * what is wrong and what was expected. */
int options_parse(const command_text *c, int argc, char **argv, void *values, char ***operands,
                  int *noperands);
/* The same for a command without operands; hint: what is meant instead of them, or NULL. */
int options_parse_alone(const command_text *c, int argc, char **argv, void *values,
                        const char *hint);
void options_print_help(const command_text *c, FILE *out);
/* Prints "lanesmith CMD: error: ..., see lanesmith CMD --help" to stderr; returns LS_INPUT. */
int usage_error(const char *command, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The name that a misspelt word is nearest to, or NULL when none is near. */
const char *nearest_name(const char *word, const char *const *names, unsigned count);
/* The `most` names that it is nearest to, the nearest first, equals in their order, each once,
 * however far they are; returns how many there are. */
unsigned nearest_names(const char *word, const char *const *names, unsigned count, unsigned most,
                       const char **out);

#endif
