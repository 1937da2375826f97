/* internal.h - what the files of db/ share: the handle, its states, and the statements.
 *
 *   open.c    checks, creates, opens and closes the file; brings operations and instructions up to date
 *   stmt.c    the prepared statements: binding, stepping, and what an error of SQLite is called
 *   store.c   transactions and puts
 *   list.c    rows out
 *   dump.c    winners as text
 *   load.c    text as winners: the parser
 *
 * Only these files see SQLite. */
#ifndef LANESMITH_DB_INTERNAL_H
#define LANESMITH_DB_INTERNAL_H

#include <pthread.h>
#include <sqlite3.h>

#include "db.h"

enum {
    DB_APPLICATION_ID = 0x4c536d74, /* "LSmt" */
    DB_USER_VERSION = 3,
    DB_BUSY_MILLISECONDS = 2000
};

extern const char db_schema_sql[]; /* schema.sql, embedded by the build */

/* The members of cost, in the order of every list: X(member, conversion to and from text and SQL: u unsigned, f double) */
#define COST_FIELDS(X)                                                                                                 \
    X(insns, u)                                                                                                        \
    X(uops, u)                                                                                                         \
    X(rthroughput, f)                                                                                                  \
    X(latency, f)                                                                                                      \
    X(consts, u)                                                                                                       \
    X(bytes, u)                                                                                                        \
    X(moves, u)                                                                                                        \
    X(const_loads, u)

/* Rows as list.c reads them, of all cells or of one. */
#define SELECT_LOWERINGS                                                                                              \
    "SELECT n.operation, n.width, n.class, n.target, l.text, l.length, l.engine, l.parent, s.stale, s.proof, "        \
    "r.bound, r.status, l.insns, l.uops, l.rthroughput, l.latency, l.consts, l.bytes, l.moves, l.const_loads, "       \
    "coalesce(p.obligation, pc.obligation), coalesce(p.answer, pc.answer), coalesce(p.solver, pc.solver), "           \
    "coalesce(p.version, pc.version), coalesce(p.chunk, pc.chunk), p.seconds, p.reason, "                             \
    "p.obligation IS NULL AND pc.obligation IS NOT NULL, "                                                            \
    "coalesce(i.obligation, ic.obligation), coalesce(i.answer, ic.answer), coalesce(i.solver, ic.solver), "           \
    "coalesce(i.version, ic.version), coalesce(i.chunk, ic.chunk), i.seconds, i.reason, "                             \
    "i.obligation IS NULL AND ic.obligation IS NOT NULL "                                                             \
    "FROM lowerings l JOIN cell_names n ON n.cell = l.cell JOIN lowering_states s ON s.lowering = l.id "              \
    "JOIN lowering_ranks r ON r.lowering = l.id "                                                                     \
    "LEFT JOIN proofs p ON p.obligation = l.program_proof LEFT JOIN proofs i ON i.obligation = l.ir_proof "           \
    "LEFT JOIN claims pc ON pc.lowering = l.id AND pc.subject = 'program' "                                           \
    "LEFT JOIN claims ic ON ic.lowering = l.id AND ic.subject = 'ir' "
#define SELECT_BOUNDS                                                                                                 \
    "SELECT n.operation, n.width, n.class, n.target, b.length, g.text, b.candidates, b.engine "                       \
    "FROM bounds b JOIN bounds_held h ON h.bound = b.id JOIN cell_names n ON n.cell = b.cell "                        \
    "JOIN grammars g ON g.hash = b.grammar "
#define SELECT_BASELINES                                                                                              \
    "SELECT n.operation, n.width, n.class, n.target, b.source, b.insns, b.how "                                       \
    "FROM baselines b JOIN cell_names n USING (cell) WHERE n.current "
#define OF_CELL "n.operation = ?1 AND n.width = ?2 AND n.class = ?3 AND n.target = ?4 "

