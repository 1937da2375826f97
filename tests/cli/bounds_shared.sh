# A bound is one of its grammar, not of a target: what a search for one target has excluded is known of all that share the grammar.
. "$(dirname "$0")/lib.sh"
cells="--op xor --width 8 --class x128,y256 --target x86-64-v4,icelake-server"
bounds() {
    sqlite3 a.db "select n.class, n.target, b.length from bounds b join cell_names n using (cell) where b.grammar in
        (select hash from grammars where text like 'instructions: none;%') order by n.class_position, n.target_position" | tr '\n' ' '
}
run 0 "$LANESMITH" synth --db a.db $cells
[ "$(bounds)" = "x128|x86-64-v4|1 x128|icelake-server|1 y256|x86-64-v4|1 y256|icelake-server|1 " ] || fail "not one bound a cell: $(bounds)"
sqlite3 a.db "update bounds set length = 2 where cell in (select cell from cell_names where class = 'y256' and target = 'x86-64-v4')"
run 0 "$LANESMITH" synth --db a.db $cells
[ "$(bounds)" = "x128|x86-64-v4|1 x128|icelake-server|1 y256|x86-64-v4|2 y256|icelake-server|2 " ] || fail "the higher bound is not shared: $(bounds)"
# Nor of the order of operands: a is less than b where b is greater than a.
cells="--op slt,sgt --width 8 --class x128 --target x86-64"
pair() { sqlite3 b.db "select n.operation, b.length from bounds b join cell_names n using (cell) where b.grammar in
    (select hash from grammars where text like 'instructions: none;%') order by 1" | tr '\n' ' '; }
run 0 "$LANESMITH" synth --db b.db $cells
[ "$(pair)" = "sgt|1 slt|1 " ] || fail "not one bound each: $(pair)"
sqlite3 b.db "update bounds set length = 2 where cell in (select cell from cell_names where operation = 'slt')"
run 0 "$LANESMITH" synth --db b.db $cells
[ "$(pair)" = "sgt|2 slt|2 " ] || fail "the higher bound is not shared: $(pair)"
