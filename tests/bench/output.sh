# Guards: text and JSON of a bench are the same figures; figures kept as baselines are the ones measured; status of missed goals.
. "$(dirname "$0")/lib.sh"

codegen() {
    "$lanesmith" bench codegen --spec "$work/spec" --db "$work/lanesmith.db" --op add --width 2 --class x128 --target x86-64 "$@"
}

codegen >"$work/text"
codegen --json >"$work/json"
row=$(awk '$1 == "add" && $4 == "x86-64" { print $5, $6; exit }' "$work/text")
[ "$row" = '5 753' ] || fail "add 2 x128 x86-64: expected 5 and 753 instructions, the table says $row"
python3 -c '
import json, sys
row = json.load(open(sys.argv[1]))["cells"][0]
assert (row["ours"], row["llvm"], row["llvm_all"], row["parabix"], row["thesis"]) == (5, 753, 877, 8, 7), row
' "$work/json" || fail "the JSON differs from the table"

codegen --fresh --json | diff - "$work/json" || fail "measured again, the figures differ from the baselines that were kept"
kept=$(sqlite3 "$work/lanesmith.db" "select llvm, parabix, thesis from against_baselines
    where operation = 'add' and width = 2 and class = 'x128' and target = 'x86-64'")
[ "$kept" = '753|8|7' ] || fail "baselines in the database: $kept"

# A goal that cannot be met.
printf 'impossible\tinsns\tadd\t2\tx128\tx86-64\t4\n' >"$work/bench/goals.tsv"
status=0
"$lanesmith" bench goals --no-run --op add --width 2 --class x128 --spec "$work/spec" --db "$work/lanesmith.db" >"$work/text" || status=$?
[ $status = 1 ] || fail "a missed goal: status $status, expected 1"
grep -q 'impossible  at most 4 *at most 5 *1  no *add 2 x128 x86-64: 5' "$work/text" || { cat "$work/text"; fail "the missed goal is not explained"; }

for name in codegen examples run goals; do
    "$lanesmith" bench | grep -q "^  $name " || fail "bench does not list $name"
    "$lanesmith" bench $name --help >"$work/text"
    grep -q '^Examples:' "$work/text" || fail "bench $name --help has no examples"
done
status=0
"$lanesmith" bench codgen 2>"$work/err" || status=$?
[ $status = 2 ] && grep -q 'nearest is `codegen`' "$work/err" || fail "a misspelt bench: status $status, $(cat "$work/err")"
