// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* internal.h - what the files of db/ share: the handle, its states, and the statements.
 *
 *   open.c    checks, creates, opens and closes the file; brings operations and instructions up to
 *             date
 *   stmt.c    the prepared statements: binding, stepping, and what an error of SQLite is called
 *   ids.c     names and texts become row numbers
 *   store.c   transactions and puts
 *   levels.c  bounds against programs: which are reached, which contradict each other
 *   ranks.c   how good a lowering is, by bounds and what is derived of them
 *   guard.c   what is done against files that are damaged, or not ours
 *   names.c   whether the spec's names, meanings and sets of them are as they were stored
 *   seal.c    whether a row still says what was stored
 *   list.c    rows out
 *   share.c   which run is at which cell
 *   text/     winners as text (text/text.h)
 *
 * Only these files see SQLite. */
#ifndef LANESMITH_DB_INTERNAL_H
#define LANESMITH_DB_INTERNAL_H

#include <pthread.h>
#include <sqlite3.h>

#include "db.h"

enum {
    DB_APPLICATION_ID = 0x4c536d74, /* "LSmt" */
    DB_USER_VERSION = 6,
    DB_BUSY_MILLISECONDS = 2000
};

extern const char db_schema_sql[]; /* schema.sql, embedded by the build */

/* The members of cost, in the order of every list: X(member, conversion to and from text and SQL: u
 * unsigned, f double) */
#define COST_FIELDS(X)                                                                             \
    X(insns, u)                                                                                    \
    X(uops, u)                                                                                     \
    X(rthroughput, f)                                                                              \
    X(latency, f)                                                                                  \
    X(consts, u)                                                                                   \
    X(bytes, u)                                                                                    \
    X(moves, u)                                                                                    \
    X(const_loads, u)

/* Rows as list.c reads them, of all cells or of one. The first columns are those that the row's
 * seal covers, then the seal. */
#define CELL_COLUMNS "n.operation, n.width, n.class, n.target, n.hash, "
#define LOWERING_COLUMNS                                                                           \
    CELL_COLUMNS "t.text, l.length, l.engine, coalesce(u.text, ''), l.insns, l.uops, "             \
                 "l.rthroughput, l.latency, "                                                      \
                 "l.consts, l.bytes, l.moves, l.const_loads, coalesce(p.obligation, ''), "         \
                 "coalesce(p.state, ''), "                                                         \
                 "coalesce(i.obligation, ''), coalesce(i.state, ''), l.ir, l.cost_state, "   \
                 "k.hash, l.seal"
#define LOWERING_TABLES                                                                            \
    "FROM lowerings l JOIN cell_names n ON n.cell = l.cell JOIN programs t ON t.id = l.program "   \
    "JOIN instruction_sets k ON k.id = l.instructions "                                            \
    "LEFT JOIN programs u ON u.id = l.parent "                                                     \
    "LEFT JOIN proofs p ON p.id = l.program_proof LEFT JOIN proofs i ON i.id = l.ir_proof "
enum {
    LOWERING_SEALED = 24,
    COLUMN_SEAL = LOWERING_SEALED,
    COLUMN_ID,
    COLUMN_STALE,
    COLUMN_PROOF,
    COLUMN_PROGRAM_PROOF,
    COLUMN_IR_PROOF = COLUMN_PROGRAM_PROOF + 6,
    COLUMN_RUN = COLUMN_IR_PROOF + 6
};
#define PROOF_COLUMNS(p)                                                                           \
    p ".answer, " p ".solver, " p ".chunk, " p ".seconds, " p ".reason, " p ".seal"
#define SELECT_LOWERINGS                                                                           \
    "SELECT " LOWERING_COLUMNS                                                                     \
    ", l.id, s.stale, s.proof, " PROOF_COLUMNS("p") ", " PROOF_COLUMNS("i")                       \
        ", coalesce(l.run, 0) " LOWERING_TABLES                                                    \
        "JOIN lowering_states s ON s.lowering = l.id "
#define BOUND_COLUMNS                                                                              \
    CELL_COLUMNS "g.hash, b.length, b.candidates, b.engine, b.state, " \
                      "k.hash, b.seal"
#define BOUND_TABLES                                                                               \
    "FROM bounds b JOIN cell_names n ON n.cell = b.cell JOIN grammars g ON g.id = b.grammar "      \
    "JOIN instruction_sets k ON k.id = b.instructions "
