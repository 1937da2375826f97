# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Places that cannot be written to: status 3, a message that names the place, nothing half written.
. "$(dirname "$0")/lib.sh"
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db a.db right.low
run 0 "$LANESMITH" verify --db a.db
echo 'in the way' >file
run 3 "$LANESMITH" emit --db a.db --out file/below
says err "file/below"
run 3 "$LANESMITH" db dump --db a.db --out file/below
says err "file/below"
run 3 "$LANESMITH" db load --db file/below/x.db right.low
says err "file/below"
run 3 "$LANESMITH" verify --winners right.low --smt2 file/below
says err "file/below"
mkdir -p o/lowerings/table.c
run 3 "$LANESMITH" emit --db a.db --out o
says err "o/lowerings/table.c"
[ -z "$(find o -name '*.tmp*')" ] || fail "a temporary file was left behind"
mkdir readonly && chmod a-w readonly
if ! touch readonly/probe 2>/dev/null; then # the superuser may write anywhere
  run 3 "$LANESMITH" emit --db a.db --out readonly/o
  says err "readonly"
fi
if [ -c /dev/full ]; then
  "$LANESMITH" show --db a.db >/dev/full 2>err
  [ $? -eq 3 ] || fail "a full disk behind standard output goes unnoticed"
  says err "standard output"
fi
TMPDIR=$PWD/file run 3 "$LANESMITH" verify --winners right.low
says err "cannot make a directory"
