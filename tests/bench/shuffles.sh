# Guards: `bench shuffles` lowers and proves random shuffles of every field width, never worse than LLVM at fields of 8 bits; and says
# what is wrong with a width or a target that it does not know.
. "$(dirname "$0")/lib.sh"

"$lanesmith" bench shuffles --random --count 4 --json --spec "$work/spec" >"$work/json" || fail "bench shuffles: a shuffle was not proved"
python3 -c '
import json, sys
rows = json.load(open(sys.argv[1]))["random"]
assert [r["fields"] for r in rows] == ["<128 x i1>", "<64 x i2>", "<32 x i4>", "<16 x i8>"], rows
assert all(r["shuffles"] == r["proved"] == 4 for r in rows), rows
assert all(r["times"] >= 5 for r in rows[:3]), rows
assert rows[3]["worse"] == 0, rows
' "$work/json" || fail "bench shuffles: not the figures that are expected"

# refused MESSAGE OPTION...: status 2, a message, no figures.
refused() {
    message=$1
    shift
    status=0
    "$lanesmith" bench shuffles --spec "$work/spec" "$@" >"$work/out" 2>"$work/err" || status=$?
    [ $status = 2 ] || fail "$*: status $status, expected 2"
    grep -q -e "$message" "$work/err" || { cat "$work/err" >&2; fail "$*: expected a message like $message"; }
    [ ! -s "$work/out" ] || fail "$*: bad usage, and yet figures were printed"
}

refused 'field width `3`' --random --width 3
refused 'field width `x`' --random --width x
refused 'unknown target `z80`' --random --target z80
refused 'unexpected operand `more`' more