enum { BOUND_SEALED = 11 };
#define SELECT_MARKS                                                                               \
    "SELECT " CELL_COLUMNS "e.key, s.state, s.seal, s.cell FROM searched s JOIN cell_names n "     \
    "USING (cell) JOIN efforts e ON e.id = s.effort WHERE n.current "
enum { MARK_SEALED = 7 };
#define SELECT_MEMBERS                                                                             \
    "SELECT s.id, s.hash, i.name, i.class, i.hash, i.requires FROM instruction_sets s LEFT JOIN "  \
    "set_members m ON m.instruction_set = s.id LEFT JOIN instructions i ON i.id = m.instruction "
#define ORDER_MEMBERS "ORDER BY s.id, i.name, i.class, i.hash, i.requires"
#define SELECT_BOUNDS                                                                              \
    "SELECT " BOUND_COLUMNS ", b.id, g.text " BOUND_TABLES "JOIN bounds_held h ON h.bound = b.id "
#define SELECT_REACHED                                                                             \
    "SELECT r.lowering, r.bound, l.cell = b.cell FROM reached r JOIN lowerings l ON l.id = "       \
    "r.lowering JOIN bounds b ON b.id = r.bound "
#define SELECT_BASELINES                                                                           \
    "SELECT n.operation, n.width, n.class, n.target, b.source, b.insns, b.how "                    \
    "FROM baselines b JOIN cell_names n USING (cell) WHERE n.current "
#define PROOF_SEALED_COLUMNS "obligation, state, answer, chunk, solver, seconds, reason, seal"
enum { PROOF_SEALED = 7 };
#define OF_CELL "n.operation = ?1 AND n.width = ?2 AND n.class = ?3 AND n.target = ?4 "

/* Every statement that is prepared: X(enumerator, SQL). They are prepared when the database is
 * opened, so that a file without our tables is refused there. */
