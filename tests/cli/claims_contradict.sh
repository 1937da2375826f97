# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A bound above a program of its own grammar: load and check name both, end with status 1, and nothing is stored.
. "$(dirname "$0")/lib.sh"
# The cell as it is in git, with its grammars.
rows() { # PART: its rows of the cell, as if there were no other cell
  echo "$1 add"
  awk '$1 ~ /(^|,)2(,|$)/ && $2 == "x128" && $3 ~ /(^|,)x86-64(,|$)/' \
    "$LANESMITH_SOURCE/db/$1/add.low" | sed 's/^[^ ]* x128 [^ ]*/2 x128 x86-64/'
}
{ cat "$LANESMITH_SOURCE/db/grammars.low"; rows winners; rows costs; rows bounds; } >good.low
grep -q '^2 x128 x86-64  5 [0-9]* exhaust' good.low || fail "the cell has no bound of 5"
run 0 "$LANESMITH" db load --db a.db good.low
run 0 "$LANESMITH" db check --db a.db
sed '/exhaust/s/^2 x128 x86-64  5 /2 x128 x86-64  6 /' good.low >bad.low
run 1 "$LANESMITH" db load --db b.db bad.low
says err "add 2 x128 x86-64: a bound says that no program of fewer than 6 instructions is in the grammar"
says err "but one of 5 is: t0 = "
run 0 "$LANESMITH" db stats --db b.db
says out "       0  lowerings"
run 1 "$LANESMITH" verify --winners bad.low
says err "but one of 5 is"
# In a database that somebody has changed.
sqlite3 a.db "update bounds set length = 6 where length = 5" || fail "sqlite3"
run 1 "$LANESMITH" db check --db a.db
says out "of bounds is damaged"
