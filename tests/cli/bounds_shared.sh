# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A bound is one of its grammar, not of a target or register class: what one search has excluded is known of all to whose grammars it says something.
. "$(dirname "$0")/lib.sh"
cells="--op xor --width 8 --class x128,y256 --target x86-64-v4,icelake-server"
bounds() {
    sqlite3 a.db "select n.class, n.target, b.length from bounds b join cell_names n using (cell) where b.grammar in
        (select id from grammars where text like 'instructions: none;%') order by n.class_position, n.target_position" | tr '\n' ' '
}
run 0 "$LANESMITH" synth --db a.db $cells
[ "$(bounds)" = "x128|x86-64-v4|1 x128|icelake-server|1 y256|x86-64-v4|1 y256|icelake-server|1 " ] || fail "not one bound a cell: $(bounds)"
sqlite3 a.db "update bounds set length = 2 where cell in (select cell from cell_names where class = 'y256' and target = 'x86-64-v4'); delete from lowerings" && "$(dirname "$LANESMITH")/reseal" a.db
run 0 "$LANESMITH" synth --db a.db $cells
[ "$(bounds)" = "x128|x86-64-v4|1 x128|icelake-server|1 y256|x86-64-v4|2 y256|icelake-server|2 " ] || fail "the higher bound is not shared: $(bounds)"
# A target with the same core tier has what another's search excluded; one whose core tier has more has not.
cells="--op xor --width 2 --class x128 --effort quick"
core() { sqlite3 e.db "select n.target, b.length from bounds b join cell_names n using (cell) where b.grammar in
    (select id from grammars where text like 'instructions: paddb psubb pand por pxor pandn%' and text not like '%chunks%') order by n.target_position" | tr '\n' ' '; }
run 0 "$LANESMITH" synth --db e.db $cells --target x86-64
[ "$(core)" = "x86-64|1 " ] || fail "not one bound of the core tier: $(core)"
run 0 "$LANESMITH" synth --db e.db $cells --target x86-64-v2,x86-64-v4
[ "$(core)" = "x86-64|1 x86-64-v2|1 x86-64-v4|1 " ] || fail "not one bound of the core tier a target: $(core)"
# Lost bounds come back from the other target, without a search, where its grammar is the same; else not.
sqlite3 e.db "delete from bounds where cell in (select cell from cell_names where target <> 'x86-64')"
run 0 "$LANESMITH" synth --db e.db $cells --target x86-64-v2,x86-64-v4 --json
says out '"cells": 0, "searched_before": 2'
[ "$(core)" = "x86-64|1 x86-64-v2|1 " ] || fail "bounds of the core tier are not shared: $(core)"
# Nor of the order of operands: a is less than b where b is greater than a.
cells="--op slt,sgt --width 8 --class x128 --target x86-64"
pair() { sqlite3 b.db "select n.operation, b.length from bounds b join cell_names n using (cell) where b.grammar in
    (select id from grammars where text like 'instructions: none;%') order by 1" | tr '\n' ' '; }
run 0 "$LANESMITH" synth --db b.db $cells
[ "$(pair)" = "sgt|1 slt|1 " ] || fail "not one bound each: $(pair)"
sqlite3 b.db "update bounds set length = 2 where cell in (select cell from cell_names where operation = 'slt'); delete from lowerings" && "$(dirname "$LANESMITH")/reseal" b.db
run 0 "$LANESMITH" synth --db b.db $cells
[ "$(pair)" = "sgt|2 slt|2 " ] || fail "the higher bound is not shared: $(pair)"
# What a grammar lacks, one with some of its actions lacks: of wider registers, of lesser targets; not the other way round.
classes="--class x128,y256,z512 --target x86-64-v3,x86-64-v4"
cells="--op min_hl --width 8 --effort quick"
chunks() {
    sqlite3 c.db "select n.class || ' ' || n.target || ' ' || b.length from bounds b join cell_names n using (cell) join grammars g on g.id = b.grammar
        where g.text like '%; on chunks of 64 bits' order by n.class_position, n.target_position" | tr '\n' ','
}
# Programs were deleted, and for some cells none is found again: status 1.
search() {
    "$LANESMITH" synth "$@" >out 2>err </dev/null
    [ $? -le 1 ] || fail "synth $*"
}
raise() { sqlite3 c.db "update bounds set length = $3 where grammar in (select id from grammars where text like '%; on chunks of 64 bits') and
    cell in (select cell from cell_names where class = '$1' and target = '$2'); delete from lowerings" && "$(dirname "$LANESMITH")/reseal" c.db; }
search --db c.db $cells $classes
all="x128 x86-64-v3 2,x128 x86-64-v4 2,y256 x86-64-v3 2,y256 x86-64-v4 2,z512 x86-64-v4 2,"
[ "$(chunks)" = "$all" ] || fail "not a bound of two for each: $(chunks)"
raise x128 x86-64-v3 3
raise z512 x86-64-v4 4
search --db c.db $cells $classes
[ "$(chunks)" = "x128 x86-64-v3 3,x128 x86-64-v4 2,y256 x86-64-v3 3,y256 x86-64-v4 2,z512 x86-64-v4 4," ] || fail "a larger grammar lacks more: $(chunks)"
raise y256 x86-64-v4 5
search --db c.db $cells --class z512 --target x86-64-v4
[ "$(chunks)" = "x128 x86-64-v3 3,x128 x86-64-v4 2,y256 x86-64-v3 3,y256 x86-64-v4 5,z512 x86-64-v4 5," ] || fail "not only the chosen cell: $(chunks)"
search --db c.db $cells $classes
[ "$(chunks)" = "${all//2,/5,}" ] || fail "what is excluded of the largest grammar is not excluded of all: $(chunks)"
# A bound of a grammar that no tier has any more goes where one of today has all of its instructions and is as high; else it stays. The database gives
# texts, and tells which hash a changed one has.
run 0 "$LANESMITH" db dump --db c.db --target x86-64-v4
sed '/^  instructions: /s/ vpcmp.neb / /' out >old.low
run 2 "$LANESMITH" db load --db d.db old.low
sed -n 's/.*the text of the grammar has the hash \([0-9a-f]*\)$/\1/p; s/^ *grammar \([0-9a-f]*\)$/\1/p' err >hashes
while read -r new && read -r before; do sed -i "s/$before/$new/" old.low; done <hashes
with_old() {
    cp c.db d.db
    sed "/ [0-9a-f]\{32\}\$/s/  5 /  $1 /" old.low >old$1.low
    run 0 "$LANESMITH" db load --db d.db old$1.low
    sqlite3 d.db "update bounds set state = 'attested' where state = 'claimed'" # a claim is no bound of anybody
    "$(dirname "$LANESMITH")/reseal" d.db
    sqlite3 d.db "select count(*) from bounds b join grammars g on g.id = b.grammar where g.text like '%; on chunks of 64 bits'"
}
[ "$(with_old 5)" = 8 ] || fail "not three bounds of an old grammar beside five"
search --db d.db $cells $classes
sqlite3 d.db "select n.class || ' ' || n.target || ' ' || b.length from bounds b join cell_names n using (cell) join grammars g on g.id = b.grammar
    where g.text like '%; on chunks of 64 bits' order by n.class_position, n.target_position" | tr '\n' ',' >out
[ "$(cat out)" = "${all//2,/5,}" ] || fail "bounds of an old grammar are still there, or others are not"
[ "$(with_old 6)" = 8 ] || fail "not three higher bounds of an old grammar beside five"
search --db d.db $cells $classes
[ "$(sqlite3 d.db "select count(*) from bounds b join grammars g on g.id = b.grammar where g.text like '%; on chunks of 64 bits' and b.length = 6")" = 3 ] ||
    fail "a bound that is higher than those of today is gone"
