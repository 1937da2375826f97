// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* verification.h - a run of `lanesmith verify`: its options, what is to be done, what came of it.
 *
 * cmd_verify.c chooses and checks, verify_report.c tells. */
#ifndef LANESMITH_CLI_VERIFICATION_H
#define LANESMITH_CLI_VERIFICATION_H

#include "attest.h"
#include "changed.h"
#include "check.h"
#include "check_bounds.h"
#include "second.h"

#define VERIFY_OPTIONS(X)                                                                          \
    OPTIONS_DB(X)                                                                                  \
    X(FILES, winners, 0, "winners", "FILE",                                                        \
      "check this winners text (and FILE operands), not the database")                             \
    X(TEXT, changed, 0, "changed", "REV",                                                          \
      "check what the winners texts say otherwise than at this git revision")                      \
    OPTIONS_CELLS(X)                                                                               \
    X(FLAG, all, 0, "all-lowerings", NULL, "every lowering, not only the cheapest of each cell")   \
    X(FLAG, again, 0, "again", NULL,                                                               \
      "prove, measure and run also what is attested or proved here")                               \
    X(NUMBER, sample, 0, "sample", "1..1000000",                                                   \
      "check so many lowerings, chosen by the seed, and a bound for every 50")                     \
    X(NUMBER, seed, 0, "seed", "0..2147483647", "of the sample; default: 0")                       \
    X(FLAG, renew, 0, "renew", NULL, "prove stale lowerings for what the spec means now")          \
    X(CHOICE, hardware, 0, "hardware", "on|off",                                                   \
      "run the emitted code on this processor; default: on")                                       \
    X(CHOICE, bounds, 0, "bounds", "off|claimed|all", "compute bounds again; default: claimed")    \
    X(NUMBER, bound_work, 0, "bound-work", "0..1000000",                                           \
      "longest search for a bound, 0: no limit; default: 2000, a few seconds")                     \
    X(TEXT, solver, 0, "solver", "PROGRAM",                                                        \
      "put the obligations to another SMT solver (cvc5) instead")                                  \
    X(FLAG, independent, 0, "independent", NULL,                                                   \
      "settle them by other tactics than they were settled by, instead")                           \
    X(NUMBER, solver_seconds, 0, "solver-seconds", "1..3600",                                      \
      "for an obligation of these two; default: 10")                                               \
    X(FLAG, attest, 0, "attest", NULL, "then write the list of attested digests anew")             \
    X(TEXT, attested, 0, "attested", "FILE",                                                       \
      "that list; default: db/attested beside the specification")                                  \
    X(TEXT, markdown, 0, "markdown", "FILE", "append a summary as Markdown, for a page of CI")     \
    X(TEXT, smt2, 0, "smt2", "DIR",                                                                \
      "write the obligations of programs and IR there as .smt2 files")                             \
    OPTIONS_JOBS(X)                                                                                \
    OPTIONS_JSON(X)
typedef struct verify_options { VERIFY_OPTIONS(OPTION_MEMBER) } verify_options;

typedef struct tally {
    unsigned of[VERDICT_STALE + 1]; /* by verdict */
    unsigned renewed, stood, executed, skipped;
    /* with --changed and --sample: lowerings; marks that differ */
    unsigned changed, sampled, marks;
    unsigned state[TRUTH_CLAIMED];    /* of the winners: attested, proved here */
    unsigned second[SECOND_KINDS];    /* obligations, by what a second opinion says */
    unsigned contradictions, measured_otherwise;
    bound_checks bounds;
    attest_count attested;
    double seconds;
} tally;

/* What is to be done. */
typedef struct verification {
    app *a;
    const verify_options *o;
    const cell_filter *f;
    changed *base;      /* with --changed; else NULL */
    db_lowering *rows;  /* with --changed or --sample: those that are checked, by cell and text */
    unsigned nrows;
    tally t;
} verification;

/* With --changed or --sample. */
bool verification_chooses(const verify_options *o);

/* Counts verdicts; prints what was found, as text or JSON; adds a summary to the page. */
void report_count(tally *t, const checks *c);
void report_text(const verification *v, const checks *c);
void report_json(const verification *v, const checks *c);
ls_status report_markdown(const verification *v, ls_status result);

#endif