#define DB_STATEMENTS(X)                                                                           \
    X(BEGIN, "BEGIN IMMEDIATE")                                                                    \
    X(COMMIT, "COMMIT")                                                                            \
    X(ROLLBACK, "ROLLBACK")                                                                        \
    /* the spec's names and meanings */                                                            \
    X(GET_META, "SELECT value FROM meta WHERE key = ?1")                                           \
    X(COUNT_FINDINGS,                                                                              \
      "SELECT printf('%d %d %d', count(*), max(id), sum(length)) || (SELECT "                      \
      "printf(' %d %d %d', count(*), max(id), sum(insns)) FROM lowerings) FROM bounds")            \
    X(PUT_META, "INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)")                        \
    X(RETIRE_CLASSES, "UPDATE classes SET current = 0")                                            \
    X(RETIRE_TARGETS, "UPDATE targets SET current = 0")                                            \
    X(RETIRE_OPS, "UPDATE operations SET current = 0")                                             \
    X(RETIRE_INSTRS, "UPDATE instructions SET current = 0")                                        \
    X(PUT_CLASS, "INSERT INTO classes (name, bits, position, current) VALUES (?1, ?2, ?3, 1) "     \
                 "ON CONFLICT DO UPDATE SET bits = ?2, position = ?3, current = 1")                \
    X(PUT_TARGET, "INSERT INTO targets (name, cpu, position, current) VALUES (?1, ?2, ?3, 1) "     \
                  "ON CONFLICT DO UPDATE SET cpu = ?2, position = ?3, current = 1")                \
    X(PUT_OP,                                                                                      \
      "INSERT INTO operations (name, hash, doc, position, current) VALUES (?1, ?2, ?3, ?4, ?5) "   \
      "ON CONFLICT DO UPDATE SET doc = ?3, position = ?4, current = ?5 WHERE ?5")                  \
    X(PUT_INSTR,                                                                                   \
      "INSERT INTO instructions (name, class, hash, requires, kind, doc, position, current) "      \
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) "                                                   \
      "ON CONFLICT DO UPDATE SET kind = ?5, doc = ?6, position = ?7, current = ?8 WHERE ?8")       \
    X(KEEP_INSTR,                                                                                  \
      "UPDATE instructions SET current = 1 WHERE name = ?1 AND class = ?2 AND hash = ?3")          \
    X(FIND_OP, "SELECT id FROM operations WHERE name = ?1 AND hash = ?2")                          \
    X(FIND_INSTR, "SELECT id FROM instructions WHERE name = ?1 AND class = ?2 AND hash = ?3 AND "  \
                  "requires = ?4")                                                                 \
    /* cells */                                                                                    \
    X(PUT_CELL,                                                                                    \
      "INSERT OR IGNORE INTO cells (operation, width, class, target) VALUES (?1, ?2, ?3, ?4)")     \
    X(FIND_CELL,                                                                                   \
      "SELECT id FROM cells WHERE operation = ?1 AND width = ?2 AND class = ?3 AND target = ?4")   \
    /* names and texts as row numbers */                                                           \
    X(FIND_PROGRAM, "SELECT id FROM programs WHERE hash = ?1 AND text = ?2")                      \
    X(PUT_PROGRAM, "INSERT INTO programs (hash, text) VALUES (?1, ?2)")                            \
    X(FIND_SET, "SELECT id FROM instruction_sets WHERE hash = ?1")                                 \
    X(PUT_SET, "INSERT INTO instruction_sets (hash) VALUES (?1)")                                  \
    X(PUT_IN_SET, "INSERT OR IGNORE INTO set_members VALUES (?1, ?2)")                             \
    X(FIND_GRAMMAR, "SELECT id FROM grammars WHERE hash = ?1 AND text = ?2")                       \
    X(PUT_GRAMMAR, "INSERT INTO grammars (hash, text) VALUES (?1, ?2)")                            \
    X(FIND_EFFORT, "SELECT id FROM efforts WHERE key = ?1")                                        \
    X(PUT_EFFORT, "INSERT INTO efforts (key) VALUES (?1)")                                         \
    X(HAS_OLD_OPS, "SELECT 1 FROM operations WHERE NOT current LIMIT 1")                           \
    /* lowerings and what they rest on */                                                          \
    X(FIND_LOWERING,                                                                               \
      "SELECT l.id, s.stale, l.cost_state FROM lowerings l JOIN "                                  \
      "lowering_states s ON s.lowering = l.id WHERE l.cell = ?1 AND l.program = ?2")               \
    X(DELETE_LOWERING, "DELETE FROM lowerings WHERE id = ?1")                                      \
    X(DELETE_FORMS,                                                                                \
      "DELETE FROM lowerings WHERE id IN (SELECT l.id FROM lowerings l JOIN "                      \
      "programs t ON t.id = l.program WHERE l.cell = ?1 AND instr(t.text, ' = llvm.'))")           \
    X(DELETE_OLDER,                                                                                \
      "DELETE FROM lowerings WHERE program = ?2 AND cell IN (SELECT o.cell FROM "                  \
      "cell_names o JOIN cell_names n USING (operation, width, class, target) WHERE n.cell = "     \
      "?1 AND o.cell <> ?1)")                                                                      \
    X(INSERT_LOWERING,                                                                             \
      "INSERT INTO lowerings (cell, program, instructions, length, engine, "                       \
      "parent, cost_state, run, insns, uops, rthroughput, latency, consts, bytes, moves, "         \
      "const_loads, program_proof, ir_proof, ir, seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, "   \
      "?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)")                                \
    X(UPDATE_LOWERING,                                                                             \
      "UPDATE lowerings SET engine = ?2, parent = ?3, length = ?4, "                               \
      "cost_state = ?5, insns = ?6, uops = ?7, rthroughput = ?8, latency = ?9, consts = ?10, "     \
      "bytes = ?11, moves = ?12, const_loads = ?13 WHERE id = ?1")                                 \
    X(PUT_PROOF,                                                                                   \
      "INSERT INTO proofs (obligation, state, answer, chunk, solver, seconds, "                    \
      "reason, seal, run) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO UPDATE "      \
      "SET answer = ?3, chunk = ?4, solver = ?5, seconds = ?6, reason = ?7, seal = ?8, run = "     \
      "?9 WHERE ?2 <> 'here' OR answer = 'unknown' OR ?3 = 'refuted'") /* an answer outlives a     \
                                                                          later time-out */        \
    X(FIND_PROOF, "SELECT id FROM proofs WHERE obligation = ?1 AND state = ?2")                    \
    X(GET_PROOFS, "SELECT coalesce(p.state, ''), coalesce(p.answer, ''), coalesce(i.state, "       \
                  "''), coalesce(i.answer, ''), l.ir, coalesce(p.obligation, ''), "                \
                  "coalesce(i.obligation, '') FROM lowerings l LEFT JOIN proofs p ON p.id = "      \
                  "l.program_proof LEFT JOIN proofs i ON i.id = l.ir_proof WHERE l.id = ?1")       \
    X(SET_PROGRAM_PROOF, "UPDATE lowerings SET program_proof = ?2 WHERE id = ?1")                  \
    X(SET_IR_PROOF, "UPDATE lowerings SET ir_proof = ?2, ir = ?3 WHERE id = ?1")                   \
    X(SEALED_LOWERING, "SELECT " LOWERING_COLUMNS " " LOWERING_TABLES "WHERE l.id = ?1")           \
    X(SEAL_LOWERING, "UPDATE lowerings SET seal = ?2 WHERE id = ?1")                               \
    X(IS_PROVED, "SELECT 1 FROM proofs WHERE obligation = ?1 AND state = 'here' AND answer = "     \
                 "'proved'")                                                                       \
    /* bounds, marks, baselines */                                                                 \
    X(FIND_BOUNDS, "SELECT b.id, b.length, b.state, EXISTS (SELECT 1 FROM bounds_held h WHERE "    \
                   "h.bound = b.id) FROM bounds b WHERE b.cell = ?1 AND b.grammar = ?2")           \
    X(DELETE_BOUND, "DELETE FROM bounds WHERE id = ?1")                                            \
    X(FORGET_BOUND, "DELETE FROM bounds WHERE cell = ?1 AND grammar = (SELECT id FROM "            \
                    "grammars WHERE hash = ?2)")                                                   \
    X(INSERT_BOUND, "INSERT INTO bounds (cell, grammar, instructions, length, candidates, "        \
                    "engine, state, seal, run) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")       \
    X(LEVEL_PAIRS,                                                                                 \
      "SELECT b.id, l.id, g.text, t.text, b.length, l.length, l.insns, "                           \
      "coalesce(p.answer = 'proved', 0) FROM bounds b JOIN grammars g ON g.id = b.grammar "        \
      "JOIN lowerings l ON l.cell = b.cell JOIN programs t ON t.id = l.program LEFT JOIN "         \
      "proofs p ON p.id = l.program_proof WHERE (b.length IN (l.length, l.insns) OR b.length > "   \
      "l.length) AND b.cell = ?1 AND (b.id = ?2 OR l.id = ?3)")                                    \
    X(ALL_PAIRS,                                                                                   \
      "SELECT n.operation, n.width, n.class, n.target, g.text, t.text, b.length, "                 \
      "l.length FROM bounds b JOIN bounds_held h ON h.bound = b.id JOIN grammars g ON g.id = "     \
      "b.grammar JOIN lowerings l ON l.cell = b.cell AND b.length > l.length JOIN "                \
      "lowering_states s ON s.lowering = l.id JOIN proofs p ON p.id = l.program_proof JOIN "       \
      "programs t ON t.id = l.program JOIN cell_names n ON n.cell = b.cell WHERE NOT s.stale "     \
      "AND p.answer = 'proved' AND s.proof <> 'refuted'")                                          \
    X(FORGET_REACHED, "DELETE FROM reached WHERE lowering = ?1")                                   \
    X(PUT_REACHED, "INSERT OR IGNORE INTO reached VALUES (?1, ?2)")                                \
    X(PUT_SEARCHED,                                                                                \
      "INSERT INTO searched (cell, effort, state, seal, run) VALUES (?1, ?2, ?3, ?4, ?5) "         \
      "ON CONFLICT DO UPDATE SET state = ?3, seal = ?4, run = ?5 WHERE state = 'claimed' OR ?3 = " \
      "'here'")                                                                                    \
    X(MARKS_OF_CELL, SELECT_MARKS "AND s.state <> 'claimed' AND n.operation = ?1 AND n.width = "   \
                                  "?2 AND n.class = ?3 AND n.target = ?4 AND (?5 IS NULL OR "      \
                                  "e.key = ?5)")                                                   \
    X(DROP_OTHER_MARKS,                                                                            \
      "DELETE FROM searched WHERE cell = ?1 AND EXISTS (SELECT 1 FROM efforts e "                  \
      "WHERE e.id = effort AND substr(e.key, 1, length(?2)) = ?2 AND e.key <> ?3)")                \
    X(PUT_BASELINE, "INSERT OR REPLACE INTO baselines (cell, source, insns, how) VALUES (?1, "     \
                    "?2, ?3, ?4)")                                                                 \
    /* the journal */                                                                              \
    X(PUT_RUN, "INSERT INTO runs (command, revision, spec, options, machine, started, updated) "   \
               "VALUES (?1, ?2, ?3, ?4, ?5, datetime('now'), datetime('now'))")                    \
    X(COUNT_RUN,                                                                                   \
      "UPDATE runs SET cells = cells + ?2, lowerings = lowerings + ?3, proofs = proofs + ?4, "     \
      "updated = datetime('now') WHERE id = ?1")                                                   \
    X(LIST_RUNS, "SELECT id, command, started, coalesce(finished, updated), cells, lowerings, "    \
                 "proofs FROM runs ORDER BY id")                                                   \
    X(END_RUN, "UPDATE runs SET finished = datetime('now'), interrupted = ?2 WHERE id = ?1")       \
    /* which run is at which cell */                                                               \
    X(FIND_SEARCHING, "SELECT run FROM searching WHERE cell = ?1 AND key = ?2")                    \
    X(FIND_TAKER, "SELECT s.run FROM searching s JOIN cell_names n USING (cell) WHERE "            \
                  "n.operation = ?1 AND n.width = ?2 "                                             \
                  "AND n.class = ?3 AND n.target = ?4 AND n.hash = ?5 AND s.key = ?6")             \
    X(PUT_SEARCHING, "INSERT OR REPLACE INTO searching (cell, key, run) VALUES (?1, ?2, ?3)")      \
    X(DROP_SEARCHING, "DELETE FROM searching WHERE cell = ?1 AND key = ?2 AND run = ?3")           \
    X(DROP_ALL_SEARCHING, "DELETE FROM searching WHERE run = ?1")                                  \
    /* what the spec has left behind */                                                            \
    X(DROP_LOWERINGS, "DELETE FROM lowerings WHERE id IN (SELECT lowering FROM "                   \
                      "lowering_states WHERE stale)")                                              \
    X(DROP_BOUNDS, "DELETE FROM bounds WHERE id NOT IN (SELECT bound FROM bounds_held)")           \
    X(DROP_SETS, "DELETE FROM instruction_sets WHERE id NOT IN (SELECT instructions FROM "         \
                 "bounds UNION SELECT instructions FROM lowerings)")                               \
    X(DROP_PROGRAMS, "DELETE FROM programs WHERE id NOT IN (SELECT program FROM lowerings "        \
                     "UNION SELECT parent FROM lowerings WHERE parent IS NOT NULL)")               \
    X(DROP_SEARCHED, "DELETE FROM searched WHERE state = 'claimed' OR cell IN (SELECT cell FROM "  \
                     "cell_names WHERE NOT current)")                                              \
    X(DROP_MARK,                                                                                   \
      "DELETE FROM searched WHERE effort = (SELECT id FROM efforts WHERE key = ?5) "               \
      "AND cell = (SELECT n.cell FROM cell_names n WHERE n.current AND n.operation = ?1 AND "      \
      "n.width = ?2 AND n.class = ?3 AND n.target = ?4)")                                          \
    X(DROP_BASELINES, "DELETE FROM baselines WHERE cell IN (SELECT cell FROM cell_names WHERE "    \
                      "NOT current)")                                                              \
    /* rows out; the first four columns are those of a cell */                                     \
    X(LIST_LOWERINGS, SELECT_LOWERINGS "ORDER BY l.id")                                            \
    X(TARGET_LOWERINGS, SELECT_LOWERINGS "WHERE n.target = ?1 ORDER BY l.id")                      \
    X(TARGET_BOUNDS, SELECT_BOUNDS "WHERE n.target = ?1")                                          \
    X(LIST_BOUNDS, SELECT_BOUNDS)                                                                  \
    X(LIST_BASELINES, SELECT_BASELINES)                                                            \
    X(CELL_LOWERINGS, SELECT_LOWERINGS "WHERE " OF_CELL "ORDER BY l.id")                           \
    X(CELL_BOUNDS, SELECT_BOUNDS "WHERE " OF_CELL)                                                 \
    X(CELL_BASELINES, SELECT_BASELINES "AND " OF_CELL)                                             \
    X(LIST_REACHED, SELECT_REACHED)                                                                \
    X(TARGET_REACHED, SELECT_REACHED "JOIN cell_names n ON n.cell = l.cell WHERE n.target = ?1")   \
    X(CELL_REACHED, SELECT_REACHED "JOIN cell_names n ON n.cell = l.cell WHERE " OF_CELL)          \
    X(SHORTER_CLAIMS,                                                                              \
      "SELECT count(DISTINCT l.cell) FROM winner_ids w JOIN lowerings l ON "                       \
      "l.id = w.lowering JOIN cells c ON c.id = l.cell JOIN lowering_states s ON s.lowering = "    \
      "l.id JOIN lowerings k ON k.cell = l.cell AND k.insns < l.insns JOIN lowering_states t "     \
      "ON t.lowering = k.id WHERE s.proof IN ('attested', 'proved here') AND t.proof = "           \
      "'claimed' AND NOT t.stale AND c.target = ?1")                                               \
    X(FOREIGN_KEYS, "PRAGMA foreign_key_check")                                                    \
    X(ALL_PROOFS, "SELECT " PROOF_SEALED_COLUMNS ", id FROM proofs")                               \
    X(LIST_SEARCHED, SELECT_MARKS "AND (?1 IS NULL OR n.target = ?1)")                             \
    /* what names mean */                                                                          \
    X(ALL_CLASSES, "SELECT 0, name, bits, position, current FROM classes")                         \
    X(ALL_TARGETS, "SELECT 0, name, cpu, position, current FROM targets")                          \
    X(ALL_OPS, "SELECT id, name, hash, position, current FROM operations")                         \
    X(ALL_INSTRS, "SELECT id, name, class, hash, requires, position, current FROM instructions")   \
    X(ALL_MEMBERS, SELECT_MEMBERS ORDER_MEMBERS)                                                   \
    X(CELL_MEMBERS,                                                                                \
      SELECT_MEMBERS                                                                               \
      "WHERE s.id IN (SELECT l.instructions FROM cell_names n JOIN lowerings l USING (cell) "      \
      "WHERE " OF_CELL "UNION SELECT b.instructions FROM cell_names n JOIN bounds b USING (cell) " \
      "WHERE " OF_CELL ") " ORDER_MEMBERS)                                                         \
    X(ALL_PROGRAMS, "SELECT id, hash, text FROM programs")

