# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: `bench search` finds and excludes what is known; `bench bounds` computes stored bounds again and tells a false one.
. "$(dirname "$0")/lib.sh"

"$lanesmith" bench search --quick --json --spec "$work/spec" >"$work/json" || fail "bench search: a search did not give what is known"
python3 -c '
import json, sys
rows = {r["search"]: r for r in json.load(open(sys.argv[1]))["search"]}
assert rows["sum of 2-bit fields, 4 instructions"]["result"] == "none exists", rows
assert rows["sum of 2-bit fields, 5 instructions"]["result"] == "found", rows
assert all(r["candidates"] > 0 for r in rows.values()), rows
' "$work/json" || fail "bench search: not the rows that are expected"

bounds() {
    "$lanesmith" bench bounds --spec "$work/spec" --db "$work/lanesmith.db" --op add,eq,ashr,lshr --width 2 --below 4 --tier core --json >"$work/json"
}

bounds || fail "bench bounds: a stored bound is not computed again"
python3 -c '
import json, sys
o = json.load(open(sys.argv[1]))
total = o["totals"][0]
assert total["bounds"] == total["the same"] == len(o["bounds"]) >= 1, total
assert all(r["stored"] == r["computed"] for r in o["bounds"]), o["bounds"]
' "$work/json" || fail "bench bounds: stored and computed differ"

# Bounds of one instruction with any constants, of an operation that is not one on fields, beside those that need no search.
"$lanesmith" bench bounds --spec "$work/spec" --db "$work/lanesmith.db" --op reverse,extract_at --width 8,16 --class x128,r64 --json >"$work/json" ||
    fail "bench bounds: a bound of one instruction is not computed again"
python3 -c '
import json, sys
o = json.load(open(sys.argv[1]))
assert any(r["grammar"] == "single" and r["stored"] == r["computed"] == 2 and r["candidates"] > 20 for r in o["bounds"]), o["bounds"]
assert any(r["grammar"] == "none" and r["stored"] == r["computed"] == 1 for r in o["bounds"]), o["bounds"]
' "$work/json" || fail "bench bounds: not the rows that are expected"

# Movements, by all programs of labels. The false bound denies a program of two steps, which is found at once: three would be looked at for long.
labels() {
    "$lanesmith" bench bounds --spec "$work/spec" --db "$work/lanesmith.db" --op $1 --width $2 --class x128 --target x86-64,x86-64-v4 --json >"$work/json"
}
labels swap_fields 4 || fail "bench bounds: a bound of a movement is not computed again"
python3 -c '
import json, sys
o = json.load(open(sys.argv[1]))
rows = [r for r in o["bounds"] if r["grammar"] == "labels"]
assert {r["target"] for r in rows} == {"x86-64", "x86-64-v4"}, o["bounds"]
assert all(r["stored"] == r["computed"] == 3 and r["candidates"] > 10000 for r in rows), rows
' "$work/json" || fail "bench bounds: not the rows of a movement that are expected"
labels sext_high 128 || fail "bench bounds: a bound of a movement of two steps is not computed again"
changed=$(sqlite3 "$work/lanesmith.db" "update bounds set length = 3 where engine = 'labels' and length = 2 and cell in (select cell from cell_names
    where operation = 'sext_high' and width = 128 and class = 'x128' and target = 'x86-64-v4') returning 1")
[ "$changed" = 1 ] || fail "no bound of a movement that two steps make: $changed"
"$build/bin/reseal" "$work/lanesmith.db"
status=0
labels sext_high 128 || status=$?
[ "$status" = 1 ] || fail "a false bound of a movement: expected status 1, got $status"

# One search serves the operation with its operands exchanged, too.
"$lanesmith" bench bounds --spec "$work/spec" --db "$work/lanesmith.db" --op sge_top,sle_top --width 2 --class x128 --target x86-64-v4 --tier core --json >"$work/json" ||
    fail "bench bounds: a bound of exchanged operands is not computed again"
python3 -c '
import json, sys
o = json.load(open(sys.argv[1]))["bounds"]
assert {r["operation"] for r in o} == {"sge_top", "sle_top"} and all(r["stored"] == r["computed"] == 3 for r in o), o
assert sorted(r["candidates"] > 0 for r in o) == [False, True], o
' "$work/json" || fail "bench bounds: not one search for exchanged operands"

# Of this many instructions programs do exist.
sqlite3 "$work/lanesmith.db" "update bounds set length = 2 where length = 1 and cell in (select cell from cell_names
    where operation = 'xor' and width = 2 and class = 'x128' and target = 'x86-64')"
"$build/bin/reseal" "$work/lanesmith.db"
status=0
"$lanesmith" bench bounds --spec "$work/spec" --db "$work/lanesmith.db" --op xor --width 2 --class x128 --target x86-64 --tier core >"$work/text" ||
    status=$?
[ "$status" = 1 ] || fail "a false bound: expected status 1, got $status: $(cat "$work/text")"
# Rows are printed as they come, the sums below them.
awk '/^xor +2 +x128 +x86-64 +[0-9]+ +[0-9]+ +core +2 +1 /{row = NR} /^Together$/{sums = NR} END{exit !(row && sums > row)}' "$work/text" ||
    fail "bench bounds: not the text that is expected: $(cat "$work/text")"

# What a grammar of chunks excluded is not searched again in the core of whole registers; without it, it is.
core() {
    "$lanesmith" bench bounds --spec "$work/spec" --db "$work/lanesmith.db" --op add --width 2 --class x128 --target x86-64-v4 --json "$@" >"$work/json" ||
        fail "bench bounds: a bound is not computed again: $(cat "$work/json")"
    python3 -c '
import json, sys
rows = [r for r in json.load(open(sys.argv[1]))["bounds"] if r["grammar"] == "core"]
assert len(rows) == 1 and rows[0]["stored"] == rows[0]["computed"] >= 3, rows
print("searched" if rows[0]["candidates"] else "known")
' "$work/json"
}
[ "$(core)" = known ] || fail "bench bounds: the core of whole registers was searched again"
[ "$(core --tier core)" = searched ] || fail "bench bounds: the core of whole registers was not searched"