/* Every statement that is prepared: X(enumerator, SQL). They are prepared when the database is opened, so that a file
 * without our tables is refused there. */
#define DB_STATEMENTS(X)                                                                                               \
    X(BEGIN, "BEGIN IMMEDIATE")                                                                                        \
    X(COMMIT, "COMMIT")                                                                                                \
    X(ROLLBACK, "ROLLBACK")                                                                                            \
    /* the spec's names and meanings */                                                                                \
    X(GET_META, "SELECT value FROM meta WHERE key = ?1")                                                               \
    X(PUT_META, "INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)")                                            \
    X(RETIRE_CLASSES, "UPDATE classes SET current = 0")                                                                \
    X(RETIRE_TARGETS, "UPDATE targets SET current = 0")                                                                \
    X(RETIRE_OPS, "UPDATE operations SET current = 0")                                                                 \
    X(RETIRE_INSTRS, "UPDATE instructions SET current = 0")                                                            \
    X(PUT_CLASS, "INSERT INTO classes (name, bits, position, current) VALUES (?1, ?2, ?3, 1) "                         \
                 "ON CONFLICT DO UPDATE SET bits = ?2, position = ?3, current = 1")                                    \
    X(PUT_TARGET, "INSERT INTO targets (name, cpu, position, current) VALUES (?1, ?2, ?3, 1) "                         \
                  "ON CONFLICT DO UPDATE SET cpu = ?2, position = ?3, current = 1")                                    \
    X(PUT_OP, "INSERT INTO operations (name, hash, doc, position, current) VALUES (?1, ?2, ?3, ?4, ?5) "               \
              "ON CONFLICT DO UPDATE SET doc = ?3, position = ?4, current = ?5 WHERE ?5")                              \
    X(PUT_INSTR, "INSERT INTO instructions (name, class, hash, requires, kind, doc, position, current) "               \
                 "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) "                                                            \
                 "ON CONFLICT DO UPDATE SET kind = ?5, doc = ?6, position = ?7, current = ?8 WHERE ?8")                \
    X(KEEP_INSTR, "UPDATE instructions SET current = 1 WHERE name = ?1 AND class = ?2 AND hash = ?3")                   \
    X(FIND_OP, "SELECT id FROM operations WHERE name = ?1 AND hash = ?2")                                              \
    X(FIND_INSTR, "SELECT id FROM instructions WHERE name = ?1 AND class = ?2 AND hash = ?3 AND requires = ?4")        \
    /* cells */                                                                                                        \
    X(PUT_CELL, "INSERT OR IGNORE INTO cells (operation, width, class, target) VALUES (?1, ?2, ?3, ?4)")               \
    X(FIND_CELL, "SELECT id FROM cells WHERE operation = ?1 AND width = ?2 AND class = ?3 AND target = ?4")            \
    /* lowerings and what they rest on */                                                                              \
    X(FIND_LOWERING, "SELECT l.id, s.stale FROM lowerings l JOIN lowering_states s ON s.lowering = l.id "              \
                     "WHERE l.cell = ?1 AND l.text = ?2")                                                              \
    X(DELETE_LOWERING, "DELETE FROM lowerings WHERE id = ?1")                                                          \
    X(DELETE_FORMS, "DELETE FROM lowerings WHERE cell = ?1 AND instr(text, ' = llvm.')")                               \
    X(DELETE_OLDER, "DELETE FROM lowerings WHERE text = ?2 AND cell IN (SELECT o.cell FROM cell_names o "              \
                    "JOIN cell_names n USING (operation, width, class, target) WHERE n.cell = ?1 AND o.cell <> ?1)")   \
    X(INSERT_LOWERING, "INSERT INTO lowerings (cell, text, length, engine, parent, run, insns, uops, rthroughput, "    \
                       "latency, consts, bytes, moves, const_loads) "                                                  \
                       "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)")                         \
    X(UPDATE_LOWERING, "UPDATE lowerings SET engine = ?2, parent = ?3, length = ?4, insns = ?5, uops = ?6, "           \
                       "rthroughput = ?7, latency = ?8, consts = ?9, bytes = ?10, moves = ?11, const_loads = ?12 "     \
                       "WHERE id = ?1")                                                                                \
    X(PUT_LOWERING_INSTR, "INSERT OR IGNORE INTO lowering_instructions VALUES (?1, ?2)")                               \
    X(PUT_PROOF, "INSERT INTO proofs (obligation, answer, chunk, solver, version, seconds, reason, run) "              \
                 "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) "                                                            \
                 "ON CONFLICT DO UPDATE SET answer = ?2, chunk = ?3, solver = ?4, version = ?5, seconds = ?6, "        \
                 "reason = ?7, run = ?8 "                                                                              \
                 "WHERE answer = 'unknown' OR ?2 = 'refuted'") /* an answer outlives a later time-out */               \
    X(SET_PROGRAM_PROOF, "UPDATE lowerings SET program_proof = ?2 WHERE id = ?1 AND (?3 <> 'unknown' OR NOT EXISTS "   \
                         "(SELECT 1 FROM proofs WHERE obligation = program_proof AND answer = 'proved'))")             \
    X(SET_IR_PROOF, "UPDATE lowerings SET ir_proof = ?2 WHERE id = ?1") /* what is emitted may have changed */         \
    X(DELETE_CLAIM, "DELETE FROM claims WHERE lowering = ?1 AND subject = ?2")                                         \
    X(PUT_CLAIM, "INSERT OR REPLACE INTO claims (lowering, subject, answer, obligation, chunk, solver, version) "      \
                 "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")                                                                \
    X(IS_PROVED, "SELECT 1 FROM proofs WHERE obligation = ?1 AND answer = 'proved'")                                   \
    /* bounds, marks, baselines */                                                                                     \
    X(PUT_GRAMMAR, "INSERT OR IGNORE INTO grammars (hash, text) VALUES (?1, ?2)")                                      \
    X(FIND_BOUND, "SELECT b.length, EXISTS (SELECT 1 FROM bounds_held h WHERE h.bound = b.id) FROM bounds b "          \
                  "WHERE b.cell = ?1 AND b.grammar = ?2")                                                              \
    X(DELETE_BOUND, "DELETE FROM bounds WHERE cell = ?1 AND grammar = ?2")                                             \
    X(INSERT_BOUND, "INSERT INTO bounds (cell, grammar, instructions, length, candidates, engine, run) "               \
                    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")                                                             \
    X(HAS_SET, "SELECT 1 FROM instruction_sets WHERE hash = ?1 LIMIT 1")                                               \
    X(PUT_IN_SET, "INSERT OR IGNORE INTO instruction_sets VALUES (?1, ?2)")                                            \
    X(LEVEL_PAIRS, "SELECT b.id, l.id, g.text, l.text, l.length = b.length FROM bounds b "                             \
                   "JOIN grammars g ON g.hash = b.grammar "                                                            \
                   "JOIN lowerings l ON l.cell = b.cell AND b.length IN (l.length, l.insns) WHERE b.cell = ?1 "        \
                   "AND (b.id = ?2 OR l.id = ?3)")                                                                     \
    X(FORGET_REACHED, "DELETE FROM reached WHERE lowering = ?1")                                                       \
    X(PUT_REACHED, "INSERT OR IGNORE INTO reached VALUES (?1, ?2)")                                                    \
    X(PUT_SEARCHED, "INSERT OR IGNORE INTO searched (cell, key, run) VALUES (?1, ?2, ?3)")                             \
    X(IS_SEARCHED, "SELECT 1 FROM searched s JOIN cell_names n USING (cell) WHERE n.current AND n.operation = ?1 "     \
                   "AND n.width = ?2 AND n.class = ?3 AND n.target = ?4 AND (?5 IS NULL OR s.key = ?5) LIMIT 1")       \
    X(PUT_BASELINE, "INSERT OR REPLACE INTO baselines (cell, source, insns, how) VALUES (?1, ?2, ?3, ?4)")             \
    /* the journal */                                                                                                  \
    X(PUT_RUN, "INSERT INTO runs (command, revision, spec, options, machine, started, updated) "                       \
               "VALUES (?1, ?2, ?3, ?4, ?5, datetime('now'), datetime('now'))")                                        \
    X(COUNT_RUN, "UPDATE runs SET cells = cells + ?2, lowerings = lowerings + ?3, proofs = proofs + ?4, "              \
                 "updated = datetime('now') WHERE id = ?1")                                                            \
    X(END_RUN, "UPDATE runs SET finished = datetime('now') WHERE id = ?1")                                             \
    /* what the spec has left behind */                                                                                \
    X(DROP_LOWERINGS, "DELETE FROM lowerings WHERE id IN (SELECT lowering FROM lowering_states WHERE stale)")          \
    X(DROP_BOUNDS, "DELETE FROM bounds WHERE id NOT IN (SELECT bound FROM bounds_held)")                               \
    X(DROP_SETS, "DELETE FROM instruction_sets WHERE hash NOT IN (SELECT instructions FROM bounds)")                   \
    X(DROP_SEARCHED, "DELETE FROM searched WHERE cell IN (SELECT cell FROM cell_names WHERE NOT current)")             \
    X(DROP_MARK, "DELETE FROM searched WHERE key = ?5 AND cell = (SELECT n.cell FROM cell_names n WHERE n.current AND "  \
                 "n.operation = ?1 AND n.width = ?2 AND n.class = ?3 AND n.target = ?4)")                                \
    X(DROP_BASELINES, "DELETE FROM baselines WHERE cell IN (SELECT cell FROM cell_names WHERE NOT current)")           \
    /* rows out; the first four columns are those of a cell */                                                         \
    X(LIST_LOWERINGS, SELECT_LOWERINGS "ORDER BY l.id")                                                                \
    X(LIST_BOUNDS, SELECT_BOUNDS)                                                                                      \
    X(LIST_BASELINES, SELECT_BASELINES)                                                                                \
    X(CELL_LOWERINGS, SELECT_LOWERINGS "WHERE " OF_CELL "ORDER BY l.id")                                               \
    X(CELL_BOUNDS, SELECT_BOUNDS "WHERE " OF_CELL)                                                                     \
    X(CELL_BASELINES, SELECT_BASELINES "AND " OF_CELL)                                                                 \
    X(SHORTER_CLAIMS, "SELECT count(DISTINCT l.cell) FROM winner_ids w JOIN lowerings l ON l.id = w.lowering "        \
                       "JOIN cells c ON c.id = l.cell JOIN lowering_states s ON s.lowering = l.id "                    \
                       "JOIN lowerings k ON k.cell = l.cell AND k.insns < l.insns "                                    \
                       "JOIN lowering_states t ON t.lowering = k.id "                                                  \
                       "WHERE s.proof = 'proved' AND t.proof = 'claimed' AND NOT t.stale AND c.target = ?1")           \
    X(LIST_SEARCHED, "SELECT n.operation, n.width, n.class, n.target, s.key "                                          \
                     "FROM searched s JOIN cell_names n USING (cell) WHERE n.current")

typedef enum stmt_id {
#define X(id, sql) STMT_##id,
    DB_STATEMENTS(X)
#undef X
        STMT_COUNT
} stmt_id;

typedef enum db_state {
    DB_OPEN,    /* no transaction; statements may be run one by one */
    DB_IN_CELL, /* a transaction is open; puts go into it */
    DB_FAILED   /* a put of this cell has failed: nothing is stored any more until it is rolled back */
} db_state;

/* The meanings that rows are stored with: hashes by index of operation and instruction. Those of the spec, except while a
 * winners text that names others is loaded. */
typedef struct semantics {
    const char **op;
    const char **instr;
} semantics;

/* Which instructions a grammar names on a target. */
typedef struct named_instrs {
    struct named_instrs *next;
    const target *target;
    char grammar[HASH_TEXT];
    bool *marks; /* by index */
} named_instrs;

struct db {
    sqlite3 *sql;
    sqlite3_stmt *stmt[STMT_COUNT];
    pthread_mutex_t proved_lock; /* guards STMT_IS_PROVED, which any thread may run */
    char *path;
    const spec *spec;
    semantics now; /* the spec's */
    db_state state;
    int64_t run;                          /* row of runs, or 0 */
    unsigned new_lowerings, new_proofs;   /* of the cell in flight */
    strbuf error;                         /* of the last LS_ENV */
    named_instrs *named;
    arena mem;                            /* lives as long as the handle */
};

/* ---- stmt.c ---- */
void db_check(const db *d); /* asserts that the handle is in one of its states */
ls_status db_fail(db *d, int rc, const char *doing); /* names an error of SQLite; always LS_ENV */
ls_status db_prepare(db *d);
void db_finalize(db *d);
/* Binds by types, one letter an argument: t text, z text with NULL for "", i int64_t, d double, r the run or NULL. */
sqlite3_stmt *db_bind(db *d, stmt_id id, const char *types, ...);
ls_status db_run(db *d, stmt_id id, const char *types, ...); /* a statement without rows */
/* The integer in the first column of the first row; LS_NO when there is no row. */
ls_status db_get_int(db *d, stmt_id id, int64_t *out, const char *types, ...);
/* Steps: LS_OK with a row, LS_NO at the end, LS_ENV. After the last two the statement is reset. */
ls_status db_next(db *d, sqlite3_stmt *q);

/* ---- store.c: parts that load.c needs ---- */
ls_status db_begin(db *d);
/* Adds what was stored, and so many cells, to the run's row. A failure makes the cell a failed one. */
void db_count_run(db *d, unsigned cells);
ls_status db_commit(db *d); /* or rolls back */
ls_status db_find_cell(db *d, const cell *c, const semantics *m, int64_t *id); /* makes it when there is none */
ls_status db_store_lowering(db *d, int64_t cell_id, const db_lowering *l, const prog *p, const semantics *m);
ls_status db_store_bound(db *d, int64_t cell_id, const db_bound *b, const semantics *m);
ls_status db_store_searched(db *d, int64_t cell_id, const char *key);
ls_status db_find_instr(db *d, const instr *in, const char *hash, int64_t *id);
char *db_join_features(arena *mem, const instr *in); /* "avx512bw avx512vl" */

/* ---- words.c: the words that texts consist of ---- */
bool db_is_word(const char *s);       /* printable, without spaces, not empty */
bool db_is_printable(const char *s);  /* lines of printable characters */
bool db_is_hash(const char *s, size_t n);
/* Sets marks[index] for every instruction of the target whose name is a word of the text; the others are left. */
void db_mark_named_instrs(const spec *s, const target *t, const char *text, bool *marks);
/* Whether the program is one of the grammar: it names each instruction, with the amount of each shift where it gives amounts ("psrlw:1-15", "*"),
 * and with its constants where the operands say ("pshufb(.k)": a value, a constant; zero is a value), and lists each constant, where it lists constants ("constants: 0x55* ...", "constants: any"). */
bool db_grammar_has(const char *text, const prog *p);
/* Whether it is the grammar of programs without instructions: what it excludes is excluded for any one instruction, described or not. */
bool db_is_of_no_instruction(const char *text);
/* The text without the newlines at its end: the form in which grammars are hashed and stored. */
char *db_trim_text(arena *mem, const char *text);

/* ---- list.c: what dump.c needs ---- */
typedef struct db_mark {
    cell cell;
    const char *key;
} db_mark;
ls_status db_list_searched(db *d, const target *t, arena *mem, db_mark **out, unsigned *count);

#endif
