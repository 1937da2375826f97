# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Who proves a claim does not depend on what was asked before, nor on which process asked it: the texts are the same.
. "$(dirname "$0")/lib.sh"
some() { # OPERATION WIDTHS: the heading, and the rows of the widths
  awk -v w="^($2) " '/^[a-z]/ || $0 ~ w' "$LANESMITH_SOURCE/db/winners/$1.low" |
    sed '/^#/d; /^version/d'
}
{ echo 'version 2'; some extract_at '8|16'; some eq 22; some ugt 22; } >some.low
[ "$(grep -c '^[0-9].* [^ ]*x86-64-v3[, ]' some.low)" -ge 8 ] || fail "too few cells"
for jobs in 1 2 3; do
  run 0 "$LANESMITH" db load --db $jobs.db some.low
  run 0 "$LANESMITH" verify --db $jobs.db --jobs $jobs --hardware off
  run 0 "$LANESMITH" db dump --db $jobs.db --target x86-64-v3
  cp out $jobs.low
done
cmp 1.low 2.low || fail "one job and two differ"
cmp 1.low 3.low || fail "one job and three differ"
