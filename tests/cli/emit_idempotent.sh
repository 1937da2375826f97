# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Two emissions are the same bytes; the second writes nothing; a file that was changed by hand is put right.
. "$(dirname "$0")/lib.sh"
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db a.db right.low
run 0 "$LANESMITH" verify --db a.db
run 0 "$LANESMITH" emit --db a.db --out one
says err "x86-64: 1 lowering"
files=$(find one -type f | wc -l)
says err "$files files below one, $files changed"
for f in one/include/lanesmith/x86_64/arith.h one/lowerings/x86_64.ll; do
  says "$f" lanesmith_add_2_x128
done
says one/lowerings/table.c "\"add\", 2, 2, 128"
touch -d '2001-01-01' $(find one -type f)
run 0 "$LANESMITH" emit --db a.db --out one --json
says out '"changed": 0'
[ -z "$(find one -type f -newermt 2002-01-01)" ] || fail "an unchanged file was written"
run 0 "$LANESMITH" emit --db a.db --out two
[ "$(cd one && fingerprint .)" = "$(cd two && fingerprint .)" ] || fail "two emissions differ"
# Another database from the same text: the same bytes.
run 0 "$LANESMITH" db load --db b.db right.low
run 0 "$LANESMITH" verify --db b.db
run 0 "$LANESMITH" emit --db b.db --out three
[ "$(cd one && fingerprint .)" = "$(cd three && fingerprint .)" ] || fail "the same text emits other bytes"
echo oops >>one/lowerings/x86_64.ll
run 0 "$LANESMITH" emit --db a.db --out one
says err ", 1 changed"
lacks one/lowerings/x86_64.ll oops
