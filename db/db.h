// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* db.h - lanesmith.db: cells, lowerings, proofs, bounds, runs. Rows in, rows out; no search, no
 * emission.
 *
 * A db handle is: CLOSED -> OPEN (db_open) -> IN CELL (db_begin_cell) -> OPEN (db_commit_cell or
 * db_rollback_cell) -> CLOSED. One transaction a cell: whatever kills the process, finished cells
 * are kept. Tables STRICT, foreign keys on, WAL. The file carries an application_id and a
 * user_version: a foreign, newer, corrupt or truncated file is refused and untouched. A handle
 * belongs to one thread at a time; db_is_proved alone may be called by any thread at any time.
 *
 * A row refers to the meanings (hashes) of its operation and instructions; it is stale when the
 * spec has others now. Stale rows are never winners and hold no proof; putting the lowering again,
 * with a new proof, renews it.
 *
 * Winners live in git as text (docs/database.md): db_load_winners and db_dump_texts are inverse to
 * each other. */
#ifndef LANESMITH_DB_H
#define LANESMITH_DB_H

#include "spec/cell.h"
#include "spec/cost.h"

typedef struct db db;

/* The state of a statement; the first is the strongest. */
typedef enum db_truth {
    TRUTH_HERE,     /* a solver, a search or a measurement on this machine said so */
    TRUTH_ATTESTED, /* a text says so that the last full verification signed */
    TRUTH_CLAIMED   /* a text says so, and nobody has checked it */
} db_truth;
extern const char *const db_truth_names[3]; /* "proved here" "attested" "claimed" */

typedef struct db_proof {
    char obligation[HASH_TEXT];
    const char *answer; /* "proved" "refuted" "unknown" */
    const char *solver; /* what settled it: "z3 4.8.12", "decision diagrams" */
    unsigned chunk;
    double seconds;
    const char *reason; /* "" unless unknown or refuted: the counterexample's text */
    db_truth state;
    bool stated; /* a text says that there is a proof, and nothing else of it: obligation and solver
                    are "", chunk is 0 */
} db_proof;
bool db_has_proof(const db_proof *p);
/* Fills it: that there is a proof, and nothing else. */
void db_state_proof(db_proof *p, db_truth state);

typedef struct db_lowering {
    cell cell;
    const char *text;      /* program text */
    cost cost;
    const char *engine;    /* one word */
    const char *parent;    /* program text it was derived from, or "" */
    db_proof program;      /* proof of the program text; see db_has_proof */
    db_proof ir;           /* proof of the emitted IR read back; the same */
    char ir_text[HASH_TEXT]; /* hash of the IR that `ir` is about; "" when the text that says so was
                                not emitted here */
    db_truth cost_state;   /* of cost, engine and parent */
    bool proved; /* out: program, IR and cost are attested or proved here, and the answers are
                    "proved" */
    db_truth state;        /* out, where proved: the weakest of the three */
    bool winner;           /* out: the cheapest proved one of the cell (throughput) */
    bool stale;            /* out: a semantics hash no longer matches the spec */
    /* out: machine instructions of the program; bounds are compared with it */
    unsigned length;
    int bound;             /* out: the highest bound of the cell that is not above length, or -1 */
    db_truth bound_state;  /* out, where there is one: of the bound that status rests on */
    const char *status;    /* out: "optimal" "bounded" "best found" */
    int64_t run;           /* out: the run that stored it first (db_list_runs), or 0 */
} db_lowering;

typedef struct db_bound {
    cell cell;
    unsigned insns;        /* no program of fewer instructions exists in the grammar */
    /* Text: instructions, immediates, constants; its hash is the key. It names every instruction it
     * has as a word of letters, digits, dots and underscores: that is how a bound goes stale with
     * them, and how a winner is known to be within the grammar. Printable lines; newlines at the
     * end do not count. */
    const char *grammar;
    uint64_t candidates;   /* judged */
    const char *engine;    /* one word */
    db_truth state;
} db_bound;

