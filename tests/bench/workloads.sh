# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: every workload computes the same without the pass, with it and by hand; a wrong result is status 1 and named; JSON and
# text have the same rows; what cannot be proved is not called proved.
. "$(dirname "$0")/lib.sh"

cp -r "$source/examples" "$work/examples"
workloads() {
    "$lanesmith" bench workloads --spec "$work/spec" --out "$work/out" --target x86-64 --units 5 --rounds 0 --compiles 1 "$@"
}

workloads --prove 0 --json >"$work/json" || fail "bench workloads: results differ"
python3 -c '
import json, sys
o = json.load(open(sys.argv[1]))
assert len(o["workloads"]) == 5 and len(o["functions"]) >= 25, o["workloads"]
assert all(r["times"] is None and r["proof"] is None for r in o["functions"]), o["functions"]
assert all(r["stock compiles ms"] > 0 for r in o["workloads"]), o["workloads"]
' "$work/json" || fail "bench workloads: not the rows that are expected"

# More data, another seed, a workload whose proofs are quick.
workloads --workload counters --units 300 --seed 7 --prove 60 >"$work/text" || fail "bench workloads: counters differ"
grep -q '^counters .* 15 of 15$' "$work/text" || { cat "$work/text"; fail "a workload that is proved"; }

# Saturation at another value: the first byte that differs is named.
sed 's/@llvm.uadd.sat.v21i3(<21 x i3> %x/@llvm.uadd.sat.v21i3(<21 x i3> %y/' "$work/examples/workloads/counters.ll" >"$work/changed"
mv "$work/changed" "$work/examples/workloads/counters.ll"
status=0
workloads --workload counters --prove 0 >"$work/text" 2>"$work/err" || status=$?
[ $status = 1 ] || fail "a wrong result: status $status, expected 1"
grep -q 'counters for x86-64: counters_21xi3_saturate: byte 0 of the result is 0x.. with the pass and 0x.. by the hand-written C$' "$work/err" ||
    { cat "$work/err"; fail "a wrong result is not named"; }
grep -q '^counters' "$work/text" && fail "figures of a wrong result are printed"

# A missing file, a broken one, a misspelt name.
status=0
workloads --workload dna --programs "$work/none" --prove 0 >/dev/null 2>"$work/err" || status=$?
[ $status = 3 ] && grep -q 'opt-19.*failed' "$work/err" || fail "a missing program: status $status, $(cat "$work/err")"
status=0
workloads --workload dan 2>"$work/err" || status=$?
[ $status = 2 ] && grep -q 'nearest is `dna`' "$work/err" || fail "a misspelt workload: status $status, $(cat "$work/err")"
printf 'x86\t3\n' >>"$work/bench/workloads.tsv"
status=0
workloads --prove 0 >/dev/null 2>"$work/err" || status=$?
[ $status = 2 ] && grep -q "workloads.tsv:[0-9]*:1: error: the spec has no target 'x86'" "$work/err" || fail "an unknown target: $status, $(cat "$work/err")"
