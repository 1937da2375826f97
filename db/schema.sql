-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- schema.sql - the tables and views of lanesmith.db.
--
-- What was asked (cells), what was found (lowerings), why it is right (proofs), why nothing cheaper exists (bounds), who
-- did it and when (runs). Start with the views: winners, coverage, unproved, stale, against_baselines, journal.
--
-- The program embeds this file, creates new databases from it, and marks them with application_id 'LSmt' and the
-- user_version of db/internal.h. A change to any table needs a new user_version. docs/database.md is the manual.
--
-- Meanings have versions. An operation or instruction has one row for every meaning it ever had; `current` marks the
-- rows that the specification of the last run has. Everything found refers to the versions it was found with, so that
-- a row is stale exactly when one of them is not current; and it is good again when a change of the spec is taken back.

-- Facts about the file itself: 'spec', a hash of all names and meanings that `current` below refers to.
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Register classes: r32 r64 x128 y256 z512 k64.
CREATE TABLE classes (
  name     TEXT PRIMARY KEY,
  bits     INTEGER NOT NULL,               -- width of the register
  position INTEGER NOT NULL,               -- order of declaration, by which lists are sorted
  current  INTEGER NOT NULL CHECK (current IN (0, 1))
) STRICT, WITHOUT ROWID;

-- Targets: LLVM CPU levels.
CREATE TABLE targets (
  name     TEXT PRIMARY KEY,
  cpu      TEXT NOT NULL,                  -- LLVM's -mcpu
  position INTEGER NOT NULL,
  current  INTEGER NOT NULL CHECK (current IN (0, 1))
) STRICT, WITHOUT ROWID;

-- Operations, one row for every meaning of a name.
CREATE TABLE operations (
  id       INTEGER PRIMARY KEY,
  name     TEXT NOT NULL,
  hash     TEXT NOT NULL,                  -- of its definition in spec/ops
  doc      TEXT NOT NULL,                  -- one sentence
  position INTEGER NOT NULL,
  current  INTEGER NOT NULL CHECK (current IN (0, 1)),
  UNIQUE (name, hash)
) STRICT;

-- Instructions, one row for every meaning of a name and result class.
CREATE TABLE instructions (
  id       INTEGER PRIMARY KEY,
  name     TEXT NOT NULL,                  -- mnemonic as in program text
  class    TEXT NOT NULL REFERENCES classes (name),  -- of the result
  hash     TEXT NOT NULL,                  -- of its definition in spec/isa
  requires TEXT NOT NULL,                  -- features it needs; a row that used it goes stale when they change, too
  kind     TEXT NOT NULL,                  -- logic, add, shift ...
  doc      TEXT NOT NULL,                  -- what it is called in C
  position INTEGER NOT NULL,
  current  INTEGER NOT NULL CHECK (current IN (0, 1)),
  UNIQUE (name, class, hash, requires)
) STRICT;
-- What is stale is looked for from the instructions that are not current: few or none.
CREATE INDEX left_behind ON instructions (current);

-- Cells: an operation (one meaning of it) on fields of `width` bits in a register class on a target.
CREATE TABLE cells (
  id        INTEGER PRIMARY KEY,
  operation INTEGER NOT NULL REFERENCES operations (id),
  width     INTEGER NOT NULL CHECK (width > 0),
  class     TEXT NOT NULL REFERENCES classes (name),
  target    TEXT NOT NULL REFERENCES targets (name),
  UNIQUE (operation, width, class, target)
) STRICT;

-- Runs of the command: the journal. finished is empty when a run was killed, or still goes on; interrupted names the signal that
-- asked it to end before its work was done.
CREATE TABLE runs (
  id         INTEGER PRIMARY KEY,
  command    TEXT NOT NULL,                -- "synth", "verify" ...
  revision   TEXT NOT NULL,                -- of the program
  spec       TEXT NOT NULL,                -- hash of the whole specification
  options    TEXT NOT NULL,
  machine    TEXT NOT NULL,
  started    TEXT NOT NULL,                -- UTC
  updated    TEXT NOT NULL,                -- UTC, of the last finished cell
  finished   TEXT,                         -- UTC
  interrupted TEXT,                        -- 'SIGINT' ...
  cells      INTEGER NOT NULL DEFAULT 0,   -- transactions committed
  lowerings  INTEGER NOT NULL DEFAULT 0,   -- rows stored in them
  proofs     INTEGER NOT NULL DEFAULT 0    -- answers of solvers stored in them
) STRICT;

