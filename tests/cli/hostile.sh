# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Databases that were made to do harm: foreign views and triggers are refused by name; so are
# databases in memory. What cannot be written can be read.
. "$(dirname "$0")/lib.sh"
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db good.db right.low
run 0 "$LANESMITH" verify --db good.db --hardware off
refused() { # $1: SQL, $2: what is named, $3: commands, one a line
  cp good.db bad.db
  sqlite3 bad.db "$1" || fail "sqlite3: $1"
  while read -r command; do
    # shellcheck disable=SC2086
    run 2 "$LANESMITH" $command --db bad.db
    says err "$2"
  done <<<"$3"
}
all='verify
emit --out o
show add 2 x128 x86-64
db check
db load right.low
db merge bad.db'
refused "create view evil as select 1" 'it has a view `evil`' "$all"
refused "create trigger evil after update on proofs begin delete from lowerings; end" 'it has a trigger `evil`' 'emit --out o'
refused "create table evil (x)" 'it has a table `evil`' 'emit --out o'
refused "create index evil on cells (width)" 'it has a index `evil`' 'emit --out o'
refused "drop view winners" 'it has no view `winners`' 'emit --out o'
refused "drop view coverage; create view coverage as select 1" 'its view `coverage` is not the one' 'emit --out o'
# Statistics are SQLite's own.
cp good.db fine.db
sqlite3 fine.db analyze
run 0 "$LANESMITH" verify --db fine.db
run 2 "$LANESMITH" verify --db :memory:
says err "a database is a file"
run 2 "$LANESMITH" db load --db file:x right.low
says err "a database is a file"
# A text that is no program, under a right seal, cannot be made with sqlite3 alone; one that is
# for another cell can be merged no more. Read-only: as somebody who may not write.
mkdir ro
cp good.db ro/
chmod a+rx "$here" ro
chmod a-w ro/good.db ro
as=""
if [ "$(id -u)" = 0 ]; then
  command -v setpriv >/dev/null || exit 0
  as="setpriv --reuid=65534 --regid=65534 --clear-groups"
  $as test -x "$LANESMITH" 2>/dev/null && $as test -r "$LANESMITH_SPEC" || exit 0
fi
# shellcheck disable=SC2086
run 0 $as "$LANESMITH" show --db ro/good.db add 2 x128 x86-64
says out "status    best found"
# shellcheck disable=SC2086
run 0 $as "$LANESMITH" db stats --db ro/good.db
# shellcheck disable=SC2086
run 0 $as "$LANESMITH" verify --db ro/good.db --hardware off
[ "$(ls ro)" = good.db ] || fail "something was written: $(ls ro)"
# A log that was left beside it, without its index, cannot be read there: the remedy is said.
chmod u+w ro ro/good.db
sqlite3 ro/good.db '.dbconfig no_ckpt_on_close on' \
  "update runs set options = 'other'" >out || fail "sqlite3"
rm -f ro/good.db-shm
[ -s ro/good.db-wal ] || fail "no log is left"
chmod a-w ro ro/good.db ro/good.db-wal
# shellcheck disable=SC2086
run 3 $as "$LANESMITH" db stats --db ro/good.db
says err "its log (ro/good.db-wal) has no index (ro/good.db-shm)"
says err "copy the database with its log to where you can write, and name the copy by --db"
mkdir copy
cp ro/good.db ro/good.db-wal copy/
chmod u+w copy/*
run 0 "$LANESMITH" db stats --db copy/good.db
chmod u+w ro