typedef enum stmt_id {
#define X(id, sql) STMT_##id,
    DB_STATEMENTS(X)
#undef X
        STMT_COUNT
} stmt_id;

typedef enum db_state {
    DB_OPEN,    /* no transaction; statements may be run one by one */
    DB_IN_CELL, /* a transaction is open; puts go into it */
    DB_FAILED   /* a put of this cell has failed: nothing is stored any more until it is rolled back
                 */
} db_state;

/* The meanings that rows are stored with: hashes by index of operation and instruction. Those of
 * the spec, except while a winners text that names others is loaded. */
typedef struct semantics {
    const char **op;
    const char **instr;
} semantics;

/* What a new row of lowerings says beside what is in the lowering. */
typedef struct lowering_row {
    int64_t cell, program, set;
    int64_t parent, program_proof, ir_proof; /* 0: none */
    int64_t length;
    const char *op_hash, *text, *parent_text; /* text: of the program */
    char set_hash[HASH_TEXT];
} lowering_row;

/* A grammar on a target, as the bounds of one text need it; thousands of bounds share one. */
typedef struct known_grammar {
    struct known_grammar *next;
    const target *target;
    char hash[HASH_TEXT]; /* of the text */
    bool *marks;          /* instructions that it names, by index */
    const semantics *meanings; /* that the set is of */
    int64_t id, set;      /* rows of grammars and instruction_sets; 0: not looked up */
    char set_hash[HASH_TEXT];
    bool fresh;           /* all these instructions mean what the spec says now */
} known_grammar;