typedef struct db_mark { /* a cell that was searched with an effort */
    cell cell;
    const char *key;
    db_truth state;
} db_mark;

typedef struct db_baseline { /* what others need for the same cell */
    cell cell;
    const char *source; /* "llvm" "parabix" "thesis" "hand" */
    unsigned insns;     /* counted as cost.insns is */
    const char *how;    /* "llc-19 -mcpu=x86-64" */
} db_baseline;

/* Opens or creates. LS_INPUT with a diagnostic that names cause and remedy when the file is not
 * ours, newer, corrupt; LS_ENV, also with a diagnostic, when it cannot be opened. s must outlive
 * the handle. */
ls_status db_open(db **out, const char *path, const spec *s, diags *d);
/* The same for who reads a few rows: the file is not looked through; a damaged page shows when a
 * row of it is read. */
ls_status db_open_to_look(db **out, const char *path, const spec *s, diags *d);
bool db_is_read_only(const db *d); /* the file cannot be written, or nobody may write it */
void db_close(db *d); /* rolls an open cell back; NULL is allowed */

/* LS_ENV when another process is writing ("the database is in use"), after two seconds. */
ls_status db_begin_cell(db *d, const cell *c);
/* Inserts or updates by (cell, text). The text must be a program of the cell's operation and class.
 * Proofs without obligation leave those of an earlier put as they were, as long as no semantics
 * have changed. */
ls_status db_put_lowering(db *d, const db_lowering *l);
/* Keeps the higher for the same grammar; a claimed one gives way to any other. LS_NO, with
 * db_error, when a program that the database holds is one of the grammar and shorter: the two
 * contradict each other, and the cell cannot be committed. */
ls_status db_put_bound(db *d, const db_bound *b);
ls_status
db_forget_bound(db *d, const db_bound *b); /* that of the cell with the grammar, if there is one */
/* Deletes the cell's programs that are left to LLVM (form.h): what they cost is what LLVM made of
 * them when they were put. */
ls_status db_forget_forms(db *d, const cell *c);
/* Whether what follows from bounds and lowerings was stored, and none has come or gone since; and
 * that it was now. chosen: a text that tells the cells for which. Required: no cell is open. */
bool db_is_derived(db *d, const char *chosen);
ls_status db_note_derived(db *d, const char *chosen);
/* Marks the cell searched with an effort by the run's engines and grammars (key: hash text of them,
 * and of the hashes of the instructions they may use; one word). */
ls_status db_mark_searched(db *d, const cell *c, const char *key);
/* The same, in place of other marks of the cell whose keys begin with `prefix`. */
ls_status db_mark_latest(db *d, const cell *c, const char *prefix, const char *key);
/* As db_mark_searched, a claim, which suppresses no search. */
ls_status db_claim_searched(db *d, const cell *c, const char *key);
/* LS_ENV (disk full, say), also when one of the puts had failed: the cell is rolled back, the
 * database intact. */
ls_status db_commit_cell(db *d);
void db_rollback_cell(db *d);
const char *db_error(const db *d); /* text of the last LS_ENV */

/* Records a run for the journal; rows stored afterwards refer to it. It ends with the next run, or
 * with db_close. */
ls_status db_begin_run(db *d, const char *command, const char *revision, const char *options,
                       const char *machine);
/* The run will end as one that a signal ("SIGINT") has interrupted. */
void db_interrupt_run(db *d, const char *signal_name);
/* Inserts or updates by (cell, source); inside a cell or outside. */
ls_status db_put_baseline(db *d, const db_baseline *b);
ls_status db_put_baselines(db *d, const db_baseline *list,
                           unsigned count); /* all of them, or none */
/* Deletes what is stale: lowerings, bounds, and the marks and baselines of operations that have
 * another meaning now; marks that are only claimed, which count for nothing; and marks that do not
 * count any more, as the caller says. */
