# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An instruction set is a folder of data: a small one beside the shipped set, of another processor, is
# searched, proved, emitted and counted without a line of C. Some of its instructions are called as
# those of the other set.
. "$(dirname "$0")/lib.sh"
cp -r "$LANESMITH_SOURCE/spec" spec
cp -r "$LANESMITH_SOURCE/tests/toy" spec/targets/toy
export LANESMITH_SPEC=$here/spec

# Its costs are those that LLVM's model gives.
run 0 "$LANESMITH" cost --target toy --out costs
cmp costs/toy.cost spec/targets/toy/cost/toy.cost || fail "the costs are out of date"
run 0 "$LANESMITH" cost --stock --target toy --out costs
cmp costs/toy.stock spec/targets/toy/cost/toy.stock || fail "the stock forms are out of date"

# Searched: the sum of fields of 2 bits is five instructions, and no four will do.
cells="--width 2 --class x128,r32 --effort quick"
# shellcheck disable=SC2086
run 0 "$LANESMITH" synth --db a.db --op add,andn,xor $cells --target toy,x86-64
run 0 "$LANESMITH" show --db a.db add 2 x128 toy
says out 'optimal'
says out 'cost      5 instructions'
run 0 "$LANESMITH" show --db a.db andn 2 x128 toy
says out 'bic a b'
run 0 "$LANESMITH" show --db a.db xor 2 x128 toy
says out 'eor a b'
run 0 "$LANESMITH" show --db a.db xor 2 x128 x86-64
says out 'pxor a b'

# Proved, programs and IR; this processor cannot run it.
run 0 "$LANESMITH" verify --db a.db --again --target x86-64
run 0 "$LANESMITH" verify --db a.db --again --target toy
says out '0 refuted, 0 unknown'
says out '(needs toy)'

# The texts are read back for the set that they are of.
run 0 "$LANESMITH" db dump --db a.db --out texts
run 0 "$LANESMITH" db load --db b.db texts
run 0 "$LANESMITH" show --db b.db add 2 r32 toy
run 0 "$LANESMITH" db dump --db b.db --out again
diff -r texts again || fail "loaded and dumped again, the texts differ"
grep -q '^instruction add r32 [0-9a-f]* toy$' texts/instructions.low || fail "no set is named"

# Emitted as IR, in which LLVM's own llc finds as many instructions as were counted.
run 0 "$LANESMITH" emit --db a.db --out made
says made/lowerings/toy.ll '@lanesmith_add_2_x128_toy('
sed 's/linkonce_odr //; s/alwaysinline //' made/lowerings/toy.ll >toy.ll
run 0 llc-19 -O2 -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n1 -o toy.s toy.ll
count=$(sed -n '/^lanesmith_add_2_x128_toy:/,/Lfunc_end/p' toy.s |
  grep -cE '^[[:space:]]+(and|orr|eor|bic|add|sub|shl|ushr)[[:space:]]')
[ "$count" = 5 ] || fail "llc's assembly has $count instructions"

# Emitted as C, which clang compiles for that processor.
run 0 "$LANESMITH" emit --db a.db --file toy.h --op add --width 2 --class x128 --target toy
says toy.h '__attribute__((target("+simd")))'
echo '#include "toy.h"' >use.c
run 0 clang-19 --target=aarch64-linux-gnu -ffreestanding -Wall -Wextra -Werror -c use.c -o use.o

# What belongs to one set is unknown in the others.
echo '(rule wrong (andn a b) (instr bic a b))' >spec/rules/aa.spec
run 2 "$LANESMITH" show --instrs
says err "aa.spec:1:31: error: unknown instruction 'bic'"