-- Every statement of this database is in one of three states:
--   'claimed'   a loaded text says so, and nobody has checked it
--   'attested'  a text says so that the last full verification signed (db/attested, docs/trust.md)
--   'here'      a solver, a search or a measurement on this machine said so

-- Answers of solvers, one row an obligation and state. Several lowerings may rest on one obligation, as the same chunk is
-- proved once for all register widths. What a text says of an obligation never touches what was answered here.
-- A text that says of lowerings only that they were proved makes one row: obligation and solver are '', chunk is 0.
CREATE TABLE proofs (
  id         INTEGER PRIMARY KEY,
  obligation TEXT NOT NULL,                -- hash of the SMT-LIB text whose unsatisfiability is the proof
  state      TEXT NOT NULL CHECK (state IN ('claimed', 'attested', 'here')),
  answer     TEXT NOT NULL CHECK (answer IN ('proved', 'refuted', 'unknown')),
  chunk      INTEGER NOT NULL,             -- bits on which it was stated; fewer than the register's: lifted
  solver     TEXT NOT NULL,                -- what settled it: "z3 4.8.12", "decision diagrams" ...
  seconds    REAL NOT NULL,                -- 0 when a text says so
  reason     TEXT NOT NULL,                -- of an unknown; the counterexample of a refuted; else ''
  seal       TEXT NOT NULL,                -- hash of the row (seal.c)
  run        INTEGER REFERENCES runs (id), -- in which the solver answered
  UNIQUE (obligation, state)
) STRICT;

-- Sets of instructions, each in one version: those that a program consists of, those that a grammar names.
CREATE TABLE instruction_sets (
  id   INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE                -- of what they are: names, classes, meanings, features
) STRICT;
CREATE TABLE set_members (
  instruction_set INTEGER NOT NULL REFERENCES instruction_sets (id) ON DELETE CASCADE,
  instruction     INTEGER NOT NULL REFERENCES instructions (id),
  PRIMARY KEY (instruction_set, instruction)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_instruction ON set_members (instruction);

-- Texts of programs, which many cells share.
CREATE TABLE programs (
  id   INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,               -- of the text
  text TEXT NOT NULL                       -- one instruction a line
) STRICT;

-- Lowerings: a program for a cell, with what it costs and what it rests on.
CREATE TABLE lowerings (
  id            INTEGER PRIMARY KEY,
  cell          INTEGER NOT NULL REFERENCES cells (id),
  program       INTEGER NOT NULL REFERENCES programs (id),
  instructions  INTEGER NOT NULL REFERENCES instruction_sets (id), -- of the program, in the versions of that time
  length        INTEGER NOT NULL,          -- machine instructions that the program stands for (of what LLVM lowers: as emitted): what a bound is compared with
  insns         INTEGER NOT NULL,          -- machine instructions that LLVM emits for it, counted as lowerings/asmcount.h says
  uops          INTEGER NOT NULL,          -- micro-operations
  rthroughput   REAL NOT NULL,             -- cycles a program, in a long run of independent ones
  latency       REAL NOT NULL,             -- cycles on the longest path from an input to the result
  consts        INTEGER NOT NULL,          -- distinct constants
  bytes         INTEGER NOT NULL,          -- encoded size of the counted instructions
  moves         INTEGER NOT NULL,          -- not counted in insns: register moves ...
  const_loads   INTEGER NOT NULL,          -- ... and materialisations of constants
  engine        TEXT NOT NULL,             -- that proposed it
  parent        INTEGER REFERENCES programs (id),     -- that it was derived from
  program_proof INTEGER REFERENCES proofs (id),       -- that the program computes the operation
  ir_proof      INTEGER REFERENCES proofs (id),       -- that the emitted LLVM IR, read back, computes it
  ir            TEXT NOT NULL,             -- hash of that IR; '' when nobody has emitted it
  cost_state    TEXT NOT NULL CHECK (cost_state IN ('claimed', 'attested', 'here')), -- of the cost, the engine and the parent
  seal          TEXT NOT NULL,             -- hash of the row (seal.c)
  run           INTEGER REFERENCES runs (id),         -- that stored it first
  UNIQUE (cell, program)
) STRICT;

-- Grammars that bounds were proved for: the instructions, immediates and constants that programs were made of.
CREATE TABLE grammars (
  id   INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,               -- of the text
  text TEXT NOT NULL
) STRICT;

-- Lower bounds: no program of fewer than `length` instructions of this grammar computes the cell's operation.
CREATE TABLE bounds (
  id           INTEGER PRIMARY KEY,
  cell         INTEGER NOT NULL REFERENCES cells (id),
  grammar      INTEGER NOT NULL REFERENCES grammars (id),
  instructions INTEGER NOT NULL REFERENCES instruction_sets (id), -- that the grammar names, in the versions of that time
  length       INTEGER NOT NULL,
  candidates   INTEGER NOT NULL,           -- programs judged to establish it
  engine       TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('claimed', 'attested', 'here')),
  seal         TEXT NOT NULL,              -- hash of the row (seal.c)
  run          INTEGER REFERENCES runs (id), -- that stored it
  UNIQUE (cell, grammar)
) STRICT;

