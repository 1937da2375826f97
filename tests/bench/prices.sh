# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: prices are those that the pass decides by; a seed always has the same functions; a run
# of nothing that can be compiled, and a missing program, are told.
. "$(dirname "$0")/lib.sh"

prices() {
    "$lanesmith" bench prices --spec "$work/spec" --target x86-64-v3 --count 40 "$@"
}

prices --json >"$work/json" || fail "bench prices"
prices --json | cmp -s - "$work/json" || fail "the same seed, other figures"
prices --json --seed 2 | cmp -s - "$work/json" && fail "another seed, the same figures"
python3 -c '
import json, sys
kinds = {r["kind"]: r for r in json.load(open(sys.argv[1]))["kinds"]}
total = kinds.pop("all")
assert total["functions"] == 40 == sum(r["functions"] for r in kinds.values()), total
assert total["lowered"] == sum(r["lowered"] for r in kinds.values()) >= 20, total
assert total["chosen"] < total["stock"] / 2, total
assert total["wrong"] <= 4, total
' "$work/json" || fail "bench prices: not the figures that are expected"

status=0
prices --opt "$work/none" >/dev/null 2>"$work/err" || status=$?
[ $status = 3 ] && grep -q 'cannot run' "$work/err" || fail "a missing program: $status"
