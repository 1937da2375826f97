# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Who proves a claim does not depend on what was asked before, nor on which process asked it: the texts are the same.
. "$(dirname "$0")/lib.sh"
awk '/^cell / { wanted = /^cell (extract_at (8|16)|eq 22|ugt 22) /; cells = 1 } !cells || wanted' "$LANESMITH_SOURCE/db/winners/x86-64-v3.low" >some.low
[ "$(grep -c '^cell ' some.low)" -ge 8 ] || fail "too few cells"
for jobs in 1 2 3; do
  run 0 "$LANESMITH" db load --db $jobs.db some.low
  run 0 "$LANESMITH" verify --db $jobs.db --jobs $jobs --hardware off
  run 0 "$LANESMITH" db dump --db $jobs.db --target x86-64-v3
  cp out $jobs.low
done
cmp 1.low 2.low || fail "one job and two differ"
cmp 1.low 3.low || fail "one job and three differ"
