# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: the shards of `synth --shard K/N`, merged, dump the same bytes as one run; each cell is in
# one shard; an operation stays with that of exchanged operands; a verified merge is the same, too.
. "$(dirname "$0")/lib.sh"
for bad in 0/2 3/2 1/0 1/10001 1 1/ /2 1/2/3 -1/2 +1/2 1/2x 1/99999999999; do
  run 2 "$LANESMITH" synth --db none.db --shard "$bad"
  says err "--shard: expected K/N, 1 <= K <= N <= 10000, found \`$bad\`"
done
[ -e none.db ] && fail "a wrong --shard has made a database"

# Programs and bounds go between slt and sgt. Rules use all widths of a run.
cells="--op slt,sgt --width 4,6 --class r64 --target x86-64 --effort quick"
# shellcheck disable=SC2086
run 0 "$LANESMITH" synth --db one.db $cells
for k in 1 2 3; do
  # shellcheck disable=SC2086
  run 0 "$LANESMITH" synth --db "$k.db" $cells --shard "$k/3"
  [ "$k" = 3 ] || says err "shard $k of 3: 2 of 4 cells"
done
# More shards than there is work: the last is empty, and that is no failure.
says err "shard 3 of 3: 0 of 4 cells"
says out "0 cells searched, 0 searched before"
of_shard() {
  sqlite3 "$1.db" 'select distinct operation, width from winners order by 1, 2' | tr '|\n' '  '
}
[ "$(of_shard 1)" = "sgt 4 slt 4 " ] || fail "shard 1 has $(of_shard 1)"
[ "$(of_shard 2)" = "sgt 6 slt 6 " ] || fail "shard 2 has $(of_shard 2)"

# same DB: dumps the bytes of one run.
same() {
  run 0 "$LANESMITH" db dump --db one.db --out one
  run 0 "$LANESMITH" db dump --db "$1" --out merged
  diff -r one merged >difference || { head -20 difference >&2; fail "$1 is not one run"; }
}
run 0 "$LANESMITH" db merge --db all.db 1.db 2.db 3.db
same all.db
run 0 "$LANESMITH" db merge --db other.db 3.db 2.db 1.db
same other.db
cat one/winners/*.low | grep -c '^[0-9]' >count
[ "$(cat count)" -ge 4 ] || fail "nothing was found"
cat one/bounds/*.low | grep -q '^[0-9]' || fail "nothing was excluded"
run 0 "$LANESMITH" verify --db all.db --hardware off
same all.db
# A shard goes on where it was.
# shellcheck disable=SC2086
run 0 "$LANESMITH" synth --db 1.db $cells --shard 1/3
says out "0 cells searched, 2 searched before"
