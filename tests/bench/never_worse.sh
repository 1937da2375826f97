# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: on a sample no function is longer with the pass than without; what is longer is found,
# with status 1; a seed always has the same functions; functions of files are compared, too.
. "$(dirname "$0")/lib.sh"

never_worse() {
    "$lanesmith" bench never-worse --spec "$work/spec" "$@"
}

sample="--count 12 --seed 4"
never_worse $sample --json >"$work/json" || fail "on the sample functions are longer"
python3 -c '
import json, sys
targets = json.load(open(sys.argv[1]))["targets"]
assert len(targets) >= 10 and {t["way"] for t in targets} == {"alone", "O2"}, targets
for t in targets:
    several = sum(t[k] for k in ("shorter", "equal", "1 more", "2 more", "3+ more"))
    assert t["functions"] == several == 12 - t["stock died"], t
    assert t["shorter"] >= 4 and t["ours"] < t["stock"], t
' "$work/json" || fail "bench never-worse: not the figures that are expected"

never_worse --seed 4 --show 3 >"$work/shown"
never_worse --seed 4 --show 3 | cmp -s - "$work/shown" || fail "the same seed, another function"
never_worse --seed 5 --show 3 | cmp -s - "$work/shown" && fail "another seed, the same function"
grep -q '^define .*@f3(' "$work/shown" || fail "the function is not shown"

# Arguments have a field in an element: to pack and to unpack them is longer.
cat >"$work/longer.ll" <<END
define <32 x i4> @packed(<32 x i4> %a, <32 x i4> %b) "lanesmith"="always" {
  %s = add <32 x i4> %a, %b
  ret <32 x i4> %s
}
define void @copied(ptr %p) {
  ret void
}
END
status=0
never_worse --target x86-64-v3 --save "$work/worst" "$work/longer.ll" >"$work/out" 2>"$work/err" ||
    status=$?
[ $status = 1 ] || fail "a longer function: status $status"
grep -q 'longer.ll:packed ' "$work/out" || fail "the longer function is not listed"
grep -q 'instructions more; the limit is 2' "$work/err" || fail "the limit is not told"
grep -q '@packed' "$work/worst/packed.ll" || fail "the longer function is not saved"
never_worse --target x86-64-v3 --more 10000 --longer 10000 "$work/longer.ll" >"$work/out" ||
    fail "within limits, but status $?"

status=0
never_worse $sample --plugin "$work/none" >/dev/null 2>"$work/err" || status=$?
[ $status = 3 ] && grep -q 'cannot read the plugin' "$work/err" || fail "no plugin: $status"
status=0
never_worse "$work/none.ll" >/dev/null 2>"$work/err" || status=$?
[ $status = 3 ] && grep -q 'cannot read' "$work/err" || fail "no file: $status"
