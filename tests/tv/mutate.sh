# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mutate.sh [SEED] - lowered examples with one thing changed are refuted, or do the same: a wrong proof fails, and so does it when more
# than one in a hundred is unknown. The seed is printed; another one can be given, or more mutants a file (MUTANTS).
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
seed=${1:-1}
echo "seed $seed"
for file in two_bit saturate sets; do
  source=$LANESMITH_SOURCE/examples/$file.ll
  "$LANESMITH_OPT" -S -mcpu=x86-64 "$source" -o lowered.ll 2>err || fail "lanesmith-opt of $file"
  "$TV_MUTATE" "$seed" "${MUTANTS:-6}" "$source" lowered.ll >out 2>err || fail "a mutant of $file"
  cat out
  cat out >>all
done
refuted=$(sed -n 's/.* \([0-9]*\) refuted.*/\1/p' all | awk '{ n += $1 } END { print n + 0 }')
unknown=$(grep -c '^unknown' all)
[ "$refuted" -ge 6 ] || fail "hardly any mutant is refuted: $refuted"
[ $((100 * unknown)) -le "$refuted" ] || fail "$unknown mutants are unknown"
