# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An instruction that stands for two machine instructions is two where bounds are compared: a bound of one does not make it optimal.
. "$(dirname "$0")/lib.sh"
cat >a.low <<TEXT
version 1
target x86-64-v4

cell eq 8 z512
  engine hand
  cost insns=2 uops=2 rthroughput=1 latency=4 consts=0 bytes=12 moves=0 const_loads=0
  program
    r = vpcmp.eqb a b
end
TEXT
run 0 "$LANESMITH" db load --db a.db a.low
[ "$(sqlite3 a.db 'select length from lowerings')" = 2 ] || fail "the sequence does not count as two"
run 0 "$LANESMITH" synth --db a.db --op eq --width 8 --class z512 --target x86-64-v4 --effort quick
[ "$(sqlite3 a.db "select count(*) from winners where instructions = 2 and status = 'optimal' and bound < 2")" = 0 ] || fail "optimal by a bound of one"
