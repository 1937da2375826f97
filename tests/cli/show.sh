# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The story of a lowering, its artifacts, the tables, and JSON that a parser takes.
. "$(dirname "$0")/lib.sh"
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db a.db right.low
show() { run 0 "$LANESMITH" show --db a.db "$@"; }
show add 2 x128 x86-64
run 0 "$LANESMITH" verify --db a.db
show add 2 x128 x86-64
for text in "add 2 x128 x86-64" "Sum modulo" "64 fields of 2 bits in x128" "add <64 x i2>" "    t2 = pand t1 0x55*" \
  "cost      5 instructions" "emitted   5 instructions" "engine    hand" "status    best found" \
  "proved by decision diagrams" \
  "on 8 bits, lifted to the register"; do says out "$text"; done
show add 2 x128 x86-64 --ir
says out "define <2 x i64> @lanesmith_add_2_x128_x86_64"
show add 2 x128 x86-64 --c
says out "static inline __m128i lanesmith_add_2_x128"
show add 2 x128 x86-64 --asm
says out "paddb"
show add 2 x128 x86-64 --smt2
says out "(check-sat)"
show
says out "1 cell"
show --op sub
says out "0 cells"
run 1 "$LANESMITH" show --db a.db sub 2 x128 x86-64
says err "lanesmith synth --op sub --width 2 --class x128 --target x86-64"
run 0 "$LANESMITH" show --ops
says out "Sum modulo"
run 0 "$LANESMITH" show --instrs --target x86-64
says out "pxor"
lacks out "vpternlogd"
run 0 "$LANESMITH" show --targets
says out "x86-64-v3"
if command -v python3 >/dev/null; then
  for what in "add 2 x128 x86-64" "" "--ops" "--instrs" "--targets" "--op sub"; do
    # shellcheck disable=SC2086
    show --json $what
    python3 -c 'import json, sys; json.load(open("out"))' || fail "not JSON: show --json $what"
  done
fi

# Engines are called by what they do; texts and databases keep the names that were attested.
for names in 'through by_vector' 'labels permutations' 'single one_instruction' 'window window'; do
  stored=${names% *} printed=${names#* }
  winners '0x55*' | sed "s/engine hand/engine $stored/" >$stored.low
  run 0 "$LANESMITH" db load --db $stored.db $stored.low
  run 0 "$LANESMITH" show --db $stored.db add 2 x128 x86-64
  says out "engine    $printed"
  run 0 "$LANESMITH" show --db $stored.db --json add 2 x128 x86-64
  says out "\"engine\": \"$printed\""
  run 0 "$LANESMITH" db dump --db $stored.db --target x86-64
  says out "$stored"
done
run 0 "$LANESMITH" verify --db through.db
run 0 "$LANESMITH" show --db through.db --c add 2 x128 x86-64
says out 'found by by_vector'