-- Lowerings that have as many instructions as a bound of their cell and are programs of its grammar: all their instructions, amounts
-- of shifts and constants are the grammar's. Where no program without instructions will do, all of which LLVM makes one instruction.
CREATE TABLE reached (
  bound    INTEGER NOT NULL REFERENCES bounds (id) ON DELETE CASCADE,
  lowering INTEGER NOT NULL REFERENCES lowerings (id) ON DELETE CASCADE,
  PRIMARY KEY (bound, lowering)
) STRICT, WITHOUT ROWID;
CREATE INDEX reached_by_lowering ON reached (lowering);

-- Efforts: hashes of engines, grammars and budgets.
CREATE TABLE efforts (
  id  INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE
) STRICT;

-- What need not be searched again: the cell with this effort. A mark that is only claimed counts for nothing.
CREATE TABLE searched (
  cell   INTEGER NOT NULL REFERENCES cells (id),
  effort INTEGER NOT NULL REFERENCES efforts (id),
  state  TEXT NOT NULL CHECK (state IN ('claimed', 'attested', 'here')),
  seal   TEXT NOT NULL,                    -- hash of the row (seal.c)
  run    INTEGER REFERENCES runs (id),     -- that stored it
  PRIMARY KEY (cell, effort)
) STRICT, WITHOUT ROWID;

-- What others need for the same cell, filled by `lanesmith bench`; counted like insns.
CREATE TABLE baselines (
  cell   INTEGER NOT NULL REFERENCES cells (id),
  source TEXT NOT NULL CHECK (source IN ('llvm', 'parabix', 'thesis', 'hand')),
  insns  INTEGER NOT NULL,
  how    TEXT NOT NULL,                    -- "llc-19 -mcpu=x86-64", "Lin 2014, table 3" ...
  PRIMARY KEY (cell, source)
) STRICT, WITHOUT ROWID;

-- ---- views for programs ----

-- Cells by name. current = 0: the specification has no such cell any more.
CREATE VIEW cell_names AS
SELECT c.id AS cell, o.name AS operation, c.width, c.class, c.target, o.hash,
       o.current AND k.current AND t.current AS current,
       o.position AS operation_position, k.position AS class_position, t.position AS target_position
FROM cells c
JOIN operations o ON o.id = c.operation
JOIN classes k ON k.name = c.class
JOIN targets t ON t.name = c.target;

-- What is known of each lowering.
--   stale   its operation or one of its instructions has another meaning now
--   proof   'proved here'  solvers on this machine proved program and emitted IR, and LLVM here measured the cost
--           'attested'     so did the last full verification: its list has the digest of what a text says of the row
--           'claimed'      a text says so, and nobody has checked it
--           'refuted' 'unknown' 'unproved'
CREATE VIEW lowering_states AS
SELECT l.id AS lowering, l.cell,
       NOT n.current OR l.instructions IN (
         SELECT m.instruction_set FROM instructions i
         CROSS JOIN set_members m ON m.instruction = i.id WHERE i.current = 0) AS stale,
       CASE
         WHEN 'refuted' IN (p.answer, i.answer) THEN 'refuted'
         WHEN 'unknown' IN (p.answer, i.answer) THEN 'unknown'
         WHEN p.answer IS NULL OR i.answer IS NULL THEN 'unproved'
         WHEN 'claimed' IN (p.state, i.state, l.cost_state) THEN 'claimed'
         WHEN 'attested' IN (p.state, i.state, l.cost_state) THEN 'attested'
         ELSE 'proved here'
       END AS proof,
       p.chunk
FROM lowerings l
JOIN cell_names n ON n.cell = l.cell
LEFT JOIN proofs p ON p.id = l.program_proof
LEFT JOIN proofs i ON i.id = l.ir_proof;

-- Bounds that still hold: the meanings of the operation and of the grammar's instructions have not changed. What is only
-- claimed is among them; what builds on bounds leaves it out.
CREATE VIEW bounds_held AS
SELECT b.id AS bound, b.cell, b.length, b.grammar, b.state
FROM bounds b
JOIN cell_names n ON n.cell = b.cell
WHERE n.current AND b.instructions NOT IN (
  SELECT m.instruction_set FROM instructions i
  CROSS JOIN set_members m ON m.instruction = i.id WHERE i.current = 0);

