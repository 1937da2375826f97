# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: SIGINT and SIGTERM end a command with a summary of what is finished, the run in the journal says so, the status is
# 130 or 143, and nothing is left: no scratch file, no worker. A reader that goes away (head) ends a command quietly.
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
set -m # else SIGINT would be ignored by what runs in the background
mkdir tmp
export TMPDIR=$PWD/tmp

workers_of() { # processes whose parent is, or was, $1: they have its group
  ps -o pid= -g "$1" | wc -l
}

# ended STATUS PID: waits for it
ended() {
  wait "$2"
  local got=$?
  [ $got -eq "$1" ] || fail "exit status $got, expected $1: $last"
  [ "$(workers_of "$2")" -eq 0 ] || fail "processes are left of: $last"
  [ -z "$(ls -A tmp)" ] || fail "left in TMPDIR: $(ls -A tmp)"
}

# synth, told to end when a cell is finished
stop_synth() {
  last="synth, SIG$1"
  "$LANESMITH" synth --effort quick --width 1 --op add,eq,ult,sub,uavg_floor,usub_sat,uadd_sat --class x128,r64 --target x86-64,x86-64-v4 -j 2 --db $1.db ${3-} >out 2>err </dev/null &
  local pid=$!
  until [ "$(sqlite3 $1.db 'select count(*) from searched' 2>/dev/null || echo 0)" -gt 0 ]; do
    kill -0 $pid 2>/dev/null || fail "it ended by itself"
    sleep 0.02
  done
  kill -$1 $pid
  ended $2 $pid
  says err "interrupted by SIG$1; what is finished is kept"
  state=$(sqlite3 $1.db 'select state, interrupted from journal join runs using (id)')
  [ "$state" = "interrupted|SIG$1" ] || fail "the journal says $state"
  [ "$(sqlite3 $1.db 'pragma integrity_check')" = ok ] || fail "the database is damaged"
}

stop_synth INT 130
says out "interrupted: "
cells=$(sqlite3 INT.db 'select count(distinct cell) from searched')
says out "interrupted: $cells cells searched, 0 searched before"
stop_synth TERM 143 --json
says out '{"interrupted": true, '

# A command that waits for a text: the scratch database that it has made goes.
mkfifo fifo
for name in INT TERM; do
  last="verify, SIG$name"
  "$LANESMITH" verify --winners fifo >out 2>err </dev/null &
  pid=$!
  until [ -n "$(ls -A tmp)" ]; do
    kill -0 $pid 2>/dev/null || fail "it ended by itself"
    sleep 0.02
  done
  sleep 0.3
  kill -$name $pid
  ended $([ $name = INT ] && echo 130 || echo 143) $pid
done

last="show into a closed pipe"
{ sleep 1; "$LANESMITH" show --instrs 2>err; } | true
got=${PIPESTATUS[0]}
[ "$got" -eq 141 ] || fail "exit status $got, expected 141: $last"
[ ! -s err ] || fail "not quiet"
