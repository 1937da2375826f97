# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: the benches `npn` and `gates` give the known numbers, as text and as JSON; ABC is asked for the same functions, and
# one that is missing, slow or of another opinion is said to be so; mistakes in tables and names are reported.
. "$(dirname "$0")/lib.sh"

"$lanesmith" bench npn --inputs 3 --chains --json >"$work/json"
python3 -c '
import json, sys
r = json.load(open(sys.argv[1]))
assert [x["classes"] for x in r["levels"]] == [2, 2, 5, 3, 2], r["levels"]
assert (r["totals"][0]["classes"], r["totals"][0]["checked"]) == (14, 14), r["totals"]
assert len(r["chains"]) == 14 and {"function": "0x96", "gates": 2, "chain": "d=a^b e=d^c; e"} in r["chains"], r["chains"]
' "$work/json" || fail "bench npn --inputs 3"

gates() {
    status=0
    "$lanesmith" bench gates --spec "$work/spec" "$@" >"$work/text" 2>"$work/err" || status=$?
}
# row OPERATION: gates, proved, published, same, and what ABC says
row() {
    awk -v op="$1" '$1 == op && NF > 9 { print $4, $5, $6, $7, $10; exit }' "$work/text"
}
# judged STATUS OPERATION ROW WHY
judged() {
    [ $status = "$1" ] && [ "$(row "$2")" = "$3" ] || { cat "$work/text" "$work/err"; fail "$4: status $status, expected $1"; }
}

gates --no-abc --op add,add_carry,sub,mul,ult,umin,smin
for known in 'add 4' 'add_carry 7' 'sub 4' 'mul 4' 'ult 5' 'umin 6' 'smin 6'; do
    judged 0 "${known% *}" "${known#* } yes ${known#* } yes -" "$known"
done
gates --no-abc --inputs 3 --tables 0x96,0xE8 --chains
judged 0 given '5 yes - - -' "a full adder"
gates --no-abc --inputs 3 --tables 0x96,0xe8 --max-gates 4
[ $status = 1 ] && grep -q '  -  at least 5  ' "$work/text" || fail "a full adder of 4 gates: status $status, $(cat "$work/text")"
gates --no-abc --op add --max-gates 3
[ $status = 1 ] && grep -q '  -  at least 4  ' "$work/text" || fail "add of 3 gates: status $status, $(cat "$work/text")"

# What the spec says of an operation comes before the bench's own definition; a precondition is no freedom here.
cp "$work/spec/ops/minmax.spec" "$work/minmax.spec"
sed -i '/^(op umin /,/^$/d' "$work/spec/ops/minmax.spec"
sed 's/(op add /(op umin /; s/(llvm "add")//' "$work/spec/ops/arith.spec" | sed -n '/^(op umin/,/^$/p' >"$work/spec/ops/other.spec"
gates --no-abc --op umin
judged 1 umin '4 yes 6 no -' "umin that is add"
grep -q 'differs from the published one' "$work/err" || fail "a number that is not the published one is not mentioned"
sed -n 's/(llvm "shl")//; s/^(op shl /(op umin /; /^(op umin/,/^$/p' "$work/spec/ops/shift.spec" >"$work/spec/ops/other.spec"
gates --no-abc --op umin
[ $status = 2 ] && grep -q "'umin' has a precondition" "$work/err" || fail "a precondition: status $status, $(cat "$work/err")"
rm "$work/spec/ops/other.spec"
mv "$work/minmax.spec" "$work/spec/ops/"

# abc BODY: a program that stands in for ABC, alone in PATH with timeout.
mkdir "$work/bin"
ln -s "$(command -v timeout)" "$work/bin/timeout"
abc() {
    printf '#!/bin/sh\n%s\n' "$1" >"$work/bin/berkeley-abc"
    chmod +x "$work/bin/berkeley-abc"
}
with_abc() {
    PATH=$work/bin gates --op add "$@"
}
with_abc
judged 0 add '4 yes 4 yes -' "without ABC"
grep -q '`berkeley-abc` cannot be started' "$work/err" || fail "nothing says that ABC is missing"
abc 'case "$2" in "exact -C 0 5a5a 936c; print_stats") echo "nd =     4  edge" ;; esac'
with_abc
judged 0 add '4 yes 4 yes 4' "ABC of the same opinion"
abc 'echo "nd = 5"'
with_abc
judged 1 add '4 yes 4 yes 5' "ABC of another opinion"
abc 'echo "no network"'
with_abc
judged 0 add '4 yes 4 yes -' "ABC without an answer"
grep -q 'found no gates for `add`' "$work/err" || fail "nothing says that ABC found nothing"
abc 'while :; do :; done'
with_abc --abc-limit 1
judged 0 add '4 yes 4 yes -' "ABC without an end"
grep -q 'reached the limit of 1 s on `add`' "$work/err" || fail "nothing says that ABC reached the limit"

# wrong PATTERN OPTION...: a mistake in the command line
wrong() {
    pattern=$1
    shift
    gates "$@"
    [ $status = 2 ] && grep -q "$pattern" "$work/err" || fail "$*: status $status, $(cat "$work/err")"
}
wrong '`8ee8` is not a truth table of 4 inputs; expected 0x and 16 bits' --tables 8ee8
wrong '`0x8ee` is not a truth table' --tables 0x8ee
wrong '`0x8eeg` is not a truth table' --tables 0x8eeg
wrong '`0x4` is not a truth table of 1 input;' --inputs 1 --tables 0x4
wrong '7 truth tables; at most 6' --inputs 2 --tables 0x1,0x2,0x3,0x4,0x5,0x6,0x7
wrong 'unknown operation `ad`; the nearest is `add`' --op ad
wrong 'exclude each other' --op add --tables 0x8ee8
wrong 'functions are given by --tables' 0x8ee8
wrong '1..6' --inputs 7 --tables 0x8ee8

for name in npn gates; do
    "$lanesmith" bench | grep -q "^  $name " || fail "bench does not list $name"
    "$lanesmith" bench $name --help >"$work/text"
    grep -q '^Examples:' "$work/text" || fail "bench $name --help has no examples"
done
