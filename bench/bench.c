// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* bench.c - `lanesmith bench`: chooses the bench.
 *
 * A bench is a row of BENCHES in base/benches.h and a file of its own. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

#include "bench/base/benches.h"
#include "cli/app/options.h"
#include "spec/base/stop.h"

static const struct bench {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} benches[] = {
#define X(name, summary) {#name, summary, bench_##name},
    BENCHES(X)
#undef X
};
enum { NBENCHES = sizeof benches / sizeof *benches };

/* As users write it. */
static const char *name_of(const struct bench *b)
{
    static char names[NBENCHES][32];
    char *name = names[b - benches];
    snprintf(name, sizeof *names, "%s", b->name);
    for (char *c = name; *c; c++)
        if (*c == '_') *c = '-';
    return name;
}

static void print_benches(FILE *out)
{
    fputs("Usage: lanesmith bench BENCH [OPTION]...\n\n"
          "Measures what the winners are worth. Benches:\n",
          out);
    for (int i = 0; i < NBENCHES; i++)
        fprintf(out, "  %-12s%s\n", name_of(&benches[i]), benches[i].summary);
    fputs("\n  -h, --help  this text; `lanesmith bench BENCH --help` is about one bench\n\n"
          "Examples:\n"
          "  lanesmith bench codegen --op add,sub --width 2\n"
          "  lanesmith bench examples --target x86-64\n"
          "  lanesmith bench run --runs 5 --json\n"
          "  lanesmith bench gates --tables 0x8ee8,0x6996 --inputs 4\n"
          "  lanesmith bench workloads --target x86-64-v3\n"
          "  lanesmith bench streams --app utf8,csv\n"
          "  lanesmith bench goals\n",
          out);
}

static int unknown_bench(const char *name)
{
    const char *names[NBENCHES];
    for (int i = 0; i < NBENCHES; i++) names[i] = name_of(&benches[i]);
    const char *near = nearest_name(name, names, NBENCHES);
    if (near) return usage_error("bench", "unknown bench `%s`; the nearest is `%s`", name, near);
    return usage_error("bench", "unknown bench `%s`", name);
}

int cmd_bench(int argc, char **argv)
{
    if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        print_benches(stdout);
        return LS_OK;
    }
    for (int i = 0; i < NBENCHES; i++)
        if (!strcmp(argv[1], name_of(&benches[i]))) {
            int status = benches[i].run(argc - 1, argv + 1);
            return stop_signal() ? LS_STOPPED : status; /* figures of a part of the work are none */
        }
    return unknown_bench(argv[1]);
}
