# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: `bench shuffles` has the plugin lower random shuffles of every field width, proves each, finds none worse than LLVM's at fields
# of 8 bits; an opt that miscompiles is noticed; and it says what is wrong with widths, lengths, targets and plugins that there are not.
. "$(dirname "$0")/lib.sh"

"$lanesmith" bench shuffles --random --count 4 --target x86-64-v3 --json --spec "$work/spec" >"$work/json" || fail "bench shuffles: a shuffle was not proved"
python3 -c '
import json, sys
tables = json.load(open(sys.argv[1]))
rows = tables["random"]
assert [r["fields"] for r in rows] == ["<128 x i1>", "<64 x i2>", "<32 x i4>", "<16 x i8>"], rows
assert all(r["shuffles"] == r["proved"] == 4 for r in rows), rows
assert all(r["times"] >= 5 for r in rows[:3]), rows
assert rows[3]["worse"] == 0, rows
assert [m["target"] for m in tables["random means"]] == ["x86-64-v3"], tables
product = rows[0]["times"] * rows[1]["times"] * rows[2]["times"]
assert abs(tables["random means"][0]["times"] - product ** (1 / 3)) < 0.02, tables
' "$work/json" || fail "bench shuffles: not the figures that are expected"

# An opt-19 whose output exchanges the two halves of every result: nothing is proved, and the status says so.
mkdir "$work/bin"
real=$(command -v opt-19)
cat >"$work/bin/opt-19" <<EOF
#!/bin/sh
"$real" "\$@" || exit
while [ "\$1" != -o ]; do shift; done
sed -i 's/^  ret <2 x i64> \(%[^ ]*\)/  %wrong = shufflevector <2 x i64> \1, <2 x i64> poison, <2 x i32> <i32 1, i32 0>\n  ret <2 x i64> %wrong/' "\$2"
EOF
chmod +x "$work/bin/opt-19"
status=0
PATH="$work/bin:$PATH" "$lanesmith" bench shuffles --random --count 2 --width 4 --target x86-64 --json --spec "$work/spec" >"$work/json" || status=$?
[ $status = 1 ] || fail "bench shuffles with an opt that miscompiles: status $status, expected 1"
grep -q '"shuffles": 2, "proved": 0' "$work/json" || { cat "$work/json" >&2; fail "bench shuffles: wrong shuffles were proved"; }

# refused STATUS MESSAGE OPTION...: the status, a message, no figures.
refused() {
    expected=$1 message=$2
    shift 2
    status=0
    "$lanesmith" bench shuffles --spec "$work/spec" "$@" >"$work/out" 2>"$work/err" || status=$?
    [ $status = "$expected" ] || fail "$*: status $status, expected $expected"
    grep -q -e "$message" "$work/err" || { cat "$work/err" >&2; fail "$*: expected a message like $message"; }
    [ ! -s "$work/out" ] || fail "$*: it was refused, and yet figures were printed"
}

refused 2 'field width `3`' --random --width 3
refused 2 'field width `x`' --random --width x
refused 2 'vectors of `1024`' --random --bits 1024
refused 2 'z80' --random --target z80
refused 2 'unexpected operand `more`' more
refused 3 'cannot read the plugin' --random --plugin "$work/none.so"
