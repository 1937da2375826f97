# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A bound above a program of its own grammar: load and check name both, end with status 1, and nothing is stored.
. "$(dirname "$0")/lib.sh"
file="$LANESMITH_SOURCE/db/winners/x86-64.low"
# The cell as it is in git, with its grammars.
awk '/^grammar /{g=1} g{print} /^end$/{g=0}' "$file" >grammars
awk '/^cell add 2 x128$/{on=1} on{print} on && /^end$/{exit}' "$file" >cell
grep -q '^  bound 5 ' cell || fail "the cell has no bound of 5"
{ printf 'version 1\ntarget x86-64\n\n'; cat grammars; echo; cat cell; } >good.low
run 0 "$LANESMITH" db load --db a.db good.low
run 0 "$LANESMITH" db check --db a.db
sed 's/^  bound 5 /  bound 6 /' good.low >bad.low
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
