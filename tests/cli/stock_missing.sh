# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: figures of stock forms are read before anything is emitted; what is missing or malformed is
# told with its place, and with the command that makes it, which writes what is in git.
. "$(dirname "$0")/lib.sh"
. "$LANESMITH_SOURCE/tests/kills/small_spec.sh"
small_spec "$LANESMITH_SOURCE/spec" spec
export LANESMITH_SPEC=$here/spec
file=spec/targets/x86/cost/x86-64-v2.stock
run 0 "$LANESMITH" synth --db a.db --effort quick --op and --width 2 --class x128 \
  --target x86-64,x86-64-v2
run 0 "$LANESMITH" emit --db a.db --out made
says made/lowerings/table.c '/* words 16 */'

rm $file
rm -r made
run 2 "$LANESMITH" emit --db a.db --out made
says err "x86-64-v2.stock: error: no figures of the stock form 'part' on x86-64-v2; "
[ -e made ] && fail "something was emitted"
# Nobody has a lowering for these.
rm spec/targets/x86/cost/x86-64-v4.stock
# shellcheck disable=SC2016
remedy=$(sed -n 's/.*`lanesmith \(.*\)` makes them.*/\1/p' err)
# shellcheck disable=SC2086
run 0 "$LANESMITH" $remedy
cmp $file "$LANESMITH_SOURCE/$file" || fail "the figures in git are out of date"
run 0 "$LANESMITH" emit --db a.db --out made

echo "words 16 one" >>$file
run 2 "$LANESMITH" emit --db a.db --out made
says err "error: a second line for words 16"
