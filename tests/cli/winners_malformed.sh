# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Malformed winners texts are refused with file, line, column, source line and caret; no database is made or touched, also
# when the text before it is right.
. "$(dirname "$0")/lib.sh"
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db a.db right.low
run 0 "$LANESMITH" verify --db a.db
before=$(cksum <a.db)
refused() {
  local where=$1
  run 2 "$LANESMITH" db load --db new.db right.low bad.low
  says err "bad.low:$where: error:"
  says err "^"
  [ -e new.db ] && fail "a database was made"
  run 2 "$LANESMITH" db load --db a.db right.low bad.low
  [ "$before" = "$(cksum <a.db)" ] || fail "the database was touched"
  run 2 "$LANESMITH" verify --winners bad.low
  says err "bad.low:$where: error:"
  lacks out proved
}
sed 's/paddb/padb/' right.low >bad.low && refused 11:10
sed 's/t1 0x55\*/t9 0x55*/' right.low >bad.low && refused 10:15
sed 's/cell add 2 x128/cell add 2 z512/' right.low >bad.low && refused 4:6
sed 's/cell add 2/cell add 65/' right.low >bad.low && refused 4:6
sed 's/insns=5/insns=five/' right.low >bad.low && refused 6:14
sed 's/version 1/version 3/' right.low >bad.low && refused 1:9
sed 's/^end$//' right.low >bad.low && refused 4:1
run 2 "$LANESMITH" verify --winners right.low bad.low
# The same of a text of version 2.
run 0 "$LANESMITH" db dump --db a.db --target x86-64
cp out right.low
row() { grep -n "^2 x128 x86-64  $1" right.low | cut -d: -f1; } # its line
sed 's/= paddb/= padb/' right.low >bad.low && refused "$(row hand):77"
sed 's/2 x128 x86-64  hand/2 z512 x86-64  hand/' right.low >bad.low && refused "$(row hand):8"
sed 's/2 x128 x86-64  hand/2 x128 x86-64 hand/' right.low >bad.low && refused "$(row hand):14"
sed 's/2 x128 x86-64  hand/65 x128 x86-64  hand/' right.low >bad.low && refused "$(row hand):1"
sed 's/2 x128 x86-64  5/2 x128 x86-64  five/' right.low >bad.low && refused "$(row 5):16"
sed 's/^winners add/winners sum/' right.low >bad.low && refused 5:9
run 3 "$LANESMITH" db load --db a.db missing.low
says err "missing.low"
