# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What `lanesmith report` writes, that two runs write the same, and what it leaves alone.
. "$(dirname "$0")/../cli/lib.sh"
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db a.db right.low
report() { run "$1" "$LANESMITH" report --db a.db --op add,sub --class x128 "${@:2}"; }

# Usage.
run 2 "$LANESMITH" report --db a.db
says err "--out"
run 2 "$LANESMITH" report --db a.db --out site there
says err "unexpected operand"
run 2 "$LANESMITH" report --db none.db --out site
[ -e site ] && fail "a report of no database left a directory"

# A directory that is not ours: one sentence with the remedy, and nothing is written.
mkdir busy
echo mine >busy/index.html
before=$(fingerprint busy)
report 2 --out busy
[ "$(wc -l <err)" = 1 ] || fail "expected one line"
says err "busy is not empty and holds no report; name a new or empty directory with --out"
[ "$(fingerprint busy)" = "$before" ] || fail "the directory was changed"
[ "$(ls -A busy)" = index.html ] || fail "something was written into the directory"
report 2 --out right.low
says err "is no directory"
echo "not ours" >busy/.lanesmith-report
report 2 --out busy
says err "holds no report"

# What is only claimed is called nothing else, and has no code.
report 0 --out claimed --json
says out '"optimal": 0'
says out '"claimed": 1'
says claimed/data/map-2-0.js '5c'
report 0 --out claimed
says err "open claimed/index.html"

# An empty directory will do. Two runs give the same bytes, by however many processes.
run 0 "$LANESMITH" verify --db a.db
mkdir one
report 0 --out one -j1 --json
says out '"best_found": 1'
says out '"claimed": 0'
report 0 --out two -j2
diff -r one two >difference || fail "two runs differ"
report 0 --out two
diff -r one two >difference || fail "a second report into the same directory differs"

# A smaller report removes what the larger one had, and nothing else.
echo mine >two/notes.txt
run 0 "$LANESMITH" report --db a.db --op add --width 2 --class x128 --target x86-64 --out two
[ -e two/data/map-2-1.js ] && fail "a file of the earlier report is left"
[ -e two/data/map-2-0.js ] || fail "a file is missing"
says two/notes.txt mine
while read -r name; do
  [ -f "two/$name" ] || fail "the marker names $name, which is not there"
done < <(tail -n +2 two/.lanesmith-report)

# A marker with names of other places removes nothing there.
echo mine >outside.js
printf '../outside.js\n/etc/hostname\n' >>two/.lanesmith-report
run 0 "$LANESMITH" report --db a.db --op add --width 2 --class x128 --target x86-64 --out two
says outside.js mine
lacks two/.lanesmith-report outside

# Damage is found before anything is written.
sqlite3 a.db "update lowerings set insns = 4"
report 2 --out damaged
says err "seal is broken"
[ -e damaged ] && fail "a report of a damaged database left a directory"
true
