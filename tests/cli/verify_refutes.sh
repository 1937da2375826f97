# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A wrong lowering, put into the winners text by hand, is refuted with a counterexample that names field, inputs, expected
# and actual; every time it is asked for; and it is never emitted.
. "$(dirname "$0")/lib.sh"
winners '0x54*' >wrong.low
run 1 "$LANESMITH" verify --winners wrong.low
says out "refuted: add 2 x128 x86-64 (program, engine hand)"
says out "    t2 = pand t1 0x54*"
grep -qE 'counterexample: field [0-9]+: a = [0-3], b = [0-3]: expected [0-3], actual [0-3]; registers a = 0x[0-9a-f]{32}, b = 0x' out ||
  fail "no counterexample"
says out "0 proved (0 new), 1 refuted, 0 unknown, 0 stale"
[ -e build ] && fail "--winners has touched the default database"
run 0 "$LANESMITH" db load --db a.db wrong.low
for _ in 1 2; do
  run 1 "$LANESMITH" verify --db a.db
  says out "0 proved (0 new), 1 refuted"
done
run 1 "$LANESMITH" verify --db a.db --json
says out '"verdict": "refuted", "what": "program"'
run 1 "$LANESMITH" verify --db a.db --all-lowerings --again --hardware off
run 0 "$LANESMITH" emit --db a.db --out o
emits_none o lanesmith_add_2
run 0 "$LANESMITH" show --db a.db add 2 x128 x86-64
says out "refuted"
# Once the right one is there, the cell is well.
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db a.db right.low
run 0 "$LANESMITH" verify --db a.db
says out "1 proved (1 new), 0 refuted"
run 1 "$LANESMITH" verify --db a.db --all-lowerings
says out "1 proved (0 new), 1 refuted"
# A cheaper wrong one beside a proved one does not win, and is reported.
sed 's/insns=5/insns=4/' wrong.low | sed 's/0x54/0x15/' >cheap.low
run 0 "$LANESMITH" db load --db a.db cheap.low
run 1 "$LANESMITH" verify --db a.db
says out "0x15*"
says out "1 proved (0 new), 1 refuted"
