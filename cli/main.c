// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* main.c - the command `lanesmith`: the whole pipeline on one screen.
 *
 *     spec/ -> synth -> verify -> db -> emit -> headers, IR library, table of the pass
 *
 * Every command is a row below and a file cli/cmd_*.c (bench: bench/bench.c). What they share,
 * options and set-up, is in options.c and app.c. stdout is data, stderr is talk. Exit status: 0
 * done, 1 checked and it is not so, 2 bad input or usage, 3 trouble with the environment, 130 or
 * 143 interrupted by SIGINT or SIGTERM. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <sqlite3.h>

#include "bench/bench.h"
#include "cli.h"
#include "cli/app/json.h"
#include "cli/app/options.h"
#include "spec/base/revision.h"
#include "spec/base/stop.h"
#include "verify/claim/smt.h"
#include "verify/hardware/emulator.h"

#define COMMANDS(X)                                                                                \
    X(synth, "search for cheaper lowerings, prove them, keep them in the database")                \
    X(verify, "prove every lowering of the database again, from its text")                         \
    X(emit, "write C headers, the LLVM IR library and the pass's table from the proved winners")   \
    X(show, "tell the story of a lowering; list operations, instructions, targets, coverage")      \
    X(find, "find operations by what people call them")                                            \
    X(report, "write a static site about the database: a map, a page a cell, search, plots")       \
    X(db, "load, dump, check, merge: the database and the winners' text")                          \
    X(validate,                                                                                    \
      "run every instruction of the specification on this processor against its definition")       \
    X(cost, "write the costs of instructions anew from LLVM's scheduling models")                  \
    X(tv, "prove that one module of LLVM IR refines another, function by function")                \
    X(sygus, "find and prove shortest solutions of a SyGuS problem about bit-vectors")             \
    X(bench, "compare the winners with stock LLVM and with published formulas")

static const struct command {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
#define X(name, summary) {#name, summary, cmd_##name},
    COMMANDS(X)
#undef X
};
enum { NCOMMANDS = sizeof commands / sizeof *commands };

static void print_help(void)
{
    puts("Usage: lanesmith COMMAND [OPTION]... [OPERAND]...\n\n"
         "Forges lowerings: the cheapest proved instruction sequences for operations on packed "
         "fields.\n\nCommands:");
    for (int i = 0; i < NCOMMANDS; i++)
        printf("  %-10s%s\n", commands[i].name, commands[i].summary);
    puts("\n  -h, --help       this text; `lanesmith COMMAND --help` is about one command\n"
         "  -V, --version    the version, of the libraries too\n\n"
         "Examples:\n"
         "  lanesmith synth --op add --width 2\n"
         "  lanesmith verify\n"
         "  lanesmith show add 2 x128 x86-64\n"
         "  lanesmith emit --out build\n\n"
         "Exit status: 0 done, 1 checked and it is not so, 2 bad input or usage, 3 trouble with "
         "the environment,\n"
         "128 and the number of the signal that interrupted it.");
}

static void print_version(void)
{
    unsigned llvm[3];
    LLVMGetVersion(&llvm[0], &llvm[1], &llvm[2]);
    printf("lanesmith %s\nrevision %s\nLLVM %u.%u.%u, %s, SQLite %s\n", LANESMITH_VERSION,
           lanesmith_revision, llvm[0], llvm[1], llvm[2], smt_version(), sqlite3_libversion());
}

static int unknown_command(const char *name)
{
    const char *names[NCOMMANDS];
    strbuf known = {0};
    for (int i = 0; i < NCOMMANDS; i++) {
        names[i] = commands[i].name;
        strbuf_printf(&known, "%s%s", i ? ", " : "", names[i]);
    }
    const char *near = nearest_name(name, names, NCOMMANDS);
    int rc = near ? usage_error("", "unknown command `%s`; the nearest is `%s`", name, near)
                  : usage_error("", "unknown command `%s`; expected one of %s", name, known.s);
    strbuf_free(&known);
    return rc;
}

static int run_command(int argc, char **argv)
{
    for (int i = 0; i < NCOMMANDS; i++)
        if (!strcmp(argv[0], commands[i].name)) return commands[i].run(argc, argv);
    return unknown_command(argv[0]);
}

/* Data that could not be written (a full disk behind stdout) is not "done". What a signal has
 * ended, or what failed because of one, is not done either, nor is it "no". */
static int finish(int status)
{
    if (status != LS_OK && stop_signal()) {
        fflush(stdout);
        fflush(stderr);
        emulator_sweep();
        return stop_say();
    }
    if (!fflush(stdout) && !ferror(stdout)) return status;
    perror("lanesmith: error: cannot write to standard output");
    return LS_ENV;
}

int main(int argc, char **argv)
{
    stop_install("lanesmith");
    json_install();
    if (argc < 2) return usage_error("", "expected a command");
    const char *first = argv[1];
    if (!strcmp(first, "--help") || !strcmp(first, "-h")) return print_help(), finish(LS_OK);
    if (!strcmp(first, "--version") || !strcmp(first, "-V")) return print_version(), finish(LS_OK);
    if (*first == '-') return usage_error("", "expected a command before `%s`", first);
    return finish(run_command(argc - 1, argv + 1));
}
