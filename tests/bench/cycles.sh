# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: `bench cycles` measures both forms of each cell, throughput and, where a result can be an
# operand, latency; what is much shorter is faster; cells that nothing is known of are no success.
. "$(dirname "$0")/lib.sh"

cycles() {
    "$lanesmith" bench cycles --spec "$work/spec" --db "$work/lanesmith.db" --rounds 3 "$@"
}

cycles --op add,ult_bits --width 2 --class r64,x128 --target x86-64 --all --json >"$work/json"
python3 - "$work/json" <<'END' || fail "the figures: $(cat "$work/json")"
import json, sys
found = json.load(open(sys.argv[1]))
cells, targets = found["cells"], found["targets"]
assert {(c["operation"], c["class"]) for c in cells} == \
    {("add", "r64"), ("add", "x128"), ("ult_bits", "r64"), ("ult_bits", "x128")}, cells
for c in cells:
    assert c["time"] < 0.5, c  # tens of instructions less
    assert (c["latency"] is not None) == (c["operation"] == "add"), c
    assert c["ours ns"] > 0 and c["stock ns"] > 0, c
t, = targets
assert t["cells"] == 4 and t["chained"] == 2 and t["failed"] == 0 and t["slower"] == 0, t
END

cycles --sample 7 --json >"$work/json"
python3 -c '
import json, sys
assert sum(t["cells"] + t["failed"] for t in json.load(open(sys.argv[1]))["targets"]) == 7
' "$work/json" || fail "another number of cells: $(cat "$work/json")"

status=0
cycles --op add_carry >"$work/out" 2>"$work/err" || status=$?
[ $status = 2 ] && grep -q 'form of stock LLVM' "$work/err" || fail "a cell without a form"
