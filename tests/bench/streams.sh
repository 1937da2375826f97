# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: every application on streams computes the same as scalar C without the pass and with it, also on hostile texts; a wrong
# result is status 1 and named; what is not installed is counted; JSON and text have the same rows.
. "$(dirname "$0")/lib.sh"

cp -r "$source/examples" "$work/examples"
streams() {
    "$lanesmith" bench streams --spec "$work/spec" --out "$work/out" --size 16 --rounds 0 "$@"
}

# No target at all is what a processor without AVX2 has.
streams --json --fuzz 3000 --no-peers >"$work/json" || fail "bench streams: results differ"
python3 -c '
import json, sys
o = json.load(open(sys.argv[1]))
apps, docs = o["applications"], o["documents"]
assert all(r["hostile texts"] == 3000 for r in apps), apps
assert all(len([d for d in docs if d["application"] == r["application"]]) >= 4 for r in apps), docs
assert all(r["times"] is None for r in docs), docs
assert not o["peers"] and not o["goals"], o
' "$work/json" || fail "bench streams: not the rows that are expected"
python3 -c 'import json, sys; sys.exit(not json.load(open(sys.argv[1]))["applications"])' "$work/json" ||
    { echo "this processor can run none of the targets"; exit 0; }

# A rule that is left out: a text that tells is found.
sed 's/m.bad |= advance(most, 1, &c->most) & high;/(void)most;/' "$work/examples/streams/utf8.h" >"$work/changed"
cmp -s "$work/changed" "$work/examples/streams/utf8.h" && fail "the line to be changed is not there"
mv "$work/changed" "$work/examples/streams/utf8.h"
status=0
streams --app utf8 --no-peers >"$work/text" 2>"$work/err" || status=$?
[ $status = 1 ] || fail "a wrong result: status $status, expected 1"
grep -q 'utf8 for .*: hostile text [0-9]*, seed 1: byte 0 of the result is 0x01 by stock LLVM and 0x00 by the scalar C$' "$work/err" ||
    { cat "$work/err"; fail "a wrong result is not named"; }
grep -q '^utf8' "$work/text" && fail "figures of a wrong result are printed"

# A peer that cannot be compiled, a missing file, a misspelt name.
cp "$source/examples/streams/utf8.h" "$work/examples/streams/utf8.h"
rm -r "$work/bench/streams/peers"
streams --app utf8 --fuzz 0 >"$work/text" 2>"$work/err" || fail "missing peers: $(cat "$work/err")"
grep -q '^2 peers skipped: not installed$' "$work/text" || fail "missing peers are not counted"
status=0
streams --programs "$work/none" --no-peers >/dev/null 2>"$work/err" || status=$?
[ $status = 3 ] && grep -q 'clang-19.*failed' "$work/err" || fail "a missing program: status $status, $(cat "$work/err")"
status=0
streams --app utf9 2>"$work/err" || status=$?
[ $status = 2 ] && grep -q 'nearest is `utf8`' "$work/err" || fail "a misspelt application: status $status, $(cat "$work/err")"
