# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: cost figures that are missing are found before the search and before a database is made,
# for the wanted targets only. One sentence names five, the count, and a command that makes them.
. "$(dirname "$0")/lib.sh"
. "$LANESMITH_SOURCE/tests/kills/small_spec.sh"
small_spec "$LANESMITH_SOURCE/spec" spec
export LANESMITH_SPEC=$here/spec
cells="--db a.db --effort quick --op and --width 2 --class x128"
cp -r spec/targets/x86/cost whole

# A file that is not there: all instructions of the target are missing.
rm spec/targets/x86/cost/x86-64-v4.cost
# shellcheck disable=SC2086
run 2 "$LANESMITH" synth $cells --target x86-64,x86-64-v4
five='([a-z0-9]+ [a-z0-9]+, ){5}\.\.\.; '
grep -qE "no cost figures for [0-9]+ instructions on 1 target: $five" err ||
  fail "not five instructions and the count"
says err "\`lanesmith cost --target x86-64-v4 --spec $here/spec\` makes them"
[ "$(wc -l <err)" = 1 ] || fail "more than one sentence"
[ -e a.db ] && fail "a database was made"
# Nobody wants that target.
# shellcheck disable=SC2086
run 0 "$LANESMITH" synth $cells --target x86-64
says out "1 cells searched"

# One instruction of two targets, one sentence; the command that it names makes the figures.
cp whole/* spec/targets/x86/cost
for t in x86-64 x86-64-v2; do sed -i '/^pandn /d' "spec/targets/x86/cost/$t.cost"; done
# shellcheck disable=SC2086
run 2 "$LANESMITH" synth $cells
says err "no cost figures for 1 instruction on 2 targets: pandn x128; "
# shellcheck disable=SC2016
remedy=$(sed -n 's/.*`lanesmith \(.*\)` makes them.*/\1/p' err)
# shellcheck disable=SC2086
run 0 "$LANESMITH" $remedy
# shellcheck disable=SC2086
run 0 "$LANESMITH" synth $cells --target x86-64-v2
# Verification wants those of the rows that it looks at.
sed -i '/^pandn /d' spec/targets/x86/cost/x86-64-v2.cost
run 0 "$LANESMITH" verify --db a.db --target x86-64 --again --hardware off
run 2 "$LANESMITH" verify --db a.db --target x86-64-v2 --again --hardware off
says err "no cost figures for 1 instruction on 1 target: pandn x128; "
# A malformed file is not one that lacks something.
echo "dispatch x" >spec/targets/x86/cost/x86-64-v2.cost
# shellcheck disable=SC2086
run 2 "$LANESMITH" synth $cells --target x86-64-v2
says err "x86-64-v2.cost:1:10: error: expected the dispatch width"