-- Which bounds say something about which lowering. A bound above the lowering's own length was proved for a grammar
-- that the lowering is not in. within: the lowering reaches the bound.
CREATE VIEW bounds_of_lowerings AS
SELECT l.id AS lowering, b.bound, b.length, b.state,
       EXISTS (SELECT 1 FROM reached r WHERE r.bound = b.bound AND r.lowering = l.id) AS within
FROM lowerings l
JOIN bounds_held b ON b.cell = l.cell AND b.length <= l.length
WHERE b.state <> 'claimed';

-- bound: the highest that is attested or proved here, or NULL. status: 'optimal' (it reaches a bound, or has no instruction at
-- all), 'bounded' (a bound is known), 'best found'. bound_state: of the bound that the status rests on; '' when there is none.
CREATE VIEW lowering_ranks AS
SELECT l.id AS lowering,
       (SELECT max(b.length) FROM bounds_of_lowerings b WHERE b.lowering = l.id) AS bound,
       CASE
         WHEN l.length = 0 THEN 'optimal'
         WHEN EXISTS (SELECT 1 FROM bounds_of_lowerings b WHERE b.lowering = l.id AND b.within) THEN 'optimal'
         WHEN EXISTS (SELECT 1 FROM bounds_of_lowerings b WHERE b.lowering = l.id) THEN 'bounded'
         ELSE 'best found'
       END AS status,
       coalesce((SELECT CASE b.state WHEN 'here' THEN 'proved here' ELSE b.state END FROM bounds_of_lowerings b WHERE b.lowering = l.id
                 ORDER BY b.within DESC, b.length DESC, b.state <> 'here' LIMIT 1), '') AS bound_state
FROM lowerings l;

-- The cheapest lowering of each cell that is neither stale nor refuted; first those that are attested or proved here. The
-- order is that of cost_compare(OBJECTIVE_THROUGHPUT) in spec/cost.c.
CREATE VIEW winner_ids AS
SELECT lowering FROM (
  SELECT l.id AS lowering, row_number() OVER (
           PARTITION BY l.cell
           ORDER BY s.proof NOT IN ('attested', 'proved here'), l.insns, l.rthroughput, l.uops, l.latency, l.consts,
                    l.bytes, t.text) AS place
  FROM lowerings l
  JOIN programs t ON t.id = l.program
  JOIN lowering_states s ON s.lowering = l.id
  WHERE NOT s.stale AND s.proof <> 'refuted')
WHERE place = 1;

-- ---- views for people ----

-- One line a cell: the best lowering, how good and how sure it is.
CREATE VIEW winners AS
SELECT n.operation, n.width, n.class, n.target,
       l.insns AS instructions,            -- as emitted
       r.status,                           -- 'optimal', 'bounded', 'best found'
       r.bound,
       r.bound_state,                      -- 'attested', 'proved here', or '' where there is no bound
       s.proof,                            -- 'proved here', 'attested', 'claimed', 'unknown', 'unproved'
       p.solver,                           -- what settled the program's obligation
       s.chunk,
       l.engine, l.uops, round(l.rthroughput, 2) AS rthroughput, l.latency, l.consts, l.bytes, l.moves, l.const_loads,
       replace(rtrim(t.text, char(10)), char(10), '; ') AS program
FROM winner_ids w
JOIN lowerings l ON l.id = w.lowering
JOIN programs t ON t.id = l.program
JOIN lowering_states s ON s.lowering = l.id
JOIN lowering_ranks r ON r.lowering = l.id
JOIN cell_names n ON n.cell = l.cell
LEFT JOIN proofs p ON p.id = l.program_proof
ORDER BY n.operation_position, n.width, n.class_position, n.target_position;

-- How far the search has come: cells known of each target, class and width, and what they have.
CREATE VIEW coverage AS
SELECT n.target, n.class, n.width,
       count(*) AS cells,
       count(s.proof = 'proved here' OR NULL) AS proved_here,
       count(s.proof = 'attested' OR NULL) AS attested,
       count(s.proof NOT IN ('attested', 'proved here') OR NULL) AS unproved,
       count(s.proof IS NULL OR NULL) AS without,
       count(s.proof IN ('attested', 'proved here') AND r.status = 'optimal' OR NULL) AS optimal,
       count(s.proof IN ('attested', 'proved here') AND r.status = 'bounded' OR NULL) AS bounded,
       count(s.proof IN ('attested', 'proved here') AND r.status = 'best found' OR NULL) AS best_found,
       count(EXISTS (SELECT 1 FROM searched x WHERE x.cell = n.cell AND x.state <> 'claimed') OR NULL) AS searched
