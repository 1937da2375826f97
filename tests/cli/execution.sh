# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What was run on this processor is remembered beside the database, and run again when the memory is gone.
. "$(dirname "$0")/lib.sh"
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db a.db right.low
run 0 "$LANESMITH" verify --db a.db
says out "executed 1, skipped 0"
[ -f a.db.executed ] || fail "nothing was remembered"
rm a.db.executed
run 0 "$LANESMITH" verify --db a.db
[ -f a.db.executed ] && fail "what stands was run again"
run 0 "$LANESMITH" verify --db a.db --again
[ -f a.db.executed ] || fail "nothing was remembered the second time"
echo garbage >a.db.executed
run 0 "$LANESMITH" verify --db a.db --again
says out "executed 1, skipped 0"
rm a.db.executed
run 0 "$LANESMITH" verify --db a.db --hardware off
lacks out executed
[ -e a.db.executed ] && fail "something was run"
true
