# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# One flipped bit in a stored program, proof, bound or grammar: every command that reads the row
# says which, and nothing is emitted.
. "$(dirname "$0")/lib.sh"
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db good.db right.low
run 0 "$LANESMITH" verify --db good.db --hardware off
run 0 "$LANESMITH" db check --db good.db
all='verify
emit --out o
show add 2 x128 x86-64
db stats
db dump --target x86-64
db merge bad.db'
damage() { # $1: SQL, $2: table that is named, $3: commands
  cp good.db bad.db
  sqlite3 bad.db "$1" || fail "sqlite3: $1"
  while read -r command; do
    case $command in *merge*) target=other.db ;; *) target=bad.db ;; esac
    # shellcheck disable=SC2086
    run 2 "$LANESMITH" $command --db $target
    says err "of $2 is damaged"
  done <<<"$3"
  [ ! -e o ] || fail "something was emitted"
}
damage "update programs set text = replace(text, '0x55*', '0x54*')" lowerings "$all"
run 1 "$LANESMITH" db check --db bad.db
says out "of lowerings is damaged"
damage "update lowerings set insns = 4" lowerings "emit --out o"
damage "update lowerings set engine = 'a' || char(10) || 'int main(void) {'" lowerings "emit --out o"
damage "update lowerings set engine = 'a\\'" lowerings "emit --out o"
damage "update lowerings set cost_state = 'attested'" lowerings "emit --out o"
damage "update lowerings set ir = ''" lowerings "emit --out o"
damage "update proofs set answer = 'refuted'" lowerings "emit --out o"
damage "update proofs set solver = 'an oracle'" lowerings "emit --out o"
# A row that was changed and nothing else is told from a row that was not.
run 0 "$LANESMITH" db check --db good.db
says out "1 lowering checked, 0 at fault"
# Bounds decide what is called optimal: who emits reads them. All of an operation, as git has it,
# is attested.
rm -f good.db
for part in instructions grammars {winners,costs,bounds}/add; do
  echo "$LANESMITH_SOURCE/db/$part.low"
done >parts
# shellcheck disable=SC2046
run 0 "$LANESMITH" db load --db good.db $(cat parts)
optimal="select count(*) from winners where status = 'optimal' and proof = 'attested'"
[ "$(sqlite3 good.db "$optimal")" -gt 0 ] ||
  fail "nothing is optimal"
for change in "bounds set state = 'here'" "grammars set text = replace(text, '0x55', '0x54')"; do
  damage "update $change" bounds 'emit --out o'
done
# What is optimal is derived again: the table that tells it to views must not say otherwise.
damage "insert or ignore into reached select b.id, l.id from bounds b
  join lowerings l using (cell)" reached \
  'emit --out o'
