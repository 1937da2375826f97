# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: whatever runs for long ends soon after SIGINT or SIGTERM, with words and status 130 or
# 143; runs are marked, no scratch file and no process is left. interrupted.sh looks at `synth`
# and at what it keeps.
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
set -m # else SIGINT would be ignored by what runs in the background
mkdir tmp
export TMPDIR=$PWD/tmp
workers_of() { # processes whose parent is, or was, $1: they have its group
  ps -o pid= -g "$1" | wc -l
}
for part in instructions grammars {winners,costs,bounds,searched}/{add,mul}; do
  echo "$LANESMITH_SOURCE/db/$part.low"
done >parts
# shellcheck disable=SC2046
run 0 "$LANESMITH" db load --db full.db $(cat parts)
undecided f
cat >hard.sl <<'SL'
(set-logic BV)
(synth-fun f ((x (_ BitVec 64)) (y (_ BitVec 64))) (_ BitVec 64))
(declare-var x (_ BitVec 64))
(declare-var y (_ BitVec 64))
(constraint (= (f x y) (bvurem (bvmul x x) (bvadd y #x0000000000000123))))
(check-synth)
SL
listens() { # PID: it is the command, and the handler of SIGTERM is there
  local mask
  [ "/proc/$1/exe" -ef "$LANESMITH" ] || return
  mask=$(sed -n 's/^SigCgt:\t//p' "/proc/$1/status" 2>/dev/null)
  [ -n "$mask" ] && [ $((0x$mask >> 14 & 1)) = 1 ]
}
# told SIGNAL STATUS SECONDS COMMAND...: SECONDS after it listens; it may have ended by then, if
# they are not 0
told() {
  local name=$1 status=$2 seconds=$3 pid
  shift 3
  last="$*, SIG$name after $seconds s"
  cp full.db use.db
  "$@" >out 2>err </dev/null &
  pid=$!
  until listens $pid; do
    kill -0 $pid 2>/dev/null && continue
    wait $pid
    [ "$seconds" != 0 ] && return # it was quick
    fail "it ended by itself"
  done
  sleep "$seconds"
  if ! kill "-$name" $pid 2>/dev/null && [ "$seconds" != 0 ]; then
    wait $pid
    return
  fi
  wait $pid
  local got=$?
  [ "$seconds" != 0 ] && [ $got -le 1 ] && return
  [ $got -eq "$status" ] || fail "exit status $got, expected $status: $last"
  says err "lanesmith: interrupted by SIG$name; what is finished is kept"
  [ "$(workers_of $pid)" -eq 0 ] || fail "processes are left of: $last"
  [ -z "$(ls -A tmp)" ] || fail "left in TMPDIR: $(ls -A tmp)"
  [ "$(sqlite3 use.db 'pragma integrity_check')" = ok ] || fail "the database is damaged"
  [ -z "$(sqlite3 use.db "select id from runs where finished is null")" ] ||
    fail "a run is unfinished"
  rm -rf new.db* new
}
while read -r seconds command; do
  # shellcheck disable=SC2086
  case $seconds in
  0) told INT 130 0 "$LANESMITH" $command ;;
  *) told TERM 143 "$seconds" "$LANESMITH" $command ;;
  esac
done <<COMMANDS
0.3 verify --db use.db --bounds all --hardware off
0.6 verify --db use.db --again
0.3 emit --db use.db --out new
0.1 db check --db use.db
0.3 db dump --db use.db --out new
0.3 db merge --db new.db full.db
0.3 report --db use.db --out new
0.1 validate
0.1 tv before.ll after.ll
0.1 sygus hard.sl
0.3 bench codegen --db use.db
0.1 bench search
0 emit --db use.db --out new
0 db load --db new.db $(paste -sd' ' parts)
0 bench goals --db use.db
COMMANDS
# What a worker has asked ends with the worker, at once.
if command -v cvc5 >/dev/null; then
  told TERM 143 3 "$LANESMITH" verify --db use.db --op mul --solver cvc5 --solver-seconds 60
  sleep 0.2
  [ -z "$(ps -o args= -s "$(ps -o sid= $$)" | grep '[c]vc5 .*--lang')" ] || fail "cvc5 runs on"
fi