FROM cell_names n
LEFT JOIN (SELECT l.cell, l.id FROM winner_ids w JOIN lowerings l ON l.id = w.lowering) v ON v.cell = n.cell
LEFT JOIN lowering_states s ON s.lowering = v.id
LEFT JOIN lowering_ranks r ON r.lowering = v.id
WHERE n.current
GROUP BY n.target_position, n.class_position, n.width
ORDER BY n.target_position, n.class_position, n.width;

-- Lowerings that are neither attested nor proved here, with the reason where one is known.
CREATE VIEW unproved AS
SELECT n.operation, n.width, n.class, n.target, s.proof, l.insns AS instructions, l.engine,
       coalesce(nullif(p.reason, ''), i.reason, '') AS reason,
       replace(rtrim(t.text, char(10)), char(10), '; ') AS program
FROM lowerings l
JOIN programs t ON t.id = l.program
JOIN lowering_states s ON s.lowering = l.id
JOIN cell_names n ON n.cell = l.cell
LEFT JOIN proofs p ON p.id = l.program_proof
LEFT JOIN proofs i ON i.id = l.ir_proof
WHERE NOT s.stale AND s.proof NOT IN ('attested', 'proved here')
ORDER BY n.operation_position, n.width, n.class_position, n.target_position, l.insns, t.text;

-- Lowerings that the specification has left behind, and what has changed.
CREATE VIEW stale AS
SELECT n.operation, n.width, n.class, n.target,
       coalesce((SELECT 'instruction ' || group_concat(i.name || ' ' || i.class, ', ')
                 FROM set_members m JOIN instructions i ON i.id = m.instruction
                 WHERE m.instruction_set = l.instructions AND NOT i.current), 'operation ' || n.operation) AS changed,
       l.insns AS instructions, l.engine,
       replace(rtrim(t.text, char(10)), char(10), '; ') AS program
FROM lowerings l
JOIN programs t ON t.id = l.program
JOIN lowering_states s ON s.lowering = l.id
JOIN cell_names n ON n.cell = l.cell
WHERE s.stale
ORDER BY n.operation_position, n.width, n.class_position, n.target_position, t.text;

-- The winners beside what others need. verdict: 'won' below all of them, 'lost' above any, else 'level'.
CREATE VIEW against_baselines AS
SELECT operation, width, class, target, ours, llvm, parabix, thesis, hand,
       CASE
         WHEN ours > least THEN 'lost'
         WHEN ours < least THEN 'won'
         ELSE 'level'
       END AS verdict
FROM (
  SELECT n.*, l.insns AS ours,
         max(CASE b.source WHEN 'llvm' THEN b.insns END) AS llvm,
         max(CASE b.source WHEN 'parabix' THEN b.insns END) AS parabix,
         max(CASE b.source WHEN 'thesis' THEN b.insns END) AS thesis,
         max(CASE b.source WHEN 'hand' THEN b.insns END) AS hand,
         min(b.insns) AS least
  FROM winner_ids w
  JOIN lowerings l ON l.id = w.lowering
  JOIN lowering_states s ON s.lowering = l.id
  JOIN cell_names n ON n.cell = l.cell
  JOIN baselines b ON b.cell = n.cell
  WHERE s.proof IN ('attested', 'proved here')
  GROUP BY n.cell)
ORDER BY operation_position, width, class_position, target_position;

-- The runs, latest first, with the time they took.
CREATE VIEW journal AS
SELECT id, started, command,
       CASE WHEN finished IS NULL THEN 'unfinished' WHEN interrupted IS NOT NULL THEN 'interrupted' ELSE 'finished' END AS state,
       unixepoch(coalesce(finished, updated)) - unixepoch(started) AS seconds,
       cells, lowerings, proofs, revision, options, machine
FROM runs
ORDER BY id DESC;

-- ---- runs that share the work ----

-- Cells that a search is at. Another search leaves them to that run, as long as its process lives (cli/share.c knows); rows of
-- runs that are gone mean nothing.
CREATE TABLE searching (
  cell INTEGER NOT NULL REFERENCES cells (id),
  key  TEXT NOT NULL,                      -- as in searched, or 'inherit'
  run  INTEGER NOT NULL REFERENCES runs (id),
  PRIMARY KEY (cell, key)
) STRICT, WITHOUT ROWID;