struct db {
    sqlite3 *sql;
    sqlite3_stmt *stmt[STMT_COUNT];
    pthread_mutex_t proved_lock; /* guards STMT_IS_PROVED, which any thread may run */
    char *path;
    const spec *spec;
    semantics now; /* the spec's */
    db_state state;
    int64_t run;                          /* row of runs, or 0 */
    const char *interrupted;              /* the signal that ends it, or "" */
    unsigned new_lowerings, new_proofs;   /* of the cell in flight */
    strbuf error;                         /* of the last LS_ENV */
    known_grammar *grammars;
    int64_t *op_ids, *instr_ids; /* rows of the spec's meanings, by index; 0: not looked up */
    int64_t stated[TRUTH_CLAIMED + 1]; /* rows of stated proofs, by state; 0: not looked up */
    int old_ops;                 /* whether operations have other meanings, too: -1 not looked up */
    double started;              /* the statement at hand, by a clock that only goes forward */
    bool read_only;                       /* the file cannot be written */
    bool names_known;                     /* names.c has compared them with the spec, */
    bool sets_known;                      /* and all sets with their hashes */
    bool contradiction; /* the cell in flight has a bound above a program of its grammar */
    db_damage_fn *damage; /* told of damaged rows, which are passed over; NULL: they end a list */
    void *damage_context;
    arena mem;                            /* lives as long as the handle */
};

