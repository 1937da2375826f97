# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: of named operations, widths, classes and targets those that do not go together are left
# out, and a few lines say so, in every command that chooses cells. When nothing is left, one
# sentence says why and where there is something, with status 2. No message lists all operations.
. "$(dirname "$0")/lib.sh"
winners '0x55*' >a.low
run 0 "$LANESMITH" db load --db a.db a.low

# left WHAT COMMAND...: goes on, and says that it left WHAT out.
left() {
  local what=$1
  shift
  run 0 "$LANESMITH" "$@"
  says err ": skipped: $what"
}
nothing() { # WHAT COMMAND...
  local what=$1
  shift
  run 2 "$LANESMITH" "$@"
  says err "$what"
  lacks err "skipped:"
  [ "$(wc -l <err)" = 1 ] || fail "more than one sentence"
}
for command in "show --db a.db" "bench codegen --db a.db" "bench goals --no-run --db a.db" \
    "bench bounds --db a.db" "bench forms" "synth --db n.db"; do
  # shellcheck disable=SC2086
  nothing 'bswap is not defined for 32 fields of 4 bits; it is for 16 32 48 64' \
    $command --op bswap --width 4 --class x128
  # shellcheck disable=SC2086
  nothing 'fields of 300 bits: neither do two fit' $command --width 300 --class x128
  # shellcheck disable=SC2086
  nothing 'x86-64 has no register class z512; it has r32 r64 x128' \
    $command --class z512 --target x86-64
done
[ -e n.db ] && fail "a database was made"
left 'bswap is not defined at widths 2, 4' show --db a.db --op add,bswap --width 2,4 --target x86-64
says out "add"
left 'bswap is not defined at width 2' verify --db a.db --op add,bswap --width 2 --hardware off
says out "1 proved (1 new)"
# Where no class was named, none is told.
for command in "synth --db n.db" "verify --db a.db" "show --db a.db"; do
  # shellcheck disable=SC2086
  nothing 'bswap is not defined at width 4; it is for 16 32 48 64' $command --op bswap --width 4
  # shellcheck disable=SC2086
  nothing 'zext8_0 is not defined at width 4; it is for 8 16 24 ' $command --op zext8_0,bswap \
    --width 4
done
[ -e n.db ] && fail "a database was made"
left 'bswap is not defined at width 4' bench forms --op add,bswap --width 4,16
# A search of what is left; its width is the one that the operation has.
left 'bswap is not defined at width 4' \
  synth --db s.db --op bswap --width 4,16 --class r32 --target x86-64 --effort quick
says out "1 cells searched"

# What is true of several names is one line; long lists are cut.
left 'fields of 48, 65 bits do not fit r64' show --db a.db --width 8,48,65 --class r64
left 'x86-64, x86-64-v2 have no register class y256' \
  show --db a.db --class x128,y256 --target x86-64,x86-64-v2,x86-64-v3
left 'bswap, zext8_0 are not defined at widths 3, 5' \
  show --db a.db --op add,bswap,zext8_0 --width 3,5
many=$(seq -s, 1 60)
left 'bswap is not defined at widths 1, 2, 3, 4, 5 and ' \
  show --db a.db --op add,bswap --width "$many"
# All operations at once: few lines, short ones.
all=$("$LANESMITH" show --ops | awk 'NR <= 500 {print $1}' | paste -sd,)
left '' show --db a.db --op "$all" --width 3,4,5,7,16,48
[ "$(wc -l <err)" -le 9 ] || fail "many lines"
[ "$(wc -c <err)" -le 1500 ] || fail "long lines"
# Nobody named an operation: none is said to be left out.
run 0 "$LANESMITH" show --db a.db --width 4
lacks err "skipped"

# Misspelt names: short messages.
for word in addd zzz x qwertyuiopasdfghjkl; do
  run 2 "$LANESMITH" verify --db a.db --op $word
  says err '`lanesmith show --ops` lists all'
  [ "$(wc -c <err)" -le 250 ] || fail "a long message for $word"
done
run 2 "$LANESMITH" show --target x86
says err 'the nearest are: x86-64 x86-64-v2'
