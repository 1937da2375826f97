# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# random.sh - random functions on small fields, lowered: no lowering is refuted, and hardly any is unknown. The functions are always the
# same; `pass_random` runs many more of them, but sees no poison.
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
"$PASS_RANDOM" -n 30 -s 7 -v >before.ll || fail "pass_random -v"
cpus="x86-64 x86-64-v3"
case ${LANESMITH_TEST_DRAW-} in # in CI the revision chooses
*[02468]) cpus=x86-64 ;;
*[13579]) cpus=x86-64-v3 ;;
esac
for cpu in $cpus; do
  "$LANESMITH_OPT" -S -mcpu=$cpu before.ll -o after.ll 2>err || fail "lanesmith-opt -mcpu=$cpu"
  "$LANESMITH" tv before.ll after.ll --assume loads-whole --allow-unknown --steps 2000000 \
    --timeout 0 >out 2>err ||
    { grep -A8 '^refuted' out; fail "random functions for $cpu"; }
  unknown=$(grep -c '^unknown' out)
  [ "$unknown" -le 4 ] || { grep '^unknown' out; fail "$unknown of 30 functions are unknown for $cpu"; }
done