/* ---- stmt.c ---- */
void db_check(const db *d); /* asserts that the handle is in one of its states */
/* Names an error of SQLite: LS_ENV, of a damaged file LS_INPUT. */
ls_status db_fail(db *d, int rc, const char *doing);
ls_status db_prepare(db *d);
void db_finalize(db *d);
/* Binds by types, one letter an argument: t text, z text with NULL for "", i int64_t, n int64_t
 * with NULL for 0, d double, r the run or NULL. */
sqlite3_stmt *db_bind(db *d, stmt_id id, const char *types, ...);
/* As db_next, of a list that may be long: LS_STOPPED when a signal asks the program to end. */
ls_status db_next_of_list(db *d, sqlite3_stmt *q);
/* Which rows are asked for: of one cell, of one target, or, both NULL, all. */
typedef struct db_scope {
    const target *target;
    const cell *cell;
} db_scope;
/* Binds the one of the three statements that asks for these. */
sqlite3_stmt *db_bind_scope(db *d, db_scope of_what, stmt_id all, stmt_id of_target,
                            stmt_id of_cell);
ls_status db_run(db *d, stmt_id id, const char *types, ...); /* a statement without rows */
/* The integer in the first column of the first row; LS_NO when there is no row. */
ls_status db_get_int(db *d, stmt_id id, int64_t *out, const char *types, ...);
/* Steps: LS_OK with a row, LS_NO at the end, LS_ENV. After the last two the statement is reset. */
ls_status db_next(db *d, sqlite3_stmt *q);

