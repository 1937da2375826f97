# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: `bench headers` sees every function of a header with both compilers, and counts what they
# make; clang makes what LLVM made of the winner's IR, but where its optimiser finds another way.
. "$(dirname "$0")/lib.sh"
"$lanesmith" bench headers --spec "$work/spec" --db "$work/lanesmith.db" \
    --include "$build/include" --target x86-64 --family average,minmax --json >"$work/json"
family=$build/include/lanesmith/x86_64
functions=$(cat "$family/average.h" "$family/minmax.h" | grep -c '^static inline')
python3 - "$work/json" "$functions" <<'END' || fail "the figures"
import json, sys
rows = json.load(open(sys.argv[1]))["targets"]
assert [r["compiler"] for r in rows] == ["gcc-12", "clang-19"], rows
for r in rows:
    assert r["functions"] == int(sys.argv[2]), r
    assert r["as counted"] + r["fewer"] + r["more"] == r["functions"], r
    assert abs(r["made"] - r["counted"]) < r["counted"] / 10, r
assert rows[1]["more"] * 10 < rows[1]["functions"], rows
END
if "$lanesmith" bench headers --spec "$work/spec" --db "$work/lanesmith.db" \
    --include "$build/include" --target x86-64 --family nosuch 2>"$work/err"; then
    fail "an unknown family"
fi
grep -q "it has arith " "$work/err" || fail "$(cat "$work/err")"