typedef bool db_mark_counts(void *context, const cell *c, const char *key);
ls_status db_drop_stale(db *d, db_mark_counts *counts, void *context, unsigned *dropped);

/* Runs that share the work: which of them is at which cell. A run is known by its number in the
 * journal. */
int64_t db_run_number(const db *d);
/* How long a write waits for another process; usually two seconds. */
void db_set_patience(db *d, unsigned milliseconds);
typedef struct db_runs {
    bool (*lives)(void *context, int64_t run);
    void *context;
} db_runs;
typedef enum db_taken { DB_SEARCHED, DB_OURS, DB_THEIRS } db_taken;
/* Takes all the cells for this run, each with its key. LS_NO: none is taken, since cells[*which] is
 * as *taken says. */
ls_status db_take_cells(db *d, const cell *cells, const char (*key)[HASH_TEXT], unsigned count,
                        const db_runs *runs, unsigned *which, db_taken *taken);
/* LS_OK: the run that has taken the cell; LS_NO: none has. */
ls_status db_find_taker(db *d, const cell *c, const char *key, int64_t *run);
ls_status db_leave_cell(db *d, const cell *c,
                        const char *key); /* in an open cell, with what was found */
ls_status db_leave_all(db *d);            /* what this run has taken and not left */

/* Whether the cell is marked, by a search here or an attested mark. key NULL: with any key. */
bool db_is_searched(db *d, const cell *c, const char *key);
/* Whether this database holds a proof of the obligation made by a solver here. What a text says
 * does not count. */
bool db_is_proved(db *d, const char *obligation);

typedef enum db_choice {
    DB_ALL,
    DB_WINNERS, /* of each cell the winner or, where none is proved, the cheapest that is neither
                   stale nor refuted (its winner flag is false) */
    DB_KEPT /* these, and behind one that leaves something to LLVM (prog_has_form) the cheapest such
               that does not, if there is one */
} db_choice;
/* Lowerings sorted by cell (cell_compare), then cost, then text; strings live in mem. target may be
 * NULL for all. Rows whose operation, class or target has left the spec are not listed. */
ls_status db_list_lowerings(db *d, const spec *s, const target *t, db_choice which, arena *mem,
                            db_lowering **out, unsigned *count);
/* Bounds that are not stale; sorted by cell, highest first, then grammar. Those that are only
 * claimed come with `claimed`. */
ls_status db_list_bounds(db *d, const spec *s, bool claimed, arena *mem, db_bound **out,
                         unsigned *count);
/* Marks of one target, or of all (NULL), in all states; sorted by cell, then key. */
ls_status db_list_searched(db *d, const target *t, arena *mem, db_mark **out, unsigned *count);
/* Sorted by cell, then source. */
ls_status db_list_baselines(db *d, const spec *s, const target *t, arena *mem, db_baseline **out,
                            unsigned *count);

typedef struct db_journal_run { /* a line of the journal */
    int64_t number;
    const char *command; /* "synth" */
    const char *started; /* "2026-01-31 12:00:00", UTC */
    const char *ended;   /* the same; of one that was killed, of its last cell */
    unsigned cells, lowerings, proofs; /* stored */
} db_journal_run;
/* In order of their numbers, which is that of their beginnings. */
ls_status db_list_runs(db *d, arena *mem, db_journal_run **out, unsigned *count);

/* All three of one cell, in the same order; of the bounds also those that are only claimed. */
typedef struct db_rows {
    db_lowering *lowerings;
    db_bound *bounds;
    db_baseline *baselines;
    unsigned nlowerings, nbounds, nbaselines;
} db_rows;
ls_status db_list_cell(db *d, const spec *s, const cell *c, arena *mem, db_rows *out);

/* ---- damage ---- */

/* Every row of lowerings, proofs and bounds has a seal, a hash of what it says. A list that meets a
 * row whose seal is broken, or whose words could not have been written, ends with LS_INPUT and says
 * which row. This calls `found` for each such row. */