/* ---- store.c: parts that winners.c needs ---- */
ls_status db_begin(db *d);
/* Adds what was stored, and so many cells, to the run's row. A failure makes the cell a failed one.
 */
void db_count_run(db *d, unsigned cells);
ls_status db_commit(db *d); /* or rolls back */
ls_status db_store_lowering(db *d, int64_t cell_id, const db_lowering *l, const prog *p,
                            const semantics *m);
ls_status db_store_bound(db *d, int64_t cell_id, const db_bound *b, const semantics *m);
ls_status db_store_searched(db *d, int64_t cell_id, const db_mark *mark, const semantics *m);

/* ---- guard.c ---- */
int db_guard(sqlite3 *sql);      /* before anything is read */
void db_limit_time(db *d);       /* a statement that runs for minutes is ended */
void db_note_start(db *d);       /* of a statement */
/* SQLITE_OK; when the file's tables, indexes, views or triggers are not ours, out says which. */
int db_compare_schema(sqlite3 *sql, strbuf *out);

/* ---- names.c ---- */
/* Whether classes, targets, operations and instructions are those of the spec, and the sets of
 * instructions of the scope what their hashes are of. Looks once. */
ls_status db_check_names(db *d, db_scope of_what);

/* ---- ids.c: names and texts as row numbers; each makes the row when there is none ---- */
void db_forget_ids(db *d); /* after a rollback: rows may be gone */
ls_status db_find_cell(db *d, const cell *c, const semantics *m, int64_t *id);
ls_status db_find_instr(db *d, const instr *in, const char *hash, int64_t *id);
ls_status db_find_program(db *d, const char *text, int64_t *id);
ls_status db_find_effort(db *d, const char *key, int64_t *id);
/* The set of instructions with these indices (distinct) as m understands them. hash: of what they
 * are, sorted. */
ls_status db_find_set(db *d, const semantics *m, const unsigned *index, unsigned n,
                      char hash[HASH_TEXT], int64_t *id);
