# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A change of data alone forges nothing: no optimality, no cost, no finished search; and says so.
. "$(dirname "$0")/lib.sh"
db=$LANESMITH_SOURCE/db
[ -f "$db/winners/add.low" ] || fail "no winners"
of_cell='$1 ~ /(^|,)2(,|$)/ && $2 == "x128" && $3 ~ /(^|,)x86-64(,|$)/' # add 2 x128 x86-64
grammar=$(awk "$of_cell"' && $4 == 5 { print $NF; exit }' "$db/bounds/add.low")
text_of_grammar() { awk -v g="$grammar" '$0 == "grammar " g {on=1} on {print} on && /^end$/ {exit}' "$db/grammars.low"; }
[ -n "$grammar" ] || fail "no grammar to copy"
# A right program of six instructions, with a bound and a mark that a text makes up.
cell() { # $1: cost, $2: bound
  cat <<TEXT
version 1
target x86-64

$(text_of_grammar)

cell add 2 x128
  engine hand
  cost insns=$1 uops=6 rthroughput=2 latency=5 consts=1 bytes=24 moves=0 const_loads=0
  program
    t0 = pxor a b
    t1 = pand a 0x55*
    t2 = pand t1 b
    t3 = paddb t2 t2
    t4 = pxor t0 t3
    r = por t4 t4
  bound $2 candidates=48210 engine=exhaust grammar=$grammar
  searched 0123456789abcdef0123456789abcdef
end
TEXT
}
cell 6 6 >forged.low
run 0 "$LANESMITH" db load --db a.db forged.low
run 0 "$LANESMITH" verify --db a.db --bounds off --hardware off
run 0 "$LANESMITH" emit --db a.db --out o
says o/include/lanesmith/x86_64/arith.h lanesmith_add_2_x128
lacks o/include/lanesmith/x86_64/arith.h optimal
lacks o/include/lanesmith/x86_64/arith.h "bound 6"
run 0 "$LANESMITH" show --db a.db add 2 x128 x86-64
says out "status    best found"
says out "claimed: no program of fewer than 6"
# When bounds are computed again, the forged one is found out.
run 1 "$LANESMITH" verify --db a.db --bounds claimed --hardware off
says out "wrong bound: add 2 x128 x86-64: stored 6, computed 5"
# A cost that a text makes up displaces nothing: it is measured.
cell 4 5 | sed '/  bound/d' >cheap.low
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db b.db right.low
run 0 "$LANESMITH" verify --db b.db --hardware off
run 0 "$LANESMITH" db load --db b.db cheap.low
run 0 "$LANESMITH" verify --db b.db --hardware off
says out "1 cost otherwise than was stored"
run 0 "$LANESMITH" show --db b.db add 2 x128 x86-64
says out "    r = pxor t0 t3"
says out "cost      5 instructions"
# A mark of a text suppresses no search.
for key in $(awk "$of_cell"' { print $4 }' "$db/searched/add.low"); do
  echo "  searched $key"
done >keys
sed '/^  searched/d' forged.low | sed '/^  bound/r keys' | sed '/^  bound/d' >marked.low
run 0 "$LANESMITH" db load --db c.db marked.low --attested none
run 0 "$LANESMITH" synth --db c.db --op add --width 2 --class x128 --target x86-64 --effort quick --json
says out '"cells": 1, "searched_before": 0'