typedef void db_damage_fn(void *context, const char *what);
ls_status db_find_damage(db *d, const spec *s, db_damage_fn *found, void *context);
/* PRAGMA integrity_check. LS_INPUT with db_error when it finds anything. */
ls_status db_check_integrity(db *d);
/* Pairs of a bound and a shorter program of its own grammar: one of the two is wrong. */
ls_status db_find_contradictions(db *d, const spec *s, db_damage_fn *found, void *context);

/* ---- winners text ---- */

/* What the instructions that a grammar names on a target mean, as a hash; remembered, since groups
 * share grammars. */
typedef struct db_meanings {
    struct db_meanings *next;
    const target *target;
    const char *grammar;
    char hash[HASH_TEXT], meanings[HASH_TEXT]; /* of its text; of what it names */
} db_meanings;

/* What a text says of one operation on one target. */
typedef struct db_group {
    const op *op;
    const target *target;
    db_lowering *lowerings; /* sorted as a dump has them */
    db_bound *bounds;
    db_mark *marks;
    unsigned nlowerings, nbounds, nmarks;
    const char *const *op_hash,
        *const *instr_hash; /* the meanings that the rows were found with, by index */
    db_meanings **memo; /* of the owner of the group, in its arena */
    arena *mem;
    bool with_proofs; /* print proofs as well: lists of version 1 signed them */
} db_group;
/* May set states, and ir_text of lowerings; what it leaves is claimed. */
typedef void db_attest_fn(void *context, db_group *g);
/* The three parts of a group as text, in the form of a dump, for digests; `ir_text` of each
 * lowering is part of it. */
void db_print_lowerings(const spec *s, const db_group *g, strbuf *out);
void db_print_bounds(const spec *s, const db_group *g, strbuf *out);
void db_print_marks(const spec *s, const db_group *g, strbuf *out);

/* Winners texts that have been read. */
typedef struct db_winners db_winners;
/* Reads texts; "-" is standard input. LS_INPUT with diagnostics when any of them is malformed,
 * LS_ENV when one cannot be read. What they say is claimed unless `attest` (NULL: nothing is) says
 * otherwise. *out is to be freed in any case. */
ls_status db_read_winners(db_winners **out, const spec *s, const char *const *paths, unsigned count,
                          db_attest_fn *attest, void *context, diags *dg);
/* Stores them, all or nothing. LS_NO with diagnostics when a bound contradicts a program;
 * LS_STOPPED when a signal asks the program to end. Rows whose hashes are not the spec's are stale.
 */
ls_status db_store_winners(db *d, const db_winners *w, diags *dg);
void db_free_winners(db_winners *w); /* NULL is allowed */
/* Reads and stores. */
ls_status db_load_winners(db *d, const spec *s, const char *const *paths, unsigned count,
                          db_attest_fn *attest, void *context, diags *dg);
/* The winners, their costs, searched marks and bounds as texts, byte for byte reproducible. Stale
 * rows are left out. wanted: by index of the target; NULL: all. `put` gets each text with its path
 * below the directory of all, "winners/add.low"; a status other than LS_OK ends the dump. */
typedef ls_status db_put_text(void *context, const char *path, const char *text, size_t size);
ls_status db_dump_texts(db *d, const spec *s, const bool *wanted, db_put_text *put, void *context);
/* The same as one text. */
ls_status db_dump_winners(db *d, const spec *s, const bool *wanted, strbuf *out);
/* The groups that a dump of the target has. */
ls_status db_list_groups(db *d, const spec *s, const target *t, arena *mem, db_group **out,
                         unsigned *count);
/* How many of the target's cells have a proved winner, but a shorter lowering of which a loaded
 * text claims that it was proved elsewhere. A dump leaves these out; `lanesmith verify` decides. */
ls_status db_count_shorter_claims(db *d, const target *t, unsigned *count);

#endif
