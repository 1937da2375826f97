# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: the table of `lanesmith bench hd` and its JSON, on a directory of two problems; that cvc5 is not needed.
. "$(dirname "$0")/lib.sh"

mkdir "$work/problems"
for d in 0 5; do cp "$source/bench/sygus/hd/hd-01-d$d.sl" "$work/problems"; done
cp "$source/bench/sygus/hd/hd-09-d0.sl" "$source/bench/sygus/README.md" "$work/problems"

hd() {
    "$lanesmith" bench hd --spec "$work/spec" --problems "$work/problems" "$@"
}

hd --no-cvc5 >"$work/text" 2>"$work/err"
[ ! -s "$work/err" ] || { cat "$work/err" >&2; fail "nothing was to be said"; }
grep -q '^hd-01-d0  *2  *2  yes  *[0-9.]*  *-  *-  -$' "$work/text" || { cat "$work/text" >&2; fail "no row of hd-01-d0"; }
grep -q '^hd-09-d0  *3  *4  yes ' "$work/text" || { cat "$work/text" >&2; fail "no row of hd-09-d0"; }
grep -q 'hd-01-d5' "$work/text" && fail "the larger grammar without --larger"
grep -q '^lanesmith  *2  *2  *2 ' "$work/text" || { cat "$work/text" >&2; fail "the totals are wrong"; }

hd --larger --no-cvc5 --json >"$work/json"
python3 -c '
import json, sys
t = json.load(open(sys.argv[1]))
(row,) = t["problems"]
assert (row["problem"], row["operations"], row["shortest"], row["cvc5"]) == ("hd-01-d5", 2, "yes", None), row
assert t["totals"][0]["solved"] == 1 and t["ratios"] == [], t
' "$work/json" || fail "the JSON differs from the table"

# Without cvc5 in PATH our side is shown, and that is said.
PATH=/nowhere hd --only hd-01 >"$work/text" 2>"$work/err"
grep -q 'no cvc5 in PATH' "$work/err" || fail "not said that there is no cvc5"
grep -q '^hd-01-d0  *2 ' "$work/text" || fail "no row without cvc5"

# A program that cannot be run is named. (It is looked for in the build: a copy elsewhere has none.)
mkdir "$work/elsewhere"
cp "$lanesmith" "$work/elsewhere/copy"
status=0
"$work/elsewhere/copy" bench hd --spec "$work/spec" --problems "$work/problems" --no-cvc5 >"$work/text" 2>"$work/err" || status=$?
[ "$status" = 3 ] || fail "a program that cannot be run: expected status 3, got $status"
grep -q 'bin/lanesmith sygus.* cannot be run' "$work/err" || { cat "$work/err" >&2; fail "not said which program cannot be run"; }
