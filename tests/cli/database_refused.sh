# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Foreign, corrupt and truncated databases are refused by every command and left as they were.
. "$(dirname "$0")/lib.sh"
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db good.db right.low
# $1: commands, one a line.
refused() {
  local before after command
  before=$(cksum <bad.db)
  while read -r command; do
    # shellcheck disable=SC2086
    run 2 "$LANESMITH" $command --db bad.db
    says err "bad.db"
    after=$(cksum <bad.db)
    [ "$before" = "$after" ] || fail "the database was touched by: $command"
  done <<<"$1"
  [ -e o ] && fail "something was emitted"
  true
}
echo 'this is no database' >bad.db
refused 'verify
emit --out o
show
show add 2 x128 x86-64
db check
db stats
db prune
db load right.low
db dump --target x86-64
db merge good.db'
head -c 5000 good.db >bad.db && refused verify
head -c 60 good.db >bad.db && refused 'emit --out o'
cp good.db bad.db && dd if=/dev/urandom of=bad.db bs=1 seek=4096 count=20000 conv=notrunc status=none && refused 'db check
verify'
mkdir directory.db
run 2 "$LANESMITH" verify --db directory.db
says err "directory"