/* An instruction of a set, as a line: what the set's hash is of. */
void db_print_member(strbuf *out, const char *name, const char *cls, const char *hash,
                     const char *features);
/* The grammar (without newlines at its end) on a target; valid until the next call with other
 * meanings. */
ls_status db_find_grammar(db *d, const target *t, const char *text, const semantics *m,
                          const known_grammar **out);
/* Whether an operation has rows for other meanings than the spec's. */
bool db_has_old_ops(db *d);

/* ---- levels.c ---- */
/* Notes which of the cell's bounds the new lowering reaches, or which lowerings reach the new
 * bound; the other one is 0. LS_NO, with the error's text, when a bound is above a program of its
 * grammar. */
ls_status db_compare_levels(db *d, const cell *c, int64_t cell_id, int64_t new_bound,
                            int64_t new_lowering);

/* Whether a program has just as many instructions as the bound says, and is of its grammar.
 * length: in machine instructions; insns: as LLVM emits it. */
bool db_reaches(const char *grammar, unsigned bound, const prog *p, unsigned length,
                unsigned insns);

/* ---- ranks.c ---- */
/* A bound that holds, and its row. */
typedef struct db_held {
    db_bound b;
    int64_t id;
} db_held;
/* A lowering, and its row. */
typedef struct db_listed {
    db_lowering l;
    int64_t id;
    bool refuted;
} db_listed;
/* Sets bound, bound_state and status of the rows. Both lists are those of the scope, sorted by
 * cell. LS_INPUT when the table `reached` says otherwise than follows from them. */
ls_status db_rank(db *d, db_scope of_what, db_listed *rows, size_t n, const db_held *bounds,
                  size_t nbounds);

/* ---- list.c ---- */
/* As db_list_bounds, of one target, in all states. */
ls_status db_list_target_bounds(db *d, const spec *s, const target *t, arena *mem, db_bound **out,
                                unsigned *count);

/* ---- seal.c ---- */
/* The seal of columns 0 to count-1 of the row at hand. */
void db_seal_row(sqlite3_stmt *q, int count, char out[HASH_TEXT]);
/* Whether column `count` holds it. */
bool db_is_sealed(sqlite3_stmt *q, int count);
ls_status db_seal_lowering(db *d, int64_t id);
/* Of a row that is still to be inserted. */
void db_seal_new_lowering(const db_lowering *l, const lowering_row *r, char out[HASH_TEXT]);
/* grammar, set: their hashes. */
void db_seal_bound(const db_bound *b, const char *op_hash, const char *grammar, const char *set,
                   char out[HASH_TEXT]);
void db_seal_mark(const db_mark *m, const char *op_hash, char out[HASH_TEXT]);
void db_seal_proof(const db_proof *p, char out[HASH_TEXT]);
/* A row cannot be believed: tells d->damage, or makes it the error. LS_OK: go on without it. */
ls_status db_report_damage(db *d, const char *table, int64_t id, const char *why);

/* ---- words.c: the words that texts consist of ---- */
/* By db_truth, as tables have them: "here" "attested" "claimed". */
extern const char *const db_state_words[3];
/* False when it is none of them. */
bool db_read_truth(const char *word, db_truth *out);
bool db_is_word(const char *s); /* printable, without spaces, quotes and backslashes, not empty */
bool db_is_printable(const char *s);  /* lines of printable characters */
bool db_is_hash(const char *s, size_t n);
char *db_join_features(arena *mem, const instr *in); /* with blanks between */
/* Sets marks[index] for every instruction of the target whose name is a word of the text; the
 * others are left. */
void db_mark_named_instrs(const spec *s, const target *t, const char *text, bool *marks);
/* Whether the program is one of the grammar: it names each instruction, with the amount of each
 * shift where it gives amounts ("NAME:1-15", "*"), and with its constants where the operands say
 * ("NAME(.k)": a value, a constant; zero is a value), and lists each constant, where it lists
 * constants ("constants: 0x55* ...", "constants: any"). */
bool db_grammar_has(const char *text, const prog *p);
/* Whether it is the grammar of programs without instructions: what it excludes is excluded for any
 * one instruction, described or not. */
bool db_is_of_no_instruction(const char *text);
/* The text without the newlines at its end: the form in which grammars are hashed and stored. */
char *db_trim_text(arena *mem, const char *text);

#endif
