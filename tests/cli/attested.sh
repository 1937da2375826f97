# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A list of digests that verify writes makes texts attested: what ships is the same to the byte, nothing is proved again; any
# change of a text makes it a claim again.
. "$(dirname "$0")/lib.sh"
cp -r "$LANESMITH_SOURCE/spec" spec
mkdir db
export LANESMITH_SPEC="$PWD/spec"
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db a.db right.low
run 0 "$LANESMITH" verify --db a.db --attest --hardware off
says out "signed: 1 groups of lowerings, 0 of bounds, 0 of marks; left out, only claimed: 0, 0, 0"
[ -f db/attested ] || fail "no list at db/attested"
says db/attested "lowerings add x86-64 "
run 0 "$LANESMITH" db dump --db a.db --out db --target x86-64
run 0 "$LANESMITH" emit --db a.db --out one
# From the text and the list alone.
run 0 "$LANESMITH" db load --db b.db db
run 0 "$LANESMITH" verify --db b.db
says out "1 proved (0 new)"
says out "winners: 0 proved here, 1 attested"
run 0 "$LANESMITH" emit --db b.db --out two
says err "0 winners proved here, 1 attested"
for f in include/lanesmith/x86_64/arith.h lowerings/x86_64.ll lowerings/table.c; do
  cmp one/$f two/$f || fail "$f differs"
done
grep -q "attested" two/lowerings/states.tsv || fail "states.tsv does not say attested"
run 0 "$LANESMITH" show --db b.db add 2 x128 x86-64
says out "attested: proved"
run 0 "$LANESMITH" db stats --db b.db
says out "       1  lowerings attested"
# Everything again: proved here, and the same bytes.
run 0 "$LANESMITH" verify --db b.db --again --hardware off
says out "winners: 1 proved here, 0 attested"
run 0 "$LANESMITH" emit --db b.db --out two
for f in include/lanesmith/x86_64/arith.h lowerings/x86_64.ll lowerings/table.c; do
  cmp one/$f two/$f || fail "$f differs"
done
# Any word otherwise: a claim, which is not emitted.
for change in 's/  hand  /  foot  /' 's/  5 5 /  4 5 /' 's/ 4 1 \([0-9]*\) / 4 1 1\1 /' 's/$/ <- a_rule/'; do
  rm -rf c.db other
  cp -r db other
  sed -i "/^2 x128/$change" other/winners/add.low
  cmp -s other/winners/add.low db/winners/add.low && sed -i "/^2 x128/$change" other/costs/add.low
  diff -rq other db >/dev/null && fail "no change: $change"
  run 0 "$LANESMITH" db load --db c.db other
  run 0 "$LANESMITH" emit --db c.db --out three
  emits_none three lanesmith_add_2
done
# Without its costs a program is a claim, too.
rm -rf c.db other/costs
cp db/winners/add.low other/winners
run 0 "$LANESMITH" db load --db c.db other
run 0 "$LANESMITH" db stats --db c.db
says out "       0  lowerings attested"
# No list, a malformed list, one that is not there.
run 0 "$LANESMITH" db load --db d.db --attested none db
run 0 "$LANESMITH" db stats --db d.db
says out "       0  lowerings attested"
printf 'version 1\nlowerings add x86-64 12\n' >bad.list
run 2 "$LANESMITH" db load --db e.db --attested bad.list db
says err "bad.list:2: expected"
run 3 "$LANESMITH" db load --db e.db --attested none.list db
[ -e e.db ] && fail "a database was made"
run 2 "$LANESMITH" verify --db a.db --attest --sample 3
says err "attest"
